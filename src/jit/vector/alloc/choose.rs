//! Which of several forms of an instruction copies and loads least.

use super::{Alloc, Form, Inst, NEVER, NONE, NOWHERE, V};
use crate::ir::plant::{Fault, unless_planted};

/// An operand, and its place among [`Inst::operands`].
type Role = (V, usize);

impl Alloc<'_> {
    /// What it costs that an instruction overwrites an operand whose next use is `next`, reads `a` from
    /// a register, and `b` from wherever it is.
    fn cost(&self, overwritten: V, next: u32, a: V, b: V) -> u32 {
        let in_register = |v: V| self.values[v as usize].reg != NOWHERE;
        let dies = next == NEVER && !self.values[overwritten as usize].pinned;
        let first = if in_register(overwritten) && dies {
            0
        } else {
            4
        };
        let second = if in_register(a) { 0 } else { 4 };
        first + second + if in_register(b) { 0 } else { 1 }
    }

    /// The order of a bitwise function's operands that costs least, with its table.
    pub(super) fn order(&self, inst: &Inst) -> Inst {
        const ORDERS: [[usize; 3]; 6] = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        let v = inst.operands();
        let cost = |o: [usize; 3]| self.cost(v[o[0]], inst.next[o[0]], v[o[1]], v[o[2]]);
        let mut best = ORDERS[0];
        for o in ORDERS {
            if cost(o) < cost(best) {
                best = o;
            }
        }
        let table = inst.imm.unwrap_or(0);
        let mut permuted = 0;
        for i in 0..8 {
            let bit = |k: usize| (i >> (2 - k) & 1) << (2 - best[k]);
            let from = unless_planted!(Fault::LogicOrder, bit(0) | bit(1) | bit(2), i);
            permuted |= (table >> from & 1) << i;
        }
        let next = inst.next;
        Inst {
            form: Form::Plain,
            c: v[best[0]],
            a: v[best[1]],
            b: v[best[2]],
            imm: Some(permuted),
            next: [
                next[best[0]],
                next[best[1]],
                next[best[2]],
                next[3],
                next[4],
                next[5],
            ],
            ..*inst
        }
    }

    /// The form of a multiply-add that copies and loads least: the factors' and the addend's roles.
    pub(super) fn choose(&self, inst: &Inst) -> Inst {
        let becomes = self.values[inst.dst as usize].becomes;
        let (x, y, z) = ((inst.a, 1), (inst.b, 2), (inst.c, 0));
        // What is overwritten, second, third operand, which of 132, 213 and 231 it is. In each form a
        // NaN in `a` wins over one in `b`, and that over one in `c`: VFMADD prefers them in the order of
        // the digits in its name.
        let forms = [(x, z, y, 0), (y, x, z, 1), (z, x, y, 2)];
        let cost = |((d, k), (a, _), (b, _), _): (Role, Role, Role, usize)| {
            // In the register of what it becomes no copy is needed, either.
            let cost = self.cost(d, inst.next[k], a, b);
            if d == becomes && inst.next[k] == NEVER {
                cost.saturating_sub(4)
            } else {
                cost + u32::from(becomes != NONE)
            }
        };
        let mut best = forms[1];
        for form in forms {
            if cost(form) < cost(best) {
                best = form;
            }
        }
        let ((c, kc), (a, ka), (b, kb), form) = best;
        let next = inst.next;
        Inst {
            op: inst.op.multiplying(form),
            form: Form::Plain,
            c,
            a,
            b,
            next: [next[kc], next[ka], next[kb], next[3], next[4], next[5]],
            ..*inst
        }
    }
}
