//! Typed elements of buffers and images: MUBUF and MTBUF with a format, MIMG (CLRX GcnMemHandling,
//! "MUBUF/MTBUF format conversion" and "Image addressing").
#![allow(unsafe_code)]

use super::controls::plain_float;
use super::helpers::{Ctx, Lanes, Private, atomic_lane, get, put, site};
use crate::error::FaultKind;
use crate::ir::{MemOp, Packing, TexelAct, TexelOp, TexelPlace};
use crate::isa::{Gen, Gens};
use crate::machine::PRIVATE_APERTURE_HI;
use crate::machine::descriptors::{Buffer, BufferView, DstSel, Image};
use crate::machine::memory::BadAccess;
use crate::machine::program::Program;
use crate::machine::scratch::is_private;
use crate::numerics::buffer_format::TexelFormat;

/// What went wrong, and in which lane if in one.
type Fault = (FaultKind, Option<usize>);

/// The registers of an access, 64 dwords each: operands and results. Those of a lane are read before
/// the lane's results are written, since they may be the same.
#[derive(Clone, Copy)]
struct Rows {
    operands: *const u32,
    results: *mut u32,
}

impl Rows {
    fn get(self, row: u8, lane: usize) -> u32 {
        // SAFETY: generated code passes as many rows as the instruction has operands, which is what
        // the callers below ask for.
        unsafe { *self.operands.add(64 * row as usize + lane) }
    }

    fn set(self, row: u8, lane: usize, v: u32) {
        // SAFETY: there is room for `TexelOp::results` rows; callers stay below.
        unsafe { *self.results.add(64 * row as usize + lane) = v }
    }
}

/// Where lanes' elements lie.
enum Elements {
    Buffer {
        view: BufferView,
        base: u64,
        soffset: u32,
        /// Low address bits are dropped.
        aligned: bool,
    },
    Image(Image),
}

/// One instruction while it runs.
struct Access {
    op: TexelOp,
    generation: Gen,
    /// Whether loads write whole registers.
    ecc: bool,
    site: usize,
    rows: Rows,
    elements: Elements,
    /// `None` where nothing is bound.
    format: Option<TexelFormat>,
    sel: DstSel,
}

/// Guest addresses of an element's dwords, or of all of it when it is smaller, those of private memory as
/// FLAT has them; `None` out of range.
type Parts = Option<[u64; 4]>;

/// FLAT's aperture and the place in it, of a part in private memory: no buffer has such an address.
fn place(addr: u64) -> Option<(u32, u32)> {
    let hi = (addr >> 32) as u32;
    (hi == PRIVATE_APERTURE_HI).then_some((hi, addr as u32))
}

/// The access to a part of an element of `bytes` bytes.
fn part_op(bytes: u32) -> MemOp {
    match bytes {
        1 | 2 => MemOp::small(bytes as u8),
        _ => MemOp::dwords(1),
    }
}

/// Addresses of buffers have the 48 bits of a V#'s base.
const ADDRESS: u64 = (1 << 48) - 1;

/// [`crate::ir::Uop::Texels`].
///
/// # Safety
/// Called by generated code only: `operands` leads to 64 dwords for each address and data register,
/// `results` to as many for each result.
#[allow(clippy::too_many_arguments)]
pub unsafe fn texels(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    a: u64,
    exec: u64,
    b: u64,
    c: u64,
    d: u64,
    operands: *const u32,
    results: *mut u32,
) -> u64 {
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    let rows = Rows { operands, results };
    let mut done = Ok(());
    plain_float(|| done = run(ctx, pc, TexelOp::unpack(imm), [a, b, c, d], exec, rows));
    match done {
        Ok(()) => 0,
        Err((kind, lane)) => ctx.fail_as(kind, lane, pc),
    }
}

fn run(
    ctx: &mut Ctx<'_>,
    pc: u64,
    op: TexelOp,
    scalars: [u64; 4],
    exec: u64,
    rows: Rows,
) -> Result<(), Fault> {
    let access = Access::new(ctx.program(), site(pc), op, scalars, rows)?;
    for lane in Lanes(exec) {
        access.lane(ctx, lane)?;
    }
    Ok(())
}

