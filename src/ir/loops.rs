//! Loops that lanes leave one after the other, each round as one list of values: what goes from round to
//! round stays in host registers, and the lanes of a strip go round until none of them is left, before those
//! of the next strip do.
//!
//! A round is a path through blocks for any EXEC: branches that leave blocks out where EXEC is zero only save
//! time, as compilers make them for conditions within a loop. It has no store, and nothing that one lane gets
//! from another, so lanes do not depend on how far others are. That the masks in scalar registers do not
//! either is shown for each loop (`link`): as functions of truth values of a lane (`truth`).
//!
//! Loops of which scalars alone decide how many rounds there are ([`Uniform`]) need none of this: what scalars are
//! in each round can be computed first, and then the rounds of one strip after the other.
//!
//! What a round does in place of the machine's blocks is right in the lanes of EXEC, for the registers that
//! may be read later, and counts the same instructions and lanes. Of faults it only says that there is one:
//! then the blocks themselves are executed from where the rounds began.

mod link;
mod pairs;
mod round;
mod steady;
mod truth;
mod uniform;

use super::liveness::{ScalarSet, VgprSet, live_scalars, liveness};
use super::{Block, EntryPoint, Func, Goto, Node, Reg, Term, Uop, Val};
use crate::isa::EXEC_LO;
use link::Linker;
use round::{Decides, Made, Maker};
pub use steady::{Narrow, Steady};

/// Blocks and nodes of a round at most.
const MAX_STEPS: usize = 24;
const MAX_NODES: usize = 600;

/// Where a value comes from that goes from round to round, and where it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A vector register.
    Vector(u16),
    /// 64 bits in this vector register and the next.
    Pair(u16),
    /// A lane mask in VCC, EXEC or the pair of scalar registers that begins with this one.
    Mask(Reg),
    /// A number in a scalar register.
    Scalar(Reg),
    /// A number that begins as zero, in no register.
    Counter,
}

/// A value that goes from round to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phi {
    /// The node that has it in a round.
    pub head: Val,
    /// What it is in the next one.
    pub next: Val,
    /// Where it is outside of the loop.
    pub place: Place,
}

impl Phi {
    /// How many vector registers it takes.
    pub fn vectors(&self) -> usize {
        match self.place {
            Place::Vector(_) => 1,
            Place::Pair(_) => 2,
            Place::Mask(_) | Place::Scalar(_) | Place::Counter => 0,
        }
    }
}

/// Instructions of a round that are executed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Instructions.
    pub instructions: u32,
    /// Those of them that count as one lane.
    pub scalars: u32,
    /// The masks that must have a lane somewhere in the wave.
    pub masks: Vec<Val>,
    /// The blocks that they are.
    pub blocks: Vec<usize>,
}

/// A loop in which EXEC does not change, and scalars that no lane has a part in say how often it goes round: what
/// vector registers get counts in the lanes of EXEC only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uniform {
    /// Whether there is another round: this scalar, which is true or not, is so.
    pub again: (Val, bool),
    /// Vector instructions of a round.
    pub vectors: u32,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block where rounds begin.
    pub head: usize,
    /// A round: its nodes; lane masks are lane-wise truth values, except those of phis and others that the
    /// round finds.
    pub body: Block,
    /// What goes from round to round; the first is EXEC, unless that is the same in all.
    pub phis: Vec<Phi>,
    /// The instructions.
    pub parts: Vec<Part>,
    /// Masks, and how many vector instructions are executed under each.
    pub lanes: Vec<(Val, u32)>,
    /// The blocks with vector instructions, and which of these masks is that of the first ones.
    pub active: Vec<(usize, Val)>,
    /// Scalar nodes that change from round to round, in order; the others are the same in all.
    pub evolving: Vec<Val>,
    /// Where the wave goes on when no lane is left, or there is no further round.
    pub exit: Goto,
    /// Set if lanes do not leave one after the other.
    pub uniform: Option<Uniform>,
    /// Loads of a uniform loop whose lanes lie in the same way in all rounds.
    pub steady: Vec<Steady>,
}

impl Loop {
    /// Whether rounds load from memory so that there may be a fault.
    pub fn loads(&self) -> bool {
        let loads = self.body.nodes.iter().filter(|n| n.op == Uop::Load);
        loads.count() > self.steady.len()
    }

    /// Vector registers that go from round to round.
    pub fn vectors(&self) -> usize {
        self.phis.iter().map(Phi::vectors).sum()
    }

