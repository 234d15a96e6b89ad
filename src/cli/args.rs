//! From `--arg` options to the arguments of a kernel, checked against what the file says about them.

use std::path::Path;

use super::Failure;
use super::contents::Contents;
use super::made::Made;
use super::npy::Header;
use super::spec::{Elements, Scalar, Spec, integer};
use crate::loader::{self, Arg, ArgKind, CodeObject, Kernel};

/// An argument, ready to be put into guest memory.
#[derive(Debug)]
pub struct Bound {
    /// Its name, or its position.
    pub label: String,
    /// What is passed.
    pub value: Value,
    /// Whether it is the bytes of a file that does not tell what they are.
    pub plain: bool,
}

/// What is passed for an argument.
#[derive(Debug)]
pub enum Value {
    /// A global buffer: its first bytes (the rest is zero), its size, and what array it is.
    Buffer {
        data: Contents,
        size: u64,
        header: Header,
        /// Whether its contents are undefined.
        undefined: bool,
    },
    /// The bytes of a by-value argument.
    Bytes(Vec<u8>),
    /// Dynamic LDS of so many bytes.
    Local(u32),
    /// A null pointer.
    Null,
}

/// Binds the options to the explicit arguments of `kernel`, in declaration order. Reads the files
/// that they name.
///
/// # Errors
/// Too few or too many, an unknown name, or a specification that does not fit its argument.
pub fn bind(
    object: &CodeObject,
    kernel: &Kernel,
    options: &[String],
) -> Result<Vec<Bound>, Failure> {
    let explicit: Vec<&Arg> = kernel.args.iter().filter(|a| !a.kind.is_hidden()).collect();
    let unknown = is_unknown(object, kernel);
    let specs = assign(kernel, &explicit, unknown, options)?;
    let mut out = Vec::new();
    for (i, spec) in specs.iter().enumerate() {
        let arg = explicit.get(i).copied();
        let label = arg
            .and_then(|a| a.name.clone())
            .unwrap_or_else(|| i.to_string());
        let fail = |e: String| Failure::Usage(format!("argument '{label}': {e}"));
        let spec = Spec::parse(spec).map_err(fail)?;
        let value = match arg {
            Some(arg) => typed(arg, &spec),
            None => untyped(&spec),
        };
        out.push(Bound {
            value: value.map_err(fail)?,
            plain: matches!(&spec, Spec::File(path) if !is_npy(path)),
            label: label.clone(),
        });
    }
    Ok(out)
}

/// Whether the file does not say which arguments the kernel takes: they are then packed in order.
fn is_unknown(object: &CodeObject, kernel: &Kernel) -> bool {
    kernel.args.is_empty() && (object.version == 0 || kernel.kernarg_size > 0)
}

/// The position of the argument called `name`, which may also be a number.
pub fn position(labels: &[String], name: &str) -> Option<usize> {
    labels.iter().position(|l| l == name).or_else(|| {
        let i: usize = name.parse().ok()?;
        (i < labels.len()).then_some(i)
    })
}

/// The specification of each argument.
fn assign(
    kernel: &Kernel,
    explicit: &[&Arg],
    unknown: bool,
    options: &[String],
) -> Result<Vec<String>, Failure> {
    let labels: Vec<String> = if unknown {
        (0..options.len()).map(|i| i.to_string()).collect()
    } else {
        let label = |(i, a): (usize, &&Arg)| a.name.clone().unwrap_or_else(|| i.to_string());
        explicit.iter().enumerate().map(label).collect()
    };
    let takes = || {
        let n = labels.len();
        let s = if n == 1 { "" } else { "s" };
        let list = if n == 0 {
            String::new()
        } else {
            format!(" ({})", labels.join(", "))
        };
        format!("kernel '{}' takes {n} argument{s}{list}", kernel.name)
    };
    let mut specs: Vec<Option<String>> = vec![None; labels.len()];
    let mut in_order = Vec::new();
    for option in options {
        // The first '=' separates the name, except that a file name and a filled array may hold one.
        match option.split_once('=') {
            Some((name, spec)) if !option.starts_with('@') && !option.starts_with("fill:") => {
                let i = position(&labels, name)
                    .ok_or_else(|| Failure::Usage(format!("{}; there is no '{name}'", takes())))?;
                if specs[i].replace(spec.to_owned()).is_some() {
                    return Err(Failure::Usage(format!(
                        "argument '{}' is given twice",
                        labels[i]
                    )));
                }
            }
            _ => in_order.push(option),
        }
    }
    if options.len() > labels.len() {
        return Err(Failure::Usage(format!(
            "{}, {} given",
            takes(),
            options.len()
        )));
    }
    let mut in_order = in_order.into_iter();
    for spec in &mut specs {
        if spec.is_none() {
            *spec = in_order.next().cloned();
        }
    }
    let missing: Vec<_> = specs
        .iter()
        .zip(&labels)
        .filter(|(s, _)| s.is_none())
        .map(|(_, l)| l.as_str())
        .collect();
    if !missing.is_empty() {
        return Err(Failure::Usage(format!(
            "{}, {} given; missing: {}",
            takes(),
            options.len(),
            missing.join(", ")
        )));
    }
    Ok(specs.into_iter().flatten().collect())
}

