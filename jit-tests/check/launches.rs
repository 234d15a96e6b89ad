//! Races over many launches on one device, and over launches of many work-groups: nothing is found that is left from
//! before or has been forgotten, and what is there is found as in a first launch.
//!
//! Whether code is right says LLVM's AMDGPUUsage, Memory Model GFX6-GFX9.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options};
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{ArgValue, Device, Launch, LoadedProgram};

fn load(device: &Device, text: &str) -> LoadedProgram {
    let code = assemble(Gen::Gfx9, text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw");
    device.load(&object).expect("loads")
}

/// What is found in a launch of work-groups of so many work-items and 64 KiB of LDS, on one thread.
fn races(
    device: &Device,
    program: &LoadedProgram,
    (groups, local): (u32, u32),
    args: Vec<ArgValue>,
) -> Vec<Report> {
    let mut launch = Launch::new(0, groups * local, local).threads(1);
    launch.args = args;
    launch.lds_limit = Some(0x10000);
    let options = Options {
        classes: vec![Class::Races],
        pedantic: false,
    };
    let checked = device.check(program, &launch, &options).expect("runs");
    assert!(checked.outcome.fault.is_none(), "{:?}", checked.outcome);
    checked.reports
}

fn rules(found: &[Report]) -> Vec<&'static str> {
    found.iter().map(|r| r.rule).collect()
}

/// Each of two waves writes its elements of the LDS, and then those of the other, which it has read; from s4 on.
fn swap(barrier: &str) -> String {
    format!(
        "s_load_dword s4, s[0:1], 0x0
        s_mov_b32 m0, -1
        v_lshlrev_b32 v1, 2, v0
        v_sub_u32 v2, 0x1fc, v1
        s_waitcnt lgkmcnt(0)
        v_add_u32 v1, s4, v1
        v_add_u32 v2, s4, v2
        ds_write_b32 v1, v0
        s_waitcnt lgkmcnt(0)
        {barrier}
        ds_read_b32 v3, v2
        s_waitcnt lgkmcnt(0)
        s_barrier
        v_add_u32 v3, 1, v3
        ds_write_b32 v2, v3
        s_waitcnt lgkmcnt(0)
        s_barrier
        ds_read_b32 v4, v1
        s_waitcnt lgkmcnt(0)
        s_endpgm"
    )
}

/// What is found where one barrier is missing: the second wave writes what the first has read, and reads what that has
/// written.
const WRONG: &[&str] = &["R01", "R01"];

const FILLER: &str = "
    v_mov_b32 v1, 0
    ds_write_b32 v1, v0 offset:0x8000
    s_waitcnt lgkmcnt(0)
    s_endpgm";

#[test]
fn other_launches_lie_between() {
    let device = Device::new().expect("a device");
    let right = load(&device, &swap("s_barrier"));
    let wrong = load(&device, &swap(""));
    let filler = load(&device, FILLER);
    let first = rules(&races(&device, &wrong, (1, 128), vec![0u32.into()]));
    assert_eq!(first, WRONG);
    for groups in [1, 2, 62, 63, 64, 126, 127, 128, 129, 255, 256, 257, 300] {
        for _ in 0..3 {
            let found = races(&device, &filler, (groups, 64), vec![]);
            assert_eq!(found, [], "{groups} work-groups");
            let found = races(&device, &right, (1, 128), vec![0u32.into()]);
            assert_eq!(found, [], "behind {groups} work-groups");
        }
        let found = races(&device, &wrong, (1, 128), vec![0u32.into()]);
        assert_eq!(rules(&found), first, "behind {groups} work-groups");
    }
}

/// 300 launches of one kernel, each of which uses its own part of the LDS, of 128.
#[test]
fn launches_of_one_kernel() {
    let device = Device::new().expect("a device");
    let (right, wrong) = (swap("s_barrier"), swap(""));
    for (text, wanted) in [(right, &[][..]), (wrong, WRONG)] {
        let program = load(&device, &text);
        for i in 0..300u32 {
            let found = races(&device, &program, (1, 128), vec![(i % 128 * 512).into()]);
            assert_eq!(rules(&found), wanted, "launch {i}");
        }
    }
}

