//! What may be found on paths that nothing has run: `Device::check_paths`.

use std::collections::BTreeMap;

use gcn_jit::check::{Class, Options};
use gcn_jit::fuzz::Source;
use gcn_jit::isa::Gen::{self, Gfx6, Gfx8, Gfx9, Gfx90a};
use gcn_jit::runtime::check::{AllPaths, Report};
use gcn_jit::runtime::{Device, LoadedProgram};

use super::reference::{Step, Text, needs_nop, needs_wait};
use super::rules::{ALL, loaded};

/// What is found in a program of this text.
pub fn every(
    device: &Device,
    program: &LoadedProgram,
    kernel: usize,
    classes: &[Class],
    pedantic: bool,
) -> Result<AllPaths, String> {
    let options = Options {
        classes: classes.to_vec(),
        pedantic,
    };
    device
        .check_paths(program, kernel, &options)
        .map_err(|e| e.to_string())
}

fn all_of(generation: Gen, text: &str) -> Result<AllPaths, String> {
    let device = Device::new().expect("a device");
    let program = loaded(&device, generation, text).expect("it assembles");
    every(&device, &program, 0, &[Class::Waits, Class::Nops], false)
}

/// Rule, place and the other's place of each, and which branches of the path are taken.
fn told(all: &AllPaths) -> Vec<(&str, i64, Option<i64>, Vec<bool>)> {
    let one = |r: &Report| {
        let path = r.path.iter().flatten().map(|b| b.taken).collect();
        let (rule, other) = (r.rule, r.other.as_ref().map(|o| o.pc));
        (rule, r.pc, other, path)
    };
    let mut all: Vec<_> = all.reports.iter().map(one).collect();
    all.sort();
    all
}

/// Where only one of two ways waits, the other one is told, and that no wave goes there changes nothing.
#[test]
fn one_way_of_two_does_not_wait() {
    let text = "
        s_load_dword s4, s[0:1], 0x0
        s_cmp_eq_u32 s2, s2
        s_cbranch_scc0 other
        s_waitcnt lgkmcnt(0)
        other: s_mov_b32 s5, s4
        s_endpgm";
    for &generation in ALL {
        let found = all_of(generation, text).expect("all paths");
        let size = if generation.is_legacy() { 0 } else { 4 };
        let wanted = [("V02", 16 + size, Some(0), vec![true])];
        assert_eq!(told(&found), wanted, "{generation}");
        let text = found.reports[0].to_string();
        assert!(text.contains(", on a path\n  other: "), "{text}");
        assert!(text.contains("\n  taken: kernel+0x"), "{text}");
    }
}

/// What a loop leaves under way meets its next round, and not its first.
#[test]
fn rounds_of_a_loop() {
    let text = |wait: &str| {
        format!(
            "again: v_add_u32 v0, vcc, v1, v1
            {wait}
            buffer_load_dword v1, off, s[8:11], 0
            s_cmp_eq_u32 s2, s3
            s_cbranch_scc1 again
            s_waitcnt vmcnt(0)
            s_endpgm"
        )
    };
    let found = all_of(Gfx8, &text("s_nop 0")).expect("all paths");
    assert_eq!(told(&found), [("V01", 0, Some(8), vec![true])]);
    let waits = text("s_nop 0").replace("again: ", "again: s_waitcnt vmcnt(0)\n");
    assert_eq!(told(&all_of(Gfx8, &waits).expect("all paths")), []);
}

/// Wait states are counted on every way to an instruction.
#[test]
fn wait_states_of_the_shorter_way() {
    let text = "
        v_readfirstlane_b32 s8, v0
        s_cbranch_scc1 near
        s_nop 4
        near: buffer_load_dword v1, off, s[8:11], 0
        s_waitcnt vmcnt(0)
        s_endpgm";
    let found = all_of(Gfx9, text).expect("all paths");
    assert_eq!(told(&found), [("H01", 12, Some(0), vec![true])]);
    assert!(
        found.reports[0]
            .message
            .contains("is 1 wait state between, and 5 are needed")
    );
    let far = text.replace("s_cbranch_scc1", "s_nop 4\n s_cbranch_scc1");
    assert_eq!(told(&all_of(Gfx9, &far).expect("all paths")), []);
}

