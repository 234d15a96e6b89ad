//! The products against [`Product::apply`].

use super::narrow::words;
use super::{Io, Product};
use crate::ir::plant::{Fault, plant};
use crate::isa::Gen;
use crate::isa::facts::MaiAct;
use crate::isa::facts::Narrow;
use crate::isa::mai::Mai;
use crate::jit::controls::{DEFAULT, FLAGS, float_under, get_csr};
use crate::jit::host::{HostLevel, has_sums_of_words};
use crate::machine::wave::{LANES, Vgpr};
use crate::numerics::matrix::{Element, Matrix, Modifiers, Unit};

/// A generator of Marsaglia's xorshift kind: what it makes need only be varied.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 7
    }

    fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }
}

/// Every shape with each unit that has it.
pub(super) fn products() -> Vec<Product> {
    let units = [
        (Gen::Gfx908, Unit::Cdna1),
        (Gen::Gfx90a, Unit::Cdna2),
        (Gen::Gfx942, Unit::Cdna3),
        (Gen::Gfx950, Unit::Cdna4),
    ];
    let mut all = vec![];
    for op in Mai::ALL {
        let (shape, indices) = match op.act() {
            MaiAct::Multiplies(shape) => (shape, None),
            MaiAct::MultipliesSparse(shape) => (shape, Some(0)),
            MaiAct::Reads | MaiAct::Writes => continue,
        };
        for (generation, unit) in units {
            if op.row().exists(generation) {
                let modifiers = Modifiers {
                    indices,
                    ..Modifiers::default()
                };
                let product = |element| Product {
                    unit,
                    shape: Matrix { element, ..shape },
                    modifiers,
                };
                if matches!(shape.element, Element::Narrow(_)) {
                    let every = Narrow::ALL.into_iter();
                    let pairs = every.flat_map(|a| Narrow::ALL.map(|b| Element::Narrow([a, b])));
                    all.extend(pairs.map(product));
                } else {
                    all.push(product(shape.element));
                }
            }
        }
    }
    all
}

/// How elements are made.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Of a few exponents near that of one, so that sums are rounded and cancel.
    Near,
    /// Of few values, among them zeros of both signs: exact, and often nothing is left.
    Few,
    /// With the least exponents.
    Tiny,
    /// Of exponents whose products are near the least normal value.
    Low,
    /// Of two values whose products are just normal, and differ by what is not, of zeros and least values.
    Edge,
    /// With the largest exponents, and infinities.
    Large,
    /// Any bits.
    Any,
}

const KINDS: [Kind; 7] = [
    Kind::Near,
    Kind::Few,
    Kind::Tiny,
    Kind::Low,
    Kind::Edge,
    Kind::Large,
    Kind::Any,
];

/// Bits of the exponent and of the fraction of an element.
fn format(element: Element, n: usize) -> (u32, u32) {
    match element {
        Element::I8 => (0, 7),
        Element::F16 => (5, 10),
        Element::Bf16 | Element::Bf16x2 => (8, 7),
        Element::F32 | Element::Xf32 => (8, 23),
        Element::F64 => (11, 52),
        Element::F8 { bf8 } if bf8[n] => (5, 2),
        Element::F8 { .. } => (4, 3),
        Element::Narrow(of) => match of[n] {
            Narrow::Fp8 => (4, 3),
            Narrow::Bf8 => (5, 2),
            Narrow::Fp6 => (2, 3),
            Narrow::Bf6 => (3, 2),
            Narrow::Fp4 => (2, 1),
        },
    }
}

