//! Loads whose values only go into a compare-and-swap: what compilers make of atomics that the hardware lacks begins with
//! a plain load, and whatever that gives, the comparison finds it out.
//!
//! From the load on, all paths are followed with what is known of registers, until nothing of the value is left. It may
//! be computed with, and must come to the comparison as it was loaded. Where the memory's old value is found equal to
//! it, what was compared is no longer a guess. Whatever else the value decides (an address, a branch, which lanes are
//! active, what a store writes) makes it a value as others are.
//!
//! Source: LLVM, AtomicExpandPass, insertRMWCmpXchgLoop.

use std::collections::{BTreeMap, BTreeSet};

use crate::cfg::{Flow, flow};
use crate::check::operands::{Operands, Registers, Role};
use crate::isa::facts::{
    Atomic, DsAct, FlatAct, Load, MubufAct, SmemAct, Test,
    relation::{EQ, GT, LT},
};
use crate::isa::{EXEC_LO, Flags, Inst, Sop1, Vop, Vop1, Vop3p, VopForm};
use crate::machine::program::Program;

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    /// This dword of what was loaded.
    Loaded(u8),
    /// What was made of it.
    Made,
    /// This dword of what the compare-and-swap has found in memory.
    Answer(u8),
}

/// A register: of the lanes by its number in the file, of scalars by their code, or SCC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Register {
    Lanes(u16),
    Scalar(u16),
    Scc,
}

/// Registers of which something is known.
type State = BTreeMap<Register, Value>;

/// Instructions that are looked at for one load, at most: until it is compared, and then.
const MOST: [usize; 2] = [1 << 10, 1 << 14];

fn names(r: &Registers) -> impl Iterator<Item = Register> + use<> {
    let is_vector = r.is_vector();
    let numbers = if is_vector {
        r.in_file()
    } else {
        u16::from(r.first)..u16::from(r.first) + u16::from(r.count)
    };
    numbers.map(move |n| {
        if is_vector {
            Register::Lanes(n)
        } else {
            Register::Scalar(n)
        }
    })
}

/// Whether the instruction is a plain load of one or two dwords, as those are that are compared.
fn is_plain_load(inst: &Inst) -> bool {
    let dwords = |load| matches!(load, Load::Dwords(1 | 2));
    match inst {
        Inst::Smem { op, f } => matches!(op.act(), SmemAct::Loads(_, 1 | 2)) && !f.glc,
        Inst::Flat { op, f } => match op.act() {
            FlatAct::Loads(load) => dwords(load) && !f.glc && !f.scc && !f.lds,
            FlatAct::Stores(_) | FlatAct::Atomic32(_) | FlatAct::Atomic64(_) => false,
        },
        Inst::Mubuf { op, f } => match op.act() {
            MubufAct::Loads(load) => dwords(load) && !f.glc && !f.scc && !f.lds,
            _ => false,
        },
        Inst::Ds { op, f } => matches!(op.act(), DsAct::Loads(load) if dwords(load)) && !f.gds,
        _ => false,
    }
}

/// The registers that a compare-and-swap compares with, the first of those that it stores, and how many there are of
/// each; `None` of other instructions.
fn swap(inst: &Inst) -> Option<(u16, u16, u16)> {
    // In memory what is stored comes first, in the LDS what is compared.
    let memory = |data: u16, n: u16| (data + n, data, n);
    match inst {
        Inst::Flat { op, f } => match op.act() {
            FlatAct::Atomic32(Atomic::CmpSwap) => Some(memory(f.data(), 1)),
            FlatAct::Atomic64(Atomic::CmpSwap) => Some(memory(f.data(), 2)),
            _ => None,
        },
        Inst::Mubuf { op, f } => match op.act() {
            MubufAct::Atomic32(Atomic::CmpSwap) => Some(memory(f.data(), 1)),
            MubufAct::Atomic64(Atomic::CmpSwap) => Some(memory(f.data(), 2)),
            _ => None,
        },
        Inst::Ds { op, f } => match op.act() {
            DsAct::Atomic32(Atomic::CmpSt) => Some((f.first(), f.second(), 1)),
            DsAct::Atomic64(Atomic::CmpSt) => Some((f.first(), f.second(), 2)),
            _ => None,
        },
        _ => None,
    }
}

