//! f16 and sums of absolute differences by regions against [`crate::numerics`] and the lane functions.

use super::*;
use crate::jit::vector::is_native;
use crate::jit::vector::isa::AVX512;
use crate::numerics::Mode;

/// MODE with each combination of f16's denormal bits, and of f32's.
const MODES: [u32; 4] = [0xf0, 0x30, 0x60, 0x90];

fn call(f: LaneFn, fmt: Fmt, mode: u32, extra: u8) -> LaneCall {
    LaneCall {
        f,
        fmt,
        mode,
        extra,
    }
}

/// Compares what a region gives for v0, v1 and v2 with the definition.
fn check(wide: &mut Compiler, k: LaneCall, func: &Func, w: &Wave) {
    let got = run(wide, func, k.mode, w);
    let value = |k: u32, lane: usize| u64::from(w.v(k as u8).0[lane]);
    apply(k.pack(), 0..LANES, value, |lane, want| {
        let operands = [0, 1, 2].map(|k| value(k, lane));
        let got = got.v(16u8).0[lane];
        assert_eq!(got, want as u32, "{k:x?} of {operands:x?}");
    });
}

/// v16 = a function of v0 and up to two more.
fn function(k: LaneCall, operands: u32) -> Func {
    let mut t = Text::new();
    let args: Vec<_> = (0..operands as usize).map(|r| t.read(Ty::B32, r)).collect();
    let imm = k.pack();
    let x = t.lanes(
        Ty::B32,
        &format!("call{operands} {} #{imm:#x}", args.join(", ")),
    );
    t.write(Ty::B32, &x, 16);
    let func = parse(&t.end());
    let node = func.blocks[0].nodes.iter().find(|n| n.imm == imm);
    assert!(
        node.is_some_and(|n| is_native(&AVX512, n).is_some()),
        "{k:?}"
    );
    func
}

#[test]
fn functions_of_one_f16() {
    for_each_level(|[mut wide, _]| {
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        for f in [
            LaneFn::Rcp,
            LaneFn::Sqrt,
            LaneFn::Trunc,
            LaneFn::Ceil,
            LaneFn::Floor,
            LaneFn::Rndne,
            LaneFn::Fract,
        ] {
            for mode in MODES {
                for extra in [0, 1] {
                    let k = call(f, Fmt::F16, mode, extra);
                    let func = function(k, 1);
                    for first in (0..1u32 << 16).step_by(LANES) {
                        w.vgprs_mut()[0] = Vgpr(std::array::from_fn(|n| first + n as u32));
                        check(&mut wide, k, &func, &w);
                    }
                }
            }
        }
    });
}

/// Every f16 as f32, by regions and by Cranelift's code; what is in the upper half does not matter.
#[test]
fn f16_to_f32() {
    for_each_level(|mut both| {
        let mut t = Text::new();
        let x = t.read(Ty::B32, 0);
        let x = t.lanes(Ty::B32, &format!("{} {x}", Uop::F16ToF32.text()));
        t.write(Ty::B32, &x, 16);
        let func = parse(&t.end());
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        for compiler in &mut both {
            for first in (0..1u32 << 16).step_by(LANES) {
                let x = std::array::from_fn(|n| (first + n as u32).wrapping_mul(0x0001_0001));
                w.vgprs_mut()[0] = Vgpr(x);
                let got = run(compiler, &func, MODE, &w).v(16u8).0;
                let want = x.map(|x| {
                    let half = x as u16;
                    let (field, fraction) = (half >> 10 & 31, f32::from(half & 0x3ff));
                    let magnitude = match field {
                        0 => (fraction * 2f32.powi(-24)).to_bits(),
                        31 if fraction == 0.0 => 0x7f80_0000,
                        31 => 0x7fc0_0000 | u32::from(half & 0x3ff) << 13,
                        e => ((1024.0 + fraction) * 2f32.powi(i32::from(e) - 25)).to_bits(),
                    };
                    magnitude | u32::from(half & 0x8000) << 16
                });
                assert_eq!(got, want, "from {first:#x} on");
            }
        }
    });
}

