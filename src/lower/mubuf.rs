//! MUBUF (CLRX GcnInstrsMubuf). The ADDR64 form of gfx6 and gfx7, which has no range check, is an access
//! to global memory; the others have micro-operations of their own, but for their atomics, which are
//! the interpreter's.

use super::memory::Half;
use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Ty as IrTy, Uop, Val};
use crate::isa::{Gen, Mubuf, MubufFields, Ty};

impl Lower<'_> {
    /// Lowers a MUBUF instruction.
    pub(super) fn mubuf(&mut self, op: Mubuf, f: &MubufFields) -> Lowered {
        use AtomicOp::{
            Add, And, CmpSwap, Dec, Inc, MaxS, MaxU, MinS, MinU, Or, RSub, Sub, Swap, Xor,
        };
        use Half::{High, Low, Whole};
        use Mubuf::*;
        let (u8_, i8_) = (MemOp::small(1, false), MemOp::small(1, true));
        let (u16_, i16_) = (MemOp::small(2, false), MemOp::small(2, true));
        match op {
            BUFFER_LOAD_UBYTE => self.buffer_load(f, u8_, Whole),
            BUFFER_LOAD_SBYTE => self.buffer_load(f, i8_, Whole),
            BUFFER_LOAD_USHORT => self.buffer_load(f, u16_, Whole),
            BUFFER_LOAD_SSHORT => self.buffer_load(f, i16_, Whole),
            BUFFER_LOAD_DWORD => self.buffer_load(f, MemOp::dwords(1), Whole),
            BUFFER_LOAD_DWORDX2 => self.buffer_load(f, MemOp::dwords(2), Whole),
            BUFFER_LOAD_DWORDX3 => self.buffer_load(f, MemOp::dwords(3), Whole),
            BUFFER_LOAD_DWORDX4 => self.buffer_load(f, MemOp::dwords(4), Whole),
            BUFFER_LOAD_UBYTE_D16 => self.buffer_load(f, u8_, Low),
            BUFFER_LOAD_UBYTE_D16_HI => self.buffer_load(f, u8_, High),
            BUFFER_LOAD_SBYTE_D16 => self.buffer_load(f, i8_, Low),
            BUFFER_LOAD_SBYTE_D16_HI => self.buffer_load(f, i8_, High),
            BUFFER_LOAD_SHORT_D16 => self.buffer_load(f, u16_, Low),
            BUFFER_LOAD_SHORT_D16_HI => self.buffer_load(f, u16_, High),
            BUFFER_STORE_BYTE => self.buffer_store(f, u8_, Whole),
            BUFFER_STORE_BYTE_D16_HI => self.buffer_store(f, u8_, High),
            BUFFER_STORE_SHORT => self.buffer_store(f, u16_, Whole),
            BUFFER_STORE_SHORT_D16_HI => self.buffer_store(f, u16_, High),
            BUFFER_STORE_DWORD => self.buffer_store(f, MemOp::dwords(1), Whole),
            BUFFER_STORE_DWORDX2 => self.buffer_store(f, MemOp::dwords(2), Whole),
            BUFFER_STORE_DWORDX3 => self.buffer_store(f, MemOp::dwords(3), Whole),
            BUFFER_STORE_DWORDX4 => self.buffer_store(f, MemOp::dwords(4), Whole),
            BUFFER_ATOMIC_SWAP => self.buffer_atomic(f, Swap, 4),
            BUFFER_ATOMIC_SWAP_X2 => self.buffer_atomic(f, Swap, 8),
            BUFFER_ATOMIC_CMPSWAP => self.buffer_atomic(f, CmpSwap, 4),
            BUFFER_ATOMIC_CMPSWAP_X2 => self.buffer_atomic(f, CmpSwap, 8),
            BUFFER_ATOMIC_ADD => self.buffer_atomic(f, Add, 4),
            BUFFER_ATOMIC_ADD_X2 => self.buffer_atomic(f, Add, 8),
            BUFFER_ATOMIC_SUB => self.buffer_atomic(f, Sub, 4),
            BUFFER_ATOMIC_SUB_X2 => self.buffer_atomic(f, Sub, 8),
            BUFFER_ATOMIC_RSUB => self.buffer_atomic(f, RSub, 4),
            BUFFER_ATOMIC_RSUB_X2 => self.buffer_atomic(f, RSub, 8),
            BUFFER_ATOMIC_SMIN => self.buffer_atomic(f, MinS, 4),
            BUFFER_ATOMIC_SMIN_X2 => self.buffer_atomic(f, MinS, 8),
            BUFFER_ATOMIC_UMIN => self.buffer_atomic(f, MinU, 4),
            BUFFER_ATOMIC_UMIN_X2 => self.buffer_atomic(f, MinU, 8),
            BUFFER_ATOMIC_SMAX => self.buffer_atomic(f, MaxS, 4),
            BUFFER_ATOMIC_SMAX_X2 => self.buffer_atomic(f, MaxS, 8),
            BUFFER_ATOMIC_UMAX => self.buffer_atomic(f, MaxU, 4),
            BUFFER_ATOMIC_UMAX_X2 => self.buffer_atomic(f, MaxU, 8),
            BUFFER_ATOMIC_AND => self.buffer_atomic(f, And, 4),
            BUFFER_ATOMIC_AND_X2 => self.buffer_atomic(f, And, 8),
            BUFFER_ATOMIC_OR => self.buffer_atomic(f, Or, 4),
            BUFFER_ATOMIC_OR_X2 => self.buffer_atomic(f, Or, 8),
            BUFFER_ATOMIC_XOR => self.buffer_atomic(f, Xor, 4),
            BUFFER_ATOMIC_XOR_X2 => self.buffer_atomic(f, Xor, 8),
            BUFFER_ATOMIC_INC => self.buffer_atomic(f, Inc, 4),
            BUFFER_ATOMIC_INC_X2 => self.buffer_atomic(f, Inc, 8),
            BUFFER_ATOMIC_DEC => self.buffer_atomic(f, Dec, 4),
            BUFFER_ATOMIC_DEC_X2 => self.buffer_atomic(f, Dec, 8),
            BUFFER_WBINVL1 | BUFFER_WBINVL1_VOL | BUFFER_WBINVL1_SC => Ok(()),
            // Floating point whatever MODE says; rare; formats.
            BUFFER_LOAD_FORMAT_X
            | BUFFER_LOAD_FORMAT_XY
            | BUFFER_LOAD_FORMAT_XYZ
            | BUFFER_LOAD_FORMAT_XYZW
            | BUFFER_STORE_FORMAT_X
            | BUFFER_STORE_FORMAT_XY
            | BUFFER_STORE_FORMAT_XYZ
            | BUFFER_STORE_FORMAT_XYZW
            | BUFFER_LOAD_FORMAT_D16_X
            | BUFFER_LOAD_FORMAT_D16_XY
            | BUFFER_LOAD_FORMAT_D16_XYZ
            | BUFFER_LOAD_FORMAT_D16_XYZW
            | BUFFER_STORE_FORMAT_D16_X
            | BUFFER_STORE_FORMAT_D16_XY
            | BUFFER_STORE_FORMAT_D16_XYZ
            | BUFFER_STORE_FORMAT_D16_XYZW
            | BUFFER_LOAD_FORMAT_D16_HI_X
            | BUFFER_STORE_FORMAT_D16_HI_X
            | BUFFER_STORE_LDS_DWORD
            | BUFFER_ATOMIC_FCMPSWAP
            | BUFFER_ATOMIC_FMIN
            | BUFFER_ATOMIC_FMAX
            | BUFFER_ATOMIC_FCMPSWAP_X2
            | BUFFER_ATOMIC_FMIN_X2
            | BUFFER_ATOMIC_FMAX_X2 => Err(Interp),
        }
    }

    /// Address, lanes and (unused) LDS limit of an access with ADDR64, whose parts are aligned to
    /// `unit` bytes on gfx6.
    fn buffer_at(&mut self, f: &MubufFields, unit: u64) -> Result<Vec<Val>, Interp> {
        if !f.addr64 || f.lds || f.tfe {
            return Err(Interp);
        }
        // Of the words of the base only the low 48 bits count, and so it is with the sum.
        let base = self.b.s64(f.srsrc);
        let soffset = self.s32(f.soffset, Ty::U32)?;
        let soffset = self.b.op64(Uop::ZExt, &[soffset]);
        let base = self.b.op64(Uop::Add, &[base, soffset]);
        let k = self.b.k64(f.offset as u64);
        let base = self.b.op64(Uop::Add, &[base, k]);
        let v = self.vgpr_pair(f.vaddr)?;
        let addr = self.b.op64(Uop::Add, &[v, base]);
        let k = self.b.k64(match self.t.generation {
            Gen::Gfx6 => 0xffff_ffff_ffff & !(unit - 1),
            Gen::Gfx7 | Gen::Gfx8 | Gen::Gfx9 | Gen::Gfx906 => 0xffff_ffff_ffff,
        });
        let addr = self.b.op64(Uop::And, &[addr, k]);
        Ok(vec![self.b.splat(addr), self.b.exec(), self.b.k32(0)])
    }

    /// Index, lanes, offset, V# and SOFFSET of an access without ADDR64.
    fn buffer_args(&mut self, f: &MubufFields, m: &mut MemOp) -> Result<Vec<Val>, Interp> {
        if f.lds || f.tfe {
            return Err(Interp);
        }
        (m.idxen, m.offen, m.offset) = (f.idxen, f.offen, f.offset);
        // What is not used may be any register, one that exists.
        let v = match f.idxen as u8 + f.offen as u8 {
            0 => self.vgprs(0, 1)?,
            n => self.vgprs(f.vaddr, n)?,
        };
        let soffset = self.s32(f.soffset, Ty::U32)?;
        Ok(vec![
            v[0],
            self.b.exec(),
            v[v.len() - 1],
            self.b.s64(f.srsrc),
            self.b.s64(f.srsrc + 2),
            soffset,
        ])
    }

    fn buffer_load(&mut self, f: &MubufFields, mut m: MemOp, half: Half) -> Lowered {
        m.split = true;
        if !f.addr64 {
            let args = self.buffer_args(f, &mut m)?;
            return self.load(Uop::BufLoad, m, half, f.vdata, &args);
        }
        let args = self.buffer_at(f, m.size as u64)?;
        self.load(Uop::Load, m, half, f.vdata, &args)
    }

    fn buffer_store(&mut self, f: &MubufFields, mut m: MemOp, half: Half) -> Lowered {
        m.split = true;
        let (op, mut args) = if f.addr64 {
            (Uop::Store, self.buffer_at(f, m.size as u64)?)
        } else {
            (Uop::BufStore, self.buffer_args(f, &mut m)?)
        };
        args.extend(self.stored(f.vdata, m, half)?);
        self.b.effect(op, IrTy::None, false, m.pack(), &args);
        Ok(())
    }

    fn buffer_atomic(&mut self, f: &MubufFields, op: AtomicOp, size: u8) -> Lowered {
        let m = MemOp::atomic(op, size);
        let mut args = self.buffer_at(f, 4)?;
        let operands = 1 + op.two() as u8;
        args.extend(self.vgprs(f.vdata, operands * size / 4)?);
        if f.glc {
            return self.load(Uop::Atomic, m, Half::Whole, f.vdata, &args);
        }
        self.b
            .effect(Uop::Atomic, IrTy::Tuple, true, m.pack(), &args);
        Ok(())
    }
}
