//! The targets whose inputs are not cases for both backends: files, dwords, texts, and programs that try
//! to escape.

use super::target::{Found, Round, Target};
use super::{Counts, Outcome, asm, decode, hostile, load};

/// Inputs of a round.
const INPUTS: u32 = 64;

/// Counts an input that was as it should be.
fn count(counts: &mut Counts, outcome: Outcome) {
    counts.cases += 1;
    if let Outcome::Rejected(why) = outcome {
        counts.rejected(why);
    }
}

fn found<T>(what: String, bytes: Vec<u8>, extension: &'static str) -> Result<T, Box<Found>> {
    Err(Box::new(Found::Input {
        what,
        bytes,
        extension,
    }))
}

/// [`load`].
pub struct Load;

impl Target for Load {
    fn name(&self) -> &'static str {
        "load"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        for _ in 0..INPUTS {
            let file = load::file(round.source);
            match load::check_load(&file) {
                Ok(outcome) => count(round.counts, outcome),
                Err(what) => return found(what, file, "bin"),
            }
        }
        Ok(())
    }
}

/// [`decode`].
pub struct Decode;

impl Target for Decode {
    fn name(&self) -> &'static str {
        "decode"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        for _ in 0..INPUTS {
            let words = decode::words(round.source);
            match decode::check_decode(round.generation(), &words) {
                Ok(outcome) => count(round.counts, outcome),
                Err(what) => {
                    let bytes = words.iter().flat_map(|w| w.to_le_bytes());
                    return found(what, bytes.collect(), "bin");
                }
            }
        }
        Ok(())
    }
}

/// [`asm`].
pub struct Asm;

impl Target for Asm {
    fn name(&self) -> &'static str {
        "asm"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        for _ in 0..INPUTS {
            let (text, checked) = if round.source.below(3) == 0 {
                let text = asm::clrx_text(round.source);
                let checked = asm::check_clrx(round.generation(), &text);
                (text, checked)
            } else {
                let text = asm::text(round.source);
                let checked = asm::check_asm(round.generation(), &text);
                (text, checked)
            };
            match checked {
                Ok(outcome) => count(round.counts, outcome),
                Err(what) => return found(what, text.into_bytes(), "s"),
            }
        }
        Ok(())
    }
}

/// [`hostile`].
pub struct Hostile;

impl Target for Hostile {
    fn name(&self) -> &'static str {
        "hostile"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        for _ in 0..INPUTS {
            let generation = round.generation();
            match hostile::check(round.source, generation) {
                Ok(outcome) => count(round.counts, outcome),
                Err(what) => return found(what.clone(), what.into_bytes(), "txt"),
            }
        }
        Ok(())
    }
}
