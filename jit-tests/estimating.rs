//! Estimates change nothing of what a kernel does, on any backend and however many threads record it.

use gcn_jit::runtime::Backend;
use gcn_jit::runtime::estimate::{Card, Estimate, Options};

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
