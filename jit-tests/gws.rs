//! Global wave sync: waves of all work-groups that wait for each other at barriers and semaphores. What must come out
//! follows from what a barrier is: nobody is behind it before all have come.

use std::fmt::Write as _;

use gcn_jit::asm::assemble;
use gcn_jit::error::FaultKind;
use gcn_jit::interp::Interpreter;
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::Engine;
use gcn_jit::runtime::{Device, Launch, LaunchError, LoadedProgram};

/// Those with FLAT instructions.
const GENS: [Gen; 7] = [
    Gen::Gfx7,
    Gen::Gfx8,
    Gen::Gfx9,
    Gen::Gfx906,
    Gen::Gfx908,
    Gen::Gfx90a,
    Gen::Gfx942,
];

/// Work-groups, of two waves each, and how often they meet.
const GROUPS: u32 = 9;
const WAVES: u32 = 2 * GROUPS;
const PHASES: u32 = 3;

/// With a counter for all waves (s[6:7]) and an array (s[4:5]): s11 is the number of the wave in the grid, s10 that in the
/// work-group, v[10:11] the place of the wave's first result, v[12:13] the counter's. One lane is active.
fn begin() -> String {
    "
        s_load_dwordx4 s[4:7], s[0:1], 0x0
        v_readfirstlane_b32 s10, v0
        s_lshr_b32 s10, s10, 6
        s_lshl_b32 s11, s2, 1
        s_add_u32 s11, s11, s10
        s_mov_b64 exec, 1
        s_waitcnt lgkmcnt(0)
        s_lshl_b32 s12, s11, 2
        s_add_u32 s8, s4, s12
        s_addc_u32 s9, s5, 0
        v_mov_b32 v10, s8
        v_mov_b32 v11, s9
        v_mov_b32 v12, s6
        v_mov_b32 v13, s7
        v_mov_b32 v4, 1
    "
    .to_owned()
}

/// Each wave adds 1 to the counter, waits by `sync`, takes down what the counter is, and waits once more.
fn meetings(sync: impl Fn(u32) -> String) -> String {
    let mut text = begin();
    for phase in 0..PHASES {
        let (before, behind) = (sync(2 * phase), sync(2 * phase + 1));
        let next = 4 * WAVES;
        write!(
            text,
            "
            flat_atomic_add v[12:13], v4
            s_waitcnt vmcnt(0) lgkmcnt(0)
            {before}
            flat_load_dword v6, v[12:13] glc
            s_waitcnt vmcnt(0) lgkmcnt(0)
            flat_store_dword v[10:11], v6
            s_waitcnt vmcnt(0) lgkmcnt(0)
            s_add_u32 s8, s8, {next}
            s_addc_u32 s9, s9, 0
            v_mov_b32 v10, s8
            v_mov_b32 v11, s9
            {behind}
            "
        )
        .expect("a string");
    }
    text + "s_endpgm\n"
}

/// Gfx942 spells GLC of loads SC0.
fn load(device: &Device, generation: Gen, text: &str) -> LoadedProgram {
    let text = match generation {
        Gen::Gfx942 => text.replace(" glc", " sc0"),
        _ => text.to_owned(),
    };
    let code =
        assemble(generation, &text).unwrap_or_else(|e| panic!("{generation}: {e:?}\n{text}"));
    let object = CodeObject::parse(&code.bytes, Some(generation.target())).expect("raw");
    device.load(&object).expect("loads")
}

/// What HIP launches before a cooperative kernel: sets `resource` to `value`.
fn init(device: &Device, generation: Gen, engine: &dyn Engine, resource: u32, value: u32) {
    let text = format!(
        "s_mov_b32 m0, {:#x}\nv_mov_b32 v2, {value}\nds_gws_init v2 gds\ns_waitcnt lgkmcnt(0)\ns_endpgm",
        resource << 16
    );
    let program = load(device, generation, &text);
    let launch = Launch::new(0, 1, 1);
    device.launch_on(&program, &launch, engine).expect("runs");
}

/// The interpreter, and the compiler at each level of the host.
fn engines() -> Vec<Box<dyn Engine>> {
    let mut all: Vec<Box<dyn Engine>> = vec![Box::new(Interpreter)];
    for level in HostLevel::available().expect("a usable host") {
        for hot in [0, -1] {
            let jit = Jit::with_level(level, None).expect("a compiler");
            jit.set_hot(hot);
            all.push(Box::new(jit));
        }
    }
    all
}

