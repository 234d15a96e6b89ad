//! The extension module of the Python package `gcn_jit`, which wraps the library of the same name.
//!
//! | module | what it holds |
//! |---|---|
//! | `core_of_device`, `device` | a device: memory, threads, the compiled code; what it does |
//! | `buffer` | memory of a device by Python's buffer protocol |
//! | `loaded`, `module` | a code object in a device's memory; how it comes there, its kernels |
//! | `kernel` | launches |
//! | `given`, `arguments` | Python values, and a kernel's arguments of them |
//! | `host` | arrays that lie elsewhere, copied in and out |
//! | `errors` | the library's errors as Python's |
//! | `profile` | what a launch that was profiled did |
//! | `trace` | what each instruction of a launch does |
//! | `fuzz` | fuzzing campaigns |
//! | `text`, `listing` | assembler and disassembler; code and arguments as Python objects |
//!
//! What holds no memory and no code (errors, statistics, texts) are classes of the package's Python part.

mod arguments;
mod buffer;
mod core_of_device;
mod device;
mod errors;
mod fuzz;
mod given;
mod host;
mod kernel;
mod listing;
mod loaded;
mod module;
mod profile;
mod text;
mod trace;

/// The extension module: what `gcn_jit/__init__.py` offers under its own name.
#[pyo3::pymodule]
mod _gcn_jit {
    #[pymodule_export]
    use crate::arguments::{In, InOut, Local, Out};
    #[pymodule_export]
    use crate::buffer::Buffer;
    #[pymodule_export]
    use crate::core_of_device::Device;
    #[pymodule_export]
    use crate::fuzz::_fuzz;
    #[pymodule_export]
    use crate::kernel::Kernel;
    #[pymodule_export]
    use crate::loaded::Module;
    #[pymodule_export]
    use crate::profile::Reporter;
    #[pymodule_export]
    use crate::text::{assemble, disassemble, targets};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        m.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
