//! Python values to a kernel's arguments, checked against what the file says of them.

use gcn_jit::loader::{self, Arg, ArgKind};
use gcn_jit::runtime::ArgValue;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt};

use crate::errors;
use crate::given::{Bind, Given};
use crate::host::{Direction, Hosts};

macro_rules! directions {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, module = "gcn_jit")]
        pub struct $name {
            /// The array.
            #[pyo3(get)]
            array: Py<PyAny>,
        }

        #[pymethods]
        impl $name {
            #[new]
            fn new(array: Py<PyAny>) -> $name {
                $name { array }
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("{}({})", stringify!($name), self.array.bind(py).repr()?))
            }

            fn __reduce__<'py>(
                slf: &Bound<'py, Self>,
            ) -> (Bound<'py, pyo3::types::PyType>, (Py<PyAny>,)) {
                (slf.get_type(), (slf.get().array.clone_ref(slf.py()),))
            }
        }
    )*};
}
directions! {
    /// An array elsewhere than in the device's memory, as an argument that the kernel only reads: it is not
    /// copied back.
    In
    /// An array elsewhere than in the device's memory, as an argument that the kernel writes as a whole: it is
    /// not copied in, and what the kernel leaves out is zero afterwards.
    Out
    /// An array elsewhere than in the device's memory, copied in before the launch and back after it. That is
    /// what happens to an array without a word, too.
    InOut
}

/// So many bytes of dynamic LDS, as an argument that points to them.
#[pyclass(frozen, module = "gcn_jit")]
pub struct Local {
    /// How many bytes.
    #[pyo3(get)]
    nbytes: u32,
}

#[pymethods]
impl Local {
    #[new]
    fn new(nbytes: u32) -> Local {
        Local { nbytes }
    }

    fn __repr__(&self) -> String {
        format!("Local({})", self.nbytes)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, pyo3::types::PyType>, (u32,)) {
        (slf.get_type(), (slf.get().nbytes,))
    }
}

/// Whether the file does not say which arguments the kernel takes: they are then packed in order.
fn is_unknown(kernel: &loader::Kernel, version: u8) -> bool {
    kernel.args.is_empty() && (version == 0 || kernel.kernarg_size > 0)
}

/// The values of the explicit arguments of a kernel of a code object of that version, in declaration order.
///
/// # Errors
/// Too few or too many, or a name that is none of them.
pub fn assign<'a, 'py>(
    py: Python<'py>,
    about: &'a loader::Kernel,
    version: u8,
    positional: Vec<Bound<'py, PyAny>>,
    named: Vec<(String, Bound<'py, PyAny>)>,
) -> PyResult<Vec<Given<'a, 'py>>> {
    let explicit: Vec<&Arg> = about.args.iter().filter(|a| !a.kind.is_hidden()).collect();
    if is_unknown(about, version) {
        if let Some((name, _)) = named.first() {
            let message = format!(
                "kernel '{}' does not name its arguments: '{name}' must be given by position",
                about.name
            );
            return Err(errors::launch(py, message, None));
        }
        let given = positional.into_iter().enumerate();
        return Ok(given
            .map(|(index, value)| Given {
                index,
                arg: None,
                value,
            })
            .collect());
    }
    let label = |i: usize| {
        let name = explicit[i].name.clone();
        name.unwrap_or_else(|| i.to_string())
    };
    let takes = || {
        let n = explicit.len();
        let s = if n == 1 { "" } else { "s" };
        let list: Vec<String> = (0..n).map(label).collect();
        let list = if n == 0 {
            String::new()
        } else {
            format!(" ({})", list.join(", "))
        };
        format!("kernel '{}' takes {n} argument{s}{list}", about.name)
    };
    let wrong = |what: String| errors::launch(py, format!("{}{what}", takes()), None);
    let count = positional.len() + named.len();
    if positional.len() > explicit.len() {
        return Err(wrong(format!(", {count} given")));
    }
    let mut values: Vec<Option<Bound<'py, PyAny>>> = positional.into_iter().map(Some).collect();
    values.resize(explicit.len(), None);
    for (name, value) in named {
        let Some(i) = (0..explicit.len()).find(|&i| label(i) == name) else {
            return Err(wrong(format!("; there is no '{name}'")));
        };
        if values[i].replace(value).is_some() {
            return Err(wrong(format!("; '{name}' is given twice")));
        }
    }
    let missing: Vec<String> = (0..explicit.len())
        .filter(|&i| values[i].is_none())
        .map(label)
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        return Err(wrong(format!(", {count} given; missing: {missing}")));
    }
    let values = values.into_iter().flatten().zip(explicit).enumerate();
    Ok(values
        .map(|(index, (value, arg))| Given {
            index,
            arg: Some(arg),
            value,
        })
        .collect())
}

