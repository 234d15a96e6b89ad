//! Races on hand-written code.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options, Severity};
use gcn_jit::isa::Gen::{Gfx6, Gfx7, Gfx8, Gfx9};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{Backend, Device, Launch};

use super::rules::{ADDRESSES, ALL, findings_on, shown};

/// Lanes of one store that write different values to the same bytes (R09), in each of two waves that do not meet.
#[test]
fn lanes_of_a_store_differ() {
    // Lane n of a wave, and where the wave's part begins.
    let begin = format!(
        "{ADDRESSES}
        s_mov_b32 s8, s4
        s_mov_b32 s9, s5
        s_mov_b32 s10, 0x1000
        s_mov_b32 s11, 0
        v_and_b32 v6, 63, v0
        v_and_b32 v7, 64, v0
        v_lshlrev_b32 v7, 4, v7
        v_lshrrev_b32 v8, 1, v6
        v_lshlrev_b32 v8, 2, v8
        v_or_b32 v8, v8, v7
        v_lshlrev_b32 v9, 2, v6
        v_or_b32 v9, v9, v7
        v_add_INT"
    );
    // Two lanes for each dword; each lane's own dword and the next lane's first one, with what that has there or not.
    let texts = [
        (true, "ds_write_b32 v8, v6"),
        (false, "ds_write_b32 v8, v7"),
        (false, "ds_write_b32 v9, v6"),
        (true, "buffer_store_dword v6, v8, s[8:11], 0 offen"),
        (false, "buffer_store_dword v7, v8, s[8:11], 0 offen"),
        (false, "buffer_store_dwordx2 v[10:11], v9, s[8:11], 0 offen"),
        (true, "buffer_store_dwordx2 v[11:12], v9, s[8:11], 0 offen"),
    ];
    for &generation in ALL {
        let add = match generation {
            Gfx6 | Gfx7 => "add_i32 v11, vcc, 1, v6",
            Gfx8 => "add_u32 v11, vcc, 1, v6",
            _ => "add_u32 v11, 1, v6",
        };
        let begin = begin.replace("add_INT", add);
        for (wanted, store) in texts {
            let text = format!(
                "{begin}
                v_mov_b32 v10, v6
                v_mov_b32 v12, v6
                {store}
                s_waitcnt vmcnt(0) lgkmcnt(0)
                s_endpgm"
            );
            for backend in [Backend::Jit, Backend::Interp] {
                let found = |pedantic| {
                    findings_on(backend, generation, &text, Class::Races, pedantic)
                        .expect("it runs")
                };
                let told = found(true);
                let one = told.len() == 1
                    && (told[0].rule, told[0].severity, told[0].count)
                        == ("R09", Severity::Warning, 2);
                let right = if wanted { one } else { told.is_empty() };
                assert!(
                    right,
                    "{backend:?}, {generation}: {store}\n{}",
                    shown(&told)
                );
                assert_eq!(found(false), []);
            }
        }
    }
}

/// The rules by which races are found in a gfx900 program with two buffers and 4 KiB of LDS.
fn rules(backend: Backend, text: &str, grid: u32, local: u32) -> Vec<&'static str> {
    let code = assemble(Gfx9, text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw");
    let device = Device::new().expect("a device");
    let program = device.load(&object).expect("loads");
    let [a, b] = [0, 1].map(|_| device.buffer("buffer", &[0u32; 1024]).expect("room"));
    let mut launch = Launch::new(0, grid, local).backend(backend).threads(1);
    launch = launch.arg(&a).arg(&b);
    launch.lds_limit = Some(4096);
    let options = Options {
        classes: vec![Class::Races],
        pedantic: false,
    };
    let checked = device.check(&program, &launch, &options).expect("runs");
    assert!(checked.outcome.fault.is_none(), "{:?}", checked.outcome);
    let mut rules: Vec<_> = checked.reports.iter().map(|r| r.rule).collect();
    rules.sort();
    rules.dedup();
    rules
}

fn same_on_both_backends(text: &str, grid: u32, local: u32, wanted: &[&str]) {
    for backend in [Backend::Jit, Backend::Interp] {
        let found = rules(backend, text, grid, local);
        assert_eq!(found, wanted, "{backend:?}:\n{text}");
    }
}

