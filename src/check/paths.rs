//! Whether anything can be found on any path that a wave may take: where waits and wait states are concerned, a
//! compiler's code is most often right on all of them, as it was made to be, and then no wave needs to be looked at.
//!
//! What holds on all paths is computed as in a compiler: from the entry on, until nothing changes any more where paths
//! meet. What is not known makes a path unclean: jumps to addresses that come from elsewhere than the code ([`jumps`]),
//! and registers by number.

use std::collections::{BTreeMap, BTreeSet};

use super::jumps::{Constants, Jumps};
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
    // What memory holds may change.
    let found = Code::find(program, entry, site, None, is_open, &mut accesses);
    let Ok(code) = found else {
        return Clean::default();
    };
    let begin = State {
        waits: waits::paths::Paths::new(program.generation()),
        nops: nops::paths::Paths::default(),
        private: Private::new(private),
    };
    let mut across = waits::paths::Across::default();
    let join = |at: &mut State, other: &State| {
        let waits = at.waits.join(&other.waits);
        let nops = at.nops.join(&other.nops);
        waits | nops | at.private.join(&other.private)
    };
    code.follow(begin, join, |state, _, s| {
        let private = s.waits.stores() && state.private.is_stored_to(&s.inst);
        clean.waits = clean.waits
            && (state.waits).step(
                &s.inst,
                &s.waits,
                &s.operands,
                private,
                &mut across,
                &mut Vec::new(),
            )
            && !across.meets();
        clean.nops = clean.nops && state.nops.step(program.generation(), &s.nops);
        state.private.step(&s.inst, &s.operands);
        clean.waits || clean.nops
    });
    clean
}

/// The code that a wave may execute.
pub struct Code<'p, F> {
    program: &'p Program,
    site: F,
    entry: u64,
    /// Where branches and jumps lead.
    meeting: BTreeSet<u64>,
    jumps: Jumps,
}

impl<'p, 'a, F: Fn(u64) -> Option<&'a Site> + Copy> Code<'p, F> {
    /// That of a wave that begins at `entry` of the program, whose instructions are `site`s, which are shown to `all`;
    /// `constants` as for [`jumps::find`].
    ///
    /// # Errors
    /// The address of an instruction of which it is not known where it goes, or that is `open`.
    pub fn find(
        program: &'p Program,
        entry: u64,
        site: F,
        constants: Option<Constants<'_>>,
        open: impl Fn(&Inst) -> bool,
        mut all: impl FnMut(&Site),
    ) -> Result<Self, u64> {
        // Most programs have no jumps to addresses in registers, and need not be looked through for them.
        let none = Jumps::default();
        let meetings = |jumps: &Jumps, all: &mut dyn FnMut(&Site)| {
            meetings(program, entry, site, jumps, &open, all)
        };
        let (meeting, jumps) = match meetings(&none, &mut all) {
            Ok(meeting) => (meeting, none),
            Err(_) => {
                let jumps = jumps::find(program, entry, site, constants)?;
                (meetings(&jumps, &mut all)?, jumps)
            }
        };
        Ok(Code {
            program,
            site,
            entry,
            meeting,
            jumps,
        })
    }

    /// The instruction at `pc`, and where control may go from it: to the next one, and elsewhere. `None` where nothing
    /// is: there the wave faults.
    pub fn at(&self, pc: u64) -> Option<(&'a Site, Option<u64>, Vec<u64>)> {
        let (s, d) = ((self.site)(pc)?, self.program.at(pc).ok()?);
        let next = pc + u64::from(d.size);
        let through_registers = self.jumps.get(pc).into_iter().flatten();
        let (goes, also) = match flow(&s.inst, pc) {
            Flow::End | Flow::Indirect => (None, None),
            Flow::Jump(to) => (None, Some(to)),
            Flow::Branch(to) => (Some(next), Some(to)),
            // `meetings` has refused what would be other code.
            Flow::Next | Flow::Barrier | Flow::Leave => (Some(next), None),
        };
        Some((s, goes, also.into_iter().chain(through_registers).collect()))
    }

