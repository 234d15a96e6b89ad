//! `cdna4.cl`: what gfx950 has that the targets before it have not. Where the elements of a matrix lie is in the
//! kernels; floats of 8, 6 and 4 bits are told by the definition of their formats (OCP Microscaling Formats 1.0, OFP8),
//! and what is rounded is looked up among all floats of a format. Sums of products have elements with which every order
//! and rounding gives the same, but where one says otherwise.

use super::matrix::{Element, Sum, Values, bytes_of, compare, elements};
use super::{Job, Random, Variant};
use half::{bf16, f16};

const GROUPS: usize = 4;

/// A format of floats, by how many bits of exponent and of fraction it has.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Format(u32, u32);

const FP8: Format = Format(4, 3);
const BF8: Format = Format(5, 2);
const FP6: Format = Format(2, 3);
const BF6: Format = Format(3, 2);
const FP4: Format = Format(2, 1);
const F16: Format = Format(5, 10);
const BF16: Format = Format(8, 7);

impl Format {
    fn bits(self) -> u32 {
        1 + self.0 + self.1
    }

    fn sign(self) -> u32 {
        1 << (self.bits() - 1)
    }

    /// What a code stands for: fp8 has NaN alone where IEEE's formats have infinities too, the formats of 6 and 4 bits
    /// neither.
    fn value(self, code: u32) -> f64 {
        let Format(exponents, fractions) = self;
        let magnitude = code & (self.sign() - 1);
        let (exponent, fraction) = (magnitude >> fractions, magnitude & ((1 << fractions) - 1));
        let bias = (1 << (exponents - 1)) - 1;
        let part = f64::from(fraction) / f64::from(1 << fractions);
        let v = if magnitude > self.greatest() {
            match (self, fraction) {
                (FP8, _) => f64::NAN,
                (_, 0) => f64::INFINITY,
                _ => f64::NAN,
            }
        } else if exponent == 0 {
            part * f64::powi(2.0, 1 - bias)
        } else {
            (1.0 + part) * f64::powi(2.0, exponent as i32 - bias)
        };
        if code & self.sign() == 0 { v } else { -v }
    }

    /// The code of the greatest number.
    fn greatest(self) -> u32 {
        match self {
            FP8 => 0x7e,
            FP6 | BF6 | FP4 => self.sign() - 1,
            Format(exponents, fractions) => (((1 << exponents) - 1) << fractions) - 1,
        }
    }

    /// What is too large becomes.
    fn too_large(self) -> u32 {
        match self {
            FP6 | BF6 | FP4 => self.greatest(),
            _ => self.greatest() + 1,
        }
    }

    /// The code of the greatest number that is not above `v`, which is not negative.
    fn below(self, v: f64) -> u32 {
        let (mut low, mut high) = (0, self.greatest());
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.value(middle) <= v {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        low
    }

    /// Of what lies between a number and its successor, which part is `v`, from 0 up to 1; more beyond the greatest
    /// number. The distance is a power of two, so that nothing is rounded here.
    fn part(self, v: f64, below: u32) -> f64 {
        let step = if below == self.greatest() {
            self.value(below) - self.value(below - 1)
        } else {
            self.value(below + 1) - self.value(below)
        };
        (v - self.value(below)) / step
    }

    fn signed(self, v: f64, magnitude: u32) -> u32 {
        magnitude | if v.is_sign_negative() { self.sign() } else { 0 }
    }

    fn above(self, below: u32) -> u32 {
        if below == self.greatest() {
            self.too_large()
        } else {
            below + 1
        }
    }

    /// The code nearest to `v`, of two the even one.
    fn nearest(self, v: f64) -> u32 {
        let below = self.below(v.abs());
        let part = self.part(v.abs(), below);
        let up = part > 0.5 || part == 0.5 && below % 2 == 1;
        self.signed(v, if up { self.above(below) } else { below })
    }

    /// The code that a random number takes `v` to: it is added to the bits of an f32's fraction that the format lacks,
    /// and what carries counts.
    fn random(self, v: f64, seed: u32) -> u32 {
        let below = self.below(v.abs());
        let bits = 23 - self.1;
        let rest = (self.part(v.abs(), below) * f64::from(1 << bits)) as u64;
        let up = rest + u64::from(seed >> (32 - bits)) >= 1 << bits;
        self.signed(v, if up { self.above(below) } else { below })
    }

    /// A code whose number is a whole number of eighths and at most 8.
    fn pick(self, r: &mut Random) -> u32 {
        loop {
            let code = r.below(1 << self.bits()) as u32;
            let v = self.value(code);
            if v.abs() <= 8.0 && (v * 8.0).fract() == 0.0 {
                return code;
            }
        }
    }
}

/// Fields of `bits` bits one behind the other, the first in the lowest bits.
fn packed(fields: &[u32], bits: u32) -> Vec<u8> {
    let mut bytes = vec![0; fields.len() * bits as usize / 8];
    for (i, field) in fields.iter().enumerate() {
        for bit in 0..bits as usize {
            let at = i * bits as usize + bit;
            bytes[at / 8] |= (field >> bit & 1) as u8 * (1 << (at % 8));
        }
    }
    bytes
}

fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn from_words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

fn floats(values: &[f32]) -> Vec<u8> {
    words(values.iter().map(|v| v.to_bits()))
}

/// What has to be in a buffer after a launch.
enum Wanted {
    Words(Vec<u32>),
    /// f32, of which any NaN is a NaN.
    Floats(Vec<f64>),
    /// f16, likewise.
    Halves(Vec<f64>),
}

impl Wanted {
    fn size(&self) -> usize {
        match self {
            Wanted::Words(w) => 4 * w.len(),
            Wanted::Floats(f) => 4 * f.len(),
            Wanted::Halves(h) => 2 * h.len(),
        }
    }

