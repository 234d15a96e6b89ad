//! How a scheduler and an engine share waves.

use super::plant::{Fault, unless_planted};
use super::start::{Start, Tally};
use super::wave::Wave;

/// Why a backend gives a wave back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// `s_endpgm`: the wave is done.
    End,
    /// `s_barrier`: PC is after it.
    Barrier,
    /// The budget is used up; PC is where to go on.
    Yield,
    /// Global wave sync: PC is after it, and [`Wave::request`] says what it asks for. The wave has not waited for it.
    Sync,
}

/// A wave's turn: the current wave, and those that may follow it without a question.
///
/// This is all that a scheduler, which has the waves ([`Waves`]), and an engine, which executes them
/// ([`super::Engine::run_chain`]), have to agree on. There are two ways from a wave to the next one:
/// [`Turn::passes_on`], which asks nobody and costs a few instructions, and [`Waves::go_on`], where the scheduler
/// decides.
///
/// **Who has the wave.** One wave is current at a time. Since the call of `run_chain`, or since it was given the turn,
/// the engine has it alone: nobody else looks at its registers, PC, counts and budget. It gives it back when it
/// returns, and when it asks [`Waves::go_on`] or passes the turn on, which make another one current; before these two,
/// [`Wave::clean`] must say whether scalar registers may be other than a wave starts with. The scheduler has all other
/// waves: not started, at a barrier, at the end of a slice, or ended.
///
/// **When a wave may be started without a question.** When the current one has *ended*, and while there are some
/// [`Ahead`]. These begin in the storage of the one that has ended, are of its work-group or of those behind it in the
/// same row, come in the order in which the scheduler would start them, and are all of one
/// [`super::wave::StartClass`]: what code for new waves takes for granted holds for each of them. Whether somebody has
/// to look in between, at a limit, a report of progress or a fault of another thread, is for the scheduler to know, who
/// then tells of fewer or of none; [`Ahead::limit`] keeps all of them together within the slice.
///
/// **When a wave may go on without a question.** When the current one has come to a *barrier*, and is one of a work-group
/// that is [`InStep`]: all its waves are there, none has ended, those before the current one wait at that barrier or
/// have come to the next one, and those behind it wait where it has waited. What the scheduler has to know of such a
/// step, which wave is current and what is left of the slice, it is told at once.
///
/// **What holds when an engine returns.** The exit, or the fault, is that of the wave which is current then, and nobody
/// has counted it: an engine never returns an exit that `go_on` has taken, or behind which it has passed the turn on.
/// With an exit, PC and counts of that wave are up to date. [`Exit::End`] and [`Exit::Barrier`] come back where `go_on`
/// was not asked or gave none; [`Exit::Yield`] and [`Exit::Sync`] always do: when a wave goes on that has used up its
/// budget, or asks for something, is for the scheduler to say, and `go_on` is not asked.
///
/// **What is caught up, and when.** Behind an end `passes_on` counts the wave in the scheduler's [`Tally`], and starts the
/// next in its place; nothing else. Which work-group that is, how many waves have started, how many work-groups are
/// taken and how much of the slice is left follows from the tally and from the wave, and the scheduler finds it out
/// before it looks at any of it: first thing in `go_on`, and when the engine has returned for good. It cannot be too
/// early: a turn borrows the [`Waves`] that gave it.
pub struct Turn<'a> {
    /// The current wave.
    pub wave: &'a mut Wave,
    /// Those that may follow.
    pub next: Next<'a>,
}

/// Which waves may follow the current one without a question.
pub enum Next<'a> {
    /// None.
    Asked,
    /// Those that begin when it has ended.
    Ahead(Ahead<'a>),
    /// Those that go on when it has come to a barrier.
    InStep(InStep<'a>),
}

impl<'a> Turn<'a> {
    /// That of a wave which is there already, or behind which the scheduler wants to be asked.
    #[inline]
    pub fn alone(wave: &'a mut Wave) -> Turn<'a> {
        let next = Next::Asked;
        Turn { wave, next }
    }

    /// That of a wave which has just started, with those that may follow.
    #[inline]
    pub fn first(wave: &'a mut Wave, ahead: Ahead<'a>) -> Turn<'a> {
        let next = Next::Ahead(ahead);
        Turn { wave, next }
    }

    /// That of a wave behind a barrier, with those that may go on behind it, too.
    #[inline]
    pub fn in_step(wave: &'a mut Wave, others: InStep<'a>) -> Turn<'a> {
        let next = Next::InStep(others);
        Turn { wave, next }
    }

    /// The fast way from one wave to the next: where the current wave has ended or come to a barrier, as `exit` says, and
    /// another may follow without a question, that one is the current one from here on. Otherwise all is as it was.
    ///
    /// It takes the parts of a turn, which an engine in a hurry has apart: a whole turn would be copied, and the wave be
    /// waited for.
    #[inline]
    pub fn passes_on(wave: &mut &'a mut Wave, next: &mut Next<'a>, exit: Exit) -> bool {
        match (exit, next) {
            (Exit::End, Next::Ahead(ahead)) => ahead.next(wave),
            (Exit::Barrier, Next::InStep(others)) => others.next(wave),
            (Exit::End, Next::Asked | Next::InStep(_)) => false,
            (Exit::Barrier, Next::Asked | Next::Ahead(_)) => false,
            (Exit::Yield | Exit::Sync, _) => false,
        }
    }
}

