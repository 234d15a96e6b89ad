//! Builds a block's nodes: folds constants, merges equal nodes, keeps uniform values scalar, and
//! forwards register values within the block.

use std::collections::BTreeSet;

use smallvec::smallvec;

use super::liveness::VgprSet;
use super::{
    Args, Block, Fact, Facts, Guard, HashMap, ICmp, Kind, MemOp, Node, Order, Reg, Run, Term, Ty,
    Uop, Val, WaveField, WaveFn,
};
use crate::ir::plant::{Fault, planted};
use crate::isa::{EXEC_LO, VCC_LO};

/// Largest stride of what counts as rising: 64 lanes stay far below half of the 32-bit range.
const MAX_RISE: u64 = 1 << 20;

/// A block under construction.
#[derive(Default)]
pub struct Builder {
    nodes: Vec<Node>,
    /// Nodes to merge equal ones with. What is computed per lane counts in the lanes of the EXEC at
    /// that place only, so it is merged with what was computed under the same EXEC.
    known: HashMap<(Node, Option<Val>), Val>,
    /// Current values of scalar registers, and which were written here.
    s: HashMap<Reg, (Val, bool)>,
    /// 64-bit values whose halves are the current values of a register pair.
    pairs: HashMap<u8, (Val, Val, Val)>,
    /// Lane-wise form of the mask that a scalar value holds (valid in the lanes of EXEC then).
    lanes_of: HashMap<Val, (Val, Val)>,
    /// Current value of a vector register, and the EXEC under which it is valid (None: in all lanes).
    v: HashMap<u8, (Val, Option<Val>)>,
    lane_counts: Vec<(Val, u32)>,
    scalar_instructions: u32,
    instructions: u32,
    pc: u64,
    /// Whether EXEC is known to be full.
    full: bool,
    /// Whether what the block finds out may depend on guards.
    guarded: bool,
    /// What is known at the start, without the registers that were written since.
    facts: Facts,
    /// All that was known at the start.
    facts_in: Facts,
    /// Registers whose current value is in `v` only.
    lazy: VgprSet,
    reads: VgprSet,
    /// Lane-wise values that are known not to wrap around from lane to lane.
    order: HashMap<Val, Order>,
    /// Carries (or borrows, when true) of 32-bit sums: operands and sum.
    carries: HashMap<Val, (Val, Val, Val, bool)>,
    /// A store that [`Fault::LateStore`] holds back.
    late: Option<Node>,
    /// 64-bit values by halves that no node takes from them.
    wide: HashMap<(Val, Val), Val>,
    guards: Vec<Guard>,
}

impl Builder {
    /// An empty block.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// An empty block that relies on `facts`, for full EXEC only if `full`; `guarded`: what it finds
    /// out may depend on guards.
    pub fn with(full: bool, guarded: bool, facts: Facts) -> Builder {
        Builder {
            full,
            guarded: guarded && full,
            facts: facts.clone(),
            facts_in: facts,
            ..Builder::default()
        }
    }

    /// Makes it an empty block again.
    pub fn clear(&mut self) {
        let Builder {
            nodes,
            known,
            s,
            pairs,
            lanes_of,
            v,
            lane_counts,
            order,
            carries,
            wide,
            guards,
            ..
        } = std::mem::take(self);
        macro_rules! emptied {
            ($($name:ident)+) => {{
                $(let mut $name = $name; $name.clear();)+
                Builder { $($name,)+ ..Builder::default() }
            }};
        }
        *self = emptied!(nodes known s pairs lanes_of v lane_counts order carries wide guards);
    }

    /// Whether EXEC is known to be full.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Starts the guest instruction at `pc`; `vector` says whether it counts lanes.
    pub fn begin(&mut self, pc: u64, vector: bool) {
        self.pc = pc;
        self.instructions += 1;
        if vector {
            let e = self.exec();
            match self.lane_counts.last_mut() {
                Some((v, n)) if *v == e => *n += 1,
                _ => self.lane_counts.push((e, 1)),
            }
        } else {
            self.scalar_instructions += 1;
        }
    }

    /// As [`Builder::begin`], for an instruction that is skipped: it counts, with no lanes.
    pub fn begin_skipped(&mut self, pc: u64) {
        self.pc = pc;
        self.instructions += 1;
    }

    /// What holds of the vector registers now, with the scalars of lane 0 in `s`; and the guards.
    fn facts_out(&mut self) -> Facts {
        let mut out = self.facts.clone();
        let mut current: Vec<_> = self
            .v
            .iter()
            .map(|(r, (v, valid))| (*r, *v, *valid))
            .collect();
        current.sort();
        let mut high = vec![];
        for &(r, v, valid) in &current {
            if valid.is_some() || (self.facts.contains_key(&r) && !self.lazy.contains(r)) {
                continue;
            }
            let stale = self.lazy.contains(r);
            if let Some((base, stride)) = self.affine(v) {
                let order = self.order.get(&v).copied().unwrap_or(Order::Any);
                let stride = stride as u32;
                out.insert(
                    r,
                    Fact {
                        stride,
                        order,
                        stale,
                    },
                );
                self.s.insert(Reg::Base(r), (base, true));
            } else if let Some((base, stride)) = self.high_of_affine(v) {
                high.push((r, base, stride));
            }
        }
        for (r, base, stride) in high {
            let cond = self.same_high(base, stride);
            let high = self.op32(Uop::Hi, &[base]);
            self.s.insert(Reg::Base(r), (high, true));
            let order = Order::Any;
            out.insert(
                r,
                Fact {
                    stride: 0,
                    order,
                    stale: true,
                },
            );
            let high = Some((r, base, stride));
            self.guards.push(Guard { cond, high });
            // The low halves rise then.
            let low = self.op32(Uop::Lo, &[base]);
            let low = self.make_affine(Ty::B32, low, stride);
            for &(r, v, _) in current.iter().filter(|c| c.1 == low) {
                if let Some(f) = out.get_mut(&r)
                    && !self.order.contains_key(&v)
                {
                    f.order = Order::Rising;
                }
            }
        }
        out
    }

