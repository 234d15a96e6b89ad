//! Rounds, chains, limits and faults, with engines whose waves do what a function says.

use std::sync::Mutex;

use super::*;
use crate::isa::Gen;
use crate::loader::CodeObject;
use crate::machine::memory::Window;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::wave::Vgpr;
use crate::runtime::{ArgValue, Device, LoadedProgram, Stats};

/// An engine whose waves do what a function says: they start with PC at the program's first
/// byte and may count in it where they are.
struct Script<F>(F);

impl<F: Fn(&mut Wave, &Env<'_>) -> Result<Exit, Fault> + Sync> Engine for Script<F> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        (self.0)(wave, env)
    }

    fn slice(&self) -> i64 {
        1000
    }
}

/// A raw program of 64 words for `generation`; what they say does not matter.
fn program(device: &Device, generation: Gen) -> LoadedProgram {
    let object = CodeObject::parse(&[0; 256], Some(generation.target())).expect("raw");
    let mut program = device.load(&object).expect("loads");
    program.kernels[0].private_size = 100;
    program
}

/// The same for gfx900, whose waves may follow each other: they have no private memory.
fn chaining(device: &Device) -> LoadedProgram {
    let mut program = program(device, Gen::Gfx9);
    program.kernels[0].private_size = 0;
    program
}

