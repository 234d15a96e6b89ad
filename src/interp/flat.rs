//! FLAT, GLOBAL and SCRATCH (CLRX GcnInstrsFlat).

use super::rmw::{b32, b64};
use super::space::{self, LdsKind, Place, split, vector, vector64};
use super::{Cx, Step, check_vgprs, lane_fault, sgpr};
use crate::isa::facts::{FlatAct, Load, Store};
use crate::isa::{Flat, FlatFields, Segment};
use crate::machine::wave::{LANES, Wave};
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};
use crate::numerics::Mode;

/// Executes one instruction.
pub(super) fn execute(op: Flat, f: &FlatFields, w: &mut Wave, cx: &mut Cx) -> Step {
    let addr = f.vaddr_dwords(cx.generation);
    if addr != 0 {
        check_vgprs(w, f.vaddr, addr)?;
    }
    // Registers of the data: what is stored, or the data and the comparand of an atomic.
    let n = op.row().shape.src[0].dwords();
    match op.act() {
        FlatAct::Loads(kind) => load(f, w, cx, kind),
        FlatAct::Stores(kind) => store(f, w, cx, kind),
        FlatAct::Atomic32(op) => {
            let m = Mode::in_memory32(cx.generation);
            atomic32(f, w, cx, n, b32::by(op, m))
        }
        FlatAct::Atomic64(op) => {
            let m = Mode::in_memory64();
            atomic64(f, w, cx, n, b64::by(op, m))
        }
    }
}

/// Where a lane's access of `bytes` bytes goes. FLAT accesses LDS or private memory when the high half of VADDR is that
/// aperture's, wherever the displacement leads, which is added later (LLVM, AMDGPUISelDAGToDAG, `SelectFlatOffsetImpl`:
/// the hardware decides by VADDR's high bits). Offsets of SCRATCH are unsigned, and their sum does not wrap around
/// (LLVM, AMDGPUISelDAGToDAG, `isFlatScratchBaseLegal`).
fn place(f: &FlatFields, w: &Wave, cx: &Cx, lane: usize, bytes: u32, kind: LdsKind) -> Place {
    let offset = f.displacement();
    let aperture = |hi: u32| u64::from(hi) << 32;
    let private = |offset: u32| Place::Private {
        offset,
        lane: lane as u8,
    };
    let v32 = || w.v(f.vaddr).0[lane];
    match (f.seg, f.saddr) {
        (Segment::Global, None) => {
            Place::Global(vector64(w, f.vaddr, lane).wrapping_add_signed(offset))
        }
        (Segment::Global, Some(s)) => Place::Global(
            w.s64(s)
                .wrapping_add(v32() as u64)
                .wrapping_add_signed(offset),
        ),
        (Segment::Scratch, saddr) => {
            let base = saddr.map_or(0, |s| sgpr(w, s as usize));
            let v = match f.vaddr_dwords(cx.generation) {
                0 => 0,
                _ => v32(),
            };
            let sum = (u64::from(base) + u64::from(v)).wrapping_add_signed(offset);
            // What is beyond has no place, but an address for who reads of the fault.
            let beyond = Place::Global(aperture(PRIVATE_APERTURE_HI).wrapping_add(sum));
            u32::try_from(sum).map_or(beyond, private)
        }
        (Segment::Flat, _) => {
            let base = vector64(w, f.vaddr, lane);
            let addr = base.wrapping_add_signed(offset);
            // From the aperture's start; neither memory reaches as far as 32 bits do.
            let inside = |hi| u32::try_from(addr - aperture(hi)).unwrap_or(u32::MAX);
            match (base >> 32) as u32 {
                hi @ SHARED_APERTURE_HI => {
                    let (limit, align) = (space::lds_limit(w, cx), space::lds_align(bytes));
                    let at = inside(hi);
                    Place::Lds(space::lds_address(cx, at, 0, bytes, align, kind, limit))
                }
                hi @ PRIVATE_APERTURE_HI => private(inside(hi)),
                _ => Place::Global(addr),
            }
        }
    }
}

