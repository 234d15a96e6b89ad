//! GCN instructions to micro-operations: each instruction once, with its modifiers and MODE made
//! explicit. One file per encoding, each with one exhaustive match.
//!
//! An arm that answers [`Interp`] leaves the instruction, or this form of it, to the interpreter; so
//! does an operand that only the interpreter can judge (a register that the kernel does not have).
#![deny(clippy::wildcard_enum_match_arm)]

mod bitop;
mod cube;
mod division;
mod ds;
mod flat;
mod graphics;
mod index;
pub mod left;
mod mai;
mod memory;
mod mimg;
mod mtbuf;
mod mubuf;
mod named;
mod scaled;
mod smem;
mod sop1;
mod sop2;
mod sopc;
mod sopk;
mod sopp;
mod texel;
mod versions;
mod vop;
mod vop1;
mod vop2;
mod vop3;
mod vop3p;
mod vopc;
pub mod watched;

pub use versions::{Start, lower, lower_for};

use crate::cfg::{Flow, flow};
use crate::ir::{Builder, Goto, ICmp, Term, Ty as IrTy, Uop, Val};
use crate::isa::{Gen, Inst, M0, Operand, Sopp, Ty};
use crate::machine::wave::FileSize;
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// What lowering depends on beside the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Generation of the guest code.
    pub generation: Gen,
    /// MODE register, as far as compiled code depends on it (rounding, denormals, DX10_CLAMP and the like).
    pub mode: u32,
    /// Vector registers that the wave has.
    pub vgprs: FileSize,
    /// [`Program::has_ecc`](crate::machine::program::Program::has_ecc).
    pub ecc: bool,
}

/// The interpreter executes this instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interp;

/// Result of lowering one instruction.
pub type Lowered = Result<(), Interp>;

/// Lowers the instructions of one block.
pub struct Lower<'a> {
    /// The micro-operations so far.
    pub b: Builder,
    /// What they depend on.
    pub t: &'a Target,
    /// Address of the instruction.
    pub pc: u64,
    /// Address after it.
    pub next: u64,
    /// Where an indirect branch leads.
    pub target: Option<Val>,
    /// Whether vector registers are indexed by M0 here: MODE's GPR_IDX_EN.
    pub indexed: bool,
    /// M0 with what is known of its bits 15:12: set when GPR index mode was.
    index_bits: Option<(Val, u32)>,
}

/// Whether the interpreter executes `inst`.
pub fn is_interpreted(t: &Target, inst: &Inst) -> bool {
    let mut l = Lower::new(t, 0);
    l.refuses(inst)
}

/// As [`is_interpreted`], for one instruction after the other.
pub fn interpreted(t: &Target) -> impl FnMut(&Inst) -> bool {
    let mut b = Builder::new();
    move |inst| {
        b.clear();
        let mut l = Lower {
            b: std::mem::take(&mut b),
            ..Lower::new(t, 0)
        };
        let refuses = l.refuses(inst);
        b = l.b;
        refuses
    }
}

/// Whether the instruction acts on lanes, for the statistics.
fn is_vector(inst: &Inst) -> bool {
    !matches!(
        inst,
        Inst::Sop1 { .. }
            | Inst::Sop2 { .. }
            | Inst::Sopk { .. }
            | Inst::Sopc { .. }
            | Inst::Sopp { .. }
            | Inst::Smem { .. }
    )
}

impl<'a> Lower<'a> {
    /// Whether the instruction cannot be lowered, as the first of a block.
    fn refuses(&mut self, inst: &Inst) -> bool {
        self.next = 4;
        !self.is_skipped(inst) && self.inst(inst).is_err()
    }

    fn new(t: &'a Target, pc: u64) -> Lower<'a> {
        Lower {
            b: Builder::new(),
            t,
            pc,
            next: pc,
            target: None,
            indexed: t.mode & MODE_GPR_IDX_EN != 0,
            index_bits: None,
        }
    }
}

impl Lower<'_> {
    /// Whether VSKIP skips the instruction.
    fn is_skipped(&self, inst: &Inst) -> bool {
        self.t.mode & MODE_VSKIP != 0 && is_vector(inst)
    }

