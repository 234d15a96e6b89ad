//! The blocks of a loop's round, one behind the other, as one list of nodes without registers.
//!
//! Blocks that a branch leaves out where no lane of the wave is active are in the list all the same: their
//! masks are empty then, and [`Linker::check_skips`] shows that nothing that is used later depends on
//! whether they are executed.

use std::collections::{BTreeMap, BTreeSet};

use super::truth::{Table, Truths};
use super::{Skip, Step};
use crate::ir::liveness::ScalarSet;
use crate::ir::plant::{Fault, planted};
use crate::ir::{Args, Block, HashMap, Node, Reg, Ty, Uop, Val};
use crate::isa::EXEC_LO;

/// What a vector register has been written with in this round.
#[derive(Clone, Debug, Default)]
struct Written {
    /// Values and masks, in order.
    values: Vec<(Val, Val)>,
    /// The register with the first so many of them in it.
    merged: Option<(usize, Val)>,
}

/// Scalar registers, as a block leaves them.
type Scalars = BTreeMap<Reg, Val>;

#[derive(Default)]
pub(super) struct Linker {
    pub nodes: Vec<Node>,
    known: HashMap<(Uop, Ty, bool, Args, u64), Val>,
    pub scalars: Scalars,
    /// Scalar registers as the round finds them.
    heads: BTreeMap<Reg, Val>,
    written: BTreeMap<u16, Written>,
    /// Vector registers as the round finds them.
    vector_heads: BTreeMap<u16, Val>,
    pub truths: Truths,
    /// EXEC at the current node, if it is known.
    exec: Option<Val>,
    /// Where each step begins.
    before: Vec<Scalars>,
    /// Steps and masks of all writes to vector registers.
    writes: Vec<(usize, Val)>,
    /// Scalar registers that depend on whether skipped blocks were executed, and the masks of those.
    doubtful: Vec<(Reg, Val)>,
    tainted: BTreeSet<Reg>,
    /// EXEC and vector instructions of the steps.
    pub lanes: Vec<(usize, Val, u32)>,
    /// The masks of the skips.
    pub masks: Vec<Val>,
    /// Steps and nodes of the loads.
    pub loads: Vec<(usize, Val)>,
    /// Where the nodes of the last block are.
    pub map: Vec<Val>,
    pc: u64,
}

/// Whether a round may have the node. The others have to do with other lanes, have an effect, or depend on
/// more than the loop's registers.
pub(super) fn is_allowed(n: &Node, is_native: &dyn Fn(&Node) -> bool) -> bool {
    match n.op {
        Uop::Call1 | Uop::Call2 | Uop::Call3 => n.vec && is_native(n),
        Uop::Load | Uop::Proj | Uop::Splat | Uop::LaneBits | Uop::MaskBits => true,
        Uop::Quad => false,
        _ => matches!(n.op.kind(), crate::ir::Kind::Pure | crate::ir::Kind::Float),
    }
}

impl Linker {
    pub fn new() -> Linker {
        let mut l = Linker::default();
        l.head(Reg::Q(EXEC_LO));
        l
    }

    pub fn node(&self, v: Val) -> &Node {
        &self.nodes[v.0 as usize]
    }

    /// Adds a node, unless there is one like it.
    pub fn add(&mut self, op: Uop, ty: Ty, vec: bool, imm: u64, args: &[Val]) -> Val {
        if let [x, y] = args
            && op == Uop::Concat
            && !vec
        {
            let (x, y) = (self.node(*x), self.node(*y));
            if x.op == Uop::Lo && y.op == Uop::Hi && x.args == y.args {
                return x.args[0];
            }
        }
        let args = Args::from_slice(args);
        let key = (op, ty, vec, args.clone(), imm);
        let is_single = super::is_single(op);
        if let Some(v) = self.known.get(&key).filter(|_| !is_single) {
            return *v;
        }
        let v = Val(self.nodes.len() as u32);
        self.nodes.push(Node {
            op,
            ty,
            vec,
            args,
            imm,
            pc: self.pc,
        });
        self.known.insert(key, v);
        v
    }

