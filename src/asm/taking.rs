//! The operands of an instruction, handed out one after the other: what every encoding takes its own from.

use std::cell::Cell;

use super::args::{Arg, Arguments, File, Kind, Mod, ModValue, Part, PartValue, Reg, integer};
use super::dialect::Dialect;
use super::expr::{Symbols, Value};
use super::lex::Error;
use crate::isa::Gen;

/// Hands out the operands one after the other, and the modifiers by name.
pub struct Args<'t> {
    pub generation: Gen,
    pub mnemonic: &'t str,
    pub symbols: &'t Symbols,
    arguments: &'t Arguments<'t>,
    next: Cell<usize>,
    /// How many sources can have modifiers.
    pub sources: Cell<usize>,
    /// Bit per modifier: asked for.
    known: Cell<u64>,
}

impl<'t> Args<'t> {
    /// The operands and modifiers of the instruction `mnemonic`, none of them taken yet.
    pub fn new(
        generation: Gen,
        mnemonic: &'t str,
        arguments: &'t Arguments<'t>,
        symbols: &'t Symbols,
    ) -> Self {
        Args {
            generation,
            mnemonic,
            symbols,
            arguments,
            next: Cell::new(0),
            sources: Cell::new(0),
            known: Cell::new(0),
        }
    }

    /// Whether the text is in CLRX's language.
    pub fn is_clrx(&self) -> bool {
        self.symbols.dialect == Dialect::Clrx
    }

    /// Negation, absolute value and sign extension of `arg`, which is source `i`.
    pub fn source_modifiers(&self, arg: &Arg, i: usize) -> (bool, bool, bool) {
        let masks = &self.arguments.masks;
        let has = |mask: u8| mask >> i & 1 != 0;
        (
            arg.neg || has(masks.neg),
            arg.abs || has(masks.abs),
            arg.sext || has(masks.sext),
        )
    }

    /// Checks that no operand and no modifier is left.
    pub fn finish(&self) -> Result<(), Error> {
        let masks = &self.arguments.masks;
        let masked = masks.neg | masks.abs | masks.sext;
        if masked >> self.sources.get() != 0 {
            let message = format!(
                "a source modifier for a source that '{}' does not have",
                self.mnemonic
            );
            return Err(Error::new(self.end(), message).ranked(2));
        }
        let taken = self.next.get();
        if let Some(arg) = self.arguments.args.get(taken) {
            let message = match taken {
                0 => format!("'{}' has no operands", self.mnemonic),
                1 => format!("'{}' has one operand", self.mnemonic),
                n => format!("'{}' has {n} operands", self.mnemonic),
            };
            return Err(Error::new(arg.column, message));
        }
        let mods = self.arguments.mods.iter().enumerate();
        for (i, m) in mods {
            if self.known.get() >> i.min(63) & 1 == 0 {
                let message = format!("'{}' has no modifier '{}'", self.mnemonic, m.name);
                return Err(Error::new(m.column, message));
            }
        }
        Ok(())
    }

    /// How many operands there are.
    pub fn count(&self) -> usize {
        self.arguments.args.len()
    }

    /// The operand that comes next, and stays.
    pub fn peek(&self) -> Option<&'t Arg<'t>> {
        self.arguments.args.get(self.next.get())
    }

    /// The next operand; `what` should be there.
    pub fn next(&self, what: &str) -> Result<&'t Arg<'t>, Error> {
        let Some(arg) = self.peek() else {
            let message = format!("an operand is missing: {what}");
            return Err(Error::new(self.arguments.end, message));
        };
        self.next.set(self.next.get() + 1);
        Ok(arg)
    }

    /// The next operand, which has no source modifiers.
    pub fn plain(&self, what: &str) -> Result<&'t Arg<'t>, Error> {
        let arg = self.next(what)?;
        if arg.neg || arg.abs || arg.sext {
            return Err(Error::new(arg.column, "this operand has no modifiers"));
        }
        Ok(arg)
    }

