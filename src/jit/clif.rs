//! From the region IR to Cranelift: one host function per guest function.
//!
//! With [`Effort::Full`] scalar guest registers are Cranelift variables, so they are SSA values across
//! blocks; they are loaded from the wave on entry and stored on exit. They are arguments of most blocks
//! then, and most of the work of compiling. With [`Effort::Quick`] they lie in the wave between blocks:
//! a block loads what it reads and stores what others may read; and so they do in a function of many
//! blocks, whatever the effort. A region becomes a loop over 16 strips
//! of 4 lanes (see [`super::lanes`]); in blocks for any EXEC it blends results with the old register
//! values, and is skipped with EXEC zero. With AVX2 or AVX-512 it is a call of code that
//! [`super::vector`] makes.
//!
//! Lane 0 of a register of which a block knows the stride is a variable, too. The register itself is
//! written on edges to blocks that do not know it, and on exit.

mod calls;
mod counted;
mod edges;
mod frames;
mod near;
mod rounds;
mod strips;
mod uniform;

use std::collections::{BTreeMap, BTreeSet};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{
    AbiParam, Block as ClifBlock, BlockArg, ExtFuncData, ExternalName, FuncRef, InstBuilder,
    MemFlagsData, SigRef, Signature, SourceLoc, UserExternalName, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Switch, Variable};

use frames::Frames;
use near::{Neighbours, Rows, ToStore, neighbour, neighbours};

use super::abi::ExitCode;
use super::controls::Csr;
use super::helpers::Ctx;
use super::imports::Helpers;
use super::lanes::{self, LV};
use super::plan::{Action, Limits, MAX_REGION, OpPlan, Place, Plan, Region, is_leaf, plan};
use super::runs::span;
use super::vector::{Based, How, Input, Output, Regions, Slots, is_native};
use crate::ir::liveness::{VgprSet, liveness};
use crate::ir::loops::Loop;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{
    self, Fact, Goto, Guard, HashMap, MemOp, Node, Reg, Run, Term, Ty, Uop, Val, WaveField,
    all_lanes, arithmetic, calls, dpp, others,
};
use crate::isa::EXEC_LO;
use crate::machine::wave::{StartClass, offset};
use crate::numerics::matrix::Product;

/// How much is done for fast code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// What can be had at once: registers are allocated in a single pass, which keeps no value in one
    /// from one block to the next.
    Quick,
    /// What pays for code that runs for long.
    Full,
}

fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

struct Emit<'f, 'b> {
    b: &'f mut FunctionBuilder<'b>,
    func: &'f ir::Func,
    helpers: &'f Helpers,
    /// Where regions' code goes that is not Cranelift's.
    regions: Option<&'f mut Regions>,
    /// How such code is called.
    region_signature: Option<SigRef>,
    csr: Csr,
    wave: Value,
    ctx: Value,
    vgprs: Value,
    temps: Value,
    sites: Value,
    /// Where a function that is counted counts.
    cells: Option<Value>,
    /// Lane 0 of vector registers; with [`Effort::Full`] scalar registers, too, with those that are
    /// written.
    vars: HashMap<Reg, Variable>,
    written: BTreeSet<Reg>,
    /// The wave's counts by offset, with [`Effort::Full`].
    counts: Vec<(i32, Variable)>,
    effort: Effort,
    blocks: Vec<ClifBlock>,
    /// How many edges to each of them are still to come.
    missing: Vec<usize>,
    fault: ClifBlock,
    /// Where all exits but faults lead: code and PC.
    leave: ClifBlock,
    temp_size: u32,
    live_in: Vec<VgprSet>,
    live_out: Vec<VgprSet>,
    observed: bool,
    loops: &'f [Loop],
    frames: Frames,
}

/// State of emitting one block.
struct BlockState<'p> {
    block: &'p ir::Block,
    plan: &'p Plan,
    loads: Vec<Neighbours>,
    /// Which nodes are read as halves of pairs only.
    halves: Vec<bool>,
    scalars: HashMap<Val, Value>,
    slots: Slots,
    /// What is known of V#s and SOFFSETs; see [`Emit::row`].
    rows: HashMap<[Val; 3], Rows>,
}

/// The first of a pair of scalar registers of which `n` makes one value.
fn pair(block: &ir::Block, n: &Node) -> Option<u8> {
    let read = |k: usize| {
        let n = &block.nodes[n.args.get(k)?.0 as usize];
        (n.op == Uop::ReadS).then_some(n.imm as u8)
    };
    let (low, high) = (read(0)?, read(1)?);
    (n.op == Uop::Concat && !n.vec && low + 1 == high).then_some(low)
}

/// The value of a pair of registers as whose half `r` leaves the block with `v`, and which half: they are
/// stored as one, since a load of both would have to wait for two stores.
fn whole(block: &ir::Block, r: Reg, v: Val) -> Option<(Val, Uop)> {
    let half = |v: Val| {
        let n = &block.nodes[v.0 as usize];
        matches!(n.op, Uop::Lo | Uop::Hi).then(|| (n.args[0], n.op))
    };
    let (Reg::S(number), (both, op)) = (r, half(v)?) else {
        return None;
    };
    let (other, wanted) = if op == Uop::Lo {
        (number.checked_add(1)?, Uop::Hi)
    } else {
        (number.checked_sub(1)?, Uop::Lo)
    };
    let other = block.outs.iter().find(|(r, _)| *r == Reg::S(other))?;
    (half(other.1) == Some((both, wanted))).then_some((both, op))
}

