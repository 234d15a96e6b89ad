//! The exec tests: one per encoding, and that none is missing.

use std::collections::{BTreeMap, BTreeSet};

use gcn_jit::isa::{
    Ds, Exp, Flat, Gen, Mai, Mimg, Mtbuf, Mubuf, Row, Smem, Sop1, Sop2, Sopc, Sopk, Sopp, Vintrp,
    Vop1, Vop2, Vop3, Vop3p, Vopc,
};

use crate::runner;

/// One test per directory of `jit-tests/exec`, and the list of them.
macro_rules! directories {
    ($($name:ident)+) => {
        $(
            #[test]
            fn $name() {
                runner::directory(stringify!($name));
            }
        )+

        /// Every directory of exec tests.
        pub const DIRECTORIES: &[&str] = &[$(stringify!($name)),+];
    };
}

directories! {
    ds
    errata
    exp
    flat
    mai
    mimg
    modifiers
    mtbuf
    mubuf
    operands
    regions
    smem
    sop1
    sop2
    sopc
    sopk
    sopp
    vintrp
    vop1
    vop2
    vop3
    vop3p
    vopc
}

/// Also on less of a host than this one.
#[test]
fn lower_host_levels() {
    DIRECTORIES.iter().for_each(|d| runner::lower_levels(d));
}

#[test]
fn every_directory_is_run() {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(runner::root()).expect("the exec tests") {
        let entry = entry.expect("a directory entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !name.starts_with("__") {
            found.insert(name);
        }
    }
    assert_eq!(found, DIRECTORIES.iter().map(|d| d.to_string()).collect());
}

/// Which encodings of an instruction an entry of [`COVERED`] asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The only one it has; the mnemonics start with a prefix that the rows leave out.
    Only(&'static str),
    /// The 32-bit encoding of VOP1, VOP2 and VOPC, also with SDWA, DPP or a literal.
    Short,
    /// The VOP3 encoding of the same.
    Vop3,
}

/// Rows of which every instruction must be executed by some case.
struct Covered {
    rows: &'static [Row],
    /// The opcode column of the rows; see [`Row::opcodes`].
    column: usize,
    form: Form,
    /// Where the cases are looked for.
    directories: &'static [&'static str],
}

