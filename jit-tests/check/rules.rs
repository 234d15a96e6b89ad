//! Each rule on hand-written code: what must be found on which generation, and what must not.
//!
//! In the texts `1>` marks the first instruction of the pair, `2>` the second.

use gcn_jit::asm::assemble;
use gcn_jit::check::{Checker, Class, Finding, Options, Severity};
use gcn_jit::isa::Gen;
use gcn_jit::isa::Gen::{Gfx6, Gfx7, Gfx8, Gfx9, Gfx90a, Gfx906, Gfx908, Gfx942, Gfx950};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::check::Report;
use gcn_jit::runtime::{Backend, Device, Launch, LoadedProgram};

pub(super) const ALL: &[Gen] = &Gen::GCN;
pub(super) const FROM7: &[Gen] = &[Gfx7, Gfx8, Gfx9, Gfx906];
pub(super) const FROM8: &[Gen] = &[Gfx8, Gfx9, Gfx906];
pub(super) const GFX9: &[Gen] = &[Gfx9, Gfx906];
pub(super) const TO7: &[Gen] = &[Gfx6, Gfx7];
pub(super) const TO8: &[Gen] = &[Gfx6, Gfx7, Gfx8];
pub(super) const MAI: &[Gen] = &[Gfx908, Gfx90a, Gfx942, Gfx950];
pub(super) const FROM90A: &[Gen] = &[Gfx90a, Gfx942, Gfx950];
pub(super) const ALL9: &[Gen] = &[Gfx9, Gfx906, Gfx908, Gfx90a, Gfx942, Gfx950];

/// Where the instructions marked `1>` and `2>` are, in bytes; and the text without the marks.
fn marked(generation: Gen, text: &str) -> Result<(String, [Option<u64>; 2]), String> {
    let (mut out, mut at) = (String::new(), [None; 2]);
    for line in text.lines() {
        let line = line.trim();
        for (i, mark) in ["1>", "2>"].iter().enumerate() {
            if line.starts_with(mark) {
                at[i] = Some(assembled(generation, &out)?.len() as u64);
            }
        }
        let unmarked = line.strip_prefix("1>").or(line.strip_prefix("2>"));
        out += unmarked.unwrap_or(line);
        out.push('\n');
    }
    out += "s_endpgm\n";
    Ok((out, at))
}

fn assembled(generation: Gen, text: &str) -> Result<Vec<u8>, String> {
    match assemble(generation, text) {
        Ok(code) => Ok(code.bytes),
        Err(e) => Err(format!("{generation}: {e:?}\n{text}")),
    }
}

/// The program of a text.
pub(super) fn loaded(
    device: &Device,
    generation: Gen,
    text: &str,
) -> Result<LoadedProgram, String> {
    let bytes = assembled(generation, text)?;
    let object = CodeObject::parse(&bytes, Some(generation.target())).expect("raw");
    Ok(device.load(&object).expect("loads"))
}

/// What is found in a program: its buffer is the first argument, and there are two waves and LDS.
fn findings(
    generation: Gen,
    text: &str,
    class: Class,
    pedantic: bool,
) -> Result<Vec<Finding>, String> {
    findings_on(Backend::Jit, generation, text, class, pedantic)
}

/// The same on a backend.
pub(super) fn findings_on(
    backend: Backend,
    generation: Gen,
    text: &str,
    class: Class,
    pedantic: bool,
) -> Result<Vec<Finding>, String> {
    let device = Device::new().expect("a device");
    let program = loaded(&device, generation, text)?;
    let buffer = device.buffer("buffer", &[0u32; 1024]).expect("room");
    let mut launch = Launch::new(0, 128, 128).arg(&buffer).threads(1);
    launch = launch.backend(backend);
    launch.lds_limit = Some(4096);
    launch.max_instructions = Some(10_000);
    let checker = Checker::new(Options {
        classes: vec![class],
        pedantic,
    });
    if let Err(e) = device.launch_on(&program, &launch, &checker) {
        // This one is checked, and then faults.
        if !text.contains("s_rfe") {
            return Err(format!("{generation}: {e}\n{text}"));
        }
    }
    let base = program.program.base();
    let mut list = checker.findings().list().to_vec();
    for f in &mut list {
        f.at.pc -= base;
        if let Some(other) = &mut f.other {
            other.pc -= base;
        }
    }
    Ok(list)
}

