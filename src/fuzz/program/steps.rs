//! What compilers make of one operation in several steps, at a program's end: divisions, signs of values
//! that have just been computed, results that are chosen between and used once, and bytes.

use super::*;
use crate::isa::{Gens, VCC_LO, Vop3, Vop3p, VopForm, Vopc};

/// Denominator, numerator, quotient and what is between, each a pair of registers.
const D: u8 = 0;
const M: u8 = 2;
const Q: u8 = 4;
const T: u8 = 6;

impl Maker<'_, '_> {
    fn vop3(&mut self, op: Vop3, vdst: u8, src: [u8; 3], neg: u8, abs: u8) {
        let f = Vop {
            form: VopForm::E64,
            neg,
            abs,
            ..Vop::plain(vdst, src.map(Operand::Vgpr))
        };
        self.push(Inst::Vop3 { op, f });
    }

    /// Numbers of the size that most have, of whatever is in a register: so that the steps of a division by
    /// them meet nothing special.
    fn common_number(&mut self, v: u8) {
        self.vop2(Vop2::V_AND_B32, v, Operand::Literal(0x83ff_ffff), v);
        self.vop2(Vop2::V_OR_B32, v, Operand::Literal(0x3e00_0000), v);
    }

    /// The steps of M / D, with the quotient that was there before at times.
    fn division(&mut self, wide: bool, whole: bool) {
        let (scale, fmas, fixup) = if wide {
            (
                Vop3::V_DIV_SCALE_F64,
                Vop3::V_DIV_FMAS_F64,
                Vop3::V_DIV_FIXUP_F64,
            )
        } else {
            (
                Vop3::V_DIV_SCALE_F32,
                Vop3::V_DIV_FMAS_F32,
                Vop3::V_DIV_FIXUP_F32,
            )
        };
        self.vop3(scale, T, [D, D, M], 0, 0);
        if whole {
            self.vop1(Vop1::V_RCP_F32, Q, Operand::Vgpr(T));
            self.vop3(scale, T, [M, D, M], 0, 0);
            self.vop3(fmas, Q, [T, Q, Q], 0, 0);
        }
        self.vop3(fixup, Q, [Q, D, M], 0, 0);
    }

    /// Such steps. What is drawn for them nobody else misses.
    pub(super) fn steps(&mut self) {
        let mut r = self.r.clone();
        if !r.one_in(6) {
            return;
        }
        if r.one_in(2) {
            self.full_exec();
        }
        let wide = r.one_in(2);
        match r.below(3) {
            0 => {
                for v in [D, M] {
                    if !r.one_in(4) {
                        self.common_number(v + u8::from(wide));
                    }
                }
                self.division(wide, r.one_in(2));
            }
            1 => {
                self.vop3(Vop3::V_MUL_F64, T, [D, M, M], 0, 0);
                let (neg, abs) = (r.below(8) as u8, r.below(8) as u8);
                self.vop3(Vop3::V_FMA_F64, T, [T, D, T], neg, abs);
                self.vop3(Vop3::V_ADD_F64, T, [Q, T, T], 2, 0);
            }
            _ => {
                let op = r.pick(&[Vop2::V_AND_B32, Vop2::V_XOR_B32, Vop2::V_ADD_F32]);
                let mask = r.pick(&[VCC_LO, 4]);
                self.vop2(Vop2::V_AND_B32, T, Operand::Vgpr(D), M);
                let compare = r.pick(&[Vopc::V_CMP_EQ_U32, Vopc::V_CMP_NE_U32]);
                let f = Vop {
                    form: VopForm::E64,
                    sdst: mask,
                    ..Vop::plain(0, [Operand::Int(0), Operand::Vgpr(T), Operand::Int(0)])
                };
                self.push(Inst::Vopc { op: compare, f });
                self.vop2(op, T, Operand::Vgpr(D), Q);
                self.select(T, if r.one_in(2) { [M, T] } else { [T, M] }, mask);
                let op = r.pick(&[Vop2::V_AND_B32, Vop2::V_XOR_B32, Vop2::V_OR_B32]);
                self.vop2(op, T, Operand::Vgpr(Q), T);
                self.vop2(Vop2::V_OR_B32, T, Operand::Vgpr(M), T);
            }
        }
    }

