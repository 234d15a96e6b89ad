//! Undefined data that compiled code follows run by run: reports are those of the interpreter, which follows it
//! instruction by instruction.

use std::fmt::Write;

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options};
use gcn_jit::fuzz::plant::{Fault, plant};
use gcn_jit::fuzz::source::Source;
use gcn_jit::isa::Gen;
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::scratch::PRIVATE_BASE;
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch};

/// Registers that programs of [`random`] may read before they are written, and those that hold what is defined:
/// s[8:9] a buffer, s20 zero, s[32:35] masks of lanes; v3 a place for each lane, v4 one in its private memory.
const BEGIN: &str = "s_load_dwordx2 s[8:9], s[0:1], 0x0
    s_waitcnt lgkmcnt(0)
    s_mov_b64 flat_scratch, 0
    s_mov_b32 s20, 0
    s_mov_b32 s32, 0x00ff00ff
    s_mov_b32 s33, 0x0000ffff
    s_mov_b64 s[34:35], -1
    s_mov_b32 m0, -1
    v_lshlrev_b32_e32 v3, 4, v0
    v_and_b32_e32 v4, 12, v0
    v_mov_b32_e32 v5, v0
    v_mov_b32_e32 v6, 1.0
    s_mov_b64 s[24:25], exec
    s_mov_b64 s[26:27], 0x55\n";

/// What is found of `classes` in a program on gfx9, of 64 work-items.
fn reports(backend: Backend, text: &str, classes: &[Class], pedantic: bool) -> Vec<Report> {
    let code = assemble(Gen::Gfx9, text);
    let code = code.unwrap_or_else(|e| panic!("{e:?}\n{text}")).bytes;
    let object = CodeObject::parse(&code, Some(Gen::Gfx9.target()));
    let device = Device::new().expect("a device");
    let program = device.load(&object.expect("raw")).expect("loads");
    let zeros = device.buffer("zeros", &[0u32; 1024]).expect("room");
    let mut launch = Launch::new(0, 64, 64).arg(&zeros).backend(backend);
    launch.threads = 1;
    launch.lds_limit = Some(4096);
    launch.private = Some(64);
    launch.max_instructions = Some(100_000);
    let options = Options {
        classes: classes.to_vec(),
        pedantic,
    };
    let checked = device.check(&program, &launch, &options);
    checked.unwrap_or_else(|e| panic!("{e}\n{text}")).reports
}

/// Whether both backends find the same, and how much.
fn both(text: &str, classes: &[Class], pedantic: bool) -> (bool, usize) {
    let [interp, jit] =
        [Backend::Interp, Backend::Jit].map(|b| reports(b, text, classes, pedantic));
    (interp == jit, jit.len())
}

/// A program of instructions that move and compute with registers, some of which nobody has written, in blocks that end
/// anywhere; some of what is undefined decides something.
fn random(r: &mut Source<'_>) -> String {
    const PAIRS: [&str; 5] = ["s[24:25]", "s[26:27]", "s[28:29]", "s[30:31]", "vcc"];
    const SINGLE: [&str; 5] = ["s24", "s26", "s28", "s29", "vcc_lo"];
    const VECTORS: [&str; 7] = ["v5", "v6", "v7", "v8", "v9", "v40", "v41"];
    let mut out = BEGIN.to_owned();
    for _ in 0..40 {
        let (d, a, b) = (r.pick(&PAIRS), r.pick(&PAIRS), r.pick(&PAIRS));
        let b = r.pick(&[b, b, "exec", "-1", "0"]);
        let (s, t, u) = (r.pick(&SINGLE), r.pick(&SINGLE), r.pick(&SINGLE));
        let (v, w, x) = (r.pick(&VECTORS), r.pick(&VECTORS), r.pick(&VECTORS));
        let (lane, at) = (r.below(64), 4 * r.below(8));
        let logic = r.pick(&["and", "or", "xor", "andn2", "orn2", "nand", "nor", "xnor"]);
        let line = match r.below(27) {
            0..=3 => format!("s_{logic}_b64 {d}, {a}, {b}"),
            4 => format!("s_{logic}_b32 {s}, {t}, {u}"),
            5 => format!("s_mov_b64 {d}, {a}"),
            6 => format!("s_mov_b32 {s}, {t}"),
            7 => format!("s_cselect_b32 {s}, {t}, {u}"),
            8 => format!("s_cmp_eq_u32 {s}, {t}"),
            9 => format!("v_writelane_b32 {v}, {s}, {lane}"),
            10 => format!("v_readlane_b32 {s}, {v}, {lane}"),
            11 | 12 => format!("scratch_store_dword off, {v}, s20 offset:{at}"),
            13 | 14 => format!("scratch_load_dword {v}, off, s20 offset:{at}\ns_waitcnt vmcnt(0)"),
            15 => format!("scratch_store_dword v4, {v}, off"),
            16 => format!("scratch_load_ushort {v}, v4, off offset:2\ns_waitcnt vmcnt(0)"),
            17 => r
                .pick(&["ds_write_b32 v3, v7", "ds_write2_b32 v3, v8, v5 offset1:3"])
                .to_owned(),
            18 => "ds_read2_b32 v[7:8], v3 offset1:1\ns_waitcnt lgkmcnt(0)".to_owned(),
            19 => format!("global_store_dword v3, {v}, s[8:9]"),
            20 => "global_load_dwordx2 v[8:9], v3, s[8:9]\ns_waitcnt vmcnt(0)".to_owned(),
            21 => format!("v_cmp_gt_u32_e32 vcc, 7, {v}"),
            22 => r
                .pick(&["v_mov_b32_e32 v7, v8", "v_mov_b32_e32 v40, s28"])
                .to_owned(),
            23 => "v_mad_u64_u32 v[8:9], s[30:31], v5, s20, v[6:7]".to_owned(),
            24 => format!("v_{}_f32_e32 {v}, {w}, {x}", r.pick(&["add", "mul", "max"])),
            25 => format!("s_mov_b64 exec, s[{}]", r.pick(&["32:33", "34:35"])),
            _ => r
                .pick(&[
                    "s_branch 0",
                    "s_branch 0",
                    "s_cbranch_scc1 0",
                    "s_cbranch_vccz 0",
                ])
                .to_owned(),
        };
        writeln!(out, "{line}").expect("a string");
    }
    out + "s_cbranch_scc1 0\ns_mov_b64 vcc, s[28:29]\ns_cbranch_vccnz 0\ns_endpgm\n"
}

