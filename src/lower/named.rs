//! Which vector registers the code of a long function still names.
//!
//! What is known of a register goes from block to block until the register is written. Where a function ends because it
//! has become too long, all registers may be read behind it, so that would be until then: every edge, entry and place to
//! stop at would see to registers that nothing in the function names any more, the work-item ids of a kernel that has
//! long had them. Those are written once instead, where they are named last.

use crate::cfg::{Cfg, Flow, flow};
use crate::check::operands::{Bank, Operands};
use crate::ir::HashMap;
use crate::ir::liveness::VgprSet;
use crate::isa::{Gen, in_file};

/// Guest blocks from which on a function counts as long.
const LONG: usize = 256;

/// The vector registers that the instructions of each block name, and of those that may follow, by the blocks'
/// addresses; `None` for functions that are not long. Registers that are named by M0 are not among them: what is known of
/// one may be forgotten early.
pub(super) fn named_from(generation: Gen, graph: &Cfg) -> Option<HashMap<u64, VgprSet>> {
    if graph.blocks.len() < LONG {
        return None;
    }
    let mut named: HashMap<u64, VgprSet> = HashMap::default();
    for (pc, block) in &graph.blocks {
        let mut here = VgprSet::default();
        for (_, d) in &block.insts {
            let operands = Operands::encoded(generation, &d.inst);
            for r in operands.reads.iter().chain(&operands.writes) {
                let is_acc = match r.bank {
                    Bank::Scalar => continue,
                    Bank::Vector => false,
                    Bank::Accumulation => true,
                };
                let first = in_file(r.first, is_acc);
                (first..first + u16::from(r.count)).for_each(|r| here.insert(r));
            }
        }
        named.insert(*pc, here);
    }
    loop {
        let mut has_changed = false;
        for (pc, block) in graph.blocks.iter().rev() {
            let old = named[pc];
            let next = |to: &u64| named.get(to).copied().unwrap_or_default();
            let new = successors(graph, block)
                .iter()
                .map(next)
                .fold(old, VgprSet::or);
            has_changed |= new != old;
            named.insert(*pc, new);
        }
        if !has_changed {
            return Some(named);
        }
    }
}

/// Where blocks go on that a block leads to.
fn successors(graph: &Cfg, block: &crate::cfg::BasicBlock) -> Vec<u64> {
    let Some((pc, d)) = block.insts.last() else {
        return vec![];
    };
    match flow(&d.inst, *pc) {
        Flow::Next | Flow::Barrier => vec![block.end],
        Flow::Jump(to) => vec![to],
        Flow::Branch(to) => vec![to, block.end],
        Flow::Indirect => graph.indirect.get(pc).cloned().unwrap_or_default(),
        Flow::End | Flow::Leave => vec![],
    }
}
