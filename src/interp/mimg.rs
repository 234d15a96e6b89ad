//! MIMG (CLRX GcnInstrsMimg, GcnMemHandling "Image addressing").

use super::rmw::{b32, b64};
use super::space::{self, Place, join, split};
use super::texel::{Conversion, Packing, Parts};
use super::{Cx, Step, Stop, check_vgprs, lane_fault, sgpr, unsupported};
use crate::isa::mimg::filtered_images;
use crate::isa::{Mimg, MimgFields};
use crate::machine::descriptors::{Image, Texel};
use crate::machine::wave::Wave;
use crate::numerics::buffer_format::TexelFormat;

/// Executes one instruction.
pub(super) fn execute(op: Mimg, f: &MimgFields, w: &mut Wave, cx: &mut Cx) -> Step {
    use Mimg::*;
    let name = op.row().mnemonics[cx.generation as usize];
    match op {
        IMAGE_LOAD => load(name, f, w, cx, Level::First),
        IMAGE_LOAD_MIP => load(name, f, w, cx, Level::Given),
        IMAGE_LOAD_PCK => load_raw(name, f, w, cx, Level::First, false),
        IMAGE_LOAD_PCK_SGN => load_raw(name, f, w, cx, Level::First, true),
        IMAGE_LOAD_MIP_PCK => load_raw(name, f, w, cx, Level::Given, false),
        IMAGE_LOAD_MIP_PCK_SGN => load_raw(name, f, w, cx, Level::Given, true),
        IMAGE_STORE => store(name, f, w, cx, Level::First),
        IMAGE_STORE_MIP => store(name, f, w, cx, Level::Given),
        IMAGE_STORE_PCK => store_raw(name, f, w, cx, Level::First),
        IMAGE_STORE_MIP_PCK => store_raw(name, f, w, cx, Level::Given),
        IMAGE_GET_RESINFO => get_resinfo(name, f, w, cx),
        IMAGE_ATOMIC_SWAP => atomic(name, f, w, cx, 1, b32::swap, b64::swap),
        IMAGE_ATOMIC_ADD => atomic(name, f, w, cx, 1, b32::add, b64::add),
        IMAGE_ATOMIC_RSUB => atomic(name, f, w, cx, 1, b32::rsub, b64::rsub),
        IMAGE_ATOMIC_SUB => atomic(name, f, w, cx, 1, b32::sub, b64::sub),
        IMAGE_ATOMIC_SMIN => atomic(name, f, w, cx, 1, b32::smin, b64::smin),
        IMAGE_ATOMIC_UMIN => atomic(name, f, w, cx, 1, b32::umin, b64::umin),
        IMAGE_ATOMIC_SMAX => atomic(name, f, w, cx, 1, b32::smax, b64::smax),
        IMAGE_ATOMIC_UMAX => atomic(name, f, w, cx, 1, b32::umax, b64::umax),
        IMAGE_ATOMIC_AND => atomic(name, f, w, cx, 1, b32::and, b64::and),
        IMAGE_ATOMIC_OR => atomic(name, f, w, cx, 1, b32::or, b64::or),
        IMAGE_ATOMIC_XOR => atomic(name, f, w, cx, 1, b32::xor, b64::xor),
        IMAGE_ATOMIC_INC => atomic(name, f, w, cx, 1, b32::inc, b64::inc),
        IMAGE_ATOMIC_DEC => atomic(name, f, w, cx, 1, b32::dec, b64::dec),
        IMAGE_ATOMIC_FMIN => atomic(name, f, w, cx, 1, b32::fmin, b64::fmin),
        IMAGE_ATOMIC_FMAX => atomic(name, f, w, cx, 1, b32::fmax, b64::fmax),
        IMAGE_ATOMIC_CMPSWAP => atomic(name, f, w, cx, 2, b32::cmpswap, b64::cmpswap),
        IMAGE_ATOMIC_FCMPSWAP => atomic(name, f, w, cx, 2, b32::fcmpswap, b64::fcmpswap),
        filtered_images!() => {
            let what = format!("{name}: images are not filtered");
            Err(unsupported(cx, &what))
        }
    }
}

/// Which level of the image an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The largest of the view.
    First,
    /// The one whose number follows the coordinates.
    Given,
    /// The one whose number is the whole address: no texel is accessed.
    Alone,
}

