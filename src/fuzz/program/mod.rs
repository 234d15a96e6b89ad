//! Random programs whose instructions depend on each other: what the targets `block` and `kernel` share.
//!
//! Where single instructions are right, this looks at what happens between them: regions, register
//! values forwarded under changing EXEC, facts about registers that go from lane to lane by a stride,
//! loads and stores in lock-step, control flow and yields. Most programs have few registers, so that
//! instructions depend on each other and overwrite results, the others up to 256, of which many live
//! long. How often which kind of instruction comes is chosen anew for each program, so that some are
//! full of what others lack.

mod affine;
mod alu;
mod calls;
mod descriptors;
mod flow;
mod frames;
pub mod groups;
pub mod hazards;
mod images;
mod memory;
mod pressure;
mod quotients;
mod rounds;
pub mod rows;
pub mod state;
mod steps;
mod turns;
mod uniform;

use crate::decode::executable;
use crate::encode::encode;
use crate::isa::{Gen, Inst, M0, Operand, Row, Sop1, Sop2, Sopk, Sopp, Vop, Vop1, Vop2};

use super::Source;
use super::code::{Item, Words};
use rows::Rows;

/// Vector registers that each program has; those beyond are for values that live long.
pub const VGPRS: u32 = 18;
/// Those that random instructions use at most; then three loop counters, and the lane's number x 4.
const POOL: u64 = 12;
/// The register with the lane's number x 4.
const LANE4: u8 = 15;
/// The register whose lanes have scalar registers that were spilled.
const SPILLS: u8 = 16;
/// The register whose lanes get the scalar registers at the end.
const SCALARS: u8 = 17;
/// Bytes of the buffer, and of each wave's part of it, that addresses are kept to.
const BUFFER: u32 = 4096;
/// Bytes behind those, where there is one wave: data and offsets may reach past [`BUFFER`].
const SLACK: u32 = 128;
/// Bytes from one wave's part of a buffer to the next: data and offsets may reach past
/// [`BUFFER`], and all vector registers have room behind that.
const BUFFER_STRIDE: u32 = BUFFER + 256 + 256 * VGPRS;
/// Bytes of LDS that random instructions use; behind it is room for all vector registers.
const LDS: u32 = 512;
/// Bytes from one wave's part of the LDS to the next.
const LDS_STRIDE: u32 = 2048;
/// Waves of a work-group at most.
pub const WAVES: u32 = 4;
/// Byte offset of what all waves share in the LDS.
const SHARED_LDS: u32 = WAVES * LDS_STRIDE;
/// Bytes of private memory per lane: those that addresses are kept to, and a stack for calls.
const PRIVATE: u32 = STACK_BOTTOM + 32;
/// Offset in private memory of the stack for calls.
const STACK_BOTTOM: u32 = 64;
/// Reserved scalar registers: address of the buffer, V#, and by depth loop counters and saved EXEC.
const BASE: u8 = 0;
const VSHARP: u8 = 16;
const COUNTER: u8 = 20;
/// The first of the control stack's entries (four registers each) that forks use.
const STACK: u8 = 6;
const SAVED: u8 = 32;
/// Of the forks that a piece is inside: the stack's height before them.
const LEVEL: u8 = 38;
const TARGET: u8 = 40;
const RETURN: u8 = 42;
/// Byte offset of the wave's part of the LDS.
const LDS_BASE: u8 = 44;
/// Address of the buffer that all waves share.
const SHARED: u8 = 46;
/// V# of the wave's private memory.
const PRIVATE_VSHARP: u8 = 76;
/// How deep the calls are.
const DEPTH: u8 = 64;
/// What masks have been, all of them: a mask that something overwrites is not lost.
const MASKS: u8 = 66;
/// EXEC while it is full for the sake of a spill.
const SPILL_EXEC: u8 = 68;

/// Kinds of pieces that [`Maker::any`] chooses among; see [`Maker::weights`].
const KINDS: usize = 30;

