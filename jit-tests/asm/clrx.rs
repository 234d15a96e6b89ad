//! CLRX's language: each line of `clrx.txt` is the words that `clrx.py` has from CLRX's pages or from LLVM, and each
//! program of `clrx-programs.txt` makes the bytes that stand with it.

use gcn_jit::asm::{Dialect, Options, assemble_with};
use gcn_jit::isa::Gen;

fn options() -> Options {
    let mut options = Options::default();
    options.dialect = Dialect::Clrx;
    options
}

fn read(name: &str) -> String {
    let path = format!("{}/jit-tests/asm/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The code of a text, in hexadecimal dwords; or its first mistake.
fn code(target: &str, text: &str) -> String {
    let generation = Gen::from_target(target).unwrap();
    match assemble_with(generation, text, &options()) {
        Ok(code) => {
            let words: Vec<String> = code.words().iter().map(|w| format!("{w:08x}")).collect();
            words.join(" ")
        }
        Err(errors) => format!("error: {}", errors[0]),
    }
}

#[test]
fn instructions() {
    let file = read("clrx.txt");
    let mut wrong = Vec::new();
    for line in file.lines() {
        let parts: Vec<&str> = line.split(" | ").collect();
        let [target, text, want] = parts[..] else {
            panic!("{line}");
        };
        let got = code(target, text);
        if got != want {
            wrong.push(format!("{line}\n    here: {got}"));
        }
    }
    assert!(file.lines().count() > 600, "{} lines", file.lines().count());
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Programs of directives: the bytes behind each head are what CLRX's documentation says of it, or its error.
#[test]
fn programs() {
    let file = read("clrx-programs.txt");
    let (mut wrong, mut cases) = (Vec::new(), 0);
    for case in file.split("==== ").skip(1) {
        let (want, text) = case.split_once('\n').unwrap();
        cases += 1;
        let got = match assemble_with(Gen::Gfx8, text, &options()) {
            Ok(code) => {
                let bytes: Vec<String> = code.bytes.iter().map(|b| format!("{b:02x}")).collect();
                bytes.join(" ")
            }
            Err(errors) => format!("error: {}", errors[0]),
        };
        if got != want.trim_end() {
            wrong.push(format!("{text}    want: {want}\n    here: {got}"));
        }
    }
    assert!(cases > 60, "{cases} programs");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
