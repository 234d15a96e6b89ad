//! Products of matrices as they are written by hand, `gemm/*.s`: tiles that go through two halves of the LDS in turn,
//! loads of the next one between the products of this one, edges at which lanes are switched off by an offset that no
//! buffer has, results that are scaled, or added by atomics where k is done in parts.
//!
//! What must be in C are sums that the host makes in integers. All values are small enough to be exact in every format on the
//! way, so that the order of additions does not matter. The bytes before C, behind it and between its columns stay.

use std::sync::LazyLock;

use gcn_jit::asm::assemble;
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::machine::Engine;

use super::*;
use crate::check::clean;
use crate::kernels::suite::report;

/// A format of elements.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    F32,
    F16,
    I32,
    I8,
}

impl Format {
    fn bytes(self) -> usize {
        match self {
            Format::F32 | Format::I32 => 4,
            Format::F16 => 2,
            Format::I8 => 1,
        }
    }

    /// The whole numbers that elements of A and B are drawn from: up to this, and its negative.
    fn most(self) -> i64 {
        match self {
            Format::F32 => 40,
            // Sums of 80 products, scaled and with C, stay below 2048, and so do those that are made in f16.
            Format::F16 => 2,
            // V_MAD_I32_I24 takes no more.
            Format::I32 => (1 << 23) - 1,
            Format::I8 => 127,
        }
    }

    /// `value` in memory. Sums of integers wrap around.
    fn put(self, value: i64, to: &mut [u8]) {
        match self {
            Format::F32 => to.copy_from_slice(&(value as f32).to_le_bytes()),
            Format::F16 => to.copy_from_slice(&half(value).to_le_bytes()),
            Format::I32 => to.copy_from_slice(&(value as i32).to_le_bytes()),
            Format::I8 => to.copy_from_slice(&(value as i8).to_le_bytes()),
        }
    }
}

/// The f16 of a whole number of up to 11 bits (IEEE 754: 10 bits behind the first one, an exponent that is 15 for 1).
fn half(value: i64) -> u16 {
    let size = value.unsigned_abs() as u16;
    assert!(size < 2048, "{value} is not an f16");
    let sign = if value < 0 { 0x8000 } else { 0 };
    match size.checked_ilog2() {
        None => 0,
        Some(log) => sign | ((15 + log as u16) << 10) | (size << (10 - log) & 0x3ff),
    }
}

/// How elements of A, and of B, follow each other.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// Those of a row with k one after the other.
    Rows,
    /// Those of one k.
    Columns,
}

struct Kernel {
    name: &'static str,
    text: &'static str,
    /// Of A and B, and of C.
    formats: (Format, Format),
    order: Order,
    /// What m, n and k are multiples of.
    units: [usize; 3],
    tile: usize,
    lds: u32,
    /// k is done in parts, whose sums are added to C.
    parts: bool,
}

macro_rules! kernels {
    ($($name:literal $formats:expr, $order:ident, $units:expr, $tile:literal, $lds:literal, $parts:literal;)*) => {
        &[$(Kernel {
            name: $name,
            text: include_str!(concat!("gemm/", $name, ".s")),
            formats: $formats,
            order: Order::$order,
            units: $units,
            tile: $tile,
            lds: $lds,
            parts: $parts,
        }),*]
    };
}

use Format::{F16, F32, I8, I32};

const KERNELS: &[Kernel] = kernels! {
    "sgemm-mac" (F32, F32), Columns, [2, 2, 1], 64, 0x2000, false;
    "sgemm-fma" (F32, F32), Rows, [1, 1, 2], 64, 0x2000, false;
    "hgemm-pk" (F16, F16), Rows, [4, 1, 1], 64, 0x2000, false;
    "hgemm-dot2" (F16, F32), Rows, [1, 1, 1], 64, 0x2000, false;
    "igemm-dot4" (I8, I32), Rows, [1, 1, 4], 64, 0x2000, false;
    "igemm-split" (I32, I32), Rows, [1, 1, 1], 64, 0x2000, true;
    "sgemm-mfma" (F32, F32), Rows, [1, 1, 4], 64, 0x8000, false;
    "hgemm-mfma" (F16, F16), Rows, [4, 1, 8], 64, 0x8000, false;
    "hgemm-remap" (F16, F16), Rows, [8, 1, 1], 32, 0x4000, false;
    "igemm-mfma" (I8, I32), Rows, [1, 1, 8], 32, 0x4000, true;
    "sgemm-direct" (F32, F32), Rows, [1, 1, 1], 32, 0x1000, true;
};