/// Checks that `rule` is found just where the marks are and nothing else anywhere, or nothing of it.
pub(super) fn check(
    rule: &str,
    generation: Gen,
    text: &str,
    class: Class,
    pedantic: bool,
    wanted: bool,
) -> Result<(), String> {
    let (text, [first, second]) = marked(generation, text)?;
    let all = findings(generation, &text, class, pedantic)?;
    let of_rule: Vec<_> = all.iter().filter(|f| f.rule == rule).collect();
    let severity = if pedantic {
        Severity::Warning
    } else {
        Severity::Error
    };
    let right = |f: &&&Finding| {
        (Some(f.at.pc), f.other.map(|o| o.pc)) == (second, first)
            && (f.class, f.severity) == (class, severity)
            // One for each wave; after a fault there is no other.
            && f.count == if text.contains("s_rfe") { 1 } else { 2 }
    };
    let fine = if wanted {
        all.len() == 1 && of_rule.iter().filter(right).count() == 1
    } else {
        of_rule.is_empty()
    };
    if fine {
        on_all_paths(
            rule,
            generation,
            &text,
            class,
            pedantic,
            (wanted, first, second),
        )
    } else {
        Err(format!(
            "{rule} on {generation}, pedantic {pedantic}, wanted {wanted}, at {second:?} with {first:?}:\n{text}{}",
            shown(&all)
        ))
    }
}

/// Rules that are about values: addresses, lanes, halves of registers and MODE.
const ABOUT_VALUES: [&str; 9] = [
    "V06", "V07", "V10", "V13", "V14", "V15", "V16", "V17", "H08",
];

/// What a run has found is found without one, too; where a run finds nothing of a rule, it is for what a value is, or
/// nothing is found without one.
fn on_all_paths(
    rule: &str,
    generation: Gen,
    text: &str,
    class: Class,
    pedantic: bool,
    (wanted, first, second): (bool, Option<u64>, Option<u64>),
) -> Result<(), String> {
    // Where a FLAT goes is one, too.
    let is_flat = class == Class::Waits && text.contains("flat_");
    if is_flat || ABOUT_VALUES.contains(&rule) || !matches!(class, Class::Waits | Class::Nops) {
        return Ok(());
    }
    // At barriers any access may be to the same bytes, and it is the barrier where it is found.
    let at_barrier = ["V11", "V12"].contains(&rule);
    if at_barrier && !wanted {
        return Ok(());
    }
    let device = Device::new().expect("a device");
    let program = loaded(&device, generation, text)?;
    let found = match super::paths::every(&device, &program, 0, &[class], pedantic) {
        Ok(found) if found.unfollowed.is_empty() => found,
        // Not all is known of it, and the report says so.
        Ok(_) | Err(_) => return Ok(()),
    };
    let of_rule = |r: &&Report| {
        let place = |pc: Option<u64>| pc.map(|pc| pc as i64);
        let other = r.other.as_ref().map(|o| o.pc);
        let anywhere = !wanted || at_barrier;
        r.rule == rule && (anywhere || (Some(r.pc), other) == (place(second), place(first)))
    };
    if found.reports.iter().any(|r| of_rule(&r)) == wanted {
        return Ok(());
    }
    let lines: Vec<String> = found.reports.iter().map(Report::to_string).collect();
    Err(format!(
        "{rule} on {generation}, pedantic {pedantic}, wanted {wanted} on all paths:\n{text}{}",
        lines.join("\n")
    ))
}

/// Findings in lines.
pub(super) fn shown(all: &[Finding]) -> String {
    let line = |f: &Finding| {
        let other = f.other.map(|o| o.pc);
        let (rule, pc) = (f.rule, f.at.pc);
        format!(
            "{rule} {:?} at {pc} with {other:?}, {} times: {}\n",
            f.severity, f.count, f.message
        )
    };
    all.iter().map(line).collect()
}

