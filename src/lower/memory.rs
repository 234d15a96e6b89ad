//! What the vector memory encodings have in common: how loaded and stored data lie in registers, and
//! the limit of the LDS.

use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, planted};
use crate::ir::{MemOp, Per, Ty as IrTy, Uop, Val};
use crate::isa::Gens;
use crate::isa::facts::{Load, Store};

/// Operand code of M0.
const M0: u8 = 124;

/// Which part of a register a load fills or a store takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// All of it (a store takes the low bytes).
    Whole,
    /// Bits 15:0; the others keep their value (gfx9's D16 forms), or become zero with SRAM ECC.
    Low,
    /// Bits 31:16.
    High,
}

/// What a load reads, and which part of its register it fills.
pub(super) fn loaded(kind: Load) -> (MemOp, Half) {
    match kind {
        Load::U8 => (MemOp::small(1), Half::Whole),
        Load::I8 => (MemOp::small_signed(1), Half::Whole),
        Load::U16 => (MemOp::small(2), Half::Whole),
        Load::I16 => (MemOp::small_signed(2), Half::Whole),
        Load::U8Lo => (MemOp::small(1), Half::Low),
        Load::U8Hi => (MemOp::small(1), Half::High),
        Load::I8Lo => (MemOp::small_signed(1), Half::Low),
        Load::I8Hi => (MemOp::small_signed(1), Half::High),
        Load::B16Lo => (MemOp::small(2), Half::Low),
        Load::B16Hi => (MemOp::small(2), Half::High),
        Load::Dwords(n) => (MemOp::dwords(n), Half::Whole),
    }
}

/// What a store writes, and which part of its register it takes.
pub(super) fn stored(kind: Store) -> (MemOp, Half) {
    match kind {
        Store::B8 => (MemOp::small(1), Half::Whole),
        Store::B8Hi => (MemOp::small(1), Half::High),
        Store::B16 => (MemOp::small(2), Half::Whole),
        Store::B16Hi => (MemOp::small(2), Half::High),
        Store::Dwords(n) => (MemOp::dwords(n), Half::Whole),
    }
}