    /// Whether the high half of all lanes is the same for values that rise from `base` by `stride`.
    fn same_high(&mut self, base: Val, stride: u64) -> Val {
        let span = self.k64(stride.wrapping_mul(63));
        let last = self.op64(Uop::Add, &[base, span]);
        let (a, b) = (self.op32(Uop::Hi, &[base]), self.op32(Uop::Hi, &[last]));
        self.icmp32(ICmp::Eq, a, b)
    }

    /// Makes sure that the lanes of register `n` follow each other in `order`, which holds after the
    /// block then; `None` when they do anyway or never will.
    pub fn want_order(&mut self, n: u8, order: Order) -> Option<()> {
        if !self.v.contains_key(&n) && !self.facts.contains_key(&n) {
            return None;
        }
        let v = self.v32(n);
        let (base, stride) = self.affine(v)?;
        if stride == 0 || stride > MAX_RISE || self.order.get(&v).is_some_and(|o| *o >= order) {
            return None;
        }
        // A register that was written before the cut keeps its order past it only by its fact.
        let span = self.k32(63 * stride as u32);
        let last = self.op32(Uop::Add, &[base, span]);
        let rising = self.icmp32(ICmp::GeU, last, base);
        self.guards.push(Guard {
            cond: rising,
            high: None,
        });
        if order == Order::SameSign {
            let both = self.op32(Uop::Xor, &[last, base]);
            let zero = self.k32(0);
            let cond = self.icmp32(ICmp::GeS, both, zero);
            self.guards.push(Guard { cond, high: None });
        }
        self.order.insert(v, order);
        if let Some(f) = self.facts.get_mut(&n) {
            f.order = order;
        }
        Some(())
    }

    /// Whether register `n` holds the high halves of rising values: after a cut they are one.
    pub fn is_high(&mut self, n: u8) -> bool {
        self.guarded
            && self
                .v
                .get(&n)
                .is_some_and(|(v, _)| self.high_of_affine(*v).is_some())
    }

    /// Whether register `n` is known to be the same in all lanes.
    pub fn is_uniform(&mut self, n: u8) -> bool {
        let known = self.v.contains_key(&n) || self.facts.contains_key(&n);
        if !known {
            return false;
        }
        let v = self.v32(n);
        self.uniform(v).is_some()
    }

    /// Whether EXEC is no longer what it was at the start.
    pub fn exec_changed(&self) -> bool {
        self.s
            .get(&Reg::Q(EXEC_LO))
            .is_some_and(|(_, written)| *written)
    }

    /// Whether EXEC is known to be full now.
    pub fn exec_is_full(&mut self) -> bool {
        let exec = self.exec();
        self.constant(exec) == Some(u64::MAX)
    }

    /// The finished block, with what holds after it.
    pub fn finish(mut self, pc: u64, term: Term) -> Block {
        if let Some(late) = self.late.take() {
            self.add(late);
        }
        let facts_out = self.facts_out();
        let mut outs: Vec<_> = self
            .s
            .iter()
            .filter(|(_, (_, written))| *written)
            .map(|(r, (v, _))| (*r, *v))
            .collect();
        outs.sort();
        Block {
            pc,
            full: self.full,
            entry: false,
            facts: self.facts_in,
            facts_out,
            guards: self.guards,
            reads: self.reads,
            nodes: self.nodes,
            outs,
            term,
            instructions: self.instructions,
            lane_counts: self.lane_counts,
            scalar_instructions: self.scalar_instructions,
        }
    }

    /// The node that computes `v`.
    pub fn node(&self, v: Val) -> &Node {
        &self.nodes[v.0 as usize]
    }

    fn is_vec(&self, v: Val) -> bool {
        self.node(v).vec
    }

    /// The constant that `v` is in every lane, if it is one.
    pub fn constant(&self, v: Val) -> Option<u64> {
        let n = self.node(v);
        match n.op {
            Uop::Const => Some(n.imm),
            Uop::Splat => self.constant(n.args[0]),
            _ => None,
        }
    }

    /// The scalar that `v` is in every lane, if it is uniform.
    pub fn uniform(&self, v: Val) -> Option<Val> {
        let n = self.node(v);
        match n.op {
            _ if !n.vec => Some(v),
            Uop::Splat => Some(n.args[0]),
            _ => None,
        }
    }

    /// Lane 0 and stride, if the lanes of `v` follow each other like that.
    pub fn affine(&self, v: Val) -> Option<(Val, u64)> {
        let n = self.node(v);
        match n.op {
            _ if !n.vec => Some((v, 0)),
            Uop::Splat => Some((n.args[0], 0)),
            Uop::Affine => Some((n.args[0], n.imm)),
            _ => None,
        }
    }

    /// 64-bit lane 0 and stride, if `v` is the high half of such values, with a stride that counts as
    /// rising, and may depend on a guard.
    fn high_of_affine(&self, v: Val) -> Option<(Val, u64)> {
        let n = self.node(v);
        if !self.guarded || n.op != Uop::Hi || !n.vec {
            return None;
        }
        self.affine(n.args[0]).filter(|(_, s)| *s <= MAX_RISE)
    }

    /// The lane-wise value that is `base` in lane 0 and `stride` more in each lane.
    fn make_affine(&mut self, ty: Ty, base: Val, stride: u64) -> Val {
        let imm = if ty == Ty::B64 {
            stride
        } else {
            stride as u32 as u64
        };
        if imm == 0 {
            return self.splat(base);
        }
        self.add(Node {
            op: Uop::Affine,
            ty,
            vec: true,
            args: smallvec![base],
            imm,
            pc: 0,
        })
    }

