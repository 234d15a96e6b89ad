//! The `agree` cases of a file: programs with a state, and launches.

use crate::fuzz::case::{Case, Tier};
use crate::fuzz::code::{Item, Words};
use crate::fuzz::launch::{LaunchCase, compare};
use crate::fuzz::oracle::Ran;
use crate::fuzz::{Session, report};
use crate::isa::Gen;

use super::parse::{self, Place, Problem};
use super::{agree, launch, program};

/// A case of a file, with where it stands.
#[derive(Clone, Debug)]
pub struct Header {
    /// Line in the file.
    pub line: usize,
    /// The title.
    pub title: String,
}

/// What an `agree` case of a file describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A program with the state that it starts in.
    Case(Case),
    /// A launch.
    Launch(LaunchCase),
}

impl Input {
    /// The generation.
    pub fn generation(&self) -> Gen {
        match self {
            Input::Case(c) => c.generation,
            Input::Launch(c) => c.generation,
        }
    }

    /// Has its code compiled with so much effort.
    pub fn set_tier(&mut self, tier: Tier) {
        match self {
            Input::Case(c) => c.tier = tier,
            Input::Launch(c) => c.tier = tier,
        }
    }

    /// Runs it on both backends.
    ///
    /// # Errors
    /// The first difference, in words.
    ///
    /// # Panics
    /// As [`Session::compare`].
    pub fn compare(&self, session: &mut Session) -> Result<Ran, String> {
        match self {
            Input::Case(c) => session.compare(c).map_err(|d| d.to_string()),
            Input::Launch(c) => compare(session, c).map_err(|d| d.to_string()),
        }
    }

    /// The region IR and the host code of its program, as it is compiled for any wave.
    pub fn compiled(&self) -> String {
        match self {
            Input::Case(c) => report::compiled(c),
            Input::Launch(c) => report::launch_compiled(c),
        }
    }
}

/// The `agree` cases in the text of a file, for each generation that they run on.
///
/// # Errors
/// The line that is wrong, and what is.
pub fn cases(text: &str) -> Result<Vec<(Header, Input)>, Problem> {
    let file = parse::parse(text)?;
    let mut out = vec![];
    for section in &file.sections {
        let programs = program::programs(section)?;
        for program in &programs {
            let items: Vec<_> = program
                .lines
                .iter()
                .flat_map(|l| l.chunks(2))
                .map(|w| Item::Inst(Words::new(w)))
                .collect();
            for c in section.cases.iter().filter(|c| c.agree) {
                if !c.runs_on(program.generation) {
                    continue;
                }
                let header = Header {
                    line: c.line,
                    title: c.title.clone(),
                };
                let input = if c.input.iter().any(|a| a.place == Place::Grid) {
                    launch::case(program.generation, items.clone(), c).map(Input::Launch)
                } else {
                    agree::case(program.generation, items.clone(), c).map(Input::Case)
                };
                out.push((header, input.map_err(|what| (c.line, what))?));
            }
        }
    }
    Ok(out)
}
