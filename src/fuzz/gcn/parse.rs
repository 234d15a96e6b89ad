//! The `.gcn` format: text to [`File`]. `jit-tests/exec/README.md` describes it for authors.

use crate::isa::{EXEC_LO, Gen, Gens, M0, VCC_LO};
use crate::machine::wave::ACC;
use crate::numerics::{F16, Mode, from_f64};

/// A parsed `.gcn` file.
pub struct File {
    /// Pieces of code, each with its cases.
    pub sections: Vec<Section>,
}

/// Instructions that run one after the other, and the cases that run them.
pub struct Section {
    /// The instructions, in order.
    pub code: Vec<Code>,
    /// What runs them.
    pub cases: Vec<Case>,
    /// The section's words on each generation that has it; see `programs`.
    pub programs: Vec<Program>,
}

impl Section {
    /// The generations that the section runs on.
    pub fn generations(&self) -> Vec<Gen> {
        self.programs.iter().map(|p| p.generation).collect()
    }
}

/// A section for one generation.
pub struct Program {
    /// The generation.
    pub generation: Gen,
    /// The words of each `code` line.
    pub lines: Vec<Vec<u32>>,
}

/// One instruction: its text, and what the lines below say of generations.
pub struct Code {
    /// Its line in the file.
    pub line: usize,
    /// The instruction, in LLVM's syntax.
    pub text: String,
    /// What the lines below say.
    pub encodings: Vec<Encoding>,
}

impl Code {
    /// What the lines below say of a generation.
    pub fn encoding(&self, generation: Gen) -> Option<&Encoding> {
        let of = |g: Gen| self.encodings.iter().find(|e| e.gens.contains(&g));
        // Its own, or those of the latest before that it has.
        let mut before = Gen::ALL.into_iter().rev().filter(|g| *g < generation);
        of(generation).or_else(|| before.find_map(|g| of(g).filter(|_| names(&[g], generation))))
    }

    /// Whether the lines below name all generations that have the instruction: with words, or as a
    /// bare list. (Those with another spelling only leave the others as they are.)
    pub fn names_generations(&self) -> bool {
        self.encodings
            .iter()
            .any(|e| !e.words.is_empty() || e.text.is_none())
    }

    /// The instruction's text on a generation that has it.
    pub fn text(&self, generation: Gen) -> &str {
        let own = self.encoding(generation).and_then(|e| e.text.as_deref());
        own.unwrap_or(&self.text)
    }
}

/// What several generations share.
pub struct Encoding {
    /// The generations.
    pub gens: Vec<Gen>,
    /// The instruction's words; empty where the assembler makes them.
    pub words: Vec<u32>,
    /// The text where it is another than the `code` line's.
    pub text: Option<String>,
    /// The words are not those that the assembler makes of the text.
    pub marked: bool,
}

/// One initial state and the final state expected of it.
pub struct Case {
    /// Its line in the file.
    pub line: usize,
    /// What it is about.
    pub title: String,
    /// All registers and memory start as zero, and nothing is expected but that the backends agree.
    pub agree: bool,
    /// Restricts the case to some of the section's generations.
    pub gens: Option<Vec<Gen>>,
    /// Generations that it is not for, though they have what those before them have.
    pub except: Vec<Gen>,
    /// The state before.
    pub input: Vec<Assign>,
    /// What is expected of the state after it.
    pub output: Vec<Assign>,
}

/// Whether a list of generations names one. What gfx906 has, gfx908 has in the same words and with the same meaning, so
/// that it is not named beside it; nor is gfx90a, which has most of it, nor gfx942 and gfx950, which have most of what those before have.
fn names(gens: &[Gen], generation: Gen) -> bool {
    let is = |g: Gen| gens.contains(&g);
    is(generation)
        || generation.has(Gens::MAI) && is(Gen::Gfx906)
        || [Gen::Gfx90a, Gen::Gfx942, Gen::Gfx950]
            .into_iter()
            .any(|g| g < generation && is(g))
}

impl Case {
    /// Whether it runs on a generation that the section's code has.
    pub fn runs_on(&self, generation: Gen) -> bool {
        let on = self.gens.as_ref();
        on.is_none_or(|on| names(on, generation)) && !self.except.contains(&generation)
    }

