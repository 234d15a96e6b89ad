//! Whether a program brings an HSA library of its own, which the loader finds before the one that it is given.
//!
//! The loader looks for a library in the folders of DT_RPATH of who wants it, then in those of the libraries and the
//! program by which that one was loaded, then in LD_LIBRARY_PATH, then in DT_RUNPATH; and DT_RPATH does not count in a
//! file that has DT_RUNPATH (ld.so(8), "Description").

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::{Dyn as _, FileHeader as _};
use object::{Endianness, FileKind};

/// Files that are looked at, at most: no program has so many libraries of its own.
const MOST: usize = 500;

/// What the loader reads of a file.
#[derive(Default)]
struct Dynamic {
    needed: Vec<String>,
    folders: Vec<PathBuf>,
}

/// The file by which the loader would satisfy `soname`, where it finds it by a DT_RPATH that begins at `program`.
pub fn own(program: &Path, soname: &str) -> Option<PathBuf> {
    // Each with the folders of those by which it is loaded.
    let mut queue = vec![(program.to_owned(), Vec::new())];
    let mut seen = BTreeSet::new();
    while let Some((file, inherited)) = queue.pop() {
        if seen.len() == MOST || !seen.insert(file.clone()) {
            continue;
        }
        let Some(dynamic) = read(&file) else {
            continue;
        };
        let mut folders = dynamic.folders;
        folders.extend(inherited);
        for name in &dynamic.needed {
            let found = folders.iter().map(|f| f.join(name)).find(|f| f.is_file());
            match found {
                Some(own) if name == soname => return Some(own),
                Some(library) => queue.push((library, folders.clone())),
                None => {}
            }
        }
    }
    None
}

/// The dynamic section of a file; nothing where it has none, or is none that this machine runs.
fn read(path: &Path) -> Option<Dynamic> {
    let file = std::fs::read(path).ok()?;
    let data = file.as_slice();
    if FileKind::parse(data).ok()? != FileKind::Elf64 {
        return None;
    }
    let header = FileHeader64::<Endianness>::parse(data).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, data).ok()?;
    let (entries, link) = sections.dynamic(endian, data).ok()??;
    let strings = sections.strings(endian, data, link).ok()?;
    let text = |at: u64| {
        let bytes = strings.get(u32::try_from(at).ok()?).ok()?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    };
    let all = |tag: i64| {
        let of_tag = entries.iter().filter(move |e| e.tag(endian) == tag);
        of_tag.filter_map(|e| text(e.d_val(endian)))
    };
    let mut dynamic = Dynamic {
        needed: all(DT_NEEDED).collect(),
        folders: Vec::new(),
    };
    if all(DT_RUNPATH).next().is_none() {
        let origin = path.canonicalize().ok()?;
        let origin = origin.parent()?.to_string_lossy().into_owned();
        let folders: Vec<String> = all(DT_RPATH).collect();
        let folders = folders.iter().flat_map(|f| f.split(':'));
        let folders = folders.map(|f| f.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin));
        dynamic.folders = folders.map(PathBuf::from).collect();
    }
    Some(dynamic)
}
