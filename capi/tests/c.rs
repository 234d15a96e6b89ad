//! Programs in C and C++ compile with the header, without warnings, and run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The folder that has the libraries.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let deps = test.parent().expect("a folder");
    let of = |folder: &Path| {
        folder
            .join("libgcn_jit_capi.so")
            .exists()
            .then(|| folder.to_owned())
    };
    let built = of(deps).or_else(|| of(deps.parent()?));
    built.expect("cargo builds the library beside its tests")
}

fn output(command: &mut Command) -> Output {
    let output = command.output();
    let output = output.unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && error.is_empty(),
        "{command:?}: {error}"
    );
    output
}

/// Compiles `source` with `compiler` and `flags`, and runs it with `argument`.
fn run(compiler: &str, flags: &[&str], source: &str, argument: &str, is_static: bool) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, libraries) = (folder.path().join("program"), libraries());
    let mut compile = Command::new(compiler);
    compile.args(["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"]);
    compile.arg(root().join("include")).args(flags);
    compile.arg(root().join(source)).arg("-o").arg(&program);
    if is_static {
        compile.arg(libraries.join("libgcn_jit_capi.a"));
        compile.args(["-lpthread", "-ldl", "-lm"]);
    } else {
        compile.arg("-L").arg(&libraries).arg("-lgcn_jit_capi");
        compile.arg(format!("-Wl,-rpath,{}", libraries.display()));
    }
    output(&mut compile);
    let run = output(Command::new(&program).arg(root().join(argument)));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn a_program_in_c() {
    // 1,024 work-items are 4 work-groups of 4 waves.
    for is_static in [false, true] {
        let flags = ["-std=c11"];
        let text = run(
            "cc",
            &flags,
            "examples/saxpy.c",
            "../examples/gfx900/saxpy.hsaco",
            is_static,
        );
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("16 waves, 0 wrong"));
        // 4,000 bytes end in lane 40 of wave 15, as 1,000 is 15 x 64 + 40.
        assert_eq!(lines.next(), Some("fault 1 in saxpy, lane 40"));
    }
}

#[test]
fn a_program_in_cpp() {
    let flags = ["-std=c++17"];
    let object = "tests/kernels/counter.hsaco";
    let text = run("c++", &flags, "examples/variables.cpp", object, false);
    // 40, and 1 for each of 64 work-items, and 2.
    assert_eq!(text, "3 6 12 24\n106\n");
}

/// Nothing else of the library is visible, and all of that is.
#[test]
fn exported_symbols() {
    let header =
        std::fs::read_to_string(root().join("include/gcn_jit.h")).expect("there is a header");
    let mut declared: Vec<&str> = header
        .lines()
        .filter_map(|l| l.split_once('(')?.0.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("gj_") && !name.ends_with("print"))
        .collect();
    declared.sort_unstable();
    declared.dedup();
    let list = output(
        Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(libraries().join("libgcn_jit_capi.so")),
    );
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    let mut exported: Vec<&str> = list.lines().filter_map(|l| l.rsplit(' ').next()).collect();
    exported.retain(|name| name.starts_with("gj_"));
    exported.sort_unstable();
    assert_eq!(exported, declared);
    assert_eq!(exported.len(), 22);
}
