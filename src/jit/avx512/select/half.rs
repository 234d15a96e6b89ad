//! f16 arithmetic by a region's code, to nearest, as f32: see `lane_calls/half.rs` for why that is right.
//! No f32 on the way is denormal, so the host's controls for these do not matter.

use super::*;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::numerics::Mode;

/// Immediates of VCVTPS2PH: to nearest and toward zero, whatever MXCSR says.
const NEAREST: i32 = 0;
const ZERO: i32 = 3;
/// Immediates of VRNDSCALE; bit 3: without exceptions.
const ROUND: [(LaneFn, i32); 4] = [
    (LaneFn::Rndne, 8),
    (LaneFn::Floor, 9),
    (LaneFn::Ceil, 10),
    (LaneFn::Trunc, 11),
];

/// From here on an f32 becomes a normal f16: 2^-14 less half an ulp.
const LEAST: f32 = (1.0 - 0.5 / (1 << 11) as f32) / (1 << 14) as f32;

/// Whether the function is one of f16 that is here, for a MODE that rounds to nearest.
pub(in super::super) fn is_here(k: LaneCall) -> bool {
    use LaneFn::*;
    let of_half = matches!(k.f, Trunc | Ceil | Floor | Rndne | Fract)
        || matches!(k.f, Add | Sub | Mul | Fma | Mad | Rcp | Sqrt | CvtF16Mixed);
    let here = k.fmt == Fmt::F16 && of_half || matches!(k.f, CvtF16F32 | CvtF16Rtz);
    here && k.mode & Mode::F16_OVFL == 0
}

impl Select<'_, '_> {
    /// f16 function `n`.
    #[allow(clippy::wildcard_enum_match_arm)] // Others are not here.
    pub(super) fn half(&mut self, n: &Node) -> V {
        let k = LaneCall::unpack(n.imm);
        let x = |s: &mut Self, i: usize| s.get(n.args[i])[0];
        let mut m = k.float_mode();
        if k.f == LaneFn::Mad {
            m = m.flushed();
        }
        match k.f {
            LaneFn::CvtF16F32 | LaneFn::CvtF16Mixed | LaneFn::CvtF16Rtz => {
                let keeps = match k.f {
                    LaneFn::CvtF16Mixed => m.denorm_out,
                    _ => k.half().denorm_out,
                };
                let v = x(self, 0);
                return match k.f {
                    LaneFn::CvtF16Rtz => self.narrowed(v, ZERO, keeps),
                    _ => self.narrowed(v, NEAREST, keeps),
                };
            }
            _ => {}
        }
        let mut v = [NONE; 3];
        for (i, v) in v.iter_mut().enumerate().take(n.args.len()) {
            let h = x(self, i);
            *v = self.widened(h, m.denorm_in);
        }
        let [a, b, c] = v;
        let r = match k.f {
            LaneFn::Add => self.vector(inst(e::ADD_S, a, b)),
            LaneFn::Sub => self.vector(inst(e::SUB_S, a, b)),
            LaneFn::Mul => self.vector(inst(e::MUL_S, a, b)),
            LaneFn::Fma => self.fma_to_odd(a, b, c),
            LaneFn::Mad => {
                let product = self.vector(inst(e::MUL_S, a, b));
                let rounded = match planted(Fault::HalfProduct) {
                    true => product,
                    false => {
                        let flushed = self.without_tiny(product);
                        let h = self.vector(with_imm(e::CVT_S_H, NONE, flushed, NEAREST));
                        self.vector(inst(e::CVT_H_S, NONE, h))
                    }
                };
                self.vector(inst(e::ADD_S, rounded, c))
            }
            LaneFn::Rcp => {
                let one = self.dword(1f32.to_bits());
                self.vector(inst(e::DIV_S, one, a))
            }
            LaneFn::Sqrt => self.vector(inst(e::SQRT_S, NONE, a)),
            LaneFn::Fract => {
                let floor = self.vector(with_imm(e::ROUND_S, NONE, a, 9));
                self.vector(inst(e::SUB_S, a, floor))
            }
            f => {
                let by = ROUND.iter().find(|(o, _)| *o == f);
                self.vector(with_imm(e::ROUND_S, NONE, a, by.map_or(8, |(_, by)| *by)))
            }
        };
        let r = self.narrowed(r, NEAREST, m.denorm_out);
        match k.f {
            LaneFn::Fract if k.extra == 0 => {
                // What has been rounded up to 1 is the largest value below it.
                let (below, one) = (self.dword(0x3bff), self.dword(0x3c00));
                let is_one = self.mask(with_imm(e::CMPU_D, r, one, 0));
                self.blend(Ty::B32, is_one, r, below)
            }
            _ => r,
        }
    }

