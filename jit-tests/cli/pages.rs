//! Completions, manual pages, tips and `-v`.

use super::*;

#[test]
fn completions() {
    for (shell, word) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef gcn-jit"),
        ("fish", "complete -c gcn-jit"),
        ("elvish", "edit:completion"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = gcn_jit(&format!("completions {shell}")).ok();
        for word in [word, "disasm", "max-instructions"] {
            assert!(script.contains(word), "{shell}: no '{word}'");
        }
    }
    gcn_jit("completions tcsh").fails(2, &["'tcsh'", "bash"]);
}

#[test]
fn manual_pages() {
    let page = gcn_jit("man").ok();
    assert!(
        page.contains(".TH GCN\\-JIT 1") || page.contains(".TH GCN-JIT 1"),
        "{page}"
    );
    let f = Folder::new();
    let dir = f.path("man1");
    gcn_jit(&format!("man --dir {}", dir.display())).ok();
    let mut names: Vec<String> = std::fs::read_dir(&dir)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in [
        "gcn-jit.1",
        "gcn-jit-run.1",
        "gcn-jit-diff.1",
        "gcn-jit-man.1",
    ] {
        assert!(names.iter().any(|n| n == name), "{names:?}");
    }
    assert_eq!(
        std::fs::read_to_string(dir.join("gcn-jit.1")).unwrap(),
        page
    );
    let run = std::fs::read_to_string(dir.join("gcn-jit-run.1")).unwrap();
    assert!(
        run.contains("zeros:TYPE[N]") && run.contains("gcn\\-jit"),
        "{run}"
    );
    let file = f.file("file", b"");
    gcn_jit(&format!("man --dir {file}")).fails(2, &["cannot create", &file]);
}

/// What may have been meant stays in the one line of an error.
#[test]
fn tips() {
    let run = "run examples/gfx900/saxpy.hsaco --local 64";
    gcn_jit(&format!("{run} --globl 64")).fails(2, &["'--globl'", "; tip: ", "'--global'"]);
    gcn_jit("disas x").fails(2, &["'disas'", "; tip: ", "'disasm'"]);
    gcn_jit(&format!("{run} --global 64 --backend jitt")).fails(2, &["'jitt'", "; tip: ", "'jit'"]);
    let error = gcn_jit("run --fast").fails(2, &["'--fast'"]);
    assert!(
        !error.contains("Usage") && !error.contains("--help"),
        "{error}"
    );
}

/// A damaged cache costs time, which is worth a word to those who ask.
#[test]
fn events() {
    let f = Folder::new();
    let dir = f.path("cache");
    let line = format!(
        "run examples/gfx900/saxpy.hsaco --global 64 --local 64 --arg 2.5 --arg zeros:f32[64] \
         --arg zeros:f32[64] --arg 64 --cache-dir {}",
        dir.display()
    );
    gcn_jit(&line).ok();
    let damage = || {
        for entry in std::fs::read_dir(&dir).unwrap() {
            std::fs::write(entry.unwrap().path(), b"no code").unwrap();
        }
    };
    damage();
    gcn_jit(&line).ok();
    damage();
    for line in [format!("-v {line}"), format!("{line} --verbose")] {
        damage();
        let ran = gcn_jit(&line);
        assert_eq!((ran.code, ran.stdout.len()), (0, 0), "{}", ran.stderr);
        assert!(ran.stderr.contains(" WARN "), "{}", ran.stderr);
        assert!(ran.stderr.contains("is damaged"), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("compiled code is kept in"),
            "{}",
            ran.stderr
        );
        assert!(!ran.stderr.contains("is written"), "{}", ran.stderr);
    }
    damage();
    let ran = gcn_jit(&format!("{line} -vv"));
    assert!(
        ran.stderr.contains("DEBUG ") && ran.stderr.contains("is written"),
        "{}",
        ran.stderr
    );
    // A directory that cannot be written to.
    let unwritable = line.replace(&dir.display().to_string(), "/proc/self/fd");
    let ran = gcn_jit(&format!("{unwritable} -v"));
    assert!(
        ran.stderr.contains("no more code is kept"),
        "{}",
        ran.stderr
    );
}
