//! Counts of events, computed by hand.

use super::access::{self, Banks, Bytes};
use super::*;
use crate::asm::{assemble, parse_inst};
use crate::interp::seen::Space;
use crate::isa::Gen;
use crate::machine::program::Program;

/// A read of `bytes` bytes by each of the first `lanes` lanes, at addresses that `at` gives.
fn reads(space: Space, lanes: u8, bytes: u32, at: impl Fn(u64) -> u64) -> Vec<Seen> {
    let one = |lane: u8| Seen {
        space,
        address: at(lane.into()),
        bytes,
        writes: false,
        reads: true,
        lane: Some(lane),
    };
    (0..lanes).map(one).collect()
}

fn traffic(seen: &[Seen]) -> Traffic {
    Traffic::of(seen, 32, |_| {})
}

/// Lines, the fewest possible, and bytes in them.
fn lines(seen: &[Seen]) -> [u64; 3] {
    let t = traffic(seen);
    [t.lines, t.least_lines, t.used_bytes]
}

#[test]
fn lines_of_global_memory() {
    let dwords = |at: fn(u64) -> u64| lines(&reads(Space::Global, 64, 4, at));
    // 64 dwords side by side are 256 bytes: 4 lines, or 5 when they begin in the middle of one.
    assert_eq!(dwords(|l| 0x1000 + 4 * l), [4, 4, 256]);
    assert_eq!(dwords(|l| 0x1020 + 4 * l), [5, 4, 256]);
    // A line for each lane.
    assert_eq!(dwords(|l| 0x1000 + 64 * l), [64, 4, 256]);
    // All the same dword.
    assert_eq!(dwords(|_| 0x1000), [1, 1, 4]);
    // Each dword lies in two lines.
    assert_eq!(dwords(|l| 0x103e + 64 * l), [65, 4, 256]);
    // 16 bytes each, side by side: 1024 bytes.
    let wide = reads(Space::Global, 64, 16, |l| 16 * l);
    assert_eq!(lines(&wide), [16, 16, 1024]);
    // 3 lanes.
    assert_eq!(
        lines(&reads(Space::Global, 3, 1, |l| 64 * l + 63)),
        [3, 1, 3]
    );
}

#[test]
fn bytes_are_those_that_lanes_ask_for() {
    let mut seen = reads(Space::Global, 64, 4, |_| 0x1000);
    seen.extend(
        reads(Space::Lds, 64, 8, |l| 8 * l)
            .into_iter()
            .map(|s| Seen { writes: true, ..s }),
    );
    seen.extend(
        reads(Space::Private, 2, 16, |_| 0)
            .into_iter()
            .map(|s| Seen {
                writes: true,
                reads: false,
                ..s
            }),
    );
    // Out of range.
    seen.extend(reads(Space::Lds, 64, 0, |_| 0));
    let t = traffic(&seen);
    assert_eq!(t.accesses, 1);
    let both = |b: Bytes| [b.read, b.written];
    assert_eq!(both(t.global), [256, 0]);
    assert_eq!(both(t.lds), [512, 512]);
    assert_eq!(both(t.private), [0, 32]);
    let dropped = traffic(&reads(Space::Lds, 64, 0, |_| 0));
    assert_eq!(dropped, Traffic::default());
}

/// The dwords of the lanes lie side by side, so that a dword of each of 64 lanes is 256 bytes.
#[test]
fn lines_of_private_memory() {
    let private = |bytes, at: fn(u64) -> u64| lines(&reads(Space::Private, 64, bytes, at));
    assert_eq!(private(4, |_| 8), [4, 4, 256]);
    assert_eq!(private(16, |_| 32), [16, 16, 1024]);
    // One byte of each dword.
    assert_eq!(private(1, |_| 5), [4, 1, 64]);
    // Each lane another dword: lane l is in row l, at 4 * l.
    assert_eq!(private(4, |l| 4 * l), [64, 4, 256]);
}

