//! From linked blocks to a round whose masks are truth values of lanes, and to what goes from round to round.

use std::collections::BTreeMap;

use super::link::Linker;
use super::truth::Table;
use super::{Phi, Place, is_single, pairs};
use crate::ir::liveness::{ScalarSet, VgprSet};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{Args, HashMap, Kind, Node, Reg, Ty, Uop, Val};
use crate::isa::EXEC_LO;

/// Nodes of a round at most, with those that turn out not to be needed.
const MAX_MADE: usize = 2_000;

/// A round.
pub(super) struct Made {
    /// Its nodes, each behind its operands.
    pub nodes: Vec<Node>,
    /// What goes from round to round.
    pub phis: Vec<Phi>,
    /// Where the values are now that [`Maker`] has given.
    pub places: BTreeMap<Val, Val>,
}

/// What decides how many rounds there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decides {
    /// Lanes, each for itself. A round's numbers are computed beside it.
    Lanes,
    /// Scalars, which are known for all rounds before these are made.
    Scalars,
}

/// The values of a round as they are made.
pub(super) struct Maker<'l> {
    l: &'l mut Linker,
    /// Nodes, and the linked ones that they are made of.
    nodes: Vec<(Val, Node)>,
    plain: HashMap<Val, Val>,
    /// Masks without tables.
    lanes: HashMap<Val, Val>,
    /// Masks that the round finds.
    heads: HashMap<Val, Val>,
    /// Masks that there are: linked nodes, values, and tables of these.
    made: Vec<(Val, Val, Table)>,
    phis: Vec<Phi>,
    /// What registers are when a round ends, by phi.
    ends: Vec<Option<Val>>,
    live: VgprSet,
    decides: Decides,
}

/// Scalar operations that a round may do.
fn steps_scalars(n: &Node) -> bool {
    let is_dword =
        n.ty == Ty::B32 && matches!(n.op, Uop::Add | Uop::Sub | Uop::And | Uop::Or | Uop::Xor);
    is_dword || n.op == Uop::Cmp32
}

