//! What an instruction did, as data and as one line of text.

use std::fmt::Write;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::code::Code;
use crate::check::operands::{Bank, Operands, Registers, Role, register_name, vector_name};
use crate::interp::seen::{Seen, Space};
use crate::isa::{EXEC_LO, Gen, VCC_LO};
use crate::machine::wave::{LANES, Wave};

/// Lanes of which a line of text tells values, unless it is to tell all.
const SHOWN_LANES: usize = 4;

/// One instruction of one wave, executed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// How many instructions the wave had executed before.
    pub number: u64,
    /// Guest address of the instruction.
    pub pc: u64,
    /// Its text.
    pub instruction: String,
    /// EXEC before it: one bit per active lane.
    pub exec: u64,
    /// Registers that it read, with what they held before. EXEC as the mask of active lanes is not among them.
    pub reads: Vec<Value>,
    /// Registers that it wrote, with what they hold now. Of vector registers some lanes may be as before.
    pub writes: Vec<Value>,
    /// Its accesses to memory, in their order.
    pub accesses: Vec<Seen>,
    /// Why it could not be executed; then it wrote nothing that counts.
    pub fault: Option<String>,
}

/// A register with its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name; of several scalar registers like `s[4:5]`.
    pub name: String,
    /// What it holds.
    pub data: Data,
}

/// Contents of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// Of consecutive scalar registers.
    Scalar(Vec<u32>),
    /// Of one vector register: a dword per lane.
    Vector(Box<[u32; LANES]>),
}

/// The registers of `list`, each once, with what they hold in `wave`.
fn values(generation: Gen, list: &[Registers], wave: &Wave) -> Vec<Value> {
    let mut out: Vec<Value> = Vec::new();
    let mut push = |value: Value| {
        if !out.iter().any(|v| v.name == value.name) {
            out.push(value);
        }
    };
    for r in list.iter().filter(|r| r.role != Role::Lanes) {
        match r.bank {
            Bank::Scalar => push(Value {
                name: scalars_name(generation, r.first, r.count),
                data: Data::Scalar(
                    r.numbers()
                        .map(|n| wave.sgpr[usize::from(n) & 127])
                        .collect(),
                ),
            }),
            Bank::Vector | Bank::Accumulation => {
                for (n, v) in r.in_file().filter_map(|n| Some((n, wave.get(n)?))) {
                    push(Value {
                        name: vector_name(n),
                        data: Data::Vector(Box::new(v.0)),
                    });
                }
            }
        }
    }
    out
}

/// The name of `count` scalar registers from `first` on.
pub fn scalars_name(generation: Gen, first: u8, count: u8) -> String {
    match (first, count) {
        (_, 1) => register_name(generation, Bank::Scalar, first),
        (VCC_LO, 2) => "vcc".to_owned(),
        (EXEC_LO, 2) => "exec".to_owned(),
        _ => {
            let name = register_name(generation, Bank::Scalar, first);
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            match name[stem.len()..].parse::<u32>() {
                Ok(n) => format!("{stem}[{n}:{}]", n + u32::from(count) - 1),
                Err(_) => name.trim_end_matches("_lo").to_owned(),
            }
        }
    }
}

impl Record {
    /// What the instruction is to read: the record before it has run.
    pub(super) fn before(
        generation: Gen,
        operands: &Operands,
        wave: &Wave,
        instruction: String,
    ) -> Record {
        let mut reads = values(generation, &operands.reads, wave);
        if operands.reads_scc {
            reads.push(scc(wave));
        }
        Record {
            workgroup: wave.workgroup,
            wave: wave.index,
            number: wave.instructions,
            pc: wave.pc,
            instruction,
            exec: wave.exec(),
            reads,
            writes: Vec::new(),
            accesses: Vec::new(),
            fault: None,
        }
    }

