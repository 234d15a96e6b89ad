//! What the vector encodings share: fetching the sources of all lanes with their modifiers, SDWA, DPP
//! and GPR indexing, and writing results with theirs.
//!
//! An instruction first fetches everything, then computes lane by lane, then writes: a destination may
//! overlap a source, also across lanes.

use super::{Cx, Step, Stop, lanes, s32, s64, set_s32};
use crate::error::FaultKind;
use crate::isa::{Dpp, Flags, Gen, Operand, Row, Sdwa, Ty, Vop, VopForm};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::{self, BF16, F16, F32, F64, Format, Mode};

pub(super) use registers::Registers;

mod registers;

/// The raw bits of one lane's sources.
pub(super) type Src = [u64; 3];

/// One vector instruction in execution.
pub(super) struct Lanes<'a> {
    row: &'static Row,
    f: &'a Vop,
    /// Where the operands lie.
    pub at: Registers,
    pub generation: Gen,
    /// The lanes that are computed and written: EXEC, less what DPP masks out.
    pub active: u64,
    /// The sources after all modifiers, in the width of their types.
    pub src: [[u64; LANES]; 3],
    /// What the destination held, for rows that read it.
    pub old: [u64; LANES],
    out: [u64; LANES],
    /// The lane mask that goes to SDST.
    mask: u64,
    /// The MODE register.
    mode: u32,
}