/// Which nodes are read as halves of [`pair`]s only; none where registers change within the block.
fn halves(block: &ir::Block) -> Vec<bool> {
    let mut halves = vec![false; block.nodes.len()];
    if block.nodes.iter().any(|n| n.op == Uop::CallWave) {
        return halves;
    }
    for n in block.nodes.iter().filter(|n| pair(block, n).is_some()) {
        n.args.iter().for_each(|a| halves[a.0 as usize] = true);
    }
    for n in block.nodes.iter().filter(|n| pair(block, n).is_none()) {
        n.args.iter().for_each(|a| halves[a.0 as usize] = false);
    }
    let outs = block.outs.iter().map(|(_, v)| v);
    let indirect = match &block.term {
        Term::Branch { cond: v, .. } | Term::Indirect(v, _) => Some(v),
        Term::Jump(_) | Term::End(_) | Term::Barrier(_) | Term::Step(_) => None,
    };
    let guards = block.guards.iter().filter_map(|g| g.high.as_ref());
    for v in outs.chain(indirect).chain(guards.map(|h| &h.1)) {
        halves[v.0 as usize] = false;
    }
    halves
}

fn reg_place(r: Reg) -> (i32, cranelift_codegen::ir::Type) {
    match r {
        Reg::S(n) => (offset::SGPR + 4 * n as i32, I32),
        Reg::Q(n) => (offset::SGPR + 4 * n as i32, I64),
        // 0 or 1: the lowest byte has it.
        Reg::Scc => (offset::SCC, I8),
        // Kept in a variable only.
        Reg::Base(_) => (0, I32),
    }
}

/// What a scalar step never is.
fn no_scalar(n: &Node) -> ! {
    unreachable!("{} is no scalar step", n.op.text());
}

/// Offset in the wave of the field that a node's `imm` names ([`WaveField`]).
fn wave_field(imm: u64) -> i32 {
    const MODE: u64 = WaveField::Mode as u64;
    const TRAPSTS: u64 = WaveField::TrapSts as u64;
    match imm {
        MODE => offset::MODE,
        TRAPSTS => offset::TRAPSTS,
        _ => offset::GROUP_WAVES,
    }
}

/// The guest address `pc` as Cranelift carries it along: relative to the function.
pub fn location(func: &ir::Func, pc: u64) -> SourceLoc {
    let start = func.blocks.first().map_or(0, |b| b.pc);
    SourceLoc::new(pc.wrapping_sub(start) as u32)
}

/// The reverse of [`location`]; `None` for what belongs to no guest instruction.
pub fn guest_address(func: &ir::Func, location: SourceLoc) -> Option<u64> {
    let start = func.blocks.first().map_or(0, |b| b.pc);
    let offset = location.bits() as i32 as i64;
    (!location.is_default()).then(|| start.wrapping_add_signed(offset))
}

/// How many jumps lead to each block of `func`, whose beginning has one version if `is_given`.
fn edges_to_blocks(func: &ir::Func, loops: &[Loop], is_given: bool) -> Vec<usize> {
    let mut edges = vec![0; func.blocks.len()];
    let gotos = func.blocks.iter().flat_map(|b| b.term.edges());
    for l in loops {
        edges[l.head] += 1;
        edges[l.exit.full] += 1;
    }
    let jumps = gotos.flat_map(|g| [Some(g.full), g.exec.map(|_| g.masked)]);
    let behind = behind_barriers(func);
    let entered = func.entries.iter().enumerate().flat_map(|(i, point)| {
        let first = if i == 0 && is_given {
            [point.full.or(point.masked), None]
        } else {
            [point.full, point.masked]
        };
        let back = [point.full, point.masked].map(|to| to.filter(|_| behind.contains(&point.pc)));
        first.into_iter().chain(back)
    });
    for to in jumps.chain(entered).flatten() {
        edges[to] += 1;
    }
    edges
}

/// Where waves go on that leave `func` at a barrier.
fn behind_barriers(func: &ir::Func) -> BTreeSet<u64> {
    let behind = func.blocks.iter().filter_map(|b| match b.term {
        Term::Barrier(pc) => Some(pc),
        Term::Jump(_) | Term::Branch { .. } | Term::Indirect(..) => None,
        Term::End(_) | Term::Step(_) => None,
    });
    behind.collect()
}

/// What the caller of a compiled function must provide.
pub struct Emitted {
    /// Bytes of temporaries.
    pub temp_size: u32,
    /// Guest addresses at which it can be entered, by the function's third argument.
    pub entries: Vec<u64>,
    /// Whether it changes scalar registers with which waves start, but for those that each wave gets
    /// anew.
    pub dirties: bool,
}

/// The signature of compiled functions: wave, context, entry index; gives an [`ExitCode`].
pub fn signature(sig: &mut Signature) {
    // Preserves no registers: [`super::abi`] does.
    sig.call_conv = CallConv::Winch;
    sig.params.push(AbiParam::new(I64));
    sig.params.push(AbiParam::new(I64));
    sig.params.push(AbiParam::new(I32));
    sig.returns.push(AbiParam::new(I32));
}