/// The fault of a valid instruction that is not executed.
fn refuse(generation: Gen, op: &TexelOp, what: &str) -> Fault {
    let name = op
        .row()
        .map_or("texel access", |r| r.mnemonics[generation as usize]);
    let kind = FaultKind::Unsupported {
        gen_: generation,
        what: format!("{name}: {what}"),
    };
    (kind, None)
}

fn in_lane(bad: BadAccess, lane: usize) -> Fault {
    (bad.into(), Some(lane))
}

impl Access {
    /// Reads the descriptor; faults where it describes what is not executed.
    fn new(
        program: &Program,
        site: usize,
        op: TexelOp,
        scalars: [u64; 4],
        rows: Rows,
    ) -> Result<Access, Fault> {
        let generation = program.generation();
        let refuse = |what: &str| refuse(generation, &op, what);
        let [a, b, c, d] = scalars.map(|v| [v as u32, (v >> 32) as u32]);
        let (elements, format, sel) = match op.place {
            TexelPlace::Buffer { idxen, format, .. } => {
                let buffer = Buffer::decode([a[0], a[1], b[0], b[1]]);
                let typed = op.encoding == 1;
                let (data, number) = if typed {
                    (format & 15, format >> 4)
                } else {
                    (buffer.data_format(), buffer.num_format())
                };
                if !typed && buffer.add_tid() && !generation.is_legacy() {
                    let what = "ADD_TID_ENABLE makes the data format a part of the stride";
                    return Err(refuse(what));
                }
                let format = TexelFormat::buffer(generation, data, number);
                let sel = if typed {
                    DstSel::IDENTITY
                } else {
                    buffer.dst_sel()
                };
                let elements = Elements::Buffer {
                    view: buffer.view(generation, idxen, c[0]),
                    base: buffer.base,
                    soffset: c[0],
                    aligned: generation.has(Gens::BUFFER_ALIGNS),
                };
                (elements, format.map_err(|what| refuse(&what))?, sel)
            }
            TexelPlace::Image { r128, .. } => {
                let words = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
                let image = Image::decode(generation, words, r128);
                let image = image.map_err(|what| refuse(&what))?;
                check_address(&op, &image)?;
                let mut format = None;
                if op.act != TexelAct::Info {
                    image.check_layout().map_err(|what| refuse(&what))?;
                    let (data, number) = (image.data_format, image.num_format);
                    format = TexelFormat::image(generation, data, number)
                        .map_err(|what| refuse(&what))?;
                }
                (Elements::Image(image), format, image.dst_sel)
            }
        };
        let access = Access {
            op,
            generation,
            ecc: program.has_ecc(),
            site,
            rows,
            elements,
            format,
            sel,
        };
        if op.act == TexelAct::Atomic {
            access.check_atomic()?;
        }
        Ok(access)
    }

    /// A value of an image atomic has the texel's size; DMASK counts the dwords of all values.
    fn check_atomic(&self) -> Result<(), Fault> {
        let TexelPlace::Image { dmask, .. } = self.op.place else {
            return Ok(());
        };
        let bytes = self.format.map(TexelFormat::bytes);
        let known = match self.op.count {
            1 => !self.op.atomic.two(),
            2 | 4 => true,
            _ => false,
        };
        if known && bytes.is_none_or(|b| b == 4 * self.value_dwords() as u32) {
            return Ok(());
        }
        let bits = 8 * bytes.unwrap_or(0);
        let what = format!("texels of {bits} bits with a DMASK of {dmask:#x}");
        Err(refuse(self.generation, &self.op, &what))
    }

    /// Dwords of one operand of an atomic.
    fn value_dwords(&self) -> u8 {
        self.op.count / (1 + self.op.atomic.two() as u8)
    }

