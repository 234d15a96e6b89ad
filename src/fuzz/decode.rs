//! The decoder on any dwords.

use super::text::check_text;
use super::{Outcome, Source};
use crate::decode::{decode, decode_executed};
use crate::disasm::disasm;
use crate::encode::encode;
use crate::error::DecodeError;
use crate::isa::{Decoded, Flags, Gen, Gens, Inst, Ty, VopForm};

/// First dwords' upper bits, one for each encoding.
pub const TOPS: [u32; 20] = [
    0x0000_0000,
    0x7e00_0000,
    0x7c00_0000,
    0x8000_0000,
    0xb000_0000,
    0xbe80_0000,
    0xbf00_0000,
    0xbf80_0000,
    0xc000_0000,
    0xd000_0000,
    0xd800_0000,
    0xdc00_0000,
    0xe000_0000,
    0xd380_0000,
    0xe800_0000,
    0xf000_0000,
    // EXP and VINTRP, of gfx6 and gfx7 and of the later ones.
    0xf800_0000,
    0xc800_0000,
    0xc400_0000,
    0xd400_0000,
];

/// Two dwords, most often such as are an instruction on some generation.
pub fn words(r: &mut Source<'_>) -> [u32; 2] {
    let (mut first, mut second) = (r.bits() as u32, r.bits() as u32);
    if !r.one_in(3) {
        let keep = 14 + r.below(12);
        first = first & ((1 << keep) - 1) | r.pick(&TOPS) | first & 0x01ff_0000;
    }
    if r.one_in(4) {
        // Few bits set: unused fields must be zero in most encodings.
        second &= r.bits() as u32 & r.bits() as u32;
    }
    [first, second]
}

/// Bits that decoding does not look at, or that it reads as others.
#[derive(Clone, Copy, Debug)]
pub struct Ignored {
    /// The encoding, as [`Inst::encoding`] calls it.
    pub encoding: &'static str,
    /// The forms of vector ALU instructions.
    pub forms: &'static [VopForm],
    /// The generations.
    pub generations: &'static [Gen],
    /// Bits of the first and the second dword.
    pub bits: [u32; 2],
    /// Why: what the manual (CLRX GcnOperands, GcnInstrs*; AMD's ISA manuals, "Microcode Formats") has
    /// there.
    pub why: &'static str,
}

const LEGACY: &[Gen] = &[Gen::Gfx6, Gen::Gfx7];
const GFX7: &[Gen] = &[Gen::Gfx7];
const GFX8: &[Gen] = &[Gen::Gfx8];
const GFX9: &[Gen] = Gen::ALL.last_chunk::<6>().unwrap();
const LATER: &[Gen] = Gen::ALL.last_chunk::<7>().unwrap();
const TO_GFX908: &[Gen] = &[Gen::Gfx8, Gen::Gfx9, Gen::Gfx906, Gen::Gfx908];
const ONE_FILE: &[Gen] = Gen::ALL.last_chunk::<3>().unwrap();
const CDNA: &[Gen] = Gen::ALL.last_chunk::<4>().unwrap();
const ALL: &[Gen] = &Gen::ALL;
const E32: &[VopForm] = &[VopForm::E32];
const E64: &[VopForm] = &[VopForm::E64];
const SDWA: &[VopForm] = &[VopForm::Sdwa];
const DPP: &[VopForm] = &[VopForm::Dpp];
const NONE: &[VopForm] = &[];

const UNUSED_SOURCE: &str = "a source that the instruction does not have";
const UNUSED_DST: &str = "a destination that the instruction does not have";
const EVEN: &str = "the low bit of a pair's first register: pairs are aligned";
const RESERVED: &str = "reserved";

const fn row(
    encoding: &'static str,
    forms: &'static [VopForm],
    generations: &'static [Gen],
    bits: [u32; 2],
    why: &'static str,
) -> Ignored {
    Ignored {
        encoding,
        forms,
        generations,
        bits,
        why,
    }
}