/// The name space of regions' code; the index is the region's number.
pub const REGIONS: u32 = 1;

/// Emits `func` into `b`, and its regions into `regions` if given, and `loops`, which are some of its blocks, as
/// such. `given`: what is given by lane 0
/// alone where the function begins, for a new wave. `observed`: someone looks at the registers of
/// waves that have ended.
#[allow(clippy::too_many_arguments)]
pub fn emit(
    b: &mut FunctionBuilder<'_>,
    func: &ir::Func,
    given: &ir::Facts,
    helpers: &Helpers,
    regions: Option<&mut Regions>,
    loops: &[Loop],
    csr: Csr,
    observed: bool,
    effort: Effort,
) -> Emitted {
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    b.seal_block(entry);
    let (wave, ctx, which) = {
        let p = b.block_params(entry);
        (p[0], p[1], p[2])
    };
    let vgprs = b.ins().load(I64, trusted(), wave, offset::VGPR_BASE);
    let temps = b.ins().load(I64, trusted(), ctx, 0);
    let sites = b.ins().load(I64, trusted(), ctx, Ctx::SITES);
    let cells = func.counted.then_some(Ctx::CELLS);
    let cells = cells.map(|at| b.ins().load(I64, trusted(), ctx, at));
    let blocks: Vec<_> = func.blocks.iter().map(|_| b.create_block()).collect();
    let fault = b.create_block();
    let leave = b.create_block();
    b.append_block_param(leave, I32);
    b.append_block_param(leave, I64);
    let (live_in, live_out) = liveness(func, observed);
    let first = func.entries.first().filter(|_| !given.is_empty());
    let begun = first.and_then(|e| e.full.or(e.masked));
    let mut e = Emit {
        b,
        func,
        helpers,
        regions,
        region_signature: None,
        csr,
        wave,
        ctx,
        vgprs,
        temps,
        sites,
        cells,
        vars: HashMap::default(),
        written: BTreeSet::new(),
        counts: vec![],
        effort,
        blocks,
        missing: edges_to_blocks(func, loops, !given.is_empty()),
        fault,
        leave,
        temp_size: 0,
        live_in,
        live_out,
        observed,
        loops,
        frames: Frames::new(func, loops, begun),
    };
    e.prologue();
    let mut switch = Switch::new();
    // Those behind are for waves that come back from a barrier.
    let points = || func.entries.iter().enumerate();
    let behind = behind_barriers(func);
    let back = points().filter(|(_, point)| behind.contains(&point.pc));
    let back = back.map(|(i, point)| (i, point, true));
    let points: Vec<_> = points()
        .map(|(i, point)| (i, point, false))
        .chain(back)
        .collect();
    let stubs: Vec<_> = points.iter().map(|_| e.b.create_block()).collect();
    let count = func.entries.len();
    // Entries with frames to look for have in common what looks for the same ones.
    let mut looks: BTreeMap<Vec<(usize, u64)>, (ClifBlock, Switch)> = BTreeMap::new();
    for (k, ((i, point, back), stub)) in points.iter().zip(&stubs).enumerate() {
        let which = if *back { count + i } else { *i };
        let which = unless_planted!(Fault::BackTogether, which, k) as u128;
        let frames = e.frames.of_entry(point);
        if frames.is_empty() {
            switch.set_entry(which, *stub);
            continue;
        }
        let look = looks.entry(frames);
        let (look, behind) = look.or_insert_with(|| (e.b.create_block(), Switch::new()));
        switch.set_entry(which, *look);
        behind.set_entry(which, *stub);
    }
    let elsewhere = e.b.create_block();
    switch.emit(e.b, which, elsewhere);
    for (frames, (look, behind)) in looks {
        e.next_block(look);
        e.look_for_frames(&frames);
        behind.emit(e.b, which, elsewhere);
    }
    for ((i, point, back), stub) in points.into_iter().zip(stubs) {
        e.next_block(stub);
        match (i, point.full.or(point.masked)) {
            (0, Some(to)) if !given.is_empty() && !back => e.begin(to, given),
            _ => e.enter(point, elsewhere, back),
        }
    }
    e.b.switch_to_block(elsewhere);
    let code = e.b.ins().iconst(I32, ExitCode::Elsewhere as i64);
    e.b.ins().return_(&[code]);
    for i in 0..func.blocks.len() {
        e.block(i);
    }
    let fault = e.fault;
    e.b.switch_to_block(fault);
    e.b.set_srcloc(SourceLoc::default());
    let code = e.b.ins().iconst(I32, ExitCode::Fault as i64);
    e.b.ins().return_(&[code]);
    let leave = e.leave;
    e.b.switch_to_block(leave);
    let (code, pc) = (e.b.block_params(leave)[0], e.b.block_params(leave)[1]);
    e.b.ins().store(trusted(), pc, wave, offset::PC);
    e.store_scalars();
    e.count_back(code);
    let temp_size = e.temp_size;
    b.seal_all_blocks();
    let mut outs = func.blocks.iter().flat_map(|b| &b.outs);
    let is_kept = |(r, _): &(Reg, Val)| matches!(r, Reg::S(_) | Reg::Q(_)) && *r != Reg::Q(EXEC_LO);
    Emitted {
        temp_size,
        entries: func.entries.iter().map(|e| e.pc).collect(),
        dirties: effort == Effort::Quick && outs.any(is_kept),
    }
}

