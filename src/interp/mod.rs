//! The reference interpreter: defines what is right. One instruction, one short arm, in the manual's
//! terms; slow and obvious.
//!
//! Each encoding has a file of its own with one exhaustive match over its opcodes. What they share
//! stands here: the execution context, how an instruction stops a wave, and scalar operands.
#![deny(clippy::wildcard_enum_match_arm)]

mod ds;
mod flat;
mod graphics;
mod mai;
mod mimg;
mod mtbuf;
pub(crate) mod mubuf;
pub(crate) mod probe;
mod rmw;
mod scaled;
pub mod seen;
pub(crate) mod smem;
mod sop1;
mod sop2;
mod sopc;
mod sopk;
mod sopp;
mod space;
mod texel;
mod vop;
mod vop1;
mod vop2;
mod vop3;
mod vop3p;
mod vopc;

#[cfg(test)]
mod tests;

use crate::error::{Fault, FaultKind};
use crate::isa::{Gen, Inst, Operand, Ty};
use crate::machine::memory::{BadAccess, Window};
use crate::machine::wave::{ACC, Wave};
use crate::machine::{
    Engine, Env, Exit, MODE_CSP_SHIFT, MODE_VSKIP, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI,
};

/// What an instruction executes in.
pub(crate) struct Cx<'a> {
    /// Memory, LDS, scratch and code.
    pub env: Env<'a>,
    /// The program's generation.
    pub generation: Gen,
    /// Cache of the allocation that was accessed last.
    pub window: Window,
    /// Address after this instruction; branches overwrite it.
    pub next_pc: u64,
    /// Who wants to know of accesses.
    pub log: Option<&'a seen::Log>,
}

impl<'a> Cx<'a> {
    /// What a load of 16 bits leaves of a register.
    pub fn kept(&self, register: u32) -> u32 {
        if self.env.program.has_ecc() {
            0
        } else {
            register
        }
    }

    /// For an instruction in `env` that nobody watches.
    pub fn new(env: &Env<'a>) -> Cx<'a> {
        Cx {
            env: *env,
            generation: env.program.generation(),
            window: Window::EMPTY,
            next_pc: 0,
            log: None,
        }
    }

    /// As [`lanes`]; who wants to know of accesses is told which lane it is.
    #[inline]
    fn lanes(&self, mask: u64) -> impl Iterator<Item = usize> + use<'a> {
        let log = self.log;
        lanes(mask).inspect(move |&lane| {
            if let Some(log) = log {
                log.enter(lane);
            }
        })
    }
}

/// Why the wave does not go on to the next instruction.
pub(crate) enum Stop {
    /// The instruction is done and the wave returns to the scheduler.
    Exit(Exit),
    /// The instruction cannot be executed.
    Fault {
        /// What went wrong.
        kind: FaultKind,
        /// The lowest lane in which it did, if in one.
        lane: Option<u8>,
    },
}

/// Result of one instruction.
pub(crate) type Step = Result<(), Stop>;

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Stop {
        Stop::Fault { kind, lane: None }
    }
}

impl From<BadAccess> for Stop {
    fn from(bad: BadAccess) -> Stop {
        FaultKind::from(bad).into()
    }
}

/// The fault of an access that lane `lane` made.
#[cold]
pub(crate) fn lane_fault(bad: BadAccess, lane: usize) -> Stop {
    Stop::Fault {
        kind: bad.into(),
        lane: Some(lane as u8),
    }
}

/// The fault of a valid instruction that is not executed: `what` names it, and why.
#[cold]
pub(crate) fn unsupported(cx: &Cx, what: &str) -> Stop {
    FaultKind::Unsupported {
        gen_: cx.generation,
        what: what.to_owned(),
    }
    .into()
}

/// Checks that the wave has the vector registers `first` to `first + count - 1`.
#[inline]
pub(crate) fn check_vgprs(w: &Wave, first: impl Into<u16>, count: u8) -> Step {
    let first = first.into();
    if w.size().has(first, count) {
        return Ok(());
    }
    Err(missing_vgpr(w, first, count))
}