/// Makes programs for one generation.
pub struct Maker<'a, 'b> {
    /// Where choices come from.
    pub r: &'a mut Source<'b>,
    /// The generation.
    pub g: Gen,
    /// What has been made.
    pub items: Vec<Item>,
    /// Several waves run the program: nothing may fault, and no wave may touch what another one does
    /// except where that is part of the plan.
    tame: bool,
    rows: &'static Rows,
    labels: u32,
    /// Vector registers of the wave.
    vgprs: u32,
    /// Those from [`VGPRS`] on that have been named, by number.
    named: std::collections::BTreeSet<u8>,
    /// Nothing may overwrite what leads back from a call.
    calls: bool,
    /// The function that is being made, by number.
    inside: Option<u8>,
    /// Vector registers that random instructions use, and pairs of scalar ones.
    pool: u64,
    pairs: u64,
    /// How often each kind of piece comes.
    weights: [u8; KINDS],
    /// There is something in the program that is to fault.
    pub faults: bool,
    /// Items that are enough: what is added behind them is no more than what belongs to the rest.
    enough: usize,
    /// Registers that have lately been given values that go from lane to lane by a stride.
    affine: Vec<u8>,
    /// Forks around what is being made, at most two.
    forks: u8,
    /// The program is for a launch of work-groups.
    in_groups: bool,
    /// Waves have private memory, and LDS that addresses lead to.
    private: bool,
    lds: bool,
}

impl<'a, 'b> Maker<'a, 'b> {
    /// For a program of `g` for waves of `vgprs` registers, at least [`VGPRS`]; several waves may run it
    /// when it is `tame`.
    pub fn new(r: &'a mut Source<'b>, g: Gen, tame: bool, vgprs: u32) -> Self {
        let pool = r.pick(&[2, 4, 6, POOL]);
        let pairs = r.pick(&[3, 5, 7, 7]);
        let mut weights = DEFAULT_WEIGHTS;
        // Half of the programs have a character of their own.
        if r.one_in(2) {
            for w in &mut weights {
                *w = match r.below(4) {
                    0 => 0,
                    1 => w.div_ceil(2),
                    2 => *w,
                    _ => 3 * *w,
                };
            }
        }
        if weights.iter().all(|w| *w == 0) {
            weights = DEFAULT_WEIGHTS;
        }
        // Long pieces: one is enough for most programs that have any.
        if vgprs > VGPRS || r.one_in(24) {
            weights[22] = r.pick(&[0, 4, 8, 16]);
            weights[23] = r.pick(&[0, 0, 1]);
        }
        Maker {
            r,
            g,
            items: vec![],
            tame,
            rows: Rows::of(g),
            labels: 0,
            vgprs,
            named: Default::default(),
            calls: false,
            inside: None,
            pool,
            pairs,
            weights,
            faults: false,
            enough: usize::MAX,
            affine: vec![],
            forks: 0,
            in_groups: false,
            private: true,
            lds: true,
        }
    }

    /// Adds the instruction when the generation can encode it, and mostly not when it cannot but fault.
    fn push(&mut self, inst: Inst) -> bool {
        if executable(self.g, &inst).is_err() && (self.tame || !self.r.one_in(30)) {
            return false;
        }
        match encode(self.g, &inst) {
            Some(w) => {
                self.items.push(Item::Inst(Words::new(&w)));
                true
            }
            None => false,
        }
    }