/// Programs whose instructions are more than have numbers: the other access is still the right one.
#[test]
fn many_instructions_that_access_memory() {
    let device = Device::new().expect("a device");
    let wrong = load(&device, &swap(""));
    let others = |found: &[Report]| -> Vec<_> {
        let others = found.iter().map(|r| r.other.as_ref().expect("an access"));
        others.map(|o| (o.pc, o.instruction.clone())).collect()
    };
    let first = others(&races(&device, &wrong, (1, 128), vec![0u32.into()]));
    let texts: Vec<&str> = first.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, ["ds_read_b32 v3, v2", "ds_write_b32 v1, v0"]);
    for i in 0..5 {
        let long = format!("v_mov_b32 v9, {i}\n") + &"ds_read_b32 v2, v1\n".repeat(900);
        let long = load(&device, &(long + "s_waitcnt lgkmcnt(0)\ns_endpgm"));
        assert_eq!(races(&device, &long, (1, 64), vec![]), []);
        let wrong = load(&device, &swap(""));
        let found = others(&races(&device, &wrong, (1, 128), vec![0u32.into()]));
        assert_eq!(found, first, "behind {} programs", i + 1);
    }
}

const GROUPS: u32 = 5000;

/// The last work-group reads, or overwrites, what all have stored, where they have told of it.
fn last(wait: &str, invalidate: &str, access: &str) -> String {
    format!(
        "s_load_dwordx4 s[4:7], s[0:1], 0x0
        s_load_dword s8, s[0:1], 0x10
        v_mov_b32 v1, 0
        s_waitcnt lgkmcnt(0)
        s_lshl_b32 s9, s2, 2
        v_mov_b32 v2, s9
        v_mov_b32 v3, s2
        v_add_u32 v3, 1, v3
        s_mov_b64 exec, 1
        global_store_dword v2, v3, s[4:5]
        {wait}
        v_mov_b32 v4, 1
        global_atomic_add v5, v1, v4, s[6:7] glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s10, v5
        s_cmp_lg_u32 s10, s8
        s_cbranch_scc1 done
        {invalidate}
        s_mov_b64 exec, -1
        v_lshlrev_b32 v2, 2, v0
        s_lshr_b32 s11, s8, 6
    next:
        {access}
        s_waitcnt vmcnt(0)
        v_add_u32 v2, 0x100, v2
        s_sub_u32 s11, s11, 1
        s_cbranch_scc0 next
    done:
        s_endpgm"
    )
}

#[test]
fn the_last_of_many_work_groups() {
    let (wait, invalidate) = ("s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol");
    let [read, store, add] = [
        "global_load_dword v6, v2, s[4:5]",
        "global_store_dword v2, v4, s[4:5]",
        "global_atomic_add v6, v2, v4, s[4:5] glc",
    ];
    let texts = [
        (last(wait, invalidate, read), None),
        (last("", invalidate, read), Some("R04")),
        (last(wait, "", read), Some("R07")),
        // No write is served by a cache.
        (last(wait, "", store), None),
        (last("", invalidate, store), Some("R04")),
        (last(wait, "", add), None),
    ];
    let device = Device::new().expect("a device");
    for (text, wanted) in texts {
        let parts = device.buffer("parts", &[0u32; 5120]).expect("room");
        let count = device.buffer("count", &[0u32; 1]).expect("room");
        let program = load(&device, &text);
        let args = vec![(&parts).into(), (&count).into(), (GROUPS - 1).into()];
        let found = races(&device, &program, (GROUPS, 64), args);
        let wanted: Vec<&str> = wanted.into_iter().collect();
        let mut all = rules(&found);
        all.dedup();
        assert_eq!(all, wanted, "{text}");
    }
}

