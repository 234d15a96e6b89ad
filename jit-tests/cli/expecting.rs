//! `--expect`: buffers compared with arrays.

use super::*;

/// A run of STORE on the buffer `spec`, which gets the dword `value` as its second one.
fn run(f: &Folder, spec: &str, value: &str, rest: &str) -> Ran {
    let p = f.program(&STORE);
    gcn_jit(&format!(
        "run {p} --isa gfx803 --backend interp --global 1 --local 1 --arg {spec} --arg {value} {rest}"
    ))
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

#[test]
fn exact() {
    let f = Folder::new();
    let e = f.npy("e.npy", "'<f4'", "(3,)", &floats(&[-0.0, 2.5, 0.0]));
    run(&f, "zeros:f32[3]", "f32:2.5", &format!("--expect 0={e}")).ok();
    let out = f.path("out.npy");
    let line = format!("--expect 0={e} --out 0={} --print 0", out.display());
    run(&f, "zeros:f32[3]", "f32:2.25", &line).fails(
        1,
        &[
            "0[1] is 2.25",
            "e.npy expects 2.5",
            "1 of 3 elements differ",
        ],
    );
    assert!(!out.exists());
    // The first of several.
    let text =
        run(&f, "fill:f32[3]=1", "f32:nan", &format!("--expect 0={e}")).fails(1, &["0[0] is 1.0"]);
    assert!(text.contains("expects -0.0; 3 of 3"), "{text}");
    let e = f.npy("nan.npy", "'<f4'", "(3,)", &floats(&[0.0, f32::NAN, 0.0]));
    run(&f, "zeros:f32[3]", "f32:nan", &format!("--expect 0={e}")).ok();
    run(&f, "zeros:f32[3]", "f32:1", &format!("--expect 0={e}")).fails(1, &["expects NaN"]);
}

#[test]
fn tolerances() {
    let f = Folder::new();
    let e = f.npy("e.npy", "'<f4'", "(3,)", &floats(&[0.0, 100.0, 0.0]));
    let with =
        |value: &str, rest: &str| run(&f, "zeros:f32[3]", value, &format!("--expect 0={e} {rest}"));
    with("f32:101", "--rtol 0.0101").ok();
    with("f32:101", "--rtol 0.0099").fails(1, &["0[1] is 101.0"]);
    with("f32:101", "--atol 1").ok();
    with("f32:101", "--atol 0.5").fails(1, &["0[1] is 101.0"]);
    with("f32:101", "--rtol 0.005 --atol 0.5").ok();
    with("f32:inf", "--rtol 10").fails(1, &["0[1] is inf"]);
    with("f32:nan", "--atol 1e30").fails(1, &["0[1] is NaN"]);
    with("f32:1", "--atol=-1").fails(2, &["--atol", "not negative"]);
    with("f32:1", "--rtol nan").fails(2, &["--rtol", "not negative"]);
    run(&f, "zeros:f32[3]", "f32:1", "--rtol 1").fails(2, &["--expect"]);
}

#[test]
fn types_and_shapes() {
    let f = Folder::new();
    // Values are compared, whatever the types.
    let e = f.npy(
        "e.npy",
        "'<i8'",
        "(2, 2)",
        &[0u64, 7, 0, 0].map(u64::to_le_bytes).concat(),
    );
    run(&f, "zeros:u32[2,2]", "u32:7", &format!("--expect 0={e}")).ok();
    run(&f, "zeros:f32[2,2]", "f32:7", &format!("--expect 0={e}")).ok();
    run(&f, "zeros:u32[2,2]", "u32:8", &format!("--expect 0={e}")).fails(1, &["0[0,1] is 8"]);
    run(&f, "zeros:u32[4]", "u32:7", &format!("--expect 0={e}"))
        .fails(2, &["--expect", "shapes [4] and [2, 2]"]);
    run(&f, "zeros:u32[1,2]", "u32:7", &format!("--expect 0={e}")).fails(1, &["0[1,1] is 7"]);
    let zero = f.npy("zero.npy", "'|u1'", "()", &[0]);
    run(&f, "zeros:u32[2,2]", "u32:0", &format!("--expect 0={zero}")).ok();
    // A plain file's bytes are what is expected.
    let plain = f.file("plain", &[0; 8]);
    let e = f.npy("two.npy", "'<f4'", "(2,)", &floats(&[0.0, 1.5]));
    run(
        &f,
        &format!("@{plain}"),
        "f32:1.5",
        &format!("--expect 0={e}"),
    )
    .ok();
    run(
        &f,
        &format!("@{plain}"),
        "f32:2.5",
        &format!("--expect 0={e}"),
    )
    .fails(1, &["0[1] is 2.5"]);
    let complex = f.npy("c.npy", "'<c8'", "(1,)", &[0; 8]);
    run(
        &f,
        &format!("@{plain}"),
        "f32:1",
        &format!("--expect 0={complex}"),
    )
    .fails(2, &["c.npy", "<c8"]);
    for (option, words) in [
        ("--expect 0", &["want ARG=FILE.npy"][..]),
        ("--expect 2=x.npy", &["no argument '2'"]),
        ("--expect 1=x.npy", &["'1' is not a buffer"]),
        (
            "--expect 0=/nonexistent.npy",
            &["/nonexistent.npy", "No such file"],
        ),
        ("--expect 0=LICENSE-MIT", &["LICENSE-MIT", "no .npy array"]),
    ] {
        run(&f, "zeros:u32[2]", "u32:1", option).fails(2, words);
    }
}

#[test]
fn mismatches_as_json() {
    let f = Folder::new();
    let e = f.npy("e.npy", "'<u4'", "(2,)", &[0; 8]);
    let ran = run(
        &f,
        "zeros:u32[2]",
        "u32:9",
        &format!("--expect 0={e} --stats=json"),
    );
    assert_eq!(ran.code, 1);
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    let m = &json["mismatch"];
    assert_eq!(
        (&m["argument"], &m["got"], &m["expected"]),
        (&"0".into(), &"9".into(), &"0".into())
    );
    assert_eq!(
        (&m["index"][0], &m["differ"], &m["elements"]),
        (&1.into(), &1.into(), &2.into())
    );
    assert_eq!(json["waves"], 1);
    assert_eq!(
        ran.stderr,
        format!("error: {}\n", m["message"].as_str().unwrap())
    );
}