    fn differs(&self, found: &[u8]) -> Result<(), String> {
        let wrong = match self {
            Wanted::Words(wanted) => {
                let mut pairs = from_words(found).into_iter().zip(wanted).enumerate();
                pairs
                    .find(|(_, (f, w))| f != *w)
                    .map(|(i, (f, w))| format!("element {i} is {f:#x}, not {w:#x}"))
            }
            Wanted::Floats(wanted) => {
                let found = from_words(found).into_iter();
                unlike(found.map(|w| f64::from(f32::from_bits(w))), wanted)
            }
            Wanted::Halves(wanted) => {
                let found = found.chunks_exact(2);
                unlike(
                    found.map(|b| f16::from_le_bytes([b[0], b[1]]).to_f64()),
                    wanted,
                )
            }
        };
        wrong.map_or(Ok(()), Err)
    }
}

/// The first number that is another, -0 and 0 told apart.
fn unlike(found: impl Iterator<Item = f64>, wanted: &[f64]) -> Option<String> {
    let mut pairs = found.zip(wanted).enumerate();
    let wrong = pairs.find(|(_, (f, w))| f.to_bits() != w.to_bits() && !(f.is_nan() && w.is_nan()));
    wrong.map(|(i, (f, w))| format!("element {i} is {f}, not {w}"))
}

/// A kernel whose last buffers are results.
fn job(
    name: &str,
    (groups, group_size): (usize, usize),
    inputs: Vec<Vec<u8>>,
    wanted: Vec<Wanted>,
) -> Job {
    let first = inputs.len();
    let mut buffers = inputs;
    buffers.extend(wanted.iter().map(|w| vec![0; w.size()]));
    Job {
        kernel: format!("k_{name}"),
        groups: groups as u32,
        group_size: group_size as u32,
        threads: 1,
        buffers,
        same: true,
        check: Box::new(move |buffers| {
            let each = wanted.iter().zip(&buffers[first..]).enumerate();
            each.into_iter().try_for_each(|(i, (w, found))| {
                w.differs(found).map_err(|e| format!("result {i}: {e}"))
            })
        }),
    }
}

/// D += A * B, of which `sums` says for row and column of a group the products that are added.
fn product(
    name: &str,
    m: usize,
    operands: Vec<Vec<u8>>,
    sum: Sum,
    (r, is_exact): (&mut Random, impl Fn(usize) -> bool),
    products: impl Fn(usize, usize, usize) -> Vec<f64>,
) -> Job {
    let at = operands.len();
    let c: Vec<f64> = (0..GROUPS * m * m)
        .map(|_| r.below(33) as f64 - 16.0)
        .collect();
    let wanted: Vec<(f64, f64)> = (0..GROUPS * m * m)
        .map(|i| {
            let products = products(i / (m * m), i / m % m, i % m).into_iter();
            products.fold((c[i], c[i].abs()), |(sum, size), p| {
                (sum + p, size + p.abs())
            })
        })
        .collect();
    let exact = (0..GROUPS).take_while(|g| is_exact(*g)).count() * m * m;
    let mut buffers = operands;
    buffers.push(bytes_of(c, sum));
    Job {
        kernel: format!("k_{name}"),
        groups: GROUPS as u32,
        group_size: 64,
        threads: 1,
        buffers,
        same: true,
        check: Box::new(move |buffers| compare(&sum.decode(&buffers[at]), &wanted, exact, sum)),
    }
}

/// Elements of `rows` rows of `k` for each group, in the second half of the groups any.
fn matrix(r: &mut Random, element: Element, rows: usize, k: usize) -> (Vec<u8>, Vec<f64>) {
    let half = GROUPS / 2 * rows * k;
    let (mut bytes, mut values) = elements(r, element, half, Values::Halves);
    let more = elements(r, element, half, Values::Any);
    bytes.extend(more.0);
    values.extend(more.1);
    (bytes, values)
}

fn sum_of(element: Element) -> Sum {
    if element == Element::I8 {
        Sum::I32
    } else {
        Sum::F32
    }
}

fn dense(v: Variant, name: &str, element: Element, m: usize, k: usize) -> Job {
    let mut r = Random(v.seed() ^ (m * k) as u64);
    let (a_bytes, a) = matrix(&mut r, element, m, k);
    let (b_bytes, b) = matrix(&mut r, element, m, k);
    let sum = sum_of(element);
    let how = (&mut r, |g| sum == Sum::I32 || g < GROUPS / 2);
    product(
        name,
        m,
        vec![a_bytes, b_bytes],
        sum,
        how,
        |group, row, column| {
            let at = |row: usize, k_at: usize| (group * m + row) * k + k_at;
            (0..k).map(|e| a[at(row, e)] * b[at(column, e)]).collect()
        },
    )
}

/// Of `element` or, where there is a format, of it.
fn sparse(
    v: Variant,
    name: &str,
    (element, format): (Element, Option<Format>),
    m: usize,
    k: usize,
) -> Job {
    let mut r = Random(v.seed() ^ (3 * m * k) as u64);
    let mut matrix = |k: usize| match format {
        None => matrix(&mut r, element, m, k),
        Some(format) => {
            let codes: Vec<u32> = (0..GROUPS * m * k).map(|_| format.pick(&mut r)).collect();
            let values = codes.iter().map(|c| format.value(*c)).collect();
            (codes.iter().map(|c| *c as u8).collect(), values)
        }
    };
    let (a_bytes, a) = matrix(k / 2);
    let (b_bytes, b) = matrix(k);
    // A lane's kept elements, and for each pair of them the two of four places.
    let kept = k / 2 * m / 64;
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
    let places: Vec<Vec<u32>> = (0..GROUPS * 64)
        .map(|_| (0..kept / 2).flat_map(|_| r.pick(&pairs)).collect())
        .collect();
    let which = places.iter().map(|p| {
        let bits = p.iter().enumerate();
        bits.fold(0, |all, (e, place)| all | place << (2 * e))
    });
    let which = words(which.collect::<Vec<u32>>());
    let sum = sum_of(element);
    let how = (&mut r, |g| {
        sum == Sum::I32 || format.is_some() || g < GROUPS / 2
    });
    let operands = vec![a_bytes, b_bytes, which];
    product(name, m, operands, sum, how, |group, row, column| {
        let each = (0..k / 2).map(|e| {
            let lane = row + m * (e / kept);
            let place = places[group * 64 + lane][e % kept] as usize;
            let dense = e / 2 * 4 + place;
            a[(group * m + row) * (k / 2) + e] * b[(group * m + column) * k + dense]
        });
        each.collect()
    })
}

/// `steps` products whose elements have 8, 6 or 4 bits, with scales for 32 elements each where `bytes` says in which
/// byte of a lane's dword those of A and of B are for each.
fn narrow(
    v: Variant,
    name: &str,
    m: usize,
    formats: [Format; 2],
    bytes: Option<[[usize; 2]; 2]>,
) -> Job {
    let k = 64 / m * 32;
    let steps = if bytes.is_some() { 2 } else { 1 };
    let mut r = Random(v.seed() ^ (m as u64 * 5 + u64::from(formats[0].bits())));
    let count = GROUPS * steps * m * k;
    let codes = formats.map(|f| (0..count).map(|_| f.pick(&mut r)).collect::<Vec<u32>>());
    let mut operands: Vec<Vec<u8>> = (formats.iter().zip(&codes))
        .map(|(f, codes)| packed(codes, f.bits()))
        .collect();
    // Dwords of which two bytes are exponents of 2 for one product each, and the others do not count.
    let scales: Vec<Vec<u32>> = (0..2)
        .map(|side| {
            let dword = |_| {
                let mut dword = (r.next() as u32).to_le_bytes();
                for [a_at, b_at] in bytes.into_iter().flatten() {
                    dword[[a_at, b_at][side]] = 126 + r.below(3) as u8;
                }
                u32::from_le_bytes(dword)
            };
            (0..GROUPS * 64).map(dword).collect()
        })
        .collect();
    if bytes.is_some() {
        operands.extend(scales.iter().map(|s| words(s.iter().copied())));
    }
    let value = |side: usize, group: usize, step: usize, row: usize, at: usize| {
        let code = codes[side][((group * steps + step) * m + row) * k + at];
        let scale = bytes.map_or(127, |b| {
            let lane = row + m * (at / 32);
            scales[side][group * 64 + lane].to_le_bytes()[b[step][side]]
        });
        formats[side].value(code) * f64::powi(2.0, i32::from(scale) - 127)
    };
    product(
        name,
        m,
        operands,
        Sum::F32,
        (&mut Random(v.seed()), |_| true),
        |group, row, column| {
            let each = (0..steps).flat_map(|step| (0..k).map(move |at| (step, at)));
            each.map(|(step, at)| {
                value(0, group, step, row, at) * value(1, group, step, column, at)
            })
            .collect()
        },
    )
}

/// f32 up to about twice the greatest number of `format`, times `factor`, numbers of the format and what lies halfway
/// between two among them.
fn numbers(r: &mut Random, format: Format, factor: f64) -> f32 {
    let most = format.value(format.greatest());
    let sign = if r.below(2) == 0 { 1.0 } else { -1.0 };
    let code = r.below(u64::from(format.greatest())) as u32;
    let (this, next) = (format.value(code), format.value(code + 1));
    let v = match r.below(6) {
        0 => 0.0,
        1 => this,
        2 => (this + next) / 2.0,
        3 => r.between(0.0, 2.0) * most,
        4 => this + (next - this) * r.between(0.0, 1.0),
        _ => most * f64::powi(2.0, -(r.below(12) as i32)) * r.between(0.5, 1.0),
    };
    (sign * v * factor) as f32
}

/// A scale, of which the exponent alone counts, and the factor that it is.
fn scale(r: &mut Random) -> (f32, f64) {
    let exponent = r.below(9) as i32 - 4;
    let bits = (r.next() as u32 & 0x807f_ffff) | ((127 + exponent) as u32) << 23;
    (f32::from_bits(bits), f64::powi(2.0, exponent))
}

const N: usize = 128;

/// For each of `N` work-items `each` numbers of the first of `formats`, and a scale, with its factor.
fn scaled_numbers(r: &mut Random, format: Format, each: usize) -> (Vec<f32>, Vec<f32>, Vec<f64>) {
    let (scales, factors): (Vec<f32>, Vec<f64>) = (0..N).map(|_| scale(r)).unzip();
    let numbers = factors.iter().flat_map(|f| {
        (0..each)
            .map(|_| numbers(r, format, *f))
            .collect::<Vec<_>>()
    });
    (numbers.collect(), scales, factors)
}

fn eights(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 101);
    let (x, scales, factors) = scaled_numbers(&mut r, FP8, 2);
    let mut codes = vec![];
    let mut back = vec![];
    for (pair, factor) in x.chunks_exact(2).zip(&factors) {
        let mut fields = vec![];
        for format in [FP8, BF8] {
            for x in pair {
                let code = format.nearest(f64::from(*x) / factor);
                fields.push(code);
                back.push(format.value(code) * factor);
            }
        }
        codes.extend(from_words(&packed(&fields, 8)));
    }
    job(
        "eights",
        (N / 64, 64),
        vec![floats(&x), floats(&scales)],
        vec![Wanted::Words(codes), Wanted::Floats(back)],
    )
}

