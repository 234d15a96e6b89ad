//! Code objects from text, against what LLVM's assembler and linker make of the same text: `objects/texts` has both, and
//! `objects/make.py` makes them of `objects/sources`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gcn_jit::asm::{
    Options, assemble_object, assemble_object_with, assemble_with, declared_target,
};
use gcn_jit::error::SourceLine;
use gcn_jit::isa::Gen;
use gcn_jit::loader::{CodeObject, DebugInfo};
use object::read::elf::{Dyn, ElfFile64, FileHeader, ProgramHeader, Rela, SectionHeader, Sym};
use object::{LittleEndian as LE, elf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("jit-tests/objects/texts")
}

/// What of a file matters to a loader, by name, as text.
fn facts(data: &[u8]) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    let file = ElfFile64::<LE>::parse(data).expect("an ELF file");
    let header = file.elf_header();
    let ident = header.e_ident;
    out.insert(
        "header".to_owned(),
        format!(
            "OS {} ABI {} type {} machine {} flags {:#x} entry {:#x}",
            ident.os_abi,
            ident.abi_version,
            header.e_type(LE),
            header.e_machine(LE),
            header.e_flags(LE),
            header.e_entry(LE),
        ),
    );
    for (i, p) in file.elf_program_headers().iter().enumerate() {
        out.insert(
            format!("segment {i}"),
            format!(
                "type {:#x} flags {} offset {:#x} address {:#x} file {:#x} memory {:#x} align {:#x}",
                p.p_type(LE),
                p.p_flags(LE),
                p.p_offset(LE),
                p.p_vaddr(LE),
                p.p_filesz(LE),
                p.p_memsz(LE),
                p.p_align(LE),
            ),
        );
    }
    let sections = file.elf_section_table();
    let title = |index: u16| match index {
        elf::SHN_UNDEF => "undefined".to_owned(),
        elf::SHN_ABS => "absolute".to_owned(),
        n => {
            let section = sections.section(object::SectionIndex(n.into()));
            let name = sections.section_name(LE, section.expect("a section"));
            String::from_utf8_lossy(name.expect("its name")).into_owned()
        }
    };
    let symbol = |s: &elf::Sym64<LE>| {
        format!(
            "{:#x} size {} bind {} type {} visibility {} in {}",
            s.st_value(LE),
            s.st_size(LE),
            s.st_bind(),
            s.st_type(),
            s.st_other(),
            title(s.st_shndx(LE)),
        )
    };
    let dynsym = file.elf_dynamic_symbol_table();
    let tables = [
        ("symbol", file.elf_symbol_table()),
        ("dynamic symbol", dynsym),
    ];
    for (what, table) in tables {
        for s in table.iter() {
            let name = table.symbol_name(LE, s).expect("a name");
            let name = String::from_utf8_lossy(name);
            // Numbers that only the text has a use for.
            if !name.is_empty() && s.st_shndx(LE) != elf::SHN_ABS {
                out.insert(format!("{what} {name}"), symbol(s));
            }
        }
    }
    for (i, section) in sections.iter().enumerate() {
        let name = title(i as u16);
        if section.sh_flags(LE) & u64::from(elf::SHF_ALLOC) == 0 {
            continue;
        }
        let place = format!(
            "type {:#x} flags {:#x} address {:#x} size {:#x}",
            section.sh_type(LE),
            section.sh_flags(LE) & u64::from(elf::SHF_WRITE | elf::SHF_EXECINSTR),
            section.sh_addr(LE),
            section.sh_size(LE),
        );
        out.insert(format!("section {name}"), place);
        if let Some((relas, _)) = section.rela(LE, data).expect("relocations") {
            for r in relas {
                let name = match r.r_sym(LE, false) {
                    0 => String::new(),
                    n => {
                        let s = dynsym.symbol(object::SymbolIndex(n as usize));
                        let name = dynsym.symbol_name(LE, s.expect("a symbol"));
                        String::from_utf8_lossy(name.expect("its name")).into_owned()
                    }
                };
                out.insert(
                    format!("relocation at {:#x}", r.r_offset(LE)),
                    format!(
                        "type {} '{name}' + {:#x}",
                        r.r_type(LE, false),
                        r.r_addend(LE)
                    ),
                );
            }
        } else if ![".dynsym", ".gnu.hash", ".hash", ".dynstr", ".dynamic"].contains(&&name[..]) {
            let bytes = section.data(LE, data).expect("its bytes");
            for (n, line) in bytes.chunks(16).enumerate() {
                let line: Vec<String> = line.iter().map(|b| format!("{b:02x}")).collect();
                out.insert(format!("bytes {name} {:#06x}", 16 * n), line.join(" "));
            }
        }
    }
    let dynamic = header.section_headers(LE, data).expect("sections").iter();
    for section in dynamic {
        let entries = section.dynamic(LE, data).expect("what is dynamic");
        for d in entries.iter().flat_map(|(entries, _)| entries.iter()) {
            let (tag, value) = (d.d_tag(LE), d.d_val(LE));
            out.insert(format!("dynamic {tag:#x}"), format!("{value:#x}"));
        }
    }
    out
}

