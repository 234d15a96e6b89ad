//! The target `splice`: kernels that a compiler made, changed a little, on states as a launch gives them.
//!
//! Compilers write code that generators do not think of: their ways to divide, to spill, to call, to
//! branch around what no lane needs. What is changed in it is mostly such that the program still runs to
//! its end, see `mutate`.

pub mod corpus;
mod launch;
mod mutate;

use crate::isa::Gen;

use super::block::run_states;
use super::case::First;
use super::{Found, Round, Source, Target};
use corpus::Entry;

pub use launch::Launch;

/// States that each program runs on, and those of them after which a program is given up that has not
/// come to its end on them.
const STATES: u64 = 16;
const PATIENCE: u64 = 2;
/// Instructions per wave after which a run is given up.
const LIMIT: u64 = 20_000;
/// Kernels of which the smallest is taken: the longer ones take more time to compile than they are
/// worth.
const CHOICES: u64 = 4;
/// Bytes of an input that fuzzing starts from, after the first ones.
const SEED: usize = 100;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Splice;

/// A kernel of one of the generations, mostly a short one. The first choice is the generation, the
/// second one the kernel; with zero as the third, it is taken whatever its size.
fn choose(r: &mut Source<'_>, generations: &[Gen]) -> &'static Entry {
    let all = corpus::of(r.pick(generations));
    let first = r.pick(all);
    let choices = if r.one_in(8) { 1 } else { CHOICES };
    (1..choices).fold(first, |best, _| {
        let other = r.pick(all);
        if other.size() < best.size() {
            other
        } else {
            best
        }
    })
}

/// Choices with which fuzzing can start: for each kernel, such that a round of all generations takes it
/// and goes on with random ones.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let mut out = vec![];
    for (g, generation) in Gen::ALL.into_iter().enumerate() {
        let all = corpus::of(generation);
        for (i, entry) in all.iter().enumerate() {
            let name = format!("{}-{}-{}", entry.target, entry.level, entry.name);
            let (g, i) = (g as u64, i as u64);
            let mut bytes = Source::bytes_of(g, Gen::ALL.len() as u64);
            bytes.extend(Source::bytes_of(i, all.len() as u64));
            bytes.push(0);
            bytes.extend(Source::noise(i << 8 | g, SEED));
            out.push((name, bytes));
        }
    }
    out
}

impl Target for Splice {
    fn name(&self) -> &'static str {
        "splice"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let r = &mut *round.source;
        let entry = choose(r, round.generations);
        let (generation, model) = (entry.generation, entry.model());
        let plain = !r.one_in(3);
        let launch = Launch::new(r, model, plain);
        let donor = r.pick(corpus::of(generation)).model();
        let mut case = launch.blank(donor.kernel.vgprs.min(64));
        case.items = model.items.clone();
        case.observed = r.one_in(2);
        case.limit = LIMIT;
        case.first = r.pick(&[First::Itself, First::Itself, First::Masked, First::Other]);
        // In bursts: none at all is of use too, on other states.
        let changes = match r.below(8) {
            0 => r.below(2),
            1 | 2 => 1,
            3 | 4 => 2,
            5 | 6 => 3 + r.below(4),
            _ => 6 + r.below(7),
        };
        for _ in 0..changes {
            mutate::mutate(r, generation, &mut case.items, donor);
        }
        run_states(round, case, STATES, PATIENCE, changes != 0, |r, case| {
            launch.fill(r, case);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::{Case, gcn};

    /// The inputs that fuzzing starts from choose every kernel.
    #[test]
    fn seeds_choose_their_kernels() {
        let seeds = seeds();
        assert_eq!(seeds.len(), corpus::entries().len());
        for (name, bytes) in seeds {
            let e = choose(&mut Source::from_bytes(&bytes), &Gen::ALL);
            assert_eq!(name, format!("{}-{}-{}", e.target, e.level, e.name));
        }
    }

    /// A changed kernel with its state.
    fn case(seed: u64, generation: Gen) -> Case {
        let r = &mut Source::seeded(seed);
        let entry = choose(r, &[generation]);
        let launch = Launch::new(r, entry.model(), false);
        let mut case = launch.blank(40);
        case.items = entry.model().items.clone();
        let donor = corpus::of(generation)[0].model();
        for _ in 0..6 {
            mutate::mutate(r, generation, &mut case.items, donor);
        }
        launch.fill(r, &mut case);
        case
    }

    /// The same choices make the same case, and what is printed is that case.
    #[test]
    fn cases_come_from_their_source_alone_and_are_read_as_they_were_written() {
        for (seed, generation) in (0..30).zip(Gen::ALL.into_iter().cycle()) {
            let mut a = case(seed, generation);
            assert!(a == case(seed, generation), "seed {seed}");
            let text = gcn::text(&a, "a");
            let read = gcn::cases(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
            let [(_, gcn::Input::Case(b))] = &read[..] else {
                panic!("{text}");
            };
            let mut b = b.clone();
            assert_eq!(a.words(), b.words(), "{text}");
            (a.items, b.items) = (vec![], vec![]);
            assert!(a == b, "{text}");
        }
    }
}
