//! Files of other formats than code objects, which no compiler here makes: containers of code objects, and AMD's and Mesa's
//! OpenCL binaries. They are what tests load, and what fuzzing starts from.

/// A section of an ELF file to be made.
#[derive(Clone, Debug, Default)]
pub struct Section {
    pub name: String,
    /// `SHT_PROGBITS` unless it is 0.
    pub kind: u32,
    pub data: Vec<u8>,
    pub link: u32,
    pub info: u32,
    pub align: u64,
}

impl Section {
    /// One with contents.
    pub fn new(name: &str, data: &[u8]) -> Section {
        Section {
            name: name.to_owned(),
            kind: 1,
            data: data.to_vec(),
            ..Section::default()
        }
    }
}

/// A symbol: name, number of its section, value, size, and `st_info`.
pub type Symbol<'a> = (&'a str, u16, u64, u64, u8);

/// An ELF file to be made. Section 1 is the first of `sections`; the table of symbols is behind the last of them.
#[derive(Clone, Debug, Default)]
pub struct Elf<'a> {
    pub is_64: bool,
    pub machine: u16,
    pub kind: u16,
    pub flags: u32,
    pub sections: Vec<Section>,
    pub symbols: Vec<Symbol<'a>>,
    /// Type of a program header, and the number of the section that it is about.
    pub segments: Vec<(u32, usize)>,
}

/// Numbers of 4 or 8 bytes.
fn word(is_64: bool, value: u64) -> Vec<u8> {
    value.to_le_bytes()[..if is_64 { 8 } else { 4 }].to_vec()
}

impl Elf<'_> {
    /// The file, and where its sections are.
    pub fn bytes(&self) -> (Vec<u8>, Vec<usize>) {
        let w = |v: u64| word(self.is_64, v);
        let (header, segment, section, symbol) = if self.is_64 {
            (64, 56, 64, 24)
        } else {
            (52, 32, 40, 16)
        };
        let mut sections = vec![Section::default()];
        sections.extend(self.sections.iter().cloned());
        let (mut table, mut strings) = (vec![0; symbol], vec![0]);
        for (name, number, value, size, info) in &self.symbols {
            let at = (strings.len() as u32).to_le_bytes();
            strings.extend(name.bytes());
            strings.push(0);
            table.extend(at);
            if self.is_64 {
                table.extend([*info, 0]);
                table.extend(number.to_le_bytes());
                table.extend([w(*value), w(*size)].concat());
            } else {
                table.extend([w(*value), w(*size)].concat());
                table.extend([*info, 0]);
                table.extend(number.to_le_bytes());
            }
        }
        let count = sections.len() as u32;
        sections.push(Section {
            name: ".symtab".to_owned(),
            kind: 2,
            data: table,
            link: count + 1,
            info: 1,
            align: 8,
        });
        for (name, data) in [(".strtab", strings), (".shstrtab", Vec::new())] {
            sections.push(Section {
                kind: 3,
                ..Section::new(name, &data)
            });
        }
        let mut names = vec![0];
        let name_at: Vec<usize> = sections
            .iter()
            .map(|s| {
                let at = names.len();
                names.extend(s.name.bytes());
                names.push(0);
                at
            })
            .collect();
        if let Some(last) = sections.last_mut() {
            last.data = names;
        }
        let mut out = vec![0; header + segment * self.segments.len()];
        let mut places = Vec::new();
        for s in &sections {
            out.resize(out.len().next_multiple_of(8.max(s.align as usize)), 0);
            places.push(out.len());
            out.extend(&s.data);
        }
        out.resize(out.len().next_multiple_of(8), 0);
        let table = out.len();
        for ((s, name), at) in sections.iter().zip(name_at).zip(&places) {
            out.extend((name as u32).to_le_bytes());
            out.extend(s.kind.to_le_bytes());
            let entry = match s.kind {
                2 => symbol as u64,
                4 => 24,
                _ => 0,
            };
            for v in [0, 0, *at as u64, s.data.len() as u64] {
                out.extend(w(v));
            }
            out.extend([s.link.to_le_bytes(), s.info.to_le_bytes()].concat());
            out.extend([w(s.align), w(entry)].concat());
        }
        for (i, (kind, number)) in self.segments.iter().enumerate() {
            let (at, size) = (places[*number] as u64, sections[*number].data.len() as u64);
            let fields = if self.is_64 {
                let numbers = [at, 0, 0, size, size, 8].map(w).concat();
                [kind.to_le_bytes().to_vec(), vec![0; 4], numbers].concat()
            } else {
                let numbers = [at, 0, 0, size, size, 0, 8].map(w).concat();
                [kind.to_le_bytes().to_vec(), numbers].concat()
            };
            out[header + i * segment..][..segment].copy_from_slice(&fields);
        }
        let class = if self.is_64 { 2 } else { 1 };
        let mut head = vec![0x7f, b'E', b'L', b'F', class, 1, 1];
        head.resize(16, 0);
        head.extend([self.kind.to_le_bytes(), self.machine.to_le_bytes()].concat());
        head.extend(1u32.to_le_bytes());
        let segments_at = if self.segments.is_empty() { 0 } else { header };
        for v in [0, segments_at, table] {
            head.extend(w(v as u64));
        }
        head.extend(self.flags.to_le_bytes());
        let counts = [
            header,
            segment,
            self.segments.len(),
            section,
            sections.len(),
            sections.len() - 1,
        ];
        head.extend(counts.map(|n| (n as u16).to_le_bytes()).concat());
        out[..header].copy_from_slice(&head);
        (out, places)
    }
}