/// What an instruction's words may differ in from those that its decoded form is encoded to. The
/// encoder writes zeros there, except OP_SEL_HI\[2\], which LLVM sets.
#[rustfmt::skip]
pub const IGNORED_BITS: &[Ignored] = &[
    row("Sop1", NONE, ALL, [0x0000_00ff, 0], UNUSED_SOURCE),
    row("Sop1", NONE, ALL, [0x007f_0000, 0], UNUSED_DST),
    row("Sop1", NONE, ALL, [0x0001_0001, 0], EVEN),
    row("Sop2", NONE, ALL, [0x0001_0101, 0], EVEN),
    row("Sop2", NONE, ALL, [0x007f_0000, 0], UNUSED_DST),
    row("Sopc", NONE, ALL, [0x0000_0101, 0], EVEN),
    row("Sopk", NONE, ALL, [0x007f_0000, 0], UNUSED_DST),
    row("Smem", NONE, LEGACY, [0x003f_ffff, 0], "all fields of what has no address, low bits of tuples"),
    row("Smem", NONE, LATER, [0x0001_ffff, 0], "all fields of what has no address, low bits of tuples"),
    row("Smem", NONE, LATER, [0, 0xffff_ffff], "what the offset's kind leaves unused; a register's two places"),
    row("Vop1", E32, ALL, [0x0000_0001, 0], EVEN),
    row("Vop1", E32, ALL, [0x0000_01ff, 0], UNUSED_SOURCE),
    row("Vopc", E32, ALL, [0x0000_0001, 0], EVEN),
    row("Vop1", E64, LEGACY, [0x0001_f000, 1], "reserved; the low bit of a pair's first register"),
    row("Vop1", E64, LATER, [0x0000_7800, 1], "reserved; OP_SEL where the instruction has none; the low bit of a pair's first register"),
    row("Vop2", E64, LEGACY, [0x0001_f000, 0], RESERVED),
    row("Vop2", E64, LATER, [0x0000_7800, 0], "reserved; OP_SEL where the instruction has none"),
    row("Vop2", E64, ALL, [0x0000_0300, 0x0004_0201], EVEN),
    row("Vop2", E64, CDNA, [0x0000_0700, 0xe000_0000], "NEG and ABS of integers that are multiplied and added"),
    row("Vop3", E64, LEGACY, [0x0001_f000, 0], RESERVED),
    row("Vop3", E64, LATER, [0x0000_7f00, 0], "reserved; OP_SEL and ABS where the instruction has none"),
    row("Vop3", E64, ALL, [0x0000_0100, 0x000c_0201], "the low bits of the first register of a pair or of four"),
    row("Vop3", E64, GFX9, [0, 0xe008_0000], "NEG of an integer multiply-add; of an attribute the unused bits"),
    row("Vopc", E64, LEGACY, [0x0001_f000, 0], RESERVED),
    row("Vopc", E64, LATER, [0x0000_7800, 0], RESERVED),
    row("Vopc", E64, ALL, [0x0000_0001, 0x0000_0201], EVEN),
    row("Vop3p", E64, GFX9, [0x0000_4000, 0], "OP_SEL_HI[2] where there is no third source"),
    row("Vop1", SDWA, GFX8, [0, 0xc0c0_c000], "reserved: SDWA has neither OMOD nor scalar sources"),
    row("Vop1", SDWA, GFX9, [0, 0x4040_0000], RESERVED),
    row("Vop2", SDWA, GFX8, [0, 0xc0c0_c000], "reserved: SDWA has neither OMOD nor scalar sources"),
    row("Vop2", SDWA, GFX9, [0, 0x4040_0000], RESERVED),
    row("Vopc", SDWA, GFX8, [0, 0xc0c0_df00], "reserved: a compare selects no destination"),
    row("Vopc", SDWA, GFX9, [0, 0x4040_ff00], "reserved; SDST where SD is 0, SD where it is VCC, the low bit of its pair"),
    row("Vop1", DPP, LATER, [0, 0x0006_0000], RESERVED),
    row("Vop2", DPP, CDNA, [0, 0x00f0_0000], "NEG and ABS of integers that are multiplied and added"),
    row("Vop2", DPP, LATER, [0, 0x0086_0000], "reserved; a modifier of the mask of v_cndmask_b32"),
    row("Vop2", E32, ONE_FILE, [0x0000_0001, 0], EVEN),
    row("Vop3p", E64, ONE_FILE, [0, 0x0004_0201], EVEN),
    row("Mai", NONE, CDNA, [0x0000_c000, 0], "ACC_CD of moves, and on gfx908; of moves what is OP_SEL_HI[2] in VOP3P"),
    row("Mai", NONE, CDNA, [0, 0x1800_0000], "ACC of what is not a vector register"),
    row("Mai", NONE, CDNA, [0, 0x000c_0603], "the low bits of the first register of a pair or of four"),
    row("Ds", NONE, ONE_FILE, [0x0001_0000, 0], "GDS of what there is for the LDS alone"),
    row("Ds", NONE, LEGACY, [0x0001_0000, 0], RESERVED),
    row("Ds", NONE, TO_GFX908, [0x0200_0000, 0], RESERVED),
    row("Flat", NONE, GFX7, [0x0200_1fff, 0], "reserved: there is no offset before gfx9"),
    row("Flat", NONE, TO_GFX908, [0x0200_0000, 0], RESERVED),
    row("Flat", NONE, ALL, [0, 0xff00_ff00], "VDST of what returns nothing, VDATA of what has no data"),
    row("Flat", NONE, GFX9, [0, 0x0001_00ff], "VADDR beside SCRATCH's SADDR; the low bit of GLOBAL's pair"),
    row("Mubuf", NONE, ALL, [0x0202_0fff, 0xff7f_ffff], "reserved; all fields of cache instructions, VADDR without OFFEN and IDXEN"),
    row("Mubuf", NONE, ONE_FILE, [0x0000_c000, 0], "GLC and SCC of cache instructions"),
    row("Mubuf", NONE, TO_GFX908, [0x0000_8000, 0], "reserved: there is no ADDR64"),
    row("Mtbuf", NONE, ALL, [0, 0x0020_00ff], "reserved; VADDR without OFFEN and IDXEN"),
    row("Mimg", NONE, ALL, [0x0000_00fe, 0x7c00_0000], RESERVED),
    row("Mimg", NONE, LEGACY, [0, 0x8000_0000], "reserved: there is no D16"),
    row("Exp", NONE, ALL, [0x03ff_e000, 0xffff_ffff], "reserved; sources that are not sent"),
];

