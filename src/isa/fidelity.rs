//! How far the result of an instruction can be trusted: a word for each row of the table, and what it means, with
//! sources. `docs/fidelity.md` is made of this.
//!
//! Every instruction has one decision; [`Inst::fidelity`](super::Inst::fidelity) gives that of an instruction on a
//! generation. Beside it there may be others that hold for some of its results only, such as NaNs.

use crate::listed::listed;

listed! {
    /// How far a result can be trusted.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Class {
        /// The manual says every bit.
        Exact,
        /// The manual allows an error, and here there is none, or one below half a unit.
        Approximate,
        /// By a model that AMD does not document, or where sources disagree.
        Model,
        /// Clocks, and what depends on when and where waves run.
        Clock,
        /// The manual says that it is undefined, or nothing.
        Undefined,
    }
}

impl Class {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Exact => "exact",
            Class::Approximate => "approximate",
            Class::Model => "model",
            Class::Clock => "clock",
            Class::Undefined => "undefined",
        }
    }

    /// What it means, behind a number of instructions.
    pub const fn text(self) -> &'static str {
        match self {
            Class::Exact => "exact by the manual",
            Class::Approximate => "exact here where the manual allows an error",
            Class::Model => "by a model that AMD does not document",
            Class::Clock => "by clocks, or by when and where waves run",
            Class::Undefined => "undefined by the manual",
        }
    }
}

/// What was decided about some instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// Its name: the heading in `docs/fidelity.md`, and what links to it name.
    pub name: &'static str,
    /// How far results can be trusted.
    pub class: Class,
    /// What there is to know, in a line.
    pub title: &'static str,
    /// What was decided, and why.
    pub text: &'static str,
    /// Where that is from.
    pub sources: &'static [&'static str],
}

macro_rules! decisions {
    ($($variant:ident $name:literal $class:ident $title:literal $text:literal [$($source:literal)*];)+) => {
        listed! {
            /// The decisions about results, in the order of `docs/fidelity.md`; the words of the column.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            #[non_exhaustive]
            pub enum Fidelity {
                $(#[doc = $title] $variant),+
            }
        }

        impl Fidelity {
            /// What was decided.
            pub const fn decision(self) -> &'static Decision {
                match self {
                    $(Fidelity::$variant => &Decision {
                        name: $name,
                        class: Class::$class,
                        title: $title,
                        text: $text,
                        sources: &[$($source),*],
                    },)+
                }
            }
        }
    };
}

impl Fidelity {
    /// How far results can be trusted.
    pub const fn class(self) -> Class {
        self.decision().class
    }

    /// The decision called `name`.
    pub fn named(name: &str) -> Option<Fidelity> {
        Fidelity::ALL
            .into_iter()
            .find(|f| f.decision().name == name)
    }

    /// Where the decision is written, below the folder of the project.
    pub fn page(self) -> String {
        format!("docs/fidelity.md#{}", self.decision().name)
    }

    /// Whether results may be NaNs whose payload nobody says ([`Fidelity::Nan`]).
    pub const fn gives_nans(self) -> bool {
        match self {
            Fidelity::Float
            | Fidelity::Mad
            | Fidelity::Division
            | Fidelity::Recip
            | Fidelity::Coarse
            | Fidelity::ExpLog
            | Fidelity::SinCos
            | Fidelity::Legacy
            | Fidelity::Denormals
            | Fidelity::Dot2
            | Fidelity::Dot2Flushed
            | Fidelity::Dot2Bf16 => true,
            // Of matrices, and of narrow floats, the decision says it.
            Fidelity::Exact
            | Fidelity::Refused
            | Fidelity::Formats
            | Fidelity::MatrixChain
            | Fidelity::MatrixPairs
            | Fidelity::MatrixFlushed
            | Fidelity::MatrixGroups
            | Fidelity::MatrixCdna4
            | Fidelity::MatrixScaled
            | Fidelity::MatrixSparse
            | Fidelity::Sums
            | Fidelity::D16
            | Fidelity::Norm
            | Fidelity::Narrow
            | Fidelity::Random
            | Fidelity::Scaled
            | Fidelity::TrigPreop
            | Fidelity::Swaps
            | Fidelity::Transposed
            | Fidelity::Dpp
            | Fidelity::Clock
            | Fidelity::Turns
            | Fidelity::Hardware
            | Fidelity::Delay
            | Fidelity::Unknown
            | Fidelity::Nan => false,
        }
    }
}

