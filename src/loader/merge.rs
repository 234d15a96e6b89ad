//! Several metadata notes in one file: the linker puts those of its inputs one after the other, so that each
//! describes the kernels of one of them, as in the code objects of rocBLAS.
//!
//! ROCm takes the kernels of all of them, and wants one version (`mergeNoteRecords` of comgr-metadata.cpp). It
//! refuses formats of `printf` in more than one; here they may not share an id, by which alone a kernel names them.

use std::collections::HashMap;
use std::fmt::Debug;

use super::metadata::{ArgMeta, KernelMeta, Metadata};
use crate::error::LoadError;

/// A field of `T` as text, with the name that it has since version 3.
type Field<T> = (&'static str, fn(&T) -> String);

fn shown<T: Debug>(value: &T) -> String {
    format!("{value:?}")
}

/// A value of an optional field.
fn given<T: Debug>(value: &Option<T>) -> String {
    value.as_ref().map_or("nothing".to_owned(), shown)
}

const KERNEL: &[Field<KernelMeta>] = &[
    (".kernarg_segment_size", |k| given(&k.kernarg_size())),
    (".kernarg_segment_align", |k| given(&k.kernarg_align())),
    (".reqd_workgroup_size", |k| given(&k.reqd_workgroup_size())),
    (".max_flat_workgroup_size", |k| {
        given(&k.max_flat_workgroup_size())
    }),
    ("number of arguments", |k| shown(&k.args.len())),
];

const ARG: &[Field<ArgMeta>] = &[
    (".name", |a| given(&a.name)),
    (".type_name", |a| given(&a.type_name)),
    (".size", |a| shown(&a.size)),
    (".offset", |a| given(&a.offset)),
    ("Align", |a| given(&a.align)),
    (".value_kind", |a| shown(&a.value_kind)),
    (".value_type", |a| given(&a.value_type)),
    (".pointee_align", |a| given(&a.pointee_align)),
];

/// The first field in which two values differ, and how each has it.
fn difference<T>(fields: &[Field<T>], a: &T, b: &T) -> Option<(&'static str, String, String)> {
    let mut both = fields.iter().map(|(name, get)| (*name, get(a), get(b)));
    both.find(|(_, a, b)| a != b)
}

/// The error of notes number `i` and `j` that do not agree in `field`.
fn contradiction(field: String, i: usize, a: &str, j: usize, b: &str) -> LoadError {
    let (i, j) = (i + 1, j + 1);
    LoadError::Field {
        field,
        problem: format!("{a} in metadata note {i}, {b} in metadata note {j}"),
    }
}

/// Fails where two notes describe one kernel otherwise.
fn agree(i: usize, a: &KernelMeta, j: usize, b: &KernelMeta) -> Result<(), LoadError> {
    let name = |field: &str| format!("kernel '{}': {field}", a.name);
    if let Some((field, a, b)) = difference(KERNEL, a, b) {
        return Err(contradiction(name(field), i, &a, j, &b));
    }
    for (n, (x, y)) in a.args.iter().zip(&b.args).enumerate() {
        if let Some((field, x, y)) = difference(ARG, x, y) {
            let field = name(&format!("args[{n}]{field}"));
            return Err(contradiction(field, i, &x, j, &y));
        }
    }
    Ok(())
}

/// What all notes say together.
///
/// # Errors
/// When they contradict each other: what about, and what each says.
pub(super) fn merged(notes: Vec<Metadata>) -> Result<Metadata, LoadError> {
    let mut all = Metadata::default();
    let (mut version, mut target) = (0, 0);
    // In which note a kernel and a format were first, and where they are in `all`.
    let mut kernels: HashMap<String, (usize, usize)> = HashMap::new();
    let mut formats: HashMap<u32, (usize, usize)> = HashMap::new();
    for (j, note) in notes.into_iter().enumerate() {
        let same = |field: &str, i: &mut usize, a: Option<String>, b: Option<String>| {
            match (a, b) {
                (Some(a), Some(b)) if a != b => {
                    return Err(contradiction(field.to_owned(), *i, &a, j, &b));
                }
                (None, Some(_)) => *i = j,
                (Some(_) | None, _) => {}
            }
            Ok(())
        };
        let text = |v: &Option<Vec<u32>>| v.as_ref().map(shown);
        let (a, b) = (text(&all.version), text(&note.version));
        same("amdhsa.version", &mut version, a, b)?;
        let (a, b) = (all.target.clone(), note.target.clone());
        same("amdhsa.target", &mut target, a, b)?;
        all.version = all.version.or(note.version);
        all.target = all.target.or(note.target);
        for kernel in note.kernels {
            match kernels.get(kernel.symbol()) {
                Some(&(i, at)) if i != j => agree(i, &all.kernels[at], j, &kernel)?,
                // Twice in one note is an error of its own.
                Some(_) => all.kernels.push(kernel),
                None => {
                    let place = (j, all.kernels.len());
                    kernels.insert(kernel.symbol().to_owned(), place);
                    all.kernels.push(kernel);
                }
            }
        }
        for format in note.printf {
            match formats.get(&format.id) {
                Some(&(i, at)) if i != j => {
                    let first = &all.printf[at];
                    if *first != format {
                        let field = format!("amdhsa.printf: format {}", format.id);
                        let (a, b) = (shown(&first.text), shown(&format.text));
                        return Err(contradiction(field, i, &a, j, &b));
                    }
                }
                Some(_) => all.printf.push(format),
                None => {
                    formats.insert(format.id, (j, all.printf.len()));
                    all.printf.push(format);
                }
            }
        }
    }
    Ok(all)
}
