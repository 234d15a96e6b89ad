//! VINTRP and EXP (CLRX GcnInstrsVintrp, GcnInstrsExp): pixel and vertex shaders have attributes and
//! targets, kernels do not.

use super::{Cx, Step, unsupported};
use crate::isa::{Exp, Vintrp};

/// The fault of an interpolation.
pub(super) fn vintrp(op: Vintrp, cx: &Cx) -> Step {
    use Vintrp::*;
    match op {
        V_INTERP_P1_F32 | V_INTERP_P2_F32 | V_INTERP_MOV_F32 => {
            let name = op.row().mnemonics[cx.generation as usize];
            let what = format!("{name}: a kernel has no attributes");
            Err(unsupported(cx, &what))
        }
    }
}

/// The fault of an export.
pub(super) fn exp(op: Exp, cx: &Cx) -> Step {
    match op {
        Exp::EXP => Err(unsupported(cx, "exp: a kernel has no export targets")),
    }
}
