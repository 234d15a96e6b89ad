//! EXP: export to the fixed-function stages of the pipeline (CLRX GcnInstrsExp).

use super::table::encoding;

encoding! {
    /// EXP: export to the fixed-function stages of the pipeline (CLRX GcnInstrsExp).
    ///
    /// The encoding has no opcode field.
    Exp [1] fidelity {
        /// Sends up to four VGPRs to a render target, a position or a parameter.
        EXP "exp" [0 0 0 0 0 0 _] : None (B32 B32 B32) [SYSTEM] Refused;
    }
}
