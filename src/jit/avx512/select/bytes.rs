//! Bytes and smaller elements by a region's code: V_PERM_B32 and integer dot products.

use super::*;
use crate::ir::lane_fn::LaneCall;

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

impl Select<'_, '_> {
    /// V_PERM_B32. Selectors for signs and ones are left to a call.
    pub(super) fn perm(&mut self, v: Val, n: &Node) -> V {
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
                Some(self.vector(inst(e::SHUF_B, from, at)))
            });
            return match parts {
                [Some(x), Some(y)] => self.vector(inst(e::OR_D, x, y)),
                [Some(x), None] | [None, Some(x)] => x,
                [None, None] => self.dword(0),
            };
        }
        let places = self.table(Table::Bytes(PLACES));
        let [x, y] = [(true, a), (false, b)].map(|(first, from)| {
            let table = self.table(Table::Bytes(std::array::from_fn(|s| {
                chosen(first, s as u8)
            })));
            let at = self.vector(inst(e::SHUF_B, table, s));
            let at = self.vector(inst(e::OR_D, at, places));
            self.vector(inst(e::SHUF_B, from, at))
        });
        let r = self.vector(inst(e::OR_D, x, y));
        // Bit 3 alone or with others but 2: what is no byte, and no zero.
        let other = |s: u8| if s < 8 || s == 12 { 0 } else { 0x0f };
        let other = self.table(Table::Bytes(std::array::from_fn(|s| other(s as u8))));
        let other = self.vector(inst(e::SHUF_B, other, s));
        let all = self.dword(0xf0f0_f0f0);
        // other | s & all
        let other = match planted(Fault::SelectorLow) {
            true => other,
            false => self.vector(Inst {
                c: other,
                ..with_imm(e::TERN_D, s, all, 0xf8)
            }),
        };
        let k = self.mask(inst(e::TESTM_D, other, other));
        self.doubt(v, n, [r, NONE], k);
        r
    }

    /// An integer dot product that wraps around.
    pub(super) fn dot(&mut self, n: &Node) -> V {
        let extra = LaneCall::unpack(n.imm).extra;
        let (bits, signed) = (i32::from(extra >> 2), extra & 2 != 0);
        let [a, b, c] = [0, 1, 2].map(|k| self.get(n.args[k])[0]);
        if bits == 16 && !signed {
            // Too large for the products of signed words.
            let low = self.dword(0xffff);
            let lows = [a, b].map(|x| self.vector(inst(e::AND_D, x, low)));
            let highs = [a, b].map(|x| self.shift_by(e::SHIFT_D, SRL, x, 16));
            let sum = [lows, highs].map(|[x, y]| self.vector(inst(e::MUL_D, x, y)));
            let sum = self.vector(inst(e::ADD_D, sum[0], sum[1]));
            return self.vector(inst(e::ADD_D, sum, c));
        }
        let elements = match planted(Fault::DotShort) && bits != 16 {
            true => 16 / bits - 1,
            false => 16 / bits,
        };
        let mut sum = c;
        for i in 0..elements {
            let [x, y] = [a, b].map(|x| self.element(x, i, bits, signed));
            let products = self.vector(inst(e::MADD_W, x, y));
            sum = self.vector(inst(e::ADD_D, products, sum));
        }
        sum
    }

    /// Element `i` of `bits` bits of each word, as a word.
    fn element(&mut self, x: V, i: i32, bits: i32, signed: bool) -> V {
        let up = 16 - bits * (i + 1);
        if signed {
            let x = match up {
                0 => x,
                _ => self.shift_by(e::SHIFT_W, SLL, x, up),
            };
            return match bits {
                16 => x,
                _ => self.shift_by(e::SHIFT_W, SRA, x, 16 - bits),
            };
        }
        let x = match i {
            0 => x,
            _ => self.shift_by(e::SHIFT_W, SRL, x, bits * i),
        };
        if up == 0 {
            return x;
        }
        let ones = self.dword(0x0001_0001 * ((1 << bits) - 1));
        self.vector(inst(e::AND_D, x, ones))
    }
}
