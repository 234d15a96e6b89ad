//! The trace of calls: `GCN_JIT_HSA_TRACE=FILE`.

use std::fmt::{Debug, Write as _};
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock};

/// The arguments of a call by name, for the trace.
pub type Args<'a> = &'a [(&'static str, &'a dyn Debug)];

/// Where the trace goes.
#[derive(Debug)]
pub struct Trace {
    file: Mutex<File>,
}

/// The trace, if one is wanted.
pub fn get() -> Option<&'static Trace> {
    static TRACE: OnceLock<Option<Trace>> = OnceLock::new();
    let open = || {
        let path = std::env::var_os("GCN_JIT_HSA_TRACE")?;
        match File::create(&path) {
            Ok(file) => Some(Trace { file: file.into() }),
            Err(e) => {
                eprintln!("gcn-jit-hsa: {}: {e}", path.display());
                None
            }
        }
    };
    TRACE.get_or_init(open).as_ref()
}

impl Trace {
    /// Writes a line for a call that has ended: the thread, the function, its arguments (numbers are hexadecimal)
    /// and what it gave.
    pub fn call(&self, name: &str, args: Args<'_>, result: &str) {
        let mut shown = String::new();
        for (i, (name, value)) in args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(shown, "{comma}{name}={value:x?}");
        }
        self.line(&format!("{name}({shown}) = {result}"));
    }

    /// Writes a line with the thread's number.
    pub fn line(&self, text: &str) {
        let thread = rustix::thread::gettid().as_raw_nonzero();
        let line = format!("{thread} {text}\n");
        let mut file = self.file.lock().unwrap_or_else(|e| e.into_inner());
        // A full disk must not stop the program.
        let _ = file.write_all(line.as_bytes());
    }
}
