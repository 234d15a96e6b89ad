//! `gcn-jit fuzz` and `gcn-jit fuzz-repro`: what they print, and how they end.

use super::*;

const TARGETS: [&str; 12] = [
    "inst", "scalar", "block", "kernel", "splice", "gemm", "check", "load", "decode", "asm",
    "hostile", "cache",
];

/// What a run that finds nothing prints, but for its first line; that has the speed.
#[track_caller]
fn fuzz(args: &str) -> String {
    let f = Folder::new();
    let ran = gcn_jit(&format!("fuzz {args} --out {}", f.path("found").display()));
    // Every 10 seconds it tells how far it is: a slow host comes to that.
    let is_progress = |line: &str| line.contains(" executions, ") && line.ends_with(" MiB");
    assert!(ran.stderr.lines().all(is_progress), "{}", ran.stderr);
    assert_eq!(ran.code, 0);
    let out = String::from_utf8(ran.stdout).expect("text");
    let (first, rest) = out.split_once('\n').expect("several lines");
    assert!(first.starts_with("seed "), "{first}");
    assert!(first.ends_with(" executions/s"), "{first}");
    assert!(f.names().is_empty(), "files without failures");
    rest.to_owned()
}

#[test]
fn every_target_runs() {
    for target in TARGETS {
        let rest = fuzz(&format!("--target {target} --cases 30 --seed 3"));
        let (cases, _) = rest.split_once(" executions compared\n").expect(&rest);
        assert!(cases.parse::<u64>().unwrap() >= 30, "{target}: {rest}");
        // 30 executions do not reach all of them.
        let rows = rest.contains(" rows reached, by generation\nnever reached: ");
        assert_eq!(rows, target == "inst", "{target}: {rest}");
    }
}

#[test]
fn time_ends_a_run() {
    let start = std::time::Instant::now();
    // Without the time it would not end.
    fuzz("--target decode --time 1 --jobs 1");
    assert!(start.elapsed().as_secs() >= 1);
}

/// Which rounds count does not depend on who was first.
#[test]
fn threads_change_no_result() {
    let run = |seed, jobs| {
        let args = "--target inst --target scalar --target kernel --target decode --isa gfx803";
        fuzz(&format!("{args} --cases 300 --seed {seed} --jobs {jobs}"))
    };
    let one = run(5, 1);
    assert_eq!(run(5, 2), one);
    assert_ne!(run(6, 2), one);
}

/// Each row is executed, whatever it takes, and also this does not depend on who was first.
#[test]
fn each_row_is_executed() {
    let run = |jobs| {
        fuzz(&format!(
            "--target inst --isa gfx942 --each 1 --jobs {jobs}"
        ))
    };
    let rest = run(1);
    assert!(!rest.contains("never reached"), "{rest}");
    assert_eq!(run(2), rest);
}

#[test]
fn usage() {
    gcn_jit("fuzz --target decode --each 1").fails(2, &["--each", "--target inst"]);
    gcn_jit("fuzz --target jump --cases 1").fails(2, &["'jump'", "kernel", "hostile"]);
    gcn_jit("fuzz --isa gfx1030 --cases 1").fails(2, &["'gfx1030'"]);
    gcn_jit("fuzz --seed x").fails(2, &["--seed"]);
    gcn_jit("fuzz-repro").fails(2, &["FILE"]);
}

/// `v_mov_b32_e32 v1, 0x12345; s_endpgm` for gfx900.
const AGREES: &str = "\
code v_mov_b32_e32 v1, 0x12345
  gfx9: 7e0202ff 00012345
code s_endpgm
  gfx9: bf810000
agree a constant
  in exec=0xff
  in v1=0x7
";

/// Waves of gfx900 that all store to the same dword.
const RACES: &str = "\
code s_load_dwordx2 s[4:5], s[0:1], 0x0
  gfx9: c0060100 00000000
code v_mov_b32_e32 v1, s4
  gfx9: 7e020204
code v_mov_b32_e32 v2, s5
  gfx9: 7e040205
code global_store_dword v[1:2], v0, off
  gfx9: dc708000 007f0001
code s_endpgm
  gfx9: bf810000
agree a race
  in grid=[128] local=[128] mem0.size=4 limit=10
";

/// A launch whose waves race agrees in one order, and is found out with time slices.
#[test]
fn repro_of_a_launch() {
    let f = Folder::new();
    let ordered = f.file("ordered.gcn", RACES.as_bytes());
    let out = gcn_jit(&format!("fuzz-repro {ordered} --ir")).ok();
    for words in [
        ":11: gfx900 'a race': the backends agree (Ended)",
        "; region IR\n",
        "; host code\n",
    ] {
        assert!(out.contains(words), "no '{words}' in {out}");
    }
    let races = RACES.replace("limit=10", "limit=10 threads=2");
    let races = f.file("races.gcn", races.as_bytes());
    let ran = gcn_jit(&format!("fuzz-repro {races}"));
    let out = String::from_utf8(ran.stdout).expect("text");
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (1, "error: 1 of 1 cases differ\n")
    );
    // The wave that has had the code compiled is the last one.
    let what = "interp and jit with time slices: mem0 byte 0: 0x7f; 0x3f";
    assert!(out.contains(what), "{out}");
    let bad = f.file("bad.gcn", RACES.replace("limit", "s5").as_bytes());
    gcn_jit(&format!("fuzz-repro {bad}")).fails(2, &["bad.gcn:11: ", "cannot be set for a launch"]);
}

#[test]
fn repro() {
    let f = Folder::new();
    let good = f.file("good.gcn", AGREES.as_bytes());
    let out = gcn_jit(&format!("fuzz-repro {good}")).ok();
    assert!(
        out.contains("good.gcn:5: gfx900 'a constant': the backends agree (Ended)"),
        "{out}"
    );
    assert_eq!(out.matches('\n').count(), 1, "{out}");
    let out = gcn_jit(&format!("fuzz-repro {good} --ir")).ok();
    for words in ["the backends agree", "; region IR\n", "; host code\n"] {
        assert!(out.contains(words), "no '{words}' in {out}");
    }
    let repro = |contents: &[u8], words: &[&str]| {
        let file = f.file("bad.gcn", contents);
        gcn_jit(&format!("fuzz-repro {file}")).fails(2, &[&["bad.gcn"], words].concat());
    };
    repro(b"", &["no 'agree' case"]);
    repro(b"\xff\xfe", &["not a text file"]);
    repro(
        AGREES.replace("exec=0xff", "exec=many").as_bytes(),
        &[":6: "],
    );
    repro(AGREES.replace("7e0202ff", "7e0202fg").as_bytes(), &[":2: "]);
    repro(AGREES.replace("agree", "disagree").as_bytes(), &[":5: "]);
    gcn_jit("fuzz-repro /nonexistent").fails(2, &["/nonexistent"]);
}
