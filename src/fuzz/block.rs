//! The target `block`: straight code of 2 to 300 instructions, each program on several states.
//!
//! Compilation costs more than any run, and what is compiled depends on the first wave that comes: the
//! further ones meet its code with other registers, and leave it where it assumed too much.

use super::program::state::{Start, blank, fill, mode};
use super::program::{Maker, rows};
use super::{End, Found, Round, Target};

/// States that each program runs on.
const STATES: u64 = 12;

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
        let mut case = blank(generation, 1, false);
        case.observed = r.one_in(2);
        case.limit = 4000;
        let mode = mode(r);
        let mut m = Maker::new(r, generation, false);
        let n = match m.r.below(8) {
            0 | 1 => 2 + m.r.below(8),
            2 => 2 + m.r.below(80),
            _ => 2 + m.r.below(24),
        };
        m.begin();
        if m.r.one_in(40) {
            // A region that is cut for its length.
            let all = rows::Rows::of(generation);
            (0..2 * n + 100).for_each(|_| m.vector_alu(&all.common));
        } else {
            m.any(n);
        }
        if !case.observed {
            m.dump();
        }
        m.end();
        case.items = std::mem::take(&mut m.items);
        let made = std::mem::take(&mut m.made);
        run(round, case, mode, STATES, &made)
    }
}

/// Runs a program on so many states; `made` are the rows of its instructions.
pub(super) fn run(
    round: &mut Round<'_, '_>,
    mut case: super::Case,
    mode: u32,
    states: u64,
    made: &[&'static crate::isa::Row],
) -> Result<(), Box<Found>> {
    let mut ended = 0;
    let first = Start::new(round.source);
    for state in 0..states {
        // Mostly as the state that the program was compiled for.
        let start = match round.source.one_in(6) {
            true => Start::new(round.source),
            false => first,
        };
        fill(round.source, &mut case, mode, start);
        case.slice = round.source.pick(&[i64::MAX, i64::MAX, 1, 7, 50]);
        let before = round.session.jit().departures();
        match round.session.compare(&case) {
            Ok(ran) => {
                round.counts.cases += 1;
                // What cannot be compiled is interpreted: that would compare nothing.
                if state == 0 && !ran.compiled && ran.end == End::Ended {
                    return Err(Box::new(Found::Input {
                        what: "nothing of the program was compiled".to_owned(),
                        bytes: format!("{case:?}").into_bytes(),
                        extension: "txt",
                    }));
                }
                let end = match ran.end {
                    End::Ended => {
                        ended += 1;
                        "runs to the end"
                    }
                    End::Faulted => "runs to a fault",
                    End::Unfinished => "runs without an end",
                };
                round.counts.note(end, 1);
                round.counts.note("instructions executed", ran.instructions);
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
    }
    round.counts.note("programs", 1);
    for row in made {
        round.counts.compared(row, case.generation, ended);
    }
    Ok(())
}
