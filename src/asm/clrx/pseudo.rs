//! Directives of CLRX's language (CLRX ClrxAsmPseudoOps), and assignments.

use super::data;
use super::operands::Operands;
use crate::asm::args::integer;
use crate::asm::directive::{self, Outcome, pad};
use crate::asm::expr::{Cursor, Symbols, Value, expression};
use crate::asm::lex::{Error, Tok};
use crate::asm::output::{Output, assign};
use crate::isa::Gen;

/// What a directive does.
#[derive(Clone, Copy, Debug)]
enum Pseudo {
    /// Nothing that makes a difference here.
    Ignored,
    /// It belongs to a container.
    Container,
    /// It is not there, for a reason.
    Refused(&'static str),
    /// Integers of so many bytes.
    Integers(usize),
    /// Floats of so many bytes.
    Floats(usize),
    /// Strings with characters of so many bytes, and whether a zero is behind them.
    Strings(usize, bool),
    /// The same as LLVM's.
    Same,
    /// Alignment whose filling has so many bytes.
    Align(usize),
    /// `.fill`, of values of 4 bytes, or of 8.
    Fill(usize),
    /// A name for a value; whether it must be new.
    Set(bool),
    /// A name for an expression.
    Formula,
    Undefine,
    Enumerate,
    Scope,
    EndScope,
    Using,
    Unusing,
    Card,
    Architecture,
    Format,
    Wide(bool),
    /// Gives a name the number of something.
    Get(Question),
    End,
}

/// What `.get_*` asks.
#[derive(Clone, Copy, Debug)]
enum Question {
    Card,
    Architecture,
    Format,
    Wide,
}

const REGISTERS: &str = "registers are not allocated here: name them, by name = %v[0:3]";
const ABSOLUTE: &str = "there is no absolute section here";
const OLD: &str = "that behaviour of early versions is not there";

/// The directives, in small letters.
const PSEUDOS: &[(&str, Pseudo)] = &[
    (".rawcode", Pseudo::Ignored),
    (".text", Pseudo::Ignored),
    (".file", Pseudo::Ignored),
    (".ln", Pseudo::Ignored),
    (".line", Pseudo::Ignored),
    (".lflags", Pseudo::Ignored),
    (".sbttl", Pseudo::Ignored),
    (".title", Pseudo::Ignored),
    (".tittle", Pseudo::Ignored),
    (".version", Pseudo::Ignored),
    (".policy", Pseudo::Ignored),
    (".extern", Pseudo::Ignored),
    (".global", Pseudo::Ignored),
    (".globl", Pseudo::Ignored),
    (".local", Pseudo::Ignored),
    (".weak", Pseudo::Ignored),
    (".size", Pseudo::Ignored),
    (".nobuggyfplit", Pseudo::Ignored),
    (".nooldmodparam", Pseudo::Ignored),
    (".nowave32", Pseudo::Ignored),
    (".usereg", Pseudo::Ignored),
    (".cf_call", Pseudo::Ignored),
    (".cf_cexit", Pseudo::Ignored),
    (".cf_end", Pseudo::Ignored),
    (".cf_exit", Pseudo::Ignored),
    (".cf_jump", Pseudo::Ignored),
    (".cf_ret", Pseudo::Ignored),
    (".cf_start", Pseudo::Ignored),
    (".cf_cjump", Pseudo::Ignored),
    (".cf_ccall", Pseudo::Ignored),
    (".cf_cret", Pseudo::Ignored),
    (".cf_excall", Pseudo::Ignored),
    (".regvar", Pseudo::Refused(REGISTERS)),
    (".rvlin", Pseudo::Refused(REGISTERS)),
    (".rvlin_once", Pseudo::Refused(REGISTERS)),
    (".offset", Pseudo::Refused(ABSOLUTE)),
    (".struct", Pseudo::Refused(ABSOLUTE)),
    (".buggyfplit", Pseudo::Refused(OLD)),
    (".oldmodparam", Pseudo::Refused(OLD)),
    (".wave32", Pseudo::Refused("waves have 64 lanes")),
    (
        ".get_version",
        Pseudo::Refused("this is not CLRX, and has no version of it"),
    ),
    (
        ".get_policy",
        Pseudo::Refused("this is not CLRX, and has no policy of it"),
    ),
    (".byte", Pseudo::Integers(1)),
    (".short", Pseudo::Integers(2)),
    (".hword", Pseudo::Integers(2)),
    (".2byte", Pseudo::Integers(2)),
    (".int", Pseudo::Integers(4)),
    (".long", Pseudo::Integers(4)),
    (".word", Pseudo::Integers(4)),
    (".4byte", Pseudo::Integers(4)),
    (".quad", Pseudo::Integers(8)),
    (".8byte", Pseudo::Integers(8)),
    (".octa", Pseudo::Integers(16)),
    (".half", Pseudo::Floats(2)),
    (".float", Pseudo::Floats(4)),
    (".single", Pseudo::Floats(4)),
    (".double", Pseudo::Floats(8)),
    (".ascii", Pseudo::Strings(1, false)),
    (".asciz", Pseudo::Strings(1, true)),
    (".string", Pseudo::Strings(1, true)),
    (".string16", Pseudo::Strings(2, true)),
    (".string32", Pseudo::Strings(4, true)),
    (".string64", Pseudo::Strings(8, true)),
    (".skip", Pseudo::Same),
    (".space", Pseudo::Same),
    (".org", Pseudo::Same),
    (".align", Pseudo::Align(1)),
    (".balign", Pseudo::Align(1)),
    (".balignw", Pseudo::Align(2)),
    (".balignl", Pseudo::Align(4)),
    (".p2align", Pseudo::Same),
    (".fill", Pseudo::Fill(4)),
    (".fillq", Pseudo::Fill(8)),
    (".set", Pseudo::Set(false)),
    (".equ", Pseudo::Set(false)),
    (".equiv", Pseudo::Set(true)),
    (".eqv", Pseudo::Formula),
    (".undef", Pseudo::Undefine),
    (".enum", Pseudo::Enumerate),
    (".scope", Pseudo::Scope),
    (".ends", Pseudo::EndScope),
    (".endscope", Pseudo::EndScope),
    (".using", Pseudo::Using),
    (".unusing", Pseudo::Unusing),
    (".gpu", Pseudo::Card),
    (".arch", Pseudo::Architecture),
    (".format", Pseudo::Format),
    (".32bit", Pseudo::Wide(false)),
    (".64bit", Pseudo::Wide(true)),
    (".get_gpu", Pseudo::Get(Question::Card)),
    (".get_arch", Pseudo::Get(Question::Architecture)),
    (".get_format", Pseudo::Get(Question::Format)),
    (".get_64bit", Pseudo::Get(Question::Wide)),
    (".end", Pseudo::End),
    (".amd", Pseudo::Container),
    (".amd3", Pseudo::Container),
    (".amdcl2", Pseudo::Container),
    (".catalyst", Pseudo::Container),
    (".gallium", Pseudo::Container),
    (".rocm", Pseudo::Container),
    (".kernel", Pseudo::Container),
    (".main", Pseudo::Container),
    (".data", Pseudo::Container),
    (".rodata", Pseudo::Container),
    (".bss", Pseudo::Container),
    (".section", Pseudo::Container),
    (".config", Pseudo::Container),
    (".hsaconfig", Pseudo::Container),
    (".control_directive", Pseudo::Container),
    (".globaldata", Pseudo::Container),
    (".rwdata", Pseudo::Container),
    (".bssdata", Pseudo::Container),
    (".samplerinit", Pseudo::Container),
    (".metadata", Pseudo::Container),
    (".driver_info", Pseudo::Container),
    (".driver_version", Pseudo::Container),
    (".llvm_version", Pseudo::Container),
    (".compile_options", Pseudo::Container),
    (".acl_version", Pseudo::Container),
    (".args", Pseudo::Container),
    (".arg", Pseudo::Container),
    (".cws", Pseudo::Container),
    (".dims", Pseudo::Container),
    (".sgprsnum", Pseudo::Container),
    (".vgprsnum", Pseudo::Container),
    (".localsize", Pseudo::Container),
    (".scratchbuffer", Pseudo::Container),
    (".setupargs", Pseudo::Container),
    (".useargs", Pseudo::Container),
    (".usesetup", Pseudo::Container),
    (".userdata", Pseudo::Container),
    (".uavid", Pseudo::Container),
    (".kcode", Pseudo::Container),
    (".kcodeend", Pseudo::Container),
    (".fkernel", Pseudo::Container),
    (".proginfo", Pseudo::Container),
    (".entry", Pseudo::Container),
];

/// Carries out the directive `name`; the cursor stands behind it, and `text` is the statement. An error in column 0 is
/// about the directive itself.
pub fn directive(
    generation: Gen,
    name: &str,
    text: &str,
    c: &mut Cursor,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<Outcome, Error> {
    let itself = |m: String| Error::new(0, m);
    let lower = name.to_ascii_lowercase();
    let Some((known, pseudo)) = PSEUDOS.iter().find(|(n, _)| *n == lower) else {
        return Err(itself(format!("there is no directive '{name}'")));
    };
    match *pseudo {
        Pseudo::Ignored => return Ok(Outcome::Done),
        Pseudo::Container => {
            return Err(itself(format!(
                "'{known}' is of a container; only raw code (.rawcode) is made of CLRX's language"
            )));
        }
        Pseudo::Refused(why) => return Err(itself(format!("'{known}': {why}"))),
        Pseudo::Integers(size) => data::integers(c, symbols, output, size)?,
        Pseudo::Floats(size) => data::floats(c, output, size)?,
        Pseudo::Strings(width, ends) => data::strings(c, output, width, ends)?,
        Pseudo::Same => {
            return directive::directive(generation, known, c, symbols, output);
        }
        Pseudo::Align(size) => align(c, symbols, output, size)?,
        Pseudo::Fill(size) => fill(c, symbols, output, size)?,
        Pseudo::Set(new) => {
            let (symbol, column) = named(c)?;
            if new && symbols.is_taken_above(symbol) {
                let message = format!("'{symbol}' is defined already");
                return Err(Error::new(column, message));
            }
            return value(generation, symbol, column, c, symbols, output).map(|()| Outcome::Done);
        }
        Pseudo::Formula => {
            let (symbol, column) = named(c)?;
            if c.is("%") || symbol == "." {
                return value(generation, symbol, column, c, symbols, output)
                    .map(|()| Outcome::Done);
            }
            // It must be an expression, of names that may come later.
            let start = c.column();
            expression(c, symbols)?;
            let formula: String = text.chars().skip(start - 1).collect();
            let set = symbols.set_formula(symbol, &formula);
            set.map_err(|m| Error::new(column, m))?;
        }
        Pseudo::Undefine => {
            let (symbol, column) = name_here(c)?;
            if !symbols.forget(symbol) {
                let message = format!("'{symbol}' is a label, which stays");
                return Err(Error::new(column, message));
            }
        }
        Pseudo::Enumerate => enumerate(c, symbols)?,
        Pseudo::Scope => {
            let column = c.column();
            let scope = if c.done() {
                None
            } else {
                Some(name_here(c)?.0)
            };
            if scope.is_some_and(|s| s.contains("::")) {
                return Err(Error::new(column, "a scope is opened by its name alone"));
            }
            symbols.scopes.open(scope).map_err(itself)?;
        }
        Pseudo::EndScope => {
            if !symbols.scopes.close() {
                return Err(itself("no scope is open".to_owned()));
            }
        }
        Pseudo::Using => symbols.scopes.using(name_here(c)?.0),
        Pseudo::Unusing => {
            let scope = if c.done() {
                None
            } else {
                Some(name_here(c)?.0)
            };
            symbols.scopes.unusing(scope);
        }
        Pseudo::Card | Pseudo::Architecture => {
            let is_card = matches!(pseudo, Pseudo::Card);
            let column = c.column();
            // Names of architectures have numbers in them: GCN1.4.1.
            let written = rest(text, c);
            let chosen = symbols.settings.choose(is_card, &written, generation);
            chosen.map_err(|m| Error::new(column, m))?;
            return Ok(Outcome::Done);
        }
        Pseudo::Format => {
            let column = c.column();
            let (format, _) = name_here(c)?;
            let settings = &symbols.settings;
            if !settings
                .is_format(format)
                .map_err(|m| Error::new(column, m))?
            {
                let message = format!("'{format}' is a container; only raw code is made");
                return Err(Error::new(column, message));
            }
        }
        Pseudo::Wide(wide) => symbols.settings.wide = wide,
        Pseudo::Get(question) => {
            let (symbol, column) = name_here(c)?;
            let settings = &symbols.settings;
            let n = match question {
                Question::Card => settings.card.number,
                Question::Architecture => settings.architecture.number,
                Question::Format => settings.format(),
                Question::Wide => settings.wide.into(),
            };
            let set = symbols.set(symbol, Value::int(n));
            set.map_err(|m| Error::new(column, m))?;
        }
        Pseudo::End => return Ok(Outcome::Block("")),
    }
    directive::finish(c)
}

/// What is left of the statement.
fn rest(text: &str, c: &Cursor) -> String {
    let rest: String = text.chars().skip(c.column() - 1).collect();
    rest.trim().to_owned()
}

/// A name and its column.
fn name_here<'a>(c: &mut Cursor<'a, '_>) -> Result<(&'a str, usize), Error> {
    let column = c.column();
    match c.next() {
        Some(Tok::Word(name)) => Ok((name, column)),
        _ => Err(Error::new(column, "expected a name")),
    }
}

/// A name, its column, and the comma behind it.
fn named<'a>(c: &mut Cursor<'a, '_>) -> Result<(&'a str, usize), Error> {
    let name = name_here(c)?;
    c.expect(",")?;
    Ok(name)
}

