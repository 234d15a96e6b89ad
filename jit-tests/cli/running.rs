//! Runs that succeed: inputs, outputs, what is printed.

use super::*;

const SIZES: &str = "--global 1 --local 1";

/// A run of a raw gfx803 program on the interpreter.
fn run(program: &str, rest: &str) -> Ran {
    gcn_jit(&format!(
        "run {program} --isa gfx803 --backend interp {SIZES} {rest}"
    ))
}

#[test]
fn outputs_keep_type_and_shape() {
    let f = Folder::new();
    let p = f.program(&STORE);
    let (raw, npy) = (f.path("out.bin"), f.path("out.npy"));
    let (raw, npy) = (raw.display(), npy.display());
    // By position, by index, in any order, with one buffer in two files.
    run(
        &p,
        &format!("--arg 1=u32:0x12345678 --arg zeros:i16[2,2] --out 0={raw} --out 0={npy}"),
    )
    .ok();
    let want = [0, 0, 0, 0, 0x78, 0x56, 0x34, 0x12];
    assert_eq!(std::fs::read(f.path("out.bin")).unwrap(), want);
    let npy = std::fs::read(f.path("out.npy")).unwrap();
    let (header, data) = npy.split_at(npy.len() - 8);
    let header = String::from_utf8_lossy(header);
    assert!(header.contains("'descr': '<i2'"), "{header}");
    assert!(header.contains("'shape': (2, 2)"), "{header}");
    assert_eq!(data, want);
    assert_eq!(f.names(), ["out.bin", "out.npy", "program.bin"]);
}

#[test]
fn inputs_from_files() {
    let f = Folder::new();
    let p = f.program(&STORE);
    let bytes = f.file("in.bin", b"abcdefghij");
    let out = f.file("out.bin", b"old contents that are longer");
    run(&p, &format!("--arg @{bytes} --arg i32:-2 --out 0={out}")).ok();
    assert_eq!(std::fs::read(&out).unwrap(), b"abcd\xfe\xff\xff\xffij");
    // An array's header comes back as it was.
    let array = example("data/x.npy");
    let npy = f.path("x.npy");
    run(
        &p,
        &format!(
            "--arg @examples/data/x.npy --arg f32:1 --out 0={}",
            npy.display()
        ),
    )
    .ok();
    let got = std::fs::read(&npy).unwrap();
    let data = array.len() - 4 * 1024;
    assert_eq!(got[..data + 4], array[..data + 4]);
    assert_eq!(got[data + 4..data + 8], 1f32.to_le_bytes());
    assert_eq!(got[data + 8..], array[data + 8..]);
}

#[test]
fn standard_input_and_special_files() {
    let program: Vec<u8> = STORE.iter().flat_map(|w| w.to_le_bytes()).collect();
    let args = "--isa gfx803 --backend interp --arg zeros:u32[2] --arg u32:65";
    let ran = gcn_jit_reading(
        &format!("run - {args} {SIZES} --out 0=/dev/stdout"),
        &program,
    );
    assert_eq!(ran.ok(), "\0\0\0\0A\0\0\0");
}

#[test]
fn statistics() {
    let f = Folder::new();
    let p = f.program(&END);
    let args = "--threads 1 --global 200 --local 128";
    let line = format!("run {p} --isa gfx803 --backend interp {args}");
    let text = gcn_jit(&format!("{line} --stats=json")).ok();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text.matches('\n').count(), 1);
    // Two work-groups, the second partial: 2 waves for 128 work-items, 2 for 72.
    for (key, want) in [
        ("workgroups", 2),
        ("waves", 4),
        ("instructions", 4),
        ("threads", 1),
        ("blocks_compiled", 0),
        ("cache_hits", 0),
        ("code_bytes", 0),
    ] {
        assert_eq!(json[key], want, "{key} in {text}");
    }
    assert_eq!(json["backend"], "interp");
    assert_eq!(json["isa"], "gfx803");
    // A scalar instruction counts as one lane.
    assert_eq!(json["lanes"], 4);
    assert!(json["kernel_seconds"].is_f64(), "{text}");
    assert_eq!(json["compile_seconds"], 0.0);
    let jit = gcn_jit(&format!("run {p} --isa gfx803 {args} --stats=json")).ok();
    let jit: serde_json::Value = serde_json::from_str(&jit).unwrap();
    assert_eq!(jit["backend"], "jit");
    for key in ["instructions", "lanes", "waves", "workgroups"] {
        assert_eq!(jit[key], json[key], "{key} in {jit}");
    }
    for key in ["blocks_compiled", "code_bytes"] {
        assert!(jit[key].as_u64().is_some_and(|n| n > 0), "{key} in {jit}");
    }
    assert!(jit["compile_seconds"].is_f64(), "{jit}");
    let table = gcn_jit(&format!("{line} --stats"));
    assert_eq!((table.code, table.stdout.len()), (0, 0));
    assert!(
        table.stderr.contains("work-groups        2\n"),
        "{}",
        table.stderr
    );
}

