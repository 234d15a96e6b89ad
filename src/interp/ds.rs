//! DS: LDS, GDS and lane exchange (CLRX GcnInstrsDs).
//!
//! What lies beyond the LDS, or on gfx6 to gfx8 beyond M0, reads as 0 and is not written. In the GDS a
//! wave has M0[15:0] bytes from M0[31:16] on.

use super::rmw::{b32, b64};
use super::space::{self, LdsKind, Place, join, split, vector, vector64};
use super::{Cx, Step, Stop, check_vgprs, lanes, unsupported};
use crate::isa::facts::{DsAct, Gws, Load, Store};
use crate::isa::{Ds, DsFields, Row};
use crate::machine::gws::{RESOURCES, Request};
use crate::machine::wave::{LANES, Vgpr, Wave};
use crate::machine::{Env, Exit};
use crate::numerics::Mode;

/// Executes one instruction. One on the GDS has it for itself while it runs.
pub(super) fn execute(op: Ds, f: &DsFields, w: &mut Wave, cx: &mut Cx) -> Step {
    if let DsAct::Syncs(act) = op.act() {
        return synchronise(op, act, f, w, cx);
    }
    if !f.gds {
        return share(op, f, w, cx);
    }
    let memory = cx.env.memory.gds().lock();
    let mut on_gds = Cx {
        env: Env {
            lds: &memory,
            ..cx.env
        },
        ..*cx
    };
    share(op, f, w, &mut on_gds)
}

/// Executes one instruction on `cx.env.lds`, which is the GDS when the instruction says so.
fn share(op: Ds, f: &DsFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let row = op.row();
    let (m, wide) = (Mode::f32(w.mode), Mode::in_memory64());
    match op.act() {
        DsAct::Loads(kind) => read(f, w, cx, kind),
        DsAct::LoadsTransposed(bits) => read_transposed(row, f, w, cx, bits.into()),
        DsAct::Stores(kind) => write(f, w, cx, kind),
        DsAct::Loads2(n, unit) => read2(f, w, cx, n, unit),
        DsAct::Stores2(n, unit) => write2(f, w, cx, n, unit),
        DsAct::Exchanges2(n, unit) => exchange2(f, w, cx, n, unit),
        DsAct::Atomic32(op) => atomic32(row, f, w, cx, b32::by(op, m)),
        DsAct::Atomic64(op) => atomic64(row, f, w, cx, b64::by(op, wide)),
        DsAct::Src2On32(op) => src2_32(f, w, cx, b32::by(op, m)),
        DsAct::Src2On64(op) => src2_64(f, w, cx, b64::by(op, wide)),
        DsAct::ConditionalExchange => conditional_exchange(f, w, cx),
        DsAct::LoadsByLane => {
            check_addtid(row, f, cx)?;
            check_vgprs(w, f.dst(), 1)?;
            for lane in cx.lanes(w.exec()) {
                let addr = by_thread(f, w, cx, lane);
                let raw = fetch(cx, addr, 4);
                Load::Dwords(1).fill(w, cx, f.dst(), lane, raw);
            }
            Ok(())
        }
        DsAct::StoresByLane => {
            check_addtid(row, f, cx)?;
            check_vgprs(w, f.first(), 1)?;
            for lane in cx.lanes(w.exec()) {
                let data = vector(w, f.first(), 1, lane);
                let addr = by_thread(f, w, cx, lane);
                put(cx, addr, 4, data);
            }
            Ok(())
        }
        DsAct::Append => count(f, w, cx, |old, n| old.wrapping_add(n)),
        DsAct::Consume => count(f, w, cx, |old, n| old.wrapping_sub(n)),
        DsAct::Swizzle => {
            let (offset, gfx9) = (offset16(f), cx.generation.is_gfx9());
            gather(f.addr, f, w, |lane| swizzle_lane(offset, lane, gfx9))
        }
        DsAct::BPermute => {
            check_vgprs(w, f.addr, 1)?;
            let index = *w.v(f.addr);
            let offset = offset16(f);
            gather(f.first(), f, w, |lane| {
                (index.0[lane].wrapping_add(offset) / 4) as usize % LANES
            })
        }
        DsAct::Permute => permute(f, w),
        DsAct::Nothing => Ok(()),
        DsAct::Syncs(act) => synchronise(op, act, f, w, cx),
        DsAct::Orders => {
            let name = row.mnemonics[cx.generation as usize];
            let what = format!("{name}: an order of waves through GDS");
            Err(unsupported(cx, &what))
        }
        DsAct::Undefined => {
            let what = "ds_condxchg32_rtn_b128: no manual defines it";
            Err(unsupported(cx, what))
        }
    }
}