    /// What hosts without AVX-512 take several instructions for: rotations, and operations on qwords whose halves count
    /// for different things. What is drawn for them nobody else misses.
    pub(super) fn several(&mut self) {
        let mut r = self.r.clone();
        // As much as the pieces before have drawn.
        r.bits();
        if !r.one_in(4) {
            return;
        }
        if r.one_in(2) {
            self.full_exec();
        }
        let v = Operand::Vgpr(r.pick(&[D, M]));
        let vop3 = |op: Vop3, src: [Operand; 3]| {
            let form = VopForm::E64;
            let sdst = VCC_LO;
            let f = Vop {
                form,
                sdst,
                ..Vop::plain(T, src)
            };
            Inst::Vop3 { op, f }
        };
        match r.below(4) {
            0 => {
                let any = r.below(32) as i8;
                let (op, by) = match r.below(3) {
                    0 => (Vop3::V_ALIGNBYTE_B32, r.below(4) as i8),
                    _ => (Vop3::V_ALIGNBIT_B32, r.pick(&[8, 16, 24, any])),
                };
                self.push(vop3(op, [v, v, Operand::Int(by)]));
            }
            1 => {
                let (by, none) = (Operand::Int(1 + r.below(63) as i8), Operand::Int(0));
                if self.g.is_legacy() {
                    self.push(vop3(Vop3::V_ASHR_I64, [v, by, none]));
                } else {
                    self.push(vop3(Vop3::V_ASHRREV_I64, [by, v, none]));
                }
            }
            2 => {
                let by = Operand::Int(r.below(81) as i8 - 16);
                self.push(vop3(Vop3::V_MAD_I64_I32, [v, by, Operand::Vgpr(Q)]));
            }
            _ => {
                // Zeros among numbers, in any direction of rounding.
                let literal = Some(r.below(16) as u32);
                self.push(Inst::Sopk {
                    op: Sopk::S_SETREG_IMM32_B32,
                    sdst: 0,
                    simm16: 3 << 11 | 1,
                    literal,
                });
                self.vop2(Vop2::V_AND_B32, Q, v, r.pick(&[D, M]));
                self.vop1(Vop1::V_CVT_F64_U32, T, Operand::Vgpr(Q));
            }
        }
    }

    /// Bytes by selectors that compilers use, in a register or a constant, and dot products of what comes of
    /// that. What is drawn for them nobody else misses.
    pub(super) fn bytes(&mut self) {
        let mut r = self.r.clone();
        if !r.one_in(5) || self.g < Gen::Gfx8 {
            return;
        }
        if r.one_in(2) {
            self.full_exec();
        }
        const SELECTORS: [u32; 8] = [
            0x0504_0100,
            0x0706_0302,
            0x0c05_0c01,
            0x0c0c_0c03,
            0x0001_0203,
            0x0602_0400,
            // Signs, ones, and what is beyond.
            0x0d0c_0901,
            0x1004_0f00,
        ];
        let selector = Operand::Literal(r.pick(&SELECTORS));
        self.sop1(Sop1::S_MOV_B32, 6, selector);
        if r.one_in(3) {
            // One in each lane, which are others where EXEC has left a lane out.
            self.vop1(Vop1::V_MOV_B32, T, selector);
            self.vop2(Vop2::V_XOR_B32, T, Operand::Int(r.below(8) as i8), T);
        }
        let by = match r.below(3) {
            0 => Operand::Vgpr(T),
            _ => Operand::Sgpr(6),
        };
        let f = Vop {
            form: VopForm::E64,
            ..Vop::plain(Q, [Operand::Vgpr(D), Operand::Vgpr(M), by])
        };
        self.push(Inst::Vop3 {
            op: Vop3::V_PERM_B32,
            f,
        });
        if Vop3p::V_DOT4_I32_I8.row().exists(self.g) && !self.g.has(Gens::MAI) {
            use Vop3p::*;
            let op = r.pick(&[
                V_DOT4_I32_I8,
                V_DOT4_U32_U8,
                V_DOT8_I32_I4,
                V_DOT2_I32_I16,
                V_DOT2_U32_U16,
            ]);
            let f = Vop {
                form: VopForm::E64,
                op_sel_hi: 7,
                clamp: r.one_in(4),
                ..Vop::plain(T, [Q, M, D].map(Operand::Vgpr))
            };
            self.push(Inst::Vop3p { op, f });
        }
    }
}
