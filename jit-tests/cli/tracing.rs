//! `trace`: what it says of a program whose registers are known by hand, and of which instructions.

use serde_json::{Value, json};

use super::*;

/// For gfx803, with the arguments 5 and 7. Behind each instruction its offset, and what it does by the manual.
const SOURCE: &str = "
s_load_dwordx2 s[4:5], s[0:1], 0x0  // 0x00: 5 and 7
s_waitcnt lgkmcnt(0)                // 0x08
s_add_u32 s6, s4, s5                // 0x0c: 12, no carry
v_add_u32 v1, vcc, s6, v0           // 0x10: 12 + lane, no carry
s_mov_b32 m0, -1                    // 0x14
s_mov_b64 exec, 15                  // 0x18: lanes 0 to 3
v_lshlrev_b32 v2, 2, v0             // 0x1c: 4 * lane
ds_write_b32 v2, v1 offset:16       // 0x20: at 16 + 4 * lane
v_readfirstlane_b32 s7, v1          // 0x28: 12
s_endpgm                            // 0x2c
";

/// The lines behind the load.
const LINES: [&str; 9] = [
    "program+0x8: s_waitcnt lgkmcnt(0) | lanes 64",
    "program+0xc: s_add_u32 s6, s4, s5 | lanes 64 | in s4=0x5 s5=0x7 | out s6=0xc scc=0x0",
    "program+0x10: v_add_u32_e32 v1, vcc, s6, v0 | lanes 64 | in s6=0xc v0=[0x0,0x1,0x2,0x3,..] | out vcc=0x0 v1=[0xc,0xd,0xe,0xf,..]",
    "program+0x14: s_mov_b32 m0, -1 | lanes 64 | out m0=0xffffffff",
    "program+0x18: s_mov_b64 exec, 15 | lanes 64 | out exec=0xf",
    "program+0x1c: v_lshlrev_b32_e32 v2, 2, v0 | lanes 4 | in v0=[0x0,0x1,0x2,0x3] | out v2=[0x0,0x4,0x8,0xc]",
    "program+0x20: ds_write_b32 v2, v1 offset:16 | lanes 4 | in v2=[0x0,0x4,0x8,0xc] v1=[0xc,0xd,0xe,0xf] m0=0xffffffff | lds write 4 at 0x10 step 4 lanes 0-3",
    "program+0x28: v_readfirstlane_b32 s7, v1 | lanes 4 | in v1=[0xc,0xd,0xe,0xf] | out s7=0xc",
    "program+0x2c: s_endpgm | lanes 4",
];

/// Two work-groups of two waves.
const OPTIONS: &str = "--isa gfx803 --global 256 --local 128 --lds 64 --arg u32:5 --arg u32:7";

/// The program's path.
fn program(f: &Folder) -> String {
    let source = f.file("program.s", SOURCE.as_bytes());
    let path = f.path("program.bin").display().to_string();
    gcn_jit(&format!("asm {source} --isa gfx803 -o {path}")).ok();
    path
}

fn traced(f: &Folder, options: &str) -> Vec<String> {
    let p = program(f);
    let out = gcn_jit(&format!("trace {p} {OPTIONS} {options}")).ok();
    out.lines().map(str::to_owned).collect()
}

#[test]
fn lines_of_a_wave() {
    let f = Folder::new();
    let lines = traced(&f, "--group 0,0,0 --wave 0");
    let (load, others) = lines.split_first().unwrap();
    let begin =
        "0,0,0 wave 0 program+0x0: s_load_dwordx2 s[4:5], s[0:1], 0x0 | lanes 64 | in s[0:1]=0x";
    let end = " | out s[4:5]=0x700000005 | global read 8 at 0x";
    assert!(load.starts_with(begin) && load.contains(end), "{load}");
    let want: Vec<String> = LINES.iter().map(|l| format!("0,0,0 wave 0 {l}")).collect();
    assert_eq!(others, want);
}

