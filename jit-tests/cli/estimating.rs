//! `estimate`: programs whose times on a card with round numbers follow from its description by hand.

use serde_json::Value;

use super::*;

/// A card of 1 GHz, so that a cycle takes a nanosecond, with 4 units.
const CARD: &str = r#"
name = "Test"
generations = ["gfx900"]

[compute]
units = 4
dies = 1
clock_mhz = 1000
waves = 8
registers = 256
granule = 4
co_issue = true
lds_bytes = 65536

[cycles]
vector = 4
special = 16
double = 32
scalar = 4
branch = 10
lds_latency = 50

[l1]
bytes = 16384
line = 64
bytes_per_cycle = 64
fill_bytes_per_cycle = 64
latency = 100

[l2]
bytes = 1048576
keeps = true
bytes_per_cycle = 256
latency = 200

[memory]
bytes_per_second = 100e9
latency_ns = 500

[launch]
alone_us = 1
queued_us = 0.5
"#;

/// What is estimated of a text for gfx900, with these options and this card.
fn estimated(body: &str, options: &str, card: &str) -> Value {
    let f = Folder::new();
    let text = f.file("program.s", format!("{body}\ns_endpgm\n").as_bytes());
    let card = f.file("card.toml", card.as_bytes());
    let args = format!("estimate {text} --isa gfx900 {options} --card {card} --json");
    let object: Value = serde_json::from_str(&gcn_jit(&args).ok()).unwrap();
    object["estimates"][0].clone()
}

fn nanoseconds(estimate: &Value) -> f64 {
    estimate["kernel_seconds"].as_f64().unwrap() * 1e9
}

/// Nanoseconds that one repetition of `body` takes in work-groups of `local` work-items of which there are `groups`.
fn each(before: &str, body: &str, groups: u32, local: u32, card: &str) -> f64 {
    let options = format!("--global {} --local {local} --lds 16384", groups * local);
    let [few, many] = [100, 300].map(|n| {
        let text = format!("{before}\n.rept {n}\n{body}\n.endr\ns_waitcnt vmcnt(0) lgkmcnt(0)");
        nanoseconds(&estimated(&text, &options, card))
    });
    (many - few) / 200.0
}

fn near(got: f64, want: f64) {
    assert!((got - want).abs() <= 0.02 * want, "{got}, not {want}");
}

/// One wave issues an instruction in four cycles; special functions, f64 and products of integers keep the vector ALU
/// longer.
#[test]
fn instructions_take_their_cycles() {
    for (body, cycles) in [
        ("v_add_f32 v1, v1, v2", 4.0),
        ("v_rcp_f32 v1, v1", 16.0),
        ("v_mul_lo_u32 v1, v1, v2", 16.0),
        ("v_add_f64 v[2:3], v[2:3], v[4:5]", 32.0),
        ("s_add_u32 s4, s4, s5", 4.0),
        ("v_add_f32 v1, v1, v2\ns_add_u32 s4, s4, s5", 8.0),
    ] {
        near(each("", body, 1, 64, CARD), cycles);
    }
}

/// Two waves on each SIMD share the vector ALU; a scalar and a vector instruction go together only where a SIMD issues
/// several instructions at a time.
#[test]
fn waves_share_what_executes() {
    let add = "v_add_f32 v1, v1, v2";
    near(each("", add, 1, 512, CARD), 8.0);
    let both = format!("{add}\ns_add_u32 s4, s4, s5");
    near(each("", &both, 1, 512, CARD), 8.0);
    let alone = CARD.replace("co_issue = true", "co_issue = false");
    near(each("", &both, 1, 512, &alone), 16.0);
}

/// Four units: up to four work-groups take as long as one, five as long as eight.
#[test]
fn work_groups_share_units() {
    let add = "v_add_f32 v1, v1, v2";
    for (groups, cycles) in [(1, 4.0), (4, 4.0), (5, 8.0), (8, 8.0), (80, 80.0)] {
        near(each("", add, groups, 256, CARD), cycles);
    }
}

