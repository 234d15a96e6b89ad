//! Registers for a region's instructions, and their bytes, in one pass over them.
//!
//! A region is straight-line code, so for each value the distance to its next use is known. When no
//! register is free, the value that is used last gives up its own (Belady). Values that lie in memory
//! anyhow (in a vector register of the guest, in a temporary, as constants and scalars) are loaded at
//! their first use, or are an operand in memory, and need no store when they give up their register.

mod avx2;
mod choose;
mod cold;
mod elements;
mod lane;
mod loads;
mod put;
mod put_lanes;
mod shaped;
mod unrolled;
mod update;
mod uses;

use lane::LaneCold;
pub use lane::Width;
pub use uses::find_uses;

use crate::ir::plant::{Fault, planted, unless_planted};
use crate::machine::wave::FILE;

use super::assembler::{Assembler, Cond, K, Label, Scale};
use super::encode::{Mask, Mem, Rm, computation, vector, vex};
use super::gpr::{COLLECTED, CONSTANTS, EXEC, ROUND, RUN, SCRATCH, SLOTS, STRIP, TEMPS, VGPRS};
use super::masks::mask_to_gpr;
use super::ops::{Op, Places, Variant, Vectors, WHOLE};
use super::puts::{Put, Regs};
use super::shapes::{Lanes, Shape, Shaped};
use super::slot;
use super::updates::{self, Update};

/// Waves to whose data in a run of addresses a region looks ahead. The next waves mostly read what
/// follows; the host's own prefetching ends at each page's end, and there are but 16 waves to one.
const AHEAD_WAVES: i32 = 8;

/// Index of a value that lives in a host register, or [`NONE`].
pub type V = u16;

/// No value.
pub const NONE: V = V::MAX;

/// Position of the next use of what is not used any more.
const NEVER: u32 = u32::MAX;

/// No register.
const NOWHERE: u8 = u8::MAX;

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct VReg {
    /// Where it lies in memory, too.
    pub home: Option<Mem>,
    /// Logarithm of the bytes of the element that `home` has, if it has one for all lanes.
    pub elem: u8,
    /// It is in a mask register.
    pub is_mask: bool,
    /// `home` has a bit for each lane, for which the register has all bits of a lane.
    pub is_bits: bool,
    /// It is the same in all strips.
    pub is_constant: bool,
    /// It is computed here, so disabled lanes of it do not matter.
    pub is_computed: bool,
    pub(super) reg: u8,
    pub(super) pinned: bool,
    /// The value of a loop that it becomes in the next round: it may have its register as soon as that is not needed
    /// any more.
    pub(super) becomes: V,
    /// The spill slot in `home`.
    pub(super) slot: Option<u16>,
    pub(super) next: u32,
    pub(super) uses: u32,
}

impl VReg {
    /// A value that an instruction will give.
    pub const COMPUTED: VReg = VReg {
        home: None,
        elem: 0,
        is_mask: false,
        is_bits: false,
        is_constant: false,
        is_computed: true,
        reg: NOWHERE,
        pinned: false,
        becomes: NONE,
        slot: None,
        next: NEVER,
        uses: 0,
    };

    /// A mask that an instruction will give.
    pub const MASK: VReg = VReg {
        is_mask: true,
        ..VReg::COMPUTED
    };

    /// Nothing is known of its uses any more.
    pub(super) fn forget_uses(&mut self) {
        (self.next, self.uses) = (NEVER, 0);
    }

    /// A mask that has a register of its own.
    pub const fn fixed(reg: u8) -> VReg {
        VReg {
            reg,
            pinned: true,
            ..VReg::MASK
        }
    }

    /// A value in memory.
    pub const fn at(home: Mem) -> VReg {
        VReg {
            home: Some(home),
            is_computed: false,
            ..VReg::COMPUTED
        }
    }
}

