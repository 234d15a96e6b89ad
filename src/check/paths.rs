//! Whether anything can be found on any path that a wave may take: where waits and wait states are concerned, a
//! compiler's code is most often right on all of them, as it was made to be, and then no wave needs to be looked at.
//!
//! What holds on all paths is computed as in a compiler: from the entry on, until nothing changes any more where paths
//! meet. What is not known makes a path unclean: jumps to addresses that come from elsewhere than the code ([`jumps`]),
//! and registers by number.

use std::collections::{BTreeMap, BTreeSet};

use super::jumps::Jumps;
use super::operands::Operands;
use super::private::Private;
use super::sites::{Clean, Site, Told};
use super::{jumps, nops, waits};
use crate::cfg::{Flow, flow};
use crate::isa::{Inst, Sopc, Sopk, hwreg};
use crate::machine::program::Program;
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};

/// What is known where an instruction begins.
#[derive(Clone)]
struct State {
    waits: waits::paths::Paths,
    nops: nops::paths::Paths,
    private: Private,
}

/// What nothing can be found of in a wave that begins at `entry` of the program, whose instructions are `site`s;
/// `private`: with the V# of its private memory in s\[0:3\].
pub fn clean<'a>(
    program: &Program,
    (entry, private): (u64, bool),
    site: impl Fn(u64) -> Option<&'a Site> + Copy,
) -> Clean {
    let mut clean = Clean {
        waits: true,
        nops: true,
        memory: true,
    };
    let mut accesses = |s: &Site| clean.memory &= s.memory == Told::Nowhere || !s.may_miss;
    // Most programs have no jumps to addresses in registers, and need not be looked through for them.
    let none = Jumps::new();
    let plain = meetings(program, entry, site, &none, &mut accesses).map(|m| (m, none));
    let called = || {
        let jumps = jumps::find(program, entry, site)?;
        Some((
            meetings(program, entry, site, &jumps, &mut accesses)?,
            jumps,
        ))
    };
    let Some((meeting, jumps)) = plain.or_else(called) else {
        return Clean::default();
    };
    let begin = State {
        waits: waits::paths::Paths::new(program.generation()),
        nops: nops::paths::Paths::default(),
        private: Private::new(private),
    };
    let mut across = waits::paths::Across::default();
    let mut known = BTreeMap::from([(entry, begin)]);
    let mut work = vec![entry];
    while let Some(mut pc) = work.pop() {
        let Some(mut state) = known.get(&pc).cloned() else {
            continue;
        };
        // Where nothing is, the wave faults.
        while let (Some(s), Ok(d)) = (site(pc), program.at(pc)) {
            let private = s.waits.stores() && state.private.is_stored_to(&s.inst);
            clean.waits = clean.waits
                && (state.waits).step(&s.inst, &s.waits, &s.operands, private, &mut across)
                && !across.meets();
            clean.nops = clean.nops && state.nops.step(program.generation(), &s.nops);
            state.private.step(&s.inst, &s.operands);
            if !clean.waits && !clean.nops {
                return clean;
            }
            let next = pc + u64::from(d.size);
            let (goes, also) = match flow(&s.inst, pc) {
                Flow::End | Flow::Indirect => (None, None),
                Flow::Jump(to) => (None, Some(to)),
                Flow::Branch(to) => (Some(next), Some(to)),
                // `meetings` has refused what would be other code.
                Flow::Next | Flow::Barrier | Flow::Leave => (Some(next), None),
            };
            let through_registers = jumps.get(&pc).into_iter().flatten();
            let mut met = |to: u64| {
                let new = match known.get_mut(&to) {
                    Some(at) => {
                        let waits = at.waits.join(&state.waits);
                        let nops = at.nops.join(&state.nops);
                        waits | nops | at.private.join(&state.private)
                    }
                    None => known.insert(to, state.clone()).is_none(),
                };
                work.extend(new.then_some(to));
            };
            also.iter().chain(through_registers).for_each(|to| met(*to));
            match goes {
                Some(next) if meeting.contains(&next) => {
                    met(next);
                    break;
                }
                Some(next) => pc = next,
                None => break,
            }
        }
    }
    clean
}

/// Where branches and `jumps` lead, and all instructions by the way; `None` where there are instructions of which it is not
/// known what they do.
fn meetings<'a>(
    program: &Program,
    entry: u64,
    site: impl Fn(u64) -> Option<&'a Site>,
    jumps: &Jumps,
    mut all: impl FnMut(&Site),
) -> Option<BTreeSet<u64>> {
    let (mut meeting, mut seen) = (BTreeSet::from([entry]), BTreeSet::new());
    let mut work = vec![entry];
    while let Some(mut pc) = work.pop() {
        while let (Some(s), Ok(d)) = (site(pc), program.at(pc)) {
            if !seen.insert(pc) {
                break;
            }
            if is_open(&s.inst) {
                return None;
            }
            all(s);
            match flow(&s.inst, pc) {
                Flow::Next | Flow::Barrier | Flow::Leave => {}
                Flow::Branch(to) => {
                    meeting.insert(to);
                    work.push(to);
                }
                Flow::Jump(to) => {
                    meeting.insert(to);
                    work.push(to);
                    break;
                }
                Flow::End => break,
                Flow::Indirect => {
                    let to = jumps.get(&pc)?;
                    meeting.extend(to);
                    work.extend(to);
                    break;
                }
            }
            pc += u64::from(d.size);
        }
    }
    Some(meeting)
}

/// Whether registers, or what happens next, depend on values behind the instruction.
fn is_open(inst: &Inst) -> bool {
    let sets_mode = match inst {
        Inst::Sopk {
            op: Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32,
            simm16,
            ..
        } => {
            let (id, first, mask) = hwreg::field(*simm16);
            id == hwreg::MODE && mask << first & (MODE_GPR_IDX_EN | MODE_VSKIP) != 0
        }
        Inst::Sopc { op, .. } => matches!(op, Sopc::S_SET_GPR_IDX_ON | Sopc::S_SETVSKIP),
        _ => false,
    };
    sets_mode || Operands::vary(inst, 0)
}