impl Lower<'_> {
    /// Registers `first` to `first + count - 1`.
    pub(super) fn vgprs(&mut self, first: impl Into<u16>, count: u8) -> Result<Vec<Val>, Interp> {
        let first = first.into();
        self.has_vgprs(first, count)?;
        Ok((first..)
            .take(count.into())
            .map(|r| self.b.v32(r))
            .collect())
    }

    /// The register pair from `first` as one value per lane.
    pub(super) fn vgpr_pair(&mut self, first: u8) -> Result<Val, Interp> {
        let v = self.vgprs(first, 2)?;
        Ok(self.b.op64(Uop::Concat, &v))
    }

    /// The data of a store.
    pub(super) fn stored(&mut self, first: u16, m: MemOp, half: Half) -> Result<Vec<Val>, Interp> {
        let mut v = self.vgprs(first, m.dwords)?;
        if half == Half::High {
            let k = self.b.k32(16);
            let x = self.b.op32(Uop::ShrU, &[v[0], k]);
            v[0] = self.b.splat(x);
        }
        Ok(v)
    }

    /// The register that a load of one gives, from what it loaded and the register's old value.
    fn filled(&mut self, half: Half, new: Val, old: Val) -> Val {
        let (low, high, k) = (self.b.k32(0xffff), self.b.k32(0xffff_0000), self.b.k32(16));
        let (new, old) = match half {
            Half::Whole => return new,
            Half::Low => (
                self.b.op32(Uop::And, &[new, low]),
                self.b.op32(Uop::And, &[old, high]),
            ),
            Half::High => (
                self.b.op32(Uop::Shl, &[new, k]),
                self.b.op32(Uop::And, &[old, low]),
            ),
        };
        self.b.op32(Uop::Or, &[old, new])
    }

    /// Writes what a load gave to the registers from `vdst` on, of which the wave has enough.
    pub(super) fn loaded(&mut self, vdst: u16, dwords: u8, half: Half, tuple: Val) {
        let values: Vec<_> = (0..dwords).map(|i| self.b.proj(tuple, i as u64)).collect();
        self.loaded_values(vdst, half, &values);
    }

    /// As [`Lower::loaded`], with the dwords.
    pub(super) fn loaded_values(&mut self, vdst: u16, half: Half, values: &[Val]) {
        if half != Half::Whole {
            let old = if self.t.ecc || planted(Fault::HalfCleared) {
                self.b.k32(0)
            } else {
                self.b.v32(vdst)
            };
            let v = self.filled(half, values[0], old);
            self.b.set_v32(vdst, v);
            return;
        }
        for (r, v) in (vdst..).zip(values) {
            self.b.set_v32(r, *v);
        }
    }

    /// TFE: the register after the `dwords` from `vdst` on says that no access failed.
    pub(super) fn no_fault(&mut self, tfe: bool, vdst: u16, dwords: u8) -> Lowered {
        if tfe {
            self.has_vgprs(vdst, dwords + 1)?;
            let zero = self.b.k32(0);
            self.b.set_v32(vdst + u16::from(dwords), zero);
        }
        Ok(())
    }

    /// Address, lanes and limit of the dwords of LDS that take part in a load or store with LDS = 1:
    /// the bits `low` of M0, `offset`, and the lanes one behind the other, each with a dword or, of more dwords, four.
    pub(super) fn lds_row(&mut self, offset: u32, dwords: u8, low: u32) -> (MemOp, Vec<Val>) {
        let each = if dwords > 1 { 4 } else { 2 };
        let (lane, each) = (self.b.lane_id(), self.b.k32(each));
        let lane = self.b.op32(Uop::Shl, &[lane, each]);
        let (m0, low) = (self.b.s32(M0), self.b.k32(low));
        let (m0, k) = (self.b.op32(Uop::And, &[m0, low]), self.b.k32(offset));
        let base = self.b.op32(Uop::Add, &[m0, k]);
        let addr = self.b.op32(Uop::Add, &[lane, base]);
        let mut m = MemOp::dwords(dwords);
        m.align_mask = self.lds_align(4);
        (m, vec![addr, self.b.exec(), self.b.k32(u32::MAX)])
    }

    /// Writes what a load gave to the LDS instead of registers.
    pub(super) fn loaded_to_lds(&mut self, offset: u32, dwords: u8, half: Half, tuple: Val) {
        let low = if self.t.generation.has(Gens::LARGE_LDS) {
            0x3fffc
        } else {
            0xffff
        };
        let (m, mut args) = self.lds_row(offset, dwords, low);
        for k in 0..u64::from(dwords) {
            let (new, zero) = (self.b.proj(tuple, k), self.b.k32(0));
            args.push(self.filled(half, new, zero));
        }
        self.b
            .effect(Uop::LdsStore, IrTy::None, Per::Wave, m.pack(), &args);
    }

    /// M0.
    pub(super) fn m0(&mut self) -> Val {
        self.b.s32(M0)
    }

    /// The limit of LDS addresses beside its size: M0 on gfx6 to gfx8, none on gfx9.
    pub(super) fn lds_limit(&mut self) -> Val {
        if self.t.generation.is_gfx9() {
            self.b.k32(u32::MAX)
        } else {
            self.b.s32(M0)
        }
    }

    /// The low bits that LDS ignores in an address of an access that is not an atomic.
    pub(super) fn lds_align(&self, bytes: u32) -> u8 {
        if self.t.generation.is_gfx9() {
            0
        } else {
            bytes.next_power_of_two() as u8 - 1
        }
    }

    /// A load: its registers are checked, `args` are address, lanes, limit.
    pub(super) fn load(
        &mut self,
        op: Uop,
        m: MemOp,
        half: Half,
        vdst: u16,
        args: &[Val],
    ) -> Lowered {
        self.has_vgprs(vdst, m.dwords)?;
        if op == Uop::Load
            && let Some(values) = self.b.load_run(m, args[0], args[2])
        {
            self.loaded_values(vdst, half, &values);
            return Ok(());
        }
        let t = self.b.effect(op, IrTy::Tuple, Per::Lane, m.pack(), args);
        self.loaded(vdst, m.dwords, half, t);
        Ok(())
    }
}
