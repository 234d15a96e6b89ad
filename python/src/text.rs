//! The assembler and the disassembler, without a device.

use gcn_jit::isa::Gen;
use gcn_jit::loader::{self, CodeObject};
use gcn_jit::{asm, objdump};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::errors;
use crate::listing::disassembly;

fn generation(py: Python<'_>, isa: &str) -> PyResult<Gen> {
    loader::generation(isa).map_err(|e| errors::load(py, e))
}

/// Assembles a program in LLVM's language for the target `isa`: the bytes of its code.
#[pyfunction]
#[pyo3(signature = (text, isa))]
pub fn assemble<'py>(py: Python<'py>, text: &str, isa: &str) -> PyResult<Bound<'py, PyBytes>> {
    let generation = generation(py, isa)?;
    match py.detach(|| asm::assemble(generation, text)) {
        Ok(code) => Ok(PyBytes::new(py, &code.bytes)),
        Err(mistakes) => {
            let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            Err(PyValueError::new_err(mistakes.join("\n")))
        }
    }
}

/// The instructions in the bytes `code` of a raw program for the target `isa`.
#[pyfunction]
#[pyo3(signature = (code, isa, clrx=false))]
pub fn disassemble<'py>(
    py: Python<'py>,
    code: Vec<u8>,
    isa: &str,
    clrx: bool,
) -> PyResult<Bound<'py, PyAny>> {
    generation(py, isa)?;
    if code.starts_with(b"\x7fELF") {
        return Err(PyValueError::new_err(
            "this is a code object, not code: use Module(...).disassemble()",
        ));
    }
    let object = CodeObject::parse(&code, Some(isa)).map_err(|e| errors::load(py, e))?;
    disassembly(py, &objdump::all(&object, clrx))
}

/// The targets that code may be for.
#[pyfunction]
pub fn targets() -> Vec<&'static str> {
    loader::targets().collect()
}