/// The first lane of each of 8 work-groups adds to one float, as compilers have it done (LLVM, AtomicExpandPass,
/// insertRMWCmpXchgLoop): with `more` behind the load, and behind the loop.
fn adds(load: &str, more: [&str; 2], place: &str) -> String {
    format!(
        "s_load_dwordx4 s[4:7], s[0:1], 0x0
        v_mov_b32 v1, 0
        s_mov_b64 s[10:11], 0
        s_lshl_b32 s9, s2, 2
        v_mov_b32 v5, s9
        s_waitcnt lgkmcnt(0)
        s_mov_b64 exec, 1
        {load}
        s_waitcnt vmcnt(0) lgkmcnt(0)
        {}
    again:
        v_add_f32 v2, 1.0, v3
        global_atomic_cmpswap v4, v1, v[2:3], {place} glc
        s_waitcnt vmcnt(0)
        v_cmp_eq_u32 vcc, v4, v3
        s_or_b64 s[10:11], vcc, s[10:11]
        v_mov_b32 v3, v4
        s_andn2_b64 exec, exec, s[10:11]
        s_cbranch_execnz again
        s_mov_b64 exec, 1
        {}
        s_endpgm",
        more[0], more[1]
    )
}

#[test]
fn what_is_loaded_only_to_be_compared() {
    let vector = "global_load_dword v3, v1, s[4:5]";
    let scalar = "s_load_dword s8, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\nv_mov_b32 v3, s8";
    let store = "global_store_dword v5, v3, s[6:7]";
    let here = "s[4:5]";
    for load in [vector, scalar] {
        let plain = "R05";
        let cases = [
            (["", ""], here, &[][..]),
            // What the last comparison has found to be there.
            (["", store], here, &[]),
            // The value itself, before and after.
            ([store, ""], here, &[plain]),
            (
                ["v_mov_b32 v6, v3", "global_store_dword v5, v6, s[6:7]"],
                here,
                &[plain],
            ),
            // It decides where to go.
            (
                [
                    "v_cmp_lt_f32 vcc, 4.0, v3\ns_cbranch_vccnz again\nv_mov_b32 v7, 1",
                    "",
                ],
                here,
                &[plain],
            ),
            // What is compared is elsewhere.
            (
                ["", "v_mov_b32 v7, 1\nglobal_atomic_add v1, v7, s[4:5]"],
                "s[6:7]",
                &[plain],
            ),
        ];
        for (more, place, wanted) in cases {
            same_on_both_backends(&adds(load, more, place), 8 * 64, 64, wanted);
        }
    }
}

/// The same of a double, in memory and in the LDS.
#[test]
fn doubles_that_are_loaded_only_to_be_compared() {
    let memory = [
        "global_load_dwordx2 v[4:5], v1, s[4:5]",
        "global_atomic_cmpswap_x2 v[6:7], v1, v[2:5], s[4:5] glc",
        "global_store_dwordx2 v8, v[4:5], s[6:7]",
    ];
    let lds = [
        "ds_read_b64 v[4:5], v1",
        "ds_cmpst_rtn_b64 v[6:7], v1, v[4:5], v[2:3]",
        "global_store_dwordx2 v8, v[4:5], s[6:7]",
    ];
    for ([load, swap, store], rule) in [(memory, "R03"), (lds, "R02")] {
        for store in ["", store] {
            // The first lane of each of two waves.
            let text = format!(
                "s_load_dwordx4 s[4:7], s[0:1], 0x0
                s_mov_b32 m0, -1
                s_mov_b64 s[10:11], 0
                v_mov_b32 v1, 0
                v_lshlrev_b32 v8, 3, v0
                s_waitcnt lgkmcnt(0)
                s_mov_b64 exec, 1
                {load}
                s_waitcnt vmcnt(0) lgkmcnt(0)
                {store}
            again:
                v_add_f64 v[2:3], v[4:5], 1.0
                {swap}
                s_waitcnt vmcnt(0) lgkmcnt(0)
                v_cmp_eq_u64 vcc, v[6:7], v[4:5]
                v_mov_b32 v5, v7
                s_or_b64 s[10:11], vcc, s[10:11]
                v_mov_b32 v4, v6
                s_andn2_b64 exec, exec, s[10:11]
                s_cbranch_execnz again
                s_endpgm"
            );
            let wanted = [rule];
            let wanted = if store.is_empty() { &[] } else { &wanted[..] };
            same_on_both_backends(&text, 128, 128, wanted);
        }
    }
}

