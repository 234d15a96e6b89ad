//! Loading: the committed examples against what `llvm-readelf-19` and `llvm-objdump-19` print for
//! them, objects of version 2 built here, and damaged files.

pub mod build;
mod containers;
mod notes;
mod opencl;
mod repeated;

use build::*;
use gcn_jit::error::LoadError;
use gcn_jit::fuzz::containers::{bundle, compressed};
use gcn_jit::isa::Gen;
use gcn_jit::loader::{ArgKind, CodeObject, Format, RelocValue, Setup};

fn example(path: &str) -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/");
    std::fs::read(format!("{root}{path}")).unwrap()
}

fn load(path: &str) -> CodeObject {
    CodeObject::parse(&example(path), None).unwrap()
}

/// `(name, offset, size, kind, value_type)` of the explicit arguments.
fn explicit(o: &CodeObject, kernel: &str) -> Vec<(String, u64, u64, ArgKind, String)> {
    o.kernel(kernel)
        .unwrap()
        .args
        .iter()
        .filter(|a| !a.kind.is_hidden())
        .map(|a| {
            (
                a.name.clone().unwrap_or_default(),
                a.offset,
                a.size,
                a.kind,
                a.value_type.clone().unwrap_or_default(),
            )
        })
        .collect()
}

fn arg(
    name: &str,
    offset: u64,
    size: u64,
    kind: ArgKind,
    value: &str,
) -> (String, u64, u64, ArgKind, String) {
    (name.to_owned(), offset, size, kind, value.to_owned())
}

/// What a descriptor asks for: nothing but what `set` sets.
fn setup(set: impl Fn(&mut Setup)) -> Setup {
    let mut s = Setup::default();
    set(&mut s);
    s
}

#[test]
fn version_5_saxpy() {
    for (target, generation, mode) in [("gfx803", Gen::Gfx8, 0x3c0), ("gfx900", Gen::Gfx9, 0x3f0)] {
        let o = load(&format!("{target}/saxpy.hsaco"));
        assert_eq!(o.target, target);
        assert_eq!((o.generation, o.version), (generation, 5));
        assert_eq!(o.kernels.len(), 1);
        let k = &o.kernels[0];
        assert_eq!(k.name, "saxpy");
        assert_eq!(k.entry, 0x1900);
        assert_eq!((k.vgprs, k.sgprs), (8, 16));
        assert_eq!((k.lds_size, k.private_size), (0, 0));
        assert_eq!((k.kernarg_size, k.kernarg_align), (288, 16));
        assert_eq!(k.mode, mode, "{target}");
        assert_eq!(k.max_flat_workgroup_size, Some(256));
        assert_eq!(k.reqd_workgroup_size, None);
        assert!(!k.dynamic_stack);
        assert_eq!(
            k.setup,
            setup(|s| {
                s.user_sgprs = 6;
                s.private_segment_buffer = true;
                s.kernarg_segment_ptr = true;
                s.workgroup_id = [true, false, false];
            })
        );
        use ArgKind::{ByValue, GlobalBuffer};
        assert_eq!(
            explicit(&o, "saxpy"),
            [
                arg("a", 0, 4, ByValue, "f32"),
                arg("x", 8, 8, GlobalBuffer, ""),
                arg("y", 16, 8, GlobalBuffer, ""),
                arg("n", 24, 4, ByValue, "u32"),
            ]
        );
        let hidden: Vec<_> = k.args[4..17].iter().map(|a| (a.kind, a.offset)).collect();
        use ArgKind::*;
        assert_eq!(
            hidden,
            [
                (HiddenBlockCountX, 32),
                (HiddenBlockCountY, 36),
                (HiddenBlockCountZ, 40),
                (HiddenGroupSizeX, 44),
                (HiddenGroupSizeY, 46),
                (HiddenGroupSizeZ, 48),
                (HiddenRemainderX, 50),
                (HiddenRemainderY, 52),
                (HiddenRemainderZ, 54),
                (HiddenGlobalOffsetX, 72),
                (HiddenGlobalOffsetY, 80),
                (HiddenGlobalOffsetZ, 88),
                (HiddenGridDims, 96),
            ]
        );
        assert_eq!(o.symbols[0].name, "saxpy");
        assert_eq!(
            o.symbols[0].size,
            if target == "gfx803" { 160 } else { 164 }
        );
    }
}

#[test]
fn version_4_reduction() {
    let o = load("gfx900/reduction.hsaco");
    assert_eq!(o.version, 4);
    let names: Vec<_> = o.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["reduce_tree", "reduce_wave"]);
    use ArgKind::{ByValue, DynamicSharedPointer, GlobalBuffer};
    assert_eq!(
        explicit(&o, "reduce_tree"),
        [
            arg("values", 0, 8, GlobalBuffer, ""),
            arg("total", 8, 8, GlobalBuffer, ""),
            arg("partial", 16, 4, DynamicSharedPointer, ""),
            arg("n", 20, 4, ByValue, "u32"),
        ]
    );
    assert_eq!(o.kernels[0].args[2].pointee_align, Some(4));
    let k = o.kernel("reduce_wave").unwrap();
    assert_eq!(
        (k.entry, k.vgprs, k.sgprs, k.lds_size),
        (0x1e00, 8, 16, 256)
    );
    assert_eq!(k.reqd_workgroup_size, Some([64, 1, 1]));
    assert_eq!(k.max_flat_workgroup_size, Some(64));
    assert_eq!(k.kernarg_size, 80);
    assert!(k.setup.dispatch_ptr && k.setup.kernarg_segment_ptr);
    assert_eq!(k.setup.user_sgprs, 8);
}