#[test]
fn standard_input_as_a_buffer() {
    let f = Folder::new();
    let p = f.program(&STORE);
    let line = format!("run {p} --isa gfx803 {SIZES} --arg @- --arg u32:7 --print 0");
    assert_eq!(
        gcn_jit_reading(&line, b"abcdefghi").ok(),
        "0: 97 98 99 100 7 0 0 0 105\n"
    );
    let twice = format!("run - --isa gfx803 {SIZES} --arg 0=@- --arg u32:7");
    gcn_jit_reading(&twice, b"").fails(2, &["standard input", "once"]);
}

#[test]
fn printed_buffers() {
    let f = Folder::new();
    let p = f.program(&STORE);
    // The float 0.1 is 0x3dcccccd; the store goes to the second dword.
    for backend in BACKENDS {
        let run = |buffer: &str, rest: &str| {
            gcn_jit(&format!(
                "run {p} --isa gfx803 {SIZES} --backend {backend} --arg {buffer} --arg f32:0.1 {rest}"
            ))
        };
        assert_eq!(run("zeros:f32[3]", "--print 0").ok(), "0: 0.0 0.1 0.0\n");
        assert_eq!(run("zeros:u32[2]", "--print 0").ok(), "0: 0 1036831949\n");
        assert_eq!(
            run("zeros:u8[2,4]", "--print 0 --print 0").ok(),
            "0[0]: 0 0 0 0\n0[1]: 205 204 204 61\n".repeat(2)
        );
        assert_eq!(
            run("zeros:i16[1,2,2]", "--print 0").ok(),
            "0[0,0]: 0 0\n0[0,1]: -13107 15820\n"
        );
    }
    let run = |rest: &str| {
        gcn_jit(&format!(
            "run {p} --isa gfx803 {SIZES} --arg zeros:u32[2] --arg u32:7 {rest}"
        ))
    };
    // What was printed comes first.
    let text = run("--stats=json --print 0").ok();
    let (first, json) = text.split_once('\n').unwrap();
    assert_eq!(first, "0: 0 7");
    assert!(json.starts_with('{') && json.ends_with("}\n"), "{json}");
    run("--print 1").fails(2, &["--print 1", "not a buffer"]);
    run("--print bins").fails(2, &["--print bins", "no argument 'bins'"]);
    run("--print").fails(2, &["--print"]);
    // An array that is not of numbers can be passed, but not printed: complex numbers.
    let complex = String::from_utf8_lossy(&example("data/x.npy")[10..]).replace("<f4", "<c8");
    let mut array = example("data/x.npy")[..10].to_vec();
    array.extend(&complex.as_bytes()[..118]);
    array.extend([0; 8 * 1024]);
    let array = f.file("complex.npy", &array);
    let line = format!("run {p} --isa gfx803 {SIZES} --arg @{array} --arg u32:7");
    gcn_jit(&line).ok();
    gcn_jit(&format!("{line} --print 0")).fails(2, &["<c8", "--out"]);
}

#[test]
fn thread_counts() {
    let line = "run examples/gfx900/histogram.hsaco --global 1024 --local 256 \
                --arg @examples/data/bytes.npy --arg zeros:u32[256] --arg 16384 --print bins";
    let one = gcn_jit(&format!("{line} --threads 1")).ok();
    assert_eq!(gcn_jit(&format!("{line} --threads 7")).ok(), one);
    assert_eq!(gcn_jit(line).ok(), one);
}

/// A reader that goes away, as `head` does, is no failure; a full disk is one.
#[test]
fn standard_output_that_is_not_read() {
    let line = "run examples/gfx900/saxpy.hsaco --global 64 --local 64 --arg 1.5 \
                --arg zeros:f32[1000000] --arg zeros:f32[64] --arg 64 --print x --stats=json";
    for line in [line, "disasm examples/gfx900/sha256.hsaco"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(line).stdout(writer).output().unwrap();
        Ran::new(output).ok();
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let output = command(line).stdout(full.unwrap()).output().unwrap();
        Ran::new(output).fails(2, &["cannot write to standard output", "No space"]);
    }
}

#[test]
fn help() {
    for (command, words) in [
        ("", &["run", "disasm", "info", "diff", "ir"][..]),
        (
            "run",
            &[
                "--print",
                "zeros:TYPE[N]",
                "Xoshiro256++",
                "1 GiB",
                "NaN equals",
                "Exit codes",
                "Example",
            ],
        ),
        ("diff", &["--arg", "Exit codes"]),
        ("disasm", &["--hex"]),
        ("info", &["--json"]),
        (
            "ir",
            &["--stage", "region", "--mode", "--host-level", "Example"],
        ),
    ] {
        let text = gcn_jit(&format!("{command} --help")).ok();
        for word in words {
            assert!(text.contains(word), "no '{word}' in:\n{text}");
        }
    }
    assert!(gcn_jit("--version").ok().starts_with("gcn-jit "));
}
