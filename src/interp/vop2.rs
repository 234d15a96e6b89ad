use super::{Cx, Step, unsupported};
use crate::isa::{Vop, Vop2};
use crate::state::Wave;

pub(super) fn execute(op: Vop2, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    let _ = (f, w);
    Err(unsupported(cx, op.row().name))
}
