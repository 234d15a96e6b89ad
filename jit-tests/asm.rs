//! The assembler as the inverse of the disassembler: on every line of `decode/<target>.txt`, and on
//! random words of every encoding. [`check_text`] lists what LLVM's text cannot say.

mod clrx;
mod kernels;
mod language;

use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::fuzz::text::check_text as check;
use gcn_jit::isa::{Gen, Gens};

use gcn_jit::fuzz::decode::TOPS;

use crate::decode::Words;

/// Checks every line of a target's file: LLVM's text, and the disassembler's own of instructions that
/// LLVM does not know.
fn lines(target: &str) {
    let generation = Gen::from_target(target).unwrap();
    let path = format!(
        "{}/jit-tests/decode/{target}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let lines = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let (mut wrong, mut unknown) = (Vec::new(), 0);
    for line in lines.lines() {
        let (hex, text) = line.split_once(" ; ").unwrap();
        let words: Vec<u32> = hex
            .split(' ')
            .map(|w| u32::from_str_radix(w, 16).unwrap())
            .collect();
        let (d, own);
        let (text, exact) = if text == "<invalid>" {
            let Ok(decoded) = decode(generation, &words) else {
                continue;
            };
            d = decoded;
            unknown += 1;
            own = disasm(generation, &d, None);
            (own.as_str(), true)
        } else {
            d = decode(generation, &words).unwrap();
            match text.strip_suffix(" // one-way") {
                Some(text) => (text, false),
                None => (text, true),
            }
        };
        if let Err(what) = check(generation, &d.inst, text, exact) {
            wrong.push(format!("{line}\n    {what}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} lines of {target} differ:\n{}",
        wrong.len(),
        lines.lines().count(),
        wrong[..wrong.len().min(40)].join("\n")
    );
    assert!(
        unknown > 0 || generation.has(Gens::MAI),
        "{target}: no instruction that LLVM does not know"
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

#[test]
fn gfx908() {
    lines("gfx908");
}

#[test]
fn gfx90a() {
    lines("gfx90a");
}

#[test]
fn gfx942() {
    lines("gfx942");
}

/// Random words of every encoding; `GCN_JIT_ASM_WORDS` sets their number.
#[test]
fn random_words() {
    let count = std::env::var("GCN_JIT_ASM_WORDS").map_or(300_000, |n| n.parse().unwrap());
    let mut random = Words(0x2545_f491_4f6c_dd1d);
    let (mut valid, mut wrong) = (0, Vec::new());
    for i in 0..count {
        let generation = Gen::GCN[i % Gen::GCN.len()];
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
        // What the disassembler says is no operand of the instruction, the assembler does not take.
        if text.contains("/*Invalid register") {
            continue;
        }
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