/// `each` numbers of a work-item, in the order that `at` says of fields.
fn fields(v: Variant, name: &str, format: Format, each: usize, at: fn(usize) -> usize) -> Job {
    let mut r = Random(v.seed() ^ 103 ^ each as u64);
    let (x, scales, factors) = scaled_numbers(&mut r, format, each);
    let (mut all, mut back) = (vec![], vec![]);
    for (x, factor) in x.chunks_exact(each).zip(&factors) {
        let codes: Vec<u32> = (0..each)
            .map(|i| format.nearest(f64::from(x[at(i)]) / factor))
            .collect();
        back.extend(codes.iter().map(|c| format.value(*c) * factor));
        all.extend(from_words(&packed(&codes, format.bits())));
    }
    job(
        name,
        (N / 64, 64),
        vec![floats(&x), floats(&scales)],
        vec![Wanted::Words(all), Wanted::Floats(back)],
    )
}

fn sixes_of_halves(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 107);
    let (x, scales, factors) = scaled_numbers(&mut r, BF6, 32);
    let x: Vec<f16> = x.into_iter().map(f16::from_f32).collect();
    let (mut all, mut back) = (vec![], vec![]);
    for (x, factor) in x.chunks_exact(32).zip(&factors) {
        let codes: Vec<u32> = x.iter().map(|x| BF6.nearest(x.to_f64() / factor)).collect();
        back.extend(codes.iter().map(|c| BF6.value(*c) * factor));
        all.extend(from_words(&packed(&codes, 6)));
    }
    job(
        "sixes_of_halves",
        (N / 64, 64),
        vec![
            x.iter().flat_map(|x| x.to_le_bytes()).collect(),
            floats(&scales),
        ],
        vec![Wanted::Words(all), Wanted::Halves(back)],
    )
}

