//! MUBUF: untyped buffer access (CLRX GcnInstrsMubuf).

use super::facts::{Components, MubufAct};
use super::table::encoding;

encoding! {
    /// MUBUF: untyped buffer access (CLRX GcnInstrsMubuf).
    Mubuf [128] act: MubufAct {
        /// D = 1 component, converted from the format in the V#.
        BUFFER_LOAD_FORMAT_X "buffer_load_format_x" [0 0 0 0 0] : B32 () [LOADS] => LoadsFormat(Dwords, 1);
        /// D = 2 components, converted from the format in the V#.
        BUFFER_LOAD_FORMAT_XY "buffer_load_format_xy" [1 1 1 1 1] : B64 () [LOADS] => LoadsFormat(Dwords, 2);
        /// D = 3 components, converted from the format in the V#.
        BUFFER_LOAD_FORMAT_XYZ "buffer_load_format_xyz" [2 2 2 2 2] : B96 () [LOADS] => LoadsFormat(Dwords, 3);
        /// D = 4 components, converted from the format in the V#.
        BUFFER_LOAD_FORMAT_XYZW "buffer_load_format_xyzw" [3 3 3 3 3] : B128 () [LOADS] => LoadsFormat(Dwords, 4);
        /// Stores 1 component, converted to the format in the V#.
        BUFFER_STORE_FORMAT_X "buffer_store_format_x" [4 4 4 4 4] : None (B32) [STORES] => StoresFormat(Dwords, 1);
        /// Stores 2 components, converted to the format in the V#.
        BUFFER_STORE_FORMAT_XY "buffer_store_format_xy" [5 5 5 5 5] : None (B64) [STORES] => StoresFormat(Dwords, 2);
        /// Stores 3 components, converted to the format in the V#.
        BUFFER_STORE_FORMAT_XYZ "buffer_store_format_xyz" [6 6 6 6 6] : None (B96) [STORES] => StoresFormat(Dwords, 3);
        /// Stores 4 components, converted to the format in the V#.
        BUFFER_STORE_FORMAT_XYZW "buffer_store_format_xyzw" [7 7 7 7 7] : None (B128) [STORES] => StoresFormat(Dwords, 4);
        /// D = 1 component of 16 bits, converted from the format in the V#; packed on gfx9.
        BUFFER_LOAD_FORMAT_D16_X "buffer_load_format_d16_x" [_ _ 8 8 8] : B32 () [LOADS READS_DST] => LoadsFormat(D16, 1);
        /// D = 2 components of 16 bits, converted from the format in the V#; packed on gfx9.
        BUFFER_LOAD_FORMAT_D16_XY "buffer_load_format_d16_xy" [_ _ 9 9 9] : B32 () [LOADS READS_DST] => LoadsFormat(D16, 2);
        /// D = 3 components of 16 bits, converted from the format in the V#; packed on gfx9.
        BUFFER_LOAD_FORMAT_D16_XYZ "buffer_load_format_d16_xyz" [_ _ 10 10 10] : B64 () [LOADS READS_DST] => LoadsFormat(D16, 3);
        /// D = 4 components of 16 bits, converted from the format in the V#; packed on gfx9.
        BUFFER_LOAD_FORMAT_D16_XYZW "buffer_load_format_d16_xyzw" [_ _ 11 11 11] : B64 () [LOADS READS_DST] => LoadsFormat(D16, 4);
        /// Stores 1 component of 16 bits, converted to the format in the V#; packed on gfx9.
        BUFFER_STORE_FORMAT_D16_X "buffer_store_format_d16_x" [_ _ 12 12 12] : None (B32) [STORES] => StoresFormat(D16, 1);
        /// Stores 2 components of 16 bits, converted to the format in the V#; packed on gfx9.
        BUFFER_STORE_FORMAT_D16_XY "buffer_store_format_d16_xy" [_ _ 13 13 13] : None (B32) [STORES] => StoresFormat(D16, 2);
        /// Stores 3 components of 16 bits, converted to the format in the V#; packed on gfx9.
        BUFFER_STORE_FORMAT_D16_XYZ "buffer_store_format_d16_xyz" [_ _ 14 14 14] : None (B64) [STORES] => StoresFormat(D16, 3);
        /// Stores 4 components of 16 bits, converted to the format in the V#; packed on gfx9.
        BUFFER_STORE_FORMAT_D16_XYZW "buffer_store_format_d16_xyzw" [_ _ 15 15 15] : None (B64) [STORES] => StoresFormat(D16, 4);
        /// D = byte, zero-extended, from the buffer.
        BUFFER_LOAD_UBYTE "buffer_load_ubyte" [8 8 16 16 16] : B32 () [LOADS] => Loads(Load::U8);
        /// D = byte, sign-extended, from the buffer.
        BUFFER_LOAD_SBYTE "buffer_load_sbyte" [9 9 17 17 17] : B32 () [LOADS] => Loads(Load::I8);
        /// D = 16 bits, zero-extended, from the buffer.
        BUFFER_LOAD_USHORT "buffer_load_ushort" [10 10 18 18 18] : B32 () [LOADS] => Loads(Load::U16);
        /// D = 16 bits, sign-extended, from the buffer.
        BUFFER_LOAD_SSHORT "buffer_load_sshort" [11 11 19 19 19] : B32 () [LOADS] => Loads(Load::I16);
        /// D = one dword from the buffer.
        BUFFER_LOAD_DWORD "buffer_load_dword" [12 12 20 20 20] : B32 () [LOADS] => Loads(Load::Dwords(1));
        /// D = 2 dwords from the buffer.
        BUFFER_LOAD_DWORDX2 "buffer_load_dwordx2" [13 13 21 21 21] : B64 () [LOADS] => Loads(Load::Dwords(2));
        /// D = 3 dwords from the buffer.
        BUFFER_LOAD_DWORDX3 "buffer_load_dwordx3" [15 15 22 22 22] : B96 () [LOADS] => Loads(Load::Dwords(3));
        /// D = 4 dwords from the buffer.
        BUFFER_LOAD_DWORDX4 "buffer_load_dwordx4" [14 14 23 23 23] : B128 () [LOADS] => Loads(Load::Dwords(4));
        /// Stores data[7:0].
        BUFFER_STORE_BYTE "buffer_store_byte" [24 24 24 24 24] : None (B32) [STORES] => Stores(Store::B8);
        /// Stores data[23:16].
        BUFFER_STORE_BYTE_D16_HI "buffer_store_byte_d16_hi" [_ _ _ 25 25] : None (B32) [STORES] => Stores(Store::B8Hi);
        /// Stores data[15:0].
        BUFFER_STORE_SHORT "buffer_store_short" [26 26 26 26 26] : None (B32) [STORES] => Stores(Store::B16);
        /// Stores data[31:16].
        BUFFER_STORE_SHORT_D16_HI "buffer_store_short_d16_hi" [_ _ _ 27 27] : None (B32) [STORES] => Stores(Store::B16Hi);
        /// Stores one dword to the buffer.
        BUFFER_STORE_DWORD "buffer_store_dword" [28 28 28 28 28] : None (B32) [STORES] => Stores(Store::Dwords(1));
        /// Stores 2 dwords to the buffer.
        BUFFER_STORE_DWORDX2 "buffer_store_dwordx2" [29 29 29 29 29] : None (B64) [STORES] => Stores(Store::Dwords(2));
        /// Stores 3 dwords to the buffer.
        BUFFER_STORE_DWORDX3 "buffer_store_dwordx3" [31 31 30 30 30] : None (B96) [STORES] => Stores(Store::Dwords(3));
        /// Stores 4 dwords to the buffer.
        BUFFER_STORE_DWORDX4 "buffer_store_dwordx4" [30 30 31 31 31] : None (B128) [STORES] => Stores(Store::Dwords(4));
        /// D[15:0] = a zero-extended byte from the buffer; D[31:16] is kept.
        BUFFER_LOAD_UBYTE_D16 "buffer_load_ubyte_d16" [_ _ _ 32 32] : B32 () [LOADS READS_DST] => Loads(Load::U8Lo);
        /// D[31:16] = a zero-extended byte from the buffer; D[15:0] is kept.
        BUFFER_LOAD_UBYTE_D16_HI "buffer_load_ubyte_d16_hi" [_ _ _ 33 33] : B32 () [LOADS READS_DST] => Loads(Load::U8Hi);
        /// D[15:0] = a sign-extended byte from the buffer; D[31:16] is kept.
        BUFFER_LOAD_SBYTE_D16 "buffer_load_sbyte_d16" [_ _ _ 34 34] : B32 () [LOADS READS_DST] => Loads(Load::I8Lo);
        /// D[31:16] = a sign-extended byte from the buffer; D[15:0] is kept.
        BUFFER_LOAD_SBYTE_D16_HI "buffer_load_sbyte_d16_hi" [_ _ _ 35 35] : B32 () [LOADS READS_DST] => Loads(Load::I8Hi);
        /// D[15:0] = 16 bits from the buffer; D[31:16] is kept.
        BUFFER_LOAD_SHORT_D16 "buffer_load_short_d16" [_ _ _ 36 36] : B32 () [LOADS READS_DST] => Loads(Load::B16Lo);
        /// D[31:16] = 16 bits from the buffer; D[15:0] is kept.
        BUFFER_LOAD_SHORT_D16_HI "buffer_load_short_d16_hi" [_ _ _ 37 37] : B32 () [LOADS READS_DST] => Loads(Load::B16Hi);
        /// D[31:16] = 1 component of 16 bits, converted from the format in the V#.
        BUFFER_LOAD_FORMAT_D16_HI_X "buffer_load_format_d16_hi_x" [_ _ _ 38 38] : B32 () [LOADS READS_DST] => LoadsFormat(High, 1);
        /// Stores 1 component from data[31:16], converted to the format in the V#.
        BUFFER_STORE_FORMAT_D16_HI_X "buffer_store_format_d16_hi_x" [_ _ _ 39 39] : None (B32) [STORES] => StoresFormat(High, 1);
        /// Writes back the L2 cache.
        BUFFER_WBL2 "buffer_wbl2" [_ _ _ _ _ _ 40] : None () [] => Cache;
        /// Invalidates the L2 cache; on gfx942 those that SC0 and SC1 say.
        BUFFER_INVL2 ("buffer_invl2" gfx942 "buffer_inv") [_ _ _ _ _ _ 41] : None () [] => Cache;
        /// Memory = data - memory, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_RSUB "buffer_atomic_rsub" [52 _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(RSub);
        /// Stores one dword of LDS, at the address in M0, to the buffer.
        BUFFER_STORE_LDS_DWORD "buffer_store_lds_dword" [_ _ 61 61 61 61 61 61 _] : None () [LOADS STORES READS_M0] => StoresLds;
        /// Memory = memory == the second half of the data ? the first half : memory, compared as float, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FCMPSWAP "buffer_atomic_fcmpswap" [62 62 _ _ _] : B32 (B64) [ATOMIC] => Atomic32(FCmpSwap);
        /// Writes back and invalidates the vector L1 cache.
        BUFFER_WBINVL1 "buffer_wbinvl1" [113 113 62 62 62 62 62 62 _] : None () [] => Cache;
        /// Memory = min(memory, data), float, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FMIN "buffer_atomic_fmin" [63 63 _ _ _] : B32 (B32) [ATOMIC] => Atomic32(FMin);
        /// Writes back and invalidates the volatile lines of the vector L1 cache.
        BUFFER_WBINVL1_VOL "buffer_wbinvl1_vol" [_ 112 63 63 63 63 63 63 _] : None () [] => Cache;
        /// Memory = max(memory, data), float, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FMAX "buffer_atomic_fmax" [64 64 _ _ _] : B32 (B32) [ATOMIC] => Atomic32(FMax);
        /// Memory = the data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SWAP "buffer_atomic_swap" [48 48 64 64 64] : B32 (B32) [ATOMIC] => Atomic32(Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_CMPSWAP "buffer_atomic_cmpswap" [49 49 65 65 65] : B32 (B64) [ATOMIC] => Atomic32(CmpSwap);
        /// Memory = memory + data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_ADD "buffer_atomic_add" [50 50 66 66 66] : B32 (B32) [ATOMIC] => Atomic32(Add);
        /// Memory = memory - data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SUB "buffer_atomic_sub" [51 51 67 67 67] : B32 (B32) [ATOMIC] => Atomic32(Sub);
        /// Memory = min(memory, data), signed, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SMIN "buffer_atomic_smin" [53 53 68 68 68] : B32 (B32) [ATOMIC] => Atomic32(SMin);
        /// Memory = min(memory, data), unsigned, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_UMIN "buffer_atomic_umin" [54 54 69 69 69] : B32 (B32) [ATOMIC] => Atomic32(UMin);
        /// Memory = max(memory, data), signed, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SMAX "buffer_atomic_smax" [55 55 70 70 70] : B32 (B32) [ATOMIC] => Atomic32(SMax);
        /// Memory = max(memory, data), unsigned, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_UMAX "buffer_atomic_umax" [56 56 71 71 71] : B32 (B32) [ATOMIC] => Atomic32(UMax);
        /// Memory = memory & data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_AND "buffer_atomic_and" [57 57 72 72 72] : B32 (B32) [ATOMIC] => Atomic32(And);
        /// Memory = memory | data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_OR "buffer_atomic_or" [58 58 73 73 73] : B32 (B32) [ATOMIC] => Atomic32(Or);
        /// Memory = memory ^ data, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_XOR "buffer_atomic_xor" [59 59 74 74 74] : B32 (B32) [ATOMIC] => Atomic32(Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_INC "buffer_atomic_inc" [60 60 75 75 75] : B32 (B32) [ATOMIC] => Atomic32(Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 32 bits; with GLC D = the old value.
        BUFFER_ATOMIC_DEC "buffer_atomic_dec" [61 61 76 76 76] : B32 (B32) [ATOMIC] => Atomic32(Dec);
        /// Memory = memory + data, f32. gfx908 does not return the old value.
        BUFFER_ATOMIC_ADD_F32 "buffer_atomic_add_f32" [_ _ _ _ _ 77] : B32 (B32) [ATOMIC] => Atomic32(FAdd);
        /// Memory = memory + data in both halves, f16. gfx908 does not return the old value.
        BUFFER_ATOMIC_PK_ADD_F16 "buffer_atomic_pk_add_f16" [_ _ _ _ _ 78] : B32 (B32) [ATOMIC] => Atomic32(PkAddF16);
        /// D = memory; memory = memory + data in both halves, bf16.
        BUFFER_ATOMIC_PK_ADD_BF16 "buffer_atomic_pk_add_bf16" [_ _ _ _ _ _ _ _ 82] : B32 (B32) [ATOMIC] => Atomic32(PkAddBf16);
        /// Memory = memory + data, f64; with GLC D = the old value.
        BUFFER_ATOMIC_ADD_F64 "buffer_atomic_add_f64" [_ _ _ _ _ _ 79] : B64 (B64) [ATOMIC] => Atomic64(FAdd);
        /// Memory = min(memory, data), f64; with GLC D = the old value.
        BUFFER_ATOMIC_MIN_F64 "buffer_atomic_min_f64" [_ _ _ _ _ _ 80] : B64 (B64) [ATOMIC] => Atomic64(FMin);
        /// Memory = max(memory, data), f64; with GLC D = the old value.
        BUFFER_ATOMIC_MAX_F64 "buffer_atomic_max_f64" [_ _ _ _ _ _ 81] : B64 (B64) [ATOMIC] => Atomic64(FMax);
        /// Memory = data - memory, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_RSUB_X2 "buffer_atomic_rsub_x2" [84 _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(RSub);
        /// Memory = memory == the second half of the data ? the first half : memory, compared as float, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FCMPSWAP_X2 "buffer_atomic_fcmpswap_x2" [94 94 _ _ _] : B64 (B128) [ATOMIC] => Atomic64(FCmpSwap);
        /// Memory = min(memory, data), float, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FMIN_X2 "buffer_atomic_fmin_x2" [95 95 _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMin);
        /// Memory = max(memory, data), float, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_FMAX_X2 "buffer_atomic_fmax_x2" [96 96 _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMax);
        /// Memory = the data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SWAP_X2 "buffer_atomic_swap_x2" [80 80 96 96 96] : B64 (B64) [ATOMIC] => Atomic64(Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_CMPSWAP_X2 "buffer_atomic_cmpswap_x2" [81 81 97 97 97] : B64 (B128) [ATOMIC] => Atomic64(CmpSwap);
        /// Memory = memory + data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_ADD_X2 "buffer_atomic_add_x2" [82 82 98 98 98] : B64 (B64) [ATOMIC] => Atomic64(Add);
        /// Memory = memory - data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SUB_X2 "buffer_atomic_sub_x2" [83 83 99 99 99] : B64 (B64) [ATOMIC] => Atomic64(Sub);
        /// Memory = min(memory, data), signed, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SMIN_X2 "buffer_atomic_smin_x2" [85 85 100 100 100] : B64 (B64) [ATOMIC] => Atomic64(SMin);
        /// Memory = min(memory, data), unsigned, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_UMIN_X2 "buffer_atomic_umin_x2" [86 86 101 101 101] : B64 (B64) [ATOMIC] => Atomic64(UMin);
        /// Memory = max(memory, data), signed, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_SMAX_X2 "buffer_atomic_smax_x2" [87 87 102 102 102] : B64 (B64) [ATOMIC] => Atomic64(SMax);
        /// Memory = max(memory, data), unsigned, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_UMAX_X2 "buffer_atomic_umax_x2" [88 88 103 103 103] : B64 (B64) [ATOMIC] => Atomic64(UMax);
        /// Memory = memory & data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_AND_X2 "buffer_atomic_and_x2" [89 89 104 104 104] : B64 (B64) [ATOMIC] => Atomic64(And);
        /// Memory = memory | data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_OR_X2 "buffer_atomic_or_x2" [90 90 105 105 105] : B64 (B64) [ATOMIC] => Atomic64(Or);
        /// Memory = memory ^ data, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_XOR_X2 "buffer_atomic_xor_x2" [91 91 106 106 106] : B64 (B64) [ATOMIC] => Atomic64(Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_INC_X2 "buffer_atomic_inc_x2" [92 92 107 107 107] : B64 (B64) [ATOMIC] => Atomic64(Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 64 bits; with GLC D = the old value.
        BUFFER_ATOMIC_DEC_X2 "buffer_atomic_dec_x2" [93 93 108 108 108] : B64 (B64) [ATOMIC] => Atomic64(Dec);
        /// Writes back and invalidates the vector L1 cache's lines of system coherence.
        BUFFER_WBINVL1_SC "buffer_wbinvl1_sc" [112 _ _ _ _] : None () [] => Cache;
    }
}

