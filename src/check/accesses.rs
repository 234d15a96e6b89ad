//! Where the lanes of a memory instruction go: told from the wave's registers before it is executed, or, of the
//! rarer instructions, from what the interpreter has done.
//!
//! Sources: CLRX GcnMemHandling; LLVM AMDGPUUsage, "Address Spaces". A test holds the first way to the second.

use smallvec::SmallVec;

use super::operands::{Operands, Role};
use crate::interp::seen::{self, Seen, Space};
use crate::interp::{Cx, mubuf, smem};
use crate::isa::facts::{At, DsAct, FlatAct, MubufAct, SmemAct};
use crate::isa::{
    Ds, DsFields, Flags, Flat, FlatFields, Gen, Gens, Inst, Mubuf, MubufFields, Row, Segment,
    SmemFields,
};
use crate::machine::lds::Lds;
use crate::machine::wave::{LANES, Wave};
use crate::machine::{Env, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};

/// One access of each lane.
#[derive(Clone, Debug)]
pub struct Part {
    /// Of which memory.
    pub space: Space,
    /// Whether it reads.
    pub reads: bool,
    /// Whether it writes.
    pub writes: bool,
    /// Bytes of each lane.
    pub bytes: u32,
    /// The lanes that access memory; of a scalar instruction lane 0.
    pub lanes: u64,
    /// The lanes whose access is dropped, since it lies outside the LDS or the buffer.
    pub outside: u64,
    /// The lanes, among those that access it, that do so beyond what the work-group has asked for of the LDS.
    pub beyond: u64,
    /// The lanes, among both, whose address the card cuts or does not take.
    pub misaligned: u64,
    /// Of what the address has to be a multiple.
    pub align: u32,
    /// The address that the first misaligned lane has asked for.
    pub asked: u64,
    /// Whether all lanes access one address, where the instruction says so.
    pub same: bool,
    /// Where each lane accesses: a guest address, or one in the LDS or in the lane's private memory; of a lane that
    /// is outside what it has asked for.
    pub at: [u64; LANES],
}

impl Part {
    /// Notes which lanes access what the card allocates of the LDS beyond what the work-group has asked for.
    fn goes_beyond(&mut self, lds: &Lds) {
        let (bytes, asked) = (u64::from(self.bytes), u64::from(lds.asked()));
        let beyond = bits(self.lanes).filter(|lane| self.at[*lane] + bytes > asked);
        self.beyond = beyond.fold(0, |all, lane| all | 1 << lane);
    }
}

/// What an instruction accesses.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    parts: Vec<Part>,
    used: usize,
    /// It is the wave's access, not that of lanes.
    pub scalar: bool,
    /// It is an atomic.
    pub atomic: bool,
    /// It reads past the vector caches of the compute unit (GLC; on gfx942 SC0 or SC1).
    pub glc: bool,
}

/// The numbers of the bits that are set.
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

/// Bytes, and whether they are read and written.
#[derive(Clone, Copy)]
struct Kind {
    bytes: u32,
    reads: bool,
    writes: bool,
    atomic: bool,
}

impl Kind {
    fn load(bytes: u32) -> Kind {
        Kind {
            bytes,
            reads: true,
            writes: false,
            atomic: false,
        }
    }

    fn store(bytes: u32) -> Kind {
        Kind {
            reads: false,
            writes: true,
            ..Kind::load(bytes)
        }
    }

    fn atomic(bytes: u32) -> Kind {
        Kind {
            writes: true,
            atomic: true,
            ..Kind::load(bytes)
        }
    }
}

/// Whether [`Accesses::tell`] knows where the instruction goes; of others only the interpreter does.
pub fn is_told(inst: &Inst) -> bool {
    match inst {
        Inst::Ds { op, f } => !f.gds && ds_kind(*op).is_some(),
        Inst::Flat { f, .. } => !f.lds,
        Inst::Mubuf { op, f } => {
            !f.lds
                && matches!(
                    op.act(),
                    MubufAct::Loads(_)
                        | MubufAct::Stores(_)
                        | MubufAct::Atomic32(_)
                        | MubufAct::Atomic64(_)
                )
        }
        Inst::Smem { .. } => true,
        _ => false,
    }
}

