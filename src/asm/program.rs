//! A program: two passes over its statements, the first of which finds its lines and where the labels are.

use super::directive::{self, Outcome};
use super::expand::{Feed, Options, Piece, Place, What};
use super::expr::{Cursor, Symbols, Value};
use super::lex::{self, Error, Line, Tok};
use super::output::{Output, assign};
use super::{AsmError, Assembled, inst};
use crate::isa::Gen;

/// See [`super::assemble_with`].
pub fn assemble(
    generation: Gen,
    source: &str,
    options: &Options,
) -> Result<Assembled, Vec<AsmError>> {
    let mut symbols = Symbols::default();
    for (name, value) in &options.symbols {
        let value = Value::int(*value);
        let set = symbols.set(name, value);
        set.map_err(|m| vec![Place::default().error(Error::new(1, m))])?;
    }
    let (pieces, early, warnings) = first_pass(generation, source, options, &mut symbols)?;
    symbols.complete = true;
    let first = sorted_labels(&symbols);
    let mut second = Pass::default();
    symbols.statement = 0;
    for piece in &pieces {
        if second.piece(generation, piece, &mut symbols) {
            break;
        }
    }
    let (output, errors) = second.end();
    // The second pass knows all names, so its errors say more; what only the first one minds is a size
    // that depends on what is defined later.
    if !errors.is_empty() {
        return Err(errors);
    }
    if !early.is_empty() {
        let mut early = early;
        for e in &mut early {
            e.message.push_str(" before this");
        }
        return Err(early);
    }
    let mut labels = sorted_labels(&symbols);
    if first != labels {
        let message = "the size of something depends on a symbol that is defined later";
        let place = Place {
            line: 1,
            ..Place::default()
        };
        return Err(vec![place.error(Error::new(1, message))]);
    }
    labels.retain(|(name, _)| !name.starts_with(".L"));
    Ok(Assembled {
        bytes: output.bytes,
        labels,
        warnings,
    })
}

/// The lines of the program, what is wrong with them as far as it is known then, and what is to be told.
type FirstPass = (Vec<Piece>, Vec<AsmError>, Vec<AsmError>);

/// Finds the program's lines, and where its labels are.
fn first_pass(
    generation: Gen,
    source: &str,
    options: &Options,
    symbols: &mut Symbols,
) -> Result<FirstPass, Vec<AsmError>> {
    let mut feed = Feed::new(source, options);
    let mut pieces = Vec::new();
    let mut pass = Pass::default();
    // What is wrong with macros and conditions makes the rest meaningless.
    let mut errors = Vec::new();
    loop {
        symbols.here = pass.output.bytes.len() as i64;
        match feed.next(symbols, pass.output.skipping.is_some()) {
            Ok(None) => break,
            Ok(Some(piece)) => {
                let ended = pass.piece(generation, &piece, symbols);
                pieces.push(piece);
                if ended {
                    break;
                }
            }
            Err((place, e)) => errors.push(place.error(e)),
        }
        if errors.len() >= MOST_ERRORS {
            break;
        }
    }
    let (_, early) = pass.end();
    if errors.is_empty() {
        Ok((pieces, early, feed.warnings))
    } else {
        Err(errors)
    }
}

/// Mistakes beyond which no more are looked for.
const MOST_ERRORS: usize = 1000;

/// The labels by offset, then by name.
fn sorted_labels(symbols: &Symbols) -> Vec<(String, u64)> {
    let labels = symbols.labels().map(|(name, at)| (name.to_owned(), at));
    let mut labels: Vec<_> = labels.collect();
    labels.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    labels
}

/// Assembles line after line with the labels known so far.
#[derive(Default)]
struct Pass {
    output: Output,
    errors: Vec<AsmError>,
}

impl Pass {
    /// Assembles a line; whether the program ends there.
    fn piece(&mut self, generation: Gen, piece: &Piece, symbols: &mut Symbols) -> bool {
        let output = &mut self.output;
        let done = match &piece.what {
            What::Bytes(bytes) => directive::bytes(output, bytes),
            What::Line(text, open) => match lex::line(text, &mut open.clone()) {
                Ok(line) => statement(generation, &line, &piece.place, symbols, output),
                // What is wrong in a line matters only when the line does (metadata blocks are another language).
                Err(_) if output.skipping.is_some() => Ok(()),
                Err(e) => Err(e),
            },
        };
        if let Err(e) = done {
            self.errors.push(piece.place.error(e));
        }
        if self.errors.len() >= MOST_ERRORS {
            return true;
        }
        if matches!(output.skipping, Some(("", ..))) {
            // `.end`
            output.skipping = None;
            return true;
        }
        false
    }

    /// What was made of the program.
    fn end(mut self) -> (Output, Vec<AsmError>) {
        if let Some((end, place, column)) = self.output.skipping.take() {
            let e = Error::new(column, format!("this block has no {end}"));
            self.errors.push(place.error(e));
        }
        (self.output, self.errors)
    }
}

/// Labels, then a directive, an assignment or an instruction.
fn statement(
    generation: Gen,
    line: &Line,
    place: &Place,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<(), Error> {
    let mut c = Cursor::new(line);
    if let Some((end, ..)) = output.skipping {
        if c.peek(0) == Some(Tok::Word(end)) {
            output.skipping = None;
        }
        return Ok(());
    }
    loop {
        symbols.statement += 1;
        symbols.here = output.bytes.len() as i64;
        let column = c.column();
        match (c.peek(0), c.peek(1)) {
            (Some(Tok::Word(name)), Some(Tok::Mark(":"))) => {
                c.at += 2;
                if output.sections.foreign().is_none() {
                    symbols
                        .define_label(name)
                        .map_err(|m| Error::new(column, m))?;
                }
            }
            (Some(Tok::Int(n)), Some(Tok::Mark(":"))) => {
                c.at += 2;
                if output.sections.foreign().is_none() {
                    symbols.define_local(n);
                }
            }
            (Some(Tok::Word(name)), Some(Tok::Mark("="))) => {
                c.at += 2;
                return assign(&mut c, symbols, name, column);
            }
            (Some(Tok::Word(name)), _) if name.starts_with('.') => {
                c.at += 1;
                let outcome = directive::directive(generation, name, &mut c, symbols, output)
                    .map_err(|e| {
                        if e.column == 0 {
                            Error::new(column, e.message)
                        } else {
                            e
                        }
                    })?;
                if let Outcome::Block(end) = outcome {
                    output.skipping = Some((end, place.clone(), column));
                }
                return Ok(());
            }
            (None, _) => return Ok(()),
            _ => {
                if let Some(section) = output.sections.foreign() {
                    let message = format!("an instruction in section {section}");
                    return Err(Error::new(column, message));
                }
                if !output.bytes.len().is_multiple_of(4) {
                    let message = "an instruction at an address that is not a multiple of 4";
                    return Err(Error::new(column, message));
                }
                let (_, words) = inst::instruction(generation, &mut c, symbols)?;
                for w in words.iter() {
                    output.bytes.extend(w.to_le_bytes());
                }
                return Ok(());
            }
        }
    }
}
