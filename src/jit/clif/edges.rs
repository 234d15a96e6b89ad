//! How compiled code comes to a block and leaves it: what it takes from the wave at its entries, what it
//! writes back at its exits, and what holds on the way from block to block.

use super::*;
use crate::jit::host::HostLevel;

impl Emit<'_, '_> {
    /// Declares the variables, and loads those that the wave has.
    pub(super) fn prologue(&mut self) {
        let mut used = BTreeSet::new();
        for block in &self.func.blocks {
            for n in &block.nodes {
                match n.op {
                    Uop::ReadS => used.insert(Reg::S(n.imm as u8)),
                    Uop::ReadQ => used.insert(Reg::Q(n.imm as u8)),
                    Uop::ReadScc => used.insert(Reg::Scc),
                    _ => false,
                };
            }
            for (r, _) in &block.outs {
                used.insert(*r);
                if !matches!(r, Reg::Base(_)) {
                    self.written.insert(*r);
                }
            }
            used.extend(block.facts.keys().map(|v| Reg::Base(*v)));
        }
        if self.effort == Effort::Quick {
            used.retain(|r| matches!(r, Reg::Base(_)));
        }
        for r in used {
            let ty = reg_place(r).1;
            let var = self.b.declare_var(ty);
            if let Reg::Base(_) = r {
                let zero = self.b.ins().iconst(ty, 0);
                self.b.def_var(var, zero);
            }
            self.vars.insert(r, var);
        }
        self.load_scalars();
        if self.effort == Effort::Full {
            for at in [offset::BUDGET, offset::LANES] {
                let var = self.b.declare_var(I64);
                let v = self.b.ins().load(I64, trusted(), self.wave, at);
                self.b.def_var(var, v);
                self.counts.push((at, var));
            }
        }
    }

    /// Loads every scalar register that is a variable from the wave.
    pub(super) fn load_scalars(&mut self) {
        let mut vars: Vec<_> = self.vars.iter().map(|(r, v)| (*r, *v)).collect();
        vars.retain(|(r, _)| !matches!(r, Reg::Base(_)));
        vars.sort_by_key(|(r, _)| *r);
        for (r, var) in vars {
            let v = self.load_scalar(r);
            self.b.def_var(var, v);
        }
    }

    fn load_scalar(&mut self, r: Reg) -> Value {
        let (at, ty) = reg_place(r);
        self.b.ins().load(ty, trusted(), self.wave, at)
    }

    fn store_scalar(&mut self, r: Reg, mut v: Value) {
        if r == Reg::Scc {
            v = self.b.ins().uextend(I32, v);
        }
        self.b.ins().store(trusted(), v, self.wave, reg_place(r).0);
    }

    /// Stores every scalar register that is a variable and that the function writes to the wave.
    pub(super) fn store_scalars(&mut self) {
        for r in self.written.clone() {
            if let Some(var) = self.vars.get(&r) {
                let v = self.b.use_var(*var);
                self.store_scalar(r, v);
            }
        }
    }

    /// Shows the wave to who watches; what the answer is.
    pub(super) fn watch(&mut self, n: &Node) -> Value {
        self.store_scalars();
        let instructions = ir::Watched::unpack(n.imm).instructions;
        let (pc, instructions) = (self.k64(n.pc), self.k64(instructions.into()));
        let args = [self.ctx, self.wave, pc, instructions];
        let call = self.b.ins().call(self.helpers.watch, &args);
        self.b.inst_results(call)[0]
    }

    /// A register as the block has found it.
    pub(super) fn register(&mut self, r: Reg) -> Value {
        match self.vars.get(&r) {
            Some(var) => self.b.use_var(*var),
            None => self.load_scalar(r),
        }
    }

    /// Writes a block's result.
    pub(super) fn write(&mut self, r: Reg, v: Value) {
        match self.vars.get(&r) {
            Some(var) => self.b.def_var(*var, v),
            None => self.store_scalar(r, v),
        }
    }

    /// The wave's count at this offset.
    pub(super) fn count(&mut self, at: i32) -> Value {
        match self.counts.iter().find(|c| c.0 == at) {
            Some((_, var)) => self.b.use_var(*var),
            None => self.b.ins().load(I64, trusted(), self.wave, at),
        }
    }

    pub(super) fn set_count(&mut self, at: i32, v: Value) {
        match self.counts.iter().find(|c| c.0 == at) {
            Some((_, var)) => self.b.def_var(*var, v),
            None => {
                self.b.ins().store(trusted(), v, self.wave, at);
            }
        }
    }

