//! Where instructions go, and how long they keep what executes them busy.

use super::card::Card;
use crate::check::passes;
use crate::isa::facts::DsAct;
use crate::isa::{Flags, Gen, Inst, Sopp};
use crate::profile::Kind;
use crate::syntax::counters;

/// What executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// The sequencer itself: waits, `s_nop`, ...
    Sequencer,
    Scalar,
    Vector,
    Matrix,
    Lds,
    /// Scalar memory, through a cache of its own.
    Constants,
    Memory,
    Branch,
}

impl Unit {
    /// Its name on a timeline.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Sequencer => "sequencer",
            Unit::Scalar => "scalar ALU",
            Unit::Vector => "vector ALU",
            Unit::Matrix => "matrix unit",
            Unit::Lds => "LDS",
            Unit::Constants => "scalar memory",
            Unit::Memory => "vector memory",
            Unit::Branch => "branch",
        }
    }
}

/// What an instruction costs on a card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub unit: Unit,
    /// Cycles for which it keeps the unit, at least.
    pub cycles: u32,
    /// The counts to which `s_waitcnt` waits: of vector memory, and of the LDS and constants.
    pub waits: Option<[u16; 2]>,
    pub barrier: bool,
    pub ends: bool,
    /// An atomic on global memory.
    pub atomic: bool,
}

impl Op {
    pub fn of(card: &Card, generation: Gen, inst: &Inst) -> Op {
        let kind = Kind::of(inst);
        let c = &card.cycles;
        let mut op = Op {
            unit: Unit::Vector,
            cycles: c.vector,
            waits: None,
            barrier: false,
            ends: false,
            atomic: false,
        };
        match kind {
            Kind::Vector | Kind::Exchange => {
                if let Inst::Ds { .. } = inst {
                    // Permutations go through the LDS.
                    op.unit = Unit::Lds;
                }
                if inst.row().flags.has(Flags::QUARTER_RATE) {
                    op.cycles = c.special;
                }
            }
            Kind::Double => op.cycles = c.double,
            Kind::Special => op.cycles = c.special,
            Kind::Scalar => (op.unit, op.cycles) = (Unit::Scalar, c.scalar),
            Kind::ScalarMemory => (op.unit, op.cycles) = (Unit::Constants, c.scalar),
            Kind::Control => {
                (op.unit, op.cycles) = (Unit::Sequencer, 1);
                if inst.row().flags.has(Flags::BRANCH) {
                    (op.unit, op.cycles) = (Unit::Branch, c.scalar);
                }
                if let Inst::Sopp { op: sopp, simm16 } = inst {
                    op.barrier = *sopp == Sopp::S_BARRIER;
                    op.ends = *sopp == Sopp::S_ENDPGM;
                    if *sopp == Sopp::S_WAITCNT {
                        let [vm, _, lgkm] = counters(generation);
                        op.waits = Some([vm.get(*simm16), lgkm.get(*simm16)]);
                    }
                    if *sopp == Sopp::S_NOP {
                        op.cycles = u32::from(*simm16 & 15) + 1;
                    }
                }
            }
            Kind::Lds => {
                op.unit = Unit::Lds;
                if let Inst::Ds { op: ds, .. } = inst
                    && ds.act() == DsAct::Nothing
                {
                    op.unit = Unit::Sequencer;
                }
            }
            Kind::Memory => op.unit = Unit::Memory,
            Kind::Atomic | Kind::Image => {
                op.unit = Unit::Memory;
                op.atomic = kind == Kind::Atomic;
            }
            Kind::Matrix => {
                op.unit = Unit::Matrix;
                op.cycles = c.vector * u32::from(passes(generation, inst).unwrap_or(1));
            }
            Kind::Graphics => {}
        }
        op
    }
}
