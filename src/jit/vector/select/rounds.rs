//! A loop's round: see [`crate::ir::loops`].

use super::*;
use crate::ir::loops::{Loop, Phi, Place as At};
use crate::ir::{ICmp, Reg};
use crate::jit::vector::assembler::{Arithmetic, Assembler, Cond};
use crate::jit::vector::carried::{Carried, Final, Known};
use crate::jit::vector::gpr::SCRATCH;
use crate::jit::vector::slot;

/// What gets to the next round when all else is done.
#[derive(Default)]
pub(super) struct Moves {
    /// From one value to another, which has a register for all of the loop.
    registers: Vec<(V, V)>,
    /// To memory.
    vectors: Vec<(Mem, V)>,
    /// Masks, to memory.
    masks: Vec<(Mem, V)>,
}

impl Select<'_, '_> {
    /// All of a round of `l`, and where what goes from round to round is.
    pub fn rounds(&mut self, l: &Loop) -> Final {
        let mut f = Final {
            most: self.slots.fresh(),
            limit: self.slots.fresh(),
            bits: self.slots.fresh(),
            ..Final::default()
        };
        self.count_round(l);
        for p in &l.phis {
            if let At::Scalar(r) = p.place {
                self.scalar_head(p, r, &mut f);
            } else {
                self.phi_head(p, usize::MAX, &mut f.carried);
            }
        }
        for v in &l.evolving {
            let slot = self.slots.fresh();
            self.slots.taken.insert((*v, How::Plain), slot);
            self.slots.taken.insert((*v, How::Bits), slot);
            self.evolving.insert(*v);
        }
        let counted = l.lanes.iter().map(|(v, _)| *v);
        let decide: Vec<Val> = l.parts.iter().flat_map(|p| p.masks.clone()).collect();
        let mut masks: Vec<Val> = counted.clone().chain(decide.iter().copied()).collect();
        masks.sort();
        masks.dedup();
        for mask in masks {
            let is_counted = counted.clone().any(|v| v == mask);
            f.known.push(Known {
                mask,
                count: is_counted.then(|| self.slots.fresh()),
                seen: decide.contains(&mask).then(|| self.slots.fresh()),
            });
        }
        let is_head = |v: Val| l.phis.iter().any(|p| p.head == v);
        let is_made = |n: &Node, v: Val| n.vec && !n.op.is_leaf() && !is_head(v);
        for k in f.known.clone() {
            if !is_made(self.node(k.mask), k.mask) {
                self.tally(k);
            }
        }
        let mut pc = None;
        for i in 0..l.body.nodes.len() {
            let v = Val(i as u32);
            let n = self.node(v);
            if l.evolving.contains(&v) {
                self.step_scalar(v, n);
                continue;
            }
            if !is_made(n, v) {
                continue;
            }
            if pc.replace(n.pc) != Some(n.pc) {
                self.r.marks.push((self.r.insts.len() as u32, n.pc));
            }
            self.compute(v, n);
            if let Some(k) = f.known.iter().find(|k| k.mask == v) {
                self.tally(*k);
            }
        }
        self.ends(l, &f);
        f
    }

    /// How often nodes are used.
    pub(super) fn count_round(&mut self, l: &Loop) {
        let uses = &mut self.r.uses;
        uses.clear();
        uses.resize(l.body.nodes.len(), 0);
        let args = l.body.nodes.iter().flat_map(|n| &n.args);
        let counted = l.lanes.iter().map(|(v, _)| v);
        let parts = l.parts.iter().flat_map(|p| &p.masks);
        let next = l.phis.iter().map(|p| &p.next);
        for v in args.chain(counted).chain(parts).chain(next) {
            let n = &mut uses[v.0 as usize];
            *n = n.saturating_add(1);
        }
    }

