//! A decoded instruction: one variant per encoding family, its fields in the manual's terms.
//!
//! The decoder makes implicit operands explicit, so that later stages need not know which encoding an
//! instruction came in: the 32-bit form of a compare has `sdst` = VCC, of `v_addc` and `v_cndmask`
//! `src[2]` = VCC, and the constant of `v_madmk`/`v_madak` stands at its place among the sources.

use super::{
    Ds, Exp, Flat, Gen, Gens, Mai, Mimg, Mtbuf, Mubuf, Operand, Row, Smem, Sop1, Sop2, Sopc, Sopk,
    Sopp, Vintrp, Vop1, Vop2, Vop3, Vop3p, Vopc,
};

/// A decoded instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[non_exhaustive]
pub enum Inst {
    Sop1 {
        op: Sop1,
        sdst: u8,
        ssrc0: Operand,
    },
    Sop2 {
        op: Sop2,
        sdst: u8,
        ssrc0: Operand,
        ssrc1: Operand,
    },
    /// `literal` is the second dword of `s_setreg_imm32_b32`.
    Sopk {
        op: Sopk,
        sdst: u8,
        simm16: u16,
        literal: Option<u32>,
    },
    /// `s_set_gpr_idx_on` has its raw 8-bit mode field as `ssrc1` = [`Operand::Literal`].
    Sopc {
        op: Sopc,
        ssrc0: Operand,
        ssrc1: Operand,
    },
    Sopp {
        op: Sopp,
        simm16: u16,
    },
    Smem {
        op: Smem,
        f: SmemFields,
    },
    /// A literal in the destination's place of `v_readfirstlane_b32`, which LLVM's disassembler reads on
    /// gfx8 and gfx9, stands in `src[1]`.
    Vop1 {
        op: Vop1,
        f: Vop,
    },
    Vop2 {
        op: Vop2,
        f: Vop,
    },
    Vopc {
        op: Vopc,
        f: Vop,
    },
    /// Instructions that exist in VOP3 only. Of `v_interp_*`, `src[0]` is the raw attribute field as
    /// [`Operand::Literal`] (number 5:0, channel 7:6, high half 8), as is `v_interp_mov_f32`'s parameter.
    Vop3 {
        op: Vop3,
        f: Vop,
    },
    Vop3p {
        op: Vop3p,
        f: Vop,
    },
    Mai {
        op: Mai,
        f: MaiFields,
    },
    Ds {
        op: Ds,
        f: DsFields,
    },
    Flat {
        op: Flat,
        f: FlatFields,
    },
    Mubuf {
        op: Mubuf,
        f: MubufFields,
    },
    Mtbuf {
        op: Mtbuf,
        f: MtbufFields,
    },
    Mimg {
        op: Mimg,
        f: MimgFields,
    },
    Vintrp {
        op: Vintrp,
        f: VintrpFields,
    },
    Exp {
        op: Exp,
        f: ExpFields,
    },
}

