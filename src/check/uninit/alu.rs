//! What the rules make of undefined bits, in one lane or in 64.

use super::how::{Flag, How, Rule, Terms};

/// The operands of an instruction in `N` lanes: their values, and which bits are undefined.
#[derive(Clone)]
pub struct Operands<const N: usize> {
    /// Values, in the width of each operand.
    pub value: [[u64; N]; 3],
    /// Bits that are undefined.
    pub undefined: [[u64; N]; 3],
}

/// What an instruction gives in `N` lanes: of values, or of undefined bits.
pub type Given<const N: usize> = ([u64; N], u64);

impl<const N: usize> Operands<N> {
    /// The lanes in which a bit that matters is undefined.
    pub fn lanes(&self, matter: &[u64; 3]) -> u64 {
        (0..N).fold(0, |all, lane| {
            let any = (0..3).any(|i| self.undefined[i][lane] & matter[i] != 0);
            all | u64::from(any) << lane
        })
    }

    /// The values with undefined bits 1 in the operands of the set `ones`, 0 in the others.
    fn corner(&self, ones: u8) -> [[u64; N]; 3] {
        std::array::from_fn(|i| {
            std::array::from_fn(|lane| {
                let (v, u) = (self.value[i][lane], self.undefined[i][lane]);
                if ones >> i & 1 != 0 { v | u } else { v & !u }
            })
        })
    }

    /// As [`Operands::corner`], where of signed operands, whose sign bits are `signs`, those are the other way round:
    /// the least or the greatest numbers.
    fn extreme(&self, ones: u8, signs: [u64; 3]) -> [[u64; N]; 3] {
        let (at, other) = (self.corner(ones), self.corner(!ones));
        std::array::from_fn(|i| {
            std::array::from_fn(|lane| at[i][lane] & !signs[i] | other[i][lane] & signs[i])
        })
    }
}

