//! `private/private.cl`: private memory beyond its end, at any place of several work-groups, and faults
//! that come from what is not there.

use super::*;
use gcn_jit::error::{Fault, FaultKind, Hint};
use gcn_jit::isa::Gen;
use gcn_jit::loader::ArgKind;

/// The objects of `private/build.sh`.
const OBJECTS: [&str; 5] = [
    "gfx600-O0",
    "gfx803-O0",
    "gfx803-O2",
    "gfx900-O0",
    "gfx900-O2",
];

fn load(object: &str, kernel: &str, backend: Backend) -> Case {
    let path = format!("../jit-tests/kernels/private/{object}.hsaco");
    Case::new(&path, None, backend).kernel(kernel)
}

fn each(kernel: &str, test: impl Fn(Case)) {
    for object in OBJECTS {
        for &backend in BACKENDS {
            println!("{kernel} of {object} on {backend}");
            test(load(object, kernel, backend));
        }
    }
}

fn fault(case: &Case) -> Box<Fault> {
    match case.run() {
        Err(LaunchError::Fault(fault)) => fault,
        other => panic!("no fault: {other:?}"),
    }
}

fn divergent(g: u32, n: u32) -> u32 {
    let mut a: [u32; 32] = std::array::from_fn(|i| g.wrapping_mul(i as u32));
    let mut b: [u8; 32] = std::array::from_fn(|i| (g + i as u32) as u8);
    let mut x = g;
    for k in 0..n {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        let j = (x >> 16 & 31) as usize;
        a[j] = a[j] ^ x ^ u32::from(b[31 - j]);
        b[j] = (x >> 8) as u8;
        let k = ((k * 7) & 31) as usize;
        a[k] = a[k].wrapping_add(x);
    }
    let sum = |s: u32, i: usize| s.wrapping_mul(31).wrapping_add(a[i]) + u32::from(b[i]);
    (0..32).fold(0, sum)
}

#[test]
fn lanes_have_indices_of_their_own() {
    each("divergent", |case| {
        let case = case.grid(&[512], &[128]).zeros(2048).u32(40);
        let expected: Vec<u32> = (0..512).map(|g| divergent(g, 40)).collect();
        assert_eq!(words(&case.output(0, 2048)), expected);
    });
}

/// Addresses, and what is left in private memory, do not depend on the backend, on threads, or on which
/// work-group was there before.
#[test]
fn registers_are_the_same_however_work_groups_run() {
    for object in OBJECTS {
        let runs: Vec<_> = [
            (Backend::Interp, 1),
            (Backend::Interp, 2),
            (Backend::Jit, 1),
            (Backend::Jit, 2),
        ]
        .into_iter()
        .map(|(backend, threads)| {
            let case = load(object, "divergent", backend);
            let mut case = case.grid(&[1024], &[128]).zeros(4096).u32(5);
            (case.launch.threads, case.launch.capture) = (threads, true);
            case.run().expect("runs").captured
        })
        .collect();
        assert_eq!(runs[0].len(), 16);
        for run in &runs[1..] {
            assert!(*run == runs[0], "{object}");
        }
    }
}

#[test]
fn a_store_behind_a_private_array_is_a_fault() {
    each("overrun", |case| {
        let sum = (0..64).sum::<u32>();
        let inside = case
            .again()
            .grid(&[256], &[128])
            .zeros(1024)
            .u32(7)
            .u32(107);
        assert_eq!(words(&inside.output(0, 1024)), vec![sum + 100; 256]);
        let size = case.object.kernels[case.launch.kernel].private_size;
        // The private memory may have more than the array, but not as much as this.
        let far = case
            .again()
            .grid(&[256], &[128])
            .zeros(1024)
            .u32(size / 4)
            .u32(5);
        let f = fault(&far);
        assert!(matches!(f.kind, FaultKind::Write { size: 4, .. }), "{f}");
        let place = f.context.place.as_deref().unwrap_or_default();
        let end = format!(
            "of the private memory of the work-item with global id (0,0,0), which has {size} bytes"
        );
        assert!(place.starts_with("offset ") && place.ends_with(&end), "{f}");
        assert_eq!((f.workgroup, f.wave, f.lane), ([0; 3], 0, Some(0)), "{f}");
        // Before the array and the frame.
        let before = case
            .again()
            .grid(&[256], &[128])
            .zeros(1024)
            .u32(-64i32 as u32)
            .u32(5);
        let f = fault(&before);
        let place = f.context.place.as_deref().unwrap_or_default();
        assert!(place.starts_with("offset -"), "{f}");
    });
}

