//! f16 arithmetic by a region's code, to nearest, as f32: see `lane_calls/half.rs` for why that is right.
//! No f32 on the way is denormal, so the host's controls for these do not matter.

use super::*;
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::jit::vector::ops::{Direction, Op, Vectors};
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

/// The smallest normal f16.
const NORMAL: f32 = 1.0 / (1 << 14) as f32;

/// From here on an f32 becomes a normal f16: 2^-14 less half an ulp.
const LEAST: f32 = (1.0 - 0.5 / (1 << 11) as f32) / (1 << 14) as f32;

/// Whether the function is one of f16 that is here, for a MODE that rounds to nearest.
pub(in super::super) fn is_here(k: LaneCall) -> bool {
    use LaneFn::*;
    let of_half = matches!(k.f, Trunc | Ceil | Floor | Rndne | Fract)
        || matches!(k.f, Add | Sub | Mul | Fma | Mad | Rcp | Sqrt | CvtF16Mixed)
        || matches!(
            k.f,
            Min | Max | Min3 | Max3 | PkMin | PkMax | PkAdd | PkMul | PkFma
        );
    let here = k.fmt == Fmt::F16 && of_half || matches!(k.f, CvtF16F32 | CvtF16Rtz);
    here && k.mode & Mode::F16_OVFL == 0 || k.f == DotF16 && k.fmt == Fmt::F32
}