/// Runs a kernel of [`GROUPS`] work-groups of two waves; gives the array.
fn run(
    device: &Device,
    program: &LoadedProgram,
    engine: &dyn Engine,
    set: impl Fn(Launch<'static>) -> Launch<'static>,
) -> Result<Vec<u32>, LaunchError> {
    let out = device
        .alloc("out", u64::from(4 * WAVES * PHASES))
        .expect("room");
    let counter = device.alloc("counter", 4).expect("room");
    let launch = Launch::new(0, 64 * WAVES, 128).arg(&out).arg(&counter);
    device.launch_on(program, &set(launch), engine)?;
    Ok(out.read())
}

/// In phase n each wave sees that all have come n times, and none once more.
fn met() -> Vec<u32> {
    (0..PHASES)
        .flat_map(|phase| vec![WAVES * (phase + 1); WAVES as usize])
        .collect()
}

/// All waves come to the barrier, or one of each work-group for the others, as HIP's `grid.sync()` has it.
#[test]
fn all_waves_meet() {
    let all = format!(
        "v_mov_b32 v2, {}\nds_gws_barrier v2 offset:1 gds",
        WAVES - 1
    );
    let one = |n: u32| {
        format!(
            "
            s_barrier
            s_cmp_eq_u32 s10, 0
            s_cbranch_scc0 other{n}
            v_mov_b32 v2, {}
            ds_gws_barrier v2 offset:1 gds
            s_waitcnt vmcnt(0) lgkmcnt(0)
            other{n}: s_barrier",
            GROUPS - 1
        )
    };
    for engine in engines() {
        for generation in GENS {
            for (of, text) in [(WAVES, meetings(|_| all.clone())), (GROUPS, meetings(one))] {
                // Resource (M0[21:16] + offset) mod 64: 0.
                let text = format!("s_mov_b32 m0, 0x3f0000\n{text}");
                let device = Device::new().expect("a device");
                let program = load(&device, generation, &text);
                for threads in [1, 2, 5] {
                    init(&device, generation, &*engine, 0, of - 1);
                    let set = |l: Launch<'static>| l.threads(threads).cooperative(true);
                    let got = run(&device, &program, &*engine, set).expect("runs");
                    assert_eq!(got, met(), "{generation}, {threads} threads");
                }
                // So few are in flight together anyway.
                init(&device, generation, &*engine, 0, of - 1);
                let got = run(&device, &program, &*engine, |l| l).expect("runs");
                assert_eq!(got, met(), "{generation}");
            }
        }
    }
}

/// The waves of all but the first work-group wait until the first has given each of them one; it does so when its first
/// wave has changed the counter.
#[test]
fn semaphores_let_as_many_go_as_they_have() {
    let many = WAVES - 3;
    let give = [
        format!("v_mov_b32 v2, {many}\nds_gws_sema_br v2 gds\nds_gws_sema_v gds"),
        "ds_gws_sema_release_all gds".to_owned(),
    ];
    for engine in engines() {
        for generation in GENS {
            for (i, give) in give.iter().enumerate() {
                let text = format!(
                    "
                    s_mov_b32 m0, 0x50000
                    {}
                    s_cmp_eq_u32 s11, 0
                    s_cbranch_scc1 first
                    s_cmp_eq_u32 s11, 1
                    s_cbranch_scc1 store
                    ds_gws_sema_p gds
                    s_branch store
                    first:
                    s_sleep 100
                    s_barrier_and_wait
                    flat_atomic_add v[12:13], v4
                    s_waitcnt vmcnt(0) lgkmcnt(0)
                    {give}
                    store:
                    flat_load_dword v6, v[12:13] glc
                    s_waitcnt vmcnt(0) lgkmcnt(0)
                    flat_store_dword v[10:11], v6
                    s_endpgm
                    ",
                    begin()
                );
                // All others have come to the semaphore when the first wave of the first work-group goes on, since a
                // thread has one turn after the other; what is released later would not be.
                let wait = "s_movk_i32 s20, 0x7fff\nmore: s_sub_u32 s20, s20, 1\ns_cmp_eq_u32 s20, 0\ns_cbranch_scc0 more";
                let text = text.replace("s_barrier_and_wait", wait);
                let device = Device::new().expect("a device");
                let program = load(&device, generation, &text);
                init(&device, generation, &*engine, 5, 0);
                let set = |l: Launch<'static>| l.cooperative(true);
                let got = run(&device, &program, &*engine, set).expect("runs");
                for wave in (0..WAVES as usize).filter(|w| *w != 1) {
                    assert_eq!(got[wave], 1, "{generation}, wave {wave}, way {i}");
                }
            }
        }
    }
}

/// A launch in which nobody can come any more ends with a fault that says so: the count is too large, there are more
/// work-groups than are in flight together, or what a wave waits for is never given.
#[test]
fn what_can_never_be_is_a_deadlock() {
    let barrier = "s_mov_b32 m0, 0\nv_mov_b32 v2, 7\nds_gws_barrier v2 gds\ns_endpgm";
    let take = "s_mov_b32 m0, 0x90000\nds_gws_sema_p gds\ns_endpgm";
    for engine in engines() {
        for generation in [Gen::Gfx8, Gen::Gfx906, Gen::Gfx90a] {
            for threads in [1, 3] {
                let device = Device::new().expect("a device");
                let fault = |text: &str, groups: u32, cooperative| {
                    let program = load(&device, generation, text);
                    let launch = Launch::new(0, 128 * groups, 128)
                        .threads(threads)
                        .cooperative(cooperative);
                    match device.launch_on(&program, &launch, &*engine) {
                        Err(LaunchError::Fault(f)) => {
                            assert_eq!((f.workgroup, f.wave), ([0; 3], 0));
                            (f.kind.clone(), f.pc - program.base)
                        }
                        other => panic!("{other:?}"),
                    }
                };
                let says = |what: &str| FaultKind::Deadlock(what.to_owned());
                init(&device, generation, &*engine, 0, 2 * GROUPS);
                let (kind, at) = fault(barrier, GROUPS, true);
                let what = format!(
                    "ds_gws_barrier on {generation}: barrier 0 waits for 1 more wave, and none can come"
                );
                // Behind two scalar or vector instructions.
                assert_eq!((kind, at), (says(&what), 8));
                // Far more than there are at a time.
                let groups = 4000;
                init(&device, generation, &*engine, 0, 2 * groups - 1);
                let (kind, _) = fault(barrier, groups, false);
                let FaultKind::Deadlock(text) = &kind else {
                    panic!("{kind:?}");
                };
                assert!(
                    text.ends_with("in a launch that is not cooperative"),
                    "{text}"
                );
                let (kind, at) = fault(take, 1, true);
                let what =
                    format!("ds_gws_sema_p on {generation}: semaphore 9 is 0, and none can come");
                assert_eq!((kind, at), (says(&what), 8));
            }
        }
    }
}
