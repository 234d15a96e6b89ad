//! Bytes of the few instructions on vectors and masks that regions consist of (Intel SDM volume 2, chapter 2.7
//! for EVEX, 2.3 for VEX); `assembler` has the scalar ones.
//!
//! A general assembler looks an instruction up by its operands; here the caller names the form, so that
//! an instruction costs some tens of nanoseconds, which is what the time to compile is made of.

use super::assembler::{Assembler, Vex};
use super::gpr::Gpr;

/// An instruction with an EVEX prefix, or a VEX prefix on mask registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    /// Opcode map: 1 for 0F, 2 for 0F38, 3 for 0F3A.
    map: u8,
    /// Implied prefix: 0 for none, 1 for 66, 2 for F3, 3 for F2.
    pp: u8,
    w: bool,
    code: u8,
    /// Logarithm of the memory operand's bytes, by which EVEX scales an 8-bit displacement.
    pub size: u8,
    /// Logarithm of an element's bytes, when one in memory can stand for all; else 0.
    pub elem: u8,
    /// It is for vectors of 16 bytes.
    is_narrow: bool,
    /// The result is the last operand, in ModRM.rm.
    pub is_turned: bool,
    /// How it rounds, whatever MXCSR says; then no operand is in memory.
    pub rounds: Option<Direction>,
}

/// Directions of rounding, as EVEX has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Toward negative infinity.
    Down = 1,
    /// Toward positive infinity.
    Up = 2,
}

const fn op(map: u8, pp: u8, w: u8, code: u8, size: u8, elem: u8) -> Op {
    Op {
        map,
        pp,
        w: w != 0,
        code,
        size,
        elem,
        is_narrow: false,
        is_turned: false,
        rounds: None,
    }
}

/// Of full vectors to half of one, the last operand.
const fn turned(map: u8, pp: u8, w: u8, code: u8) -> Op {
    Op {
        is_turned: true,
        ..op(map, pp, w, code, 5, 0)
    }
}

/// Full vectors of dwords or qwords, as W says, that can be one in memory for all.
const fn full(map: u8, pp: u8, w: u8, code: u8) -> Op {
    op(map, pp, w, code, 6, 2 + w)
}

/// Full vectors without that.
const fn plain(map: u8, pp: u8, w: u8, code: u8) -> Op {
    op(map, pp, w, code, 6, 0)
}

