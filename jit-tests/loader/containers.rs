//! Containers of code objects, files that have none, and which of several code objects is taken. Code objects are assembled
//! here; the formats are those of Clang's and LLVM's documents.

use gcn_jit::asm::assemble_object;
use gcn_jit::fuzz::containers as make;
use gcn_jit::runtime::Device;

use super::*;

/// A code object for `target` whose kernel `name` stores `value` in its first argument.
fn object(target: &str, name: &str, value: u32) -> Vec<u8> {
    let flat = target.starts_with("gfx7") || target.starts_with("gfx8");
    let (add, store) = if flat {
        (
            "v_mov_b32_e32 v0, s0\nv_mov_b32_e32 v1, s1",
            "flat_store_dword v[0:1], v2",
        )
    } else {
        ("v_mov_b32_e32 v0, 0", "global_store_dword v0, v2, s[0:1]")
    };
    let accum = if target.starts_with("gfx90a") {
        ".amdhsa_accum_offset 4\n"
    } else {
        ""
    };
    let version = if target.contains("generic") {
        ".amdhsa_code_object_version 6"
    } else {
        ""
    };
    let text = format!(
        ".amdgcn_target \"amdgcn-amd-amdhsa--{target}\"
        {version}
        .text
        .globl {name}
        .p2align 8
        .type {name},@function
        {name}:
        s_load_dwordx2 s[0:1], s[0:1], 0x0
        v_mov_b32_e32 v2, {value}
        s_waitcnt lgkmcnt(0)
        {add}
        {store}
        s_endpgm
        .size {name}, .-{name}
        .rodata
        .p2align 6
        .amdhsa_kernel {name}
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_kernarg_size 8
        .amdhsa_next_free_vgpr 4
        .amdhsa_next_free_sgpr 8
        {accum}.end_amdhsa_kernel
        .amdgpu_metadata
        ---
        amdhsa.version: [1, 2]
        amdhsa.target: amdgcn-amd-amdhsa--{target}
        amdhsa.kernels:
          - .name: {name}
            .symbol: {name}.kd
            .kernarg_segment_size: 8
            .kernarg_segment_align: 8
            .group_segment_fixed_size: 0
            .private_segment_fixed_size: 0
            .wavefront_size: 64
            .sgpr_count: 8
            .vgpr_count: 4
            .max_flat_workgroup_size: 64
            .args:
              - .name: out
                .offset: 0
                .size: 8
                .value_kind: global_buffer
        ...
        .end_amdgpu_metadata\n"
    );
    let text: String = text
        .lines()
        .map(|l| {
            // YAML counts spaces.
            let keep = l.strip_prefix("        ").unwrap_or(l);
            format!("{keep}\n")
        })
        .collect();
    assemble_object(None, &text)
        .unwrap_or_else(|e| panic!("{e:?}"))
        .bytes
}

/// An entry's identifier in a bundle.
fn id(target: &str) -> String {
    format!("hipv4-amdgcn-amd-amdhsa--{target}")
}

/// A bundle with a host's entry and code objects for `targets`, each with the kernel `name` that stores its number.
fn bundle_of(targets: &[&str], name: &str, first: u32) -> Vec<u8> {
    let objects: Vec<_> = targets
        .iter()
        .zip(first..)
        .map(|(t, value)| (id(t), object(t, name, value)))
        .collect();
    let mut entries = vec![("host-x86_64-unknown-linux--", &b""[..])];
    entries.extend(objects.iter().map(|(id, o)| (id.as_str(), &o[..])));
    make::bundle(&entries)
}

/// What each kernel of a file stores.
fn stored(object: &CodeObject) -> Vec<(String, u32)> {
    let device = Device::new().expect("a device");
    let program = device.load(object).expect("loads");
    let names = object.kernels.iter().enumerate();
    names
        .map(|(i, k)| {
            let out = device.alloc("out", 4).expect("room");
            let mut launch = program.launch(&k.name).expect("a kernel").arg(&out);
            launch.kernel = i;
            device.launch(&program, &launch).expect("runs");
            (k.name.clone(), out.read::<u32>()[0])
        })
        .collect()
}

fn values(bytes: &[u8], isa: Option<&str>) -> Result<Vec<(String, u32)>, String> {
    let object = CodeObject::parse(bytes, isa).map_err(|e| e.to_string())?;
    Ok(stored(&object))
}

