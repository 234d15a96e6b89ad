//! The operations on vectors and masks that regions consist of: a row each, by Intel's mnemonic, with the columns of
//! its encoding (Intel SDM volume 2; "Opcode/Instruction" of each page).
//!
//! Where a mnemonic has several encodings, its name here says which: `_MR` is the one whose result is ModRM.rm, `_GPR`
//! the one from a general register.

#[cfg(all(test, feature = "listing"))]
mod tests;

/// What precedes the opcode in its legacy form; VEX.pp and EVEX.pp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Prefix {
    /// None.
    NP,
    /// 66.
    P66,
    /// F3.
    PF3,
    /// F2.
    PF2,
}

/// The table in which the opcode stands; VEX.mmmmm and EVEX.mmm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Map {
    /// 0F.
    M0F = 1,
    /// 0F 38.
    M0F38,
    /// 0F 3A.
    M0F3A,
}

/// VEX.W and EVEX.W.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum W {
    /// 0.
    W0,
    /// 1.
    W1,
}

/// Where an operation's operands are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// EVEX: the result in ModRM.reg, operands in EVEX.vvvv and ModRM.rm.
    Rvm,
    /// EVEX: the result in ModRM.rm, the operand in ModRM.reg.
    Mr,
    /// EVEX: the result in EVEX.vvvv, the operand in ModRM.rm, and in ModRM.reg this extension of the opcode.
    Shift(u8),
    /// VEX with this length bit, on mask registers.
    Mask(L),
}

/// VEX.L.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum L {
    /// 0.
    L0,
    /// 1: instructions with two sources.
    L1,
}

/// The columns of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The mnemonic, and which encoding of it.
    pub name: &'static str,
    /// Implied prefix.
    pub prefix: Prefix,
    /// Opcode map.
    pub map: Map,
    /// Opcode.
    pub code: u8,
    /// The bit beside it.
    pub w: W,
    /// Logarithm of the bytes of an operand in memory, by which EVEX scales an 8-bit displacement.
    pub memory: u8,
    /// Logarithm of an element's bytes, when one in memory can stand for all.
    pub element: Option<u8>,
    /// Where operands are.
    pub places: Places,
}

/// The logarithm of the bytes of a whole vector.
pub const WHOLE: u8 = 6;

/// A whole vector in memory, not one element for all.
const fn whole(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    Row {
        name: "",
        prefix,
        map,
        code,
        w,
        memory: WHOLE,
        element: None,
        places: Places::Rvm,
    }
}

/// A whole vector of dwords or qwords, as W says, that can be one in memory for all.
const fn full(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    Row {
        element: Some(match w {
            W::W0 => 2,
            W::W1 => 3,
        }),
        ..whole(prefix, map, w, code)
    }
}

/// Of `bytes` in memory.
const fn part(prefix: Prefix, map: Map, w: W, code: u8, bytes: u8) -> Row {
    Row {
        memory: bytes.trailing_zeros() as u8,
        ..whole(prefix, map, w, code)
    }
}

/// Nothing is in memory.
const fn registers(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    part(prefix, map, w, code, 1)
}

/// With the result in ModRM.rm.
const fn mr(row: Row) -> Row {
    Row {
        places: Places::Mr,
        ..row
    }
}

/// Stores of whole vectors.
const fn mr_whole(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    mr(whole(prefix, map, w, code))
}

/// Stores of `bytes`.
const fn mr_part(prefix: Prefix, map: Map, w: W, code: u8, bytes: u8) -> Row {
    mr(part(prefix, map, w, code, bytes))
}

/// Of whole vectors to half of one.
const fn narrowing(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    mr(part(prefix, map, w, code, 32))
}

/// Shifts of dwords or qwords by an immediate.
const fn shift(prefix: Prefix, map: Map, w: W, code: u8, extension: u8) -> Row {
    Row {
        places: Places::Shift(extension),
        ..full(prefix, map, w, code)
    }
}

/// Shifts of words by an immediate.
const fn shift_words(prefix: Prefix, map: Map, w: W, code: u8, extension: u8) -> Row {
    Row {
        places: Places::Shift(extension),
        ..whole(prefix, map, w, code)
    }
}