    /// Why `arg` is not `what`.
    pub fn mismatch(&self, arg: &Arg, what: &str) -> Error {
        if let Kind::Value(v, _) = &arg.kind
            && let Some(name) = v.undefined
        {
            let message = match name.split_once('@') {
                Some((symbol, kind)) => format!(
                    "'{symbol}' by the relocation {kind}: the result is bare code, without relocations"
                ),
                None => format!("expected {what}; '{name}' is neither that nor defined"),
            };
            return Error::new(arg.column, message);
        }
        let message = format!("expected {what}, not {}", arg.kind.describe());
        Error::new(arg.column, message)
    }

    /// A register tuple of a file.
    pub fn reg(&self, file: File, dwords: u8) -> Result<u8, Error> {
        let what = registers(file, dwords);
        let arg = self.plain(&what)?;
        let first = arg.register(file, dwords);
        first.ok_or_else(|| self.mismatch(arg, &what))
    }

    /// `dwords` vector registers.
    pub fn vgpr(&self, dwords: u8) -> Result<u8, Error> {
        self.reg(File::Vector, dwords.max(1))
    }

    /// `dwords` scalar registers, as an operand code.
    pub fn sgpr(&self, dwords: u8) -> Result<u8, Error> {
        self.reg(File::Scalar, dwords.max(1))
    }

    /// Takes `off` when it comes next.
    pub fn off(&self) -> bool {
        let off = matches!(self.peek(), Some(a) if matches!(a.kind, Kind::Off));
        self.next.set(self.next.get() + usize::from(off));
        off
    }

    /// A constant of 16 bits, from `least` (-32768 for what has a sign, else 0) to 65535.
    pub fn imm16(&self, least: i64) -> Result<u16, Error> {
        let arg = self.plain("a number")?;
        let n = self.number(arg)?;
        if !(least..=65535).contains(&n) && !self.pending(arg) {
            let message = format!("{n} is out of range: {least} to 65535");
            return Err(Error::new(arg.column, message));
        }
        Ok(n as u16)
    }

    /// The integer that `arg` is.
    pub fn number(&self, arg: &Arg) -> Result<i64, Error> {
        let Kind::Value(v, _) = &arg.kind else {
            return Err(self.mismatch(arg, "a number"));
        };
        self.known_number(v, arg.column)
    }

    /// The integer that `v` is; 0 while labels are not known. As in LLVM's assembler it must be known where it stands,
    /// since it goes into a field of the instruction.
    pub fn known_number(&self, v: &Value, column: usize) -> Result<i64, Error> {
        if self.is_pending(v) {
            return Ok(0);
        }
        let n = integer(v, column)?;
        if v.late && !self.is_clrx() {
            let message = "a label, or a symbol that is defined below, takes part in a number that must be known here";
            return Err(Error::new(column, message));
        }
        Ok(n)
    }

    /// Whether the value is still to come.
    pub fn is_pending(&self, v: &Value) -> bool {
        !self.symbols.complete && v.late
    }

    fn pending(&self, arg: &Arg) -> bool {
        matches!(&arg.kind, Kind::Value(v, _) if self.is_pending(v))
    }

    /// SIMM16 of a branch: where to go, or the number itself.
    pub fn branch(&self) -> Result<u16, Error> {
        let arg = self.plain("where to go")?;
        let Kind::Value(v, _) = &arg.kind else {
            return Err(self.mismatch(arg, "a label"));
        };
        if self.is_pending(v) {
            return Ok(0);
        }
        if v.base != 1 && self.is_clrx() {
            // There a number would be a place in the absolute section.
            return Err(self.mismatch(arg, "a label"));
        }
        if v.base != 1 {
            let n = integer(v, arg.column)?;
            if !(-32768..=65535).contains(&n) {
                let message = format!("a branch over {n} dwords does not fit into 16 bits");
                return Err(Error::new(arg.column, message));
            }
            return Ok(n as u16);
        }
        if let Some(name) = v.undefined {
            return Err(Error::new(arg.column, format!("'{name}' is not defined")));
        }
        let place = self.symbols.here.wrapping_add(4);
        let distance = match (self.symbols.places.is_some(), v.how) {
            (_, Some(_)) => return Err(self.mismatch(arg, "a label")),
            // Labels of this section are where they are, whoever else may define them.
            (true, None) if v.section != self.symbols.section => {
                let far = self.symbols.distance(v, place);
                far.map_err(|m| Error::new(arg.column, m))?
            }
            (_, None) => v.int.wrapping_sub(place),
        };
        if distance % 4 != 0 {
            return Err(Error::new(
                arg.column,
                "a branch to an address that is not a multiple of 4 bytes away",
            ));
        }
        i16::try_from(distance / 4).map(|n| n as u16).map_err(|_| {
            let message = format!(
                "the target is {} dwords away, and a branch reaches 32768",
                distance / 4
            );
            Error::new(arg.column, message)
        })
    }

