//! What a block knows of its vector registers: values that are the same in all lanes or rise from lane to
//! lane, and what holds of them after the block.

use smallvec::smallvec;

use super::{Builder, MAX_RISE};
use crate::ir::plant::{Fault, planted};
use crate::ir::{Fact, Facts, Guard, ICmp, Node, Order, Reg, Ty, Uop, Val};

impl Builder {
    /// What holds of the vector registers now, with the scalars of lane 0 in `s`; and the guards.
    pub(super) fn facts_out(&mut self) -> Facts {
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
    pub fn want_order(&mut self, n: impl Into<u16>, order: Order) -> Option<()> {
        let n = n.into();
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
    pub fn is_high(&mut self, n: impl Into<u16>) -> bool {
        let n = n.into();
        self.guarded
            && self
                .v
                .get(&n)
                .is_some_and(|(v, _)| self.high_of_affine(*v).is_some())
    }

    /// Whether register `n` is known to be the same in all lanes.
    pub fn is_uniform(&mut self, n: impl Into<u16>) -> bool {
        let n = n.into();
        let known = self.v.contains_key(&n) || self.facts.contains_key(&n);
        if !known {
            return false;
        }
        let v = self.v32(n);
        self.uniform(v).is_some()
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
    pub(super) fn high_of_affine(&self, v: Val) -> Option<(Val, u64)> {
        let n = self.node(v);
        if !self.guarded || n.op != Uop::Hi || !n.vec {
            return None;
        }
        self.affine(n.args[0]).filter(|(_, s)| *s <= MAX_RISE)
    }

    /// The lane-wise value that is `base` in lane 0 and `stride` more in each lane.
    pub(super) fn make_affine(&mut self, ty: Ty, base: Val, stride: u64) -> Val {
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
    pub(super) fn affine_op(&mut self, op: Uop, ty: Ty, a: &[Val]) -> Option<Val> {
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
}
