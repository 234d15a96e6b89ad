//! MUBUF (CLRX GcnInstrsMubuf). The ADDR64 form of gfx6 and gfx7, which has no range check, is an access
//! to global memory; the others have micro-operations of their own. Formats are those of
//! [`super::texel`].

use super::memory::Half;
use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Packing, TexelAct, Ty as IrTy, Uop, Val};
use crate::isa::{Gen, Mubuf, MubufFields, Ty};

impl Lower<'_> {
    /// Lowers a MUBUF instruction.
    pub(super) fn mubuf(&mut self, op: Mubuf, f: &MubufFields) -> Lowered {
        use AtomicOp::{
            Add, And, CmpSwap, Dec, FCmpSwap, FMax, FMin, Inc, MaxS, MaxU, MinS, MinU, Or, RSub,
            Sub, Swap, Xor,
        };
        use Half::{High, Low, Whole};
        use Mubuf::*;
        use TexelAct::{Load, Store};
        // Refused, with a fault that names the instruction.
        if f.lds && !op.has_lds_form() {
            return Err(Interp);
        }
        let d16 = Packing::d16(self.t.generation);
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
            BUFFER_ATOMIC_FCMPSWAP => self.buffer_atomic(f, FCmpSwap, 4),
            BUFFER_ATOMIC_FMIN => self.buffer_atomic(f, FMin, 4),
            BUFFER_ATOMIC_FMAX => self.buffer_atomic(f, FMax, 4),
            BUFFER_ATOMIC_FCMPSWAP_X2 => self.buffer_atomic(f, FCmpSwap, 8),
            BUFFER_ATOMIC_FMIN_X2 => self.buffer_atomic(f, FMin, 8),
            BUFFER_ATOMIC_FMAX_X2 => self.buffer_atomic(f, FMax, 8),
            BUFFER_STORE_LDS_DWORD => self.buffer_store_lds(f),
            BUFFER_LOAD_FORMAT_X => self.buffer_format(op, f, Load, Packing::Dwords, 1),
            BUFFER_LOAD_FORMAT_XY => self.buffer_format(op, f, Load, Packing::Dwords, 2),
            BUFFER_LOAD_FORMAT_XYZ => self.buffer_format(op, f, Load, Packing::Dwords, 3),
            BUFFER_LOAD_FORMAT_XYZW => self.buffer_format(op, f, Load, Packing::Dwords, 4),
            BUFFER_LOAD_FORMAT_D16_X => self.buffer_format(op, f, Load, d16, 1),
            BUFFER_LOAD_FORMAT_D16_XY => self.buffer_format(op, f, Load, d16, 2),
            BUFFER_LOAD_FORMAT_D16_XYZ => self.buffer_format(op, f, Load, d16, 3),
            BUFFER_LOAD_FORMAT_D16_XYZW => self.buffer_format(op, f, Load, d16, 4),
            BUFFER_LOAD_FORMAT_D16_HI_X => self.buffer_format(op, f, Load, Packing::High, 1),
            BUFFER_STORE_FORMAT_X => self.buffer_format(op, f, Store, Packing::Dwords, 1),
            BUFFER_STORE_FORMAT_XY => self.buffer_format(op, f, Store, Packing::Dwords, 2),
            BUFFER_STORE_FORMAT_XYZ => self.buffer_format(op, f, Store, Packing::Dwords, 3),
            BUFFER_STORE_FORMAT_XYZW => self.buffer_format(op, f, Store, Packing::Dwords, 4),
            BUFFER_STORE_FORMAT_D16_X => self.buffer_format(op, f, Store, d16, 1),
            BUFFER_STORE_FORMAT_D16_XY => self.buffer_format(op, f, Store, d16, 2),
            BUFFER_STORE_FORMAT_D16_XYZ => self.buffer_format(op, f, Store, d16, 3),
            BUFFER_STORE_FORMAT_D16_XYZW => self.buffer_format(op, f, Store, d16, 4),
            BUFFER_STORE_FORMAT_D16_HI_X => self.buffer_format(op, f, Store, Packing::High, 1),
        }
    }

    /// An access to typed elements, whose format the V# has.
    fn buffer_format(
        &mut self,
        op: Mubuf,
        f: &MubufFields,
        act: TexelAct,
        packing: Packing,
        count: u8,
    ) -> Lowered {
        self.typed_buffer(f, (0, op as u8), act, packing, count, 0)
    }

    /// Address, lanes and (unused) LDS limit of an access with ADDR64, whose parts are aligned to
    /// `unit` bytes on gfx6.
    fn buffer_at(&mut self, f: &MubufFields, unit: u64) -> Result<Vec<Val>, Interp> {
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
        let (op, args) = if f.addr64 {
            (Uop::Load, self.buffer_at(f, m.size as u64)?)
        } else {
            (Uop::BufLoad, self.buffer_args(f, &mut m)?)
        };
        if f.lds {
            let t = self.b.effect(op, IrTy::Tuple, true, m.pack(), &args);
            self.loaded_to_lds(f.offset as u32, half, t);
            return Ok(());
        }
        self.load(op, m, half, f.vdata, &args)?;
        self.no_fault(f.tfe, f.vdata, m.dwords)
    }

    fn buffer_store(&mut self, f: &MubufFields, m: MemOp, half: Half) -> Lowered {
        let data = self.stored(f.vdata, m, half)?;
        self.buffer_stored(f, m, &data)
    }

    fn buffer_stored(&mut self, f: &MubufFields, mut m: MemOp, data: &[Val]) -> Lowered {
        m.split = true;
        let (op, mut args) = if f.addr64 {
            (Uop::Store, self.buffer_at(f, m.size as u64)?)
        } else {
            (Uop::BufStore, self.buffer_args(f, &mut m)?)
        };
        args.extend(data);
        self.b.effect(op, IrTy::None, false, m.pack(), &args);
        Ok(())
    }

    /// BUFFER_STORE_LDS_DWORD: the data comes from LDS.
    fn buffer_store_lds(&mut self, f: &MubufFields) -> Lowered {
        let (m, args) = self.lds_row(f.offset as u32);
        let t = self
            .b
            .effect(Uop::LdsLoad, IrTy::Tuple, true, m.pack(), &args);
        let v = self.b.proj(t, 0);
        self.buffer_stored(f, MemOp::dwords(1), &[v])
    }

    fn buffer_atomic(&mut self, f: &MubufFields, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let (op, mut args) = if f.addr64 {
            (Uop::Atomic, self.buffer_at(f, 4)?)
        } else {
            (Uop::BufAtomic, self.buffer_args(f, &mut m)?)
        };
        let operands = 1 + m.atomic.two() as u8;
        args.extend(self.vgprs(f.vdata, operands * size / 4)?);
        if f.glc {
            self.load(op, m, Half::Whole, f.vdata, &args)?;
            return self.no_fault(f.tfe, f.vdata, m.dwords);
        }
        self.b.effect(op, IrTy::Tuple, true, m.pack(), &args);
        Ok(())
    }
}
