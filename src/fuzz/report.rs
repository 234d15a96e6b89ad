//! What is said of a failing case: a `.gcn` file that runs again, and what its program is compiled to.

use crate::isa::Gen;
use crate::jit::compile::Request;
use crate::jit::listing::{Stage, listing};
use crate::jit::mode_key;
use crate::lower::Start;
use crate::machine::program::Program;
use crate::machine::wave::FileSize;

use super::case::{CODE, Case};
use super::launch::LaunchCase;
use super::minimize::{self, Minimized};
use super::{Found, Session, gcn};

/// Where a case was found.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// The target's name.
    pub target: &'static str,
    /// The campaign's seed.
    pub seed: u64,
    /// The round.
    pub round: u64,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Origin {
            target,
            seed,
            round,
        } = self;
        write!(f, "{target}, seed {seed}, round {round}")
    }
}

/// What is shown and written of something that was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is shown: what does not hold, and where.
    pub text: String,
    /// The contents of the file by which it is found again.
    pub bytes: Vec<u8>,
    /// The ending of the file's name, without a dot; empty when there is no such file.
    pub extension: &'static str,
}

/// Makes what was found as small as possible, and says what there is to say about it.
pub fn report(session: &mut Session, found: Found, origin: &Origin) -> Report {
    let text = match found {
        Found::Case(case, difference) => {
            text(&minimize::minimize(session, case, difference), origin)
        }
        Found::Launch(case, difference) => {
            launch_text(&minimize::launch(session, case, difference), origin)
        }
        Found::Input {
            what,
            bytes,
            extension,
        } => {
            return Report {
                text: format!("{origin}: {what}\n"),
                bytes,
                extension,
            };
        }
    };
    Report {
        bytes: text.clone().into_bytes(),
        text,
        extension: "gcn",
    }
}

/// The case as a `.gcn` file: what differs and where it was found as comments, then the code in LLVM's
/// syntax with its words, and the state.
pub fn text(m: &Minimized, origin: &Origin) -> String {
    let case = gcn::text(&m.case, &origin.to_string());
    comments(m, m.case.generation, origin) + &case
}

/// As [`text`], of a launch.
pub fn launch_text(m: &minimize::MinimizedLaunch, origin: &Origin) -> String {
    let case = gcn::launch_text(&m.case, &origin.to_string());
    comments(m, m.case.generation, origin) + &case
}

/// What the file begins with.
fn comments<C, D: std::fmt::Display>(
    m: &Minimized<C, D>,
    generation: Gen,
    origin: &Origin,
) -> String {
    let Origin {
        target,
        seed,
        round,
    } = origin;
    let mut out = format!(
        "# {generation}: {}\n# Found by the target {target} with seed {seed} in round {round}.\n",
        m.difference
    );
    if !m.alone {
        out += "# It differs only after other cases of its round, or not each time; it is as it was found.\n";
    }
    out += "# Run it again: gcn-jit fuzz-repro FILE\n";
    out
}

/// The region IR and the host code of the case's program, as it is compiled for any wave.
pub fn compiled(case: &Case) -> String {
    let program = Program::new(case.generation, CODE, case.words());
    stages(&program, case.waves[0].mode, case.size(), case.observed)
}

/// As [`compiled`], of a launch.
pub fn launch_compiled(case: &LaunchCase) -> String {
    let program = Program::new(case.generation, CODE, case.words());
    stages(&program, case.mode, case.size(), case.observed)
}

fn stages(program: &Program, mode: u32, vgprs: FileSize, observed: bool) -> String {
    let request = Request {
        program,
        pc: program.base(),
        mode: mode & mode_key(program.generation()),
        vgprs,
        observed,
        start: &Start::Any,
        shown: Default::default(),
    };
    let mut out = String::new();
    for (stage, title) in [(Stage::Region, "region IR"), (Stage::Asm, "host code")] {
        let text = listing(&request, stage, None).unwrap_or_else(|e| format!("; {e}\n"));
        out += &format!("; {title}\n{text}");
    }
    out
}
