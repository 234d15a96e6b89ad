//! From the text to the lines that are assembled: included files, macros, repetitions and conditions, as LLVM's
//! assembler has them (AsmParser.cpp; the GNU assembler's manual describes the language).
//!
//! Conditions and counts depend on symbols, so lines are handed out one by one while the first pass runs, which keeps
//! them for the second.

mod calls;
mod clrx;
mod conditions;
mod lines;
mod macros;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;

use super::args::integer;
use super::dialect::Dialect;
use super::expr::{Cursor, Symbols, expression};
use super::lex::{self, Error, Tok};
use conditions::{Conditional, Conditions};
use lines::{Head, Source};
use macros::Macro;

/// What a program is assembled with, beside its text.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The language of the text.
    pub dialect: Dialect,
    /// Where `.include` and `.incbin` look for files, in this order. There are none by default, so that no file is read.
    pub folders: Vec<PathBuf>,
    /// Symbols that are defined before the text, as by `--defsym`.
    pub symbols: Vec<(String, i64)>,
    /// What the text is called, where what is made shall tell which of its lines instructions come from. Lines that the
    /// text names (`.loc`) are told in any case.
    pub source: Option<String>,
    /// How many bytes of text macros, repetitions and included files may make; `None` is 128 MiB.
    pub most_text: Option<usize>,
}

/// Where a line stands.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The included file; `None` is the text itself.
    pub file: Option<Rc<str>>,
    /// From 1.
    pub line: usize,
    /// The macro whose line it is.
    pub within: Option<Rc<Call>>,
    /// Columns of the line that are before it.
    pub column: usize,
    /// Its columns at which further lines begin.
    pub joins: Rc<[usize]>,
}

/// A call of a macro.
#[derive(Debug)]
pub struct Call {
    name: String,
    at: Place,
}

impl Place {
    /// The mistake `e` in this line.
    pub fn error(&self, e: Error) -> super::AsmError {
        let mut message = e.message;
        if let Some(call) = &self.within {
            message.push_str(&format!(" (in '{}' of line {})", call.name, call.at.line));
        }
        let before = |j: &&usize| **j < e.column;
        let joined = self.joins.iter().take_while(before).count();
        let start = joined.checked_sub(1).and_then(|i| self.joins.get(i));
        let column = match start {
            None => e.column + self.column,
            Some(start) => e.column - start,
        };
        super::AsmError {
            file: self.file.as_deref().map(str::to_owned),
            line: self.line + joined,
            column,
            message,
        }
    }
}

/// What is assembled next.
#[derive(Debug)]
pub struct Piece {
    pub place: Place,
    pub what: What,
}

/// See [`Piece`].
#[derive(Debug)]
pub enum What {
    /// A line, and whether a `/*` is open before it.
    Line(Rc<str>, bool),
    /// The bytes of a file.
    Bytes(Vec<u8>),
}

impl Piece {
    /// The line, with its number.
    pub fn line(&self) -> Option<(usize, &str)> {
        match &self.what {
            What::Line(text, _) => Some((self.place.line, text)),
            What::Bytes(_) => None,
        }
    }
}

/// What a line is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Statements,
    /// Directives between two that belong together, in which there are no macros.
    Block,
    /// What is not read as tokens.
    Other,
}

/// A message that is no mistake.
pub type Warning = super::AsmError;

/// Hands out the lines of a program.
#[derive(Debug)]
pub struct Feed<'o> {
    options: &'o Options,
    /// What is being read, the innermost last: the text, and in it files, macros and repetitions.
    sources: Vec<Source>,
    macros: HashMap<String, Rc<Macro>>,
    /// Calls of macros so far: `\@`.
    calls: usize,
    conditions: Conditions,
    /// Whether macros are of the alternate kind (`.altmacro`).
    alternative: bool,
    /// CLRX: names that macros of that kind have made.
    locals: usize,
    /// CLRX: whether capitals make a difference in macros' names.
    keeps_case: bool,
    /// What [`Options::most_text`] leaves.
    left: usize,
    pub warnings: Vec<Warning>,
}

/// Macros in macros that are certainly a mistake: LLVM's number.
const DEEPEST: usize = 20;
/// The same with files and repetitions.
const MOST_SOURCES: usize = 200;
/// See [`Options::most_text`].
const MOST_TEXT: usize = 128 << 20;
/// What a line costs beside its bytes.
const LINE_COST: usize = 64;

/// What is said when [`Options::most_text`] is reached.
const TOO_LONG: &str = "macros, repetitions and included files make the text too long";

/// A mistake and its place.
pub type Misplaced = (Place, Error);

impl<'o> Feed<'o> {
    pub fn new(text: &str, options: &'o Options) -> Self {
        Feed {
            options,
            sources: vec![Source::file(text, None, options.dialect)],
            macros: HashMap::new(),
            calls: 0,
            conditions: Conditions::default(),
            alternative: false,
            locals: 0,
            keeps_case: false,
            left: options.most_text.unwrap_or(MOST_TEXT),
            warnings: Vec::new(),
        }
    }

    fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// What a macro called `name` is kept under.
    fn key<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.dialect() {
            Dialect::Clrx if !self.keeps_case => name.to_ascii_lowercase().into(),
            Dialect::Clrx | Dialect::Llvm => name.into(),
        }
    }

    /// The next line, which is written in `language`.
    ///
    /// # Errors
    /// A mistake in what directs the text. The next call goes on behind it.
    pub fn next(
        &mut self,
        symbols: &Symbols,
        language: Language,
    ) -> Result<Option<Piece>, Misplaced> {
        loop {
            let Some(source) = self.sources.last_mut() else {
                return Ok(None);
            };
            let Some(line) = source.line() else {
                if let Some(condition) = source.condition() {
                    let condition = condition.to_owned();
                    let operands = Operands {
                        code: &condition,
                        at: 0,
                        symbols,
                    };
                    let holds = operands.number();
                    if !matches!(holds, Ok(n) if n != 0) {
                        source.end_rounds();
                    }
                    if let Err(e) = holds {
                        return Err((source.place(), Error::new(1, e.message)));
                    }
                }
                if let Some(more) = source.next_round() {
                    self.spend(more)?;
                    continue;
                }
                let mut place = source.place();
                let (open, opened) = (source.comment, source.opened);
                self.sources.pop();
                if open {
                    place.line = opened;
                    place.column = 0;
                    return Err((place, Error::new(1, "a comment without its */")));
                }
                if self.sources.is_empty() && self.conditions.close() {
                    return Err((place, Error::new(1, "an .if without its .endif")));
                }
                continue;
            };
            match language {
                Language::Statements => {}
                Language::Block => {
                    source.advance();
                    return Ok(Some(line));
                }
                Language::Other => {
                    // `/*` means nothing there.
                    let open = source.comment;
                    source.advance();
                    source.comment = open;
                    return Ok(Some(line));
                }
            }
            let code = source.code();
            if code.trim_start().is_empty() && self.options.dialect == Dialect::Clrx {
                self.advance();
                continue;
            }
            let head = Head::of(&code, self.options.dialect);
            let place = line.place.clone();
            match self.direct(&code, head, symbols) {
                Ok(Directed::Plain) if self.conditions.ignoring() => self.advance(),
                Ok(Directed::Plain) => {
                    self.advance();
                    return Ok(Some(line));
                }
                Ok(Directed::Labels(end)) => {
                    if let Some(source) = self.sources.last_mut() {
                        source.passed = end;
                    }
                    let labels = code.chars().take(end).collect::<String>();
                    let what = What::Line(labels.into(), false);
                    return Ok(Some(Piece { place, what }));
                }
                Ok(Directed::Done) => {}
                Ok(Directed::Bytes(bytes)) => {
                    let what = What::Bytes(bytes);
                    return Ok(Some(Piece { place, what }));
                }
                Err(e) => return Err((place, e)),
            }
        }
    }

    fn advance(&mut self) {
        if let Some(source) = self.sources.last_mut() {
            source.advance();
        }
    }

    /// Takes `bytes` of what the text may grow by.
    fn spend(&mut self, bytes: usize) -> Result<(), Misplaced> {
        if let Some(left) = self.left.checked_sub(bytes.saturating_add(LINE_COST)) {
            self.left = left;
            return Ok(());
        }
        let place = match self.sources.last() {
            Some(source) => source.place(),
            None => Source::file("", None, self.options.dialect).place(),
        };
        self.sources.clear();
        self.conditions = Conditions::default();
        Err((place, Error::new(1, TOO_LONG)))
    }

    /// Carries out what the line directs. Unless it is plain, or only its labels are to be assembled first, the line is
    /// done with.
    fn direct(&mut self, code: &str, head: Head, symbols: &Symbols) -> Result<Directed, Error> {
        let word = head.word.to_lowercase();
        let labels = head.start > 0;
        let column = head.word_at + 1;
        let dialect = self.dialect();
        if let Some(condition) = Conditional::named(&word, dialect) {
            // LLVM does not look behind a label there.
            if self.conditions.ignoring() && labels {
                return Ok(Directed::Plain);
            }
            if labels && self.passed() < head.start {
                return Ok(Directed::Labels(head.start));
            }
            self.advance();
            let operands = Operands {
                code,
                at: head.rest_at,
                symbols,
            };
            self.conditions.meet(condition, column, &operands)?;
            return Ok(Directed::Done);
        }
        if self.conditions.ignoring() {
            return Ok(Directed::Plain);
        }
        let called = (!head.assigns).then(|| self.macros.get(self.key(head.word).as_ref()));
        if let Some(called) = called.flatten().cloned() {
            if labels && self.passed() < head.start {
                return Ok(Directed::Labels(head.start));
            }
            let place = self.sources.last().map(Source::place);
            self.advance();
            let text: String = code.chars().skip(head.rest_at).collect();
            let (text, at) = (text.trim_end(), head.rest_at + 1);
            let args = match dialect {
                Dialect::Llvm => called.arguments(text, at, self.alternative.then_some(symbols))?,
                Dialect::Clrx => clrx::arguments(&called, text, at, symbols, self.alternative)?,
            };
            self.call(&called, &args, place, column)?;
            return Ok(Directed::Done);
        }
        let Some(control) = Control::named(&word, dialect) else {
            return Ok(Directed::Plain);
        };
        if labels && self.passed() < head.start {
            return Ok(Directed::Labels(head.start));
        }
        let place = self.sources.last().map(Source::place);
        self.advance();
        let operands = Operands {
            code,
            at: head.rest_at,
            symbols,
        };
        self.control(control, column, operands, place)
    }

    /// Columns of the present line that are assembled already.
    fn passed(&self) -> usize {
        self.sources.last().map_or(0, |s| s.passed)
    }
}