/// m, n and k: one element, less than a tile, whole tiles, and several with something left of each.
const SIZES: [[usize; 3]; 6] = [
    [1, 1, 1],
    [33, 31, 7],
    [64, 64, 32],
    [70, 37, 45],
    [30, 66, 64],
    [65, 129, 19],
];

/// Elements between one row's, or column's, last one and the next one's first, in A, B and C.
const GAPS: [usize; 3] = [3, 8, 5];
/// Bytes before C, and behind it.
const GUARD: usize = 256;
/// What is in them, and in the gaps.
const FILL: u8 = 0x5a;

/// A product that is to be made.
struct Product {
    sizes: [usize; 3],
    leading: [usize; 3],
    /// alpha and beta.
    factors: [i64; 2],
    /// k of a part.
    part: usize,
    a: Vec<i64>,
    b: Vec<i64>,
    c: Vec<i64>,
}

/// Numbers up to `most`, and their negatives, from a seed.
fn whole(seed: u64, n: usize, most: i64) -> Vec<i64> {
    let numbers = suite::numbers(seed, n).into_iter();
    let range = 2 * most as u64 + 1;
    numbers.map(|v| (v % range) as i64 - most).collect()
}

impl Product {
    fn new(kernel: &Kernel, sizes: [usize; 3], factors: [i64; 2]) -> Product {
        let sizes: [usize; 3] = std::array::from_fn(|i| sizes[i].next_multiple_of(kernel.units[i]));
        let [m, n, k] = sizes;
        // Descriptors that several elements are loaded with at once want no more than what rows begin with.
        let gap = |i: usize, unit: usize| GAPS[i].next_multiple_of(unit);
        let [um, un, uk] = kernel.units;
        let leading = match kernel.order {
            Order::Rows => [k + gap(0, uk), k + gap(1, uk), m + gap(2, um)],
            Order::Columns => [m + gap(0, um), n + gap(1, un), m + gap(2, um)],
        };
        let most = kernel.formats.0.most();
        Product {
            sizes,
            leading,
            factors,
            part: if kernel.parts {
                24.max(k.div_ceil(3)).next_multiple_of(uk)
            } else {
                k
            },
            a: whole(1, m * k, most),
            b: whole(2, n * k, most),
            c: whole(3, m * n, 9),
        }
    }

    /// The place of element `i`, `k` of a factor whose rows are `rows` many.
    fn place(&self, order: Order, leading: usize, i: usize, k: usize) -> usize {
        match order {
            Order::Rows => i * leading + k,
            Order::Columns => i + k * leading,
        }
    }

    /// A factor in memory, up to its last element.
    fn factor(&self, kernel: &Kernel, values: &[i64], rows: usize, leading: usize) -> Vec<u8> {
        let (format, k) = (kernel.formats.0, self.sizes[2]);
        let size = format.bytes();
        let last = self.place(kernel.order, leading, rows - 1, k - 1);
        // What is in the gaps would be seen: a NaN, or a large number.
        let mut bytes = vec![0x7f; size * (last + 1)];
        for (n, v) in values.iter().enumerate() {
            let at = size * self.place(kernel.order, leading, n / k, n % k);
            format.put(*v, &mut bytes[at..at + size]);
        }
        bytes
    }

    /// C in memory, with what is around it.
    fn result(&self, kernel: &Kernel, values: &[i64]) -> Vec<u8> {
        let ([m, n, _], format) = (self.sizes, kernel.formats.1);
        let size = format.bytes();
        let mut bytes = vec![FILL; 2 * GUARD + size * (m + (n - 1) * self.leading[2])];
        for (at, v) in values.iter().enumerate() {
            let at = GUARD + size * (at / n + at % n * self.leading[2]);
            format.put(*v, &mut bytes[at..at + size]);
        }
        bytes
    }