    /// Operations on what rises from lane to lane that give such values again.
    fn affine_op(&mut self, op: Uop, ty: Ty, a: &[Val]) -> Option<Val> {
        if !a.iter().any(|v| self.node(*v).op == Uop::Affine) {
            return None;
        }
        let parts: Option<Vec<_>> = a.iter().map(|v| self.affine(*v)).collect();
        let parts = parts?;
        let order = |b: &Builder, k: usize| b.order.get(&a[k]).copied().unwrap_or(Order::Any);
        let (base, stride) = parts[0];
        match op {
            Uop::Add | Uop::Sub => {
                let (other, by) = parts[1];
                let base = self.op(op, ty, 0, &[base, other]);
                let stride = match op {
                    Uop::Add => stride.wrapping_add(by),
                    _ => stride.wrapping_sub(by),
                };
                Some(self.make_affine(ty, base, stride))
            }
            Uop::Shl => {
                let k = self.constant(a[1])? as u32 % if ty == Ty::B64 { 64 } else { 32 };
                let base = self.op(op, ty, 0, &[base, parts[1].0]);
                Some(self.make_affine(ty, base, stride << k))
            }
            Uop::Mul => {
                let (i, j) = if self.constant(a[1]).is_some() {
                    (0, 1)
                } else {
                    (1, 0)
                };
                let k = self.constant(a[j])?;
                let base = self.op(op, ty, 0, &[base, parts[1].0]);
                Some(self.make_affine(ty, base, parts[i].1.wrapping_mul(k)))
            }
            Uop::Select if parts[0].1 == 0 && parts[1].1 == parts[2].1 => {
                let base = self.op(op, ty, 0, &[base, parts[1].0, parts[2].0]);
                Some(self.make_affine(ty, base, parts[1].1))
            }
            Uop::Lo => {
                let base = self.op(op, ty, 0, &[base]);
                Some(self.make_affine(ty, base, stride))
            }
            Uop::ZExt if order(self, 0) >= Order::Rising || planted(Fault::RisesForEver) => {
                let base = self.op(op, ty, 0, &[base]);
                Some(self.make_affine(ty, base, stride))
            }
            Uop::SExt if order(self, 0) == Order::SameSign => {
                let base = self.op(op, ty, 0, &[base]);
                Some(self.make_affine(ty, base, stride))
            }
            Uop::ShrS if order(self, 0) == Order::SameSign && self.constant(a[1]) == Some(31) => {
                let sign = self.op(op, ty, 0, &[base, parts[1].0]);
                Some(self.splat(sign))
            }
            Uop::Concat if parts[1].1 == 0 && order(self, 0) >= Order::Rising => {
                let base = self.op(op, ty, 0, &[base, parts[1].0]);
                Some(self.make_affine(ty, base, stride))
            }
            _ => None,
        }
    }

    /// Notes that `carry` is the carry of the 32-bit `sum` of `x` and `y`, or the borrow of their
    /// difference.
    pub fn is_carry(&mut self, carry: Val, x: Val, y: Val, sum: Val, borrow: bool) {
        self.carries.insert(carry, (x, y, sum, borrow));
    }

    /// High half of a sum (a difference if `borrow`) of 64-bit values with the high halves `a` and `b`,
    /// whose low halves gave `carry`; with the carry of the whole. `None` when halves are as good, or
    /// when the low halves were not combined in the same way.
    pub fn wide_high(&mut self, carry: Val, a: Val, b: Val, borrow: bool) -> Option<(Val, Val)> {
        let (x, y, sum, borrowed) = *self.carries.get(&carry)?;
        if borrow != borrowed || !self.is_vec(sum) {
            return None;
        }
        let (l, r) = (
            self.op64(Uop::Concat, &[x, a]),
            self.op64(Uop::Concat, &[y, b]),
        );
        let plain = |s: &Self, v: Val| s.node(v).op == Uop::Concat && s.is_vec(v);
        if plain(self, l) || plain(self, r) {
            return None;
        }
        let (op, carry) = if borrow {
            (Uop::Sub, self.icmp64(ICmp::LtU, l, r))
        } else {
            let whole = self.op64(Uop::Add, &[l, r]);
            (Uop::Add, self.icmp64(ICmp::LtU, whole, l))
        };
        let whole = self.op64(op, &[l, r]);
        let high = self.op32(Uop::Hi, &[whole]);
        if self.is_vec(high) && self.is_vec(sum) {
            self.wide.insert((sum, high), whole);
        }
        Some((high, carry))
    }

    fn add(&mut self, node: Node) -> Val {
        if matches!(node.op.kind(), Kind::Pure | Kind::Float | Kind::Bridge)
            && node.op != Uop::ReadLaneOld
        {
            let per_lane = (node.vec && !node.op.is_leaf()) || node.op == Uop::MaskBits;
            let merges = planted(Fault::MergedAcrossExec);
            let exec = (per_lane && !merges).then(|| self.exec());
            let key = (node, exec);
            if let Some(v) = self.known.get(&key) {
                return *v;
            }
            let v = Val(self.nodes.len() as u32);
            // The first instruction that needs it has it.
            let pc = self.pc;
            self.nodes.push(Node {
                pc,
                ..key.0.clone()
            });
            self.known.insert(key, v);
            return v;
        }
        let v = Val(self.nodes.len() as u32);
        self.nodes.push(node);
        v
    }

    /// A scalar constant.
    pub fn konst(&mut self, ty: Ty, imm: u64) -> Val {
        let imm = match ty {
            Ty::B1 => imm & 1,
            Ty::B32 => imm & 0xffff_ffff,
            _ => imm,
        };
        self.add(Node {
            op: Uop::Const,
            ty,
            vec: false,
            args: smallvec![],
            imm,
            pc: 0,
        })
    }

    /// A scalar 32-bit constant.
    pub fn k32(&mut self, v: u32) -> Val {
        self.konst(Ty::B32, v as u64)
    }

    /// A scalar 64-bit constant.
    pub fn k64(&mut self, v: u64) -> Val {
        self.konst(Ty::B64, v)
    }

    /// The value in every lane; lane-wise values as they are.
    pub fn splat(&mut self, v: Val) -> Val {
        if self.is_vec(v) {
            return v;
        }
        let ty = self.node(v).ty;
        self.add(Node {
            op: Uop::Splat,
            ty,
            vec: true,
            args: smallvec![v],
            imm: 0,
            pc: 0,
        })
    }

