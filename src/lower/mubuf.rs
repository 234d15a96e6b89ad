//! MUBUF (CLRX GcnInstrsMubuf). The ADDR64 form of gfx6 and gfx7, which has no range check, is an access
//! to global memory; the others have micro-operations of their own. Formats are those of
//! [`super::texel`].

use super::memory::{Half, loaded, stored};
use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, MemOp, Packing, Per, TexelAct, Ty as IrTy, Uop, Val};
use crate::isa::facts::{Components, MubufAct};
use crate::isa::{Gens, Mubuf, MubufFields, Ty};
use crate::numerics::Mode;

impl Lower<'_> {
    /// Lowers a MUBUF instruction.
    pub(super) fn mubuf(&mut self, op: Mubuf, f: &MubufFields) -> Lowered {
        // Refused, with a fault that names the instruction.
        if f.lds && !op.has_lds_form(self.t.generation) {
            return Err(Interp);
        }
        let packing = |components| match components {
            Components::Dwords => Packing::Dwords,
            Components::D16 => Packing::d16(self.t.generation),
            Components::High => Packing::High,
        };
        match op.act() {
            MubufAct::Loads(kind) => {
                let (m, half) = loaded(kind);
                self.buffer_load(f, m, half)
            }
            MubufAct::Stores(kind) => {
                let (m, half) = stored(kind);
                self.buffer_store(f, m, half)
            }
            MubufAct::StoresLds => self.buffer_store_lds(f),
            MubufAct::Atomic32(op) => {
                let m = Mode::in_memory32(self.t.generation);
                self.buffer_atomic(f, AtomicOp::under(op, m), 4)
            }
            MubufAct::Atomic64(op) => {
                let m = Mode::in_memory64();
                self.buffer_atomic(f, AtomicOp::under(op, m), 8)
            }
            MubufAct::LoadsFormat(components, n) => {
                self.buffer_format(op, f, TexelAct::Load, packing(components), n)
            }
            MubufAct::StoresFormat(components, n) => {
                self.buffer_format(op, f, TexelAct::Store, packing(components), n)
            }
            MubufAct::Cache => Ok(()),
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
        let k = self.b.k64(if self.t.generation.has(Gens::BUFFER_ALIGNS) {
            0xffff_ffff_ffff & !(unit - 1)
        } else {
            0xffff_ffff_ffff
        });
        let addr = self.b.op64(Uop::And, &[addr, k]);
        Ok(vec![self.b.splat(addr), self.b.exec(), self.b.k32(0)])
    }

    /// Index, lanes, offset, V# and SOFFSET of an access without ADDR64.
    fn buffer_args(&mut self, f: &MubufFields, m: &mut MemOp) -> Result<Vec<Val>, Interp> {
        (m.idxen, m.offen, m.offset) = (f.idxen, f.offen, f.offset);
        // What is not used may be any register, one that exists.
        let v = match f.idxen as u8 + f.offen as u8 {
            0 => self.vgprs(0u16, 1)?,
            n => self.vgprs(f.vaddr, n)?,
        };
        let soffset = self.s32(f.soffset, Ty::U32)?;
        Ok(vec![
            v[0],
            self.b.exec(),
            v[v.len() - 1],
            self.b.buffer_base(f.srsrc),
            self.b.s64(f.srsrc + 2),
            soffset,
        ])
    }

    /// Lanes, V#, SOFFSET and the offset beside it of an access that is to rows: the lanes have no offset of their own,
    /// or all the same, as indices of private arrays often are.
    fn row_args(&mut self, f: &MubufFields, m: &mut MemOp) -> Result<Option<[Val; 5]>, Interp> {
        (m.offset, m.offen) = (f.offset, f.offen);
        if f.addr64 || f.idxen || !m.is_row() {
            return Ok(None);
        }
        let offset = if f.offen {
            let offset = self.vgprs(f.vaddr, 1)?[0];
            match self.b.affine(offset) {
                Some((offset, 0)) => offset,
                _ => return Ok(None),
            }
        } else {
            self.b.k32(0)
        };
        let soffset = self.s32(f.soffset, Ty::U32)?;
        let exec = self.b.exec();
        let (low, high) = (self.b.s64(f.srsrc), self.b.s64(f.srsrc + 2));
        Ok(Some([exec, low, high, soffset, offset]))
    }

    /// The frame of an access to rows, whose offset from it is a constant.
    fn frame(&mut self, f: &MubufFields, m: MemOp, soffset: Val) -> Option<Val> {
        if f.offen {
            return None;
        }
        self.b.frame(m, f.srsrc, soffset)
    }

    /// The frame of an access to a part of a row.
    fn part(&mut self, f: &MubufFields, m: MemOp) -> Result<Option<(Val, MemOp)>, Interp> {
        let m = MemOp {
            offset: f.offset,
            ..m
        };
        let fits = m.size < 4 && m.offset.is_multiple_of(u16::from(m.size));
        if f.addr64 || f.idxen || f.offen || f.lds || !fits {
            return Ok(None);
        }
        self.has_vgprs(f.data(), 1)?;
        let soffset = self.s32(f.soffset, Ty::U32)?;
        Ok(self.b.frame(m, f.srsrc, soffset).map(|base| (base, m)))
    }

    fn buffer_load(&mut self, f: &MubufFields, mut m: MemOp, half: Half) -> Lowered {
        m.split = true;
        if let Some((base, m)) = self.part(f, m)? {
            let v = self.b.load_part(base, m);
            self.loaded_values(f.data(), half, &[v]);
            return self.no_fault(f.tfe, f.data(), 1);
        }
        if !f.lds
            && let Some(args) = self.row_args(f, &mut m)?
        {
            self.has_vgprs(f.data(), m.dwords)?;
            match self.frame(f, m, args[3]) {
                Some(base) => {
                    if let Some(values) = self.b.load_frame(base, m, f.data()) {
                        self.loaded_values(f.data(), half, &values);
                        self.b.loaded_frame(base, m, f.data());
                    }
                }
                None => {
                    let values = self.b.load_rows(m, &args);
                    self.loaded_values(f.data(), half, &values);
                }
            }
            return self.no_fault(f.tfe, f.data(), m.dwords);
        }
        let (op, args) = if f.addr64 {
            (Uop::Load, self.buffer_at(f, m.size as u64)?)
        } else {
            (Uop::BufLoad, self.buffer_args(f, &mut m)?)
        };
        if f.lds {
            let t = self.b.effect(op, IrTy::Tuple, Per::Lane, m.pack(), &args);
            self.loaded_to_lds(f.offset as u32, m.dwords, half, t);
            return Ok(());
        }
        self.load(op, m, half, f.data(), &args)?;
        self.no_fault(f.tfe, f.data(), m.dwords)
    }

    fn buffer_store(&mut self, f: &MubufFields, mut m: MemOp, half: Half) -> Lowered {
        if let Some([_, _, _, soffset, _]) = self.row_args(f, &mut m)? {
            self.has_vgprs(f.data(), m.dwords)?;
            if let Some(base) = self.frame(f, m, soffset) {
                self.b.store_frame(base, m, f.data());
                return Ok(());
            }
        }
        let data = self.stored(f.data(), m, half)?;
        if let Some((base, m)) = self.part(f, m)? {
            self.b.store_part(base, m, data[0]);
            return Ok(());
        }
        self.buffer_stored(f, m, &data)
    }

    fn buffer_stored(&mut self, f: &MubufFields, mut m: MemOp, data: &[Val]) -> Lowered {
        m.split = true;
        let (op, mut args) = match self.row_args(f, &mut m)? {
            Some(args) => (Uop::StoreRows, args.to_vec()),
            None if f.addr64 => (Uop::Store, self.buffer_at(f, m.size as u64)?),
            None => (Uop::BufStore, self.buffer_args(f, &mut m)?),
        };
        args.extend(data);
        self.b.effect(op, IrTy::None, Per::Wave, m.pack(), &args);
        Ok(())
    }

    /// BUFFER_STORE_LDS_DWORD: the data comes from LDS.
    fn buffer_store_lds(&mut self, f: &MubufFields) -> Lowered {
        let (m, args) = self.lds_row(f.offset as u32, 1, 0xffff);
        let t = self
            .b
            .effect(Uop::LdsLoad, IrTy::Tuple, Per::Lane, m.pack(), &args);
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
        args.extend(self.vgprs(f.data(), operands * size / 4)?);
        if f.glc {
            self.load(op, m, Half::Whole, f.data(), &args)?;
            return self.no_fault(f.tfe, f.data(), m.dwords);
        }
        self.b.effect(op, IrTy::Tuple, Per::Lane, m.pack(), &args);
        Ok(())
    }
}