fn run<F>(launch: &Launch<'_>, script: F) -> Result<Stats, LaunchError>
where
    F: Fn(&mut Wave, &Env<'_>) -> Result<Exit, Fault> + Sync,
{
    let device = Device::new().expect("a device");
    let program = program(&device, Gen::Gfx9);
    let stats = device.launch_on(&program, launch, &Script(script));
    // Whatever happened, the launch has given its memory back.
    let expected = program.base + 64 * 1024 + 2 * 4096;
    let next = device.alloc_raw("next", 8).expect("room");
    assert!(next <= expected, "{next:#x}");
    stats
}

fn fault(e: LaunchError) -> Fault {
    match e {
        LaunchError::Fault(f) => *f,
        other => panic!("{other}"),
    }
}

#[test]
fn every_wave_starts_with_its_registers() {
    let mut launch = Launch::new(0, 0, 0);
    launch.grid = [70, 3, 2];
    launch.local = [32, 2, 2];
    launch.dimensions = 3;
    launch.args = vec![ArgValue::Buffer(0x1234)];
    launch.threads = 2;
    let seen = Mutex::new(Vec::new());
    let stats = run(&launch, |w, env| {
        let kernarg = env.memory.load(&mut Window::EMPTY.clone(), w.s64(0));
        assert_eq!(kernarg, Ok(0x1234u64.to_le_bytes()));
        // 100 bytes for 64 lanes, in units of 16; the addresses are those of the wave's number.
        assert_eq!(env.scratch.per_lane(), 100);
        let scratch = env.scratch.window();
        assert_eq!(scratch.len, 100 * 64);
        let index = u64::from(w.index) + 1;
        assert_eq!(scratch.base, PRIVATE_BASE + index * 112 * 64);
        assert!(env.memory.window(scratch.base).is_none());
        // Zero, whatever the last wave has left there.
        let left = env.scratch.contents(env.memory);
        assert!(left.iter().all(|b| *b == 0));
        env.scratch.fill(env.memory, &[0xa5; 100 * 64]);
        assert_eq!(w.sgpr[2..5], w.workgroup);
        assert_eq!(w.sgpr[5..106], [0; 101]);
        assert_eq!((w.mode, w.trapsts), (0xf0, 0));
        let lanes = w.exec().trailing_ones() as usize;
        assert_eq!(w.exec().count_ones() as usize, lanes);
        for lane in 0..lanes {
            let local = [w.v(0u8).0[lane], w.v(1u8).0[lane], w.v(2u8).0[lane]];
            let global: [u32; 3] =
                std::array::from_fn(|d| w.workgroup[d] * launch.local[d] + local[d]);
            seen.lock().expect("no panic").push(global);
        }
        assert_eq!(w.v(3u8), &Vgpr::ZERO);
        // The next wave in this storage must not see these.
        w.v_mut(3u8).0[9] = 1;
        w.sgpr[50] = 1;
        w.mode = 0;
        w.trapsts = 1;
        w.scc = 1;
        w.instructions += 2;
        w.lanes += lanes as u64;
        Ok(Exit::End)
    })
    .expect("runs");
    let mut seen = seen.into_inner().expect("no panic");
    seen.sort_unstable();
    let mut expected = Vec::new();
    for x in 0..70 {
        for y in 0..3 {
            expected.extend((0..2).map(|z| [x, y, z]));
        }
    }
    assert_eq!(seen, expected);
    // x: 32, 32, 6; y: 2, 1; z: 2. Work-items 128, 128, 24 and 64, 64, 12.
    assert_eq!(stats.workgroups, 6);
    assert_eq!(stats.waves, 2 + 2 + 1 + 1 + 1 + 1);
    assert_eq!(stats.instructions, 2 * stats.waves);
    assert_eq!(stats.lanes, 70 * 3 * 2);
    assert_eq!(stats.threads, 2);
}

/// Waves that have ended do not count at a barrier; the others pass it together.
#[test]
fn barriers_wait_for_the_waves_that_have_not_ended() {
    let mut launch = Launch::new(0, 256, 256);
    launch.capture = true;
    let log = Mutex::new(Vec::new());
    let stats = run(&launch, |w, _| {
        log.lock().expect("no panic").push((w.index, w.sgpr[30]));
        w.sgpr[30] += 1;
        Ok(match (w.index, w.sgpr[30]) {
            (3, 1) => Exit::End,
            (2, 2) => Exit::Yield,
            (_, 4) => Exit::End,
            _ => Exit::Barrier,
        })
    })
    .expect("runs");
    let log = log.into_inner().expect("no panic");
    let expected = [
        (0, 0),
        (1, 0),
        (2, 0),
        (3, 0),
        (0, 1),
        (1, 1),
        (2, 1),
        // Wave 2 yields before the barrier and goes on alone.
        (2, 2),
        (0, 2),
        (1, 2),
        (2, 3),
        (0, 3),
        (1, 3),
    ];
    assert_eq!(log, expected);
    let ended: Vec<_> = stats
        .captured
        .iter()
        .map(|w| (w.wave, w.sgpr[30]))
        .collect();
    assert_eq!(ended, [(0, 4), (1, 4), (2, 4), (3, 1)]);
}

/// As [`Script`], with waves that follow each other.
struct Chained<F>(Script<F>);

impl<F: Fn(&mut Wave, &Env<'_>) -> Result<Exit, Fault> + Sync> Engine for Chained<F> {
    fn run(&self, wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
        self.0.run(wave, env)
    }

    fn run_chain(&self, waves: &mut dyn Waves, env: &Env<'_>) -> Result<Exit, Fault> {
        let mut turn = Turn::alone(waves.current());
        loop {
            let exit = self.0.run(turn.wave, env)?;
            turn.wave.clear_stale();
            if Turn::passes_on(&mut turn.wave, &mut turn.next, exit) {
                continue;
            }
            if exit == Exit::Yield {
                return Ok(exit);
            }
            turn = match waves.go_on(exit) {
                Some(next) => next,
                None => return Ok(exit),
            };
        }
    }

    fn slice(&self) -> i64 {
        self.0.slice()
    }

    fn clears(&self) -> bool {
        true
    }
}

/// The turns of waves that come to barriers, of three work-groups, one after the other and in chains: `work`
/// instructions each, where wave, turn and exit are not a barrier.
fn turns(work: u64, others: &[(u32, u32, Exit)]) -> [Vec<(u32, u32, u32)>; 2] {
    let mut launch = Launch::new(0, 256 * 3, 256);
    launch.threads = 1;
    let device = Device::new().expect("a device");
    let program = chaining(&device);
    let log = Mutex::new(Vec::new());
    let step = |w: &mut Wave, _: &Env<'_>| {
        let turn = w.sgpr[30];
        log.lock()
            .expect("no panic")
            .push((w.workgroup[0], w.index, turn));
        w.sgpr[30] += 1;
        w.clean = false;
        w.instructions += work;
        let other = others.iter().find(|o| (o.0, o.1) == (w.index, turn));
        Ok(match (other, turn) {
            (Some((.., exit)), _) => *exit,
            (None, 4..) => Exit::End,
            (None, _) => Exit::Barrier,
        })
    };
    let alone = device.launch_on(&program, &launch, &Script(&step));
    let alone = alone.expect("runs").lanes;
    let want = std::mem::take(&mut *log.lock().expect("no panic"));
    let chained = device.launch_on(&program, &launch, &Chained(Script(&step)));
    assert_eq!(chained.expect("runs").lanes, alone);
    [want, log.into_inner().expect("no panic")]
}

/// Waves that follow each other within the engine do so in the same order as without, and not beyond
/// their slice.
#[test]
fn waves_that_follow_each_other_keep_their_order() {
    for work in [0, 150, 400] {
        let [alone, chained] = turns(work, &[(2, 1, Exit::Yield), (3, 0, Exit::End)]);
        assert_eq!(alone.len(), 3 * (1 + 5 + 5 + 5));
        assert_eq!(alone, chained);
        // All in step, until one yields or ends between others that wait.
        for others in [
            &[][..],
            &[(2, 2, Exit::Yield)],
            &[(1, 3, Exit::End)],
            &[(3, 2, Exit::End), (0, 3, Exit::Yield)],
        ] {
            let [alone, chained] = turns(work, others);
            assert_eq!(alone, chained, "{work} {others:?}");
        }
    }
}

/// What waves start with, and what they are told to have done, of a grid whose work-groups follow each other: one
/// after the other and in chains. `faulty`: the wave that does not end well, by work-group and number.
fn starts(local: [u32; 3], faulty: Option<([u32; 3], u32)>) -> [(Vec<Started>, String); 2] {
    let mut launch = Launch::new(0, 0, 0);
    launch.grid = [64 * 70 + 5, 7, 2];
    launch.local = local;
    launch.dimensions = 3;
    launch.threads = 1;
    let device = Device::new().expect("a device");
    let program = chaining(&device);
    let log = Mutex::new(Vec::new());
    let step = |w: &mut Wave, _: &Env<'_>| {
        w.clear_stale();
        let ids = [0u8, 1, 2].map(|r| w.v(r).0);
        let registers = (w.sgpr, [w.scc, w.mode, w.trapsts]);
        let counts = (w.pc, w.instructions, w.lanes, w.group_waves);
        let who = (w.workgroup, w.index);
        log.lock()
            .expect("no panic")
            .push((who, ids, registers, counts));
        // What the next one is not to see; some leave the scalars as they are.
        (w.scc, w.mode, w.trapsts) = (1, 0, 3);
        w.set_exec(0);
        w.v_mut(1u8).0[3] = 77;
        if w.index != 1 {
            w.sgpr[20] = 5;
            w.clean = false;
        }
        w.instructions += 7;
        w.lanes += 9;
        w.pc += 8;
        if faulty == Some(who) {
            Err(Fault::new(FaultKind::PcOutOfCode, w.pc))
        } else {
            Ok(Exit::End)
        }
    };
    let done = |engine: &dyn Engine| {
        let told = match device.launch_on(&program, &launch, engine) {
            Ok(s) => format!("{} {} {}", s.instructions, s.lanes, s.waves),
            Err(e) => fault(e).to_string(),
        };
        (std::mem::take(&mut *log.lock().expect("no panic")), told)
    };
    [done(&Script(&step)), done(&Chained(Script(&step)))]
}

