//! Where vector memory instructions reach: global memory, LDS and private memory; and how loaded and
//! stored data lie in registers (CLRX GcnMemHandling; LLVM AMDGPUUsage, "Address Spaces").

use super::Cx;
use super::seen::{self, How};
use crate::isa::Gens;
use crate::isa::facts::{Load, Store};
use crate::machine::Scratch;
use crate::machine::memory::{AccessKind, BadAccess, Window};
use crate::machine::wave::{LANES, Wave};

pub(super) use super::seen::Place;

impl Load {
    /// Bytes in memory.
    pub(crate) fn bytes(self) -> u32 {
        match self {
            Load::U8 | Load::I8 | Load::U8Lo | Load::U8Hi | Load::I8Lo | Load::I8Hi => 1,
            Load::U16 | Load::I16 | Load::B16Lo | Load::B16Hi => 2,
            Load::Dwords(n) => 4 * n as u32,
        }
    }

    /// Registers that are written.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    pub(super) fn registers(self) -> u8 {
        match self {
            Load::Dwords(n) => n,
            _ => 1,
        }
    }

    /// The register's new value, from the loaded bytes (zero-extended) and its old value.
    pub(super) fn register(self, raw: u32, old: u32) -> u32 {
        let low = |v: u16| old & 0xffff_0000 | v as u32;
        let high = |v: u16| old & 0xffff | (v as u32) << 16;
        match self {
            Load::U8 | Load::U16 | Load::Dwords(_) => raw,
            Load::I8 => raw as i8 as u32,
            Load::I16 => raw as i16 as u32,
            Load::U8Lo | Load::B16Lo => low(raw as u16),
            Load::U8Hi | Load::B16Hi => high(raw as u16),
            Load::I8Lo => low(raw as i8 as u16),
            Load::I8Hi => high(raw as i8 as u16),
        }
    }

    /// What a load to the LDS puts there: less than a dword is extended to one.
    pub(super) fn extended(self, raw: [u32; 4]) -> [u32; 4] {
        [self.register(raw[0], 0), raw[1], raw[2], raw[3]]
    }

    /// Writes lane `lane` of the registers from `vdst`.
    pub(super) fn fill(self, w: &mut Wave, cx: &Cx, vdst: u16, lane: usize, raw: [u32; 4]) {
        for (i, raw) in raw[..self.registers() as usize].iter().enumerate() {
            let v = &mut w.v_mut(vdst + i as u16).0[lane];
            *v = self.register(*raw, cx.kept(*v));
        }
    }
}

impl Store {
    /// Bytes in memory.
    pub(crate) fn bytes(self) -> u32 {
        match self {
            Store::B8 | Store::B8Hi => 1,
            Store::B16 | Store::B16Hi => 2,
            Store::Dwords(n) => 4 * n as u32,
        }
    }

    /// Registers that are read.
    pub(crate) fn registers(self) -> u8 {
        match self {
            Store::Dwords(n) => n,
            Store::B8 | Store::B8Hi | Store::B16 | Store::B16Hi => 1,
        }
    }

    /// Reads lane `lane` of the registers from `vdata`; the stored bytes are the low ones.
    pub(crate) fn take(self, w: &Wave, vdata: impl Into<u16>, lane: usize) -> [u32; 4] {
        let mut raw = vector(w, vdata, self.registers(), lane);
        if let Store::B8Hi | Store::B16Hi = self {
            raw[0] >>= 16;
        }
        raw
    }
}

/// Lane `lane` of the `count` (up to 4) registers from `first`.
pub(super) fn vector(w: &Wave, first: impl Into<u16>, count: u8, lane: usize) -> [u32; 4] {
    let first = first.into();
    let mut out = [0; 4];
    for (i, out) in out[..count as usize].iter_mut().enumerate() {
        *out = w.v(first + i as u16).0[lane];
    }
    out
}

/// Lane `lane` of the register pair from `first`.
pub(super) fn vector64(w: &Wave, first: impl Into<u16>, lane: usize) -> u64 {
    join(vector(w, first, 2, lane))
}