fn named(all: &[(&str, u32)]) -> Result<Vec<(String, u32)>, String> {
    Ok(all.iter().map(|(n, v)| ((*n).to_owned(), *v)).collect())
}

#[test]
fn kernels_of_all_bundles_are_there() {
    let (a, b) = (
        bundle_of(&["gfx906"], "first", 11),
        bundle_of(&["gfx906"], "second", 22),
    );
    let both = named(&[("first", 11), ("second", 22)]);
    let padded = |parts: [&[u8]; 2]| {
        let mut out = parts[0].to_vec();
        out.resize(out.len().next_multiple_of(4096), 0);
        out.extend(parts[1]);
        out.resize(out.len().next_multiple_of(4096), 0);
        out
    };
    let mut fat = vec![padded([&a, &b])];
    for (version, method) in [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)] {
        let [a, b] = [&a, &b].map(|b| make::compressed(version, method, b));
        fat.push(padded([&a, &b]));
    }
    fat.push(padded([&a, &make::compressed(3, 1, &b)]));
    for (i, fat) in fat.iter().enumerate() {
        for isa in [None, Some("gfx906"), Some("gfx906:xnack-")] {
            assert_eq!(values(fat, isa), both, "{i} {isa:?}");
            for kind in [1, 2, 3] {
                let program = make::host(kind, &[(".text", &[0xc3]), (".hip_fatbin", fat)]);
                assert_eq!(values(&program, isa), both, "{i} {isa:?}");
            }
        }
        let one = CodeObject::parse_kernel(fat, None, "second").expect("loads");
        assert_eq!(Ok(stored(&one)), named(&[("second", 22)]));
        let none = CodeObject::parse_kernel(fat, None, "third").expect("loads");
        assert_eq!(none.kernels.len(), 2);
        let each = CodeObject::each(fat).expect("a container");
        let targets: Vec<_> = each.iter().map(|c| c.target.as_str()).collect();
        assert_eq!(targets, ["gfx906"; 2]);
    }
    let e = values(&fat[0], Some("gfx900")).unwrap_err();
    assert_eq!(
        e,
        "offload bundle: nothing in it is for gfx900; it has: gfx906"
    );
}

/// Bundles need not be for the same targets: those that have nothing for the card have no part in it.
#[test]
fn a_bundle_without_code_for_the_card_is_passed_over() {
    let a = bundle_of(&["gfx906", "gfx900"], "first", 1);
    let b = bundle_of(&["gfx906"], "second", 3);
    let fat = [a, b].concat();
    assert_eq!(
        values(&fat, Some("gfx906")),
        named(&[("first", 1), ("second", 3)])
    );
    assert_eq!(values(&fat, Some("gfx900")), named(&[("first", 2)]));
    let e = values(&fat, None).unwrap_err();
    assert_eq!(
        e,
        "the file has code for several targets; choose one of gfx906, gfx900"
    );
}

