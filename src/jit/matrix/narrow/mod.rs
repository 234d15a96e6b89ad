//! Sums of products of floats of 8, 6 or 4 bits, with scales or without (`numerics/matrix/narrow.rs` defines them).
//!
//! The products of a block are added exactly, then to C with one rounding. With AVX-512 such a sum is one of products of
//! words (`panel`, `words`); `wide` has it in f64, for all levels, and leaves what is not exact there to the definition.

mod panel;
pub(super) mod wide;
pub(super) mod words;

/// Lengths of the sums, at most.
const DEPTH: usize = 128;
/// The exponent of scales that are one.
const BIAS: i32 = 127;
/// The scale that is a NaN.
const NAN: u32 = 0xff;
