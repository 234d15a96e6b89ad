//! `--fidelity`: kernels of which every instruction's trust is counted by hand.

use gcn_jit::asm::assemble;
use gcn_jit::isa::Gen;
use serde_json::{Value, json};

use super::*;

/// For gfx906: two waves execute each instruction twice. Exact are six of ten (the sum among them, whose NaN is not), two
/// are reciprocals, one a dot product, one a clock.
const KERNEL: &str = "
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_memtime s[6:7]
    s_waitcnt lgkmcnt(0)
    v_rcp_f32_e32 v1, v0
    v_rcp_f32_e32 v2, v0
    v_add_f32_e32 v1, v1, v2
    v_dot2_f32_f16 v3, v0, v0, v0
    v_lshlrev_b32_e32 v2, 2, v0
    global_store_dword v2, v1, s[4:5]
    s_endpgm
";

const OPTIONS: &str = "--isa gfx906 --global 128 --local 64 --arg zeros:f32[64]";

/// What is told of it.
const TABLE: &str = "\
fidelity of program, gfx906: of 20 executed instructions 12 (60.0%) are exact by the manual, 4 (20.0%) exact here where the manual \
allows an error, 2 (10.0%) by a model that AMD does not document, 2 (10.0%) by clocks, or by when and where waves run
executed  share        class  first
       4  20.0%  approximate  +0x14 v_rcp_f32_e32 v1, v0
    hardware may differ by 1 ulp: docs/fidelity.md#recip
       2  10.0%        model  +0x20 v_dot2_f32_f16 v3, v0, v0, v0
    dot products of two f16: both products, then the third source: docs/fidelity.md#dot2
       2  10.0%        clock  +0x8 s_memtime s[6:7]
    clocks: docs/fidelity.md#clock
beside that, of some results only:
executed  share      class  first
       8  40.0%  undefined  +0x14 v_rcp_f32_e32 v1, v0
    sign and payload of a NaN that is a result: docs/fidelity.md#nan
";

fn program(f: &Folder, g: Gen, text: &str) -> String {
    f.program(&assemble(g, text).unwrap().words())
}

#[test]
fn the_table_is_what_was_counted_by_hand() {
    let f = Folder::new();
    let p = program(&f, Gen::Gfx906, KERNEL);
    for more in ["", "--backend interp", "--threads 1"] {
        let ran = gcn_jit(&format!("run {p} {OPTIONS} --fidelity {more} --print 0"));
        assert_eq!(ran.stderr, TABLE, "{more}");
        // It has run as without the option: 1 / 1.4e-45 is 1 / 0 where denormals are flushed, twice.
        let out = String::from_utf8(ran.stdout).unwrap();
        assert!(out.starts_with("0: inf inf "), "{out}");
    }
    let ran = gcn_jit(&format!("check {p} {OPTIONS} --fidelity"));
    assert_eq!((ran.code, &ran.stderr[..]), (0, TABLE));
}

#[test]
fn json_is_what_was_counted_by_hand() {
    let f = Folder::new();
    let p = program(&f, Gen::Gfx906, KERNEL);
    for command in ["run", "run --check waits", "check"] {
        let (command, more) = command.split_once(' ').unwrap_or((command, ""));
        let text = gcn_jit(&format!("{command} {p} {OPTIONS} --fidelity=json {more}"));
        let text = text.ok();
        assert_eq!(text.matches('\n').count(), 1, "{command}");
        let all: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (&all["kernel"], &all["target"]),
            (&json!("program"), &json!("gfx906"))
        );
        assert_eq!(all["executed"], 20);
        assert_eq!(
            all["classes"]["exact"],
            json!({"executed": 12, "share": 0.6})
        );
        assert_eq!(
            all["classes"]["undefined"],
            json!({"executed": 0, "share": 0.0})
        );
        let of = |list: &str, key: &str| -> Vec<Value> {
            let list = all[list].as_array().unwrap().iter();
            list.map(|d| d[key].clone()).collect()
        };
        let names = ["exact", "float", "recip", "dot2", "clock"];
        assert_eq!(of("decisions", "decision"), names);
        assert_eq!(of("decisions", "executed"), [10, 2, 4, 2, 2]);
        assert_eq!(of("decisions", "instructions"), [5, 1, 2, 1, 1]);
        let classes = ["exact", "exact", "approximate", "model", "clock"];
        assert_eq!(of("decisions", "class"), classes);
        assert_eq!(of("caveats", "decision"), ["nan"]);
        assert_eq!(of("caveats", "executed"), [8]);
        let recip = &all["decisions"][2];
        let first = json!({"pc": 0x14, "instruction": "v_rcp_f32_e32 v1, v0", "source": null});
        assert_eq!(recip["first"], first);
        assert_eq!(recip["see"], "docs/fidelity.md#recip");
        assert_eq!(recip["title"], "hardware may differ by 1 ulp");
    }
}