    /// A pure operation whose result has type `ty`. It is lane-wise when an argument is lane-wise in
    /// truth; uniform arguments give a scalar operation.
    pub fn op(&mut self, op: Uop, ty: Ty, imm: u64, args: &[Val]) -> Val {
        debug_assert!(
            matches!(op.kind(), Kind::Pure | Kind::Float),
            "{}",
            op.text()
        );
        let uniform: Option<Args> = args.iter().map(|a| self.uniform(*a)).collect();
        let (args, vec) = match uniform {
            Some(scalars) => (scalars, false),
            None => (args.iter().map(|a| self.splat(*a)).collect(), true),
        };
        if let Some(v) = self.fold(op, ty, imm, &args) {
            return v;
        }
        if vec && let Some(v) = self.affine_op(op, ty, &args) {
            return v;
        }
        self.add(Node {
            op,
            ty,
            vec,
            args,
            imm,
            pc: 0,
        })
    }

    /// Results that need no operation: constants of constants, and neutral elements.
    fn fold(&mut self, op: Uop, ty: Ty, imm: u64, a: &[Val]) -> Option<Val> {
        let k: Vec<_> = a.iter().map(|v| self.constant(*v)).collect();
        let bits: u32 = if ty == Ty::B64 { 64 } else { 32 };
        let c = |b: &mut Builder, v: u64| Some(b.konst(ty, v));
        match (op, k.as_slice()) {
            (Uop::Add, [Some(x), Some(y)]) => c(self, x.wrapping_add(*y)),
            (Uop::Sub, [Some(x), Some(y)]) => c(self, x.wrapping_sub(*y)),
            (Uop::Mul, [Some(x), Some(y)]) => c(self, x.wrapping_mul(*y)),
            (Uop::And, [Some(x), Some(y)]) => c(self, x & y),
            (Uop::Or, [Some(x), Some(y)]) => c(self, x | y),
            (Uop::Xor, [Some(x), Some(y)]) => c(self, x ^ y),
            (Uop::Not, [Some(x)]) => c(self, !x),
            (Uop::Shl, [Some(x), Some(y)]) => c(self, x << (*y as u32 % bits)),
            (Uop::ShrU, [Some(x), Some(y)]) => c(self, x >> (*y as u32 % bits)),
            (Uop::Lo, [Some(x)]) => c(self, *x),
            (Uop::Hi, [Some(x)]) => c(self, x >> 32),
            (Uop::ZExt, [Some(x)]) => c(self, *x),
            (Uop::SExt, [Some(x)]) => c(self, *x as u32 as i32 as i64 as u64),
            (Uop::Concat, [Some(x), Some(y)]) => c(self, x | y << 32),
            (Uop::Add | Uop::Or | Uop::Xor, [_, Some(0)]) => Some(a[0]),
            (Uop::Add | Uop::Or | Uop::Xor, [Some(0), _]) => Some(a[1]),
            (Uop::Sub | Uop::Shl | Uop::ShrU | Uop::ShrS, [_, Some(0)]) => Some(a[0]),
            (Uop::And, [_, Some(y)]) if *y == u64::MAX >> (64 - bits) => Some(a[0]),
            (Uop::And, [Some(x), _]) if *x == u64::MAX >> (64 - bits) => Some(a[1]),
            (Uop::Select, [Some(x), _, _]) => Some(if *x & 1 != 0 { a[1] } else { a[2] }),
            (Uop::Select, _) if a[1] == a[2] => Some(a[1]),
            (Uop::Lo | Uop::Hi, _) if self.node(a[0]).op == Uop::Concat => {
                Some(self.node(a[0]).args[(op == Uop::Hi) as usize])
            }
            (Uop::Lo, _) if matches!(self.node(a[0]).op, Uop::ZExt | Uop::SExt) => {
                Some(self.node(a[0]).args[0])
            }
            (Uop::Hi, _) if self.node(a[0]).op == Uop::ZExt => c(self, 0),
            (Uop::Quad, _) if self.uniform(a[0]).is_some() => Some(a[0]),
            (Uop::Concat, [_, Some(0)]) => Some(self.op64(Uop::ZExt, &a[..1])),
            (Uop::Concat, _) => self.join(a[0], a[1]),
            // Low halves that are known add up by themselves: high halves may be anything then.
            (Uop::Lo, _) if self.has_low(a[0]) => {
                let (op, args) = (self.node(a[0]).op, self.node(a[0]).args.clone());
                let low: Vec<_> = args.iter().map(|v| self.op32(Uop::Lo, &[*v])).collect();
                Some(self.op32(op, &low))
            }
            (Uop::Ctz, [Some(x)]) => c(self, x.trailing_zeros().min(bits) as u64),
            (Uop::Popcnt, [Some(x)]) => c(self, x.count_ones() as u64),
            (Uop::And, [_, Some(0)] | [Some(0), _]) => c(self, 0),
            (Uop::Or, [_, Some(y)]) if *y == u64::MAX >> (64 - bits) => Some(a[1]),
            (Uop::Or, [Some(x), _]) if *x == u64::MAX >> (64 - bits) => Some(a[0]),
            (Uop::Cmp64, [Some(x), Some(y)]) if imm == ICmp::Eq as u64 => c(self, (x == y) as u64),
            (Uop::Cmp64, [Some(x), Some(y)]) if imm == ICmp::Ne as u64 => c(self, (x != y) as u64),
            (Uop::Cmp32, [Some(x), Some(y)]) if imm == ICmp::Eq as u64 => c(self, (x == y) as u64),
            _ => None,
        }
    }

    /// Whether `v` is a sum or difference of which the low half needs no 64-bit operation.
    fn has_low(&self, v: Val) -> bool {
        use Uop::*;
        let n = self.node(v);
        let known = |v: &Val| {
            let n = self.node(*v);
            !n.vec || matches!(n.op, Concat | ZExt | SExt | Splat | Affine)
        };
        matches!(n.op, Add | Sub) && (!n.vec || n.args.iter().all(known))
    }