/// What is under way in LDS at a barrier meets what any wave does behind one.
#[test]
fn barriers() {
    let text = |wait: &str, behind: &str| {
        format!(
            "s_mov_b32 m0, -1
            ds_write_b32 v0, v1
            {wait}
            s_barrier
            {behind}
            s_waitcnt lgkmcnt(0)
            s_endpgm"
        )
    };
    let found = |wait, behind| all_of(Gfx9, &text(wait, behind)).expect("all paths");
    assert_eq!(
        told(&found("s_nop 0", "ds_read_b32 v2, v0")),
        [("V11", 16, Some(4), vec![])]
    );
    assert_eq!(
        told(&found("s_waitcnt lgkmcnt(0)", "ds_read_b32 v2, v0")),
        []
    );
    assert_eq!(told(&found("s_nop 0", "s_nop 0")), []);
    let reads = text("s_nop 0", "ds_write_b32 v0, v1").replace(
        "ds_write_b32 v0, v1\n            s_nop",
        "ds_read_b32 v3, v0\n            s_nop",
    );
    assert_eq!(
        told(&all_of(Gfx9, &reads).expect("all paths")),
        [("V12", 16, Some(4), vec![])]
    );
}

/// What the code does not tell is an error that names the place; what is not followed is named, too.
#[test]
fn what_is_not_known() {
    let call = "s_load_dword s2, s[0:1], 0x0
        s_swappc_b64 s[30:31], s[4:5]
        s_mov_b32 s3, s2
        s_load_dword s2, s[0:1], 0x0
        s_mov_b32 s3, s2
        s_setpc_b64 s[6:7]";
    let found = all_of(Gfx6, call).expect("all");
    assert_eq!(told(&found), [("V02", 16, Some(12), vec![])]);
    assert_eq!(found.unfollowed.len(), 2, "{:?}", found.unfollowed);
    assert!(
        found.unfollowed[0].contains("kernel+0x4 (s_swappc_b64"),
        "{:?}",
        found.unfollowed
    );
    let e = all_of(Gfx9, "s_setvskip s0, 1\nv_mov_b32 v0, v1\ns_endpgm").expect_err("perhaps");
    assert!(e.contains("kernel+0x0 (s_setvskip s0, 1)"), "{e}");
    let found = all_of(Gfx9, "s_set_gpr_idx_on s0, 1\nv_mov_b32 v0, v1\ns_endpgm").expect("all");
    assert!(
        found.unfollowed[0].contains("kernel+0x0 (s_set_gpr_idx_on s0"),
        "{:?}",
        found.unfollowed
    );
    let found = all_of(
        Gfx9,
        "s_mov_b32 m0, 0\ns_nop 0\nbuffer_load_dword off, s[8:11], 0 lds\ns_endpgm",
    )
    .expect("all");
    assert_eq!(found.unfollowed.len(), 1, "{:?}", found.unfollowed);
    assert!(
        found.unfollowed[0].contains("kernel+0x8 (buffer_load_dword"),
        "{:?}",
        found.unfollowed
    );
}

/// A random program with loops and branches.
fn program(r: &mut Source<'_>) -> String {
    let mut text = String::new();
    let n = 6 + r.below(10);
    for i in 0..n {
        let (a, b) = (r.below(4), r.below(4));
        let to = r.below(n);
        let line = match r.below(20) {
            0 | 1 => format!("buffer_load_dword v{a}, off, s[8:11], 0"),
            2 => format!("buffer_store_dword v{a}, off, s[8:11], 0"),
            3 => format!("ds_read_b32 v{a}, v{b}"),
            4 => format!("ds_write_b32 v{b}, v{a}"),
            5 | 6 => format!("s_load_dword s{}, s[0:1], 0x0", 8 + a),
            7 => format!("v_mov_b32 v{a}, v{b}"),
            8 => format!("v_mov_b32 v{a}, s{}", 8 + b),
            9 => format!("v_readfirstlane_b32 s{}, v{b}", 8 + a),
            10 => format!("s_mov_b32 s{}, s{}", 8 + a, 8 + b),
            11 => format!("v_readlane_b32 s4, v{a}, s{}", 8 + b),
            12 => format!("s_waitcnt vmcnt({})", r.below(3)),
            13 => format!("s_waitcnt lgkmcnt({})", r.below(2)),
            14 | 15 => "s_waitcnt vmcnt(0) lgkmcnt(0)".to_owned(),
            16 => format!("s_nop {}", r.below(5)),
            _ => format!("s_cbranch_scc{} l{to}", a % 2),
        };
        text += &format!("l{i}: {line}\n");
    }
    text + "s_endpgm\n"
}

/// Where a branch leads, behind which `next` comes.
fn target(branch: &Text, next: u64) -> u64 {
    let offset = branch.line.split(' ').nth(1).and_then(|n| n.parse().ok());
    let offset: i64 = offset.expect("an offset");
    next.wrapping_add_signed(4 * i64::from(offset as i16))
}