impl Ignored {
    /// Whether the row is about the instruction.
    fn applies(&self, generation: Gen, inst: &Inst) -> bool {
        let form = match inst {
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => Some(f.form),
            _ => None,
        };
        self.encoding == inst.encoding()
            && self.generations.contains(&generation)
            && form.is_none_or(|f| self.forms.contains(&f))
    }
}

/// The bits of the instruction's words in which [`IGNORED_BITS`] lets them differ, and those of
/// [`unused_sources`].
fn ignored(generation: Gen, inst: &Inst) -> [u32; 2] {
    let rows = IGNORED_BITS.iter();
    let rows = rows.filter(|row| row.applies(generation, inst));
    let unused = unused_sources(generation, inst);
    rows.fold(unused, |[a, b], row| [a | row.bits[0], b | row.bits[1]])
}

/// The fields of the sources that an instruction of VOP3, VOP3P or MAI does not have, which LLVM 22 ignores (18, whose
/// rules the older generations follow, takes them for an error), with their OP_SEL_HI.
fn unused_sources(generation: Gen, inst: &Inst) -> [u32; 2] {
    let form = match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => f.form,
        Inst::Mai { .. } => VopForm::E64,
        _ => return [0; 2],
    };
    if !generation.has(Gens::NEW_TO_LLVM) || form != VopForm::E64 {
        return [0; 2];
    }
    let halves = if matches!(inst, Inst::Vop3p { .. }) {
        [[0, 1 << 27], [0, 1 << 28], [1 << 14, 0]]
    } else {
        [[0; 2]; 3]
    };
    // No halves are chosen of bytes and half bytes.
    let whole = inst.row().flags.any(Flags::DOT4.or(Flags::DOT8));
    let mut bits = [0; 2];
    for (i, (ty, [first, second])) in inst.row().shape.src.iter().zip(halves).enumerate() {
        let absent = *ty == Ty::None;
        bits[1] |= if absent { 0x1ff << (9 * i) } else { 0 };
        if absent || whole {
            bits = [bits[0] | first, bits[1] | second];
        }
    }
    bits
}

/// Decoding any two dwords is total. What decodes has a length of 4 or 8 bytes within the input, and
/// the same without what follows; a text, that the assembler reads back ([`check_text`] lists the texts
/// that have lost something); and an encoding that decodes to the same instruction and differs from the
/// words in nothing but the bits that the table [`IGNORED_BITS`] lists.
///
/// # Errors
/// When that is not so: the words, and what does not hold.
pub fn check_decode(generation: Gen, words: &[u32]) -> Result<Outcome, String> {
    let decoded = decode(generation, words);
    check_executed(generation, words, decoded.ok())?;
    let d = match decoded {
        Ok(d) => d,
        Err(DecodeError::Invalid) => return Ok(Outcome::Rejected("not an instruction")),
        Err(DecodeError::Truncated) if words.len() < 2 => {
            return Ok(Outcome::Rejected("cut off"));
        }
        Err(e) => return Err(format!("{generation} {words:08x?}: {e}")),
    };
    let wrong = |what: String| Err(format!("{generation} {words:08x?}: {what}"));
    let size = usize::from(d.size) / 4;
    if !matches!(d.size, 4 | 8 | 16) || size > words.len() {
        return wrong(format!("{} bytes", d.size));
    }
    if decode(generation, &words[..size]) != Ok(d) {
        return wrong("it depends on the words after it".to_owned());
    }
    let text = disasm(generation, &d, None);
    if text.is_empty() || text.contains(char::is_control) {
        return wrong(format!("the text '{}'", text.escape_debug()));
    }
    let Some(again) = encode(generation, &d.inst) else {
        return wrong(format!("'{text}' has no encoding"));
    };
    if decode(generation, &again) != Ok(d) {
        return wrong(format!("'{text}' is encoded as {:08x?}", &*again));
    }
    let ignored = ignored(generation, &d.inst);
    for ((word, again), ignored) in words.iter().zip(&*again).zip(ignored) {
        let lost = (word ^ again) & !ignored;
        if lost != 0 {
            return wrong(format!("'{text}' loses the bits {lost:08x}"));
        }
    }
    match check_text(generation, &d.inst, &text, false) {
        Ok(()) => Ok(Outcome::Checked),
        Err(what) => wrong(format!("'{text}': {what}")),
    }
}

