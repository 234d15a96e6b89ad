//! What must be defined for several instructions to have defined results, and what is defined after them: told from
//! their registers alone. Most code meets it, and then nothing has to be looked at bit by bit.

use smallvec::SmallVec;

use crate::check::accesses::is_memory;
use crate::check::operands::{Bank, Half, Operands, Registers, Role};
use crate::ir::plant::{Fault, planted};
use crate::isa::facts::DsAct;
use crate::isa::{Flags, Inst, Operand, Segment, VCC_LO, Vop, Vop1, Vop2};
use crate::machine::wave::FILE;

/// A set of registers of the lanes' file.
pub type Vectors = [u64; FILE / 64];

/// A lane of such a register.
type Lane = (u16, u8);

/// Of instructions that follow one another under one EXEC, the first of which alone may access memory.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What has to be defined before them.
    pub before: Needs,
    /// Scalar registers that are defined after them.
    pub scalars: u128,
    /// SCC is.
    pub scc: bool,
    /// Vector registers that are in the active lanes.
    pub vectors: Vectors,
    /// In all lanes: results of products of matrices.
    pub whole: Vectors,
    /// Single lanes that are.
    pub lanes: SmallVec<[Lane; 2]>,
    /// Where the first one goes.
    pub reach: Reach,
}

/// What has to be defined.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// Scalar registers.
    pub scalars: u128,
    /// SCC.
    pub scc: bool,
    /// Vector registers, in the active lanes.
    pub active: Vectors,
    /// In the other lanes.
    pub inactive: Vectors,
    /// Single lanes; whether that is so where they are not active only.
    pub lanes: SmallVec<[(Lane, bool); 2]>,
    /// That any lane is active.
    pub any_lane: bool,
    /// Scalar registers, where a FLAT goes elsewhere than to global memory.
    pub aside: u128,
}

/// Which memory an instruction may reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// None.
    #[default]
    None,
    /// Global memory only.
    Global,
    /// Any.
    Any,
}

/// From which lanes an instruction takes its vector operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    /// Each from itself.
    Own,
    /// From others too.
    Others,
    /// All from one.
    One(u8),
}

fn has(set: &Vectors, v: u16) -> bool {
    set[usize::from(v) / 64] >> (v % 64) & 1 != 0
}

pub(super) fn insert(set: &mut Vectors, v: u16) {
    set[usize::from(v) / 64] |= 1 << (v % 64);
}

/// The number of the lane that an operand names.
fn lane(o: Operand) -> Option<u8> {
    match o {
        Operand::Int(i) => Some((i & 63) as u8),
        _ => None,
    }
}

impl Summary {
    /// With one more instruction; `None` where that cannot be told.
    pub fn then(mut self, inst: &Inst, lists: &Operands) -> Option<Summary> {
        let flags = inst.row().flags;
        let (mut from, mut to, mut all_lanes) = (From::Own, None, false);
        match inst {
            Inst::Vop2 {
                op: Vop2::V_READLANE_B32,
                f,
            } => from = From::One(lane(f.src[1])?),
            Inst::Vop2 {
                op: Vop2::V_WRITELANE_B32,
                f,
            } => to = Some(lane(f.src[1])?),
            Inst::Vop1 {
                op: Vop1::V_READFIRSTLANE_B32,
                ..
            } => self.before.any_lane = true,
            Inst::Ds { op, .. } => {
                let act = op.act();
                if matches!(act, DsAct::Swizzle | DsAct::BPermute | DsAct::Permute) {
                    from = From::Others;
                }
            }
            Inst::Sopp { .. } if flags.has(Flags::READS_VCC) => {
                self.needs_scalar(VCC_LO);
                self.needs_scalar(VCC_LO + 1);
            }
            Inst::Mai { op, .. } if op.multiplies() && !planted(Fault::CalmProduct) => {
                (from, all_lanes) = (From::Others, true);
            }
            _ if flags.has(Flags::IGNORES_EXEC) && is_vector(inst) => return None,
            _ => {}
        }
        let dpp = vop(inst).is_some_and(|f| f.dpp.is_some());
        if dpp {
            from = From::Others;
        }
        let flat = matches!(inst, Inst::Flat { .. });
        for r in &lists.reads {
            match r.role {
                Role::Index => return None,
                Role::LdsLimit | Role::Implicit if flat => {
                    let aside = r.numbers().filter(|_| !r.is_vector());
                    self.before.aside |= aside.fold(0, |all, n| all | 1 << (n & 127));
                }
                _ => self.reads(r, from),
            }
        }
        if lists.reads_scc && !self.scc {
            self.before.scc = true;
        }
        self.scc |= lists.writes_scc;
        let keeps = dpp || flags.has(Flags::READS_DST);
        let from_old = if all_lanes { From::Others } else { From::Own };
        for r in &lists.writes {
            match (r.bank, to) {
                (Bank::Scalar, _) => {
                    r.numbers().for_each(|n| self.scalars |= 1 << (n & 127));
                }
                (Bank::Vector | Bank::Accumulation, Some(lane)) => {
                    self.lanes.extend(r.in_file().map(|v| (v, lane)));
                }
                (Bank::Vector | Bank::Accumulation, None) => {
                    if keeps || r.half != Half::Whole {
                        self.reads(r, from_old);
                    }
                    let set = if all_lanes {
                        &mut self.whole
                    } else {
                        &mut self.vectors
                    };
                    r.in_file().for_each(|v| insert(set, v));
                }
            }
        }
        if is_memory(inst) {
            self.reach = match inst {
                Inst::Flat { f, .. } if f.seg == Segment::Global && !f.lds => Reach::Global,
                _ => Reach::Any,
            };
        }
        Some(self)
    }

    fn needs_scalar(&mut self, n: u8) {
        self.before.scalars |= 1 << (n & 127) & !self.scalars;
    }

    /// Registers are read.
    fn reads(&mut self, r: &Registers, from: From) {
        if !r.is_vector() {
            r.numbers().for_each(|n| self.needs_scalar(n));
            return;
        }
        for n in r.in_file() {
            if has(&self.whole, n) {
                continue;
            }
            let written = has(&self.vectors, n);
            match from {
                From::One(lane) if self.lanes.contains(&(n, lane)) => {}
                From::One(lane) => self.before.lanes.push(((n, lane), written)),
                From::Own | From::Others => {
                    if !written {
                        insert(&mut self.before.active, n);
                    }
                    if from == From::Others {
                        insert(&mut self.before.inactive, n);
                    }
                }
            }
        }
    }
}

fn vop(inst: &Inst) -> Option<&Vop> {
    match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => Some(f),
        _ => None,
    }
}

fn is_vector(inst: &Inst) -> bool {
    vop(inst).is_some() || is_memory(inst)
}
