//! Addresses of a uniform loop's loads that are a number and, in each lane, one that is the same in all rounds.
//!
//! Then only the number has to be looked at in a round, once for all lanes: where the lanes' part is lowest and
//! highest, and how it lies in each strip, is found out before the rounds.

use super::{Loop, Phi, Place};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{Args, HashMap, ICmp, Kind, MemOp, Node, Ty, Uop, Val};

/// A load whose address is such a sum, of 64 bits. The load's own operand is [`Steady::lanes`] then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steady {
    /// The load.
    pub load: Val,
    /// The number, a scalar of 64 bits.
    pub number: Val,
    /// The lanes' part, of 64 bits.
    pub lanes: Val,
    /// Sums of 32 bits that are not to wrap around.
    pub sums: Vec<Narrow>,
}

/// The sum of a number and what each lane has, which in each active lane has to be one of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// The number, of 64 bits.
    pub number: Val,
    /// The lanes, of 64 bits.
    pub lanes: Val,
    /// The sum is a signed number.
    pub signed: bool,
}

/// How a part of a sum becomes 64 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wide {
    /// It is that already.
    Is,
    Zero,
    Sign,
}

/// What a part of a sum is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// A value of the loop.
    Value(Val),
    /// This one of [`Finder::counters`].
    Counter(usize),
}

/// A part of a sum, times a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    of: Source,
    wide: Wide,
    shift: u8,
}

impl Term {
    fn value(v: Val, wide: Wide, shift: u8) -> Term {
        Term {
            of: Source::Value(v),
            wide,
            shift,
        }
    }
}

/// What an address is the sum of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sum {
    numbers: Vec<Term>,
    lanes: Vec<Term>,
    /// Sums of 32 bits: numbers, and lanes.
    narrow: Vec<(Vec<Term>, Term)>,
}

/// What lanes that go from round to round are more than they were first: nothing then, and these more in each round.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counter {
    /// What a round finds.
    head: Val,
    ty: Ty,
    steps: Vec<Term>,
}

/// Terms of a sum at most.
const MAX_TERMS: usize = 12;

struct Finder<'l> {
    nodes: &'l [Node],
    phis: &'l [Phi],
    /// Values that rounds may differ in.
    varies: Vec<bool>,
    counters: Vec<Counter>,
}

