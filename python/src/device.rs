//! What a device does: memory, and code objects in it.

use std::path::PathBuf;
use std::sync::Arc;

use gcn_jit::runtime::{self, Cache};
use pyo3::exceptions::PyOSError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::buffer::Buffer;
use crate::core_of_device::{Core, Device};
use crate::errors;
use crate::loaded::Module;

#[pymethods]
impl Device {
    #[new]
    #[pyo3(signature = (threads=None, cache_dir=None))]
    fn new(py: Python<'_>, threads: Option<usize>, cache_dir: Option<PathBuf>) -> PyResult<Device> {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(processors);
        if threads == 0 {
            return Err(errors::launch(py, "threads must be at least 1", None));
        }
        let mut device = runtime::Device::with_host_addresses().map_err(|e| {
            PyOSError::new_err(format!("cannot reserve address space for a device: {e}"))
        })?;
        if let Some(path) = cache_dir {
            let cache = Cache::open(&path).map_err(|e| errors::error(py, e))?;
            device.set_cache(Some(cache));
        }
        Ok(Device(Arc::new(Core {
            device,
            threads,
            process: std::process::id(),
        })))
    }

    /// Host threads that a launch uses unless it says otherwise.
    #[getter]
    fn threads(&self) -> usize {
        self.0.threads
    }

    /// The process that it belongs to.
    #[getter]
    fn pid(&self) -> u32 {
        self.0.process
    }

    /// `nbytes` zeroed bytes; `name` names them in fault reports.
    #[pyo3(signature = (nbytes, name=None))]
    fn alloc(&self, py: Python<'_>, nbytes: usize, name: Option<&str>) -> PyResult<Buffer> {
        Buffer::new(py, &self.0, nbytes, name.unwrap_or("buffer"))
    }

    /// A NumPy array in the device's memory. Its contents are zero, but say nothing by that: use `zeros`
    /// where they should be.
    #[pyo3(signature = (shape, dtype=None, name=None))]
    fn empty<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import(intern!(py, "numpy"))?;
        let float64 = intern!(py, "float64").as_any();
        let dtype = numpy.call_method1(intern!(py, "dtype"), (dtype.unwrap_or(float64),))?;
        let shape = match shape.cast::<PyTuple>() {
            Ok(shape) => shape.clone(),
            Err(_) => match shape.extract::<usize>() {
                Ok(n) => PyTuple::new(py, [n])?,
                Err(_) => shape
                    .try_iter()?
                    .collect::<PyResult<Vec<_>>>()
                    .and_then(|v| PyTuple::new(py, v))?,
            },
        };
        let mut elements: Option<usize> = Some(1);
        for n in &shape {
            elements = elements.and_then(|e| e.checked_mul(n.extract().ok()?));
        }
        let itemsize: usize = dtype.getattr(intern!(py, "itemsize"))?.extract()?;
        let nbytes = elements
            .and_then(|n| n.checked_mul(itemsize))
            .ok_or_else(|| {
                let shape = shape.repr().map(|r| r.to_string()).unwrap_or_default();
                pyo3::exceptions::PyValueError::new_err(format!("no shape of an array: {shape}"))
            })?;
        let buffer = match name {
            Some(name) => Buffer::new(py, &self.0, nbytes, name)?,
            None => {
                let sizes = shape.iter().map(|n| n.to_string()).collect::<Vec<_>>();
                let name = format!("{dtype}[{}]", sizes.join(","));
                Buffer::new(py, &self.0, nbytes, &name)?
            }
        };
        let array = numpy.getattr(intern!(py, "ndarray"))?;
        array.call1((shape, dtype, Py::new(py, buffer)?))
    }

    /// A NumPy array of zeros in the device's memory.
    #[pyo3(signature = (shape, dtype=None, name=None))]
    fn zeros<'py>(
        &self,
        py: Python<'py>,
        shape: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // New memory is zero.
        self.empty(py, shape, dtype, name)
    }

    /// `a` as an array in the device's memory: `a` itself when it lies there already and has that dtype, a copy
    /// otherwise. `a` is what `numpy.asarray` takes, or has `__dlpack__` (a PyTorch tensor of the CPU).
    #[pyo3(signature = (a, dtype=None, name=None))]
    fn asarray<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        dtype: Option<&Bound<'py, PyAny>>,
        name: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import(intern!(py, "numpy"))?;
        let dlpack = !a.hasattr(intern!(py, "__array__"))?
            && !a.hasattr(intern!(py, "__array_interface__"))?
            && a.hasattr(intern!(py, "__dlpack__"))?;
        let array = if dlpack {
            numpy.call_method1(intern!(py, "from_dlpack"), (a,))?
        } else {
            a.clone()
        };
        let array = numpy.call_method1(intern!(py, "asarray"), (array, dtype))?;
        let interface = array.getattr(intern!(py, "__array_interface__"))?;
        let (at, _): (u64, bool) = interface.get_item(intern!(py, "data"))?.extract()?;
        if self.0.owns(at) {
            return Ok(array);
        }
        let shape = array.getattr(intern!(py, "shape"))?;
        let copy = self.empty(
            py,
            &shape,
            Some(&array.getattr(intern!(py, "dtype"))?),
            name,
        )?;
        numpy.call_method1(intern!(py, "copyto"), (&copy, array))?;
        Ok(copy)
    }

    /// Loads a code object: a path, or its bytes. `isa` is the target of a raw program, or which code object to
    /// take from an offload bundle.
    #[pyo3(signature = (source, isa=None))]
    fn load(
        slf: &Bound<'_, Self>,
        source: &Bound<'_, PyAny>,
        isa: Option<&str>,
    ) -> PyResult<Module> {
        Module::load(slf.py(), &slf.get().0, source, isa)
    }

    fn __repr__(&self) -> String {
        let threads = self.0.threads;
        let s = if threads == 1 { "" } else { "s" };
        format!("<gcn_jit.Device: {threads} host thread{s}>")
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(pyo3::exceptions::PyTypeError::new_err(
            "a Device belongs to its process and cannot be pickled: use gcn_jit.device(), which each process \
             has one of",
        ))
    }
}
