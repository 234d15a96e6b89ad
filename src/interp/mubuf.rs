//! MUBUF (CLRX GcnInstrsMubuf, GcnMemHandling "Buffer addressing").

use super::rmw::{b32, b64};
use super::space::{self, Load, Place, Store, join, split, vector, vector64};
use super::{Cx, Step, check_vgprs, lane_fault, lanes, s32, sgpr, unsupported};
use crate::isa::{Gen, Mubuf, MubufFields, Ty};
use crate::state::Wave;

/// Executes one instruction.
pub(super) fn execute(op: Mubuf, f: &MubufFields, w: &mut Wave, cx: &mut Cx) -> Step {
    use Mubuf::*;
    let row = op.row();
    if f.lds && !can_load_lds(op) {
        let what = format!("{} to LDS", row.mnemonics[cx.generation as usize]);
        return Err(unsupported(cx, &what));
    }
    match op {
        BUFFER_LOAD_UBYTE => load(f, w, cx, Load::U8),
        BUFFER_LOAD_SBYTE => load(f, w, cx, Load::I8),
        BUFFER_LOAD_USHORT => load(f, w, cx, Load::U16),
        BUFFER_LOAD_SSHORT => load(f, w, cx, Load::I16),
        BUFFER_LOAD_DWORD => load(f, w, cx, Load::Dwords(1)),
        BUFFER_LOAD_DWORDX2 => load(f, w, cx, Load::Dwords(2)),
        BUFFER_LOAD_DWORDX3 => load(f, w, cx, Load::Dwords(3)),
        BUFFER_LOAD_DWORDX4 => load(f, w, cx, Load::Dwords(4)),
        BUFFER_LOAD_UBYTE_D16 => load(f, w, cx, Load::U8Lo),
        BUFFER_LOAD_UBYTE_D16_HI => load(f, w, cx, Load::U8Hi),
        BUFFER_LOAD_SBYTE_D16 => load(f, w, cx, Load::I8Lo),
        BUFFER_LOAD_SBYTE_D16_HI => load(f, w, cx, Load::I8Hi),
        BUFFER_LOAD_SHORT_D16 => load(f, w, cx, Load::B16Lo),
        BUFFER_LOAD_SHORT_D16_HI => load(f, w, cx, Load::B16Hi),
        BUFFER_STORE_BYTE => store(f, w, cx, Store::B8),
        BUFFER_STORE_BYTE_D16_HI => store(f, w, cx, Store::B8Hi),
        BUFFER_STORE_SHORT => store(f, w, cx, Store::B16),
        BUFFER_STORE_SHORT_D16_HI => store(f, w, cx, Store::B16Hi),
        BUFFER_STORE_DWORD => store(f, w, cx, Store::Dwords(1)),
        BUFFER_STORE_DWORDX2 => store(f, w, cx, Store::Dwords(2)),
        BUFFER_STORE_DWORDX3 => store(f, w, cx, Store::Dwords(3)),
        BUFFER_STORE_DWORDX4 => store(f, w, cx, Store::Dwords(4)),
        BUFFER_STORE_LDS_DWORD => store_lds(f, w, cx),
        BUFFER_ATOMIC_SWAP => atomic32(f, w, cx, 1, b32::swap),
        BUFFER_ATOMIC_CMPSWAP => atomic32(f, w, cx, 2, b32::cmpswap),
        BUFFER_ATOMIC_ADD => atomic32(f, w, cx, 1, b32::add),
        BUFFER_ATOMIC_SUB => atomic32(f, w, cx, 1, b32::sub),
        BUFFER_ATOMIC_RSUB => atomic32(f, w, cx, 1, b32::rsub),
        BUFFER_ATOMIC_SMIN => atomic32(f, w, cx, 1, b32::smin),
        BUFFER_ATOMIC_UMIN => atomic32(f, w, cx, 1, b32::umin),
        BUFFER_ATOMIC_SMAX => atomic32(f, w, cx, 1, b32::smax),
        BUFFER_ATOMIC_UMAX => atomic32(f, w, cx, 1, b32::umax),
        BUFFER_ATOMIC_AND => atomic32(f, w, cx, 1, b32::and),
        BUFFER_ATOMIC_OR => atomic32(f, w, cx, 1, b32::or),
        BUFFER_ATOMIC_XOR => atomic32(f, w, cx, 1, b32::xor),
        BUFFER_ATOMIC_INC => atomic32(f, w, cx, 1, b32::inc),
        BUFFER_ATOMIC_DEC => atomic32(f, w, cx, 1, b32::dec),
        BUFFER_ATOMIC_FCMPSWAP => atomic32(f, w, cx, 2, b32::fcmpswap),
        BUFFER_ATOMIC_FMIN => atomic32(f, w, cx, 1, b32::fmin),
        BUFFER_ATOMIC_FMAX => atomic32(f, w, cx, 1, b32::fmax),
        BUFFER_ATOMIC_SWAP_X2 => atomic64(f, w, cx, 2, b64::swap),
        BUFFER_ATOMIC_CMPSWAP_X2 => atomic64(f, w, cx, 4, b64::cmpswap),
        BUFFER_ATOMIC_ADD_X2 => atomic64(f, w, cx, 2, b64::add),
        BUFFER_ATOMIC_SUB_X2 => atomic64(f, w, cx, 2, b64::sub),
        BUFFER_ATOMIC_RSUB_X2 => atomic64(f, w, cx, 2, b64::rsub),
        BUFFER_ATOMIC_SMIN_X2 => atomic64(f, w, cx, 2, b64::smin),
        BUFFER_ATOMIC_UMIN_X2 => atomic64(f, w, cx, 2, b64::umin),
        BUFFER_ATOMIC_SMAX_X2 => atomic64(f, w, cx, 2, b64::smax),
        BUFFER_ATOMIC_UMAX_X2 => atomic64(f, w, cx, 2, b64::umax),
        BUFFER_ATOMIC_AND_X2 => atomic64(f, w, cx, 2, b64::and),
        BUFFER_ATOMIC_OR_X2 => atomic64(f, w, cx, 2, b64::or),
        BUFFER_ATOMIC_XOR_X2 => atomic64(f, w, cx, 2, b64::xor),
        BUFFER_ATOMIC_INC_X2 => atomic64(f, w, cx, 2, b64::inc),
        BUFFER_ATOMIC_DEC_X2 => atomic64(f, w, cx, 2, b64::dec),
        BUFFER_ATOMIC_FCMPSWAP_X2 => atomic64(f, w, cx, 4, b64::fcmpswap),
        BUFFER_ATOMIC_FMIN_X2 => atomic64(f, w, cx, 2, b64::fmin),
        BUFFER_ATOMIC_FMAX_X2 => atomic64(f, w, cx, 2, b64::fmax),
        BUFFER_WBINVL1 | BUFFER_WBINVL1_VOL | BUFFER_WBINVL1_SC => Ok(()),
        BUFFER_LOAD_FORMAT_X
        | BUFFER_LOAD_FORMAT_XY
        | BUFFER_LOAD_FORMAT_XYZ
        | BUFFER_LOAD_FORMAT_XYZW
        | BUFFER_LOAD_FORMAT_D16_X
        | BUFFER_LOAD_FORMAT_D16_XY
        | BUFFER_LOAD_FORMAT_D16_XYZ
        | BUFFER_LOAD_FORMAT_D16_XYZW
        | BUFFER_LOAD_FORMAT_D16_HI_X
        | BUFFER_STORE_FORMAT_X
        | BUFFER_STORE_FORMAT_XY
        | BUFFER_STORE_FORMAT_XYZ
        | BUFFER_STORE_FORMAT_XYZW
        | BUFFER_STORE_FORMAT_D16_X
        | BUFFER_STORE_FORMAT_D16_XY
        | BUFFER_STORE_FORMAT_D16_XYZ
        | BUFFER_STORE_FORMAT_D16_XYZW
        | BUFFER_STORE_FORMAT_D16_HI_X => {
            let name = row.mnemonics[cx.generation as usize];
            let what = format!("{name}: buffer formats are not converted");
            Err(unsupported(cx, &what))
        }
    }
}

