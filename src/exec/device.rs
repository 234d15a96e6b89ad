//! A device: guest memory, the programs loaded into it, and launches.

use std::sync::OnceLock;
use std::time::Duration;

use super::memory::{Access, Memory, PAGE, Part};
use super::program::Program;
use super::schedule::Pool;
use super::{Engine, Interpreter};
use crate::error::{CompileError, Fault, LoadError};
use crate::isa::Gen;
use crate::jit::Jit;
use crate::jit::cache::Cache;
use crate::loader::{CodeObject, Kernel};

/// Guest address space that a device asks the host for, largest first; host memory is committed only
/// as the guest touches it.
const ARENA_SIZES: [usize; 4] = [64 << 30, 16 << 30, 4 << 30, 1 << 30];

/// An emulated GPU.
#[derive(Debug)]
pub struct Device {
    memory: Memory,
    /// Made when first used: a device that only interprets needs no code generator.
    jit: OnceLock<Result<Jit, CompileError>>,
    /// For launches on several host threads.
    pub(super) pool: Pool,
    cache: Option<Cache>,
}

/// Why an allocation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot allocate {bytes} bytes of guest memory for '{name}'")]
pub struct AllocError {
    /// What the memory was for.
    pub name: String,
    /// How much was asked for.
    pub bytes: u64,
}

/// Which engine executes the waves. Both give the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// Compiled code.
    Jit,
    /// The reference interpreter.
    Interp,
}

impl std::fmt::Display for Backend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Backend::Jit => "jit",
            Backend::Interp => "interp",
        })
    }
}

/// One explicit kernel argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgValue {
    /// A by-value argument: exactly as many bytes as the kernel declares.
    Bytes(Vec<u8>),
    /// A pointer: guest address, or 0.
    Buffer(u64),
    /// A pointer to this many bytes of dynamic LDS.
    Local(u32),
}

/// A code object in guest memory.
#[derive(Debug)]
pub struct LoadedProgram {
    /// Guest address at which the object's address 0 lies.
    pub base: u64,
    /// LLVM target name, e.g. `gfx803`.
    pub target: String,
    /// Code-object version 2 to 6; 0 for a raw program.
    pub version: u8,
    /// The kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
    /// The code.
    pub program: Program,
}

impl LoadedProgram {
    /// The generation that runs the program.
    pub fn generation(&self) -> Gen {
        self.program.generation()
    }

    /// Index of the kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<usize> {
        self.kernels.iter().position(|k| k.name == name)
    }
}

/// A function that is told how many work-groups are done, of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// What to run, on what, and how.
#[derive(Clone)]
pub struct Launch<'a> {
    /// Index into [`LoadedProgram::kernels`].
    pub kernel: usize,
    /// Work-items per dimension; 1 in the dimensions that are not used.
    pub grid: [u32; 3],
    /// Work-group size per dimension.
    pub local: [u32; 3],
    /// Dimensions that the grid has, 1 to 3; kernels can ask for it.
    pub dimensions: u32,
    /// The explicit arguments, in declaration order. For raw programs they are packed in order at
    /// their natural alignment.
    pub args: Vec<ArgValue>,
    /// Which engine executes the waves.
    pub backend: Backend,
    /// Host threads; at least 1.
    pub threads: usize,
    /// LDS bytes of each work-group in place of those that the file states: the only source for raw
    /// programs, and at least the file's size otherwise.
    pub lds_limit: Option<u32>,
    /// Fault after this many wave instructions, summed over all waves.
    pub max_instructions: Option<u64>,
    /// Fault after this much time.
    pub timeout: Option<Duration>,
    /// Called now and then while work-groups finish, from any host thread.
    pub progress: Option<Progress<'a>>,
    /// Keep every wave's final registers in [`Stats::captured`].
    pub capture: bool,
}

impl Launch<'_> {
    /// A launch of kernel `kernel` over a one-dimensional grid, without arguments or limits, on one
    /// host thread.
    pub fn new(kernel: usize, grid: u32, local: u32) -> Self {
        Launch {
            kernel,
            grid: [grid, 1, 1],
            local: [local, 1, 1],
            dimensions: 1,
            args: Vec::new(),
            backend: Backend::Jit,
            threads: 1,
            lds_limit: None,
            max_instructions: None,
            timeout: None,
            progress: None,
            capture: false,
        }
    }
}

