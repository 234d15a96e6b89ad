//! Archives of `ar`: static libraries of objects with device code, or of code objects.

use object::read::archive::ArchiveFile;

use crate::error::LoadError;

/// Names and contents of an archive's members.
pub(super) fn members(bytes: &[u8]) -> Result<Vec<(String, std::ops::Range<usize>)>, LoadError> {
    let fail = |problem: String| LoadError::Container {
        kind: "archive".to_owned(),
        problem,
    };
    let file = ArchiveFile::parse(bytes).map_err(|e| fail(e.to_string()))?;
    let mut out = Vec::new();
    let mut sum = 0u64;
    for member in file.members() {
        let member = member.map_err(|e| fail(e.to_string()))?;
        let (at, size) = member.file_range();
        let end = at
            .checked_add(size)
            .filter(|end| *end <= bytes.len() as u64);
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let end = end.ok_or_else(|| fail(format!("its member '{name}' is cut off")))?;
        sum = sum.saturating_add(size);
        if sum > bytes.len() as u64 {
            return Err(fail("its members overlap".to_owned()));
        }
        out.push((name, at as usize..end as usize));
    }
    Ok(out)
}
