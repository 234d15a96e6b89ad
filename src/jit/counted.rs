//! What counted code counts ([`ir::Func::counted`]), and when a wave has to be measured.
//!
//! How often each block was executed and with how many lanes its code counts itself, in cells of the thread's
//! [`Ledger`]. Where instructions go in memory nobody sees then: so code leaves where a block begins that accesses
//! memory, when its count has come to what the ledger says, and the wave goes on by who watches until there is
//! compiled code again. How far these places are from each other follows from what they have cost so far.

use std::cell::Cell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ir::{self, Uop};
use crate::machine::program::Program;
use crate::machine::wave::Wave;

/// A block that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Block {
    /// Guest address of its first instruction.
    pub pc: u64,
    /// Its instructions.
    pub instructions: u32,
    /// With how many lanes it is executed, each time; else it counts them.
    pub lanes: Option<u32>,
    /// See [`ir::Block::accesses`].
    pub accesses: bool,
}

/// Cells of a block.
const CELLS: usize = 3;

/// Where the cells of block number `index` are, in bytes: how often it was executed, the sum of its lanes, and the
/// number of the execution that is measured next.
pub(super) fn cells_of(index: usize) -> [i32; CELLS] {
    std::array::from_fn(|k| 8 * (CELLS * index + k) as i32)
}

/// With how many lanes `block` is executed, where that is known.
pub(super) fn known_lanes(block: &ir::Block) -> Option<u32> {
    let Some((exec, _)) = block.lane_counts.first() else {
        return Some(0);
    };
    let n = &block.nodes[exec.0 as usize];
    (n.op == Uop::Const).then_some(n.imm.count_ones())
}

/// The blocks of a function that is counted; none of another.
pub(super) fn blocks_of(func: &ir::Func) -> Vec<Block> {
    let blocks = func.blocks.iter().filter(|_| func.counted);
    let block = |b: &ir::Block| Block {
        pc: b.pc,
        instructions: b.instructions,
        lanes: known_lanes(b),
        accesses: b.accesses,
    };
    blocks.map(block).collect()
}

/// A run of instructions that follow each other, and its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Address of the first.
    pub pc: u64,
    /// How many they are.
    pub instructions: u32,
    /// How often they were executed.
    pub executions: u64,
    /// Sum of the lanes that were active.
    pub lanes: u64,
}

/// What compiled code counts on one thread, for one launch.
#[derive(Debug, Default)]
pub struct Ledger {
    /// By number of the function, which the compiler gives.
    functions: Vec<Option<Function>>,
    /// Runs that ended in faults.
    broken: Vec<Run>,
    /// Work-groups whose last wave has ended.
    pub groups: u64,
    /// Instructions that were executed, and those of them that were measured.
    executed: u64,
    measured: u64,
    /// How far apart the measured executions of blocks are, by address.
    gaps: FxHashMap<u64, u64>,
    /// Where the wave has been while it is measured.
    path: Vec<u64>,
    random: u64,
    /// Whether nothing is ever measured.
    blind: bool,
}

#[derive(Debug)]
struct Function {
    blocks: Arc<[Block]>,
    /// Generated code writes there.
    cells: Box<[Cell<u64>]>,
}

impl Function {
    fn cell(&self, index: usize, k: usize) -> &Cell<u64> {
        &self.cells[CELLS * index + k]
    }
}

impl Ledger {
    /// One instruction of so many is measured, in the long run: the interpreter takes some hundred times as long
    /// for an instruction as compiled code does.
    const APART: u64 = 2048;

    /// One by which nothing is measured.
    pub fn blind() -> Ledger {
        Ledger {
            blind: true,
            ..Ledger::default()
        }
    }

    /// The cells of function `number`, which has `blocks`.
    #[inline]
    pub(super) fn cells(
        &mut self,
        number: u32,
        blocks: impl FnOnce() -> Arc<[Block]>,
    ) -> *const Cell<u64> {
        match self.functions.get(number as usize) {
            Some(Some(f)) => f.cells.as_ptr(),
            _ => self.new_cells(number as usize, blocks()),
        }
    }

    #[cold]
    fn new_cells(&mut self, number: usize, blocks: Arc<[Block]>) -> *const Cell<u64> {
        let cells = vec![Cell::new(0); CELLS * blocks.len()].into();
        let f = Function { blocks, cells };
        for (i, b) in f.blocks.iter().enumerate() {
            // Each place is measured once at least, by whatever code waves come there.
            if self.blind {
                f.cell(i, 2).set(u64::MAX);
            } else if let Some(gap) = self.gaps.get(&b.pc) {
                f.cell(i, 2).set(jittered(&mut self.random, *gap));
            }
        }
        if self.functions.len() <= number {
            self.functions.resize_with(number + 1, || None);
        }
        self.functions[number].insert(f).cells.as_ptr()
    }

    /// Compiled code has executed so many instructions of `wave`.
    #[inline]
    pub(super) fn ran(&mut self, instructions: i64) {
        self.executed += instructions as u64;
    }

    /// `wave` has ended.
    #[inline]
    pub fn ended(&mut self, wave: &Wave) {
        self.groups += u64::from(wave.index + 1 == wave.group_waves);
    }

    /// `count` instructions were measured.
    pub fn measured(&mut self, count: u64) {
        self.measured += count;
        self.executed += count;
    }

    /// The wave that is measured comes to an instruction.
    pub(super) fn passes(&mut self, wave: &Wave) {
        self.measured(1);
        // Of other instructions than that for which it is measured nothing is seen without a lane.
        if self.path.is_empty() || wave.exec() != 0 {
            self.path.push(wave.pc);
        }
    }