/// Of mask registers.
const fn mask(prefix: Prefix, map: Map, w: W, code: u8, l: L) -> Row {
    Row {
        places: Places::Mask(l),
        ..registers(prefix, map, w, code)
    }
}

/// Of a mask register and 16 bits in memory.
const fn mask_part(prefix: Prefix, map: Map, w: W, code: u8) -> Row {
    Row {
        memory: 1,
        ..mask(prefix, map, w, code, L::L0)
    }
}

macro_rules! ops {
    ($($name:ident = $form:ident($($arg:expr),+);)+) => {
        /// An operation.
        #[allow(missing_docs, clippy::upper_case_acronyms, non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Op {
            $($name),+
        }

        const ROWS: &[Row] = {
            use Map::{M0F, M0F3A, M0F38};
            use Prefix::{NP, P66, PF2, PF3};
            use W::{W0, W1};
            use L::{L0, L1};
            &[$(Row { name: stringify!($name), ..$form($($arg),+) }),+]
        };

        /// All of them.
        #[cfg(test)]
        pub const ALL: &[Op] = &[$(Op::$name),+];
    };
}

ops! {
    VMOVDQU32 = whole(PF3, M0F, W0, 0x6f);
    VMOVDQU64 = whole(PF3, M0F, W1, 0x6f);
    VMOVDQU32_MR = mr_whole(PF3, M0F, W0, 0x7f);
    VMOVDQU64_MR = mr_whole(PF3, M0F, W1, 0x7f);
    KMOVW = mask_part(NP, M0F, W0, 0x90);
    KMOVW_MR = mask_part(NP, M0F, W0, 0x91);
    VPBROADCASTD = part(P66, M0F38, W0, 0x58, 4);
    VPBROADCASTQ = part(P66, M0F38, W1, 0x59, 8);
    VPBROADCASTD_GPR = registers(P66, M0F38, W0, 0x7c);
    VPBROADCASTQ_GPR = registers(P66, M0F38, W1, 0x7c);
    VMOVD = part(P66, M0F, W0, 0x6e, 4);
    VMOVQ = part(P66, M0F, W1, 0x6e, 8);
    VMOVD_MR = mr_part(P66, M0F, W0, 0x7e, 4);
    VMOVQ_MR = mr_part(P66, M0F, W1, 0x7e, 8);
    VPUNPCKLDQ = full(P66, M0F, W0, 0x62);
    VPEXTRQ = mr_part(P66, M0F3A, W1, 0x16, 8);
    VPINSRD = part(P66, M0F3A, W0, 0x22, 4);
    VMOVHPS = part(NP, M0F, W0, 0x16, 8);
    VEXTRACTI32X4 = mr_part(P66, M0F3A, W0, 0x39, 16);
    VINSERTI32X4 = part(P66, M0F3A, W0, 0x38, 16);
    VPGATHERDD = part(P66, M0F38, W0, 0x90, 4);
    VPGATHERDQ = part(P66, M0F38, W1, 0x90, 8);
    VPSCATTERDD = part(P66, M0F38, W0, 0xa0, 4);
    VPSCATTERDQ = part(P66, M0F38, W1, 0xa0, 8);

    VPADDD = full(P66, M0F, W0, 0xfe);
    VPADDQ = full(P66, M0F, W1, 0xd4);
    VPSUBD = full(P66, M0F, W0, 0xfa);
    VPSUBQ = full(P66, M0F, W1, 0xfb);
    VPMULLD = full(P66, M0F38, W0, 0x40);
    VPMULLQ = full(P66, M0F38, W1, 0x40);
    VPMULUDQ = full(P66, M0F, W1, 0xf4);
    VPMULDQ = full(P66, M0F38, W1, 0x28);
    VPANDD = full(P66, M0F, W0, 0xdb);
    VPANDQ = full(P66, M0F, W1, 0xdb);
    VPANDND = full(P66, M0F, W0, 0xdf);
    VPANDNQ = full(P66, M0F, W1, 0xdf);
    VPORD = full(P66, M0F, W0, 0xeb);
    VPORQ = full(P66, M0F, W1, 0xeb);
    VPXORD = full(P66, M0F, W0, 0xef);
    VPXORQ = full(P66, M0F, W1, 0xef);
    VPTERNLOGD = full(P66, M0F3A, W0, 0x25);
    VPTERNLOGQ = full(P66, M0F3A, W1, 0x25);
    VPRORD = shift(P66, M0F, W0, 0x72, 0);
    VPSRLD = shift(P66, M0F, W0, 0x72, 2);
    VPSRAD = shift(P66, M0F, W0, 0x72, 4);
    VPSLLD = shift(P66, M0F, W0, 0x72, 6);
    VPSRLQ = shift(P66, M0F, W1, 0x73, 2);
    VPSLLQ = shift(P66, M0F, W1, 0x73, 6);
    VPSRLW = shift_words(P66, M0F, W0, 0x71, 2);
    VPSRAW = shift_words(P66, M0F, W0, 0x71, 4);
    VPSLLW = shift_words(P66, M0F, W0, 0x71, 6);
    VPRORQ = shift(P66, M0F, W1, 0x72, 0);
    VPSRAQ = shift(P66, M0F, W1, 0x72, 4);
    VPSLLVD = full(P66, M0F38, W0, 0x47);
    VPSLLVQ = full(P66, M0F38, W1, 0x47);
    VPSRLVD = full(P66, M0F38, W0, 0x45);
    VPSRLVQ = full(P66, M0F38, W1, 0x45);
    VPSRAVD = full(P66, M0F38, W0, 0x46);
    VPSRAVQ = full(P66, M0F38, W1, 0x46);
    VPRORVD = full(P66, M0F38, W0, 0x14);
    VPMINSD = full(P66, M0F38, W0, 0x39);
    VPMINSQ = full(P66, M0F38, W1, 0x39);
    VPMINUD = full(P66, M0F38, W0, 0x3b);
    VPMINUQ = full(P66, M0F38, W1, 0x3b);
    VPMAXSD = full(P66, M0F38, W0, 0x3d);
    VPMAXSQ = full(P66, M0F38, W1, 0x3d);
    VPMAXUD = full(P66, M0F38, W0, 0x3f);
    VPMAXUQ = full(P66, M0F38, W1, 0x3f);
    VPLZCNTD = full(P66, M0F38, W0, 0x44);
    VPLZCNTQ = full(P66, M0F38, W1, 0x44);
    VPOPCNTD = full(P66, M0F38, W0, 0x55);
    VPOPCNTQ = full(P66, M0F38, W1, 0x55);
    VPCMPD = full(P66, M0F3A, W0, 0x1f);
    VPCMPQ = full(P66, M0F3A, W1, 0x1f);
    VPCMPUD = full(P66, M0F3A, W0, 0x1e);
    VPCMPUQ = full(P66, M0F3A, W1, 0x1e);
    VPBLENDMD = full(P66, M0F38, W0, 0x64);
    VPBLENDMQ = full(P66, M0F38, W1, 0x64);
    VPERMT2D = full(P66, M0F38, W0, 0x7e);
    VPERMT2Q = full(P66, M0F38, W1, 0x7e);
    VPERMI2D = full(P66, M0F38, W0, 0x76);
    VPERMI2PD = full(P66, M0F38, W1, 0x77);
    VPTESTMD = full(P66, M0F38, W0, 0x27);
    VPTESTNMD = full(PF3, M0F38, W0, 0x27);
    VPSHUFD = full(P66, M0F, W0, 0x70);
    VSHUFI64X2 = full(P66, M0F3A, W1, 0x43);
    VPMOVZXBD = part(P66, M0F38, W0, 0x31, 16);
    VPMOVZXWD = part(P66, M0F38, W0, 0x33, 32);
    VPMOVSXBD = part(P66, M0F38, W0, 0x21, 16);
    VPMOVSXWD = part(P66, M0F38, W0, 0x23, 32);
    VPMOVZXDQ = part(P66, M0F38, W0, 0x35, 32);
    VPMOVSXDQ = part(P66, M0F38, W0, 0x25, 32);
    VPSHUFB = whole(P66, M0F38, W0, 0x00);
    VPSADBW = whole(P66, M0F, W0, 0xf6);
    VPMADDUBSW = whole(P66, M0F38, W0, 0x04);
    VPMADDWD = whole(P66, M0F, W0, 0xf5);
    VPADDB = whole(P66, M0F, W0, 0xfc);
    VPSUBB = whole(P66, M0F, W0, 0xf8);
    VPSUBUSB = whole(P66, M0F, W0, 0xd8);
    VPMINUB = whole(P66, M0F, W0, 0xda);
    VPMAXUB = whole(P66, M0F, W0, 0xde);
    VPMINUW = whole(P66, M0F38, W0, 0x3a);
    VPMAXUW = whole(P66, M0F38, W0, 0x3e);
    VPMOVDW = narrowing(PF3, M0F38, W0, 0x33);
    VCVTPH2PS = part(P66, M0F38, W0, 0x13, 32);
    VCVTPS2PH = narrowing(P66, M0F3A, W0, 0x1d);

    VADDPS = full(NP, M0F, W0, 0x58);
    VADDPD = full(P66, M0F, W1, 0x58);
    VSUBPS = full(NP, M0F, W0, 0x5c);
    VSUBPD = full(P66, M0F, W1, 0x5c);
    VMULPS = full(NP, M0F, W0, 0x59);
    VMULPD = full(P66, M0F, W1, 0x59);
    VDIVPS = full(NP, M0F, W0, 0x5e);
    VDIVPD = full(P66, M0F, W1, 0x5e);
    VMAXPS = full(NP, M0F, W0, 0x5f);
    VMINPD = full(P66, M0F, W1, 0x5d);
    VMAXPD = full(P66, M0F, W1, 0x5f);
    VSQRTPS = full(NP, M0F, W0, 0x51);
    VSQRTPD = full(P66, M0F, W1, 0x51);
    VRNDSCALEPS = full(P66, M0F3A, W0, 0x08);
    VRNDSCALEPD = full(P66, M0F3A, W1, 0x09);
    VCMPPS = full(NP, M0F, W0, 0xc2);
    VCMPPD = full(P66, M0F, W1, 0xc2);
    VPSUBW = whole(P66, M0F, W0, 0xf9);
    VPMINSW = whole(P66, M0F, W0, 0xea);
    VPMAXSW = whole(P66, M0F, W0, 0xee);
    VFMADD132PS = full(P66, M0F38, W0, 0x98);
    VFMADD213PS = full(P66, M0F38, W0, 0xa8);
    VFMADD231PS = full(P66, M0F38, W0, 0xb8);
    VFMADD132PD = full(P66, M0F38, W1, 0x98);
    VFMADD213PD = full(P66, M0F38, W1, 0xa8);
    VFMADD231PD = full(P66, M0F38, W1, 0xb8);
    VCVTDQ2PS = full(NP, M0F, W0, 0x5b);
    VCVTUDQ2PS = full(PF2, M0F, W0, 0x7a);
    VCVTTPS2DQ = full(PF3, M0F, W0, 0x5b);
    VCVTTPS2UDQ = full(NP, M0F, W0, 0x78);
    VCVTPS2PD = part(NP, M0F, W0, 0x5a, 32);
    VCVTPD2PS = whole(P66, M0F, W1, 0x5a);
    VCVTDQ2PD = part(PF3, M0F, W0, 0xe6, 32);
    VCVTUDQ2PD = part(PF3, M0F, W0, 0x7a, 32);
    VCVTTPD2DQ = whole(P66, M0F, W1, 0xe6);
    VCVTTPD2UDQ = whole(NP, M0F, W1, 0x78);

    VFNMADD132PS = full(P66, M0F38, W0, 0x9c);
    VFNMADD213PS = full(P66, M0F38, W0, 0xac);
    VFNMADD231PS = full(P66, M0F38, W0, 0xbc);
    VFNMADD132PD = full(P66, M0F38, W1, 0x9c);
    VFNMADD213PD = full(P66, M0F38, W1, 0xac);
    VFNMADD231PD = full(P66, M0F38, W1, 0xbc);
    VFMSUB132PS = full(P66, M0F38, W0, 0x9a);
    VFMSUB213PS = full(P66, M0F38, W0, 0xaa);
    VFMSUB231PS = full(P66, M0F38, W0, 0xba);
    VMINPS = full(NP, M0F, W0, 0x5d);
    VSCALEFPS = full(P66, M0F38, W0, 0x2c);
    VSCALEFPD = full(P66, M0F38, W1, 0x2c);
    VGETEXPPS = full(P66, M0F38, W0, 0x42);
    VGETEXPPD = full(P66, M0F38, W1, 0x42);
    VGETMANTPS = full(P66, M0F3A, W0, 0x26);
    VGETMANTPD = full(P66, M0F3A, W1, 0x26);
    VFPCLASSPS = full(P66, M0F3A, W0, 0x66);
    VFPCLASSPD = full(P66, M0F3A, W1, 0x66);
    VFIXUPIMMPS = full(P66, M0F3A, W0, 0x54);
    VRSQRT14PS = full(P66, M0F38, W0, 0x4e);

    VPMOVM2D = registers(PF3, M0F38, W0, 0x38);
    VPMOVD2M = registers(PF3, M0F38, W0, 0x39);
    KANDW = mask(NP, M0F, W0, 0x41, L1);
    KANDNW = mask(NP, M0F, W0, 0x42, L1);
    KNOTW = mask(NP, M0F, W0, 0x44, L0);
    KORW = mask(NP, M0F, W0, 0x45, L1);
    KXNORW = mask(NP, M0F, W0, 0x46, L1);
    KXORW = mask(NP, M0F, W0, 0x47, L1);
    KUNPCKBW = mask(P66, M0F, W0, 0x4b, L1);
    KSHIFTRW = mask(P66, M0F3A, W1, 0x30, L0);
}

