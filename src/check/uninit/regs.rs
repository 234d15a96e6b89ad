//! Which bits of a wave's registers are undefined, and where they come from.

use std::ops::Range;

use super::run::{Needs, Summary, Vectors};
use crate::check::accesses::bits;
use crate::check::operands::Operands;
use crate::ir::plant::{Fault, planted};
use crate::isa::{EXEC_LO, M0, Operand, Ty, VCC_LO};
use crate::machine::wave::{ACC, FILE, FileSize, LANES, Vgpr, Wave};

/// Where an undefined value comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin(u64);

impl Origin {
    /// A register that nobody has written.
    pub const REGISTER: Origin = Origin(0);
    /// The LDS.
    pub const LDS: Origin = Origin(1);
    /// Private memory.
    pub const PRIVATE: Origin = Origin(2);
    /// Number of the first range of global memory; code lies far above all of these.
    const RANGES: u64 = 3;
    const CODE: u64 = 1 << 12;

    /// The instruction at `pc`.
    pub fn code(pc: u64) -> Origin {
        Origin(pc.max(Origin::CODE))
    }

    /// Undefined range number `i` of global memory. Those beyond the 4,000th are all one.
    pub fn range(i: usize) -> Origin {
        Origin((Origin::RANGES + i as u64).min(Origin::CODE - 1))
    }

    /// The instruction's address, if it is one.
    pub fn pc(self) -> Option<u64> {
        (self.0 >= Origin::CODE).then_some(self.0)
    }

    /// The range's number, if it is one.
    pub fn as_range(self) -> Option<usize> {
        (Origin::RANGES..Origin::CODE)
            .contains(&self.0)
            .then(|| (self.0 - Origin::RANGES) as usize)
    }

    /// It, or the instruction at `pc` that has read a register which nobody has written.
    pub fn or_code(self, pc: u64) -> Origin {
        match self {
            Origin::REGISTER => Origin::code(pc),
            other => other,
        }
    }
}

/// Undefined bits of one dword for each lane, and where they come from.
#[derive(Clone, Debug)]
pub struct Row {
    /// The bits, in lanes that have some.
    pub bits: [u32; LANES],
    /// Their origins.
    pub from: [Origin; LANES],
}

impl Row {
    /// All is undefined.
    pub const fn of(from: Origin) -> Row {
        Row {
            bits: [u32::MAX; LANES],
            from: [from; LANES],
        }
    }
}

/// The undefined bits of all registers of a wave.
pub struct Registers {
    /// They, at the places of the registers; EXEC is always defined. SCC is bit 0.
    pub bits: Box<Wave>,
    scalar_from: [Origin; 128],
    scc_from: Origin,
    vector_from: Vec<Option<Box<[Origin; LANES]>>>,
    /// Scalar registers that have undefined bits.
    scalars: u128,
    /// Registers of the lanes' file that have some; and in which lanes.
    vectors: Vectors,
    lanes: Box<[u64; FILE]>,
    /// What LDS_DIRECT reads.
    pub direct: (u32, Origin),
    /// What those that have changed since [`Registers::try_on`] were before.
    was: Vec<Was>,
    trying: bool,
}

/// What a register was before.
enum Was {
    Scalar(u8, u32, Origin),
    Scc(bool, Origin),
    /// Its lanes that had undefined bits, and these.
    Vector(u16, u64, Option<Box<Old>>),
}

/// What a vector register was before.
struct Old {
    bits: Vgpr,
    from: Option<Box<[Origin; LANES]>>,
}

/// Words of a set of the lanes' registers, and those of VGPRs.
const WORDS: usize = FILE / 64;
const VGPR_WORDS: usize = ACC as usize / 64;

/// All lanes of a vector register that nobody has written.
const UNDEFINED: Vgpr = Vgpr([u32::MAX; LANES]);

/// Of registers that nobody has written.
static UNWRITTEN: [Origin; LANES] = [Origin::REGISTER; LANES];

