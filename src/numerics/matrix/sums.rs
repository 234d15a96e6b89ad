//! Sums of products as the matrix units form them. AMD documents neither their order nor their rounding: this is
//! the model of MMA-Sim (microsoft/MMA-Sim, arXiv 2511.10909), which claims to be that of the hardware to the bit;
//! where it says nothing, what is chosen is said here.
//!
//! MODE does not matter. Every NaN is the positive quiet one without a payload, which no source says.

use super::Element;
use super::parts::canonical;
use super::{fused, narrow};
use crate::numerics::{BF16, F16, F32, F64, Format, Mode, convert, fma, mul};

/// How a unit adds products of f16 and bf16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// gfx908: f32 additions to nearest, denormals kept.
    Cdna1,
    /// gfx90a: the same, with denormal operands and results flushed.
    Cdna2,
    /// gfx942: sums of several products at once, rounded when they are added to C.
    Cdna3,
    /// gfx950: the same, of the same length, where no source says anything; its floats of 8 bits and less are OCP's.
    Cdna4,
}

/// To nearest, denormals kept.
const PLAIN: Mode = Mode::DEFAULT.keeping();

/// c + the products of `a` and `b`, elements of type `ty` as raw bits; `c` and the result are i32, f32 or, of f64, f64.
///
/// `unit` decides about f16, bf16 and floats of 8 bits. Narrow floats have scales of one here; [`narrow_sum`] has others.
pub fn sum(unit: Unit, ty: Element, a: &[u64], b: &[u64], c: u64) -> u64 {
    let pairs = || a.iter().copied().zip(b.iter().copied());
    match (ty, unit) {
        (Element::I8, _) => pairs().fold(c as u32, |c, (a, b)| {
            let product = i32::from(a as i8) * i32::from(b as i8);
            c.wrapping_add(product as u32)
        }) as u64,
        (Element::F32, _) => canonical(F32, pairs().fold(c, |c, (a, b)| fma(F32, a, b, c, PLAIN))),
        (Element::F64, _) => canonical(F64, pairs().fold(c, |c, (a, b)| fma(F64, a, b, c, PLAIN))),
        (Element::F16, Unit::Cdna1 | Unit::Cdna2) => by_fours(unit, F16, a, b, c),
        (Element::Bf16x2, Unit::Cdna1 | Unit::Cdna2) => by_twos(unit, a, b, c),
        (Element::Bf16, Unit::Cdna1 | Unit::Cdna2) => by_fours(unit, BF16, a, b, c),
        (Element::F16 | Element::Bf16 | Element::Bf16x2, Unit::Cdna3 | Unit::Cdna4)
        | (Element::Xf32 | Element::F8 { .. }, _) => fused::sum(unit, ty, a, b, c),
        (Element::Narrow(_), _) => narrow_sum(unit, ty, a, b, |_| Some(0), c),
    }
}

/// The same of narrow floats; the `n`th [`narrow::BLOCK`] products are multiplied by 2^`scale(n)`, or by a NaN.
pub fn narrow_sum(
    unit: Unit,
    ty: Element,
    a: &[u64],
    b: &[u64],
    scale: impl Fn(usize) -> Option<i32>,
    c: u64,
) -> u64 {
    narrow::sum(ty.formats(unit), a, b, scale, c)
}

/// Groups of four products, added in pairs; then to C.
fn by_fours(unit: Unit, f: Format, a: &[u64], b: &[u64], c: u64) -> u64 {
    let mut c = operand(unit, F32, c);
    for (a, b) in a.chunks(4).zip(b.chunks(4)) {
        let p = |i: usize| product(unit, f, a[i], b[i]);
        let pairs = [add(unit, p(0), p(1)), add(unit, p(2), p(3))];
        c = add(unit, c, add(unit, pairs[0], pairs[1]));
    }
    canonical(F32, c)
}

/// Groups of two products of bf16.
fn by_twos(unit: Unit, a: &[u64], b: &[u64], c: u64) -> u64 {
    let mut c = operand(unit, F32, c);
    for (a, b) in a.chunks(2).zip(b.chunks(2)) {
        let pair = [0, 1].map(|i| product(unit, BF16, a[i], b[i]));
        c = add(unit, c, add(unit, pair[0], pair[1]));
    }
    canonical(F32, c)
}

/// An operand: gfx90a takes denormal ones for +0.
fn operand(unit: Unit, f: Format, x: u64) -> u64 {
    if unit == Unit::Cdna2 && f.is_denormal(x) {
        0
    } else {
        x
    }
}

/// The product as f32. That of f16 is exact; that of bf16 is where it is in f32's range. A zero is +0: the model
/// adds +0 to it.
fn product(unit: Unit, f: Format, a: u64, b: u64) -> u64 {
    let [a, b] = [a, b].map(|x| convert(f, F32, operand(unit, f, x), PLAIN, PLAIN));
    let r = result(unit, mul(F32, a, b, PLAIN));
    if F32.is_zero(r) { 0 } else { r }
}

/// A sum of f32, to nearest.
fn add(unit: Unit, x: u64, y: u64) -> u64 {
    result(unit, crate::numerics::add(F32, x, y, PLAIN))
}

/// gfx90a makes zeros of denormal results, of their signs.
fn result(unit: Unit, r: u64) -> u64 {
    if unit == Unit::Cdna2 && F32.is_denormal(r) {
        F32.zero(F32.is_negative(r))
    } else {
        r
    }
}
