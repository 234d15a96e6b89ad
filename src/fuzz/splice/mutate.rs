//! Changes to a kernel's code. Branches keep leading to their labels whatever is put in or taken out,
//! and most changes leave an instruction that can be executed.

use crate::decode::{decode_executed, executable};
use crate::encode::encode_executed;
use crate::fuzz::Source;
use crate::fuzz::code::{Item, Words};
use crate::fuzz::excluded::excluded;
use crate::fuzz::program::rows::{Alu, Rows};
use crate::isa::{Flags, Gen, Inst, Operand, Row, Sopp, VopForm};

use super::corpus::Model;

/// How often something is tried that may come to nothing.
const ATTEMPTS: usize = 12;
/// Instructions that are near to each other.
const NEAR: u64 = 12;

/// Changes `items`, once; `donor` is a kernel of the same generation.
pub fn mutate(r: &mut Source<'_>, g: Gen, items: &mut Vec<Item>, donor: &Model) {
    for _ in 0..ATTEMPTS {
        let at = r.below(items.len() as u64) as usize;
        let done = match r.below(16) {
            0..=2 => replace(r, g, items, at, other_operation),
            3..=7 => {
                let near = registers(r, g, items, at);
                replace(r, g, items, at, |r, g, inst| {
                    other_operand(r, g, inst, &near)
                })
            }
            8 => flip(r, g, items, at),
            9 => exchange(r, items, at),
            10 => delete(items, at),
            11 => duplicate(r, items, at),
            12 => insert(r, g, items, at, donor),
            13 => condition(r, g, items, at),
            14 => retarget(r, items, at),
            _ => constant(r, g, items, at),
        };
        if done.is_some() {
            return;
        }
    }
}

/// The instruction of an item.
fn inst(g: Gen, item: &Item) -> Option<Inst> {
    match item {
        Item::Inst(w) => Some(decode_executed(g, w).ok()?.inst),
        Item::Branch { word, .. } => Some(decode_executed(g, &[*word]).ok()?.inst),
        Item::Distance { .. } | Item::Far { .. } | Item::Label(_) => None,
    }
}

/// Why a row takes no part, if so: what depends on when it runs, or ends all that could be compared.
fn left_out(row: &Row) -> bool {
    let has = |s: &[&str]| s.iter().any(|s| row.name.contains(s));
    has(&["TIME", "GWS", "ORDERED"]) || row.flags.has(Flags::SYSTEM) || excluded(row).is_some()
}

/// The item of an instruction that can be executed.
fn item(g: Gen, inst: &Inst) -> Option<Item> {
    let (words, inst) = encode_executed(g, inst)?;
    let fine = executable(g, &inst).is_ok() && !left_out(inst.row());
    fine.then(|| Item::Inst(Words::new(&words)))
}

