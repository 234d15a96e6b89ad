//! DS: LDS and GDS (CLRX GcnInstrsDs).

use super::table::encoding;

encoding! {
    /// DS: LDS and GDS (CLRX GcnInstrsDs).
    Ds [256] act: DsAct {
        /// LDS: memory = memory + data, 32 bits.
        DS_ADD_U32 "ds_add_u32" [0 0 0 0 0] : None (B32) [ATOMIC READS_M0] => Atomic32(Add);
        /// LDS: memory = memory - data, 32 bits.
        DS_SUB_U32 "ds_sub_u32" [1 1 1 1 1] : None (B32) [ATOMIC READS_M0] => Atomic32(Sub);
        /// LDS: memory = data - memory, 32 bits.
        DS_RSUB_U32 "ds_rsub_u32" [2 2 2 2 2] : None (B32) [ATOMIC READS_M0] => Atomic32(RSub);
        /// LDS: memory = memory >= data ? 0 : memory + 1, 32 bits.
        DS_INC_U32 "ds_inc_u32" [3 3 3 3 3] : None (B32) [ATOMIC READS_M0] => Atomic32(Inc);
        /// LDS: memory = memory == 0 or memory > data ? data : memory - 1, 32 bits.
        DS_DEC_U32 "ds_dec_u32" [4 4 4 4 4] : None (B32) [ATOMIC READS_M0] => Atomic32(Dec);
        /// LDS: memory = min(memory, data), signed, 32 bits.
        DS_MIN_I32 "ds_min_i32" [5 5 5 5 5] : None (B32) [ATOMIC READS_M0] => Atomic32(SMin);
        /// LDS: memory = max(memory, data), signed, 32 bits.
        DS_MAX_I32 "ds_max_i32" [6 6 6 6 6] : None (B32) [ATOMIC READS_M0] => Atomic32(SMax);
        /// LDS: memory = min(memory, data), unsigned, 32 bits.
        DS_MIN_U32 "ds_min_u32" [7 7 7 7 7] : None (B32) [ATOMIC READS_M0] => Atomic32(UMin);
        /// LDS: memory = max(memory, data), unsigned, 32 bits.
        DS_MAX_U32 "ds_max_u32" [8 8 8 8 8] : None (B32) [ATOMIC READS_M0] => Atomic32(UMax);
        /// LDS: memory = memory & data, 32 bits.
        DS_AND_B32 "ds_and_b32" [9 9 9 9 9] : None (B32) [ATOMIC READS_M0] => Atomic32(And);
        /// LDS: memory = memory | data, 32 bits.
        DS_OR_B32 "ds_or_b32" [10 10 10 10 10] : None (B32) [ATOMIC READS_M0] => Atomic32(Or);
        /// LDS: memory = memory ^ data, 32 bits.
        DS_XOR_B32 "ds_xor_b32" [11 11 11 11 11] : None (B32) [ATOMIC READS_M0] => Atomic32(Xor);
        /// LDS: memory = (memory & ~data0) | data1, 32 bits.
        DS_MSKOR_B32 "ds_mskor_b32" [12 12 12 12 12] : None (B32 B32) [ATOMIC READS_M0] => Atomic32(MskOr);
        /// LDS: stores 32 bits.
        DS_WRITE_B32 "ds_write_b32" [13 13 13 13 13] : None (B32) [STORES READS_M0] => Stores(Store::Dwords(1));
        /// LDS: stores data0 at addr + offset0 * 4 and data1 at addr + offset1 * 4, 32 bits each.
        DS_WRITE2_B32 "ds_write2_b32" [14 14 14 14 14] : None (B32 B32) [STORES READS_M0] => Stores2(1, 4);
        /// LDS: stores data0 at addr + offset0 * 256 and data1 at addr + offset1 * 256, 32 bits each.
        DS_WRITE2ST64_B32 "ds_write2st64_b32" [15 15 15 15 15] : None (B32 B32) [STORES READS_M0] => Stores2(1, 256);
        /// LDS: memory = memory == data0 ? data1 : memory, 32 bits.
        DS_CMPST_B32 "ds_cmpst_b32" [16 16 16 16 16] : None (B32 B32) [ATOMIC READS_M0] => Atomic32(CmpSt);
        /// LDS: memory = memory == data0 ? data1 : memory, float, 32 bits.
        DS_CMPST_F32 "ds_cmpst_f32" [17 17 17 17 17] : None (B32 B32) [ATOMIC READS_M0] => Atomic32(FCmpSt);
        /// LDS: memory = min(memory, data), float, 32 bits.
        DS_MIN_F32 "ds_min_f32" [18 18 18 18 18] : None (B32) [ATOMIC READS_M0] => Atomic32(FMin);
        /// LDS: memory = max(memory, data), float, 32 bits.
        DS_MAX_F32 "ds_max_f32" [19 19 19 19 19] : None (B32) [ATOMIC READS_M0] => Atomic32(FMax);
        /// Does nothing.
        DS_NOP "ds_nop" [_ 20 20 20 20] : None () [READS_M0] => Nothing;
        /// LDS: memory = memory + data, float, 32 bits.
        DS_ADD_F32 "ds_add_f32" [_ _ 21 21 21] : None (B32) [ATOMIC READS_M0] => Atomic32(FAdd);
        /// Memory = memory + data, f64.
        DS_ADD_F64 "ds_add_f64" [_ _ _ _ _ _ 92] : None (F64) [ATOMIC READS_M0] => Atomic64(FAdd);
        /// Memory = memory + data in both halves, f16.
        DS_PK_ADD_F16 "ds_pk_add_f16" [_ _ _ _ _ _ _ 23] : None (B32) [ATOMIC READS_M0] => Atomic32(PkAddF16);
        /// Memory = memory + data in both halves, bf16.
        DS_PK_ADD_BF16 "ds_pk_add_bf16" [_ _ _ _ _ _ _ 24] : None (B32) [ATOMIC READS_M0] => Atomic32(PkAddBf16);
        /// LDS: stores 32 bits at M0[15:0] + offset + 4 * lane.
        DS_WRITE_ADDTID_B32 "ds_write_addtid_b32" [_ _ _ 29 29] : None (B32) [STORES READS_M0] => StoresByLane;
        /// LDS: stores data[7:0].
        DS_WRITE_B8 "ds_write_b8" [30 30 30 30 30] : None (B32) [STORES READS_M0] => Stores(Store::B8);
        /// LDS: stores data[15:0].
        DS_WRITE_B16 "ds_write_b16" [31 31 31 31 31] : None (B32) [STORES READS_M0] => Stores(Store::B16);
        /// LDS: D = memory; memory = memory + data, 32 bits.
        DS_ADD_RTN_U32 "ds_add_rtn_u32" [32 32 32 32 32] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Add);
        /// LDS: D = memory; memory = memory - data, 32 bits.
        DS_SUB_RTN_U32 "ds_sub_rtn_u32" [33 33 33 33 33] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Sub);
        /// LDS: D = memory; memory = data - memory, 32 bits.
        DS_RSUB_RTN_U32 "ds_rsub_rtn_u32" [34 34 34 34 34] : B32 (B32) [ATOMIC READS_M0] => Atomic32(RSub);
        /// LDS: D = memory; memory = memory >= data ? 0 : memory + 1, 32 bits.
        DS_INC_RTN_U32 "ds_inc_rtn_u32" [35 35 35 35 35] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Inc);
        /// LDS: D = memory; memory = memory == 0 or memory > data ? data : memory - 1, 32 bits.
        DS_DEC_RTN_U32 "ds_dec_rtn_u32" [36 36 36 36 36] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Dec);
        /// LDS: D = memory; memory = min(memory, data), signed, 32 bits.
        DS_MIN_RTN_I32 "ds_min_rtn_i32" [37 37 37 37 37] : B32 (B32) [ATOMIC READS_M0] => Atomic32(SMin);
        /// LDS: D = memory; memory = max(memory, data), signed, 32 bits.
        DS_MAX_RTN_I32 "ds_max_rtn_i32" [38 38 38 38 38] : B32 (B32) [ATOMIC READS_M0] => Atomic32(SMax);
        /// LDS: D = memory; memory = min(memory, data), unsigned, 32 bits.
        DS_MIN_RTN_U32 "ds_min_rtn_u32" [39 39 39 39 39] : B32 (B32) [ATOMIC READS_M0] => Atomic32(UMin);
        /// LDS: D = memory; memory = max(memory, data), unsigned, 32 bits.
        DS_MAX_RTN_U32 "ds_max_rtn_u32" [40 40 40 40 40] : B32 (B32) [ATOMIC READS_M0] => Atomic32(UMax);
        /// LDS: D = memory; memory = memory & data, 32 bits.
        DS_AND_RTN_B32 "ds_and_rtn_b32" [41 41 41 41 41] : B32 (B32) [ATOMIC READS_M0] => Atomic32(And);
        /// LDS: D = memory; memory = memory | data, 32 bits.
        DS_OR_RTN_B32 "ds_or_rtn_b32" [42 42 42 42 42] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Or);
        /// LDS: D = memory; memory = memory ^ data, 32 bits.
        DS_XOR_RTN_B32 "ds_xor_rtn_b32" [43 43 43 43 43] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Xor);
        /// LDS: D = memory; memory = (memory & ~data0) | data1, 32 bits.
        DS_MSKOR_RTN_B32 "ds_mskor_rtn_b32" [44 44 44 44 44] : B32 (B32 B32) [ATOMIC READS_M0] => Atomic32(MskOr);
        /// LDS: D = memory; memory = data, 32 bits.
        DS_WRXCHG_RTN_B32 "ds_wrxchg_rtn_b32" [45 45 45 45 45] : B32 (B32) [ATOMIC READS_M0] => Atomic32(Swap);
        /// LDS: D = the old values at addr + offset0 * 4 and addr + offset1 * 4, which become data0 and data1; 32 bits each.
        DS_WRXCHG2_RTN_B32 "ds_wrxchg2_rtn_b32" [46 46 46 46 46] : B64 (B32 B32) [ATOMIC READS_M0] => Exchanges2(1, 4);
        /// LDS: D = the old values at addr + offset0 * 256 and addr + offset1 * 256, which become data0 and data1; 32 bits each.
        DS_WRXCHG2ST64_RTN_B32 "ds_wrxchg2st64_rtn_b32" [47 47 47 47 47] : B64 (B32 B32) [ATOMIC READS_M0] => Exchanges2(1, 256);
        /// LDS: D = memory; memory = memory == data0 ? data1 : memory, 32 bits.
        DS_CMPST_RTN_B32 "ds_cmpst_rtn_b32" [48 48 48 48 48] : B32 (B32 B32) [ATOMIC READS_M0] => Atomic32(CmpSt);
        /// LDS: D = memory; memory = memory == data0 ? data1 : memory, float, 32 bits.
        DS_CMPST_RTN_F32 "ds_cmpst_rtn_f32" [49 49 49 49 49] : B32 (B32 B32) [ATOMIC READS_M0] => Atomic32(FCmpSt);
        /// LDS: D = memory; memory = min(memory, data), float, 32 bits.
        DS_MIN_RTN_F32 "ds_min_rtn_f32" [50 50 50 50 50] : B32 (B32) [ATOMIC READS_M0] => Atomic32(FMin);
        /// LDS: D = memory; memory = max(memory, data), float, 32 bits.
        DS_MAX_RTN_F32 "ds_max_rtn_f32" [51 51 51 51 51] : B32 (B32) [ATOMIC READS_M0] => Atomic32(FMax);
        /// LDS: D = memory; memory = memory >= data0 ? memory - data0 : memory + data1.
        DS_WRAP_RTN_B32 "ds_wrap_rtn_b32" [_ 52 52 52 52] : B32 (B32 B32) [ATOMIC READS_M0] => Atomic32(Wrap);
        /// LDS: D = memory; memory = memory + data, float, 32 bits.
        DS_ADD_RTN_F32 "ds_add_rtn_f32" [_ _ 53 53 53] : B32 (B32) [ATOMIC READS_M0] => Atomic32(FAdd);
        /// Memory = memory + data, f64; D = the old value.
        DS_ADD_RTN_F64 "ds_add_rtn_f64" [_ _ _ _ _ _ 124] : F64 (F64) [ATOMIC READS_M0] => Atomic64(FAdd);
        /// Memory = memory + data in both halves, f16; D = the old value.
        DS_PK_ADD_RTN_F16 "ds_pk_add_rtn_f16" [_ _ _ _ _ _ _ 183] : B32 (B32) [ATOMIC READS_M0] => Atomic32(PkAddF16);
        /// Memory = memory + data in both halves, bf16; D = the old value.
        DS_PK_ADD_RTN_BF16 "ds_pk_add_rtn_bf16" [_ _ _ _ _ _ _ 184] : B32 (B32) [ATOMIC READS_M0] => Atomic32(PkAddBf16);
        /// LDS: D = 32 bits from memory.
        DS_READ_B32 "ds_read_b32" [54 54 54 54 54] : B32 () [LOADS READS_M0] => Loads(Load::Dwords(1));
        /// LDS: D = 32 bits at addr + offset0 * 4, then 32 bits at addr + offset1 * 4.
        DS_READ2_B32 "ds_read2_b32" [55 55 55 55 55] : B64 () [LOADS READS_M0] => Loads2(1, 4);
        /// LDS: D = 32 bits at addr + offset0 * 256, then 32 bits at addr + offset1 * 256.
        DS_READ2ST64_B32 "ds_read2st64_b32" [56 56 56 56 56] : B64 () [LOADS READS_M0] => Loads2(1, 256);
        /// LDS: D = byte, sign-extended.
        DS_READ_I8 "ds_read_i8" [57 57 57 57 57] : B32 () [LOADS READS_M0] => Loads(Load::I8);
        /// LDS: D = byte, zero-extended.
        DS_READ_U8 "ds_read_u8" [58 58 58 58 58] : B32 () [LOADS READS_M0] => Loads(Load::U8);
        /// LDS: D = 16 bits, sign-extended.
        DS_READ_I16 "ds_read_i16" [59 59 59 59 59] : B32 () [LOADS READS_M0] => Loads(Load::I16);
        /// LDS: D = 16 bits, zero-extended.
        DS_READ_U16 "ds_read_u16" [60 60 60 60 60] : B32 () [LOADS READS_M0] => Loads(Load::U16);
        /// D = ADDR of the lane that the pattern in the offset selects; 0 from an inactive lane.
        DS_SWIZZLE_B32 "ds_swizzle_b32" [53 53 61 61 61] : B32 () [] => Swizzle;
        /// Sends data0 to lane (ADDR + offset)[7:2]; the highest sender wins, lanes without one get 0.
        DS_PERMUTE_B32 "ds_permute_b32" [_ _ 62 62 62] : B32 (B32) [] => Permute;
        /// D = data0 of lane (ADDR + offset)[7:2]; 0 from an inactive lane.
        DS_BPERMUTE_B32 "ds_bpermute_b32" [_ _ 63 63 63] : B32 (B32) [] => BPermute;
        /// LDS: memory = memory + data, 64 bits.
        DS_ADD_U64 "ds_add_u64" [64 64 64 64 64] : None (B64) [ATOMIC READS_M0] => Atomic64(Add);
        /// LDS: memory = memory - data, 64 bits.
        DS_SUB_U64 "ds_sub_u64" [65 65 65 65 65] : None (B64) [ATOMIC READS_M0] => Atomic64(Sub);
        /// LDS: memory = data - memory, 64 bits.
        DS_RSUB_U64 "ds_rsub_u64" [66 66 66 66 66] : None (B64) [ATOMIC READS_M0] => Atomic64(RSub);
        /// LDS: memory = memory >= data ? 0 : memory + 1, 64 bits.
        DS_INC_U64 "ds_inc_u64" [67 67 67 67 67] : None (B64) [ATOMIC READS_M0] => Atomic64(Inc);
        /// LDS: memory = memory == 0 or memory > data ? data : memory - 1, 64 bits.
        DS_DEC_U64 "ds_dec_u64" [68 68 68 68 68] : None (B64) [ATOMIC READS_M0] => Atomic64(Dec);
        /// LDS: memory = min(memory, data), signed, 64 bits.
        DS_MIN_I64 "ds_min_i64" [69 69 69 69 69] : None (B64) [ATOMIC READS_M0] => Atomic64(SMin);
        /// LDS: memory = max(memory, data), signed, 64 bits.
        DS_MAX_I64 "ds_max_i64" [70 70 70 70 70] : None (B64) [ATOMIC READS_M0] => Atomic64(SMax);
        /// LDS: memory = min(memory, data), unsigned, 64 bits.
        DS_MIN_U64 "ds_min_u64" [71 71 71 71 71] : None (B64) [ATOMIC READS_M0] => Atomic64(UMin);
        /// LDS: memory = max(memory, data), unsigned, 64 bits.
        DS_MAX_U64 "ds_max_u64" [72 72 72 72 72] : None (B64) [ATOMIC READS_M0] => Atomic64(UMax);
        /// LDS: memory = memory & data, 64 bits.
        DS_AND_B64 "ds_and_b64" [73 73 73 73 73] : None (B64) [ATOMIC READS_M0] => Atomic64(And);
        /// LDS: memory = memory | data, 64 bits.
        DS_OR_B64 "ds_or_b64" [74 74 74 74 74] : None (B64) [ATOMIC READS_M0] => Atomic64(Or);
        /// LDS: memory = memory ^ data, 64 bits.
        DS_XOR_B64 "ds_xor_b64" [75 75 75 75 75] : None (B64) [ATOMIC READS_M0] => Atomic64(Xor);
        /// LDS: memory = (memory & ~data0) | data1, 64 bits.
        DS_MSKOR_B64 "ds_mskor_b64" [76 76 76 76 76] : None (B64 B64) [ATOMIC READS_M0] => Atomic64(MskOr);
        /// LDS: stores 64 bits.
        DS_WRITE_B64 "ds_write_b64" [77 77 77 77 77] : None (B64) [STORES READS_M0] => Stores(Store::Dwords(2));
        /// LDS: stores data0 at addr + offset0 * 8 and data1 at addr + offset1 * 8, 64 bits each.
        DS_WRITE2_B64 "ds_write2_b64" [78 78 78 78 78] : None (B64 B64) [STORES READS_M0] => Stores2(2, 8);
        /// LDS: stores data0 at addr + offset0 * 512 and data1 at addr + offset1 * 512, 64 bits each.
        DS_WRITE2ST64_B64 "ds_write2st64_b64" [79 79 79 79 79] : None (B64 B64) [STORES READS_M0] => Stores2(2, 512);
        /// LDS: memory = memory == data0 ? data1 : memory, 64 bits.
        DS_CMPST_B64 "ds_cmpst_b64" [80 80 80 80 80] : None (B64 B64) [ATOMIC READS_M0] => Atomic64(CmpSt);
        /// LDS: memory = memory == data0 ? data1 : memory, float, 64 bits.
        DS_CMPST_F64 "ds_cmpst_f64" [81 81 81 81 81] : None (B64 B64) [ATOMIC READS_M0] => Atomic64(FCmpSt);
        /// LDS: memory = min(memory, data), float, 64 bits.
        DS_MIN_F64 "ds_min_f64" [82 82 82 82 82] : None (B64) [ATOMIC READS_M0] => Atomic64(FMin);
        /// LDS: memory = max(memory, data), float, 64 bits.
        DS_MAX_F64 "ds_max_f64" [83 83 83 83 83] : None (B64) [ATOMIC READS_M0] => Atomic64(FMax);
        /// LDS: stores data[23:16].
        DS_WRITE_B8_D16_HI "ds_write_b8_d16_hi" [_ _ _ 84 84] : None (B32) [STORES] => Stores(Store::B8Hi);
        /// LDS: stores data[31:16].
        DS_WRITE_B16_D16_HI "ds_write_b16_d16_hi" [_ _ _ 85 85] : None (B32) [STORES] => Stores(Store::B16Hi);
        /// LDS: D[15:0] = a zero-extended byte; D[31:16] is kept.
        DS_READ_U8_D16 "ds_read_u8_d16" [_ _ _ 86 86] : B32 () [LOADS READS_DST] => Loads(Load::U8Lo);
        /// LDS: D[31:16] = a zero-extended byte; D[15:0] is kept.
        DS_READ_U8_D16_HI "ds_read_u8_d16_hi" [_ _ _ 87 87] : B32 () [LOADS READS_DST] => Loads(Load::U8Hi);
        /// LDS: D[15:0] = a sign-extended byte; D[31:16] is kept.
        DS_READ_I8_D16 "ds_read_i8_d16" [_ _ _ 88 88] : B32 () [LOADS READS_DST] => Loads(Load::I8Lo);
        /// LDS: D[31:16] = a sign-extended byte; D[15:0] is kept.
        DS_READ_I8_D16_HI "ds_read_i8_d16_hi" [_ _ _ 89 89] : B32 () [LOADS READS_DST] => Loads(Load::I8Hi);
        /// LDS: D[15:0] = 16 bits; D[31:16] is kept.
        DS_READ_U16_D16 "ds_read_u16_d16" [_ _ _ 90 90] : B32 () [LOADS READS_DST] => Loads(Load::B16Lo);
        /// LDS: D[31:16] = 16 bits; D[15:0] is kept.
        DS_READ_U16_D16_HI "ds_read_u16_d16_hi" [_ _ _ 91 91] : B32 () [LOADS READS_DST] => Loads(Load::B16Hi);
        /// LDS: D = memory; memory = memory + data, 64 bits.
        DS_ADD_RTN_U64 "ds_add_rtn_u64" [96 96 96 96 96] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Add);
        /// LDS: D = memory; memory = memory - data, 64 bits.
        DS_SUB_RTN_U64 "ds_sub_rtn_u64" [97 97 97 97 97] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Sub);
        /// LDS: D = memory; memory = data - memory, 64 bits.
        DS_RSUB_RTN_U64 "ds_rsub_rtn_u64" [98 98 98 98 98] : B64 (B64) [ATOMIC READS_M0] => Atomic64(RSub);
        /// LDS: D = memory; memory = memory >= data ? 0 : memory + 1, 64 bits.
        DS_INC_RTN_U64 "ds_inc_rtn_u64" [99 99 99 99 99] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Inc);
        /// LDS: D = memory; memory = memory == 0 or memory > data ? data : memory - 1, 64 bits.
        DS_DEC_RTN_U64 "ds_dec_rtn_u64" [100 100 100 100 100] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Dec);
        /// LDS: D = memory; memory = min(memory, data), signed, 64 bits.
        DS_MIN_RTN_I64 "ds_min_rtn_i64" [101 101 101 101 101] : B64 (B64) [ATOMIC READS_M0] => Atomic64(SMin);
        /// LDS: D = memory; memory = max(memory, data), signed, 64 bits.
        DS_MAX_RTN_I64 "ds_max_rtn_i64" [102 102 102 102 102] : B64 (B64) [ATOMIC READS_M0] => Atomic64(SMax);
        /// LDS: D = memory; memory = min(memory, data), unsigned, 64 bits.
        DS_MIN_RTN_U64 "ds_min_rtn_u64" [103 103 103 103 103] : B64 (B64) [ATOMIC READS_M0] => Atomic64(UMin);
        /// LDS: D = memory; memory = max(memory, data), unsigned, 64 bits.
        DS_MAX_RTN_U64 "ds_max_rtn_u64" [104 104 104 104 104] : B64 (B64) [ATOMIC READS_M0] => Atomic64(UMax);
        /// LDS: D = memory; memory = memory & data, 64 bits.
        DS_AND_RTN_B64 "ds_and_rtn_b64" [105 105 105 105 105] : B64 (B64) [ATOMIC READS_M0] => Atomic64(And);
        /// LDS: D = memory; memory = memory | data, 64 bits.
        DS_OR_RTN_B64 "ds_or_rtn_b64" [106 106 106 106 106] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Or);
        /// LDS: D = memory; memory = memory ^ data, 64 bits.
        DS_XOR_RTN_B64 "ds_xor_rtn_b64" [107 107 107 107 107] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Xor);
        /// LDS: D = memory; memory = (memory & ~data0) | data1, 64 bits.
        DS_MSKOR_RTN_B64 "ds_mskor_rtn_b64" [108 108 108 108 108] : B64 (B64 B64) [ATOMIC READS_M0] => Atomic64(MskOr);
        /// LDS: D = memory; memory = data, 64 bits.
        DS_WRXCHG_RTN_B64 "ds_wrxchg_rtn_b64" [109 109 109 109 109] : B64 (B64) [ATOMIC READS_M0] => Atomic64(Swap);
        /// LDS: D = the old values at addr + offset0 * 8 and addr + offset1 * 8, which become data0 and data1; 64 bits each.
        DS_WRXCHG2_RTN_B64 "ds_wrxchg2_rtn_b64" [110 110 110 110 110] : B128 (B64 B64) [ATOMIC READS_M0] => Exchanges2(2, 8);
        /// LDS: D = the old values at addr + offset0 * 512 and addr + offset1 * 512, which become data0 and data1; 64 bits each.
        DS_WRXCHG2ST64_RTN_B64 "ds_wrxchg2st64_rtn_b64" [111 111 111 111 111] : B128 (B64 B64) [ATOMIC READS_M0] => Exchanges2(2, 512);
        /// LDS: D = memory; memory = memory == data0 ? data1 : memory, 64 bits.
        DS_CMPST_RTN_B64 "ds_cmpst_rtn_b64" [112 112 112 112 112] : B64 (B64 B64) [ATOMIC READS_M0] => Atomic64(CmpSt);
        /// LDS: D = memory; memory = memory == data0 ? data1 : memory, float, 64 bits.
        DS_CMPST_RTN_F64 "ds_cmpst_rtn_f64" [113 113 113 113 113] : B64 (B64 B64) [ATOMIC READS_M0] => Atomic64(FCmpSt);
        /// LDS: D = memory; memory = min(memory, data), float, 64 bits.
        DS_MIN_RTN_F64 "ds_min_rtn_f64" [114 114 114 114 114] : B64 (B64) [ATOMIC READS_M0] => Atomic64(FMin);
        /// LDS: D = memory; memory = max(memory, data), float, 64 bits.
        DS_MAX_RTN_F64 "ds_max_rtn_f64" [115 115 115 115 115] : B64 (B64) [ATOMIC READS_M0] => Atomic64(FMax);
        /// LDS: D = 64 bits from memory.
        DS_READ_B64 "ds_read_b64" [118 118 118 118 118] : B64 () [LOADS READS_M0] => Loads(Load::Dwords(2));
        /// LDS: D = 64 bits at addr + offset0 * 8, then 64 bits at addr + offset1 * 8.
        DS_READ2_B64 "ds_read2_b64" [119 119 119 119 119] : B128 () [LOADS READS_M0] => Loads2(2, 8);
        /// LDS: D = 64 bits at addr + offset0 * 512, then 64 bits at addr + offset1 * 512.
        DS_READ2ST64_B64 "ds_read2st64_b64" [120 120 120 120 120] : B128 () [LOADS READS_M0] => Loads2(2, 512);
        /// LDS: D = memory; each dword of memory whose data has bit 31 set becomes that data without it.
        DS_CONDXCHG32_RTN_B64 "ds_condxchg32_rtn_b64" [_ 126 126 126 126] : B64 (B64) [ATOMIC READS_M0] => ConditionalExchange;
        /// LDS: a = a + b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_ADD_SRC2_U32 "ds_add_src2_u32" [128 128 128 128 128 128 _] : None () [ATOMIC READS_M0] => Src2On32(Add);
        /// LDS: a = a - b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_SUB_SRC2_U32 "ds_sub_src2_u32" [129 129 129 129 129 129 _] : None () [ATOMIC READS_M0] => Src2On32(Sub);
        /// LDS: a = b - a, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_RSUB_SRC2_U32 "ds_rsub_src2_u32" [130 130 130 130 130 130 _] : None () [ATOMIC READS_M0] => Src2On32(RSub);
        /// LDS: a = a >= b ? 0 : a + 1, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_INC_SRC2_U32 "ds_inc_src2_u32" [131 131 131 131 131 131 _] : None () [ATOMIC READS_M0] => Src2On32(Inc);
        /// LDS: a = a == 0 or a > b ? b : a - 1, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_DEC_SRC2_U32 "ds_dec_src2_u32" [132 132 132 132 132 132 _] : None () [ATOMIC READS_M0] => Src2On32(Dec);
        /// LDS: a = min(a, b), signed, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_I32 "ds_min_src2_i32" [133 133 133 133 133 133 _] : None () [ATOMIC READS_M0] => Src2On32(SMin);
        /// LDS: a = max(a, b), signed, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_I32 "ds_max_src2_i32" [134 134 134 134 134 134 _] : None () [ATOMIC READS_M0] => Src2On32(SMax);
        /// LDS: a = min(a, b), unsigned, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_U32 "ds_min_src2_u32" [135 135 135 135 135 135 _] : None () [ATOMIC READS_M0] => Src2On32(UMin);
        /// LDS: a = max(a, b), unsigned, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_U32 "ds_max_src2_u32" [136 136 136 136 136 136 _] : None () [ATOMIC READS_M0] => Src2On32(UMax);
        /// LDS: a = a & b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_AND_SRC2_B32 "ds_and_src2_b32" [137 137 137 137 137 137 _] : None () [ATOMIC READS_M0] => Src2On32(And);
        /// LDS: a = a | b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_OR_SRC2_B32 "ds_or_src2_b32" [138 138 138 138 138 138 _] : None () [ATOMIC READS_M0] => Src2On32(Or);
        /// LDS: a = a ^ b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_XOR_SRC2_B32 "ds_xor_src2_b32" [139 139 139 139 139 139 _] : None () [ATOMIC READS_M0] => Src2On32(Xor);
        /// LDS: a = b, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_WRITE_SRC2_B32 "ds_write_src2_b32" [141 141 141 141 141 141 _] : None () [ATOMIC READS_M0] => Src2On32(Swap);
        /// LDS: a = min(a, b), float, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_F32 "ds_min_src2_f32" [146 146 146 146 146 146 _] : None () [ATOMIC READS_M0] => Src2On32(FMin);
        /// LDS: a = max(a, b), float, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_F32 "ds_max_src2_f32" [147 147 147 147 147 147 _] : None () [ATOMIC READS_M0] => Src2On32(FMax);
        /// LDS: a = a + b, float, 32 bits; b is a second place in memory, a distance given by the offset away.
        DS_ADD_SRC2_F32 "ds_add_src2_f32" [_ _ 149 149 149 149 _] : None () [ATOMIC READS_M0] => Src2On32(FAdd);
        /// Global wave sync: releases every wave that waits on a semaphore.
        DS_GWS_SEMA_RELEASE_ALL "ds_gws_sema_release_all" [_ 24 152 152 152] : None () [ATOMIC READS_M0 SYSTEM] => Syncs(Gws::ReleaseAll);
        /// Global wave sync: initialises a barrier or semaphore.
        DS_GWS_INIT "ds_gws_init" [25 25 153 153 153] : None () [STORES READS_M0 SYSTEM] => Syncs(Gws::Init);
        /// Global wave sync: increments a semaphore.
        DS_GWS_SEMA_V "ds_gws_sema_v" [26 26 154 154 154] : None () [ATOMIC READS_M0 SYSTEM] => Syncs(Gws::Give);
        /// Global wave sync: adds to a semaphore.
        DS_GWS_SEMA_BR "ds_gws_sema_br" [27 27 155 155 155] : None () [ATOMIC READS_M0 SYSTEM] => Syncs(Gws::GiveMany);
        /// Global wave sync: waits on a semaphore.
        DS_GWS_SEMA_P "ds_gws_sema_p" [28 28 156 156 156] : None () [ATOMIC READS_M0 SYSTEM] => Syncs(Gws::Take);
        /// Global wave sync: waits at a barrier.
        DS_GWS_BARRIER "ds_gws_barrier" [29 29 157 157 157] : None () [ATOMIC READS_M0 SYSTEM] => Syncs(Gws::Barrier);
        /// LDS: D = 32 bits at M0[15:0] + offset + 4 * lane.
        DS_READ_ADDTID_B32 "ds_read_addtid_b32" [_ _ _ 182 182] : B32 () [LOADS READS_M0] => LoadsByLane;
        /// LDS: D = memory in every active lane; memory = memory - number of active lanes, once per wave.
        DS_CONSUME "ds_consume" [61 61 189 189 189] : B32 () [ATOMIC READS_M0] => Consume;
        /// LDS: D = memory in every active lane; memory = memory + number of active lanes, once per wave.
        DS_APPEND "ds_append" [62 62 190 190 190] : B32 () [ATOMIC READS_M0] => Append;
        /// GDS: adds to counters in the order in which waves were started.
        DS_ORDERED_COUNT "ds_ordered_count" [63 63 191 191 191 191 _] : B32 () [ATOMIC READS_M0 SYSTEM] => Orders;
        /// LDS: a = a + b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_ADD_SRC2_U64 "ds_add_src2_u64" [192 192 192 192 192 192 _] : None () [ATOMIC READS_M0] => Src2On64(Add);
        /// LDS: a = a - b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_SUB_SRC2_U64 "ds_sub_src2_u64" [193 193 193 193 193 193 _] : None () [ATOMIC READS_M0] => Src2On64(Sub);
        /// LDS: a = b - a, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_RSUB_SRC2_U64 "ds_rsub_src2_u64" [194 194 194 194 194 194 _] : None () [ATOMIC READS_M0] => Src2On64(RSub);
        /// LDS: a = a >= b ? 0 : a + 1, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_INC_SRC2_U64 "ds_inc_src2_u64" [195 195 195 195 195 195 _] : None () [ATOMIC READS_M0] => Src2On64(Inc);
        /// LDS: a = a == 0 or a > b ? b : a - 1, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_DEC_SRC2_U64 "ds_dec_src2_u64" [196 196 196 196 196 196 _] : None () [ATOMIC READS_M0] => Src2On64(Dec);
        /// LDS: a = min(a, b), signed, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_I64 "ds_min_src2_i64" [197 197 197 197 197 197 _] : None () [ATOMIC READS_M0] => Src2On64(SMin);
        /// LDS: a = max(a, b), signed, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_I64 "ds_max_src2_i64" [198 198 198 198 198 198 _] : None () [ATOMIC READS_M0] => Src2On64(SMax);
        /// LDS: a = min(a, b), unsigned, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_U64 "ds_min_src2_u64" [199 199 199 199 199 199 _] : None () [ATOMIC READS_M0] => Src2On64(UMin);
        /// LDS: a = max(a, b), unsigned, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_U64 "ds_max_src2_u64" [200 200 200 200 200 200 _] : None () [ATOMIC READS_M0] => Src2On64(UMax);
        /// LDS: a = a & b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_AND_SRC2_B64 "ds_and_src2_b64" [201 201 201 201 201 201 _] : None () [ATOMIC READS_M0] => Src2On64(And);
        /// LDS: a = a | b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_OR_SRC2_B64 "ds_or_src2_b64" [202 202 202 202 202 202 _] : None () [ATOMIC READS_M0] => Src2On64(Or);
        /// LDS: a = a ^ b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_XOR_SRC2_B64 "ds_xor_src2_b64" [203 203 203 203 203 203 _] : None () [ATOMIC READS_M0] => Src2On64(Xor);
        /// LDS: a = b, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_WRITE_SRC2_B64 "ds_write_src2_b64" [205 205 205 205 205 205 _] : None () [ATOMIC READS_M0] => Src2On64(Swap);
        /// LDS: a = min(a, b), float, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MIN_SRC2_F64 "ds_min_src2_f64" [210 210 210 210 210 210 _] : None () [ATOMIC READS_M0] => Src2On64(FMin);
        /// LDS: a = max(a, b), float, 64 bits; b is a second place in memory, a distance given by the offset away.
        DS_MAX_SRC2_F64 "ds_max_src2_f64" [211 211 211 211 211 211 _] : None () [ATOMIC READS_M0] => Src2On64(FMax);
        /// LDS: stores 96 bits.
        DS_WRITE_B96 "ds_write_b96" [_ 222 222 222 222] : None (B96) [STORES READS_M0] => Stores(Store::Dwords(3));
        /// LDS: stores 128 bits.
        DS_WRITE_B128 "ds_write_b128" [_ 223 223 223 223] : None (B128) [STORES READS_M0] => Stores(Store::Dwords(4));
        /// LDS: as DS_CONDXCHG32_RTN_B64, four dwords.
        DS_CONDXCHG32_RTN_B128 "ds_condxchg32_rtn_b128" [_ 253 253 253 253 253 _] : None () [] => Undefined;
        /// LDS: D = 96 bits from memory.
        DS_READ_B96 "ds_read_b96" [_ 254 254 254 254] : B96 () [LOADS READS_M0] => Loads(Load::Dwords(3));
        /// LDS: D = 128 bits from memory.
        DS_READ_B128 "ds_read_b128" [_ 255 255 255 255] : B128 () [LOADS READS_M0] => Loads(Load::Dwords(4));
        /// LDS: of the 64 bits that each of 16 lanes reads, those of 4 bits in columns: D of lane i has item i of each row of 16.
        DS_READ_B64_TR_B4 "ds_read_b64_tr_b4" [_ _ _ _ _ _ _ _ 224] : B64 () [LOADS READS_M0] => LoadsTransposed(4);
        /// LDS: of the 96 bits that each of 16 lanes reads, those of 6 bits in columns: D of lane i has item i of each row of 16.
        DS_READ_B96_TR_B6 "ds_read_b96_tr_b6" [_ _ _ _ _ _ _ _ 225] : B96 () [LOADS READS_M0] => LoadsTransposed(6);
        /// LDS: of the 64 bits that each of 16 lanes reads, those of 8 bits in columns: D of lane i has item i of each row of 16.
        DS_READ_B64_TR_B8 "ds_read_b64_tr_b8" [_ _ _ _ _ _ _ _ 226] : B64 () [LOADS READS_M0] => LoadsTransposed(8);
        /// LDS: of the 64 bits that each of 16 lanes reads, those of 16 bits in columns: D of lane i has item i of each row of 16.
        DS_READ_B64_TR_B16 "ds_read_b64_tr_b16" [_ _ _ _ _ _ _ _ 227] : B64 () [LOADS READS_M0] => LoadsTransposed(16);
    }
}
