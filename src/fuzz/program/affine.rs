//! Values that go from lane to lane by a stride, and the addresses that compilers make of them: compiled
//! code keeps track of these, checks them where it has to, and leaves for other code when a check fails.

use super::*;
use crate::isa::{
    EXEC_LO, Flat, FlatFields, Gens, Mubuf, MubufFields, Segment, VCC_LO, Vop3, VopForm, Vopc,
};

impl Maker<'_, '_> {
    /// A register whose lanes are likely to follow each other.
    fn along(&mut self) -> u8 {
        match self.r.below(3) {
            0 if !self.affine.is_empty() => self.r.pick(&self.affine),
            1 => self.r.below(3) as u8,
            _ => LANE4,
        }
    }

    /// The same in all lanes: a small constant, an edge of 32 bits, or a scalar register.
    fn uniform(&mut self) -> Operand {
        match self.r.below(4) {
            0 => Operand::Int(self.r.below(65) as i8),
            1 => {
                let edge = self.r.pick(&[
                    0x7fff_ff80u32,
                    0xffff_ff80,
                    0xffff_fffc,
                    0x8000_0000,
                    0x100,
                    0xffff_fe00,
                ]);
                Operand::Literal(edge)
            }
            _ => Operand::Sgpr(self.sgpr()),
        }
    }

    pub(super) fn e64(&mut self, op: Vop3, vdst: u8, src: [Operand; 3]) -> bool {
        let form = VopForm::E64;
        let f = Vop {
            form,
            ..Vop::plain(vdst, src)
        };
        self.push(Inst::Vop3 { op, f })
    }

    /// base + lane x stride.
    pub(super) fn affine(&mut self) {
        let v = self.r.below(self.pool) as u8;
        let from = self.along();
        let (source, other) = (Operand::Vgpr(from), self.uniform());
        let small = Operand::Int(self.r.below(17) as i8);
        let add = if self.g.is_gfx9() && self.r.one_in(2) {
            Vop2::V_ADD_U32
        } else {
            Vop2::V_ADD_CO_U32
        };
        let done = match self.r.below(14) {
            0 | 1 => {
                let n = Operand::Int(self.r.below(6) as i8);
                self.vop2(Vop2::V_LSHLREV_B32, v, n, from)
            }
            2 => self.vop2(Vop2::V_MUL_U32_U24, v, small, from),
            3 => self.e64(Vop3::V_MUL_LO_U32, v, [source, small, Operand::Int(0)]),
            4 | 5 => self.vop2(add, v, other, from),
            6 => {
                let second = self.along();
                self.vop2(add, v, source, second)
            }
            7 => {
                let op = self.r.pick(&[Vop2::V_SUB_CO_U32, Vop2::V_SUBREV_CO_U32]);
                self.vop2(op, v, other, from)
            }
            8 => {
                let op = self.r.pick(&[Vop3::V_MAD_U32_U24, Vop3::V_MAD_I32_I24]);
                let third = match other {
                    Operand::Literal(_) => small,
                    other => other,
                };
                self.e64(op, v, [source, small, third])
            }
            9 => self.vop1(Vop1::V_MOV_B32, v, other),
            10 => self.vop1(Vop1::V_MOV_B32, v, source),
            11 => {
                let op =
                    self.r
                        .pick(&[Vop3::V_LSHL_ADD_U32, Vop3::V_ADD_LSHL_U32, Vop3::V_ADD3_U32]);
                let three = match op {
                    Vop3::V_LSHL_ADD_U32 => [source, Operand::Int(2), small],
                    _ => [source, small, Operand::Int(2)],
                };
                self.e64(op, v, three)
            }
            12 => {
                let op = self
                    .r
                    .pick(&[Vop2::V_AND_B32, Vop2::V_OR_B32, Vop2::V_XOR_B32]);
                self.vop2(op, v, other, from)
            }
            _ => self.vop2(Vop2::V_ASHRREV_I32, v, Operand::Int(31), from),
        };
        if done && !self.affine.contains(&v) {
            if self.affine.len() == 4 {
                self.affine.remove(0);
            }
            self.affine.push(v);
        }
    }

