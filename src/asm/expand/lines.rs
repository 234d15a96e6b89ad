//! Lines of a text, and what stands in front of them.

use std::rc::Rc;

use super::macros::{Argument, Substitution};
use super::{Call, LINE_COST, Piece, Place, What};
use crate::asm::dialect::Dialect;
use crate::asm::lex::{begins_name, in_name};

/// A text that is being read.
#[derive(Debug)]
pub struct Source {
    text: Rc<str>,
    dialect: Dialect,
    /// The byte where the present line starts; beyond the text when there is none. In CLRX's language it is a statement.
    at: usize,
    /// The number of the present line, and how many columns are before it.
    line: usize,
    column: usize,
    /// The same of the text's first one.
    first: (usize, usize),
    file: Option<Rc<str>>,
    within: Option<Rc<Call>>,
    /// Whether a `/*` is open before the present line.
    pub comment: bool,
    /// The line in which it is opened.
    pub opened: usize,
    /// Columns of the present line that are done with.
    pub passed: usize,
    /// How often the text is read yet, with other arguments.
    rounds: Option<Rounds>,
    /// Conditions that were open before the text, where `.exitm` may leave it.
    pub conditions: Option<usize>,
    /// How many macros and files are around it.
    pub depth: usize,
}

/// What is left of a repetition.
#[derive(Debug)]
pub struct Rounds {
    /// As written.
    pub body: Rc<str>,
    /// The name that stands for each argument, and the arguments.
    pub parameter: String,
    pub values: Values,
    /// The round: `\+`.
    pub round: u64,
    /// Calls of macros before it: `\@`, where it has arguments.
    pub calls: usize,
    /// LLVM: whether `.altmacro` held before it.
    pub alternative: bool,
}

/// What the rounds differ in.
#[derive(Debug)]
pub enum Values {
    /// In nothing: how many there are.
    Same(u64),
    /// In nothing: there is another while an expression is not 0.
    While(String),
    Each(std::vec::IntoIter<Argument>),
}

impl Source {
    /// A file's text, or the program itself.
    pub fn file(text: &str, name: Option<Rc<str>>, dialect: Dialect) -> Source {
        Source {
            text: text.into(),
            dialect,
            at: 0,
            line: 1,
            column: 0,
            first: (1, 0),
            file: name,
            within: None,
            comment: false,
            opened: 1,
            passed: 0,
            rounds: None,
            conditions: None,
            depth: 0,
        }
    }

    /// The text of a macro's call, whose first line is that in `place`, behind `column` columns.
    pub fn call(text: String, place: Place, column: usize, dialect: Dialect) -> Source {
        Source {
            first: (place.line, column),
            line: place.line,
            column,
            within: place.within,
            ..Source::file(&text, place.file, dialect)
        }
    }

    /// A repetition, whose first round comes by [`Self::next_round`].
    pub fn repeated(rounds: Rounds, place: Place, column: usize, dialect: Dialect) -> Source {
        Source {
            rounds: Some(rounds),
            ..Source::call(String::new(), place, column, dialect)
        }
    }

    /// What the text takes of what may be made.
    pub fn cost(&self) -> usize {
        let ends: &[char] = match self.dialect {
            Dialect::Llvm => &['\n'],
            Dialect::Clrx => &['\n', ';'],
        };
        self.text.len() + self.text.matches(ends).count() * LINE_COST
    }

    /// Where the present line stands.
    pub fn place(&self) -> Place {
        Place {
            file: self.file.clone(),
            line: self.line,
            within: self.within.clone(),
            column: self.column,
            joins: match self.dialect {
                Dialect::Llvm => Rc::default(),
                Dialect::Clrx => self.joins(),
            },
        }
    }

    /// Columns at which lines begin that the present statement continues in.
    fn joins(&self) -> Rc<[usize]> {
        let statement = self.span().unwrap_or_default();
        let breaks = statement.chars().enumerate().filter(|(_, c)| *c == '\n');
        breaks.map(|(i, _)| i + 1).collect()
    }

    /// The bytes of the present line.
    fn span(&self) -> Option<&str> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        if self.dialect == Dialect::Clrx {
            let (length, _) = statement(rest, self.comment);
            return Some(&rest[..length]);
        }
        let line = rest.split('\n').next()?;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The present line as it stands.
    pub fn line(&self) -> Option<Piece> {
        let text = self.span()?;
        let raw = self.passed == 0 && self.dialect == Dialect::Llvm;
        let text: Rc<str> = if raw { text.into() } else { self.code().into() };
        Some(Piece {
            place: self.place(),
            what: What::Line(text, self.comment && raw),
        })
    }

    /// The present line with blanks for comments and for what is done with: of as many characters.
    pub fn code(&self) -> String {
        let mut open = self.comment;
        let code = self.without_comments(&mut open);
        let blank = " ".repeat(self.passed);
        blank + &code.chars().skip(self.passed).collect::<String>()
    }