/// Words that are text are executed as the same instruction, of the same length, and whatever is
/// executed has a length within the input and a text.
fn check_executed(generation: Gen, words: &[u32], text: Option<Decoded>) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{generation} {words:08x?}: {what}"));
    let d = match decode_executed(generation, words) {
        Ok(d) => d,
        Err(_) if text.is_none() => return Ok(()),
        Err(e) => return wrong(&format!("a text, but executed: {e}")),
    };
    let same = |t: Decoded| t.size == d.size && std::ptr::eq(t.inst.row(), d.inst.row());
    if !text.is_none_or(same) {
        return wrong("executed as another instruction than its text says");
    }
    let size = usize::from(d.size) / 4;
    if !matches!(d.size, 4 | 8 | 16) || size > words.len() {
        return wrong("executed with a wrong length");
    }
    if decode_executed(generation, &words[..size]) != Ok(d) {
        return wrong("what is executed depends on the words after it");
    }
    let line = disasm(generation, &d, None);
    if line.is_empty() || line.contains(char::is_control) {
        return wrong("what is executed has no text");
    }
    Ok(())
}

/// As [`check_decode`], for a generation that the first byte chooses and dwords from the others.
///
/// # Errors
/// As [`check_decode`].
pub fn check_bytes(bytes: &[u8]) -> Result<Outcome, String> {
    let Some((first, rest)) = bytes.split_first() else {
        return Ok(Outcome::Rejected("empty"));
    };
    let (words, _) = rest.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|w| u32::from_le_bytes(*w)).collect();
    check_decode(
        Gen::ALL[usize::from(*first) % Gen::ALL.len()],
        &words[..words.len().min(2)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_words() {
        let mut r = Source::seeded(0x9e37_79b9_7f4a_7c15);
        let (mut checked, mut failures) = (0, vec![]);
        for i in 0..150_000 {
            let generation = Gen::ALL[i % Gen::ALL.len()];
            let words = words(&mut r);
            match check_decode(generation, &words) {
                Ok(outcome) => checked += (outcome == Outcome::Checked) as u32,
                Err(e) => failures.push(e),
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        assert!(checked > 50_000, "only {checked} inputs were instructions");
    }

    /// Bits that the table lacked until fuzzing met them: SDWA's bit 22 of the second dword before
    /// gfx9, bit 1 of the first of four registers, SD of a compare that names VCC, and bit 14 of a move to an
    /// accumulation register, which LLVM sets and does not ask for.
    #[test]
    fn rarely_ignored_bits() {
        for (generation, words) in [
            (Gen::Gfx8, [0x7ea2_0af9, 0x0041_2182]),
            (Gen::Gfx8, [0xd1e7_a850, 0x0148_0080]),
            (Gen::Gfx9, [0x7c2a_34f9, 0x8e51_ea06]),
            (Gen::Gfx90a, [0xd3d9_80ca, 0]),
        ] {
            assert_eq!(check_decode(generation, &words), Ok(Outcome::Checked));
        }
    }

    /// No row of the table is without use.
    #[test]
    fn every_row_of_ignored_bits_is_met() {
        for row in IGNORED_BITS {
            let mut r = Source::seeded(3);
            let met = (0..4_000_000).any(|_| {
                let mut words = words(&mut r);
                // What SRC0 is in these forms.
                match row.forms {
                    SDWA => words[0] = words[0] & !0x1ff | 249,
                    DPP => words[0] = words[0] & !0x1ff | 250,
                    _ => {}
                }
                let generation = r.pick(row.generations);
                let Ok(d) = decode(generation, &words) else {
                    return false;
                };
                let again = encode(generation, &d.inst).expect("an encoding");
                let lost = |i: usize| again.get(i).map_or(0, |w| (w ^ words[i]) & row.bits[i]);
                row.applies(generation, &d.inst) && lost(0) | lost(1) != 0
            });
            assert!(met, "{row:?}");
        }
    }
}
