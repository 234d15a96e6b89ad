//! Where code is cut that shows what it executes ([`crate::machine::Watch`]): who watches sees all registers as an
//! instruction finds them that goes somewhere by them.

use smallvec::SmallVec;

use super::{Lower, Target, interpreted};
use crate::cfg::Cut;
use crate::check::accesses::{accesses, is_told, lds_place, may_miss};
use crate::check::operands::{Bank, Operands, Registers, Role};
use crate::ir::plant::{Fault, planted};
use crate::ir::{ICmp, Ty as IrTy, Uop, Val};
use crate::isa::{EXEC_LO, Inst, M0, Sopc, Sopp};

/// What compiled code shows of what it executes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shown {
    /// Nothing.
    #[default]
    Nothing,
    /// Nothing, but it counts what it executes.
    Counted,
    /// Each instruction whose addresses the card may take otherwise than they are meant ([`may_miss`]), alone; in the LDS
    /// only where an address is so, which the interpreter executes.
    Misses,
    /// All instructions, and who watches decides each time whether the interpreter executes them.
    Asked,
    /// All instructions.
    All,
}

impl Lower<'_> {
    /// Whether a lane of an instruction may go where it was not meant to go; where code can tell that in short.
    #[allow(clippy::wildcard_enum_match_arm)] // One encoding of many.
    pub(super) fn doubt(&mut self, inst: &Inst) -> Option<Val> {
        let Inst::Ds { op, f } = inst else {
            return None;
        };
        let place = lds_place(*op, f)?;
        let addr = self.vgprs(f.addr, 1).ok()?[0];
        let size = self.b.lds_asked();
        let limit = if self.t.generation.is_gfx9() {
            size
        } else {
            let m0 = self.b.s32(M0);
            self.b.op32(Uop::MinU, &[size, m0])
        };
        let furthest = place.offsets.iter().max().copied().unwrap_or(0);
        let inside = u32::from(planted(Fault::DoubtRoom));
        let need = self.b.k32(furthest + place.bytes - inside);
        let none_fits = self.b.icmp32(ICmp::LtU, limit, need);
        let last = self.b.op32(Uop::Sub, &[limit, need]);
        let last = self.b.splat(last);
        let addr = self.b.splat(addr);
        let beyond = self.b.icmp32(ICmp::GtU, addr, last);
        let mut lanes = self.b.mask(beyond);
        let low = place.align(self.t.generation) - 1;
        let mut tails: SmallVec<[u32; 2]> = place.offsets.iter().map(|o| o & low).collect();
        tails.dedup();
        for tail in tails.into_iter().filter(|_| low != 0) {
            let tail = self.b.k32(tail);
            let at = self.b.op32(Uop::Add, &[addr, tail]);
            let low = self.b.k32(low);
            let rest = self.b.op32(Uop::And, &[at, low]);
            let zero = self.b.k32(0);
            let crooked = self.b.icmp32(ICmp::Ne, rest, zero);
            let crooked = self.b.mask(crooked);
            lanes = self.b.op64(Uop::Or, &[lanes, crooked]);
        }
        let zero = self.b.k64(0);
        let any = self.b.icmp64(ICmp::Ne, lanes, zero);
        Some(self.b.op(Uop::Or, IrTy::B1, 0, &[any, none_fits]))
    }
}

/// Whether an instruction is shown of which those are that [`Shown::Misses`] names.
pub(super) fn is_shown(inst: &Inst, t: &Target) -> bool {
    let operands = Operands::encoded(t.generation, inst);
    accesses(inst, &operands) && may_miss(t.generation, inst, false)
}

/// Where blocks begin and end, for one instruction after the other.
pub fn cuts(t: &Target, shown: Shown) -> impl FnMut(&Inst) -> Cut {
    let mut refuses = interpreted(t);
    let (generation, mode) = (t.generation, t.mode);
    move |inst| {
        let operands = Operands::encoded(generation, inst);
        let memory = accesses(inst, &operands);
        if shown == Shown::Misses {
            let shows = memory && may_miss(generation, inst, false);
            return if refuses(inst) || shows && !is_told(inst) {
                Cut::Interpreted
            } else if shows {
                Cut::Before
            } else {
                Cut::None
            };
        }
        if refuses(inst) || memory && !is_told(inst) || starts_index(inst) {
            return Cut::Interpreted;
        }
        let by_number = operands.reads.iter().any(is_selected);
        let before = memory || by_number || Operands::vary(inst, mode);
        let exec = EXEC_LO..EXEC_LO + 2;
        let after = operands.writes.iter().any(|r| {
            r.bank == Bank::Scalar && r.first < exec.end && r.first + r.count > exec.start
        });
        match (before, after && !planted(Fault::UncutExec)) {
            (false, false) => Cut::None,
            (true, false) => Cut::Before,
            (false, true) => Cut::After,
            (true, true) => Cut::Around,
        }
    }
}

/// The registers of the wave's file that who watches an instruction that goes somewhere by them looks at: first ones and
/// counts.
pub(super) fn vectors(inst: &Inst, t: &Target) -> Vec<(u16, u8)> {
    let operands = Operands::encoded(t.generation, inst);
    if !accesses(inst, &operands) {
        return vec![];
    }
    let reads = operands.reads.iter().filter(|r| r.is_vector());
    reads.map(|r| (r.in_file().start, r.count)).collect()
}

/// A lane whose number is in a register.
fn is_selected(r: &Registers) -> bool {
    r.bank == Bank::Scalar && r.role == Role::LaneSelect
}

/// Whether vector instructions have other registers from here on, under the same MODE of the code.
#[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
fn starts_index(inst: &Inst) -> bool {
    match inst {
        Inst::Sopc { op, .. } => *op == Sopc::S_SET_GPR_IDX_ON,
        Inst::Sopp { op, .. } => *op == Sopp::S_SET_GPR_IDX_OFF,
        _ => false,
    }
}