    /// Whether the code must end with the fault of an instruction that is not executed.
    pub fn expects_unsupported(&self) -> bool {
        let unsupported = Value::Name("unsupported".to_owned());
        self.output.iter().any(|a| a.value == unsupported)
    }
}

/// `place=value`.
pub struct Assign {
    /// What is set or expected.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// What an assignment names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Place {
    /// `count` scalar registers from operand code `first`.
    Sgpr {
        first: u8,
        count: u8,
    },
    Scc,
    Mode,
    /// `count` vector registers from `first`; all (active) lanes, or one.
    Vgpr {
        first: u16,
        count: u8,
        lane: Option<u8>,
    },
    /// The LDS's size in bytes.
    LdsSize,
    /// The LDS dword at a byte offset.
    Lds(u32),
    /// The private memory's size in bytes per lane.
    ScratchSize,
    /// The private dword at a byte offset; of all (active) lanes, or of one.
    Scratch {
        offset: u32,
        lane: Option<u8>,
    },
    /// A buffer in global memory; a dword at a byte offset, or all dwords from the start.
    Mem {
        buffer: u8,
        offset: Option<u32>,
    },
    /// The fault that the code must end with.
    Fault,
    /// Size of a buffer in bytes, which starts as zeros.
    MemSize(u8),
    /// Whether a buffer cannot be written.
    MemReadOnly(u8),
    /// The GDS dwords from a byte offset on.
    Gds(u32),
    /// The number of vector registers.
    Vgprs,
    /// The wave that the following assignments set; a new one starts like wave 0.
    Wave,
    /// Budget of each call of compiled code.
    Slice,
    /// Whether registers count at the end.
    Observed,
    /// For which wave the code was compiled: see [`First`](crate::fuzz::case::First).
    First,
    /// With how much effort it was compiled: see [`Tier`](crate::fuzz::case::Tier).
    Tier,
    /// What is looked for: see [`Checks`](crate::fuzz::checks::Checks).
    Checks,
    /// Instructions after which a run is given up.
    Limit,
    /// Work-items of a launch, by dimension.
    Grid,
    /// Work-items of a work-group, by dimension.
    Local,
    /// Work-item ids besides x that the waves of a launch are given.
    Ids,
    /// Threads of a launch.
    Threads,
}

/// The right side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Value {
    One(Word),
    /// The first lanes (or dwords); with `cycle`, repeated to the last.
    List {
        words: Vec<Word>,
        cycle: bool,
    },
    /// The name of a fault kind.
    Name(String),
}

/// A number, as yet without the width of its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// These bits.
    Bits(u64),
    /// These bits, give or take some units in the last place. Only in `out`.
    Near(u64, u32),
    /// Address of the code, plus an offset.
    Code(u64),
    /// Address of a buffer, plus an offset.
    Buffer(u8, u64),
    /// Address of a buffer divided by 256, as image descriptors have it, plus an offset.
    Page(u8, u64),
    /// Any quiet NaN of 16 (upper half zero), 32 or 64 bits. Only in `out`.
    Nan(u8),
    /// Whatever it is: the manual leaves it open. Only in `out`.
    Any,
}

/// A problem in a file: line and text.
pub type Problem = (usize, String);

