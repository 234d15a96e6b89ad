//! Instructions of the ALUs taken apart, for those who follow values through them: the operands that an
//! instruction computes with, and what it would make of others.

use super::vop::{self, Lanes, Registers};
use super::{Cx, s32, s64, step};
use crate::isa::facts::Load;
use crate::isa::{Inst, Operand, Row, Ty, Vop};
use crate::machine::memory::Window;
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Env, Exit};

/// The operands of a vector ALU instruction after DPP, the selects of SDWA and OP_SEL, absolute value and negation.
pub(crate) struct Fetched {
    /// The sources.
    pub src: [[u64; LANES]; 3],
    /// What the destination held, for rows that read it.
    pub old: [u64; LANES],
    /// The lanes that are written.
    pub active: u64,
    /// The first destination register.
    pub dst: u8,
    /// The sources' registers.
    pub at: [Operand; 3],
}

fn context<'a>(w: &Wave, env: &Env<'a>) -> Cx<'a> {
    Cx {
        env: *env,
        generation: env.program.generation(),
        window: Window::EMPTY,
        next_pc: w.pc.wrapping_add(4),
        log: None,
    }
}

/// The fields of a VOP1, VOP2, VOPC or VOP3 instruction, and its row.
pub(crate) fn vop(inst: &Inst) -> Option<(&'static Row, &Vop)> {
    match inst {
        Inst::Vop1 { op, f } => Some((op.row(), f)),
        Inst::Vop2 { op, f } => Some((op.row(), f)),
        Inst::Vopc { op, f } => Some((op.row(), f)),
        Inst::Vop3 { op, f } => Some((op.row(), f)),
        Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Vop3p { .. }
        | Inst::Ds { .. }
        | Inst::Flat { .. }
        | Inst::Mubuf { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => None,
    }
}

/// The operands of an instruction of `row` with the fields `f` that `w` executes, with the values that registers have
/// in `values`. `None` where the instruction faults.
pub(crate) fn fetch(
    row: &'static Row,
    f: &Vop,
    w: &Wave,
    values: &Wave,
    env: &Env<'_>,
) -> Option<Fetched> {
    let l = Lanes::fetch_from(row, f, w, values, &context(w, env)).ok()?;
    Some(Fetched {
        src: l.src,
        old: l.old,
        active: l.active,
        dst: l.at.dst,
        at: l.at.src,
    })
}

/// As [`fetch`], of a VOP3P instruction: whole registers, whose halves are not selected yet.
pub(crate) fn fetch_packed(
    row: &'static Row,
    f: &Vop,
    w: &Wave,
    values: &Wave,
    env: &Env<'_>,
) -> Option<Fetched> {
    let (at, cx) = (Registers::find(row, f, w).ok()?, context(w, env));
    let source = |i: usize| {
        if row.shape.src[i] == Ty::None {
            [0; LANES]
        } else {
            vop::operand(values, &cx, at.src[i], row.shape.src[i])
        }
    };
    Some(Fetched {
        src: std::array::from_fn(source),
        old: values.v(at.dst).0.map(u64::from),
        active: w.exec(),
        dst: at.dst,
        at: at.src,
    })
}

/// The low register of a result of which `new` is computed, where the register held `old`.
pub(crate) fn merge(row: &Row, f: &Vop, env: &Env<'_>, old: u32, new: u32) -> u32 {
    vop::merge(row, f, env.program.generation(), old, new).unwrap_or(new)
}

/// A scalar source as the scalar ALU reads it.
pub(crate) fn scalar(w: &Wave, src: Operand, ty: Ty, env: &Env<'_>) -> u64 {
    let cx = context(w, env);
    match ty.dwords() {
        2 => s64(w, &cx, src, ty),
        _ => s32(w, &cx, src, ty) as u64,
    }
}

/// Executes `inst` on `w`, wherever its PC is, and gives whether that went well. What is not an ALU instruction is not
/// for this.
pub(crate) fn execute(inst: &Inst, w: &mut Wave, env: &Env<'_>) -> bool {
    let mut cx = context(w, env);
    match step(inst, w, &mut cx) {
        Ok(()) => true,
        Err(super::Stop::Exit(Exit::End | Exit::Barrier | Exit::Yield | Exit::Sync)) => true,
        Err(super::Stop::Fault { .. }) => false,
    }
}

/// What register `old` becomes when a load of this kind brings `raw`, zero-extended.
pub(crate) fn loaded(kind: Load, raw: u32, old: u32) -> u32 {
    kind.register(raw, old)
}

/// Bytes in memory, and registers, of a load.
pub(crate) fn load_size(kind: Load) -> (u32, u8) {
    (kind.bytes(), kind.registers())
}