/// Global wave sync: the wave goes to the scheduler, which knows the others.
///
/// The resource is (M0[21:16] + offset) mod 64 (LLVM, `SelectDS_GWS`); the number that comes with it is the first
/// active lane's. Without an active lane the hardware may lock up (LLVM, `hasUnwantedEffectsWhenEXECEmpty`).
fn synchronise(op: Ds, act: Gws, f: &DsFields, w: &mut Wave, cx: &Cx) -> Step {
    let brings = matches!(act, Gws::Init | Gws::Barrier | Gws::GiveMany);
    if brings {
        check_vgprs(w, f.addr, 1)?;
    }
    let Some(first) = lanes(w.exec()).next() else {
        let name = op.row().mnemonics[cx.generation as usize];
        return Err(unsupported(cx, &format!("{name} without an active lane")));
    };
    let resource = ((w.m0() >> 16) + u32::from(f.offset0)) % RESOURCES as u32;
    w.request = Some(Request {
        act,
        resource: resource as u8,
        value: if brings { w.v(f.addr).0[first] } else { 0 },
    });
    Err(Stop::Exit(Exit::Sync))
}

/// The one 16-bit offset of instructions with a single address.
fn offset16(f: &DsFields) -> u32 {
    f.offset0 as u32 | (f.offset1 as u32) << 8
}

/// The address of an access of `bytes` bytes at `base` + `offset`; `None` outside.
fn address(
    f: &DsFields,
    w: &Wave,
    cx: &Cx,
    base: u32,
    offset: u32,
    bytes: u32,
    kind: LdsKind,
) -> Option<u32> {
    let align = match kind {
        LdsKind::Plain => space::lds_align(bytes),
        LdsKind::Atomic => bytes,
    };
    let within = |limit| space::lds_address(cx, base, offset, bytes, align, kind, limit);
    if !f.gds {
        return within(space::lds_limit(w, cx));
    }
    let at = (w.m0() >> 16) + within(w.m0() & 0xffff)?;
    (at + bytes <= cx.env.lds.size()).then_some(at)
}

/// The address of a lane's access at ADDR + `offset`.
fn at(f: &DsFields, w: &Wave, cx: &Cx, lane: usize, offset: u32, bytes: u32) -> Option<u32> {
    address(f, w, cx, w.v(f.addr).0[lane], offset, bytes, LdsKind::Plain)
}

/// As [`at`], for an atomic.
fn at_atomic(f: &DsFields, w: &Wave, cx: &Cx, lane: usize, offset: u32, bytes: u32) -> Option<u32> {
    address(
        f,
        w,
        cx,
        w.v(f.addr).0[lane],
        offset,
        bytes,
        LdsKind::Atomic,
    )
}

/// M0[15:0] + offset + 4 x lane, for the ADDTID forms (gfx9).
fn by_thread(f: &DsFields, w: &Wave, cx: &Cx, lane: usize) -> Option<u32> {
    let base = (w.m0() & 0xffff) + offset16(f);
    space::lds_address(
        cx,
        base,
        lane as u32 * 4,
        4,
        4,
        LdsKind::Plain,
        cx.env.lds.size(),
    )
}

/// The fault of an ADDTID form on the GDS, whose base and size would lie in the bits of M0 that are the
/// address.
fn check_addtid(row: &Row, f: &DsFields, cx: &Cx) -> Step {
    if f.gds {
        let name = row.mnemonics[cx.generation as usize];
        Err(unsupported(cx, &format!("{name} on the GDS")))
    } else {
        Ok(())
    }
}

// LDS accesses cannot fault: what is outside reads as 0 and is not written.

fn fetch(cx: &mut Cx, addr: Option<u32>, bytes: u32) -> [u32; 4] {
    space::load(cx, Place::Lds(addr), bytes).unwrap_or([0; 4])
}

fn put(cx: &mut Cx, addr: Option<u32>, bytes: u32, data: [u32; 4]) {
    space::store(cx, Place::Lds(addr), bytes, data).unwrap_or(());
}