#[test]
fn exact_kernels_say_so() {
    let f = Folder::new();
    let p = program(&f, Gen::Gfx9, "s_nop 0\ns_endpgm");
    let run = |more: &str| {
        gcn_jit(&format!(
            "run {p} --isa gfx900 --local 64 {more} --fidelity"
        ))
    };
    let said = "fidelity of program, gfx900: all 4 executed instructions are exact by the manual\n";
    assert_eq!(run("--global 128").stderr, said);
    let p = program(&f, Gen::Gfx9, "s_endpgm");
    let ran = gcn_jit(&format!(
        "run {p} --isa gfx900 --local 64 --global 64 --fidelity"
    ));
    let said = "fidelity of program, gfx900: the one executed instruction is exact by the manual\n";
    assert_eq!(ran.stderr, said);
}

/// No manual describes `v_qsad_u8` of gfx6.
#[test]
fn undefined_instructions_are_told() {
    let f = Folder::new();
    let p = program(
        &f,
        Gen::Gfx6,
        "v_qsad_u8 v[2:3], v[0:1], v0, v[0:1]\ns_endpgm",
    );
    let ran = gcn_jit(&format!(
        "run {p} --isa gfx600 --local 64 --global 64 --fidelity"
    ));
    let said = "\
fidelity of program, gfx600: of 2 executed instructions 1 (50.0%) is exact by the manual, 1 (50.0%) undefined by the manual
executed  share      class  first
       1  50.0%  undefined  +0x0 v_qsad_u8 v[2:3], v[0:1], v0, v[0:1]
    no manual describes it: docs/fidelity.md#unknown
";
    assert_eq!(ran.stderr, said);
}

/// A result that is not as expected is when one asks.
#[test]
fn it_is_told_when_a_buffer_is_not_as_expected() {
    let f = Folder::new();
    let p = program(&f, Gen::Gfx906, KERNEL);
    let zeros = f.npy("zeros.npy", "'<f4'", "(64,)", &[0; 256]);
    let ran = gcn_jit(&format!("run {p} {OPTIONS} --fidelity --expect 0={zeros}"));
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.starts_with(TABLE), "{}", ran.stderr);
    let rest = &ran.stderr[TABLE.len()..];
    assert!(
        rest.starts_with("error: ") && rest.lines().count() == 1,
        "{rest}"
    );
}

/// With a source, the line stands behind the instruction.
#[test]
fn lines_of_the_source() {
    let columns = "jit-tests/kernels/profile/columns.hsaco --global 64 --local 64 --arg iota:f32[64] --arg zeros:f32[64]";
    let text = gcn_jit(&format!("run {columns} --fidelity=json")).ok();
    let all: Value = serde_json::from_str(&text).unwrap();
    let float = all["decisions"].as_array().unwrap().iter();
    let float = float
        .clone()
        .find(|d| d["decision"] == "float")
        .expect("an FMA");
    let first = &float["first"];
    let instruction = first["instruction"].as_str().unwrap();
    assert!(instruction.starts_with("v_fma_f32"), "{instruction}");
    assert_eq!(first["source"][0]["line"], 5);
    // The one multiply-add and four sums.
    assert_eq!(float["executed"], 5);
}

#[test]
fn what_cannot_be() {
    gcn_jit("exec --fidelity --check waits -- true").fails(2, &["--fidelity or --check"]);
    gcn_jit("check --static examples/gfx900/saxpy.hsaco --fidelity").fails(2, &["--fidelity"]);
    gcn_jit("run x --global 1 --local 1 --fidelity=yes").fails(2, &["'yes'"]);
}
