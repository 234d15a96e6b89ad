//! Programs, libraries and objects for a host: which of their sections have code for GPUs in them.

use object::{Object, ObjectSection};

use super::kind::machine_name;
use crate::error::LoadError;

/// What a section holds.
#[derive(Debug)]
pub(super) enum Holds {
    /// Offload bundles: HIP's fat binary.
    Bundles,
    /// Offload packages.
    Packages,
    /// An object for the target that the section's name has: `clang-offload-bundler` makes such files.
    One(String),
}

/// Sections with HIP's fat binary; a name of 8 letters is all that a Windows program has.
const BUNDLES: [&str; 2] = [".hip_fatbin", ".hip_fat"];
const PACKAGES: &str = ".llvm.offloading";
const ONE: &str = "__CLANG_OFFLOAD_BUNDLE__";

/// The sections of a host's file that may have code for GPUs, where they are in it.
pub(super) fn sections(bytes: &[u8]) -> Result<Vec<(Holds, std::ops::Range<usize>)>, LoadError> {
    let file = object::File::parse(bytes).map_err(|e| LoadError::Container {
        kind: "host file".to_owned(),
        problem: format!("it is for {}, and damaged: {e}", machine_name(bytes)),
    })?;
    let mut out = Vec::new();
    let mut sum = 0u64;
    for section in file.sections() {
        let name = section.name().unwrap_or_default();
        let holds = if BUNDLES.contains(&name) {
            Holds::Bundles
        } else if name == PACKAGES {
            Holds::Packages
        } else if let Some(id) = name.strip_prefix(ONE) {
            Holds::One(id.to_owned())
        } else {
            continue;
        };
        let Some((at, size)) = section.file_range() else {
            continue;
        };
        let fail = |problem: &str| LoadError::Field {
            field: format!("section {name}"),
            problem: problem.to_owned(),
        };
        let end = at
            .checked_add(size)
            .filter(|end| *end <= bytes.len() as u64);
        let end = end.ok_or_else(|| fail("it lies outside the file"))?;
        sum = sum.saturating_add(size);
        if sum > bytes.len() as u64 {
            return Err(fail(
                "sections overlap: together they are larger than the file",
            ));
        }
        out.push((holds, at as usize..end as usize));
    }
    Ok(out)
}
