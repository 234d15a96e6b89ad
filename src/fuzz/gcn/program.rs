//! The code of a section: assembled for each generation, and compared with the words that the file
//! gives.
//!
//! gfx90a runs what is written for gfx906 as far as it has the same, and gfx942 what is written for either: a section
//! that does not name it is left out there, without a word, where the words or what they mean differ, or where tuples
//! of registers are odd.

use crate::asm::assemble;
use crate::decode::{decode, decode_executed, executable};
use crate::disasm::disasm;
use crate::isa::facts::{Element, MaiAct};
use crate::isa::{Flags, Flat, Gen, Gens, Inst, Mubuf, Segment, Vop3};

use super::parse::{Code, Encoding, Problem, Program, Section};

/// The section's words on every generation that has it.
///
/// # Errors
/// What is wrong, by line: text that a named generation does not know, words that the text does not
/// give, or no generation at all.
pub fn programs(section: &Section) -> Result<Vec<Program>, Problem> {
    let mut programs = Vec::new();
    let mut refused: Option<Problem> = None;
    for generation in Gen::ALL {
        // What agrees on gfx906 was found there, perhaps by checks that others do not have.
        let agrees = section.cases.iter().any(|c| c.agree);
        let named = |c: &Code| c.encodings.iter().any(|e| e.gens.contains(&generation));
        if agrees && generation.has(Gens::MAI) && !section.code.iter().any(named) {
            continue;
        }
        match program(section, generation)? {
            Made::Program(p) => programs.push(p),
            Made::Refused(problem) => refused = Some(problem),
            Made::NotNamed => {}
        }
    }
    match (programs.is_empty(), refused) {
        (false, _) => Ok(programs),
        (true, Some((line, what))) => Err((line, format!("no generation has this code: {what}"))),
        (true, None) => Err((
            section.code[0].line,
            "no generation has all of this code".into(),
        )),
    }
}

/// What became of a section on a generation.
enum Made {
    Program(Program),
    /// The lines below do not name it.
    NotNamed,
    /// No line names it, and it does not know the text.
    Refused(Problem),
}

/// The generation for which a section is written that is tried on gfx90a or later though it does not name it.
fn inherits(section: &Section, generation: Gen) -> Option<Gen> {
    let encodings = section.code.iter().flat_map(|c| &c.encodings);
    let names = |g: Gen| encodings.clone().any(|e| e.gens.contains(&g));
    if !generation.has(Gens::ONE_FILE) || names(generation) {
        return None;
    }
    let before = [Gen::Gfx950, Gen::Gfx942, Gen::Gfx90a]
        .into_iter()
        .filter(|g| *g < generation);
    Some(
        before
            .into_iter()
            .find(|g| names(*g))
            .unwrap_or(Gen::Gfx906),
    )
}

/// Whether words are executed as on the generation `like`.
fn means_the_same(generation: Gen, like: Gen, words: &[u32]) -> bool {
    let [here, there] = [generation, like].map(|g| {
        let inst = decode_executed(g, words).map(|d| d.inst);
        let refused = inst.as_ref().is_ok_and(|i| executable(g, i).is_err());
        (inst, refused)
    });
    // What gfx942 executes otherwise: sums of products; sums in memory, which keep denormals; SCRATCH without SADDR, of
    // which another bit says whether there is a VADDR.
    let differs = |inst: &Inst| match inst {
        Inst::Mai { op, .. } => !matches!(op.act(), MaiAct::Reads | MaiAct::Writes),
        Inst::Flat { op, f } => {
            *op == Flat::ATOMIC_ADD_F32 || f.seg == Segment::Scratch && f.saddr.is_none()
        }
        Inst::Mubuf { op, .. } => *op == Mubuf::BUFFER_ATOMIC_ADD_F32,
        _ => false,
    };
    // What gfx950 does: floats of 8 bits, and shifts by more than 4 that are added to.
    let narrow = |inst: &Inst| match inst {
        Inst::Mai { op, .. } => match op.act() {
            MaiAct::Multiplies(m) | MaiAct::MultipliesSparse(m) => {
                matches!(m.element, Element::F8 { .. })
            }
            MaiAct::Reads | MaiAct::Writes => false,
        },
        Inst::Vop3 { op, .. } => matches!(
            op,
            Vop3::V_CVT_PK_FP8_F32
                | Vop3::V_CVT_PK_BF8_F32
                | Vop3::V_CVT_SR_FP8_F32
                | Vop3::V_CVT_SR_BF8_F32
                | Vop3::V_LSHL_ADD_U64
        ),
        Inst::Vop1 { op, .. } => op.row().flags.has(Flags::FROM_F8),
        _ => false,
    };
    let other = |inst: &Inst| {
        (generation.has(Gens::CDNA3) && !like.has(Gens::CDNA3) && differs(inst))
            || (generation.has(Gens::OCP) && !like.has(Gens::OCP) && narrow(inst))
    };
    here == there && !here.0.as_ref().is_ok_and(other)
}