#[test]
fn version_6_mandelbrot() {
    let o = load("gfx803/mandelbrot.hsaco");
    assert_eq!((o.version, o.generation), (6, Gen::Gfx8));
    let k = &o.kernels[0];
    assert_eq!((k.entry, k.vgprs, k.sgprs), (0x1a00, 12, 16));
    assert_eq!(k.setup.workgroup_id, [true, true, false]);
    assert_eq!(k.setup.workitem_id, 1);
    let last: Vec<_> = k.args.iter().rev().take(2).collect();
    assert_eq!(last[0].kind, ArgKind::HiddenSharedBase);
    assert_eq!(
        (last[1].kind, last[1].offset),
        (ArgKind::HiddenPrivateBase, 224)
    );
}

#[test]
fn every_example_loads() {
    for target in ["gfx803", "gfx900"] {
        for name in [
            "histogram",
            "mandelbrot",
            "matmul",
            "nbody",
            "reduction",
            "saxpy",
            "sha256",
        ] {
            let o = load(&format!("{target}/{name}.hsaco"));
            assert_eq!(o.target, target, "{name}");
            for k in &o.kernels {
                assert!(o.code_segment(k.entry).is_some(), "{name}");
            }
        }
    }
}

#[test]
fn isa_option_must_agree() {
    let bytes = example("gfx803/saxpy.hsaco");
    assert!(CodeObject::parse(&bytes, Some("gfx803")).is_ok());
    let e = CodeObject::parse(&bytes, Some("gfx900")).unwrap_err();
    assert!(e.to_string().contains("gfx900") && e.to_string().contains("gfx803"));
}

#[test]
fn raw_program() {
    let bytes = example("raw/kernel.bin");
    assert_eq!(
        CodeObject::parse(&bytes, None).unwrap_err(),
        LoadError::NotElf
    );
    assert!(matches!(
        CodeObject::parse(&bytes, Some("gfx1030")),
        Err(LoadError::Target(_))
    ));
    assert!(CodeObject::parse(&bytes[..6], Some("gfx803")).is_err());
    assert!(CodeObject::parse(&[], Some("gfx803")).is_err());
    for (isa, sgprs) in [("gfx803", 102), ("gfx600", 104)] {
        let o = CodeObject::parse(&bytes, Some(isa)).unwrap();
        assert_eq!(o.version, 0);
        let k = &o.kernels[0];
        assert_eq!((k.entry, k.vgprs, k.sgprs, k.mode), (0, 256, sgprs, 0xf0));
        assert_eq!(
            k.setup,
            setup(|s| {
                s.user_sgprs = 2;
                s.kernarg_segment_ptr = true;
                s.workgroup_id = [true; 3];
                s.workitem_id = 2;
            })
        );
    }
}

const YAML: &str = "---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: scale\n    \
SymbolName: 'scale@kd'\n    Language: OpenCL C\n    LanguageVersion: [ 1, 2 ]\n    \
Attrs:\n      ReqdWorkGroupSize: [ 64, 2, 1 ]\n    Args:\n      \
- Name: y\n        TypeName: 'float*'\n        Size: 8\n        Align: 8\n        \
ValueKind: GlobalBuffer\n        ValueType: F32\n        AddrSpaceQual: Global\n      \
- Name: n\n        TypeName: char\n        Size: 1\n        Align: 1\n        \
ValueKind: ByValue\n      \
- Name: v\n        TypeName: float4\n        Size: 16\n        Align: 16\n        \
ValueKind: ByValue\n        ValueType: F32\n      \
- Size: 8\n        Align: 8\n        ValueKind: ByValue\n        ValueType: F64\n      \
- Name: 'tmp'\n        Size: 4\n        Align: 4\n        \
ValueKind: DynamicSharedPointer\n        PointeeAlign: 16\n      \
- Size: 8\n        Align: 8\n        ValueKind: HiddenGlobalOffsetX\n        ValueType: I64\n      \
- Size: 8\n        Align: 8\n        ValueKind: HiddenGlobalOffsetY\n      \
- Size: 8\n        Align: 8\n        ValueKind: HiddenGlobalOffsetZ\n      \
- Size: 8\n        Align: 8\n        ValueKind: HiddenNone\n      \
- Size: 8\n        Align: 8\n        ValueKind: HiddenMultiGridSyncArg\n    \
CodeProps:\n      KernargSegmentSize: 88\n      KernargSegmentAlign: 32\n      \
WavefrontSize: 64\n      MaxFlatWorkGroupSize: 128\n...\n";

/// An object of version 2 with a kernel with metadata, one without, and labels to ignore.
fn version_2() -> Elf {
    let mut code = vec![0u8; 0x400];
    for (at, lds) in [(0, 512), (0x200, 0)] {
        let header = KernelCode {
            // 5 granules of VGPRs, 3 of SGPRs, f64/f16 denormals, DX10_CLAMP, IEEE.
            rsrc1: 4 | 2 << 6 | 0xc0 << 12 | 1 << 21 | 1 << 23,
            // Scratch wave offset, 10 user SGPRs, work-group ids x and z, local ids x and y.
            rsrc2: 1 | 10 << 1 | 1 << 7 | 1 << 9 | 1 << 11,
            // Private segment buffer, dispatch and kernarg pointers, work-group count y; dynamic
            // stack.
            properties: 1 | 1 << 1 | 1 << 3 | 1 << 8 | 1 << 20,
            private: 24,
            lds,
            kernarg: 40,
        };
        put(&mut code, at, header.bytes());
        code[at + 100] = 5;
        // s_endpgm
        put(&mut code, at + 256, 0xbf81_0000u32.to_le_bytes());
    }
    let mut elf = Elf::new(0, 2);
    elf.segments = vec![(0x1000, code, 0x400, RX)];
    elf.notes = vec![
        (
            "AMD",
            1,
            [2u32, 1].iter().flat_map(|v| v.to_le_bytes()).collect(),
        ),
        ("AMD", 3, isa_version_note(8, 0, 3)),
        ("AMD", 11, b"amdgcn-amd-amdhsa-amdgizcl-gfx803".to_vec()),
        ("AMD", 10, YAML.as_bytes().to_vec()),
    ];
    elf.symbols = vec![
        ("BB0_1", 0, Some(0x1100), 0),
        ("plain", HSA_KERNEL, Some(0x1200), 0x200),
        ("scale", HSA_KERNEL, Some(0x1000), 0x104),
        ("scale$local", 0, Some(0x1000), 0),
    ];
    elf
}

