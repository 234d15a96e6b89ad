//! `abi/abi.cl`: ids and sizes, private memory, calls, and the three address spaces of generic
//! pointers, for each generation and the code-object versions that pass them differently.

use super::*;

/// The objects of `abi/build.sh`, those of version 3 made from version 4; the flag says whether the
/// target has generic pointers.
const OBJECTS: &[(&str, bool)] = &[
    ("gfx600-v5", false),
    ("gfx700-v4", true),
    ("gfx803-v3", true),
    ("gfx803-v4", true),
    ("gfx803-v5", true),
    ("gfx900-v5", true),
    ("gfx906-v4", true),
    ("gfx908-v5", true),
    // With work-item ids in one register, and arguments in SGPRs.
    ("gfx90a-v5", true),
    // With private memory that no register is needed for.
    ("gfx942-v4", true),
    ("gfx942-v5", true),
];

fn each(kernel: &str, generic: bool, test: impl Fn(Case)) {
    for (name, _) in OBJECTS.iter().filter(|o| o.1 || !generic) {
        for &backend in BACKENDS {
            println!("{kernel} of {name} on {backend}");
            let file = |name: &str| example(&format!("../jit-tests/kernels/abi/{name}.hsaco"));
            let object = match name.strip_suffix("-v3") {
                Some(target) => old_versions::as_version_3(file(&format!("{target}-v4"))),
                None => CodeObject::parse(&file(name), None).expect(name),
            };
            test(Case::load(&object, backend).kernel(kernel));
        }
    }
}

#[test]
fn ids() {
    each("ids", false, |case| {
        for (dimensions, grid, local) in [
            (1, [200, 1, 1], [64, 1, 1]),
            (2, [20, 7, 1], [8, 3, 1]),
            (3, [9, 8, 5], [4, 4, 2]),
        ] {
            let len = 64 * grid.iter().product::<u32>() as usize;
            let mut case = case.again().grid(&grid, &local).zeros(len);
            case.launch.dimensions = dimensions;
            let found: Vec<[u32; 16]> = rows(&words(&case.output(0, len)));
            for (i, found) in found.iter().enumerate() {
                let i = i as u32;
                let id = [i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1]];
                let mut expected = [0; 16];
                for d in 0..3 {
                    let (group, groups) = (id[d] / local[d], grid[d].div_ceil(local[d]));
                    expected[d] = id[d] % local[d];
                    expected[3 + d] = group;
                    expected[6 + d] = groups;
                    expected[9 + d] = local[d].min(grid[d] - group * local[d]);
                    expected[12 + d] = grid[d];
                }
                expected[15] = dimensions;
                assert_eq!(
                    *found, expected,
                    "work-item {id:?} of {grid:?} by {local:?}"
                );
            }
        }
    });
}

#[test]
fn private_memory() {
    each("private_memory", false, |case| {
        let case = case.grid(&[300], &[128]).zeros(2400);
        let found: Vec<[u32; 2]> = rows(&words(&case.output(0, 2400)));
        for (i, found) in (0..).zip(found) {
            let (mut words, mut halves, mut bytes) = ([0u32; 32], [0u16; 32], [0u8; 32]);
            for k in 0..32 {
                let j = ((k * 5 + i) % 32) as usize;
                words[j] = i * 1000 + k;
                halves[j] = (i * 7 + k) as u16;
                bytes[j] = (i * 3 + k) as u8;
            }
            let sum = (0..32).fold(0u32, |sum, k| {
                let v = words[k] ^ u32::from(halves[k]) << 8 ^ u32::from(bytes[k]);
                sum.wrapping_mul(31).wrapping_add(v)
            });
            let squares = (1..=i % 8).map(|k| k * k).sum();
            assert_eq!(found, [sum, squares], "work-item {i}");
        }
    });
}

#[test]
fn generic_pointers() {
    each("generic_pointers", true, |case| {
        let case = case.grid(&[192], &[64]).zeros(768);
        for (i, found) in (0..).zip(words(&case.output(0, 768))) {
            let shared = 100 * (63 - i % 64) + 2;
            assert_eq!(found, 3 + (i + 1) * 10000 + shared, "work-item {i}");
        }
    });
}
