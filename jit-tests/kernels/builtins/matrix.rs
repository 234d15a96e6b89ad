//! `matrix.cl`: products of matrices against sums on the host. Half of the elements are small numbers, with which
//! every order and rounding of a sum gives the same; the others are any, and a sum may differ from the exact one by
//! what roundings can make. Where the elements of a matrix lie is in the kernels (LLVM AMDGPUUsage; AMD's matrix
//! instruction calculator), so that a wrong place is a wrong element here.

use super::{Job, Random, Variant};
use half::{bf16, f16};

/// Length of all sums.
const K: usize = 32;
const GROUPS: usize = 4;

/// What elements of A and B are.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Element {
    F32,
    /// f32, of which the instruction takes 10 bits of the fraction.
    Xf32,
    F16,
    Bf16,
    F64,
    I8,
    /// FNUZ floats of this many bits of exponent and of fraction.
    F8(i32, i32),
}

impl Element {
    /// Bytes of an element.
    fn size(self) -> usize {
        match self {
            Element::F32 | Element::Xf32 => 4,
            Element::F16 | Element::Bf16 => 2,
            Element::F64 => 8,
            Element::I8 | Element::F8(..) => 1,
        }
    }

    /// The nearest element to `v`, as bytes, and what it is.
    fn encode(self, v: f64) -> (Vec<u8>, f64) {
        match self {
            Element::F32 => ((v as f32).to_le_bytes().to_vec(), f64::from(v as f32)),
            Element::Xf32 => {
                let cut = f32::from_bits((v as f32).to_bits() & !0x1fff);
                ((v as f32).to_le_bytes().to_vec(), f64::from(cut))
            }
            Element::F16 => {
                let h = f16::from_f64(v);
                (h.to_le_bytes().to_vec(), h.to_f64())
            }
            Element::Bf16 => {
                let h = bf16::from_f64(v);
                (h.to_le_bytes().to_vec(), h.to_f64())
            }
            Element::F64 => (v.to_le_bytes().to_vec(), v),
            Element::I8 => {
                let n = v.round() as i8;
                (n.to_le_bytes().to_vec(), f64::from(n))
            }
            Element::F8(exponents, fractions) => {
                let (byte, v) = eight_bits(v, exponents, fractions);
                (vec![byte], v)
            }
        }
    }
}

/// The FNUZ float nearest to `v`, ties to even: the only zero is 0, 0x80 is no number, and the exponent's bias is one
/// more than in IEEE's formats (LLVM, APFloat: Float8E4M3FNUZ, Float8E5M2FNUZ).
fn eight_bits(v: f64, exponents: i32, fractions: i32) -> (u8, f64) {
    let bias = 1 << (exponents - 1);
    let least = 1 - bias;
    let exponent = if v == 0.0 {
        least
    } else {
        (v.abs().log2().floor() as i32).max(least)
    };
    let step = f64::powi(2.0, exponent - fractions);
    let steps = (v.abs() / step).round_ties_even();
    let value = steps * step;
    if value == 0.0 {
        return (0, 0.0);
    }
    // A sum that carries into the exponent is the next power of two.
    let (mut exponent, mut steps) = (exponent, steps as i32);
    if steps == 2 << fractions {
        (exponent, steps) = (exponent + 1, 1 << fractions);
    }
    let field = if steps < 1 << fractions {
        0
    } else {
        exponent + bias
    };
    let byte = field << fractions | steps & ((1 << fractions) - 1);
    let sign = if v < 0.0 { 0x80 } else { 0 };
    (byte as u8 | sign, if v < 0.0 { -value } else { value })
}

/// What C and D are made of.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sum {
    F32,
    F64,
    I32,
}