/// Private memory without a register that tells where it is, and arguments in SGPRs, for which the kernel begins 256
/// bytes later.
#[test]
fn version_5_on_gfx942() {
    let o = load("../jit-tests/kernels/abi/gfx942-v5.hsaco");
    assert_eq!((o.target.as_str(), o.generation), ("gfx942", Gen::Gfx942));
    let k = o.kernel("private_memory").unwrap();
    assert_eq!((k.descriptor, k.entry), (0x1200, 0x2800));
    assert_eq!((k.vgprs, k.acc_vgprs, k.private_size), (48, 0, 224));
    assert_eq!(
        k.setup,
        setup(|s| {
            s.user_sgprs = 6;
            s.dispatch_ptr = true;
            s.kernarg_segment_ptr = true;
            s.workgroup_id = [true, false, false];
            s.architected_flat_scratch = true;
            s.workitem_id = 2;
            s.packed_workitem_id = true;
            s.kernarg_preload = (2, 0);
        })
    );
}

#[test]
fn version_2_kernel() {
    let o = CodeObject::parse(&version_2().bytes(), None).unwrap();
    assert_eq!(
        (o.version, o.generation, o.target.as_str()),
        (2, Gen::Gfx8, "gfx803")
    );
    let names: Vec<_> = o.kernels.iter().map(|k| k.name.as_str()).collect();
    assert_eq!(names, ["scale", "plain"]);
    let k = &o.kernels[0];
    assert_eq!((k.descriptor, k.entry), (0x1000, 0x1100));
    // 3 granules of 8 SGPRs are granted as two of 16.
    assert_eq!((k.vgprs, k.sgprs), (20, 32));
    assert_eq!((k.lds_size, k.private_size), (512, 24));
    assert!(k.dynamic_stack);
    assert_eq!(k.mode, 0x3c0);
    assert_eq!(k.kernarg_align, 32);
    assert_eq!(k.reqd_workgroup_size, Some([64, 2, 1]));
    assert_eq!(k.max_flat_workgroup_size, Some(128));
    assert_eq!(
        k.setup,
        setup(|s| {
            s.user_sgprs = 10;
            s.private_segment_buffer = true;
            s.dispatch_ptr = true;
            s.kernarg_segment_ptr = true;
            s.grid_workgroup_count = [false, true, false];
            s.workgroup_id = [true, false, true];
            s.private_segment_wave_offset = true;
            s.workitem_id = 1;
        })
    );
    use ArgKind::*;
    assert_eq!(
        explicit(&o, "scale"),
        [
            arg("y", 0, 8, GlobalBuffer, ""),
            arg("n", 8, 1, ByValue, "i8"),
            arg("v", 16, 16, ByValue, ""),
            arg("", 32, 8, ByValue, "f64"),
            arg("tmp", 40, 4, DynamicSharedPointer, ""),
        ]
    );
    let hidden: Vec<_> = k.args[5..].iter().map(|a| (a.kind, a.offset)).collect();
    assert_eq!(
        hidden,
        [
            (HiddenGlobalOffsetX, 48),
            (HiddenGlobalOffsetY, 56),
            (HiddenGlobalOffsetZ, 64),
            (HiddenNone, 72),
            (HiddenMultigridSyncArg, 80),
        ]
    );
    assert_eq!(k.kernarg_size, 88);
    // Without metadata the descriptor alone speaks.
    let plain = &o.kernels[1];
    assert_eq!((plain.entry, plain.kernarg_size), (0x1300, 40));
    assert!(plain.args.is_empty());
    let symbols: Vec<_> = o
        .symbols
        .iter()
        .map(|s| (s.name.as_str(), s.vaddr, s.size))
        .collect();
    assert_eq!(symbols, [("scale", 0x1100, 4), ("plain", 0x1300, 0x100)]);
}

/// Compilers of 2018 stated an alignment of 2^32 when no explicit argument asked for one.
#[test]
fn version_2_kernel_without_explicit_arguments() {
    let parse = |align| {
        let mut elf = version_2();
        elf.segments[0].1[0x200 + 100] = align;
        CodeObject::parse(&elf.bytes(), None)
    };
    assert_eq!(parse(32).unwrap().kernels[1].kernarg_align, 16);
    for align in [13, 31, 33, 255] {
        let e = parse(align).unwrap_err().to_string();
        assert!(e.contains("kernarg_segment_alignment"), "{e}");
    }
}

#[test]
fn version_2_targets() {
    let target = |change: &dyn Fn(&mut Elf)| {
        let mut elf = version_2();
        change(&mut elf);
        CodeObject::parse(&elf.bytes(), None).map(|o| o.target)
    };
    // The version note alone, and its numbers for parts with XNACK on.
    for (version, want) in [
        ((8, 0, 3), "gfx803"),
        ((8, 0, 4), "gfx803"),
        ((7, 0, 1), "gfx701"),
        ((9, 0, 1), "gfx900"),
        ((9, 0, 7), "gfx906"),
        ((9, 0, 12), "gfx90c"),
    ] {
        let (a, b, c) = version;
        let got = target(&|e| e.notes = vec![("AMD", 3, isa_version_note(a, b, c))]);
        assert_eq!(got.as_deref(), Ok(want));
    }
    let name =
        |n: &'static str| target(&move |e| e.notes = vec![("AMD", 11, n.as_bytes().to_vec())]);
    assert_eq!(
        name("amdgcn-amd-amdhsa--gfx900+xnack").as_deref(),
        Ok("gfx900")
    );
    assert_eq!(name("amdgcn-amd-amdhsa--gfx802\0").as_deref(), Ok("gfx802"));
    assert!(matches!(
        name("amdgcn-amd-amdhsa--gfx1010"),
        Err(LoadError::Target(_))
    ));
    assert!(matches!(name("nonsense"), Err(LoadError::Field { .. })));
    // No note at all: e_flags as in later versions.
    let flags = |f: u32| {
        target(&move |e| {
            e.notes.clear();
            e.flags = f;
        })
    };
    assert_eq!(flags(0x2a).as_deref(), Ok("gfx803"));
    assert!(matches!(flags(2), Err(LoadError::Target(_))));
}

