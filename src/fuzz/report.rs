//! What is said of a failing case: a `.gcn` file that runs again, and what its program is compiled to.

use crate::exec::program::Program;
use crate::isa::Gen;
use crate::jit::compile::Request;
use crate::jit::listing::{Stage, listing};
use crate::jit::mode_key;
use crate::lower::Start;

use super::case::{CODE, Case};
use super::gcn;
use super::minimize::Minimized;

/// Where a case was found.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The target's name.
    pub target: &'static str,
    /// The campaign's seed.
    pub seed: u64,
    /// The round.
    pub round: u64,
    /// The generation.
    pub generation: Gen,
}

/// The case as a `.gcn` file: what differs and where it was found as comments, then the code in LLVM's
/// syntax with its words, and the state.
pub fn text(m: &Minimized, origin: &Origin) -> String {
    let Origin {
        target,
        seed,
        round,
        generation,
    } = origin;
    let mut out = format!(
        "# {generation}: {}\n# Found by the target {target} with seed {seed} in round {round}.\n",
        m.difference
    );
    if !m.alone {
        out += "# It differs only after other cases of its round; it is as it was found.\n";
    }
    out += "# Run it again: gcn-jit fuzz-repro FILE\n";
    out += &gcn::text(&m.case, &format!("{target}, seed {seed}, round {round}"));
    out
}

/// The region IR and the host code of the case's program, as it is compiled for any wave.
pub fn compiled(case: &Case) -> String {
    let program = Program::new(case.generation, CODE, case.words());
    let request = Request {
        program: &program,
        pc: CODE,
        mode: case.waves[0].mode & mode_key(case.generation),
        vgprs: case.vgprs(),
        observed: case.observed,
        start: &Start::Any,
    };
    let mut out = String::new();
    for (stage, title) in [(Stage::Region, "region IR"), (Stage::Asm, "host code")] {
        let text = listing(&request, stage).unwrap_or_else(|e| format!("; {e}\n"));
        out += &format!("; {title}\n{text}");
    }
    out
}