/// A host's file for x86-64 of the given ELF type (1 an object, 2 a program) with these sections.
pub fn host(kind: u16, sections: &[(&str, &[u8])]) -> Vec<u8> {
    let elf = Elf {
        is_64: true,
        machine: 62,
        kind,
        sections: sections.iter().map(|(n, d)| Section::new(n, d)).collect(),
        ..Elf::default()
    };
    elf.bytes().0
}

/// An offload bundle of the given entries (Clang documentation, "Clang Offload Bundler").
pub fn bundle(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let header = 32 + entries.iter().map(|(id, _)| 24 + id.len()).sum::<usize>();
    let mut out = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    out.extend((entries.len() as u64).to_le_bytes());
    let mut at = header;
    for (id, contents) in entries {
        for v in [at, contents.len(), id.len()] {
            out.extend((v as u64).to_le_bytes());
        }
        out.extend(id.as_bytes());
        at += contents.len();
    }
    out.extend(entries.iter().flat_map(|(_, contents)| *contents));
    out
}

/// `contents` packed as zlib (0), zstd (1) or gzip (2).
pub fn packed(method: u16, contents: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let level = flate2::Compression::fast();
    // Into memory, which cannot fail.
    match method {
        0 => {
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), level);
            zlib.write_all(contents).unwrap_or_default();
            zlib.finish().unwrap_or_default()
        }
        1 => {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            ruzstd::encoding::compress_to_vec(contents, level)
        }
        _ => {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), level);
            gzip.write_all(contents).unwrap_or_default();
            gzip.finish().unwrap_or_default()
        }
    }
}

/// `contents` as a compressed offload bundle of `version`; method 0 is zlib, 1 is zstd.
pub fn compressed(version: u16, method: u16, contents: &[u8]) -> Vec<u8> {
    let packed = packed(method, contents);
    let width = if version < 3 { 4 } else { 8 };
    let mut out = b"CCOB".to_vec();
    out.extend([version.to_le_bytes(), method.to_le_bytes()].concat());
    if version > 1 {
        let size = 16 + 2 * width + packed.len();
        out.extend(&size.to_le_bytes()[..width]);
    }
    out.extend(&contents.len().to_le_bytes()[..width]);
    out.extend([0xab; 8]);
    out.extend(packed);
    out
}

/// An offload package of one image (LLVM, OffloadBinary.h), padded to 8 bytes.
pub fn package(triple: &str, arch: &str, image: &[u8]) -> Vec<u8> {
    let texts = ["triple", triple, "arch", arch];
    let strings_at = 32 + 40 + 2 * 16;
    let mut strings = Vec::new();
    let at = texts.map(|text| {
        let at = (strings_at + strings.len()) as u64;
        strings.extend(text.bytes());
        strings.push(0);
        at
    });
    let image_at = (strings_at + strings.len()).next_multiple_of(8);
    let size = (image_at + image.len()).next_multiple_of(8);
    let mut out = b"\x10\xff\x10\xad".to_vec();
    out.extend(1u32.to_le_bytes());
    for v in [size as u64, 32, 40] {
        out.extend(v.to_le_bytes());
    }
    // An object, for HIP.
    out.extend([1u16.to_le_bytes(), 4u16.to_le_bytes()].concat());
    out.extend(0u32.to_le_bytes());
    for v in [32 + 40, 2, image_at as u64, image.len() as u64] {
        out.extend(v.to_le_bytes());
    }
    out.extend(at.map(u64::to_le_bytes).concat());
    out.extend(strings);
    out.resize(image_at, 0);
    out.extend(image);
    out.resize(size, 0);
    out
}

