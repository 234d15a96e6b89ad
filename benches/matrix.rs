//! The rate of each product of matrices for compiled code, in multiply-adds, as ratio to what the host does at most:
//! f32 multiply-adds in registers, measured in the same run.
//!
//! Elements are near 1, and in a second pair of columns of a normal distribution: some sums are faster where exponents are
//! close.
//!
//! `cargo bench --bench matrix [-- LEVEL [NAME..]]`: of the host's level, or a lower one; of the instructions with
//! these parts of names, or all.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::black_box;
use std::time::Instant;

use gcn_jit::isa::facts::{MaiAct, Narrow};
use gcn_jit::isa::mai::Mai;
use gcn_jit::isa::{Gen, MaiFields, Operand, Scale};
use gcn_jit::jit::host::HostLevel;
use gcn_jit::jit::matrix::Product;
use gcn_jit::machine::wave::Vgpr;
use gcn_jit::numerics::matrix::Element;

/// Measurements, of which the shortest counts, and multiply-adds of each.
const TIMES: usize = 30;
const WORK: usize = 1 << 22;

/// Independent sums of the loop that shows the peak, enough for the latency of two units.
const SUMS: usize = 12;

/// Seconds of a multiply-add, the least of all measurements.
fn least(per_call: usize, mut call: impl FnMut()) -> f64 {
    let calls = WORK.div_ceil(per_call);
    let mut best = f64::INFINITY;
    for _ in 0..TIMES {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        best = best.min(start.elapsed().as_secs_f64() / (calls * per_call) as f64);
    }
    best
}

/// Sums of vectors in registers, which no compiler makes shorter.
macro_rules! sums {
    ($name:ident, $features:literal, $set:ident, $fma:ident, $add:ident, $vector:ty) => {
        #[target_feature(enable = $features)]
        fn $name(count: usize) -> $vector {
            let (a, b) = ($set(black_box(0.5)), $set(black_box(0.25)));
            let mut sums = [$set(black_box(1.0)); SUMS];
            for _ in 0..count {
                for sum in &mut sums {
                    *sum = $fma(*sum, a, b);
                }
            }
            sums.into_iter().fold(a, |x, y| $add(x, y))
        }
    };
}

sums!(
    sums_avx512,
    "avx512f",
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    _mm512_add_ps,
    __m512
);
sums!(
    sums_avx2,
    "avx2,fma",
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    __m256
);

/// Seconds of a multiply-add in registers; of hosts without the instruction none is known.
fn peak(level: HostLevel) -> Option<f64> {
    const COUNT: usize = 1000;
    match level {
        HostLevel::Avx512 => Some(least(COUNT * SUMS * 16, || {
            // SAFETY: the host has the level.
            black_box(unsafe { sums_avx512(COUNT) });
        })),
        HostLevel::Avx2 => Some(least(COUNT * SUMS * 8, || {
            // SAFETY: the host has the level.
            black_box(unsafe { sums_avx2(COUNT) });
        })),
        HostLevel::Base => None,
    }
}

/// What elements are: near 1, or as random numbers of a normal distribution, whose exponents differ.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Data {
    Near,
    Normal,
}

/// Registers of elements of A (0) or B (1), without special values.
fn registers(data: Data, element: Element, n: usize, count: usize) -> Vec<Vgpr> {
    if data == Data::Normal {
        let mut random = Random(n as u64);
        return (0..count)
            .map(|_| Vgpr(std::array::from_fn(|_| random.dword(element, n))))
            .collect();
    }
    let one = match element {
        Element::F16 => 0x3c00_3c00,
        Element::Bf16 | Element::Bf16x2 => 0x3f80_3f80,
        Element::I8 | Element::F8 { .. } | Element::Narrow(_) => 0x3838_3838,
        Element::F32 | Element::Xf32 | Element::F64 => 0x3f80_0000u32,
    };
    let lane = |lane| one + lane as u32;
    vec![Vgpr(std::array::from_fn(lane)); count]
}

/// The state of a generator of random numbers.
struct Random(u64);