impl Sum {
    fn encode(self, v: f64) -> Vec<u8> {
        match self {
            Sum::F32 => (v as f32).to_le_bytes().to_vec(),
            Sum::F64 => v.to_le_bytes().to_vec(),
            Sum::I32 => (v as i32).to_le_bytes().to_vec(),
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> Vec<f64> {
        match self {
            Sum::F32 => floats(bytes).into_iter().map(f64::from).collect(),
            Sum::F64 => doubles(bytes),
            Sum::I32 => {
                let words = bytes.chunks_exact(4);
                words
                    .map(|b| f64::from(i32::from_le_bytes([b[0], b[1], b[2], b[3]])))
                    .collect()
            }
        }
    }

    /// How far from the exact sum a sum may be, relative to the sum of the absolute values: less than one unit in the
    /// last place for each product.
    fn tolerance(self) -> f64 {
        match self {
            Sum::F32 => K as f64 * f64::powi(2.0, -23),
            Sum::F64 => K as f64 * f64::powi(2.0, -52),
            Sum::I32 => 0.0,
        }
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    let words = bytes.chunks_exact(8);
    words
        .map(|b| f64::from_le_bytes(b.try_into().expect("eight")))
        .collect()
}

pub(super) fn bytes_of(values: impl IntoIterator<Item = f64>, sum: Sum) -> Vec<u8> {
    values.into_iter().flat_map(|v| sum.encode(v)).collect()
}

/// Which elements to draw; of i8 any.
#[derive(Clone, Copy)]
pub(super) enum Values {
    /// Whole numbers and halves from -4 to 4.
    Halves,
    /// Any from -2 to 2.
    Any,
}

/// Random elements, and what they are.
pub(super) fn elements(
    r: &mut Random,
    element: Element,
    count: usize,
    drawn: Values,
) -> (Vec<u8>, Vec<f64>) {
    let (mut bytes, mut values) = (vec![], vec![]);
    for _ in 0..count {
        let v = match (drawn, element) {
            (_, Element::I8) => r.between(-128.0, 127.0),
            (Values::Halves, _) => r.below(17) as f64 / 2.0 - 4.0,
            (Values::Any, _) => r.between(-2.0, 2.0),
        };
        let (b, v) = element.encode(v);
        bytes.extend(b);
        values.push(v);
    }
    (bytes, values)
}

/// `found` against the exact sums and the sums of absolute values; where `exact`, nothing may be off.
pub(super) fn compare(
    found: &[f64],
    wanted: &[(f64, f64)],
    exact: usize,
    sum: Sum,
) -> Result<(), String> {
    if found.len() != wanted.len() {
        return Err(format!("{} elements, not {}", found.len(), wanted.len()));
    }
    for (i, (got, (want, size))) in found.iter().zip(wanted).enumerate() {
        let allowed = if i < exact {
            0.0
        } else {
            size * sum.tolerance()
        };
        // Not a number is not within.
        let is_within = (got - want).abs() <= allowed;
        if !is_within {
            return Err(format!(
                "element {i} is {got}, not {want} (within {allowed})"
            ));
        }
    }
    Ok(())
}

/// D += A * B in blocks of `m` by `m`.
fn product(v: Variant, name: &str, element: Element, m: usize, blocks: usize, sum: Sum) -> Job {
    let mut r = Random(v.seed() ^ (m * blocks) as u64);
    let (size, half) = (GROUPS * blocks, GROUPS / 2 * blocks);
    let mut matrices = |rows: usize, columns: usize| {
        let n = half * rows * columns;
        let (mut bytes, mut values) = elements(&mut r, element, n, Values::Halves);
        let more = elements(&mut r, element, n, Values::Any);
        bytes.extend(more.0);
        values.extend(more.1);
        (bytes, values)
    };
    let (a_bytes, a) = matrices(m, K);
    let (b_bytes, b) = matrices(K, m);
    assert_eq!(a_bytes.len(), size * m * K * element.size());
    let c: Vec<f64> = (0..size * m * m)
        .map(|_| r.below(33) as f64 - 16.0)
        .collect();
    let wanted: Vec<(f64, f64)> = (0..size * m * m)
        .map(|at| {
            let (block, row, column) = (at / (m * m), at / m % m, at % m);
            let products =
                (0..K).map(|k| a[(block * m + row) * K + k] * b[(block * K + k) * m + column]);
            products.fold((c[at], c[at].abs()), |(sum, size), p| {
                (sum + p, size + p.abs())
            })
        })
        .collect();
    let exact = if sum == Sum::I32 { size } else { half } * m * m;
    Job {
        kernel: format!("k_{name}"),
        groups: GROUPS as u32,
        group_size: 64,
        threads: 1,
        buffers: vec![a_bytes, b_bytes, bytes_of(c, sum)],
        same: true,
        check: Box::new(move |buffers| compare(&sum.decode(&buffers[2]), &wanted, exact, sum)),
    }
}

/// A sparse product: of A half of the elements are there.
fn sparse(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 77);
    let small = |r: &mut Random, n| elements(r, Element::F16, n, Values::Halves);
    let (a_bytes, a) = small(&mut r, GROUPS * 16 * 16);
    let (b_bytes, b) = small(&mut r, GROUPS * 32 * 16);
    // For each lane two pairs of places, ascending, of the four that lie side by side.
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let places: Vec<[usize; 4]> = (0..GROUPS * 64)
        .map(|_| {
            let ([a, b], [c, d]) = (r.pick(&pairs), r.pick(&pairs));
            [a, b, 4 + c, 4 + d]
        })
        .collect();
    let which = places.iter().flat_map(|p| {
        let bits = (0..4).fold(0u32, |all, e| all | (p[e] as u32 & 3) << (2 * e));
        bits.to_le_bytes()
    });
    let which: Vec<u8> = which.collect();
    let wanted: Vec<(f64, f64)> = (0..GROUPS * 256)
        .map(|at| {
            let (group, row, column) = (at / 256, at / 16 % 16, at % 16);
            let sum = (0..16).map(|k| {
                let lane = row + 16 * (k / 4);
                let dense = 8 * (k / 4) + places[group * 64 + lane][k % 4];
                a[(group * 16 + row) * 16 + k] * b[(group * 32 + dense) * 16 + column]
            });
            (sum.sum::<f64>() + 1.0, 0.0)
        })
        .collect();
    let ones = bytes_of(vec![1.0; GROUPS * 256], Sum::F32);
    Job {
        kernel: "k_sparse_f16_16x16x32".to_owned(),
        groups: GROUPS as u32,
        group_size: 64,
        threads: 1,
        buffers: vec![a_bytes, b_bytes, ones, which],
        same: true,
        check: Box::new(move |buffers| {
            compare(
                &Sum::F32.decode(&buffers[2]),
                &wanted,
                wanted.len(),
                Sum::F32,
            )
        }),
    }
}

/// A kernel that gives a number of type `sum` for each of `count` results, of which `wanted` says the exact one.
fn exact(
    name: &str,
    (groups, group_size): (usize, usize),
    buffers: Vec<Vec<u8>>,
    result: usize,
    sum: Sum,
    wanted: Vec<f64>,
) -> Job {
    Job {
        kernel: format!("k_{name}"),
        groups: groups as u32,
        group_size: group_size as u32,
        threads: 1,
        buffers,
        same: true,
        check: Box::new(move |buffers| {
            let wanted: Vec<_> = wanted.iter().map(|w| (*w, 0.0)).collect();
            compare(&sum.decode(&buffers[result]), &wanted, wanted.len(), sum)
        }),
    }
}

/// The block of A that is shared, and the lanes of B that are turned (LLVM AMDGPUUsage, CBSZ, ABID, BLGP).
fn modifiers(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 5);
    let lanes = GROUPS * 64;
    let (a_bytes, a) = elements(&mut r, Element::F32, lanes, Values::Halves);
    let (b_bytes, b) = elements(&mut r, Element::F32, lanes, Values::Halves);
    let wanted = (0..4 * lanes).map(|at| {
        let (group, lane, row) = (at / 256, at / 4 % 64, at % 4);
        let block = lane / 16 * 4 + 1;
        1.0 + a[group * 64 + 4 * block + row] * b[group * 64 + (lane + 16) % 64]
    });
    let d = vec![0; 16 * lanes];
    let wanted = wanted.collect();
    exact(
        "modifiers",
        (GROUPS, 64),
        vec![a_bytes, b_bytes, d],
        2,
        Sum::F32,
        wanted,
    )
}

fn tiles(v: Variant, name: &str) -> Job {
    let mut r = Random(v.seed() ^ 9);
    let (a_bytes, a) = elements(&mut r, Element::F32, 64 * K, Values::Halves);
    let (b_bytes, b) = elements(&mut r, Element::F32, K * 128, Values::Halves);
    let at = |i: usize| {
        (0..K)
            .map(|k| a[i / 128 * K + k] * b[k * 128 + i % 128])
            .sum()
    };
    let wanted = (0..64 * 128).map(at).collect();
    let d = vec![0; 4 * 64 * 128];
    exact(
        name,
        (1, 64),
        vec![a_bytes, b_bytes, d],
        2,
        Sum::F32,
        wanted,
    )
}

fn many_values(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 11);
    let n = 128;
    let (bytes, x) = elements(&mut r, Element::F32, n, Values::Halves);
    let value = |id: usize| {
        let of = |i: usize| (x[(id + 7 * i) % n] * (i + 1) as f64) as f32;
        // Fused, as the compiler may: 0.5 * sum is exact, so that it makes no difference.
        let sum = (0..300).rev().fold(0.0f32, |sum, i| 0.5 * sum + of(i));
        f64::from(sum)
    };
    let wanted = (0..n).map(value).collect();
    exact(
        "many_values",
        (2, 64),
        vec![bytes, vec![0; 4 * n]],
        1,
        Sum::F32,
        wanted,
    )
}