    /// The present line without comments.
    fn without_comments(&self, open: &mut bool) -> String {
        let text = self.span().unwrap_or_default();
        match self.dialect {
            Dialect::Llvm => without_comments(text, open),
            Dialect::Clrx => clrx_code(text, open),
        }
    }

    /// Goes to the next line.
    pub fn advance(&mut self) {
        if self.span().is_none() {
            return;
        }
        let mut open = self.comment;
        self.without_comments(&mut open);
        if open && !self.comment {
            self.opened = self.line;
        }
        let before = std::mem::replace(&mut self.comment, open);
        self.passed = 0;
        let rest = &self.text[self.at..];
        let end = match self.dialect {
            Dialect::Llvm => rest.find('\n').map_or(rest.len(), |n| n + 1),
            Dialect::Clrx => statement(rest, before).1,
        };
        let done = &rest[..end];
        self.column = match (self.dialect, done.rsplit_once('\n')) {
            (Dialect::Llvm, _) => 0,
            (Dialect::Clrx, Some((_, behind))) => behind.chars().count(),
            (Dialect::Clrx, None) => self.column + done.chars().count(),
        };
        self.line += match self.dialect {
            Dialect::Llvm => 1,
            Dialect::Clrx => done.matches('\n').count(),
        };
        self.at += end;
    }

    /// Takes lines up to the one that closes what was opened: those that start with a word of `open` and of `close` are
    /// counted. `None` where there is none.
    pub fn body(&mut self, open: &[&str], close: &[&str]) -> Option<Body> {
        let start = self.at;
        let (line, column) = (self.line, self.column);
        let mut depth = 1;
        loop {
            self.span()?;
            let end = self.at;
            let code = self.code();
            let head = Head::of(&code, self.dialect);
            // LLVM does not look behind a label there.
            let lower;
            let word = match self.dialect {
                Dialect::Llvm if head.start == 0 => head.word,
                Dialect::Llvm => "",
                Dialect::Clrx => {
                    lower = directive_of(&code, head).to_ascii_lowercase();
                    lower.as_str()
                }
            };
            if open.contains(&word) {
                depth += 1;
            } else if close.contains(&word) {
                depth -= 1;
            }
            self.advance();
            if depth == 0 {
                return Some(Body {
                    text: self.text[start..end].to_owned(),
                    line,
                    column,
                    end: code,
                });
            }
        }
    }

    /// Starts the next round of a repetition; the bytes that it makes, or `None` when there is none left.
    pub fn next_round(&mut self) -> Option<usize> {
        let rounds = self.rounds.as_mut()?;
        let argument = match &mut rounds.values {
            Values::Same(left) => {
                *left = left.checked_sub(1)?;
                None
            }
            Values::While(_) => None,
            Values::Each(values) => Some(values.next()?),
        };
        let names = [rounds.parameter.as_str()];
        let arguments: Vec<Argument> = argument.into_iter().collect();
        let names = &names[..arguments.len()];
        let calls = (!names.is_empty()).then_some(rounds.calls);
        let substitution = Substitution {
            names,
            arguments: &arguments,
            call: calls,
            round: rounds.round,
            alternative: rounds.alternative,
        };
        let text = substitution.of(&rounds.body);
        rounds.round += 1;
        self.text = text.into();
        self.at = 0;
        (self.line, self.column) = self.first;
        self.passed = 0;
        Some(self.cost())
    }

    /// The condition on which there is another round, if there is one.
    pub fn condition(&self) -> Option<&str> {
        match self.rounds.as_ref().map(|r| &r.values) {
            Some(Values::While(condition)) => Some(condition),
            Some(Values::Same(_) | Values::Each(_)) | None => None,
        }
    }

    /// Makes this round the last one.
    pub fn end_rounds(&mut self) {
        self.rounds = None;
    }
}

/// The word behind the labels of `code`, which begins with `head`: a label may have parameters of a macro in it.
fn directive_of<'a>(code: &'a str, head: Head<'a>) -> &'a str {
    let rest = code.trim_start();
    match rest.split_once(char::is_whitespace) {
        Some((label, rest))
            if head.word.is_empty() && label.starts_with('\\') && label.ends_with(':') =>
        {
            Head::of(rest, Dialect::Clrx).word
        }
        _ => head.word,
    }
}

/// The lines between two directives.
#[derive(Debug)]
pub struct Body {
    pub text: String,
    /// Where they start: the line, and how many columns are before.
    pub line: usize,
    pub column: usize,
    /// The closing line, without comments.
    pub end: String,
}

