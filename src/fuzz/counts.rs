//! What a run of the fuzzer has reached: rows by generation, and why inputs were of no use.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::LazyLock;

use crate::isa::{Gen, Opcodes, Row, TABLES};

/// Counts of one thread; [`Counts::add`] puts several together.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By the rows' places in [`TABLES`]: executions with an active lane whose results were compared.
    compared: BTreeMap<usize, [u64; Gen::ALL.len()]>,
    /// Inputs of no use, by reason.
    rejected: BTreeMap<&'static str, u64>,
    /// Whatever else a target counts.
    notes: BTreeMap<&'static str, u64>,
    /// Executions that were compared, of whatever kind the target has.
    pub cases: u64,
}

/// The place of a row among those of all encodings. Rows are constants, whose addresses say nothing; of
/// those that share a name the opcode numbers differ.
pub(super) fn place(row: &Row) -> usize {
    type Key = (&'static str, [Opcodes; 3]);
    static PLACES: LazyLock<HashMap<Key, usize>> = LazyLock::new(|| {
        rows()
            .enumerate()
            .map(|(i, r)| ((r.name, r.opcodes), i))
            .collect()
    });
    let place = PLACES.get(&(row.name, row.opcodes));
    place.copied().unwrap_or(usize::MAX)
}

impl Counts {
    /// An instruction of `row` was executed `n` times with EXEC non-zero (scalar ones whatever EXEC
    /// is), and what was there at the end of the run was compared.
    pub fn compared(&mut self, row: &'static Row, generation: Gen, n: u64) {
        self.compared.entry(place(row)).or_default()[generation as usize] += n;
    }

    /// An input was of no use.
    pub fn rejected(&mut self, why: &'static str) {
        *self.rejected.entry(why).or_default() += 1;
    }

    /// Counts `n` more of something that reports show.
    pub fn note(&mut self, what: &'static str, n: u64) {
        *self.notes.entry(what).or_default() += n;
    }

    /// What [`Counts::note`] was told.
    pub fn notes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.notes.iter().map(|(what, n)| (*what, *n))
    }

    /// Adds what another thread has counted.
    pub fn add(&mut self, other: &Counts) {
        for (row, n) in &other.compared {
            let mine = self.compared.entry(*row).or_default();
            for (mine, n) in mine.iter_mut().zip(n) {
                *mine += n;
            }
        }
        for (why, n) in &other.rejected {
            *self.rejected.entry(why).or_default() += n;
        }
        for (what, n) in &other.notes {
            *self.notes.entry(what).or_default() += n;
        }
        self.cases += other.cases;
    }

    /// How often an instruction of `row` was compared.
    pub fn of(&self, row: &'static Row, generation: Gen) -> u64 {
        let row = self.compared.get(&place(row));
        row.map_or(0, |n| n[generation as usize])
    }

    /// How many rows were reached on how many generations, out of all that `generations` have.
    pub fn rows(&self, generations: &[Gen]) -> (usize, usize) {
        let (mut reached, mut all) = (0, 0);
        for row in rows() {
            for &g in generations.iter().filter(|g| row.exists(**g)) {
                all += 1;
                reached += usize::from(self.of(row, g) != 0);
            }
        }
        (reached, all)
    }

    /// The rows that `generations` have, with how often they were compared there, the least often first,
    /// but those of which `excluded` says that it is known.
    pub fn least(
        &self,
        generations: &[Gen],
        excluded: impl Fn(&'static Row) -> bool,
    ) -> Vec<(&'static Row, Gen, u64)> {
        let all = rows().filter(|row| !excluded(row)).flat_map(|row| {
            let gens = generations.iter().filter(|g| row.exists(**g));
            gens.map(move |g| (row, *g, self.of(row, *g)))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|(_, _, n)| *n);
        all
    }

    /// The rows that some of `generations` have and never reached, with these generations, for which
    /// `excluded` does not say that it is known.
    pub fn missing(
        &self,
        generations: &[Gen],
        excluded: impl Fn(&'static Row, Gen) -> bool,
    ) -> Vec<(&'static Row, Vec<Gen>)> {
        let missing = rows().map(|row| {
            let gens = generations.iter().copied();
            let lacks = |g: &Gen| row.exists(*g) && self.of(row, *g) == 0 && !excluded(row, *g);
            (row, gens.filter(lacks).collect::<Vec<_>>())
        });
        missing.filter(|(_, gens)| !gens.is_empty()).collect()
    }

    /// Inputs of no use, by reason.
    pub fn rejections(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.rejected.iter().map(|(why, n)| (*why, *n))
    }
}

/// Every row of every encoding.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    TABLES.iter().flat_map(|(_, rows)| rows.iter())
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} executions compared", self.cases)?;
        for (what, n) in self.notes() {
            writeln!(f, "{what}: {n}")?;
        }
        for (why, n) in self.rejections() {
            writeln!(f, "{n} inputs rejected: {why}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_place_of_its_own() {
        for (i, row) in rows().enumerate() {
            assert_eq!(place(row), i, "{}", row.name);
        }
    }
}
