//! Builds a block's nodes: folds constants, merges equal nodes, keeps uniform values scalar, and
//! forwards register values within the block.

mod facts;
mod masks;
mod registers;
mod rows;

use smallvec::smallvec;

use super::liveness::VgprSet;
use super::{
    Args, Block, Facts, Guard, HashMap, ICmp, Kind, MemOp, Node, Order, Per, Reg, Run, Term, Ty,
    Uop, Val, WaveField, WaveFn,
};
use crate::ir::halves;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::isa::EXEC_LO;

/// Largest stride of what counts as rising: 64 lanes stay far below half of the 32-bit range.
const MAX_RISE: u64 = 1 << 20;

/// A block under construction.
#[derive(Default)]
pub struct Builder {
    nodes: Vec<Node>,
    /// Nodes to merge equal ones with. What is computed per lane counts in the lanes of the EXEC at
    /// that place only, so it is merged with what was computed under the same EXEC.
    known: HashMap<(Node, Option<Val>), Val>,
    /// Current values of scalar registers, and which were written here.
    s: HashMap<Reg, (Val, bool)>,
    /// 64-bit values whose halves are the current values of a register pair.
    pairs: HashMap<u8, (Val, Val, Val)>,
    /// Lane-wise form of the mask that a scalar value holds (valid in the lanes of EXEC then).
    lanes_of: HashMap<Val, (Val, Val)>,
    /// Current value of a vector register, and the EXEC under which it is valid (None: in all lanes).
    v: HashMap<u16, (Val, Option<Val>)>,
    lane_counts: Vec<(Val, u32)>,
    scalar_instructions: u32,
    instructions: u32,
    accesses: bool,
    pc: u64,
    /// Whether EXEC is known to be full.
    full: bool,
    /// Whether what the block finds out may depend on guards.
    guarded: bool,
    /// What is known at the start, without the registers that were written since.
    facts: Facts,
    /// All that was known at the start.
    facts_in: Facts,
    /// Registers whose current value is in `v` only.
    lazy: VgprSet,
    reads: VgprSet,
    /// Lane-wise values that are known not to wrap around from lane to lane.
    order: HashMap<Val, Order>,
    /// Carries (or borrows, when true) of 32-bit sums: operands and sum.
    carries: HashMap<Val, (Val, Val, Val, bool)>,
    /// A store that [`Fault::LateStore`] holds back.
    late: Option<Node>,
    /// 64-bit values by halves that no node takes from them.
    wide: HashMap<(Val, Val), Val>,
    guards: Vec<Guard>,
    /// Registers that were written in all lanes before they were read.
    killed: VgprSet,
    /// A function of the whole state was called, so EXEC may have been read again.
    called: bool,
    rows: rows::Rows,
}

impl Builder {
    /// An empty block.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// An empty block that relies on `facts`, for full EXEC only if `full`; `guarded`: what it finds
    /// out may depend on guards.
    pub fn with(full: bool, guarded: bool, facts: Facts) -> Builder {
        Builder {
            full,
            guarded: guarded && full,
            facts: facts.clone(),
            facts_in: facts,
            ..Builder::default()
        }
    }

    /// Makes it an empty block again.
    pub fn clear(&mut self) {
        let Builder {
            nodes,
            known,
            s,
            pairs,
            lanes_of,
            v,
            lane_counts,
            order,
            carries,
            wide,
            guards,
            ..
        } = std::mem::take(self);
        macro_rules! emptied {
            ($($name:ident)+) => {{
                $(let mut $name = $name; $name.clear();)+
                Builder { $($name,)+ ..Builder::default() }
            }};
        }
        *self = emptied!(nodes known s pairs lanes_of v lane_counts order carries wide guards);
    }

    /// Whether EXEC is known to be full.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Starts the guest instruction at `pc`; `vector` says whether it counts lanes.
    pub fn begin(&mut self, pc: u64, vector: bool) {
        self.pc = pc;
        self.instructions += 1;
        if vector {
            let e = self.exec();
            match self.lane_counts.last_mut() {
                Some((v, n)) if *v == e => *n += 1,
                _ => self.lane_counts.push((e, 1)),
            }
        } else {
            self.scalar_instructions += 1;
        }
    }

