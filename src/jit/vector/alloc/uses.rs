//! Where values are used next.

use super::{Form, Inst, NEVER, NONE, V, VReg};

/// Fills in the positions of next uses, and drops instructions whose result has none.
pub fn find_uses(insts: &mut [Inst], values: &mut [VReg]) {
    for (i, inst) in insts.iter_mut().enumerate().rev() {
        if inst.dst != NONE {
            inst.next[4] = values[inst.dst as usize].next;
            let mut unused = inst.next[4] == NEVER;
            let next = |v: V| values.get(v as usize).map_or(NEVER, |v| v.next);
            let others = inst.others();
            unused &= others.iter().all(|v| next(*v) == NEVER);
            inst.next[5] = next(others[2]);
            // A load may fault whether its result is used or not.
            let stays = matches!(
                inst.form,
                Form::Near(_) | Form::LaneLoad(_) | Form::Update(_)
            );
            if unused && !stays {
                *inst = Inst {
                    form: Form::Dead,
                    ..Inst::new(inst.op)
                };
                continue;
            }
        }
        let operands = inst.operands();
        for (k, v) in operands.iter().enumerate() {
            if *v != NONE {
                inst.next[k] = values[*v as usize].next;
            }
        }
        for v in operands {
            if v != NONE {
                let v = &mut values[v as usize];
                v.next = i as u32;
                v.uses += 1;
            }
        }
    }
}
