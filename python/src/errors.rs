//! The library's errors as those of the Python package (`gcn_jit/_errors.py`).

use gcn_jit::error::Fault;
use gcn_jit::runtime::LaunchError;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An error class of the package, or, should the package be damaged, why there is none.
fn raise(py: Python<'_>, class: &str, args: impl FnOnce() -> PyResult<PyErrArgs>) -> PyErr {
    let make = || -> PyResult<PyErr> {
        let class = py.import("gcn_jit._errors")?.getattr(class)?;
        let PyErrArgs { message, fields } = args()?;
        let error = class.call1((message,))?;
        for (name, value) in fields {
            error.setattr(name, value)?;
        }
        Ok(PyErr::from_value(error))
    };
    make().unwrap_or_else(|e| e)
}

struct PyErrArgs {
    message: String,
    fields: Vec<(&'static str, Py<PyAny>)>,
}

fn plain(py: Python<'_>, class: &str, message: impl ToString) -> PyErr {
    let message = message.to_string();
    raise(py, class, || {
        Ok(PyErrArgs {
            message,
            fields: Vec::new(),
        })
    })
}

/// `gcn_jit.Error`.
pub fn error(py: Python<'_>, message: impl ToString) -> PyErr {
    plain(py, "Error", message)
}

/// `gcn_jit.LoadError`.
pub fn load(py: Python<'_>, message: impl ToString) -> PyErr {
    plain(py, "LoadError", message)
}

/// `gcn_jit.LaunchError`, of the argument with that index and name when one is to blame.
pub fn launch(py: Python<'_>, message: impl ToString, argument: Option<(usize, &str)>) -> PyErr {
    let message = message.to_string();
    raise(py, "LaunchError", || {
        let fields = match argument {
            Some((index, name)) => vec![
                ("index", index.into_pyobject(py)?.into_any().unbind()),
                ("name", name.into_pyobject(py)?.into_any().unbind()),
            ],
            None => Vec::new(),
        };
        Ok(PyErrArgs { message, fields })
    })
}

/// What became of a launch. `note` says what is around the instruction at an address.
pub fn launched(py: Python<'_>, e: LaunchError, note: impl Fn(u64) -> Option<String>) -> PyErr {
    match e {
        LaunchError::Fault(f) => fault(py, &f, note(f.pc)),
        LaunchError::Compile(e) => plain(py, "CompileError", e),
        LaunchError::Alloc(e) => pyo3::exceptions::PyMemoryError::new_err(e.to_string()),
        e => launch(py, e, None),
    }
}

fn fault(py: Python<'_>, fault: &Fault, note: Option<String>) -> PyErr {
    let fields = || -> PyResult<PyErrArgs> {
        let (address, size) = fault.kind.access().unzip();
        let context = &fault.context;
        let waves = context.waves.iter().map(|w| {
            let wave = PyDict::new(py);
            wave.set_item("pc", w.pc)?;
            wave.set_item("instruction", &w.inst)?;
            wave.set_item("barrier", w.barrier)?;
            wave.set_item("count", w.count)?;
            Ok(wave)
        });
        let waves = waves.collect::<PyResult<Vec<_>>>()?;
        let source = context.source.iter();
        let source = source.map(|l| (l.file.as_str(), l.line, l.function.as_deref()));
        let source: Vec<_> = source.collect();
        let [x, y, z] = fault.workgroup;
        fn value<'py>(py: Python<'py>, v: impl IntoPyObjectExt<'py>) -> PyResult<Py<PyAny>> {
            v.into_py_any(py)
        }
        Ok(PyErrArgs {
            message: fault.to_string(),
            fields: vec![
                ("kind", value(py, fault.kind.name())?),
                ("kernel", value(py, &context.kernel)?),
                ("pc", value(py, fault.pc)?),
                ("instruction", value(py, &context.inst)?),
                ("workgroup", value(py, (x, y, z))?),
                ("wave", value(py, fault.wave)?),
                ("lane", value(py, fault.lane)?),
                ("address", value(py, address)?),
                ("size", value(py, size)?),
                ("place", value(py, context.place.as_deref())?),
                (
                    "hint",
                    value(py, context.hint.as_ref().map(ToString::to_string))?,
                ),
                ("source", value(py, source)?),
                ("waves", value(py, waves)?),
            ],
        })
    };
    let error = raise(py, "KernelFault", fields);
    if let Some(note) = note {
        // A note is a help: a fault without one is still the fault.
        let _ = error.value(py).call_method1("add_note", (note,));
    }
    error
}
