//! Functions of one f32 for which compiled code has ways of its own: what they give for every f32, at each of the host's
//! levels, against their definitions in [`gcn_jit::numerics`]. A region's results come from approximations, and the
//! doubt that is left goes to a call; that no doubt is missed only all operands show.
//!
//! The whole is ignored: on a Xeon it takes two minutes of a core for each function, six for logarithms, by as many cores
//! as there are. Of all 4,294,967,296 operands of each the results of both levels, `avx512` and `avx2`, have been compared
//! there, with f32 denormals: none differs.

use std::thread::{available_parallelism, scope};

use gcn_jit::asm::assemble;
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{LANES, Vgpr, Wave};
use gcn_jit::machine::{Env, Exit, Scratch};
use gcn_jit::numerics::{self as n, F32, Format, Mode};

/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Registers of operands, and of results.
const REGISTERS: usize = 16;
/// Operands that a wave takes.
const AT_ONCE: u32 = (REGISTERS * LANES) as u32;
/// MODE of compute kernels, with and without f32 denormals.
const MODES: [u32; 2] = [0x3f0, 0x3c0];

/// An instruction, and what defines its results.
type Function = (&'static str, fn(Format, u64, Mode) -> u64);

const RCP: Function = ("v_rcp_f32", n::rcp);
const SQRT: Function = ("v_sqrt_f32", n::sqrt);
const RSQ: Function = ("v_rsq_f32", n::rsq);
const EXP2: Function = ("v_exp_f32", n::exp2);
const LOG2: Function = ("v_log_f32", n::log2);
const SIN: Function = ("v_sin_f32", n::sin);
const COS: Function = ("v_cos_f32", n::cos);

/// What an instruction gives for operands from each of `starts` on, as many as a wave takes.
fn compare((name, definition): Function, mode: u32, starts: impl Iterator<Item = u32>) {
    let code: String = (0..REGISTERS)
        .map(|k| format!("{name} v{}, v{k}\n", REGISTERS + k))
        .collect();
    let words = assemble(Gen::Gfx9, &format!("{code}s_endpgm\n"))
        .expect("code")
        .words();
    let program = Program::new(Gen::Gfx9, CODE, words);
    let memory = Memory::new(1 << 16).expect("address space for a small arena");
    let (lds, scratch) = (Lds::new(0), Scratch::default());
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &lds,
        scratch: &scratch,
        observed: true,
        clocks: gcn_jit::machine::clocks::Clocks::default(),
    };
    let levels = HostLevel::available().expect("a host").into_iter();
    let levels = levels.filter(|l| *l > HostLevel::Base);
    let engines: Vec<_> = levels
        .map(|l| (l, Jit::with_level(l, None).expect("a compiler")))
        .collect();
    let mut wave = Wave::new(2 * REGISTERS as u32);
    let mut want = [[0; LANES]; REGISTERS];
    for start in starts {
        let operand = |k: usize, lane: usize| start + (k * LANES + lane) as u32;
        for (k, want) in want.iter_mut().enumerate() {
            let f = |lane| definition(F32, operand(k, lane).into(), Mode::f32(mode)) as u32;
            *want = std::array::from_fn(f);
        }
        for (level, jit) in &engines {
            (wave.pc, wave.mode) = (CODE, mode);
            wave.set_exec(u64::MAX);
            for k in 0..REGISTERS {
                wave.vgprs_mut()[k] = Vgpr(std::array::from_fn(|lane| operand(k, lane)));
            }
            let exit = jit.run(&mut wave, &env).expect("no fault");
            assert_eq!(exit, Exit::End);
            for (k, want) in want.iter().enumerate() {
                let got = &wave.vgprs()[REGISTERS + k].0;
                if got != want {
                    let differs = |lane: &usize| got[*lane] != want[*lane];
                    let lane = (0..LANES).find(differs).unwrap_or_default();
                    panic!(
                        "{name} of {:#x} with MODE {mode:#x} at {level}: {:#x} and not {:#x}",
                        operand(k, lane),
                        got[lane],
                        want[lane]
                    );
                }
            }
        }
    }
}

/// All 2^32, by all cores.
fn all(f: Function, mode: u32) {
    let cores = available_parallelism().map_or(1, |n| n.get() as u32);
    scope(|s| {
        for core in 0..cores {
            let chunks = (core..u32::MAX / AT_ONCE + 1).step_by(cores as usize);
            s.spawn(move || compare(f, mode, chunks.map(|k| k * AT_ONCE)));
        }
    });
}

/// Operands of all sizes, those at both ends of each exponent among them.
#[test]
fn some_operands() {
    let exponents = (0..512).map(|e| e << 23);
    let starts = exponents.flat_map(|e: u32| [e, e | 0x2a_f0c0, e | 0x7f_fc00]);
    for f in [RCP, SQRT, RSQ, EXP2, LOG2, SIN, COS] {
        for mode in MODES {
            compare(f, mode, starts.clone());
        }
    }
}

macro_rules! all {
    ($($name:ident: $f:ident $why:literal)+) => {$(
        #[test]
        #[ignore = $why]
        fn $name() {
            all($f, MODES[0]);
        }
    )+};
}

all! {
    reciprocals: RCP "takes minutes"
    square_roots: SQRT "takes minutes"
    reciprocal_square_roots: RSQ "takes minutes"
    powers: EXP2 "takes minutes"
    logarithms: LOG2 "takes minutes"
    sines: SIN "takes minutes"
    cosines: COS "takes minutes"
}