/// What to pass for a value. Arrays that lie elsewhere than in the device's memory are noted in `hosts`,
/// which says after all arguments where they are.
pub fn bind<'py>(given: &Given<'_, 'py>, hosts: &mut Hosts<'py>) -> PyResult<Bind> {
    let Some(arg) = given.arg else {
        return untyped(given, hosts);
    };
    // Some files call pointers by-value arguments, but their type names tell.
    let star = arg
        .type_name
        .as_deref()
        .is_some_and(|t| t.trim_end().ends_with('*'));
    match arg.kind {
        ArgKind::GlobalBuffer => pointer(given, hosts),
        ArgKind::ByValue if star && arg.size == 8 => pointer(given, hosts),
        ArgKind::ByValue => by_value(given, arg).map(Bind::Value),
        ArgKind::DynamicSharedPointer => match given.value.cast::<Local>() {
            Ok(local) => Ok(Bind::Value(ArgValue::Local(local.get().nbytes))),
            Err(_) => Err(given.type_error("points to dynamic LDS: give gcn_jit.Local(nbytes)")),
        },
        kind => {
            let kind = format!("{kind:?}").to_lowercase();
            Err(given.error(format!("is of a kind that is not supported: {kind}")))
        }
    }
}

/// A pointer to global memory.
fn pointer<'py>(given: &Given<'_, 'py>, hosts: &mut Hosts<'py>) -> PyResult<Bind> {
    let value = &given.value;
    if value.is_none() {
        return Ok(Bind::Value(ArgValue::Buffer(0)));
    }
    if value.is_exact_instance_of::<PyInt>() {
        let address: u64 = value
            .extract()
            .map_err(|_| given.error("is not an address"))?;
        return Ok(Bind::Value(ArgValue::Buffer(address)));
    }
    let of = given.arg.and_then(|a| a.type_name.as_deref());
    let what = || of.map(|t| format!(" ({t})")).unwrap_or_default();
    match hosts.array(given)? {
        Some(bind) => Ok(bind),
        None => {
            let name = value.get_type().name()?;
            Err(given.type_error(format!(
                "is a pointer{}, not a {name}: give an array, a Buffer, an address or None",
                what()
            )))
        }
    }
}

/// An argument of which the file says nothing.
fn untyped<'py>(given: &Given<'_, 'py>, hosts: &mut Hosts<'py>) -> PyResult<Bind> {
    let value = &given.value;
    if let Ok(local) = value.cast::<Local>() {
        return Ok(Bind::Value(ArgValue::Local(local.get().nbytes)));
    }
    if value.is_none() {
        return Ok(Bind::Value(ArgValue::Buffer(0)));
    }
    if is_number(value) {
        return Err(given.type_error(
            "is a number whose type the file does not tell: give e.g. numpy.int32(2) or numpy.float32(2)",
        ));
    }
    if let Some(bytes) = bits(value)? {
        return Ok(Bind::Value(ArgValue::Bytes(bytes)));
    }
    match hosts.array(given)? {
        Some(bind) => Ok(bind),
        None => {
            let name = value.get_type().name()?;
            Err(given.type_error(format!(
                "is a {name}: give an array, a NumPy scalar or bytes"
            )))
        }
    }
}

/// Whether it is a Python number, which has no size.
fn is_number(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyFloat>()
}

/// The bytes of a NumPy scalar, of `bytes`, or of a number or structure of `ctypes`.
fn bits(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let py = value.py();
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if value.hasattr(intern!(py, "dtype"))? && !value.hasattr(intern!(py, "__setitem__"))?
        || is_void(value)?
    {
        return value
            .call_method0(intern!(py, "tobytes"))?
            .extract()
            .map(Some);
    }
    let ctypes = value.hasattr(intern!(py, "_b_base_"))?;
    if ctypes {
        let bytes = py.get_type::<PyBytes>().call1((value,))?;
        return bytes.extract().map(Some);
    }
    Ok(None)
}

/// Whether it is an element of a structured array, which has items that can be set.
fn is_void(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = value.py();
    Ok(value.get_type().name()?.to_cow()? == "void" && value.hasattr(intern!(py, "dtype"))?)
}