/// Parses a file.
///
/// # Errors
/// The first line that breaks the format.
pub fn parse(text: &str) -> Result<File, Problem> {
    let mut file = File {
        sections: Vec::new(),
    };
    // Which list of the last case continuation lines add to.
    let mut into_output = None;
    for (number, line) in logical_lines(text) {
        let fail = |what: String| Err((number, what));
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        match word {
            "code" => {
                let fresh = file.sections.last().is_none_or(|s| !s.cases.is_empty());
                if fresh {
                    file.sections.push(Section {
                        code: Vec::new(),
                        cases: Vec::new(),
                        programs: Vec::new(),
                    });
                }
                let Some(section) = file.sections.last_mut() else {
                    continue;
                };
                section.code.push(Code {
                    line: number,
                    text: rest.to_owned(),
                    encodings: Vec::new(),
                });
                into_output = None;
            }
            "case" | "agree" => {
                let Some(section) = file.sections.last_mut() else {
                    return fail("a case before any code".into());
                };
                section.cases.push(Case {
                    line: number,
                    title: rest.to_owned(),
                    agree: word == "agree",
                    gens: None,
                    except: Vec::new(),
                    input: Vec::new(),
                    output: Vec::new(),
                });
                into_output = None;
            }
            "on" | "in" | "out" => {
                let case = file.sections.last_mut().and_then(|s| s.cases.last_mut());
                let Some(case) = case else {
                    return fail(format!("'{word}' outside a case"));
                };
                if word == "on" {
                    let (not, on): (Vec<&str>, _) =
                        rest.split_whitespace().partition(|g| g.starts_with('!'));
                    let not = not.join(" ").replace('!', "");
                    case.except = generations(&not).map_err(|e| (number, e))?;
                    // An empty list is a mistake unless it is about exceptions.
                    if case.except.is_empty() || !on.is_empty() {
                        let on = generations(&on.join(" ")).map_err(|e| (number, e))?;
                        case.gens = Some(on);
                    }
                    continue;
                }
                into_output = Some(word == "out");
                let list = match word {
                    "in" => &mut case.input,
                    _ => &mut case.output,
                };
                assignments(rest, list).map_err(|e| (number, e))?;
            }
            _ if word.starts_with("gfx") => {
                let code = match file.sections.last_mut() {
                    Some(s) if s.cases.is_empty() => s.code.last_mut(),
                    _ => None,
                };
                let Some(code) = code else {
                    return fail("an encoding outside a code block".into());
                };
                let encoding = encoding(&line).map_err(|e| (number, e))?;
                for (i, g) in encoding.gens.iter().enumerate() {
                    if code.encodings.iter().any(|e| e.gens.contains(g))
                        || encoding.gens[..i].contains(g)
                    {
                        return fail(format!("{g} is encoded twice"));
                    }
                }
                code.encodings.push(encoding);
            }
            _ => {
                let case = file.sections.last_mut().and_then(|s| s.cases.last_mut());
                match (case, into_output) {
                    (Some(case), Some(true)) => assignments(&line, &mut case.output),
                    (Some(case), Some(false)) => assignments(&line, &mut case.input),
                    _ => Err(format!("unknown word '{word}'")),
                }
                .map_err(|e| (number, e))?;
            }
        }
    }
    Ok(file)
}

/// Lines without comments and blank lines, joined while a bracket is open, with their numbers.
fn logical_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        match lines.last_mut() {
            Some((_, last)) if open => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push((i + 1, line.to_owned())),
        }
        // `s[2:3]` opens and closes; only a list can stay open at the end of a line.
        let joined = lines.last().map_or("", |l| l.1.as_str());
        open = joined.matches('[').count() > joined.matches(']').count();
    }
    lines
}

fn generations(text: &str) -> Result<Vec<Gen>, String> {
    text.split_whitespace()
        .map(|name| {
            let found = Gen::ALL.into_iter().find(|g| g.name() == name);
            found.ok_or_else(|| format!("unknown generation '{name}'"))
        })
        .collect()
}

/// `gfx6 gfx7`, `gfx6 gfx7: 82020100 [| text [!]]` or `gfx6 gfx7: | text`.
fn encoding(line: &str) -> Result<Encoding, String> {
    let (gens, rest) = line.split_once(':').unwrap_or((line, ""));
    let (hex, text) = match rest.split_once('|') {
        Some((hex, text)) => (hex, Some(text.trim())),
        None => (rest, None),
    };
    let marked = text.is_some_and(|t| t.ends_with(" !"));
    let text = text.map(|t| t.trim_end_matches(" !").to_owned());
    let words = hex
        .split_whitespace()
        .map(|w| u32::from_str_radix(w, 16).map_err(|_| format!("bad hex word '{w}'")))
        .collect::<Result<Vec<_>, _>>()?;
    if line.contains(':') && words.is_empty() && text.is_none() {
        return Err("no words".into());
    }
    Ok(Encoding {
        gens: generations(gens)?,
        words,
        text,
        marked,
    })
}

