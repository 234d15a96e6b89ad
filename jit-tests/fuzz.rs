//! Short runs of the fuzz targets `inst` and `scalar`, what they find of faults that were planted, and
//! what fuzzing has found before.
//!
//! The sequence is fixed; `GCN_JIT_DIFF_CASES` multiplies its length (1 by default), and
//! `GCN_JIT_DIFF_SEED` starts another one.

use std::path::Path;

use gcn_jit::fuzz::excluded::excluded;
use gcn_jit::fuzz::inst::{Entry, Insts};
use gcn_jit::fuzz::report::{Origin, report};
use gcn_jit::fuzz::scalar::Scalar;
use gcn_jit::fuzz::{Counts, Found, Round, Session, Source, Target};
use gcn_jit::isa::{Gen, Row};
use gcn_jit::jit::host::{Gathers, HostLevel};

use crate::runner;

/// Instructions per program, by the target's groups.
const LENGTHS: [usize; 4] = [8, 3, 8, 3];

pub(crate) fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// A session for each level of the host's, up to the chosen one; those below it load what lies anywhere in the other
/// way.
pub(crate) fn sessions() -> Vec<Session> {
    let most = HostLevel::chosen().expect("a usable host");
    let levels = HostLevel::ALL.into_iter().filter(|l| *l <= most);
    let gathers = Gathers::chosen().expect("a way");
    let make = |l| {
        let gathers = if l == most { gathers } else { gathers.other() };
        Session::with_gathers(l, gathers).expect("a level that the host has")
    };
    levels.map(make).collect()
}

/// The failure made small, as text.
pub(crate) fn text(session: &mut Session, found: Found) -> String {
    report(session, found, &Origin::default()).text
}

/// Goes through the rows that `wanted` has, on every generation; `done` is called with each failure and
/// says whether to go on.
fn sweep(
    session: &mut Session,
    r: &mut Source<'_>,
    counts: &mut Counts,
    (generations, states, lengths): (&[Gen], usize, [usize; 4]),
    wanted: impl Fn(&Entry, Gen) -> bool,
    mut failed: impl FnMut(&mut Session, Found) -> bool,
) {
    let mut target = Insts::new();
    let groups = target.groups().map(|g| g.to_vec());
    for &generation in generations {
        for (group, length) in groups.iter().zip(lengths) {
            let exists = |e: &&Entry| e.row().exists(generation) && wanted(e, generation);
            let mut entries: Vec<Entry> = group.iter().filter(exists).copied().collect();
            // In another order each time, so that other instructions stand together.
            for i in (1..entries.len()).rev() {
                entries.swap(i, r.below(i as u64 + 1) as usize);
            }
            let mut rest = &entries[..];
            while !rest.is_empty() {
                let next = &rest[..rest.len().min(length)];
                let mut round = Round {
                    source: r,
                    session,
                    counts,
                    generations: &[generation],
                    wanted: &[],
                    checks: Default::default(),
                };
                match target.program(&mut round, generation, next, states) {
                    Ok(used) => rest = &rest[used..],
                    Err(found) => {
                        if !failed(session, *found) {
                            return;
                        }
                        rest = &rest[next.len()..];
                    }
                }
            }
        }
    }
}

#[test]
fn instructions_agree() {
    let mut failures = vec![];
    let mut counts = Counts::default();
    for mut session in sessions() {
        for case in 0..setting("GCN_JIT_DIFF_CASES", 1) {
            let seed = setting("GCN_JIT_DIFF_SEED", 1) + (case << 32);
            let mut r = Source::seeded(seed);
            let all = (&Gen::ALL[..], 6, LENGTHS);
            sweep(
                &mut session,
                &mut r,
                &mut counts,
                all,
                |_, _| true,
                |session, found| {
                    failures.push(text(session, found));
                    failures.len() < 10
                },
            );
        }
    }
    // Those of which every program has faulted, on their own.
    let mut session = Session::new().expect("a compiler for this host");
    for seed in 0..8 {
        let missing = counts.missing(&Gen::ALL, |row, _| excluded(row).is_some());
        let is_missing = |e: &Entry, g: Gen| {
            let is = |r: &'static Row| (r.name, r.opcodes) == (e.row().name, e.row().opcodes);
            missing
                .iter()
                .any(|(row, gens)| is(row) && gens.contains(&g))
        };
        let mut r = Source::seeded(seed);
        let all = (&Gen::ALL[..], 6, [1; 4]);
        sweep(
            &mut session,
            &mut r,
            &mut counts,
            all,
            is_missing,
            |session, found| {
                failures.push(text(session, found));
                failures.len() < 10
            },
        );
    }
    println!("{counts}");
    let n = failures.len();
    assert!(n == 0, "{n} programs differ:\n{}", failures.join("\n"));
    let missing = counts.missing(&Gen::ALL, |row, _| excluded(row).is_some());
    let names: Vec<_> = missing.iter().map(|(row, g)| (row.name, g)).collect();
    println!("never reached: {names:?}");
    assert!(
        names.len() < 12,
        "{} rows never reached: {names:?}",
        names.len()
    );
}

#[test]
fn scalar_programs_agree() {
    for mut session in sessions() {
        let mut target = Scalar::default();
        for k in 0..60 * setting("GCN_JIT_DIFF_CASES", 1) {
            for generation in Gen::GCN {
                let done = target.round(&mut Round {
                    source: &mut Source::seeded(setting("GCN_JIT_DIFF_SEED", 1) << 32 | k),
                    session: &mut session,
                    counts: &mut Counts::default(),
                    generations: &[generation],
                    wanted: &[],
                    checks: Default::default(),
                });
                if let Err(found) = done {
                    panic!("{}", text(&mut session, *found));
                }
            }
        }
    }
}

/// What fuzzing has found before is right by now.
#[test]
fn fuzzbugs() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("jit-tests/fuzzbugs");
    assert!(dir.join("README.md").exists());
    let entries = std::fs::read_dir(&dir).expect("a directory");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "gcn"));
    paths.sort();
    let failures: Vec<_> = paths.iter().flat_map(|p| runner::run_file(p).0).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
