//! Arrays that lie elsewhere than in the device's memory: copied in before a launch and back after it. What
//! shares memory here shares it there.
#![allow(unsafe_code)]

use std::sync::Arc;

use gcn_jit::runtime::{ArgValue, Buffer};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;

use crate::core_of_device::Core;
use crate::given::{Bind, Given};

/// What is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
    InOut,
    /// Nothing was said: as `InOut`, and of what cannot be written, as `In`.
    Any,
}

/// Host memory that an argument is in.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Address of what the kernel is given a pointer to.
    at: usize,
    /// The memory that the kernel may reach from there: that of the array which owns it.
    start: usize,
    end: usize,
    read_only: bool,
}

/// Host memory, and where it is in the device's while a launch runs.
struct Range {
    start: usize,
    end: usize,
    read: bool,
    written: bool,
    /// Of the argument that it is first given for.
    name: String,
    buffer: Option<Buffer>,
}

/// The arrays of a launch that lie elsewhere.
pub struct Hosts<'py> {
    core: Arc<Core>,
    /// By the order in which they were met: what was given, and which range it is in.
    arrays: Vec<(Place, Direction, String)>,
    ranges: Vec<Range>,
    /// What keeps the memory alive: exported buffers, arrays made on the way.
    keep: Vec<Keep<'py>>,
}

