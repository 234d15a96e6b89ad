//! f32 quotients as compilers have them computed, and what is nearly one.

use super::*;
use crate::isa::{EXEC_LO, InlineFloat, VCC_LO, Vop3, VopForm};

/// Registers of the steps: the operands scaled, the reciprocal, a remainder or an error, the quotient.
const SCALED_D: u8 = 5;
const SCALED_N: u8 = 6;
const RECIPROCAL: u8 = 7;
const REST: u8 = 8;
const QUOTIENT: u8 = 9;

impl Maker<'_, '_> {
    /// All steps of the quotient of two registers. Now and then one is not as compilers make it, so that they are none of a
    /// quotient.
    pub(super) fn quotient(&mut self) {
        use Vop3::*;
        let [d, n] = [0; 2].map(|_| self.r.below(5) as u8);
        if self.r.one_in(2) {
            // For most operands of this size one division is enough.
            for v in [d, n] {
                self.vop2(Vop2::V_AND_B32, v, Operand::Literal(0xbfff_ffff), v);
                self.vop2(Vop2::V_OR_B32, v, Operand::Literal(0x2000_0000), v);
            }
        }
        let one = Operand::Float(InlineFloat::One);
        if self.r.one_in(6) {
            let n_is = self.r.pick(&[Operand::Int(0), one]);
            self.vop1(Vop1::V_MOV_B32, n, n_is);
        }
        let v = Operand::Vgpr;
        let [scaled_d, scaled_n] = [SCALED_D, SCALED_N].map(v);
        let [r, rest, q, dn, nn] = [RECIPROCAL, REST, QUOTIENT, d, n].map(v);
        // Where the second operand's sign is turned, and of which step.
        let odd = if self.r.one_in(3) {
            self.r.below(12)
        } else {
            12
        };
        self.step(odd == 0, V_DIV_SCALE_F32, SCALED_D, [dn, dn, nn], 0);
        self.step(odd == 1, V_DIV_SCALE_F32, SCALED_N, [nn, dn, nn], 0);
        self.vop1(Vop1::V_RCP_F32, RECIPROCAL, scaled_d);
        self.step(odd == 2, V_FMA_F32, REST, [scaled_d, r, one], 1);
        self.step(odd == 3, V_FMA_F32, RECIPROCAL, [rest, r, r], 0);
        let by = if odd == 4 { SCALED_D } else { RECIPROCAL };
        self.vop2(Vop2::V_MUL_F32, QUOTIENT, scaled_n, by);
        self.step(odd == 5, V_FMA_F32, REST, [scaled_d, q, scaled_n], 1);
        if odd == 6 {
            self.sop1(Sop1::S_NOT_B64, EXEC_LO, Operand::Sgpr(EXEC_LO));
        }
        if odd == 7 {
            self.sop1(Sop1::S_NOT_B64, VCC_LO, Operand::VCC);
        }
        self.step(odd == 8, V_FMA_F32, QUOTIENT, [rest, r, q], 0);
        self.step(odd == 9, V_FMA_F32, REST, [scaled_d, q, scaled_n], 1);
        self.step(odd == 10, V_DIV_FMAS_F32, QUOTIENT, [rest, r, q], 0);
        let to = self.r.below(5) as u8;
        self.step(odd == 11, V_DIV_FIXUP_F32, to, [q, dn, nn], 0);
        // Steps that nothing needs any more are left out.
        if self.r.one_in(2) {
            for v in SCALED_D..=QUOTIENT {
                self.vop1(Vop1::V_MOV_B32, v, Operand::Int(0));
            }
        }
    }

    /// A step, with factors in either order; if it is `odd` something else is added, or taken for the last operand.
    fn step(&mut self, odd: bool, op: Vop3, to: u8, mut src: [Operand; 3], neg: u8) {
        let mut f = Vop {
            form: VopForm::E64,
            neg,
            ..Vop::plain(to, src)
        };
        if odd && self.r.one_in(2) {
            f.neg ^= 4;
        } else if odd {
            src[2] = Operand::Vgpr(self.r.below(10) as u8);
        }
        f.src = src;
        if op == Vop3::V_FMA_F32 && self.r.one_in(4) {
            f.src.swap(0, 1);
            f.neg = neg << 1 | f.neg & 4;
        }
        self.push(Inst::Vop3 { op, f });
    }
}