#[test]
fn filters() {
    let f = Folder::new();
    let all = traced(&f, "");
    assert_eq!(all.len(), 4 * (LINES.len() + 1));
    let waves = |lines: &[String]| {
        let mut waves: Vec<String> = lines
            .iter()
            .map(|l| l.split(" program").next().unwrap().to_owned())
            .collect();
        waves.dedup();
        waves
    };
    let each = [
        "0,0,0 wave 0",
        "0,0,0 wave 1",
        "1,0,0 wave 0",
        "1,0,0 wave 1",
    ];
    assert_eq!(waves(&all), each);
    assert_eq!(waves(&traced(&f, "--group 1")), each[2..]);
    assert_eq!(waves(&traced(&f, "--wave 1")), [each[1], each[3]]);
    let one = "--group 1,0,0 --wave 1";
    let of = |lines: &[&str]| -> Vec<String> {
        lines.iter().map(|l| format!("1,0,0 wave 1 {l}")).collect()
    };
    // Wave 1 begins with work-item 64.
    let moved = |l: &[&str]| -> Vec<String> {
        let words = [
            ("[0x0,0x1,0x2,0x3", "[0x40,0x41,0x42,0x43"),
            ("[0xc,0xd,0xe,0xf", "[0x4c,0x4d,0x4e,0x4f"),
            ("[0x0,0x4,0x8,0xc]", "[0x100,0x104,0x108,0x10c]"),
            ("s7=0xc", "s7=0x4c"),
        ];
        let change = |l: String| words.iter().fold(l, |l, (a, b)| l.replace(a, b));
        of(l).into_iter().map(change).collect()
    };
    assert_eq!(
        traced(&f, &format!("{one} --from 0xc --count 2")),
        moved(&LINES[1..3])
    );
    assert_eq!(traced(&f, &format!("{one} --from 40")), moved(&LINES[7..]));
    let at = traced(&f, &format!("{one} --at 0x28 --at program+0xc"));
    assert_eq!(at, moved(&[LINES[1], LINES[7]]));
    // At 16 + 4 * 64.
    let write = traced(&f, &format!("{one} --at 0x20"));
    assert!(
        write[0].ends_with(" | lds write 4 at 0x110 step 4 lanes 0-3"),
        "{}",
        write[0]
    );
    assert_eq!(traced(&f, "--count 0"), [""; 0]);
}

#[test]
fn all_lanes() {
    let f = Folder::new();
    let line = traced(&f, "--group 0 --wave 0 --at 0x1c --lanes").remove(0);
    let ids: Vec<String> = (0..64).map(|l| format!("{l:#x}")).collect();
    assert!(
        line.contains(&format!(" in v0=[{}] ", ids.join(","))),
        "{line}"
    );
    // Inactive lanes stay as they were.
    let shifted: Vec<String> = (0..64)
        .map(|l| format!("{:#x}", if l < 4 { 4 * l } else { 0 }))
        .collect();
    assert!(
        line.ends_with(&format!(" out v2=[{}]", shifted.join(","))),
        "{line}"
    );
    let line = traced(&f, "--group 0 --wave 0 --at 0x20 --lanes").remove(0);
    let writes = (0..4).map(|l| format!(" | lds write 4 at {:#x} lane {l}", 16 + 4 * l));
    assert!(line.ends_with(&writes.collect::<String>()), "{line}");
}