/// Gives `name` the value of the expression here, or what is behind a `%`, to the end of the statement.
pub fn value(
    generation: Gen,
    name: &str,
    column: usize,
    c: &mut Cursor,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<(), Error> {
    if name == "." {
        // The counter goes forward.
        let moved = directive::directive(generation, ".org", c, symbols, output);
        return moved.map(|_| ());
    }
    if c.take("%") {
        let alias = Operands::assigned(generation, c, symbols)?;
        let set = symbols.set_alias(name, alias);
        return set.map_err(|m| Error::new(column, m));
    }
    assign(c, symbols, output, name, column)
}

/// `.enum [>[start],] name, ...`.
fn enumerate(c: &mut Cursor, symbols: &mut Symbols) -> Result<(), Error> {
    let scope = symbols.scopes.here();
    let mut next = symbols.counters.get(&scope).copied().unwrap_or_default();
    if c.take(">") {
        next = 0;
        let column = c.column();
        if !c.done() && !c.is(",") {
            next = integer(&expression(c, symbols)?, column)?;
        }
        if c.done() {
            symbols.counters.insert(scope, next);
            return Ok(());
        }
        c.expect(",")?;
    }
    loop {
        let (name, column) = name_here(c)?;
        if symbols.is_taken_above(name) {
            return Err(Error::new(column, format!("'{name}' is defined already")));
        }
        let set = symbols.set(name, Value::int(next));
        set.map_err(|m| Error::new(column, m))?;
        next = next.wrapping_add(1);
        if !c.take(",") {
            break;
        }
    }
    symbols.counters.insert(scope, next);
    Ok(())
}

/// An integer that is known now; `None` where nothing stands before the comma or the end.
fn number(c: &mut Cursor, symbols: &Symbols) -> Result<Option<i64>, Error> {
    if c.done() || c.is(",") {
        return Ok(None);
    }
    let column = c.column();
    integer(&expression(c, symbols)?, column).map(Some)
}

/// `, number`, either of which may be missing.
fn further(c: &mut Cursor, symbols: &Symbols) -> Result<Option<i64>, Error> {
    if c.take(",") {
        number(c, symbols)
    } else {
        Ok(None)
    }
}

/// `alignment[, [value][, most]]`; the filling consists of values of `size` bytes.
fn align(c: &mut Cursor, symbols: &Symbols, output: &mut Output, size: usize) -> Result<(), Error> {
    let column = c.column();
    let align = number(c, symbols)?.unwrap_or_default();
    let value = further(c, symbols)?;
    let most = further(c, symbols)?.unwrap_or(i64::MAX);
    if !u64::try_from(align).is_ok_and(u64::is_power_of_two) {
        return Err(Error::new(column, format!("{align} is not an alignment")));
    }
    let section = output.section_mut();
    let gap = (section.len() as i64).wrapping_neg() & (align - 1);
    section.align = section.align.max(align as u64);
    if gap > most {
        return Ok(());
    }
    let filling = value.map(|v| {
        let bytes = v.to_le_bytes();
        std::array::from_fn(|i| bytes[i % size])
    });
    pad(section, gap, filling).map_err(|m| Error::new(column, m))
}

/// `repeat[, [size][, value]]`; the value has `most` bytes, and what it has not is zero.
fn fill(c: &mut Cursor, symbols: &Symbols, output: &mut Output, most: usize) -> Result<(), Error> {
    let column = c.column();
    let count = number(c, symbols)?.unwrap_or_default();
    let size = further(c, symbols)?.unwrap_or(1);
    let value = further(c, symbols)?.unwrap_or_default();
    if !(0..=8).contains(&size) || count < 0 {
        return Err(Error::new(
            column,
            "expected a count, a size up to 8 and a value",
        ));
    }
    let mut bytes = value.to_le_bytes();
    bytes[most..].fill(0);
    let section = output.section_mut();
    let at = |m| Error::new(column, m);
    section.room(count.saturating_mul(size)).map_err(at)?;
    let count = if size == 0 { 0 } else { count };
    for _ in 0..count {
        section.push(&bytes[..size as usize]).map_err(at)?;
    }
    Ok(())
}
