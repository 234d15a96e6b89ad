//! Loops whose rounds regions' code makes: see [`crate::ir::loops`].

use super::*;
use crate::ir::loops::{Phi, Place as At};
use crate::jit::vector::carried::Final;
use crate::jit::vector::rounds::Rounds;

/// Rounds that are made without a look at the budget, at most: there is a bit for each.
const MOST_ROUNDS: i64 = 64;

impl<'p> BlockState<'p> {
    /// For the scalars of a loop, with these scalar loads.
    pub(super) fn of_loop(l: &'p Loop, plan: &'p Plan, loads: Vec<Neighbours>) -> BlockState<'p> {
        BlockState {
            block: &l.body,
            plan,
            loads,
            halves: vec![false; l.body.nodes.len()],
            scalars: HashMap::default(),
            slots: Slots::default(),
            rows: HashMap::default(),
        }
    }
}

impl Emit<'_, '_> {
    /// Where the wave is at the start of loop `l`: makes rounds, and goes to where they begin or to where the
    /// loop ends. If a load has failed it is as if none had been made, and goes on here; and so it does
    /// without any lane, where the machine makes one round all the same.
    pub(super) fn rounds(&mut self, l: &Loop) {
        let (blocks, some) = (self.b.create_block(), self.b.create_block());
        self.measure_loop(l, blocks);
        let exec = self.register(Reg::Q(EXEC_LO));
        self.b.ins().brif(exec, some, &[], blocks, &[]);
        self.b.set_cold_block(blocks);
        self.next_block(some);
        let mut plan = Plan::default();
        let vectors: usize = l.phis.iter().map(Phi::vectors).sum();
        plan.temp_size = if l.loads() { 256 * vectors as u32 } else { 0 };
        let mut s = BlockState::of_loop(l, &plan, vec![]);
        for (i, n) in l.body.nodes.iter().enumerate() {
            let v = Val(i as u32);
            if !n.vec && !l.evolving.contains(&v) {
                self.scalar(&mut s, v);
            }
        }
        let input = self.rounds_of(l, &plan);
        let slots_at = input.slots_at;
        let Some(regions) = self.regions.as_deref_mut() else {
            self.b.ins().jump(blocks, &[]);
            return self.next_block(blocks);
        };
        let (out, end) = regions.emit_rounds(&input, &mut s.slots);
        self.temp_size = self.temp_size.max(slots_at + out.size);
        let slot = |at: u32| (slots_at + 8 * at) as i32;
        let zero = self.k64(0);
        for at in end.zeros() {
            self.b.ins().store(trusted(), zero, self.temps, slot(at));
        }
        let left = self.count(offset::BUDGET);
        self.limit(l, left, slot(end.limit));
        self.call_code(&s, &out, slots_at, None);
        if l.loads() {
            self.unless_failed(blocks);
        }
        self.b.set_srcloc(SourceLoc::default());
        self.count_rounds(l, &end, left, slots_at);
        let exec = self.leave_rounds(&end, slots_at);
        let (over, more) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(exec, more, &[], over, &[]);
        self.next_block(more);
        self.jump_to(l.head);
        self.next_block(over);
        self.goto(&s, &l.exit);
        self.next_block(blocks);
    }

    /// What is emitted for the rounds of `l`.
    pub(super) fn rounds_of<'l>(&self, l: &'l Loop, plan: &Plan) -> Rounds<'l> {
        let class = l.body.nodes.iter().find_map(Node::fp_class);
        let isa = self.regions.as_ref().map(|r| r.isa());
        let native = l.body.nodes.iter().filter_map(|n| is_native(isa?, n));
        let native = native.flatten().next();
        let csr = class.or(native).map(|c| self.csr.of(c));
        let csr = csr.filter(|c| *c != self.csr.f32);
        Rounds {
            l,
            csr: csr.map(|c| (c, self.csr.f32)),
            slots_at: (plan.temp_size + 64).next_multiple_of(64),
        }
    }

    /// Says how many rounds there may be: as many as begin within the budget.
    fn limit(&mut self, l: &Loop, left: Value, at: i32) {
        let each = self.k64(u64::from(l.instructions().max(1)));
        let more = self.b.ins().iadd_imm_s(left, -1);
        let more = self.b.ins().udiv(more, each);
        let most = self.k64(MOST_ROUNDS as u64 - 1);
        let more = self.b.ins().umin(more, most);
        let one = self.k64(1);
        let last = self.b.ins().ishl(one, more);
        self.b.ins().store(trusted(), last, self.temps, at);
    }

    /// Counts what has been executed.
    fn count_rounds(&mut self, l: &Loop, end: &Final, left: Value, slots_at: u32) {
        let load = |e: &mut Self, at: u32| {
            let at = (slots_at + 8 * at) as i32;
            e.b.ins().load(I64, trusted(), e.temps, at)
        };
        let mut left = left;
        let mut lanes = self.count(offset::LANES);
        for (k, p) in l.parts.iter().enumerate() {
            let mut bits = load(self, end.bits);
            for m in &p.masks {
                let known = end.known.iter().find(|k| k.mask == *m);
                if let Some(seen) = known.and_then(|k| k.seen)
                    && !planted(Fault::SkippedCount)
                {
                    let seen = load(self, seen);
                    bits = self.b.ins().band(bits, seen);
                }
            }
            let times = self.b.ins().popcnt(bits);
            self.count_part(l, k, times);
            let n = self.b.ins().imul_imm_s(times, i64::from(p.instructions));
            left = self.b.ins().isub(left, n);
            let n = self.b.ins().imul_imm_s(times, i64::from(p.scalars));
            lanes = self.b.ins().iadd(lanes, n);
        }
        for (v, n) in &l.lanes {
            let known = end.known.iter().find(|k| k.mask == *v);
            if let Some(count) = known.and_then(|k| k.count) {
                let count = load(self, count);
                let active = l.active.iter().filter(|a| a.1 == *v);
                active.for_each(|a| self.count_active(a.0, count));
                let n = self.b.ins().imul_imm_s(count, i64::from(*n));
                lanes = self.b.ins().iadd(lanes, n);
            }
        }
        self.set_count(offset::BUDGET, left);
        self.set_count(offset::LANES, lanes);
    }

    /// Writes a mask that rounds have left.
    pub(super) fn write_mask(&mut self, place: At, v: Value) {
        match place {
            At::Mask(Reg::S(n)) => {
                let low = self.b.ins().ireduce(I32, v);
                let high = self.b.ins().ushr_imm_u(v, 32);
                let high = self.b.ins().ireduce(I32, high);
                self.write(Reg::S(n), low);
                self.write(Reg::S(n + 1), high);
            }
            At::Mask(r) => self.write(r, v),
            At::Vector(_) | At::Pair(_) | At::Scalar(_) | At::Counter => {}
        }
    }

    /// Writes what the rounds have left in slots to scalar registers; gives EXEC.
    fn leave_rounds(&mut self, end: &Final, slots_at: u32) -> Value {
        let at = |at: u32| (slots_at + 8 * at) as i32;
        let mut exec = None;
        for (place, slot) in end.carried.masks() {
            let v = self.b.ins().load(I64, trusted(), self.temps, at(slot));
            exec.get_or_insert(v);
            self.write_mask(place, v);
        }
        for (r, [_, _, last]) in &end.scalars {
            let v = self.b.ins().load(I32, trusted(), self.temps, at(*last));
            self.write(*r, v);
        }
        match exec {
            Some(exec) => exec,
            None => self.k64(0),
        }
    }
}
