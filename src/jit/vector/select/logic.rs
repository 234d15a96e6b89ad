//! Bitwise operations, several of which one instruction can be.

use super::*;

/// A value as a bitwise function of up to three others.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Logic {
    pub(super) of: [V; 3],
    /// Bit n is the result where the others have the bits of n, the first one the highest.
    table: u8,
}

impl Logic {
    /// What only `v` is.
    const fn of(v: V) -> Logic {
        Logic {
            of: [v, NONE, NONE],
            table: 0xf0,
        }
    }

    /// `f` of the bits of both, unless they depend on more than three values.
    fn combine(self, other: Logic, f: fn(u8, u8) -> u8) -> Option<Logic> {
        let mut of = self.of;
        let mut places = [0; 3];
        for (v, place) in other.of.into_iter().zip(&mut places) {
            if v != NONE {
                *place = of.iter().position(|o| *o == v || *o == NONE)?;
                of[*place] = v;
            }
        }
        let mut table = 0;
        for n in 0..8u8 {
            let bit = |k: usize| n >> (2 - places[k]) & 1;
            // Those that it does not depend on may have any.
            let m = bit(0) << 2 | bit(1) << 1 | bit(2);
            table |= (f(self.table >> n & 1, other.table >> m & 1) & 1) << n;
        }
        Some(Logic { of, table })
    }
}

impl Select<'_, '_> {
    /// `x`, half of node `v`, as a function of others.
    pub(super) fn logic_of(&self, v: Val, x: V) -> Logic {
        match self.r.logic.get(x as usize) {
            // What is needed by itself, too, costs nothing more.
            Some(l) if l.of[0] != NONE && self.r.uses[v.0 as usize] == 1 => *l,
            _ => Logic::of(x),
        }
    }

    /// A bitwise operation, together with those whose results only it needs.
    pub(super) fn bitwise(&mut self, v: Val, n: &Node, ops: [Op; 2], f: fn(u8, u8) -> u8) {
        let wide = n.ty == Ty::B64;
        let (p, q) = (n.args[0], n.args.get(1).copied().unwrap_or(n.args[0]));
        self.each(v, n, |s, _, a| {
            let x = a(0);
            let y = match n.args.len() {
                1 => x,
                _ => a(1),
            };
            if !s.isa().has_masks {
                return s.legal_bitwise(ops[wide as usize], n.op, [(p, x), (q, y)]);
            }
            let (lx, ly) = (s.logic_of(p, x), s.logic_of(q, y));
            let simple = Logic::of(x).combine(Logic::of(y), f);
            let both = lx.combine(ly, f);
            let first = both.or_else(|| lx.combine(Logic::of(y), f));
            let second = first.or_else(|| Logic::of(x).combine(ly, f));
            let Some(logic) = second.or(simple) else {
                // Two values never are too many.
                return s.same(n.ty, 0);
            };
            let is_plain = |l: Logic| l.of == logic.of && l.table == logic.table;
            let r = if n.args.len() == 2 && simple.is_some_and(is_plain) {
                s.vector(Inst {
                    commutes: true,
                    ..inst(ops[wide as usize], x, y)
                })
            } else {
                let [c, a, b] = logic.of;
                let a = if a == NONE { c } else { a };
                let b = if b == NONE { a } else { b };
                s.vector(Inst {
                    form: Form::Logic,
                    c,
                    ..with_imm(
                        [Op::VPTERNLOGD, Op::VPTERNLOGQ][wide as usize],
                        a,
                        b,
                        logic.table as i32,
                    )
                })
            };
            let none = Logic {
                of: [NONE; 3],
                table: 0,
            };
            if s.r.logic.len() <= r as usize {
                s.r.logic.resize(r as usize + 1, none);
            }
            s.r.logic[r as usize] = logic;
            r
        });
    }

    /// The amount of the rotation to the right that an `Or` of shifts is, and what it rotates.
    pub(super) fn rotation(&self, n: &Node) -> Option<(Val, u64)> {
        let [p, q] = [self.node(n.args[0]), self.node(n.args[1])];
        let (left, right) = match (p.op, q.op) {
            (Uop::Shl, Uop::ShrU) => (p, q),
            (Uop::ShrU, Uop::Shl) => (q, p),
            _ => return None,
        };
        let (l, r) = (self.known(left.args[1])?, self.known(right.args[1])?);
        let width = if n.ty == Ty::B64 { 64 } else { 32 };
        let is_one = left.args[0] == right.args[0] && (1..width).contains(&r) && l + r == width;
        // Otherwise it comes from somewhere else.
        let here = |v: Val| self.r.map[v.0 as usize][0] != NONE;
        (is_one && here(left.args[0])).then_some((left.args[0], r))
    }
}
