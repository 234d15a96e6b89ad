//! Memory of a device, by Python's buffer protocol.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::Arc;

use gcn_jit::runtime;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

use crate::core_of_device::Core;

/// Bytes in a device's memory. `numpy.frombuffer(b, dtype)` and `memoryview(b)` are views of them, and keep
/// them alive; without views and references the memory is free again.
///
/// `Device.alloc` makes them; `Device.empty`, `zeros` and `asarray` make arrays of them.
#[pyclass(frozen, module = "gcn_jit")]
pub struct Buffer {
    memory: runtime::Buffer,
    /// Where the bytes are; the device's memory is mapped for as long as `memory` lives.
    host: usize,
    nbytes: usize,
    core: Arc<Core>,
}

impl Buffer {
    /// `nbytes` zeroed bytes.
    pub fn new(py: Python<'_>, core: &Arc<Core>, nbytes: usize, name: &str) -> PyResult<Buffer> {
        core.check(py)?;
        // An allocation without bytes has no address of its own.
        let memory = core.device.alloc(name, nbytes.max(1) as u64);
        let memory = memory.map_err(|e| pyo3::exceptions::PyMemoryError::new_err(e.to_string()))?;
        let window = core.device.memory().window(memory.address());
        let host = window.map_or(0, |w| w.host as usize);
        Ok(Buffer {
            host,
            nbytes,
            core: Arc::clone(core),
            memory,
        })
    }
}

#[pymethods]
impl Buffer {
    /// Its address, in kernels and here alike.
    #[getter]
    fn address(&self) -> u64 {
        self.memory.address()
    }

    /// Its length in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.nbytes
    }

    /// Its name in fault reports.
    #[getter]
    fn name(&self) -> &str {
        self.memory.name()
    }

    fn __len__(&self) -> usize {
        self.nbytes
    }

    fn __repr__(&self) -> String {
        let address = self.memory.address();
        format!(
            "<gcn_jit.Buffer '{}': {} bytes at {address:#x}>",
            self.memory.name(),
            self.nbytes
        )
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a Buffer belongs to a device of this process and cannot be pickled; pickle an array",
        ))
    }

    /// # Safety
    /// As CPython's `bf_getbuffer`: `view` is to be filled.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let this = slf.get();
        this.core.check(slf.py())?;
        if view.is_null() {
            return Err(PyBufferError::new_err("no view to fill"));
        }
        // SAFETY: the bytes stay mapped and allocated for as long as `slf` lives, to which the view takes a
        // reference; kernels that run meanwhile may race on them, as a GPU would on memory that it shares.
        let done = unsafe {
            let (at, len) = (this.host as *mut _, this.nbytes as ffi::Py_ssize_t);
            ffi::PyBuffer_FillInfo(view, slf.as_ptr(), at, len, 0, flags)
        };
        match done {
            0 => Ok(()),
            _ => Err(PyErr::fetch(slf.py())),
        }
    }
}