fn load(f: &FlatFields, w: &mut Wave, cx: &mut Cx, kind: Load) -> Step {
    if !f.lds {
        check_vgprs(w, f.dst(), kind.registers() + f.tfe as u8)?;
    }
    let mut to_lds = f.lds.then_some([[0; 4]; LANES]);
    for lane in cx.lanes(w.exec()) {
        let at = place(f, w, cx, lane, kind.bytes(), LdsKind::Plain);
        let raw = space::load(cx, at, kind.bytes()).map_err(|bad| lane_fault(bad, lane))?;
        if let Some(data) = &mut to_lds {
            data[lane] = kind.extended(raw);
            continue;
        }
        kind.fill(w, cx, f.dst(), lane, raw);
        no_fault(f, w, kind.registers(), lane);
    }
    if let Some(data) = to_lds {
        let bytes = 4 * u32::from(kind.registers());
        let place = |cx: &Cx, lane| space::lds_place(w, cx, f.offset as u32, bytes, lane);
        space::fill_lds(cx, w.exec(), &data, bytes, place);
    }
    Ok(())
}

fn store(f: &FlatFields, w: &mut Wave, cx: &mut Cx, kind: Store) -> Step {
    check_vgprs(w, f.data(), kind.registers())?;
    for lane in cx.lanes(w.exec()) {
        let at = place(f, w, cx, lane, kind.bytes(), LdsKind::Plain);
        let data = kind.take(w, f.data(), lane);
        space::store(cx, at, kind.bytes(), data).map_err(|bad| lane_fault(bad, lane))?;
    }
    Ok(())
}

/// The atomic `op` on a dword, with `n` data registers.
fn atomic32(
    f: &FlatFields,
    w: &mut Wave,
    cx: &mut Cx,
    n: u8,
    op: impl Fn(u32, u32, u32) -> u32,
) -> Step {
    check_vgprs(w, f.data(), n)?;
    check_return(f, w, 1)?;
    for lane in cx.lanes(w.exec()) {
        let at = place(f, w, cx, lane, 4, LdsKind::Atomic);
        let [data, data2, ..] = vector(w, f.data(), n, lane);
        let old = space::update32(cx, at, |old| op(old, data, data2))
            .map_err(|bad| lane_fault(bad, lane))?;
        give_back(f, w, cx, lane, 1, [old, 0, 0, 0]);
    }
    Ok(())
}

/// The atomic `op` on 8 bytes, with `n` data registers.
fn atomic64(
    f: &FlatFields,
    w: &mut Wave,
    cx: &mut Cx,
    n: u8,
    op: impl Fn(u64, u64, u64) -> u64,
) -> Step {
    check_vgprs(w, f.data(), n)?;
    check_return(f, w, 2)?;
    for lane in cx.lanes(w.exec()) {
        let at = place(f, w, cx, lane, 8, LdsKind::Atomic);
        let [a, b, c, d] = vector(w, f.data(), n, lane);
        let (data, data2) = (space::join([a, b, 0, 0]), space::join([c, d, 0, 0]));
        let old = space::update64(cx, at, |old| op(old, data, data2))
            .map_err(|bad| lane_fault(bad, lane))?;
        give_back(f, w, cx, lane, 2, split(old));
    }
    Ok(())
}

/// An atomic writes VDST only with GLC.
fn check_return(f: &FlatFields, w: &Wave, registers: u8) -> Step {
    if f.glc {
        check_vgprs(w, f.dst(), registers + f.tfe as u8)
    } else {
        Ok(())
    }
}

fn give_back(f: &FlatFields, w: &mut Wave, cx: &Cx, lane: usize, registers: u8, old: [u32; 4]) {
    if f.glc {
        Load::Dwords(registers).fill(w, cx, f.dst(), lane, old);
        no_fault(f, w, registers, lane);
    }
}

/// TFE: the register after the data says that no access failed.
fn no_fault(f: &FlatFields, w: &mut Wave, registers: u8, lane: usize) {
    if f.tfe {
        w.v_mut(f.dst() + u16::from(registers)).0[lane] = 0;
    }
}
