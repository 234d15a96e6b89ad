//! What statements change: the code so far, its sections, and the symbols that are set.

use super::expand::Place;
use super::expr::{Cursor, Symbols, expression};
use super::lex::Error;

/// The code so far, and the state that directives change.
#[derive(Debug, Default)]
pub struct Output {
    pub bytes: Vec<u8>,
    pub sections: Sections,
    /// The directive that ends the block that is being skipped, and where the block starts.
    pub skipping: Option<(&'static str, Place, usize)>,
}

/// Where the text is: of a section, `None` is the code's, and any other has its name.
#[derive(Debug, Default)]
pub struct Sections {
    now: Option<String>,
    /// What `.previous` goes to, if there was a section before.
    before: Option<Option<String>>,
    /// What `.pushsection` has put aside: both of the above.
    pushed: Vec<(Option<String>, Option<Option<String>>)>,
}

impl Sections {
    /// The section, where it is not the code's.
    pub fn foreign(&self) -> Option<&str> {
        self.now.as_deref()
    }

    pub fn enter(&mut self, section: Option<String>) {
        self.before = Some(std::mem::replace(&mut self.now, section));
    }

    /// Puts the present section aside.
    pub fn push(&mut self) {
        self.pushed.push((self.now.clone(), self.before.clone()));
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

/// Largest program: more is a mistake in a `.fill` or `.org`.
pub const MOST_BYTES: usize = 1 << 28;

/// Gives `name` the value of the expression here, to the end of the line.
pub fn assign(
    c: &mut Cursor,
    symbols: &mut Symbols,
    name: &str,
    column: usize,
) -> Result<(), Error> {
    if name == "." {
        let message = "'.' cannot be set; .org, .space and .p2align leave room";
        return Err(Error::new(column, message));
    }
    let at = c.column();
    let value = expression(c, symbols)?;
    if !c.done() {
        return Err(c.fail(format!("expected the end of the line{}", c.but_got())));
    }
    if let Some(missing) = value.undefined {
        if symbols.complete {
            return Err(Error::new(at, format!("'{missing}' is not defined")));
        }
        return Ok(());
    }
    if value.float.is_some() || !matches!(value.base, 0 | 1) {
        return Err(Error::new(at, "expected an integer or a label"));
    }
    symbols.set(name, value).map_err(|m| Error::new(column, m))
}