/// Every symbol that other files see is found by both hash tables.
fn hashes_find_all(name: &str, data: &[u8]) {
    let header = elf::FileHeader64::<LE>::parse(data).expect("a header");
    let sections = header.sections(LE, data).expect("sections");
    let table = sections
        .symbols(LE, data, elf::SHT_DYNSYM)
        .expect("symbols");
    let (hash, _) = sections.hash(LE, data).expect("a table").expect("a table");
    let (gnu, _) = sections
        .gnu_hash(LE, data)
        .expect("a table")
        .expect("a table");
    let versions = object::read::elf::VersionTable::<elf::FileHeader64<LE>>::default();
    for s in table.iter().filter(|s| !s.is_undefined(LE)) {
        let symbol = table.symbol_name(LE, s).expect("a name");
        let by_hash = hash.find(LE, symbol, elf::hash(symbol), None, &table, &versions);
        let by_gnu = gnu.find(LE, symbol, elf::gnu_hash(symbol), None, &table, &versions);
        for found in [by_hash, by_gnu] {
            let (_, found) = found.unwrap_or_else(|| panic!("{name}: a hash table lacks a symbol"));
            assert_eq!(found.st_value(LE), s.st_value(LE), "{name}");
        }
    }
}

/// Every dword of code comes from the line that LLVM says, if it says one; how many there are that do.
fn lines_agree(name: &str, ours: &[u8], llvm: &[u8]) -> usize {
    let [ours, llvm] = [ours, llvm].map(|bytes| CodeObject::parse(bytes, None).ok());
    let (Some(ours), Some(llvm)) = (ours, llvm) else {
        return 0;
    };
    let Some(debug) = &llvm.debug else {
        assert!(ours.debug.is_none(), "{name}: there are no lines");
        return 0;
    };
    let own = ours.debug.as_ref();
    let own = own.unwrap_or_else(|| panic!("{name}: the lines are lost"));
    let mut count = 0;
    for segment in llvm.segments.iter().filter(|s| s.executable) {
        for at in (segment.vaddr..segment.vaddr + segment.size).step_by(4) {
            let line = |debug: &DebugInfo| {
                let lines = debug.lines(at);
                lines.first().map(|l| (l.file.clone(), l.line))
            };
            let (got, want) = (line(own), line(debug));
            assert_eq!(got, want, "{name}: {at:#x}");
            count += usize::from(want.is_some());
        }
    }
    count
}