#[cold]
fn missing_vgpr(w: &Wave, first: u16, count: u8) -> Stop {
    let size = w.size();
    let (kind, v, have, what) = match first.checked_sub(ACC) {
        None => ('v', first, size.vgprs, "VGPRs"),
        Some(a) => ('a', a, size.acc, "accumulation registers"),
    };
    let last = u32::from(v) + u32::from(count) - 1;
    FaultKind::Illegal(format!(
        "operand {kind}{last} (the kernel has {have} {what})"
    ))
    .into()
}

/// The numbers of the bits that are set in `mask`, ascending: the active lanes of an EXEC mask.
#[inline]
pub(crate) fn lanes(mask: u64) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (lane < 64).then_some(lane)
    })
}

/// Scalar register by operand code; 0 beyond the last, so that a wide operand may hang over the end.
#[inline]
pub(crate) fn sgpr(w: &Wave, code: usize) -> u32 {
    w.sgpr.get(code).copied().unwrap_or(0)
}

/// Writes a scalar register by operand code; dropped beyond the last.
#[inline]
pub(crate) fn set_sgpr(w: &mut Wave, code: usize, v: u32) {
    if let Some(s) = w.sgpr.get_mut(code) {
        *s = v;
    }
}

/// Writes the scalar at operand code `sdst`.
#[inline]
pub(crate) fn set_s32(w: &mut Wave, sdst: u8, v: u32) {
    set_sgpr(w, sdst as usize, v);
}

/// A scalar source of up to 32 bits (CLRX GcnOperands). Constants take the pattern of type `ty`;
/// VCCZ, EXECZ and SCC are computed from the registers; apertures give their low half, which is zero.
///
/// A VGPR gives 0: no scalar field can name one, and vector sources are read elsewhere.
#[inline]
pub(crate) fn s32(w: &Wave, cx: &Cx, src: Operand, ty: Ty) -> u32 {
    match src {
        Operand::Sgpr(s) => sgpr(w, s as usize),
        Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => {
            src.constant(ty).unwrap_or(0) as u32
        }
        Operand::Aperture(code) => aperture(code) as u32,
        Operand::Vccz => (w.vcc() == 0) as u32,
        Operand::Execz => (w.exec() == 0) as u32,
        Operand::Scc => w.scc,
        Operand::LdsDirect => lds_direct(w, cx),
        Operand::Vgpr(_) => 0,
    }
}

/// A 64-bit scalar source; see [`s32`].
#[inline]
pub(crate) fn s64(w: &Wave, cx: &Cx, src: Operand, ty: Ty) -> u64 {
    match src {
        Operand::Sgpr(s) => w.s64(s),
        Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => src.constant(ty).unwrap_or(0),
        Operand::Aperture(code) => aperture(code),
        Operand::Vccz | Operand::Execz | Operand::Scc | Operand::LdsDirect | Operand::Vgpr(_) => {
            s32(w, cx, src, ty) as u64
        }
    }
}

/// SHARED_BASE, SHARED_LIMIT, PRIVATE_BASE, PRIVATE_LIMIT as 64-bit addresses (the base has zero in
/// its low half); POPS_EXITING_WAVE_ID, which only pixel shaders have, is 0.
fn aperture(code: u8) -> u64 {
    let base = |hi: u32| (hi as u64) << 32;
    match code {
        235 => base(SHARED_APERTURE_HI),
        236 => base(SHARED_APERTURE_HI) | 0xffff_ffff,
        237 => base(PRIVATE_APERTURE_HI),
        238 => base(PRIVATE_APERTURE_HI) | 0xffff_ffff,
        _ => 0,
    }
}

