//! FLAT, GLOBAL and SCRATCH (CLRX GcnInstrsFlat).

use super::memory::{Half, loaded, stored};
use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{AtomicOp, MemOp, Per, Ty as IrTy, Uop, Val};
use crate::isa::facts::FlatAct;
use crate::isa::{Flat, FlatFields, Segment};
use crate::machine::PRIVATE_APERTURE_HI;
use crate::numerics::Mode;

impl Lower<'_> {
    /// Lowers a FLAT, GLOBAL or SCRATCH instruction.
    pub(super) fn flat(&mut self, op: Flat, f: &FlatFields) -> Lowered {
        match op.act() {
            FlatAct::Loads(kind) => {
                let (m, half) = loaded(kind);
                self.flat_load(f, m, half)
            }
            FlatAct::Stores(kind) => {
                let (m, half) = stored(kind);
                self.flat_store(f, m, half)
            }
            FlatAct::Atomic32(op) => {
                let m = Mode::in_memory32(self.t.generation);
                self.flat_atomic(f, AtomicOp::under(op, m), 4)
            }
            FlatAct::Atomic64(op) => {
                let m = Mode::in_memory64();
                self.flat_atomic(f, AtomicOp::under(op, m), 8)
            }
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
                // As FLAT's private address of the same byte: offsets are unsigned, and what they lead beyond the
                // aperture to is not memory.
                let aperture = u64::from(PRIVATE_APERTURE_HI) << 32;
                let mut at = self.b.k64(aperture.wrapping_add(offset));
                let mut add = |l: &mut Self, v: Val| {
                    let v = l.b.op64(Uop::ZExt, &[v]);
                    at = l.b.op64(Uop::Add, &[v, at]);
                };
                if let Some(s) = saddr {
                    let base = self.b.s32(s);
                    add(self, base);
                }
                if f.vaddr_dwords(self.t.generation) != 0 {
                    let v = unless_planted!(
                        Fault::OneIndex,
                        self.vgprs(f.vaddr, 1)?[0],
                        self.b.read_first_lane(f.vaddr)
                    );
                    add(self, v);
                }
                if planted(Fault::ScratchWrap) {
                    let low = self.b.op32(Uop::Lo, &[at]);
                    let high = self.b.k32(PRIVATE_APERTURE_HI);
                    at = self.b.op64(Uop::Concat, &[low, high]);
                }
                at
            }
        };
        m.flat = f.seg != Segment::Global;
        if f.seg == Segment::Flat && !planted(Fault::FlatSum) {
            m.offset = f.displacement() as u16;
        }
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
            let t = self
                .b
                .effect(Uop::Load, IrTy::Tuple, Per::Lane, m.pack(), &at);
            self.loaded_to_lds(f.offset as u32, m.dwords, half, t);
            return Ok(());
        }
        self.load(Uop::Load, m, half, f.dst(), &at)?;
        self.no_fault(f.tfe, f.dst(), m.dwords)
    }

    fn flat_store(&mut self, f: &FlatFields, mut m: MemOp, half: Half) -> Lowered {
        let align = self.lds_align(m.bytes());
        let mut args = self.flat_at(f, &mut m, align)?.to_vec();
        let data = self.stored(f.data(), m, half)?;
        if self.b.store_run(m, args[0], args[2], &data) {
            return Ok(());
        }
        args.extend(data);
        self.b
            .effect(Uop::Store, IrTy::None, Per::Wave, m.pack(), &args);
        Ok(())
    }

    fn flat_atomic(&mut self, f: &FlatFields, op: AtomicOp, size: u8) -> Lowered {
        let mut m = MemOp::atomic(op, size);
        let mut args = self.flat_at(f, &mut m, size - 1)?.to_vec();
        let operands = 1 + op.two() as u8;
        args.extend(self.vgprs(f.data(), operands * size / 4)?);
        if f.glc {
            self.load(Uop::Atomic, m, Half::Whole, f.dst(), &args)?;
            return self.no_fault(f.tfe, f.dst(), m.dwords);
        }
        self.b
            .effect(Uop::Atomic, IrTy::Tuple, Per::Lane, m.pack(), &args);
        Ok(())
    }
}
