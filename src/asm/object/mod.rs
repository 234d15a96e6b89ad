//! Object files: what LLVM's assembler and linker make of a text that describes kernels, a code object that loaders
//! take as it is (LLVM AMDGPUUsage, "Code Object").
//!
//! The text is assembled three times: once to find where everything is in its section, once to find which addresses
//! the loader completes, and at last with all addresses known. So there are no relocations but those of the loader:
//! what the linker would do with the others is done where they are written.

pub mod descriptor;
mod dwarf;
mod elf;
pub mod functions;
pub mod kernel;
mod layout;
mod metadata;
pub mod reference;
pub mod section;
pub mod symbols;
mod text;

use std::collections::HashSet;

use ::object::elf as constants;

use self::elf::{Contents, Place, Rela, Symbol};
use self::layout::{Layout, What};
use self::metadata::Metadata;
use self::reference::Places;
use self::section::Section;
use self::symbols::Attribute;
use super::AsmError;
use super::dialect::Dialect;
use super::expand::{Options, Piece};
use super::expr::Symbols;
use super::lex::Error;
use super::output::Output;
use super::program::{Job, agreed, at_line, pass, sorted_labels};
use crate::isa::Gen;
use crate::isa::target::{self, TargetId};

pub use text::Declared;

/// The version of code objects whose text does not say which: the one that LLVM 19 makes.
const VERSION: u8 = 5;

/// A code object that was made of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeObject {
    /// The ELF file.
    pub bytes: Vec<u8>,
    /// Its target id, such as `gfx90a:xnack-`.
    pub target: String,
    /// Code-object version, 3 to 6.
    pub version: u8,
    /// Its kernels in the order of the text.
    pub kernels: Vec<String>,
    /// What `.warning` and `.print` say.
    pub warnings: Vec<AsmError>,
}

/// See [`super::assemble_object`].
pub fn assemble(
    target: Option<&str>,
    source: &str,
    options: &Options,
) -> Result<CodeObject, Vec<AsmError>> {
    let one = |line: usize, message: String| vec![at_line(line, Error::new(1, message))];
    if options.dialect == Dialect::Clrx {
        let message = "raw code is made of CLRX's language, and no code object";
        return Err(one(1, message.to_owned()));
    }
    let declared = Declared::of(source);
    let given = target.map(TargetId::parse).transpose();
    let given = given.map_err(|m| one(1, format!("the target '{}': {m}", target.unwrap_or(""))))?;
    let named = match &declared.target {
        None => None,
        Some((line, column, text)) => {
            let id = TargetId::parse(text);
            Some(id.map_err(|m| vec![at_line(*line, Error::new(*column, m))])?)
        }
    };
    let id = match (given, named) {
        (Some(id), None) | (None, Some(id)) => id,
        // The text says it better when the caller says less.
        (Some(given), Some(named)) => {
            let is_bare = given.to_string() == given.processor;
            if is_bare && given.processor == named.processor {
                named
            } else {
                given
            }
        }
        (None, None) => {
            let message = "which target is this for? .amdgcn_target says it, or the caller";
            return Err(one(1, message.to_owned()));
        }
    };
    let Some(generation) = target::generation(id.processor) else {
        let message = format!("{} is not a target that is assembled for", id.processor);
        return Err(one(declared.target.map_or(1, |t| t.0), message));
    };
    let mut symbols = Symbols::default();
    symbols.target = Some(id);
    symbols.places = Some(Places {
        generation,
        target: id,
        sections: Vec::new(),
        got: 0,
    });
    let (mut early, mut errors) = (Vec::new(), Vec::new());
    let read = Job::new(
        (generation, true),
        source,
        options,
        &mut symbols,
        &mut early,
    );
    let (job, mut output) = read?;
    common(&mut output, &mut symbols, &mut early);
    // Macros and conditions may have changed what the text says.
    let declared = Declared::of_lines(job.pieces.iter().filter_map(Piece::line));
    let metadata = match &declared.metadata {
        None => None,
        Some((line, text)) => {
            Some(metadata::parse(text).map_err(|m| one(line + 1 + m.line, m.message))?)
        }
    };
    let version = version(&declared, metadata.as_ref()).map_err(|(line, m)| one(line, m))?;
    if version < 6 && target::generic(id.processor).is_some() {
        let message = format!(
            "{} is a target of code objects from version 6 on, not {version}: \
             .amdhsa_code_object_version 6",
            id.processor
        );
        return Err(one(declared.target.map_or(1, |t| t.0), message));
    }

    let first = sorted_labels(&symbols);
    symbols.complete = true;
    for attribute in &output.attributes.all {
        let is_defined = symbols.get(&attribute.name).is_some();
        if attribute.binding == Some(constants::STB_WEAK) && !is_defined {
            symbols.weak.insert(attribute.name.clone());
        }
        if attribute.is_preemptible() {
            symbols.preemptible.insert(attribute.name.clone());
        }
    }
    let mut layout = Layout::default();
    let mut link = Link {
        version,
        metadata,
        id,
    };
    for _ in 0..2 {
        layout = link.place(&output, &mut symbols);
        errors.clear();
        output = pass(&job, &mut symbols, &mut errors);
        common(&mut output, &mut symbols, &mut errors);
        order_slots(&output, &symbols);
    }
    agreed(first, sorted_labels(&symbols), early, errors)?;
    // The tables of the file have not grown since it was planned.
    let contents = link.contents(&output, &symbols, &layout);
    let again = layout::plan(&output.all, &labelled(&symbols), &contents.made());
    if again.end != layout.end {
        let message = "the sizes of the file's tables do not settle";
        return Err(one(1, message.to_owned()));
    }
    let made = contents.made();
    let debug = dwarf(&output, &symbols, options.source.as_deref());
    let debug = debug.map_err(|message| one(1, message))?;
    // They are behind all that is loaded, which stays where it is.
    output.all.extend(debug);
    let layout = layout::plan(&output.all, &labelled(&symbols), &made);
    let contents = link.contents(&output, &symbols, &layout);
    Ok(CodeObject {
        bytes: contents.write(&layout),
        target: id.to_string(),
        version,
        kernels: output.kernels.clone(),
        warnings: job.warnings,
    })
}