    /// The 64-bit value that has these halves, where it is known.
    fn join(&mut self, lo: Val, hi: Val) -> Option<Val> {
        if let Some(v) = self.wide.get(&(lo, hi)) {
            return Some(*v);
        }
        let (l, h) = (self.node(lo).clone(), self.node(hi).clone());
        match (l.op, h.op) {
            (Uop::Lo, Uop::Hi) if l.args == h.args => Some(l.args[0]),
            // The low half of what rises is folded to what rises.
            (Uop::Affine, Uop::Hi) => {
                let (base, stride) = self.affine(h.args[0])?;
                let base = self.op32(Uop::Lo, &[base]);
                (l.args[0] == base && l.imm as u32 == stride as u32).then_some(h.args[0])
            }
            // Both halves were read where the run lay then.
            (Uop::RunLane, Uop::RunLane)
                if l.args == h.args
                    && (planted(Fault::JoinedPastStore) || !self.stores_since(l.args[0])) =>
            {
                let (x, y) = (Run::unpack(l.imm), Run::unpack(h.imm));
                let pair = x.stride == y.stride && x.stride >= 8 && y.offset == x.offset + 4;
                pair.then(|| self.run_lane(l.args[0], Ty::B64, x))
            }
            (_, Uop::ShrS) if h.args[0] == lo && self.constant(h.args[1]) == Some(31) => {
                Some(self.op64(Uop::SExt, &[lo]))
            }
            _ => None,
        }
    }

    /// Whether memory may have changed since `v`.
    fn stores_since(&self, v: Val) -> bool {
        let later = self.nodes.iter().skip(v.0 as usize + 1);
        later.into_iter().any(|n| n.op.writes_memory())
    }

    fn run_lane(&mut self, at: Val, ty: Ty, run: Run) -> Val {
        self.add(Node {
            op: Uop::RunLane,
            ty,
            vec: true,
            args: smallvec![at],
            imm: run.pack(),
            pc: 0,
        })
    }

    /// Load `m` from the global address `addr`, with all lanes active if the lanes' addresses are one or
    /// rise steadily: the dwords. `None` otherwise.
    pub fn load_run(&mut self, m: MemOp, addr: Val, limit: Val) -> Option<Vec<Val>> {
        if !self.exec_is_full() {
            return None;
        }
        let (base, stride) = self.affine(addr)?;
        let dwords = 0..m.dwords as u64;
        // Private memory has the lanes' data apart at one address.
        if stride == 0 && !m.flat {
            let t = self.effect(Uop::LoadSame, Ty::Tuple, false, m.pack(), &[base, limit]);
            return Some(dwords.map(|k| self.proj(t, k)).collect());
        }
        let by = self.k64(stride);
        let at = self.effect(Uop::LoadRun, Ty::B64, false, m.pack(), &[base, by, limit]);
        let run = |k| Run::component(m, stride, k);
        Some(dwords.map(|k| self.run_lane(at, Ty::B32, run(k))).collect())
    }

    /// The reverse: whether it was done.
    pub fn store_run(&mut self, m: MemOp, addr: Val, limit: Val, data: &[Val]) -> bool {
        let full = self.exec_is_full();
        let Some((base, stride)) = self.affine(addr).filter(|_| full) else {
            return false;
        };
        let mut args = vec![base, self.k64(stride), limit];
        for d in data {
            args.push(self.splat(*d));
        }
        self.effect(Uop::StoreRun, Ty::None, false, m.pack(), &args);
        true
    }

    /// An operation with an effect, or one that reads state: never merged or moved over another.
    pub fn effect(&mut self, op: Uop, ty: Ty, vec: bool, imm: u64, args: &[Val]) -> Val {
        let pc = self.pc;
        let node = Node {
            op,
            ty,
            vec,
            args: args.into(),
            imm,
            pc,
        };
        if planted(Fault::LateStore) {
            return self.late_store(node);
        }
        self.add(node)
    }

    /// Adds `node`, but stores only before what comes after the next load.
    fn late_store(&mut self, node: Node) -> Val {
        let loads = [
            Uop::Load,
            Uop::LoadSame,
            Uop::LoadRun,
            Uop::RunLane,
            Uop::BufLoad,
            Uop::LdsLoad,
        ];
        if !loads.contains(&node.op)
            && let Some(late) = self.late.take()
        {
            self.add(late);
        }
        let stores = [Uop::Store, Uop::StoreRun, Uop::BufStore, Uop::LdsStore];
        if stores.contains(&node.op) {
            self.late = Some(node);
            // A store has no result that anything could name.
            return Val(0);
        }
        self.add(node)
    }

    /// Component `i` of a tuple: lane-wise or scalar like the tuple.
    pub fn proj(&mut self, tuple: Val, i: u64) -> Val {
        let vec = self.node(tuple).vec;
        self.add(Node {
            op: Uop::Proj,
            ty: Ty::B32,
            vec,
            args: smallvec![tuple],
            imm: i,
            pc: 0,
        })
    }

    // Shorthands.

    /// 32-bit operation.
    pub fn op32(&mut self, op: Uop, args: &[Val]) -> Val {
        self.op(op, Ty::B32, 0, args)
    }

    /// 64-bit operation.
    pub fn op64(&mut self, op: Uop, args: &[Val]) -> Val {
        self.op(op, Ty::B64, 0, args)
    }

    /// Comparison of 32-bit integers.
    pub fn icmp32(&mut self, c: ICmp, a: Val, b: Val) -> Val {
        self.op(Uop::Cmp32, Ty::B1, c as u64, &[a, b])
    }

    /// Comparison of 64-bit integers.
    pub fn icmp64(&mut self, c: ICmp, a: Val, b: Val) -> Val {
        self.op(Uop::Cmp64, Ty::B1, c as u64, &[a, b])
    }

    /// `a` where `c`, else `b`.
    pub fn select(&mut self, c: Val, a: Val, b: Val) -> Val {
        let ty = self.node(a).ty;
        self.op(Uop::Select, ty, 0, &[c, a, b])
    }

    /// Lane numbers.
    pub fn lane_id(&mut self) -> Val {
        let zero = self.k32(0);
        let v = self.make_affine(Ty::B32, zero, 1);
        self.order.insert(v, Order::SameSign);
        v
    }

    // Scalar registers.

