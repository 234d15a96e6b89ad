//! Regions as functions of vector instructions, for hosts with AVX-512 or AVX2; [`isa`] says what these have.
//!
//! With AVX-512 a strip is 16 lanes: `B32` is one vector register, `B64` two (lanes 0 to 7, then 8 to 15), `B1` a
//! mask register. With AVX2 it is 8: `B32` is one vector register, `B64` two (lanes 0, 1, 4, 5, then 2, 3, 6, 7), and so
//! `B1` is one, with all bits of a lane alike; `select/legalize` makes of each operation what AVX2 has,
//! `select/transcendental` of powers and logarithms, and `alloc/avx2` and `alloc/put_lanes` of loads and stores. A
//! region's code is a loop over all strips, called with the addresses of vector register 0, of the temporaries, and of
//! the context; a short one has all strips one after the other. Scalars come, and masks go, by way of slots of 8 bytes
//! in the temporaries behind all others ([`Slots`]).
//!
//! The code is a function of the System V convention without a frame: it may change RAX, RCX, RDX,
//! RSI, RDI, R8 to R11, vector and mask registers, saves what else it needs, gives MXCSR back as it was, and
//! ends with VZEROUPPER where it has written the lower half of the vector registers. It calls only where it
//! seldom gets to, for loads and lane functions, and then what preserves all registers. [`gpr`] has what is in
//! which register.
//!
//! `select` turns nodes into instructions on values, `alloc` gives the values registers, `encode` has the bytes of those
//! on vectors, and `assembler` of the scalar ones between them; `rounds` makes loops whose values stay in registers,
//! `tail` their last lanes, `uniform` those in which all lanes go round equally often; `shapes` is about addresses that
//! lie steadily in a strip, `gathers` about those that do not, `puts` about stores to the LDS.
//! [`super::lanes`] does the same with Cranelift, on any host; results are the same to the bit.

pub mod alloc;
pub mod assembler;
pub mod carried;
pub mod encode;
mod gathers;
pub mod gpr;
pub mod isa;
mod masks;
pub mod ops;
mod puts;
pub mod rounds;
mod select;
mod shapes;
mod tail;
#[cfg(test)]
mod tests;
pub mod uniform;
mod updates;

use alloc::{Alloc, Form, Inst, NONE, V, VReg, find_uses};
use assembler::{Address, Assembler, Cond, INT3, K, Scale};
use encode::{Mem, Rm, vex};
use gathers::Gather;
use gpr::{
    COLLECTED, CONSTANTS, CTX, EXEC, Gpr, HOST, ROUND, SCRATCH_2, SITES, SLOTS, STRIP, TEMPS,
    VGPRS, WIDE_TEMPS,
};
use isa::Isa;
use ops::Op;

use super::controls::{DEFAULT, ROUNDING, controls};
use super::helpers::{Ctx, Far, Request};
use super::plan::Region;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{Block, FpClass, HashMap, Node, Uop, Val};

/// In which form a region gets a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// As it is.
    Plain,
    /// A truth value, in every bit.
    Bits,
    /// A shift amount, modulo this power of two.
    Modulo(u8),
    /// Where a store to rows goes, of its node.
    Row,
    /// Where the LDS is, whatever the scalar is.
    Lds,
    /// At how many addresses the LDS has so many bytes, of a limit of addresses.
    LdsRoom(u32),
    /// Where in the LDS a lane's access is, of its address: that and the offset, without the low bits that
    /// do not count. For negative ones it is before the LDS.
    LdsPlace {
        /// Offset in bytes.
        offset: u16,
        /// Bits that do not count.
        align: u8,
    },
}

/// The slots that regions of a block have taken so far.
#[derive(Debug, Default)]
pub struct Slots {
    taken: HashMap<(Val, How), u32>,
    used: u32,
}

impl Slots {
    /// A slot that nothing else uses.
    fn fresh(&mut self) -> u32 {
        self.several(1)
    }

    /// The first of `n` such slots.
    fn several(&mut self, n: u32) -> u32 {
        self.used += n;
        self.used - n
    }
}

/// From this number on, slots are those of the round of a uniform loop: [`ROUND`] has their address.
pub const OF_ROUND: u32 = 1 << 16;

/// Where a slot is: from which register, and how many bytes.
fn place_of_slot(number: u32) -> (Gpr, i32) {
    match number.checked_sub(OF_ROUND) {
        Some(number) => (ROUND, 8 * number as i32),
        None => (SLOTS, 8 * number as i32),
    }
}