/// The paths of a program of which each goes on from a branch no more than three times each way.
fn paths(texts: &BTreeMap<u64, (Text, u64)>, first: u64) -> Vec<Vec<Step>> {
    let step = |pc| Step {
        pc,
        exec: u64::MAX,
        lds: false,
        elsewhere: false,
    };
    let (mut out, mut work) = (vec![], vec![(vec![step(first)], BTreeMap::new())]);
    while let Some((path, times)) = work.pop() {
        let pc = path[path.len() - 1].pc;
        let (text, size) = &texts[&pc];
        if text.mnemonic == "s_endpgm" {
            out.push(path);
            continue;
        }
        let next = pc + size;
        let mut to = vec![next];
        if text.is(&["s_cbranch"]) {
            to.push(target(text, next));
        }
        for to in to {
            let mut times: BTreeMap<(u64, u64), u32> = times.clone();
            let n = times.entry((pc, to)).or_default();
            *n += 1;
            if *n <= 3 || !text.is(&["s_cbranch"]) {
                let mut path = path.clone();
                path.push(step(to));
                work.push((path, times));
            }
        }
        assert!(out.len() < 200_000, "too many paths");
    }
    out
}

/// Of random programs something is found just where the second opinion finds something on one of the paths, one by one.
#[test]
fn random_programs_as_path_by_path() {
    let device = Device::new().expect("a device");
    let (mut counts, mut wrong) = ([[0; 2]; 2], vec![]);
    for generation in [Gfx6, Gfx8, Gfx9, Gfx90a] {
        let mut r = Source::seeded(7);
        let mut programs = 0;
        while programs < 400 {
            let text = program(&mut r);
            if text.matches("s_cbranch").count() > 3 {
                continue;
            }
            programs += 1;
            let program = loaded(&device, generation, &text).expect("it assembles");
            let code = &program.program;
            let mut texts = BTreeMap::new();
            let mut pc = code.base();
            while let Ok(d) = code.at(pc) {
                texts.insert(pc, (Text::at(code, pc), u64::from(d.size)));
                pc += u64::from(d.size);
            }
            let get = |pc: u64| texts[&pc].0.clone();
            let all = paths(&texts, code.base());
            let waits = all
                .iter()
                .find_map(|p| needs_wait(generation, p, &get, None));
            let nops = all
                .iter()
                .find_map(|p| needs_nop(generation, p, &get, None));
            for (i, (class, needed)) in [(Class::Waits, waits), (Class::Nops, nops)]
                .into_iter()
                .enumerate()
            {
                let mut found = every(&device, &program, 0, &[class], false).expect("all paths");
                // That scalar memory returns two values out of order is not the second opinion's matter.
                let loads = |r: &Report| r.rule == "V04" && r.mnemonic == "s_load_dword";
                found.reports.retain(|r| !loads(r));
                assert!(found.undecided.is_empty(), "{text}");
                counts[i][usize::from(needed.is_some())] += 1;
                if needed.is_some() == found.reports.is_empty() {
                    let lines: Vec<String> = found.reports.iter().map(Report::to_string).collect();
                    wrong.push(format!("{generation} {class:?}:\n{text}  one by one: {needed:?}\n  all at once: {}", lines.join("\n")));
                }
                found
                    .reports
                    .iter()
                    .for_each(|r| leads_there(r, &texts, code.base(), &text));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    assert!(counts.iter().flatten().all(|n| *n > 200), "{counts:?}");
}

/// The branches that a report tells lead from the other instruction to its own.
fn leads_there(r: &Report, texts: &BTreeMap<u64, (Text, u64)>, base: u64, program: &str) {
    let Some(other) = &r.other else {
        return;
    };
    let mut pc = base.wrapping_add_signed(other.pc);
    let end = base.wrapping_add_signed(r.pc);
    let mut path = r.path.iter().flatten().peekable();
    for _ in 0..1_000 {
        let (text, size) = &texts[&pc];
        let next = pc + size;
        pc = if text.is(&["s_cbranch"]) {
            let Some(branch) = path.next() else {
                break;
            };
            assert_eq!(base.wrapping_add_signed(branch.pc), pc, "{program}{r}");
            if branch.taken {
                target(text, next)
            } else {
                next
            }
        } else {
            next
        };
        if pc == end && path.peek().is_none() {
            return;
        }
    }
    panic!("{program}{r}");
}
