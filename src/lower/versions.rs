//! A function's blocks in versions: for full EXEC, in which what is the same in all lanes or rises
//! steadily from lane to lane is computed once, and for any EXEC.
//!
//! What a block may take for granted of vector registers ([`Facts`]) is what all edges to it bring;
//! lowering a block gives what holds after it, so blocks are lowered until that does not change any
//! more. A block ends where EXEC changes for more than a few instructions, and where a condition has to be
//! checked first ([`Guard`]).
//!
//! [`Guard`]: crate::ir::Guard

use std::collections::{BTreeMap, BTreeSet};

use super::named::named_from;
use super::watched::{Shown, is_shown, vectors};
use super::{Lower, Target, is_vector};
use crate::cfg::{BasicBlock, Cfg, Flow, flow};
use crate::check::accesses::accesses;
use crate::check::operands::Operands;
use crate::ir::liveness::VgprSet;
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{
    Block, Builder, EntryPoint, Facts, Func, Goto, HashMap, ICmp, Order, Reg, Term, Val,
};
use crate::isa::facts::{MubufAct, Store};
use crate::isa::{Decoded, EXEC_LO, Inst, Operand, Segment, Sop1, Ty, Vop, Vop1, Vop2};
use crate::machine::MODE_GPR_IDX_EN;

/// How a function is entered where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In any way; it never leaves for other code because it assumed too much.
    Any,
    /// With EXEC full and these facts.
    Full(Facts),
    /// With EXEC not full.
    Masked,
    /// Where a wave starts, with EXEC full or not; of these registers lane 0 is given in place of all.
    New(bool, Facts),
}

impl Start {
    /// What tells it from all others, for the names of files.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Start::Any => vec![0],
            Start::Masked => vec![1],
            Start::Full(facts) | Start::New(_, facts) => {
                let mut out = match self {
                    Start::New(full, _) => vec![3, *full as u8],
                    Start::Any | Start::Full(_) | Start::Masked => vec![2],
                };
                for (r, f) in facts {
                    out.extend(r.to_le_bytes());
                    out.extend(f.stride.to_le_bytes());
                    out.extend([f.order as u8, f.stale as u8]);
                }
                out
            }
        }
    }
}

/// Which version of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Version {
    /// For any EXEC.
    Masked,
    /// For full EXEC.
    Full,
    /// For full EXEC, behind the check of what its first instruction wants.
    Checked,
    /// For any EXEC, behind the question whether who watches leaves it to compiled code.
    GrantedMasked,
    /// For full EXEC, behind that question.
    GrantedFull,
    /// Who watches wants the interpreter to execute the first instruction.
    Refused,
}

impl Version {
    pub(super) fn of(full: bool) -> Version {
        if full { Version::Full } else { Version::Masked }
    }

    fn from_index(i: usize) -> Version {
        use Version::*;
        let all = [Masked, Full, Checked, GrantedMasked, GrantedFull, Refused];
        all[i.min(all.len() - 1)]
    }

    fn is_full(self) -> bool {
        use Version::*;
        matches!(self, Full | Checked | GrantedFull)
    }

    /// Whether it is one that other code leads to.
    fn begins(self) -> bool {
        matches!(self, Version::Masked | Version::Full)
    }
}

type Key = (u64, Version);

/// The versions that an edge may lead to.
fn targets(g: &Goto) -> impl Iterator<Item = Key> {
    let second = (g.full != g.masked).then_some(g.masked);
    let of = |i| (g.pc, Version::from_index(i));
    [Some(g.full), second].into_iter().flatten().map(of)
}

struct Versions<'a> {
    t: &'a Target,
    graph: &'a Cfg,
    guarded: bool,
    /// Which blocks begin with [`crate::ir::Uop::Watch`].
    shown: Shown,
    /// See [`Builder::with_rows`].
    through: Vec<u8>,
    /// The vector registers that are named from each block of the graph on, of a long one.
    named: Option<HashMap<u64, VgprSet>>,
    /// Blocks of the graph, and positions in them, where pieces begin.
    pieces: HashMap<u64, (u64, usize)>,
    facts: BTreeMap<Key, Facts>,
    blocks: HashMap<Key, Block>,
    work: BTreeSet<Key>,
}

/// Lowers a control-flow graph for waves that start at `entry` as `start` says.
pub fn lower(t: &Target, graph: &Cfg, entry: u64, start: &Start) -> Func {
    lower_for(t, graph, entry, start, Shown::Nothing)
}

