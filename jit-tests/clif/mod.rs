//! Region IR stated as text: that it reads back as it prints, what the passes make of it, and what the
//! code for it does to a wave. The expected values follow from the operations' definitions in `src/ir`.

use gcn_jit::ir::liveness::{VgprSet, live_out};
use gcn_jit::ir::{Fact, Facts, Func, Order, verify};
use gcn_jit::isa::Gen;
use gcn_jit::jit::abi::ExitCode;
use gcn_jit::jit::compile::{Compiler, Request, ir};
use gcn_jit::loader::CodeObject;
use gcn_jit::lower::Start;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::Memory;
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{Vgpr, Wave};
use gcn_jit::machine::{Env, Scratch};
use gcn_jit::runtime::Device;

/// Denormals kept, round to nearest even.
const MODE: u32 = 0xf0;

fn parse(text: &str) -> Func {
    let func: Func = text.parse().unwrap_or_else(|e| panic!("{e}:\n{text}"));
    verify(&func).unwrap_or_else(|e| panic!("{e}:\n{text}"));
    func
}

/// Runs a function from its first block on a wave of 4 vector registers.
fn run(text: &str, observed: bool, set: impl Fn(&mut Wave)) -> (ExitCode, Wave) {
    let func = parse(text);
    let mut compiler = Compiler::new().expect("a supported host");
    let program = Program::new(Gen::Gfx9, 0x1000, vec![0xbf81_0000]);
    let memory = Memory::new(1 << 16).expect("address space for a small arena");
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &Lds::new(0),
        scratch: &Scratch::default(),
        observed,
        clocks: gcn_jit::machine::clocks::Clocks::default(),
    };
    let mut wave = Wave::new(4);
    wave.budget = 1000;
    set(&mut wave);
    let code = compiler.run(&func, MODE, &mut wave, &env);
    (code.expect("is compiled"), wave)
}

fn lanes(f: impl Fn(u32) -> u32) -> Vgpr {
    Vgpr(std::array::from_fn(|i| f(i as u32)))
}

#[test]
fn every_example_reads_back_as_it_prints() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut kernels = 0;
    // Work-item ids of a one-dimensional work-group.
    let id = Fact {
        stride: 1,
        order: Order::SameSign,
        stale: false,
    };
    let ids = Facts::from([(0, id)]);
    for target in ["gfx803", "gfx900"] {
        for file in std::fs::read_dir(format!("{root}/examples/{target}")).unwrap() {
            let path = file.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let Ok(object) = CodeObject::parse(&bytes, None) else {
                continue;
            };
            let device = Device::new().unwrap();
            let program = device.load(&object).unwrap();
            for k in &program.kernels {
                for start in [Start::Any, Start::Masked, Start::Full(ids.clone())] {
                    let func = ir(&Request {
                        program: &program.program,
                        pc: program.base + k.entry,
                        mode: k.mode,
                        vgprs: k.into(),
                        observed: true,
                        start: &start,
                        shown: Default::default(),
                    });
                    let text = func.to_string();
                    let again = parse(&text);
                    assert_eq!(again, func, "{}", path.display());
                    assert_eq!(again.to_string(), text);
                }
                kernels += 1;
            }
        }
    }
    assert!(kernels >= 14, "{kernels} kernels");
}

#[test]
fn writes_keep_inactive_lanes() {
    let text = "
        block0 entry:
            %exec:s64 = read.q #126
            %0:s32 = const #0
            %id:v32 = affine %0 #1
            %v:v32 = read.v #1
            %sum:v32 = add %id, %v
            write.v %sum, %exec #2
            end 0x40
    ";
    let set = |exec: u64| {
        move |w: &mut Wave| {
            w.set_exec(exec);
            *w.v_mut(1u8) = lanes(|i| 100 * i);
            *w.v_mut(2u8) = lanes(|i| !i);
        }
    };
    let (code, w) = run(text, true, set(0x8000_0000_0000_00f1));
    assert_eq!((code, w.pc), (ExitCode::End, 0x40));
    let active = |i: u32| i == 0 || (4..8).contains(&i) || i == 63;
    assert_eq!(*w.v(2u8), lanes(|i| if active(i) { 101 * i } else { !i }));
    let (_, w) = run(text, true, set(u64::MAX));
    assert_eq!(*w.v(2u8), lanes(|i| 101 * i));
    let (_, w) = run(text, true, set(0));
    assert_eq!(*w.v(2u8), lanes(|i| !i));
}

/// A comparison's mask as a scalar, used by a branch and by lane-wise values of the next region.
#[test]
fn masks_between_regions() {
    let text = "
        block0 entry:
            %exec:s64 = read.q #126
            %0:s32 = const #0
            %id:v32 = affine %0 #1
            %k:s32 = const #10
            %ks:v32 = splat %k
            %below:v1 = cmp.32 %id, %ks #6  ; unsigned <
            %mask:s64 = maskbits %below
            %zero:s64 = const #0
            %any:s1 = cmp.64 %mask, %zero #1  ; !=
            %lanes:v1 = lanebits %mask
            %sel:v32 = select %lanes, %ks, %id
            write.v %sel, %exec #0
            vcc = %mask
            branch %any, block1, block2
        block1:
            %one:s32 = const #1
            s5 = %one
            end 4
        block2:
            barrier 8
    ";
    let (code, w) = run(text, true, |_| {});
    assert_eq!((code, w.pc), (ExitCode::End, 4));
    assert_eq!(w.vcc(), 0x3ff);
    assert_eq!(w.sgpr[5], 1);
    assert_eq!(*w.v(0u8), lanes(|i| i.max(10)));
}