impl Select<'_, '_> {
    /// f16 function `n`.
    #[allow(clippy::wildcard_enum_match_arm)] // Others are of one f16 in each lane.
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
        let x = [0, 1, 2].map(|i| {
            if i < n.args.len() {
                self.get(n.args[i])[0]
            } else {
                NONE
            }
        });
        match k.f {
            LaneFn::DotF16 => return self.dot_f16(x, k.keeps_halves()),
            LaneFn::Min | LaneFn::PkMin => {
                return self.ordered(Op::VPMINSW, x[0], x[1], k.minmax());
            }
            LaneFn::Max | LaneFn::PkMax => {
                return self.ordered(Op::VPMAXSW, x[0], x[1], k.minmax());
            }
            LaneFn::Min3 | LaneFn::Max3 => {
                let op = match k.f {
                    LaneFn::Min3 => Op::VPMINSW,
                    _ => Op::VPMAXSW,
                };
                let first = self.ordered(op, x[0], x[1], k.minmax());
                return self.ordered(op, first, x[2], k.minmax());
            }
            LaneFn::PkAdd => return self.both_halves(LaneFn::Add, x, m),
            LaneFn::PkMul => return self.both_halves(LaneFn::Mul, x, m),
            LaneFn::PkFma => return self.both_halves(LaneFn::Fma, x, m),
            _ => {}
        }
        let v = x.map(|x| match x {
            NONE => NONE,
            x => self.widened(x, m.denorm_in),
        });
        let r = self.on_f32(k.f, v);
        let r = self.narrowed(r, NEAREST, m.denorm_out);
        match k.f {
            LaneFn::Fract if k.extra == 0 => {
                // What has been rounded up to 1 is the largest value below it.
                let (below, one) = (self.dword(0x3bff), self.dword(0x3c00));
                let is_one = self.mask(with_imm(Op::VPCMPUD, r, one, 0));
                self.blend(Ty::B32, is_one, r, below)
            }
            _ => r,
        }
    }

    /// The function of f16 that are f32, before it is rounded to f16.
    #[allow(clippy::wildcard_enum_match_arm)] // Others round to integers.
    fn on_f32(&mut self, f: LaneFn, [a, b, c]: [V; 3]) -> V {
        match f {
            LaneFn::Add => self.vector(inst(Op::VADDPS, a, b)),
            LaneFn::Sub => self.vector(inst(Op::VSUBPS, a, b)),
            LaneFn::Mul => self.vector(inst(Op::VMULPS, a, b)),
            LaneFn::Fma => self.fma_to_odd(a, b, c),
            LaneFn::Mad => {
                let product = self.vector(inst(Op::VMULPS, a, b));
                let rounded = unless_planted!(
                    Fault::HalfProduct,
                    {
                        let flushed = self.without_tiny(product);
                        let h = self.vector(with_imm(Op::VCVTPS2PH, NONE, flushed, NEAREST));
                        self.vector(inst(Op::VCVTPH2PS, NONE, h))
                    },
                    product
                );
                self.vector(inst(Op::VADDPS, rounded, c))
            }
            LaneFn::Rcp => {
                let one = self.dword(1f32.to_bits());
                self.vector(inst(Op::VDIVPS, one, a))
            }
            LaneFn::Sqrt => self.vector(inst(Op::VSQRTPS, NONE, a)),
            LaneFn::Fract => {
                let floor = self.vector(with_imm(Op::VRNDSCALEPS, NONE, a, 9));
                self.vector(inst(Op::VSUBPS, a, floor))
            }
            f => {
                let by = ROUND.iter().find(|(o, _)| *o == f);
                self.vector(with_imm(
                    Op::VRNDSCALEPS,
                    NONE,
                    a,
                    by.map_or(8, |(_, by)| *by),
                ))
            }
        }
    }

    /// The same for f16 in both halves: the host converts 16 of them that follow each other, which are those
    /// of eight lanes.
    fn both_halves(&mut self, f: LaneFn, x: [V; 3], m: Mode) -> V {
        let r = [false, true].map(|is_upper| {
            let v = x.map(|x| {
                let x = if is_upper && x != NONE && !planted(Fault::LowerTwice) {
                    self.upper(x)
                } else {
                    x
                };
                match x {
                    NONE => NONE,
                    x => {
                        let wide = self.vector(inst(Op::VCVTPH2PS, NONE, x));
                        if m.denorm_in {
                            wide
                        } else {
                            self.without(wide, NORMAL)
                        }
                    }
                }
            });
            let r = self.on_f32(f, v);
            let r = if m.denorm_out {
                r
            } else {
                self.without_tiny(r)
            };
            self.vector(with_imm(Op::VCVTPS2PH, NONE, r, NEAREST))
        });
        self.join(r[0], r[1])
    }

    /// The products of f16 in both halves, one after the other and then the third operand, of which denormals
    /// become zeros; no other f32 is denormal.
    fn dot_f16(&mut self, [a, b, c]: [V; 3], keeps: bool) -> V {
        let products = [false, true].map(|is_upper| {
            let [a, b] = [a, b].map(|x| {
                let x = if is_upper {
                    self.shift_by(Op::VPSRLD, x, 16)
                } else {
                    x
                };
                self.widened(x, keeps)
            });
            self.vector(inst(Op::VMULPS, a, b))
        });
        let sum = self.vector(inst(Op::VADDPS, products[0], products[1]));
        let c = unless_planted!(Fault::DotDenormal, self.without(c, f32::MIN_POSITIVE), c);
        self.vector(inst(Op::VADDPS, sum, c))
    }

    /// The minimum or the maximum of f16 in both halves, as words with the order of the values, -0 below +0.
    fn ordered(&mut self, op: Op, a: V, b: V, m: Mode) -> V {
        let rest = self.words(0x7fff);
        let [a, b] = [a, b].map(|x| {
            if m.denorm_in {
                x
            } else {
                self.without_denormals(x)
            }
        });
        // The magnitude of a negative value is turned around, and back.
        let turned = |s: &mut Self, x: V| {
            let sign = s.shift_by(Op::VPSRAW, x, 15);
            s.vector(Inst {
                c: x,
                ..with_imm(Op::VPTERNLOGD, sign, rest, 0x78) // x ^ sign & rest
            })
        };
        let [p, q] = [a, b].map(|x| turned(self, x));
        let r = self.vector(inst(op, p, q));
        let r = turned(self, r);
        let inf = self.words(0x7c00);
        // All ones where it is a NaN.
        let nans = [a, b].map(|x| {
            let magnitude = self.vector(inst(Op::VPANDD, x, rest));
            let below = self.vector(inst(Op::VPSUBW, inf, magnitude));
            self.shift_by(Op::VPSRAW, below, 15)
        });
        let r = self.chosen(nans[1], a, r);
        let mut r = self.chosen(nans[0], b, r);
        if !m.denorm_out {
            r = self.without_denormals(r);
        }
        if m.ieee && !planted(Fault::SignalsPass) {
            let quiet = self.words(0x0200);
            for (x, nan) in [(b, nans[1]), (a, nans[0])] {
                let top = self.shift_by(Op::VPSLLW, x, 6);
                let is_quiet = self.shift_by(Op::VPSRAW, top, 15);
                let signals = self.vector(inst(Op::VPANDND, is_quiet, nan));
                let quieted = self.vector(inst(Op::VPORD, x, quiet));
                r = self.chosen(signals, quieted, r);
            }
        }
        r
    }

    /// The same in both halves.
    fn words(&mut self, v: u32) -> V {
        self.dword(v | v << 16)
    }

    /// `x` where the bits of `mask` are set, else `y`.
    fn chosen(&mut self, mask: V, x: V, y: V) -> V {
        self.vector(Inst {
            c: mask,
            ..with_imm(Op::VPTERNLOGD, x, y, 0xca)
        })
    }

    /// Zeros of their signs in place of denormal f16.
    fn without_denormals(&mut self, x: V) -> V {
        let (exponent, one, fraction) = (self.words(0x7c00), self.words(1), self.words(0x03ff));
        let exponent = self.vector(inst(Op::VPANDD, x, exponent));
        let less = self.vector(inst(Op::VPSUBW, exponent, one));
        let is_zero = self.shift_by(Op::VPSRAW, less, 15);
        self.vector(Inst {
            c: x,
            ..with_imm(Op::VPTERNLOGD, is_zero, fraction, 0x70) // x & !(is_zero & fraction)
        })
    }

    /// The f16 in the low halves of dwords as f32.
    pub(super) fn low_halves(&mut self, x: V) -> V {
        let words = self.vector(inst(Op::VPMOVDW, NONE, x));
        self.vector(inst(Op::VCVTPH2PS, NONE, words))
    }

    /// f16 in the low halves of dwords as f32. Denormals become zeros of their signs unless they are kept.
    fn widened(&mut self, x: V, keeps: bool) -> V {
        let mut x = x;
        if !keeps {
            let (exponent, sign) = (self.dword(0x7c00), self.dword(0x8000));
            let denormal = self.mask(inst(Op::VPTESTNMD, x, exponent));
            x = self.vector(Inst {
                c: x,
                k: denormal,
                ..inst(Op::VPANDD, x, sign)
            });
        }
        self.low_halves(x)
    }

    /// The reverse, rounded.
    fn narrowed(&mut self, v: V, round: i32, keeps: bool) -> V {
        let v = match (keeps, round) {
            (true, _) => v,
            (false, NEAREST) => self.without_tiny(v),
            // Toward zero everything below 2^-14 is tiny.
            (false, _) => self.without(v, NORMAL),
        };
        let h = self.vector(with_imm(Op::VCVTPS2PH, NONE, v, round));
        self.vector(inst(Op::VPMOVZXWD, NONE, h))
    }

    /// A zero of its sign in place of what is tiny after rounding to 11 bits.
    fn without_tiny(&mut self, v: V) -> V {
        unless_planted!(
            Fault::HalfTiny,
            self.without(v, LEAST),
            self.without(v, NORMAL)
        )
    }

    /// The same of all magnitudes below `least`.
    fn without(&mut self, v: V, least: f32) -> V {
        let (rest, sign) = (self.dword(0x7fff_ffff), self.dword(1 << 31));
        let least = self.dword(least.to_bits());
        let magnitude = self.vector(inst(Op::VPANDD, v, rest));
        let tiny = self.mask(with_imm(Op::VPCMPUD, magnitude, least, 1));
        self.vector(Inst {
            c: v,
            k: tiny,
            ..inst(Op::VPANDD, v, sign)
        })
    }

    /// a b + c of what was f16, rounded to odd.
    fn fma_to_odd(&mut self, a: V, b: V, c: V) -> V {
        // Rounded down and up it is the same, or two neighbours, of which one is odd.
        let [down, up] = [Direction::Down, Direction::Up].map(|to| {
            self.vector(Inst {
                form: Form::Fma,
                c,
                on: Vectors::Rounding(to),
                ..inst(Op::VFMADD132PS, a, b)
            })
        });
        if planted(Fault::HalfTwice) {
            return self.fused(Op::VFMADD132PS, a, b, c);
        }
        // What is zero both ways is the one that rounding to nearest gives: positive unless both are negative.
        let one = self.dword(1);
        let is_even = self.mask(inst(Op::VPTESTNMD, down, one));
        self.blend(Ty::B32, is_even, down, up)
    }
}
