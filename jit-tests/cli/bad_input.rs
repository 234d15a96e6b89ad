//! Bad usage, files and arguments: exit code 2 and one line that names the cause.

use super::*;

const SAXPY: &str = "examples/gfx900/saxpy.hsaco";
const SIZES: &str = "--global 64 --local 64";
const ARGS: &str = "--arg 1.5 --arg zeros:f32[64] --arg zeros:f32[64] --arg 64";

#[test]
fn usage() {
    gcn_jit("").fails(
        2,
        &[
            "run, check, profile, trace, debug, disasm, asm, info, diff or ir",
            "estimate",
        ],
    );
    gcn_jit("jump").fails(2, &["'jump'"]);
    gcn_jit("run").fails(2, &["--global", "--local", "<FILE>"]);
    gcn_jit(&format!("run {SAXPY} {SIZES} --fast")).fails(2, &["'--fast'"]);
    gcn_jit(&format!("run {SAXPY} {SIZES} --backend gpu")).fails(2, &["'gpu'", "interp"]);
    gcn_jit(&format!("run {SAXPY} {SIZES} --stats=xml")).fails(2, &["'xml'"]);
    gcn_jit(&format!("run {SAXPY} {SIZES} --threads 0")).fails(2, &["--threads"]);
    gcn_jit(&format!("run {SAXPY} {SIZES} --timeout=-1")).fails(2, &["--timeout"]);
    for size in ["0", "64,0", "x", "1,2,3,4", "-1", "4294967296", ""] {
        gcn_jit(&format!("run {SAXPY} --local 64 --global={size}")).fails(2, &["--global"]);
        gcn_jit(&format!("run {SAXPY} --global 64 --local={size}")).fails(2, &["--local"]);
    }
    gcn_jit("disasm").fails(2, &["FILE"]);
    gcn_jit("disasm --hex").fails(2, &["--isa"]);
    gcn_jit("info").fails(2, &["FILE"]);
}

#[test]
fn files() {
    let f = Folder::new();
    gcn_jit(&format!("run /nonexistent {SIZES}")).fails(2, &["/nonexistent", "No such file"]);
    gcn_jit(&format!("run /tmp {SIZES}")).fails(2, &["/tmp", "directory"]);
    let raw = f.program(&END);
    for command in [
        "info",
        "disasm",
        &format!("run {SIZES}"),
        &format!("diff {SIZES}"),
    ] {
        gcn_jit(&format!("{command} {raw}")).fails(2, &["not an ELF", "--isa"]);
        gcn_jit(&format!("{command} {raw} --isa gfx1030"))
            .fails(2, &["unsupported target gfx1030"]);
        gcn_jit(&format!("{command} {raw} --isa pentium"))
            .fails(2, &["unsupported target pentium"]);
        gcn_jit(&format!("{command} {SAXPY} --isa gfx803")).fails(2, &["gfx803", "gfx900"]);
    }
    // They are executed as gfx942.
    for target in ["gfx940", "gfx941"] {
        gcn_jit(&format!("diff {raw} {SIZES} --isa {target}")).ok();
    }
    for target in ["gfx908", "gfx90a", "gfx942"] {
        let check = format!("check {raw} {SIZES} --isa {target}");
        gcn_jit(&check).ok();
        gcn_jit(&format!("{check} --check all")).ok();
    }
    let odd = f.file("odd.bin", &[0; 7]);
    gcn_jit(&format!("info {odd} --isa gfx900")).fails(2, &["7 bytes", "multiple of 4"]);
    let empty = f.file("empty.bin", &[]);
    gcn_jit(&format!("info {empty} --isa gfx900")).fails(2, &["the file is empty"]);
    let text = f.file("notes", b"What was done, and by whom.\n");
    for command in ["info", "disasm", "run --global 64 --local 64"] {
        gcn_jit(&format!("{command} {text} --isa gfx900")).fails(2, &["notes", "this is text"]);
    }
    let whole = example("gfx900/saxpy.hsaco");
    for n in [4, 20, 63, 64, 500, 2000, whole.len() - 1] {
        let cut = f.file("cut.hsaco", &whole[..n]);
        gcn_jit(&format!("info {cut}")).fails(2, &["cut.hsaco", "malformed"]);
        gcn_jit(&format!("run {cut} {SIZES} {ARGS}")).fails(2, &["malformed"]);
    }
    // Another machine; a target that GCN is not (gfx1030 is 0x36).
    let mut other = whole.clone();
    other[18] = 62;
    let path = f.file("x86.so", &other);
    gcn_jit(&format!("info {path}")).fails(2, &["for x86-64", "without AMDGPU code"]);
    let mut other = whole;
    other[48] = 0x36;
    let path = f.file("rdna.hsaco", &other);
    gcn_jit(&format!("info {path}")).fails(2, &["unsupported target gfx1030"]);
}