/// Whether the LDS bit has a meaning: single-component loads of up to a dword, as far as executed.
fn can_load_lds(op: Mubuf) -> bool {
    use Mubuf::*;
    matches!(
        op,
        BUFFER_LOAD_UBYTE
            | BUFFER_LOAD_SBYTE
            | BUFFER_LOAD_USHORT
            | BUFFER_LOAD_SSHORT
            | BUFFER_LOAD_DWORD
            | BUFFER_STORE_LDS_DWORD
    )
}

/// Addresses of buffers have the 48 bits of a V#'s base, and sums wrap around in them: compilers put
/// negative distances into the base and the pointer into VADDR.
const ADDRESS: u64 = (1 << 48) - 1;

/// The fields of a buffer resource, V#, that raw accesses use.
pub(super) struct Buffer {
    /// First byte, 48 bits.
    pub base: u64,
    /// Bytes per record.
    pub stride: u32,
    /// Size, in records or bytes: see [`Access::records`].
    pub num_records: u32,
    swizzle: bool,
    word3: u32,
}

impl Buffer {
    /// The V# in the four SGPRs from `srsrc`.
    pub fn read(w: &Wave, srsrc: u8) -> Buffer {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| sgpr(w, srsrc as usize + i));
        Buffer {
            base: a as u64 | (b as u64 & 0xffff) << 32,
            stride: b >> 16 & 0x3fff,
            num_records: c,
            swizzle: b >> 31 != 0,
            word3: d,
        }
    }
}

