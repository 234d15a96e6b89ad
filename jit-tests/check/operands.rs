//! The lists of registers that instructions read and write, against the interpreter: whatever an execution
//! changes is in the list of writes, and what is in neither list may hold anything.

use std::collections::BTreeMap;

use gcn_jit::check::operands::{Bank, Half, Operands, Registers, register_name};
use gcn_jit::fuzz::case::{CODE, Case, WaveState};
use gcn_jit::fuzz::inst::{Entry, entries, memory_case, memory_entries};
use gcn_jit::fuzz::source::Source;
use gcn_jit::interp;
use gcn_jit::isa::{EXEC_LO, Gen, Inst, M0, Row, TABLES};
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{FileSize, Vgpr, Wave};
use gcn_jit::machine::{Env, Exit, Scratch};

/// Vector registers of a wave.
pub const VGPRS: usize = 48;
/// And as many accumulation registers, for those targets that have them.
const SIZE: FileSize = FileSize {
    vgprs: VGPRS as u32,
    acc: VGPRS as u32,
};
/// Instructions of each encoding that are executed on each generation, about.
const SAMPLES: usize = 400;
/// MODE bits that all vector instructions obey, and that no list has.
const GPR_IDX_EN: u32 = 1 << 27;
const VSKIP: u32 = 1 << 28;

/// The error of a check that does not hold.
macro_rules! ensure {
    ($holds:expr, $($what:tt)+) => {
        if !$holds {
            return Err(format!($($what)+));
        }
    };
}

/// What an instruction runs in.
pub struct Rig {
    memory: Memory,
    lds: Lds,
    scratch: Scratch,
    buffers: Vec<u64>,
    wave: Wave,
    /// Whether the instruction reaches all of the GDS, which is large.
    gds: bool,
}

/// A wave's registers.
#[derive(Clone, PartialEq)]
struct State {
    wave: WaveState,
    acc: Vec<Vgpr>,
}

impl State {
    fn load(&self, wave: &mut Wave) {
        self.wave.load(wave);
        wave.acc_mut().copy_from_slice(&self.acc);
    }

    /// The registers of lanes by kind.
    fn vectors(&self) -> [(Bank, &[Vgpr]); 2] {
        [
            (Bank::Vector, &self.wave.vgprs),
            (Bank::Accumulation, &self.acc),
        ]
    }
}

/// All that it leaves behind.
#[derive(PartialEq)]
struct After {
    state: State,
    pc: u64,
    trapsts: u32,
    exit: Exit,
    memory: Vec<u8>,
}

impl Rig {
    pub fn new(case: &Case) -> Rig {
        let memory = Memory::new(1 << 24).expect("address space");
        let buffers = case.buffers.iter().map(|b| {
            let len = b.bytes.len() as u64;
            memory
                .alloc(len, 256, b.access, "buffer")
                .expect("room for it")
        });
        let buffers: Vec<u64> = buffers.collect();
        assert_eq!(buffers, case.addresses(), "where the state says");
        Rig {
            lds: Lds::new(case.lds.len() as u32),
            scratch: Scratch::new(&memory, case.private).expect("room for it"),
            buffers,
            memory,
            wave: Wave::new(SIZE),
            gds: false,
        }
    }

