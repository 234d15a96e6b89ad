//! Runs that succeed, fault, or are stopped.

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
        ("code_bytes", 0),
    ] {
        assert_eq!(json[key], want, "{key} in {text}");
    }
    assert_eq!(json["backend"], "interp");
    assert_eq!(json["isa"], "gfx803");
    for key in ["kernel_seconds", "compile_seconds", "lanes"] {
        assert!(json[key].is_number(), "{key} in {text}");
    }
    let table = gcn_jit(&format!("{line} --stats"));
    assert_eq!((table.code, table.stdout.len()), (0, 0));
    assert!(
        table.stderr.contains("work-groups        2\n"),
        "{}",
        table.stderr
    );
}

#[test]
fn faults_name_the_place() {
    let f = Folder::new();
    let store = f.program(&STORE);
    let out = f.file("out.bin", b"old");
    let place = ["kernel 'program'", "PC 0x", "work-group (0,0,0)", "wave 0"];
    let args = "--arg zeros:u32[1] --arg u32:1";
    run(&store, &format!("{args} --out 0={out}")).fails(
        1,
        &[&["write of 4 bytes", "'0' (4 bytes)"], &place[..]].concat(),
    );
    assert_eq!(std::fs::read(&out).unwrap(), b"old");
    run(&store, "--arg null --arg u32:1").fails(1, &[&["write of 4 bytes"], &place[..]].concat());
    let illegal = f.program(&[0xffff_ffff]);
    run(&illegal, "").fails(1, &[&["illegal instruction"], &place[..]].concat());
    // s_trap 2
    let trap = f.program(&[0xbf92_0002, END[0]]);
    run(&trap, "").fails(1, &[&["trap 2"], &place[..]].concat());
    // s_nop 0, and no end.
    let open = f.program(&[0xbf80_0000]);
    run(&open, "").fails(1, &[&["outside the program's code"], &place[..]].concat());
    assert_eq!(f.names(), ["out.bin", "program.bin"]);
}

#[test]
fn limits() {
    let f = Folder::new();
    let endless = f.program(&LOOP);
    run(&endless, "--max-instructions 1000").fails(1, &["instruction limit of 1000"]);
    let start = std::time::Instant::now();
    run(&endless, "--timeout 0.2").fails(1, &["time limit"]);
    assert!(start.elapsed().as_secs() < 30);
    let end = f.program(&END);
    run(&end, "--max-instructions 1 --timeout 60").ok();
}
