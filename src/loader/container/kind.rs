//! What kind of file it is, by its first bytes, and what makes a code object of those that are none.

use object::elf;

use super::gallium;
use super::table::{u16_at, u32_at, u64_at};
use crate::loader::Format;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::loader) enum Kind {
    /// It has kernels.
    Code(Format),
    /// It may have code objects in it.
    Container(Container),
    /// It is known, and has none.
    Other(Other),
    /// Anything else: perhaps a raw program.
    Unknown,
}

/// What may have code objects in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::loader) enum Container {
    /// A program, library or object for a host.
    Host,
    /// `clang-offload-bundler`'s, plain or compressed; there may be several behind each other.
    Bundle,
    /// `clang-offload-packager`'s.
    Packager,
    /// `ar`'s.
    Archive,
    Gzip,
    Zstd,
}

impl Container {
    /// What it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Container::Host => "host file",
            Container::Bundle => "offload bundle",
            Container::Packager => "offload package",
            Container::Archive => "archive",
            Container::Gzip => "gzip",
            Container::Zstd => "zstd",
        }
    }
}

/// What has no code objects in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::loader) enum Other {
    Empty,
    Text(Text),
    Bitcode,
    SpirV,
    /// An archive that names its members' files in place of having them.
    ThinArchive,
    Cuda,
    /// AMD's OpenCL binary for a processor.
    AmdCpu,
    Xz,
    Bzip2,
    Zip,
}

/// What is written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::loader) enum Text {
    Assembly,
    ClrxAssembly,
    LlvmIr,
    OpenCl,
    Hip,
    Ptx,
    Other,
}

impl Other {
    /// What it is called, and how a code object comes of it.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Other::Empty => ("the file is empty", ""),
            Other::Text(Text::Assembly) => (
                "this is assembly text",
                "`gcn-jit asm FILE -o FILE.hsaco` makes a code object of it",
            ),
            Other::Text(Text::ClrxAssembly) => (
                "this is assembly text for CLRX",
                "`clrxasm FILE -o FILE.bin` makes a binary of it",
            ),
            Other::Text(Text::LlvmIr) => (
                "this is LLVM IR",
                "`clang -target amdgcn-amd-amdhsa -mcpu=gfxNNN -nogpulib -x ir FILE -o FILE.hsaco` makes a code object of it",
            ),
            Other::Text(Text::OpenCl) => (
                "this is OpenCL C",
                "`clang -target amdgcn-amd-amdhsa -mcpu=gfxNNN -x cl FILE -o FILE.hsaco` makes a code object of it",
            ),
            Other::Text(Text::Hip) => (
                "this is HIP source text",
                "`hipcc --genco --offload-arch=gfxNNN FILE -o FILE.hsaco` makes a code object of it",
            ),
            Other::Text(Text::Ptx) => (
                "this is PTX, the assembly language of NVIDIA's GPUs",
                "there is no way from it to AMD's",
            ),
            Other::Text(Text::Other) => (
                "this is text",
                "a compiler for amdgcn-amd-amdhsa makes a code object of a source text",
            ),
            Other::Bitcode => (
                "this is LLVM bitcode",
                "`clang -target amdgcn-amd-amdhsa -mcpu=gfxNNN -nogpulib -x ir FILE -o FILE.hsaco` makes a code object of it",
            ),
            Other::SpirV => (
                "this is SPIR-V",
                "`llvm-spirv -r FILE -o FILE.bc` makes LLVM bitcode of it, and `clang -target amdgcn-amd-amdhsa -mcpu=gfxNNN -nogpulib -x ir FILE.bc -o FILE.hsaco` a code object of that",
            ),
            Other::ThinArchive => (
                "this is a thin archive, which has the names of files alone",
                "give it one of those files",
            ),
            Other::Cuda => (
                "this is code for NVIDIA's GPUs",
                "compile its source for AMD's: `hipcc --genco --offload-arch=gfxNNN`",
            ),
            Other::AmdCpu => (
                "this is an AMD OpenCL binary for the host's processor, without code for a GPU",
                "build the program for a GPU",
            ),
            Other::Xz => ("this is packed by xz", "unpack it first: `xz -d`"),
            Other::Bzip2 => ("this is packed by bzip2", "unpack it first: `bzip2 -d`"),
            Other::Zip => ("this is a zip file", "unpack it first: `unzip`"),
        }
    }
}