/// Puts what `f` makes of the instruction at `at` in its place.
fn replace(
    r: &mut Source<'_>,
    g: Gen,
    items: &mut [Item],
    at: usize,
    mut f: impl FnMut(&mut Source<'_>, Gen, Inst) -> Option<Inst>,
) -> Option<()> {
    let Item::Inst(_) = items[at] else {
        return None;
    };
    let old = inst(g, &items[at])?;
    let new = (0..ATTEMPTS).find_map(|_| item(g, &f(r, g, old)?).filter(|new| *new != items[at]));
    items[at] = new?;
    Some(())
}

/// An instruction of the same encoding with the same operands.
fn other_operation(r: &mut Source<'_>, g: Gen, inst: Inst) -> Option<Inst> {
    let rows = Rows::of(g);
    let flags = inst.row().flags;
    if flags.has(Flags::BRANCH) || flags.has(Flags::ENDS_BLOCK) {
        return None;
    }
    // A vector instruction stays one of as many operands.
    let alu = |r: &mut Source<'_>, f, same: fn(&Alu) -> bool| {
        let all = if r.one_in(2) { &rows.common } else { &rows.alu };
        let op = (0..ATTEMPTS).map(|_| r.pick(all)).find(same)?;
        Some(op.inst(f))
    };
    Some(match inst {
        Inst::Sop1 { sdst, ssrc0, .. } => {
            let op = r.pick(&rows.sop1);
            Inst::Sop1 { op, sdst, ssrc0 }
        }
        Inst::Sop2 {
            sdst, ssrc0, ssrc1, ..
        } => Inst::Sop2 {
            op: r.pick(&rows.sop2),
            sdst,
            ssrc0,
            ssrc1,
        },
        Inst::Sopk {
            sdst,
            simm16,
            literal,
            ..
        } => Inst::Sopk {
            op: r.pick(&rows.sopk),
            sdst,
            simm16,
            literal,
        },
        Inst::Sopc { ssrc0, ssrc1, .. } => Inst::Sopc {
            op: r.pick(&rows.sopc),
            ssrc0,
            ssrc1,
        },
        Inst::Smem { f, .. } => Inst::Smem {
            op: r.pick(&rows.smem),
            f,
        },
        Inst::Vop1 { f, .. } if !flags.has(Flags::SGPR_DST) => {
            alu(r, f, |op| matches!(op, Alu::One(_)))?
        }
        Inst::Vop2 { f, .. } => alu(r, f, |op| matches!(op, Alu::Two(_)))?,
        Inst::Vopc { f, .. } => r.pick(&rows.compares).inst(f),
        Inst::Vop3 { f, .. } if !flags.has(Flags::SGPR_DST) => {
            alu(r, f, |op| matches!(op, Alu::Three(_)))?
        }
        Inst::Vop3p { f, .. } => alu(r, f, |op| matches!(op, Alu::Packed(_)))?,
        Inst::Ds { f, .. } => Inst::Ds {
            op: r.pick(&rows.ds),
            f,
        },
        Inst::Flat { f, .. } => Inst::Flat {
            op: r.pick(&rows.flat),
            f,
        },
        Inst::Mubuf { f, .. } => Inst::Mubuf {
            op: r.pick(&rows.mubuf),
            f,
        },
        Inst::Mtbuf { f, .. } => Inst::Mtbuf {
            op: r.pick(&rows.mtbuf),
            f,
        },
        Inst::Vop1 { .. }
        | Inst::Vop3 { .. }
        | Inst::Sopp { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => return None,
    })
}

/// Registers that instructions near to a place name: vector and scalar ones.
fn registers(r: &mut Source<'_>, g: Gen, items: &[Item], at: usize) -> [Vec<u8>; 2] {
    let (mut v, mut s) = (vec![], vec![]);
    for _ in 0..4 {
        let from = (at + r.below(2 * NEAR) as usize).saturating_sub(NEAR as usize);
        let Some(near) = items.get(from).and_then(|i| inst(g, i)) else {
            continue;
        };
        match near {
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => {
                v.push(f.vdst);
                for o in f.src {
                    match o {
                        Operand::Vgpr(n) => v.push(n),
                        Operand::Sgpr(n) => s.push(n),
                        _ => {}
                    }
                }
            }
            Inst::Sop1 { sdst, ssrc0, .. } => {
                s.push(sdst);
                s.extend(scalar(ssrc0));
            }
            Inst::Sop2 {
                sdst, ssrc0, ssrc1, ..
            } => {
                s.push(sdst);
                s.extend(scalar(ssrc0));
                s.extend(scalar(ssrc1));
            }
            Inst::Sopc { ssrc0, ssrc1, .. } => {
                s.extend(scalar(ssrc0));
                s.extend(scalar(ssrc1));
            }
            Inst::Ds { f, .. } => v.extend([f.vdst, f.addr, f.data0]),
            Inst::Flat { f, .. } => v.extend([f.vdst, f.vdata]),
            Inst::Mubuf { f, .. } => v.push(f.vdata),
            Inst::Smem { f, .. } => s.push(f.sdata),
            Inst::Sopk { sdst, .. } => s.push(sdst),
            Inst::Sopp { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
            | Inst::Mai { .. }
            | Inst::Vintrp { .. }
            | Inst::Exp { .. } => {}
        }
    }
    [v, s]
}

/// The number of a scalar register.
fn scalar(o: Operand) -> Option<u8> {
    match o {
        Operand::Sgpr(n) => Some(n),
        _ => None,
    }
}

/// The instruction with one register in place of another, or with a constant.
fn other_operand(r: &mut Source<'_>, g: Gen, mut inst: Inst, near: &[Vec<u8>; 2]) -> Option<Inst> {
    let [v, s] = near;
    let any = |r: &mut Source<'_>, of: &[u8]| match of {
        [] => None,
        of => Some(r.pick(of)),
    };
    // Of the registers one further on or back now and then: halves of pairs.
    let vgpr = |r: &mut Source<'_>| {
        let n = any(r, v)?;
        Some(match r.below(6) {
            0 => n.saturating_add(1),
            1 => n.saturating_sub(1),
            _ => n,
        })
    };
    let source = |r: &mut Source<'_>, old: Operand| match r.below(8) {
        0 => Some(Operand::Int(r.pick(&[0, 1, -1, 2, 4, 15, 31, 32, 64, -16]))),
        1 => any(r, s).map(Operand::Sgpr),
        _ => match old {
            Operand::Vgpr(_) => vgpr(r).map(Operand::Vgpr),
            Operand::Sgpr(_) => any(r, s).map(Operand::Sgpr),
            _ if r.one_in(2) => vgpr(r).map(Operand::Vgpr),
            _ => any(r, s).map(Operand::Sgpr),
        },
    };
    let scalar_source = |r: &mut Source<'_>| {
        if r.one_in(4) {
            Some(Operand::Int(r.pick(&[0, 1, -1, 2, 4, 15, 31, 32, 64, -16])))
        } else {
            any(r, s).map(Operand::Sgpr)
        }
    };
    match &mut inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => match r.below(8) {
            0 => f.vdst = vgpr(r)?,
            1 if f.form == VopForm::E64 => match r.below(3) {
                0 => f.neg = r.below(8) as u8,
                1 => f.abs = r.below(8) as u8,
                _ => f.clamp = !f.clamp,
            },
            2 if f.form == VopForm::E64 => f.omod = r.below(4) as u8,
            3 if f.form == VopForm::Sdwa => {
                let s = f.sdwa.as_mut()?;
                s.src_sel[r.below(2) as usize] = r.below(7) as u8;
            }
            4 if f.form == VopForm::Dpp => f.dpp.as_mut()?.ctrl = r.pick(&[0x1b, 0x111, 0x142]),
            // The same register twice.
            5 => f.src[r.below(2) as usize] = Operand::Vgpr(f.vdst),
            _ => {
                let i = r.below(2) as usize;
                f.src[i] = source(r, f.src[i])?;
            }
        },
        Inst::Sop1 { sdst, ssrc0, .. } => match r.below(3) {
            0 => *sdst = any(r, s)?,
            _ => *ssrc0 = scalar_source(r)?,
        },
        Inst::Sop2 {
            sdst, ssrc0, ssrc1, ..
        } => match r.below(4) {
            0 => *sdst = any(r, s)?,
            1 => *ssrc0 = scalar_source(r)?,
            _ => *ssrc1 = scalar_source(r)?,
        },
        Inst::Sopc { ssrc0, ssrc1, .. } => match r.below(2) {
            0 => *ssrc0 = scalar_source(r)?,
            _ => *ssrc1 = scalar_source(r)?,
        },
        Inst::Sopk { simm16, .. } => *simm16 = r.pick(&[0, 1, 0xffff, 0x7fff, 0x8000, 64]),
        Inst::Ds { f, .. } => match r.below(4) {
            0 => f.vdst = vgpr(r)?,
            1 => f.data0 = vgpr(r)?,
            2 => f.offset0 = r.pick(&[0, 1, 4, 8, 255]),
            _ => f.data1 = vgpr(r)?,
        },
        Inst::Flat { f, .. } => match r.below(4) {
            0 => f.vdst = vgpr(r)?,
            1 => f.vdata = vgpr(r)?,
            2 => f.glc = !f.glc,
            _ if g.is_gfx9() => f.offset = r.pick(&[0, 4, 8, 1, -4, 64, 2044]),
            _ => return None,
        },
        Inst::Mubuf { f, .. } => match r.below(3) {
            0 => f.vdata = vgpr(r)?,
            1 => f.glc = !f.glc,
            _ => f.offset = r.pick(&[0, 4, 8, 12, 1]),
        },
        Inst::Smem { f, .. } => match r.below(3) {
            0 => f.sdata = any(r, s)?,
            1 => f.glc = !f.glc,
            _ => f.imm = r.pick(&[0, 4, 8, 16]),
        },
        Inst::Sopp { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => return None,
    }
    Some(inst)
}

