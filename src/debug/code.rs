//! Names of places in a program: symbols, lines of the source, and text that a user gives for one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::disasm::disasm;
use crate::error::SourceLine;
use crate::runtime::LoadedProgram;

/// A loaded program's code, with one of its kernels.
pub struct Code<'a> {
    program: &'a LoadedProgram,
    kernel: &'a str,
    /// Guest address of the kernel's first instruction.
    entry: u64,
    /// Functions, kernels among them, by guest address: name and size in bytes, 0 where the file does not tell it.
    functions: BTreeMap<u64, (String, u64)>,
    lines: OnceLock<BTreeMap<u64, Vec<SourceLine>>>,
}

impl<'a> Code<'a> {
    /// The code of `program`, whose kernel number `kernel` is to run.
    pub fn new(program: &'a LoadedProgram, kernel: usize) -> Code<'a> {
        let at = |vaddr: u64| program.base.wrapping_add(vaddr);
        let (name, entry) = match program.kernels.get(kernel) {
            Some(k) => (k.name.as_str(), at(k.entry)),
            None => ("", program.program.base()),
        };
        let symbols = program.symbols().iter();
        let mut functions: BTreeMap<u64, (String, u64)> = symbols
            .map(|s| (at(s.vaddr), (s.name.clone(), s.size)))
            .collect();
        for k in &program.kernels {
            let known = functions.entry(at(k.entry));
            known.or_insert_with(|| (k.name.clone(), 0));
        }
        Code {
            program,
            kernel: name,
            entry,
            functions,
            lines: OnceLock::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'a LoadedProgram {
        self.program
    }

    /// The kernel's name.
    pub fn kernel(&self) -> &'a str {
        self.kernel
    }

    /// Guest address of the kernel's first instruction.
    pub fn entry(&self) -> u64 {
        self.entry
    }

    /// Where `pc` is, in bytes from the kernel's first instruction: negative in functions that lie before it.
    pub fn offset(&self, pc: u64) -> i64 {
        pc.wrapping_sub(self.entry) as i64
    }

    /// The text of the instruction at `pc`, or what is there instead.
    pub fn instruction(&self, pc: u64) -> String {
        let code = &self.program.program;
        match (code.at(pc), code.index(pc)) {
            (Ok(d), _) => disasm(code.generation(), d, None),
            (Err(_), Some(i)) => format!(".long {:#010x}", code.words()[i]),
            (Err(_), None) => "no code".to_owned(),
        }
    }

    /// Bytes of the instruction at `pc`; 4 for what is none.
    pub fn size(&self, pc: u64) -> u64 {
        self.program.program.at(pc).map_or(4, |d| d.size.into())
    }

    /// First address and name of the function that `pc` lies in.
    pub fn function(&self, pc: u64) -> Option<(u64, &str)> {
        let (at, (name, size)) = self.functions.range(..=pc).next_back()?;
        (*size == 0 || pc - at < *size).then_some((*at, name))
    }

    /// `FUNCTION+0xOFFSET`, or an address.
    pub fn name(&self, pc: u64) -> String {
        match self.function(pc) {
            Some((at, name)) => format!("{name}+{:#x}", pc - at),
            None => format!("{pc:#x}"),
        }
    }

    /// The lines of the source that the instruction at `pc` comes from: the innermost function first, then those into
    /// which it was inlined. Nothing when the file does not tell.
    pub fn source(&self, pc: u64) -> &[SourceLine] {
        self.lines().get(&pc).map_or(&[], Vec::as_slice)
    }

    /// Whether the file tells lines.
    pub fn has_lines(&self) -> bool {
        !self.lines().is_empty()
    }

    /// The lines of all instructions.
    fn lines(&self) -> &BTreeMap<u64, Vec<SourceLine>> {
        self.lines.get_or_init(|| {
            let mut lines = self.program.sources(self.instructions());
            lines.retain(|_, chain| !chain.is_empty());
            lines
        })
    }

    /// The addresses of all instructions, function by function, so that data between functions does no harm.
    fn instructions(&self) -> Vec<u64> {
        let code = &self.program.program;
        let end = code.base() + 4 * code.words().len() as u64;
        let mut out = Vec::new();
        let mut pc = code.base();
        while pc < end {
            out.push(pc);
            let next = pc + self.size(pc);
            let function = self.functions.range(pc + 1..next).next();
            pc = function.map_or(next, |(at, _)| *at);
        }
        out
    }

    /// The addresses of the instructions that `text` names, lowest first: an address or an offset in the kernel
    /// (`0x40`, `64`; with `*` before it an address for certain), `FILE:LINE`, `NAME+OFFSET`, or a function. A line is
    /// where its code begins, each time that it was inlined; a line without code stands for the next that has some.
    /// `file` is that of a bare `:LINE`.
    ///
    /// # Errors
    /// Why it names none, in one line.
    pub fn resolve(&self, text: &str, file: Option<&str>) -> Result<Vec<u64>, String> {
        let text = text.trim();
        if let Some(address) = text.strip_prefix('*') {
            return self.checked(number(address)?, text);
        }
        if let Ok(n) = number(text) {
            let inside = self.program.program.index(n).is_some();
            let at = if inside {
                n
            } else {
                self.entry.wrapping_add(n)
            };
            return self.checked(at, text);
        }
        if let Some((name, line)) = text.rsplit_once(':') {
            let line = line
                .parse()
                .map_err(|_| format!("'{line}' is not a line"))?;
            let name = match (name, file) {
                ("", Some(file)) => file,
                ("", None) => return Err("which file: want FILE:LINE".to_owned()),
                (name, _) => name,
            };
            return self.at_line(name, line);
        }
        let (name, offset) = match text.rsplit_once('+') {
            Some((name, offset)) => (name.trim(), number(offset)?),
            None => (text, 0),
        };
        let at = self.functions.iter().find(|(_, (n, _))| n == name);
        match at {
            Some((at, _)) => self.checked(at.wrapping_add(offset), text),
            None if offset == 0 => self.inlined(name),
            None => Err(self.no_function(name)),
        }
    }

    /// `pc`, when an instruction begins there.
    fn checked(&self, pc: u64, text: &str) -> Result<Vec<u64>, String> {
        if self.program.program.at(pc).is_err() {
            return Err(format!("there is no instruction at '{text}'"));
        }
        let mut at = self.function(pc).map_or(pc, |(begin, _)| begin);
        while at < pc {
            let next = at + self.size(at);
            if next > pc {
                return Err(format!(
                    "'{text}' is inside the instruction at {}: {}",
                    self.name(at),
                    self.instruction(at)
                ));
            }
            at = next;
        }
        Ok(vec![pc])
    }

    fn no_function(&self, name: &str) -> String {
        let names: Vec<&str> = self.functions.values().map(|(n, _)| n.as_str()).collect();
        format!(
            "there is no function '{name}'; there are the functions {}",
            names.join(", ")
        )
    }

    /// Where code of the inlined function `name` begins, each time that it was inlined.
    fn inlined(&self, name: &str) -> Result<Vec<u64>, String> {
        let of = |l: &SourceLine| l.function.as_deref() == Some(name);
        let found = self.first_of_each(|chain| {
            let depth = chain.iter().position(of)?;
            Some(&chain[depth + 1..])
        });
        if found.is_empty() {
            Err(self.no_function(name))
        } else {
            Ok(found)
        }
    }

    /// The lowest address for each of what `place` gives for the lines of an instruction.
    fn first_of_each<'c>(
        &'c self,
        place: impl Fn(&'c [SourceLine]) -> Option<&'c [SourceLine]>,
    ) -> Vec<u64> {
        #[allow(clippy::type_complexity)] // It is used here alone.
        let mut seen: Vec<(Option<(u64, &str)>, &[SourceLine])> = Vec::new();
        let mut out = Vec::new();
        for (pc, chain) in self.lines() {
            let Some(rest) = place(chain) else { continue };
            let key = (self.function(*pc), rest);
            if !seen.contains(&key) {
                seen.push(key);
                out.push(*pc);
            }
        }
        out
    }

    fn at_line(&self, file: &str, line: u32) -> Result<Vec<u64>, String> {
        if !self.has_lines() {
            return Err("the file has no line numbers: compile with -gline-tables-only".to_owned());
        }
        let of = |l: &SourceLine| is_file(&l.file, file);
        let known: BTreeSet<u32> = self
            .lines()
            .values()
            .flatten()
            .filter(|l| of(l))
            .map(|l| l.line)
            .collect();
        if known.is_empty() {
            let all = self.lines().values().flatten();
            let names: BTreeSet<&str> = all.map(|l| l.file.as_str()).collect();
            let names: Vec<&str> = names.into_iter().collect();
            return Err(format!(
                "no code comes from a file '{file}'; some comes from {}",
                names.join(", ")
            ));
        }
        let line = known.range(line.max(1)..).next();
        let line = *line.ok_or_else(|| format!("there is no code behind that line of {file}"))?;
        let is = |l: &SourceLine| of(l) && l.line == line;
        // The line itself before calls in it that were inlined.
        let own = self.first_of_each(|chain| chain.first().filter(|l| is(l)).map(|_| &chain[1..]));
        if !own.is_empty() {
            return Ok(own);
        }
        Ok(self.first_of_each(|chain| {
            let depth = chain.iter().position(is)?;
            Some(&chain[depth + 1..])
        }))
    }

    /// Where the code of the function that begins at `begin` comes to its second line: the first line sets up its frame.
    /// Without lines, `begin` itself.
    pub fn body(&self, begin: u64) -> u64 {
        let line = |chain: &[SourceLine]| chain.first().map(|l| l.line).filter(|l| *l != 0);
        let Some(first) = line(self.source(begin)) else {
            return begin;
        };
        let function = self.function(begin);
        let mut rest = self.lines().range(begin..);
        let other = rest.find(|(_, chain)| line(chain).is_some_and(|l| l != first));
        match other {
            Some((pc, _)) if self.function(*pc) == function => *pc,
            _ => begin,
        }
    }

    /// As [`Code::resolve`], but of a line all instructions that come from it, by way of inlined functions too.
    ///
    /// # Errors
    /// As there.
    pub fn all_of(&self, text: &str) -> Result<Vec<u64>, String> {
        let found = self.resolve(text, None)?;
        let Some((file, line)) = text.trim().rsplit_once(':') else {
            return Ok(found);
        };
        let line: u32 = line.parse().unwrap_or_default();
        let is = |l: &SourceLine| l.line == line && is_file(&l.file, file);
        let all = self.lines().iter();
        let all: Vec<u64> = all
            .filter(|(_, chain)| chain.iter().any(is))
            .map(|(pc, _)| *pc)
            .collect();
        if all.is_empty() {
            Err(format!("no code comes from line {line} of {file}"))
        } else {
            Ok(all)
        }
    }
}

/// Whether the path `path` ends with the parts of `name`.
pub fn is_file(path: &str, name: &str) -> bool {
    std::path::Path::new(path).ends_with(name)
}

/// A number, decimal or hexadecimal.
///
/// # Errors
/// That it is none, in one line.
pub fn number(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| format!("'{text}' is not a number"))
}

/// A work-group id, `X`, `X,Y` or `X,Y,Z`: 0 where none is given.
///
/// # Errors
/// That it is none, in one line.
pub fn workgroup(text: &str) -> Result<[u32; 3], String> {
    let wrong = || format!("'{text}' is not a work-group: want X,Y,Z");
    let mut id = [0; 3];
    for (i, part) in text.split(',').enumerate() {
        let slot = id.get_mut(i).ok_or_else(wrong)?;
        *slot = part.trim().parse().map_err(|_| wrong())?;
    }
    Ok(id)
}
