//! Modifiers of CLRX's language, which become those of LLVM's (CLRX GcnOperands, "Parametrizable modifiers", and the
//! pages of the encodings).

use super::names;
use crate::asm::args::{Masks, Mod, ModValue, Part, PartValue, integer};
use crate::asm::expr::{Cursor, Symbols, Value, expression};
use crate::asm::lex::{Error, Tok};
use crate::isa::{Gen, VopForm};
use crate::syntax::{SDWA_SEL, SDWA_UNUSED};

/// What may stand behind a modifier's name, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing, or a number that is 0 where the modifier is meant not to be there.
    Flag,
    /// A number.
    Number,
    /// A number, which is 1 where it is missing.
    OptionalNumber,
    /// Bits of sources, in a list or as a number.
    Bits,
    /// A mask of sources.
    Neg,
    Abs,
    Sext,
    /// A part of a dword.
    Select,
    /// What becomes of the rest.
    Unused,
    /// Four lanes.
    Lanes,
    BoundControl,
    /// A DPP control with its number in its name.
    Broadcast(i64),
    /// OMOD as a number.
    OutputModifier,
    Format,
    /// An encoding.
    Encoding(VopForm),
}

/// Names as written, LLVM's names, and what stands behind them.
const MODIFIERS: &[(&str, &str, Form)] = &[
    ("glc", "glc", Form::Flag),
    ("slc", "slc", Form::Flag),
    ("tfe", "tfe", Form::Flag),
    ("lds", "lds", Form::Flag),
    ("gds", "gds", Form::Flag),
    ("nv", "nv", Form::Flag),
    ("offen", "offen", Form::Flag),
    ("idxen", "idxen", Form::Flag),
    ("addr64", "addr64", Form::Flag),
    ("clamp", "clamp", Form::Flag),
    ("high", "high", Form::Flag),
    ("unorm", "unorm", Form::Flag),
    ("da", "da", Form::Flag),
    ("r128", "r128", Form::Flag),
    ("a16", "a16", Form::Flag),
    ("lwe", "lwe", Form::Flag),
    ("d16", "d16", Form::Flag),
    ("done", "done", Form::Flag),
    ("compr", "compr", Form::Flag),
    ("vm", "vm", Form::Flag),
    ("offset", "offset", Form::Number),
    ("inst_offset", "offset", Form::Number),
    ("offset0", "offset0", Form::Number),
    ("offset1", "offset1", Form::Number),
    ("dmask", "dmask", Form::Number),
    ("mul", "mul", Form::Number),
    ("div", "div", Form::Number),
    ("omod", "omod", Form::OutputModifier),
    ("neg", "neg", Form::Neg),
    ("abs", "abs", Form::Abs),
    ("sext", "sext", Form::Sext),
    ("neg_lo", "neg_lo", Form::Bits),
    ("neg_hi", "neg_hi", Form::Bits),
    ("op_sel", "op_sel", Form::Bits),
    ("op_sel_hi", "op_sel_hi", Form::Bits),
    ("dst_sel", "dst_sel", Form::Select),
    ("src0_sel", "src0_sel", Form::Select),
    ("src1_sel", "src1_sel", Form::Select),
    ("dst_unused", "dst_unused", Form::Unused),
    ("dst_un", "dst_unused", Form::Unused),
    ("quad_perm", "quad_perm", Form::Lanes),
    ("row_shl", "row_shl", Form::Number),
    ("row_shr", "row_shr", Form::Number),
    ("row_ror", "row_ror", Form::Number),
    ("wave_shl", "wave_shl", Form::OptionalNumber),
    ("wave_shr", "wave_shr", Form::OptionalNumber),
    ("wave_rol", "wave_rol", Form::OptionalNumber),
    ("wave_ror", "wave_ror", Form::OptionalNumber),
    ("row_mirror", "row_mirror", Form::Flag),
    ("row_half_mirror", "row_half_mirror", Form::Flag),
    ("row_hmirror", "row_half_mirror", Form::Flag),
    ("row_bcast", "row_bcast", Form::Number),
    ("row_bcast15", "row_bcast", Form::Broadcast(15)),
    ("row_bcast31", "row_bcast", Form::Broadcast(31)),
    ("bank_mask", "bank_mask", Form::Number),
    ("row_mask", "row_mask", Form::Number),
    ("bound_ctrl", "bound_ctrl", Form::BoundControl),
    ("format", "format", Form::Format),
    ("vop3", "vop3", Form::Encoding(VopForm::E64)),
    ("sdwa", "sdwa", Form::Encoding(VopForm::Sdwa)),
    ("dpp", "dpp", Form::Encoding(VopForm::Dpp)),
];

