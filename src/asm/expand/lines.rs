//! Lines of a text, and what stands in front of them.

use std::rc::Rc;

use super::macros::{Argument, substituted};
use super::{Call, LINE_COST, Piece, Place, What};
use crate::asm::lex::in_name;

/// A text that is being read.
#[derive(Debug)]
pub struct Source {
    text: Rc<str>,
    /// The byte where the present line starts; beyond the text when there is none.
    at: usize,
    /// The number of the present line, and of the text's first one.
    line: usize,
    first: usize,
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
}

/// What the rounds differ in.
#[derive(Debug)]
pub enum Values {
    /// In nothing: how many there are.
    Same(u64),
    Each(std::vec::IntoIter<Argument>),
}

impl Source {
    /// A file's text, or the program itself.
    pub fn file(text: &str, name: Option<Rc<str>>) -> Source {
        Source {
            text: text.into(),
            at: 0,
            line: 1,
            first: 1,
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

    /// The text of a macro's call, whose first line is that in `place`.
    pub fn call(text: String, place: Place) -> Source {
        Source {
            first: place.line,
            line: place.line,
            within: place.within,
            ..Source::file(&text, place.file)
        }
    }

    /// A repetition, whose first round comes by [`Self::next_round`].
    pub fn repeated(rounds: Rounds, place: Place) -> Source {
        Source {
            rounds: Some(rounds),
            ..Source::call(String::new(), place)
        }
    }

    /// What the text takes of what may be made.
    pub fn cost(&self) -> usize {
        self.text.len() + self.text.matches('\n').count() * LINE_COST
    }

    /// Where the present line stands.
    pub fn place(&self) -> Place {
        Place {
            file: self.file.clone(),
            line: self.line,
            within: self.within.clone(),
        }
    }

    /// The bytes of the present line.
    fn span(&self) -> Option<&str> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = rest.split('\n').next()?;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The present line as it stands.
    pub fn line(&self) -> Option<Piece> {
        let text = self.span()?;
        let text: Rc<str> = if self.passed == 0 {
            text.into()
        } else {
            self.code().into()
        };
        Some(Piece {
            place: self.place(),
            what: What::Line(text, self.comment && self.passed == 0),
        })
    }

    /// The present line with blanks for comments and for what is done with: of as many characters.
    pub fn code(&self) -> String {
        let mut open = self.comment;
        let code = without_comments(self.span().unwrap_or_default(), &mut open);
        let blank = " ".repeat(self.passed);
        blank + &code.chars().skip(self.passed).collect::<String>()
    }

    /// Goes to the next line.
    pub fn advance(&mut self) {
        let Some(line) = self.span() else {
            return;
        };
        let mut open = self.comment;
        without_comments(line, &mut open);
        if open && !self.comment {
            self.opened = self.line;
        }
        self.comment = open;
        self.passed = 0;
        self.line += 1;
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').map_or(rest.len(), |n| n + 1);
    }

    /// Takes lines up to the one that closes what was opened: those that start with a word of `open` and of `close` are
    /// counted. Gives the lines between, and the closing one without comments; `None` where there is none.
    pub fn body(&mut self, open: &[&str], close: &[&str]) -> Option<(String, String)> {
        let start = self.at;
        let mut depth = 1;
        loop {
            self.span()?;
            let end = self.at;
            let code = self.code();
            let head = Head::of(&code);
            // LLVM does not look behind a label there.
            let word = if head.start == 0 { head.word } else { "" };
            if open.contains(&word) {
                depth += 1;
            } else if close.contains(&word) {
                depth -= 1;
            }
            self.advance();
            if depth == 0 {
                return Some((self.text[start..end].to_owned(), code));
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
            Values::Each(values) => Some(values.next()?),
        };
        let names = [rounds.parameter.as_str()];
        let arguments: Vec<Argument> = argument.into_iter().collect();
        let names = &names[..arguments.len()];
        let text = substituted(&rounds.body, names, &arguments, None, rounds.round);
        rounds.round += 1;
        self.text = text.into();
        self.at = 0;
        self.line = self.first;
        self.passed = 0;
        Some(self.cost())
    }
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
    pub fn of(code: &'a str) -> Head<'a> {
        let mut start = 0;
        let mut rest = code;
        let mut at = 0;
        loop {
            let trimmed = rest.trim_start();
            let word_at = at + rest[..rest.len() - trimmed.len()].chars().count();
            let end = trimmed.find(|c| !in_name(c)).unwrap_or(trimmed.len());
            let (word, after) = trimmed.split_at(end);
            // A name's characters are one byte each.
            let rest_at = word_at + end;
            let behind = after.trim_start();
            if !word.is_empty()
                && let Some(more) = behind.strip_prefix(':')
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