/// The successor of a random number.
fn after(seed: u32) -> u32 {
    seed << 1 ^ if seed >> 31 == 1 { 0xc5 } else { 0 }
}

fn random(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 109);
    let x: Vec<f32> = (0..4 * N)
        .map(|i| numbers(&mut r, [FP8, BF8][i % 4 / 2], 2.0))
        .collect();
    let seeds: Vec<u32> = (0..N).map(|_| r.next() as u32).collect();
    let (mut last, mut out) = (vec![], vec![]);
    for (x, seed) in x.chunks_exact(4).zip(&seeds) {
        let mut seed = *seed;
        let mut codes = vec![];
        for (x, format) in x.iter().zip([FP8, FP8, BF8, BF8]) {
            codes.push(format.random(f64::from(*x) / 4.0, seed));
            seed = after(seed);
        }
        last.push(seed);
        out.extend(from_words(&packed(&codes, 8)));
    }
    let job = job(
        "random",
        (N / 64, 64),
        vec![floats(&x)],
        vec![Wanted::Words(last), Wanted::Words(out)],
    );
    let mut buffers = job.buffers;
    buffers[1] = words(seeds);
    Job { buffers, ..job }
}

fn random_sixes(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 113);
    let x: Vec<f32> = (0..32 * N).map(|_| numbers(&mut r, BF6, 0.5)).collect();
    let seeds: Vec<u32> = (0..N).map(|_| r.next() as u32).collect();
    let out = x.chunks_exact(32).zip(&seeds).flat_map(|(x, seed)| {
        let mut seed = *seed;
        let mut code = |x: &f32| {
            let code = BF6.random(f64::from(*x) / 0.5, seed);
            seed = after(seed);
            code
        };
        let codes: Vec<u32> = x.iter().map(&mut code).collect();
        from_words(&packed(&codes, 6))
    });
    let out = out.collect();
    job(
        "random_sixes",
        (N / 64, 64),
        vec![floats(&x), words(seeds)],
        vec![Wanted::Words(out)],
    )
}

