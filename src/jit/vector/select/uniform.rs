//! A round of a uniform loop: see [`crate::ir::loops::Uniform`].

use super::*;
use crate::ir::loops::{Loop, Place as At};
use crate::jit::vector::carried::Carried;

impl Select<'_, '_> {
    /// All of a round of `l` but its scalars, with so many vectors in registers from round to round at most; gives
    /// where what lanes carry is, and how many slots each round has.
    /// `lanes`: where in the temporaries the lanes' parts of steady loads are.
    pub fn uniform(
        &mut self,
        l: &Loop,
        registers: usize,
        lanes: &HashMap<Val, u32>,
    ) -> (Carried, u32) {
        let mut c = Carried::default();
        self.count_round(l);
        let mut of_round = 0;
        for s in &l.steady {
            let home = Mem::at(TEMPS, lanes[&s.lanes] as i32);
            let at = self.value(VReg::at(home));
            self.steady.push(SteadyLoad {
                load: s.load,
                found: Found(8 * self.slots.several(2) as i32),
                at,
                host: OF_ROUND + of_round,
            });
            of_round += 1;
        }
        self.of_round = Some(of_round);
        self.evolving.extend(&l.evolving);
        for p in &l.phis {
            if matches!(p.place, At::Scalar(_) | At::Counter) {
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
        self.carry_on(moves);
        (c, self.of_round.unwrap_or(0))
    }
}
