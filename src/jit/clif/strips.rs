//! Regions as loops over strips of 4 lanes, at the level `base`; at others they are calls of code that
//! [`crate::jit::vector`] makes.

use super::*;
use crate::ir::plant::{Fault, planted};

/// One iteration of a strip loop.
struct Strip {
    /// Address of the strip in vector register 0.
    vgprs: Value,
    /// Address of the strip in the first temporary.
    temps: Value,
    /// Byte offset of the strip in a register: 16 per strip.
    off: Value,
    /// As `temps`, for temporaries of 64-bit lanes.
    wide_temps: Option<Value>,
    vals: HashMap<Val, LV>,
}

impl Emit<'_, '_> {
    /// The strip loops of a region. `copies` are values to store to given temporaries.
    pub(super) fn strips(
        &mut self,
        s: &mut BlockState<'_>,
        r: &Region,
        copies: Option<&[(Val, u32)]>,
    ) {
        if self.regions.is_some() {
            return self.call_region(s, r, copies, None);
        }
        let hoisted = self.hoist(s, r);
        let join = self.b.create_block();
        for _ in &r.masks {
            self.b.append_block_param(join, I64);
        }
        let exec = self.partial_exec(s, r).map(|e| s.scalars[&e]);
        if let Some(exec) = exec
            && self.skips(s, r)
        {
            let masked = self.b.create_block();
            let zero = self.k64(0);
            let none: Vec<BlockArg> = r.masks.iter().map(|_| zero.into()).collect();
            self.b.ins().brif(exec, masked, &[], join, &none);
            self.b.seal_block(masked);
            self.b.switch_to_block(masked);
        }
        self.strip_loop(s, r, copies, &hoisted, exec, join);
        self.b.seal_block(join);
        self.b.switch_to_block(join);
        for (k, m) in r.masks.iter().enumerate() {
            let v = self.b.block_params(join)[k];
            s.scalars.insert(*m, v);
        }
    }

    /// Uniform values and constants of a region, before its loops.
    fn hoist(&mut self, s: &BlockState<'_>, r: &Region) -> HashMap<Val, LV> {
        let mut out = HashMap::default();
        let used: Vec<Val> = r
            .nodes
            .iter()
            .flat_map(|v| self.node(s, *v).args.clone())
            .chain(r.writes.values().copied())
            .chain(r.temps.iter().copied())
            .collect();
        for v in used {
            let n = self.node(s, v);
            if matches!(n.op, Uop::Splat | Uop::Affine) && !out.contains_key(&v) {
                let x = s.scalars[&n.args[0]];
                let mut x = lanes::splat(self.b, n.ty, x);
                if n.op == Uop::Affine {
                    x = lanes::ramp(self.b, n.ty, x, n.imm);
                }
                out.insert(v, x);
            }
        }
        out
    }

    fn strip_loop(
        &mut self,
        s: &BlockState<'_>,
        r: &Region,
        copies: Option<&[(Val, u32)]>,
        hoisted: &HashMap<Val, LV>,
        exec: Option<Value>,
        join: ClifBlock,
    ) {
        let head = self.b.create_block();
        let body = self.b.create_block();
        let zero = self.k64(0);
        let off = self.b.append_block_param(head, I64);
        let mut init: Vec<BlockArg> = vec![zero.into()];
        let mut acc = vec![];
        for _ in &r.masks {
            acc.push(self.b.append_block_param(head, I64));
            init.push(zero.into());
        }
        self.b.ins().jump(head, &init);
        self.b.switch_to_block(head);
        let mut strip = Strip {
            vgprs: self.b.ins().iadd(self.vgprs, off),
            temps: self.b.ins().iadd(self.temps, off),
            off,
            wide_temps: None,
            vals: HashMap::default(),
        };
        let mut hoisted: Vec<_> = hoisted.iter().collect();
        hoisted.sort_by_key(|(v, _)| **v);
        for (v, x) in hoisted {
            let n = self.node(s, *v);
            let x = match n.op {
                Uop::Affine => lanes::advance(self.b, n.ty, *x, n.imm, off),
                _ => *x,
            };
            strip.vals.insert(*v, x);
        }
        // Register loads stand in a block of their own: folded into arithmetic they could swap its
        // operands, and with them which of two NaNs wins.
        for (v, place) in &r.imports {
            let x = self.load_place(s, &mut strip, *v, *place);
            strip.vals.insert(*v, x);
        }
        for v in &r.nodes {
            let n = self.node(s, *v);
            if n.op == Uop::ReadV {
                self.locate(n);
                let x = self
                    .b
                    .ins()
                    .load(I32X4, trusted(), strip.vgprs, 256 * n.imm as i32);
                strip.vals.insert(*v, LV::One(x));
            }
            if n.op == Uop::RowLane {
                self.locate(n);
                let offset = 64 * n.imm as u32;
                let run = Run { stride: 4, offset };
                let x = lanes::load(self.b, n.ty, run, s.scalars[&n.args[0]], off);
                strip.vals.insert(*v, x);
            }
            if n.op == Uop::RunLane {
                self.locate(n);
                let x = lanes::load(self.b, n.ty, Run::unpack(n.imm), s.scalars[&n.args[0]], off);
                strip.vals.insert(*v, x);
            }
        }
        self.b.ins().jump(body, &[]);
        self.b.seal_block(body);
        self.b.switch_to_block(body);
        let mut masks = HashMap::default();
        for v in &r.nodes {
            let n = self.node(s, *v);
            self.locate(n);
            match n.op {
                Uop::ReadV | Uop::RunLane | Uop::RowLane => continue,
                Uop::MaskBits => {
                    let x = self.lane_value(s, &mut strip, n.args[0]).one();
                    let bits = lanes::lanes_to_bits(self.b, x);
                    let bits = self.b.ins().uextend(I64, bits);
                    let shift = self.b.ins().ushr_imm_u(strip.off, 2);
                    masks.insert(*v, self.b.ins().ishl(bits, shift));
                    continue;
                }
                _ => {}
            }
            let args: Vec<LV> = n
                .args
                .iter()
                .map(|a| self.lane_value(s, &mut strip, *a))
                .collect();
            let uniform = |k: usize| {
                let a = self.node(s, *n.args.get(k)?);
                (a.op == Uop::Splat).then(|| s.scalars[&a.args[0]])
            };
            let uniform: Vec<_> = (0..n.args.len()).map(uniform).collect();
            let get = |k: usize| uniform.get(k).copied().flatten();
            let x = lanes::pure(self.b, n.op, n.ty, n.imm, true, &args, &get);
            strip.vals.insert(*v, x);
        }
        for v in &r.temps {
            let targets: Vec<u32> = match copies {
                Some(c) => c.iter().filter(|c| c.0 == *v).map(|c| c.1).collect(),
                None => s.plan.temps.get(v).copied().into_iter().collect(),
            };
            let x = self.lane_value(s, &mut strip, *v);
            for t in targets {
                self.store_temp(&mut strip, x, t);
            }
        }
        let active = exec.map(|e| self.strip_mask(&strip, e));
        for (reg, v) in &r.writes {
            let mut x = self.lane_value(s, &mut strip, *v).one();
            let at = 256 * *reg as i32;
            if let Some(m) = active
                && !planted(Fault::Unblended)
            {
                let old = self.b.ins().load(I32X4, trusted(), strip.vgprs, at);
                x = lanes::blend(self.b, m, x, old);
            }
            self.b.ins().store(trusted(), x, strip.vgprs, at);
        }
        let next = self.b.ins().iadd_imm_s(off, 16);
        let mut again: Vec<BlockArg> = vec![next.into()];
        let mut done: Vec<BlockArg> = vec![];
        for (k, m) in r.masks.iter().enumerate() {
            let v = self.b.ins().bor(acc[k], masks[m]);
            again.push(v.into());
            done.push(v.into());
        }
        let more = self.b.ins().icmp_imm_s(IntCC::NotEqual, next, 256);
        self.b.ins().brif(more, head, &again, join, &done);
        self.b.seal_block(head);
    }