    /// As [`Builder::begin`], for an instruction that is skipped: it counts, with no lanes.
    pub fn begin_skipped(&mut self, pc: u64) {
        self.pc = pc;
        self.instructions += 1;
    }

    /// An instruction accesses memory.
    pub fn access(&mut self) {
        self.accesses = true;
    }

    /// Whether EXEC is no longer what it was at the start.
    pub fn exec_changed(&self) -> bool {
        let now = self.s.get(&Reg::Q(EXEC_LO));
        now.is_some_and(|(v, written)| *written && !self.is_first_exec(*v))
    }

    /// Whether `v` is EXEC as it was at the start.
    pub fn is_first_exec(&self, v: Val) -> bool {
        let n = self.node(v);
        if self.full {
            self.constant(v) == Some(u64::MAX)
        } else {
            n.op == Uop::ReadQ && n.imm == u64::from(EXEC_LO) && !self.called
        }
    }

    /// Whether EXEC is known to be full now.
    pub fn exec_is_full(&mut self) -> bool {
        let exec = self.exec();
        self.constant(exec) == Some(u64::MAX)
    }

    /// The finished block, with what holds after it.
    pub fn finish(mut self, pc: u64, term: Term) -> Block {
        if let Some(late) = self.late.take() {
            self.add(late);
        }
        let facts_out = self.facts_out();
        let mut outs: Vec<_> = self
            .s
            .iter()
            .filter(|(_, (_, written))| *written)
            .map(|(r, (v, _))| (*r, *v))
            .collect();
        outs.sort();
        Block {
            pc,
            full: self.full,
            entry: false,
            facts: self.facts_in,
            facts_out,
            guards: self.guards,
            reads: self.reads,
            nodes: self.nodes,
            outs,
            term,
            instructions: self.instructions,
            lane_counts: self.lane_counts,
            scalar_instructions: self.scalar_instructions,
            accesses: self.accesses,
        }
    }

    /// The node that computes `v`.
    pub fn node(&self, v: Val) -> &Node {
        &self.nodes[v.0 as usize]
    }

    fn is_vec(&self, v: Val) -> bool {
        self.node(v).vec
    }

    /// The constant that `v` is in every lane, if it is one.
    pub fn constant(&self, v: Val) -> Option<u64> {
        let n = self.node(v);
        match n.op {
            Uop::Const => Some(n.imm),
            Uop::Splat => self.constant(n.args[0]),
            _ => None,
        }
    }

    /// The scalar that `v` is in every lane, if it is uniform.
    pub fn uniform(&self, v: Val) -> Option<Val> {
        let n = self.node(v);
        match n.op {
            _ if !n.vec => Some(v),
            Uop::Splat => Some(n.args[0]),
            _ => None,
        }
    }

    fn add(&mut self, node: Node) -> Val {
        if matches!(node.op.kind(), Kind::Pure | Kind::Float | Kind::Bridge)
            && node.op != Uop::ReadLaneOld
        {
            let per_lane = (node.vec && !node.op.is_leaf()) || node.op == Uop::MaskBits;
            let merges = planted(Fault::MergedAcrossExec);
            let exec = (per_lane && !merges).then(|| self.exec());
            let key = (node, exec);
            if let Some(v) = self.known.get(&key) {
                return *v;
            }
            let v = Val(self.nodes.len() as u32);
            // The first instruction that needs it has it.
            let pc = self.pc;
            self.nodes.push(Node {
                pc,
                ..key.0.clone()
            });
            self.known.insert(key, v);
            return v;
        }
        let v = Val(self.nodes.len() as u32);
        self.nodes.push(node);
        v
    }

    /// A scalar constant.
    pub fn konst(&mut self, ty: Ty, imm: u64) -> Val {
        let imm = match ty {
            Ty::B1 => imm & 1,
            Ty::B32 => imm & 0xffff_ffff,
            _ => imm,
        };
        self.add(Node {
            op: Uop::Const,
            ty,
            vec: false,
            args: smallvec![],
            imm,
            pc: 0,
        })
    }

    /// A scalar 32-bit constant.
    pub fn k32(&mut self, v: u32) -> Val {
        self.konst(Ty::B32, v as u64)
    }

