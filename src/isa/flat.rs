//! FLAT, GLOBAL and SCRATCH (CLRX GcnInstrsFlat): columns in that order; mnemonics without the segment prefix.

use super::table::encoding;

encoding! {
    /// FLAT, GLOBAL and SCRATCH (CLRX GcnInstrsFlat): columns in that order; mnemonics without the segment prefix.
    Flat [128 128 128] act: FlatAct {
        /// D = byte, zero-extended, from memory.
        LOAD_UBYTE "load_ubyte" [_ 8 16 16 16] [_ _ _ 16 16] [_ _ _ 16 16] : B32 () [LOADS] => Loads(Load::U8);
        /// D = byte, sign-extended, from memory.
        LOAD_SBYTE "load_sbyte" [_ 9 17 17 17] [_ _ _ 17 17] [_ _ _ 17 17] : B32 () [LOADS] => Loads(Load::I8);
        /// D = 16 bits, zero-extended, from memory.
        LOAD_USHORT "load_ushort" [_ 10 18 18 18] [_ _ _ 18 18] [_ _ _ 18 18] : B32 () [LOADS] => Loads(Load::U16);
        /// D = 16 bits, sign-extended, from memory.
        LOAD_SSHORT "load_sshort" [_ 11 19 19 19] [_ _ _ 19 19] [_ _ _ 19 19] : B32 () [LOADS] => Loads(Load::I16);
        /// D = one dword from memory.
        LOAD_DWORD "load_dword" [_ 12 20 20 20] [_ _ _ 20 20] [_ _ _ 20 20] : B32 () [LOADS] => Loads(Load::Dwords(1));
        /// D = 2 dwords from memory.
        LOAD_DWORDX2 "load_dwordx2" [_ 13 21 21 21] [_ _ _ 21 21] [_ _ _ 21 21] : B64 () [LOADS] => Loads(Load::Dwords(2));
        /// D = 3 dwords from memory.
        LOAD_DWORDX3 "load_dwordx3" [_ 15 22 22 22] [_ _ _ 22 22] [_ _ _ 22 22] : B96 () [LOADS] => Loads(Load::Dwords(3));
        /// D = 4 dwords from memory.
        LOAD_DWORDX4 "load_dwordx4" [_ 14 23 23 23] [_ _ _ 23 23] [_ _ _ 23 23] : B128 () [LOADS] => Loads(Load::Dwords(4));
        /// Stores data[7:0].
        STORE_BYTE "store_byte" [_ 24 24 24 24] [_ _ _ 24 24] [_ _ _ 24 24] : None (B32) [STORES] => Stores(Store::B8);
        /// Stores data[23:16].
        STORE_BYTE_D16_HI "store_byte_d16_hi" [_ _ _ 25 25] [_ _ _ 25 25] [_ _ _ 25 25] : None (B32) [STORES] => Stores(Store::B8Hi);
        /// Stores data[15:0].
        STORE_SHORT "store_short" [_ 26 26 26 26] [_ _ _ 26 26] [_ _ _ 26 26] : None (B32) [STORES] => Stores(Store::B16);
        /// Stores data[31:16].
        STORE_SHORT_D16_HI "store_short_d16_hi" [_ _ _ 27 27] [_ _ _ 27 27] [_ _ _ 27 27] : None (B32) [STORES] => Stores(Store::B16Hi);
        /// Stores one dword.
        STORE_DWORD "store_dword" [_ 28 28 28 28] [_ _ _ 28 28] [_ _ _ 28 28] : None (B32) [STORES] => Stores(Store::Dwords(1));
        /// Stores 2 dwords.
        STORE_DWORDX2 "store_dwordx2" [_ 29 29 29 29] [_ _ _ 29 29] [_ _ _ 29 29] : None (B64) [STORES] => Stores(Store::Dwords(2));
        /// Stores 3 dwords.
        STORE_DWORDX3 "store_dwordx3" [_ 31 30 30 30] [_ _ _ 30 30] [_ _ _ 30 30] : None (B96) [STORES] => Stores(Store::Dwords(3));
        /// Stores 4 dwords.
        STORE_DWORDX4 "store_dwordx4" [_ 30 31 31 31] [_ _ _ 31 31] [_ _ _ 31 31] : None (B128) [STORES] => Stores(Store::Dwords(4));
        /// D[15:0] = a zero-extended byte from memory; D[31:16] is kept.
        LOAD_UBYTE_D16 "load_ubyte_d16" [_ _ _ 32 32] [_ _ _ 32 32] [_ _ _ 32 32] : B32 () [LOADS READS_DST] => Loads(Load::U8Lo);
        /// D[31:16] = a zero-extended byte from memory; D[15:0] is kept.
        LOAD_UBYTE_D16_HI "load_ubyte_d16_hi" [_ _ _ 33 33] [_ _ _ 33 33] [_ _ _ 33 33] : B32 () [LOADS READS_DST] => Loads(Load::U8Hi);
        /// D[15:0] = a sign-extended byte from memory; D[31:16] is kept.
        LOAD_SBYTE_D16 "load_sbyte_d16" [_ _ _ 34 34] [_ _ _ 34 34] [_ _ _ 34 34] : B32 () [LOADS READS_DST] => Loads(Load::I8Lo);
        /// D[31:16] = a sign-extended byte from memory; D[15:0] is kept.
        LOAD_SBYTE_D16_HI "load_sbyte_d16_hi" [_ _ _ 35 35] [_ _ _ 35 35] [_ _ _ 35 35] : B32 () [LOADS READS_DST] => Loads(Load::I8Hi);
        /// D[15:0] = 16 bits from memory; D[31:16] is kept.
        LOAD_SHORT_D16 "load_short_d16" [_ _ _ 36 36] [_ _ _ 36 36] [_ _ _ 36 36] : B32 () [LOADS READS_DST] => Loads(Load::B16Lo);
        /// D[31:16] = 16 bits from memory; D[15:0] is kept.
        LOAD_SHORT_D16_HI "load_short_d16_hi" [_ _ _ 37 37] [_ _ _ 37 37] [_ _ _ 37 37] : B32 () [LOADS READS_DST] => Loads(Load::B16Hi);
        /// Memory = memory == the second half of the data ? the first half : memory, compared as float, 32 bits; with GLC D = the old value.
        ATOMIC_FCMPSWAP "atomic_fcmpswap" [_ 62 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B32 (B64) [ATOMIC] => Atomic32(FCmpSwap);
        /// Memory = min(memory, data), float, 32 bits; with GLC D = the old value.
        ATOMIC_FMIN "atomic_fmin" [_ 63 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(FMin);
        /// Memory = max(memory, data), float, 32 bits; with GLC D = the old value.
        ATOMIC_FMAX "atomic_fmax" [_ 64 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(FMax);
        /// Memory = the data, 32 bits; with GLC D = the old value.
        ATOMIC_SWAP "atomic_swap" [_ 48 64 64 64] [_ _ _ 64 64] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 32 bits; with GLC D = the old value.
        ATOMIC_CMPSWAP "atomic_cmpswap" [_ 49 65 65 65] [_ _ _ 65 65] [_ _ _ _ _] : B32 (B64) [ATOMIC] => Atomic32(CmpSwap);
        /// Memory = memory + data, 32 bits; with GLC D = the old value.
        ATOMIC_ADD "atomic_add" [_ 50 66 66 66] [_ _ _ 66 66] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Add);
        /// Memory = memory - data, 32 bits; with GLC D = the old value.
        ATOMIC_SUB "atomic_sub" [_ 51 67 67 67] [_ _ _ 67 67] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Sub);
        /// Memory = min(memory, data), signed, 32 bits; with GLC D = the old value.
        ATOMIC_SMIN "atomic_smin" [_ 53 68 68 68] [_ _ _ 68 68] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(SMin);
        /// Memory = min(memory, data), unsigned, 32 bits; with GLC D = the old value.
        ATOMIC_UMIN "atomic_umin" [_ 54 69 69 69] [_ _ _ 69 69] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(UMin);
        /// Memory = max(memory, data), signed, 32 bits; with GLC D = the old value.
        ATOMIC_SMAX "atomic_smax" [_ 55 70 70 70] [_ _ _ 70 70] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(SMax);
        /// Memory = max(memory, data), unsigned, 32 bits; with GLC D = the old value.
        ATOMIC_UMAX "atomic_umax" [_ 56 71 71 71] [_ _ _ 71 71] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(UMax);
        /// Memory = memory & data, 32 bits; with GLC D = the old value.
        ATOMIC_AND "atomic_and" [_ 57 72 72 72] [_ _ _ 72 72] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(And);
        /// Memory = memory | data, 32 bits; with GLC D = the old value.
        ATOMIC_OR "atomic_or" [_ 58 73 73 73] [_ _ _ 73 73] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Or);
        /// Memory = memory ^ data, 32 bits; with GLC D = the old value.
        ATOMIC_XOR "atomic_xor" [_ 59 74 74 74] [_ _ _ 74 74] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 32 bits; with GLC D = the old value.
        ATOMIC_INC "atomic_inc" [_ 60 75 75 75] [_ _ _ 75 75] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 32 bits; with GLC D = the old value.
        ATOMIC_DEC "atomic_dec" [_ 61 76 76 76] [_ _ _ 76 76] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(Dec);
        /// Memory = memory + data, f32. gfx908 does not return the old value.
        ATOMIC_ADD_F32 "atomic_add_f32" [_ _ _ _ _ _ _ 77] [_ _ _ _ _ 77] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(FAdd);
        /// Memory = memory + data in both halves, f16. gfx908 does not return the old value.
        ATOMIC_PK_ADD_F16 "atomic_pk_add_f16" [_ _ _ _ _ _ _ 78] [_ _ _ _ _ 78] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(PkAddF16);
        /// Memory = memory + data, f64; with GLC D = the old value.
        ATOMIC_ADD_F64 "atomic_add_f64" [_ _ _ _ _ _ 79] [_ _ _ _ _ _ 79] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FAdd);
        /// Memory = min(memory, data), f64; with GLC D = the old value.
        ATOMIC_MIN_F64 "atomic_min_f64" [_ _ _ _ _ _ 80] [_ _ _ _ _ _ 80] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMin);
        /// Memory = max(memory, data), f64; with GLC D = the old value.
        ATOMIC_MAX_F64 "atomic_max_f64" [_ _ _ _ _ _ 81] [_ _ _ _ _ _ 81] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMax);
        /// Memory = memory + data in both halves, bf16; with GLC D = the old value.
        ATOMIC_PK_ADD_BF16 "atomic_pk_add_bf16" [_ _ _ _ _ _ _ 82] [_ _ _ _ _ _ _ 82] [_ _ _ _ _] : B32 (B32) [ATOMIC] => Atomic32(PkAddBf16);
        /// LDS = 8 bits from memory, zero-extended.
        LOAD_LDS_UBYTE "load_lds_ubyte" [_ _ _ _ _] [_ _ _ _ _ _ _ 38] [_ _ _ _ _ _ _ 38] : None () [LOADS READS_M0] => Loads(Load::U8);
        /// LDS = 8 bits from memory, sign-extended.
        LOAD_LDS_SBYTE "load_lds_sbyte" [_ _ _ _ _] [_ _ _ _ _ _ _ 39] [_ _ _ _ _ _ _ 39] : None () [LOADS READS_M0] => Loads(Load::I8);
        /// LDS = 16 bits from memory, zero-extended.
        LOAD_LDS_USHORT "load_lds_ushort" [_ _ _ _ _] [_ _ _ _ _ _ _ 40] [_ _ _ _ _ _ _ 40] : None () [LOADS READS_M0] => Loads(Load::U16);
        /// LDS = 16 bits from memory, sign-extended.
        LOAD_LDS_SSHORT "load_lds_sshort" [_ _ _ _ _] [_ _ _ _ _ _ _ 41] [_ _ _ _ _ _ _ 41] : None () [LOADS READS_M0] => Loads(Load::I16);
        /// LDS = 32 bits from memory.
        LOAD_LDS_DWORD "load_lds_dword" [_ _ _ _ _] [_ _ _ _ _ _ _ 42] [_ _ _ _ _ _ _ 42] : None () [LOADS READS_M0] => Loads(Load::Dwords(1));
        /// Loads 96 bits to LDS, as LOAD_LDS_UBYTE; each lane has 16 bytes there.
        LOAD_LDS_DWORDX3 "load_lds_dwordx3" [_ _ _ _ _] [_ _ _ _ _ _ _ _ 126] [_ _ _ _ _] : None () [LOADS READS_M0] => Loads(Load::Dwords(3));
        /// Loads 128 bits to LDS, as LOAD_LDS_UBYTE; each lane has 16 bytes there.
        LOAD_LDS_DWORDX4 "load_lds_dwordx4" [_ _ _ _ _] [_ _ _ _ _ _ _ _ 125] [_ _ _ _ _] : None () [LOADS READS_M0] => Loads(Load::Dwords(4));
        /// Memory = memory == the second half of the data ? the first half : memory, compared as float, 64 bits; with GLC D = the old value.
        ATOMIC_FCMPSWAP_X2 "atomic_fcmpswap_x2" [_ 94 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B64 (B128) [ATOMIC] => Atomic64(FCmpSwap);
        /// Memory = min(memory, data), float, 64 bits; with GLC D = the old value.
        ATOMIC_FMIN_X2 "atomic_fmin_x2" [_ 95 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMin);
        /// Memory = max(memory, data), float, 64 bits; with GLC D = the old value.
        ATOMIC_FMAX_X2 "atomic_fmax_x2" [_ 96 _ _ _] [_ _ _ _ _] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(FMax);
        /// Memory = the data, 64 bits; with GLC D = the old value.
        ATOMIC_SWAP_X2 "atomic_swap_x2" [_ 80 96 96 96] [_ _ _ 96 96] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Swap);
        /// Memory = memory == the second half of the data ? the first half : memory, 64 bits; with GLC D = the old value.
        ATOMIC_CMPSWAP_X2 "atomic_cmpswap_x2" [_ 81 97 97 97] [_ _ _ 97 97] [_ _ _ _ _] : B64 (B128) [ATOMIC] => Atomic64(CmpSwap);
        /// Memory = memory + data, 64 bits; with GLC D = the old value.
        ATOMIC_ADD_X2 "atomic_add_x2" [_ 82 98 98 98] [_ _ _ 98 98] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Add);
        /// Memory = memory - data, 64 bits; with GLC D = the old value.
        ATOMIC_SUB_X2 "atomic_sub_x2" [_ 83 99 99 99] [_ _ _ 99 99] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Sub);
        /// Memory = min(memory, data), signed, 64 bits; with GLC D = the old value.
        ATOMIC_SMIN_X2 "atomic_smin_x2" [_ 85 100 100 100] [_ _ _ 100 100] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(SMin);
        /// Memory = min(memory, data), unsigned, 64 bits; with GLC D = the old value.
        ATOMIC_UMIN_X2 "atomic_umin_x2" [_ 86 101 101 101] [_ _ _ 101 101] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(UMin);
        /// Memory = max(memory, data), signed, 64 bits; with GLC D = the old value.
        ATOMIC_SMAX_X2 "atomic_smax_x2" [_ 87 102 102 102] [_ _ _ 102 102] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(SMax);
        /// Memory = max(memory, data), unsigned, 64 bits; with GLC D = the old value.
        ATOMIC_UMAX_X2 "atomic_umax_x2" [_ 88 103 103 103] [_ _ _ 103 103] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(UMax);
        /// Memory = memory & data, 64 bits; with GLC D = the old value.
        ATOMIC_AND_X2 "atomic_and_x2" [_ 89 104 104 104] [_ _ _ 104 104] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(And);
        /// Memory = memory | data, 64 bits; with GLC D = the old value.
        ATOMIC_OR_X2 "atomic_or_x2" [_ 90 105 105 105] [_ _ _ 105 105] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Or);
        /// Memory = memory ^ data, 64 bits; with GLC D = the old value.
        ATOMIC_XOR_X2 "atomic_xor_x2" [_ 91 106 106 106] [_ _ _ 106 106] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Xor);
        /// Memory = memory >= data ? 0 : memory + 1, 64 bits; with GLC D = the old value.
        ATOMIC_INC_X2 "atomic_inc_x2" [_ 92 107 107 107] [_ _ _ 107 107] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Inc);
        /// Memory = memory == 0 or memory > data ? data : memory - 1, 64 bits; with GLC D = the old value.
        ATOMIC_DEC_X2 "atomic_dec_x2" [_ 93 108 108 108] [_ _ _ 108 108] [_ _ _ _ _] : B64 (B64) [ATOMIC] => Atomic64(Dec);
    }
}

impl Flat {
    /// Whether it loads into the LDS without a flag that says so (gfx942).
    pub const fn is_lds_load(self) -> bool {
        use Flat::*;
        matches!(
            self,
            LOAD_LDS_UBYTE
                | LOAD_LDS_SBYTE
                | LOAD_LDS_USHORT
                | LOAD_LDS_SSHORT
                | LOAD_LDS_DWORD
                | LOAD_LDS_DWORDX3
                | LOAD_LDS_DWORDX4
        )
    }
}