fn assignments(text: &str, list: &mut Vec<Assign>) -> Result<(), String> {
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (place, after) = rest
            .split_once('=')
            .ok_or_else(|| format!("no '=' in '{rest}'"))?;
        let end = if after.starts_with('[') {
            let close = after.find(']').ok_or("a list without ']'")? + 1;
            close + after[close..].starts_with('*') as usize
        } else {
            after.find(char::is_whitespace).unwrap_or(after.len())
        };
        let place = place_of(place.trim())?;
        let value = if place == Place::Fault {
            Value::Name(after[..end].to_owned())
        } else {
            value_of(&after[..end])?
        };
        list.push(Assign { place, value });
        rest = after[end..].trim_start();
    }
    Ok(())
}

fn place_of(text: &str) -> Result<Place, String> {
    let sgpr = |first, count| Ok(Place::Sgpr { first, count });
    match text {
        "vcc" => return sgpr(VCC_LO, 2),
        "vcc_lo" => return sgpr(VCC_LO, 1),
        "vcc_hi" => return sgpr(VCC_LO + 1, 1),
        "exec" => return sgpr(EXEC_LO, 2),
        "exec_lo" => return sgpr(EXEC_LO, 1),
        "exec_hi" => return sgpr(EXEC_LO + 1, 1),
        "m0" => return sgpr(M0, 1),
        "scc" => return Ok(Place::Scc),
        "mode" => return Ok(Place::Mode),
        "lds" => return Ok(Place::LdsSize),
        "scratch" => return Ok(Place::ScratchSize),
        "fault" => return Ok(Place::Fault),
        "vgprs" => return Ok(Place::Vgprs),
        "wave" => return Ok(Place::Wave),
        "slice" => return Ok(Place::Slice),
        "observed" => return Ok(Place::Observed),
        "first" => return Ok(Place::First),
        "tier" => return Ok(Place::Tier),
        "checks" => return Ok(Place::Checks),
        "limit" => return Ok(Place::Limit),
        "grid" => return Ok(Place::Grid),
        "local" => return Ok(Place::Local),
        "ids" => return Ok(Place::Ids),
        "threads" => return Ok(Place::Threads),
        _ => {}
    }
    let bad = || format!("unknown place '{text}'");
    if let Some(offset) = text.strip_prefix("lds[").and_then(|t| t.strip_suffix(']')) {
        return Ok(Place::Lds(number(offset).ok_or_else(bad)? as u32));
    }
    if let Some(offset) = text.strip_prefix("gds[").and_then(|t| t.strip_suffix(']')) {
        return Ok(Place::Gds(number(offset).ok_or_else(bad)? as u32));
    }
    if let Some(rest) = text.strip_prefix("scratch[") {
        let (offset, lane) = rest.split_once(']').ok_or_else(bad)?;
        let offset = number(offset).ok_or_else(bad)? as u32;
        let lane = match lane.strip_prefix('.') {
            Some(lane) => Some(lane.parse().map_err(|_| bad())?),
            None if lane.is_empty() => None,
            None => return Err(bad()),
        };
        return if lane.unwrap_or(0) < 64 {
            Ok(Place::Scratch { offset, lane })
        } else {
            Err(bad())
        };
    }
    if let Some(rest) = text.strip_prefix("mem") {
        if let Some((buffer, what)) = rest.split_once('.') {
            let buffer = buffer.parse().map_err(|_| bad())?;
            return match what {
                "size" => Ok(Place::MemSize(buffer)),
                "readonly" => Ok(Place::MemReadOnly(buffer)),
                _ => Err(bad()),
            };
        }
        let (buffer, offset) = match rest.split_once('[') {
            Some((b, o)) => {
                let o = number(o.trim_end_matches(']')).ok_or_else(bad)?;
                (b, Some(o as u32))
            }
            None => (rest, None),
        };
        let buffer = buffer.parse().map_err(|_| bad())?;
        return Ok(Place::Mem { buffer, offset });
    }
    let (kind, rest) = text.split_at_checked(1).ok_or_else(bad)?;
    let (registers, lane) = match rest.rsplit_once('.') {
        Some((r, lane)) => (r, Some(lane.parse::<u8>().map_err(|_| bad())?)),
        None => (rest, None),
    };
    let (first, last) = match registers
        .strip_prefix('[')
        .and_then(|r| r.strip_suffix(']'))
    {
        Some(range) => range.split_once(':').ok_or_else(bad)?,
        None => (registers, registers),
    };
    let first: u8 = first.parse().map_err(|_| bad())?;
    let last: u8 = last.parse().map_err(|_| bad())?;
    let count = last.checked_sub(first).ok_or_else(bad)? + 1;
    match (kind, lane) {
        ("s", None) if last < 128 => Ok(Place::Sgpr { first, count }),
        ("v" | "a", _) if count <= 2 && lane.unwrap_or(0) < 64 => {
            let first = u16::from(first) + if kind == "a" { ACC } else { 0 };
            Ok(Place::Vgpr { first, count, lane })
        }
        _ => Err(bad()),
    }
}