/// The address of the compare-and-swap into which all goes that the instruction at `pc` loads; `None` where the value, or
/// a part, goes elsewhere, too.
pub fn compared(program: &Program, pc: u64) -> Option<u64> {
    let load = program.at(pc).ok().filter(|d| is_plain_load(&d.inst))?;
    let operands = Operands::encoded(program.generation(), &load.inst);
    let names: Vec<Register> = operands.writes.iter().flat_map(names).collect();
    let loaded = (0..).map(Value::Loaded);
    let mut paths = Paths {
        program,
        dwords: names.len() as u16,
        by: None,
        seen: BTreeSet::new(),
        work: vec![(
            pc + load.size as u64,
            names.into_iter().zip(loaded).collect(),
        )],
    };
    paths.follow()?;
    paths.by
}

struct Paths<'a> {
    program: &'a Program,
    /// Dwords of what was loaded.
    dwords: u16,
    /// Where it is compared.
    by: Option<u64>,
    seen: BTreeSet<(u64, State)>,
    work: Vec<(u64, State)>,
}

/// What goes elsewhere.
type Elsewhere = Option<()>;

impl Paths<'_> {
    fn follow(&mut self) -> Elsewhere {
        let mut done = 0;
        while let Some((mut pc, mut state)) = self.work.pop() {
            while state.values().any(|v| !matches!(v, Value::Answer(_))) {
                done += 1;
                if done > MOST[usize::from(self.by.is_some())] {
                    return None;
                }
                let here = self.program.at(pc).ok()?;
                let operands = Operands::encoded(self.program.generation(), &here.inst);
                self.step(pc, &here.inst, &operands, &mut state)?;
                let next = pc + here.size as u64;
                match flow(&here.inst, pc) {
                    Flow::Next | Flow::Barrier => pc = next,
                    Flow::Jump(to) => pc = to,
                    Flow::Branch(to) => {
                        if !self.seen.insert((pc, state.clone())) {
                            break;
                        }
                        self.work.push((to, state.clone()));
                        pc = next;
                    }
                    Flow::End => break,
                    Flow::Indirect => {
                        returns(&here.inst, &state)?;
                        break;
                    }
                    Flow::Leave => return None,
                }
            }
        }
        Some(())
    }

    /// Past an instruction.
    fn step(&mut self, pc: u64, inst: &Inst, operands: &Operands, state: &mut State) -> Elsewhere {
        let is_guess = |state: &State, r: &Register| {
            let value = state.get(r);
            value.is_some_and(|v| !matches!(v, Value::Answer(_)))
        };
        let scc = operands.reads_scc.then_some(Register::Scc);
        let mut reads = operands.reads.iter().flat_map(names).chain(scc);
        let guessed = reads.any(|r| is_guess(state, &r));
        let mut writes: Vec<Register> = operands.writes.iter().flat_map(names).collect();
        writes.extend(operands.writes_scc.then_some(Register::Scc));
        if let Some((compare, stores, n)) = swap(inst) {
            let answers = writes.iter().copied().zip((0..).map(Value::Answer));
            let mut mine = false;
            if guessed {
                let others = operands.reads.iter().flat_map(names).filter(|r| match r {
                    Register::Lanes(v) => {
                        !(compare..compare + n).contains(v) && !(stores..stores + n).contains(v)
                    }
                    Register::Scalar(_) | Register::Scc => true,
                });
                if others.into_iter().any(|r| is_guess(state, &r)) {
                    return None;
                }
                let whole = (0..n).all(|i| {
                    let value = state.get(&Register::Lanes(compare + i));
                    value == Some(&Value::Loaded(i as u8))
                });
                if !whole || n != self.dwords || self.by.is_some_and(|by| by != pc) {
                    return None;
                }
                self.by = Some(pc);
                mine = true;
            }
            // Another round of the loop that compares it.
            mine |= self.by == Some(pc);
            let answers: Vec<_> = answers.collect();
            state.retain(|r, _| !writes.contains(r));
            state.extend(answers.into_iter().filter(|_| mine));
            return Some(());
        }
        if !guessed {
            let copied = copied(inst, operands, state);
            state.retain(|r, _| !writes.contains(r));
            state.extend(copied);
            return Some(());
        }
        if let Some(sure) = equal(inst, operands, state) {
            state.retain(|r, _| !writes.contains(r) && !sure.contains(r));
            return Some(());
        }
        let computes = match inst {
            Inst::Sop1 { .. }
            | Inst::Sop2 { .. }
            | Inst::Sopc { .. }
            | Inst::Sopk { .. }
            | Inst::Vop1 { .. }
            | Inst::Vop2 { .. }
            | Inst::Vopc { .. }
            | Inst::Vop3 { .. }
            | Inst::Vop3p { .. }
            | Inst::Mai { .. } => flow(inst, pc) == Flow::Next,
            Inst::Sopp { .. }
            | Inst::Smem { .. }
            | Inst::Ds { .. }
            | Inst::Flat { .. }
            | Inst::Mubuf { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
            | Inst::Vintrp { .. }
            | Inst::Exp { .. } => false,
        };
        let exec = u16::from(EXEC_LO);
        let lanes = |r: &Register| matches!(r, Register::Scalar(n) if *n >> 1 == exec >> 1);
        if !computes || writes.iter().any(lanes) {
            return None;
        }
        let copied = copied(inst, operands, state);
        for r in &writes {
            state.insert(*r, Value::Made);
        }
        state.extend(copied);
        Some(())
    }
}

