//! `check` and `run --check`: what they say of programs with known mistakes, to people and to other programs.

use serde_json::{Value, json};

use super::*;

/// For gfx803 (encodings by llvm-mc):
///
/// ```text
/// 0x00  s_load_dwordx2 s[4:5], s[0:1], 0x0
/// 0x08  v_mov_b32_e32 v1, s4               s4 is not there yet: V02
/// 0x0c  s_waitcnt lgkmcnt(0)
/// 0x10  v_readfirstlane_b32 s6, v0
/// 0x14  v_readlane_b32 s7, v0, s6          wants 4 wait states after the instruction before: H02
/// 0x1c  s_endpgm
/// ```
const MISTAKES: [u32; 8] = [
    0xc006_0100,
    0x0000_0000,
    0x7e02_0204,
    0xbf8c_007f,
    0x7e0c_0500,
    0xd289_0007,
    0x0000_0d00,
    0xbf81_0000,
];

/// The same with what is missing: `s_waitcnt lgkmcnt(0)` before the use, `s_nop 3` before `v_readlane`.
const MENDED: [u32; 9] = [
    0xc006_0100,
    0x0000_0000,
    0xbf8c_007f,
    0x7e02_0204,
    0x7e0c_0500,
    0xbf80_0003,
    0xd289_0007,
    0x0000_0d00,
    0xbf81_0000,
];

/// Options of a run of one of these, on two work-groups of one wave.
const OPTIONS: &str = "--isa gfx803 --global 128 --local 64 --arg zeros:u32[64]";

/// A kernel with line numbers that uses what a load has not brought yet (`jit-tests/kernels/checks`).
const MISSING: &str =
    "jit-tests/kernels/checks/missing.hsaco --global 64 --local 64 --arg iota:u32[64]";

fn json(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap()
}

/// The findings of a report as JSON, after a look at the exit code.
#[track_caller]
fn findings(args: &str, code: i32) -> Vec<Value> {
    let ran = gcn_jit(args);
    assert_eq!(ran.code, code, "{}", ran.stderr);
    json(&ran.stdout)["findings"].as_array().unwrap().clone()
}

#[test]
fn json_has_all_fields() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let mut found = findings(&format!("check {p} {OPTIONS} --report json"), 1);
    for (finding, words) in found.iter_mut().zip([&["s4", "lgkmcnt"], &["s6", "4"]]) {
        let message = finding["message"].take();
        let message = message.as_str().unwrap();
        assert!(words.iter().all(|w| message.contains(w)), "{message}");
    }
    let place = |pc: u32, instruction: &str| {
        json!({
            "pc": pc, "symbol": null, "instruction": instruction, "workgroup": [0, 0, 0], "wave": 0, "lane": null,
            "source": null,
        })
    };
    let want =
        |class: &str, rule: &str, pc: u32, instruction: &str, mnemonic: &str, other: Value| {
            let mut finding = place(pc, instruction);
            for (key, value) in [
                ("class", json!(class)),
                ("rule", json!(rule)),
                ("severity", json!("error")),
                ("kernel", json!("program")),
                ("mnemonic", json!(mnemonic)),
                // Once in each work-group.
                ("count", json!(2)),
                ("message", Value::Null),
                ("other", other),
            ] {
                finding[key] = value;
            }
            finding
        };
    let load = place(0, "s_load_dwordx2 s[4:5], s[0:1], 0x0");
    let write = place(0x10, "v_readfirstlane_b32 s6, v0");
    let wait = want("waits", "V02", 8, "v_mov_b32_e32 v1, s4", "v_mov_b32", load);
    let nop = want(
        "nops",
        "H02",
        0x14,
        "v_readlane_b32 s7, v0, s6",
        "v_readlane_b32",
        write,
    );
    assert_eq!(found, [wait, nop]);
}

