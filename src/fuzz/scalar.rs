//! The target `scalar`: programs of scalar instructions with forward branches and a few vector
//! instructions that read masks, so that values stay in host registers across block borders. Few
//! registers are used, and often: EXEC, VCC, M0 and SCC among them.

use crate::decode::decode;
use crate::isa::{Flags, Gen, Inst, Sop1};

use super::case::{Case, First, S_ENDPGM, Tier};
use super::code::{Item, Words};
use super::inst::state::{alu, alu_case};
use super::{End, Found, Round, Source, Target};

/// Pieces per program.
const LENGTH: u32 = 24;
/// States that each program runs on.
const STATES: usize = 16;

/// A scalar source code: registers, the special ones, constants, the literal.
fn source(r: &mut Source<'_>) -> u32 {
    match r.below(10) {
        0..=4 => r.below(10) as u32,
        5 => r.pick(&[106, 107, 124, 126, 127]),
        6 => 128 + r.below(81) as u32,
        7 => 240 + r.below(9) as u32,
        8 => r.pick(&[251, 252, 253]),
        _ => 255,
    }
}

/// A scalar destination code.
fn destination(r: &mut Source<'_>) -> u32 {
    match r.below(8) {
        0 => r.pick(&[106, 107, 124, 126]),
        _ => r.below(10) as u32,
    }
}

/// One instruction that goes on to the next, and is executed.
fn instruction(r: &mut Source<'_>, generation: Gen) -> (Inst, Item) {
    loop {
        let (s0, s1, d) = (source(r), source(r), destination(r));
        let (v, w) = (r.below(4) as u32, r.below(4) as u32);
        let word = match r.below(16) {
            0..=4 => 0x8000_0000 | (r.below(96) as u32) << 23 | d << 16 | s1 << 8 | s0,
            5..=9 => 0xbe80_0000 | d << 16 | (r.below(56) as u32) << 8 | s0,
            10 | 11 => 0xbf00_0000 | (r.below(20) as u32) << 16 | s1 << 8 | s0,
            12 | 13 => {
                // The third is a hardware register, mostly one that there is.
                let hwreg = r.below(8) as u32 | (r.bits() as u32 & 0xffc0);
                let simm16 = match r.below(3) {
                    0 => r.bits() as u32 & 0xffff,
                    1 => r.below(8) as u32,
                    _ => hwreg,
                };
                0xb000_0000 | (r.below(22) as u32) << 23 | d << 16 | simm16
            }
            // v_mov_b32 and v_readfirstlane_b32, then v_cndmask_b32.
            14 if r.one_in(2) => 0x7e00_0200 | v << 17 | if r.one_in(3) { 256 | w } else { s0 },
            14 if r.one_in(2) => 0x7e00_0400 | d << 17 | 256 | v,
            // s_set_gpr_idx_off and s_set_gpr_idx_mode of gfx8 and gfx9.
            14 => 0xbf9c_0000 | (r.below(2) as u32) << 16 | r.below(16) as u32,
            _ => v << 17 | w << 9 | s0,
        };
        let words = [word, r.bits() as u32];
        let Ok(decoded) = decode(generation, &words) else {
            continue;
        };
        const OUT: [Flags; 3] = [Flags::BRANCH, Flags::ENDS_BLOCK, Flags::SYSTEM];
        let flags = decoded.inst.row().flags;
        // Its stack is the target `inst`'s.
        let join = matches!(
            decoded.inst,
            Inst::Sop1 {
                op: Sop1::S_CBRANCH_JOIN,
                ..
            }
        );
        if join || OUT.iter().any(|f| flags.has(*f)) {
            continue;
        }
        let words = Words::new(&words[..decoded.size as usize / 4]);
        return (decoded.inst, Item::Inst(words));
    }
}

/// The target.
pub struct Scalar {
    case: Case,
    insts: Vec<Inst>,
}

impl Default for Scalar {
    fn default() -> Scalar {
        Scalar {
            case: alu_case(),
            insts: vec![],
        }
    }
}

impl Target for Scalar {
    fn name(&self) -> &'static str {
        "scalar"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let generation = round.generation();
        let r = &mut *round.source;
        let case = &mut self.case;
        case.generation = generation;
        case.items.clear();
        self.insts.clear();
        // Label `n` stands before piece `n`.
        for n in 0..LENGTH {
            case.items.push(Item::Label(n));
            // s_branch and the conditional ones.
            if r.one_in(8) {
                let opcode = r.pick(&[2, 4, 4, 5, 5, 6, 7, 8, 9]);
                case.items.push(Item::Branch {
                    word: 0xbf80_0000 | opcode << 16,
                    label: (n + 1 + r.below(6) as u32).min(LENGTH),
                });
                continue;
            }
            let (inst, item) = instruction(r, generation);
            self.insts.push(inst);
            case.items.push(item);
        }
        case.items.push(Item::Label(LENGTH));
        case.items.push(Item::Inst(Words::new(&[S_ENDPGM])));
        case.slice = r.pick(&[i64::MAX, 1, 7]);
        case.tier = r.pick(&Tier::ALL);
        case.first = if r.one_in(2) {
            First::Masked
        } else {
            First::Other
        };
        let mut compared = 0;
        for _ in 0..STATES {
            alu(r, case, 0x3f0, false, false);
            match round.session.compare(case) {
                Ok(ran) if ran.end == End::Ended => compared += 1,
                Ok(_) => round.counts.rejected("a run that faults"),
                Err(d) => return Err(Box::new(Found::Case(case.clone(), d))),
            }
        }
        round.counts.note("scalar programs", 1);
        round.counts.cases += compared * self.insts.len() as u64;
        Ok(())
    }
}