fn pairs(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 13);
    let n = 256;
    let (bytes, x) = elements(&mut r, Element::F32, 6 * n, Values::Any);
    let of = |row: usize, id: usize| [0, 1].map(|h| x[2 * (row * n + id) + h] as f32);
    let wanted = (0..n).flat_map(|id| {
        let (x, y, z) = (of(0, id), of(1, id), of(2, id));
        [0, 1].map(|h| {
            let r = x[h].mul_add(y[h], z[h]);
            let r = r * y[1 - h];
            let r = r + [z[1], x[0]][h];
            f64::from(r.mul_add(2.0, x[1]))
        })
    });
    let wanted = wanted.collect();
    exact(
        "pairs",
        (4, 64),
        vec![bytes, vec![0; 8 * n]],
        1,
        Sum::F32,
        wanted,
    )
}

/// Sums of whole numbers by element.
fn sums(values: &[f64], pair: usize) -> Vec<f64> {
    let mut all = vec![0.0; 8 * pair];
    for (i, v) in values.iter().enumerate() {
        all[i / pair % 8 * pair + i % pair] += v;
    }
    all
}

fn sum_f32(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 17);
    let (bytes, x) = elements(&mut r, Element::F32, 256, Values::Halves);
    exact(
        "sum_f32",
        (4, 64),
        vec![bytes, vec![0; 32]],
        1,
        Sum::F32,
        sums(&x, 1),
    )
}

