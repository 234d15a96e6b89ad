//! Registers within a block: what each holds, and which writes wait.

use std::collections::BTreeSet;

use super::Builder;
use crate::ir::liveness::VgprSet;
use crate::ir::plant::{Fault, planted};
use crate::ir::{Fact, ICmp, Order, Per, Reg, Ty, Uop, Val};
use crate::isa::{EXEC_LO, VCC_LO};
use crate::machine::clocks::Which;

impl Builder {
    // Scalar registers.

    fn read_reg(&mut self, r: Reg) -> Val {
        if let Some((v, _)) = self.s.get(&r) {
            return *v;
        }
        if self.full && r == Reg::Q(EXEC_LO) {
            let v = self.k64(u64::MAX);
            self.s.insert(r, (v, false));
            return v;
        }
        let (op, ty, imm) = match r {
            Reg::S(n) => (Uop::ReadS, Ty::B32, n.into()),
            Reg::Q(n) => (Uop::ReadQ, Ty::B64, n.into()),
            Reg::Scc => (Uop::ReadScc, Ty::B1, 0),
            Reg::Base(n) => (Uop::ReadBase, Ty::B32, n),
        };
        let v = self.effect(op, ty, Per::Wave, imm as u64, &[]);
        self.s.insert(r, (v, false));
        v
    }

    /// Which 64-bit register operand code `n` is half of, when VCC or EXEC.
    fn wide(n: u8) -> Option<u8> {
        matches!(n & !1, VCC_LO | EXEC_LO).then_some(n & !1)
    }

    /// 32-bit scalar register by operand code.
    pub fn s32(&mut self, n: u8) -> Val {
        match Self::wide(n) {
            Some(q) => {
                let v = self.read_reg(Reg::Q(q));
                self.op32(if n & 1 == 0 { Uop::Lo } else { Uop::Hi }, &[v])
            }
            None => self.read_reg(Reg::S(n)),
        }
    }

    /// Writes a 32-bit scalar register.
    pub fn set_s32(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        match Self::wide(n) {
            Some(q) => {
                let old = self.read_reg(Reg::Q(q));
                let (lo, hi) = if n & 1 == 0 {
                    (v, self.op32(Uop::Hi, &[old]))
                } else {
                    (self.op32(Uop::Lo, &[old]), v)
                };
                let new = self.op64(Uop::Concat, &[lo, hi]);
                self.set_wide(q, new);
            }
            None => {
                self.s.insert(Reg::S(n), (v, true));
            }
        }
    }

