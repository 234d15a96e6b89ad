//! Bytes and other small elements by a region's code: V_PERM_B32, sums of absolute differences, and
//! integer dot products.

use super::*;
use crate::ir::lane_fn::{LaneCall, LaneFn};

/// The four bytes of each dword of 16 bytes, by the place of its first.
const PLACES: [u8; 16] = [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12];

/// What VPSHUFB makes a zero of.
const NOTHING: u8 = 0x80;

/// The byte of the first or second source that a selector of V_PERM_B32 below 16 chooses.
fn chosen(first: bool, selector: u8) -> u8 {
    match (first, selector) {
        (false, 0..=3) => selector,
        (true, 4..=7) => selector - 4,
        _ => NOTHING,
    }
}

/// The byte of the signs that such a selector chooses.
fn sign_of(selector: u8) -> u8 {
    match selector {
        8 => 0,
        9 => 2,
        10 => 1,
        11 => 3,
        _ => NOTHING,
    }
}

impl Select<'_, '_> {
    /// V_PERM_B32.
    pub(super) fn perm(&mut self, n: &Node) -> V {
        let [a, b, s] = [0, 1, 2].map(|k| self.get(n.args[k])[0]);
        let selector = self.node(n.args[2]);
        let known = match selector.op {
            Uop::Splat => self.known(selector.args[0]),
            _ => None,
        };
        let simple = |s: &u8| matches!(s, 0..=7 | 12);
        if let Some(bytes) = known.map(|s| (s as u32).to_le_bytes())
            && bytes.iter().all(simple)
        {
            let parts = [(true, a), (false, b)].map(|(first, from)| {
                let bytes = bytes.map(|s| chosen(first, s));
                if bytes == [NOTHING; 4] {
                    return None;
                }
                let at = self.table(Table::Bytes(std::array::from_fn(|i| {
                    bytes[i % 4] | PLACES[i]
                })));
                Some(self.vector(inst(Op::VPSHUFB, from, at)))
            });
            return match parts {
                [Some(x), Some(y)] => self.vector(inst(Op::VPORD, x, y)),
                [Some(x), None] | [None, Some(x)] => x,
                [None, None] => self.dword(0),
            };
        }
        // Bytes 1 and 3 are the high ones of words: the signs of b's in bytes 0 and 2, of a's in 1 and 3.
        let [of_a, of_b] = [a, b].map(|x| self.shift_by(Op::VPSRAW, x, 15));
        let odd = self.dword(0xff00_ff00);
        // odd ? of_a : of_b
        let signs = self.vector(Inst {
            c: odd,
            ..with_imm(Op::VPTERNLOGD, of_a, of_b, 0xca)
        });
        let places = self.table(Table::Bytes(PLACES));
        let bytes: [fn(u8) -> u8; 3] = [|s| chosen(true, s), |s| chosen(false, s), sign_of];
        let [x, y, z] = [(a, bytes[0]), (b, bytes[1]), (signs, bytes[2])].map(|(from, byte)| {
            let table = self.table(Table::Bytes(std::array::from_fn(|s| byte(s as u8))));
            let at = self.vector(inst(Op::VPSHUFB, table, s));
            let at = self.vector(inst(Op::VPORD, at, places));
            self.vector(inst(Op::VPSHUFB, from, at))
        });
        // x | y | z
        let r = self.vector(Inst {
            c: x,
            ..with_imm(Op::VPTERNLOGD, y, z, 0xfe)
        });
        if planted(Fault::SelectorLow) {
            return r;
        }
        // Selectors above 12, of which the low halves may have chosen something, are all ones.
        let [twelve, one, zero] = [0x0c0c_0c0c, 0x0101_0101, 0].map(|k| self.dword(k));
        let above = self.vector(inst(Op::VPSUBUSB, s, twelve));
        let above = self.vector(inst(Op::VPMINUB, above, one));
        let ones = self.vector(inst(Op::VPSUBB, zero, above));
        self.vector(inst(Op::VPORD, r, ones))
    }

