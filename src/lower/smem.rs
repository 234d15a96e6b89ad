//! SMRD and SMEM (CLRX GcnInstrsSmrd, GcnInstrsSmem).

use super::{Interp, Lower, Lowered};
use crate::ir::{Ty as IrTy, Uop};
use crate::isa::{Smem, SmemFields};

impl Lower<'_> {
    /// Lowers an SMRD or SMEM instruction.
    pub(super) fn smem(&mut self, op: Smem, f: &SmemFields) -> Lowered {
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
            // Memory is coherent without caches.
            S_DCACHE_INV | S_DCACHE_INV_VOL | S_DCACHE_WB | S_DCACHE_WB_VOL | S_DCACHE_DISCARD
            | S_DCACHE_DISCARD_X2 | S_ATC_PROBE | S_ATC_PROBE_BUFFER => Ok(()),
            // Clocks; rare: buffers, stores, atomics.
            S_MEMTIME
            | S_MEMREALTIME
            | S_BUFFER_LOAD_DWORD
            | S_BUFFER_LOAD_DWORDX2
            | S_BUFFER_LOAD_DWORDX4
            | S_BUFFER_LOAD_DWORDX8
            | S_BUFFER_LOAD_DWORDX16
            | S_STORE_DWORD
            | S_STORE_DWORDX2
            | S_STORE_DWORDX4
            | S_SCRATCH_STORE_DWORD
            | S_SCRATCH_STORE_DWORDX2
            | S_SCRATCH_STORE_DWORDX4
            | S_BUFFER_STORE_DWORD
            | S_BUFFER_STORE_DWORDX2
            | S_BUFFER_STORE_DWORDX4
            | S_BUFFER_ATOMIC_SWAP
            | S_BUFFER_ATOMIC_CMPSWAP
            | S_BUFFER_ATOMIC_ADD
            | S_BUFFER_ATOMIC_SUB
            | S_BUFFER_ATOMIC_SMIN
            | S_BUFFER_ATOMIC_UMIN
            | S_BUFFER_ATOMIC_SMAX
            | S_BUFFER_ATOMIC_UMAX
            | S_BUFFER_ATOMIC_AND
            | S_BUFFER_ATOMIC_OR
            | S_BUFFER_ATOMIC_XOR
            | S_BUFFER_ATOMIC_INC
            | S_BUFFER_ATOMIC_DEC
            | S_BUFFER_ATOMIC_SWAP_X2
            | S_BUFFER_ATOMIC_CMPSWAP_X2
            | S_BUFFER_ATOMIC_ADD_X2
            | S_BUFFER_ATOMIC_SUB_X2
            | S_BUFFER_ATOMIC_SMIN_X2
            | S_BUFFER_ATOMIC_UMIN_X2
            | S_BUFFER_ATOMIC_SMAX_X2
            | S_BUFFER_ATOMIC_UMAX_X2
            | S_BUFFER_ATOMIC_AND_X2
            | S_BUFFER_ATOMIC_OR_X2
            | S_BUFFER_ATOMIC_XOR_X2
            | S_BUFFER_ATOMIC_INC_X2
            | S_BUFFER_ATOMIC_DEC_X2
            | S_ATOMIC_SWAP
            | S_ATOMIC_CMPSWAP
            | S_ATOMIC_ADD
            | S_ATOMIC_SUB
            | S_ATOMIC_SMIN
            | S_ATOMIC_UMIN
            | S_ATOMIC_SMAX
            | S_ATOMIC_UMAX
            | S_ATOMIC_AND
            | S_ATOMIC_OR
            | S_ATOMIC_XOR
            | S_ATOMIC_INC
            | S_ATOMIC_DEC
            | S_ATOMIC_SWAP_X2
            | S_ATOMIC_CMPSWAP_X2
            | S_ATOMIC_ADD_X2
            | S_ATOMIC_SUB_X2
            | S_ATOMIC_SMIN_X2
            | S_ATOMIC_UMIN_X2
            | S_ATOMIC_SMAX_X2
            | S_ATOMIC_UMAX_X2
            | S_ATOMIC_AND_X2
            | S_ATOMIC_OR_X2
            | S_ATOMIC_XOR_X2
            | S_ATOMIC_INC_X2
            | S_ATOMIC_DEC_X2 => Err(Interp),
        }
    }

    /// Loads `n` dwords from SBASE + immediate + register x `scale`; low two bits of the sum are
    /// dropped. All are read before the first is written: SDATA may overlap SBASE.
    fn s_load(&mut self, f: &SmemFields, scale: u64, n: u8) -> Lowered {
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
        addr = self.b.op64(Uop::And, &[addr, k]);
        let t = self
            .b
            .effect(Uop::SLoad, IrTy::Tuple, false, n as u64, &[addr]);
        for i in 0..n.min(128 - f.sdata) {
            let v = self.b.proj(t, i as u64);
            self.b.set_s32(f.sdata + i, v);
        }
        Ok(())
    }
}