    /// 64-bit scalar register pair.
    pub fn s64(&mut self, n: u8) -> Val {
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            return self.read_reg(Reg::Q(q));
        }
        // Nothing lies beyond code 127: it reads as 0 and is not written.
        let lo = self.s32(n);
        let hi = if n < 127 {
            self.s32(n + 1)
        } else {
            self.k32(0)
        };
        match self.pairs.get(&n) {
            Some((l, h, v)) if *l == lo && *h == hi => *v,
            _ => self.op64(Uop::Concat, &[lo, hi]),
        }
    }

    /// The base, and what is beside it, of a buffer's descriptor.
    pub fn buffer_base(&mut self, n: u8) -> Val {
        if planted(Fault::OldBase) {
            let [lo, hi] = [n, n + 1].map(|s| {
                let imm = u64::from(s);
                self.effect(Uop::ReadS, Ty::B32, Per::Wave, imm, &[])
            });
            return self.op64(Uop::Concat, &[lo, hi]);
        }
        self.s64(n)
    }

    /// Writes VCC or EXEC.
    fn set_wide(&mut self, q: u8, v: Val) {
        if q == EXEC_LO && self.exec() != v {
            self.effect(Uop::ExecChange, Ty::None, Per::Wave, 0, &[]);
        }
        self.s.insert(Reg::Q(q), (v, true));
    }

    /// Writes a 64-bit scalar register pair.
    pub fn set_s64(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            self.set_wide(q, v);
            return;
        }
        let (lo, hi) = (self.op32(Uop::Lo, &[v]), self.op32(Uop::Hi, &[v]));
        self.set_s32(n, lo);
        if n < 127 {
            self.set_s32(n + 1, hi);
        }
        self.pairs.insert(n, (lo, hi, v));
    }

    /// SCC.
    pub fn scc(&mut self) -> Val {
        self.read_reg(Reg::Scc)
    }

    /// Writes SCC.
    pub fn set_scc(&mut self, v: Val) {
        debug_assert!(!self.is_vec(v));
        self.s.insert(Reg::Scc, (v, true));
    }

    /// What a clock shows.
    pub fn clock(&mut self, clock: Which) -> Val {
        let before = self.instructions.saturating_sub(1) as u64;
        let imm = before << 1 | clock as u64;
        self.effect(Uop::Clock, Ty::B64, Per::Wave, imm, &[])
    }

    /// EXEC.
    pub fn exec(&mut self) -> Val {
        self.read_reg(Reg::Q(EXEC_LO))
    }

    // Vector registers.

    /// Vector register `n`.
    pub fn v32(&mut self, n: impl Into<u16>) -> Val {
        let n = n.into();
        let exec = self.exec();
        match self.v.get(&n) {
            Some((v, None)) => *v,
            Some((v, Some(e))) if *e == exec => *v,
            _ => {
                self.read_register(n);
                let v = match self.facts.get(&n).copied() {
                    Some(f) => self.known(n, f),
                    None => self.effect(Uop::ReadV, Ty::B32, Per::Lane, n as u64, &[]),
                };
                self.v.insert(n, (v, None));
                v
            }
        }
    }

    /// Notes that register `n` itself is read, as it was before the block unless all of it has been written.
    fn read_register(&mut self, n: u16) {
        if !self.killed.contains(n) {
            self.reads.insert(n);
        }
    }

    /// Notes that register `n` is written in all lanes.
    fn kill(&mut self, n: u16) {
        if !self.reads.contains(n) {
            self.killed.insert(n);
        }
    }

    /// The value of register `n`, of which `f` holds since the block's start.
    fn known(&mut self, n: u16, f: Fact) -> Val {
        let base = self.read_reg(Reg::Base(n));
        let v = self.make_affine(Ty::B32, base, f.stride as u64);
        if f.order > Order::Any {
            self.order.insert(v, f.order);
        }
        v
    }

    /// Writes register `n` itself where its value is known but not there.
    pub(super) fn settle(&mut self, n: u16) {
        let v = match (self.lazy.contains(n), self.facts.get(&n).copied()) {
            (true, _) => self.v.get(&n).map(|(v, _)| *v),
            (false, Some(f)) if f.stale => {
                self.read_register(n);
                Some(self.known(n, f))
            }
            _ => None,
        };
        if let Some(v) = v {
            let all = self.k64(u64::MAX);
            self.effect(Uop::WriteV, Ty::None, Per::Wave, n as u64, &[v, all]);
        }
        self.lazy.remove(n);
        if let Some(f) = self.facts.get_mut(&n) {
            f.stale = false;
        }
    }

    /// Writes vector register `n` in the lanes of EXEC.
    pub fn set_v32(&mut self, n: impl Into<u16>, v: Val) {
        let n = n.into();
        let exec = self.exec();
        let v = self.splat(v);
        self.forget_copy(n);
        // After a change of EXEC a block for full EXEC is like any other.
        if self.constant(exec) == Some(u64::MAX) && self.full {
            self.kill(n);
            self.facts.remove(&n);
            if self.node(v).op.is_leaf() || self.high_of_affine(v).is_some() {
                self.lazy.insert(n);
            } else {
                self.lazy.remove(n);
                self.effect(Uop::WriteV, Ty::None, Per::Wave, n as u64, &[v, exec]);
            }
            self.v.insert(n, (v, None));
            return;
        }
        if !planted(Fault::UnsettledWrite) {
            self.settle(n);
        }
        self.facts.remove(&n);
        self.effect(Uop::WriteV, Ty::None, Per::Wave, n as u64, &[v, exec]);
        if self.constant(exec) == Some(u64::MAX) {
            self.kill(n);
            self.v.insert(n, (v, None));
            return;
        }
        self.v.insert(n, (v, Some(exec)));
    }

    /// One lane of vector register `n`, whatever EXEC says.
    pub fn read_lane(&mut self, n: impl Into<u16>, lane: Val) -> Val {
        let n = n.into();
        if let Some(v) = self.copied_lane(n, lane) {
            return v;
        }
        if !self.v.contains_key(&n)
            && let Some(f) = self.facts.get(&n).copied()
        {
            let v = self.known(n, f);
            self.read_register(n);
            self.v.insert(n, (v, None));
        }
        if let Some((v, None)) = self.v.get(&n).copied()
            && let Some((base, stride)) = self.affine(v)
        {
            let (k, last) = (self.k32(stride as u32), self.k32(63));
            let lane = self.op32(Uop::And, &[lane, last]);
            let by = self.op32(Uop::Mul, &[lane, k]);
            return self.op32(Uop::Add, &[base, by]);
        }
        if self.lazy.contains(n) {
            self.settle(n);
        }
        // Lanes that EXEC disables are the register's as it was.
        self.read_register(n);
        self.effect(Uop::ReadLane, Ty::B32, Per::Wave, n as u64, &[lane])
    }

    /// The first active lane of vector register `n`; lane 0 when EXEC is zero.
    pub fn read_first_lane(&mut self, n: impl Into<u16>) -> Val {
        let n = n.into();
        let exec = self.exec();
        if let Some((v, valid)) = self.v.get(&n).copied()
            && let Some(u) = self.uniform(v)
        {
            if valid.is_none() || planted(Fault::EmptyFirstLane) {
                return u;
            }
            if valid == Some(exec) {
                // With EXEC zero nothing was written: lane 0 is what it was before.
                let (zero, lane) = (self.k64(0), self.k32(0));
                let any = self.icmp64(ICmp::Ne, exec, zero);
                self.read_register(n);
                let old = self.effect(Uop::ReadLaneOld, Ty::B32, Per::Wave, n as u64, &[lane]);
                return self.select(any, u, old);
            }
        }
        let lane = self.first_lane();
        self.read_lane(n, lane)
    }

    /// Number of the first active lane; 0 when EXEC is zero.
    pub fn first_lane(&mut self) -> Val {
        let exec = self.exec();
        let lane64 = self.op64(Uop::Ctz, &[exec]);
        let lane = self.op32(Uop::Lo, &[lane64]);
        let k = self.k32(63);
        self.op32(Uop::And, &[lane, k])
    }

    /// Writes one lane of vector register `n`, whatever EXEC says.
    pub fn write_lane(&mut self, n: impl Into<u16>, lane: Val, v: Val) {
        let n = n.into();
        self.settle(n);
        self.facts.remove(&n);
        self.effect(Uop::WriteLane, Ty::None, Per::Wave, n as u64, &[lane, v]);
        self.v.remove(&n);
        self.copy_lane(n, lane, v);
    }

    /// Writes all registers whose values are known but not there; after it any may be read by number.
    pub(super) fn settle_all(&mut self) {
        let stale = self.facts.iter().filter(|(_, f)| f.stale).map(|(r, _)| *r);
        let lazy = self.v.keys().copied().filter(|r| self.lazy.contains(*r));
        let registers: BTreeSet<u16> = stale.chain(lazy).collect();
        for r in registers {
            self.settle(r);
        }
    }

    /// The vector register with the number `at`.
    pub fn v32_at(&mut self, at: Val) -> Val {
        self.settle_all();
        self.reads = VgprSet::ALL;
        self.effect(Uop::ReadVAt, Ty::B32, Per::Lane, 0, &[at])
    }

    /// Writes the vector register with the number `at` in the lanes of the mask `lanes`.
    pub fn set_v32_at(&mut self, at: Val, lanes: Val, v: Val) {
        let v = self.splat(v);
        // What is not written stays, so it has to be there; of no register is known what it is then.
        self.settle_all();
        self.effect(Uop::WriteVAt, Ty::None, Per::Wave, 0, &[at, lanes, v]);
        self.v.clear();
        self.forget_copies();
        self.facts.clear();
    }

    /// One lane of the vector register with the number `at`, whatever EXEC says.
    pub fn read_lane_at(&mut self, at: Val, lane: Val) -> Val {
        self.settle_all();
        self.reads = VgprSet::ALL;
        self.effect(Uop::ReadLaneAt, Ty::B32, Per::Wave, 0, &[at, lane])
    }
}