/// Lines of the text itself are told when it is called something, those of a macro's call among them.
#[test]
fn lines_of_the_text() {
    let text = ".macro twice\n s_nop 0\n s_nop 1\n.endm\n.text\nk:\n s_nop 2\n twice\n s_endpgm\n";
    let mut options = Options::default();
    options.source = Some("k.s".to_owned());
    let code = assemble_with(Gen::Gfx9, text, &options).expect("code");
    let told = |at: u64, lines: &[(u64, SourceLine)]| {
        let line = lines.iter().rfind(|(first, _)| *first <= at);
        line.map(|(_, l)| format!("{}:{}", l.file, l.line))
    };
    let all: Vec<_> = (0..4).filter_map(|n| told(4 * n, &code.lines)).collect();
    assert_eq!(all, ["k.s:7", "k.s:2", "k.s:3", "k.s:9"]);

    let kernel = ".rodata\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n";
    let text = format!("{text}{kernel}.type k,@function\n.size k, 16\n");
    let object = assemble_object_with(Some("gfx900"), &text, &options).expect("an object");
    let object = CodeObject::parse(&object.bytes, None).expect("a code object");
    let debug = object.debug.as_ref().expect("lines");
    let entry = object.kernels[0].entry;
    let all: Vec<_> = (0..4)
        .flat_map(|n| debug.lines(entry + 4 * n))
        .map(|l| l.to_string())
        .collect();
    let want = ["k.s:7 in k", "k.s:2 in k", "k.s:3 in k", "k.s:9 in k"];
    assert_eq!(all, want);
    let plain = assemble_object_with(Some("gfx900"), &text, &Options::default());
    let plain = CodeObject::parse(&plain.expect("an object").bytes, None);
    assert!(plain.expect("a code object").debug.is_none());
}

#[test]
fn texts_of_compilers_become_what_llvm_makes() {
    let (mut count, mut lines) = (0, 0);
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder()).expect("the texts").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "s") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a text");
        let object = assemble_object(None, &text).unwrap_or_else(|e| panic!("{name}: {}", e[0]));
        let llvm = std::fs::read(path.with_extension("hsaco")).expect("what LLVM made");
        let (got, want) = (facts(&object.bytes), facts(&llvm));
        let keys = got.keys().chain(want.keys());
        for key in keys {
            let (got, want) = (got.get(key), want.get(key));
            if got != want {
                wrong.push(format!("{name}: {key}\n   got {got:?}\n  want {want:?}"));
            }
        }
        hashes_find_all(&name, &object.bytes);
        // What asks for more than exists is refused alike.
        let loaded = [&object.bytes, &llvm].map(|bytes| {
            let object = CodeObject::parse(bytes, None).map_err(|e| e.to_string());
            object.map(|o| serde_json::to_string(&o).expect("JSON"))
        });
        assert_eq!(loaded[0], loaded[1], "{name}");
        lines += lines_agree(&name, &object.bytes, &llvm);
        assert_eq!(declared_target(&text).as_deref(), Some(&object.target[..]));
        count += 1;
    }
    assert!(count >= 40, "only {count} texts");
    assert!(lines >= 100, "only {lines} instructions with lines");
    wrong.dedup();
    assert!(
        wrong.is_empty(),
        "{} facts of {count} files differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

/// A text of one kernel of gfx900 with these lines in its description, and these behind it.
fn kernel(lines: &str, more: &str) -> String {
    format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n.globl k\n.p2align 8\nk: s_endpgm\n.rodata\n\
         .p2align 6\n.amdhsa_kernel k\n{lines}\n.end_amdhsa_kernel\n{more}"
    )
}

const COUNTS: &str = ".amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 1";

fn mistake(text: &str) -> String {
    match assemble_object(None, text) {
        Ok(_) => "none".to_owned(),
        Err(all) => all[0].to_string(),
    }
}