/// f16 of all kinds; most near 1, where sums of products end next to the middle between two.
fn some_half(r: &mut Random) -> u32 {
    let bits = r.bits() as u32;
    match r.below(8) {
        0 => bits & 0xffff,
        1 => bits & 0x83ff,
        2 => r.pick(&[
            0, 0x8000, 1, 0x3ff, 0x400, 0x401, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0x7e55,
        ]),
        3 => (bits & 0x83ff) + 0x0400 * (1 + bits / 0x10000 % 12),
        _ => (bits & 0x83ff) + 0x0400 * (12 + bits / 0x10000 % 6),
    }
}

#[test]
fn f16_arithmetic() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x1414_2135_6237_3095);
        for (f, operands) in [
            (LaneFn::Add, 2),
            (LaneFn::Sub, 2),
            (LaneFn::Mul, 2),
            (LaneFn::Fma, 3),
            (LaneFn::Mad, 3),
            (LaneFn::Min, 2),
            (LaneFn::Max, 2),
            (LaneFn::Min3, 3),
            (LaneFn::Max3, 3),
            (LaneFn::PkAdd, 2),
            (LaneFn::PkMul, 2),
            (LaneFn::PkFma, 3),
            (LaneFn::PkMin, 2),
            (LaneFn::PkMax, 2),
        ] {
            use LaneFn::{PkAdd, PkFma, PkMax, PkMin, PkMul};
            let is_packed = matches!(f, PkAdd | PkMul | PkFma | PkMin | PkMax);
            // What order they have IEEE decides about.
            for mode in MODES.into_iter().flat_map(|m| [m, m | 0x200]) {
                let k = call(f, Fmt::F16, mode, 0);
                let func = function(k, operands);
                for round in 0..400 {
                    let mut w = wave(&mut r);
                    w.set_exec(u64::MAX);
                    for v in w.vgprs_mut().iter_mut().take(3) {
                        v.0 = v.0.map(|_| some_half(&mut r));
                    }
                    if round < 64 {
                        // Zeros, infinities and NaNs, in all combinations.
                        const SPECIAL: [u32; 8] =
                            [0, 0x8000, 0x3c00, 0x7c00, 0xfc00, 0x7c01, 0xfe55, 0x0001];
                        for (i, v) in w.vgprs_mut().iter_mut().take(3).enumerate() {
                            let at = |lane: usize| (64 * round + lane) / [1, 8, 64][i] % 8;
                            v.0 = std::array::from_fn(|lane| SPECIAL[at(lane)]);
                        }
                    } else if round % 2 == 0 {
                        // A product that is the middle between two, and very little added to it.
                        let low = |r: &mut Random| 0x3c00 + (r.bits() as u32 & 0x803f);
                        w.vgprs_mut()[0].0 = [(); LANES].map(|()| low(&mut r));
                        w.vgprs_mut()[1].0 = [(); LANES].map(|()| low(&mut r));
                        w.vgprs_mut()[2].0 = [(); LANES].map(|()| r.bits() as u32 & 0x8fff);
                    }
                    if is_packed {
                        // The upper halves are what other lanes have in the lower ones.
                        for v in w.vgprs_mut().iter_mut().take(3) {
                            let low = v.0;
                            v.0 = std::array::from_fn(|n| low[n] | low[(5 * n + 1) % LANES] << 16);
                        }
                    }
                    check(&mut wide, k, &func, &w);
                }
            }
        }
    });
}

#[test]
fn f16_dots() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x2360_6797_7499_7896);
        for mode in MODES.into_iter().flat_map(|m| [m, m | 0x30, m & !0x30]) {
            let k = call(LaneFn::DotF16, Fmt::F32, mode, r.below(2) as u8);
            let func = function(k, 3);
            for _ in 0..400 {
                let mut w = wave(&mut r);
                w.set_exec(u64::MAX);
                for v in w.vgprs_mut().iter_mut().take(2) {
                    v.0 = v.0.map(|_| some_half(&mut r) | some_half(&mut r) << 16);
                }
                w.vgprs_mut()[2].0 = [(); LANES].map(|()| {
                    let bits = r.bits() as u32;
                    match r.below(4) {
                        0 => bits,
                        1 => bits & 0x807f_ffff,
                        2 => r.pick(&[
                            0,
                            1 << 31,
                            0x7f80_0000,
                            0xff80_0000,
                            0x7f80_0001,
                            0xffc1_2345,
                        ]),
                        // Near the products.
                        _ => bits & 0x83ff_ffff | 0x3c00_0000,
                    }
                });
                check(&mut wide, k, &func, &w);
            }
        }
    });
}