    fn inst(&mut self, inst: &Inst) -> Lowered {
        match inst {
            Inst::Sop1 { op, sdst, ssrc0 } => self.sop1(*op, *sdst, *ssrc0),
            Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            } => self.sop2(*op, *sdst, *ssrc0, *ssrc1),
            Inst::Sopk {
                op,
                sdst,
                simm16,
                literal,
            } => self.sopk(*op, *sdst, *simm16, *literal),
            Inst::Sopc { op, ssrc0, ssrc1 } => self.sopc(*op, *ssrc0, *ssrc1),
            Inst::Sopp { op, simm16 } => self.sopp(*op, *simm16),
            Inst::Vop1 { op, f } => self.vop1(*op, f),
            Inst::Vop2 { op, f } => self.vop2(*op, f),
            Inst::Vopc { op, f } => self.vopc(*op, f),
            Inst::Vop3 { op, f } => self.vop3(*op, f),
            Inst::Vop3p { op, f } => self.vop3p(*op, f),
            Inst::Smem { op, f } => self.smem(*op, f),
            Inst::Ds { op, f } => self.ds(*op, f),
            Inst::Flat { op, f } => self.flat(*op, f),
            Inst::Mubuf { op, f } => self.mubuf(*op, f),
            Inst::Mtbuf { op, f } => self.mtbuf(*op, f),
            Inst::Mimg { op, f } => self.mimg(*op, f),
            // The interpreter refuses them.
            Inst::Mai { op, f } => self.mai(*op, f),
            Inst::Vintrp { op, .. } => graphics::vintrp(*op),
            Inst::Exp { op, .. } => graphics::exp(*op),
        }
    }

    /// How the block that ends with `inst` ends, which `probably` leads to one of these if it is indirect.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn term(
        &mut self,
        inst: &Inst,
        pc: u64,
        probably: &[u64],
        exists: &dyn Fn(u64) -> bool,
    ) -> Term {
        let next = self.next;
        let to = |l: &mut Self, pc: u64| {
            if exists(pc) {
                Ok(l.goto(pc))
            } else {
                Err(Term::Step(pc))
            }
        };
        let leaves = self.indexed != (self.t.mode & MODE_GPR_IDX_EN != 0);
        match flow(inst, pc) {
            // Under another MODE other code goes on.
            Flow::Next if leaves => self.leave(next),
            Flow::Jump(t) if leaves => self.leave(t),
            Flow::Branch(t) if leaves => {
                let cond = self.condition(inst);
                let (t, next) = (self.b.k64(t), self.b.k64(next));
                let pc = self.b.select(cond, t, next);
                Term::Indirect(pc, vec![])
            }
            Flow::Leave => self.leave(next),
            Flow::Next => to(self, next).map_or_else(|t| t, Term::Jump),
            Flow::Jump(t) => to(self, t).map_or_else(|t| t, Term::Jump),
            Flow::End => Term::End(next),
            Flow::Barrier => Term::Barrier(next),
            Flow::Indirect => {
                // Only the instructions that set `target` are indirect.
                let zero = self.b.k64(0);
                let target = self.target.unwrap_or(zero);
                let there = probably.iter().copied().filter(|t| exists(*t) && !leaves);
                match self.b.constant(target) {
                    Some(pc) if there.clone().any(|t| t == pc) => Term::Jump(self.goto(pc)),
                    Some(_) => Term::Indirect(target, vec![]),
                    None => Term::Indirect(target, there.map(|pc| self.goto(pc)).collect()),
                }
            }
            Flow::Branch(t) => {
                let (t, next) = (to(self, t), to(self, next));
                let cond = self.condition(inst);
                match (t, next) {
                    (Ok(then), Ok(otherwise)) => match self.b.constant(cond) {
                        Some(0) => Term::Jump(otherwise),
                        Some(_) => Term::Jump(then),
                        None => Term::Branch {
                            cond,
                            then,
                            otherwise,
                        },
                    },
                    // `discover` makes a block at both; a missing one cannot be reached.
                    (Err(step), _) | (_, Err(step)) => step,
                }
            }
        }
    }

    /// An edge to `pc`: the block's version stands in the place of its index.
    fn goto(&mut self, pc: u64) -> Goto {
        let exec = self.b.exec_changed().then(|| self.b.exec());
        let exec = exec.filter(|e| self.b.constant(*e) != Some(u64::MAX));
        let full = exec.is_some() || self.b.exec_is_full();
        let full = versions::Version::of(full) as usize;
        let masked = match exec {
            Some(_) => versions::Version::Masked as usize,
            None => full,
        };
        Goto {
            pc,
            full,
            masked,
            exec,
        }
    }

    fn leave(&mut self, pc: u64) -> Term {
        let pc = self.b.k64(pc);
        Term::Indirect(pc, vec![])
    }

    /// The condition of a conditional branch.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn condition(&mut self, inst: &Inst) -> Val {
        match inst {
            Inst::Sopp { op, .. } => self.branch_condition(*op),
            _ => self.b.konst(IrTy::B1, 0),
        }
    }

    #[allow(clippy::wildcard_enum_match_arm)] // Only the conditional branches get here.
    fn branch_condition(&mut self, op: Sopp) -> Val {
        let zero = self.b.k64(0);
        match op {
            Sopp::S_CBRANCH_SCC1 => self.b.scc(),
            Sopp::S_CBRANCH_VCCZ | Sopp::S_CBRANCH_VCCNZ => {
                let v = self.b.s64(crate::isa::VCC_LO);
                let c = if op == Sopp::S_CBRANCH_VCCZ {
                    ICmp::Eq
                } else {
                    ICmp::Ne
                };
                self.b.icmp64(c, v, zero)
            }
            Sopp::S_CBRANCH_EXECZ | Sopp::S_CBRANCH_EXECNZ => {
                let v = self.b.exec();
                let c = if op == Sopp::S_CBRANCH_EXECZ {
                    ICmp::Eq
                } else {
                    ICmp::Ne
                };
                self.b.icmp64(c, v, zero)
            }
            _ => {
                let v = self.b.scc();
                self.b.op(Uop::Not, IrTy::B1, 0, &[v])
            }
        }
    }

    /// A scalar source of up to 32 bits.
    pub fn s32(&mut self, src: Operand, ty: Ty) -> Result<Val, Interp> {
        Ok(match src {
            Operand::Sgpr(s) => self.b.s32(s),
            Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => {
                let k = src.constant(ty).unwrap_or(0) as u32;
                self.b.k32(k)
            }
            Operand::Scc => {
                let c = self.b.scc();
                self.b.op(Uop::BoolInt, IrTy::B32, 0, &[c])
            }
            Operand::Vccz | Operand::Execz => {
                let v = if src == Operand::Vccz {
                    self.b.s64(crate::isa::VCC_LO)
                } else {
                    self.b.exec()
                };
                let zero = self.b.k64(0);
                let c = self.b.icmp64(ICmp::Eq, v, zero);
                self.b.op(Uop::BoolInt, IrTy::B32, 0, &[c])
            }
            Operand::Aperture(_) => {
                let v = self.s64(src, ty)?;
                self.b.op32(Uop::Lo, &[v])
            }
            Operand::LdsDirect => {
                let m0 = self.b.s32(M0);
                self.b.lds_direct(m0)
            }
            Operand::Vgpr(_) => return Err(Interp),
        })
    }

    /// A 64-bit scalar source.
    pub fn s64(&mut self, src: Operand, ty: Ty) -> Result<Val, Interp> {
        Ok(match src {
            Operand::Sgpr(s) => self.b.s64(s),
            Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => {
                let k = src.constant(ty).unwrap_or(0);
                self.b.k64(k)
            }
            Operand::Aperture(code) => {
                let hi = |v: u32| (v as u64) << 32;
                let k = match code {
                    235 => hi(SHARED_APERTURE_HI),
                    236 => hi(SHARED_APERTURE_HI) | 0xffff_ffff,
                    237 => hi(PRIVATE_APERTURE_HI),
                    238 => hi(PRIVATE_APERTURE_HI) | 0xffff_ffff,
                    _ => 0,
                };
                self.b.k64(k)
            }
            Operand::Vccz | Operand::Execz | Operand::Scc | Operand::LdsDirect => {
                let v = self.s32(src, ty)?;
                self.b.op64(Uop::ZExt, &[v])
            }
            Operand::Vgpr(_) => return Err(Interp),
        })
    }

    /// SCC = (v != 0), for a 32- or 64-bit value.
    pub fn scc_nonzero(&mut self, v: Val) {
        let c = if self.b.node(v).ty == IrTy::B64 {
            let z = self.b.k64(0);
            self.b.icmp64(ICmp::Ne, v, z)
        } else {
            let z = self.b.k32(0);
            self.b.icmp32(ICmp::Ne, v, z)
        };
        self.b.set_scc(c);
    }
}
