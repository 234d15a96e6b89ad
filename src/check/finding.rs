//! Findings, and the list of them.

use std::collections::HashMap;

/// What a check looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Class {
    /// Registers and memory that are used before `s_waitcnt` says that they are there.
    Waits,
    /// Wait states that software must insert (`s_nop`).
    Nops,
    /// Values that nobody has defined, where they decide something.
    Uninit,
    /// Accesses to memory by different waves without an order between them.
    Races,
    /// Accesses to memory that a card would drop, move elsewhere or refuse.
    Memory,
    /// What a card would do right, and slower than it could.
    Lint,
}

impl Class {
    /// All of them.
    pub const ALL: &[Class] = &[
        Class::Waits,
        Class::Nops,
        Class::Uninit,
        Class::Races,
        Class::Memory,
        Class::Lint,
    ];

    /// Those that look for what is wrong: all but lints.
    pub const DEFAULT: &[Class] = Class::ALL.split_at(Class::ALL.len() - 1).0;

    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Class::Waits => "waits",
            Class::Nops => "nops",
            Class::Uninit => "uninit",
            Class::Races => "races",
            Class::Memory => "memory",
            Class::Lint => "lint",
        }
    }
}

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// The card may give another result.
    Error,
    /// Sources disagree, or it is harmless in practice: only found when asked for.
    Warning,
    /// The result is right, and comes later than it could: what [`Class::Lint`] finds.
    Note,
}

impl Severity {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// An instruction that a wave executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Guest address of the instruction.
    pub pc: u64,
    /// Work-group id.
    pub workgroup: [u32; 3],
    /// Wave within the work-group.
    pub wave: u32,
    /// Lane, where it is one lane's.
    pub lane: Option<u8>,
}

/// Something that a check has found: where, for the first time, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing it is.
    pub class: Class,
    /// Which rule says so, by its number in the documentation: `H01`, `V02`.
    pub rule: &'static str,
    /// How sure it is.
    pub severity: Severity,
    /// Where it happened first.
    pub at: Place,
    /// The other instruction: the pending load, the write that came too soon before.
    pub other: Option<Place>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// How often it happened.
    pub count: u64,
}

/// What a check tells the engine, which knows where the wave is.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What kind of thing it is.
    pub class: Class,
    /// The rule's number.
    pub rule: &'static str,
    /// How sure it is.
    pub severity: Severity,
    /// The other, earlier instruction; `None` where there is none.
    pub other: Option<Other>,
    /// The lane, where it is one lane's.
    pub lane: Option<u8>,
    /// What is wrong, in one sentence.
    pub message: String,
}

/// The other instruction of a [`Found`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    /// Its address.
    pub pc: u64,
    /// Work-group and wave that executed it, if it was not the one at which something is found.
    pub by: Option<([u32; 3], u32)>,
    /// The lane, where it is one lane's.
    pub lane: Option<u8>,
}

impl Other {
    /// An earlier instruction of the same wave.
    pub fn earlier(pc: u64) -> Other {
        Other {
            pc,
            by: None,
            lane: None,
        }
    }
}

/// Findings in the order in which they first happened; one for each rule and pair of instructions.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    all: Vec<Finding>,
    by_pair: HashMap<(&'static str, u64, Option<u64>), usize>,
}

impl Findings {
    /// Adds one, or counts it with that which is there. `message` is made only for the first.
    pub fn add(
        &mut self,
        class: Class,
        rule: &'static str,
        severity: Severity,
        at: Place,
        other: Option<Place>,
        message: impl FnOnce() -> String,
    ) {
        let key = (rule, at.pc, other.map(|o| o.pc));
        if let Some(&i) = self.by_pair.get(&key) {
            self.all[i].count += 1;
            return;
        }
        self.by_pair.insert(key, self.all.len());
        self.all.push(Finding {
            class,
            rule,
            severity,
            at,
            other,
            message: message(),
            count: 1,
        });
    }

    /// All of them.
    pub fn list(&self) -> &[Finding] {
        &self.all
    }
}