    /// What a round finds of the lanes' values: so many vectors are in registers at most.
    pub(super) fn phi_head(&mut self, p: &Phi, registers: usize, c: &mut Carried) {
        match p.place {
            At::Vector(r) => {
                let k = c.vectors.len();
                let home = if k < registers {
                    c.registers = k + 1;
                    Mem::at(VGPRS, 256 * i32::from(r))
                } else {
                    Mem::at(TEMPS, 256 * k as i32)
                };
                let v = self.value(VReg::at(home));
                self.set(p.head, [v, NONE]);
                c.vectors.push((r, v));
            }
            At::Pair(r) => {
                let both = [VReg::COMPUTED; 2].map(|v| self.value(v));
                self.set(p.head, both);
                c.pairs.push((r, both));
            }
            At::Mask(_) => {
                // In the slot it is the wave's, which each strip takes from and gives back to.
                let slot = self.slots.fresh();
                let scalar = self.node(p.head).args[0];
                self.out.scalars.push((scalar, How::Plain, slot));
                let v = self.bits(slot);
                self.set(p.head, [v, NONE]);
                c.masks.push((p.place, slot, v));
            }
            At::Scalar(_) | At::Counter => {}
        }
    }

    /// A number that goes from round to round.
    fn scalar_head(&mut self, p: &Phi, r: Reg, f: &mut Final) {
        let [first, now, last] = [0; 3].map(|_| self.slots.fresh());
        for slot in [first, last] {
            self.out.scalars.push((p.head, How::Plain, slot));
        }
        self.slots.taken.insert((p.head, How::Plain), now);
        self.evolving.insert(p.head);
        f.scalars.push((r, [first, now, last]));
    }

    /// Counts the lanes of a mask, and says that the round had some.
    fn tally(&mut self, known: Known) {
        let a = self.get(known.mask)[0];
        self.r.insts.push(Inst {
            form: Form::Tally(known.count, known.seen),
            ..inst(Op::KORW, NONE, a)
        });
    }

    /// A number that each round computes, in its slot.
    fn step_scalar(&mut self, v: Val, n: &Node) {
        let [x, y] = [0, 1].map(|k| slot(self.slot(n.args[k], How::Plain)));
        let to = slot(self.slot(v, How::Plain));
        let op = match n.op {
            Uop::Add => Arithmetic::Add,
            Uop::Sub => Arithmetic::Sub,
            Uop::And => Arithmetic::And,
            Uop::Or => Arithmetic::Or,
            Uop::Xor => Arithmetic::Xor,
            _ => Arithmetic::Cmp,
        };
        let mut code = Assembler::new(self.r.code.isa);
        code.mov(SCRATCH.d(), x);
        code.arithmetic(op, SCRATCH.d(), y);
        if n.op == Uop::Cmp32 {
            const CONDITIONS: [(ICmp, Cond); 10] = [
                (ICmp::Eq, Cond::E),
                (ICmp::Ne, Cond::Ne),
                (ICmp::LtS, Cond::L),
                (ICmp::LeS, Cond::Le),
                (ICmp::GtS, Cond::G),
                (ICmp::GeS, Cond::Ge),
                (ICmp::LtU, Cond::B),
                (ICmp::LeU, Cond::Be),
                (ICmp::GtU, Cond::A),
                (ICmp::GeU, Cond::Ae),
            ];
            let (_, cond) = CONDITIONS[n.imm as usize % CONDITIONS.len()];
            code.setcc(cond, SCRATCH.b());
            code.movzx(SCRATCH.d(), SCRATCH.b());
            code.neg(SCRATCH.q());
        }
        code.mov(to, SCRATCH.q());
        self.bytes(&code);
    }

    /// Code as it is, which changes [`SCRATCH`] only.
    fn bytes(&mut self, code: &Assembler) {
        let number = self.r.scalar_code.len() as u16;
        self.r.scalar_code.push(code.linked());
        self.r.insts.push(Inst {
            form: Form::Bytes(number),
            ..Inst::new(Op::VMOVDQU32)
        });
    }

    /// Vector `x` is to be where `to` is, one of `heads`, in the next round.
    fn carry(&mut self, to: V, mut x: V, heads: &[V], moves: &mut Moves) {
        if x == to {
            return;
        }
        // What another move would change first.
        if heads.contains(&x) && !planted(Fault::PhiOrder) {
            x = self.vector(inst(Op::VMOVDQU32, NONE, x));
        }
        self.becomes(x, to);
        match self.r.values[usize::from(to)].home {
            Some(home) if home.base == TEMPS => moves.vectors.push((home, x)),
            _ => moves.registers.push((to, x)),
        }
    }