/// As [`lower`]; what is `shown` is shown to who watches, from a graph with [`super::watched::cuts`].
pub fn lower_for(t: &Target, graph: &Cfg, entry: u64, start: &Start, shown: Shown) -> Func {
    let mut v = Versions {
        t,
        graph,
        guarded: *start != Start::Any,
        shown,
        through: match start {
            _ if !matches!(shown, Shown::Nothing | Shown::Counted) => vec![],
            Start::Any => vec![],
            Start::Full(_) | Start::Masked | Start::New(..) => rows_through(graph),
        },
        named: named_from(t.generation, graph),
        pieces: graph.blocks.keys().map(|pc| (*pc, (*pc, 0))).collect(),
        facts: BTreeMap::new(),
        blocks: HashMap::default(),
        work: BTreeSet::new(),
    };
    let mut roots = vec![];
    match start {
        Start::Any => {
            for pc in graph.entries.iter().copied().chain([entry]) {
                roots.extend([(pc, Version::Full), (pc, Version::Masked)]);
            }
        }
        Start::Full(_) => roots.push((entry, Version::Full)),
        Start::New(full, _) => roots.push((entry, Version::of(*full))),
        Start::Masked => roots.push((entry, Version::Masked)),
    }
    for key in &roots {
        let facts = match start {
            Start::Full(f) | Start::New(_, f) => f.clone(),
            Start::Any | Start::Masked => Facts::new(),
        };
        v.flow(*key, facts);
    }
    while let Some(key) = v.work.pop_first() {
        let block = v.piece(key);
        for (to, facts) in v.successors(&block) {
            v.flow(to, facts);
        }
        v.blocks.insert(key, block);
    }
    v.func(entry, roots)
}

