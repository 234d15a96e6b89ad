//! Arguments as they were given, and what is passed for them.

use gcn_jit::loader::Arg;
use gcn_jit::runtime::ArgValue;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors;

/// A value as it was given, and what asks for it.
pub struct Given<'a, 'py> {
    /// Position among the explicit arguments.
    pub index: usize,
    /// What the file says; `None` where it says nothing.
    pub arg: Option<&'a Arg>,
    pub value: Bound<'py, PyAny>,
}

impl Given<'_, '_> {
    /// Its name, or its position.
    pub fn label(&self) -> String {
        let name = self.arg.and_then(|a| a.name.clone());
        name.unwrap_or_else(|| self.index.to_string())
    }

    /// It is of a type that does not fit.
    pub fn type_error(&self, what: impl std::fmt::Display) -> PyErr {
        PyTypeError::new_err(format!("argument '{}' {what}", self.label()))
    }

    /// It does not fit.
    pub fn error(&self, what: impl std::fmt::Display) -> PyErr {
        let label = self.label();
        let message = format!("argument '{label}' {what}");
        errors::launch(self.value.py(), message, Some((self.index, &label)))
    }
}

/// What is passed for an argument.
pub enum Bind {
    /// A value.
    Value(ArgValue),
    /// The address that `host::Hosts` has for the array with that number.
    Host(usize),
}
