//! The last lanes of a strip in a loop with loads: one lane after the other makes all of its rounds. A gather
//! of few lanes takes as long as one of all of them, and a lane by itself just loads.
//!
//! The instructions are those of the strip, for vectors of 16 bytes, of which only the first element
//! counts, and of masks the lowest bit. What goes from round to round lies in the temporaries, where strips leave
//! it anyway; RDI and RSI are those of the strip with the lane's place in it.

use super::alloc::{Form, Inst, NONE, V, VReg, Width};
use super::carried::Final;
use super::encode::Mem;
use super::gpr::HOST;
use super::isa::Isa;
use super::ops::{Op, Vectors};
use super::{Constant, Table};
use crate::ir::plant::{Fault, planted};

/// The instructions for a lane by itself, if all of them have such a form. `parts` are masks of which each strip
/// has a part, but for those of `f`.
pub(super) fn of_lane(
    isa: &Isa,
    insts: &[Inst],
    constants: &[(Constant, V)],
    parts: &[V],
    f: &Final,
) -> Option<Vec<Inst>> {
    let too_many = f.carried.masks.len() > usize::from(isa.loop_masks);
    if !isa.single_lanes || !f.scalars.is_empty() || too_many {
        return None;
    }
    // In other masks the lane's bit is not the lowest.
    let has_part = |i: &Inst| [i.a, i.b, i.c, i.k].iter().any(|v| parts.contains(v));
    if insts.iter().any(has_part) && !planted(Fault::TailPart) {
        return None;
    }
    let mut near = NONE;
    insts
        .iter()
        .map(|i| lane_inst(i, constants, &mut near))
        .collect()
}

/// Nothing but a copy of `x`.
fn copy(i: &Inst, x: V) -> Inst {
    Inst {
        dst: i.dst,
        b: x,
        ..Inst::new(Op::VMOVDQU32)
    }
}

fn lane_inst(i: &Inst, constants: &[(Constant, V)], near: &mut V) -> Option<Inst> {
    let narrow = Inst {
        on: Vectors::Narrow,
        ..*i
    };
    match i.form {
        Form::Plain if i.op == Op::VPERMT2D => {
            let table = constants.iter().find(|c| c.1 == i.a)?.0;
            // Halves of qwords, and qwords of halves; of lanes 8 to 15 there is nothing here.
            match table {
                _ if i.k != NONE || i.mem.is_some() => None,
                Constant::Table(Table::Dwords(0, 2)) => Some(copy(i, i.c)),
                Constant::Table(Table::Dwords(1, 2)) => Some(Inst {
                    imm: Some(0x55),
                    on: Vectors::Narrow,
                    op: Op::VPSHUFD,
                    ..copy(i, i.c)
                }),
                Constant::Table(Table::Pairs(0, 16)) => Some(Inst {
                    on: Vectors::Narrow,
                    op: Op::VPUNPCKLDQ,
                    a: i.c,
                    ..copy(i, i.b)
                }),
                Constant::Table(Table::Pairs(8, 24)) => Some(copy(i, i.c)),
                _ => None,
            }
        }
        Form::Plain if i.op == Op::VSHUFI64X2 => {
            matches!(i.imm, Some(0x44 | 0xee)).then(|| copy(i, i.a))
        }
        Form::Plain if [Op::VPERMT2Q, Op::VPERMI2D, Op::VPERMI2PD].contains(&i.op) => None,
        Form::Plain if i.mem.is_some() => None,
        Form::Plain | Form::Shift | Form::Fma | Form::Logic => Some(narrow),
        // The lower half's mask.
        Form::Masks if [Op::KUNPCKBW, Op::KSHIFTRW].contains(&i.op) => Some(Inst {
            op: Op::KANDW,
            a: i.b,
            imm: None,
            ..*i
        }),
        Form::Masks | Form::Phi | Form::Keep | Form::Dead => Some(*i),
        Form::Tally(count, seen) => Some(Inst {
            form: Form::LaneTally(count, seen),
            ..*i
        }),
        Form::Near(n) => {
            *near = i.dst;
            Some(Inst {
                form: Form::LaneNear(n),
                dst: NONE,
                c: NONE,
                ..*i
            })
        }
        Form::Row(run) if i.a == *near && i.mem == Some(Mem::at(HOST, 0)) => {
            let widths = [
                (Op::VMOVDQU32, Width::Dword),
                (Op::VPMOVZXBD, Width::Part(1, false)),
                (Op::VPMOVSXBD, Width::Part(1, true)),
                (Op::VPMOVZXWD, Width::Part(2, false)),
                (Op::VPMOVSXWD, Width::Part(2, true)),
            ];
            let (_, width) = widths.into_iter().find(|w| w.0 == run)?;
            Some(Inst {
                form: Form::LaneLoad(width),
                dst: i.dst,
                ..Inst::new(i.op)
            })
        }
        _ => None,
    }
}

/// With how many active lanes it is faster to have one after the other.
pub(super) fn few(insts: &[Inst]) -> u8 {
    let is_load = |i: &&Inst| matches!(i.form, Form::LaneLoad(_));
    let loads = insts.iter().filter(is_load).count();
    let others = insts.iter().filter(|i| i.form != Form::Dead).count();
    // Cycles, as far as that can be said: of a strip's round, and of a lane's, times 20.
    let strip = 820 * loads + 14 * others;
    let lane = 60 * loads + 7 * others;
    (strip / lane.max(1)).clamp(1, 16) as u8
}

/// Values as they are before the first instruction, for instructions that are emitted anew.
pub(super) fn forget(values: &mut [VReg]) {
    for v in values {
        if v.is_computed && !v.pinned {
            v.home = None;
            v.slot = None;
        }
        v.forget_uses();
    }
}
