//! SMRD and SMEM (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::{Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Ty as IrTy, Uop, Val};
use crate::isa::{Smem, SmemFields};

/// What SBASE and the offset address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Memory at an address.
    Memory,
    /// The same; a register offset counts 64 bytes.
    Scratch,
    /// A buffer, by its V#.
    Buffer,
}

impl Lower<'_> {
    /// Lowers an SMRD or SMEM instruction.
    pub(super) fn smem(&mut self, op: Smem, f: &SmemFields) -> Lowered {
        use AtomicOp::{Add, And, CmpSwap, Dec, Inc, MaxS, MaxU, MinS, MinU, Or, Sub, Swap, Xor};
        use Smem::*;
        match op {
            S_LOAD_DWORD => self.s_load(f, 1, 1),
            S_LOAD_DWORDX2 => self.s_load(f, 1, 2),
            S_LOAD_DWORDX4 => self.s_load(f, 1, 4),
            S_LOAD_DWORDX8 => self.s_load(f, 1, 8),
            S_LOAD_DWORDX16 => self.s_load(f, 1, 16),
            S_SCRATCH_LOAD_DWORD => self.s_load(f, 64, 1),
            S_SCRATCH_LOAD_DWORDX2 => self.s_load(f, 64, 2),
            S_SCRATCH_LOAD_DWORDX4 => self.s_load(f, 64, 4),
            S_BUFFER_LOAD_DWORD => self.s_buffer_load(f, 1),
            S_BUFFER_LOAD_DWORDX2 => self.s_buffer_load(f, 2),
            S_BUFFER_LOAD_DWORDX4 => self.s_buffer_load(f, 4),
            S_BUFFER_LOAD_DWORDX8 => self.s_buffer_load(f, 8),
            S_BUFFER_LOAD_DWORDX16 => self.s_buffer_load(f, 16),
            S_STORE_DWORD => self.s_store(f, At::Memory, 1),
            S_STORE_DWORDX2 => self.s_store(f, At::Memory, 2),
            S_STORE_DWORDX4 => self.s_store(f, At::Memory, 4),
            S_SCRATCH_STORE_DWORD => self.s_store(f, At::Scratch, 1),
            S_SCRATCH_STORE_DWORDX2 => self.s_store(f, At::Scratch, 2),
            S_SCRATCH_STORE_DWORDX4 => self.s_store(f, At::Scratch, 4),
            S_BUFFER_STORE_DWORD => self.s_store(f, At::Buffer, 1),
            S_BUFFER_STORE_DWORDX2 => self.s_store(f, At::Buffer, 2),
            S_BUFFER_STORE_DWORDX4 => self.s_store(f, At::Buffer, 4),
            S_ATOMIC_SWAP => self.s_atomic(f, At::Memory, Swap, 4),
            S_ATOMIC_CMPSWAP => self.s_atomic(f, At::Memory, CmpSwap, 4),
            S_ATOMIC_ADD => self.s_atomic(f, At::Memory, Add, 4),
            S_ATOMIC_SUB => self.s_atomic(f, At::Memory, Sub, 4),
            S_ATOMIC_SMIN => self.s_atomic(f, At::Memory, MinS, 4),
            S_ATOMIC_UMIN => self.s_atomic(f, At::Memory, MinU, 4),
            S_ATOMIC_SMAX => self.s_atomic(f, At::Memory, MaxS, 4),
            S_ATOMIC_UMAX => self.s_atomic(f, At::Memory, MaxU, 4),
            S_ATOMIC_AND => self.s_atomic(f, At::Memory, And, 4),
            S_ATOMIC_OR => self.s_atomic(f, At::Memory, Or, 4),
            S_ATOMIC_XOR => self.s_atomic(f, At::Memory, Xor, 4),
            S_ATOMIC_INC => self.s_atomic(f, At::Memory, Inc, 4),
            S_ATOMIC_DEC => self.s_atomic(f, At::Memory, Dec, 4),
            S_ATOMIC_SWAP_X2 => self.s_atomic(f, At::Memory, Swap, 8),
            S_ATOMIC_CMPSWAP_X2 => self.s_atomic(f, At::Memory, CmpSwap, 8),
            S_ATOMIC_ADD_X2 => self.s_atomic(f, At::Memory, Add, 8),
            S_ATOMIC_SUB_X2 => self.s_atomic(f, At::Memory, Sub, 8),
            S_ATOMIC_SMIN_X2 => self.s_atomic(f, At::Memory, MinS, 8),
            S_ATOMIC_UMIN_X2 => self.s_atomic(f, At::Memory, MinU, 8),
            S_ATOMIC_SMAX_X2 => self.s_atomic(f, At::Memory, MaxS, 8),
            S_ATOMIC_UMAX_X2 => self.s_atomic(f, At::Memory, MaxU, 8),
            S_ATOMIC_AND_X2 => self.s_atomic(f, At::Memory, And, 8),
            S_ATOMIC_OR_X2 => self.s_atomic(f, At::Memory, Or, 8),
            S_ATOMIC_XOR_X2 => self.s_atomic(f, At::Memory, Xor, 8),
            S_ATOMIC_INC_X2 => self.s_atomic(f, At::Memory, Inc, 8),
            S_ATOMIC_DEC_X2 => self.s_atomic(f, At::Memory, Dec, 8),
            S_BUFFER_ATOMIC_SWAP => self.s_atomic(f, At::Buffer, Swap, 4),
            S_BUFFER_ATOMIC_CMPSWAP => self.s_atomic(f, At::Buffer, CmpSwap, 4),
            S_BUFFER_ATOMIC_ADD => self.s_atomic(f, At::Buffer, Add, 4),
            S_BUFFER_ATOMIC_SUB => self.s_atomic(f, At::Buffer, Sub, 4),
            S_BUFFER_ATOMIC_SMIN => self.s_atomic(f, At::Buffer, MinS, 4),
            S_BUFFER_ATOMIC_UMIN => self.s_atomic(f, At::Buffer, MinU, 4),
            S_BUFFER_ATOMIC_SMAX => self.s_atomic(f, At::Buffer, MaxS, 4),
            S_BUFFER_ATOMIC_UMAX => self.s_atomic(f, At::Buffer, MaxU, 4),
            S_BUFFER_ATOMIC_AND => self.s_atomic(f, At::Buffer, And, 4),
            S_BUFFER_ATOMIC_OR => self.s_atomic(f, At::Buffer, Or, 4),
            S_BUFFER_ATOMIC_XOR => self.s_atomic(f, At::Buffer, Xor, 4),
            S_BUFFER_ATOMIC_INC => self.s_atomic(f, At::Buffer, Inc, 4),
            S_BUFFER_ATOMIC_DEC => self.s_atomic(f, At::Buffer, Dec, 4),
            S_BUFFER_ATOMIC_SWAP_X2 => self.s_atomic(f, At::Buffer, Swap, 8),
            S_BUFFER_ATOMIC_CMPSWAP_X2 => self.s_atomic(f, At::Buffer, CmpSwap, 8),
            S_BUFFER_ATOMIC_ADD_X2 => self.s_atomic(f, At::Buffer, Add, 8),
            S_BUFFER_ATOMIC_SUB_X2 => self.s_atomic(f, At::Buffer, Sub, 8),
            S_BUFFER_ATOMIC_SMIN_X2 => self.s_atomic(f, At::Buffer, MinS, 8),
            S_BUFFER_ATOMIC_UMIN_X2 => self.s_atomic(f, At::Buffer, MinU, 8),
            S_BUFFER_ATOMIC_SMAX_X2 => self.s_atomic(f, At::Buffer, MaxS, 8),
            S_BUFFER_ATOMIC_UMAX_X2 => self.s_atomic(f, At::Buffer, MaxU, 8),
            S_BUFFER_ATOMIC_AND_X2 => self.s_atomic(f, At::Buffer, And, 8),
            S_BUFFER_ATOMIC_OR_X2 => self.s_atomic(f, At::Buffer, Or, 8),
            S_BUFFER_ATOMIC_XOR_X2 => self.s_atomic(f, At::Buffer, Xor, 8),
            S_BUFFER_ATOMIC_INC_X2 => self.s_atomic(f, At::Buffer, Inc, 8),
            S_BUFFER_ATOMIC_DEC_X2 => self.s_atomic(f, At::Buffer, Dec, 8),
            // The clocks count the wave's own instructions, as the interpreter says.
            S_MEMTIME => self.s_clock(f, Uop::Shl, 2),
            S_MEMREALTIME => self.s_clock(f, Uop::ShrU, 4),
            // Memory is coherent without caches.
            S_DCACHE_INV | S_DCACHE_INV_VOL | S_DCACHE_WB | S_DCACHE_WB_VOL | S_DCACHE_DISCARD
            | S_DCACHE_DISCARD_X2 | S_ATC_PROBE | S_ATC_PROBE_BUFFER => Ok(()),
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
        let mut offset = self.b.k64(match self.t.generation.is_gfx9() {
            // gfx9's 21-bit immediate is not signed in the buffer forms.
            true => f.imm as u64 & 0x1f_ffff,
            false => f.imm as u64,
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
            .effect(Uop::SLoad, IrTy::Tuple, false, n as u64, &[addr]);
        self.s_loaded(f, n, t);
        Ok(())
    }

    fn s_buffer_load(&mut self, f: &SmemFields, n: u8) -> Lowered {
        let args = self.s_buffer(f);
        let t = self
            .b
            .effect(Uop::SBufLoad, IrTy::Tuple, false, n as u64, &args);
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
            .effect(Uop::SStore, IrTy::None, false, m.pack(), &args);
        Ok(())
    }

    /// SDATA holds the data, then a comparand; with GLC it receives the old value.
    fn s_atomic(&mut self, f: &SmemFields, at: At, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let args = self.s_args(f, at, &mut m);
        let t = self
            .b
            .effect(Uop::SAtomic, IrTy::Tuple, false, m.pack(), &args);
        if f.glc {
            self.s_loaded(f, m.dwords, t);
        }
        Ok(())
    }

    fn s_clock(&mut self, f: &SmemFields, op: Uop, by: u32) -> Lowered {
        let (clock, k) = (self.b.clock(), self.b.k32(by));
        let v = self.b.op64(op, &[clock, k]);
        self.b.set_s64(f.sdata, v);
        Ok(())
    }
}