impl<'a> Lanes<'a> {
    /// Fetches the sources of an instruction.
    ///
    /// # Errors
    /// A register that the wave does not have; a DPP control or SDWA select that is reserved.
    pub fn fetch(row: &'static Row, f: &'a Vop, w: &Wave, cx: &Cx) -> Result<Lanes<'a>, Stop> {
        Self::fetch_from(row, f, w, w, cx)
    }

    /// As [`Lanes::fetch`], with the values that registers have in `values`: which registers and lanes they
    /// are is up to `w`.
    pub fn fetch_from(
        row: &'static Row,
        f: &'a Vop,
        w: &Wave,
        values: &Wave,
        cx: &Cx,
    ) -> Result<Lanes<'a>, Stop> {
        let mut l = Lanes {
            row,
            f,
            at: Registers::find(row, f, w)?,
            generation: cx.generation,
            active: w.exec(),
            src: [[0; LANES]; 3],
            old: [0; LANES],
            out: [0; LANES],
            mask: 0,
            mode: if cx.generation.is_gfx9() {
                w.mode
            } else {
                w.mode & !Mode::F16_OVFL
            },
        };
        for (i, &ty) in row.shape.src.iter().enumerate() {
            if ty == Ty::None {
                continue;
            }
            l.src[i] = operand(values, cx, l.at.src[i], ty);
            if i == 0
                && let Some(dpp) = &f.dpp
            {
                l.permute(dpp, w)?;
            }
            l.modify(i, ty)?;
        }
        if l.at.dropped {
            l.active = 0;
        }
        if row.flags.has(Flags::READS_DST) && row.shape.dst != Ty::None {
            l.old = registers(values, l.at.dst, row.shape.dst.dwords());
        }
        Ok(l)
    }

    /// DPP: source 0 comes from other lanes. A source lane that does not exist or is inactive in EXEC
    /// gives 0 when BOUND_CTRL is set, else the lane is not written.
    fn permute(&mut self, dpp: &Dpp, w: &Wave) -> Step {
        let values = self.src[0];
        let exec = w.exec();
        for lane in 0..LANES {
            let from = dpp_source(dpp.ctrl, lane)?.filter(|&from| exec >> from & 1 != 0);
            let (row, bank) = (lane / 16, lane / 4 % 4);
            let masked = dpp.row_mask >> row & 1 == 0 || dpp.bank_mask >> bank & 1 == 0;
            self.src[0][lane] = from.map_or(0, |from| values[from]);
            if masked || from.is_none() && !dpp.bound_ctrl {
                self.active &= !(1 << lane);
            }
        }
        Ok(())
    }

    /// Selects of SDWA and OP_SEL, then absolute value, then negation, of source `i`.
    #[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
    fn modify(&mut self, i: usize, ty: Ty) -> Step {
        let (f, flags) = (self.f, self.row.flags);
        // Of conversions by a scale OP_SEL selects parts of other operands.
        let scaled = flags.has(Flags::SCALED);
        let upper = f.form == VopForm::E64 && ty.is_16() && !scaled && f.op_sel >> i & 1 != 0;
        // NEG and ABS are of the sign bit, whatever the type (CLRX GcnInstrsVop3: "applied to source
        // operand for any instruction"). LLVM calls NEG of an integer beside floats sign extension.
        let (width, sign) = match ty {
            Ty::B64 | Ty::I64 | Ty::U64 | Ty::F64 => (u64::MAX, 1 << 63),
            // Decoding gives these none.
            Ty::Mask | Ty::B128 => (u64::MAX, 0),
            // Beside a scale signs are those of each value.
            Ty::V2F32 if scaled => (u64::MAX, 1 << 63 | 1 << 31),
            Ty::V2F16 | Ty::V2Bf16 if scaled => (0xffff_ffff, 0x8000_8000),
            _ if ty.is_16() && !flags.has(Flags::PAIRS) => (0xffff, 0x8000),
            _ => (0xffff_ffff, 0x8000_0000),
        };
        if let (Some(sdwa), true) = (&f.sdwa, i < 2) {
            let sext = sdwa.sext >> i & 1 != 0;
            for v in &mut self.src[i] {
                *v = select(*v as u32, sdwa.src_sel[i], sext)? as u64;
            }
        }
        let signed = !flags.has(Flags::TRUTH_TABLE);
        for v in &mut self.src[i] {
            *v = if upper { *v >> 16 } else { *v } & width;
            if signed && f.abs >> i & 1 != 0 {
                *v &= !sign;
            }
            if signed && f.neg >> i & 1 != 0 {
                *v ^= sign;
            }
        }
        Ok(())
    }

    /// The floating-point mode of a format.
    pub fn mode(&self, format: Format) -> Mode {
        match format {
            F32 => Mode::f32(self.mode),
            _ => Mode::f64(self.mode),
        }
    }

    /// The mode of minimum, maximum and median: before gfx9 they keep denormals whatever MODE says.
    pub fn minmax_mode(&self, format: Format) -> Mode {
        if self.generation.is_gfx9() {
            self.mode(format)
        } else {
            self.mode(format).keeping()
        }
    }

    /// The mode in which f16 operands and results of conversions are handled: on gfx6 and gfx7 their
    /// denormals are always kept and the rounding is that of f32.
    pub fn half_mode(&self) -> Mode {
        if self.generation.is_legacy() {
            self.mode(F32).keeping()
        } else {
            self.mode(F16)
        }
    }

    /// Whether CLAMP saturates integers here.
    fn saturates(&self) -> bool {
        self.f.clamp && !self.generation.is_legacy()
    }

    /// Computes the result of every active lane.
    pub fn each(&mut self, op: impl Fn(Src) -> u64) {
        self.each_lane(|_, src| op(src));
    }

    /// As [`Lanes::each`], given the lane's number.
    pub fn each_lane(&mut self, op: impl Fn(usize, Src) -> u64) {
        for lane in lanes(self.active) {
            self.out[lane] = op(lane, self.sources(lane));
        }
    }

    /// A 32-bit operation.
    pub fn bits(&mut self, op: impl Fn(u32, u32, u32) -> u32) {
        self.each(|[a, b, c]| op(a as u32, b as u32, c as u32) as u64);
    }

    /// An integer operation given without overflow: saturates with CLAMP, else wraps.
    pub fn int(&mut self, op: impl Fn(Src) -> i128) {
        let (clamp, ty) = (self.saturates(), self.row.shape.dst);
        self.each(|src| fit(ty, clamp, op(src)));
    }

    /// As [`Lanes::int`], with a bit for the lane mask.
    pub fn int_carry(&mut self, op: impl Fn(Src) -> (i128, bool)) {
        let (clamp, ty) = (self.saturates(), self.row.shape.dst);
        self.each_flag(|src| {
            let (v, flag) = op(src);
            (fit(ty, clamp, v), flag)
        });
    }

    /// As [`Lanes::each`], with a bit for the lane mask.
    pub fn each_flag(&mut self, op: impl Fn(Src) -> (u64, bool)) {
        for lane in lanes(self.active) {
            let (v, flag) = op(self.sources(lane));
            self.out[lane] = v;
            self.mask |= (flag as u64) << lane;
        }
    }

    /// A floating-point operation with one source.
    pub fn float1(&mut self, f: Format, op: fn(Format, u64, Mode) -> u64) {
        let m = self.mode(f);
        self.each(|[a, _, _]| op(f, a, m));
    }

    /// A floating-point operation with two sources.
    pub fn float2(&mut self, f: Format, op: fn(Format, u64, u64, Mode) -> u64) {
        let m = self.mode(f);
        self.each(|[a, b, _]| op(f, a, b, m));
    }

    /// A floating-point operation with three sources.
    pub fn float3(&mut self, f: Format, op: fn(Format, u64, u64, u64, Mode) -> u64) {
        let m = self.mode(f);
        self.each(|[a, b, c]| op(f, a, b, c, m));
    }

    /// A floating-point operation whose third source is the destination.
    pub fn accumulate(&mut self, f: Format, op: fn(Format, u64, u64, u64, Mode) -> u64) {
        let (m, old) = (self.mode(f), self.old);
        self.each_lane(|lane, [a, b, _]| op(f, a, b, old[lane] & f.mask(), m));
    }

    /// As [`Lanes::int`], with the destination as the third source.
    pub fn accumulate_int(&mut self, op: impl Fn(Src) -> i128) {
        let (clamp, ty, old) = (self.saturates(), self.row.shape.dst, self.old);
        self.each_lane(|lane, [a, b, _]| fit(ty, clamp, op([a, b, old[lane]])));
    }

    /// Minimum or maximum of two.
    pub fn minmax2(&mut self, f: Format, op: fn(Format, u64, u64, Mode) -> u64) {
        let m = self.minmax_mode(f);
        self.each(|[a, b, _]| op(f, a, b, m));
    }

    /// Minimum, maximum or median of three.
    pub fn minmax3(&mut self, f: Format, op: fn(Format, u64, u64, u64, Mode) -> u64) {
        let m = self.minmax_mode(f);
        self.each(|[a, b, c]| op(f, a, b, c, m));
    }

    /// Sets the lane mask to the active lanes for which `op` holds.
    pub fn test(&mut self, op: impl Fn(Src) -> bool) {
        for lane in lanes(self.active) {
            self.mask |= (op(self.sources(lane)) as u64) << lane;
        }
    }

    fn sources(&self, lane: usize) -> Src {
        [self.src[0][lane], self.src[1][lane], self.src[2][lane]]
    }

    /// Writes the lane mask to SDST, whole: bits of inactive lanes are 0. Compares of the CMPX kind
    /// set EXEC as well.
    pub fn write_mask(&self, w: &mut Wave) -> Step {
        w.set_s64(self.f.sdst, self.mask);
        if self.row.flags.has(Flags::WRITES_EXEC) {
            w.set_exec(self.mask);
        }
        Ok(())
    }

    /// Writes the results: OMOD and CLAMP of floats, then the destination, then the lane mask of rows
    /// that have one.
    pub fn write(mut self, w: &mut Wave) -> Step {
        let dst = self.row.shape.dst;
        if let Some(format) = format_of(dst) {
            self.output_modifiers(format);
        }
        // Of pairs CLAMP alone counts: no text has OMOD of them.
        if let Some(format) = format_of_halves(dst)
            && self.f.clamp
        {
            let m = self.mode(format);
            let half = |v| numerics::clamp(format, v & 0xffff, m);
            for v in &mut self.out {
                *v = half(*v) | half(*v >> 16) << 16;
            }
        }
        if dst == Ty::V2F32 {
            let m = self.mode(F32);
            for v in &mut self.out {
                let half = |v: u64| modified(self.f, F32, v & 0xffff_ffff, m);
                *v = half(*v) | half(*v >> 32) << 32;
            }
        }
        let vdst = self.at.dst;
        for lane in lanes(self.active) {
            let low = &mut w.v_mut(vdst).0[lane];
            let new = self.out[lane] as u32;
            *low = merge(self.row, self.f, self.generation, *low, new)?;
            if dst.dwords() == 2 {
                w.v_mut(vdst + 1).0[lane] = (self.out[lane] >> 32) as u32;
            }
        }
        if self.row.flags.has(Flags::CARRY_OUT) {
            self.write_mask(w)?;
        }
        Ok(())
    }

    fn output_modifiers(&mut self, format: Format) {
        let m = self.mode(format);
        for lane in lanes(self.active) {
            self.out[lane] = modified(self.f, format, self.out[lane], m);
        }
    }
}