    /// A scalar 64-bit constant.
    pub fn k64(&mut self, v: u64) -> Val {
        self.konst(Ty::B64, v)
    }

    /// The value in every lane; lane-wise values as they are.
    pub fn splat(&mut self, v: Val) -> Val {
        if self.is_vec(v) {
            return v;
        }
        let ty = self.node(v).ty;
        self.add(Node {
            op: Uop::Splat,
            ty,
            vec: true,
            args: smallvec![v],
            imm: 0,
            pc: 0,
        })
    }

    /// A pure operation whose result has type `ty`. It is lane-wise when an argument is lane-wise in
    /// truth; uniform arguments give a scalar operation.
    pub fn op(&mut self, op: Uop, ty: Ty, imm: u64, args: &[Val]) -> Val {
        debug_assert!(
            matches!(op.kind(), Kind::Pure | Kind::Float),
            "{}",
            op.text()
        );
        let uniform: Option<Args> = args.iter().map(|a| self.uniform(*a)).collect();
        let (args, vec) = match uniform {
            Some(scalars) => (scalars, false),
            None => (args.iter().map(|a| self.splat(*a)).collect(), true),
        };
        if let Some(v) = self.fold(op, ty, imm, &args) {
            return v;
        }
        if vec && let Some(v) = self.affine_op(op, ty, &args) {
            return v;
        }
        self.add(Node {
            op,
            ty,
            vec,
            args,
            imm,
            pc: 0,
        })
    }

    /// Results that need no operation: constants of constants, and neutral elements.
    fn fold(&mut self, op: Uop, ty: Ty, imm: u64, a: &[Val]) -> Option<Val> {
        let k: Vec<_> = a.iter().map(|v| self.constant(*v)).collect();
        let bits: u32 = if ty == Ty::B64 { 64 } else { 32 };
        let c = |b: &mut Builder, v: u64| Some(b.konst(ty, v));
        match (op, k.as_slice()) {
            (Uop::Add, [Some(x), Some(y)]) => c(self, x.wrapping_add(*y)),
            (Uop::Sub, [Some(x), Some(y)]) => c(self, x.wrapping_sub(*y)),
            (Uop::Mul, [Some(x), Some(y)]) => c(self, x.wrapping_mul(*y)),
            (Uop::And, [Some(x), Some(y)]) => c(self, x & y),
            (Uop::Or, [Some(x), Some(y)]) => c(self, x | y),
            (Uop::Xor, [Some(x), Some(y)]) => c(self, x ^ y),
            (Uop::Not, [Some(x)]) => c(self, !x),
            (Uop::Shl, [Some(x), Some(y)]) => c(self, x << (*y as u32 % bits)),
            (Uop::ShrU, [Some(x), Some(y)]) => c(self, x >> (*y as u32 % bits)),
            (Uop::ShrS, [Some(x), Some(y)]) => {
                let (x, y) = (*x as i64, *y as u32 % bits);
                let x = if bits == 32 { i64::from(x as i32) } else { x };
                c(self, (x >> y) as u64)
            }
            (Uop::Lo, [Some(x)]) => c(self, *x),
            (Uop::Hi, [Some(x)]) => c(self, x >> 32),
            (Uop::ZExt, [Some(x)]) => c(self, *x),
            (Uop::SExt, [Some(x)]) => c(self, *x as u32 as i32 as i64 as u64),
            (Uop::Concat, [Some(x), Some(y)]) => c(self, x | y << 32),
            (Uop::Add | Uop::Or | Uop::Xor, [_, Some(0)]) => Some(a[0]),
            (Uop::Add | Uop::Or | Uop::Xor, [Some(0), _]) => Some(a[1]),
            (Uop::Sub | Uop::Shl | Uop::ShrU | Uop::ShrS, [_, Some(0)]) => Some(a[0]),
            (Uop::And, [_, Some(y)]) if *y == u64::MAX >> (64 - bits) => Some(a[0]),
            (Uop::And, [Some(x), _]) if *x == u64::MAX >> (64 - bits) => Some(a[1]),
            (Uop::Select, [Some(x), _, _]) => Some(if *x & 1 != 0 { a[1] } else { a[2] }),
            (Uop::Select, _) if a[1] == a[2] => Some(a[1]),
            (Uop::Lo | Uop::Hi, _) if self.node(a[0]).op == Uop::Concat => {
                Some(self.node(a[0]).args[(op == Uop::Hi) as usize])
            }
            (Uop::Lo, _) if matches!(self.node(a[0]).op, Uop::ZExt | Uop::SExt) => {
                Some(self.node(a[0]).args[0])
            }
            (Uop::Hi, _) if self.node(a[0]).op == Uop::ZExt => c(self, 0),
            (Uop::Quad, _) if self.uniform(a[0]).is_some() => Some(a[0]),
            (Uop::Concat, [_, Some(0)]) => Some(self.op64(Uop::ZExt, &a[..1])),
            (Uop::Concat, _) => self.join(a[0], a[1]),
            // Low halves that are known add up by themselves: high halves may be anything then.
            (Uop::Lo, _) if self.has_low(a[0]) => {
                let (op, args) = (self.node(a[0]).op, self.node(a[0]).args.clone());
                let low: Vec<_> = args.iter().map(|v| self.op32(Uop::Lo, &[*v])).collect();
                Some(self.op32(op, &low))
            }
            (Uop::Ctz, [Some(x)]) => c(self, x.trailing_zeros().min(bits) as u64),
            (Uop::Popcnt, [Some(x)]) => c(self, x.count_ones() as u64),
            (Uop::And, [_, Some(0)] | [Some(0), _]) => c(self, 0),
            (Uop::Or, [_, Some(y)]) if *y == u64::MAX >> (64 - bits) => Some(a[1]),
            (Uop::Or, [Some(x), _]) if *x == u64::MAX >> (64 - bits) => Some(a[0]),
            (Uop::Cmp32 | Uop::Cmp64, [Some(x), Some(y)]) => {
                let holds = holds(imm, op == Uop::Cmp64, *x, *y)?;
                c(self, holds.into())
            }
            (Uop::BoolInt, [Some(x)]) => c(self, *x),
            _ => None,
        }
    }

