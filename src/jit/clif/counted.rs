//! What blocks count: instructions and lanes of the wave, and in functions that are counted how often each is
//! executed ([`crate::jit::counted`]).

use super::*;
use crate::jit::counted::{cells_of, known_lanes};

impl Emit<'_, '_> {
    /// Counts a block that has been executed.
    pub(super) fn count_lanes(&mut self, s: &BlockState<'_>, index: usize) {
        let mut known = s.block.scalar_instructions as i64;
        let mut total = self.count(offset::LANES);
        let mut first = None;
        for (exec, n) in &s.block.lane_counts {
            let node = self.node(s, *exec);
            if node.op == Uop::Const {
                known += node.imm.count_ones() as i64 * *n as i64;
                continue;
            }
            let active = self.b.ins().popcnt(s.scalars[exec]);
            first.get_or_insert(active);
            let lanes = self.b.ins().imul_imm_s(active, *n as i64);
            total = self.b.ins().iadd(total, lanes);
        }
        if known != 0 {
            total = self.b.ins().iadd_imm_s(total, known);
        }
        self.set_count(offset::LANES, total);
        if self.func.counted && s.block.instructions > 0 {
            let once = self.k64(1);
            self.count_executions(index, once);
            if let Some(active) = first {
                self.count_active(index, active);
            }
        }
    }

    /// Block `index` has been executed so many times more.
    pub(super) fn count_executions(&mut self, index: usize, times: Value) {
        let [executions, ..] = cells_of(index);
        self.add_to_cell(executions, times);
    }

    /// With so many lanes.
    pub(super) fn count_active(&mut self, index: usize, lanes: Value) {
        let [_, active, _] = cells_of(index);
        self.add_to_cell(active, lanes);
    }

    fn add_to_cell(&mut self, at: i32, v: Value) {
        let Some(cells) = self.cells else { return };
        let old = self.b.ins().load(I64, trusted(), cells, at);
        let new = self.b.ins().iadd(old, v);
        self.b.ins().store(trusted(), new, cells, at);
    }

    /// Whether block `index` is to be measured.
    fn due(&mut self, index: usize) -> Option<Value> {
        let cells = self.cells.filter(|_| self.func.blocks[index].accesses)?;
        let [executions, _, next] = cells_of(index);
        let executions = self.b.ins().load(I64, trusted(), cells, executions);
        let next = self.b.ins().load(I64, trusted(), cells, next);
        let due = IntCC::UnsignedGreaterThanOrEqual;
        let due = self.b.ins().icmp(due, executions, next);
        if known_lanes(&self.func.blocks[index]).is_some() {
            return Some(due);
        }
        // Without any lane there is nothing to see.
        let exec = self.register(Reg::Q(EXEC_LO));
        let some = self.b.ins().icmp_imm_s(IntCC::NotEqual, exec, 0);
        Some(self.b.ins().band(due, some))
    }

    /// Where block `index` begins: leaves if it is to be measured.
    pub(super) fn measure(&mut self, index: usize) {
        let Some(due) = self.due(index) else { return };
        let block = &self.func.blocks[index];
        let (measured, go) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(due, measured, &[], go, &[]);
        self.b.set_cold_block(measured);
        self.next_block(measured);
        let live = self.live_in[index];
        self.settle(&block.facts, &|v, _| live.contains(v));
        let pc = self.k64(block.pc);
        self.exit(ExitCode::Measure, pc);
        self.next_block(go);
    }

    /// Where loop `l` begins: goes to `blocks` if one of its blocks is to be measured.
    pub(super) fn measure_loop(&mut self, l: &Loop, blocks: ClifBlock) {
        let parts = l.parts.iter().flat_map(|p| &p.blocks);
        let due: Vec<Value> = parts.filter_map(|b| self.due(*b)).collect();
        let Some(due) = due.into_iter().reduce(|a, b| self.b.ins().bor(a, b)) else {
            return;
        };
        let go = self.b.create_block();
        self.b.ins().brif(due, blocks, &[], go, &[]);
        self.next_block(go);
    }

    /// Says where the wave is, for a fault that it may come to: what it has executed of block `index` counts.
    pub(super) fn note_block(&mut self, index: usize) {
        let block = &self.func.blocks[index];
        if self.cells.is_none() || !block.accesses {
            return;
        }
        let number = self.k64(index as u64);
        self.b.ins().store(trusted(), number, self.ctx, Ctx::BLOCK);
        if known_lanes(block).is_none() {
            let exec = self.register(Reg::Q(EXEC_LO));
            self.b.ins().store(trusted(), exec, self.ctx, Ctx::EXEC);
        }
    }

    /// Counts the blocks of loop `l`: part `number` has been executed so many times.
    pub(super) fn count_part(&mut self, l: &Loop, number: usize, times: Value) {
        for index in &l.parts[number].blocks {
            let once = planted(Fault::CountedOnce).then(|| self.k64(1));
            self.count_executions(*index, once.unwrap_or(times));
        }
    }
}