    /// Those of them that go by twos.
    pub fn pairs(&self) -> usize {
        let vectors = self.phis.iter().map(Phi::vectors);
        vectors.filter(|n| *n == 2).sum()
    }

    /// Instructions of a round at most.
    pub fn instructions(&self) -> u32 {
        self.parts.iter().map(|p| p.instructions).sum()
    }
}

/// A branch over blocks: its mask, and the step where it leads if that is zero.
#[derive(Clone, Copy, Debug)]
struct Skip {
    mask: usize,
    to: usize,
}

/// A block of a round.
#[derive(Clone, Copy, Debug)]
struct Step {
    block: usize,
    skip: Option<Skip>,
}

/// What a branch compares with zero, where it leads if that is not zero, and where else.
fn on_mask(block: &Block) -> Option<(Val, &Goto, &Goto)> {
    let Term::Branch {
        cond,
        then,
        otherwise,
    } = &block.term
    else {
        return None;
    };
    let n = &block.nodes[cond.0 as usize];
    if n.op != Uop::Cmp64 {
        return None;
    }
    let zero = &block.nodes[n.args[1].0 as usize];
    if zero.op != Uop::Const || zero.imm != 0 {
        return None;
    }
    const EQ: u64 = super::ICmp::Eq as u64;
    const NE: u64 = super::ICmp::Ne as u64;
    match n.imm {
        EQ => Some((n.args[0], otherwise, then)),
        NE => Some((n.args[0], then, otherwise)),
        _ => None,
    }
}

/// The blocks from `head` to `last`, with the masks of their branches and where these lead.
fn path(func: &Func, head: usize, last: usize) -> Option<Vec<(usize, Option<usize>)>> {
    let mut steps: Vec<(usize, Option<usize>)> = vec![];
    let mut at = head;
    loop {
        let block = &func.blocks[at];
        let seen = steps.iter().any(|s| s.0 == at);
        if block.full || seen || steps.len() >= MAX_STEPS {
            return None;
        }
        if at == last {
            steps.push((at, None));
            return Some(steps);
        }
        match &block.term {
            Term::Jump(g) => {
                steps.push((at, None));
                at = g.masked;
            }
            Term::Branch { .. } => {
                let (_, on, over) = on_mask(block)?;
                steps.push((at, Some(over.masked)));
                at = on.masked;
            }
            _ => return None,
        }
    }
}

/// The loops of `func` whose rounds can be had as values. `observed`: someone looks at the registers of waves
/// that have ended. `is_native`: lane functions that rounds may have.
pub fn find(func: &Func, observed: bool, is_native: &dyn Fn(&Node) -> bool) -> Vec<Loop> {
    let is_end = |b: &Block| !b.full && on_mask(b).is_some();
    let blocks = || func.blocks.iter().enumerate();
    if !blocks().any(|(i, b)| is_end(b) || uniform::back(b, i).is_some()) {
        return vec![];
    }
    let live = (liveness(func, observed).0, live_scalars(func, observed));
    let mut found: Vec<Loop> = vec![];
    for last in 0..func.blocks.len() {
        let block = &func.blocks[last];
        if !is_end(block) {
            continue;
        }
        let Some((_, on, exit)) = on_mask(block) else {
            continue;
        };
        // No lane is left there.
        let exit = Goto {
            full: exit.masked,
            exec: None,
            ..*exit
        };
        let head = on.masked;
        if found.iter().any(|l| l.head == head) {
            continue;
        }
        if let Some(l) =
            path(func, head, last).and_then(|steps| make(func, &steps, exit, &live, is_native))
        {
            found.push(l);
        }
    }
    let blocks = 0..func.blocks.len();
    let others = blocks.filter(|b| found.iter().all(|l| l.head != *b));
    let uniform = others.filter_map(|b| uniform::make(func, b, &live, is_native));
    let uniform: Vec<Loop> = uniform.collect();
    found.extend(uniform);
    found
}