    /// Makes all as the case and the state have it, and shows it to `f`.
    pub fn with<T>(
        &mut self,
        program: &Program,
        case: &Case,
        state: &WaveState,
        f: impl FnOnce(&mut Wave, &Env<'_>) -> T,
    ) -> T {
        for (base, b) in self.buffers.iter().zip(&case.buffers) {
            self.memory.write(*base, &b.bytes).expect("its own memory");
        }
        let fill = |lds: &Lds, bytes: &[u8]| {
            for (d, b) in lds.dwords().iter().zip(bytes.chunks(4)) {
                let mut whole = [0; 4];
                whole[..b.len()].copy_from_slice(b);
                d.set(u32::from_le_bytes(whole));
            }
        };
        fill(&self.lds, &case.lds);
        let gds = self.memory.gds().lock();
        if self.gds {
            let known = case.gds.len().div_ceil(4);
            gds.dwords()[known..].iter().for_each(|d| d.set(0));
        }
        fill(&gds, &case.gds);
        drop(gds);
        self.scratch.fill(&self.memory, &case.scratch);
        state.load(&mut self.wave);
        self.wave.budget = 1;
        let env = Env {
            program,
            memory: &self.memory,
            lds: &self.lds,
            scratch: &self.scratch,
            observed: true,
            clocks: gcn_jit::machine::clocks::Clocks::default(),
        };
        f(&mut self.wave, &env)
    }

    /// One instruction on a state; `None` if it faults.
    fn run(&mut self, program: &Program, case: &Case, state: &State) -> Option<After> {
        let run = |wave: &mut Wave, env: &Env<'_>| {
            wave.acc_mut().copy_from_slice(&state.acc);
            interp::run(wave, env).ok()
        };
        let exit = self.with(program, case, &state.wave, run)?;
        let mut memory = self.scratch.contents(&self.memory);
        for (base, b) in self.buffers.iter().zip(&case.buffers) {
            let mut bytes = vec![0; b.bytes.len()];
            self.memory.read(*base, &mut bytes).expect("its own memory");
            memory.extend(bytes);
        }
        let gds = self.memory.gds().lock();
        for d in self.lds.dwords().iter().chain(&gds.dwords()[..265]) {
            memory.extend(d.get().to_le_bytes());
        }
        let w = &self.wave;
        Some(After {
            state: State {
                wave: WaveState {
                    sgpr: w.sgpr,
                    scc: w.scc,
                    mode: w.mode,
                    vgprs: w.vgprs().to_vec(),
                },
                acc: w.acc().to_vec(),
            },
            pc: w.pc,
            trapsts: w.trapsts,
            exit,
            memory,
        })
    }
}

/// The bits of each register that a list has.
struct Bits {
    scalar: [u32; 128],
    vector: [u32; 256],
    acc: [u32; 256],
}

impl Bits {
    fn of(list: &[Registers]) -> Bits {
        let mut b = Bits {
            scalar: [0; 128],
            vector: [0; 256],
            acc: [0; 256],
        };
        for r in list {
            let mask = match r.half {
                Half::Whole => u32::MAX,
                Half::Low => 0xffff,
                Half::High => 0xffff_0000,
            };
            for n in r.numbers() {
                match r.bank {
                    Bank::Scalar => b.scalar[n as usize] |= mask,
                    Bank::Vector => b.vector[n as usize] |= mask,
                    Bank::Accumulation => b.acc[n as usize] |= mask,
                }
            }
        }
        b
    }

    fn vector(&self, bank: Bank) -> &[u32; 256] {
        match bank {
            Bank::Accumulation => &self.acc,
            Bank::Scalar | Bank::Vector => &self.vector,
        }
    }
}

/// The state with other bits in everything that is not read.
fn disturbed(r: &mut Source<'_>, s: &State, o: &Operands, reads: &Bits) -> State {
    let mut all = s.clone();
    let out = &mut all.wave;
    for (v, mask) in out.sgpr.iter_mut().zip(&reads.scalar) {
        *v = *v & mask | r.bits() as u32 & !mask;
    }
    let vectors = out.vgprs.iter_mut().zip(&reads.vector);
    for (v, mask) in vectors.chain(all.acc.iter_mut().zip(&reads.acc)) {
        for lane in &mut v.0 {
            *lane = *lane & mask | r.bits() as u32 & !mask;
        }
    }
    if !o.reads_scc {
        out.scc ^= 1;
    }
    if !o.reads_mode {
        let keep = GPR_IDX_EN | VSKIP;
        out.mode = out.mode & keep | r.bits() as u32 & !keep;
    }
    all
}

/// Whether `after[1]` of a run from `before[1]` is what it must be: the result of the other run, or kept as
/// the other run kept it; and kept where nothing is written.
fn agrees(before: [u32; 2], after: [u32; 2], written: u32) -> bool {
    if (after[1] ^ before[1]) & !written != 0 {
        return false;
    }
    [0xffff, 0xffff_0000].into_iter().all(|half| {
        let m = half & written;
        let kept = |i: usize| (before[i] ^ after[i]) & m == 0;
        (after[0] ^ after[1]) & m == 0 || kept(0) && kept(1)
    })
}