/// A by-value argument.
fn by_value(given: &Given<'_, '_>, arg: &Arg) -> PyResult<ArgValue> {
    let value = &given.value;
    let py = value.py();
    let known = arg.value_type.as_deref();
    let what = || match (known, &arg.type_name) {
        (Some(s), _) => format!("is a by-value {s}"),
        (None, Some(t)) => format!("is a by-value {t} of {} bytes", arg.size),
        (None, None) => format!("is a by-value argument of {} bytes", arg.size),
    };
    if let Some(bytes) = bits(value)? {
        let kind = match value.getattr(intern!(py, "dtype")) {
            Ok(dtype) => dtype.getattr(intern!(py, "kind"))?.extract::<String>()?,
            Err(_) => String::new(),
        };
        let float = known.map(|k| k.starts_with('f'));
        let other = match kind.as_str() {
            "f" => float == Some(false),
            "i" | "u" | "b" => float == Some(true),
            _ => false,
        };
        let name = || value.get_type().name().map(|n| n.to_string());
        if other {
            return Err(given.type_error(format!("{}, not a {}", what(), name()?)));
        }
        if bytes.len() as u64 != arg.size {
            let has = bytes.len();
            let text = format!("{}: a {} of {has} bytes does not fit", what(), name()?);
            return Err(given.type_error(text));
        }
        return Ok(ArgValue::Bytes(bytes));
    }
    if !is_number(value) {
        let name = value.get_type().name()?;
        return Err(given.type_error(format!("{}, not a {name}", what())));
    }
    let Some(known) = known else {
        return Err(given.type_error(format!(
            "{} whose type the file does not tell: give e.g. numpy.int32(2) or numpy.float32(2)",
            what()
        )));
    };
    let range = |_| given.error(format!("{}: {value} is out of its range", what()));
    let integer = !known.starts_with('f');
    if integer && value.is_exact_instance_of::<PyFloat>() {
        return Err(given.type_error(format!("{}, not a float", what())));
    }
    let bytes = match known {
        "i8" => value.extract::<i8>().map_err(range)?.to_le_bytes().to_vec(),
        "u8" => value.extract::<u8>().map_err(range)?.to_le_bytes().to_vec(),
        "i16" => value
            .extract::<i16>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "u16" => value
            .extract::<u16>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "i32" => value
            .extract::<i32>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "u32" => value
            .extract::<u32>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "i64" => value
            .extract::<i64>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "u64" => value
            .extract::<u64>()
            .map_err(range)?
            .to_le_bytes()
            .to_vec(),
        "f32" => (value.extract::<f64>()? as f32).to_le_bytes().to_vec(),
        "f64" => value.extract::<f64>()?.to_le_bytes().to_vec(),
        // NumPy rounds.
        "f16" => {
            let numpy = py.import(intern!(py, "numpy"))?;
            let half = numpy.call_method1(intern!(py, "float16"), (value,))?;
            half.call_method0(intern!(py, "tobytes"))?.extract()?
        }
        other => return Err(given.error(format!("has the unknown type {other}"))),
    };
    Ok(ArgValue::Bytes(bytes))
}

/// What the elements of a pointer's target are, when they are numbers or vectors of them.
pub fn element(type_name: &str) -> Option<&'static str> {
    let name = type_name.trim().strip_suffix('*')?.trim();
    loader::scalar_type(name)
        .or_else(|| loader::scalar_type(name.trim_end_matches(|c: char| c.is_ascii_digit())))
}

impl<'py> Given<'_, 'py> {
    /// Takes the array out of an `In`, `Out` or `InOut`.
    pub fn array(&self) -> (Bound<'py, PyAny>, Direction) {
        let py = self.value.py();
        if let Ok(v) = self.value.cast::<In>() {
            return (v.get().array.bind(py).clone(), Direction::In);
        }
        if let Ok(v) = self.value.cast::<Out>() {
            return (v.get().array.bind(py).clone(), Direction::Out);
        }
        if let Ok(v) = self.value.cast::<InOut>() {
            return (v.get().array.bind(py).clone(), Direction::InOut);
        }
        (self.value.clone(), Direction::Any)
    }

    /// The error of an array that cannot be what the kernel takes a pointer to.
    pub fn check_elements(&self, kind: &str, itemsize: usize) -> PyResult<()> {
        let of = self.arg.and_then(|a| a.type_name.as_deref());
        let Some((name, declared)) = of.and_then(|name| Some((name, element(name)?))) else {
            return Ok(());
        };
        let float = declared.starts_with('f');
        let size = declared[1..].parse::<usize>().unwrap_or(0) / 8;
        let (fits, size_fits) = match kind {
            "f" => (float, itemsize == size),
            "i" | "u" => (!float, itemsize == size),
            // Two of the parts.
            "c" => (float, itemsize == 2 * size),
            _ => return Ok(()),
        };
        // Bytes may be anything.
        if itemsize == 1 || fits && size_fits {
            return Ok(());
        }
        Err(self.type_error(format!(
            "points to {name}, not to elements of kind '{kind}{itemsize}': convert the array with astype, or \
             say with view that its bytes are meant"
        )))
    }
}
