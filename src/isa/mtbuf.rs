//! MTBUF: typed buffer access (CLRX GcnInstrsMtbuf).

use super::facts::{Components, MubufAct};
use super::table::encoding;
use super::{Gen, Gens};

encoding! {
    /// MTBUF: typed buffer access (CLRX GcnInstrsMtbuf). The instruction's own format converts, not
    /// the one in the V#.
    Mtbuf [16] act: MubufAct {
        /// D = 1 component, converted from the instruction's format.
        TBUFFER_LOAD_FORMAT_X "tbuffer_load_format_x" [0 0 0 0 0] : B32 () [LOADS] => LoadsFormat(Dwords, 1);
        /// D = 2 components, converted from the instruction's format.
        TBUFFER_LOAD_FORMAT_XY "tbuffer_load_format_xy" [1 1 1 1 1] : B64 () [LOADS] => LoadsFormat(Dwords, 2);
        /// D = 3 components, converted from the instruction's format.
        TBUFFER_LOAD_FORMAT_XYZ "tbuffer_load_format_xyz" [2 2 2 2 2] : B96 () [LOADS] => LoadsFormat(Dwords, 3);
        /// D = 4 components, converted from the instruction's format.
        TBUFFER_LOAD_FORMAT_XYZW "tbuffer_load_format_xyzw" [3 3 3 3 3] : B128 () [LOADS] => LoadsFormat(Dwords, 4);
        /// Stores 1 component, converted to the instruction's format.
        TBUFFER_STORE_FORMAT_X "tbuffer_store_format_x" [4 4 4 4 4] : None (B32) [STORES] => StoresFormat(Dwords, 1);
        /// Stores 2 components, converted to the instruction's format.
        TBUFFER_STORE_FORMAT_XY "tbuffer_store_format_xy" [5 5 5 5 5] : None (B64) [STORES] => StoresFormat(Dwords, 2);
        /// Stores 3 components, converted to the instruction's format.
        TBUFFER_STORE_FORMAT_XYZ "tbuffer_store_format_xyz" [6 6 6 6 6] : None (B96) [STORES] => StoresFormat(Dwords, 3);
        /// Stores 4 components, converted to the instruction's format.
        TBUFFER_STORE_FORMAT_XYZW "tbuffer_store_format_xyzw" [7 7 7 7 7] : None (B128) [STORES] => StoresFormat(Dwords, 4);
        /// D = 1 component of 16 bits, converted from the instruction's format; packed on gfx9.
        TBUFFER_LOAD_FORMAT_D16_X "tbuffer_load_format_d16_x" [_ _ 8 8 8] : B32 () [LOADS READS_DST] => LoadsFormat(D16, 1);
        /// D = 2 components of 16 bits, converted from the instruction's format; packed on gfx9.
        TBUFFER_LOAD_FORMAT_D16_XY "tbuffer_load_format_d16_xy" [_ _ 9 9 9] : B32 () [LOADS READS_DST] => LoadsFormat(D16, 2);
        /// D = 3 components of 16 bits, converted from the instruction's format; packed on gfx9.
        TBUFFER_LOAD_FORMAT_D16_XYZ "tbuffer_load_format_d16_xyz" [_ _ 10 10 10] : B64 () [LOADS READS_DST] => LoadsFormat(D16, 3);
        /// D = 4 components of 16 bits, converted from the instruction's format; packed on gfx9.
        TBUFFER_LOAD_FORMAT_D16_XYZW "tbuffer_load_format_d16_xyzw" [_ _ 11 11 11] : B64 () [LOADS READS_DST] => LoadsFormat(D16, 4);
        /// Stores 1 component of 16 bits, converted to the instruction's format; packed on gfx9.
        TBUFFER_STORE_FORMAT_D16_X "tbuffer_store_format_d16_x" [_ _ 12 12 12] : None (B32) [STORES] => StoresFormat(D16, 1);
        /// Stores 2 components of 16 bits, converted to the instruction's format; packed on gfx9.
        TBUFFER_STORE_FORMAT_D16_XY "tbuffer_store_format_d16_xy" [_ _ 13 13 13] : None (B32) [STORES] => StoresFormat(D16, 2);
        /// Stores 3 components of 16 bits, converted to the instruction's format; packed on gfx9.
        TBUFFER_STORE_FORMAT_D16_XYZ "tbuffer_store_format_d16_xyz" [_ _ 14 14 14] : None (B64) [STORES] => StoresFormat(D16, 3);
        /// Stores 4 components of 16 bits, converted to the instruction's format; packed on gfx9.
        TBUFFER_STORE_FORMAT_D16_XYZW "tbuffer_store_format_d16_xyzw" [_ _ 15 15 15] : None (B64) [STORES] => StoresFormat(D16, 4);
    }
}

impl Mtbuf {
    /// Number of VGPRs that VDATA takes, without the one that TFE adds.
    ///
    /// The row's types hold for gfx9, which packs two 16-bit components into a register; on gfx8 each
    /// component of the `d16` formats takes a register of its own.
    pub fn data_dwords(self, generation: Gen) -> u8 {
        match self.act() {
            MubufAct::LoadsFormat(Components::D16, n)
            | MubufAct::StoresFormat(Components::D16, n)
                if generation.has(Gens::UNPACKED_D16) =>
            {
                n
            }
            _ => {
                let shape = &self.row().shape;
                shape.dst.dwords().max(shape.src[0].dwords())
            }
        }
    }
}
