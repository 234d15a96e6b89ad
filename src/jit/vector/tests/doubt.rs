//! Results of approximations that are looked at again.

use super::*;
use crate::ir::plant::{Fault, plant};

/// 2^x that lies so close to the middle between two f32 that the approximation rounds to the other one.
#[test]
fn results_in_doubt() {
    for_each_level(|[mut wide, _]| {
        let call = LaneCall {
            f: LaneFn::Exp2,
            fmt: Fmt::F32,
            mode: MODE,
            extra: 0,
        };
        let func = function_of_one(call);
        let mut wrong = 0;
        for x in [
            0x3e81_5aa6,
            0x3ee1_e80e,
            0x3fa1_753e,
            0xbf21_a4b6,
            0x4032_86e6,
            // With shorter tables.
            0x3e89_645a,
            0x3f07_bca6,
            0x3f88_0b72,
            0xbf0b_9dc0,
            0x4004_05b9,
        ] {
            let mut w = wave(&mut Random(1));
            w.set_exec(u64::MAX);
            w.vgprs_mut()[0] = Vgpr([x; LANES]);
            let mut want = 0;
            apply(
                call.pack(),
                0..1,
                |_, _| u64::from(x),
                |_, r| want = r as u32,
            );
            let got = run(&mut wide, &func, MODE, &w);
            assert_eq!(got.v(16u8).0, [want; LANES], "{x:#x}");
            let planted = plant(Fault::NoDoubt);
            let got = run(&mut wide, &func, MODE, &w);
            drop(planted);
            wrong += u32::from(got.v(16u8).0 != [want; LANES]);
        }
        // Each approximation is wrong for half of these.
        assert!(wrong >= 5, "{wrong} of those that are not looked at");
    });
}
