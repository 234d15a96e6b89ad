//! What a card would have done wrong where the emulator runs well: instructions that use what they have not waited
//! for, wait states that are missing, data that nobody has defined, waves that race.
//!
//! A checker is an engine: it has the interpreter execute one instruction after the other, and shows each to the
//! checks before and after. It can watch another engine too ([`Checker::watched`]), which shows it runs of
//! instructions before they are executed; that one need not be watched for what a look at all paths tells that it
//! cannot happen ([`Checker::prove`]). That look is also a check of its own, without a run ([`Checker::possible`]).
//! What is found is a [`Finding`], once for each pair of instructions, with a count.
//!
//! Sources: the rules name theirs; together LLVM 19's GCNHazardRecognizer and SIInsertWaitcnts, Mesa's ACO
//! (`aco_insert_NOPs`, README-ISA) and AMD's manuals ("Manually Inserted Wait States").

pub mod accesses;
pub mod engine;
pub mod every;
mod finding;
mod jumps;
mod memory;
mod nops;
pub mod operands;
mod paths;
mod private;
mod races;
pub mod rules;
mod sites;
pub mod uninit;
mod waits;

pub use engine::{Checker, Options};
pub use finding::{Class, Finding, Findings, Place, Severity};
pub(crate) use nops::passes;
