//! Names the source that a build is of: code that one build caches on disk is no other build's.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

fn files(dir: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, out)?;
        } else {
            out.push(path);
        }
    }
    Ok(())
}

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=build.rs");
    let mut paths = Vec::new();
    files(Path::new("src"), &mut paths)?;
    paths.sort();
    let mut hash = DefaultHasher::new();
    for path in paths {
        std::fs::read(&path)?.hash(&mut hash);
        path.hash(&mut hash);
    }
    println!("cargo::rustc-env=GCN_JIT_SOURCE={:016x}", hash.finish());
    Ok(())
}
