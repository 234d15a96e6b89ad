//! Random scalar programs on both backends: the whole wave state must be equal to the bit.
//!
//! Programs mix SOP1, SOP2, SOPC and SOPK with forward branches and a few vector instructions that
//! read masks, so that values stay in host registers across block borders. Few registers are used, and
//! often: EXEC, VCC, M0 and SCC among them. `GCN_JIT_DIFF_CASES` multiplies the number of programs,
//! `GCN_JIT_DIFF_SEED` starts another sequence.

use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::isa::{Flags, Gen, Inst, Sop1};
use gcn_jit::jit::Jit;

use crate::differential::{Rng, compare, compilers, setting, wave};

/// Programs per generation.
const PROGRAMS: u64 = 120;
/// Pieces per program.
const LENGTH: u64 = 24;
/// States that each program runs on.
const STATES: usize = 4;
/// `s_endpgm` on every generation.
const S_ENDPGM: u32 = 0xbf81_0000;

/// A part of a program.
#[derive(Clone)]
enum Piece {
    /// One instruction.
    Words(Vec<u32>),
    /// A SOPP branch (its word without offset) over some of the pieces that follow.
    Over(u32, usize),
}

/// A scalar source code: registers, the special ones, constants, the literal.
fn source(r: &mut Rng<'_>) -> u32 {
    match r.below(10) {
        0..=4 => r.below(10) as u32,
        5 => r.pick(&[106, 107, 124, 126, 127]),
        6 => 128 + r.below(81) as u32,
        7 => 240 + r.below(9) as u32,
        8 => r.pick(&[251, 252, 253]),
        _ => 255,
    }
}

/// A scalar destination code.
fn destination(r: &mut Rng<'_>) -> u32 {
    match r.below(8) {
        0 => r.pick(&[106, 107, 124, 126]),
        _ => r.below(10) as u32,
    }
}

/// One instruction that goes on to the next, and is executed.
fn instruction(r: &mut Rng<'_>, generation: Gen) -> Vec<u32> {
    loop {
        let (s0, s1, d) = (source(r), source(r), destination(r));
        let (v, w) = (r.below(4) as u32, r.below(4) as u32);
        let word = match r.below(16) {
            0..=4 => 0x8000_0000 | (r.below(96) as u32) << 23 | d << 16 | s1 << 8 | s0,
            5..=9 => 0xbe80_0000 | d << 16 | (r.below(56) as u32) << 8 | s0,
            10 | 11 => 0xbf00_0000 | (r.below(20) as u32) << 16 | s1 << 8 | s0,
            12 | 13 => {
                // The third is a hardware register, mostly one that there is.
                let hwreg = r.below(8) as u32 | (r.bits() as u32 & 0xffc0);
                let simm16 = match r.below(3) {
                    0 => r.bits() as u32 & 0xffff,
                    1 => r.below(8) as u32,
                    _ => hwreg,
                };
                0xb000_0000 | (r.below(22) as u32) << 23 | d << 16 | simm16
            }
            // v_mov_b32 and v_readfirstlane_b32, then v_cndmask_b32.
            14 if r.one_in(2) => 0x7e00_0200 | v << 17 | if r.one_in(3) { 256 | w } else { s0 },
            14 if r.one_in(2) => 0x7e00_0400 | d << 17 | 256 | v,
            // s_set_gpr_idx_off and s_set_gpr_idx_mode of gfx8 and gfx9.
            14 => 0xbf9c_0000 | (r.below(2) as u32) << 16 | r.below(16) as u32,
            _ => v << 17 | w << 9 | s0,
        };
        let words = [word, r.bits() as u32];
        let Ok(decoded) = decode(generation, &words) else {
            continue;
        };
        const OUT: [Flags; 3] = [Flags::BRANCH, Flags::ENDS_BLOCK, Flags::SYSTEM];
        let flags = decoded.inst.row().flags;
        // The control stack has a test of its own.
        let join = matches!(
            decoded.inst,
            Inst::Sop1 {
                op: Sop1::S_CBRANCH_JOIN,
                ..
            }
        );
        if join || OUT.iter().any(|f| flags.has(*f)) {
            continue;
        }
        return words[..decoded.size as usize / 4].to_vec();
    }
}

fn program(r: &mut Rng<'_>, generation: Gen) -> Vec<Piece> {
    (0..LENGTH)
        .map(|_| match r.below(8) {
            // s_branch and the conditional ones.
            0 => {
                let opcode = r.pick(&[2, 4, 4, 5, 5, 6, 7, 8, 9]);
                Piece::Over(0xbf80_0000 | opcode << 16, r.below(6) as usize)
            }
            _ => Piece::Words(instruction(r, generation)),
        })
        .collect()
}

/// The program's words, with `s_endpgm`.
fn words(pieces: &[Piece]) -> Vec<u32> {
    let size = |p: &Piece| match p {
        Piece::Words(w) => w.len() as u32,
        Piece::Over(..) => 1,
    };
    let mut out = vec![];
    for (i, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Words(w) => out.extend_from_slice(w),
            Piece::Over(word, n) => {
                let skipped: u32 = pieces[i + 1..].iter().take(*n).map(size).sum();
                out.push(word | skipped);
            }
        }
    }
    out.push(S_ENDPGM);
    out
}

fn text(generation: Gen, words: &[u32]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    while let Ok(d) = decode(generation, &words[at..]) {
        out.push_str(&format!("\n  {}", disasm(generation, &d, None)));
        at += d.size as usize / 4;
        if at >= words.len() {
            break;
        }
    }
    out
}

#[test]
fn scalar_programs_agree() {
    for jit in compilers() {
        scalar_programs_agree_on(&jit);
    }
}

fn scalar_programs_agree_on(jit: &Jit) {
    let programs = PROGRAMS * setting("GCN_JIT_DIFF_CASES", 1);
    let mut r = Rng::seeded(setting("GCN_JIT_DIFF_SEED", 1));
    let mut failures = vec![];
    for generation in Gen::ALL {
        for _ in 0..programs {
            let mut pieces = program(&mut r, generation);
            for _ in 0..STATES {
                let before = wave(&mut r, 0x3f0);
                if compare(jit, generation, &words(&pieces), &before).is_empty() {
                    continue;
                }
                // Leave out what is not needed for the difference.
                let mut k = 0;
                while k < pieces.len() {
                    let mut fewer = pieces.clone();
                    fewer.remove(k);
                    match compare(jit, generation, &words(&fewer), &before).is_empty() {
                        true => k += 1,
                        false => pieces = fewer,
                    }
                }
                let words = words(&pieces);
                failures.push(format!(
                    "{generation}, exec {:#x}, scc {}:{}\n    {}",
                    before.exec(),
                    before.scc,
                    text(generation, &words),
                    compare(jit, generation, &words, &before).join("\n    ")
                ));
                break;
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{jit:?}: {} programs differ:\n{}",
        failures.len(),
        failures[..failures.len().min(10)].join("\n")
    );
}
