//! The errors of every stage, each a one-line message that names its cause.

use crate::isa::Gen;

/// A file that cannot be loaded: what is wrong with it, and in which field.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The bytes are not an ELF file, and no target was given to read them as a raw program.
    #[error("not an ELF file; a raw GCN program needs --isa gfxNNN")]
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
    /// The target is named but is none that this crate runs.
    #[error(
        "unsupported target {0}: gcn-jit runs gfx6 to gfx906 (gfx600-602, gfx700-705, gfx801-810, gfx900-909, gfx90c)"
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

/// Why memory could not be allocated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes of guest memory for '{name}'")]
pub struct AllocError {
    /// What the memory was for.
    pub name: String,
    /// How much was asked for.
    pub bytes: u64,
}

/// Words that are no instruction of the generation.
#[derive(Debug, thiserror::Error, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecodeError {
    /// The encoding is reserved, or its opcode is not in the table.
    #[error("no such instruction")]
    Invalid,
    /// The program ends in the middle of the instruction.
    #[error("the code ends in the middle of an instruction")]
    Truncated,
}

/// A program that cannot be compiled. Never the guest program's fault.
#[derive(Debug, thiserror::Error, Clone)]
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

/// What went wrong at one instruction of one wave.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
    /// The words at PC are no instruction of the generation.
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
    /// The limit of `--max-instructions` is reached.
    #[error("instruction limit of {0} reached")]
    InstructionLimit(u64),
    /// The limit of `--timeout` is reached.
    #[error("time limit reached")]
    Timeout,
    /// Every wave waits for another one that can never come.
    #[error("deadlock: {0}")]
    Deadlock(String),
}

impl FaultKind {
    /// Whether a limit is reached, which says nothing about the instruction.
    pub fn is_limit(&self) -> bool {
        matches!(self, FaultKind::InstructionLimit(_) | FaultKind::Timeout)
    }
}

/// A fault with the place where it happened. The dispatcher fills in what the wave does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
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
pub struct FaultContext {
    /// Kernel name.
    pub kernel: String,
    /// Disassembly of the instruction at `pc`, with its bytes.
    pub inst: String,
    /// Where the address lies relative to the nearest allocation.
    pub place: Option<String>,
    /// What may have led to the fault.
    pub hint: Option<Hint>,
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
            self.context.kernel, self.pc, self.context.inst, self.wave
        )?;
        if let Some(lane) = self.lane {
            write!(f, ", lane {lane}")?;
        }
        match &self.context.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
