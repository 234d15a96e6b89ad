//! Random programs on both backends: registers, memory, LDS, faults and counts must be equal.
//!
//! Where `differential` looks at single instructions, this looks at what happens between them:
//! regions, register values forwarded under changing EXEC, loads and stores in lock-step, control
//! flow and yields. Few registers, so that instructions depend on each other and overwrite results.
//! The sequence is fixed; `GCN_JIT_DIFF_CASES` multiplies its length (1 by default), and
//! `GCN_JIT_DIFF_SEED` starts another one.

mod maker;

use std::panic::{AssertUnwindSafe, catch_unwind};

use gcn_jit::disasm::disasm;
use gcn_jit::encode::encode;
use gcn_jit::error::Fault;
use gcn_jit::exec::lds::Lds;
use gcn_jit::exec::memory::{Access, Memory};
use gcn_jit::exec::program::Program;
use gcn_jit::exec::{Engine, Env, Exit, PRIVATE_APERTURE_HI, SHARED_APERTURE_HI, Scratch};
use gcn_jit::interp;
use gcn_jit::isa::{
    Decoded, Dpp, Ds, DsFields, EXEC_LO, Flags, Flat, FlatFields, Gen, InlineFloat, Inst, M0,
    Mubuf, MubufFields, Operand, Row, Sdwa, Segment, Smem, SmemFields, Sop1, Sop2, Sopc, Sopk,
    Sopp, Ty, VCC_LO, Vop, Vop1, Vop2, Vop3, Vop3p, VopForm, Vopc,
};
use gcn_jit::jit::Jit;
use gcn_jit::jit::compile::ir_of;
use gcn_jit::lower::Start;
use gcn_jit::state::{Vgpr, Wave};

use gcn_jit::fuzz::values::dword;

use crate::differential::{Rng, setting};
use maker::*;

/// Vector registers of a wave.
const VGPRS: u32 = 16;
/// Those that random instructions use at most; then three loop counters, and the lane's number x 4.
const POOL: u64 = 12;
/// The register with the lane's number x 4.
const LANE4: u8 = 15;
/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Bytes of the buffer.
const BUFFER: usize = 4096;
/// Bytes of LDS that random instructions use; behind it is room for all vector registers.
const LDS: u32 = 512;
/// Bytes of private memory per lane.
const PRIVATE: u32 = 64;
/// Instructions after which a program is given up (those of a failing one that is being reduced
/// may loop for ever).
const LIMIT: u64 = 60_000;
/// Reserved scalar registers: address of the buffer, V#, and by depth loop counters and saved EXEC.
const BASE: u8 = 0;
const VSHARP: u8 = 16;
const COUNTER: u8 = 20;
const SAVED: u8 = 32;
const TARGET: u8 = 40;
const RETURN: u8 = 42;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
struct Run {
    generation: Gen,
    mode: u32,
    observed: bool,
    /// Budget of each call of compiled code.
    slice: i64,
    /// Seed of the initial state.
    state: u64,
}

/// Initial state.
fn wave(run: Run, buffer: u64) -> Wave {
    let mut r = Rng::seeded(run.state);
    let r = &mut r;
    let mut w = Wave::new(VGPRS);
    for i in 0..128 {
        let kind = r.below(8);
        w.sgpr[i] = dword(r, kind, i & 1 != 0);
    }
    for i in 0..VGPRS as usize {
        // As at a kernel's start, more often than not.
        let kind = match r.below(2) {
            0 if i < 3 => 8 + r.below(5),
            _ => r.below(18),
        };
        let uniform = r.bits() as u32 & 0xfff;
        let near = r
            .pick(&[0, 0x7fff_ffff, 0xffff_ffff, 0x3fff_ffff, 64u32])
            .wrapping_sub(uniform & 0x7f);
        w.vgprs_mut()[i] = Vgpr(std::array::from_fn(|lane| match kind {
            8 => 4 * lane as u32,
            9 => 8 * lane as u32 + 64,
            10 => uniform,
            11 => 252 - 4 * lane as u32,
            12 => near.wrapping_add(lane as u32),
            13.. => r.below(4096) as u32,
            kind => dword(r, kind, i & 1 != 0),
        }));
    }
    w.vgprs_mut()[LANE4 as usize] = Vgpr(std::array::from_fn(|lane| 4 * lane as u32));
    w.set_s64(BASE, buffer);
    w.set_s64(VSHARP, buffer);
    w.sgpr[VSHARP as usize + 2] = BUFFER as u32;
    // 32-bit unsigned integers.
    w.sgpr[VSHARP as usize + 3] = 4 << 15 | 4 << 12 | 0xfac;
    w.sgpr[M0 as usize] = if r.one_in(8) { 300 } else { u32::MAX };
    let exec = match r.below(6) {
        0..=2 => u64::MAX,
        3 => r.bits(),
        4 => r.bits() & r.bits() & r.bits(),
        _ => r.pick(&[0, 1, 1 << 63, 0xffff_ffff, 0x5555_5555_5555_5555]),
    };
    w.set_exec(exec);
    w.scc = r.below(2) as u32;
    w.mode = run.mode;
    w.pc = CODE;
    w
}

