//! Functions of integers for the vectoriser, as [`crate::ir::lane_fn`] has them.

/// Byte `i`.
#[inline(always)]
fn byte(x: u32, i: u32) -> u32 {
    x >> (8 * i) & 0xff
}

/// Sum of absolute differences of four bytes; `masked` leaves out those where `b` is 0.
#[inline(always)]
pub(super) fn sad(a: u32, b: u32, masked: bool) -> u32 {
    let mut sum = 0;
    for i in 0..4 {
        let (x, y) = (byte(a, i) as i32, byte(b, i) as i32);
        let d = (x - y).unsigned_abs();
        sum += if masked & (y == 0) { 0 } else { d };
    }
    sum
}

/// Sum of absolute differences of two halves.
#[inline(always)]
pub(super) fn sad16(a: u32, b: u32) -> u32 {
    let d = |x: u32, y: u32| (x as i32 - y as i32).unsigned_abs();
    d(a & 0xffff, b & 0xffff) + d(a >> 16, b >> 16)
}

/// A sum, saturated if `clamp`.
#[inline(always)]
pub(super) fn sum(a: u32, b: u32, clamp: bool) -> u32 {
    let r = a.wrapping_add(b);
    if clamp & (r < a) { u32::MAX } else { r }
}