#[test]
fn text_has_a_line_for_each_and_lines_about_it() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let found = findings(&format!("check {p} {OPTIONS} --report json"), 1);
    let message = |i: usize| {
        found[i]["message"]
            .as_str()
            .unwrap()
            .trim_end_matches('.')
            .to_owned()
    };
    let ran = gcn_jit(&format!("check {p} {OPTIONS}"));
    assert_eq!((ran.code, ran.stdout.len()), (1, 0));
    let (wait, nop) = (message(0), message(1));
    assert_eq!(
        ran.stderr,
        format!(
            "check: waits V02: {wait} at program+0x8 (v_mov_b32_e32 v1, s4), work-group 0,0,0 wave 0, 2 times\n  \
               other: program+0x0 (s_load_dwordx2 s[4:5], s[0:1], 0x0), work-group 0,0,0 wave 0\n\
             check: nops H02: {nop} at program+0x14 (v_readlane_b32 s7, v0, s6), work-group 0,0,0 wave 0, 2 times\n  \
               other: program+0x10 (v_readfirstlane_b32 s6, v0), work-group 0,0,0 wave 0\n\
             error: 2 findings: waits 1, nops 1\n"
        )
    );
}

#[test]
fn lines_of_the_source_and_where_they_were_inlined() {
    let line = |line: u32, function: &str| json!({"file": "/src/missing.cl", "line": line, "function": function});
    let found = findings(&format!("check {MISSING} --report json"), 1);
    assert_eq!(found.len(), 1, "{found:?}");
    let finding = &found[0];
    assert_eq!(
        (&finding["rule"], &finding["kernel"]),
        (&json!("V01"), &json!("scale"))
    );
    assert_eq!(
        (&finding["pc"], &finding["other"]["pc"]),
        (&json!(0x18), &json!(0x10))
    );
    let source = json!([line(5, "twice"), line(10, "put"), line(16, "scale")]);
    assert_eq!(finding["source"], source);
    assert_eq!(finding["other"]["source"], json!([line(16, "scale")]));

    let ran = gcn_jit(&format!("check {MISSING}"));
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    assert!(lines[0].contains(
        " at scale+0x18 (v_lshlrev_b32_e32 v1, 1, v1) /src/missing.cl:5 in twice, work-group"
    ));
    assert_eq!(lines[1], "    inlined at /src/missing.cl:10 in put");
    assert_eq!(lines[2], "    inlined at /src/missing.cl:16 in scale");
    assert!(lines[3].starts_with(
        "  other: scale+0x10 (global_load_dword v1, v0, s[0:1]) /src/missing.cl:16 in scale, work-group 0,0,0 wave 0"
    ), "{}", lines[3]);
    assert_eq!(lines[4], "error: 1 finding: waits 1");
}

