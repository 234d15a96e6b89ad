//! What a word means that LLVM's tools refuse: the one place where that is decided.
//!
//! LLVM's disassembler refuses many words though their opcode number and operands are good: a field
//! that the instruction has no use for is not zero. For text that is the rule ([`Rules::Llvm`]).
//! Execution goes by the documentation ([`Rules::Manual`]): what it says to have no effect has none,
//! and what it leaves open is a fault that names the reason. Opcode numbers and operand codes that are
//! not assigned, and registers that do not exist, are refused by both; so are the forms that an
//! instruction does not have.
//!
//! Pages are CLRX's. The first column is the [`Rule`].
//!
//! | rule | what the word has | executed | source |
//! |---|---|---|---|
//! | `Omod` | OMOD where the result is not a float | without | GcnInstrsVop1, Vop2, Vop3: "OMOD and CLAMP modifier affects only for instruction that output is floating point value"; Vop2 once more at V_CNDMASK_B32, V_OR_B32, V_XOR_B32 and the 24-bit multiplications |
//! | `Clamp` | CLAMP where the result is not a float and does not saturate (before gfx8 no integer does) | without | as `Omod`; GcnInstrsVop3 and the instructions' own texts for those that saturate; the 24-bit multiplications do from gfx8 on (see `interp/vop2.rs`) |
//! | `SignOfInteger` | NEG or ABS of a source that is not a float | the sign bit of the source, as wide as its type, is flipped or cleared | GcnInstrsVop1, Vop2, Vop3, Vopc: "ABS and negation is applied to source operand for any instruction". The 24-bit multiplications do not read that bit, so that no modifier affects them |
//! | `SextOfFloat` | SEXT of a float source in SDWA | the selected part is extended | GcnSdwaDpp, "Operation code": for any source |
//! | `SignOfMask` | NEG or ABS of a lane mask or of four registers | no | no page says which bit that is |
//! | `SignOfMove` | NEG or ABS of V_READLANE, V_WRITELANE, V_READFIRSTLANE, V_MOVREL*, V_SWAP, V_PERMLANE*_SWAP | no | their operations are on registers, without the arithmetic unit's sources |
//! | `UnusedSource` | the field of a source that there is not | without | the operation of each instruction names its sources |
//! | `UnusedModifier` | a modifier of a source that there is not | without | as `UnusedSource` |
//! | `UnusedRegister` | a register field that the instruction does not have | without | the syntax of each instruction |
//! | `UnusedImmediate` | an offset, GDS or SIMM16 of an instruction that has none, IMM of a scalar cache instruction | without | GcnInstrsSopp, GcnInstrsSmem, GcnInstrsDs: their operations do not name it |
//! | `CacheFlags` | flags of a vector cache instruction | without | GcnInstrsMubuf: BUFFER_WBINVL1 has no operands |
//! | `NoField` | bits that no field covers in the generation | without | the lists of fields; SADDR is "for GLOBAL/SCRATCH" |
//! | `NonVolatileLds` | NV of a load to LDS | without | GcnInstrsFlat has both flags; NV is about caches |
//! | `TypedTfe` | TFE of MTBUF | as of MUBUF | GcnInstrsMtbuf lists it: "requires additional the VDATA register" |
//! | `AtomicTfe` | TFE of a MUBUF atomic | as of a load | GcnInstrsMubuf lists it for all |
//! | `Select` | a reserved select of SDWA | no | GcnSdwaDpp ends with 6 |
//! | `OnlyGds`, `NeverGds` | global wave sync without GDS, lane permutations with it | no | there is no such operation in GcnInstrsDs |
//! | `LdsForm` | LDS of what cannot go there, BUFFER_STORE_LDS_DWORD otherwise than with LDS alone | no | the pages have no operation for it |
//! | `D16Form` | D16 of an image instruction without conversion | no | GcnInstrsMimg: "convert", of what is not converted |
//! | `Addr64` | OFFEN or IDXEN beside ADDR64 | no | GcnInstrsMubuf: both want VADDR, and it does not say what is where |
//! | `LiteralOffset` | a literal as SOFFSET | no | there is no room for it |
//! | `NoReturn` | GLC of gfx908's atomics on floats | no | LLVM has no such form; gfx908 is not executed |
//!
//! Two fields are read otherwise where both accept the word: FLAT's OFFSET, which LLVM prints on gfx8
//! and GcnInstrsFlat has from gfx9 on, and CLAMP of VOP3B on gfx6 and gfx7, which CLRX has in bit 15
//! and LLVM not at all. NEG and ABS of an integer beside floats or in an instruction with OP_SEL are
//! dropped or read as sign extension by LLVM; execution goes by `SignOfInteger` there too.

use super::Code;
use crate::error::DecodeError;