    /// Value `x` may be where `to` is as soon as nothing needs that any more.
    fn becomes(&mut self, x: V, to: V) {
        let value = &mut self.r.values[usize::from(x)];
        if value.is_computed && value.home.is_none() && value.becomes == NONE {
            value.becomes = to;
        }
    }

    /// Where the lanes' values of the next round are, and where they have to be.
    pub(super) fn moves(&mut self, l: &Loop, c: &Carried) -> Moves {
        let mut heads: Vec<V> = c.vectors.iter().map(|v| v.1).collect();
        heads.extend(c.pairs.iter().flat_map(|p| p.1));
        let mut pairs = c.pairs.iter();
        let masks: Vec<V> = c.masks.iter().map(|m| m.2).collect();
        let mut moves = Moves::default();
        let (mut vectors, mut of_masks) = (0, 0);
        for p in &l.phis {
            match p.place {
                At::Vector(_) => {
                    let to = heads[vectors];
                    vectors += 1;
                    let x = self.get(p.next)[0];
                    self.carry(to, x, &heads, &mut moves);
                }
                At::Pair(_) => {
                    let next = self.get(p.next);
                    for (to, x) in pairs.next().into_iter().flat_map(|p| p.1).zip(next) {
                        self.carry(to, x, &heads, &mut moves);
                    }
                }
                At::Mask(_) => {
                    let (to, number) = (masks[of_masks], of_masks);
                    of_masks += 1;
                    let mut x = self.get(p.next)[0];
                    if x == to {
                        continue;
                    }
                    if masks.contains(&x) {
                        x = self.masks(Op::KANDW, x, x);
                    }
                    if number < usize::from(self.isa().loop_masks) {
                        self.becomes(x, to);
                        moves.registers.push((to, x))
                    } else {
                        moves.masks.push((self.part(c.masks[number].1), x))
                    }
                }
                At::Scalar(_) | At::Counter => {}
            }
        }
        moves
    }

    /// The instructions for that; gives where those begin that change registers.
    pub(super) fn carry_on(&mut self, moves: Moves) -> usize {
        for (mem, x) in moves.masks {
            self.r.insts.push(Inst {
                form: Form::StoreMask,
                // None of those that registers collect.
                imm: Some(i32::from(u8::MAX)),
                mem: Some(mem),
                ..inst(Op::KMOVW_MR, NONE, x)
            });
        }
        for (mem, x) in moves.vectors {
            self.r.insts.push(Inst {
                form: Form::Store,
                mem: Some(mem),
                ..inst(Op::VMOVDQU32_MR, NONE, x)
            });
        }
        let first = self.r.insts.len();
        for (to, x) in moves.registers {
            self.r.insts.push(Inst {
                form: Form::Phi,
                imm: Some(to.into()),
                ..inst(Op::VMOVDQU32, NONE, x)
            });
        }
        first
    }

    /// What goes to the next round gets there.
    fn ends(&mut self, l: &Loop, f: &Final) {
        let moves = self.moves(l, &f.carried);
        let of_scalars = l.phis.iter().filter(|p| matches!(p.place, At::Scalar(_)));
        let mut numbers = vec![];
        for (p, (_, [_, now, _])) in of_scalars.zip(&f.scalars) {
            numbers.push((*now, self.slot(p.next, How::Plain)));
        }
        // One's next may be what another has now: that goes by way of a slot of its own.
        let (mut saved, mut moved) = (vec![], vec![]);
        for (now, next) in numbers.iter().filter(|(now, next)| now != next) {
            let is_head = numbers.iter().any(|(head, _)| head == next);
            let mut from = *next;
            if is_head && !planted(Fault::NumberOrder) {
                from = self.slots.fresh();
                saved.push((*next, from));
            }
            moved.push((from, *now));
        }
        let mut code = Assembler::new(self.r.code.isa);
        for (from, to) in saved.into_iter().chain(moved) {
            code.mov(SCRATCH.d(), slot(from));
            code.mov(slot(to), SCRATCH.d());
        }
        let first = self.carry_on(moves);
        // Last: a splat that is carried may be read from the slot of its number as late as here.
        if !code.is_empty() {
            self.bytes(&code);
            if planted(Fault::NumberFirst) {
                self.r.insts[first..].rotate_right(1);
            }
        }
    }
}
