//! Estimates change nothing of what a kernel does, on any backend and however many threads record it.

use gcn_jit::fuzz::Source;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::estimate::{Card, Estimate, Options};
use gcn_jit::runtime::{Backend, Device, Launch};

use super::kernels::suite::each;

/// Every wave of a timeline issues or waits all the time, once each of its recorded instructions, and its work-group is
/// there as long as it is.
fn is_whole(kernel: &str, e: &Estimate) {
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * e.simulated_seconds;
    let mut issued = 0;
    for wave in &e.waves {
        let mut at = wave.time[0];
        for span in &wave.spans {
            assert_eq!(span.time[0], at, "{kernel}: {wave:?}");
            assert!(span.time[1] > at, "{kernel}: {span:?}");
            assert_eq!(span.instructions == 0, span.waits, "{kernel}: {span:?}");
            at = span.time[1];
            issued += u64::from(span.instructions);
        }
        assert!(close(at, wave.time[1]), "{kernel}: {wave:?}");
        assert!(wave.simd < 4, "{kernel}");
        let group = e.groups.iter().find(|g| g.group == wave.group);
        let group = group.unwrap_or_else(|| panic!("{kernel}: {wave:?}"));
        assert!(group.time[0] <= wave.time[0], "{kernel}: {wave:?}");
    }
    // The last instruction of a wave ends it.
    let waves = e.waves.len() as u64;
    assert!(
        (e.recorded - waves..=e.recorded).contains(&issued),
        "{kernel}"
    );
    let last = e.groups.iter().map(|g| g.time[1]).fold(0.0, f64::max);
    assert!(close(last, e.simulated_seconds), "{kernel}: {last}");
}

/// Kernels with barriers, atomics, calls and private memory execute as many instructions as without, and take more than
/// a launch that does nothing.
#[test]
fn kernels_do_the_same() {
    let mut seen = 0;
    for (target, card) in [("gfx803", "fiji"), ("gfx906", "mi50"), ("gfx942", "mi300a")] {
        let cards = [Card::called(card).expect("a card")];
        for (backend, threads) in [(Backend::Jit, 1), (Backend::Jit, 3), (Backend::Interp, 1)] {
            each("O2", target, |kernel, device, program, launch| {
                let mut launch = launch.clone();
                (launch.backend, launch.threads) = (backend, threads);
                let plain = device.launch(program, &launch);
                let plain = plain.unwrap_or_else(|e| panic!("{kernel}: {e}"));
                let mut options = Options::default();
                options.timeline = true;
                let estimated = device.estimate(program, &launch, &cards, &options);
                let estimated = estimated.unwrap_or_else(|e| panic!("{kernel}: {e}"));
                assert!(estimated.outcome.fault.is_none(), "{kernel}");
                let [e] = &estimated.estimates[..] else {
                    panic!("{kernel}: one card, one estimate");
                };
                let stats = &estimated.outcome.stats;
                assert_eq!(stats.waves, plain.waves, "{kernel}");
                assert!(
                    e.kernel_seconds > 0.0 && e.kernel_seconds < 1.0,
                    "{kernel}: {e:?}"
                );
                assert!(
                    e.recorded > 0 && e.recorded <= stats.instructions,
                    "{kernel}"
                );
                is_whole(kernel, e);
                seen += 1;
            });
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Each work-group adds its work-items to a dword of its own, after as many turns as its number says; `barrier` comes
/// before.
fn counting(barrier: &str) -> CodeObject {
    let text = format!(
        "s_load_dwordx2 s[4:5], s[0:1], 0x0\n s_and_b32 s6, s2, 7\n s_lshl_b32 s7, s2, 2\n v_mov_b32 v1, s7\n\
         v_mov_b32 v2, 1\n s_waitcnt lgkmcnt(0)\n again: v_add_f32 v3, v3, v3\n s_sub_u32 s6, s6, 1\n\
         s_cmp_gt_i32 s6, 0\n s_cbranch_scc1 again\n{barrier}\n global_atomic_add v1, v2, s[4:5]\n\
         s_waitcnt vmcnt(0)\n s_endpgm"
    );
    let code = gcn_jit::asm::assemble(gcn_jit::isa::Gen::Gfx9, &text).expect("text");
    CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw")
}

/// Estimates a launch of it, of which nothing else changes.
fn estimated(
    object: &CodeObject,
    (groups, local): (u32, u32),
    backend: Backend,
    threads: usize,
) -> Estimate {
    let device = Device::new().expect("a device");
    let program = device.load(object).expect("loads");
    let out = device.buffer("out", &vec![0u32; groups as usize]);
    let out = out.expect("room");
    let mut launch = Launch::new(0, groups * local, local).arg(&out);
    (launch.backend, launch.threads) = (backend, threads);
    let card = [Card::called("vega64").expect("a card")];
    let mut options = Options::default();
    options.timeline = true;
    let estimated = device.estimate(&program, &launch, &card, &options);
    let estimated = estimated.expect("runs");
    assert_eq!(out.read::<u32>(), vec![local; groups as usize]);
    let waves = u64::from(groups * local.div_ceil(64));
    assert_eq!(estimated.outcome.stats.waves, waves);
    let mut all = estimated.estimates.into_iter();
    all.next().expect("one card, one estimate")
}

/// Compiled code goes through waves of many work-groups without a question, and still all are recorded that are meant, from
/// their beginning on: estimates are the interpreter's to the bit, which executes one wave after the other.
#[test]
fn chains_of_waves_stop_where_one_is_recorded() {
    let objects = ["", "s_barrier"].map(counting);
    let mut random = Source::seeded(42);
    for round in 0..32 {
        // As many launches of few work-groups as of many.
        let most = 1 << random.below(12);
        let size = [1 + random.below(most), 1 + random.below(256)];
        let size = (size[0] as u32, size[1] as u32);
        let object = &objects[round % 2];
        let want = estimated(object, size, Backend::Interp, 1);
        assert_eq!(want.groups[0].group, 0, "{size:?}");
        for threads in [1, 3] {
            let found = estimated(object, size, Backend::Jit, threads);
            assert!(found == want, "{size:?}, {threads} threads");
        }
    }
}

/// That finds it when some are not.
#[cfg(debug_assertions)]
#[test]
fn waves_that_are_not_recorded_are_found() {
    use gcn_jit::fuzz::plant::{Fault, plant};
    let (object, size) = (counting(""), (1000, 64));
    let found = || {
        let [interp, jit] =
            [Backend::Interp, Backend::Jit].map(|backend| estimated(&object, size, backend, 1));
        interp != jit
    };
    let planted = plant(Fault::Unrecorded);
    assert!(found());
    drop(planted);
    assert!(!found());
}
