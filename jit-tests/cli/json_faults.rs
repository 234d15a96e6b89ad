//! `--stats=json` of kernels that fault: one object, which tells what the line on standard error does.

use serde_json::{Value, json};

use super::*;

/// The object that a run of a raw gfx803 program prints, and its fault.
#[track_caller]
fn fault(words: &[u32], rest: &str) -> [(Value, Value); 2] {
    let f = Folder::new();
    let p = f.program(words);
    BACKENDS.map(|backend| {
        let ran = gcn_jit(&format!(
            "run {p} --isa gfx803 --backend {backend} --threads 1 {rest} --stats=json"
        ));
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let all: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(ran.stdout.iter().filter(|b| **b == b'\n').count(), 1);
        let fault = all["fault"].clone();
        let message = fault["message"].as_str().unwrap();
        assert_eq!(ran.stderr, format!("error: {message}\n"));
        assert_eq!(
            (&all["backend"], &all["isa"]),
            (&backend.into(), &"gfx803".into())
        );
        assert!(
            all["kernel_seconds"].is_f64() && all["instructions"].is_u64(),
            "{all}"
        );
        (all, fault)
    })
}

#[test]
fn before_a_buffer() {
    let rest = "--global 1 --local 1 --arg zeros:i32[4]";
    for (_, fault) in fault(&faults::STORE_BEFORE, rest) {
        assert_eq!(fault["place"], "4 bytes before '0' (16 bytes)");
        assert_eq!(fault["address"].as_u64().unwrap() % 256, 252);
    }
}

#[test]
fn out_of_bounds() {
    for (all, fault) in fault(
        &STORE,
        "--global 1 --local 1 --arg zeros:u32[1] --arg u32:1",
    ) {
        // The dword behind the buffer; the store is the sixth.
        assert_eq!(fault["kind"], "write");
        assert_eq!(fault["kernel"], "program");
        assert_eq!(
            (&fault["offset"], &fault["pc"]),
            (&20.into(), &0x10_0000_0014u64.into())
        );
        assert_eq!(
            fault["instruction"],
            "s_store_dword s6, s[4:5], 0x4 (c0420182 00000004)"
        );
        assert_eq!(fault["workgroup"], json!([0, 0, 0]));
        assert_eq!((&fault["wave"], &fault["lane"]), (&0.into(), &Value::Null));
        assert_eq!(
            (&fault["address"].as_u64().unwrap() % 256, &fault["size"]),
            (4, &4.into())
        );
        assert_eq!(fault["place"], "0 bytes past the end of '0' (4 bytes)");
        assert_eq!(fault["waves"], json!([]));
        assert_eq!(fault["hint"], Value::Null);
        assert_eq!(all["waves"], 0);
    }
}

#[test]
fn other_kinds() {
    for (words, kind, offset) in [
        (&[0xbf80_0000, 0xbf92_0002][..], "trap", 4),
        (&[0xffff_ffff, 0], "illegal", 0),
        (&[0xbf80_0000], "pc", 4),
    ] {
        for (_, fault) in fault(words, "--global 1 --local 1") {
            assert_eq!(
                (&fault["kind"], &fault["offset"]),
                (&kind.into(), &offset.into())
            );
            assert_eq!(fault["address"], Value::Null);
        }
    }
}

/// Wave 0 never comes to the barrier, at which three others wait.
/// `v_readfirstlane_b32 s8, v0; s_cmp_eq_u32 s8, 0; s_cbranch_scc1 -1; s_barrier; s_endpgm`.
const WAITS: [u32; 5] = [
    0x7e10_0500,
    0xbf06_8008,
    0xbf85_ffff,
    0xbf8a_0000,
    0xbf81_0000,
];

#[test]
fn a_timeout_tells_where_the_waves_are() {
    let f = Folder::new();
    let p = f.program(&WAITS);
    for (all, fault) in fault(&WAITS, "--global 512 --local 256 --timeout 0.5") {
        assert_eq!(fault["kind"], "timeout");
        assert_eq!(all["waves"], 0);
        let waves = fault["waves"].as_array().unwrap();
        let base = 0x10_0000_0000u64;
        assert_eq!(
            waves[0],
            json!({"pc": base + 12, "instruction": "s_barrier (bf8a0000)", "state": "barrier", "count": 6})
        );
        let branch = "s_cbranch_scc1 65535 // 0x1000000008 (bf85ffff)";
        assert_eq!(
            waves[1],
            json!({"pc": base + 8, "instruction": branch, "state": "running", "count": 2})
        );
        assert_eq!(waves.len(), 2);
        assert!(all["instructions"].as_u64().unwrap() > 100, "{all}");
    }
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {p} --isa gfx803 --backend {backend} --threads 1 --global 512 --local 256 --max-instructions 2000000"
        ))
        .fails(
            1,
            &[
                "instruction limit of 2000000",
                "; waves: 6 waiting at the barrier at PC 0x100000000c [s_barrier (bf8a0000)], \
                 2 running at PC 0x1000000008 [",
            ],
        );
    }
}

/// The lines of the source that the object's DWARF has for the instruction: of the function that was inlined,
/// and of those into which it was.
#[test]
fn lines_of_the_source() {
    let object = "jit-tests/loader/lines/lines.hsaco";
    for backend in BACKENDS {
        let run =
            format!("run {object} --global 64 --local 64 --arg zeros:u32[64] --backend {backend}");
        let ran = gcn_jit(&format!("{run} --stats=json"));
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(
            ran.stderr
                .trim_end()
                .ends_with(", lane 63, at /src/lines.cl:5 in put"),
            "{}",
            ran.stderr
        );
        let all: Value = serde_json::from_slice(&ran.stdout).unwrap();
        let line = |line: u32, function: &str| json!({"file": "/src/lines.cl", "line": line, "function": function});
        assert_eq!(
            all["fault"]["source"],
            json!([line(5, "put"), line(10, "twice"), line(15, "overrun")])
        );
    }
}