    /// A scalar register as the round finds it.
    pub fn head(&mut self, r: Reg) -> Val {
        if let Some(v) = self.heads.get(&r) {
            return *v;
        }
        let v = match r {
            Reg::S(n) => self.add(Uop::ReadS, Ty::B32, false, u64::from(n), &[]),
            Reg::Q(n) => self.add(Uop::ReadQ, Ty::B64, false, u64::from(n), &[]),
            Reg::Scc => self.add(Uop::ReadScc, Ty::B1, false, 0, &[]),
            Reg::Base(n) => self.add(Uop::ReadBase, Ty::B32, false, u64::from(n), &[]),
        };
        self.heads.insert(r, v);
        v
    }

    /// A pair of scalar registers as the round finds it.
    pub fn head_pair(&mut self, first: u8) -> Val {
        let halves = [first, first + 1].map(|n| self.head(Reg::S(n)));
        self.add(Uop::Concat, Ty::B64, false, 0, &halves)
    }

    /// A scalar register as it is now.
    pub fn scalar(&mut self, r: Reg) -> Val {
        match self.scalars.get(&r) {
            Some(v) => *v,
            None => self.head(r),
        }
    }

    /// A vector register as the round finds it.
    pub fn vector_head(&mut self, r: u16) -> Val {
        if let Some(v) = self.vector_heads.get(&r) {
            return *v;
        }
        let v = self.add(Uop::ReadV, Ty::B32, true, u64::from(r), &[]);
        self.vector_heads.insert(r, v);
        v
    }

    /// The scalar register of which `v` is what the round finds.
    pub fn head_of(&self, v: Val) -> Option<Reg> {
        let mut heads = self.heads.iter();
        heads.find(|(_, h)| **h == v).map(|(r, _)| *r)
    }

    /// The table of a mask.
    pub fn table(&mut self, v: Val) -> Option<Table> {
        self.truths.of(&self.nodes, v)
    }

    /// Whether `mask` has no lane that `of` has not.
    pub fn is_within(&mut self, mask: Val, of: Val) -> bool {
        let tables = self.table(mask).zip(self.table(of));
        tables.is_some_and(|(m, of)| m.implies(of))
    }

    /// A vector register with all that has been written to it.
    pub fn whole(&mut self, r: u16) -> Val {
        let Some(w) = self.written.get(&r).cloned() else {
            return self.vector_head(r);
        };
        let (from, mut now) = match w.merged {
            Some(merged) => merged,
            None => (0, self.vector_head(r)),
        };
        for (i, (v, mask)) in w.values.iter().enumerate().skip(from) {
            // What is overwritten at once.
            let later: Vec<Val> = w.values[i + 1..].iter().map(|l| l.1).collect();
            let part = planted(Fault::OverwrittenPart);
            if later.into_iter().any(|l| part || self.is_within(*mask, l)) {
                continue;
            }
            self.pc = self.node(*v).pc;
            let k = self.add(Uop::LaneBits, Ty::B1, true, 0, &[*mask]);
            now = self.add(Uop::Select, Ty::B32, true, 0, &[k, *v, now]);
        }
        let merged = Some((w.values.len(), now));
        self.written.insert(r, Written { merged, ..w });
        now
    }

    /// What a vector register has in the lanes of `exec`.
    pub fn in_lanes(&mut self, r: u16, exec: Option<Val>) -> Val {
        let last = self.written.get(&r).and_then(|w| w.values.last()).copied();
        match (last, exec) {
            (Some((v, mask)), Some(exec))
                if planted(Fault::PartlyWritten) || self.is_within(exec, mask) =>
            {
                v
            }
            _ => self.whole(r),
        }
    }

    /// Whether the round writes the vector register.
    pub fn writes(&self, r: u16) -> bool {
        self.written.contains_key(&r)
    }

