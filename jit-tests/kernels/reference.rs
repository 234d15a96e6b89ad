//! What each program in `examples/` must compute, in plain Rust.
//!
//! Nothing here uses the crate: these functions are the independent side of
//! the comparison. Every result is expected **to the bit**, integers and
//! floats alike. For floats that needs two things:
//!
//! - The order of operations is the one of the OpenCL source, which the
//!   compiler keeps.
//! - [`MulAdd`] says how a multiplication that feeds an addition rounds. The
//!   compiler contracts `a * b + c` within one expression. For gfx900 it emits
//!   `v_fma_f32`, one rounding. For gfx803 it emits `v_mac_f32` and
//!   `v_mad_f32`, which round the product and then the sum; there the
//!   contraction changes nothing.
//!
//! The gfx803 objects also flush f32 denormals to zero. The committed inputs
//! never make one, so these functions do not model it; other inputs may differ
//! from them by that.
//!
//! The one exception to bit equality is `v_rsq_f32` in the n-body example. The
//! manual promises 1 ulp; see [`nbody`].

/// How `a * b + c` rounds in an object of the examples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulAdd {
    /// Product and sum are each rounded: `v_mac_f32`, `v_mad_f32` (gfx803).
    Separate,
    /// One rounding: `v_fma_f32` (gfx900).
    Fused,
}

impl MulAdd {
    fn apply(self, a: f32, b: f32, c: f32) -> f32 {
        match self {
            MulAdd::Separate => a * b + c,
            MulAdd::Fused => a.mul_add(b, c),
        }
    }
}

/// `a * x + y` for each element.
pub fn saxpy(mul_add: MulAdd, a: f32, x: &[f32], y: &[f32]) -> Vec<f32> {
    x.iter()
        .zip(y)
        .map(|(&x, &y)| mul_add.apply(a, x, y))
        .collect()
}

/// One step of the gravity simulation: new positions, new velocities.
///
/// The reciprocal square root is correctly rounded here. Bit-exact if the
/// emulator's `v_rsq_f32` is correctly rounded too. With a 1-ulp `v_rsq_f32`,
/// as the manual allows, each term of a sum is off by less than 2^-20 of
/// itself; with the input and arguments of `examples/README.md` the results
/// then agree within 1e-4 absolute.
///
/// Going through f64 is as good as correct rounding: it could differ only
/// where the exact value is within 2^-28 of an ulp of a tie.
pub fn nbody(
    mul_add: MulAdd,
    positions: &[[f32; 4]],
    velocities: &[[f32; 4]],
    time_step: f32,
    softening: f32,
) -> (Vec<[f32; 4]>, Vec<[f32; 4]>) {
    let mut new_positions = Vec::with_capacity(positions.len());
    let mut new_velocities = Vec::with_capacity(positions.len());
    for (&p, &v) in positions.iter().zip(velocities) {
        let mut acceleration = [0.0_f32; 3];
        for q in positions {
            let dx = q[0] - p[0];
            let dy = q[1] - p[1];
            let dz = q[2] - p[2];
            // dx * dx + dy * dy contracts around the left product.
            let r2 = mul_add.apply(dz, dz, mul_add.apply(dx, dx, dy * dy)) + softening;
            let inv = (1.0 / f64::from(r2).sqrt()) as f32;
            let s = q[3] * inv * inv * inv;
            for (sum, d) in acceleration.iter_mut().zip([dx, dy, dz]) {
                *sum = mul_add.apply(d, s, *sum);
            }
        }
        let mut position = p;
        let mut velocity = v;
        for k in 0..3 {
            velocity[k] = mul_add.apply(acceleration[k], time_step, velocity[k]);
            position[k] = mul_add.apply(velocity[k], time_step, position[k]);
        }
        new_positions.push(position);
        new_velocities.push(velocity);
    }
    (new_positions, new_velocities)
}

/// The product of two n x n row-major matrices. The sum over k runs upwards
/// from zero, as the tiled kernel's does.
pub fn matmul(mul_add: MulAdd, a: &[f32], b: &[f32], n: usize) -> Vec<f32> {
    let mut c = Vec::with_capacity(n * n);
    for row in 0..n {
        for column in 0..n {
            let products = (0..n).map(|k| (a[row * n + k], b[k * n + column]));
            c.push(products.fold(0.0, |sum, (a, b)| mul_add.apply(a, b, sum)));
        }
    }
    c
}

/// The wrapping sum, for both kernels of `reduction`.
pub fn reduction(values: &[i32]) -> i32 {
    values.iter().fold(0, |sum, &value| sum.wrapping_add(value))
}

/// Escape-time iteration counts, row by row.
///
/// `x * x + y * y` is not contracted: the products are variables of their own
/// in the source.
pub fn mandelbrot(
    mul_add: MulAdd,
    width: u32,
    height: u32,
    left: f32,
    top: f32,
    step: f32,
    limit: u32,
) -> Vec<u32> {
    let mut counts = Vec::new();
    for py in 0..height {
        for px in 0..width {
            let cx = mul_add.apply(px as f32, step, left);
            let cy = mul_add.apply(py as f32, step, top);
            let (mut x, mut y) = (0.0_f32, 0.0_f32);
            let mut count = 0;
            while count < limit {
                let xx = x * x;
                let yy = y * y;
                if xx + yy > 4.0 {
                    break;
                }
                y = mul_add.apply(2.0 * x, y, cy);
                x = xx - yy + cx;
                count += 1;
            }
            counts.push(count);
        }
    }
    counts
}

