//! MAI: matrix instructions of CDNA and the moves to and from accumulation registers (LLVM AMDGPU,
//! VOP3PInstructions.td). They share VOP3P's opcode numbers.

use super::facts::{Element, MaiAct, Narrow};
use super::table::encoding;
use super::{MaiFields, Operand};

encoding! {
    /// MAI: matrix instructions of CDNA and the moves to and from accumulation registers.
    ///
    /// The sizes in a name are rows and columns of D, and the length of the sums. Sources are the
    /// matrices A and B, and C, to which the products are added.
    Mai [128] act: MaiAct {
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 1 products of f32.
        V_MFMA_F32_32X32X1F32 ("v_mfma_f32_32x32x1f32" gfx942 "v_mfma_f32_32x32x1_2b_f32") [_ _ _ _ _ 64] : B1024 (B32 B32 B1024) [] => Multiplies(matrix(32, 1, 2, F32));
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 1 products of f32.
        V_MFMA_F32_16X16X1F32 ("v_mfma_f32_16x16x1f32" gfx942 "v_mfma_f32_16x16x1_4b_f32") [_ _ _ _ _ 65] : B512 (B32 B32 B512) [] => Multiplies(matrix(16, 1, 4, F32));
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 1 products of f32.
        V_MFMA_F32_4X4X1F32 ("v_mfma_f32_4x4x1f32" gfx942 "v_mfma_f32_4x4x1_16b_f32") [_ _ _ _ _ 66] : B128 (B32 B32 B128) [] => Multiplies(matrix(4, 1, 16, F32));
        /// D = A * B + C: 32 by 32 f32, sums of 2 products of f32.
        V_MFMA_F32_32X32X2F32 ("v_mfma_f32_32x32x2f32" gfx942 "v_mfma_f32_32x32x2_f32") [_ _ _ _ _ 68] : B512 (B32 B32 B512) [] => Multiplies(matrix(32, 2, 1, F32));
        /// D = A * B + C: 16 by 16 f32, sums of 4 products of f32.
        V_MFMA_F32_16X16X4F32 ("v_mfma_f32_16x16x4f32" gfx942 "v_mfma_f32_16x16x4_f32") [_ _ _ _ _ 69] : B128 (B32 B32 B128) [] => Multiplies(matrix(16, 4, 1, F32));
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 4 products of f16.
        V_MFMA_F32_32X32X4F16 ("v_mfma_f32_32x32x4f16" gfx942 "v_mfma_f32_32x32x4_2b_f16") [_ _ _ _ _ 72] : B1024 (B64 B64 B1024) [] => Multiplies(matrix(32, 4, 2, F16));
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 4 products of f16.
        V_MFMA_F32_16X16X4F16 ("v_mfma_f32_16x16x4f16" gfx942 "v_mfma_f32_16x16x4_4b_f16") [_ _ _ _ _ 73] : B512 (B64 B64 B512) [] => Multiplies(matrix(16, 4, 4, F16));
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 4 products of f16.
        V_MFMA_F32_4X4X4F16 ("v_mfma_f32_4x4x4f16" gfx942 "v_mfma_f32_4x4x4_16b_f16") [_ _ _ _ _ 74] : B128 (B64 B64 B128) [] => Multiplies(matrix(4, 4, 16, F16));
        /// D = A * B + C: 32 by 32 f32, sums of 8 products of f16.
        V_MFMA_F32_32X32X8F16 ("v_mfma_f32_32x32x8f16" gfx942 "v_mfma_f32_32x32x8_f16") [_ _ _ _ _ 76] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 8, 1, F16));
        /// D = A * B + C: 16 by 16 f32, sums of 16 products of f16.
        V_MFMA_F32_16X16X16F16 ("v_mfma_f32_16x16x16f16" gfx942 "v_mfma_f32_16x16x16_f16") [_ _ _ _ _ 77] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 16, 1, F16));
        /// D = A * B + C of 2 blocks: 32 by 32 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_32X32X4I8 ("v_mfma_i32_32x32x4i8" gfx942 "v_mfma_i32_32x32x4_2b_i8") [_ _ _ _ _ 80] : B1024 (B32 B32 B1024) [] => Multiplies(matrix(32, 4, 2, I8));
        /// D = A * B + C of 4 blocks: 16 by 16 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_16X16X4I8 ("v_mfma_i32_16x16x4i8" gfx942 "v_mfma_i32_16x16x4_4b_i8") [_ _ _ _ _ 81] : B512 (B32 B32 B512) [] => Multiplies(matrix(16, 4, 4, I8));
        /// D = A * B + C of 16 blocks: 4 by 4 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_4X4X4I8 ("v_mfma_i32_4x4x4i8" gfx942 "v_mfma_i32_4x4x4_16b_i8") [_ _ _ _ _ 82] : B128 (B32 B32 B128) [] => Multiplies(matrix(4, 4, 16, I8));
        /// D = A * B + C: 32 by 32 i32, sums of 8 products of signed bytes.
        V_MFMA_I32_32X32X8I8 "v_mfma_i32_32x32x8i8" [_ _ _ _ _ 84 84 _] : B512 (B32 B32 B512) [] => Multiplies(matrix(32, 8, 1, I8));
        /// D = A * B + C: 16 by 16 i32, sums of 16 products of signed bytes.
        V_MFMA_I32_16X16X16I8 "v_mfma_i32_16x16x16i8" [_ _ _ _ _ 85 85 _] : B128 (B32 B32 B128) [] => Multiplies(matrix(16, 16, 1, I8));
        /// D = S0, an accumulation register.
        V_ACCVGPR_READ_B32 "v_accvgpr_read_b32" [_ _ _ _ _ 88] : B32 (B32) [] => Reads;
        /// D, an accumulation register, = S0.
        V_ACCVGPR_WRITE_B32 "v_accvgpr_write_b32" [_ _ _ _ _ 89] : B32 (B32) [] => Writes;
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 4 products of bf16.
        V_MFMA_F32_32X32X4BF16_1K ("v_mfma_f32_32x32x4bf16_1k" gfx942 "v_mfma_f32_32x32x4_2b_bf16") [_ _ _ _ _ _ 99 93] : B1024 (B64 B64 B1024) [] => Multiplies(matrix(32, 4, 2, Bf16));
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 4 products of bf16.
        V_MFMA_F32_16X16X4BF16_1K ("v_mfma_f32_16x16x4bf16_1k" gfx942 "v_mfma_f32_16x16x4_4b_bf16") [_ _ _ _ _ _ 100 94] : B512 (B64 B64 B512) [] => Multiplies(matrix(16, 4, 4, Bf16));
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 4 products of bf16.
        V_MFMA_F32_4X4X4BF16_1K ("v_mfma_f32_4x4x4bf16_1k" gfx942 "v_mfma_f32_4x4x4_16b_bf16") [_ _ _ _ _ _ 101 95] : B128 (B64 B64 B128) [] => Multiplies(matrix(4, 4, 16, Bf16));
        /// D = A * B + C: 32 by 32 f32, sums of 8 products of bf16.
        V_MFMA_F32_32X32X8BF16_1K ("v_mfma_f32_32x32x8bf16_1k" gfx942 "v_mfma_f32_32x32x8_bf16") [_ _ _ _ _ _ 102 96] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 8, 1, Bf16));
        /// D = A * B + C: 16 by 16 f32, sums of 16 products of bf16.
        V_MFMA_F32_16X16X16BF16_1K ("v_mfma_f32_16x16x16bf16_1k" gfx942 "v_mfma_f32_16x16x16_bf16") [_ _ _ _ _ _ 103 97] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 16, 1, Bf16));
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 2 products of bf16.
        V_MFMA_F32_32X32X2BF16 "v_mfma_f32_32x32x2bf16" [_ _ _ _ _ 104 104 _] : B1024 (B32 B32 B1024) [] => Multiplies(matrix(32, 2, 2, Bf16x2));
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 2 products of bf16.
        V_MFMA_F32_16X16X2BF16 "v_mfma_f32_16x16x2bf16" [_ _ _ _ _ 105 105 _] : B512 (B32 B32 B512) [] => Multiplies(matrix(16, 2, 4, Bf16x2));
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 2 products of bf16.
        V_MFMA_F32_4X4X2BF16 "v_mfma_f32_4x4x2bf16" [_ _ _ _ _ 107 107 _] : B128 (B32 B32 B128) [] => Multiplies(matrix(4, 2, 16, Bf16x2));
        /// D = A * B + C: 32 by 32 f32, sums of 4 products of bf16.
        V_MFMA_F32_32X32X4BF16 "v_mfma_f32_32x32x4bf16" [_ _ _ _ _ 108 108 _] : B512 (B32 B32 B512) [] => Multiplies(matrix(32, 4, 1, Bf16x2));
        /// D = A * B + C: 16 by 16 f32, sums of 8 products of bf16.
        V_MFMA_F32_16X16X8BF16 "v_mfma_f32_16x16x8bf16" [_ _ _ _ _ 109 109 _] : B128 (B32 B32 B128) [] => Multiplies(matrix(16, 8, 1, Bf16x2));
        /// D = A * B + C: 16 by 16 f64, sums of 4 products of f64.
        V_MFMA_F64_16X16X4F64 ("v_mfma_f64_16x16x4f64" gfx942 "v_mfma_f64_16x16x4_f64") [_ _ _ _ _ _ 110] : B256 (B64 B64 B256) [] => Multiplies(matrix(16, 4, 1, F64));
        /// D = A * B + C of 4 blocks: 4 by 4 f64, sums of 4 products of f64.
        V_MFMA_F64_4X4X4F64 ("v_mfma_f64_4x4x4f64" gfx942 "v_mfma_f64_4x4x4_4b_f64") [_ _ _ _ _ _ 111] : B64 (B64 B64 B64) [] => Multiplies(matrix(4, 4, 4, F64));
        /// D = A * B + C: 16 by 16 f32, sums of 8 products of f32 of 10 bits of fraction.
        V_MFMA_F32_16X16X8_XF32 "v_mfma_f32_16x16x8_xf32" [_ _ _ _ _ _ _ 62 _] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 8, 1, Xf32));
        /// D = A * B + C: 32 by 32 f32, sums of 4 products of f32 of 10 bits of fraction.
        V_MFMA_F32_32X32X4_XF32 "v_mfma_f32_32x32x4_xf32" [_ _ _ _ _ _ _ 63 _] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 4, 1, Xf32));
        /// D = A * B + C: 32 by 32 i32, sums of 16 products of signed bytes.
        V_MFMA_I32_32X32X16_I8 "v_mfma_i32_32x32x16_i8" [_ _ _ _ _ _ _ 86] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 16, 1, I8));
        /// D = A * B + C: 16 by 16 i32, sums of 32 products of signed bytes.
        V_MFMA_I32_16X16X32_I8 "v_mfma_i32_16x16x32_i8" [_ _ _ _ _ _ _ 87] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 32, 1, I8));
        /// D = A * B + D: 16 by 16 f32, sums of 16 products of f16: A is half of 32, S2 says which.
        V_SMFMAC_F32_16X16X32_F16 "v_smfmac_f32_16x16x32_f16" [_ _ _ _ _ _ _ 98] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 32, 1, F16));
        /// D = A * B + D: 32 by 32 f32, sums of 8 products of f16: A is half of 16, S2 says which.
        V_SMFMAC_F32_32X32X16_F16 "v_smfmac_f32_32x32x16_f16" [_ _ _ _ _ _ _ 100] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 16, 1, F16));
        /// D = A * B + D: 16 by 16 f32, sums of 16 products of bf16: A is half of 32, S2 says which.
        V_SMFMAC_F32_16X16X32_BF16 "v_smfmac_f32_16x16x32_bf16" [_ _ _ _ _ _ _ 102] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 32, 1, Bf16));
        /// D = A * B + D: 32 by 32 f32, sums of 8 products of bf16: A is half of 16, S2 says which.
        V_SMFMAC_F32_32X32X16_BF16 "v_smfmac_f32_32x32x16_bf16" [_ _ _ _ _ _ _ 104] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 16, 1, Bf16));
        /// D = A * B + D: 16 by 16 i32, sums of 32 products of signed bytes: A is half of 64, S2 says which.
        V_SMFMAC_I32_16X16X64_I8 "v_smfmac_i32_16x16x64_i8" [_ _ _ _ _ _ _ 106] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, I8));
        /// D = A * B + D: 32 by 32 i32, sums of 16 products of signed bytes: A is half of 32, S2 says which.
        V_SMFMAC_I32_32X32X32_I8 "v_smfmac_i32_32x32x32_i8" [_ _ _ _ _ _ _ 108] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, I8));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of bf8 and bf8.
        V_MFMA_F32_16X16X32_BF8_BF8 "v_mfma_f32_16x16x32_bf8_bf8" [_ _ _ _ _ _ _ 112] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 32, 1, F8 { bf8: [true, true] }));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of bf8 and fp8.
        V_MFMA_F32_16X16X32_BF8_FP8 "v_mfma_f32_16x16x32_bf8_fp8" [_ _ _ _ _ _ _ 113] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 32, 1, F8 { bf8: [true, false] }));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of fp8 and bf8.
        V_MFMA_F32_16X16X32_FP8_BF8 "v_mfma_f32_16x16x32_fp8_bf8" [_ _ _ _ _ _ _ 114] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 32, 1, F8 { bf8: [false, true] }));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of fp8 and fp8.
        V_MFMA_F32_16X16X32_FP8_FP8 "v_mfma_f32_16x16x32_fp8_fp8" [_ _ _ _ _ _ _ 115] : B128 (B64 B64 B128) [] => Multiplies(matrix(16, 32, 1, F8 { bf8: [false, false] }));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of bf8 and bf8.
        V_MFMA_F32_32X32X16_BF8_BF8 "v_mfma_f32_32x32x16_bf8_bf8" [_ _ _ _ _ _ _ 116] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 16, 1, F8 { bf8: [true, true] }));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of bf8 and fp8.
        V_MFMA_F32_32X32X16_BF8_FP8 "v_mfma_f32_32x32x16_bf8_fp8" [_ _ _ _ _ _ _ 117] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 16, 1, F8 { bf8: [true, false] }));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of fp8 and bf8.
        V_MFMA_F32_32X32X16_FP8_BF8 "v_mfma_f32_32x32x16_fp8_bf8" [_ _ _ _ _ _ _ 118] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 16, 1, F8 { bf8: [false, true] }));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of fp8 and fp8.
        V_MFMA_F32_32X32X16_FP8_FP8 "v_mfma_f32_32x32x16_fp8_fp8" [_ _ _ _ _ _ _ 119] : B512 (B64 B64 B512) [] => Multiplies(matrix(32, 16, 1, F8 { bf8: [false, false] }));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of bf8 and bf8: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_BF8_BF8 "v_smfmac_f32_16x16x64_bf8_bf8" [_ _ _ _ _ _ _ 120] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, F8 { bf8: [true, true] }));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of bf8 and fp8: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_BF8_FP8 "v_smfmac_f32_16x16x64_bf8_fp8" [_ _ _ _ _ _ _ 121] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, F8 { bf8: [true, false] }));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of fp8 and bf8: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_FP8_BF8 "v_smfmac_f32_16x16x64_fp8_bf8" [_ _ _ _ _ _ _ 122] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, F8 { bf8: [false, true] }));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of fp8 and fp8: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_FP8_FP8 "v_smfmac_f32_16x16x64_fp8_fp8" [_ _ _ _ _ _ _ 123] : B128 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, F8 { bf8: [false, false] }));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of bf8 and bf8: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_BF8_BF8 "v_smfmac_f32_32x32x32_bf8_bf8" [_ _ _ _ _ _ _ 124] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, F8 { bf8: [true, true] }));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of bf8 and fp8: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_BF8_FP8 "v_smfmac_f32_32x32x32_bf8_fp8" [_ _ _ _ _ _ _ 125] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, F8 { bf8: [true, false] }));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of fp8 and bf8: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_FP8_BF8 "v_smfmac_f32_32x32x32_fp8_bf8" [_ _ _ _ _ _ _ 126] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, F8 { bf8: [false, true] }));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of fp8 and fp8: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_FP8_FP8 "v_smfmac_f32_32x32x32_fp8_fp8" [_ _ _ _ _ _ _ 127] : B512 (B64 B128 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, F8 { bf8: [false, false] }));
        /// D = A * B + C: 16 by 16 f32, sums of 128 products of floats of 8, 6 or 4 bits.
        V_MFMA_F32_16X16X128_F8F6F4 "v_mfma_f32_16x16x128_f8f6f4" [_ _ _ _ _ _ _ _ 45] : B128 (B256 B256 B128) [] => Multiplies(matrix(16, 128, 1, NARROW));
        /// D = A * B + C: 32 by 32 f32, sums of 64 products of floats of 8, 6 or 4 bits.
        V_MFMA_F32_32X32X64_F8F6F4 "v_mfma_f32_32x32x64_f8f6f4" [_ _ _ _ _ _ _ _ 46] : B512 (B256 B256 B512) [] => Multiplies(matrix(32, 64, 1, NARROW));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of bf16.
        V_MFMA_F32_16X16X32_BF16 "v_mfma_f32_16x16x32_bf16" [_ _ _ _ _ _ _ _ 53] : B128 (B128 B128 B128) [] => Multiplies(matrix(16, 32, 1, Bf16));
        /// D = A * B + C: 16 by 16 i32, sums of 64 products of signed bytes.
        V_MFMA_I32_16X16X64_I8 "v_mfma_i32_16x16x64_i8" [_ _ _ _ _ _ _ _ 54] : B128 (B128 B128 B128) [] => Multiplies(matrix(16, 64, 1, I8));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of bf16.
        V_MFMA_F32_32X32X16_BF16 "v_mfma_f32_32x32x16_bf16" [_ _ _ _ _ _ _ _ 55] : B512 (B128 B128 B512) [] => Multiplies(matrix(32, 16, 1, Bf16));
        /// D = A * B + C: 32 by 32 i32, sums of 32 products of signed bytes.
        V_MFMA_I32_32X32X32_I8 "v_mfma_i32_32x32x32_i8" [_ _ _ _ _ _ _ _ 56] : B512 (B128 B128 B512) [] => Multiplies(matrix(32, 32, 1, I8));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of bf16: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_BF16 "v_smfmac_f32_16x16x64_bf16" [_ _ _ _ _ _ _ _ 57] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, Bf16));
        /// D = A * B + D: 16 by 16 i32, sums of 64 products of signed bytes: A is half of 128, S2 says which.
        V_SMFMAC_I32_16X16X128_I8 "v_smfmac_i32_16x16x128_i8" [_ _ _ _ _ _ _ _ 58] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 128, 1, I8));
        /// D = A * B + D: 16 by 16 f32, sums of 64 products of bf8 and bf8: A is half of 128, S2 says which.
        V_SMFMAC_F32_16X16X128_BF8_BF8 "v_smfmac_f32_16x16x128_bf8_bf8" [_ _ _ _ _ _ _ _ 59] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 128, 1, F8 { bf8: [true, true] }));
        /// D = A * B + D: 16 by 16 f32, sums of 64 products of bf8 and fp8: A is half of 128, S2 says which.
        V_SMFMAC_F32_16X16X128_BF8_FP8 "v_smfmac_f32_16x16x128_bf8_fp8" [_ _ _ _ _ _ _ _ 60] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 128, 1, F8 { bf8: [true, false] }));
        /// D = A * B + D: 16 by 16 f32, sums of 64 products of fp8 and bf8: A is half of 128, S2 says which.
        V_SMFMAC_F32_16X16X128_FP8_BF8 "v_smfmac_f32_16x16x128_fp8_bf8" [_ _ _ _ _ _ _ _ 61] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 128, 1, F8 { bf8: [false, true] }));
        /// D = A * B + D: 16 by 16 f32, sums of 64 products of fp8 and fp8: A is half of 128, S2 says which.
        V_SMFMAC_F32_16X16X128_FP8_FP8 "v_smfmac_f32_16x16x128_fp8_fp8" [_ _ _ _ _ _ _ _ 67] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 128, 1, F8 { bf8: [false, false] }));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of bf16: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_BF16 "v_smfmac_f32_32x32x32_bf16" [_ _ _ _ _ _ _ _ 70] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, Bf16));
        /// D = A * B + D: 32 by 32 i32, sums of 32 products of signed bytes: A is half of 64, S2 says which.
        V_SMFMAC_I32_32X32X64_I8 "v_smfmac_i32_32x32x64_i8" [_ _ _ _ _ _ _ _ 71] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 64, 1, I8));
        /// D = A * B + D: 32 by 32 f32, sums of 32 products of bf8 and bf8: A is half of 64, S2 says which.
        V_SMFMAC_F32_32X32X64_BF8_BF8 "v_smfmac_f32_32x32x64_bf8_bf8" [_ _ _ _ _ _ _ _ 75] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 64, 1, F8 { bf8: [true, true] }));
        /// D = A * B + D: 32 by 32 f32, sums of 32 products of bf8 and fp8: A is half of 64, S2 says which.
        V_SMFMAC_F32_32X32X64_BF8_FP8 "v_smfmac_f32_32x32x64_bf8_fp8" [_ _ _ _ _ _ _ _ 78] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 64, 1, F8 { bf8: [true, false] }));
        /// D = A * B + D: 32 by 32 f32, sums of 32 products of fp8 and bf8: A is half of 64, S2 says which.
        V_SMFMAC_F32_32X32X64_FP8_BF8 "v_smfmac_f32_32x32x64_fp8_bf8" [_ _ _ _ _ _ _ _ 79] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 64, 1, F8 { bf8: [false, true] }));
        /// D = A * B + D: 32 by 32 f32, sums of 32 products of fp8 and fp8: A is half of 64, S2 says which.
        V_SMFMAC_F32_32X32X64_FP8_FP8 "v_smfmac_f32_32x32x64_fp8_fp8" [_ _ _ _ _ _ _ _ 83] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 64, 1, F8 { bf8: [false, false] }));
        /// D = A * B + C: 16 by 16 f32, sums of 32 products of f16.
        V_MFMA_F32_16X16X32_F16 "v_mfma_f32_16x16x32_f16" [_ _ _ _ _ _ _ _ 84] : B128 (B128 B128 B128) [] => Multiplies(matrix(16, 32, 1, F16));
        /// D = A * B + C: 32 by 32 f32, sums of 16 products of f16.
        V_MFMA_F32_32X32X16_F16 "v_mfma_f32_32x32x16_f16" [_ _ _ _ _ _ _ _ 85] : B512 (B128 B128 B512) [] => Multiplies(matrix(32, 16, 1, F16));
        /// D = A * B + D: 16 by 16 f32, sums of 32 products of f16: A is half of 64, S2 says which.
        V_SMFMAC_F32_16X16X64_F16 "v_smfmac_f32_16x16x64_f16" [_ _ _ _ _ _ _ _ 90] : B128 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(16, 64, 1, F16));
        /// D = A * B + D: 32 by 32 f32, sums of 16 products of f16: A is half of 32, S2 says which.
        V_SMFMAC_F32_32X32X32_F16 "v_smfmac_f32_32x32x32_f16" [_ _ _ _ _ _ _ _ 91] : B512 (B128 B256 B32) [READS_DST] => MultipliesSparse(matrix(32, 32, 1, F16));
    }
}

