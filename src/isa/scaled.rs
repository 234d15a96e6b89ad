//! V_CVT_SCALEF32_*: conversions between f32, f16 or bf16 and the narrow floats, by a scale (CDNA4 ISA, "VOP3A & VOP3B").
//!
//! The scale is the last source, the random number of stochastic rounding the one before it. One value or two lie, as
//! narrow floats, in the byte or half of a register that OP_SEL selects: OP_SEL\[1:0\] or OP_SEL\[0\] of source 0, and
//! OP_SEL\[3:2\] or OP_SEL\[3\] of the destination, whose other parts are kept. An f16 alone goes to the half that OP_SEL\[3\]
//! selects. 32 values lie in as many registers as they fill, the first one in the lowest bits.

use super::facts::Narrow;
use super::{Flags, Ty, Vop3};

/// Which way a conversion goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To narrow floats, of values divided by the scale, to nearest even.
    Down,
    /// The same, rounded by a random number: each value by the one after that of the value before.
    DownRandomly,
    /// From narrow floats, times the scale.
    Up,
}

/// What a conversion by a scale does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scaled {
    /// Which way it goes.
    pub way: Way,
    /// The narrow format.
    pub narrow: Narrow,
    /// The other format: [`Ty::F32`], [`Ty::F16`] or [`Ty::Bf16`].
    pub float: Ty,
    /// How many values.
    pub count: usize,
    /// The values come from source 0 and source 1 in turn.
    pub in_turn: bool,
}

impl Scaled {
    /// Bits of a value in the other format.
    pub const fn float_bits(self) -> usize {
        if self.float.is_16() { 16 } else { 32 }
    }

    /// Which source the scale is.
    pub const fn scale_source(self) -> usize {
        match self.way {
            Way::DownRandomly => 2,
            Way::Down if self.in_turn || (self.count < 32 && self.float_bits() == 32) => 2,
            Way::Down | Way::Up => 1,
        }
    }

    /// The first bit of the values in source 0.
    pub const fn source_at(self, op_sel: u8) -> usize {
        match self.way {
            Way::Up => part(self.count * self.narrow.bits(), op_sel & 3, op_sel & 1),
            Way::Down | Way::DownRandomly => 0,
        }
    }

    /// The first bit of the values in the destination.
    pub const fn destination_at(self, op_sel: u8) -> usize {
        match self.way {
            Way::Up => part(self.count * self.float_bits(), 0, op_sel >> 3 & 1),
            Way::Down | Way::DownRandomly => part(
                self.count * self.narrow.bits(),
                op_sel >> 2 & 3,
                op_sel >> 3 & 1,
            ),
        }
    }
}

/// The first bit of a byte or of a half; what is larger begins with bit 0.
const fn part(bits: usize, byte: u8, half: u8) -> usize {
    match bits {
        8 => 8 * byte as usize,
        16 => 16 * half as usize,
        _ => 0,
    }
}

macro_rules! scaled {
    ($($row:ident $way:ident $narrow:ident $float:ident $count:literal $($in_turn:ident)?;)+) => {
        /// Every conversion by a scale.
        const ALL: &[(Vop3, Scaled)] = &[$(
            (Vop3::$row, Scaled {
                way: Way::$way,
                narrow: Narrow::$narrow,
                float: Ty::$float,
                count: $count,
                in_turn: scaled!(@ $($in_turn)?),
            })
        ),+];

        /// The pattern of them all.
        macro_rules! scaled_rows {
            () => { $($crate::isa::Vop3::$row)|+ };
        }
        pub(crate) use scaled_rows;
    };
    (@) => { false };
    (@ in_turn) => { true };
}