impl Emit<'_, '_> {
    fn k64(&mut self, v: u64) -> Value {
        self.b.ins().iconst(I64, v as i64)
    }

    fn block(&mut self, index: usize) {
        let func = self.func;
        let block = &func.blocks[index];
        self.b.switch_to_block(self.blocks[index]);
        self.b.set_srcloc(location(func, block.pc));
        // An entry that a back edge leads to is where the wave can be stopped.
        if block.entry {
            let left = self.count(offset::BUDGET);
            let go = self.b.create_block();
            let yield_ = self.b.create_block();
            let more = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, left, 0);
            self.b.ins().brif(more, go, &[], yield_, &[]);
            self.b.set_cold_block(yield_);
            self.next_block(yield_);
            let live = self.live_in[index];
            let unset = planted(Fault::YieldUnset);
            self.settle(&block.facts, &|v, _| live.contains(v) && !unset);
            let pc = self.k64(block.pc);
            self.exit(ExitCode::Yield, pc);
            self.next_block(go);
        }
        self.measure(index);
        let mut loops = self.loops.iter();
        if let Some(l) = loops.find(|l| l.head == index) {
            match &l.uniform {
                Some(u) => self.uniform(l, u),
                None => self.rounds(l),
            }
        }
        self.note_block(index);
        let frames = ir::frames(block);
        let frames: Vec<_> = frames.map(|v| (v, self.frame(index, v))).collect();
        if block.instructions > 0 {
            let left = self.count(offset::BUDGET);
            let left = self.b.ins().iadd_imm_s(left, -(block.instructions as i64));
            self.set_count(offset::BUDGET, left);
        }
        let csr = self.csr;
        // What the block's successors get in variables need not be in registers.
        let mut live_out = self.live_out[index];
        for (v, _) in block.facts_out.iter().filter(|(_, f)| f.stale) {
            live_out.remove(*v);
        }
        let isa = self.regions.as_ref().map(|r| r.isa());
        let limits = Limits {
            longest: match isa {
                Some(isa) => isa.longest_region.into(),
                None => MAX_REGION,
            },
            loads: isa.is_some(),
            calls: &|n| is_native(isa?, n),
        };
        let mut p = plan(block, live_out, limits, &|x, y| csr.of(x) == csr.of(y));
        let loads = neighbours(block, &mut p);
        self.temp_size = self.temp_size.max(p.temp_size);
        let mut s = BlockState {
            block,
            plan: &p,
            loads,
            halves: match self.effort {
                Effort::Quick => halves(block),
                Effort::Full => vec![false; block.nodes.len()],
            },
            scalars: HashMap::default(),
            slots: Slots::default(),
            rows: HashMap::default(),
        };
        for (v, at) in frames {
            s.scalars.insert(v, at);
        }
        for action in &p.actions {
            match action {
                Action::Scalar(v) if s.scalars.contains_key(v) => {}
                Action::Scalar(v) => self.scalar(&mut s, *v),
                Action::Region(k) => self.region(&mut s, &p.regions[*k]),
                Action::Op(v) => self.op(&mut s, *v),
            }
        }
        self.count_lanes(&s, index);
        for (r, v) in &block.outs {
            let both = match self.effort {
                Effort::Quick => whole(block, *r, *v),
                Effort::Full => None,
            };
            match both {
                // With its low half.
                Some((_, Uop::Hi)) => {}
                Some((both, _)) => {
                    let (at, mut both) = (reg_place(*r).0, s.scalars[&both]);
                    if planted(Fault::HalfPair) {
                        both = self.b.ins().ireduce(I32, both);
                    }
                    self.b.ins().store(trusted(), both, self.wave, at);
                }
                None => self.write(*r, s.scalars[v]),
            }
        }
        self.b.set_srcloc(SourceLoc::default());
        let barrier = matches!(block.term, Term::Barrier(_));
        let kept = barrier && planted(Fault::BarrierFacts);
        let leaves = matches!(block.term, Term::End(_) | Term::Barrier(_) | Term::Step(_));
        if leaves && !kept {
            self.settle_unguarded(&s, self.live_out[index]);
        }
        match &block.term {
            Term::Jump(g) => self.goto(&s, g),
            Term::Branch {
                cond,
                then,
                otherwise,
            } => {
                let (t, o) = (self.b.create_block(), self.b.create_block());
                let c = s.scalars[cond];
                self.b.ins().brif(c, t, &[], o, &[]);
                for (block, g) in [(t, then), (o, otherwise)] {
                    self.next_block(block);
                    self.goto(&s, g);
                }
            }
            Term::Indirect(v, to) => {
                let pc = s.scalars[v];
                for g in to {
                    let there = self.k64(g.pc);
                    let is_there = self.b.ins().icmp(IntCC::Equal, pc, there);
                    let is_there =
                        unless_planted!(Fault::OtherReturn, is_there, self.b.ins().iconst(I8, 1));
                    let (go, on) = (self.b.create_block(), self.b.create_block());
                    self.b.ins().brif(is_there, go, &[], on, &[]);
                    self.next_block(go);
                    self.goto(&s, g);
                    self.next_block(on);
                }
                self.settle_unguarded(&s, self.live_out[index]);
                self.exit(ExitCode::Indirect, pc);
            }
            Term::End(pc) => {
                let pc = self.k64(*pc);
                if self.observed {
                    self.exit(ExitCode::End, pc);
                } else {
                    // Nobody looks at the registers, and the next wave finds them as they were.
                    self.b.ins().store(trusted(), pc, self.wave, offset::PC);
                    let code = self.b.ins().iconst(I32, ExitCode::End as i64);
                    self.count_back(code);
                }
            }
            Term::Barrier(pc) => {
                let pc = self.k64(*pc);
                self.exit(ExitCode::Barrier, pc);
            }
            Term::Step(pc) => {
                let pc = self.k64(*pc);
                self.exit(ExitCode::Step, pc);
            }
        }
    }

    fn node<'p>(&self, s: &BlockState<'p>, v: Val) -> &'p Node {
        &s.block.nodes[v.0 as usize]
    }

    /// What is emitted from here on belongs to `n`'s instruction; see [`location`].
    fn locate(&mut self, n: &Node) {
        self.b.set_srcloc(location(self.func, n.pc));
    }

    fn set_csr(&mut self, csr: u32) {
        let v = self.k64(csr as u64);
        self.b.ins().call(self.helpers.set_csr, &[v]);
    }

    /// Has a product of matrices be made of the registers of A, B and C, under the controls that it needs.
    fn multiply(&mut self, imm: u64, sources: &[Value], out: Value) {
        let csr = Product::unpack(imm).controls();
        let csr = csr.filter(|c| *c != self.csr.f32 && !planted(Fault::ProductControls));
        if let Some(csr) = csr {
            self.set_csr(csr);
        }
        let mut args = vec![self.ctx, self.k64(imm)];
        args.extend(sources);
        args.push(out);
        self.b.ins().call(self.helpers.multiply, &args);
        if csr.is_some() {
            self.set_csr(self.csr.f32);
        }
    }

    #[deny(clippy::wildcard_enum_match_arm)]
    fn scalar(&mut self, s: &mut BlockState<'_>, v: Val) {
        let n = self.node(s, v);
        self.locate(n);
        let arg = |k: usize| s.scalars[&n.args[k]];
        let r = match n.op {
            Uop::ReadS if s.halves[v.0 as usize] => return,
            Uop::ReadS => self.register(Reg::S(n.imm as u8)),
            Uop::ReadQ => self.register(Reg::Q(n.imm as u8)),
            Uop::ReadScc => self.register(Reg::Scc),
            Uop::Concat
                if n.args.iter().any(|a| s.halves[a.0 as usize])
                    && let Some(r) = pair(s.block, n) =>
            {
                let at = reg_place(Reg::S(r)).0;
                self.b.ins().load(I64, trusted(), self.wave, at)
            }
            Uop::ReadBase => self.register(Reg::Base(n.imm as u16)),
            Uop::LoadSame => {
                let m = MemOp::unpack(n.imm);
                let (addr, limit) = (arg(0), arg(1));
                let near = (m.size == 4).then(|| self.near(n.pc, addr, m.bytes() as u64, false));
                let at = self.scratch_temp(s.plan, 64);
                let (pc, imm) = (self.k64(n.pc), self.k64(n.imm));
                let limit = self.b.ins().uextend(I64, limit);
                let args = [self.ctx, pc, imm, addr, limit, at];
                let at = self.call_for_address(self.helpers.load_same, &args);
                self.join_near(near, at)
            }
            Uop::LoadRun => {
                let (m, stride) = (MemOp::unpack(n.imm), self.node(s, n.args[1]));
                let stride = (stride.op == Uop::Const).then_some(stride.imm);
                let (addr, by, limit) = (arg(0), arg(1), arg(2));
                let in_place = stride.filter(|by| Run::in_place(m, *by));
                let near = in_place.map(|by| self.near(n.pc, addr, span(m, by), false));
                let at = self.place(Place::Temp(s.plan.runs[&v]));
                let (pc, imm) = (self.k64(n.pc), self.k64(n.imm));
                let limit = self.b.ins().uextend(I64, limit);
                let args = [self.ctx, pc, imm, addr, by, limit, at];
                let at = self.call_for_address(self.helpers.load_run, &args);
                self.join_near(near, at)
            }
            Uop::BufRow => {
                let m = MemOp::unpack(n.imm);
                let [exec, low, high, soffset, offset] = [0, 1, 2, 3, 4].map(arg);
                let row = self.row(s, m, &n.args);
                let rows = self.private(1);
                let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, row.last, rows);
                let there = self.b.ins().band(row.is_private, inside);
                let (miss, join) = (self.b.create_block(), self.b.create_block());
                self.b.append_block_param(join, I64);
                self.b
                    .ins()
                    .brif(there, join, &[row.host.into()], miss, &[]);
                self.b.set_cold_block(miss);
                self.next_block(miss);
                self.leave_offsets(soffset, offset);
                let to = self.place(Place::Temp(s.plan.runs[&v]));
                let (pc, imm) = (self.k64(n.pc), self.k64(n.imm));
                let args = [self.ctx, pc, imm, exec, low, high, to];
                let at = self.call_for_address(self.helpers.buf_row, &args);
                self.join_near(Some(join), at)
            }
            Uop::ReadLane | Uop::ReadLaneOld => {
                let at = self.lane_address(n.imm, arg(0));
                self.b.ins().load(I32, trusted(), at, 0)
            }
            Uop::WriteLane => {
                let value = arg(1);
                let at = self.lane_address(n.imm, arg(0));
                self.b.ins().store(trusted(), value, at, 0);
                return;
            }
            Uop::ReadRow => {
                let base = arg(0);
                self.b.ins().load(I32, trusted(), base, n.imm as i32)
            }
            Uop::WriteRow => {
                let (base, value) = (arg(0), arg(1));
                self.b.ins().store(trusted(), value, base, n.imm as i32);
                return;
            }
            Uop::ReadLaneAt => {
                let register = self.register_at(arg(0));
                let lane = self.b.ins().band_imm_u(arg(1), 63);
                let lane = self.b.ins().uextend(I64, lane);
                let off = self.b.ins().ishl_imm_u(lane, 2);
                let at = self.b.ins().iadd(register, off);
                self.b.ins().load(I32, trusted(), at, 0)
            }
            Uop::ReadWave => {
                let at = wave_field(n.imm);
                self.b.ins().load(I32, trusted(), self.wave, at)
            }
            Uop::WriteWave => {
                let v = arg(0);
                let at = wave_field(n.imm);
                self.b.ins().store(trusted(), v, self.wave, at);
                return;
            }
            Uop::LdsSize => {
                let asked = self.b.ins().iconst(I64, n.imm as i64);
                let call = self.b.ins().call(self.helpers.lds_size, &[self.ctx, asked]);
                let r = self.b.inst_results(call)[0];
                self.b.ins().ireduce(I32, r)
            }
            Uop::LdsDirect => {
                let m0 = self.b.ins().uextend(I64, arg(0));
                let call = self.b.ins().call(self.helpers.lds_direct, &[self.ctx, m0]);
                let r = self.b.inst_results(call)[0];
                self.b.ins().ireduce(I32, r)
            }
            Uop::CallWave => {
                self.store_scalars();
                let f = self.k64(n.imm);
                let args = [self.wave, f, arg(0), arg(1), arg(2)];
                let call = self.b.ins().call(self.helpers.call_wave, &args);
                let r = self.b.inst_results(call)[0];
                self.load_scalars();
                r
            }
            Uop::SLoad => {
                let k = s.loads.iter().position(|l| l.loads.contains(&v));
                let Some(k) = k else {
                    return;
                };
                let l = &s.loads[k];
                let offset = neighbour(s.block, v).map_or(0, |(_, offset)| offset) - l.first;
                let base = match l.host {
                    Some(host) => host,
                    None => {
                        let host = self.load_neighbours(s, l);
                        s.loads[k].host = Some(host);
                        host
                    }
                };
                self.b.ins().iadd_imm_s(base, offset as i64)
            }
            Uop::SBufLoad => {
                let at = self.scratch_temp(s.plan, 64);
                let (pc, dwords) = (self.k64(n.pc), self.k64(n.imm));
                let args = [self.ctx, pc, dwords, arg(0), arg(1), arg(2), at];
                self.call_checked(self.helpers.sbuf_load, &args);
                at
            }
            Uop::SStore | Uop::SAtomic => {
                let at = self.scratch_temp(s.plan, 64);
                let mut args = vec![self.ctx, self.k64(n.pc), self.k64(n.imm)];
                args.extend((0..5).map(arg));
                let f = if n.op == Uop::SAtomic {
                    args.push(at);
                    self.helpers.satomic
                } else {
                    self.helpers.sstore
                };
                self.call_checked(f, &args);
                at
            }
            Uop::Watch => {
                let answer = self.watch(n);
                self.b.ins().ireduce(I32, answer)
            }
            Uop::Interrupt => {
                self.b.ins().call(self.helpers.interrupt, &[self.ctx]);
                self.ctx
            }
            Uop::Clock => {
                // The budget has already paid for this whole block.
                let paid = s.block.instructions as i64 - (n.imm >> 1) as i64;
                // Without what is left of the budget, which it was given in advance.
                let at = offset::INSTRUCTIONS;
                let given = self.b.ins().load(I64, trusted(), self.wave, at);
                let left = self.count(offset::BUDGET);
                let run = self.b.ins().isub(given, left);
                let run = self.b.ins().iadd_imm_s(run, -paid);
                let clock = self.k64(n.imm & 1);
                let args = [self.ctx, self.wave, clock, run];
                let call = self.b.ins().call(self.helpers.clock, &args);
                self.b.inst_results(call)[0]
            }
            Uop::Proj => {
                let at = arg(0);
                // It may be a guest address, which need not be aligned.
                let flags = MemFlagsData::new().with_notrap();
                self.b.ins().load(I32, flags, at, 4 * n.imm as i32)
            }
            calls!() => {
                let mut args = vec![self.k64(n.imm)];
                for k in 0..3 {
                    args.push(match n.args.get(k) {
                        Some(a) => {
                            let v = s.scalars[a];
                            if self.b.func.dfg.value_type(v) == I64 {
                                v
                            } else {
                                self.b.ins().uextend(I64, v)
                            }
                        }
                        None => self.k64(0),
                    });
                }
                let call = self.b.ins().call(self.helpers.call_scalar, &args);
                let r = self.b.inst_results(call)[0];
                if n.ty == Ty::B64 {
                    r
                } else {
                    self.b.ins().ireduce(I32, r)
                }
            }
            arithmetic!() => {
                let args: Vec<LV> = n.args.iter().map(|a| LV::One(s.scalars[a])).collect();
                let class = n.fp_class().map(|c| self.csr.of(c));
                let csr = class.filter(|c| *c != self.csr.f32);
                if let Some(c) = csr
                    && !planted(Fault::ScalarControls)
                {
                    self.set_csr(c);
                }
                let mut r = lanes::pure(self.b, n.op, n.ty, n.imm, false, &args, &|_| None).one();
                if csr.is_some() {
                    if matches!(n.op, Uop::FCmp32 | Uop::FCmp64) {
                        // By way of memory: a comparison could be merged into its use, after the
                        // controls have changed.
                        let at = self.scratch_temp(s.plan, 8);
                        self.b.ins().store(trusted(), r, at, 0);
                        r = self.b.ins().load(I8, trusted(), at, 0);
                    }
                    self.set_csr(self.csr.f32);
                }
                r
            }
            // Of lanes, without an effect of its own, or found before the block's first node.
            all_lanes!() | Uop::Splat | Uop::Affine | Uop::LaneBits | Uop::MaskBits => no_scalar(n),
            Uop::ReadV | Uop::WriteV | Uop::RunLane | Uop::RowLane => no_scalar(n),
            Uop::ExecChange | Uop::RowBase => no_scalar(n),
        };
        s.scalars.insert(v, r);
    }

    /// Address of the vector register with the number `at`.
    fn register_at(&mut self, at: Value) -> Value {
        let at = self.b.ins().uextend(I64, at);
        let off = self.b.ins().ishl_imm_u(at, 8);
        self.b.ins().iadd(self.vgprs, off)
    }

    /// [`Uop::Dpp`]: 16 strips, each of lanes of one or two strips of the source.
    fn dpp(&mut self, ctrl: u16, from: Value, to: Value) {
        let Some(sources) = dpp::sources(ctrl) else {
            return;
        };
        let mut loaded = [None; 16];
        for (strip, lanes) in sources.chunks_exact(4).enumerate() {
            let strips: BTreeSet<u8> = lanes.iter().flatten().map(|l| l / 4).collect();
            let strips: Vec<u8> = strips.into_iter().collect();
            // At most two: all controls move neighbours together.
            let (Some(first), Some(last)) = (strips.first(), strips.last()) else {
                continue;
            };
            let [x, y] = [*first, *last].map(|s| {
                *loaded[s as usize]
                    .get_or_insert_with(|| self.b.ins().load(I32X4, trusted(), from, 16 * s as i32))
            });
            let index: Vec<u8> = lanes
                .iter()
                .map(|lane| match lane {
                    Some(l) if l / 4 == *first => l % 4,
                    Some(l) => 4 + l % 4,
                    None => 0,
                })
                .collect();
            let index = [index[0], index[1], index[2], index[3]];
            let v = lanes::shuffle(self.b, x, y, index);
            self.b.ins().store(trusted(), v, to, 16 * strip as i32);
        }
    }

    fn lane_address(&mut self, reg: u64, lane: Value) -> Value {
        let lane = self.b.ins().band_imm_u(lane, 63);
        let lane = self.b.ins().uextend(I64, lane);
        let off = self.b.ins().ishl_imm_u(lane, 2);
        let base = self.b.ins().iadd(self.vgprs, off);
        self.b.ins().iadd_imm_s(base, 256 * reg as i64)
    }

    /// Room of `size` bytes behind the block's temporaries, valid until the next such request.
    fn scratch_temp(&mut self, plan: &Plan, size: u32) -> Value {
        self.temp_size = self.temp_size.max(plan.temp_size + size);
        self.place(Place::Temp(plan.temp_size))
    }

    /// Calls a helper that is hardly ever called, and comes back unless there is a fault.
    fn call_rarely(&mut self, f: FuncRef, args: &[Value]) {
        self.b.ins().call(f, args);
    }

    /// Calls a helper that gives non-zero after a fault. Nothing is stored then: keeping registers
    /// alive across every call for this would cost far more than they are worth in a wave that is lost.
    fn call_checked(&mut self, f: FuncRef, args: &[Value]) {
        let call = self.b.ins().call(f, args);
        let status = self.b.inst_results(call)[0];
        let go = self.b.create_block();
        self.b.ins().brif(status, self.fault, &[], go, &[]);
        self.next_block(go);
    }

    /// As [`Emit::call_rarely`], for one that gives a host address.
    fn call_for_address(&mut self, f: FuncRef, args: &[Value]) -> Value {
        self.b.ins().call(f, args);
        self.b.ins().load(I64, trusted(), self.ctx, Ctx::ADDRESS)
    }

    fn place(&mut self, p: Place) -> Value {
        match p {
            Place::Vgpr(0) => self.vgprs,
            Place::Vgpr(r) => self.b.ins().iadd_imm_s(self.vgprs, 256 * r as i64),
            Place::Temp(0) => self.temps,
            Place::Temp(t) => self.b.ins().iadd_imm_s(self.temps, t as i64),
        }
    }

    /// A 64-lane operation.
    #[deny(clippy::wildcard_enum_match_arm)]
    fn op(&mut self, s: &mut BlockState<'_>, v: Val) {
        let n = self.node(s, v);
        self.locate(n);
        let op = &s.plan.ops[&v];
        if !op.copies.is_empty() {
            let region = Region {
                temps: op.copies.iter().map(|c| c.0).collect(),
                imports: op.copy_imports.clone(),
                ..Region::default()
            };
            self.strips(s, &region, Some(&op.copies));
        }
        let mut values = vec![];
        for (k, place) in op.args.iter().enumerate() {
            values.push(match place {
                Some(p) => self.place(*p),
                None => {
                    let v = s.scalars[&n.args[k]];
                    if self.b.func.dfg.value_type(v) == I32 {
                        self.b.ins().uextend(I64, v)
                    } else {
                        v
                    }
                }
            });
        }
        let h = self.helpers;
        let f = match n.op {
            Uop::Dpp => {
                let to = self.place(op.result.unwrap_or(Place::Temp(0)));
                self.dpp(n.imm as u16, values[0], to);
                return;
            }
            Uop::ReadVAt => {
                let register = s.scalars[&n.args[0]];
                let from = self.register_at(register);
                let to = self.place(op.result.unwrap_or(Place::Temp(0)));
                for at in (0..256).step_by(16) {
                    let v = self.b.ins().load(I32X4, trusted(), from, at);
                    self.b.ins().store(trusted(), v, to, at);
                }
                return;
            }
            Uop::Multiply => {
                let out = self.place(op.result.unwrap_or(Place::Temp(0)));
                self.multiply(n.imm, &values[1..], out);
                return self.keep(s, op);
            }
            Uop::RowStore => {
                let to = self.b.ins().iadd_imm_s(values[0], 64 * n.imm as i64);
                let args = [to, values[1], values[2]];
                self.b.ins().call(self.helpers.write_lanes, &args);
                return;
            }
            Uop::WriteVAt => {
                let register = s.scalars[&n.args[0]];
                let to = self.register_at(register);
                let args = [to, values[1], values[2]];
                self.b.ins().call(self.helpers.write_lanes, &args);
                return;
            }
            calls!() => {
                let imm = self.k64(n.imm);
                let mut wide = (n.ty == Ty::B64) as u64 | (self.helpers.level as u64) << 4;
                for (k, a) in n.args.iter().enumerate() {
                    wide |= ((self.node(s, *a).ty == Ty::B64) as u64) << (k + 1);
                }
                let out = op.result.unwrap_or(Place::Temp(0));
                let mut args = vec![imm, self.k64(wide), self.place(out)];
                args.extend(&values);
                while args.len() < 6 {
                    args.push(self.k64(0));
                }
                self.b.ins().call(self.helpers.call, &args);
                return;
            }
            Uop::Load => h.load,
            Uop::Store => h.store,
            Uop::StoreRun => h.store_run,
            Uop::Atomic => h.atomic,
            Uop::LdsLoad => h.lds_load,
            Uop::LdsStore => h.lds_store,
            Uop::BPermute => h.bpermute,
            Uop::Permute => h.permute,
            Uop::BufLoad => h.buf_load,
            Uop::BufStore => h.buf_store,
            Uop::StoreRows => h.buf_store_rows,
            Uop::BufAtomic => h.buf_atomic,
            Uop::Texels => h.texels,
            Uop::LdsShare => h.lds_share,
            Uop::LdsAtomic => h.lds_atomic,
            arithmetic!() | others!() => {
                unreachable!("{} is no 64-lane operation", n.op.text());
            }
        };
        let imm = self.k64(n.imm);
        if n.op == Uop::StoreRun && self.store_run(s, n, &values) {
            return;
        }
        let mut args = vec![self.ctx, self.k64(n.pc), imm];
        if n.op == Uop::StoreRows {
            let [exec, low, high, _, _, data] = values[..] else {
                unreachable!("what stores rows has six operands");
            };
            // As dwords: those among the values are extended.
            self.leave_offsets(s.scalars[&n.args[3]], s.scalars[&n.args[4]]);
            args.extend([exec, low, high, data]);
        } else {
            args.extend(&values);
        }
        if let Some(p) = op.result {
            args.push(self.place(p));
        }
        if n.op == Uop::StoreRun {
            self.call_rarely(f, &args);
        } else {
            self.call_checked(f, &args);
        }
        self.keep(s, op);
    }

    /// Copies those results of a 64-lane operation whose registers are written before they are read last.
    fn keep(&mut self, s: &mut BlockState<'_>, op: &OpPlan) {
        if op.keep.is_empty() {
            return;
        }
        let region = Region {
            temps: op.keep.iter().map(|k| k.0).collect(),
            imports: op.keep.iter().map(|k| (k.0, k.1)).collect(),
            ..Region::default()
        };
        let copies: Vec<_> = op.keep.iter().map(|k| (k.0, k.2)).collect();
        self.strips(s, &region, Some(&copies));
    }

    fn region(&mut self, s: &mut BlockState<'_>, r: &Region) {
        let csr = r
            .class
            .map(|c| self.csr.of(c))
            .filter(|c| *c != self.csr.f32);
        if self.regions.is_some() {
            self.call_region(s, r, None, csr);
            return;
        }
        if let Some(c) = csr {
            self.set_csr(c);
        }
        self.strips(s, r, None);
        if csr.is_some() {
            self.set_csr(self.csr.f32);
        }
    }
}