/// Whether the instruction accesses memory, by its fields or as LDS_DIRECT.
pub fn accesses(inst: &Inst, operands: &Operands) -> bool {
    match inst {
        Inst::Ds { op, .. } => !matches!(
            op.act(),
            DsAct::Nothing | DsAct::Swizzle | DsAct::BPermute | DsAct::Permute
        ),
        Inst::Smem { op, .. } => !matches!(
            op.act(),
            SmemAct::Clock | SmemAct::RealTime | SmemAct::Cache
        ),
        Inst::Mubuf { op, .. } => op.act() != MubufAct::Cache,
        Inst::Flat { .. } | Inst::Mtbuf { .. } | Inst::Mimg { .. } => true,
        _ => operands.reads.iter().any(|r| r.role == Role::LdsBase),
    }
}

/// Whether the instruction accesses memory, or exchanges data between lanes by the units for it.
pub fn is_memory(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Smem { .. }
            | Inst::Ds { .. }
            | Inst::Flat { .. }
            | Inst::Mubuf { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
    )
}

/// Whether the card may take the addresses of an instruction that accesses memory otherwise than they are meant: may
/// drop them, or their low bits. `pedantic`: also where it is documented to.
pub fn may_miss(generation: Gen, inst: &Inst, pedantic: bool) -> bool {
    match inst {
        Inst::Ds { .. } => true,
        Inst::Flat { f, .. } if f.seg == Segment::Flat || f.lds => true,
        Inst::Mubuf { op, f } if f.lds || op.act() == MubufAct::StoresLds => true,
        Inst::Smem { .. } => pedantic,
        Inst::Mubuf { .. } if pedantic => true,
        Inst::Flat { .. } | Inst::Mubuf { .. } | Inst::Mtbuf { .. } | Inst::Mimg { .. } => {
            inst.row().flags.has(Flags::ATOMIC) || !generation.is_gfx9()
        }
        _ => false,
    }
}

/// The access of a DS instruction at ADDR, and, with a number of bytes, the unit of two offsets.
fn ds_kind(op: Ds) -> Option<(Kind, Option<u32>)> {
    Some(match op.act() {
        DsAct::Loads(l) => (Kind::load(l.bytes()), None),
        DsAct::Stores(s) => (Kind::store(s.bytes()), None),
        DsAct::Loads2(n, unit) => (Kind::load(4 * u32::from(n)), Some(unit)),
        DsAct::Stores2(n, unit) => (Kind::store(4 * u32::from(n)), Some(unit)),
        DsAct::Exchanges2(n, unit) => (Kind::atomic(4 * u32::from(n)), Some(unit)),
        DsAct::Atomic32(_) => (Kind::atomic(4), None),
        DsAct::Atomic64(_) | DsAct::ConditionalExchange => (Kind::atomic(8), None),
        _ => return None,
    })
}

/// Where a DS instruction goes beside its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdsPlace {
    /// Bytes that each lane accesses at each place.
    pub bytes: u32,
    /// What is added to the address: one place, or two.
    pub offsets: SmallVec<[u32; 2]>,
    atomic: bool,
}

impl LdsPlace {
    /// Of what the addresses have to be multiples: gfx9 aligns only atomics.
    pub fn align(&self, generation: Gen) -> u32 {
        if generation.is_gfx9() && !self.atomic {
            1
        } else {
            self.bytes.next_power_of_two()
        }
    }
}

