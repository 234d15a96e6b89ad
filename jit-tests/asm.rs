//! The assembler as the inverse of the disassembler: on every line of `decode/<target>.txt`, and on
//! random words of every encoding.

use gcn_jit::asm::parse_inst;
use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::isa::{Ds, Gen, Inst, Operand, Sopp, Vop, VopForm};

use crate::decode::{TOPS, Words};

/// What the assembler refuses because LLVM's does, though its disassembler prints it: a second
/// scalar value in a vector instruction, and a negative offset into a buffer. And of the one literal
/// of V_MADMK_F16 it prints the lower half in one place, all of it in the other.
fn refused_by_llvm(message: &str, text: &str) -> bool {
    message.contains("constant bus")
        || (text.contains("_buffer") && message.contains("out of range: 0 to 1048575"))
        || (text.contains("k_f16") && message.contains("a second literal"))
}

/// The instruction without what its text leaves open: a literal is written as the inline constant of
/// its value; instructions without a 32-bit form of that name have no suffix.
fn without_spelling(inst: Inst) -> Inst {
    let constant = |op: Operand| match op {
        Operand::Literal(_) | Operand::Int(_) | Operand::Float(_) => Operand::Literal(0),
        op => op,
    };
    let vop = |f: Vop| Vop {
        src: f.src.map(constant),
        form: match f.form {
            VopForm::E64 => VopForm::E32,
            form => form,
        },
        ..f
    };
    match inst {
        Inst::Sop1 { op, sdst, ssrc0 } => Inst::Sop1 {
            op,
            sdst,
            ssrc0: constant(ssrc0),
        },
        Inst::Sop2 {
            op,
            sdst,
            ssrc0,
            ssrc1,
        } => Inst::Sop2 {
            op,
            sdst,
            ssrc0: constant(ssrc0),
            ssrc1: constant(ssrc1),
        },
        Inst::Sopc { op, ssrc0, ssrc1 } => Inst::Sopc {
            op,
            ssrc0: constant(ssrc0),
            ssrc1: constant(ssrc1),
        },
        // Masks that make the same of every lane.
        Inst::Ds {
            op: Ds::DS_SWIZZLE_B32,
            mut f,
        } => {
            (f.offset0, f.offset1) = (0, 0);
            let op = Ds::DS_SWIZZLE_B32;
            Inst::Ds { op, f }
        }
        // Bits that no counter and no message has.
        Inst::Sopp {
            op: op @ (Sopp::S_WAITCNT | Sopp::S_SENDMSG | Sopp::S_SENDMSGHALT),
            ..
        } => Inst::Sopp { op, simm16: 0 },
        // The text of these has no NV and no TFE; of gfx7's two places for an offset it has the value.
        Inst::Smem { op, mut f } => {
            f.nv = false;
            f.has_imm = true;
            Inst::Smem { op, f }
        }
        Inst::Flat { op, mut f } => {
            f.nv = false;
            f.tfe = false;
            Inst::Flat { op, f }
        }
        Inst::Vop1 { op, f } => Inst::Vop1 { op, f: vop(f) },
        Inst::Vop2 { op, f } => Inst::Vop2 { op, f: vop(f) },
        Inst::Vopc { op, f } => Inst::Vopc { op, f: vop(f) },
        inst => inst,
    }
}

/// Assembles the text of `inst` and compares; `exact` asks for the canonical words.
fn check(generation: Gen, inst: &Inst, text: &str, exact: bool) -> Result<(), String> {
    let (got, words) = match parse_inst(generation, text, 0) {
        Ok(done) => done,
        Err(e) if refused_by_llvm(&e.message, text) => return Ok(()),
        Err(e) => return Err(e.to_string()),
    };
    let want = encode(generation, inst).ok_or("does not encode")?;
    if *words == *want {
        return Ok(());
    }
    if exact {
        return Err(format!("{:08x?} instead of {:08x?}", &*words, &*want));
    }
    // Another instruction with the same text.
    let size = 4 * words.len() as u8;
    let again = disasm(generation, &gcn_jit::isa::Decoded { inst: got, size }, None);
    // The text of a literal may be that of an inline constant with another text.
    let literal = want.len() == 2 && format!("{inst:?}").contains("Literal");
    match (again == text || literal) && without_spelling(got) == without_spelling(*inst) {
        true => Ok(()),
        false => Err(format!("{:08x?}: {again}; {got:?}", &*words)),
    }
}

/// Checks every line of a target's files.
fn lines(target: &str) {
    lines_of(target, target);
    lines_of(target, &format!("{target}-graphics"));
}

/// Checks every line of a file.
fn lines_of(target: &str, name: &str) {
    let generation = Gen::from_target(target).unwrap();
    let path = format!("{}/jit-tests/decode/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut wrong = Vec::new();
    for line in lines.lines() {
        let (hex, text) = line.split_once(" ; ").unwrap();
        if text == "<invalid>" {
            continue;
        }
        let words: Vec<u32> = hex
            .split(' ')
            .map(|w| u32::from_str_radix(w, 16).unwrap())
            .collect();
        let d = decode(generation, &words).unwrap();
        let (text, exact) = match text.strip_suffix(" // one-way") {
            Some(text) => (text, false),
            None => (text, true),
        };
        if let Err(what) = check(generation, &d.inst, text, exact) {
            wrong.push(format!("{line}\n    {what}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} lines of {name} differ:\n{}",
        wrong.len(),
        lines.lines().count(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

#[test]
fn gfx600() {
    lines("gfx600");
}

#[test]
fn gfx700() {
    lines("gfx700");
}

#[test]
fn gfx803() {
    lines("gfx803");
}

#[test]
fn gfx900() {
    lines("gfx900");
}

#[test]
fn gfx906() {
    lines("gfx906");
}

/// Random words of every encoding; `GCN_JIT_ASM_WORDS` sets their number.
#[test]
fn random_words() {
    let count = std::env::var("GCN_JIT_ASM_WORDS").map_or(300_000, |n| n.parse().unwrap());
    let mut random = Words(0x2545_f491_4f6c_dd1d);
    let (mut valid, mut wrong) = (0, Vec::new());
    for i in 0..count {
        let generation = Gen::ALL[i % 5];
        let (mut first, mut second) = (random.next(), random.next());
        if i % 3 != 0 {
            let keep = random.next() % 12 + 14;
            first = first & ((1 << keep) - 1) | TOPS[i % TOPS.len()] | first & 0x01ff_0000;
        }
        if i % 4 == 0 {
            second &= random.next() & random.next();
        }
        let Ok(d) = decode(generation, &[first, second]) else {
            continue;
        };
        valid += 1;
        let text = disasm(generation, &d, None);
        if let Err(what) = check(generation, &d.inst, &text, false) {
            wrong.push(format!(
                "{generation} {first:08x} {second:08x} {text}\n    {what}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {valid} instructions differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
    assert!(valid > count / 8, "only {valid} of the patterns decode");
}