/// An element.
fn value(r: &mut Random, (exponent, fraction): (u32, u32), kind: Kind) -> u64 {
    let bias = if exponent == 0 {
        0
    } else {
        (1 << (exponent - 1)) - 1
    };
    let most = (1u64 << exponent) - 1;
    let bits = r.next() ^ r.next() << 40;
    let low = bits & ((1 << fraction) - 1);
    let field = match kind {
        Kind::Near => (bias + r.next() % 8).saturating_sub(4),
        Kind::Few => [0, bias, bias, bias + 1][r.below(4)],
        Kind::Tiny => r.next() % 3,
        Kind::Low => bias / 2 + r.next() % 3,
        Kind::Edge if r.below(4) == 0 => 0,
        Kind::Edge => bias / 2 + 1,
        Kind::Large => most.saturating_sub(r.next() % 6 * (r.next() % 3)),
        Kind::Any => r.next(),
    };
    let low = match kind {
        Kind::Few => 0,
        Kind::Edge => low & 1,
        Kind::Near if r.below(4) == 0 => low & (3 << fraction >> 2),
        Kind::Large if r.below(2) == 0 => 0,
        _ => low,
    };
    let sign = r.next() & 1;
    low | (field & most) << fraction | sign << (exponent + fraction)
}

/// Registers of A or B (`n`), or, of `None`, C. Behind those of a sparse A are its indices, and behind both are scales.
fn registers(r: &mut Random, p: &Product, n: Option<usize>, kind: Kind) -> Vec<Vgpr> {
    let count = match n {
        Some(0) => p.of_a().registers(0),
        Some(n) => p.shape.registers(n),
        None => p.shape.results(),
    };
    let mut all = elements(r, p.shape, count, n, kind);
    let is_narrow = matches!(p.shape.element, Element::Narrow(_));
    if let Some(n) = n
        && is_narrow
        && count == 8
    {
        patterns(r, &mut all, n, kind);
    }
    if n == Some(0) && p.modifiers.indices.is_some() {
        all.push(Vgpr([0; LANES].map(|_| r.next() as u32)));
    }
    if n.is_some() && p.modifiers.scales.is_some() {
        // Like each other, so that rows meet; now and then all there are, the one of NaNs and those beside it among them.
        let is_any = r.below(4) == 0;
        let mut byte = || match r.below(64) {
            0 => 255,
            1 => 254,
            2 => 0,
            _ if is_any => r.next() as u8,
            n => 120 + n as u8 % 16,
        };
        all.push(Vgpr(
            [0; LANES].map(|_| u32::from_le_bytes([0; 4].map(|_| byte()))),
        ));
    }
    all
}

/// Bytes that would show sums that are rounded too early. Of low kinds, large products that cancel behind one that is
/// tiny; of few values, in each row and column a large one and a tiny one alone, which may be half of C's last bit and
/// a little more.
fn patterns(r: &mut Random, all: &mut [Vgpr], n: usize, kind: Kind) {
    for (k, v) in all.iter_mut().enumerate() {
        for (lane, x) in v.0.iter_mut().enumerate() {
            let tiny = r.next() as u8 & 0x83;
            let [large, _, _, last] = x.to_le_bytes();
            let opposite = if n == 0 { 0x80 } else { 0 };
            let bytes = match kind {
                // Of 2^8, or 2^15.
                Kind::Few if k == 0 && lane < 16 => [0x78, tiny, 0, 0],
                Kind::Few => [0; 4],
                Kind::Low | Kind::Tiny => {
                    let large = (large & 0x83) | 0x78;
                    [large, tiny, large ^ opposite, last]
                }
                Kind::Near | Kind::Edge | Kind::Large | Kind::Any => continue,
            };
            *x = u32::from_le_bytes(bytes);
        }
    }
}

fn elements(
    r: &mut Random,
    shape: Matrix,
    count: usize,
    n: Option<usize>,
    kind: Kind,
) -> Vec<Vgpr> {
    let result = match shape.element {
        Element::F64 => Element::F64,
        _ => Element::F32,
    };
    let element = if n.is_some() { shape.element } else { result };
    let bits = element.bits(n.unwrap_or(0));
    let mut all = vec![Vgpr::ZERO; count];
    for lane in 0..LANES {
        for e in 0..count * 32 / bits {
            let kind = if r.below(40) == 0 {
                KINDS[r.below(7)]
            } else {
                kind
            };
            let v = value(r, format(element, n.unwrap_or(0)), kind);
            let at = e * bits;
            let v = u128::from(v) << (at % 32);
            all[at / 32].0[lane] |= v as u32;
            if at % 32 + bits > 32 {
                all[at / 32 + 1].0[lane] |= (v >> 32) as u32;
            }
        }
    }
    all
}