/// A result after OMOD and CLAMP.
fn modified(f: &Vop, format: Format, v: u64, m: Mode) -> u64 {
    let v = numerics::omod(format, v, f.omod, m);
    if f.clamp {
        numerics::clamp(format, v, m)
    } else {
        v
    }
}

/// The low register of a result: SDWA and 16-bit results replace a part of `old`.
pub(super) fn merge(row: &Row, f: &Vop, generation: Gen, old: u32, new: u32) -> Result<u32, Stop> {
    if let Some(sdwa) = &f.sdwa {
        return merge_sdwa(sdwa, old, new);
    }
    if !row.shape.dst.is_16() && !row.flags.has(Flags::HALF_PAIR) {
        return Ok(new);
    }
    let new = new & 0xffff;
    Ok(if f.form == VopForm::E64 && f.op_sel & 8 != 0 {
        old & 0xffff | new << 16
    } else if generation.is_gfx9() && row.flags.has(Flags::READS_DST) {
        // Those that were new or read their destination keep the upper half (LLVM
        // GCNSubtarget::zeroesHigh16BitsOfDest); gfx8 and the others zero it. AMD's text for the
        // later CDNA processors zeroes it for V_MAC_F16, V_MADMK_F16 and V_MADAK_F16 too; Mesa's
        // compiler, which is run on gfx9, takes them for partial writes as LLVM does.
        old & 0xffff_0000 | new
    } else {
        new
    })
}

