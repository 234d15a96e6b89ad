//! Undefined bits through the ALUs, against the truth: whatever bit of a result changes when undefined bits of the
//! operands do must be undefined.

use std::collections::BTreeMap;

use gcn_jit::check::operands::Operands;
use gcn_jit::check::uninit::regs::{Origin, Registers};
use gcn_jit::check::uninit::step::State;
use gcn_jit::fuzz::case::{CODE, WaveState};
use gcn_jit::fuzz::code::Item;
use gcn_jit::fuzz::inst::{entries, new_entries};
use gcn_jit::fuzz::source::Source;
use gcn_jit::interp;
use gcn_jit::isa::{EXEC_LO, Gen, Gens, Inst, TABLES};
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{ACC, FileSize, LANES, Vgpr, Wave};
use gcn_jit::machine::{Env, Scratch};

use super::operands::{alu_state, rows_beside};

/// Vector registers of a wave; on generations that have accumulation registers there are as many of these, whose lanes
/// hold what VGPRs hold in the lanes behind (`WaveState::load`).
const VGPRS: u32 = 48;
/// Instructions of each encoding that are executed on each generation, about, and how often each row at least.
const SAMPLES: usize = 600;
const EACH: usize = 12;
/// And each row of matrices, which take long.
const EACH_PRODUCT: usize = 3;
/// Fillings of the undefined bits.
const FILLINGS: usize = 7;

/// Rows with rules that leave no bit undefined that cannot change.
const EXACT: &[&str] = &[
    "V_MOV_B32",
    "V_MOV_B64",
    "V_PK_MOV_B32",
    "V_ACCVGPR_READ_B32",
    "V_ACCVGPR_WRITE_B32",
    "V_ACCVGPR_MOV_B32",
    "V_NOT_B32",
    "V_AND_B32",
    "V_OR_B32",
    "V_XOR_B32",
    "V_BFI_B32",
    "V_OR3_B32",
    "V_AND_OR_B32",
    "V_CNDMASK_B32",
    "V_BFREV_B32",
    "V_ADD_CO_U32",
    "V_ADDC_CO_U32",
    "V_SUB_CO_U32",
    "V_SUBB_CO_U32",
    "V_XAD_U32",
    "S_AND_B64",
    "S_OR_B32",
    "S_ANDN2_B64",
    "S_NAND_B32",
    "S_ADD_U32",
    "S_ADDC_U32",
    "S_SUBB_U32",
    "S_LSHL2_ADD_U32",
    "S_CSELECT_B64",
    "S_CMOV_B32",
    "S_SEXT_I32_I8",
    "S_PACK_LH_B32_B16",
    "S_WQM_B64",
    "S_QUADMASK_B32",
    "S_BITREPLICATE_B64_B32",
];

/// Bits that are undefined, of one dword.
fn some_bits(r: &mut Source<'_>) -> u32 {
    match r.below(8) {
        0 => u32::MAX,
        1 => 1 << r.below(32),
        2 => (1 << r.below(32)) - 1,
        3 => u32::MAX << r.below(32),
        4 => r.bits() as u32,
        5 => (r.bits() & r.bits() & r.bits()) as u32,
        _ => 0,
    }
}

/// Undefined bits of a wave, in the places of its registers. EXEC is defined; so are mostly those that decide which
/// registers are meant.
fn undefined(r: &mut Source<'_>) -> WaveState {
    let mut u = WaveState::new(VGPRS);
    u.sgpr = [0; 128];
    let few = r.one_in(2);
    for bits in &mut u.sgpr[..EXEC_LO as usize] {
        if !few || r.one_in(4) {
            *bits = some_bits(r);
        }
    }
    u.sgpr[124] = 0;
    for v in &mut u.vgprs {
        let kind = r.below(4);
        for lane in &mut v.0 {
            *lane = match kind {
                0 => 0,
                1 => some_bits(r),
                _ if r.one_in(3) => some_bits(r),
                _ => 0,
            };
        }
    }
    u.scc = r.below(2) as u32;
    u
}

struct Rig {
    memory: Memory,
    lds: Lds,
    scratch: Scratch,
    wave: Wave,
}

impl Rig {
    fn env<'a>(&'a self, program: &'a Program) -> Env<'a> {
        Env {
            program,
            memory: &self.memory,
            lds: &self.lds,
            scratch: &self.scratch,
            observed: true,
            clocks: gcn_jit::machine::clocks::Clocks::default(),
        }
    }