    /// Enters block `to` with a new wave, for which it is.
    pub(super) fn begin(&mut self, to: usize, given: &ir::Facts) {
        let func = self.func;
        let (known, live) = (&func.blocks[to].facts, self.live_in[to]);
        for v in given.keys().filter(|v| live.contains(**v)) {
            let base = if (*v as usize) < StartClass::REGISTERS {
                let at = offset::START_BASE + 4 * *v as i32;
                self.b.ins().load(I32, trusted(), self.wave, at)
            } else {
                self.b.ins().iconst(I32, 0)
            };
            // Where the block does not know the register, there is a variable if another does.
            let var = match self.vars.get(&Reg::Base(*v)) {
                Some(var) => *var,
                None => {
                    let var = self.b.declare_var(I32);
                    self.vars.insert(Reg::Base(*v), var);
                    var
                }
            };
            self.b.def_var(var, base);
        }
        let unknown =
            |v: u16, _: &Fact| live.contains(v) && !known.get(&v).is_some_and(|f| f.stale);
        self.settle(given, &unknown);
        self.jump_to(to);
    }

    /// Enters the version of a block that the wave is for, unless it does not have what the block
    /// relies on: a wave that comes `back` from a barrier has what was known in front of it.
    pub(super) fn enter(&mut self, point: &ir::EntryPoint, elsewhere: ClifBlock, back: bool) {
        let exec = self.register(Reg::Q(EXEC_LO));
        let is_full = self.b.ins().icmp_imm_s(IntCC::Equal, exec, -1);
        let (full, masked) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(is_full, full, &[], masked, &[]);
        for (block, to) in [(full, point.full), (masked, point.masked)] {
            self.next_block(block);
            let Some(to) = to else {
                self.b.ins().jump(elsewhere, &[]);
                continue;
            };
            let func = self.func;
            for (v, fact) in &func.blocks[to].facts {
                if !self.live_in[to].contains(*v) {
                    continue;
                }
                let at = self.place(Place::Vgpr(*v));
                let base = self.b.ins().load(I32, trusted(), at, 0);
                self.b.def_var(self.vars[&Reg::Base(*v)], base);
                if back {
                    continue;
                }
                let stride = self.k64(fact.stride as u64);
                let order = self.k64(fact.order as u64);
                let args = [at, stride, order];
                let has_fact = match self.helpers.level {
                    HostLevel::Avx512 => self.helpers.has_fact_wide,
                    HostLevel::Avx2 => self.helpers.has_fact_eights,
                    HostLevel::Base => self.helpers.has_fact,
                };
                let call = self.b.ins().call(has_fact, &args);
                let holds = self.b.inst_results(call)[0];
                let go = self.b.create_block();
                self.b.ins().brif(holds, go, &[], elsewhere, &[]);
                self.next_block(go);
            }
            self.enter_frames(to, elsewhere);
            self.jump_to(to);
        }
    }

    /// Where the frame of private memory is that node `v` names, whose operands are as they are at the block's
    /// start; leaves for other code where there is none.
    pub(super) fn frame(&mut self, index: usize, v: Val) -> Value {
        let block = &self.func.blocks[index];
        let n = &block.nodes[v.0 as usize];
        let place = self.frames.place(index, block, n);
        if let Some(p) = place.as_ref().filter(|p| p.is_found) {
            return self.b.ins().load(I64, trusted(), self.ctx, p.at);
        }
        let [low, high, soffset] = [0, 1, 2].map(|k| self.given(block, n.args[k]));
        let end = place.as_ref().map_or(n.imm, |p| p.end);
        let (none, found) = self.find_frame([low, high, soffset], end);
        self.next_block(none);
        let live = self.live_in[index];
        self.settle(&block.facts, &|v, _| live.contains(v));
        let pc = self.k64(block.pc);
        self.exit(ExitCode::Elsewhere, pc);
        self.next_block(found);
        let at = self.b.block_params(found)[0];
        if let Some(p) = place {
            self.b.ins().store(trusted(), at, self.ctx, p.at);
        }
        at
    }

    /// The value of node `v`, of scalar registers as they are at the block's start.
    fn given(&mut self, block: &ir::Block, v: Val) -> Value {
        let n = &block.nodes[v.0 as usize];
        match n.op {
            Uop::ReadS => self.register(Reg::S(n.imm as u8)),
            Uop::Concat => {
                let [low, high] = [0, 1].map(|k| self.given(block, n.args[k]));
                self.both(low, high)
            }
            _ => self.b.ins().iconst(I32, n.imm as u32 as i64),
        }
    }