fn program(section: &Section, generation: Gen) -> Result<Made, Problem> {
    let has = |c: &Code| !c.names_generations() || c.encoding(generation).is_some();
    if !section.code.iter().all(has) {
        return Ok(Made::NotNamed);
    }
    let inherited = inherits(section, generation);
    let inherits = inherited.is_some();
    // What gfx942 spells differently counts by its words.
    let by_words = |e: &Encoding| {
        !e.words.is_empty() && (e.marked || generation.has(Gens::CDNA3) && inherited.is_some())
    };
    let line = |c: &Code| match c.encoding(generation) {
        Some(e) if by_words(e) => {
            let words: Vec<_> = e.words.iter().map(|w| format!("{w:#x}")).collect();
            format!(".long {}", words.join(", "))
        }
        _ => c.text(generation).to_owned(),
    };
    let text: Vec<String> = section.code.iter().map(line).collect();
    let words = match assemble(generation, &text.join("\n")) {
        Ok(code) => code.words(),
        Err(errors) => {
            let e = &errors[0];
            let code = &section.code[e.line - 1];
            let text = code.text(generation);
            let what = format!("{generation} does not know '{text}': {}", e.message);
            return match code.encoding(generation) {
                Some(_) if inherits => Ok(Made::NotNamed),
                Some(_) => Err((code.line, what)),
                None => Ok(Made::Refused((code.line, what))),
            };
        }
    };
    let mut rest = &words[..];
    let mut lines = Vec::new();
    for code in &section.code {
        let fail = |what: String| Err((code.line, format!("{generation}: {what}")));
        let text = code.text(generation);
        if let Some(words) = text.strip_prefix(".long ") {
            // Words that need not be an instruction.
            let (own, after) = rest.split_at(words.split(',').count().min(rest.len()));
            rest = after;
            lines.push(own.to_vec());
            continue;
        }
        let encoding = code.encoding(generation);
        if let Some(e) = encoding.filter(|e| by_words(e)) {
            // The words count, which need not be such as the disassembler has a text for.
            let (own, after) = rest.split_at(e.words.len());
            rest = after;
            lines.push(own.to_vec());
            continue;
        }
        let decoded = match decode(generation, rest) {
            Ok(d) => d,
            Err(_) if inherits => return Ok(Made::NotNamed),
            Err(e) => return fail(format!("'{text}' is not decoded: {e}")),
        };
        let (own, after) = rest.split_at(usize::from(decoded.size) / 4);
        rest = after;
        let given = encoding.map_or(&[][..], |e| &e.words);
        if !given.is_empty() {
            if given != own && inherits {
                return Ok(Made::NotNamed);
            }
            if given != own {
                return fail(format!("'{text}' is {own:08x?}, not {given:08x?}"));
            }
            // With words the spelling is LLVM's, up to the blanks.
            let got = disasm(generation, &decoded, None);
            if !got.split_whitespace().eq(text.split_whitespace()) {
                return fail(format!("expected the text '{text}', got '{got}'"));
            }
        }
        lines.push(own.to_vec());
    }
    if let Some(like) = inherited
        && !lines.iter().all(|l| means_the_same(generation, like, l))
    {
        return Ok(Made::NotNamed);
    }
    if !rest.is_empty() {
        let code = &section.code[section.code.len() - 1];
        let what = "a code line holds one instruction";
        return Err((code.line, format!("{generation}: {what}")));
    }
    Ok(Made::Program(Program { generation, lines }))
}