impl Inst {
    /// The encoding's name in [`super::TABLES`].
    pub fn encoding(&self) -> &'static str {
        match self {
            Inst::Sop1 { .. } => "Sop1",
            Inst::Sop2 { .. } => "Sop2",
            Inst::Sopk { .. } => "Sopk",
            Inst::Sopc { .. } => "Sopc",
            Inst::Sopp { .. } => "Sopp",
            Inst::Smem { .. } => "Smem",
            Inst::Vop1 { .. } => "Vop1",
            Inst::Vop2 { .. } => "Vop2",
            Inst::Vopc { .. } => "Vopc",
            Inst::Vop3 { .. } => "Vop3",
            Inst::Vop3p { .. } => "Vop3p",
            Inst::Mai { .. } => "Mai",
            Inst::Ds { .. } => "Ds",
            Inst::Flat { .. } => "Flat",
            Inst::Mubuf { .. } => "Mubuf",
            Inst::Mtbuf { .. } => "Mtbuf",
            Inst::Mimg { .. } => "Mimg",
            Inst::Vintrp { .. } => "Vintrp",
            Inst::Exp { .. } => "Exp",
        }
    }

    /// The instruction's row.
    pub fn row(&self) -> &'static Row {
        match self {
            Inst::Sop1 { op, .. } => op.row(),
            Inst::Sop2 { op, .. } => op.row(),
            Inst::Sopk { op, .. } => op.row(),
            Inst::Sopc { op, .. } => op.row(),
            Inst::Sopp { op, .. } => op.row(),
            Inst::Smem { op, .. } => op.row(),
            Inst::Vop1 { op, .. } => op.row(),
            Inst::Vop2 { op, .. } => op.row(),
            Inst::Vopc { op, .. } => op.row(),
            Inst::Vop3 { op, .. } => op.row(),
            Inst::Vop3p { op, .. } => op.row(),
            Inst::Mai { op, .. } => op.row(),
            Inst::Ds { op, .. } => op.row(),
            Inst::Flat { op, .. } => op.row(),
            Inst::Mubuf { op, .. } => op.row(),
            Inst::Mtbuf { op, .. } => op.row(),
            Inst::Mimg { op, .. } => op.row(),
            Inst::Vintrp { op, .. } => op.row(),
            Inst::Exp { op, .. } => op.row(),
        }
    }
}

/// A decoded instruction and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decoded {
    /// The instruction.
    pub inst: Inst,
    /// Length in bytes: 4, 8, or 16 of a product of matrices with scales.
    pub size: u8,
}

/// Fields of SMRD (gfx6, gfx7) and SMEM (gfx8, gfx9) instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SmemFields {
    /// First SGPR of the data (destination, stored data, or atomic data).
    pub sdata: u8,
    /// First SGPR of the base: a pair holding an address, or four holding a V#.
    pub sbase: u8,
    /// Immediate part of the offset in bytes (already scaled from dwords on gfx6 and gfx7, where
    /// gfx7's literal reaches 34 bits).
    pub imm: i64,
    /// SGPR (or M0) that is added to the address, in bytes.
    pub soffset: Option<u8>,
    /// Whether the encoding has its IMM bit set (an immediate offset, perhaps zero).
    pub has_imm: bool,
    /// Globally coherent; on atomics: return the old value.
    pub glc: bool,
    /// Non-volatile (gfx9).
    pub nv: bool,
}

impl SmemFields {
    /// All fields zero, and no registers.
    pub const ZERO: SmemFields = SmemFields {
        sdata: 0,
        sbase: 0,
        imm: 0,
        soffset: None,
        has_imm: false,
        glc: false,
        nv: false,
    };
}

/// In which form a vector ALU instruction was encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum VopForm {
    /// 32 bits, perhaps with a literal.
    E32,
    /// VOP3a, VOP3b or VOP3P: 64 bits.
    E64,
    Sdwa,
    Dpp,
}

/// Fields of all vector ALU encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vop {
    /// The form that was encoded.
    pub form: VopForm,
    /// Destination VGPR; an SGPR where the row has `SGPR_DST`.
    pub vdst: u8,
    /// SGPR pair that receives the lane mask of `CARRY_OUT` rows and of compares; VCC in all others.
    pub sdst: u8,
    /// Sources; those beyond the row's shape are `Operand::Int(0)`.
    pub src: [Operand; 3],
    /// Absolute value, bit per source. VOP3P has NEG_HI here.
    pub abs: u8,
    /// Negate, bit per source, after the absolute value. VOP3P: NEG_LO. Of an integer source it flips the
    /// sign bit; LLVM's text has sign extension there (`v_ldexp`).
    pub neg: u8,
    /// Output multiplier: 0 none, 1 times 2, 2 times 4, 3 divided by 2.
    pub omod: u8,
    /// Clamp the result: floats to [0, 1], integers saturate (gfx8 and later).
    pub clamp: bool,
    /// OP_SEL of gfx9's VOP3 and VOP3P: bit per source, bit 3 is the destination.
    pub op_sel: u8,
    /// OP_SEL_HI of VOP3P, bit per source.
    pub op_sel_hi: u8,
    /// Sub-dword selects, in the SDWA form.
    pub sdwa: Option<Sdwa>,
    /// Lane permutation of SRC0, in the DPP form.
    pub dpp: Option<Dpp>,
}