    /// Whether the instruction at `pc` is a jump that may lead anywhere.
    pub fn leads_anywhere(&self, pc: u64) -> bool {
        self.jumps.unknown.contains_key(&pc)
    }

    /// Whether several paths may meet before the instruction at `pc`.
    pub fn meet_at(&self, pc: u64) -> bool {
        self.meeting.contains(&pc)
    }

    /// Carries what is known along all paths, from `begin` on, until nothing changes any more where they `join`. `step`
    /// takes it behind an instruction, and says whether to go on.
    pub fn follow<T: Clone>(
        &self,
        begin: T,
        join: impl Fn(&mut T, &T) -> bool,
        mut step: impl FnMut(&mut T, u64, &'a Site) -> bool,
    ) {
        let mut known = BTreeMap::from([(self.entry, begin)]);
        let mut work = vec![self.entry];
        while let Some(mut pc) = work.pop() {
            let Some(mut state) = known.get(&pc).cloned() else {
                continue;
            };
            while let Some((s, goes, also)) = self.at(pc) {
                if !step(&mut state, pc, s) {
                    return;
                }
                let mut met = |to: u64| {
                    let new = match known.get_mut(&to) {
                        Some(at) => join(at, &state),
                        None => known.insert(to, state.clone()).is_none(),
                    };
                    work.extend(new.then_some(to));
                };
                also.into_iter().for_each(&mut met);
                match goes {
                    Some(next) if self.meet_at(next) => {
                        met(next);
                        break;
                    }
                    Some(next) => pc = next,
                    None => break,
                }
            }
        }
    }
}

/// Where branches and `jumps` lead, and all instructions by the way; an error where there is one of which it is not known
/// what it does.
fn meetings<'a>(
    program: &Program,
    entry: u64,
    site: impl Fn(u64) -> Option<&'a Site>,
    jumps: &Jumps,
    open: impl Fn(&Inst) -> bool,
    all: &mut dyn FnMut(&Site),
) -> Result<BTreeSet<u64>, u64> {
    let (mut meeting, mut seen) = (BTreeSet::from([entry]), BTreeSet::new());
    let mut work = vec![entry];
    while let Some(mut pc) = work.pop() {
        while let (Some(s), Ok(d)) = (site(pc), program.at(pc)) {
            if !seen.insert(pc) {
                break;
            }
            if open(&s.inst) {
                return Err(pc);
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
                    let to = jumps.get(pc).ok_or(pc)?;
                    meeting.extend(&to);
                    work.extend(to);
                    break;
                }
            }
            pc += u64::from(d.size);
        }
    }
    Ok(meeting)
}

/// Whether registers, or what happens next, depend on values behind the instruction.
fn is_open(inst: &Inst) -> bool {
    may_set(inst, MODE_GPR_IDX_EN | MODE_VSKIP) || has_numbered_registers(inst)
}

/// Whether the instruction has registers by number, or those behind it may have.
pub fn has_numbered_registers(inst: &Inst) -> bool {
    let begins = matches!(inst, Inst::Sopc { op, .. } if *op == Sopc::S_SET_GPR_IDX_ON);
    begins || Operands::vary(inst, 0)
}

/// Whether the instruction may set some of these bits of MODE.
pub fn may_set(inst: &Inst, bits: u32) -> bool {
    match inst {
        Inst::Sopk {
            op: Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32,
            simm16,
            ..
        } => {
            let (id, first, mask) = hwreg::field(*simm16);
            id == hwreg::MODE && mask << first & bits != 0
        }
        Inst::Sopc { op, .. } => match op {
            Sopc::S_SETVSKIP => bits & MODE_VSKIP != 0,
            Sopc::S_SET_GPR_IDX_ON => bits & MODE_GPR_IDX_EN != 0,
            _ => false,
        },
        _ => false,
    }
}