/// Each work-group waits for the one before it, and reads what that and the first have stored: by an atomic, or by stores
/// and loads past the caches.
fn chain((wait, invalidate): (&str, &str), atomic: bool) -> String {
    let (load, store) = if atomic {
        (
            "v_mov_b32 v5, 0\nglobal_atomic_or v5, v3, v5, s[6:7] glc",
            "global_atomic_swap v2, v10, s[6:7]",
        )
    } else {
        (
            "global_load_dword v5, v3, s[6:7] glc",
            "global_store_dword v2, v10, s[6:7]",
        )
    };
    format!(
        "s_load_dwordx4 s[4:7], s[0:1], 0x0
        s_waitcnt lgkmcnt(0)
        s_lshl_b32 s9, s2, 2
        v_mov_b32 v2, s9
        s_mov_b64 exec, 1
        s_cmp_eq_u32 s2, 0
        s_cbranch_scc1 first
        v_add_u32 v3, -4, v2
    spin:
        {load}
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s10, v5
        s_cmp_eq_u32 s10, 0
        s_cbranch_scc1 spin
        {invalidate}
        global_load_dword v6, v3, s[4:5]
        v_mov_b32 v7, 0
        global_load_dword v8, v7, s[4:5]
        s_waitcnt vmcnt(0)
    first:
        v_mov_b32 v9, s2
        v_add_u32 v9, 1, v9
        global_store_dword v2, v9, s[4:5]
        {wait}
        v_mov_b32 v10, 1
        {store}
        s_endpgm"
    )
}

#[test]
fn each_work_group_behind_the_one_before() {
    let (wait, invalidate) = ("s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol");
    let device = Device::new().expect("a device");
    for atomic in [true, false] {
        let texts = [
            ((wait, invalidate), None),
            (("", invalidate), Some(if atomic { "R04" } else { "R06" })),
            ((wait, ""), Some("R07")),
        ];
        for (with, wanted) in texts {
            let [out, flags] =
                [0, 1].map(|_| device.buffer("buffer", &[0u32; 5120]).expect("room"));
            let program = load(&device, &chain(with, atomic));
            let args = vec![(&out).into(), (&flags).into()];
            let found = races(&device, &program, (GROUPS, 64), args);
            let all = rules(&found);
            match wanted {
                None => assert_eq!(all, [""; 0], "{with:?}, {atomic}: {found:#?}"),
                Some(rule) => assert!(all.contains(&rule), "{with:?}, {atomic}: {all:?}"),
            }
        }
    }
}

/// The waves of a work-group store; behind a barrier one of them tells of it, by a store or by an atomic.
#[test]
fn a_wave_tells_of_its_work_group() {
    let device = Device::new().expect("a device");
    for barrier in ["s_barrier", ""] {
        for store in [
            "global_store_dword v1, v4, s[6:7]",
            "global_atomic_swap v1, v4, s[6:7]",
        ] {
            let text = format!(
                "s_load_dwordx4 s[4:7], s[0:1], 0x0
                v_mov_b32 v1, 0
                v_lshlrev_b32 v2, 2, v0
                v_add_u32 v3, 1, v0
                v_mov_b32 v4, 1
                s_waitcnt lgkmcnt(0)
                s_cmp_eq_u32 s2, 0
                s_cbranch_scc0 second
                global_store_dword v2, v3, s[4:5]
                s_waitcnt vmcnt(0)
                {barrier}
                v_cmp_eq_u32 vcc, 0, v0
                s_and_b64 exec, exec, vcc
                {store}
                s_endpgm
            second:
                global_load_dword v5, v1, s[6:7] glc
                s_waitcnt vmcnt(0)
                v_readfirstlane_b32 s10, v5
                s_cmp_eq_u32 s10, 0
                s_cbranch_scc1 second
                buffer_wbinvl1_vol
                global_load_dword v6, v2, s[4:5]
                s_waitcnt vmcnt(0)
                s_endpgm"
            );
            let [out, flag] = [0, 1].map(|_| device.buffer("buffer", &[0u32; 256]).expect("room"));
            let program = load(&device, &text);
            let found = races(
                &device,
                &program,
                (2, 128),
                vec![(&out).into(), (&flag).into()],
            );
            let wanted: &[&str] = match barrier {
                "" => &["R04"],
                _ => &[],
            };
            assert_eq!(rules(&found), wanted, "{text}\n{found:#?}");
        }
    }
}