/// What becomes of a line.
enum Directed {
    /// It is assembled, or left out by a condition.
    Plain,
    /// What stands before this column is assembled first.
    Labels(usize),
    /// It is done with.
    Done,
    /// It stands for these bytes.
    Bytes(Vec<u8>),
}

/// Directives about the text that are no conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    Macro,
    EndMacro,
    ExitMacro,
    Purge,
    Repeat,
    RepeatFor,
    RepeatForCharacters,
    /// While an expression is not 0.
    RepeatWhile,
    /// The same, with a symbol that changes.
    RepeatCounting,
    EndRepeat,
    /// Macros without backslashes, or no more.
    Alternative(bool),
    /// Macros' names in any case, or no more.
    MacroCase(bool),
    Abort,
    Fail,
    Include,
    IncludeBytes,
    Error,
    Warning,
    Print,
}

/// The names of [`Control`].
const CONTROLS: &[(&str, Control)] = &[
    (".macro", Control::Macro),
    (".endm", Control::EndMacro),
    (".endmacro", Control::EndMacro),
    (".exitm", Control::ExitMacro),
    (".purgem", Control::Purge),
    (".rept", Control::Repeat),
    (".rep", Control::Repeat),
    (".irp", Control::RepeatFor),
    (".irpc", Control::RepeatForCharacters),
    (".endr", Control::EndRepeat),
    (".include", Control::Include),
    (".incbin", Control::IncludeBytes),
    (".error", Control::Error),
    (".err", Control::Error),
    (".warning", Control::Warning),
    (".print", Control::Print),
    (".altmacro", Control::Alternative(true)),
    (".noaltmacro", Control::Alternative(false)),
];

/// Those that only CLRX's language has.
const CLRX_CONTROLS: &[(&str, Control)] = &[
    (".while", Control::RepeatWhile),
    (".for", Control::RepeatCounting),
    (".endrept", Control::EndRepeat),
    (".macrocase", Control::MacroCase(true)),
    (".nomacrocase", Control::MacroCase(false)),
    (".abort", Control::Abort),
    (".fail", Control::Fail),
];

impl Control {
    fn named(word: &str, dialect: Dialect) -> Option<Control> {
        let more = match dialect {
            Dialect::Llvm => &[],
            Dialect::Clrx => CLRX_CONTROLS,
        };
        let found = CONTROLS.iter().chain(more).find(|(name, _)| *name == word);
        found.map(|(_, control)| *control)
    }
}

/// What stands behind a directive.
struct Operands<'t> {
    /// The line without comments.
    code: &'t str,
    /// The column, from 0, where they start.
    at: usize,
    symbols: &'t Symbols,
}

impl Operands<'_> {
    /// All of it.
    fn text(&self) -> String {
        let rest: String = self.code.chars().skip(self.at).collect();
        rest.trim().to_owned()
    }

    /// Mistakes are said to be here.
    fn column(&self) -> usize {
        let rest = self.code.chars().skip(self.at);
        self.at + rest.take_while(|c| c.is_whitespace()).count() + 1
    }

    fn fail(&self, message: impl Into<String>) -> Error {
        Error::new(self.column(), message)
    }

    /// Hands a cursor over the operands to `read`, which must take all of them.
    fn read<T>(
        &self,
        read: impl FnOnce(&mut Cursor, &Symbols) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let blank = " ".repeat(self.at);
        let rest: String = self.code.chars().skip(self.at).collect();
        let text = blank + &rest;
        let line = lex::line(&text, &mut false, self.symbols.dialect)?;
        let mut c = Cursor::new(&line);
        let value = read(&mut c, self.symbols)?;
        if c.done() {
            return Ok(value);
        }
        Err(c.fail(format!("expected the end of the line{}", c.but_got())))
    }

    /// An integer that is known here.
    fn number(&self) -> Result<i64, Error> {
        self.read(|c, symbols| {
            let column = c.column();
            integer(&expression(c, symbols)?, column)
        })
    }

    /// A name.
    fn name(&self) -> Result<String, Error> {
        self.read(|c, _| match c.next() {
            Some(Tok::Word(name)) => Ok(name.to_owned()),
            _ => Err(self.fail("expected a name")),
        })
    }
}

/// A string in quotes.
fn string<'a>(c: &mut Cursor<'a, '_>) -> Result<&'a str, Error> {
    let column = c.column();
    match c.next() {
        Some(Tok::Str(s)) => Ok(s),
        _ => Err(Error::new(column, "expected a string in quotes")),
    }
}
