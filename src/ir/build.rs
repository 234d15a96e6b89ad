//! Builds a block's nodes: folds constants, merges equal nodes, keeps uniform values scalar, and
//! forwards register values within the block.

use super::{Block, HashMap, ICmp, Kind, Node, Reg, Term, Ty, Uop, Val, WaveField, WaveFn};
use crate::isa::{EXEC_LO, VCC_LO};

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
    v: HashMap<u8, (Val, Option<Val>)>,
    lane_counts: Vec<(Val, u32)>,
    scalar_instructions: u32,
    instructions: u32,
    pc: u64,
}

impl Builder {
    /// An empty block.
    pub fn new() -> Builder {
        Builder::default()
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

    /// The finished block.
    pub fn finish(self, pc: u64, term: Term) -> Block {
        let mut outs: Vec<_> = self
            .s
            .iter()
            .filter(|(_, (_, written))| *written)
            .map(|(r, (v, _))| (*r, *v))
            .collect();
        outs.sort();
        Block {
            pc,
            nodes: self.nodes,
            outs,
            term,
            instructions: self.instructions,
            lane_counts: self.lane_counts,
            scalar_instructions: self.scalar_instructions,
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
            let exec = per_lane.then(|| self.exec());
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
            args: vec![],
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
            args: vec![v],
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
        let uniform: Option<Vec<Val>> = args.iter().map(|a| self.uniform(*a)).collect();
        let (args, vec) = match uniform {
            Some(scalars) => (scalars, false),
            None => (args.iter().map(|a| self.splat(*a)).collect(), true),
        };
        if let Some(v) = self.fold(op, ty, imm, &args) {
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
            (Uop::Cmp32, [Some(x), Some(y)]) if imm == ICmp::Eq as u64 => c(self, (x == y) as u64),
            _ => None,
        }
    }

    /// An operation with an effect, or one that reads state: never merged or moved over another.
    pub fn effect(&mut self, op: Uop, ty: Ty, vec: bool, imm: u64, args: &[Val]) -> Val {
        let pc = self.pc;
        self.add(Node {
            op,
            ty,
            vec,
            args: args.to_vec(),
            imm,
            pc,
        })
    }

    /// Component `i` of a tuple: lane-wise or scalar like the tuple.
    pub fn proj(&mut self, tuple: Val, i: u64) -> Val {
        let vec = self.node(tuple).vec;
        self.add(Node {
            op: Uop::Proj,
            ty: Ty::B32,
            vec,
            args: vec![tuple],
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
        self.add(Node {
            op: Uop::LaneId,
            ty: Ty::B32,
            vec: true,
            args: vec![],
            imm: 0,
            pc: 0,
        })
    }

    // Scalar registers.

    fn read_reg(&mut self, r: Reg) -> Val {
        if let Some((v, _)) = self.s.get(&r) {
            return *v;
        }
        let (op, ty, imm) = match r {
            Reg::S(n) => (Uop::ReadS, Ty::B32, n),
            Reg::Q(n) => (Uop::ReadQ, Ty::B64, n),
            Reg::Scc => (Uop::ReadScc, Ty::B1, 0),
        };
        let v = self.effect(op, ty, false, imm as u64, &[]);
        self.s.insert(r, (v, false));
        v
    }

    /// Which 64-bit register operand code `n` is half of, when VCC or EXEC.
    fn wide(n: u8) -> Option<u8> {
        matches!(n & !1, VCC_LO | EXEC_LO).then_some(n & !1)
    }

    /// 32-bit scalar register by operand code.
    pub fn s32(&mut self, n: u8) -> Val {
        match Self::wide(n) {
            Some(q) => {
                let v = self.read_reg(Reg::Q(q));
                self.op32(if n & 1 == 0 { Uop::Lo } else { Uop::Hi }, &[v])
            }
            None => self.read_reg(Reg::S(n)),
        }
    }

    /// Writes a 32-bit scalar register.
    pub fn set_s32(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        match Self::wide(n) {
            Some(q) => {
                let old = self.read_reg(Reg::Q(q));
                let (lo, hi) = if n & 1 == 0 {
                    (v, self.op32(Uop::Hi, &[old]))
                } else {
                    (self.op32(Uop::Lo, &[old]), v)
                };
                let new = self.op64(Uop::Concat, &[lo, hi]);
                self.set_wide(q, new);
            }
            None => {
                self.s.insert(Reg::S(n), (v, true));
            }
        }
    }

    /// 64-bit scalar register pair.
    pub fn s64(&mut self, n: u8) -> Val {
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            return self.read_reg(Reg::Q(q));
        }
        // Nothing lies beyond code 127: it reads as 0 and is not written.
        let lo = self.s32(n);
        let hi = if n < 127 {
            self.s32(n + 1)
        } else {
            self.k32(0)
        };
        match self.pairs.get(&n) {
            Some((l, h, v)) if *l == lo && *h == hi => *v,
            _ => self.op64(Uop::Concat, &[lo, hi]),
        }
    }

    /// Writes VCC or EXEC.
    fn set_wide(&mut self, q: u8, v: Val) {
        if q == EXEC_LO && self.exec() != v {
            self.effect(Uop::ExecChange, Ty::None, false, 0, &[]);
        }
        self.s.insert(Reg::Q(q), (v, true));
    }

    /// Writes a 64-bit scalar register pair.
    pub fn set_s64(&mut self, n: u8, v: Val) {
        debug_assert!(!self.is_vec(v));
        if n & 1 == 0
            && let Some(q) = Self::wide(n)
        {
            self.set_wide(q, v);
            return;
        }
        let (lo, hi) = (self.op32(Uop::Lo, &[v]), self.op32(Uop::Hi, &[v]));
        self.set_s32(n, lo);
        if n < 127 {
            self.set_s32(n + 1, hi);
        }
        self.pairs.insert(n, (lo, hi, v));
    }

    /// SCC.
    pub fn scc(&mut self) -> Val {
        self.read_reg(Reg::Scc)
    }

    /// Writes SCC.
    pub fn set_scc(&mut self, v: Val) {
        debug_assert!(!self.is_vec(v));
        self.s.insert(Reg::Scc, (v, true));
    }

    /// Instructions that the wave has executed before the current one.
    pub fn clock(&mut self) -> Val {
        let n = self.instructions.saturating_sub(1) as u64;
        self.effect(Uop::Clock, Ty::B64, false, n, &[])
    }

    /// EXEC.
    pub fn exec(&mut self) -> Val {
        self.read_reg(Reg::Q(EXEC_LO))
    }

    // Lane masks.

    /// The mask in scalar `v`, lane-wise.
    pub fn lanes(&mut self, v: Val) -> Val {
        let exec = self.exec();
        if let Some((lanes, e)) = self.lanes_of.get(&v)
            && *e == exec
        {
            return *lanes;
        }
        if let Some(k) = self.constant(v)
            && (k == 0 || k == u64::MAX)
        {
            let b = self.konst(Ty::B1, k & 1);
            return self.splat(b);
        }
        self.add(Node {
            op: Uop::LaneBits,
            ty: Ty::B1,
            vec: true,
            args: vec![v],
            imm: 0,
            pc: 0,
        })
    }

    /// A lane-wise truth value as a scalar mask: 0 for the lanes that EXEC disables.
    pub fn mask(&mut self, lanes: Val) -> Val {
        let exec = self.exec();
        let bits = match self.uniform(lanes) {
            Some(b) => {
                let (ones, zero) = (self.k64(u64::MAX), self.k64(0));
                self.select(b, ones, zero)
            }
            None => self.add(Node {
                op: Uop::MaskBits,
                ty: Ty::B64,
                vec: false,
                args: vec![lanes],
                imm: 0,
                pc: 0,
            }),
        };
        let m = self.op64(Uop::And, &[bits, exec]);
        let lanes = self.splat(lanes);
        self.lanes_of.insert(m, (lanes, exec));
        m
    }

    // Vector registers.

    /// Vector register `n`.
    pub fn v32(&mut self, n: u8) -> Val {
        let exec = self.exec();
        match self.v.get(&n) {
            Some((v, None)) => *v,
            Some((v, Some(e))) if *e == exec => *v,
            _ => {
                let v = self.effect(Uop::ReadV, Ty::B32, true, n as u64, &[]);
                self.v.insert(n, (v, None));
                v
            }
        }
    }

    /// Writes vector register `n` in the lanes of EXEC.
    pub fn set_v32(&mut self, n: u8, v: Val) {
        let exec = self.exec();
        let v = self.splat(v);
        self.effect(Uop::WriteV, Ty::None, false, n as u64, &[v, exec]);
        self.v.insert(n, (v, Some(exec)));
    }

    /// One lane of vector register `n`, whatever EXEC says.
    pub fn read_lane(&mut self, n: u8, lane: Val) -> Val {
        self.effect(Uop::ReadLane, Ty::B32, false, n as u64, &[lane])
    }

    /// The first active lane of vector register `n`; lane 0 when EXEC is zero.
    pub fn read_first_lane(&mut self, n: u8) -> Val {
        let exec = self.exec();
        if let Some((v, valid)) = self.v.get(&n).copied()
            && let Some(u) = self.uniform(v)
        {
            if valid.is_none() {
                return u;
            }
            if valid == Some(exec) {
                // With EXEC zero nothing was written: lane 0 is what it was before.
                let (zero, lane) = (self.k64(0), self.k32(0));
                let any = self.icmp64(ICmp::Ne, exec, zero);
                let old = self.effect(Uop::ReadLaneOld, Ty::B32, false, n as u64, &[lane]);
                return self.select(any, u, old);
            }
        }
        let lane = self.first_lane();
        self.read_lane(n, lane)
    }

    /// Number of the first active lane; 0 when EXEC is zero.
    pub fn first_lane(&mut self) -> Val {
        let exec = self.exec();
        let lane64 = self.op64(Uop::Ctz, &[exec]);
        let lane = self.op32(Uop::Lo, &[lane64]);
        let k = self.k32(63);
        self.op32(Uop::And, &[lane, k])
    }

    /// Writes one lane of vector register `n`, whatever EXEC says.
    pub fn write_lane(&mut self, n: u8, lane: Val, v: Val) {
        self.effect(Uop::WriteLane, Ty::None, false, n as u64, &[lane, v]);
        self.v.remove(&n);
    }

    /// The vector register with the number `at`.
    pub fn v32_at(&mut self, at: Val) -> Val {
        self.effect(Uop::ReadVAt, Ty::B32, true, 0, &[at])
    }

    /// Writes the vector register with the number `at` in the lanes of the mask `lanes`.
    pub fn set_v32_at(&mut self, at: Val, lanes: Val, v: Val) {
        let v = self.splat(v);
        self.effect(Uop::WriteVAt, Ty::None, false, 0, &[at, lanes, v]);
        self.v.clear();
    }

    /// One lane of the vector register with the number `at`, whatever EXEC says.
    pub fn read_lane_at(&mut self, at: Val, lane: Val) -> Val {
        self.effect(Uop::ReadLaneAt, Ty::B32, false, 0, &[at, lane])
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
                args: vec![v],
                imm: ctrl as u64,
                pc: 0,
            }),
        }
    }