/// What begins with which bytes.
const MAGIC: &[(&[u8], Kind)] = &[
    (super::bundle::MAGIC, Kind::Container(Container::Bundle)),
    (
        super::bundle::COMPRESSED,
        Kind::Container(Container::Bundle),
    ),
    (b"\x10\xff\x10\xad", Kind::Container(Container::Packager)),
    (b"!<arch>\n", Kind::Container(Container::Archive)),
    (b"!<thin>\n", Kind::Other(Other::ThinArchive)),
    (b"\x28\xb5\x2f\xfd", Kind::Container(Container::Zstd)),
    (b"BC\xc0\xde", Kind::Other(Other::Bitcode)),
    (b"\xde\xc0\x17\x0b", Kind::Other(Other::Bitcode)),
    (b"\x03\x02\x23\x07", Kind::Other(Other::SpirV)),
    (b"\x07\x23\x02\x03", Kind::Other(Other::SpirV)),
    // A fat binary, and what leads to it.
    (b"\x50\xed\x55\xba", Kind::Other(Other::Cuda)),
    (b"\xb1\x43\x62\x46", Kind::Other(Other::Cuda)),
    (b"\xfd7zXZ\0", Kind::Other(Other::Xz)),
    (b"PK\x03\x04", Kind::Other(Other::Zip)),
];

const ELF: &[u8] = b"\x7fELF";
const EM_AMDGPU: u16 = 224;
const EM_CUDA: u16 = 190;
/// Machines of AMD's OpenCL 1.2 binaries, one for each GPU (CLRX, AmdBinaries.cpp).
const AMD_CL1: std::ops::RangeInclusive<u16> = 0x3fd..=0x412;
/// Those of 32 and of 64 bits.
const AMD_CL2: [u16; 2] = [0xaf5a, 0xaf5b];
const AMD_CPU: [u16; 2] = [0x7d3, 0x7d4];

impl Kind {
    /// The kind of a file.
    pub fn of(bytes: &[u8]) -> Kind {
        if bytes.is_empty() {
            return Kind::Other(Other::Empty);
        }
        if bytes.starts_with(ELF) {
            return of_elf(bytes);
        }
        if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
            return *kind;
        }
        // Few bytes that might as well be an instruction: more has to be right.
        if bytes.starts_with(b"BZh") && bytes.get(4..10) == Some(b"1AY&SY") {
            return Kind::Other(Other::Bzip2);
        }
        if is_gzip(bytes) {
            return Kind::Container(Container::Gzip);
        }
        if is_pe(bytes) || is_coff(bytes) {
            return Kind::Container(Container::Host);
        }
        if gallium::is_gallium(bytes) {
            return Kind::Code(Format::Gallium);
        }
        match text(bytes) {
            Some(text) => Kind::Other(Other::Text(text)),
            None => Kind::Unknown,
        }
    }
}

fn of_elf(bytes: &[u8]) -> Kind {
    let Some(machine) = u16_at(bytes, 18) else {
        // Its loader says what is missing.
        return Kind::Code(Format::CodeObject);
    };
    match machine {
        EM_AMDGPU => Kind::Code(Format::CodeObject),
        EM_CUDA => Kind::Other(Other::Cuda),
        m if AMD_CL2.contains(&m) => Kind::Code(Format::AmdOpenCl2),
        m if AMD_CPU.contains(&m) => Kind::Other(Other::AmdCpu),
        m if AMD_CL1.contains(&m) => Kind::Code(Format::AmdOpenCl1),
        _ => Kind::Container(Container::Host),
    }
}

/// RFC 1952: two bytes, the only method, flags of which three are reserved.
fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b\x08") && bytes.get(3).is_some_and(|flags| flags & 0xe0 == 0)
}

/// A Windows program: its first header says where the second is.
fn is_pe(bytes: &[u8]) -> bool {
    let second = u32_at(bytes, 60).filter(|_| bytes.starts_with(b"MZ"));
    second.is_some_and(|at| u32_at(bytes, at.into()) == Some(u32::from_le_bytes(*b"PE\0\0")))
}

/// A Windows object for x86-64: no magic number, so that all of its header has to make sense.
fn is_coff(bytes: &[u8]) -> bool {
    const MACHINE_AMD64: u16 = 0x8664;
    let sections = u16_at(bytes, 2).unwrap_or(0);
    let symbols = u32_at(bytes, 8).unwrap_or(u32::MAX);
    let header_end = 20 + 40 * u64::from(sections);
    u16_at(bytes, 0) == Some(MACHINE_AMD64)
        && sections > 0
        && u16_at(bytes, 16) == Some(0)
        && header_end <= bytes.len() as u64
        && u64::from(symbols) <= bytes.len() as u64
        && u64_at(bytes, 20).is_some_and(|name| name.to_le_bytes()[0] == b'.')
}