/// Fails with all that is wrong.
pub(super) fn report(all: Vec<Result<(), String>>) {
    let wrong: Vec<_> = all.into_iter().filter_map(Result::err).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// H20: scalar memory that returns may change VCCZ, unless all of VCC is written after it has returned.
#[test]
fn vccz_is_corrupted_by_scalar_memory() {
    let bad = "
        s_mov_b64 vcc, 0
        1>s_load_dword s8, s[0:1], 0x0
        s_waitcnt lgkmcnt(0)
        2>s_cbranch_vccz end
        end: s_nop 0";
    // Written while it was under way.
    let early = "
        1>s_load_dword s8, s[0:1], 0x0
        s_mov_b64 vcc, 0
        s_waitcnt lgkmcnt(0)
        2>s_cbranch_vccnz end
        end: s_nop 0";
    let good = "
        s_load_dword s8, s[0:1], 0x0
        s_waitcnt lgkmcnt(0)
        s_mov_b64 vcc, vcc
        s_cbranch_vccz end
        end: s_nop 0";
    let mut all = vec![];
    for &generation in ALL {
        let has = TO7.contains(&generation);
        all.push(check("H20", generation, bad, Class::Nops, false, has));
        all.push(check("H20", generation, early, Class::Nops, false, has));
        all.push(check("H20", generation, good, Class::Nops, false, false));
    }
    report(all);
}

/// H21: a write of half of VCC does not change VCCZ.
#[test]
fn vccz_needs_a_write_of_all_of_vcc() {
    let mut all = vec![];
    for half in ["vcc_lo", "vcc_hi"] {
        let bad = format!("1>s_mov_b32 {half}, 0\ns_nop 7\n2>s_cbranch_vccz end\nend: s_nop 0");
        let good =
            format!("s_mov_b32 {half}, 0\ns_mov_b64 vcc, vcc\ns_cbranch_vccz end\nend: s_nop 0");
        for &generation in ALL {
            all.push(check("H21", generation, &bad, Class::Nops, false, true));
            all.push(check("H21", generation, &good, Class::Nops, false, false));
        }
    }
    report(all);
}

/// What the card waits for itself is in no rule.
#[test]
fn interlocked_pairs_are_not_found() {
    let texts = [
        "v_mov_b32 v1, v2\nv_mov_b32 v3, v1",
        "v_readfirstlane_b32 s8, v1\nv_mov_b32 v2, s8",
        "v_cmp_eq_u32 vcc, v1, v2\nv_cndmask_b32 v1, v2, v3, vcc",
        "v_readfirstlane_b32 s8, v1\ns_mov_b32 s9, s8",
        "s_mov_b32 s8, 3\nv_readlane_b32 s9, v2, s8",
        "s_mov_b64 vcc, 0\nv_div_fmas_f32 v1, v2, v3, v4",
        "s_mov_b32 m0, -1\nds_write_b32 v1, v2",
        "v_mov_b32 v1, v2\nv_readlane_b32 s9, v1, 0",
        "v_cmp_eq_u32 vcc, v1, v2\ns_cbranch_vccz end\nend: s_nop 0",
        "s_mov_b64 exec, -1\nbuffer_load_dword v2, off, s[8:11], 0",
        "v_readfirstlane_b32 s8, v1\nds_write_b32 v1, v2",
    ];
    for &generation in ALL {
        for text in texts {
            let text = format!("{text}\ns_endpgm");
            let all = findings(generation, &text, Class::Nops, true);
            assert_eq!(all, Ok(vec![]), "{generation}: {text}");
        }
    }
}

/// Code that needs a wait: with it in the place of WAIT nothing is found, with any other and none the pair is.
pub(super) struct Wait {
    pub rule: &'static str,
    pub generations: &'static [Gen],
    pub warns: bool,
    pub text: &'static str,
    pub good: &'static [&'static str],
    pub bad: &'static [&'static str],
}