    // What else a wave has.

    /// A field of the wave.
    pub fn wave_field(&mut self, field: WaveField) -> Val {
        self.effect(Uop::ReadWave, Ty::B32, false, field as u64, &[])
    }

    /// LDS_DIRECT under this M0.
    pub fn lds_direct(&mut self, m0: Val) -> Val {
        self.effect(Uop::LdsDirect, Ty::B32, false, 0, &[m0])
    }

    /// Size of the LDS in bytes.
    pub fn lds_size(&mut self) -> Val {
        self.effect(Uop::LdsSize, Ty::B32, false, 0, &[])
    }

    /// Writes a field of the wave.
    pub fn set_wave_field(&mut self, field: WaveField, v: Val) {
        self.effect(Uop::WriteWave, Ty::None, false, field as u64, &[v]);
    }

    /// A function of the whole scalar state, after which every register is read anew.
    pub fn call_wave(&mut self, f: WaveFn, args: [Val; 3]) -> Val {
        debug_assert!(self.s.values().all(|(_, written)| !written));
        let r = self.effect(Uop::CallWave, Ty::B64, false, f as u64, &args);
        self.s.clear();
        self.pairs.clear();
        self.lanes_of.clear();
        self.v.clear();
        // It may have changed EXEC.
        self.effect(Uop::ExecChange, Ty::None, false, 0, &[]);
        let exec = self.exec();
        self.set_s64(EXEC_LO, exec);
        r
    }
}