fn update32(cx: &mut Cx, addr: Option<u32>, f: impl FnMut(u32) -> u32) -> u32 {
    space::update32(cx, Place::Lds(addr), f).unwrap_or(0)
}

fn update64(cx: &mut Cx, addr: Option<u32>, f: impl FnMut(u64) -> u64) -> u64 {
    space::update64(cx, Place::Lds(addr), f).unwrap_or(0)
}

fn read(f: &DsFields, w: &mut Wave, cx: &mut Cx, kind: Load) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.dst(), kind.registers())?;
    for lane in cx.lanes(w.exec()) {
        let addr = at(f, w, cx, lane, offset16(f), kind.bytes());
        let raw = fetch(cx, addr, kind.bytes());
        kind.fill(w, cx, f.dst(), lane, raw);
    }
    Ok(())
}

/// Rows of 16 items that 16 lanes read together, of which each lane gets a column. What lanes that are not active would
/// have read is 0.
fn read_transposed(row: &Row, f: &DsFields, w: &mut Wave, cx: &mut Cx, bits: usize) -> Step {
    let registers = row.shape.dst.dwords();
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.dst(), registers)?;
    let bytes = 4 * u32::from(registers);
    let mut read = [0u128; LANES];
    for lane in cx.lanes(w.exec()) {
        let addr = at(f, w, cx, lane, offset16(f), bytes);
        let [a, b, c, _] = fetch(cx, addr, bytes).map(u128::from);
        read[lane] = a | b << 32 | c << 64;
    }
    let items = 32 * usize::from(registers) / bits;
    let item = |lane: usize, x: usize| read[lane] >> (bits * x) & ((1 << bits) - 1);
    for lane in lanes(w.exec()) {
        let (group, l) = (lane & !15, lane % 16);
        let column = (0..items).fold(0, |column, e| {
            column | item(group + 16 / items * e + l / items, l % items) << (bits * e)
        });
        for k in 0..registers {
            w.v_mut(f.dst() + u16::from(k)).0[lane] = (column >> (32 * k)) as u32;
        }
    }
    Ok(())
}

fn write(f: &DsFields, w: &mut Wave, cx: &mut Cx, kind: Store) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), kind.registers())?;
    for lane in cx.lanes(w.exec()) {
        let addr = at(f, w, cx, lane, offset16(f), kind.bytes());
        put(cx, addr, kind.bytes(), kind.take(w, f.first(), lane));
    }
    Ok(())
}

/// Both elements of `n` dwords, at the two offsets in units of `scale` bytes.
fn at2(f: &DsFields, w: &Wave, cx: &Cx, lane: usize, n: u8, scale: u32) -> [Option<u32>; 2] {
    [f.offset0, f.offset1].map(|o| at(f, w, cx, lane, o as u32 * scale, 4 * n as u32))
}

fn read2(f: &DsFields, w: &mut Wave, cx: &mut Cx, n: u8, scale: u32) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.dst(), 2 * n)?;
    for lane in cx.lanes(w.exec()) {
        let raw = at2(f, w, cx, lane, n, scale).map(|addr| fetch(cx, addr, 4 * n as u32));
        Load::Dwords(n).fill(w, cx, f.dst(), lane, raw[0]);
        Load::Dwords(n).fill(w, cx, f.dst() + u16::from(n), lane, raw[1]);
    }
    Ok(())
}

fn write2(f: &DsFields, w: &mut Wave, cx: &mut Cx, n: u8, scale: u32) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), n)?;
    check_vgprs(w, f.second(), n)?;
    for lane in cx.lanes(w.exec()) {
        let [first, second] = at2(f, w, cx, lane, n, scale);
        put(cx, first, 4 * n as u32, vector(w, f.first(), n, lane));
        put(cx, second, 4 * n as u32, vector(w, f.second(), n, lane));
    }
    Ok(())
}

/// Two exchanges, the first one first.
fn exchange2(f: &DsFields, w: &mut Wave, cx: &mut Cx, n: u8, scale: u32) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), n)?;
    check_vgprs(w, f.second(), n)?;
    check_vgprs(w, f.dst(), 2 * n)?;
    let bytes = 4 * n as u32;
    for lane in cx.lanes(w.exec()) {
        // Read before VDST is written, which may overlap.
        let data = [f.first(), f.second()].map(|v| vector(w, v, n, lane));
        let offsets = [f.offset0, f.offset1].map(|o| o as u32 * scale);
        let places = offsets.map(|offset| at_atomic(f, w, cx, lane, offset, bytes));
        for (i, addr) in places.into_iter().enumerate() {
            let old = fetch(cx, addr, bytes);
            put(cx, addr, bytes, data[i]);
            Load::Dwords(n).fill(w, cx, f.dst() + i as u16 * u16::from(n), lane, old);
        }
    }
    Ok(())
}

