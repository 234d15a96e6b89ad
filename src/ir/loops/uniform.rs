//! Loops of one block that scalars alone end: see [`Uniform`].

use super::link::{self, Linker};
use super::round::{Decides, Made, Maker};
use super::{Loop, MAX_NODES, Part, Uniform, evolving, is_single, steady, trim};
use crate::ir::liveness::{ScalarSet, VgprSet};
use crate::ir::{Block, Func, Goto, Node, Reg, Term, Uop, Val};
use crate::isa::EXEC_LO;

/// Where the block goes on if that is itself: what its branch depends on, whether it is true then, and the other
/// way.
pub(super) fn back(block: &Block, number: usize) -> Option<((Val, bool), &Goto)> {
    let Term::Branch {
        cond,
        then,
        otherwise,
    } = &block.term
    else {
        return None;
    };
    // Otherwise EXEC has changed.
    let is_plain = |g: &Goto| g.exec.is_none();
    if !is_plain(then) || !is_plain(otherwise) {
        return None;
    }
    match (then.full == number, otherwise.full == number) {
        (true, false) => Some(((*cond, true), otherwise)),
        (false, true) => Some(((*cond, false), then)),
        (true, true) | (false, false) => None,
    }
}

/// What a round may have: scalars are not computed by its code, but before.
fn is_allowed(n: &Node, is_native: &dyn Fn(&Node) -> bool) -> bool {
    match n.op {
        Uop::SLoad | Uop::LdsLoad => true,
        _ => link::is_allowed(n, is_native) && (n.vec || n.fp_class().is_none()),
    }
}

/// Block `number` as a loop, if it is one.
pub(super) fn make(
    func: &Func,
    number: usize,
    (live_in, scalars_in): &(Vec<VgprSet>, Vec<ScalarSet>),
    is_native: &dyn Fn(&Node) -> bool,
) -> Option<Loop> {
    let block = &func.blocks[number];
    let ((again, is_so), exit) = back(block, number)?;
    let changes_exec = |n: &Node| n.op == Uop::ExecChange;
    if block.nodes.len() > MAX_NODES || block.nodes.iter().any(changes_exec) {
        return None;
    }
    let mut l = Linker::new();
    l.block(0, block, &|n| is_allowed(n, is_native))?;
    let again = l.map[again.0 as usize];
    // Lanes are those of EXEC, which is a constant where all are active.
    let exec = l.head(Reg::Q(EXEC_LO));
    let mut vectors = 0;
    for (_, mask, n) in l.lanes.clone() {
        let all = l.node(mask).op == Uop::Const && l.node(mask).imm == u64::MAX;
        if mask != exec && !(block.full && all) {
            return None;
        }
        vectors += n;
    }
    let loads: Vec<Val> = l.loads.iter().map(|l| l.1).collect();
    let (live, live_scalars) = (live_in[exit.full], scalars_in[exit.full]);
    let mut m = Maker::new(&mut l, live, Decides::Scalars);
    let again = m.value(again)?;
    for v in loads {
        m.value(v)?;
    }
    m.live_out(live_scalars)?;
    let Made {
        nodes,
        phis,
        places,
    } = m.finish()?;
    let part = Part {
        instructions: block.instructions,
        scalars: block.scalar_instructions,
        masks: vec![],
        blocks: vec![number],
    };
    let mut l = Loop {
        head: number,
        body: Block {
            nodes,
            outs: vec![],
            lane_counts: vec![],
            term: Term::Jump(*exit),
            ..block.clone()
        },
        phis,
        parts: vec![part],
        lanes: vec![],
        active: vec![],
        evolving: vec![],
        exit: *exit,
        uniform: Some(Uniform {
            again: (places[&again], is_so),
            vectors,
        }),
        steady: vec![],
    };
    steady::find(&mut l);
    trim(&mut l);
    l.evolving = evolving(&l.body.nodes, &l.phis);
    takes_scalars(&l).then_some(l)
}

/// Whether scalars that change are used by a round only as it can have them: the number of the round says where
/// they are.
fn takes_scalars(l: &Loop) -> bool {
    let changes = |v: &Val| {
        let is_head = l.phis.iter().any(|p| p.head == *v);
        let n = &l.body.nodes[v.0 as usize];
        !n.vec && (is_head || l.evolving.contains(v))
    };
    l.body.nodes.iter().all(|n| match n.op {
        Uop::LaneBits => !n.args.iter().any(changes),
        // Lanes and limits.
        _ if is_single(n.op) && n.vec => !n.args[1..].iter().any(changes),
        _ => true,
    })
}
