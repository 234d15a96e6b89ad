//! A round of a uniform loop: see [`crate::ir::loops::Uniform`].

use super::*;
use crate::ir::loops::{Loop, Place as At};
use crate::jit::vector::carried::Carried;

impl Select<'_, '_> {
    /// All of a round of `l` but its scalars, with so many vectors in registers from round to round at most; gives
    /// where what lanes carry is, and how many slots each round has.
    pub fn uniform(&mut self, l: &Loop, registers: usize) -> (Carried, u32) {
        let mut c = Carried::default();
        self.count_round(l);
        self.of_round = Some(0);
        self.evolving.extend(&l.evolving);
        for p in &l.phis {
            if matches!(p.place, At::Scalar(_)) {
                self.evolving.insert(p.head);
            }
            self.phi_head(p, registers, &mut c);
        }
        let is_head = |v: Val| l.phis.iter().any(|p| p.head == v);
        let mut pc = None;
        for i in 0..l.body.nodes.len() {
            let v = Val(i as u32);
            let n = self.node(v);
            if !n.vec || n.op.is_leaf() || is_head(v) {
                continue;
            }
            if pc.replace(n.pc) != Some(n.pc) {
                self.r.marks.push((self.r.insts.len() as u32, n.pc));
            }
            self.compute(v, n);
        }
        let moves = self.moves(l, &c);
        self.to_next_round(moves);
        (c, self.of_round.unwrap_or(0))
    }
}