/// The address of the buffer in v[2:3], that of LDS in v[4:5], of private memory nowhere.
pub(super) const ADDRESSES: &str = "
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v2, s4
    v_mov_b32 v3, s5
    v_mov_b32 v4, v1
    v_mov_b32 v5, 0x10000
    s_mov_b32 m0, -1
";

const WAITS: &[Wait] = &[
    Wait {
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dword v10, off, s[8:11], 0\nWAIT\n2>v_mov_b32 v11, v10",
        good: &["s_waitcnt vmcnt(0)", "s_waitcnt 0"],
        bad: &["", "s_waitcnt vmcnt(1)", "s_waitcnt lgkmcnt(0) & expcnt(0)"],
    },
    Wait {
        // As an address.
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dword v10, off, s[8:11], 0\nWAIT\n2>ds_write_b32 v10, v1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)"],
    },
    Wait {
        // As stored data; loads return in their order.
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dwordx2 v[10:11], off, s[8:11], 0
            buffer_load_dword v12, off, s[8:11], 0
            buffer_store_dword v1, off, s[8:11], 0
            WAIT
            2>buffer_store_dword v11, off, s[8:11], 0",
        good: &[
            "s_waitcnt vmcnt(2)",
            "s_waitcnt vmcnt(1)",
            "s_waitcnt vmcnt(0)",
        ],
        bad: &["", "s_waitcnt vmcnt(3)"],
    },
    Wait {
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>ds_read_b32 v10, v1\nds_read_b32 v11, v1\nWAIT\n2>v_mov_b32 v12, v10",
        good: &["s_waitcnt lgkmcnt(1)", "s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(2)", "s_waitcnt vmcnt(0)"],
    },
    Wait {
        // Beside scalar memory nothing but zero says anything.
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>ds_read_b32 v10, v1\ns_load_dword s20, s[0:1], 0x0\nWAIT\n2>v_mov_b32 v12, v10",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)", "s_waitcnt lgkmcnt(2)"],
    },
    Wait {
        // LDS and GDS beside each other.
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>ds_read_b32 v10, v1\nds_read_b32 v11, v1 gds\nWAIT\n2>v_mov_b32 v12, v10",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)"],
    },
    Wait {
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>ds_swizzle_b32 v10, v1\nWAIT\n2>v_readlane_b32 s20, v10, 3",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &[""],
    },
    Wait {
        // Scalar.
        rule: "V02",
        generations: ALL,
        warns: false,
        text: "1>s_load_dwordx2 s[20:21], s[0:1], 0x0\nWAIT\n2>v_mov_b32 v12, s21",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)", "s_waitcnt vmcnt(0)"],
    },
    Wait {
        rule: "V02",
        generations: ALL,
        warns: false,
        text: "1>s_load_dwordx2 vcc, s[0:1], 0x0\nWAIT\n2>v_cndmask_b32 v12, v1, v2, vcc",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)"],
    },
    Wait {
        rule: "V02",
        generations: ALL,
        warns: false,
        text: "1>s_memtime s[20:21]\nWAIT\n2>s_mov_b32 s30, s20",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)"],
    },
    Wait {
        rule: "V03",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dword v10, off, s[8:11], 0\nWAIT\n2>v_mov_b32 v10, 0",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt vmcnt(1)"],
    },
    Wait {
        // Another unit.
        rule: "V03",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dword v10, off, s[8:11], 0\nWAIT\n2>ds_read_b32 v10, v1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &[""],
    },
    Wait {
        rule: "V04",
        generations: ALL,
        warns: false,
        text: "1>s_load_dword s20, s[0:1], 0x0\nWAIT\n2>s_mov_b32 s20, 0",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(1)"],
    },
    Wait {
        rule: "V04",
        generations: ALL,
        warns: false,
        text: "1>s_load_dwordx2 s[20:21], s[0:1], 0x0\nWAIT\n2>s_load_dword s21, s[0:1], 0x0",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &[""],
    },
    Wait {
        rule: "V05",
        generations: &[Gfx6],
        warns: false,
        text: "1>buffer_store_dwordx2 v[10:11], off, s[8:11], 0\nWAIT\n2>v_mov_b32 v11, 0",
        good: &["s_waitcnt expcnt(0)"],
        bad: &["", "s_waitcnt vmcnt(0)", "s_waitcnt expcnt(1)"],
    },
    Wait {
        rule: "V05",
        generations: &[Gfx6],
        warns: false,
        text: "1>buffer_atomic_add v10, off, s[8:11], 0 glc\nbuffer_store_dword v12, off, s[8:11], 0\ns_waitcnt vmcnt(0)\nWAIT\n2>v_mov_b32 v10, 0",
        good: &["s_waitcnt expcnt(1)", "s_waitcnt expcnt(0)"],
        bad: &["", "s_waitcnt expcnt(2)"],
    },
    Wait {
        rule: "V05",
        generations: &[Gfx7],
        warns: true,
        text: "1>buffer_store_dword v10, off, s[8:11], 0\nWAIT\n2>v_mov_b32 v10, 0",
        good: &["s_waitcnt expcnt(0)"],
        bad: &[""],
    },
    Wait {
        rule: "V06",
        generations: ALL,
        warns: false,
        text: "1>ds_write_b32 v1, v10 gds\nWAIT\n2>v_mov_b32 v10, 0",
        good: &["s_waitcnt expcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)", "s_waitcnt expcnt(1)"],
    },
    Wait {
        rule: "V07",
        generations: ALL,
        warns: false,
        text: "1>ds_add_u32 v1, v10 gds\nWAIT\n2>s_mov_b64 exec, -1",
        good: &["s_waitcnt expcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)"],
    },
    Wait {
        // What a load writes to LDS.
        rule: "V10",
        generations: FROM7,
        warns: false,
        text: "v_mov_b32 v6, 0\ns_mov_b32 m0, 0\ns_nop 0
            1>buffer_load_dword v6, s[8:11], 0 offen lds
            s_mov_b32 m0, -1
            WAIT
            v_mov_b32 v7, 0
            s_nop 0
            2>ds_read_b32 v10, v7",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &[""],
    },
    Wait {
        // And what is written there: LLVM waits before any access to the LDS, SIInsertWaitcnts.
        rule: "V10",
        generations: FROM7,
        warns: false,
        text: "v_mov_b32 v6, 0\ns_mov_b32 m0, 0\ns_nop 0
            1>buffer_load_dword v6, s[8:11], 0 offen lds
            s_mov_b32 m0, -1
            WAIT
            v_mov_b32 v7, 0
            s_nop 0
            2>ds_write_b32 v7, v1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)"],
    },
    Wait {
        // FLAT on global memory is vector memory.
        rule: "V01",
        generations: FROM7,
        warns: false,
        text: "1>flat_load_dword v10, v[2:3]\nflat_load_dword v11, v[2:3]\nWAIT\n2>v_mov_b32 v12, v10",
        good: &["s_waitcnt vmcnt(1)", "s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)", "s_waitcnt vmcnt(2)"],
    },
    Wait {
        // On LDS it is LDS.
        rule: "V01",
        generations: FROM7,
        warns: false,
        text: "1>flat_load_dword v10, v[4:5]\nds_read_b32 v11, v1\nWAIT\n2>v_mov_b32 v12, v10",
        good: &["s_waitcnt lgkmcnt(1)", "s_waitcnt lgkmcnt(0)"],
        bad: &["", "s_waitcnt vmcnt(0)", "s_waitcnt lgkmcnt(2)"],
    },
    Wait {
        // On both it takes both, at zero.
        rule: "V01",
        generations: FROM7,
        warns: false,
        text: "v_and_b32 v6, 31, v0
            v_cmp_gt_u32 vcc, 7, v6
            v_cndmask_b32 v6, v2, v4, vcc
            v_cndmask_b32 v7, v3, v5, vcc
            1>flat_load_dword v10, v[6:7]
            buffer_load_dword v11, off, s[8:11], 0
            ds_read_b32 v13, v1
            WAIT
            2>v_mov_b32 v12, v10",
        good: &["s_waitcnt vmcnt(0) & lgkmcnt(0)"],
        bad: &[
            "",
            "s_waitcnt vmcnt(0)",
            "s_waitcnt lgkmcnt(0)",
            "s_waitcnt vmcnt(1) & lgkmcnt(1)",
        ],
    },
    Wait {
        // 6 bits of vmcnt.
        rule: "V01",
        generations: GFX9,
        warns: false,
        text: "1>global_load_dword v10, v[2:3], off
            global_load_dword v11, v[2:3], off
            WAIT
            2>v_mov_b32 v12, v10",
        good: &["s_waitcnt vmcnt(1)"],
        bad: &[
            "s_waitcnt vmcnt(2)",
            "s_waitcnt vmcnt(15)",
            "s_waitcnt vmcnt(63)",
        ],
    },
    Wait {
        // The other half of a register is a matter of opinion.
        rule: "V14",
        generations: GFX9,
        warns: true,
        text: "1>global_load_short_d16_hi v10, v[2:3], off\nWAIT\n2>v_add_f16 v12, v10, v1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &[""],
    },
    Wait {
        rule: "V01",
        generations: GFX9,
        warns: false,
        text: "1>global_load_short_d16_hi v10, v[2:3], off\nWAIT\n2>v_add_f32 v12, v10, v1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt vmcnt(1)"],
    },
    Wait {
        // TFE's dword.
        rule: "V01",
        generations: ALL,
        warns: false,
        text: "1>buffer_load_dwordx2 v[10:12], off, s[8:11], 0 tfe\nWAIT\n2>v_mov_b32 v13, v12",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt vmcnt(1)"],
    },
    Wait {
        // Lanes that the load does not write.
        rule: "V17",
        generations: ALL,
        warns: true,
        text: "s_mov_b64 exec, 0xf
            1>buffer_load_dword v10, off, s[8:11], 0
            s_mov_b64 exec, 0xf0
            WAIT
            2>v_mov_b32 v11, v10
            s_mov_b64 exec, -1",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &[""],
    },
    Wait {
        // A store over what scalar memory still reads.
        rule: "V15",
        generations: GFX9,
        warns: false,
        text: "1>s_load_dword s20, s[4:5], 0x0\nWAIT\n2>global_store_dword v[2:3], v1, off",
        good: &["s_waitcnt lgkmcnt(0)"],
        bad: &[""],
    },
    Wait {
        rule: "V15",
        generations: FROM7,
        warns: false,
        text: "1>flat_store_dword v[2:3], v1\nWAIT\n2>s_load_dword s20, s[4:5], 0x0",
        good: &["s_waitcnt vmcnt(0)"],
        bad: &["", "s_waitcnt lgkmcnt(0)"],
    },
    Wait {
        // Scalar stores stay in their cache.
        rule: "V13",
        generations: FROM8,
        warns: false,
        text: "s_mov_b32 s20, 0\n1>s_store_dword s20, s[4:5], 0x0\nWAIT\n2>s_endpgm",
        good: &["s_dcache_wb"],
        bad: &["", "s_waitcnt lgkmcnt(0)"],
    },
];