impl Vop {
    /// The table of V_BITOP3: bit 4a + 2b + c is the result for the bits a, b, c of the sources.
    pub const fn truth_table(&self) -> u8 {
        self.omod << 6 | self.abs << 3 | self.neg
    }

    /// A plain 32-bit form without modifiers, to be filled in.
    pub const fn plain(vdst: u8, src: [Operand; 3]) -> Vop {
        Vop {
            form: VopForm::E32,
            vdst,
            sdst: super::VCC_LO,
            src,
            abs: 0,
            neg: 0,
            omod: 0,
            clamp: false,
            op_sel: 0,
            op_sel_hi: 0,
            sdwa: None,
            dpp: None,
        }
    }
}

/// Fields of an SDWA dword (CLRX GcnSdwaDpp). Selects: 0 to 3 bytes, 4 and 5 words, 6 dword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Sdwa {
    pub dst_sel: u8,
    /// 0 pad with zeros, 1 sign-extend, 2 preserve; 3 is reserved.
    pub dst_unused: u8,
    pub src_sel: [u8; 2],
    /// Sign-extend the selected part, bit per source.
    pub sext: u8,
}

/// Fields of a DPP dword (CLRX GcnSdwaDpp).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Dpp {
    /// DPP_CTRL, 9 bits.
    pub ctrl: u16,
    /// The encoding's BOUND_CTRL bit: invalid source lanes read as 0.
    pub bound_ctrl: bool,
    pub bank_mask: u8,
    pub row_mask: u8,
}

/// Fields of a MAI instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaiFields {
    /// First register of the destination.
    pub vdst: u8,
    /// Sources; those beyond the row's shape are `Operand::Int(0)`.
    pub src: [Operand; 3],
    /// Which vector registers are accumulation registers: bit per source, bit 3 is the destination.
    pub acc: u8,
    /// Among how many blocks one block of A is shared, as a power of two.
    pub cbsz: u8,
    /// Which block of A is shared.
    pub abid: u8,
    /// Pattern in which the lanes of B are read.
    pub blgp: u8,
    /// The scales of A and of B, where the instruction has them (VOP3PX2, of 16 bytes). Without them every scale is 1.
    pub scale: Option<[Scale; 2]>,
}

/// Where the scales of a matrix are: bytes E of which each stands for 2^(E - 127).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scale {
    /// A VGPR, or a constant whose bits 30:23 are the scale of all.
    pub operand: Operand,
    /// Which byte of each lane's register: OP_SEL_HI and OP_SEL.
    pub byte: u8,
}

/// The number in a wave's file of its accumulation register 0: VGPRs, of which there may be 256, come first.
pub const ACC: u16 = 256;

/// The number in a wave's file of register `n`, which is an accumulation register if `acc` says so.
pub fn in_file(n: u8, acc: bool) -> u16 {
    u16::from(n) + if acc { ACC } else { 0 }
}

/// Fields of a DS instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct DsFields {
    pub vdst: u8,
    pub addr: u8,
    pub data0: u8,
    pub data1: u8,
    pub offset0: u8,
    pub offset1: u8,
    pub gds: bool,
    /// Data and destination are accumulation registers (gfx90a and later).
    pub acc: bool,
}

impl DsFields {
    /// First register of the result, by its number in the wave's file.
    pub fn dst(&self) -> u16 {
        in_file(self.vdst, self.acc)
    }

    /// First register of the first data, by its number in the wave's file.
    pub fn first(&self) -> u16 {
        in_file(self.data0, self.acc)
    }

    /// First register of the second data, by its number in the wave's file.
    pub fn second(&self) -> u16 {
        in_file(self.data1, self.acc)
    }
}

