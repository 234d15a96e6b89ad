//! The errors of every stage, each a one-line message that names its cause.

use std::any::Any;
use std::borrow::Cow;

use crate::isa::Gen;

/// A file that cannot be loaded: what is wrong with it, and in which field.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes are not an ELF file, and no target was given to read them as a raw program.
    #[error("not an ELF file; a raw GCN program needs a target such as gfx803")]
    NotElf,
    /// The ELF structure itself is damaged.
    #[error("malformed ELF file: {0}")]
    Elf(String),
    /// The ELF file is not an AMDGPU code object.
    #[error("not an AMDGPU code object: {0}")]
    NotAmdGpu(String),
    /// The file is an offload bundle, out of which no code object can be chosen.
    #[error("offload bundle: {0}")]
    Bundle(String),
    /// Another file with files in it is damaged, or no code object can be chosen out of it.
    #[error("{kind}: {problem}")]
    Container {
        /// What it is: `archive`, `gzip`, `host file`.
        kind: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A file has code for more than one target that this crate runs.
    #[error("the file has code for several targets; choose one of {0}")]
    Several(String),
    /// The file is known to be something that has no code for an AMD GPU in it.
    #[error("{what}{advice}")]
    NotCode {
        /// What it is.
        what: String,
        /// After a semicolon how a code object comes of it, or nothing.
        advice: String,
    },
    /// The target is named but is none that this crate runs or decodes.
    #[error(
        "unsupported target {0}: gcn-jit runs gfx6 to gfx950 (gfx600-602, gfx700-705, gfx801-810, gfx900-90c, gfx940-942, gfx950)"
    )]
    Target(String),
    /// A field of the metadata or of a kernel descriptor has a value that cannot be right.
    #[error("malformed code object: {field}: {problem}")]
    Field {
        /// Path of the field, e.g. `kernel 'saxpy': .kernarg_segment_size`.
        field: String,
        /// What is wrong with its value.
        problem: String,
    },
    /// A relocation that this loader does not apply.
    #[error("unsupported relocation type {kind} at {offset:#x}")]
    Relocation {
        /// ELF relocation type (LLVM AMDGPUUsage, "Relocation Records").
        kind: u32,
        /// Virtual address that it patches.
        offset: u64,
    },
}

impl LoadError {
    /// A field with something wrong in it.
    pub(crate) fn field(field: impl Into<String>, problem: impl Into<String>) -> LoadError {
        LoadError::Field {
            field: field.into(),
            problem: problem.into(),
        }
    }
}

/// Why memory could not be allocated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes of guest memory for '{name}'")]
#[non_exhaustive]
pub struct AllocError {
    /// What the memory was for.
    pub name: String,
    /// How much was asked for.
    pub bytes: u64,
}

/// Why memory was not freed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FreeError {
    /// No allocation begins at the address.
    #[error("no allocation begins at {0:#x}")]
    NoAllocation(u64),
    /// A handle owns the allocation: dropping that frees it.
    #[error("the allocation at {0:#x} belongs to '{1}', and goes with it")]
    Owned(u64, String),
}

/// Words that are not an instruction of the generation.
#[derive(Debug, thiserror::Error, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// The encoding is reserved, or its opcode is not in the table.
    #[error("no such instruction")]
    Invalid,
    /// The program ends in the middle of the instruction.
    #[error("the code ends in the middle of an instruction")]
    Truncated,
    /// What the words do is documented nowhere: why.
    #[error("{0}")]
    Undefined(&'static str),
}

/// A program that cannot be compiled. Never the guest program's fault.
#[derive(Debug, thiserror::Error, Clone)]
#[non_exhaustive]
pub enum CompileError {
    /// The code generator refused; the text is its own.
    #[error("code generation failed: {0}")]
    Backend(String),
    /// The host processor cannot run generated code.
    #[error("unsupported host: {0}")]
    Host(String),
    /// The wanted level of host instructions does not exist or the host lacks it.
    #[error("host level: {0}")]
    Level(String),
}

