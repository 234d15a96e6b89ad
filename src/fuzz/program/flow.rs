//! Control flow: by scalar branches, by EXEC, by the control stack of forks and joins, by calls.

use super::*;
use crate::isa::{EXEC_LO, Sopc, Vopc};

impl Maker<'_, '_> {
    /// Structured code; `depth` fixes the reserved registers, up to 3. `waves` is the number of waves
    /// that all come here equally often, where that is so.
    pub(super) fn body(&mut self, depth: u8, functions: &[u32], waves: Option<u32>) {
        for _ in 0..1 + self.r.below(3) {
            let n = 1 + self.r.below(8);
            self.any(n);
            if depth == 3 || self.is_enough() {
                continue;
            }
            match self.r.below(18) {
                0 => self.counted(depth, functions, waves),
                1 => self.divergent_loop(depth, functions),
                2 | 3 => self.divergent_if(depth, functions),
                4 => self.skip(depth, functions),
                5 => self.barrier(waves),
                6 => self.jump(),
                7 if !functions.is_empty() => self.call(functions),
                8 | 9 => self.fork(depth, functions),
                10 if self.tame => self.shared_atomic(),
                11 => self.graph(depth),
                12 => self.spilled(depth, functions),
                13 | 14 => self.walk(depth),
                15 => self.barrier(waves),
                _ => {}
            }
        }
    }

    /// Where all waves come equally often, they look at each other's data.
    fn barrier(&mut self, waves: Option<u32>) {
        match waves {
            Some(n) if !self.r.one_in(3) => self.around_barrier(n),
            Some(n) => self.exchange(n),
            // A wave passes a barrier when those that wait for others are all that is left: in programs
            // whose waves are not alone it would mix up the other barriers.
            None if self.tame => {}
            None => {
                self.sopp(Sopp::S_BARRIER, 0);
            }
        }
    }

