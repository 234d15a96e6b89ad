//! Arrays that are made up: `fill:`, `iota:` and `rand:`.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rustc_apfloat::ieee::Half;
use rustc_apfloat::{Float, Round};

use super::spec::{Elements, Scalar};

/// The elements of an array, one after the other.
#[derive(Clone, Debug)]
pub struct Made {
    scalar: Scalar,
    next: Next,
}

/// How to go on.
#[derive(Clone, Debug)]
enum Next {
    /// The same again.
    Same(Vec<u8>),
    /// This number.
    Number(u64),
    /// What the generator gives.
    Random(Xoshiro256PlusPlus),
}

impl Made {
    /// The elements of type `scalar`.
    pub fn new(scalar: Scalar, elements: &Elements) -> Made {
        let size = scalar.size() as usize;
        let next = match elements {
            Elements::Zeros | Elements::Undefined => Next::Same(vec![0; size]),
            Elements::Fill(bytes) => Next::Same(bytes.clone()),
            Elements::Iota => Next::Number(0),
            Elements::Random(seed) => Next::Random(Xoshiro256PlusPlus::seed_from_u64(*seed)),
        };
        Made { scalar, next }
    }

    /// Fills `piece` with the next elements; it has room for whole ones.
    pub fn fill(&mut self, piece: &mut [u8]) {
        let size = self.scalar.size() as usize;
        for element in piece.chunks_exact_mut(size) {
            let bytes = match &mut self.next {
                Next::Same(bytes) => {
                    element.copy_from_slice(bytes);
                    continue;
                }
                Next::Number(n) => {
                    let bytes = self.scalar.number(*n);
                    *n += 1;
                    bytes
                }
                Next::Random(generator) => self.scalar.uniform(generator.next_u64()),
            };
            element.copy_from_slice(&bytes[..size]);
        }
    }
}

impl Scalar {
    /// The first bytes are those of `n`: rounded to the nearest floating-point number, or the low bits of
    /// an integer.
    fn number(self, n: u64) -> [u8; 8] {
        match self {
            Scalar::F16 => {
                let half = Half::from_u128_r(u128::from(n), Round::NearestTiesToEven).value;
                (half.to_bits() as u64).to_le_bytes()
            }
            Scalar::F32 => u64::from((n as f32).to_bits()).to_le_bytes(),
            Scalar::F64 => (n as f64).to_le_bytes(),
            _ => n.to_le_bytes(),
        }
    }

    /// The first bytes are those of the number that 64 random bits stand for: of an integer the low ones;
    /// of a floating-point number as many of the highest as its significand has, divided by 2 to the
    /// power of their number, which is exact and less than 1.
    fn uniform(self, bits: u64) -> [u8; 8] {
        match self {
            Scalar::F16 => {
                // Any multiple of 2^-11 below 1 is a sum of halves with exponents from -11 to -1.
                let n = Half::from_u128_r(u128::from(bits >> 53), Round::NearestTiesToEven).value;
                (n.scalbn(-11).to_bits() as u64).to_le_bytes()
            }
            Scalar::F32 => {
                let f = (bits >> 40) as f32 / (1u32 << 24) as f32;
                u64::from(f.to_bits()).to_le_bytes()
            }
            Scalar::F64 => ((bits >> 11) as f64 / (1u64 << 53) as f64).to_le_bytes(),
            _ => bits.to_le_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(scalar: Scalar, elements: &Elements, n: usize) -> Vec<u8> {
        let mut out = vec![0; n * scalar.size() as usize];
        Made::new(scalar, elements).fill(&mut out);
        out
    }

    #[test]
    fn numbers_in_order() {
        assert_eq!(
            made(Scalar::U8, &Elements::Iota, 258)[254..],
            [254, 255, 0, 1]
        );
        let halves = made(Scalar::F16, &Elements::Iota, 4097);
        // IEEE 754 binary16: 1 is 0x3c00, 2 is 0x4000; 2049 lies between 2048 (0x6800) and 2050, 4095
        // between 4094 and 4096 (0x6c00), and ties go to the even one.
        let half = |i: usize| u16::from_le_bytes([halves[2 * i], halves[2 * i + 1]]);
        assert_eq!([half(0), half(1), half(2)], [0, 0x3c00, 0x4000]);
        assert_eq!(
            [half(2049), half(2051), half(4095)],
            [0x6800, 0x6802, 0x6c00]
        );
        let floats = made(Scalar::F32, &Elements::Iota, 3);
        assert_eq!(floats, [0f32, 1.0, 2.0].map(f32::to_le_bytes).concat());
        let i64s = made(Scalar::I64, &Elements::Iota, 2);
        assert_eq!(i64s, [0u64, 1].map(u64::to_le_bytes).concat());
    }

    #[test]
    fn the_same_in_all_elements() {
        let fill = Elements::Fill(vec![1, 2]);
        assert_eq!(made(Scalar::I16, &fill, 2), [1, 2, 1, 2]);
    }

    /// Xoshiro256++ whose state are the first four outputs of SplitMix64, both as their authors publish
    /// them (prng.di.unimi.it), by hand.
    #[test]
    fn random_numbers_are_those_of_the_published_generator() {
        let mut x = 7u64;
        let mut state: [u64; 4] = std::array::from_fn(|_| {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        let mut next = || {
            let [a, b, c, d] = state;
            let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
            let (c, d) = (c ^ a, d ^ b);
            state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
            result
        };
        let want: Vec<u64> = (0..5).map(|_| next()).collect();
        let got = made(Scalar::U64, &Elements::Random(7), 5);
        assert_eq!(
            got,
            want.iter()
                .map(|n| n.to_le_bytes())
                .collect::<Vec<_>>()
                .concat()
        );
        let low = made(Scalar::U16, &Elements::Random(7), 5);
        let floats = made(Scalar::F64, &Elements::Random(7), 5);
        for (i, n) in want.iter().enumerate() {
            assert_eq!(low[2 * i..][..2], n.to_le_bytes()[..2]);
            let f = (n >> 11) as f64 * 2f64.powi(-53);
            assert_eq!(floats[8 * i..][..8], f.to_le_bytes());
        }
    }

    #[test]
    fn random_floats_lie_between_0_and_1() {
        for (scalar, one) in [
            (Scalar::F16, 0x3c00u64),
            (Scalar::F32, 0x3f80_0000),
            (Scalar::F64, 0x3ff0_0000_0000_0000),
        ] {
            assert_eq!(scalar.uniform(0), [0; 8]);
            // The largest below 1.
            assert_eq!(scalar.uniform(u64::MAX), (one - 1).to_le_bytes());
            // A half: its exponent is one less.
            let half = scalar.uniform(1 << 63);
            let fraction = match scalar {
                Scalar::F16 => 10,
                Scalar::F32 => 23,
                _ => 52,
            };
            assert_eq!(half, (one - (1 << fraction)).to_le_bytes());
        }
    }
}
