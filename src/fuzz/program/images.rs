//! Images: a T# that is drawn anew for each state, of a small linear image in the buffer.

use super::*;
use crate::isa::{Flags, Mimg, MimgFields, Vop3};

/// The T#'s eight registers.
pub(super) const IMAGE: u8 = 84;

/// Data format, number format, and bytes of a texel, of formats that can be loaded and stored.
const FORMATS: &[(u32, u32, u32)] = &[
    (4, 4, 4),
    (4, 4, 4),
    (4, 7, 4),
    (4, 5, 4),
    (11, 4, 8),
    (11, 7, 8),
    (14, 4, 16),
    (14, 7, 16),
    (10, 0, 4),
    (10, 4, 4),
    (5, 5, 4),
    (5, 7, 4),
    (12, 1, 8),
    (3, 1, 2),
    (2, 7, 2),
    (2, 0, 2),
    (1, 4, 1),
];

/// A T# of an image whose texels lie in the `bytes` bytes from `base` on, which is a multiple of 256.
/// Only of one for a program that may fault do some texels lie behind them, or is something unknown.
pub(super) fn draw(r: &mut Source<'_>, g: Gen, base: u64, bytes: u32, tame: bool) -> [u32; 8] {
    let gfx9 = g.is_gfx9();
    let (data, number, size) = r.pick(FORMATS);
    let width = 1 + r.below(16) as u32;
    let pitch = width + r.pick(&[0, 0, 1, 7]);
    // Where a T# of 128 bits has no pitch.
    let widest = pitch.max(width.next_multiple_of((64 / size).max(8)));
    let rows = if !tame && r.one_in(8) {
        64
    } else {
        bytes / size / widest
    };
    let height = 1 + r.below(rows.min(16).into()) as u32;
    let pad = !gfx9 && height.next_power_of_two() <= rows && r.one_in(2);
    let padded = if pad {
        height.next_power_of_two()
    } else {
        height
    };
    let layers = 1 + r.below((rows / padded).clamp(1, 8).into()) as u32;
    let first = r.below(layers.into()) as u32;
    // One image, rows, slices, faces or layers.
    let kind = 8 + r.below(6) as u32;
    let sel = r.pick(&[0xfac, 0xfac, 0x5b1, 0x977]);
    let levels = u32::from(!tame && r.one_in(12));
    let tiling = if gfx9 { 0 } else { 8 };
    let last = if gfx9 { 0 } else { (layers - 1) << 13 };
    [
        (base >> 8) as u32,
        (base >> 40) as u32 | data << 20 | number << 26,
        (width - 1) | (height - 1) << 14,
        sel | levels << 16 | tiling << 20 | u32::from(pad) << 25 | kind << 28,
        (layers - 1) | (pitch - 1) << 13,
        first | last,
        0,
        0,
    ]
}

impl Maker<'_, '_> {
    /// A coordinate in register `v`: some bits of the lane's number, or of what is in a register.
    fn coordinate(&mut self, v: u8) {
        self.affine.retain(|x| *x != v);
        let from = match self.r.below(3) {
            0 => self.low(1),
            _ => LANE4,
        };
        let first = Operand::Int(2 + self.r.below(6) as i8);
        let bits = Operand::Int(self.r.below(5) as i8);
        let f = Vop::plain(v, [Operand::Vgpr(from), first, bits]);
        let op = Vop3::V_BFE_U32;
        self.push(Inst::Vop3 { op, f });
    }

    /// Some accesses to texels at the same place.
    pub(super) fn image(&mut self) {
        if self.rows.mimg.is_empty() {
            return;
        }
        let a = self.r.below(POOL - 3) as u8;
        for v in a..a + 3 {
            self.coordinate(v);
        }
        let (da, a16) = (self.r.one_in(2), self.g.is_gfx9() && self.r.one_in(4));
        for _ in 0..1 + self.r.below(3) {
            for _ in 0..20 {
                let op = match self.r.below(3) {
                    0 => self.r.pick(&[Mimg::IMAGE_LOAD, Mimg::IMAGE_STORE]),
                    _ => self.r.pick(&self.rows.mimg),
                };
                let atomic = op.row().flags.has(Flags::ATOMIC);
                // Of formats that are not of 32 or 64 bits they are a fault.
                if atomic && (self.tame || !self.r.one_in(6)) {
                    continue;
                }
                let f = MimgFields {
                    vdata: self.vgpr(4),
                    vaddr: a,
                    srsrc: IMAGE,
                    dmask: if atomic {
                        self.r.pick(&[1, 3])
                    } else {
                        1 + self.r.below(15) as u8
                    },
                    unorm: self.r.one_in(2),
                    glc: self.r.one_in(2),
                    da,
                    r128: self.r.one_in(6),
                    a16,
                    tfe: !self.tame && self.r.one_in(12),
                    d16: self.r.one_in(6),
                    ..MimgFields::ZERO
                };
                if self.push(Inst::Mimg { op, f }) {
                    let loaded = f.vdata..f.vdata.saturating_add(5);
                    self.affine.retain(|v| !loaded.contains(v));
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::descriptors::{Image, Texel};

    /// All texels lie in the bytes that were asked for, and some do at all.
    #[test]
    fn texels_lie_inside() {
        for g in Gen::GCN {
            let r = &mut Source::seeded(g as u64);
            for _ in 0..300 {
                let bytes = r.pick(&[BUFFER, BUFFER_STRIDE]);
                let words = draw(r, g, 0x1_0000, bytes, true);
                let size = FORMATS.iter().find(|f| f.0 == words[1] >> 20 & 63);
                let size = size.expect("one of the formats").2;
                for r128 in [false, g.is_legacy()] {
                    let image = Image::decode(g, words, r128).expect("an image");
                    assert_eq!(image.check_layout(), Ok(()));
                    let mut reached = false;
                    for i in 0..18 * 18 * 10 {
                        let at = [i % 18, i / 18 % 18, 0];
                        let mut texel = Texel {
                            at,
                            layer: 0,
                            level: 0,
                        };
                        if image.depth > 1 {
                            texel.at[2] = i / 18 / 18;
                        } else {
                            texel.layer = i / 18 / 18;
                        }
                        let at = image.address(texel, size).expect("a known layout");
                        if let Some(at) = at.map(|at| at - 0x1_0000) {
                            assert!(at + u64::from(size) <= u64::from(bytes), "{image:?}");
                            reached = true;
                        }
                    }
                    assert!(reached);
                }
            }
        }
    }
}