/// What a text says of itself, with the files that it includes.
pub fn declared(generation: Gen, source: &str, options: &Options) -> Declared {
    let declared = Declared::of(source);
    if declared.has_kernels || !source.to_lowercase().contains(".include") {
        return declared;
    }
    let Ok(target) = TargetId::parse(generation.target()) else {
        return declared;
    };
    let mut symbols = Symbols::default();
    symbols.target = Some(target);
    symbols.places = Some(Places {
        generation,
        target,
        sections: Vec::new(),
        got: 0,
    });
    // What is wrong with it, assembling says.
    match Job::new(
        (generation, true),
        source,
        options,
        &mut symbols,
        &mut Vec::new(),
    ) {
        Ok((job, _)) => Declared::of_lines(job.pieces.iter().filter_map(Piece::line)),
        Err(_) => declared,
    }
}

/// The version of the code object: as the text says, as its metadata does, or [`VERSION`].
fn version(declared: &Declared, metadata: Option<&Metadata>) -> Result<u8, (usize, String)> {
    match (declared.version, metadata.map(|m| m.version)) {
        (Some((_, version @ 3..=6)), _) => Ok(version as u8),
        (Some((line, version)), _) => Err((
            line,
            format!("code objects of version {version} are not made; those of 3 to 6 are"),
        )),
        (None, Some([1, 0])) => Ok(3),
        (None, Some([1, 1])) => Ok(4),
        (None, _) => Ok(VERSION),
    }
}

/// Adds the variables that the linker makes behind a pass.
fn common(output: &mut Output, symbols: &mut Symbols, errors: &mut Vec<AsmError>) {
    let mut common = section::Section {
        name: "COMMON".to_owned(),
        ..section::by_name(".bss")
    };
    let number = output.all.len();
    symbols.statement += 1;
    for attribute in &output.attributes.all {
        let Some((size, align)) = attribute.common else {
            continue;
        };
        let gap = common.len().wrapping_neg() & (align - 1);
        common.align = common.align.max(align);
        let done = common.fill(gap as i64, 0).and_then(|()| {
            symbols.move_to(number, common.len());
            symbols.define_label(&attribute.name)?;
            common.fill(size as i64, 0)
        });
        if let Err(message) = done {
            errors.push(at_line(1, Error::new(1, message)));
        }
    }
    output.all.push(common);
}

/// The sections that tell which lines of the source instructions come from, if the text says it, or is called `name`.
fn dwarf(output: &Output, symbols: &Symbols, name: Option<&str>) -> Result<Vec<Section>, String> {
    let Some((files, rows)) = output.lines.all(name) else {
        return Ok(Vec::new());
    };
    let numbered = output.all.iter().enumerate();
    let sections = numbered.map(|(n, s)| (symbols.base(n) as u64, s.len()));
    let functions = output.attributes.all.iter().filter_map(|a| {
        let label = symbols.get(&a.name).filter(|s| s.label)?;
        let is_function = a.kind == constants::STT_FUNC && a.size != 0;
        let address = symbols.base(label.section) as u64 + label.value as u64;
        is_function.then(|| (a.name.clone(), address, a.size))
    });
    dwarf::sections(&dwarf::Source {
        files,
        rows,
        sections: sections.collect(),
        functions: functions.collect(),
    })
}

/// Puts the slots of the global offset table in the order of LLVM's linker: those of what other files see, then the
/// others.
fn order_slots(output: &Output, symbols: &Symbols) {
    let turn = |name: &str| {
        let mut all = output.attributes.all.iter();
        all.position(|a| a.is_global() && a.name == name)
    };
    let mut got = symbols.got.borrow_mut();
    got.sort_by_cached_key(|name| turn(name).unwrap_or(usize::MAX));
}

/// The sections that have labels.
fn labelled(symbols: &Symbols) -> HashSet<usize> {
    symbols.labels().map(|(_, section, _)| section).collect()
}