/// What a launch did and how long it took.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
pub struct Stats {
    /// Seconds of execution, JIT compilation included.
    pub kernel_seconds: f64,
    /// Seconds of JIT compilation, the on-disk cache included, summed over the host threads.
    pub compile_seconds: f64,
    /// Wave instructions executed.
    pub instructions: u64,
    /// Sum of the active lanes over them; a scalar instruction counts as one lane.
    pub lanes: u64,
    /// Waves run.
    pub waves: u64,
    /// Work-groups run.
    pub workgroups: u64,
    /// Basic blocks compiled.
    pub blocks_compiled: u64,
    /// Guest instructions compiled.
    pub instructions_compiled: u64,
    /// Host code bytes generated.
    pub code_bytes: u64,
    /// Compiled functions that came from the on-disk cache ([`Device::set_cache`]).
    pub cache_hits: u64,
    /// `jit` or `interp`.
    pub backend: String,
    /// LLVM target name.
    pub isa: String,
    /// Host threads used.
    pub threads: usize,
    /// With [`Launch::capture`]: every wave's final registers, by work-group and then by wave.
    #[serde(skip)]
    pub captured: Vec<FinalWave>,
}

/// Final registers of one wave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalWave {
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// Scalar registers by operand code.
    pub sgpr: [u32; 128],
    /// Scalar condition code.
    pub scc: u32,
    /// MODE register.
    pub mode: u32,
    /// Guest address of the `s_endpgm`.
    pub pc: u64,
    /// Vector registers.
    pub vgprs: Vec<crate::state::Vgpr>,
}

/// Why a launch failed.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// A wave did something wrong.
    #[error(transparent)]
    Fault(Box<Fault>),
    /// The launch does not fit the kernel.
    #[error("{0}")]
    Usage(String),
    /// The code generator failed.
    #[error(transparent)]
    Compile(#[from] CompileError),
}

impl From<Fault> for LaunchError {
    fn from(f: Fault) -> Self {
        LaunchError::Fault(Box::new(f))
    }
}

impl From<AllocError> for LaunchError {
    fn from(e: AllocError) -> Self {
        LaunchError::Usage(e.to_string())
    }
}

