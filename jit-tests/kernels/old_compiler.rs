//! `old/old.cl` as LLVM 14 compiles it, the last that writes code objects of version 2 and 3: on every
//! target and backend, against plain Rust.

use super::suite::{
    Arg, CHECKED, Case, Variant, input, numbers, output, report, run_object, value,
};
use gcn_jit::loader::CodeObject;

const CASES: &[Case] = &[
    Case {
        kernel: "arithmetic",
        grid: &[128],
        local: &[64],
        args: |_| {
            let values = numbers(80, 128);
            let expected = values.iter().zip(0..).map(|(&v, i)| arithmetic(i, v));
            let expected = expected.collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "arguments",
        grid: &[64],
        local: &[64],
        args: arguments,
    },
    Case {
        kernel: "local_sums",
        grid: &[128],
        local: &[64],
        args: |_| {
            let values: Vec<u32> = numbers(81, 128).into_iter().map(|v| v as u32).collect();
            let expected = (0..128u32).map(|i| {
                let group = &values[i as usize / 64 * 64..][..64];
                let sum = group.iter().fold(0u32, |sum, v| sum.wrapping_add(*v));
                let other = 63 - i % 64;
                sum.wrapping_add(other * other)
            });
            let expected = expected.collect();
            vec![input(&values), Arg::Local(256), output(expected)]
        },
    },
    Case {
        kernel: "shapes",
        grid: &[12, 6, 4],
        local: &[4, 3, 2],
        args: |_| vec![output(shapes([12, 6, 4], [4, 3, 2], 3))],
    },
    Case {
        kernel: "shapes",
        grid: &[90],
        local: &[45],
        args: |_| vec![output(shapes([90, 1, 1], [45, 1, 1], 1))],
    },
];

#[test]
fn old_compiler() {
    let mut failures = Vec::new();
    for version in [2, 3, 4] {
        for level in ["O0", "O2"] {
            let bundle = super::example(&format!(
                "../jit-tests/kernels/old/v{version}-{level}.hipfb"
            ));
            for &target in CHECKED {
                let what = format!("old.cl for {target} -{level}, version {version}");
                let object = CodeObject::parse(&bundle, Some(target)).expect(&what);
                assert_eq!(object.version, version, "{what}");
                let variant = Variant { target };
                failures.extend(run_object(&what, &object, &variant, CASES));
            }
        }
    }
    report(&failures);
}

fn arithmetic(i: u32, v: u64) -> u32 {
    let mut counts: Vec<u32> = (0..7).map(|k| i * k).collect();
    for base in 9..12 {
        let (mut rest, radix) = (v >> (base * 4), u64::from(base + i % 2));
        while rest != 0 {
            counts[((i + base) % 7) as usize] += (rest % radix) as u32;
            rest /= radix;
        }
    }
    counts
        .into_iter()
        .fold(0, |sum, count| sum.wrapping_mul(31).wrapping_add(count))
}

fn arguments(_: &Variant) -> Vec<Arg> {
    let (a, b, c, d) = (
        -77i8,
        -12345i16,
        [0xffffu16, 0x8000, 3],
        0xfedc_ba98_7654_3210u64,
    );
    let (e_a, e_b, e_c, e_d) = (
        0xabu8,
        0xcdefu16,
        0x0123_4567_89ab_cdefu64,
        [5u32, u32::MAX, 0x8000_0000],
    );
    let (f, g, h) = (0x99u8, [i32::MIN, 3, -4, 50_000_000], 1.25f32);
    let terms = [
        b as u64,
        u64::from(c[0]) + 5 * u64::from(c[1]) + 7 * u64::from(c[2]),
        d,
        u64::from(e_a) + u64::from(e_b) * 5,
        (e_d.iter().zip([3, 5, 7])).fold(e_c, |sum, (&v, by)| sum.wrapping_add(u64::from(v) * by)),
        f.into(),
        (i64::from(g[0]) * i64::from(g[1]) + i64::from(g[2]) * i64::from(g[3])) as u64,
        2.5f32.to_bits().into(),
    ];
    let sum = terms
        .into_iter()
        .fold(a as u64, |v, term| v.wrapping_mul(3).wrapping_add(term));
    // The fourth part of a vector of three, and padding in the structure, are anything.
    let vector = value(&[c[0], c[1], c[2], 0x1111]);
    let mut structure = vec![e_a, 0x22];
    structure.extend(e_b.to_le_bytes());
    structure.extend([0x33; 4]);
    structure.extend(e_c.to_le_bytes());
    structure.extend(e_d.iter().flat_map(|v| v.to_le_bytes()));
    structure.extend([0x44; 4]);
    vec![
        value(&[a]),
        output((0..64).map(|i| sum.wrapping_add(i)).collect()),
        value(&[b]),
        vector,
        value(&[d]),
        Arg::Value(structure),
        value(&[f]),
        value(&g),
        value(&[h]),
    ]
}

fn shapes(grid: [u32; 3], local: [u32; 3], dimensions: u32) -> Vec<u32> {
    let packed = |v: [u32; 3]| v[0] | v[1] << 8 | v[2] << 16;
    let mut out = Vec::new();
    for z in 0..grid[2] {
        for y in 0..grid[1] {
            for x in 0..grid[0] {
                out.extend([packed([x, y, z]), packed(local), packed(grid), dimensions]);
                // Reserved bits; local memory, of which there is none; the sum of the global offsets.
                out.extend([0, 0, 0, local[1] * 1000 + local[2]]);
            }
        }
    }
    out
}
