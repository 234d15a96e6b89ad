//! Operands and modifiers of an instruction, as yet without the meaning that the mnemonic gives them.

use super::expr::{Cursor, Symbols, Value, expression, expression_within};
use super::lex::{Error, Tok};
pub use super::register::{File, Reg};
use crate::disasm::class;
use crate::isa::{Gen, M0, Operand, VopForm};
use crate::syntax::{DPP_CONTROLS, NULL, SGPRS, SOURCES, ttmps, value_of};

/// An operand.
#[derive(Clone, Debug)]
pub struct Arg<'a> {
    pub column: usize,
    /// As it was written, for messages.
    pub kind: Kind<'a>,
    pub neg: bool,
    pub abs: bool,
    pub sext: bool,
    /// See [`Token::note`](super::lex::Token::note).
    pub note: &'a str,
}

impl Arg<'_> {
    /// The first register of the operand as a tuple of `dwords` registers of a file.
    ///
    /// Registers with a name of their own have any width where LLVM's comment tells.
    pub fn register(&self, file: File, dwords: u8) -> Option<u8> {
        let Kind::Reg(r) = self.kind else {
            return None;
        };
        let any = || {
            let vector = class::register(&format!("VReg_{}", 32 * u32::from(dwords)));
            let noted = self.note == class::wide(dwords) || self.note == vector;
            r.named && r.dwords == 2 && noted
        };
        (r.file == file && (r.dwords == dwords || (file == File::Scalar && any())))
            .then_some(r.first)
    }

    /// Whether a constant stands where LLVM's comment says that none belongs.
    pub fn is_noted_constant(&self) -> bool {
        self.note == class::IMMEDIATE && matches!(self.kind, Kind::Value(..))
    }
}

/// What an operand is.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    Reg(Reg),
    /// A source with a code of its own, such as SCC.
    Special(Operand),
    /// No register.
    Off,
    /// A number, or a name whose meaning depends on the place. With `lit()` always a literal.
    Value(Value<'a>, bool),
    /// `name(parts)`.
    Call(&'a str, Vec<Part<'a>>),
}

impl Kind<'_> {
    /// What it is, for messages.
    pub fn describe(&self) -> String {
        match self {
            Kind::Reg(r) => match (r.file, r.dwords) {
                (File::Scalar, 1) => "a scalar register".into(),
                (File::Vector, 1) => "a vector register".into(),
                (File::Acc, 1) => "an accumulation register".into(),
                (File::Scalar, n) => format!("{n} scalar registers"),
                (File::Vector, n) => format!("{n} vector registers"),
                (File::Acc, n) => format!("{n} accumulation registers"),
            },
            Kind::Special(_) => "a special source".into(),
            Kind::Off => "'off'".into(),
            Kind::Value(v, _) => match (v.undefined, v.word) {
                (Some(name), _) => format!("'{name}'"),
                (None, Some(name)) => format!("the symbol '{name}'"),
                _ => "a number".into(),
            },
            Kind::Call(name, _) => format!("'{name}(...)'"),
        }
    }
}

/// A part of a [`Kind::Call`].
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub column: usize,
    pub value: PartValue<'a>,
}

/// See [`Part`].
#[derive(Clone, Copy, Debug)]
pub enum PartValue<'a> {
    Value(Value<'a>),
    Str(&'a str),
}

/// A modifier: `name`, or `name:value`.
#[derive(Clone, Debug)]
pub struct Mod<'a> {
    pub column: usize,
    pub name: &'a str,
    pub value: ModValue<'a>,
}

/// What follows a modifier's name.
#[derive(Clone, Debug)]
pub enum ModValue<'a> {
    Flag,
    /// `noglc`: what is so without it.
    Off,
    Value(Value<'a>),
    List(Vec<Part<'a>>),
    Call(&'a str, Vec<Part<'a>>),
}

/// Modifiers without a value, beside those of DPP.
const FLAGS: &[&str] = &[
    "glc", "slc", "scc", "sc0", "sc1", "nt", "tfe", "lds", "gds", "offen", "idxen", "addr64",
    "clamp", "high", "unorm", "da", "r128", "a16", "lwe", "d16", "done", "compr", "vm",
];

fn is_flag(word: &str) -> bool {
    let dpp = || {
        let mut controls = DPP_CONTROLS.iter();
        controls.any(|c| c.values.is_none() && c.name == word)
    };
    FLAGS.contains(&word) || dpp()
}

/// The operands and modifiers behind a mnemonic.
#[derive(Debug)]
pub struct Arguments<'a> {
    pub args: Vec<Arg<'a>>,
    pub mods: Vec<Mod<'a>>,
    /// Source modifiers beside the operands, by the number of the source.
    pub masks: Masks,
    /// The form that a modifier asks for.
    pub form: Option<VopForm>,
    /// Behind the last one.
    pub end: usize,
}