/// An instruction's image.
struct Access<'a> {
    name: &'a str,
    image: Image,
    level: Level,
}

impl<'a> Access<'a> {
    /// Reads the T# and checks the address registers.
    fn new(
        name: &'a str,
        f: &MimgFields,
        w: &Wave,
        cx: &Cx,
        level: Level,
    ) -> Result<Access<'a>, Stop> {
        let words = std::array::from_fn(|i| sgpr(w, f.srsrc as usize + i));
        let image = Image::decode(cx.generation, words, f.r128);
        let image = image.map_err(|what| unsupported(cx, &format!("{name}: {what}")))?;
        let access = Access { name, image, level };
        let registers = if f.a16 {
            access.components(f).div_ceil(2)
        } else {
            access.components(f)
        };
        check_vgprs(w, f.vaddr, registers)?;
        Ok(access)
    }

    /// Reads the T# of an image whose texels are accessed, and its format.
    fn of_texels(
        name: &'a str,
        f: &MimgFields,
        w: &Wave,
        cx: &Cx,
        level: Level,
    ) -> Result<(Access<'a>, Option<TexelFormat>), Stop> {
        let access = Access::new(name, f, w, cx, level)?;
        let Image {
            data_format,
            num_format,
            ..
        } = access.image;
        let checked = access.image.check_layout();
        checked.map_err(|what| access.refuse(cx, &what))?;
        let format = TexelFormat::image(cx.generation, data_format, num_format);
        let format = format.map_err(|what| access.refuse(cx, &what))?;
        Ok((access, format))
    }

    fn refuse(&self, cx: &Cx, what: &str) -> Stop {
        unsupported(cx, &format!("{}: {what}", self.name))
    }

    /// Components of the address.
    fn components(&self, f: &MimgFields) -> u8 {
        match self.level {
            Level::First => self.image.coordinates(f.da),
            Level::Given => self.image.coordinates(f.da) + 1,
            Level::Alone => 1,
        }
    }

    /// The texel that a lane addresses. With A16 (gfx9) two components lie in a register.
    fn texel(&self, f: &MimgFields, w: &Wave, lane: usize) -> Texel {
        let v = |i: u8| w.v(f.vaddr + i).0[lane];
        let mut address = [0; 4];
        for (i, c) in (0..self.components(f)).zip(&mut address) {
            *c = if f.a16 {
                v(i / 2) >> (16 * (i % 2)) & 0xffff
            } else {
                v(i)
            };
        }
        let level = match self.level {
            Level::First | Level::Alone => 0,
            Level::Given => address[self.image.coordinates(f.da) as usize],
        };
        let [x, y, z, _] = address;
        self.image.at([x, y, z], f.da, level)
    }

    /// Where a lane's texel of `bytes` bytes lies; `None` when it is out of range.
    fn parts(
        &self,
        f: &MimgFields,
        w: &Wave,
        cx: &Cx,
        lane: usize,
        bytes: u32,
    ) -> Result<Option<Parts>, Stop> {
        let address = self.image.address(self.texel(f, w, lane), bytes);
        let address = address.map_err(|what| self.refuse(cx, &what))?;
        Ok(address
            .and_then(|a| Parts::new(bytes, |at| Some(Place::Global(a.wrapping_add(at as u64))))))
    }

    /// A lane's texel; `None` when it is out of range or nothing is bound.
    fn load(
        &self,
        f: &MimgFields,
        w: &Wave,
        cx: &mut Cx,
        lane: usize,
        format: Option<TexelFormat>,
    ) -> Result<Option<[u32; 4]>, Stop> {
        let Some(format) = format else {
            return Ok(None);
        };
        let parts = self.parts(f, w, cx, lane, format.bytes())?;
        let element = parts.map(|parts| parts.load(cx)).transpose();
        element.map_err(|bad| lane_fault(bad, lane))
    }

    /// Writes a lane's texel, if it is in range.
    fn store(
        &self,
        f: &MimgFields,
        w: &Wave,
        cx: &mut Cx,
        lane: usize,
        bytes: u32,
        element: [u32; 4],
    ) -> Step {
        match self.parts(f, w, cx, lane, bytes)? {
            Some(parts) => parts
                .store(cx, element)
                .map_err(|bad| lane_fault(bad, lane)),
            None => Ok(()),
        }
    }
}

