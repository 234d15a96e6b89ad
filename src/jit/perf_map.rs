//! Which guest instruction generated code comes from, for `perf`: the file `/tmp/perf-PID.map`, as the
//! kernel's `tools/perf/Documentation/jit-interface.txt` has it, a line for each run of host code.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use cranelift_codegen::ir::SourceLoc;

use super::clif::guest_address;
use crate::ir::Func;
use crate::machine::program::Program;

/// Where code of a guest address begins, as an offset into a function's code; `None` for what belongs to
/// no guest instruction.
pub type Location = (u32, Option<u64>);

/// The file, which `perf report` reads when it finds samples of the process in anonymous memory.
#[derive(Debug)]
pub struct PerfMap(BufWriter<File>);

impl PerfMap {
    /// A new file for this process.
    ///
    /// # Errors
    /// When it cannot be created: an older one that belongs to somebody else, for example.
    pub fn create() -> io::Result<PerfMap> {
        // The name is perf's: TMPDIR does not count.
        let path = format!("/tmp/perf-{}.map", std::process::id());
        let _ = std::fs::remove_file(&path);
        Ok(PerfMap(BufWriter::new(File::create_new(path)?)))
    }

    /// Adds the code of a function of `program`, `size` bytes from `start` on.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn add(
        &mut self,
        program: &Program,
        start: usize,
        size: usize,
        locations: &[Location],
    ) -> io::Result<()> {
        for (k, (at, pc)) in locations.iter().enumerate() {
            let end = locations.get(k + 1).map_or(size as u32, |next| next.0);
            if end <= *at {
                continue;
            }
            let (from, length) = (start + *at as usize, end - at);
            write!(self.0, "{from:x} {length:x} ")?;
            match pc {
                Some(pc) => writeln!(self.0, "gcn {pc:#x}: {}", program.describe(*pc))?,
                None => writeln!(self.0, "gcn between instructions")?,
            }
        }
        // The process may end without dropping this.
        self.0.flush()
    }
}

/// The locations of a function's own code, which Cranelift gives with their ends.
pub(super) fn locations(
    func: &Func,
    ranges: impl Iterator<Item = (u32, u32, SourceLoc)>,
) -> Vec<Location> {
    let mut out: Vec<Location> = vec![(0, None)];
    for (start, end, location) in ranges {
        // Nothing lies between a range and the next one that follows at once.
        if out.last().is_some_and(|l| l.0 == start) {
            out.pop();
        }
        out.push((start, guest_address(func, location)));
        out.push((end, None));
    }
    out
}