impl Device {
    /// A device with empty memory.
    ///
    /// # Errors
    /// When the host cannot reserve even the smallest address range.
    pub fn new() -> std::io::Result<Device> {
        let mut last = std::io::Error::from(std::io::ErrorKind::OutOfMemory);
        for size in ARENA_SIZES {
            match Memory::new(size) {
                Ok(memory) => {
                    return Ok(Device {
                        memory,
                        jit: OnceLock::new(),
                        pool: Pool::default(),
                        cache: None,
                    });
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// Keeps compiled code on disk from now on, and takes it from there; `None`: no longer. The
    /// library itself looks at no environment variable.
    pub fn set_cache(&mut self, cache: Option<Cache>) {
        self.cache = cache;
        self.jit = OnceLock::new();
    }

    /// The device's memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Allocates `bytes` zeroed, writable bytes and gives their guest address. `name` names them in
    /// fault reports. [`Memory::write`] and [`Memory::read`] fill and read them,
    /// [`Memory::free`] gives them back.
    ///
    /// # Errors
    /// When the address space is full.
    pub fn alloc_buffer(&self, name: &str, bytes: u64) -> Result<u64, AllocError> {
        self.alloc(name, bytes, 256, Access::ReadWrite)
    }

    pub(super) fn alloc(
        &self,
        name: &str,
        bytes: u64,
        align: u64,
        access: Access,
    ) -> Result<u64, AllocError> {
        self.memory
            .alloc(bytes, align, access, name)
            .ok_or_else(|| AllocError {
                name: name.to_owned(),
                bytes,
            })
    }

    /// Places the segments of `object` in guest memory, with the permissions of the file, and applies
    /// its relocations.
    ///
    /// # Errors
    /// When a segment, relocation or kernel lies outside the object, or memory is full.
    pub fn load(&self, object: &CodeObject) -> Result<LoadedProgram, LoadError> {
        let field = |field: String, problem: &str| LoadError::Field {
            field,
            problem: problem.to_owned(),
        };
        let (len, parts) = image_parts(object)?;
        let base = self
            .memory
            .alloc_parts(len, 64 * 1024, parts)
            .ok_or_else(|| field("PT_LOAD".to_owned(), "the segments do not fit into memory"))?;
        let fill = || {
            for (i, s) in object.segments.iter().enumerate() {
                self.memory
                    .write(base + s.vaddr, &s.data)
                    .map_err(|_| field(format!("segment {i}"), "has more contents than memory"))?;
            }
            for r in &object.relocations {
                let value = r.value.bytes(base);
                self.memory
                    .write(base.wrapping_add(r.offset), &value[..r.value.size()])
                    .map_err(|_| {
                        let place = format!("relocation at {:#x}", r.offset);
                        field(place, "patches no loaded segment")
                    })?;
            }
            self.program(object, base)
        };
        match fill() {
            Ok(program) => Ok(LoadedProgram {
                base,
                target: object.target.clone(),
                version: object.version,
                kernels: object.kernels.clone(),
                program,
            }),
            Err(e) => {
                self.memory.free(base);
                Err(e)
            }
        }
    }

    /// The executable segments of `object`, as they are in memory at `base`.
    fn program(&self, object: &CodeObject, base: u64) -> Result<Program, LoadError> {
        /// Most words between executable segments, which are kept like code.
        const MAX_MISSING: usize = 1 << 20;
        let mut missing = 0;
        let mut words: Vec<u32> = Vec::new();
        let mut holes = Vec::new();
        let mut start = 0;
        for (i, s) in object.segments.iter().enumerate() {
            if !s.executable {
                continue;
            }
            if !s.vaddr.is_multiple_of(4) {
                return Err(LoadError::Field {
                    field: format!("segment {i}: p_vaddr"),
                    problem: "code is not aligned to 4 bytes".to_owned(),
                });
            }
            if words.is_empty() {
                start = s.vaddr;
            } else {
                let hole = words.len()..((s.vaddr - start) / 4) as usize;
                missing += hole.len();
                if missing > MAX_MISSING {
                    return Err(LoadError::Field {
                        field: format!("segment {i}: p_vaddr"),
                        problem: "code segments are too far apart".to_owned(),
                    });
                }
                words.resize(hole.end, 0);
                holes.push(hole);
            }
            let mut bytes = vec![0; s.size as usize & !3];
            self.memory
                .read(base + s.vaddr, &mut bytes)
                .map_err(|_| LoadError::Elf(format!("segment {i} is not in memory")))?;
            let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            words.extend(bytes.chunks_exact(4).map(word));
        }
        let generation = object.generation;
        let program = Program::new(generation, base + start, words).with_holes(holes);
        for k in &object.kernels {
            if program.index(base.wrapping_add(k.entry)).is_none() {
                return Err(LoadError::Field {
                    field: format!("kernel '{}': entry {:#x}", k.name, k.entry),
                    problem: "lies outside the code".to_owned(),
                });
            }
        }
        Ok(program)
    }

    /// Gives the memory of a loaded program back.
    pub fn unload(&self, program: LoadedProgram) {
        self.memory.free(program.base);
    }

    /// Runs a kernel to its end. The explicit arguments' buffers hold the results; everything else
    /// that the launch allocates is freed.
    ///
    /// # Errors
    /// [`LaunchError::Usage`] when the launch does not fit the kernel, before anything runs;
    /// [`LaunchError::Fault`] for the lowest-numbered work-group that is known to have faulted.
    pub fn launch(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
    ) -> Result<Stats, LaunchError> {
        match launch.backend {
            Backend::Interp => self.launch_on(program, launch, &Interpreter),
            Backend::Jit => {
                let jit = self.jit.get_or_init(|| Jit::with_cache(self.cache.clone()));
                let jit = jit.as_ref().map_err(|e| e.clone())?;
                self.launch_on(program, launch, jit)
            }
        }
    }

    /// Like [`Device::launch`], on an engine of the caller's; [`Launch::backend`] is only a name then.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch_on(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        engine: &dyn Engine,
    ) -> Result<Stats, LaunchError> {
        super::dispatch::launch(self, program, launch, engine)
    }
}

/// The size of the memory image of `object`, and its segments as parts of one allocation. Segments
/// that share a page become one part, which is writable if one of them is.
fn image_parts(object: &CodeObject) -> Result<(u64, Vec<Part>), LoadError> {
    /// Largest image that is loaded, in bytes: far above any code object, far below the arena.
    const MAX_IMAGE: u64 = 1 << 30;
    let mut parts: Vec<Part> = Vec::new();
    let mut len = 0;
    for (i, s) in object.segments.iter().enumerate() {
        let end = s.vaddr.checked_add(s.size).filter(|&e| e <= MAX_IMAGE);
        let end = end.ok_or_else(|| LoadError::Field {
            field: format!("segment {i}: p_memsz"),
            problem: format!("{:#x} bytes at {:#x} are too many", s.size, s.vaddr),
        })?;
        if s.size == 0 {
            continue;
        }
        len = end.max(len);
        let access = if s.writable {
            Access::ReadWrite
        } else {
            Access::ReadOnly
        };
        let start = s.vaddr & !(PAGE - 1);
        match parts.last_mut() {
            Some(p) if start < (p.start + p.len).next_multiple_of(PAGE) => {
                p.len = end.max(p.start + p.len) - p.start;
                if s.writable {
                    p.access = access;
                }
            }
            _ => parts.push(Part {
                start,
                len: end - start,
                access,
                name: match (s.executable, s.writable) {
                    (true, _) => "code",
                    (false, true) => "data segment",
                    (false, false) => "constant segment",
                }
                .to_owned(),
            }),
        }
    }
    Ok((len, parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::memory::Window;
    use crate::loader::{RelocValue, Relocation, Segment};

    fn segment(vaddr: u64, data: &[u8], size: u64, writable: bool, executable: bool) -> Segment {
        Segment {
            vaddr,
            data: data.to_vec(),
            size,
            writable,
            executable,
        }
    }

    fn object(segments: Vec<Segment>) -> CodeObject {
        let raw = CodeObject::parse(&[0; 4], Some("gfx900")).expect("raw");
        CodeObject {
            segments,
            kernels: Vec::new(),
            ..raw
        }
    }

    #[test]
    fn segments_keep_their_places_and_rights() {
        let device = Device::new().expect("a device");
        let mut o = object(vec![
            segment(0, &[1, 2, 3], 3, false, false),
            segment(0x1100, &[4; 16], 16, false, true),
            segment(0x2200, &[5], 64, true, false),
        ]);
        let reloc = |offset, value| Relocation { offset, value };
        o.relocations = vec![
            reloc(0x1104, RelocValue::BaseLo32(0x2200)),
            reloc(0x1108, RelocValue::BaseHi32(0x2200)),
            reloc(0x2208, RelocValue::Base64(0x1100)),
        ];
        let p = device.load(&o).expect("loads");
        let m = device.memory();
        let mut c = Window::EMPTY;
        assert_eq!(m.load(&mut c, p.base), Ok([1, 2, 3]));
        assert!(m.store(&mut c, p.base, [0]).is_err());
        assert!(m.store(&mut c, p.base + 0x1100, [0]).is_err());
        assert_eq!(m.store(&mut c, p.base + 0x223f, [6]), Ok(()));
        assert!(m.store(&mut c, p.base + 0x2240, [6]).is_err());
        assert!(m.load::<1>(&mut c, p.base + 0x1110).is_err());
        // The code is the relocated one.
        let target = p.base + 0x2200;
        let (lo, hi) = (target as u32, (target >> 32) as u32);
        assert_eq!(p.program.base(), p.base + 0x1100);
        assert_eq!(p.program.words(), [0x0404_0404, lo, hi, 0x0404_0404]);
        let pointer = m.load(&mut c, p.base + 0x2208);
        assert_eq!(pointer, Ok((p.base + 0x1100).to_le_bytes()));
        device.unload(p);
    }

    #[test]
    fn objects_that_cannot_be_placed_are_refused() {
        let device = Device::new().expect("a device");
        let fails = |o: &CodeObject| device.load(o).expect_err("is refused").to_string();
        let mut o = object(vec![segment(0, &[0; 8], 8, false, true)]);
        o.relocations = vec![Relocation {
            offset: 4,
            value: RelocValue::Base64(0),
        }];
        assert_eq!(
            fails(&o),
            "malformed code object: relocation at 0x4: patches no loaded segment"
        );
        let o = object(vec![segment(u64::MAX, &[], 8, false, true)]);
        assert_eq!(
            fails(&o),
            "malformed code object: segment 0: p_memsz: 0x8 bytes at 0xffffffffffffffff are too many"
        );
        let o = object(vec![segment(2, &[0; 8], 8, false, true)]);
        assert_eq!(
            fails(&o),
            "malformed code object: segment 0: p_vaddr: code is not aligned to 4 bytes"
        );
    }

    /// Code between two executable segments is no code.
    #[test]
    fn holes_between_executable_segments() {
        let device = Device::new().expect("a device");
        let p = device.load(&object(vec![
            segment(0, &[1; 8], 8, false, true),
            segment(0x1000, &[2; 8], 8, false, true),
        ]));
        let p = p.expect("loads").program;
        let at = |off| p.index(p.base() + off);
        assert_eq!([at(0), at(4), at(8)], [Some(0), Some(1), None]);
        assert_eq!(at(0xffc), None);
        assert_eq!(at(0x1004), Some(0x401));
        assert_eq!([at(0x1008), at(2)], [None, None]);
    }
}