    /// Adds what it wrote.
    pub(super) fn after(&mut self, generation: Gen, operands: &Operands, wave: &Wave) {
        self.writes = values(generation, &operands.writes, wave);
        if operands.writes_scc {
            self.writes.push(scc(wave));
        }
        if operands.writes_mode {
            self.writes.push(Value {
                name: "mode".to_owned(),
                data: Data::Scalar(vec![wave.mode]),
            });
        }
    }

    /// `X,Y,Z wave N PLACE: INSTRUCTION @ FILE:LINE in FUNCTION | ...`, one line without its end. `lanes`: of all
    /// lanes, not only the first active ones.
    pub fn line(&self, code: &Code<'_>, lanes: bool) -> String {
        let [x, y, z] = self.workgroup;
        let source = code.source(self.pc).first();
        let source = source.map(|l| format!(" @ {l}")).unwrap_or_default();
        let text = format!(
            "{x},{y},{z} wave {} {}: {}{source} | {}",
            self.wave,
            code.name(self.pc),
            self.instruction,
            self.effects(lanes)
        );
        // File names are what the file says.
        text.replace(char::is_control, " ")
    }

    /// The same as an object.
    pub fn object(&self, code: &Code<'_>, lanes: bool) -> serde_json::Value {
        let source = code.source(self.pc);
        let registers = |values| Registry {
            values,
            exec: self.exec,
            lanes,
        };
        let access = |s: &Seen| {
            json!({
                "space": space_name(s.space),
                "kind": access_name(s),
                "address": s.address,
                "bytes": s.bytes,
                "lane": s.lane,
            })
        };
        let accesses: Vec<serde_json::Value> = self.accesses.iter().map(access).collect();
        json!({
            "workgroup": self.workgroup,
            "wave": self.wave,
            "number": self.number,
            "kernel": code.kernel(),
            "pc": code.offset(self.pc),
            "place": code.name(self.pc),
            "instruction": self.instruction,
            "source": (!source.is_empty()).then_some(source),
            "exec": format!("{:#018x}", self.exec),
            "lanes": self.exec.count_ones(),
            "reads": registers(&self.reads),
            "writes": registers(&self.writes),
            "accesses": accesses,
            "fault": self.fault,
        })
    }

    /// What it did, behind its place: registers and memory. `lanes`: of all lanes, not only the first active ones.
    pub fn effects(&self, lanes: bool) -> String {
        let mut out = format!("lanes {}", self.exec.count_ones());
        for (what, values) in [("in", &self.reads), ("out", &self.writes)] {
            if !values.is_empty() {
                let _ = write!(out, " | {what}");
            }
            for v in values {
                let _ = write!(out, " {}={}", v.name, v.data.text(self.exec, lanes));
            }
        }
        for run in runs(&self.accesses, lanes) {
            let _ = write!(out, " | {run}");
        }
        if let Some(fault) = &self.fault {
            let _ = write!(out, " | fault: {fault}");
        }
        out
    }
}

fn scc(wave: &Wave) -> Value {
    Value {
        name: "scc".to_owned(),
        data: Data::Scalar(vec![wave.scc]),
    }
}

impl Data {
    /// The contents: of a vector those of the first lanes that `exec` says are active, or of all 64 lanes.
    fn text(&self, exec: u64, all: bool) -> String {
        let hex = |values: &[u32]| {
            let hex: Vec<String> = values.iter().map(|v| format!("{v:#x}")).collect();
            hex.join(",")
        };
        match self {
            Data::Scalar(values) => match values[..] {
                [lo, hi] => format!("{:#x}", u64::from(hi) << 32 | u64::from(lo)),
                _ => hex(values),
            },
            Data::Vector(values) if all => format!("[{}]", hex(&values[..])),
            Data::Vector(values) => {
                let active: Vec<u32> = active(values, exec).collect();
                match active[..] {
                    [] => "[]".to_owned(),
                    [first, ..] if active.iter().all(|v| *v == first) => format!("all {first:#x}"),
                    _ if active.len() > SHOWN_LANES => {
                        format!("[{},..]", hex(&active[..SHOWN_LANES]))
                    }
                    _ => format!("[{}]", hex(&active)),
                }
            }
        }
    }
}

