//! The cards that `exec` can present: their names, and the target that each has.
//!
//! Names are those under which LLVM lists products (AMDGPUUsage, "AMDGPU Processors"), without the words of a series
//! that do not tell one card from another. Targets of which it lists none go by AMD's code name (the same table, and
//! `hsa/src/cards.rs`).

use super::Failure;

/// A target, and the cards that have it.
struct Row {
    target: &'static str,
    cards: &'static [&'static str],
}

macro_rules! rows {
    ($($target:ident $($card:literal)+;)*) => {
        /// In the order of targets.
        const ROWS: &[Row] = &[$(Row { target: stringify!($target), cards: &[$($card),+] }),*];
    };
}

rows! {
    gfx600 "Tahiti";
    gfx601 "Pitcairn" "Verde";
    gfx602 "Oland" "Hainan";
    gfx700 "Kaveri" "A10-7300" "FX-7600P";
    gfx701 "W9100" "W8100" "S9150" "S9170";
    gfx702 "R9 290X" "R9 290" "R390X" "R390";
    gfx703 "Kabini" "A4-5000" "A6-5200";
    gfx704 "HD 7790" "HD 8770" "R7 260X" "R7 260";
    gfx705 "Mullins";
    gfx801 "Carrizo" "FX-8800P" "A12-9700P";
    gfx802 "R9 285" "R9 380" "R9 385";
    gfx803 "MI8" "R9 Nano" "R9 Fury" "R9 FuryX" "S9300x2" "MI6" "RX 480" "RX 470" "RX 460";
    gfx805 "S7150" "S7100" "W7100";
    gfx810 "Stoney";
    gfx900 "MI25" "Vega 64" "Vega 56" "Vega Frontier Edition";
    gfx902 "Raven" "2200G" "2400G";
    gfx904 "Vega 12";
    gfx906 "MI50" "MI60" "Radeon VII" "Pro VII";
    gfx908 "MI100";
    gfx909 "Raven 2";
    gfx90a "MI250" "MI250X" "MI210";
    gfx90c "Renoir" "4700G";
    gfx942 "MI300X" "MI300A";
    gfx950 "MI355X" "MI350X";
}

/// What a name is looked up by: `Vega 64`, `vega-64` and `VEGA64` are one card.
pub fn key(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// The target that a card has, or that is one itself.
///
/// # Errors
/// The name of neither.
pub fn target(name: &str) -> Result<&'static str, Failure> {
    let wanted = key(name);
    let is_it = |row: &&Row| row.target == wanted || row.cards.iter().any(|c| key(c) == wanted);
    let found = ROWS.iter().find(is_it).map(|row| row.target);
    found.ok_or_else(|| {
        let known: Vec<&str> = ROWS.iter().map(|row| row.target).collect();
        Failure::Usage(format!(
            "there is no target '{name}' and no card of that name; targets: {}; `gcn-jit exec --list` has the cards",
            known.join(", ")
        ))
    })
}

/// A line for each target: its name, and those of its cards.
pub fn list() -> String {
    let lines = ROWS
        .iter()
        .map(|row| format!("{:8}{}\n", row.target, row.cards.join(", ")));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::{ROWS, key, target};
    use crate::loader;
    use std::collections::BTreeSet;

    #[test]
    fn each_name_is_of_one_target() {
        let mut seen = BTreeSet::new();
        for row in ROWS {
            assert!(loader::targets().any(|t| t == row.target), "{}", row.target);
            for name in [row.target].iter().chain(row.cards) {
                assert!(seen.insert(key(name)), "{name} is there twice");
                assert_eq!(target(name).unwrap(), row.target);
            }
        }
    }
}
