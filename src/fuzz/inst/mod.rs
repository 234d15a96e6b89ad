//! The target `inst`: single instructions of every row of the table, in every form, on states full of
//! edge values.
//!
//! Instructions are made from their rows, so a new row is fuzzed without more; what cannot be compared
//! stands in [`super::excluded`]. Compiling takes far longer than executing: a program of a few
//! instructions, which mostly write different registers, runs on many states.

mod mai;
mod memory;
mod scalar;
pub(super) mod state;
pub(super) mod vector;

use std::collections::HashMap;

use crate::decode::executable;
use crate::fuzz::block::not_compiled;
use crate::fuzz::case::{Case, First, S_ENDPGM, Tier};
use crate::fuzz::code::{Item, Words};
use crate::fuzz::counts::place;
use crate::fuzz::excluded::excluded;
use crate::fuzz::oracle::{Code, End};
use crate::fuzz::{Found, Round, Source, Target};
use crate::isa::facts::{Element, MaiAct};
use crate::isa::{
    Ds, EXEC_LO, Flags, Flat, Gen, Gens, Inst, Mai, Mimg, Mtbuf, Mubuf, Operand, Row, Smem, Sop1,
    Sop2, Sopc, Sopk, Sopp, Ty, Vop1, Vop2, Vop3, Vop3p, Vopc,
};
use crate::machine::{MODE_GPR_IDX_EN, MODE_VSKIP};

pub use vector::{fields, form};

/// Vector registers of a wave.
pub const VGPRS: u32 = 32;

/// Instructions per program, and states that it runs on: of the ALU, and of memory instructions, which
/// may fault and so hide each other.
const ALU: (u64, usize) = (8, 128);
const MEMORY: (u64, usize) = (2, 128);

/// `s_nop 0` on every generation.
const S_NOP: u32 = 0xbf80_0000;

/// The instruction of a row.
#[derive(Clone, Copy, Debug)]
enum Op {
    Sop1(Sop1),
    Sop2(Sop2),
    Sopk(Sopk),
    Sopc(Sopc),
    Sopp(Sopp),
    Smem(Smem),
    Vop1(Vop1),
    Vop2(Vop2),
    Vopc(Vopc),
    Vop3(Vop3),
    Vop3p(Vop3p),
    Mai(Mai),
    Ds(Ds),
    Flat(Flat),
    Mubuf(Mubuf),
    Mtbuf(Mtbuf),
    Mimg(Mimg),
}

/// A row of which instructions are made.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    op: Op,
    row: &'static Row,
}

impl Entry {
    /// The row.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// Whether it accesses memory other than as LDS_DIRECT.
    pub fn is_memory(&self) -> bool {
        matches!(
            self.op,
            Op::Smem(_) | Op::Ds(_) | Op::Flat(_) | Op::Mubuf(_) | Op::Mtbuf(_) | Op::Mimg(_)
        )
    }

    /// Whether it multiplies matrices.
    pub fn is_product(&self) -> bool {
        self.element().is_some()
    }

    /// Of a product of matrices, what its elements are.
    fn element(&self) -> Option<Element> {
        let Op::Mai(op) = self.op else { return None };
        match op.act() {
            MaiAct::Multiplies(m) | MaiAct::MultipliesSparse(m) => Some(m.element),
            MaiAct::Reads | MaiAct::Writes => None,
        }
    }

    /// Whether no generation of GCN has it.
    fn is_new(&self) -> bool {
        self.row.exists_from(Gen::Gfx908)
    }

