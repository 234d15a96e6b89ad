//! `clang-offload-packager`'s images: each has a kind, and strings that say what it is for (LLVM, OffloadBinary.h). Compilers
//! put them into objects, one behind the other, in a section `.llvm.offloading`.

use std::ops::Range;

use super::table::{part, text_at, u32_at, u64_at};
use crate::error::LoadError;

const MAGIC: &[u8] = b"\x10\xff\x10\xad";
/// Length of an entry.
const ENTRY: u64 = 40;

/// An image of a package.
#[derive(Debug)]
pub(super) struct Image {
    /// What it is for: `amdgcn-amd-amdhsa`.
    pub triple: String,
    /// The target id.
    pub arch: String,
    /// Where it is.
    pub place: Range<usize>,
}

/// All images in `bytes`, which may hold several packages.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Image>, LoadError> {
    let fail = |problem: &str| LoadError::Container {
        kind: "offload package".to_owned(),
        problem: problem.to_owned(),
    };
    let mut images = Vec::new();
    let (mut start, mut sum) = (0, 0u64);
    while bytes[start..].starts_with(MAGIC) {
        let package = &bytes[start..];
        let cut = || fail("it is cut off");
        let version = u32_at(package, 4).ok_or_else(cut)?;
        // From version 2 on there are several entries, whose number stands where there was the length of the only one.
        if !(1..=2).contains(&version) {
            return Err(fail(&format!("unknown version {version}")));
        }
        let size = u64_at(package, 8).ok_or_else(cut)?;
        let package = part(package, 0, size).ok_or_else(cut)?;
        let outside = || fail("an entry lies outside of it");
        let first = u64_at(package, 16).ok_or_else(cut)?;
        let count = match version {
            1 => 1,
            _ => u64_at(package, 24).ok_or_else(cut)?,
        };
        for i in 0..count {
            let at = i.checked_mul(ENTRY).and_then(|at| first.checked_add(at));
            let entry = at.and_then(|at| part(package, at, ENTRY));
            let entry = entry.ok_or_else(outside)?;
            let number = |at| u64_at(entry, at).ok_or_else(outside);
            let (strings, len) = (number(8)?, number(16)?);
            let (offset, image) = (number(24)?, number(32)?);
            let string = |key: &str| -> Result<Option<String>, LoadError> {
                // Places of a key and its value; since version 2 with the value's length.
                let stride = if version == 1 { 16 } else { 24 };
                for i in 0..len {
                    let at = i.checked_mul(stride).and_then(|at| strings.checked_add(at));
                    let pair = at.and_then(|at| part(package, at, stride));
                    let pair = pair.ok_or_else(outside)?;
                    let name = u64_at(pair, 0).and_then(|at| text_at(package, at));
                    if name.ok_or_else(outside)? == key {
                        let value = u64_at(pair, 8).and_then(|at| text_at(package, at));
                        return value.ok_or_else(outside).map(Some);
                    }
                }
                Ok(None)
            };
            part(package, offset, image).ok_or_else(outside)?;
            sum = sum.saturating_add(image);
            if sum > bytes.len() as u64 {
                return Err(fail("its entries overlap"));
            }
            let from = start + offset as usize;
            images.push(Image {
                triple: string("triple")?.unwrap_or_default(),
                arch: string("arch")?.unwrap_or_default(),
                place: from..from + image as usize,
            });
        }
        if size == 0 {
            return Err(cut());
        }
        start += size as usize;
        // Zeros fill up between packages.
        let zeros = bytes[start..].iter().position(|b| *b != 0);
        start += zeros.unwrap_or(bytes.len() - start);
    }
    Ok(images)
}