    /// Registers that are written before a barrier, most of them with few lanes active, and others behind it:
    /// what is then read of them, or of some lanes, is of before.
    fn around_barrier(&mut self, waves: u32) {
        let rows = self.rows;
        let save = SAVED + 6;
        self.sop1(Sop1::S_MOV_B64, save, Operand::Sgpr(EXEC_LO));
        if self.r.one_in(3) {
            // A register of which nothing is left but lanes that are not active.
            let v = POOL as u8 + 1;
            let from = self.low(1);
            self.full_exec();
            self.vop2(Vop2::V_XOR_B32, v, Operand::Vgpr(LANE4), from);
            self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Int(5));
            self.sopp(Sopp::S_BARRIER, 0);
            self.vop1(Vop1::V_MOV_B32, v, Operand::Int(7));
            self.read_lane(TARGET, v, Operand::Int(1));
            let masks = Operand::Sgpr(MASKS);
            self.sop2(Sop2::S_XOR_B32, MASKS, masks, Operand::Sgpr(TARGET));
            self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(save));
            return;
        }
        if !self.r.one_in(3) {
            let lanes = self
                .r
                .pick(&[Operand::VCC, Operand::Int(5), Operand::Int(64)]);
            self.sop1(Sop1::S_MOV_B64, EXEC_LO, lanes);
        }
        // Of some nothing else is read for long.
        let written: Vec<u8> = (0..1 + self.r.below(4))
            .map(|_| {
                if self.r.one_in(2) {
                    self.low(1)
                } else {
                    POOL as u8 + self.r.below(3) as u8
                }
            })
            .collect();
        for v in &written {
            match self.r.below(3) {
                0 => self.affine(),
                1 => self.vector_alu(&rows.common),
                _ => {
                    let from = self.vgpr(1);
                    self.vop2(Vop2::V_XOR_B32, *v, Operand::Vgpr(LANE4), from);
                }
            }
        }
        match self.r.below(4) {
            0 => self.exchange(waves),
            1 => drop(self.sopp(Sopp::S_BARRIER, 0)),
            // Which lanes are active changes at the last moment.
            _ => {
                let lanes = self
                    .r
                    .pick(&[Operand::Int(-1), Operand::Int(5), Operand::VCC]);
                self.sop1(Sop1::S_MOV_B64, EXEC_LO, lanes);
                self.sopp(Sopp::S_BARRIER, 0);
            }
        }
        for v in written {
            let same = Operand::Int(self.r.below(64) as i8);
            if self.r.one_in(2) {
                self.vop1(Vop1::V_MOV_B32, v, same);
                self.affine.retain(|x| *x != v);
            }
            match self.r.below(3) {
                0 => self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Int(-1)),
                1 => {
                    let from = Operand::Vgpr(v);
                    self.vop1(Vop1::V_READFIRSTLANE_B32, TARGET, from)
                }
                _ => {
                    let lane = Operand::Int(self.r.below(64) as i8);
                    self.read_lane(TARGET, v, lane);
                    true
                }
            };
            let masks = Operand::Sgpr(MASKS);
            self.sop2(Sop2::S_XOR_B32, MASKS, masks, Operand::Sgpr(TARGET));
        }
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(save));
    }

    fn count_down(&mut self, depth: u8, n: u64) -> u8 {
        let c = COUNTER + depth;
        self.sopk(Sopk::S_MOVK_I32, c, n as u16);
        c
    }

    fn decrement(&mut self, c: u8) {
        let s = Operand::Sgpr(c);
        self.sop2(Sop2::S_SUB_U32, c, s, Operand::Int(1));
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_LG_U32,
            ssrc0: s,
            ssrc1: Operand::Int(0),
        });
    }

    /// As often in all waves, and now and then less: then they may not meet in it.
    fn counted(&mut self, depth: u8, functions: &[u32], waves: Option<u32>) {
        let n = match self.r.below(8) {
            0 if depth == 2 => 5 + self.r.below(70),
            1 => 5 + self.r.below(12),
            _ => 1 + self.r.below(4),
        };
        let leaves = self.r.one_in(3);
        let c = self.count_down(depth, n);
        let (head, exit) = (self.label(), self.label());
        self.place(head);
        self.body(depth + 1, functions, waves.filter(|_| !leaves));
        if leaves {
            let op = self.condition();
            self.branch(op, exit);
            self.any(2);
        }
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
        self.place(exit);
    }

    /// Lanes leave as their own counters end; a scalar one ends it at any rate.
    fn divergent_loop(&mut self, depth: u8, functions: &[u32]) {
        let (most, mask) = self.r.pick(&[(6, 3), (6, 3), (6, 3), (20, 31)]);
        let c = self.count_down(depth, most);
        let save = SAVED + 2 * depth;
        let v = POOL as u8 + depth;
        let (head, exit) = (self.label(), self.label());
        let exec = Operand::Sgpr(EXEC_LO);
        self.sop1(Sop1::S_MOV_B64, save, exec);
        let from = self.vgpr(1);
        self.vop2(Vop2::V_AND_B32, v, Operand::Int(mask), from);
        self.place(head);
        self.body(depth + 1, functions, None);
        if self.r.one_in(3) {
            // Some lanes leave in the middle.
            let rows = self.rows;
            self.vector_alu(&rows.compares);
            self.sop2(Sop2::S_ANDN2_B64, EXEC_LO, exec, Operand::VCC);
            self.branch(Sopp::S_CBRANCH_EXECZ, exit);
            self.any(2);
        }
        let mut f = Vop::plain(v, [Operand::Int(-1), Operand::Vgpr(v), Operand::Int(0)]);
        let op = if self.g.is_gfx9() && self.r.one_in(2) {
            Vop2::V_ADD_U32
        } else {
            Vop2::V_ADD_CO_U32
        };
        self.push(Inst::Vop2 { op, f });
        f.src[0] = Operand::Int(0);
        let op = self.r.pick(&[Vopc::V_CMP_LE_I32, Vopc::V_CMPX_LE_I32]);
        f.vdst = 0;
        self.push(Inst::Vopc { op, f });
        self.sop2(Sop2::S_AND_B64, EXEC_LO, exec, Operand::VCC);
        self.branch(Sopp::S_CBRANCH_EXECZ, exit);
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
        self.place(exit);
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(save));
    }

    fn divergent_if(&mut self, depth: u8, functions: &[u32]) {
        let rows = self.rows;
        let save = SAVED + 2 * depth;
        let exec = Operand::Sgpr(EXEC_LO);
        self.vector_alu(&rows.compares);
        self.sop1(Sop1::S_AND_SAVEEXEC_B64, save, Operand::VCC);
        let (other, end) = (self.label(), self.label());
        if self.r.one_in(2) {
            self.branch(Sopp::S_CBRANCH_EXECZ, other);
        }
        self.body(depth + 1, functions, None);
        self.place(other);
        if self.r.one_in(2) {
            self.sop2(Sop2::S_ANDN2_B64, EXEC_LO, Operand::Sgpr(save), exec);
            self.branch(Sopp::S_CBRANCH_EXECZ, end);
            self.body(depth + 1, functions, None);
        }
        self.place(end);
        self.sop2(Sop2::S_OR_B64, EXEC_LO, exec, Operand::Sgpr(save));
    }

    /// A loop that goes through memory as compilers have it, by a register that rises from lane to lane and
    /// from one round to the next: past the end of 32 bits now and then.
    fn walk(&mut self, depth: u8) {
        let v = self.low(1);
        let stride = self.r.below(4) as i8;
        self.full_exec();
        self.vop2(Vop2::V_LSHLREV_B32, v, Operand::Int(stride), LANE4);
        // All lanes of a round lie below those of the next.
        let span = 256u32 << stride;
        let by = self.r.pick(&[span, span, 2 * span, 4]);
        let n = 2 + self.r.below(6) as u32;
        if !self.r.one_in(3) {
            let rounds = 1 + self.r.below(n.into()) as u32;
            let base = 0u32.wrapping_sub(rounds * by + self.r.below(span.into()) as u32);
            self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Literal(base), v);
        }
        if !self.r.one_in(4) {
            self.sum_with(v);
        }
        let c = self.count_down(depth, n.into());
        let head = self.label();
        self.place(head);
        self.sum_with(v);
        self.vop2(Vop2::V_ADD_CO_U32, v, Operand::Literal(by), v);
        if self.r.one_in(3) {
            self.any(1);
        }
        self.decrement(c);
        self.branch(Sopp::S_CBRANCH_SCC1, head);
        self.affine.retain(|x| *x != v);
    }

    fn condition(&mut self) -> Sopp {
        self.r.pick(&[
            Sopp::S_CBRANCH_SCC0,
            Sopp::S_CBRANCH_SCC1,
            Sopp::S_CBRANCH_VCCZ,
            Sopp::S_CBRANCH_VCCNZ,
            Sopp::S_CBRANCH_EXECZ,
            Sopp::S_CBRANCH_EXECNZ,
        ])
    }

    fn skip(&mut self, depth: u8, functions: &[u32]) {
        let (other, end) = (self.label(), self.label());
        let op = if self.r.one_in(7) {
            Sopp::S_BRANCH
        } else {
            self.condition()
        };
        self.branch(op, other);
        self.body(depth + 1, functions, None);
        if self.r.one_in(2) {
            self.branch(Sopp::S_BRANCH, end);
            self.place(other);
            self.body(depth + 1, functions, None);
            self.place(end);
        } else {
            self.place(other);
        }
    }

    /// Both sides of a fork come to the join; the hardware's stack has what is still to do.
    fn fork(&mut self, depth: u8, functions: &[u32]) {
        if self.forks == 2 {
            return;
        }
        let rows = self.rows;
        let save = SAVED + 2 * depth;
        let level = STACK + self.forks;
        let saved = LEVEL + self.forks;
        self.sopk(Sopk::S_MOVK_I32, saved, level.into());
        let (then, join) = (self.label(), self.label());
        self.sop1(Sop1::S_MOV_B64, save, Operand::Sgpr(EXEC_LO));
        self.vector_alu(&rows.compares);
        let mask = match self.r.below(3) {
            0 => crate::isa::VCC_LO,
            _ => 2 + 2 * self.r.below(self.pairs - 1) as u8,
        };
        if self.r.one_in(2) {
            let fork = Inst::Sopk {
                op: Sopk::S_CBRANCH_I_FORK,
                sdst: mask,
                simm16: 0,
                literal: None,
            };
            self.branch_inst(fork, then);
        } else {
            self.address(then);
            let (mask, target) = (Operand::Sgpr(mask), Operand::Sgpr(TARGET));
            self.sop2(Sop2::S_CBRANCH_G_FORK, 0, mask, target);
        }
        self.forks += 1;
        self.body(depth + 1, functions, None);
        self.branch(Sopp::S_BRANCH, join);
        self.place(then);
        self.body(depth + 1, functions, None);
        self.forks -= 1;
        self.place(join);
        self.sop1(Sop1::S_CBRANCH_JOIN, 0, Operand::Sgpr(saved));
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(save));
    }

    pub(super) fn address(&mut self, label: u32) {
        self.sop1(Sop1::S_GETPC_B64, TARGET, Operand::Int(0));
        let t = TARGET as u32;
        // s_add_u32 TARGET, TARGET, literal
        let word = 0x8000_ff00 | t << 16 | t;
        self.items.push(Item::Distance { word, label });
        let hi = Operand::Sgpr(TARGET + 1);
        self.sop2(Sop2::S_ADDC_U32, TARGET + 1, hi, Operand::Int(0));
    }

    fn jump(&mut self) {
        let l = self.label();
        self.address(l);
        self.sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(TARGET));
        self.any(2);
        self.place(l);
    }

    /// A whole program, for so many waves.
    pub fn program(&mut self, waves: u32, observed: bool) {
        // Compiling takes far more time than running, so most programs are short.
        let more = match self.r.below(16) {
            0 => 300,
            1 => 120,
            _ => self.r.pick(&[10, 20, 30, 30, 45, 60]),
        };
        self.enough = self.items.len() + more;
        let functions: Vec<u32> = (0..self.r.below(4)).map(|_| self.label()).collect();
        if !self.in_groups {
            self.begin();
        }
        self.prepare_calls(&functions);
        // Without LDS most kernels have no barriers either: a wave's successor can follow it at once.
        let meet = self.tame && (self.lds || self.r.one_in(3));
        self.body(0, &functions, meet.then_some(waves));
        if self.r.one_in(50) {
            // More than is compiled as one function, and something behind it.
            for _ in 0..2000 {
                self.sopp(Sopp::S_NOP, 0);
            }
            self.enough += 2040;
            self.any(10);
        }
        self.unoptimised();
        self.rounds();
        if !observed {
            self.dump();
        }
        if self.in_groups && self.lds {
            self.dump_shared();
        }
        self.end();
        self.functions(&functions);
    }

    /// Blocks that lead to any others: loops with several ways in, and ways out of several loops at once.
    /// A counter that only falls ends it.
    fn graph(&mut self, depth: u8) {
        let blocks = if self.r.one_in(4) {
            8 + self.r.below(30)
        } else {
            3 + self.r.below(6)
        };
        let fuel = 4 + self.r.below(if depth == 0 { 60 } else { 20 });
        let c = self.count_down(depth, fuel);
        let labels: Vec<u32> = (0..blocks).map(|_| self.label()).collect();
        let exit = self.label();
        if self.r.one_in(2) {
            let (op, to) = (self.condition(), self.r.pick(&labels));
            self.branch(op, to);
        }
        for label in &labels {
            self.place(*label);
            if self.is_enough() {
                continue;
            }
            self.decrement(c);
            self.branch(Sopp::S_CBRANCH_SCC0, exit);
            if self.r.one_in(4) {
                self.full_exec();
            }
            let n = self.r.below(3);
            self.any(n);
            for _ in 0..self.r.below(3) {
                let to = self.r.pick(&labels);
                let op = if self.r.one_in(6) {
                    Sopp::S_BRANCH
                } else {
                    self.condition()
                };
                self.branch(op, to);
            }
        }
        self.place(exit);
    }
}
