//! Builds small code objects byte by byte, so that the tests need no compiler and can make what no
//! compiler makes.

/// A code object to build. Contents lie in the file at their virtual addresses.
pub struct Elf {
    pub abi_version: u8,
    pub e_type: u16,
    pub machine: u16,
    pub flags: u32,
    /// (virtual address, contents, memory size, p_flags).
    pub segments: Vec<(u64, Vec<u8>, u64, u32)>,
    /// (owner, type, description), described without padding.
    pub notes: Vec<(&'static str, u32, Vec<u8>)>,
    /// (name, type, address, size); undefined when the address is `None`.
    pub symbols: Vec<(&'static str, u8, Option<u64>, u64)>,
    /// (offset, symbol index, type, addend); symbol 1 is the first of `symbols`.
    pub relocations: Vec<(u64, u32, u32, i64)>,
}

pub const R: u32 = 4;
pub const RW: u32 = 6;
pub const RX: u32 = 5;
pub const FUNC: u8 = 2;
pub const OBJECT: u8 = 1;
pub const HSA_KERNEL: u8 = 10;

impl Elf {
    /// A shared object of the given ABI version without anything in it.
    pub fn new(abi_version: u8, flags: u32) -> Elf {
        Elf {
            abi_version,
            e_type: 3,
            machine: 224,
            flags,
            segments: Vec::new(),
            notes: Vec::new(),
            symbols: Vec::new(),
            relocations: Vec::new(),
        }
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let notes = self.note_bytes();
        let (symbols, strings) = self.symbol_bytes();
        let mut rela = Vec::new();
        for (offset, symbol, kind, addend) in &self.relocations {
            rela.extend(offset.to_le_bytes());
            rela.extend(((*symbol as u64) << 32 | *kind as u64).to_le_bytes());
            rela.extend(addend.to_le_bytes());
        }

        let mut out = vec![0; 64 + 56 * (self.segments.len() + 1)];
        let mut place = |bytes: &[u8]| {
            out.resize(out.len().next_multiple_of(16), 0);
            let at = out.len() as u64;
            out.extend(bytes);
            at
        };
        let note_at = place(&notes);
        let symbol_at = place(&symbols);
        let string_at = place(&strings);
        let rela_at = place(&rela);
        let segment_at: Vec<u64> = self.segments.iter().map(|s| place(&s.1)).collect();
        out.resize(out.len().next_multiple_of(8), 0);

        // Sections: null, .note, .dynsym, .dynstr, .rela.dyn (names do not matter).
        let shoff = out.len() as u64;
        let mut section = |kind: u32, flags: u64, at: u64, size: usize, link: u32, entry: u64| {
            out.extend(0u32.to_le_bytes());
            out.extend(kind.to_le_bytes());
            for v in [flags, 0, at, size as u64] {
                out.extend(v.to_le_bytes());
            }
            out.extend(link.to_le_bytes());
            out.extend(0u32.to_le_bytes());
            out.extend(8u64.to_le_bytes());
            out.extend(entry.to_le_bytes());
        };
        section(0, 0, 0, 0, 0, 0);
        section(7, 2, note_at, notes.len(), 0, 0);
        section(11, 2, symbol_at, symbols.len(), 3, 24);
        section(3, 2, string_at, strings.len(), 0, 0);
        section(4, 2, rela_at, rela.len(), 2, 24);

        let mut header = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 64, self.abi_version];
        header.resize(16, 0);
        header.extend(self.e_type.to_le_bytes());
        header.extend(self.machine.to_le_bytes());
        header.extend(1u32.to_le_bytes());
        for v in [0, 64, shoff] {
            header.extend(v.to_le_bytes());
        }
        header.extend(self.flags.to_le_bytes());
        for v in [64u16, 56, self.segments.len() as u16 + 1, 64, 5, 0] {
            header.extend(v.to_le_bytes());
        }
        let mut program = |kind: u32, flags: u32, at: u64, vaddr: u64, file: u64, memory: u64| {
            header.extend(kind.to_le_bytes());
            header.extend(flags.to_le_bytes());
            for v in [at, vaddr, vaddr, file, memory, 16] {
                header.extend(v.to_le_bytes());
            }
        };
        program(4, R, note_at, 0, notes.len() as u64, notes.len() as u64);
        for ((vaddr, contents, size, flags), at) in self.segments.iter().zip(segment_at) {
            program(1, *flags, at, *vaddr, contents.len() as u64, *size);
        }
        out[..header.len()].copy_from_slice(&header);
        out
    }

    fn note_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (owner, kind, desc) in &self.notes {
            out.resize(out.len().next_multiple_of(4), 0);
            out.extend((owner.len() as u32 + 1).to_le_bytes());
            out.extend((desc.len() as u32).to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(owner.as_bytes());
            out.push(0);
            out.resize(out.len().next_multiple_of(4), 0);
            out.extend(desc);
        }
        out
    }

    fn symbol_bytes(&self) -> (Vec<u8>, Vec<u8>) {
        let (mut symbols, mut strings) = (vec![0; 24], vec![0]);
        for (name, kind, address, size) in &self.symbols {
            symbols.extend((strings.len() as u32).to_le_bytes());
            // Global, in some section when defined.
            symbols.extend([1 << 4 | kind, 0]);
            symbols.extend((address.is_some() as u16).to_le_bytes());
            symbols.extend(address.unwrap_or(0).to_le_bytes());
            symbols.extend(size.to_le_bytes());
            strings.extend(name.as_bytes());
            strings.push(0);
        }
        (symbols, strings)
    }
}

/// Writes `value` into `bytes` at `at`.
pub fn put<const N: usize>(bytes: &mut [u8], at: usize, value: [u8; N]) {
    bytes[at..at + N].copy_from_slice(&value);
}

/// An `amd_kernel_code_t` of version 1.2 for gfx803 (LLVM AMDKernelCodeT.h); what is not a parameter
/// can be set afterwards.
pub struct KernelCode {
    pub rsrc1: u32,
    pub rsrc2: u32,
    pub properties: u32,
    /// Private memory per work-item in bytes.
    pub private: u32,
    /// Static LDS in bytes.
    pub lds: u32,
    /// Kernel-argument segment in bytes.
    pub kernarg: u64,
}

impl KernelCode {
    /// The 256 bytes, after which the code follows.
    pub fn bytes(&self) -> [u8; 256] {
        let mut b = [0; 256];
        put(&mut b, 0, 1u32.to_le_bytes());
        put(&mut b, 4, 2u32.to_le_bytes());
        // Machine kind AMDGPU, version 8.0.3.
        put(&mut b, 8, 1u16.to_le_bytes());
        put(&mut b, 10, 8u16.to_le_bytes());
        put(&mut b, 14, 3u16.to_le_bytes());
        put(&mut b, 16, 256u64.to_le_bytes());
        put(&mut b, 48, self.rsrc1.to_le_bytes());
        put(&mut b, 52, self.rsrc2.to_le_bytes());
        put(&mut b, 56, self.properties.to_le_bytes());
        put(&mut b, 60, self.private.to_le_bytes());
        put(&mut b, 64, self.lds.to_le_bytes());
        put(&mut b, 72, self.kernarg.to_le_bytes());
        // Alignments of the segments and the size of a wave, as logarithms.
        put(&mut b, 100, [4, 4, 4, 6]);
        b
    }
}

/// ISA note of version 2: sizes of the two names, version, names.
pub fn isa_version_note(major: u32, minor: u32, stepping: u32) -> Vec<u8> {
    let mut out = vec![4, 0, 7, 0];
    for v in [major, minor, stepping] {
        out.extend(v.to_le_bytes());
    }
    out.extend(b"AMD\0AMDGPU\0");
    out
}
