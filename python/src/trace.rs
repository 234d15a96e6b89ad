//! What each instruction of a launch does.

use gcn_jit::debug::code::Code;
use gcn_jit::debug::record::{Data, Record, Value, access_name, space_name};
use gcn_jit::debug::trace::Filter;
use gcn_jit::error::SourceLine;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::errors;

/// Records are made into Python's objects in pieces of so many, and signals are looked for between them.
const PIECE: usize = 1024;

/// Which instructions `Kernel.trace` is to tell of.
#[derive(Default)]
pub struct Wanted<'py> {
    /// The work-group's id.
    pub group: Option<Bound<'py, PyAny>>,
    /// The wave's number in it.
    pub wave: Option<u32>,
    /// The place where it begins.
    pub from: Option<Bound<'py, PyAny>>,
    /// A place, or several.
    pub at: Option<Bound<'py, PyAny>>,
    /// Of how many.
    pub count: Option<u64>,
}

impl Wanted<'_> {
    /// The filter for `code`.
    pub fn filter(&self, py: Python<'_>, code: &Code<'_>) -> PyResult<Filter> {
        let refuse = |e: String| errors::launch(py, e, None);
        let mut filter = Filter {
            wave: self.wave,
            count: self.count,
            ..Filter::default()
        };
        if let Some(group) = &self.group {
            let id = match group.extract::<u32>() {
                Ok(x) => Some(vec![x]),
                Err(_) => group.extract::<Vec<u32>>().ok(),
            };
            let id = id.filter(|id| (1..=3).contains(&id.len()));
            let id = id.ok_or_else(|| {
                let given = group.to_string();
                refuse(format!("group must be one to three numbers, not {given}"))
            })?;
            filter.workgroup = Some(std::array::from_fn(|d| id.get(d).copied().unwrap_or(0)));
        }
        if let Some(from) = &self.from {
            let text = place(from, code)?;
            let begun = filter.begin_at(code, &text);
            begun.map_err(|e| refuse(format!("from_ {text}: {e}")))?;
        }
        let several = match &self.at {
            None => Vec::new(),
            Some(at) if at.is_instance_of::<PyString>() || at.extract::<i64>().is_ok() => {
                vec![at.clone()]
            }
            Some(at) => {
                filter.at = Some(Default::default());
                at.try_iter()?.collect::<PyResult<_>>()?
            }
        };
        for at in &several {
            let text = place(at, code)?;
            let only = filter.only_at(code, &text);
            only.map_err(|e| refuse(format!("at {text}: {e}")))?;
        }
        Ok(filter)
    }
}

/// A place in the words of the command: numbers are offsets in the kernel, or addresses.
fn place(given: &Bound<'_, PyAny>, code: &Code<'_>) -> PyResult<String> {
    match given.extract::<i64>() {
        // In a function that lies before the kernel, as `TraceRecord.pc` has it.
        Ok(n) if n < 0 => Ok(format!("*{:#x}", code.entry().wrapping_add_signed(n))),
        Ok(n) => Ok(format!("{n:#x}")),
        Err(_) => given.extract(),
    }
}

/// `gcn_jit.TraceRecord`s.
pub fn records<'py>(
    py: Python<'py>,
    code: &Code<'_>,
    records: Vec<Record>,
) -> PyResult<Bound<'py, PyTuple>> {
    let module = py.import(intern!(py, "gcn_jit._trace"))?;
    let class = module.getattr(intern!(py, "TraceRecord"))?;
    let of = class.getattr(intern!(py, "_of"))?;
    let access = module.getattr(intern!(py, "Access"))?;
    let line = py
        .import(intern!(py, "gcn_jit._check"))?
        .getattr(intern!(py, "SourceLine"))?;
    let out = PyList::empty(py);
    for (i, r) in records.into_iter().enumerate() {
        if i % PIECE == 0 {
            py.check_signals()?;
        }
        let source = code.source(r.pc).iter();
        let source =
            source.map(|l: &SourceLine| line.call1((&l.file, l.line, l.function.as_deref())));
        let source = PyTuple::new(py, source.collect::<PyResult<Vec<_>>>()?)?;
        let accesses = r.accesses.iter().map(|s| {
            let (space, kind) = (space_name(s.space), access_name(s));
            access.call1((space, kind, s.address, s.bytes, s.lane))
        });
        let accesses = PyTuple::new(py, accesses.collect::<PyResult<Vec<_>>>()?)?;
        let [x, y, z] = r.workgroup;
        let place = code.name(r.pc);
        let values = (
            ((x, y, z), r.wave, r.number),
            (code.offset(r.pc), place, &r.instruction, source),
            (r.exec, registers(py, &r.reads)?, registers(py, &r.writes)?),
            (accesses, r.fault.as_deref(), r.line(code, false)),
        );
        out.append(of.call1(values)?)?;
    }
    Ok(out.to_tuple())
}

/// Names and contents.
fn registers<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyTuple>> {
    let each = values.iter().map(|v| {
        let dwords = match &v.data {
            Data::Scalar(dwords) => &dwords[..],
            Data::Vector(lanes) => &lanes[..],
        };
        let bytes: Vec<u8> = dwords.iter().flat_map(|d| d.to_le_bytes()).collect();
        (&v.name, PyBytes::new(py, &bytes))
    });
    PyTuple::new(py, each.collect::<Vec<_>>())
}