/// LDS_DIRECT: address M0[15:0], format M0[18:16] (ubyte, ushort, dword, dword, sbyte, sshort; the
/// reserved ones are read as dwords). Outside the LDS it reads as 0.
fn lds_direct(w: &Wave, cx: &Cx) -> u32 {
    let (addr, lds) = (w.m0() & 0xffff, cx.env.lds);
    let place = space::Place::Lds((addr < lds.size()).then_some(addr & !3));
    seen::note(cx.log, place, 4, seen::How::Read);
    match (w.m0() >> 16) & 7 {
        0 => lds.read(addr).map(|b| u8::from_le_bytes(b) as u32),
        1 => lds.read(addr & !1).map(|b| u16::from_le_bytes(b) as u32),
        4 => lds.read(addr).map(|b| i8::from_le_bytes(b) as u32),
        5 => lds.read(addr & !1).map(|b| i16::from_le_bytes(b) as u32),
        _ => lds.read(addr & !3).map(u32::from_le_bytes),
    }
    .unwrap_or(0)
}

/// Sets SCC.
#[inline]
fn set_scc(w: &mut Wave, v: bool) {
    w.scc = v as u32;
}

/// Address of a SOPP or SOPK branch: a signed count of dwords after the next instruction.
fn relative(cx: &Cx, simm16: u16) -> u64 {
    cx.next_pc.wrapping_add_signed(simm16 as i16 as i64 * 4)
}

/// Control stack pointer of fork and join, MODE[31:29].
fn csp(w: &Wave) -> u32 {
    w.mode >> MODE_CSP_SHIFT
}

fn set_csp(w: &mut Wave, v: u32) {
    w.mode = w.mode & !(7 << MODE_CSP_SHIFT) | v << MODE_CSP_SHIFT;
}

/// S_CBRANCH_G_FORK and S_CBRANCH_I_FORK: the lanes of `mask` go to `target`, the others to the next
/// instruction. The smaller side runs first (a tie: the passing one); the other is pushed on the
/// control stack, four SGPRs per entry: EXEC, then PC.
fn fork(w: &mut Wave, cx: &mut Cx, mask: u64, target: u64) {
    let (pass, fail) = (w.exec() & mask, w.exec() & !mask);
    if fail == 0 {
        cx.next_pc = target;
    } else if pass != 0 {
        let fail_first = fail.count_ones() < pass.count_ones();
        let (run, later, pc) = if fail_first {
            (fail, pass, target)
        } else {
            (pass, fail, cx.next_pc)
        };
        let entry = csp(w) as u8 * 4;
        w.set_s64(entry, later);
        w.set_s64(entry + 2, pc);
        let next = csp(w).wrapping_add(1) & 7;
        set_csp(w, next);
        w.set_exec(run);
        if !fail_first {
            cx.next_pc = target;
        }
    }
}

/// The reference interpreter as an [`Engine`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

impl Engine for Interpreter {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        run(wave, env)
    }

    fn slice(&self) -> i64 {
        8192
    }
}

/// Executes one instruction.
fn step(inst: &Inst, w: &mut Wave, cx: &mut Cx) -> Step {
    match inst {
        Inst::Sop1 { op, sdst, ssrc0 } => sop1::execute(*op, *sdst, *ssrc0, w, cx),
        Inst::Sop2 {
            op,
            sdst,
            ssrc0,
            ssrc1,
        } => sop2::execute(*op, *sdst, *ssrc0, *ssrc1, w, cx),
        Inst::Sopk {
            op,
            sdst,
            simm16,
            literal,
        } => sopk::execute(*op, *sdst, *simm16, *literal, w, cx),
        Inst::Sopc { op, ssrc0, ssrc1 } => sopc::execute(*op, *ssrc0, *ssrc1, w, cx),
        Inst::Sopp { op, simm16 } => sopp::execute(*op, *simm16, w, cx),
        Inst::Smem { op, f } => smem::execute(*op, f, w, cx),
        Inst::Vop1 { op, f } => vop1::execute(*op, f, w, cx),
        Inst::Vop2 { op, f } => vop2::execute(*op, f, w, cx),
        Inst::Vopc { op, f } => vopc::execute(*op, f, w, cx),
        Inst::Vop3 { op, f } => vop3::execute(*op, f, w, cx),
        Inst::Vop3p { op, f } => vop3p::execute(*op, f, w, cx),
        Inst::Ds { op, f } => ds::execute(*op, f, w, cx),
        Inst::Flat { op, f } => flat::execute(*op, f, w, cx),
        Inst::Mubuf { op, f } => mubuf::execute(*op, f, w, cx),
        Inst::Mtbuf { op, f } => mtbuf::execute(*op, f, w, cx),
        Inst::Mimg { op, f } => mimg::execute(*op, f, w, cx),
        Inst::Mai { op, f } => mai::execute(*op, f, w, cx),
        Inst::Vintrp { op, .. } => graphics::vintrp(*op, cx),
        Inst::Exp { op, .. } => graphics::exp(*op, cx),
    }
}