/// How an instruction's operands are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `dst` in ModRM.reg, `a` in VEX.vvvv, `b` in ModRM.rm.
    Plain,
    /// The same with a VEX prefix: all are masks.
    Masks,
    /// Shift by an immediate: the opcode's extension in ModRM.reg, `dst` in EVEX.vvvv.
    Shift,
    /// `a` x `b` + `c`, whose form is chosen by what may be overwritten.
    Fma,
    /// The bitwise function of `c`, `a` and `b` that the immediate is the table of; the operands may
    /// change places with it.
    Logic,
    /// Nothing: its result is not used.
    Dead,
    /// Stores `b` to `mem`; under EXEC if it is a guest register, else under the mask `k` if there is one.
    /// If that is EXEC, there may be a `c` that is free: see [`Alloc::full`].
    Store,
    /// Stores the mask `b` to `mem`; as number `imm` of the region's masks it may go to
    /// [`Alloc::in_gprs`].
    StoreMask,
    /// Loads elements at the indices in `a` from `mem`; destroys the mask `k`.
    Gather,
    /// The same for elements that may be one, or as far from the first as `b` says, for which there is this
    /// instruction; zero where `k` is not set. It destroys the masks `k` and `c`, and changes R9.
    Row(Op),
    /// Finds out how the addresses `a` of the lanes in `k` lie; changes the mask `c` and the vector `b`.
    Shape(Shape),
    /// Loads for addresses of which that is known; changes the mask `c`, and the vector that the immediate
    /// names.
    Shaped(Shaped),
    /// The same of elements of 8 bytes, to `dst` and `c`; changes the mask `b`.
    ShapedQwords(Shaped),
    /// The same of all four dwords of elements of 16 bytes in memory, where masks are vectors: see `Inst::others`.
    ShapedFours(Shaped),
    /// Stores `b` and `c` to the LDS, at the addresses `a` of the lanes in `k`, from R10 on, as this one of the
    /// region's `Put`s says; changes the vector and the mask that the immediate names, and R9.
    Put(u16),
    /// Atomics on the LDS with the data `b`, at the addresses `a` of the lanes in `k`, from R10 on, as this one of the
    /// region's `Update`s says; `dst`, if there is one, is in memory then.
    Update(u16),
    /// How far the addresses with low halves `a` and high halves `b` are from the first one of the
    /// allocation that the instruction has accessed last, whose place in the host goes to R15; if one of
    /// the lanes in `k` is outside, where another function has loaded them to. It destroys the mask `c`.
    Near(Near),
    /// If a lane is set in the mask `k`, has a lane function done elsewhere, number `imm` of
    /// the region's doubts: its results go into the registers of `c` and, of 64-bit lanes, `b`. Its operands
    /// are somewhere up to the next instructions of [`Form::Keep`].
    Doubt,
    /// Nothing, but that `a` and `b` are needed up to here.
    Keep,
    /// `b` goes to where the value is for good that the immediate names, for a loop's next round.
    Phi,
    /// Adds the lanes of the mask `b` to the first slot, and R8 to the bits in the second one if there are any;
    /// where there is no slot, it does not.
    Tally(Option<u32>, Option<u32>),
    /// This one of the region's pieces of scalar code.
    Bytes(u16),
    /// As [`Form::Tally`], for a lane by itself.
    LaneTally(Option<u32>, Option<u32>),
    /// As [`Form::Near`], for a lane by itself: R9 is how far its address is, if it is in the mask `k`.
    LaneNear(Near),
    /// Loads for that lane from there.
    LaneLoad(Width),
    /// Puts the address of the strip in a run into R10: from the slot at `mem`, bytes per strip `imm`; and
    /// asks for what comes some waves later.
    Run,
    /// The same in the LDS, or in private memory.
    Place,
}

/// What [`Form::Near`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// Where the allocation is found, in bytes from R14.
    pub site: i32,
    /// Size of the access.
    pub size: u32,
    /// Where the request to the other function is, in bytes from R11.
    pub request: i32,
    /// The slot with the limit of LDS addresses, if that matters.
    pub limit: Option<u32>,
    /// `a` has no addresses but the lanes' dwords of [`super::Based`]: the first slot, and the power of two.
    pub based: Option<(u32, u8)>,
}

/// What [`Form::Doubt`] is about.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// Where the request to the other function is, in bytes from R11.
    pub request: i32,
    /// The operands: dwords, or both halves of qwords.
    pub operands: [[V; 2]; 3],
}

/// A way that is seldom taken: a call of what [`Ctx::FAR`](crate::jit::helpers::Ctx::FAR) leads to.
#[derive(Clone, Copy, Debug)]
pub(in crate::jit::vector) struct Cold {
    /// Where it begins, and where it comes back to.
    start: Label,
    back: Label,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Fours(elements::Fours),
    /// Qwords, the last of a strip to this register.
    Qwords(Lanes, u8),
    Lanes(Lanes),
    Lane(LaneCold),
    Put {
        put: u16,
        regs: Regs,
        /// There are two operands.
        second: bool,
    },
    PutLanes {
        put: u16,
        regs: put_lanes::Regs,
    },
    Update {
        update: Update,
        places: updates::Places,
        k: Option<u8>,
    },
    Load {
        near: Near,
        /// Vector registers with the halves of addresses, and for the result.
        low: u8,
        high: u8,
        to: u8,
        /// The mask with the active lanes, unless all are.
        k: Option<u8>,
    },
    Call {
        request: i32,
        operands: [[Option<Source>; 2]; 3],
        /// Registers for the result.
        to: [Option<u8>; 2],
    },
}

/// Where a value is.
#[derive(Clone, Copy, Debug)]
enum Source {
    Reg(u8),
    /// In memory, to be loaded so.
    Mem(Op, Mem),
}

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Inst {
    /// What it is.
    pub op: Op,
    /// On what vectors.
    pub on: Vectors,
    /// How it is encoded.
    pub form: Form,
    /// Result.
    pub dst: V,
    /// Operand that the result overwrites.
    pub c: V,
    /// First operand.
    pub a: V,
    /// Second operand, which may be in memory.
    pub b: V,
    /// Opmask.
    pub k: V,
    /// The opmask zeroes.
    pub zero: bool,
    /// `a` and `b` may be exchanged.
    pub commutes: bool,
    /// Immediate.
    pub imm: Option<i32>,
    /// Memory operand in place of `b`.
    pub mem: Option<Mem>,
    /// Positions of the next use of the operands `c`, `a`, `b`, `k`, of the result, and of the last one of several.
    pub(super) next: [u32; 6],
}