/// Where a DS instruction goes in the LDS beside its address; `None` for those that do not go there by ADDR.
pub fn lds_place(op: Ds, f: &DsFields) -> Option<LdsPlace> {
    let (kind, two) = ds_kind(op).filter(|_| !f.gds)?;
    let single = u32::from(f.offset0) | u32::from(f.offset1) << 8;
    Some(LdsPlace {
        bytes: kind.bytes,
        offsets: match two {
            None => SmallVec::from_slice(&[single]),
            Some(unit) => [f.offset0, f.offset1]
                .iter()
                .map(|o| u32::from(*o) * unit)
                .collect(),
        },
        atomic: kind.atomic,
    })
}

impl Accesses {
    /// One for each lane, in the order of execution.
    pub fn parts(&self) -> &[Part] {
        &self.parts[..self.used]
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.used = 0;
        self.scalar = false;
        self.atomic = false;
        self.glc = false;
    }

    /// One more, without lanes.
    fn part(&mut self, space: Space, kind: Kind) -> &mut Part {
        if self.used == self.parts.len() {
            self.parts.push(Part {
                space,
                reads: false,
                writes: false,
                bytes: 0,
                lanes: 0,
                outside: 0,
                beyond: 0,
                misaligned: 0,
                align: 1,
                asked: 0,
                same: false,
                at: [0; LANES],
            });
        }
        self.used += 1;
        let p = &mut self.parts[self.used - 1];
        p.space = space;
        (p.reads, p.writes, p.bytes) = (kind.reads, kind.writes, kind.bytes);
        (p.lanes, p.outside, p.misaligned, p.align, p.asked) = (0, 0, 0, 1, 0);
        (p.same, p.beyond) = (false, 0);
        p
    }

    /// What `inst` accesses when `wave` executes it next; nothing where [`is_told`] says so.
    pub fn tell(&mut self, inst: &Inst, wave: &Wave, env: &Env<'_>) {
        self.clear();
        match inst {
            Inst::Ds { op, f } if !f.gds => self.ds(*op, f, wave, env),
            Inst::Flat { op, f } if !f.lds => self.flat(*op, f, wave, env),
            Inst::Mubuf { op, f } if !f.lds => self.mubuf(*op, f, wave, env),
            Inst::Smem { op, f } => self.smem(op.act(), f, wave, env),
            _ => {}
        }
    }

    /// What the interpreter has told of an instruction of a work-group with this LDS.
    pub fn take(&mut self, inst: &Inst, log: &[Seen], lds: &Lds) {
        self.clear();
        let row: &Row = inst.row();
        self.atomic = row.flags.has(crate::isa::Flags::ATOMIC);
        self.glc = match inst {
            Inst::Mubuf { f, .. } => f.glc || f.scc,
            Inst::Mtbuf { f, .. } => f.buffer.glc || f.buffer.scc,
            Inst::Mimg { f, .. } => f.glc || f.scc,
            Inst::Flat { f, .. } => f.glc || f.scc,
            _ => false,
        };
        self.scalar = log.iter().all(|s| s.lane.is_none());
        for s in log {
            let lane = usize::from(s.lane.unwrap_or(0));
            let known = self.parts[..self.used].iter_mut().find(|p| {
                let same = p.space == s.space && (p.reads, p.writes) == (s.reads, s.writes);
                let free = (p.lanes | p.outside) >> lane & 1 == 0;
                same && free && (p.bytes == s.bytes || s.bytes == 0)
            });
            let p = match known {
                Some(p) => p,
                None => {
                    let kind = Kind {
                        bytes: s.bytes,
                        reads: s.reads,
                        writes: s.writes,
                        atomic: false,
                    };
                    self.part(s.space, kind)
                }
            };
            match s.bytes {
                0 => p.outside |= 1 << lane,
                _ => p.lanes |= 1 << lane,
            }
            p.at[lane] = s.address;
        }
        if !matches!(inst, Inst::Ds { f, .. } if f.gds) {
            let of_lds = |p: &&mut Part| p.space == Space::Lds;
            let parts = self.parts[..self.used].iter_mut();
            parts.filter(of_lds).for_each(|p| p.goes_beyond(lds));
        }
    }

