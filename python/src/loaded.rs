//! A code object in a device's memory.

use std::path::PathBuf;
use std::sync::Arc;

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::LoadedProgram;
use pyo3::prelude::*;

use crate::core_of_device::Core;

/// What a module and its kernels share.
pub struct Loaded {
    pub core: Arc<Core>,
    pub object: CodeObject,
    pub program: LoadedProgram,
    /// What it was loaded from.
    pub bytes: Vec<u8>,
    pub isa: Option<String>,
    /// The file's path, where it came from one.
    pub path: Option<PathBuf>,
}

/// A code object in a device's memory. `module["saxpy"]` is a kernel.
///
/// `source` is a path, or the bytes of an ELF file or clang offload bundle, or of a raw program; `isa` is the
/// target of a raw program (`"gfx906"`), or which code object of a bundle to take. Without `device` it is that of
/// `gcn_jit.device()`.
#[pyclass(frozen, mapping, module = "gcn_jit")]
pub struct Module(pub Arc<Loaded>);
