//! Lints on hand-written code: a kernel that has each and one that has it not, with figures worked out by hand. Both
//! backends, and any number of host threads, find the same.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Class, Options, Severity};
use gcn_jit::isa::Gen;
use gcn_jit::isa::Gen::{Gfx6, Gfx8, Gfx9, Gfx906};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch};

/// A launch: the code, and its sizes.
struct Code<'a> {
    generation: Gen,
    text: &'a str,
    grid: u32,
    local: u32,
    lds: u32,
}

/// Two work-groups of a wave.
fn code(generation: Gen, text: &str) -> Code<'_> {
    Code {
        generation,
        text,
        grid: 128,
        local: 64,
        lds: 0,
    }
}

/// What is found by each backend on one host thread and on three; the argument is a buffer of 8,192 bytes.
fn all_reports(c: &Code<'_>, classes: &[Class]) -> Vec<Report> {
    let text = format!("{}\ns_endpgm\n", c.text);
    let bytes = assemble(c.generation, &text).expect(&text).bytes;
    let object = CodeObject::parse(&bytes, Some(c.generation.target())).expect("raw");
    let options = Options {
        classes: classes.to_vec(),
        pedantic: false,
    };
    let found = |backend, threads| {
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        let buffer = device.buffer("buffer", &[7u32; 2048]).expect("room");
        let launch = Launch::new(0, c.grid, c.local).arg(&buffer);
        let mut launch = launch.backend(backend).threads(threads);
        launch.lds_limit = Some(c.lds);
        device
            .check(&program, &launch, &options)
            .expect("runs")
            .reports
    };
    let jit = found(Backend::Jit, 1);
    assert_eq!(found(Backend::Interp, 1), jit, "{}", c.text);
    if classes == [Class::Lint] {
        assert_eq!(found(Backend::Jit, 3), jit, "{}", c.text);
    }
    jit
}

/// What is found of a rule: instruction, count and message.
fn lints(c: &Code<'_>, rule: &str) -> Vec<(String, u64, String)> {
    let reports = all_reports(c, &[Class::Lint]);
    let of_lints = |r: &Report| (r.class, r.severity) == ("lint", Severity::Note);
    assert!(reports.iter().all(of_lints), "{reports:?}");
    let found = reports.into_iter().filter(|r| r.rule == rule);
    found.map(|r| (r.instruction, r.count, r.message)).collect()
}

#[track_caller]
fn finds(c: &Code<'_>, rule: &str, want: &[(&str, u64, &str)]) {
    let found = lints(c, rule);
    let found: Vec<_> = found.iter().map(|(i, n, m)| (&**i, *n, &**m)).collect();
    assert_eq!(found, want, "{rule} on {}:\n{}", c.generation, c.text);
}

/// Five vector instructions of a wave, three of them with the lanes below `limit`.
fn branch(limit: u32) -> String {
    format!(
        "s_mov_b64 s[8:9], exec
         v_cmp_gt_u32_e32 vcc, {limit}, v0
         s_and_b64 exec, s[8:9], vcc
         v_mov_b32_e32 v1, 1
         v_mov_b32_e32 v2, 1
         v_mov_b32_e32 v3, 1
         s_mov_b64 exec, s[8:9]
         v_mov_b32_e32 v4, 1"
    )
}

#[test]
fn f01_branches_that_leave_lanes_idle() {
    for generation in Gen::GCN {
        // 3 x 48 of 5 x 64 lanes, in each of two waves.
        let message = "the vector instructions behind it run with 16.0 of the 64.0 lanes that were active before, \
                       which loses 45.0% of the lanes of all vector instructions";
        let text = branch(16);
        let branch_at = ("s_and_b64 exec, s[8:9], vcc", 2, message);
        finds(&code(generation, &text), "F01", &[branch_at]);
    }
    // 3 x 4 of 320 are 3.75%, 3 x 13 are 12.2%, 3 x 14 are 13.1%.
    for (limit, n) in [(60, 0), (51, 0), (50, 1), (64, 0)] {
        let found = lints(&code(Gfx9, &branch(limit)), "F01");
        assert_eq!(found.len(), n, "{limit}: {found:?}");
    }
}