    /// The modifier `name`, marked as known.
    pub fn modifier(&self, name: &str) -> Result<Option<&'t Mod<'t>>, Error> {
        let mut found = None;
        for (i, m) in self.arguments.mods.iter().enumerate() {
            if m.name != name {
                continue;
            }
            if found.is_some() {
                return Err(Error::new(m.column, format!("'{name}' is given twice")));
            }
            self.known.set(self.known.get() | 1 << i.min(63));
            found = Some(m);
        }
        Ok(found)
    }

    /// Whether the modifier `name`, which has no value, is there.
    pub fn flag(&self, name: &str) -> Result<bool, Error> {
        match self.modifier(name)? {
            None => Ok(false),
            Some(m) if matches!(m.value, ModValue::Flag) => Ok(true),
            Some(m) if matches!(m.value, ModValue::Off) => Ok(false),
            Some(m) => Err(Error::new(m.column, format!("'{name}' has no value"))),
        }
    }

    /// The number behind the modifier `name`, if it is there: from `least` to `most`.
    pub fn int(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, Error> {
        let Some(m) = self.modifier(name)? else {
            return Ok(None);
        };
        let ModValue::Value(v) = &m.value else {
            return Err(Error::new(m.column, format!("'{name}' needs a number")));
        };
        let n = self.known_number(v, m.column)?;
        if !(least..=most).contains(&n) && !self.is_pending(v) {
            let message = format!("{name}:{n} is out of range: {least} to {most}");
            return Err(Error::new(m.column, message));
        }
        Ok(Some(n))
    }

    /// Bits from the list behind the modifier `name`, of at most `most` zeros and ones.
    pub fn bits(&self, name: &str, most: usize) -> Result<Option<u8>, Error> {
        let Some(m) = self.modifier(name)? else {
            return Ok(None);
        };
        let fail = |what: String| Err(Error::new(m.column, what));
        let Some(list) = self.list(m)? else {
            return fail(format!(
                "'{name}' needs a list of zeros and ones in brackets"
            ));
        };
        if list.is_empty() || list.iter().any(|n| !(0..=1).contains(n)) {
            return fail(format!("'{name}' is a list of zeros and ones"));
        }
        if list.len() > most {
            return fail(format!("'{name}' has at most {most} values here"));
        }
        let bits = list.iter().enumerate().map(|(i, n)| (*n as u8) << i);
        Ok(Some(bits.sum()))
    }

    /// The integers in the list behind a modifier; `None` when there is no list.
    pub fn list(&self, m: &Mod) -> Result<Option<Vec<i64>>, Error> {
        let ModValue::List(parts) = &m.value else {
            return Ok(None);
        };
        let number = |p: &Part| match &p.value {
            PartValue::Value(v) => self.known_number(v, p.column),
            PartValue::Str(_) => Err(Error::new(p.column, "expected a number")),
        };
        parts.iter().map(number).collect::<Result<_, _>>().map(Some)
    }

    /// The column of the operand that was taken last.
    pub fn previous_column(&self) -> usize {
        let last = self.next.get().checked_sub(1);
        let arg = last.and_then(|i| self.arguments.args.get(i));
        arg.map_or(self.end(), |a| a.column)
    }

    /// The first operand with a source modifier.
    pub fn first_modified(&self) -> Option<&'t Arg<'t>> {
        let mut args = self.arguments.args.iter();
        args.find(|a| a.neg || a.abs || a.sext)
    }

    /// Where the instruction ends.
    pub fn end(&self) -> usize {
        self.arguments.end
    }
}

/// A register tuple, for messages.
pub fn registers(file: File, dwords: u8) -> String {
    Kind::Reg(Reg {
        file,
        first: 0,
        dwords,
        named: false,
    })
    .describe()
}