    fn lane(&self, ctx: &mut Ctx<'_>, lane: usize) -> Result<(), Fault> {
        match self.op.act {
            TexelAct::Load => {
                let element = self.load(ctx, lane)?;
                self.give(lane, self.converted(element));
            }
            TexelAct::LoadRaw | TexelAct::LoadRawSigned => {
                let mut element = self.load(ctx, lane)?.unwrap_or([0; 4]);
                if self.op.act == TexelAct::LoadRawSigned {
                    element[0] = match self.format.map(TexelFormat::bytes) {
                        Some(1) => element[0] as i8 as u32,
                        Some(2) => element[0] as i16 as u32,
                        _ => element[0],
                    };
                }
                self.give(lane, element);
            }
            TexelAct::Info => {
                if let Elements::Image(image) = &self.elements {
                    self.give(lane, image.info(self.coordinate(0, lane)));
                }
            }
            TexelAct::Store => {
                let components = self.sel.store(self.take(lane));
                let component = self.op.packing.component();
                let pack = |f: TexelFormat| f.pack(components, component);
                let element = self.format.map(pack).transpose();
                let element = element.map_err(|what| refuse(self.generation, &self.op, &what))?;
                self.store(ctx, lane, element)?;
            }
            TexelAct::StoreRaw => {
                let element = self.format.map(|_| self.take(lane));
                self.store(ctx, lane, element)?;
            }
            TexelAct::Atomic => self.atomic(ctx, lane)?,
        }
        Ok(())
    }

    // Addresses.

    /// Address component `i` of a lane in an image. With A16 (gfx9) two lie in a register.
    fn coordinate(&self, i: u8, lane: usize) -> u32 {
        match self.op.place {
            TexelPlace::Image { a16: true, .. } => {
                self.rows.get(i / 2, lane) >> (16 * (i % 2)) & 0xffff
            }
            _ => self.rows.get(i, lane),
        }
    }

    /// Where a lane's element of `bytes` bytes lies: all of it is out of range when a part is (AMD's
    /// RDNA texts, on format instructions and atomics).
    fn parts(&self, private: Private<'_>, lane: usize, bytes: u32) -> Result<Parts, Fault> {
        let n = bytes.div_ceil(4) as usize;
        let mut out = [0; 4];
        match (&self.elements, self.op.place) {
            (Elements::Image(image), TexelPlace::Image { da, mip, .. }) => {
                let n = image.coordinates(da);
                let mut at = [0; 3];
                for (i, c) in (0..n).zip(&mut at) {
                    *c = self.coordinate(i, lane);
                }
                let level = if mip { self.coordinate(n, lane) } else { 0 };
                let address = image.address(image.at(at, da, level), bytes);
                let address = address.map_err(|what| refuse(self.generation, &self.op, &what))?;
                let dwords = |a: u64| [0, 4, 8, 12].map(|k| a.wrapping_add(k));
                Ok(address.map(dwords))
            }
            _ => {
                for (k, part) in out[..n].iter_mut().enumerate() {
                    match self.buffer_part(private, lane, 4 * k as u32, bytes.min(4)) {
                        Some(a) => *part = a,
                        None => return Ok(None),
                    }
                }
                Ok(Some(out))
            }
        }
    }

    /// Address of the part at byte `part` of a lane's element, in units of `unit` bytes.
    fn buffer_part(&self, private: Private<'_>, lane: usize, part: u32, unit: u32) -> Option<u64> {
        let (
            Elements::Buffer {
                view,
                base,
                soffset,
                aligned,
            },
            TexelPlace::Buffer {
                idxen,
                offen,
                addr64,
                offset,
                ..
            },
        ) = (&self.elements, self.op.place)
        else {
            return None;
        };
        let v = |n: u8| self.rows.get(n, lane);
        let offset = u64::from(offset) + u64::from(part);
        let low = if *aligned { unit as u64 - 1 } else { 0 };
        let addr = if addr64 {
            let addr = v(0) as u64 | (v(1) as u64) << 32;
            let addr = addr.wrapping_add(*base);
            addr.wrapping_add(*soffset as u64 + offset) & ADDRESS
        } else {
            let index = if idxen { v(0) } else { 0 };
            let first = if offen { v(idxen as u8) } else { 0 };
            let offset = offset + u64::from(first);
            if !idxen
                && view.interleaves_lanes()
                && is_private(view.base())
                && let Some(o) = private.scratch().lane_offset(view.base(), offset as u32)
            {
                let dropped = view.drops_private(lane as u32, offset);
                let at = u64::from(PRIVATE_APERTURE_HI) << 32 | u64::from(o) & !low;
                return (!dropped).then_some(at);
            }
            view.address(view.index(index, lane as u32), offset)?
        };
        Some(addr & !low)
    }