/// Rows with a single encoding.
const fn only(rows: &'static [Row], directories: &'static [&'static str]) -> Covered {
    let form = Form::Only("");
    Covered {
        rows,
        column: 0,
        form,
        directories,
    }
}

/// One of the segments of FLAT: its opcode column and the mnemonics' prefix.
const fn segment(column: usize, prefix: &'static str) -> Covered {
    Covered {
        rows: Flat::ROWS,
        column,
        form: Form::Only(prefix),
        directories: &["flat"],
    }
}

/// The 32-bit encodings of vector rows.
const fn short(rows: &'static [Row], directories: &'static [&'static str]) -> Covered {
    let form = Form::Short;
    Covered {
        rows,
        column: 0,
        form,
        directories,
    }
}

/// The VOP3 encodings of vector rows that have a 32-bit one too.
const fn vop3_form(rows: &'static [Row], directories: &'static [&'static str]) -> Covered {
    let form = Form::Vop3;
    Covered {
        rows,
        column: 1,
        form,
        directories,
    }
}

/// An encoding is complete when it stands here: then a row without a case fails. Instructions that are
/// not executed have cases too: they expect the fault that says so.
const COVERED: &[Covered] = &[
    only(Sop1::ROWS, &["sop1"]),
    only(Sop2::ROWS, &["sop2"]),
    only(Sopc::ROWS, &["sopc"]),
    only(Sopk::ROWS, &["sopk"]),
    only(Sopp::ROWS, &["sopp"]),
    only(Smem::ROWS, &["smem"]),
    short(Vop1::ROWS, &["vop1"]),
    vop3_form(Vop1::ROWS, &["vop1"]),
    short(Vop2::ROWS, &["vop2"]),
    vop3_form(Vop2::ROWS, &["vop2"]),
    only(Vop3::ROWS, &["vop3"]),
    short(Vopc::ROWS, &["vopc"]),
    vop3_form(Vopc::ROWS, &["vopc"]),
    only(Mubuf::ROWS, &["mubuf"]),
    only(Mtbuf::ROWS, &["mtbuf"]),
    only(Mimg::ROWS, &["mimg"]),
    only(Ds::ROWS, &["ds"]),
    only(Vop3p::ROWS, &["vop3p"]),
    only(Mai::ROWS, &["mai"]),
    only(Vintrp::ROWS, &["vintrp"]),
    only(Exp::ROWS, &["exp"]),
    segment(0, "flat_"),
    segment(1, "global_"),
    segment(2, "scratch_"),
];

/// An instruction that some case executes: mnemonic without form suffix, whether in VOP3 encoding.
type Executed = BTreeSet<(String, bool, Gen)>;

/// The mnemonic of an instruction's text, behind its labels and without form suffix.
pub fn mnemonic(text: &str) -> String {
    let mut words = text.split_whitespace().skip_while(|w| w.ends_with(':'));
    let name = words.next().unwrap_or_default();
    ["_e32", "_e64", "_sdwa", "_dpp"]
        .iter()
        .fold(name, |n, suffix| n.strip_suffix(suffix).unwrap_or(n))
        .to_owned()
}

/// Whether an instruction's first dword has the VOP3 or VOP3P encoding: 0b110100 on top.
pub fn is_vop3(word: u32) -> bool {
    word >> 26 == 0b110100
}

/// What the cases of a directory execute.
fn executed(directory: &str) -> Executed {
    let mut seen = BTreeSet::new();
    for path in runner::files(directory) {
        let Ok(file) = runner::load(&path) else {
            continue; // reported by the directory's own test
        };
        for section in &file.sections {
            for program in &section.programs {
                let g = program.generation;
                let runs = |c: &runner::Case| c.runs_on(g);
                if !section.cases.iter().any(runs) {
                    continue;
                }
                for (code, words) in section.code.iter().zip(&program.lines) {
                    seen.insert((mnemonic(code.text(g)), is_vop3(words[0]), g));
                }
            }
        }
    }
    seen
}

/// What of an entry no case executes.
fn missing(entry: &Covered, seen: &BTreeMap<&str, Executed>) -> Vec<String> {
    let mut missing = Vec::new();
    let has = |mnemonic: &str, vop3, g| {
        let key = (mnemonic.to_owned(), vop3, g);
        entry.directories.iter().any(|d| seen[d].contains(&key))
    };
    for row in entry.rows {
        // VOP3 has no literal, so the forms with a constant K exist in 64 bits by number only.
        let constant = row.name.starts_with("V_MADMK") || row.name.starts_with("V_MADAK");
        if entry.form == Form::Vop3 && constant {
            continue;
        }
        for g in Gen::ALL {
            if row.opcodes[entry.column][g as usize].is_none() {
                continue;
            }
            // What gfx906 has, its cases test on gfx90a too where they can: not where registers are not even there. And
            // on gfx942 and gfx950 those of either.
            let exists = |g: Gen| row.opcodes[entry.column][g as usize].is_some();
            let is_product = row.name.contains("MFMA") || row.name.contains("SMFMAC");
            let before = match g {
                // Their sums are others on gfx942, and on gfx950 as on gfx942.
                Gen::Gfx942 if is_product => false,
                Gen::Gfx950 if is_product => exists(Gen::Gfx942),
                Gen::Gfx90a => exists(Gen::Gfx906),
                Gen::Gfx942 => exists(Gen::Gfx906) || exists(Gen::Gfx90a),
                Gen::Gfx950 => [Gen::Gfx906, Gen::Gfx90a, Gen::Gfx942]
                    .into_iter()
                    .any(exists),
                _ => false,
            };
            if before {
                continue;
            }
            let mnemonic = row.mnemonics[g as usize];
            let (name, found) = match entry.form {
                Form::Only(prefix) => {
                    let name = format!("{prefix}{mnemonic}");
                    let found = has(&name, false, g) || has(&name, true, g);
                    (name, found)
                }
                Form::Short => (mnemonic.to_owned(), has(mnemonic, false, g)),
                Form::Vop3 => {
                    let name = format!("{mnemonic} in VOP3 form");
                    (name, has(mnemonic, true, g))
                }
            };
            if !found {
                missing.push(format!("{name} on {g}"));
            }
        }
    }
    missing
}

#[test]
fn coverage() {
    let directories = COVERED.iter().flat_map(|entry| entry.directories);
    let seen: BTreeMap<_, _> = directories.map(|d| (*d, executed(d))).collect();
    let lacking: Vec<_> = COVERED.iter().flat_map(|e| missing(e, &seen)).collect();
    assert!(
        lacking.is_empty(),
        "{} instructions have no exec test:\n{}",
        lacking.len(),
        lacking.join("\n")
    );
}