    /// A wave that has left function `number` to be measured goes on with compiled code. Says when the blocks where it
    /// has been are measured next.
    pub(super) fn goes_on(&mut self, number: u32) {
        let mut path = std::mem::take(&mut self.path);
        path.sort_unstable();
        let wait = (self.measured * Self::APART).saturating_sub(self.executed);
        if let Some(Some(f)) = self.functions.get(number as usize) {
            for (i, b) in f.blocks.iter().enumerate() {
                if !b.accesses || path.binary_search(&b.pc).is_err() {
                    continue;
                }
                let executions = f.cell(i, 0).get();
                let share = u128::from(wait) * u128::from(executions.max(1));
                let gap = (share / u128::from(self.executed.max(1))) as u64;
                self.gaps.insert(b.pc, gap);
                let next = executions + jittered(&mut self.random, gap);
                f.cell(i, 2).set(next);
            }
        }
        path.clear();
        self.path = path;
    }

    /// A wave has come to a fault at `pc`, in block number `index` of function `number`, which it came to with `exec`:
    /// it has executed what stands before.
    pub(super) fn faulted(
        &mut self,
        number: u32,
        index: u64,
        exec: u64,
        pc: u64,
        program: &Program,
    ) {
        let Some(Some(f)) = self.functions.get(number as usize) else {
            return;
        };
        let Some(b) = f.blocks.get(index as usize) else {
            return;
        };
        let (mut at, mut instructions) = (b.pc, 0);
        while at != pc {
            if instructions == b.instructions {
                // The fault is none of the block's.
                return;
            }
            instructions += 1;
            at += program.at(at).map_or(4, |d| u64::from(d.size));
        }
        self.broken.push(Run {
            pc: b.pc,
            instructions,
            executions: 1,
            lanes: u64::from(b.lanes.unwrap_or(exec.count_ones())),
        });
    }

    /// What was counted: a run of instructions may be there several times.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        let blocks = self.functions.iter().flatten().flat_map(|f| {
            let counted = f.blocks.iter().enumerate();
            counted.map(|(i, b)| {
                let executions = f.cell(i, 0).get();
                Run {
                    pc: b.pc,
                    instructions: b.instructions,
                    executions,
                    lanes: match b.lanes {
                        Some(lanes) => executions * u64::from(lanes),
                        None => f.cell(i, 1).get(),
                    },
                }
            })
        });
        let done = blocks.filter(|r| r.executions != 0 && r.instructions != 0);
        done.chain(self.broken.iter().copied())
    }
}

/// About so far: what is measured must not keep in step with what the kernel does again and again.
fn jittered(random: &mut u64, gap: u64) -> u64 {
    // Knuth's multiplier for 64 bits; the upper bits are good.
    *random = random
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let gap = gap.clamp(1, 1 << 40);
    (gap / 2 + (*random >> 33) % (gap + 1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::assemble;
    use crate::isa::Gen;

    /// A block of 3 instructions for full EXEC, and one of 2 for any.
    fn blocks() -> Arc<[Block]> {
        let block = |pc, instructions, lanes| Block {
            pc,
            instructions,
            lanes,
            accesses: true,
        };
        Arc::new([block(0x1000, 3, Some(64)), block(0x1010, 2, None)])
    }

    fn run(pc: u64, instructions: u32, executions: u64, lanes: u64) -> Run {
        Run {
            pc,
            instructions,
            executions,
            lanes,
        }
    }

    #[test]
    fn runs_are_those_of_blocks_and_of_faults() {
        // 4, 8, 4 and 4 bytes.
        let source = "v_mov_b32 v1, 1\n v_mad_f32 v2, v1, v1, v1\n s_mov_b32 s0, 1\n s_nop 0";
        let assembled = assemble(Gen::Gfx8, source).expect("assembles");
        let program = Program::new(Gen::Gfx8, 0x1000, assembled.words());
        let mut l = Ledger::default();
        l.cells(2, blocks);
        let Some(Some(f)) = l.functions.get(2) else {
            panic!("{l:?}")
        };
        f.cell(0, 0).set(5);
        f.cell(1, 0).set(7);
        f.cell(1, 1).set(100);
        // At the third instruction, and at one that is in no block.
        l.faulted(2, 0, 0, 0x100c, &program);
        l.faulted(2, 0, 0, 0x2000, &program);
        // At the second one of the other block, with 3 lanes.
        l.faulted(2, 1, 7, 0x1014, &program);
        let runs: Vec<Run> = l.runs().collect();
        let want = [
            run(0x1000, 3, 5, 320),
            run(0x1010, 2, 7, 100),
            run(0x1000, 2, 1, 64),
            run(0x1010, 1, 1, 3),
        ];
        assert_eq!(runs, want);
    }

    /// What has taken so much of the wave's time is not measured again before its part of it is small.
    #[test]
    fn measured_places_are_apart() {
        let mut l = Ledger::default();
        l.cells(0, blocks);
        let mut wave = Wave::new(1);
        wave.pc = 0x1000;
        l.passes(&wave);
        l.goes_on(0);
        // One instruction of one was measured, in one execution: one of 2,048 is to be.
        let next = |l: &Ledger, block| match &l.functions[0] {
            Some(f) => f.cell(block, 2).get(),
            None => 0,
        };
        let gap = Ledger::APART - 1;
        assert!((gap / 2..=gap + gap / 2 + 1).contains(&next(&l, 0)));
        // Where it has not been it is measured when it comes there first.
        assert_eq!(next(&l, 1), 0);
        l.cells(1, blocks);
        let other = l.functions[1].as_ref().map(|f| f.cell(0, 2).get());
        assert!(other.is_some_and(|n| n >= gap / 2));
        let mut blind = Ledger::blind();
        blind.cells(0, blocks);
        assert_eq!(next(&blind, 1), u64::MAX);
    }
}
