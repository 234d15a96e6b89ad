//! What the directives about the text do.

use std::rc::Rc;

use super::clrx;
use super::conditions::Conditional;
use super::lines::{Body, Rounds, Source, Values};
use super::macros::{self, Argument, Macro};
use super::{Call, Control, DEEPEST, Directed, Feed, MOST_SOURCES, Operands, Place, string};
use crate::asm::args::integer;
use crate::asm::dialect::Dialect;
use crate::asm::expr::expression;
use crate::asm::lex::{self, Error};

/// What opens and closes a macro's body, and a repetition's.
const MACRO: (&[&str], &[&str]) = (&[".macro"], &[".endm", ".endmacro"]);
const REPEAT: (&[&str], &[&str]) = (&[".rep", ".rept", ".irp", ".irpc"], &[".endr"]);
const CLRX_REPEAT: (&[&str], &[&str]) = (
    &[".rep", ".rept", ".irp", ".irpc", ".for", ".while"],
    &[".endr", ".endrept"],
);

impl Feed<'_> {
    /// Carries out `control`, whose line stands in `place` and is done with.
    pub(super) fn control(
        &mut self,
        control: Control,
        column: usize,
        operands: Operands,
        place: Option<Place>,
    ) -> Result<Directed, Error> {
        let itself = |message: &str| Err(Error::new(column, message));
        match control {
            Control::Macro => self.define(column, &operands)?,
            Control::EndMacro => return itself("there is no .macro before this"),
            Control::EndRepeat => return itself("there is no repetition before this"),
            Control::ExitMacro => {
                operands.read(|_, _| Ok(()))?;
                let left = self.sources.last().and_then(|s| s.conditions);
                let Some(depth) = left else {
                    return itself("this is not in a macro");
                };
                self.conditions.close_to(depth);
                self.sources.pop();
            }
            Control::Purge => {
                let name = operands.name()?;
                let known = self.macros.remove(self.key(&name).as_ref()).is_some();
                if !known && self.dialect() == Dialect::Clrx {
                    let text = format!("there is no macro '{name}'");
                    self.warn(place, operands.fail(text));
                } else if !known {
                    return Err(operands.fail(format!("there is no macro '{name}'")));
                }
            }
            Control::Repeat => {
                let count = operands.number();
                let body = self.repetition(column)?;
                let Ok(count) = u64::try_from(count?) else {
                    return Err(operands.fail("a negative number of repetitions"));
                };
                self.repeat(body, String::new(), Values::Same(count), place)?;
            }
            Control::RepeatWhile => {
                let condition = operands.text();
                let body = self.repetition(column)?;
                self.repeat(body, String::new(), Values::While(condition), place)?;
            }
            Control::RepeatCounting => {
                let parts = clrx::counting(&operands);
                let mut body = self.repetition(column)?;
                let (start, condition, step) = parts?;
                body.text.push_str(&step);
                self.repeat(body, String::new(), Values::While(condition), place.clone())?;
                let place = place.unwrap_or_default();
                let start = Source::call(start, place, 0, self.dialect());
                self.enter(start, column)?;
            }
            Control::Alternative(on) => {
                operands.read(|_, _| Ok(()))?;
                self.alternative = on;
            }
            Control::MacroCase(on) => {
                operands.read(|_, _| Ok(()))?;
                self.keeps_case = !on;
            }
            Control::Abort => return itself("the text says that assembling ends here"),
            Control::Fail => {
                let n = operands.number()?;
                let text = format!(".fail {n} in the text");
                if n < 500 {
                    return itself(&text);
                }
                self.warn(place, Error::new(column, text));
            }
            Control::RepeatFor | Control::RepeatForCharacters => {
                let values = each(&operands, control, self.alternative);
                let body = self.repetition(column)?;
                let (name, values) = values?;
                self.repeat(body, name, Values::Each(values.into_iter()), place)?;
            }
            Control::Include => {
                let name = operands.read(|c, _| string(c).map(str::to_owned))?;
                let column = operands.column();
                let text = self.read(&name, column)?;
                let text = String::from_utf8(text)
                    .map_err(|_| Error::new(column, format!("'{name}' is not UTF-8 text")))?;
                let mut file = Source::file(&text, Some(name.into()), self.dialect());
                file.depth = self.depth();
                self.enter(file, column)?;
            }
            Control::IncludeBytes => {
                let column = operands.column();
                let (name, skip, count) = operands.read(|c, symbols| {
                    let name = string(c)?.to_owned();
                    let (mut skip, mut count) = (0, None);
                    if c.take(",") {
                        let at = c.column();
                        // It may be left out before the count.
                        if !c.is(",") {
                            skip = integer(&expression(c, symbols)?, at)?;
                        }
                        if c.take(",") {
                            let at = c.column();
                            count = Some(integer(&expression(c, symbols)?, at)?);
                        }
                    }
                    Ok((name, skip, count))
                })?;
                let bytes = self.read(&name, column)?;
                let Ok(skip) = usize::try_from(skip) else {
                    return Err(Error::new(column, "a negative number of bytes"));
                };
                // LLVM takes what is there, and nothing for a negative count.
                let bytes = bytes.get(skip..).unwrap_or_default();
                let count = count.map_or(bytes.len(), |n| usize::try_from(n).unwrap_or(0));
                return Ok(Directed::Bytes(bytes[..count.min(bytes.len())].to_vec()));
            }
            Control::Error => {
                let text = message(&operands)?;
                return itself(&text.unwrap_or_else(|| ".error in the text".into()));
            }
            Control::Warning | Control::Print => {
                let text = message(&operands)?;
                let text = text.unwrap_or_else(|| ".warning in the text".into());
                self.warn(place, Error::new(column, text));
            }
        }
        Ok(Directed::Done)
    }

    /// Keeps what is no mistake.
    fn warn(&mut self, place: Option<Place>, e: Error) {
        if let Some(place) = place {
            self.warnings.push(place.error(e));
        }
    }

    /// Reads a macro.
    fn define(&mut self, column: usize, operands: &Operands) -> Result<(), Error> {
        let text: String = operands.code.chars().skip(operands.at).collect();
        let clrx = self.dialect() == Dialect::Clrx;
        let head = Macro::head(text.trim_end(), operands.at + 1);
        let missing = || Error::new(column, "this .macro has no .endm");
        let source = self.sources.last_mut().ok_or_else(missing)?;
        let place = source.place();
        let body = source.body(MACRO.0, MACRO.1).ok_or_else(missing)?;
        let mut new = head?;
        let key = self.key(&new.name).into_owned();
        if self.macros.contains_key(&key) {
            let message = format!("there is a macro '{}' already", new.name);
            return Err(operands.fail(message));
        }
        if clrx && is_taken(&key) {
            let message = format!("'{}' is a directive's name", new.name);
            return Err(operands.fail(message));
        }
        closes(&body.end, self.dialect())?;
        new.place = Place {
            line: body.line,
            column: 0,
            joins: Rc::default(),
            ..place
        };
        (new.body, new.column) = (body.text, body.column);
        self.macros.insert(key, Rc::new(new));
        Ok(())
    }

    /// Calls a macro whose name stands in `column` of the line `place`.
    pub(super) fn call(
        &mut self,
        called: &Macro,
        arguments: &[Argument],
        place: Option<Place>,
        column: usize,
    ) -> Result<(), Error> {
        let depth = self.depth();
        if depth >= DEEPEST {
            let message = format!("macros are nested more than {DEEPEST} deep");
            return Err(Error::new(column, message));
        }
        let text = match self.dialect() {
            Dialect::Clrx if self.alternative => {
                clrx::alternative_text(called, arguments, self.calls, &mut self.locals)
            }
            Dialect::Clrx => called.text(arguments, self.calls, false),
            Dialect::Llvm => called.text(arguments, self.calls, self.alternative),
        };
        self.calls += 1;
        called.count.set(called.count.get() + 1);
        let Some(place) = place else {
            return Ok(());
        };
        let name = called.name.clone();
        let within = Rc::new(Call { name, at: place });
        let place = Place {
            within: Some(within),
            ..called.place.clone()
        };
        let mut source = Source::call(text, place, called.column, self.dialect());
        source.conditions = Some(self.conditions.depth());
        source.depth = depth + 1;
        self.enter(source, column)
    }

    /// How many macros and repetitions are open.
    fn depth(&self) -> usize {
        self.sources.last().map_or(0, |s| s.depth)
    }

    /// Reads `source` next.
    fn enter(&mut self, source: Source, column: usize) -> Result<(), Error> {
        if self.sources.len() >= MOST_SOURCES {
            let message = format!("files and repetitions are nested more than {MOST_SOURCES} deep");
            return Err(Error::new(column, message));
        }
        let cost = source.cost();
        if self.left < cost {
            // The text ends here: each further line would say the same.
            self.left = 0;
            self.sources.clear();
            return Err(Error::new(column, super::TOO_LONG));
        }
        self.left -= cost;
        self.sources.push(source);
        Ok(())
    }

    /// The lines of a repetition, whose directive stands in `column`.
    fn repetition(&mut self, column: usize) -> Result<Body, Error> {
        let (open, close) = match self.dialect() {
            Dialect::Llvm => REPEAT,
            Dialect::Clrx => CLRX_REPEAT,
        };
        let source = self.sources.last_mut();
        let body = source.and_then(|s| s.body(open, close));
        let Some(body) = body else {
            return Err(Error::new(column, "this repetition has no .endr"));
        };
        closes(&body.end, self.dialect())?;
        Ok(body)
    }

    /// Repeats `body`.
    fn repeat(
        &mut self,
        body: Body,
        parameter: String,
        values: Values,
        place: Option<Place>,
    ) -> Result<(), Error> {
        let Some(mut place) = place.filter(|_| !body.text.is_empty()) else {
            return Ok(());
        };
        place.line = body.line;
        place.column = 0;
        place.joins = Rc::default();
        let rounds = Rounds {
            body: body.text.into(),
            parameter,
            values,
            round: 0,
            calls: self.calls,
            alternative: self.alternative && self.dialect() == Dialect::Llvm,
        };
        let mut source = Source::repeated(rounds, place, body.column, self.dialect());
        source.conditions = Some(self.conditions.depth());
        source.depth = self.depth() + 1;
        self.enter(source, 1)
    }

    /// The bytes of a file that the text names.
    fn read(&self, name: &str, column: usize) -> Result<Vec<u8>, Error> {
        let fail = |m: String| Error::new(column, m);
        let mut missing = format!("there is no file '{name}'");
        if self.options.folders.is_empty() {
            missing.push_str(", since no folder is given to look for it");
        }
        for folder in &self.options.folders {
            let path = folder.join(name);
            let size = match path.metadata() {
                Ok(m) => m.len(),
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => continue,
                Err(e) => return Err(fail(format!("'{name}': {e}"))),
            };
            if size > self.left as u64 {
                return Err(fail(format!("'{name}' is too large: {size} bytes")));
            }
            return std::fs::read(&path).map_err(|e| fail(format!("'{name}': {e}")));
        }
        Err(fail(missing))
    }
}