/// Has all edges to where `loops` begin that lanes leave lead to the blocks for any EXEC; waves can be stopped there.
pub fn redirect(func: &mut Func, loops: &[Loop]) {
    let heads: Vec<(u64, usize)> = loops
        .iter()
        .filter(|l| l.uniform.is_none())
        .map(|l| (func.blocks[l.head].pc, l.head))
        .collect();
    let to_head = |g: &mut Goto| {
        let head = heads.iter().find(|h| h.1 == g.masked && h.0 == g.pc);
        if let Some((_, head)) = head {
            (g.full, g.exec) = (*head, None);
        }
    };
    for b in &mut func.blocks {
        match &mut b.term {
            Term::Jump(g) => to_head(g),
            Term::Branch {
                then, otherwise, ..
            } => {
                to_head(then);
                to_head(otherwise);
            }
            Term::Indirect(_, to) => to.iter_mut().for_each(to_head),
            Term::End(_) | Term::Barrier(_) | Term::Step(_) => {}
        }
    }
    for (pc, head) in heads {
        func.blocks[head].entry = true;
        let entry = EntryPoint {
            pc,
            full: Some(head),
            masked: Some(head),
        };
        match func.entries.iter().position(|e| e.pc == pc) {
            Some(0) => {}
            Some(k) => func.entries[k] = entry,
            None => func.entries.push(entry),
        }
    }
}

fn make(
    func: &Func,
    path: &[(usize, Option<usize>)],
    exit: Goto,
    (live_in, scalars_in): &(Vec<VgprSet>, Vec<ScalarSet>),
    is_native: &dyn Fn(&Node) -> bool,
) -> Option<Loop> {
    let nodes: usize = path.iter().map(|s| func.blocks[s.0].nodes.len()).sum();
    if nodes > MAX_NODES {
        return None;
    }
    let mut steps = vec![];
    let mut masks = 0;
    for (k, (block, over)) in path.iter().enumerate() {
        let skip = match over {
            None => None,
            Some(over) => {
                let to = path.iter().position(|s| s.0 == *over)?;
                masks += 1;
                let mask = masks - 1;
                Some((to > k).then_some(Skip { mask, to })?)
            }
        };
        steps.push(Step {
            block: *block,
            skip,
        });
    }
    // A branch that is left out decides nothing: those inside of others lead no further than these.
    let skips = steps
        .iter()
        .enumerate()
        .filter_map(|(i, s)| Some((i, s.skip?.to)));
    let skips: Vec<(usize, usize)> = skips.collect();
    let crosses = |(i, to): &(usize, usize)| {
        let mut inner = skips.iter().filter(|s| s.0 > *i && s.0 < *to);
        inner.any(|s| s.1 > *to)
    };
    if skips.iter().any(crosses) {
        return None;
    }
    let mut l = Linker::new();
    for (k, step) in steps.iter().enumerate() {
        l.check_skips(k, &steps, scalars_in[step.block])?;
        let block = &func.blocks[step.block];
        l.block(k, block, &|n| link::is_allowed(n, is_native))?;
        let is_last = k + 1 == steps.len();
        if step.skip.is_some() || is_last {
            let (mask, ..) = on_mask(block)?;
            let mask = l.branch_mask(block, mask)?;
            if !is_last {
                l.masks.push(mask);
            } else if mask != l.scalar(Reg::Q(EXEC_LO)) {
                return None;
            }
        }
    }
    let (live, live_scalars) = (live_in[exit.masked], scalars_in[exit.masked]);
    l.check_end(live_scalars)?;
    let (masks, loads, counts) = (l.masks.clone(), l.loads.clone(), l.lanes.clone());
    // Those under the same mask are one.
    let mut lanes: Vec<(Val, truth::Table, u32)> = vec![];
    let mut active: Vec<(usize, usize)> = vec![];
    for (step, v, n) in counts {
        let table = l.table(v)?;
        let place = match lanes.iter().position(|o| o.1 == table) {
            Some(place) => place,
            None => {
                lanes.push((v, table, 0));
                lanes.len() - 1
            }
        };
        lanes[place].2 += n;
        let block = steps[step].block;
        if active.last().is_none_or(|a| a.0 != block) {
            active.push((block, place));
        }
    }
    let exec = l.head(Reg::Q(EXEC_LO));
    let mut m = Maker::new(&mut l, live, Decides::Lanes);
    m.mask(exec)?;
    let mut all = |vs: Vec<Val>| {
        vs.into_iter()
            .map(|v| m.mask(v))
            .collect::<Option<Vec<_>>>()
    };
    let masks = all(masks)?;
    let counted = all(lanes.iter().map(|l| l.0).collect())?;
    for (_, v) in &loads {
        m.value(*v)?;
    }
    m.live_out(live_scalars)?;
    let Made {
        nodes,
        phis,
        places,
    } = m.finish()?;
    // Otherwise no lane ever leaves.
    if phis.first()?.place != Place::Mask(Reg::Q(EXEC_LO)) {
        return None;
    }
    let mut parts: Vec<Part> = vec![];
    for (k, step) in steps.iter().enumerate() {
        let b = &func.blocks[step.block];
        let over = steps[..k]
            .iter()
            .filter_map(|s| s.skip)
            .filter(|s| s.to > k);
        let part = Part {
            instructions: b.instructions,
            scalars: b.scalar_instructions,
            masks: over.map(|s| places[&masks[s.mask]]).collect(),
            blocks: vec![step.block],
        };
        match parts.iter_mut().find(|p| p.masks == part.masks) {
            Some(p) => {
                p.instructions += part.instructions;
                p.scalars += part.scalars;
                p.blocks.extend(part.blocks);
            }
            None => parts.push(part),
        }
    }
    let lanes = counted.iter().zip(&lanes);
    let lanes: Vec<(Val, u32)> = lanes.map(|(v, (_, _, n))| (places[v], *n)).collect();
    let active = active.into_iter().map(|(block, k)| (block, lanes[k].0));
    let active = active.collect();
    let head = steps[0].block;
    let mut l = Loop {
        head,
        body: Block {
            nodes,
            outs: vec![],
            lane_counts: vec![],
            term: Term::Jump(exit),
            facts_out: func.blocks[steps[steps.len() - 1].block].facts_out.clone(),
            ..func.blocks[head].clone()
        },
        phis,
        parts,
        lanes,
        active,
        evolving: vec![],
        exit,
        uniform: None,
        steady: vec![],
    };
    trim(&mut l);
    l.evolving = evolving(&l.body.nodes, &l.phis);
    Some(l)
}

