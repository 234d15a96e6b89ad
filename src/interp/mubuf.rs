//! MUBUF (CLRX GcnInstrsMubuf, GcnMemHandling "Buffer addressing").

use super::rmw::{b32, b64};
use super::space::{self, Load, Place, Store, join, split, vector, vector64};
use super::texel::{Conversion, Packing, Parts};
use super::{Cx, Step, Stop, check_vgprs, lane_fault, lanes, s32, sgpr, unsupported};
use crate::isa::{Gen, Mubuf, MubufFields, Ty};
use crate::machine::Scratch;
use crate::machine::descriptors::{Buffer, BufferView};
use crate::machine::scratch::is_private;
use crate::machine::wave::{LANES, Wave};
use crate::numerics::buffer_format::TexelFormat;

/// Executes one instruction.
pub(super) fn execute(op: Mubuf, f: &MubufFields, w: &mut Wave, cx: &mut Cx) -> Step {
    use Mubuf::*;
    let name = op.row().mnemonics[cx.generation as usize];
    let d16 = Packing::d16(cx.generation);
    if f.lds && !op.has_lds_form() {
        return Err(unsupported(cx, &format!("{name} to LDS")));
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
        BUFFER_LOAD_FORMAT_X => typed_load(name, f, w, cx, Packing::Dwords, 1),
        BUFFER_LOAD_FORMAT_XY => typed_load(name, f, w, cx, Packing::Dwords, 2),
        BUFFER_LOAD_FORMAT_XYZ => typed_load(name, f, w, cx, Packing::Dwords, 3),
        BUFFER_LOAD_FORMAT_XYZW => typed_load(name, f, w, cx, Packing::Dwords, 4),
        BUFFER_LOAD_FORMAT_D16_X => typed_load(name, f, w, cx, d16, 1),
        BUFFER_LOAD_FORMAT_D16_XY => typed_load(name, f, w, cx, d16, 2),
        BUFFER_LOAD_FORMAT_D16_XYZ => typed_load(name, f, w, cx, d16, 3),
        BUFFER_LOAD_FORMAT_D16_XYZW => typed_load(name, f, w, cx, d16, 4),
        BUFFER_LOAD_FORMAT_D16_HI_X => typed_load(name, f, w, cx, Packing::High, 1),
        BUFFER_STORE_FORMAT_X => typed_store(name, f, w, cx, Packing::Dwords, 1),
        BUFFER_STORE_FORMAT_XY => typed_store(name, f, w, cx, Packing::Dwords, 2),
        BUFFER_STORE_FORMAT_XYZ => typed_store(name, f, w, cx, Packing::Dwords, 3),
        BUFFER_STORE_FORMAT_XYZW => typed_store(name, f, w, cx, Packing::Dwords, 4),
        BUFFER_STORE_FORMAT_D16_X => typed_store(name, f, w, cx, d16, 1),
        BUFFER_STORE_FORMAT_D16_XY => typed_store(name, f, w, cx, d16, 2),
        BUFFER_STORE_FORMAT_D16_XYZ => typed_store(name, f, w, cx, d16, 3),
        BUFFER_STORE_FORMAT_D16_XYZW => typed_store(name, f, w, cx, d16, 4),
        BUFFER_STORE_FORMAT_D16_HI_X => typed_store(name, f, w, cx, Packing::High, 1),
    }
}

/// Addresses of buffers have the 48 bits of a V#'s base, and sums wrap around in them: compilers put
/// negative distances into the base and the pointer into VADDR.
const ADDRESS: u64 = (1 << 48) - 1;

/// A MUBUF or MTBUF instruction's view of its buffer.
pub(super) struct Access<'a> {
    /// The V#.
    pub buffer: Buffer,
    view: BufferView,
    soffset: u32,
    /// Low address bits are dropped.
    aligned: bool,
    /// The wave's private memory, when this leads there.
    private: Option<&'a Scratch>,
}