/// A device with a buffer and private memory.
struct Device {
    memory: Memory,
    buffer: u64,
    scratch: u64,
}

impl Device {
    fn new() -> Device {
        let memory = Memory::new(1 << 20).expect("address space for a small arena");
        let alloc = |n: usize| {
            memory
                .alloc(n as u64, 1, Access::ReadWrite, "buffer")
                .expect("room for a small buffer")
        };
        let (buffer, scratch) = (alloc(BUFFER), alloc(64 * PRIVATE as usize));
        Device {
            memory,
            buffer,
            scratch,
        }
    }

    fn fill(&self, seed: u64) {
        let mut r = Rng::seeded(seed ^ 0xabcd);
        let mut bytes = vec![];
        for i in 0..(BUFFER + 64 * PRIVATE as usize) / 4 {
            let kind = r.below(8);
            bytes.extend(dword(&mut r, kind, i & 1 != 0).to_le_bytes());
        }
        let (a, b) = bytes.split_at(BUFFER);
        self.memory.write(self.buffer, a).expect("in the buffer");
        self.memory.write(self.scratch, b).expect("in the buffer");
    }

    fn contents(&self) -> Vec<u8> {
        let mut out = vec![0; BUFFER + 64 * PRIVATE as usize];
        let (a, b) = out.split_at_mut(BUFFER);
        self.memory.read(self.buffer, a).expect("in the buffer");
        self.memory.read(self.scratch, b).expect("in the buffer");
        out
    }
}

