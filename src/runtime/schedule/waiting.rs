//! Waves that wait for global wave sync: when they go on, and how it is found that they never will.

use std::sync::atomic::Ordering::SeqCst;

use super::{Resident, Shared, State, Worker};
use crate::error::{Fault, FaultKind};
use crate::machine::gws::{GlobalSync, Ticket};
use crate::machine::wave::Wave;
use crate::runtime::launch::LaunchError;

impl Resident {
    /// Lets those waves go on that have waited for what has happened; tells whether there are any.
    pub(super) fn wake(&mut self, sync: &GlobalSync) -> bool {
        let mut any = false;
        for (state, wave) in self.states.iter_mut().zip(&mut self.waves) {
            let goes = |ticket: &mut Ticket| sync.lets_go(*ticket);
            if *state == State::Waiting && wave.ticket.take_if(goes).is_some() {
                *state = State::Running;
                any = true;
            }
        }
        any
    }

    /// The lowest wave of those that wait for global wave sync, when no wave can go on before that.
    pub(super) fn waits(&self) -> Option<(usize, Ticket)> {
        if self.started < self.count || self.states.contains(&State::Running) {
            return None;
        }
        let waiting = self.states.iter().enumerate();
        let waiting = waiting.filter(|(_, s)| **s == State::Waiting);
        let waiting = waiting.filter_map(|(i, _)| Some((i, self.waves[i].ticket?)));
        waiting.min_by_key(|(i, _)| self.waves[*i].index)
    }
}

impl Worker<'_> {
    /// All waves of this thread wait for others, since global wave sync has changed as often as `changes` says. Takes more
    /// work-groups, waits for other threads, or, where all of them wait, finds that it is for good.
    pub(super) fn wait(&mut self, changes: u64) {
        let shared = self.shared;
        if self.active.len() < shared.max_residents && self.start_another() {
            return;
        }
        if let Some(polling) = &mut self.poll {
            polling.look();
        }
        if !shared.is_idle(changes, &mut self.idle_at) || shared.has_faulted() {
            std::thread::yield_now();
            return;
        }
        let lowest = self.active.iter().min_by_key(|r| r.group);
        if let Some(r) = lowest
            && let Some((slot, ticket)) = r.waits()
        {
            let sync = &shared.plan.sync;
            let fault = deadlock(shared, &r.waves[slot], &sync.missing(ticket));
            shared.fail(r.group, fault.into());
        }
    }
}

impl Shared<'_> {
    /// Whether there was a fault which is more than a consequence of another one.
    fn has_faulted(&self) -> bool {
        match &*self.failure() {
            None => false,
            Some((_, LaunchError::Fault(f))) => !matches!(f.kind, FaultKind::Deadlock(_)),
            Some(_) => true,
        }
    }

    /// Counts a thread whose waves all wait, since global wave sync has changed as often as `changes` says, unless it is
    /// counted `at` that; tells whether there is no other that could let them go on.
    fn is_idle(&self, changes: u64, at: &mut Option<u64>) -> bool {
        let mut idle = self.idle.lock().unwrap_or_else(|e| e.into_inner());
        if idle.0 < changes {
            *idle = (changes, 0);
        }
        if idle.0 == changes && *at != Some(changes) {
            *at = Some(changes);
            idle.1 += 1;
        }
        let is_last = idle.1 + self.ended.load(SeqCst) >= self.threads;
        is_last && idle.0 == changes && self.plan.sync.changes() == changes
    }
}

/// The fault of a wave that waits for global wave sync for good.
fn deadlock(shared: &Shared<'_>, wave: &Wave, missing: &str) -> Fault {
    // The wave goes on behind the instruction, which has two dwords.
    let pc = wave.pc.wrapping_sub(8);
    let plan = shared.plan;
    let text = plan.program.describe(pc);
    let name = text.split_whitespace().next().unwrap_or_default();
    let how = if shared.launch.cooperative {
        "none can come"
    } else {
        "none can come in a launch that is not cooperative"
    };
    let generation = plan.program.generation();
    let what = format!("{name} on {generation}: {missing}, and {how}");
    shared.complete(Fault::new(FaultKind::Deadlock(what), pc), wave)
}
