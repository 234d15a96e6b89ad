//! That the runner sees what is wrong: a test of the tests.

use super::{BACKENDS, parse_file, run};

/// The failures of a file with this text, on the interpreter.
fn failures(text: &str) -> Vec<String> {
    match parse_file("t.gcn", text) {
        Ok(file) => run("t.gcn", &file, &BACKENDS[..1]).0,
        Err(e) => vec![e],
    }
}

fn one_failure(text: &str, expected: &str) {
    let f = failures(text);
    assert_eq!(f.len(), 1, "{f:#?}");
    assert!(f[0].contains(expected), "{f:#?}");
}

const S_ADD: &str = "code s_add_u32 s2, s0, s1\n gfx9: 80020100\n";
const V_ADD: &str = "code v_add_f32_e32 v2, v0, v1\n gfx9: 02040300\n";

#[test]
fn right_results_pass() {
    let case = "case sum\n in s0=1 s1=2\n out s2=3 scc=0\n";
    assert_eq!(failures(&format!("{S_ADD}{case}")), [""; 0]);
    let case = "case sum\n in v0=1.0f v1=[1.5f nan_]*\n".replace("nan_", "0x7fc00001");
    let case = format!("{case} in exec=6\n out v2=[7 nan 2.5f]\n");
    assert_eq!(failures(&format!("{V_ADD}{case}")), [""; 0]);
}

#[test]
fn wrong_results_name_register_expected_and_got() {
    one_failure(
        &format!("{S_ADD}case sum\n in s0=1 s1=2 scc=0\n out s2=4 scc=0\n"),
        "t.gcn:3: interp gfx900 'sum': s2: expected 0x00000004, got 0x00000003",
    );
    one_failure(
        &format!(
            "{V_ADD}case sum\n in v0=1.0f v1=1.0f scc=0\n out v2=2.0f v2.5=0x40000000 v2.7=3.0f\n"
        ),
        "v2 lane 7: expected 0x40400000, got 0x40000000",
    );
}

#[test]
fn writes_that_out_does_not_name_are_seen() {
    // SCC = 0 is written; the case runs with SCC 0 and 1, and only the latter changes.
    one_failure(
        &format!("{S_ADD}case scc\n in s0=1 s1=2\n out s2=3\n"),
        "scc: expected 0x00000001, got 0x00000000",
    );
    let f = failures(&format!("{V_ADD}case v2\n in v0=1.0f v1=1.0f scc=0\n"));
    assert_eq!(f.len(), 64, "one failure per lane");
}

#[test]
fn every_failure_is_reported() {
    let case = "case a\n in s0=1 s1=2 scc=0\n out s2=4 scc=1\n";
    assert_eq!(failures(&format!("{S_ADD}{case}{case}")).len(), 4);
}

#[test]
fn a_wrong_text_is_seen() {
    let text = format!("{S_ADD}case a\n in s0=1 s1=7\n out s2=8 scc=0\n");
    one_failure(
        &text.replace("s_add_u32", "s_sub_u32"),
        "t.gcn:1: gfx900: 's_sub_u32 s2, s0, s1' is [80820100], not [80020100]",
    );
    one_failure(
        &text.replace("80020100", "8002ff00 7"),
        "is [80020100], not [8002ff00, 00000007]",
    );
    let text = format!("{V_ADD}case a\n in v0=1.0f v1=1.0f scc=0\n out v2=2.0f\n");
    assert_eq!(failures(&text), [""; 0]);
    // Not LLVM's spelling.
    one_failure(&text.replace("_e32", ""), "expected the text");
}