/// The first two dwords as one value.
pub(super) fn join(d: [u32; 4]) -> u64 {
    d[0] as u64 | (d[1] as u64) << 32
}

/// One value as the first two dwords.
pub(super) fn split(v: u64) -> [u32; 4] {
    [v as u32, (v >> 32) as u32, 0, 0]
}

/// Bytes of the LDS that the wave may touch: M0 is a limit on gfx6 to gfx8.
pub(super) fn lds_limit(w: &Wave, cx: &Cx) -> u32 {
    let size = cx.env.lds.size();
    if cx.generation.is_gfx9() {
        size
    } else {
        size.min(w.m0())
    }
}

/// What an access to the LDS is, which on gfx9 decides how its address is aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LdsKind {
    /// A load or store.
    Plain,
    Atomic,
}

/// The LDS address of an access of `bytes` bytes at `base` + `offset`, or `None` when it is beyond
/// `limit`: then it reads as 0 and writes nothing.
///
/// Low address bits below `align` (a power of two) are dropped on gfx6 to gfx8; gfx9 honours them,
/// except that atomics are always aligned. gfx6 does not wrap the sum around.
pub(super) fn lds_address(
    cx: &Cx,
    base: u32,
    offset: u32,
    bytes: u32,
    align: u32,
    kind: LdsKind,
    limit: u32,
) -> Option<u32> {
    let sum = if cx.generation.has(Gens::LDS_DOES_NOT_WRAP) {
        base.checked_add(offset)?
    } else {
        base.wrapping_add(offset)
    };
    let addr = if cx.generation.is_gfx9() && kind == LdsKind::Plain {
        sum
    } else {
        sum & !(align - 1)
    };
    (addr as u64 + bytes as u64 <= limit as u64).then_some(addr)
}

/// The alignment that LDS gives accesses of `bytes` bytes.
pub(super) fn lds_align(bytes: u32) -> u32 {
    bytes.next_power_of_two()
}

/// Checks a whole access in global memory before its dwords are touched one by one.
pub(super) fn check(cx: &mut Cx, addr: u64, size: u32, kind: AccessKind) -> Result<(), BadAccess> {
    let bad = BadAccess::new(addr, size, kind);
    if cx.window.offset(addr, size as u64).is_none() {
        cx.window = cx.env.memory.window(addr).ok_or(bad)?;
        cx.window.offset(addr, size as u64).ok_or(bad)?;
    }
    if kind.is_write() && cx.window.writable == 0 {
        Err(bad)
    } else {
        Ok(())
    }
}

/// Loads `bytes` bytes (1, 2, 4, 8, 12 or 16), zero-extended.
///
/// # Errors
/// When they are not all in live memory; the error names the whole access.
pub(super) fn load(cx: &mut Cx, at: Place, bytes: u32) -> Result<[u32; 4], BadAccess> {
    let mut out = [0; 4];
    seen::note(cx.log, at, bytes, How::Read);
    match at {
        Place::Global(addr) => {
            let memory = cx.env.memory;
            let window = &mut cx.window;
            match bytes {
                1 => out[0] = memory.load::<1>(window, addr)?[0] as u32,
                2 => out[0] = u16::from_le_bytes(memory.load(window, addr)?) as u32,
                4 => out[0] = u32::from_le_bytes(memory.load(window, addr)?),
                8 => out = split(u64::from_le_bytes(memory.load(window, addr)?)),
                _ => {
                    check(cx, addr, bytes, AccessKind::Read)?;
                    for i in 0..bytes / 4 {
                        let b = memory.load(&mut cx.window, addr + 4 * i as u64)?;
                        out[i as usize] = u32::from_le_bytes(b);
                    }
                }
            }
        }
        Place::Lds(None) => {}
        Place::Lds(Some(addr)) => {
            let lds = cx.env.lds;
            match bytes {
                1 => out[0] = lds.read::<1>(addr).map_or(0, |b| b[0] as u32),
                2 => out[0] = lds.read(addr).map_or(0, |b| u16::from_le_bytes(b) as u32),
                _ => {
                    for i in 0..bytes / 4 {
                        let b = lds.read(addr + 4 * i);
                        out[i as usize] = b.map_or(0, u32::from_le_bytes);
                    }
                }
            }
        }
        Place::Private { offset, lane } => {
            cx.env.scratch.check(offset, bytes, AccessKind::Read)?;
            if offset.is_multiple_of(4) && bytes.is_multiple_of(4) {
                for i in 0..bytes / 4 {
                    let (mut window, addr) = private(cx, offset + 4 * i, lane);
                    let b = cx.env.memory.load(&mut window, addr)?;
                    out[i as usize] = u32::from_le_bytes(b);
                }
            } else {
                for i in 0..bytes {
                    let (mut window, addr) = private(cx, offset + i, lane);
                    let [b] = cx.env.memory.load(&mut window, addr)?;
                    out[i as usize / 4] |= (b as u32) << (8 * (i % 4));
                }
            }
        }
    }
    Ok(out)
}

