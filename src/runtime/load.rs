//! Code objects in guest memory.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::launch::{Launch, LaunchError};
use crate::error::{LoadError, SourceLine};
use crate::isa::Gen;
use crate::loader::variables::Variable;
use crate::loader::{CodeObject, DebugInfo, Kernel, MAX_SPAN, PrintfFormat, Symbol};
use crate::machine::memory::{Access, Memory, MemoryId, Owned, PAGE, Pages, Part};
use crate::machine::program::Program;

/// A code object in guest memory.
///
/// Dropping it gives the memory back.
#[derive(Debug)]
#[non_exhaustive]
pub struct LoadedProgram {
    /// Guest address at which the object's address 0 lies.
    pub base: u64,
    /// LLVM target name, e.g. `gfx803`.
    pub target: String,
    /// Code-object version 2 to 6; 0 for a raw program.
    pub version: u8,
    /// The kernels, in the order of the file.
    pub kernels: Vec<Kernel>,
    /// Global variables and constants, by address relative to `base`.
    pub variables: Vec<Symbol>,
    /// The code.
    pub program: Arc<Program>,
    image: Arc<Owned>,
    /// Bytes of the image.
    len: u64,
    debug: Option<DebugInfo>,
    printf: Vec<PrintfFormat>,
    symbols: Vec<Symbol>,
}

impl LoadedProgram {
    /// The generation that runs the program.
    pub fn generation(&self) -> Gen {
        self.program.generation()
    }

    /// What tells its device from others.
    pub(super) fn memory_id(&self) -> MemoryId {
        self.image.memory().id()
    }

    /// A launch of the kernel called `name` over one work-item: see [`Launch`] for what to set.
    ///
    /// # Errors
    /// When there is no such kernel; the message lists those that there are.
    pub fn launch(&self, name: &str) -> Result<Launch<'static>, LaunchError> {
        let kernel = self.kernel(name).ok_or_else(|| {
            let names: Vec<_> = self.kernels.iter().map(|k| k.name.as_str()).collect();
            LaunchError::Usage(format!(
                "there is no kernel '{name}'; the program has: {}",
                names.join(", ")
            ))
        })?;
        Ok(Launch::new(kernel, 1, 1))
    }

    /// Which lines of the source the instruction at the guest address `pc` comes from, the innermost function
    /// first; nothing when the file does not tell.
    pub fn source(&self, pc: u64) -> Vec<SourceLine> {
        let debug = self.debug.as_ref();
        debug.map_or(Vec::new(), |d| d.lines(pc.wrapping_sub(self.base)))
    }

    /// As [`LoadedProgram::source`], for several addresses.
    pub(crate) fn sources(
        &self,
        pcs: impl IntoIterator<Item = u64>,
    ) -> BTreeMap<u64, Vec<SourceLine>> {
        let Some(debug) = &self.debug else {
            return BTreeMap::new();
        };
        let pcs: Vec<u64> = pcs.into_iter().collect();
        let vaddrs: Vec<u64> = pcs.iter().map(|pc| pc.wrapping_sub(self.base)).collect();
        pcs.into_iter().zip(debug.all_lines(&vaddrs)).collect()
    }

    /// The variables of the source that are visible at the instruction at the guest address `pc`, those of the innermost
    /// function first.
    pub(crate) fn visible(&self, pc: u64) -> Vec<Variable> {
        let debug = self.debug.as_ref();
        debug.map_or(Vec::new(), |d| d.variables(pc.wrapping_sub(self.base)))
    }

    /// Named places in its code, by address relative to `base`.
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The calls of OpenCL's `printf` in it.
    pub(super) fn printf(&self) -> &[PrintfFormat] {
        &self.printf
    }

    /// Whether the guest address `at` is one of its image.
    pub(super) fn holds(&self, at: u64) -> bool {
        (self.base..self.base + self.len).contains(&at)
    }

    /// Index of the kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<usize> {
        self.kernels.iter().position(|k| k.name == name)
    }

    /// A stage of the compilation of kernel number `kernel`, as text: of the function that runs first, compiled for
    /// waves of which nothing is known but MODE, which is `mode` or what the kernel starts with. `None` when
    /// there is no such kernel.
    #[cfg(feature = "listing")]
    pub fn listing(
        &self,
        kernel: usize,
        mode: Option<u32>,
        stage: crate::jit::listing::Stage,
    ) -> Option<Result<String, crate::error::CompileError>> {
        self.listing_for(kernel, mode, stage, None)
    }

    /// As [`LoadedProgram::listing`], as hosts of `level` compile it, which need not be one that this host has.
    #[cfg(feature = "listing")]
    pub(crate) fn listing_for(
        &self,
        kernel: usize,
        mode: Option<u32>,
        stage: crate::jit::listing::Stage,
        level: Option<crate::jit::host::HostLevel>,
    ) -> Option<Result<String, crate::error::CompileError>> {
        let kernel = self.kernels.get(kernel)?;
        let request = crate::jit::compile::Request {
            program: &self.program,
            pc: self.base.wrapping_add(kernel.entry),
            mode: mode.unwrap_or(kernel.mode) & crate::jit::mode_key(self.generation()),
            vgprs: kernel.into(),
            observed: false,
            start: &crate::lower::Start::Any,
            shown: Default::default(),
        };
        Some(crate::jit::listing::listing(&request, stage, level))
    }

    /// Places the segments of `object` in `memory`: see [`Device::load`](super::Device::load).
    pub(super) fn place(
        memory: &Arc<Memory>,
        object: &CodeObject,
    ) -> Result<LoadedProgram, LoadError> {
        let contents = object.segments.iter().map(|s| &s.data[..]);
        let image = Image::place(memory, object, contents, None)?;
        LoadedProgram::of(memory, &image, object)
    }

    /// The program whose segments are in memory already.
    pub(super) fn of(
        memory: &Memory,
        image: &Image,
        object: &CodeObject,
    ) -> Result<LoadedProgram, LoadError> {
        let base = image.owned.base();
        let program = Arc::new(program(memory, object, base)?);
        memory
            .programs()
            .add(&program, base, object.debug.clone(), object.symbols.clone());
        Ok(LoadedProgram {
            base,
            target: object.target.clone(),
            version: object.version,
            kernels: object.kernels.clone(),
            variables: object.variables.clone(),
            program,
            image: Arc::clone(&image.owned),
            len: image.len,
            debug: object.debug.clone(),
            printf: object.printf.clone(),
            symbols: object.symbols.clone(),
        })
    }
}

