//! DS, FLAT, GLOBAL, SCRATCH, MUBUF.

use super::args::{Arg, File, Kind};
use super::clrx::operands::is_scalar;
use super::lex::Error;
use super::taking::Args;
use super::{scalar, symbolic};
use crate::decode::{
    ds_addr_is_data, ds_has_addr, ds_has_pair, mubuf_has_address, mubuf_has_scope,
};
use crate::isa::Gens;
use crate::isa::{
    Ds, DsFields, Flags, Flat, FlatFields, Inst, Mubuf, MubufFields, Operand, Segment, Ty,
};
use crate::syntax::cache_flags;

/// The file of the data registers: the first of them decides for all.
#[derive(Default)]
pub struct Data {
    file: Option<File>,
}

impl Data {
    /// Data of type `ty`, where there is some.
    fn register(&mut self, a: &Args, ty: Ty) -> Result<u8, Error> {
        match ty {
            Ty::None => Ok(0),
            ty => self.registers(a, ty.dwords()),
        }
    }

    /// `dwords` data registers.
    pub fn registers(&mut self, a: &Args, dwords: u8) -> Result<u8, Error> {
        let acc = |arg: &Arg| matches!(arg.kind, Kind::Reg(r) if r.file == File::Acc);
        let next = if a.generation.has(Gens::ONE_FILE) && a.peek().is_some_and(acc) {
            File::Acc
        } else {
            File::Vector
        };
        a.reg(*self.file.get_or_insert(next), dwords)
    }

    /// Whether they are accumulation registers.
    pub fn acc(&self) -> bool {
        self.file == Some(File::Acc)
    }
}

/// The cache flags GLC, SLC and SCC, by their names in the generation.
pub fn cache(a: &Args) -> Result<[bool; 3], Error> {
    let [glc, slc, scc] = cache_flags(a.generation);
    let scc = a.generation.has(Gens::ONE_FILE) && a.flag(scc)?;
    Ok([a.flag(glc)?, a.flag(slc)?, scc])
}

pub fn ds(a: &Args, op: Ds) -> Result<Inst, Error> {
    let shape = &op.row().shape;
    let mut data = Data::default();
    let vdst = data.register(a, shape.dst)?;
    let addr = if !ds_has_addr(op) {
        0
    } else if ds_addr_is_data(op) {
        data.register(a, Ty::B32)?
    } else {
        a.vgpr(1)?
    };
    let data0 = data.register(a, shape.src[0])?;
    let data1 = data.register(a, shape.src[1])?;
    let [offset0, offset1] = if op == Ds::DS_SWIZZLE_B32 {
        symbolic::swizzle(a)?.to_le_bytes()
    } else if ds_has_pair(op) {
        [
            a.int("offset0", 0, 255)?.unwrap_or_default() as u8,
            a.int("offset1", 0, 255)?.unwrap_or_default() as u8,
        ]
    } else {
        (a.int("offset", 0, 65535)?.unwrap_or_default() as u16).to_le_bytes()
    };
    let f = DsFields {
        vdst,
        addr,
        data0,
        data1,
        offset0,
        offset1,
        gds: a.flag("gds")?,
        acc: data.acc(),
    };
    Ok(Inst::Ds { op, f })
}

