//! The exec tests: one per encoding, and that none is missing.

use std::collections::BTreeSet;

use gcn_jit::isa::{Gen, Row, Sop2, Sopc, Vop2};

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

        const DIRECTORIES: &[&str] = &[$(stringify!($name)),+];
    };
}

directories! { ds errata flat mubuf regions smem sop2 sopc vop2 }

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

/// (mnemonic without form suffix, whether in VOP3 form, generation) that some case executes.
fn executed(directories: &[&str]) -> BTreeSet<(String, bool, Gen)> {
    let mut seen = BTreeSet::new();
    for path in directories.iter().flat_map(|d| runner::files(d)) {
        let Ok(file) = runner::load(&path) else {
            continue; // reported by the directory's own test
        };
        for section in &file.sections {
            for program in &section.programs {
                let g = program.generation;
                let runs = |c: &runner::Case| c.gens.as_ref().is_none_or(|on| on.contains(&g));
                if !section.cases.iter().any(runs) {
                    continue;
                }
                for (code, words) in section.code.iter().zip(&program.lines) {
                    let text = code.text(g);
                    let mut parts = text.split_whitespace().skip_while(|w| w.ends_with(':'));
                    let mnemonic = parts.next().unwrap_or_default();
                    let base = mnemonic
                        .trim_end_matches("_e32")
                        .trim_end_matches("_e64")
                        .trim_end_matches("_sdwa")
                        .trim_end_matches("_dpp");
                    // The VOP3 encoding: 0b110100 on top.
                    let vop3 = words[0] >> 26 == 0b110100;
                    seen.insert((base.to_owned(), vop3, g));
                }
            }
        }
    }
    seen
}

/// What of `rows` no case executes, in opcode column `column`.
fn missing(rows: &[Row], column: usize, seen: &BTreeSet<(String, bool, Gen)>) -> Vec<String> {
    let mut missing = Vec::new();
    for row in rows {
        // VOP3 has no literal, so the forms with a constant K exist in 64 bits by number only.
        if column == 1 && (row.name.starts_with("V_MADMK") || row.name.starts_with("V_MADAK")) {
            continue;
        }
        for g in Gen::ALL {
            let mnemonic = row.mnemonics[g as usize];
            if row.opcodes[column][g as usize].is_some()
                && !seen.contains(&(mnemonic.to_owned(), column == 1, g))
            {
                let form = ["", " in VOP3 form"][column];
                missing.push(format!("{mnemonic}{form} on {g}"));
            }
        }
    }
    missing
}

#[test]
fn coverage() {
    let scalar = executed(&["sop2", "sopc"]);
    let vector = executed(&["vop2"]);
    let mut lacking = missing(Sop2::ROWS, 0, &scalar);
    lacking.extend(missing(Sopc::ROWS, 0, &scalar));
    lacking.extend(missing(Vop2::ROWS, 0, &vector));
    lacking.extend(missing(Vop2::ROWS, 1, &vector));
    assert!(
        lacking.is_empty(),
        "{} instructions have no exec test:\n{}",
        lacking.len(),
        lacking.join("\n")
    );
}