/// A MUBUF instruction's view of its buffer.
struct Access {
    base: u64,
    stride: u32,
    num_records: u32,
    soffset: u32,
    /// Index stride and element size, when addresses are swizzled.
    swizzle: Option<(u32, u32)>,
    /// The lane id is added to the index.
    tid: bool,
    /// Whether NUM_RECORDS counts records, and the index is checked against it.
    records: bool,
    /// Whether the offset is checked against the stride.
    indexed: bool,
    /// Low address bits are dropped.
    aligned: bool,
}

impl Access {
    fn new(f: &MubufFields, w: &Wave, cx: &Cx) -> Access {
        let b = Buffer::read(w, f.srsrc);
        let d = b.word3;
        let tid = d >> 23 & 1 != 0;
        let later = !cx.generation.is_legacy();
        // With ADD_TID_ENABLE the data format is the upper part of the stride on gfx8 and gfx9.
        let high = if tid && later { d >> 15 & 15 } else { 0 };
        let stride = b.stride | high << 14;
        let element = match cx.generation.is_gfx9() {
            true => 4,
            false => 2 << (d >> 19 & 3),
        };
        // The unit of NUM_RECORDS, as each generation has it (Mesa, radeonsi descriptors).
        let records = stride != 0
            && match cx.generation {
                Gen::Gfx6 | Gen::Gfx7 => true,
                Gen::Gfx8 => b.swizzle,
                Gen::Gfx9 | Gen::Gfx906 => f.idxen,
            };
        Access {
            base: b.base,
            stride,
            num_records: b.num_records,
            soffset: s32(w, cx, f.soffset, Ty::U32),
            swizzle: b.swizzle.then_some((8 << (d >> 21 & 3), element)),
            tid,
            records,
            indexed: f.idxen || tid,
            aligned: cx.generation == Gen::Gfx6,
        }
    }

    /// Address of the part at byte `part` of a lane's access in units of `unit` bytes (1, 2 or 4), or
    /// `None` when the range check drops it: then it reads as 0 and is not written.
    fn part(&self, f: &MubufFields, w: &Wave, lane: usize, part: u32, unit: u32) -> Option<u64> {
        let align = |addr: u64| match self.aligned {
            true => addr & !(unit as u64 - 1),
            false => addr,
        };
        let offset = f.offset as u32 + part;
        if f.addr64 {
            let addr = self.base.wrapping_add(vector64(w, f.vaddr, lane));
            let addr = addr.wrapping_add(self.soffset as u64 + offset as u64);
            return Some(align(addr & ADDRESS));
        }
        let v = |n: u8| w.v(f.vaddr + n).0[lane];
        let index = if f.idxen { v(0) } else { 0 };
        let offset = match f.offen {
            true => offset.wrapping_add(v(f.idxen as u8)),
            false => offset,
        };
        let index = match self.tid {
            true => index.wrapping_add(lane as u32),
            false => index,
        };
        let within = match self.swizzle {
            None => index.wrapping_mul(self.stride).wrapping_add(offset),
            Some((index_stride, element)) => {
                let records = (index / index_stride).wrapping_mul(self.stride);
                let rows = records.wrapping_add(offset / element * element);
                (offset % element)
                    .wrapping_add(element * (index % index_stride))
                    .wrapping_add(index_stride.wrapping_mul(rows))
            }
        };
        let inside = match self.records {
            true => index < self.num_records && !(self.indexed && offset >= self.stride),
            false => within < self.num_records.saturating_sub(self.soffset),
        };
        inside.then(|| {
            let addr = self.base + self.soffset as u64 + within as u64;
            align(addr)
        })
    }
}

/// Checks the address registers.
fn check_address(f: &MubufFields, w: &Wave) -> Step {
    let n = match f.addr64 {
        true => 2,
        false => f.idxen as u8 + f.offen as u8,
    };
    match n {
        0 => Ok(()),
        n => check_vgprs(w, f.vaddr, n),
    }
}

/// LDS address of a lane in a transfer between buffer and LDS: M0[15:0] + offset + 4 x lane.
fn lds_place(f: &MubufFields, w: &Wave, cx: &Cx, lane: usize) -> Place {
    let base = (w.m0() & 0xffff) + f.offset as u32;
    let limit = cx.env.lds.size();
    let offset = 4 * lane as u32;
    Place::Lds(space::lds_address(cx, base, offset, 4, 4, false, limit))
}