/// Whether a directive that is looked for before macros is called so.
fn is_taken(name: &str) -> bool {
    Control::named(name, Dialect::Clrx).is_some()
        || Conditional::named(name, Dialect::Clrx).is_some()
}

/// The name behind `.irp` or `.irpc`, and what it stands for.
fn each(
    operands: &Operands,
    control: Control,
    alternative: bool,
) -> Result<(String, Vec<Argument>), Error> {
    let symbols = operands.symbols;
    let rest: String = operands.code.chars().skip(operands.at).collect();
    let name_at = operands.column();
    let trimmed = rest.trim();
    let clrx = symbols.dialect == Dialect::Clrx;
    // There blanks are enough behind the name.
    let split = if clrx {
        clrx::name_and_rest(trimmed)
    } else {
        trimmed.split_once(',')
    };
    let Some((name, values)) = split else {
        return Err(operands.fail("expected a name, a comma and values"));
    };
    let name = name.trim_end();
    if name.is_empty() || !name.chars().all(lex::in_name) {
        return Err(operands.fail("expected a name"));
    }
    let column = name_at + rest.trim_start().find(',').unwrap_or(0) + 1;
    let values = match (clrx, control) {
        (true, Control::RepeatForCharacters) => clrx::characters(values),
        (true, _) => clrx::any_arguments(values, column)?,
        (false, _) => macros::any_arguments(values, column, alternative.then_some(symbols))?,
    };
    if control == Control::RepeatFor || clrx {
        return Ok((name.to_owned(), values));
    }
    let characters = match &values[..] {
        [all] => macros::characters(all),
        _ => None,
    };
    let missing = || Error::new(column, "expected one word, whose characters are taken");
    Ok((name.to_owned(), characters.ok_or_else(missing)?))
}

/// Nothing stands behind the word that closes a body.
fn closes(code: &str, dialect: Dialect) -> Result<(), Error> {
    let head = super::lines::Head::of(code, dialect);
    let rest: String = code.chars().skip(head.rest_at).collect();
    if rest.trim().is_empty() {
        return Ok(());
    }
    let message = format!("expected the end of the line behind {}", head.word);
    Err(Error::new(head.rest_at + 1, message))
}

/// The text that is to be said, if there is one.
fn message(operands: &Operands) -> Result<Option<String>, Error> {
    if operands.text().is_empty() {
        return Ok(None);
    }
    operands.read(|c, _| string(c).map(|s| Some(s.to_owned())))
}