    /// Whether `v` is a sum or difference of which the low half needs no 64-bit operation.
    fn has_low(&self, v: Val) -> bool {
        use Uop::*;
        let n = self.node(v);
        let known = |v: &Val| {
            let n = self.node(*v);
            !n.vec || matches!(n.op, Concat | ZExt | SExt | Splat | Affine)
        };
        matches!(n.op, Add | Sub) && (!n.vec || n.args.iter().all(known))
    }

    /// The 64-bit value that has these halves, where it is known.
    fn join(&mut self, lo: Val, hi: Val) -> Option<Val> {
        if let Some(v) = self.wide.get(&(lo, hi)) {
            return Some(*v);
        }
        let (l, h) = (self.node(lo).clone(), self.node(hi).clone());
        match (l.op, h.op) {
            (Uop::Lo, Uop::Hi) if l.args == h.args => Some(l.args[0]),
            // The low half of what rises is folded to what rises.
            (Uop::Affine, Uop::Hi) => {
                let (base, stride) = self.affine(h.args[0])?;
                let base = self.op32(Uop::Lo, &[base]);
                (l.args[0] == base && l.imm as u32 == stride as u32).then_some(h.args[0])
            }
            // Both halves were read where the run lay then.
            (Uop::RunLane, Uop::RunLane)
                if l.args == h.args
                    && (planted(Fault::JoinedPastStore) || !self.stores_since(l.args[0])) =>
            {
                let (x, y) = (Run::unpack(l.imm), Run::unpack(h.imm));
                let pair = x.stride == y.stride && x.stride >= 8 && y.offset == x.offset + 4;
                pair.then(|| self.run_lane(l.args[0], Ty::B64, x))
            }
            (_, Uop::ShrS) if h.args[0] == lo && self.constant(h.args[1]) == Some(31) => {
                Some(self.op64(Uop::SExt, &[lo]))
            }
            (Uop::Lo, _) => {
                let (whole, by) = halves::changed(|v| self.node(v), lo, hi)?;
                let bits = self.k64(by.bits);
                Some(self.op64(by.op, &[whole, bits]))
            }
            _ => None,
        }
    }

