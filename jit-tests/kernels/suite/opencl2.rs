//! `opencl2.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "three_dimensions",
        grid: &[5, 7, 3],
        local: &[3, 2, 2],
        args: |_| vec![output(three_dimensions([5, 7, 3], [3, 2, 2], 3))],
    },
    Case {
        kernel: "three_dimensions",
        grid: &[7, 5],
        local: &[3, 3],
        args: |_| vec![output(three_dimensions([7, 5, 1], [3, 3, 1], 2))],
    },
    Case {
        kernel: "generic_pointers",
        grid: &[192],
        local: &[64],
        args: |_| vec![output((0..192).map(generic_pointers).collect())],
    },
    Case {
        kernel: "linked_lists",
        grid: &[100],
        local: &[64],
        args: |_| {
            // A value and a link each; the upper half of the value's 8 bytes is padding.
            let nodes: Vec<u64> = (0..100).flat_map(|i| [i * i, 0]).collect();
            let anything = vec![None::<u8>; 1600];
            let expected = (0..100u32).map(|i| {
                let (l, last) = (i % 64, 1000 + i);
                let mut list = vec![i, 17 * l];
                if i % 5 != 0 {
                    if i % 2 == 1 {
                        list.push(i * i);
                    }
                    if i % 2 == 0 || i % 3 != 0 {
                        list.push(last);
                    }
                }
                let sum: u32 = list.iter().zip(1..).map(|(v, k)| k * v).sum();
                sum + (i * i) % 256
            });
            let initial = nodes.iter().flat_map(|v| v.to_le_bytes()).collect();
            vec![
                checked(initial, anything, Option::admits),
                output(expected.collect()),
            ]
        },
    },
    Case {
        kernel: "copies",
        grid: &[128],
        local: &[64],
        args: |_| {
            let bytes: Vec<u8> = numbers(40, 2048).into_iter().map(|v| v as u8).collect();
            let expected = bytes
                .chunks_exact(16)
                .zip(0..)
                .flat_map(|(v, i)| copies(i, v));
            let expected = expected.collect();
            vec![input(&bytes), output(expected)]
        },
    },
    Case {
        kernel: "kinds",
        grid: &[100],
        local: &[64],
        args: |_| {
            let expected = (0..100).map(|i| match i % 3 {
                0 => i * 10 + 3,
                1 => (i + 1) * 10 + 2,
                _ => (i + 2) * 10 + 1,
            });
            vec![output(expected.collect::<Vec<u32>>())]
        },
    },
];

fn three_dimensions(grid: [u64; 3], local: [u64; 3], dimensions: u64) -> Vec<u64> {
    let mut out = Vec::new();
    let packed = |v: [u64; 3]| v[2] * 16 + v[1] * 4 + v[0];
    for linear in 0..grid.iter().product() {
        let id = [
            linear % grid[0],
            linear / grid[0] % grid[1],
            linear / grid[0] / grid[1],
        ];
        let each = |f: fn(u64, u64, u64) -> u64| [0, 1, 2].map(|d| f(id[d], local[d], grid[d]));
        let within = each(|id, local, _| id % local);
        let size = each(|id, local, grid| local.min(grid - id / local * local));
        let mut v = packed(within);
        v = v << 6 | packed(size);
        v = v << 6 | packed(each(|id, local, _| id / local));
        v = v << 6 | packed(each(|_, local, grid| grid.div_ceil(local)));
        v = v << 6 | packed(local);
        v = v << 8 | linear;
        v = (v << 6) | ((within[2] * size[1] + within[1]) * size[0] + within[0]);
        out.push((v << 3) << 2 | dimensions);
    }
    out
}

fn generic_pointers(i: u32) -> u32 {
    // What a work-item of local id `l` makes of its own words: private, local, global.
    let state = |i: u32| {
        let l = i % 64;
        let (mut mine, mut shared, mut global) = ([i, i + 1, i + 2], l * 100, 7);
        let bumped = match l % 3 {
            0 => &mut mine[(l / 3 % 3) as usize],
            1 => &mut shared,
            _ => &mut global,
        };
        *bumped = *bumped * 2 + 5;
        let by = *bumped;
        mine[1] = mine[1] * 2 + by;
        (mine, shared, global)
    };
    let (mine, _, global) = state(i);
    let (_, other, _) = state(i / 64 * 64 + 63 - i % 64);
    global + 10 * other + 100 * (mine[0] + 2 * mine[1] + 3 * mine[2])
}

fn checksum(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1, 0);
    for &byte in bytes {
        a += u32::from(byte);
        b += a;
    }
    b << 16 | a & 0xffff
}

fn copies(i: usize, bytes: &[u8]) -> Vec<u32> {
    let n = if i % 4 == 3 { 8 } else { 5 + i % 12 };
    let mut shared = [1u32, 2, 3, 4].map(u32::to_le_bytes).concat();
    shared[..n].copy_from_slice(&bytes[..n]);
    let mut mine = shared.clone();
    mine[3..3 + i % 9].copy_from_slice(&b"constant"[..i % 9]);
    let words = mine
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes(w.try_into().expect("four")));
    let sum = checksum(&mine).wrapping_add(checksum(&mine[..n]));
    words.chain([sum ^ checksum(&shared[..9])]).collect()
}
