//! Sums against an independent model (`jit-tests/exec/generate_matrix.py`), and places of elements by hand.

use crate::isa::facts::Narrow;

use super::{Element, Matrix, Modifiers, Product, Register, Unit, sums};

/// The types of A and B by their names.
fn element(names: [&str; 2]) -> Element {
    match names[0] {
        "i8" => Element::I8,
        "f16" => Element::F16,
        "bf16" => Element::Bf16,
        "bf16x2" => Element::Bf16x2,
        "f32" => Element::F32,
        "xf32" => Element::Xf32,
        "f64" => Element::F64,
        "fp8" | "bf8" => Element::F8 {
            bf8: names.map(|n| n == "bf8"),
        },
        _ => Element::Narrow(names.map(|name| match name {
            "e4m3" => Narrow::Fp8,
            "e5m2" => Narrow::Bf8,
            "e2m3" => Narrow::Fp6,
            "e3m2" => Narrow::Bf6,
            "e2m1" => Narrow::Fp4,
            _ => panic!("{name}"),
        })),
    }
}

/// Every case of the model.
#[test]
fn sums_are_the_models() {
    let number = |x: &str| u64::from_str_radix(x, 16).expect("a number");
    let list = |x: &str| x.split(',').map(number).collect::<Vec<u64>>();
    let mut count = 0;
    for line in include_str!("cases.txt").lines() {
        let f: Vec<&str> = line.split(' ').collect();
        let unit = match f[0] {
            "cdna1" => Unit::Cdna1,
            "cdna2" => Unit::Cdna2,
            "cdna3" => Unit::Cdna3,
            _ => Unit::Cdna4,
        };
        let ty = element([f[1], f[2]]);
        let (a, b, c, d) = (list(f[3]), list(f[4]), number(f[5]), number(f[6]));
        let got = match f.get(7) {
            None => sums::sum(unit, ty, &a, &b, c),
            // The scales of A and B of each 32 products, in the second bytes of row 0's lanes.
            Some(scales) => {
                let mut registers = [[0; 64]; 2];
                for (n, pair) in scales.split(',').enumerate() {
                    let (x, y) = pair.split_once(':').expect("two scales");
                    registers[0][16 * n] = (number(x) as u32) << 8;
                    registers[1][16 * n] = (number(y) as u32) << 8;
                }
                let shape = Matrix {
                    size: 16,
                    depth: a.len(),
                    blocks: 1,
                    element: ty,
                };
                let m = Modifiers {
                    scales: Some([1, 1]),
                    ..Modifiers::default()
                };
                let [of_a, of_b] = &registers;
                product(unit, shape, m).sum(&a, &b, (0, 0), [of_a, of_b], c)
            }
        };
        assert_eq!(got, d, "{got:x} for {line}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// Where elements are, as AMD's matrix instruction calculator says: type, size, depth, blocks; the matrix, block, row
/// and column; lane, and first bit in the registers of the lane.
#[test]
fn elements_are_where_the_calculator_says() {
    let mut count = 0;
    for line in include_str!("layouts.txt").lines() {
        let f: Vec<&str> = line.split(' ').collect();
        let n = |i: usize| f[i].parse::<usize>().expect("a number");
        let shape = Matrix {
            size: n(1),
            depth: n(2),
            blocks: n(3),
            element: element([f[0]; 2]),
        };
        let (block, row, column) = (n(5), n(6), n(7));
        let (lane, first) = match f[4] {
            "D" => {
                let (lane, register) = shape.result(block, row, column);
                (lane, 32 * register)
            }
            which => {
                let (i, k) = match which {
                    "A" => (row, column),
                    _ => (column, row),
                };
                let n = usize::from(which == "B");
                let (lane, e) = shape.operand(n, block, i, k);
                (lane, e * shape.element.bits(n))
            }
        };
        assert_eq!((lane, first), (n(8), n(9)), "{line}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}

/// The same where gfx950's sources say, which have no such lists: composable_kernel's tests of matrices with scales,
/// Triton's layouts and, of eight registers, ROCm/hip-fpsan. Size, depth, whether only every second element of A is
/// kept; the matrix; lane and element; row or column, and place in the sum.
#[test]
fn elements_are_where_they_are_said_to_be_on_gfx950() {
    let narrow = |a, b| Element::Narrow([a, b]);
    let byte = narrow(Narrow::Fp8, Narrow::Bf8);
    let mixed = narrow(Narrow::Fp8, Narrow::Fp4);
    let six = narrow(Narrow::Fp6, Narrow::Bf6);
    let fp8 = Element::F8 { bf8: [false; 2] };
    let all = [
        // 16 bytes of each group of lanes, and 16 of the other half.
        (byte, 16, 128, false, 'A', (17, 3), (1, 19)),
        (byte, 16, 128, false, 'A', (33, 20), (1, 100)),
        (byte, 16, 128, false, 'B', (63, 31), (15, 127)),
        (byte, 32, 64, false, 'B', (40, 2), (8, 18)),
        (byte, 32, 64, false, 'A', (40, 17), (8, 49)),
        // 32 of less bits, also beside bytes.
        (mixed, 16, 128, false, 'A', (50, 16), (2, 112)),
        (mixed, 16, 128, false, 'B', (50, 16), (2, 112)),
        (mixed, 16, 128, false, 'B', (50, 3), (2, 99)),
        (six, 16, 128, false, 'A', (16, 5), (0, 37)),
        (six, 32, 64, false, 'B', (63, 30), (31, 62)),
        // Of a sparse A and its B.
        (Element::F16, 16, 64, true, 'A', (20, 5), (4, 13)),
        (Element::F16, 16, 64, false, 'B', (20, 5), (4, 13)),
        (Element::F16, 16, 64, false, 'B', (20, 9), (4, 41)),
        (Element::Bf16, 32, 32, false, 'B', (33, 15), (1, 31)),
        (fp8, 16, 128, true, 'A', (20, 5), (4, 21)),
        (fp8, 16, 128, false, 'B', (20, 5), (4, 21)),
        (fp8, 32, 64, false, 'B', (20, 17), (20, 33)),
        (Element::I8, 16, 128, false, 'B', (32, 16), (0, 96)),
        // Four registers are as they were.
        (Element::F16, 16, 32, false, 'A', (63, 7), (15, 31)),
        (Element::Bf16, 32, 16, false, 'B', (33, 1), (1, 9)),
        (Element::I8, 16, 64, false, 'A', (17, 2), (1, 18)),
        (Element::I8, 32, 32, false, 'B', (63, 0), (31, 16)),
    ];
    for (element, size, depth, is_kept, which, place, (i, k)) in all {
        let shape = Matrix {
            size,
            depth,
            blocks: 1,
            element,
        };
        let shape = if is_kept { shape.kept() } else { shape };
        let n = usize::from(which == 'B');
        assert_eq!(shape.operand(n, 0, i, k), place, "{which} of {shape:?}");
    }
}

fn product(unit: Unit, shape: Matrix, modifiers: Modifiers) -> Product {
    Product {
        unit,
        shape,
        modifiers,
    }
}

/// Blocks of 4 by 4 with one product of f32, where A[b][i] is in lane 4 b + i and C[b][i][j] in register i of lane
/// 4 b + j. The values are exact.
fn small() -> (Matrix, [Register; 1], [Register; 1], [Register; 4]) {
    let shape = Matrix {
        size: 4,
        depth: 1,
        blocks: 16,
        element: Element::F32,
    };
    let floats = |f: &dyn Fn(usize) -> f32| std::array::from_fn(|lane| f(lane).to_bits());
    let a = [floats(&|lane| lane as f32)];
    let b = [floats(&|lane| 100.0 * lane as f32)];
    let c = std::array::from_fn(|i| floats(&|_| i as f32 / 2.0));
    (shape, a, b, c)
}

#[test]
fn a_product_has_all_blocks() {
    let (shape, a, b, c) = small();
    assert_eq!((shape.registers(0), shape.results()), (1, 4));
    let d = product(Unit::Cdna1, shape, Modifiers::default()).apply(&a, &b, &c);
    for (i, register) in d.iter().enumerate() {
        for (lane, got) in register.iter().enumerate() {
            let block = lane / 4;
            let want = (4 * block + i) as f32 * 100.0 * lane as f32 + i as f32 / 2.0;
            assert_eq!(f32::from_bits(*got), want, "register {i} of lane {lane}");
        }
    }
}

/// CBSZ 2: four blocks share an A, the third of them for ABID 2. BLGP 3: B is turned by 16 lanes.
#[test]
fn modifiers_choose_blocks_and_lanes() {
    let (shape, a, b, c) = small();
    let m = Modifiers {
        cbsz: 2,
        abid: 2,
        blgp: 3,
        ..Modifiers::default()
    };
    let d = product(Unit::Cdna1, shape, m).apply(&a, &b, &c);
    for (i, register) in d.iter().enumerate() {
        for (lane, got) in register.iter().enumerate() {
            let block = lane / 4 / 4 * 4 + 2;
            let of_b = 100.0 * ((lane + 16) % 64) as f32;
            let want = (4 * block + i) as f32 * of_b + i as f32 / 2.0;
            assert_eq!(f32::from_bits(*got), want, "register {i} of lane {lane}");
        }
    }
    let lanes = |blgp| {
        let m = Modifiers {
            blgp,
            ..Modifiers::default()
        };
        [5, 20, 40, 63].map(|lane| m.lane_of_b(lane))
    };
    assert_eq!(lanes(1), [5, 20, 8, 31]);
    assert_eq!(lanes(2), [37, 52, 40, 63]);
    assert_eq!(lanes(4), [5, 4, 8, 15]);
    assert_eq!(lanes(7), [53, 52, 56, 63]);
}

/// Negated A and C of f64: 2 - 3 x 5 and the like, in every element.
#[test]
fn f64_has_signs() {
    let shape = Matrix {
        size: 4,
        depth: 4,
        blocks: 4,
        element: Element::F64,
    };
    let pair = |v: f64| [[v.to_bits() as u32; 64], [(v.to_bits() >> 32) as u32; 64]];
    let (a, b, c) = (pair(3.0), pair(5.0), pair(-2.0));
    let m = Modifiers {
        neg: [true, false, true],
        ..Modifiers::default()
    };
    let d = product(Unit::Cdna3, shape, m).apply(&a, &b, &c);
    assert_eq!(d, pair(2.0 - 4.0 * 15.0));
}
