//! A program: passes over its statements, the first of which finds its lines and where the labels are.

use super::clrx::pseudo;
use super::clrx::scopes::UNNAMED;
use super::clrx::settings::Settings;
use super::dialect::Dialect;
use super::directive::{self, Outcome};
use super::expand::{Feed, Language, Options, Piece, Place, What};
use super::expr::{Cursor, Symbols, Value, expression};
use super::lex::{self, Error, Line, Tok};
use super::lines::{Row, SourceFile};
use super::object::kernel;
use super::object::section::TEXT;
use super::output::{Deferred, Output, assign};
use super::{AsmError, Assembled, inst};
use crate::error::SourceLine;
use crate::isa::Gen;
use crate::isa::target::TargetId;

/// A text, and what it is assembled for.
pub struct Job {
    pub generation: Gen,
    /// Whether an object file is made of it.
    pub is_object: bool,
    /// The lines that the first pass has found.
    pub pieces: Vec<Piece>,
    /// What `.warning` and `.print` say.
    pub warnings: Vec<AsmError>,
}

/// Mistakes beyond which no more are looked for.
const MOST_ERRORS: usize = 1000;

impl Job {
    /// Reads the text, and assembles it as far as its symbols are known. `early` is for what is wrong with lines: the next
    /// pass says it better.
    ///
    /// # Errors
    /// What is wrong with macros, conditions and files, which makes the rest meaningless.
    pub fn new(
        (generation, is_object): (Gen, bool),
        source: &str,
        options: &Options,
        symbols: &mut Symbols,
        early: &mut Vec<AsmError>,
    ) -> Result<(Job, Output), Vec<AsmError>> {
        for (name, value) in &options.symbols {
            let set = symbols.set(name, Value::int(*value));
            set.map_err(|m| vec![at_line(1, Error::new(1, m))])?;
        }
        let mut job = Job {
            generation,
            is_object,
            pieces: Vec::new(),
            warnings: Vec::new(),
        };
        let mut feed = Feed::new(source, options);
        let mut output = Output::new(is_object);
        let mut errors = Vec::new();
        symbols.start();
        while errors.len() < MOST_ERRORS {
            symbols.move_to(output.sections.now, output.section().len());
            match feed.next(symbols, output.language()) {
                Ok(None) => break,
                Ok(Some(piece)) => {
                    let index = job.pieces.len();
                    let ended = step(generation, (index, &piece), symbols, &mut output, early);
                    job.pieces.push(piece);
                    if ended {
                        break;
                    }
                }
                Err((place, e)) => errors.push(place.error(e)),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        job.warnings = feed.warnings;
        end(&job, symbols, &mut output, early);
        Ok((job, output))
    }
}

/// See [`super::assemble_with`].
pub fn assemble(
    generation: Gen,
    source: &str,
    options: &Options,
) -> Result<Assembled, Vec<AsmError>> {
    let (mut early, mut errors) = (Vec::new(), Vec::new());
    let mut symbols = Symbols::default();
    symbols.dialect = options.dialect;
    if symbols.dialect == Dialect::Llvm {
        symbols.target = TargetId::parse(generation.target()).ok();
    }
    symbols.settings = Settings::of(generation);
    if symbols.dialect == Dialect::Clrx && !Settings::knows(generation) {
        let message = format!(
            "CLRX's language is of gfx6 to gfx906, and has no instructions of {generation}"
        );
        return Err(vec![at_line(1, Error::new(1, message))]);
    }
    let (job, _) = Job::new(
        (generation, false),
        source,
        options,
        &mut symbols,
        &mut early,
    )?;
    symbols.complete = true;
    let first = sorted_labels(&symbols);
    let output = pass(&job, &mut symbols, &mut errors);
    let labels = agreed(first, sorted_labels(&symbols), early, errors)?;
    let lines = match output.lines.all(options.source.as_deref()) {
        None => Vec::new(),
        Some((files, rows)) => {
            let code = rows.iter().filter(|r| r.section == TEXT);
            let line = |r: &Row| {
                let file = files.get(&r.file).map_or(String::new(), SourceFile::path);
                let line = u32::try_from(r.line).unwrap_or(0);
                (
                    r.offset,
                    SourceLine {
                        file,
                        line,
                        function: None,
                    },
                )
            };
            code.map(line).collect()
        }
    };
    let labels = labels.into_iter();
    let labels = labels.filter(|(name, ..)| !name.starts_with(".L") && !name.contains(UNNAMED));
    Ok(Assembled {
        bytes: output
            .all
            .into_iter()
            .next()
            .map_or(Vec::new(), |s| s.bytes),
        labels: labels.map(|(name, _, at)| (name, at)).collect(),
        warnings: job.warnings,
        lines,
    })
}

/// A label, its section, and its offset there.
pub type Label = (String, usize, u64);

/// The labels of the last pass, when the passes agree and none has found a mistake.
pub fn agreed(
    first: Vec<Label>,
    last: Vec<Label>,
    mut early: Vec<AsmError>,
    errors: Vec<AsmError>,
) -> Result<Vec<Label>, Vec<AsmError>> {
    // The last pass knows all names, so its errors say more; what only the first one minds is a size
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
    if first != last {
        let message = "the size of something depends on a symbol that is defined later";
        return Err(vec![at_line(1, Error::new(1, message))]);
    }
    Ok(last)
}

/// The labels by section and offset, then by name.
pub fn sorted_labels(symbols: &Symbols) -> Vec<Label> {
    let labels = symbols.labels();
    let mut labels: Vec<Label> = labels
        .map(|(name, section, at)| (name.to_owned(), section, at))
        .collect();
    labels.sort_by(|a, b| (a.1, a.2, &a.0).cmp(&(b.1, b.2, &b.0)));
    labels
}

/// The mistake `e` in a line of the text.
pub fn at_line(line: usize, e: Error) -> AsmError {
    let place = Place {
        line,
        ..Place::default()
    };
    place.error(e)
}

/// Assembles every line with the labels known so far.
pub fn pass(job: &Job, symbols: &mut Symbols, errors: &mut Vec<AsmError>) -> Output {
    let mut output = Output::new(job.is_object);
    symbols.start();
    for piece in job.pieces.iter().enumerate() {
        if step(job.generation, piece, symbols, &mut output, errors) {
            break;
        }
    }
    end(job, symbols, &mut output, errors);
    output
}

/// Assembles a line; whether the program ends there.
fn step(
    generation: Gen,
    (index, piece): (usize, &Piece),
    symbols: &mut Symbols,
    output: &mut Output,
    errors: &mut Vec<AsmError>,
) -> bool {
    let deferred = output.deferred.len();
    let done = match &piece.what {
        What::Bytes(bytes) => directive::bytes(output, bytes),
        What::Line(text, open) => match lex::line(text, &mut open.clone(), symbols.dialect) {
            Ok(line) => {
                let text = (text.as_ref(), &line);
                statement(generation, text, &piece.place, symbols, output)
            }
            // What is wrong in a line matters only when the line does: metadata is another language.
            Err(_) if output.language() == Language::Other => Ok(()),
            Err(e) => Err(e),
        },
    };
    if let Err(e) = done {
        errors.push(piece.place.error(e));
    }
    for d in &mut output.deferred[deferred..] {
        d.line = index;
    }
    symbols.count_registers();
    if matches!(output.block, Some(("", ..))) {
        // `.end`
        output.block = None;
        return true;
    }
    errors.len() >= MOST_ERRORS
}

/// Ends a pass.
fn end(job: &Job, symbols: &mut Symbols, output: &mut Output, errors: &mut Vec<AsmError>) {
    if let Some((end, place, column)) = &output.block {
        let e = Error::new(*column, format!("this block has no {end}"));
        errors.push(place.error(e));
    }
    if !symbols.complete {
        set_deferred(job, symbols, &mut output.deferred);
    }
}

/// Gives the names values that were set to what was defined later.
fn set_deferred(job: &Job, symbols: &mut Symbols, deferred: &mut Vec<Deferred>) {
    loop {
        let before = deferred.len();
        deferred.retain(|d| {
            let Some(What::Line(text, open)) = job.pieces.get(d.line).map(|p| &p.what) else {
                return false;
            };
            let Ok(line) = lex::line(text, &mut open.clone(), symbols.dialect) else {
                return false;
            };
            let mut c = Cursor::new(&line);
            c.at = d.at;
            symbols.statement = d.statement;
            symbols.move_to(d.place.0, d.place.1);
            // What is wrong with it, the next pass says.
            let Ok(value) = expression(&mut c, symbols) else {
                return false;
            };
            value.undefined.is_some() || symbols.set(&d.name, value).is_err()
        });
        if deferred.len() == before {
            return;
        }
    }
}

/// Labels, then a directive, an assignment or an instruction.
fn statement(
    generation: Gen,
    (text, line): (&str, &Line),
    place: &Place,
    symbols: &mut Symbols,
    output: &mut Output,
) -> Result<(), Error> {
    let mut c = Cursor::new(line);
    if let Some((end, ..)) = output.block {
        if c.peek(0) == Some(Tok::Word(end)) {
            output.block = None;
            if let Some(kernel) = output.kernel.take() {
                let column = c.column();
                let end = kernel::end(kernel, symbols, output);
                return end.map_err(|m| Error::new(column, m));
            }
        } else if let (Some(kernel), Some(places), false) =
            (&mut output.kernel, &symbols.places, c.done())
        {
            return kernel.directive(&mut c, symbols, places);
        }
        return Ok(());
    }
    loop {
        symbols.statement += 1;
        symbols.move_to(output.sections.now, output.section().len());
        let column = c.column();
        match (c.peek(0), c.peek(1)) {
            (Some(Tok::Word(name) | Tok::Str(name)), Some(Tok::Mark(":"))) => {
                c.at += 2;
                if output.left_out().is_none() {
                    symbols
                        .define_label(name)
                        .map_err(|m| Error::new(column, m))?;
                }
            }
            (Some(Tok::Int(n)), Some(Tok::Mark(":"))) => {
                c.at += 2;
                if output.left_out().is_none() {
                    symbols.define_local(n);
                }
            }
            (Some(Tok::Word(name)), Some(Tok::Mark("="))) if symbols.dialect == Dialect::Clrx => {
                c.at += 2;
                return pseudo::value(generation, name, column, &mut c, symbols, output);
            }
            (Some(Tok::Word(name)), Some(Tok::Mark("="))) => {
                c.at += 2;
                return assign(&mut c, symbols, output, name, column);
            }
            (Some(Tok::Word(name)), _) if name.starts_with('.') => {
                c.at += 1;
                let outcome = match symbols.dialect {
                    Dialect::Llvm => {
                        directive::directive(generation, name, &mut c, symbols, output)
                    }
                    Dialect::Clrx => {
                        pseudo::directive(generation, name, text, &mut c, symbols, output)
                    }
                };
                let outcome = outcome.map_err(|e| {
                    if e.column == 0 {
                        Error::new(column, e.message)
                    } else {
                        e
                    }
                })?;
                if let Outcome::Block(end) = outcome {
                    output.block = Some((end, place.clone(), column));
                }
                return Ok(());
            }
            (None, _) => return Ok(()),
            _ => {
                let elsewhere = output.left_out().is_some() || !output.section().is_code();
                if elsewhere {
                    let message = format!("an instruction in section {}", output.section().name);
                    return Err(Error::new(column, message));
                }
                if !output.section().len().is_multiple_of(4) {
                    let message = "an instruction at an address that is not a multiple of 4";
                    return Err(Error::new(column, message));
                }
                let (_, words) = inst::instruction(generation, &mut c, symbols)?;
                let at = (output.sections.now, output.section().len());
                output.lines.instruction(at, place);
                let section = output.section_mut();
                section.align = section.align.max(4);
                for w in words.iter() {
                    let pushed = section.push(&w.to_le_bytes());
                    pushed.map_err(|m| Error::new(column, m))?;
                }
                return Ok(());
            }
        }
    }
}
