//! Basic blocks of a guest program, found from an entry by following static edges.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{HashMap, HashSet};
use crate::isa::{Decoded, Inst, Operand, Sop1, Sop2, Sopc, Sopk, Sopp, hwreg};
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
}

/// The graph of what static edges reach from `entry`. `interpreted` says which instructions end a
/// block because the interpreter executes them.
pub fn discover(program: &Program, entry: u64, mut interpreted: impl FnMut(&Inst) -> bool) -> Cfg {
    let mut leaders = BTreeSet::from([entry]);
    let mut entries = BTreeSet::from([entry]);
    let mut seen: HashMap<u64, &Decoded> = HashMap::default();
    let mut steps = HashSet::default();
    let mut work = vec![entry];
    while let Some(mut pc) = work.pop() {
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
            if interpreted(&decoded.inst) {
                steps.insert(pc);
                leaders.insert(pc);
                if !matches!(flow(&decoded.inst, pc), Flow::End) {
                    leaders.insert(next);
                    entries.insert(next);
                    work.push(next);
                }
                break;
            }
            if stands_alone(&decoded.inst) {
                leaders.insert(pc);
                leaders.insert(next);
            }
            seen.insert(pc, decoded);
            match flow(&decoded.inst, pc) {
                Flow::Next => {}
                Flow::Jump(t) | Flow::Branch(t) => {
                    leaders.insert(t);
                    work.push(t);
                    if t <= pc {
                        entries.insert(t);
                    }
                    leaders.insert(next);
                    if matches!(flow(&decoded.inst, pc), Flow::Jump(_)) {
                        break;
                    }
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
    Cfg { blocks, entries }
}