#[test]
fn what_is_wrong_with_a_description() {
    let with = |line: &str| kernel(&format!("{COUNTS}\n{line}"), "");
    for (text, want) in [
        (
            kernel(".amdhsa_next_free_sgpr 1", ""),
            "9:1: the kernel needs a line '.amdhsa_next_free_vgpr'",
        ),
        (
            kernel(".amdhsa_next_free_vgpr 1", ""),
            "9:1: the kernel needs a line '.amdhsa_next_free_sgpr'",
        ),
        (
            with(".amdhsa_next_free_vgpr 1"),
            "10:1: '.amdhsa_next_free_vgpr' is there twice",
        ),
        (
            with(".amdhsa_wavefront_size32 0"),
            "10:1: '.amdhsa_wavefront_size32' is for gfx10 and later",
        ),
        (
            with(".amdhsa_accum_offset 4"),
            "10:1: '.amdhsa_accum_offset' is for gfx90a and later, not for gfx900",
        ),
        (
            with(".amdhsa_frob 4"),
            "10:1: kernels have no directive '.amdhsa_frob'",
        ),
        (
            with("s_nop 0"),
            "10:1: expected .amdhsa_... or .end_amdhsa_kernel, not 's_nop'",
        ),
        (
            with(".amdhsa_ieee_mode 2"),
            "10:19: 2 is out of range: '.amdhsa_ieee_mode' is from 0 to 1",
        ),
        (
            with(".amdhsa_kernarg_size -1"),
            "10:22: -1 is out of range: '.amdhsa_kernarg_size' is from 0 to 4294967295",
        ),
        (with(".amdhsa_ieee_mode x"), "10:19: 'x' is not defined"),
        (
            with(".amdhsa_ieee_mode 1 1"),
            "10:21: expected the end of the line",
        ),
        (
            with(".amdhsa_user_sgpr_count 3\n.amdhsa_user_sgpr_private_segment_buffer 1"),
            "12:1: .amdhsa_user_sgpr_count is 3, but 4 registers are asked for",
        ),
        (
            kernel(".amdhsa_next_free_vgpr 257\n.amdhsa_next_free_sgpr 1", ""),
            "10:1: 257 vector registers; there are 256",
        ),
        (
            kernel(".amdhsa_next_free_vgpr 1\n.amdhsa_next_free_sgpr 103", ""),
            "10:1: 103 scalar registers; there are 102",
        ),
        (
            with(".amdhsa_reserve_xnack_mask 0"),
            "10:28: the target gfx900 says 1",
        ),
        (
            kernel(COUNTS, "").replace("k: s_endpgm", "s_endpgm"),
            "10:1: there is no code 'k'",
        ),
        (
            kernel(COUNTS, ".amdhsa_kernel k\n.end_amdhsa_kernel"),
            "12:1: 'k.kd' is defined twice",
        ),
        (
            kernel(COUNTS, "").replace(".end_amdhsa_kernel", ""),
            "7:1: this block has no .end_amdhsa_kernel",
        ),
    ] {
        let got = mistake(&text);
        assert!(got.starts_with(want), "{text}\n  {got}\n  {want}");
    }
}

#[test]
fn what_is_wrong_with_an_object() {
    let more = |text: &str| kernel(COUNTS, text);
    for (text, want) in [
        (
            ".globl k\nk: s_endpgm\n.amdhsa_kernel k\n.end_amdhsa_kernel".to_owned(),
            "1:1: which target is this for?",
        ),
        (
            more("").replace("gfx900", "gfx1030"),
            "1:1: gfx1030 is not a target that is assembled for",
        ),
        (
            more("").replace("gfx900", "gfx900:sramecc+"),
            "1:16: gfx900 has no sramecc",
        ),
        (
            more("").replace("gfx900", "gfx9-generic"),
            "1:1: gfx9-generic is a target of code objects from version 6 on",
        ),
        (
            more(".amdhsa_code_object_version 2"),
            "11:1: code objects of version 2 are not made",
        ),
        (
            more(".amd_kernel_code_t\n.end_amd_kernel_code_t"),
            "11:1: '.amd_kernel_code_t' is of code objects of version 2",
        ),
        (
            more(".text\ns_mov_b32 s0, x@rel32@lo+4"),
            "12:15: expected a scalar register or a constant; 'x' is neither that nor defined",
        ),
        (
            more(".text\ns_mov_b32 s0, k@abs32@lo"),
            "12:15: an address is known only when the code is loaded",
        ),
        (
            more(".text\ns_mov_b32 s0, k@frob"),
            "12:15: there is no '@frob'",
        ),
        (
            more(".text\ns_mov_b32 s0, x@rel32@lo+4\n.data\n.globl x\nx: .long 1"),
            "12:15: 'x' is global and may be defined elsewhere",
        ),
        (
            more(".weak x\n.text\ns_mov_b32 s0, x@rel32@lo+4"),
            "13:15: 'x' is not defined; only @gotpcrel32",
        ),
        (
            more(".quad k"),
            "11:7: the loader cannot put an address into .rodata",
        ),
        (
            more(".data\n.long k"),
            "12:7: the address of a label is known only when the code is loaded; .quad has room",
        ),
        (
            more(".data\n.space k - d\nd:"),
            "12:8: the distance between labels of two sections is not known here",
        ),
        (more(".bss\n.long 1"), "12:7: .bss holds zeros only"),
        (
            more(".section .tdata,\"awT\",@progbits"),
            "11:17: threads have no memory of their own",
        ),
        (more(".section .x,\"q\""), "11:13: there is no flag 'q'"),
        (
            more(".section .x,\"a\",@frob"),
            "11:17: there is no type of sections 'frob'",
        ),
        (
            more(".data\ns_nop 0"),
            "12:1: an instruction in section .data",
        ),
        (
            more(".local x\n.globl x"),
            "12:8: 'x' is both local and global",
        ),
        (
            more(".type k,@frob"),
            "11:10: there is no kind of symbols 'frob'",
        ),
        (
            more(".amdgpu_lds x, 4"),
            "11:1: '.amdgpu_lds' is for a linker",
        ),
        (more(".ascii \"\\q\""), "11:8: there is no '\\q'"),
        (
            more(".amdgpu_metadata\na: [\n.end_amdgpu_metadata"),
            "12:1: the metadata is not YAML",
        ),
        (
            more(".amdgpu_metadata\na: 1\n.end_amdgpu_metadata"),
            "12:1: the metadata has no amdhsa.version",
        ),
        (
            more(
                ".amdgpu_metadata\namdhsa.version: [1, 2]\namdhsa.kernels: [{.name: 5}]\n\
                 .end_amdgpu_metadata",
            ),
            "12:1: metadata: amdhsa.kernels[0].name is not a text",
        ),
        (
            more(
                ".amdgpu_metadata\namdhsa.version: [1, 2]\namdhsa.kernels: [{.name: k}]\n\
                 .end_amdgpu_metadata",
            ),
            "12:1: metadata: amdhsa.kernels[0] has no .symbol",
        ),
    ] {
        let got = mistake(&text);
        assert!(got.starts_with(want), "{text}\n  {got}\n  {want}");
    }
    assert_eq!(mistake(&kernel(COUNTS, "")), "none");
}