pub fn flat(a: &Args, op: Flat, seg: Segment) -> Result<Inst, Error> {
    let row = op.row();
    let gfx9 = a.generation.is_gfx9();
    let [glc, slc, scc] = cache(a)?;
    let mut data = Data::default();
    let flagged = gfx9 && !a.generation.has(Gens::SVE) && seg != Segment::Flat;
    let lds = op.is_lds_load() || flagged && a.flag("lds")?;
    let tfe = a.is_clrx() && !gfx9 && a.flag("tfe")?;
    let nv = a.is_clrx() && gfx9 && a.flag("nv")?;
    if lds {
        named_for_nothing(a, row.shape.dst.dwords())?;
    }
    let returns = !lds && (!row.flags.has(Flags::ATOMIC) || glc);
    let vdst = match row.shape.dst {
        ty if returns && ty != Ty::None => data.registers(a, ty.dwords() + u8::from(tfe))?,
        _ => 0,
    };
    // SCRATCH has a VGPR or an SGPR as its address, on gfx942 both or none too, GLOBAL a VGPR pair, or an
    // SGPR pair and a VGPR. What is not an SGPR is `off`, behind the data.
    let any = a.generation.has(Gens::SVE);
    let no_vaddr = seg == Segment::Scratch && a.off();
    let one = |arg: &Arg| matches!(arg.kind, Kind::Reg(r) if r.dwords == 1);
    let dwords = match seg {
        Segment::Scratch => 1,
        Segment::Global if a.peek().is_some_and(one) => 1,
        Segment::Global | Segment::Flat => 2,
    };
    let vaddr = if no_vaddr { 0 } else { a.vgpr(dwords)? };
    let vdata = data.register(a, row.shape.src[0])?;
    let saddr = match seg {
        Segment::Flat => None,
        Segment::Global if dwords == 1 => Some(a.sgpr(2)?),
        Segment::Scratch if no_vaddr && !any => Some(a.sgpr(1)?),
        Segment::Global | Segment::Scratch if a.off() => None,
        Segment::Scratch if any => Some(a.sgpr(1)?),
        Segment::Global | Segment::Scratch => {
            let arg = a.next("'off'")?;
            return Err(a.mismatch(arg, "'off' behind this address"));
        }
    };
    let (least, most) = match seg {
        Segment::Flat => (0, 4095),
        _ => (-4096, 4095),
    };
    // Before gfx9 there is none, which may be written.
    let (least, most) = if gfx9 { (least, most) } else { (0, 0) };
    let mut offset = a.int("offset", least, most)?;
    // LLVM's name of it before.
    if offset.is_none() && gfx9 {
        offset = a.int("inst_offset", least, most)?;
    }
    let offset = offset.unwrap_or_default() as i16;
    let f = FlatFields {
        seg,
        vdst,
        vaddr,
        vdata,
        saddr,
        offset,
        glc,
        slc,
        nv,
        lds,
        tfe,
        scc,
        acc: data.acc(),
        sve: any && seg == Segment::Scratch && !no_vaddr,
    };
    Ok(Inst::Flat { op, f })
}

/// In CLRX's language data that goes to the LDS has a register all the same, which counts for nothing.
fn named_for_nothing(a: &Args, dwords: u8) -> Result<(), Error> {
    if a.is_clrx() {
        a.vgpr(dwords)?;
    }
    Ok(())
}

pub fn mubuf(a: &Args, op: Mubuf) -> Result<Inst, Error> {
    let mut f = MubufFields::ZERO;
    if !mubuf_has_address(op) {
        if mubuf_has_scope(a.generation, op) {
            // LLVM takes NT too, and drops it.
            [f.glc, _, f.scc] = cache(a)?;
        }
        return Ok(Inst::Mubuf { op, f });
    }
    let store_lds = op == Mubuf::BUFFER_STORE_LDS_DWORD;
    [f.glc, f.slc, f.scc] = cache(a)?;
    f.lds = a.flag("lds")?;
    if store_lds && !f.lds {
        let message = format!("'{}' needs the modifier 'lds'", a.mnemonic);
        return Err(Error::new(a.end(), message));
    }
    if !store_lds {
        f.tfe = !a.generation.has(Gens::ONE_FILE) && a.flag("tfe")?;
        if f.lds {
            named_for_nothing(a, op.data_dwords(a.generation))?;
        } else {
            let mut data = Data::default();
            f.vdata = data.registers(a, op.data_dwords(a.generation) + u8::from(f.tfe))?;
            f.acc = data.acc();
        }
        buffer_address(a, &mut f)?;
    }
    buffer(a, &mut f)?;
    Ok(Inst::Mubuf { op, f })
}

/// VADDR, or `off`.
pub fn buffer_address(a: &Args, f: &mut MubufFields) -> Result<(), Error> {
    (f.offen, f.idxen) = (a.flag("offen")?, a.flag("idxen")?);
    f.addr64 = a.generation.is_legacy() && a.flag("addr64")?;
    if f.offen || f.idxen || f.addr64 {
        let both = (f.offen && f.idxen) || f.addr64;
        f.vaddr = a.vgpr(1 + u8::from(both))?;
    } else if a.is_clrx() {
        // There it may be left out.
        if !a.off() && !a.peek().is_some_and(is_scalar) {
            let arg = a.next("the buffer's registers")?;
            let what = "the buffer's registers (an address register needs 'offen' or 'idxen')";
            return Err(a.mismatch(arg, what));
        }
    } else if !a.off() {
        let arg = a.next("'off'")?;
        let what = "'off' (an address register needs 'offen' or 'idxen')";
        return Err(a.mismatch(arg, what));
    }
    Ok(())
}

/// The V# and the offsets.
pub fn buffer(a: &Args, f: &mut MubufFields) -> Result<(), Error> {
    f.srsrc = a.sgpr(4)?;
    let column = a.peek().map_or(a.end(), |arg| arg.column);
    f.soffset = scalar::source(a, Ty::B32)?;
    if let Operand::Literal(n) = f.soffset {
        let message = format!("{n} is not an inline constant, and there is no literal here");
        return Err(Error::new(column, message));
    }
    f.offset = a.int("offset", 0, 4095)?.unwrap_or_default() as u16;
    Ok(())
}