/// Modifiers at random, such as instructions may have.
fn modifiers(r: &mut Random, p: &Product) -> Modifiers {
    let shape = p.shape;
    if p.modifiers.indices.is_some() {
        let bits = 2 * shape.kept().elements();
        return Modifiers {
            indices: Some((bits * r.below(32 / bits)) as u32),
            ..Modifiers::default()
        };
    }
    if r.below(2) == 0 {
        return Modifiers::default();
    }
    if matches!(shape.element, Element::Narrow(_)) {
        return Modifiers {
            scales: Some([0; 2].map(|_| r.below(4) as u8)),
            ..Modifiers::default()
        };
    }
    let cbsz = r.below(shape.blocks.ilog2() as usize + 1) as u32;
    let is_double = shape.element == Element::F64;
    Modifiers {
        cbsz,
        abid: r.below(1 << cbsz),
        blgp: r.below(8) as u32,
        neg: [0; 3].map(|_| is_double && r.below(2) == 0),
        indices: None,
        scales: None,
    }
}

/// Compares one product with the definition.
fn compare(r: &mut Random, p: &Product, kinds: [Kind; 3]) {
    let a = registers(r, p, Some(0), kinds[0]);
    let b = registers(r, p, Some(1), kinds[1]);
    let c = registers(r, p, None, kinds[2]);
    compare_registers(p, [a, b, c], &format!("{kinds:?}"));
}

/// The same of these A, B and C, for each level, with D in several places.
fn compare_registers(p: &Product, [a, b, c]: [Vec<Vgpr>; 3], what: &str) {
    let shape = p.shape;
    // All in one file, as registers are.
    let mut file = vec![Vgpr::ZERO; 4];
    file.extend(a);
    let at_b = file.len();
    file.extend(b);
    let at_c = file.len();
    file.extend(c);
    let at_d = file.len();
    file.resize(at_d + shape.results() + 4, Vgpr::ZERO);
    let plain = |from: usize, count: usize| -> Vec<[u32; LANES]> {
        file[from..from + count].iter().map(|v| v.0).collect()
    };
    let [of_a, of_b, of_c] =
        [(4, 0), (at_b, 1), (at_c, 2)].map(|(at, n)| plain(at, p.sources()[n]));
    let want = p.apply(&of_a, &of_b, &of_c);
    for level in HostLevel::available().expect("a host") {
        // C, apart, A, B, and one beside C.
        for d in [at_c, at_d, 4, at_b, at_c + 1, at_c - 1] {
            let mut file = file.clone();
            let base = file.as_mut_ptr();
            // To zero, with denormals flushed.
            float_under(0xffc0, || {
                // SAFETY: the registers are in the file.
                unsafe {
                    p.multiply(
                        level,
                        base.add(4),
                        base.add(at_b),
                        base.add(at_c),
                        base.add(d),
                    )
                };
                assert_eq!(get_csr() & !FLAGS, 0xffc0);
            });
            for (n, want) in want.iter().enumerate() {
                for lane in 0..LANES {
                    let (got, want) = (file[d + n].0[lane], want[lane]);
                    assert_eq!(
                        got, want,
                        "{level} {p:?} {what}: {got:x} {want:x} in register {n}, lane {lane}"
                    );
                }
            }
        }
    }
}