/// Which entry of a bundle is taken for a card: its place, or words of the error.
#[test]
fn settings_choose() {
    const ALL: [&str; 3] = ["gfx90a", "gfx90a:xnack+", "gfx90a:xnack-"];
    const BOTH: [&str; 2] = ["gfx90a:xnack+", "gfx90a:xnack-"];
    let cases: &[(&[&str], &str, Result<u32, &str>)] = &[
        // The same settings first.
        (&ALL, "gfx90a", Ok(0)),
        (&ALL, "gfx90a:xnack+", Ok(1)),
        (&ALL, "gfx90a:xnack-", Ok(2)),
        (&ALL, "gfx90a:sramecc+:xnack-", Ok(2)),
        // Code that does not say fits both.
        (&["gfx90a"], "gfx90a:xnack+", Ok(0)),
        (&["gfx90a"], "gfx90a:sramecc+:xnack-", Ok(0)),
        // A card of which nobody knows fits what is there alone.
        (&["gfx90a:xnack+"], "gfx90a", Ok(0)),
        (
            &BOTH,
            "gfx90a",
            Err("several fit gfx90a equally well: gfx90a:xnack+, gfx90a:xnack-"),
        ),
        // Contradictions.
        (
            &["gfx90a:xnack+"],
            "gfx90a:xnack-",
            Err("nothing in it is for gfx90a:xnack-"),
        ),
        (
            &["gfx90a:sramecc-"],
            "gfx90a:sramecc+",
            Err("nothing in it is for gfx90a:sramecc+"),
        ),
        // More that is the same is better.
        (
            &["gfx90a:sramecc+", "gfx90a:sramecc+:xnack-"],
            "gfx90a:sramecc+:xnack-",
            Ok(1),
        ),
        (
            &["gfx90a:sramecc+", "gfx90a:xnack-"],
            "gfx90a:sramecc+:xnack-",
            Err("several fit"),
        ),
        // The card's own before a generic target's.
        (&["gfx9-generic:xnack-", "gfx900"], "gfx900:xnack-", Ok(1)),
        (&["gfx9-generic"], "gfx900", Ok(0)),
        (&["gfx906"], "gfx900", Err("it has: gfx906")),
    ];
    for (targets, card, wanted) in cases {
        let file = bundle_of(targets, "k", 0);
        match (values(&file, Some(card)), wanted) {
            (Ok(found), Ok(value)) => {
                assert_eq!(Ok(found), named(&[("k", *value)]), "{targets:?} {card}");
            }
            (Err(e), Err(words)) => assert!(e.contains(words), "{targets:?} {card}: {e}"),
            (found, _) => panic!("{targets:?} {card}: {found:?}"),
        }
    }
    let e = values(&bundle_of(&BOTH, "k", 0), None).unwrap_err();
    assert!(
        e.contains("choose one of gfx90a:xnack+, gfx90a:xnack-"),
        "{e}"
    );
    // Equal code may be there twice.
    let same = object("gfx90a", "k", 5);
    let ids = [id("gfx90a"), id("gfx90a")];
    let twice = make::bundle(&[(&ids[0], &same), (&ids[1], &same)]);
    assert_eq!(values(&twice, Some("gfx90a")), named(&[("k", 5)]));
}

#[test]
fn packages_archives_and_what_is_packed() {
    let (a, b) = (object("gfx906", "a", 1), object("gfx906", "b", 2));
    let other = object("gfx90a", "a", 3);
    let both = named(&[("a", 1), ("b", 2)]);
    let package = |arch: &str, image: &[u8]| make::package("amdgcn-amd-amdhsa", arch, image);
    let host = make::package("x86_64-unknown-linux", "", b"none");
    // Two translation units, the first of them for two targets.
    let packages = [
        package("gfx906", &a),
        package("gfx90a", &other),
        host,
        package("gfx906", &b),
    ]
    .concat();
    assert_eq!(values(&packages, Some("gfx906")), both);
    assert_eq!(values(&packages, Some("gfx90a")), named(&[("a", 3)]));
    let program = make::host(1, &[(".llvm.offloading", &packages)]);
    assert_eq!(values(&program, Some("gfx906")), both);
    // An entry of a section of its own, as clang-offload-bundler makes of objects.
    let section = format!("__CLANG_OFFLOAD_BUNDLE__{}", id("gfx906"));
    let host_entry = "__CLANG_OFFLOAD_BUNDLE__host-x86_64-unknown-linux--";
    let bundled = make::host(1, &[(host_entry, &[0]), (&section, &a)]);
    assert_eq!(values(&bundled, None), named(&[("a", 1)]));

    let bundle = bundle_of(&["gfx906"], "b", 2);
    let program = make::host(1, &[(".hip_fatbin", &bundle)]);
    let text = b"a readme\n";
    for members in [
        [
            ("a.hsaco", &a[..]),
            ("long-name.o", &b[..]),
            ("readme", &text[..]),
        ],
        [
            ("a.hsaco", &a[..]),
            ("b.hipfb", &bundle[..]),
            ("readme", &text[..]),
        ],
        [
            ("a.hsaco", &a[..]),
            ("b.o", &program[..]),
            ("empty", &[][..]),
        ],
    ] {
        assert_eq!(values(&make::archive(&members), None), both);
    }
    let archive = make::archive(&[("a.o", &a), ("b.o", &b)]);
    for method in [1, 2] {
        let packed = make::packed(method, &archive);
        assert_eq!(values(&packed, None), both);
        assert_eq!(
            values(&make::packed(3 - method, &packed), Some("gfx906")),
            both
        );
        let inside = make::archive(&[("a.gz", &make::packed(method, &a)), ("b", &b)]);
        assert_eq!(values(&inside, None), both);
    }
    // Several members of gzip, and frames of zstd, are one file.
    for method in [1, 2] {
        let (head, tail) = a.split_at(100);
        let parts = [make::packed(method, head), make::packed(method, tail)].concat();
        assert_eq!(values(&parts, None), named(&[("a", 1)]));
    }
    // A raw program too.
    let raw = make::packed(2, &0xbf81_0000u32.to_le_bytes());
    assert_eq!(
        CodeObject::parse(&raw, Some("gfx900"))
            .expect("loads")
            .format,
        Format::Raw
    );
    let opencl = opencl::files();
    let archive = make::archive(&[("cl2", &opencl[2].1), ("cl1", &opencl[0].1)]);
    let e = CodeObject::parse(&archive, None).unwrap_err().to_string();
    assert!(e.contains("choose one of gfx900, gfx601"), "{e}");
    let one = CodeObject::parse(&archive, Some("gfx601")).expect("loads");
    assert_eq!(one.format, Format::AmdOpenCl1);
}