/// What the loader says about version 2 metadata with `from` replaced by `to`.
fn yaml_error(from: &str, to: &str) -> String {
    assert!(YAML.contains(from));
    let mut elf = version_2();
    elf.notes[3].2 = YAML.replacen(from, to, 1).into_bytes();
    CodeObject::parse(&elf.bytes(), None)
        .unwrap_err()
        .to_string()
}

#[test]
fn bad_metadata_names_the_field() {
    for (from, to, want) in [
        ("Size: 8", "Size: eight", "Kernels[0].Args[0].Size"),
        ("Size: 8", "Size: -8", "Kernels[0].Args[0].Size"),
        ("Size: 8", "Size: [ 8 ]", "Kernels[0].Args[0].Size"),
        ("[ 64, 2, 1 ]", "[ 64, 2", "ReqdWorkGroupSize"),
        ("Name: scale", "Nome: scale", "Kernels[0]: missing field"),
        ("Kernels:", "Kernels: []\nKernels:", "duplicate"),
        ("Kernels:", "\t\"", "metadata"),
        ("Size: 8", "Size: 99999999999", "args[0].size"),
        ("Size: 8", "Size: 4", "args[0].size"),
        ("Align: 8", "Align: 7", "args[0].align"),
        (
            "ValueKind: GlobalBuffer",
            "ValueKind: Glob",
            "args[0].value_kind",
        ),
        ("'scale@kd'", "'scal@kd'", "kernel 'scale': .symbol"),
        ("[ 64, 2, 1 ]", "[ 64, 2 ]", "reqd_workgroup_size"),
        (
            "KernargSegmentSize: 88",
            "KernargSegmentSize: 88888888",
            "kernarg_segment_size",
        ),
        (
            "KernargSegmentAlign: 32",
            "KernargSegmentAlign: 5",
            "kernarg_segment_align",
        ),
        (
            "ValueKind: HiddenNone",
            "ValueKind: ByValue",
            "args[8].value_kind",
        ),
        ("Kernels:", "Kernels: 7\nX:", "Kernels"),
        ("Kernels:", "Printf: 7\nKernels:", "Printf"),
        ("Kernels:", "Printf: [ { a: b } ]\nKernels:", "Printf[0]"),
        (
            "Kernels:",
            "Printf: [ '1:0:a', '1:x:b' ]\nKernels:",
            "Printf[1]: the count of arguments 'x' is not a number",
        ),
        (
            "Kernels:",
            "Printf: [ '%d' ]\nKernels:",
            "Printf[0]: is not ID:COUNT:SIZE:...:FORMAT",
        ),
    ] {
        let e = yaml_error(from, to);
        assert!(e.contains(want), "{from} -> {to}: {e}");
        assert!(!e.contains('\n'), "{e}");
    }
}

/// Version 2 metadata as other compilers write it: YAML has many ways to write the same, and words that are
/// booleans to some of its readers are names here.
#[test]
fn spellings_of_yaml() {
    let parse = |text: String| {
        let mut elf = version_2();
        elf.notes[3].2 = text.into_bytes();
        CodeObject::parse(&elf.bytes(), None).map(|o| o.kernels[0].clone())
    };
    let with = |from: &str, to: &str| {
        assert!(YAML.contains(from));
        parse(YAML.replacen(from, to, 1)).unwrap_or_else(|e| panic!("{to}: {e}"))
    };
    for name in [
        "y", "n", "Y", "no", "on", "true", "null", "~", "7", "1.5", "0x10",
    ] {
        for (quote, name) in [("", name), ("'", name), ("\"", name)] {
            if quote.is_empty() && matches!(name, "null" | "~") {
                continue;
            }
            let k = with("- Name: y", &format!("- Name: {quote}{name}{quote}"));
            assert_eq!(k.args[0].name.as_deref(), Some(name), "{quote}{name}");
        }
    }
    // Keys that nobody knows, of all kinds, are skipped.
    for extra in [
        "y: 1",
        "n: [ y, n ]",
        "no: { y: n }",
        "7: x",
        "? z\n: 1",
        "'q': \"\\u00e4\"",
    ] {
        let k = with("Kernels:", &format!("{extra}\nKernels:"));
        assert_eq!(k.args.len(), 10, "{extra}");
    }
    // Comments, tags, other ways to write numbers and keys.
    for (from, to) in [
        ("Kernels:", "# comment\nKernels: # all"),
        ("Size: 8", "Size: !!int 8"),
        ("Size: 8", "Size: 0x8"),
        ("Size: 8", "\"Size\": 8"),
    ] {
        assert_eq!(with(from, to).args[0].size, 8, "{to}");
    }
    for text in [
        YAML.trim_start_matches("---\n").to_owned(),
        YAML.trim_end_matches("...\n").to_owned(),
        YAML.replace('\n', "\r\n"),
    ] {
        assert_eq!(parse(text).expect("the same").args.len(), 10);
    }
}

