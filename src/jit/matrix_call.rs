//! Products of matrices, as generated code calls them.
#![allow(unsafe_code)]

use super::helpers::Ctx;
use crate::ir::MatrixOp;
use crate::machine::wave::Vgpr;

/// [`crate::ir::Uop::Multiply`].
///
/// # Safety
/// Called by generated code only: `a`, `b` and `c` have as many registers as the instruction in `imm`, and `out` has
/// room for as many as it gives.
pub unsafe extern "C" fn multiply(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    _lanes: u64,
    a: *const Vgpr,
    b: *const Vgpr,
    c: *const Vgpr,
    out: *mut Vgpr,
) -> u64 {
    let Some(product) = MatrixOp::unpack(imm).product() else {
        return 1;
    };
    // SAFETY: generated code passes the running context, whose level the host has; so many registers are there.
    unsafe { product.multiply((*ctx).level(), a, b, c, out) };
    0
}