fn sum_f16(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 19);
    let (bytes, x) = elements(&mut r, Element::F16, 512, Values::Halves);
    let wanted = sums(&x, 2);
    Job {
        check: Box::new(move |buffers| {
            let words = buffers[1].chunks_exact(2);
            let found = words.map(|b| f16::from_le_bytes([b[0], b[1]]).to_f64());
            let found: Vec<f64> = found.collect();
            (found == wanted)
                .then_some(())
                .ok_or(format!("{found:?}, not {wanted:?}"))
        }),
        ..exact(
            "sum_f16",
            (4, 64),
            vec![bytes, vec![0; 32]],
            1,
            Sum::F32,
            vec![],
        )
    }
}

fn atomics_f64(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 23);
    let (bytes, x) = elements(&mut r, Element::F64, 256, Values::Halves);
    let part = |odd: usize| x.iter().skip(odd).step_by(2).sum::<f64>();
    let least = x.iter().copied().fold(f64::MAX, f64::min);
    let most = x.iter().copied().fold(f64::MIN, f64::max);
    let wanted = vec![x.iter().sum(), least, most, part(1), part(0)];
    let out = bytes_of([0.0, f64::MAX, f64::MIN, 0.0, 0.0], Sum::F64);
    exact(
        "atomics_f64",
        (4, 64),
        vec![bytes, out],
        1,
        Sum::F64,
        wanted,
    )
}

