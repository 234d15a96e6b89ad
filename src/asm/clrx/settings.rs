//! What a text in CLRX's language is assembled for: card, architecture, container, width of addresses.

use super::names::{self, ARCHITECTURES, CARDS, Card, FOREIGN, FORMATS};
use crate::isa::Gen;

/// See the module.
#[derive(Clone, Debug)]
pub struct Settings {
    pub card: &'static Card,
    pub architecture: &'static Card,
    /// Whether addresses are of 64 bits.
    pub wide: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings::of(Gen::Gfx9)
    }
}

/// The card that each generation has unless the text says another.
const DEFAULTS: &[(Gen, &str, &str)] = &[
    (Gen::Gfx6, "tahiti", "gcn1.0"),
    (Gen::Gfx7, "hawaii", "gcn1.1"),
    (Gen::Gfx8, "fiji", "gcn1.2"),
    (Gen::Gfx9, "vega10", "gcn1.4"),
    (Gen::Gfx906, "vega20", "gcn1.4.1"),
];

/// The container that is made: none.
const RAW: &str = "raw";

impl Settings {
    /// For a generation; of one that CLRX does not know, those of the last that it does.
    pub fn of(generation: Gen) -> Settings {
        let row = DEFAULTS.iter().find(|(g, ..)| *g == generation);
        let (_, card, architecture) = row.unwrap_or(&DEFAULTS[DEFAULTS.len() - 1]);
        Settings {
            card: names::find(CARDS, card).unwrap_or(&CARDS[0]),
            architecture: names::find(ARCHITECTURES, architecture).unwrap_or(&ARCHITECTURES[0]),
            wide: false,
        }
    }

    /// Whether CLRX's language has the instructions of a generation.
    pub fn knows(generation: Gen) -> bool {
        DEFAULTS.iter().any(|(g, ..)| *g == generation)
    }

    /// Goes over to a card, or else an architecture, which must be of the generation.
    pub fn choose(&mut self, is_card: bool, written: &str, generation: Gen) -> Result<(), String> {
        let card = find(if is_card { CARDS } else { ARCHITECTURES }, written)?;
        let of = crate::isa::target::generation(card.target);
        let Some(of) = of.filter(|of| *of == generation) else {
            return Err(format!("the text is for {written}, not for {generation}"));
        };
        let default = Settings::of(of);
        if is_card {
            (self.card, self.architecture) = (card, default.architecture);
        } else {
            (self.card, self.architecture) = (default.card, card);
        }
        Ok(())
    }

    /// Whether the card is called `written`.
    pub fn is_card(&self, written: &str) -> Result<bool, String> {
        match find(CARDS, written) {
            Ok(card) => Ok(card.number == self.card.number),
            Err(_) if is_foreign(written) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Whether the architecture is called `written`; Vega 20's is that of Vega, too.
    pub fn is_architecture(&self, written: &str) -> Result<bool, String> {
        match find(ARCHITECTURES, written) {
            Ok(card) => {
                let (own, asked) = (self.architecture.number, card.number);
                Ok(own == asked || (own, asked) == (4, 3))
            }
            Err(_) if is_foreign(written) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Whether the container is called `written`.
    pub fn is_format(&self, written: &str) -> Result<bool, String> {
        let lower = written.to_ascii_lowercase();
        let known = FORMATS.iter().any(|(name, _)| *name == lower);
        if known {
            Ok(lower == RAW)
        } else {
            Err(format!("there is no container '{written}'"))
        }
    }

    /// The number of the container.
    pub fn format(&self) -> i64 {
        let raw = FORMATS.iter().find(|(name, _)| *name == RAW);
        raw.map_or(0, |(_, n)| *n)
    }
}

/// LLVM's name of the target that a text says it is for, by its first `.gpu` or `.arch`.
pub fn declared(source: &str) -> Option<&'static str> {
    let statements = source.lines().flat_map(|line| {
        let code = line.split('#').next().unwrap_or_default();
        code.split(';')
    });
    statements.map(str::trim).find_map(|statement| {
        let (word, written) = statement.split_once(char::is_whitespace)?;
        let table = match word.to_ascii_lowercase().as_str() {
            ".gpu" => CARDS,
            ".arch" => ARCHITECTURES,
            _ => return None,
        };
        names::find(table, written.trim()).map(|card| card.target)
    })
}

fn is_foreign(written: &str) -> bool {
    FOREIGN.iter().any(|f| f.eq_ignore_ascii_case(written))
}

/// The row of a table.
fn find(table: &'static [Card], written: &str) -> Result<&'static Card, String> {
    if written.is_empty() {
        return Err("expected a name".to_owned());
    }
    names::find(table, written).ok_or_else(|| {
        if is_foreign(written) {
            format!("'{written}' is not assembled for")
        } else {
            format!("there is no '{written}' among CLRX's names of targets")
        }
    })
}