#[test]
fn bad_descriptor_names_the_field() {
    let error = |change: &dyn Fn(&mut [u8])| {
        let mut elf = version_2();
        change(&mut elf.segments[0].1);
        CodeObject::parse(&elf.bytes(), None)
            .unwrap_err()
            .to_string()
    };
    let e = error(&|d| put(d, 0, 3u32.to_le_bytes()));
    assert!(e.contains("amd_kernel_code_version_major"), "{e}");
    let e = error(&|d| d[103] = 5);
    assert!(e.contains("wavefront_size"), "{e}");
    let e = error(&|d| put(d, 16, (-64i64).to_le_bytes()));
    assert!(e.contains("kernel_code_entry_byte_offset"), "{e}");
    let e = error(&|d| put(d, 16, 258u64.to_le_bytes()));
    assert!(e.contains("multiple of 4"), "{e}");
    let e = error(&|d| put(d, 52, 4u32.to_le_bytes()));
    assert!(e.contains("user_sgpr_count"), "{e}");
    let e = error(&|d| put(d, 52, (10u32 << 1 | 3 << 11).to_le_bytes()));
    assert!(e.contains("enable_vgpr_workitem_id"), "{e}");
}

#[test]
fn bad_elf() {
    let error = |change: &dyn Fn(&mut Elf)| {
        let mut elf = version_2();
        change(&mut elf);
        CodeObject::parse(&elf.bytes(), None)
            .unwrap_err()
            .to_string()
    };
    type Change<'a> = &'a dyn Fn(&mut Elf);
    let cases: [(Change<'_>, &str); 10] = [
        (&|e| e.machine = 62, "host file: it is for x86-64"),
        (&|e| e.e_type = 1, "relocatable"),
        (&|e| e.abi_version = 9, "EI_ABIVERSION"),
        (&|e| e.segments.clear(), "no loadable segment"),
        (&|e| e.symbols.clear(), "'scale'"),
        (&|e| e.segments[0].2 = 8, "p_memsz"),
        (&|e| e.segments[0].2 = 1 << 40, "bytes of code"),
        (&|e| e.segments.push((1 << 41, vec![0], 1, R)), "span"),
        (&|e| e.segments.push((0x1010, vec![0], 1, R)), "overlap"),
        (&|e| e.segments[0].3 = R, "no executable segment"),
    ];
    for (change, want) in cases {
        let e = error(change);
        assert!(e.contains(want), "{want}: {e}");
    }
}

/// A variable of more than 4 GiB, which OpenCL allows: it is zero, and all of it is memory.
#[test]
fn large_variables() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/capi/tests/kernels/counter.hsaco"
    );
    let with_size = |size: u64| {
        let mut elf = std::fs::read(file).unwrap();
        // The fifth program header is that of the variable's segment, at 0x4998: see llvm-readelf -l.
        let header = 64 + 4 * 56;
        assert_eq!(elf[header + 16..][..8], 0x4998_u64.to_le_bytes());
        elf[header + 40..][..8].copy_from_slice(&size.to_le_bytes());
        CodeObject::parse(&elf, None)
    };
    let size = 7 << 30;
    let device = gcn_jit::runtime::Device::new().unwrap();
    let program = device.load(&with_size(size).unwrap()).unwrap();
    let (first, last) = (program.base + 0x4998 + 4, program.base + 0x4998 + size - 1);
    let memory = device.memory();
    let byte = |at: u64| {
        let mut byte = [1];
        memory.read(at, &mut byte).map(|()| byte[0]).ok()
    };
    memory.write(last, &[7]).unwrap();
    assert_eq!(
        [first, last - 1, last, last + 1].map(byte),
        [Some(0), Some(0), Some(7), None]
    );
    let error = with_size(9 << 30).unwrap_err().to_string();
    assert!(error.contains("the limit is 8589934592"), "{error}");
}

/// A file of a HIP program may have variables, or functions for other files' pointers, and no kernel; without functions
/// it has no code at all.
#[test]
fn variables_without_kernels() {
    let mut elf = Elf::new(2, 0x2c);
    elf.segments = vec![(0x1000, 42u32.to_le_bytes().to_vec(), 16, RW)];
    elf.symbols = vec![("answer", OBJECT, Some(0x1000), 4)];
    let object = CodeObject::parse(&elf.bytes(), Some("gfx900")).unwrap();
    assert!(object.kernels.is_empty());
    assert_eq!(object.variables[0].name, "answer");
    let device = gcn_jit::runtime::Device::new().unwrap();
    let program = device.load(&object).unwrap();
    let mut answer = [0; 4];
    let at = program.base + object.variables[0].vaddr;
    device.memory().read(at, &mut answer).unwrap();
    assert_eq!(answer, 42u32.to_le_bytes());
}

/// What e_flags say of SRAM ECC: a bit in version 3, and from version 4 on one of four numbers (LLVM AMDGPUUsage,
/// "AMDGPU ELF Header e_flags"). Of gfx906 there are cards with it (MI50, MI60), for which code must say that it is, and
/// without (Radeon VII). Cards of GCN before gfx906 have none to speak of.
#[test]
fn sram_ecc_is_what_e_flags_say() {
    // EI_ABIVERSION, e_flags, whether a load of 16 bits writes a whole register.
    let cases = [
        (1, 0x30, false),
        (1, 0x230, true),
        (2, 0x3f, true),
        (2, 0x43f, true),
        (2, 0x83f, false),
        (2, 0xc3f, true),
        (3, 0x84c, false),
        (3, 0x44c, true),
        (4, 0x83f, false),
        (1, 0x2f, false),
        (1, 0x22f, true),
        (2, 0x42f, false),
        (2, 0x82f, false),
        (4, 0xc2f, true),
        (2, 0x2f, false),
        (2, 0x2c, false),
        (2, 0xc2c, false),
    ];
    let device = gcn_jit::runtime::Device::new().unwrap();
    for (abi, flags, whole) in cases {
        let mut elf = Elf::new(abi, flags);
        elf.segments = vec![(0x1000, 0xbf81_0000u32.to_le_bytes().to_vec(), 4, RX)];
        let object = CodeObject::parse(&elf.bytes(), None).unwrap();
        assert_eq!(object.ecc, whole, "{abi} {flags:#x}");
        let program = device.load(&object).unwrap();
        assert_eq!(program.program.has_ecc(), whole, "{abi} {flags:#x}");
    }
}