/// Stores the low `bytes` bytes (1, 2, 4, 8, 12 or 16) of `data`.
///
/// # Errors
/// As [`load`], and when the memory is read-only; then nothing is written.
pub(super) fn store(cx: &mut Cx, at: Place, bytes: u32, data: [u32; 4]) -> Result<(), BadAccess> {
    seen::note(cx.log, at, bytes, How::Write);
    match at {
        Place::Global(addr) => {
            let memory = cx.env.memory;
            let window = &mut cx.window;
            match bytes {
                1 => memory.store(window, addr, [data[0] as u8])?,
                2 => memory.store(window, addr, (data[0] as u16).to_le_bytes())?,
                4 => memory.store(window, addr, data[0].to_le_bytes())?,
                8 => memory.store(window, addr, join(data).to_le_bytes())?,
                _ => {
                    check(cx, addr, bytes, AccessKind::Write)?;
                    for i in 0..bytes / 4 {
                        let d = data[i as usize].to_le_bytes();
                        memory.store(&mut cx.window, addr + 4 * i as u64, d)?;
                    }
                }
            }
        }
        Place::Lds(None) => {}
        Place::Lds(Some(addr)) => {
            let lds = cx.env.lds;
            // The address was checked for the whole access, so every write takes place.
            match bytes {
                1 => lds.write(addr, [data[0] as u8]).unwrap_or(()),
                2 => lds
                    .write(addr, (data[0] as u16).to_le_bytes())
                    .unwrap_or(()),
                _ => {
                    for i in 0..bytes / 4 {
                        let d = data[i as usize].to_le_bytes();
                        lds.write(addr + 4 * i, d).unwrap_or(());
                    }
                }
            }
        }
        Place::Private { offset, lane } => {
            cx.env.scratch.check(offset, bytes, AccessKind::Write)?;
            if offset.is_multiple_of(4) && bytes.is_multiple_of(4) {
                for i in 0..bytes / 4 {
                    let (mut window, addr) = private(cx, offset + 4 * i, lane);
                    let d = data[i as usize].to_le_bytes();
                    cx.env.memory.store(&mut window, addr, d)?;
                }
            } else {
                for i in 0..bytes {
                    let (mut window, addr) = private(cx, offset + i, lane);
                    let b = data[i as usize / 4].to_le_bytes()[i as usize % 4];
                    cx.env.memory.store(&mut window, addr, [b])?;
                }
            }
        }
    }
    Ok(())
}

/// Writes to the LDS what the lanes of a load with LDS = 1 have loaded, each to its place: once all
/// have, so that nothing is there of a load that faults in some lane.
pub(super) fn fill_lds(
    cx: &mut Cx,
    exec: u64,
    data: &[[u32; 4]; LANES],
    bytes: u32,
    place: impl Fn(&Cx, usize) -> Place,
) {
    for lane in cx.lanes(exec) {
        let at = place(cx, lane);
        // The LDS cannot fault: what is outside is not written.
        store(cx, at, bytes, data[lane]).unwrap_or(());
    }
}

