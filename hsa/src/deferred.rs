//! Work that waits for signals: copies, and what else takes its turn among them. It runs on threads of their own as soon
//! as its signals are 0, in any order, so that none waits for another; what is short and waits for nothing runs at once.

use std::fmt::{Debug, Formatter};
use std::sync::{Mutex, MutexGuard, Once};

use crate::bell::BELL;
use crate::clock::{self, Times, now};
use crate::signal::{NAP, Signal, signal};
use crate::status::Status;
use crate::watch::Watched;

/// Work that waits for its turn.
struct Pending {
    work: Box<dyn FnOnce() + Send>,
    after: Vec<Watched>,
    completion: Option<&'static Signal>,
}

impl Debug for Pending {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.after).finish()
    }
}

static PENDING: Mutex<Vec<Pending>> = Mutex::new(Vec::new());

fn pending() -> MutexGuard<'static, Vec<Pending>> {
    PENDING.lock().unwrap_or_else(|e| e.into_inner())
}

/// Threads that work.
const THREADS: usize = 4;

/// Whether all signals are 0.
fn is_ready(after: &[Watched]) -> bool {
    after.iter().all(|w| w.ready().is_some())
}

/// When work begins on the clock of the estimates, if that is kept: what it has waited for may end later than now.
fn begin(after: &[Watched]) -> Option<u64> {
    let ends = || after.iter().map(Watched::ended);
    clock::is_kept().then(|| ends().fold(clock::host_time(), u64::max))
}

/// Does it, and says so. No card's time is known for it: it takes as long as it really does.
fn run(work: impl FnOnce(), after: &[Watched], completion: Option<&Signal>) {
    let (begin, start) = (begin(after), now());
    work();
    if let Some(signal) = completion {
        let end = now();
        signal.complete(&Times {
            real: [start, end],
            estimated: begin.map(|begin| [begin, begin.saturating_add(end - start)]),
        });
    }
}

/// Does what waits for nothing any more. One thread looks for it; when it has found some, the next looks.
fn serve() {
    static LOOKS: Mutex<()> = Mutex::new(());
    loop {
        let looks = LOOKS.lock().unwrap_or_else(|e| e.into_inner());
        let next = loop {
            let epoch = BELL.epoch();
            let mut all = pending();
            let next = all.iter().position(|p| is_ready(&p.after));
            if let Some(i) = next {
                break all.remove(i);
            }
            let any = !all.is_empty();
            drop(all);
            BELL.wait(epoch, any.then_some(NAP));
        };
        drop(looks);
        run(next.work, &next.after, next.completion);
    }
}

/// Has something done when all signals of a list are 0, and decrements another then. What is short is done at once if
/// they are.
///
/// # Safety
/// The signals are as many as `count` says.
pub unsafe fn start(
    work: impl FnOnce() + Send + 'static,
    is_short: bool,
    count: u32,
    after: *const u64,
    completion: u64,
) -> Result<(), Status> {
    static START: Once = Once::new();
    const EQUAL: u32 = 0;
    if count != 0 && after.is_null() {
        return Err(Status::INVALID_ARGUMENT);
    }
    let completion = match completion {
        0 => None,
        handle => Some(signal(handle)?),
    };
    // SAFETY: the caller's.
    let one = |i| unsafe { *after.add(i) };
    let after = (0..count as usize).map(one).filter(|&s| s != 0);
    let after: Result<Vec<Watched>, Status> = after.map(|s| Watched::new(s, EQUAL, 0)).collect();
    let after = after?;
    if is_short && is_ready(&after) {
        run(work, &after, completion);
        return Ok(());
    }
    pending().push(Pending {
        work: Box::new(work),
        after,
        completion,
    });
    START.call_once(|| {
        for _ in 0..THREADS {
            let thread = std::thread::Builder::new().name("hsa copies".to_owned());
            if let Err(e) = thread.spawn(serve) {
                eprintln!("gcn-jit-hsa: no thread for copies: {e}");
            }
        }
    });
    BELL.ring();
    Ok(())
}