    /// One of its instructions, which a generation need not be able to encode. Results go mostly to the
    /// vector registers from `dst` and the scalar ones from `sdst` on.
    fn make(&self, r: &mut Source<'_>, generation: Gen, dst: u8, sdst: u8) -> Inst {
        let vop = |r: &mut Source<'_>| {
            let packed = matches!(self.op, Op::Vop3p(_));
            let form = form(r, packed);
            fields(r, self.row, generation, packed, form, dst, sdst)
        };
        match self.op {
            Op::Sop1(op) => scalar::sop1(r, generation, op, sdst),
            Op::Sop2(op) => scalar::sop2(r, generation, op, sdst),
            Op::Sopk(op) => scalar::sopk(r, op, sdst),
            Op::Sopc(op) => scalar::sopc(r, generation, op),
            Op::Sopp(op) => scalar::sopp(r, op),
            Op::Smem(op) => memory::smem(r, op),
            Op::Vop1(op) => Inst::Vop1 { op, f: vop(r) },
            Op::Vop2(op) => Inst::Vop2 { op, f: vop(r) },
            Op::Vopc(op) => Inst::Vopc { op, f: vop(r) },
            Op::Vop3(op) => Inst::Vop3 { op, f: vop(r) },
            Op::Vop3p(op) => Inst::Vop3p { op, f: vop(r) },
            Op::Mai(op) => mai::mai(r, generation, op, dst),
            Op::Ds(op) => memory::ds(r, op),
            Op::Flat(op) => memory::flat(r, generation, op),
            Op::Mubuf(op) => memory::mubuf(r, op),
            Op::Mtbuf(op) => memory::mtbuf(r, op),
            Op::Mimg(op) => memory::mimg(r, op),
        }
    }

    /// One that `generation` executes, and that mostly does not fault by its operands alone; `None`
    /// when many attempts have led to none. Results go mostly to the vector registers from `dst` and
    /// the scalar ones from `sdst` on.
    pub fn instruction(
        &self,
        r: &mut Source<'_>,
        generation: Gen,
        dst: u8,
        sdst: u8,
    ) -> Option<(Inst, Item)> {
        // Such faults would leave nothing to compare of the instructions beside this one.
        let any = r.one_in(64);
        (0..3000).find_map(|_| {
            let inst = self.make(r, generation, dst, sdst);
            let (inst, item) = Item::executed(generation, &inst)?;
            (any || executable(generation, &inst).is_ok()).then_some((inst, item))
        })
    }
}

/// Every row of GCN but those of [`super::excluded`].
pub fn entries() -> Vec<Entry> {
    let mut all = entries_of(|row| excluded(row).is_none());
    all.retain(|e| !e.is_new());
    all
}

/// The rows that targets with accumulation registers have beside those of GCN.
pub fn new_entries() -> Vec<Entry> {
    entries_of(|row| excluded(row).is_none())
        .into_iter()
        .filter(Entry::is_new)
        .collect()
}

/// Every row of the memory encodings, excluded ones too.
pub fn memory_entries() -> Vec<Entry> {
    let mut all = entries_of(|_| true);
    all.retain(|e| e.is_memory() && !e.is_new());
    all
}

/// A case for memory instructions, on full EXEC, with as many vector registers as there can be.
pub fn memory_case(generation: Gen, seed: u64) -> Case {
    let mut case = state::memory_case();
    case.generation = generation;
    state::memory(&mut Source::seeded(seed), &mut case, 0x3f0);
    let w = &mut case.waves[0];
    w.set_s64(EXEC_LO, u64::MAX);
    w.vgprs.resize(256, crate::machine::wave::Vgpr::ZERO);
    case
}