/// A wave hands over what it has written, to the LDS or to memory, by an atomic on the LDS or on memory.
#[test]
fn waves_of_a_work_group_are_ordered_by_atomics() {
    let data = [
        ("ds_write_b32 v1, v2", "ds_read_b32 v3, v1", "R01"),
        (
            "global_store_dword v1, v2, s[4:5]",
            "global_load_dword v3, v1, s[4:5]",
            "R03",
        ),
    ];
    let flags = [
        ("ds_or_b32 v4, v5", "ds_or_rtn_b32 v6, v4, v1"),
        (
            "global_atomic_or v4, v5, s[6:7]",
            "global_atomic_or v6, v4, v1, s[6:7] glc",
        ),
    ];
    for (write, read, rule) in data {
        for (tell, see) in flags {
            for waits in [true, false] {
                let back = if waits { "s_cbranch_scc1 spin" } else { "" };
                let text = format!(
                    "s_load_dwordx4 s[4:7], s[0:1], 0x0
                    s_mov_b32 m0, -1
                    v_mov_b32 v1, 0
                    v_mov_b32 v2, 7
                    v_mov_b32 v4, 16
                    v_mov_b32 v5, 1
                    v_readfirstlane_b32 s8, v0
                    s_waitcnt lgkmcnt(0)
                    s_mov_b64 exec, 1
                    s_cmp_eq_u32 s8, 0
                    s_cbranch_scc0 spin
                    {write}
                    s_waitcnt vmcnt(0) lgkmcnt(0)
                    {tell}
                    s_endpgm
                spin:
                    {see}
                    s_waitcnt vmcnt(0) lgkmcnt(0)
                    v_readfirstlane_b32 s9, v6
                    s_cmp_eq_u32 s9, 0
                    {back}
                    {read}
                    s_waitcnt vmcnt(0) lgkmcnt(0)
                    s_endpgm"
                );
                // In order of their numbers waves would be right without waiting.
                let text = if waits {
                    text
                } else {
                    text.replace(see, "v_mov_b32 v6, 0")
                };
                let wanted = [rule];
                let wanted = if waits { &[] } else { &wanted[..] };
                same_on_both_backends(&text, 128, 128, wanted);
            }
        }
    }
}

/// The GDS is no LDS.
#[test]
fn the_gds_is_other_memory() {
    for (gds, wanted) in [("gds", &[][..]), ("", &["R01"])] {
        let text = format!(
            "s_mov_b32 m0, -1
            v_lshlrev_b32 v1, 2, v0
            v_xor_b32 v2, 0x100, v1
            ds_write_b32 v1, v0
            ds_read_b32 v3, v2 {gds}
            s_waitcnt lgkmcnt(0)
            s_endpgm"
        );
        same_on_both_backends(&text, 128, 128, wanted);
    }
}

/// Each work-group stores where it is, and reads what the next one has stored, with global wave sync in between: both are
/// ordered by that, unless the store has not arrived yet, or there is none.
#[test]
fn global_wave_sync_orders_work_groups() {
    let text = |sync: &str| {
        format!(
            "
            s_load_dwordx4 s[4:7], s[0:1], 0x0
            s_mov_b64 exec, 1
            s_mov_b32 m0, 0
            v_mov_b32 v2, 3
            s_cmp_eq_u32 s2, 0
            s_cbranch_scc0 others
            ds_gws_init v2 gds
            others:
            s_lshl_b32 s8, s2, 2
            v_mov_b32 v3, s8
            v_mov_b32 v4, s2
            s_waitcnt lgkmcnt(0)
            global_store_dword v3, v4, s[4:5]
            {sync}
            s_add_u32 s9, s2, 1
            s_and_b32 s9, s9, 3
            s_lshl_b32 s9, s9, 2
            v_mov_b32 v5, s9
            global_load_dword v6, v5, s[4:5]
            s_waitcnt vmcnt(0)
            global_store_dword v3, v6, s[6:7]
            s_endpgm"
        )
    };
    let waits = "s_waitcnt vmcnt(0)\nds_gws_barrier v2 gds\ns_waitcnt lgkmcnt(0)";
    // The first work-group sets the barrier: they run one after the other until they wait.
    let cases: [(&str, &[&str]); 3] = [
        (waits, &[]),
        ("s_waitcnt vmcnt(0)", &["R04"]),
        ("ds_gws_barrier v2 gds", &["R04"]),
    ];
    for (sync, wanted) in cases {
        same_on_both_backends(&text(sync), 256, 64, wanted);
    }
}