    /// Whether the program is as long as it should be.
    fn is_enough(&self) -> bool {
        self.items.len() >= self.enough
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn place(&mut self, label: u32) {
        self.items.push(Item::Label(label));
    }

    /// A SOPP or SOPK instruction that branches to `label`.
    fn branch_inst(&mut self, inst: Inst, label: u32) -> bool {
        let Some(w) = encode(self.g, &inst) else {
            return false;
        };
        self.items.push(Item::Branch { word: w[0], label });
        true
    }

    fn branch(&mut self, op: Sopp, label: u32) {
        self.branch_inst(Inst::Sopp { op, simm16: 0 }, label);
    }

    fn sopp(&mut self, op: Sopp, simm16: u16) -> bool {
        self.push(Inst::Sopp { op, simm16 })
    }

    fn sopk(&mut self, op: Sopk, sdst: u8, simm16: u16) -> bool {
        let literal = None;
        self.push(Inst::Sopk {
            op,
            sdst,
            simm16,
            literal,
        })
    }

    fn sop1(&mut self, op: Sop1, sdst: u8, ssrc0: Operand) -> bool {
        self.push(Inst::Sop1 { op, sdst, ssrc0 })
    }

    fn sop2(&mut self, op: Sop2, sdst: u8, ssrc0: Operand, ssrc1: Operand) -> bool {
        self.push(Inst::Sop2 {
            op,
            sdst,
            ssrc0,
            ssrc1,
        })
    }

    fn vop1(&mut self, op: Vop1, vdst: u8, src: Operand) -> bool {
        let f = Vop::plain(vdst, [src, Operand::Int(0), Operand::Int(0)]);
        self.push(Inst::Vop1 { op, f })
    }

    fn vop2(&mut self, op: Vop2, vdst: u8, a: Operand, b: u8) -> bool {
        let f = Vop::plain(vdst, [a, Operand::Vgpr(b), Operand::Int(0)]);
        self.push(Inst::Vop2 { op, f })
    }

    /// M0 as most instructions want it: no limit to the LDS.
    fn reset_m0(&mut self) {
        self.sop1(Sop1::S_MOV_B32, M0, Operand::Int(-1));
    }

    /// What kernels begin with: the lane's number x 4 comes from the first register, about which compiled
    /// code knows from the start.
    pub fn begin(&mut self) {
        if !self.r.one_in(4) {
            self.vop1(Vop1::V_MOV_B32, LANE4, Operand::Vgpr(0));
        }
        if self.r.one_in(4) {
            self.rising_compare();
        }
    }

    /// `n` random pieces: an instruction each, with what prepares it.
    pub fn any(&mut self, n: u64) {
        let rows = self.rows;
        let sum: u64 = self.weights.iter().map(|w| *w as u64).sum();
        for _ in 0..n {
            if self.is_enough() {
                return;
            }
            let mut k = self.r.below(sum);
            let kind = self.weights.iter().position(|w| {
                let here = k < *w as u64;
                k = k.saturating_sub(*w as u64);
                here
            });
            match kind.unwrap_or_default() {
                0 => self.vector_alu(&rows.common),
                1 => self.vector_alu(&rows.alu),
                2 => self.vector_alu(&rows.compares),
                3 => self.scalar_alu(),
                4 => self.change_exec(),
                5 => self.lanes(),
                6 => self.flat(),
                7 => self.ds(),
                8 => self.mubuf(),
                9 => self.smem(),
                10 => self.change_mode(),
                11 => self.indexed(),
                12 => self.affine(),
                13 => self.affine_access(),
                14 => self.carry_pair(),
                15 => self.movrel(),
                16 => self.mtbuf(),
                17 => self.full_exec(),
                18 => self.formed(),
                19 => self.uniform_floats(),
                20 => self.compiler_exec(),
                21 => self.late_mask(),
                22 => self.many_values(),
                23 => self.many_scalars(),
                24 => self.reused_load(),
                25 => self.rising_compare(),
                26 => self.structured(),
                27 => self.image(),
                28 => self.transfer(),
                _ => self.wide_sum(),
            }
        }
    }

    /// One access that may go wrong, where the program may: at, over or past the end of an allocation.
    pub fn end(&mut self) {
        if !self.tame && self.r.one_in(6) {
            self.over_the_end();
        }
        self.steps();
        self.bytes();
        self.several();
        self.sopp(Sopp::S_ENDPGM, 0);
    }
}

/// See [`Maker::any`] for the order.
const DEFAULT_WEIGHTS: [u8; KINDS] = [
    20, 10, 8, 13, 4, 6, 5, 6, 3, 4, 1, 2, 8, 5, 2, 1, 1, 4, 6, 4, 3, 4, 0, 0, 3, 3, 3, 2, 1, 1,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The same choices make the same program, and the longest choices end.
    #[test]
    fn programs_come_from_their_source_alone() {
        for g in Gen::GCN {
            let make = |seed| {
                let mut r = Source::seeded(seed);
                let mut m = Maker::new(&mut r, g, false, VGPRS);
                m.any(100);
                m.end();
                m.items
            };
            assert_eq!(make(5), make(5));
            assert_ne!(make(5), make(6));
            let bytes = [0xff; 4096];
            let mut r = Source::from_bytes(&bytes);
            let mut m = Maker::new(&mut r, g, true, 40);
            m.any(100);
            assert!(!m.items.is_empty());
        }
    }
}
