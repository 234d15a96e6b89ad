//! Basic blocks of a guest program, found from an entry by following static edges.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{HashMap, HashSet};
use crate::isa::{Decoded, Inst, Operand, Sop1, Sop2, Sopc, Sopk, Sopp, Ty, hwreg};
use crate::machine::program::Program;
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};
use crate::numerics::Mode;

/// Instructions per compiled unit at most, so that no single compilation takes long; what lies beyond is
/// compiled when execution gets there.
const MAX_INSTRUCTIONS: usize = 2_000;

/// The MODE bits that code is compiled for: rounding, denormals, DX10_CLAMP, IEEE, FP16_OVFL, GPR_IDX_EN,
/// VSKIP.
pub const MODE_BITS: u32 = 0x3ff | Mode::F16_OVFL | MODE_GPR_IDX_EN | MODE_VSKIP;

/// How control leaves an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// Always to this address.
    Jump(u64),
    /// To this address or to the next instruction.
    Branch(u64),
    /// To an address that is known at run time only.
    Indirect,
    /// Nowhere: the wave ends.
    End,
    /// To the next instruction, after a barrier.
    Barrier,
    /// To the next instruction, which other code executes: MODE has changed.
    Leave,
}

/// Where a branch with offset `simm16` at `pc` leads: the address after it plus 4 x the offset.
pub fn target(pc: u64, simm16: u16) -> u64 {
    pc.wrapping_add(4)
        .wrapping_add_signed(simm16 as i16 as i64 * 4)
}

/// How control leaves the instruction at `pc`.
pub fn flow(inst: &Inst, pc: u64) -> Flow {
    match inst {
        Inst::Sopp { op, simm16 } => match op {
            Sopp::S_BRANCH => Flow::Jump(target(pc, *simm16)),
            Sopp::S_CBRANCH_SCC0
            | Sopp::S_CBRANCH_SCC1
            | Sopp::S_CBRANCH_VCCZ
            | Sopp::S_CBRANCH_VCCNZ
            | Sopp::S_CBRANCH_EXECZ
            | Sopp::S_CBRANCH_EXECNZ => Flow::Branch(target(pc, *simm16)),
            Sopp::S_ENDPGM => Flow::End,
            Sopp::S_SETKILL if simm16 & 1 != 0 => Flow::End,
            Sopp::S_BARRIER => Flow::Barrier,
            _ => Flow::Next,
        },
        Inst::Sopk {
            op: Sopk::S_CALL_B64,
            simm16,
            ..
        } => Flow::Jump(target(pc, *simm16)),
        Inst::Sop1 {
            op: Sop1::S_SETPC_B64 | Sop1::S_SWAPPC_B64 | Sop1::S_CBRANCH_JOIN,
            ..
        }
        | Inst::Sop2 {
            op: Sop2::S_CBRANCH_G_FORK,
            ..
        }
        | Inst::Sopk {
            op: Sopk::S_CBRANCH_I_FORK,
            ..
        } => Flow::Indirect,
        Inst::Sopk {
            op: Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32,
            simm16,
            ..
        } => match hwreg::field(*simm16) {
            (hwreg::MODE, first, mask) if mask << first & MODE_BITS != 0 => Flow::Leave,
            _ => Flow::Next,
        },
        Inst::Sopc {
            op: Sopc::S_SETVSKIP,
            ..
        } => Flow::Leave,
        _ => Flow::Next,
    }
}

/// Whether the instruction is a block of its own, because it acts on scalar registers by number: all of
/// them have to be in the wave.
pub fn stands_alone(inst: &Inst) -> bool {
    match inst {
        Inst::Sop1 { op, ssrc0, .. } => match op {
            Sop1::S_MOVRELS_B32 | Sop1::S_MOVRELS_B64 => matches!(ssrc0, Operand::Sgpr(_)),
            Sop1::S_MOVRELD_B32 | Sop1::S_MOVRELD_B64 | Sop1::S_CBRANCH_JOIN => true,
            _ => false,
        },
        Inst::Sop2 { op, .. } => *op == Sop2::S_CBRANCH_G_FORK,
        Inst::Sopk { op, .. } => *op == Sopk::S_CBRANCH_I_FORK,
        _ => false,
    }
}