/// A function gives back up to two registers of lanes: the value must not be in them (LLVM AMDGPUUsage, "Non-Kernel
/// Functions": results are in VGPRs from v0 on).
fn returns(inst: &Inst, state: &State) -> Elsewhere {
    let is_return = matches!(inst, Inst::Sop1 { op, .. } if *op == Sop1::S_SETPC_B64);
    let is_guess = |n: u16| {
        let value = state.get(&Register::Lanes(n));
        value.is_some_and(|v| !matches!(v, Value::Answer(_)))
    };
    (is_return && !(0..2).any(is_guess)).then_some(())
}

/// Whether nothing is done to what is read.
fn is_plain(f: &Vop) -> bool {
    let plain = f.abs | f.neg | f.omod == 0 && !f.clamp;
    match f.form {
        VopForm::E32 | VopForm::E64 => plain && f.sdwa.is_none() && f.dpp.is_none(),
        VopForm::Sdwa | VopForm::Dpp => false,
    }
}

/// What registers hold behind an instruction that copies.
fn copied(inst: &Inst, operands: &Operands, state: &State) -> Vec<(Register, Value)> {
    let copies = match inst {
        Inst::Sop1 { op, .. } => matches!(*op, Sop1::S_MOV_B32 | Sop1::S_MOV_B64),
        Inst::Vop1 { op, f } => {
            let moves = [
                Vop1::V_MOV_B32,
                Vop1::V_READFIRSTLANE_B32,
                Vop1::V_ACCVGPR_MOV_B32,
            ];
            moves.contains(op) && is_plain(f)
        }
        // Of the first pair the low one, of the second the high one.
        Inst::Vop3p { op, f } => {
            *op == Vop3p::V_PK_MOV_B32 && f.src[0] == f.src[1] && f.op_sel & 3 == 2
        }
        Inst::Mai { op, .. } => !op.multiplies(),
        _ => false,
    };
    if !copies {
        return Vec::new();
    }
    let of = |r: &&Registers| matches!(r.role, Role::Source(_));
    let mut from: Vec<Register> = operands.reads.iter().filter(of).flat_map(names).collect();
    from.sort();
    from.dedup();
    let to: Vec<Register> = operands.writes.iter().flat_map(names).collect();
    if from.len() != to.len() {
        return Vec::new();
    }
    let pairs = from.iter().zip(to);
    pairs
        .filter_map(|(from, to)| Some((to, *state.get(from)?)))
        .collect()
}

/// Of a comparison that tells whether the memory's old value is what was loaded: the registers in which that was, which
/// hold it where the lanes go on that have been right.
fn equal(inst: &Inst, operands: &Operands, state: &State) -> Option<Vec<Register>> {
    let Inst::Vopc { op, f } = inst else {
        return None;
    };
    let row = op.row();
    let equality = match op.test() {
        Test::Signed(r) | Test::Unsigned(r) => r == EQ || r == LT | GT,
        Test::Float(_) | Test::Class => false,
    };
    let whole = row.shape.src[0].dwords() == 2 || !row.shape.src[0].is_16();
    if !equality || !whole || row.flags.has(Flags::WRITES_EXEC) || !is_plain(f) {
        return None;
    }
    let source = |i: u8| -> Vec<Register> {
        let of = |r: &&Registers| r.role == Role::Source(i);
        operands.reads.iter().filter(of).flat_map(names).collect()
    };
    let holds = |of: &[Register], value: fn(u8) -> Value| {
        let mut all = of.iter().zip(0..);
        !of.is_empty() && all.all(|(r, i)| state.get(r) == Some(&value(i)))
    };
    let (a, b) = (source(0), source(1));
    match () {
        () if holds(&a, Value::Answer) && holds(&b, Value::Loaded) => Some(b),
        () if holds(&b, Value::Answer) && holds(&a, Value::Loaded) => Some(a),
        () => None,
    }
}