impl DsFields {
    /// All fields zero, and no registers.
    pub const ZERO: DsFields = DsFields {
        vdst: 0,
        addr: 0,
        data0: 0,
        data1: 0,
        offset0: 0,
        offset1: 0,
        gds: false,
        acc: false,
    };
}

/// Which of the three FLAT segments an instruction addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Segment {
    Flat,
    Global,
    Scratch,
}

/// Fields of a FLAT, GLOBAL or SCRATCH instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct FlatFields {
    pub seg: Segment,
    pub vdst: u8,
    pub vaddr: u8,
    pub vdata: u8,
    /// SGPR (pair for GLOBAL) that holds the base; `None` when the field is 0x7f or absent.
    pub saddr: Option<u8>,
    /// Byte offset as encoded: 13 bits, signed for GLOBAL and SCRATCH. See [`FlatFields::displacement`].
    pub offset: i16,
    pub glc: bool,
    pub slc: bool,
    pub nv: bool,
    /// What is loaded goes to the LDS: by a bit, or on gfx942 by the opcode.
    pub lds: bool,
    /// TFE (gfx7, gfx8).
    pub tfe: bool,
    /// System coherence (gfx90a and later).
    pub scc: bool,
    /// Data and destination are accumulation registers (gfx90a and later).
    pub acc: bool,
    /// SCRATCH has an address register (gfx942; before it has one where SADDR is none).
    pub sve: bool,
}

impl FlatFields {
    /// First register of the result, by its number in the wave's file.
    pub fn dst(&self) -> u16 {
        in_file(self.vdst, self.acc)
    }

    /// First register of the data, by its number in the wave's file.
    pub fn data(&self) -> u16 {
        in_file(self.vdata, self.acc)
    }
}

impl FlatFields {
    /// All fields zero, and no registers.
    pub const ZERO: FlatFields = FlatFields {
        seg: Segment::Flat,
        vdst: 0,
        vaddr: 0,
        vdata: 0,
        saddr: None,
        offset: 0,
        glc: false,
        slc: false,
        nv: false,
        lds: false,
        tfe: false,
        scc: false,
        acc: false,
        sve: false,
    };

    /// The number of address registers.
    pub const fn vaddr_dwords(&self, generation: Gen) -> u8 {
        match (self.seg, self.saddr) {
            (Segment::Flat, _) | (Segment::Global, None) => 2,
            (Segment::Global, Some(_)) => 1,
            (Segment::Scratch, _) if generation.has(Gens::SVE) => self.sve as u8,
            (Segment::Scratch, saddr) => saddr.is_none() as u8,
        }
    }

    /// What is added to the address, in bytes: FLAT ignores the top bit of its offset (Vega ISA, "FLAT
    /// instruction format").
    pub const fn displacement(&self) -> i64 {
        match self.seg {
            Segment::Flat => self.offset as i64 & 0xfff,
            Segment::Global | Segment::Scratch => self.offset as i64,
        }
    }
}

/// Fields of a MUBUF instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct MubufFields {
    pub vdata: u8,
    pub vaddr: u8,
    /// First of the four SGPRs that hold the V#.
    pub srsrc: u8,
    pub soffset: Operand,
    /// 12-bit unsigned byte offset.
    pub offset: u16,
    pub offen: bool,
    pub idxen: bool,
    /// 64-bit VADDR, gfx6 and gfx7.
    pub addr64: bool,
    pub glc: bool,
    pub slc: bool,
    pub lds: bool,
    pub tfe: bool,
    /// System coherence (gfx90a and later).
    pub scc: bool,
    /// VDATA are accumulation registers (gfx90a and later).
    pub acc: bool,
}

impl MubufFields {
    /// First register of the data, by its number in the wave's file.
    pub fn data(&self) -> u16 {
        in_file(self.vdata, self.acc)
    }
}

impl MubufFields {
    /// All fields zero, and no registers.
    pub const ZERO: MubufFields = MubufFields {
        vdata: 0,
        vaddr: 0,
        srsrc: 0,
        soffset: Operand::Int(0),
        offset: 0,
        offen: false,
        idxen: false,
        addr64: false,
        glc: false,
        slc: false,
        lds: false,
        tfe: false,
        scc: false,
        acc: false,
    };
}

