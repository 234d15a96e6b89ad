//! Where code is cut that shows what it executes ([`crate::machine::Watch`]): who watches sees all registers as an
//! instruction finds them that goes somewhere by them.

use super::{Target, interpreted};
use crate::cfg::Cut;
use crate::check::accesses::{accesses, is_told};
use crate::check::operands::{Bank, Operands, Registers, Role};
use crate::isa::{EXEC_LO, Inst, Sopc, Sopp};

/// Where blocks begin and end, for one instruction after the other.
pub fn cuts(t: &Target) -> impl FnMut(&Inst) -> Cut {
    let mut refuses = interpreted(t);
    let (generation, mode) = (t.generation, t.mode);
    move |inst| {
        let operands = Operands::encoded(generation, inst);
        let memory = accesses(inst, &operands);
        if refuses(inst) || memory && !is_told(inst) || starts_index(inst) {
            return Cut::Interpreted;
        }
        let by_number = operands.reads.iter().any(is_selected);
        let before = memory || by_number || Operands::vary(inst, mode);
        let exec = EXEC_LO..EXEC_LO + 2;
        let after = operands.writes.iter().any(|r| {
            r.bank == Bank::Scalar && r.first < exec.end && r.first + r.count > exec.start
        });
        match (before, after) {
            (false, false) => Cut::None,
            (true, false) => Cut::Before,
            (false, true) => Cut::After,
            (true, true) => Cut::Around,
        }
    }
}

/// The vector registers that who watches an instruction that goes somewhere by them looks at: first ones and counts.
pub(super) fn vectors(inst: &Inst, t: &Target) -> Vec<(u8, u8)> {
    let operands = Operands::encoded(t.generation, inst);
    if !accesses(inst, &operands) {
        return vec![];
    }
    let reads = operands.reads.iter().filter(|r| r.bank == Bank::Vector);
    reads.map(|r| (r.first, r.count)).collect()
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