/// Code for generic targets, which version 6 has, runs as that for the first of their members. The words of e_flags are
/// those of LLVM 22 (`readelf -h`: "gfx9-4-generic, xnack, sramecc, generic_v1").
#[test]
fn generic_targets_are_their_first_members() {
    use gcn_jit::isa::Feature::{Any, Unsupported};
    use gcn_jit::isa::Gen;
    for (flags, target, generation, sramecc) in [
        (0x0100_0151, "gfx9-generic", Gen::Gfx9, Unsupported),
        (0x0100_055f, "gfx9-4-generic", Gen::Gfx942, Any),
    ] {
        let mut elf = Elf::new(4, flags);
        elf.segments = vec![(0x1000, 0xbf81_0000u32.to_le_bytes().to_vec(), 4, RX)];
        let o = CodeObject::parse(&elf.bytes(), None).unwrap();
        assert_eq!((&*o.target, o.generation), (target, generation));
        assert_eq!((o.xnack, o.sramecc), (Any, sramecc), "{target}");
        assert_eq!(o.ecc, sramecc == Any, "{target}");
    }
}

/// Code for a generic target is loaded for each of its members (LLVM AMDGPUUsage, "Generic Processors"), and for no other.
#[test]
fn generic_targets_are_loaded_for_their_members() {
    let vega = ["gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"];
    let mi300 = ["gfx940", "gfx941", "gfx942", "gfx950"];
    for (flags, target, members) in [
        (0x0100_0151, "gfx9-generic", &vega[..]),
        (0x0100_055f, "gfx9-4-generic", &mi300[..]),
        (0x12c, "gfx900", &vega[..1]),
    ] {
        let mut elf = Elf::new(4, flags);
        elf.segments = vec![(0x1000, 0xbf81_0000u32.to_le_bytes().to_vec(), 4, RX)];
        let bytes = elf.bytes();
        for isa in vega
            .iter()
            .chain(&mi300)
            .chain(&["gfx803", "gfx908", "gfx90a"])
        {
            let loaded = CodeObject::parse(&bytes, Some(isa));
            assert_eq!(loaded.is_ok(), members.contains(isa), "{target} on {isa}");
            // It runs as code for that card.
            let own = CodeObject::parse(&0xbf81_0000u32.to_le_bytes(), Some(isa)).unwrap();
            if let Ok(loaded) = loaded {
                assert_eq!(loaded.generation, own.generation, "{target} on {isa}");
                assert_eq!(loaded.target, target);
            }
        }
        assert!(CodeObject::parse(&bytes, Some(target)).is_ok(), "{target}");
    }
}

/// What files say of XNACK and SRAM ECC. The words of e_flags are those that clang 19 writes (`readelf -h`: 0x12c is
/// "gfx900, xnack any", 0xe3f "gfx90a, xnack off, sramecc on"); those of version 3 are LLVM AMDGPUUsage's.
#[test]
fn features_are_what_e_flags_say() {
    use gcn_jit::isa::Feature::{Any, Off, On, Unsupported};
    for (abi, flags, xnack, sramecc) in [
        (2, 0x12c, Any, Unsupported),
        (2, 0x32c, On, Unsupported),
        (2, 0x22c, Off, Unsupported),
        (2, 0x02a, Unsupported, Unsupported),
        (3, 0xe3f, Off, On),
        (3, 0x54c, Any, Any),
        (4, 0xb2f, On, Off),
        (1, 0x12c, On, Unsupported),
        (1, 0x02c, Off, Unsupported),
        (1, 0x32f, On, On),
        (1, 0x22f, Off, On),
        (1, 0x030, Off, Off),
        (1, 0x02a, Unsupported, Unsupported),
    ] {
        let mut elf = Elf::new(abi, flags);
        elf.segments = vec![(0x1000, 0xbf81_0000u32.to_le_bytes().to_vec(), 4, RX)];
        let o = CodeObject::parse(&elf.bytes(), None).unwrap();
        assert_eq!((o.xnack, o.sramecc), (xnack, sramecc), "{abi} {flags:#x}");
    }
    // Version 2 has numbers of its own for parts with XNACK on, or names it; gfx801 it knows only so (LLVM 14,
    // AMDGPUTargetID::toString).
    let name = |n: &'static str| ("AMD", 11, n.as_bytes().to_vec());
    for (note, xnack, sramecc) in [
        (("AMD", 3, isa_version_note(9, 0, 0)), Off, Unsupported),
        (("AMD", 3, isa_version_note(9, 0, 1)), On, Unsupported),
        (("AMD", 3, isa_version_note(9, 0, 7)), On, Off),
        (("AMD", 3, isa_version_note(8, 0, 1)), On, Unsupported),
        (
            ("AMD", 3, isa_version_note(8, 0, 3)),
            Unsupported,
            Unsupported,
        ),
        (name("amdgcn-amd-amdhsa--gfx900+xnack"), On, Unsupported),
        (name("amdgcn-amd-amdhsa--gfx900"), Off, Unsupported),
        (name("amdgcn-amd-amdhsa--gfx906+xnack+sram-ecc"), On, On),
        (name("amdgcn-amd-amdhsa--gfx906+sram-ecc"), Off, On),
    ] {
        let mut elf = version_2();
        let what = format!("{note:?}");
        elf.notes = vec![note];
        let o = CodeObject::parse(&elf.bytes(), None).unwrap();
        assert_eq!((o.xnack, o.sramecc), (xnack, sramecc), "{what}");
    }
    // Raw programs say nothing.
    for (isa, xnack, sramecc) in [
        ("gfx803", Unsupported, Unsupported),
        ("gfx810", Any, Unsupported),
        ("gfx902", Any, Unsupported),
        ("gfx906", Any, Any),
        ("gfx942", Any, Any),
    ] {
        let o = CodeObject::parse(&0xbf81_0000u32.to_le_bytes(), Some(isa)).unwrap();
        assert_eq!((o.xnack, o.sramecc), (xnack, sramecc), "{isa}");
    }
}