    fn ds(&mut self, op: Ds, f: &DsFields, wave: &Wave, env: &Env<'_>) {
        let (Some((kind, _)), Some(place)) = (ds_kind(op), lds_place(op, f)) else {
            return;
        };
        if f.addr as u32 >= wave.vgpr_count() {
            return;
        }
        self.atomic = kind.atomic;
        let bases = wave.v(f.addr);
        for offset in place.offsets {
            self.lds(kind, wave.exec(), wave, env, &bases.0, offset);
        }
    }

    /// Accesses of `lanes` in the LDS, at base and offset.
    fn lds(
        &mut self,
        kind: Kind,
        lanes: u64,
        wave: &Wave,
        env: &Env<'_>,
        bases: &[u32; LANES],
        offset: u32,
    ) {
        let generation = env.program.generation();
        let size = env.lds.size();
        let limit = if generation.is_gfx9() {
            size
        } else {
            size.min(wave.m0())
        };
        let wraps = !generation.has(Gens::LDS_DOES_NOT_WRAP);
        let natural = kind.bytes.next_power_of_two();
        // What gfx9 aligns; the others, and all atomics, by nature.
        let cut = if generation.is_gfx9() && !kind.atomic {
            1
        } else {
            natural
        };
        let p = self.part(Space::Lds, kind);
        p.align = cut;
        // Most often all is well, and then it is enough to know that of all lanes together.
        let (mut any, mut least, mut most) = (0, u32::MAX, 0);
        for (place, base) in p.at.iter_mut().zip(bases) {
            let sum = base.wrapping_add(offset);
            any |= sum;
            least = least.min(sum);
            most = most.max(sum);
            *place = u64::from(sum);
        }
        let whole =
            u64::from(most) + u64::from(kind.bytes) <= u64::from(limit.min(env.lds.asked()));
        if whole && any & (cut - 1) == 0 && least >= offset {
            p.lanes = lanes;
            return;
        }
        let (mut outside, mut crooked) = (0u64, 0u64);
        let mask = u64::from(cut) - 1;
        let most = u64::from(limit);
        for (lane, place) in p.at.iter_mut().enumerate() {
            let base = bases[lane];
            let sum = if wraps {
                u64::from(base.wrapping_add(offset))
            } else {
                u64::from(base) + u64::from(offset)
            };
            let from = sum & !mask;
            outside |= u64::from(from + u64::from(kind.bytes) > most) << lane;
            crooked |= u64::from(sum & mask != 0) << lane;
            *place = from;
        }
        p.outside = outside & lanes;
        p.lanes = lanes & !outside;
        p.goes_beyond(env.lds);
        p.misaligned = crooked & lanes;
        if p.misaligned != 0 {
            let base = bases[p.misaligned.trailing_zeros() as usize];
            p.asked = u64::from(base) + u64::from(offset);
        }
    }