    /// A 64-bit sum of registers in two halves, by way of a carry in VCC or in any pair, and now and then
    /// with something between the halves.
    pub(super) fn carry_pair(&mut self) {
        use Vop2::*;
        let (low, high) = self.r.pick(&[
            (V_ADD_CO_U32, V_ADDC_CO_U32),
            (V_ADD_CO_U32, V_ADDC_CO_U32),
            (V_SUB_CO_U32, V_SUBB_CO_U32),
            (V_SUBREV_CO_U32, V_SUBBREV_CO_U32),
        ]);
        let e64 = self.r.one_in(3);
        let (form, carry) = if e64 {
            (VopForm::E64, self.sdst64())
        } else {
            (VopForm::E32, VCC_LO)
        };
        let d = self.low(2);
        let mut a = self.along();
        let b = self.low(2);
        if self.r.one_in(2) {
            // A stride that is known, and a sum that may wrap around.
            self.full_exec();
            a = self.r.below(self.pool) as u8;
            let base = self.uniform();
            self.vop2(Vop2::V_ADD_CO_U32, a, base, LANE4);
        }
        if self.r.one_in(2) {
            // The high half of a signed value.
            self.vop2(V_ASHRREV_I32, b + 1, Operand::Int(31), a);
        }
        let scalar = Operand::Sgpr(self.sgpr());
        let first = self.r.pick(&[Operand::Vgpr(b), scalar, scalar]);
        let f = Vop {
            form,
            sdst: carry,
            ..Vop::plain(d, [first, Operand::Vgpr(a), Operand::Int(0)])
        };
        self.push(Inst::Vop2 { op: low, f });
        for _ in 0..self.r.rarely(2) {
            self.any_alu();
        }
        let last = self
            .r
            .pick(&[Operand::Int(0), Operand::Vgpr(b), Operand::Vgpr(d)]);
        let src = [last, Operand::Vgpr(b + 1), Operand::Sgpr(carry)];
        let f = Vop {
            form,
            ..Vop::plain(d + 1, src)
        };
        self.push(Inst::Vop2 { op: high, f });
        if self.r.one_in(4) {
            let f = Vop::plain(0, [Operand::Vgpr(a), Operand::Vgpr(d), Operand::Int(0)]);
            let op = Vopc::V_CMP_LT_U32;
            self.push(Inst::Vopc { op, f });
        }
        self.affine.retain(|v| *v != d && *v != d + 1);
    }

    fn any_alu(&mut self) {
        let rows = self.rows;
        match self.r.below(3) {
            0 => self.scalar_alu(),
            1 => self.affine(),
            _ => self.vector_alu(&rows.common),
        }
    }