/// The first program, by number, of which the backends do not find the same; and how much is found in all.
fn first_different(most: u64) -> (Option<u64>, usize) {
    let mut found = 0;
    for seed in 0..most {
        let mut r = Source::seeded(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let text = random(&mut r);
        let (same, n) = both(&text, &[Class::Uninit], r.one_in(2));
        found += n;
        if !same {
            return (Some(seed), found);
        }
    }
    (None, found)
}

#[test]
fn what_is_followed_run_by_run_is_what_the_interpreter_follows() {
    let (different, found) = first_different(300);
    assert_eq!(different, None);
    assert!(found > 300, "{found}");
}

#[test]
fn mistakes_of_following_runs_are_found() {
    for fault in [Fault::RowDefined, Fault::Unhidden] {
        let planted = plant(fault);
        let (different, _) = first_different(300);
        drop(planted);
        assert!(different.is_some(), "{fault:?}");
    }
    // Of a mask that a compare defines: see `scc_of_a_mask_depends_on_the_lanes_that_are_active`.
    let planted = plant(Fault::OpenScc);
    let (same, _) = both(&mask(0), &[Class::Uninit], false);
    drop(planted);
    assert!(!same);
}

/// A branch on a mask of which the upper half, of idle lanes, is undefined, and the lower half has the lanes from
/// `least` on.
fn mask(least: u32) -> String {
    format!(
        "s_mov_b32 s28, 0
         s_mov_b64 exec, 0xffffffff
         v_mov_b32_e32 v5, {least}
         s_branch 0
         v_cmp_le_u32_e32 vcc, v5, v0
         s_and_b64 s[30:31], vcc, exec
         s_or_b64 s[28:29], s[28:29], s[30:31]
         s_branch 0
         s_cbranch_scc1 0
         s_endpgm"
    )
}

/// SCC of a bitwise function of a mask with undefined bits and of a compare's result: the bits that the compare defines
/// decide whether it is defined.
#[test]
fn scc_of_a_mask_depends_on_the_lanes_that_are_active() {
    for (least, found) in [(0, 0), (31, 0), (32, 1), (64, 1)] {
        for backend in [Backend::Interp, Backend::Jit] {
            let rules: Vec<_> = reports(backend, &mask(least), &[Class::Uninit], false)
                .iter()
                .map(|r| r.rule)
                .collect();
            assert_eq!(rules, vec!["U01"; found], "{backend:?} {least}");
        }
    }
}

/// A function has at most some thousand instructions: what lies behind that is found as what lies before.
#[test]
fn programs_longer_than_a_function_are_followed_to_their_end() {
    let mut body = String::new();
    for i in 0..3000 {
        let line = match i % 50 {
            0 => "s_branch 0",
            1 => "v_mov_b32_e32 v10, v9",
            2 => "scratch_store_dword off, v10, s20 offset:4",
            _ => "v_add_u32_e32 v5, 1, v5",
        };
        writeln!(body, "{line}").expect("a string");
    }
    // An access of the LDS beyond its end, and a branch on what is undefined, before and behind it.
    let mistakes = |n: u32, s: u32| {
        format!(
            "v_mov_b32_e32 v7, 0x2000
             ds_read_b32 v8, v7 offset:{n}
             s_waitcnt lgkmcnt(0)
             s_cmp_eq_u32 s{s}, 0
             s_cbranch_scc1 0\n"
        )
    };
    let text = format!(
        "{BEGIN}s_mov_b32 s21, 3
         loop:\n{}{body}{}s_sub_u32 s21, s21, 1
         s_cmp_lg_u32 s21, 0
         s_cbranch_scc1 loop
         s_endpgm\n",
        mistakes(0, 40),
        mistakes(4, 41),
    );
    for classes in [&[Class::Uninit][..], &[Class::Memory], &Class::ALL[..5]] {
        let [interp, jit] =
            [Backend::Interp, Backend::Jit].map(|b| reports(b, &text, classes, false));
        assert_eq!(interp, jit);
        let of = |class: &str| -> Vec<u64> {
            let all = jit.iter().filter(|r| r.class == class);
            all.map(|r| r.count).collect()
        };
        let expected = |class: &Class| classes.contains(class);
        // Each time round, in the one wave.
        let uninit = if expected(&Class::Uninit) {
            vec![3, 3]
        } else {
            vec![]
        };
        assert_eq!(of("uninit"), uninit);
        let memory = if expected(&Class::Memory) {
            vec![3, 3]
        } else {
            vec![]
        };
        assert_eq!(of("memory"), memory);
    }
}

/// Programs, and whether one mistake is found in them: in what LDS_DIRECT, the GDS and scalar memory read.
#[test]
fn undefined_data_behind_rarer_paths_is_found() {
    let branch = "s_cmp_eq_u32 s24, 0\ns_cbranch_scc1 0\ns_endpgm";
    let direct = |before: &str, m0: &str| {
        format!(
            "v_lshlrev_b32_e32 v3, 2, v0\ns_mov_b32 m0, -1\n{before}\ns_mov_b32 m0, {m0}
             v_mov_b32_e32 v5, lds_direct
             v_readfirstlane_b32 s24, v5\n{branch}"
        )
    };
    let gds = |data: &str| {
        format!(
            "s_mov_b32 m0, 0x1000
             v_mov_b32_e32 v3, 16
             ds_write_b32 v3, {data} gds
             ds_read_b32 v5, v3 gds
             s_waitcnt lgkmcnt(0)
             v_readfirstlane_b32 s24, v5\n{branch}"
        )
    };
    // Dword 2 of lane 5 of the first wave's private memory, by its address: before it lies what belongs to none.
    let place = PRIVATE_BASE + 64 * 64 + 2 * 256 + 5 * 4;
    let scalar = |before: &str| {
        format!(
            "s_mov_b64 flat_scratch, 0
             s_mov_b32 s20, 0
             {before}
             s_mov_b32 s22, {:#x}
             s_mov_b32 s23, {:#x}
             s_load_dword s24, s[22:23], 0x0
             s_waitcnt lgkmcnt(0)\n{branch}",
            place as u32,
            place >> 32
        )
    };
    let cases = [
        ("LDS", direct("", "0x20000")),
        ("", direct("ds_write_b32 v3, v0", "0x20000")),
        ("", direct("ds_write_b32 v3, v0", "0x20010")),
        ("LDS", direct("ds_write_b8 v3, v0", "0x20000")),
        ("", direct("ds_write_b8 v3, v0", "0x00004")),
        // A byte that nobody has written, and two, with and without the sign.
        ("LDS", direct("ds_write_b8 v3, v0", "0x40001")),
        ("LDS", direct("ds_write_b8 v3, v0", "0x10000")),
        ("", direct("ds_write_b16 v3, v0", "0x50000")),
        ("m0 says where", direct("ds_write_b32 v3, v0", "s40")),
        ("the other instruction", gds("v7")),
        ("", gds("v0")),
        ("comes from private memory", scalar("")),
        ("", scalar("scratch_store_dword off, v0, s20 offset:8")),
        (
            "comes from private memory",
            scalar("scratch_store_dword off, v0, s20 offset:4"),
        ),
        (
            "the other instruction",
            scalar("scratch_store_dword off, v7, s20 offset:8"),
        ),
        // In another lane, and in the one.
        (
            "comes from private memory",
            scalar("s_mov_b64 exec, 16\nscratch_store_dword off, v0, s20 offset:8"),
        ),
        (
            "",
            scalar("s_mov_b64 exec, 32\nscratch_store_dword off, v0, s20 offset:8"),
        ),
    ];
    for (part, text) in cases {
        for backend in [Backend::Interp, Backend::Jit] {
            let found = reports(backend, &text, &[Class::Uninit], false);
            let messages: Vec<&str> = found.iter().map(|r| &*r.message).collect();
            match part {
                "" => assert!(messages.is_empty(), "{backend:?}:\n{text}\n{messages:?}"),
                part => assert!(
                    messages.len() == 1 && messages[0].contains(part),
                    "{backend:?} {part}:\n{text}\n{messages:?}"
                ),
            }
        }
    }
}