    /// Writes the registers that `facts` say are stale and `wanted` wants.
    pub(super) fn settle(&mut self, facts: &ir::Facts, wanted: &dyn Fn(u16, &Fact) -> bool) {
        for (v, fact) in facts {
            if fact.stale && wanted(*v, fact) {
                let at = self.place(Place::Vgpr(*v));
                let base = self.register(Reg::Base(*v));
                let base = self.b.ins().uextend(I64, base);
                let stride = self.k64(fact.stride as u64);
                let spread = match self.helpers.level {
                    HostLevel::Avx512 => self.helpers.spread_wide,
                    HostLevel::Avx2 => self.helpers.spread_eights,
                    HostLevel::Base => self.helpers.spread,
                };
                self.b.ins().call(spread, &[at, base, stride]);
            }
        }
    }

    /// As [`Emit::settle`] at a block's end, where the guards are not known to hold.
    pub(super) fn settle_unguarded(&mut self, s: &BlockState<'_>, live: VgprSet) {
        let high = |v: u16| {
            let of = |g: &Guard| g.high.filter(|h| h.0 == v);
            s.block.guards.iter().find_map(of)
        };
        let plain = |v: u16, _: &Fact| live.contains(v) && high(v).is_none();
        self.settle(&s.block.facts_out, &plain);
        for v in s.block.facts_out.keys().filter(|v| live.contains(**v)) {
            if let Some((_, base, stride)) = high(*v) {
                let at = self.place(Place::Vgpr(*v));
                let stride = unless_planted!(Fault::SameHigh, stride, 0);
                let (base, stride) = (s.scalars[&base], self.k64(stride));
                let spread = match self.helpers.level {
                    HostLevel::Avx512 => self.helpers.spread_high_wide,
                    HostLevel::Avx2 => self.helpers.spread_high_eights,
                    HostLevel::Base => self.helpers.spread_high,
                };
                self.b.ins().call(spread, &[at, base, stride]);
            }
        }
    }

    /// Follows an edge at the end of a block.
    pub(super) fn goto(&mut self, s: &BlockState<'_>, g: &Goto) {
        let Some(exec) = g.exec else {
            self.goto_block(s, g.full);
            return;
        };
        let (full, masked) = (self.b.create_block(), self.b.create_block());
        let is_full = self.b.ins().icmp_imm_s(IntCC::Equal, s.scalars[&exec], -1);
        self.b.ins().brif(is_full, full, &[], masked, &[]);
        for (block, to) in [(full, g.full), (masked, g.masked)] {
            self.next_block(block);
            self.goto_block(s, to);
        }
    }

    fn goto_block(&mut self, s: &BlockState<'_>, to: usize) {
        let (func, live) = (self.func, self.live_in[to]);
        let known = &func.blocks[to].facts;
        // Where nothing is known of what is read, the guards do not matter.
        if !s.block.guards.is_empty() && !known.keys().any(|v| live.contains(*v)) {
            self.settle_unguarded(s, live);
            self.jump_to(to);
            return;
        }
        let checked = !planted(Fault::GuardHolds);
        let guards = s.block.guards.iter().filter(|_| checked);
        let guards = guards.map(|g| s.scalars[&g.cond]);
        if let Some(cond) = guards.reduce(|x, y| self.b.ins().band(x, y)) {
            let (holds, fails) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(cond, holds, &[], fails, &[]);
            self.b.set_cold_block(fails);
            self.next_block(fails);
            if !planted(Fault::DepartureUnset) {
                self.settle_unguarded(s, live);
            }
            let pc = self.k64(func.blocks[to].pc);
            self.exit(ExitCode::Elsewhere, pc);
            self.next_block(holds);
        }
        let untold = planted(Fault::UntoldUnset);
        let unknown = |v: u16, _: &Fact| {
            let is_known = known.get(&v).map_or(untold, |f| f.stale);
            live.contains(v) && !is_known
        };
        self.settle(&s.block.facts_out, &unknown);
        self.jump_to(to);
    }

    /// Goes to the guest's block `to`.
    pub(super) fn jump_to(&mut self, to: usize) {
        let target = self.blocks[to];
        self.b.ins().jump(target, &[]);
        self.missing[to] -= 1;
        if self.missing[to] == 0 {
            self.b.seal_block(target);
        }
    }

    /// Goes on with a new block, to which there will be no further ways.
    pub(super) fn next_block(&mut self, block: ClifBlock) {
        self.b.seal_block(block);
        self.b.switch_to_block(block);
    }

    pub(super) fn exit(&mut self, code: ExitCode, pc: Value) {
        let code = self.b.ins().iconst(I32, code as i64);
        self.b.ins().jump(self.leave, &[code.into(), pc.into()]);
    }

    /// Writes the counts back, and returns `code`.
    pub(super) fn count_back(&mut self, code: Value) {
        for (at, var) in self.counts.clone() {
            let v = self.b.use_var(var);
            self.b.ins().store(trusted(), v, self.wave, at);
        }
        self.b.ins().return_(&[code]);
    }
}