impl Versions<'_> {
    /// Brings `facts` to a block.
    fn flow(&mut self, to: Key, mut facts: Facts) {
        if let Some(named) = &self.named {
            let block = self.pieces.get(&to.0).map_or(to.0, |(pc, _)| *pc);
            let named = named.get(&block).copied().unwrap_or_default();
            facts.retain(|r, _| named.contains(*r));
        }
        let entered = !self.guarded && self.graph.entries.contains(&to.0);
        let new = match self.facts.get(&to) {
            _ if entered => Facts::new(),
            None => facts,
            Some(old) => meet(old, &facts),
        };
        if self.facts.get(&to) != Some(&new) {
            self.facts.insert(to, new);
            self.work.insert(to);
        }
    }

    /// The blocks that may follow, with what holds there.
    fn successors(&self, block: &Block) -> Vec<(Key, Facts)> {
        let mut out = vec![];
        for g in block.term.edges() {
            out.extend(targets(g).map(|k| (k, block.facts_out.clone())));
        }
        if let Term::Barrier(pc) = block.term
            && self.graph.blocks.contains_key(&pc)
        {
            // The registers are written when the wave stops; nothing is checked then.
            let mut facts = block.facts_out.clone();
            for g in &block.guards {
                if let Some((r, ..)) = g.high {
                    facts.remove(&r);
                }
            }
            for f in facts.values_mut() {
                f.stale = false;
                if !block.guards.is_empty() {
                    f.order = Order::Any;
                }
            }
            let changed = block.outs.iter().any(|(r, _)| *r == Reg::Q(EXEC_LO));
            if changed {
                out.push(((pc, Version::of(!block.full)), facts.clone()));
            }
            out.push(((pc, Version::of(block.full)), facts));
        }
        out
    }

    /// Lowers a piece of a block: to its end, or to where it has to be cut.
    fn piece(&mut self, (start, version): Key) -> Block {
        let facts = self.facts.get(&(start, version)).cloned();
        let full = version.is_full();
        let mut l = Lower::new(self.t, start);
        l.b = Builder::with(full, self.guarded, facts.unwrap_or_default()).with_rows(&self.through);
        let (graph, place) = (self.graph, self.pieces.get(&start).copied());
        let found = place.and_then(|(pc, first)| Some((graph.blocks.get(&pc)?, pc, first)));
        let term = match found {
            Some(_) if version == Version::Refused => Term::Step(start),
            Some((block, pc, first)) => match self.question(&mut l, version, block, first) {
                Some(doubt) => Term::Branch {
                    cond: doubt,
                    then: edge(start, Version::Refused),
                    otherwise: if full {
                        edge(start, Version::GrantedFull)
                    } else {
                        edge(start, Version::GrantedMasked)
                    },
                },
                None => self.insts(&mut l, version, block, pc, first),
            },
            None => Term::Step(start),
        };
        let mut block = l.b.finish(start, term);
        let cut = self.pieces.get(&start).is_some_and(|(pc, _)| *pc != start);
        block.entry = self.graph.entries.contains(&start) && !cut && version.begins();
        block
    }

    /// Whether the interpreter has to execute what the block begins with, where that is asked before it.
    fn question(
        &self,
        l: &mut Lower<'_>,
        version: Version,
        block: &BasicBlock,
        first: usize,
    ) -> Option<Val> {
        let (pc, d) = block.insts.get(first).filter(|_| first == 0)?;
        if !version.begins() {
            return None;
        }
        match self.shown {
            Shown::Nothing | Shown::Counted | Shown::All => None,
            Shown::Misses if l.is_skipped(&d.inst) => None,
            Shown::Misses => l.doubt(&d.inst),
            Shown::Asked => {
                let count = block.insts.len() as u64;
                let watch = l.b.watch(*pc, &vectors(&d.inst, self.t), count);
                let no = l.b.k32(0);
                Some(l.b.icmp32(ICmp::Ne, watch, no))
            }
        }
    }

    fn insts(
        &mut self,
        l: &mut Lower<'_>,
        version: Version,
        block: &BasicBlock,
        start: u64,
        first: usize,
    ) -> Term {
        let insts = &block.insts;
        let mut at = first;
        let mut watch = None;
        let counted = self.shown == Shown::Counted;
        while let Some((pc, d)) = insts.get(at) {
            let checked = version == Version::Checked && at == first;
            let skipped = l.is_skipped(&d.inst);
            // What begins a block is lowered for the MODE of the function.
            let may_cut = l.indexed == (self.t.mode & MODE_GPR_IDX_EN != 0);
            let guarded = self.guarded && self.shown != Shown::Asked;
            let wants = guarded && l.b.is_full() && may_cut && !checked && !skipped;
            if wants && l.wants(&d.inst, &insts[at + 1..]) {
                self.pieces.entry(*pc).or_insert((start, at));
                return Term::Jump(cut(*pc));
            }
            let shown = match self.shown {
                Shown::Nothing | Shown::Counted | Shown::Asked => false,
                // The others are asked for.
                Shown::Misses => {
                    let asked =
                        version == Version::GrantedFull || version == Version::GrantedMasked;
                    at == 0 && !asked && !skipped && is_shown(&d.inst, self.t)
                }
                Shown::All => true,
            };
            if shown {
                let watch =
                    *watch.get_or_insert_with(|| l.b.watch(*pc, &vectors(&d.inst, self.t), 0));
                l.b.watch_one_more(watch);
            }
            if counted && !skipped {
                let operands = Operands::encoded(self.t.generation, &d.inst);
                if accesses(&d.inst, &operands) {
                    l.b.access();
                }
            }
            l.pc = *pc;
            l.next = pc + d.size as u64;
            if skipped {
                l.b.begin_skipped(*pc);
            } else {
                l.b.begin(*pc, is_vector(&d.inst));
                // `discover` ended the block where lowering refuses.
                let done = l.inst(&d.inst);
                debug_assert!(done.is_ok());
            }
            at += 1;
            let may_cut = l.indexed == (self.t.mode & MODE_GPR_IDX_EN != 0);
            if let Some((next, d)) = insts.get(at)
                && l.b.exec_changed()
                && flow(&d.inst, *next) == Flow::Next
            {
                if may_cut && (counted || !l.is_restored(&insts[at..])) {
                    self.pieces.entry(*next).or_insert((start, at));
                    return Term::Jump(l.goto(*next));
                }
                // All that a block counts it counts under one EXEC.
                if counted {
                    return Term::Step(*next);
                }
            }
        }
        let graph = self.graph;
        match (block.step, insts.last()) {
            (None, Some((pc, d))) => {
                let probably = graph.indirect.get(pc).map_or(&[][..], |to| to);
                l.term(&d.inst, *pc, probably, &|pc| graph.blocks.contains_key(&pc))
            }
            (step, _) => Term::Step(step.unwrap_or(start)),
        }
    }

    /// The function, of the blocks that can be reached.
    fn func(mut self, entry: u64, roots: Vec<Key>) -> Func {
        let mut reached = BTreeSet::new();
        let mut work = roots;
        while let Some(key) = work.pop() {
            if !reached.insert(key) {
                continue;
            }
            if let Some(b) = self.blocks.get(&key) {
                work.extend(self.successors(b).into_iter().map(|(k, _)| k));
            }
        }
        let index: HashMap<Key, usize> = reached.iter().copied().zip(0..).collect();
        let resolve = |g: &mut Goto| {
            let at = |i: usize| index.get(&(g.pc, Version::from_index(i))).copied();
            let (full, masked) = (at(g.full), at(g.masked));
            g.full = full.unwrap_or_default();
            g.masked = masked.unwrap_or_default();
        };
        let mut blocks = vec![];
        for key in &reached {
            let Some(mut b) = self.blocks.remove(key) else {
                continue;
            };
            match &mut b.term {
                Term::Jump(g) => resolve(g),
                Term::Branch {
                    then, otherwise, ..
                } => {
                    resolve(then);
                    resolve(otherwise);
                }
                Term::Indirect(_, to) => to.iter_mut().for_each(resolve),
                Term::End(_) | Term::Barrier(_) | Term::Step(_) => {}
            }
            blocks.push(b);
        }
        let others = self.graph.entries.iter().copied().filter(|pc| *pc != entry);
        let point = |pc| EntryPoint {
            pc,
            full: index.get(&(pc, Version::Full)).copied(),
            masked: index.get(&(pc, Version::Masked)).copied(),
        };
        let entries = [entry].into_iter().chain(others).map(point);
        Func {
            blocks,
            entries: entries.filter(|e| e.full.or(e.masked).is_some()).collect(),
            counted: self.shown == Shown::Counted,
        }
    }
}