/// Source modifiers: a bit for each source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    pub neg: u8,
    pub abs: u8,
    pub sext: u8,
}

/// Parses what follows a mnemonic; `even`: tuples of vector registers start at even ones. Commas between operands may be
/// missing, as LLVM has it.
pub fn arguments<'a>(
    (generation, even): (Gen, bool),
    mnemonic: &str,
    words: Words,
    c: &mut Cursor<'a, '_>,
    symbols: &Symbols,
) -> Result<Arguments<'a>, Error> {
    let p = Parser {
        generation,
        even,
        symbols,
        align: Align::Even,
    };
    let (mut args, mut mods): (Vec<Arg>, Vec<Mod>) = (Vec::new(), Vec::new());
    let mut comma = true;
    while !c.done() {
        let column = c.column();
        // Where an operand must stand, the name of a modifier is a symbol (the branch to `done`); but
        // modifiers alone may follow ds_gws_sema_v and buffer_inv. Of buffers a16 and scc are registers.
        let next = c.peek(0);
        let bare = next == Some(Tok::Word("gds"))
            || mnemonic.starts_with("buffer_") && !matches!(next, Some(Tok::Word("a16" | "scc")));
        let only_operand = match words {
            Words::Operands => comma && mods.is_empty() && !bare,
            Words::Modifiers => args.is_empty() && !bare,
        };
        if let Some(m) = p.modifier(c, only_operand, words)? {
            mods.push(m);
            // A comma between modifiers changes nothing.
            comma = c.take(",") || !mods.is_empty();
            continue;
        }
        // The format was written in front of the last operand once.
        let misplaced = |m: &&Mod| !matches!(m.name, "dfmt" | "nfmt" | "format");
        if let Some(m) = mods.iter().find(misplaced) {
            let message = format!("an operand behind the modifier '{}'", m.name);
            return Err(Error::new(column, message));
        }
        let arg = p.arg(c)?;
        // Counters of s_waitcnt are joined by `&`, too.
        let call = matches!(arg.kind, Kind::Call(..));
        args.push(arg);
        comma = c.take(",") || (call && c.take("&"));
    }
    Ok(Arguments {
        args,
        mods,
        masks: Masks::default(),
        form: None,
        end: c.column(),
    })
}

/// What a word behind a comma is that names a modifier: it may also be a symbol's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    Operands,
    Modifiers,
}

/// Reads operands of a generation.
pub struct Parser<'s> {
    pub generation: Gen,
    /// Whether tuples of vector registers start at even ones.
    pub even: bool,
    pub symbols: &'s Symbols,
    pub align: Align,
}

/// Where tuples of scalar registers may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Where every encoding can express it.
    Even,
    Anywhere,
}