/// The argument that `spec` gives, where the file tells what it must be.
fn typed(arg: &Arg, spec: &Spec) -> Result<Value, String> {
    // Some files call pointers by-value arguments, but their type names tell.
    let star = arg
        .type_name
        .as_ref()
        .is_some_and(|t| t.trim_end().ends_with('*'));
    let pointer =
        arg.kind == ArgKind::GlobalBuffer || arg.kind == ArgKind::ByValue && star && arg.size == 8;
    match arg.kind {
        _ if pointer => match spec {
            Spec::File(_) | Spec::Array(_) => {
                let value = buffer(spec)?;
                check_elements(arg, spec, &value)?;
                Ok(value)
            }
            Spec::Null => Ok(Value::Null),
            Spec::Typed(..) | Spec::Number(_) | Spec::Local(_) => {
                let what = arg.type_name.as_ref().map(|t| format!(" ({t})"));
                Err(format!(
                    "is a global buffer{}: give @FILE, zeros:TYPE[N] or null",
                    what.unwrap_or_default()
                ))
            }
        },
        ArgKind::ByValue => by_value(arg, spec).map(Value::Bytes),
        ArgKind::DynamicSharedPointer => match spec {
            Spec::Local(bytes) => Ok(Value::Local(*bytes)),
            _ => Err("is a dynamic LDS pointer: give local:BYTES".to_owned()),
        },
        kind => Err(format!("is of a kind that is not supported: {kind:?}").to_lowercase()),
    }
}

/// Whether the elements of an array can be what the kernel takes a pointer to, as far as the file tells that.
/// A file's bytes and zeros may stand for anything: their type only says how to show them.
fn check_elements(arg: &Arg, spec: &Spec, value: &Value) -> Result<(), String> {
    let (Some(name), Value::Buffer { header, .. }) = (&arg.type_name, value) else {
        return Ok(());
    };
    let Some(declared) = element(name) else {
        return Ok(());
    };
    let fits = match (spec, header.scalar()) {
        // Structures and complex numbers; a kernel may see the parts of those that come in pairs.
        (_, None) => declared.vector && header.dtype.starts_with("<c"),
        (Spec::Array(a), Some(scalar)) => {
            matches!(a.elements, Elements::Zeros | Elements::Undefined)
                || scalar.size() == 1
                || scalar.fits(declared.scalar)
        }
        (_, Some(_)) => true,
    };
    if fits {
        Ok(())
    } else {
        let dtype = header.scalar().map(Scalar::name);
        let dtype = dtype.unwrap_or(&header.dtype);
        Err(format!("is a buffer of type {name}, not of {dtype}"))
    }
}

/// What the elements of a buffer are.
struct Element {
    scalar: Scalar,
    /// Whether several of them make one: `float4`.
    vector: bool,
}

/// What a pointer with this type name points to, when that is a number or a vector of them.
fn element(type_name: &str) -> Option<Element> {
    let name = type_name.trim().strip_suffix('*')?.trim();
    let exact = |name: &str| loader::scalar_type(name).and_then(Scalar::from_name);
    if let Some(scalar) = exact(name) {
        return Some(Element {
            scalar,
            vector: false,
        });
    }
    let scalar = exact(name.trim_end_matches(|c: char| c.is_ascii_digit()))?;
    Some(Element {
        scalar,
        vector: true,
    })
}

