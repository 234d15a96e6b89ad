//! Decoding, text and encoding against LLVM's: the lines of `<target>.txt`, which `generate.py` wrote.
//! `llvm` and `compare.py` compare many more where LLVM is installed.

mod llvm;

use std::collections::HashSet;

use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::fuzz::decode::TOPS;
use gcn_jit::isa::{Decoded, Flags, Gen, Gens, Inst, Row, Segment, TABLES, VopForm};

/// The lines of a target's file.
fn lines(target: &str) -> String {
    let path = format!(
        "{}/jit-tests/decode/{target}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The words of a line and what follows them.
fn parse(line: &str) -> Result<(Vec<u32>, &str), String> {
    let (hex, rest) = line.split_once(" ; ").ok_or("no text")?;
    let words = hex
        .split(' ')
        .map(|w| u32::from_str_radix(w, 16).map_err(|e| e.to_string()))
        .collect::<Result<_, _>>()?;
    Ok((words, rest))
}

/// Checks every line of a target; the message lists the first that differ.
fn check(target: &str) {
    let generation = Gen::from_target(target).unwrap();
    let lines = lines(target);
    let mut wrong = Vec::new();
    for line in lines.lines() {
        if let Err(what) = check_line(generation, line) {
            wrong.push(format!("{line}\n    {what}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} lines of {target} differ:\n{}",
        wrong.len(),
        lines.lines().count(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}

/// A text without the comments on operands of another class, which the lines of LLVM 22 have not.
fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*Invalid ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let (_, rest) = part.split_once("*/").expect("the end of a comment");
        all + rest
    })
}

/// `<dwords> ; <text>`, or ` // one-way` at the end when other words mean the same.
fn check_line(generation: Gen, line: &str) -> Result<(), String> {
    let (hex, rest) = line.split_once(" ; ").ok_or("no text")?;
    let words: Vec<u32> = hex
        .split(' ')
        .map(|w| u32::from_str_radix(w, 16).map_err(|e| e.to_string()))
        .collect::<Result<_, _>>()?;
    let (text, exact) = match rest.strip_suffix(" // one-way") {
        Some(text) => (text, false),
        None => (rest, true),
    };
    let decoded = match decode(generation, &words) {
        // LLVM knows no more than this.
        Ok(d) if text == "<invalid>" => {
            return if d.inst.known_to_llvm(generation) {
                Err(format!("text is {}", disasm(generation, &d, None)))
            } else {
                Ok(())
            };
        }
        Ok(d) => d,
        Err(_) if text == "<invalid>" => return Ok(()),
        Err(e) => return Err(e.to_string()),
    };
    let mut got = disasm(generation, &decoded, None);
    if generation.has(Gens::NEW_TO_LLVM) {
        got = without_comments(&got);
    }
    if got != text {
        return Err(format!("text is {got}"));
    }
    if usize::from(decoded.size) != 4 * words.len() {
        return Err(format!("size is {}", decoded.size));
    }
    let encoded = encode(generation, &decoded.inst).ok_or("does not encode")?;
    if exact && *encoded != *words {
        return Err(format!("encodes to {:08x?}", &*encoded));
    }
    match decode(generation, &encoded) {
        Ok(again) if again.inst == decoded.inst => Ok(()),
        _ => Err(format!(
            "encodes to {:08x?}, which is not the same",
            &*encoded
        )),
    }
}

#[test]
fn gfx600() {
    check("gfx600");
}

#[test]
fn gfx700() {
    check("gfx700");
}

#[test]
fn gfx803() {
    check("gfx803");
}

#[test]
fn gfx900() {
    check("gfx900");
}

#[test]
fn gfx906() {
    check("gfx906");
}

#[test]
fn gfx908() {
    check("gfx908");
}

#[test]
fn gfx90a() {
    check("gfx90a");
}

#[test]
fn gfx942() {
    check("gfx942");
}

#[test]
fn gfx950() {
    check("gfx950");
}

/// The reserved DST_UNUSED, which LLVM's printer (19.1.7) writes as it does 0. Refusing to execute it is
/// `gcn_jit::decode::executable`'s.
#[test]
fn reserved_dst_unused() {
    let line = "083004f9 1503394a ; v_mul_legacy_f32_sdwa v24, v74, -v2 clamp dst_sel:BYTE_1 \
                dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_1 // one-way";
    for generation in [Gen::Gfx8, Gen::Gfx9] {
        assert_eq!(check_line(generation, line), Ok(()), "{generation}");
    }
}

/// The forms of a row in a generation, each with the name that [`form`] gives.
fn forms(encoding: &str, row: &Row, generation: Gen) -> Vec<&'static str> {
    let has = |column: usize| row.opcodes[column][generation as usize].is_some();
    let columns: &[&'static str] = match encoding {
        "Vop1" | "Vop2" | "Vopc" => &["e32", "e64"],
        "Vop3" | "Vop3p" => &["e64"],
        "Flat" => &["flat", "global", "scratch"],
        _ => &["only"],
    };
    let mut forms: Vec<_> = columns
        .iter()
        .enumerate()
        .filter(|(column, _)| has(*column))
        .map(|(_, form)| *form)
        .collect();
    let (sdwa, dpp) = if generation.is_gfx9() {
        (Flags::SDWA9, Flags::DPP9)
    } else {
        (Flags::SDWA8, Flags::DPP8)
    };
    for (flag, form) in [(sdwa, "sdwa"), (dpp, "dpp")] {
        if !generation.is_legacy() && has(0) && row.flags.has(flag) {
            forms.push(form);
        }
    }
    forms
}

/// The form that an instruction was encoded in.
fn form(inst: &Inst) -> &'static str {
    match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => match f.form {
            VopForm::E32 => "e32",
            VopForm::E64 => "e64",
            VopForm::Sdwa => "sdwa",
            VopForm::Dpp => "dpp",
        },
        Inst::Flat { f, .. } => match f.seg {
            Segment::Flat => "flat",
            Segment::Global => "global",
            Segment::Scratch => "scratch",
        },
        _ => "only",
    }
}

/// Every row has a line in every target and every form that it exists in.
#[test]
fn coverage() {
    let mut missing = Vec::new();
    for generation in Gen::ALL {
        let target = generation.target();
        let lines = lines(target);
        let covered: HashSet<_> = lines
            .lines()
            .filter_map(|line| decode(generation, &parse(line).ok()?.0).ok())
            .map(|Decoded { inst, .. }| (inst.encoding(), inst.row().name, form(&inst)))
            .collect();
        let encodings: HashSet<_> = covered.iter().map(|(encoding, ..)| *encoding).collect();
        for encoding in encodings {
            assert!(
                TABLES.iter().any(|(name, _)| *name == encoding),
                "{encoding}"
            );
        }
        for (encoding, rows) in TABLES {
            for row in *rows {
                for form in forms(encoding, row, generation) {
                    if !covered.contains(&(*encoding, row.name, form)) {
                        missing.push(format!("{target} {encoding} {} {form}", row.name));
                    }
                }
            }
        }
        let invalid = lines.lines().filter(|l| l.ends_with("; <invalid>")).count();
        assert!(
            generation.is_legacy() || invalid > 300,
            "{target}: {invalid}"
        );
    }
    assert!(
        missing.is_empty(),
        "{} forms without a line:\n{}",
        missing.len(),
        missing[..missing.len().min(50)].join("\n")
    );
}

/// What the walk requires of the words at its place.
fn check_words(generation: Gen, words: [u32; 2]) -> bool {
    let place = || format!("{generation} {:08x} {:08x}", words[0], words[1]);
    let alone = decode(generation, &words[..1]);
    let Ok(d) = decode(generation, &words) else {
        assert!(alone.is_err(), "{}", place());
        return false;
    };
    assert!(matches!(d.size, 4 | 8 | 16), "{}", place());
    let n = usize::from(d.size / 4);
    if d.size == 4 {
        assert_eq!(alone, Ok(d), "{}", place());
    }
    let text = disasm(generation, &d, None);
    let one_line = !text.is_empty() && !text.contains('\n');
    assert!(one_line, "{}: {text:?}", place());
    let Some(encoded) = encode(generation, &d.inst) else {
        panic!("{}: {text} does not encode", place());
    };
    assert_eq!(encoded.len(), n, "{}: {text}", place());
    if *encoded != words[..n] {
        let again = decode(generation, &encoded).map(|d| d.inst);
        assert_eq!(again, Ok(d.inst), "{}: {text}", place());
        check_ignored(generation, words, &encoded, &d, &place());
    }
    true
}

/// Each bit in which an instruction's words differ from what encoding gives for them is one that
/// decoding ignores: changing it alone changes nothing.
///
/// Not so where one instruction has encodings that differ in more than one bit: SMEM's two places for
/// a register offset on gfx9; SDST of a gfx9 compare in SDWA form, which without SD means VCC.
fn check_ignored(generation: Gen, words: [u32; 2], encoded: &[u32], d: &Decoded, place: &str) {
    if matches!(d.inst, Inst::Smem { .. }) && generation.is_gfx9() {
        return;
    }
    if let (Inst::Vopc { f, .. }, true) = (&d.inst, generation.is_gfx9())
        && f.form == VopForm::Sdwa
    {
        return;
    }
    for (i, word) in encoded.iter().enumerate() {
        let mut rest = words[i] ^ word;
        while rest != 0 {
            let mut changed = words;
            changed[i] ^= rest & rest.wrapping_neg();
            let got = decode(generation, &changed);
            assert_eq!(got.as_ref(), Ok(d), "{place}: bits {rest:#x} of dword {i}");
            rest &= rest - 1;
        }
    }
}

/// Every value of the first dword's upper half, with some lower halves and second dwords: decoding is
/// total, and encoding gives the same words but for ignored bits.
#[test]
fn walk_of_upper_halves() {
    const LOW: [u32; 4] = [0x0000, 0x0501, 0xfffa, 0x7ef9];
    const SECOND: [u32; 4] = [0x0000_0000, 0x0406_0a04, 0x807f_0102, 0xffff_ffff];
    for generation in Gen::ALL {
        let mut valid = 0;
        for high in 0..=0xffff {
            for low in LOW {
                for second in SECOND {
                    let words = [high << 16 | low, second];
                    valid += u32::from(check_words(generation, words));
                }
            }
        }
        assert!(valid > 300_000, "{generation}: only {valid} decode");
    }
}

/// A small generator of reproducible words (xorshift).
pub struct Words(pub u64);

impl Words {
    pub fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// Whatever decodes also encodes, to words that decode to the same instruction; and the decoder
/// looks at no more words than it says.
#[test]
fn round_trip_of_random_words() {
    let mut random = Words(0x9e37_79b9_7f4a_7c15);
    let mut valid = 0;
    for i in 0..400_000 {
        let generation = Gen::ALL[i % Gen::ALL.len()];
        let (mut first, mut second) = (random.next(), random.next());
        if i % 3 != 0 {
            let keep = random.next() % 12 + 14;
            first = first & ((1 << keep) - 1) | TOPS[i % TOPS.len()] | first & 0x01ff_0000;
        }
        if i % 4 == 0 {
            // Few bits set: unused fields must be zero in most encodings.
            second &= random.next() & random.next();
        }
        let Ok(d) = decode(generation, &[first, second]) else {
            continue;
        };
        valid += 1;
        let size = usize::from(d.size / 4);
        assert_eq!(decode(generation, &[first, second][..size]), Ok(d));
        let text = disasm(generation, &d, None);
        let words = encode(generation, &d.inst)
            .unwrap_or_else(|| panic!("{generation}: {text} ({first:08x} {second:08x})"));
        assert_eq!(words.len(), size, "{generation}: {text}");
        let again = decode(generation, &words).map(|d| d.inst);
        assert_eq!(again, Ok(d.inst), "{generation}: {text}");
        // What encoding gives is the fixed point.
        assert_eq!(encode(generation, &d.inst), Some(words));
    }
    assert!(valid > 50_000, "only {valid} of the patterns decode");
}

/// One dword of a longer instruction is truncated, not invalid, and nothing panics on any prefix.
#[test]
fn cut_off_instructions_are_truncated() {
    use gcn_jit::error::DecodeError::Truncated;
    for generation in Gen::ALL {
        assert_eq!(decode(generation, &[]), Err(Truncated));
        // s_setreg_imm32_b32, v_mov_b32 with a literal, ds_nop or ds_add_u32, tbuffer_load_format_x,
        // image_load.
        let setreg = if generation.is_legacy() {
            0xba80_0001
        } else {
            0xba00_0001
        };
        for word in [setreg, 0x7e00_02ff, 0xd800_0000, 0xe800_0000, 0xf000_0000] {
            if word == 0xf000_0000 && matches!(generation, Gen::Gfx942 | Gen::Gfx950) {
                // They have no images.
                continue;
            }
            assert_eq!(
                decode(generation, &[word]),
                Err(Truncated),
                "{generation} {word:08x}"
            );
        }
    }
}
