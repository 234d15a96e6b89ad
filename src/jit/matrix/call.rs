//! Products of matrices, as generated code calls them.

use crate::ir::plant::{Fault, planted};
use crate::jit::helpers::Ctx;
use crate::machine::wave::Vgpr;
use crate::numerics::matrix::Product;

/// [`crate::ir::Uop::Multiply`].
///
/// # Safety
/// Called by generated code only, under the controls that [`Product::controls`] says: `a`, `b` and `c` have as
/// many registers as the instruction in `imm`, and `out` has room for as many as it gives.
pub unsafe fn multiply(
    ctx: *const Ctx<'_>,
    imm: u64,
    a: *const Vgpr,
    b: *const Vgpr,
    c: *const Vgpr,
    out: *mut Vgpr,
) {
    // SAFETY: generated code passes the running context.
    let ctx = unsafe { &*ctx };
    // Mostly it is as the last one.
    let product = match ctx.product.get() {
        Some((last, product)) if last == imm || planted(Fault::ProductStays) => product,
        _ => {
            let product = Product::unpack(imm);
            ctx.product.set(Some((imm, product)));
            product
        }
    };
    // SAFETY: the host has the context's level; so many registers are there.
    unsafe { product.multiply_under_controls(ctx.level(), a, b, c, out) };
}
