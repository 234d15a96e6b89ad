//! The kernels of compilers that the fuzz target `splice` starts from: unchanged, they run to their end,
//! and the backends agree. And a short run of the target.

use std::collections::HashMap;

use gcn_jit::fuzz::case::Tier;
use gcn_jit::fuzz::splice::{Launch, Splice, corpus};
use gcn_jit::fuzz::{Code, Counts, End, Found, Round, Session, Source, Target};
use gcn_jit::isa::Gen;

use crate::fuzz::{sessions, setting, text};

/// Instructions per wave within which all of them end.
const LIMIT: u64 = 200_000;

/// Every kernel at every level of the host with every effort. The forms of a kernel, one for each target
/// and level of optimisation that it was compiled for, share these among them; with `GCN_JIT_DIFF_CASES`
/// of 2 and more, they do not.
#[test]
fn kernels_run_unchanged() {
    let all = corpus::entries();
    let mut forms: HashMap<&str, usize> = HashMap::new();
    let numbers: Vec<usize> = all
        .iter()
        .map(|e| {
            let n = forms.entry(&e.name).or_default();
            *n += 1;
            *n - 1
        })
        .collect();
    let mut failures = vec![];
    let mut runs = vec![0; all.len()];
    let mut sessions = sessions();
    let ways = sessions.len() * Tier::ALL.len();
    for (level, session) in sessions.iter_mut().enumerate() {
        for (i, entry) in all.iter().enumerate() {
            let share = forms[&entry.name[..]].min(ways);
            for (k, tier) in Tier::ALL.into_iter().enumerate() {
                let way = level * Tier::ALL.len() + k;
                let turn = (way + numbers[i]).is_multiple_of(share);
                if !turn && setting("GCN_JIT_DIFF_CASES", 1) < 2 {
                    continue;
                }
                runs[i] += 1;
                if let Err(what) = run(session, entry, (way * all.len() + i) as u64, tier) {
                    let corpus::Entry {
                        name,
                        target,
                        level,
                        ..
                    } = entry;
                    failures.push(format!("{name} for {target} at -{level}, {tier:?}: {what}"));
                }
            }
        }
    }
    println!("{} kernels, {} runs", all.len(), runs.iter().sum::<u32>());
    assert!(runs.iter().all(|n| *n > 0), "kernels without a run");
    let n = failures.len();
    assert!(n == 0, "{n} runs:\n{}", failures.join("\n"));
}

/// Runs a kernel once, as a launch would.
fn run(session: &mut Session, entry: &corpus::Entry, seed: u64, tier: Tier) -> Result<(), String> {
    let model = entry.model();
    let mut r = Source::seeded(seed);
    let launch = Launch::new(&mut r, model, true);
    let mut case = launch.blank(0);
    case.items = model.items.clone();
    case.limit = LIMIT;
    case.tier = tier;
    launch.fill(&mut r, &mut case);
    session.forget();
    match session.compare(&case) {
        Ok(ran) if ran.end == End::Ended && ran.code == Code::Compiled => Ok(()),
        Ok(ran) => Err(format!("{ran:?}")),
        Err(d) => Err(text(session, Found::Case(case, d))),
    }
}

#[test]
fn changed_kernels_agree() {
    let mut counts = Counts::default();
    for (k, mut session) in sessions().into_iter().enumerate() {
        let seed = setting("GCN_JIT_DIFF_SEED", 1) + ((k as u64) << 32);
        let mut r = Source::seeded(seed);
        for _ in 0..8 * setting("GCN_JIT_DIFF_CASES", 1) {
            for generation in Gen::ALL {
                let mut round = Round {
                    source: &mut r,
                    session: &mut session,
                    counts: &mut counts,
                    generations: &[generation],
                    wanted: &[],
                    checks: Default::default(),
                };
                if let Err(found) = Splice.round(&mut round) {
                    panic!("{}", text(&mut session, *found));
                }
            }
        }
    }
    println!("{counts}");
    // Who faults at once compares little.
    let note = |name: &str| counts.notes().find(|n| n.0 == name).map_or(0, |n| n.1);
    let (end, fault) = (note("runs to the end"), note("runs to a fault"));
    assert!(end > fault, "{end} runs to the end, {fault} to a fault");
}
