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
    /// With an EVEX prefix, for vectors of 64 bytes; or, on mask registers, with a VEX prefix.
    pub avx512: bool,
    /// With a VEX prefix, for vectors of 32 bytes.
    pub avx2: Option<Avx2>,
}

/// What is different of an operation's encoding with a VEX prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2 {
    /// VEX.W.
    pub w: W,
    /// The mnemonic, if it is another one.
    pub name: Option<&'static str>,
}

/// Of the same name, with VEX.W zero or ignored.
const VEX: Avx2 = Avx2 {
    w: W::W0,
    name: None,
};

/// With VEX.W set.
const VEX_W1: Avx2 = Avx2 {
    w: W::W1,
    name: None,
};

/// Of another name.
const fn vex(name: &'static str) -> Avx2 {
    Avx2 {
        name: Some(name),
        ..VEX
    }
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
        avx512: true,
        avx2: None,
    }
}

/// Only with a VEX prefix.
const fn avx2(prefix: Prefix, map: Map, code: u8) -> Row {
    Row {
        avx512: false,
        ..whole(prefix, map, W::W0, code)
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

const fn last(columns: &[Option<Avx2>]) -> Option<Avx2> {
    columns[columns.len() - 1]
}

macro_rules! ops {
    ($($name:ident = $form:ident($($arg:expr),+) $(+ $vex:expr)?;)+) => {
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
            &[$(Row {
                name: stringify!($name),
                avx2: last(&[None, $(Some($vex))?]),
                ..$form($($arg),+)
            }),+]
        };

        /// All of them.
        #[cfg(test)]
        pub const ALL: &[Op] = &[$(Op::$name),+];
    };
}

ops! {
    VMOVDQU32 = whole(PF3, M0F, W0, 0x6f) + vex("VMOVDQU");
    VMOVDQU64 = whole(PF3, M0F, W1, 0x6f) + vex("VMOVDQU");
    VMOVDQU32_MR = mr_whole(PF3, M0F, W0, 0x7f) + vex("VMOVDQU_MR");
    VMOVDQU64_MR = mr_whole(PF3, M0F, W1, 0x7f) + vex("VMOVDQU_MR");
    KMOVW = mask_part(NP, M0F, W0, 0x90);
    KMOVW_MR = mask_part(NP, M0F, W0, 0x91);
    VPBROADCASTD = part(P66, M0F38, W0, 0x58, 4) + VEX;
    VPBROADCASTQ = part(P66, M0F38, W1, 0x59, 8) + VEX;
    VPBROADCASTD_GPR = registers(P66, M0F38, W0, 0x7c);
    VPBROADCASTQ_GPR = registers(P66, M0F38, W1, 0x7c);
    VMOVD = part(P66, M0F, W0, 0x6e, 4) + VEX;
    VMOVQ = part(P66, M0F, W1, 0x6e, 8) + VEX_W1;
    VMOVD_MR = mr_part(P66, M0F, W0, 0x7e, 4) + VEX;
    VMOVQ_MR = mr_part(P66, M0F, W1, 0x7e, 8) + VEX_W1;
    VPUNPCKLDQ = full(P66, M0F, W0, 0x62) + VEX;
    VPEXTRQ = mr_part(P66, M0F3A, W1, 0x16, 8) + VEX_W1;
    VPINSRD = part(P66, M0F3A, W0, 0x22, 4) + VEX;
    VMOVHPS = part(NP, M0F, W0, 0x16, 8) + VEX;
    VEXTRACTI32X4 = mr_part(P66, M0F3A, W0, 0x39, 16) + vex("VEXTRACTI128");
    VINSERTI32X4 = part(P66, M0F3A, W0, 0x38, 16) + vex("VINSERTI128");
    VPGATHERDD = part(P66, M0F38, W0, 0x90, 4) + VEX;
    VPGATHERDQ = part(P66, M0F38, W1, 0x90, 8) + VEX_W1;
    VPSCATTERDD = part(P66, M0F38, W0, 0xa0, 4);
    VPSCATTERDQ = part(P66, M0F38, W1, 0xa0, 8);

    VPADDD = full(P66, M0F, W0, 0xfe) + VEX;
    VPADDQ = full(P66, M0F, W1, 0xd4) + VEX;
    VPSUBD = full(P66, M0F, W0, 0xfa) + VEX;
    VPSUBQ = full(P66, M0F, W1, 0xfb) + VEX;
    VPMULLD = full(P66, M0F38, W0, 0x40) + VEX;
    VPMULLQ = full(P66, M0F38, W1, 0x40);
    VPMULUDQ = full(P66, M0F, W1, 0xf4) + VEX;
    VPMULDQ = full(P66, M0F38, W1, 0x28) + VEX;
    VPANDD = full(P66, M0F, W0, 0xdb) + vex("VPAND");
    VPANDQ = full(P66, M0F, W1, 0xdb) + vex("VPAND");
    VPANDND = full(P66, M0F, W0, 0xdf) + vex("VPANDN");
    VPANDNQ = full(P66, M0F, W1, 0xdf) + vex("VPANDN");
    VPORD = full(P66, M0F, W0, 0xeb) + vex("VPOR");
    VPORQ = full(P66, M0F, W1, 0xeb) + vex("VPOR");
    VPXORD = full(P66, M0F, W0, 0xef) + vex("VPXOR");
    VPXORQ = full(P66, M0F, W1, 0xef) + vex("VPXOR");
    VPTERNLOGD = full(P66, M0F3A, W0, 0x25);
    VPTERNLOGQ = full(P66, M0F3A, W1, 0x25);
    VPRORD = shift(P66, M0F, W0, 0x72, 0);
    VPSRLD = shift(P66, M0F, W0, 0x72, 2) + VEX;
    VPSRAD = shift(P66, M0F, W0, 0x72, 4) + VEX;
    VPSLLD = shift(P66, M0F, W0, 0x72, 6) + VEX;
    VPSRLQ = shift(P66, M0F, W1, 0x73, 2) + VEX;
    VPSLLQ = shift(P66, M0F, W1, 0x73, 6) + VEX;
    VPSRLW = shift_words(P66, M0F, W0, 0x71, 2) + VEX;
    VPSRAW = shift_words(P66, M0F, W0, 0x71, 4) + VEX;
    VPSLLW = shift_words(P66, M0F, W0, 0x71, 6) + VEX;
    VPRORQ = shift(P66, M0F, W1, 0x72, 0);
    VPSRAQ = shift(P66, M0F, W1, 0x72, 4);
    VPSLLVD = full(P66, M0F38, W0, 0x47) + VEX;
    VPSLLVQ = full(P66, M0F38, W1, 0x47) + VEX_W1;
    VPSRLVD = full(P66, M0F38, W0, 0x45) + VEX;
    VPSRLVQ = full(P66, M0F38, W1, 0x45) + VEX_W1;
    VPSRAVD = full(P66, M0F38, W0, 0x46) + VEX;
    VPSRAVQ = full(P66, M0F38, W1, 0x46);
    VPMINSD = full(P66, M0F38, W0, 0x39) + VEX;
    VPMINSQ = full(P66, M0F38, W1, 0x39);
    VPMINUD = full(P66, M0F38, W0, 0x3b) + VEX;
    VPMINUQ = full(P66, M0F38, W1, 0x3b);
    VPMAXSD = full(P66, M0F38, W0, 0x3d) + VEX;
    VPMAXSQ = full(P66, M0F38, W1, 0x3d);
    VPMAXUD = full(P66, M0F38, W0, 0x3f) + VEX;
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
    VPSHUFD = full(P66, M0F, W0, 0x70) + VEX;
    VSHUFI64X2 = full(P66, M0F3A, W1, 0x43);
    VPMOVZXBD = part(P66, M0F38, W0, 0x31, 16) + VEX;
    VPMOVZXWD = part(P66, M0F38, W0, 0x33, 32) + VEX;
    VPMOVSXBD = part(P66, M0F38, W0, 0x21, 16) + VEX;
    VPMOVSXWD = part(P66, M0F38, W0, 0x23, 32) + VEX;
    VPMOVZXDQ = part(P66, M0F38, W0, 0x35, 32) + VEX;
    VPMOVSXDQ = part(P66, M0F38, W0, 0x25, 32) + VEX;
    VPSHUFB = whole(P66, M0F38, W0, 0x00) + VEX;
    VPSADBW = whole(P66, M0F, W0, 0xf6) + VEX;
    VPMADDUBSW = whole(P66, M0F38, W0, 0x04) + VEX;
    VPMADDWD = whole(P66, M0F, W0, 0xf5) + VEX;
    VPADDB = whole(P66, M0F, W0, 0xfc) + VEX;
    VPSUBB = whole(P66, M0F, W0, 0xf8) + VEX;
    VPSUBUSB = whole(P66, M0F, W0, 0xd8) + VEX;
    VPMINUB = whole(P66, M0F, W0, 0xda) + VEX;
    VPMAXUB = whole(P66, M0F, W0, 0xde) + VEX;
    VPMINUW = whole(P66, M0F38, W0, 0x3a) + VEX;
    VPMAXUW = whole(P66, M0F38, W0, 0x3e) + VEX;
    VPMOVDW = narrowing(PF3, M0F38, W0, 0x33);
    VCVTPH2PS = part(P66, M0F38, W0, 0x13, 32) + VEX;
    VCVTPS2PH = narrowing(P66, M0F3A, W0, 0x1d) + VEX;

    VADDPS = full(NP, M0F, W0, 0x58) + VEX;
    VADDPD = full(P66, M0F, W1, 0x58) + VEX;
    VSUBPS = full(NP, M0F, W0, 0x5c) + VEX;
    VSUBPD = full(P66, M0F, W1, 0x5c) + VEX;
    VMULPS = full(NP, M0F, W0, 0x59) + VEX;
    VMULPD = full(P66, M0F, W1, 0x59) + VEX;
    VDIVPS = full(NP, M0F, W0, 0x5e) + VEX;
    VDIVPD = full(P66, M0F, W1, 0x5e) + VEX;
    VMAXPS = full(NP, M0F, W0, 0x5f) + VEX;
    VMINPD = full(P66, M0F, W1, 0x5d) + VEX;
    VMAXPD = full(P66, M0F, W1, 0x5f) + VEX;
    VSQRTPS = full(NP, M0F, W0, 0x51) + VEX;
    VSQRTPD = full(P66, M0F, W1, 0x51) + VEX;
    VRNDSCALEPS = full(P66, M0F3A, W0, 0x08) + vex("VROUNDPS");
    VRNDSCALEPD = full(P66, M0F3A, W1, 0x09) + vex("VROUNDPD");
    VCMPPS = full(NP, M0F, W0, 0xc2) + VEX;
    VCMPPD = full(P66, M0F, W1, 0xc2) + VEX;
    VPSUBW = whole(P66, M0F, W0, 0xf9) + VEX;
    VPMINSW = whole(P66, M0F, W0, 0xea) + VEX;
    VPMAXSW = whole(P66, M0F, W0, 0xee) + VEX;
    VFMADD132PS = full(P66, M0F38, W0, 0x98) + VEX;
    VFMADD213PS = full(P66, M0F38, W0, 0xa8) + VEX;
    VFMADD231PS = full(P66, M0F38, W0, 0xb8) + VEX;
    VFMADD132PD = full(P66, M0F38, W1, 0x98) + VEX_W1;
    VFMADD213PD = full(P66, M0F38, W1, 0xa8) + VEX_W1;
    VFMADD231PD = full(P66, M0F38, W1, 0xb8) + VEX_W1;
    VCVTDQ2PS = full(NP, M0F, W0, 0x5b) + VEX;
    VCVTUDQ2PS = full(PF2, M0F, W0, 0x7a);
    VCVTTPS2DQ = full(PF3, M0F, W0, 0x5b) + VEX;
    VCVTTPS2UDQ = full(NP, M0F, W0, 0x78);
    VCVTPS2PD = part(NP, M0F, W0, 0x5a, 32) + VEX;
    VCVTPD2PS = whole(P66, M0F, W1, 0x5a) + VEX;
    VCVTDQ2PD = part(PF3, M0F, W0, 0xe6, 32) + VEX;
    VCVTUDQ2PD = part(PF3, M0F, W0, 0x7a, 32);
    VCVTTPD2DQ = whole(P66, M0F, W1, 0xe6) + VEX;
    VCVTTPD2UDQ = whole(NP, M0F, W1, 0x78);

    VFNMADD132PS = full(P66, M0F38, W0, 0x9c) + VEX;
    VFNMADD213PS = full(P66, M0F38, W0, 0xac) + VEX;
    VFNMADD231PS = full(P66, M0F38, W0, 0xbc) + VEX;
    VFNMADD132PD = full(P66, M0F38, W1, 0x9c) + VEX_W1;
    VFNMADD213PD = full(P66, M0F38, W1, 0xac) + VEX_W1;
    VFNMADD231PD = full(P66, M0F38, W1, 0xbc) + VEX_W1;
    VFMSUB132PS = full(P66, M0F38, W0, 0x9a) + VEX;
    VFMSUB213PS = full(P66, M0F38, W0, 0xaa) + VEX;
    VFMSUB231PS = full(P66, M0F38, W0, 0xba) + VEX;
    VMINPS = full(NP, M0F, W0, 0x5d) + VEX;
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

    VRSQRTPS = avx2(NP, M0F, 0x52) + VEX;
    VPBROADCASTB = avx2(P66, M0F38, 0x78) + VEX;
    VPCMPEQD = avx2(P66, M0F, 0x76) + VEX;
    VPCMPEQQ = avx2(P66, M0F38, 0x29) + VEX;
    VPCMPGTD = avx2(P66, M0F, 0x66) + VEX;
    VPCMPGTQ = avx2(P66, M0F38, 0x37) + VEX;
    VBLENDVPS = avx2(P66, M0F3A, 0x4a) + VEX;
    VPBLENDD = avx2(P66, M0F3A, 0x02) + VEX;
    VPUNPCKHDQ = avx2(P66, M0F, 0x6a) + VEX;
    VPUNPCKLQDQ = avx2(P66, M0F, 0x6c) + VEX;
    VPUNPCKHQDQ = avx2(P66, M0F, 0x6d) + VEX;
    VSHUFPS = avx2(NP, M0F, 0xc6) + VEX;
    VPERMD = avx2(P66, M0F38, 0x36) + VEX;
    VPERMQ = avx2(P66, M0F3A, 0x00) + VEX_W1;
    VPERM2I128 = avx2(P66, M0F3A, 0x46) + VEX;
    VPACKUSDW = avx2(P66, M0F38, 0x2b) + VEX;
    VMOVMSKPS = avx2(NP, M0F, 0x50) + VEX;
    VPEXTRD = mr(avx2(P66, M0F3A, 0x16)) + VEX;
    VTESTPS = avx2(P66, M0F38, 0x0e) + VEX;
    VPMASKMOVD = avx2(P66, M0F38, 0x8c) + VEX;
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
