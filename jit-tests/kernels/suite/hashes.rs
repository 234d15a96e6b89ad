//! `hashes.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "crc32",
        grid: &[100],
        local: &[100],
        args: |_| {
            let text = messages(100, 21);
            let crcs = text.chunks_exact(21).map(crc32).collect();
            vec![input(&text), value(&[21u32]), output(crcs)]
        },
    },
    Case {
        kernel: "fnv1a",
        grid: &[64],
        local: &[64],
        args: |_| {
            let mut text = messages(1000, 1);
            text.push(0);
            let starts: Vec<u16> = (0..64).map(|i| i * 15).collect();
            let hashes = starts.iter().map(|&start| {
                let rest = text[start as usize..].iter().take_while(|b| **b != 0);
                let step =
                    |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
                rest.fold(0xcbf2_9ce4_8422_2325, step)
            });
            let hashes = hashes.collect();
            vec![input(&text), input(&starts), output(hashes)]
        },
    },
    Case {
        kernel: "md5",
        grid: &[64],
        local: &[64],
        args: |_| {
            let blocks: Vec<Vec<u8>> = (0..64).map(|n| block(n % 56, false)).collect();
            let digests: Vec<[u32; 4]> = blocks.iter().map(|b| md5(b)).collect();
            // RFC 1321, A.5: of no bytes.
            let empty = digests[0].map(u32::swap_bytes);
            assert_eq!(empty, [0xd41d_8cd9, 0x8f00_b204, 0xe980_0998, 0xecf8_427e]);
            vec![input(&blocks.concat()), output(digests.concat())]
        },
    },
    Case {
        kernel: "sha1",
        grid: &[64],
        local: &[64],
        args: |_| {
            let blocks: Vec<Vec<u8>> = (0..64).map(|n| block(n % 56, true)).collect();
            let digests: Vec<[u32; 5]> = blocks.iter().map(|b| sha1(b)).collect();
            let empty = [
                0xda39_a3ee,
                0x5e6b_4b0d,
                0x3255_bfef,
                0x9560_1890,
                0xafd8_0709,
            ];
            assert_eq!(digests[0], empty);
            vec![input(&blocks.concat()), output(digests.concat())]
        },
    },
    Case {
        kernel: "generators",
        grid: &[64],
        local: &[64],
        args: |_| vec![output((0..64).flat_map(generators).collect())],
    },
];

fn messages(count: usize, length: usize) -> Vec<u8> {
    let bytes = numbers(7, count * length);
    bytes.into_iter().map(|v| v as u8).collect()
}

fn crc32(message: &[u8]) -> u32 {
    // The remainder of the polynomial division, most significant bit first on reflected bytes.
    let mut remainder = u32::MAX;
    for &byte in message {
        remainder ^= u32::from(byte.reverse_bits()) << 24;
        for _ in 0..8 {
            let carry = remainder >> 31;
            remainder = (remainder << 1) ^ (carry * 0x04c1_1db7);
        }
    }
    !remainder.reverse_bits()
}

/// A message of `n` bytes, up to 55, padded to one block; the length has 64 bits of either byte order.
fn block(n: usize, big: bool) -> Vec<u8> {
    let mut out = messages(n, 1);
    out.push(0x80);
    out.resize(56, 0);
    let bits = 8 * n as u64;
    out.extend(if big {
        bits.to_be_bytes()
    } else {
        bits.to_le_bytes()
    });
    out
}

/// One of the four functions of three words of MD5.
type Mix = fn(u32, u32, u32) -> u32;

/// RFC 1321, with its constants from what they are defined as.
fn md5(block: &[u8]) -> [u32; 4] {
    let start = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let word = |k: usize| u32::from_le_bytes(block[4 * k..4 * k + 4].try_into().expect("four"));
    let [mut a, mut b, mut c, mut d] = start;
    let rounds: [(Mix, usize, usize, [u32; 4]); 4] = [
        (|x, y, z| z ^ (x & (y ^ z)), 1, 0, [7, 12, 17, 22]),
        (|x, y, z| y ^ (z & (x ^ y)), 5, 1, [5, 9, 14, 20]),
        (|x, y, z| x ^ y ^ z, 3, 5, [4, 11, 16, 23]),
        (|x, y, z| y ^ (x | !z), 7, 0, [6, 10, 15, 21]),
    ];
    for (round, (f, factor, first, shifts)) in rounds.into_iter().enumerate() {
        for k in 0..16 {
            let sine = ((16 * round + k + 1) as f64).sin().abs() * 4294967296.0;
            let sum = (a.wrapping_add(f(b, c, d)))
                .wrapping_add(sine as u32)
                .wrapping_add(word((k * factor + first) % 16));
            let next = b.wrapping_add(sum.rotate_left(shifts[k % 4]));
            (a, b, c, d) = (d, next, b, c);
        }
    }
    let end = [a, b, c, d];
    std::array::from_fn(|k| start[k].wrapping_add(end[k]))
}

/// FIPS 180-4, section 6.1.
fn sha1(block: &[u8]) -> [u32; 5] {
    let mut w: Vec<u32> = block
        .chunks_exact(4)
        .map(|b| u32::from_be_bytes(b.try_into().expect("four")))
        .collect();
    for t in 16..80 {
        w.push((w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1));
    }
    let start = [
        0x6745_2301u32,
        0xefcd_ab89,
        0x98ba_dcfe,
        0x1032_5476,
        0xc3d2_e1f0,
    ];
    let [mut a, mut b, mut c, mut d, mut e] = start;
    for (t, w) in w.into_iter().enumerate() {
        let (f, k) = match t / 20 {
            0 => ((b & c) ^ (!b & d), 0x5a82_7999u32),
            1 => (b ^ c ^ d, 0x6ed9_eba1),
            2 => ((b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc),
            _ => (b ^ c ^ d, 0xca62_c1d6),
        };
        let next = [a.rotate_left(5), f, e, k, w]
            .into_iter()
            .fold(0, u32::wrapping_add);
        (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
    }
    let end = [a, b, c, d, e];
    std::array::from_fn(|k| start[k].wrapping_add(end[k]))
}

fn generators(i: u64) -> [u64; 2] {
    let mut star = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut pcg = i;
    for _ in 0..16 {
        star ^= star >> 12;
        star ^= star << 25;
        star ^= star >> 27;
        pcg = pcg
            .wrapping_mul(6364136223846793005)
            .wrapping_add(2 * i + 1);
    }
    let mixed = ((pcg >> 18 ^ pcg) >> 27) as u32;
    [
        star.wrapping_mul(0x2545_f491_4f6c_dd1d),
        mixed.rotate_right((pcg >> 59) as u32).into(),
    ]
}
