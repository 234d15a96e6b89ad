//! `memory.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "narrow_stores",
        grid: &[100],
        local: &[100],
        args: |_| {
            let values: Vec<u32> = numbers(31, 100).into_iter().map(|v| v as u32).collect();
            let (old_bytes, old_halves) = ([0x5a; 200], [0xa55a; 300]);
            let (mut bytes, mut halves) = (old_bytes.to_vec(), old_halves.to_vec());
            for (i, &v) in values.iter().enumerate() {
                if v % 2 == 1 {
                    bytes[2 * i + 1] = (v >> 8) as u8;
                } else {
                    bytes[2 * i] = (v >> 16) as u8;
                }
                if v & 2 != 0 {
                    halves[3 * i + (v % 3) as usize] = v as u16;
                }
            }
            let sums = values
                .iter()
                .map(|&v| (v as u8).wrapping_add((v >> 3) as u8));
            let sums = sums.collect();
            vec![
                input(&values),
                in_out(&old_bytes, bytes),
                in_out(&old_halves, halves),
                output(sums),
            ]
        },
    },
    Case {
        kernel: "constant_tables",
        grid: &[100],
        local: &[100],
        args: |_| {
            let more = [5u32, 0xffff_ffff, 0x8000_0000, 1];
            let expected = (0..100).map(|i| constant_tables(i, &more)).collect();
            vec![input(&more), output(expected)]
        },
    },
    Case {
        kernel: "local_memory",
        grid: &[192],
        local: &[64],
        args: |_| {
            let values = numbers(33, 192);
            let expected = values.chunks_exact(64).flat_map(local_memory).collect();
            vec![input(&values), Arg::Local(128), output(expected)]
        },
    },
    Case {
        kernel: "wide_copies",
        grid: &[70],
        local: &[70],
        args: |_| {
            let values: Vec<u32> = numbers(34, 70 * 17 + 1)
                .into_iter()
                .map(|v| v as u32)
                .collect();
            let expected = values[1..].chunks_exact(17).zip(0..).flat_map(|(p, i)| {
                let mut q = p.to_vec();
                q[16] = values[17 * i];
                q[4..7].copy_from_slice(&[p[5], p[3], p[4]]);
                q[8..10].copy_from_slice(&[p[7], p[6]]);
                q
            });
            let expected = expected.collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "strides",
        grid: &[128],
        local: &[64],
        args: |_| {
            let values: Vec<u32> = numbers(35, 500).into_iter().map(|v| v as u32).collect();
            let expected = (0..128).map(|i| strides(i, &values)).collect();
            vec![input(&values), value(&[500u32]), output(expected)]
        },
    },
];

fn constant_tables(i: usize, more: &[u32]) -> u64 {
    let is_prime = |n: &u64| (2..*n).all(|d| !n.is_multiple_of(d));
    let primes: Vec<u64> = (2..).filter(is_prime).take(16).collect();
    let names = ["zero", "one", "two", "three", "four"];
    let wide: [u64; 3] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1];
    let letter = *names[i % 5].as_bytes().get(i % 7).unwrap_or(&0);
    let v = 7 + primes[i % 16] * 100 + (u64::from(letter) << 32);
    let v = v ^ wide[i % 3].wrapping_add(more[i % 4].into());
    let length = names[[4, 2, 0, 3, 1][i / 3 % 5]].len() as u64;
    v.wrapping_mul(10).wrapping_add(length)
}

fn local_memory(v: &[u64]) -> Vec<u64> {
    let n = v.len();
    let other = |l: usize| (l * 5 + 1) % n;
    let mut longs = vec![0; n];
    for l in 0..n {
        let o = other(l);
        let (own, mirrored) = (v[o], v[n - 1 - o]);
        let mut r = (own & 0xff) + ((mirrored >> 8 & 0xffff_ffff) << 8);
        r ^= v[o ^ 1].wrapping_mul(3);
        // Elements of the vectors are of 32 bits, and so is the sum of the first two.
        let few = (o as u32 * 1000).wrapping_add((own >> 16) as u32);
        let product = (mirrored >> 32).wrapping_mul(own & 0xffff_ffff);
        longs[o] = r.wrapping_add(few.into()).wrapping_add(product);
    }
    let extra = |k: usize| v[n - 1 - k] >> 40 & 0xffff;
    (0..n)
        .map(|l| longs[l].wrapping_add(extra(other(l))))
        .collect()
}

fn strides(i: usize, values: &[u32]) -> u32 {
    let n = values.len();
    let places = (0..8).map(|k| (i + k * (37 * (i % 5) + 1)) % n);
    let sum = places.fold(0u32, |sum, k| sum.wrapping_mul(3).wrapping_add(values[k]));
    let around = [3, 1].map(|k| i.checked_sub(k)).into_iter().flatten();
    let around = around.chain([i + 1, i + 3]);
    around.fold(sum, |sum, k| sum ^ values.get(k).unwrap_or(&0))
}