#[test]
fn waits_are_needed() {
    are_needed(WAITS);
}

pub(super) fn are_needed(waits: &[Wait]) {
    let mut all = vec![];
    for w in waits {
        for &generation in w.generations {
            let with = |wait: &str| format!("{ADDRESSES}{}", w.text.replace("WAIT", wait));
            for wait in w.good {
                let clean = marked(generation, &with(wait))
                    .and_then(|(text, _)| is_clean(generation, &text, w.warns));
                all.push(clean.map_err(|e| format!("{}, {wait}: {e}", w.rule)));
            }
            for wait in w.bad {
                let mut run = |pedantic, wanted| {
                    let text = with(wait);
                    all.push(check(
                        w.rule,
                        generation,
                        &text,
                        Class::Waits,
                        pedantic,
                        wanted,
                    ));
                };
                run(w.warns, true);
                if w.warns {
                    run(false, false);
                }
            }
        }
    }
    report(all);
}

/// What needs no wait.
#[test]
fn what_is_in_order_or_read_at_issue_needs_no_wait() {
    let texts: &[(&[Gen], &str)] = &[
        // Results of one unit are written in order.
        (
            ALL,
            "buffer_load_dword v10, off, s[8:11], 0\nbuffer_load_dword v10, off, s[8:11], 0",
        ),
        (ALL, "ds_read_b32 v10, v1\nds_read_b32 v10, v1"),
        // Addresses, descriptors and bases are read at issue.
        (ALL, "ds_read_b32 v10, v1\nv_mov_b32 v1, 0"),
        (
            ALL,
            "ds_write_b32 v1, v10\nv_mov_b32 v10, 0\nv_mov_b32 v1, 0",
        ),
        (
            ALL,
            "v_mov_b32 v6, 0\nbuffer_load_dword v10, v6, s[8:11], 0 offen\nv_mov_b32 v6, 0\ns_mov_b32 s8, 0",
        ),
        (ALL, "s_load_dword s20, s[4:5], 0x0\ns_mov_b64 s[4:5], 0"),
        (
            FROM7,
            "buffer_store_dword v10, off, s[8:11], 0\nv_mov_b32 v10, 0",
        ),
        // No lane, no register.
        (
            ALL,
            "s_mov_b64 exec, 0\nbuffer_load_dword v10, off, s[8:11], 0\ns_mov_b64 exec, -1\nv_mov_b32 v11, v10",
        ),
        // Other lanes.
        (
            ALL,
            "s_mov_b64 exec, 0xf\nbuffer_load_dword v10, off, s[8:11], 0\ns_mov_b64 exec, 0xf0\nv_mov_b32 v10, 1\nv_readlane_b32 s20, v10, 5",
        ),
        // Loads at a barrier, and at the end.
        (
            ALL,
            "buffer_load_dword v10, off, s[8:11], 0\ns_barrier\nbuffer_store_dword v1, off, s[8:11], 0",
        ),
        (
            GFX9,
            "global_load_short_d16 v10, v[2:3], off\nglobal_load_short_d16_hi v10, v[2:3], off\ns_waitcnt vmcnt(0)\nv_mov_b32 v11, v10",
        ),
    ];
    let mut all = vec![];
    for (generations, text) in texts {
        for &generation in *generations {
            let text = format!("{ADDRESSES}{text}\ns_endpgm");
            all.push(is_clean(generation, &text, false));
        }
    }
    report(all);
}

