//! Lanes and limits, by hand.

use super::lanes::Lanes;
use super::occupancy::limits;
use crate::isa::Gen;

/// Waves that fit on a compute unit, and because of what.
fn fit(generation: Gen, registers: Option<[u32; 2]>, lds: u32, group: u32) -> (u32, String) {
    let limits = limits(generation, registers, lds, group, 16);
    let first = limits.first().expect("a limit");
    (first.waves, first.what.clone())
}

/// 256 VGPRs of a lane, in granules of 4: 10 waves of 24, 9 of 28, 4 of 64, 3 of 84 (and of 65), 2 of 128, 1 of 256; and
/// there are four SIMD units.
#[test]
fn vector_registers() {
    for (vgprs, waves) in [
        (4, 40),
        (24, 40),
        (25, 36),
        (28, 36),
        (64, 16),
        (65, 12),
        (84, 12),
        (85, 8),
        (128, 8),
        (129, 4),
        (256, 4),
    ] {
        let (fit, what) = fit(Gen::Gfx9, Some([vgprs, 16]), 0, 1);
        assert_eq!(fit, waves, "{vgprs}");
        assert!(waves == 40 || what == format!("{vgprs} VGPRs"), "{what}");
    }
}

/// LLVM's `getOccupancyWithNumSGPRs`.
#[test]
fn scalar_registers() {
    for (generation, sgprs, waves) in [
        (Gen::Gfx8, 80, 40),
        (Gen::Gfx9, 88, 36),
        (Gen::Gfx906, 96, 32),
        (Gen::Gfx8, 102, 28),
        (Gen::Gfx6, 48, 40),
        (Gen::Gfx7, 56, 36),
        (Gen::Gfx6, 64, 32),
        (Gen::Gfx7, 72, 28),
        (Gen::Gfx6, 80, 24),
        (Gen::Gfx7, 104, 20),
    ] {
        let (fit, what) = fit(generation, Some([4, sgprs]), 0, 1);
        assert_eq!(fit, waves, "{generation} {sgprs}");
        assert!(waves == 40 || what == format!("{sgprs} SGPRs"), "{what}");
    }
}

/// 64 KiB for whole work-groups; 16 work-groups of several waves.
#[test]
fn lds_and_work_groups() {
    let of = |lds, group| fit(Gen::Gfx7, None, lds, group).0;
    assert_eq!(of(32768, 1), 2);
    assert_eq!(of(4096, 1), 16);
    assert_eq!(of(512, 1), 40);
    assert_eq!(of(32768, 4), 8);
    // 3 work-groups of 24 KiB do not fit.
    assert_eq!(of(24576, 4), 8);
    // 40 slots have room for 13 work-groups of 3 waves, for 3 of 12, and 16 barriers for 32 waves of 2.
    assert_eq!(of(512, 3), 39);
    assert_eq!(of(512, 12), 36);
    assert_eq!(of(512, 2), 32);
    assert!(limits(Gen::Gfx7, None, 0, 1, 16).is_empty());
}

/// Registers for 12 waves have no room for a work-group of 16.
#[test]
fn whole_work_groups() {
    let (waves, what) = fit(Gen::Gfx9, Some([84, 32]), 4096, 16);
    assert_eq!((waves, what.as_str()), (0, "84 VGPRs"));
    let found = limits(Gen::Gfx9, Some([84, 32]), 32768, 4, 16);
    let all: Vec<_> = found.iter().map(|l| (l.what.as_str(), l.waves)).collect();
    let want = [
        ("32768 bytes of LDS in a work-group", 8),
        ("84 VGPRs", 12),
        ("32 SGPRs", 40),
        ("16 work-groups", 40),
    ];
    assert_eq!(all, want);
    // 16 waves are 4 work-groups of 16 KiB, or 4 waves on a SIMD unit with 64 registers each.
    let enough: Vec<_> = found.iter().filter_map(|l| l.enough.as_deref()).collect();
    assert_eq!(enough, ["at most 16384 bytes of LDS", "at most 64 VGPRs"]);
}

/// What is left out by whom, while EXEC is that.
fn left(lanes: &Lanes) -> Vec<(u64, u32, u32)> {
    lanes.left_out().collect()
}

#[test]
fn branches_in_branches() {
    let mut lanes = Lanes::new(u64::MAX);
    lanes.executed(0x10);
    assert_eq!(lanes.come_to(0xffff_ffff), Some(0x10));
    lanes.executed(0x14);
    assert_eq!(lanes.come_to(0xffff_ffff), None);
    lanes.executed(0x20);
    assert_eq!(lanes.come_to(0xff), Some(0x20));
    assert_eq!(left(&lanes), [(0x10, 64, 32), (0x20, 32, 8)]);
    // The other side of the inner one.
    lanes.executed(0x30);
    assert_eq!(lanes.come_to(0xffff_ff00), Some(0x30));
    assert_eq!(left(&lanes), [(0x10, 64, 32), (0x30, 32, 24)]);
    // Its end, and that of the outer one.
    lanes.executed(0x40);
    assert_eq!(lanes.come_to(0xffff_ffff), None);
    assert_eq!(left(&lanes), [(0x10, 64, 32)]);
    lanes.executed(0x50);
    assert_eq!(lanes.come_to(u64::MAX), None);
    assert_eq!(left(&lanes), []);
}

/// Lanes leave a loop one after the other: that is one place.
#[test]
fn loops() {
    let mut lanes = Lanes::new(0xff);
    for (exec, n) in [(0x7f, 7), (0x3f, 6), (0, 0)] {
        lanes.executed(0x20);
        assert_eq!(lanes.come_to(exec), Some(0x20));
        assert_eq!(left(&lanes), [(0x20, 8, n)]);
    }
    lanes.executed(0x30);
    assert_eq!(lanes.come_to(0xff), None);
    assert_eq!(left(&lanes), []);
}

/// Lanes that did not begin may be made active, and count from then on.
#[test]
fn more_lanes_than_began() {
    let mut lanes = Lanes::new(0xf);
    lanes.executed(0);
    assert_eq!(lanes.come_to(0xff), None);
    lanes.executed(4);
    assert_eq!(lanes.come_to(0xf), Some(4));
    assert_eq!(left(&lanes), [(4, 8, 4)]);
}
