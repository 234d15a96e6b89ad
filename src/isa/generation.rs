//! Hardware generations, and in which of them something is there or is done in a way of its own.
//!
//! No other file compares a generation with one that it names: what differs has a row in [`Gens`], so that a new
//! generation is put in or out of each in one place. (Where all generations are told apart, a match without wildcard does
//! it as well.)

use Gen::*;

/// A hardware generation: the unit in which opcode numbers and semantics change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Gen {
    /// gfx600 to gfx602: GCN1.0, Southern Islands.
    Gfx6,
    /// gfx700 to gfx705: GCN1.1, Sea Islands.
    Gfx7,
    /// gfx801 to gfx810: GCN1.2, Volcanic Islands.
    Gfx8,
    /// gfx900 to gfx90c without gfx906: GCN1.4, Vega.
    Gfx9,
    /// gfx906: GCN1.4.1, Vega 20.
    Gfx906,
    /// gfx908: CDNA1.
    Gfx908,
    /// gfx90a: CDNA2.
    Gfx90a,
    /// gfx940, gfx941 and gfx942: CDNA3.
    Gfx942,
    /// gfx950: CDNA4.
    Gfx950,
}

impl Gen {
    /// Every generation, oldest first: the order of the opcode columns.
    pub const ALL: [Gen; 9] = [
        Gen::Gfx6,
        Gen::Gfx7,
        Gen::Gfx8,
        Gen::Gfx9,
        Gen::Gfx906,
        Gen::Gfx908,
        Gen::Gfx90a,
        Gen::Gfx942,
        Gen::Gfx950,
    ];

    /// The generations of GCN: those without accumulation registers.
    pub const GCN: [Gen; 5] = *Gen::ALL.first_chunk().unwrap();

    /// The LLVM target that stands for the generation where only one can be named.
    pub const fn target(self) -> &'static str {
        match self {
            Gen::Gfx6 => "gfx600",
            Gen::Gfx7 => "gfx700",
            Gen::Gfx8 => "gfx803",
            Gen::Gfx9 => "gfx900",
            Gen::Gfx906 => "gfx906",
            Gen::Gfx908 => "gfx908",
            Gen::Gfx90a => "gfx90a",
            Gen::Gfx942 => "gfx942",
            Gen::Gfx950 => "gfx950",
        }
    }

    /// What the generation is called where its targets are one: `gfx9` is gfx900 to gfx90c but gfx906.
    pub const fn name(self) -> &'static str {
        match self {
            Gen::Gfx6 => "gfx6",
            Gen::Gfx7 => "gfx7",
            Gen::Gfx8 => "gfx8",
            Gen::Gfx9 => "gfx9",
            Gen::Gfx906 | Gen::Gfx908 | Gen::Gfx90a | Gen::Gfx942 | Gen::Gfx950 => self.target(),
        }
    }

    /// The generation of an LLVM target name such as `gfx803` (LLVM AMDGPUUsage, "Processors").
    pub fn from_target(name: &str) -> Option<Gen> {
        Some(match name {
            "gfx600" | "gfx601" | "gfx602" => Gen::Gfx6,
            "gfx700" | "gfx701" | "gfx702" | "gfx703" | "gfx704" | "gfx705" => Gen::Gfx7,
            "gfx801" | "gfx802" | "gfx803" | "gfx805" | "gfx810" => Gen::Gfx8,
            "gfx900" | "gfx902" | "gfx904" | "gfx909" | "gfx90c" => Gen::Gfx9,
            "gfx906" => Gen::Gfx906,
            "gfx908" => Gen::Gfx908,
            "gfx90a" => Gen::Gfx90a,
            "gfx940" | "gfx941" | "gfx942" => Gen::Gfx942,
            "gfx950" => Gen::Gfx950,
            _ => return None,
        })
    }

    /// Whether the generation is of a set.
    #[inline]
    pub const fn has(self, set: Gens) -> bool {
        set.0 >> self as u8 & 1 != 0
    }

    /// Whether the generation has the gfx9 instruction set, perhaps with additions.
    pub const fn is_gfx9(self) -> bool {
        self.has(Gens::GFX9)
    }

    /// Whether the generation has the encodings of gfx6 and gfx7 (SMRD, 9-bit VOP3 opcodes).
    pub const fn is_legacy(self) -> bool {
        self.has(Gens::LEGACY)
    }

    /// Allocation granule of a work-group's LDS, in bytes.
    pub const fn lds_granule(self) -> u32 {
        if self.has(Gens::SMALL_LDS) {
            256
        } else if self.has(Gens::LARGE_LDS) {
            1280
        } else {
            512
        }
    }

    /// Largest size of a work-group's LDS, in bytes.
    pub const fn lds_size(self) -> u32 {
        if self.has(Gens::SMALL_LDS) {
            32 * 1024
        } else if self.has(Gens::LARGE_LDS) {
            160 * 1024
        } else {
            64 * 1024
        }
    }

    /// The first of the two scalar registers of FLAT_SCRATCH.
    pub const fn flat_scratch(self) -> u8 {
        if self.has(Gens::LEGACY) { 104 } else { 102 }
    }
}