/// By what words are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// What LLVM's tools accept: for text.
    Llvm,
    /// What the documentation says: for execution.
    Manual,
}

/// A rule of LLVM's that some words break; see the table above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Rule {
    Omod,
    Clamp,
    SignOfInteger,
    SextOfFloat,
    SignOfMask,
    SignOfMove,
    UnusedSource,
    UnusedModifier,
    UnusedRegister,
    UnusedImmediate,
    CacheFlags,
    NoField,
    NonVolatileLds,
    TypedTfe,
    AtomicTfe,
    Select,
    OnlyGds,
    NeverGds,
    LdsForm,
    D16Form,
    Addr64,
    LiteralOffset,
    NoReturn,
}

impl Rule {
    /// Why words that break the rule are not executed; `None` where they are.
    fn undefined(self) -> Option<&'static str> {
        match self {
            Rule::Omod
            | Rule::Clamp
            | Rule::SignOfInteger
            | Rule::SextOfFloat
            | Rule::UnusedSource
            | Rule::UnusedModifier
            | Rule::UnusedRegister
            | Rule::UnusedImmediate
            | Rule::CacheFlags
            | Rule::NoField
            | Rule::NonVolatileLds
            | Rule::TypedTfe
            | Rule::AtomicTfe => None,
            Rule::SignOfMask => Some("NEG or ABS of a lane mask or of four registers"),
            Rule::SignOfMove => Some("NEG or ABS where registers are moved"),
            Rule::Select => Some("an SDWA select has a reserved value"),
            Rule::OnlyGds => Some("the instruction exists with GDS only"),
            Rule::NeverGds => Some("the instruction exists without GDS only"),
            Rule::LdsForm => Some("the instruction has no such form with LDS"),
            Rule::D16Form => Some("the instruction has no form with D16"),
            Rule::Addr64 => Some("ADDR64 beside OFFEN or IDXEN"),
            Rule::LiteralOffset => Some("SOFFSET is a literal"),
            Rule::NoReturn => Some("GLC of an atomic that returns nothing"),
        }
    }
}

impl Code<'_> {
    /// Fails unless the word is `ok` by a rule of LLVM's, or is executed all the same.
    pub fn rule(&self, rule: Rule, ok: bool) -> Result<(), DecodeError> {
        if ok { Ok(()) } else { self.breaks(rule) }
    }

    /// Fails for a word that breaks `rule`, unless it is executed all the same.
    pub fn breaks(&self, rule: Rule) -> Result<(), DecodeError> {
        match (self.rules, rule.undefined()) {
            (Rules::Llvm, _) if self.ignores_unused && rule == Rule::UnusedSource => Ok(()),
            (Rules::Llvm, _) => Err(DecodeError::Invalid),
            (Rules::Manual, None) => Ok(()),
            (Rules::Manual, Some(why)) => Err(DecodeError::Undefined(why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::decode::{decode, decode_executed};
    use crate::disasm::disasm;
    use crate::error::DecodeError::{Invalid, Undefined};
    use crate::isa::Gen;

    /// What is executed of words without a text.
    fn executed(generation: Gen, words: [u32; 2]) -> Result<String, &'static str> {
        assert_eq!(decode(generation, &words), Err(Invalid), "{words:08x?}");
        match decode_executed(generation, &words) {
            Ok(d) => Ok(disasm(generation, &d, None)),
            Err(Undefined(why)) => Err(why),
            Err(e) => panic!("{words:08x?}: {e}"),
        }
    }

    #[test]
    fn words_without_text_are_executed() {
        for (generation, words, want) in [
            // OMOD of a select and of a 24-bit multiplication.
            (
                Gen::Gfx8,
                [0xd100_0008, 0x09aa_0b04],
                Ok("v_cndmask_b32_e64 v8, v4, v5, vcc"),
            ),
            (
                Gen::Gfx8,
                [0xd106_0008, 0x0802_0b04],
                Ok("v_mul_i32_i24_e64 v8, v4, v5"),
            ),
            // CLAMP of an integer on gfx6, a third source, and the sign of an integer.
            (
                Gen::Gfx6,
                [0xd236_0802, 0x0402_0300],
                Ok("v_and_b32_e64 v2, v0, v1"),
            ),
            (
                Gen::Gfx9,
                [0xd113_0202, 0x2002_0300],
                Ok("v_and_b32_e64 v2, -v0, |v1|"),
            ),
            (
                Gen::Gfx9,
                [0xd100_0002, 0x801a_0300],
                Err("NEG or ABS of a lane mask or of four registers"),
            ),
            (
                Gen::Gfx8,
                [0x2604_02f9, 0x0607_0600],
                Err("an SDWA select has a reserved value"),
            ),
        ] {
            let got = executed(generation, words);
            assert_eq!(got.as_deref(), want.as_ref().copied(), "{words:08x?}");
        }
    }
}