/// 64 lanes read dwords side by side: two cycles of the LDS, less than it takes to issue. With all dwords in one bank it
/// takes 64.
#[test]
fn the_lds_has_conflicts() {
    for (shift, cycles) in [(2, 4.0), (7, 64.0)] {
        let before = format!("v_lshlrev_b32 v1, {shift}, v0");
        near(each(&before, "ds_read_b32 v2, v1", 1, 64, CARD), cycles);
    }
}

/// A wave that waits for each load takes its latency: of the L1, where the line is there after the first load.
#[test]
fn loads_that_are_waited_for_take_their_latency() {
    let time = |n: u32| {
        let text = format!(
            "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\n.rept {n}\n\
             global_load_dword v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\n.endr"
        );
        let options = "--global 64 --local 64 --arg zeros:f32[64]";
        nanoseconds(&estimated(&text, options, CARD))
    };
    // Four cycles for 64 addresses, the latency, and one for the wait.
    near((time(300) - time(100)) / 200.0, 4.0 + 100.0 + 1.0);
}

/// Streams of more than the L2 holds take as long as the memory: two arrays of 16 MiB, one of them also written, with
/// 100 bytes per nanosecond.
#[test]
fn streams_take_their_bytes() {
    let f = Folder::new();
    let card = f.file("card.toml", CARD.as_bytes());
    let n = 4 << 20;
    let args = format!(
        "estimate examples/gfx900/saxpy.hsaco --global {n} --local 256 --arg 2.5 --arg zeros:f32[{n}] --arg \
         zeros:f32[{n}] --arg {n} --card {card} --json"
    );
    let object: Value = serde_json::from_str(&gcn_jit(&args).ok()).unwrap();
    let e = &object["estimates"][0];
    let want = 3.0 * 4.0 * f64::from(n) / 100.0;
    let got = nanoseconds(e);
    assert!((got - want).abs() < 0.1 * want, "{got}, not {want}");
    assert_eq!(e["bound"], "memory");
    assert_eq!(e["launch_seconds"].as_f64(), Some(1e-6));
    // All is accessed once: 32 MiB.
    let footprint = e["footprint"].as_f64().unwrap();
    assert!((footprint - 8.0 * f64::from(n)).abs() < 0.02 * footprint);
}

/// The beginnings of long waves tell as much as all of them.
#[test]
fn beginnings_stand_for_all() {
    let f = Folder::new();
    let text = "s_movk_i32 s4, 0x7fff\nL: v_add_f32 v1, v1, v2\nv_rcp_f32 v2, v2\ns_sub_u32 s4, s4, 1\n\
                s_cmp_lg_u32 s4, 0\ns_cbranch_scc1 L\ns_endpgm\n";
    let text = f.file("program.s", text.as_bytes());
    let card = f.file("card.toml", CARD.as_bytes());
    let [some, all] = ["", "--exact"].map(|exact| {
        let args = format!(
            "estimate {text} --isa gfx900 --global 1024 --local 256 --card {card} --json {exact}"
        );
        let object: Value = serde_json::from_str(&gcn_jit(&args).ok()).unwrap();
        object["estimates"][0].clone()
    });
    assert!(some["recorded"].as_u64() < all["recorded"].as_u64());
    near(nanoseconds(&some), nanoseconds(&all));
    // A turn: an addition, a reciprocal behind which the scalar unit goes on, two scalar instructions and the jump.
    let turn = 4.0 + 4.0 + 4.0 + 4.0 + 10.0;
    near(nanoseconds(&all), 32767.0 * turn);
}

