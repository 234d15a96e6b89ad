//! `vectors.cl`.

use super::*;
use half::f16;

pub const CASES: &[Case] = &[
    Case {
        kernel: "swizzles",
        grid: &[64],
        local: &[64],
        args: |_| {
            let values: Vec<u32> = numbers(60, 1024).into_iter().map(|v| v as u32).collect();
            let expected = values.chunks_exact(16).flat_map(swizzles).collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "narrow_vectors",
        grid: &[64],
        local: &[64],
        args: |_| {
            let values: Vec<u8> = numbers(61, 1024)
                .into_iter()
                .map(|v| (v >> 3) as u8)
                .collect();
            let bytes = values.chunks_exact(16).flat_map(|v| {
                let products = (0..4).map(|k| {
                    let sum = v[k].wrapping_mul(v[8 + k]).wrapping_add(k as u8 + 1);
                    sum ^ v[k] >> [1, 0, 3, 7][k]
                });
                let spreads = (0..8).map(|k| {
                    let (high, low) = (v[k].max(v[8 + k]), v[2 * k].min(v[2 * k + 1]));
                    high.wrapping_sub(low)
                });
                products.chain(spreads).collect::<Vec<u8>>()
            });
            let halves = values.chunks_exact(16).flat_map(|v| {
                (0..8).map(|k| {
                    let own = i16::from_le_bytes([v[2 * k], v[2 * k + 1]]);
                    (i16::from(v[k]) * -3).wrapping_add(own)
                })
            });
            let (bytes, halves) = (bytes.collect(), halves.collect());
            vec![input(&values), output(bytes), output(halves)]
        },
    },
    Case {
        kernel: "comparisons",
        grid: &[64],
        local: &[64],
        args: |_| {
            let a: Vec<i32> = numbers(62, 256).into_iter().map(|v| v as i32).collect();
            let b: Vec<i32> = numbers(63, 256).into_iter().map(|v| v as i32).collect();
            let choice = [0.0, -0.0, 1.5, -2.0, f32::NAN, f32::INFINITY, 1.5, -1e30];
            let f: Vec<f32> = numbers(64, 256)
                .iter()
                .map(|v| choice[(v >> 5) as usize % 8])
                .collect();
            let rows = (a.chunks_exact(4).zip(b.chunks_exact(4))).zip(f.chunks_exact(4));
            let expected = rows.flat_map(|((a, b), f)| comparisons(a, b, f)).collect();
            vec![input(&a), input(&b), input(&f), output(expected)]
        },
    },
    Case {
        kernel: "reinterpretation",
        grid: &[64],
        local: &[64],
        args: |_| {
            // No signalling NaNs: a conversion in passing may make them quiet.
            let values: Vec<u64> = numbers(65, 64)
                .into_iter()
                .map(|v| {
                    let v = if f64::from_bits(v).is_nan() { 3 } else { v };
                    if f32::from_bits(v as u32).is_nan() {
                        v & !0xffff_ffff
                    } else {
                        v
                    }
                })
                .collect();
            let expected = values.iter().flat_map(|&v| reinterpretation(v)).collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "half_memory",
        grid: &[128],
        local: &[64],
        args: |_| {
            let halves: Vec<f16> = numbers(66, 128)
                .into_iter()
                .map(|v| f16::from_bits(v as u16))
                .collect();
            let floats = float_inputs(128);
            let stored = floats.iter().flat_map(|&v| {
                let [even, zero, up, down] = half_rounded(v);
                [even, even, zero, up, down]
            });
            let stored = stored.collect();
            let loaded = (0..128).flat_map(|i| {
                let pair = i / 2 * 2;
                [halves[i], halves[pair + 1], halves[pair]].map(f32::from)
            });
            let loaded = loaded.collect();
            vec![
                input(&floats),
                output(stored),
                input(&halves),
                output(loaded),
            ]
        },
    },
    Case {
        kernel: "shuffles",
        grid: &[64],
        local: &[64],
        args: |_| {
            let values: Vec<u16> = numbers(67, 520).into_iter().map(|v| v as u16).collect();
            let masks: Vec<u16> = numbers(68, 512)
                .into_iter()
                .map(|v| (v >> 9) as u16)
                .collect();
            let expected = masks.chunks_exact(8).zip(0..).flat_map(|(mask, i)| {
                let own = &values[8 * i..];
                let one = mask.iter().map(|&m| own[m as usize % 8]);
                let two = mask.iter().map(|&m| own[m as usize % 16]);
                one.chain(two)
            });
            let expected = expected.collect();
            vec![input(&values), input(&masks), output(expected)]
        },
    },
];

fn swizzles(p: &[u32]) -> Vec<u32> {
    let add = |a: u32, b: u32| a.wrapping_add(b);
    let (a, b, c) = (&p[0..2], &p[2..5], &p[5..9]);
    let mut out = vec![add(a[1], c[2]), add(a[0], c[0])];
    out.extend([b[2] ^ c[3], b[2] ^ c[0], b[0] ^ c[1]]);
    let d = &p[4..12];
    let c = [
        a[1].wrapping_sub(b[0]),
        c[1],
        a[1].wrapping_sub(b[2]),
        add(c[3], d[5]),
    ];
    out.extend([c[3], c[2], c[1], c[0]]);
    let mut d = d.to_vec();
    for k in 0..4 {
        d[2 * k] = add(d[2 * k + 1].wrapping_mul(3), p[8 + k]);
    }
    (d[6], d[1]) = (a[0], a[1]);
    out.extend(&d);
    let mut e = p.to_vec();
    for k in 0..4 {
        e[15 - k] = p[k].wrapping_mul(c[k]);
    }
    // All of the right side is read before anything is written.
    let middle: Vec<u32> = (0..4).map(|k| e[2 * k + 1] | e[2 * k + 8]).collect();
    e[4..8].copy_from_slice(&middle);
    out.extend((0..8).map(|k| e[k].wrapping_sub(e[8 + k])));
    out.extend([
        add(e[15], b[0]),
        add(e[10], b[1]),
        add(e[5], b[2]),
        add(e[0], a[0]),
    ]);
    out.extend([e[11], e[7], add(d[2], d[5])]);
    out
}

fn comparisons(a: &[i32], b: &[i32], f: &[f32]) -> Vec<i32> {
    let swapped = [f[1], f[0], f[3], f[2]];
    let less: Vec<i32> = (0..4).map(|k| -i32::from(a[k] < b[k])).collect();
    let mut out = less.clone();
    out.extend((0..4).map(|k| if f[k] == swapped[k] { b[k] } else { a[k] }));
    out.extend((0..4).map(|k| {
        if f[k] > 0.0 {
            a[k]
        } else {
            b[k].wrapping_neg()
        }
    }));
    out.extend((0..4).map(|k| {
        let mask = less[k] ^ [1, 2, 4, 0][k];
        (a[k] & !mask) | (b[k] & mask)
    }));
    let bit = i32::from;
    let any = bit(less.contains(&-1)) + 2 * bit(!less.contains(&0));
    let nan = f.iter().any(|f| f.is_nan());
    out.push(any + 4 * bit(nan) + 8 * bit(f.iter().all(|f| *f > 0.0)));
    let unordered = f[2].is_nan() || f[3].is_nan();
    out.push(bit(f[0] < f[1]) + 2 * bit(unordered) + 4 * bit(f[0].is_sign_negative()));
    out.push(-bit(a[0] < b[0]) + 10 * bit(f[0] != f[1]));
    out.push(bit(a[0] == 0 || b[1] != 0) + 2 * bit(a[2] != 0 && b[3] == 0));
    out
}

fn reinterpretation(v: u64) -> [u64; 8] {
    let b = v.to_le_bytes();
    let halves = [0, 1, 2, 3].map(|k| v >> (16 * k) & 0xffff);
    let [x, y, z, w] = halves;
    let odd = |k: usize| {
        u32::from_le_bytes([b[1], b[3], b[5], b[7]]).wrapping_add([v >> 32, v][k] as u32)
    };
    [
        (v as u32).swap_bytes().into(),
        y | w << 16 | x << 32 | z << 48,
        v,
        v & 0xffff_ffff,
        (v as i64 >> 32) as u64,
        (v >> 8) as i16 as u64,
        v.swap_bytes(),
        u64::from(odd(0)) | u64::from(odd(1)) << 32,
    ]
}

/// Floats around every boundary of half precision; none is a denormal float.
fn float_inputs(n: usize) -> Vec<f32> {
    let edges = [
        0.0,
        -0.0,
        1.0,
        65504.0,
        65519.996,
        65520.0,
        -65520.0,
        65535.0,
        1e30,
        -1e30,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        6.1035156e-5,
        6.097555e-5,
        5.9604645e-8,
        2.9802322e-8,
        2.9802326e-8,
        -2.98e-8,
        1e-20,
        -1e-20,
        8.940697e-8,
        1.0004883,
        1.0009766,
        1.0014648,
        -1.0004883,
        2049.0,
        2051.0,
        -2049.0,
    ];
    let random = numbers(69, n).into_iter().map(|v| {
        // Exponents from 2^-26 to 2^17.
        let exponent = 101 + (v >> 32) % 44;
        f32::from_bits((v as u32 & 0x807f_ffff) | (exponent as u32) << 23)
    });
    edges.into_iter().chain(random).take(n).collect()
}

/// `v` in half precision: to nearest even, toward zero, up, and down.
fn half_rounded(v: f32) -> [f16; 4] {
    if v.is_nan() || v.is_infinite() {
        return [f16::from_f32(v); 4];
    }
    // Magnitudes of halves are ordered as their bits are.
    let magnitude = |bits: u16| match bits {
        0x7c00 => 65536.0,
        _ => f64::from(f16::from_bits(bits)),
    };
    let wanted = f64::from(v.abs());
    let below = (0..0x7c00)
        .rev()
        .find(|b| magnitude(*b) <= wanted)
        .expect("0 is");
    let exact = magnitude(below) == wanted;
    let above = if exact { below } else { below + 1 };
    let (down, up) = (wanted - magnitude(below), magnitude(above) - wanted);
    let nearest = if down < up || down == up && below % 2 == 0 {
        below
    } else {
        above
    };
    let toward = |larger: bool| if larger { above } else { below };
    let sign = u16::from(v.is_sign_negative()) << 15;
    let [even, zero, up, down] = [nearest, below, toward(sign == 0), toward(sign != 0)];
    [even, zero, up, down].map(|bits| f16::from_bits(bits | sign))
}
