//! Loops in which a scalar decides how often all lanes go round, as compilers make them, with loads whose addresses are
//! a number and, in each lane, one that is the same in all rounds or rises by a number.

use super::*;
use crate::isa::Gens;
use crate::isa::{Ds, DsFields, Flat, FlatFields, Segment, SmemFields, Sopc, VCC_LO};

/// Rounds so far, and of all.
const ROUND: u8 = 48;
const ROUNDS: u8 = 49;
/// What the round has loaded, and its address.
const LOADED: u8 = 50;
const PLACE: u8 = 52;
/// A base of addresses almost 4 GiB before the buffer.
const WRAPS: u8 = 54;
/// Values that a round may find: more than a host with AVX2 has registers, and those of any.
const MANY: u32 = 15;
const MOST: u32 = 36;
/// The lanes' part of addresses; two registers that only change places, or count.
const LANES: u8 = 12;

impl Maker<'_, '_> {
    /// Such a loop, near a program's end.
    pub(super) fn rounds_of_all(&mut self) {
        let most = self.r.pick(&[1, 2, 3, 7, 8, 9, 17, 40, 150]);
        if self.r.one_in(2) {
            self.full_exec();
        }
        self.sop1(Sop1::S_MOV_B32, ROUND, Operand::Int(0));
        self.sop1(Sop1::S_MOV_B32, ROUNDS, Operand::Literal(most));
        self.sop1(Sop1::S_MOV_B64, LOADED, Operand::Int(0));
        self.lanes_of_addresses();
        let head = self.label();
        self.place(head);
        self.round_place();
        self.round_alu();
        for _ in 0..self.r.below(3) {
            let d = self.low(2);
            self.turn_load(d);
            if self.r.one_in(2) {
                let by = self.low(1);
                self.vop2(Vop2::V_ADD_F32, by, Operand::Vgpr(d), by);
            }
        }
        if self.r.one_in(3) {
            self.turn_lds();
        }
        if self.r.one_in(3) {
            self.scalar_load();
        }
        self.round_alu();
        if self.r.one_in(3) {
            self.change_places();
        }
        if self.r.one_in(2) {
            self.many_in_turn();
        }
        if self.r.one_in(3) {
            let by = self
                .r
                .pick(&[Operand::Int(4), Operand::Int(16), Operand::Int(-4)]);
            let op = if self.g.is_gfx9() {
                Vop2::V_ADD_U32
            } else {
                Vop2::V_ADD_CO_U32
            };
            self.vop2(op, LANES, by, LANES);
        }
        self.next_turn(head);
        let (d, a) = (self.low(1), self.low(1));
        self.vop2(Vop2::V_XOR_B32, d, Operand::Vgpr(a), d);
        // Compilers make nothing of the numbers behind a loop, nor of SCC and VCC.
        if self.r.one_in(4) {
            return;
        }
        for pair in [ROUND, LOADED, PLACE, VCC_LO] {
            self.sop1(Sop1::S_MOV_B64, pair, Operand::Int(0));
        }
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_EQ_U32,
            ssrc0: Operand::Int(0),
            ssrc1: Operand::Int(0),
        });
    }

    /// More values that go from round to round than a host has registers; what they were is needed until all have
    /// become others.
    fn many_in_turn(&mut self) {
        let many = (self.vgprs - VGPRS) / 2;
        if many < MANY {
            return;
        }
        let many = self.r.pick(&[MANY, many]).min(MOST) as u8;
        let first = VGPRS as u8;
        for v in first..first + many {
            let by = self.low(1);
            self.vop1(Vop1::V_MOV_B32, v + many, Operand::Vgpr(v));
            self.vop2(Vop2::V_XOR_B32, v, Operand::Vgpr(by), v);
        }
        for k in 0..many {
            let old = first + many + (k + many / 2) % many;
            self.vop2(Vop2::V_XOR_B32, first + k, Operand::Vgpr(old), first + k);
        }
    }

    /// Goes round again, unless there have been all rounds.
    fn next_turn(&mut self, head: u32) {
        self.sop2(
            Sop2::S_ADD_U32,
            ROUND,
            Operand::Sgpr(ROUND),
            Operand::Int(1),
        );
        let (op, branch) = self.r.pick(&[
            (Sopc::S_CMP_LG_U32, Sopp::S_CBRANCH_SCC1),
            (Sopc::S_CMP_LT_U32, Sopp::S_CBRANCH_SCC1),
            (Sopc::S_CMP_EQ_U32, Sopp::S_CBRANCH_SCC0),
            (Sopc::S_CMP_GE_I32, Sopp::S_CBRANCH_SCC0),
        ]);
        self.push(Inst::Sopc {
            op,
            ssrc0: Operand::Sgpr(ROUND),
            ssrc1: Operand::Sgpr(ROUNDS),
        });
        self.branch(branch, head);
    }

    /// In each lane a number of bytes: the same in all, in many, one after the other, or any.
    fn lanes_of_addresses(&mut self) {
        let by = self.r.pick(&[0, 0, 1, 2]);
        match self.r.below(6) {
            0 | 1 => drop(self.vop2(Vop2::V_LSHLREV_B32, LANES, Operand::Int(by), LANE4)),
            2 => drop(self.vop1(Vop1::V_MOV_B32, LANES, Operand::Int(32))),
            3 => {
                let of_many = self.r.pick(&[0xc0, 0xe0, 0x1e0]);
                self.vop2(Vop2::V_AND_B32, LANES, Operand::Literal(of_many), LANE4);
            }
            4 => {
                self.vop2(Vop2::V_XOR_B32, LANES, Operand::Literal(0xfc), LANE4);
            }
            _ => {
                let from = self.low(1);
                self.vop2(Vop2::V_AND_B32, LANES, Operand::Literal(0x1fc), from);
            }
        }
    }

    /// Where the round's data are: a number for all lanes. Now and then it leaves the buffer after some rounds.
    fn round_place(&mut self) {
        let far = !self.tame && self.r.one_in(8);
        let by = if far { 11 } else { self.r.pick(&[0, 2, 3]) };
        let place = Operand::Sgpr(PLACE);
        self.sop2(
            Sop2::S_LSHL_B32,
            PLACE,
            Operand::Sgpr(ROUND),
            Operand::Int(by),
        );
        self.sop2(Sop2::S_ADD_U32, PLACE, Operand::Sgpr(BASE), place);
        self.sop2(
            Sop2::S_ADDC_U32,
            PLACE + 1,
            Operand::Sgpr(BASE + 1),
            Operand::Int(0),
        );
    }

    /// A load from there, and from the lane's part on: the address is made in one of several ways.
    fn turn_load(&mut self, d: u8) {
        if !self.g.has(Gens::FLAT) {
            return;
        }
        let (a, high) = (self.low(2).min(POOL as u8 - 2), Operand::Sgpr(PLACE + 1));
        let (mut seg, mut saddr) = (Segment::Flat, None);
        if self.g.is_gfx9() {
            seg = Segment::Global;
        }
        match self.r.below(4) {
            // After some rounds the sum of dwords wraps around; without end it would still be inside.
            0 if self.g.is_gfx9() && !self.tame && self.r.one_in(4) => {
                let (low, high) = (Operand::Sgpr(BASE), Operand::Sgpr(BASE + 1));
                self.sop2(Sop2::S_ADD_U32, WRAPS, low, Operand::Literal(0x100));
                self.sop2(Sop2::S_ADDC_U32, WRAPS + 1, high, Operand::Int(-1));
                self.vop2(Vop2::V_ADD_U32, a, Operand::Literal(0xffff_ff00), LANES);
                self.vop2(Vop2::V_ADD_U32, a, Operand::Sgpr(ROUND), a);
                saddr = Some(WRAPS);
            }
            // The number is added to the dword.
            0 if self.g.is_gfx9() => {
                self.vop2(Vop2::V_ADD_U32, a, Operand::Sgpr(ROUND), LANES);
                saddr = Some(BASE);
                if self.r.one_in(2) {
                    self.vop2(Vop2::V_LSHLREV_B32, a, Operand::Int(1), a);
                }
            }
            1 if self.g.is_gfx9() => {
                self.vop1(Vop1::V_MOV_B32, a, Operand::Vgpr(LANES));
                saddr = Some(PLACE);
            }
            // Both halves, with the carry between them.
            2 => {
                self.vop1(Vop1::V_MOV_B32, a + 1, high);
                self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(PLACE), LANES);
                self.vop2(Vop2::V_ADDC_CO_U32, a + 1, Operand::Int(0), a + 1);
            }
            // Without it.
            _ => {
                self.vop1(Vop1::V_MOV_B32, a + 1, high);
                self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(PLACE), LANES);
            }
        }
        let op = self.r.pick(&[
            Flat::LOAD_DWORD,
            Flat::LOAD_DWORD,
            Flat::LOAD_DWORDX2,
            Flat::LOAD_DWORDX3,
            Flat::LOAD_DWORDX4,
            Flat::LOAD_USHORT,
        ]);
        let f = FlatFields {
            seg,
            vdst: d.min(POOL as u8 - 4),
            vaddr: a,
            saddr,
            sve: self.g.has(Gens::SVE) && seg == Segment::Scratch,
            ..FlatFields::ZERO
        };
        self.push(Inst::Flat { op, f });
    }

    /// A load from the LDS at such an address.
    fn turn_lds(&mut self) {
        if !self.lds {
            return;
        }
        let (a, d) = (self.low(1), self.low(2));
        self.vop2(Vop2::V_AND_B32, a, Operand::Literal(0xfc), LANES);
        let number = self
            .r
            .pick(&[Operand::Sgpr(ROUND), Operand::Sgpr(LDS_BASE)]);
        self.vop2(Vop2::V_ADD_CO_U32, a, number, a);
        if self.tame && number == Operand::Sgpr(ROUND) {
            // Other waves change their parts at any time.
            self.vop2(Vop2::V_ADD_CO_U32, a, Operand::Sgpr(LDS_BASE), a);
        }
        let op = self
            .r
            .pick(&[Ds::DS_READ_B32, Ds::DS_READ_B64, Ds::DS_READ2_B32]);
        let two = op == Ds::DS_READ2_B32;
        let f = DsFields {
            vdst: d,
            addr: a,
            offset0: self.r.below(8) as u8,
            offset1: if two { self.r.below(8) as u8 } else { 0 },
            ..DsFields::ZERO
        };
        self.push(Inst::Ds { op, f });
    }

    /// A scalar load from where the round's data are.
    fn scalar_load(&mut self) {
        let f = SmemFields {
            sdata: LOADED,
            sbase: PLACE,
            imm: 0,
            has_imm: true,
            ..SmemFields::ZERO
        };
        let op = crate::isa::Smem::S_LOAD_DWORD;
        self.push(Inst::Smem { op, f });
        let d = self.low(1);
        self.vop2(Vop2::V_XOR_B32, d, Operand::Sgpr(LOADED), d);
    }
}