/// What a host's ELF file is for, as far as it is known.
pub(in crate::loader) fn machine_name(bytes: &[u8]) -> String {
    if !bytes.starts_with(ELF) {
        return "Windows".to_owned();
    }
    let endian = bytes.get(5).copied().unwrap_or(0);
    let machine = u16_at(bytes, 18).unwrap_or(0);
    let machine = if endian == elf::ELFDATA2MSB {
        machine.swap_bytes()
    } else {
        machine
    };
    match machine {
        elf::EM_386 => "x86".to_owned(),
        elf::EM_X86_64 => "x86-64".to_owned(),
        elf::EM_AARCH64 => "AArch64".to_owned(),
        elf::EM_ARM => "ARM".to_owned(),
        elf::EM_PPC64 => "PowerPC".to_owned(),
        elf::EM_RISCV => "RISC-V".to_owned(),
        other => format!("machine {other}"),
    }
}

/// Whether an ELF file may be run, by itself or as a library.
pub(in crate::loader) fn is_linked(bytes: &[u8]) -> bool {
    let kind = u16_at(bytes, 16);
    bytes.starts_with(ELF) && matches!(kind, Some(elf::ET_EXEC | elf::ET_DYN))
}

/// How much of a text is looked at.
const HEAD: usize = 64 << 10;

/// What a text is written in; `None` when it is no text. Programs have zeros, or bytes that no text has: `s_endpgm` alone
/// makes them differ.
fn text(bytes: &[u8]) -> Option<Text> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let is_control = |b: &u8| *b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c) || *b == 0x7f;
    if head.iter().any(is_control) {
        return None;
    }
    let head = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The end may cut a letter.
        Err(e) if bytes.len() > HEAD && e.error_len().is_none() => {
            std::str::from_utf8(&head[..e.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    let has = |words: &[&str]| words.iter().any(|word| head.contains(word));
    let line = |words: &[&str]| {
        let mut lines = head.lines().map(str::trim_start);
        lines.any(|l| words.iter().any(|w| l.starts_with(w)))
    };
    Some(
        if line(&[
            "; ModuleID",
            "source_filename",
            "target triple",
            "define ",
            "declare ",
        ]) {
            Text::LlvmIr
        } else if line(&[".target sm_", ".target compute_"]) {
            Text::Ptx
        } else if line(&[".amdcl2", ".gallium", ".rocm", ".amd\n", ".gpu ", ".arch "]) {
            Text::ClrxAssembly
        } else if line(&[".amdgcn_target", ".amdhsa_", ".amd_", ".hsa_code"]) {
            Text::Assembly
        } else if has(&["__global__", "hip_runtime.h"]) {
            Text::Hip
        } else if has(&["__kernel", "get_global_id"]) || line(&["kernel void"]) {
            Text::OpenCl
        } else if line(&[
            "s_", "v_", "ds_", "buffer_", "global_", "flat_", ".text", ".globl", ".section",
        ]) {
            Text::Assembly
        } else {
            Text::Other
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        for (words, wanted) in [
            (
                "; ModuleID = 'a.c'\nsource_filename = \"a.c\"\n",
                Text::LlvmIr,
            ),
            (
                "define amdgpu_kernel void @k() {\n  ret void\n}\n",
                Text::LlvmIr,
            ),
            (
                "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n",
                Text::Assembly,
            ),
            ("// a comment\ns_endpgm\n", Text::Assembly),
            (".amdcl2\n.gpu Fiji\n", Text::ClrxAssembly),
            ("__kernel void k(global int* x) {}\n", Text::OpenCl),
            ("kernel void k(global int* x) {}\n", Text::OpenCl),
            ("extern \"C\" __global__ void k(int* x) {}\n", Text::Hip),
            (".version 7.0\n.target sm_70\n", Text::Ptx),
            ("hello\n", Text::Other),
        ] {
            assert_eq!(text(words.as_bytes()), Some(wanted), "{words}");
        }
        assert_eq!(text(&0xbf81_0000u32.to_le_bytes()), None);
        assert_eq!(text(b"a\0b"), None);
        assert_eq!(text(b"\xff\xfe"), None);
        // The end of what is looked at may lie inside a letter.
        let long = "x".repeat(HEAD - 1) + "\u{e4}" + "x";
        assert_eq!(text(long.as_bytes()), Some(Text::Other));
    }
}