/// What keeps host memory where it is.
enum Keep<'py> {
    /// An object.
    Object(#[allow(dead_code)] Bound<'py, PyAny>),
    /// A view by the buffer protocol.
    View(#[allow(dead_code)] View),
}

/// A view of the memory of an object with the buffer protocol, released with it.
struct View(Box<ffi::Py_buffer>);

impl View {
    fn of(value: &Bound<'_, PyAny>) -> Option<View> {
        // SAFETY: an all-zero `Py_buffer` is what `PyObject_GetBuffer` expects to fill.
        let mut view: Box<ffi::Py_buffer> = Box::new(unsafe { std::mem::zeroed() });
        for flags in [ffi::PyBUF_WRITABLE, ffi::PyBUF_SIMPLE] {
            // SAFETY: `view` may be filled, and stays where it is until it is released.
            if unsafe { ffi::PyObject_GetBuffer(value.as_ptr(), &mut *view, flags) } == 0 {
                return Some(View(view));
            }
            // That it cannot be had is the answer.
            drop(PyErr::take(value.py()));
        }
        None
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: it was filled, is released once, and by the thread that holds the GIL: `Hosts` never
        // leaves the call that made it.
        unsafe { ffi::PyBuffer_Release(&mut *self.0) }
    }
}

impl<'py> Hosts<'py> {
    /// None yet, of a launch on `core`.
    pub fn new(core: &Arc<Core>) -> Hosts<'py> {
        Hosts {
            core: Arc::clone(core),
            arrays: Vec::new(),
            ranges: Vec::new(),
            keep: Vec::new(),
        }
    }

    /// What to pass for an array; `None` when the value is none.
    pub fn array(&mut self, given: &Given<'_, 'py>) -> PyResult<Option<Bind>> {
        let (value, direction) = given.array();
        let Some(place) = self.place(given, &value)? else {
            return Ok(None);
        };
        if self.core.owns(place.at as u64) {
            return Ok(Some(Bind::Value(ArgValue::Buffer(place.at as u64))));
        }
        if place.start == place.end {
            // Nothing is there to be pointed to; what is accessed all the same is a fault.
            return Ok(Some(Bind::Value(ArgValue::Buffer(0))));
        }
        if place.read_only && matches!(direction, Direction::Out | Direction::InOut) {
            let label = given.label();
            return Err(PyValueError::new_err(format!(
                "argument '{label}' cannot be written: the array is read-only"
            )));
        }
        self.arrays.push((place, direction, given.label()));
        Ok(Some(Bind::Host(self.arrays.len() - 1)))
    }

    /// Where the memory of `value` is.
    fn place(
        &mut self,
        given: &Given<'_, 'py>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Place>> {
        let py = value.py();
        if let Ok(interface) = value.getattr(intern!(py, "__array_interface__")) {
            let kind: String = value
                .getattr(intern!(py, "dtype"))
                .and_then(|d| d.getattr(intern!(py, "kind"))?.extract())
                .unwrap_or_default();
            let size = |o: &Bound<'py, PyAny>| -> PyResult<usize> {
                let dtype = o.getattr(intern!(py, "dtype"))?;
                dtype.getattr(intern!(py, "itemsize"))?.extract()
            };
            given.check_elements(&kind, size(value)?)?;
            let (at, read_only): (usize, bool) =
                interface.get_item(intern!(py, "data"))?.extract()?;
            if self.core.owns(at as u64) {
                return Ok(Some(Place {
                    at,
                    start: at,
                    end: at,
                    read_only,
                }));
            }
            let (start, end) = owner(value, at)?;
            self.keep.push(Keep::Object(value.clone()));
            return Ok(Some(Place {
                at,
                start,
                end,
                read_only,
            }));
        }
        if value.hasattr(intern!(py, "untyped_storage"))? {
            return self.tensor(given, value).map(Some);
        }
        if value.hasattr(intern!(py, "__cuda_array_interface__"))? {
            let name = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "argument '{}' is a {name} in the memory of a real GPU, which the emulated one does not \
                 reach: copy it to the host",
                given.label()
            )));
        }
        if value.hasattr(intern!(py, "__dlpack__"))? {
            let numpy = py.import(intern!(py, "numpy"))?;
            let array = numpy.call_method1(intern!(py, "from_dlpack"), (value,))?;
            return self.place(given, &array);
        }
        let Some(view) = View::of(value) else {
            return Ok(None);
        };
        let at = view.0.buf as usize;
        let place = Place {
            at,
            start: at,
            end: at + view.0.len as usize,
            read_only: view.0.readonly != 0,
        };
        self.keep.push(Keep::View(view));
        Ok(Some(place))
    }

    /// A PyTorch tensor: its storage is what owns the memory.
    fn tensor(&mut self, given: &Given<'_, 'py>, value: &Bound<'py, PyAny>) -> PyResult<Place> {
        let py = value.py();
        let device: String = value
            .getattr(intern!(py, "device"))?
            .getattr(intern!(py, "type"))?
            .extract()?;
        if device != "cpu" {
            return Err(PyTypeError::new_err(format!(
                "argument '{}' is a tensor on '{device}', which the emulated GPU does not reach: give one on \
                 the CPU",
                given.label()
            )));
        }
        let at: usize = value.call_method0(intern!(py, "data_ptr"))?.extract()?;
        let storage = value.call_method0(intern!(py, "untyped_storage"))?;
        let start: usize = storage.call_method0(intern!(py, "data_ptr"))?.extract()?;
        let bytes: usize = storage.call_method0(intern!(py, "nbytes"))?.extract()?;
        self.keep.push(Keep::Object(storage));
        Ok(Place {
            at,
            start,
            end: start + bytes,
            read_only: false,
        })
    }

    /// Copies the arrays into the device's memory.
    pub fn enter(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut order: Vec<usize> = (0..self.arrays.len()).collect();
        order.sort_by_key(|&i| self.arrays[i].0.start);
        for i in order {
            let (place, direction, name) = &self.arrays[i];
            let writes = match direction {
                Direction::In => false,
                Direction::Out | Direction::InOut => true,
                Direction::Any => !place.read_only,
            };
            let reads = *direction != Direction::Out;
            match self.ranges.last_mut().filter(|r| place.start < r.end) {
                Some(r) => {
                    // A part that is not copied in may be another argument's.
                    let whole = place.start <= r.start && place.end >= r.end;
                    r.read |= reads || !whole;
                    r.written |= writes;
                    r.end = r.end.max(place.end);
                }
                None => self.ranges.push(Range {
                    start: place.start,
                    end: place.end,
                    read: reads,
                    written: writes,
                    name: name.clone(),
                    buffer: None,
                }),
            }
        }
        for r in &mut self.ranges {
            // Kernels may have been compiled for how the array is aligned.
            let skip = r.start % ALIGN;
            let bytes = r.end - r.start;
            let buffer = self.core.device.alloc(&r.name, (skip + bytes) as u64);
            let buffer =
                buffer.map_err(|e| pyo3::exceptions::PyMemoryError::new_err(e.to_string()))?;
            if r.read {
                let (from, core) = (r.start, &self.core);
                let to = buffer.address() + skip as u64;
                py.detach(|| {
                    let to = core
                        .device
                        .memory()
                        .window(to)
                        .map_or(0, |w| w.host as usize + skip);
                    // SAFETY: `bytes` bytes are inside the new buffer, which nobody else knows, and inside
                    // the array's owner, which `keep` keeps where it is.
                    unsafe {
                        std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes)
                    }
                });
            }
            r.buffer = Some(buffer);
        }
        Ok(())
    }

    /// The address that stands for an array, by its number.
    pub fn address(&self, array: usize) -> u64 {
        let place = &self.arrays[array].0;
        let holds = |r: &&Range| (r.start..r.end).contains(&place.start);
        let range = self.ranges.iter().find(holds);
        range.map_or(0, |r| {
            let base = r.buffer.as_ref().map_or(0, Buffer::address);
            base + (r.start % ALIGN) as u64 + (place.at - r.start) as u64
        })
    }

    /// Copies what may have been written back.
    pub fn leave(self, py: Python<'_>) {
        for r in self.ranges.iter().filter(|r| r.written) {
            let Some(buffer) = &r.buffer else { continue };
            let (to, bytes, skip) = (r.start, r.end - r.start, r.start % ALIGN);
            let (at, core) = (buffer.address(), &self.core);
            py.detach(|| {
                let Some(w) = core.device.memory().window(at) else {
                    return;
                };
                let from = w.host as usize + skip;
                // SAFETY: as in `enter`; what is written can be: read-only arrays are in no such range except
                // when a writable array shares their memory.
                unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes) }
            });
        }
    }
}

