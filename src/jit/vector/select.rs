//! From a region's nodes to instructions on values.

use super::alloc::{Form, Inst, NONE, Near, V, VReg};
use super::carried::{SteadyLoad, part};
use super::encode::Mem;
use super::gpr::{CONSTANTS, TEMPS, VGPRS, WIDE_TEMPS};
use super::isa::Isa;
use super::ops::Op;
use super::shapes::Found;
use super::{Constant, How, Input, OF_ROUND, Output, Regions, Slots, Table, slot_of_vector};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{FCmp, HashMap, HashSet, ICmp, Node, Ty, Uop, Val};
use crate::jit::plan::Place;
use crate::machine::wave::FILE;

mod bytes;
mod functions;
pub(super) mod half;
pub(super) mod legalize;
pub(super) mod logic;
mod memory;
mod rounds;
mod stores;
mod transcendental;
mod uniform;

/// Predicates of VPCMP, by [`ICmp`]: whether unsigned, and which.
const fn icmp(c: u64) -> (bool, i32) {
    const ALL: [(ICmp, bool, i32); 10] = [
        (ICmp::Eq, false, 0),
        (ICmp::Ne, false, 4),
        (ICmp::LtS, false, 1),
        (ICmp::LeS, false, 2),
        (ICmp::GtS, false, 6),
        (ICmp::GeS, false, 5),
        (ICmp::LtU, true, 1),
        (ICmp::LeU, true, 2),
        (ICmp::GtU, true, 6),
        (ICmp::GeU, true, 5),
    ];
    let (_, unsigned, predicate) = ALL[c as usize % ALL.len()];
    (unsigned, predicate)
}

/// Predicates of VCMPPS that do not signal, by the relations of [`FCmp`].
const FCMP: [i32; 16] = [
    0x0b, 0x11, 0x00, 0x12, 0x1e, 0x0c, 0x1d, 0x07, 0x03, 0x19, 0x08, 0x1a, 0x16, 0x04, 0x15, 0x0f,
];
/// Both operands are numbers.
const ORDERED: i32 = FCMP[(FCmp::LT | FCmp::EQ | FCmp::GT) as usize];
const GE: i32 = FCMP[(FCmp::EQ | FCmp::GT) as usize];

/// What loads from the LDS have in common: addresses, active lanes and limit, bytes of an element, and which of
/// an address's bits do not count.
type Elements = ([Val; 3], u32, u8);

/// How dwords of two vectors become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shuffle {
    /// The low halves of a strip's qwords, of which each vector has some.
    Low,
    /// The high halves.
    High,
    /// Qwords of which these are the low and the high halves: those that come first.
    FirstQwords,
    /// The others.
    LastQwords,
    /// The odd dwords of both, one of each in turn.
    Odd,
}

impl Shuffle {
    /// As indices into both vectors, where lanes follow each other.
    fn table(self) -> Table {
        match self {
            Shuffle::Low => Table::Dwords(0, 2),
            Shuffle::High => Table::Dwords(1, 2),
            Shuffle::FirstQwords => Table::Pairs(0, 16),
            Shuffle::LastQwords => Table::Pairs(8, 24),
            Shuffle::Odd => Table::OddPairs,
        }
    }
}

pub(super) struct Select<'r, 'i> {
    r: &'r mut Regions,
    input: &'r Input<'i>,
    slots: &'r mut Slots,
    guest: &'r mut [V; FILE],
    out: &'r mut Output,
    /// Constants that no node has.
    pub constants: Vec<(Constant, V)>,
    /// The run whose address is in R10: slot and bytes from lane to lane.
    pub run: Option<(u32, u32)>,
    /// What the last load has given.
    loaded: [V; 4],
    /// Halves of qwords, and these.
    pairs: Vec<([V; 2], [V; 2])>,
    /// Denominators and numerators, and where they are far apart.
    ranges: Vec<([Val; 2], V)>,
    /// How addresses in the LDS lie of which that is known.
    pub shapes: Vec<(Elements, Found)>,
    /// What is added to slots after each strip, and whether to 64 bits.
    pub steps: Vec<(u32, u64, bool)>,
    /// Temporaries of 64-bit lanes are used.
    pub uses_wide: bool,
    pub exec_slot: Option<u32>,
    /// The strip's part of EXEC for the region's writes, once it is used.
    pub exec: V,
    /// Scalars that change from round to round of a loop.
    evolving: HashSet<Val>,
    /// How many slots each round of a uniform loop has for them.
    of_round: Option<u32>,
    /// Loads of a uniform loop that lie steadily.
    pub steady: Vec<SteadyLoad>,
    /// Masks of which each strip has a part.
    pub parts: Vec<V>,
    /// Masks that are the inverses of others, where masks are vectors.
    inverses: HashMap<V, V>,
    /// What is known of values there.
    floats: legalize::Floats,
}

/// A new instruction's operands; see [`Inst`].
fn inst(op: Op, a: V, b: V) -> Inst {
    Inst {
        a,
        b,
        ..Inst::new(op)
    }
}

fn with_imm(op: Op, a: V, b: V, imm: i32) -> Inst {
    Inst {
        imm: Some(imm),
        ..inst(op, a, b)
    }
}

impl<'r, 'i> Select<'r, 'i> {
    pub fn new(
        r: &'r mut Regions,
        input: &'r Input<'i>,
        slots: &'r mut Slots,
        guest: &'r mut [V; FILE],
        out: &'r mut Output,
    ) -> Select<'r, 'i> {
        if r.map.len() < input.block.nodes.len() {
            r.map.resize(input.block.nodes.len(), [NONE; 2]);
        }
        Select {
            r,
            input,
            slots,
            guest,
            out,
            constants: vec![],
            run: None,
            loaded: [NONE; 4],
            pairs: vec![],
            ranges: vec![],
            shapes: vec![],
            steps: vec![],
            uses_wide: false,
            exec_slot: None,
            exec: NONE,
            evolving: HashSet::default(),
            of_round: None,
            steady: vec![],
            parts: vec![],
            inverses: HashMap::default(),
            floats: legalize::Floats::default(),
        }
    }

