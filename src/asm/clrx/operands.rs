//! Operands of instructions in CLRX's language (CLRX GcnOperands, ClrxAsmSyntax "Instruction operands").

use super::modifiers::Modifiers;
use super::names;
use crate::asm::args::{
    Align, Arg, Arguments, Bank, File, Kind, Parser, Part, PartValue, Reg, Words, bank,
};
use crate::asm::expr::{Cursor, Symbols, Value, expression, expression_within};
use crate::asm::lex::{Error, Tok};
use crate::asm::register::Alias;
use crate::isa::{Gen, Operand};

/// Parses what follows a mnemonic.
pub fn arguments<'a>(
    generation: Gen,
    words: Words,
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
) -> Result<Arguments<'a>, Error> {
    let operands = Operands::new(generation, symbols);
    let mut args: Vec<Arg> = Vec::new();
    let mut m = Modifiers::default();
    // Behind a comma there is an operand, whatever it is called. Some instructions have modifiers alone.
    let mut comma = words == Words::Operands;
    while !c.done() {
        if !comma {
            m.take(generation, c, symbols)?;
            continue;
        }
        let arg = operands.arg(c)?;
        // Counters of s_waitcnt follow each other, with `&` or without.
        let call = matches!(arg.kind, Kind::Call(..));
        args.push(arg);
        comma = c.take(",");
        let joined = comma || call && c.take("&");
        if joined && c.done() {
            return Err(c.fail("an operand is missing at the end of the line"));
        }
        comma = joined || call && !c.done();
    }
    Ok(Arguments {
        args,
        mods: m.mods,
        masks: m.masks,
        form: m.form,
        end: c.column(),
    })
}

/// Reads operands.
pub struct Operands<'s> {
    parser: Parser<'s>,
    symbols: &'s Symbols,
}

impl<'s> Operands<'s> {
    pub fn new(generation: Gen, symbols: &'s Symbols) -> Self {
        Operands {
            parser: Parser {
                generation,
                even: false,
                symbols,
                align: Align::Even,
            },
            symbols,
        }
    }

