//! What a wave has under way when it comes to a barrier, and what another wave then does behind it (V11, V12, V16).
//!
//! Source: LLVM AMDGPUUsage, "Memory Model GFX6-GFX9" and those of gfx90a and gfx942: before a barrier, the release
//! fence of a work-group waits until lgkmcnt is 0, for loads as for stores, and does not wait for vmcnt. That missing
//! waits for loads go wrong was seen on an MI300X (Triton, issue 11696 and pull request 11765).

use gcn_jit::check::{Checker, Class, Options};
use gcn_jit::isa::Gen;
use gcn_jit::runtime::{Device, Launch};

use super::rules::{ADDRESSES, ALL, ALL9, FROM7, Wait, are_needed, is_clean, loaded, report};

/// Of two waves: v1 is the lane's own place, 4 bytes for each, and v6 that of the other wave's lane.
const OTHER: &str = "v_xor_b32 v6, 0x100, v1\n";

/// s20 is where a wave's part begins, and s21 where that of the other one does.
const PARTS: &str = "v_readfirstlane_b32 s20, v1\ns_xor_b32 s21, s20, 0x100\n";

macro_rules! wait {
    ($rule:literal $generations:ident $begin:ident $text:literal, $good:expr, $bad:expr) => {
        Wait {
            rule: $rule,
            generations: $generations,
            warns: false,
            text: concat!($begin!(), $text),
            good: $good,
            bad: $bad,
        }
    };
}

macro_rules! other {
    () => {
        "v_xor_b32 v6, 0x100, v1\n"
    };
}

macro_rules! parts {
    () => {
        "v_xor_b32 v6, 0x100, v1\nv_readfirstlane_b32 s20, v1\ns_xor_b32 s21, s20, 0x100\n"
    };
}

