//! `unaligned.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "packed_structs",
        grid: &[70],
        local: &[70],
        args: |_| {
            let bytes = random_bytes(30, 70 * 19);
            let expected = bytes.chunks_exact(19).flat_map(packed).collect();
            vec![input(&bytes), output(expected)]
        },
    },
    Case {
        kernel: "byte_addresses",
        grid: &[100],
        local: &[100],
        args: |_| {
            let bytes = random_bytes(32, 107);
            let expected = bytes.windows(8).flat_map(|w| {
                let v = u64::from_le_bytes(w.try_into().expect("eight"));
                [v & 0xffff, v as i16 as u64, v & 0xffff_ffff, v]
            });
            let expected = expected.collect();
            vec![input(&bytes), output(expected)]
        },
    },
];

fn random_bytes(seed: u64, n: usize) -> Vec<u8> {
    numbers(seed, n)
        .into_iter()
        .map(|v| (v >> 5) as u8)
        .collect()
}

/// One packed structure: a at 0, b at 1, c at 3, d at 7, e at 8, f at 16.
fn packed(v: &[u8]) -> Vec<u8> {
    let b = u16::from_le_bytes([v[1], v[2]]);
    let c = u32::from_le_bytes([v[3], v[4], v[5], v[6]]);
    let e = u64::from_le_bytes(v[8..16].try_into().expect("eight"));
    let mut out = vec![v[18].wrapping_add(1)];
    out.extend(b.wrapping_mul(3).to_le_bytes());
    out.extend((c ^ u32::from(b)).to_le_bytes());
    out.push(v[13]);
    out.extend(e.wrapping_add(c.into()).to_le_bytes());
    out.extend([v[0], v[7], v[16]]);
    out
}