/// What a panic says, on one line.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let words: Vec<&str> = text.unwrap_or("panic").split_whitespace().collect();
    words.join(" ")
}

/// What went wrong at one instruction of one wave.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A load outside every live allocation.
    #[error("out-of-bounds read of {size} bytes at {addr:#x}")]
    Read {
        /// Guest address.
        addr: u64,
        /// Access size in bytes.
        size: u32,
    },
    /// A store or atomic outside every live allocation, or into read-only memory.
    #[error("out-of-bounds or forbidden write of {size} bytes at {addr:#x}")]
    Write {
        /// Guest address.
        addr: u64,
        /// Access size in bytes.
        size: u32,
    },
    /// An access whose address breaks the alignment that the instruction demands.
    #[error("misaligned access of {size} bytes at {addr:#x}")]
    Misaligned {
        /// Guest address.
        addr: u64,
        /// Access size in bytes.
        size: u32,
    },
    /// The words at PC are not an instruction of the generation.
    #[error("illegal instruction {0}")]
    Illegal(String),
    /// A valid instruction, or a form of one, that this crate does not execute.
    #[error("unsupported on {gen_}: {what}")]
    Unsupported {
        /// The generation.
        gen_: Gen,
        /// Which instruction or form, and why.
        what: String,
    },
    /// PC left the code.
    #[error("PC outside the program's code")]
    PcOutOfCode,
    /// `s_trap` with the HSA trap number (LLVM AMDGPUUsage, "Trap Handler ABI").
    #[error("trap {0}")]
    Trap(u16),
    /// The waves have executed as many instructions as they may.
    #[error("instruction limit of {0} reached")]
    InstructionLimit(u64),
    /// The launch has taken as long as it may.
    #[error("time limit reached")]
    Timeout,
    /// The host ended the launch.
    #[error("cancelled")]
    Cancelled,
    /// Every wave waits for another one that can never come.
    #[error("deadlock: {0}")]
    Deadlock(String),
    /// This crate has failed, not the kernel: what it has panicked with.
    #[error("a defect of gcn-jit: {0}")]
    Internal(String),
}

/// A fault with the place where it happened. The dispatcher fills in what the wave does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// Address of the instruction.
    pub pc: u64,
    /// The lowest lane that faulted, when one lane did.
    pub lane: Option<u8>,
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// Kernel name, disassembled instruction and buffer, as the dispatcher knows them.
    pub context: Box<FaultContext>,
}

/// The parts of a fault report that only the dispatcher knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct FaultContext {
    /// Kernel name.
    pub kernel: String,
    /// Disassembly of the instruction at `pc`, with its bytes.
    pub inst: String,
    /// Where the address lies relative to the nearest allocation.
    pub place: Option<String>,
    /// When a limit was reached: where the waves are that had started, most of them first.
    pub waves: Vec<WavesAt>,
    /// When a limit was reached: the lowest work-group of which some waves wait at a barrier to which others have not
    /// come.
    pub barrier: Option<BarrierWait>,
    /// What may have led to the fault.
    pub hint: Option<Hint>,
    /// The line of the source, when the file tells: in the innermost function, then in those into which it was
    /// inlined.
    pub source: Vec<SourceLine>,
}

/// What may have led to a fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Hint {
    /// A function was called too deeply, or a local array that grows is too large.
    #[error("the stack may have overflowed its {bytes} bytes of private memory")]
    Stack {
        /// Per work-item.
        bytes: u32,
    },
    /// These hidden arguments of the kernel are null.
    #[error(
        "the null pointer may be a hidden argument for what is not supported; the kernel has {0}"
    )]
    NullArguments(String),
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct SourceLine {
    /// The file, as the compiler was told, below its folder.
    pub file: String,
    /// Line, from 1; 0 for what belongs to none.
    pub line: u32,
    /// The function, by its linkage name, when the file tells it.
    pub function: Option<String>,
}