/// The V#s, by first register, through which instructions of `graph` store rows.
fn rows_through(graph: &Cfg) -> Vec<u8> {
    let insts = graph.blocks.values().flat_map(|b| &b.insts);
    let stored = insts.filter_map(|(_, d)| {
        let Inst::Mubuf { op, f } = &d.inst else {
            return None;
        };
        let dwords = matches!(op.act(), MubufAct::Stores(Store::Dwords(_)));
        (dwords && !f.idxen && !f.offen && !f.addr64).then_some(f.srsrc)
    });
    let mut through: Vec<u8> = stored.collect();
    through.sort();
    through.dedup();
    through
}

/// An edge to the rest of a block that was cut before an instruction.
fn cut(pc: u64) -> Goto {
    edge(pc, Version::Checked)
}

/// An edge to one version, whatever EXEC is.
fn edge(pc: u64, version: Version) -> Goto {
    Goto {
        pc,
        full: version as usize,
        masked: version as usize,
        exec: None,
    }
}

/// What holds on both edges.
fn meet(a: &Facts, b: &Facts) -> Facts {
    let mut out = Facts::new();
    for (r, x) in a {
        if let Some(y) = b.get(r)
            && x.stride == y.stride
        {
            let mut f = *x;
            f.order = unless_planted!(Fault::LoopFact, x.order.min(y.order), x.order.max(y.order));
            f.stale = x.stale || y.stale;
            out.insert(*r, f);
        }
    }
    out
}

/// The vector register of an operand.
fn vgpr(o: Operand) -> Option<u8> {
    if let Operand::Vgpr(v) = o {
        Some(v)
    } else {
        None
    }
}

/// Operands of a vector ALU instruction.
fn vop(inst: &Inst) -> Option<&Vop> {
    match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. } => Some(f),
        Inst::Vop3p { .. }
        | Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Ds { .. }
        | Inst::Flat { .. }
        | Inst::Mubuf { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Mai { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => None,
    }
}

#[allow(clippy::wildcard_enum_match_arm)] // A few opcodes among many; none has to be added here.
fn adds_low(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Vop2 {
            op: Vop2::V_ADD_CO_U32 | Vop2::V_SUB_CO_U32 | Vop2::V_SUBREV_CO_U32,
            ..
        }
    )
}

fn adds_high(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Vop2 {
            op: Vop2::V_ADDC_CO_U32 | Vop2::V_SUBB_CO_U32 | Vop2::V_SUBBREV_CO_U32,
            ..
        }
    )
}

/// How far behind the low half of a 64-bit sum its high half is looked for.
const CARRY_DISTANCE: usize = 8;

/// Within how many instructions EXEC is looked for to be what it was, so that the block goes on.
const RESTORE_DISTANCE: usize = 4;