fn random_halves(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 127);
    let x: Vec<f32> = (0..2 * N)
        .map(|_| (r.between(-1.0, 1.0) * f64::powi(2.0, r.below(24) as i32 - 8)) as f32)
        .collect();
    let seeds: Vec<u32> = (0..N).map(|_| r.next() as u32).collect();
    let out = x.chunks_exact(2).zip(&seeds).flat_map(|(x, seed)| {
        [F16, BF16].map(|format| {
            let [low, high] = [0, 1].map(|i| format.random(f64::from(x[i]), *seed));
            low | high << 16
        })
    });
    let out = out.collect();
    job(
        "random_halves",
        (N / 64, 64),
        vec![floats(&x), words(seeds)],
        vec![Wanted::Words(out)],
    )
}

fn some_words(r: &mut Random, n: usize) -> Vec<u32> {
    (0..n).map(|_| r.next() as u32).collect()
}

fn tables(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 131);
    let x = some_words(&mut r, 3 * N);
    let bits = |table: u32, x: &[u32]| {
        let bit = |i: u32| {
            let [a, b, c] = [0, 1, 2].map(|s| x[s] >> i & 1);
            (table >> (4 * a + 2 * b + c) & 1) << i
        };
        (0..32).map(bit).sum::<u32>()
    };
    let of = |table: u32, mask: u32| {
        let x = x.chunks_exact(3);
        x.map(move |x| bits(table, x) & mask).collect::<Vec<_>>()
    };
    let by_hand = |f: fn(u32, u32, u32) -> u32| {
        let x = x.chunks_exact(3);
        x.map(move |x| f(x[0], x[1], x[2])).collect::<Vec<_>>()
    };
    let all = [0xca, 0x96, 0x1d, 0xe8, 0x35].map(|t| of(t, u32::MAX));
    let wanted = all.into_iter().chain([
        of(0x6b, 0xffff),
        by_hand(|a, b, c| (a & b) | (!a & c)),
        by_hand(|a, b, c| (a ^ b) & !c),
    ]);
    let wanted = wanted.flatten().collect();
    job(
        "tables",
        (N / 64, 64),
        vec![words(x)],
        vec![Wanted::Words(wanted)],
    )
}

