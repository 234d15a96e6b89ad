//! How code objects come into a device's memory, and what they say of their kernels.

use std::path::PathBuf;
use std::sync::Arc;

use gcn_jit::loader::CodeObject;
use gcn_jit::objdump;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMappingProxy};

use crate::core_of_device::{Core, Device};
use crate::errors;
use crate::kernel::Kernel;
use crate::listing::disassembly;
use crate::loaded::{Loaded, Module};

impl Module {
    /// Loads `source` into the memory of `core`.
    pub fn load(
        py: Python<'_>,
        core: &Arc<Core>,
        source: &Bound<'_, PyAny>,
        isa: Option<&str>,
    ) -> PyResult<Module> {
        core.check(py)?;
        let (bytes, path) = match contents(source)? {
            Some(bytes) => (bytes, None),
            None => {
                let path: PathBuf = source.extract()?;
                (std::fs::read(&path)?, Some(path))
            }
        };
        let named = |e: gcn_jit::error::LoadError| {
            let file = path.as_ref().map(|p| format!("{}: ", p.display()));
            errors::load(py, format!("{}{e}", file.unwrap_or_default()))
        };
        let loaded = py.detach(|| {
            let object = CodeObject::parse(&bytes, isa)?;
            let program = core.device.load(&object)?;
            Ok((object, program))
        });
        let (object, program) = loaded.map_err(named)?;
        Ok(Module(Arc::new(Loaded {
            core: Arc::clone(core),
            object,
            program,
            bytes,
            isa: isa.map(str::to_owned),
            path,
        })))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.0.program.kernels.iter().map(|k| k.name.as_str())
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.0.program.kernel(name)
    }
}

/// The bytes of an object that has some; `None` for what may be a path.
fn contents(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    match PyBuffer::<u8>::get(source) {
        Ok(buffer) => buffer.to_vec(source.py()).map(Some),
        Err(_) => Ok(None),
    }
}

#[pymethods]
impl Module {
    #[new]
    #[pyo3(signature = (source, device=None, isa=None))]
    fn new(
        py: Python<'_>,
        source: &Bound<'_, PyAny>,
        device: Option<&Bound<'_, Device>>,
        isa: Option<&str>,
    ) -> PyResult<Module> {
        let core = match device {
            Some(device) => Arc::clone(&device.get().0),
            None => {
                let device = py.import("gcn_jit")?.call_method0("device")?;
                Arc::clone(&device.cast::<Device>()?.get().0)
            }
        };
        Module::load(py, &core, source, isa)
    }

    /// The target's name, e.g. `"gfx906"`.
    #[getter]
    fn target(&self) -> &str {
        &self.0.object.target
    }

    /// The code object's version, 2 to 6; 0 for a raw program.
    #[getter]
    fn version(&self) -> u8 {
        self.0.object.version
    }

    /// The kernels by name, in the order of the file.
    #[getter]
    fn kernels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let kernels = PyDict::new(py);
        for (i, name) in self.names().enumerate() {
            kernels.set_item(name, Kernel::new(&self.0, i))?;
        }
        Ok(PyMappingProxy::new(py, kernels.as_mapping()))
    }

    fn __getitem__(&self, name: &str) -> PyResult<Kernel> {
        match self.index(name) {
            Some(i) => Ok(Kernel::new(&self.0, i)),
            None => {
                let names: Vec<&str> = self.names().collect();
                Err(PyKeyError::new_err(format!(
                    "there is no kernel '{name}'; the module has: {}",
                    names.join(", ")
                )))
            }
        }
    }

    fn __len__(&self) -> usize {
        self.0.program.kernels.len()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
        let names: Vec<&str> = self.names().collect();
        names.into_pyobject(py)?.try_iter()
    }

    /// The code as text, of all kernels or of the one with that name. `clrx=True` also prints the instructions
    /// that LLVM refuses and the CLRX documentation knows.
    #[pyo3(signature = (kernel=None, clrx=false))]
    fn disassemble<'py>(
        &self,
        py: Python<'py>,
        kernel: Option<&str>,
        clrx: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = &self.0.object;
        let lines = match kernel {
            None => objdump::all(object, clrx),
            Some(name) => {
                let kernel = self.__getitem__(name)?;
                objdump::kernel(object, kernel.about(), clrx)
            }
        };
        disassembly(py, &lines)
    }

    fn __repr__(&self) -> String {
        let o = &self.0.object;
        let n = o.kernels.len();
        let s = if n == 1 { "" } else { "s" };
        let path = self.0.path.as_ref().map(|p| format!(" '{}'", p.display()));
        let path = path.unwrap_or_default();
        format!("<gcn_jit.Module{path}: {n} kernel{s} for {}>", o.target)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Reduced)> {
        let loaded = &slf.get().0;
        let arguments = (loaded.bytes.clone().into(), None, loaded.isa.clone());
        Ok((slf.get_type().into_any(), arguments))
    }
}

/// The arguments that make an equal module elsewhere: the bytes, the default device there, the target.
pub type Reduced = (std::borrow::Cow<'static, [u8]>, Option<()>, Option<String>);