    /// An operand with its source modifiers.
    fn arg<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Arg<'a>, Error> {
        let column = c.column();
        let mut arg = Arg {
            column,
            kind: Kind::Off,
            neg: false,
            abs: false,
            sext: false,
            note: "",
        };
        let mut open = Vec::new();
        loop {
            if c.take("|") {
                arg.abs = true;
                open.push("|");
                continue;
            }
            if let Some(minuses) = self.minuses(c) {
                c.at += minuses;
                arg.neg ^= minuses % 2 == 1;
                continue;
            }
            let (Some(Tok::Word(word)), Some(Tok::Mark("("))) = (c.peek(0), c.peek(1)) else {
                break;
            };
            let set = match word.to_ascii_lowercase().as_str() {
                "abs" => &mut arg.abs,
                "neg" => &mut arg.neg,
                "sext" => &mut arg.sext,
                _ => break,
            };
            *set = true;
            c.at += 2;
            open.push(")");
        }
        arg.kind = self.kind(c, !open.contains(&"|"))?;
        for close in open.into_iter().rev() {
            c.expect(close)?;
        }
        Ok(arg)
    }

    /// How many minuses are here that are source modifiers: an operand that is no number follows. `None` where there are
    /// none.
    fn minuses(&self, c: &Cursor) -> Option<usize> {
        let mut ahead = c.clone();
        while ahead.take("-") {}
        let count = ahead.at - c.at;
        let negated = match ahead.peek(0) {
            Some(Tok::Mark("|")) => true,
            Some(Tok::Word(word)) => {
                let call = ahead.peek(1) == Some(Tok::Mark("("));
                let lower = word.to_ascii_lowercase();
                let alias = self.symbols.alias(word);
                call && matches!(lower.as_str(), "abs" | "sext" | "neg")
                    || alias.is_some_and(|a| matches!(a, Alias::Reg(_)))
                    || alias.is_none() && !matches!(self.register(&mut ahead), Ok(None))
                    || self.parser.special(&lower).is_some()
            }
            _ => false,
        };
        (count > 0 && negated).then_some(count)
    }

    /// An operand without source modifiers; `bars`: `|` is an operator.
    pub fn kind<'a>(&self, c: &mut Cursor<'a, '_>, bars: bool) -> Result<Kind<'a>, Error> {
        let number = |c: &mut Cursor<'a, '_>| {
            let value = expression_within(c, self.symbols, bars)?;
            Ok(Kind::Value(value, false))
        };
        // What follows an `@` is a number, even if a register is called so.
        if c.take("@") {
            return number(c);
        }
        if let Some(kind) = self.alias(c)? {
            return Ok(kind);
        }
        if let Some(reg) = self.register(c)? {
            return Ok(Kind::Reg(reg));
        }
        let Some(Tok::Word(word)) = c.peek(0) else {
            return number(c);
        };
        if c.peek(1) == Some(Tok::Mark("(")) {
            let call = names::call(word);
            c.at += 1;
            return match call {
                Some("lit") => {
                    c.expect("(")?;
                    let value = expression(c, self.symbols)?;
                    c.expect(")")?;
                    Ok(Kind::Value(value, true))
                }
                name => Ok(Kind::Call(name.unwrap_or(word), self.parts(c)?)),
            };
        }
        let lower = word.to_ascii_lowercase();
        let special = match lower.as_str() {
            "lds" => Some(Operand::LdsDirect),
            _ => self.parser.special(&lower),
        };
        if let Some(op) = special {
            c.at += 1;
            return Ok(Kind::Special(op));
        }
        let is_symbol = self.symbols.has(word);
        if lower.as_str() == "off" && !is_symbol {
            c.at += 1;
            return Ok(Kind::Off);
        }
        // An attribute's channel may stand apart from it.
        let (joined, tokens) = match (c.peek(1), c.peek(2)) {
            (Some(Tok::Word(".")), Some(Tok::Word(channel))) => (format!("{lower}.{channel}"), 3),
            _ => (lower, 1),
        };
        if let Some(word) = names::word(&joined).filter(|_| !is_symbol) {
            c.at += tokens;
            let value = Value {
                word: Some(word),
                undefined: Some(word),
                ..Value::default()
            };
            return Ok(Kind::Value(value, false));
        }
        number(c)
    }

    /// `(a, @1, emit-cut)`.
    fn parts<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Vec<Part<'a>>, Error> {
        c.expect("(")?;
        let mut parts = Vec::new();
        if c.take(")") {
            return Ok(parts);
        }
        loop {
            let column = c.column();
            c.take("@");
            let cut = matches!(
                (c.peek(0), c.peek(1), c.peek(2)),
                (Some(Tok::Word(e)), Some(Tok::Mark("-")), Some(Tok::Word(d)))
                    if e.eq_ignore_ascii_case("emit") && d.eq_ignore_ascii_case("cut")
            );
            let value = if cut {
                c.at += 3;
                Value {
                    word: Some("EMIT_CUT"),
                    ..Value::default()
                }
            } else {
                expression(c, self.symbols)?
            };
            let value = PartValue::Value(value);
            parts.push(Part { column, value });
            if !c.take(",") {
                break;
            }
        }
        c.expect(")")?;
        Ok(parts)
    }

    /// What a symbol stands for that is no number, if there is one here: all of it, or what brackets behind it say.
    fn alias<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Option<Kind<'a>>, Error> {
        let column = c.column();
        let Some(Tok::Word(word)) = c.peek(0) else {
            return Ok(None);
        };
        let Some(alias) = self.symbols.alias(word) else {
            return Ok(None);
        };
        c.at += 1;
        let brackets = self.brackets(c)?;
        if !matches!(alias, Alias::Reg(_)) && brackets.is_some_and(|(first, _)| first != 0) {
            let message = format!("'{word}' stands for a value, which has no parts but [0]");
            return Err(Error::new(column, message));
        }
        Ok(Some(match alias {
            Alias::Reg(reg) => Kind::Reg(self.part_of(reg, word, brackets, column)?),
            Alias::Special(op) => Kind::Special(op),
            Alias::Int(n) => Kind::Value(Value::int(n), false),
            Alias::Float(f) => {
                let value = Value {
                    float: Some(f),
                    ..Value::default()
                };
                Kind::Value(value, false)
            }
        }))
    }

    /// `[first:last]` or `[one]`, if it is here.
    fn brackets(&self, c: &mut Cursor) -> Result<Option<(i64, i64)>, Error> {
        if !c.take("[") {
            return Ok(None);
        }
        let first = self.parser.number(c)?;
        let last = if c.take(":") {
            self.parser.number(c)?
        } else {
            first
        };
        c.expect("]")?;
        Ok(Some((first, last)))
    }

    /// The registers of `reg`, called `name`, that brackets behind it say.
    fn part_of(
        &self,
        reg: Reg,
        name: &str,
        brackets: Option<(i64, i64)>,
        column: usize,
    ) -> Result<Reg, Error> {
        let Some((first, last)) = brackets else {
            self.parser.aligned(reg, reg.first, column)?;
            return Ok(reg);
        };
        if first < 0 || first > last || last >= i64::from(reg.dwords) {
            let message = format!(
                "{name}[{first}:{last}]: '{name}' has registers 0 to {}",
                reg.dwords - 1
            );
            return Err(Error::new(column, message));
        }
        let part = Reg {
            first: reg.first + first as u8,
            dwords: (last - first + 1) as u8,
            ..reg
        };
        self.parser.aligned(part, part.first, column)?;
        Ok(part)
    }

    /// A register tuple, if there is one here.
    fn register(&self, c: &mut Cursor) -> Result<Option<Reg>, Error> {
        let column = c.column();
        let Some(Tok::Word(word)) = c.peek(0) else {
            return Ok(None);
        };
        let lower = word.to_ascii_lowercase();
        let Some((bank, digits)) = bank(&lower).filter(|(b, _)| *b != Bank::Acc) else {
            // LLVM's name of what there is not.
            if lower == "null" {
                return Ok(None);
            }
            let Some(reg) = self.parser.named(&lower, column)? else {
                return Ok(None);
            };
            c.at += 1;
            let brackets = self.brackets(c)?;
            return self.part_of(reg, word, brackets, column).map(Some);
        };
        let (first, last) = if digits.is_empty() {
            if c.peek(1) != Some(Tok::Mark("[")) {
                return Ok(None);
            }
            c.at += 1;
            self.brackets(c)?.unwrap_or_default()
        } else {
            let Ok(n) = digits.parse::<i64>() else {
                return Ok(None);
            };
            c.at += 1;
            (n, n)
        };
        self.parser.tuple(bank, first, last, column).map(Some)
    }

    /// The operand behind `name = %`, to the end of the statement. It need not be one that an instruction takes.
    pub fn assigned(generation: Gen, c: &mut Cursor, symbols: &'s Symbols) -> Result<Alias, Error> {
        let mut operands = Operands::new(generation, symbols);
        operands.parser.align = Align::Anywhere;
        let column = c.column();
        // Here a register's name with brackets is the register's, even where a symbol is called so.
        let brackets = c.peek(1) == Some(Tok::Mark("["));
        let register = if brackets {
            operands.register(c)?
        } else {
            None
        };
        let kind = match register {
            Some(reg) => Kind::Reg(reg),
            None => operands.kind(c, true)?,
        };
        let alias = match kind {
            Kind::Reg(reg) => Some(Alias::Reg(reg)),
            Kind::Special(op) => Some(Alias::Special(op)),
            Kind::Value(v, false) if v.undefined.is_none() && v.base == 0 => {
                Some(v.float.map_or(Alias::Int(v.int), Alias::Float))
            }
            Kind::Value(..) | Kind::Off | Kind::Call(..) => None,
        };
        let Some(alias) = alias else {
            return Err(Error::new(column, "expected registers, or a number"));
        };
        if !c.done() {
            return Err(c.fail(format!("expected the end of the line{}", c.but_got())));
        }
        Ok(alias)
    }
}

/// Whether the operand is a scalar one: no address, but what follows it.
pub fn is_scalar(arg: &Arg) -> bool {
    matches!(arg.kind, Kind::Reg(r) if r.file == File::Scalar)
}