/// How often each byte value occurs.
pub fn histogram(bytes: &[u8]) -> Vec<u32> {
    let mut bins = vec![0; 256];
    for &byte in bytes {
        bins[usize::from(byte)] += 1;
    }
    bins
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64
/// primes: FIPS 180-4, section 4.2.2.
const SHA256_K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// The SHA-256 compression function: FIPS 180-4, section 6.2.2.
fn sha256_compress(state: &mut [u32; 8], block: &[u32; 16]) {
    let mut w = [0_u32; 64];
    w[..16].copy_from_slice(block);
    for t in 16..64 {
        let sigma0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
        let sigma1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
        w[t] = sigma1
            .wrapping_add(w[t - 7])
            .wrapping_add(sigma0)
            .wrapping_add(w[t - 16]);
    }

    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for t in 0..64 {
        let sum1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h
            .wrapping_add(sum1)
            .wrapping_add(choice)
            .wrapping_add(SHA256_K[t])
            .wrapping_add(w[t]);
        let sum0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let t2 = sum0.wrapping_add(majority);
        h = g;
        g = f;
        f = e;
        e = d.wrapping_add(t1);
        d = c;
        c = b;
        b = a;
        a = t1.wrapping_add(t2);
    }
    for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(add);
    }
}

const SHA256_START: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/// The SHA-256 digests of 64-byte messages, each given as 16 big-endian words.
pub fn sha256(messages: &[[u32; 16]]) -> Vec<[u32; 8]> {
    let mut padding = [0; 16];
    padding[0] = 0x8000_0000;
    padding[15] = 512;
    messages
        .iter()
        .map(|message| {
            let mut state = SHA256_START;
            sha256_compress(&mut state, message);
            sha256_compress(&mut state, &padding);
            state
        })
        .collect()
}

/// What `examples/raw/kernel.s` computes; its head has the same in words.
pub fn raw_mix(input: &[u32], seed: u32, rounds: u32) -> Vec<u32> {
    let mut keys = Vec::new();
    let mut key = seed;
    for _ in 0..rounds {
        key ^= key << 13;
        key ^= key >> 17;
        key ^= key << 5;
        keys.push(key);
    }
    let mix = |(i, &word): (u32, &u32)| {
        let mut x = word ^ i.wrapping_add(seed);
        for &key in &keys {
            let (sum, carry) = x.overflowing_add(key);
            x = if carry { sum ^ 0x9e37_79b9 } else { sum };
            x ^= x << 7;
            x ^= x >> ((key >> 3 & 31) | 1);
            x = x.wrapping_add((x & 0xff_ffff).wrapping_mul(key & 0xff_ffff));
        }
        if (key as i32) < 0 {
            x.max(key >> 4)
        } else {
            x.min(key | 0xf000_0000)
        }
    };
    (0..).zip(input).map(mix).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "abc", the example in the standard's test vectors.
    #[test]
    fn sha256_of_abc() {
        let mut block = [0; 16];
        block[0] = 0x6162_6380;
        block[15] = 24;
        let mut state = SHA256_START;
        sha256_compress(&mut state, &block);
        let expected = [
            0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61,
            0xf20015ad,
        ];
        assert_eq!(state, expected);
    }

    /// 64 zero bytes: the message length that the example hashes.
    #[test]
    fn sha256_of_64_zero_bytes() {
        let expected = [
            0xf5a5fd42, 0xd16a2030, 0x2798ef6e, 0xd309979b, 0x43003d23, 0x20d9f0e8, 0xea9831a9,
            0x2759fb4b,
        ];
        assert_eq!(sha256(&[[0; 16]]), [expected]);
    }

    /// Worked by hand.
    #[test]
    fn raw_mix_of_one_round() {
        // i = 0, seed = 1: key = 1 ^ 1 << 13 = 0x2001; >> 17 adds nothing; then
        // ^ 0x2001 << 5 gives 0x42021. x = 1 ^ 1 = 0; x + key has no carry.
        let x: u32 = 0x0004_2021;
        let x = x ^ 0x0210_1080; // x << 7
        // (0x42021 >> 3 & 31) | 1 = 5
        let x = x ^ (x >> 5);
        let x = x.wrapping_add((x & 0xff_ffff).wrapping_mul(0x0004_2021));
        assert_eq!(raw_mix(&[1], 1, 1), [x.min(0xf004_2021)]);
    }

    #[test]
    fn raw_mix_without_rounds_only_clips() {
        assert_eq!(raw_mix(&[0x70, 0x6f], 0x70, 0), [0, 0x1e]);
        assert_eq!(raw_mix(&[u32::MAX], 7, 0), [0xf000_0007]);
        assert_eq!(raw_mix(&[0x8000_0000], 0x8000_0000, 0), [0x0800_0000]);
    }
}
