//! Products of matrices, as generated code calls them.
#![allow(unsafe_code)]

use super::controls::plain_float;
use super::helpers::Ctx;
use crate::ir::MatrixOp;
use crate::machine::wave::LANES;

type Register = [u32; LANES];

/// [`crate::ir::Uop::Multiply`].
///
/// # Safety
/// Called by generated code only: `a`, `b` and `c` have as many registers as the instruction in `imm`, and `out` has
/// room for as many as it gives.
pub unsafe extern "C" fn multiply(
    _ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    _lanes: u64,
    a: *const Register,
    b: *const Register,
    c: *const Register,
    out: *mut Register,
) -> u64 {
    let op = MatrixOp::unpack(imm);
    let [x, y, z] = op.sources();
    // SAFETY: so many registers are there.
    let [a, b, c] = [(a, x), (b, y), (c, z)]
        .map(|(at, count)| unsafe { std::slice::from_raw_parts(at, count) }.to_vec());
    let Some(product) = op.product() else {
        return 1;
    };
    let mut results = vec![];
    plain_float(|| results = product.apply(&a, &b, &c));
    for (k, d) in results.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { *out.add(k) = d };
    }
    0
}
