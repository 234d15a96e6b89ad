//! Registers of a loop that are halves of 64-bit values: these go from round to round as they are.

use super::{Phi, Place};
use crate::ir::halves::{HighBits, changed, high_bits};
use crate::ir::{Args, HashMap, Node, Ty, Uop, Val};

/// A pair of registers whose values are used together.
struct Pair {
    register: u16,
    /// What the round finds in them.
    halves: [Val; 2],
    /// What the halves are of in the next round, and the mask where that is so only in its lanes.
    next: Option<(Val, Option<Val>)>,
}

/// What both halves are of in the next round, if they are halves of one value.
fn whole(nodes: &[Node], halves: [Val; 2], next: [Val; 2]) -> Option<(Val, Option<Val>)> {
    let node = |v: Val| &nodes[v.0 as usize];
    let half = |k: usize| {
        let op = [Uop::Lo, Uop::Hi][k];
        let n = node(next[k]);
        if n.op == op && n.vec {
            return Some((n.args[0], None));
        }
        // Merged with what was there.
        let x = node(*n.args.get(1)?);
        let merged = n.op == Uop::Select && n.args[2] == halves[k] && x.op == op && x.vec;
        merged.then(|| (x.args[0], Some(n.args[0])))
    };
    let ((x, k), (y, l)) = (half(0)?, half(1)?);
    // Without a mask the other lanes do not matter.
    let mask = match (k, l) {
        (Some(k), Some(l)) if k != l => return None,
        (k, l) => k.or(l),
    };
    (x == y).then_some((x, mask))
}

fn find(nodes: &[Node], phis: &[Phi]) -> Vec<Pair> {
    let register = |v: Val| {
        let n = &nodes[v.0 as usize];
        (n.op == Uop::ReadV).then_some(n.imm as u16)
    };
    let phi = |v: Val| phis.iter().find(|p| p.head == v);
    let mut pairs: Vec<Pair> = vec![];
    for n in nodes.iter().filter(|n| n.op == Uop::Concat && n.vec) {
        let changed = high_bits(|v| &nodes[v.0 as usize], n.args[1]);
        let halves = [n.args[0], changed.map_or(n.args[1], |by| by.high)];
        let (Some(low), Some(high)) = (register(halves[0]), register(halves[1])) else {
            continue;
        };
        let taken = |p: &Pair| p.halves.iter().any(|h| halves.contains(h));
        if low.checked_add(1) != Some(high) || pairs.iter().any(taken) {
            continue;
        }
        let next = match (phi(halves[0]), phi(halves[1])) {
            (None, None) => None,
            (Some(x), Some(y)) => match whole(nodes, halves, [x.next, y.next]) {
                None => continue,
                found => found,
            },
            _ => continue,
        };
        pairs.push(Pair {
            register: low,
            halves,
            next,
        });
    }
    pairs
}

/// What `n` joins the halves of, the high one changed by a constant.
fn halves_of(nodes: &[Node], n: &Node) -> Option<(Val, HighBits)> {
    let joins = n.op == Uop::Concat && n.vec;
    let [lo, hi] = n.args[..].try_into().ok().filter(|_| joins)?;
    changed(|v| &nodes[v.0 as usize], lo, hi)
}

/// Makes one value of registers that are halves of such; gives where values are then.
pub(super) fn join(nodes: &mut Vec<Node>, phis: &mut Vec<Phi>) -> HashMap<Val, Val> {
    let pairs = find(nodes, phis);
    let old = std::mem::take(nodes);
    let mut map: HashMap<Val, Val> = HashMap::default();
    let node = |op: Uop, ty: Ty, args: &[Val], like: &Node| Node {
        op,
        ty,
        vec: true,
        args: Args::from_slice(args),
        imm: 0,
        pc: like.pc,
    };
    // First of all the pairs, which are made of registers outside of the rounds.
    let mut heads = vec![];
    for p in &pairs {
        let at = nodes.len() as u32;
        for h in p.halves {
            nodes.push(old[h.0 as usize].clone());
        }
        let halves = [Val(at), Val(at + 1)];
        let like = &old[p.halves[0].0 as usize];
        nodes.push(node(Uop::Concat, Ty::B64, &halves, like));
        heads.push(Val(at + 2));
    }
    for (i, n) in old.iter().enumerate() {
        let v = Val(i as u32);
        let next = Val(nodes.len() as u32);
        let place = pairs.iter().zip(&heads).find_map(|(p, head)| {
            if n.op == Uop::Concat && n.vec && n.args[..] == p.halves {
                return Some((*head, None));
            }
            let k = p.halves.iter().position(|h| *h == v)?;
            Some((
                next,
                Some(node([Uop::Lo, Uop::Hi][k], Ty::B32, &[*head], n)),
            ))
        });
        match place {
            Some((at, new)) => {
                nodes.extend(new);
                map.insert(v, at);
            }
            None => {
                let mut n = n.clone();
                n.args.iter_mut().for_each(|a| *a = map[a]);
                if let Some((x, by)) = halves_of(nodes, &n) {
                    let bits = Node {
                        vec: false,
                        imm: by.bits,
                        ..node(Uop::Const, Ty::B64, &[], &n)
                    };
                    nodes.push(bits);
                    nodes.push(node(Uop::Splat, Ty::B64, &[next], &n));
                    n = node(by.op, Ty::B64, &[x, Val(next.0 + 1)], &n);
                }
                map.insert(v, Val(nodes.len() as u32));
                nodes.push(n);
            }
        }
    }
    let mut kept = vec![];
    for p in &*phis {
        let is_half = pairs.iter().any(|pair| pair.halves.contains(&p.head));
        if !is_half {
            kept.push(Phi {
                head: map[&p.head],
                next: map[&p.next],
                ..*p
            });
        }
    }
    for (p, head) in pairs.iter().zip(heads) {
        let next = match p.next {
            None => head,
            Some((x, None)) => map[&x],
            Some((x, Some(k))) => {
                let (k, x) = (map[&k], map[&x]);
                let like = nodes[x.0 as usize].clone();
                nodes.push(node(Uop::Select, Ty::B64, &[k, x, head], &like));
                Val(nodes.len() as u32 - 1)
            }
        };
        kept.push(Phi {
            head,
            next,
            place: Place::Pair(p.register),
        });
    }
    *phis = kept;
    map
}
