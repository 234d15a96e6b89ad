//! SMRD and SMEM (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::{Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Per, Ty as IrTy, Uop, Val};
use crate::isa::facts::{At, SmemAct};
use crate::isa::{Smem, SmemFields};
use crate::machine::clocks::Which;

impl Lower<'_> {
    /// Lowers an SMRD or SMEM instruction.
    pub(super) fn smem(&mut self, op: Smem, f: &SmemFields) -> Lowered {
        match op.act() {
            SmemAct::Loads(At::Memory, n) => self.s_load(f, 1, n),
            SmemAct::Loads(At::Scratch, n) => self.s_load(f, 64, n),
            SmemAct::Loads(At::Buffer, n) => self.s_buffer_load(f, n),
            SmemAct::Stores(at, n) => self.s_store(f, at, n),
            SmemAct::Atomic32(at, op) => {
                self.s_atomic(f, at, AtomicOp::under(op, self.mode32()), 4)
            }
            SmemAct::Atomic64(at, op) => {
                self.s_atomic(f, at, AtomicOp::under(op, self.mode32()), 8)
            }
            SmemAct::Clock => self.s_clock(f, Which::Cycles),
            SmemAct::RealTime => self.s_clock(f, Which::RealTime),
            // Memory is coherent without caches.
            SmemAct::Cache => Ok(()),
        }
    }

    /// SBASE + immediate + register x `scale`; low two bits of the sum are dropped.
    fn s_address(&mut self, f: &SmemFields, scale: u64) -> Val {
        let mut addr = self.b.s64(f.sbase);
        if let Some(s) = f.soffset {
            let v = self.b.s32(s);
            let v = self.b.op64(Uop::ZExt, &[v]);
            let k = self.b.k32(scale.trailing_zeros());
            let v = self.b.op64(Uop::Shl, &[v, k]);
            addr = self.b.op64(Uop::Add, &[addr, v]);
        }
        let k = self.b.k64(f.imm as u64);
        addr = self.b.op64(Uop::Add, &[addr, k]);
        let k = self.b.k64(!3);
        self.b.op64(Uop::And, &[addr, k])
    }

    /// Both halves of the V#, and the byte offset.
    fn s_buffer(&mut self, f: &SmemFields) -> [Val; 3] {
        let mut offset = self.b.k64(if self.t.generation.is_gfx9() {
            // gfx9's 21-bit immediate is not signed in the buffer forms.
            f.imm as u64 & 0x1f_ffff
        } else {
            f.imm as u64
        });
        if let Some(s) = f.soffset {
            let v = self.b.s32(s);
            let v = self.b.op64(Uop::ZExt, &[v]);
            offset = self.b.op64(Uop::Add, &[offset, v]);
        }
        let k = self.b.k64(!3);
        let offset = self.b.op64(Uop::And, &[offset, k]);
        [self.s_pair(f.sbase, 0), self.s_pair(f.sbase, 2), offset]
    }

    /// Two registers from `first` + `n` on; what lies beyond the last register is zero.
    pub(super) fn s_pair(&mut self, first: u8, n: u8) -> Val {
        match first + n {
            s @ 0..=127 => self.b.s64(s),
            _ => self.b.k64(0),
        }
    }

    /// All are read before the first is written: SDATA may overlap SBASE.
    fn s_loaded(&mut self, f: &SmemFields, n: u8, t: Val) {
        for i in 0..n.min(128 - f.sdata) {
            let v = self.b.proj(t, i as u64);
            self.b.set_s32(f.sdata + i, v);
        }
    }

    fn s_load(&mut self, f: &SmemFields, scale: u64, n: u8) -> Lowered {
        let addr = self.s_address(f, scale);
        let t = self
            .b
            .effect(Uop::SLoad, IrTy::Tuple, Per::Wave, n as u64, &[addr]);
        self.s_loaded(f, n, t);
        Ok(())
    }

    fn s_buffer_load(&mut self, f: &SmemFields, n: u8) -> Lowered {
        let args = self.s_buffer(f);
        let t = self
            .b
            .effect(Uop::SBufLoad, IrTy::Tuple, Per::Wave, n as u64, &args);
        self.s_loaded(f, n, t);
        Ok(())
    }

    /// The operands of a store or an atomic.
    fn s_args(&mut self, f: &SmemFields, at: At, m: &mut MemOp) -> Vec<Val> {
        let mut args = match at {
            At::Memory | At::Scratch => {
                let scale = if at == At::Scratch { 64 } else { 1 };
                let (addr, zero) = (self.s_address(f, scale), self.b.k64(0));
                vec![addr, zero, zero]
            }
            At::Buffer => {
                m.buffer = true;
                self.s_buffer(f).to_vec()
            }
        };
        if m.atomic != AtomicOp::None && m.size == 4 {
            let data = self.b.s64(f.sdata);
            let k = self.b.k32(32);
            args.push(data);
            args.push(self.b.op64(Uop::ShrU, &[data, k]));
        } else {
            args.push(self.s_pair(f.sdata, 0));
            args.push(self.s_pair(f.sdata, 2));
        }
        args
    }

    fn s_store(&mut self, f: &SmemFields, at: At, n: u8) -> Lowered {
        let mut m = MemOp::dwords(n);
        let args = self.s_args(f, at, &mut m);
        self.b
            .effect(Uop::SStore, IrTy::None, Per::Wave, m.pack(), &args);
        Ok(())
    }

    /// SDATA holds the data, then a comparand; with GLC it receives the old value.
    fn s_atomic(&mut self, f: &SmemFields, at: At, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let args = self.s_args(f, at, &mut m);
        let t = self
            .b
            .effect(Uop::SAtomic, IrTy::Tuple, Per::Wave, m.pack(), &args);
        if f.glc {
            self.s_loaded(f, m.dwords, t);
        }
        Ok(())
    }

    fn s_clock(&mut self, f: &SmemFields, clock: Which) -> Lowered {
        let now = self.b.clock(clock);
        self.b.set_s64(f.sdata, now);
        Ok(())
    }
}