impl std::fmt::Debug for Registers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Registers")
            .field("scalars", &self.scalars)
            .field("vectors", &self.vectors)
            .finish_non_exhaustive()
    }
}

impl Registers {
    /// Those of a wave with so many vector registers: all defined.
    pub fn defined(size: impl Into<FileSize>) -> Registers {
        let mut bits = Box::new(Wave::new(size));
        bits.set_exec(0);
        let numbers = file(bits.size()).end;
        Registers {
            bits,
            scalar_from: [Origin::REGISTER; 128],
            scc_from: Origin::REGISTER,
            vector_from: (0..numbers).map(|_| None).collect(),
            scalars: 0,
            vectors: Vectors::default(),
            lanes: Box::new([0; FILE]),
            direct: (0, Origin::REGISTER),
            was: Vec::new(),
            trying: false,
        }
    }

    /// Those of a new wave: the scalar registers of the set `scalars` are defined, EXEC, and of the first `ids` vector
    /// registers the lanes of `exec`.
    pub fn start(size: impl Into<FileSize>, scalars: u128, ids: u16, exec: u64) -> Registers {
        let mut r = Registers::defined(size);
        r.restart(scalars, ids, exec);
        r
    }

    /// They become as [`Registers::start`] makes them.
    pub fn restart(&mut self, scalars: u128, ids: u16, exec: u64) {
        self.direct = (0, Origin::REGISTER);
        self.scalars = !scalars & ((1 << EXEC_LO) - 1);
        for (n, bits) in self.bits.sgpr.iter_mut().enumerate() {
            *bits = 0u32.wrapping_sub((self.scalars >> n & 1) as u32);
        }
        self.scalar_from = [Origin::REGISTER; 128];
        self.set_scc(true, Origin::REGISTER);
        let size = self.bits.size();
        for v in file(size).filter(|v| size.has(*v, 1)) {
            let defined = if v < ids { exec } else { 0 };
            *self.bits.v_mut(v) = UNDEFINED;
            if let Some(from) = &mut self.vector_from[usize::from(v)] {
                **from = UNWRITTEN;
            }
            self.mark(v, u64::MAX);
            self.define(v, defined);
        }
    }

    /// From here on what registers were is kept.
    pub fn try_on(&mut self) {
        self.was.clear();
        self.trying = true;
    }

    /// No longer; unless it was `right`, all is as it was.
    pub fn decide(&mut self, right: bool) {
        self.trying = false;
        while let Some(was) = self.was.pop().filter(|_| !right) {
            match was {
                Was::Scalar(n, bits, from) => self.set_scalar(n, bits, from),
                Was::Scc(undefined, from) => self.set_scc(undefined, from),
                Was::Vector(v, lanes, old) => {
                    *self.bits.v_mut(v) = Vgpr::ZERO;
                    if let Some(old) = old {
                        *self.bits.v_mut(v) = old.bits;
                        self.vector_from[usize::from(v)] = old.from;
                    }
                    self.mark(v, lanes);
                }
            }
        }
        self.was.clear();
    }

    /// Vector register `v` is about to change.
    #[inline]
    fn keep(&mut self, v: u16) {
        let known = |was: &Was| matches!(was, Was::Vector(known, ..) if *known == v);
        if !self.trying || self.was.iter().any(known) {
            return;
        }
        let lanes = self.lanes[usize::from(v)];
        let old = || Old {
            bits: *self.bits.v(v),
            from: self.vector_from[usize::from(v)].clone(),
        };
        let old = (lanes != 0).then(|| Box::new(old()));
        self.was.push(Was::Vector(v, lanes, old));
    }

    /// The lanes of vector register `v` that have undefined bits.
    fn mark(&mut self, v: u16, lanes: u64) {
        self.lanes[usize::from(v)] = lanes;
        let bit = 1 << (v % 64);
        let word = &mut self.vectors[usize::from(v) / 64];
        *word = if lanes != 0 {
            *word | bit
        } else {
            *word & !bit
        };
    }