/// The floating-point format of both halves of a dword.
#[allow(clippy::wildcard_enum_match_arm)] // Not a match on opcodes.
fn format_of_halves(ty: Ty) -> Option<Format> {
    match ty {
        Ty::V2F16 => Some(F16),
        Ty::V2Bf16 => Some(BF16),
        _ => None,
    }
}

/// The floating-point format of a type.
pub(super) fn format_of(ty: Ty) -> Option<Format> {
    match ty {
        Ty::F16 => Some(F16),
        Ty::F32 => Some(F32),
        Ty::F64 => Some(F64),
        Ty::Bf16 => Some(BF16),
        Ty::None
        | Ty::B16
        | Ty::I16
        | Ty::U16
        | Ty::B32
        | Ty::I32
        | Ty::U32
        | Ty::B64
        | Ty::I64
        | Ty::U64
        | Ty::V2B16
        | Ty::V2F16
        | Ty::V2Bf16
        | Ty::V2B32
        | Ty::V2F32
        | Ty::B96
        | Ty::B128
        | Ty::B192
        | Ty::B256
        | Ty::B512
        | Ty::B1024
        | Ty::Mask => None,
    }
}

/// `v` in type `ty`: saturated, or wrapped.
pub(super) fn fit(ty: Ty, saturate: bool, v: i128) -> u64 {
    let (min, max): (i128, i128) = match ty {
        Ty::I16 => (i16::MIN.into(), i16::MAX.into()),
        Ty::U16 | Ty::B16 => (0, u16::MAX.into()),
        Ty::I32 => (i32::MIN.into(), i32::MAX.into()),
        Ty::I64 => (i64::MIN.into(), i64::MAX.into()),
        Ty::U64 | Ty::B64 => (0, u64::MAX.into()),
        Ty::None
        | Ty::F16
        | Ty::Bf16
        | Ty::B32
        | Ty::U32
        | Ty::F32
        | Ty::F64
        | Ty::V2B16
        | Ty::V2F16
        | Ty::V2Bf16
        | Ty::V2B32
        | Ty::V2F32
        | Ty::B96
        | Ty::B128
        | Ty::B192
        | Ty::B256
        | Ty::B512
        | Ty::B1024
        | Ty::Mask => (0, u32::MAX.into()),
    };
    let v = if saturate { v.clamp(min, max) } else { v };
    v as u64 & (max - min) as u64
}

/// Sign-extends the low 16 bits.
pub(super) fn s16(v: u64) -> i128 {
    v as i16 as i128
}

/// Sign-extends the low 24 bits.
pub(super) fn s24(v: u64) -> i128 {
    ((v as i32) << 8 >> 8) as i128
}

/// The low 24 bits.
pub(super) fn u24(v: u64) -> i128 {
    (v & 0xff_ffff) as i128
}

/// Sign-extends the low 32 bits.
pub(super) fn i32_of(v: u64) -> i128 {
    v as i32 as i128
}

/// The low 32 bits, unsigned.
pub(super) fn u32_of(v: u64) -> i128 {
    v as u32 as i128
}

