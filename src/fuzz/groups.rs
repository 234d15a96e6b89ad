//! The part of the target `kernel` that launches: several work-groups, through the scheduler, on one
//! thread and on two, with both backends.
//!
//! Waves get the storage of those before them, with whatever these have left in it, and the programs read
//! registers that they have not written. What a launch leaves in memory, the number of its instructions
//! and, where they are kept, the registers of its waves do not depend on the order of work-groups.

use super::case::Tier;
use super::launch::{LaunchCase, Loaded, runs};
use super::program::groups::{GROUP_LDS, LANE_BYTES, PART, SHARED_BUFFER, Shape};
use super::program::state::{mode, vgprs};
use super::program::{Maker, WAVES};
use super::{Code, End, Found, Round, Source};
use crate::fuzz::values::dword;
use crate::isa::Gen;

/// Data that each program runs on.
const STATES: u64 = 8;
/// Instructions of a wave.
const LIMIT: u64 = 60_000;

/// Work-group size and grid: work-groups with lanes or waves fewer than full ones are among them, in any
/// dimension.
fn shape(r: &mut Source<'_>) -> (Shape, u32) {
    // As simple kernels are, of which waves follow each other without a way through the scheduler.
    let simple = r.one_in(3);
    let most = r.below(if simple { 2 } else { WAVES.into() }) as u32 + 1;
    let lanes = 64 * most;
    let (local, dimensions) = match r.below(6) {
        0 => ([lanes / 4, 4, 1], 2),
        1 => ([lanes - r.below(64) as u32, 1, 1], 1),
        2 => {
            let width = r.pick(&[3, 5, 8, 16, 24]);
            ([width, (lanes / width).max(1), 1], 2)
        }
        3 => {
            let (width, height) = (r.pick(&[2, 4, 5, 8]), r.pick(&[2, 3, 4]));
            ([width, height, lanes / (width * height)], 3)
        }
        _ => ([lanes, 1, 1], 1),
    };
    let most_groups = match dimensions {
        1 => [6, 2, 1],
        2 => [4, 2, 1],
        _ => [2, 2, 2],
    };
    let groups = most_groups.map(|n| 1 + r.below(n) as u32);
    let mut grid: [u32; 3] = std::array::from_fn(|d| groups[d] * local[d]);
    if r.one_in(2) {
        for d in 0..dimensions {
            if !r.one_in(3) {
                grid[d] -= r.below(local[d].into()) as u32;
            }
        }
    }
    let waves = local.iter().product::<u32>().div_ceil(64);
    let all = u64::from(groups.iter().product::<u32>() * waves);
    let faults = r.one_in(8).then(|| r.below(all) as u32);
    let shape = Shape {
        local,
        grid,
        waves,
        faults,
        private: !simple && !r.one_in(3),
        lds: !simple && !r.one_in(4),
    };
    (shape, dimensions as u32)
}

/// Random bytes for a buffer of whole dwords.
fn fill(r: &mut Source<'_>, bytes: &mut [u8]) {
    let edges: [u32; 64] = std::array::from_fn(|i| {
        let kind = r.below(8);
        dword(r, kind, i & 1 != 0)
    });
    let mut bits = 0;
    for (i, d) in bytes.chunks_exact_mut(4).enumerate() {
        bits = if i % 10 == 0 { r.bits() } else { bits >> 6 };
        d.copy_from_slice(&edges[(bits & 63) as usize].to_le_bytes());
    }
}

/// A launch, whose buffers are empty as yet, and whether a wave of it faults.
fn case(r: &mut Source<'_>, generation: Gen) -> (LaunchCase, bool) {
    let (shape, dimensions) = shape(r);
    let grid = shape.grid;
    let mode = mode(r) & 0x3ff;
    let least = u64::from(dimensions) - 1;
    let ids = (least + r.below(3 - least)) as u8;
    let observed = r.one_in(4);
    let tier = Tier::random(r);
    let dimensions = dimensions.max(1 + u32::from(grid[1] > 1));
    let vgprs = vgprs(r);
    let mut m = Maker::new(r, generation, true, vgprs);
    m.kernel(&shape);
    let mut case = LaunchCase {
        generation,
        items: m.items,
        vgprs,
        mode,
        lds: if shape.lds { GROUP_LDS } else { 0 },
        private: if shape.private { LANE_BYTES } else { 0 },
        ids,
        grid,
        local: shape.local,
        dimensions,
        buffers: vec![],
        observed,
        threads: 2,
        tier,
        limit: LIMIT,
    };
    let groups: u32 = case.groups().iter().product();
    let lens = [groups * shape.waves * PART, SHARED_BUFFER];
    case.buffers = lens.map(|len| vec![0; len as usize]).to_vec();
    (case, shape.faults.is_some())
}

