//! What instructions make of values that are the same in all lanes.

use smallvec::SmallVec;

use super::super::Kind;
use super::session::Run;
use crate::check::accesses::bits;
use crate::check::operands::{Bank, Half, Operands, Registers, Role};
use crate::interp::seen::{Seen, Space};
use crate::isa::facts::{DsAct, MubufAct};
use crate::isa::{Flags, Gen, Inst, Row, Sopp, VCC_LO, VopForm};
use crate::machine::program::Program;
use crate::machine::wave::LANES;

/// Numbers of vector registers.
type Numbers = SmallVec<[u8; 6]>;

/// How often more than one lane executed an instruction that a scalar one could do, and in how many of these
/// executions all lanes had the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Same {
    pub executions: u64,
    pub same: u64,
}

impl Same {
    fn of(same: bool) -> Same {
        Same {
            executions: 1,
            same: same.into(),
        }
    }

    /// Adds others.
    pub fn add(&mut self, other: Same) {
        self.executions += other.executions;
        self.same += other.same;
    }
}

/// What an instruction does to the vector registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Each lane computes from its own: the same where that is. `twin`: a scalar instruction can do it.
    Computes {
        reads: Numbers,
        writes: Numbers,
        twin: bool,
    },
    /// Each lane loads: the same where they load from one address.
    Loads { writes: Numbers, twin: bool },
    /// What lanes get depends on more than that.
    Spoils { writes: Numbers },
    /// It is not known which registers it writes.
    SpoilsAll,
}

/// What there is to know of a run of instructions.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// How many are vector instructions.
    pub vector: u64,
    /// Where the last one is.
    pub last: u64,
    /// Where barriers are.
    pub barriers: Vec<u64>,
    /// What they do to vector registers, by address.
    pub effects: Vec<(u64, Effect)>,
}

impl Plan {
    /// That of a run of `program`.
    pub fn of(program: &Program, run: Run) -> Plan {
        let mut plan = Plan::default();
        let mut pc = run.pc;
        for _ in 0..run.count {
            plan.last = pc;
            let Ok(decoded) = program.at(pc) else { break };
            plan.vector += u64::from(Kind::of(&decoded.inst).is_vector());
            if matches!(&decoded.inst, Inst::Sopp { op, .. } if *op == Sopp::S_BARRIER) {
                plan.barriers.push(pc);
            }
            let effect = Effect::of(program.generation(), &decoded.inst);
            plan.effects.extend(effect.map(|e| (pc, e)));
            pc += u64::from(decoded.size);
        }
        plan
    }
}

/// Whether the scalar ALU has an instruction that does the same on a value. Those that only move have none: what lanes
/// want has to come into vector registers in some way.
fn has_twin(generation: Gen, row: &Row) -> bool {
    row.flags.has(Flags::TWIN) || generation.is_gfx9() && row.flags.has(Flags::TWIN9)
}

fn numbers(registers: &[Registers]) -> Numbers {
    let vectors = registers.iter().filter(|r| r.bank == Bank::Vector);
    vectors.flat_map(|r| r.numbers()).collect()
}