/// The segments of a code object in guest memory.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) owned: Arc<Owned>,
    pub(super) len: u64,
}

impl Image {
    /// Places the segments of `object`, which have these contents, and applies its relocations. Where contents are those
    /// of `file` from a place on, large parts of them are not copied.
    pub(super) fn place<'c>(
        memory: &Arc<Memory>,
        object: &CodeObject,
        contents: impl Iterator<Item = &'c [u8]>,
        file: Option<(Pages<'_>, &[Range<usize>])>,
    ) -> Result<Image, LoadError> {
        let field = |field: String, problem: &str| LoadError::Field {
            field,
            problem: problem.to_owned(),
        };
        let (len, parts) = image_parts(object)?;
        let base = memory
            .alloc_parts(len, 64 * 1024, parts)
            .ok_or_else(|| field("PT_LOAD".to_owned(), "the segments do not fit into memory"))?;
        let owned = Arc::new(memory.own(base));
        for (i, (s, data)) in object.segments.iter().zip(contents).enumerate() {
            let at = base + s.vaddr;
            let backed = file.as_ref().and_then(|(pages, from)| {
                let from = from.get(i)?.start as u64;
                back(memory, at, data.len() as u64, pages, from)
            });
            let range = backed.unwrap_or(0..0);
            let (before, behind) = (&data[..range.start], &data[range.end..]);
            for (off, part) in [(0, before), (range.end, behind)] {
                let written = memory.write(at + off as u64, part);
                written
                    .map_err(|_| field(format!("segment {i}"), "has more contents than memory"))?;
            }
        }
        for r in &object.relocations {
            let value = r.value.bytes(base);
            memory
                .write(base.wrapping_add(r.offset), &value[..r.value.size()])
                .map_err(|_| {
                    let place = format!("relocation at {:#x}", r.offset);
                    field(place, "patches no loaded segment")
                })?;
        }
        Ok(Image { owned, len })
    }
}