/// f32 next to f16 and to the middle between two, in steps of `STEP` times 4.
#[test]
fn conversions_to_f16() {
    /// All have been compared, too.
    const STEP: usize = 7;
    for_each_level(|[mut wide, _]| {
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        for (f, fmt) in [
            (LaneFn::CvtF16F32, Fmt::F32),
            (LaneFn::CvtF16Rtz, Fmt::F32),
            (LaneFn::CvtF16Mixed, Fmt::F16),
        ] {
            for mode in MODES {
                for extra in [0, 1] {
                    let k = call(f, fmt, mode, extra);
                    let func = function(k, 1);
                    for place in (20..1u32 << 20).step_by(LANES / 4 * STEP) {
                        let near_f16 = (0x32000..0x48800).contains(&(place & 0x7_ffff));
                        if !near_f16 && place % 1024 > 64 {
                            continue;
                        }
                        let near = |n: usize| {
                            let place = (place + n as u32 / 4) << 12;
                            place.wrapping_add(n as u32 % 4).wrapping_sub(2)
                        };
                        w.vgprs_mut()[0] = Vgpr(std::array::from_fn(near));
                        check(&mut wide, k, &func, &w);
                    }
                }
            }
        }
    });
}

/// What rounds to the smallest normal f16 in full precision is no denormal result.
#[test]
#[cfg(all(feature = "fuzz", debug_assertions))]
fn results_that_are_nearly_tiny() {
    use crate::ir::plant::{Fault, plant};
    for_each_level(|[mut wide, _]| {
        let k = call(LaneFn::CvtF16F32, Fmt::F32, 0x30, 0);
        let func = function(k, 1);
        let mut w = wave(&mut Random(1));
        w.set_exec(u64::MAX);
        w.vgprs_mut()[0] = Vgpr([0x387f_f000; LANES]);
        check(&mut wide, k, &func, &w);
        assert_eq!(run(&mut wide, &func, k.mode, &w).v(16u8).0, [0x400; LANES]);
        let planted = plant(Fault::HalfTiny);
        assert_eq!(run(&mut wide, &func, k.mode, &w).v(16u8).0, [0; LANES]);
        drop(planted);
    });
}

/// What regions do not round is not among their functions.
#[test]
fn other_modes_of_f16_are_left() {
    for mode in [0xf4, 0xf1, 0xf0 | Mode::F16_OVFL] {
        for f in [LaneFn::Add, LaneFn::Fma, LaneFn::CvtF16Mixed] {
            let k = call(f, Fmt::F16, mode, 0);
            let mut t = Text::new();
            let x = t.read(Ty::B32, 0);
            let x = t.lanes(Ty::B32, &format!("call1 {x} #{:#x}", k.pack()));
            t.write(Ty::B32, &x, 16);
            let func = parse(&t.end());
            assert!(
                func.blocks[0]
                    .nodes
                    .iter()
                    .all(|n| is_native(&AVX512, n).is_none())
            );
        }
    }
}

#[test]
fn sums_of_absolute_differences() {
    for_each_level(|[mut wide, _]| {
        let mut r = Random(0x2236_0679_7749_9789);
        for f in [
            LaneFn::SadU8,
            LaneFn::SadHiU8,
            LaneFn::MsadU8,
            LaneFn::SadU16,
        ] {
            for extra in [0, 1] {
                let k = call(f, Fmt::F32, MODE, extra);
                let func = function(k, 3);
                for round in 0..200 {
                    let mut w = wave(&mut r);
                    w.set_exec(u64::MAX);
                    if round % 2 == 0 {
                        let ends = [0, u32::MAX, 0xff00_00ff, 0x8000_7f01, 0x00ff_ff00];
                        for v in w.vgprs_mut().iter_mut().take(3) {
                            v.0 = v.0.map(|x| ends[x as usize % ends.len()]);
                        }
                    }
                    check(&mut wide, k, &func, &w);
                }
            }
        }
    });
}
