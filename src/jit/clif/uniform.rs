//! Uniform loops whose rounds regions' code makes: see [`crate::ir::loops::Uniform`].
//!
//! What scalars are in the next rounds is computed first, and what lanes use of it is left in slots of each round,
//! [`Emit::uniform`] says where; then all these rounds are made, one strip after the other. There may be more of
//! them: as many at once as there is room for, and as the budget has instructions for.

use super::*;
use crate::ir::loops::{Place as At, Uniform};
use crate::jit::vector::OF_ROUND;
use crate::jit::vector::rounds::Rounds;
use crate::jit::vector::uniform::Ends;

/// Bytes of slots of all rounds that are made at once: a part of the host's first cache.
const ROOM: u32 = 8 << 10;

/// Rounds that are made at once, at most.
const MOST_ROUNDS: u32 = 128;

/// Where rounds end for now.
struct Stop {
    block: ClifBlock,
    /// Where the slots of the last round end.
    end: Value,
    /// Whether there are more.
    again: Value,
    /// Numbers that go from round to round.
    scalars: Vec<Value>,
}

impl Emit<'_, '_> {
    /// Where the wave is at the start of uniform loop `l`: makes rounds, and goes to where they begin or to where the
    /// loop ends. If a load has failed it is as if none had been made, and goes on here; and so it does
    /// before a round with a scalar load from elsewhere than the last one, and without any lane.
    pub(super) fn uniform(&mut self, l: &Loop, u: &Uniform) {
        let blocks = self.b.create_block();
        self.measure_loop(l, blocks);
        let exec = self.any_lane(l, blocks);
        let vectors = l.vectors() as u32;
        let scalars = (0..).map(Val).zip(&l.body.nodes);
        let scalars = scalars.filter(|(_, n)| !n.vec).map(|(v, _)| v);
        let mut plan = Plan {
            actions: scalars.clone().map(Action::Scalar).collect(),
            temp_size: 256 * vectors,
            ..Plan::default()
        };
        let loads = neighbours(&l.body, &mut plan);
        let mut s = BlockState {
            block: &l.body,
            plan: &plan,
            loads,
            halves: vec![false; l.body.nodes.len()],
            scalars: HashMap::default(),
            slots: Slots::default(),
            rows: HashMap::default(),
        };
        for v in scalars.filter(|v| !l.evolving.contains(v)) {
            self.scalar(&mut s, v);
        }
        let class = l.body.nodes.iter().find_map(Node::fp_class);
        let isa = self.regions.as_ref().map(|r| r.isa());
        let native = l.body.nodes.iter().filter_map(|n| is_native(isa?, n));
        let native = native.flatten().next();
        let csr = class.or(native).map(|c| self.csr.of(c));
        let csr = csr.filter(|c| *c != self.csr.f32);
        let slots_at = (plan.temp_size + 64).next_multiple_of(64);
        let input = Rounds {
            l,
            csr: csr.map(|c| (c, self.csr.f32)),
            slots_at,
        };
        let Some(regions) = self.regions.as_deref_mut() else {
            self.b.ins().jump(blocks, &[]);
            return self.next_block(blocks);
        };
        let (mut out, ends) = regions.emit_uniform(&input, &mut s.slots);
        let rounds_at = (slots_at + out.size).next_multiple_of(64);
        let most = (ROOM / ends.round).clamp(1, MOST_ROUNDS);
        self.temp_size = self.temp_size.max(rounds_at + most * ends.round);
        let is_fixed = |s: &(Val, How, u32)| s.2 < OF_ROUND;
        let (fixed, of_round) = out.scalars.into_iter().partition(is_fixed);
        out.scalars = fixed;
        let left = self.count(offset::BUDGET);
        let first = self.b.ins().iadd_imm_s(self.temps, i64::from(rounds_at));
        let stop = self.find_scalars(&mut s, l, u, &of_round, (first, most, left), &ends);
        self.b.switch_to_block(stop.block);
        self.b.seal_block(stop.block);
        self.b.set_srcloc(SourceLoc::default());
        let bytes = self.b.ins().isub(stop.end, first);
        let some = self.b.create_block();
        self.b.ins().brif(bytes, some, &[], blocks, &[]);
        self.b.set_cold_block(blocks);
        self.next_block(some);
        let slot = |at: u32| (slots_at + 8 * at) as i32;
        for (at, v) in [(ends.first, first), (ends.end, stop.end)] {
            self.b.ins().store(trusted(), v, self.temps, slot(at));
        }
        if let Some(at) = ends.exec {
            self.b.ins().store(trusted(), exec, self.temps, slot(at));
        }
        self.call_code(&s, &out, slots_at, None);
        if l.loads() {
            self.unless_failed(blocks);
        }
        let rounds = self.b.ins().udiv_imm_u(bytes, i64::from(ends.round));
        self.count_uniform(l, u, left, rounds, exec);
        for (place, at) in ends.carried.masks() {
            let v = self.b.ins().load(I64, trusted(), self.temps, slot(at));
            self.write_mask(place, v);
        }
        let numbers = l.phis.iter().filter_map(|p| match p.place {
            At::Scalar(r) => Some(r),
            At::Vector(_) | At::Pair(_) | At::Mask(_) => None,
        });
        for (r, v) in numbers.zip(stop.scalars) {
            self.write(r, v);
        }
        let (more, over) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(stop.again, more, &[], over, &[]);
        self.next_block(more);
        self.jump_to(l.head);
        self.next_block(over);
        self.goto(&s, &l.exit);
        self.next_block(blocks);
    }

