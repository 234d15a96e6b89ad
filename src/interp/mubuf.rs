//! MUBUF (CLRX GcnInstrsMubuf, GcnMemHandling "Buffer addressing").

use super::rmw::{b32, b64};
use super::space::{self, Place, join, split, vector, vector64};
use super::texel::{Conversion, Packing, Parts};
use super::{Cx, Step, Stop, check_vgprs, lane_fault, s32, sgpr, unsupported};
use crate::isa::facts::{Components, Load, MubufAct, Store};
use crate::isa::{Gens, Mubuf, MubufFields, Ty};
use crate::machine::Scratch;
use crate::machine::descriptors::{Buffer, BufferView};
use crate::machine::plant::{Fault, unless_planted};
use crate::machine::scratch::is_private;
use crate::machine::wave::{LANES, Wave};
use crate::numerics::Mode;
use crate::numerics::buffer_format::TexelFormat;

/// Executes one instruction.
pub(super) fn execute(op: Mubuf, f: &MubufFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let name = op.row().mnemonics[cx.generation as usize];
    if f.lds && !op.has_lds_form(cx.generation) {
        return Err(unsupported(cx, &format!("{name} to LDS")));
    }
    // Registers of the data of an atomic, and of its comparand.
    let n = op.row().shape.src[0].dwords();
    let packing = |components| match components {
        Components::Dwords => Packing::Dwords,
        Components::D16 => Packing::d16(cx.generation),
        Components::High => Packing::High,
    };
    match op.act() {
        MubufAct::Loads(kind) => load(f, w, cx, kind),
        MubufAct::Stores(kind) => store(f, w, cx, kind),
        MubufAct::StoresLds => store_lds(f, w, cx),
        MubufAct::Atomic32(op) => {
            let m = Mode::in_memory32(cx.generation);
            atomic32(f, w, cx, n, b32::by(op, m))
        }
        MubufAct::Atomic64(op) => {
            let m = Mode::in_memory64();
            atomic64(f, w, cx, n, b64::by(op, m))
        }
        MubufAct::LoadsFormat(components, count) => {
            let packing = packing(components);
            typed_load(name, f, w, cx, packing, count)
        }
        MubufAct::StoresFormat(components, count) => {
            let packing = packing(components);
            typed_store(name, f, w, cx, packing, count)
        }
        MubufAct::Cache => Ok(()),
    }
}

/// Addresses of buffers have the 48 bits of a V#'s base, and sums wrap around in them: compilers put
/// negative distances into the base and the pointer into VADDR.
pub(crate) const ADDRESS: u64 = (1 << 48) - 1;

/// A MUBUF or MTBUF instruction's view of its buffer.
pub(crate) struct Access<'a> {
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
            aligned: cx.generation.has(Gens::BUFFER_ALIGNS),
            private: private.then_some(cx.env.scratch),
        }
    }

    /// Where, in units of bytes, the wave's private memory begins for lanes that say where in it; `None` where this
    /// leads elsewhere, or has a limit.
    pub fn private_base(&self) -> Option<u32> {
        let scratch = self.private.filter(|_| self.view.is_unlimited())?;
        scratch.lane_offset(self.view.base(), 0)
    }

    /// The address of byte 0 of a buffer without records, and how many bytes it has; `None` of any other.
    pub fn plain(&self) -> Option<(u64, u32)> {
        let plain = self.private.is_none() && !self.aligned;
        self.view.plain().filter(|_| plain)
    }

    /// The sum to which a lane's 64-bit address is added.
    pub fn address64(&self, f: &MubufFields) -> u64 {
        let sum = u64::from(self.soffset) + u64::from(f.offset);
        self.buffer.base.wrapping_add(sum)
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
        let low = if self.aligned { unit - 1 } else { 0 };
        let global = |addr: u64| Place::Global(addr & !u64::from(low));
        let offset = u64::from(f.offset) + u64::from(part);
        if f.addr64 {
            let addr = self.buffer.base.wrapping_add(vector64(w, f.vaddr, lane));
            let addr = addr.wrapping_add(self.soffset as u64 + offset);
            return Some(global(addr & ADDRESS));
        }
        let v = |n: u8| w.v(f.vaddr + n).0[lane];
        let index = if f.idxen { v(0) } else { 0 };
        let offset = if f.offen {
            offset + u64::from(v(f.idxen as u8))
        } else {
            offset
        };
        let offset = unless_planted!(Fault::BufferWrap, offset, u64::from(offset as u32));
        let own = |s: &Scratch| s.lane_offset(self.view.base(), offset as u32);
        match self.private.and_then(own) {
            Some(own) => {
                (!self.view.drops_private(lane as u32, offset)).then_some(Place::Private {
                    offset: own & !low,
                    lane: lane as u8,
                })
            }
            None => {
                let index = self.view.index(index, lane as u32);
                self.view.address(index, offset).map(global)
            }
        }
    }

    /// Where in private memory, which this leads to, the access at byte `offset` of a lane's begins, from
    /// [`Access::private_base`] on; `None` where the range check drops it.
    pub fn in_private(&self, lane: usize, offset: u64) -> Option<u32> {
        (!self.view.drops_private(lane as u32, offset)).then_some(offset as u32)
    }
}

/// The V# in the four SGPRs from `srsrc`.
pub(super) fn read_buffer(w: &Wave, srsrc: u8) -> Buffer {
    Buffer::decode([0, 1, 2, 3].map(|i| sgpr(w, srsrc as usize + i)))
}