impl<'l> Maker<'l> {
    /// For a loop behind which these vector registers may be read.
    pub fn new(l: &'l mut Linker, live: VgprSet, decides: Decides) -> Maker<'l> {
        Maker {
            l,
            nodes: vec![],
            plain: HashMap::default(),
            lanes: HashMap::default(),
            heads: HashMap::default(),
            made: vec![],
            phis: vec![],
            ends: vec![],
            live,
            decides,
        }
    }

    fn push(&mut self, from: Val, node: Node) -> Val {
        self.nodes.push((from, node));
        Val(self.nodes.len() as u32 - 1)
    }

    /// A truth value of lanes, made of these.
    fn truth(&mut self, from: Val, op: Uop, args: &[Val]) -> Val {
        let pc = self.l.node(from).pc;
        let node = Node {
            op,
            ty: Ty::B1,
            vec: true,
            args: Args::from_slice(args),
            imm: 0,
            pc,
        };
        self.push(from, node)
    }

    fn copy(&mut self, v: Val, args: Args) -> Val {
        let node = Node {
            args,
            ..self.l.node(v).clone()
        };
        self.push(v, node)
    }

    fn phi(&mut self, head: Val, place: Place, end: Option<Val>) {
        self.phis.push(Phi {
            head,
            next: head,
            place,
        });
        self.ends.push(end);
    }

    /// What scalar register `r` is at the end, if it has changed.
    fn end(&mut self, r: Reg) -> Option<Val> {
        let end = *self.l.scalars.get(&r)?;
        (end != self.l.head(r)).then_some(end)
    }

    /// The mask `v` as truth values of lanes.
    pub fn mask(&mut self, v: Val) -> Option<Val> {
        self.mask_where(v, Table::TRUE)
    }

    /// As [`Maker::mask`], where it only has to be right where `care` is true.
    fn mask_where(&mut self, v: Val, care: Table) -> Option<Val> {
        if self.nodes.len() > MAX_MADE {
            return None;
        }
        let Some(table) = self.l.table(v) else {
            if let Some(x) = self.lanes.get(&v) {
                return Some(*x);
            }
            let (x, _) = self.any_mask(v, Table::TRUE)?;
            self.lanes.insert(v, x);
            return Some(x);
        };
        let wanted = table.and(care);
        if wanted == Table::FALSE || wanted == care {
            let x = self.truth(v, Uop::Const, &[]);
            self.nodes[x.0 as usize].1.imm = u64::from(wanted != Table::FALSE);
            self.made.push((
                v,
                x,
                if wanted == care {
                    Table::TRUE
                } else {
                    Table::FALSE
                },
            ));
            return Some(x);
        }
        // What is there already, or the opposite of that.
        let mut made = self.made.iter().filter(|m| m.0 <= v);
        let there = |m: &&(Val, Val, Table)| m.2.and(care) == wanted;
        if let Some((_, x, _)) = made.clone().find(there) {
            return Some(*x);
        }
        let opposite = |m: &&(Val, Val, Table)| m.2.not().and(care) == wanted;
        if let Some((_, x, t)) = made.find(opposite).copied() {
            let x = self.truth(v, Uop::Not, &[x]);
            self.made.push((v, x, t.not()));
            return Some(x);
        }
        let (x, t) = self.any_mask(v, care)?;
        self.made.push((v, x, t));
        Some(x)
    }

    /// The table of a value that [`Maker::mask_where`] has given.
    fn made_table(&self, x: Val) -> Table {
        let made = self.made.iter().find(|m| m.1 == x);
        made.map_or(Table::TRUE, |m| m.2)
    }

    /// Makes a mask of its operands, with its table.
    fn any_mask(&mut self, v: Val, care: Table) -> Option<(Val, Table)> {
        let n = self.l.node(v).clone();
        let table = self.l.table(v);
        let of = table.unwrap_or(Table::TRUE);
        let x = match n.op {
            Uop::MaskBits => self.value(n.args[0])?,
            Uop::And | Uop::Or if table.is_some() => {
                // Where one decides the other does not matter.
                let first = self.l.table(n.args[0])?;
                let second = match n.op {
                    Uop::And => self.mask_where(n.args[1], care.and(first))?,
                    _ => self.mask_where(n.args[1], care.and(first.not()))?,
                };
                let t = unless_planted!(Fault::CareLost, self.made_table(second), Table::TRUE);
                let first = match n.op {
                    Uop::And => self.mask_where(n.args[0], care.and(t))?,
                    _ => self.mask_where(n.args[0], care.and(t.not()))?,
                };
                let other = self.made_table(first);
                // The other one of two of which one is the same everywhere.
                let neutral = match n.op {
                    Uop::And => Table::TRUE,
                    _ => Table::FALSE,
                };
                if t == neutral {
                    return Some((first, other));
                }
                if other == neutral {
                    return Some((second, t));
                }
                let t = match n.op {
                    Uop::And => t.and(other),
                    _ => t.or(other),
                };
                return Some((self.truth(v, n.op, &[first, second]), t));
            }
            Uop::Not if table.is_some() => {
                let x = self.mask_where(n.args[0], care)?;
                let t = self.made_table(x).not();
                return Some((self.truth(v, n.op, &[x]), t));
            }
            Uop::And | Uop::Or | Uop::Xor | Uop::Not => {
                let mut args = vec![];
                for a in &n.args {
                    args.push(self.mask(*a)?);
                }
                self.truth(v, n.op, &args)
            }
            Uop::Select => {
                let scalar = self.value(n.args[0])?;
                let c = self.truth(v, Uop::Splat, &[scalar]);
                let is = |k: usize, imm: u64| {
                    let n = self.l.node(n.args[k]);
                    n.op == Uop::Const && n.imm == imm
                };
                if is(1, u64::MAX) && is(2, 0) {
                    return Some((c, of));
                }
                let (x, y) = (self.mask(n.args[1])?, self.mask(n.args[2])?);
                let x = self.truth(v, Uop::And, &[c, x]);
                let not = self.truth(v, Uop::Not, &[c]);
                let y = self.truth(v, Uop::And, &[not, y]);
                self.truth(v, Uop::Or, &[x, y])
            }
            Uop::ReadQ | Uop::Concat if self.l.is_lanes(v) => {
                if let Some(x) = self.heads.get(&v) {
                    return Some((*x, of));
                }
                let (place, end) = self.mask_place(&n)?;
                let scalar = match n.op {
                    Uop::ReadQ => self.copy(v, Args::new()),
                    _ => {
                        let mut halves = Args::new();
                        for a in &n.args {
                            halves.push(self.copy(*a, Args::new()));
                        }
                        self.copy(v, halves)
                    }
                };
                let head = self.truth(v, Uop::LaneBits, &[scalar]);
                if let Some(end) = end {
                    self.phi(head, place, Some(end));
                }
                self.heads.insert(v, head);
                head
            }
            _ => {
                let scalar = self.value(v)?;
                self.truth(v, Uop::LaneBits, &[scalar])
            }
        };
        Some((x, of))
    }

    /// Where a mask comes from that a round finds, and what is there at the round's end.
    fn mask_place(&mut self, n: &Node) -> Option<(Place, Option<Val>)> {
        if n.op == Uop::ReadQ {
            let r = n.imm as u8;
            return Some((Place::Mask(Reg::Q(r)), self.end(Reg::Q(r))));
        }
        let first = self.l.head_of(n.args[0])?;
        let second = self.l.head_of(n.args[1])?;
        let (Reg::S(a), Reg::S(b)) = (first, second) else {
            return None;
        };
        let place = Place::Mask(first);
        let both = (self.end(first), self.end(second));
        let end = match both {
            (None, None) => None,
            (Some(x), Some(y)) => {
                let (x, y) = (self.l.node(x), self.l.node(y));
                let is_pair = x.op == Uop::Lo && y.op == Uop::Hi && x.args == y.args;
                Some(is_pair.then(|| x.args[0])?)
            }
            _ => return None,
        };
        (a.checked_add(1) == Some(b)).then_some((place, end))
    }

    /// Whether scalar `v` changes from round to round.
    fn evolves(&mut self, v: Val) -> bool {
        let n = self.l.node(v).clone();
        match self.l.head_of(v) {
            Some(r) => self.end(r).is_some(),
            None => n.args.iter().any(|a| self.evolves(*a)),
        }
    }

    /// Any value but a mask.
    pub fn value(&mut self, v: Val) -> Option<Val> {
        if let Some(x) = self.plain.get(&v) {
            return Some(*x);
        }
        let n = self.l.node(v).clone();
        let x = match n.op {
            Uop::ReadV => {
                let x = self.copy(v, Args::new());
                let r = n.imm as u16;
                if self.l.writes(r) {
                    self.phi(x, Place::Vector(r), None);
                }
                x
            }
            // In the places of masks are truth values.
            Uop::LaneBits => self.mask(n.args[0])?,
            _ if n.vec => {
                let mut args = Args::new();
                for (k, a) in n.args.iter().enumerate() {
                    let is_mask = is_single(n.op) && k == 1 && self.l.node(*a).op != Uop::Const;
                    args.push(if is_mask {
                        self.mask(*a)?
                    } else {
                        self.value(*a)?
                    });
                }
                self.copy(v, args)
            }
            Uop::ReadS | Uop::ReadScc | Uop::ReadQ | Uop::ReadBase => {
                if self.l.is_lanes(v) {
                    return None;
                }
                let x = self.copy(v, Args::new());
                let r = self.l.head_of(v)?;
                if let Some(end) = self.end(r) {
                    // Halves of VCC and SCC seldom are numbers.
                    if !matches!(r, Reg::S(_)) {
                        return None;
                    }
                    self.phi(x, Place::Scalar(r), Some(end));
                }
                x
            }
            _ => {
                let is_pure = matches!(n.op.kind(), Kind::Pure | Kind::Float);
                let is_there = match self.decides {
                    Decides::Lanes => {
                        let is_fixed = !self.evolves(v);
                        is_pure && n.op != Uop::Proj && (is_fixed || steps_scalars(&n))
                    }
                    Decides::Scalars => is_pure || n.op == Uop::SLoad,
                };
                if !is_there {
                    return None;
                }
                let mut args = Args::new();
                for a in &n.args {
                    args.push(self.value(*a)?);
                }
                self.copy(v, args)
            }
        };
        self.plain.insert(v, x);
        Some(x)
    }

    /// What is live behind the loop goes from round to round, too.
    pub fn live_out(&mut self, scalars: ScalarSet) -> Option<()> {
        for r in self.live.iter() {
            if self.l.writes(r) {
                let head = self.l.vector_head(r);
                self.value(head)?;
            }
        }
        let changed: Vec<Reg> = self.l.scalars.keys().copied().collect();
        for r in changed {
            let Some(end) = self.end(r).filter(|_| scalars.contains(r)) else {
                continue;
            };
            let is_mask = self.l.is_lanes(end);
            match (r, is_mask) {
                (Reg::S(n), true) => {
                    let first = match self.l.node(end).op {
                        Uop::Lo => n,
                        _ => n.checked_sub(1)?,
                    };
                    let pair = self.l.head_pair(first);
                    self.mask(pair)?;
                }
                (Reg::Q(_), true) => {
                    let head = self.l.head(r);
                    self.mask(head)?;
                }
                _ => {
                    let head = self.l.head(r);
                    self.value(head)?;
                }
            }
        }
        Some(())
    }

    /// Makes what the phis become, and all that takes.
    pub fn finish(mut self) -> Option<Made> {
        let exec = self.l.scalar(Reg::Q(EXEC_LO));
        let mut k = 0;
        while k < self.phis.len() {
            let place = self.phis[k].place;
            self.phis[k].next = match (place, self.ends[k]) {
                (Place::Vector(r), _) => {
                    // Lanes that have left keep what they had, if it is used.
                    let leave = self.decides == Decides::Lanes;
                    let end = if leave && self.live.contains(r) && !planted(Fault::LeftLanes) {
                        self.l.whole(r)
                    } else {
                        self.l.in_lanes(r, Some(exec))
                    };
                    self.value(end)?
                }
                (Place::Mask(_), Some(end)) => self.mask(end)?,
                (Place::Scalar(_), Some(end)) => self.value(end)?,
                (_, None) | (Place::Pair(_) | Place::Counter, _) => return None,
            };
            k += 1;
        }
        // In the order of the linked nodes, in which each comes behind its operands; merges with what a
        // register had as soon as may be, so that they are one with what is merged.
        let mut keys: Vec<Val> = vec![];
        for (from, n) in &self.nodes {
            let latest = n.args.iter().map(|a| keys[a.0 as usize]).max();
            keys.push(match (n.op, latest) {
                (Uop::Select, Some(latest)) if n.vec => latest,
                _ => *from,
            });
        }
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|k| keys[*k]);
        let mut places: BTreeMap<Val, Val> = BTreeMap::new();
        let mut known: HashMap<(Uop, Ty, Args, u64, bool), Val> = HashMap::default();
        let mut nodes: Vec<Node> = vec![];
        for k in order {
            let mut n = self.nodes[k].1.clone();
            n.args.iter_mut().for_each(|a| *a = places[a]);
            let key = (n.op, n.ty, n.args.clone(), n.imm, n.vec);
            let next = Val(nodes.len() as u32);
            let at = if is_single(n.op) {
                next
            } else {
                *known.entry(key).or_insert(next)
            };
            if at == next {
                nodes.push(n);
            }
            places.insert(Val(k as u32), at);
        }
        for p in &mut self.phis {
            (p.head, p.next) = (places[&p.head], places[&p.next]);
        }
        let joined = pairs::join(&mut nodes, &mut self.phis);
        places.values_mut().for_each(|v| *v = joined[v]);
        Some(Made {
            nodes,
            phis: self.phis,
            places,
        })
    }
}