    /// A load or store whose lanes follow each other, overlap, or are all at one place: without a mask
    /// in the way that hides it.
    pub(super) fn affine_access(&mut self) {
        if !self.r.one_in(3) {
            self.full_exec();
        }
        let a = self.r.below(POOL - 2) as u8;
        // At most 63 x 32 + 0x400 + 0x1fc.
        match self.r.below(8) {
            0 => self.vop1(Vop1::V_MOV_B32, a, Operand::Int(64)),
            1 => self.vop2(Vop2::V_LSHRREV_B32, a, Operand::Int(2), LANE4),
            2 => self.vop2(Vop2::V_LSHRREV_B32, a, Operand::Int(1), LANE4),
            3 => self.vop2(Vop2::V_LSHLREV_B32, a, Operand::Int(1), LANE4),
            4 => self.vop2(Vop2::V_LSHLREV_B32, a, Operand::Int(2), LANE4),
            5 => self.vop2(Vop2::V_SUB_CO_U32, a, Operand::Literal(0x100), LANE4),
            6 => self.vop2(Vop2::V_LSHLREV_B32, a, Operand::Int(3), LANE4),
            _ => self.vop1(Vop1::V_MOV_B32, a, Operand::Vgpr(LANE4)),
        };
        if self.r.one_in(2) {
            let k = self.r.pick(&[4, 1, 2, 8, 64, 0x100, 0x3fc, 0x400]);
            self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Literal(k), a);
        }
        let wide = self.r.one_in(2);
        let global = self.g.is_gfx9() && self.r.one_in(2);
        let buffer = !self.g.has(Gens::FLAT) || (!wide && !global) || self.r.one_in(5);
        if !buffer && !global {
            self.wide_address(a);
        }
        self.affine.retain(|v| *v != a && *v != a + 1);
        // Several accesses at one address, which overlap by their offsets.
        for _ in 0..1 + self.r.below(4) {
            let op = self.r.below(8) as usize;
            // What programs that have been found before are made of stays the same but for this.
            let kept = self.r.clone();
            let kind = self.r.below(4) as usize;
            *self.r = kept;
            let data = match self.r.below(3) {
                0 if !self.affine.is_empty() => self.r.pick(&self.affine),
                _ => self.low(4),
            };
            let offset = self.r.below(8) as u16 * 4;
            let three = kind == 0 && self.g.has(Gens::THREE_DWORDS);
            let dwords = match op {
                0 | 4 if three => 3,
                _ => [1, 1, 2, 4, 1, 1, 2, 4][op],
            };
            // A loaded value must not take the reserved registers.
            let data = data.min(POOL as u8 - dwords);
            if buffer {
                use Mubuf::*;
                let small = [
                    BUFFER_LOAD_USHORT,
                    BUFFER_LOAD_SSHORT,
                    BUFFER_LOAD_UBYTE,
                    BUFFER_LOAD_SBYTE,
                ];
                let op = [
                    [BUFFER_LOAD_DWORD, BUFFER_LOAD_DWORDX3][usize::from(three)],
                    small[kind],
                    BUFFER_LOAD_DWORDX2,
                    BUFFER_LOAD_DWORDX4,
                    [BUFFER_STORE_DWORD, BUFFER_STORE_DWORDX3][usize::from(three)],
                    [BUFFER_STORE_BYTE, BUFFER_STORE_SHORT][kind % 2],
                    BUFFER_STORE_DWORDX2,
                    BUFFER_STORE_DWORDX4,
                ][op];
                let f = MubufFields {
                    vdata: data,
                    vaddr: a,
                    srsrc: VSHARP,
                    offset,
                    offen: true,
                    ..MubufFields::ZERO
                };
                self.push(Inst::Mubuf { op, f });
            } else {
                use Flat::*;
                let load = op < 4;
                let small = [LOAD_USHORT, LOAD_SSHORT, LOAD_UBYTE, LOAD_SBYTE];
                let op = [
                    [LOAD_DWORD, LOAD_DWORDX3][usize::from(three)],
                    small[kind],
                    LOAD_DWORDX2,
                    LOAD_DWORDX4,
                    [STORE_DWORD, STORE_DWORDX3][usize::from(three)],
                    [STORE_BYTE, STORE_SHORT][kind % 2],
                    STORE_DWORDX2,
                    STORE_DWORDX4,
                ][op];
                let f = FlatFields {
                    seg: if global || self.g.is_gfx9() && self.r.one_in(2) {
                        Segment::Global
                    } else {
                        Segment::Flat
                    },
                    vdst: if load { data } else { 0 },
                    vaddr: a,
                    vdata: if load { 0 } else { data },
                    saddr: global.then_some(BASE),
                    offset: if self.g.is_gfx9() { offset as i16 } else { 0 },
                    ..FlatFields::ZERO
                };
                self.push(Inst::Flat { op, f });
            }
            if !self.tame && self.r.one_in(4) {
                self.any_alu();
            }
            // A load may have overwritten the address.
            if self.tame && (data..data + dwords).any(|v| v == a || v == a + 1) {
                break;
            }
        }
    }

    /// What one load of all lanes has brought is used in parts: by compares, behind a store to the same
    /// place, as halves of one value.
    pub(super) fn reused_load(&mut self) {
        if !self.g.has(Gens::FLAT) {
            return self.affine_access();
        }
        self.full_exec();
        let rows = self.rows;
        let a = 0;
        self.vop2(Vop2::V_LSHLREV_B32, a, Operand::Int(2), LANE4);
        self.wide_address(a);
        let d = 4 + self.r.below(3) as u8;
        let n = self.r.pick(&[1, 2, 2, 4]);
        let seg = if self.g.is_gfx9() && self.r.one_in(2) {
            Segment::Global
        } else {
            Segment::Flat
        };
        let at = self.r.below(4) as i16 * 4;
        let f = FlatFields {
            seg,
            vdst: d,
            vaddr: a,
            offset: if self.g.is_gfx9() { at } else { 0 },
            ..FlatFields::ZERO
        };
        let op = match n {
            1 => Flat::LOAD_DWORD,
            2 => Flat::LOAD_DWORDX2,
            _ => Flat::LOAD_DWORDX4,
        };
        self.push(Inst::Flat { op, f });
        self.affine.retain(|v| !(d..d + n).contains(v));
        // First a store, or masks, and then both halves at once.
        let first = self.r.below(3);
        let (p, q) = (2, 4);
        for step in 0..3 + self.r.below(3) {
            let of = |m: &mut Self| Operand::Vgpr(d + m.r.below(n.into()) as u8);
            let kind = match (first, step) {
                (0, 0) => 2,
                (0, 1) | (1, 2) => 4,
                (1, 0 | 1) => 0,
                _ => self.r.below(5),
            };
            match kind {
                0 | 1 => {
                    let (x, y) = (of(self), of(self));
                    let f = Vop {
                        form: VopForm::E64,
                        sdst: match (first, step) {
                            (1, 0) => p,
                            (1, 1) => q,
                            _ => self.sdst64(),
                        },
                        ..Vop::plain(0, [x, y, Operand::Int(0)])
                    };
                    let op = self.r.pick(&[
                        Vopc::V_CMP_LT_U32,
                        Vopc::V_CMP_GT_I32,
                        Vopc::V_CMP_NE_U32,
                        Vopc::V_CMP_LT_F32,
                    ]);
                    self.push(Inst::Vopc { op, f });
                }
                2 => {
                    let f = FlatFields {
                        seg,
                        vaddr: a,
                        vdata: self.low(1),
                        ..FlatFields::ZERO
                    };
                    let op = Flat::STORE_DWORD;
                    self.push(Inst::Flat { op, f });
                }
                3 => {
                    let (from, to) = (of(self), self.low(1));
                    self.vop2(Vop2::V_XOR_B32, to, from, LANE4);
                    self.affine.retain(|v| *v != to);
                }
                _ if n > 1 => {
                    let pair = Operand::Vgpr(d + 2 * self.r.below(u64::from(n) / 2) as u8);
                    let to = self.low(2);
                    let op = self.r.pick(&[Vop3::V_ADD_F64, Vop3::V_MIN_F64]);
                    self.e64(op, to, [pair, pair, Operand::Int(0)]);
                    self.affine.retain(|v| ![to, to + 1].contains(v));
                }
                _ => self.vector_alu(&rows.common),
            }
        }
        if first == 1 {
            // Nothing but these wants the masks as numbers.
            for s in [p, q] {
                let (masks, mask) = (Operand::Sgpr(MASKS), Operand::Sgpr(s));
                self.sop2(Sop2::S_XOR_B64, MASKS, masks, mask);
                self.sop1(Sop1::S_MOV_B64, s, Operand::Int(0));
            }
        }
    }

    /// What rises by 1 from lane to lane, wrapping around now and then, compared with what lies near it.
    pub(super) fn rising_compare(&mut self) {
        if !self.r.one_in(4) {
            self.full_exec();
        }
        // Only waves' first registers may rise by 1.
        let (from, v) = (self.r.pick(&[0, 1, 1, 2]), self.low(1));
        let edge = if self.r.one_in(2) {
            0
        } else {
            self.r
                .pick(&[0x8000_0000, 0xffff_ffc0, 0x7fff_ffc0, 0xffff_fff0u32])
        };
        self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Literal(edge), from);
        self.vop1(Vop1::V_READFIRSTLANE_B32, TARGET, Operand::Vgpr(v));
        let near = Operand::Int(self.r.below(81) as i8 - 16);
        self.sop2(Sop2::S_ADD_U32, TARGET, Operand::Sgpr(TARGET), near);
        use Vopc::*;
        let op = self.r.pick(&[
            V_CMP_LT_U32,
            V_CMP_LE_U32,
            V_CMP_GT_U32,
            V_CMP_GE_U32,
            V_CMP_EQ_U32,
            V_CMP_NE_U32,
            V_CMP_LT_I32,
            V_CMP_LE_I32,
            V_CMP_GT_I32,
            V_CMP_GE_I32,
        ]);
        let f = Vop::plain(
            0,
            [Operand::Sgpr(TARGET), Operand::Vgpr(v), Operand::Int(0)],
        );
        self.push(Inst::Vopc { op, f });
        self.affine.retain(|x| *x != v);
        self.affine.push(v);
        self.between_mask_and_use();
    }

    /// Such a sum, and then perhaps code for other lanes.
    pub(super) fn wide_sum(&mut self) {
        let v = self.low(1);
        self.full_exec();
        let by = Operand::Int(self.r.below(4) as i8);
        self.vop2(Vop2::V_LSHLREV_B32, v, by, LANE4);
        self.affine.retain(|x| *x != v);
        self.sum_with(v);
        if self.r.one_in(2) {
            self.change_exec();
        }
    }

    /// A 64-bit sum with what rises from lane to lane, and may wrap around.
    pub(super) fn sum_with(&mut self, v: u8) {
        let d = self.low(2);
        let d = if d <= v && v <= d + 1 { (v + 1) % 8 } else { d };
        let base = if self.r.one_in(2) {
            Operand::Sgpr(BASE)
        } else {
            // Its upper halves differ then.
            Operand::Literal(0u32.wrapping_sub(self.r.below(600) as u32))
        };
        let low = Vop::plain(d, [base, Operand::Vgpr(v), Operand::Int(0)]);
        let op = Vop2::V_ADD_CO_U32;
        self.push(Inst::Vop2 { op, f: low });
        let zero = LANE4 - 1;
        self.vop1(Vop1::V_MOV_B32, zero, Operand::Int(0));
        let src = [Operand::Int(0), Operand::Vgpr(zero), Operand::Sgpr(VCC_LO)];
        let op = Vop2::V_ADDC_CO_U32;
        let f = Vop::plain(d + 1, src);
        self.push(Inst::Vop2 { op, f });
        self.sop2(Sop2::S_XOR_B64, MASKS, Operand::Sgpr(MASKS), Operand::VCC);
        self.affine.retain(|x| ![d, d + 1].contains(x));
    }

    /// Adds the buffer's address to the offset in register `a`, as compilers do: in two halves, by way
    /// of the carry, and often of a shift.
    pub(super) fn wide_address(&mut self, a: u8) {
        let high = if self.r.one_in(4) {
            (a + 2) % POOL as u8
        } else {
            a + 1
        };
        if self.g.is_gfx9() && self.r.one_in(2) {
            let down = self.r.below(3) as i8;
            self.vop2(Vop2::V_LSHRREV_B32, a, Operand::Int(down), a);
            self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
            let src = [Operand::Int(down), Operand::Vgpr(a), Operand::Int(0)];
            self.e64(Vop3::V_LSHLREV_B64, a, src);
        } else if self.r.one_in(8) {
            self.vop2(Vop2::V_ASHRREV_I32, a + 1, Operand::Int(31), a);
        } else {
            self.vop1(Vop1::V_MOV_B32, a + 1, Operand::Int(0));
        }
        if high != a + 1 {
            self.vop2(Vop2::V_AND_B32, high, Operand::Int(7), a + 1);
        }
        if !self.tame && self.r.one_in(8) {
            self.any_alu();
        }
        let low = Vop::plain(a, [Operand::Sgpr(BASE), Operand::Vgpr(a), Operand::Int(0)]);
        self.push(Inst::Vop2 {
            op: Vop2::V_ADD_CO_U32,
            f: low,
        });
        let other = (a + 3) % POOL as u8;
        let other = if other == high || other == a {
            LANE4 - 1
        } else {
            other
        };
        self.vop1(Vop1::V_MOV_B32, other, Operand::Sgpr(BASE + 1));
        let carry = Operand::Sgpr(VCC_LO);
        let f = Vop::plain(a + 1, [Operand::Vgpr(high), Operand::Vgpr(other), carry]);
        let op = Vop2::V_ADDC_CO_U32;
        self.push(Inst::Vop2 { op, f });
        self.affine.retain(|v| ![a, a + 1, high, other].contains(v));
    }

    /// EXEC full, and an access of all lanes of which the last ones do not fit.
    pub(super) fn over_the_end(&mut self) {
        let a = self.r.below(POOL - 1) as u8;
        if self.r.one_in(2) {
            self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Int(-1));
        }
        let short = self.r.below(68) as i64 * 4 - 4;
        self.faults = true;
        let at = i64::from(BUFFER + SLACK) - short - self.r.below(4) as i64;
        self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Literal(at as u32), LANE4);
        if !self.g.has(Gens::FLAT) {
            return;
        }
        // A scalar and a dword in each lane, which do not follow each other.
        let apart = self.g.is_gfx9() && self.r.one_in(3);
        if apart {
            self.vop2(Vop2::V_XOR_B32, a, Operand::Int(4), a);
        } else {
            self.wide_address(a);
        }
        use Flat::*;
        let (load, data) = (self.r.one_in(2), self.r.below(POOL - 4) as u8);
        let (op, vdst, vdata) = if load {
            (
                self.r.pick(&[LOAD_DWORD, LOAD_DWORDX2, LOAD_DWORDX4]),
                data,
                0,
            )
        } else {
            (
                self.r.pick(&[STORE_DWORD, STORE_DWORDX2, STORE_DWORDX4]),
                0,
                data,
            )
        };
        let seg = if apart || self.g.is_gfx9() && self.r.one_in(2) {
            Segment::Global
        } else {
            Segment::Flat
        };
        let f = FlatFields {
            seg,
            vdst,
            vaddr: a,
            vdata,
            saddr: apart.then_some(BASE),
            ..FlatFields::ZERO
        };
        self.push(Inst::Flat { op, f });
    }
}
