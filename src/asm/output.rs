//! What statements change: the bytes of each section so far, and the symbols that are set.

use std::collections::HashMap;

use super::dialect::Dialect;
use super::expand::{Language, Place};
use super::expr::{Cursor, Symbols, expression};
use super::lex::Error;
use super::lines::Lines;
use super::object::descriptor::Described;
use super::object::section::{MOST_BYTES, Section, TEXT, text};
use super::object::symbols::Attributes;

/// The bytes so far, and the state that directives change.
#[derive(Debug)]
pub struct Output {
    /// All sections, in the order of the text; the first one is `.text`.
    pub all: Vec<Section>,
    /// Their numbers by their names.
    named: HashMap<String, usize>,
    pub sections: Sections,
    /// The directive that ends the block that is being read, and where that began.
    pub block: Option<(&'static str, Place, usize)>,
    /// The kernel whose descriptor is being read.
    pub kernel: Option<Described>,
    /// What an object file says of symbols.
    pub attributes: Attributes,
    /// Whether that is what is made; else it is the bytes of the code alone.
    pub is_object: bool,
    /// Kernels that have a descriptor.
    pub kernels: Vec<String>,
    /// Addresses that the loader completes.
    pub fixups: Vec<Fixup>,
    /// Names that are set to what is defined later.
    pub deferred: Vec<Deferred>,
    /// Where instructions come from.
    pub lines: Lines,
}

/// A name that is set to what is defined later.
#[derive(Debug)]
pub struct Deferred {
    pub name: String,
    /// Index of the line, and of the token where the value begins.
    pub line: usize,
    pub at: usize,
    pub statement: usize,
    /// Section and offset of the statement.
    pub place: (usize, u64),
}

/// Eight bytes that are an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixup {
    /// Where they are: section and offset.
    pub place: (usize, u64),
    /// The symbol that another file may define.
    pub symbol: Option<String>,
    /// The address in this file, or the distance from the symbol's.
    pub addend: i64,
}

impl Output {
    pub fn new(is_object: bool) -> Output {
        Output {
            all: vec![text()],
            named: HashMap::from([(text().name, TEXT)]),
            sections: Sections::default(),
            block: None,
            kernel: None,
            attributes: Attributes::default(),
            is_object,
            kernels: Vec::new(),
            fixups: Vec::new(),
            deferred: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// What the next line is written in.
    pub fn language(&self) -> Language {
        match (&self.block, &self.kernel) {
            (None, _) => Language::Statements,
            (Some(_), Some(_)) => Language::Block,
            (Some(_), None) => Language::Other,
        }
    }

    /// The section that is being filled.
    pub fn section(&self) -> &Section {
        &self.all[self.sections.now]
    }

    pub fn section_mut(&mut self) -> &mut Section {
        &mut self.all[self.sections.now]
    }

    /// The name of the section, where what is in it is left out: it is not the code's, and code is all there is; or it
    /// is about the source.
    pub fn left_out(&self) -> Option<&str> {
        let section = self.section();
        let is_out = section.is_debug() || !self.is_object && self.sections.now != TEXT;
        is_out.then_some(section.name.as_str())
    }

    /// Goes to a section, which is made where there is none of the name.
    ///
    /// # Errors
    /// When there are more than an object file can hold, or what is in them is too much.
    pub fn enter(&mut self, section: Section) -> Result<(), String> {
        const MOST_SECTIONS: usize = 60_000;
        let index = match self.named.get(&section.name) {
            Some(index) => *index,
            None if self.all.len() >= MOST_SECTIONS => {
                return Err(format!("more than {MOST_SECTIONS} sections"));
            }
            None => {
                // Small ones cannot be too much together.
                let is_large = self.section().bytes.len() > 4096;
                let bytes = self.all.iter().map(|s| s.bytes.len() as u64);
                if is_large && bytes.sum::<u64>() > MOST_BYTES {
                    return Err("the sections would be larger than 256 MiB".to_owned());
                }
                self.named.insert(section.name.clone(), self.all.len());
                self.all.push(section);
                self.all.len() - 1
            }
        };
        self.sections.enter(index);
        Ok(())
    }
}

/// Where the text is, by the numbers of sections.
#[derive(Debug, Default)]
pub struct Sections {
    pub now: usize,
    /// What `.previous` goes to, if there was a section before.
    before: Option<usize>,
    /// What `.pushsection` has put aside: both of the above.
    pushed: Vec<(usize, Option<usize>)>,
}

impl Sections {
    pub fn enter(&mut self, section: usize) {
        self.before = Some(std::mem::replace(&mut self.now, section));
    }

    /// Puts the present section aside.
    pub fn push(&mut self) {
        self.pushed.push((self.now, self.before));
    }

    /// Goes back to what was put aside last; whether there was anything.
    pub fn pop(&mut self) -> bool {
        let Some((now, before)) = self.pushed.pop() else {
            return false;
        };
        (self.now, self.before) = (now, before);
        true
    }

    /// Changes places with the section before; whether there was one.
    pub fn swap(&mut self) -> bool {
        match self.before.take() {
            Some(before) => self.enter(before),
            None => return false,
        }
        true
    }
}

/// Gives `name` the value of the expression here, to the end of the line.
pub fn assign(
    c: &mut Cursor,
    symbols: &mut Symbols,
    output: &mut Output,
    name: &str,
    column: usize,
) -> Result<(), Error> {
    if name == "." {
        let message = "'.' cannot be set; .org, .space and .p2align leave room";
        return Err(Error::new(column, message));
    }
    let (at, token) = (c.column(), c.at);
    let value = expression(c, symbols)?;
    if !c.done() {
        return Err(c.fail(format!("expected the end of the line{}", c.but_got())));
    }
    if let Some(missing) = value.undefined {
        // CLRX minds only where it is used.
        if symbols.complete && symbols.dialect == Dialect::Clrx {
            return Ok(());
        }
        if symbols.complete {
            return Err(Error::new(at, format!("'{missing}' is not defined")));
        }
        output.deferred.push(Deferred {
            name: symbols.global(name),
            // The caller knows the line.
            line: 0,
            at: token,
            statement: symbols.statement,
            place: (output.sections.now, output.section().len()),
        });
        return Ok(());
    }
    if value.float.is_some() || !matches!(value.base, 0 | 1) || value.how.is_some() {
        return Err(Error::new(at, "expected an integer or a label"));
    }
    if value.across {
        let message = "the distance between labels of two sections cannot be given a name";
        return Err(Error::new(at, message));
    }
    symbols.set(name, value).map_err(|m| Error::new(column, m))
}
