//! Checks that a function is well formed: operands defined before use, types and lane-wiseness as the
//! micro-operations' signatures say, targets in range.

use super::{Block, Func, Node, Sig, Term, Ty, Val};
use crate::machine::wave::Name;

fn matches_sig(sig: Sig, node: &Node, arg: &Node) -> bool {
    let (ty, vec) = (arg.ty, arg.vec);
    match sig {
        Sig::T => {
            ty == node.ty
                && (vec == node.vec || matches!(node.op, super::Uop::Splat | super::Uop::Affine))
        }
        Sig::B1 => ty == Ty::B1 && vec == node.vec,
        Sig::B32 => ty == Ty::B32 && vec == node.vec,
        Sig::B64 => ty == Ty::B64 && vec == node.vec,
        Sig::None => false,
        Sig::Any => matches!(ty, Ty::B32 | Ty::B64) && vec == node.vec,
        Sig::Tuple => ty == Ty::Tuple && vec == node.vec,
        Sig::S1 => ty == Ty::B1 && !vec,
        Sig::S32 => ty == Ty::B32 && !vec,
        Sig::S64 => ty == Ty::B64 && !vec,
        Sig::V1 => ty == Ty::B1 && vec,
        Sig::V32 | Sig::Vs => ty == Ty::B32 && vec,
        Sig::V64 => ty == Ty::B64 && vec,
    }
}

fn verify_node(block: &Block, i: usize) -> Result<(), String> {
    let node = &block.nodes[i];
    let fail = |what: &str| Err(format!("%{i} ({}): {what}", node.op.text()));
    let sigs = node.op.args();
    let many = sigs.last() == Some(&Sig::Vs);
    let enough = if many {
        node.args.len() >= sigs.len()
    } else {
        node.args.len() == sigs.len()
    };
    if !enough {
        return fail("wrong number of operands");
    }
    for (k, a) in node.args.iter().enumerate() {
        if a.0 as usize >= i {
            return fail("operand is not defined before its use");
        }
        let sig = sigs[k.min(sigs.len() - 1)];
        if !matches_sig(sig, node, &block.nodes[a.0 as usize]) {
            return fail(&format!("operand {k} has the wrong type"));
        }
    }
    let ok = match node.op.result() {
        Sig::T => node.ty != Ty::None,
        Sig::B1 => node.ty == Ty::B1,
        Sig::B32 => node.ty == Ty::B32,
        Sig::B64 => node.ty == Ty::B64,
        Sig::None => node.ty == Ty::None,
        Sig::Tuple => node.ty == Ty::Tuple,
        Sig::S1 => node.ty == Ty::B1 && !node.vec,
        Sig::S32 => node.ty == Ty::B32 && !node.vec,
        Sig::S64 => node.ty == Ty::B64 && !node.vec,
        Sig::V1 => node.ty == Ty::B1 && node.vec,
        Sig::V32 => node.ty == Ty::B32 && node.vec,
        Sig::V64 => node.ty == Ty::B64 && node.vec,
        Sig::Vs | Sig::Any => false,
    };
    if ok {
        Ok(())
    } else {
        fail("wrong result type")
    }
}

/// Checks `func`.
///
/// # Errors
/// What is wrong first, with the node.
pub fn verify(func: &Func) -> Result<(), String> {
    for (b, block) in func.blocks.iter().enumerate() {
        let at = |e| format!("block{b}: {e}");
        for i in 0..block.nodes.len() {
            verify_node(block, i).map_err(at)?;
        }
        let scalar = |v: Val, ty: Ty| {
            let n = block.nodes.get(v.0 as usize);
            n.is_some_and(|n| n.ty == ty && !n.vec)
        };
        for (r, v) in &block.outs {
            let ty = match r {
                super::Reg::S(_) | super::Reg::Base(_) => Ty::B32,
                super::Reg::Q(_) => Ty::B64,
                super::Reg::Scc => Ty::B1,
            };
            if !scalar(*v, ty) {
                return Err(at(format!("{r} gets a value of the wrong type")));
            }
        }
        for r in block.facts_out.keys() {
            let out = block.outs.iter().any(|(o, _)| *o == super::Reg::Base(*r));
            if !out && !block.facts.contains_key(r) {
                return Err(at(format!("{} has a fact but no base", Name(*r))));
            }
        }
        let guards = block.guards.iter();
        if !guards.clone().all(|g| scalar(g.cond, Ty::B1)) {
            return Err(at("a guard is not a truth value".to_owned()));
        }
        let in_range = |g: &super::Goto| {
            let to = |t: usize, full: bool| {
                let target = func.blocks.get(t);
                target.is_some_and(|t| t.pc == g.pc && (full || !t.full))
            };
            to(g.full, true)
                && match g.exec {
                    Some(e) => to(g.masked, false) && scalar(e, Ty::B64),
                    None => g.full == g.masked,
                }
        };
        let ok = match &block.term {
            Term::Jump(t) => in_range(t),
            Term::Branch {
                cond,
                then,
                otherwise,
            } => in_range(then) && in_range(otherwise) && scalar(*cond, Ty::B1),
            Term::Indirect(v, to) => scalar(*v, Ty::B64) && to.iter().all(in_range),
            Term::End(_) | Term::Barrier(_) | Term::Step(_) => true,
        };
        if !ok {
            return Err(at("bad terminator".to_owned()));
        }
    }
    Ok(())
}
