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
        assert_eq!(fault["barrier"], Value::Null);
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
        // Of the first work-group that is so.
        let at =
            |wave: u32, pc: u64, inst: &str| json!({"wave": wave, "pc": pc, "instruction": inst});
        let waiting = [1, 2, 3].map(|w| at(w, base + 12, "s_barrier (bf8a0000)"));
        let barrier = json!({
            "workgroup": [0, 0, 0],
            "waiting": waiting,
            "missing": [at(0, base + 8, branch)],
        });
        assert_eq!(fault["barrier"], barrier);
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
                "; in work-group (0,0,0) waves 1-3 wait at the barrier at PC 0x100000000c [s_barrier (bf8a0000)] \
                 for wave 0 at PC 0x1000000008 [",
                "; waves: 6 waiting at the barrier at PC 0x100000000c [s_barrier (bf8a0000)], \
                 2 running at PC 0x1000000008 [",
            ],
        );
    }
}

/// Waves that have ended are waited for by nobody, and where none waits, no barrier is told.
#[test]
fn who_waits_at_a_barrier_for_whom() {
    // As WAITS; of the dwords from the fifth on, waves 0 and 1 go to others than the rest: s_barrier, s_endpgm,
    // s_branch -1, s_barrier, s_endpgm.
    let program = |of_wave_0: u32, of_wave_1: u32| {
        let branch = |from: u32, to: u32| 0xbf85_0000 | (5 + to - from - 1);
        [
            0x7e10_0500,
            0xbf06_8008,
            branch(2, of_wave_0),
            // 64 is an inline constant, of code 192.
            0xbf06_c008,
            branch(4, of_wave_1),
            0xbf8a_0000,
            0xbf81_0000,
            0xbf82_ffff,
            0xbf8a_0000,
            0xbf81_0000,
        ]
    };
    // Wave 0 ends, wave 1 runs for ever, and waves 2 and 3 wait.
    let words = program(1, 2);
    for (_, fault) in fault(&words, "--global 256 --local 256 --timeout 0.5") {
        let waves = |list: &str| -> Vec<u64> {
            let list = fault["barrier"][list].as_array().expect("a list");
            list.iter()
                .map(|w| w["wave"].as_u64().expect("a number"))
                .collect()
        };
        assert_eq!((waves("waiting"), waves("missing")), (vec![2, 3], vec![1]));
    }
    // All run for ever.
    for (_, fault) in fault(&[0xbf82_ffff], "--global 256 --local 256 --timeout 0.5") {
        assert_eq!(fault["barrier"], Value::Null);
    }
    // One waits here, and one there, for the third.
    let words = program(3, 2);
    let f = Folder::new();
    let p = f.program(&words);
    for backend in BACKENDS {
        gcn_jit(&format!(
            "run {p} --isa gfx803 --backend {backend} --threads 1 --global 192 --local 192 --timeout 0.5"
        ))
        .fails(
            1,
            &[
                "; in work-group (0,0,0) wave 0 waits at the barrier at PC 0x1000000020 [s_barrier (bf8a0000)], \
                 wave 2 waits at the barrier at PC 0x1000000014 [s_barrier (bf8a0000)] for wave 1 at PC 0x100000001c [",
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
