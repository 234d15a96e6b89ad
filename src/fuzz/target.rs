//! What a fuzz target is.

use crate::isa::{Gen, Row};

use super::case::Case;
use super::checks::Checks;
use super::counts::Counts;
use super::launch::{LaunchCase, LaunchDifference};
use super::oracle::{Difference, Session};
use super::source::Source;

/// What a target works with in one round.
pub struct Round<'a, 'b> {
    /// Where all its choices come from: the same choices must make the same round.
    pub source: &'a mut Source<'b>,
    /// What runs cases on both backends; nothing that a round does may depend on earlier ones.
    pub session: &'a mut Session,
    /// What was reached. A round adds to [`Counts::cases`] what it has compared or checked.
    pub counts: &'a mut Counts,
    /// The generations to choose from, at least one.
    pub generations: &'a [Gen],
    /// Of rows and generations, those to choose from where a target chooses rows, the least executed ones first; none
    /// of them mean all.
    pub wanted: &'a [(&'static Row, Gen)],
    /// What is looked for in the cases: most targets look for nothing.
    pub checks: Checks,
}

impl Round<'_, '_> {
    /// One of the generations.
    pub fn generation(&mut self) -> Gen {
        self.source.pick(self.generations)
    }
}

/// Makes inputs and checks what becomes of them.
pub trait Target: Send {
    /// The name by which the command knows it.
    fn name(&self) -> &'static str;

    /// Makes and checks the inputs of one round: many when some work serves them all, such as
    /// compilation.
    ///
    /// # Errors
    /// The first input for which something does not hold.
    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>>;
}

/// An input for which something does not hold.
#[derive(Clone, Debug)]
pub enum Found {
    /// The backends differ.
    Case(Case, Difference),
    /// They differ in a launch.
    Launch(LaunchCase, LaunchDifference),
    /// Something else: the input as a file.
    Input {
        /// What does not hold, in a line or more.
        what: String,
        /// The file's contents.
        bytes: Vec<u8>,
        /// The ending of the file's name, without a dot.
        extension: &'static str,
    },
}