/// A basic block: instructions with their addresses.
#[derive(Clone, Debug)]
pub struct BasicBlock {
    /// Address and instruction, in order; empty only when `step` is the block's own address.
    pub insts: Vec<(u64, Decoded)>,
    /// Why the block ends before control leaves it by an instruction: the interpreter has to execute
    /// the instruction at this address, or nothing decodes there.
    pub step: Option<u64>,
    /// Address after the last instruction.
    pub end: u64,
}

/// A control-flow graph.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// Blocks by start address.
    pub blocks: BTreeMap<u64, BasicBlock>,
    /// Addresses where execution can enter from outside: the entry, and where a wave goes on after a
    /// barrier, an interpreted instruction, or a yield at a loop's back edge.
    pub entries: BTreeSet<u64>,
    /// Where instructions probably lead whose target is known at run time only, by address: calls to the
    /// function whose address has just been computed, and returns to behind the calls.
    pub indirect: BTreeMap<u64, Vec<u64>>,
}

/// Places that a return is taken to lead to, at most.
const MAX_RETURNS: usize = 16;

/// Instructions of a function at most that is compiled together with those that call it: the time that
/// compiling takes rises faster than a unit's length, and what a long function does takes longer than to come
/// to it and back.
const MAX_CALLED: usize = 256;

/// Whether what can be reached from `entry`, except functions that are called there, is short.
fn is_short(program: &Program, entry: u64) -> bool {
    let mut seen = HashSet::default();
    let mut work = vec![entry];
    while let Some(mut pc) = work.pop() {
        let mut known = Known::default();
        while let Ok(d) = program.at(pc) {
            if !seen.insert(pc) {
                break;
            }
            if seen.len() > MAX_CALLED {
                return false;
            }
            let next = pc + u64::from(d.size);
            let target = known.target(&d.inst);
            known.step(&d.inst, next);
            match flow(&d.inst, pc) {
                Flow::Next | Flow::Barrier => {}
                Flow::Jump(_) if matches!(d.inst, Inst::Sopk { .. }) => {}
                Flow::Jump(t) => {
                    work.push(t);
                    break;
                }
                Flow::Branch(t) => work.push(t),
                Flow::Indirect if is_call(&d.inst) => {}
                Flow::Indirect => {
                    work.extend(target);
                    break;
                }
                Flow::End | Flow::Leave => break,
            }
            pc = next;
        }
    }
    true
}

/// Whether it is a call of a function whose address is in registers.
fn is_call(inst: &Inst) -> bool {
    matches!(inst, Inst::Sop1 { op, .. } if *op == Sop1::S_SWAPPC_B64)
}

/// A call: its target and where that returns to.
struct Call {
    to: u64,
    next: u64,
}

/// Scalar registers whose values can be told from the code, and the carry: as far as the addresses of
/// functions are computed. It is a guess only, since jumps may lead to the midst of that.
#[derive(Default)]
struct Known {
    registers: HashMap<u8, u32>,
    carry: u32,
}

impl Known {
    fn operand(&self, o: Operand) -> Option<u32> {
        match o {
            Operand::Sgpr(s) => self.registers.get(&s).copied(),
            _ => o.constant(Ty::U32).map(|k| k as u32),
        }
    }

    fn set(&mut self, s: u8, v: Option<u32>) {
        match v {
            Some(v) => self.registers.insert(s, v),
            None => self.registers.remove(&s),
        };
    }