/// The modifiers of an instruction.
#[derive(Debug, Default)]
pub struct Modifiers<'a> {
    pub mods: Vec<Mod<'a>>,
    pub masks: Masks,
    pub form: Option<VopForm>,
}

impl<'a> Modifiers<'a> {
    /// Takes the modifier at the cursor, which must be one.
    pub fn take(
        &mut self,
        generation: Gen,
        c: &mut Cursor<'a, '_>,
        symbols: &Symbols,
    ) -> Result<(), Error> {
        let column = c.column();
        let row = match c.peek(0) {
            Some(Tok::Word(word)) => MODIFIERS
                .iter()
                .find(|(name, ..)| name.eq_ignore_ascii_case(word)),
            _ => None,
        };
        let Some((written, name, form)) = row else {
            return Err(c.fail(format!("expected a modifier{}", c.but_got())));
        };
        c.at += 1;
        let valued = c.take(":");
        let p = Reader { symbols, column };
        let number = |n: i64| ModValue::Value(Value::int(n));
        let missing = || {
            let message = format!("'{written}' needs a value behind a colon");
            Err(Error::new(column, message))
        };
        let optional = matches!(
            form,
            Form::Flag
                | Form::OptionalNumber
                | Form::BoundControl
                | Form::Broadcast(_)
                | Form::Encoding(_)
        );
        if !valued && !optional {
            return missing();
        }
        let value = match *form {
            Form::Flag if !valued => ModValue::Flag,
            Form::Flag => match p.known(c)? {
                0 => return Ok(()),
                _ => ModValue::Flag,
            },
            Form::Encoding(form) => {
                if !valued || p.known(c)? != 0 {
                    self.form = Some(form);
                }
                return Ok(());
            }
            Form::OptionalNumber if !valued => number(1),
            Form::Number | Form::OptionalNumber => ModValue::Value(p.value(c)?),
            Form::Broadcast(n) if valued => {
                let message = format!("'{written}' has no value");
                return Err(Error::new(column, format!("{message}: row_bcast:{n} has")));
            }
            Form::Broadcast(n) => number(n),
            Form::OutputModifier => {
                let factor = match p.known(c)? {
                    0 => return Ok(()),
                    n @ (1 | 2) => ("mul", 2 * n),
                    3 => ("div", 2),
                    n => {
                        let message = format!("omod:{n} is out of range: 0 to 3");
                        return Err(Error::new(column, message));
                    }
                };
                self.push(column, factor.0, number(factor.1));
                return Ok(());
            }
            Form::Neg => {
                self.masks.neg |= p.bits(c)?;
                return Ok(());
            }
            Form::Abs => {
                self.masks.abs |= p.bits(c)?;
                return Ok(());
            }
            Form::Sext => {
                self.masks.sext |= p.bits(c)?;
                return Ok(());
            }
            Form::Bits => ModValue::List(bit_list(p.bits(c)?, column)),
            Form::Select => word(p.name(c, names::select, &SDWA_SEL)?),
            Form::Unused => word(p.name(c, names::unused, &SDWA_UNUSED)?),
            Form::Lanes => ModValue::List(p.list(c)?),
            Form::BoundControl => {
                // `bound_ctrl:0:1` is `bound_ctrl`, as `bound_ctrl:0` and `bound_ctrl:1` are.
                if valued {
                    let at = c.column();
                    let which = p.known(c)?;
                    if !(0..=1).contains(&which) {
                        return Err(Error::new(at, "bound_ctrl is followed by 0 or 1"));
                    }
                    if c.take(":") && p.known(c)? == 0 {
                        return Ok(());
                    }
                }
                number(0)
            }
            Form::Format => return self.format(generation, c, &p),
        };
        self.push(column, name, value);
        Ok(())
    }

    fn push(&mut self, column: usize, name: &'a str, value: ModValue<'a>) {
        let m = Mod {
            column,
            name,
            value,
        };
        self.mods.push(m);
    }

