//! The targets whose inputs are no cases for both backends: files, dwords, texts, and programs that try
//! to escape.

use std::cell::RefCell;

use super::report::{Origin, report};
use super::target::{Found, Round, TARGETS, Target};
use super::{Counts, Outcome, Session, Source, asm, decode, hostile, load};
use crate::isa::Gen;

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
            let text = asm::text(round.source);
            match asm::check_asm(round.generation(), &text) {
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

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// One round of the target called `name`, with the choices of `bytes`: what a coverage-guided fuzzer
/// calls.
///
/// # Panics
/// When something does not hold, with all that is known of it: a case that differs as a `.gcn` file, made
/// as small as possible. When there is no such target.
pub fn round_of(name: &str, bytes: &[u8]) {
    let kind = TARGETS.iter().find(|k| k.name == name);
    let kind = kind.unwrap_or_else(|| panic!("there is no target '{name}'"));
    let done = SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| match Session::new() {
            Ok(session) => session,
            Err(e) => panic!("{e}"),
        });
        // An input must do the same alone as after others.
        session.forget();
        let done = (kind.make)().round(&mut Round {
            source: &mut Source::from_bytes(bytes),
            session,
            counts: &mut Counts::default(),
            generations: &Gen::ALL,
        });
        done.map_err(|found| {
            let origin = Origin {
                target: kind.name,
                seed: 0,
                round: 0,
            };
            report(session, *found, &origin).text
        })
    });
    if let Err(what) = done {
        panic!("{what}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coverage-guided fuzzer gives the same inputs again, with others between.
    #[test]
    fn inputs_repeat() {
        for _ in 0..2 {
            round_of("block", b":");
            round_of("block", b"another program");
        }
    }
}
