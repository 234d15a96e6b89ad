//! Where jumps to addresses in registers lead: calls of functions whose address has just been computed, as compilers
//! make them when they do not optimise, and returns from those to behind the calls.
//!
//! What is followed are the addresses of code, from where they are taken (`s_getpc_b64`, calls) through sums, scalar
//! registers and lanes of vector registers, on all paths: a register has all values that it may have where paths meet, so
//! a function returns to all its callers. Nothing is guessed: what comes out of memory that may be written, or of anything
//! else, is not known, and a jump there may lead anywhere.

use std::collections::{BTreeMap, BTreeSet};

use super::operands::{Bank, Operands};
use super::sites::Site;
use crate::cfg::{Flow, flow};
use crate::ir::plant::{Fault, unless_planted};
use crate::isa::facts::{At, SmemAct};
use crate::isa::{Inst, Operand, Sop1, Sop2, Sopk, Ty, Vop2};
use crate::machine::program::Program;

/// The dword at an address of memory that holds it whenever the program runs.
pub type Constants<'c> = &'c dyn Fn(u64) -> Option<u32>;

/// Jumps to addresses in registers.
#[derive(Clone, Debug, Default)]
pub struct Jumps {
    /// Where each may lead.
    pub to: BTreeMap<u64, BTreeSet<u64>>,
    /// Those that may lead anywhere, too, where that is allowed; and behind which instruction they come back, if they are
    /// calls.
    pub unknown: BTreeMap<u64, Option<u64>>,
}

impl Jumps {
    /// Where the jump at `pc` may lead, as far as that is known, and to behind it where it comes back from elsewhere; `None`
    /// where it is none of these.
    pub fn get(&self, pc: u64) -> Option<Vec<u64>> {
        let (to, unknown) = (self.to.get(&pc), self.unknown.get(&pc));
        if to.is_none() && unknown.is_none() {
            return None;
        }
        let back = unknown.copied().flatten();
        Some(to.into_iter().flatten().copied().chain(back).collect())
    }
}

/// Values of a register at most that are told apart: functions with more callers are not followed.
const MOST_VALUES: usize = 32;

/// Instructions that are followed at most, before a run and for its own sake: what is known is kept for each.
const MOST_INSTRUCTIONS: usize = 1 << 13;
const MOST_BY_ITSELF: usize = 1 << 15;

/// What holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// A scalar register.
    Scalar(u8),
    /// A lane of a vector register.
    Lane(u8, u8),
    /// SCC.
    Carry,
}

type Values = BTreeSet<u32>;

/// All values that a place may have; those that are missing may have any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known(BTreeMap<Place, Values>);

impl Known {
    /// Adds what may be on another path; whether that is anything new.
    fn join(&mut self, other: &Known) -> bool {
        let mut new = false;
        self.0.retain(|place, values| {
            let before = values.len();
            let known = other.0.get(place).is_some_and(|more| {
                values.extend(more);
                values.len() <= MOST_VALUES
            });
            new |= !known || values.len() != before;
            known
        });
        new
    }

    fn operand(&self, o: Operand) -> Option<Values> {
        match o {
            Operand::Sgpr(s) => self.0.get(&Place::Scalar(s)).cloned(),
            _ => Some(Values::from([o.constant(Ty::U32)? as u32])),
        }
    }