/// Cycles, the fewest possible, most dwords in a bank, and whether that is an estimate.
fn banks(seen: &[Seen], banks: u32) -> (u64, u64, u32, bool) {
    let b: Banks = Traffic::of(seen, banks, |_| {}).banks;
    (
        b.lds_cycles,
        b.lds_least_cycles,
        b.lds_worst,
        b.lds_estimated,
    )
}

#[test]
fn bank_conflicts() {
    let lds = |lanes, bytes, at: fn(u64) -> u64| reads(Space::Lds, lanes, bytes, at);
    let dwords = |at| banks(&lds(64, 4, at), 32);
    // Two halves of 32 lanes, each lane in a bank of its own.
    assert_eq!(dwords(|l| 4 * l), (2, 2, 1, false));
    // Every second bank, two dwords in each.
    assert_eq!(dwords(|l| 8 * l), (4, 2, 2, false));
    // All in bank 0.
    assert_eq!(dwords(|l| 128 * l), (64, 2, 32, false));
    // The same with a padding of a dword per row.
    assert_eq!(dwords(|l| 132 * l), (2, 2, 1, false));
    // All the same dword: a broadcast.
    assert_eq!(dwords(|_| 64), (2, 2, 1, false));
    // Bytes: 4 lanes share a dword.
    assert_eq!(banks(&lds(64, 1, |l| l), 32), (2, 2, 1, false));
    // Lanes of one half alone.
    assert_eq!(banks(&lds(32, 4, |l| 4 * l), 32), (1, 1, 1, false));
    // 16 banks: two dwords in each.
    assert_eq!(banks(&lds(64, 4, |l| 4 * l), 16), (4, 4, 2, false));
    // 8 bytes: 64 dwords in 32 banks.
    assert_eq!(banks(&lds(64, 8, |l| 8 * l), 32), (4, 4, 2, true));
    // Two dwords per lane by two accesses, as ds_read2 does.
    let mut two = lds(64, 4, |l| 4 * l);
    two.extend(lds(64, 4, |l| 4 * l + 256));
    assert_eq!(banks(&two, 32), (4, 4, 2, true));
    // What is global has no banks.
    assert_eq!(
        banks(&reads(Space::Global, 64, 4, |l| 4 * l), 32),
        (0, 0, 0, false)
    );
    assert_eq!(access::banks("gfx702"), 16);
    assert_eq!(access::banks("gfx900"), 32);
}

/// A program at address 0x1000, whose instructions have these lengths in bytes: 4, 8, 4, 4.
fn program() -> Program {
    let source =
        "v_mov_b32 v1, 1\n v_mad_f32 v2, v1, v1, v1\n s_mov_b32 s0, 1\n ds_read_b32 v3, v1 gds";
    let assembled = assemble(Gen::Gfx8, source).expect("assembles");
    Program::new(Gen::Gfx8, 0x1000, assembled.words())
}

#[test]
fn a_run_counts_all_its_instructions() {
    let program = program();
    let mut p = Profile::default();
    // All four with 3 lanes; the last three twice with all lanes; and the first as no lane's.
    p.run(0x1000, 4, 0b1011);
    p.run(0x1004, 3, u64::MAX);
    p.run(0x1004, 3, u64::MAX);
    p.run(0x1000, 1, 0);
    let counts = p.counts(Gen::Gfx8, |pc| program.at(pc).ok().copied());
    let list: Vec<(u64, u64, u64)> = counts
        .iter()
        .map(|(pc, (_, c))| (*pc, c.executions, c.lanes))
        .collect();
    assert_eq!(
        list,
        [
            (0x1000, 2, 3),
            (0x1004, 3, 131),
            // A scalar instruction has one lane each time.
            (0x100c, 3, 3),
            (0x1010, 3, 131),
        ]
    );
}

