//! Loops that lanes leave one after the other, as compilers make them: near a program's end. Now and then
//! something is there that compilers would not do, so that not all lanes may go round by themselves.

use super::*;
use crate::isa::Gens;
use crate::isa::{EXEC_LO, Flat, FlatFields, Segment, Sopc, VCC_LO, VopForm, Vopc};
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// Lanes that have left, and those that leave in this round.
const DONE: u8 = 48;
const LEAVES: u8 = 50;
/// EXEC before conditions.
const OUTER: u8 = 52;
const INNER: u8 = 54;
/// Another mask.
const MASK: u8 = 56;
/// A mask that the loop does not change.
const GIVEN: u8 = 60;
/// A number that rounds count.
const NUMBER: u8 = 58;
/// Another such number, and one that is on its way.
const OTHER: u8 = 59;
const THIRD: u8 = 62;
/// How many rounds a lane has still to go.
const LEFT: u8 = 12;

const EXEC: Operand = Operand::Sgpr(EXEC_LO);

impl Maker<'_, '_> {
    /// Such a loop, and a quotient behind it. What is drawn for them nobody else misses.
    pub fn rounds(&mut self) {
        let aside = self.r.aside();
        let before = std::mem::replace(self.r, aside);
        if self.r.one_in(4) {
            self.rounds_of_lanes();
        } else if self.r.one_in(3) {
            self.rounds_of_all();
        }
        if self.r.one_in(6) {
            self.quotient();
        }
        *self.r = before;
    }

    fn mask(&mut self, op: Sop2, to: u8, a: Operand, b: Operand) {
        self.sop2(op, to, a, b);
    }

    /// Operations that a round may do, on few registers, so that they depend on each other.
    pub(super) fn round_alu(&mut self) {
        for _ in 0..self.r.below(4) {
            let (d, a, b) = (self.low(2), self.low(2), self.low(2));
            let number = Operand::Sgpr(NUMBER);
            match self.r.below(12) {
                0 | 1 => drop(self.vop2(Vop2::V_ADD_F32, d, Operand::Vgpr(a), b)),
                2 => drop(self.vop2(Vop2::V_MUL_F32, d, Operand::Vgpr(a), b)),
                3 => drop(self.vop2(Vop2::V_XOR_B32, d, Operand::Vgpr(a), b)),
                4 => drop(self.vop2(Vop2::V_ADD_CO_U32, d, Operand::Vgpr(a), b)),
                5 => drop(self.vop2(Vop2::V_LSHLREV_B32, d, Operand::Int(3), b)),
                6 if self.r.one_in(2) => self.select(d, [a, b], GIVEN),
                6 => drop(self.vop2(Vop2::V_CNDMASK_B32, d, Operand::Vgpr(a), b)),
                7 => drop(self.vop1(Vop1::V_MOV_B32, d, Operand::Vgpr(a))),
                8 => drop(self.vop1(Vop1::V_MOV_B32, d, number)),
                9 => drop(self.vop2(Vop2::V_LSHRREV_B32, d, number, b)),
                10 => self.round_wide([d, a, b]),
                _ if self.r.one_in(3) => self.round_load(a, d),
                _ => {
                    let by = self.r.pick(&[Operand::Int(1), Operand::Int(-3), number]);
                    self.sop2(Sop2::S_ADD_U32, NUMBER, number, by);
                }
            }
        }
    }

    /// Two registers that are for loops only change places, or one is what another was a round before.
    pub(super) fn change_places(&mut self) {
        let (d, t) = (self.low(1), self.low(1));
        let [a, b] = self.r.pick(&[[LEFT + 1, LEFT + 2], [LEFT + 2, LEFT + 1]]);
        self.vop1(Vop1::V_MOV_B32, t, Operand::Vgpr(a));
        self.vop1(Vop1::V_MOV_B32, a, Operand::Vgpr(b));
        if self.r.one_in(2) {
            self.vop1(Vop1::V_MOV_B32, b, Operand::Vgpr(t));
        } else {
            self.vop2(Vop2::V_ADD_F32, b, Operand::Vgpr(d), b);
        }
        self.vop2(Vop2::V_XOR_B32, d, Operand::Vgpr(a), d);
    }

    /// A register has the number of the round before: a splat that goes on while its scalar does, too.
    fn number_before(&mut self) {
        let (d, kept) = (self.low(1), LEFT + 1 + self.r.below(2) as u8);
        self.vop2(Vop2::V_XOR_B32, d, Operand::Vgpr(kept), d);
        self.vop1(Vop1::V_MOV_B32, kept, Operand::Sgpr(NUMBER));
        let by = self.r.pick(&[Operand::Int(1), Operand::Int(-3)]);
        self.sop2(Sop2::S_ADD_U32, NUMBER, Operand::Sgpr(NUMBER), by);
    }

