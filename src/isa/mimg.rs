//! MIMG: image access (CLRX GcnInstrsMimg).

use super::table::encoding;

encoding! {
    /// MIMG: image access (CLRX GcnInstrsMimg).
    ///
    /// The rows' types are the most that VDATA takes (the DMASK says how many components there are; see
    /// [`MimgFields::data_dwords`]), and as second source the least that VADDR takes: how many address
    /// registers there are depends on the dimensions in the T#.
    ///
    /// [`MimgFields::data_dwords`]: crate::isa::MimgFields::data_dwords
    Mimg [128] fidelity {
        /// D = the texel, converted from the format in the T#.
        IMAGE_LOAD "image_load" [0 0 0 0 0 0 0 _] : B128 (None B32) [LOADS] Formats;
        /// D = the texel of a given mip level, converted from the format in the T#.
        IMAGE_LOAD_MIP "image_load_mip" [1 1 1 1 1 1 1 _] : B128 (None B32) [LOADS NAMES_LEVEL] Formats;
        /// D = the texel's dwords as they are; 8 and 16 bits are zero-extended.
        IMAGE_LOAD_PCK "image_load_pck" [2 2 2 2 2 2 2 _] : B128 (None B32) [LOADS] Exact;
        /// D = the texel's dwords as they are; 8 and 16 bits are sign-extended.
        IMAGE_LOAD_PCK_SGN "image_load_pck_sgn" [3 3 3 3 3 3 3 _] : B128 (None B32) [LOADS] Exact;
        /// D = the dwords of the texel of a given mip level; 8 and 16 bits are zero-extended.
        IMAGE_LOAD_MIP_PCK "image_load_mip_pck" [4 4 4 4 4 4 4 _] : B128 (None B32) [LOADS NAMES_LEVEL] Exact;
        /// D = the dwords of the texel of a given mip level; 8 and 16 bits are sign-extended.
        IMAGE_LOAD_MIP_PCK_SGN "image_load_mip_pck_sgn" [5 5 5 5 5 5 5 _] : B128 (None B32) [LOADS NAMES_LEVEL] Exact;
        /// Stores a texel, converted to the format in the T#.
        IMAGE_STORE "image_store" [8 8 8 8 8 8 8 _] : None (B128 B32) [STORES] Formats;
        /// Stores a texel of a given mip level, converted to the format in the T#.
        IMAGE_STORE_MIP "image_store_mip" [9 9 9 9 9 9 9 _] : None (B128 B32) [STORES NAMES_LEVEL] Formats;
        /// Stores a texel's bits as they are.
        IMAGE_STORE_PCK "image_store_pck" [10 10 10 10 10 10 10 _] : None (B128 B32) [STORES] Exact;
        /// Stores the bits of a texel of a given mip level as they are.
        IMAGE_STORE_MIP_PCK "image_store_mip_pck" [11 11 11 11 11 11 11 _] : None (B128 B32) [STORES NAMES_LEVEL] Exact;
        /// D = width, height, depth and number of mip levels of the image, for a given mip level.
        IMAGE_GET_RESINFO "image_get_resinfo" [14 14 14 14 14 14 14 _] : B128 (None B32) [] Exact;
        /// Memory = the data; with GLC D = the old value.
        IMAGE_ATOMIC_SWAP "image_atomic_swap" [15 15 16 16 16 16 16 _] : B64 (B64 B32) [ATOMIC] Turns;
        /// Memory = memory == the second half of the data ? the first half : memory; with GLC D = the old value.
        IMAGE_ATOMIC_CMPSWAP "image_atomic_cmpswap" [16 16 17 17 17 17 17 _] : B64 (B128 B32) [ATOMIC] Turns;
        /// Memory = memory + data; with GLC D = the old value.
        IMAGE_ATOMIC_ADD "image_atomic_add" [17 17 18 18 18 18 18 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = data - memory; with GLC D = the old value.
        IMAGE_ATOMIC_RSUB "image_atomic_rsub" [19 19 _ _ _] : B64 (B64 B32) [ATOMIC] Turns;
        /// Memory = memory - data; with GLC D = the old value.
        IMAGE_ATOMIC_SUB "image_atomic_sub" [18 18 19 19 19 19 19 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = min(memory, data), signed; with GLC D = the old value.
        IMAGE_ATOMIC_SMIN "image_atomic_smin" [20 20 20 20 20 20 20 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = min(memory, data), unsigned; with GLC D = the old value.
        IMAGE_ATOMIC_UMIN "image_atomic_umin" [21 21 21 21 21 21 21 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = max(memory, data), signed; with GLC D = the old value.
        IMAGE_ATOMIC_SMAX "image_atomic_smax" [22 22 22 22 22 22 22 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = max(memory, data), unsigned; with GLC D = the old value.
        IMAGE_ATOMIC_UMAX "image_atomic_umax" [23 23 23 23 23 23 23 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = memory & data; with GLC D = the old value.
        IMAGE_ATOMIC_AND "image_atomic_and" [24 24 24 24 24 24 24 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = memory | data; with GLC D = the old value.
        IMAGE_ATOMIC_OR "image_atomic_or" [25 25 25 25 25 25 25 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = memory ^ data; with GLC D = the old value.
        IMAGE_ATOMIC_XOR "image_atomic_xor" [26 26 26 26 26 26 26 _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = memory >= data ? 0 : memory + 1; with GLC D = the old value.
        IMAGE_ATOMIC_INC "image_atomic_inc" [27 27 27 27 27 27 27 _] : B64 (B64 B32) [ATOMIC] Turns;
        /// Memory = memory == 0 or memory > data ? data : memory - 1; with GLC D = the old value.
        IMAGE_ATOMIC_DEC "image_atomic_dec" [28 28 28 28 28 28 28 _] : B64 (B64 B32) [ATOMIC] Turns;
        /// Memory = memory == the second half of the data ? the first half : memory, compared as float; with GLC D = the old value.
        IMAGE_ATOMIC_FCMPSWAP "image_atomic_fcmpswap" [29 29 _ _ _] : B64 (B128 B32) [ATOMIC] Turns;
        /// Memory = min(memory, data), float; with GLC D = the old value.
        IMAGE_ATOMIC_FMIN "image_atomic_fmin" [30 30 _ _ _] : B64 (B64 B32) [ATOMIC] Exact;
        /// Memory = max(memory, data), float; with GLC D = the old value.
        IMAGE_ATOMIC_FMAX "image_atomic_fmax" [31 31 _ _ _] : B64 (B64 B32) [ATOMIC] Exact;
        /// D = the filtered texels.
        IMAGE_SAMPLE "image_sample" [32 32 32 32 32 32 32 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD clamp.
        IMAGE_SAMPLE_CL "image_sample_cl" [33 33 33 33 33 33 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives.
        IMAGE_SAMPLE_D "image_sample_d" [34 34 34 34 34 34 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives, LOD clamp.
        IMAGE_SAMPLE_D_CL "image_sample_d_cl" [35 35 35 35 35 35 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: given LOD.
        IMAGE_SAMPLE_L "image_sample_l" [36 36 36 36 36 36 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD bias.
        IMAGE_SAMPLE_B "image_sample_b" [37 37 37 37 37 37 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD bias, LOD clamp.
        IMAGE_SAMPLE_B_CL "image_sample_b_cl" [38 38 38 38 38 38 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD 0.
        IMAGE_SAMPLE_LZ "image_sample_lz" [39 39 39 39 39 39 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare.
        IMAGE_SAMPLE_C "image_sample_c" [40 40 40 40 40 40 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD clamp.
        IMAGE_SAMPLE_C_CL "image_sample_c_cl" [41 41 41 41 41 41 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives.
        IMAGE_SAMPLE_C_D "image_sample_c_d" [42 42 42 42 42 42 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives, LOD clamp.
        IMAGE_SAMPLE_C_D_CL "image_sample_c_d_cl" [43 43 43 43 43 43 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, given LOD.
        IMAGE_SAMPLE_C_L "image_sample_c_l" [44 44 44 44 44 44 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD bias.
        IMAGE_SAMPLE_C_B "image_sample_c_b" [45 45 45 45 45 45 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD bias, LOD clamp.
        IMAGE_SAMPLE_C_B_CL "image_sample_c_b_cl" [46 46 46 46 46 46 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD 0.
        IMAGE_SAMPLE_C_LZ "image_sample_c_lz" [47 47 47 47 47 47 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: texel offsets.
        IMAGE_SAMPLE_O "image_sample_o" [48 48 48 48 48 48 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD clamp, texel offsets.
        IMAGE_SAMPLE_CL_O "image_sample_cl_o" [49 49 49 49 49 49 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives, texel offsets.
        IMAGE_SAMPLE_D_O "image_sample_d_o" [50 50 50 50 50 50 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives, LOD clamp, texel offsets.
        IMAGE_SAMPLE_D_CL_O "image_sample_d_cl_o" [51 51 51 51 51 51 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: given LOD, texel offsets.
        IMAGE_SAMPLE_L_O "image_sample_l_o" [52 52 52 52 52 52 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD bias, texel offsets.
        IMAGE_SAMPLE_B_O "image_sample_b_o" [53 53 53 53 53 53 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD bias, LOD clamp, texel offsets.
        IMAGE_SAMPLE_B_CL_O "image_sample_b_cl_o" [54 54 54 54 54 54 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: LOD 0, texel offsets.
        IMAGE_SAMPLE_LZ_O "image_sample_lz_o" [55 55 55 55 55 55 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, texel offsets.
        IMAGE_SAMPLE_C_O "image_sample_c_o" [56 56 56 56 56 56 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD clamp, texel offsets.
        IMAGE_SAMPLE_C_CL_O "image_sample_c_cl_o" [57 57 57 57 57 57 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives, texel offsets.
        IMAGE_SAMPLE_C_D_O "image_sample_c_d_o" [58 58 58 58 58 58 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives, LOD clamp, texel offsets.
        IMAGE_SAMPLE_C_D_CL_O "image_sample_c_d_cl_o" [59 59 59 59 59 59 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, given LOD, texel offsets.
        IMAGE_SAMPLE_C_L_O "image_sample_c_l_o" [60 60 60 60 60 60 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD bias, texel offsets.
        IMAGE_SAMPLE_C_B_O "image_sample_c_b_o" [61 61 61 61 61 61 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD bias, LOD clamp, texel offsets.
        IMAGE_SAMPLE_C_B_CL_O "image_sample_c_b_cl_o" [62 62 62 62 62 62 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, LOD 0, texel offsets.
        IMAGE_SAMPLE_C_LZ_O "image_sample_c_lz_o" [63 63 63 63 63 63 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take.
        IMAGE_GATHER4 "image_gather4" [64 64 64 64 64 64 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD clamp.
        IMAGE_GATHER4_CL "image_gather4_cl" [65 65 65 65 65 65 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of four texels in a row.
        IMAGE_GATHER4H "image_gather4h" [_ _ _ 66 66 66 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: given LOD.
        IMAGE_GATHER4_L "image_gather4_l" [68 68 68 68 68 68 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD bias.
        IMAGE_GATHER4_B "image_gather4_b" [69 69 69 69 69 69 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD bias, LOD clamp.
        IMAGE_GATHER4_B_CL "image_gather4_b_cl" [70 70 70 70 70 70 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD 0.
        IMAGE_GATHER4_LZ "image_gather4_lz" [71 71 71 71 71 71 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare.
        IMAGE_GATHER4_C "image_gather4_c" [72 72 72 72 72 72 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD clamp.
        IMAGE_GATHER4_C_CL "image_gather4_c_cl" [73 73 73 73 73 73 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the bits of four texels in a row (only the CLRX documentation knows it).
        IMAGE_GATHER4H_PCK "image_gather4h_pck" [_ _ _ 74 74 74 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = the bits of eight texels in a row (only the CLRX documentation knows it).
        IMAGE_GATHER8H_PCK "image_gather8h_pck" [_ _ _ 75 75 75 _] : B128 (None B32) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, given LOD.
        IMAGE_GATHER4_C_L "image_gather4_c_l" [76 76 76 76 76 76 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD bias.
        IMAGE_GATHER4_C_B "image_gather4_c_b" [77 77 77 77 77 77 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD bias, LOD clamp.
        IMAGE_GATHER4_C_B_CL "image_gather4_c_b_cl" [78 78 78 78 78 78 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD 0.
        IMAGE_GATHER4_C_LZ "image_gather4_c_lz" [79 79 79 79 79 79 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: texel offsets.
        IMAGE_GATHER4_O "image_gather4_o" [80 80 80 80 80 80 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD clamp, texel offsets.
        IMAGE_GATHER4_CL_O "image_gather4_cl_o" [81 81 81 81 81 81 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: given LOD, texel offsets.
        IMAGE_GATHER4_L_O "image_gather4_l_o" [84 84 84 84 84 84 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD bias, texel offsets.
        IMAGE_GATHER4_B_O "image_gather4_b_o" [85 85 85 85 85 85 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD bias, LOD clamp, texel offsets.
        IMAGE_GATHER4_B_CL_O "image_gather4_b_cl_o" [86 86 86 86 86 86 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: LOD 0, texel offsets.
        IMAGE_GATHER4_LZ_O "image_gather4_lz_o" [87 87 87 87 87 87 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, texel offsets.
        IMAGE_GATHER4_C_O "image_gather4_c_o" [88 88 88 88 88 88 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD clamp, texel offsets.
        IMAGE_GATHER4_C_CL_O "image_gather4_c_cl_o" [89 89 89 89 89 89 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, given LOD, texel offsets.
        IMAGE_GATHER4_C_L_O "image_gather4_c_l_o" [92 92 92 92 92 92 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD bias, texel offsets.
        IMAGE_GATHER4_C_B_O "image_gather4_c_b_o" [93 93 93 93 93 93 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD bias, LOD clamp, texel offsets.
        IMAGE_GATHER4_C_B_CL_O "image_gather4_c_b_cl_o" [94 94 94 94 94 94 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = one component of the four texels that a filter would take: depth compare, LOD 0, texel offsets.
        IMAGE_GATHER4_C_LZ_O "image_gather4_c_lz_o" [95 95 95 95 95 95 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the level of detail that a sample would use: clamped, then as computed.
        IMAGE_GET_LOD "image_get_lod" [96 96 96 96 96 96 _] : B128 (None B32) [SYSTEM] Refused;
        /// D = the filtered texels: user derivatives of a coarse quad.
        IMAGE_SAMPLE_CD "image_sample_cd" [104 104 104 104 104 104 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives of a coarse quad, LOD clamp.
        IMAGE_SAMPLE_CD_CL "image_sample_cd_cl" [105 105 105 105 105 105 _] : B128 (None B64) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives of a coarse quad.
        IMAGE_SAMPLE_C_CD "image_sample_c_cd" [106 106 106 106 106 106 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives of a coarse quad, LOD clamp.
        IMAGE_SAMPLE_C_CD_CL "image_sample_c_cd_cl" [107 107 107 107 107 107 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives of a coarse quad, texel offsets.
        IMAGE_SAMPLE_CD_O "image_sample_cd_o" [108 108 108 108 108 108 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: user derivatives of a coarse quad, LOD clamp, texel offsets.
        IMAGE_SAMPLE_CD_CL_O "image_sample_cd_cl_o" [109 109 109 109 109 109 _] : B128 (None B96) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives of a coarse quad, texel offsets.
        IMAGE_SAMPLE_C_CD_O "image_sample_c_cd_o" [110 110 110 110 110 110 _] : B128 (None B128) [LOADS SYSTEM] Refused;
        /// D = the filtered texels: depth compare, user derivatives of a coarse quad, LOD clamp, texel offsets.
        IMAGE_SAMPLE_C_CD_CL_O "image_sample_c_cd_cl_o" [111 111 111 111 111 111 _] : B128 (None B128) [LOADS SYSTEM] Refused;
    }
}

impl Mimg {
    /// Whether the instruction takes a sampler.
    pub fn has_sampler(self) -> bool {
        // Theirs are the last rows.
        self >= Mimg::IMAGE_SAMPLE
    }

    /// Whether the instruction gathers one component of several texels.
    pub fn is_gather(self) -> bool {
        (Mimg::IMAGE_GATHER4..=Mimg::IMAGE_GATHER4_C_LZ_O).contains(&self)
    }

    /// The least number of VGPRs that VDATA takes, before the DMASK and 16-bit data are looked at.
    pub fn least_data_dwords(self) -> u8 {
        match self {
            Mimg::IMAGE_ATOMIC_CMPSWAP | Mimg::IMAGE_ATOMIC_FCMPSWAP => 2,
            _ if self.is_gather() => 4,
            _ => 1,
        }
    }

    /// The least number of VGPRs that VADDR takes.
    pub fn address_dwords(self) -> u8 {
        self.row().shape.src[1].dwords()
    }
}

/// The instructions that filter images or ask how they would be filtered, as a pattern: they take a
/// sampler.
macro_rules! filtered_images {
    () => {
        $crate::isa::Mimg::IMAGE_SAMPLE
            | $crate::isa::Mimg::IMAGE_SAMPLE_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_D
            | $crate::isa::Mimg::IMAGE_SAMPLE_D_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_L
            | $crate::isa::Mimg::IMAGE_SAMPLE_B
            | $crate::isa::Mimg::IMAGE_SAMPLE_B_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_LZ
            | $crate::isa::Mimg::IMAGE_SAMPLE_C
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_D
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_D_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_L
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_B
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_B_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_LZ
            | $crate::isa::Mimg::IMAGE_SAMPLE_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_D_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_D_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_L_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_B_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_B_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_LZ_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_D_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_D_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_L_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_B_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_B_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_LZ_O
            | $crate::isa::Mimg::IMAGE_GATHER4
            | $crate::isa::Mimg::IMAGE_GATHER4_CL
            | $crate::isa::Mimg::IMAGE_GATHER4H
            | $crate::isa::Mimg::IMAGE_GATHER4_L
            | $crate::isa::Mimg::IMAGE_GATHER4_B
            | $crate::isa::Mimg::IMAGE_GATHER4_B_CL
            | $crate::isa::Mimg::IMAGE_GATHER4_LZ
            | $crate::isa::Mimg::IMAGE_GATHER4_C
            | $crate::isa::Mimg::IMAGE_GATHER4_C_CL
            | $crate::isa::Mimg::IMAGE_GATHER4H_PCK
            | $crate::isa::Mimg::IMAGE_GATHER8H_PCK
            | $crate::isa::Mimg::IMAGE_GATHER4_C_L
            | $crate::isa::Mimg::IMAGE_GATHER4_C_B
            | $crate::isa::Mimg::IMAGE_GATHER4_C_B_CL
            | $crate::isa::Mimg::IMAGE_GATHER4_C_LZ
            | $crate::isa::Mimg::IMAGE_GATHER4_O
            | $crate::isa::Mimg::IMAGE_GATHER4_CL_O
            | $crate::isa::Mimg::IMAGE_GATHER4_L_O
            | $crate::isa::Mimg::IMAGE_GATHER4_B_O
            | $crate::isa::Mimg::IMAGE_GATHER4_B_CL_O
            | $crate::isa::Mimg::IMAGE_GATHER4_LZ_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_CL_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_L_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_B_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_B_CL_O
            | $crate::isa::Mimg::IMAGE_GATHER4_C_LZ_O
            | $crate::isa::Mimg::IMAGE_GET_LOD
            | $crate::isa::Mimg::IMAGE_SAMPLE_CD
            | $crate::isa::Mimg::IMAGE_SAMPLE_CD_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CD
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CD_CL
            | $crate::isa::Mimg::IMAGE_SAMPLE_CD_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_CD_CL_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CD_O
            | $crate::isa::Mimg::IMAGE_SAMPLE_C_CD_CL_O
    };
}

pub(crate) use filtered_images;