impl Inst {
    /// An instruction without operands yet.
    pub const fn new(op: Op) -> Inst {
        Inst {
            op,
            on: Vectors::Whole,
            form: Form::Plain,
            dst: NONE,
            c: NONE,
            a: NONE,
            b: NONE,
            k: NONE,
            zero: false,
            commutes: false,
            imm: None,
            mem: None,
            next: [NEVER; 6],
        }
    }

    fn operands(&self) -> [V; 4] {
        [self.c, self.a, self.b, self.k]
    }

    /// The results that it has beside `dst`: `c`, and of four `b`, and what the immediate names.
    fn others(&self) -> [V; 3] {
        match self.form {
            Form::ShapedQwords(_) => [self.c, NONE, NONE],
            Form::ShapedFours(_) => [self.c, self.b, self.imm.unwrap_or_default() as V],
            _ => [NONE; 3],
        }
    }
}

/// The registers of one kind.
#[derive(Clone, Copy, Debug)]
struct File {
    free: u32,
    /// Those whose value can be moved away.
    evictable: u32,
    /// What is in each.
    holds: [V; 32],
}

impl File {
    fn new(free: u32) -> File {
        File {
            free,
            evictable: 0,
            holds: [NONE; 32],
        }
    }
}

/// Allocation of the registers of one region.
pub struct Alloc<'a> {
    /// The values.
    pub values: &'a mut [VReg],
    /// The value that each guest register has at the region's start, if the region uses it.
    pub guest: &'a [V; FILE],
    /// The code so far.
    pub out: &'a mut Assembler,
    /// Where spill slots begin, in bytes from RCX.
    pub spills: i32,
    /// Whether stores to guest registers are under the mask register [`EXEC`].
    pub masked: bool,
    /// The strip's part of EXEC, where masks are vectors; see [`VReg::is_bits`].
    pub exec: V,
    /// Where a vector is with a bit for each lane at its place, in bytes from R11.
    pub lane_bits: i32,
    /// Whether all lanes of the strip are active, if that is known. If they are, EXEC is on no store. If not, a
    /// store with a free register is of what is there with the new lanes in it, not under EXEC: a load has to
    /// wait until what has been stored under a mask with clear bits has left the host's store buffer.
    pub full: Option<bool>,
    /// How many masks R8 and R9 collect, strip by strip from the top: a load of 8 bytes would have to
    /// wait for stores of 2 bytes. The register behind them is free as well.
    pub in_gprs: u8,
    vectors: File,
    masks: File,
    /// Registers that the current instruction uses: vectors, masks.
    locked: [u32; 2],
    free_slots: Vec<u16>,
    /// Slots that are free after the current instruction.
    freed: Vec<u16>,
    /// Values that nothing needs behind the current instruction, which may read them from memory yet.
    ending: Vec<V>,
    slots: u16,
    /// Vector registers that were ever used.
    used: u32,
    /// What is still to be emitted, behind all else.
    pub(super) cold: Vec<Cold>,
    /// What is done elsewhere when in doubt.
    pub(super) doubts: &'a [Doubt],
    /// Stores to the LDS.
    pub(super) puts: &'a [Put],
    /// Atomics on the LDS.
    pub(super) updates: &'a [Update],
    /// Scalar code of a loop's rounds.
    pub(super) scalar_code: &'a [Vec<u8>],
    /// A mask in which a lane by itself always is.
    pub(super) always: V,
    /// Where the number of a lane by itself is, in bytes from RCX.
    pub(super) lane: i32,
    /// Vector values that nobody else uses: for registers that are free during an instruction.
    pub(super) spares: [V; 2],
    /// Behind the next [`Form::LaneLoad`], if that may be left out.
    over: Option<Label>,
}

/// What loads a vector from where it lies.
fn loading(value: &VReg) -> Op {
    match (value.home.is_some_and(|home| home.spread), value.elem) {
        (true, 3) => Op::VPBROADCASTQ,
        (true, _) => Op::VPBROADCASTD,
        _ => Op::VMOVDQU32,
    }
}

/// The most vector registers that `insts` need at once, beside those of constants.
fn pressure(insts: &[Inst], values: &[VReg], live: &mut Vec<bool>) -> u32 {
    live.clear();
    live.resize(values.len(), false);
    let (mut now, mut most) = (0u32, 0u32);
    let counts = |v: V| v != NONE && !values[v as usize].is_constant && !values[v as usize].is_mask;
    for inst in insts {
        let operands = inst.operands();
        for v in operands {
            if counts(v) && !live[v as usize] {
                live[v as usize] = true;
                now += 1;
            }
        }
        most = most.max(now);
        for (k, v) in operands.into_iter().enumerate() {
            if counts(v) && inst.next[k] == NEVER && live[v as usize] {
                live[v as usize] = false;
                now -= 1;
            }
        }
        if counts(inst.dst) && inst.next[4] != NEVER {
            live[inst.dst as usize] = true;
            now += 1;
            most = most.max(now);
        }
    }
    most
}