/// Checks the registers of an atomic; gives whether it has a second data operand and a result.
fn check_atomic(row: &Row, f: &DsFields, w: &Wave) -> Result<(bool, bool), super::Stop> {
    let n = row.shape.src[0].dwords();
    let (two, result) = (row.shape.src[1].dwords() != 0, row.shape.dst.dwords() != 0);
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), n)?;
    if two {
        check_vgprs(w, f.second(), n)?;
    }
    if result {
        check_vgprs(w, f.dst(), n)?;
    }
    Ok((two, result))
}

/// Lanes that hit the same address are applied one after the other, the lowest first.
fn atomic32(
    row: &Row,
    f: &DsFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: impl Fn(u32, u32, u32) -> u32,
) -> Step {
    let (two, result) = check_atomic(row, f, w)?;
    for lane in cx.lanes(w.exec()) {
        let addr = at_atomic(f, w, cx, lane, offset16(f), 4);
        let data = w.v(f.first()).0[lane];
        let data2 = if two { w.v(f.second()).0[lane] } else { 0 };
        let old = update32(cx, addr, |old| op(old, data, data2));
        if result {
            w.v_mut(f.dst()).0[lane] = old;
        }
    }
    Ok(())
}

fn atomic64(
    row: &Row,
    f: &DsFields,
    w: &mut Wave,
    cx: &mut Cx,
    op: impl Fn(u64, u64, u64) -> u64,
) -> Step {
    let (two, result) = check_atomic(row, f, w)?;
    for lane in cx.lanes(w.exec()) {
        let addr = at_atomic(f, w, cx, lane, offset16(f), 8);
        let data = vector64(w, f.first(), lane);
        let data2 = if two {
            vector64(w, f.second(), lane)
        } else {
            0
        };
        let old = update64(cx, addr, |old| op(old, data, data2));
        if result {
            Load::Dwords(2).fill(w, cx, f.dst(), lane, split(old));
        }
    }
    Ok(())
}

/// DS_CONDXCHG32_RTN_B64: each dword is replaced by bits 30:0 of its data when bit 31 of that is set.
fn conditional_exchange(f: &DsFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let exchange = |old: u32, data: u32| match data >> 31 {
        0 => old,
        _ => data & 0x7fff_ffff,
    };
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), 2)?;
    check_vgprs(w, f.dst(), 2)?;
    for lane in cx.lanes(w.exec()) {
        let addr = at_atomic(f, w, cx, lane, offset16(f), 8);
        let [lo, hi, ..] = vector(w, f.first(), 2, lane);
        let old = update64(cx, addr, |old| {
            let [a, b, ..] = split(old);
            join([exchange(a, lo), exchange(b, hi), 0, 0])
        });
        Load::Dwords(2).fill(w, cx, f.dst(), lane, split(old));
    }
    Ok(())
}

/// DS_APPEND and DS_CONSUME: once per wave, with the number of active lanes, on the counter at M0[15:0]
/// + offset; M0 is an address here, so it is not a limit. On the GDS the base is where it always is.
fn count(f: &DsFields, w: &mut Wave, cx: &mut Cx, op: fn(u32, u32) -> u32) -> Step {
    check_vgprs(w, f.dst(), 1)?;
    let exec = w.exec();
    if exec == 0 {
        return Ok(());
    }
    let addr = if f.gds {
        address(f, w, cx, 0, offset16(f), 4, LdsKind::Atomic)
    } else {
        let (base, size) = (w.m0() & 0xffff, cx.env.lds.size());
        space::lds_address(cx, base, offset16(f), 4, 4, LdsKind::Atomic, size)
    };
    let old = update32(cx, addr, |old| op(old, exec.count_ones()));
    for lane in cx.lanes(exec) {
        w.v_mut(f.dst()).0[lane] = old;
    }
    Ok(())
}