impl std::fmt::Display for SourceLine {
    /// `FILE:LINE`, and ` in FUNCTION`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match &self.function {
            Some(function) => write!(f, " in {function}"),
            None => Ok(()),
        }
    }
}

/// Waves that are at the same place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WavesAt {
    /// Address of the instruction that they are to execute next, or of the barrier where they wait.
    pub pc: u64,
    /// Its disassembly.
    pub inst: String,
    /// Whether they wait at a barrier.
    pub barrier: bool,
    /// How many they are.
    pub count: u64,
}

/// A work-group of which some waves wait at a barrier.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BarrierWait {
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Those that wait, with the barrier where each does.
    pub waiting: Vec<WaveAt>,
    /// Those that it takes to open the barrier: they have neither come to one nor ended.
    pub missing: Vec<WaveAt>,
}

/// Where a wave of a work-group is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WaveAt {
    /// Number of the wave in its work-group.
    pub wave: u32,
    /// Address of the instruction that it is to execute next, or of the barrier; `None`: it has not started.
    pub pc: Option<u64>,
    /// Its disassembly.
    pub inst: String,
}

impl WaveAt {
    /// That of a wave.
    pub(crate) fn new(wave: u32, pc: Option<u64>, inst: String) -> WaveAt {
        WaveAt { wave, pc, inst }
    }
}

impl BarrierWait {
    /// That of a work-group.
    pub(crate) fn new(workgroup: [u32; 3], waiting: Vec<WaveAt>, missing: Vec<WaveAt>) -> Self {
        BarrierWait {
            workgroup,
            waiting,
            missing,
        }
    }
}

impl std::fmt::Display for BarrierWait {
    /// Which waves wait at which barrier, and for which.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.workgroup;
        write!(f, "in work-group ({x},{y},{z})")?;
        let mut separator = " ";
        for (waves, at) in places(&self.waiting) {
            let [noun, verb] = if waves.contains([',', '-']) {
                ["waves", "wait"]
            } else {
                ["wave", "waits"]
            };
            let (pc, inst) = (at.pc.unwrap_or_default(), &at.inst);
            write!(
                f,
                "{separator}{noun} {waves} {verb} at the barrier at PC {pc:#x} [{inst}]"
            )?;
            separator = ", ";
        }
        let missing = places(&self.missing);
        let (shown, rest) = missing.split_at(missing.len().min(PLACES));
        let mut separator = " for";
        for (waves, at) in shown {
            let noun = if waves.contains([',', '-']) {
                "waves"
            } else {
                "wave"
            };
            match at.pc {
                Some(pc) => write!(f, "{separator} {noun} {waves} at PC {pc:#x} [{}]", at.inst)?,
                None => write!(f, "{separator} {noun} {waves} that did not start yet")?,
            }
            separator = ",";
        }
        if rest.is_empty() {
            Ok(())
        } else {
            f.write_str(" and others")
        }
    }
}

/// Waves by the places where they are, as `0,2-5`, in the order of the first of each.
fn places(all: &[WaveAt]) -> Vec<(String, &WaveAt)> {
    let mut places: Vec<(Vec<u32>, &WaveAt)> = vec![];
    for w in all {
        match places.iter_mut().find(|(_, at)| at.pc == w.pc) {
            Some((waves, _)) => waves.push(w.wave),
            None => places.push((vec![w.wave], w)),
        }
    }
    let words = |waves: Vec<u32>| {
        let runs = waves.chunk_by(|a, b| a + 1 == *b);
        let words = runs.map(|run| match run {
            [] => String::new(),
            [one] => one.to_string(),
            [first, .., last] => format!("{first}-{last}"),
        });
        words.collect::<Vec<_>>().join(",")
    };
    let word = |(waves, at)| (words(waves), at);
    places.into_iter().map(word).collect()
}

/// Places of waves that a message names.
const PLACES: usize = 4;