    /// Sums of absolute differences of bytes or words, added to the third operand.
    pub(super) fn sad(&mut self, n: &Node) -> V {
        let k = LaneCall::unpack(n.imm);
        let [a, b, c] = [0, 1, 2].map(|k| self.get(n.args[k])[0]);
        let words = k.f == LaneFn::SadU16;
        let (max, min) = if words {
            (Op::VPMAXUW, Op::VPMINUW)
        } else {
            (Op::VPMAXUB, Op::VPMINUB)
        };
        let (high, low) = (self.vector(inst(max, a, b)), self.vector(inst(min, a, b)));
        // No element borrows from the next one.
        let d = self.vector(inst(Op::VPSUBD, high, low));
        let mut sum = if words {
            let rest = self.dword(0xffff);
            let (low, high) = (
                self.vector(inst(Op::VPANDD, d, rest)),
                self.shift_by(Op::VPSRLD, d, 16),
            );
            self.vector(inst(Op::VPADDD, low, high))
        } else {
            let (ones, pairs) = (self.dword(0x0101_0101), self.dword(0x0001_0001));
            // Bytes count once, masked ones where the second operand has something.
            let count = if k.f == LaneFn::MsadU8 && !planted(Fault::SadMask) {
                self.vector(inst(Op::VPMINUB, b, ones))
            } else {
                ones
            };
            let d = self.vector(inst(Op::VPMADDUBSW, d, count));
            self.vector(inst(Op::VPMADDWD, d, pairs))
        };
        if k.f == LaneFn::SadHiU8 {
            sum = self.shift_by(Op::VPSLLD, sum, 16);
        }
        let r = self.vector(inst(Op::VPADDD, sum, c));
        if k.extra == 0 {
            return r;
        }
        let over = self.mask(with_imm(Op::VPCMPUD, r, c, 1));
        let all = self.dword(u32::MAX);
        self.blend(Ty::B32, over, r, all)
    }

    /// An integer dot product that wraps around.
    pub(super) fn dot(&mut self, n: &Node) -> V {
        let extra = LaneCall::unpack(n.imm).extra;
        let (bits, signed) = (i32::from(extra >> 2), extra & 2 != 0);
        let [a, b, c] = [0, 1, 2].map(|k| self.get(n.args[k])[0]);
        if bits == 16 && !signed {
            // Too large for the products of signed words.
            let low = self.dword(0xffff);
            let lows = [a, b].map(|x| self.vector(inst(Op::VPANDD, x, low)));
            let highs = [a, b].map(|x| self.shift_by(Op::VPSRLD, x, 16));
            let sum = [lows, highs].map(|[x, y]| self.vector(inst(Op::VPMULLD, x, y)));
            let sum = self.vector(inst(Op::VPADDD, sum[0], sum[1]));
            return self.vector(inst(Op::VPADDD, sum, c));
        }
        let elements = if planted(Fault::DotShort) && bits != 16 {
            16 / bits - 1
        } else {
            16 / bits
        };
        let mut sum = c;
        for i in 0..elements {
            let [x, y] = [a, b].map(|x| self.element(x, i, bits, signed));
            let products = self.vector(inst(Op::VPMADDWD, x, y));
            sum = self.vector(inst(Op::VPADDD, products, sum));
        }
        sum
    }

    /// Element `i` of `bits` bits of each word, as a word.
    fn element(&mut self, x: V, i: i32, bits: i32, signed: bool) -> V {
        let up = 16 - bits * (i + 1);
        if signed {
            let x = match up {
                0 => x,
                _ => self.shift_by(Op::VPSLLW, x, up),
            };
            return match bits {
                16 => x,
                _ => self.shift_by(Op::VPSRAW, x, 16 - bits),
            };
        }
        let x = match i {
            0 => x,
            _ => self.shift_by(Op::VPSRLW, x, bits * i),
        };
        if up == 0 {
            return x;
        }
        let ones = self.dword(0x0001_0001 * ((1 << bits) - 1));
        self.vector(inst(Op::VPANDD, x, ones))
    }
}
