//! Names of CLRX's language that stand for LLVM's, which the rest of the assembler knows.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::isa::{Gen, Gens};
use crate::syntax::{
    BUFFER_DATA, CHANNELS, DATA_FORMAT, EXP_TARGETS, INTERP_PARAMS, NUMBER_FORMAT, Name, SDWA_SEL,
    SDWA_UNUSED, buffer_numbers,
};

const fn name(name: &'static str, value: u16, gens: Gens) -> Name {
    Name { name, value, gens }
}

/// Hardware registers that only CLRX has names for (CLRX GcnOperands, "Hardware registers").
pub const HWREGS: &[Name] = &[
    name("PC_LO", 8, Gens::ALL),
    name("PC_HI", 9, Gens::ALL),
    name("INST_DW0", 10, Gens::ALL),
    name("INST_DW1", 11, Gens::ALL),
    name("IB_DBG0", 12, Gens::ALL),
    name("IB_DBG1", 13, Gens::FROM_GFX8),
    name("FLUSH_IB", 14, Gens::GFX9),
    name("SQ_SHADER_TBA_LO", 16, Gens::GFX9),
    name("SQ_SHADER_TBA_HI", 17, Gens::GFX9),
    name("SQ_SHADER_TMA_LO", 18, Gens::GFX9),
    name("SQ_SHADER_TMA_HI", 19, Gens::GFX9),
];

/// Messages that have another name in CLRX's language.
pub const MESSAGES: &[Name] = &[name("SYSTEM", 15, Gens::ALL)];

/// What names of fields begin with, which may be left out.
const PREFIXES: [&str; 4] = ["HWREG_", "HW_REG_", "MSG_", "GS_OP_"];

/// Whether `written` is CLRX's spelling of `known`: without what names begin with, and of any case.
pub fn is_spelling(known: &str, written: &str) -> bool {
    let bare = |name: &str| {
        let name = name.to_ascii_uppercase().replace('-', "_");
        let rest = PREFIXES.iter().find_map(|p| name.strip_prefix(p));
        rest.map(str::to_owned).unwrap_or(name)
    };
    bare(known) == bare(written)
}

/// Operands that are words, in small letters.
static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut words: HashSet<String> = INTERP_PARAMS.iter().map(|p| (*p).to_owned()).collect();
    for number in 0..=63 {
        words.extend(CHANNELS.iter().map(|c| format!("attr{number}.{c}")));
    }
    for target in EXP_TARGETS {
        match target.count {
            1 => drop(words.insert(target.name.to_owned())),
            n => words.extend((0..n).map(|i| format!("{}{i}", target.name))),
        }
    }
    words
});

/// The operand that `written` is in any case: a target of EXP, a parameter or attribute of an interpolation.
pub fn word(written: &str) -> Option<&'static str> {
    WORDS.get(&written.to_ascii_lowercase()).map(String::as_str)
}

/// Functions among operands.
const CALLS: [&str; 6] = ["hwreg", "sendmsg", "vmcnt", "expcnt", "lgkmcnt", "lit"];

/// The function that `written` is in any case.
pub fn call(written: &str) -> Option<&'static str> {
    CALLS.into_iter().find(|c| c.eq_ignore_ascii_case(written))
}

/// SDWA's select that `written` is, `b0`, `byte0` or `byte_0`, as LLVM writes it.
pub fn select(written: &str) -> Option<&'static str> {
    let lower = written.to_ascii_lowercase();
    let spellings = |known: &str| {
        let known = known.to_ascii_lowercase();
        let (part, number) = known.split_once('_').unwrap_or((known.as_str(), ""));
        let first = &part[..1];
        match number {
            // `d` alone is none.
            "" => [known.clone(), "dw".to_owned(), known.clone()],
            n => [known.clone(), format!("{part}{n}"), format!("{first}{n}")],
        }
    };
    SDWA_SEL.into_iter().find(|k| spellings(k).contains(&lower))
}

/// What SDWA does with the rest of the destination: `pad` or `unused_pad`, as LLVM writes it.
pub fn unused(written: &str) -> Option<&'static str> {
    let upper = written.to_ascii_uppercase();
    let bare = upper.strip_prefix("UNUSED_").unwrap_or(&upper);
    let all = SDWA_UNUSED.into_iter();
    all.into_iter()
        .find(|known| known.strip_prefix("UNUSED_") == Some(bare))
}

/// A part of MTBUF's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// DFMT.
    Data(u8),
    /// NFMT.
    Number(u8),
}

/// The format that `written` is, `8_8` or `buf_data_format_8_8`, `float` or `buf_num_format_float`.
pub fn format(generation: Gen, written: &str) -> Option<Format> {
    let upper = written.to_ascii_uppercase();
    let index = |prefix: &str, names: &[&str]| {
        let bare = upper.strip_prefix(prefix).unwrap_or(&upper);
        let place = names.iter().position(|n| *n == bare)?;
        u8::try_from(place).ok()
    };
    let number = || index(NUMBER_FORMAT, &buffer_numbers(generation)).map(Format::Number);
    index(DATA_FORMAT, &BUFFER_DATA)
        .map(Format::Data)
        .or_else(number)
}

