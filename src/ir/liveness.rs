//! Which vector registers may still be read after each block.
//!
//! A register write keeps the lanes that EXEC disables, so only one of all lanes ends the life of the old
//! value; else only what nothing reads any more is dead. Reads that follow a write in the same block under the
//! same EXEC are not reads of the register: the builder forwarded the value. So a temporary of a loop's
//! body is dead at its end.

use super::plant::{Fault, planted, unless_planted};
use super::{Block, Func, Node, Reg, Term, Uop, Watched};
use crate::isa::EXEC_LO;
use crate::machine::wave::FILE;

/// A set of vector registers, by their numbers in the wave's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VgprSet([u64; FILE / 64]);

impl VgprSet {
    /// All of the file.
    pub const ALL: VgprSet = VgprSet([u64::MAX; FILE / 64]);

    /// Adds register `v`.
    pub fn insert(&mut self, v: u16) {
        self.0[v as usize / 64 % (FILE / 64)] |= 1 << (v % 64);
    }

    /// Removes register `v`.
    pub fn remove(&mut self, v: u16) {
        self.0[v as usize / 64 % (FILE / 64)] &= !(1 << (v % 64));
    }

    /// Whether register `v` is in the set.
    pub fn contains(&self, v: u16) -> bool {
        self.0[v as usize / 64 % (FILE / 64)] >> (v % 64) & 1 != 0
    }

    /// The registers in it, rising.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..FILE as u16).filter(move |v| self.contains(*v))
    }

    /// Those that are not in the other.
    pub fn without(mut self, other: VgprSet) -> VgprSet {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        self
    }

    /// The union.
    pub fn or(mut self, other: VgprSet) -> VgprSet {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }
}

/// Whether a micro-operation reads the vector register in its `imm`.
pub fn reads_vgpr(op: Uop) -> bool {
    matches!(op, Uop::ReadV | Uop::ReadLane | Uop::ReadLaneOld)
}

/// Whether a micro-operation may read any vector register.
pub fn reads_any_vgpr(op: Uop) -> bool {
    matches!(op, Uop::ReadVAt | Uop::ReadLaneAt)
}

/// The vector registers that micro-operations name or may read by number.
pub fn read_by(nodes: &[Node]) -> VgprSet {
    if nodes.iter().any(|n| reads_any_vgpr(n.op)) {
        return VgprSet::ALL;
    }
    let mut s = VgprSet::default();
    for n in nodes.iter().filter(|n| reads_vgpr(n.op)) {
        s.insert(n.imm as u16);
    }
    for n in nodes.iter().filter(|n| n.op == Uop::Watch) {
        for (first, count) in Watched::unpack(n.imm).vectors {
            (first..first + u16::from(count)).for_each(|r| s.insert(r));
        }
    }
    s
}

/// The vector registers that a block writes in all lanes, and does not read as they were before it.
fn killed(b: &Block) -> VgprSet {
    let mut s = VgprSet::default();
    let whole = |v: &super::Val| {
        let exec = &b.nodes[v.0 as usize];
        exec.op == Uop::Const && exec.imm == u64::MAX || planted(Fault::KilledByAny)
    };
    let writes = b.nodes.iter().filter(|n| n.op == Uop::WriteV);
    for n in writes.filter(|n| whole(&n.args[1])) {
        s.insert(n.imm as u16);
    }
    s.without(b.reads)
}

/// The registers that are live after each block. `observed`: someone looks at the registers of waves
/// that have ended.
pub fn live_out(func: &Func, observed: bool) -> Vec<VgprSet> {
    liveness(func, observed).1
}

/// The registers that may be read, from any entry on, before they are written.
pub fn read_first(func: &Func, observed: bool) -> VgprSet {
    let (live_in, _) = liveness(func, observed);
    let blocks = func.entries.iter().flat_map(|e| [e.full, e.masked]);
    let entries = blocks.flatten().map(|b| live_in[b]);
    entries.fold(VgprSet::default(), VgprSet::or)
}