impl Lower<'_> {
    /// Whether all lanes are active for a few instructions only, the first of `rest`, as compilers do it to
    /// save registers that have other values in each lane.
    fn is_restored(&mut self, rest: &[(u64, Decoded)]) -> bool {
        let near = rest.iter().take(RESTORE_DISTANCE);
        let mut saved = near.filter_map(|(_, d)| {
            let Inst::Sop1 {
                op: Sop1::S_MOV_B64,
                sdst: EXEC_LO,
                ssrc0: Operand::Sgpr(p),
            } = d.inst
            else {
                return None;
            };
            Some(p)
        });
        self.b.exec_is_full()
            && saved.next().is_some_and(|p| {
                let v = self.b.s64(p);
                self.b.is_first_exec(v)
            })
    }

    /// The order that the low half of a register pair needs, so that the pair is one value that rises.
    fn low_of_pair(&mut self, v: u8) -> Option<(u8, Order)> {
        let exists = (v as u32) + 1 < self.t.vgprs.vgprs;
        (exists && self.b.is_uniform(v + 1)).then_some((v, Order::Rising))
    }

    /// The registers of which `inst` takes the lanes as low halves of values that rise.
    fn pairs(&mut self, inst: &Inst) -> Vec<(u8, Order)> {
        let mut wanted = vec![];
        if let Inst::Flat { f, .. } = inst {
            match (f.seg, f.saddr) {
                (Segment::Scratch, _) => {}
                (_, None) => wanted.extend(self.low_of_pair(f.vaddr)),
                (_, Some(_)) => wanted.push((f.vaddr, Order::Rising)),
            }
        }
        if let Some(f) = vop(inst) {
            for (ty, src) in inst.row().shape.src.into_iter().zip(f.src) {
                if ty.dwords() == 2 && ty != Ty::Mask {
                    wanted.extend(vgpr(src).and_then(|v| self.low_of_pair(v)));
                }
            }
        }
        wanted
    }

    /// Whether `inst` is better lowered after a check of how the lanes of its operands follow each
    /// other; the block has to be cut before it then. `rest` comes after it.
    fn wants(&mut self, inst: &Inst, rest: &[(u64, Decoded)]) -> bool {
        let mut wanted = self.pairs(inst);
        let mut high = vec![];
        if let Some(f) = vop(inst) {
            let registers = inst.row().shape.src.into_iter().zip(f.src);
            let single = registers.filter(|(ty, _)| ty.dwords() == 1);
            high.extend(single.filter_map(|(_, src)| vgpr(src)));
            let shift = matches!(
                inst,
                Inst::Vop2 {
                    op: Vop2::V_ASHRREV_I32,
                    ..
                }
            );
            if shift && f.src[0] == Operand::Int(31) {
                wanted.extend(vgpr(f.src[1]).map(|v| (v, Order::SameSign)));
            }
            let uses = |(_, d): &(u64, Decoded)| {
                let high = vop(&d.inst).filter(|o| o.src[2] == Operand::Sgpr(f.sdst));
                high.filter(|_| adds_high(&d.inst)).map(|o| o.src)
            };
            let near = || rest.iter().take(CARRY_DISTANCE);
            if adds_low(inst)
                && let Some(distance) = near().position(|d| uses(d).is_some())
                && let Some(other) = uses(&rest[distance])
            {
                // A cut between the halves would lose the carry, so it is made before both.
                let mut written = vec![f.vdst];
                for (_, d) in &rest[..distance] {
                    let known = |(v, _): &(u8, Order)| {
                        !written.contains(v) && !written.contains(&v.wrapping_add(1))
                    };
                    let pairs = self.pairs(&d.inst);
                    wanted.extend(pairs.into_iter().filter(known));
                    if let Some(f) = vop(&d.inst) {
                        let dwords = d.inst.row().shape.dst.dwords();
                        written.extend((0..dwords).map(|k| f.vdst.wrapping_add(k)));
                    }
                }
                for (low, high) in f.src[..2].iter().zip(other) {
                    // Halves of one value need no check.
                    let whole = vgpr(high).is_some_and(|v| self.b.is_high(v));
                    wanted.extend(vgpr(*low).filter(|_| !whole).map(|v| (v, Order::Rising)));
                }
            }
            // These take what they get.
            let copies = matches!(
                inst,
                Inst::Vop1 {
                    op: Vop1::V_MOV_B32,
                    ..
                }
            );
            if copies || adds_high(inst) {
                high.clear();
            }
        }
        let exists = |v: u8| (v as u32) < self.t.vgprs.vgprs;
        wanted.retain(|(v, _)| exists(*v));
        high.retain(|v| exists(*v));
        let mut any = high.iter().any(|v| self.b.is_high(*v));
        for (v, order) in wanted {
            any |= self.b.want_order(v, order).is_some();
        }
        any
    }
}
