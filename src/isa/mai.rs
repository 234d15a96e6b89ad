//! MAI: matrix instructions of CDNA and the moves to and from accumulation registers (LLVM AMDGPU,
//! VOP3PInstructions.td). They share VOP3P's opcode numbers.

use super::table::encoding;

encoding! {
    /// MAI: matrix instructions of CDNA and the moves to and from accumulation registers.
    ///
    /// The sizes in a name are rows and columns of D, and the length of the sums. Sources are the
    /// matrices A and B, and C, to which the products are added.
    Mai [128] {
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 1 products of f32.
        V_MFMA_F32_32X32X1F32 "v_mfma_f32_32x32x1f32" [_ _ _ _ _ 64] : B1024 (B32 B32 B1024) [];
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 1 products of f32.
        V_MFMA_F32_16X16X1F32 "v_mfma_f32_16x16x1f32" [_ _ _ _ _ 65] : B512 (B32 B32 B512) [];
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 1 products of f32.
        V_MFMA_F32_4X4X1F32 "v_mfma_f32_4x4x1f32" [_ _ _ _ _ 66] : B128 (B32 B32 B128) [];
        /// D = A * B + C: 32 by 32 f32, sums of 2 products of f32.
        V_MFMA_F32_32X32X2F32 "v_mfma_f32_32x32x2f32" [_ _ _ _ _ 68] : B512 (B32 B32 B512) [];
        /// D = A * B + C: 16 by 16 f32, sums of 4 products of f32.
        V_MFMA_F32_16X16X4F32 "v_mfma_f32_16x16x4f32" [_ _ _ _ _ 69] : B128 (B32 B32 B128) [];
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 4 products of f16.
        V_MFMA_F32_32X32X4F16 "v_mfma_f32_32x32x4f16" [_ _ _ _ _ 72] : B1024 (B64 B64 B1024) [];
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 4 products of f16.
        V_MFMA_F32_16X16X4F16 "v_mfma_f32_16x16x4f16" [_ _ _ _ _ 73] : B512 (B64 B64 B512) [];
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 4 products of f16.
        V_MFMA_F32_4X4X4F16 "v_mfma_f32_4x4x4f16" [_ _ _ _ _ 74] : B128 (B64 B64 B128) [];
        /// D = A * B + C: 32 by 32 f32, sums of 8 products of f16.
        V_MFMA_F32_32X32X8F16 "v_mfma_f32_32x32x8f16" [_ _ _ _ _ 76] : B512 (B64 B64 B512) [];
        /// D = A * B + C: 16 by 16 f32, sums of 16 products of f16.
        V_MFMA_F32_16X16X16F16 "v_mfma_f32_16x16x16f16" [_ _ _ _ _ 77] : B128 (B64 B64 B128) [];
        /// D = A * B + C of 2 blocks: 32 by 32 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_32X32X4I8 "v_mfma_i32_32x32x4i8" [_ _ _ _ _ 80] : B1024 (B32 B32 B1024) [];
        /// D = A * B + C of 4 blocks: 16 by 16 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_16X16X4I8 "v_mfma_i32_16x16x4i8" [_ _ _ _ _ 81] : B512 (B32 B32 B512) [];
        /// D = A * B + C of 16 blocks: 4 by 4 i32, sums of 4 products of signed bytes.
        V_MFMA_I32_4X4X4I8 "v_mfma_i32_4x4x4i8" [_ _ _ _ _ 82] : B128 (B32 B32 B128) [];
        /// D = A * B + C: 32 by 32 i32, sums of 8 products of signed bytes.
        V_MFMA_I32_32X32X8I8 "v_mfma_i32_32x32x8i8" [_ _ _ _ _ 84] : B512 (B32 B32 B512) [];
        /// D = A * B + C: 16 by 16 i32, sums of 16 products of signed bytes.
        V_MFMA_I32_16X16X16I8 "v_mfma_i32_16x16x16i8" [_ _ _ _ _ 85] : B128 (B32 B32 B128) [];
        /// D = S0, an accumulation register.
        V_ACCVGPR_READ_B32 "v_accvgpr_read_b32" [_ _ _ _ _ 88] : B32 (B32) [];
        /// D, an accumulation register, = S0.
        V_ACCVGPR_WRITE_B32 "v_accvgpr_write_b32" [_ _ _ _ _ 89] : B32 (B32) [];
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 4 products of bf16.
        V_MFMA_F32_32X32X4BF16_1K "v_mfma_f32_32x32x4bf16_1k" [_ _ _ _ _ _ 99] : B1024 (B64 B64 B1024) [];
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 4 products of bf16.
        V_MFMA_F32_16X16X4BF16_1K "v_mfma_f32_16x16x4bf16_1k" [_ _ _ _ _ _ 100] : B512 (B64 B64 B512) [];
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 4 products of bf16.
        V_MFMA_F32_4X4X4BF16_1K "v_mfma_f32_4x4x4bf16_1k" [_ _ _ _ _ _ 101] : B128 (B64 B64 B128) [];
        /// D = A * B + C: 32 by 32 f32, sums of 8 products of bf16.
        V_MFMA_F32_32X32X8BF16_1K "v_mfma_f32_32x32x8bf16_1k" [_ _ _ _ _ _ 102] : B512 (B64 B64 B512) [];
        /// D = A * B + C: 16 by 16 f32, sums of 16 products of bf16.
        V_MFMA_F32_16X16X16BF16_1K "v_mfma_f32_16x16x16bf16_1k" [_ _ _ _ _ _ 103] : B128 (B64 B64 B128) [];
        /// D = A * B + C of 2 blocks: 32 by 32 f32, sums of 2 products of bf16.
        V_MFMA_F32_32X32X2BF16 "v_mfma_f32_32x32x2bf16" [_ _ _ _ _ 104] : B1024 (B32 B32 B1024) [];
        /// D = A * B + C of 4 blocks: 16 by 16 f32, sums of 2 products of bf16.
        V_MFMA_F32_16X16X2BF16 "v_mfma_f32_16x16x2bf16" [_ _ _ _ _ 105] : B512 (B32 B32 B512) [];
        /// D = A * B + C of 16 blocks: 4 by 4 f32, sums of 2 products of bf16.
        V_MFMA_F32_4X4X2BF16 "v_mfma_f32_4x4x2bf16" [_ _ _ _ _ 107] : B128 (B32 B32 B128) [];
        /// D = A * B + C: 32 by 32 f32, sums of 4 products of bf16.
        V_MFMA_F32_32X32X4BF16 "v_mfma_f32_32x32x4bf16" [_ _ _ _ _ 108] : B512 (B32 B32 B512) [];
        /// D = A * B + C: 16 by 16 f32, sums of 8 products of bf16.
        V_MFMA_F32_16X16X8BF16 "v_mfma_f32_16x16x8bf16" [_ _ _ _ _ 109] : B128 (B32 B32 B128) [];
        /// D = A * B + C: 16 by 16 f64, sums of 4 products of f64.
        V_MFMA_F64_16X16X4F64 "v_mfma_f64_16x16x4f64" [_ _ _ _ _ _ 110] : B256 (B64 B64 B256) [];
        /// D = A * B + C of 4 blocks: 4 by 4 f64, sums of 4 products of f64.
        V_MFMA_F64_4X4X4F64 "v_mfma_f64_4x4x4f64" [_ _ _ _ _ _ 111] : B64 (B64 B64 B64) [];
    }
}