/// A wave waits for its first load as long as the L2 takes, and for the second as long as the L1; nothing else happens
/// meanwhile.
#[test]
fn timelines() {
    let f = Folder::new();
    let load = "global_load_dword v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\n";
    let text = format!(
        "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\n{load}{load}\
         v_add_f32 v1, v1, v1\nv_add_f32 v1, v1, v1\ns_endpgm\n"
    );
    let text = f.file("program.s", text.as_bytes());
    let card = f.file("card.toml", CARD.as_bytes());
    let path = f.path("timeline.json").display().to_string();
    let args = format!(
        "estimate {text} --isa gfx900 --global 64 --local 64 --arg zeros:f32[64] --card {card} --json --timeline {path}"
    );
    let told: Value = serde_json::from_str(&gcn_jit(&args).ok()).unwrap();
    let timeline: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let events = timeline["traceEvents"].as_array().unwrap();
    // Of 1 GHz: microseconds with three digits are cycles.
    let cycles = |e: &Value, name: &str| (e[name].as_f64().unwrap() * 1e3).round() as u64;
    let spans: Vec<(&str, u64)> = (events.iter())
        .filter(|e| e["ph"] == "X" && e["tid"] != 1)
        .map(|e| (e["name"].as_str().unwrap(), cycles(e, "dur")))
        .collect();
    let all = nanoseconds(&told["estimates"][0]).round() as u64;
    let [wave, spans @ ..] = &spans[..] else {
        panic!("no wave")
    };
    assert_eq!(*wave, ("work-group 0, wave 0", all));
    assert_eq!(spans.iter().map(|s| s.1).sum::<u64>(), all);
    let waits: Vec<u64> = (spans.iter())
        .filter(|s| s.0 == "waits: vector memory")
        .map(|s| s.1)
        .collect();
    // Four cycles for the addresses, of which the wave is gone on after as many; four lines, each after the other; 200.
    assert_eq!(waits, [4 + 200, 100]);
    assert_eq!(spans.last(), Some(&("vector ALU", 8)));
    // The launch comes before the kernel.
    let launch: Vec<(u64, u64)> = (events.iter())
        .filter(|e| e["ph"] == "X" && e["tid"] == 1)
        .map(|e| (cycles(e, "ts"), cycles(e, "dur")))
        .collect();
    assert_eq!(launch, [(0, 1000), (1000, all)]);
}

/// The table has every figure with the error of the model.
#[test]
fn the_table_tells_all() {
    let args = "estimate examples/gfx900/saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg zeros:f32[64] --arg \
                zeros:f32[64] --arg 64 --card vega64 --card VEGA64";
    let text = gcn_jit(args).ok();
    assert_eq!(text.matches("AMD Radeon RX Vega 64").count(), 2);
    for word in [
        "estimate ",
        "bound by ",
        "busy ",
        "waves ",
        "bytes ",
        "error ",
    ] {
        assert!(text.contains(&format!("\n{word}")), "{text}");
    }
    assert!(text.contains("never compared with this card"));
}

#[test]
fn cards_that_cannot_be_meant_are_refused() {
    let f = Folder::new();
    let run = |card: &str| {
        gcn_jit(&format!(
            "estimate examples/gfx900/saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg zeros:f32[64] --arg \
             zeros:f32[64] --arg 64 --card {card}"
        ))
    };
    run("rtx").fails(2, &["--card rtx", "cards are mi300a"]);
    run("mi300a").fails(2, &["AMD Instinct MI300A", "gfx900"]);
    let wrong = [
        (CARD.replace("units = 4", "units = 0"), "compute.units"),
        (CARD.replace("units = 4", "unit = 4"), "line 6"),
        (CARD.replace("line = 64", "line = 65"), "l1.line"),
        (CARD.replace("100e9", "nan"), "memory.bytes_per_second"),
        (
            CARD.replace("alone_us = 1", "alone_us = -1"),
            "launch.alone_us",
        ),
    ];
    for (text, word) in wrong {
        let path = f.file("wrong.toml", text.as_bytes());
        run(&path).fails(2, &["wrong.toml", word]);
    }
}
