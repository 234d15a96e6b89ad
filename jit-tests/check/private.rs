//! Stores to private memory beside scalar loads, as code that was not optimised is full of: they are told apart from
//! stores to other memory before a wave runs, and what is wrong with these is found all the same.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Checker, Class, Options};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Backend, Device, Launch, LoadedProgram};

/// s\[0:3\] is the V# of private memory, s\[12:15\] one of the buffer at s\[8:9\].
const BEFORE: &str = "
    s_add_u32 s0, s0, s6
    s_addc_u32 s1, s1, 0
    s_load_dwordx2 s[8:9], s[4:5], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b64 s[12:13], s[8:9]
    s_mov_b32 s14, 0x1000
    s_mov_b32 s15, 0x27000
    v_mov_b32 v1, 1
    v_mov_b32 v2, 4
    ";
const BEHIND: &str = "
    s_load_dword s20, s[8:9], 0x0
    s_waitcnt lgkmcnt(0)
    s_endpgm
    ";

/// A store between them.
struct Case {
    generations: &'static [Gen],
    text: &'static str,
    /// Whether the buffer is loaded from where it is being stored to.
    wrong: bool,
    /// Whether a look at all paths tells that it is not.
    proven: bool,
}

const GFX9: &[Gen] = &[Gen::Gfx9, Gen::Gfx906];

const fn right(text: &'static str) -> Case {
    Case {
        generations: &Gen::GCN,
        text,
        wrong: false,
        proven: true,
    }
}

const fn wrong(text: &'static str) -> Case {
    Case {
        wrong: true,
        proven: false,
        ..right(text)
    }
}

const CASES: &[Case] = &[
    right("buffer_store_dword v1, off, s[0:3], 0 offset:4"),
    right("buffer_store_dword v1, v2, s[0:3], 0 offen"),
    Case {
        generations: GFX9,
        ..right("scratch_store_dword v2, v1, off")
    },
    // Kept elsewhere while a function is called.
    right(
        "s_mov_b64 s[22:23], s[2:3]
        s_mov_b64 s[20:21], s[0:1]
        buffer_store_dword v1, off, s[20:23], 0
        s_mov_b32 s1, 0
        s_mov_b64 s[2:3], 0
        s_mov_b32 s1, s21
        s_mov_b64 s[2:3], s[22:23]
        buffer_store_dword v1, off, s[0:3], 0",
    ),
    // In a loop.
    right(
        "s_mov_b32 s16, 3
        again:
        buffer_store_dword v1, off, s[0:3], 0
        s_load_dword s20, s[8:9], 0x4
        s_waitcnt lgkmcnt(0)
        s_sub_u32 s16, s16, 1
        s_cmp_lg_u32 s16, 0
        s_cbranch_scc1 again",
    ),
    // A second carry may lead out of what is kept for private memory.
    Case {
        proven: false,
        ..right(
            "s_addc_u32 s1, s1, 0
            buffer_store_dword v1, off, s[0:3], 0",
        )
    },
    wrong("buffer_store_dword v1, off, s[12:15], 0"),
    // Beside the stack.
    wrong(
        "buffer_store_dword v1, off, s[0:3], 0
        buffer_store_dword v1, off, s[12:15], 0
        buffer_store_dword v1, off, s[0:3], 0 offset:4",
    ),
    // The registers have another use.
    wrong(
        "s_mov_b64 s[0:1], s[12:13]
        s_mov_b64 s[2:3], s[14:15]
        buffer_store_dword v1, off, s[0:3], 0",
    ),
    // Of the private one there are the number of records and the format.
    wrong(
        "s_mov_b32 s2, s14
        s_mov_b32 s3, s15
        s_mov_b64 s[0:1], s[12:13]
        s_mov_b32 s2, -1
        buffer_store_dword v1, off, s[0:3], 0",
    ),
    wrong(ONE_PATH),
];

/// Behind a branch that is not taken, it is the buffer's.
const ONE_PATH: &str = "
    s_mov_b64 s[24:25], s[0:1]
    s_mov_b64 s[26:27], s[2:3]
    s_cmp_eq_u32 s8, 1
    s_cbranch_scc1 store
    s_mov_b64 s[24:25], s[12:13]
    s_mov_b64 s[26:27], s[14:15]
    store: buffer_store_dword v1, off, s[24:27], 0";

fn options() -> Options {
    Options {
        classes: vec![Class::Waits],
        pedantic: false,
    }
}

fn loaded(device: &Device, generation: Gen, text: &str) -> LoadedProgram {
    let text = format!("{BEFORE}{text}{BEHIND}");
    let code =
        assemble(generation, &text).unwrap_or_else(|e| panic!("{generation}: {text}: {e:?}"));
    let object = CodeObject::parse(&code.bytes, Some(generation.target())).expect("raw");
    let mut program = device.load(&object).expect("loads");
    let kernel = &mut program.kernels[0];
    (kernel.vgprs, kernel.private_size) = (8, 16);
    let setup = &mut kernel.setup;
    setup.user_sgprs = 6;
    setup.private_segment_buffer = true;
    setup.kernarg_segment_ptr = true;
    setup.private_segment_wave_offset = true;
    setup.workgroup_id = [false; 3];
    setup.workgroup_info = false;
    program
}

/// The rules that are found in two waves, and how often each.
fn found(backend: Backend, generation: Gen, text: &str) -> Vec<(&'static str, u64)> {
    let device = Device::new().expect("a device");
    let program = loaded(&device, generation, text);
    let buffer = device.buffer("buffer", &[0u32; 1024]).expect("room");
    let launch = Launch::new(0, 128, 128).arg(&buffer).threads(1);
    let launch = launch.backend(backend);
    let checked = device.check(&program, &launch, &options());
    let checked = checked.unwrap_or_else(|e| panic!("{generation}: {text}: {e}"));
    checked.reports.iter().map(|r| (r.rule, r.count)).collect()
}

#[test]
fn stores_to_private_memory_are_no_other_stores() {
    for case in CASES {
        for &generation in case.generations {
            let text = case.text;
            let device = Device::new().expect("a device");
            let program = loaded(&device, generation, text).program;
            let left = Checker::new(options()).prove(&program, program.base(), true);
            assert_eq!(left.is_empty(), case.proven, "{generation}: {text}");
            let unknown = Checker::new(options()).prove(&program, program.base(), false);
            assert!(
                !unknown.is_empty() || text.contains("scratch"),
                "{generation}: {text}"
            );
            let want = if case.wrong { vec![("V15", 2)] } else { vec![] };
            for backend in [Backend::Interp, Backend::Jit] {
                assert_eq!(
                    found(backend, generation, text),
                    want,
                    "{generation}, {backend:?}: {text}"
                );
            }
        }
    }
}

/// The planted fault is found by a V# that is another on one of two paths.
#[test]
#[cfg(debug_assertions)]
fn what_leads_to_private_memory_on_one_path_is_seen() {
    use gcn_jit::fuzz::plant::{Fault, plant};
    let planted = plant(Fault::EitherPrivate);
    let with = found(Backend::Jit, Gen::Gfx9, ONE_PATH);
    drop(planted);
    assert_eq!(with, []);
    assert_eq!(found(Backend::Jit, Gen::Gfx9, ONE_PATH), [("V15", 2)]);
}
