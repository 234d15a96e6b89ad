//! Uniform loops whose rounds regions' code makes: see [`crate::ir::loops::Uniform`].
//!
//! What scalars are in the next rounds is computed first, and what lanes use of it is left in slots of each round,
//! [`Emit::uniform`] says where; then all these rounds are made, one strip after the other. There may be more of
//! them: as many at once as there is room for, and as the budget has instructions for.

use std::mem::offset_of;

use super::*;
use crate::ir::loops::{Narrow, Phi, Place as At, Steady, Uniform};
use crate::jit::lies::Lies;
use crate::jit::vector::OF_ROUND;
use crate::jit::vector::uniform::{Ends, Parts, TO_LIES};

/// Bytes of slots of all rounds that are made at once: a part of the host's first cache.
const ROOM: u32 = 8 << 10;

/// Rounds that are made at once, at most: how many is no matter from a few on, and the slots of these stay in the first
/// cache.
const MOST_ROUNDS: u32 = 64;

/// The same of rounds that load: what lies beside a strip's data in memory is the next one's, and it should still be in
/// the host's first cache when that comes to it, even if all rounds' data lie in the same few sets.
const ROUNDS_OF_LOADS: u32 = 8;

/// A number that goes from round to round: its register, if it has one, and what a round finds and leaves in it.
fn number(p: &Phi) -> Option<(Option<Reg>, Val, Val)> {
    match p.place {
        At::Scalar(r) => Some((Some(r), p.head, p.next)),
        At::Counter => Some((None, p.head, p.next)),
        At::Vector(_) | At::Pair(_) | At::Mask(_) => None,
    }
}

/// The lowest of lanes' parts of addresses, and how far it is to the highest.
#[derive(Clone, Copy)]
struct Bounds {
    first: Value,
    range: Value,
}

/// The values of which bounds are needed.
fn parts_of(s: &Steady) -> impl Iterator<Item = Val> + '_ {
    s.sums.iter().map(|n| n.lanes).chain([s.lanes])
}