    fn flat(&mut self, op: Flat, f: &FlatFields, wave: &Wave, env: &Env<'_>) {
        let kind = match op.act() {
            FlatAct::Loads(l) => Kind::load(l.bytes()),
            FlatAct::Stores(s) => Kind::store(s.bytes()),
            FlatAct::Atomic32(_) => Kind::atomic(4),
            FlatAct::Atomic64(_) => Kind::atomic(8),
        };
        let generation = env.program.generation();
        let registers = u32::from(f.vaddr_dwords(generation));
        if u32::from(f.vaddr) + registers > wave.vgpr_count() && registers != 0 {
            return;
        }
        (self.atomic, self.glc) = (kind.atomic, f.glc || f.scc);
        let lanes = wave.exec();
        let offset = f.displacement();
        let low = wave.v(if registers == 0 { 0 } else { f.vaddr });
        if f.seg == Segment::Scratch {
            let scalar = f.saddr.map_or(0, |s| wave.sgpr[usize::from(s) & 127]);
            let base = scalar.wrapping_add(offset as u32);
            let p = self.part(Space::Private, kind);
            p.same = registers == 0;
            for (lane, place) in p.at.iter_mut().enumerate() {
                let v = if registers == 0 { 0 } else { low.0[lane] };
                *place = u64::from(base.wrapping_add(v));
            }
            p.lanes = lanes;
            return align(p, generation, kind);
        }
        let p = self.part(Space::Global, kind);
        match f.saddr.filter(|_| f.seg == Segment::Global) {
            Some(s) => {
                let base = wave.s64(s).wrapping_add_signed(offset);
                for (place, low) in p.at.iter_mut().zip(&low.0) {
                    *place = base.wrapping_add(u64::from(*low));
                }
            }
            None => {
                let high = wave.v(f.vaddr + 1);
                for (place, (low, high)) in p.at.iter_mut().zip(low.0.iter().zip(&high.0)) {
                    let address = u64::from(*low) | u64::from(*high) << 32;
                    *place = address.wrapping_add_signed(offset);
                }
            }
        }
        p.lanes = lanes;
        if f.seg == Segment::Flat {
            let of = |p: &Part, aperture: u32| {
                let is =
                    |(lane, at): (usize, &u64)| u64::from((at >> 32) as u32 == aperture) << lane;
                p.at.iter().enumerate().map(is).fold(0, |a, b| a | b) & lanes
            };
            let high = &wave.v(f.vaddr + 1).0;
            let near = |h: &u32| *h <= PRIVATE_APERTURE_HI + 1;
            // Most addresses have other upper halves.
            if high.iter().fold(false, |any, h| any | near(h)) {
                let (shared, private) = (of(p, SHARED_APERTURE_HI), of(p, PRIVATE_APERTURE_HI));
                if shared | private != 0 {
                    return self.apertures(kind, shared, private, wave, env);
                }
            }
        }
        align(p, generation, kind);
    }

    /// The last part's lanes where they go: through FLAT's apertures or to global memory.
    fn apertures(&mut self, kind: Kind, shared: u64, private: u64, wave: &Wave, env: &Env<'_>) {
        let generation = env.program.generation();
        let all = self.parts[self.used - 1].at;
        let lanes = self.parts[self.used - 1].lanes & !(shared | private);
        self.used -= 1;
        if lanes != 0 {
            let p = self.part(Space::Global, kind);
            p.lanes = lanes;
            align(p, generation, kind);
        }
        if shared != 0 {
            let bases = all.map(|at| at as u32);
            self.lds(kind, shared, wave, env, &bases, 0);
        }
        if private != 0 {
            let p = self.part(Space::Private, kind);
            for (place, at) in p.at.iter_mut().zip(&all) {
                *place = u64::from(*at as u32);
            }
            p.lanes = private;
            align(p, generation, kind);
        }
    }

