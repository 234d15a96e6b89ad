//! Partition of a block's nodes into scalar steps, regions (maximal runs of lane-wise operations that
//! become one strip loop) and 64-lane operations between them.
//!
//! A region ends where a scalar reads a mask or lane that it produces, where EXEC or the
//! floating-point controls change, at a memory access (but for loads where regions can do them: nothing
//! is stored in a region, so it does not matter which strip loads first; of its faults the first by the
//! machine's order counts, and what else may fault comes behind it; and but for stores to rows of private
//! memory, of which each lane has its own dwords, for one of lanes' dwords that follow each other, which
//! goes elsewhere first if that is not apart from what the region loads, and for one to the LDS, or an atomic there,
//! if the region loads nothing from there) or a 64-lane function, at a read of a vector
//! register that it writes, at the block's end, and where it has become too long. A product of matrices does not end it:
//! it is done when the region has ended, or before something that has to come behind it. Values that cross a
//! region's border travel through the vector register that holds them, else through a temporary.

#![deny(clippy::wildcard_enum_match_arm)] // A new micro-operation does not compile until each has decided.

use std::collections::BTreeMap;

use crate::ir::liveness::{VgprSet, reads_any_vgpr, reads_vgpr};
use crate::ir::plant::{Fault, planted};
use crate::ir::{Block, FpClass, HashMap, HashSet, Kind, MemOp, Node, Run, Term, Ty, Uop, Val};
use crate::ir::{all_lanes, arithmetic, calls, others};
use crate::numerics::matrix::Product;

/// Nodes per region at most, when Cranelift compiles it: its register allocation is superlinear in a
/// loop's length.
pub const MAX_REGION: usize = 256;

/// One thing to do, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Compute a scalar node.
    Scalar(Val),
    /// Run region `n`'s strip loop.
    Region(usize),
    /// Do a 64-lane operation (memory access or lane function).
    Op(Val),
}

/// Where a lane-wise value lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a vector register.
    Vgpr(u16),
    /// In a temporary, at this byte offset in the temporaries.
    Temp(u32),
}

/// A run of lane-wise nodes.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Its nodes, in order.
    pub nodes: Vec<Val>,
    /// EXEC for its register writes.
    pub exec: Option<Val>,
    /// Registers that it writes, with their final values.
    pub writes: BTreeMap<u16, Val>,
    /// How often EXEC had changed in the block before those writes.
    pub exec_changes: u32,
    /// `MaskBits` nodes that it computes.
    pub masks: Vec<Val>,
    /// Values that it stores to temporaries.
    pub temps: Vec<Val>,
    /// Values from elsewhere that it loads.
    pub imports: Vec<(Val, Place)>,
    /// Floating-point controls that it needs.
    pub class: Option<FpClass>,
    /// It loads from global memory, so there may be a fault.
    pub loads: bool,
    /// It loads from the LDS.
    pub loads_lds: bool,
    /// Stores that it does, behind all that it loads: to rows of private memory, or one other.
    pub stores: Vec<Val>,
    /// Stores to rows of a frame that is there.
    pub rows: Vec<Val>,
}

impl Region {
    /// Whether it stores to memory.
    fn stores_any(&self) -> bool {
        !self.stores.is_empty() || !self.rows.is_empty()
    }

    /// Whether it neither may fault nor changes memory.
    pub fn is_alone(&self) -> bool {
        !self.loads && self.stores.is_empty() && self.rows.is_empty()
    }
}

/// How a 64-lane operation gets its operands and leaves its results.
#[derive(Clone, Debug, Default)]
pub struct OpPlan {
    /// Place of each lane-wise operand (of the first one for data operands, which lie in
    /// consecutive registers or temporaries); `None` for scalar operands.
    pub args: Vec<Option<Place>>,
    /// Operands to copy into a temporary first: value, temporary.
    pub copies: Vec<(Val, u32)>,
    /// Where the copies' sources lie.
    pub copy_imports: Vec<(Val, Place)>,
    /// Where the results go: consecutive registers or temporaries.
    pub result: Option<Place>,
    /// Results to copy at once: value, its register, temporary.
    pub keep: Vec<(Val, Place, u32)>,
}

