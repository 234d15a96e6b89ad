//! DS: LDS and lane exchange (CLRX GcnInstrsDs).

use super::memory::{Half, loaded, stored};
use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{AtomicOp, MemOp, Per, Share, Ty as IrTy, Uop, Val};
use crate::isa::facts::DsAct;
use crate::isa::{Ds, DsFields, Gens, Ty};
use crate::numerics::Mode;

/// The one 16-bit offset of instructions with a single address.
fn offset16(f: &DsFields) -> u16 {
    f.offset0 as u16 | (f.offset1 as u16) << 8
}

/// A power of two, by its exponent.
fn log2(bytes: u32) -> u8 {
    bytes.trailing_zeros() as u8
}

impl Lower<'_> {
    /// Lowers a DS instruction.
    pub(super) fn ds(&mut self, op: Ds, f: &DsFields) -> Lowered {
        let result = op.row().shape.dst != Ty::None;
        let wide = Mode::in_memory64();
        match op.act() {
            DsAct::Loads(kind) => {
                let (m, half) = loaded(kind);
                self.ds_read(f, m, half)
            }
            DsAct::LoadsTransposed(bits) => {
                self.ds_read_transposed(f, op.row().shape.dst.dwords(), bits)
            }
            DsAct::Stores(kind) => {
                let (m, half) = stored(kind);
                self.ds_write(f, m, half)
            }
            DsAct::Loads2(n, unit) => self.ds_read2(f, n, log2(unit)),
            DsAct::Stores2(n, unit) => self.ds_write2(f, n, log2(unit)),
            DsAct::Exchanges2(n, unit) => self.ds_exchange2(f, n, log2(unit)),
            DsAct::Atomic32(op) => self.ds_atomic(f, AtomicOp::under(op, self.mode32()), 4, result),
            DsAct::Atomic64(op) => self.ds_atomic(f, AtomicOp::under(op, wide), 8, result),
            DsAct::Src2On32(op) => self.ds_src2(f, AtomicOp::under(op, self.mode32()), 4),
            DsAct::Src2On64(op) => self.ds_src2(f, AtomicOp::under(op, wide), 8),
            DsAct::ConditionalExchange => self.ds_atomic(f, AtomicOp::CondXchg, 8, true),
            DsAct::LoadsByLane => self.ds_read_addtid(f),
            DsAct::StoresByLane => self.ds_write_addtid(f),
            DsAct::Append => self.ds_count(f, AtomicOp::Add),
            DsAct::Consume => self.ds_count(f, AtomicOp::Sub),
            DsAct::Swizzle => self.ds_swizzle(f),
            DsAct::BPermute => self.ds_permute(f, Uop::BPermute),
            DsAct::Permute => self.ds_permute(f, Uop::Permute),
            DsAct::Nothing => Ok(()),
            // The scheduler does it, to whom the interpreter gives the wave back.
            DsAct::Syncs(_) => Err(Interp),
            // Refused, with a fault that names the instruction.
            DsAct::Orders | DsAct::Undefined => Err(Interp),
        }
    }

    /// Address, lanes and limit; the offset is the helper's business.
    fn ds_at(&mut self, f: &DsFields, m: &mut MemOp) -> Result<Vec<Val>, Interp> {
        let addr = self.vgprs(f.addr, 1)?[0];
        Ok(self.ds_from(f, m, addr))
    }

    /// As `ds_at`, from the given address.
    fn ds_from(&mut self, f: &DsFields, m: &mut MemOp, addr: Val) -> Vec<Val> {
        m.no_wrap = self.t.generation.has(Gens::LDS_DOES_NOT_WRAP);
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
        let (ty, per) = if m.gds {
            (IrTy::Tuple, Per::Lane)
        } else {
            (IrTy::None, Per::Wave)
        };
        self.b.effect(op, ty, per, m.pack(), &args);
    }

    fn ds_read(&mut self, f: &DsFields, mut m: MemOp, half: Half) -> Lowered {
        m.align_mask = self.lds_align(m.bytes());
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_op(&mut m, Uop::LdsLoad, Share::Load, &mut args);
        self.load(op, m, half, f.dst(), &args)
    }

    fn ds_read_transposed(&mut self, f: &DsFields, dwords: u8, bits: u8) -> Lowered {
        let mut m = MemOp::dwords(dwords);
        let mut args = self.ds_at(f, &mut m)?;
        let share = match bits {
            4 => Share::Transpose4,
            6 => Share::Transpose6,
            8 => Share::Transpose8,
            16 => Share::Transpose16,
            _ => return Err(Interp),
        };
        let op = self.ds_share(&mut m, share, &mut args);
        self.load(op, m, Half::Whole, f.dst(), &args)
    }

    fn ds_write(&mut self, f: &DsFields, mut m: MemOp, half: Half) -> Lowered {
        m.align_mask = self.lds_align(m.bytes());
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.stored(f.first(), m, half)?);
        self.ds_stored(m, args);
        Ok(())
    }

    /// The ADDTID forms: at M0[15:0] + offset + 4 x lane, without a limit. On the GDS, whose place M0
    /// tells too, they are refused.
    fn ds_addtid(&mut self, f: &DsFields) -> Result<(MemOp, Vec<Val>), Interp> {
        if f.gds {
            return Err(Interp);
        }
        Ok(self.lds_row(offset16(f) as u32, 1, 0xffff))
    }

    fn ds_read_addtid(&mut self, f: &DsFields) -> Lowered {
        let (m, args) = self.ds_addtid(f)?;
        self.load(Uop::LdsLoad, m, Half::Whole, f.dst(), &args)
    }

    fn ds_write_addtid(&mut self, f: &DsFields) -> Lowered {
        let (m, mut args) = self.ds_addtid(f)?;
        args.extend(self.vgprs(f.first(), 1)?);
        self.ds_stored(m, args);
        Ok(())
    }

    /// Two elements of `n` dwords each, at offsets in units of 2 to the power of `unit` bytes.
    fn ds_pair(&self, f: &DsFields, n: u8, unit: u8) -> MemOp {
        let mut m = MemOp::dwords(2 * n);
        m.pair = unless_planted!(Fault::PairUnit, unit, 2);
        m.offset = offset16(f);
        m.align_mask = self.lds_align(4 * n as u32);
        m
    }

    fn ds_read2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_op(&mut m, Uop::LdsLoad, Share::Load, &mut args);
        self.load(op, m, Half::Whole, f.dst(), &args)
    }

    fn ds_write2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.first(), n)?);
        args.extend(self.vgprs(f.second(), n)?);
        self.ds_stored(m, args);
        Ok(())
    }

    fn ds_exchange2(&mut self, f: &DsFields, n: u8, unit: u8) -> Lowered {
        let mut m = self.ds_pair(f, n, unit);
        m.align_mask = 4 * n - 1;
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.first(), n)?);
        args.extend(self.vgprs(f.second(), n)?);
        let op = self.ds_share(&mut m, Share::Exchange2, &mut args);
        self.load(op, m, Half::Whole, f.dst(), &args)
    }

    fn ds_atomic(&mut self, f: &DsFields, op: AtomicOp, size: u8, result: bool) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.ds_at(f, &mut m)?;
        args.extend(self.vgprs(f.first(), size / 4)?);
        if op.two() {
            args.extend(self.vgprs(f.second(), size / 4)?);
        }
        let op = self.ds_op(&mut m, Uop::LdsAtomic, Share::Atomic, &mut args);
        if result {
            return self.load(op, m, Half::Whole, f.dst(), &args);
        }
        self.b.effect(op, IrTy::Tuple, Per::Lane, m.pack(), &args);
        Ok(())
    }

    fn ds_src2(&mut self, f: &DsFields, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.ds_at(f, &mut m)?;
        let op = self.ds_share(&mut m, Share::Src2, &mut args);
        self.b.effect(op, IrTy::Tuple, Per::Lane, m.pack(), &args);
        Ok(())
    }

    /// DS_APPEND and DS_CONSUME: on the counter at M0[15:0] + offset, where M0 is not a limit; on the GDS
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
        self.load(op, m, Half::Whole, f.dst(), &args)
    }

    fn ds_permute(&mut self, f: &DsFields, op: Uop) -> Lowered {
        let mut m = MemOp::dwords(1);
        m.offset = offset16(f);
        let (index, data) = (self.vgprs(f.addr, 1)?[0], self.vgprs(f.first(), 1)?[0]);
        let args = [index, self.b.exec(), data];
        self.load(op, m, Half::Whole, f.dst(), &args)
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
        self.load(Uop::BPermute, MemOp::dwords(1), Half::Whole, f.dst(), &args)
    }
}
