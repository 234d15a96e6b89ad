//! `docs/coverage.md`: which instruction is decoded, interpreted, compiled and tested on which target,
//! worked out from the table, the decode lines and the exec tests.
//!
//! With `GCN_JIT_BLESS=1` in the environment the test writes the file anew instead of comparing it.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use gcn_jit::decode::decode;
use gcn_jit::isa::{
    Ds, Exp, Flat, Gen, Gens, Mai, Mimg, Mtbuf, Mubuf, Row, Smem, Sop1, Sop2, Sopc, Sopk, Sopp,
    Vintrp, Vop1, Vop2, Vop3, Vop3p, Vopc,
};
use gcn_jit::lower::left::{LEFT_TO_INTERPRETER, MEMORY_LEFT_TO_INTERPRETER};
use gcn_jit::lower::{Target, is_interpreted};
use gcn_jit::machine::wave::FileSize;

use crate::exec::{self, DIRECTORIES};
use crate::runner;

/// A chapter of the page: title, rows, opcode column, prefix of the mnemonics, whether in VOP3.
type Chapter = (&'static str, &'static [Row], usize, &'static str, bool);

const CHAPTERS: &[Chapter] = &[
    ("SOP1", Sop1::ROWS, 0, "", false),
    ("SOP2", Sop2::ROWS, 0, "", false),
    ("SOPC", Sopc::ROWS, 0, "", false),
    ("SOPK", Sopk::ROWS, 0, "", false),
    ("SOPP", Sopp::ROWS, 0, "", false),
    ("SMRD and SMEM", Smem::ROWS, 0, "", false),
    ("VOP1", Vop1::ROWS, 0, "", false),
    ("VOP1 in VOP3", Vop1::ROWS, 1, "", true),
    ("VOP2", Vop2::ROWS, 0, "", false),
    ("VOP2 in VOP3", Vop2::ROWS, 1, "", true),
    ("VOPC", Vopc::ROWS, 0, "", false),
    ("VOPC in VOP3", Vopc::ROWS, 1, "", true),
    ("VOP3", Vop3::ROWS, 0, "", true),
    ("VOP3P", Vop3p::ROWS, 0, "", true),
    ("VOP3P-MAI", Mai::ROWS, 0, "", true),
    ("VINTRP", Vintrp::ROWS, 0, "", false),
    ("DS", Ds::ROWS, 0, "", false),
    ("FLAT", Flat::ROWS, 0, "flat_", false),
    ("GLOBAL", Flat::ROWS, 1, "global_", false),
    ("SCRATCH", Flat::ROWS, 2, "scratch_", false),
    ("MUBUF", Mubuf::ROWS, 0, "", false),
    ("MTBUF", Mtbuf::ROWS, 0, "", false),
    ("MIMG", Mimg::ROWS, 0, "", false),
    ("EXP", Exp::ROWS, 0, "", false),
];

const HEAD: &str = "\
# Coverage

Which instruction works where. Generated: `GCN_JIT_BLESS=1 cargo test --test jit-tests coverage_page`.

| letter | meaning |
|---|---|
| D | decodes, encodes and prints: checked on lines from LLVM's assembler |
| I | the interpreter executes it; without it, executing it is a fault that names it |
| J | the compiler executes it in every form that the tests have; j: in some, others by the interpreter |
| T | has an execution test |
| - | the target does not have it |

";

const LEFT: &str = "\
## Left to the interpreter

Compiled code executes every scalar, vector ALU and memory instruction in every form, except these. All of
them but global wave sync are faults, which the interpreter reports; tests check that.
";

/// What is known of an instruction (mnemonic without form suffix, whether in VOP3) on a generation.
#[derive(Default, Clone, Copy)]
struct Facts {
    decoded: bool,
    tested: bool,
    interpreted: bool,
    compiled: bool,
    left: bool,
    /// LLVM does not know it, so that there can be no decode lines from its assembler.
    foreign: bool,
}

impl Facts {
    fn letters(self) -> String {
        let jit = match (self.compiled, self.left) {
            (true, false) => "J",
            (true, true) => "j",
            (false, _) => "",
        };
        let cell = [
            if self.decoded { "D" } else { "" },
            if self.interpreted { "I" } else { "" },
            if self.interpreted { jit } else { "" },
            if self.tested { "T" } else { "" },
        ]
        .concat();
        if cell.is_empty() { "none".into() } else { cell }
    }
}

type Known = HashMap<(String, bool, Gen), Facts>;

fn from_decode_lines(known: &mut Known) {
    for g in Gen::ALL {
        let path = format!("{}/jit-tests/decode/{g}.txt", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        for line in lines.lines() {
            let Some((hex, text)) = line.split_once(" ; ") else {
                continue;
            };
            let first = hex.split(' ').next().unwrap_or_default();
            let word = u32::from_str_radix(first, 16).expect("hex");
            let name = exec::mnemonic(text);
            let facts = known.entry((name, exec::is_vop3(word), g)).or_default();
            facts.decoded = true;
        }
    }
}

fn from_exec_tests(known: &mut Known) {
    for path in DIRECTORIES.iter().flat_map(|d| runner::files(d)) {
        let file = runner::load(&path).unwrap_or_else(|e| panic!("{e}"));
        for section in &file.sections {
            for program in &section.programs {
                let g = program.generation;
                let runs = |c: &&runner::Case| c.runs_on(g);
                let cases: Vec<_> = section.cases.iter().filter(runs).collect();
                let executed = cases.iter().any(|c| !c.expects_unsupported());
                for (code, words) in section.code.iter().zip(&program.lines) {
                    let key = (exec::mnemonic(code.text(g)), exec::is_vop3(words[0]), g);
                    let facts = known.entry(key).or_default();
                    facts.tested |= !cases.is_empty();
                    facts.interpreted |= executed;
                    let target = Target {
                        generation: g,
                        mode: 0x3f0,
                        vgprs: FileSize::even(g, 256),
                        ecc: g.has(Gens::MAI),
                    };
                    if let Ok(d) = decode(g, words) {
                        facts.foreign |= !d.inst.known_to_llvm(g);
                        if is_interpreted(&target, &d.inst) {
                            facts.left |= executed;
                        } else {
                            facts.compiled = true;
                        }
                    }
                }
            }
        }
    }
}

/// The first two lines of a table whose columns are the targets.
fn heading(first: &str) -> String {
    let targets = Gen::ALL.map(|g| format!(" {g} |")).concat();
    let line = "---|".repeat(1 + Gen::ALL.len());
    format!("| {first} |{targets}\n|{line}\n")
}

/// The whole page, and the instructions without decode lines that LLVM knows, as far as is known.
fn page() -> (String, Vec<String>) {
    let mut known = Known::new();
    from_decode_lines(&mut known);
    from_exec_tests(&mut known);
    let mut undecoded = Vec::new();
    let (mut chapters, mut totals) = (String::new(), [[0u32; Gen::ALL.len()]; 5]);
    for (title, rows, column, prefix, vop3) in CHAPTERS {
        write!(chapters, "\n## {title}\n\n{}", heading("instruction")).unwrap();
        for row in *rows {
            if Gen::ALL
                .iter()
                .all(|g| row.opcodes[*column][*g as usize].is_none())
            {
                continue;
            }
            let mut names: Vec<&str> = vec![];
            let mut cells = String::new();
            for g in Gen::ALL {
                if row.opcodes[*column][g as usize].is_none() {
                    cells.push_str(" - |");
                    continue;
                }
                let name = row.mnemonics[g as usize];
                if !names.contains(&name) {
                    names.push(name);
                }
                let key = (format!("{prefix}{name}"), *vop3, g);
                let facts = known.get(&key).copied().unwrap_or_default();
                if !facts.decoded && !facts.foreign {
                    undecoded.push(format!("{} of {title} on {g}", key.0));
                }
                let found = [
                    true,
                    facts.decoded,
                    facts.interpreted,
                    facts.interpreted && facts.compiled,
                    facts.tested,
                ];
                for (kind, yes) in found.into_iter().enumerate() {
                    totals[kind][g as usize] += yes as u32;
                }
                write!(cells, " {} |", facts.letters()).unwrap();
            }
            let names: Vec<_> = names.iter().map(|n| format!("{prefix}{n}")).collect();
            writeln!(chapters, "| {} |{cells}", names.join(", ")).unwrap();
        }
    }
    let mut page = HEAD.to_owned();
    page.push_str(&heading(""));
    let kinds = [
        "opcode slots",
        "decoded",
        "interpreted",
        "compiled",
        "tested",
    ];
    for (kind, counts) in kinds.iter().zip(totals) {
        let counts: Vec<_> = counts.iter().map(u32::to_string).collect();
        writeln!(page, "| {kind} | {} |", counts.join(" | ")).unwrap();
    }
    let (mut left, head) = (String::new(), "| instruction | when | why |");
    writeln!(left, "\n{LEFT}\n{head}\n|---|---|---|").unwrap();
    for l in LEFT_TO_INTERPRETER.iter().chain(MEMORY_LEFT_TO_INTERPRETER) {
        let name = l.row.to_lowercase();
        writeln!(left, "| {name} | {} | {} |", l.when, l.why).unwrap();
    }
    (page + &left + &chapters, undecoded)
}

#[test]
fn coverage_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/coverage.md");
    let (page, undecoded) = page();
    assert!(
        undecoded.is_empty(),
        "jit-tests/decode has no lines for {undecoded:?}"
    );
    if std::env::var_os("GCN_JIT_BLESS").is_some() {
        std::fs::write(&path, page).expect("the page is written");
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = committed.lines().zip(page.lines()).find(|(a, b)| a != b);
    assert!(
        committed == page,
        "docs/coverage.md is not current; its first line that differs: {differs:?}\n\
         GCN_JIT_BLESS=1 cargo test --test jit-tests coverage_page writes it"
    );
}