/// A round: a program, and launches of it.
pub(super) fn round(round: &mut Round<'_, '_>, generation: Gen) -> Result<(), Box<Found>> {
    let (mut case, faults) = case(round.source, generation);
    let loaded = match Loaded::new(&case) {
        Ok(loaded) => loaded,
        Err(difference) => return Err(Box::new(Found::Launch(case, difference))),
    };
    for _ in 0..STATES {
        for b in &mut case.buffers {
            fill(round.source, b);
        }
        let ran = match loaded.compare(round.session, &case) {
            Ok(ran) => ran,
            Err(difference) => return Err(Box::new(Found::Launch(case, difference))),
        };
        if ran.code != Code::Compiled {
            round.counts.rejected(Code::BOUNDED);
        }
        let end = match (ran.end, faults) {
            (End::Unfinished, _) => {
                round.counts.note("launches without an end", 1);
                continue;
            }
            (End::Ended, _) => "launches to the end",
            (End::Faulted, true) => "launches to a fault",
            (End::Faulted, false) => "launches to a fault that was not meant",
        };
        round.counts.cases += runs(&case).len() as u64;
        round.counts.note(end, 1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::launch;
    use crate::fuzz::minimize;
    use crate::fuzz::report::{Origin, report};
    use crate::fuzz::{Counts, Session, gcn};

    fn run(session: &mut Session, counts: &mut Counts, seed: u64) -> Result<(), Box<Found>> {
        session.forget();
        let mut r = Round {
            source: &mut Source::seeded(seed),
            session,
            counts,
            generations: &Gen::ALL,
            wanted: &[],
            checks: Default::default(),
        };
        round(&mut r, Gen::ALL[seed as usize % Gen::ALL.len()])
    }

    /// Most launches end, the others fault as they are meant to.
    #[test]
    fn launches_agree() {
        let mut session = Session::new().expect("a compiler for this host");
        let mut counts = Counts::default();
        let rounds =
            std::env::var("GCN_JIT_DIFF_CASES").map_or(1, |n| n.parse().expect("a number"));
        for seed in 0..40 * rounds {
            if let Err(found) = run(&mut session, &mut counts, seed) {
                let text = report(&mut session, *found, &Origin::default()).text;
                panic!("seed {seed}: {text}");
            }
        }
        println!("{counts}");
        let of = |what| counts.notes().find(|n| n.0 == what).map_or(0, |n| n.1);
        assert!(of("launches to the end") > 40 * rounds);
        assert!(of("launches to a fault") > 0);
    }

    /// What is printed is the same launch.
    #[test]
    fn launches_are_read_as_they_were_written() {
        for seed in 0..20 {
            let r = &mut Source::seeded(seed);
            let (mut a, _) = case(r, Gen::ALL[seed as usize % Gen::ALL.len()]);
            fill(r, &mut a.buffers[1]);
            if seed % 2 == 0 {
                (a.threads, a.lds, a.private) = (1, 256, 0);
            }
            let text = gcn::launch_text(&a, "a");
            let read = gcn::cases(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            let [(_, gcn::Input::Launch(b))] = &read[..] else {
                panic!("{text}");
            };
            let mut b = b.clone();
            assert_eq!(a.words(), b.words(), "{text}");
            (a.items, b.items) = (vec![], vec![]);
            assert!(a == b, "{text}");
        }
    }

    #[test]
    fn launches_have_no_registers_of_their_own() {
        let refused = |line: &str| {
            let text = format!("code s_endpgm\n  gfx9: bf810000\nagree a\n  in grid=[64] {line}");
            gcn::cases(&text).expect_err(line).1
        };
        assert_eq!(
            refused("s3=1"),
            "Sgpr { first: 3, count: 1 } cannot be set for a launch"
        );
        assert_eq!(
            refused("local=[64 0]"),
            "Local takes one to three numbers, not 0"
        );
        assert_eq!(refused("ids=3"), "Ids is at most 2");
        assert_eq!(refused("mem0.size=0"), "a buffer of a launch is not empty");
    }

    /// Waves that write to the same place: in one order they agree, in others they need not. The
    /// program is not taken for one of which something could be left out.
    #[test]
    fn what_depends_on_the_order_keeps_its_program() {
        let text = "
code s_load_dwordx2 s[4:5], s[0:1], 0x0
  gfx9
code s_lshl_b32 s6, s2, 2
code s_add_u32 s4, s4, s6
code s_addc_u32 s5, s5, 0
code v_mov_b32_e32 v1, s4
code v_mov_b32_e32 v2, s5
code global_store_dword v[1:2], v0, off
code s_endpgm
agree a race
  in grid=[256] local=[128] observed=0 mem0=[1 2 3 4]";
        let read = gcn::cases(text).expect("a launch");
        let [(_, gcn::Input::Launch(case))] = &read[..] else {
            panic!("{read:?}");
        };
        let mut session = Session::new().expect("a compiler for this host");
        let ran = launch::compare(&mut session, case);
        assert_eq!(ran.map(|r| r.end), Ok(End::Ended));
        let mut threads = case.clone();
        threads.threads = 2;
        session.forget();
        // The very first wave has had its code compiled, and comes after the second one.
        let d = launch::compare(&mut session, &threads).expect_err("a race");
        assert_eq!(d.run, launch::Run::Jit(1));
        let m = minimize::launch(&mut session, threads.clone(), d);
        assert!(m.alone);
        assert_eq!((&m.case.items, m.case.threads), (&case.items, 2));
        assert_eq!((m.case.grid, m.case.local), ([128, 1, 1], [128, 1, 1]));
        assert_eq!(m.case.buffers, [[0; 16]]);
    }

    /// Faults, which need debug assertions to be planted.
    #[cfg(debug_assertions)]
    mod planted {
        use super::*;
        use crate::fuzz::code::Item;
        use crate::fuzz::minimize::MinimizedLaunch;
        use crate::fuzz::plant::{Fault, plant};
        use crate::fuzz::report::launch_text;

        fn minimized(session: &mut Session, found: Found) -> Option<MinimizedLaunch> {
            match found {
                Found::Launch(case, difference) => {
                    Some(minimize::launch(session, case, difference))
                }
                Found::Case(..) | Found::Input { .. } => None,
            }
        }

        /// A fault is found in a launch, made small, found again by what is written of it, and gone without
        /// the fault.
        fn is_found(fault: Fault, most: usize) {
            let planted = plant(fault);
            let mut session = Session::new().expect("a compiler for this host");
            let mut counts = Counts::default();
            let found = (0..60).find_map(|seed| run(&mut session, &mut counts, seed).err());
            let found = found.unwrap_or_else(|| panic!("{fault:?} is not found"));
            let m = minimized(&mut session, *found).expect("a launch");
            let text = launch_text(&m, &Origin::default());
            println!(
                "{} executions, {} to make it small: {text}",
                counts.cases, m.runs
            );
            assert!(m.alone, "{text}");
            // Others may be needed for having fewer lanes, or data of their own.
            assert!(m.case.threads == 1 && m.case.waves() <= 4, "{text}");
            let insts = m.case.items.iter().filter(|i| matches!(i, Item::Inst(_)));
            assert!(insts.count() <= most, "{text}");
            let read = gcn::cases(&text).expect("what was written");
            session.forget();
            let again = read[0].1.compare(&mut session);
            assert_eq!(again, Err(m.difference.to_string()), "{text}");
            drop(planted);
            session.forget();
            let ran = read[0].1.compare(&mut session);
            assert!(ran.is_ok(), "{text}");
        }

        #[test]
        fn planted_inactive_lanes_are_found_in_launches() {
            // Beside the instruction a loop, which comes to it again with an empty EXEC, and what leads to a
            // wave's data.
            is_found(Fault::InactiveLanes, 20);
        }

        #[test]
        fn planted_late_store_is_found_in_launches() {
            is_found(Fault::LateStore, 20);
        }

        #[test]
        fn planted_private_index_is_found_in_launches() {
            // Most of these make two V#s and store a value.
            is_found(Fault::OneIndex, 24);
        }
    }
}