/// A slot, as an operand.
fn slot(number: u32) -> Address {
    let (base, at) = place_of_slot(number);
    base.at(at)
}

/// A slot, as an operand of a vector instruction.
fn slot_of_vector(number: u32) -> Mem {
    let (base, at) = place_of_slot(number);
    Mem::at(base, at)
}

/// What to emit.
pub struct Input<'a> {
    /// The block.
    pub block: &'a Block,
    /// The region.
    pub region: &'a Region,
    /// Values to store to temporaries.
    pub stores: &'a [(Val, u32)],
    /// EXEC, if it may not be full.
    pub exec: Option<Val>,
    /// Nothing is done, and masks are zero, when EXEC is zero.
    pub skips: bool,
    /// MXCSR for the region, and to go on with.
    pub csr: Option<(u32, u32)>,
    /// Where slots begin in the temporaries, in bytes.
    pub slots_at: u32,
}

/// Addresses that are a scalar and, in each lane, a dword times a power of two, of one load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Based {
    /// The load.
    pub pc: u64,
    /// Bytes that each lane loads.
    pub size: u32,
    /// What the scalar is the sum of: scalars, and by how many bits they are shifted to the left.
    pub terms: Vec<(Val, u8)>,
    /// The power of two.
    pub shift: u8,
    /// Dwords are signed numbers.
    pub signed: bool,
    /// The first of the slots: what is added to dwords, so that 0 is the first one whose lane loads from the
    /// allocation that the instruction has accessed last; how many of them do; where 0 is in the host's memory;
    /// and the scalar.
    pub slot: u32,
}

impl Based {
    const SLOTS: u32 = 4;
    /// What is added to dwords, and how many there are, at most: a sum that wraps around is more than that.
    pub const MOST: i64 = 1 << 30;
}

/// How to call a region's code.
#[derive(Debug, Default)]
pub struct Output {
    /// Its number.
    pub number: u32,
    /// Slots to fill first.
    pub scalars: Vec<(Val, How, u32)>,
    /// Masks, and the slots that they are in then.
    pub masks: Vec<(Val, u32)>,
    /// Bytes that it needs from the slots' begin.
    pub size: u32,
    /// Slots to fill with what is known of addresses.
    pub based: Vec<Based>,
    /// There are loads from global memory: whether one has failed is to be looked at.
    pub loads: bool,
    /// There are lane functions that are done elsewhere at times.
    pub calls: bool,
}

/// Which registers code changes beside those that a leaf function may.
#[derive(Clone, Copy, Debug)]
struct Saves {
    /// Those of what may call.
    calls: bool,
    /// Those of a [`Gather`].
    gathers: bool,
}

impl Output {
    /// Whether the code may call.
    fn is_no_leaf(&self) -> bool {
        self.loads || self.calls
    }
}

/// The lane functions that a region's code has in place of a call, and the floating-point controls that
/// it needs, if they matter.
pub fn is_native(isa: &Isa, n: &Node) -> Option<Option<FpClass>> {
    if !n.vec || !matches!(n.op, Uop::Call1 | Uop::Call2 | Uop::Call3) {
        return None;
    }
    let k = LaneCall::unpack(n.imm);
    let csr = controls(k.mode);
    let nearest = (csr.f32 | csr.f64) & ROUNDING == 0;
    if !isa.has_masks && !select::legalize::is_here(k) {
        return None;
    }
    if select::half::is_here(k) {
        return nearest.then_some(None);
    }
    let class = match k.fmt {
        Fmt::F16 => return None,
        Fmt::F32 => FpClass::F32,
        Fmt::F64 => FpClass::F64,
    };
    #[allow(clippy::wildcard_enum_match_arm)] // All others.
    match k.f {
        LaneFn::Ldexp | LaneFn::FrexpExp | LaneFn::FrexpMant => Some(Some(class)),
        LaneFn::Rsq
        | LaneFn::Exp2
        | LaneFn::Log2
        | LaneFn::Sin
        | LaneFn::Cos
        | LaneFn::Quotient
            if nearest && k.fmt == Fmt::F32 =>
        {
            Some(None)
        }
        LaneFn::Min | LaneFn::Max if k.fmt == Fmt::F64 => {
            (csr.of(class) == DEFAULT).then_some(Some(class))
        }
        LaneFn::DivScale | LaneFn::DivScaleFlag | LaneFn::DivFixup => {
            // Denormals are neither operands nor results that are replaced.
            (csr.of(class) == DEFAULT).then_some(Some(class))
        }
        LaneFn::DivFmas | LaneFn::Class | LaneFn::Perm => Some(None),
        LaneFn::SadU8 | LaneFn::SadHiU8 | LaneFn::MsadU8 | LaneFn::SadU16 => Some(None),
        // Sums that saturate need more bits.
        LaneFn::Dot if k.extra & 1 == 0 => Some(None),
        _ => None,
    }
}