/// A loop over its own back edge, which counts the budget down and yields at its entry.
#[test]
fn loops_yield() {
    let text = "
        block0 @0x100 entry insts 10 scalar 10:
            %n:s32 = read.s #4
            %one:s32 = const #1
            %m:s32 = sub %n, %one
            %zero:s32 = const #0
            %more:s1 = cmp.32 %m, %zero #1
            s4 = %m
            scc = %more
            branch %more, block0, block1
        block1 @0x200:
            end 0x204
    ";
    let (code, w) = run(text, true, |w| w.sgpr[4] = 50);
    assert_eq!((code, w.pc), (ExitCode::End, 0x204));
    assert_eq!((w.sgpr[4], w.scc, w.budget, w.lanes), (0, 0, 500, 500));
    // 1000 instructions are 100 rounds.
    let (code, w) = run(text, true, |w| w.sgpr[4] = 150);
    assert_eq!((code, w.pc), (ExitCode::Yield, 0x100));
    assert_eq!((w.sgpr[4], w.scc, w.budget), (50, 1, 0));
}

/// A fault ends the function where it is: nothing after it happens.
#[test]
fn faults_end_at_once() {
    let text = "
        block0 @0x100 entry:
            %exec:s64 = read.q #126
            %0:s32 = const #0
            %id:v32 = affine %0 #1
            %address:v64 = zext %id
            %limit:s32 = const #0
            store %address, %exec, %limit, %id #0x14 @0x108
            write.v %id, %exec #3
            end 0x110
    ";
    let (code, w) = run(text, true, |_| {});
    assert_eq!(code, ExitCode::Fault);
    assert_eq!(*w.v(3u8), Vgpr::ZERO);
}

fn set(registers: &[u8]) -> VgprSet {
    let mut set = VgprSet::default();
    registers.iter().for_each(|r| set.insert((*r).into()));
    set
}

#[test]
fn liveness() {
    let func = parse(
        "block0 @0x0 entry:
            %c:s1 = read.scc
            %v:v32 = read.v #9
            branch %c, block1, block2
        block1 @0x10:
            %v:v32 = read.v #1
            jump block0
        block2 @0x20:
            %k:s32 = const #3
            %v:s32 = readlane.v %k #2
            barrier 0x30
        block3 @0x30 entry:
            %exec:s64 = read.q #126
            %0:s32 = const #0
            %v:v32 = affine %0 #1
            write.v %v, %exec #4
            end 0x34
        block4 @0x40 entry:
            step 0x40",
    );
    let live = live_out(&func, false);
    // A loop: what block 0 reads itself is live after it. After the barrier nothing is read.
    assert_eq!(live[0], set(&[1, 2, 9]));
    assert_eq!(live[1], set(&[1, 2, 9]));
    assert_eq!(live[2..4], [set(&[]), set(&[])]);
    // The interpreter may read anything.
    assert_eq!(live[4], VgprSet::ALL);
    let live = live_out(&func, true);
    assert_eq!(live[3], VgprSet::ALL);
}

/// What nobody reads any more is not written.
#[test]
fn dead_registers() {
    let text = "
        block0 entry:
            %exec:s64 = read.q #126
            %0:s32 = const #0
            %id:v32 = affine %0 #1
            write.v %id, %exec #1
            end 4
    ";
    assert_eq!(*run(text, false, |_| {}).1.v(1u8), Vgpr::ZERO);
    assert_eq!(*run(text, true, |_| {}).1.v(1u8), lanes(|i| i));
}

#[test]
fn the_verifier_refuses() {
    for (body, what) in [
        (
            "%0:s32 = const #0\n%a:v32 = affine %0\n%b:s32 = not %a",
            "%2 (not): operand 0 has the wrong type",
        ),
        (
            "%a:s32 = const #1\n%b:s32 = add %a",
            "%1 (add): wrong number of operands",
        ),
        (
            "%a:s64 = const #1\n%b:s64 = zext %a",
            "%1 (zext): operand 0 has the wrong type",
        ),
        (
            "%a:s64 = const #1\n%b:v64 = lanebits %a",
            "%1 (lanebits): wrong result type",
        ),
        (
            "%a:s64 = const #1\ns4 = %a",
            "s4 gets a value of the wrong type",
        ),
    ] {
        let func: Func = format!("block0:\n{body}\nend 0").parse().unwrap();
        assert_eq!(verify(&func), Err(format!("block0: {what}")));
    }
    let func: Func = "block0:\njump block1".parse().unwrap();
    assert_eq!(verify(&func), Err("block0: bad terminator".to_owned()));
}

/// Generated code may not touch registers that the wave does not have.
#[test]
fn too_many_registers() {
    let func = parse("block0 entry:\n%v:v32 = read.v #4\nend 0");
    let mut compiler = Compiler::new().expect("a supported host");
    let e = compiler
        .generate_ir(&func, MODE, 4.into(), true)
        .unwrap_err();
    assert!(e.to_string().contains("v4 of 4"), "{e}");
}
