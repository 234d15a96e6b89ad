//! Buffers of records: a V# whose fields are drawn anew for each state, so that compiled code meets
//! strides, interleaved records and limits that it was not compiled for; and transfers between buffers and
//! the LDS.

use super::*;
use crate::isa::{Mubuf, MubufFields};
use rows::data_dwords;

/// The V#'s four registers.
pub(super) const RECORDS: u8 = 80;
/// The largest SOFFSET that is used with it.
const MOST_SOFFSET: u32 = 64;
/// Largest offset of an access without an index: nothing checks it where NUM_RECORDS counts records.
const MOST_OFFSET: u32 = 28 + 28 + 12;

/// How records lie in memory (CLRX GcnMemHandling, "Buffer addressing").
#[derive(Clone, Copy)]
struct Layout {
    stride: u32,
    swizzle: bool,
    /// Logarithms of INDEX_STRIDE and the element size.
    index: u32,
    element: u32,
}

impl Layout {
    /// The first byte behind `records` records, and behind what an access without an index reaches.
    fn end(self, records: u32) -> u32 {
        if !self.swizzle {
            return (records * self.stride).max(MOST_OFFSET + 4);
        }
        let end = |records: u32, offset: u32| {
            let group = records.saturating_sub(1) >> self.index;
            let elements = offset >> self.element << self.element;
            ((group * self.stride + elements + (1 << self.element)) << self.index) + 4
        };
        end(records, self.stride).max(end(64, MOST_OFFSET))
    }
}

/// A V# of which all that is in range lies in the `bytes` bytes from `base` on.
pub(super) fn draw(r: &mut Source<'_>, g: Gen, base: u64, bytes: u32) -> [u32; 4] {
    let mut layout = Layout {
        stride: r.pick(&[0, 0, 4, 8, 12, 16, 32, 5]),
        swizzle: r.one_in(2),
        index: 3 + r.below(4) as u32,
        element: if g.is_gfx9() {
            2
        } else {
            1 + r.below(4) as u32
        },
    };
    if layout.swizzle && layout.end(1) > bytes - MOST_SOFFSET {
        // Few records, and elements next to each other.
        (layout.index, layout.element) = (3, 2);
    }
    let most = match layout.stride {
        0 => bytes - 4,
        stride => {
            let room = bytes - MOST_SOFFSET;
            let fits = |n: &u32| layout.end(*n) <= room;
            (0..=room / stride).rev().find(fits).unwrap_or(0)
        }
    };
    let records = match r.below(4) {
        0 => most - r.below(u64::from(most.min(16)) + 1) as u32,
        1 => r.below(u64::from(most) + 1) as u32,
        2 => most.min(64),
        _ => most,
    };
    let add_tid = r.below(2) as u32;
    // 32-bit unsigned integers; with the lane's number added, gfx8 and gfx9 have stride bits there.
    let format = if add_tid == 1 && !g.is_legacy() {
        0
    } else {
        4 << 15 | 4 << 12
    };
    let element = if g.is_gfx9() {
        r.below(4) as u32
    } else {
        layout.element - 1
    };
    [
        base as u32,
        (base >> 32) as u32 | layout.stride << 16 | u32::from(layout.swizzle) << 31,
        records,
        format | 0xfac | element << 19 | (layout.index - 3) << 21 | add_tid << 23,
    ]
}

impl Maker<'_, '_> {
    /// An index or offset in register `v`: a lane's number, or what is in some register, cut to `bits` bits.
    fn number(&mut self, v: u8, bits: u32, unit: u32) {
        self.affine.retain(|x| *x != v);
        let mask = Operand::Literal(((1 << bits) - 1) * unit);
        match self.r.below(4) {
            0 => {
                let by = Operand::Int(2 - unit.trailing_zeros() as i8);
                self.vop2(Vop2::V_LSHRREV_B32, v, by, LANE4);
                self.vop2(Vop2::V_AND_B32, v, mask, v);
            }
            1 => {
                let n = unit * self.r.below(1 << bits) as u32;
                self.vop1(Vop1::V_MOV_B32, v, Operand::Literal(n));
            }
            _ => {
                let from = self.low(1);
                self.vop2(Vop2::V_AND_B32, v, mask, from);
            }
        }
    }