/// Has the whole pages among the `len` bytes at `at` be those of a file, where they are the bytes from `from` on, if there
/// are enough of them: gives which of the bytes.
fn back(memory: &Memory, at: u64, len: u64, pages: &Pages<'_>, from: u64) -> Option<Range<usize>> {
    /// A mapping of its own costs about as much as to copy so many bytes.
    const LEAST: u64 = 64 << 10;
    let first = at.next_multiple_of(PAGE);
    let end = (at + len) & !(PAGE - 1);
    let bytes = end.checked_sub(first).filter(|&n| n >= LEAST)?;
    let off = first - at;
    let done = memory.back(first, bytes, pages, from + off);
    done.then(|| off as usize..(off + bytes) as usize)
}

/// The executable segments of `object`, as they are in memory at `base`.
fn program(memory: &Memory, object: &CodeObject, base: u64) -> Result<Program, LoadError> {
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
        memory
            .read(base + s.vaddr, &mut bytes)
            .map_err(|_| LoadError::Elf(format!("segment {i} is not in memory")))?;
        let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        words.extend(bytes.chunks_exact(4).map(word));
    }
    let generation = object.generation;
    let program = Program::new(generation, base + start, words).with_holes(holes);
    let program = program.with_xnack(object.xnack).with_ecc(object.ecc);
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

/// The size of the memory image of `object`, and its segments as parts of one allocation. Segments
/// that share a page become one part, which is writable if one of them is.
fn image_parts(object: &CodeObject) -> Result<(u64, Vec<Part>), LoadError> {
    let mut parts: Vec<Part> = Vec::new();
    let mut len = 0;
    for (i, s) in object.segments.iter().enumerate() {
        let end = s.vaddr.checked_add(s.size).filter(|&e| e <= MAX_SPAN);
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
    use crate::loader::{RelocValue, Relocation, Segment};
    use crate::machine::memory::Window;
    use crate::runtime::Device;

    /// What is in a segment, which decides its rights.
    #[derive(PartialEq)]
    enum Holds {
        Constants,
        Code,
        Data,
    }

    fn segment(vaddr: u64, data: &[u8], size: u64, holds: Holds) -> Segment {
        Segment {
            vaddr,
            data: data.to_vec(),
            size,
            writable: holds == Holds::Data,
            executable: holds == Holds::Code,
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
            segment(0, &[1, 2, 3], 3, Holds::Constants),
            segment(0x1100, &[4; 16], 16, Holds::Code),
            segment(0x2200, &[5], 64, Holds::Data),
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
        drop(p);
    }

    #[test]
    fn objects_that_cannot_be_placed_are_refused() {
        let device = Device::new().expect("a device");
        let fails = |o: &CodeObject| device.load(o).expect_err("is refused").to_string();
        let mut o = object(vec![segment(0, &[0; 8], 8, Holds::Code)]);
        o.relocations = vec![Relocation {
            offset: 4,
            value: RelocValue::Base64(0),
        }];
        assert_eq!(
            fails(&o),
            "malformed code object: relocation at 0x4: patches no loaded segment"
        );
        let o = object(vec![segment(u64::MAX, &[], 8, Holds::Code)]);
        assert_eq!(
            fails(&o),
            "malformed code object: segment 0: p_memsz: 0x8 bytes at 0xffffffffffffffff are too many"
        );
        let o = object(vec![segment(2, &[0; 8], 8, Holds::Code)]);
        assert_eq!(
            fails(&o),
            "malformed code object: segment 0: p_vaddr: code is not aligned to 4 bytes"
        );
    }

    /// Code between two executable segments is not code.
    #[test]
    fn holes_between_executable_segments() {
        let device = Device::new().expect("a device");
        let p = device.load(&object(vec![
            segment(0, &[1; 8], 8, Holds::Code),
            segment(0x1000, &[2; 8], 8, Holds::Code),
        ]));
        let p = p.expect("loads");
        let p = &p.program;
        let at = |off| p.index(p.base() + off);
        assert_eq!([at(0), at(4), at(8)], [Some(0), Some(1), None]);
        assert_eq!(at(0xffc), None);
        assert_eq!(at(0x1004), Some(0x401));
        assert_eq!([at(0x1008), at(2)], [None, None]);
    }
}
