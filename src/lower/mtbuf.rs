//! MTBUF (CLRX GcnInstrsMtbuf): the format comes from the instruction.

use super::{Lower, Lowered};
use crate::ir::{Packing, TexelAct};
use crate::isa::{Mtbuf, MtbufFields};

impl Lower<'_> {
    /// Lowers an MTBUF instruction.
    pub(super) fn mtbuf(&mut self, op: Mtbuf, f: &MtbufFields) -> Lowered {
        use Mtbuf::*;
        use Packing::Dwords;
        use TexelAct::{Load, Store};
        let d16 = Packing::d16(self.t.generation);
        let (act, packing, count) = match op {
            TBUFFER_LOAD_FORMAT_X => (Load, Dwords, 1),
            TBUFFER_LOAD_FORMAT_XY => (Load, Dwords, 2),
            TBUFFER_LOAD_FORMAT_XYZ => (Load, Dwords, 3),
            TBUFFER_LOAD_FORMAT_XYZW => (Load, Dwords, 4),
            TBUFFER_LOAD_FORMAT_D16_X => (Load, d16, 1),
            TBUFFER_LOAD_FORMAT_D16_XY => (Load, d16, 2),
            TBUFFER_LOAD_FORMAT_D16_XYZ => (Load, d16, 3),
            TBUFFER_LOAD_FORMAT_D16_XYZW => (Load, d16, 4),
            TBUFFER_STORE_FORMAT_X => (Store, Dwords, 1),
            TBUFFER_STORE_FORMAT_XY => (Store, Dwords, 2),
            TBUFFER_STORE_FORMAT_XYZ => (Store, Dwords, 3),
            TBUFFER_STORE_FORMAT_XYZW => (Store, Dwords, 4),
            TBUFFER_STORE_FORMAT_D16_X => (Store, d16, 1),
            TBUFFER_STORE_FORMAT_D16_XY => (Store, d16, 2),
            TBUFFER_STORE_FORMAT_D16_XYZ => (Store, d16, 3),
            TBUFFER_STORE_FORMAT_D16_XYZW => (Store, d16, 4),
        };
        let format = f.dfmt | f.nfmt << 4;
        self.typed_buffer(&f.buffer, (1, op as u8), act, packing, count, format)
    }
}