/// The rows that `wanted` says, of all encodings that have instructions made.
fn entries_of(wanted: impl Fn(&'static Row) -> bool) -> Vec<Entry> {
    let mut out = vec![];
    macro_rules! add {
        ($($encoding:ident)+) => {$(
            out.extend($encoding::ALL.iter().map(|&op| Entry {
                op: Op::$encoding(op),
                row: op.row(),
            }));
        )+};
    }
    add!(Sop1 Sop2 Sopk Sopc Sopp Smem Vop1 Vop2 Vopc Vop3 Vop3p Mai Ds Flat Mubuf Mtbuf Mimg);
    out.retain(|e| wanted(e.row));
    out
}

/// An instruction of a program.
struct Part {
    inst: Inst,
    /// Of a product of matrices, what its elements are.
    element: Option<Element>,
    /// Whether EXEC is s[[`state::OTHER_EXEC`]] there.
    other_exec: bool,
}

/// The target.
pub struct Insts {
    /// Rows of the ALU, and of memory instructions.
    alu: Vec<Entry>,
    memory: Vec<Entry>,
    /// Those of the ALU that nothing follows, or that run on few states.
    alone: Vec<Entry>,
    /// Rows that only targets with accumulation registers have: of the ALU, and of memory instructions.
    new: [Vec<Entry>; 2],
    /// All of these by their places.
    places: HashMap<usize, Entry>,
    alu_case: Case,
    memory_case: Case,
    parts: Vec<Part>,
}

impl Default for Insts {
    fn default() -> Insts {
        Insts::new()
    }
}

impl Insts {
    /// The target on every row that is not excluded.
    pub fn new() -> Insts {
        let (memory, alu): (Vec<_>, Vec<_>) = entries().into_iter().partition(Entry::is_memory);
        let alone = |e: &&Entry| may_fault(e.row) || sets_mode(e.row);
        Insts {
            alone: alu.iter().filter(alone).copied().collect(),
            alu,
            memory,
            new: [false, true].map(|memory| {
                let all = new_entries().into_iter();
                all.filter(|e| e.is_memory() == memory).collect()
            }),
            places: entries_of(|row| excluded(row).is_none())
                .into_iter()
                .map(|e| (place(e.row), e))
                .collect(),
            alu_case: state::alu_case(),
            memory_case: state::memory_case(),
            parts: vec![],
        }
    }

    /// The rows that the target makes programs of together: those of the ALU, those of memory, and the same of rows
    /// that only targets with accumulation registers have.
    pub fn groups(&self) -> [&[Entry]; 4] {
        [&self.alu, &self.memory, &self.new[0], &self.new[1]]
    }

    /// A program's rows, of those that the round shall choose from if there are such.
    fn wanted(&self, round: &mut Round<'_, '_>) -> Option<(Gen, Vec<Entry>)> {
        let r = &mut *round.source;
        if round.wanted.is_empty() {
            return None;
        }
        // Those that take most rounds do not stay until the end: the first have the fewest executions.
        let few = round.wanted.len().div_ceil(4);
        let (row, generation) = r.pick(&round.wanted[..few]);
        let entry = |row: &'static Row| self.places.get(&place(row)).copied();
        let first = entry(row)?;
        // Those that run on few states are among themselves.
        let class = |e: &Entry| (e.is_memory(), e.element().is_some());
        let others = round.wanted.iter().filter(|(_, g)| *g == generation);
        let others = others.filter_map(|(row, _)| entry(row));
        let others: Vec<_> = others.filter(|e| class(e) == class(&first)).collect();
        let length = if first.is_memory() { MEMORY.0 } else { ALU.0 };
        let rest = (1..length).map(|_| r.pick(&others));
        Some((generation, std::iter::once(first).chain(rest).collect()))
    }

    /// Runs a program of `entries`, as many as go into one, on `states` states; how many it was.
    ///
    /// # Errors
    /// The first difference.
    pub fn program(
        &mut self,
        round: &mut Round<'_, '_>,
        generation: Gen,
        entries: &[Entry],
        states: usize,
    ) -> Result<usize, Box<Found>> {
        let memory = entries.first().is_some_and(Entry::is_memory);
        let case = if memory {
            &mut self.memory_case
        } else {
            &mut self.alu_case
        };
        let r = &mut *round.source;
        case.generation = generation;
        case.items.clear();
        self.parts.clear();
        let mut used = 0;
        let (mut other_exec, mut stack, mut states) = (false, false, states);
        for (k, entry) in entries.iter().enumerate() {
            if k > 0 && may_fault(entry.row) {
                // It would hide the results of the others.
                break;
            }
            let k = k as u8 % 8;
            used += 1;
            let Some((inst, item)) = entry.instruction(r, generation, 16 + 2 * k, 30 + 4 * k)
            else {
                round
                    .counts
                    .rejected("an instruction that could not be encoded");
                continue;
            };
            if !memory && !other_exec && r.one_in(16) {
                // What is kept in host registers must be right under another EXEC too.
                let inst = Inst::Sop1 {
                    op: Sop1::S_MOV_B64,
                    sdst: EXEC_LO,
                    ssrc0: Operand::Sgpr(state::OTHER_EXEC),
                };
                case.items.extend(Item::inst(generation, &inst));
                other_exec = true;
            }
            case.items.push(item);
            self.parts.push(Part {
                inst,
                element: entry.element(),
                other_exec,
            });
            stack |= matches!(
                inst,
                Inst::Sop1 {
                    op: Sop1::S_CBRANCH_JOIN,
                    ..
                }
            );
            if entry.element().is_some() {
                // The interpreter takes long for each.
                states = states.min(8);
            }
            if writes_mode(&inst) {
                // Each MODE that comes of it has code of its own.
                states = states.min(8);
            }
            if ends_program(&inst) || may_fault(entry.row) {
                break;
            }
        }
        for word in [S_ENDPGM, S_NOP, S_NOP, S_ENDPGM, S_ENDPGM] {
            case.items.push(Item::Inst(Words::new(&[word])));
        }
        let mode = if memory {
            // What flushes or rounds in arithmetic does not in memory instructions.
            r.pick(&[0x3f0, 0x300, 0x30f])
        } else {
            mode(r, generation)
        };
        case.slice = r.pick(&[i64::MAX, i64::MAX, i64::MAX, 1]);
        case.tier = r.pick(&Tier::ALL);
        let ids = !memory && r.one_in(12);
        case.first = match (ids, r.one_in(2)) {
            (true, _) => First::Itself,
            (false, true) => First::Masked,
            (false, false) => First::Other,
        };
        let (mut compared, mut active) = (0, [0, 0]);
        for _ in 0..states {
            if memory {
                state::memory(r, case, mode);
            } else {
                state::alu(r, case, mode, stack, ids);
            }
            for part in &self.parts {
                if let (Some(element), Inst::Mai { op, f }) = (part.element, &part.inst) {
                    state::matrices(r, case, element, f, *op);
                }
            }
            let ran = match round.session.compare(case) {
                Ok(ran) => ran,
                Err(d) => return Err(Box::new(Found::Case(case.clone(), d))),
            };
            not_compiled(round.counts, case, &ran)?;
            if ran.code != Code::Compiled {
                break;
            }
            match ran.end {
                End::Ended => {
                    compared += 1;
                    let w = &case.waves[0];
                    active[0] += u64::from(w.s64(EXEC_LO) != 0);
                    active[1] += u64::from(w.s64(state::OTHER_EXEC) != 0);
                }
                End::Faulted => round.counts.rejected("a run that faults"),
                End::Unfinished => round.counts.rejected("a run that does not end"),
            }
        }
        for part in &self.parts {
            let n = if !is_vector(&part.inst) {
                compared
            } else if mode & MODE_VSKIP != 0 {
                0
            } else {
                active[usize::from(part.other_exec)]
            };
            round.counts.compared(part.inst.row(), generation, n);
        }
        round.counts.cases += compared * self.parts.len() as u64;
        Ok(used)
    }
}

impl Target for Insts {
    fn name(&self) -> &'static str {
        "inst"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        if let Some((generation, entries)) = self.wanted(round) {
            let states = if entries[0].is_memory() {
                MEMORY.1
            } else {
                ALU.1
            };
            self.program(round, generation, &entries, states)?;
            return Ok(());
        }
        let generation = round.generation();
        let r = &mut *round.source;
        // As many rounds for each group as bring its rows equally often; more for those whose
        // instructions have a program for themselves.
        let share = |group: &[Entry], (length, _)| group.len() as u64 / length;
        let (alu, memory) = (share(&self.alu, ALU), share(&self.memory, MEMORY));
        let (group, (length, states)) = match r.below(3 * (alu + memory) / 2) {
            n if n < alu => (&self.alu, ALU),
            n if n < alu + memory => (&self.memory, MEMORY),
            _ => (&self.alone, (1, ALU.1)),
        };
        let (group, length, states) = if !(generation.has(Gens::MAI) && r.one_in(2)) {
            (group, length, states)
        } else if r.one_in(3) {
            (&self.new[1], MEMORY.0, MEMORY.1)
        } else {
            (&self.new[0], ALU.0, ALU.1)
        };
        let mut entries = Vec::with_capacity(length as usize);
        while entries.len() < length as usize {
            let e = r.pick(group);
            if e.row.exists(generation) {
                entries.push(e);
            }
        }
        self.program(round, generation, &entries, states)?;
        Ok(())
    }
}