/// What a file is that has no code for a card, and what makes a code object of it.
#[test]
fn other_files_are_named() {
    let nothing = make::host(2, &[(".text", &[0xc3])]);
    let bitcode = b"BC\xc0\xde\x35\x14\0\0".to_vec();
    let mut cuda = make::host(2, &[]);
    put(&mut cuda, 18, 190u16.to_le_bytes());
    let mut pe = vec![0; 256];
    put(&mut pe, 0, *b"MZ");
    put(&mut pe, 60, 64u32.to_le_bytes());
    put(&mut pe, 64, *b"PE\0\0\x64\x86\0\0");
    let mut relocatable = Elf::new(3, 0x52c);
    relocatable.e_type = 1;
    let relocatable = relocatable.bytes();
    let archive = make::archive(&[("a.bc", &bitcode), ("b.txt", b"hello, world\n")]);
    let cases: &[(&[u8], &[&str])] = &[
        (b"", &["the file is empty"]),
        (
            b"; ModuleID = 'x'\ntarget triple = \"amdgcn\"\n",
            &["this is LLVM IR", "-x ir"],
        ),
        (
            b"\ts_mov_b32 s0, 1\n\ts_endpgm\n",
            &["assembly text", "gcn-jit asm"],
        ),
        (b".amdcl2\n.gpu Fiji\n.kernel a\n", &["for CLRX", "clrxasm"]),
        (
            b"__kernel void k(global int *o) { *o = 1; }\n",
            &["OpenCL C", "-x cl"],
        ),
        (
            b"__global__ void k(int *o) { *o = 1; }\n",
            &["HIP source", "hipcc --genco"],
        ),
        (b".version 7.0\n.target sm_70\n", &["PTX"]),
        (b"hello, world\n", &["this is text"]),
        (&bitcode, &["LLVM bitcode", "-x ir"]),
        (b"\xde\xc0\x17\x0b\0\0\0\0", &["LLVM bitcode"]),
        (b"\x03\x02\x23\x07\0\0\x01\0", &["SPIR-V", "llvm-spirv -r"]),
        (b"!<thin>\n", &["thin archive"]),
        (
            &archive,
            &[
                "archive: it holds no AMDGPU code object",
                "LLVM bitcode",
                "text",
            ],
        ),
        (
            &make::archive(&[]),
            &["archive: it holds no AMDGPU code object"],
        ),
        (&relocatable, &["relocatable object", "ld.lld -shared"]),
        (
            &nothing,
            &["a program or library for x86-64", "gcn-jit exec"],
        ),
        (&make::host(1, &[]), &["an object file for x86-64"]),
        (&pe, &["Windows"]),
        (b"\x50\xed\x55\xba\x01\0\x10\0", &["NVIDIA"]),
        (&cuda, &["NVIDIA", "hipcc --genco"]),
        (b"\xfd7zXZ\0", &["xz -d"]),
        (b"PK\x03\x04\0\0", &["unzip"]),
        (
            &make::bundle(&[("hip-spirv64-amd-amdhsa--amdgcnspirv", b"\x03\x02\x23\x07")]),
            &["no AMDGPU code object", "amdgcnspirv"],
        ),
        (
            &make::bundle(&[(&id("gfx906"), &bitcode)]),
            &["no AMDGPU code object", "bitcode"],
        ),
        (
            &make::package("amdgcn-amd-amdhsa", "gfx906", &bitcode),
            &["offload package", "bitcode"],
        ),
    ];
    for (bytes, wanted) in cases {
        // With a target too: nothing of this is run as code.
        for isa in [None, Some("gfx900")] {
            let e = CodeObject::parse(bytes, isa).unwrap_err().to_string();
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]);
            for words in *wanted {
                assert!(e.contains(words), "{start}: {e}");
            }
            assert!(!e.contains('\n') && !e.contains("--isa"), "{e}");
        }
    }
}