#[test]
fn the_gds_has_no_bank_conflicts() {
    let program = program();
    let mut p = Profile::default();
    p.run(0x1010, 1, u64::MAX);
    p.access(0x1010, &reads(Space::Lds, 64, 4, |l| 128 * l), 32);
    let counts = p.counts(Gen::Gfx8, |pc| program.at(pc).ok().copied());
    let traffic = counts[&0x1010].1.traffic;
    assert_eq!((traffic.accesses, traffic.lds.read), (1, 256));
    assert_eq!(traffic.banks, Banks::default());
}

#[test]
fn the_order_of_events_and_parts_is_nothing() {
    let events: [&dyn Fn(&mut Profile); 4] = [
        &|p| p.run(0x1000, 2, 7),
        &|p| {
            p.access(0x1004, &reads(Space::Global, 64, 4, |l| 0x2000 + 4 * l), 32);
        },
        &|p| p.run(0x1000, 2, 1),
        &|p| {
            p.access(0x1004, &reads(Space::Lds, 64, 4, |l| 128 * l), 32);
        },
    ];
    let of = |order: &[usize]| {
        let mut p = Profile::default();
        order.iter().for_each(|i| events[*i](&mut p));
        p
    };
    let all = of(&[0, 1, 2, 3]);
    assert_eq!(of(&[3, 2, 1, 0]), all);
    let mut merged = of(&[1, 2]);
    merged.merge(of(&[3, 0]));
    assert_eq!(merged, all);
    assert_ne!(of(&[0, 1, 2]), all);
}

#[test]
fn the_footprint_has_each_line_once() {
    let mut p = Profile::default();
    for _ in 0..3 {
        p.access(0x1000, &reads(Space::Global, 64, 4, |l| 0x2000 + 4 * l), 32);
    }
    assert_eq!(p.footprint(), 256);
    // The same lines but one; and 64 of other pages.
    p.access(0x1000, &reads(Space::Global, 64, 4, |l| 0x2040 + 4 * l), 32);
    p.access(
        0x1000,
        &reads(Space::Global, 64, 4, |l| 0x10000 + 4096 * l),
        32,
    );
    assert_eq!(p.footprint(), 256 + 64 + 64 * 64);
    // Private memory is none of it.
    p.access(0x1000, &reads(Space::Private, 64, 4, |_| 0), 32);
    assert_eq!(p.footprint(), 256 + 64 + 64 * 64);
}

