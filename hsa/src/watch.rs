//! What waits for signals without a thread of its own: handlers of the host program, and copies (`copy`).
//!
//! Writers of signals that are watched ring one bell; who sleeps on it looks at what it waits for.

use std::ffi::c_void;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, Once};

use crate::bell::BELL;
use crate::signal::{Condition, NAP, Signal, signal};
use crate::status::Status;

/// A value that a signal is to have; writers of the signal ring the bell meanwhile.
#[derive(Debug)]
pub struct Watched {
    signal: &'static Signal,
    condition: Condition,
    value: i64,
}

impl Watched {
    /// Watches a signal.
    pub fn new(handle: u64, condition: u32, value: i64) -> Result<Watched, Status> {
        let condition = Condition::of(condition).ok_or(Status::INVALID_ARGUMENT)?;
        let signal = signal(handle)?;
        signal.watched.fetch_add(1, Ordering::SeqCst);
        Ok(Watched {
            signal,
            condition,
            value,
        })
    }

    /// The signal's value, if it is as wanted.
    pub fn ready(&self) -> Option<i64> {
        let value = self.signal.value.load(Ordering::SeqCst);
        self.condition.holds(value, self.value).then_some(value)
    }

    /// When what the signal has completed ended on the clock of the estimates (`Signal::ended`).
    pub fn ended(&self) -> u64 {
        self.signal.ended()
    }

    /// The host program sees that it is ready.
    pub fn seen(&self) {
        self.signal.seen();
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.signal.watched.fetch_sub(1, Ordering::SeqCst);
    }
}

/// `hsa_amd_signal_handler`: is given the value and the host program's data, says whether to go on.
pub type Handler = Option<unsafe extern "C" fn(i64, *mut c_void) -> bool>;

#[derive(Debug)]
struct Entry {
    watched: Watched,
    handler: unsafe extern "C" fn(i64, *mut c_void) -> bool,
    data: *mut c_void,
}

// SAFETY: the host program gives the data for a call from another thread.
unsafe impl Send for Entry {}

static ENTRIES: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// Has `handler` called when the signal is as wanted.
pub fn handle(
    watched: Watched,
    handler: unsafe extern "C" fn(i64, *mut c_void) -> bool,
    data: *mut c_void,
) -> Result<(), Status> {
    static START: Once = Once::new();
    add(Entry {
        watched,
        handler,
        data,
    });
    START.call_once(|| {
        let thread = std::thread::Builder::new().name("hsa handlers".to_owned());
        if let Err(e) = thread.spawn(serve) {
            eprintln!("gcn-jit-hsa: no thread for handlers of signals: {e}");
        }
    });
    BELL.ring();
    Ok(())
}

fn add(entry: Entry) {
    let mut entries = ENTRIES.lock().unwrap_or_else(|e| e.into_inner());
    entries.push(entry);
}

/// Calls handlers, one at a time and without a lock: they may add others, or take long.
fn serve() {
    loop {
        let epoch = BELL.epoch();
        let mut entries = ENTRIES.lock().unwrap_or_else(|e| e.into_inner());
        let mut all = entries.iter().enumerate();
        let found = all.find_map(|(i, e)| Some((i, e.watched.ready()?)));
        let found = found.map(|(i, value)| (entries.remove(i), value));
        let any = !entries.is_empty();
        drop(entries);
        match found {
            Some((entry, value)) => {
                entry.watched.seen();
                // SAFETY: the host program's promise.
                if unsafe { (entry.handler)(value, entry.data) } {
                    // Behind the others, which have their turn.
                    add(entry);
                }
            }
            None => BELL.wait(epoch, any.then_some(NAP)),
        }
    }
}