fn value_of(text: &str) -> Result<Value, String> {
    let Some(list) = text.strip_prefix('[') else {
        return Ok(Value::One(word_of(text)?));
    };
    let (list, cycle) = match list.strip_suffix("]*") {
        Some(list) => (list, true),
        None => (list.trim_end_matches(']'), false),
    };
    let words = list
        .split_whitespace()
        .map(word_of)
        .collect::<Result<Vec<_>, _>>()?;
    if words.is_empty() {
        return Err("a list without values".into());
    }
    Ok(Value::List { words, cycle })
}

/// Integers, floats with suffix `h`, `f` or `d`, `inf`, `nan`, addresses, and `number~tolerance`.
fn word_of(text: &str) -> Result<Word, String> {
    if let Some((exact, tolerance)) = text.split_once('~') {
        let tolerance = number(tolerance).and_then(|n| u32::try_from(n).ok());
        return match (word_of(exact)?, tolerance) {
            (Word::Bits(bits), Some(n)) => Ok(Word::Near(bits, n)),
            _ => Err(format!("unknown value '{text}'")),
        };
    }
    if let Some(n) = number(text) {
        return Ok(Word::Bits(n));
    }
    let offset = |rest: &str| match rest.strip_prefix('+') {
        Some(n) => number(n),
        None => rest.is_empty().then_some(0),
    };
    let bad = || format!("unknown value '{text}'");
    if let Some(rest) = text.strip_prefix("code") {
        return offset(rest).map(Word::Code).ok_or_else(bad);
    }
    if let Some(rest) = text.strip_prefix("mem") {
        let digits = rest.find(['+', '/']).unwrap_or(rest.len());
        let buffer = rest[..digits].parse().map_err(|_| bad())?;
        let (word, rest): (fn(u8, u64) -> Word, _) = match rest[digits..].strip_prefix("/256") {
            Some(rest) => (Word::Page, rest),
            None => (Word::Buffer, &rest[digits..]),
        };
        return Ok(word(buffer, offset(rest).ok_or_else(bad)?));
    }
    match text {
        "any" => return Ok(Word::Any),
        "nanh" => return Ok(Word::Nan(16)),
        "nan" => return Ok(Word::Nan(32)),
        "nand" => return Ok(Word::Nan(64)),
        "inf" => return Ok(Word::Bits(f32::INFINITY.to_bits() as u64)),
        "-inf" => return Ok(Word::Bits(f32::NEG_INFINITY.to_bits() as u64)),
        _ => {}
    }
    let (digits, suffix) = text.split_at_checked(text.len() - 1).ok_or_else(bad)?;
    let wide: f64 = digits.parse().map_err(|_| bad())?;
    Ok(Word::Bits(match suffix {
        "h" => from_f64(F16, wide, Mode::DEFAULT),
        // Parsed anew, for one rounding instead of two.
        "f" => digits.parse::<f32>().map_err(|_| bad())?.to_bits() as u64,
        "d" => wide.to_bits(),
        _ => return Err(bad()),
    }))
}

/// A decimal or hexadecimal integer; negative ones in two's complement.
fn number(text: &str) -> Option<u64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(d) => (true, d),
        None => (false, text),
    };
    let n = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(&hex.replace('_', ""), 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { n.wrapping_neg() } else { n })
}