/// The plan of a block.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What to do, in order.
    pub actions: Vec<Action>,
    /// The regions.
    pub regions: Vec<Region>,
    /// The 64-lane operations.
    pub ops: HashMap<Val, OpPlan>,
    /// Temporaries of values: byte offset.
    pub temps: HashMap<Val, u32>,
    /// Temporaries for what `LoadRun`s cannot leave where it lies, and for what regions cannot store to its
    /// place: byte offset.
    pub runs: HashMap<Val, u32>,
    /// Size of all temporaries in bytes.
    pub temp_size: u32,
}

/// Values that are computed wherever they are needed rather than carried.
pub fn is_leaf(n: &Node) -> bool {
    n.op.is_leaf()
}

/// Whether the node is a 64-lane operation, done between regions.
pub fn is_op(n: &Node) -> bool {
    match n.op {
        all_lanes!() => true,
        calls!() => n.vec,
        arithmetic!() | others!() => false,
    }
}

/// Later writes of vector registers that nothing else has come between: under which EXEC.
#[derive(Default)]
struct Overwritten(HashMap<u16, Vec<Val>>);

impl Overwritten {
    /// Whether the write `n` is overwritten in all of its lanes, before anyone sees it.
    fn has(&self, block: &Block, n: &Node) -> bool {
        let exec = n.args[1];
        let is_whole = |v: &Val| {
            let by = &block.nodes[v.0 as usize];
            *v == exec
                || by.op == Uop::Const && by.imm == u64::MAX
                || planted(Fault::OverwrittenByAny)
        };
        let later = self.0.get(&(n.imm as u16));
        later.is_some_and(|by| by.iter().any(is_whole))
    }

    /// Goes on to `n`, which comes before. What may stop the wave shows what registers have.
    fn pass(&mut self, n: &Node) {
        if n.op == Uop::WriteV {
            self.0.entry(n.imm as u16).or_default().push(n.args[1]);
        } else if n.op == Uop::WriteLane || reads_vgpr(n.op) {
            self.0.remove(&(n.imm as u16));
        } else if n.op.kind() == Kind::Effect || reads_any_vgpr(n.op) {
            self.0.clear();
        }
    }
}

/// Which nodes matter: effects, what they use, and what leaves the block. `is_read` tells whether a vector register may
/// be read after a position: a write that is not is no effect, nor is one that is overwritten at once.
fn live(block: &Block, is_read: &dyn Fn(u16, usize) -> bool) -> Vec<bool> {
    let mut live = vec![false; block.nodes.len()];
    let mut mark = |v: Val| live[v.0 as usize] = true;
    block.outs.iter().for_each(|(_, v)| mark(*v));
    block.lane_counts.iter().for_each(|(v, _)| mark(*v));
    match &block.term {
        Term::Branch { cond, .. } => mark(*cond),
        Term::Indirect(v, _) => mark(*v),
        Term::Jump(_) | Term::End(_) | Term::Barrier(_) | Term::Step(_) => {}
    }
    block
        .term
        .edges()
        .filter_map(|g| g.exec)
        .for_each(&mut mark);
    for g in &block.guards {
        mark(g.cond);
        if let Some((_, base, _)) = g.high {
            mark(base);
        }
    }
    let mut overwritten = Overwritten::default();
    for i in (0..block.nodes.len()).rev() {
        let n = &block.nodes[i];
        let writes = matches!(n.op, Uop::WriteV | Uop::WriteLane);
        let is_lost = n.op == Uop::WriteV && overwritten.has(block, n);
        if n.op.kind() == Kind::Effect && !is_lost && (!writes || is_read(n.imm as u16, i)) {
            live[i] = true;
        }
        overwritten.pass(n);
        if live[i] {
            for a in &n.args {
                live[a.0 as usize] = true;
            }
        }
    }
    live
}

/// What regions may have, which depends on who compiles them.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Nodes at most.
    pub longest: usize,
    /// Loads from the LDS and from global memory.
    pub loads: bool,
    /// Lane functions: whether one is among them, and the controls that it needs.
    pub calls: &'a dyn Fn(&Node) -> Option<Option<FpClass>>,
}

struct Planner<'a> {
    block: &'a Block,
    live: Vec<bool>,
    plan: Plan,
    region: Region,
    region_of: HashMap<Val, usize>,
    same_class: &'a dyn Fn(FpClass, FpClass) -> bool,
    /// What regions may have.
    limits: Limits<'a>,
    /// The components of each tuple.
    projs: HashMap<Val, Vec<Val>>,
    /// Products of matrices that are still to be done, in order.
    waiting: Vec<Val>,
    /// How often EXEC has changed before each node.
    exec_changes: Vec<u32>,
}