#[test]
fn a_stack_may_be_given_more_memory() {
    each("recurse", |case| {
        let n = 50;
        let case = case.grid(&[128], &[64]).zeros(512).u32(n);
        let f = fault(&case);
        let bytes = case.object.kernels[case.launch.kernel].private_size;
        assert_eq!(f.context.hint, Some(Hint::Stack { bytes }), "{f}");
        let mut case = case.again().grid(&[128], &[64]).zeros(512).u32(n);
        case.launch.private = Some(32 * 1024);
        assert_eq!(words(&case.output(0, 512)), vec![n * (n + 1) / 2; 128]);
        // Less than the file says changes nothing.
        let mut case = case.again().grid(&[128], &[64]).zeros(512).u32(0);
        case.launch.private = Some(4);
        assert_eq!(words(&case.output(0, 512)), vec![0; 128]);
        case.launch.private = Some(u32::MAX);
        let e = case.run().expect_err("too much").to_string();
        assert_eq!(
            e,
            "4294967295 bytes of private memory per work-item are too many"
        );
    });
}

/// What a call of the host begins with: the top of the stack of free packets, of which there is one for each wave,
/// and two at least.
#[test]
fn calls_of_the_host_have_a_buffer() {
    for &backend in BACKENDS {
        let case = load("gfx900-O2", "prints", backend)
            .grid(&[64], &[64])
            .zeros(8);
        assert_eq!(words(&case.output(0, 8)), [1, 0]);
    }
}

#[test]
fn faults_name_hidden_arguments_that_are_null() {
    for &backend in BACKENDS {
        let mut case = load("gfx900-O2", "prints", backend)
            .grid(&[64], &[64])
            .zeros(8);
        // As if it were a kernel that asks for memory.
        let args = &mut case.program.kernels[case.launch.kernel].args;
        let calls = args
            .iter_mut()
            .find(|a| a.kind == ArgKind::HiddenHostcallBuffer);
        calls.expect("it has one").kind = ArgKind::HiddenHeapV1;
        let f = fault(&case);
        let name = "hidden_heap_v1 (for malloc)".to_owned();
        assert_eq!(f.context.hint, Some(Hint::NullArguments(name)), "{f}");
    }
}

/// A function that clang 19 gives no address of the hidden arguments without optimization (code object version 5,
/// before gfx9) reads the aperture of the LDS at 0xc4, a constant. That is no argument, whatever the kernel has.
#[test]
fn constants_are_no_hidden_arguments() {
    for &backend in BACKENDS {
        let case = load("gfx803-v5-O0", "through_a_function", backend)
            .grid(&[64], &[64])
            .zeros(256)
            .u32(7);
        let args = &case.program.kernels[case.launch.kernel].args;
        assert!(args.iter().any(|a| a.kind == ArgKind::HiddenHeapV1));
        let f = fault(&case);
        assert_eq!(f.kind.access(), Some((0xc4, 4)), "{f}");
        assert_eq!(f.context.hint, None, "{f}");
    }
}

#[test]
fn images_are_no_buffers() {
    let case = load("gfx900-O2", "image", Backend::Jit).grid(&[64], &[64]);
    let e = case
        .zeros(64)
        .zeros(16)
        .zeros(16)
        .run()
        .expect_err("an image")
        .to_string();
    assert!(
        e.starts_with("argument 0 of kernel 'image': is an image,"),
        "{e}"
    );
}

/// On gfx942 FLAT_SCRATCH has the address of the wave's own private memory: scalar loads find there, dword after dword,
/// what the lanes have stored.
#[test]
fn flat_scratch_is_set() {
    let text = "scratch_store_dword off, v0, off offset:4
        s_load_dwordx2 s[8:9], s[0:1], 0x0
        s_waitcnt vmcnt(0) lgkmcnt(0)
        s_mov_b64 s[10:11], flat_scratch
        s_load_dwordx2 s[6:7], s[10:11], 0x100
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v2, s6
        v_mov_b32 v3, s7
        v_lshlrev_b32 v4, 3, v0
        s_lshl_b32 s12, s2, 10
        v_add_u32 v4, s12, v4
        global_store_dwordx2 v4, v[2:3], s[8:9]
        s_endpgm";
    let words = gcn_jit::asm::assemble(Gen::Gfx942, text).expect("a program");
    let bytes: Vec<u8> = words.words().iter().flat_map(|w| w.to_le_bytes()).collect();
    let object = CodeObject::parse(&bytes, Some("gfx942")).expect("raw code");
    for &backend in BACKENDS {
        let device = Device::new().expect("a device");
        let mut program = device.load(&object).expect("a program");
        program.kernels[0].private_size = 16;
        let buffer = device.buffer("found", &[0u32; 768]).expect("room");
        let launch = Launch::new(0, 384, 128).backend(backend);
        let launch = launch.arg(&buffer);
        device.launch(&program, &launch).expect("a run");
        // The first two lanes' ids of each wave of two in a work-group.
        let expected = (0..384).flat_map(|i| [i & 64, i & 64 | 1]);
        assert_eq!(buffer.read::<u32>(), expected.collect::<Vec<u32>>());
    }
}