/// Who starts, the work-item ids, the scalar registers, and PC, counts and waves of the work-group.
type Started = (
    ([u32; 3], u32),
    [[u32; 64]; 3],
    ([u32; 128], [u32; 3]),
    (u64, u64, u64, u32),
);

/// Waves that an engine goes through by itself start as those that the scheduler starts, and no other ones.
#[test]
fn waves_ahead_start_like_the_others() {
    for local in [[64, 1, 1], [64, 2, 1], [128, 1, 2], [64, 3, 2], [32, 2, 1]] {
        let [alone, chained] = starts(local, None);
        assert!(alone.0.len() > 900);
        assert_eq!(alone, chained, "{local:?}");
    }
    let at = ([33, 1, 0], 1);
    let [alone, chained] = starts([64, 3, 1], Some(at));
    assert_eq!(alone.0.last().map(|s| s.0), Some(at));
    assert_eq!(alone, chained);
}

/// A smaller work-group is not taken for one like the others.
#[test]
#[cfg(all(feature = "fuzz", debug_assertions))]
fn waves_of_the_last_group_of_a_row_are_others() {
    let _planted = plant::plant(plant::Fault::LastOfRow);
    let [alone, chained] = starts([64, 2, 1], None);
    assert_ne!(alone, chained);
}