/// Six vector instructions: five behind the outer branch, two of them behind the inner one.
#[test]
fn f01_branches_in_branches() {
    let text = "v_cmp_gt_u32_e32 vcc, 32, v0
        s_and_saveexec_b64 s[10:11], vcc
        v_mov_b32_e32 v1, 1
        v_cmp_gt_u32_e32 vcc, 8, v0
        s_and_saveexec_b64 s[12:13], vcc
        v_mov_b32_e32 v2, 1
        v_mov_b32_e32 v3, 1
        s_or_b64 exec, exec, s[12:13]
        v_mov_b32_e32 v4, 1
        s_or_b64 exec, exec, s[10:11]";
    let outer = "the vector instructions behind it run with 32.0 of the 64.0 lanes that were active before, which \
                 loses 41.7% of the lanes of all vector instructions";
    let inner = "the vector instructions behind it run with 8.0 of the 32.0 lanes that were active before, which \
                 loses 12.5% of the lanes of all vector instructions";
    let want = [
        ("s_and_saveexec_b64 s[10:11], vcc", 2, outer),
        ("s_and_saveexec_b64 s[12:13], vcc", 2, inner),
    ];
    finds(&code(Gfx8, text), "F01", &want);
}

/// Both sides of a branch lose what the other one has: 48 lanes for one of six instructions, 16 for three.
#[test]
fn f01_both_sides_of_a_branch() {
    let text = "v_cmp_gt_u32_e32 vcc, 16, v0
        s_and_saveexec_b64 s[8:9], vcc
        v_mov_b32_e32 v1, 1
        s_xor_b64 exec, exec, s[8:9]
        v_mov_b32_e32 v1, 2
        v_mov_b32_e32 v2, 2
        v_mov_b32_e32 v3, 2
        s_or_b64 exec, exec, s[8:9]
        v_mov_b32_e32 v4, 1";
    let side = |lanes: &str| {
        format!(
            "the vector instructions behind it run with {lanes} of the 64.0 lanes that were active before, which \
             loses 12.5% of the lanes of all vector instructions"
        )
    };
    let (then, other) = (side("16.0"), side("48.0"));
    let want = [
        ("s_and_saveexec_b64 s[8:9], vcc", 2, &*then),
        ("s_xor_b64 exec, exec, s[8:9]", 2, &*other),
    ];
    finds(&code(Gfx906, text), "F01", &want);
}

#[test]
fn f01_waves_that_are_not_full() {
    let text = "v_mov_b32_e32 v1, v0";
    let sizes = |grid, local| Code {
        grid,
        local,
        ..code(Gfx9, text)
    };
    // Ten work-groups of a whole wave and one of 36 work-items: 1,280 lanes for 1,000.
    let message = "20 waves begin with 50.0 of 64 lanes, which loses 21.9% of all lanes: the work-groups' size is not a \
                   multiple of 64, and 16 waves would do";
    finds(&sizes(1000, 100), "F01", &[(text, 10, message)]);
    let first = &all_reports(&sizes(1000, 100), &[Class::Lint])[0];
    assert_eq!((first.pc, first.workgroup, first.wave), (0, [0; 3], 1));
    // The end of a grid, and grids that are small, need no more waves than there have to be.
    for (grid, local) in [(1000, 64), (65, 64), (1, 1), (40, 40), (1024, 128)] {
        finds(&sizes(grid, local), "F01", &[]);
    }
}

/// An LDS access of 64 lanes, as far from each other as a shift by `shift` says.
fn lds(shift: u32, access: &str) -> String {
    format!(
        "s_mov_b32 m0, -1
         v_lshlrev_b32_e32 v1, {shift}, v0
         {access}
         s_waitcnt lgkmcnt(0)"
    )
}

/// With 4 KiB of LDS for each of the two waves.
fn with_lds(generation: Gen, text: &str) -> Code<'_> {
    Code {
        lds: 4096,
        ..code(generation, text)
    }
}