macro_rules! ops {
    ($($name:ident = $form:ident($($arg:expr),+);)+) => {
        $(#[allow(missing_docs)] pub const $name: Op = $form($($arg),+);)+
    };
}

ops! {
    LOAD = plain(1, 2, 0, 0x6f);
    LOAD_Q = plain(1, 2, 1, 0x6f);
    STORE = plain(1, 2, 0, 0x7f);
    STORE_Q = plain(1, 2, 1, 0x7f);
    LOAD_K = op(1, 0, 0, 0x90, 1, 0);
    STORE_K = op(1, 0, 0, 0x91, 1, 0);
    SPREAD_D = op(2, 1, 0, 0x58, 2, 0);
    SPREAD_Q = op(2, 1, 1, 0x59, 3, 0);
    SPREAD_GPR_D = op(2, 1, 0, 0x7c, 0, 0);
    SPREAD_GPR_Q = op(2, 1, 1, 0x7c, 0, 0);
    MOVE_IN_D = op(1, 1, 0, 0x6e, 2, 0);
    MOVE_IN_Q = op(1, 1, 1, 0x6e, 3, 0);
    MOVE_OUT_D = op(1, 1, 0, 0x7e, 2, 0);
    MOVE_OUT_Q = op(1, 1, 1, 0x7e, 3, 0);
    UNPACK_D = full(1, 1, 0, 0x62);
    QWORD_OUT = op(3, 1, 1, 0x16, 3, 0);
    DWORD_IN = op(3, 1, 0, 0x22, 2, 0);
    LOAD_HIGH = op(1, 0, 0, 0x16, 3, 0);
    QUARTER_OUT = op(3, 1, 0, 0x39, 4, 0);
    QUARTER_IN = op(3, 1, 0, 0x38, 4, 0);
    GATHER_D = op(2, 1, 0, 0x90, 2, 0);
    GATHER_Q = op(2, 1, 1, 0x90, 3, 0);
    SCATTER_D = op(2, 1, 0, 0xa0, 2, 0);
    SCATTER_Q = op(2, 1, 1, 0xa0, 3, 0);

    ADD_D = full(1, 1, 0, 0xfe);
    ADD_Q = full(1, 1, 1, 0xd4);
    SUB_D = full(1, 1, 0, 0xfa);
    SUB_Q = full(1, 1, 1, 0xfb);
    MUL_D = full(2, 1, 0, 0x40);
    MUL_Q = full(2, 1, 1, 0x40);
    MUL_UDQ = full(1, 1, 1, 0xf4);
    MUL_DQ = full(2, 1, 1, 0x28);
    AND_D = full(1, 1, 0, 0xdb);
    AND_Q = full(1, 1, 1, 0xdb);
    ANDN_D = full(1, 1, 0, 0xdf);
    ANDN_Q = full(1, 1, 1, 0xdf);
    OR_D = full(1, 1, 0, 0xeb);
    OR_Q = full(1, 1, 1, 0xeb);
    XOR_D = full(1, 1, 0, 0xef);
    XOR_Q = full(1, 1, 1, 0xef);
    TERN_D = full(3, 1, 0, 0x25);
    TERN_Q = full(3, 1, 1, 0x25);
    SHIFT_D = full(1, 1, 0, 0x72);
    SHIFT_Q = full(1, 1, 1, 0x73);
    SHIFT_W = plain(1, 1, 0, 0x71);
    SRA_Q = full(1, 1, 1, 0x72);
    SHLV_D = full(2, 1, 0, 0x47);
    SHLV_Q = full(2, 1, 1, 0x47);
    SHRV_D = full(2, 1, 0, 0x45);
    SHRV_Q = full(2, 1, 1, 0x45);
    SRAV_D = full(2, 1, 0, 0x46);
    SRAV_Q = full(2, 1, 1, 0x46);
    RORV_D = full(2, 1, 0, 0x14);
    MINS_D = full(2, 1, 0, 0x39);
    MINS_Q = full(2, 1, 1, 0x39);
    MINU_D = full(2, 1, 0, 0x3b);
    MINU_Q = full(2, 1, 1, 0x3b);
    MAXS_D = full(2, 1, 0, 0x3d);
    MAXS_Q = full(2, 1, 1, 0x3d);
    MAXU_D = full(2, 1, 0, 0x3f);
    MAXU_Q = full(2, 1, 1, 0x3f);
    LZCNT_D = full(2, 1, 0, 0x44);
    LZCNT_Q = full(2, 1, 1, 0x44);
    POPCNT_D = full(2, 1, 0, 0x55);
    POPCNT_Q = full(2, 1, 1, 0x55);
    CMPS_D = full(3, 1, 0, 0x1f);
    CMPS_Q = full(3, 1, 1, 0x1f);
    CMPU_D = full(3, 1, 0, 0x1e);
    CMPU_Q = full(3, 1, 1, 0x1e);
    BLEND_D = full(2, 1, 0, 0x64);
    BLEND_Q = full(2, 1, 1, 0x64);
    PERM2_D = full(2, 1, 0, 0x7e);
    PERM2_Q = full(2, 1, 1, 0x7e);
    PERMI2_D = full(2, 1, 0, 0x76);
    PERMI2_Q = full(2, 1, 1, 0x77);
    TESTM_D = full(2, 1, 0, 0x27);
    TESTNM_D = full(2, 2, 0, 0x27);
    SHUF_D = full(1, 1, 0, 0x70);
    SHUF_128 = full(3, 1, 1, 0x43);
    ZX_BD = op(2, 1, 0, 0x31, 4, 0);
    ZX_WD = op(2, 1, 0, 0x33, 5, 0);
    SX_BD = op(2, 1, 0, 0x21, 4, 0);
    SX_WD = op(2, 1, 0, 0x23, 5, 0);
    ZX_DQ = op(2, 1, 0, 0x35, 5, 0);
    SX_DQ = op(2, 1, 0, 0x25, 5, 0);
    SHUF_B = plain(2, 1, 0, 0x00);
    SAD_B = plain(1, 1, 0, 0xf6);
    MADD_B = plain(2, 1, 0, 0x04);
    MADD_W = plain(1, 1, 0, 0xf5);
    ADD_B = plain(1, 1, 0, 0xfc);
    SUB_B = plain(1, 1, 0, 0xf8);
    SUBUS_B = plain(1, 1, 0, 0xd8);
    MINU_B = plain(1, 1, 0, 0xda);
    MAXU_B = plain(1, 1, 0, 0xde);
    MINU_W = plain(2, 1, 0, 0x3a);
    MAXU_W = plain(2, 1, 0, 0x3e);
    NARROW_DW = turned(2, 2, 0, 0x33);
    CVT_H_S = op(2, 1, 0, 0x13, 5, 0);
    CVT_S_H = turned(3, 1, 0, 0x1d);

    ADD_S = full(1, 0, 0, 0x58);
    ADD_P = full(1, 1, 1, 0x58);
    SUB_S = full(1, 0, 0, 0x5c);
    SUB_P = full(1, 1, 1, 0x5c);
    MUL_S = full(1, 0, 0, 0x59);
    MUL_P = full(1, 1, 1, 0x59);
    DIV_S = full(1, 0, 0, 0x5e);
    DIV_P = full(1, 1, 1, 0x5e);
    MAX_S = full(1, 0, 0, 0x5f);
    MIN_P = full(1, 1, 1, 0x5d);
    MAX_P = full(1, 1, 1, 0x5f);
    SQRT_S = full(1, 0, 0, 0x51);
    SQRT_P = full(1, 1, 1, 0x51);
    ROUND_S = full(3, 1, 0, 0x08);
    ROUND_P = full(3, 1, 1, 0x09);
    CMP_S = full(1, 0, 0, 0xc2);
    CMP_P = full(1, 1, 1, 0xc2);
    SUB_W = plain(1, 1, 0, 0xf9);
    MINS_W = plain(1, 1, 0, 0xea);
    MAXS_W = plain(1, 1, 0, 0xee);
    FMA132_S = full(2, 1, 0, 0x98);
    FMA132_P = full(2, 1, 1, 0x98);
    CVT_D_S = full(1, 0, 0, 0x5b);
    CVT_UD_S = full(1, 3, 0, 0x7a);
    CVT_S_D = full(1, 2, 0, 0x5b);
    CVT_S_UD = full(1, 0, 0, 0x78);
    CVT_S_P = op(1, 0, 0, 0x5a, 5, 0);
    CVT_P_S = plain(1, 1, 1, 0x5a);
    CVT_D_P = op(1, 2, 0, 0xe6, 5, 0);
    CVT_UD_P = op(1, 2, 0, 0x7a, 5, 0);
    CVT_P_D = plain(1, 1, 1, 0xe6);
    CVT_P_UD = plain(1, 0, 1, 0x78);

    FNMA132_S = full(2, 1, 0, 0x9c);
    FNMA132_P = full(2, 1, 1, 0x9c);
    FMS132_S = full(2, 1, 0, 0x9a);
    MIN_S = full(1, 0, 0, 0x5d);
    SCALEF_S = full(2, 1, 0, 0x2c);
    SCALEF_P = full(2, 1, 1, 0x2c);
    GETEXP_S = full(2, 1, 0, 0x42);
    GETEXP_P = full(2, 1, 1, 0x42);
    GETMANT_S = full(3, 1, 0, 0x26);
    GETMANT_P = full(3, 1, 1, 0x26);
    FPCLASS_S = full(3, 1, 0, 0x66);
    FPCLASS_P = full(3, 1, 1, 0x66);
    FIXUP_S = full(3, 1, 0, 0x54);
    RSQRT14_S = full(2, 1, 0, 0x4e);

    MASK_TO_D = op(2, 2, 0, 0x38, 0, 0);
    D_TO_MASK = op(2, 2, 0, 0x39, 0, 0);
    AND_K = op(1, 0, 0, 0x41, 0, 0);
    ANDN_K = op(1, 0, 0, 0x42, 0, 0);
    NOT_K = op(1, 0, 0, 0x44, 0, 0);
    OR_K = op(1, 0, 0, 0x45, 0, 0);
    XNOR_K = op(1, 0, 0, 0x46, 0, 0);
    XOR_K = op(1, 0, 0, 0x47, 0, 0);
    UNPACK_K = op(1, 1, 0, 0x4b, 0, 0);
    SHR_K = op(3, 1, 1, 0x30, 0, 0);
}

impl Op {
    /// The opcode.
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The same for vectors of 16 bytes.
    pub const fn narrow(self) -> Op {
        let size = if self.size > 3 {
            self.size - 2
        } else {
            self.size
        };
        Op {
            size,
            is_narrow: true,
            ..self
        }
    }

    /// The same with results that are rounded in this direction.
    pub const fn rounding(self, to: Direction) -> Op {
        Op {
            rounds: Some(to),
            ..self
        }
    }

    /// Another instruction of the same kind, with `code`.
    pub const fn with_code(self, code: u8) -> Op {
        Op { code, ..self }
    }
}

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

/// Appends an instruction with an EVEX prefix for vectors of 64 bytes, or as its operation says. `reg` and `vvvv` are numbers of
/// vector or mask registers (or, of `reg`, an extension of the opcode).
pub fn evex(out: &mut Assembler, op: Op, reg: u8, vvvv: u8, rm: Rm, mask: Mask) {
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
            | op.map,
        (op.w as u8) << 7 | (!vvvv & 15) << 3 | 4 | op.pp,
        (mask.zero as u8) << 7
            | match op.rounds {
                Some(to) => (to as u8) << 5 | 1 << 4,
                None if op.is_narrow => 0,
                None => 2 << 5,
            }
            | (spread as u8) << 4
            | inverted(v4, 3)
            | mask.k,
        op.code,
    ];
    out.bytes(&prefix);
    let scale = if spread { op.elem } else { op.size };
    modrm(out, reg, rm, scale);
}