    fn isa(&self) -> &'static Isa {
        self.r.code.isa
    }

    fn node(&self, v: Val) -> &'i Node {
        &self.input.block.nodes[v.0 as usize]
    }

    /// Everything, in order.
    pub fn region(&mut self) {
        let region = self.input.region;
        self.exec_slot = self.input.exec.map(|e| self.slot(e, How::Plain));
        for (v, place) in &region.imports {
            if !self.is_late(*v, *place) {
                self.import(*v, *place);
            }
        }
        // What is stored where, in the order in which it is computed.
        let writes = region.writes.iter();
        let mut stores: Vec<(Val, Mem)> = writes
            .map(|(r, v)| (*v, Mem::at(VGPRS, 256 * *r as i32)))
            .collect();
        for (v, t) in self.input.stores {
            stores.push((*v, Mem::at(TEMPS, *t as i32)));
        }
        stores.sort_by_key(|(v, _)| *v);
        self.count_uses(&stores);
        let mut late = vec![];
        let mut stores = stores.into_iter().peekable();
        let mut pc = None;
        for v in &region.nodes {
            late.extend(std::iter::from_fn(|| stores.next_if(|s| s.0 < *v)));
            let n = self.node(*v);
            if pc.replace(n.pc) != Some(n.pc) {
                self.r.marks.push((self.r.insts.len() as u32, n.pc));
            }
            self.compute(*v, n);
            while let Some((v, mem)) = stores.next_if(|s| s.0 == *v) {
                self.store(v, mem);
            }
        }
        for (v, mem) in late.into_iter().chain(stores) {
            self.store(v, mem);
        }
    }

    fn count_uses(&mut self, stores: &[(Val, Mem)]) {
        let uses = &mut self.r.uses;
        uses.clear();
        uses.resize(self.input.block.nodes.len(), 0);
        let mut count = |v: Val| {
            let n = &mut uses[v.0 as usize];
            *n = n.saturating_add(1);
        };
        for v in &self.input.region.nodes {
            let args = &self.input.block.nodes[v.0 as usize].args;
            args.iter().for_each(|a| count(*a));
        }
        stores.iter().for_each(|s| count(s.0));
    }

    fn value(&mut self, v: VReg) -> V {
        // `plan` cuts regions long before; a wrong number would be a wrong result.
        assert!(self.r.values.len() < NONE as usize, "a region is too long");
        let v = if v.is_mask && !self.isa().has_masks {
            VReg {
                is_mask: false,
                is_bits: v.home.is_some(),
                ..v
            }
        } else {
            v
        };
        self.r.values.push(v);
        (self.r.values.len() - 1) as V
    }

    fn set(&mut self, v: Val, x: [V; 2]) {
        self.r.map[v.0 as usize] = x;
        self.r.mapped.push(v);
    }

    /// Adds what gives the vector that instruction `i` gives.
    fn vector(&mut self, i: Inst) -> V {
        if self.isa().has_masks {
            self.emit(i)
        } else {
            self.legal(i)
        }
    }

    /// Adds an instruction that gives a vector.
    fn emit(&mut self, i: Inst) -> V {
        let dst = self.value(VReg::COMPUTED);
        self.r.insts.push(Inst { dst, ..i });
        dst
    }

    /// Adds what gives the mask that instruction `i` gives.
    fn mask(&mut self, i: Inst) -> V {
        if !self.isa().has_masks {
            return self.legal(i);
        }
        let dst = self.value(VReg::MASK);
        self.r.insts.push(Inst { dst, ..i });
        dst
    }

    fn masks(&mut self, op: Op, a: V, b: V) -> V {
        self.mask(Inst {
            form: Form::Masks,
            ..inst(op, a, b)
        })
    }

    fn constant(&mut self, c: Constant) -> V {
        if let Some((_, v)) = self.constants.iter().find(|(k, _)| *k == c) {
            return *v;
        }
        let all = match c {
            Constant::Dword(v) => Constant::Table(Table::Dwords(v, 0)),
            Constant::Qword(v) => Constant::Table(Table::Qwords(v, 0)),
            Constant::Table(_) | Constant::Request(_) => c,
        };
        let placed = if self.isa().spreads { c } else { all };
        let mem = Mem::at(CONSTANTS, self.r.pool.place(placed));
        let (spread, elem) = match placed {
            Constant::Dword(_) => (true, 2),
            Constant::Qword(_) => (true, 3),
            Constant::Table(_) | Constant::Request(_) => (false, 0),
        };
        let v = self.value(VReg {
            elem,
            is_constant: true,
            ..VReg::at(Mem { spread, ..mem })
        });
        self.constants.push((c, v));
        v
    }

    fn dword(&mut self, v: u32) -> V {
        self.constant(Constant::Dword(v))
    }

    fn qword(&mut self, v: u64) -> V {
        self.constant(Constant::Qword(v))
    }

    /// `v` in every lane of `ty`.
    fn same(&mut self, ty: Ty, v: u64) -> V {
        match ty {
            Ty::B64 => self.qword(v),
            _ => self.dword(v as u32),
        }
    }

    fn table(&mut self, t: Table) -> V {
        self.constant(Constant::Table(t))
    }

    /// The slot that has scalar `v`.
    fn slot(&mut self, v: Val, how: How) -> u32 {
        if let Some(slot) = self.slots.taken.get(&(v, how)) {
            return *slot;
        }
        let slot = match &mut self.of_round {
            Some(slots) if self.evolving.contains(&v) => {
                *slots += 1;
                OF_ROUND + *slots - 1
            }
            _ => self.slots.fresh(),
        };
        self.slots.taken.insert((v, how), slot);
        self.out.scalars.push((v, how, slot));
        slot
    }

    /// A slot's value in every lane.
    fn spread(&mut self, slot: u32, elem: u8, is_constant: bool) -> V {
        self.value(VReg {
            elem,
            is_constant,
            ..VReg::at(Mem {
                spread: true,
                ..slot_of_vector(slot)
            })
        })
    }

    /// A slot's bits, one in each lane.
    fn bits(&mut self, slot: u32) -> V {
        self.value(VReg {
            is_mask: true,
            ..VReg::at(self.part(slot))
        })
    }

    /// The strip's part of a slot's bits.
    fn part(&self, slot: u32) -> Mem {
        part(self.isa(), slot)
    }

    /// What guest register `r` has at the region's start.
    fn guest(&mut self, r: u16) -> V {
        if self.guest[r as usize] == NONE {
            let v = self.value(VReg::at(Mem::at(VGPRS, 256 * r as i32)));
            self.guest[r as usize] = v;
        }
        self.guest[r as usize]
    }

    /// Whether a value from elsewhere is loaded where it is needed first: what takes instructions would take registers
    /// up to there.
    fn is_late(&self, v: Val, place: Place) -> bool {
        let in_lanes = self.node(v).ty == Ty::B64 && matches!(place, Place::Temp(_));
        in_lanes && !self.isa().has_masks
    }

    fn import(&mut self, v: Val, place: Place) {
        let ty = self.node(v).ty;
        let x = match (place, ty) {
            (Place::Vgpr(r), _) => [self.guest(r), NONE],
            (Place::Temp(t), Ty::B64) => {
                self.uses_wide = true;
                let bytes = self.isa().bytes();
                let halves = [0, bytes].map(|half| {
                    let home = Mem::at(WIDE_TEMPS, t as i32 + half);
                    self.value(VReg::at(home))
                });
                self.by_halves(halves)
            }
            (Place::Temp(t), Ty::B1) => {
                let lanes = self.value(VReg::at(Mem::at(TEMPS, t as i32)));
                if self.isa().has_masks {
                    [self.mask(inst(Op::VPMOVD2M, NONE, lanes)), NONE]
                } else {
                    [lanes, NONE]
                }
            }
            (Place::Temp(t), _) => [self.value(VReg::at(Mem::at(TEMPS, t as i32))), NONE],
        };
        self.set(v, x);
    }

    fn store(&mut self, v: Val, mem: Mem) {
        let n = self.node(v);
        let [x, y] = self.get(v);
        // What the region does not read is seldom read soon.
        let guest = mem.base == VGPRS && self.guest[mem.disp as usize / 256 % FILE] != NONE;
        let has_masks = self.isa().has_masks;
        let under_exec = self.input.exec.filter(|_| mem.base == VGPRS && !has_masks);
        let k = under_exec.map_or(NONE, |exec| self.active(exec));
        let c = match self.exec_slot {
            Some(_) if guest || !has_masks => self.value(VReg::COMPUTED),
            _ => NONE,
        };
        let store = |b: V, mem: Mem| Inst {
            form: Form::Store,
            c,
            k,
            mem: Some(mem),
            ..inst(Op::VMOVDQU32_MR, NONE, b)
        };
        match n.ty {
            Ty::B64 => {
                self.uses_wide = true;
                let mem = Mem {
                    base: WIDE_TEMPS,
                    ..mem
                };
                let high = Mem {
                    disp: mem.disp + self.isa().bytes(),
                    ..mem
                };
                let [x, y] = self.by_halves([x, y]);
                self.r.insts.push(store(x, mem));
                self.r.insts.push(store(y, high));
            }
            Ty::B1 => {
                let lanes = if has_masks {
                    self.vector(inst(Op::VPMOVM2D, NONE, x))
                } else {
                    x
                };
                self.r.insts.push(store(lanes, mem));
            }
            _ => self.r.insts.push(store(x, mem)),
        }
    }

    /// The constant that is `v` in all lanes.
    fn known(&self, v: Val) -> Option<u64> {
        let n = self.node(v);
        let n = match n.op {
            Uop::Splat => self.node(n.args[0]),
            _ => n,
        };
        let bits = match n.ty {
            Ty::B1 => 1,
            Ty::B32 => u32::MAX as u64,
            _ => u64::MAX,
        };
        (n.op == Uop::Const).then_some(n.imm & bits)
    }

    /// The values of node `v`: of all lanes, or of both halves of them.
    fn get(&mut self, v: Val) -> [V; 2] {
        let x = self.r.map[v.0 as usize];
        if x[0] != NONE {
            return x;
        }
        let mut imports = self.input.region.imports.iter();
        if let Some((_, place)) = imports.find(|i| i.0 == v && self.is_late(v, i.1)) {
            self.import(v, *place);
            return self.r.map[v.0 as usize];
        }
        let n = self.node(v);
        let elem = if n.ty == Ty::B64 { 3 } else { 2 };
        let x = match (n.op, n.ty) {
            (Uop::Splat | Uop::Const, Ty::B1) => {
                let x = match (self.known(v), n.args.first()) {
                    (None, Some(scalar)) => {
                        let slot = self.slot(*scalar, How::Bits);
                        self.bits(slot)
                    }
                    (known, _) => {
                        let some = self.dword(0);
                        let predicate = if known == Some(0) { 4 } else { 0 };
                        self.mask(with_imm(Op::VPCMPD, some, some, predicate))
                    }
                };
                [x; 2]
            }
            (Uop::Splat | Uop::Const, ty) => {
                let x = match (self.known(v), n.args.first()) {
                    (None, Some(scalar)) => {
                        let slot = self.slot(*scalar, How::Plain);
                        self.spread(slot, elem, !self.evolving.contains(scalar))
                    }
                    (known, _) => self.same(ty, known.unwrap_or(0)),
                };
                [x; 2]
            }
            (Uop::Affine, ty) => self.affine(n, ty),
            (Uop::LaneBits, _) => {
                let slot = self.slot(n.args[0], How::Plain);
                let part = self.bits(slot);
                self.parts.push(part);
                [part, NONE]
            }
            _ => {
                // The plan makes it an import.
                debug_assert!(false, "{} is not available in its region", n.op.text());
                [self.dword(0); 2]
            }
        };
        self.set(v, x);
        x
    }

    /// A scalar in lane 0 that rises from lane to lane.
    fn affine(&mut self, n: &Node, ty: Ty) -> [V; 2] {
        // The slot advances with the strips.
        let slot = self.slots.fresh();
        self.out.scalars.push((n.args[0], How::Plain, slot));
        let by = n.imm.wrapping_mul(self.isa().lanes.into());
        self.steps.push((slot, by, ty == Ty::B64));
        if ty == Ty::B64 {
            let first = self.spread(slot, 3, false);
            [0, 1].map(|half| {
                let table = if self.isa().has_masks {
                    Table::Qwords(n.imm.wrapping_mul(8 * half), n.imm)
                } else {
                    Table::All(std::array::from_fn(|i| {
                        n.imm.wrapping_mul(legalize::lane_of_qword(half, i))
                    }))
                };
                let ramp = self.table(table);
                self.vector(inst(Op::VPADDQ, ramp, first))
            })
        } else {
            let first = self.spread(slot, 2, false);
            let ramp = self.table(Table::Dwords(0, n.imm as u32));
            [self.vector(inst(Op::VPADDD, ramp, first)), NONE]
        }
    }

    /// Does `f` for each half of 64-bit lanes, or once.
    fn each(
        &mut self,
        v: Val,
        n: &Node,
        mut f: impl FnMut(&mut Self, usize, &dyn Fn(usize) -> V) -> V,
    ) {
        let mut args = [[NONE; 2]; 3];
        for (x, a) in args.iter_mut().zip(&n.args) {
            *x = self.get(*a);
        }
        let wide = n.ty == Ty::B64;
        let x = f(self, 0, &|k| args[k][0]);
        let y = if wide {
            f(self, 1, &|k| args[k][1])
        } else {
            NONE
        };
        self.set(v, [x, y]);
    }

    /// An instruction of two operands for dwords and one for qwords.
    fn two(&mut self, v: Val, n: &Node, ops: [Op; 2], commutes: bool) {
        let op = ops[(n.ty == Ty::B64) as usize];
        self.each(v, n, |s, _, a| {
            s.vector(Inst {
                commutes,
                ..inst(op, a(0), a(1))
            })
        });
    }

    /// An instruction of one operand.
    fn one(&mut self, v: Val, n: &Node, op: Op, imm: Option<i32>) {
        self.each(v, n, |s, _, a| {
            s.vector(Inst {
                imm,
                ..inst(op, NONE, a(0))
            })
        });
    }

    fn shift_by(&mut self, op: Op, x: V, amount: i32) -> V {
        self.vector(Inst {
            form: Form::Shift,
            ..with_imm(op, NONE, x, amount)
        })
    }

    /// The upper half of a vector, in the lower.
    fn upper(&mut self, x: V) -> V {
        self.vector(with_imm(Op::VSHUFI64X2, x, x, 0xee))
    }

    /// The lower halves of two vectors.
    fn join(&mut self, x: V, y: V) -> V {
        self.vector(with_imm(Op::VSHUFI64X2, x, y, 0x44))
    }

    /// 64-bit lanes from 32-bit ones.
    fn widen(&mut self, op: Op, x: V) -> [V; 2] {
        if !self.isa().has_masks {
            return self.legal_widen(op, x);
        }
        let high = self.upper(x);
        [x, high].map(|x| self.vector(inst(op, NONE, x)))
    }

    /// 32-bit lanes from both halves' of 64-bit ones, each the lower half of a vector.
    fn narrowed_halves(&mut self, x: V, y: V) -> V {
        let r = self.join(x, y);
        self.in_order(r)
    }

    fn shuffle(&mut self, how: Shuffle, x: V, y: V) -> V {
        if !self.isa().has_masks {
            return self.legal_shuffle(how, x, y);
        }
        let index = self.table(how.table());
        self.vector(Inst {
            c: x,
            ..inst(Op::VPERMT2D, index, y)
        })
    }

    /// `y` where the mask is set, else `x`.
    fn blend(&mut self, ty: Ty, k: V, x: V, y: V) -> V {
        let op = if ty == Ty::B64 {
            Op::VPBLENDMQ
        } else {
            Op::VPBLENDMD
        };
        self.vector(Inst {
            k,
            ..inst(op, x, y)
        })
    }

    /// The mask of the first half of 64-bit lanes.
    fn lower_mask(&mut self, k: V) -> V {
        if self.isa().has_masks {
            k
        } else {
            self.legal_shuffle(Shuffle::FirstQwords, k, k)
        }
    }

    /// That of the other half.
    fn upper_mask(&mut self, k: V) -> V {
        self.mask(Inst {
            form: Form::Masks,
            ..with_imm(Op::KSHIFTRW, NONE, k, 8)
        })
    }

    /// One mask from those of both halves.
    fn join_masks(&mut self, x: V, y: V) -> V {
        self.masks(Op::KUNPCKBW, y, x)
    }

    fn compare(&mut self, v: Val, n: &Node, op: Op, predicate: i32) {
        let (x, y) = (self.get(n.args[0]), self.get(n.args[1]));
        let mut k = self.mask(with_imm(op, x[0], y[0], predicate));
        if self.node(n.args[0]).ty == Ty::B64 {
            let high = self.mask(with_imm(op, x[1], y[1], predicate));
            k = self.join_masks(k, high);
        }
        self.set(v, [k, NONE]);
    }

    fn shift(&mut self, v: Val, n: &Node) {
        let wide = n.ty == Ty::B64;
        let (by, op) = match (n.op, wide) {
            (Uop::Shl, false) => (Op::VPSLLD, Op::VPSLLVD),
            (Uop::Shl, true) => (Op::VPSLLQ, Op::VPSLLVQ),
            (Uop::ShrU, false) => (Op::VPSRLD, Op::VPSRLVD),
            (Uop::ShrU, true) => (Op::VPSRLQ, Op::VPSRLVQ),
            (_, false) => (Op::VPSRAD, Op::VPSRAVD),
            (_, true) => (Op::VPSRAQ, Op::VPSRAVQ),
        };
        let width = if wide { 64 } else { 32 };
        let amount = self.node(n.args[1]);
        if let Some(k) = self.known(n.args[1]) {
            let k = k as i32 & (width - 1);
            return self.each(v, n, |s, _, a| s.shift_by(by, a(0), k));
        }
        let is_slot = amount.op == Uop::Splat && !self.evolving.contains(&amount.args[0]);
        let amounts = if is_slot {
            let how = unless_planted!(Fault::ShiftModulo, How::Modulo(width as u8), How::Plain);
            let slot = self.slot(amount.args[0], how);
            [self.spread(slot, 2 + wide as u8, true); 2]
        } else {
            let x = self.get(n.args[1])[0];
            let is_small = |s: &Self, a: Val| s.known(a).is_some_and(|k| k < width as u64);
            let masked = amount.op == Uop::And && amount.args.iter().any(|a| is_small(self, *a));
            let x = if masked {
                x
            } else {
                let limit = self.dword(width as u32 - 1);
                self.vector(inst(Op::VPANDD, x, limit))
            };
            if wide {
                self.widen(Op::VPMOVZXDQ, x)
            } else {
                [x, NONE]
            }
        };
        let x = self.get(n.args[0]);
        let low = self.vector(inst(op, x[0], amounts[0]));
        let high = if wide {
            self.vector(inst(op, x[1], amounts[1]))
        } else {
            NONE
        };
        self.set(v, [low, high]);
    }

    /// Whether the high half of 64-bit `v` is known to be zero in all lanes.
    fn is_low(&self, v: Val) -> bool {
        self.node(v).op == Uop::ZExt || self.known(v).is_some_and(|k| k <= u32::MAX as u64)
    }

    fn multiply(&mut self, v: Val, n: &Node) {
        let all = |s: &Self, f: &dyn Fn(&Self, Val) -> bool| n.args.iter().all(|a| f(s, *a));
        let op = if n.ty != Ty::B64 {
            Op::VPMULLD
        } else if all(self, &|s, a| s.is_low(a)) {
            Op::VPMULUDQ
        } else if all(self, &|s, a| s.node(a).op == Uop::SExt) {
            Op::VPMULDQ
        } else {
            Op::VPMULLQ
        };
        self.two(v, n, [op; 2], true);
    }

    fn multiply_high(&mut self, v: Val, n: &Node, op: Op) {
        let [x, y] = [0, 1].map(|k| self.get(n.args[k])[0]);
        let odd = [0, 1].map(|k| match self.node(n.args[k]).op {
            Uop::Splat => self.get(n.args[k])[0],
            _ => self.shift_by(Op::VPSRLQ, [x, y][k], 32),
        });
        // A memory operand of all lanes is one dword, and this reads qwords.
        let even = self.vector(Inst {
            commutes: true,
            ..inst(op, x, y)
        });
        let odd = self.vector(Inst {
            commutes: true,
            ..inst(op, odd[0], odd[1])
        });
        let r = self.shuffle(Shuffle::Odd, even, odd);
        self.set(v, [r, NONE]);
    }

    /// Bits of each byte, by a table for each half of it.
    fn by_nibbles(&mut self, x: V, low: [u8; 16], high: [u8; 16], op: Op) -> V {
        let limit = self.dword(0x0f0f_0f0f);
        let shifted = self.shift_by(Op::VPSRLD, x, 4);
        let y = self.vector(inst(Op::VPANDD, shifted, limit));
        let x = self.vector(inst(Op::VPANDD, x, limit));
        let (low, high) = (
            self.table(Table::Bytes(low)),
            self.table(Table::Bytes(high)),
        );
        let x = self.vector(inst(Op::VPSHUFB, low, x));
        let y = self.vector(inst(Op::VPSHUFB, high, y));
        self.vector(inst(op, x, y))
    }

    fn population(&mut self, wide: bool, x: V) -> V {
        let counts: [u8; 16] = std::array::from_fn(|n| n.count_ones() as u8);
        let bytes = self.by_nibbles(x, counts, counts, Op::VPADDB);
        if wide {
            let zero = self.dword(0);
            self.vector(inst(Op::VPSADBW, bytes, zero))
        } else {
            let (b, w) = (self.dword(0x0101_0101), self.dword(0x0001_0001));
            let words = self.vector(inst(Op::VPMADDUBSW, bytes, b));
            self.vector(inst(Op::VPMADDWD, words, w))
        }
    }

    fn reverse(&mut self, wide: bool, x: V) -> V {
        let high = std::array::from_fn(|n| (n as u8).reverse_bits() >> 4);
        let low = high.map(|n: u8| n << 4);
        let bytes = self.by_nibbles(x, low, high, Op::VPORD);
        let last = if wide { 7 } else { 3 };
        let order = self.table(Table::Bytes(std::array::from_fn(|n| n as u8 ^ last)));
        self.vector(inst(Op::VPSHUFB, bytes, order))
    }

    fn choose(&mut self, v: Val, n: &Node) {
        if n.ty == Ty::B1 {
            let [k, x, y] = [0, 1, 2].map(|i| self.get(n.args[i])[0]);
            let x = self.masks(Op::KANDW, k, x);
            let y = self.masks(Op::KANDNW, k, y);
            let r = self.masks(Op::KORW, x, y);
            return self.set(v, [r, NONE]);
        }
        let k = self.get(n.args[0])[0];
        if !self.isa().has_masks
            && let Some(r) = self.legal_clearing(k, n.args[1], n.args[2])
        {
            return self.set(v, [r, NONE]);
        }
        let (x, y) = (self.get(n.args[1]), self.get(n.args[2]));
        if n.ty == Ty::B32 && self.under_mask(n.args[1], x[0], k, y[0]) {
            return self.set(v, x);
        }
        let of_low = match n.ty {
            Ty::B64 => self.lower_mask(k),
            _ => k,
        };
        let low = self.blend(n.ty, of_low, y[0], x[0]);
        let high = match n.ty {
            Ty::B64 => {
                let k = self.upper_mask(k);
                self.blend(n.ty, k, y[1], x[1])
            }
            _ => NONE,
        };
        self.set(v, [low, high]);
    }

    /// Has the instruction before, if all that it is for is `x`, the value of node `v`, done only where `k` is
    /// set: elsewhere its result is `y`.
    fn under_mask(&mut self, v: Val, x: V, k: V, y: V) -> bool {
        if self.r.uses[v.0 as usize] != 1 || !self.isa().has_masks {
            return false;
        }
        let Some(last) = self.r.insts.last_mut() else {
            return false;
        };
        let is_free = last.form == Form::Plain && last.k == NONE && last.c == NONE;
        if last.dst != x || !is_free || last.op.row().element != Some(2) {
            return false;
        }
        (last.k, last.c) = (k, y);
        // It is not any more what it was of others.
        if let Some(l) = self.r.logic.get_mut(x as usize)
            && !planted(Fault::MaskedLogic)
        {
            l.of = [NONE; 3];
        }
        true
    }

    /// Has the instruction before, if all that it is for is the comparison `x`, the value of node `v`, done only
    /// where `k` is set: elsewhere its result is zero.
    fn compares_under(&mut self, v: Val, x: V, k: V) -> bool {
        if self.r.uses[v.0 as usize] != 1 || !self.isa().has_masks {
            return false;
        }
        let Some(last) = self.r.insts.last_mut() else {
            return false;
        };
        let compares = [
            Op::VPCMPD,
            Op::VPCMPUD,
            Op::VCMPPS,
            Op::VPTESTMD,
            Op::VPTESTNMD,
        ];
        let is_free = last.form == Form::Plain && last.k == NONE;
        if last.dst != x || !is_free || !compares.contains(&last.op) {
            return false;
        }
        if !planted(Fault::CompareAll) {
            last.k = k;
        }
        true
    }

    /// Where two dwords have bits in common or, for the other predicate, none, if `n` compares that.
    fn test_bits(&mut self, n: &Node) -> Option<V> {
        let op = match icmp(n.imm).1 {
            0 => Op::VPTESTNMD,
            4 => unless_planted!(Fault::TestNone, Op::VPTESTMD, Op::VPTESTNMD),
            _ => return None,
        };
        let both = match n.args.iter().position(|a| self.known(*a) == Some(0))? {
            0 => self.node(n.args[1]),
            _ => self.node(n.args[0]),
        };
        if both.op != Uop::And {
            return None;
        }
        let here = |s: &Self, v: Val| {
            let is_leaf = matches!(s.node(v).op, Uop::Splat | Uop::Const);
            is_leaf || s.r.map[v.0 as usize][0] != NONE
        };
        if !here(self, both.args[0]) || !here(self, both.args[1]) {
            return None;
        }
        let [x, y] = [0, 1].map(|k| self.get(both.args[k])[0]);
        Some(self.mask(Inst {
            commutes: true,
            ..inst(op, x, y)
        }))
    }

    /// f32 to integer: the host gives 2^31 or 2^32 - 1 for what is out of range.
    fn float_to_int(&mut self, n: &Node) -> V {
        let x = self.get(n.args[0]);
        match n.op {
            Uop::F32ToU32 => {
                // NaN becomes zero, too: the second operand wins.
                let zero = self.dword(0);
                let x = self.vector(inst(Op::VMAXPS, x[0], zero));
                self.vector(inst(Op::VCVTTPS2UDQ, NONE, x))
            }
            Uop::F32ToS32 => {
                let (limit, most) = (self.dword(0x4f00_0000), self.dword(i32::MAX as u32));
                let numbers = self.mask(with_imm(Op::VCMPPS, x[0], x[0], ORDERED));
                let large = self.mask(with_imm(Op::VCMPPS, x[0], limit, GE));
                if !self.isa().has_masks {
                    return self.legal_to_signed(x[0], numbers, large);
                }
                let r = self.vector(Inst {
                    k: numbers,
                    zero: true,
                    ..inst(Op::VCVTTPS2DQ, NONE, x[0])
                });
                self.blend(Ty::B32, large, r, most)
            }
            Uop::F64ToU32 => {
                let zero = self.qword(0);
                let [x, y] = x.map(|x| {
                    let x = self.vector(inst(Op::VMAXPD, x, zero));
                    self.vector(inst(Op::VCVTTPD2UDQ, NONE, x))
                });
                self.narrowed_halves(x, y)
            }
            _ => {
                let most = self.qword((i32::MAX as f64).to_bits());
                let [x, y] = x.map(|x| {
                    let numbers = self.mask(with_imm(Op::VCMPPD, x, x, ORDERED));
                    let x = self.vector(inst(Op::VMINPD, x, most));
                    self.vector(Inst {
                        k: numbers,
                        zero: true,
                        ..inst(Op::VCVTTPD2DQ, NONE, x)
                    })
                });
                self.narrowed_halves(x, y)
            }
        }
    }

    fn compute(&mut self, v: Val, n: &Node) {
        let wide = n.ty == Ty::B64;
        let is_mask = n.ty == Ty::B1;
        match n.op {
            Uop::ReadV => {
                let x = self.guest(n.imm as u16);
                self.set(v, [x, NONE]);
            }
            Uop::LdsLoad => self.loaded = self.lds_load(n),
            Uop::Load => self.loaded = self.load(v, n),
            Uop::LdsStore => self.lds_store(n),
            Uop::LdsAtomic => self.loaded = [self.lds_update(v, n), NONE, NONE, NONE],
            Uop::StoreRows => self.store_rows(v, Some(n.args[0]), &n.args[5..]),
            Uop::StoreRun => self.store_rows(v, None, &n.args[3..]),
            Uop::RowLane => {
                let x = self.row_lanes(n);
                self.set(v, [x, NONE]);
            }
            Uop::RowStore => {
                let slot = self.slot(n.args[0], How::Plain);
                self.rows_to(slot, 64 * n.imm as i32, Some(n.args[1]), &n.args[2..]);
            }
            Uop::Call1 | Uop::Call2 | Uop::Call3 => {
                let x = self.call(v, n);
                self.set(v, x);
            }
            Uop::Proj => {
                // It follows its load.
                let k = unless_planted!(Fault::OtherComponent, n.imm as usize, 0);
                self.set(v, [self.loaded[k], NONE]);
            }
            Uop::RunLane => {
                let x = self.run_lanes(n);
                self.set(v, x);
            }
            Uop::MaskBits => {
                let k = self.get(n.args[0])[0];
                let slot = self.slots.fresh();
                let number = self.out.masks.len() as i32;
                self.out.masks.push((v, slot));
                self.r.insts.push(Inst {
                    form: Form::StoreMask,
                    imm: Some(number),
                    mem: Some(self.part(slot)),
                    ..inst(Op::KMOVW_MR, NONE, k)
                });
            }
            Uop::And | Uop::Or | Uop::Xor if is_mask => {
                let op = match n.op {
                    Uop::And => Op::KANDW,
                    Uop::Or => Op::KORW,
                    _ => Op::KXORW,
                };
                let [x, y] = [0, 1].map(|k| self.get(n.args[k])[0]);
                if n.op == Uop::And
                    && (self.compares_under(n.args[0], x, y)
                        || self.compares_under(n.args[1], y, x))
                {
                    let last = self.r.insts.last().map_or(x, |i| i.dst);
                    return self.set(v, [last, NONE]);
                }
                let r = self.masks(op, x, y);
                self.set(v, [r, NONE]);
            }
            Uop::Not if is_mask => {
                let x = self.get(n.args[0])[0];
                let r = self.masks(Op::KNOTW, NONE, x);
                self.set(v, [r, NONE]);
            }
            Uop::Add => self.two(v, n, [Op::VPADDD, Op::VPADDQ], true),
            Uop::Sub => self.two(v, n, [Op::VPSUBD, Op::VPSUBQ], false),
            Uop::Mul => self.multiply(v, n),
            Uop::MulHiU => self.multiply_high(v, n, Op::VPMULUDQ),
            Uop::MulHiS => self.multiply_high(v, n, Op::VPMULDQ),
            Uop::And => self.bitwise(v, n, [Op::VPANDD, Op::VPANDQ], |x, y| x & y),
            Uop::Or => match self.rotation(n) {
                Some((x, by)) => {
                    let op = if wide { Op::VPRORQ } else { Op::VPRORD };
                    let x = self.get(x);
                    let low = self.shift_by(op, x[0], by as i32);
                    let high = if wide {
                        self.shift_by(op, x[1], by as i32)
                    } else {
                        NONE
                    };
                    self.set(v, [low, high]);
                }
                None => self.bitwise(v, n, [Op::VPORD, Op::VPORQ], |x, y| x | y),
            },
            Uop::Xor => self.bitwise(v, n, [Op::VPXORD, Op::VPXORQ], |x, y| x ^ y),
            Uop::Not => self.bitwise(v, n, [Op::VPXORD, Op::VPXORQ], |x, _| !x),
            Uop::Shl | Uop::ShrU | Uop::ShrS => self.shift(v, n),
            Uop::MinS => self.two(v, n, [Op::VPMINSD, Op::VPMINSQ], true),
            Uop::MinU => self.two(v, n, [Op::VPMINUD, Op::VPMINUQ], true),
            Uop::MaxS => self.two(v, n, [Op::VPMAXSD, Op::VPMAXSQ], true),
            Uop::MaxU => self.two(v, n, [Op::VPMAXUD, Op::VPMAXUQ], true),
            Uop::Clz => self.one(v, n, [Op::VPLZCNTD, Op::VPLZCNTQ][wide as usize], None),
            Uop::Ctz => {
                // The bits below the lowest one that is set.
                let (add, andn, count, sub) = if wide {
                    (Op::VPADDQ, Op::VPANDNQ, Op::VPLZCNTQ, Op::VPSUBQ)
                } else {
                    (Op::VPADDD, Op::VPANDND, Op::VPLZCNTD, Op::VPSUBD)
                };
                let width = self.same(n.ty, if wide { 64 } else { 32 });
                let minus_one = self.same(n.ty, u64::MAX);
                self.each(v, n, |s, _, a| {
                    let less = s.vector(inst(add, a(0), minus_one));
                    let below = s.vector(inst(andn, a(0), less));
                    let above = s.vector(inst(count, NONE, below));
                    s.vector(inst(sub, width, above))
                });
            }
            Uop::Popcnt if self.r.has_popcnt => {
                self.one(v, n, [Op::VPOPCNTD, Op::VPOPCNTQ][wide as usize], None);
            }
            Uop::Popcnt => self.each(v, n, |s, _, a| s.population(wide, a(0))),
            Uop::BitRev => self.each(v, n, |s, _, a| s.reverse(wide, a(0))),
            Uop::Cmp32 | Uop::Cmp64 => {
                if n.op == Uop::Cmp32
                    && let Some(k) = self.test_bits(n)
                {
                    return self.set(v, [k, NONE]);
                }
                let (unsigned, predicate) = icmp(n.imm);
                let op = match (n.op, unsigned) {
                    (Uop::Cmp32, false) => Op::VPCMPD,
                    (Uop::Cmp32, true) => Op::VPCMPUD,
                    (_, false) => Op::VPCMPQ,
                    (_, true) => Op::VPCMPUQ,
                };
                self.compare(v, n, op, predicate);
            }
            Uop::FCmp32 => self.compare(v, n, Op::VCMPPS, FCMP[n.imm as usize & 15]),
            Uop::FCmp64 => self.compare(v, n, Op::VCMPPD, FCMP[n.imm as usize & 15]),
            Uop::Select => self.choose(v, n),
            Uop::Lo | Uop::Hi => {
                let [x, y] = self.get(n.args[0]);
                let half = if n.op == Uop::Hi {
                    Shuffle::High
                } else {
                    Shuffle::Low
                };
                let r = self.shuffle(half, x, y);
                self.set(v, [r, NONE]);
            }
            Uop::Concat => {
                let halves = [0, 1].map(|k| self.get(n.args[k])[0]);
                let r = self.qwords(halves);
                self.set(v, r);
            }
            Uop::ZExt | Uop::SExt | Uop::F32ToF64 | Uop::S32ToF64 | Uop::U32ToF64 => {
                let op = match n.op {
                    Uop::ZExt => Op::VPMOVZXDQ,
                    Uop::SExt => Op::VPMOVSXDQ,
                    Uop::F32ToF64 => Op::VCVTPS2PD,
                    Uop::S32ToF64 => Op::VCVTDQ2PD,
                    _ => Op::VCVTUDQ2PD,
                };
                let x = self.get(n.args[0])[0];
                let r = self.widen(op, x);
                self.set(v, r);
            }
            Uop::BoolInt => {
                let (k, one) = (self.get(n.args[0])[0], self.dword(1));
                let r = self.vector(Inst {
                    k,
                    zero: true,
                    ..inst(Op::VPANDD, one, one)
                });
                self.set(v, [r, NONE]);
            }
            Uop::FAdd32 => self.two(v, n, [Op::VADDPS; 2], false),
            Uop::FSub32 => self.two(v, n, [Op::VSUBPS; 2], false),
            Uop::FMul32 => self.two(v, n, [Op::VMULPS; 2], false),
            Uop::FDiv32 => self.two(v, n, [Op::VDIVPS; 2], false),
            Uop::FAdd64 => self.two(v, n, [Op::VADDPD; 2], false),
            Uop::FSub64 => self.two(v, n, [Op::VSUBPD; 2], false),
            Uop::FMul64 => self.two(v, n, [Op::VMULPD; 2], false),
            Uop::FDiv64 => self.two(v, n, [Op::VDIVPD; 2], false),
            Uop::FFma32 | Uop::FFma64 => {
                let op = [Op::VFMADD132PS, Op::VFMADD132PD][wide as usize];
                self.each(v, n, |s, _, a| {
                    s.vector(Inst {
                        form: Form::Fma,
                        c: a(2),
                        ..inst(op, a(0), a(1))
                    })
                });
            }
            Uop::FSqrt32 => self.one(v, n, Op::VSQRTPS, None),
            Uop::FSqrt64 => self.one(v, n, Op::VSQRTPD, None),
            // The immediate is the direction; bit 3: no inexact exception.
            Uop::FNearest32 => self.one(v, n, Op::VRNDSCALEPS, Some(8)),
            Uop::FFloor32 => self.one(v, n, Op::VRNDSCALEPS, Some(9)),
            Uop::FCeil32 => self.one(v, n, Op::VRNDSCALEPS, Some(10)),
            Uop::FTrunc32 => self.one(v, n, Op::VRNDSCALEPS, Some(11)),
            Uop::FNearest64 => self.one(v, n, Op::VRNDSCALEPD, Some(8)),
            Uop::FFloor64 => self.one(v, n, Op::VRNDSCALEPD, Some(9)),
            Uop::FCeil64 => self.one(v, n, Op::VRNDSCALEPD, Some(10)),
            Uop::FTrunc64 => self.one(v, n, Op::VRNDSCALEPD, Some(11)),
            Uop::F16ToF32 => {
                let x = self.get(n.args[0])[0];
                let r = self.low_halves(x);
                self.set(v, [r, NONE]);
            }
            Uop::S32ToF32 => self.one(v, n, Op::VCVTDQ2PS, None),
            Uop::U32ToF32 => self.one(v, n, Op::VCVTUDQ2PS, None),
            Uop::F32ToS32 | Uop::F32ToU32 | Uop::F64ToS32 | Uop::F64ToU32 => {
                let r = self.float_to_int(n);
                self.set(v, [r, NONE]);
            }
            Uop::F64ToF32 => {
                let x = self.get(n.args[0]);
                let [x, y] = x.map(|x| self.vector(inst(Op::VCVTPD2PS, NONE, x)));
                let r = self.narrowed_halves(x, y);
                self.set(v, [r, NONE]);
            }
            Uop::Quad => self.one(v, n, Op::VPSHUFD, Some(n.imm as u8 as i32)),
            // The plan puts nothing else into a region; leaves are made where they are used.
            _ => debug_assert!(false, "{} is not a lane-wise operation", n.op.text()),
        }
    }
}
