//! V_SCREEN_PARTITION_4SE_B32 (CLRX GcnInstrsVop1).

/// The table of V_SCREEN_PARTITION_4SE_B32 (CLRX): 256 entries of 4 bits, the first on top.
const SCREEN_PARTITION: [u64; 16] = [
    0x137f_5fff_7fff_ffff,
    0xf26e_faff_ffbf_ffff,
    0xdf4c_ff5f_ffdf_ffff,
    0x9bf8_fffa_ffef_ffff,
    0xffff_4cdf_6fff_efff,
    0xffff_f89b_f99f_fdff,
    0xffff_7f13_ff9f_ffbf,
    0xffff_6ef2_6ff6_fff7,
    0xbfff_ffff_23bf_afff,
    0xf7ff_ffff_f19d_f5ff,
    0xffef_ffff_ef8c_ffaf,
    0xfffd_ffff_67f4_fff5,
    0x9fff_dfff_ffff_8cef,
    0xf66f_feff_ffff_f467,
    0xff6f_ff7f_ffff_bf23,
    0x9ff9_fffb_ffff_9df1,
];

/// V_SCREEN_PARTITION_4SE_B32: the shader engines that the screen tile `v[7:0]` belongs to.
#[inline]
pub fn screen_partition(v: u32) -> u32 {
    let (row, column) = (v >> 4 & 15, v & 15);
    (SCREEN_PARTITION[row as usize] >> (60 - 4 * column)) as u32 & 15
}