/// The version is what the text says, or its metadata.
#[test]
fn versions() {
    let version = |text: &str| assemble_object(None, text).expect("an object").version;
    let with = |more: &str| kernel(COUNTS, more);
    assert_eq!(version(&with("")), 5);
    for n in 3..=6 {
        let text = with(&format!(".amdhsa_code_object_version {n}"));
        assert_eq!(version(&text), n);
        let object = assemble_object(None, &text).expect("an object");
        let loaded = CodeObject::parse(&object.bytes, Some("gfx900")).expect("a code object");
        assert_eq!(loaded.version, n);
    }
    for (minor, want) in [(0, 3), (1, 4), (2, 5)] {
        let metadata = format!(
            ".amdgpu_metadata\namdhsa.version: [1, {minor}]\namdhsa.kernels: []\n.end_amdgpu_metadata"
        );
        assert_eq!(version(&with(&metadata)), want);
    }
}

/// What the caller says of the target, and what the text does.
#[test]
fn targets() {
    let target = |given: Option<&str>, text: &str| {
        let object = assemble_object(given, text);
        object.map(|o| o.target).map_err(|e| e[0].to_string())
    };
    let text = kernel(COUNTS, "");
    assert_eq!(target(Some("gfx900"), &text), Ok("gfx900".to_owned()));
    assert_eq!(
        target(Some("gfx902"), &text),
        Err("1:16: the text is for gfx900, not for gfx902".to_owned())
    );
    assert_eq!(
        target(Some("gfx900:xnack+"), &text),
        Err("1:16: the text is for gfx900, not for gfx900:xnack+".to_owned())
    );
    let on = text.replace("gfx900", "gfx900:xnack+");
    assert_eq!(target(Some("gfx900"), &on), Ok("gfx900:xnack+".to_owned()));
    let none = text.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(
        target(
            Some("gfx90a:xnack+:sramecc-"),
            &none.replace("s_endpgm", "s_endpgm\n.set x, 4").replace(
                ".end_amdhsa_kernel",
                ".amdhsa_accum_offset x\n.end_amdhsa_kernel"
            )
        ),
        Ok("gfx90a:sramecc-:xnack+".to_owned())
    );
}