/// What the standard demands of a log (SARIF 2.1.0, section 3), and what tools show.
#[test]
fn sarif() {
    let ran = gcn_jit(&format!("check {MISSING} --report sarif"));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let log = json(&ran.stdout);
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    let driver = &log["runs"][0]["tool"]["driver"];
    assert_eq!(
        (&driver["name"], &driver["version"]),
        (&json!("gcn-jit"), &json!(env!("CARGO_PKG_VERSION")))
    );
    assert_eq!(driver["rules"][0]["id"], "V01");
    assert!(
        driver["rules"][0]["shortDescription"]["text"]
            .as_str()
            .unwrap()
            .ends_with('.')
    );
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let result = &results[0];
    assert_eq!(
        (&result["ruleId"], &result["ruleIndex"], &result["level"]),
        (&json!("V01"), &json!(0), &json!("error"))
    );
    assert!(
        result["message"]["text"]
            .as_str()
            .unwrap()
            .contains("v_lshlrev_b32_e32 v1, 1, v1")
    );
    assert_eq!(result["occurrenceCount"], 1);
    let physical = |line: u32| {
        json!({
            "artifactLocation": {"uri": "file:///src/missing.cl"}, "region": {"startLine": line},
        })
    };
    let logical = |name: &str| {
        let kernel = name.split('+').next();
        json!([{"name": kernel, "fullyQualifiedName": name, "kind": "function"}])
    };
    assert_eq!(
        result["locations"],
        json!([{"physicalLocation": physical(5), "logicalLocations": logical("scale+0x18")}])
    );
    let related = result["relatedLocations"].as_array().unwrap();
    let lines: Vec<&Value> = related.iter().map(|l| &l["physicalLocation"]).collect();
    assert_eq!(lines, [&physical(10), &physical(16), &physical(16)]);
    let ids: Vec<&Value> = related.iter().map(|l| &l["id"]).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(related[2]["logicalLocations"], logical("scale+0x10"));
    assert!(
        related[2]["message"]["text"]
            .as_str()
            .unwrap()
            .contains("global_load_dword v1")
    );

    // Without lines there is still the kernel.
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let log = json(&gcn_jit(&format!("check {p} {OPTIONS} --report sarif")).stdout);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&Value> = results.iter().map(|r| &r["ruleId"]).collect();
    assert_eq!(rules, ["V02", "H02"]);
    assert_eq!(
        results[1]["locations"],
        json!([{"logicalLocations": logical("program+0x14")}])
    );
    for result in results {
        let rule = &log["runs"][0]["tool"]["driver"]["rules"]
            [result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
}

#[test]
fn nothing_is_found_in_what_is_right() {
    let f = Folder::new();
    let p = f.program(&MENDED);
    let check = format!("check {p} {OPTIONS} --pedantic");
    assert_eq!(gcn_jit(&check).ok(), "");
    assert_eq!(
        gcn_jit(&format!("{check} --report json")).ok(),
        "{\"findings\": []}\n"
    );
    let log = json(gcn_jit(&format!("{check} --report sarif")).ok().as_bytes());
    assert_eq!(log["runs"][0]["results"], json!([]));
    let whole = MISSING.replace("missing", "whole");
    assert_eq!(gcn_jit(&format!("check {whole}")).ok(), "");
}

#[test]
fn classes_are_chosen() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let rules = |command: &str, classes: &str, code: i32| -> Vec<String> {
        let found = findings(
            &format!("{command} {p} {OPTIONS} {classes} --report json"),
            code,
        );
        found
            .iter()
            .map(|f| f["rule"].as_str().unwrap().to_owned())
            .collect()
    };
    for command in ["check", "run"] {
        assert_eq!(rules(command, "--check waits", 1), ["V02"]);
        assert_eq!(rules(command, "--check nops", 1), ["H02"]);
        assert_eq!(rules(command, "--check nops,waits,nops", 1), ["V02", "H02"]);
        assert_eq!(rules(command, "--check all", 1), ["V02", "H02"]);
    }
    assert_eq!(rules("check", "", 1), ["V02", "H02"]);
    // What is not asked for is not looked for.
    gcn_jit(&format!("run {p} {OPTIONS}")).ok();
}

#[test]
fn most_findings() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let check = format!("check {p} {OPTIONS} --max-findings 1");
    let ran = gcn_jit(&check);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!((ran.code, lines.len()), (1, 4), "{lines:?}");
    assert!(lines[0].starts_with("check: waits V02: "));
    assert_eq!(
        lines[2..],
        ["check: and 1 more", "error: 2 findings: waits 1, nops 1"]
    );
    let report = json(&gcn_jit(&format!("{check} --report json")).stdout);
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    assert_eq!(report["more"], 1);
    // No more than there are.
    let found = findings(
        &format!(
            "{} --report json",
            check.replace("findings 1", "findings 2")
        ),
        1,
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn suppressed_findings_do_not_count() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let check = |rules: &str| {
        let file = f.file("known", rules.as_bytes());
        gcn_jit(&format!(
            "-v check {p} {OPTIONS} --report json --suppress {file}"
        ))
    };
    let ran = check(
        "# Known\nnops/H02 kernel=program # the card is told apart\nwaits kernel=other # old\n",
    );
    assert_eq!(ran.code, 1);
    let found = json(&ran.stdout);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1);
    assert_eq!(found["findings"][0]["rule"], "V02");
    assert!(
        ran.stderr.contains("suppressed: 1 of 2 findings"),
        "{}",
        ran.stderr
    );
    let unused = ran
        .stderr
        .lines()
        .find(|l| l.contains("suppresses nothing"))
        .unwrap();
    assert!(unused.contains("known:3: "), "{unused}");

    let ran = check("nops # known\nwaits/V02 # known\n");
    assert_eq!(
        (ran.code, ran.stdout.as_slice()),
        (0, &b"{\"findings\": []}\n"[..])
    );
    assert!(!ran.stderr.contains("suppresses nothing"), "{}", ran.stderr);

    // By function and line of the source.
    let by = |rule: &str| {
        let file = f.file("by", format!("{rule} # known\n").as_bytes());
        gcn_jit(&format!("check {MISSING} --suppress {file}")).code
    };
    assert_eq!(by("waits/V01 function=put"), 0);
    assert_eq!(by("waits/V01 source=missing.cl:5"), 0);
    assert_eq!(by("waits/V01 source=missing.cl:6"), 1);

    // A mistake in the file is told by its line, before anything runs.
    let file = f.file("bad", b"nops # known\nnops kernel=program\n");
    gcn_jit(&format!("check {p} {OPTIONS} --suppress {file}")).fails(2, &["bad:2: ", "comment"]);
    gcn_jit(&format!("check {p} {OPTIONS} --suppress /nowhere/x")).fails(2, &["/nowhere/x"]);
}

