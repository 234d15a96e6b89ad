//! Code objects in a device's memory, and what they say of their kernels.

use std::path::PathBuf;
use std::sync::Arc;

use gcn_jit::loader::{self, CodeObject};
use gcn_jit::objdump;
use gcn_jit::runtime::LoadedProgram;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMappingProxy};

use crate::device::{Core, Device};
use crate::errors;
use crate::kernel::Kernel;

/// What a module and its kernels share.
pub struct Loaded {
    pub core: Arc<Core>,
    pub object: CodeObject,
    pub program: LoadedProgram,
    bytes: Vec<u8>,
    isa: Option<String>,
    /// The file's path, where it came from one.
    path: Option<PathBuf>,
}

/// A code object in a device's memory. `module["saxpy"]` is a kernel.
///
/// `source` is a path, or the bytes of an ELF file or clang offload bundle, or of a raw program; `isa` is the
/// target of a raw program (`"gfx906"`), or which code object of a bundle to take. Without `device` it is that of
/// `gcn_jit.device()`.
#[pyclass(frozen, mapping, module = "gcn_jit")]
pub struct Module(Arc<Loaded>);

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

/// The module that `loaded` is of.
pub fn of(loaded: &Arc<Loaded>) -> Module {
    Module(Arc::clone(loaded))
}

/// A `gcn_jit.Disassembly`.
pub fn disassembly<'py>(py: Python<'py>, lines: &[objdump::Line]) -> PyResult<Bound<'py, PyAny>> {
    let rows = lines.iter().map(|line| {
        let (label, vaddr) = match line {
            objdump::Line::Label { vaddr, name } => (Some(name.as_str()), Some(*vaddr)),
            objdump::Line::Inst { vaddr, .. } => (None, Some(*vaddr)),
            _ => (None, None),
        };
        (vaddr, label, line.to_string())
    });
    let rows: Vec<_> = rows.collect();
    let class = py.import("gcn_jit._text")?.getattr("Disassembly")?;
    class.call1((rows,))
}

/// `gcn_jit.Arg`s of the explicit and hidden arguments.
pub fn args<'py>(py: Python<'py>, kernel: &loader::Kernel) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("gcn_jit._metadata")?.getattr("Arg")?;
    let args = kernel.args.iter().map(|a| {
        class.call1((
            a.name.as_deref(),
            kind(a.kind),
            a.offset,
            a.size,
            a.type_name.as_deref(),
            a.value_type.as_deref(),
            a.kind.is_hidden(),
        ))
    });
    let args = args.collect::<PyResult<Vec<_>>>()?;
    Ok(pyo3::types::PyTuple::new(py, args)?.into_any())
}

/// The kind in the words of the metadata.
fn kind(kind: loader::ArgKind) -> String {
    // The names are those of the metadata, in the case of Rust: `HiddenBlockCountX`.
    let mut out = String::new();
    for c in format!("{kind:?}").chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