    /// What is there after one instruction, with all registers of the lanes; `None` if it faults.
    fn run(&mut self, program: &Program, state: &WaveState) -> Option<(WaveState, u64)> {
        self.wave = Wave::new(size(program.generation()));
        state.load(&mut self.wave);
        self.wave.pc = CODE;
        self.wave.budget = 1;
        let env = Env {
            program,
            memory: &self.memory,
            lds: &self.lds,
            scratch: &self.scratch,
            observed: true,
            clocks: gcn_jit::machine::clocks::Clocks::default(),
        };
        interp::run(&mut self.wave, &env).ok()?;
        let w = &self.wave;
        let state = WaveState {
            sgpr: w.sgpr,
            scc: w.scc,
            mode: w.mode,
            vgprs: [w.vgprs(), w.acc()].concat(),
        };
        Some((state, w.pc))
    }
}

/// The state with other undefined bits.
fn filled(r: &mut Source<'_>, k: usize, state: &WaveState, u: &WaveState) -> WaveState {
    let mut out = state.clone();
    let mut fill = |old: u32, undefined: u32| {
        let new = match k {
            0 => 0,
            1 => u32::MAX,
            2 => !old,
            _ => r.bits() as u32,
        };
        old & !undefined | new & undefined
    };
    for (v, u) in out.sgpr.iter_mut().zip(&u.sgpr) {
        *v = fill(*v, *u);
    }
    for (v, u) in out.vgprs.iter_mut().zip(&u.vgprs) {
        for (lane, u) in v.0.iter_mut().zip(&u.0) {
            *lane = fill(*lane, *u);
        }
    }
    out.scc = fill(out.scc, u.scc) & 1;
    out
}

/// The registers of a wave.
fn size(generation: Gen) -> FileSize {
    FileSize::even(generation, VGPRS)
}

/// The number in the wave's file of register `i` of all that [`Rig::run`] gives.
fn number(i: usize) -> u16 {
    let i = i as u16;
    match i.checked_sub(VGPRS as u16) {
        Some(a) => ACC + a,
        None => i,
    }
}

/// The registers of which those bits are undefined.
fn registers(generation: Gen, u: &WaveState) -> Registers {
    let mut regs = Registers::defined(size(generation));
    for (n, bits) in u.sgpr.iter().enumerate() {
        regs.set_scalar(n as u8, *bits, Origin::REGISTER);
    }
    regs.set_scc(u.scc != 0, Origin::REGISTER);
    for (v, all) in u.vgprs.iter().enumerate() {
        for (lane, bits) in all.0.iter().enumerate() {
            regs.set_vector(number(v), lane, *bits, Origin::REGISTER);
        }
    }
    regs
}

/// Whether what the rules say of an instruction on a state is right: how many result bits they take for undefined that
/// never changed, or what is wrong. `None` where nothing could be said.
fn check(
    r: &mut Source<'static>,
    rig: &mut Rig,
    (generation, inst, words): (Gen, &Inst, &[u32]),
    state: &WaveState,
) -> Result<Option<(u64, u64)>, String> {
    let program = Program::new(generation, CODE, words.to_vec());
    let mut u = undefined(r);
    let Some((first, pc)) = rig.run(&program, state) else {
        return Ok(None);
    };
    if generation.has(Gens::MAI) {
        let acc: Vec<_> = (u.vgprs.iter())
            .map(|v| Vgpr(std::array::from_fn(|lane| v.0[(lane + 1) % LANES])))
            .collect();
        u.vgprs.extend(acc);
    }
    let u = u;
    let mut wave = Wave::new(size(generation));
    state.load(&mut wave);
    wave.pc = CODE;
    let lists = Operands::executed(generation, inst, &wave);
    let mut s = State::new(registers(generation, &u));
    s.alu(inst, &lists, &wave, &rig.env(&program));
    if !s.uses.is_empty() {
        // It was told; what comes of it is nobody's business.
        return Ok(None);
    }
    let text = |what: String| format!("{generation}: {words:08x?} {inst:?}: {what}");
    let mut changed = WaveState::new(u.vgprs.len() as u32);
    (changed.sgpr, changed.scc) = ([0; 128], 0);
    for k in 0..FILLINGS {
        let other = filled(r, k, state, &u);
        let Some((after, other_pc)) = rig.run(&program, &other) else {
            return Err(text("it faults only with other undefined bits".to_owned()));
        };
        if pc != other_pc || first.mode != after.mode {
            return Err(text(
                "undefined bits decide where it goes, or MODE".to_owned(),
            ));
        }
        for (n, changed) in changed.sgpr.iter_mut().enumerate() {
            *changed |= first.sgpr[n] ^ after.sgpr[n];
        }
        changed.scc |= first.scc ^ after.scc;
        for (v, all) in changed.vgprs.iter_mut().enumerate() {
            for (lane, changed) in all.0.iter_mut().enumerate() {
                *changed |= first.vgprs[v].0[lane] ^ after.vgprs[v].0[lane];
            }
        }
    }
    let (mut exact, mut said) = (0, 0);
    let mut compare = |what: String, changed: u32, bits: u32, before: u32| match changed & !bits {
        0 => {
            if bits != before {
                exact += u64::from(changed.count_ones());
                said += u64::from(bits.count_ones());
            }
            Ok(())
        }
        wrong => Err(text(format!(
            "{what} changes in {wrong:#x}, and only {bits:#x} is undefined"
        ))),
    };
    // Lanes that were not active may become so by undefined bits: nobody is told.
    let exec = state.s64(EXEC_LO);
    changed.sgpr[126] &= exec as u32;
    changed.sgpr[127] &= (exec >> 32) as u32;
    for (n, changed) in changed.sgpr.iter().enumerate() {
        compare(
            format!("s{n}"),
            *changed,
            s.regs.scalar(n as u8).0,
            u.sgpr[n],
        )?;
    }
    compare("SCC".to_owned(), changed.scc, s.regs.scc().0.into(), u.scc)?;
    for (v, all) in changed.vgprs.iter().enumerate() {
        for (lane, changed) in all.0.iter().enumerate() {
            let (bits, _) = s.regs.vector(number(v), lane);
            // The sets of registers that have some leave none out.
            if bits != 0 && !s.regs.has(number(v)) {
                return Err(text(format!("register {v} is forgotten")));
            }
            let what = || format!("register {v} in lane {lane}");
            if *changed != 0 || bits != u.vgprs[v].0[lane] {
                compare(what(), *changed, bits, u.vgprs[v].0[lane])?;
            }
        }
    }
    Ok(Some((exact, said)))
}