/// A fault stands behind what was found before it; and what a kernel does that faults is an error as with `run`.
#[test]
fn a_fault_is_a_finding() {
    let f = Folder::new();
    let p = f.program(&STORE);
    let options = "--isa gfx803 --global 1 --local 1 --arg zeros:u32[1] --arg u32:1";
    for command in ["check", "run --check nops"] {
        let ran = gcn_jit(&format!("{command} {p} {options} --report json"));
        assert_eq!(ran.code, 1);
        assert!(
            ran.stderr.starts_with("error: out-of-bounds"),
            "{}",
            ran.stderr
        );
        let found = json(&ran.stdout)["findings"].as_array().unwrap().clone();
        assert_eq!(found.len(), 1, "{found:?}");
        let finding = &found[0];
        assert_eq!(
            (&finding["class"], &finding["rule"]),
            (&json!("memory"), &json!("write"))
        );
        assert_eq!((&finding["pc"], &finding["count"]), (&json!(20), &json!(1)));
        assert_eq!(finding["mnemonic"], "s_store_dword");
        assert_eq!(finding["lane"], Value::Null);
        let message = finding["message"].as_str().unwrap();
        assert!(
            message.ends_with("(0 bytes past the end of '0' (4 bytes))"),
            "{message}"
        );
    }
    // `s_nop 0; s_trap 2`.
    let p = f.program(&[0xbf80_0000, 0xbf92_0002]);
    let found = findings(
        &format!("check {p} --isa gfx803 --global 1 --local 1 --report json"),
        1,
    );
    assert_eq!(
        (&found[0]["class"], &found[0]["rule"]),
        (&json!("fault"), &json!("trap"))
    );
    assert_eq!(
        (&found[0]["pc"], &found[0]["instruction"]),
        (&json!(4), &json!("s_trap 2"))
    );
    let log = gcn_jit(&format!(
        "check {p} --isa gfx803 --global 1 --local 1 --report sarif"
    ))
    .stdout;
    assert_eq!(
        json(&log)["runs"][0]["tool"]["driver"]["rules"][0]["id"],
        "trap"
    );
    // A limit ends the kernel, too.
    let p = f.program(&LOOP);
    let found = findings(
        &format!(
            "check {p} --isa gfx803 --global 1 --local 1 --max-instructions 1000 --report json"
        ),
        1,
    );
    assert_eq!(found[0]["rule"], "instruction-limit");
}

/// `run --check` does what `run` does when nothing is found, and writes nothing otherwise.
#[test]
fn run_with_checks() {
    let f = Folder::new();
    let out = f.path("out.npy").display().to_string();
    let p = f.program(&MENDED);
    let text = gcn_jit(&format!(
        "run {p} {OPTIONS} --check all --out 0={out} --print 0 --threads 2"
    ))
    .ok();
    assert!(text.starts_with("0: 0 0 0 "), "{text}");
    assert_eq!(std::fs::read(&out).unwrap().len(), 128 + 256);
    std::fs::write(&out, "old").unwrap();
    let p = f.program(&MISTAKES);
    let ran = gcn_jit(&format!(
        "run {p} {OPTIONS} --check all --out 0={out} --print 0 --stats=json"
    ));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(std::fs::read(&out).unwrap(), b"old");
    let stats = json(&ran.stdout);
    assert_eq!(
        (&stats["findings"], &stats["backend"]),
        (&json!(2), &json!("jit"))
    );
    assert_eq!(stats["waves"], 2);
    // `check` takes these options, and ignores them.
    let p = f.program(&MENDED);
    assert_eq!(
        gcn_jit(&format!(
            "check {p} {OPTIONS} --out 0={out} --print 0 --backend jit"
        ))
        .ok(),
        ""
    );
    assert_eq!(std::fs::read(&out).unwrap(), b"old");
    let stats = gcn_jit(&format!("check {p} {OPTIONS} --stats=json")).ok();
    assert_eq!(json(stats.as_bytes())["workgroups"], 2);
}

