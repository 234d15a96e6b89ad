//! `.if` and its kin.

use super::{Operands, clrx};
use crate::asm::dialect::Dialect;
use crate::asm::lex::Error;

/// A directive of conditions.
#[derive(Clone, Copy, Debug)]
pub enum Conditional {
    If(Test),
    ElseIf(Test),
    Else,
    EndIf,
}

/// What an `.if` asks.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// A number compared with 0.
    Number(fn(i64) -> bool),
    /// Whether nothing follows.
    Blank(bool),
    /// Whether two texts are the same.
    Same(bool),
    /// Whether two strings are the same.
    SameString(bool),
    /// Whether a symbol is defined.
    Defined(bool),
    /// CLRX: whether addresses are of 64 bits.
    Wide(bool),
    /// CLRX: whether that is the card, the architecture or the container.
    Card(bool),
    Architecture(bool),
    Format(bool),
}

/// Directives by their names.
const CONDITIONALS: &[(&str, Conditional)] = &[
    (".if", Conditional::If(Test::Number(|n| n != 0))),
    (".ifne", Conditional::If(Test::Number(|n| n != 0))),
    (".ifeq", Conditional::If(Test::Number(|n| n == 0))),
    (".ifge", Conditional::If(Test::Number(|n| n >= 0))),
    (".ifgt", Conditional::If(Test::Number(|n| n > 0))),
    (".ifle", Conditional::If(Test::Number(|n| n <= 0))),
    (".iflt", Conditional::If(Test::Number(|n| n < 0))),
    (".ifb", Conditional::If(Test::Blank(true))),
    (".ifnb", Conditional::If(Test::Blank(false))),
    (".ifc", Conditional::If(Test::Same(true))),
    (".ifnc", Conditional::If(Test::Same(false))),
    (".ifeqs", Conditional::If(Test::SameString(true))),
    (".ifnes", Conditional::If(Test::SameString(false))),
    (".ifdef", Conditional::If(Test::Defined(true))),
    (".ifndef", Conditional::If(Test::Defined(false))),
    (".ifnotdef", Conditional::If(Test::Defined(false))),
    (".elseif", Conditional::ElseIf(Test::Number(|n| n != 0))),
    (".else", Conditional::Else),
    (".endif", Conditional::EndIf),
];

/// What only CLRX's language asks.
const CLRX_TESTS: &[(&str, Test)] = &[
    (".if32", Test::Wide(false)),
    (".if64", Test::Wide(true)),
    (".ifgpu", Test::Card(true)),
    (".ifngpu", Test::Card(false)),
    (".ifarch", Test::Architecture(true)),
    (".ifnarch", Test::Architecture(false)),
    (".iffmt", Test::Format(true)),
    (".ifnfmt", Test::Format(false)),
];

impl Conditional {
    /// The directive of this name, in small letters.
    pub fn named(word: &str, dialect: Dialect) -> Option<Conditional> {
        let find = |word: &str| {
            let found = CONDITIONALS.iter().find(|(name, _)| *name == word);
            found.map(|(_, c)| *c)
        };
        let found = find(word);
        if found.is_some() || dialect == Dialect::Llvm {
            return found;
        }
        // There each `.if` has its `.elseif`.
        let (name, is_else) = match word.strip_prefix(".elseif") {
            Some(rest) => (format!(".if{rest}"), true),
            None => (word.to_owned(), false),
        };
        let more = CLRX_TESTS.iter().find(|(known, _)| *known == name);
        let test = match (find(&name), more) {
            (Some(Conditional::If(test)), _) => test,
            (_, Some((_, test))) => *test,
            (Some(_) | None, None) => return None,
        };
        Some(if is_else {
            Conditional::ElseIf(test)
        } else {
            Conditional::If(test)
        })
    }
}

/// An `.if` that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Whether one of its branches was taken.
    met: bool,
    /// Whether the present branch is left out.
    ignored: bool,
    /// Behind its `.else`.
    last: bool,
}

