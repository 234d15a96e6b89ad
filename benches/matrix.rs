//! The rate of each product of matrices for compiled code, in multiply-adds, as ratio to what the host does at most:
//! f32 multiply-adds in registers, measured in the same run.
//!
//! `cargo bench --bench matrix [-- LEVEL [NAME..]]`: of the host's level, or a lower one; of the instructions with
//! these parts of names, or all.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::hint::black_box;
use std::time::Instant;

use gcn_jit::isa::facts::MaiAct;
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

/// Registers of elements near 1, without special values.
fn registers(element: Element, count: usize) -> Vec<Vgpr> {
    let one = match element {
        Element::F16 => 0x3c00_3c00,
        Element::Bf16 | Element::Bf16x2 => 0x3f80_3f80,
        Element::I8 | Element::F8 { .. } | Element::Narrow(_) => 0x3838_3838,
        Element::F32 | Element::Xf32 | Element::F64 => 0x3f80_0000u32,
    };
    let lane = |lane| one + lane as u32;
    vec![Vgpr(std::array::from_fn(lane)); count]
}

/// Multiply-adds of the product.
fn work(p: &Product) -> usize {
    p.shape.size * p.shape.size * p.of_a().depth * p.shape.blocks
}

/// Seconds of a multiply-add of the product; D is C.
fn measure(level: HostLevel, product: Product) -> f64 {
    let element = product.shape.element;
    let [mut a, mut b, mut d] = product.sources().map(|count| registers(element, count));
    if product.modifiers.scales.is_some() {
        // Some near one.
        for of in [&mut a, &mut b] {
            let scale = |lane| 0x0101_0101 * (120 + lane as u32 % 16);
            *of.last_mut().expect("the scales") = Vgpr(std::array::from_fn(scale));
        }
    }
    if product.modifiers.indices.is_some() {
        // The first and the third of each four.
        *a.last_mut().expect("the indices") = Vgpr([0x8888_8888; 64]);
    }
    d.fill(Vgpr([0x3f80_0000; 64]));
    let product = black_box(product);
    least(work(&product), || {
        let (a, b, d) = (a.as_ptr(), b.as_ptr(), d.as_mut_ptr());
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
    println!("{:>9} {:>7} {:>7}", "G/s", "% peak", "ns");
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
                let time = measure(level, product);
                let ratio = peak.map_or(0.0, |p| 100.0 * p / time);
                println!(
                    "{:9.2} {ratio:7.1} {:7.0}  {generation} {mnemonic}{what}",
                    1e-9 / time,
                    1e9 * time * work(&product) as f64
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