impl<'a> Planner<'a> {
    fn node(&self, v: Val) -> &'a Node {
        &self.block.nodes[v.0 as usize]
    }

    fn close(&mut self) {
        if !self.region.nodes.is_empty() || !self.region.writes.is_empty() {
            let r = std::mem::take(&mut self.region);
            self.plan
                .actions
                .push(Action::Region(self.plan.regions.len()));
            self.plan.regions.push(r);
        }
    }

    /// Whether a region does the 64-lane operation: loads, stores to rows, of lanes' dwords one after the other,
    /// of dwords and qwords to the LDS, and atomics there.
    fn is_done_here(&self, n: &Node) -> bool {
        let here = match n.op {
            Uop::Load | Uop::RowStore | Uop::StoreRows => true,
            Uop::LdsLoad => !MemOp::unpack(n.imm).gds,
            Uop::LdsStore => {
                let m = MemOp::unpack(n.imm);
                !m.gds && m.size == 4 && m.bytes() <= 8
            }
            Uop::LdsAtomic => {
                let m = MemOp::unpack(n.imm);
                !m.gds && m.size == 4 && m.atomic.is_short()
            }
            Uop::StoreRun => {
                let (m, stride) = (MemOp::unpack(n.imm), self.node(n.args[1]));
                stride.op == Uop::Const && stride.imm == 4 && m.size == 4 && m.dwords == 1
            }
            Uop::Store | Uop::Atomic | Uop::BufLoad | Uop::BufStore | Uop::BufAtomic => false,
            Uop::Texels | Uop::LdsShare | Uop::Multiply => false,
            Uop::BPermute | Uop::Permute | Uop::Dpp | Uop::ReadVAt | Uop::WriteVAt => false,
            arithmetic!() | calls!() | others!() => false,
        };
        here && self.limits.loads
    }

    /// Has operation `v` done between regions, with the register writes that it does itself; gives these.
    fn between(&mut self, v: Val) -> Vec<Val> {
        self.close();
        self.plan.actions.push(Action::Op(v));
        self.results(v)
    }

    /// The same for a product of matrices, which waits: it changes nothing but registers, so that the region may go on
    /// with what has nothing to do with these. Kernels have loads for later products between products.
    fn wait(&mut self, v: Val) -> Vec<Val> {
        self.waiting.push(v);
        self.results(v)
    }

    /// Has what waits done.
    fn finish(&mut self) {
        if !self.waiting.is_empty() {
            self.close();
            let waiting = self.waiting.drain(..).map(Action::Op);
            self.plan.actions.extend(waiting);
        }
    }

    /// Whether products may wait until `n` is done, which comes behind them.
    fn passes(&self, n: &Node) -> bool {
        let takes_none = || {
            !n.args.iter().any(|a| {
                let arg = self.node(*a);
                arg.op == Uop::Proj && self.waiting.contains(&arg.args[0])
            })
        };
        let is_theirs = || {
            self.waiting.iter().any(|v| match self.plan.ops[v].result {
                Some(Place::Vgpr(first)) => {
                    let behind = (n.imm as u16).wrapping_sub(first);
                    behind < self.node(*v).tuple_dwords().into()
                }
                Some(Place::Temp(_)) | None => false,
            })
        };
        match n.op {
            others!() if is_leaf(n) || n.op == Uop::Proj => true,
            others!() if n.op == Uop::ReadV => !is_theirs(),
            others!() if n.op == Uop::WriteV => {
                takes_none() && (planted(Fault::ProductPassed) || !is_theirs())
            }
            others!() => [Uop::ReadS, Uop::ReadQ, Uop::ReadScc, Uop::ReadBase].contains(&n.op),
            all_lanes!() if n.op == Uop::Multiply => true,
            all_lanes!() => n.op == Uop::LdsLoad && self.is_done_here(n) && takes_none(),
            arithmetic!() => takes_none(),
            calls!() => false,
        }
    }

    /// Plans the results of operation `v`; gives the register writes that it does itself.
    fn results(&mut self, v: Val) -> Vec<Val> {
        let (result, writes) = self.direct_result(v);
        let op = OpPlan {
            result,
            ..OpPlan::default()
        };
        self.plan.ops.insert(v, op);
        writes
    }

    /// Whether the open region may do store `n` as well: lanes have nothing in common but in rows.
    fn joins(&self, n: &Node) -> bool {
        if n.op == Uop::RowStore {
            return self.limits.loads && self.region.stores.is_empty();
        }
        let is_rows = |n: &Node| n.op == Uop::StoreRows;
        is_rows(n)
            && self.region.rows.is_empty()
            && self.region.stores.iter().all(|v| is_rows(self.node(*v)))
    }

    /// Whether the open region has loads that may fault: what may fault after them has to wait.
    fn may_fault(&self) -> bool {
        self.region.loads && !planted(Fault::ScalarFirst)
    }

    /// First pass: regions and actions.
    fn partition(&mut self) {
        // Register writes that a 64-lane operation does itself.
        let mut done = HashSet::default();
        for i in 0..self.block.nodes.len() {
            let v = Val(i as u32);
            if !self.live[i] {
                continue;
            }
            let n = self.node(v);
            if !done.contains(&v) && !self.passes(n) {
                self.finish();
            }
            // What regions cannot store to its place is stored when they are done.
            let is_late = n.op.kind() == Kind::Effect && n.op != Uop::WriteV && !self.joins(n);
            if self.needs_open_mask(n)
                || is_late && self.region.stores_any() && !planted(Fault::RowsStay)
            {
                self.close();
            }
            match n.op {
                _ if n.vec && is_leaf(n) => {}
                Uop::Proj if n.vec => {}
                Uop::Load | Uop::LdsLoad if self.is_done_here(n) => {
                    self.make_room();
                    self.region.loads |= n.op == Uop::Load;
                    self.region.loads_lds |= n.op == Uop::LdsLoad;
                    self.push_all(v);
                }
                Uop::LdsStore | Uop::LdsAtomic if self.is_done_here(n) => {
                    // Other lanes may have stored where a later strip loads.
                    let meets = self.region.loads_lds && !planted(Fault::LdsMeets);
                    if self.may_fault() || meets {
                        self.close();
                    }
                    self.make_room();
                    self.region.stores.push(v);
                    self.push_all(v);
                }
                Uop::StoreRows | Uop::StoreRun if self.is_done_here(n) => {
                    // Nothing may be stored that comes after a fault.
                    if self.may_fault() {
                        self.close();
                    }
                    self.make_room();
                    let t = self.alloc(256 * u32::from(MemOp::unpack(n.imm).dwords));
                    self.plan.runs.insert(v, t);
                    self.region.stores.push(v);
                    self.push(v);
                }
                Uop::RowStore if self.is_done_here(n) => {
                    if self.may_fault() {
                        self.close();
                    }
                    self.make_room();
                    self.region.rows.push(v);
                    self.push(v);
                }
                // What other stores may change, and what the region may not find in its place any more.
                Uop::RowLane => {
                    if !self.region.stores.is_empty() {
                        self.close();
                    }
                    self.make_room();
                    self.push(v);
                }
                Uop::ReadRow | Uop::WriteRow => {
                    if self.needs_row(n) && !planted(Fault::RowTooEarly) {
                        self.close();
                    }
                    self.plan.actions.push(Action::Scalar(v));
                }
                all_lanes!() if n.op == Uop::Multiply => done.extend(self.wait(v)),
                all_lanes!() => done.extend(self.between(v)),
                calls!() if n.vec && (self.limits.calls)(n).is_none() => {
                    done.extend(self.between(v));
                }
                Uop::WriteV if done.contains(&v) => {}
                Uop::WriteV => {
                    let (val, exec) = (n.args[0], n.args[1]);
                    if self.region.exec.is_some_and(|e| e != exec) {
                        self.close();
                    }
                    self.region.exec = Some(exec);
                    self.region.exec_changes = self.exec_changes[i];
                    self.region.writes.insert(n.imm as u16, val);
                }
                Uop::ReadV => {
                    if self.region.writes.contains_key(&(n.imm as u16)) {
                        self.close();
                    }
                    self.make_room();
                    self.push(v);
                }
                Uop::ReadLane => {
                    if self.region.writes.contains_key(&(n.imm as u16)) {
                        self.close();
                    }
                    self.plan.actions.push(Action::Scalar(v));
                }
                // Values that a region loads from registers are valid in the lanes of one EXEC.
                Uop::ExecChange => self.close(),
                // Loaded runs are read in their region where they lie, before anything is stored there.
                Uop::SStore | Uop::SAtomic | Uop::Interrupt | Uop::Watch => {
                    self.close();
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::WriteLane | Uop::ReadLaneAt | Uop::CallWave => {
                    if n.op != Uop::WriteLane || !planted(Fault::LaneBeforeRegion) {
                        self.close();
                    }
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::MaskBits => {
                    self.make_room();
                    let arg = n.args[0];
                    let here = self.region_of.get(&arg) == Some(&self.plan.regions.len());
                    if !here && !self.region.nodes.is_empty() {
                        self.close();
                    }
                    self.region.masks.push(v);
                    self.push(v);
                }
                arithmetic!() | calls!() | Uop::RunLane if n.vec => {
                    self.make_room();
                    if let Some(c) = n.fp_class().or((self.limits.calls)(n).flatten()) {
                        let differs =
                            |o| !(self.same_class)(o, c) && !planted(Fault::MixedControls);
                        if self.region.class.is_some_and(differs) {
                            self.close();
                        }
                        self.region.class = Some(c);
                    }
                    self.push(v);
                }
                Uop::SLoad | Uop::SBufLoad | Uop::LoadSame => {
                    if self.may_fault() {
                        self.close();
                    }
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::BufRow => {
                    if self.may_fault() {
                        self.close();
                    }
                    let t = self.alloc(256 * u32::from(MemOp::unpack(n.imm).dwords));
                    self.plan.runs.insert(v, t);
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::LoadRun => {
                    if self.may_fault() {
                        self.close();
                    }
                    let stride = self.node(n.args[1]).imm;
                    let size = Run::temp_size(MemOp::unpack(n.imm), stride);
                    let t = self.alloc(size);
                    self.plan.runs.insert(v, t);
                    self.plan.actions.push(Action::Scalar(v));
                }
                // Scalars, which nothing holds up.
                arithmetic!() | calls!() | Uop::Splat | Uop::Affine | Uop::LaneBits | Uop::Proj => {
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::ReadS | Uop::ReadQ | Uop::ReadScc | Uop::ReadBase | Uop::ReadLaneOld => {
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::Clock | Uop::ReadWave | Uop::WriteWave | Uop::LdsSize | Uop::LdsDirect => {
                    self.plan.actions.push(Action::Scalar(v));
                }
                Uop::RowBase | Uop::RunLane => self.plan.actions.push(Action::Scalar(v)),
            }
        }
        self.close();
        self.finish();
    }

    /// Whether scalar access `n` to a row has to come behind what the open region does.
    fn needs_row(&self, n: &Node) -> bool {
        let is_write = n.op == Uop::WriteRow;
        let others = is_write && (self.region.loads || !self.region.stores.is_empty());
        others
            || self.region.nodes.iter().any(|v| {
                let o = self.node(*v);
                let meets = || o.args[0] != n.args[0] || o.imm == n.imm / 256 * 4;
                let is_row = o.op == Uop::RowStore || o.op == Uop::RowLane && is_write;
                // A run may be in place.
                is_row && meets() || o.op == Uop::RunLane && is_write
            })
    }

    /// Whether the node uses, itself or by way of a leaf, a mask that the open region computes: it is
    /// a scalar only when that region is done.
    fn needs_open_mask(&self, n: &Node) -> bool {
        let here = self.plan.regions.len();
        let open =
            |v: &Val| self.node(*v).op == Uop::MaskBits && self.region_of.get(v) == Some(&here);
        n.args.iter().any(|a| {
            let arg = self.node(*a);
            open(a) || (arg.vec && is_leaf(arg) && arg.args.iter().any(open))
        })
    }

    /// Where the results of operation `v` can go at once: to the consecutive registers that the
    /// nodes behind it write with them under the same EXEC; and those writes.
    fn direct_result(&self, v: Val) -> (Option<Place>, Vec<Val>) {
        let n = self.node(v);
        if n.ty != Ty::Tuple {
            return (None, vec![]);
        }
        let lanes = n.args[usize::from(n.op != Uop::Multiply)];
        let dwords = n.tuple_dwords();
        let (mut first, mut writes) = (None, vec![]);
        for i in v.0 as usize + 1..self.block.nodes.len() {
            let w = &self.block.nodes[i];
            if w.op == Uop::Proj {
                continue;
            }
            if w.op != Uop::WriteV {
                break;
            }
            let src = self.node(w.args[0]);
            let k = writes.len() as u16;
            let here = src.op == Uop::Proj && src.args[0] == v && src.imm == k as u64;
            let r = w.imm as u16;
            if !here || w.args[1] != lanes || *first.get_or_insert(r) != r.wrapping_sub(k) {
                break;
            }
            writes.push(Val(i as u32));
        }
        match first {
            Some(r) if writes.len() == dwords as usize => (Some(Place::Vgpr(r)), writes),
            _ => (None, vec![]),
        }
    }

    /// Ends a region that is long enough. Before anything is said about the node to come.
    fn make_room(&mut self) {
        if self.region.nodes.len() >= self.limits.longest {
            if planted(Fault::CutWrites) {
                self.region.writes.clear();
            }
            self.close();
        }
    }

    fn push(&mut self, v: Val) {
        self.region_of.insert(v, self.plan.regions.len());
        self.region.nodes.push(v);
    }

    /// The same, with its results, which stay with it.
    fn push_all(&mut self, v: Val) {
        self.push(v);
        for p in self.projs.get(&v).cloned().unwrap_or_default() {
            if self.live[p.0 as usize] {
                self.push(p);
            }
        }
    }

    fn temp(&mut self, v: Val) -> u32 {
        if let Some(t) = self.plan.temps.get(&v) {
            return *t;
        }
        let t = self.alloc(if self.node(v).ty == Ty::B64 { 512 } else { 256 });
        self.plan.temps.insert(v, t);
        // Components of a tuple live in the tuple's own temporary.
        if let Some(r) = self.region_of.get(&v) {
            self.plan.regions[*r].temps.push(v);
        }
        t
    }

    fn alloc(&mut self, size: u32) -> u32 {
        let t = self.plan.temp_size;
        self.plan.temp_size += size;
        t
    }

    /// Second pass: how values get from where they are computed to where they are used.
    fn route(&mut self) {
        // Registers that hold a value, in the lanes in which it is used: those of the one EXEC that it
        // was computed under (see `ir`); all lanes for what was read from a register.
        let mut home: HashMap<Val, u16> = HashMap::default();
        for action in self.plan.actions.clone() {
            match action {
                Action::Scalar(v) => {
                    let n = self.node(v);
                    if n.op == Uop::WriteLane {
                        let r = n.imm as u16;
                        home.retain(|_, h| *h != r);
                    }
                }
                Action::Region(k) => {
                    let mut needed = vec![];
                    let r = &self.plan.regions[k];
                    for v in &r.nodes {
                        needed.extend(self.node(*v).args.iter().copied());
                    }
                    needed.extend(r.writes.values().copied());
                    let imports = self.imports(&needed, Some(k), &home);
                    self.plan.regions[k].imports = imports;
                    for v in self.plan.regions[k].nodes.clone() {
                        let n = self.node(v);
                        if n.op == Uop::ReadV {
                            home.insert(v, n.imm as u16);
                        }
                    }
                    let changes = self.plan.regions[k].exec_changes;
                    for (r, v) in self.plan.regions[k].writes.clone() {
                        home.retain(|_, h| *h != r || planted(Fault::OldHome));
                        let n = self.node(v);
                        // A copy of a register is one in the lanes of EXEC only, and so is one of what was
                        // computed for others.
                        let lanes = self.exec_changes[v.0 as usize] == changes
                            || planted(Fault::CopiedHome);
                        if n.ty == Ty::B32 && !is_leaf(n) && n.op != Uop::ReadV && lanes {
                            home.insert(v, r);
                        }
                    }
                }
                Action::Op(v) => {
                    let op = self.op_plan(v, &home);
                    if self.node(v).op == Uop::WriteVAt {
                        home.clear();
                    }
                    if let Some(Place::Vgpr(first)) = op.result {
                        let n = self.node(v);
                        let dwords = n.tuple_dwords();
                        for d in 0..dwords {
                            let r = first.wrapping_add(d.into());
                            home.retain(|_, h| *h != r || planted(Fault::LoadedHome));
                        }
                        for &p in self.projs.get(&v).into_iter().flatten() {
                            let r = first.wrapping_add(self.node(p).imm as u16);
                            home.insert(p, r);
                        }
                    }
                    self.plan.ops.insert(v, op);
                }
            }
        }
    }

    /// Where the lane-wise values among `needed` that region `k` does not compute come from.
    fn imports(
        &mut self,
        needed: &[Val],
        k: Option<usize>,
        home: &HashMap<Val, u16>,
    ) -> Vec<(Val, Place)> {
        let mut out: Vec<(Val, Place)> = vec![];
        for &v in needed {
            let n = self.node(v);
            if !n.vec || is_leaf(n) || out.iter().any(|(o, _)| *o == v) {
                continue;
            }
            if k.is_some() && self.region_of.get(&v).copied() == k {
                continue;
            }
            let place = self.place(v, home);
            out.push((v, place));
        }
        out
    }

    /// A register that holds `v` in the lanes that matter, else a temporary.
    fn place(&mut self, v: Val, home: &HashMap<Val, u16>) -> Place {
        let n = self.node(v);
        let (is_proj, args, k) = (n.op == Uop::Proj, &n.args, n.imm as u16);
        if let Some(r) = home.get(&v) {
            return Place::Vgpr(*r);
        }
        if is_proj && !self.region_of.contains_key(&v) {
            let tuple = args[0];
            if let Some(base) = self.plan.temps.get(&tuple) {
                return Place::Temp(base + 256 * k as u32);
            }
            // Its register has been overwritten since: keep a copy from the start.
            let t = self.temp(v);
            if let Some(op) = self.plan.ops.get_mut(&tuple)
                && let Some(Place::Vgpr(first)) = op.result
            {
                let from = Place::Vgpr(first.wrapping_add(k));
                if !op.keep.iter().any(|(p, ..)| *p == v) {
                    op.keep.push((v, from, t));
                }
            }
            return Place::Temp(t);
        }
        Place::Temp(self.temp(v))
    }

    fn op_plan(&mut self, v: Val, home: &HashMap<Val, u16>) -> OpPlan {
        let n = self.node(v);
        let mut plan = self.plan.ops.get(&v).cloned().unwrap_or_default();
        // Operands that lie behind each other: from which one on, and how many each time; the last are the rest.
        let data_from = data_from(n.op);
        let counts = if n.op == Uop::Multiply {
            Product::unpack(n.imm).sources().to_vec()
        } else {
            vec![]
        };
        let mut k = 0;
        while k < n.args.len() {
            let rest = n.args.len() - k;
            let count = match counts.get(plan.args.len().wrapping_sub(data_from)) {
                Some(count) => *count,
                None if k == data_from => rest,
                None => 1,
            };
            let group = n.args[k..k + count.min(rest)].to_vec();
            let place = self.materialize(&group, home, &mut plan);
            plan.args.push(place);
            k += group.len();
        }
        if n.ty != Ty::None && plan.result.is_none() {
            let size = match n.ty {
                Ty::Tuple => 256 * n.tuple_dwords() as u32,
                Ty::B64 => 512,
                Ty::B1 | Ty::B32 | Ty::None => 256,
            };
            let t = self.alloc(size);
            self.plan.temps.insert(v, t);
            plan.result = Some(Place::Temp(t));
        }
        plan
    }

    /// Makes `group` lie in consecutive registers or temporaries; gives the first.
    fn materialize(
        &mut self,
        group: &[Val],
        home: &HashMap<Val, u16>,
        plan: &mut OpPlan,
    ) -> Option<Place> {
        if group.iter().any(|v| !self.node(*v).vec) {
            return None;
        }
        let leaf = group.iter().any(|v| is_leaf(self.node(*v)));
        if !leaf {
            let places: Vec<_> = group.iter().map(|v| self.place(*v, home)).collect();
            let consecutive = places.windows(2).all(|w| match (w[0], w[1]) {
                (Place::Vgpr(a), Place::Vgpr(b)) => a.checked_add(1) == Some(b),
                (Place::Temp(a), Place::Temp(b)) => a + 256 == b,
                (Place::Vgpr(_), Place::Temp(_)) | (Place::Temp(_), Place::Vgpr(_)) => false,
            });
            if consecutive {
                return places.first().copied();
            }
        }
        let size: u32 = group
            .iter()
            .map(|v| {
                if self.node(*v).ty == Ty::B64 {
                    512
                } else {
                    256
                }
            })
            .sum();
        let first = self.alloc(size);
        let mut at = first;
        for v in group {
            plan.copies.push((*v, at));
            at += if self.node(*v).ty == Ty::B64 {
                512
            } else {
                256
            };
        }
        let imports = self.imports(group, None, home);
        plan.copy_imports.extend(imports);
        Some(Place::Temp(first))
    }
}

/// From which operand on the operands of a 64-lane operation are data, which lie behind each other; of products they are
/// those of several matrices.
fn data_from(op: Uop) -> usize {
    match op {
        Uop::Multiply => 1,
        Uop::StoreRun | Uop::Store | Uop::Atomic => 3,
        Uop::LdsStore | Uop::LdsAtomic | Uop::LdsShare => 3,
        Uop::Texels => 5,
        Uop::StoreRows => 5,
        Uop::RowStore => 2,
        Uop::BufStore | Uop::BufAtomic => 6,
        // Without data.
        Uop::Load | Uop::BufLoad | Uop::LdsLoad => usize::MAX,
        Uop::BPermute | Uop::Permute | Uop::Dpp | Uop::ReadVAt | Uop::WriteVAt => usize::MAX,
        arithmetic!() | calls!() | others!() => usize::MAX,
    }
}

/// Plans `block`, after which the vector registers in `live_out` may be read. `same_class` says whether two
/// floating-point classes have the same controls.
pub fn plan(
    block: &Block,
    live_out: VgprSet,
    limits: Limits<'_>,
    same_class: &dyn Fn(FpClass, FpClass) -> bool,
) -> Plan {
    let any = |n: &Node| reads_any_vgpr(n.op) || n.op == Uop::Watch;
    let last_read_any = block.nodes.iter().rposition(any).unwrap_or(0);
    let reads = block.nodes.iter().enumerate();
    let last_read: HashMap<u16, usize> = reads
        .filter(|(_, n)| reads_vgpr(n.op))
        .map(|(i, n)| (n.imm as u16, i))
        .collect();
    let is_read = |r: u16, i: usize| {
        let again = last_read.get(&r).is_some_and(|last| *last > i) || last_read_any > i;
        live_out.contains(r) || again && !planted(Fault::DeadWrite)
    };
    let mut projs: HashMap<Val, Vec<Val>> = HashMap::default();
    for (i, n) in block.nodes.iter().enumerate() {
        if n.op == Uop::Proj {
            projs.entry(n.args[0]).or_default().push(Val(i as u32));
        }
    }
    let changes = block.nodes.iter().scan(0, |changes, n| {
        let before = *changes;
        *changes += u32::from(n.op == Uop::ExecChange);
        Some(before)
    });
    let mut p = Planner {
        exec_changes: changes.collect(),
        block,
        live: live(block, &is_read),
        plan: Plan::default(),
        region: Region::default(),
        region_of: HashMap::default(),
        same_class,
        limits,
        projs,
        waiting: vec![],
    };
    p.partition();
    p.route();
    p.plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    #[test]
    fn a_region_that_is_cut_for_its_length_keeps_controls_and_masks() {
        let mut b = Builder::new();
        b.begin(0, true);
        let (k, mut v) = (b.k32(1), b.v32(0u8));
        for _ in 0..MAX_REGION + 3 {
            v = b.op(Uop::FMul32, Ty::B32, FpClass::F32Flush as u64, &[v, k]);
            let zero = b.k32(0);
            let c = b.icmp32(crate::ir::ICmp::Eq, v, zero);
            let m = b.mask(c);
            b.set_s64(4, m);
        }
        b.set_v32(1u8, v);
        let block = b.finish(0, Term::End(4));
        let limits = Limits {
            longest: MAX_REGION,
            loads: false,
            calls: &|_| None,
        };
        let p = plan(&block, VgprSet::ALL, limits, &|x, y| x == y);
        assert!(p.regions.len() > 1);
        for r in &p.regions {
            assert!(r.nodes.len() <= MAX_REGION);
            let class = |v: &Val| block.nodes[v.0 as usize].fp_class();
            if let Some(c) = r.nodes.iter().find_map(class) {
                assert_eq!(r.class, Some(c));
            }
            for m in &r.masks {
                assert!(r.nodes.contains(m));
            }
        }
    }
}
