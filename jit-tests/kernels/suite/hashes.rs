//! `hashes.cl`.

use super::*;

pub const CASES: &[Case] = &[Case {
    kernel: "crc32",
    grid: &[100],
    local: &[100],
    args: |_| {
        let text = messages(100, 21);
        let crcs = text.chunks_exact(21).map(crc32).collect();
        vec![input(&text), value(&[21u32]), output(crcs)]
    },
}];

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
            remainder = remainder << 1 ^ carry * 0x04c1_1db7;
        }
    }
    !remainder.reverse_bits()
}