scaled! {
    V_CVT_SCALEF32_PK_FP8_F32 Down Fp8 F32 2;
    V_CVT_SCALEF32_PK_BF8_F32 Down Bf8 F32 2;
    V_CVT_SCALEF32_SR_FP8_F32 DownRandomly Fp8 F32 1;
    V_CVT_SCALEF32_SR_BF8_F32 DownRandomly Bf8 F32 1;
    V_CVT_SCALEF32_PK_F32_FP8 Up Fp8 F32 2;
    V_CVT_SCALEF32_PK_F32_BF8 Up Bf8 F32 2;
    V_CVT_SCALEF32_F32_FP8 Up Fp8 F32 1;
    V_CVT_SCALEF32_F32_BF8 Up Bf8 F32 1;
    V_CVT_SCALEF32_PK_FP4_F32 Down Fp4 F32 2;
    V_CVT_SCALEF32_SR_PK_FP4_F32 DownRandomly Fp4 F32 2;
    V_CVT_SCALEF32_PK_F32_FP4 Up Fp4 F32 2;
    V_CVT_SCALEF32_PK_FP8_F16 Down Fp8 F16 2;
    V_CVT_SCALEF32_PK_BF8_F16 Down Bf8 F16 2;
    V_CVT_SCALEF32_SR_FP8_F16 DownRandomly Fp8 F16 1;
    V_CVT_SCALEF32_SR_BF8_F16 DownRandomly Bf8 F16 1;
    V_CVT_SCALEF32_PK_FP8_BF16 Down Fp8 Bf16 2;
    V_CVT_SCALEF32_PK_BF8_BF16 Down Bf8 Bf16 2;
    V_CVT_SCALEF32_SR_FP8_BF16 DownRandomly Fp8 Bf16 1;
    V_CVT_SCALEF32_SR_BF8_BF16 DownRandomly Bf8 Bf16 1;
    V_CVT_SCALEF32_PK_F16_FP8 Up Fp8 F16 2;
    V_CVT_SCALEF32_PK_F16_BF8 Up Bf8 F16 2;
    V_CVT_SCALEF32_F16_FP8 Up Fp8 F16 1;
    V_CVT_SCALEF32_F16_BF8 Up Bf8 F16 1;
    V_CVT_SCALEF32_PK_FP4_F16 Down Fp4 F16 2;
    V_CVT_SCALEF32_PK_FP4_BF16 Down Fp4 Bf16 2;
    V_CVT_SCALEF32_SR_PK_FP4_F16 DownRandomly Fp4 F16 2;
    V_CVT_SCALEF32_SR_PK_FP4_BF16 DownRandomly Fp4 Bf16 2;
    V_CVT_SCALEF32_PK_F16_FP4 Up Fp4 F16 2;
    V_CVT_SCALEF32_PK_BF16_FP4 Up Fp4 Bf16 2;
    V_CVT_SCALEF32_2XPK16_FP6_F32 Down Fp6 F32 32 in_turn;
    V_CVT_SCALEF32_2XPK16_BF6_F32 Down Bf6 F32 32 in_turn;
    V_CVT_SCALEF32_SR_PK32_FP6_F32 DownRandomly Fp6 F32 32;
    V_CVT_SCALEF32_SR_PK32_BF6_F32 DownRandomly Bf6 F32 32;
    V_CVT_SCALEF32_PK32_F32_FP6 Up Fp6 F32 32;
    V_CVT_SCALEF32_PK32_F32_BF6 Up Bf6 F32 32;
    V_CVT_SCALEF32_PK32_FP6_F16 Down Fp6 F16 32;
    V_CVT_SCALEF32_PK32_FP6_BF16 Down Fp6 Bf16 32;
    V_CVT_SCALEF32_PK32_BF6_F16 Down Bf6 F16 32;
    V_CVT_SCALEF32_PK32_BF6_BF16 Down Bf6 Bf16 32;
    V_CVT_SCALEF32_SR_PK32_FP6_F16 DownRandomly Fp6 F16 32;
    V_CVT_SCALEF32_SR_PK32_FP6_BF16 DownRandomly Fp6 Bf16 32;
    V_CVT_SCALEF32_SR_PK32_BF6_F16 DownRandomly Bf6 F16 32;
    V_CVT_SCALEF32_SR_PK32_BF6_BF16 DownRandomly Bf6 Bf16 32;
    V_CVT_SCALEF32_PK32_F16_FP6 Up Fp6 F16 32;
    V_CVT_SCALEF32_PK32_BF16_FP6 Up Fp6 Bf16 32;
    V_CVT_SCALEF32_PK32_F16_BF6 Up Bf6 F16 32;
    V_CVT_SCALEF32_PK32_BF16_BF6 Up Bf6 Bf16 32;
    V_CVT_SCALEF32_PK_BF16_FP8 Up Fp8 Bf16 2;
    V_CVT_SCALEF32_PK_BF16_BF8 Up Bf8 Bf16 2;
}

/// By the number of the row.
const TABLE: [Option<Scaled>; Vop3::ROWS.len()] = {
    let mut table = [None; Vop3::ROWS.len()];
    let mut i = 0;
    while i < ALL.len() {
        table[ALL[i].0 as usize] = Some(ALL[i].1);
        i += 1;
    }
    let mut r = 0;
    while r < table.len() {
        let flagged = Vop3::ROWS[r].flags.has(Flags::SCALED);
        assert!(flagged == table[r].is_some(), "a conversion is not known");
        if let Some(s) = &table[r] {
            // The scale is the last source, and all registers are whole.
            let src = &Vop3::ROWS[r].shape.src;
            let scale = s.scale_source();
            assert!(
                matches!(src[scale], Ty::F32),
                "the scale is not where it should be"
            );
            assert!(
                scale == 2 || matches!(src[scale + 1], Ty::None),
                "it is not the last one"
            );
        }
        r += 1;
    }
    table
};

impl Vop3 {
    /// What it does, if it converts by a scale.
    pub const fn scaled(self) -> Option<Scaled> {
        TABLE[self as usize]
    }
}
