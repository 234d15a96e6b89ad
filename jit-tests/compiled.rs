//! Compiled code executes every scalar and vector ALU instruction that executes at all: what lowering
//! refuses is in `LEFT_TO_INTERPRETER`, and ends in a fault.

use std::collections::HashSet;

use gcn_jit::decode::decode;
use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::interp;
use gcn_jit::isa::{
    Decoded, Ds, Flags, Flat, Gen, Gens, Inst, Mimg, Mtbuf, Mubuf, Operand, Row, Smem, Sop1, Sop2,
    Sopc, Sopk, Sopp, Vop, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};
use gcn_jit::lower::left::{LEFT_TO_INTERPRETER, MEMORY_LEFT_TO_INTERPRETER};
use gcn_jit::lower::{Target, is_interpreted};
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{FileSize, Wave};
use gcn_jit::machine::{Env, Scratch};

use gcn_jit::fuzz::code::{Item, Words};
use gcn_jit::fuzz::inst::{fields, memory_case, memory_entries};
use gcn_jit::fuzz::{End, Session, Source as Rng};

/// Guest address of the code.
const CODE: u64 = 0x1000;
/// `s_endpgm` on every generation.
const S_ENDPGM: u32 = 0xbf81_0000;
/// Compute kernels' MODE, GPR index mode, VSKIP.
const MODES: [u32; 3] = [0x3f0, 0x3f0 | 1 << 27, 0x3f0 | 1 << 28];
/// Encodings of each row and form.
const SAMPLES: usize = 4;

/// Those of GCN, and those that have the most beside them.
const TARGETS: [Gen; 7] = [
    Gen::Gfx6,
    Gen::Gfx7,
    Gen::Gfx8,
    Gen::Gfx9,
    Gen::Gfx906,
    Gen::Gfx942,
    Gen::Gfx950,
];

/// What was found so far.
#[derive(Default)]
struct Found {
    /// Rows of which an encoding was compiled.
    compiled: HashSet<&'static str>,
    /// Rows of which one was left.
    left: HashSet<&'static str>,
    wrong: Vec<String>,
}

/// Whether the instruction ends in a fault.
fn faults(generation: Gen, words: &[u32]) -> bool {
    let program = Program::new(generation, CODE, [words, &[S_ENDPGM]].concat());
    let memory = Memory::new(1 << 16).expect("address space for a small arena");
    let lds = Lds::new(256);
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &lds,
        scratch: &Scratch::default(),
        observed: true,
        clocks: gcn_jit::machine::clocks::Clocks::default(),
    };
    let mut w = Wave::new(FileSize::even(generation, 256));
    (w.pc, w.mode, w.budget) = (CODE, MODES[0], 10);
    interp::run(&mut w, &env).is_err()
}

impl Found {
    fn check(&mut self, generation: Gen, d: &Decoded, words: &[u32]) {
        let row = d.inst.row();
        for mode in MODES {
            let target = Target {
                generation,
                mode,
                vgprs: FileSize::even(generation, 256),
                ecc: generation.has(Gens::MAI),
            };
            let text = || disasm(generation, d, None);
            if !is_interpreted(&target, &d.inst) {
                if mode != MODES[2] {
                    self.compiled.insert(row.name);
                }
                continue;
            }
            self.left.insert(row.name);
            if !LEFT_TO_INTERPRETER.iter().any(|l| l.row == row.name) {
                let text = text();
                self.wrong
                    .push(format!("{generation} mode {mode:#x}: {text}: not compiled"));
            } else if !faults(generation, words) {
                let text = text();
                self.wrong
                    .push(format!("{generation}: {text}: left, and executes"));
            }
        }
    }

    fn finish(mut self, scalar: bool) {
        for l in LEFT_TO_INTERPRETER
            .iter()
            .filter(|l| l.row.starts_with("S_") == scalar)
        {
            if !self.left.contains(l.row) {
                self.wrong.push(format!("{} is never left", l.row));
            }
            if self.compiled.contains(l.row) == (l.when == "always") {
                self.wrong.push(format!("{}: left {}", l.row, l.when));
            }
        }
        self.wrong.sort();
        self.wrong.dedup();
        let (count, shown) = (self.wrong.len(), self.wrong.len().min(60));
        assert!(
            count == 0,
            "{count} wrong:\n{}",
            self.wrong[..shown].join("\n")
        );
    }
}

