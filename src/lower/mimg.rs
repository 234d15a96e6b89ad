//! MIMG (CLRX GcnInstrsMimg): loads, stores, atomics and sizes. Sampling is refused.

use super::{Interp, Lower, Lowered};
use crate::ir::{AtomicOp, Packing, TexelAct, TexelOp, TexelPlace};
use crate::isa::mimg::filtered_images;
use crate::isa::{Mimg, MimgFields};

/// Which level of the image an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// The largest of the view.
    First,
    /// The one whose number follows the coordinates.
    Given,
}

impl Lower<'_> {
    /// Lowers a MIMG instruction.
    pub(super) fn mimg(&mut self, op: Mimg, f: &MimgFields) -> Lowered {
        use AtomicOp::{
            Add, And, CmpSwap, Dec, FCmpSwap, FMax, FMin, Inc, Or, RSub, SMax, SMin, Sub, Swap,
            UMax, UMin, Xor,
        };
        use Mimg::*;
        use TexelAct::{Info, Load, LoadRaw, LoadRawSigned, Store, StoreRaw};
        match op {
            IMAGE_LOAD => self.image(op, f, Load, Level::First),
            IMAGE_LOAD_MIP => self.image(op, f, Load, Level::Given),
            IMAGE_LOAD_PCK => self.image(op, f, LoadRaw, Level::First),
            IMAGE_LOAD_PCK_SGN => self.image(op, f, LoadRawSigned, Level::First),
            IMAGE_LOAD_MIP_PCK => self.image(op, f, LoadRaw, Level::Given),
            IMAGE_LOAD_MIP_PCK_SGN => self.image(op, f, LoadRawSigned, Level::Given),
            IMAGE_STORE => self.image(op, f, Store, Level::First),
            IMAGE_STORE_MIP => self.image(op, f, Store, Level::Given),
            IMAGE_STORE_PCK => self.image(op, f, StoreRaw, Level::First),
            IMAGE_STORE_MIP_PCK => self.image(op, f, StoreRaw, Level::Given),
            IMAGE_GET_RESINFO => self.image(op, f, Info, Level::First),
            IMAGE_ATOMIC_SWAP => self.image_atomic(op, f, Swap),
            IMAGE_ATOMIC_CMPSWAP => self.image_atomic(op, f, CmpSwap),
            IMAGE_ATOMIC_ADD => self.image_atomic(op, f, Add),
            IMAGE_ATOMIC_RSUB => self.image_atomic(op, f, RSub),
            IMAGE_ATOMIC_SUB => self.image_atomic(op, f, Sub),
            IMAGE_ATOMIC_SMIN => self.image_atomic(op, f, SMin),
            IMAGE_ATOMIC_UMIN => self.image_atomic(op, f, UMin),
            IMAGE_ATOMIC_SMAX => self.image_atomic(op, f, SMax),
            IMAGE_ATOMIC_UMAX => self.image_atomic(op, f, UMax),
            IMAGE_ATOMIC_AND => self.image_atomic(op, f, And),
            IMAGE_ATOMIC_OR => self.image_atomic(op, f, Or),
            IMAGE_ATOMIC_XOR => self.image_atomic(op, f, Xor),
            IMAGE_ATOMIC_INC => self.image_atomic(op, f, Inc),
            IMAGE_ATOMIC_DEC => self.image_atomic(op, f, Dec),
            IMAGE_ATOMIC_FCMPSWAP => self.image_atomic(op, f, FCmpSwap),
            IMAGE_ATOMIC_FMIN => self.image_atomic(op, f, FMin),
            IMAGE_ATOMIC_FMAX => self.image_atomic(op, f, FMax),
            // Refused, with a fault that names the instruction: images are not filtered.
            filtered_images!() => Err(Interp),
        }
    }

    fn image(&mut self, op: Mimg, f: &MimgFields, act: TexelAct, level: Level) -> Lowered {
        let converts = matches!(act, TexelAct::Load | TexelAct::Store);
        let packing = if converts && f.d16 {
            Packing::d16(self.t.generation)
        } else {
            Packing::Dwords
        };
        let count = f.dmask.count_ones() as u8;
        let load = !matches!(act, TexelAct::Store | TexelAct::StoreRaw);
        // A load with a DMASK of zero has one result.
        let results = if load {
            packing.registers(count.max(1))
        } else {
            0
        };
        let data = if !load {
            packing.registers(count)
        } else if packing.keeps(count.max(1)) {
            results
        } else {
            0
        };
        let op = texel_op(op, f, act, packing, count, results, level);
        self.image_access(op, f, data, load && (f.tfe || f.lwe))
    }

    /// DMASK counts the dwords of all operands; with GLC those of one are the result.
    fn image_atomic(&mut self, op: Mimg, f: &MimgFields, atomic: AtomicOp) -> Lowered {
        let count = f.dmask.count_ones() as u8;
        let operands = 1 + atomic.two() as u8;
        let results = if f.glc { count / operands } else { 0 };
        let mut op = texel_op(
            op,
            f,
            TexelAct::Atomic,
            Packing::Dwords,
            count,
            results,
            Level::First,
        );
        op.atomic = atomic;
        self.has_vgprs(f.data(), count + f.tfe as u8)?;
        let tuple = self.image_op(op, f, count)?;
        self.texel_results(op, f.data(), false, tuple)?;
        // The register after all the data says that no access failed.
        self.no_fault(f.tfe && f.glc, f.data(), count)
    }

    fn image_access(&mut self, op: TexelOp, f: &MimgFields, data: u8, tfe: bool) -> Lowered {
        let tuple = self.image_op(op, f, data)?;
        self.texel_results(op, f.data(), tfe, tuple)
    }

    /// The access, whose operands include `data` registers from VDATA on.
    fn image_op(
        &mut self,
        mut op: TexelOp,
        f: &MimgFields,
        data: u8,
    ) -> Result<crate::ir::Val, Interp> {
        let t = [0, 2, 4, 6].map(|n| self.s_pair(f.srsrc, n));
        // How many coordinates there are, the T# tells when it runs.
        op.address = self.t.vgprs.vgprs.saturating_sub(f.vaddr as u32).min(4) as u8;
        let mut rows = self.vgprs(f.vaddr, op.address)?;
        rows.extend(self.vgprs(f.data(), data)?);
        self.texels(op, t, rows)
    }
}

fn texel_op(
    op: Mimg,
    f: &MimgFields,
    act: TexelAct,
    packing: Packing,
    count: u8,
    results: u8,
    level: Level,
) -> TexelOp {
    TexelOp {
        encoding: 2,
        row: op as u8,
        act,
        atomic: AtomicOp::None,
        packing,
        count,
        address: 0,
        results,
        place: TexelPlace::Image {
            dmask: f.dmask,
            da: f.da,
            r128: f.r128,
            a16: f.a16,
            mip: level == Level::Given,
            vaddr: f.vaddr,
        },
    }
}