/// A state for the ALUs.
pub fn alu_state(r: &mut Source<'_>, generation: Gen, entry: &Entry) -> WaveState {
    let mut s = WaveState::new(VGPRS as u32);
    let value = |r: &mut Source<'_>| match r.below(4) {
        0 => r.bits() as u32,
        1 => r.below(64) as u32,
        2 => (r.bits() as f32).to_bits() ^ (r.bits() as u32 & 0x8000_0000),
        _ => r.pick(&[
            0,
            1,
            u32::MAX,
            0x3f80_0000,
            0x7f80_0000,
            0x8000_0000,
            0x3c00_3c00,
        ]),
    };
    for v in &mut s.sgpr {
        *v = value(r);
    }
    for v in &mut s.vgprs {
        let kind = r.one_in(3);
        let one = value(r);
        *v = Vgpr(std::array::from_fn(|_| if kind { one } else { value(r) }));
    }
    s.scc = r.below(2) as u32;
    let exec = match r.below(4) {
        0 => u64::MAX,
        1 => 1 << r.below(64),
        _ => r.bits(),
    };
    s.set_s64(EXEC_LO, exec);
    s.mode = r.bits() as u32 & !(GPR_IDX_EN | VSKIP);
    s.sgpr[M0 as usize] = r.below(6) as u32 | (r.below(16) as u32) << 12;
    if entry.row().name.starts_with("S_MOVREL") || entry.row().name.starts_with("V_MOVREL") {
        s.sgpr[M0 as usize] = r.below(40) as u32;
    }
    if !generation.is_legacy() && r.one_in(6) {
        s.mode |= GPR_IDX_EN;
    }
    if r.one_in(2) {
        // What addresses, the condition of a fork and the stack of joins may be.
        for i in (0..104).step_by(2) {
            let at = CODE + 4 * r.below(4);
            (s.sgpr[i], s.sgpr[i + 1]) = (at as u32, 0);
        }
    }
    s
}

struct Test {
    r: Source<'static>,
    rig: Rig,
    runs: BTreeMap<&'static str, usize>,
}

impl Test {
    /// One instruction on one state.
    fn check(
        &mut self,
        generation: Gen,
        inst: &Inst,
        words: &[u32],
        case: &Case,
        s: &State,
    ) -> Result<bool, String> {
        let program = Program::new(generation, CODE, words.to_vec());
        self.rig.gds = matches!(inst, Inst::Ds { f, .. } if f.gds);
        let Some(first) = self.rig.run(&program, case, s) else {
            return Ok(false);
        };
        *self.runs.entry(inst.encoding()).or_default() += 1;
        let mut wave = Wave::new(SIZE);
        s.load(&mut wave);
        let o = Operands::executed(generation, inst, &wave);
        if !Operands::vary(inst, s.wave.mode) {
            ensure!(o == Operands::encoded(generation, inst), "{inst:?}");
        }
        let (reads, writes) = (Bits::of(&o.reads), Bits::of(&o.writes));
        let text = || format!("{generation}: {words:08x?} {inst:?}\n{o:?}");

        // What changed is listed.
        let changed = |i: usize| s.wave.sgpr[i] ^ first.state.wave.sgpr[i];
        for (i, mask) in writes.scalar.iter().enumerate() {
            ensure!(changed(i) & !mask == 0, "s{i} is written: {}", text());
        }
        for ((bank, before), (_, after)) in s.vectors().into_iter().zip(first.state.vectors()) {
            for (v, mask) in writes.vector(bank).iter().enumerate().take(VGPRS) {
                let pairs = before[v].0.iter().zip(after[v].0);
                let bits = pairs.fold(0, |all, (a, b)| all | (a ^ b));
                let name = register_name(generation, bank, v as u8);
                ensure!(bits & !mask == 0, "{name} is written: {}", text());
            }
        }
        ensure!(
            o.writes_scc || first.state.wave.scc == s.wave.scc,
            "SCC is written: {}",
            text()
        );
        ensure!(
            o.writes_mode || first.state.wave.mode == s.wave.mode,
            "MODE is written: {}",
            text()
        );

        // What is not listed makes no difference.
        let other = disturbed(&mut self.r, s, &o, &reads);
        let Some(second) = self.rig.run(&program, case, &other) else {
            return Err(format!("what is not read makes it fault: {}", text()));
        };
        ensure!(
            (first.pc, first.exit, first.trapsts) == (second.pc, second.exit, second.trapsts),
            "where it goes: {}",
            text()
        );
        ensure!(first.memory == second.memory, "memory: {}", text());
        let states = |f: &dyn Fn(&State) -> u32| {
            let before = [f(s), f(&other)];
            (before, [f(&first.state), f(&second.state)])
        };
        for (i, mask) in writes.scalar.iter().enumerate() {
            let (b, a) = states(&|s| s.wave.sgpr[i]);
            ensure!(agrees(b, a, *mask), "s{i}: {b:x?} {a:x?} {}", text());
        }
        for (k, (bank, _)) in s.vectors().into_iter().enumerate() {
            for (v, mask) in writes.vector(bank).iter().enumerate().take(VGPRS) {
                for lane in 0..64 {
                    let (b, a) = states(&|s| s.vectors()[k].1[v].0[lane]);
                    let name = register_name(generation, bank, v as u8);
                    ensure!(
                        agrees(b, a, *mask),
                        "{name}[{lane}]: {b:x?} {a:x?} {}",
                        text()
                    );
                }
            }
        }
        let whole = |is: bool| if is { u32::MAX } else { 0 };
        let (b, a) = states(&|s| s.wave.scc);
        ensure!(
            agrees(b, a, whole(o.writes_scc)),
            "SCC: {b:?} {a:?} {}",
            text()
        );
        if !o.writes_mode {
            ensure!(
                second.state.wave.mode == other.wave.mode,
                "MODE: {}",
                text()
            );
        }
        Ok(true)
    }
}