#[test]
fn products_are_those_of_the_definition() {
    assert_eq!(get_csr() & !FLAGS, DEFAULT);
    let mut r = Random(0x1234_5678_9abc_def1);
    for product in products() {
        // The definition takes milliseconds for large ones.
        let work = product.shape.size.pow(2) * product.of_a().depth * product.shape.blocks;
        for n in 0..ROUNDS / work + 7 {
            let kind = KINDS[n % 7];
            let any = KINDS[r.below(7)];
            let is_narrow = matches!(product.shape.element, Element::Narrow(_));
            let of_c = if kind == Kind::Edge {
                kind
            } else if is_narrow && kind == Kind::Few {
                Kind::Any
            } else {
                KINDS[r.below(7)]
            };
            let kinds = [kind, if n % 3 == 0 { any } else { kind }, of_c];
            let modifiers = modifiers(&mut r, &product);
            let p = Product {
                modifiers,
                ..product
            };
            compare(&mut r, &p, kinds);
        }
    }
}

/// Registers of A or B (`n`) without special values, whose rows have exponents that are `spread` apart at most, where the
/// format has so many; with scales that are near one, or, now and then, far from it or no number.
fn narrow_rows(r: &mut Random, p: &Product, n: usize, spread: u64, far_scales: bool) -> Vec<Vgpr> {
    let (exponent, fraction) = format(p.shape.element, n);
    let bits = exponent + fraction + 1;
    // The largest field that is of numbers, whatever the fraction: of fp8 one NaN has it, too.
    let most = match exponent {
        5 => 30,
        4 => 14,
        _ => (1 << exponent) - 1,
    };
    let spread = spread.min(most);
    let mut all = vec![Vgpr::ZERO; p.shape.registers(n)];
    for i in 0..p.shape.size {
        let first = r.next() % (most - spread + 1);
        for k in 0..p.shape.depth {
            let field = first + r.next() % (spread + 1);
            let (sign, low) = (r.next() & 1, r.next() % (1 << fraction));
            let x = sign << (bits - 1) | field << fraction | low;
            let x = if r.below(50) == 0 { 0 } else { x };
            let (lane, e) = p.shape.operand(n, 0, i, k);
            let at = e * bits as usize;
            let x = x << (at % 32);
            all[at / 32].0[lane] |= x as u32;
            if at % 32 + bits as usize > 32 {
                all[at / 32 + 1].0[lane] |= (x >> 32) as u32;
            }
        }
    }
    if p.modifiers.scales.is_some() {
        let mut byte = || match r.below(40) {
            0 if far_scales => 255,
            1 if far_scales => 254,
            2 if far_scales => 0,
            3 if far_scales => 1,
            _ if far_scales => r.next() as u8 % 255,
            n => 110 + n as u8,
        };
        let scales = [0; LANES].map(|_| u32::from_le_bytes([0; 4].map(|_| byte())));
        all.push(Vgpr(scales));
    }
    all
}

/// Sums of words are: of values that are one word each, of such that are two, and beside each other; by the host's one
/// instruction and by two.
#[test]
fn sums_of_words_are_those_of_the_definition() {
    let level = HostLevel::detected().expect("a host");
    narrow_cases(0x0dd0_beef_1234_5671, |p, [a, b, c], spreads| {
        if level == HostLevel::Avx512 {
            let sure = spreads.iter().all(|s| *s <= 20);
            let told = words_differ(p, [&a, &b, &c], sure);
            assert!(told.is_none(), "{told:?}");
        }
        compare_registers(p, [a, b, c], &format!("spread by {spreads:?}"));
        true
    });
}

/// Mistakes that few of a fuzzer's instructions show: they are in sums of 32 products, all of which the interpreter makes.
#[test]
fn faults_in_sums_of_words_are_found() {
    if HostLevel::detected().expect("a host") != HostLevel::Avx512 {
        return;
    }
    for fault in [
        Fault::NarrowTooFar,
        Fault::NarrowCross,
        Fault::NarrowTooLong,
        Fault::NarrowScales,
    ] {
        let _planted = plant(fault);
        let mut is_found = false;
        for seed in 0..16 {
            narrow_cases(0x0dd0_beef_1234_5671 + seed, |p, [a, b, c], _| {
                is_found |= words_differ(p, [&a, &b, &c], false).is_some();
                !is_found
            });
        }
        assert!(is_found, "{fault:?}");
    }
}