/// Where the `bytes` bytes of a lane are in the LDS that a load fills or a store reads: M0 + `offset`, and the lanes one
/// behind the other, each with a dword or, of more bytes, four. M0 has 16 bits, and where the LDS is larger 18, of which
/// the low two do not count (CDNA4 ISA, "LDS").
pub(super) fn lds_place(w: &Wave, cx: &Cx, offset: u32, bytes: u32, lane: usize) -> Place {
    let base = if cx.generation.has(Gens::LARGE_LDS) {
        w.m0() & 0x3fffc
    } else {
        w.m0() & 0xffff
    };
    let each = if bytes > 4 { 16 } else { 4 };
    let (base, at) = (base.wrapping_add(offset), each * lane as u32);
    let limit = cx.env.lds.size();
    Place::Lds(lds_address(cx, base, at, bytes, 4, LdsKind::Plain, limit))
}

/// Atomic on a dword: stores `f` of the old value, which is returned (0 outside the LDS). Low address
/// bits are ignored.
///
/// # Errors
/// As [`store`].
pub(super) fn update32(
    cx: &mut Cx,
    at: Place,
    mut f: impl FnMut(u32) -> u32,
) -> Result<u32, BadAccess> {
    seen::note(cx.log, aligned(at, 4), 4, How::Update);
    match at {
        Place::Global(addr) => cx.env.memory.update_u32(&mut cx.window, addr, f),
        Place::Lds(addr) => Ok(addr
            .and_then(|addr| cx.env.lds.update_u32(addr, f))
            .unwrap_or(0)),
        Place::Private { offset, lane } => {
            let offset = offset & !3;
            cx.env.scratch.check(offset, 4, AccessKind::Write)?;
            let at = Place::Private { offset, lane };
            unseen(cx, |cx| {
                let old = load(cx, at, 4)?[0];
                store(cx, at, 4, [f(old), 0, 0, 0])?;
                Ok(old)
            })
        }
    }
}

/// Like [`update32`], on 8 bytes.
///
/// In LDS and private memory this is a load and a store: only the host thread that runs the
/// work-group touches them.
///
/// # Errors
/// As [`store`].
pub(super) fn update64(
    cx: &mut Cx,
    at: Place,
    mut f: impl FnMut(u64) -> u64,
) -> Result<u64, BadAccess> {
    seen::note(cx.log, aligned(at, 8), 8, How::Update);
    let at = match at {
        Place::Global(addr) => return cx.env.memory.update_u64(&mut cx.window, addr, f),
        Place::Lds(None) => return Ok(0),
        Place::Lds(Some(addr)) => Place::Lds(Some(addr & !7)),
        Place::Private { offset, lane } => {
            let offset = offset & !7;
            cx.env.scratch.check(offset, 8, AccessKind::Write)?;
            Place::Private { offset, lane }
        }
    };
    unseen(cx, |cx| {
        let old = join(load(cx, at, 8)?);
        store(cx, at, 8, split(f(old)))?;
        Ok(old)
    })
}

/// What nobody is told of, since it is told as something else.
fn unseen<T>(cx: &mut Cx, f: impl FnOnce(&mut Cx) -> T) -> T {
    let log = cx.log.take();
    let done = f(cx);
    cx.log = log;
    done
}

/// The place without the low bits of its address.
fn aligned(at: Place, align: u32) -> Place {
    let low = align - 1;
    match at {
        Place::Global(at) => Place::Global(at & !u64::from(low)),
        Place::Lds(at) => Place::Lds(at.map(|at| at & !low)),
        Place::Private { offset, lane } => Place::Private {
            offset: offset & !low,
            lane,
        },
    }
}

/// Byte `offset` of a lane's private memory, which has it: in which window, and its address there.
fn private(cx: &Cx, offset: u32, lane: u8) -> (Window, u64) {
    let window = *cx.env.scratch.window();
    let at = Scratch::place_of(offset, lane as usize);
    (window, window.base + at)
}
