//! MTBUF, MIMG, VINTRP, EXP.

use super::args::{Arg, File, Kind, ModValue, Part, PartValue, Reg};
use super::constant::value;
use super::lex::Error;
use super::memory::{Data, buffer, buffer_address, cache};
use super::taking::Args;
use super::vector::{attribute, interp_param, require_form};
use crate::isa::Gens;
use crate::isa::{
    Exp, ExpFields, Inst, Mimg, MimgFields, Mtbuf, MtbufFields, MubufFields, Vintrp, VintrpFields,
    VopForm,
};
use crate::syntax::{BUFFER_DATA, DATA_FORMAT, EXP_TARGETS, NULL, NUMBER_FORMAT, buffer_numbers};

pub fn mtbuf(a: &Args, op: Mtbuf) -> Result<Inst, Error> {
    let mut f = MtbufFields {
        buffer: MubufFields::ZERO,
        dfmt: 1,
        nfmt: 0,
    };
    let b = &mut f.buffer;
    let mut data = Data::default();
    b.vdata = data.registers(a, op.data_dwords(a.generation))?;
    b.acc = data.acc();
    buffer_address(a, b)?;
    buffer(a, b)?;
    [b.glc, b.slc, b.scc] = cache(a)?;
    format(a, &mut f)?;
    Ok(Inst::Mtbuf { op, f })
}

/// `format:[data,number]` (both optional, in either order), `format:7 bits`, or `dfmt:` and `nfmt:`.
fn format(a: &Args, f: &mut MtbufFields) -> Result<(), Error> {
    if let Some(n) = a.int("dfmt", 0, 15)? {
        f.dfmt = n as u8;
    }
    if let Some(n) = a.int("nfmt", 0, 7)? {
        f.nfmt = n as u8;
    }
    let Some(m) = a.modifier("format")? else {
        return Ok(());
    };
    if a.modifier("dfmt")?.is_some() || a.modifier("nfmt")?.is_some() {
        return Err(Error::new(m.column, "a second format"));
    }
    let ModValue::List(parts) = &m.value else {
        let n = a.int("format", 0, 127)?.unwrap_or_default() as u8;
        (f.dfmt, f.nfmt) = (n & 15, n >> 4);
        return Ok(());
    };
    if parts.is_empty() {
        return Err(Error::new(m.column, "expected the names of formats"));
    }
    let (mut data, mut number) = (None, None);
    for p in parts {
        let word = match p {
            Part {
                value: PartValue::Value(v),
                ..
            } => v.word.unwrap_or_default(),
            _ => "",
        };
        let index = |prefix: &str, names: &[&str]| {
            let rest = word.strip_prefix(prefix)?;
            names.iter().position(|n| *n == rest)
        };
        let numbers = buffer_numbers(a.generation);
        let (to, format, kind) = if let Some(i) = index(DATA_FORMAT, &BUFFER_DATA) {
            (&mut data, i, "data")
        } else if let Some(i) = index(NUMBER_FORMAT, &numbers) {
            (&mut number, i, "number")
        } else {
            let message = format!("expected {DATA_FORMAT}... or {NUMBER_FORMAT}...");
            return Err(Error::new(p.column, message));
        };
        if to.replace(format as u8).is_some() {
            return Err(Error::new(p.column, format!("a second {kind} format")));
        }
    }
    (f.dfmt, f.nfmt) = (data.unwrap_or(f.dfmt), number.unwrap_or(f.nfmt));
    Ok(())
}

