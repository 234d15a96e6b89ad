//! Numbers as operands: which inline constant or literal stands for them in an operand's type (LLVM
//! AMDGPUOperandSyntax, "Conversion of integer and floating-point values").

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::args::{Arg, Kind, integer};
use super::expr::Value;
use super::lex::{Error, FloatType};
use super::taking::Args;
use crate::isa::{Gen, InlineFloat, Operand, Ty};

/// Source modifiers to be applied to a constant, where the encoding has none.
#[derive(Clone, Copy, Default)]
pub struct Fold {
    pub neg: bool,
    pub abs: bool,
}

/// The operand that stands for the number `arg` in type `ty`.
pub fn constant(
    a: &Args,
    arg: &Arg,
    v: &Value,
    ty: Ty,
    literal: bool,
    fold: Fold,
) -> Result<Operand, Error> {
    let fail = |m: String| Err(Error::new(arg.column, m));
    // A constant is one of the two.
    let ty = if ty == Ty::V2F32 { Ty::F32 } else { ty };
    if a.is_pending(v) {
        return Ok(Operand::Literal(0));
    }
    if let Some(bits) = a
        .symbols
        .literal(v)
        .map_err(|m| Error::new(arg.column, m))?
    {
        return Ok(Operand::Literal(bits));
    }
    let changed = fold.neg || fold.abs;
    let must = literal || v.late;
    let inline = |op: Option<Operand>| op.filter(|_| !must);
    let ty = match ty.dwords() {
        // In CLRX's language only F64 operands have floats of 64 bits.
        2 if a.is_clrx() && v.float.is_some() && ty != Ty::F64 => Ty::F32,
        _ => ty,
    };
    if let (Some(f), Some(written)) = (v.float, v.float_type) {
        let own = match ty {
            Ty::F16 | Ty::V2F16 => FloatType::Half,
            Ty::F64 => FloatType::Double,
            _ => FloatType::Single,
        };
        if own != written {
            // The bits of another type are a literal always.
            let bits = match written {
                FloatType::Half => float_bits(f, Ty::F16),
                FloatType::Single => float_bits(f, Ty::F32),
                FloatType::Double => Some(upper_half(f.to_bits()).into()),
            };
            return match bits {
                Some(bits) => Ok(Operand::Literal(bits as u32)),
                None => fail(format!("{f:?} is out of range of its type")),
            };
        }
    }
    let (int, bits) = match v.float {
        Some(f) => {
            let f = if fold.abs { f.abs() } else { f };
            let f = if fold.neg { -f } else { f };
            let Some(bits) = float_bits(f, ty) else {
                return fail(format!(
                    "{f:?} is out of range of an operand of type {ty:?}"
                ));
            };
            (None, bits)
        }
        None => {
            let n = integer(v, arg.column)?;
            if changed && ty == Ty::F64 {
                return fail("an integer in a 64-bit operand has no modifiers".into());
            }
            let width = if ty.is_16() { 16 } else { 32 };
            let wide = ty.dwords() == 2;
            if wide && let Some(op) = inline(inline_wide(a.generation, n as u64)) {
                return Ok(op);
            }
            let fits = n >= -(1i64 << (width - 1)) && n < 1i64 << width;
            if !fits {
                return fail(format!("{n} does not fit into {width} bits"));
            }
            // The sign of a smaller integer is the operand's.
            let n = match width {
                16 => i64::from(n as i16),
                _ => i64::from(n as i32),
            };
            let sign = 1i64 << (width - 1);
            let n = if fold.abs { n & (sign - 1) } else { n };
            let n = if fold.neg { n ^ sign } else { n };
            (Some(n), n as u64)
        }
    };
    // In a type without a sign bit of its own, 0xffff is not -1.
    let found = match (int, ty.dwords()) {
        (Some(n), 0 | 1) if (-16..=64).contains(&n) && inline_int(v, n, ty) => {
            Some(Operand::Int(n as i8))
        }
        (Some(_), 2) => match ty {
            Ty::F64 if !a.is_clrx() => inline_wide(a.generation, bits << 32),
            _ => None,
        },
        (None, 2) => inline_wide(a.generation, bits),
        // Integers of 16 bits have no floating-point constants but as such.
        (Some(_), _) if ty.is_16() && ty != Ty::F16 => None,
        // As in CLRX's language whatever the type.
        (Some(_), _) if a.is_clrx() => None,
        _ => inline_narrow(a.generation, bits, ty),
    };
    if let Some(op) = inline(found) {
        return Ok(op);
    }
    Ok(Operand::Literal(match (int, ty) {
        (Some(n), Ty::F16 | Ty::B16 | Ty::I16 | Ty::U16) => n as u16 as u32,
        (Some(n), _) => n as u32,
        (None, Ty::F64) if a.is_clrx() => upper_half(bits),
        (None, Ty::F64) if bits as u32 != 0 => {
            return fail(
                "a literal has only the upper half of a 64-bit number; the rest of this \
                 one is not zero"
                    .into(),
            );
        }
        (None, Ty::F64) => (bits >> 32) as u32,
        (None, _) if ty.dwords() == 2 => {
            return fail("a 64-bit integer operand takes no floating-point literal".into());
        }
        (None, _) => bits as u32,
    }))
}