    /// Whether memory may have changed since `v`.
    fn stores_since(&self, v: Val) -> bool {
        let later = self.nodes.iter().skip(v.0 as usize + 1);
        later.into_iter().any(|n| n.op.writes_memory())
    }

    fn run_lane(&mut self, at: Val, ty: Ty, run: Run) -> Val {
        self.add(Node {
            op: Uop::RunLane,
            ty,
            vec: true,
            args: smallvec![at],
            imm: run.pack(),
            pc: 0,
        })
    }

    /// Load `m` from the global address `addr`, with all lanes active if the lanes' addresses are one or
    /// rise steadily: the dwords. `None` otherwise.
    pub fn load_run(&mut self, m: MemOp, addr: Val, limit: Val) -> Option<Vec<Val>> {
        if !self.exec_is_full() {
            return None;
        }
        let (base, stride) = self.affine(addr)?;
        let dwords = 0..m.dwords as u64;
        // Private memory has the lanes' data apart at one address.
        if stride == 0 && !m.flat {
            let t = self.effect(
                Uop::LoadSame,
                Ty::Tuple,
                Per::Wave,
                m.pack(),
                &[base, limit],
            );
            return Some(dwords.map(|k| self.proj(t, k)).collect());
        }
        let by = self.k64(stride);
        let at = self.effect(
            Uop::LoadRun,
            Ty::B64,
            Per::Wave,
            m.pack(),
            &[base, by, limit],
        );
        let run = |k| Run::component(m, stride, k);
        Some(dwords.map(|k| self.run_lane(at, Ty::B32, run(k))).collect())
    }

    /// The dwords of a load through a V# that [`MemOp::is_row`]; the arguments are those of
    /// [`Uop::BufRow`].
    pub fn load_rows(&mut self, m: MemOp, args: &[Val]) -> Vec<Val> {
        let at = self.effect(Uop::BufRow, Ty::B64, Per::Wave, m.pack(), args);
        let row = |k| Run {
            stride: 4,
            offset: 256 * k,
        };
        let dwords = 0..u32::from(m.dwords);
        dwords.map(|k| self.run_lane(at, Ty::B32, row(k))).collect()
    }

    /// The reverse: whether it was done.
    pub fn store_run(&mut self, m: MemOp, addr: Val, limit: Val, data: &[Val]) -> bool {
        let full = self.exec_is_full();
        let Some((base, stride)) = self.affine(addr).filter(|_| full) else {
            return false;
        };
        let mut args = vec![base, self.k64(stride), limit];
        for d in data {
            args.push(self.splat(*d));
        }
        self.effect(Uop::StoreRun, Ty::None, Per::Wave, m.pack(), &args);
        true
    }

    /// An operation with an effect, or one that reads state: never merged or moved over another.
    pub fn effect(&mut self, op: Uop, ty: Ty, per: Per, imm: u64, args: &[Val]) -> Val {
        let pc = self.pc;
        let node = Node {
            op,
            ty,
            vec: per == Per::Lane,
            args: args.into(),
            imm,
            pc,
        };
        if op.writes_memory() && !matches!(op, Uop::RowStore | Uop::WriteRow) {
            self.forget_rows();
        }
        if planted(Fault::LateStore) {
            return self.late_store(node);
        }
        self.add(node)
    }

    /// Adds `node`, but stores only before what comes after the next load.
    fn late_store(&mut self, node: Node) -> Val {
        let loads = [
            Uop::Load,
            Uop::LoadSame,
            Uop::LoadRun,
            Uop::RunLane,
            Uop::BufLoad,
            Uop::BufRow,
            Uop::LdsLoad,
        ];
        if !loads.contains(&node.op)
            && let Some(late) = self.late.take()
        {
            self.add(late);
        }
        let stores = [
            Uop::Store,
            Uop::StoreRun,
            Uop::BufStore,
            Uop::StoreRows,
            Uop::LdsStore,
        ];
        if stores.contains(&node.op) {
            self.late = Some(node);
            // A store has no result that anything could name.
            return Val(0);
        }
        self.add(node)
    }