impl Finder<'_> {
    fn node(&self, v: Val) -> &Node {
        &self.nodes[v.0 as usize]
    }

    /// The lanes' value `v` as a number for all of them.
    fn number(&self, v: Val) -> Option<Val> {
        let n = self.node(v);
        (n.op == Uop::Splat).then(|| n.args[0])
    }

    /// A constant, the same in all lanes.
    fn constant(&self, v: Val) -> Option<u64> {
        let n = self.node(self.number(v).unwrap_or(v));
        (n.op == Uop::Const).then_some(n.imm)
    }

    fn is_fixed(&self, v: Val) -> bool {
        !self.varies[v.0 as usize]
    }

    /// What `head` is in the next round, if it goes from round to round.
    fn next(&self, head: Val) -> Option<Val> {
        let phi = self.phis.iter().find(|p| p.head == head)?;
        Some(phi.next)
    }

    /// The counter of what these steps are added to in each round.
    fn counter(&mut self, head: Val, ty: Ty, steps: Vec<Term>) -> Source {
        let known = self
            .counters
            .iter()
            .position(|c| (c.head, c.ty) == (head, ty));
        let number = known.unwrap_or_else(|| {
            self.counters.push(Counter { head, ty, steps });
            self.counters.len() - 1
        });
        Source::Counter(number)
    }

    /// The counter of `v`, of 32 or of 64 bits, if each round adds a number to it.
    fn counted(&mut self, v: Val) -> Option<Source> {
        let next = self.node(self.next(v)?);
        let [x, y] = next.args[..] else { return None };
        let step = match (next.op, x == v, y == v) {
            (Uop::Add, true, false) => self.number(y)?,
            (Uop::Add, false, true) => self.number(x)?,
            _ => return None,
        };
        let ty = next.ty;
        Some(self.counter(v, ty, vec![Term::value(step, Wide::Is, 0)]))
    }

    /// The counter of halves, if each round adds a number to what they make.
    fn counted_halves(&mut self, low: Val, high: Val) -> Option<Source> {
        let (l, h) = (self.next(low)?, self.next(high)?);
        let mut rest = self.without_carry(l, h)?;
        let of_high = rest.iter().position(|v| *v == high)?;
        rest.swap_remove(of_high);
        let [x, y] = self.node(l).args[..] else {
            return None;
        };
        let step = if x == low { y } else { x };
        if x != low && y != low {
            return None;
        }
        let mut steps = vec![Term::value(self.number(step)?, Wide::Zero, 0)];
        for v in rest {
            steps.push(Term::value(self.number(v)?, Wide::Zero, 32));
        }
        Some(self.counter(low, Ty::B64, steps))
    }

    /// Adds `v` of 64 bits, shifted to the left.
    fn wide(&mut self, sum: &mut Sum, v: Val, shift: u8) -> Option<()> {
        if shift >= 64 {
            return Some(());
        }
        if sum.numbers.len() + sum.lanes.len() > MAX_TERMS {
            return None;
        }
        if self.is_fixed(v) && self.number(v).is_none() {
            sum.lanes.push(Term::value(v, Wide::Is, shift));
            return Some(());
        }
        if let Some(of) = self.counted(v) {
            sum.lanes.push(Term::value(v, Wide::Is, shift));
            let wide = Wide::Is;
            sum.numbers.push(Term { of, wide, shift });
            return Some(());
        }
        let n = self.node(v);
        let (op, args) = (n.op, n.args.clone());
        match op {
            Uop::Splat => {
                sum.numbers.push(Term::value(args[0], Wide::Is, shift));
                Some(())
            }
            Uop::Add => args.iter().try_for_each(|a| self.wide(sum, *a, shift)),
            Uop::Shl => {
                let by = self.constant(args[1])? & 63;
                self.wide(sum, args[0], shift.checked_add(by as u8)?)
            }
            Uop::ZExt => self.narrow(sum, args[0], shift, Wide::Zero),
            Uop::SExt => self.narrow(sum, args[0], shift, Wide::Sign),
            Uop::Concat => self.concat(sum, v, [args[0], args[1]], shift),
            _ => None,
        }
    }

    /// Adds `v`, which these halves make.
    fn concat(&mut self, sum: &mut Sum, v: Val, [low, high]: [Val; 2], shift: u8) -> Option<()> {
        let h = self.node(high);
        if h.op == Uop::ShrS && h.args[0] == low && self.constant(h.args[1]) == Some(31) {
            return self.narrow(sum, low, shift, Wide::Sign);
        }
        if let Some(of) = self.counted_halves(low, high) {
            sum.lanes.push(Term::value(v, Wide::Is, shift));
            let wide = Wide::Is;
            sum.numbers.push(Term { of, wide, shift });
            return Some(());
        }
        // High halves count modulo 2 to the power of 64.
        let upper = shift.saturating_add(32);
        if let Some(mut rest) = self.without_carry(low, high) {
            for a in self.node(low).args.clone() {
                // With its high half it is a value of 64 bits.
                let n = self.node(a);
                let is_half = n.op == Uop::Lo;
                let whole = n.args.first().copied().unwrap_or(a);
                let is_high = |v: &Val| {
                    let h = self.node(*v);
                    is_half && h.op == Uop::Hi && h.args[0] == whole
                };
                if let Some(high) = rest.iter().position(is_high) {
                    rest.swap_remove(high);
                    self.wide(sum, whole, shift)?;
                } else {
                    self.narrow(sum, a, shift, Wide::Zero)?;
                }
            }
            return rest.into_iter().try_for_each(|v| self.high(sum, v, upper));
        }
        self.narrow(sum, low, shift, Wide::Zero)?;
        self.high(sum, high, upper)
    }

    /// The parts of a high half that is a sum with the carry of the low half.
    fn without_carry(&self, low: Val, high: Val) -> Option<Vec<Val>> {
        let l = self.node(low);
        let is_carry = |v: Val| {
            let n = self.node(v);
            let cmp = n.args.first().map(|a| self.node(*a));
            n.op == Uop::BoolInt
                && cmp.is_some_and(|c| {
                    c.op == Uop::Cmp32
                        && c.imm == ICmp::LtU as u64
                        && c.args[0] == low
                        && l.args.contains(&c.args[1])
                })
        };
        if l.op != Uop::Add {
            return None;
        }
        let mut parts = vec![];
        let mut open = vec![high];
        let mut carries = 0;
        while let Some(v) = open.pop() {
            let n = self.node(v);
            match n.op {
                _ if is_carry(v) => carries += 1,
                Uop::Add if open.len() < MAX_TERMS => open.extend(&n.args),
                _ => parts.push(v),
            }
        }
        (carries == 1).then_some(parts)
    }

    /// Adds a high half.
    fn high(&mut self, sum: &mut Sum, v: Val, shift: u8) -> Option<()> {
        if shift >= 64 {
            return Some(());
        }
        let n = self.node(v);
        match self.number(v) {
            None if n.op == Uop::Add && !self.is_fixed(v) => {
                let args = n.args.clone();
                args.iter().try_for_each(|a| self.high(sum, *a, shift))
            }
            _ => self.narrow(sum, v, shift, Wide::Zero),
        }
    }

    /// Adds `v` of 32 bits.
    fn narrow(&mut self, sum: &mut Sum, v: Val, shift: u8, wide: Wide) -> Option<()> {
        let mut numbers = vec![];
        let mut lanes = vec![];
        self.parts(v, 0, wide, &mut numbers, &mut lanes)?;
        let terms = || numbers.iter().chain(&lanes);
        if terms().count() > 1 || terms().any(|t| t.shift > 0) {
            // What is not one value, as it is, may wrap around.
            let [lanes] = lanes[..] else { return None };
            sum.narrow.push((numbers.clone(), lanes));
        }
        let shifted = |t: &Term| {
            let shift = t.shift.checked_add(shift)?;
            Some(Term { shift, ..*t })
        };
        for t in &numbers {
            sum.numbers.push(shifted(t)?);
        }
        for t in &lanes {
            sum.lanes.push(shifted(t)?);
        }
        Some(())
    }

    /// The numbers and the lanes of which `v`, of 32 bits, is the sum.
    fn parts(
        &mut self,
        v: Val,
        shift: u8,
        wide: Wide,
        numbers: &mut Vec<Term>,
        lanes: &mut Vec<Term>,
    ) -> Option<()> {
        if numbers.len() + lanes.len() > MAX_TERMS || shift >= 32 {
            return None;
        }
        if let Some(number) = self.number(v) {
            numbers.push(Term::value(number, wide, shift));
            return Some(());
        }
        if self.is_fixed(v) {
            lanes.push(Term::value(v, wide, shift));
            return Some(());
        }
        if let Some(of) = self.counted(v) {
            lanes.push(Term::value(v, wide, shift));
            numbers.push(Term { of, wide, shift });
            return Some(());
        }
        let n = self.node(v);
        let (op, args) = (n.op, n.args.clone());
        match op {
            Uop::Add => {
                let mut all = args.iter();
                all.try_for_each(|a| self.parts(*a, shift, wide, numbers, lanes))
            }
            Uop::Shl => {
                let by = self.constant(args[1])? & 31;
                self.parts(args[0], shift + by as u8, wide, numbers, lanes)
            }
            _ => None,
        }
    }
}

