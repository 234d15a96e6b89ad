//! What a launch that was profiled did.

use std::sync::Arc;

use gcn_jit::report::{Report, fidelity};
use gcn_jit::runtime::profile::Profiled;
use pyo3::prelude::*;

use crate::loaded::Loaded;

/// What the counts of a launch look like as text. `gcn_jit.Profile` is what users have.
#[pyclass(frozen, name = "_Report", module = "gcn_jit._gcn_jit")]
pub struct Reporter {
    loaded: Arc<Loaded>,
    kernel: usize,
    profiled: Profiled,
}

impl Reporter {
    /// Of a launch of kernel number `kernel` of `loaded`.
    pub fn new(loaded: &Arc<Loaded>, kernel: usize, profiled: Profiled) -> Reporter {
        Reporter {
            loaded: Arc::clone(loaded),
            kernel,
            profiled,
        }
    }

    /// Makes a text, while other Python threads run: it may read files, and be long.
    fn text(&self, py: Python<'_>, make: impl FnOnce(Report<'_>) -> String + Send) -> String {
        let (object, program) = (&self.loaded.object, &self.loaded.program);
        py.detach(|| make(Report::new(object, program, self.kernel, &self.profiled)))
    }
}

#[pymethods]
impl Reporter {
    /// The launch, and the `top` instructions and lines that take most.
    #[pyo3(signature = (top))]
    fn table(&self, py: Python<'_>, top: usize) -> String {
        self.text(py, |r| r.table(top))
    }

    /// The same as a piece of HTML.
    #[pyo3(signature = (top))]
    fn fragment(&self, py: Python<'_>, top: usize) -> String {
        self.text(py, |r| r.fragment(top))
    }

    /// The code that was reached, with its counts.
    fn annotated(&self, py: Python<'_>) -> String {
        self.text(py, |r| r.annotated())
    }

    /// Stacks for flame graphs.
    fn folded(&self, py: Python<'_>) -> String {
        self.text(py, |r| r.folded())
    }

    /// A page.
    fn html(&self, py: Python<'_>) -> String {
        self.text(py, |r| r.html())
    }

    /// How far the results can be trusted.
    fn fidelity(&self) -> String {
        fidelity::text(&self.profiled.profile.trust())
    }

    /// The same as one JSON object.
    fn fidelity_json(&self) -> String {
        fidelity::json(&self.profiled.profile.trust()).to_string()
    }

    /// Everything as one JSON object.
    fn json(&self, py: Python<'_>) -> String {
        self.text(py, |r| r.json())
    }
}
