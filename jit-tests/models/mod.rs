//! Small models of what both backends share (addressing, dispatch, the choice of lanes), where agreeing
//! proves nothing: each is a function of a few lines written from the manual's text, and random operands
//! say whether the interpreter and compiled code do the same.
//!
//! The sequence of operands is fixed; `GCN_JIT_DIFF_CASES` multiplies its length (1 by default), and
//! `GCN_JIT_DIFF_SEED` starts another one.

mod buffer;
mod dispatch;
mod lanes;
mod private;
mod scalar;
mod share;

use gcn_jit::asm::assemble;
use gcn_jit::error::FaultKind;
use gcn_jit::fuzz::{Source, WaveState};
use gcn_jit::interp;
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::{Access, Memory};
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{Vgpr, Wave};
use gcn_jit::machine::{Env, Exit, Scratch};

use crate::fuzz::setting;

/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Vector registers of a wave.
const VGPRS: u32 = 16;
/// Bytes of the LDS.
const LDS: u32 = 2048;

/// Choices, different ones for each generation and `what`.
fn source(what: u64, generation: Gen) -> Source<'static> {
    let seed = setting("GCN_JIT_DIFF_SEED", 1);
    Source::seeded(seed << 32 | what << 8 | generation as u64)
}

/// `n`, or more when more is asked for.
fn times(n: u64) -> u64 {
    n * setting("GCN_JIT_DIFF_CASES", 1)
}

/// A register with a value of its own for each lane.
fn each(f: impl FnMut(usize) -> u32) -> Vgpr {
    Vgpr(std::array::from_fn(f))
}

/// Random values in all lanes.
fn noise(r: &mut Source<'_>) -> Vgpr {
    each(|_| r.bits() as u32)
}

/// EXEC: mostly full.
fn exec(r: &mut Source<'_>) -> u64 {
    match r.below(4) {
        0 => r.bits(),
        1 => r.bits() & r.bits() & r.bits(),
        _ => u64::MAX,
    }
}

/// What a program starts from, or leaves.
#[derive(Clone, PartialEq)]
struct State {
    wave: WaveState,
    /// The machine's allocation.
    memory: Vec<u8>,
    lds: Vec<u8>,
}

impl State {
    /// Random vector registers, memory of `bytes` bytes and LDS; scalar ones are zero.
    fn random(r: &mut Source<'_>, bytes: usize) -> State {
        let mut wave = WaveState::new(VGPRS);
        wave.vgprs.fill_with(|| noise(r));
        let mut fill = |n: usize| {
            let mut bytes = vec![0; n];
            for b in bytes.chunks_exact_mut(8) {
                b.copy_from_slice(&r.bits().to_le_bytes());
            }
            bytes
        };
        State {
            wave,
            memory: fill(bytes),
            lds: fill(LDS as usize),
        }
    }

    /// A lane of a register.
    fn v(&mut self, register: usize, lane: usize) -> &mut u32 {
        &mut self.wave.vgprs[register].0[lane]
    }

    /// Whether a lane is active.
    fn active(&self, lane: usize) -> bool {
        self.wave.s64(gcn_jit::isa::EXEC_LO) >> lane & 1 != 0
    }

    fn set_exec(&mut self, exec: u64) {
        self.wave.set_s64(gcn_jit::isa::EXEC_LO, exec);
    }
}

/// Where two states differ first, in words.
fn difference(expected: &State, found: &State) -> String {
    let (x, y) = (&expected.wave, &found.wave);
    for v in 0..VGPRS as usize {
        for lane in 0..64 {
            let (x, y) = (x.vgprs[v].0[lane], y.vgprs[v].0[lane]);
            if x != y {
                return format!("v{v} lane {lane}: {x:#x} expected, found {y:#x}");
            }
        }
    }
    if let Some(s) = (0..128).find(|s| x.sgpr[*s] != y.sgpr[*s]) {
        let (x, y) = (x.sgpr[s], y.sgpr[s]);
        return format!("s{s}: {x:#x} expected, found {y:#x}");
    }
    let bytes = [
        ("memory", &expected.memory, &found.memory),
        ("LDS", &expected.lds, &found.lds),
    ];
    for (name, x, y) in bytes {
        if let Some(i) = (0..x.len()).find(|i| x[*i] != y[*i]) {
            return format!("{name} byte {i}: {:#x} expected, found {:#x}", x[i], y[i]);
        }
    }
    "SCC or MODE".to_owned()
}

/// The fault, planted in compiled code or on both backends, is found by the model that `check` compares it with.
#[cfg(debug_assertions)]
fn is_found(fault: gcn_jit::fuzz::plant::Fault, check: impl Fn() + std::panic::UnwindSafe) {
    let planted = gcn_jit::fuzz::plant::plant(fault);
    let found = std::panic::catch_unwind(check);
    drop(planted);
    let found = found.expect_err("the fault is found");
    let text = found.downcast_ref::<String>().expect("what was found");
    let of_a_backend = ["jit: ", "interp: "].iter().any(|name| text.contains(name));
    assert!(of_a_backend, "{fault:?}: {text}");
}