/// Adds nodes to a loop.
struct Adder<'l> {
    nodes: &'l mut Vec<Node>,
    pc: u64,
    known: HashMap<(Uop, bool, Args, u64), Val>,
}

impl Adder<'_> {
    /// A zero of its own.
    fn zero(&mut self, ty: Ty) -> Val {
        self.nodes.push(Node {
            op: Uop::Const,
            ty,
            vec: false,
            args: Args::new(),
            imm: 0,
            pc: self.pc,
        });
        Val(self.nodes.len() as u32 - 1)
    }

    fn add(&mut self, op: Uop, ty: Ty, vec: bool, imm: u64, args: &[Val]) -> Val {
        let args = Args::from_slice(args);
        let next = Val(self.nodes.len() as u32);
        let key = (op, vec, args.clone(), imm ^ (ty as u64) << 56);
        let v = *self.known.entry(key).or_insert(next);
        if v == next {
            self.nodes.push(Node {
                op,
                ty,
                vec,
                args,
                imm,
                pc: self.pc,
            });
        }
        v
    }

    /// A value of 32 bits as one of 64.
    fn extended(&mut self, v: Val, wide: Wide, vec: bool) -> Val {
        match wide {
            Wide::Is => v,
            Wide::Zero => self.add(Uop::ZExt, Ty::B64, vec, 0, &[v]),
            Wide::Sign => self.add(Uop::SExt, Ty::B64, vec, 0, &[v]),
        }
    }

    /// The sum of these, with the places that values and counters have now.
    fn sum(&mut self, terms: &[Term], vec: bool, place: &dyn Fn(Source) -> Val) -> Val {
        let mut sum = None;
        for t in terms {
            let mut v = self.extended(place(t.of), t.wide, vec);
            if t.shift > 0 {
                let mut by = self.add(Uop::Const, Ty::B32, false, t.shift.into(), &[]);
                if vec {
                    by = self.add(Uop::Splat, Ty::B32, true, 0, &[by]);
                }
                v = self.add(Uop::Shl, Ty::B64, vec, 0, &[v, by]);
            }
            sum = Some(match sum {
                Some(sum) => self.add(Uop::Add, Ty::B64, vec, 0, &[sum, v]),
                None => v,
            });
        }
        sum.unwrap_or_else(|| {
            let zero = self.add(Uop::Const, Ty::B64, false, 0, &[]);
            if vec {
                self.add(Uop::Splat, Ty::B64, true, 0, &[zero])
            } else {
                zero
            }
        })
    }
}