/// Whether the row has the form on the generation.
fn has_form(row: &Row, own: bool, generation: Gen, form: VopForm) -> bool {
    let column = |c: usize| row.opcodes[c][generation as usize].is_some();
    match form {
        VopForm::E32 => !own && column(0),
        VopForm::E64 => column(if own { 0 } else { 1 }),
        _ if own || !column(0) => false,
        VopForm::Sdwa if generation == Gen::Gfx8 => row.flags.has(Flags::SDWA8),
        VopForm::Sdwa => generation.is_gfx9() && row.flags.has(Flags::SDWA9),
        VopForm::Dpp if generation == Gen::Gfx8 => row.flags.has(Flags::DPP8),
        VopForm::Dpp => generation.is_gfx9() && row.flags.has(Flags::DPP9),
    }
}

/// A row, whether it is VOP3P, and its instruction as a function of the fields.
type Maker = (&'static Row, bool, Box<dyn Fn(Vop) -> Inst>);

/// Every vector instruction.
fn makers() -> Vec<Maker> {
    let mut out: Vec<Maker> = vec![];
    for &op in Vop1::ALL {
        out.push((op.row(), false, Box::new(move |f| Inst::Vop1 { op, f })));
    }
    for &op in Vop2::ALL {
        out.push((op.row(), false, Box::new(move |f| Inst::Vop2 { op, f })));
    }
    for &op in Vopc::ALL {
        out.push((op.row(), false, Box::new(move |f| Inst::Vopc { op, f })));
    }
    for &op in Vop3::ALL {
        out.push((op.row(), false, Box::new(move |f| Inst::Vop3 { op, f })));
    }
    for &op in Vop3p::ALL {
        out.push((op.row(), true, Box::new(move |f| Inst::Vop3p { op, f })));
    }
    out
}

#[test]
fn every_vector_instruction_is_compiled_in_every_form() {
    let (mut r, mut found) = (Rng::seeded(1), Found::default());
    for generation in TARGETS {
        for (row, packed, make) in makers() {
            // Encodings that are 64 bits wide anyway.
            let own = {
                let plain = Vop::plain(0, [Operand::Int(0); 3]);
                matches!(make(plain).encoding(), "Vop3" | "Vop3p")
            };
            for form in [VopForm::E32, VopForm::E64, VopForm::Sdwa, VopForm::Dpp] {
                if !row.exists(generation) || !has_form(row, own, generation, form) {
                    continue;
                }
                let mut samples = 0;
                for _ in 0..4000 {
                    let mut f = fields(&mut r, row, generation, packed, form, 16, 30);
                    if row.name.starts_with("V_INTERP") {
                        // An attribute, and perhaps a parameter, as raw fields.
                        f.src[0] = Operand::Literal(r.below(64) as u32);
                        if row.name.contains("MOV") {
                            f.src[1] = Operand::Literal(r.below(3) as u32);
                        }
                    }
                    let inst = make(f);
                    let Some(words) = encode(generation, &inst) else {
                        continue;
                    };
                    let d = decode(generation, &words).expect("what was encoded decodes");
                    found.check(generation, &d, &words);
                    samples += 1;
                    if samples == SAMPLES {
                        break;
                    }
                }
                if samples == 0 {
                    found
                        .wrong
                        .push(format!("{generation} {} {form:?}: not encoded", row.name));
                }
            }
        }
    }
    found.finish(false);
}

#[test]
fn every_scalar_instruction_is_compiled() {
    let (mut r, mut found) = (Rng::seeded(2), Found::default());
    let tables: [(&[Row], u32, u32); 5] = [
        (Sop1::ROWS, 0xbe80_0000, 8),
        (Sop2::ROWS, 0x8000_0000, 23),
        (Sopc::ROWS, 0xbf00_0000, 16),
        (Sopk::ROWS, 0xb000_0000, 23),
        (Sopp::ROWS, 0xbf80_0000, 16),
    ];
    // All bits of the opcode field and of the encoding's prefix.
    let fixed = [
        0xff80_ff00,
        0xff80_0000,
        0xffff_0000,
        0xff80_0000,
        0xffff_0000u32,
    ];
    for generation in TARGETS {
        for ((rows, prefix, at), fixed) in tables.iter().zip(fixed) {
            for row in rows.iter() {
                let Some(opcode) = row.opcode(generation) else {
                    continue;
                };
                let mut samples = 0;
                for _ in 0..2000 {
                    // Some have no operand, or few that mean something.
                    let few = [u32::MAX, 7, 0][r.below(3) as usize];
                    let word = prefix | (opcode as u32) << at | r.bits() as u32 & !fixed & few;
                    let words = [word, r.bits() as u32];
                    let Ok(d) = decode(generation, &words) else {
                        continue;
                    };
                    assert_eq!(d.inst.row().name, row.name);
                    found.check(generation, &d, &words[..d.size as usize / 4]);
                    samples += 1;
                    if samples == 20 * SAMPLES {
                        break;
                    }
                }
                if samples == 0 {
                    found
                        .wrong
                        .push(format!("{generation} {}: never decoded", row.name));
                }
            }
        }
    }
    found.finish(true);
}

/// The place of a row in the list of what is left to the interpreter.
fn left(row: &str) -> Option<usize> {
    let is = |name: &str| match name.strip_suffix('*') {
        Some(first) => row.starts_with(first),
        None => row == name,
    };
    MEMORY_LEFT_TO_INTERPRETER.iter().position(|l| is(l.row))
}

#[test]
fn memory_instructions_are_compiled_in_every_form() {
    let mut r = Rng::seeded(7);
    let mut session = Session::new().expect("a compiler for this host");
    let mut reached = HashSet::new();
    let (mut wrong, mut seen) = (vec![], [[false; 2]; MEMORY_LEFT_TO_INTERPRETER.len()]);
    for generation in Gen::GCN {
        let target = Target {
            generation,
            mode: 0x3f0,
            vgprs: 256.into(),
            ecc: generation.has(Gens::MAI),
        };
        let blank = memory_case(generation, 1);
        for entry in memory_entries() {
            for _ in 0..40 {
                if !entry.row().exists(generation) {
                    break;
                }
                let Some((inst, item)) = entry.instruction(&mut r, generation, 16, 30) else {
                    continue;
                };
                let interpreted = is_interpreted(&target, &inst);
                let row = inst.row().name;
                reached.insert((row, generation as usize));
                let place = left(row);
                if let Some(place) = place {
                    seen[place][interpreted as usize] = true;
                }
                if !interpreted {
                    continue;
                }
                let size = 4 * item.len() as u8;
                let text = disasm(generation, &Decoded { inst, size }, None);
                let mut case = blank.clone();
                case.items = vec![item, Item::Inst(Words::new(&[S_ENDPGM]))];
                let faults = session.compare(&case).map(|ran| ran.end) == Ok(End::Faulted);
                // Of global wave sync the scheduler is in charge.
                if !faults && !row.starts_with("DS_GWS") {
                    wrong.push(format!("{generation}: {text}: left, and executes"));
                } else if place.is_none() {
                    wrong.push(format!("{generation}: {text}: not compiled"));
                }
            }
        }
    }
    let tables = [
        Smem::ROWS,
        Ds::ROWS,
        Flat::ROWS,
        Mubuf::ROWS,
        Mtbuf::ROWS,
        Mimg::ROWS,
    ];
    for row in tables.into_iter().flatten() {
        for generation in Gen::GCN {
            if row.exists(generation) && !reached.contains(&(row.name, generation as usize)) {
                wrong.push(format!("{generation}: {}: never encoded", row.name));
            }
        }
    }
    for (l, [compiled, interpreted]) in MEMORY_LEFT_TO_INTERPRETER.iter().zip(seen) {
        if !interpreted || compiled == (l.when == "always") {
            wrong.push(format!("{}: left {}", l.row, l.when));
        }
    }
    wrong.sort();
    wrong.dedup();
    let n = wrong.len();
    wrong.truncate(30);
    assert!(n == 0, "{n} wrong:\n{}", wrong.join("\n"));
}