    /// Adds the nodes of `block`, which is step `k`.
    pub fn block(
        &mut self,
        k: usize,
        block: &Block,
        is_allowed: &dyn Fn(&Node) -> bool,
    ) -> Option<()> {
        // What is known of registers stays as it is: those are written nowhere in the loop.
        let is_known = |(r, _): &(Reg, Val)| matches!(r, Reg::Base(_));
        if !block.guards.is_empty() || block.outs.iter().any(is_known) {
            return None;
        }
        self.before.push(self.scalars.clone());
        self.exec = Some(self.scalar(Reg::Q(EXEC_LO)));
        let mut map: Vec<Val> = vec![];
        for n in &block.nodes {
            self.pc = n.pc;
            let none = Val(u32::MAX);
            let args: Args = n.args.iter().map(|a| map[a.0 as usize]).collect();
            let v = match n.op {
                Uop::ReadS => self.read(Reg::S(n.imm as u8))?,
                Uop::ReadQ => self.read(Reg::Q(n.imm as u8))?,
                Uop::ReadScc => self.read(Reg::Scc)?,
                Uop::ReadBase => self.head(Reg::Base(n.imm as u16)),
                Uop::ReadV => self.in_lanes(n.imm as u16, self.exec),
                Uop::WriteV => {
                    let w = self.written.entry(n.imm as u16).or_default();
                    w.values.push((args[0], args[1]));
                    self.writes.push((k, args[1]));
                    none
                }
                Uop::ExecChange => {
                    self.exec = None;
                    none
                }
                _ if args.contains(&none) || !is_allowed(n) => return None,
                _ => self.add(n.op, n.ty, n.vec, n.imm, &args),
            };
            if super::is_single(n.op) {
                self.loads.push((k, v));
            }
            map.push(v);
        }
        for (v, n) in &block.lane_counts {
            self.lanes.push((k, map[v.0 as usize], *n));
        }
        for (r, v) in &block.outs {
            self.tainted.remove(r);
            self.scalars.insert(*r, map[v.0 as usize]);
        }
        self.map = map;
        Some(())
    }

    fn read(&mut self, r: Reg) -> Option<Val> {
        (!self.tainted.contains(&r)).then(|| self.scalar(r))
    }

    /// The mask that a block's branch compares with zero, which is the operand of node `cond` there.
    pub fn branch_mask(&mut self, block: &Block, mask: Val) -> Option<Val> {
        // The block's own value: it has been added already, and blocks are lists of their own.
        let n = &block.nodes[mask.0 as usize];
        let exec = block.outs.iter().find(|(r, _)| *r == Reg::Q(EXEC_LO));
        match exec {
            Some((_, v)) if *v == mask => Some(self.scalar(Reg::Q(EXEC_LO))),
            None if n.op == Uop::ReadQ && n.imm == u64::from(EXEC_LO) => {
                Some(self.scalar(Reg::Q(EXEC_LO)))
            }
            _ => None,
        }
    }

    /// Before step `k`, to which the `skips` before it may lead: that it makes no difference for what is
    /// read from there on whether the blocks in between have been executed without any lane.
    pub fn check_skips(&mut self, k: usize, steps: &[Step], live: ScalarSet) -> Option<()> {
        let skips = steps[..k].iter().enumerate();
        let skips: Vec<(usize, Skip)> = skips
            .filter_map(|(i, s)| Some((i, s.skip?)))
            .filter(|(i, s)| s.to == k && i + 1 < k)
            .collect();
        for (i, skip) in skips {
            let mask = self.masks[skip.mask];
            let within = self.table(mask)?;
            let writes = self.writes.iter().copied();
            let loads = self.loads.iter();
            let loads = loads.map(|(step, v)| (*step, self.node(*v).args[1]));
            let counts = self.lanes.iter().map(|(step, m, _)| (*step, *m));
            let inner = writes.chain(loads).chain(counts);
            let inner: Vec<_> = inner.filter(|m| (i + 1..k).contains(&m.0)).collect();
            for (_, m) in inner {
                if !self.table(m)?.implies(within) && !planted(Fault::SkipNotNeutral) {
                    return None;
                }
            }
            let then = self.before[i + 1].clone();
            let now = self.scalars.clone();
            for (r, v) in now {
                let old = match then.get(&r) {
                    Some(old) => *old,
                    None => self.head(r),
                };
                if old == v || !live.contains(r) {
                    continue;
                }
                let same = match self.masks_of(r, old, v) {
                    Some((x, y)) => {
                        let (x, y) = (self.table(x)?, self.table(y)?);
                        x.xor(y).implies(within) || planted(Fault::SkipNotNeutral)
                    }
                    None => false,
                };
                if !same {
                    self.tainted.insert(r);
                    self.doubtful.push((r, mask));
                }
            }
        }
        Some(())
    }