    /// The strip's part of a lane mask.
    fn strip_mask(&mut self, strip: &Strip, mask: Value) -> Value {
        let shift = self.b.ins().ushr_imm_u(strip.off, 2);
        let bits = self.b.ins().ushr(mask, shift);
        let bits = self.b.ins().ireduce(I32, bits);
        lanes::bits_to_lanes(self.b, bits)
    }

    fn wide_temps(&mut self, strip: &mut Strip) -> Value {
        if let Some(v) = strip.wide_temps {
            return v;
        }
        let v = self.b.ins().iadd(strip.temps, strip.off);
        strip.wide_temps = Some(v);
        v
    }

    fn load_place(&mut self, s: &BlockState<'_>, strip: &mut Strip, v: Val, p: Place) -> LV {
        let n = self.node(s, v);
        match p {
            Place::Vgpr(r) => {
                let at = 256 * r as i32;
                LV::One(self.b.ins().load(I32X4, trusted(), strip.vgprs, at))
            }
            Place::Temp(t) if n.ty == Ty::B64 => {
                let base = self.wide_temps(strip);
                LV::Two([
                    self.b.ins().load(I64X2, trusted(), base, t as i32),
                    self.b.ins().load(I64X2, trusted(), base, t as i32 + 16),
                ])
            }
            Place::Temp(t) => LV::One(self.b.ins().load(I32X4, trusted(), strip.temps, t as i32)),
        }
    }

    fn store_temp(&mut self, strip: &mut Strip, x: LV, t: u32) {
        match x {
            LV::One(v) => {
                self.b.ins().store(trusted(), v, strip.temps, t as i32);
            }
            LV::Two([v, w]) => {
                let base = self.wide_temps(strip);
                self.b.ins().store(trusted(), v, base, t as i32);
                self.b.ins().store(trusted(), w, base, t as i32 + 16);
            }
        }
    }

    /// The strip's part of a lane-wise value.
    fn lane_value(&mut self, s: &BlockState<'_>, strip: &mut Strip, v: Val) -> LV {
        if let Some(x) = strip.vals.get(&v) {
            return *x;
        }
        let n = self.node(s, v);
        debug_assert!(is_leaf(n), "{} is not available in its region", n.op.text());
        let x = match n.op {
            Uop::LaneBits => {
                let mask = s.scalars[&n.args[0]];
                LV::One(self.strip_mask(strip, mask))
            }
            Uop::Affine => {
                let first = s.scalars[&n.args[0]];
                let first = lanes::splat(self.b, n.ty, first);
                let first = lanes::ramp(self.b, n.ty, first, n.imm);
                lanes::advance(self.b, n.ty, first, n.imm, strip.off)
            }
            _ => {
                let x = s.scalars[&n.args[0]];
                lanes::splat(self.b, n.ty, x)
            }
        };
        strip.vals.insert(v, x);
        x
    }
}
