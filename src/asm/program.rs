//! A program: two passes over its statements, the first of which finds where the labels are.

use super::directive::{self, Outcome};
use super::expr::{Cursor, Symbols};
use super::lex::{self, Error, Line, Tok};
use super::output::{Output, assign};
use super::{AsmError, Assembled, inst};
use crate::isa::Gen;

/// See [`super::assemble`].
pub fn assemble(generation: Gen, source: &str) -> Result<Assembled, Vec<AsmError>> {
    let mut errors = Vec::new();
    let mut in_comment = false;
    // What is wrong in a line matters only when the line does (metadata blocks are another language).
    let lines: Vec<(usize, Result<Line, Error>)> = (1..)
        .zip(source.lines())
        .map(|(number, text)| (number, lex::line(text, &mut in_comment)))
        .collect();
    if in_comment {
        let e = Error::new(1, "a comment without its */");
        return Err(vec![at_line(lines.len(), e)]);
    }
    let mut symbols = Symbols::default();
    let mut early = Vec::new();
    pass(generation, &lines, &mut symbols, &mut early);
    symbols.complete = true;
    let first = sorted_labels(&symbols);
    let output = pass(generation, &lines, &mut symbols, &mut errors);
    // The second pass knows all names, so its errors say more; what only the first one minds is a size
    // that depends on what is defined later.
    if !errors.is_empty() {
        return Err(errors);
    }
    if !early.is_empty() {
        for e in &mut early {
            e.message.push_str(" before this");
        }
        return Err(early);
    }
    let mut labels = sorted_labels(&symbols);
    if first != labels {
        let message = "the size of something depends on a symbol that is defined later";
        return Err(vec![at_line(1, Error::new(1, message))]);
    }
    labels.retain(|(name, _)| !name.starts_with(".L"));
    Ok(Assembled {
        bytes: output.bytes,
        labels,
    })
}

/// The labels by offset, then by name.
fn sorted_labels(symbols: &Symbols) -> Vec<(String, u64)> {
    let labels = symbols.labels().map(|(name, at)| (name.to_owned(), at));
    let mut labels: Vec<_> = labels.collect();
    labels.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
    labels
}

fn at_line(line: usize, e: Error) -> AsmError {
    AsmError {
        line,
        column: e.column,
        message: e.message,
    }
}

/// Assembles every line with the labels known so far.
fn pass(
    generation: Gen,
    lines: &[(usize, Result<Line, Error>)],
    symbols: &mut Symbols,
    errors: &mut Vec<AsmError>,
) -> Output {
    let mut output = Output::default();
    symbols.statement = 0;
    for (number, line) in lines {
        let done = match line {
            Ok(line) => statement(generation, line, *number, symbols, &mut output),
            Err(_) if output.skipping.is_some() => Ok(()),
            Err(e) => Err(e.clone()),
        };
        if let Err(e) = done {
            errors.push(at_line(*number, e));
        }
        if matches!(output.skipping, Some(("", ..))) {
            // `.end`
            output.skipping = None;
            break;
        }
    }
    if let Some((end, line, column)) = output.skipping {
        errors.push(at_line(
            line,
            Error::new(column, format!("this block has no {end}")),
        ));
    }
    output
}

/// Labels, then a directive, an assignment or an instruction.
fn statement(
    generation: Gen,
    line: &Line,
    number: usize,
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
                    output.skipping = Some((end, number, column));
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
