//! Clauses: memory instructions that directly follow each other, without another one between.
//!
//! With XNACK, memory may answer that it could not be reached yet, and then the instructions of a clause are executed
//! anew. None may have written by then what one of them reads.
//!
//! Source: LLVM 19, GCNHazardRecognizer, `checkSoftClauseHazards`, for scalar and for vector memory; and its
//! constrained scalar loads of several dwords (pull request 96163). It ends a clause at each store, too, as long as it
//! does not know whether that goes where loads of the clause do: that is not asked for here.

use std::ops::Range;

use smallvec::SmallVec;

use crate::check::accesses::is_memory;
use crate::check::finding::{Class, Found, Other, Severity};
use crate::check::operands::{Bank, Operands, Registers, register_name, vector_name};
use crate::isa::facts::{At, SmemAct};
use crate::isa::{Feature, Gen, Inst};

/// Registers: whether they are vector registers, and their numbers.
type List = SmallVec<[(bool, Range<u16>); 4]>;

/// A memory instruction, as far as a clause is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Whether it is scalar memory: clauses are of one kind.
    scalar: bool,
    reads: List,
    writes: List,
    severity: Severity,
    /// It overwrites its own operands a part at a time.
    clobbers: bool,
}

/// What there is to check at an instruction: nothing where it cannot be in a clause.
#[derive(Clone, Debug, Default)]
pub struct Plan(Option<Box<Member>>);

/// What is wrong: the rule, which member of the clause, the register, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    pub rule: &'static str,
    /// The instruction before that has to do with it; `None`: it is the new one alone.
    pub member: Option<usize>,
    register: (bool, u16),
    severity: Severity,
}

fn list(all: &[Registers]) -> List {
    let numbers = |r: &Registers| match r.bank {
        Bank::Scalar => (
            false,
            r.first.into()..u16::from(r.first) + u16::from(r.count),
        ),
        Bank::Vector | Bank::Accumulation => (true, r.in_file()),
    };
    all.iter().map(numbers).collect()
}

/// The first register that both have.
fn common(a: &List, b: &List) -> Option<(bool, u16)> {
    a.iter().find_map(|(vector, a)| {
        b.iter().find_map(|(other, b)| {
            let n = a.start.max(b.start);
            (vector == other && n < a.end.min(b.end)).then_some((*vector, n))
        })
    })
}

impl Plan {
    /// That of an instruction for cards with XNACK or without; `pedantic`: also where it may run on both.
    pub fn new(xnack: Feature, inst: &Inst, operands: &Operands, pedantic: bool) -> Plan {
        let severity = match xnack {
            Feature::On => Severity::Error,
            Feature::Any if pedantic => Severity::Warning,
            Feature::Any | Feature::Off | Feature::Unsupported => return Plan(None),
        };
        if !is_memory(inst) || matches!(inst, Inst::Ds { .. }) {
            return Plan(None);
        }
        let (reads, writes) = (list(&operands.reads), list(&operands.writes));
        let several = match inst {
            Inst::Smem { op, .. } => {
                matches!(op.act(), SmemAct::Loads(At::Memory | At::Buffer | At::Scratch, n) if n > 1)
            }
            _ => false,
        };
        Plan(Some(Box::new(Member {
            scalar: matches!(inst, Inst::Smem { .. }),
            clobbers: pedantic && several && common(&writes, &reads).is_some(),
            reads,
            writes,
            severity,
        })))
    }

    /// Whether it has nothing to do with clauses.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// As a member of a clause.
    pub fn member(&self) -> Option<&Member> {
        self.0.as_deref()
    }
}

impl Member {
    /// Whether it goes on with a clause of the other.
    pub fn follows(&self, other: &Member) -> bool {
        self.scalar == other.scalar
    }

    /// What is wrong with it directly behind `clause`, of its kind.
    pub fn clashes<'a>(&self, clause: impl Iterator<Item = &'a Member> + Clone) -> Option<Clash> {
        let clash = |member, register| Clash {
            rule: "H35",
            member: Some(member),
            register,
            severity: self.severity,
        };
        // Stores alone may be repeated before what comes behind them.
        let writes = clause.clone().any(|other| !other.writes.is_empty());
        let count = if writes { clause.clone().count() } else { 0 };
        for (i, other) in clause.enumerate().take(count) {
            let own = common(&other.writes, &other.reads);
            let met = common(&self.writes, &other.reads).or(own);
            if let Some(register) = met.or_else(|| common(&other.writes, &self.reads)) {
                return Some(clash(i, register));
            }
        }
        let own = common(&self.writes, &self.reads)?;
        if count != 0 {
            return Some(clash(count - 1, own));
        }
        self.clobbers.then_some(Clash {
            rule: "H36",
            member: None,
            register: own,
            severity: Severity::Warning,
        })
    }
}

impl Clash {
    /// What is told of it, where `pc` is that of the member before.
    pub fn found(&self, generation: Gen, pc: Option<u64>) -> Found {
        let (vector, n) = self.register;
        let name = if vector {
            vector_name(n)
        } else {
            register_name(generation, Bank::Scalar, n as u8)
        };
        let message = match pc {
            Some(_) => format!(
                "{name} is read and written in one group of memory instructions, which XNACK may repeat: another \
                 instruction is needed between"
            ),
            None => format!(
                "{name} is an operand of the load, and written by it: XNACK may repeat the load when a part of it has \
                 come"
            ),
        };
        Found {
            class: Class::Nops,
            rule: self.rule,
            severity: self.severity,
            other: pc.map(Other::earlier),
            lane: None,
            message,
        }
    }
}
