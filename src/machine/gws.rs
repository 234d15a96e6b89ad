//! Global wave sync: barriers and semaphores that the waves of all work-groups have in common. An instruction only
//! says what a wave asks for ([`Request`]); the scheduler asks, and knows then what the wave waits for ([`Ticket`]).
//!
//! What each does is in Clang's "AMDGPU Language Extensions", "GWS (Global Wave Sync) Builtins".

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::isa::facts::Gws;

/// Barriers or semaphores that there are: a resource is either, as it is used.
pub const RESOURCES: usize = 64;

/// What a wave asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// What for.
    pub act: Gws,
    /// Of which resource, less than [`RESOURCES`].
    pub resource: u8,
    /// The number that comes with it: of waves less one for a barrier, of what a semaphore gets.
    pub value: u32,
}

/// What a wave waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    resource: u8,
    /// For its turn at a semaphore, not for a barrier.
    takes: bool,
    phase: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Resource {
    /// Waves that a barrier lets come before the one that opens it, or what a semaphore has.
    counter: u32,
    /// Changes when a barrier opens, or a semaphore lets all go: who has come before then may go.
    phase: u64,
}

/// The resources of a queue.
#[derive(Debug)]
pub struct GlobalSync {
    all: Mutex<[Resource; RESOURCES]>,
    changes: AtomicU64,
}

impl Default for GlobalSync {
    fn default() -> GlobalSync {
        GlobalSync {
            all: Mutex::new([Resource::default(); RESOURCES]),
            changes: AtomicU64::new(0),
        }
    }
}

impl GlobalSync {
    /// They are valid whatever a thread did that panicked.
    fn lock(&self) -> MutexGuard<'_, [Resource; RESOURCES]> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what a wave asks for; what it has to wait for then, if it has to.
    pub fn ask(&self, request: Request) -> Option<Ticket> {
        let Request {
            act,
            resource,
            value,
        } = request;
        let mut all = self.lock();
        let r = &mut all[usize::from(resource) % RESOURCES];
        let ticket = |takes, r: &Resource| Ticket {
            resource,
            takes,
            phase: r.phase,
        };
        let waits = match act {
            Gws::Init => {
                r.counter = value;
                None
            }
            // The last one brings the number for the next time.
            Gws::Barrier if r.counter == 0 => {
                r.counter = value;
                r.phase += 1;
                None
            }
            Gws::Barrier => {
                r.counter -= 1;
                return Some(ticket(false, r));
            }
            Gws::Give => {
                r.counter = r.counter.saturating_add(1);
                None
            }
            Gws::GiveMany => {
                r.counter = r.counter.saturating_add(value);
                None
            }
            Gws::Take if r.counter == 0 => return Some(ticket(true, r)),
            Gws::Take => {
                r.counter -= 1;
                return None;
            }
            Gws::ReleaseAll => {
                r.counter = 0;
                r.phase += 1;
                None
            }
        };
        self.changes.fetch_add(1, Ordering::SeqCst);
        waits
    }

    /// Whether who has this ticket may go on; takes what it has waited for, so it is asked once more only after a "no".
    pub fn lets_go(&self, ticket: Ticket) -> bool {
        let mut all = self.lock();
        let r = &mut all[usize::from(ticket.resource) % RESOURCES];
        if r.phase != ticket.phase {
            return true;
        }
        let goes = ticket.takes && r.counter != 0;
        if goes {
            r.counter -= 1;
        }
        goes
    }

    /// A number that changes with all that may let a wave go on.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// What has to happen for who has this ticket, as a sentence goes on behind the instruction.
    pub fn missing(&self, ticket: Ticket) -> String {
        let r = self.lock()[usize::from(ticket.resource) % RESOURCES];
        let number = ticket.resource;
        if ticket.takes {
            return format!("semaphore {number} is 0");
        }
        match r.counter.saturating_add(1) {
            1 => format!("barrier {number} waits for 1 more wave"),
            n => format!("barrier {number} waits for {n} more waves"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(sync: &GlobalSync, act: Gws, value: u32) -> Option<Ticket> {
        sync.ask(Request {
            act,
            resource: 5,
            value,
        })
    }

    /// Three waves, then two: the one that opens the barrier says how many come next.
    #[test]
    fn a_barrier_opens_for_all_that_have_come() {
        let sync = GlobalSync::default();
        assert_eq!(ask(&sync, Gws::Init, 2), None);
        let first = ask(&sync, Gws::Barrier, 7).expect("waits");
        let second = ask(&sync, Gws::Barrier, 7).expect("waits");
        assert!(!sync.lets_go(first) && !sync.lets_go(second));
        assert_eq!(sync.missing(first), "barrier 5 waits for 1 more wave");
        let before = sync.changes();
        assert_eq!(ask(&sync, Gws::Barrier, 1), None);
        assert_ne!(sync.changes(), before);
        // One that is quick comes to the next one while others have not left.
        let next = ask(&sync, Gws::Barrier, 1).expect("waits");
        assert!(sync.lets_go(first) && sync.lets_go(second) && !sync.lets_go(next));
        assert_eq!(ask(&sync, Gws::Barrier, 0), None);
        assert!(sync.lets_go(next));
        // Of one wave.
        assert_eq!(ask(&sync, Gws::Barrier, 0), None);
    }

    #[test]
    fn a_semaphore_gives_what_it_has() {
        let sync = GlobalSync::default();
        assert_eq!(ask(&sync, Gws::Init, 1), None);
        assert_eq!(ask(&sync, Gws::Take, 0), None);
        let waits: Vec<Ticket> = (0..4)
            .map(|_| ask(&sync, Gws::Take, 0).expect("waits"))
            .collect();
        assert_eq!(sync.missing(waits[0]), "semaphore 5 is 0");
        assert_eq!(ask(&sync, Gws::Give, 0), None);
        assert!(sync.lets_go(waits[0]) && !sync.lets_go(waits[1]));
        assert_eq!(ask(&sync, Gws::GiveMany, 2), None);
        assert!(sync.lets_go(waits[1]) && sync.lets_go(waits[2]) && !sync.lets_go(waits[3]));
        assert_eq!(ask(&sync, Gws::ReleaseAll, 0), None);
        assert!(sync.lets_go(waits[3]));
        assert!(ask(&sync, Gws::Take, 0).is_some());
        // Another one has not changed.
        let other = Request {
            act: Gws::Barrier,
            resource: 4,
            value: 0,
        };
        assert_eq!(sync.ask(other), None);
    }
}