#[test]
fn kinds_and_operations() {
    use Kind::*;
    let cases: [(Gen, &str, Kind, u64); 28] = [
        (Gen::Gfx9, "s_add_u32 s0, s1, s2", Scalar, 0),
        (Gen::Gfx9, "s_waitcnt 0", Control, 0),
        (Gen::Gfx9, "s_load_dword s0, s[2:3], 0x0", ScalarMemory, 0),
        (Gen::Gfx9, "v_mov_b32 v0, v1", Vector, 0),
        (Gen::Gfx9, "v_nop", Vector, 0),
        (Gen::Gfx9, "v_add_f32 v0, v1, v2", Vector, 1),
        (Gen::Gfx9, "v_cmp_lt_f32 vcc, v1, v2", Vector, 1),
        (Gen::Gfx9, "v_cmp_lt_f64 vcc, v[2:3], v[4:5]", Double, 1),
        (Gen::Gfx9, "v_mac_f32 v0, v1, v2", Vector, 2),
        (Gen::Gfx9, "v_mad_u32_u24 v0, v1, v2, v3", Vector, 2),
        (Gen::Gfx9, "v_fma_f32 v0, v1, v2, v3", Vector, 2),
        (
            Gen::Gfx9,
            "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]",
            Double,
            2,
        ),
        (Gen::Gfx9, "v_div_fmas_f32 v0, v1, v2, v3", Vector, 2),
        (Gen::Gfx9, "v_madak_f32 v0, v1, v2, 0x1234", Vector, 2),
        (Gen::Gfx9, "v_max_f32 v0, v1, v2", Vector, 1),
        (Gen::Gfx9, "v_pk_fma_f16 v0, v1, v2, v3", Vector, 4),
        (Gen::Gfx9, "v_pk_add_f16 v0, v1, v2", Vector, 2),
        (Gen::Gfx906, "v_dot4_i32_i8 v0, v1, v2, v3", Vector, 8),
        (Gen::Gfx906, "v_fmac_f32 v0, v1, v2", Vector, 2),
        (Gen::Gfx9, "v_rcp_f32 v0, v1", Special, 1),
        (Gen::Gfx9, "v_sqrt_f64 v[0:1], v[2:3]", Special, 1),
        (Gen::Gfx9, "v_readfirstlane_b32 s0, v1", Exchange, 0),
        (Gen::Gfx8, "v_mov_b32_dpp v0, v1 row_shl:1", Exchange, 0),
        (Gen::Gfx9, "ds_bpermute_b32 v0, v1, v2", Exchange, 0),
        (Gen::Gfx9, "ds_add_u32 v0, v1", Lds, 0),
        (Gen::Gfx9, "global_load_dword v0, v[2:3], off", Memory, 0),
        (Gen::Gfx9, "global_atomic_add v[2:3], v0, off", Atomic, 0),
        (Gen::Gfx6, "buffer_load_dword v0, off, s[0:3], 0", Memory, 0),
    ];
    for (generation, text, kind, operations) in cases {
        let (inst, _) = parse_inst(generation, text, 0).expect(text);
        assert_eq!(Kind::of(&inst), kind, "{text}");
        assert_eq!(kind::operations(&inst), operations, "{text}");
    }
}

/// One execution was seen with 64 lanes; ten others with 32 each were not.
#[test]
fn what_was_not_seen_is_like_what_was() {
    let program = program();
    let at = |pc| program.at(pc).ok().copied();
    let mut p = Profile::default();
    p.run(0x1010, 1, u64::MAX);
    p.access(0x1010, &reads(Space::Lds, 64, 4, |l| 4 * l), 32);
    p.run_unseen(0x1004, 3, 10, 320);
    let counts = p.counts(Gen::Gfx8, at);
    let of = |pc: u64| (counts[&pc].1.executions, counts[&pc].1.lanes);
    assert_eq!(
        [of(0x1004), of(0x100c), of(0x1010)],
        [(10, 320), (10, 10), (11, 384)]
    );
    let t = counts[&0x1010].1.traffic;
    // 4 bytes for each of 384 lanes.
    assert_eq!([t.accesses, t.measured, t.lds.read], [11, 1, 1536]);
    assert!(t.is_sampled());
    // What accesses no memory is not estimated.
    assert!(!counts[&0x1004].1.traffic.is_sampled());
    // No lane of the five executions was seen.
    let mut p = Profile::default();
    p.run(0x1010, 1, 0);
    p.run_unseen(0x1010, 1, 5, 40);
    let t = p.counts(Gen::Gfx8, at)[&0x1010].1.traffic;
    assert_eq!([t.accesses, t.measured, t.lds.read], [6, 0, 0]);
    assert!(t.is_sampled());
}

/// 3 bytes in 2 lanes are 7.5 in 5, which is rounded up, however they divide.
#[test]
fn estimates_of_parts_have_the_sum_of_the_estimate() {
    let seen = Traffic {
        global: Bytes {
            read: 1,
            written: 0,
        },
        lds: Bytes {
            read: 1,
            written: 3,
        },
        private: Bytes {
            read: 1,
            written: 0,
        },
        ..Traffic::default()
    };
    let grown = seen.grown([1, 2], [1, 5]);
    // 2.5, 5 and 7.5 bytes in the first, the first two and all three.
    let read = [grown.global.read, grown.lds.read, grown.private.read];
    assert_eq!(read, [3, 2, 3]);
    assert_eq!(grown.lds.written, 8);
}