const LGKM: &[&str] = &["s_waitcnt lgkmcnt(0)", "s_waitcnt 0"];
const NOT_LGKM: &[&str] = &["", "s_waitcnt vmcnt(0) & expcnt(0)", "s_waitcnt lgkmcnt(1)"];
const VM: &[&str] = &["s_waitcnt vmcnt(0)"];
const NOT_VM: &[&str] = &["", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(1)"];

const WAITS: &[Wait] = &[
    // Triton's: the other wave overwrites what is read.
    wait!("V12" ALL other "1>ds_read_b32 v10, v6\nWAIT\ns_barrier\n2>ds_write_b32 v1, v0", LGKM, NOT_LGKM),
    // So does an atomic; and of two dwords each counts.
    wait!("V12" ALL other "1>ds_read_b32 v10, v6\nWAIT\ns_barrier\n2>ds_add_u32 v1, v0", LGKM, NOT_LGKM),
    wait!("V12" ALL other "1>ds_read2st64_b32 v[10:11], v6 offset1:4\nWAIT\ns_barrier\n2>ds_write_b32 v1, v0 offset:1024", LGKM, NOT_LGKM),
    // Two writes.
    wait!("V12" ALL other "1>ds_write_b32 v6, v0\nWAIT\ns_barrier\n2>ds_write_b32 v1, v0", LGKM, NOT_LGKM),
    wait!("V12" ALL other "1>ds_add_u32 v6, v0\nWAIT\ns_barrier\n2>ds_write_b8 v1, v0 offset:3", LGKM, NOT_LGKM),
    // An atomic whose sum is read.
    wait!("V11" ALL other "1>ds_add_u32 v6, v0\nWAIT\ns_barrier\n2>ds_read_b32 v10, v1", LGKM, NOT_LGKM),
    // FLAT goes to the LDS, too.
    wait!("V12" FROM7 other "1>flat_load_dword v10, v[4:5]\nWAIT\ns_barrier\n2>ds_write_b32 v6, v0", LGKM, NOT_LGKM),
    // The second of two reads: those before it may still be under way.
    wait!("V12" ALL other "1>ds_read_b32 v10, v6\nds_read_b32 v11, v6 offset:512\nWAIT\ns_barrier\n2>ds_write_b32 v1, v0",
        &["s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(1)"], &["", "s_waitcnt lgkmcnt(2)"]),
    // It has to come before the last barrier that lies between, and not before the first.
    wait!("V12" ALL other "1>ds_read_b32 v10, v6\ns_barrier\nWAIT\ns_barrier\n2>ds_write_b32 v1, v0", LGKM, NOT_LGKM),
    wait!("V11" ALL other "1>ds_write_b32 v6, v0\ns_barrier\ns_barrier\nWAIT\ns_barrier\n2>ds_read_b32 v10, v1", LGKM, NOT_LGKM),
    // The first wave is at the next barrier, with nothing under way, when the second one comes behind this one.
    wait!("V11" ALL other "1>ds_write_b32 v1, v0\nWAIT\ns_barrier\n2>ds_read_b32 v10, v6\ns_waitcnt lgkmcnt(0)\ns_barrier", LGKM, NOT_LGKM),
    // Loads into the LDS.
    wait!("V11" FROM7 parts "v_mov_b32 v7, 0\ns_mov_b32 m0, s20\ns_nop 0\n1>buffer_load_dword v7, s[8:11], 0 offen lds
        s_mov_b32 m0, -1\nWAIT\ns_barrier\n2>ds_read_b32 v10, v6", VM, NOT_VM),
    wait!("V12" FROM7 parts "v_mov_b32 v7, 0\ns_mov_b32 m0, s20\ns_nop 0\n1>buffer_load_dword v7, s[8:11], 0 offen lds
        s_mov_b32 m0, -1\nWAIT\ns_barrier\n2>ds_write_b32 v6, v0", VM, NOT_VM),
    wait!("V12" FROM7 parts "v_mov_b32 v7, 0\n1>ds_read_b32 v10, v6\nWAIT\ns_barrier\ns_mov_b32 m0, s20\ns_nop 0
        2>buffer_load_dword v7, s[8:11], 0 offen lds", LGKM, NOT_LGKM),
    // Scalar memory is in order with nothing.
    wait!("V16" ALL9 parts "1>s_load_dword s22, s[4:5], s20\nWAIT\ns_barrier\n2>global_store_dword v6, v0, s[4:5]", LGKM, NOT_LGKM),
    wait!("V16" ALL9 parts "1>global_store_dword v1, v0, s[4:5]\nWAIT\ns_barrier\n2>s_load_dword s22, s[4:5], s21", VM, NOT_VM),
];

#[test]
fn waits_before_barriers_are_needed() {
    are_needed(WAITS);
}

/// What others may do behind a barrier whatever is under way.
#[test]
fn what_does_not_meet_needs_no_wait_before_a_barrier() {
    let texts = [
        // Reads, and atomics: their order is nobody's matter.
        (ALL, "ds_read_b32 v10, v6\ns_barrier\nds_read_b32 v11, v1"),
        (ALL, "ds_add_u32 v6, v0\ns_barrier\nds_add_u32 v1, v0"),
        // Other places; of its own the LDS keeps the order.
        (
            ALL,
            "ds_read_b32 v10, v6\ns_barrier\nds_write_b32 v1, v0 offset:512",
        ),
        (ALL, "ds_read_b32 v10, v1\ns_barrier\nds_write_b32 v1, v0"),
        (ALL, "ds_write_b32 v1, v0\ns_barrier\nds_write_b32 v1, v0"),
        // No barrier lies between: that is a race.
        (ALL, "ds_read_b32 v10, v6\nds_write_b32 v1, v0"),
        // It is waited for before the second of two barriers.
        (
            ALL,
            "ds_read_b32 v10, v6\ns_barrier\ns_waitcnt lgkmcnt(0)\ns_barrier\nds_write_b32 v1, v0",
        ),
        // Global memory: LLVM does not wait for vmcnt (barrier(CLK_GLOBAL_MEM_FENCE), clang 19 for gfx90a).
        (
            ALL9,
            "global_store_dword v1, v0, s[4:5]\ns_barrier\nglobal_load_dword v10, v6, s[4:5]",
        ),
        (
            ALL9,
            "global_load_dword v10, v1, s[4:5]\ns_barrier\nglobal_store_dword v6, v0, s[4:5]",
        ),
        (
            ALL9,
            "global_store_dword v1, v0, s[4:5]\ns_barrier\nglobal_store_dword v6, v0, s[4:5]",
        ),
        // Scalar memory of another place.
        (
            ALL9,
            "s_load_dword s22, s[4:5], s20\ns_barrier\nglobal_store_dword v1, v0, s[4:5] offset:1024",
        ),
    ];
    let mut all = vec![];
    for (generations, text) in texts {
        for &generation in generations {
            let text = format!("{ADDRESSES}{OTHER}{PARTS}{text}\ns_endpgm");
            all.push(is_clean(generation, &text, false));
        }
    }
    report(all);
}

/// Each wave writes what the other one reads, waits, and comes to a barrier that is the next one.
const TWO_BARRIERS: &str =
    "ds_write_b32 v1, v0\ns_barrier\nds_read_b32 v10, v6\ns_waitcnt lgkmcnt(0)\ns_barrier";
const READ: &str = "ds_read_b32 v10, v6\nWAIT\ns_barrier\nds_write_b32 v1, v0";

/// Whether what a look at all paths leaves to look for has waits in it.
fn is_proven(generation: Gen, text: &str) -> bool {
    let device = Device::new().expect("a device");
    let program = loaded(&device, generation, text);
    let program = program.expect("assembled").program;
    let checker = Checker::new(Options {
        classes: vec![Class::Waits],
        pedantic: false,
    });
    checker.prove(&program, program.base(), false).is_empty()
}

/// What waits before its barriers on all paths needs no look while it runs, nor does what meets nothing.
#[test]
fn what_all_paths_wait_for_is_proven() {
    let texts = [
        (false, READ.replace("WAIT", "")),
        (true, READ.replace("WAIT", "s_waitcnt lgkmcnt(0)")),
        (
            true,
            "ds_read_b32 v10, v6\ns_barrier\nds_read_b32 v11, v1".to_owned(),
        ),
        (
            false,
            "ds_write_b32 v1, v6\ns_barrier\nds_read_b32 v11, v6".to_owned(),
        ),
        (
            false,
            "ds_write_b32 v1, v6\ns_barrier\nds_write_b32 v6, v6".to_owned(),
        ),
        (false, TWO_BARRIERS.to_owned()),
        // On one of two paths.
        (
            false,
            READ.replace("WAIT", "s_cbranch_scc0 1\ns_waitcnt lgkmcnt(0)"),
        ),
    ];
    for (wanted, text) in texts {
        let text = format!("{ADDRESSES}{OTHER}{text}\ns_endpgm");
        assert_eq!(is_proven(Gen::Gfx8, &text), wanted, "{text}");
    }
}

/// Without planted faults these are found.
#[test]
#[cfg(debug_assertions)]
fn planted_faults_of_barriers_are_found() {
    use gcn_jit::fuzz::plant::{Fault, plant};
    let count = |text: &str| -> u64 {
        let text = format!("{ADDRESSES}{OTHER}{text}\ns_endpgm");
        let device = Device::new().expect("a device");
        let program = loaded(&device, Gen::Gfx942, &text).expect("assembled");
        let buffer = device.buffer("buffer", &[0u32; 1024]).expect("room");
        let mut launch = Launch::new(0, 128, 128).arg(&buffer).threads(1);
        launch.lds_limit = Some(4096);
        let options = Options {
            classes: vec![Class::Waits],
            pedantic: false,
        };
        let checked = device.check(&program, &launch, &options);
        let reports = checked.expect("it runs").reports;
        reports.iter().map(|r| r.count).sum()
    };
    for (fault, text, with) in [
        (Fault::NextBarrier, TWO_BARRIERS, 1),
        (Fault::AcrossReads, &*READ.replace("WAIT", ""), 0),
    ] {
        let planted = plant(fault);
        assert_eq!(count(text), with, "{fault:?}");
        drop(planted);
        assert_eq!(count(text), 2, "{fault:?}");
    }
}