fn active(values: &[u32; LANES], exec: u64) -> impl Iterator<Item = u32> + '_ {
    let lanes = values.iter().enumerate();
    lanes
        .filter(move |(l, _)| exec >> l & 1 != 0)
        .map(|(_, v)| *v)
}

/// The accesses in words: those of consecutive lanes at equal distances as one, and the first of what else there is.
fn runs(accesses: &[Seen], all: bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = accesses;
    while let Some(first) = rest.first() {
        if out.len() >= SHOWN_LANES && !all {
            out.push(format!("{} more accesses", rest.len()));
            break;
        }
        let step = match rest.get(1) {
            Some(second) => second.address.wrapping_sub(first.address),
            None => 0,
        };
        let mut n = 1;
        while !all && rest.get(n).is_some_and(|s| follows(&rest[n - 1], s, step)) {
            n += 1;
        }
        // Two lanes may lie anywhere.
        n = if n < 3 && first.lane.is_some() { 1 } else { n };
        out.push(run(&rest[..n], step));
        rest = &rest[n..];
    }
    out
}

/// Whether `next` is the access of the next lane, `step` bytes further.
fn follows(last: &Seen, next: &Seen, step: u64) -> bool {
    let kind = |s: &Seen| (s.space, s.bytes, s.reads, s.writes);
    kind(last) == kind(next)
        && next.address.wrapping_sub(last.address) == step
        && match (last.lane, next.lane) {
            (Some(a), Some(b)) => b > a,
            // Dwords of one access.
            (None, None) => step == u64::from(last.bytes) && step != 0,
            _ => false,
        }
}

fn run(accesses: &[Seen], step: u64) -> String {
    let (first, last) = (&accesses[0], &accesses[accesses.len() - 1]);
    let space = space_name(first.space);
    let wave = first.lane.is_none();
    let count = if wave { accesses.len() as u32 } else { 1 };
    let (what, bytes) = (access_name(first), count * first.bytes);
    let mut out = match bytes {
        0 => format!("{space} {what} dropped"),
        _ => format!("{space} {what} {bytes} at {:#x}", first.address),
    };
    if accesses.len() > 1 && step != 0 && !wave {
        let _ = write!(out, " step {}", step as i64);
    }
    match (first.lane, last.lane) {
        (Some(a), Some(b)) if a != b => {
            let _ = write!(out, " lanes {a}-{b}");
        }
        (Some(a), _) => {
            let _ = write!(out, " lane {a}");
        }
        (None, _) => {}
    }
    out
}

/// The name of a kind of memory.
pub fn space_name(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Lds => "lds",
        Space::Private => "private",
    }
}

/// What an access does.
pub fn access_name(seen: &Seen) -> &'static str {
    match (seen.reads, seen.writes) {
        (true, true) => "atomic",
        (false, true) => "write",
        (true, false) | (false, false) => "read",
    }
}

/// Registers as an object: by name their dwords, of vectors a list with one per lane, or `{"all": V}` when all active
/// lanes hold the same.
pub struct Registry<'a> {
    /// The registers.
    pub values: &'a [Value],
    /// The active lanes.
    pub exec: u64,
    /// Whether all 64 lanes are told in any case.
    pub lanes: bool,
}

impl Serialize for Registry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct All {
            all: u32,
        }
        let mut map = serializer.serialize_map(Some(self.values.len()))?;
        for v in self.values {
            match &v.data {
                Data::Scalar(dwords) => map.serialize_entry(&v.name, dwords)?,
                Data::Vector(values) => {
                    let mut active = active(values, self.exec);
                    match active.next() {
                        Some(all) if !self.lanes && active.all(|v| v == all) => {
                            map.serialize_entry(&v.name, &All { all })?;
                        }
                        _ => map.serialize_entry(&v.name, &values[..])?,
                    }
                }
            }
        }
        map.end()
    }
}