impl Parser<'_> {
    /// A modifier, if there is one here; where there can be none without a value, `valued`.
    fn modifier<'a>(
        &self,
        c: &mut Cursor<'a, '_>,
        valued: bool,
        words: Words,
    ) -> Result<Option<Mod<'a>>, Error> {
        let column = c.column();
        let Some(Tok::Word(name)) = c.peek(0) else {
            return Ok(None);
        };
        if c.peek(1) != Some(Tok::Mark(":")) {
            let is_symbol = words == Words::Operands && self.symbols.get(name).is_some();
            let (name, value) = match name.strip_prefix("no") {
                Some(rest) if FLAGS.contains(&rest) => (rest, ModValue::Off),
                _ => (name, ModValue::Flag),
            };
            if valued || !is_flag(name) || is_symbol {
                return Ok(None);
            }
            c.at += 1;
            return Ok(Some(Mod {
                column,
                name,
                value,
            }));
        }
        c.at += 2;
        let value = match (c.peek(0), c.peek(1)) {
            (Some(Tok::Mark("[")), _) => ModValue::List(self.parts(c, "[", "]")?),
            (Some(Tok::Word(call)), Some(Tok::Mark("("))) => {
                c.at += 1;
                ModValue::Call(call, self.parts(c, "(", ")")?)
            }
            _ => ModValue::Value(expression(c, self.symbols)?),
        };
        Ok(Some(Mod {
            column,
            name,
            value,
        }))
    }

    /// `(a, 1, "b")`, or the same in brackets.
    fn parts<'a>(
        &self,
        c: &mut Cursor<'a, '_>,
        open: &str,
        close: &str,
    ) -> Result<Vec<Part<'a>>, Error> {
        c.expect(open)?;
        let mut parts = Vec::new();
        if c.take(close) {
            return Ok(parts);
        }
        loop {
            let column = c.column();
            let value = match c.peek(0) {
                Some(Tok::Str(s)) => {
                    c.at += 1;
                    PartValue::Str(s)
                }
                _ => PartValue::Value(expression(c, self.symbols)?),
            };
            parts.push(Part { column, value });
            if !c.take(",") {
                break;
            }
        }
        c.expect(close)?;
        Ok(parts)
    }

    /// A constant that must be known at once.
    pub fn number(&self, c: &mut Cursor) -> Result<i64, Error> {
        let column = c.column();
        let value = expression(c, self.symbols)?;
        integer(&value, column)
    }

    /// An operand with its source modifiers.
    fn arg<'a>(&self, c: &mut Cursor<'a, '_>) -> Result<Arg<'a>, Error> {
        let column = c.column();
        let neg_call = self.call(c, "neg");
        // A minus in front of a number is the number's.
        let minus = !neg_call && c.is("-") && self.is_negated(c);
        c.at += usize::from(minus);
        let sext = self.call(c, "sext");
        let abs_call = self.call(c, "abs");
        let bar = !abs_call && c.take("|");
        let kind = self.kind(c, !bar)?;
        let note = c.note();
        if bar {
            c.expect("|")?;
        }
        for open in [abs_call, sext, neg_call] {
            if open {
                c.expect(")")?;
            }
        }
        Ok(Arg {
            column,
            kind,
            neg: neg_call || minus,
            abs: abs_call || bar,
            sext,
            note,
        })
    }

    /// Takes `name(`.
    fn call(&self, c: &mut Cursor, name: &str) -> bool {
        let is = matches!(c.peek(0), Some(Tok::Word(w)) if w == name)
            && c.peek(1) == Some(Tok::Mark("("));
        c.at += 2 * usize::from(is);
        is
    }

    /// Whether the minus here is a modifier: a register or an absolute value follows.
    fn is_negated(&self, c: &Cursor) -> bool {
        match c.peek(1) {
            Some(Tok::Mark("|" | "[")) => true,
            Some(Tok::Word("abs" | "lit")) => c.peek(2) == Some(Tok::Mark("(")),
            Some(Tok::Word(w)) => {
                let mut ahead = c.clone();
                ahead.at += 1;
                !matches!(self.register(&mut ahead), Ok(None)) || self.special(w).is_some()
            }
            _ => false,
        }
    }

    /// A source that is neither register nor constant.
    pub fn special(&self, word: &str) -> Option<Operand> {
        let code = SOURCES.iter().find(|n| {
            let bare = n.name.strip_prefix("src_");
            n.gens.has(self.generation) && (n.name == word || bare == Some(word))
        })?;
        Some(match code.value {
            251 => Operand::Vccz,
            252 => Operand::Execz,
            253 => Operand::Scc,
            254 => Operand::LdsDirect,
            // The disassembler's names for what gfx8 has not.
            _ if !self.generation.is_gfx9() => return None,
            aperture => Operand::Aperture(aperture as u8),
        })
    }

    /// An operand without source modifiers.
    fn kind<'a>(&self, c: &mut Cursor<'a, '_>, bars: bool) -> Result<Kind<'a>, Error> {
        let word = match c.peek(0) {
            Some(Tok::Word(w)) => Some(w),
            _ => None,
        };
        // A symbol that is called as a register is not seen here.
        if let Some(reg) = self.register(c)? {
            return Ok(Kind::Reg(reg));
        }
        let Some(word) = word else {
            let value = expression_within(c, self.symbols, bars)?;
            return Ok(Kind::Value(value, false));
        };
        if c.peek(1) == Some(Tok::Mark("(")) {
            c.at += 1;
            if word != "lit" {
                return Ok(Kind::Call(word, self.parts(c, "(", ")")?));
            }
            c.expect("(")?;
            let value = expression(c, self.symbols)?;
            c.expect(")")?;
            return Ok(Kind::Value(value, true));
        }
        if let Some(op) = self.special(word) {
            c.at += 1;
            return Ok(Kind::Special(op));
        }
        if word == "off" && self.symbols.get(word).is_none() {
            c.at += 1;
            return Ok(Kind::Off);
        }
        let value = expression_within(c, self.symbols, bars)?;
        Ok(Kind::Value(value, false))
    }

    /// A register tuple, if there is one here.
    fn register(&self, c: &mut Cursor) -> Result<Option<Reg>, Error> {
        let column = c.column();
        match c.peek(0) {
            Some(Tok::Mark("[")) => self.register_list(c).map(Some),
            Some(Tok::Word(word)) => {
                let brackets = c.peek(1) == Some(Tok::Mark("["));
                let Some((bank, digits)) = bank(word) else {
                    return match self.named(word, column)? {
                        Some(reg) if !brackets => {
                            c.at += 1;
                            Ok(Some(reg))
                        }
                        _ => Ok(None),
                    };
                };
                if digits.is_empty() {
                    if !brackets {
                        return Ok(None);
                    }
                    c.at += 2;
                    let first = self.number(c)?;
                    let last = if c.take(":") { self.number(c)? } else { first };
                    c.expect("]")?;
                    return self.tuple(bank, first, last, column).map(Some);
                }
                let Ok(n) = digits.parse::<i64>() else {
                    return Ok(None);
                };
                c.at += 1;
                self.tuple(bank, n, n, column).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `[s4, s5]`: single registers in a row.
    fn register_list(&self, c: &mut Cursor) -> Result<Reg, Error> {
        let start = c.column();
        c.expect("[")?;
        let mut all: Option<Reg> = None;
        loop {
            let column = c.column();
            let next = if c.is("[") { None } else { self.register(c)? };
            let Some(next) = next else {
                return Err(Error::new(column, "expected a register"));
            };
            if next.dwords != 1 {
                return Err(Error::new(column, "expected a single 32-bit register"));
            }
            all = Some(match all {
                None => next,
                Some(r) => {
                    let follows = u16::from(r.first) + u16::from(r.dwords) == u16::from(next.first);
                    if next.file != r.file || !follows {
                        return Err(Error::new(column, "the registers must follow each other"));
                    }
                    // Far more than any operand takes.
                    let dwords = r.dwords.saturating_add(next.dwords).min(64);
                    let named = false;
                    Reg { dwords, named, ..r }
                }
            });
            if !c.take(",") {
                break;
            }
        }
        c.expect("]")?;
        let Some(reg) = all else {
            return Err(Error::new(start, "an empty list of registers"));
        };
        self.aligned(reg, reg.first, start)?;
        Ok(reg)
    }

    /// A register by a name of its own.
    pub fn named(&self, word: &str, column: usize) -> Result<Option<Reg>, Error> {
        if word == "null" && !self.generation.is_legacy() {
            return Ok(Some(Reg {
                file: File::Scalar,
                first: NULL,
                dwords: 1,
                named: true,
            }));
        }
        let (base, half) = match (word.strip_suffix("_lo"), word.strip_suffix("_hi")) {
            (Some(base), _) => (base, Some(0)),
            (_, Some(base)) => (base, Some(1)),
            _ => (word, None),
        };
        let Some(known) = SGPRS.iter().find(|n| n.name == base) else {
            return Ok(None);
        };
        let Some(code) = value_of(SGPRS, self.generation, base) else {
            let g = self.generation;
            let message = format!("{g} has no register {}", known.name);
            return Err(Error::new(column, message));
        };
        let code = code as u8;
        Ok(match (code, half) {
            (M0, Some(_)) => None,
            (M0, None) => Some((code, 1)),
            (_, Some(half)) => Some((code + half, 1)),
            (_, None) => Some((code, 2)),
        }
        .map(|(first, dwords)| Reg {
            file: File::Scalar,
            first,
            dwords,
            named: true,
        }))
    }

    /// Registers `first` to `last` of a bank.
    pub fn tuple(&self, bank: Bank, first: i64, last: i64, column: usize) -> Result<Reg, Error> {
        let fail = |m: String| Err(Error::new(column, m));
        let g = self.generation;
        let (file, base, count, name) = match bank {
            Bank::Sgpr if g.is_legacy() => (File::Scalar, 0, 104, "s"),
            Bank::Sgpr => (File::Scalar, 0, 102, "s"),
            Bank::Ttmp => (File::Scalar, ttmps(g).0, ttmps(g).1, "ttmp"),
            Bank::Vgpr => (File::Vector, 0, 255, "v"),
            Bank::Acc => (File::Acc, 0, 255, "a"),
        };
        let highest = i64::from(count) - i64::from(matches!(bank, Bank::Sgpr | Bank::Ttmp));
        if first > last {
            return fail(format!("{name}[{first}:{last}] runs backwards"));
        }
        if first < 0 || last > highest {
            return fail(format!(
                "{name}{last} is out of range: {g} has {name}0 to {name}{highest}"
            ));
        }
        let mut used = self.symbols.used.get();
        match bank {
            Bank::Sgpr => used[0] = used[0].max(last + 1),
            Bank::Vgpr => used[1] = used[1].max(last + 1),
            Bank::Acc | Bank::Ttmp => {}
        }
        self.symbols.used.set(used);
        let reg = Reg {
            file,
            first: base + first as u8,
            dwords: (last - first + 1).min(64) as u8,
            named: false,
        };
        self.aligned(reg, first as u8, column)?;
        Ok(reg)
    }

    /// Checks that there are tuples of the size, that a scalar tuple starts where the encoding can express it, and a vector
    /// tuple where the hardware has one.
    pub fn aligned(&self, reg: Reg, first: u8, column: usize) -> Result<(), Error> {
        let n = reg.dwords;
        if self.align == Align::Anywhere {
            return Ok(());
        }
        // The sizes that any operand has; 5 are those of an image's data with its status.
        if !matches!(n, 1..=12 | 16 | 32) {
            let message = format!("there are no tuples of {n} registers");
            return Err(Error::new(column, message));
        }
        let (kind, align) = match reg.file {
            File::Scalar => ("scalar", n.next_power_of_two().min(4)),
            File::Vector | File::Acc if self.even => ("vector", n.min(2)),
            File::Vector | File::Acc => ("vector", 1),
        };
        if !first.is_multiple_of(align) {
            let message =
                format!("a tuple of {n} {kind} registers must start at a multiple of {align}");
            return Err(Error::new(column, message));
        }
        Ok(())
    }
}

/// Registers that are numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bank {
    Sgpr,
    Vgpr,
    Acc,
    Ttmp,
}

/// The bank that a register's name starts with, and the rest of the name when that is a number or
/// nothing.
pub fn bank(word: &str) -> Option<(Bank, &str)> {
    let banks = [
        ("ttmp", Bank::Ttmp),
        ("acc", Bank::Acc),
        ("s", Bank::Sgpr),
        ("v", Bank::Vgpr),
        ("a", Bank::Acc),
    ];
    let (bank, rest) = banks
        .into_iter()
        .find_map(|(name, b)| Some((b, word.strip_prefix(name)?)))?;
    let number = rest.bytes().all(|b| b.is_ascii_digit());
    number.then_some((bank, rest))
}

/// The integer that `value` is, which no label and no later symbol may take part in.
pub fn integer(value: &Value, column: usize) -> Result<i64, Error> {
    if let Some(name) = value.undefined {
        return Err(Error::new(column, format!("'{name}' is not defined")));
    }
    if value.float.is_some() {
        return Err(Error::new(column, "expected an integer"));
    }
    if value.base != 0 {
        return Err(Error::new(
            column,
            "the address of a label is known only when the code is loaded",
        ));
    }
    if value.across {
        return Err(Error::new(
            column,
            "the distance between labels of two sections is not known here",
        ));
    }
    Ok(value.int)
}
