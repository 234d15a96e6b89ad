//! The target `block`: straight code of 2 to 300 instructions, each program on several states.
//!
//! Compilation costs more than any run, and what is compiled depends on the first wave that comes: the
//! further ones meet its code with other registers, and leave it where it assumed too much.

use super::case::Tier;
use super::program::Maker;
use super::program::state::{Start, blank, fill, mode, vgprs};
use super::{Case, Code, Counts, End, Found, Ran, Round, Source, Target, Trace, gcn};
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};

/// States that each program runs on.
const STATES: u64 = 12;
/// Of which so many count for the rows that are reached.
const TRACED: u64 = 4;
/// One program in so many is profiled, too.
const COUNTED: u64 = 4;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Block;

impl Target for Block {
    fn name(&self) -> &'static str {
        "block"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let generation = round.generation();
        let r = &mut *round.source;
        let long = r.one_in(32);
        let vgprs = if long {
            r.pick(&[64, 128, 200])
        } else {
            vgprs(r)
        };
        let mut case = blank(generation, 1, false, vgprs);
        case.observed = r.one_in(2);
        case.limit = 6000;
        let mode = mode(r);
        let mut m = Maker::new(r, generation, false, vgprs);
        let n = match m.r.below(8) {
            0 if long => 1100 + m.r.below(400),
            _ if long => 200 + m.r.below(200),
            0 | 1 => 2 + m.r.below(8),
            2 => 2 + m.r.below(80),
            _ => 2 + m.r.below(24),
        };
        m.begin();
        if long {
            m.long(n);
        } else {
            m.any(n);
        }
        m.unoptimised();
        m.rounds();
        if !case.observed {
            m.dump();
        }
        m.end();
        case.items = std::mem::take(&mut m.items);
        let meant = m.faults;
        run(round, case, mode, STATES, meant)
    }
}

/// What cannot be compiled is interpreted, and compares nothing.
///
/// # Errors
/// When the compiler has failed.
pub(super) fn not_compiled(counts: &mut Counts, case: &Case, ran: &Ran) -> Result<(), Box<Found>> {
    match ran.code {
        // A wave that has left the code meets nothing that can be compiled.
        _ if ran.end != End::Ended => Ok(()),
        Code::Compiled => Ok(()),
        Code::Bounded => {
            counts.rejected(Code::BOUNDED);
            Ok(())
        }
        Code::Failed => Err(Box::new(Found::Input {
            what: "the compiler has failed".to_owned(),
            bytes: gcn::text(case, "not compiled").into_bytes(),
            extension: "gcn",
        })),
    }
}

/// Runs a program on so many states. `meant`: something in it is to fault.
pub(super) fn run(
    round: &mut Round<'_, '_>,
    case: Case,
    mode: u32,
    states: u64,
    meant: bool,
) -> Result<(), Box<Found>> {
    let mut first = None;
    let counted = case.clone();
    run_states(round, case, states, states, meant, |r, case| {
        let first = *first.get_or_insert_with(|| Start::new(r));
        // Mostly as the state that the program was compiled for.
        let start = if r.one_in(6) { Start::new(r) } else { first };
        fill(r, case, mode, start);
    })?;
    // Last of all, so that it changes no other choice of the round.
    if round.source.one_in(COUNTED) {
        count(round, counted, mode)
    } else {
        Ok(())
    }
}

/// Profiles a program on some states.
fn count(round: &mut Round<'_, '_>, mut case: Case, mode: u32) -> Result<(), Box<Found>> {
    case.tier = Tier::random(round.source);
    let start = Start::new(round.source);
    for blind in [false, true, true] {
        fill(round.source, &mut case, mode, start);
        case.slice = round.source.pick(&[i64::MAX, i64::MAX, 7, 50]);
        round.counts.cases += 1;
        if let Err(d) = round.session.compare_counts(&case, blind) {
            return Err(Box::new(Found::Input {
                what: format!("the profiles differ: {d}"),
                bytes: gcn::text(&case, "counted wrongly").into_bytes(),
                extension: "gcn",
            }));
        }
    }
    Ok(())
}

/// Runs a program on so many states, which `fill` makes; on no more once `patience` of them have not led
/// to its end.
pub(super) fn run_states(
    round: &mut Round<'_, '_>,
    mut case: Case,
    states: u64,
    mut patience: u64,
    meant: bool,
    mut fill: impl FnMut(&mut Source<'_>, &mut Case),
) -> Result<(), Box<Found>> {
    let mut trace = Trace::default();
    case.tier = Tier::random(round.source);
    case.checks = round.checks;
    for state in 0..states {
        fill(round.source, &mut case);
        if case.checks.any() {
            // No kernel begins so.
            case.waves
                .iter_mut()
                .for_each(|w| w.mode &= !(MODE_GPR_IDX_EN | MODE_VSKIP));
        }
        case.slice = round.source.pick(&[i64::MAX, i64::MAX, 1, 7, 50]);
        let before = round.session.jit().departures();
        // Step by step the interpreter takes far longer.
        let traced = (state < TRACED).then_some(&mut trace);
        match round.session.compare_traced(&case, traced) {
            Ok(ran) => {
                round.counts.cases += 1;
                not_compiled(round.counts, &case, &ran)?;
                let end = match ran.end {
                    End::Ended => "runs to the end",
                    End::Faulted if meant => "runs to a fault",
                    End::Faulted => "runs to a fault that was not meant",
                    End::Unfinished => "runs without an end",
                };
                round.counts.note(end, 1);
                round.counts.note("instructions executed", ran.instructions);
                patience = patience.saturating_sub(u64::from(ran.end != End::Ended));
            }
            Err(difference) => return Err(Box::new(Found::Case(case, difference))),
        }
        let after = round.session.jit().departures();
        let names = ["starts other than compiled", "guards failed"];
        for (name, (before, after)) in names.iter().zip(before.iter().zip(after)) {
            // The session may have got itself another compiler.
            round
                .counts
                .note(name, after.checked_sub(*before).unwrap_or(after));
        }
        if patience == 0 {
            break;
        }
    }
    round.counts.note("programs", 1);
    for (row, n) in trace.rows() {
        round.counts.compared(row, case.generation, n);
    }
    Ok(())
}
