//! Clang offload bundles: several code objects, one per target, in one file, as `hipcc --genco`
//! writes them, plain or compressed (Clang documentation, "Clang Offload Bundler"). A program that is linked of
//! several objects has as many of them, one behind the other.

use std::ops::Range;

use super::packed::{self, Budget, Method};
use super::table::{Reader, u16_at, u32_at, u64_at};
use crate::error::LoadError;
#[cfg(any(feature = "cli", feature = "fuzz"))]
use crate::loader::target;

/// First bytes of a bundle.
pub(super) const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// First bytes of a compressed bundle.
pub(super) const COMPRESSED: &[u8] = b"CCOB";

/// The error of a bundle.
fn fail(problem: impl Into<String>) -> LoadError {
    LoadError::Bundle(problem.into())
}

/// Unpacks the compressed bundle that `bytes` begin with, and tells how many bytes it took.
///
/// Header: magic, format version and method as 16 bits each; then the size of the file, which version 1
/// lacks, and of the unpacked bundle, with 32 bits up to version 2 and 64 after it; then 8 bytes of a
/// digest of the unpacked bundle, which is there to tell bundles apart and not checked.
pub(super) fn unpack(bytes: &[u8], budget: &mut Budget) -> Result<(Vec<u8>, usize), LoadError> {
    let fail = |problem: String| fail(format!("compressed: {problem}"));
    let truncated = || fail("the header is cut off".to_owned());
    let version = u16_at(bytes, 4).ok_or_else(truncated)?;
    let method = u16_at(bytes, 6).ok_or_else(truncated)?;
    // Where the sizes are, the bundle's own and the unpacked one, and where the header ends.
    let number = |at: u64, wide: bool| {
        let narrow = || u32_at(bytes, at).map(u64::from);
        let number = if wide { u64_at(bytes, at) } else { narrow() };
        number.ok_or_else(truncated)
    };
    let all = bytes.len() as u64;
    let (file_size, size, header) = match version {
        1 => (all, number(8, false)?, 20),
        2 => (number(8, false)?, number(12, false)?, 24),
        3 => (number(8, true)?, number(16, true)?, 32),
        _ => return Err(fail(format!("unknown format version {version}"))),
    };
    if all < header {
        return Err(truncated());
    }
    if file_size < header || file_size > all {
        return Err(fail(format!(
            "it says that it has {file_size} bytes, not {all}"
        )));
    }
    let packed = &bytes[header as usize..file_size as usize];
    if size > budget.limit(packed.len()) {
        return Err(fail(format!("{size} bytes unpacked are too many")));
    }
    let method = match method {
        0 => Method::Zlib,
        1 => Method::Zstd,
        _ => return Err(fail(format!("unknown compression method {method}"))),
    };
    let unpacked = packed::unpack(packed, method, budget, Some(size));
    let wrong = || fail(format!("it does not unpack to {size} bytes"));
    let (out, taken) = match unpacked {
        Ok(unpacked) => unpacked,
        Err(e) if e.starts_with("it unpacks to more") => return Err(wrong()),
        Err(e) => return Err(fail(e)),
    };
    if out.len() as u64 != size {
        return Err(wrong());
    }
    if !out.starts_with(MAGIC) {
        return Err(fail("there is no bundle in it".to_owned()));
    }
    let len = match version {
        1 => header as usize + taken,
        _ => file_size as usize,
    };
    Ok((out, len))
}

/// What a bundle holds.
#[derive(Debug)]
pub(super) struct Bundle {
    /// Identifier and place of each entry.
    pub entries: Vec<(String, Range<usize>)>,
    /// Where it ends.
    pub len: usize,
}

/// The bundle that `bytes` begin with.
pub(super) fn read(bytes: &[u8]) -> Result<Bundle, LoadError> {
    let outside = || fail("an entry lies outside the file");
    let mut header = Reader::new(bytes);
    header.take(MAGIC.len() as u64).ok_or_else(outside)?;
    let count = header.u64().ok_or_else(outside)?;
    let mut entries = Vec::new();
    let (mut end, mut sum) = (0, 0u64);
    for _ in 0..count {
        let mut number = || header.u64().ok_or_else(outside);
        let (offset, size, id) = (number()?, number()?, number()?);
        let id = header.take(id).ok_or_else(outside)?;
        let last = offset.checked_add(size);
        let last = last.filter(|last| *last <= bytes.len() as u64);
        let last = last.ok_or_else(outside)? as usize;
        sum = sum.saturating_add(size);
        if sum > bytes.len() as u64 {
            return Err(fail("its entries overlap"));
        }
        end = end.max(last);
        let id = String::from_utf8_lossy(id).into_owned();
        entries.push((id, offset as usize..last));
    }
    let len = end.max(header.at() as usize);
    Ok(Bundle { entries, len })
}

/// Where the next bundle begins behind one that ends at `from`: linkers put zeros between them.
pub(super) fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let at = from + rest.iter().position(|b| *b != 0)?;
    let rest = &bytes[at..];
    if rest.starts_with(COMPRESSED) || rest.starts_with(MAGIC) {
        return Some(at);
    }
    // Whatever stands there, a name of this length comes about in no other way.
    let found = rest.windows(MAGIC.len()).position(|w| w == MAGIC)?;
    Some(at + found)
}

/// The code objects in all bundles that lie somewhere in a file, as in HIP programs: the targets that they are for, and
/// their versions (LLVM AMDGPUUsage, "ELF Header": EI_ABIVERSION).
#[cfg(feature = "cli")]
pub(crate) fn inside(file: &[u8]) -> Vec<(String, u8)> {
    let mut all = Vec::new();
    for (magic, compressed) in [(MAGIC, false), (COMPRESSED, true)] {
        let mut from = 0;
        let find = |from: usize| file[from..].windows(magic.len()).position(|w| w == magic);
        while let Some(at) = find(from) {
            let rest = &file[from + at..];
            from += at + magic.len();
            let unpacked;
            let bundle: &[u8] = match compressed.then(|| unpack(rest, &mut Budget::new())) {
                None => rest,
                Some(Ok((bundle, _))) => {
                    unpacked = bundle;
                    &unpacked
                }
                // These four letters may be anything.
                Some(Err(_)) => continue,
            };
            let entries = read(bundle).map_or(Vec::new(), |b| b.entries);
            all.extend(entries.into_iter().filter_map(|(id, at)| {
                let code = &bundle[at];
                let is_elf = code.starts_with(b"\x7fELF");
                let version = code.get(8).filter(|_| is_elf)?;
                // Code objects have had this number from version 2 on.
                Some((target::from_isa_name(&id)?, version.saturating_add(2)))
            }));
        }
    }
    all
}

/// All code objects in a bundle, compressed or not, with the names of their targets.
#[cfg(feature = "fuzz")]
pub(in crate::loader) fn all(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, LoadError> {
    let unpacked;
    let bytes = if bytes.starts_with(COMPRESSED) {
        (unpacked, _) = unpack(bytes, &mut Budget::new())?;
        &unpacked[..]
    } else {
        bytes
    };
    let code = read(bytes)?.entries.into_iter();
    let code = code.filter_map(|(id, at)| Some((target::from_isa_name(&id)?, bytes[at].to_vec())));
    Ok(code.collect())
}