    /// Whether what `needs` says is defined, under an EXEC of `exec`.
    #[inline]
    pub fn meet(&self, needs: &Needs, exec: u64) -> bool {
        if self.scalars & needs.scalars != 0
            || needs.scc && self.bits.scc != 0
            || needs.any_lane && exec == 0
        {
            return false;
        }
        let most = (0..VGPR_WORDS).all(|i| self.meet_word(needs, exec, i));
        if !most || self.has_acc() && !(VGPR_WORDS..WORDS).all(|i| self.meet_word(needs, exec, i)) {
            return false;
        }
        needs.lanes.iter().all(|&((v, lane), inactive)| {
            let undefined = self.lanes[usize::from(v)] >> lane & 1 != 0;
            !undefined || inactive && exec >> lane & 1 != 0 || planted(Fault::CalmLanes)
        })
    }

    /// As [`Registers::meet`], of the lanes' registers from number 64 * `i` on.
    #[inline(always)]
    fn meet_word(&self, needs: &Needs, exec: u64, i: usize) -> bool {
        let mut undefined = self.vectors[i] & (needs.active[i] | needs.inactive[i]);
        while undefined != 0 {
            let bit = undefined & undefined.wrapping_neg();
            undefined ^= bit;
            let lanes = self.lanes[64 * i + bit.trailing_zeros() as usize];
            let active = needs.active[i] & bit != 0 && lanes & exec != 0;
            let inactive = needs.inactive[i] & bit != 0 && lanes & !exec != 0;
            if active || inactive {
                return false;
            }
        }
        true
    }

    /// Makes defined registers of the lanes, those of a set from number 64 * `i` on.
    #[inline(always)]
    fn define_word(&mut self, mut set: u64, i: usize, lanes: u64) {
        while set != 0 {
            self.define((64 * i) as u16 + set.trailing_zeros() as u16, lanes);
            set &= set - 1;
        }
    }

    /// Whether there are accumulation registers, and so products of matrices.
    #[inline]
    fn has_acc(&self) -> bool {
        self.bits.acc_count() != 0
    }

    /// Makes defined what a run of instructions defines under an EXEC of `exec`.
    #[inline]
    pub fn define_all(&mut self, run: &Summary, exec: u64) {
        if planted(Fault::StaysUndefined) {
            return;
        }
        let mut scalars = self.scalars & run.scalars;
        while scalars != 0 {
            self.set_scalar(scalars.trailing_zeros() as u8, 0, Origin::REGISTER);
            scalars &= scalars - 1;
        }
        if run.scc {
            self.set_scc(false, Origin::REGISTER);
        }
        for i in 0..VGPR_WORDS {
            self.define_word(self.vectors[i] & run.vectors[i], i, exec);
        }
        if self.has_acc() {
            for i in VGPR_WORDS..WORDS {
                self.define_word(self.vectors[i] & run.vectors[i], i, exec);
            }
            for i in 0..WORDS {
                self.define_word(self.vectors[i] & run.whole[i], i, u64::MAX);
            }
        }
        for &(v, lane) in &run.lanes {
            self.set_vector(v, lane.into(), 0, Origin::REGISTER);
        }
    }