    /// After the instruction, which `next` comes behind.
    fn step(&mut self, inst: &Inst, next: u64) {
        match *inst {
            Inst::Sop1 { op, sdst, ssrc0 } => {
                let high = sdst.saturating_add(1);
                let (low, upper) = match (op, ssrc0) {
                    (Sop1::S_GETPC_B64, _) => (Some(next as u32), Some((next >> 32) as u32)),
                    (Sop1::S_MOV_B64, Operand::Sgpr(s)) => {
                        let upper = Operand::Sgpr(s.saturating_add(1));
                        (self.operand(ssrc0), self.operand(upper))
                    }
                    _ => (None, None),
                };
                self.set(sdst, low);
                if low.is_some() || !matches!(op, Sop1::S_MOV_B32) {
                    self.set(high, upper);
                }
            }
            Inst::Sop2 {
                op,
                sdst,
                ssrc0,
                ssrc1,
            } => {
                let with = match op {
                    Sop2::S_ADD_U32 => Some(0),
                    Sop2::S_ADDC_U32 => Some(self.carry),
                    _ => None,
                };
                let parts = (self.operand(ssrc0), self.operand(ssrc1), with);
                let sum = match parts {
                    (Some(a), Some(b), Some(c)) => Some(u64::from(a) + u64::from(b) + u64::from(c)),
                    _ => None,
                };
                self.carry = sum.map_or(0, |s| (s >> 32) as u32);
                self.set(sdst, sum.map(|s| s as u32));
            }
            _ => {}
        }
    }

    /// Where an instruction that takes its target from registers leads.
    fn target(&self, inst: &Inst) -> Option<u64> {
        match inst {
            Inst::Sop1 {
                op: Sop1::S_SETPC_B64 | Sop1::S_SWAPPC_B64,
                ssrc0,
                ..
            } => self.pair(*ssrc0),
            _ => None,
        }
    }

    fn pair(&self, o: Operand) -> Option<u64> {
        let Operand::Sgpr(s) = o else { return None };
        let [low, high] = [s, s.saturating_add(1)].map(|s| self.registers.get(&s));
        Some(u64::from(*low?) | u64::from(*high?) << 32)
    }
}

/// Where the S_SETPC_B64s of functions that are called lead to: those whose target is not in `indirect`.
fn returns(
    blocks: &BTreeMap<u64, BasicBlock>,
    calls: &BTreeMap<u64, Call>,
    indirect: &BTreeMap<u64, Vec<u64>>,
) -> BTreeMap<u64, Vec<u64>> {
    let mut sites: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for c in calls.values() {
        sites.entry(c.to).or_default().insert(c.next);
    }
    // The functions that each block is in.
    let mut inside: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let mut work: Vec<(u64, u64)> = sites.keys().map(|f| (*f, *f)).collect();
    let mut out: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    while let Some((at, f)) = work.pop() {
        if !inside.entry(at).or_default().insert(f) {
            continue;
        }
        let Some((pc, d)) = blocks.get(&at).and_then(|b| b.insts.last()) else {
            continue;
        };
        let next = pc + u64::from(d.size);
        let mut go = |to: u64| work.push((to, f));
        match flow(&d.inst, *pc) {
            _ if calls.contains_key(pc) => go(next),
            Flow::Next | Flow::Barrier => go(next),
            Flow::Jump(t) => go(t),
            Flow::Branch(t) => {
                go(t);
                go(next);
            }
            Flow::Indirect => match indirect.get(pc) {
                Some(to) => to.iter().for_each(|t| go(*t)),
                None => out.entry(*pc).or_default().extend(&sites[&f]),
            },
            Flow::End | Flow::Leave => {}
        }
    }
    let few = |s: BTreeSet<u64>| s.into_iter().take(MAX_RETURNS).collect();
    out.into_iter().map(|(pc, s)| (pc, few(s))).collect()
}

/// Where else blocks begin and end than where control makes it so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// Nowhere.
    #[default]
    None,
    /// The instruction begins a block.
    Before,
    /// It ends one.
    After,
    /// It is one.
    Around,
    /// The interpreter executes it.
    Interpreted,
}

impl From<bool> for Cut {
    /// Whether the interpreter executes it.
    fn from(interpreted: bool) -> Cut {
        if interpreted {
            Cut::Interpreted
        } else {
            Cut::None
        }
    }
}