#[test]
fn f02_bank_conflicts() {
    for generation in Gen::GCN {
        // Every second bank has two of the 32 dwords of half a wave.
        let text = lds(3, "ds_write_b32 v1, v0");
        let message = "4.0 cycles of the LDS an access where 2.0 would do: up to 2 different dwords in one bank";
        let want = [("ds_write_b32 v1, v0", 2, message)];
        finds(&with_lds(generation, &text), "F02", &want);
        // Side by side.
        let text = lds(2, "ds_write_b32 v1, v0");
        finds(&with_lds(generation, &text), "F02", &[]);
    }
    // All dwords are in one bank.
    let text = lds(6, "ds_read_b32 v2, v1 offset:4");
    let message = "32.0 cycles of the LDS an access where 2.0 would do: up to 16 different dwords in one bank";
    let want = [("ds_read_b32 v2, v1 offset:4", 2, message)];
    finds(&with_lds(Gfx9, &text), "F02", &want);
    // Two dwords of each lane, 4 dwords apart: half of the banks have 4 of 64.
    let text = lds(4, "ds_read_b64 v[2:3], v1");
    let message = "8.0 cycles of the LDS an access where 4.0 would do: up to 4 different dwords in one bank (an \
                   estimate)";
    finds(
        &with_lds(Gfx9, &text),
        "F02",
        &[("ds_read_b64 v[2:3], v1", 2, message)],
    );
    // Equal dwords are read once for all lanes: two lanes want each, and all one.
    let half = "s_mov_b32 m0, -1
        v_lshrrev_b32_e32 v1, 1, v0
        v_lshlrev_b32_e32 v1, 2, v1
        ds_read_b32 v2, v1
        v_mov_b32_e32 v1, 0
        ds_read_b32 v3, v1
        s_waitcnt lgkmcnt(0)";
    finds(&with_lds(Gfx9, half), "F02", &[]);
}

/// A load of lanes that are `shift` apart; on gfx8 by FLAT.
fn load(generation: Gen, shift: u32) -> String {
    let address = match generation {
        Gfx8 => {
            "v_add_u32_e32 v2, vcc, s4, v1
             v_mov_b32_e32 v3, s5
             v_addc_u32_e32 v3, vcc, 0, v3, vcc
             flat_load_dword v4, v[2:3]"
        }
        _ => "global_load_dword v4, v1, s[4:5]",
    };
    format!(
        "s_load_dwordx2 s[4:5], s[0:1], 0x0
         v_lshlrev_b32_e32 v1, {shift}, v0
         s_waitcnt lgkmcnt(0)
         {address}
         s_waitcnt vmcnt(0)"
    )
}

#[test]
fn f03_lanes_far_from_each_other() {
    for (generation, instruction) in [
        (Gfx8, "flat_load_dword v4, v[2:3]"),
        (Gfx9, "global_load_dword v4, v1, s[4:5]"),
    ] {
        // 256 bytes in 512, and in 2048.
        let message = "8.0 cache lines an access where 4.0 would do";
        let text = load(generation, 3);
        finds(
            &code(generation, &text),
            "F03",
            &[(instruction, 2, message)],
        );
        let message = "32.0 cache lines an access where 4.0 would do";
        let text = load(generation, 5);
        finds(
            &code(generation, &text),
            "F03",
            &[(instruction, 2, message)],
        );
        finds(&code(generation, &load(generation, 2)), "F03", &[]);
    }
}

#[test]
fn f04_the_same_in_all_lanes() {
    let text = "s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_mov_b32_e32 v1, 0
        s_waitcnt lgkmcnt(0)
        global_load_dword v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        v_lshlrev_b32_e32 v3, 3, v2
        v_add_u32_e32 v4, v3, v0
        v_cmp_lt_u32_e32 vcc, 5, v3
        v_add_f32_e32 v5, v3, v3
        v_lshlrev_b32_e64 v6, 3, s4";
    let load = "all lanes load from one address, each time: a scalar load does that once, of memory that the kernel \
                does not write";
    let compute = "all lanes compute the same, each time, from values that are the same in all: a scalar instruction \
                   does that once";
    // Not the sum with the lane's number, nor that of floats, which the scalar ALU does not add; nor what brings a
    // scalar into a vector register.
    let want = [
        ("global_load_dword v2, v1, s[4:5]", 2, load),
        ("v_lshlrev_b32_e32 v3, 3, v2", 2, compute),
        ("v_cmp_lt_u32_e32 vcc, 5, v3", 2, compute),
    ];
    finds(&code(Gfx9, text), "F04", &want);
    // Loads that others may see late, of less than a dword, by one lane alone, and from different addresses.
    for (load, n) in [
        ("global_load_dword v2, v1, s[4:5]", 1),
        ("global_load_dword v2, v1, s[4:5] glc", 0),
        ("global_load_ubyte v2, v1, s[4:5]", 0),
        ("s_mov_b64 exec, 1\nglobal_load_dword v2, v1, s[4:5]", 0),
        ("global_load_dword v2, v0, s[4:5]", 0),
    ] {
        let text = format!(
            "s_load_dwordx2 s[4:5], s[0:1], 0x0
             v_mov_b32_e32 v1, 0
             v_lshlrev_b32_e32 v0, 2, v0
             s_waitcnt lgkmcnt(0)
             {load}
             s_waitcnt vmcnt(0)"
        );
        assert_eq!(lints(&code(Gfx9, &text), "F04").len(), n, "{load}");
    }
}