/// Appends an instruction with a VEX prefix on mask registers.
pub fn vex(out: &mut Assembler, op: Op, reg: u8, vvvv: u8, rm: Rm) {
    let (x, b) = match rm {
        Rm::Reg(r) => (0, r),
        Rm::Mem(m) => (m.index.map_or(0, |i| i.0), m.base.number()),
    };
    let op = Vex {
        map: op.map,
        pp: op.pp,
        w: op.w,
        // Those with two sources have it set.
        l: matches!(op.code, 0x41 | 0x42 | 0x45 | 0x46 | 0x47 | 0x4b),
        code: op.code,
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

/// A general register's dword or qword to the first element of a vector register, or all of them.
pub fn from_gpr(out: &mut Assembler, is_wide: bool, to: u8, from: Gpr) {
    let op = if is_wide { SPREAD_GPR_Q } else { SPREAD_GPR_D };
    evex(out, op, to, 0, Rm::Reg(from.number()), Mask::default());
}

/// The first element of a vector register to a general one.
pub fn to_gpr(out: &mut Assembler, is_wide: bool, to: Gpr, from: u8) {
    let op = if is_wide { MOVE_OUT_Q } else { MOVE_OUT_D };
    evex(
        out,
        op.narrow(),
        from,
        0,
        Rm::Reg(to.number()),
        Mask::default(),
    );
}