/// Whether no wait is missing in a program.
pub(super) fn is_clean(generation: Gen, text: &str, pedantic: bool) -> Result<(), String> {
    for backend in [Backend::Jit, Backend::Interp] {
        let found = findings_on(backend, generation, text, Class::Waits, pedantic)?;
        if !found.is_empty() {
            let found = shown(&found);
            return Err(format!("{backend:?}, {generation}: {text}\n{found}"));
        }
    }
    Ok(())
}

/// LDS that another wave wrote before the barrier without waiting (V11): each wave reads what the other wrote.
#[test]
fn lds_writes_are_waited_for_before_a_barrier() {
    let text = |wait: &str, address: &str| {
        format!(
            "s_mov_b32 m0, -1
            v_lshlrev_b32 v1, 2, v0
            v_xor_b32 v2, {address}, v1
            ds_write_b32 v1, v0
            {wait}
            s_barrier
            ds_read_b32 v3, v2
            s_waitcnt lgkmcnt(0)
            s_endpgm"
        )
    };
    for &generation in ALL {
        let found = |wait, address| findings(generation, &text(wait, address), Class::Waits, false);
        // 64 lanes of 4 bytes further is the other wave.
        let bad = found("", "0x100").expect("it runs");
        assert_eq!(bad.len(), 1, "{generation}: {}", shown(&bad));
        let f = &bad[0];
        let other = f.other.expect("the write");
        assert_eq!((f.rule, f.severity, f.count), ("V11", Severity::Error, 2));
        assert!(other.pc < f.at.pc && other.wave != f.at.wave, "{f:?}");
        assert_eq!(found("s_waitcnt lgkmcnt(0)", "0x100"), Ok(vec![]));
        // Of its own writes a wave reads the latest.
        assert_eq!(found("", "4"), Ok(vec![]));
    }
}
