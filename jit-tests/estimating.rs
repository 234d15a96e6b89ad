//! Estimates change nothing of what a kernel does, on any backend and however many threads record it.

use gcn_jit::runtime::Backend;
use gcn_jit::runtime::estimate::{Card, Options};

use super::kernels::suite::each;

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
                let estimated = device.estimate(program, &launch, &cards, &Options::default());
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
                seen += 1;
            });
        }
    }
    assert!(seen > 100, "{seen}");
}