/// The waves behind one that has just started, which may begin without a question: see [`Turn`].
#[derive(Debug)]
pub struct Ahead<'a> {
    /// What they start with.
    pub start: Start<'a>,
    /// How many there are: of the same work-group, and of those behind it in the same row, which have as many.
    pub waves: u64,
    /// What each may execute.
    pub budget: i64,
    /// The next one begins while `tally` has fewer instructions.
    pub limit: u64,
    /// Counts those that have ended.
    pub tally: &'a mut Tally,
}

impl Ahead<'_> {
    /// Makes `wave`, which has ended, the next one, unless there is none.
    #[inline]
    fn next(&mut self, wave: &mut Wave) -> bool {
        let instructions = self.tally.instructions + wave.instructions;
        if self.waves == 0 || instructions >= self.limit {
            return false;
        }
        self.waves -= 1;
        self.tally.count(wave);
        let mut index = wave.index + 1;
        if index == wave.group_waves {
            index = 0;
            wave.workgroup[0] += 1;
        }
        self.start.follow(wave, index);
        wave.budget = self.budget;
        true
    }
}

/// The waves of a work-group behind the current one, which wait where that has waited: see [`Turn`].
pub struct InStep<'a> {
    /// In the order in which they go on.
    pub others: std::slice::IterMut<'a, Wave>,
    /// What each may execute.
    pub budget: i64,
    /// What all together still may: the next one goes on while there is some of it.
    pub left: &'a mut i64,
    /// The number of the current one, and how many instructions it had executed when it became that.
    pub current: (&'a mut usize, &'a mut u64),
}

impl<'a> InStep<'a> {
    /// Makes the next one current in place of `wave`, which has come to a barrier, unless there is none.
    #[inline]
    fn next(&mut self, wave: &mut &'a mut Wave) -> bool {
        let (number, begun) = &mut self.current;
        let left = *self.left - (wave.instructions - **begun) as i64;
        if left <= 0 {
            return false;
        }
        let Some(next) = self.others.next() else {
            return false;
        };
        *self.left = left;
        **number += unless_planted!(Fault::StepUnnoted, 1, 0);
        **begun = next.instructions;
        next.budget = self.budget;
        *wave = next;
        true
    }
}

/// Waves that run one after the other in one environment, by turns: see [`Turn`].
pub trait Waves {
    /// The current wave.
    fn current(&mut self) -> &mut Wave;

    /// The slow way from one wave to the next: the current one has ended or come to a barrier, as `exit` says. Counts
    /// that and gives another one's turn, with its budget; or gives none, and all is as it was: then the engine returns
    /// that exit.
    fn go_on(&mut self, exit: Exit) -> Option<Turn<'_>>;
}

impl Waves for Wave {
    fn current(&mut self) -> &mut Wave {
        self
    }

    fn go_on(&mut self, _: Exit) -> Option<Turn<'_>> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waves in step pass the turn on at barriers alone, to each that there is, and while something of the slice is left.
    #[test]
    fn waves_in_step_follow_within_their_slice() {
        for (slice, passed) in [(1000, 3), (181, 3), (180, 2), (61, 1), (60, 0)] {
            let mut waves: Vec<Wave> = (0..4).map(|_| Wave::new(1)).collect();
            let (mut left, mut number, mut begun) = (slice, 0, 0);
            let (first, others) = waves.split_first_mut().expect("four");
            let others = InStep {
                others: others.iter_mut(),
                budget: 500,
                left: &mut left,
                current: (&mut number, &mut begun),
            };
            let Turn { mut wave, mut next } = Turn::in_step(first, others);
            assert!(!Turn::passes_on(&mut wave, &mut next, Exit::End));
            assert!(!Turn::passes_on(&mut wave, &mut next, Exit::Yield));
            wave.instructions += 60;
            let mut turns = 0;
            while Turn::passes_on(&mut wave, &mut next, Exit::Barrier) {
                turns += 1;
                assert_eq!(wave.budget, 500);
                wave.instructions += 60;
            }
            assert_eq!(turns, passed, "of a slice of {slice}");
            assert_eq!((number, left), (passed, slice - 60 * passed as i64));
            let run: Vec<u64> = waves.iter().map(|w| w.instructions).collect();
            let wanted: Vec<u64> = (0..4).map(|n| if n <= passed { 60 } else { 0 }).collect();
            assert_eq!(run, wanted);
        }
    }
}