#[test]
fn relocations_of_all_kinds() {
    let mut elf = Elf::new(3, 0x2c);
    let mut descriptor = vec![0; 64];
    put(&mut descriptor, 16, 0x1000u64.to_le_bytes());
    elf.segments = vec![
        (0x0, descriptor, 64, R),
        (0x1000, vec![0; 4], 4, RX),
        (0x2000, vec![0; 16], 0x100, RW),
    ];
    elf.symbols = vec![
        ("k.kd", OBJECT, Some(0), 64),
        ("data", OBJECT, Some(0x2008), 8),
        ("k", FUNC, Some(0x1000), 4),
    ];
    elf.relocations = vec![
        (0x2000, 0, 13, 0x2040),
        (0x2008, 2, 3, -8),
        (0x2010, 2, 1, 4),
        (0x2014, 2, 2, 4),
        (0x2018, 2, 4, 0),
        (0x2020, 2, 5, 0),
        (0x2028, 2, 10, 0),
        (0x202c, 2, 11, 0),
        (0x2030, 0, 0, 0),
    ];
    let o = CodeObject::parse(&elf.bytes(), None).unwrap();
    let got: Vec<_> = o.relocations.iter().map(|r| (r.offset, r.value)).collect();
    use RelocValue::*;
    assert_eq!(
        got,
        [
            (0x2000, Base64(0x2040)),
            (0x2008, Base64(0x2000)),
            (0x2010, BaseLo32(0x200c)),
            (0x2014, BaseHi32(0x200c)),
            (0x2018, Fixed32(0x2008u32.wrapping_sub(0x2018))),
            (0x2020, Fixed64(0x2008u64.wrapping_sub(0x2020))),
            (0x2028, Fixed32(0x2008u32.wrapping_sub(0x2028))),
            (0x202c, Fixed32(u32::MAX)),
        ]
    );
    assert_eq!(&BaseHi32(0x200c).bytes(0x7_ffff_fff0)[..4], [8, 0, 0, 0]);
    assert_eq!(
        Base64(0x2040).bytes(0x1_0000_0000),
        0x1_0000_2040u64.to_le_bytes()
    );

    let error = |r: (u64, u32, u32, i64), symbols: &[(&'static str, u8, Option<u64>, u64)]| {
        elf.relocations = vec![r];
        elf.symbols.truncate(3);
        elf.symbols.extend(symbols);
        CodeObject::parse(&elf.bytes(), None).unwrap_err()
    };
    let mut error = error;
    let e = error((0x2000, 0, 99, 0), &[]);
    assert_eq!(
        e,
        LoadError::Relocation {
            kind: 99,
            offset: 0x2000
        }
    );
    let e = error((0x20f9, 0, 13, 0), &[]).to_string();
    assert!(e.contains("outside the loaded segments"), "{e}");
    let e = error((0x2000, 77, 3, 0), &[]).to_string();
    assert!(e.contains("no symbol 77"), "{e}");
    let e = error((0x2000, 4, 3, 0), &[("printf", FUNC, None, 0)]).to_string();
    assert!(e.contains("undefined symbol 'printf'"), "{e}");
}

#[test]
fn offload_bundles() {
    let (old, new) = (example("gfx803/saxpy.hsaco"), example("gfx900/saxpy.hsaco"));
    let host = ("host-x86_64-unknown-linux--", &b""[..]);
    let a = ("hipv4-amdgcn-amd-amdhsa--gfx803", &old[..]);
    let b = ("hipv4-amdgcn-amd-amdhsa--gfx900:xnack-", &new[..]);
    let c = ("hipv4-amdgcn-amd-amdhsa--gfx1030", &new[..]);
    let target = |entries: &[(&str, &[u8])], isa| {
        CodeObject::parse(&bundle(entries), isa)
            .map(|o| o.target)
            .map_err(|e| e.to_string())
    };
    assert_eq!(target(&[host, a, c], None).as_deref(), Ok("gfx803"));
    assert_eq!(
        target(&[host, a, b, c], Some("gfx900")).as_deref(),
        Ok("gfx900")
    );
    // One for a generic target, where there is none of the card's own.
    let mut elf = Elf::new(4, 0x0100_055f);
    elf.segments = vec![(0x1000, 0xbf81_0000u32.to_le_bytes().to_vec(), 4, RX)];
    let generic = elf.bytes();
    let g = ("hip-amdgcn-amd-amdhsa--gfx9-4-generic", &generic[..]);
    elf.flags = 0x54c;
    let own = elf.bytes();
    let o = ("hip-amdgcn-amd-amdhsa--gfx942", &own[..]);
    for (isa, wanted) in [("gfx950", "gfx9-4-generic"), ("gfx942", "gfx942")] {
        let found = target(&[host, g, o], Some(isa));
        assert_eq!(found.as_deref(), Ok(wanted), "{isa}");
    }
    let e = target(&[host, g], Some("gfx90a")).unwrap_err();
    assert!(e.contains("it has: gfx9-4-generic"), "{e}");
    let e = target(&[host, a, b], None).unwrap_err();
    assert!(e.contains("gfx803, gfx900"), "{e}");
    let e = target(&[host, a], Some("gfx900")).unwrap_err();
    assert!(e.contains("gfx900") && e.contains("gfx803"), "{e}");
    let e = target(&[host], None).unwrap_err();
    assert!(e.contains("no AMDGPU code object"), "{e}");
    let e = target(&[c], None).unwrap_err();
    assert!(e.contains("unsupported target gfx1030"), "{e}");
    let whole = bundle(&[host, a]);
    for n in 24..200 {
        assert!(CodeObject::parse(&whole[..n], None).is_err(), "{n}");
    }
    let mut endless = whole;
    endless[24..32].fill(0xff);
    assert!(CodeObject::parse(&endless, None).is_err());
}

#[test]
fn compressed_bundles() {
    let (old, new) = (example("gfx803/saxpy.hsaco"), example("gfx900/saxpy.hsaco"));
    let plain = bundle(&[
        ("host-x86_64-unknown-linux--", b""),
        ("hipv4-amdgcn-amd-amdhsa--gfx803", &old),
        ("hipv4-amdgcn-amd-amdhsa--gfx900", &new),
    ]);
    let error = |bytes: &[u8]| {
        let e = CodeObject::parse(bytes, Some("gfx900")).expect_err("damaged");
        let e = e.to_string();
        assert!(e.starts_with("offload bundle: compressed: "), "{e}");
        e
    };
    for (version, method) in [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)] {
        let good = compressed(version, method, &plain);
        for target in ["gfx803", "gfx900"] {
            let object = CodeObject::parse(&good, Some(target)).expect(target);
            assert_eq!((object.target.as_str(), object.kernels.len()), (target, 1));
        }
        // What follows the stated size is not part of it, as for the objects of an archive.
        if version > 1 {
            let padded = [&good[..], &[0; 100]].concat();
            assert!(CodeObject::parse(&padded, Some("gfx900")).is_ok());
        }

        let header = if version == 3 {
            32
        } else {
            16 + 4 * version as usize
        };
        for n in 4..header {
            error(&good[..n]);
        }
        for n in (header..good.len()).step_by(97).chain([good.len() - 9]) {
            error(&good[..n]);
        }
        let size_at = header - if version == 3 { 16 } else { 12 };
        for size in [0, plain.len() as u32 - 1, plain.len() as u32 + 1, u32::MAX] {
            let mut bad = good.clone();
            bad[size_at..size_at + 4].copy_from_slice(&size.to_le_bytes());
            let e = error(&bad);
            let problem = if size == u32::MAX {
                "too many"
            } else {
                "does not unpack to"
            };
            assert!(e.contains(problem), "{e}");
        }
        if version > 1 {
            for size in [0, header as u32 - 1, good.len() as u32 + 1] {
                let mut bad = good.clone();
                bad[8..12].copy_from_slice(&size.to_le_bytes());
                assert!(error(&bad).contains("says that it has"));
            }
        }
        for at in (header..good.len()).step_by(13) {
            let mut bad = good.clone();
            bad[at] ^= 0x15;
            must_survive(&bad);
        }
    }
    let e = error(&compressed(4, 1, &plain));
    assert!(e.contains("unknown format version 4"), "{e}");
    let e = error(&compressed(2, 2, &plain));
    assert!(e.contains("unknown compression method 2"), "{e}");
    let e = error(&compressed(2, 1, &old));
    assert!(e.contains("no bundle in it"), "{e}");
}