/// Takes out nodes that nothing needs.
fn trim(l: &mut Loop) {
    let old = std::mem::take(&mut l.body.nodes);
    let mut live = vec![false; old.len()];
    let mut mark = |v: &Val| live[v.0 as usize] = true;
    l.phis
        .iter()
        .for_each(|p| [p.head, p.next].iter().for_each(&mut mark));
    l.parts.iter().flat_map(|p| &p.masks).for_each(&mut mark);
    l.lanes.iter().for_each(|(v, _)| mark(v));
    l.uniform.iter().for_each(|u| mark(&u.again.0));
    for s in &l.steady {
        mark(&s.number);
        mark(&s.lanes);
        s.sums.iter().for_each(|n| mark(&n.number));
        s.sums.iter().for_each(|n| mark(&n.lanes));
    }
    for (i, n) in old.iter().enumerate().rev() {
        if live[i] || may_fault(n) {
            live[i] = true;
            n.args.iter().for_each(|a| live[a.0 as usize] = true);
        }
    }
    let mut map = vec![Val(u32::MAX); old.len()];
    for (i, mut n) in old.into_iter().enumerate() {
        if live[i] {
            n.args.iter_mut().for_each(|a| *a = map[a.0 as usize]);
            map[i] = Val(l.body.nodes.len() as u32);
            l.body.nodes.push(n);
        }
    }
    let to = |v: &mut Val| *v = map[v.0 as usize];
    for p in &mut l.phis {
        to(&mut p.head);
        to(&mut p.next);
    }
    l.parts.iter_mut().flat_map(|p| &mut p.masks).for_each(to);
    l.lanes.iter_mut().for_each(|(v, _)| to(v));
    l.active.iter_mut().for_each(|(_, v)| to(v));
    l.uniform.iter_mut().for_each(|u| to(&mut u.again.0));
    for s in &mut l.steady {
        to(&mut s.load);
        to(&mut s.number);
        to(&mut s.lanes);
        for n in &mut s.sums {
            to(&mut n.number);
            to(&mut n.lanes);
        }
    }
}

/// Whether there may be two such nodes with the same operands.
fn is_single(op: Uop) -> bool {
    matches!(op, Uop::Load | Uop::LdsLoad | Uop::SLoad)
}

/// Whether the node is needed for its fault, even if nothing uses what it gives.
fn may_fault(n: &Node) -> bool {
    matches!(n.op, Uop::Load | Uop::SLoad)
}

/// The scalar nodes that depend on phis.
fn evolving(nodes: &[Node], phis: &[Phi]) -> Vec<Val> {
    let mut evolves: Vec<bool> = vec![];
    let mut out = vec![];
    for (i, n) in nodes.iter().enumerate() {
        let v = Val(i as u32);
        let is_head = phis.iter().any(|p| p.head == v && !n.vec);
        let loads = n.op == Uop::SLoad;
        let depends = !n.vec && (loads || n.args.iter().any(|a| evolves[a.0 as usize]));
        if depends {
            out.push(v);
        }
        evolves.push(is_head || depends);
    }
    out
}

#[cfg(test)]
mod tests;