/// A table of 64 bytes, by its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Table {
    /// Dwords: the first, and the difference from each to the next.
    Dwords(u32, u32),
    /// Qwords.
    Qwords(u64, u64),
    /// Dwords, two after the other, that rise by 1 every two.
    Pairs(u32, u32),
    /// Dwords, two after the other, that rise by 2 every two.
    OddPairs,
    /// Bytes, 16 after the other, four times.
    Bytes([u8; 16]),
    /// All qwords.
    All([u64; 8]),
    /// Dwords with the bits of the lanes that they are.
    Bits,
    /// Dwords: the even ones of a vector, then the odd ones of another.
    Spaced,
}

impl Table {
    fn bytes(self) -> [u8; 64] {
        let mut out = [0; 64];
        let mut dwords = |f: &dyn Fn(u32) -> u32| {
            for (n, c) in (0..).zip(out.chunks_exact_mut(4)) {
                c.copy_from_slice(&f(n).to_le_bytes());
            }
        };
        match self {
            Table::Dwords(first, by) => dwords(&|n| first.wrapping_add(n.wrapping_mul(by))),
            Table::Pairs(x, y) => dwords(&|n| [x, y][n as usize % 2] + n / 2),
            Table::Bits => dwords(&|n| 1 << n),
            Table::Spaced => dwords(&|n| 2 * n + unless_planted!(Fault::SpacedOrder, n / 8, 0)),
            Table::OddPairs => dwords(&|n| [1, 17][n as usize % 2] + (n & !1)),
            Table::Qwords(first, by) => {
                for (n, c) in (0..).zip(out.chunks_exact_mut(8)) {
                    let v: u64 = first.wrapping_add(by.wrapping_mul(n));
                    c.copy_from_slice(&v.to_le_bytes());
                }
            }
            Table::All(all) => {
                for (v, c) in all.into_iter().zip(out.chunks_exact_mut(8)) {
                    c.copy_from_slice(&v.to_le_bytes());
                }
            }
            Table::Bytes(b) => out.chunks_exact_mut(16).for_each(|c| c.copy_from_slice(&b)),
        }
        out
    }
}

/// A constant, as it is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Constant {
    Dword(u32),
    Qword(u64),
    Table(Table),
    Request(Request),
}

/// The constants of a function's regions. R11 points between tables, which come before it, and single
/// ones.
#[derive(Debug)]
struct Pool {
    /// Bytes of a table.
    size: usize,
    /// A single dword can be an operand for all lanes.
    spreads: bool,
    places: HashMap<Constant, i32>,
    tables: Vec<[u8; 64]>,
    singles: Vec<u8>,
}

impl Pool {
    fn new(isa: &Isa) -> Pool {
        Pool {
            size: isa.bytes() as usize,
            spreads: isa.spreads,
            places: HashMap::default(),
            tables: vec![],
            singles: vec![],
        }
    }

    /// Bytes from R11.
    fn place(&mut self, c: Constant) -> i32 {
        if let Some(at) = self.places.get(&c) {
            return *at;
        }
        let at = match c {
            Constant::Table(t) => {
                self.tables.push(t.bytes());
                -((self.size * self.tables.len()) as i32)
            }
            Constant::Dword(v) => self.single(&v.to_le_bytes()),
            Constant::Qword(v) => {
                self.singles
                    .resize(self.singles.len().next_multiple_of(8), 0);
                self.single(&v.to_le_bytes())
            }
            Constant::Request(request) => {
                self.singles
                    .resize(self.singles.len().next_multiple_of(8), 0);
                self.single(&request.bytes())
            }
        };
        self.places.insert(c, at);
        at
    }

    /// Bytes from R11 to a dword for all lanes.
    fn dword(&mut self, v: u32) -> i32 {
        self.place(if self.spreads {
            Constant::Dword(v)
        } else {
            Constant::Table(Table::Dwords(v, 0))
        })
    }

    fn single(&mut self, bytes: &[u8]) -> i32 {
        let at = self.singles.len() as i32;
        self.singles.extend_from_slice(bytes);
        at
    }
}