    /// Two numbers change places, or one is what the other was a round before; a register has one of them.
    fn numbers_in_turn(&mut self) {
        let (d, number) = (self.low(1), Operand::Sgpr(NUMBER));
        self.sop1(Sop1::S_MOV_B32, THIRD, number);
        self.sop1(Sop1::S_MOV_B32, NUMBER, Operand::Sgpr(OTHER));
        self.sop2(
            Sop2::S_ADD_U32,
            OTHER,
            Operand::Sgpr(THIRD),
            Operand::Int(1),
        );
        self.vop2(Vop2::V_XOR_B32, d, number, d);
    }

    fn round_wide(&mut self, [d, a, b]: [u8; 3]) {
        use crate::isa::Vop3::*;
        let op = self.r.pick(&[V_ADD_F64, V_MUL_F64, V_FMA_F64]);
        let f = Vop {
            form: VopForm::E64,
            neg: self.r.below(8) as u8,
            ..Vop::plain(d, [a, b, d].map(Operand::Vgpr))
        };
        self.push(Inst::Vop3 { op, f });
        if self.r.one_in(4) {
            // The upper half is another's.
            let (other, high) = (POOL as u8 - 2, Operand::Vgpr(POOL as u8 - 1));
            let f = Vop { vdst: other, ..f };
            self.push(Inst::Vop3 { op: V_MUL_F64, f });
            self.vop1(Vop1::V_MOV_B32, d + 1, high);
        }
    }

