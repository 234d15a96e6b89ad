//! The code that was reached, all of it, with its counts and the text of its source.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;

use crate::error::SourceLine;
use crate::loader::CodeObject;
use crate::objdump::{self, Line};
use crate::runtime::LoadedProgram;
use crate::runtime::profile::{Instruction, Profile};

/// Bytes that a file of the source may have.
const MAX_SOURCE: u64 = 16 << 20;

/// An instruction, executed or not.
pub struct Row<'a> {
    /// Where it is, in bytes from the kernel's first instruction.
    pub pc: i64,
    /// Its text, and where it leads.
    pub text: String,
    /// The line of the source, and where that was inlined.
    pub source: Vec<SourceLine>,
    /// What was counted, if it was executed.
    pub counts: Option<&'a Instruction>,
}

/// A function of which an instruction was executed.
pub struct Function<'a> {
    /// Its name.
    pub name: String,
    /// Its instructions.
    pub rows: Vec<Row<'a>>,
}

/// The text of a file of the source, line by line, or why there is none.
pub type Text = Result<Vec<String>, String>;

/// The code that was reached.
pub struct Listing<'a> {
    /// Its functions.
    pub functions: Vec<Function<'a>>,
    /// Files of the source that lines were executed of.
    pub files: BTreeMap<String, Text>,
}

impl<'a> Listing<'a> {
    /// The code of `object`, loaded as `program`, that kernel number `kernel` reached.
    pub fn new(
        object: &CodeObject,
        kernel: usize,
        program: &LoadedProgram,
        profile: &'a Profile,
    ) -> Listing<'a> {
        let entry = object.kernels[kernel].entry;
        let mut executed: BTreeMap<i64, &Instruction> =
            profile.instructions.iter().map(|i| (i.pc, i)).collect();
        let mut functions: Vec<Function> = Vec::new();
        let mut current = Function::named(String::new());
        for line in objdump::all(object, true) {
            match line {
                Line::Label { name, .. } => {
                    functions.push(std::mem::replace(&mut current, Function::named(name)));
                }
                Line::Inst {
                    vaddr,
                    text,
                    target,
                    ..
                } => {
                    let pc = vaddr.wrapping_sub(entry) as i64;
                    let counts = executed.remove(&pc);
                    current.rows.push(Row {
                        pc,
                        text: text + &target,
                        source: Vec::new(),
                        counts,
                    });
                }
                Line::Padding | Line::Descriptor { .. } => {}
            }
        }
        functions.push(current);
        functions.retain(|f| f.rows.iter().any(|r| r.counts.is_some()));
        // Another code object's, or within what the listing took for another instruction.
        let mut others = Function::named("elsewhere".to_owned());
        others.rows.extend(executed.into_values().map(|i| Row {
            pc: i.pc,
            text: i.instruction.clone(),
            source: Vec::new(),
            counts: Some(i),
        }));
        if !others.rows.is_empty() {
            functions.push(others);
        }
        let first = program.base.wrapping_add(entry);
        let address = |pc: i64| first.wrapping_add_signed(pc);
        let rows = functions.iter().flat_map(|f| &f.rows);
        let mut sources = program.sources(rows.map(|r| address(r.pc)));
        for row in functions.iter_mut().flat_map(|f| &mut f.rows) {
            row.source = sources.remove(&address(row.pc)).unwrap_or_default();
        }
        let files: BTreeSet<&String> = profile.lines.iter().map(|l| &l.file).collect();
        let files = files.into_iter().map(|f| (f.clone(), read(f)));
        Listing {
            functions,
            files: files.collect(),
        }
    }

    /// The name of the function that the instruction at `pc` is in.
    pub fn function(&self, pc: i64) -> Option<&str> {
        let has = |f: &&Function| f.rows.iter().any(|r| r.pc == pc);
        self.functions.iter().find(has).map(|f| f.name.as_str())
    }

    /// The text of a line, where the file is there and has it.
    pub fn line(&self, source: &SourceLine) -> Option<&str> {
        let lines = self.files.get(&source.file)?.as_ref().ok()?;
        let i = (source.line as usize).checked_sub(1)?;
        lines.get(i).map(String::as_str)
    }
}

impl Function<'_> {
    fn named(name: String) -> Self {
        Function {
            name,
            rows: Vec::new(),
        }
    }
}

/// The text of the file at `path`, which only the code object names: a regular file, and not without end.
fn read(path: &str) -> Text {
    let open = || {
        if !std::fs::metadata(path)?.is_file() {
            return Err(std::io::Error::other("no regular file"));
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_SOURCE).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = open().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.lines().map(str::to_owned).collect())
}