impl Mubuf {
    /// Whether the LDS bit has a meaning: single-component loads of up to a dword, which then go to the
    /// LDS instead of VGPRs, and the store of the LDS; on gfx950 loads of three and four dwords too.
    pub const fn has_lds_form(self, generation: super::Gen) -> bool {
        let wide = matches!(
            self,
            Mubuf::BUFFER_LOAD_DWORDX3 | Mubuf::BUFFER_LOAD_DWORDX4
        );
        wide && generation.has(super::Gens::WIDE_LDS_LOADS)
            || matches!(
                self,
                Mubuf::BUFFER_LOAD_FORMAT_X
                    | Mubuf::BUFFER_LOAD_UBYTE
                    | Mubuf::BUFFER_LOAD_SBYTE
                    | Mubuf::BUFFER_LOAD_USHORT
                    | Mubuf::BUFFER_LOAD_SSHORT
                    | Mubuf::BUFFER_LOAD_DWORD
                    | Mubuf::BUFFER_STORE_LDS_DWORD
            )
    }

    /// Number of VGPRs that VDATA takes, without the one that TFE adds.
    ///
    /// The row's types hold for gfx9, which packs two 16-bit components into a register; on gfx8 each
    /// component of the `d16` formats takes a register of its own.
    pub fn data_dwords(self, generation: super::Gen) -> u8 {
        let shape = &self.row().shape;
        match self.act() {
            MubufAct::LoadsFormat(Components::D16, n)
            | MubufAct::StoresFormat(Components::D16, n)
                if generation.has(super::Gens::UNPACKED_D16) =>
            {
                n
            }
            _ => shape.dst.dwords().max(shape.src[0].dwords()),
        }
    }
}