impl<'a> Alloc<'a> {
    /// No register is in use yet.
    pub fn new(
        values: &'a mut Vec<VReg>,
        guest: &'a [V; FILE],
        out: &'a mut Assembler,
        spills: i32,
        masked: bool,
    ) -> Alloc<'a> {
        let spares = [0, 1].map(|k| (values.len() + k) as V);
        values.extend([VReg::COMPUTED; 2]);
        let isa = out.isa;
        // Mask register 0 means none; EXEC has its own.
        let masks = match (isa.has_masks, masked) {
            (false, _) => 0,
            (true, true) => 0x7e,
            (true, false) => 0xfe,
        };
        Alloc {
            values,
            guest,
            out,
            spills,
            masked,
            exec: NONE,
            lane_bits: 0,
            full: None,
            in_gprs: 0,
            vectors: File::new(isa.all_registers()),
            masks: File::new(masks),
            locked: [0; 2],
            free_slots: vec![],
            freed: vec![],
            ending: vec![],
            slots: 0,
            used: 0,
            cold: vec![],
            doubts: &[],
            puts: &[],
            updates: &[],
            scalar_code: &[],
            always: NONE,
            lane: 0,
            spares,
            over: None,
        }
    }

    /// Emits `insts` for strips with some of their lanes active, in front of what is for those with all of
    /// them: where that begins, and where it goes on, which is to be bound.
    pub fn run_partial(
        &mut self,
        insts: &[Inst],
        marks: &[(u32, u64)],
        locations: &mut Vec<(u32, u64)>,
    ) -> (Label, Label) {
        let (over, end) = (self.out.label(), self.out.label());
        self.out.jmp(over);
        let start = self.out.here();
        let before = (self.values.to_vec(), self.vectors, self.masks);
        self.full = Some(false);
        self.run(insts, marks, locations);
        self.out.jmp(end);
        self.values.copy_from_slice(&before.0);
        (self.vectors, self.masks) = (before.1, before.2);
        self.freed.clear();
        self.free_slots = (0..self.slots).collect();
        self.full = Some(true);
        self.out.bind(over);
        (start, end)
    }

    /// Bytes of spill slots.
    pub fn spilled(&self) -> i32 {
        self.out.isa.bytes() * self.slots as i32
    }

    /// Whether the code leaves something in the upper parts of the registers that SSE code has, too.
    pub fn is_dirty(&self) -> bool {
        self.used & 0xffff != 0
    }

    /// Loads up to `most` constants for all strips, as far as registers are left that `insts` do not need; gives
    /// how many.
    pub fn hoist(&mut self, insts: &[Inst], live: &mut Vec<bool>, most: usize) -> usize {
        // An instruction has three operands and a result.
        let most_used = pressure(insts, self.values, live);
        let room = u32::from(self.out.isa.registers - 4).saturating_sub(most_used) as usize;
        let room = room.min(most);
        let values = self.values.iter().enumerate();
        let wanted = values.filter(|(_, v)| v.is_constant && !v.is_mask && v.uses > 0);
        let mut wanted: Vec<(u32, V)> = wanted.map(|(i, v)| (v.uses, i as V)).collect();
        if wanted.len() > room {
            wanted.sort_unstable_by_key(|(uses, v)| (u32::MAX - uses, *v));
            wanted.truncate(room);
        }
        let number = wanted.len();
        for (_, v) in wanted {
            let r = self.register(v);
            self.values[v as usize].pinned = true;
            self.keep(v, r);
        }
        number
    }

    /// Register `r` has `v` for good.
    pub(super) fn keep(&mut self, v: V, r: u8) {
        let is_mask = self.values[v as usize].is_mask;
        self.file(is_mask).evictable &= !(1 << r);
        self.locked = [0; 2];
    }

    /// Values are in no registers any more, but for those that have one for good.
    pub(super) fn forget(&mut self) {
        for (i, is_mask) in (0..32).flat_map(|i| [(i, false), (i, true)]) {
            let v = self.file(is_mask).holds[i];
            let Some(value) = self.values.get_mut(v as usize) else {
                continue;
            };
            if value.becomes != NONE && value.pinned {
                (value.reg, value.pinned) = (NOWHERE, false);
                self.file(is_mask).holds[i] = self.values[v as usize].becomes;
            } else if !value.pinned {
                value.reg = NOWHERE;
                self.vacate(i as u8, is_mask);
            }
        }
    }

    /// The register of what `v` becomes in a loop's next round, if nothing needs that any more in this one; it is
    /// `v`'s for the rest of the round.
    fn inherit(&mut self, v: V) -> Option<u8> {
        let head = self.values[v as usize].becomes;
        let value = self.values.get(head as usize)?;
        let (r, is_mask) = (value.reg, value.is_mask);
        let is_due = value.next == NEVER || planted(Fault::InheritedEarly);
        if !is_due || !value.pinned || self.file(is_mask).holds[r as usize] != head {
            return None;
        }
        self.file(is_mask).holds[r as usize] = v;
        self.locked[is_mask as usize] |= 1 << r;
        let value = &mut self.values[v as usize];
        (value.reg, value.pinned) = (r, true);
        Some(r)
    }

    fn file(&mut self, is_mask: bool) -> &mut File {
        if is_mask {
            &mut self.masks
        } else {
            &mut self.vectors
        }
    }

    /// A vector register that holds nothing.
    pub(super) fn free_vector(&mut self) -> u8 {
        let r = 31 - (self.vectors.free | 1).leading_zeros();
        self.used |= 1 << r;
        r as u8
    }

    /// Three vector registers that hold nothing.
    pub(super) fn free_vectors(&mut self) -> [u8; 3] {
        let mut free = self.vectors.free;
        [0; 3].map(|_| {
            let r = 31 - (free | 1).leading_zeros();
            free &= !(1 << r);
            self.used |= 1 << r;
            r as u8
        })
    }

    /// A register for `v`, which holds nothing of use yet.
    pub(super) fn take(&mut self, v: V) -> u8 {
        if let Some(r) = self.inherit(v) {
            return r;
        }
        let is_mask = self.values[v as usize].is_mask;
        let locked = self.locked[is_mask as usize];
        let file = self.file(is_mask);
        if file.free == 0 {
            let mut candidates = file.evictable & !locked;
            let holds = file.holds;
            let (mut best, mut far) = (0, 0);
            debug_assert!(candidates != 0, "no register can be given up");
            while candidates != 0 {
                let r = candidates.trailing_zeros();
                candidates &= candidates - 1;
                let held = &self.values[holds[r as usize] as usize];
                // What is stored already is cheaper to give up.
                let clean = if held.home.is_some() { 8 } else { 0 };
                let distance = held.next.saturating_add(clean);
                if distance >= far {
                    (best, far) = (r, distance);
                }
            }
            self.evict(best as u8, is_mask);
        }
        let file = self.file(is_mask);
        // Highest first: only the lower half is dirty for SSE code.
        let r = 31 - file.free.leading_zeros();
        file.free &= !(1 << r);
        file.evictable |= 1 << r;
        file.holds[r as usize] = v;
        self.locked[is_mask as usize] |= 1 << r;
        if !is_mask {
            self.used |= 1 << r;
        }
        self.values[v as usize].reg = r as u8;
        r as u8
    }

    fn evict(&mut self, r: u8, is_mask: bool) {
        let v = self.file(is_mask).holds[r as usize];
        if let Some(home) = self.place_of_next(v) {
            vector(
                self.out,
                Op::VMOVDQU32_MR,
                r,
                0,
                Rm::Mem(home),
                Mask::default(),
            );
            self.values[v as usize].home = Some(home);
        }
        if self.values[v as usize].home.is_none() {
            let slot = self.free_slots.pop().unwrap_or_else(|| {
                self.slots += 1;
                self.slots - 1
            });
            let slot = unless_planted!(Fault::SlotClash, slot, slot.min(2));
            let home = Mem::at(SLOTS, self.spills + self.out.isa.bytes() * i32::from(slot));
            if is_mask {
                vex(self.out, Op::KMOVW_MR, r, 0, Rm::Mem(home));
            } else {
                vector(
                    self.out,
                    Op::VMOVDQU32_MR,
                    r,
                    0,
                    Rm::Mem(home),
                    Mask::default(),
                );
            }
            let v = &mut self.values[v as usize];
            (v.home, v.is_bits) = (Some(home), false);
            v.slot = Some(slot);
        }
        self.values[v as usize].reg = NOWHERE;
        self.vacate(r, is_mask);
    }

    /// Where `v` has to be in a loop's next round, if that is in memory and nothing needs what is there any more.
    fn place_of_next(&self, v: V) -> Option<Mem> {
        let value = &self.values[v as usize];
        let head = self.values.get(value.becomes as usize)?;
        let is_read = self.ending.contains(&value.becomes) && !planted(Fault::PlacedOverRead);
        let is_due = head.next == NEVER && !is_read || planted(Fault::PlacedEarly);
        let is_free = value.home.is_none() && is_due && !head.pinned;
        head.home.filter(|home| is_free && home.base == TEMPS)
    }

    fn vacate(&mut self, r: u8, is_mask: bool) {
        let file = self.file(is_mask);
        file.free |= 1 << r;
        file.evictable &= !(1 << r);
        file.holds[r as usize] = NONE;
    }

    /// The register of `v`, which is loaded if need be.
    pub(super) fn register(&mut self, v: V) -> u8 {
        let value = self.values[v as usize];
        if value.reg != NOWHERE {
            self.locked[value.is_mask as usize] |= 1 << value.reg;
            return value.reg;
        }
        let r = self.take(v);
        self.load(v, r);
        r
    }

    /// The register of `v`, or where it is in the temporaries: for what slow paths alone need.
    fn register_or_home(&mut self, v: V) -> (Option<u8>, Option<Mem>) {
        let value = &self.values[v as usize];
        let home = value.home.filter(|home| home.base == TEMPS);
        match home.filter(|home| value.reg == NOWHERE && !home.spread && !value.is_bits) {
            Some(home) => (None, Some(home)),
            None => (Some(self.register(v)), None),
        }
    }

    /// As [`Alloc::register`], and register 0 for no mask.
    fn register_or_none(&mut self, k: V) -> u8 {
        match k {
            NONE => 0,
            k => self.register(k),
        }
    }

    fn load(&mut self, v: V, r: u8) {
        let value = self.values[v as usize];
        let Some(home) = value.home else {
            // Each value is computed before it is used.
            debug_assert!(false, "value {v} is nowhere");
            return;
        };
        let none = Mask::default();
        if value.is_mask {
            vex(self.out, Op::KMOVW, r, 0, Rm::Mem(home));
            return;
        }
        if value.is_bits {
            vector(self.out, Op::VPBROADCASTB, r, 0, Rm::Mem(home), none);
            let bits = Rm::Mem(Mem::at(CONSTANTS, self.lane_bits));
            vector(self.out, Op::VPANDD, r, r, bits, none);
            vector(self.out, Op::VPCMPEQD, r, r, bits, none);
            return;
        }
        let op = loading(&value);
        // An instruction that spreads by itself does not say so in its prefix.
        let home = Mem {
            spread: false,
            ..home
        };
        vector(self.out, op, r, 0, Rm::Mem(home), none);
    }

    /// `v` as last operand of `op`.
    fn operand(&mut self, op: impl Into<Variant>, v: V, next: u32) -> Rm {
        let Variant { op, on } = op.into();
        let value = self.values[v as usize];
        if value.reg == NOWHERE
            && !matches!(on, Vectors::Rounding(_))
            && let Some(home) = value.home
            && !value.is_bits
            && (self.out.isa.has_masks || op.row().places == Places::Rvm)
        {
            let fits = if home.spread {
                self.out.isa.spreads && op.row().element == Some(value.elem)
            } else {
                op.row().memory == WHOLE && on == Vectors::Whole && !value.is_mask
            };
            if fits && (next == NEVER || self.vectors.free == 0) {
                return Rm::Mem(home);
            }
        }
        Rm::Reg(self.register(v))
    }

    /// `v` is used next at `next`.
    fn release(&mut self, v: V, next: u32) {
        if v == NONE {
            return;
        }
        let value = &mut self.values[v as usize];
        value.next = next;
        if next != NEVER || value.pinned {
            return;
        }
        let (r, is_mask) = (value.reg, value.is_mask);
        value.reg = NOWHERE;
        let slot = value.slot.take();
        self.ending.push(v);
        unless_planted!(
            Fault::SlotFreed,
            self.freed.extend(slot),
            self.free_slots.extend(slot)
        );
        if r != NOWHERE {
            self.vacate(r, is_mask);
        }
    }

    /// A register for the result that has `c` in it.
    fn overwrite(&mut self, dst: V, c: V, next: u32) -> u8 {
        let value = self.values[c as usize];
        if value.pinned && next == NEVER && self.values[dst as usize].becomes == c {
            self.release(c, next);
            if let Some(r) = self.inherit(dst) {
                return r;
            }
        }
        if value.reg != NOWHERE && next == NEVER && !value.pinned {
            let r = value.reg;
            let from = &mut self.values[c as usize];
            from.reg = NOWHERE;
            from.next = NEVER;
            let slot = from.slot.take();
            self.freed.extend(slot);
            self.vectors.holds[r as usize] = dst;
            self.values[dst as usize].reg = r;
            return r;
        }
        if value.reg != NOWHERE {
            self.locked[0] |= 1 << value.reg;
            let r = self.take(dst);
            let none = Mask::default();
            vector(self.out, Op::VMOVDQU32, r, 0, Rm::Reg(value.reg), none);
            self.release(c, next);
            return r;
        }
        let r = self.take(dst);
        self.load(c, r);
        self.release(c, next);
        r
    }

    /// Emits `insts`, and says at which offset in the code the guest addresses begin that `marks` has.
    pub fn run(&mut self, insts: &[Inst], marks: &[(u32, u64)], locations: &mut Vec<(u32, u64)>) {
        let mut marks = marks.iter().peekable();
        for (i, inst) in (0..).zip(insts) {
            if let Some((_, pc)) = marks.next_if(|m| m.0 <= i) {
                locations.push((self.out.len() as u32, *pc));
            }
            self.locked = [0; 2];
            self.free_slots.append(&mut self.freed);
            self.ending.clear();
            match inst.form {
                Form::Plain | Form::Masks | Form::Shift => self.compute(*inst),
                Form::Fma => self.compute(self.choose(inst)),
                Form::Logic => self.compute(self.order(inst)),
                Form::Dead => {}
                Form::Store => self.store(inst),
                Form::StoreMask => self.store_mask(inst),
                Form::Gather => self.gather(inst),
                Form::Row(run) if !self.out.isa.has_masks => self.row_by_vectors(inst, run),
                Form::Row(run) => self.row(inst, run),
                Form::Shape(shape) if !self.out.isa.has_masks => self.shape_by_vectors(inst, shape),
                Form::Shape(shape) => self.shape(inst, shape),
                Form::Shaped(shaped) if !self.out.isa.has_masks => {
                    self.shaped_by_vectors(inst, shaped);
                }
                Form::Shaped(shaped) => self.shaped(inst, shaped),
                Form::ShapedQwords(shaped) => self.shaped_qwords(inst, shaped),
                Form::ShapedFours(shaped) => self.shaped_fours(inst, shaped),
                Form::Put(number) if !self.out.isa.has_masks => self.put_by_lanes(inst, number),
                Form::Put(number) => self.put(inst, number),
                Form::Update(number) => self.update(inst, number),
                Form::Near(near) if !self.out.isa.has_masks => self.near_by_vectors(inst, near),
                Form::Near(near) => self.near(inst, near),
                Form::Doubt => self.doubt(inst),
                Form::Keep => {
                    self.release(inst.a, inst.next[1]);
                    self.release(inst.b, inst.next[2]);
                }
                Form::Phi => {
                    let from = self.register(inst.b);
                    let value = self.values[inst.imm.unwrap_or(0) as usize];
                    if value.reg == from {
                        // It is there already.
                    } else if value.is_mask {
                        vex(self.out, Op::KMOVW, value.reg, 0, Rm::Reg(from));
                    } else {
                        let none = Mask::default();
                        vector(self.out, Op::VMOVDQU32, value.reg, 0, Rm::Reg(from), none);
                    }
                    self.release(inst.b, inst.next[2]);
                }
                Form::Tally(count, seen) => {
                    let k = self.register(inst.b);
                    self.tally(k, count, seen);
                    self.release(inst.b, inst.next[2]);
                }
                Form::LaneTally(count, seen) => {
                    let k = self.register(inst.b);
                    self.lane_tally(k, count, seen);
                    self.release(inst.b, inst.next[2]);
                }
                Form::LaneNear(near) => self.lane_near(inst, near),
                Form::LaneLoad(width) => self.lane_load(inst, width),
                Form::Bytes(number) => {
                    let code = &self.scalar_code[usize::from(number)];
                    self.out.bytes(code);
                }
                Form::Run | Form::Place => {
                    let slot = inst.mem.map_or(SLOTS.at(0), |m| m.base.at(m.disp));
                    let stride = inst.imm.unwrap_or(0);
                    if stride == 0 {
                        self.out.mov(RUN.q(), slot);
                    } else {
                        self.out.imul(RUN.q(), STRIP.q(), stride);
                        self.out.add(RUN.q(), slot);
                    }
                    let lines = match inst.form {
                        Form::Run => (stride / 64).clamp(1, 4),
                        _ => 0,
                    };
                    for line in 0..lines {
                        let at = AHEAD_WAVES * 4 * stride + 64 * line;
                        self.out.prefetcht0(RUN.at(at));
                    }
                }
            }
        }
    }

    fn tally(&mut self, k: u8, count: Option<u32>, seen: Option<u32>) {
        let number = SCRATCH;
        if let Some(count) = count {
            mask_to_gpr(self.out, number, k);
            self.out.popcnt(number.d(), number.d());
            self.out.add(slot(count), number.q());
        }
        if let Some(seen) = seen {
            if count.is_none() {
                mask_to_gpr(self.out, number, k);
            }
            // All ones if it is not zero.
            self.out.neg(number.q());
            self.out.sbb(number.q(), number.q());
            self.out.and(number.q(), ROUND.q());
            self.out.or(slot(seen), number.q());
        }
    }

    fn compute(&mut self, mut inst: Inst) {
        let is_loaded = |v: V| self.values[v as usize].reg != NOWHERE;
        if inst.commutes && !is_loaded(inst.a) && is_loaded(inst.b) {
            std::mem::swap(&mut inst.a, &mut inst.b);
            inst.next.swap(1, 2);
        }
        let Inst {
            op,
            on,
            dst,
            c,
            a,
            b,
            k,
            ..
        } = inst;
        let [nc, na, nb, nk, nd, _] = inst.next;
        // Those that are there, first: loading the others must not push them out.
        for v in [c, a, b, k] {
            if v != NONE && self.values[v as usize].reg != NOWHERE {
                self.register(v);
            }
        }
        let ra = if a == NONE { 0 } else { self.register(a) };
        let mask = Mask {
            k: if k == NONE { 0 } else { self.register(k) },
            zero: inst.zero,
        };
        let rm = match inst.mem {
            Some(m) => Rm::Mem(m),
            None => self.operand(Variant { op, on }, b, nb),
        };
        let rd = if c == NONE {
            self.release(a, na);
            self.release(b, nb);
            self.release(k, nk);
            self.take(dst)
        } else {
            let rd = self.overwrite(dst, c, nc);
            self.release(a, na);
            self.release(b, nb);
            self.release(k, nk);
            rd
        };
        computation(self.out, Variant { op, on }, rd, ra, rm, mask);
        if let Some(imm) = inst.imm {
            self.out.byte(imm as u8);
        }
        self.release(dst, nd);
    }

    fn store_mask(&mut self, inst: &Inst) {
        let r = self.register(inst.b);
        let number = inst.imm.unwrap_or(0) as u8;
        // In loops R8 has something else.
        let through = COLLECTED[usize::from(self.in_gprs.max(1))];
        if number < self.in_gprs {
            let all = COLLECTED[usize::from(number)];
            mask_to_gpr(self.out, through, r);
            self.out.shrd(all.q(), through.q(), self.out.isa.lanes);
        } else if let Some(mem) = inst.mem {
            if self.out.isa.has_masks {
                vex(self.out, inst.op, r, 0, Rm::Mem(mem));
            } else {
                mask_to_gpr(self.out, through, r);
                let part = mem.base.at(mem.disp).plus(STRIP, Scale::X1);
                self.out.mov(part, through.b());
            }
        }
        self.release(inst.b, inst.next[2]);
    }

    fn store(&mut self, inst: &Inst) {
        let (v, Some(mem)) = (inst.b, inst.mem) else {
            return;
        };
        if mem.base == TEMPS && self.values[v as usize].home == Some(mem) {
            // It has given up its register.
            return self.release(v, inst.next[2]);
        }
        let r = self.register(v);
        let is_guest = mem.base == VGPRS;
        if is_guest && !planted(Fault::OverwrittenHome) {
            // What the register has now is needed later.
            let old = self.guest[mem.disp as usize / 256 % FILE];
            if old != NONE && old != v && self.values[old as usize].home == Some(mem) {
                if self.values[old as usize].next != NEVER {
                    self.register(old);
                }
                self.values[old as usize].home = None;
            }
        }
        let (k, is_whole) = self.mask_of_store(inst, is_guest);
        let (none, mask) = (Mask::default(), Mask { k, zero: false });
        // Without masks there is no store under one.
        let blends = if self.out.isa.has_masks {
            self.full == Some(false) && k == EXEC && inst.c != NONE
        } else {
            !is_whole
        };
        if blends {
            let all = self.take(inst.c);
            vector(self.out, Op::VMOVDQU32, all, 0, Rm::Mem(mem), none);
            self.merge(all, r, k);
            vector(self.out, Op::VMOVDQU32_MR, all, 0, Rm::Mem(mem), none);
        } else {
            vector(self.out, Op::VMOVDQU32_MR, r, 0, Rm::Mem(mem), mask);
        }
        let value = &mut self.values[v as usize];
        // In a register under EXEC the other lanes are not the value's.
        let stays = mem.base != RUN;
        if value.is_computed && value.home.is_none() && is_whole && stays {
            value.home = Some(mem);
        }
        self.release(inst.c, inst.next[0]);
        self.release(v, inst.next[2]);
        self.release(inst.k, inst.next[3]);
    }

    /// The mask under which `inst` stores, and whether it stores all lanes.
    fn mask_of_store(&mut self, inst: &Inst, is_guest: bool) -> (u8, bool) {
        let is_blended = !planted(Fault::Unblended);
        if !self.out.isa.has_masks {
            let is_full = self.full == Some(true) && inst.k == self.exec;
            if inst.k == NONE || is_full || is_guest && !is_blended {
                return (0, true);
            }
            return (self.register(inst.k), false);
        }
        let k = if is_guest && self.masked && is_blended {
            EXEC
        } else {
            self.register_or_none(inst.k)
        };
        match self.full {
            Some(true) if k == EXEC => (0, true),
            _ => (k, k == 0),
        }
    }

    /// Puts the lanes of `from` that are set in the mask `k` into `to`.
    pub(super) fn merge(&mut self, to: u8, from: u8, k: u8) {
        let mask = Mask { k, zero: false };
        if self.out.isa.has_masks {
            vector(self.out, Op::VMOVDQU32, to, 0, Rm::Reg(from), mask);
        } else {
            vector(self.out, Op::VBLENDVPS, to, to, Rm::Reg(from), mask);
        }
    }

    fn doubt(&mut self, inst: &Inst) {
        if inst.next[0] == NEVER && inst.next[2] == NEVER {
            // Nobody wants the results.
            for (v, k) in [(inst.c, 0), (inst.b, 2), (inst.k, 3)] {
                self.release(v, inst.next[k]);
            }
            return;
        }
        let to = [inst.c, inst.b].map(|v| (v != NONE).then(|| self.own(v)));
        let k = self.register(inst.k);
        if self.out.isa.has_masks {
            self.out.kortestw(K(k), K(k))
        } else {
            vector(self.out, Op::VTESTPS, k, 0, Rm::Reg(k), Mask::default())
        }
        let start = self.out.label();
        self.out.jcc(Cond::Ne, start);
        let doubt = self.doubts[inst.imm.unwrap_or(0) as usize];
        let source = |s: &Self, v: V| {
            let value = s.values.get(v as usize)?;
            if value.reg != NOWHERE {
                return Some(Source::Reg(value.reg));
            }
            let home = value.home?;
            let mem = Mem {
                spread: false,
                ..home
            };
            Some(Source::Mem(loading(value), mem))
        };
        let operands = doubt.operands.map(|o| o.map(|v| source(self, v)));
        self.cold.push(Cold {
            start,
            back: self.out.here(),
            what: What::Call {
                request: doubt.request,
                operands,
                to,
            },
        });
        for (v, k) in [(inst.c, 0), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[k]);
        }
    }

    /// The register of `v`, which is about to change there: it is nowhere else then.
    fn own(&mut self, v: V) -> u8 {
        let r = self.register(v);
        let value = &mut self.values[v as usize];
        value.home = None;
        let slot = value.slot.take();
        self.freed.extend(slot);
        r
    }
}