    /// Whether one of the scalar registers, or vector registers, of the sets may have undefined bits.
    #[inline]
    pub fn meets(&self, scalars: u128, vectors: &Vectors) -> bool {
        let both = self.vectors.iter().zip(vectors);
        self.scalars & scalars != 0 || both.fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Undefined bits of scalar register `n`, and where they come from.
    #[inline]
    pub fn scalar(&self, n: u8) -> (u32, Origin) {
        match self.bits.sgpr.get(usize::from(n)) {
            Some(bits) => (*bits, self.scalar_from[usize::from(n)]),
            None => (0, Origin::REGISTER),
        }
    }

    /// Sets them; beyond the last register nothing happens.
    #[inline]
    pub fn set_scalar(&mut self, n: u8, bits: u32, from: Origin) {
        let i = usize::from(n);
        if i >= 128 {
            return;
        }
        if self.trying {
            let was = (self.bits.sgpr[i], self.scalar_from[i]);
            self.was.push(Was::Scalar(n, was.0, was.1));
        }
        self.bits.sgpr[i] = bits;
        if bits != 0 {
            self.scalar_from[i] = from;
            self.scalars |= 1 << n;
        } else {
            self.scalars &= !(1 << n);
        }
    }

    /// As [`Registers::scalar`], of SCC.
    #[inline]
    pub fn scc(&self) -> (bool, Origin) {
        (self.bits.scc != 0, self.scc_from)
    }

    /// Sets it.
    #[inline]
    pub fn set_scc(&mut self, undefined: bool, from: Origin) {
        if self.trying {
            let (undefined, from) = self.scc();
            self.was.push(Was::Scc(undefined, from));
        }
        self.bits.scc = u32::from(undefined);
        self.scc_from = from;
    }

    /// As [`Registers::scalar`], of a lane of register `v` of the lanes' file.
    #[inline]
    pub fn vector(&self, v: u16, lane: usize) -> (u32, Origin) {
        let from = self
            .vector_from
            .get(usize::from(v))
            .and_then(Option::as_ref);
        let from = from.map_or(Origin::REGISTER, |from| from[lane]);
        if self.bits.size().has(v, 1) {
            (self.bits.v(v).0[lane], from)
        } else {
            (0, Origin::REGISTER)
        }
    }

    /// Sets them.
    #[inline]
    pub fn set_vector(&mut self, v: u16, lane: usize, bits: u32, from: Origin) {
        if !self.bits.size().has(v, 1) {
            return;
        }
        self.keep(v);
        self.bits.v_mut(v).0[lane] = bits;
        let others = self.lanes[usize::from(v)] & !(1 << lane);
        self.mark(v, others | u64::from(bits != 0) << lane);
        if bits != 0 {
            let all = self.vector_from[usize::from(v)]
                .get_or_insert_with(|| Box::new([Origin::REGISTER; LANES]));
            all[lane] = from;
        }
    }

    /// The lanes in which vector register `v` has undefined bits.
    #[inline]
    pub fn undefined_in(&self, v: u16) -> u64 {
        self.lanes[usize::from(v)]
    }

    /// As [`Registers::undefined_in`], with the bits, and where they come from.
    pub fn row(&self, v: u16) -> (u64, Row) {
        let from = self.vector_from.get(usize::from(v));
        let from = from.and_then(Option::as_deref).unwrap_or(&UNWRITTEN);
        if self.bits.size().has(v, 1) {
            let (bits, from) = (self.bits.v(v).0, *from);
            (self.undefined_in(v), Row { bits, from })
        } else {
            (0, Row::of(Origin::REGISTER))
        }
    }

    /// Vector register `v` gets in the lanes of the set `lanes` a dword that has undefined bits in those of
    /// `undefined`: the bits of `row`, which come from there or, where they come from a register that nobody has
    /// written, from `pc`.
    pub fn set_row(&mut self, v: u16, lanes: u64, undefined: u64, row: &Row, pc: u64) {
        self.define(v, lanes);
        let undefined = undefined & lanes;
        if undefined == 0 || !self.bits.size().has(v, 1) {
            return;
        }
        self.keep(v);
        let from = self.vector_from[usize::from(v)].get_or_insert_with(|| Box::new(UNWRITTEN));
        let to = &mut self.bits.v_mut(v).0;
        for lane in bits(undefined) {
            to[lane] = row.bits[lane];
            from[lane] = row.from[lane].or_code(pc);
        }
        self.mark(v, self.lanes[usize::from(v)] | undefined);
    }

    /// Whether vector register `v` has undefined bits.
    #[inline]
    pub fn has(&self, v: u16) -> bool {
        self.vectors[usize::from(v) / 64] >> (v % 64) & 1 != 0
    }

    /// Makes the lanes of vector register `v` in `lanes` defined.
    #[inline]
    pub fn define(&mut self, v: u16, lanes: u64) {
        if self.lanes[usize::from(v)] & lanes == 0 {
            return;
        }
        self.keep(v);
        let all = &mut self.bits.v_mut(v).0;
        match lanes {
            u64::MAX => *all = [0; LANES],
            _ => {
                for (lane, bits) in all.iter_mut().enumerate() {
                    *bits &= ((lanes >> lane & 1) as u32).wrapping_sub(1);
                }
            }
        }
        self.mark(v, self.lanes[usize::from(v)] & !lanes);
    }

    /// Makes defined what an instruction writes under an EXEC of `exec`.
    pub fn define_listed(&mut self, lists: &Operands, exec: u64) {
        for r in &lists.writes {
            if r.is_vector() {
                r.in_file().for_each(|v| self.define(v, exec))
            } else {
                (r.numbers()).for_each(|n| self.set_scalar(n, 0, Origin::REGISTER))
            }
        }
    }

    /// Whether VCCZ, of VCC with the value `vcc`, is undefined: no defined bit is 1, and others are there.
    pub fn vccz(&self, vcc: u64) -> bool {
        let undefined = self.bits.vcc();
        undefined != 0 && vcc & !undefined == 0
    }

    /// What of a source is undefined, as a source that reads it from `bits`. Constants become 0.
    pub fn source(&self, src: Operand, wave: &Wave) -> Operand {
        match src {
            Operand::Vgpr(_) | Operand::Sgpr(_) => src,
            Operand::Vccz => Operand::Int(self.vccz(wave.vcc()).into()),
            Operand::Scc => Operand::Int((self.bits.scc != 0).into()),
            Operand::LdsDirect => Operand::Literal(self.direct.0),
            _ => Operand::Int(0),
        }
    }

    /// What of a scalar source is undefined.
    pub fn scalar_source(&self, src: Operand, ty: Ty, wave: &Wave) -> u64 {
        match (self.source(src, wave), ty.dwords()) {
            (Operand::Sgpr(s), 2) => self.bits.s64(s),
            (Operand::Sgpr(s), _) => self.scalar(s).0.into(),
            (Operand::Int(v), _) => v as u64,
            (Operand::Literal(v), _) => v.into(),
            _ => 0,
        }
    }

    /// Where the undefined bits of the `count` registers of the lanes' file from `first` on come from, in a lane.
    pub fn vector_origin(&self, (first, count): (u16, u8), lane: usize) -> Option<Origin> {
        (first..)
            .take(count.max(1).into())
            .map(|v| self.vector(v, lane))
            .find_map(|(bits, from)| (bits != 0).then_some(from))
    }

    /// Where the undefined bits of a source of `count` registers come from, in a lane.
    pub fn origin(&self, src: Operand, count: u8, lane: usize) -> Option<Origin> {
        match src {
            Operand::Vgpr(v) => self.vector_origin((v.into(), count), lane),
            Operand::Sgpr(s) => (s..=s.saturating_add(count.max(1) - 1))
                .map(|s| self.scalar(s))
                .find_map(|(bits, from)| (bits != 0).then_some(from)),
            Operand::Vccz => self.origin(Operand::Sgpr(VCC_LO), 2, lane),
            Operand::Scc => self.scc().0.then_some(self.scc_from),
            // What `source` has in its place.
            Operand::LdsDirect | Operand::Literal(_) => {
                (self.direct.0 != 0).then_some(self.direct.1)
            }
            _ => None,
        }
    }
}

/// The numbers of registers in a file of so many, and of what lies between the kinds.
fn file(size: FileSize) -> Range<u16> {
    match size.acc {
        0 => 0..size.vgprs as u16,
        n => 0..ACC + n as u16,
    }
}

/// The scalar registers that count as defined in every new wave: EXEC, and 125, which names none.
pub const ALWAYS: u128 = 1 << (M0 + 1) | 3 << EXEC_LO;