    fn mubuf(&mut self, op: Mubuf, f: &MubufFields, wave: &Wave, env: &Env<'_>) {
        let kind = match op.act() {
            MubufAct::Loads(l) => Kind::load(l.bytes()),
            MubufAct::Stores(s) => Kind::store(s.bytes()),
            MubufAct::Atomic32(_) => Kind::atomic(4),
            MubufAct::Atomic64(_) => Kind::atomic(8),
            _ => return,
        };
        let registers = if f.addr64 {
            2
        } else {
            u32::from(f.idxen) + u32::from(f.offen)
        };
        if registers != 0 && u32::from(f.vaddr) + registers > wave.vgpr_count() {
            return;
        }
        (self.atomic, self.glc) = (kind.atomic, f.glc || f.scc);
        let cx = Cx::new(env);
        let access = mubuf::Access::new(f, wave, &cx);
        let unit = kind.bytes.min(4);
        if self.mubuf_plain(&access, kind, f, wave, env) {
            return;
        }
        let place = |lane, at| match access.part(f, wave, lane, at, unit) {
            Some(seen::Place::Private { offset, .. }) => Some((Space::Private, u64::from(offset))),
            Some(seen::Place::Global(at)) => Some((Space::Global, at)),
            Some(seen::Place::Lds(_)) | None => None,
        };
        // Dwords that follow each other are one access.
        let last = kind.bytes - unit;
        let whole = |lane| match (place(lane, 0), place(lane, last)) {
            (Some((s, a)), Some((t, b))) => s == t && b.wrapping_sub(a) == u64::from(last),
            _ => false,
        };
        // An atomic is done as one, or not at all.
        let one = kind.atomic || bits(wave.exec()).all(whole);
        let (step, bytes) = if one {
            (kind.bytes, kind.bytes)
        } else {
            (unit, unit)
        };
        let generation = env.program.generation();
        for at in (0..kind.bytes).step_by(step as usize) {
            let mut spaces = [None::<usize>; 2];
            for lane in bits(wave.exec()) {
                let found = if kind.atomic && place(lane, last).is_none() {
                    None
                } else {
                    place(lane, at)
                };
                let space = found.map_or(Space::Global, |(space, _)| space);
                let n = usize::from(space == Space::Private);
                let i = *spaces[n].get_or_insert_with(|| {
                    self.part(space, Kind { bytes, ..kind });
                    self.used - 1
                });
                let p = &mut self.parts[i];
                match found {
                    Some((_, at)) => {
                        p.lanes |= 1 << lane;
                        p.at[lane] = at;
                    }
                    None => {
                        p.outside |= 1 << lane;
                        p.at[lane] = 0;
                    }
                }
            }
            for i in spaces.into_iter().flatten() {
                align(&mut self.parts[i], generation, Kind { bytes, ..kind });
            }
        }
    }

    /// The common cases: private memory, addresses of 64 bits, buffers of bytes; `false`: it is another.
    fn mubuf_plain(
        &mut self,
        access: &mubuf::Access<'_>,
        kind: Kind,
        f: &MubufFields,
        wave: &Wave,
        env: &Env<'_>,
    ) -> bool {
        let generation = env.program.generation();
        let lanes = wave.exec();
        let low = if f.addr64 || f.offen {
            wave.v(f.vaddr).0
        } else {
            [0; LANES]
        };
        let offset = |lane: usize| u64::from(f.offset) + u64::from(low[lane]);
        if f.addr64 {
            if generation.has(Gens::BUFFER_ALIGNS) && kind.bytes < 4 {
                return false;
            }
            let base = access.address64(f);
            let high = wave.v(f.vaddr + 1);
            let p = self.part(Space::Global, kind);
            for (lane, at) in p.at.iter_mut().enumerate() {
                let own = u64::from(low[lane]) | u64::from(high.0[lane]) << 32;
                *at = base.wrapping_add(own) & mubuf::ADDRESS;
            }
            p.lanes = lanes;
            align(p, generation, kind);
            if generation.has(Gens::BUFFER_ALIGNS) {
                // The low bits are dropped.
                p.at.iter_mut().for_each(|at| *at &= !3);
            }
            return true;
        }
        if f.idxen {
            return false;
        }
        if let Some(base) = access.private_base().filter(|b| *b < 1 << 30) {
            let p = self.part(Space::Private, kind);
            p.same = !f.offen;
            if p.same {
                p.at = [u64::from(base) + u64::from(f.offset); LANES];
            } else {
                for (lane, at) in p.at.iter_mut().enumerate() {
                    let own = access.in_private(lane, offset(lane));
                    p.outside |= u64::from(own.is_none()) << lane;
                    *at = u64::from(base) + u64::from(own.unwrap_or_default());
                }
                p.outside &= lanes;
            }
            p.lanes = lanes & !p.outside;
            align(p, generation, kind);
            if generation.has(Gens::BUFFER_ALIGNS) {
                let low = u64::from(kind.bytes.min(4)) - 1;
                p.at.iter_mut().for_each(|at| *at &= !low);
            }
            return true;
        }
        let Some((base, bytes)) = access.plain() else {
            return false;
        };
        let unit = kind.bytes.min(4);
        let (mut inside, mut begins) = (0u64, 0u64);
        let p = self.part(Space::Global, kind);
        for (lane, at) in p.at.iter_mut().enumerate() {
            let from = offset(lane);
            let last = from + u64::from(kind.bytes - unit);
            inside |= u64::from(last < u64::from(bytes)) << lane;
            begins |= u64::from(from < u64::from(bytes)) << lane;
            *at = base.wrapping_add(from);
        }
        // A part of some lanes' dwords is outside.
        if (begins & !inside) & lanes != 0 {
            self.used -= 1;
            return false;
        }
        p.lanes = lanes & inside;
        p.outside = lanes & !inside;
        align(p, generation, kind);
        true
    }