/// The graph of what static edges reach from `entry`. `cut` says which instructions begin or end blocks, and which end
/// one because the interpreter executes them.
pub fn discover<C: Into<Cut>>(
    program: &Program,
    entry: u64,
    mut cut: impl FnMut(&Inst) -> C,
) -> Cfg {
    let mut leaders = BTreeSet::from([entry]);
    let mut entries = BTreeSet::from([entry]);
    let mut seen: HashMap<u64, &Decoded> = HashMap::default();
    let mut steps = HashSet::default();
    let mut work = vec![(entry, Known::default())];
    let mut calls = BTreeMap::new();
    let mut indirect: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    let mut short: HashMap<u64, bool> = HashMap::default();
    while let Some((mut pc, mut known)) = work.pop() {
        loop {
            if seen.contains_key(&pc) || steps.contains(&pc) {
                break;
            }
            let decoded = match program.at(pc) {
                Ok(d) if seen.len() < MAX_INSTRUCTIONS => d,
                _ => {
                    steps.insert(pc);
                    leaders.insert(pc);
                    break;
                }
            };
            let next = pc + decoded.size as u64;
            let cut = cut(&decoded.inst).into();
            if cut == Cut::Interpreted {
                steps.insert(pc);
                leaders.insert(pc);
                if !matches!(flow(&decoded.inst, pc), Flow::End) {
                    leaders.insert(next);
                    entries.insert(next);
                    work.push((next, Known::default()));
                }
                break;
            }
            let alone = stands_alone(&decoded.inst) || cut == Cut::Around;
            if alone || cut == Cut::Before {
                leaders.insert(pc);
            }
            if alone || cut == Cut::After {
                leaders.insert(next);
            }
            seen.insert(pc, decoded);
            let target = known.target(&decoded.inst).filter(|t| {
                let is_short = || is_short(program, *t);
                program.at(*t).is_ok() && *short.entry(*t).or_insert_with(is_short)
            });
            known.step(&decoded.inst, next);
            if let Some(t) = target {
                indirect.insert(pc, vec![t]);
                leaders.insert(t);
                work.push((t, Known::default()));
                if t <= pc {
                    entries.insert(t);
                }
            }
            let called = match (&decoded.inst, flow(&decoded.inst, pc)) {
                (inst, _) if is_call(inst) => target,
                (Inst::Sopk { .. }, Flow::Jump(t)) => Some(t),
                _ => None,
            };
            if let Some(to) = called {
                // It may be a way back.
                calls.insert(pc, Call { to, next });
                leaders.insert(next);
                entries.insert(next);
                work.push((next, Known::default()));
            }
            match flow(&decoded.inst, pc) {
                Flow::Next => {}
                Flow::Jump(t) | Flow::Branch(t) => {
                    leaders.insert(t);
                    if t <= pc {
                        entries.insert(t);
                    }
                    leaders.insert(next);
                    if matches!(flow(&decoded.inst, pc), Flow::Jump(_)) {
                        work.push((t, Known::default()));
                        break;
                    }
                    // The rest of a loop in whose midst the function begins comes before what is behind the loop: that
                    // may be more than has room, and then each round would leave the function.
                    if t <= pc && !seen.contains_key(&t) {
                        work.push((next, std::mem::take(&mut known)));
                        pc = t;
                        continue;
                    }
                    work.push((t, Known::default()));
                }
                Flow::Barrier => {
                    leaders.insert(next);
                    entries.insert(next);
                }
                Flow::Indirect | Flow::End | Flow::Leave => break,
            }
            pc = next;
        }
    }
    let mut blocks = BTreeMap::new();
    for &start in &leaders {
        if steps.contains(&start) {
            blocks.insert(
                start,
                BasicBlock {
                    insts: vec![],
                    step: Some(start),
                    end: start,
                },
            );
            continue;
        }
        let mut insts = vec![];
        let mut pc = start;
        while let Some(d) = seen.get(&pc) {
            insts.push((pc, **d));
            pc += d.size as u64;
            if flow(&d.inst, pc) != Flow::Next || leaders.contains(&pc) {
                break;
            }
        }
        if !insts.is_empty() {
            blocks.insert(
                start,
                BasicBlock {
                    insts,
                    step: None,
                    end: pc,
                },
            );
        }
    }
    entries.retain(|e| blocks.contains_key(e));
    let returns = returns(&blocks, &calls, &indirect);
    indirect.extend(returns);
    Cfg {
        blocks,
        entries,
        indirect,
    }
}