/// The rows of the encoding that a row is of.
pub fn rows_beside(row: &Row) -> impl Iterator<Item = &'static Row> + use<> {
    let name = row.name;
    let has = move |rows: &&[Row]| rows.iter().any(|r| r.name == name);
    TABLES.iter().map(|t| t.1).find(has).into_iter().flatten()
}

#[test]
fn lists_of_registers_are_what_the_interpreter_does() {
    let model = memory_case(Gen::Gfx9, 0);
    let mut t = Test {
        r: Source::seeded(0x0bad_cafe),
        rig: Rig::new(&model),
        runs: BTreeMap::new(),
    };
    let mut failures = BTreeMap::new();
    let all = entries();
    let memory = memory_entries();
    let is_memory = |e: &Entry| memory.iter().any(|m| std::ptr::eq(m.row(), e.row()));
    for (k, entry) in all.iter().enumerate() {
        for generation in Gen::ALL {
            if !entry.row().exists(generation) {
                continue;
            }
            let made = |r: &&Row| all.iter().any(|e| e.row().name == r.name);
            let alike = rows_beside(entry.row()).filter(|r| r.exists(generation));
            let alike = alike.filter(made);
            let wanted = SAMPLES.div_ceil(alike.count());
            let mut done = 0;
            for sample in 0..5 * wanted {
                if done == wanted {
                    break;
                }
                let (dst, sdst) = (16 + 2 * t.r.below(8) as u8, 30 + 4 * t.r.below(8) as u8);
                let made = entry.instruction(&mut t.r, generation, dst, sdst);
                let Some((inst, gcn_jit::fuzz::code::Item::Inst(words))) = made else {
                    continue;
                };
                let (case, state) = if is_memory(entry) {
                    let seed = ((k * 5 + generation as usize) * SAMPLES + sample) as u64;
                    let mut case = memory_case(generation, seed);
                    let mut state = case.waves.remove(0);
                    state.vgprs.truncate(VGPRS);
                    if t.r.one_in(3) {
                        let exec = t.r.bits();
                        state.set_s64(EXEC_LO, exec);
                    }
                    (case, state)
                } else {
                    (model.clone(), alu_state(&mut t.r, generation, entry))
                };
                let value = |_| Vgpr(std::array::from_fn(|_| t.r.bits() as u32));
                let acc = (0..VGPRS).map(value).collect();
                let state = State { wave: state, acc };
                let checked = t.check(generation, &inst, &words, &case, &state);
                match checked {
                    Ok(executed) => done += usize::from(executed),
                    Err(what) => drop(failures.entry(inst.row().name).or_insert(what)),
                }
            }
        }
    }
    let all: Vec<_> = failures.values().map(String::as_str).collect();
    assert!(all.is_empty(), "{} rows: {}", all.len(), all.join("\n"));
    println!("executed: {:?}", t.runs);
    for (encoding, _) in TABLES {
        // Those of graphics and of matrices are never executed; many others fault by their addresses.
        let never = ["Vintrp", "Exp", "Mai"].contains(encoding);
        let runs = t.runs.get(encoding).copied().unwrap_or(0);
        assert!(never || runs > 750, "{encoding}: {runs}");
    }
}