/// Those who wait at a barrier are not forgotten when waves in step stop being that.
#[test]
#[cfg(all(feature = "fuzz", debug_assertions))]
fn waves_in_step_that_are_forgotten_go_on_too_early() {
    let _planted = plant::plant(plant::Fault::StepForgotten);
    let [alone, chained] = turns(150, &[(2, 2, Exit::Yield)]);
    assert_ne!(alone, chained);
}

/// Nor is which of them is the current one, when they pass the turn on by themselves.
#[test]
#[cfg(all(feature = "fuzz", debug_assertions))]
fn waves_in_step_whose_number_is_not_noted_are_taken_for_others() {
    let _planted = plant::plant(plant::Fault::StepUnnoted);
    let [alone, chained] = turns(100, &[(2, 3, Exit::Yield)]);
    assert_ne!(alone, chained);
}

/// On one thread, every work-group spins until all have started: few, and as many as an MI200 holds of 256 work-items.
#[test]
fn spinning_waves_do_not_starve_other_work_groups() {
    for (groups, size) in [(20, 64), (104 * 8, 256)] {
        let started = AtomicU64::new(0);
        let stats = run(&Launch::new(0, size * groups, size), |w, _| {
            w.instructions += w.budget as u64;
            if w.sgpr[30] == 0 {
                w.sgpr[30] = 1;
                started.fetch_add(1, SeqCst);
            }
            Ok(if started.load(SeqCst) == u64::from(groups * size / 64) {
                Exit::End
            } else {
                Exit::Yield
            })
        })
        .expect("runs");
        assert_eq!(stats.workgroups, u64::from(groups));
    }
}

#[test]
fn the_lowest_work_group_that_faults_is_reported() {
    let mut launch = Launch::new(0, 64 * 100, 64);
    for threads in [1, 4] {
        launch.threads = threads;
        let e = run(&launch, |w, env| {
            w.sgpr[30] += 1;
            match (w.workgroup[0], w.sgpr[30]) {
                // Takes longer than the others.
                (40, 1..=20) => Ok(Exit::Yield),
                (40.., _) => {
                    let end = env.program.base() + 256;
                    let kind = FaultKind::Read { addr: end, size: 4 };
                    Err(Fault::new(kind, w.pc + 4).in_lane(7))
                }
                _ => Ok(Exit::End),
            }
        });
        let f = fault(e.expect_err("faults"));
        assert_eq!(f.workgroup, [40, 0, 0]);
        assert_eq!(f.context.kernel, "kernel");
        assert_eq!(
            f.context.place.as_deref(),
            Some("0 bytes past the end of 'code' (256 bytes)")
        );
        assert_eq!(f.lane, Some(7));
    }
}