/// Turns a bit over; what comes of it is mostly an instruction that is executed, of the same length.
fn flip(r: &mut Source<'_>, g: Gen, items: &mut [Item], at: usize) -> Option<()> {
    let Item::Inst(words) = items[at] else {
        return None;
    };
    let mut new = words.to_vec();
    new[r.below(words.len() as u64) as usize] ^= 1 << r.below(32);
    match decode_executed(g, &new) {
        Ok(d) => {
            let same = usize::from(d.size) == 4 * new.len();
            let fine = same && executable(g, &d.inst).is_ok();
            // A branch that is made so would lead nowhere.
            let flags = d.inst.row().flags;
            let goes_on = !flags.has(Flags::BRANCH) && !flags.has(Flags::ENDS_BLOCK);
            (!left_out(d.inst.row()) && goes_on && (fine || r.one_in(8))).then_some(())?;
        }
        Err(_) => r.one_in(20).then_some(())?,
    }
    items[at] = Item::Inst(Words::new(&new));
    Some(())
}

/// The place of another instruction near to `at`.
fn neighbour(r: &mut Source<'_>, items: &[Item], at: usize) -> Option<usize> {
    let to = (at + 1 + r.below(NEAR) as usize).min(items.len() - 1);
    (to != at).then_some(to)
}

