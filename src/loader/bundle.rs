//! Clang offload bundles: several code objects, one per target, in one file, as `hipcc --genco`
//! writes them, plain or compressed (Clang documentation, "Clang Offload Bundler").

use std::io::Read;

use super::target;
use crate::error::LoadError;

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

/// First bytes of a compressed bundle.
const COMPRESSED: &[u8] = b"CCOB";

/// The largest bundle that is unpacked, in bytes: a few damaged bytes must not fill the memory.
const LARGEST: u64 = 1 << 30;

/// A bundle that is unpacked whatever its file's size, in bytes.
const SMALL: u64 = 1 << 20;

/// How many times as large as the file a larger bundle may be. Code packs ten times as small; zlib cannot
/// do better than this, but zstd can make a gigabyte of a few kilobytes.
const MOST: u64 = 1032;

/// Whether `bytes` are a bundle.
pub(super) fn is_bundle(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Whether `bytes` are a compressed bundle.
pub(super) fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(COMPRESSED)
}

/// The bundle in a compressed one.
///
/// Header: magic, format version and method as 16 bits each; then the size of the file, which version 1
/// lacks, and of the unpacked bundle, with 32 bits up to version 2 and 64 after it; then 8 bytes of a
/// digest of the unpacked bundle, which is there to tell bundles apart and not checked.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, LoadError> {
    let fail = |problem: String| LoadError::Bundle(format!("compressed: {problem}"));
    let truncated = || fail("the header is cut off".to_owned());
    let mut rest = bytes.get(COMPRESSED.len()..).ok_or_else(truncated)?;
    let mut number = |width: usize| {
        let mut value = [0; 8];
        value[..width].copy_from_slice(rest.split_off(..width).ok_or_else(truncated)?);
        Ok(u64::from_le_bytes(value))
    };
    let (version, method) = (number(2)?, number(2)?);
    let width = match version {
        1 | 2 => 4,
        3 => 8,
        _ => return Err(fail(format!("unknown format version {version}"))),
    };
    let all = bytes.len() as u64;
    let file_size = if version == 1 { all } else { number(width)? };
    let size = number(width)?;
    number(8)?;
    let header = all - rest.len() as u64;
    if file_size < header || file_size > all {
        return Err(fail(format!(
            "it says that it has {file_size} bytes, not {all}"
        )));
    }
    let largest = LARGEST.min(SMALL + all.saturating_mul(MOST));
    if size > largest {
        return Err(fail(format!("{size} bytes unpacked are too many")));
    }
    let packed = &rest[..(file_size - header) as usize];
    let mut out = Vec::new();
    // One byte more than announced, to see whether that is all.
    let unpacked = match method {
        0 => flate2::read::ZlibDecoder::new(packed)
            .take(size + 1)
            .read_to_end(&mut out),
        1 => ruzstd::decoding::StreamingDecoder::new(packed)
            .map_err(|e| fail(format!("zstd: {e}")))?
            .take(size + 1)
            .read_to_end(&mut out),
        _ => return Err(fail(format!("unknown compression method {method}"))),
    };
    unpacked.map_err(|e| fail(e.to_string()))?;
    if out.len() as u64 != size {
        return Err(fail(format!("it does not unpack to {size} bytes")));
    }
    if !is_bundle(&out) {
        return Err(fail("there is no bundle in it".to_owned()));
    }
    Ok(out)
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
        let own = code.iter().find(|(name, _)| name == isa);
        let found = own.or_else(|| code.iter().find(|(name, _)| target::runs_on(name, isa)));
        return found
            .map(|(_, contents)| *contents)
            .ok_or_else(|| fail(format!("nothing in it is for {isa}; it has: {}", names())));
    }
    let runs = |(name, _): &&(String, &[u8])| target::generation(name).is_ok();
    let mut usable = code.iter().filter(runs);
    match (usable.next(), usable.next()) {
        (Some((_, contents)), None) => Ok(contents),
        (Some(_), Some(_)) => Err(LoadError::Several(names())),
        (None, _) if code.is_empty() => Err(fail("it holds no AMDGPU code object".to_owned())),
        (None, _) => Err(LoadError::Target(names())),
    }
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
            let bundle: &[u8] = match compressed.then(|| unpack(rest)) {
                None => rest,
                Some(Ok(bundle)) => {
                    unpacked = bundle;
                    &unpacked
                }
                // These four letters may be anything.
                Some(Err(_)) => continue,
            };
            let code = entries(bundle).unwrap_or_default().into_iter();
            all.extend(code.filter_map(|(id, code)| {
                let is_elf = code.starts_with(b"\x7fELF");
                let version = code.get(8).filter(|_| is_elf)?;
                // Code objects have had this number from version 2 on.
                Some((target::from_isa_name(&id)?, version.saturating_add(2)))
            }));
        }
    }
    all
}

/// All code objects in a bundle, with the names of their targets.
#[cfg(feature = "fuzz")]
pub(super) fn all(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, LoadError> {
    let entries = entries(bytes)
        .ok_or_else(|| LoadError::Bundle("an entry lies outside the file".to_owned()))?;
    let code = entries.into_iter();
    let code = code.filter_map(|(id, code)| Some((target::from_isa_name(&id)?, code.to_vec())));
    Ok(code.collect())
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