/// Each active lane takes register `src` of lane `from(lane)`; of an inactive one it takes 0.
fn gather(src: impl Into<u16>, f: &DsFields, w: &mut Wave, from: impl Fn(usize) -> usize) -> Step {
    let src = src.into();
    check_vgprs(w, src, 1)?;
    check_vgprs(w, f.dst(), 1)?;
    let (data, exec) = (*w.v(src), w.exec());
    for lane in lanes(exec) {
        let s = from(lane);
        w.v_mut(f.dst()).0[lane] = if exec >> s & 1 != 0 { data.0[s] } else { 0 };
    }
    Ok(())
}

/// DS_PERMUTE_B32: each active lane sends its data to a lane; the highest sender wins, and lanes to
/// which nobody sends get 0.
fn permute(f: &DsFields, w: &mut Wave) -> Step {
    check_vgprs(w, f.addr, 1)?;
    check_vgprs(w, f.first(), 1)?;
    check_vgprs(w, f.dst(), 1)?;
    let (index, data) = (*w.v(f.addr), *w.v(f.first()));
    let mut out = Vgpr::ZERO;
    for lane in lanes(w.exec()) {
        let to = index.0[lane].wrapping_add(offset16(f)) / 4;
        out.0[to as usize % LANES] = data.0[lane];
    }
    for lane in lanes(w.exec()) {
        w.v_mut(f.dst()).0[lane] = out.0[lane];
    }
    Ok(())
}

/// The source lane of DS_SWIZZLE_B32. gfx9 has two further modes in the quad-permute range: 0xe000 FFT
/// and 0xc000 rotate (LLVM SIDefines.h, Swizzle::EncBits).
fn swizzle_lane(offset: u32, lane: usize, gfx9: bool) -> usize {
    let (group, l) = (lane & 32, lane as u32 & 31);
    let mask = offset & 31;
    if gfx9 && offset >= 0xe000 {
        // Bit-reversed order among the lanes that the mask leaves free.
        let reversed = l.reverse_bits() >> 27 >> mask.count_ones();
        group | (reversed | l & mask) as usize
    } else if gfx9 && offset >= 0xc000 {
        let by = offset >> 5 & 31;
        let turned = match offset >> 10 & 1 {
            0 => l.wrapping_add(by),
            _ => l.wrapping_sub(by),
        };
        group | (l & mask | turned & !mask & 31) as usize
    } else if offset & 0x8000 != 0 {
        lane & 0x3c | (offset >> (2 * (lane & 3)) & 3) as usize
    } else {
        let (or, xor) = (offset >> 5 & 31, offset >> 10 & 31);
        group | ((l & mask | or) ^ xor) as usize
    }
}

/// The two addresses of a SRC2 form. B is A plus a signed dword count: ADDR[31:17] when bit 15 of the
/// offset is set (A is then ADDR[16:0]), else the other 15 bits of the offset.
fn src2_at(f: &DsFields, w: &Wave, cx: &Cx, lane: usize, bytes: u32) -> [Option<u32>; 2] {
    let (addr, offset) = (w.v(f.addr).0[lane], offset16(f));
    let (a, count) = match offset & 0x8000 {
        0 => (addr, ((offset << 17) as i32) >> 17),
        _ => (addr & 0x1_ffff, (addr as i32) >> 17),
    };
    // The distance is counted from the aligned address.
    let a = a & !(bytes - 1);
    let b = a.wrapping_add_signed(count * 4);
    [a, b].map(|at| address(f, w, cx, at, 0, bytes, LdsKind::Atomic))
}

fn src2_32(f: &DsFields, w: &mut Wave, cx: &mut Cx, op: impl Fn(u32, u32, u32) -> u32) -> Step {
    check_vgprs(w, f.addr, 1)?;
    for lane in cx.lanes(w.exec()) {
        let [a, b] = src2_at(f, w, cx, lane, 4);
        let data = fetch(cx, b, 4)[0];
        update32(cx, a, |old| op(old, data, 0));
    }
    Ok(())
}

fn src2_64(f: &DsFields, w: &mut Wave, cx: &mut Cx, op: impl Fn(u64, u64, u64) -> u64) -> Step {
    check_vgprs(w, f.addr, 1)?;
    for lane in cx.lanes(w.exec()) {
        let [a, b] = src2_at(f, w, cx, lane, 8);
        let data = join(fetch(cx, b, 8));
        update64(cx, a, |old| op(old, data, 0));
    }
    Ok(())
}