impl Effect {
    /// What an instruction does to vector registers; `None`: nothing.
    pub fn of(generation: Gen, inst: &Inst) -> Option<Effect> {
        if !Kind::of(inst).is_vector() {
            return None;
        }
        if Operands::vary(inst, 0) {
            return Some(Effect::SpoilsAll);
        }
        let operands = Operands::encoded(generation, inst);
        let writes = numbers(&operands.writes);
        let (row, flags) = (inst.row(), inst.row().flags);
        match inst {
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => {
                // What comes from other lanes, or from a mask, or depends on the lane's own number.
                let by_lane = f.form == VopForm::Dpp
                    || flags.any(Flags::BY_LANE.or(Flags::INTERP))
                    || row.writes_lane()
                    || operands.reads.iter().any(|r| {
                        r.role == Role::CarryIn
                            || r.role == Role::LdsBase
                            || r.role == Role::Implicit && r.first == VCC_LO
                    });
                if by_lane || !operands.writes.iter().all(whole) {
                    return (!writes.is_empty()).then_some(Effect::Spoils { writes });
                }
                let twin = has_twin(generation, row) && f.sdwa.is_none();
                if writes.is_empty() && !twin {
                    return None;
                }
                Some(Effect::Computes {
                    reads: numbers(&operands.reads),
                    writes,
                    twin,
                })
            }
            _ if writes.is_empty() => None,
            Inst::Ds { op, .. } => Some(match op.act() {
                DsAct::Loads(_) | DsAct::Loads2(..) if operands.writes.iter().all(whole) => {
                    Effect::Loads {
                        writes,
                        twin: false,
                    }
                }
                _ => Effect::Spoils { writes },
            }),
            Inst::Flat { f, .. } if !flags.has(Flags::ATOMIC) && !f.lds && !f.tfe => {
                Effect::load(&operands, writes, !f.glc)
            }
            Inst::Mubuf { op, f } if matches!(op.act(), MubufAct::Loads(_)) && !f.lds && !f.tfe => {
                Effect::load(&operands, writes, !f.glc)
            }
            _ => Some(Effect::Spoils { writes }),
        }
    }

    /// A load from global memory; `plain`: it may come from any cache.
    fn load(operands: &Operands, writes: Numbers, plain: bool) -> Option<Effect> {
        Some(if operands.writes.iter().all(whole) {
            // Scalar loads load whole dwords.
            Effect::Loads {
                writes,
                twin: plain,
            }
        } else {
            Effect::Spoils { writes }
        })
    }

    /// Whether its registers are others in GPR index mode.
    pub fn is_indexed(&self) -> bool {
        matches!(self, Effect::Computes { .. } | Effect::Spoils { .. })
    }

    /// Applies it to what is known of the registers, for the lanes `exec`, of which there are some. `seen` is what the
    /// first instruction of the run accesses. Says, of what a scalar instruction could do, whether it could have this
    /// time, where more than one lane is active.
    pub fn apply(&self, known: &mut [u64; 256], exec: u64, seen: &[Seen]) -> Option<Same> {
        let several = exec.count_ones() > 1;
        let (writes, same, told) = match self {
            Effect::Computes {
                reads,
                writes,
                twin,
            } => {
                let same = reads.iter().all(|r| exec & !known[usize::from(*r)] == 0);
                // An operation on scalars alone may be there to bring its result into a vector register.
                let told = (*twin && several).then(|| Same::of(same && !reads.is_empty()));
                (writes, same, told)
            }
            Effect::Loads { writes, twin } => {
                let same = at_one_address(seen, exec);
                let global = || {
                    seen.iter()
                        .all(|s| s.space == Space::Global && s.bytes % 4 == 0)
                };
                let told = (*twin && several).then(|| Same::of(same && global()));
                (writes, same, told)
            }
            Effect::Spoils { writes } => (writes, false, None),
            Effect::SpoilsAll => {
                known.fill(0);
                return None;
            }
        };
        for w in writes {
            let known = &mut known[usize::from(*w)];
            *known = if same { exec } else { *known & !exec };
        }
        told
    }
}

/// Whether all of each register is written.
fn whole(r: &Registers) -> bool {
    r.half == Half::Whole
}

/// Whether all lanes of `exec` access the same bytes.
fn at_one_address(seen: &[Seen], exec: u64) -> bool {
    // The lowest address of each lane, and its bytes.
    let mut lanes = [(u64::MAX, 0u64); LANES];
    for s in seen {
        let Some(lane) = s.lane.map(usize::from) else {
            return false;
        };
        let (at, bytes) = &mut lanes[lane % LANES];
        *at = s.address.min(*at);
        *bytes += u64::from(s.bytes);
    }
    let mut all = bits(exec).map(|lane| lanes[lane]);
    let first = all.next();
    first.is_some_and(|first| first.1 != 0 && all.all(|one| one == first))
}