/// The formats of OpenCL's `printf`, in both kinds of metadata.
#[test]
fn formats_of_printf() {
    let mut elf = version_2();
    let printf = "Printf:\n  - '1:1:4:%d\\n'\n  - \"2:0:a\\\\72 b\"\nKernels:";
    elf.notes[3].2 = YAML.replacen("Kernels:", printf, 1).into_bytes();
    let o = CodeObject::parse(&elf.bytes(), None).expect("loads");
    let formats: Vec<_> = o.printf.iter().map(|f| (f.id, f.text.as_str())).collect();
    assert_eq!(formats, [(1, "%d\n"), (2, "a: b")]);
    assert_eq!(o.printf[0].sizes, [4]);

    let file = printing();
    let changed = |from: &[u8], to: &[u8]| {
        assert_eq!(from.len(), to.len());
        let places = file.windows(from.len());
        let at = places.clone().position(|w| w == from).expect("is there");
        let mut file = file.clone();
        file[at..at + to.len()].copy_from_slice(to);
        CodeObject::parse(&file, None)
    };
    let e = changed(b"1:1:4:never", b"x:1:4:never")
        .unwrap_err()
        .to_string();
    assert!(
        e.ends_with("metadata: amdhsa.printf[0]: the id 'x' is not a number"),
        "{e}"
    );
    let e = changed(b"2:1:4:item", b"2:1:x:item")
        .unwrap_err()
        .to_string();
    assert!(
        e.ends_with("metadata: amdhsa.printf[1]: the size 'x' is not a number"),
        "{e}"
    );
    // Text in another encoding.
    let o = changed("äöü".as_bytes(), b"\xe4\xf6\xfc\xe4\xf6\xfc").expect("loads");
    assert!(o.printf.iter().any(|f| f.text.contains("\u{fffd} %d")));
}

/// An object that prints.
fn printing() -> Vec<u8> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/jit-tests/kernels/printf/");
    std::fs::read(format!("{root}gfx900-v5-O2.hsaco")).expect("the object")
}

/// Not one of these may panic; most are errors, and those must be one line.
fn must_survive(bytes: &[u8]) {
    if let Err(e) = CodeObject::parse(bytes, None) {
        assert!(!e.to_string().contains('\n'), "{e}");
    }
}

#[test]
fn truncations_never_panic() {
    for bytes in [
        example("gfx900/saxpy.hsaco"),
        version_2().bytes(),
        printing(),
    ] {
        for n in 0..bytes.len() {
            must_survive(&bytes[..n]);
        }
        // The section headers come last, so nothing shorter than the file is whole.
        for n in [0, 3, 4, 16, 63, 64, 100, bytes.len() - 1] {
            assert!(CodeObject::parse(&bytes[..n], None).is_err(), "{n}");
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    // Xorshift: the same changes at each run.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for bytes in [example("gfx803/reduction.hsaco"), version_2().bytes()] {
        // Every byte of the headers to its extremes, then random places.
        for at in 0..bytes.len() {
            for value in [0, 0x7f, 0x80, 0xff] {
                let mut b = bytes.clone();
                b[at] = value;
                must_survive(&b);
            }
        }
        for _ in 0..4000 {
            let mut b = bytes.clone();
            for _ in 0..1 + random(8) {
                let at = random(b.len());
                b[at] = random(256) as u8;
            }
            must_survive(&b);
        }
    }
}
