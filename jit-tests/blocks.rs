//! Short runs of the fuzz targets `block` and `kernel`, and programs without an end.
//!
//! Each round is a program, on several states. The sequence is fixed; `GCN_JIT_DIFF_CASES` multiplies
//! its length (1 by default), and `GCN_JIT_DIFF_SEED` starts another one.

use gcn_jit::encode::encode;
use gcn_jit::fuzz::block::Block;
use gcn_jit::fuzz::kernel::Kernel;
use gcn_jit::fuzz::{Counts, Found, Round, Session, Source, Target};
use gcn_jit::isa::{Gen, Inst, Operand, Sop1, Sopp};
use gcn_jit::jit::Jit;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::Wave;
use gcn_jit::machine::{Env, Exit, Scratch};

use crate::fuzz::{setting, text};

/// Guest address of the code.
const CODE: u64 = 0x1000;

/// One round for a generation.
fn round(
    target: &mut dyn Target,
    session: &mut Session,
    counts: &mut Counts,
    (seed, generation): (u64, Gen),
) -> Result<(), Box<Found>> {
    target.round(&mut Round {
        source: &mut Source::seeded(seed),
        session,
        counts,
        generations: &[generation],
        wanted: &[],
        checks: Default::default(),
    })
}

/// Runs `rounds` rounds of a target per generation.
fn campaign(target: &mut dyn Target, rounds: u64) {
    let rounds = rounds * setting("GCN_JIT_DIFF_CASES", 1);
    let seed = setting("GCN_JIT_DIFF_SEED", 1) << 32;
    let mut session = Session::new().expect("a compiler for this host");
    let mut counts = Counts::default();
    for k in 0..rounds {
        for generation in Gen::ALL {
            let at = (seed + k, generation);
            if let Err(found) = round(target, &mut session, &mut counts, at) {
                let text = text(&mut session, *found);
                panic!("{generation}, seed {}: {text}", seed + k);
            }
        }
    }
    let (reached, all) = counts.rows(&Gen::ALL);
    println!("{counts}{reached} of {all} rows reached");
}

#[test]
fn straight_code_agrees() {
    campaign(&mut Block, 6);
}

#[test]
fn control_flow_agrees() {
    campaign(&mut Kernel, 5);
}

/// Loops without an end give the wave back when its budget is used up, whatever closes them.
#[test]
fn endless_loops_can_be_stopped() {
    let jit = Jit::new().expect("a compiler for this host");
    let memory = Memory::new(1 << 20).expect("address space for a small arena");
    let lds = Lds::new(0);
    for generation in Gen::ALL {
        let op = |inst| encode(generation, &inst).expect("exists everywhere")[0];
        let sop1 = |op_, sdst, s| {
            op(Inst::Sop1 {
                op: op_,
                sdst,
                ssrc0: s,
            })
        };
        let sopp = |op_, simm16| op(Inst::Sopp { op: op_, simm16 });
        let getpc = sop1(Sop1::S_GETPC_B64, 4, Operand::Int(0));
        let loops = [
            vec![sopp(Sopp::S_BRANCH, 0xffff)],
            vec![sopp(Sopp::S_BRANCH, 0), sopp(Sopp::S_BRANCH, 0xfffe)],
            vec![sopp(Sopp::S_CBRANCH_EXECNZ, 0xffff)],
            // s[4:5] is the address after it.
            vec![getpc, sop1(Sop1::S_SETPC_B64, 0, Operand::Sgpr(4))],
            vec![getpc, sop1(Sop1::S_SWAPPC_B64, 6, Operand::Sgpr(4))],
            // The interpreter's instructions.
            vec![sopp(Sopp::S_ICACHE_INV, 0), sopp(Sopp::S_BRANCH, 0xfffe)],
        ];
        for words in loops {
            let program = Program::new(generation, CODE, words.clone());
            let env = Env {
                program: &program,
                memory: &memory,
                lds: &lds,
                scratch: &Scratch::default(),
                observed: true,
                clocks: gcn_jit::machine::clocks::Clocks::default(),
            };
            let mut w = Wave::new(1);
            (w.pc, w.budget) = (CODE, 1000);
            let r = jit.run(&mut w, &env);
            assert_eq!(r, Ok(Exit::Yield), "{generation} {words:08x?}");
            assert!((1000..1010).contains(&w.instructions));
        }
    }
}