/// The first statement of a text in CLRX's language: its length, and where the next one starts. `open` is whether a
/// `/*` is open before it.
fn statement(text: &str, mut open: bool) -> (usize, usize) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut hash = false;
    while let Some(byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        match (*byte, next) {
            (b'\n', _) => {
                let end = if at > 0 && bytes[at - 1] == b'\r' {
                    at - 1
                } else {
                    at
                };
                return (end, at + 1);
            }
            _ if hash => at += 1,
            (b'*', Some(b'/')) if open => {
                open = false;
                at += 2;
            }
            _ if open => at += 1,
            (b'/', Some(b'*')) => {
                open = true;
                at += 2;
            }
            (b'#', _) => {
                hash = true;
                at += 1;
            }
            (b';', _) => return (at, at + 1),
            (b'\\', Some(b'\n')) => at += 2,
            (b'\\', Some(b'\r')) if bytes.get(at + 2) == Some(&b'\n') => at += 3,
            (quote @ (b'"' | b'\''), _) => at += quoted(&text[at..], quote),
            _ => at += 1,
        }
    }
    (at, at)
}

/// The length of what stands between quotes at the start of `text`; 1 where the closing one is missing.
fn quoted(text: &str, quote: u8) -> usize {
    let mut escaped = false;
    for (i, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => break,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return i + 1,
            _ => {}
        }
    }
    1
}

/// A statement of CLRX's language with a blank for each character of a comment, and of what continues a line.
fn clrx_code(text: &str, open: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let blank = |out: &mut String, n: usize| out.extend(std::iter::repeat_n(' ', n));
        let take = if *open {
            let end = rest.starts_with("*/");
            *open = !end;
            let take = if end { 2 } else { c.len_utf8() };
            blank(&mut out, if end { 2 } else { 1 });
            take
        } else if rest.starts_with("/*") {
            *open = true;
            blank(&mut out, 2);
            2
        } else if c == '#' {
            blank(&mut out, rest.chars().count());
            break;
        } else if let Some(n) = ["\\\n", "\\\r\n"].iter().find(|n| rest.starts_with(**n)) {
            blank(&mut out, n.len());
            n.len()
        } else {
            let take = match c {
                '"' | '\'' => quoted(rest, c as u8),
                _ => c.len_utf8(),
            };
            out.push_str(&rest[..take]);
            take
        };
        rest = &rest[take..];
    }
    out
}

/// `text` with a blank for each character of a comment. `open` is whether a `/*` is open before it, and after it.
fn without_comments(text: &str, open: &mut bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut quoted = false;
    while let Some(c) = rest.chars().next() {
        let take = if *open {
            let end = rest.starts_with("*/");
            *open = !end;
            out.push_str(if end { "  " } else { " " });
            if end { 2 } else { c.len_utf8() }
        } else if quoted {
            out.push(c);
            let escaped = rest[c.len_utf8()..].chars().next().filter(|_| c == '\\');
            out.extend(escaped);
            quoted = c != '"';
            c.len_utf8() + escaped.map_or(0, char::len_utf8)
        } else if rest.starts_with("/*") {
            *open = true;
            out.push_str("  ");
            2
        } else if rest.starts_with("//") || c == ';' || (c == '#' && out.trim().is_empty()) {
            out.extend(rest.chars().map(|_| ' '));
            break;
        } else {
            quoted = c == '"';
            out.push(c);
            c.len_utf8()
        };
        rest = &rest[take..];
    }
    out
}

/// What a line begins with. Columns are in characters, from 0.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// Behind the labels.
    pub start: usize,
    /// The word behind them, of a name's characters.
    pub word: &'a str,
    pub word_at: usize,
    /// Behind the word.
    pub rest_at: usize,
    /// Whether `=` follows it.
    pub assigns: bool,
}

impl<'a> Head<'a> {
    /// What `code`, a line without comments, begins with.
    pub fn of(code: &'a str, dialect: Dialect) -> Head<'a> {
        let clrx = dialect == Dialect::Clrx;
        let like = |c: char| in_name(c) && !(clrx && c == '@');
        let mut start = 0;
        let mut rest = code;
        let mut at = 0;
        loop {
            let trimmed = rest.trim_start();
            let word_at = at + rest[..rest.len() - trimmed.len()].chars().count();
            let end = trimmed.find(|c| !like(c)).unwrap_or(trimmed.len());
            let (word, after) = trimmed.split_at(end);
            // A name's characters are one byte each.
            let rest_at = word_at + end;
            let behind = after.trim_start();
            if !word.is_empty()
                && let Some(more) = behind.strip_prefix(':')
                && !(clrx
                    && more
                        .strip_prefix(':')
                        .is_some_and(|m| m.starts_with(begins_name)))
            {
                let blanks = after[..after.len() - behind.len()].chars().count();
                at = rest_at + blanks + 1;
                (start, rest) = (at, more);
                continue;
            }
            let assigns = behind.starts_with('=') && !behind.starts_with("==");
            return Head {
                start,
                word,
                word_at,
                rest_at,
                assigns,
            };
        }
    }
}