/// The registers that are live at each block's start, and after it. `observed`: someone looks at the
/// registers of waves that have ended.
pub fn liveness(func: &Func, observed: bool) -> (Vec<VgprSet>, Vec<VgprSet>) {
    let mut live_in: Vec<VgprSet> = func.blocks.iter().map(|b| b.reads).collect();
    let killed: Vec<VgprSet> = func.blocks.iter().map(killed).collect();
    let after = |term: &Term, live_in: &[VgprSet]| match term {
        Term::Jump(_) | Term::Branch { .. } => {
            let targets = term.edges().flat_map(|g| g.targets());
            targets.fold(VgprSet::default(), |s, t| s.or(live_in[t]))
        }
        Term::End(_) if !observed => VgprSet::default(),
        Term::Barrier(pc) => {
            let entry = func.entries.iter().find(|e| e.pc == *pc);
            match entry.map(|e| (e.full, e.masked)) {
                Some((Some(f), Some(m))) => {
                    unless_planted!(
                        Fault::BarrierLiveness,
                        live_in[f].or(live_in[m]),
                        live_in[f]
                    )
                }
                _ => VgprSet::ALL,
            }
        }
        Term::Step(_) => {
            unless_planted!(Fault::StepLiveness, VgprSet::ALL, VgprSet::default())
        }
        Term::End(_) | Term::Indirect(..) => VgprSet::ALL,
    };
    loop {
        let mut changed = false;
        for (i, b) in func.blocks.iter().enumerate().rev() {
            let new = live_in[i].or(after(&b.term, &live_in).without(killed[i]));
            changed |= new != live_in[i];
            live_in[i] = new;
        }
        if !changed {
            break;
        }
    }
    let out = func.blocks.iter().map(|b| after(&b.term, &live_in));
    let out = out.collect();
    (live_in, out)
}

/// The scalar registers (VCC and EXEC among them) and SCC as bits of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScalarSet(u128, bool);

impl ScalarSet {
    const ALL: ScalarSet = ScalarSet(u128::MAX, true);

    fn of(r: Reg) -> ScalarSet {
        match r {
            Reg::S(n) | Reg::Q(n) => ScalarSet(1 << (n & 127), false),
            Reg::Scc => ScalarSet(0, true),
            Reg::Base(_) => ScalarSet::default(),
        }
    }

    /// The union.
    pub fn or(self, o: ScalarSet) -> ScalarSet {
        ScalarSet(self.0 | o.0, self.1 | o.1)
    }

    /// Whether `r` is among them.
    pub fn contains(self, r: Reg) -> bool {
        let s = ScalarSet::of(r);
        self.0 & s.0 != 0 || self.1 && s.1
    }

    fn without(self, o: ScalarSet) -> ScalarSet {
        ScalarSet(self.0 & !o.0, self.1 & !o.1)
    }
}

/// The scalar registers that are read after `b`, given those that are at each block's start.
fn scalars_after(b: &Block, live_in: &[ScalarSet], observed: bool) -> ScalarSet {
    match &b.term {
        Term::Jump(_) | Term::Branch { .. } => {
            let targets = b.term.edges().flat_map(|g| g.targets());
            targets.fold(ScalarSet::default(), |s, t| s.or(live_in[t]))
        }
        Term::End(_) if !observed => ScalarSet::default(),
        Term::Indirect(..) => {
            unless_planted!(Fault::DeadAtJump, ScalarSet::ALL, ScalarSet::default())
        }
        _ => ScalarSet::ALL,
    }
}

/// The scalar registers that are live at each block's start. `observed`: as for [`liveness`].
pub fn live_scalars(func: &Func, observed: bool) -> Vec<ScalarSet> {
    let n = func.blocks.len();
    let (mut reads, mut writes) = (vec![ScalarSet::default(); n], vec![ScalarSet::default(); n]);
    for (i, b) in func.blocks.iter().enumerate() {
        for n in &b.nodes {
            reads[i] = reads[i].or(match n.op {
                Uop::ReadS => ScalarSet::of(Reg::S(n.imm as u8)),
                Uop::ReadQ => ScalarSet::of(Reg::Q(n.imm as u8)),
                Uop::ReadScc => ScalarSet::of(Reg::Scc),
                // By number.
                Uop::CallWave | Uop::Watch => ScalarSet::ALL,
                _ => ScalarSet::default(),
            });
        }
        for (r, _) in &b.outs {
            writes[i] = writes[i].or(ScalarSet::of(*r));
        }
    }
    let mut live_in = reads.clone();
    loop {
        let mut changed = false;
        for (i, b) in func.blocks.iter().enumerate().rev() {
            let after = scalars_after(b, &live_in, observed);
            let new = reads[i].or(after.without(writes[i]));
            changed |= new != live_in[i];
            live_in[i] = new;
        }
        if !changed {
            return live_in;
        }
    }
}

/// Drops the scalar results of blocks that nothing reads. EXEC stays.
pub fn drop_dead_outs(func: &mut Func, observed: bool) {
    let live_in = live_scalars(func, observed);
    for b in &mut func.blocks {
        let live = scalars_after(b, &live_in, observed);
        let live = live.or(ScalarSet::of(Reg::Q(EXEC_LO)));
        b.outs
            .retain(|(r, _)| matches!(r, Reg::Base(_)) || live.contains(*r));
    }
}