fn load(f: &MubufFields, w: &mut Wave, cx: &mut Cx, kind: Load) -> Step {
    check_address(f, w)?;
    if !f.lds {
        check_vgprs(w, f.vdata, kind.registers() + f.tfe as u8)?;
    }
    let access = Access::new(f, w, cx);
    let unit = kind.bytes().min(4);
    for lane in lanes(w.exec()) {
        let mut raw = [0; 4];
        for (i, raw) in raw[..kind.registers() as usize].iter_mut().enumerate() {
            if let Some(addr) = access.part(f, w, lane, 4 * i as u32, unit) {
                let loaded = space::load(cx, Place::Global(addr), unit);
                *raw = loaded.map_err(|bad| lane_fault(bad, lane))?[0];
            }
        }
        if f.lds {
            let data = [kind.register(raw[0], 0), 0, 0, 0];
            let at = lds_place(f, w, cx, lane);
            space::store(cx, at, 4, data).map_err(|bad| lane_fault(bad, lane))?;
        } else {
            kind.fill(w, f.vdata, lane, raw);
            no_fault(f, w, kind.registers(), lane);
        }
    }
    Ok(())
}

fn store(f: &MubufFields, w: &mut Wave, cx: &mut Cx, kind: Store) -> Step {
    check_address(f, w)?;
    check_vgprs(w, f.vdata, kind.registers())?;
    let access = Access::new(f, w, cx);
    for lane in lanes(w.exec()) {
        let data = kind.take(w, f.vdata, lane);
        store_lane(&access, f, w, cx, lane, kind, data)?;
    }
    Ok(())
}

/// BUFFER_STORE_LDS_DWORD: the data comes from LDS.
fn store_lds(f: &MubufFields, w: &mut Wave, cx: &mut Cx) -> Step {
    check_address(f, w)?;
    let access = Access::new(f, w, cx);
    for lane in lanes(w.exec()) {
        let at = lds_place(f, w, cx, lane);
        let data = space::load(cx, at, 4).map_err(|bad| lane_fault(bad, lane))?;
        store_lane(&access, f, w, cx, lane, Store::Dwords(1), data)?;
    }
    Ok(())
}

fn store_lane(
    access: &Access,
    f: &MubufFields,
    w: &Wave,
    cx: &mut Cx,
    lane: usize,
    kind: Store,
    data: [u32; 4],
) -> Step {
    let unit = kind.bytes().min(4);
    for (i, data) in data[..kind.registers() as usize].iter().enumerate() {
        if let Some(addr) = access.part(f, w, lane, 4 * i as u32, unit) {
            space::store(cx, Place::Global(addr), unit, [*data, 0, 0, 0])
                .map_err(|bad| lane_fault(bad, lane))?;
        }
    }
    Ok(())
}

/// The atomic `op` on a dword, with `n` data registers; with GLC the first receives the old value.
fn atomic32(
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    n: u8,
    op: fn(u32, u32, u32) -> u32,
) -> Step {
    check_atomic(f, w, n, 1)?;
    let access = Access::new(f, w, cx);
    for lane in lanes(w.exec()) {
        let [data, data2, ..] = vector(w, f.vdata, n, lane);
        let old = match access.part(f, w, lane, 0, 4) {
            None => 0,
            Some(addr) => space::update32(cx, Place::Global(addr), |old| op(old, data, data2))
                .map_err(|bad| lane_fault(bad, lane))?,
        };
        give_back(f, w, lane, 1, [old, 0, 0, 0]);
    }
    Ok(())
}

/// As [`atomic32`], on 8 bytes.
fn atomic64(
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    n: u8,
    op: fn(u64, u64, u64) -> u64,
) -> Step {
    check_atomic(f, w, n, 2)?;
    let access = Access::new(f, w, cx);
    for lane in lanes(w.exec()) {
        let [a, b, c, d] = vector(w, f.vdata, n, lane);
        let (data, data2) = (join([a, b, 0, 0]), join([c, d, 0, 0]));
        let parts = [0, 4].map(|part| access.part(f, w, lane, part, 4));
        let old = match parts {
            [Some(addr), Some(_)] => {
                space::update64(cx, Place::Global(addr), |old| op(old, data, data2))
                    .map_err(|bad| lane_fault(bad, lane))?
            }
            _ => 0,
        };
        give_back(f, w, lane, 2, split(old));
    }
    Ok(())
}

fn check_atomic(f: &MubufFields, w: &Wave, data: u8, result: u8) -> Step {
    check_address(f, w)?;
    check_vgprs(w, f.vdata, data.max(result + (f.glc && f.tfe) as u8))
}

fn give_back(f: &MubufFields, w: &mut Wave, lane: usize, registers: u8, old: [u32; 4]) {
    if f.glc {
        Load::Dwords(registers).fill(w, f.vdata, lane, old);
        no_fault(f, w, registers, lane);
    }
}

/// TFE: the register after the data says that no access failed.
fn no_fault(f: &MubufFields, w: &mut Wave, registers: u8, lane: usize) {
    if f.tfe {
        w.v_mut(f.vdata + registers).0[lane] = 0;
    }
}