/// An archive of the given members.
pub fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    for (name, data) in members {
        let name = format!("{name}/");
        let size = data.len();
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644).bytes());
        out.extend(*data);
        if !size.is_multiple_of(2) {
            out.push(b'\n');
        }
    }
    out
}

/// An `amd_kernel_code_t` (LLVM AMDKernelCodeT.h) for a machine of that version.
pub fn kernel_code(version: [u16; 3], rsrc: [u32; 2], properties: u32, kernarg: u64) -> Vec<u8> {
    let mut b = vec![0; 256];
    let mut put = |at: usize, bytes: &[u8]| b[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &1u32.to_le_bytes());
    put(4, &1u32.to_le_bytes());
    put(8, &1u16.to_le_bytes());
    put(10, &version.map(u16::to_le_bytes).concat());
    put(16, &256u64.to_le_bytes());
    put(48, &rsrc.map(u32::to_le_bytes).concat());
    put(56, &properties.to_le_bytes());
    put(72, &kernarg.to_le_bytes());
    put(100, &[4, 4, 4, 6]);
    b
}

/// An argument of an AMD OpenCL 2.0 kernel: name, name of its type, and the numbers that say what it is: length of a vector,
/// type, alignment of what a pointer points to, address space, whether it is a pointer, and kind of type.
pub type Cl2Arg<'a> = (&'a str, &'a str, [u32; 6]);

/// Those that each kernel has first.
pub const CL2_HIDDEN: [Cl2Arg<'static>; 6] = [
    ("_.global_offset_0", "size_t", [1, 9, 0, 0, 0, 4]),
    ("_.global_offset_1", "size_t", [1, 9, 0, 0, 0, 4]),
    ("_.global_offset_2", "size_t", [1, 9, 0, 0, 0, 4]),
    ("_.printf_buffer", "size_t", [1, 7, 1, 4, 1, 5]),
    ("_.vqueue_pointer", "size_t", [1, 9, 0, 0, 0, 4]),
    ("_.aqlwrap_pointer", "size_t", [1, 9, 0, 0, 0, 4]),
];