/// Checks the address registers.
fn check_address(f: &MubufFields, w: &Wave) -> Step {
    let n = if f.addr64 {
        2
    } else {
        f.idxen as u8 + f.offen as u8
    };
    match n {
        0 => Ok(()),
        n => check_vgprs(w, f.vaddr, n),
    }
}

fn load(f: &MubufFields, w: &mut Wave, cx: &mut Cx, kind: Load) -> Step {
    check_address(f, w)?;
    if !f.lds {
        check_vgprs(w, f.data(), kind.registers() + f.tfe as u8)?;
    }
    let access = Access::new(f, w, cx);
    let unit = kind.bytes().min(4);
    let mut to_lds = f.lds.then_some([[0; 4]; LANES]);
    for lane in cx.lanes(w.exec()) {
        let mut raw = [0; 4];
        for (i, raw) in raw[..kind.registers() as usize].iter_mut().enumerate() {
            if let Some(at) = access.part(f, w, lane, 4 * i as u32, unit) {
                let loaded = space::load(cx, at, unit);
                *raw = loaded.map_err(|bad| lane_fault(bad, lane))?[0];
            }
        }
        if let Some(data) = &mut to_lds {
            data[lane] = kind.extended(raw);
        } else {
            kind.fill(w, cx, f.data(), lane, raw);
            no_fault(f, w, kind.registers(), lane);
        }
    }
    if let Some(data) = to_lds {
        let bytes = 4 * u32::from(kind.registers());
        let place = |cx: &Cx, lane| space::lds_place(w, cx, f.offset.into(), bytes, lane);
        space::fill_lds(cx, w.exec(), &data, bytes, place);
    }
    Ok(())
}

fn store(f: &MubufFields, w: &mut Wave, cx: &mut Cx, kind: Store) -> Step {
    check_address(f, w)?;
    check_vgprs(w, f.data(), kind.registers())?;
    let access = Access::new(f, w, cx);
    for lane in cx.lanes(w.exec()) {
        let data = kind.take(w, f.data(), lane);
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
        check_vgprs(w, f.data(), registers + f.tfe as u8)?;
    }
    let access = Access::new(f, w, cx);
    let mut to_lds = f.lds.then_some([[0; 4]; LANES]);
    for lane in cx.lanes(w.exec()) {
        let parts = conversion.format.and_then(|format| {
            let bytes = format.bytes();
            Parts::new(bytes, |at| access.part(f, w, lane, at, bytes.min(4)))
        });
        let element = parts.map(|parts| parts.load(cx)).transpose();
        let components = conversion.load(element.map_err(|bad| lane_fault(bad, lane))?);
        if let Some(data) = &mut to_lds {
            data[lane][0] = components[0];
        } else {
            let components = &components[..count as usize];
            conversion.packing.write(w, cx, f.data(), lane, components);
            no_fault(f, w, registers, lane);
        }
    }
    if let Some(data) = to_lds {
        let place = |cx: &Cx, lane| space::lds_place(w, cx, f.offset.into(), 4, lane);
        space::fill_lds(cx, w.exec(), &data, 4, place);
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
    check_vgprs(w, f.data(), conversion.packing.registers(count))?;
    let access = Access::new(f, w, cx);
    for lane in cx.lanes(w.exec()) {
        let components = conversion.packing.read(w, f.data(), lane, count);
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
    for lane in cx.lanes(w.exec()) {
        let at = space::lds_place(w, cx, f.offset.into(), 4, lane);
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
    op: impl Fn(u32, u32, u32) -> u32,
) -> Step {
    check_atomic(f, w, n, 1)?;
    let access = Access::new(f, w, cx);
    for lane in cx.lanes(w.exec()) {
        let [data, data2, ..] = vector(w, f.data(), n, lane);
        let old = match access.part(f, w, lane, 0, 4) {
            None => 0,
            Some(at) => space::update32(cx, at, |old| op(old, data, data2))
                .map_err(|bad| lane_fault(bad, lane))?,
        };
        give_back(f, w, cx, lane, 1, [old, 0, 0, 0]);
    }
    Ok(())
}

/// As [`atomic32`], on 8 bytes.
fn atomic64(
    f: &MubufFields,
    w: &mut Wave,
    cx: &mut Cx,
    n: u8,
    op: impl Fn(u64, u64, u64) -> u64,
) -> Step {
    check_atomic(f, w, n, 2)?;
    let access = Access::new(f, w, cx);
    for lane in cx.lanes(w.exec()) {
        let [a, b, c, d] = vector(w, f.data(), n, lane);
        let (data, data2) = (join([a, b, 0, 0]), join([c, d, 0, 0]));
        let parts = [0, 4].map(|part| access.part(f, w, lane, part, 4));
        let old = match parts {
            [Some(at), Some(_)] => space::update64(cx, at, |old| op(old, data, data2))
                .map_err(|bad| lane_fault(bad, lane))?,
            _ => 0,
        };
        give_back(f, w, cx, lane, 2, split(old));
    }
    Ok(())
}

fn check_atomic(f: &MubufFields, w: &Wave, data: u8, result: u8) -> Step {
    check_address(f, w)?;
    check_vgprs(w, f.data(), data.max(result + (f.glc && f.tfe) as u8))
}

fn give_back(f: &MubufFields, w: &mut Wave, cx: &Cx, lane: usize, registers: u8, old: [u32; 4]) {
    if f.glc {
        Load::Dwords(registers).fill(w, cx, f.data(), lane, old);
        no_fault(f, w, registers, lane);
    }
}

/// TFE: the register after the data says that no access failed.
fn no_fault(f: &MubufFields, w: &mut Wave, registers: u8, lane: usize) {
    if f.tfe {
        w.v_mut(f.data() + u16::from(registers)).0[lane] = 0;
    }
}
