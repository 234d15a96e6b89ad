//! V_CVT_SCALEF32_*: see [`crate::isa::scaled`].

use super::vop::{Lanes, format_of};
use super::{Cx, Step, Stop, lanes};
use crate::error::FaultKind;
use crate::isa::scaled::{Scaled, Way};
use crate::isa::{Operand, Ty, Vop, Vop3};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::{self as n, F32, Rounding, Small};

/// Dwords of all lanes.
type Dwords = Vec<[u32; LANES]>;

pub(super) fn execute(op: Vop3, s: Scaled, f: &Vop, w: &mut Wave, cx: &Cx) -> Step {
    let l = Lanes::fetch(op.row(), f, w, cx)?;
    let (m, narrow) = (l.mode(F32), Small::from(s.narrow));
    let float = format_of(s.float).unwrap_or(F32);
    let (from, mut to) = (source(op, s, &l, w)?, destination(op, &l));
    let (narrow_bits, float_bits) = (s.narrow.bits(), s.float_bits());
    let (first, result) = (s.source_at(f.op_sel), s.destination_at(f.op_sel));
    for lane in lanes(l.active) {
        let scale = l.src[s.scale_source()][lane] as u32;
        let mut random = l.src[1][lane] as u32;
        for i in 0..s.count {
            match s.way {
                Way::Up => {
                    let x = get(&from, lane, first + i * narrow_bits, narrow_bits);
                    let r = narrow.scaled_up(x as u8, scale, float, m);
                    put(&mut to, lane, result + i * float_bits, float_bits, r as u32);
                }
                Way::Down | Way::DownRandomly => {
                    let x = get(&from, lane, first + i * float_bits, float_bits);
                    let rounding = match s.way {
                        Way::DownRandomly => Rounding::Stochastic(random),
                        Way::Down | Way::Up => Rounding::Nearest,
                    };
                    let r = narrow.scaled_down(float, x.into(), scale, rounding, m);
                    let at = result + i * narrow_bits;
                    put(&mut to, lane, at, narrow_bits, r.into());
                    random = n::prng(random);
                }
            }
        }
        for (i, v) in to.iter().enumerate() {
            w.v_mut(l.at.dst + i as u8).0[lane] = v[lane];
        }
    }
    Ok(())
}

/// The dwords in which the values are, one after the other.
fn source(op: Vop3, s: Scaled, l: &Lanes, w: &Wave) -> Result<Dwords, Stop> {
    let types = op.row().shape.src;
    if s.count < 32 {
        let [a, b, _] = l.src;
        return Ok(match types[0].dwords() {
            2 => vec![a.map(|v| v as u32), a.map(|v| (v >> 32) as u32)],
            _ => vec![a.map(|v| v as u32), b.map(|v| v as u32)],
        });
    }
    let first = registers(l.at.src[0], types[0], w)?;
    if !s.in_turn {
        return Ok(first);
    }
    let second = registers(l.at.src[1], types[1], w)?;
    Ok(first
        .into_iter()
        .zip(second)
        .flat_map(<[_; 2]>::from)
        .collect())
}

/// What the destination holds; where a result is a whole number of registers it does not matter.
fn destination(op: Vop3, l: &Lanes) -> Dwords {
    let count = op.row().shape.dst.dwords();
    vec![l.old.map(|v| v as u32); count.into()]
}

/// The registers of a wide source, which have no modifiers.
fn registers(src: Operand, ty: Ty, w: &Wave) -> Result<Dwords, Stop> {
    let Operand::Vgpr(v) = src else {
        return Err(FaultKind::Illegal("a wide source that is no VGPR".to_owned()).into());
    };
    Ok((0..ty.dwords()).map(|i| w.v(v + i).0).collect())
}

/// `bits` bits from bit `at` on.
fn get(from: &[[u32; LANES]], lane: usize, at: usize, bits: usize) -> u32 {
    let dword = |i: usize| u64::from(from.get(i).map_or(0, |v| v[lane]));
    let both = dword(at / 32) | dword(at / 32 + 1) << 32;
    (both >> (at % 32) & ((1 << bits) - 1)) as u32
}

/// Replaces `bits` bits from bit `at` on.
fn put(to: &mut [[u32; LANES]], lane: usize, at: usize, bits: usize, v: u32) {
    let mask = ((1u64 << bits) - 1) << (at % 32);
    let v = u64::from(v) << (at % 32);
    for (i, (mask, v)) in [(mask, v), (mask >> 32, v >> 32)].into_iter().enumerate() {
        if let Some(old) = to.get_mut(at / 32 + i) {
            old[lane] = old[lane] & !(mask as u32) | v as u32;
        }
    }
}
