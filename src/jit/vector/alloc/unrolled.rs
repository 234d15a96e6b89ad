//! Short regions without a loop over strips: the instructions of each strip stand one after the other, and what
//! differs from strip to strip is in the displacements of their operands in memory.

use super::{Alloc, Form, Inst, NONE};
use crate::ir::plant::{Fault, planted};
use crate::jit::vector::encode::Mem;
use crate::jit::vector::gpr::{RUN, TEMPS, VGPRS};

/// Instructions that all strips together have at most: what a loop's own instructions take is no matter where there are
/// more, and the code grows.
const MOST: usize = 56;

/// The operand of strip `number`, as far as it lies elsewhere for each strip.
fn of_strip(mem: Mem, number: i32, bytes: i32) -> Mem {
    let moves = [VGPRS, TEMPS, RUN].contains(&mem.base);
    Mem {
        disp: mem.disp + if moves { number * bytes } else { 0 },
        ..mem
    }
}

impl Alloc<'_> {
    /// Whether `insts`, of which `masks` give masks, are few, and no other than those of which this file knows how they
    /// depend on the strip.
    pub fn can_unroll(&self, insts: &[Inst]) -> bool {
        let bytes = self.out.isa.bytes();
        let live = insts.iter().filter(|i| i.form != Form::Dead);
        let is_plain = |i: &Inst| match i.form {
            Form::Plain | Form::Masks | Form::Shift | Form::Fma | Form::Logic => true,
            Form::Store => true,
            // The others are stored by the strip's number.
            Form::StoreMask => i.imm.unwrap_or(0) < i32::from(self.in_gprs),
            Form::Place => i.imm == Some(bytes),
            Form::Dead => true,
            Form::Run
            | Form::Row(_)
            | Form::Shape(_)
            | Form::Shaped(_)
            | Form::ShapedQwords(_)
            | Form::ShapedFours(_) => false,
            Form::Gather
            | Form::Put(_)
            | Form::Update(_)
            | Form::Near(_)
            | Form::Doubt
            | Form::Keep => false,
            Form::Phi | Form::Tally(..) | Form::Bytes(_) => false,
            Form::LaneTally(..) | Form::LaneNear(_) | Form::LaneLoad(_) => false,
        };
        // The index may be the strip's number.
        let has_index = |m: Option<Mem>| m.is_some_and(|m| m.index.is_some());
        live.clone().count() * usize::from(self.out.isa.strips()) <= MOST
            && live.clone().all(|i| is_plain(i) && !has_index(i.mem))
            && !self.values.iter().any(|v| has_index(v.home))
            && self.exec == NONE
    }

    /// As [`Alloc::run`], for each strip.
    pub fn run_unrolled(
        &mut self,
        insts: &[Inst],
        marks: &[(u32, u64)],
        locations: &mut Vec<(u32, u64)>,
    ) {
        let bytes = self.out.isa.bytes();
        let before = (self.values.to_vec(), self.vectors, self.masks);
        let mut of_this = insts.to_vec();
        for number in 0..i32::from(self.out.isa.strips()) {
            self.values.copy_from_slice(&before.0);
            (self.vectors, self.masks) = (before.1, before.2);
            self.freed.clear();
            self.free_slots = (0..self.slots).collect();
            for v in self.values.iter_mut() {
                let first = planted(Fault::StripsOfFirst);
                v.home = v
                    .home
                    .map(|m| if first { m } else { of_strip(m, number, bytes) });
            }
            for (to, inst) in of_this.iter_mut().zip(insts) {
                to.mem = inst.mem.map(|m| of_strip(m, number, bytes));
                if inst.form == Form::Place {
                    // Where the first strip's is.
                    to.imm = Some(0);
                }
            }
            self.run(&of_this, marks, locations);
        }
    }
}