/// What of scalars rounds need.
struct Needed<'a> {
    l: &'a Loop,
    u: &'a Uniform,
    /// Those in slots of each round.
    of_round: &'a [(Val, How, u32)],
    ends: &'a Ends,
    bounds: HashMap<Val, Bounds>,
}

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
        let mut parts = Parts::default();
        for v in l.steady.iter().flat_map(parts_of) {
            parts.entry(v).or_insert_with(|| {
                let at = plan.temp_size.next_multiple_of(64);
                plan.temp_size = at + TO_LIES + size_of::<Lies>() as u32;
                at
            });
        }
        plan.temp_size = plan.temp_size.next_multiple_of(64);
        let loads = neighbours(&l.body, &mut plan);
        let mut s = BlockState::of_loop(l, &plan, loads);
        for v in scalars.filter(|v| !l.evolving.contains(v)) {
            self.scalar(&mut s, v);
        }
        self.find_parts(&mut s, l, &parts, exec);
        let input = self.rounds_of(l, &plan);
        let slots_at = input.slots_at;
        let Some(regions) = self.regions.as_deref_mut() else {
            self.b.ins().jump(blocks, &[]);
            return self.next_block(blocks);
        };
        let (mut out, ends) = regions.emit_uniform(&input, &mut s.slots, &parts);
        let rounds_at = (slots_at + out.size).next_multiple_of(64);
        let is_load = |n: &Node| n.op == Uop::Load;
        let most = if l.body.nodes.iter().any(is_load) {
            ROUNDS_OF_LOADS
        } else {
            MOST_ROUNDS
        };
        let most = (ROOM / ends.round).clamp(1, most);
        self.temp_size = self.temp_size.max(rounds_at + most * ends.round);
        let is_fixed = |s: &(Val, How, u32)| s.2 < OF_ROUND;
        let (fixed, of_round) = out.scalars.into_iter().partition(is_fixed);
        out.scalars = fixed;
        let bounds = self.bounds(&parts);
        let first = self.b.ins().iadd_imm_s(self.temps, i64::from(rounds_at));
        let numbers: Vec<_> = l.phis.iter().filter_map(number).collect();
        let begun: Vec<BlockArg> = numbers.iter().map(|n| s.scalars[&n.1].into()).collect();
        let rounds = self.b.create_block();
        self.b.ins().jump(rounds, &begun);
        self.b.switch_to_block(rounds);
        for (_, head, _) in &numbers {
            let ty = self.b.func.dfg.value_type(s.scalars[head]);
            let v = self.b.append_block_param(rounds, ty);
            s.scalars.insert(*head, v);
        }
        let left = self.count(offset::BUDGET);
        let room = (first, most, left);
        let needed = Needed {
            l,
            u,
            of_round: &of_round,
            ends: &ends,
            bounds,
        };
        let stop = self.find_scalars(&mut s, &needed, room);
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
        let times = self.b.ins().udiv_imm_u(bytes, i64::from(ends.round));
        let left = self.count_uniform(l, u, left, times, exec);
        for (place, at) in ends.carried.masks() {
            let v = self.b.ins().load(I64, trusted(), self.temps, slot(at));
            self.write_mask(place, v);
        }
        for ((r, ..), v) in numbers.iter().zip(&stop.scalars) {
            if let Some(r) = r {
                self.write(*r, *v);
            }
        }
        let (more, over) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(stop.again, more, &[], over, &[]);
        self.next_block(more);
        // Masks are taken from their registers where the loop begins.
        if ends.carried.masks.is_empty() {
            let pause = self.b.create_block();
            let some = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, left, 0);
            let now: Vec<BlockArg> = stop.scalars.iter().map(|v| (*v).into()).collect();
            self.b.ins().brif(some, rounds, &now, pause, &[]);
            self.next_block(pause);
        }
        self.b.seal_block(rounds);
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
        needed: &Needed<'_>,
        (first, most, left): (Value, u32, Value),
    ) -> Stop {
        let Needed {
            l,
            u,
            of_round,
            ends,
            bounds,
        } = needed;
        let each = self.k64(u64::from(l.instructions().max(1)));
        let more = self.b.ins().iadd_imm_s(left, -1);
        let more = self.b.ins().udiv(more, each);
        let last = self.k64(u64::from(most) - 1);
        let more = self.b.ins().umin(more, last);
        let more = self.b.ins().imul_imm_s(more, i64::from(ends.round));
        let last = self.b.ins().iadd(first, more);

        let numbers = l.phis.iter().filter_map(number);
        let numbers: Vec<(Val, Val)> = numbers.map(|n| (n.1, n.2)).collect();
        let (round, stop) = (self.b.create_block(), self.b.create_block());
        for block in [round, stop] {
            self.b.append_block_param(block, I64);
        }
        self.b.append_block_param(stop, I8);
        for (head, _) in &numbers {
            let ty = self.b.func.dfg.value_type(s.scalars[head]);
            self.b.append_block_param(round, ty);
            self.b.append_block_param(stop, ty);
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
        for (load, known) in l.steady.iter().zip(&ends.steady) {
            for narrow in &load.sums {
                self.stays_narrow(s, narrow, bounds[&narrow.lanes], stop, &before);
            }
            let host = self.near_lanes(s, load, bounds[&load.lanes], stop, &before);
            let place = 8 * (known.host - OF_ROUND) as i32;
            self.b.ins().store(trusted(), host, at, place);
        }
        for (v, how, slot) in *of_round {
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

    /// Computes the lanes' parts of steady loads, and finds out how they lie.
    fn find_parts(&mut self, s: &mut BlockState<'_>, l: &Loop, parts: &Parts, exec: Value) {
        if parts.is_empty() {
            return;
        }
        let nodes = &l.body.nodes;
        let mut needed = vec![false; nodes.len()];
        parts.keys().for_each(|v| needed[v.0 as usize] = true);
        for (i, n) in nodes.iter().enumerate().rev() {
            if needed[i] && n.vec && !n.op.is_leaf() {
                n.args.iter().for_each(|a| needed[a.0 as usize] = true);
            }
        }
        let is_of_lanes = |v: &Val| {
            let n = &nodes[v.0 as usize];
            needed[v.0 as usize] && n.vec && !n.op.is_leaf()
        };
        let region = Region {
            nodes: (0..nodes.len() as u32)
                .map(Val)
                .filter(is_of_lanes)
                .collect(),
            ..Region::default()
        };
        let mut all: Vec<(Val, u32)> = parts.iter().map(|(v, at)| (*v, *at)).collect();
        all.sort_unstable();
        self.call_region(s, &region, Some(&all), None);
        let lanes = self.regions.as_ref().map_or(0, |r| r.isa().lanes);
        for (v, at) in all {
            let loads = l.steady.iter().filter(|s| s.lanes == v);
            let elements = loads.map(|s| MemOp::unpack(nodes[s.load.0 as usize].imm).bytes());
            let element = elements
                .reduce(|x, y| if x == y { x } else { 0 })
                .unwrap_or(0);
            let element = if element == 12 { 0 } else { element };
            let how = self.k64(u64::from(element) | u64::from(lanes) << 8);
            let from = self.place(Place::Temp(at));
            let to = self.place(Place::Temp(at + TO_LIES));
            self.b.ins().call(self.helpers.lies, &[from, exec, how, to]);
        }
    }

    /// The lowest address of each of the lanes' parts, and how far it is to the highest.
    fn bounds(&mut self, parts: &Parts) -> HashMap<Val, Bounds> {
        let mut all: Vec<(Val, u32)> = parts.iter().map(|(v, at)| (*v, *at)).collect();
        all.sort_unstable();
        let mut field = |at: u32, field: usize| {
            let at = (at + TO_LIES) as i32 + field as i32;
            self.b.ins().load(I64, trusted(), self.temps, at)
        };
        let bounds = all.into_iter().map(|(v, at)| {
            let first = field(at, offset_of!(Lies, first));
            let range = field(at, offset_of!(Lies, range));
            (v, Bounds { first, range })
        });
        bounds.collect()
    }

    /// Goes to `stop` unless all lanes of a load are in its window; gives where the lowest one's data are.
    fn near_lanes(
        &mut self,
        s: &BlockState<'_>,
        load: &Steady,
        bounds: Bounds,
        stop: ClifBlock,
        args: &[BlockArg],
    ) -> Value {
        let n = self.node(s, load.load);
        let bytes = MemOp::unpack(n.imm).bytes();
        let first = self.b.ins().iadd(s.scalars[&load.number], bounds.first);
        let w = self.window(n.pc, bytes);
        let at = self.b.ins().isub(first, w.base);
        let last = self.b.ins().iadd(at, bounds.range);
        // A window is far shorter than 2^62: if the last one wraps around, the first one is outside.
        let most = unless_planted!(Fault::SteadyEnd, self.b.ins().umax(at, last), at);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, most, w.count);
        self.or_stop(inside, stop, args);
        self.b.ins().iadd(w.host, at)
    }

    /// Goes to `stop` if a sum of 32 bits wraps around in a lane.
    fn stays_narrow(
        &mut self,
        s: &BlockState<'_>,
        narrow: &Narrow,
        bounds: Bounds,
        stop: ClifBlock,
        args: &[BlockArg],
    ) {
        if planted(Fault::NarrowWraps) {
            return;
        }
        let number = s.scalars[&narrow.number];
        let mut first = self.b.ins().iadd(number, bounds.first);
        if narrow.signed {
            first = self.b.ins().iadd_imm_s(first, 1 << 31);
        }
        let last = self.b.ins().iadd(first, bounds.range);
        let most = self.b.ins().umax(first, last);
        let inside = self
            .b
            .ins()
            .icmp_imm_u(IntCC::UnsignedLessThan, most, 1 << 32);
        self.or_stop(inside, stop, args);
    }

    /// Goes to `stop` unless that is so.
    fn or_stop(&mut self, is_so: Value, stop: ClifBlock, args: &[BlockArg]) {
        let go = self.b.create_block();
        self.b.ins().brif(is_so, go, &[], stop, args);
        self.next_block(go);
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

    /// Counts so many rounds; gives how many instructions are left of the budget.
    fn count_uniform(
        &mut self,
        l: &Loop,
        u: &Uniform,
        left: Value,
        rounds: Value,
        exec: Value,
    ) -> Value {
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
        left
    }
}