    /// What C must be. Where k is done in parts, beta is taken for 1.
    fn expected(&self, parts: bool) -> Vec<i64> {
        let ([m, n, k], [alpha, beta]) = (self.sizes, self.factors);
        let beta = if parts { 1 } else { beta };
        let element = |at: usize| {
            let (i, j) = (at / n, at % n);
            let products = (0..k).map(|k0| self.a[i * k + k0] * self.b[j * k + k0]);
            alpha * products.sum::<i64>() + beta * self.c[at]
        };
        (0..m * n).map(element).collect()
    }
}

/// The text for one target: lines that are for others are left out.
fn text_for(text: &str, target: &str) -> String {
    let is_for = |line: &&str| match line.split_once("// on ") {
        Some((_, targets)) => targets.split(' ').any(|t| t == target),
        None => true,
    };
    text.lines()
        .filter(is_for)
        .flat_map(|l| [l, "\n"])
        .collect()
}

/// The targets that a text names.
fn targets(kernel: &Kernel) -> Vec<&'static str> {
    let line = kernel
        .text
        .lines()
        .find_map(|l| l.strip_prefix("// Targets: "));
    line.expect("a line of targets").split(' ').collect()
}

fn object(kernel: &Kernel, target: &str) -> CodeObject {
    let generation = Gen::from_target(target).expect("a target");
    let text = text_for(kernel.text, target);
    let code = assemble(generation, &text);
    let code = code.unwrap_or_else(|e| panic!("{} for {target}: {e:?}", kernel.name));
    CodeObject::parse(&code.bytes, Some(target)).expect("raw code")
}

/// A launch that makes the product, and where C is.
fn launch(
    kernel: &Kernel,
    object: &CodeObject,
    p: &Product,
) -> (Device, LoadedProgram, Launch<'static>, u64) {
    let device = Device::new().expect("a device");
    let program = device.load(object).expect("loads");
    let buffer = |name: &str, bytes: &[u8]| {
        let at = device.alloc_raw(name, bytes.len() as u64).expect("room");
        device.memory().write(at, bytes).expect("inside");
        at
    };
    let [m, n, k] = p.sizes;
    let a = buffer("A", &p.factor(kernel, &p.a, m, p.leading[0]));
    let b = buffer("B", &p.factor(kernel, &p.b, n, p.leading[1]));
    let c = buffer("C", &p.result(kernel, &p.c));
    let parts = if kernel.parts { k.div_ceil(p.part) } else { 1 };
    let mut launch = Launch::new(0, 1, 1);
    launch.dimensions = 3;
    launch.local = [256, 1, 1];
    launch.grid = [
        256 * m.div_ceil(kernel.tile) as u32,
        n.div_ceil(kernel.tile) as u32,
        parts as u32,
    ];
    launch.lds_limit = Some(kernel.lds);
    launch.max_instructions = Some(50_000_000);
    launch.threads = 2;
    let scalar = |v: i64| match kernel.formats.1 {
        F32 | F16 => (v as f32).to_bits(),
        I32 | I8 => v as u32,
    };
    let numbers = [m, n, k, p.leading[0], p.leading[1], p.leading[2], p.part];
    let dwords = p.factors.into_iter().map(scalar);
    let dwords = dwords.chain(numbers.iter().map(|v| *v as u32));
    let pointers = [c + GUARD as u64, a, b];
    launch.args = pointers
        .iter()
        .map(|at| ArgValue::Bytes(at.to_le_bytes().to_vec()))
        .chain(dwords.map(|d| ArgValue::Bytes(d.to_le_bytes().to_vec())))
        .collect();
    (device, program, launch, c)
}

/// What is wrong with the bytes that were found, in a line.
fn wrong(kernel: &Kernel, p: &Product, found: &[u8], expected: &[u8]) -> Option<String> {
    let at = (0..found.len()).find(|i| found[*i] != expected[*i])?;
    let place = match at.checked_sub(GUARD) {
        None => "before C".to_owned(),
        Some(behind) => {
            let element = behind / kernel.formats.1.bytes();
            format!(
                "element {}, {}",
                element % p.leading[2],
                element / p.leading[2]
            )
        }
    };
    let size = at..(at + 4).min(found.len());
    let (is, should) = (&found[size.clone()], &expected[size]);
    Some(format!(
        "byte {at} ({place}): {is:02x?}, expected {should:02x?}"
    ))
}