    fn read_reg(&mut self, r: Reg) -> Val {
        if let Some((v, _)) = self.s.get(&r) {
            return *v;
        }
        if self.full && r == Reg::Q(EXEC_LO) {
            let v = self.k64(u64::MAX);
            self.s.insert(r, (v, false));
            return v;
        }
        let (op, ty, imm) = match r {
            Reg::S(n) => (Uop::ReadS, Ty::B32, n),
            Reg::Q(n) => (Uop::ReadQ, Ty::B64, n),
            Reg::Scc => (Uop::ReadScc, Ty::B1, 0),
            Reg::Base(n) => (Uop::ReadBase, Ty::B32, n),
        };
        let v = self.effect(op, ty, false, imm as u64, &[]);
        self.s.insert(r, (v, false));
        v
    }

    /// Which 64-bit register operand code `n` is half of, when VCC or EXEC.
    fn wide(n: u8) -> Option<u8> {
        matches!(n & !1, VCC_LO | EXEC_LO).then_some(n & !1)
    }

    /// 32-bit scalar register by operand code.
    pub fn s32(&mut self, n: u8) -> Val {
        match Self::wide(n) {
            Some(q) => {
                let v = self.read_reg(Reg::Q(q));
                self.op32(if n & 1 == 0 { Uop::Lo } else { Uop::Hi }, &[v])
            }
            None => self.read_reg(Reg::S(n)),
        }
    }

    /// Writes a 32-bit scalar register.
    pub fn set_s32(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        match Self::wide(n) {
            Some(q) => {
                let old = self.read_reg(Reg::Q(q));
                let (lo, hi) = if n & 1 == 0 {
                    (v, self.op32(Uop::Hi, &[old]))
                } else {
                    (self.op32(Uop::Lo, &[old]), v)
                };
                let new = self.op64(Uop::Concat, &[lo, hi]);
                self.set_wide(q, new);
            }
            None => {
                self.s.insert(Reg::S(n), (v, true));
            }
        }
    }

