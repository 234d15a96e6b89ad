//! How many operations a counter has room for: the one behind them is not issued before the first is done.
//!
//! Source: the bits of the counters (LLVM AMDGPUBaseInfo, getVmcntBitMask and its like; AMD's manuals, S_WAITCNT).
//! LLVM's SIInsertWaitcnts waits until a counter is one below its largest value for whatever has been issued longer ago
//! (`determineWait`), which does only if no more than that value can be under way. Of gfx6 and gfx7, AMD's manuals give
//! lgkmcnt 5 bits.

use gcn_jit::check::Class;
use gcn_jit::isa::Gen;
use gcn_jit::isa::Gen::{Gfx6, Gfx7, Gfx8};

use super::rules::{ADDRESSES, ALL, ALL9, TO8, check, is_clean, report};

/// An operation that something is wrong with behind it, others of the counter, and what is wrong.
struct Room {
    rule: &'static str,
    generations: &'static [Gen],
    /// How many may be under way.
    most: usize,
    first: &'static str,
    others: &'static str,
    last: &'static str,
}

const TO7: &[Gen] = &[Gfx6, Gfx7];
const FROM8: &[Gen] = &[
    Gfx8,
    Gen::Gfx9,
    Gen::Gfx906,
    Gen::Gfx908,
    Gen::Gfx90a,
    Gen::Gfx942,
];
const LOAD: &str = "buffer_load_dword v10, off, s[8:11], 0";
const STORE: &str = "buffer_store_dword v10, off, s[8:11], 0";

const ROOMS: &[Room] = &[
    // vmcnt: 4 bits, and 6.
    Room {
        rule: "V01",
        generations: TO8,
        most: 15,
        first: LOAD,
        others: "buffer_load_dword v11, off, s[8:11], 0",
        last: "v_mov_b32 v12, v10",
    },
    Room {
        rule: "V01",
        generations: ALL9,
        most: 63,
        first: LOAD,
        others: "buffer_store_dword v1, off, s[8:11], 0",
        last: "v_mov_b32 v12, v10",
    },
    // lgkmcnt: 4 bits, and perhaps 5.
    Room {
        rule: "V01",
        generations: FROM8,
        most: 15,
        first: "ds_read_b32 v10, v1",
        others: "ds_read_b32 v11, v1",
        last: "v_mov_b32 v12, v10",
    },
    Room {
        rule: "V01",
        generations: TO7,
        most: 31,
        first: "ds_read_b32 v10, v1",
        others: "ds_read_b32 v11, v1",
        last: "v_mov_b32 v12, v10",
    },
    Room {
        rule: "V12",
        generations: FROM8,
        most: 15,
        first: "ds_read_b32 v10, v6",
        others: "ds_read_b32 v11, v1 offset:512",
        last: "ds_write_b32 v1, v0",
    },
    // expcnt: 3 bits.
    Room {
        rule: "V05",
        generations: &[Gfx6],
        most: 7,
        first: STORE,
        others: "buffer_store_dword v1, off, s[8:11], 0",
        last: "v_mov_b32 v10, 0",
    },
    Room {
        rule: "V06",
        generations: ALL,
        most: 7,
        first: "ds_write_b32 v1, v10 gds",
        others: "ds_write_b32 v1, v0 gds",
        last: "v_mov_b32 v10, 0",
    },
];

/// A program with `n` operations, the first of which is the marked one; barriers are where another wave is meant.
fn program(r: &Room, n: usize) -> String {
    let others = format!("{}\n", r.others).repeat(n - 1);
    let barrier = if r.rule == "V12" { "s_barrier\n" } else { "" };
    format!(
        "{ADDRESSES}v_xor_b32 v6, 0x100, v1\n1>{}\n{others}{barrier}2>{}",
        r.first, r.last
    )
}

#[test]
fn what_a_counter_has_no_room_for_is_waited_for() {
    let mut all = vec![];
    for r in ROOMS {
        for &generation in r.generations {
            let full = program(r, r.most);
            all.push(check(r.rule, generation, &full, Class::Waits, false, true));
            let text = program(r, r.most + 1).replace("1>", "").replace("2>", "");
            all.push(is_clean(generation, &format!("{text}\ns_endpgm"), false));
        }
    }
    report(all);
}

/// Where operations of several kinds are under way, nobody knows which of them made room.
#[test]
fn room_says_nothing_where_there_is_no_order() {
    let reads = |n| "ds_read_b32 v11, v1\n".repeat(n);
    let scalar = "s_load_dword s30, s[0:1], 0x0\n";
    let first = "1>ds_read_b32 v10, v1\n";
    let last = "2>v_mov_b32 v12, v10";
    let mut all = vec![];
    for &generation in FROM8 {
        // Scalar memory among them; scalar memory alone.
        let text = format!("{ADDRESSES}{first}{scalar}{}{last}", reads(20));
        all.push(check("V01", generation, &text, Class::Waits, false, true));
        let many: String = (0..20)
            .map(|n| format!("s_load_dword s{}, s[0:1], 0x0\n", 40 + n))
            .collect();
        let text =
            format!("{ADDRESSES}1>s_load_dword s31, s[0:1], 0x0\n{many}2>s_mov_b32 s29, s31");
        all.push(check("V02", generation, &text, Class::Waits, false, true));
        // It is the first that makes room for scalar memory, where all before it are in order.
        let text = format!("{ADDRESSES}{first}{}{scalar}{last}", reads(14));
        let text = text.replace("1>", "").replace("2>", "");
        all.push(is_clean(generation, &format!("{text}\ns_endpgm"), false));
        let text = format!("{ADDRESSES}{first}{}{scalar}{last}", reads(13));
        all.push(check("V01", generation, &text, Class::Waits, false, true));
    }
    report(all);
}