/// Dense products of f16 and bf16 that are rounded once for several products.
fn fused_halves() -> impl Iterator<Item = Product> {
    products().into_iter().filter(|p| {
        matches!(p.unit, Unit::Cdna3 | Unit::Cdna4)
            && matches!(p.shape.element, Element::F16 | Element::Bf16)
            && p.modifiers.indices.is_none()
            && p.shape.size > 4
    })
}

/// Registers of A or B (`n`) with the same elements, of 16 bits, in all rows, or columns.
fn same_rows(p: &Product, n: usize, row: &[u32]) -> Vec<Vgpr> {
    let mut registers = vec![Vgpr::ZERO; p.sources()[n]];
    for (block, i, k) in all_of(p.shape.blocks, p.shape.size, p.shape.depth) {
        let (lane, e) = p.shape.operand(n, block, i, k);
        registers[e / 2].0[lane] |= row[k] << (16 * (e % 2));
    }
    registers
}

/// What a level makes of the product, in place of C.
fn made(p: &Product, level: HostLevel, [a, b, c]: [&[Vgpr]; 3]) -> Vec<[u32; LANES]> {
    let mut d = c.to_vec();
    let to = d.as_mut_ptr();
    // SAFETY: these are the registers, and the host has the level.
    unsafe { p.multiply(level, a.as_ptr(), b.as_ptr(), to, to) };
    d.iter().map(|d| d.0).collect()
}

/// A C just below zero, far below the last bit of the products, decides what a tie becomes: it is cut off to a whole unit,
/// which is the least product (MMA-Sim: toward minus infinity, 24 bits behind the point of the largest one). The fault that
/// makes it a zero is seen here; a fuzzer would hardly make such a sum.
#[test]
fn a_small_c_below_zero_decides_ties() {
    for p in fused_halves() {
        // The products are 2^(2 m + 1), and 2^22 and 2^23 times less than half of it, of factors where `one` is 1.
        let (one, step, m) = match p.shape.element {
            Element::F16 => (0x3c00, 1 << 10, 14),
            _ => (0x3f80, 1 << 7, 40),
        };
        let mut rows = [0, 1].map(|_| vec![0; p.shape.depth]);
        for (k, powers) in [[m + 1, m], [m - 11, m - 11], [m - 11, m - 12]]
            .iter()
            .enumerate()
        {
            for (row, power) in rows.iter_mut().zip(powers) {
                row[k] = (one + power * step) as u32;
            }
        }
        let (a, b) = (same_rows(&p, 0, &rows[0]), same_rows(&p, 1, &rows[1]));
        let c = vec![Vgpr([0x8000_0001; LANES]); p.sources()[2]];
        compare_registers(&p, [a.clone(), b.clone(), c.clone()], "beside a small C");
        // The first two products; without C the even one of those beside would be the next.
        let sum = ((127 + 2 * m + 1) << 23 | 1) as u32;
        for level in HostLevel::available().expect("a host") {
            let made = made(&p, level, [&a, &b, &c]);
            assert!(
                made.as_flattened().iter().all(|x| *x == sum),
                "{level} {p:?}"
            );
        }
        if HostLevel::available()
            .expect("a host")
            .contains(&HostLevel::Avx2)
        {
            let right = made(&p, HostLevel::Avx2, [&a, &b, &c]);
            let _planted = plant(Fault::FlooredToZero);
            assert_ne!(made(&p, HostLevel::Avx2, [&a, &b, &c]), right, "{p:?}");
        }
    }
}