impl std::fmt::Display for Gen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.target())
    }
}

/// A set of generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gens(u16);

/// From `first` to `last`.
const fn range(first: Gen, last: Gen) -> Gens {
    Gens((2 << last as u8) - (1 << first as u8))
}

/// From `first` on.
const fn from(first: Gen) -> Gens {
    range(first, Gen::ALL[Gen::ALL.len() - 1])
}

/// Up to `last`.
const fn to(last: Gen) -> Gens {
    range(Gen::ALL[0], last)
}

/// `the` one alone.
const fn only(the: Gen) -> Gens {
    range(the, the)
}

impl Gens {
    /// All.
    pub const ALL: Gens = from(Gfx6);
    /// The encodings of gfx6 and gfx7: SMRD, 9-bit VOP3 opcodes.
    pub const LEGACY: Gens = to(Gfx7);
    /// Those before gfx9.
    pub const TO_GFX8: Gens = to(Gfx8);
    /// gfx8 and later.
    pub const FROM_GFX8: Gens = from(Gfx8);
    /// The gfx9 instruction set, perhaps with additions.
    pub const GFX9: Gens = from(Gfx9);

    /// CDNA3 and later.
    pub const CDNA3: Gens = from(Gfx942);

    /// FLAT instructions, and so FLAT_SCRATCH (LLVM AMDGPUUsage, "Address Space").
    pub const FLAT: Gens = from(Gfx7);
    /// FLAT_SCRATCH is s104 and s105 (CLRX GcnOperands).
    pub const FLAT_SCRATCH_104: Gens = only(Gfx7);
    /// S_LOAD takes a literal as its offset (CLRX GcnInstrsSmrd).
    pub const SMRD_LITERAL: Gens = only(Gfx7);
    /// 32 KiB of LDS for a work-group, in granules of 64 dwords.
    pub const SMALL_LDS: Gens = only(Gfx6);
    /// Address and offset of the LDS are added without wrapping at 4 GiB.
    pub const LDS_DOES_NOT_WRAP: Gens = only(Gfx6);
    /// Buffer instructions drop the low bits of addresses that are not aligned.
    pub const BUFFER_ALIGNS: Gens = only(Gfx6);
    /// V_FRACT may give 1, and V_FREXP gives other values for infinities and NaNs (CLRX GcnInstrsVop1).
    pub const OLD_FRACT: Gens = only(Gfx6);
    /// The data of a store may not be overwritten before it has been read.
    pub const STORES_HOLD_DATA: Gens = only(Gfx6);
    /// Sources do not say whether the data of a store may be overwritten before it has been read.
    pub const STORES_MAY_HOLD_DATA: Gens = only(Gfx7);
    /// Vector memory instructions of three dwords.
    pub const THREE_DWORDS: Gens = from(Gfx7);
    /// NUM_RECORDS of a V# with a stride counts bytes where it is not swizzled (CLRX GcnResourceDescriptors).
    pub const COUNTS_BYTES: Gens = only(Gfx8);
    /// Components of 16 bits take a register each.
    pub const UNPACKED_D16: Gens = only(Gfx8);
    /// SDWA compares write VCC, and have no field for another mask.
    pub const SDWA_TO_VCC: Gens = only(Gfx8);
    /// T# has the bit of compressed images (DCC).
    pub const COMPRESSED_IMAGES: Gens = range(Gfx8, Gfx906);

