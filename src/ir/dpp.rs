//! DPP controls (CLRX GcnSdwaDpp; LLVM SIDefines, DppCtrl): from which lane each lane gets its value.

use std::collections::BTreeMap;

use super::{Builder, Ty, Uop, Val};
use crate::machine::wave::LANES;

/// With a power of two: each lane reads the one whose number differs in that bit. No encoding has such a control.
pub const EXCHANGE: u16 = 0x200;

/// The lane that each lane reads under a control; `None` where there is no such lane.
pub type Sources = [Option<u8>; LANES];

/// The lanes that each lane reads, or `None` for a control that is reserved.
pub fn sources(ctrl: u16) -> Option<Sources> {
    let n = (ctrl & 15) as i32;
    // Position within the row, and first lane of the row, of each lane.
    let map = |f: &dyn Fn(i32, i32) -> Option<i32>| {
        std::array::from_fn(|lane| f(lane as i32 % 16, lane as i32 / 16 * 16).map(|s| s as u8))
    };
    let in_row = |i: i32, row: i32| (0..16).contains(&i).then_some(row + i);
    let in_wave = |i: i32| (0..64).contains(&i).then_some(i);
    Some(match ctrl {
        0x000..=0x0ff => map(&|i, row| Some(row + i / 4 * 4 + (ctrl as i32 >> (i % 4 * 2) & 3))),
        0x101..=0x10f => map(&|i, row| in_row(i + n, row)),
        0x111..=0x11f => map(&|i, row| in_row(i - n, row)),
        0x121..=0x12f => map(&|i, row| Some(row + (i - n).rem_euclid(16))),
        0x130 => map(&|i, row| in_wave(row + i + 1)),
        0x134 => map(&|i, row| Some((row + i + 1) % 64)),
        0x138 => map(&|i, row| in_wave(row + i - 1)),
        0x13c => map(&|i, row| Some((row + i + 63) % 64)),
        // Mirrors of a row and of half a row.
        0x140 => map(&|i, row| Some(row + 15 - i)),
        0x141 => map(&|i, row| Some(row + i / 8 * 8 + 7 - i % 8)),
        // The last lane of the row before, and lane 31 for the upper half.
        0x142 => map(&|_, row| in_wave(row - 1)),
        0x143 => map(&|_, row| (row >= 32).then_some(31)),
        // A lane of the row; decoding refuses it before gfx90a.
        0x150..=0x15f => map(&|_, row| Some(row + n)),
        0x201..=0x23f => map(&|i, row| Some((row + i) ^ i32::from(ctrl & 0x3f))),
        _ => return None,
    })
}

/// The lanes whose source is among those of the scalar `mask`, as a scalar mask.
pub fn permute_mask(b: &mut Builder, sources: &Sources, mask: Val) -> Val {
    // Lanes that read at the same distance, and lanes that read the same lane.
    let mut near: BTreeMap<i32, u64> = BTreeMap::new();
    let mut same: BTreeMap<i32, u64> = BTreeMap::new();
    for (lane, from) in sources.iter().enumerate() {
        if let Some(from) = *from {
            *near.entry(from as i32 - lane as i32).or_default() |= 1 << lane;
            *same.entry(from as i32).or_default() |= 1 << lane;
        }
    }
    let broadcast = same.len() < near.len();
    let mut out = b.k64(0);
    for (shift, lanes) in if broadcast { same } else { near } {
        let amount = b.k32(shift.unsigned_abs());
        let op = if shift < 0 { Uop::Shl } else { Uop::ShrU };
        let moved = b.op64(op, &[mask, amount]);
        let lanes = b.k64(lanes);
        let part = if broadcast {
            let one = b.k64(1);
            let bit = b.op64(Uop::And, &[moved, one]);
            b.op(Uop::Mul, Ty::B64, 0, &[bit, lanes])
        } else {
            b.op64(Uop::And, &[moved, lanes])
        };
        out = b.op64(Uop::Or, &[out, part]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls() {
        let at = |ctrl: u16, lane: usize| sources(ctrl).and_then(|s| s[lane]);
        // quad_perm:[1,2,3,0]
        assert_eq!(
            [0, 1, 2, 3, 63].map(|l| at(0x39, l)),
            [1, 2, 3, 0, 60].map(Some)
        );
        assert_eq!((at(0x101, 14), at(0x101, 15)), (Some(15), None));
        assert_eq!((at(0x111, 16), at(0x111, 17)), (None, Some(16)));
        assert_eq!((at(0x121, 0), at(0x12f, 31)), (Some(15), Some(16)));
        assert_eq!((at(0x130, 63), at(0x134, 63)), (None, Some(0)));
        assert_eq!((at(0x138, 0), at(0x13c, 0)), (None, Some(63)));
        assert_eq!((at(0x140, 16), at(0x141, 9)), (Some(31), Some(14)));
        assert_eq!((at(0x142, 15), at(0x142, 63)), (None, Some(47)));
        assert_eq!((at(0x143, 31), at(0x143, 32)), (None, Some(31)));
        assert_eq!(
            (at(EXCHANGE | 16, 3), at(EXCHANGE | 32, 63)),
            (Some(19), Some(31))
        );
        assert!(
            [0x100, 0x110, 0x120, 0x131, 0x144]
                .map(sources)
                .iter()
                .all(Option::is_none)
        );
    }

    #[test]
    fn masks_move_with_lanes() {
        let controls = (0..0x144).filter_map(|c| Some((c, sources(c)?)));
        for (ctrl, map) in controls {
            let mut b = Builder::new();
            let mask = 0x8123_4567_89ab_cdefu64;
            let k = b.k64(mask);
            let v = permute_mask(&mut b, &map, k);
            let want = (0..LANES).fold(0, |m, lane| {
                let bit = map[lane].map_or(0, |from| mask >> from & 1);
                m | bit << lane
            });
            assert_eq!(b.constant(v), Some(want), "{ctrl:#x}");
        }
    }
}