/// Where the last row's C is cut off, and elements are too small for all but the definition, no row is made twice, in place of
/// C.
#[test]
fn rows_are_made_once() {
    for p in fused_halves().filter(|p| p.shape.element == Element::Bf16) {
        // 2^-31 and 1.
        let [a, b] = [(0, 0x3f80 - 31 * 0x80), (1, 0x3f80)]
            .map(|(n, x)| same_rows(&p, n, &vec![x; p.shape.depth]));
        let mut c = vec![Vgpr([(127 - 31) << 23; LANES]); p.sources()[2]];
        // 2^-80.
        let (lane, register) = p.shape.result(p.shape.blocks - 1, p.shape.size - 1, 0);
        c[register].0[lane] = (127 - 80) << 23;
        compare_registers(&p, [a.clone(), b.clone(), c.clone()], "of small elements");
        if HostLevel::detected().expect("a host") == HostLevel::Avx512 {
            let right = made(&p, HostLevel::Avx512, [&a, &b, &c]);
            let _planted = plant(Fault::WholeOutside);
            assert_ne!(made(&p, HostLevel::Avx512, [&a, &b, &c]), right, "{p:?}");
        }
    }
}

/// All blocks, rows and places of sums.
fn all_of(blocks: usize, size: usize, depth: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..blocks * size * depth).map(move |n| (n / size / depth, n / depth % size, n % depth))
}

/// Calls `f` with products of narrow floats, their registers, and how far the exponents of A's and B's rows are spread, until
/// it says that it is enough.
fn narrow_cases(seed: u64, mut f: impl FnMut(&Product, [Vec<Vgpr>; 3], [u64; 2]) -> bool) {
    let mut r = Random(seed);
    let narrow = |p: &Product| matches!(p.shape.element, Element::Narrow(_));
    for product in products().into_iter().filter(narrow) {
        for n in 0..12 {
            // Sums that f32 has, longer ones, and values of two words, of A, of B and of both.
            let spreads = [[3, 3], [9, 9], [9, 20], [20, 9], [20, 20], [30, 30]][n % 6];
            let far_scales = n >= 10;
            let scales = (n % 2 == 0 || far_scales).then(|| [0; 2].map(|_| r.below(4) as u8));
            let modifiers = Modifiers {
                scales,
                ..Modifiers::default()
            };
            let p = Product {
                modifiers,
                ..product
            };
            let a = narrow_rows(&mut r, &p, 0, spreads[0], far_scales);
            let b = narrow_rows(&mut r, &p, 1, spreads[1], far_scales);
            // C of all sizes, so that sums cancel with it, are lost in it, and the other way round.
            let kind = [Kind::Near, Kind::Few, Kind::Any][r.below(3)];
            let c = registers(&mut r, &p, None, kind);
            if !f(&p, [a, b, c], spreads) {
                return;
            }
        }
    }
}

/// What the functions themselves do otherwise than the definition; `sure` where they may not leave the product to others.
fn words_differ(p: &Product, [a, b, c]: [&[Vgpr]; 3], sure: bool) -> Option<String> {
    let plain = |of: &[Vgpr]| -> Vec<[u32; LANES]> { of.iter().map(|v| v.0).collect() };
    let want = p.apply(&plain(a), &plain(b), &plain(c));
    for by_one in [false, has_sums_of_words()] {
        let mut d = vec![Vgpr::ZERO; c.len()];
        let io = Io {
            a: a.as_ptr(),
            b: b.as_ptr(),
            c: c.as_ptr(),
            d: d.as_mut_ptr(),
        };
        // SAFETY: these are the registers, and the host has AVX-512, and the instruction where it is said to.
        let is_made = unsafe { words::multiply_by(by_one, p, io) };
        if sure && !is_made {
            return Some(format!("{p:?} is left to others"));
        }
        for (got, want) in plain(&d).iter().zip(&want) {
            if is_made && got != want {
                return Some(format!("{by_one} {p:?}: {got:x?} {want:x?}"));
            }
        }
    }
    None
}

/// Products of a shape that are compared, besides one round of each kind.
const ROUNDS: usize = 1 << 15;