#[test]
fn kernels() {
    let file = "examples/gfx900/reduction.hsaco";
    let both = ["reduce_tree", "reduce_wave"];
    gcn_jit(&format!("run {file} {SIZES}")).fails(2, &[&["--kernel"], &both[..]].concat());
    gcn_jit(&format!("run {file} {SIZES} --kernel sum"))
        .fails(2, &[&["'sum'"], &both[..]].concat());
    gcn_jit(&format!("disasm {file} --kernel sum")).fails(2, &[&["'sum'"], &both[..]].concat());
}

#[test]
fn argument_counts_and_names() {
    let run = |args: &str| gcn_jit(&format!("run {SAXPY} {SIZES} {args}"));
    let takes = "kernel 'saxpy' takes 4 arguments (a, x, y, n)";
    run("").fails(2, &[takes, "0 given", "missing: a, x, y, n"]);
    run("--arg 1.5 --arg n=64").fails(2, &[takes, "2 given", "missing: x, y"]);
    run(&format!("{ARGS} --arg 5")).fails(2, &[takes, "5 given"]);
    run(&format!("{ARGS} --arg m=5")).fails(2, &[takes, "no 'm'"]);
    run("--arg 4=5").fails(2, &[takes, "no '4'"]);
    run("--arg a=1 --arg 0=1").fails(2, &["'a' is given twice"]);
}

#[test]
fn argument_types() {
    let run = |a: &str, x: &str, n: &str| {
        gcn_jit(&format!(
            "run {SAXPY} {SIZES} --arg {a} --arg {x} --arg zeros:f32[64] --arg {n}"
        ))
    };
    let x = "zeros:f32[64]";
    run("u32:1", x, "64").fails(2, &["'a'", "f32", "not u32"]);
    run("f64:1", x, "64").fails(2, &["'a'", "f32", "not f64"]);
    run("1.5", x, "f32:64").fails(2, &["'n'", "u32", "not f32"]);
    run("1.5", x, "u64:64").fails(2, &["'n'", "u32", "not u64"]);
    run("1.5", x, "1.5").fails(2, &["'n'", "'1.5' is not of type u32"]);
    run("1.5", x, "-1").fails(2, &["'n'", "out of range"]);
    run("1.5", x, "4294967296").fails(2, &["'n'", "out of range"]);
    run("zeros:f32[1]", x, "64").fails(2, &["'a'", "by-value f32"]);
    run("null", x, "64").fails(2, &["'a'", "by-value f32"]);
    run("local:4", x, "64").fails(2, &["'a'", "by-value f32"]);
    run("1.5", "5", "64").fails(2, &["'x'", "global buffer"]);
    run("1.5", "u64:5", "64").fails(2, &["'x'", "global buffer"]);
    run("1.5", "local:64", "64").fails(2, &["'x'", "global buffer"]);
    run("hello", x, "64").fails(2, &["'a'", "'hello'"]);
    run("1.5", "zeros:f32", "64").fails(2, &["'x'", "zeros:TYPE[N]"]);
    run("1.5", "zeros:f32[99999999999999]", "64").fails(2, &["'x'", "cannot allocate"]);
    run("1.5", "@/nonexistent.npy", "64").fails(2, &["'x'", "/nonexistent.npy"]);
    run("@README", x, "64").fails(2, &["'a'", "README"]);

    let f = Folder::new();
    let three = f.file("three", &[0; 3]);
    run(&format!("@{three}"), x, "64").fails(2, &["'a'", "by-value f32", "has 3"]);
    let not_npy = f.file("not.npy", b"hello");
    run("1.5", &format!("@{not_npy}"), "64").fails(2, &["'x'", "not.npy", "no .npy array"]);
    let mut short = example("data/x.npy");
    short.pop();
    let short = f.file("short.npy", &short);
    run("1.5", &format!("@{short}"), "64").fails(2, &["'x'", "short.npy", "bytes"]);

    let tree = "run examples/gfx900/reduction.hsaco --kernel reduce_tree --backend interp --global 64 --local 64 \
                --arg zeros:i32[64] --arg zeros:i32[1] --arg n=64";
    gcn_jit(&format!("{tree} --arg partial=zeros:i32[64]")).fails(2, &["'partial'", "local:BYTES"]);
    gcn_jit(&format!("{tree} --arg partial=256")).fails(2, &["'partial'", "local:BYTES"]);
    gcn_jit(&format!("{tree} --arg partial=local:70000")).fails(2, &["LDS"]);

    // Without metadata a number has no type.
    let raw = f.program(&END);
    gcn_jit(&format!("run {raw} --isa gfx803 {SIZES} --arg 5")).fails(2, &["'0'", "u32:5"]);
    gcn_jit(&format!("run {raw} --isa gfx803 {SIZES} --arg n=u32:5")).fails(2, &["no 'n'"]);
}