/// Of the first register the odd row of `size` lanes, of the second the even one, exchanged.
fn exchanged(a: &[u32], b: &[u32], size: usize) -> [Vec<u32>; 2] {
    let (mut x, mut y) = (a.to_vec(), b.to_vec());
    for lane in 0..a.len() {
        if lane / size % 2 == 1 {
            x[lane] = b[lane - size];
            y[lane - size] = a[lane];
        }
    }
    [x, y]
}

fn swaps(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 137);
    let (a, b) = (some_words(&mut r, N), some_words(&mut r, N));
    let wanted = [16, 32].map(|size| exchanged(&a, &b, size));
    let wanted = wanted.into_iter().flatten().flatten().collect();
    job(
        "swaps",
        (N / 64, 64),
        vec![words(a.into_iter().chain(b))],
        vec![Wanted::Words(wanted)],
    )
}

fn sum(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 139);
    let x = some_words(&mut r, N);
    let all = |wave: &[u32]| wave.iter().fold(0u32, |all, v| all.wrapping_add(*v));
    let wanted = (0..N).map(|i| all(&x[i / 64 * 64..][..64])).collect();
    job(
        "sum",
        (N / 64, 64),
        vec![words(x.iter().copied())],
        vec![Wanted::Words(wanted)],
    )
}

/// Lane `l` of 16 gets column `l` of the rows that the 16 read.
fn transposed(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 149);
    let x = some_words(&mut r, 512 * GROUPS);
    let mut wanted = vec![];
    for (group, lane) in (0..GROUPS).flat_map(|g| (0..64).map(move |l| (g, l))) {
        let bytes = words(x[group * 512..][..512].iter().copied());
        let part = &bytes[lane / 16 * 512..][..512];
        // Bits of an element, rows, and bytes from one row to the next.
        for (bits, rows, stride) in [(16, 4, 32), (8, 8, 16), (4, 16, 8), (6, 16, 16)] {
            let element = |row: usize| {
                let at = lane % 16 * bits;
                let bit = |i: usize| {
                    let byte = part[row * stride + (at + i) / 8];
                    u32::from(byte >> ((at + i) % 8) & 1) << i
                };
                (0..bits).map(bit).sum::<u32>()
            };
            let column: Vec<u32> = (0..rows).map(element).collect();
            wanted.extend(from_words(&packed(&column, bits as u32)));
        }
    }
    job(
        "transposed",
        (GROUPS, 64),
        vec![words(x)],
        vec![Wanted::Words(wanted)],
    )
}

fn into_lds(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 151);
    let x = some_words(&mut r, 256 * GROUPS);
    let wanted = (0..GROUPS).flat_map(|group| {
        let from = |i: usize| x[group * 256 + (63 - i / 4) * 4 + i % 4];
        let twelve = (0..256).map(|i| if i % 4 == 3 { 7 } else { from(i) });
        twelve.chain((0..256).map(from)).collect::<Vec<_>>()
    });
    let wanted = wanted.collect();
    job(
        "into_lds",
        (GROUPS, 64),
        vec![words(x.iter().copied())],
        vec![Wanted::Words(wanted)],
    )
}

fn buffer_into_lds(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 157);
    let x = some_words(&mut r, 256);
    let wanted = (0..256).map(|i| if i < 240 { x[i] } else { 0 }).collect();
    job(
        "buffer_into_lds",
        (1, 64),
        vec![words(x.iter().copied())],
        vec![Wanted::Words(wanted)],
    )
}

