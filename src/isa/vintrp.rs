//! VINTRP: interpolation of a pixel shader's attributes (CLRX GcnInstrsVintrp).

use super::table::encoding;

encoding! {
    /// VINTRP: interpolation of a pixel shader's attributes (CLRX GcnInstrsVintrp).
    Vintrp [4] fidelity {
        /// D = P10 * S + P0 of the attribute.
        V_INTERP_P1_F32 "v_interp_p1_f32" [0 0 0 0 0 0 _] : F32 (F32) [READS_M0 READS_MODE SYSTEM INTERP] Refused;
        /// D = P20 * S + D of the attribute.
        V_INTERP_P2_F32 "v_interp_p2_f32" [1 1 1 1 1 1 _] : F32 (F32) [READS_M0 READS_MODE SYSTEM READS_DST INTERP] Refused;
        /// D = a parameter of the attribute: S is 0 for P10, 1 for P20, 2 for P0.
        V_INTERP_MOV_F32 "v_interp_mov_f32" [2 2 2 2 2 2 _] : F32 (B32) [READS_M0 READS_MODE SYSTEM MOVES INTERP] Refused;
    }
}