#[test]
fn what_undefined_bits_change_is_undefined() {
    let mut r = Source::seeded(0x5eed);
    let memory = Memory::new(1 << 20).expect("address space");
    let mut rig = Rig {
        scratch: Scratch::new(&memory, 0).expect("none"),
        memory,
        lds: Lds::new(1024),
        wave: Wave::new(VGPRS),
    };
    let all: Vec<_> = entries().into_iter().chain(new_entries()).collect();
    let mut failures = BTreeMap::new();
    let mut runs: BTreeMap<&str, usize> = BTreeMap::new();
    let mut precision: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for entry in all.iter().filter(|e| !e.is_memory()) {
        for generation in Gen::ALL {
            if !entry.row().exists(generation) {
                continue;
            }
            let alike = rows_beside(entry.row()).filter(|r| r.exists(generation));
            let wanted = if entry.is_product() {
                EACH_PRODUCT
            } else {
                SAMPLES.div_ceil(alike.count()).max(EACH)
            };
            let mut done = 0;
            for _ in 0..6 * wanted {
                if done == wanted {
                    break;
                }
                let (dst, sdst) = (16 + 2 * r.below(8) as u8, 30 + 4 * r.below(8) as u8);
                let made = entry.instruction(&mut r, generation, dst, sdst);
                let Some((inst, Item::Inst(words))) = made else {
                    continue;
                };
                let state = alu_state(&mut r, generation, entry);
                match check(&mut r, &mut rig, (generation, &inst, &words), &state) {
                    Ok(None) => {}
                    Ok(Some((exact, said))) => {
                        done += 1;
                        *runs.entry(inst.encoding()).or_default() += 1;
                        let p = precision.entry(entry.row().name).or_default();
                        (p.0, p.1) = (p.0 + exact, p.1 + said);
                    }
                    Err(what) => drop(failures.entry(entry.row().name).or_insert(what)),
                }
            }
        }
    }
    let wrong: Vec<_> = failures.values().map(String::as_str).collect();
    assert!(
        wrong.is_empty(),
        "{} rows: {}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("executed: {runs:?}");
    // What is taken for undefined is so mostly: these have exact rules, and fillings show nearly all of it.
    for name in EXACT {
        let (exact, said) = precision.get(name).copied().unwrap_or_default();
        assert!(
            5 * exact >= 4 * said && exact > 10,
            "{name}: {exact} of {said}"
        );
    }
    println!("bits that change of those undefined: {precision:?}");
    for (encoding, _) in TABLES {
        let alu = ["Sop", "Vop", "Mai"]
            .iter()
            .any(|e| encoding.starts_with(e));
        let count = runs.get(encoding).copied().unwrap_or(0);
        assert!(
            !alu || count > if *encoding == "Mai" { 300 } else { 500 } || *encoding == "Sopp",
            "{encoding}: {count}"
        );
    }
}