/// What four lanes have is not what all have.
#[test]
fn f04_knows_which_lanes_are_the_same() {
    let text = |lanes: &str| {
        format!(
            "s_mov_b64 s[8:9], exec
             s_mov_b64 exec, {lanes}
             v_mov_b32_e32 v1, 7
             s_mov_b64 exec, s[8:9]
             v_lshlrev_b32_e32 v2, 1, v1"
        )
    };
    assert_eq!(lints(&code(Gfx8, &text("15")), "F04"), []);
    assert_eq!(lints(&code(Gfx8, &text("-1")), "F04").len(), 1);
    // A lane that gets another value, a move between lanes, and a choice by a mask.
    for spoils in [
        "v_writelane_b32 v1, s4, 3",
        "s_nop 1\nv_mov_b32_dpp v1, v0 row_shr:1 row_mask:0xf bank_mask:0xf",
        "v_cndmask_b32_e32 v1, v1, v1, vcc",
        "v_mbcnt_lo_u32_b32 v1, -1, v1",
    ] {
        let text = format!("v_mov_b32_e32 v1, 7\n{spoils}\nv_lshlrev_b32_e32 v2, 1, v1");
        assert_eq!(lints(&code(Gfx9, &text), "F04"), [], "{spoils}");
    }
}

/// Once in a hundred instructions or more seldom is not worth a word.
#[test]
fn what_is_rare_is_not_told() {
    for (nops, n) in [(90, 1), (100, 0)] {
        let text = format!(
            "v_mov_b32_e32 v1, 7\nv_lshlrev_b32_e32 v2, 1, v1\n{}",
            "s_nop 0\n".repeat(nops)
        );
        assert_eq!(lints(&code(Gfx9, &text), "F04").len(), n, "{nops}");
    }
}

#[test]
fn f05_room_for_few_waves() {
    let text = "v_mov_b32_e32 v1, v0";
    let sizes = |generation, local, lds| Code {
        grid: 512,
        local,
        lds,
        ..code(generation, text)
    };
    for generation in [Gfx6, Gfx8, Gfx906] {
        let message = "2 of 40 waves fit on a compute unit, because of 32768 bytes of LDS in a work-group; 16 want \
                       at most 4096 bytes of LDS";
        let want = [(text, 8, message)];
        finds(&sizes(generation, 64, 32768), "F05", &want);
        let message = "8 of 40 waves fit on a compute unit, because of 32768 bytes of LDS in a work-group (16 \
                       work-groups allow 40); 16 want at most 16384 bytes of LDS";
        let want = [(text, 8, message)];
        finds(&sizes(generation, 256, 32768), "F05", &want);
        finds(&sizes(generation, 64, 4096), "F05", &[]);
        finds(&sizes(generation, 256, 16384), "F05", &[]);
    }
}

#[test]
fn f06_scalar_registers_in_lanes() {
    let spill = "v_writelane_b32 v5, s2, 0
        s_mov_b32 s2, 0
        v_readlane_b32 s2, v5, 0";
    // Two of the four instructions with s_endpgm.
    let message =
        "a scalar register is spilled to a lane of v5; 50.0% of the instructions are such";
    let want = [
        ("v_writelane_b32 v5, s2, 0", 2, message),
        ("v_readlane_b32 s2, v5, 0", 2, message),
    ];
    for generation in Gen::GCN {
        finds(&code(generation, spill), "F06", &want);
        // Lanes of a value.
        let used = format!("{spill}\nv_mov_b32_e32 v6, v5");
        finds(&code(generation, &used), "F06", &[]);
    }
    // 2 of 41 instructions are less than a twentieth.
    let rare = format!("{spill}\n{}", "s_nop 0\n".repeat(37));
    finds(&code(Gfx9, &rare), "F06", &[]);
    let often = format!("{spill}\n{}", "s_nop 0\n".repeat(36));
    assert_eq!(lints(&code(Gfx9, &often), "F06").len(), 2);
}

