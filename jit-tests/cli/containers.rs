//! Files with several code objects: `info` lists all, `run` finds the one with the kernel.

use super::*;
use gcn_jit::fuzz::containers::{archive, bundle, host};

/// A program with a bundle for each of two sources: saxpy for gfx900 and gfx803, reduction for gfx900.
fn program() -> Vec<u8> {
    let entry = |target: &str, name: &str| {
        let id = format!("hipv4-amdgcn-amd-amdhsa--{target}");
        (id, example(&format!("{target}/{name}.hsaco")))
    };
    let bundle = |entries: &[(String, Vec<u8>)]| {
        let entries = entries.iter().map(|(id, code)| (id.as_str(), &code[..]));
        bundle(&entries.collect::<Vec<_>>())
    };
    let first = bundle(&[entry("gfx900", "saxpy"), entry("gfx803", "saxpy")]);
    let second = bundle(&[entry("gfx900", "reduction")]);
    host(2, &[(".hip_fatbin", &[first, second].concat())])
}

#[test]
fn info_lists_every_code_object() {
    let f = Folder::new();
    let file = f.file("program", &program());
    let text = gcn_jit(&format!("info {file}")).ok();
    let lines = |start: &str| -> Vec<String> {
        let lines = text.lines().filter(|l| l.starts_with(start));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(
        lines("code object "),
        [
            "code object 1 of 3",
            "code object 2 of 3",
            "code object 3 of 3"
        ]
    );
    let targets = ["gfx900", "gfx803", "gfx900"].map(|t| format!("target   {t}"));
    assert_eq!(lines("target "), targets);
    assert_eq!(lines("kernel ")[..2], ["kernel saxpy", "kernel saxpy"]);
    assert!(lines("kernel ").len() > 2, "{text}");
    let all: serde_json::Value = json(&gcn_jit(&format!("info {file} --json")).ok());
    let targets = all.as_array().expect("a list").iter().map(|o| &o["target"]);
    assert_eq!(targets.collect::<Vec<_>>(), ["gfx900", "gfx803", "gfx900"]);
    // With a target, the kernels that it has.
    let one = json(&gcn_jit(&format!("info {file} --isa gfx803 --json")).ok());
    assert_eq!(one["kernels"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&one["target"], &one["format"]),
        (&"gfx803".into(), &"code_object".into())
    );
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn kernels_of_programs_run() {
    let f = Folder::new();
    let file = f.file(
        "lib.a",
        &archive(&[("readme", b"text\n"), ("a.o", &program())]),
    );
    let saxpy = format!(
        "run {file} --kernel saxpy --global 64 --local 64 --arg 2.0 --arg fill:f32[64]=3 --arg fill:f32[64]=1 --arg 64 --print y"
    );
    gcn_jit(&saxpy).fails(2, &["choose one of gfx900, gfx803", "--isa"]);
    for target in ["gfx900", "gfx803"] {
        let printed = gcn_jit(&format!("{saxpy} --isa {target}")).ok();
        assert_eq!(
            printed.trim_end(),
            format!("y:{}", " 7.0".repeat(64)),
            "{target}"
        );
    }
    gcn_jit(&format!("run {file} --isa gfx906 --global 64 --local 64"))
        .fails(2, &["nothing in it is for gfx906", "gfx900, gfx803"]);
    gcn_jit(&format!(
        "run {file} --isa gfx900 --kernel no --global 64 --local 64"
    ))
    .fails(2, &["there is no kernel 'no'", "saxpy"]);
}