/// Whether the instruction acts on lanes.
fn is_vector(inst: &Inst) -> bool {
    !matches!(
        inst.encoding(),
        "Sop1" | "Sop2" | "Sopk" | "Sopc" | "Sopp" | "Smem"
    )
}

/// Whether nothing should follow the instruction that is to be compared.
fn ends_program(inst: &Inst) -> bool {
    let flags = inst.row().flags;
    let one_of = [Flags::WRITES_EXEC, Flags::BRANCH, Flags::ENDS_BLOCK];
    one_of.into_iter().any(|f| flags.has(f)) || writes_mode(inst) || writes_exec(inst)
}

/// Whether instructions of the scalar ALU row fault for many operands.
fn may_fault(row: &Row) -> bool {
    let flags = row.flags;
    flags.has(Flags::BRANCH)
        || flags.has(Flags::SYSTEM)
        || row.name.starts_with("S_SETREG")
        || row.name.starts_with("S_GETREG")
        || row.name.starts_with("S_MOVREL")
}

/// Whether the instruction may write MODE.
fn writes_mode(inst: &Inst) -> bool {
    sets_mode(inst.row())
}

/// Whether instructions of the row may write MODE.
fn sets_mode(row: &Row) -> bool {
    row.name.starts_with("S_SETREG") || row.name.starts_with("S_SET_GPR_IDX")
}