pub fn mimg(a: &Args, op: Mimg) -> Result<Inst, Error> {
    let (legacy, gfx9) = (a.generation.is_legacy(), a.generation.is_gfx9());
    let [glc, slc, scc] = cache(a)?;
    let mut f = MimgFields {
        // CLRX's default is the first component.
        dmask: a.int("dmask", 0, 15)?.unwrap_or(a.is_clrx().into()) as u8,
        unorm: a.flag("unorm")?,
        glc,
        slc,
        scc,
        da: a.flag("da")?,
        r128: !gfx9 && a.flag("r128")?,
        a16: gfx9 && a.flag("a16")?,
        tfe: !a.generation.has(Gens::ONE_FILE) && a.flag("tfe")?,
        lwe: a.flag("lwe")?,
        d16: !legacy && a.flag("d16")?,
        ..MimgFields::ZERO
    };
    let data = vectors(a, "the data registers")?;
    let known = f.data_dwords(op, a.generation);
    (f.vdata, f.acc) = (data.first, data.file == File::Acc);
    if data.dwords != known {
        let message = format!(
            "dmask, d16 and tfe make {known} data registers, not {}",
            data.dwords
        );
        return Err(Error::new(a.previous_column(), message));
    }
    // How many coordinates there are depends on the image.
    let address = vectors(a, "the address registers")?;
    f.vaddr = address.first;
    let least = op.address_dwords();
    if !(least..=16).contains(&address.dwords) {
        let message = format!("the address takes {least} to 16 registers");
        return Err(Error::new(a.previous_column(), message));
    }
    let four = |arg: &Arg| matches!(arg.kind, Kind::Reg(r) if r.dwords == 4);
    let short = f.r128 && a.peek().is_some_and(four);
    f.srsrc = a.sgpr(if short { 4 } else { 8 })?;
    if op.has_sampler() {
        f.ssamp = a.sgpr(4)?;
    }
    Ok(Inst::Mimg { op, f })
}

/// Vector registers, however many.
fn vectors(a: &Args, what: &str) -> Result<Reg, Error> {
    let arg = a.plain(what)?;
    let acc = a.generation.has(Gens::ONE_FILE);
    match arg.kind {
        Kind::Reg(r) if r.file == File::Vector || (acc && r.file == File::Acc) => Ok(r),
        _ => Err(a.mismatch(arg, what)),
    }
}

pub fn vintrp(a: &Args, op: Vintrp, form: VopForm) -> Result<Inst, Error> {
    require_form(a, form == VopForm::E32, form)?;
    let vdst = a.vgpr(1)?;
    let vsrc = match op {
        Vintrp::V_INTERP_MOV_F32 => interp_param(a)?,
        _ => a.vgpr(1)?,
    };
    let (attr, chan) = attribute(a)?;
    let f = VintrpFields {
        vdst,
        vsrc,
        attr,
        chan,
    };
    Ok(Inst::Vintrp { op, f })
}

pub fn exp(a: &Args, op: Exp) -> Result<Inst, Error> {
    let mut f = ExpFields {
        en: 0,
        target: target(a)?,
        compr: a.flag("compr")?,
        done: a.flag("done")?,
        vm: a.flag("vm")?,
        vsrc: [0; 4],
    };
    for i in 0..4 {
        if a.off() {
            continue;
        }
        let register = a.vgpr(1)?;
        // Compressed sources are two halves each, which both name the register.
        let source = if f.compr { i / 2 } else { i };
        let other = f.compr && i % 2 == 1 && f.en >> (i - 1) & 1 != 0;
        if other && f.vsrc[source] != register {
            let message = "the halves of a compressed source are one register";
            return Err(Error::new(a.previous_column(), message));
        }
        f.vsrc[source] = register;
        f.en |= 1 << i;
    }
    Ok(Inst::Exp { op, f })
}

/// Where an EXP sends its sources.
fn target(a: &Args) -> Result<u8, Error> {
    let what = "a target: mrt0 to mrt7, mrtz, null, pos0 to pos3 or param0 to param31";
    let arg = a.plain(what)?;
    let word = match arg.kind {
        // A target that has the name of a register.
        Kind::Reg(r) if r.file == File::Scalar && r.first == NULL => "null",
        _ => value(arg).and_then(|(v, _)| v.word).unwrap_or_default(),
    };
    // The last row is what the disassembler calls the others.
    let [known @ .., _] = EXP_TARGETS else {
        return Err(a.mismatch(arg, what));
    };
    let found = known.iter().find_map(|t| {
        let rest = word.strip_prefix(t.name)?;
        match t.count {
            1 => rest.is_empty().then_some(t.first),
            n => rest
                .parse()
                .ok()
                .filter(|i: &u8| *i < n && *rest == i.to_string())
                .map(|i| t.first + i),
        }
    });
    found.ok_or_else(|| a.mismatch(arg, what))
}