    /// The masks that a register has halves of, before and after.
    fn masks_of(&mut self, r: Reg, old: Val, new: Val) -> Option<(Val, Val)> {
        let Reg::S(n) = r else {
            return matches!(r, Reg::Q(_)).then_some((old, new));
        };
        let half = |l: &Self, v: Val| {
            let n = l.node(v);
            matches!(n.op, Uop::Lo | Uop::Hi).then(|| (n.op, n.args[0]))
        };
        let (op, _) = half(self, old).or(half(self, new))?;
        let [x, y] = [old, new].map(|v| match half(self, v) {
            Some((o, x)) if o == op => Some(x),
            _ if self.head_of(v) == Some(r) => {
                let first = if op == Uop::Lo {
                    Some(n)
                } else {
                    n.checked_sub(1)
                };
                first.filter(|n| *n < 127).map(|n| self.head_pair(n))
            }
            _ => None,
        });
        x.zip(y)
    }

    /// Behind the last step, with EXEC as it is then: what has to hold if waves are to be executed some lanes
    /// after the others.
    pub fn check_end(&mut self, live: ScalarSet) -> Option<()> {
        let head = self.head(Reg::Q(EXEC_LO));
        let exec = self.scalar(Reg::Q(EXEC_LO));
        // Lanes leave for good, and those that have left write nothing.
        if !self.is_within(exec, head) {
            return None;
        }
        let masks: Vec<Val> = self.writes.iter().map(|w| w.1).collect();
        let loads = self.loads.iter().map(|(_, v)| self.node(*v).args[1]);
        let loads: Vec<Val> = loads.collect();
        for m in masks.into_iter().chain(loads) {
            if !self.is_within(m, head) {
                return None;
            }
        }
        // Where blocks have been skipped without a lane in them, no lane is left.
        for (r, mask) in self.doubtful.clone() {
            if !self.is_within(exec, mask) || live.contains(r) {
                return None;
            }
        }
        // Masks that are used behind the loop stay as they are in lanes that have left.
        let head = self.table(head)?;
        for (r, v) in self.scalars.clone() {
            let old = self.head(r);
            if !live.contains(r) || v == old || r == Reg::Q(EXEC_LO) {
                continue;
            }
            if let Some((x, y)) = self.masks_of(r, old, v)
                && self.is_lanes(y)
            {
                let (x, y) = (self.table(x)?, self.table(y)?);
                if !x.xor(y).implies(head) && !planted(Fault::MaskOfOthers) {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Whether the scalar is made of what lanes have computed.
    pub fn is_lanes(&self, v: Val) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            if !seen.insert(v) {
                continue;
            }
            let n = self.node(v);
            match n.op {
                Uop::MaskBits => return true,
                Uop::ReadQ if n.imm == u64::from(EXEC_LO) => return true,
                // What it is when the next round begins.
                Uop::ReadQ | Uop::ReadS => {
                    let r = self.head_of(v);
                    open.extend(r.and_then(|r| self.scalars.get(&r)));
                }
                _ if n.vec => {}
                _ => open.extend(&n.args),
            }
        }
        false
    }
}
