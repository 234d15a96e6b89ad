//! Clang offload bundles: several code objects, one per target, in one file, as `hipcc --genco`
//! writes them (Clang documentation, "Clang Offload Bundler").

use super::target;
use crate::error::LoadError;

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// Whether `bytes` are a bundle.
pub(super) fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The code object in a bundle that is for `isa`, or the only one for a target that runs here.
pub(super) fn choose<'a>(bytes: &'a [u8], isa: Option<&str>) -> Result<&'a [u8], LoadError> {
    let fail = LoadError::Bundle;
    let entries =
        entries(bytes).ok_or_else(|| fail("an entry lies outside the file".to_owned()))?;
    let code: Vec<(String, &[u8])> = entries
        .into_iter()
        .filter(|(_, contents)| contents.starts_with(b"\x7fELF"))
        .filter_map(|(id, contents)| Some((target::from_isa_name(&id)?, contents)))
        .collect();
    let names = || {
        let names: Vec<&str> = code.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    };
    if let Some(isa) = isa {
        let found = code.iter().find(|(name, _)| name == isa);
        return found
            .map(|(_, contents)| *contents)
            .ok_or_else(|| fail(format!("nothing in it is for {isa}; it has: {}", names())));
    }
    let runs = |(name, _): &&(String, &[u8])| target::generation(name).is_ok();
    let mut usable = code.iter().filter(runs);
    match (usable.next(), usable.next()) {
        (Some((_, contents)), None) => Ok(contents),
        (Some(_), Some(_)) => Err(fail(format!(
            "it has code for several targets; choose one with --isa: {}",
            names()
        ))),
        (None, _) if code.is_empty() => Err(fail("it holds no AMDGPU code object".to_owned())),
        (None, _) => Err(LoadError::Target(names())),
    }
}

/// Identifier and contents of each entry; `None` when something lies outside the file.
fn entries(bytes: &[u8]) -> Option<Vec<(String, &[u8])>> {
    fn number(rest: &mut &[u8]) -> Option<usize> {
        let (head, tail) = rest.split_first_chunk::<8>()?;
        *rest = tail;
        usize::try_from(u64::from_le_bytes(*head)).ok()
    }
    let mut rest = bytes.get(MAGIC.len()..)?;
    let count = number(&mut rest)?;
    let mut out = Vec::new();
    for _ in 0..count {
        let (offset, size, id) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
        let id = rest.split_off(..id)?;
        let contents = bytes.get(offset..offset.checked_add(size)?)?;
        out.push((String::from_utf8_lossy(id).into_owned(), contents));
    }
    Some(out)
}