/// The components that DMASK names, lowest first.
fn masked(f: &MimgFields) -> impl Iterator<Item = usize> {
    let dmask = f.dmask;
    (0..4).filter(move |i| dmask >> i & 1 != 0)
}

/// Number of components that DMASK names.
fn count(f: &MimgFields) -> u8 {
    f.dmask.count_ones() as u8
}

/// How the instruction's data lies in registers.
fn packing(f: &MimgFields, cx: &Cx) -> Packing {
    if f.d16 {
        Packing::d16(cx.generation)
    } else {
        Packing::Dwords
    }
}

/// Registers that a load writes: a DMASK of zero counts as 1, and gives 0 (AMD's RDNA texts; LLVM has
/// the same size).
fn results(f: &MimgFields, packing: Packing) -> u8 {
    packing.registers(count(f)).max(1) + (f.tfe || f.lwe) as u8
}

/// Writes the components of a load that DMASK names. With TFE or LWE the register after them says
/// that the access did not fail.
fn give(
    f: &MimgFields,
    w: &mut Wave,
    cx: &Cx,
    lane: usize,
    packing: Packing,
    components: [u32; 4],
) {
    let mut data = [0; 4];
    for (out, i) in data.iter_mut().zip(masked(f)) {
        *out = components[i];
    }
    let n = count(f).max(1);
    packing.write(w, cx, f.data(), lane, &data[..n as usize]);
    if f.tfe || f.lwe {
        w.v_mut(f.data() + u16::from(packing.registers(n))).0[lane] = 0;
    }
}

/// The components of a store: those that DMASK does not name are zero (LLVM
/// FeatureDefaultComponentZero).
fn take(f: &MimgFields, w: &Wave, lane: usize, packing: Packing) -> [u32; 4] {
    let data = packing.read(w, f.data(), lane, count(f));
    let mut components = [0; 4];
    for (value, i) in data.into_iter().zip(masked(f)) {
        components[i] = value;
    }
    components
}

fn load(name: &str, f: &MimgFields, w: &mut Wave, cx: &mut Cx, level: Level) -> Step {
    let (access, format) = Access::of_texels(name, f, w, cx, level)?;
    let packing = packing(f, cx);
    check_vgprs(w, f.data(), results(f, packing))?;
    let conversion = Conversion {
        format,
        sel: access.image.dst_sel,
        packing,
    };
    for lane in cx.lanes(w.exec()) {
        let element = access.load(f, w, cx, lane, format)?;
        give(f, w, cx, lane, packing, conversion.load(element));
    }
    Ok(())
}

/// IMAGE_LOAD_PCK and the like: DMASK names dwords of the texel, as they are (CLRX). Texels of 8 and
/// 16 bits are sign-extended if `sign` (AMD's text: "8- and 16-bit elements are not sign-extended";
/// CLRX extends from the size of a component, which is the same where a texel has one).
fn load_raw(
    name: &str,
    f: &MimgFields,
    w: &mut Wave,
    cx: &mut Cx,
    level: Level,
    sign: bool,
) -> Step {
    let (access, format) = Access::of_texels(name, f, w, cx, level)?;
    check_vgprs(w, f.data(), results(f, Packing::Dwords))?;
    for lane in cx.lanes(w.exec()) {
        let mut element = access.load(f, w, cx, lane, format)?.unwrap_or([0; 4]);
        match (sign, format.map(TexelFormat::bytes)) {
            (true, Some(1)) => element[0] = element[0] as i8 as u32,
            (true, Some(2)) => element[0] = element[0] as i16 as u32,
            _ => {}
        }
        give(f, w, cx, lane, Packing::Dwords, element);
    }
    Ok(())
}

fn store(name: &str, f: &MimgFields, w: &mut Wave, cx: &mut Cx, level: Level) -> Step {
    let (access, format) = Access::of_texels(name, f, w, cx, level)?;
    let packing = packing(f, cx);
    check_vgprs(w, f.data(), packing.registers(count(f)))?;
    let conversion = Conversion {
        format,
        sel: access.image.dst_sel,
        packing,
    };
    for lane in cx.lanes(w.exec()) {
        let element = conversion.store(take(f, w, lane, packing));
        let element = element.map_err(|what| access.refuse(cx, &what))?;
        if let (Some(format), Some(element)) = (format, element) {
            access.store(f, w, cx, lane, format.bytes(), element)?;
        }
    }
    Ok(())
}