impl<'a> Access<'a> {
    pub fn new(f: &MubufFields, w: &Wave, cx: &Cx<'a>) -> Access<'a> {
        let buffer = read_buffer(w, f.srsrc);
        let soffset = s32(w, cx, f.soffset, Ty::U32);
        let view = buffer.view(cx.generation, f.idxen, soffset);
        let private = !f.idxen && view.interleaves_lanes() && is_private(view.base());
        Access {
            buffer,
            view,
            soffset,
            aligned: cx.generation == Gen::Gfx6,
            private: private.then_some(cx.env.scratch),
        }
    }

    /// Place of the part at byte `part` of a lane's access in units of `unit` bytes (1, 2 or 4), or
    /// `None` when the range check drops it: then it reads as 0 and is not written.
    pub fn part(
        &self,
        f: &MubufFields,
        w: &Wave,
        lane: usize,
        part: u32,
        unit: u32,
    ) -> Option<Place> {
        let low = match self.aligned {
            true => unit - 1,
            false => 0,
        };
        let global = |addr: u64| Place::Global(addr & !u64::from(low));
        let offset = f.offset as u32 + part;
        if f.addr64 {
            let addr = self.buffer.base.wrapping_add(vector64(w, f.vaddr, lane));
            let addr = addr.wrapping_add(self.soffset as u64 + offset as u64);
            return Some(global(addr & ADDRESS));
        }
        let v = |n: u8| w.v(f.vaddr + n).0[lane];
        let index = if f.idxen { v(0) } else { 0 };
        let offset = match f.offen {
            true => offset.wrapping_add(v(f.idxen as u8)),
            false => offset,
        };
        let addr = self
            .view
            .address(self.view.index(index, lane as u32), offset);
        let own = |s: &Scratch| s.lane_offset(self.view.base(), offset);
        match self.private.and_then(own) {
            // Where there is no limit, what is beyond the lane's memory is a fault.
            Some(offset) if addr.is_some() || self.view.is_unlimited() => Some(Place::Private {
                offset: offset & !low,
                lane: lane as u8,
            }),
            _ => addr.map(global),
        }
    }
}

/// The V# in the four SGPRs from `srsrc`.
pub(super) fn read_buffer(w: &Wave, srsrc: u8) -> Buffer {
    Buffer::decode([0, 1, 2, 3].map(|i| sgpr(w, srsrc as usize + i)))
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
    let mut to_lds = f.lds.then_some([0; LANES]);
    for lane in lanes(w.exec()) {
        let mut raw = [0; 4];
        for (i, raw) in raw[..kind.registers() as usize].iter_mut().enumerate() {
            if let Some(at) = access.part(f, w, lane, 4 * i as u32, unit) {
                let loaded = space::load(cx, at, unit);
                *raw = loaded.map_err(|bad| lane_fault(bad, lane))?[0];
            }
        }
        if let Some(data) = &mut to_lds {
            data[lane] = kind.register(raw[0], 0);
        } else {
            kind.fill(w, f.vdata, lane, raw);
            no_fault(f, w, kind.registers(), lane);
        }
    }
    if let Some(data) = to_lds {
        space::fill_lds(cx, w.exec(), &data, |cx, lane| lds_place(f, w, cx, lane));
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

/// The format in the V#.
fn conversion(
    name: &str,
    f: &MubufFields,
    w: &Wave,
    cx: &Cx,
    packing: Packing,
) -> Result<Conversion, Stop> {
    let error = |what: &str| unsupported(cx, &format!("{name}: {what}"));
    let buffer = read_buffer(w, f.srsrc);
    if buffer.add_tid() && !cx.generation.is_legacy() {
        return Err(error(
            "ADD_TID_ENABLE makes the data format a part of the stride",
        ));
    }
    let format = TexelFormat::buffer(cx.generation, buffer.data_format(), buffer.num_format());
    Ok(Conversion {
        format: format.map_err(|what| error(&what))?,
        sel: buffer.dst_sel(),
        packing,
    })
}

fn typed_load(
    name: &str,
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    packing: Packing,
    count: u8,
) -> Step {
    let conversion = conversion(name, f, w, cx, packing)?;
    load_format(f, w, cx, conversion, count)
}

fn typed_store(
    name: &str,
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    packing: Packing,
    count: u8,
) -> Step {
    let conversion = conversion(name, f, w, cx, packing)?;
    store_format(name, f, w, cx, conversion, count)
}

/// Loads `count` components of an element.
pub(super) fn load_format(
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    conversion: Conversion,
    count: u8,
) -> Step {
    check_address(f, w)?;
    let registers = conversion.packing.registers(count);
    if !f.lds {
        check_vgprs(w, f.vdata, registers + f.tfe as u8)?;
    }
    let access = Access::new(f, w, cx);
    let mut to_lds = f.lds.then_some([0; LANES]);
    for lane in lanes(w.exec()) {
        let parts = conversion.format.and_then(|format| {
            let bytes = format.bytes();
            Parts::new(bytes, |at| access.part(f, w, lane, at, bytes.min(4)))
        });
        let element = parts.map(|parts| parts.load(cx)).transpose();
        let components = conversion.load(element.map_err(|bad| lane_fault(bad, lane))?);
        if let Some(data) = &mut to_lds {
            data[lane] = components[0];
        } else {
            let components = &components[..count as usize];
            conversion.packing.write(w, f.vdata, lane, components);
            no_fault(f, w, registers, lane);
        }
    }
    if let Some(data) = to_lds {
        space::fill_lds(cx, w.exec(), &data, |cx, lane| lds_place(f, w, cx, lane));
    }
    Ok(())
}

/// Stores an element of which the instruction has the first `count` components.
pub(super) fn store_format(
    name: &str,
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    conversion: Conversion,
    count: u8,
) -> Step {
    check_address(f, w)?;
    check_vgprs(w, f.vdata, conversion.packing.registers(count))?;
    let access = Access::new(f, w, cx);
    for lane in lanes(w.exec()) {
        let components = conversion.packing.read(w, f.vdata, lane, count);
        let element = conversion
            .store(components)
            .map_err(|what| unsupported(cx, &format!("{name}: {what}")))?;
        let parts = conversion.format.and_then(|format| {
            let bytes = format.bytes();
            Parts::new(bytes, |at| access.part(f, w, lane, at, bytes.min(4)))
        });
        if let (Some(parts), Some(element)) = (parts, element) {
            let stored = parts.store(cx, element);
            stored.map_err(|bad| lane_fault(bad, lane))?;
        }
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
    access: &Access<'_>,
    f: &MubufFields,
    w: &Wave,
    cx: &mut Cx,
    lane: usize,
    kind: Store,
    data: [u32; 4],
) -> Step {
    let unit = kind.bytes().min(4);
    for (i, data) in data[..kind.registers() as usize].iter().enumerate() {
        if let Some(at) = access.part(f, w, lane, 4 * i as u32, unit) {
            space::store(cx, at, unit, [*data, 0, 0, 0]).map_err(|bad| lane_fault(bad, lane))?;
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
            Some(at) => space::update32(cx, at, |old| op(old, data, data2))
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
            [Some(at), Some(_)] => space::update64(cx, at, |old| op(old, data, data2))
                .map_err(|bad| lane_fault(bad, lane))?,
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