/// What is least of two, -0 below 0, and a NaN if one is.
fn least(a: f64, b: f64) -> f64 {
    match a.partial_cmp(&b) {
        None => f64::NAN,
        Some(std::cmp::Ordering::Equal) if a.is_sign_negative() => a,
        Some(std::cmp::Ordering::Less) => a,
        _ => b,
    }
}

/// The least and the greatest of each three numbers.
fn least_and_greatest(x: [f64; 3]) -> [f64; 2] {
    let least_of = |x: [f64; 3]| least(least(x[0], x[1]), x[2]);
    [least_of(x), -least_of(x.map(|v| -v))]
}

/// Numbers with zeros, infinities and NaN among them.
fn any_number(r: &mut Random) -> f64 {
    match r.below(12) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        3 | 4 => 0.0,
        5 | 6 => -0.0,
        _ => r.below(33) as f64 - 16.0,
    }
}

fn leasts(v: Variant) -> [Job; 2] {
    let mut r = Random(v.seed() ^ 163);
    let x: Vec<f64> = (0..3 * N).map(|_| any_number(&mut r)).collect();
    let of_three = x.chunks_exact(3).map(|x| [x[0], x[1], x[2]]);
    let wanted = of_three.flat_map(least_and_greatest).collect();
    let bytes = bytes_of(x, Sum::F32);
    let whole = job(
        "least",
        (N / 64, 64),
        vec![bytes],
        vec![Wanted::Floats(wanted)],
    );
    let x: Vec<f64> = (0..6 * N).map(|_| any_number(&mut r)).collect();
    let of_pairs = x.chunks_exact(6).flat_map(|x| {
        let [low, high] = [0, 1].map(|h| least_and_greatest([x[h], x[2 + h], x[4 + h]]));
        [low[0], high[0], low[1], high[1]]
    });
    let wanted = of_pairs.collect();
    let bytes = x.iter().flat_map(|x| f16::from_f64(*x).to_le_bytes());
    let bytes = bytes.collect();
    let halves = job(
        "least_halves",
        (N / 64, 64),
        vec![bytes],
        vec![Wanted::Halves(wanted)],
    );
    [whole, halves]
}

fn dots(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 167);
    let (bytes, x) = elements(&mut r, Element::Bf16, 4 * N, Values::Halves);
    let (addends, c) = elements(&mut r, Element::F32, N, Values::Halves);
    let wanted = x.chunks_exact(4).zip(&c).flat_map(|(x, c)| {
        let dot = x[0] * x[2] + x[1] * x[3];
        // No sum of these is -0.
        [dot + c + 0.0, (dot + 0.0).clamp(0.0, 1.0)]
    });
    let wanted = wanted.collect();
    job(
        "dots",
        (N / 64, 64),
        vec![bytes, addends],
        vec![Wanted::Floats(wanted)],
    )
}

fn atomics(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 173);
    let (groups, size) = (3, 128);
    // So few and small that each sum on the way is a bf16.
    let x: Vec<[f32; 2]> = (0..groups * size)
        .map(|_| [0, 1].map(|_| r.below(3) as f32 - 1.0))
        .collect();
    let sums = |x: &[[f32; 2]]| -> Vec<u32> {
        let of = |i: usize, h: usize| x.iter().skip(i).step_by(8).map(|x| x[h]).sum::<f32>();
        // Added to 0, no sum is -0.
        let bits = |v: f32| u32::from(bf16::from_f32(v + 0.0).to_bits());
        (0..8)
            .map(|i| bits(of(i, 0)) | bits(of(i, 1)) << 16)
            .collect()
    };
    let all = sums(&x);
    let mut wanted = [all.clone(), all].concat();
    wanted.extend(x.chunks_exact(size).flat_map(sums));
    let x = x.into_iter().flatten();
    let bytes = x.flat_map(|x| bf16::from_f32(x).to_le_bytes()).collect();
    Job {
        threads: 2,
        ..job(
            "atomics",
            (groups, size),
            vec![bytes],
            vec![Wanted::Words(wanted)],
        )
    }
}