    /// Component `i` of a tuple: lane-wise or scalar like the tuple.
    pub fn proj(&mut self, tuple: Val, i: u64) -> Val {
        let vec = self.node(tuple).vec;
        self.add(Node {
            op: Uop::Proj,
            ty: Ty::B32,
            vec,
            args: smallvec![tuple],
            imm: i,
            pc: 0,
        })
    }

    // Shorthands.

    /// 32-bit operation.
    pub fn op32(&mut self, op: Uop, args: &[Val]) -> Val {
        self.op(op, Ty::B32, 0, args)
    }

    /// 64-bit operation.
    pub fn op64(&mut self, op: Uop, args: &[Val]) -> Val {
        self.op(op, Ty::B64, 0, args)
    }

    /// Comparison of 32-bit integers.
    pub fn icmp32(&mut self, c: ICmp, a: Val, b: Val) -> Val {
        self.op(Uop::Cmp32, Ty::B1, c as u64, &[a, b])
    }

    /// Comparison of 64-bit integers.
    pub fn icmp64(&mut self, c: ICmp, a: Val, b: Val) -> Val {
        self.op(Uop::Cmp64, Ty::B1, c as u64, &[a, b])
    }

    /// `a` where `c`, else `b`.
    pub fn select(&mut self, c: Val, a: Val, b: Val) -> Val {
        let ty = self.node(a).ty;
        self.op(Uop::Select, ty, 0, &[c, a, b])
    }

    /// Lane numbers.
    pub fn lane_id(&mut self) -> Val {
        let zero = self.k32(0);
        let v = self.make_affine(Ty::B32, zero, 1);
        self.order.insert(v, Order::SameSign);
        v
    }

    /// `v` with lanes exchanged by a DPP control, see [`Uop::Dpp`].
    pub fn dpp(&mut self, ctrl: u16, v: Val) -> Val {
        match ctrl {
            _ if self.uniform(v).is_some() => v,
            0..=0xff => self.op(Uop::Quad, Ty::B32, ctrl as u64, &[v]),
            _ => self.add(Node {
                op: Uop::Dpp,
                ty: Ty::B32,
                vec: true,
                args: smallvec![v],
                imm: ctrl as u64,
                pc: 0,
            }),
        }
    }

    // What else a wave has.

    /// A field of the wave.
    pub fn wave_field(&mut self, field: WaveField) -> Val {
        self.effect(Uop::ReadWave, Ty::B32, Per::Wave, field as u64, &[])
    }

    /// LDS_DIRECT under this M0.
    pub fn lds_direct(&mut self, m0: Val) -> Val {
        self.effect(Uop::LdsDirect, Ty::B32, Per::Wave, 0, &[m0])
    }

    /// Size of the LDS in bytes.
    pub fn lds_size(&mut self) -> Val {
        self.effect(Uop::LdsSize, Ty::B32, Per::Wave, 0, &[])
    }

    /// Bytes of the LDS that the work-group has asked for.
    pub fn lds_asked(&mut self) -> Val {
        self.effect(Uop::LdsSize, Ty::B32, Per::Wave, 1, &[])
    }

    /// Writes a field of the wave.
    pub fn set_wave_field(&mut self, field: WaveField, v: Val) {
        self.effect(Uop::WriteWave, Ty::None, Per::Wave, field as u64, &[v]);
    }

    /// Shows the wave, as the block at `pc` finds it, to who watches, before `count` instructions; it may look at these
    /// vector registers. Gives what the answer is.
    pub fn watch(&mut self, pc: u64, vectors: &[(u16, u8)], count: u64) -> Val {
        self.pc = pc;
        let mut watched = super::Watched {
            instructions: count as u16,
            ..Default::default()
        };
        for (to, of) in watched.vectors.iter_mut().zip(vectors) {
            *to = *of;
        }
        for (first, count) in watched.vectors {
            for r in first..first + u16::from(count) {
                self.settle(r);
                self.reads.insert(r);
            }
        }
        self.effect(Uop::Watch, Ty::B32, Per::Wave, watched.pack(), &[])
    }

    /// One more instruction is among those that are shown.
    pub fn watch_one_more(&mut self, watch: Val) {
        self.nodes[watch.0 as usize].imm += 1;
    }

