//! MTBUF (CLRX GcnInstrsMtbuf): the format comes from the instruction.

use super::mubuf::{load_format, store_format};
use super::texel::{Conversion, Packing};
use super::{Cx, Step, Stop, unsupported};
use crate::isa::{Mtbuf, MtbufFields};
use crate::machine::descriptors::DstSel;
use crate::machine::wave::Wave;
use crate::numerics::buffer_format::TexelFormat;

/// Executes one instruction.
pub(super) fn execute(op: Mtbuf, f: &MtbufFields, w: &mut Wave, cx: &mut Cx) -> Step {
    use Mtbuf::*;
    let name = op.row().mnemonics[cx.generation as usize];
    let d16 = Packing::d16(cx.generation);
    match op {
        TBUFFER_LOAD_FORMAT_X => load(name, f, w, cx, Packing::Dwords, 1),
        TBUFFER_LOAD_FORMAT_XY => load(name, f, w, cx, Packing::Dwords, 2),
        TBUFFER_LOAD_FORMAT_XYZ => load(name, f, w, cx, Packing::Dwords, 3),
        TBUFFER_LOAD_FORMAT_XYZW => load(name, f, w, cx, Packing::Dwords, 4),
        TBUFFER_STORE_FORMAT_X => store(name, f, w, cx, Packing::Dwords, 1),
        TBUFFER_STORE_FORMAT_XY => store(name, f, w, cx, Packing::Dwords, 2),
        TBUFFER_STORE_FORMAT_XYZ => store(name, f, w, cx, Packing::Dwords, 3),
        TBUFFER_STORE_FORMAT_XYZW => store(name, f, w, cx, Packing::Dwords, 4),
        TBUFFER_LOAD_FORMAT_D16_X => load(name, f, w, cx, d16, 1),
        TBUFFER_LOAD_FORMAT_D16_XY => load(name, f, w, cx, d16, 2),
        TBUFFER_LOAD_FORMAT_D16_XYZ => load(name, f, w, cx, d16, 3),
        TBUFFER_LOAD_FORMAT_D16_XYZW => load(name, f, w, cx, d16, 4),
        TBUFFER_STORE_FORMAT_D16_X => store(name, f, w, cx, d16, 1),
        TBUFFER_STORE_FORMAT_D16_XY => store(name, f, w, cx, d16, 2),
        TBUFFER_STORE_FORMAT_D16_XYZ => store(name, f, w, cx, d16, 3),
        TBUFFER_STORE_FORMAT_D16_XYZW => store(name, f, w, cx, d16, 4),
    }
}

/// The instruction's format; components are not selected.
fn conversion(name: &str, f: &MtbufFields, cx: &Cx, packing: Packing) -> Result<Conversion, Stop> {
    let format = TexelFormat::buffer(cx.generation, f.dfmt, f.nfmt)
        .map_err(|what| unsupported(cx, &format!("{name}: {what}")))?;
    Ok(Conversion {
        format,
        sel: DstSel::IDENTITY,
        packing,
    })
}

fn load(
    name: &str,
    f: &MtbufFields,
    w: &mut Wave,
    cx: &mut Cx,
    packing: Packing,
    count: u8,
) -> Step {
    let conversion = conversion(name, f, cx, packing)?;
    load_format(&f.buffer, w, cx, conversion, count)
}

fn store(
    name: &str,
    f: &MtbufFields,
    w: &mut Wave,
    cx: &mut Cx,
    packing: Packing,
    count: u8,
) -> Step {
    let conversion = conversion(name, f, cx, packing)?;
    store_format(name, &f.buffer, w, cx, conversion, count)
}
