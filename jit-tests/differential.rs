//! Random vector instructions on both backends: the whole wave state must be equal to the bit.
//!
//! Every row of VOP1, VOP2, VOPC, VOP3 and VOP3P runs on every generation that has it, with random
//! operands, modifiers, forms, MODE, EXEC, and registers full of edge values. The sequence is fixed;
//! `GCN_JIT_DIFF_CASES` is the number of times that it goes through all rows (1 by default), and
//! `GCN_JIT_DIFF_SEED` starts another sequence.

use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::error::Fault;
use gcn_jit::exec::lds::Lds;
use gcn_jit::exec::memory::Memory;
use gcn_jit::exec::program::Program;
use gcn_jit::exec::{Env, Exit, Scratch};
pub(crate) use gcn_jit::fuzz::Source as Rng;
use gcn_jit::fuzz::values::dword;
use gcn_jit::interp;
use gcn_jit::isa::{
    Decoded, Dpp, EXEC_LO, Flags, Gen, InlineFloat, Inst, Operand, Row, Sdwa, Sop1, Ty, VCC_LO,
    Vop, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::state::{Vgpr, Wave};

/// Vector registers of a wave.
const VGPRS: u32 = 32;
/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Instructions per program.
const BATCH: usize = 16;
/// States that each program runs on.
const STATES: usize = 4;
/// `s_endpgm` on every generation.
const S_ENDPGM: u32 = 0xbf81_0000;

/// A wave with random registers.
pub(crate) fn wave(r: &mut Rng<'_>, mode: u32) -> Wave {
    let mut w = Wave::new(VGPRS);
    for i in 0..128 {
        let kind = r.below(8);
        w.sgpr[i] = dword(r, kind, i & 1 != 0);
    }
    for i in 0..VGPRS as usize {
        // Mixed, or all lanes of one kind.
        let kind = r.below(12);
        w.vgprs_mut()[i] = Vgpr(std::array::from_fn(|_| {
            let kind = if kind < 8 { kind } else { r.below(8) };
            dword(r, kind, i & 1 != 0)
        }));
    }
    let exec = match r.below(6) {
        0 | 1 => u64::MAX,
        2 => r.bits(),
        3 => r.bits() & r.bits() & r.bits(),
        4 => 1 << r.below(64),
        _ => r.pick(&[0, 0xffff_ffff, 0xffff_ffff_0000_0000, 0x5555_5555_5555_5555]),
    };
    w.set_exec(exec);
    if r.one_in(2) {
        w.set_vcc(r.bits());
    }
    // M0 as an index of a few registers, of any of the operands, or as an LDS address.
    if r.one_in(2) {
        w.sgpr[124] = r.below(40) as u32 | (r.below(128) as u32) << 12;
    }
    w.scc = r.below(2) as u32;
    w.mode = mode;
    w.pc = CODE;
    w.budget = 10_000;
    w
}

fn operand(r: &mut Rng<'_>, ty: Ty, form: VopForm, generation: Gen) -> Operand {
    if ty == Ty::None {
        return Operand::Int(0);
    }
    let vgpr = Operand::Vgpr(r.below(VGPRS as u64 - 1) as u8);
    if ty == Ty::Mask {
        return match form {
            VopForm::E64 => Operand::Sgpr(r.pick(&[20, 40, VCC_LO, EXEC_LO])),
            VopForm::E32 | VopForm::Sdwa | VopForm::Dpp => Operand::VCC,
        };
    }
    let aperture = Operand::Aperture(235 + r.below(4) as u8);
    match r.below(12) {
        0 => Operand::Sgpr(2 * r.below(48) as u8),
        1 => Operand::Int(r.below(81) as i8 - 16),
        2 => Operand::Float(r.pick(&InlineFloat::ALL)),
        3 if form == VopForm::E32 => {
            let kind = r.below(8);
            Operand::Literal(dword(r, kind, true))
        }
        4 => r.pick(&[
            Operand::VCC,
            Operand::Sgpr(EXEC_LO),
            Operand::Sgpr(124),
            Operand::Vccz,
            Operand::Execz,
            Operand::Scc,
            Operand::LdsDirect,
            match generation.is_gfx9() {
                true => aperture,
                false => vgpr,
            },
        ]),
        _ => vgpr,
    }
}

/// A random form.
fn form(r: &mut Rng<'_>, packed: bool) -> VopForm {
    match r.below(6) {
        _ if packed => VopForm::E64,
        0 | 1 => VopForm::E32,
        2 => VopForm::Sdwa,
        3 => VopForm::Dpp,
        _ => VopForm::E64,
    }
}

/// Random fields for a row in a form; not all combinations can be encoded.
pub(crate) fn fields(
    r: &mut Rng<'_>,
    row: &Row,
    generation: Gen,
    packed: bool,
    form: VopForm,
) -> Vop {
    let mut f = Vop::plain(0, [Operand::Int(0); 3]);
    f.form = form;
    for i in 0..3 {
        f.src[i] = operand(r, row.shape.src[i], form, generation);
    }
    let scalar = row.flags.has(Flags::SGPR_DST);
    if scalar {
        f.vdst = r.pick(&[30, 41, VCC_LO, VCC_LO + 1, 124]);
    } else if row.shape.dst != Ty::None && row.shape.dst != Ty::Mask {
        // Sources are mostly the lower registers, so that edge values survive.
        f.vdst = match r.one_in(3) {
            true => r.below(VGPRS as u64 - 1) as u8,
            false => 16 + r.below(VGPRS as u64 - 17) as u8,
        };
    }
    if form != VopForm::E32 {
        f.abs = r.rarely(3);
        f.neg = r.rarely(3);
        f.clamp = r.one_in(4);
        f.omod = r.rarely(2);
    }
    if form == VopForm::E64 {
        f.op_sel = r.rarely(4);
        f.op_sel_hi = if r.one_in(2) { 7 } else { r.bits() as u8 & 7 };
        if !packed {
            f.op_sel_hi = 0;
        }
        if row.flags.has(Flags::CARRY_OUT) || row.shape.dst == Ty::Mask {
            f.sdst = r.pick(&[22, 42, 60, VCC_LO, VCC_LO, EXEC_LO]);
        }
    }
    if form == VopForm::Sdwa {
        f.sdwa = Some(Sdwa {
            dst_sel: r.below(7) as u8,
            dst_unused: r.below(3) as u8,
            src_sel: [r.below(7) as u8, r.below(7) as u8],
            sext: r.rarely(2),
        });
        if row.shape.dst == Ty::Mask {
            f.sdwa = f.sdwa.map(|s| Sdwa {
                dst_sel: 6,
                dst_unused: 0,
                ..s
            });
        }
        if row.shape.src[1] == Ty::None {
            f.sdwa = f.sdwa.map(|s| Sdwa {
                src_sel: [s.src_sel[0], 6],
                sext: s.sext & 1,
                ..s
            });
        }
    }
    if form == VopForm::Dpp {
        let n = 1 + r.below(15) as u16;
        f.dpp = Some(Dpp {
            ctrl: r.pick(&[
                n,
                0xe4,
                0x1b,
                0x100 | n,
                0x110 | n,
                0x120 | n,
                0x130,
                0x134,
                0x138,
                0x13c,
                0x140,
                0x141,
                0x142,
                0x143,
            ]),
            bound_ctrl: r.one_in(2),
            bank_mask: if r.one_in(3) { r.bits() as u8 & 15 } else { 15 },
            row_mask: if r.one_in(3) { r.bits() as u8 & 15 } else { 15 },
        });
    }
    f
}

/// A row, whether it is VOP3P, and its instruction as a function of the fields.
pub(crate) type Maker = (&'static Row, bool, Box<dyn Fn(Vop) -> Inst>);

/// Every vector instruction.
pub(crate) fn makers() -> Vec<Maker> {
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

/// Every vector instruction that is executed and has a result.
fn all() -> Vec<Maker> {
    let mut out = makers();
    out.retain(|(row, ..)| !row.flags.has(Flags::SYSTEM) && row.shape.dst != Ty::None);
    out
}

/// An instruction of the row that `generation` can encode.
fn instruction(
    r: &mut Rng<'_>,
    generation: Gen,
    (row, packed, make): &Maker,
) -> Option<(Inst, Vec<u32>)> {
    for _ in 0..3000 {
        let form = form(r, *packed);
        let inst = make(fields(r, row, generation, *packed, form));
        if let Some(words) = encode(generation, &inst) {
            return Some((inst, words.to_vec()));
        }
    }
    None
}

/// Now and then an instruction that tests how values travel between regions of compiled code: a
/// change of EXEC, or a copy.
fn seam(r: &mut Rng<'_>, generation: Gen) -> Option<(Inst, Vec<u32>)> {
    let inst = match r.below(12) {
        0 | 1 => Inst::Sop1 {
            op: Sop1::S_MOV_B64,
            sdst: EXEC_LO,
            ssrc0: Operand::Sgpr(24 + 2 * r.below(4) as u8),
        },
        2 | 3 => {
            let src = Operand::Vgpr(r.below(VGPRS as u64) as u8);
            Inst::Vop1 {
                op: Vop1::V_MOV_B32,
                f: Vop::plain(
                    r.below(VGPRS as u64) as u8,
                    [src, Operand::Int(0), Operand::Int(0)],
                ),
            }
        }
        _ => return None,
    };
    let words = encode(generation, &inst)?;
    Some((inst, words.to_vec()))
}

fn writes_exec(inst: &Inst) -> bool {
    inst.row().flags.has(Flags::WRITES_EXEC)
        || match inst {
            Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } | Inst::Vop3 { f, .. } => f.sdst == EXEC_LO,
            _ => false,
        }
}

fn copy(w: &Wave) -> Wave {
    let mut c = Wave::new(VGPRS);
    c.sgpr = w.sgpr;
    c.scc = w.scc;
    c.mode = w.mode;
    c.pc = w.pc;
    c.budget = w.budget;
    c.vgprs_mut().copy_from_slice(w.vgprs());
    c
}

/// An LDS with something in it.
fn filled_lds() -> Lds {
    let lds = Lds::new(254);
    for (i, d) in lds.dwords().iter().enumerate() {
        let v = (i as u32 + 1).wrapping_mul(0x9e37_79b9);
        d.store(v, std::sync::atomic::Ordering::Relaxed);
    }
    lds
}

/// Runs the words on both backends from the same state; what differs after it.
pub(crate) fn compare(jit: &Jit, generation: Gen, words: &[u32], before: &Wave) -> Vec<String> {
    let program = Program::new(generation, CODE, words.to_vec());
    let memory = Memory::new(1 << 16).expect("address space for a small arena");
    let lds = filled_lds();
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &lds,
        scratch: Scratch::default(),
        observed: true,
    };
    let (mut a, mut b) = (copy(before), copy(before));
    let text = |r: Result<Exit, Fault>| match r {
        Ok(e) => format!("{e:?}"),
        Err(f) => format!("{f}"),
    };
    let (x, y) = (text(interp::run(&mut a, &env)), text(jit.run(&mut b, &env)));
    let mut out = vec![];
    if x != y {
        out.push(format!("exit: interp {x}, jit {y}"));
        return out;
    }
    for i in 0..128 {
        if a.sgpr[i] != b.sgpr[i] {
            let (x, y) = (a.sgpr[i], b.sgpr[i]);
            out.push(format!("s{i}: interp {x:#010x}, jit {y:#010x}"));
        }
    }
    for (v, (x, y)) in a.vgprs().iter().zip(b.vgprs()).enumerate() {
        for lane in 0..64 {
            if x.0[lane] != y.0[lane] {
                let (x, y) = (x.0[lane], y.0[lane]);
                out.push(format!("v{v}[{lane}]: interp {x:#010x}, jit {y:#010x}"));
            }
        }
    }
    let rest = |w: &Wave| (w.scc, w.mode, w.trapsts, w.pc, w.instructions, w.lanes);
    if rest(&a) != rest(&b) {
        let (x, y) = (rest(&a), rest(&b));
        out.push(format!(
            "scc, mode, trapsts, pc, instructions, lanes: interp {x:x?}, jit {y:x?}"
        ));
    }
    out
}

/// The registers that the instruction reads, in the lane named by the first difference.
fn inputs(inst: &Inst, w: &Wave, differences: &[String]) -> String {
    let lane = differences
        .iter()
        .find_map(|d| d.split_once('[')?.1.split_once(']')?.0.parse().ok())
        .unwrap_or(0usize);
    let (Inst::Vop1 { f, .. }
    | Inst::Vop2 { f, .. }
    | Inst::Vopc { f, .. }
    | Inst::Vop3 { f, .. }
    | Inst::Vop3p { f, .. }) = inst
    else {
        return String::new();
    };
    let types = inst.row().shape.src;
    let mut out = format!("lane {lane}:");
    for (src, ty) in f.src.iter().zip(types) {
        let value = match src {
            Operand::Vgpr(v) if ty.dwords() == 2 => {
                let high = w.v(v + 1).0[lane] as u64;
                high << 32 | w.v(*v).0[lane] as u64
            }
            Operand::Vgpr(v) => w.v(*v).0[lane] as u64,
            Operand::Sgpr(s) => w.s64(*s),
            other => other.constant(ty).unwrap_or(0),
        };
        if ty != Ty::None {
            out.push_str(&format!(" {src:?} = {value:#x}"));
        }
    }
    let old = if (f.vdst as u32) < VGPRS {
        w.v(f.vdst).0[lane]
    } else {
        0
    };
    out.push_str(&format!(", old {old:#010x}, exec {:#018x}", w.exec()));
    out
}

pub(crate) fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// The words of a program: what writes EXEC is followed by `s_mov_b64 exec, s[24:25]`.
fn program_words(generation: Gen, batch: &[(Inst, Vec<u32>)]) -> Vec<u32> {
    let mut words = vec![];
    for (k, (inst, w)) in batch.iter().enumerate() {
        words.extend_from_slice(w);
        if writes_exec(inst) && k + 1 < batch.len() {
            let opcode = if generation.is_legacy() { 4 } else { 1 };
            words.push(0xbe80_0000 | (EXEC_LO as u32) << 16 | opcode << 8 | 24);
        }
    }
    words.push(S_ENDPGM);
    words
}

/// A program's instructions, and the failures they lead to.
fn run_batch(
    r: &mut Rng<'_>,
    jit: &Jit,
    generation: Gen,
    batch: &[(Inst, Vec<u32>)],
    failures: &mut Vec<String>,
) {
    let mode = match r.below(4) {
        // Compute kernels: with and without f32 denormals.
        0 => 0x3f0,
        1 => 0x3c0,
        // With FP16_OVFL.
        _ => r.bits() as u32 & 0x80_03ff,
    };
    // GPR index mode, and now and then VSKIP.
    let mode = mode
        | match r.below(32) {
            0..8 if !generation.is_legacy() => 1 << 27,
            8 => 1 << 28,
            _ => 0,
        };
    let words = program_words(generation, batch);
    for _ in 0..STATES {
        let before = wave(r, mode);
        let differences = compare(jit, generation, &words, &before);
        if differences.is_empty() {
            continue;
        }
        // Find the instruction: the first that differs alone, on the state that it met.
        let mut state = copy(&before);
        let mut found = false;
        for (inst, w) in batch {
            let single = [w.as_slice(), &[S_ENDPGM]].concat();
            let alone = compare(jit, generation, &single, &state);
            if !alone.is_empty() {
                let size = 4 * w.len() as u8;
                let text = disasm(generation, &Decoded { inst: *inst, size }, None);
                let shown = alone
                    .iter()
                    .take(4)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join("\n    ");
                failures.push(format!(
                    "{generation} mode {mode:#05x}: {text} ({w:08x?})\n  {}\n    {shown}",
                    inputs(inst, &state, &alone)
                ));
                found = true;
                break;
            }
            let program = Program::new(generation, CODE, single);
            let memory = Memory::new(1 << 16).expect("address space for a small arena");
            let lds = filled_lds();
            let env = Env {
                program: &program,
                memory: &memory,
                lds: &lds,
                scratch: Scratch::default(),
                observed: true,
            };
            let _ = interp::run(&mut state, &env);
            state.pc = CODE;
            state.budget = 10_000;
            if writes_exec(inst) {
                let exec = state.s64(24);
                state.set_exec(exec);
            }
        }
        if !found {
            // Leave out what is not needed for the difference.
            let mut batch = batch.to_vec();
            let mut differences = differences;
            let mut k = 0;
            while k < batch.len() {
                let mut fewer = batch.clone();
                fewer.remove(k);
                let words = program_words(generation, &fewer);
                let d = compare(jit, generation, &words, &before);
                if d.is_empty() {
                    k += 1;
                } else {
                    (batch, differences) = (fewer, d);
                }
            }
            let mut text = String::new();
            for (inst, w) in &batch {
                let size = 4 * w.len() as u8;
                text.push_str("\n  ");
                text.push_str(&disasm(generation, &Decoded { inst: *inst, size }, None));
            }
            failures.push(format!(
                "{generation} mode {mode:#05x}: together only (exec {:#018x}):{text}\n    {}",
                before.exec(),
                differences[..differences.len().min(4)].join("\n    ")
            ));
        }
        return;
    }
}

/// A compiler for each level of the host's, up to the chosen one.
pub(crate) fn compilers() -> Vec<Jit> {
    let most = HostLevel::chosen().expect("a usable host");
    let levels = HostLevel::ALL.into_iter().filter(|l| *l <= most);
    let make = |l| Jit::with_level(l, None).expect("a level that the host has");
    levels.map(make).collect()
}

#[test]
fn vector_instructions_agree() {
    for jit in compilers() {
        vector_instructions_agree_on(&jit);
    }
}

fn vector_instructions_agree_on(jit: &Jit) {
    let cases = setting("GCN_JIT_DIFF_CASES", 1);
    let mut r = Rng::seeded(setting("GCN_JIT_DIFF_SEED", 1));
    let rows = all();
    let mut failures = vec![];
    let mut missing = vec![];
    for generation in Gen::ALL {
        for case in 0..cases {
            let mut batch = vec![];
            // In another order each time, so that other instructions stand together.
            let mut order: Vec<usize> = (0..rows.len()).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, r.below(i as u64 + 1) as usize);
            }
            for i in order {
                let row = &rows[i];
                if !row.0.exists(generation) {
                    continue;
                }
                batch.extend(seam(&mut r, generation));
                match instruction(&mut r, generation, row) {
                    Some(inst) => batch.push(inst),
                    None if case == 0 => missing.push(format!("{generation} {}", row.0.name)),
                    None => {}
                }
                if batch.len() >= BATCH {
                    run_batch(&mut r, jit, generation, &batch, &mut failures);
                    batch.clear();
                }
            }
            run_batch(&mut r, jit, generation, &batch, &mut failures);
        }
    }
    assert!(missing.is_empty(), "never encoded: {missing:?}");
    let shown = setting("GCN_JIT_DIFF_SHOWN", 40) as usize;
    assert!(
        failures.is_empty(),
        "{jit:?}: {} programs differ:\n{}",
        failures.len(),
        failures[..failures.len().min(shown)].join("\n")
    );
}
