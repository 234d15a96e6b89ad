//! Functions of many blocks, and those that end because they are too long: as the interpreter executes them, whatever is
//! done in such functions alone.

use gcn_jit::asm::assemble;
use gcn_jit::fuzz::long::{KINDS, LDS, PRIVATE_BYTES, Piece, source};
#[cfg(debug_assertions)]
use gcn_jit::fuzz::plant::{Fault, plant};
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::{Counters, Engine};
use gcn_jit::runtime::{Backend, Device, Launch, LoadedProgram, Stats};

fn load(device: &Device, text: &str) -> LoadedProgram {
    let code = assemble(Gen::Gfx9, text).unwrap_or_else(|e| panic!("{}", e[0]));
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("a program");
    device.load(&object).expect("a program")
}

/// Two work-groups of a wave, with noise in all registers but those that are given.
fn launch() -> Launch<'static> {
    let mut launch = Launch::new(0, 128, 64);
    launch.lds_limit = Some(LDS);
    launch.private = Some(PRIVATE_BYTES);
    launch.poison = Some(7);
    launch.capture = true;
    launch
}

/// What the interpreter makes of the program.
fn expected(device: &Device, program: &LoadedProgram) -> Stats {
    let mut launch = launch();
    launch.backend = Backend::Interp;
    device.launch(program, &launch).expect("runs")
}

/// What compiled code makes of it at a level, compiled quickly or with full effort.
fn compiled(
    device: &Device,
    program: &LoadedProgram,
    level: HostLevel,
    hot: i64,
) -> (Stats, Counters) {
    let jit = Jit::with_level(level, None).expect("a level that the host has");
    jit.set_hot(hot);
    let stats = device.launch_on(program, &launch(), &jit).expect("runs");
    (stats, jit.counters())
}

/// Whether compiled code leaves the registers that the interpreter does, at the host's level.
fn agrees(text: &str, hot: i64) -> bool {
    let device = Device::new().expect("a device");
    let program = load(&device, text);
    let expected = expected(&device, &program);
    let level = HostLevel::chosen().expect("a usable host");
    let (found, _) = compiled(&device, &program, level, hot);
    assert_eq!(found.instructions, expected.instructions);
    found.captured == expected.captured
}

/// All kinds of code, one after the other.
fn mixed(n: usize, seed: u64) -> String {
    let pieces: Vec<Piece> = KINDS.iter().map(|(_, piece)| *piece).collect();
    source(&pieces, n, seed)
}

/// The kind of code of that name alone.
fn kind(name: &str, n: usize) -> String {
    let piece = KINDS.iter().find(|(n, _)| *n == name).expect("a kind").1;
    source(&[piece], n, 3)
}

#[test]
fn long_programs_do_what_the_interpreter_does() {
    for level in HostLevel::available().expect("a usable host") {
        for (seed, hot) in [(1, i64::MAX), (2, -1)] {
            let device = Device::new().expect("a device");
            let program = load(&device, &mixed(3000, seed));
            let expected = expected(&device, &program);
            let (found, counters) = compiled(&device, &program, level, hot);
            assert!(counters.blocks_compiled > 256, "{level}");
            assert_eq!(found.instructions, expected.instructions, "{level}");
            assert!(found.captured == expected.captured, "{level}, seed {seed}");
        }
    }
}

#[test]
fn what_is_known_is_written_when_nothing_names_it_any_more() {
    let text = kind("known", 1500);
    assert!(agrees(&text, i64::MAX) && agrees(&text, -1));
    #[cfg(debug_assertions)]
    {
        let _planted = plant(Fault::UntoldUnset);
        assert!(!agrees(&text, i64::MAX));
    }
}

/// Whether each wave finds the scalar registers as all waves start, though others have changed them in a function of
/// many blocks.
fn start_alike(hot: i64) -> bool {
    let mut text =
        "s_load_dwordx2 s[2:3], s[0:1], 0x0\nv_mov_b32 v1, s20\nv_lshlrev_b32 v2, 2, v0\n\
                    s_waitcnt lgkmcnt(0)\nglobal_atomic_add v2, v1, s[2:3]\n"
            .to_owned();
    for k in 0..400 {
        text += &format!("s_add_u32 s20, s20, 1\ns_cmp_eq_u32 s20, 5\ns_cbranch_scc1 L{k}\n");
        text += &format!("s_add_u32 s21, s21, s20\nL{k}:\n");
    }
    let device = Device::new().expect("a device");
    let program = load(&device, &(text + "s_endpgm\n"));
    let sums = device.buffer("sums", &[0u32; 64]).expect("room");
    let launch = Launch::new(0, 64 * 16, 64).arg(&sums);
    let jit = Jit::new().expect("a usable host");
    jit.set_hot(hot);
    device.launch_on(&program, &launch, &jit).expect("runs");
    sums.read::<u32>() == [0; 64]
}

#[test]
fn waves_start_alike_behind_long_functions() {
    assert!(start_alike(i64::MAX) && start_alike(-1));
    #[cfg(debug_assertions)]
    {
        let _planted = plant(Fault::LongClean);
        assert!(!start_alike(-1));
    }
}

/// Each round would leave the function, if what is behind the loop took all the room.
#[test]
fn a_loop_in_whose_midst_a_function_begins_stays_in_it() {
    let add = "v_add_u32 v4, v4, v5\n";
    let body = "s_mov_b32 s20, 40\nL: s_nop 0\ns_nop 0\ns_nop 0\ns_sub_u32 s20, s20, 1\n\
                s_cmp_lg_u32 s20, 0\ns_cbranch_scc1 L\n";
    // A function has 2000 instructions at most.
    for before in 1994..2000 {
        let text = add.repeat(before) + body + &add.repeat(2500) + "s_endpgm\n";
        let device = Device::new().expect("a device");
        let program = load(&device, &text);
        let level = HostLevel::chosen().expect("a usable host");
        let (_, counters) = compiled(&device, &program, level, i64::MAX);
        let n = counters.instructions_compiled;
        assert!(n < 4700, "{before}: {n}");
    }
}