/// What clang keeps on the stack at -O0: each work-item writes and reads as many bytes as the instruction names, once.
#[test]
fn f06_the_stack() {
    let found = |folder: &str| {
        let root = env!("CARGO_MANIFEST_DIR");
        let file = std::fs::read(format!("{root}/{folder}/gfx900/saxpy.hsaco"));
        let object = CodeObject::parse(&file.expect("the file"), None).expect("a code object");
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        let x = device.buffer("x", &[1.0f32; 64]).expect("room");
        let launch = program
            .launch("saxpy")
            .expect("a kernel")
            .grid(64)
            .local(64);
        let launch = launch.arg(2.0f32).arg(&x).arg(&x).arg(64u32);
        let options = Options {
            classes: vec![Class::Lint],
            pedantic: false,
        };
        let reports = device
            .check(&program, &launch, &options)
            .expect("runs")
            .reports;
        let spills = reports.into_iter().filter(|r| r.rule == "F06");
        spills.collect::<Vec<_>>()
    };
    let spills = found("jit-tests/kernels/examples-O0");
    assert!(spills.len() > 10, "{spills:?}");
    for r in &spills {
        let (moves, bytes) = match &*r.mnemonic {
            "buffer_store_dword" => ("writes", "4.0"),
            "buffer_load_dword" => ("reads", "4.0"),
            other => panic!("{other}"),
        };
        let begin =
            format!("{moves} {bytes} bytes of private memory per work-item, at a fixed place");
        assert!(r.message.starts_with(&begin), "{r}");
        assert!(r.instruction.contains(" off, "), "{r}");
    }
    assert_eq!(found("examples"), []);
}

/// OpenCL C, work_group_barrier: all work-items of a work-group have to come to it, or none.
#[test]
fn f07_barriers_that_lanes_do_not_come_to() {
    let message = "lanes with which the wave began do not come to the barrier: branches, or an early return, have left \
                   them out, and languages want all work-items of a work-group there, or none";
    let behind = |limit: u32, text: &str| {
        format!(
            "v_cmp_gt_u32_e32 vcc, {limit}, v0
             s_and_saveexec_b64 s[8:9], vcc
             {text}"
        )
    };
    let inside = behind(63, "s_barrier\ns_mov_b64 exec, s[8:9]");
    let outside = behind(63, "v_mov_b32_e32 v1, 1\ns_mov_b64 exec, s[8:9]\ns_barrier");
    let skipped = behind(
        0,
        "s_cbranch_execz 1\ns_barrier\ns_mov_b64 exec, s[8:9]\nv_mov_b32_e32 v1, 1",
    );
    let none = "s_mov_b64 exec, 0\ns_barrier";
    for generation in Gen::GCN {
        let want = [("s_barrier", 2, message)];
        finds(&code(generation, &inside), "F07", &want);
        finds(&code(generation, none), "F07", &want);
        finds(&code(generation, &behind(64, "s_barrier")), "F07", &[]);
        finds(&code(generation, &outside), "F07", &[]);
        // Who does not come to it at all waits for nobody.
        finds(&code(generation, &skipped), "F07", &[]);
        // A work-group of 100 work-items has 36 in its second wave, which begin.
        let partial = |text| Code {
            grid: 100,
            local: 100,
            ..code(generation, text)
        };
        finds(&partial("s_barrier"), "F07", &[]);
        let want = [("s_barrier", 1, message)];
        finds(&partial(&behind(99, "s_barrier")), "F07", &want);
    }
    // Once in a thousand instructions is told, too.
    let rare = format!("{inside}\n{}", "s_nop 0\n".repeat(1000));
    assert_eq!(lints(&code(Gfx9, &rare), "F07").len(), 1);
}

/// In one run with the other classes, where the interpreter takes turns with compiled code.
#[test]
fn with_the_other_classes() {
    // v2 is read before it has come, and v9 was never written.
    let text = "s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_lshlrev_b32_e32 v1, 3, v0
        s_waitcnt lgkmcnt(0)
        global_load_dword v2, v1, s[4:5]
        v_add_u32_e32 v3, v2, v0
        v_cmp_lt_u32_e32 vcc, 5, v9
        s_cbranch_vccz 1
        v_mov_b32_e32 v4, v3
        s_waitcnt vmcnt(0)";
    let rules = |classes: &[Class]| -> Vec<(&'static str, u64)> {
        let reports = all_reports(&code(Gfx9, text), classes);
        reports.iter().map(|r| (r.rule, r.count)).collect()
    };
    assert_eq!(rules(&[Class::Lint]), [("F03", 2)]);
    assert_eq!(
        rules(&[Class::Waits, Class::Lint]),
        [("V01", 2), ("F03", 2)]
    );
    assert_eq!(rules(Class::ALL), [("V01", 2), ("U01", 2), ("F03", 2)]);
    assert_eq!(rules(Class::DEFAULT), [("V01", 2), ("U01", 2)]);
}