    /// `format:[data,number]`: either may be missing, be a name, or be a number behind `@`.
    fn format(&mut self, generation: Gen, c: &mut Cursor<'a, '_>, p: &Reader) -> Result<(), Error> {
        let column = p.column;
        c.expect("[")?;
        let mut place = 0;
        loop {
            let at = c.column();
            let format = if c.take("@") {
                let n = integer(&expression(c, p.symbols)?, at)?;
                let (most, data) = if place == 0 { (15, true) } else { (7, false) };
                let n = u8::try_from(n).ok().filter(|n| *n <= most);
                let Some(n) = n else {
                    return Err(Error::new(
                        at,
                        format!("this format is a number up to {most}"),
                    ));
                };
                if data {
                    names::Format::Data(n)
                } else {
                    names::Format::Number(n)
                }
            } else {
                let number;
                let written = match c.next() {
                    Some(Tok::Word(word) | Tok::Big(word)) => word,
                    Some(Tok::Int(n)) => {
                        number = n.to_string();
                        &number
                    }
                    _ => "",
                };
                let format = names::format(generation, written);
                format.ok_or_else(|| Error::new(at, "expected the name of a format"))?
            };
            let (name, n) = match format {
                names::Format::Data(n) => ("dfmt", n),
                names::Format::Number(n) => ("nfmt", n),
            };
            self.push(column, name, ModValue::Value(Value::int(n.into())));
            place += 1;
            if !c.take(",") {
                break;
            }
        }
        c.expect("]")
    }
}

/// A word that is known to the rest of the assembler.
fn word(name: &'static str) -> ModValue<'static> {
    ModValue::Value(Value {
        word: Some(name),
        ..Value::default()
    })
}

/// Bits as a list of zeros and ones.
fn bit_list(bits: u8, column: usize) -> Vec<Part<'static>> {
    let significant = 8 - bits.leading_zeros();
    let part = |i: u32| Part {
        column,
        value: PartValue::Value(Value::int((bits >> i & 1).into())),
    };
    (0..significant).map(part).collect()
}

/// Reads what stands behind a modifier's name.
struct Reader<'s> {
    symbols: &'s Symbols,
    column: usize,
}

impl Reader<'_> {
    /// A number, which may have an `@` in front.
    fn value<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Value<'a>, Error> {
        c.take("@");
        expression(c, self.symbols)
    }

    /// A number that is known here.
    fn known(&self, c: &mut Cursor) -> Result<i64, Error> {
        let column = c.column();
        let value = self.value(c)?;
        integer(&value, column)
    }

    /// `[a, b]`.
    fn list<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Vec<Part<'a>>, Error> {
        c.expect("[")?;
        let mut parts = Vec::new();
        loop {
            let column = c.column();
            let value = PartValue::Value(self.value(c)?);
            parts.push(Part { column, value });
            if !c.take(",") {
                break;
            }
        }
        c.expect("]")?;
        Ok(parts)
    }

    /// Up to four bits: a list of them, or a number.
    fn bits(&self, c: &mut Cursor) -> Result<u8, Error> {
        let fail = |column: usize| {
            let message = "expected a number of up to four bits, or a list of them";
            Err(Error::new(column, message))
        };
        if !c.is("[") {
            let column = c.column();
            return match u8::try_from(self.known(c)?) {
                Ok(n) if n < 16 => Ok(n),
                Ok(_) | Err(_) => fail(column),
            };
        }
        let mut bits = 0;
        for (i, part) in self.list(c)?.iter().enumerate() {
            let PartValue::Value(v) = &part.value else {
                return fail(part.column);
            };
            if i >= 4 {
                return fail(part.column);
            }
            // Any number but 0 sets the bit.
            bits |= u8::from(integer(v, part.column)? != 0) << i;
        }
        Ok(bits)
    }

    /// A word that `known` knows, or behind `@` its number among `all`.
    fn name(
        &self,
        c: &mut Cursor,
        known: fn(&str) -> Option<&'static str>,
        all: &[&'static str],
    ) -> Result<&'static str, Error> {
        let column = c.column();
        let found = if c.take("@") {
            let n = self.known(c)?;
            usize::try_from(n).ok().and_then(|n| all.get(n).copied())
        } else {
            match c.next() {
                Some(Tok::Word(word)) => known(word),
                _ => None,
            }
        };
        found.ok_or_else(|| {
            let message = format!("expected one of {}", all.join(", ").to_lowercase());
            Error::new(column, message)
        })
    }
}
