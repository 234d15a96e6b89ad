//! `algorithms.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "bitonic_sort",
        grid: &[256],
        local: &[128],
        args: |_| {
            let keys: Vec<i32> = numbers(50, 256).into_iter().map(|v| v as i32).collect();
            let mut sorted = keys.clone();
            sorted.chunks_mut(128).for_each(|c| c.sort());
            vec![in_out(&keys, sorted)]
        },
    },
    Case {
        kernel: "prefix_sum",
        grid: &[192],
        local: &[96],
        args: |_| {
            let values = words(51, 192);
            let sums = values.chunks_exact(96).flat_map(|c| {
                c.iter().scan(0u32, |sum, v| {
                    *sum = sum.wrapping_add(*v);
                    Some(*sum)
                })
            });
            let sums = sums.collect();
            vec![input(&values), output(sums)]
        },
    },
    Case {
        kernel: "radix_pass",
        grid: &[32],
        local: &[32],
        args: |_| {
            let values = words(52, 256);
            let mut moved = values.clone();
            moved.sort_by_key(|v| v >> 12 & 15);
            vec![input(&values), value(&[12u32]), output(moved)]
        },
    },
    Case {
        kernel: "life",
        grid: &[24, 16],
        local: &[8, 8],
        args: |_| {
            let cells: Vec<u8> = numbers(53, 384)
                .iter()
                .map(|v| (v >> 9 & 1) as u8)
                .collect();
            let (w, h) = (24, 16);
            let next = (0..w * h).map(|i| {
                let near = |c: usize, n: usize| [(c + n - 1) % n, c, (c + 1) % n];
                let (columns, rows) = (near(i % w, w), near(i / w, h));
                let all = rows.iter().flat_map(|y| columns.map(|x| cells[y * w + x]));
                // With itself: 3 always lives, 4 stays as it is.
                match all.sum::<u8>() {
                    3 => 1,
                    4 => cells[i],
                    _ => 0,
                }
            });
            let next = next.collect();
            vec![input(&cells), output(next)]
        },
    },
    Case {
        kernel: "levenshtein",
        grid: &[64],
        local: &[64],
        args: |_| {
            let letters: Vec<i8> = numbers(54, 640)
                .iter()
                .map(|v| (v >> 7) as i8 & 3)
                .collect();
            let word = |i: usize| {
                let word = &letters[10 * i..10 * i + 10];
                &word[..word.iter().position(|c| *c == 0).unwrap_or(10)]
            };
            let expected = (0..64).map(|i| distance(word(i), word((i * 7 + 3) % 64)));
            let expected = expected.collect();
            vec![input(&letters), output(expected)]
        },
    },
    Case {
        kernel: "big_multiply",
        grid: &[64],
        local: &[64],
        args: |_| {
            let (a, b) = (words(55, 512), words(56, 512));
            let expected =
                (a.chunks_exact(8).zip(b.chunks_exact(8))).flat_map(|(a, b)| product(a, b));
            let expected = expected.collect();
            vec![input(&a), input(&b), output(expected)]
        },
    },
    Case {
        kernel: "utf8",
        grid: &[128],
        local: &[64],
        args: |_| {
            let mut text = "Grüße, κόσμε; 你好 🦀 — naïve café, Ω≈ç√∫ 𝄞 end"
                .as_bytes()
                .to_vec();
            // Overlong, a surrogate, beyond the last character, cut off, not UTF-8 at all.
            text.extend(
                b"\xc0\x80\xe0\x9f\xbf\xed\xa0\x80\xf4\x90\x80\x80\xf0\x9f\xa6\xff\xfe\xc3(",
            );
            text.extend("¡".repeat(30).bytes());
            text.resize(127, b'x');
            text.push(0xe2);
            let expected = (0..128).map(|i| code_point(&text[i..])).collect();
            vec![input(&text), value(&[128u32]), output(expected)]
        },
    },
    Case {
        kernel: "base64",
        grid: &[64],
        local: &[64],
        args: |_| {
            let bytes: Vec<u8> = numbers(57, 100).into_iter().map(|v| v as u8).collect();
            let letter = |v: u32| match v {
                0..26 => b'A' + v as u8,
                26..52 => b'a' + (v - 26) as u8,
                52..62 => b'0' + (v - 52) as u8,
                62 => b'+',
                _ => b'/',
            };
            let mut text = Vec::new();
            let bits: Vec<u32> = (bytes.iter())
                .flat_map(|b| (0..8).rev().map(move |k| u32::from(b >> k & 1)))
                .collect();
            for six in bits.chunks(6) {
                let v = (0..6).fold(0, |v, k| 2 * v + six.get(k).unwrap_or(&0));
                text.push(letter(v));
            }
            text.resize(text.len().next_multiple_of(4), b'=');
            vec![input(&bytes), value(&[100u32]), output(text)]
        },
    },
    Case {
        kernel: "transpose",
        grid: &[24, 16],
        local: &[8, 8],
        args: |_| {
            let (w, h) = (19, 13);
            let matrix: Vec<u16> = numbers(58, w * h).into_iter().map(|v| v as u16).collect();
            let turned = (0..w * h).map(|i| matrix[i % h * w + i / h]).collect();
            let size = [w as u32, h as u32].map(|v| value(&[v]));
            let [width, height] = size;
            vec![input(&matrix), width, height, output(turned)]
        },
    },
];

fn words(seed: u64, n: usize) -> Vec<u32> {
    numbers(seed, n).into_iter().map(|v| v as u32).collect()
}

/// Edit distance after its definition, with the last letters first.
fn distance(a: &[i8], b: &[i8]) -> u32 {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                (i + j) as u32
            } else if a[i - 1] == b[j - 1] {
                table[i - 1][j - 1]
            } else {
                1 + table[i - 1][j - 1]
                    .min(table[i - 1][j])
                    .min(table[i][j - 1])
            };
        }
    }
    table[a.len()][b.len()]
}

/// By columns: each digit is the sum of the products that belong to it.
fn product(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut carry = 0u128;
    let digits = (0..16).map(|k: usize| {
        for i in k.saturating_sub(7)..=k.min(7) {
            carry += u128::from(a[i]) * u128::from(b[k - i]);
        }
        let digit = carry as u32;
        carry >>= 32;
        digit
    });
    digits.collect()
}

/// The character that `text` starts with.
fn code_point(text: &[u8]) -> i32 {
    let length = match text[0] {
        0..0x80 => 1,
        0x80..0xc0 => return -1,
        0xc0 | 0xc1 | 0xf5.. => return -2,
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
    };
    let is_more = |b: &u8| (0x80..0xc0).contains(b);
    if text.len() < length || !text[1..length].iter().all(is_more) {
        return -3;
    }
    // Rust's own decoder says whether the rest is right.
    let decoded = std::str::from_utf8(&text[..length]);
    decoded.map_or(-4, |s| s.chars().next().expect("one") as i32)
}
