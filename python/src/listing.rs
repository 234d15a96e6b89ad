//! Code and arguments as objects of the package's Python part.

use gcn_jit::{loader, objdump};
use pyo3::prelude::*;

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