    // Memory.

    /// A lane's element; `None` when it is out of range or nothing is bound.
    fn load(&self, ctx: &mut Ctx<'_>, lane: usize) -> Result<Option<[u32; 4]>, Fault> {
        let Some(format) = self.format else {
            return Ok(None);
        };
        let bytes = format.bytes();
        let Some(parts) = self.parts(ctx.private(), lane, bytes)? else {
            return Ok(None);
        };
        let mut element = [0; 4];
        let n = bytes.div_ceil(4) as usize;
        for (v, addr) in element[..n].iter_mut().zip(parts) {
            if let Some(place) = place(addr) {
                let m = part_op(bytes);
                let loaded = ctx.load_aperture(m, place, lane, 0);
                *v = loaded.map_err(|bad| in_lane(bad, lane))?[0];
                continue;
            }
            let p = ctx.host(self.site, addr, bytes.min(4) as u64, false);
            let p = p.map_err(|bad| in_lane(bad, lane))?;
            // SAFETY: `host` checked the part.
            [*v] = unsafe {
                match bytes {
                    1 => get::<1, 1>(p),
                    2 => get::<2, 1>(p),
                    _ => get::<4, 1>(p),
                }
            };
        }
        Ok(Some(element))
    }

    /// Writes a lane's element if it is in range and something is bound.
    fn store(
        &self,
        ctx: &mut Ctx<'_>,
        lane: usize,
        element: Option<[u32; 4]>,
    ) -> Result<(), Fault> {
        let (Some(format), Some(element)) = (self.format, element) else {
            return Ok(());
        };
        let bytes = format.bytes();
        let Some(parts) = self.parts(ctx.private(), lane, bytes)? else {
            return Ok(());
        };
        let n = bytes.div_ceil(4) as usize;
        for (v, addr) in element[..n].iter().zip(parts) {
            if let Some(place) = place(addr) {
                let stored = ctx.store_aperture(part_op(bytes), place, lane, 0, [*v, 0, 0, 0]);
                stored.map_err(|bad| in_lane(bad, lane))?;
                continue;
            }
            let p = ctx.host(self.site, addr, bytes.min(4) as u64, true);
            let p = p.map_err(|bad| in_lane(bad, lane))?;
            // SAFETY: `host` checked the part.
            unsafe {
                match bytes {
                    1 => put::<1, 1>(p, [*v]),
                    2 => put::<2, 1>(p, [*v]),
                    _ => put::<4, 1>(p, [*v]),
                }
            }
        }
        Ok(())
    }

    /// Values have 32 or 64 bits, or 128, on which the operation is one on each half (CLRX: "add
    /// 64-bit dwords").
    fn atomic(&self, ctx: &mut Ctx<'_>, lane: usize) -> Result<(), Fault> {
        let n = self.value_dwords();
        let mut data = [0; 4];
        for (i, d) in (0..self.op.count).zip(&mut data) {
            *d = self.rows.get(self.op.address + i, lane);
        }
        let parts = match self.format {
            Some(_) => self.parts(ctx.private(), lane, 4 * n as u32)?,
            None => None,
        };
        let mut old = [0; 4];
        if let Some(parts) = parts {
            let m = MemOp::atomic(self.op.atomic, if n == 1 { 4 } else { 8 });
            let value = |i: usize| data[i] as u64 | (data[i + 1] as u64) << 32;
            for k in (0..n as usize).step_by(2) {
                let (d, e) = if n == 1 {
                    (data[0] as u64, data[1] as u64)
                } else {
                    (value(k), value(2))
                };
                let v = atomic_lane(ctx, self.site, m, parts[k], d, e);
                let v = v.map_err(|bad| in_lane(bad, lane))?;
                (old[k], old[k + 1]) = (v as u32, (v >> 32) as u32);
            }
        }
        for i in 0..self.op.results {
            self.rows.set(i, lane, old[i as usize]);
        }
        Ok(())
    }