/// IMAGE_STORE_PCK and IMAGE_STORE_MIP_PCK: DMASK names dwords of the texel, as they are.
fn store_raw(name: &str, f: &MimgFields, w: &mut Wave, cx: &mut Cx, level: Level) -> Step {
    let (access, format) = Access::of_texels(name, f, w, cx, level)?;
    check_vgprs(w, f.data(), count(f))?;
    for lane in cx.lanes(w.exec()) {
        if let Some(format) = format {
            let element = take(f, w, lane, Packing::Dwords);
            access.store(f, w, cx, lane, format.bytes(), element)?;
        }
    }
    Ok(())
}

/// IMAGE_GET_RESINFO: sizes of the level whose number is the address.
fn get_resinfo(name: &str, f: &MimgFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let access = Access::new(name, f, w, cx, Level::Alone)?;
    check_vgprs(w, f.data(), results(f, Packing::Dwords))?;
    for lane in cx.lanes(w.exec()) {
        let level = w.v(f.vaddr).0[lane];
        let level = if f.a16 { level & 0xffff } else { level };
        give(f, w, cx, lane, Packing::Dwords, access.image.info(level));
    }
    Ok(())
}

/// An atomic with `operands` values. DMASK says how long the data is: the bits that are set in it are
/// dwords, of all values together. A value has the texel's size: 32 or 64 bits, or 128, on which the
/// operation is one on each half (CLRX: "add 64-bit dwords"), except those that compare.
fn atomic(
    name: &str,
    f: &MimgFields,
    w: &mut Wave,
    cx: &mut Cx,
    operands: u8,
    on32: fn(u32, u32, u32) -> u32,
    on64: fn(u64, u64, u64) -> u64,
) -> Step {
    let (access, format) = Access::of_texels(name, f, w, cx, Level::First)?;
    let dwords = count(f) / operands;
    let fits = match (count(f), operands) {
        (1 | 2 | 4, 1) | (2 | 4, 2) => format.is_none_or(|f| f.bytes() == 4 * dwords as u32),
        _ => false,
    };
    if !fits {
        let (bits, dmask) = (format.map_or(0, |f| 8 * f.bytes()), f.dmask);
        let what = format!("texels of {bits} bits with a DMASK of {dmask:#x}");
        return Err(access.refuse(cx, &what));
    }
    check_vgprs(w, f.data(), count(f) + f.tfe as u8)?;
    for lane in cx.lanes(w.exec()) {
        let data = Packing::Dwords.read(w, f.data(), lane, count(f));
        let address = match format {
            None => Ok(None),
            Some(_) => access
                .image
                .address(access.texel(f, w, lane), 4 * dwords as u32),
        };
        let mut old = [0; 4];
        if let Some(at) = address.map_err(|what| access.refuse(cx, &what))? {
            let bad = |bad| lane_fault(bad, lane);
            if dwords == 1 {
                let place = Place::Global(at);
                let update = space::update32(cx, place, |old| on32(old, data[0], data[1]));
                old[0] = update.map_err(bad)?;
            } else {
                for half in 0..dwords as usize / 2 {
                    let value = |i: usize| join([data[2 * i], data[2 * i + 1], 0, 0]);
                    // The second value of a comparison, or of 128 bits.
                    let (first, second) = (value(half), value(1));
                    let place = Place::Global(at.wrapping_add(8 * half as u64));
                    let update = space::update64(cx, place, |old| on64(old, first, second));
                    let [low, high, ..] = split(update.map_err(bad)?);
                    old[2 * half..2 * half + 2].copy_from_slice(&[low, high]);
                }
            }
        }
        if f.glc {
            Packing::Dwords.write(w, cx, f.data(), lane, &old[..dwords as usize]);
            if f.tfe {
                w.v_mut(f.data() + u16::from(count(f))).0[lane] = 0;
            }
        }
    }
    Ok(())
}
