//! Bytes of the few instructions on vectors and masks that regions consist of (Intel SDM volume 2, chapter 2.7
//! for EVEX, 2.3 for VEX); `assembler` has the scalar ones.
//!
//! A general assembler looks an instruction up by its operands; here the caller names the form, so that
//! an instruction costs some tens of nanoseconds, which is what the time to compile is made of.

use super::assembler::{Assembler, Vex};
use super::gpr::Gpr;
use super::ops::{L, Op, Places, Variant, Vectors, W};

/// An operand in memory: a base register, another one scaled, and a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mem {
    /// Base register.
    pub base: Gpr,
    /// Number of the index register, a vector's in gathers and scatters, and logarithm of its factor.
    pub index: Option<(u8, u8)>,
    /// Displacement.
    pub disp: i32,
    /// It is one element, for all.
    pub spread: bool,
}

impl Mem {
    /// `disp` bytes from `base`.
    pub const fn at(base: Gpr, disp: i32) -> Mem {
        Mem {
            base,
            index: None,
            disp,
            spread: false,
        }
    }

    /// The same with an index, times 2 to the power of `shift`.
    pub const fn indexed(self, index: Gpr, shift: u8) -> Mem {
        Mem {
            index: Some((index.number(), shift)),
            ..self
        }
    }
}

/// The last operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rm {
    /// A register.
    Reg(u8),
    /// Memory.
    Mem(Mem),
}

/// The opmask of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask {
    /// The mask register; 0 for none.
    pub k: u8,
    /// Zeroes the elements that it leaves out, rather than keeping them.
    pub zero: bool,
}

/// Appends an instruction whose result is in register `to`, wherever its encoding has that. `a` is the operand before
/// the last one, if there is one. An operation that has its result in ModRM.rm takes none from memory. The mask of one
/// without EVEX is a vector register, as VBLENDVPS has it.
pub fn computation(
    out: &mut Assembler,
    variant: impl Into<Variant>,
    to: u8,
    a: u8,
    b: Rm,
    mask: Mask,
) {
    let variant: Variant = variant.into();
    match (variant.op.row().places, b) {
        (Places::Mask(_), b) => vex(out, variant.op, to, a, b),
        (Places::Shift(extension), b) => vector(out, variant, extension, to, b, mask),
        (Places::Mr, Rm::Reg(b)) => vector(out, variant, b, 0, Rm::Reg(to), mask),
        (Places::Rvm | Places::Mr, b) => vector(out, variant, to, a, b, mask),
    }
}

/// Appends an instruction on whole vectors, or as its operation says: [`evex`] or [`avx2`].
pub fn vector(
    out: &mut Assembler,
    variant: impl Into<Variant>,
    reg: u8,
    vvvv: u8,
    rm: Rm,
    mask: Mask,
) {
    let variant: Variant = variant.into();
    if out.isa.has_masks {
        return evex(out, variant, reg, vvvv, rm, mask);
    }
    avx2(out, variant, reg, vvvv, rm);
    if variant.op == Op::VBLENDVPS {
        out.byte(mask.k << 4);
    } else {
        debug_assert_eq!(mask, Mask::default());
    }
}

/// Appends an instruction with a VEX prefix on vectors of 32 bytes, or of 16 as its variant says.
pub fn avx2(out: &mut Assembler, variant: impl Into<Variant>, reg: u8, vvvv: u8, rm: Rm) {
    let Variant { op, on } = variant.into();
    let row = op.row();
    let (x, b) = match rm {
        Rm::Reg(r) => (0, r),
        Rm::Mem(m) => (m.index.map_or(0, |i| i.0), m.base.number()),
    };
    debug_assert!(row.avx2.is_some(), "{} is not of AVX2", row.name);
    let vex = Vex {
        map: row.map as u8,
        pp: row.prefix as u8,
        w: row.avx2.is_some_and(|v| v.w == W::W1),
        l: on == Vectors::Whole,
        code: row.code,
    };
    out.vex(vex, reg, vvvv, (x, b));
    modrm(out, reg, rm, 0);
}