/// Which bits of the result, and lanes of the flag, are undefined, by the rule: in `lanes`, which have an undefined
/// bit that matters. `width` has the bits of the result, `signs` the sign bits of the operands; `given` is the real
/// result, and `eval` tells what comes of other operands.
pub fn propagate<const N: usize>(
    rule: &Rule,
    operands: &Operands<N>,
    lanes: u64,
    (width, signs): (u64, [u64; 3]),
    mut eval: impl FnMut(&[[u64; N]; 3]) -> Given<N>,
) -> Given<N> {
    let mut x = operands.clone();
    for (u, matter) in x.undefined.iter_mut().zip(rule.matter) {
        u.iter_mut().for_each(|u| *u &= matter);
    }
    let u = |x: &Operands<N>, i: usize, lane: usize| x.undefined[i][lane];
    let (mut bits, mut flag) = ([0; N], 0);
    let each = || (0..N).filter(|lane| lanes >> lane & 1 != 0);
    match rule.how {
        How::All => {
            each().for_each(|lane| bits[lane] = width);
            flag = lanes;
        }
        How::Halves => {
            for lane in each() {
                for (i, half) in [0xffff, 0xffff_0000].into_iter().enumerate() {
                    bits[lane] |= if u(&x, i, lane) != 0 { half } else { 0 };
                }
            }
            flag = lanes;
        }
        How::Packed => {
            for lane in each() {
                let all = (0..3).fold(0, |all, i| all | u(&x, i, lane));
                for half in [0xffff, 0xffff_0000] {
                    bits[lane] |= if all & half != 0 { half } else { 0 };
                }
            }
            flag = lanes;
        }
        How::Widens => {
            for lane in each() {
                for (byte, dword) in [(0xff, 0xffff_ffff), (0xff00, 0xffff_ffff << 32)] {
                    bits[lane] |= if u(&x, 0, lane) & byte != 0 { dword } else { 0 };
                }
            }
            flag = lanes;
        }
        How::Nothing => {}
        How::Bits(data) => {
            let first = eval(&x.corner(0));
            // Only operands that have undefined bits have corners.
            let has = |i: usize| each().any(|lane| u(&x, i, lane) != 0);
            let here = (0..3).filter(|i| data >> i & 1 != 0 && has(*i));
            let data_here = here.fold(0u8, |s, i| s | 1 << i);
            for ones in (1..8).filter(|ones| ones & !data_here == 0) {
                let other = eval(&x.corner(ones));
                for lane in each() {
                    bits[lane] |= first.0[lane] ^ other.0[lane];
                }
                flag |= first.1 ^ other.1;
            }
            for lane in each() {
                if (0..3).any(|i| data >> i & 1 == 0 && u(&x, i, lane) != 0) {
                    bits[lane] = width;
                    flag |= 1 << lane;
                }
            }
        }
        How::Sum(minus, terms) => {
            let mut base = [0; N];
            for lane in each() {
                let v = |i: usize| x.value[i][lane];
                let [a, b, c] = std::array::from_fn(|i| u(&x, i, lane));
                let all = |wrong: u64, u: u64| if wrong != 0 { u64::MAX } else { u };
                base[lane] = match terms {
                    Terms::Plain => a | b | c,
                    Terms::Shifted(by) => a << by | b,
                    Terms::ShiftedBy => all(b, a << (v(1) & rule.matter[1]) | c),
                    Terms::ThenShifted => all(c, (a | b) << (v(2) & 31)),
                    Terms::Xor => a | b | c,
                };
                if terms == Terms::Xor {
                    x.value[0][lane] ^= x.value[1][lane];
                    x.undefined[0][lane] |= b;
                    (x.value[1][lane], x.undefined[1][lane]) = (0, 0);
                }
            }
            let (low, high) = (eval(&x.corner(minus)), eval(&x.corner(!minus)));
            for lane in each() {
                bits[lane] = base[lane] | low.0[lane] ^ high.0[lane];
                if base[lane] == u64::MAX {
                    flag |= 1 << lane;
                }
            }
            flag |= low.1 ^ high.1;
        }
        How::Product => {
            let (low, high) = (eval(&x.corner(0)), eval(&x.corner(4)));
            for lane in each() {
                let [a, b, c] = std::array::from_fn(|i| u(&x, i, lane));
                // Zeros at the end of a factor, defined ones: the product has them too.
                let zeros = |i: usize| {
                    let v = x.value[i][lane] & rule.matter[i] | u(&x, i, lane);
                    v.trailing_zeros()
                };
                let up = |u: u64, zeros: u32| match u {
                    0 => 64,
                    u => u.trailing_zeros() + zeros,
                };
                let from = up(a, zeros(1)).min(up(b, zeros(0)));
                bits[lane] = match from {
                    64.. => c | low.0[lane] ^ high.0[lane],
                    from => u64::MAX << from.min(c.trailing_zeros()),
                };
            }
            flag = lanes;
        }
        How::Range(falls, signed) => {
            let signs = if signed { signs } else { [0; 3] };
            let (low, high) = (
                eval(&x.extreme(falls, signs)),
                eval(&x.extreme(!falls, signs)),
            );
            for lane in each() {
                bits[lane] = match low.0[lane] ^ high.0[lane] {
                    0 => 0,
                    differs => u64::MAX >> differs.leading_zeros(),
                };
            }
            flag = low.1 ^ high.1;
        }
        How::Equal => {
            for lane in each() {
                let known = !(u(&x, 0, lane) | u(&x, 1, lane));
                let differs = x.value[0][lane] ^ x.value[1][lane];
                flag |= u64::from(differs & known == 0) << lane;
            }
        }
    }
    bits.iter_mut().for_each(|b| *b &= width);
    match rule.flag {
        Flag::All => flag = lanes,
        Flag::Alike => {}
        Flag::NotZero => {
            let real = eval(&x.value);
            flag = each().fold(0, |all, lane| {
                let decided = bits[lane] == 0 || real.0[lane] & width & !bits[lane] != 0;
                all | u64::from(!decided) << lane
            });
        }
    }
    (bits, flag & lanes)
}
