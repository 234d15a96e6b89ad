//! What an object file says of symbols: who sees them, what they are, how large they are.

use std::collections::HashMap;

use object::elf;

use crate::asm::args::integer;
use crate::asm::expr::{Cursor, Symbols, expression};
use crate::asm::lex::{Error, Tok};

/// What is said of a symbol.
#[derive(Clone, Debug, Default)]
pub struct Attribute {
    pub name: String,
    /// `STB_*`, where the text says it.
    pub binding: Option<u8>,
    /// `STV_*`.
    pub visibility: u8,
    /// `STT_*`.
    pub kind: u8,
    /// Bytes.
    pub size: u64,
    /// Bytes and alignment of a variable that the linker makes.
    pub common: Option<(u64, u64)>,
}

impl Attribute {
    /// Whether other files see it.
    pub fn is_global(&self) -> bool {
        matches!(self.binding, Some(elf::STB_GLOBAL | elf::STB_WEAK))
    }

    /// Whether other files see it once this one is linked.
    pub fn is_exported(&self) -> bool {
        self.is_global() && matches!(self.visibility, elf::STV_DEFAULT | elf::STV_PROTECTED)
    }

    /// Whether another file's definition may take the place of this one's.
    pub fn is_preemptible(&self) -> bool {
        self.is_global() && self.visibility == elf::STV_DEFAULT
    }
}

/// What is said of all symbols, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    pub all: Vec<Attribute>,
    /// Where each name is in them.
    index: HashMap<String, usize>,
}

impl Attributes {
    /// What is said of `name`.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.all.get(*self.index.get(name)?)
    }

    /// The same, to be changed.
    pub fn of(&mut self, name: &str) -> &mut Attribute {
        let index = match self.index.get(name) {
            Some(index) => *index,
            None => {
                self.all.push(Attribute {
                    name: name.to_owned(),
                    ..Attribute::default()
                });
                self.index.insert(name.to_owned(), self.all.len() - 1);
                self.all.len() - 1
            }
        };
        &mut self.all[index]
    }
}

/// Carries out a directive about symbols; whether it is one.
pub fn directive(
    directive: &str,
    c: &mut Cursor,
    symbols: &Symbols,
    attributes: &mut Attributes,
) -> Result<bool, Error> {
    let (binding, visibility) = match directive {
        ".globl" | ".global" => (Some(elf::STB_GLOBAL), None),
        ".weak" => (Some(elf::STB_WEAK), None),
        ".local" => (Some(elf::STB_LOCAL), None),
        ".hidden" => (None, Some(elf::STV_HIDDEN)),
        ".internal" => (None, Some(elf::STV_INTERNAL)),
        ".protected" => (None, Some(elf::STV_PROTECTED)),
        ".type" => {
            kind(c, attributes)?;
            return Ok(true);
        }
        ".size" => {
            size(c, symbols, attributes)?;
            return Ok(true);
        }
        ".amdgpu_hsa_kernel" => {
            // STT_AMDGPU_HSA_KERNEL, of what was before kernel descriptors.
            let name = name(c)?;
            attributes.of(name).kind = 10;
            return Ok(true);
        }
        _ => return Ok(false),
    };
    loop {
        let column = c.column();
        let name = name(c)?;
        let attribute = attributes.of(name);
        if let Some(binding) = binding {
            // What is weak stays so when it is global too.
            match (attribute.binding, binding) {
                (Some(elf::STB_WEAK), elf::STB_GLOBAL) => {}
                (Some(elf::STB_GLOBAL | elf::STB_WEAK), elf::STB_LOCAL)
                | (Some(elf::STB_LOCAL), elf::STB_GLOBAL | elf::STB_WEAK) => {
                    let message = format!("'{name}' is both local and global");
                    return Err(Error::new(column, message));
                }
                _ => attribute.binding = Some(binding),
            }
        }
        if let Some(visibility) = visibility {
            attribute.visibility = visibility;
        }
        if !c.take(",") {
            return Ok(true);
        }
    }
}

/// A symbol's name.
pub fn name<'a>(c: &mut Cursor<'a, '_>) -> Result<&'a str, Error> {
    let column = c.column();
    match c.next() {
        Some(Tok::Word(name) | Tok::Str(name)) if name != "." => Ok(name),
        _ => Err(Error::new(column, "expected the name of a symbol")),
    }
}

/// `name, @function`.
fn kind(c: &mut Cursor, attributes: &mut Attributes) -> Result<(), Error> {
    let name = name(c)?;
    let _ = c.take(",");
    let _ = c.take("@") || c.take("%");
    let column = c.column();
    let kind = match c.next() {
        Some(Tok::Word(kind) | Tok::Str(kind)) => kind,
        _ => {
            return Err(Error::new(
                column,
                "expected what the symbol is, such as @function",
            ));
        }
    };
    attributes.of(name).kind = match kind.trim_start_matches('@') {
        "function" | "STT_FUNC" => elf::STT_FUNC,
        "object" | "STT_OBJECT" => elf::STT_OBJECT,
        "common" | "STT_COMMON" => elf::STT_OBJECT,
        "notype" | "STT_NOTYPE" => elf::STT_NOTYPE,
        // STT_AMDGPU_HSA_KERNEL, of what was before kernel descriptors.
        "amdgpu_hsa_kernel" => 10,
        "tls_object" | "STT_TLS" => {
            return Err(Error::new(column, "threads have no memory of their own"));
        }
        other => {
            return Err(Error::new(
                column,
                format!("there is no kind of symbols '{other}'"),
            ));
        }
    };
    Ok(())
}

/// `name, expression`.
fn size(c: &mut Cursor, symbols: &Symbols, attributes: &mut Attributes) -> Result<(), Error> {
    let name = name(c)?;
    c.expect(",")?;
    let column = c.column();
    let value = expression(c, symbols)?;
    if !symbols.complete {
        return Ok(());
    }
    let size = u64::try_from(integer(&value, column)?);
    let size = size.map_err(|_| Error::new(column, "a size below zero"))?;
    attributes.of(name).size = size;
    Ok(())
}

/// `name, size[, alignment]` of a variable of zeros: LLVM counts the alignment of this target in powers of two.
pub fn common<'a>(c: &mut Cursor<'a, '_>, symbols: &Symbols) -> Result<(&'a str, u64, u64), Error> {
    let name = name(c)?;
    c.expect(",")?;
    let number = |c: &mut Cursor, most: i64| {
        let column = c.column();
        let n = integer(&expression(c, symbols)?, column)?;
        let fits = u64::try_from(n).ok().filter(|_| n <= most);
        fits.ok_or_else(|| Error::new(column, format!("{n} is out of range: 0 to {most}")))
    };
    let size = number(c, 8 << 30)?;
    let align = if c.take(",") { number(c, 28)? } else { 0 };
    Ok((name, size, 1 << align))
}