#[test]
fn text_alone_is_assembled() {
    let gens = |text: &str| {
        let file = parse_file("t.gcn", text).unwrap_or_else(|e| panic!("{e}"));
        let gens = file.sections[0].generations();
        gens.iter()
            .map(|g| g.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let case = "case a\n in s0=1\n";
    let all = "gfx600 gfx700 gfx803 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950";
    assert_eq!(gens(&format!("code s_add_u32 s2, s0, s1\n{case}")), all);
    let text = format!("code v_add_u16 v2, v0, v1\n{case}");
    assert_eq!(
        gens(&text),
        "gfx803 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950"
    );
    let text = format!("code s_add_u32 s2, s0, s1\n gfx8 gfx9\n{case}");
    assert_eq!(gens(&text), "gfx803 gfx900");
    let text = "code v_add_co_u32 v2, vcc, v0, v1\n gfx6 gfx7: | v_add_i32 v2, vcc, v0, v1\n";
    assert_eq!(
        gens(&format!("{text}{case}")),
        "gfx600 gfx700 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950"
    );
    one_failure(
        &format!("code v_add_u16 v2, v0, v1\n gfx7\n{case}"),
        "t.gcn:1: gfx700 does not know 'v_add_u16 v2, v0, v1': gfx700 has no instruction",
    );
    // Labels are known throughout the section.
    let text = "code s_branch end\ncode loop: s_add_u32 s2, s2, 1\ncode end: s_sub_u32 s3, s3, 1\n\
                code s_cbranch_scc0 loop\ncase loop\n in s2=10 s3=2\n out s2=12 s3=-1 scc=1\n";
    assert_eq!(failures(text), [""; 0]);
}

#[test]
fn faults_are_expected_by_name() {
    let code = "code s_rfe_restore_b64 s[4:5], s6\n gfx9: 95800604\n";
    let case = "case a\n in s[4:5]=0 s6=0 scc=0\n";
    assert_eq!(
        failures(&format!("{code}{case} out fault=unsupported\n")),
        [""; 0]
    );
    one_failure(
        &format!("{code}{case} out fault=illegal\n"),
        "expected fault illegal",
    );
    one_failure(&format!("{code}{case} out s4=0\n"), "fault:");
    one_failure(
        &format!("{S_ADD}case a\n in s0=1 s1=2 scc=0\n out fault=illegal s2=3\n"),
        "expected fault illegal, got End",
    );
}

#[test]
fn files_without_tests_do_not_pass() {
    one_failure("", "no cases");
    one_failure(S_ADD, "code without cases");
    one_failure(
        "code s_add_u31 s2, s0, s1\ncase a\n in s0=1\n",
        "no generation has this code: gfx950 does not know",
    );
    one_failure(
        "code s_nop 0\n gfx8\ncode s_nop 0\n gfx9\ncase a\n in s0=1\n",
        "no generation has all of this code",
    );
    one_failure(&format!("{S_ADD}case a\n"), "an empty case");
    one_failure(
        &format!("{S_ADD}case a\n on gfx8\n in s0=1\n"),
        "code lacks",
    );
}

#[test]
fn bad_lines_are_reported_with_their_number() {
    one_failure(&format!("{S_ADD}case a\n in s0\n"), "t.gcn:4: no '='");
    one_failure(&format!("{S_ADD}case a\n in q0=1\n"), "unknown place 'q0'");
    one_failure(
        &format!("{S_ADD}case a\n in s0=1.5\n"),
        "unknown value '1.5'",
    );
    one_failure(&format!("{S_ADD}case a\n in v0.64=1\n"), "unknown place");
    one_failure("case a\n", "t.gcn:1: a case before any code");
    one_failure(
        "code x\n gfx5: 00000000\ncase a\n",
        "unknown generation 'gfx5'",
    );
    one_failure("code x\n gfx6 gfx6: 00000000\n", "gfx600 is encoded twice");
    let f = failures(&format!("{S_ADD}case a\n in s0=nan scc=0\n"));
    assert!(f[0].contains("definite"), "{f:?}");
}

#[test]
fn a_tolerance_is_in_units_of_the_last_place() {
    let case =
        |out: &str| format!("{S_ADD}case a\n in s0=0x3f800000 s1=2 scc=1\n out s2={out} scc=0\n");
    assert_eq!(failures(&case("0x3f800001~1")), [""; 0]);
    assert_eq!(failures(&case("1.0f~2")), [""; 0]);
    one_failure(&case("1.0f~1"), "give or take 1");
    one_failure(&case("1~2"), "carries into another dword");
    one_failure(&case("nan~2"), "unknown value");
}

#[test]
fn memory_and_lds_are_part_of_the_state() {
    let code = "code ds_write_b32 v0, v1\n gfx9: d81a0000 00000100\n";
    let case = "case a\n in v0=8 v1=[5]* exec=1 lds=64 scc=0\n";
    assert_eq!(failures(&format!("{code}{case} out lds[8]=5\n")), [""; 0]);
    one_failure(
        &format!("{code}{case} out lds[4]=0x1d500001\n"),
        "lds[8]: expected",
    );
    let code = "code s_load_dword s4, s[0:1], 0x4\n gfx9: c0020100 00000004\n";
    let case = "case a\n in mem0=[1 2 3] s[0:1]=mem0 scc=0\n";
    assert_eq!(failures(&format!("{code}{case} out s4=2\n")), [""; 0]);
    one_failure(
        &format!("{code}{case} out s4=2 mem0[8]=4\n"),
        "mem0[8]: expected",
    );
}
