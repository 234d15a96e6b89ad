//! Calls as compilers make them: functions that call others and themselves, return addresses and other
//! scalar registers in lanes of a vector register or on a stack in private memory, EXEC full for as long
//! as that takes.

use super::*;
use crate::isa::{EXEC_LO, Mubuf, MubufFields, Sopc};

/// How deep a function may call itself.
const MOST: i8 = 4;
/// Lanes of [`SPILLS`] for the return addresses of functions that call others, two for each; then those of
/// functions that call themselves, and other registers.
const RECURSIVE_LANES: i8 = 8;
const OTHER_LANES: u64 = 32;

impl Maker<'_, '_> {
    /// Before the first call.
    pub(super) fn prepare_calls(&mut self, functions: &[u32]) {
        self.calls = !functions.is_empty();
        if self.calls {
            self.sopk(Sopk::S_MOVK_I32, DEPTH, 0);
        }
    }

    /// The functions, behind the program's end.
    pub(super) fn functions(&mut self, functions: &[u32]) {
        for (i, f) in functions.iter().enumerate() {
            self.place(*f);
            // Who calls may have used up the control stack.
            self.forks = 2;
            self.affine.clear();
            self.inside = Some(i as u8);
            if self.r.one_in(3) {
                self.call_itself(*f);
            }
            self.body(2, &functions[i + 1..], None);
            self.sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(RETURN));
        }
        self.inside = None;
    }

    fn go(&mut self, f: u32) {
        let call = Inst::Sopk {
            op: Sopk::S_CALL_B64,
            sdst: RETURN,
            simm16: 0,
            literal: None,
        };
        if !(self.r.one_in(2) && self.branch_inst(call, f)) {
            self.address(f);
            self.sop1(Sop1::S_SWAPPC_B64, RETURN, Operand::Sgpr(TARGET));
        }
    }

    /// Calls one of these, which call none that stand before them.
    pub(super) fn call(&mut self, functions: &[u32]) {
        let f = self.r.pick(functions);
        let Some(caller) = self.inside else {
            return self.go(f);
        };
        let lane = 2 * caller as i8;
        let on_stack = self.private && self.r.one_in(2);
        if on_stack {
            self.push_return(u32::from(caller));
            self.go(f);
            return self.pop_return(u32::from(caller));
        }
        for k in [0, 1] {
            self.write_lane(SPILLS, RETURN + k, Operand::Int(lane + k as i8));
        }
        self.go(f);
        for k in [0, 1] {
            self.read_lane(RETURN + k, SPILLS, Operand::Int(lane + k as i8));
        }
    }

    /// A function that calls itself, as long as the calls are not deep.
    fn call_itself(&mut self, f: u32) {
        let skip = self.label();
        let depth = Operand::Sgpr(DEPTH);
        self.push(Inst::Sopc {
            op: Sopc::S_CMP_LT_U32,
            ssrc0: depth,
            ssrc1: Operand::Int(MOST),
        });
        self.branch(Sopp::S_CBRANCH_SCC0, skip);
        // An instruction that reads another scalar register has its lane in no other than M0.
        let lane = Operand::Sgpr(M0);
        let first = Operand::Int(RECURSIVE_LANES);
        let each = |m: &mut Self, save: bool| {
            m.sop2(Sop2::S_LSHL_B32, M0, depth, Operand::Int(1));
            m.sop2(Sop2::S_ADD_U32, M0, lane, first);
            for k in [0, 1] {
                if save {
                    m.write_lane(SPILLS, RETURN + k, lane);
                } else {
                    m.read_lane(RETURN + k, SPILLS, lane);
                }
                m.sop2(Sop2::S_ADD_U32, M0, lane, Operand::Int(1));
            }
            m.reset_m0();
        };
        each(self, true);
        self.sop2(Sop2::S_ADD_U32, DEPTH, depth, Operand::Int(1));
        self.go(f);
        self.sop2(Sop2::S_SUB_U32, DEPTH, depth, Operand::Int(1));
        each(self, false);
        self.place(skip);
    }

    /// The return address to the stack, with all lanes active.
    fn push_return(&mut self, frame: u32) {
        self.begin_all_lanes();
        for k in [0, 1] {
            self.vop1(Vop1::V_MOV_B32, SCALARS, Operand::Sgpr(RETURN + k));
            let at = 8 * frame + 4 * u32::from(k);
            self.stack(Mubuf::BUFFER_STORE_DWORD, at);
        }
        self.end_all_lanes();
    }

    fn pop_return(&mut self, frame: u32) {
        self.begin_all_lanes();
        for k in [0, 1] {
            let at = 8 * frame + 4 * u32::from(k);
            self.stack(Mubuf::BUFFER_LOAD_DWORD, at);
            let from = Operand::Vgpr(SCALARS);
            self.vop1(Vop1::V_READFIRSTLANE_B32, RETURN + k, from);
        }
        self.end_all_lanes();
    }

    /// EXEC full.
    fn begin_all_lanes(&mut self) {
        self.sop1(Sop1::S_OR_SAVEEXEC_B64, SPILL_EXEC, Operand::Int(-1));
    }

    /// EXEC again what it was.
    fn end_all_lanes(&mut self) {
        self.sop1(Sop1::S_MOV_B64, EXEC_LO, Operand::Sgpr(SPILL_EXEC));
    }

    fn stack(&mut self, op: Mubuf, at: u32) {
        let f = MubufFields {
            vdata: SCALARS,
            srsrc: PRIVATE_VSHARP,
            soffset: Operand::Int(0),
            offset: (STACK_BOTTOM + at) as u16,
            ..MubufFields::ZERO
        };
        self.push(Inst::Mubuf { op, f });
    }

    pub(super) fn write_lane(&mut self, v: u8, s: u8, lane: Operand) {
        let f = Vop {
            form: self.lane_form(),
            ..Vop::plain(v, [Operand::Sgpr(s), lane, Operand::Int(0)])
        };
        let op = Vop2::V_WRITELANE_B32;
        self.push(Inst::Vop2 { op, f });
    }

    pub(super) fn read_lane(&mut self, s: u8, v: u8, lane: Operand) {
        let f = Vop {
            form: self.lane_form(),
            ..Vop::plain(s, [Operand::Vgpr(v), lane, Operand::Int(0)])
        };
        let op = Vop2::V_READLANE_B32;
        self.push(Inst::Vop2 { op, f });
    }

    /// The form that has V_READLANE and V_WRITELANE.
    fn lane_form(&self) -> crate::isa::VopForm {
        if self.g.is_legacy() {
            crate::isa::VopForm::E32
        } else {
            crate::isa::VopForm::E64
        }
    }

    /// Scalar registers in lanes while something else happens, VCC or EXEC among them.
    pub(super) fn spilled(&mut self, depth: u8, functions: &[u32]) {
        let n = 1 + self.r.below(3);
        let first = OTHER_LANES + 8 * u64::from(depth);
        let lane = first + self.r.below(8 - n);
        let registers: Vec<u8> = (0..n)
            .map(|_| match self.r.below(6) {
                0 => EXEC_LO + self.r.below(2) as u8,
                1 => crate::isa::VCC_LO + self.r.below(2) as u8,
                _ => 2 + self.r.below(2 * self.pairs - 2) as u8,
            })
            .collect();
        let at = |k: usize| Operand::Int((lane + k as u64) as i8);
        for (k, s) in registers.iter().enumerate() {
            self.write_lane(SPILLS, *s, at(k));
        }
        self.body(depth + 1, functions, None);
        for (k, s) in registers.iter().enumerate() {
            self.read_lane(*s, SPILLS, at(k));
        }
    }

    /// EXEC saved, changed and restored in the ways of compilers, with vector code between.
    pub(super) fn compiler_exec(&mut self) {
        use Sop1::*;
        use Sop2::*;
        let rows = self.rows;
        let (p, q) = (self.sdst64(), self.sdst64());
        let exec = Operand::Sgpr(EXEC_LO);
        let [sp, sq] = [p, q].map(Operand::Sgpr);
        let code = |m: &mut Self| {
            for _ in 0..1 + m.r.below(3) {
                match m.r.below(4) {
                    0 => m.vector_alu(&rows.alu),
                    1 => m.formed(),
                    2 => m.affine(),
                    _ => m.vector_alu(&rows.common),
                }
            }
        };
        match self.r.below(5) {
            // No lane, or few: what is written then, and read from the first that is active.
            0 => {
                let lanes = self.r.pick(&[0, 0, 6, 64]);
                self.sop1(S_MOV_B64, p, exec);
                self.sop1(S_MOV_B64, EXEC_LO, Operand::Int(lanes));
                let v = self.low(1);
                if self.r.one_in(3) {
                    code(self);
                } else {
                    self.vop1(Vop1::V_MOV_B32, v, Operand::Int(lanes ^ 5));
                }
                let s = 2 + self.r.below(2 * self.pairs - 2) as u8;
                self.vop1(Vop1::V_READFIRSTLANE_B32, s, Operand::Vgpr(v));
                self.sop1(S_MOV_B64, EXEC_LO, sp);
            }
            // All lanes, for values that belong to the whole wave.
            1 => {
                self.sop1(S_OR_SAVEEXEC_B64, p, Operand::Int(-1));
                code(self);
                self.sop1(S_MOV_B64, EXEC_LO, sp);
            }
            // Both sides of a condition.
            2 => {
                self.vector_alu(&rows.compares);
                self.sop1(S_AND_SAVEEXEC_B64, p, Operand::VCC);
                self.sop2(S_XOR_B64, p, exec, sp);
                code(self);
                self.sop1(S_OR_SAVEEXEC_B64, q, sp);
                self.sop2(S_XOR_B64, EXEC_LO, exec, sq);
                code(self);
                self.sop2(S_OR_B64, EXEC_LO, exec, sq);
            }
            // The lanes that have left a loop.
            3 => {
                self.sop1(S_MOV_B64, p, Operand::Int(0));
                self.vector_alu(&rows.compares);
                self.sop2(S_OR_B64, p, Operand::VCC, sp);
                self.sop2(S_ANDN2_B64, EXEC_LO, exec, sp);
                code(self);
                self.sop2(S_OR_B64, EXEC_LO, exec, sp);
            }
            _ => {
                self.sop1(S_MOV_B64, p, exec);
                self.sop1(S_NOT_B64, EXEC_LO, exec);
                code(self);
                self.sop1(S_MOV_B64, EXEC_LO, sp);
            }
        }
    }
}