    /// EXEC; goes to `blocks` if no lane is active.
    fn any_lane(&mut self, l: &Loop, blocks: ClifBlock) -> Value {
        if l.body.full {
            return self.k64(u64::MAX);
        }
        let exec = self.register(Reg::Q(EXEC_LO));
        let some = self.b.create_block();
        self.b.ins().brif(exec, some, &[], blocks, &[]);
        self.next_block(some);
        exec
    }

    /// Computes the scalars of rounds, from `first` on: of so many at most, and as many as begin while instructions are
    /// left.
    fn find_scalars(
        &mut self,
        s: &mut BlockState<'_>,
        l: &Loop,
        u: &Uniform,
        of_round: &[(Val, How, u32)],
        (first, most, left): (Value, u32, Value),
        ends: &Ends,
    ) -> Stop {
        let each = self.k64(u64::from(l.instructions().max(1)));
        let more = self.b.ins().iadd_imm_s(left, -1);
        let more = self.b.ins().udiv(more, each);
        let last = self.k64(u64::from(most) - 1);
        let more = self.b.ins().umin(more, last);
        let more = self.b.ins().imul_imm_s(more, i64::from(ends.round));
        let last = self.b.ins().iadd(first, more);

        let numbers = l.phis.iter().filter(|p| matches!(p.place, At::Scalar(_)));
        let numbers: Vec<(Val, Val)> = numbers.map(|p| (p.head, p.next)).collect();
        let (round, stop) = (self.b.create_block(), self.b.create_block());
        for block in [round, stop] {
            self.b.append_block_param(block, I64);
        }
        self.b.append_block_param(stop, I8);
        for _ in &numbers {
            self.b.append_block_param(round, I32);
            self.b.append_block_param(stop, I32);
        }
        let arguments = |first: &[Value], s: &BlockState<'_>, of: &dyn Fn(&(Val, Val)) -> Val| {
            let first = first.iter().copied();
            let scalars = numbers.iter().map(|n| s.scalars[&of(n)]);
            first.chain(scalars).map(BlockArg::from).collect::<Vec<_>>()
        };
        let args = arguments(&[first], s, &|n| n.0);
        self.b.ins().jump(round, &args);
        self.b.switch_to_block(round);
        let params = self.b.block_params(round).to_vec();
        let at = params[0];
        for (n, v) in numbers.iter().zip(&params[1..]) {
            s.scalars.insert(n.0, *v);
        }
        let yes = self.b.ins().iconst(I8, 1);
        let before = arguments(&[at, yes], s, &|n| n.0);
        for v in &l.evolving {
            let of = |n: &Neighbours| n.host.is_none() && n.loads.contains(v);
            if let Some(k) = s.loads.iter().position(of) {
                let host = self.near_or(s, k, stop, &before);
                s.loads[k].host = Some(host);
            }
            self.scalar(s, *v);
        }
        for (v, how, slot) in of_round {
            let v = self.scalar_as(s.scalars[v], how);
            let place = 8 * (slot - OF_ROUND) as i32;
            self.b.ins().store(trusted(), v, at, place);
        }
        let end = self.b.ins().iadd_imm_s(at, i64::from(ends.round));
        let (cond, is_so) = u.again;
        let again =
            self.b
                .ins()
                .icmp_imm_u(IntCC::NotEqual, s.scalars[&cond], u64::from(!is_so) as i64);
        let is_last = self.b.ins().icmp(IntCC::Equal, at, last);
        let ends_here = self.b.ins().bxor_imm_u(again, 1);
        let ends_here = self.b.ins().bor(ends_here, is_last);
        let behind = arguments(&[end, again], s, &|n| n.1);
        let next = arguments(&[end], s, &|n| n.1);
        self.b.ins().brif(ends_here, stop, &behind, round, &next);
        self.b.seal_block(round);
        let params = self.b.block_params(stop).to_vec();
        Stop {
            block: stop,
            end: params[0],
            again: params[1],
            scalars: params[2..].to_vec(),
        }
    }

    /// Where the bytes of loads that have one base are in the host's memory; goes to `stop` if that is not in the
    /// window.
    fn near_or(
        &mut self,
        s: &BlockState<'_>,
        number: usize,
        stop: ClifBlock,
        args: &[BlockArg],
    ) -> Value {
        let l = &s.loads[number];
        let there = self.near_neighbours(s, l);
        self.b.ins().jump(stop, args);
        self.next_block(there);
        self.b.block_params(there)[0]
    }

    /// Goes to `blocks` if a load has failed.
    pub(super) fn unless_failed(&mut self, blocks: ClifBlock) {
        let (failed, go) = (self.b.create_block(), self.b.create_block());
        let status = self.b.ins().load(I64, trusted(), self.ctx, Ctx::FAILED);
        self.b.ins().brif(status, failed, &[], go, &[]);
        self.b.set_cold_block(failed);
        self.next_block(failed);
        let none = self.k64(0);
        self.b.ins().store(trusted(), none, self.ctx, Ctx::FAILED);
        self.b.ins().jump(blocks, &[]);
        self.next_block(go);
    }

    /// Counts so many rounds.
    fn count_uniform(&mut self, l: &Loop, u: &Uniform, left: Value, rounds: Value, exec: Value) {
        let more = i64::from(planted(Fault::RoundsCounted));
        let rounds = self.b.ins().iadd_imm_s(rounds, more);
        let scalars: u32 = l.parts.iter().map(|p| p.scalars).sum();
        self.count_part(l, 0, rounds);
        let active = self.b.ins().popcnt(exec);
        let active = self.b.ins().imul(active, rounds);
        if u.vectors > 0 && !l.body.full {
            self.count_active(l.head, active);
        }
        let n = self.b.ins().imul_imm_s(rounds, i64::from(l.instructions()));
        let left = self.b.ins().isub(left, n);
        let of_scalars = self.b.ins().imul_imm_s(rounds, i64::from(scalars));
        let of_lanes = self.b.ins().imul_imm_s(active, i64::from(u.vectors));
        let lanes = self.count(offset::LANES);
        let lanes = self.b.ins().iadd(lanes, of_scalars);
        let lanes = self.b.ins().iadd(lanes, of_lanes);
        self.set_count(offset::BUDGET, left);
        self.set_count(offset::LANES, lanes);
    }
}