/// Whether an item is an instruction behind which the next one runs.
fn plain(item: &Item) -> bool {
    matches!(item, Item::Inst(w) if w[0] >> 23 != 0x17f)
}

fn exchange(r: &mut Source<'_>, items: &mut [Item], at: usize) -> Option<()> {
    let to = neighbour(r, items, at)?;
    (plain(&items[at]) && plain(&items[to])).then(|| items.swap(at, to))
}

fn delete(items: &mut Vec<Item>, at: usize) -> Option<()> {
    // Without its end a program faults behind it.
    let Item::Label(_) = items[at] else {
        let counts = plain(&items[at]) || matches!(items[at], Item::Branch { .. });
        return counts.then(|| {
            items.remove(at);
        });
    };
    None
}

fn duplicate(r: &mut Source<'_>, items: &mut Vec<Item>, at: usize) -> Option<()> {
    let to = neighbour(r, items, at)?;
    plain(&items[at]).then(|| items.insert(to, items[at]))
}

/// Puts in a few instructions of another kernel, without its branches: mostly such that do not need its
/// addresses.
fn insert(
    r: &mut Source<'_>,
    g: Gen,
    items: &mut Vec<Item>,
    at: usize,
    donor: &Model,
) -> Option<()> {
    let from = r.below(donor.items.len() as u64) as usize;
    let n = 1 + r.below(16) as usize;
    let all = !r.one_in(4);
    let wanted = |i: &&Item| {
        let alu = inst(g, i)
            .is_some_and(|i| matches!(i.encoding(), e if e.starts_with("Vop") || e == "Sopc"));
        plain(i) && (!all || alu)
    };
    let part: Vec<Item> = donor.items[from..]
        .iter()
        .take(n)
        .filter(wanted)
        .copied()
        .collect();
    (!part.is_empty()).then(|| drop(items.splice(at..at, part)))
}

/// Has a branch depend on something else.
fn condition(r: &mut Source<'_>, g: Gen, items: &mut [Item], at: usize) -> Option<()> {
    let at = branch(items, at)?;
    let Item::Branch { label, .. } = items[at] else {
        return None;
    };
    let Some(Inst::Sopp { .. }) = inst(g, &items[at]) else {
        return None;
    };
    let op = r.pick(&[
        Sopp::S_CBRANCH_SCC0,
        Sopp::S_CBRANCH_SCC1,
        Sopp::S_CBRANCH_VCCZ,
        Sopp::S_CBRANCH_VCCNZ,
        Sopp::S_CBRANCH_EXECZ,
        Sopp::S_CBRANCH_EXECNZ,
    ]);
    let (words, _) = encode_executed(g, &Inst::Sopp { op, simm16: 0 })?;
    items[at] = Item::Branch {
        word: words[0],
        label,
    };
    Some(())
}

/// The first branch from a place on.
fn branch(items: &[Item], at: usize) -> Option<usize> {
    let here = items[at..]
        .iter()
        .position(|i| matches!(i, Item::Branch { .. }));
    here.map(|i| at + i)
}

/// Has a branch lead to another label.
fn retarget(r: &mut Source<'_>, items: &mut [Item], at: usize) -> Option<()> {
    let at = branch(items, at)?;
    // Forward ones end.
    let start = if r.one_in(4) { 0 } else { at };
    let labels: Vec<u32> = items[start..]
        .iter()
        .filter_map(|i| match i {
            Item::Label(l) => Some(*l),
            _ => None,
        })
        .take(12)
        .collect();
    if labels.is_empty() {
        return None;
    }
    let to = r.pick(&labels);
    if let Item::Branch { label, .. } = &mut items[at] {
        *label = to;
    }
    Some(())
}

/// Puts another literal, or another constant in the code, in place of one.
fn constant(r: &mut Source<'_>, g: Gen, items: &mut [Item], at: usize) -> Option<()> {
    use crate::fuzz::values::dword;
    let Item::Inst(words) = items[at] else {
        return None;
    };
    let old = inst(g, &items[at])?;
    let literal = words.len() == 2
        && !matches!(
            old.encoding(),
            "Smem" | "Ds" | "Flat" | "Mubuf" | "Mtbuf" | "Mimg"
        );
    let e32 = match old {
        Inst::Vop1 { f, .. } | Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } => {
            f.form == VopForm::E32
        }
        Inst::Vop3 { .. } | Inst::Vop3p { .. } => false,
        _ => true,
    };
    if !literal || !e32 {
        return None;
    }
    let kind = r.below(8);
    items[at] = Item::Inst(Words::new(&[words[0], dword(r, kind, false)]));
    Some(())
}