/// Arrays keep their offset from a multiple of this, in bytes.
const ALIGN: usize = 16;

/// The memory of the array which owns that of `array`, whose first element is at `at`: where it begins and ends.
fn owner(array: &Bound<'_, PyAny>, at: usize) -> PyResult<(usize, usize)> {
    let py = array.py();
    let mut owner = array.clone();
    let mut range = extent(array, at)?;
    while let Ok(base) = owner.getattr(intern!(py, "base")) {
        let Ok(interface) = base.getattr(intern!(py, "__array_interface__")) else {
            break;
        };
        let (at, _): (usize, bool) = interface.get_item(intern!(py, "data"))?.extract()?;
        let (start, end) = extent(&base, at)?;
        range = (range.0.min(start), range.1.max(end));
        owner = base;
    }
    Ok(range)
}

/// Where the elements of an array lie, by its shape and strides.
fn extent(array: &Bound<'_, PyAny>, at: usize) -> PyResult<(usize, usize)> {
    let py = array.py();
    let shape: Vec<usize> = array.getattr(intern!(py, "shape"))?.extract()?;
    if shape.contains(&0) {
        return Ok((at, at));
    }
    let strides: Vec<isize> = array.getattr(intern!(py, "strides"))?.extract()?;
    let itemsize: usize = array
        .getattr(intern!(py, "dtype"))?
        .getattr(intern!(py, "itemsize"))?
        .extract()?;
    let (mut start, mut end) = (at, at + itemsize);
    for (n, stride) in shape.iter().zip(strides) {
        let reach = stride * (*n as isize - 1);
        if reach < 0 {
            start = start.wrapping_add_signed(reach);
        } else {
            end = end.wrapping_add_signed(reach);
        }
    }
    Ok((start, end))
}