/// Both backends and what they run on.
struct Bench {
    jit: Jit,
    devices: [Device; 2],
    /// Programs that ended, and that faulted.
    ended: u64,
    faulted: u64,
    executed: u64,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            jit: Jit::new().expect("a compiler for this host"),
            devices: [Device::new(), Device::new()],
            ended: 0,
            faulted: 0,
            executed: 0,
        }
    }

    /// What differs between the backends; nothing when the program does not end.
    fn compare(&mut self, words: &[u32], run: Run) -> Vec<String> {
        let program = Program::new(run.generation, CODE, words.to_vec());
        let ldss = [Lds::new(LDS + 256 * VGPRS), Lds::new(LDS + 256 * VGPRS)];
        let mut waves = [0, 1].map(|i| wave(run, self.devices[i].buffer));
        let mut ends = vec![];
        let mut broken = false;
        for k in 0..2 {
            let d = &self.devices[k];
            d.fill(run.state);
            let mut r = Rng::seeded(run.state ^ 0x1234);
            for dword in ldss[k].dwords().iter().take(LDS as usize / 4) {
                dword.store(r.bits() as u32, std::sync::atomic::Ordering::Relaxed);
            }
            let env = Env {
                program: &program,
                memory: &d.memory,
                lds: &ldss[k],
                scratch: Scratch {
                    base: d.scratch,
                    per_lane: PRIVATE,
                },
                observed: run.observed,
            };
            let w = &mut waves[k];
            let jit = &self.jit;
            let end = catch_unwind(AssertUnwindSafe(|| {
                let mut barriers = 0;
                loop {
                    w.budget = if k == 0 { LIMIT as i64 } else { run.slice };
                    let r = match k {
                        0 => interp::run(w, &env),
                        _ => jit.run(w, &env),
                    };
                    match r {
                        Ok(Exit::End) => return Some(format!("end after {barriers} barriers")),
                        Ok(Exit::Barrier) => barriers += 1,
                        Ok(Exit::Yield) => {}
                        Err(f) => return Some(text(&f)),
                    }
                    if w.instructions > LIMIT {
                        return None;
                    }
                }
            }));
            match end {
                Ok(None) if k == 0 => return vec![],
                Ok(None) => ends.push("no end".to_owned()),
                Ok(Some(t)) => ends.push(t),
                Err(e) => {
                    broken = true;
                    let what = e.downcast_ref::<String>().cloned().unwrap_or_default();
                    ends.push(format!("panic {what}"));
                }
            }
        }
        if broken {
            self.jit = Jit::new().expect("a compiler for this host");
        }
        let [a, b] = &waves;
        self.executed += a.instructions;
        if ends[0] != ends[1] {
            return vec![format!("interp: {}, jit: {}", ends[0], ends[1])];
        }
        let mut out = vec![];
        if ends[0].starts_with("end") {
            self.ended += 1;
            for i in 0..128 {
                if run.observed && a.sgpr[i] != b.sgpr[i] {
                    let (x, y) = (a.sgpr[i], b.sgpr[i]);
                    out.push(format!("s{i}: interp {x:#010x}, jit {y:#010x}"));
                }
            }
            let all = a.vgprs().iter().zip(b.vgprs()).enumerate();
            for (v, (x, y)) in all.filter(|_| run.observed) {
                for lane in 0..64 {
                    if x.0[lane] != y.0[lane] {
                        let (x, y) = (x.0[lane], y.0[lane]);
                        out.push(format!("v{v}[{lane}]: interp {x:#010x}, jit {y:#010x}"));
                    }
                }
            }
            let scc = |w: &Wave| if run.observed { w.scc } else { 0 };
            let rest = |w: &Wave| (scc(w), w.mode, w.pc, w.instructions, w.lanes);
            if rest(a) != rest(b) {
                let (x, y) = (rest(a), rest(b));
                out.push(format!(
                    "scc, mode, pc, instructions, lanes: interp {x:x?}, jit {y:x?}"
                ));
            }
        } else {
            self.faulted += 1;
        }
        let lds = |l: &Lds, i: usize| l.dwords()[i].load(std::sync::atomic::Ordering::Relaxed);
        for i in 0..ldss[0].dwords().len() {
            let (x, y) = (lds(&ldss[0], i), lds(&ldss[1], i));
            if x != y {
                let at = 4 * i;
                out.push(match (at as u32).checked_sub(LDS) {
                    Some(d) => format!(
                        "stored v{}[{}]: interp {x:#x}, jit {y:#x}",
                        d / 256,
                        d / 4 % 64
                    ),
                    None => format!("lds[{at}]: interp {x:#x}, jit {y:#x}"),
                });
            }
        }
        let (x, y) = (self.devices[0].contents(), self.devices[1].contents());
        for (i, (x, y)) in x.iter().zip(&y).enumerate() {
            if x != y {
                out.push(format!("memory byte {i}: interp {x:#x}, jit {y:#x}"));
            }
        }
        out
    }
}

fn text(f: &Fault) -> String {
    format!("{} at {:#x}, lane {:?}", f.kind, f.pc, f.lane)
}

/// Leaves out what is not needed for the difference, and describes the rest.
fn reduce(bench: &mut Bench, items: &[Item], run: Run, differences: Vec<String>) -> String {
    let (mut items, mut differences, mut run) = (items.to_vec(), differences, run);
    let mut attempt = |items: &[Item], run: Run| bench.compare(&link(items), run);
    let d = attempt(
        &items,
        Run {
            slice: i64::MAX,
            ..run
        },
    );
    if !d.is_empty() {
        (run.slice, differences) = (i64::MAX, d);
    }
    let mut step = items.len().div_ceil(2).next_power_of_two();
    while step > 0 {
        let before = items.len();
        let mut k = 0;
        while k < items.len() {
            let mut fewer = items.clone();
            fewer.drain(k..(k + step).min(items.len()));
            // The end must stay.
            let ends = |i: &Item| {
                matches!(
                    i,
                    Item::Inst(
                        Inst::Sopp {
                            op: Sopp::S_ENDPGM,
                            ..
                        },
                        _
                    )
                )
            };
            let d = match fewer.iter().any(ends) {
                true => attempt(&fewer, run),
                false => vec![],
            };
            if d.is_empty() {
                k += step;
            } else {
                (items, differences) = (fewer, d);
            }
        }
        // What could not be left out may be after others are.
        if step > 1 || items.len() == before {
            step /= 2;
        }
    }
    let words = link(&items);
    let program = Program::new(run.generation, CODE, words.clone());
    let mut out = format!("{run:x?}\n");
    let start = wave(run, bench.devices[0].buffer);
    out.push_str(&format!("exec {:#018x}, {words:08x?}\n", start.exec()));
    let mut pc = CODE;
    while let Ok(d) = program.at(pc) {
        let Decoded { inst, size } = *d;
        let d = Decoded { inst, size };
        out.push_str(&format!(
            "  {pc:#x}: {}\n",
            disasm(run.generation, &d, Some(pc))
        ));
        pc += size as u64;
    }
    for d in differences.iter().take(4) {
        out.push_str(&format!("    {d}\n"));
    }
    out.push_str(&ir_of(&program, CODE, run.mode, VGPRS, &Start::Any));
    out
}

