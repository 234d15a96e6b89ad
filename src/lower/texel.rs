//! Accesses to typed elements: what MUBUF with a format, MTBUF and MIMG have in common.

use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, Packing, Per, TexelAct, TexelOp, TexelPlace, Ty as IrTy, Uop, Val};
use crate::isa::{MubufFields, Ty};

impl Lower<'_> {
    /// Load or store of `count` components of a buffer's element; `name` is encoding and row of the
    /// instruction, `format` MTBUF's.
    pub(super) fn typed_buffer(
        &mut self,
        f: &MubufFields,
        name: (u8, u8),
        act: TexelAct,
        packing: Packing,
        count: u8,
        format: u8,
    ) -> Lowered {
        let address = if f.addr64 {
            2
        } else {
            f.idxen as u8 + f.offen as u8
        };
        let registers = packing.registers(count);
        let load = act == TexelAct::Load;
        let op = TexelOp {
            encoding: name.0,
            row: name.1,
            act,
            atomic: AtomicOp::None,
            packing,
            count,
            address,
            results: if load { registers } else { 0 },
            place: TexelPlace::Buffer {
                idxen: f.idxen,
                offen: f.offen,
                addr64: f.addr64,
                offset: f.offset,
                format,
            },
        };
        let soffset = self.s32(f.soffset, Ty::U32)?;
        let soffset = self.b.op64(Uop::ZExt, &[soffset]);
        let scalars = [
            self.s_pair(f.srsrc, 0),
            self.s_pair(f.srsrc, 2),
            soffset,
            self.b.k64(0),
        ];
        let mut rows = match address {
            0 => vec![],
            n => self.vgprs(f.vaddr, n)?,
        };
        if f.lds {
            let t = self.texels(op, scalars, rows)?;
            self.loaded_to_lds(f.offset as u32, 1, super::memory::Half::Whole, t);
            return Ok(());
        }
        if !load || packing.keeps(count) {
            rows.extend(self.vgprs(f.data(), registers)?);
        }
        let t = self.texels(op, scalars, rows)?;
        self.texel_results(op, f.data(), f.tfe && load, t)
    }

    /// The access with the two or four scalars of its descriptor; `rows` are address and data.
    pub(super) fn texels(
        &mut self,
        op: TexelOp,
        [a, b, c, d]: [Val; 4],
        mut rows: Vec<Val>,
    ) -> Result<Val, Interp> {
        if rows.is_empty() {
            // At least one is wanted, whatever it is.
            rows = self.vgprs(0u16, 1)?;
        }
        let mut args = vec![a, self.b.exec(), b, c, d];
        args.extend(rows);
        Ok(self
            .b
            .effect(Uop::Texels, IrTy::Tuple, Per::Lane, op.pack(), &args))
    }

    /// Writes the results to the registers from `vdata` on; with `tfe` the one after them says that no
    /// access failed.
    pub(super) fn texel_results(
        &mut self,
        op: TexelOp,
        vdata: u16,
        tfe: bool,
        tuple: Val,
    ) -> Lowered {
        self.has_vgprs(vdata, op.results)?;
        for i in 0..op.results {
            let v = self.b.proj(tuple, i as u64);
            self.b.set_v32(vdata + u16::from(i), v);
        }
        self.no_fault(tfe, vdata, op.results)
    }
}