    /// Goes on behind an instruction, which `next` comes behind.
    fn step(&mut self, inst: &Inst, operands: &Operands, next: u64, constants: Constants<'_>) {
        let mut made = vec![];
        let mut is_made = |place, values: Option<Values>| made.extend(values.map(|v| (place, v)));
        // The lane that it writes alone.
        let mut lane = None;
        match inst {
            Inst::Sop1 { op, sdst, ssrc0 } => match (op, ssrc0) {
                (Sop1::S_GETPC_B64 | Sop1::S_SWAPPC_B64, _) => {
                    for (s, half) in pair(*sdst).into_iter().zip([next, next >> 32]) {
                        is_made(Place::Scalar(s), Some(Values::from([half as u32])));
                    }
                }
                (Sop1::S_MOV_B32, Operand::Sgpr(_)) => {
                    is_made(Place::Scalar(*sdst), self.operand(*ssrc0));
                }
                (Sop1::S_MOV_B64, Operand::Sgpr(s)) => {
                    for (to, from) in pair(*sdst).into_iter().zip(pair(*s)) {
                        is_made(Place::Scalar(to), self.operand(Operand::Sgpr(from)));
                    }
                }
                _ => {}
            },
            // A table of addresses.
            Inst::Smem { op, f } if f.soffset.is_none() => {
                let base = pair(f.sbase).map(|s| self.operand(Operand::Sgpr(s)));
                let only =
                    |v: &Option<Values>| v.as_ref().filter(|v| v.len() == 1)?.first().copied();
                if let (SmemAct::Loads(At::Memory, count), [Some(low), Some(high)]) =
                    (op.act(), base.each_ref().map(only))
                {
                    let base = u64::from(low) | u64::from(high) << 32;
                    for i in 0..count.min(2) {
                        let at = base.wrapping_add_signed(f.imm) & !3;
                        let value = constants(at.wrapping_add(4 * u64::from(i)));
                        is_made(Place::Scalar(f.sdata + i), value.map(|v| Values::from([v])));
                    }
                }
            }
            Inst::Sopk { op, sdst, .. } if *op == Sopk::S_CALL_B64 => {
                for (s, half) in pair(*sdst).into_iter().zip([next, next >> 32]) {
                    is_made(Place::Scalar(s), Some(Values::from([half as u32])));
                }
            }
            Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            } => {
                let carry = match op {
                    Sop2::S_ADD_U32 => Some(Values::from([0])),
                    Sop2::S_ADDC_U32 => self.0.get(&Place::Carry).cloned(),
                    _ => None,
                };
                let parts = (self.operand(*ssrc0), self.operand(*ssrc1), carry);
                if let (Some(a), Some(b), Some(c)) = parts {
                    let (mut sums, mut carries) = (Values::new(), Values::new());
                    for a in &a {
                        for (b, c) in b.iter().flat_map(|b| c.iter().map(move |c| (b, c))) {
                            let sum = u64::from(*a) + u64::from(*b) + u64::from(*c);
                            sums.insert(sum as u32);
                            carries.insert((sum >> 32) as u32);
                        }
                    }
                    is_made(
                        Place::Scalar(*sdst),
                        (sums.len() <= MOST_VALUES).then_some(sums),
                    );
                    is_made(Place::Carry, Some(carries));
                }
            }
            Inst::Vop2 { op, f } => match (op, f.src) {
                (Vop2::V_WRITELANE_B32, [from, to, _]) => {
                    lane = to.constant(Ty::U32).map(|n| n as u8 & 63);
                    if let (Some(n), Operand::Sgpr(_)) = (lane, from) {
                        is_made(Place::Lane(f.vdst, n), self.operand(from));
                    }
                }
                (Vop2::V_READLANE_B32, [Operand::Vgpr(v), from, _]) => {
                    if let Some(n) = from.constant(Ty::U32) {
                        let values = self.0.get(&Place::Lane(v, n as u8 & 63));
                        is_made(Place::Scalar(f.vdst), values.cloned());
                    }
                }
                _ => {}
            },
            _ => {}
        }
        let writes = |bank, n| {
            let mut of_bank = operands.writes.iter().filter(|r| r.bank == bank);
            of_bank.any(|r| r.numbers().any(|m| m == n))
        };
        self.0.retain(|place, _| match *place {
            Place::Scalar(s) => !writes(Bank::Scalar, s),
            Place::Lane(v, n) => lane.is_some_and(|l| l != n) || !writes(Bank::Vector, v),
            Place::Carry => !operands.writes_scc,
        });
        self.0.extend(made);
    }

    /// Where an instruction that takes its target from registers may lead, if that is known.
    fn targets(&self, inst: &Inst) -> Option<BTreeSet<u64>> {
        let Inst::Sop1 {
            op: Sop1::S_SETPC_B64 | Sop1::S_SWAPPC_B64,
            ssrc0: Operand::Sgpr(s),
            ..
        } = inst
        else {
            return None;
        };
        let [lows, highs] = pair(*s).map(|s| self.operand(Operand::Sgpr(s)));
        let (lows, highs) = (lows?, highs?);
        let with = |high: u32| {
            lows.iter()
                .map(move |l| u64::from(*l) | u64::from(high) << 32)
        };
        let all = highs.iter().flat_map(|h| with(*h));
        Some(unless_planted!(
            Fault::FirstReturn,
            all.collect(),
            all.take(1).collect()
        ))
    }
}

fn pair(s: u8) -> [u8; 2] {
    [s, s.saturating_add(1)]
}

/// Where the jumps to addresses in registers lead in waves that begin at `entry`. With `constants` some may lead anywhere:
/// a call comes back from there, with registers that are not known, and where another one leads is not followed.
///
/// # Errors
/// The address of a jump that may lead to anything, or out of the program; or of the first instruction behind which there
/// are too many to follow.
pub fn find<'a>(
    program: &Program,
    entry: u64,
    site: impl Fn(u64) -> Option<&'a Site>,
    constants: Option<Constants<'_>>,
) -> Result<Jumps, u64> {
    let mut jumps = Jumps::default();
    let mut at = BTreeMap::from([(entry, Known::default())]);
    let mut work = vec![entry];
    let most = constants.map_or(MOST_INSTRUCTIONS, |_| MOST_BY_ITSELF);
    while let Some(pc) = work.pop() {
        // Where nothing is, the wave faults.
        let (Some(s), Ok(d), Some(known)) = (site(pc), program.at(pc), at.get(&pc)) else {
            continue;
        };
        if at.len() > most {
            return Err(pc);
        }
        let next = pc + u64::from(d.size);
        let mut known = known.clone();
        let targets = known.targets(&s.inst);
        known.step(&s.inst, &s.operands, next, constants.unwrap_or(&|_| None));
        let mut met = |to: u64, known: &Known| {
            let new = match at.get_mut(&to) {
                Some(there) => there.join(known),
                None => at.insert(to, known.clone()).is_none(),
            };
            work.extend(new.then_some(to));
        };
        match flow(&s.inst, pc) {
            Flow::Next | Flow::Barrier | Flow::Leave => met(next, &known),
            Flow::Jump(to) => met(to, &known),
            Flow::Branch(to) => {
                met(to, &known);
                met(next, &known);
            }
            Flow::End => {}
            Flow::Indirect => {
                let inside = |t: &u64| program.at(*t).is_ok();
                match targets.filter(|t| t.iter().all(inside)) {
                    Some(targets) => {
                        targets.iter().for_each(|to| met(*to, &known));
                        jumps.to.insert(pc, targets);
                    }
                    None if constants.is_none() => return Err(pc),
                    None => {
                        let calls =
                            matches!(&s.inst, Inst::Sop1 { op, .. } if *op == Sop1::S_SWAPPC_B64);
                        if calls {
                            met(next, &Known::default());
                        }
                        jumps.unknown.insert(pc, calls.then_some(next));
                    }
                }
            }
        }
    }
    Ok(jumps)
}