/// Where waves are, in words: the places with the most of them, and how many are elsewhere.
fn write_waves(f: &mut std::fmt::Formatter<'_>, waves: &[WavesAt]) -> std::fmt::Result {
    let (shown, rest) = waves.split_at(waves.len().min(PLACES));
    let mut separator = "; waves: ";
    for w in shown {
        let state = if w.barrier {
            "waiting at the barrier"
        } else {
            "running"
        };
        write!(
            f,
            "{separator}{} {state} at PC {:#x} [{}]",
            w.count, w.pc, w.inst
        )?;
        separator = ", ";
    }
    match rest.iter().map(|w| w.count).sum::<u64>() {
        0 => Ok(()),
        more => write!(f, ", and {more} more elsewhere"),
    }
}

impl FaultKind {
    /// What faults of this kind are called where programs read it.
    pub fn name(&self) -> &'static str {
        match self {
            FaultKind::Read { .. } => "read",
            FaultKind::Write { .. } => "write",
            FaultKind::Misaligned { .. } => "misaligned",
            FaultKind::Illegal(_) => "illegal",
            FaultKind::Unsupported { .. } => "unsupported",
            FaultKind::PcOutOfCode => "pc",
            FaultKind::Trap(_) => "trap",
            FaultKind::InstructionLimit(_) => "instruction-limit",
            FaultKind::Timeout => "timeout",
            FaultKind::Cancelled => "cancelled",
            FaultKind::Deadlock(_) => "deadlock",
            FaultKind::Internal(_) => "internal",
        }
    }

    /// Guest address and size in bytes of the access that failed.
    pub fn access(&self) -> Option<(u64, u32)> {
        match self {
            FaultKind::Read { addr, size }
            | FaultKind::Write { addr, size }
            | FaultKind::Misaligned { addr, size } => Some((*addr, *size)),
            FaultKind::Illegal(_)
            | FaultKind::Unsupported { .. }
            | FaultKind::PcOutOfCode
            | FaultKind::Trap(_)
            | FaultKind::InstructionLimit(_)
            | FaultKind::Timeout
            | FaultKind::Cancelled
            | FaultKind::Deadlock(_)
            | FaultKind::Internal(_) => None,
        }
    }

    /// Whether the kernel did nothing wrong, but ran into a limit that the caller set.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            FaultKind::InstructionLimit(_) | FaultKind::Timeout | FaultKind::Cancelled
        )
    }
}

impl Fault {
    /// A fault of kind `kind` at `pc`, before the dispatcher adds the rest.
    pub fn new(kind: FaultKind, pc: u64) -> Self {
        Fault {
            kind,
            pc,
            lane: None,
            workgroup: [0; 3],
            wave: 0,
            context: Box::default(),
        }
    }

    /// The same fault, naming `lane`.
    pub fn in_lane(mut self, lane: usize) -> Self {
        self.lane = Some(lane as u8);
        self
    }
}

/// A text with control characters made visible: names in a file may have them, and a message is one line.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let visible = text.chars().flat_map(|c| {
        let escaped = c.is_control().then(|| c.escape_default());
        let plain = (!c.is_control()).then_some(c);
        escaped.into_iter().flatten().chain(plain)
    });
    visible.collect()
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(place) = &self.context.place {
            write!(f, " ({place})")?;
        }
        let [x, y, z] = self.workgroup;
        write!(
            f,
            " in kernel '{}' at PC {:#x} [{}], work-group ({x},{y},{z}), wave {}",
            one_line(&self.context.kernel),
            self.pc,
            self.context.inst,
            self.wave
        )?;
        if let Some(lane) = self.lane {
            write!(f, ", lane {lane}")?;
        }
        if let Some(line) = self.context.source.first() {
            write!(f, ", at {line}")?;
        }
        if let Some(hint) = &self.context.hint {
            write!(f, "; {hint}")?;
        }
        if let Some(barrier) = &self.context.barrier {
            write!(f, "; {barrier}")?;
        }
        write_waves(f, &self.context.waves)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line() {
        assert_eq!(one_line("saxpy"), "saxpy");
        assert_eq!(one_line("a\nb\r\u{7f}ä"), "a\\nb\\r\\u{7f}ä");
    }
}