    fn smem(&mut self, act: SmemAct, f: &SmemFields, wave: &Wave, env: &Env<'_>) {
        let (at, kind) = match act {
            SmemAct::Loads(at, n) => (at, Kind::load(4 * u32::from(n))),
            SmemAct::Stores(at, n) => (at, Kind::store(4 * u32::from(n))),
            SmemAct::Atomic32(at, _) => (at, Kind::atomic(4)),
            SmemAct::Atomic64(at, _) => (at, Kind::atomic(8)),
            SmemAct::Clock | SmemAct::RealTime | SmemAct::Cache => return,
        };
        self.scalar = true;
        (self.atomic, self.glc) = (kind.atomic, f.glc);
        let region = smem::region(at, f, wave, &Cx::new(env));
        let dwords = (kind.bytes / 4) as u8;
        let inside = (0..dwords).take_while(|i| region.dword(*i).is_some());
        let bytes = 4 * inside.count() as u32;
        let asked = match at {
            At::Buffer => None,
            At::Memory | At::Scratch => Some(smem::asked(at, f, wave)),
        };
        let p = self.part(Space::Global, Kind { bytes, ..kind });
        match region.dword(0) {
            Some(at) => (p.lanes, p.at[0]) = (1, at),
            None => (p.outside, p.at[0]) = (1, 0),
        }
        if bytes < kind.bytes {
            p.outside = 1;
        }
        p.align = 4;
        if let Some(asked) = asked
            && asked & 3 != 0
        {
            (p.misaligned, p.asked) = (1, asked);
        }
    }
}

/// Notes which lanes' addresses the card does not take as they are, outside the LDS.
fn align(p: &mut Part, generation: Gen, kind: Kind) {
    let natural = kind.bytes.next_power_of_two();
    p.align = match (p.space, generation) {
        _ if kind.atomic => natural,
        // Up to dwords; and the dwords of private memory lie apart.
        (_, g) if g.has(Gens::BUFFER_ALIGNS) => natural.min(4),
        (Space::Private, g) if g.has(Gens::TO_GFX8) => natural.min(4),
        _ => 1,
    };
    if p.align == 1 {
        return;
    }
    let mask = u64::from(p.align) - 1;
    if p.at.iter().fold(0, |any, at| any | at) & mask == 0 {
        return;
    }
    let is = |(lane, at): (usize, &u64)| u64::from(at & mask != 0) << lane;
    let crooked = p.at.iter().enumerate().map(is).fold(0, |a, b| a | b);
    p.misaligned = crooked & p.lanes;
    if p.misaligned != 0 {
        p.asked = p.at[p.misaligned.trailing_zeros() as usize];
    }
    // Low bits are dropped, as far as that is known.
    if kind.atomic {
        p.at.iter_mut().for_each(|at| *at &= !mask);
    }
}