/// A target: CLRX's name of a card or of an architecture, LLVM's target, and the numbers that `.get_gpu` and
/// `.get_arch` give (CLRX ClrxAsmPseudoOps).
#[derive(Debug)]
pub struct Card {
    pub name: &'static str,
    pub target: &'static str,
    pub number: i64,
}

const fn card(name: &'static str, target: &'static str, number: i64) -> Card {
    Card {
        name,
        target,
        number,
    }
}

/// The cards of `.gpu`. Of several names of one, the last has its number.
pub const CARDS: &[Card] = &[
    card("capeverde", "gfx601", 0),
    card("pitcairn", "gfx601", 1),
    card("tahiti", "gfx600", 2),
    card("oland", "gfx601", 3),
    card("hainan", "gfx602", 8),
    card("bonaire", "gfx704", 4),
    card("spectre", "gfx700", 5),
    card("gfx700", "gfx700", 5),
    card("spooky", "gfx700", 6),
    card("kalindi", "gfx703", 7),
    card("mullins", "gfx703", 12),
    card("hawaii", "gfx701", 9),
    card("gfx701", "gfx701", 9),
    card("iceland", "gfx802", 10),
    card("topaz", "gfx802", 10),
    card("gfx802", "gfx802", 11),
    card("tonga", "gfx802", 11),
    card("fiji", "gfx803", 13),
    card("gfx803", "gfx803", 13),
    card("carrizo", "gfx801", 14),
    card("gfx801", "gfx801", 14),
    card("stoney", "gfx810", 18),
    card("ellesmere", "gfx803", 19),
    card("polaris10", "gfx803", 19),
    card("polaris20", "gfx803", 19),
    card("baffin", "gfx803", 20),
    card("polaris11", "gfx803", 20),
    card("polaris21", "gfx803", 20),
    card("gfx804", "gfx803", 21),
    card("polaris12", "gfx803", 21),
    card("polaris22", "gfx803", 21),
    card("vega10", "gfx900", 22),
    card("gfx900", "gfx900", 22),
    card("raven", "gfx902", 24),
    card("gfx902", "gfx902", 24),
    card("vega12", "gfx904", 26),
    card("gfx904", "gfx904", 26),
    card("vega20", "gfx906", 28),
    card("gfx906", "gfx906", 28),
];

/// The architectures of `.arch`.
pub const ARCHITECTURES: &[Card] = &[
    card("gcn1.0", "gfx600", 0),
    card("gfx6", "gfx600", 0),
    card("si", "gfx600", 0),
    card("gcn1.1", "gfx700", 1),
    card("gfx7", "gfx700", 1),
    card("ci", "gfx700", 1),
    card("gcn1.2", "gfx803", 2),
    card("gfx8", "gfx803", 2),
    card("vi", "gfx803", 2),
    card("gcn1.4", "gfx900", 3),
    card("gfx9", "gfx900", 3),
    card("vega", "gfx900", 3),
    card("gcn1.4.1", "gfx906", 4),
    card("gfx906", "gfx906", 4),
    card("vega20", "gfx906", 4),
];

/// Cards and architectures that are not executed here.
pub const FOREIGN: &[&str] = &[
    "gcn1.5", "gcn1.5.1", "gfx10", "gfx1011", "navi", "navidl", "gfx1000", "gfx1010", "navi10",
    "dummy", "goose", "horse", "gfx901", "gfx903", "gfx905", "gfx907", "vega11",
];

/// The row of `table` that `written` names in any case.
pub fn find(table: &'static [Card], written: &str) -> Option<&'static Card> {
    table.iter().find(|c| c.name.eq_ignore_ascii_case(written))
}

/// A binary format and the number that `.get_format` gives.
pub const FORMATS: &[(&str, i64)] = &[
    ("amd", 0),
    ("catalyst", 0),
    ("gallium", 1),
    ("raw", 2),
    ("amdcl2", 3),
    ("rocm", 4),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        assert!(is_spelling("HW_REG_MODE", "mode") && is_spelling("HW_REG_MODE", "HWREG_Mode"));
        assert!(is_spelling("GS_OP_EMIT_CUT", "emit-cut") && !is_spelling("GS_OP_EMIT", "cut"));
        for (written, known) in [
            ("b2", "BYTE_2"),
            ("Word1", "WORD_1"),
            ("byte_0", "BYTE_0"),
            ("dw", "DWORD"),
        ] {
            assert_eq!(select(written), Some(known), "{written}");
        }
        assert_eq!((select("b4"), select("d")), (None, None));
        assert_eq!(unused("sext"), Some("UNUSED_SEXT"));
        assert_eq!(unused("keep"), None);
        assert_eq!(format(Gen::Gfx8, "8_8"), Some(Format::Data(3)));
        assert_eq!(format(Gen::Gfx8, "Float"), Some(Format::Number(7)));
        assert_eq!(format(Gen::Gfx9, "snorm_ogl"), None);
        assert_eq!(word("MRT3"), Some("mrt3"));
        assert_eq!(word("attr64.x"), None);
    }

    #[test]
    fn targets_exist() {
        for card in CARDS.iter().chain(ARCHITECTURES) {
            let generation = crate::isa::target::generation(card.target);
            assert!(generation.is_some(), "{}", card.name);
            assert!(!FOREIGN.contains(&card.name), "{}", card.name);
        }
    }
}