    /// A load from the wave's part of the buffer, at an address that is made there, and now and then one that
    /// has been behind it for some rounds.
    fn round_load(&mut self, a: u8, d: u8) {
        if !self.g.has(Gens::FLAT) {
            return;
        }
        let a = a.min(POOL as u8 - 2);
        let inside = if !self.tame && self.r.one_in(12) {
            Operand::Literal(0x1fffc)
        } else {
            Operand::Literal(0xffc)
        };
        self.vop2(Vop2::V_AND_B32, a, inside, a);
        let (mut seg, mut saddr) = (Segment::Flat, None);
        if self.g.is_gfx9() && self.r.one_in(2) {
            (seg, saddr) = (Segment::Global, Some(BASE));
        } else {
            let high = match self.r.below(6) {
                // Each lane has its own.
                0 if self.private => {
                    self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1f), a);
                    Operand::Literal(PRIVATE_APERTURE_HI)
                }
                1 if self.lds => {
                    self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0x1fc), a);
                    self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(LDS_BASE), a);
                    Operand::Literal(SHARED_APERTURE_HI)
                }
                _ => {
                    self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(BASE), a);
                    Operand::Sgpr(BASE + 1)
                }
            };
            self.vop1(Vop1::V_MOV_B32, a + 1, high);
        }
        let op = self.r.pick(&[
            Flat::LOAD_DWORD,
            Flat::LOAD_DWORD,
            Flat::LOAD_UBYTE,
            Flat::LOAD_SSHORT,
            Flat::LOAD_DWORDX2,
        ]);
        let f = FlatFields {
            seg,
            vdst: d,
            vaddr: a,
            saddr,
            sve: self.g.has(Gens::SVE) && seg == Segment::Scratch,
            ..FlatFields::ZERO
        };
        self.push(Inst::Flat { op, f });
    }

    /// A condition of lanes, in VCC.
    fn round_condition(&mut self) {
        let op = self.r.pick(&[
            Vopc::V_CMP_LT_F32,
            Vopc::V_CMP_NLT_F32,
            Vopc::V_CMP_GT_U32,
            Vopc::V_CMP_LE_U32,
            Vopc::V_CMP_NE_U32,
            Vopc::V_CMP_GT_I32,
        ]);
        let (a, b) = (self.low(1), self.low(1));
        let a = if self.r.one_in(3) {
            Operand::Int(self.r.below(40) as i8)
        } else {
            Operand::Vgpr(a)
        };
        let f = Vop::plain(0, [a, Operand::Vgpr(b), Operand::Int(0)]);
        self.push(Inst::Vopc { op, f });
    }

    /// What compilers would not do with masks here.
    fn odd_mask(&mut self) {
        if !self.r.one_in(24) {
            return;
        }
        use Sop2::*;
        let op = self.r.pick(&[
            S_AND_B64,
            S_OR_B64,
            S_XOR_B64,
            S_ANDN2_B64,
            S_ORN2_B64,
            S_NAND_B64,
            S_LSHL_B64,
        ]);
        let from = [
            EXEC,
            Operand::VCC,
            Operand::Sgpr(LEAVES),
            Operand::Sgpr(INNER),
            Operand::Sgpr(MASK),
            Operand::Int(-1),
        ];
        let to = self.r.pick(&[LEAVES, INNER, MASK, MASK]);
        let (a, b) = (self.r.pick(&from), self.r.pick(&from));
        self.mask(op, to, a, b);
    }

    /// Runs `body` for the lanes of a condition.
    fn round_if(&mut self, save: u8, body: &mut dyn FnMut(&mut Self)) {
        self.round_condition();
        self.sop1(Sop1::S_AND_SAVEEXEC_B64, save, Operand::VCC);
        let end = self.label();
        if !self.r.one_in(6) {
            self.branch(Sopp::S_CBRANCH_EXECZ, end);
        }
        body(self);
        self.odd_mask();
        self.place(end);
        self.sop2(Sop2::S_OR_B64, EXEC_LO, EXEC, Operand::Sgpr(save));
    }

    fn rounds_of_lanes(&mut self) {
        let most = self.r.pick(&[3, 3, 7, 15, 100]);
        let of = self.low(1);
        if self.r.one_in(3) {
            self.full_exec();
        }
        self.sop1(Sop1::S_MOV_B64, DONE, Operand::Int(0));
        if self.r.one_in(2) {
            self.sop1(Sop1::S_MOV_B64, LEAVES, Operand::Int(0));
        }
        if self.r.one_in(2) {
            self.sop1(Sop1::S_MOV_B32, NUMBER, Operand::Int(0));
        }
        self.vop2(Vop2::V_AND_B32, LEFT, Operand::Literal(most), of);
        let head = self.label();
        self.place(head);
        self.round_alu();
        if self.r.one_in(2) {
            let (a, d) = (self.low(2), self.low(2));
            self.round_load(a, d);
        }
        let (nested, breaks) = (self.r.one_in(2), self.r.one_in(2));
        let leaves = Operand::Sgpr(LEAVES);
        if breaks {
            self.mask(Sop2::S_OR_B64, LEAVES, leaves, EXEC);
        }
        if self.r.one_in(3) {
            self.round_if(MASK, &mut |m| m.round_alu());
        }
        self.round_if(OUTER, &mut |m| {
            m.round_alu();
            if nested {
                m.round_if(INNER, &mut |m| m.round_alu());
            }
            if breaks {
                m.round_condition();
                m.mask(Sop2::S_ANDN2_B64, LEAVES, leaves, EXEC);
                m.mask(Sop2::S_AND_B64, MASK, Operand::VCC, EXEC);
                m.mask(Sop2::S_OR_B64, LEAVES, leaves, Operand::Sgpr(MASK));
            }
        });
        if self.r.one_in(3) {
            self.round_alu();
        }
        if self.r.one_in(3) {
            self.change_places();
        }
        if self.r.one_in(4) {
            self.number_before();
        }
        if self.r.one_in(8) {
            self.numbers_in_turn();
        }
        let done = Operand::Sgpr(DONE);
        if breaks {
            self.mask(Sop2::S_AND_B64, MASK, EXEC, leaves);
            self.mask(Sop2::S_OR_B64, DONE, Operand::Sgpr(MASK), done);
        }
        // In any case lanes leave when they have made all of theirs.
        let mut f = Vop::plain(
            LEFT,
            [Operand::Int(-1), Operand::Vgpr(LEFT), Operand::Int(0)],
        );
        let op = if self.g.is_gfx9() {
            Vop2::V_ADD_U32
        } else {
            Vop2::V_ADD_CO_U32
        };
        self.push(Inst::Vop2 { op, f });
        f.src[0] = Operand::Int(0);
        f.vdst = 0;
        let op = Vopc::V_CMP_GT_I32;
        self.push(Inst::Vopc { op, f });
        self.mask(Sop2::S_OR_B64, DONE, Operand::VCC, done);
        self.mask(Sop2::S_ANDN2_B64, EXEC_LO, EXEC, done);
        self.branch(Sopp::S_CBRANCH_EXECNZ, head);
        if !self.r.one_in(4) {
            self.sop2(Sop2::S_OR_B64, EXEC_LO, EXEC, done);
        }
        let (d, a) = (self.low(1), self.low(1));
        self.vop2(Vop2::V_XOR_B32, d, Operand::Vgpr(a), d);
        // Compilers make nothing of the masks behind a loop, nor of SCC.
        if self.r.one_in(4) {
            return;
        }
        for mask in [LEAVES, OUTER, INNER, MASK, VCC_LO] {
            self.sop1(Sop1::S_MOV_B64, mask, Operand::Int(0));
        }
        if self.r.one_in(2) {
            self.sop1(Sop1::S_MOV_B32, NUMBER, Operand::Int(0));
        }
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_EQ_U32,
            ssrc0: Operand::Int(0),
            ssrc1: Operand::Int(0),
        });
    }
}