/// Whether the instruction's scalar destination is a part of EXEC.
fn writes_exec(inst: &Inst) -> bool {
    match inst {
        Inst::Sop1 { op, sdst, .. } => *sdst >= EXEC_LO && op.row().shape.dst != Ty::None,
        Inst::Sop2 { op, sdst, .. } => *sdst >= EXEC_LO && op.row().shape.dst != Ty::None,
        Inst::Sopk { op, sdst, .. } => *sdst >= EXEC_LO && op.row().shape.dst != Ty::None,
        Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } | Inst::Vop3 { f, .. } => f.sdst >= EXEC_LO,
        Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Vop1 { .. }
        | Inst::Vop3p { .. }
        | Inst::Ds { .. }
        | Inst::Flat { .. }
        | Inst::Mubuf { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => false,
    }
}

/// MODE for the ALU: as kernels have it, or any rounding, denormals, DX10_CLAMP, IEEE and FP16_OVFL;
/// sometimes with GPR index mode, seldom with VSKIP.
fn mode(r: &mut Source<'_>, generation: Gen) -> u32 {
    let mode = match r.below(4) {
        // Compute kernels: with and without f32 denormals.
        0 => 0x3f0,
        1 => 0x3c0,
        // With FP16_OVFL.
        _ => r.bits() as u32 & 0x80_03ff,
    };
    mode | match r.below(64) {
        0..8 if !generation.is_legacy() => MODE_GPR_IDX_EN,
        8 => MODE_VSKIP,
        _ => 0,
    }
}

/// Rows of encodings of which no instructions are made must be excluded; see the tests.
pub fn made(row: &'static Row) -> bool {
    let place = crate::fuzz::counts::place(row);
    entries_of(|r| crate::fuzz::counts::place(r) == place).len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::counts::rows;
    use crate::fuzz::{Counts, Session, gcn};

    #[test]
    fn every_row_is_generated_or_excluded() {
        let executed = |row: &Row| Gen::ALL.iter().any(|g| row.exists(*g));
        for row in rows().filter(|row| executed(row)) {
            let (made, why) = (made(row), excluded(row));
            assert!(made || why.is_some(), "{} is not fuzzed", row.name);
        }
    }

    /// What is printed is the same case.
    #[test]
    fn cases_are_read_as_they_were_written() {
        let mut target = Insts::new();
        let mut session = Session::new().expect("a compiler for this host");
        for seed in 0..20 {
            let generation = Gen::ALL[seed as usize % Gen::ALL.len()];
            let group = target.groups()[seed as usize % 2].to_vec();
            let mut round = Round {
                source: &mut Source::seeded(seed),
                session: &mut session,
                counts: &mut Counts::default(),
                generations: &[generation],
                wanted: &[],
                checks: Default::default(),
            };
            let entries: Vec<_> = (0..2)
                .map(|k| group[(seed as usize * 37 + k) % group.len()])
                .filter(|e| e.row.exists(generation))
                .collect();
            let done = target.program(&mut round, generation, &entries, 1);
            assert!(done.is_ok(), "{done:?}");
            for case in [&target.alu_case, &target.memory_case] {
                if case.items.is_empty() {
                    continue;
                }
                let text = gcn::text(case, "a");
                let read = gcn::cases(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
                assert_eq!(read.len(), 1, "{text}");
                let gcn::Input::Case(b) = &read[0].1 else {
                    panic!("{text}");
                };
                let (mut a, mut b) = (case.clone(), b.clone());
                assert_eq!(a.words(), b.words(), "{text}");
                (a.items, b.items) = (vec![], vec![]);
                assert!(a == b, "{text}");
            }
        }
    }
}
