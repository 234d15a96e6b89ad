//! VINTRP and EXP: the interpreter refuses them.

use super::{Interp, Lowered};
use crate::isa::{Exp, Vintrp};

pub(super) fn vintrp(op: Vintrp) -> Lowered {
    use Vintrp::*;
    match op {
        V_INTERP_P1_F32 | V_INTERP_P2_F32 | V_INTERP_MOV_F32 => Err(Interp),
    }
}

pub(super) fn exp(op: Exp) -> Lowered {
    match op {
        Exp::EXP => Err(Interp),
    }
}