impl Random {
    /// Uniform, from 0 to 1.
    fn uniform(&mut self) -> f64 {
        self.0 = (self.0.wrapping_mul(0x5851_f42d_4c95_7f2d)).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Of a normal distribution, nearly.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// A dword of elements; of f64 the dwords are such as f32 has.
    fn dword(&mut self, element: Element, n: usize) -> u32 {
        let (exponent, fraction) = match element {
            Element::F16 => (5, 10),
            Element::Bf16 | Element::Bf16x2 => (8, 7),
            Element::F32 | Element::Xf32 | Element::F64 => (8, 23),
            Element::I8 => return (self.uniform() * f64::from(u32::MAX)) as u32,
            Element::F8 { bf8 } if bf8[n] => (5, 2),
            Element::F8 { .. } => (4, 3),
            Element::Narrow(of) => match of[n] {
                Narrow::Fp8 => (4, 3),
                Narrow::Bf8 => (5, 2),
                // All codes are numbers.
                Narrow::Fp6 | Narrow::Bf6 | Narrow::Fp4 => {
                    return (self.uniform() * f64::from(u32::MAX)) as u32;
                }
            },
        };
        let bits = 1 + exponent + fraction;
        (0..32 / bits).fold(0, |all, _| {
            all << (bits % 32) | self.float(exponent, fraction)
        })
    }

    /// One of so many bits; what is too small is 0.
    fn float(&mut self, exponent: u32, fraction: u32) -> u32 {
        let x = self.normal() as f32;
        let (bits, bias) = (x.to_bits(), (1 << (exponent - 1)) - 1);
        let field = (bits >> 23 & 0xff) as i32 - 127 + bias;
        let sign = bits >> 31 << (exponent + fraction);
        match field {
            ..1 => 0,
            _ => sign | (field as u32) << fraction | (bits & 0x7f_ffff) >> (23 - fraction),
        }
    }
}

/// Multiply-adds of the product.
fn work(p: &Product) -> usize {
    p.shape.size * p.shape.size * p.of_a().depth * p.shape.blocks
}

/// Products of a sum, each with other registers of A; where one begins, C is in the middle of a longer one.
const SETS: usize = 8;

/// Seconds of a multiply-add of the product; D is C.
fn measure(level: HostLevel, product: Product, data: Data) -> f64 {
    let element = product.shape.element;
    let [a, b, c] = product.sources();
    let of_a = a;
    let (mut a, mut b) = (
        registers(data, element, 0, SETS * a),
        registers(data, element, 1, b),
    );
    if product.modifiers.scales.is_some() {
        // Some near one.
        let scale = |lane| 0x0101_0101 * (120 + lane as u32 % 16);
        for last in (a.chunks_mut(of_a))
            .map(|a| a.last_mut())
            .chain([b.last_mut()])
        {
            *last.expect("the scales") = Vgpr(std::array::from_fn(scale));
        }
    }
    if product.modifiers.indices.is_some() {
        // The first and the third of each four.
        for a in a.chunks_mut(of_a) {
            *a.last_mut().expect("the indices") = Vgpr([0x8888_8888; 64]);
        }
    }
    let sum = match element {
        Element::I8 => 1 << 20,
        // In f64 it is another number.
        _ => 16f32.to_bits(),
    };
    let c = vec![Vgpr([sum; 64]); c];
    let mut d = c.clone();
    let mut at = 0;
    let product = black_box(product);
    least(work(&product), || {
        at = (at + 1) % SETS;
        if at == 0 {
            d.copy_from_slice(&c);
        }
        let (a, b, d) = (a[at * of_a..].as_ptr(), b.as_ptr(), d.as_mut_ptr());
        // SAFETY: the host has the level, and these are the registers of the shape.
        unsafe { product.multiply_under_controls(level, a, b, d, d) };
    })
}

fn main() {
    // Cargo puts `--bench` behind what it was given.
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut args = args.iter().filter(|a| *a != "--bench");
    let level = match args.next() {
        Some(name) => name.parse().and_then(HostLevel::checked),
        None => HostLevel::detected(),
    };
    let level = level.expect("a level that the host has");
    let names: Vec<&String> = args.collect();
    let peak = peak(level);
    match peak {
        Some(peak) => println!("{level}: {:.1} G multiply-adds/s in registers", 1e-9 / peak),
        None => println!("{level}: no multiply-adds in registers"),
    }
    println!("Elements near 1, and normally distributed ones");
    println!("{0:>9} {1:>7} {2:>7} {0:>9} {1:>7}", "G/s", "% peak", "ns");
    for generation in [Gen::Gfx908, Gen::Gfx90a, Gen::Gfx942, Gen::Gfx950] {
        for op in Mai::ALL {
            for (fields, what) in variants(*op) {
                let product = Product::of(generation, *op, &fields);
                let (Some(product), true) = (product, op.row().exists(generation)) else {
                    continue;
                };
                let mnemonic = op.row().mnemonics[generation as usize];
                if !names.is_empty() && !names.iter().any(|n| mnemonic.contains(n.as_str())) {
                    continue;
                }
                let near = measure(level, product, Data::Near);
                let normal = measure(level, product, Data::Normal);
                let ratio = |time| peak.map_or(0.0, |p| 100.0 * p / time);
                println!(
                    "{:9.2} {:7.1} {:7.0} {:9.2} {:7.1}  {generation} {mnemonic}{what}",
                    1e-9 / near,
                    ratio(near),
                    1e9 * near * work(&product) as f64,
                    1e-9 / normal,
                    ratio(normal),
                );
            }
        }
    }
}

/// The fields that matter, with what is to be said of them: of narrow floats some formats, and scales.
fn variants(op: Mai) -> Vec<(MaiFields, &'static str)> {
    let plain = MaiFields {
        vdst: 0,
        src: [Operand::Vgpr(0); 3],
        acc: 0,
        cbsz: 0,
        abid: 0,
        blgp: 0,
        scale: None,
    };
    let scale = Scale {
        operand: Operand::Vgpr(0),
        byte: 0,
    };
    let fp4 = MaiFields {
        cbsz: 4,
        blgp: 4,
        ..plain
    };
    let scaled = |f: MaiFields| MaiFields {
        scale: Some([scale; 2]),
        ..f
    };
    match op.act() {
        MaiAct::Multiplies(m) if matches!(m.element, Element::Narrow(_)) => vec![
            (plain, " fp8"),
            (scaled(plain), " fp8, scaled"),
            (fp4, " fp4"),
            (scaled(fp4), " fp4, scaled"),
        ],
        _ => vec![(plain, "")],
    }
}