/// Which values may differ from round to round, or cost more than a few operations.
fn varies(l: &Loop) -> Vec<bool> {
    let mut varies: Vec<bool> = vec![];
    for (i, n) in l.body.nodes.iter().enumerate() {
        let is_head = l.phis.iter().any(|p| p.head.0 as usize == i);
        let calls = matches!(n.op, Uop::Call1 | Uop::Call2 | Uop::Call3);
        let is_integer = n.op.kind() == Kind::Pure && !calls;
        let is_plain = n.op.is_leaf() || n.op == Uop::ReadV || is_integer;
        let own = is_head || n.op == Uop::SLoad || n.vec && !is_plain;
        let of = n.args.iter().any(|a| varies[a.0 as usize]);
        varies.push(own || of);
    }
    varies
}

/// Finds the loads of `l` with such addresses; they get their lanes' part as operand.
pub(super) fn find(l: &mut Loop) {
    let mut finder = Finder {
        nodes: &l.body.nodes,
        phis: &l.phis,
        varies: varies(l),
        counters: vec![],
    };
    let sum_of = |n: &Node| {
        let m = MemOp::unpack(n.imm);
        if n.op != Uop::Load || m.flat || m.size != 4 {
            return None;
        }
        let mut sum = Sum::default();
        finder.wide(&mut sum, n.args[0], 0).map(|()| sum)
    };
    let sums: Vec<Option<Sum>> = l.body.nodes.iter().map(sum_of).collect();
    if sums.iter().all(Option::is_none) {
        return;
    }
    let counters = std::mem::take(&mut finder.counters);
    let old = std::mem::take(&mut l.body.nodes);
    let mut map: Vec<Val> = vec![];
    let mut to = Adder {
        nodes: &mut l.body.nodes,
        pc: 0,
        known: HashMap::default(),
    };
    // First of all what counters begin with.
    let zeros: Vec<Val> = counters.iter().map(|c| to.zero(c.ty)).collect();
    for (mut n, sum) in old.into_iter().zip(sums) {
        n.args.iter_mut().for_each(|a| *a = map[a.0 as usize]);
        to.pc = n.pc;
        if let Some(sum) = sum {
            let place = |of: Source| match of {
                Source::Value(v) => map[v.0 as usize],
                Source::Counter(k) => zeros[k],
            };
            let number = to.sum(&sum.numbers, false, &place);
            let lanes = to.sum(&sum.lanes, true, &place);
            let narrow = sum.narrow.iter().map(|(numbers, lanes)| Narrow {
                number: to.sum(numbers, false, &place),
                lanes: to.sum(&[*lanes], true, &place),
                signed: lanes.wide == Wide::Sign,
            });
            let sums = narrow.collect();
            n.args[0] = lanes;
            l.steady.push(Steady {
                load: Val(to.nodes.len() as u32),
                number,
                lanes,
                sums,
            });
        }
        map.push(Val(to.nodes.len() as u32));
        to.nodes.push(n);
    }
    let at = |v: &mut Val| *v = map[v.0 as usize];
    for p in &mut l.phis {
        at(&mut p.head);
        at(&mut p.next);
    }
    l.uniform.iter_mut().for_each(|u| at(&mut u.again.0));
    let place = |of: Source| match of {
        Source::Value(v) => map[v.0 as usize],
        Source::Counter(k) => zeros[k],
    };
    for (c, head) in counters.iter().zip(&zeros) {
        let next = match c.steps[..] {
            [step] if c.ty == Ty::B32 => {
                let step = place(step.of);
                to.add(Uop::Add, Ty::B32, false, 0, &[*head, step])
            }
            _ => {
                let step = to.sum(&c.steps, false, &place);
                to.add(Uop::Add, Ty::B64, false, 0, &[*head, step])
            }
        };
        l.phis.push(Phi {
            head: *head,
            next: unless_planted!(Fault::CounterStays, next, *head),
            place: Place::Counter,
        });
    }
}