/// What the linker does.
struct Link {
    version: u8,
    metadata: Option<Metadata>,
    id: TargetId,
}

impl Link {
    /// Plans the file with what is known of it, and says where its sections are.
    fn place(&mut self, output: &Output, symbols: &mut Symbols) -> Layout {
        let made = self.contents(output, symbols, &Layout::default()).made();
        let layout = layout::plan(&output.all, &labelled(symbols), &made);
        if let Some(places) = &mut symbols.places {
            let numbers = 0..output.all.len();
            let address = |n: usize| layout.section(n).map_or(0, |(_, address)| address);
            places.sections = numbers.map(address).collect();
            places.got = layout.piece(&What::Got).map_or(0, |p| p.address as i64);
        }
        layout
    }

    /// What is in the file; addresses are those of `layout`, if it is made yet.
    fn contents<'a>(
        &'a self,
        output: &'a Output,
        symbols: &Symbols,
        layout: &Layout,
    ) -> Contents<'a> {
        let base = |section: usize| symbols.base(section) as u64;
        let default = Attribute::default();
        let attribute = |name: &str| output.attributes.get(name).unwrap_or(&default);
        let symbol = |name: &str, a: &Attribute| {
            let defined = symbols.get(name);
            let (value, place) = match defined {
                None => (0, Place::Undefined),
                Some(s) if !s.label => (s.value as u64, Place::Absolute),
                Some(s) => {
                    let piece = layout.section(s.section).map_or(0, |(n, _)| n);
                    (
                        base(s.section).wrapping_add(s.value as u64),
                        Place::Piece(piece),
                    )
                }
            };
            // What only this file sees is local to it.
            let binding = if a.is_exported() {
                a.binding.unwrap_or(constants::STB_GLOBAL)
            } else {
                constants::STB_LOCAL
            };
            Symbol {
                name: name.to_owned(),
                value,
                size: a.size,
                binding,
                visibility: a.visibility,
                kind: a.kind,
                place,
                turn: 0,
            }
        };
        let got = symbols.got.borrow();
        let referred = |name: &str| {
            let fixed = |f: &super::output::Fixup| f.symbol.as_deref() == Some(name);
            got.iter().any(|n| n == name) || output.fixups.iter().any(fixed)
        };
        let mut exported: Vec<Symbol> = Vec::new();
        for a in output.attributes.all.iter().filter(|a| a.is_exported()) {
            if symbols.get(&a.name).is_some() || referred(&a.name) {
                let turn = exported.len();
                exported.push(Symbol {
                    turn,
                    ..symbol(&a.name, a)
                });
            }
        }
        elf::order(&mut exported);
        let mut local: Vec<Symbol> = Vec::new();
        for (name, _, _) in sorted_labels(symbols) {
            let a = attribute(&name);
            if !name.starts_with(".L") && !a.is_exported() {
                local.push(symbol(&name, a));
            }
        }
        let dynamic = layout.pieces.iter().position(|p| p.what == What::Dynamic);
        local.push(Symbol {
            name: "_DYNAMIC".to_owned(),
            value: dynamic.map_or(0, |n| layout.pieces[n].address),
            size: 0,
            binding: constants::STB_LOCAL,
            visibility: constants::STV_HIDDEN,
            kind: constants::STT_NOTYPE,
            place: Place::Piece(dynamic.unwrap_or(0)),
            turn: 0,
        });

        let number = |name: &str| exported.iter().position(|s| s.name == name);
        let mut relas: Vec<Rela> = Vec::new();
        for f in &output.fixups {
            let symbol = f.symbol.as_deref().and_then(number);
            // A weak symbol that nobody sees is nowhere: 0 and the distance.
            let is_nowhere = f.symbol.is_some() && symbol.is_none();
            if !is_nowhere {
                relas.push(Rela {
                    address: base(f.place.0) + f.place.1,
                    symbol,
                    addend: f.addend,
                });
            }
        }
        let start = symbols.places.as_ref().map_or(0, |p| p.got as u64);
        let mut slots = Vec::new();
        for (i, name) in got.iter().enumerate() {
            let address = start + 8 * i as u64;
            let a = attribute(name);
            let (symbol, own) = (number(name), symbols.get(name));
            let mut slot = 0;
            match own {
                Some(s) if !s.label && !a.is_preemptible() => slot = s.value as u64,
                Some(s) if !a.is_preemptible() => relas.push(Rela {
                    address,
                    symbol: None,
                    addend: (base(s.section) as i64).wrapping_add(s.value),
                }),
                _ => relas.extend(symbol.map(|s| Rela {
                    address,
                    symbol: Some(s),
                    addend: 0,
                })),
            }
            slots.push(slot);
        }
        relas.sort_by_key(|r| (r.symbol.is_some(), r.symbol, r.address));
        Contents {
            sections: &output.all,
            exported,
            local,
            relas,
            got: slots,
            metadata: self.metadata.as_ref().map(|m| &m.bytes[..]),
            version: self.version,
            flags: self.id.e_flags(self.version),
        }
    }
}
