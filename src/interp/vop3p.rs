use super::{Cx, Step, unsupported};
use crate::isa::{Vop, Vop3p};
use crate::state::Wave;

pub(super) fn execute(op: Vop3p, f: &Vop, w: &mut Wave, cx: &mut Cx) -> Step {
    let _ = (f, w);
    Err(unsupported(cx, op.row().name))
}