/// Makes the code of a function's regions.
#[derive(Debug)]
pub struct Regions {
    code: Assembler,
    /// Where each begins.
    starts: Vec<u32>,
    /// Where displacements to the pool go.
    pool_refs: Vec<usize>,
    pool: Pool,
    has_popcnt: bool,
    insts: Vec<Inst>,
    values: Vec<VReg>,
    /// The values of nodes, by the nodes' numbers, and for which nodes there are any.
    map: Vec<[V; 2]>,
    mapped: Vec<Val>,
    live: Vec<bool>,
    /// How often the region uses each node.
    uses: Vec<u8>,
    /// What values are as functions of others.
    logic: Vec<select::logic::Logic>,
    /// What instructions of [`alloc::Form::Doubt`] have done elsewhere.
    doubts: Vec<alloc::Doubt>,
    /// Stores to the LDS.
    puts: Vec<puts::Put>,
    /// Atomics on the LDS.
    updates: Vec<updates::Update>,
    /// The scalar code of a loop's rounds.
    scalar_code: Vec<Vec<u8>>,
    /// Where the nodes of a guest address begin: instruction of the region, address.
    marks: Vec<(u32, u64)>,
    /// Where the instructions of a guest address begin: offset in the code, address.
    pub locations: Vec<(u32, u64)>,
}

/// The code of all regions of a function.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// The bytes, to be placed at a multiple of 64.
    pub bytes: Vec<u8>,
    /// Where each region begins.
    pub starts: Vec<u32>,
    /// Where constants begin.
    pub constants: u32,
}

impl Regions {
    /// None yet, of instructions of this set, for hosts with or without a vector instruction that counts bits.
    pub fn new(isa: &'static Isa, has_popcnt: bool) -> Regions {
        Regions {
            code: Assembler::new(isa),
            starts: vec![],
            pool_refs: vec![],
            pool: Pool::new(isa),
            has_popcnt,
            insts: vec![],
            values: vec![],
            map: vec![],
            mapped: vec![],
            live: vec![],
            uses: vec![],
            logic: vec![],
            doubts: vec![],
            puts: vec![],
            updates: vec![],
            scalar_code: vec![],
            marks: vec![],
            locations: vec![],
        }
    }