/// Fields of an MTBUF instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MtbufFields {
    /// What MTBUF shares with MUBUF; LDS is never set.
    pub buffer: MubufFields,
    /// DFMT: the data format, 0 to 15, in the numbers of a V# (CLRX GcnInstrsMtbuf).
    pub dfmt: u8,
    /// NFMT: the number format, 0 to 7, in the numbers of a V#.
    pub nfmt: u8,
}

/// Fields of a MIMG instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct MimgFields {
    pub vdata: u8,
    pub vaddr: u8,
    /// First of the eight SGPRs that hold the T#; of four with R128.
    pub srsrc: u8,
    /// First of the four SGPRs that hold the S#; 0 where there is no sampler.
    pub ssamp: u8,
    /// Which components are loaded or stored, lowest first; of `image_gather4*` which one.
    pub dmask: u8,
    /// Coordinates are not normalized.
    pub unorm: bool,
    pub glc: bool,
    pub slc: bool,
    /// Declare array: the last coordinate is a slice.
    pub da: bool,
    /// The T# has 128 bits (gfx6 to gfx8).
    pub r128: bool,
    /// Addresses are packed 16-bit values (gfx9).
    pub a16: bool,
    pub tfe: bool,
    /// LOD warning enable.
    pub lwe: bool,
    /// Data is 16 bits per component (gfx8, gfx9); packed on gfx9.
    pub d16: bool,
    /// System coherence (gfx90a).
    pub scc: bool,
    /// VDATA are accumulation registers (gfx90a).
    pub acc: bool,
}

impl MimgFields {
    /// First register of the data, by its number in the wave's file.
    pub fn data(&self) -> u16 {
        in_file(self.vdata, self.acc)
    }
}

impl MimgFields {
    /// All fields zero, and no registers.
    pub const ZERO: MimgFields = MimgFields {
        vdata: 0,
        vaddr: 0,
        srsrc: 0,
        ssamp: 0,
        dmask: 0,
        unorm: false,
        glc: false,
        slc: false,
        da: false,
        r128: false,
        a16: false,
        tfe: false,
        lwe: false,
        d16: false,
        scc: false,
        acc: false,
    };

    /// Number of VGPRs that VDATA takes, with the one that TFE adds.
    ///
    /// A DMASK of zero means one component; `image_gather4*` always return four. Atomics count as
    /// DMASK says too: 1 or 3 for 32 and 64 bits, 3 or 15 for the two values of a `cmpswap`.
    pub fn data_dwords(&self, op: Mimg, generation: Gen) -> u8 {
        let components = if op.is_gather() {
            4
        } else {
            (self.dmask.count_ones() as u8).max(1)
        };
        let registers = if self.d16 && generation.is_gfx9() {
            components.div_ceil(2)
        } else {
            components
        };
        registers + u8::from(self.tfe)
    }
}

/// Fields of a VINTRP instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct VintrpFields {
    pub vdst: u8,
    /// VGPR with the I or J coordinate; of `v_interp_mov_f32` the parameter: 0 P10, 1 P20, 2 P0.
    pub vsrc: u8,
    /// Attribute, 0 to 63.
    pub attr: u8,
    /// Component of the attribute, 0 to 3.
    pub chan: u8,
}

/// Fields of an EXP instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct ExpFields {
    /// Which of the sources are sent, bit per source; with COMPR bits 0 and 2 say it for the pairs.
    pub en: u8,
    /// Where to: 0 to 7 render targets, 8 depth, 9 nothing, 12 to 15 positions, 32 to 63 parameters.
    pub target: u8,
    /// Sources hold two f16 each.
    pub compr: bool,
    /// Last export of its kind.
    pub done: bool,
    /// EXEC is the mask of valid pixels.
    pub vm: bool,
    pub vsrc: [u8; 4],
}
