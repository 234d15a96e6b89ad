//! MTBUF (CLRX GcnInstrsMtbuf).

use super::{Cx, Step, unsupported};
use crate::isa::{Mtbuf, MtbufFields};
use crate::state::Wave;

/// Executes one instruction.
pub(super) fn execute(op: Mtbuf, _f: &MtbufFields, _w: &mut Wave, cx: &mut Cx) -> Step {
    use Mtbuf::*;
    match op {
        TBUFFER_LOAD_FORMAT_X
        | TBUFFER_LOAD_FORMAT_XY
        | TBUFFER_LOAD_FORMAT_XYZ
        | TBUFFER_LOAD_FORMAT_XYZW
        | TBUFFER_STORE_FORMAT_X
        | TBUFFER_STORE_FORMAT_XY
        | TBUFFER_STORE_FORMAT_XYZ
        | TBUFFER_STORE_FORMAT_XYZW
        | TBUFFER_LOAD_FORMAT_D16_X
        | TBUFFER_LOAD_FORMAT_D16_XY
        | TBUFFER_LOAD_FORMAT_D16_XYZ
        | TBUFFER_LOAD_FORMAT_D16_XYZW
        | TBUFFER_STORE_FORMAT_D16_X
        | TBUFFER_STORE_FORMAT_D16_XY
        | TBUFFER_STORE_FORMAT_D16_XYZ
        | TBUFFER_STORE_FORMAT_D16_XYZW => {
            let name = op.row().mnemonics[cx.generation as usize];
            let what = format!("{name}: buffer formats are not converted");
            Err(unsupported(cx, &what))
        }
    }
}
