//! What the tests of programs share: the library, and what it has counted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The member's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The library as cargo has built it.
pub fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let deps = test.parent().expect("a folder");
    let name = "libhsa_runtime64.so";
    let mut places = [deps.join(name), deps.join("..").join(name)].into_iter();
    let found = places.find(|p| p.exists());
    found.expect("cargo builds the library beside its tests")
}

/// Puts the library into a folder, by the name that programs are linked against, and the one that they look for.
pub fn install_library(folder: &Path) {
    for name in ["libhsa-runtime64.so", "libhsa-runtime64.so.1"] {
        std::os::unix::fs::symlink(library(), folder.join(name)).expect("a link");
    }
}

/// Runs a command to its end.
pub fn output(command: &mut Command) -> Output {
    let output = command.output();
    output.unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// The library's statistics, which a program has left on standard error.
pub fn counts(stderr: &str) -> BTreeMap<String, u64> {
    let stats = stderr
        .lines()
        .rev()
        .find(|l| l.starts_with("gcn-jit-hsa: dispatches="));
    let counts = stats.unwrap_or_default().split(' ').skip(1);
    let counts = counts.filter_map(|c| {
        let (name, n) = c.split_once('=')?;
        Some((name.to_owned(), n.parse().ok()?))
    });
    counts.collect()
}