/// `check --static` finds what a run would, and runs nothing; a path has branches, of which these have none.
#[test]
fn all_paths() {
    let f = Folder::new();
    let p = f.program(&MISTAKES);
    let static_options = "--isa gfx803 --static";
    let ran = gcn_jit(&format!("check {p} {static_options}"));
    assert_eq!((ran.code, ran.stdout.len()), (1, 0), "{}", ran.stderr);
    let lines: Vec<&str> = ran.stderr.lines().collect();
    let begins = [
        "check: waits V02: ",
        "  other: ",
        "check: nops H02: ",
        "  other: ",
        "error: 2 findings: waits 1, nops 1",
    ];
    let begun = lines.iter().zip(begins).filter(|(l, b)| l.starts_with(b));
    assert_eq!((lines.len(), begun.count()), (5, 5), "{}", ran.stderr);
    assert!(lines[0].ends_with(", on a path"), "{}", lines[0]);
    let found = gcn_jit(&format!(
        "check {p} {static_options} --check nops --report json"
    ));
    let found = json(&found.stdout);
    assert_eq!(found["findings"][0]["path"], json!([]));
    assert_eq!(found["findings"].as_array().map(Vec::len), Some(1));
    let mended = f.program(&MENDED);
    assert_eq!(
        gcn_jit(&format!("check {mended} {static_options}")).ok(),
        ""
    );
    for (options, what) in [
        ("--global 64", "cannot be used with"),
        (
            "--check races",
            "--static looks for waits and nops, not for races",
        ),
        ("--arg 1", "cannot be used with"),
        ("--kernel other", "there is no kernel 'other'"),
    ] {
        let ran = gcn_jit(&format!("check {p} {static_options} {options}"));
        assert_eq!(ran.code, 2, "{options}");
        assert!(ran.stderr.contains(what), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    // Without it the sizes are wanted.
    let ran = gcn_jit(&format!("check {p} --isa gfx803 --local 64"));
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--global"), "{}", ran.stderr);
}

#[test]
fn bad_usage() {
    let f = Folder::new();
    let p = f.program(&MENDED);
    for classes in ["waits,,nops", "waits,race", ""] {
        let args = ["check", &p, "--check", classes];
        let ran = Ran::new(
            command("")
                .args(args)
                .args(OPTIONS.split(' '))
                .output()
                .unwrap(),
        );
        ran.fails(2, &["there is no check '", "there are: waits, nops"]);
    }
    for (options, words) in [
        ("--pedantic", &["--pedantic needs --check"][..]),
        ("--report json", &["--report needs --check"]),
        ("--max-findings 3", &["--max-findings needs --check"]),
        ("--suppress x", &["--suppress needs --check"]),
        ("--check waits --report xml", &["'xml'", "sarif"]),
        ("--check waits --max-findings 0", &["'0'", "--max-findings"]),
    ] {
        gcn_jit(&format!("run {p} {OPTIONS} {options}")).fails(2, words);
    }
    gcn_jit("check /nowhere/x --global 1 --local 1").fails(2, &["/nowhere/x"]);
}

/// A kernel whose lanes use one bank of the LDS, and a quarter of which does half of the work
/// (`jit-tests/kernels/profile/columns.cl`).
const COLUMNS: &str = "jit-tests/kernels/profile/columns.hsaco --global 64 --local 64 --arg iota:f32[64] --arg zeros:f32[64]";

/// Lints are notes, and told when they are asked for. Of 14 vector instructions 8 stand behind the branch of line 29, with
/// 16 lanes: 8 x 48 of 14 x 64 are lost. Each half of a wave writes 32 dwords of one bank; 16 lanes of the first half
/// read two each. 8 work-groups of a wave have room in 64 KiB of LDS.
#[test]
fn lints() {
    let lints = format!("check {COLUMNS} --check lint");
    let ran = gcn_jit(&lints);
    assert_eq!((ran.code, ran.stdout.len()), (1, 0));
    // F05 by hand (llvm-objdump -s -j .rodata; AMDGPUUsage, kernel descriptor): COMPUTE_PGM_RSRC1, at byte 48, is
    // 0x00af0101. Bits 5:0 are 1: (1 + 1) x 4 = 8 VGPRs, 256 / 8 = 32 waves of a SIMD unit, which has slots for 10: 40 of
    // the compute unit. Bits 9:6 are 4, counted in eights of which two go together: (4 / 2 + 1) x 16 = 48 SGPRs; up to 80
    // allow 10, so 40. The LDS, at byte 0, is 0x2000 = 8192 bytes for a work-group of one wave: 65536 / 8192 = 8 waves, and
    // for 16 of them 65536 / 16 = 4096 bytes. FLAT_SCRATCH_INIT is s[6:7], behind the private segment's V# in s[0:3] and
    // the arguments' address in s[4:5]: the first instruction, by llvm-objdump, adds s9 to s6.
    let file = "./jit-tests/kernels/profile/columns.cl";
    let by = "work-group 0,0,0 wave 0, 1 time, a note";
    let reads = "32.0 cycles of the LDS an access where 1.0 would do: up to 32 different dwords in one bank (an estimate)";
    assert_eq!(
        ran.stderr,
        format!(
            "check: lint F05: 8 of 40 waves fit on a compute unit, because of 8192 bytes of LDS in a work-group (8 VGPRs \
             allow 40, 48 SGPRs allow 40); 16 want at most 4096 bytes of LDS at columns+0x0 (s_add_u32 flat_scratch_lo, \
             s6, s9) {file}:22 in columns, {by}\n\
             check: lint F02: 64.0 cycles of the LDS an access where 2.0 would do: up to 32 different dwords in one bank \
             at columns+0x48 (ds_write_b32 v2, v1) {file}:10 in put, {by}\n    \
                 inlined at {file}:25 in columns\n\
             check: lint F01: the vector instructions behind it run with 16.0 of the 64.0 lanes that were active before, \
             which loses 42.9% of the lanes of all vector instructions at columns+0x58 (s_and_saveexec_b64 s[6:7], vcc) \
             {file}:29 in columns, {by}\n\
             check: lint F02: {reads} at sum+0x8 of columns (ds_read2st64_b32 v[0:1], v2 offset1:8) {file}:17, {by}\n\
             check: lint F02: {reads} at sum+0x10 of columns (ds_read2st64_b32 v[2:3], v2 offset0:16 offset1:24) {file}:17, \
             {by}\n\
             error: 5 findings: lint 5\n"
        )
    );
    let found = findings(&format!("{lints} --report json"), 1);
    assert_eq!(
        (&found[0]["class"], &found[0]["severity"]),
        (&json!("lint"), &json!("note"))
    );
    let log = json(&gcn_jit(&format!("{lints} --report sarif")).stdout);
    let run = &log["runs"][0];
    assert_eq!(run["results"][0]["level"], "note");
    let rules: Vec<&Value> = run["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| &r["id"])
        .collect();
    assert_eq!(rules, ["F01", "F02", "F05"]);
    // With the others, and in place of nothing.
    assert_eq!(
        findings(&format!("check {COLUMNS} --check all --report json"), 1),
        found
    );
    assert_eq!(gcn_jit(&format!("check {COLUMNS}")).ok(), "");
    // Those that are known.
    let f = Folder::new();
    let file = f.file(
        "known",
        b"lint/F02 function=put # few rows\nlint/F01 # so be it\nlint/F05 # small grids\n",
    );
    let left = findings(&format!("{lints} --report json --suppress {file}"), 1);
    assert_eq!(left, found[3..]);
}