#[test]
fn json_lines() {
    let f = Folder::new();
    let lines = traced(&f, "--group 0 --wave 0 --json");
    let objects: Vec<Value> = lines
        .iter()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(objects.len(), LINES.len() + 1);
    let vector = |value: &dyn Fn(u32) -> u32| (0..64).map(value).collect::<Vec<_>>();
    assert_eq!(
        objects[3],
        json!({
            "workgroup": [0, 0, 0], "wave": 0, "number": 3, "kernel": "program", "pc": 0x10,
            "place": "program+0x10", "instruction": "v_add_u32_e32 v1, vcc, s6, v0", "source": null,
            "exec": "0xffffffffffffffff", "lanes": 64,
            "reads": {"s6": [12], "v0": vector(&|l| l)},
            "writes": {"v1": vector(&|l| 12 + l), "vcc": [0, 0]},
            "accesses": [], "fault": null,
        })
    );
    let write = &objects[7];
    assert_eq!(
        (&write["exec"], &write["lanes"]),
        (&json!("0x000000000000000f"), &json!(4))
    );
    let access = |l: u64| json!({"space": "lds", "kind": "write", "address": 16 + 4 * l, "bytes": 4, "lane": l});
    assert_eq!(
        write["accesses"],
        json!([access(0), access(1), access(2), access(3)])
    );
    // The same in all active lanes.
    let at = traced(&f, "--group 0 --wave 0 --at 0x10 --json --lanes");
    let at: Value = serde_json::from_str(&at[0]).unwrap();
    assert_eq!(at["reads"]["v0"], json!(vector(&|l| l)));
}

/// A kernel with line numbers, which faults: the line is in the trace, and the fault in both.
#[test]
fn lines_and_faults() {
    let kernel = "jit-tests/kernels/checks/whole.hsaco";
    let options = "--global 64 --local 64 --arg iota:u32[16]";
    let ran = gcn_jit(&format!("trace {kernel} {options} --at missing.cl:16"));
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr
            .starts_with("error: out-of-bounds read of 4 bytes at ")
            && ran.stderr.contains(", at /src/missing.cl:16 in scale"),
        "{}",
        ran.stderr
    );
    let out = String::from_utf8(ran.stdout).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0].starts_with("0,0,0 wave 0 scale+0x8: v_lshlrev_b32_e32 v0, 2, v0 @ /src/missing.cl:16 in scale | lanes 64 | in v0=[0x0,0x1,0x2,0x3,..]"), "{out}");
    assert!(
        lines[2].contains("global_load_dword v1, v0, s[0:1]")
            && lines[2].contains(" | fault: out-of-bounds read of 4 bytes at "),
        "{out}"
    );

    // Line 5 is in a function that is inlined twice over.
    let options = "--global 64 --local 64 --arg iota:u32[64]";
    let out = gcn_jit(&format!(
        "trace {kernel} {options} --at missing.cl:5 --json"
    ))
    .ok();
    let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    let line = |line: u32, function: &str| json!({"file": "/src/missing.cl", "line": line, "function": function});
    assert_eq!(
        last["source"],
        json!([line(5, "twice"), line(10, "put"), line(16, "scale")])
    );
    assert_eq!(last["instruction"], "v_lshlrev_b32_e32 v1, 1, v1");
}

#[test]
fn bad_usage() {
    let f = Folder::new();
    let p = program(&f);
    let fails = |options: &str, words: &[&str]| {
        gcn_jit(&format!("trace {p} {OPTIONS} {options}")).fails(2, words);
    };
    fails("--group 1,2,3,4", &["'1,2,3,4' is not a work-group"]);
    fails("--from 0x1000", &["--from 0x1000", "no instruction"]);
    fails(
        "--from 4",
        &[
            "--from 4",
            "inside the instruction at program+0x0: s_load_dwordx2",
        ],
    );
    fails("--from nowhere", &["no function", "'nowhere'", "program"]);
    fails("--at a.cl:5", &["--at a.cl:5", "no line numbers"]);
    let kernel = "jit-tests/kernels/checks/whole.hsaco --global 64 --local 64 --arg iota:u32[64]";
    gcn_jit(&format!("trace {kernel} --from other.cl:5")).fails(
        2,
        &["no code comes from a file 'other.cl'", "/src/missing.cl"],
    );
    gcn_jit(&format!("trace {kernel} --from missing.cl:99"))
        .fails(2, &["no code behind that line"]);
}