/// One source operand for all lanes, before modifiers; its registers exist. A lane mask gives each lane
/// its bit.
pub(super) fn operand(w: &Wave, cx: &Cx, src: Operand, ty: Ty) -> [u64; LANES] {
    let count = ty.dwords();
    if ty == Ty::Mask {
        let mask = s64(w, cx, src, ty);
        return std::array::from_fn(|lane| mask >> lane & 1);
    }
    match src {
        Operand::Vgpr(v) => registers(w, v, count),
        Operand::Sgpr(_)
        | Operand::Int(_)
        | Operand::Float(_)
        | Operand::Literal(_)
        | Operand::Aperture(_)
        | Operand::Vccz
        | Operand::Execz
        | Operand::Scc
        | Operand::LdsDirect => {
            [match count {
                1 => s32(w, cx, src, ty) as u64,
                _ => s64(w, cx, src, ty),
            }; LANES]
        }
    }
}

/// The low 32 or 64 bits of the registers from `v` on, in all lanes.
fn registers(w: &Wave, v: u8, count: u8) -> [u64; LANES] {
    let low = w.v(v).0;
    match count {
        1 => low.map(u64::from),
        _ => {
            let high = &w.v(v + 1).0;
            std::array::from_fn(|lane| low[lane] as u64 | (high[lane] as u64) << 32)
        }
    }
}

/// The lane that lane `lane` reads under DPP control `ctrl` (CLRX GcnSdwaDpp; LLVM SIDefines
/// DppCtrl); `None` outside its row or the wave.
fn dpp_source(ctrl: u16, lane: usize) -> Result<Option<usize>, Stop> {
    let (row, i) = (lane & !15, lane & 15);
    let n = (ctrl & 15) as usize;
    Ok(match ctrl {
        0..=0xff => Some(lane & !3 | (ctrl as usize >> (2 * (lane & 3))) & 3),
        0x101..=0x10f => (i + n < 16).then_some(lane + n),
        0x111..=0x11f => (i >= n).then(|| lane - n),
        0x121..=0x12f => Some(row | (i + 16 - n) & 15),
        0x130 => (lane < 63).then_some(lane + 1),
        0x134 => Some((lane + 1) & 63),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + 63) & 63),
        0x140 => Some(row | (15 - i)),
        0x141 => Some(lane & !7 | (7 - (lane & 7))),
        0x142 => row.checked_sub(1),
        0x143 => (lane >= 32).then_some(31),
        // Decoding refuses it before gfx90a.
        0x150..=0x15f => Some(row | n),
        _ => return Err(FaultKind::Illegal(format!("DPP control {ctrl:#x}")).into()),
    })
}

/// SDWA source select.
fn select(v: u32, sel: u8, sext: bool) -> Result<u32, Stop> {
    Ok(match (sel, sext) {
        (0..=3, false) => v >> (8 * sel) & 0xff,
        (0..=3, true) => (v >> (8 * sel)) as i8 as u32,
        (4 | 5, false) => v >> (16 * (sel - 4)) & 0xffff,
        (4 | 5, true) => (v >> (16 * (sel - 4))) as i16 as u32,
        (6, _) => v,
        _ => return Err(reserved_select(sel)),
    })
}

/// SDWA destination select and what becomes of the other bits.
fn merge_sdwa(sdwa: &Sdwa, old: u32, new: u32) -> Result<u32, Stop> {
    let (shift, bits) = match sdwa.dst_sel {
        sel @ 0..=3 => (8 * sel, 8),
        sel @ (4 | 5) => (16 * (sel - 4), 16),
        6 => return Ok(new),
        sel => return Err(reserved_select(sel)),
    };
    let mask = ((1u32 << bits) - 1) << shift;
    let part = new << shift & mask;
    Ok(match sdwa.dst_unused {
        0 => part,
        1 => ((new << (32 - bits)) as i32 >> (32 - bits) << shift) as u32,
        2 => old & !mask | part,
        other => return Err(FaultKind::Illegal(format!("SDWA dst_unused {other}")).into()),
    })
}

fn reserved_select(sel: u8) -> Stop {
    FaultKind::Illegal(format!("SDWA select {sel}")).into()
}

/// V_READLANE and V_READFIRSTLANE: writes an SGPR from lane `lane` of source 0.
pub(super) fn read_lane(l: &Lanes, lane: usize, w: &mut Wave) -> Step {
    set_s32(w, l.f.vdst, l.src[0][lane] as u32);
    Ok(())
}

/// V_WRITELANE: writes lane `lane` of VDST whatever EXEC says.
pub(super) fn write_lane(l: &Lanes, lane: usize, w: &mut Wave) -> Step {
    w.v_mut(l.at.dst).0[lane] = l.src[0][lane] as u32;
    Ok(())
}

#[cfg(test)]
mod tests;