/// Pairs to 8-bit floats and back. Beside what the formats have in common with IEEE's: what is too large is no number.
fn fp8(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 29);
    let mut x: Vec<f32> = (0..256)
        .map(|_| (r.between(-1.0, 1.0) * f64::powi(2.0, r.below(16) as i32 - 9)) as f32)
        .collect();
    x[0..4].copy_from_slice(&[0.0, -0.0, 240.0, -240.0]);
    let wanted: Vec<f64> = x
        .chunks_exact(2)
        .flat_map(|pair| {
            let each = |e, f| pair.iter().map(move |v| eight_bits(f64::from(*v), e, f).1);
            each(4, 3).chain(each(5, 2)).collect::<Vec<_>>()
        })
        .collect();
    let bytes = x.iter().flat_map(|v| v.to_le_bytes()).collect();
    let out = vec![0; 4 * wanted.len()];
    exact("fp8", (2, 64), vec![bytes, out], 1, Sum::F32, wanted)
}

pub(super) fn jobs(v: Variant) -> Vec<Job> {
    use Element::*;
    let newest = v.target == "gfx942";
    let mut rows = vec![
        ("f32_32x32x2", F32, 32, 1, Sum::F32),
        ("f32_16x16x4", F32, 16, 1, Sum::F32),
        ("f32_32x32x1", F32, 32, 2, Sum::F32),
        ("f32_16x16x1", F32, 16, 4, Sum::F32),
        ("f32_4x4x1", F32, 4, 16, Sum::F32),
        ("f16_32x32x8", F16, 32, 1, Sum::F32),
        ("f16_16x16x16", F16, 16, 1, Sum::F32),
        ("f16_32x32x4", F16, 32, 2, Sum::F32),
        ("f16_16x16x4", F16, 16, 4, Sum::F32),
        ("f16_4x4x4", F16, 4, 16, Sum::F32),
        ("i8_32x32x4", I8, 32, 2, Sum::I32),
        ("i8_4x4x4", I8, 4, 16, Sum::I32),
    ];
    if !newest {
        rows.extend([
            ("i8_32x32x8", I8, 32, 1, Sum::I32),
            ("i8_16x16x16", I8, 16, 1, Sum::I32),
            ("bf16_32x32x4", Bf16, 32, 1, Sum::F32),
            ("bf16_16x16x2", Bf16, 16, 4, Sum::F32),
        ]);
    }
    if v.target != "gfx908" {
        rows.extend([
            ("bf16_1k_32x32x8", Bf16, 32, 1, Sum::F32),
            ("bf16_1k_16x16x16", Bf16, 16, 1, Sum::F32),
            ("f64_16x16x4", F64, 16, 1, Sum::F64),
            ("f64_4x4x4", F64, 4, 4, Sum::F64),
        ]);
    }
    if newest {
        rows.extend([
            ("i8_32x32x16", I8, 32, 1, Sum::I32),
            ("i8_16x16x32", I8, 16, 1, Sum::I32),
            ("xf32_32x32x4", Xf32, 32, 1, Sum::F32),
            ("xf32_16x16x8", Xf32, 16, 1, Sum::F32),
            ("fp8_32x32x16", F8(4, 3), 32, 1, Sum::F32),
            ("bf8_16x16x32", F8(5, 2), 16, 1, Sum::F32),
        ]);
    }
    let mut all: Vec<Job> = rows
        .into_iter()
        .map(|(name, element, m, blocks, sum)| product(v, name, element, m, blocks, sum))
        .collect();
    all.extend([
        modifiers(v),
        tiles(v, "tiles"),
        tiles(v, "spilled"),
        many_values(v),
        pairs(v),
        sum_f32(v),
        sum_f16(v),
    ]);
    if v.target != "gfx908" {
        all.push(atomics_f64(v));
    }
    if newest {
        all.extend([sparse(v), fp8(v)]);
    }
    all
}
