//! Macros, conditions, repetitions, expressions and forgiving syntax: each program of `language.txt` makes the code that
//! LLVM's assembler makes of it, or is refused as there. `language.py` asks LLVM.

use gcn_jit::asm::{Options, assemble, assemble_with};
use gcn_jit::isa::Gen;

/// What the assembler does otherwise, where a `!` says so: it takes these, or refuses them.
const TAKES: &str = "takes";
const REFUSES: &str = "refuses";

#[test]
fn language_as_llvm() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/jit-tests/asm/language.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let (mut wrong, mut cases) = (Vec::new(), 0);
    for case in file.split("==== ").skip(1) {
        let (head, text) = case.split_once('\n').unwrap();
        cases += 1;
        let got = assemble(Gen::Gfx9, text);
        let right = match (head.split_once('!'), &got) {
            (Some((_, why)), got) => {
                let word = if got.is_ok() { TAKES } else { REFUSES };
                why.trim().starts_with(word)
            }
            (None, Err(_)) => head == "refused",
            (None, Ok(code)) => {
                let words: Vec<String> = code.words().iter().map(|w| format!("{w:08x}")).collect();
                head == words.join(" ")
            }
        };
        if !right {
            wrong.push(format!("{text}    LLVM: {head}\n    here: {got:x?}"));
        }
    }
    assert!(cases > 150, "{cases} programs");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Each mistake is said to be where the text has it, and in which macro.
#[test]
fn mistakes_in_macros() {
    let text = ".macro inner x\n s_nop \\x\n s_bad\n.endm\n.macro outer\n inner 1\n.endm\ns_nop 0\nouter\n";
    let errors = assemble(Gen::Gfx9, text).unwrap_err();
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["3:2: there is no instruction 's_bad' (in 'inner' of line 6)"]
    );
}

/// Programs that never end, or grow beyond all bounds, are refused in little time.
#[test]
fn programs_without_end() {
    for text in [
        ".macro m\n m\n.endm\nm\n",
        ".macro m\n m\n m\n.endm\nm\n",
        ".rept 1000000000\n s_nop 0\n.endr\n",
        ".rept 100000\n.rept 100000\n s_nop 0\n.endr\n.endr\n",
        ".macro m x:vararg\n m \\x \\x \\x \\x \\x \\x \\x \\x \\x \\x\n.endm\nm s_nop\n",
        ".rept 1000000000000\n.endr\n.rept 100000000\n.if 0\n.endif\n.endr\n",
    ] {
        let start = std::time::Instant::now();
        let mut options = Options::default();
        options.most_text = Some(1 << 22);
        let got = assemble_with(Gen::Gfx9, text, &options);
        assert!(got.is_err(), "{text}");
        assert!(start.elapsed().as_secs() < 20, "{text}");
    }
}

/// Files are looked for in the folders that are given, in their order, and only there.
#[test]
fn included_files() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(one.path().join("a.inc"), ".include \"b.inc\"\ns_nop n\n").unwrap();
    std::fs::write(two.path().join("a.inc"), "s_nop 9\n").unwrap();
    std::fs::write(two.path().join("b.inc"), "s_nop 2\ns_wrong\n").unwrap();
    std::fs::write(two.path().join("loop.inc"), ".include \"loop.inc\"\n").unwrap();
    std::fs::write(two.path().join("data"), [1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let mut options = Options::default();
    options.folders = vec![one.path().to_owned(), two.path().to_owned()];
    options.symbols = vec![("n".into(), 3)];
    let errors = assemble_with(Gen::Gfx9, ".include \"a.inc\"\n", &options).unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "b.inc:2:1: there is no instruction 's_wrong'"
    );
    std::fs::write(two.path().join("b.inc"), "s_nop 2\n").unwrap();
    let text = ".include \"a.inc\"\n.incbin \"data\", 4\n";
    let code = assemble_with(Gen::Gfx9, text, &options).unwrap();
    assert_eq!(code.words(), [0xbf80_0002, 0xbf80_0003, 0x0807_0605]);
    for text in [
        ".include \"loop.inc\"\n",
        ".include \"none\"\n",
        ".incbin \"none\"\n",
    ] {
        assert!(assemble_with(Gen::Gfx9, text, &options).is_err(), "{text}");
    }
    let refused = assemble(Gen::Gfx9, ".include \"a.inc\"\n").unwrap_err();
    assert!(refused[0].message.contains("no folder"), "{}", refused[0]);
}