/// The description of an AMD OpenCL 2.0 kernel (CLRX, AmdCL2Binaries.h).
pub fn cl2_metadata(is_64: bool, reqd: [u32; 3], args: &[Cl2Arg<'_>]) -> Vec<u8> {
    let w = |v: usize| word(is_64, v as u64);
    let (header, entry) = if is_64 { (0xe0, 88) } else { (0x80, 64) };
    let names = ["__OpenCL_k_kernel", "generic"];
    let mut out = [w(header), w(0)].concat();
    out.resize(out.len() + 40, 0);
    for n in reqd {
        out.extend(w(n as usize));
    }
    out.resize(out.len() + if is_64 { 16 } else { 12 }, 0);
    out.extend(names.map(|n| w(n.len())).concat());
    out.resize(out.len() + if is_64 { 48 } else { 24 }, 0);
    out.extend((args.len() as u64).to_le_bytes());
    out.resize(header, 0);
    for name in names {
        out.extend(name.bytes());
        out.push(0);
    }
    for (name, kind, [vector, number, align, space, pointer, kind_of_type]) in args {
        let start = out.len();
        out.extend([entry, name.len(), kind.len(), 0, 0].map(w).concat());
        // Where the argument is in a numbering of its own, which nobody needs, and the type that a pointer points to.
        let numbers = [
            *vector,
            1,
            0,
            *number,
            *align,
            8,
            *space,
            *pointer,
            0,
            *kind_of_type,
        ];
        out.extend(numbers.map(u32::to_le_bytes).concat());
        out.resize(start + entry, 0);
    }
    out.resize(out.len() + entry, 0);
    for (name, kind, _) in args {
        for text in [name, kind] {
            out.extend(text.bytes());
            out.push(0);
        }
    }
    out
}

/// Global symbols with these types: of a kernel, and of data.
const KERNEL: u8 = 0x1a;
const OBJECT: u8 = 1;

/// An AMD OpenCL 2.0 binary with one kernel `k`, whose `amd_kernel_code_t` and code are `kernel`. Where `constants` are
/// given, their address is written to the places in `patches`, the low half and the high half.
pub fn amd_cl2(
    version: [u32; 3],
    kernel: &[u8],
    metadata: &[u8],
    constants: Option<(&[u8], [u64; 2])>,
) -> Vec<u8> {
    let mut note = Vec::new();
    let mut desc = vec![4, 0, 7, 0];
    desc.extend(version.map(u32::to_le_bytes).concat());
    desc.extend(b"AMD\0AMDGPU\0\0");
    for v in [4, desc.len() as u32, 3] {
        note.extend(v.to_le_bytes());
    }
    note.extend(b"AMD\0");
    note.extend(desc);
    let mut sections = vec![
        Section::new(".hsatext", kernel),
        Section::new(".note", &note),
    ];
    sections[0].align = 256;
    sections[1].kind = 7;
    let mut symbols: Vec<Symbol<'_>> =
        vec![("&__OpenCL_k_kernel", 1, 0, kernel.len() as u64, KERNEL)];
    if let Some((data, places)) = constants {
        let mut rela = Vec::new();
        for (kind, at) in [1u64, 2].into_iter().zip(places) {
            rela.extend([at, 2 << 32 | kind, 0].map(u64::to_le_bytes).concat());
        }
        sections.push(Section::new(".hsadata_readonly_agent", data));
        sections.push(Section {
            kind: 4,
            link: 5,
            info: 1,
            ..Section::new(".rela.hsatext", &rela)
        });
        symbols.push(("__hsa_section.hsadata_readonly_agent", 3, 0, 0, 3));
    }
    let inner = Elf {
        is_64: true,
        machine: 224,
        kind: 1,
        sections,
        symbols,
        ..Elf::default()
    };
    amd_cl2_outer(6, &inner.bytes().0, metadata, &[])
}

/// An AMD OpenCL 2.0 binary of the first drivers: with one kernel `k`, behind some bytes for the driver.
pub fn amd_cl2_old(flags: u32, kernel: &[u8], metadata: &[u8]) -> Vec<u8> {
    let mut text = vec![0; 256];
    text[..4].copy_from_slice(&256u32.to_le_bytes());
    text.extend(kernel);
    let size = text.len() as u64;
    let symbol = ("__ISA_&__OpenCL_k_kernel_binary", 2, 0, size, 2);
    amd_cl2_outer(flags, &text, metadata, &[symbol])
}

fn amd_cl2_outer(flags: u32, text: &[u8], metadata: &[u8], more: &[Symbol<'_>]) -> Vec<u8> {
    let size = metadata.len() as u64;
    let mut symbols = vec![("__OpenCL_&__OpenCL_k_kernel_metadata", 1, 0, size, OBJECT)];
    symbols.extend(more);
    let elf = Elf {
        is_64: true,
        machine: 0xaf5b,
        kind: 2,
        flags,
        sections: vec![
            Section::new(".rodata", metadata),
            Section::new(".text", text),
        ],
        symbols,
        ..Elf::default()
    };
    elf.bytes().0
}

/// User data of an AMD OpenCL 1.2 kernel: class, slot, first register, registers.
pub type Cl1Data = [u32; 4];

/// A kernel of an AMD OpenCL 1.2 binary.
#[derive(Clone, Copy, Debug)]
pub struct Cl1Kernel<'a> {
    pub name: &'a str,
    pub code: &'a [u8],
    /// Lines that describe its arguments.
    pub metadata: &'a str,
    pub user_data: &'a [Cl1Data],
    /// COMPUTE_PGM_RSRC2.
    pub rsrc2: u32,
    /// Dwords of private memory.
    pub private: u32,
}

/// An AMD OpenCL 1.2 binary for the card `machine` (CLRX, AmdBinGen.cpp).
pub fn amd_cl1(machine: u16, is_64: bool, kernels: &[Cl1Kernel<'_>], constants: &[u8]) -> Vec<u8> {
    let (mut text, mut rodata) = (Vec::new(), constants.to_vec());
    let mut symbols = Vec::new();
    if !constants.is_empty() {
        let size = constants.len() as u64;
        symbols.push(("__OpenCL_0_global".to_owned(), 1, 0, size));
    }
    for k in kernels {
        let (inner, at) = (cl1_inner(k), text.len() as u64);
        text.extend(&inner);
        let size = inner.len() as u64;
        symbols.push((format!("__OpenCL_{}_kernel", k.name), 2, at, size));
        let (at, size) = (rodata.len() as u64, k.metadata.len() as u64);
        rodata.extend(k.metadata.bytes());
        symbols.push((format!("__OpenCL_{}_metadata", k.name), 1, at, size));
    }
    let symbols = symbols.iter();
    let elf = Elf {
        is_64,
        machine,
        kind: 2,
        sections: vec![
            Section::new(".rodata", &rodata),
            Section::new(".text", &text),
        ],
        symbols: symbols
            .map(|(name, section, at, size)| (name.as_str(), *section, *at, *size, OBJECT))
            .collect(),
        ..Elf::default()
    };
    elf.bytes().0
}

fn cl1_inner(k: &Cl1Kernel<'_>) -> Vec<u8> {
    let mut settings = vec![(0x8000_1000, k.user_data.len() as u32)];
    for (i, data) in k.user_data.iter().enumerate() {
        let numbers = data.iter().zip(1..);
        settings.extend(numbers.map(|(v, n)| (0x8000_1000 + 4 * i as u32 + n, *v)));
    }
    // VGPRs, SGPRs, rounding and denormals, IEEE mode.
    settings.extend([
        (0x8000_1041, 8),
        (0x8000_1042, 40),
        (0x8000_1043, 0xc0),
        (0x8000_1044, 0),
        (0x8000_1045, k.private),
        (0x2e13, k.rsrc2),
    ]);
    let settings = settings.iter();
    let desc: Vec<u8> = settings
        .flat_map(|(n, v): &(u32, u32)| [n.to_le_bytes(), v.to_le_bytes()].concat())
        .collect();
    let mut note = Vec::new();
    for (kind, desc) in [(2, &[][..]), (1, &desc)] {
        for v in [8, desc.len() as u32, kind] {
            note.extend(v.to_le_bytes());
        }
        note.extend(b"ATI CAL\0");
        note.extend(desc);
    }
    let elf = Elf {
        machine: 0x7d,
        kind: 2,
        sections: vec![
            Section::new("encodings", &[0; 20]),
            Section::new("notes", &note),
            Section::new(".text", k.code),
        ],
        segments: vec![(0x7000_0002, 1), (4, 2), (1, 3)],
        ..Elf::default()
    };
    let (mut bytes, places) = elf.bytes();
    let (at, end) = (places[2], places[3] + k.code.len());
    let entry = [0x1b, 4, at as u32, (end - at) as u32, 0];
    let entry = entry.map(u32::to_le_bytes).concat();
    bytes[places[1]..places[1] + 20].copy_from_slice(&entry);
    bytes
}

/// An argument of a Mesa kernel: type, size, size and alignment in memory, whether it is signed, and what it means.
pub type GalliumArg = [u32; 6];

/// A Mesa compute binary with the kernel `k` at the begin of `text`; with registers when it has no header of its own.
pub fn gallium(
    is_64: bool,
    text: &[u8],
    args: &[GalliumArg],
    registers: Option<[u32; 3]>,
    constants: &[u8],
) -> Vec<u8> {
    let registers = registers.unwrap_or_default();
    let config: Vec<u8> = [0xb848, 0xb84c, 0xb860]
        .into_iter()
        .zip(registers)
        .flat_map(|(n, v): (u32, u32)| [n.to_le_bytes(), v.to_le_bytes()].concat())
        .collect();
    let elf = Elf {
        is_64,
        machine: 224,
        kind: 1,
        sections: vec![
            Section::new(".text", text),
            Section::new(".AMDGPU.config", &config),
            Section {
                align: 4,
                ..Section::new(".rodata", constants)
            },
        ],
        symbols: vec![("k", 1, 0, 0, 0x10)],
        ..Elf::default()
    };
    let elf = elf.bytes().0;
    let mut out = Vec::new();
    let number = |out: &mut Vec<u8>, v: u32| out.extend(v.to_le_bytes());
    number(&mut out, 1);
    number(&mut out, 1);
    out.push(b'k');
    for v in [0, 0, args.len() as u32] {
        number(&mut out, v);
    }
    for v in args.iter().flatten() {
        number(&mut out, *v);
    }
    let size = elf.len() as u32;
    for v in [1, 0, 0, size, size + 4, size] {
        number(&mut out, v);
    }
    out.extend(elf);
    out
}

/// `s_endpgm`.
const END: [u8; 4] = [0, 0, 0x81, 0xbf];

/// Small files of all formats but code objects themselves, which `object`, one for gfx900, is in where they hold some.
pub fn samples(object: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let bundle = bundle(&[
        ("host-x86_64-unknown-linux--", &[]),
        ("hipv4-amdgcn-amd-amdhsa--gfx900", object),
        ("hipv4-amdgcn-amd-amdhsa--gfx900:xnack+", object),
    ]);
    let package = package("amdgcn-amd-amdhsa", "gfx900", object);
    let kernel = Cl1Kernel {
        name: "k",
        code: &END,
        metadata: ";memory:hwlocal:64\n;value:v:float:3:1:0\n;value:s:struct:12:1:16\n;value:m:u32:1:1:32\n\
                   ;pointer:p:i32:1:1:48:uav:12:4:RW:0:0\n;pointer:l:i32:1:1:64:hl:1:4:RW:0:0\n\
                   ;pointer:c:i32:1:1:80:hc:3:4:RO:0:0\n;image:i:2D:RO:0:1:96\n;sampler:m:0:0:0\n\
                   ;counter:n:32:0:1:128\n;cbid:10\n;memory:64bitABI\n;reflection:0:float3\n",
        user_data: &[[23, 0, 2, 2], [2, 0, 4, 4], [2, 1, 8, 4], [24, 0, 12, 2]],
        rsrc2: 14 << 1 | 1 << 7,
        private: 4,
    };
    let args: Vec<Cl2Arg<'_>> = CL2_HIDDEN
        .into_iter()
        .chain([
            ("out", "int*", [1, 7, 4, 4, 1, 5]),
            ("v", "float3", [4, 11, 0, 0, 0, 4]),
            ("l", "int*", [1, 7, 4, 3, 1, 5]),
            ("i", "image2d_t", [0, 1, 1, 0, 0, 2]),
        ])
        .collect();
    let metadata = cl2_metadata(true, [64, 1, 1], &args);
    let rsrc = [1 | 3 << 6 | 0xc0 << 12, 6 << 1 | 1 << 7];
    let with_code = |version| [&kernel_code(version, rsrc, 9, 64)[..], &END, &END].concat();
    let (new, old) = (with_code([9, 0, 0]), with_code([7, 0, 1]));
    let gallium_args = [
        [2, 8, 8, 8, 0, 0],
        [0, 1, 4, 4, 1, 0],
        [3, 4, 4, 4, 0, 0],
        [0, 4, 4, 4, 0, 1],
        [0, 4, 4, 4, 0, 2],
    ];
    let registers = [1 | 1 << 6, 4 << 1 | 1 << 7, 0];
    let patches = Some((&END[..], [256, 260]));
    vec![
        (
            "bundles",
            [bundle.clone(), compressed(2, 0, &bundle)].concat(),
        ),
        ("packages", [package.clone(), package.clone()].concat()),
        ("archive", archive(&[("a.o", object), ("b.hipfb", &bundle)])),
        ("program", host(2, &[(".hip_fatbin", &bundle)])),
        ("object", host(1, &[(".llvm.offloading", &package)])),
        ("gzip", packed(2, object)),
        ("zstd", packed(1, object)),
        ("amd-cl1-32", amd_cl1(0x3fe, false, &[kernel], &[1; 8])),
        ("amd-cl1-64", amd_cl1(0x408, true, &[kernel], &[1; 8])),
        ("amd-cl2", amd_cl2([9, 0, 0], &new, &metadata, patches)),
        ("amd-cl2-old", amd_cl2_old(7, &old, &metadata)),
        (
            "gallium",
            gallium(false, &END, &gallium_args, Some(registers), &END),
        ),
        ("gallium-hsa", gallium(true, &new, &gallium_args, None, &[])),
    ]
}
