//! DS: LDS and lane exchange (CLRX GcnInstrsDs).

use super::memory::Half;
use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Share, Ty as IrTy, Uop, Val};
use crate::isa::{Ds, DsFields, Gen};

/// The one 16-bit offset of instructions with a single address.
fn offset16(f: &DsFields) -> u16 {
    f.offset0 as u16 | (f.offset1 as u16) << 8
}

impl Lower<'_> {
    /// Lowers a DS instruction.
    pub(super) fn ds(&mut self, op: Ds, f: &DsFields) -> Lowered {
        use AtomicOp::{
            Add, And, CmpSt, CondXchg, Dec, FCmpSt, FMax, FMin, Inc, MaxS, MaxU, MinS, MinU, MskOr,
            Or, RSub, Sub, Swap, Wrap, Xor,
        };
        use Ds::*;
        use Half::{High, Low, Whole};
        let (u8_, i8_) = (MemOp::small(1, false), MemOp::small(1, true));
        let (u16_, i16_) = (MemOp::small(2, false), MemOp::small(2, true));
        let fadd = AtomicOp::fadd(self.mode32());
        match op {
            DS_ADD_U32 => self.ds_atomic(f, Add, 4, false),
            DS_ADD_RTN_U32 => self.ds_atomic(f, Add, 4, true),
            DS_ADD_U64 => self.ds_atomic(f, Add, 8, false),
            DS_ADD_RTN_U64 => self.ds_atomic(f, Add, 8, true),
            DS_SUB_U32 => self.ds_atomic(f, Sub, 4, false),
            DS_SUB_RTN_U32 => self.ds_atomic(f, Sub, 4, true),
            DS_SUB_U64 => self.ds_atomic(f, Sub, 8, false),
            DS_SUB_RTN_U64 => self.ds_atomic(f, Sub, 8, true),
            DS_RSUB_U32 => self.ds_atomic(f, RSub, 4, false),
            DS_RSUB_RTN_U32 => self.ds_atomic(f, RSub, 4, true),
            DS_RSUB_U64 => self.ds_atomic(f, RSub, 8, false),
            DS_RSUB_RTN_U64 => self.ds_atomic(f, RSub, 8, true),
            DS_INC_U32 => self.ds_atomic(f, Inc, 4, false),
            DS_INC_RTN_U32 => self.ds_atomic(f, Inc, 4, true),
            DS_INC_U64 => self.ds_atomic(f, Inc, 8, false),
            DS_INC_RTN_U64 => self.ds_atomic(f, Inc, 8, true),
            DS_DEC_U32 => self.ds_atomic(f, Dec, 4, false),
            DS_DEC_RTN_U32 => self.ds_atomic(f, Dec, 4, true),
            DS_DEC_U64 => self.ds_atomic(f, Dec, 8, false),
            DS_DEC_RTN_U64 => self.ds_atomic(f, Dec, 8, true),
            DS_MIN_I32 => self.ds_atomic(f, MinS, 4, false),
            DS_MIN_RTN_I32 => self.ds_atomic(f, MinS, 4, true),
            DS_MIN_I64 => self.ds_atomic(f, MinS, 8, false),
            DS_MIN_RTN_I64 => self.ds_atomic(f, MinS, 8, true),
            DS_MAX_I32 => self.ds_atomic(f, MaxS, 4, false),
            DS_MAX_RTN_I32 => self.ds_atomic(f, MaxS, 4, true),
            DS_MAX_I64 => self.ds_atomic(f, MaxS, 8, false),
            DS_MAX_RTN_I64 => self.ds_atomic(f, MaxS, 8, true),
            DS_MIN_U32 => self.ds_atomic(f, MinU, 4, false),
            DS_MIN_RTN_U32 => self.ds_atomic(f, MinU, 4, true),
            DS_MIN_U64 => self.ds_atomic(f, MinU, 8, false),
            DS_MIN_RTN_U64 => self.ds_atomic(f, MinU, 8, true),
            DS_MAX_U32 => self.ds_atomic(f, MaxU, 4, false),
            DS_MAX_RTN_U32 => self.ds_atomic(f, MaxU, 4, true),
            DS_MAX_U64 => self.ds_atomic(f, MaxU, 8, false),
            DS_MAX_RTN_U64 => self.ds_atomic(f, MaxU, 8, true),
            DS_AND_B32 => self.ds_atomic(f, And, 4, false),
            DS_AND_RTN_B32 => self.ds_atomic(f, And, 4, true),
            DS_AND_B64 => self.ds_atomic(f, And, 8, false),
            DS_AND_RTN_B64 => self.ds_atomic(f, And, 8, true),
            DS_OR_B32 => self.ds_atomic(f, Or, 4, false),
            DS_OR_RTN_B32 => self.ds_atomic(f, Or, 4, true),
            DS_OR_B64 => self.ds_atomic(f, Or, 8, false),
            DS_OR_RTN_B64 => self.ds_atomic(f, Or, 8, true),
            DS_XOR_B32 => self.ds_atomic(f, Xor, 4, false),
            DS_XOR_RTN_B32 => self.ds_atomic(f, Xor, 4, true),
            DS_XOR_B64 => self.ds_atomic(f, Xor, 8, false),
            DS_XOR_RTN_B64 => self.ds_atomic(f, Xor, 8, true),
            DS_MSKOR_B32 => self.ds_atomic(f, MskOr, 4, false),
            DS_MSKOR_RTN_B32 => self.ds_atomic(f, MskOr, 4, true),
            DS_MSKOR_B64 => self.ds_atomic(f, MskOr, 8, false),
            DS_MSKOR_RTN_B64 => self.ds_atomic(f, MskOr, 8, true),
            DS_CMPST_B32 => self.ds_atomic(f, CmpSt, 4, false),
            DS_CMPST_RTN_B32 => self.ds_atomic(f, CmpSt, 4, true),
            DS_CMPST_B64 => self.ds_atomic(f, CmpSt, 8, false),
            DS_CMPST_RTN_B64 => self.ds_atomic(f, CmpSt, 8, true),
            DS_WRXCHG_RTN_B32 => self.ds_atomic(f, Swap, 4, true),
            DS_WRXCHG_RTN_B64 => self.ds_atomic(f, Swap, 8, true),
            DS_WRAP_RTN_B32 => self.ds_atomic(f, Wrap, 4, true),
            DS_WRITE_B8 => self.ds_write(f, u8_, Whole),
            DS_WRITE_B16 => self.ds_write(f, u16_, Whole),
            DS_WRITE_B8_D16_HI => self.ds_write(f, u8_, High),
            DS_WRITE_B16_D16_HI => self.ds_write(f, u16_, High),
            DS_WRITE_B32 => self.ds_write(f, MemOp::dwords(1), Whole),
            DS_WRITE_B64 => self.ds_write(f, MemOp::dwords(2), Whole),
            DS_WRITE_B96 => self.ds_write(f, MemOp::dwords(3), Whole),
            DS_WRITE_B128 => self.ds_write(f, MemOp::dwords(4), Whole),
            DS_WRITE2_B32 => self.ds_write2(f, 1, 2),
            DS_WRITE2ST64_B32 => self.ds_write2(f, 1, 8),
            DS_WRITE2_B64 => self.ds_write2(f, 2, 3),
            DS_WRITE2ST64_B64 => self.ds_write2(f, 2, 9),
            DS_READ_I8 => self.ds_read(f, i8_, Whole),
            DS_READ_U8 => self.ds_read(f, u8_, Whole),
            DS_READ_I16 => self.ds_read(f, i16_, Whole),
            DS_READ_U16 => self.ds_read(f, u16_, Whole),
            DS_READ_U8_D16 => self.ds_read(f, u8_, Low),
            DS_READ_U8_D16_HI => self.ds_read(f, u8_, High),
            DS_READ_I8_D16 => self.ds_read(f, i8_, Low),
            DS_READ_I8_D16_HI => self.ds_read(f, i8_, High),
            DS_READ_U16_D16 => self.ds_read(f, u16_, Low),
            DS_READ_U16_D16_HI => self.ds_read(f, u16_, High),
            DS_READ_B32 => self.ds_read(f, MemOp::dwords(1), Whole),
            DS_READ_B64 => self.ds_read(f, MemOp::dwords(2), Whole),
            DS_READ_B96 => self.ds_read(f, MemOp::dwords(3), Whole),
            DS_READ_B128 => self.ds_read(f, MemOp::dwords(4), Whole),
            DS_READ2_B32 => self.ds_read2(f, 1, 2),
            DS_READ2ST64_B32 => self.ds_read2(f, 1, 8),
            DS_READ2_B64 => self.ds_read2(f, 2, 3),
            DS_READ2ST64_B64 => self.ds_read2(f, 2, 9),
            DS_SWIZZLE_B32 => self.ds_swizzle(f),
            DS_BPERMUTE_B32 => self.ds_permute(f, Uop::BPermute),
            DS_PERMUTE_B32 => self.ds_permute(f, Uop::Permute),
            DS_NOP => Ok(()),
            DS_CMPST_F32 => self.ds_atomic(f, FCmpSt, 4, false),
            DS_CMPST_RTN_F32 => self.ds_atomic(f, FCmpSt, 4, true),
            DS_MIN_F32 => self.ds_atomic(f, FMin, 4, false),
            DS_MIN_RTN_F32 => self.ds_atomic(f, FMin, 4, true),
            DS_MAX_F32 => self.ds_atomic(f, FMax, 4, false),
            DS_MAX_RTN_F32 => self.ds_atomic(f, FMax, 4, true),
            DS_ADD_F32 => self.ds_atomic(f, fadd, 4, false),
            DS_ADD_RTN_F32 => self.ds_atomic(f, fadd, 4, true),
            DS_CMPST_F64 => self.ds_atomic(f, FCmpSt, 8, false),
            DS_CMPST_RTN_F64 => self.ds_atomic(f, FCmpSt, 8, true),
            DS_MIN_F64 => self.ds_atomic(f, FMin, 8, false),
            DS_MIN_RTN_F64 => self.ds_atomic(f, FMin, 8, true),
            DS_MAX_F64 => self.ds_atomic(f, FMax, 8, false),
            DS_MAX_RTN_F64 => self.ds_atomic(f, FMax, 8, true),
            DS_CONDXCHG32_RTN_B64 => self.ds_atomic(f, CondXchg, 8, true),
            DS_WRXCHG2_RTN_B32 => self.ds_exchange2(f, 1, 2),
            DS_WRXCHG2ST64_RTN_B32 => self.ds_exchange2(f, 1, 8),
            DS_WRXCHG2_RTN_B64 => self.ds_exchange2(f, 2, 3),
            DS_WRXCHG2ST64_RTN_B64 => self.ds_exchange2(f, 2, 9),
            DS_ADD_SRC2_U32 => self.ds_src2(f, Add, 4),
            DS_ADD_SRC2_U64 => self.ds_src2(f, Add, 8),
            DS_SUB_SRC2_U32 => self.ds_src2(f, Sub, 4),
            DS_SUB_SRC2_U64 => self.ds_src2(f, Sub, 8),
            DS_RSUB_SRC2_U32 => self.ds_src2(f, RSub, 4),
            DS_RSUB_SRC2_U64 => self.ds_src2(f, RSub, 8),
            DS_INC_SRC2_U32 => self.ds_src2(f, Inc, 4),
            DS_INC_SRC2_U64 => self.ds_src2(f, Inc, 8),
            DS_DEC_SRC2_U32 => self.ds_src2(f, Dec, 4),
            DS_DEC_SRC2_U64 => self.ds_src2(f, Dec, 8),
            DS_MIN_SRC2_I32 => self.ds_src2(f, MinS, 4),
            DS_MIN_SRC2_I64 => self.ds_src2(f, MinS, 8),
            DS_MAX_SRC2_I32 => self.ds_src2(f, MaxS, 4),
            DS_MAX_SRC2_I64 => self.ds_src2(f, MaxS, 8),
            DS_MIN_SRC2_U32 => self.ds_src2(f, MinU, 4),
            DS_MIN_SRC2_U64 => self.ds_src2(f, MinU, 8),
            DS_MAX_SRC2_U32 => self.ds_src2(f, MaxU, 4),
            DS_MAX_SRC2_U64 => self.ds_src2(f, MaxU, 8),
            DS_AND_SRC2_B32 => self.ds_src2(f, And, 4),
            DS_AND_SRC2_B64 => self.ds_src2(f, And, 8),
            DS_OR_SRC2_B32 => self.ds_src2(f, Or, 4),
            DS_OR_SRC2_B64 => self.ds_src2(f, Or, 8),
            DS_XOR_SRC2_B32 => self.ds_src2(f, Xor, 4),
            DS_XOR_SRC2_B64 => self.ds_src2(f, Xor, 8),
            DS_WRITE_SRC2_B32 => self.ds_src2(f, Swap, 4),
            DS_WRITE_SRC2_B64 => self.ds_src2(f, Swap, 8),
            DS_MIN_SRC2_F32 => self.ds_src2(f, FMin, 4),
            DS_MIN_SRC2_F64 => self.ds_src2(f, FMin, 8),
            DS_MAX_SRC2_F32 => self.ds_src2(f, FMax, 4),
            DS_MAX_SRC2_F64 => self.ds_src2(f, FMax, 8),
            DS_ADD_SRC2_F32 => self.ds_src2(f, fadd, 4),
            DS_APPEND => self.ds_count(f, Add),
            DS_CONSUME => self.ds_count(f, Sub),
            DS_READ_ADDTID_B32 => self.ds_read_addtid(f),
            DS_WRITE_ADDTID_B32 => self.ds_write_addtid(f),
            // Refused: synchronisation through GDS, and what no manual defines.
            DS_GWS_SEMA_RELEASE_ALL
            | DS_GWS_INIT
            | DS_GWS_SEMA_V
            | DS_GWS_SEMA_BR
            | DS_GWS_SEMA_P
            | DS_GWS_BARRIER
            | DS_ORDERED_COUNT
            | DS_CONDXCHG32_RTN_B128 => Err(Interp),
        }
    }

    /// Address, lanes and limit; the offset is the helper's business.
    fn ds_at(&mut self, f: &DsFields, m: &mut MemOp) -> Result<Vec<Val>, Interp> {
        let addr = self.vgprs(f.addr, 1)?[0];
        Ok(self.ds_from(f, m, addr))
    }

    /// As `ds_at`, from the given address.
    fn ds_from(&mut self, f: &DsFields, m: &mut MemOp, addr: Val) -> Vec<Val> {
        m.no_wrap = self.t.generation == Gen::Gfx6;
        m.gds = f.gds;
        if m.pair == 0 {
            m.offset = offset16(f);
        }
        let limit = if f.gds { self.m0() } else { self.lds_limit() };
        let addr = self.b.splat(addr);
        vec![addr, self.b.exec(), limit]
    }

    /// The access `share` that there is for the GDS, else `plain`.
    fn ds_op(&mut self, m: &mut MemOp, plain: Uop, share: Share, args: &mut Vec<Val>) -> Uop {
        if !m.gds {
            return plain;
        }
        self.ds_share(m, share, args)
    }

    fn ds_share(&mut self, m: &mut MemOp, share: Share, args: &mut Vec<Val>) -> Uop {
        m.share = share;
        if args.len() == 3 {
            args.push(args[0]);
        }
        Uop::LdsShare
    }

    fn ds_stored(&mut self, mut m: MemOp, mut args: Vec<Val>) {
        let op = self.ds_op(&mut m, Uop::LdsStore, Share::Store, &mut args);
        let ty = if m.gds { IrTy::Tuple } else { IrTy::None };
        self.b.effect(op, ty, m.gds, m.pack(), &args);
    }

    fn ds_read(&mut self, f: &DsFields, mut m: MemOp, half: Half) -> Lowered {
        m.align_mask = self.lds_align(m.bytes());
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_op(&mut m, Uop::LdsLoad, Share::Load, &mut args);
        self.load(op, m, half, f.vdst, &args)
    }

    fn ds_write(&mut self, f: &DsFields, mut m: MemOp, half: Half) -> Lowered {
        m.align_mask = self.lds_align(m.bytes());
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.stored(f.data0, m, half)?);
        self.ds_stored(m, args);
        Ok(())
    }

    /// The ADDTID forms: at M0[15:0] + offset + 4 x lane, without a limit. On the GDS, whose place M0
    /// tells too, they are refused.
    fn ds_addtid(&mut self, f: &DsFields) -> Result<(MemOp, Vec<Val>), Interp> {
        if f.gds {
            return Err(Interp);
        }
        Ok(self.lds_row(offset16(f) as u32))
    }

    fn ds_read_addtid(&mut self, f: &DsFields) -> Lowered {
        let (m, args) = self.ds_addtid(f)?;
        self.load(Uop::LdsLoad, m, Half::Whole, f.vdst, &args)
    }

    fn ds_write_addtid(&mut self, f: &DsFields) -> Lowered {
        let (m, mut args) = self.ds_addtid(f)?;
        args.extend(self.vgprs(f.data0, 1)?);
        self.ds_stored(m, args);
        Ok(())
    }

    /// Two elements of `n` dwords each, at offsets in units of 2 to the power of `unit` bytes.
    fn ds_pair(&self, f: &DsFields, n: u8, unit: u8) -> MemOp {
        let mut m = MemOp::dwords(2 * n);
        m.pair = unit;
        m.offset = offset16(f);
        m.align_mask = self.lds_align(4 * n as u32);
        m
    }

    fn ds_read2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_op(&mut m, Uop::LdsLoad, Share::Load, &mut args);
        self.load(op, m, Half::Whole, f.vdst, &args)
    }

    fn ds_write2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.data0, n)?);
        args.extend(self.vgprs(f.data1, n)?);
        self.ds_stored(m, args);
        Ok(())
    }

    fn ds_exchange2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        m.align_mask = 4 * n - 1;
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.data0, n)?);
        args.extend(self.vgprs(f.data1, n)?);
        let op = self.ds_share(&mut m, Share::Exchange2, &mut args);
        self.load(op, m, Half::Whole, f.vdst, &args)
    }

    fn ds_atomic(&mut self, f: &DsFields, op: AtomicOp, size: u8, result: bool) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.data0, size / 4)?);
        if op.two() {
            args.extend(self.vgprs(f.data1, size / 4)?);
        }
        let op = self.ds_op(&mut m, Uop::LdsAtomic, Share::Atomic, &mut args);
        if result {
            return self.load(op, m, Half::Whole, f.vdst, &args);
        }
        self.b.effect(op, IrTy::Tuple, true, m.pack(), &args);
        Ok(())
    }

    fn ds_src2(&mut self, f: &DsFields, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_share(&mut m, Share::Src2, &mut args);
        self.b.effect(op, IrTy::Tuple, true, m.pack(), &args);
        Ok(())
    }

    /// DS_APPEND and DS_CONSUME: on the counter at M0[15:0] + offset, where M0 is no limit; on the GDS
    /// at the offset.
    fn ds_count(&mut self, f: &DsFields, op: AtomicOp) -> Lowered {
        let mut m = MemOp::atomic(op, 4);
        let base = if f.gds {
            self.b.k32(0)
        } else {
            let (m0, low) = (self.m0(), self.b.k32(0xffff));
            self.b.op32(Uop::And, &[m0, low])
        };
        let mut args = self.ds_from(f, &mut m, base);
        if !f.gds {
            args[2] = self.b.k32(u32::MAX);
        }
        let op = self.ds_share(&mut m, Share::Count, &mut args);
        self.load(op, m, Half::Whole, f.vdst, &args)
    }

    fn ds_permute(&mut self, f: &DsFields, op: Uop) -> Lowered {
        let mut m = MemOp::dwords(1);
        m.offset = offset16(f);
        let (index, data) = (self.vgprs(f.addr, 1)?[0], self.vgprs(f.data0, 1)?[0]);
        let args = [index, self.b.exec(), data];
        self.load(op, m, Half::Whole, f.vdst, &args)
    }

    /// `v` and a constant.
    fn with(&mut self, op: Uop, v: Val, k: u32) -> Val {
        let k = self.b.k32(k);
        self.b.op32(op, &[v, k])
    }

    /// As a permutation whose lanes are computed from the offset (its modes: bit 15 selects
    /// quads; gfx9 has two more modes there: rotation, and bit-reversed order for FFT).
    fn ds_swizzle(&mut self, f: &DsFields) -> Lowered {
        let offset = offset16(f) as u32;
        let gfx9 = self.t.generation.is_gfx9();
        let lane = self.b.lane_id();
        let source = if gfx9 && offset >= 0xe000 {
            let mask = offset & 31;
            let l = self.with(Uop::And, lane, 31);
            let reversed = self.b.op32(Uop::BitRev, &[l]);
            let reversed = self.with(Uop::ShrU, reversed, 27);
            let reversed = self.with(Uop::ShrU, reversed, mask.count_ones());
            let kept = self.with(Uop::And, lane, mask | 32);
            self.b.op32(Uop::Or, &[kept, reversed])
        } else if gfx9 && offset >= 0xc000 {
            let (mask, by) = (offset & 31, offset >> 5 & 31);
            let back = offset >> 10 & 1 != 0;
            let turned = self.with(if back { Uop::Sub } else { Uop::Add }, lane, by);
            let turned = self.with(Uop::And, turned, !mask & 31);
            let kept = self.with(Uop::And, lane, mask | 32);
            self.b.op32(Uop::Or, &[kept, turned])
        } else if offset & 0x8000 != 0 {
            let quad = self.with(Uop::And, lane, 3);
            let shift = self.with(Uop::Shl, quad, 1);
            let k = self.b.k32(offset);
            let sel = self.b.op32(Uop::ShrU, &[k, shift]);
            let (three, keep) = (self.b.k32(3), self.b.k32(0x3c));
            let sel = self.b.op32(Uop::And, &[sel, three]);
            let quads = self.b.op32(Uop::And, &[lane, keep]);
            self.b.op32(Uop::Or, &[quads, sel])
        } else {
            let (and, or, xor) = (offset & 31, offset >> 5 & 31, offset >> 10 & 31);
            let v = self.with(Uop::And, lane, and | 32);
            let v = self.with(Uop::Or, v, or);
            self.with(Uop::Xor, v, xor)
        };
        let k = self.b.k32(2);
        let index = self.b.op32(Uop::Shl, &[source, k]);
        let index = self.b.splat(index);
        let data = self.vgprs(f.addr, 1)?[0];
        let args = [index, self.b.exec(), data];
        self.load(Uop::BPermute, MemOp::dwords(1), Half::Whole, f.vdst, &args)
    }
}