#[test]
fn work_group_sizes() {
    let run = |local: &str| {
        gcn_jit(&format!(
            "run {SAXPY} --backend interp --global 4096 --local {local} {ARGS}"
        ))
    };
    run("1025").fails(2, &["1025", "1024"]);
    run("2048").fails(2, &["2048", "1024"]);
    run("64,64").fails(2, &["64x64", "1024"]);
    run("65536,65536,65536").fails(2, &["1024"]);
    // The examples are compiled for at most 256 work-items.
    run("512").fails(2, &["'saxpy'", "256"]);
    gcn_jit(
        "run examples/gfx900/reduction.hsaco --kernel reduce_wave --backend interp --global 128 --local 128 \
         --arg zeros:i32[64] --arg zeros:i32[1] --arg n=64",
    )
    .fails(2, &["'reduce_wave'", "64x1x1"]);
}

#[test]
fn outputs() {
    let f = Folder::new();
    let raw = f.program(&END);
    let run = |out: &str| {
        gcn_jit(&format!(
            "run {raw} --isa gfx803 {SIZES} --backend interp --arg zeros:u32[2] --arg u32:7 {out}"
        ))
    };
    run("--out 0").fails(2, &["ARG=PATH"]);
    run("--out 0=").fails(2, &["ARG=PATH"]);
    run("--out 2=x").fails(2, &["no argument '2'"]);
    run("--out y=x").fails(2, &["no argument 'y'"]);
    run("--out 1=x").fails(2, &["'1' is not a buffer"]);
    run("--out 0=x --out 0=x").fails(2, &["twice"]);
    run("--out 0=/nonexistent/x").fails(2, &["cannot write /nonexistent/x"]);
    let folder = f.path("");
    run(&format!("--out 0={}", folder.display())).fails(2, &["cannot write", "directory"]);
    run(&format!("--out 0={raw}/x")).fails(2, &["cannot write"]);
    // Before the run: a program that never ends does not hide the mistake.
    let endless = f.program(&LOOP);
    gcn_jit(&format!(
        "run {endless} --isa gfx803 {SIZES} --arg zeros:u32[1] --out 0=/nonexistent/x"
    ))
    .fails(2, &["cannot write /nonexistent/x"]);
    assert_eq!(f.names(), ["program.bin"], "nothing is left behind");
}
