//! How far the results of a launch can be trusted: its instructions by what was decided about them, from the counts of a
//! [`Profile`].

use std::collections::BTreeMap;

use super::profile::{Instruction, Profile};
use crate::error::SourceLine;
use crate::isa::{Class, Fidelity};

/// What a launch, or several of a kernel, executed, by how far results can be trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trust {
    /// Name of the kernel.
    pub kernel: String,
    /// LLVM target name.
    pub target: String,
    /// Wave instructions that were executed.
    pub executed: u64,
    /// The decisions that they fall under: each instruction under one.
    pub decisions: BTreeMap<Fidelity, Told>,
    /// Decisions that hold for some results of some of them, beside that.
    pub caveats: BTreeMap<Fidelity, Told>,
}

/// How often a decision counted, and where first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Told {
    /// Wave instructions that were executed.
    pub executed: u64,
    /// Instructions of the code.
    pub instructions: u64,
    /// The one with the lowest address: in bytes from the kernel's first one.
    pub pc: i64,
    /// Its text.
    pub instruction: String,
    /// The line of the source, when the file tells: in the innermost function, then in those into which it was inlined.
    pub source: Vec<SourceLine>,
}

impl Told {
    /// How often, and the instruction with the lowest address.
    pub(crate) fn new(
        [executed, instructions]: [u64; 2],
        pc: i64,
        instruction: String,
        source: Vec<SourceLine>,
    ) -> Told {
        Told {
            executed,
            instructions,
            pc,
            instruction,
            source,
        }
    }

    fn of(i: &Instruction) -> Told {
        let counts = [i.sums.executions, 1];
        Told::new(counts, i.pc, i.instruction.clone(), i.source.clone())
    }

    /// Adds what is told of another launch of the same code (`repeated`), or of other instructions of the same launch.
    fn add(&mut self, other: &Told, repeated: bool) {
        self.executed += other.executed;
        self.instructions = if repeated {
            self.instructions.max(other.instructions)
        } else {
            self.instructions + other.instructions
        };
        if other.pc < self.pc {
            self.pc = other.pc;
            self.instruction.clone_from(&other.instruction);
            self.source.clone_from(&other.source);
        }
    }
}

impl Trust {
    /// One of which nothing is told yet.
    pub(crate) fn empty(kernel: String, target: String) -> Trust {
        Trust {
            kernel,
            target,
            ..Trust::default()
        }
    }

    /// How many executed instructions are of a class.
    pub fn of(&self, class: Class) -> u64 {
        let of_class = self.decisions.iter().filter(|(f, _)| f.class() == class);
        of_class.map(|(_, told)| told.executed).sum()
    }

    /// Whether every result is exact, but for caveats.
    pub fn is_exact(&self) -> bool {
        self.of(Class::Exact) == self.executed
    }

    /// Adds another launch of the same kernel. Instructions count as those of the launch that had more of them.
    pub fn add(&mut self, other: &Trust) {
        self.executed += other.executed;
        let both = [
            (&mut self.decisions, &other.decisions),
            (&mut self.caveats, &other.caveats),
        ];
        for (mine, theirs) in both {
            for (fidelity, told) in theirs {
                merge(mine, *fidelity, told, true);
            }
        }
    }
}

fn merge(all: &mut BTreeMap<Fidelity, Told>, fidelity: Fidelity, told: &Told, repeated: bool) {
    match all.get_mut(&fidelity) {
        Some(mine) => mine.add(told, repeated),
        None => {
            all.insert(fidelity, told.clone());
        }
    }
}

impl Profile {
    /// How far the results of what was executed can be trusted. `docs/fidelity.md` has the decisions.
    pub fn trust(&self) -> Trust {
        let mut trust = Trust::empty(self.kernel.clone(), self.target.clone());
        for i in &self.instructions {
            let told = Told::of(i);
            trust.executed += told.executed;
            merge(&mut trust.decisions, i.fidelity, &told, false);
            for caveat in &i.caveats {
                merge(&mut trust.caveats, *caveat, &told, false);
            }
        }
        trust
    }
}