fn by_value(arg: &Arg, spec: &Spec) -> Result<Vec<u8>, String> {
    let known = arg.value_type.as_deref().and_then(Scalar::from_name);
    let what = || match (known, &arg.type_name) {
        (Some(s), _) => format!("is a by-value {}", s.name()),
        (None, Some(t)) => format!("is a by-value {t} of {} bytes", arg.size),
        (None, None) => format!("is a by-value argument of {} bytes", arg.size),
    };
    match spec {
        Spec::File(path) => {
            // One byte more shows that there are too many.
            let bytes = super::contents::read(path, arg.size.saturating_add(1));
            let bytes = bytes.map_err(|e| super::unreadable(path, &e).to_string())?;
            let has = match bytes.len() as u64 {
                n if n == arg.size => return Ok(bytes),
                n if n > arg.size => "more".to_owned(),
                n => n.to_string(),
            };
            Err(format!("{}, {} has {has}", what(), path.display()))
        }
        Spec::Typed(scalar, text) => {
            let fits = match known {
                Some(known) => scalar.fits(known),
                None => scalar.size() == arg.size,
            };
            if !fits {
                return Err(format!("{}, not {}", what(), scalar.name()));
            }
            scalar.bytes(text)
        }
        Spec::Number(text) => match known {
            Some(known) => known.bytes(text),
            None => {
                let types = match arg.size {
                    1 => [Scalar::I8, Scalar::U8],
                    2 => [Scalar::I16, Scalar::U16],
                    4 => [Scalar::I32, Scalar::U32],
                    8 => [Scalar::I64, Scalar::U64],
                    _ => return Err(format!("{}: give @FILE", what())),
                };
                if integer(text).is_none() {
                    return Err(format!(
                        "{}: give the number a type, e.g. f32:{text}",
                        what()
                    ));
                }
                let [signed, unsigned] = types;
                signed.bytes(text).or_else(|_| unsigned.bytes(text))
            }
        },
        Spec::Array(_) | Spec::Local(_) | Spec::Null => {
            Err(format!("{}: give a number, TYPE:VALUE or @FILE", what()))
        }
    }
}

/// The argument that `spec` gives, where the file tells nothing.
fn untyped(spec: &Spec) -> Result<Value, String> {
    match spec {
        Spec::File(_) | Spec::Array(_) => buffer(spec),
        Spec::Typed(scalar, text) => scalar.bytes(text).map(Value::Bytes),
        Spec::Number(text) => Err(format!(
            "the file does not tell its type: write e.g. u32:{text} or f32:{text}"
        )),
        Spec::Local(bytes) => Ok(Value::Local(*bytes)),
        Spec::Null => Ok(Value::Null),
    }
}

fn buffer(spec: &Spec) -> Result<Value, String> {
    match spec {
        Spec::File(path) => {
            let fail = |e: std::io::Error| super::unreadable(path, &e).to_string();
            let mut data = Contents::open(path).map_err(fail)?;
            let len = data.len().map_err(fail)?;
            let (header, size);
            if is_npy(path) {
                header = Header::parse(data.reader(), len)
                    .map_err(|e| format!("{}: {e}", path.display()))?;
                let before = header.bytes.len() as u64;
                data = data.skip(before);
                size = len - before;
            } else {
                header = Header::new(Scalar::U8, &[len]);
                size = len;
            }
            Ok(Value::Buffer {
                data,
                size,
                header,
                undefined: false,
            })
        }
        Spec::Array(array) => Ok(Value::Buffer {
            size: array.size(),
            header: Header::new(array.scalar, &array.shape),
            undefined: array.elements == Elements::Undefined,
            data: match &array.elements {
                Elements::Zeros | Elements::Undefined => Contents::Bytes(Vec::new()),
                elements => Contents::Made(Made::new(array.scalar, elements)),
            },
        }),
        Spec::Typed(..) | Spec::Number(_) | Spec::Local(_) | Spec::Null => {
            Err("is not a buffer".to_owned())
        }
    }
}

/// Whether the name of `path` says that it is a NumPy array.
pub fn is_npy(path: &Path) -> bool {
    path.extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("npy"))
}
