//! What the checks know of a program's instructions, as far as they have come by.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use super::operands::Operands;
use super::{nops, races, uninit, waits};
use crate::isa::facts::SmemAct;
use crate::isa::{Flags, Inst, Sop1, Sopk, Sopp};
use crate::machine::program::Program;

/// What the checks need to know of an instruction.
#[derive(Clone, Debug)]
pub struct Site {
    pub inst: Inst,
    pub operands: Operands,
    pub nops: nops::Plan,
    pub waits: waits::Plan,
    pub races: races::Plan,
    pub uninit: uninit::Plan,
    /// How its accesses to memory are known.
    pub memory: Told,
    /// Whether the card may take its addresses otherwise than they are meant.
    pub may_miss: bool,
}

/// What nothing can be found of on any path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clean {
    /// Of waits.
    pub waits: bool,
    /// Of wait states.
    pub nops: bool,
    /// Of accesses to memory.
    pub memory: bool,
}

/// How it is known where an instruction goes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It goes nowhere.
    Nowhere,
    /// The registers tell it before.
    Before,
    /// The interpreter tells it after.
    After,
}

/// Whether a wave may access scalar memory behind a vector store, going by the program's words, any of which may begin an
/// instruction.
pub fn scalar_behind(program: &Program) -> bool {
    let (mut stores, mut reads, mut back) = (vec![], vec![], vec![]);
    for i in 0..program.words().len() as u64 {
        let pc = program.base() + 4 * i;
        let Ok(d) = program.at(pc) else { continue };
        match &d.inst {
            Inst::Smem { op, .. } => match op.act() {
                SmemAct::Clock | SmemAct::RealTime | SmemAct::Cache => {}
                _ => reads.push(pc),
            },
            Inst::Sopp { op, simm16 } if op.row().flags.has(Flags::BRANCH) => {
                let to = pc
                    .wrapping_add(4)
                    .wrapping_add_signed(i64::from(*simm16 as i16) * 4);
                if to <= pc {
                    back.push((to, pc));
                }
            }
            Inst::Sop1 {
                op: Sop1::S_SETPC_B64 | Sop1::S_SWAPPC_B64,
                ..
            } => return true,
            Inst::Sopk { op, .. } if *op == Sopk::S_CALL_B64 => return true,
            inst if inst.row().flags.has(Flags::STORES) || inst.row().flags.has(Flags::ATOMIC) => {
                stores.push(pc);
            }
            _ => {}
        }
    }
    let Some(first) = stores.first() else {
        return false;
    };
    let around = |read: &u64| {
        back.iter()
            .any(|(to, from)| (to..=from).contains(&read) && from > first)
    };
    reads.iter().any(|read| read > first || around(read))
}

/// Whether a program has a barrier, any of whose words may begin an instruction.
pub fn has_barrier(program: &Program) -> bool {
    let is = |inst: &Inst| matches!(inst, Inst::Sopp { op, .. } if *op == Sopp::S_BARRIER);
    (0..program.words().len() as u64)
        .any(|i| (program.at(program.base() + 4 * i)).is_ok_and(|d| is(&d.inst)))
}

/// The instructions of a program, as far as they have been executed: by the index of their first word.
#[derive(Debug)]
pub struct Sites {
    pub all: Vec<OnceLock<Box<Site>>>,
    pub runs: Vec<OnceLock<Box<Run>>>,
    /// What of wait states is of interest in it; `None`: all.
    pub used: Option<Box<nops::Used>>,
    /// Scalar memory may be accessed behind a vector store.
    pub scalar_behind: bool,
    /// There may be barriers.
    pub barriers: bool,
    /// What cannot be found in waves that begin at an address, with the V# of their private memory or without.
    pub proofs: Mutex<BTreeMap<(u64, bool), Clean>>,
}

/// Words of programs at most of which it is found out what of wait states is of interest.
pub const MAX_SCANNED: usize = 1 << 16;

impl Sites {
    /// Instruction `i` of a run that begins with `first`.
    pub fn nth<'a>(&'a self, run: &Run, i: usize, first: &'a Site) -> Option<&'a Site> {
        match i {
            0 => Some(first),
            i => self.all[run.sites[i] as usize].get().map(|s| &**s),
        }
    }
}

/// Instructions that follow one another, under one EXEC; none but the first accesses memory.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// By the index of their first word.
    pub sites: Vec<u32>,
    /// Their addresses.
    pub pcs: Vec<u64>,
    /// What they read and write.
    pub touches: waits::Touches,
    /// Those that the waits are interested in when nothing that the run touches is under way; and what those behind
    /// each touch.
    pub busy: Vec<(u16, waits::Touches)>,
    /// Those that the wait states are interested in, with the wait states of the others before; and those at the end.
    pub loud: Vec<(u16, u64)>,
    pub rest: u64,
    /// Those that order accesses to memory.
    pub orders: Vec<u16>,
    /// What undefined data decides in them, where that can be told of all at once.
    pub uninit: Option<uninit::run::Summary>,
    /// The same of all but the first.
    pub uninit_behind: Option<uninit::run::Summary>,
}

impl Site {
    pub fn step(&self, pc: u64) -> waits::Step<'_> {
        waits::Step {
            inst: &self.inst,
            plan: &self.waits,
            operands: &self.operands,
            pc,
        }
    }
}