/// The multiply-adds, by which operands are multiplied: the first and third, second and first, second and third. The
/// first is overwritten.
const MULTIPLY_ADDS: [[Op; 3]; 5] = [
    [Op::VFMADD132PS, Op::VFMADD213PS, Op::VFMADD231PS],
    [Op::VFMADD132PD, Op::VFMADD213PD, Op::VFMADD231PD],
    [Op::VFNMADD132PS, Op::VFNMADD213PS, Op::VFNMADD231PS],
    [Op::VFNMADD132PD, Op::VFNMADD213PD, Op::VFNMADD231PD],
    [Op::VFMSUB132PS, Op::VFMSUB213PS, Op::VFMSUB231PS],
];

impl Op {
    /// Its columns.
    #[inline]
    pub const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// A multiply-add with other operands multiplied: 132, 213, 231.
    pub fn multiplying(self, operands: usize) -> Op {
        let all = MULTIPLY_ADDS.iter().find(|all| all.contains(&self));
        debug_assert!(all.is_some(), "{} is not a multiply-add", self.row().name);
        all.map_or(self, |all| all[operands])
    }

    /// On vectors of 16 bytes.
    pub const fn narrow(self) -> Variant {
        Variant {
            op: self,
            on: Vectors::Narrow,
        }
    }
}

/// What vectors an instruction is for, and how it rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// Whole ones, rounding as MXCSR says.
    Whole,
    /// Those of 16 bytes.
    Narrow,
    /// Whole ones in registers, rounding so.
    Rounding(Direction),
}

/// Directions of rounding, as EVEX has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Direction {
    /// Toward negative infinity.
    Down = 1,
    /// Toward positive infinity.
    Up = 2,
}

/// An operation, and on what vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The operation.
    pub op: Op,
    /// On what.
    pub on: Vectors,
}

impl From<Op> for Variant {
    fn from(op: Op) -> Variant {
        Variant {
            op,
            on: Vectors::Whole,
        }
    }
}
