//! A program in C that asks both management libraries, and the HSA runtime of the same environment: they tell of the
//! same cards. Expected names and numbers are those of AMD's headers.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A library as cargo has built it.
fn library(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let deps = test.parent().expect("a folder");
    let mut places = [deps.join(name), deps.join("..").join(name)].into_iter();
    let found = places.find(|p| p.exists());
    found.unwrap_or_else(|| panic!("cargo builds {name} beside its tests"))
}

/// Compiles the program once, with links to the libraries by the names that programs look for.
fn compiled(folder: &Path) -> PathBuf {
    let links = [
        ("libgcn_jit_smi.so", "librocm_smi64.so.1"),
        ("libgcn_jit_smi.so", "libamd_smi.so"),
        ("libhsa_runtime64.so", "libhsa-runtime64.so.1"),
    ];
    for (built, name) in links {
        std::os::unix::fs::symlink(library(built), folder.join(name)).expect("a link");
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries.c");
    let program = folder.join("queries");
    let mut compile = Command::new("cc");
    compile.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-o"]);
    compile.arg(&program).arg(source).arg("-ldl");
    let compiled = compile.output().expect("a C compiler");
    let said = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success() && said.is_empty(), "{said}");
    program
}

fn run(folder: &Path, program: &Path, count: &str, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(program);
    command.arg(count).env("LD_LIBRARY_PATH", folder);
    for name in ["GCN_JIT_TARGETS", "HSA_OVERRIDE_GFX_VERSION"] {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    command.output().expect("a program")
}

#[test]
fn all_tell_of_the_same_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = compiled(folder.path());
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("1", &[]),
        ("1", &[("HSA_OVERRIDE_GFX_VERSION", "9.0.10")]),
        ("3", &[("GCN_JIT_TARGETS", "gfx942,gfx90a, gfx803")]),
        // No card has this target.
        ("1", &[("GCN_JIT_TARGETS", "gfx999,gfx908")]),
    ];
    for (count, environment) in cases {
        let ran = run(folder.path(), &program, count, environment);
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(ran.status.success(), "{environment:?}: {said}");
        assert_eq!(said, "right\n");
    }
    let ran = run(folder.path(), &program, "2", &[]);
    assert!(!ran.status.success(), "there is one card, not two");
}