/// Whether the instruction acts on lanes: those count with their active lanes and are skipped by
/// VSKIP.
fn is_vector(inst: &Inst) -> bool {
    match inst {
        Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. } => false,
        Inst::Vop1 { .. }
        | Inst::Vop2 { .. }
        | Inst::Vopc { .. }
        | Inst::Vop3 { .. }
        | Inst::Vop3p { .. }
        | Inst::Ds { .. }
        | Inst::Flat { .. }
        | Inst::Mubuf { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => true,
    }
}

/// Runs `wave` until it ends, reaches a barrier, or has used up [`Wave::budget`].
///
/// Every instruction takes 1 from the budget; after the one that leaves it at 0 or less the wave
/// yields, with PC at the next instruction. So a wave that is run again always makes progress, and
/// the points at which it yields depend on nothing but the budget. `s_endpgm` and `s_barrier` win
/// over the yield.
///
/// [`Wave::instructions`] counts every instruction that did not fault, [`Wave::lanes`] the lanes that
/// were active before a vector instruction, and 1 for a scalar one. A vector instruction that VSKIP
/// skips counts as an instruction with no lanes.
///
/// # Errors
/// The fault of the instruction at `wave.pc`, which has then had no effect beyond lanes or dwords
/// already processed.
#[allow(clippy::result_large_err)] // A fault ends the dispatch: its size costs nothing.
pub fn run(wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
    run_logged(wave, env, None)
}

/// As [`run`]; all accesses to memory go to `log`.
///
/// # Errors
/// As [`run`].
#[allow(clippy::result_large_err)] // As there.
pub fn run_logged(wave: &mut Wave, env: &Env<'_>, log: Option<&seen::Log>) -> Result<Exit, Fault> {
    env.scratch.check_memory(env.memory);
    wave.take_left_by();
    let mut cx = Cx {
        log,
        ..Cx::new(env)
    };
    loop {
        let decoded = match env.program.at(wave.pc) {
            Ok(decoded) => decoded,
            Err(kind) => return Err(fault(wave, kind, None)),
        };
        cx.next_pc = wave.pc.wrapping_add(decoded.size as u64);
        let vector = is_vector(&decoded.inst);
        let skip = vector && wave.mode & MODE_VSKIP != 0;
        let active = match (skip, vector) {
            (true, _) => 0,
            (false, true) => wave.exec().count_ones() as u64,
            (false, false) => 1,
        };
        let result = if skip {
            Ok(())
        } else {
            step(&decoded.inst, wave, &mut cx)
        };
        if let Err(Stop::Fault { kind, lane }) = result {
            return Err(fault(wave, kind, lane));
        }
        wave.pc = cx.next_pc;
        wave.instructions += 1;
        wave.lanes += active;
        wave.budget -= 1;
        if let Err(Stop::Exit(exit)) = result {
            return Ok(exit);
        }
        if wave.budget <= 0 {
            return Ok(Exit::Yield);
        }
    }
}

#[cold]
fn fault(w: &Wave, kind: FaultKind, lane: Option<u8>) -> Fault {
    Fault {
        lane,
        workgroup: w.workgroup,
        wave: w.index,
        ..Fault::new(kind, w.pc)
    }
}
