//! How a scheduler and an engine share waves.

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
/// **When a wave may be started without a question.** When the current one has *ended*, not when it waits at a barrier,
/// and while there are some [`Ahead`]. These begin in the storage of the one that has ended, are of its work-group or
/// of those behind it in the same row, come in the order in which the scheduler would start them, and are all of one
/// [`super::wave::StartClass`]: what code for new waves takes for granted holds for each of them. Whether somebody has
/// to look in between, at a limit, a report of progress or a fault of another thread, is for the scheduler to know, who
/// then tells of fewer or of none; [`Ahead::limit`] keeps all of them together within the slice.
///
/// **What holds when an engine returns.** The exit, or the fault, is that of the wave which is current then, and nobody
/// has counted it: an engine never returns an exit that `go_on` has taken, or behind which it has passed the turn on.
/// With an exit, PC and counts of that wave are up to date. [`Exit::End`] and [`Exit::Barrier`] come back where `go_on`
/// was not asked or gave none; [`Exit::Yield`] always does: when a wave goes on that has used up its budget is for the
/// scheduler to say, and `go_on` is not asked.
///
/// **What is caught up, and when.** `passes_on` counts the wave that has ended in the scheduler's [`Tally`], and starts
/// the next in its place; nothing else. Which work-group that is, how many waves have started, how many work-groups are
/// taken and how much of the slice is left follows from the tally and from the wave, and the scheduler finds it out
/// before it looks at any of it: first thing in `go_on`, and when the engine has returned for good. It cannot be too
/// early: a turn borrows the [`Waves`] that gave it.
pub struct Turn<'a> {
    /// The current wave.
    pub wave: &'a mut Wave,
    /// Those that may follow.
    pub ahead: Option<Ahead<'a>>,
}

impl<'a> Turn<'a> {
    /// That of a wave which is there already, or behind which the scheduler wants to be asked.
    #[inline]
    pub fn alone(wave: &'a mut Wave) -> Turn<'a> {
        Turn { wave, ahead: None }
    }

    /// That of a wave which has just started, with those that may follow.
    #[inline]
    pub fn first(wave: &'a mut Wave, ahead: Ahead<'a>) -> Turn<'a> {
        Turn {
            wave,
            ahead: Some(ahead),
        }
    }

    /// The fast way from one wave to the next: where the current wave has ended, as `exit` says, and another may start
    /// without a question, that one is the current one from here on. Otherwise all is as it was.
    ///
    /// It takes the parts of a turn, which an engine in a hurry has apart: a whole turn would be copied, and the wave be
    /// waited for.
    #[inline]
    pub fn passes_on(wave: &mut Wave, ahead: &mut Option<Ahead<'_>>, exit: Exit) -> bool {
        let ahead = ahead.as_mut();
        exit == Exit::End && ahead.is_some_and(|ahead| ahead.next(wave))
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
