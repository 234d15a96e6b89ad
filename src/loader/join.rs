//! Several code objects as one: a program that is linked of several sources has a bundle for each of them, and its kernels
//! are in all of these.

use super::{CodeObject, DebugInfo, MAX_SPAN, RelocValue};
use crate::error::LoadError;
use crate::isa::Feature;

/// Where the next code object may begin.
const ALIGN: u64 = 64 << 10;

/// One object with all that `objects` have, the first one at address 0 and the others behind it.
///
/// Kernels and variables of one name are, by the rules of C++, the same; the first one is what the name stands for.
///
/// # Errors
/// When they are for different targets, together too large, or give one number to different formats of `printf`.
pub(super) fn joined(objects: Vec<CodeObject>) -> Result<CodeObject, LoadError> {
    let fail = |problem: String| LoadError::Container {
        kind: "several code objects".to_owned(),
        problem,
    };
    let mut objects = objects.into_iter();
    let first = objects.next();
    let mut all = first.ok_or_else(|| fail("there are none".to_owned()))?;
    let mut debug = all.debug.take().map_or(Vec::new(), |d| vec![(0, d)]);
    let end = |o: &CodeObject| o.segments.last().map_or(0, |s| s.vaddr + s.size);
    for object in objects {
        if object.generation != all.generation {
            let (a, b) = (&all.target, &object.target);
            return Err(fail(format!("they are for different targets, {a} and {b}")));
        }
        let shift = end(&all).next_multiple_of(ALIGN);
        if shift.saturating_add(end(&object)) > MAX_SPAN {
            return Err(fail(format!(
                "they span more than {MAX_SPAN} bytes together; a kernel's name chooses one"
            )));
        }
        for format in &object.printf {
            match all.printf.iter().find(|f| f.id == format.id) {
                None => all.printf.push(format.clone()),
                Some(same) if same == format => {}
                Some(_) => {
                    return Err(fail(format!(
                        "different formats of printf have the number {}; a kernel's name chooses one",
                        format.id
                    )));
                }
            }
        }
        append(&mut all, object, shift, &mut debug);
    }
    all.debug = (!debug.is_empty()).then(|| DebugInfo::of_several(debug));
    Ok(all)
}

/// What two objects say of a feature together: they run side by side already.
fn both(a: Feature, b: Feature) -> Feature {
    match (a, b) {
        (Feature::On | Feature::Off, _) => a,
        (Feature::Any | Feature::Unsupported, _) => b,
    }
}

/// Puts `object` behind `all`, at `shift`.
fn append(all: &mut CodeObject, object: CodeObject, shift: u64, debug: &mut Vec<(u64, DebugInfo)>) {
    all.xnack = both(all.xnack, object.xnack);
    all.sramecc = both(all.sramecc, object.sramecc);
    all.ecc |= object.ecc;
    all.version = all.version.max(object.version);
    all.segments
        .extend(object.segments.into_iter().map(|mut s| {
            s.vaddr += shift;
            s
        }));
    all.relocations
        .extend(object.relocations.into_iter().map(|mut r| {
            r.offset += shift;
            r.value = match r.value {
                RelocValue::Base64(v) => RelocValue::Base64(v.wrapping_add(shift)),
                RelocValue::BaseLo32(v) => RelocValue::BaseLo32(v.wrapping_add(shift)),
                RelocValue::BaseHi32(v) => RelocValue::BaseHi32(v.wrapping_add(shift)),
                fixed @ (RelocValue::Fixed64(_) | RelocValue::Fixed32(_)) => fixed,
            };
            r
        }));
    let moved = |mut s: super::Symbol| {
        s.vaddr += shift;
        s
    };
    all.symbols.extend(object.symbols.into_iter().map(moved));
    all.variables
        .extend(object.variables.into_iter().map(moved));
    all.kernels.extend(object.kernels.into_iter().map(|mut k| {
        k.entry += shift;
        k.descriptor += shift;
        k
    }));
    debug.extend(object.debug.map(|d| (shift, d)));
}