    /// 64-bit scalar register pair.
    pub fn s64(&mut self, n: u8) -> Val {
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            return self.read_reg(Reg::Q(q));
        }
        // Nothing lies beyond code 127: it reads as 0 and is not written.
        let lo = self.s32(n);
        let hi = if n < 127 {
            self.s32(n + 1)
        } else {
            self.k32(0)
        };
        match self.pairs.get(&n) {
            Some((l, h, v)) if *l == lo && *h == hi => *v,
            _ => self.op64(Uop::Concat, &[lo, hi]),
        }
    }

    /// Writes VCC or EXEC.
    fn set_wide(&mut self, q: u8, v: Val) {
        if q == EXEC_LO && self.exec() != v {
            self.effect(Uop::ExecChange, Ty::None, false, 0, &[]);
        }
        self.s.insert(Reg::Q(q), (v, true));
    }

    /// Writes a 64-bit scalar register pair.
    pub fn set_s64(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            self.set_wide(q, v);
            return;
        }
        let (lo, hi) = (self.op32(Uop::Lo, &[v]), self.op32(Uop::Hi, &[v]));
        self.set_s32(n, lo);
        if n < 127 {
            self.set_s32(n + 1, hi);
        }
        self.pairs.insert(n, (lo, hi, v));
    }

    /// SCC.
    pub fn scc(&mut self) -> Val {
        self.read_reg(Reg::Scc)
    }

    /// Writes SCC.
    pub fn set_scc(&mut self, v: Val) {
        debug_assert!(!self.is_vec(v));
        self.s.insert(Reg::Scc, (v, true));
    }

    /// Instructions that the wave has executed before the current one.
    pub fn clock(&mut self) -> Val {
        let n = self.instructions.saturating_sub(1) as u64;
        self.effect(Uop::Clock, Ty::B64, false, n, &[])
    }

    /// EXEC.
    pub fn exec(&mut self) -> Val {
        self.read_reg(Reg::Q(EXEC_LO))
    }

    // Lane masks.

    /// The mask in scalar `v`, lane-wise.
    pub fn lanes(&mut self, v: Val) -> Val {
        let exec = self.exec();
        if let Some((lanes, e)) = self.lanes_of.get(&v)
            && (*e == exec || planted(Fault::OldLanes))
        {
            return *lanes;
        }
        if let Some(k) = self.constant(v)
            && (k == 0 || k == u64::MAX)
        {
            let b = self.konst(Ty::B1, k & 1);
            return self.splat(b);
        }
        self.add(Node {
            op: Uop::LaneBits,
            ty: Ty::B1,
            vec: true,
            args: smallvec![v],
            imm: 0,
            pc: 0,
        })
    }

    /// A lane-wise truth value as a scalar mask: 0 for the lanes that EXEC disables.
    pub fn mask(&mut self, lanes: Val) -> Val {
        let exec = self.exec();
        let bits = match self.uniform(lanes) {
            Some(b) => {
                let (ones, zero) = (self.k64(u64::MAX), self.k64(0));
                self.select(b, ones, zero)
            }
            None if let Some(bits) = self.mask_of_rising(lanes) => bits,
            None => self.add(Node {
                op: Uop::MaskBits,
                ty: Ty::B64,
                vec: false,
                args: smallvec![lanes],
                imm: 0,
                pc: 0,
            }),
        };
        let m = self.op64(Uop::And, &[bits, exec]);
        let lanes = self.splat(lanes);
        self.lanes_of.insert(m, (lanes, exec));
        m
    }

    /// The mask of an unsigned or signed comparison of consecutive numbers with one number: the lanes
    /// below a bound, or those from it on.
    fn mask_of_rising(&mut self, lanes: Val) -> Option<Val> {
        let n = self.node(lanes).clone();
        if n.op != Uop::Cmp32 {
            return None;
        }
        let (a, b) = (self.affine(n.args[0])?, self.affine(n.args[1])?);
        use ICmp::*;
        let of = |c: ICmp| c as u64 == n.imm;
        // As x < k or not x < k, where x is the one that rises.
        let (rising, (x, k)) = match (a.1, b.1) {
            (1, 0) => (true, (a.0, b.0)),
            (0, 1) => (false, (b.0, a.0)),
            _ => return None,
        };
        if of(Eq) || of(Ne) {
            return Some(self.mask_of_one(x, k, of(Ne)));
        }
        let signed = [LtS, LeS, GtS, GeS].into_iter().any(of);
        let less = [LtS, LtU].into_iter().any(of);
        let less_same = [LeS, LeU].into_iter().any(of);
        let more = [GtS, GtU].into_iter().any(of);
        let more_same = [GeS, GeU].into_iter().any(of);
        // x < k, x <= k, and their opposites; with k first: k > x, k >= x, ...
        let (same, not) = match rising {
            true if less => (false, false),
            true if less_same => (true, false),
            true if more => (true, true),
            true if more_same => (false, true),
            false if more => (false, false),
            false if more_same => (true, false),
            false if less => (true, true),
            false if less_same => (false, true),
            _ => return None,
        };
        let flip = self.k32(if signed { 0x8000_0000 } else { 0 });
        let (x, k) = (
            self.op32(Uop::Xor, &[x, flip]),
            self.op32(Uop::Xor, &[k, flip]),
        );
        // In 64 bits: lane n is below when x + n < k, and after it has wrapped around when
        // x + n - 2^32 < k.
        let (x, mut k) = (self.op64(Uop::ZExt, &[x]), self.op64(Uop::ZExt, &[k]));
        if same {
            let one = self.k64(1);
            k = self.op64(Uop::Add, &[k, one]);
        }
        let range = self.k64(1 << 32);
        let before_wrap = self.op64(Uop::Sub, &[range, x]);
        let below = self.op64(Uop::Sub, &[k, x]);
        let first = self.low_bits(below);
        let unwrapped = self.low_bits(before_wrap);
        let first = self.op64(Uop::And, &[first, unwrapped]);
        let again = self.op64(Uop::Add, &[below, range]);
        let again = self.low_bits(again);
        let wrapped = self.op(Uop::Not, Ty::B64, 0, &[unwrapped]);
        let again = self.op64(Uop::And, &[again, wrapped]);
        let bits = match planted(Fault::MaskWraps) {
            true => first,
            false => self.op64(Uop::Or, &[first, again]),
        };
        Some(match not {
            true => self.op(Uop::Not, Ty::B64, 0, &[bits]),
            false => bits,
        })
    }

    /// The mask of the lane in which what rises from `x` is `k`, or with `not` of all others.
    fn mask_of_one(&mut self, x: Val, k: Val, not: bool) -> Val {
        let (one, zero, lanes) = (self.k64(1), self.k64(0), self.k32(64));
        let lane = self.op32(Uop::Sub, &[k, x]);
        let bit = self.op64(Uop::Shl, &[one, lane]);
        let there = self.icmp32(ICmp::LtU, lane, lanes);
        let bits = self.select(there, bit, zero);
        match not {
            true => self.op(Uop::Not, Ty::B64, 0, &[bits]),
            false => bits,
        }
    }

    /// A mask of the lanes below the scalar `n`, a signed number.
    fn low_bits(&mut self, n: Val) -> Val {
        let (zero, all, one) = (self.k64(0), self.k64(64), self.k64(1));
        let n = self.op64(Uop::MaxS, &[n, zero]);
        let (ones, shift) = (self.k64(u64::MAX), self.op32(Uop::Lo, &[n]));
        let bit = self.op64(Uop::Shl, &[one, shift]);
        let below = self.op64(Uop::Sub, &[bit, one]);
        let some = self.icmp64(ICmp::LtS, n, all);
        self.select(some, below, ones)
    }

    // Vector registers.

    /// Vector register `n`.
    pub fn v32(&mut self, n: u8) -> Val {
        let exec = self.exec();
        match self.v.get(&n) {
            Some((v, None)) => *v,
            Some((v, Some(e))) if *e == exec => *v,
            _ => {
                self.reads.insert(n);
                let v = match self.facts.get(&n).copied() {
                    Some(f) => self.known(n, f),
                    None => self.effect(Uop::ReadV, Ty::B32, true, n as u64, &[]),
                };
                self.v.insert(n, (v, None));
                v
            }
        }
    }

    /// The value of register `n`, of which `f` holds since the block's start.
    fn known(&mut self, n: u8, f: Fact) -> Val {
        let base = self.read_reg(Reg::Base(n));
        let v = self.make_affine(Ty::B32, base, f.stride as u64);
        if f.order > Order::Any {
            self.order.insert(v, f.order);
        }
        v
    }

    /// Writes register `n` itself where its value is known but not there.
    fn settle(&mut self, n: u8) {
        let v = match (self.lazy.contains(n), self.facts.get(&n).copied()) {
            (true, _) => self.v.get(&n).map(|(v, _)| *v),
            (false, Some(f)) if f.stale => Some(self.known(n, f)),
            _ => None,
        };
        if let Some(v) = v {
            let all = self.k64(u64::MAX);
            self.effect(Uop::WriteV, Ty::None, false, n as u64, &[v, all]);
        }
        self.lazy.remove(n);
        if let Some(f) = self.facts.get_mut(&n) {
            f.stale = false;
        }
    }

    /// Writes vector register `n` in the lanes of EXEC.
    pub fn set_v32(&mut self, n: u8, v: Val) {
        let exec = self.exec();
        let v = self.splat(v);
        // After a change of EXEC a block for full EXEC is like any other.
        if self.constant(exec) == Some(u64::MAX) && self.full {
            self.facts.remove(&n);
            if self.node(v).op.is_leaf() || self.high_of_affine(v).is_some() {
                self.lazy.insert(n);
            } else {
                self.lazy.remove(n);
                self.effect(Uop::WriteV, Ty::None, false, n as u64, &[v, exec]);
            }
            self.v.insert(n, (v, None));
            return;
        }
        if !planted(Fault::UnsettledWrite) {
            self.settle(n);
        }
        self.facts.remove(&n);
        self.effect(Uop::WriteV, Ty::None, false, n as u64, &[v, exec]);
        self.v.insert(n, (v, Some(exec)));
    }

    /// One lane of vector register `n`, whatever EXEC says.
    pub fn read_lane(&mut self, n: u8, lane: Val) -> Val {
        if !self.v.contains_key(&n)
            && let Some(f) = self.facts.get(&n).copied()
        {
            let v = self.known(n, f);
            self.reads.insert(n);
            self.v.insert(n, (v, None));
        }
        if let Some((v, None)) = self.v.get(&n).copied()
            && let Some((base, stride)) = self.affine(v)
        {
            let (k, last) = (self.k32(stride as u32), self.k32(63));
            let lane = self.op32(Uop::And, &[lane, last]);
            let by = self.op32(Uop::Mul, &[lane, k]);
            return self.op32(Uop::Add, &[base, by]);
        }
        if !self.v.contains_key(&n) {
            self.reads.insert(n);
        }
        if self.lazy.contains(n) {
            self.settle(n);
        }
        // Lanes that EXEC disables are the register's as it was.
        self.reads.insert(n);
        self.effect(Uop::ReadLane, Ty::B32, false, n as u64, &[lane])
    }

    /// The first active lane of vector register `n`; lane 0 when EXEC is zero.
    pub fn read_first_lane(&mut self, n: u8) -> Val {
        let exec = self.exec();
        if let Some((v, valid)) = self.v.get(&n).copied()
            && let Some(u) = self.uniform(v)
        {
            if valid.is_none() || planted(Fault::EmptyFirstLane) {
                return u;
            }
            if valid == Some(exec) {
                // With EXEC zero nothing was written: lane 0 is what it was before.
                let (zero, lane) = (self.k64(0), self.k32(0));
                let any = self.icmp64(ICmp::Ne, exec, zero);
                self.reads.insert(n);
                let old = self.effect(Uop::ReadLaneOld, Ty::B32, false, n as u64, &[lane]);
                return self.select(any, u, old);
            }
        }
        let lane = self.first_lane();
        self.read_lane(n, lane)
    }

    /// Number of the first active lane; 0 when EXEC is zero.
    pub fn first_lane(&mut self) -> Val {
        let exec = self.exec();
        let lane64 = self.op64(Uop::Ctz, &[exec]);
        let lane = self.op32(Uop::Lo, &[lane64]);
        let k = self.k32(63);
        self.op32(Uop::And, &[lane, k])
    }

    /// Writes one lane of vector register `n`, whatever EXEC says.
    pub fn write_lane(&mut self, n: u8, lane: Val, v: Val) {
        self.settle(n);
        self.facts.remove(&n);
        self.effect(Uop::WriteLane, Ty::None, false, n as u64, &[lane, v]);
        self.v.remove(&n);
    }

    /// Writes all registers whose values are known but not there; after it any may be read by number.
    fn settle_all(&mut self) {
        let stale = self.facts.iter().filter(|(_, f)| f.stale).map(|(r, _)| *r);
        let lazy = self.v.keys().copied().filter(|r| self.lazy.contains(*r));
        let registers: BTreeSet<u8> = stale.chain(lazy).collect();
        for r in registers {
            self.settle(r);
        }
    }

    /// The vector register with the number `at`.
    pub fn v32_at(&mut self, at: Val) -> Val {
        self.settle_all();
        self.reads = VgprSet::ALL;
        self.effect(Uop::ReadVAt, Ty::B32, true, 0, &[at])
    }

    /// Writes the vector register with the number `at` in the lanes of the mask `lanes`.
    pub fn set_v32_at(&mut self, at: Val, lanes: Val, v: Val) {
        let v = self.splat(v);
        // What is not written stays, so it has to be there; of no register is known what it is then.
        self.settle_all();
        self.effect(Uop::WriteVAt, Ty::None, false, 0, &[at, lanes, v]);
        self.v.clear();
        self.facts.clear();
    }

    /// One lane of the vector register with the number `at`, whatever EXEC says.
    pub fn read_lane_at(&mut self, at: Val, lane: Val) -> Val {
        self.settle_all();
        self.reads = VgprSet::ALL;
        self.effect(Uop::ReadLaneAt, Ty::B32, false, 0, &[at, lane])
    }

    /// `v` with lanes exchanged by a DPP control, see [`Uop::Dpp`].
    pub fn dpp(&mut self, ctrl: u16, v: Val) -> Val {
        match ctrl {
            _ if self.uniform(v).is_some() => v,
            0..=0xff => self.op(Uop::Quad, Ty::B32, ctrl as u64, &[v]),
            _ => self.add(Node {
                op: Uop::Dpp,
                ty: Ty::B32,
                vec: true,
                args: smallvec![v],
                imm: ctrl as u64,
                pc: 0,
            }),
        }
    }

    // What else a wave has.

    /// A field of the wave.
    pub fn wave_field(&mut self, field: WaveField) -> Val {
        self.effect(Uop::ReadWave, Ty::B32, false, field as u64, &[])
    }

    /// LDS_DIRECT under this M0.
    pub fn lds_direct(&mut self, m0: Val) -> Val {
        self.effect(Uop::LdsDirect, Ty::B32, false, 0, &[m0])
    }

    /// Size of the LDS in bytes.
    pub fn lds_size(&mut self) -> Val {
        self.effect(Uop::LdsSize, Ty::B32, false, 0, &[])
    }

    /// Writes a field of the wave.
    pub fn set_wave_field(&mut self, field: WaveField, v: Val) {
        self.effect(Uop::WriteWave, Ty::None, false, field as u64, &[v]);
    }

    /// A function of the whole scalar state, after which every register is read anew.
    pub fn call_wave(&mut self, f: WaveFn, args: [Val; 3]) -> Val {
        debug_assert!(self.s.values().all(|(_, written)| !written));
        // What is known of vector registers stays, but not by values under the old EXEC.
        self.settle_all();
        let r = self.effect(Uop::CallWave, Ty::B64, false, f as u64, &args);
        self.s.clear();
        self.pairs.clear();
        self.lanes_of.clear();
        self.v.clear();
        // It may have changed EXEC.
        self.effect(Uop::ExecChange, Ty::None, false, 0, &[]);
        let exec = self.effect(Uop::ReadQ, Ty::B64, false, EXEC_LO as u64, &[]);
        self.s.insert(Reg::Q(EXEC_LO), (exec, true));
        r
    }
}