    /// The operands of an access to records.
    fn records(&mut self) -> MubufFields {
        let a = self.r.below(POOL - 1) as u8;
        let idxen = !self.r.one_in(3);
        let offen = self.r.one_in(2);
        let at = a + u8::from(idxen);
        if idxen {
            let bits = self.r.pick(&[3, 6, 6, 6, 10]);
            self.number(a, bits, 1);
        }
        if offen {
            self.number(at, 3, 4);
            if !idxen && self.r.one_in(2) {
                // Another register is the index of some instructions and the offset of others.
                self.vop2(Vop2::V_AND_B32, a + 1, Operand::Int(28), at);
                self.affine.retain(|v| *v != a + 1);
            }
        }
        let soffset = match self.r.below(3) {
            0 => {
                let s = 2 + self.r.below(12) as u8;
                let from = Operand::Sgpr(self.sgpr());
                self.sop2(Sop2::S_AND_B32, s, from, Operand::Literal(MOST_SOFFSET - 4));
                Operand::Sgpr(s)
            }
            _ => Operand::Int(self.r.pick(&[0, 0, 4, 16, MOST_SOFFSET as i8])),
        };
        let f = MubufFields {
            vdata: self.vgpr(4),
            vaddr: a,
            srsrc: RECORDS,
            soffset,
            offset: self.r.below(8) as u16 * 4,
            offen,
            idxen,
            glc: self.r.one_in(2),
            ..MubufFields::ZERO
        };
        let loaded = f.vdata..f.vdata.saturating_add(5);
        self.affine.retain(|v| !loaded.contains(v));
        f
    }

    /// Some accesses to records at the same place, perhaps in other ways.
    pub(super) fn structured(&mut self) {
        let fields = self.records();
        for _ in 0..1 + self.r.below(3) {
            let f = MubufFields {
                vdata: if self.r.one_in(2) {
                    fields.vdata
                } else {
                    self.vgpr(4)
                },
                offset: if self.r.one_in(2) {
                    fields.offset
                } else {
                    self.r.below(8) as u16 * 4
                },
                ..fields
            };
            let loaded = f.vdata..f.vdata.saturating_add(5);
            self.affine.retain(|v| !loaded.contains(v));
            if self.r.one_in(4) {
                self.mtbuf_access(f)
            } else {
                self.mubuf_access(f)
            }
        }
    }

    /// A transfer from a buffer to the wave's part of the LDS, or back.
    pub(super) fn transfer(&mut self) {
        let within = Operand::Literal(self.r.below(64) as u32 * 4);
        if self.tame {
            self.sop2(Sop2::S_ADD_U32, M0, Operand::Sgpr(LDS_BASE), within)
        } else {
            self.sop1(Sop1::S_MOV_B32, M0, within)
        };
        let fields = if self.r.one_in(3) {
            self.records()
        } else {
            self.buffer()
        };
        for _ in 0..20 {
            let op = self.r.pick(&self.rows.mubuf);
            let stores = op == Mubuf::BUFFER_STORE_LDS_DWORD;
            let formats = op.row().name.contains("FORMAT") && !self.g.is_legacy();
            let plain = fields.srsrc == VSHARP || !formats;
            if !(stores || op.has_lds_form(self.g)) || data_dwords(op.row()) > 1 || !plain {
                continue;
            }
            let f = MubufFields {
                vdata: 0,
                lds: !stores || self.r.one_in(2),
                tfe: false,
                ..fields
            };
            if self.push(Inst::Mubuf { op, f }) {
                break;
            }
        }
        if self.r.one_in(2) {
            // Seen by what follows.
            let a = self.lds_address();
            self.ds_access_at(a);
        }
        if !self.r.one_in(6) {
            self.reset_m0();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::descriptors::Buffer;

    /// What is in range lies in the bytes that were asked for.
    #[test]
    fn records_lie_inside() {
        for g in Gen::GCN {
            let r = &mut Source::seeded(g as u64);
            let mut reached = 0;
            for _ in 0..3000 {
                let bytes = r.pick(&[BUFFER, BUFFER_STRIDE]);
                let base = 0x1_0000;
                let buffer = Buffer::decode(draw(r, g, base, bytes));
                for _ in 0..40 {
                    let soffset = r.below(u64::from(MOST_SOFFSET) + 1) as u32;
                    let idxen = r.one_in(2);
                    let view = buffer.view(g, idxen, soffset);
                    let (index, offset) = if idxen {
                        (r.below(1100) as u32, r.below(80))
                    } else {
                        (0, r.below(u64::from(MOST_OFFSET) + 1))
                    };
                    let lane = r.below(64) as u32;
                    if let Some(at) = view.address(view.index(index, lane), offset) {
                        assert!(
                            at >= base && at + 4 <= base + u64::from(bytes),
                            "{buffer:?}"
                        );
                        reached += 1;
                    }
                }
            }
            assert!(reached > 30_000, "{g}: {reached}");
        }
    }
}