#[test]
fn the_instruction_limit_counts_all_waves() {
    let mut launch = Launch::new(0, 128, 128);
    launch.max_instructions = Some(2500);
    let spent = AtomicU64::new(0);
    let e = run(&launch, |w, _| {
        w.instructions += w.budget as u64;
        spent.fetch_add(w.budget as u64, SeqCst);
        Ok(Exit::Yield)
    });
    let f = fault(e.expect_err("faults"));
    assert_eq!(f.kind, FaultKind::InstructionLimit(2500));
    assert_eq!(f.wave, 1);
    assert_eq!(spent.into_inner(), 2500);

    // Just enough is enough.
    launch.max_instructions = Some(2000);
    let stats = run(&launch, |w, _| {
        w.instructions += 1000;
        Ok(Exit::End)
    });
    assert_eq!(stats.expect("runs").instructions, 2000);
}

#[test]
fn the_time_limit_stops_waves_that_never_end() {
    let mut launch = Launch::new(0, 640, 64);
    launch.timeout = Some(Duration::from_millis(20));
    launch.threads = 2;
    let f = fault(run(&launch, |_, _| Ok(Exit::Yield)).expect_err("faults"));
    assert_eq!(f.kind, FaultKind::Timeout);
}

/// Wave 0 spins somewhere else in each work-group, the other two wait for it.
#[test]
fn a_limit_tells_where_the_waves_are() {
    let mut launch = Launch::new(0, 192 * 6, 192);
    // Long enough for all to start.
    launch.timeout = Some(Duration::from_millis(500));
    for threads in [1, 2] {
        launch.threads = threads;
        let e = run(&launch, |w, env| {
            if w.pc == env.program.base() {
                let word = if w.index == 0 { 10 + w.workgroup[0] } else { 1 };
                w.pc += 4 * u64::from(word);
            }
            Ok(if w.index == 0 {
                Exit::Yield
            } else {
                Exit::Barrier
            })
        });
        let f = fault(e.expect_err("faults"));
        let base = f.context.waves[0].pc;
        let waves = &f.context.waves;
        let seen: Vec<_> = waves
            .iter()
            .map(|w| (w.pc - base, w.barrier, w.count))
            .collect();
        let mut want = vec![(0, true, 12)];
        want.extend((10..16).map(|word| (4 * word, false, 1)));
        assert_eq!(seen, want);
        let text = f.to_string();
        let barrier = format!("; waves: 12 waiting at the barrier at PC {base:#x} [");
        assert!(text.contains(&barrier), "{text}");
        assert_eq!(text.matches(" 1 running at PC ").count(), 3, "{text}");
        assert!(text.ends_with(", and 3 more elsewhere"), "{text}");
    }
}

#[test]
fn launches_that_do_not_fit_are_usage_errors() {
    let usage = |launch: Launch<'_>| match run(&launch, |_, _| Ok(Exit::End)) {
        Err(LaunchError::Usage(message)) => message,
        other => panic!("{other:?}"),
    };
    assert_eq!(usage(Launch::new(1, 64, 64)), "kernel index 1 of 1");
    assert_eq!(
        usage(Launch::new(0, 0, 64)),
        "the global size 0x1x1 is empty"
    );
    assert_eq!(
        usage(Launch::new(0, 64, 0)),
        "the work-group size 0x1x1 is empty"
    );
    assert_eq!(
        usage(Launch::new(0, 64, 1025)),
        "the work-group size 1025x1x1 is over the limit of 1024 work-items"
    );
    let mut launch = Launch::new(0, 64, 64);
    launch.lds_limit = Some(65537);
    assert_eq!(
        usage(launch),
        "a work-group needs 65537 bytes of LDS; gfx900 has 65536"
    );
}
