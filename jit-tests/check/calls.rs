//! What is found in functions of another code object than the kernel's: with their instruction and line.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options};
use gcn_jit::error::SourceLine;
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::{InFunction, Report};
use gcn_jit::runtime::{ArgValue, Backend, Device, Launch};

/// What is found where a raw program goes on in the kernel `scale` of `kernels/checks/missing.cl`, which lacks a wait;
/// and how far behind the program that lies.
fn found(backend: Backend, is_null: bool) -> (Vec<Report>, i64) {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/jit-tests/kernels/checks/missing.hsaco"
    );
    let other = CodeObject::parse(&std::fs::read(file).expect("the file"), None).expect("ELF");
    let device = Device::new().expect("a device");
    let other = device.load(&other).expect("loads");
    let at = other.base + other.kernels[0].entry;
    // The kernel has its arguments in s[4:5].
    let text = format!(
        "s_mov_b64 s[4:5], s[0:1]\ns_mov_b32 s8, {:#x}\ns_mov_b32 s9, {:#x}\ns_setpc_b64 s[8:9]\n",
        at as u32,
        at >> 32
    );
    let bytes = assemble(Gen::Gfx9, &text).expect("assembles").bytes;
    let program = CodeObject::parse(&bytes, Some("gfx900")).expect("raw");
    let program = device.load(&program).expect("loads");
    let buffer = device.buffer("buffer", &[1u32; 64]).expect("room");
    let launch = Launch::new(0, 64, 64).backend(backend);
    let launch = if is_null {
        launch.arg(ArgValue::Buffer(0))
    } else {
        launch.arg(&buffer)
    };
    let options = Options {
        classes: vec![Class::Waits, Class::Nops],
        pedantic: false,
    };
    let checked = device.check(&program, &launch, &options).expect("runs");
    (checked.reports, at.wrapping_sub(program.base) as i64)
}

/// The functions and lines of a place in the source.
fn lines(source: &[SourceLine]) -> Vec<(Option<&str>, u32)> {
    let lines = source.iter();
    lines.map(|l| (l.function.as_deref(), l.line)).collect()
}

#[test]
fn findings_in_another_code_object() {
    for backend in [Backend::Interp, Backend::Jit] {
        let (reports, offset) = found(backend, false);
        let [r] = &reports[..] else {
            panic!("{reports:?}")
        };
        assert_eq!((r.rule, r.pc), ("V01", offset + 0x18));
        // As the other file names it.
        let symbol = |s: &Option<InFunction>| s.as_ref().map(|s| (s.name.clone(), s.offset));
        assert_eq!(symbol(&r.symbol), Some(("scale".to_owned(), 0x18)));
        let text = r.to_string();
        assert!(text.contains(" at scale+0x18 of kernel (v_lshl"), "{text}");
        assert!(
            text.contains("other: scale+0x10 of kernel (global_load"),
            "{text}"
        );
        assert_eq!(r.instruction, "v_lshlrev_b32_e32 v1, 1, v1");
        let inlined = [(Some("twice"), 5), (Some("put"), 10), (Some("scale"), 16)];
        assert_eq!(lines(&r.source), inlined);
        let other = r.other.as_ref().expect("the load");
        assert_eq!(other.instruction, "global_load_dword v1, v0, s[0:1]");
        assert_eq!(lines(&other.source), [(Some("scale"), 16)]);
    }
}

#[test]
fn faults_in_another_code_object() {
    for backend in [Backend::Interp, Backend::Jit] {
        let (reports, offset) = found(backend, true);
        let [r] = &reports[..] else {
            panic!("{reports:?}")
        };
        assert_eq!((r.rule, r.pc), ("read", offset + 0x10));
        assert!(r.to_string().contains(" at scale+0x10 of kernel ("), "{r}");
        assert_eq!(r.instruction, "global_load_dword v1, v0, s[0:1]");
        assert_eq!(lines(&r.source), [(Some("scale"), 16)]);
    }
}