fn shifts(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 179);
    let x: Vec<u32> = (0..N)
        .flat_map(|_| {
            let by = r.below(32) as u32;
            // About as large as a byte once it is shifted.
            let mut number = || ((r.next() as i64 % 600) << by >> (r.below(3) * 2)) as u32;
            [number(), number(), by | 0xffff_ff00]
        })
        .collect();
    let wanted = x.chunks_exact(3).flat_map(|x| {
        let shifted = [x[0], x[1]].map(|v| v as i32 >> (x[2] & 31));
        let signed = shifted.map(|v| v.clamp(-128, 127) as u8);
        let unsigned = shifted.map(|v| v.clamp(0, 255) as u8);
        [signed, unsigned].map(|b| u32::from(u16::from_le_bytes(b)))
    });
    let wanted = wanted.collect();
    job(
        "shifts",
        (N / 64, 64),
        vec![words(x.iter().copied())],
        vec![Wanted::Words(wanted)],
    )
}

fn pairs(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 181);
    let x: Vec<f32> = (0..2 * N)
        .map(|_| (r.between(-1.0, 1.0) * f64::powi(2.0, r.below(28) as i32 - 12)) as f32)
        .collect();
    let wanted = x.chunks_exact(2).flat_map(|x| {
        let two = |format: Format| {
            let [low, high] = [0, 1].map(|i| format.nearest(f64::from(x[i])));
            low | high << 16
        };
        let b = two(BF16);
        [two(F16), b, b << 16]
    });
    let wanted = wanted.collect();
    job(
        "pairs",
        (N / 64, 64),
        vec![floats(&x)],
        vec![Wanted::Words(wanted)],
    )
}

fn whole_lds(v: Variant) -> Job {
    let mut r = Random(v.seed() ^ 191);
    let x = some_words(&mut r, 64);
    let all: Vec<u32> = (0..40960u32)
        .map(|i| i.wrapping_mul(2_654_435_761) ^ x[i as usize % 64])
        .collect();
    let wanted = (0..256).map(|l| {
        let items = (l..40960).step_by(256);
        let sum = items.fold(0u32, |sum, i| {
            sum.wrapping_mul(31).wrapping_add(all[40959 - i])
        });
        sum.wrapping_add(all[40959])
    });
    let wanted = wanted.collect();
    job(
        "whole_lds",
        (1, 256),
        vec![words(x.iter().copied())],
        vec![Wanted::Words(wanted)],
    )
}

pub(super) fn jobs(v: Variant) -> Vec<Job> {
    let steps = Some([[0, 3], [2, 1]]);
    let mut all = vec![
        dense(v, "f16_16x16x32", Element::F16, 16, 32),
        dense(v, "f16_32x32x16", Element::F16, 32, 16),
        dense(v, "bf16_16x16x32", Element::Bf16, 16, 32),
        dense(v, "bf16_32x32x16", Element::Bf16, 32, 16),
        dense(v, "i8_16x16x64", Element::I8, 16, 64),
        dense(v, "i8_32x32x32", Element::I8, 32, 32),
        narrow(v, "fp8_fp8_16", 16, [FP8, FP8], steps),
        narrow(v, "bf8_bf8_32", 32, [BF8, BF8], steps),
        narrow(v, "fp6_fp6_32", 32, [FP6, FP6], steps),
        narrow(v, "bf6_bf6_16", 16, [BF6, BF6], steps),
        narrow(v, "fp4_fp4_16", 16, [FP4, FP4], steps),
        narrow(v, "fp4_fp4_32", 32, [FP4, FP4], steps),
        narrow(v, "fp8_fp4_32", 32, [FP8, FP4], steps),
        narrow(v, "bf6_bf8_16", 16, [BF6, BF8], steps),
        narrow(v, "unscaled", 16, [FP8, FP4], None),
        sparse(v, "sparse_f16_16", (Element::F16, None), 16, 64),
        sparse(v, "sparse_bf16_32", (Element::Bf16, None), 32, 32),
        sparse(v, "sparse_i8_16", (Element::I8, None), 16, 128),
        sparse(v, "sparse_fp8_32", (Element::F32, Some(FP8)), 32, 64),
        eights(v),
        fields(v, "fours", FP4, 8, |i| i),
        fields(v, "sixes", FP6, 32, |i| i / 2 + i % 2 * 16),
        sixes_of_halves(v),
        random(v),
        random_sixes(v),
        random_halves(v),
        tables(v),
        swaps(v),
        sum(v),
        transposed(v),
        into_lds(v),
        buffer_into_lds(v),
        dots(v),
        atomics(v),
        shifts(v),
        pairs(v),
        whole_lds(v),
    ];
    all.extend(leasts(v));
    all
}
