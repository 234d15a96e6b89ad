//! FLAT, GLOBAL and SCRATCH (CLRX GcnInstrsFlat).

use super::memory::Half;
use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, planted};
use crate::ir::{AtomicOp, MemOp, Ty as IrTy, Uop, Val};
use crate::isa::{Flat, FlatFields, Segment};
use crate::machine::PRIVATE_APERTURE_HI;

impl Lower<'_> {
    /// Lowers a FLAT, GLOBAL or SCRATCH instruction.
    pub(super) fn flat(&mut self, op: Flat, f: &FlatFields) -> Lowered {
        use Flat::*;
        use Half::{High, Low, Whole};
        let (u8_, i8_) = (MemOp::small(1, false), MemOp::small(1, true));
        let (u16_, i16_) = (MemOp::small(2, false), MemOp::small(2, true));
        match op {
            LOAD_UBYTE => self.flat_load(f, u8_, Whole),
            LOAD_SBYTE => self.flat_load(f, i8_, Whole),
            LOAD_USHORT => self.flat_load(f, u16_, Whole),
            LOAD_SSHORT => self.flat_load(f, i16_, Whole),
            LOAD_DWORD => self.flat_load(f, MemOp::dwords(1), Whole),
            LOAD_DWORDX2 => self.flat_load(f, MemOp::dwords(2), Whole),
            LOAD_DWORDX3 => self.flat_load(f, MemOp::dwords(3), Whole),
            LOAD_DWORDX4 => self.flat_load(f, MemOp::dwords(4), Whole),
            LOAD_UBYTE_D16 => self.flat_load(f, u8_, Low),
            LOAD_UBYTE_D16_HI => self.flat_load(f, u8_, High),
            LOAD_SBYTE_D16 => self.flat_load(f, i8_, Low),
            LOAD_SBYTE_D16_HI => self.flat_load(f, i8_, High),
            LOAD_SHORT_D16 => self.flat_load(f, u16_, Low),
            LOAD_SHORT_D16_HI => self.flat_load(f, u16_, High),
            STORE_BYTE => self.flat_store(f, u8_, Whole),
            STORE_BYTE_D16_HI => self.flat_store(f, u8_, High),
            STORE_SHORT => self.flat_store(f, u16_, Whole),
            STORE_SHORT_D16_HI => self.flat_store(f, u16_, High),
            STORE_DWORD => self.flat_store(f, MemOp::dwords(1), Whole),
            STORE_DWORDX2 => self.flat_store(f, MemOp::dwords(2), Whole),
            STORE_DWORDX3 => self.flat_store(f, MemOp::dwords(3), Whole),
            STORE_DWORDX4 => self.flat_store(f, MemOp::dwords(4), Whole),
            ATOMIC_SWAP => self.flat_atomic(f, AtomicOp::Swap, 4),
            ATOMIC_CMPSWAP => self.flat_atomic(f, AtomicOp::CmpSwap, 4),
            ATOMIC_ADD => self.flat_atomic(f, AtomicOp::Add, 4),
            ATOMIC_SUB => self.flat_atomic(f, AtomicOp::Sub, 4),
            ATOMIC_SMIN => self.flat_atomic(f, AtomicOp::MinS, 4),
            ATOMIC_UMIN => self.flat_atomic(f, AtomicOp::MinU, 4),
            ATOMIC_SMAX => self.flat_atomic(f, AtomicOp::MaxS, 4),
            ATOMIC_UMAX => self.flat_atomic(f, AtomicOp::MaxU, 4),
            ATOMIC_AND => self.flat_atomic(f, AtomicOp::And, 4),
            ATOMIC_OR => self.flat_atomic(f, AtomicOp::Or, 4),
            ATOMIC_XOR => self.flat_atomic(f, AtomicOp::Xor, 4),
            ATOMIC_INC => self.flat_atomic(f, AtomicOp::Inc, 4),
            ATOMIC_DEC => self.flat_atomic(f, AtomicOp::Dec, 4),
            ATOMIC_SWAP_X2 => self.flat_atomic(f, AtomicOp::Swap, 8),
            ATOMIC_CMPSWAP_X2 => self.flat_atomic(f, AtomicOp::CmpSwap, 8),
            ATOMIC_ADD_X2 => self.flat_atomic(f, AtomicOp::Add, 8),
            ATOMIC_SUB_X2 => self.flat_atomic(f, AtomicOp::Sub, 8),
            ATOMIC_SMIN_X2 => self.flat_atomic(f, AtomicOp::MinS, 8),
            ATOMIC_UMIN_X2 => self.flat_atomic(f, AtomicOp::MinU, 8),
            ATOMIC_SMAX_X2 => self.flat_atomic(f, AtomicOp::MaxS, 8),
            ATOMIC_UMAX_X2 => self.flat_atomic(f, AtomicOp::MaxU, 8),
            ATOMIC_AND_X2 => self.flat_atomic(f, AtomicOp::And, 8),
            ATOMIC_OR_X2 => self.flat_atomic(f, AtomicOp::Or, 8),
            ATOMIC_XOR_X2 => self.flat_atomic(f, AtomicOp::Xor, 8),
            ATOMIC_INC_X2 => self.flat_atomic(f, AtomicOp::Inc, 8),
            ATOMIC_DEC_X2 => self.flat_atomic(f, AtomicOp::Dec, 8),
            ATOMIC_FCMPSWAP => self.flat_atomic(f, AtomicOp::FCmpSwap, 4),
            ATOMIC_FMIN => self.flat_atomic(f, AtomicOp::FMin, 4),
            ATOMIC_FMAX => self.flat_atomic(f, AtomicOp::FMax, 4),
            ATOMIC_FCMPSWAP_X2 => self.flat_atomic(f, AtomicOp::FCmpSwap, 8),
            ATOMIC_FMIN_X2 => self.flat_atomic(f, AtomicOp::FMin, 8),
            ATOMIC_FMAX_X2 => self.flat_atomic(f, AtomicOp::FMax, 8),
        }
    }

    /// Address, lanes and LDS limit of an access; and how FLAT's LDS addresses are aligned.
    fn flat_at(&mut self, f: &FlatFields, m: &mut MemOp, align: u8) -> Result<[Val; 3], Interp> {
        let offset = f.displacement() as u64;
        let addr = match (f.seg, f.saddr) {
            (Segment::Flat, _) | (Segment::Global, None) => {
                let (v, k) = (self.vgpr_pair(f.vaddr)?, self.b.k64(offset));
                self.b.op64(Uop::Add, &[v, k])
            }
            (Segment::Global, Some(s)) => {
                // The scalar part first: it is added once, not per lane.
                let (base, k) = (self.b.s64(s), self.b.k64(offset));
                let base = self.b.op64(Uop::Add, &[base, k]);
                let v = self.vgprs(f.vaddr, 1)?[0];
                let v = self.b.op64(Uop::ZExt, &[v]);
                self.b.op64(Uop::Add, &[v, base])
            }
            (Segment::Scratch, saddr) => {
                // As FLAT's private address of the same byte.
                let base = match saddr {
                    Some(s) => self.b.s32(s),
                    None if planted(Fault::OneIndex) => self.b.read_first_lane(f.vaddr),
                    None => self.vgprs(f.vaddr, 1)?[0],
                };
                let (k, hi) = (self.b.k32(offset as u32), self.b.k32(PRIVATE_APERTURE_HI));
                let lo = self.b.op32(Uop::Add, &[base, k]);
                self.b.op64(Uop::Concat, &[lo, hi])
            }
        };
        m.flat = f.seg != Segment::Global;
        m.align_mask = align;
        let limit = if f.seg == Segment::Flat {
            self.lds_limit()
        } else {
            self.b.k32(0)
        };
        Ok([self.b.splat(addr), self.b.exec(), limit])
    }

    fn flat_load(&mut self, f: &FlatFields, mut m: MemOp, half: Half) -> Lowered {
        let align = self.lds_align(m.bytes());
        let at = self.flat_at(f, &mut m, align)?;
        if f.lds {
            let t = self.b.effect(Uop::Load, IrTy::Tuple, true, m.pack(), &at);
            self.loaded_to_lds(f.offset as u32, half, t);
            return Ok(());
        }
        self.load(Uop::Load, m, half, f.vdst, &at)?;
        self.no_fault(f.tfe, f.vdst, m.dwords)
    }

    fn flat_store(&mut self, f: &FlatFields, mut m: MemOp, half: Half) -> Lowered {
        let align = self.lds_align(m.bytes());
        let mut args = self.flat_at(f, &mut m, align)?.to_vec();
        let data = self.stored(f.vdata, m, half)?;
        if self.b.store_run(m, args[0], args[2], &data) {
            return Ok(());
        }
        args.extend(data);
        self.b
            .effect(Uop::Store, IrTy::None, false, m.pack(), &args);
        Ok(())
    }

    fn flat_atomic(&mut self, f: &FlatFields, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.flat_at(f, &mut m, size - 1)?.to_vec();
        let operands = 1 + op.two() as u8;
        args.extend(self.vgprs(f.vdata, operands * size / 4)?);
        if f.glc {
            self.load(Uop::Atomic, m, Half::Whole, f.vdst, &args)?;
            return self.no_fault(f.tfe, f.vdst, m.dwords);
        }
        self.b
            .effect(Uop::Atomic, IrTy::Tuple, true, m.pack(), &args);
        Ok(())
    }
}