    /// Matrix instructions and accumulation registers.
    pub const MAI: Gens = from(Gfx908);
    /// The first matrix unit: its registers are apart from those of vectors.
    pub const TWO_FILES: Gens = only(Gfx908);
    /// Atomics on floats do not return the old value.
    pub const FLOAT_ATOMICS_WITHOUT_RETURN: Gens = only(Gfx908);
    /// Of atomics on floats LLVM's disassembler checks bit 25.
    pub const FLOAT_ATOMICS_CHECKED: Gens = range(Gfx908, Gfx90a);
    /// Buffer atomics on floats have no SCC.
    pub const FLOAT_ATOMICS_WITHOUT_SCC: Gens = only(Gfx90a);
    /// Sums of f32 in memory flush denormals (LLVM's FeatureMemoryAtomicFAddF32DenormalSupport begins with gfx940).
    pub const FLOAT_ATOMICS_FLUSH: Gens = range(Gfx908, Gfx90a);
    /// Vector and accumulation registers are one file, so that memory instructions have both.
    pub const ONE_FILE: Gens = from(Gfx90a);
    /// DPP takes operands of 64 bits, and has `row_newbcast`.
    pub const WIDE_DPP: Gens = from(Gfx90a);
    /// SCRATCH says by a bit of its own (SVE) whether it has an address register.
    pub const SVE: Gens = from(Gfx942);
    /// Waves start with FLAT_SCRATCH set, and need no other register to reach their private memory.
    pub const ARCHITECTED_FLAT_SCRATCH: Gens = from(Gfx942);
    /// Waves find their private memory by what the kernel asks for: a descriptor, and an offset.
    pub const SCRATCH_BY_OFFSET: Gens = to(Gfx90a);
    /// Hardware registers from XCC_ID on.
    pub const XCC: Gens = from(Gfx942);
    /// Cache flags are called sc0, nt and sc1, and say of which scope an instruction on whole caches is.
    pub const SCOPES: Gens = from(Gfx942);
    /// BLGP of products of f64 negates the sources.
    pub const BLGP_NEGATES: Gens = from(Gfx942);
    /// Dot products of f16 take denormal ones for zeros, whatever MODE says; others look at them, whatever MODE says
    /// (LLVM pull request 205101, by measurements on gfx90a and gfx950).
    pub const DOT_FLUSHES_HALVES: Gens = only(Gfx90a);
    /// Dot products do not select halves.
    pub const DOT_OF_WHOLE: Gens = from(Gfx942);
    /// Matrix instructions have names that set the types apart; LLVM takes those of before, too.
    pub const SPELLS_BLOCKS: Gens = from(Gfx942);
    /// Results of products of matrices come one wait state later, and of f64 after twice as many passes (LLVM 22,
    /// GCNHazardRecognizer, SISchedule.td).
    pub const LATER_MATRICES: Gens = from(Gfx950);
    /// 160 KiB of LDS for a work-group, in granules of 320 dwords (LLVM AMDGPUUsage, "Kernel Descriptor"; CDNA4 ISA, "LDS").
    pub const LARGE_LDS: Gens = from(Gfx950);
    /// Floats of 8 bits are those of OCP, with -0 and infinities; before they have neither, and another bias (CDNA4 ISA,
    /// "Data formats"; every code of the conversions was compared with a card by ROCm/hip-fpsan).
    pub const OCP: Gens = from(Gfx950);
    /// Buffer loads of 12 and 16 bytes go to the LDS too.
    pub const WIDE_LDS_LOADS: Gens = from(Gfx950);
    /// V_LSHL_ADD_U64 takes shifts by more than 4 for 0 (CDNA4 ISA; before three bits count).
    pub const SHIFTS_TO_4: Gens = from(Gfx950);
    /// Products of matrices take half the passes, and those of f32 have a unit of their own (LLVM, SISchedule.td).
    pub const FAST_MATRICES: Gens = from(Gfx942);

    /// LLVM 19 does not know it: where its text differs, that of LLVM 22 counts.
    pub const NEW_TO_LLVM: Gens = from(Gfx950);

    /// Whether the set has `generation`.
    pub const fn has(self, generation: Gen) -> bool {
        generation.has(self)
    }
}
