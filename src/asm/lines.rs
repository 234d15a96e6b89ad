//! Where instructions come from: `.file` and `.loc`, by which compilers name lines of the source, or the lines of the
//! text itself.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::expand::Place;
use super::expr::Cursor;
use super::lex::{Error, Tok};

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Number of the section, and offset of the instruction there.
    pub section: usize,
    pub offset: u64,
    /// Number of the file (see [`Lines`]).
    pub file: u64,
    /// From 1; 0 is none.
    pub line: u64,
    pub column: u64,
}

/// A file of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// Empty is the folder of the compilation.
    pub folder: String,
    pub name: String,
}

impl SourceFile {
    /// The folder, if there is one, and the name.
    pub fn path(&self) -> String {
        match (self.folder.as_str(), self.name.starts_with('/')) {
            ("", _) | (_, true) => self.name.clone(),
            (folder, false) => format!("{folder}/{}", self.name),
        }
    }
}

/// The lines of a pass.
#[derive(Debug, Default)]
pub struct Lines {
    /// The files that `.file` has numbered.
    files: BTreeMap<u64, SourceFile>,
    /// What `.loc` says of the next instruction.
    next: Option<(u64, u64, u64)>,
    /// What `.loc` said.
    located: Vec<Row>,
    /// The included files of the text, by number from 1; 0 is the text.
    included: Vec<Rc<str>>,
    /// Lines of the text.
    own: Vec<Row>,
}

/// Words behind the numbers of `.loc`: whether a value follows.
const OPTIONS: &[(&str, bool)] = &[
    ("basic_block", false),
    ("prologue_end", false),
    ("epilogue_begin", false),
    ("is_stmt", true),
    ("isa", true),
    ("discriminator", true),
];

impl Lines {
    /// An instruction follows, in the line `place` of the text.
    pub fn instruction(&mut self, (section, offset): (usize, u64), place: &Place) {
        let row = |(file, line, column)| Row {
            section,
            offset,
            file,
            line,
            column,
        };
        self.located.extend(self.next.take().map(row));
        let file = match &place.file {
            None => 0,
            Some(name) => {
                let known = self.included.iter().rposition(|n| n == name);
                let index = known.unwrap_or_else(|| {
                    self.included.push(name.clone());
                    self.included.len() - 1
                });
                index as u64 + 1
            }
        };
        self.own.push(row((file, place.line as u64, 0)));
    }

    /// `.file`: with a number, or of the whole text, of which no line comes.
    pub fn file(&mut self, c: &mut Cursor) -> Result<(), Error> {
        let column = c.column();
        let mut number = None;
        if let Some(Tok::Int(n)) = c.peek(0) {
            c.at += 1;
            number = Some(n);
        }
        let first = text(c)?;
        let Some(number) = number else {
            return Ok(());
        };
        let mut file = SourceFile {
            folder: String::new(),
            name: first.to_owned(),
        };
        if let Some(Tok::Str(name)) = c.peek(0) {
            c.at += 1;
            file = SourceFile {
                folder: file.name,
                name: name.to_owned(),
            };
        }
        while let Some(Tok::Word(word @ ("md5" | "source"))) = c.peek(0) {
            c.at += 1;
            match (word, c.next()) {
                ("md5", Some(Tok::Int(_) | Tok::Big(_))) | ("source", Some(Tok::Str(_))) => {}
                _ => return Err(c.fail(format!("what stands behind '{word}' is not its value"))),
            }
        }
        // Compilers number file 0 twice, LLVM's first one counts for it.
        match self.files.get(&number) {
            Some(known) if *known != file && number != 0 => Err(Error::new(
                column,
                format!("file {number} has a name already"),
            )),
            Some(_) => Ok(()),
            None => {
                self.files.insert(number, file);
                Ok(())
            }
        }
    }

    /// `.loc FILE LINE COLUMN OPTIONS`.
    pub fn loc(&mut self, c: &mut Cursor) -> Result<(), Error> {
        let column = c.column();
        let Some(Tok::Int(file)) = c.next() else {
            return Err(Error::new(column, "expected the number of a file"));
        };
        if !self.files.contains_key(&file) {
            return Err(Error::new(
                column,
                format!("no .file has the number {file}"),
            ));
        }
        let mut numbers = [0; 2];
        for n in &mut numbers {
            if let Some(Tok::Int(value)) = c.peek(0) {
                c.at += 1;
                *n = value;
            }
        }
        while let Some(Tok::Word(word)) = c.peek(0) {
            let option = OPTIONS.iter().find(|(name, _)| *name == word);
            let Some((_, has_value)) = option else {
                return Err(c.fail(format!("'{word}' is nothing that .loc has")));
            };
            let column = c.column();
            c.at += 1;
            let values = match word {
                "is_stmt" => 0..=1,
                _ => 0..=u64::from(u32::MAX),
            };
            if *has_value && !matches!(c.next(), Some(Tok::Int(n)) if values.contains(&n)) {
                return Err(Error::new(column, format!("'{word}' has no such value")));
            }
        }
        self.next = Some((file, numbers[0], numbers[1]));
        Ok(())
    }

    /// The lines that `.loc` has named, and their files by number; those of the text, called `name`, where there are none.
    pub fn all(&self, name: Option<&str>) -> Option<(BTreeMap<u64, SourceFile>, &[Row])> {
        if !self.located.is_empty() {
            return Some((self.files.clone(), &self.located));
        }
        let names = std::iter::once(name?).chain(self.included.iter().map(|n| &**n));
        let file = |name: &str| SourceFile {
            folder: String::new(),
            name: name.to_owned(),
        };
        Some(((0..).zip(names.map(file)).collect(), &self.own))
    }
}

/// A text in quotes.
fn text<'a>(c: &mut Cursor<'_, 'a>) -> Result<&'a str, Error> {
    let column = c.column();
    match c.next() {
        Some(Tok::Str(text)) => Ok(text),
        _ => Err(Error::new(column, "expected a name in quotes")),
    }
}