impl serde::Serialize for Fidelity {
    /// Its name.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.decision().name)
    }
}

decisions! {
    Exact "exact" Exact
        "every bit is as the manual says"
        "Moves, bits, integers, compares, branches, addresses, and accesses to memory that keep what they move. \
         Conversions of floats to integers are defined for all inputs: they saturate, and a NaN gives 0 (AMD's pseudocode; \
         of `v_cvt_flr_i32_f32` and `v_cvt_rpi_i32_f32` CLRX says that a NaN gives the largest or smallest integer). \
         Sums of products of integers, also of matrices, are exact in any order. Where AMD's texts are wrong by their own \
         context, or CLRX's are, tests name the slip. What is written outside of a buffer, and what lies there, is as the \
         descriptors say."
        ["AMD's ISA manuals of Southern Islands to CDNA4, the chapters on instructions" "CLRX, GcnInstrs pages"
         "jit-tests/exec/errata, jit-tests/models"];
    Float "float" Exact
        "one rounding by IEEE 754, under MODE"
        "Sums, products, fused multiply-adds, minima, roundings, and conversions between floats. The result is the exact one \
         rounded once, in MODE's direction, with denormals by MODE. Minima and maxima do not flush before gfx9, the smaller \
         zero is -0, and of a NaN and a number the number is taken unless MODE.IEEE and the NaN signals. Of a result that is a \
         NaN see [nan](#nan)."
        ["AMD's ISA manuals; IEEE 754" "CLRX, GcnInstrsVop1 to GcnInstrsVop3"
         "LLVM, supportsMinMaxDenormModes, and review D11829, of minima before gfx9"];
    Mad "mad" Exact
        "two roundings, and denormals flushed"
        "`v_mad_f32`, `v_mac_f32` and their like round the product and then the sum, and flush denormals of both whatever MODE \
         says. Compilers use them where a program has no f32 denormals."
        ["CLRX, GcnInstrsVop2 and GcnInstrsVop3" "LLVM, SITargetLowering::isFMADLegal"];
    Division "division" Exact
        "the steps of a division, by AMD's pseudocode"
        "`v_div_scale` scales and sets its flag by numerator and denominator alone, `v_div_fmas` scales back where the flag is \
         set, `v_div_fixup` puts the special cases in. Published texts of `v_div_scale` differ about zeros, denormals and the \
         flag: AMD's is executed, with the scale factors that CLRX has measured (2^64 of f32, 2^128 of f64; the text for CDNA4 \
         prints half of these exponents for `v_div_fmas`). The sequence that compilers make of them gives the correctly rounded \
         quotient."
        ["CDNA4 ISA, V_DIV_SCALE_F32 to V_DIV_FIXUP_F64" "CLRX, GcnInstrsVop3" "tinygrad, test/amd/hw, of the same on a later card"];
    Refused "refused" Exact
        "not executed: a fault names it"
        "Tests of hardware, trap handlers, messages, interpolation, exports, filtered images, and an order of waves through \
         GDS end in a fault, so that no result depends on them. `s_trap` of a debug trap and `s_sendmsg` of an interrupt are \
         executed: the first does nothing, the second interrupts."
        ["[coverage.md](coverage.md), \"Left to the interpreter\""];
    Recip "recip" Approximate
        "hardware may differ by 1 ulp"
        "Reciprocals and square roots are rounded correctly here, reciprocal square roots within 0.501 ulp, to nearest whatever \
         MODE says. The manuals allow 1 ulp for f32, and 0.51 for f16. Those of f32 flush denormals. The forms of gfx6 and gfx7 \
         that clamp, and the legacy ones, differ for zeros and infinities alone."
        ["AMD's ISA manuals, V_RCP_F32, V_RSQ_F32, V_SQRT_F32 (\"1ULP accuracy\"), V_RCP_F16 (\"0.51ULP accuracy\")" "CLRX, GcnInstrsVop1"
         "gem5, AMD's descriptions for Vega"];
    Coarse "coarse" Approximate
        "hardware has about half of the bits"
        "`v_rcp_f64`, `v_rsq_f64` and `v_sqrt_f64` are rounded correctly here (`v_rsq_f64`: within 1.5 ulp). The manuals allow an \
         error of 2^29 ulp: hardware gives some 24 of 53 bits, which programs refine by two steps. What is refined is as good \
         on both, and may differ in the last bit; what is not differs a lot."
        ["AMD's ISA manuals, V_RCP_F64, V_RSQ_F64, V_SQRT_F64 (\"(2**29)ULP accuracy\")"];
    ExpLog "exp-log" Approximate
        "hardware may differ by 1 ulp"
        "`v_exp` and `v_log`, base 2, are within 0.501 ulp here, to nearest whatever MODE says. The manuals allow 1 ulp for f32. \
         Those of f32 flush denormal operands and results. The legacy forms, of an older rounding that nobody describes, are \
         computed as the others."
        ["AMD's ISA manuals, V_EXP_F32, V_LOG_F32 (\"1ULP accuracy\")" "CLRX, GcnInstrsVop1"];
    SinCos "sin-cos" Approximate
        "hardware may differ, and manuals state no bound"
        "`v_sin` and `v_cos` of revolutions are within 0.501 ulp here. AMD's texts have no error bound. Between -256 and 256 the \
         operand is reduced; beyond, the sine is 0 and the cosine 1 (AMD's text for Vega; CLRX takes -1 to 1, and LLVM reduces \
         before, up to gfx8)."
        ["AMD's ISA manuals, V_SIN_F32, V_COS_F32" "CLRX, GcnInstrsVop1" "LLVM, FeatureTrigReducedRange"];
    Formats "formats" Approximate
        "conversions of texels, whose rounding APIs leave open"
        "Loads and stores by a format, of buffers and images, convert with one rounding to nearest even. Texts say so of stores \
         alone (CLRX), of which Direct3D allows an error of 0.6 units. Integers, and floats in their own width, are exact. With D16 \
         values are rounded toward zero, as Mesa's drivers describe the texture unit."
        ["CLRX, GcnMemHandling" "Direct3D 11, D3D11_FLOAT32_TO_INTEGER_TOLERANCE_IN_ULP" "Mesa, radv and radeonsi: nir_rounding_mode_rtz, integer_dest_saturates"];
    MatrixChain "matrix-chain" Model
        "products of f32 and f64: fused multiply-adds, one product after the other"
        "C is the first addend, products follow in the order of k, each with one rounding to nearest; denormals are kept and MODE \
         does not count. AMD documents neither order nor rounding. MMA-Sim's code says so of CDNA1, 2 and 3; its authors found \
         it equal to cards of two of AMD's architectures, bit by bit, in more than a million tests. AMD's emulator rocjitsu adds in the same way since a \
         correction from unfused sums. Whether hardware rounds once for each k is left open there for want of a measurement \
         (ROCm/rocm-systems issue 10344), and a measurement is what MMA-Sim goes by; gem5 went from unfused to fused after a \
         comparison with an MI300X. So this stays. A NaN is 0x7fc00000 or 0x7ff8000000000000."
        ["microsoft/MMA-Sim, mmasim/simulator/amd.py; arXiv 2511.10909" "ROCm/rocm-systems issues 10330 and 10344, pull request 10336"
         "gem5 pull request 2478"];
    MatrixPairs "matrix-pairs" Model
        "products of f16 and bf16 on gfx908: pairs of sums in f32"
        "Groups of four products, (p0 + p1) + (p2 + p3), then C: each an f32 addition to nearest, denormals kept. The older bf16 \
         forms have groups of two."
        ["microsoft/MMA-Sim, mmasim/simulator/amd.py; arXiv 2511.10909"];
    MatrixFlushed "matrix-flushed" Model
        "products of f16 and bf16 on gfx90a: pairs of sums in f32, denormals flushed"
        "As on gfx908, but denormal f16 and bf16 of A and B and denormal f32 of C count as +0, and each sum or product that is \
         denormal becomes a zero of its sign. AMD's pages for MIOpen say, too, that MI200 flushes what goes in and out of these. \
         The published code of MMA-Sim was compared anew: transcribed apart from this project, it gives the same bits for \
         random matrices of all shapes and kinds of elements, `v_mfma_f32_4x4x4_16b_f16` among them (see [what was \
         compared](#what-was-compared)). A program that takes denormal f16 into account differs in the few elements that have one: where other \
         figures disagree in some elements by a few units, look for an f16 below 2^-14 among the operands first."
        ["microsoft/MMA-Sim, mmasim/simulator/amd.py; arXiv 2511.10909"
         "ROCm documentation, MIOpen: MI200 matrix fused multiply-add (MFMA) behavior specifics"];
    MatrixGroups "matrix-groups" Model
        "products of f16, bf16, xf32 and bytes on gfx942: groups that are added at once"
        "Groups of eight (f16, bf16; shorter where a sum is), four (xf32), sixteen (bytes of floats): products are cut off 24 bits \
         behind the point of the largest exponent and added exactly, bytes at even and odd places apart; C is added, and the sum \
         rounded once. The low 13 bits of xf32's operands do not count. A zero sum is +0."
        ["microsoft/MMA-Sim, mmasim/simulator/amd.py; arXiv 2511.10909"];
    MatrixCdna4 "matrix-cdna4" Model
        "products of f16, bf16 and bytes on gfx950: as on gfx942, for nothing says otherwise"
        "No source has measured how gfx950 adds. Its bytes are OCP's."
        ["none; ROCm/hip-fpsan compared the layouts of elements with a card"];
    MatrixScaled "matrix-scaled" Model
        "products of narrow floats on gfx950: exact within a scale"
        "AMD's text says that results are rounded to nearest and that scales are added to exponents. Here each 32 products with a \
         scale in common are added exactly, multiplied by it, and rounded once when C is added; then the next 32."
        ["CDNA4 ISA, \"Matrix core instructions\""];
    MatrixSparse "matrix-sparse" Model
        "products with a sparse A: as those of a dense one"
        "The kept products are summed in their order as those of the dense instruction of the type are; a group counts kept \
         products. Indices that do not rise are taken as they are."
        ["CDNA3 ISA, V_SMFMAC; nothing of sums"];
    Dot2 "dot2" Model
        "dot products of two f16: both products, then the third source"
        "The products are exact; they are added, and the sum to the third source, with two roundings, and f32 denormals are \
         flushed whatever MODE says. Denormal f16 count whatever MODE says: measured so on gfx950 in three settings of MODE, \
         and said of all cards but gfx90a. AMD's pseudocode for CDNA4 adds one product after the other and says nothing of \
         roundings. Of gfx1151 it was measured that the three terms are aligned, the low bits cut off, and negative terms \
         taken one unit too low, so that even 1, 24 and 32 do not add up where signs differ (ROCm/rocm-systems issue 12056). \
         That card is of another family, no measurement of that kind of gfx906 to gfx950 was found, and so the sums stay \
         as they are: of all decisions the one most likely to differ from a card in the last places."
        ["LLVM pull request 205101, of denormals on gfx90a and gfx950" "ROCm/rocm-systems issue 12056, of gfx1151" "CDNA4 ISA, V_DOT2C_F32_F16"];
    Dot2Flushed "dot2-flushed" Model
        "dot products of two f16 on gfx90a: as the others, denormal f16 flushed"
        "Denormal f16 count as zeros whatever MODE says. 0x8001 times 0x0400 gave +0 on a card in three settings of MODE, by \
         `v_dot2_f32_f16` and `v_dot2c_f32_f16`, where gfx950 gave 0xac800000. AMD's page on the MI250X for users of Frontier \
         says the same of V_DOT2. Of the sums see [dot2](#dot2)."
        ["LLVM pull request 205101" "olcf/olcf-user-docs pull request 478"];
    Dot2Bf16 "dot2-bf16" Model
        "dot products of two bf16: both products, then the third source"
        "As those of [f16](#dot2), to nearest whatever MODE says (AMD's text), denormals flushed. The sum of the products, and \
         that with the third source, are rounded; nothing says how often hardware does."
        ["CDNA4 ISA, V_DOT2_F32_BF16"];
    Sums "sums" Model
        "sums of floats in memory: their order, and denormals"
        "Additions go lane by lane, and wave by wave as waves come: with several host threads, as on a card, another run may round \
         otherwise. Each is to nearest whatever MODE says. In memory gfx908 and gfx90a flush denormal f32; f64 and packed halves \
         keep them. In the LDS f32 goes by MODE."
        ["LLVM, FeatureMemoryAtomicFAddF32DenormalSupport; SITargetLowering, of atomicrmw fadd" "LLVM pull request 89468, of the LDS"];
    Legacy "legacy" Model
        "legacy products, whose texts differ about zeros and NaNs"
        "A zero factor makes the product a zero, also beside an infinity or a NaN. `v_mac_legacy_f32` and `v_mad_legacy_f32` then \
         leave the addend as it is (CLRX); AMD's later text adds +0, which differs for -0, denormals and signalling NaNs. \
         `v_min_legacy_f32` and `v_max_legacy_f32` are one comparison."
        ["CLRX, GcnInstrsVop2 and GcnInstrsVop3" "CDNA4 ISA, V_MUL_LEGACY_F32"];
    Denormals "denormals" Model
        "denormals where sources disagree"
        "`v_mad_mix_f32`, `v_mad_mixlo_f16` and `v_mad_mixhi_f16` of gfx900 keep denormal f16 if MODE does, also as results; LLVM and Mesa have \
         evidence, but no measurement, that the f16 results are always flushed. `v_pack_b32_f16` flushes by MODE here, as LLVM's \
         patterns now have it; an older change of LLVM by AMD says always."
        ["LLVM pull request 224911; Mesa work item 6178" "LLVM, SIInstructions.td; review D31819"];
    D16 "d16" Model
        "loads of 16 bits on cards with SRAM ECC: the other half becomes zero"
        "The half that is not loaded is zero on cards with SRAM ECC, and kept on others. Sources say only that nothing may count \
         on it. Code that says `sramecc-` keeps it, which gfx90a has been seen not to do. A gfx906 may be of either kind."
        ["LLVM AMDGPUUsage, sramecc" "CDNA5 ISA, D16 loads" "ROCm/rocMLIR pull request 422; ROCm/Tensile pull request 1153"];
    Norm "norm" Model
        "conversions to bytes and normalised integers: the rounding"
        "`v_cvt_pknorm_*` and `v_cvt_norm_*` round the exact product to nearest even; `v_cvt_pk_u8_f32` and `v_cvt_pkaccum_u8_f32` round by MODE. \
         AMD's texts name no rounding, and CLRX is not sure of the first."
        ["CLRX, GcnInstrsVop1 to GcnInstrsVop3"];
    Narrow "narrow" Model
        "conversions to floats of 8 bits: what is too large"
        "To nearest, with denormals, whatever MODE says. On gfx942 what is too large becomes the NaN, or with FP16_OVFL the \
         largest value; on gfx950 NaN or infinity by the format. The values of every code are those that a card converts back."
        ["CDNA4 ISA, \"Data formats\"; LLVM, of the formats of gfx942" "ROCm/hip-fpsan, of gfx950"];
    Random "random" Model
        "stochastic rounding: random bits are added below the last bit, and the rest is cut off"
        "AMD's text for CDNA4, read as it stands, would round to nearest afterwards and change values that need no rounding. \
         Exact values stay here, as on a card of gfx950; of gfx942 nothing says. Of a denormal result what is further down is cut off before. The second value of a pair takes what \
         `v_prng_b32` makes of the random number before."
        ["CDNA4 ISA, V_CVT_SR_FP8_F32" "ROCm/hip-fpsan"];
    Scaled "scaled" Model
        "conversions by a scale: one rounding, and the scale's exponent alone"
        "Values are divided or multiplied by the power of two that the scale's exponent stands for, and rounded once, to nearest, \
         also from f16 and bf16. What is too large becomes NaN, infinity or the largest value, as the format has them."
        ["CDNA4 ISA, V_CVT_SCALEF32_PK_FP8_F32 and its like" "ROCm/hip-fpsan"];
    TrigPreop "trig-preop" Model
        "segments of 2 / pi"
        "53 bits of the first 1201 of 2 / pi, cut off. A capture from a later card suggests a table of 1184 bits, which would \
         differ for the largest operands alone."
        ["CDNA4 ISA, V_TRIG_PREOP_F64" "gem5, AMD's descriptions for Vega"];
    Swaps "swaps" Model
        "swaps of rows: all lanes"
        "Rows are swapped whatever EXEC says, for AMD's pseudocode does not look at it; FI and BOUND_CTRL do nothing."
        ["CDNA4 ISA, V_PERMLANE16_SWAP_B32"];
    Transposed "transposed" Model
        "loads that transpose: who gets what"
        "The 16 lanes of a row get the columns of what they read together. What lanes that are not active would have read is zero."
        ["Triton, of the layouts; HIP's example for gfx950"];
    Dpp "dpp" Model
        "lanes whose source does not exist or is switched off"
        "A source lane that EXEC switches off counts as one that does not exist: the result is zero with BOUND_CTRL, else nothing is \
         written. Broadcasts have no source for the lanes before the first that they go to. Sources contradict each other \
         about both; where every source lane exists and is on, the result is exact."
        ["CLRX, GcnSdwaDpp" "gem5, inst_util.hh; ROCm/rocm-systems, rocjitsu"];
    Clock "clock" Clock
        "clocks"
        "`s_memtime` and `s_memrealtime` count the wave's own instructions: four cycles for each, and one tick of the slower clock for \
         16. They never go back, give the same in every run, and say nothing of a card's time, unless `exec --estimate=clocks` has them \
         follow an estimate."
        ["AMD's ISA manuals, S_MEMTIME, S_MEMREALTIME"];
    Turns "turns" Clock
        "old values of atomics, and exchanges: which lane and wave comes first"
        "Within an instruction lanes come in order, from lane 0, which no manual promises. Between waves it is as they run: with \
         several host threads, as on a card, another run may differ. A program whose answer depends on it is not \
         deterministic on a card either. Atomics without a return value whose order cannot matter are exact."
        ["AMD's ISA manuals, which name no order"];
    Hardware "hardware" Clock
        "where a wave is: registers of the chip's parts"
        "HW_ID, XCC_ID and the performance snapshot are zero, and IB_STS has nothing outstanding, as of the first wave on an \
         empty chip. MODE, STATUS, allocations and apertures are exact."
        ["CLRX, GcnInstrsSopk; LLVM, SIDefines.h"];
    Delay "delay" Clock
        "sleep, priority and counters of performance: no time passes"
        "Nothing is waited for and nothing is counted. No register or memory depends on it, but a program that sleeps until \
         another wave has done something meets it earlier or later than on a card."
        ["AMD's ISA manuals, S_SLEEP, S_SETPRIO"];
    Unknown "unknown" Undefined
        "no manual describes it"
        "`v_qsad_u8` of gfx6 is executed as the forerunner of `v_qsad_pk_u16_u8` that its name suggests."
        ["CLRX, GcnInstrsVop3, by name alone"];
    Nan "nan" Undefined
        "sign and payload of a NaN that is a result"
        "That a result is a NaN is exact. Which one, is not: here it is the first NaN among the operands, quieted, or for an \
         invalid operation the default NaN with its sign set (0xffc00000), as x86 has it. Manuals say it of some \
         instructions only. Programs see the difference when they look at the bits of NaNs, or write them to a file."
        ["src/numerics/mod.rs" "AMD's ISA manuals, of V_DIV_FIXUP and V_MAX_F32"];
}