    /// Interrupts the host.
    pub fn interrupt(&mut self) {
        self.effect(Uop::Interrupt, Ty::None, Per::Wave, 0, &[]);
    }

    /// A function of the whole scalar state, after which every register is read anew.
    pub fn call_wave(&mut self, f: WaveFn, args: [Val; 3]) -> Val {
        debug_assert!(self.s.values().all(|(_, written)| !written));
        // What is known of vector registers stays, but not by values under the old EXEC.
        self.settle_all();
        let r = self.effect(Uop::CallWave, Ty::B64, Per::Wave, f as u64, &args);
        self.s.clear();
        self.pairs.clear();
        self.lanes_of.clear();
        self.v.clear();
        self.forget_copies();
        self.called = true;
        // It may have changed EXEC.
        self.effect(Uop::ExecChange, Ty::None, Per::Wave, 0, &[]);
        let exec = self.effect(Uop::ReadQ, Ty::B64, Per::Wave, EXEC_LO as u64, &[]);
        self.s.insert(Reg::Q(EXEC_LO), (exec, true));
        r
    }
}

/// Whether the comparison [`ICmp`] with this number, of dwords or of qwords, holds.
fn holds(number: u64, wide: bool, x: u64, y: u64) -> Option<bool> {
    let unsigned = |v: u64| if wide { v } else { v & u64::from(u32::MAX) };
    let signed = |v: u64| if wide { v as i64 } else { i64::from(v as i32) };
    let (u, s) = (unsigned(x).cmp(&unsigned(y)), signed(x).cmp(&signed(y)));
    let all = [
        (ICmp::Eq, u.is_eq()),
        (ICmp::Ne, u.is_ne()),
        (ICmp::LtS, s.is_lt()),
        (ICmp::LeS, s.is_le()),
        (ICmp::GtS, s.is_gt()),
        (ICmp::GeS, s.is_ge()),
        (
            ICmp::LtU,
            unless_planted!(Fault::FoldedOrder, u.is_lt(), s.is_lt()),
        ),
        (ICmp::LeU, u.is_le()),
        (ICmp::GtU, u.is_gt()),
        (ICmp::GeU, u.is_ge()),
    ];
    all.iter()
        .find(|(c, _)| *c as u64 == number)
        .map(|(_, h)| *h)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_and_shifts_of_constants_are_known() {
        let mut b = Builder::new();
        for (c, x, y, want) in [
            (ICmp::LtU, 0x807f_ffff, 0x003f_ffff, 0),
            (ICmp::LtS, 0x807f_ffff, 0x003f_ffff, 1),
            (ICmp::GtU, 0x807f_ffff, 0x003f_ffff, 1),
            (ICmp::GtS, 0x807f_ffff, 0x003f_ffff, 0),
            (ICmp::LeU, 7, 7, 1),
            (ICmp::GeU, 7, 8, 0),
            (ICmp::LeS, u32::MAX, 0, 1),
            (ICmp::GeS, u32::MAX, u32::MAX, 1),
            (ICmp::Eq, 3, 3, 1),
            (ICmp::Ne, 3, 3, 0),
        ] {
            let [x, y] = [x, y].map(|v| b.k32(v));
            let r = b.icmp32(c, x, y);
            assert_eq!(b.constant(r), Some(want), "{c:?}");
        }
        let [x, y] = [1 << 63, 1].map(|v| b.konst(Ty::B64, v));
        let [signed, unsigned] = [ICmp::LtS, ICmp::LtU].map(|c| b.icmp64(c, x, y));
        assert_eq!(
            [signed, unsigned].map(|v| b.constant(v)),
            [Some(1), Some(0)]
        );
        // Amounts count modulo the width.
        let by = b.k32(33);
        let low = b.k32(0x8000_0000);
        let r = [
            b.op(Uop::ShrS, Ty::B32, 0, &[low, by]),
            b.op(Uop::ShrS, Ty::B64, 0, &[x, by]),
        ];
        let want = [0xc000_0000, u64::MAX << 30];
        assert_eq!(r.map(|v| b.constant(v)), want.map(Some));
    }
}