fn mode(r: &mut Rng<'_>) -> u32 {
    match r.below(4) {
        0 | 1 => 0x3f0,
        2 => 0x3c0,
        _ => r.bits() as u32 & 0x3ff,
    }
}

/// Runs `cases` programs per generation that `make` writes.
fn campaign(seed: u64, cases: u64, flow: bool) {
    let cases = cases * setting("GCN_JIT_DIFF_CASES", 1);
    let mut r = Rng::seeded(setting("GCN_JIT_DIFF_SEED", 1).wrapping_mul(seed));
    let rows = rows();
    let mut bench = Bench::new();
    let mut failures = vec![];
    let shown = setting("GCN_JIT_DIFF_SHOWN", 3) as usize;
    'all: for case in 0..cases {
        for generation in Gen::ALL {
            let observed = r.one_in(2);
            let mut m = Maker {
                r: &mut r,
                g: generation,
                items: vec![],
                labels: 0,
                rows: &rows,
                pool: 0,
                pairs: 0,
            };
            m.pool = m.r.pick(&[2, 4, 6, POOL]);
            m.pairs = m.r.pick(&[3, 5, 7, 7]);
            if flow {
                m.program(observed);
            } else {
                let n = match m.r.below(4) {
                    0 => 2 + m.r.below(10),
                    1 => 2 + m.r.below(119),
                    _ => 2 + m.r.below(40),
                };
                if m.r.one_in(16) {
                    // A region that is cut for its length.
                    (0..2 * n + 100).for_each(|_| m.vector_alu(&rows.common));
                } else {
                    m.any(n);
                }
                if !observed {
                    m.dump();
                }
                m.end();
            }
            let items = m.items;
            let words = link(&items);
            let mode = mode(&mut r);
            for state in 0..3 {
                let run = Run {
                    generation,
                    mode,
                    observed,
                    slice: r.pick(&[i64::MAX, 1, 7, 50]),
                    state: r.bits(),
                };
                let compiled = |b: &Bench| b.jit.counters().blocks_compiled;
                let before = compiled(&bench);
                let mut d = bench.compare(&words, run);
                // What cannot be compiled is interpreted: that would compare nothing.
                if state == 0 && d.is_empty() && compiled(&bench) == before {
                    d.push("not compiled".to_owned());
                }
                if !d.is_empty() {
                    failures.push(reduce(&mut bench, &items, run, d));
                    if failures.len() >= shown {
                        break 'all;
                    }
                    break;
                }
            }
        }
        if case % 100 == 99 {
            // Compiled code is never freed.
            bench.jit = Jit::new().expect("a compiler for this host");
        }
    }
    println!(
        "{} runs ended, {} faulted, {} instructions executed",
        bench.ended, bench.faulted, bench.executed
    );
    assert!(
        failures.is_empty(),
        "{} programs differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn straight_code_agrees() {
    campaign(0x5151, 12, false);
}

#[test]
fn control_flow_agrees() {
    campaign(0x7373, 8, true);
}

/// Loops without an end give the wave back when its budget is used up, whatever closes them.
#[test]
fn endless_loops_can_be_stopped() {
    let jit = Jit::new().expect("a compiler for this host");
    let device = Device::new();
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
                memory: &device.memory,
                lds: &lds,
                scratch: Scratch::default(),
                observed: true,
            };
            let mut w = Wave::new(VGPRS);
            (w.pc, w.budget) = (CODE, 1000);
            let r = jit.run(&mut w, &env);
            assert_eq!(r, Ok(Exit::Yield), "{generation} {words:08x?}");
            assert!((1000..1010).contains(&w.instructions));
        }
    }
}