impl Mai {
    /// Whether it multiplies matrices: EXEC does not count then. The others move registers.
    pub fn multiplies(self) -> bool {
        match self.act() {
            MaiAct::Multiplies(_) | MaiAct::MultipliesSparse(_) => true,
            MaiAct::Reads | MaiAct::Writes => false,
        }
    }
}

impl MaiFields {
    /// The formats of A and B of a product of narrow floats, as CBSZ and BLGP name them; none for the numbers that are
    /// reserved.
    pub fn formats(&self) -> Option<[Narrow; 2]> {
        let of = |number: u8| Narrow::ALL.get(usize::from(number)).copied();
        Some([of(self.cbsz)?, of(self.blgp)?])
    }

    /// How many registers source `i` has. Of narrow floats the row says how many there are at most.
    pub fn source_dwords(&self, op: Mai, i: usize) -> u8 {
        let most = op.row().shape.src[i].dwords();
        match op.act() {
            MaiAct::Multiplies(m) if i < 2 && matches!(m.element, Element::Narrow(_)) => {
                // Those of 8 bits have the most; of the reserved numbers nobody says what they have.
                let format = Narrow::ALL.get(usize::from([self.cbsz, self.blgp][i]));
                format.map_or(most, |f| (usize::from(most) * f.bits() / 8) as u8)
            }
            _ => most,
        }
    }
}

impl super::Scale {
    /// The bits that a constant has in every lane: whichever byte is taken, it is the exponent that the constant has as
    /// f32 (CDNA4 ISA; LLVM takes registers only).
    pub fn constant(self) -> Option<u32> {
        let bits = match self.operand {
            Operand::Int(_) | Operand::Float(_) => self.operand.constant(super::Ty::F32)?,
            _ => return None,
        };
        Some((bits >> 23 & 0xff) as u32 * 0x0101_0101)
    }
}