    /// f16 in the low halves of dwords as f32. Denormals become zeros of their signs unless they are kept.
    fn widened(&mut self, x: V, keeps: bool) -> V {
        let mut x = x;
        if !keeps {
            let (exponent, sign) = (self.dword(0x7c00), self.dword(0x8000));
            let denormal = self.mask(inst(e::TESTNM_D, x, exponent));
            x = self.vector(Inst {
                c: x,
                k: denormal,
                ..inst(e::AND_D, x, sign)
            });
        }
        let words = self.vector(inst(e::NARROW_DW, NONE, x));
        self.vector(inst(e::CVT_H_S, NONE, words))
    }

    /// The reverse, rounded.
    fn narrowed(&mut self, v: V, round: i32, keeps: bool) -> V {
        let v = match (keeps, round) {
            (true, _) => v,
            (false, NEAREST) => self.without_tiny(v),
            // Toward zero everything below 2^-14 is tiny.
            (false, _) => self.without(v, 1.0 / (1 << 14) as f32),
        };
        let h = self.vector(with_imm(e::CVT_S_H, NONE, v, round));
        self.vector(inst(e::ZX_WD, NONE, h))
    }

    /// A zero of its sign in place of what is tiny after rounding to 11 bits.
    fn without_tiny(&mut self, v: V) -> V {
        match planted(Fault::HalfTiny) {
            true => self.without(v, 1.0 / (1 << 14) as f32),
            false => self.without(v, LEAST),
        }
    }

    /// The same of all magnitudes below `least`.
    fn without(&mut self, v: V, least: f32) -> V {
        let (rest, sign) = (self.dword(0x7fff_ffff), self.dword(1 << 31));
        let least = self.dword(least.to_bits());
        let magnitude = self.vector(inst(e::AND_D, v, rest));
        let tiny = self.mask(with_imm(e::CMPU_D, magnitude, least, 1));
        self.vector(Inst {
            c: v,
            k: tiny,
            ..inst(e::AND_D, v, sign)
        })
    }

    /// a b + c of what was f16, rounded to odd.
    fn fma_to_odd(&mut self, a: V, b: V, c: V) -> V {
        // The product is exact, so this sum of it and `c` is rounded as theirs is; its NaN is the first one.
        let sum = self.vector(Inst {
            form: Form::Fma,
            c,
            ..inst(e::FMA132_S, a, b)
        });
        if planted(Fault::HalfTwice) {
            return sum;
        }
        let product = self.vector(inst(e::MUL_S, a, b));
        // The sum's error, exactly; NaN where the sum is infinite.
        let part = self.vector(inst(e::SUB_S, sum, product));
        let rest = self.vector(inst(e::SUB_S, sum, part));
        let low = self.vector(inst(e::SUB_S, product, rest));
        let high = self.vector(inst(e::SUB_S, c, part));
        let error = self.vector(inst(e::ADD_S, low, high));
        let (zero, one) = (self.dword(0), self.dword(1));
        let inexact = self.mask(with_imm(
            e::CMP_S,
            error,
            zero,
            FCMP[(FCmp::LT | FCmp::GT) as usize],
        ));
        let change = self.mask(Inst {
            k: inexact,
            ..inst(e::TESTNM_D, sum, one)
        });
        // One place outward where the error has the sum's sign, else inward.
        let differs = self.vector(inst(e::XOR_D, error, sum));
        let step = self.shift_by(e::SHIFT_D, SRA, differs, 31);
        let step = self.vector(inst(e::OR_D, step, one));
        self.vector(Inst {
            c: sum,
            k: change,
            ..inst(e::ADD_D, sum, step)
        })
    }
}
