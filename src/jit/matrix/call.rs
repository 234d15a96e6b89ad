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
    // SAFETY: this cell is of this function alone, which does not call itself. The product stays where it is: the parts
    // of a copy that was just made would have to wait for it.
    let last = unsafe { &mut *ctx.product.as_ptr() };
    // Mostly it is as the last one.
    let product = match last {
        Some((of, product)) if *of == imm || planted(Fault::ProductStays) => product,
        _ => &mut last.insert((imm, Product::unpack(imm))).1,
    };
    // SAFETY: the host has the context's level; so many registers are there.
    unsafe { product.multiply_under_controls(ctx.level(), a, b, c, out) };
}