#[test]
fn what_is_packed_has_limits() {
    let error = |bytes: &[u8]| CodeObject::parse(bytes, None).unwrap_err().to_string();
    // Each time that it is unpacked another one is there.
    let mut file = object("gfx906", "k", 1);
    for _ in 0..8 {
        file = make::packed(2, &file);
    }
    assert!(
        error(&file).contains("more than 8 deep"),
        "{}",
        error(&file)
    );
    let mut file = object("gfx906", "k", 1);
    for _ in 0..12 {
        file = make::archive(&[("inside", &file)]);
    }
    assert!(
        error(&file).contains("more than 8 deep"),
        "{}",
        error(&file)
    );
    // A run of zeros packs to next to nothing, twice.
    let zeros = make::packed(1, &vec![0; 64 << 20]);
    let e = error(&zeros);
    assert!(e.contains("zstd: it unpacks to more than"), "{e}");
    let e = error(&make::archive(&[("bomb", &zeros)]));
    assert!(e.contains("zstd: it unpacks to more than"), "{e}");
    for method in [1, 2] {
        let good = make::packed(method, &object("gfx906", "k", 1));
        let e = error(&good[..good.len() - 20]);
        assert!(e.starts_with("zstd: ") || e.starts_with("gzip: "), "{e}");
    }
}

/// Files of each kind with a part missing or a byte changed: an error of one line, or something that loads.
#[test]
fn damaged_containers_never_panic() {
    let (a, b) = (object("gfx906", "a", 1), object("gfx906", "b", 2));
    let bundle = bundle_of(&["gfx906"], "b", 2);
    let package = make::package("amdgcn-amd-amdhsa", "gfx906", &a);
    let mut files = opencl::files();
    files.push((
        "bundles",
        [bundle.clone(), make::compressed(2, 0, &bundle)].concat(),
    ));
    files.push(("packages", [package.clone(), package.clone()].concat()));
    files.push(("archive", make::archive(&[("a", &a), ("b", &b)])));
    files.push(("program", make::host(2, &[(".hip_fatbin", &bundle)])));
    files.push(("object", make::host(1, &[(".llvm.offloading", &package)])));
    files.push(("gzip", make::packed(2, &a)));
    files.push(("zstd", make::packed(1, &a)));
    let mut loaded = 0;
    let mut survives = |bytes: &[u8], name: &str| {
        for isa in [None, Some("gfx906"), Some("gfx601")] {
            match CodeObject::parse(bytes, isa) {
                Ok(_) => loaded += 1,
                Err(e) => assert!(!e.to_string().contains('\n'), "{name}: {e}"),
            }
        }
        if let Err(e) = CodeObject::each(bytes) {
            assert!(!e.to_string().contains('\n'), "{name}: {e}");
        }
    };
    for (name, file) in &files {
        for isa in ["gfx906", "gfx601", "gfx900", "gfx701"] {
            if let Ok(object) = CodeObject::parse(file, Some(isa)) {
                assert!(!object.kernels.is_empty(), "{name}");
            }
        }
        let step = (file.len() / 400).max(1);
        for n in (0..file.len()).step_by(step) {
            survives(&file[..n], name);
        }
        // Headers are at the begin and the end.
        let len = file.len();
        let places = (0..len.min(700))
            .chain((700..len).step_by(step))
            .chain(len.saturating_sub(500)..len);
        for at in places {
            for change in [0x01, 0x80, 0xff] {
                let mut bad = file.clone();
                bad[at] ^= change;
                survives(&bad, name);
            }
        }
    }
    assert!(loaded > 1000, "{loaded}");
}