/// The conditions that are open, the innermost last.
#[derive(Debug, Default)]
pub struct Conditions {
    open: Vec<Open>,
}

impl Conditions {
    /// Whether lines are left out here.
    pub fn ignoring(&self) -> bool {
        self.open.last().is_some_and(|o| o.ignored)
    }

    /// How many are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Closes those above `depth`.
    pub fn close_to(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// Closes all; whether any was open.
    pub fn close(&mut self) -> bool {
        let any = !self.open.is_empty();
        self.open.clear();
        any
    }

    /// Carries out a directive that stands in `column`.
    pub fn meet(
        &mut self,
        directive: Conditional,
        column: usize,
        operands: &Operands,
    ) -> Result<(), Error> {
        match directive {
            Conditional::If(test) => {
                let ignored = self.ignoring();
                // What is left out as a whole is not looked at. A condition with a mistake takes no branch.
                self.open.push(Open {
                    met: true,
                    ignored: true,
                    last: false,
                });
                if ignored {
                    return Ok(());
                }
                let met = holds(test, operands)?;
                if let Some(open) = self.open.last_mut() {
                    *open = Open {
                        met,
                        ignored: !met,
                        last: false,
                    };
                }
            }
            Conditional::ElseIf(_) | Conditional::Else => {
                let outer = self.open.len().checked_sub(2);
                let outside = outer.is_some_and(|i| self.open[i].ignored);
                let is_else = matches!(directive, Conditional::Else);
                let Some(open) = self.open.last_mut().filter(|o| !o.last) else {
                    return Err(Error::new(column, "there is no .if before this"));
                };
                open.last = is_else;
                open.ignored = true;
                if is_else {
                    operands.read(|_, _| Ok(()))?;
                }
                if outside || open.met {
                    return Ok(());
                }
                let met = match directive {
                    Conditional::ElseIf(test) => holds(test, operands)?,
                    Conditional::If(_) | Conditional::Else | Conditional::EndIf => true,
                };
                (open.met, open.ignored) = (met, !met);
            }
            Conditional::EndIf => {
                if self.open.pop().is_none() {
                    return Err(Error::new(column, "there is no .if before this"));
                }
                operands.read(|_, _| Ok(()))?;
            }
        }
        Ok(())
    }
}

/// Whether `test` holds of its operands.
fn holds(test: Test, operands: &Operands) -> Result<bool, Error> {
    match test {
        Test::Number(holds) => operands.number().map(holds),
        Test::Blank(blank) => Ok(operands.text().is_empty() == blank),
        Test::Same(same) => {
            let (a, b) = super::macros::halves(&operands.text(), operands.column())?;
            Ok(match operands.symbols.dialect {
                Dialect::Llvm => (a == b) == same,
                Dialect::Clrx => (clrx::condensed(&a) == clrx::condensed(&b)) == same,
            })
        }
        Test::SameString(same) => operands.read(|c, _| {
            let a = super::string(c)?;
            c.expect(",")?;
            Ok((a == super::string(c)?) == same)
        }),
        Test::Defined(defined) => {
            let name = operands.name()?;
            let symbols = operands.symbols;
            let is_defined = match symbols.dialect {
                Dialect::Llvm => symbols.get(&name).is_some(),
                Dialect::Clrx => symbols.has(&name),
            };
            Ok(is_defined == defined)
        }
        Test::Wide(wide) => {
            operands.read(|_, _| Ok(()))?;
            Ok(operands.symbols.settings.wide == wide)
        }
        Test::Card(yes) => Ok((operands
            .symbols
            .settings
            .is_card(&operands.text())
            .map_err(|m| operands.fail(m))?)
            == yes),
        Test::Architecture(yes) => Ok((operands
            .symbols
            .settings
            .is_architecture(&operands.text())
            .map_err(|m| operands.fail(m))?)
            == yes),
        Test::Format(yes) => Ok((operands
            .symbols
            .settings
            .is_format(&operands.text())
            .map_err(|m| operands.fail(m))?)
            == yes),
    }
}