/// Appends an instruction with an EVEX prefix for vectors of 64 bytes, or as its operation says. `reg` and `vvvv` are numbers of
/// vector or mask registers (or, of `reg`, an extension of the opcode).
pub fn evex(
    out: &mut Assembler,
    variant: impl Into<Variant>,
    reg: u8,
    vvvv: u8,
    rm: Rm,
    mask: Mask,
) {
    let variant: Variant = variant.into();
    let row = variant.op.row();
    let (x, b, v4, spread) = match rm {
        Rm::Reg(r) => (r >> 4 & 1, r >> 3 & 1, vvvv >> 4 & 1, false),
        Rm::Mem(m) => match m.index {
            // The index of a gather has its fifth bit where the third operand's is, which it lacks.
            Some((i, _)) => (
                i >> 3 & 1,
                m.base.number() >> 3 & 1,
                (vvvv | i) >> 4 & 1,
                m.spread,
            ),
            None => (0, m.base.number() >> 3 & 1, vvvv >> 4 & 1, m.spread),
        },
    };
    let inverted = |bit: u8, at: u8| (bit ^ 1) << at;
    let prefix = [
        0x62,
        inverted(reg >> 3 & 1, 7)
            | inverted(x, 6)
            | inverted(b, 5)
            | inverted(reg >> 4 & 1, 4)
            | row.map as u8,
        ((row.w == W::W1) as u8) << 7 | (!vvvv & 15) << 3 | 4 | row.prefix as u8,
        (mask.zero as u8) << 7
            | match variant.on {
                Vectors::Rounding(to) => (to as u8) << 5 | 1 << 4,
                Vectors::Narrow => 0,
                Vectors::Whole => 2 << 5,
            }
            | (spread as u8) << 4
            | inverted(v4, 3)
            | mask.k,
        row.code,
    ];
    out.bytes(&prefix);
    let scale = match row.element {
        Some(element) if spread => element,
        // Parts of a quarter are as long.
        _ if variant.on == Vectors::Narrow && row.memory > 3 => row.memory - 2,
        _ => row.memory,
    };
    modrm(out, reg, rm, scale);
}

/// Appends an instruction with a VEX prefix on mask registers.
pub fn vex(out: &mut Assembler, op: Op, reg: u8, vvvv: u8, rm: Rm) {
    let (x, b) = match rm {
        Rm::Reg(r) => (0, r),
        Rm::Mem(m) => (m.index.map_or(0, |i| i.0), m.base.number()),
    };
    let row = op.row();
    let op = Vex {
        map: row.map as u8,
        pp: row.prefix as u8,
        w: row.w == W::W1,
        l: row.places == Places::Mask(L::L1),
        code: row.code,
    };
    out.vex(op, reg, vvvv, (x, b));
    modrm(out, reg, rm, 0);
}

fn modrm(out: &mut Assembler, reg: u8, rm: Rm, scale: u8) {
    let reg = (reg & 7) << 3;
    let m = match rm {
        Rm::Reg(r) => {
            out.byte(0xc0 | reg | r & 7);
            return;
        }
        Rm::Mem(m) => m,
    };
    let short = m.disp >> scale;
    let is_short = short << scale == m.disp && (-128..128).contains(&short);
    // Without a displacement RBP and R13 are no base, and without an index RSP and R12 neither: no region has an
    // address there.
    let mode = match (m.disp, is_short) {
        (0, _) => 0,
        (_, true) => 0x40,
        _ => 0x80,
    };
    let base = m.base.number() & 7;
    match m.index {
        Some((index, factor)) => {
            out.byte(mode | reg | 4);
            out.byte(factor << 6 | (index & 7) << 3 | base);
        }
        None => out.byte(mode | reg | base),
    }
    match mode {
        0 => {}
        0x40 => out.byte(short as u8),
        _ => out.bytes(&m.disp.to_le_bytes()),
    }
}

/// A general register's dword or qword to all elements of a vector register.
pub fn from_gpr(out: &mut Assembler, is_wide: bool, to: u8, from: Gpr) {
    let from = Rm::Reg(from.number());
    if out.isa.has_masks {
        let ops = [Op::VPBROADCASTD_GPR, Op::VPBROADCASTQ_GPR];
        return evex(out, ops[usize::from(is_wide)], to, 0, from, Mask::default());
    }
    let ops = [(Op::VMOVD, Op::VPBROADCASTD), (Op::VMOVQ, Op::VPBROADCASTQ)];
    let (first, all) = ops[usize::from(is_wide)];
    avx2(out, first.narrow(), to, 0, from);
    avx2(out, all, to, 0, Rm::Reg(to));
}

/// The first element of a vector register to a general one.
pub fn to_gpr(out: &mut Assembler, is_wide: bool, to: Gpr, from: u8) {
    let op = if is_wide { Op::VMOVQ_MR } else { Op::VMOVD_MR };
    let to = Rm::Reg(to.number());
    vector(out, op.narrow(), from, 0, to, Mask::default());
}
