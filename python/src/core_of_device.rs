//! What a device's objects share, and the device.

use std::sync::Arc;

use gcn_jit::runtime;
use pyo3::prelude::*;

use crate::errors;

/// What a device's objects share.
#[derive(Debug)]
pub struct Core {
    pub device: runtime::Device,
    /// Host threads of a launch that says nothing else.
    pub threads: usize,
    /// Of the process in which it was made.
    pub process: u32,
}

impl Core {
    /// Refuses use in a forked child: it has none of the threads, and a copy of the memory.
    ///
    /// # Errors
    /// When this is another process than the one that made the device.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        if self.process == std::process::id() {
            Ok(())
        } else {
            Err(errors::error(
                py,
                "this device was made before the process forked, and cannot be used in the child: make a \
                 new Device there, or use multiprocessing's 'spawn' or 'forkserver'",
            ))
        }
    }

    /// Guest address of the byte at host address `at`, when that lies in the device's memory.
    pub fn owns(&self, at: u64) -> bool {
        self.device.memory().window(at).is_some()
    }
}

/// An emulated GPU: memory, compiled code, host threads. Arrays that it makes lie in its memory, at the same
/// addresses for kernels and for the host; kernels use them without copies.
///
/// `threads` is how many host threads a launch uses [default: one per processor]; `cache_dir` names a directory
/// for compiled code, so that later processes need not compile it.
#[pyclass(frozen, module = "gcn_jit")]
pub struct Device(pub Arc<Core>);