    // Registers.

    /// The four components of an element. What is out of range reads as zero, but DST_SEL's constant
    /// one is one all the same (AMD's RDNA texts, on buffers).
    fn converted(&self, element: Option<[u32; 4]>) -> [u32; 4] {
        let component = self.op.packing.component();
        let Some(format) = self.format else {
            return self.sel.load([0; 4], component.float_one());
        };
        let components = element.map_or([0; 4], |e| format.unpack(e, component));
        self.sel.load(components, format.one(component))
    }

    /// Which components are in registers, lowest first.
    fn components(&self) -> impl Iterator<Item = usize> {
        let mask = match self.op.place {
            TexelPlace::Image { dmask, .. } => dmask,
            TexelPlace::Buffer { .. } => (1 << self.op.count) - 1,
        };
        (0..4).filter(move |i| mask >> i & 1 != 0)
    }

    /// Writes a lane's results. A DMASK of zero counts as 1, and gives 0 (AMD's RDNA texts; LLVM has
    /// the same size).
    fn give(&self, lane: usize, components: [u32; 4]) {
        let mut data = [0; 4];
        for (out, i) in data.iter_mut().zip(self.components()) {
            *out = components[i];
        }
        let n = self.op.count.max(1);
        for r in 0..self.op.results {
            let old = || {
                if self.ecc {
                    0
                } else {
                    self.rows.get(self.op.address + r, lane)
                }
            };
            let v = match self.op.packing {
                Packing::Dwords | Packing::Halves => data[r as usize],
                Packing::High => old() & 0xffff | data[r as usize] << 16,
                Packing::Packed => {
                    let (low, high) = (data[2 * r as usize], data[2 * r as usize + 1]);
                    if 2 * r + 1 < n {
                        low | high << 16
                    } else {
                        old() & 0xffff_0000 | low
                    }
                }
            };
            self.rows.set(r, lane, v);
        }
    }

    /// The components of a store; those that the instruction does not have are zero (of images LLVM's
    /// FeatureDefaultComponentZero).
    fn take(&self, lane: usize) -> [u32; 4] {
        let mut components = [0; 4];
        for (i, c) in (0..self.op.count).zip(self.components()) {
            let v = |r: u8| self.rows.get(self.op.address + r, lane);
            components[c] = match self.op.packing {
                Packing::Dwords => v(i),
                Packing::Halves => v(i) & 0xffff,
                Packing::Packed => v(i / 2) >> (16 * (i % 2)) & 0xffff,
                Packing::High => v(i) >> 16,
            };
        }
        components
    }
}

/// Checks that the wave has the address registers that the image's shape asks for.
fn check_address(op: &TexelOp, image: &Image) -> Result<(), Fault> {
    let TexelPlace::Image {
        da,
        a16,
        mip,
        vaddr,
        ..
    } = op.place
    else {
        return Ok(());
    };
    let components = match op.act {
        TexelAct::Info => 1,
        _ => image.coordinates(da) + mip as u8,
    };
    let n = if a16 {
        components.div_ceil(2)
    } else {
        components
    };
    if n <= op.address {
        return Ok(());
    }
    // Fewer than four are there: the last one is the wave's last.
    let have = vaddr as u32 + op.address as u32;
    let v = vaddr as u32 + n as u32 - 1;
    let what = format!("operand v{v} (the kernel has {have} VGPRs)");
    Err((FaultKind::Illegal(what), None))
}