    /// Of which set instructions are.
    pub fn isa(&self) -> &'static Isa {
        self.code.isa
    }

    /// What the code depends on beside the [level](super::host::HostLevel), as text.
    pub fn settings(&self) -> String {
        format!("{} vpopcntdq={}", self.isa().name, self.has_popcnt)
    }

    /// Forgets all regions, for the next function.
    pub fn clear(&mut self) {
        self.code.clear();
        self.starts.clear();
        self.pool_refs.clear();
        self.pool = Pool::new(self.code.isa);
        self.locations.clear();
    }

    /// The code of all regions so far.
    pub fn finish(&self) -> Code {
        let mut bytes = self.code.linked();
        bytes.resize(bytes.len().next_multiple_of(64), INT3);
        let constants = bytes.len() as u32;
        for t in self.pool.tables.iter().rev() {
            bytes.extend_from_slice(&t[..self.pool.size]);
        }
        let pool = bytes.len();
        bytes.extend_from_slice(&self.pool.singles);
        for at in &self.pool_refs {
            let disp = pool as i32 - (*at as i32 + 4);
            bytes[*at..*at + 4].copy_from_slice(&disp.to_le_bytes());
        }
        Code {
            bytes,
            starts: self.starts.clone(),
            constants,
        }
    }

    /// Forgets the region before.
    fn reset(&mut self) {
        self.insts.clear();
        self.values.clear();
        self.marks.clear();
        self.logic.clear();
        self.doubts.clear();
        self.puts.clear();
        self.updates.clear();
        self.scalar_code.clear();
    }

    /// Emits a region.
    pub fn emit(&mut self, input: &Input<'_>, slots: &mut Slots) -> Output {
        let mut guest = [NONE; crate::machine::wave::FILE];
        let mut out = Output {
            number: self.starts.len() as u32,
            ..Output::default()
        };
        self.reset();
        let mut s = select::Select::new(self, input, slots, &mut guest, &mut out);
        s.region();
        let (steps, uses_wide, exec, exec_value, has_runs) = (
            s.steps,
            s.uses_wide,
            s.exec_slot,
            s.exec,
            s.run.is_some() || !s.shapes.is_empty(),
        );
        let isa = self.code.isa;
        let lane_bits = if isa.has_masks {
            0
        } else {
            self.pool.place(Constant::Table(Table::Bits))
        };
        for v in self.mapped.drain(..) {
            self.map[v.0 as usize] = [NONE; 2];
        }
        find_uses(&mut self.insts, &mut self.values);

        let csr = self.start(input.csr, input.slots_at);
        let skip = exec.filter(|_| input.skips).map(|number| {
            let skip = self.code.label();
            self.code.cmp(slot(number).qword(), 0i8);
            self.code.jcc(Cond::E, skip);
            skip
        });
        let saves = self.saves(&out);
        self.enter(saves, csr);
        if uses_wide {
            self.code.mov(WIDE_TEMPS.q(), TEMPS.q());
        }
        self.code.xor(STRIP.d(), STRIP.d());
        let spills = (8 * slots.used).next_multiple_of(64) as i32;
        let mut a = Alloc::new(
            &mut self.values,
            &guest,
            &mut self.code,
            spills,
            exec.is_some(),
        );
        // R10 has addresses of runs, R9 places in them.
        let runs = (has_runs || out.is_no_leaf()) && !planted(Fault::MaskOverAddress);
        let in_gprs = out.masks.len().min(if runs { 1 } else { 2 });
        a.in_gprs = in_gprs as u8;
        (a.exec, a.lane_bits) = (exec_value, lane_bits);
        a.doubts = &self.doubts;
        a.puts = &self.puts;
        a.updates = &self.updates;
        a.hoist(&self.insts, &mut self.live, usize::MAX);
        let unrolls = exec.is_none() && !uses_wide && steps.is_empty() && a.can_unroll(&self.insts);
        let is_store = |i: &Inst| i.form == Form::Store && i.c != NONE;
        let twice = exec.is_some() && input.skips && self.insts.iter().any(is_store);
        let partial = twice.then(|| a.run_partial(&self.insts, &self.marks, &mut self.locations));
        let head = a.out.here();
        if let Some(number) = exec.filter(|_| isa.has_masks) {
            let mem = Rm::Mem(carried::part(isa, number));
            vex(a.out, Op::KMOVW, EXEC, 0, mem);
        }
        // Strips without an active lane are left out.
        let next = exec.filter(|_| input.skips).map(|number| {
            let next = a.out.label();
            if isa.has_masks {
                a.out.kortestw(K(EXEC), K(EXEC));
            } else {
                a.out.cmp(part_of_strip(isa, number).byte(), 0i8);
            }
            a.out.jcc(Cond::E, next);
            (next, number)
        });
        if let (Some((start, _)), Some((_, number))) = (partial, next)
            && !planted(Fault::AllFull)
        {
            if isa.has_masks {
                // Carry says that all lanes are active.
                a.out.jcc(Cond::Ae, start);
            } else {
                a.out.cmp(part_of_strip(isa, number).byte(), -1i8);
                a.out.jcc(Cond::Ne, start);
            }
        }
        if unrolls {
            a.run_unrolled(&self.insts, &self.marks, &mut self.locations);
        } else {
            a.run(&self.insts, &self.marks, &mut self.locations);
        }
        let (spilled, is_dirty) = (a.spilled(), a.is_dirty());
        let cold = std::mem::take(&mut a.cold);
        let area = spills + spilled;
        out.size = (area + if out.is_no_leaf() { Far::SIZE } else { 0 }) as u32;
        let end = match partial {
            Some((_, end)) => end,
            None => self.code.label(),
        };
        self.code.bind(end);
        for (slot, by, is_wide) in steps {
            step(&mut self.code, slot, by, is_wide);
        }
        if !unrolls {
            next_strip(&mut self.code, uses_wide);
            self.code.jcc(Cond::Ne, head);
        }
        for ((_, to), from) in out.masks.iter().zip(COLLECTED).take(in_gprs) {
            self.code.mov(slot(*to), from.q());
        }
        self.leave(saves, csr, is_dirty);
        if let Some(skip) = skip {
            if !out.masks.is_empty() {
                self.code.ret();
            }
            self.code.bind(skip);
            for (_, mask) in &out.masks {
                self.code.mov(slot(*mask).qword(), 0);
            }
        }
        self.code.ret();
        if let Some((next, _)) = next {
            self.code.bind(next);
            for (number, (_, mask)) in out.masks.iter().enumerate() {
                if planted(Fault::SkippedMask) {
                    continue;
                }
                if number < in_gprs {
                    self.code.shr(COLLECTED[number].q(), isa.lanes);
                } else {
                    let part = part_of_strip(isa, *mask);
                    if isa.has_masks {
                        self.code.mov(part.word(), 0)
                    } else {
                        self.code.mov(part.byte(), 0)
                    }
                }
            }
            self.code.jmp(end);
        }
        self.seldom(cold, area);
        out
    }

    /// Begins the code of a region: gives where its controls and those after it are in the pool.
    fn start(&mut self, csr: Option<(u32, u32)>, slots_at: u32) -> Option<(i32, i32)> {
        self.code.align(16);
        self.starts.push(self.code.len() as u32);
        self.code.lea(SLOTS.q(), TEMPS.at(slots_at as i32));
        csr.map(|(here, after)| {
            let mut place = |v| self.pool.place(Constant::Dword(v));
            (place(here), place(after))
        })
    }

    /// What the code of the instructions changes that its caller wants back.
    fn saves(&self, out: &Output) -> Saves {
        let has_masks = self.code.isa.has_masks;
        let gathers = |i: &Inst| match i.form {
            Form::Gather
            | Form::Row(_)
            | Form::Shaped(_)
            | Form::ShapedQwords(_)
            | Form::ShapedFours(_) => true,
            // Lane by lane.
            Form::Put(_) => !has_masks,
            Form::Update(_) => true,
            _ => false,
        };
        Saves {
            calls: out.is_no_leaf(),
            gathers: self.insts.iter().any(gathers),
        }
    }

    /// What code has first that is not skipped.
    fn enter(&mut self, saves: Saves, csr: Option<(i32, i32)>) {
        if saves.gathers {
            Gather::save(&mut self.code);
        }
        if saves.calls {
            for r in [CTX, SITES, HOST] {
                self.code.push(r);
            }
            // The third argument.
            self.code.mov(CTX.q(), Gpr::Rdx.q());
            self.code.mov(SITES.q(), CTX.at(Ctx::SITES));
        }
        self.code.lea_rip(CONSTANTS.q());
        self.pool_refs.push(self.code.len() - 4);
        if let Some((here, _)) = csr {
            self.code.ldmxcsr(CONSTANTS.at(here));
        }
    }

    /// What it has last, but for the return.
    fn leave(&mut self, saves: Saves, csr: Option<(i32, i32)>, is_dirty: bool) {
        if let Some((_, after)) = csr {
            self.code.ldmxcsr(CONSTANTS.at(after));
        }
        if is_dirty {
            self.code.vzeroupper();
        }
        if saves.calls {
            for r in [HOST, SITES, CTX] {
                self.code.pop(r);
            }
        }
        if saves.gathers {
            Gather::restore(&mut self.code);
        }
    }

    /// The ways that are seldom taken, behind that.
    fn seldom(&mut self, cold: Vec<alloc::Cold>, area: i32) {
        if cold.is_empty() {
            return;
        }
        let places = Table::Dwords(0, size_of::<[u32; 4]>() as u32);
        let places = self.pool.place(Constant::Table(places));
        for c in cold {
            c.emit(&mut self.code, &self.puts, area, places);
        }
    }
}

/// The strip's part of the bits in a slot, as an operand.
fn part_of_strip(isa: &Isa, number: u32) -> Address {
    let scale = match isa.part_shift() {
        0 => Scale::X1,
        _ => Scale::X2,
    };
    slot(number).plus(STRIP, scale)
}

/// Goes on to the next strip; flags say whether that was the last one.
fn next_strip(code: &mut Assembler, uses_wide: bool) {
    let isa = code.isa;
    code.add(VGPRS.q(), isa.bytes() as i8);
    code.add(TEMPS.q(), isa.bytes() as i8);
    if uses_wide {
        // 128 would be no byte.
        code.sub(WIDE_TEMPS.q(), (-2 * isa.bytes()) as i8);
    }
    code.inc(STRIP.d());
    code.cmp(STRIP.d(), isa.strips() as i8);
}

/// Adds `by` to a slot.
fn step(code: &mut Assembler, number: u32, by: u64, is_wide: bool) {
    let place = slot(number);
    let short = by as i64 as i32;
    if !is_wide {
        code.add(place.dword(), short);
    } else if short as i64 == by as i64 {
        code.add(place.qword(), short);
    } else {
        code.mov(SCRATCH_2.q(), by);
        code.add(place, SCRATCH_2.q());
    }
}