/// What the host's levels are run with: code that is made quickly, and, of the highest, what is made with all effort.
fn engines() -> &'static [(String, Jit)] {
    static ENGINES: LazyLock<Vec<(String, Jit)>> = LazyLock::new(|| {
        let levels = HostLevel::available().expect("a usable host");
        let make = |level| Jit::with_level(level, None).expect("a level that the host has");
        let mut all: Vec<_> = levels
            .iter()
            .map(|l| (format!("jit at {l}"), make(*l)))
            .collect();
        let best = make(HostLevel::chosen().expect("a usable host"));
        best.set_hot(-1);
        all.push(("jit with all effort".to_owned(), best));
        all
    });
    &ENGINES
}

/// Makes products of all sizes on the interpreter and at each level of the host's.
fn makes_products(name: &str) {
    let kernel = KERNELS.iter().find(|k| k.name == name).expect("a kernel");
    let mut failures = vec![];
    for target in targets(kernel) {
        let object = object(kernel, target);
        for (i, sizes) in SIZES.into_iter().enumerate() {
            let factors = [[1, 0], [2, 3], [-1, 1]][i % 3];
            let p = Product::new(kernel, sizes, factors);
            let expected = p.result(kernel, &p.expected(kernel.parts));
            let interp = ("interp".to_owned(), None);
            let jits = engines()
                .iter()
                .map(|(name, jit)| (name.clone(), Some(jit)));
            for (engine, jit) in std::iter::once(interp).chain(jits) {
                let (device, program, mut launch, c) = launch(kernel, &object, &p);
                let what = format!("{name} of {:?} for {target}, {engine}", p.sizes);
                let done = match jit {
                    None => {
                        launch.backend = Backend::Interp;
                        device.launch(&program, &launch)
                    }
                    Some(jit) => device.launch_on(&program, &launch, jit as &dyn Engine),
                };
                if let Err(e) = done {
                    failures.push(format!("{what}: {e}"));
                    continue;
                }
                let mut found = vec![0; expected.len()];
                device.memory().read(c, &mut found).expect("inside");
                let problem = wrong(kernel, &p, &found, &expected);
                failures.extend(problem.map(|problem| format!("{what}: {problem}")));
            }
        }
    }
    report(&failures);
}

/// Nothing is found in a product with edges, for any target.
fn is_clean(name: &str) {
    let kernel = KERNELS.iter().find(|k| k.name == name).expect("a kernel");
    let mut failures = vec![];
    for target in targets(kernel) {
        let p = Product::new(kernel, [kernel.tile + 3, kernel.tile - 5, 70], [2, 3]);
        let (device, program, launch, _) = launch(kernel, &object(kernel, target), &p);
        let found = clean::found(&device, &program, &launch);
        failures.extend(found.iter().map(|f| format!("{name} for {target}: {f}")));
    }
    report(&failures);
}

/// Two tests of each kernel: that it makes products, and that it is clean.
macro_rules! tests {
    ($($module:ident $name:literal;)*) => {
        $(mod $module {
            #[test]
            fn products() {
                super::makes_products($name);
            }

            #[test]
            fn clean() {
                super::is_clean($name);
            }
        })*

        #[test]
        fn no_kernel_is_left_out() {
            let names: Vec<&str> = KERNELS.iter().map(|k| k.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

tests! {
    sgemm_mac "sgemm-mac";
    sgemm_fma "sgemm-fma";
    hgemm_pk "hgemm-pk";
    hgemm_dot2 "hgemm-dot2";
    igemm_dot4 "igemm-dot4";
    igemm_split "igemm-split";
    sgemm_mfma "sgemm-mfma";
    hgemm_mfma "hgemm-mfma";
    hgemm_remap "hgemm-remap";
    igemm_mfma "igemm-mfma";
    sgemm_direct "sgemm-direct";
}
