//! Tuples of registers, and what a symbol may stand for instead of a number.

use crate::isa::Operand;

/// Which registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Scalar,
    Vector,
    /// Accumulation registers.
    Acc,
}

/// A register tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reg {
    pub file: File,
    /// Operand code of the first scalar register, or number of the first vector register.
    pub first: u8,
    pub dwords: u8,
    /// Written as a name that stands for this tuple alone.
    pub named: bool,
}

/// An operand that a symbol stands for: `name = %s[0:1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Alias {
    Reg(Reg),
    /// A source with a code of its own, such as SCC.
    Special(Operand),
    Int(i64),
    Float(f64),
}