/// A compiler for each of the host's levels, up to the chosen one; which programs go to which does not
/// matter.
fn compilers() -> Vec<Jit> {
    let most = HostLevel::chosen().expect("a usable host");
    let levels = HostLevel::ALL.into_iter().filter(|l| *l <= most);
    let make = |l| Jit::with_level(l, None).expect("a level that the host has");
    levels.map(make).collect()
}

/// A program with the memory in which it runs.
struct Machine<'a> {
    text: String,
    program: Program,
    memory: Memory,
    /// Guest address of the allocation.
    base: u64,
    bytes: usize,
    lds: Lds,
    private: Scratch,
    jit: &'a Jit,
}

/// How a run ended: what it left, or the lane that left the allocation, where the instruction has one.
type Ended = Result<State, Option<u8>>;

impl<'a> Machine<'a> {
    /// Of code to which an end is added.
    fn new(generation: Gen, text: &str, bytes: usize, jit: &'a Jit) -> Machine<'a> {
        let words = assemble(generation, &format!("{text}\ns_endpgm\n"));
        let words = words.unwrap_or_else(|e| panic!("{generation}: {text}: {e:?}"));
        let memory = Memory::new(1 << 21).expect("an arena");
        let base = memory.alloc(bytes as u64, 256, Access::ReadWrite, "memory");
        Machine {
            text: text.to_owned(),
            program: Program::new(generation, CODE, words.words()),
            base: base.expect("room"),
            memory,
            bytes,
            lds: Lds::new(LDS),
            private: Scratch::default(),
            jit,
        }
    }

    /// Gives lanes so many bytes of private memory, zero.
    fn with_private(mut self, per_lane: u32) -> Machine<'a> {
        self.private = Scratch::new(&self.memory, per_lane).expect("room");
        self
    }

    fn run(&self, state: &State, jit: Option<&Jit>) -> Ended {
        let done = self.memory.write(self.base, &state.memory);
        done.expect("as much as was allocated");
        for (d, bytes) in self.lds.dwords().iter().zip(state.lds.chunks_exact(4)) {
            d.set(u32::from_le_bytes(bytes.try_into().expect("four bytes")));
        }
        let env = Env {
            program: &self.program,
            memory: &self.memory,
            lds: &self.lds,
            scratch: &self.private,
            observed: true,
            clocks: gcn_jit::machine::clocks::Clocks::default(),
        };
        let mut w = Wave::new(VGPRS);
        state.wave.load(&mut w);
        w.budget = i64::MAX;
        let exit = loop {
            match jit {
                Some(jit) => match jit.run(&mut w, &env) {
                    Ok(Exit::Yield) => w.budget = i64::MAX,
                    exit => break exit,
                },
                None => break interp::run(&mut w, &env),
            }
        };
        match exit {
            Ok(exit) => assert_eq!(exit, Exit::End, "{}", self.text),
            Err(f) => {
                let outside = matches!(f.kind, FaultKind::Read { .. } | FaultKind::Write { .. });
                assert!(outside, "{}: {}", self.text, f.kind);
                return Err(f.lane);
            }
        }
        let mut memory = vec![0; self.bytes];
        let done = self.memory.read(self.base, &mut memory);
        done.expect("as much as was allocated");
        let wave = WaveState {
            sgpr: w.sgpr,
            scc: w.scc,
            mode: w.mode,
            vgprs: w.vgprs().to_vec(),
        };
        let mut lds = vec![0; LDS as usize];
        for (b, d) in lds.chunks_exact_mut(4).zip(self.lds.dwords()) {
            b.copy_from_slice(&d.get().to_le_bytes());
        }
        Ok(State { wave, memory, lds })
    }

    /// Runs it on both backends, which must do as `expected` says; `what` says which operands it has.
    fn check(&self, state: &State, expected: &Ended, what: impl Fn() -> String) {
        for jit in [None, Some(self.jit)] {
            self.check_one(state, expected, jit, &what);
        }
    }

    /// As [`Machine::check`], on one backend.
    fn check_one(
        &self,
        state: &State,
        expected: &Ended,
        jit: Option<&Jit>,
        what: &impl Fn() -> String,
    ) {
        let found = self.run(state, jit);
        if found != *expected {
            let backend = if jit.is_some() { "jit" } else { "interp" };
            let difference = match (expected, &found) {
                (Ok(x), Ok(y)) => difference(x, y),
                (x, y) => {
                    let end = |e: &Ended| match e {
                        Ok(_) => "an end".to_owned(),
                        Err(lane) => format!("a fault in lane {lane:?}"),
                    };
                    format!("{} expected, found {}", end(x), end(y))
                }
            };
            let generation = self.program.generation();
            panic!(
                "{generation}, {backend}: {}: {}: {difference}",
                self.text,
                what()
            );
        }
    }
}
