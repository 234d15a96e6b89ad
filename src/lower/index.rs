//! Vector registers whose number depends on M0 (CLRX GcnState): GPR index mode of gfx8 and gfx9, and
//! V_MOVRELS, V_MOVRELD, V_MOVRELSD.
//!
//! A change of GPR_IDX_EN takes effect within its block; where it lasts beyond, the block leaves the
//! function, for the one that is compiled for the other MODE.

use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{ICmp, Uop, Val};
use crate::isa::{M0, Operand, Ty, Vop};
use crate::machine::MODE_GPR_IDX_EN;

/// The first register of an operand.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// This register.
    At(u8),
    /// The register with this number, which exists.
    Numbered(Val),
}

/// Which operand GPR index mode asks about: 0 to 2 the sources, 3 the destination.
pub(super) const DST: usize = 3;

impl Lower<'_> {
    /// Replaces the bits of `mask` of M0, which begin at bit 0, by those of `v`.
    pub(super) fn set_index(&mut self, mask: u32, v: Val) {
        let known = self.operands_known();
        let m0 = self.b.s32(M0);
        let m0 = self.and(m0, !mask);
        let v = self.and(v, mask);
        let m0 = self.b.op32(Uop::Or, &[m0, v]);
        self.b.set_s32(M0, m0);
        self.index_bits = known.map(|bits| (m0, bits));
    }

    /// Sets M0[15:12], the operands that GPR index mode indexes.
    pub(super) fn set_index_operands(&mut self, operands: u32) {
        let m0 = self.b.s32(M0);
        let m0 = self.and(m0, !0xf000);
        let k = self.b.k32(operands << 12);
        let m0 = self.b.op32(Uop::Or, &[m0, k]);
        self.b.set_s32(M0, m0);
        self.index_bits = Some((m0, operands));
    }

    /// Sets or clears GPR_IDX_EN.
    pub(super) fn set_index_mode(&mut self, on: bool) {
        let bit = self.b.k32(on as u32);
        let at = MODE_GPR_IDX_EN.trailing_zeros();
        self.set_mode(at, 1, bit);
        self.indexed = on;
    }

    /// M0[15:12], if M0 has not changed since they were set in this block.
    fn operands_known(&mut self) -> Option<u32> {
        let m0 = self.b.s32(M0);
        self.index_bits.filter(|(v, _)| *v == m0).map(|(_, b)| b)
    }

    /// Where an operand of `dwords` registers from `v` on lies.
    pub(super) fn place(&mut self, v: u8, operand: usize, dwords: u8) -> Result<Place, Interp> {
        if !self.indexed {
            self.has_vgprs(v, dwords)?;
            return Ok(Place::At(v));
        }
        let of_first = if operand == 1 { 0 } else { operand };
        let operand = unless_planted!(Fault::IndexOperand, operand, of_first);
        match self.operands_known().map(|bits| bits >> operand & 1) {
            Some(0) => {
                self.has_vgprs(v, dwords)?;
                Ok(Place::At(v))
            }
            // An index that the wave does not have becomes 0, a register without index a fault.
            known => {
                self.has_vgprs(if known.is_some() { 0 } else { v }, dwords)?;
                let v = self.b.k32(v as u32);
                Ok(Place::Numbered(self.index(v, operand, dwords)))
            }
        }
    }

    /// The register number `v` as GPR index mode changes it.
    fn index(&mut self, v: Val, operand: usize, dwords: u8) -> Val {
        let known = self.operands_known().map(|bits| bits >> operand & 1);
        if !self.indexed || known == Some(0) {
            return v;
        }
        let m0 = self.b.s32(M0);
        let offset = self.and(m0, 0xff);
        let n = self.b.op32(Uop::Add, &[offset, v]);
        let last = self.b.k32(self.t.vgprs.vgprs - dwords as u32);
        let zero = self.b.k32(0);
        let exists = unless_planted!(
            Fault::IndexRange,
            self.b.icmp32(ICmp::LeU, n, last),
            self.b.icmp32(ICmp::LtU, n, last)
        );
        let n = self.b.select(exists, n, zero);
        if known.is_some() {
            return n;
        }
        let bit = self.and(m0, 1 << (12 + operand));
        let on = self.nonzero(bit);
        self.b.select(on, n, v)
    }

    /// Register `i` of an operand.
    pub(super) fn get(&mut self, place: Place, i: u8) -> Val {
        match place {
            Place::At(v) => self.b.v32(v + i),
            Place::Numbered(n) => {
                let k = self.b.k32(i as u32);
                let n = self.b.op32(Uop::Add, &[n, k]);
                self.b.v32_at(n)
            }
        }
    }

    /// Writes register `i` of a destination under EXEC.
    pub(super) fn set(&mut self, place: Place, i: u8, v: Val) {
        match place {
            Place::At(r) => self.b.set_v32(r + i, v),
            Place::Numbered(n) => {
                let (k, exec) = (self.b.k32(i as u32), self.b.exec());
                let n = self.b.op32(Uop::Add, &[n, k]);
                self.b.set_v32_at(n, exec, v);
            }
        }
    }

    /// Lane `lane` of source 0, whatever EXEC says; `lane` is given M0 and EXEC's state now.
    pub(super) fn lane_of(&mut self, v: u8, operand: usize, lane: Val) -> Result<Val, Interp> {
        Ok(match self.place(v, operand, 1)? {
            Place::At(v) => self.b.read_lane(v, lane),
            Place::Numbered(n) => self.b.read_lane_at(n, lane),
        })
    }

    /// V_SWAP: two registers exchange their values in the active lanes.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    pub(super) fn swap(&mut self, f: &Vop) -> Lowered {
        let Operand::Vgpr(v) = f.src[0] else {
            return Err(Interp);
        };
        let (source, dst) = (self.place(v, 0, 1)?, self.place(f.vdst, DST, 1)?);
        let (a, b) = (self.get(source, 0), self.get(dst, 0));
        self.set(dst, 0, a);
        self.set(source, 0, b);
        Ok(())
    }

    /// V_MOVRELS, V_MOVRELD, V_MOVRELSD: M0 is added to the number of the source or of the destination,
    /// and then what GPR index mode adds. A source that the wave does not have is register 0; such a
    /// destination drops the write.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    pub(super) fn movrel(&mut self, f: &Vop, source: bool, destination: bool) -> Lowered {
        self.has_vgprs(0u16, 1)?;
        let v = match f.src[0] {
            Operand::Vgpr(v) if source => {
                let (n, _) = self.moved(v);
                let n = self.index(n, 0, 1);
                self.b.v32_at(n)
            }
            _ => self.raw(f, 0, Ty::B32)?,
        };
        if !destination {
            return self.set_plain(f, v);
        }
        let (n, exists) = self.moved(f.vdst);
        let n = self.index(n, DST, 1);
        let (exec, none) = (self.b.exec(), self.b.k64(0));
        let lanes = self.b.select(exists, exec, none);
        self.b.set_v32_at(n, lanes, v);
        Ok(())
    }

    /// Register number `v` plus M0, or 0 if the wave does not have that register, and whether it has.
    fn moved(&mut self, v: u8) -> (Val, Val) {
        let (m0, k) = (self.b.s32(M0), self.b.k32(v as u32));
        let n = self.b.op32(Uop::Add, &[m0, k]);
        let (count, zero) = (self.b.k32(self.t.vgprs.vgprs), self.b.k32(0));
        let exists = self.b.icmp32(ICmp::LtU, n, count);
        (self.b.select(exists, n, zero), exists)
    }
}