/// Whether the integer `n`, which was written as `v`, has an inline code as such: negative numbers of
/// 16 bits must be written so, except for floats, whose bits they are.
fn inline_int(v: &Value, n: i64, ty: Ty) -> bool {
    v.int == n || !ty.is_16() || ty == Ty::F16
}

/// The bits of `f` in type `ty`: rounded, `None` when it overflows or vanishes.
pub fn float_bits(f: f64, ty: Ty) -> Option<u64> {
    if ty.dwords() == 2 {
        return Some(f.to_bits());
    }
    let wide = Double::from_bits(f.to_bits().into());
    let mut lost = false;
    let (status, bits) = match ty {
        Ty::F16 | Ty::V2F16 => {
            let r = FloatConvert::<Half>::convert_r(wide, Round::NearestTiesToEven, &mut lost);
            (r.status, r.value.to_bits())
        }
        _ => {
            let r = FloatConvert::<Single>::convert_r(wide, Round::NearestTiesToEven, &mut lost);
            (r.status, r.value.to_bits())
        }
    };
    let range = status.intersects(Status::OVERFLOW | Status::UNDERFLOW);
    (!range).then_some(bits as u64)
}

/// The upper half of a float of 64 bits, to which it is rounded.
fn upper_half(bits: u64) -> u32 {
    let even = bits >> 32 & 1;
    let special = bits >> 52 & 0x7ff == 0x7ff;
    let rounded = bits + if special { 0 } else { 0x7fff_ffff + even };
    (rounded >> 32) as u32
}

/// The inline constants of a generation.
fn floats(generation: Gen) -> impl Iterator<Item = InlineFloat> {
    let all = InlineFloat::ALL.into_iter();
    all.filter(move |f| *f != InlineFloat::InvTwoPi || !generation.is_legacy())
}

/// The inline constant that has these 64 bits.
fn inline_wide(generation: Gen, bits: u64) -> Option<Operand> {
    match bits as i64 {
        n @ -16..=64 => Some(Operand::Int(n as i8)),
        _ => floats(generation)
            .find(|f| f.f64_bits() == bits)
            .map(Operand::Float),
    }
}

/// The inline constant that has these bits in a type of 16 or 32 bits.
fn inline_narrow(generation: Gen, bits: u64, ty: Ty) -> Option<Operand> {
    let half = matches!(ty, Ty::F16 | Ty::V2F16);
    floats(generation)
        .find(|f| {
            if half {
                u64::from(f.f16_bits()) == bits & 0xffff
            } else {
                u64::from(f.f32_bits()) == bits & 0xffff_ffff
            }
        })
        .map(Operand::Float)
        // Plus zero, written as a float.
        .or((bits == 0).then_some(Operand::Int(0)))
}

/// The inline constant whose f16 pattern is `bits`. The disassembler writes such codes so in integer
/// operands of 16 bits; where no literal is possible they are meant.
pub fn inline_half(generation: Gen, bits: u32) -> Option<Operand> {
    inline_narrow(generation, bits.into(), Ty::F16).filter(|_| bits != 0)
}

/// Whether an operand is a number, and which.
pub fn value<'t>(arg: &'t Arg<'t>) -> Option<(&'t Value<'t>, bool)> {
    match &arg.kind {
        Kind::Value(v, literal) => Some((v, *literal)),
        _ => None,
    }
}
