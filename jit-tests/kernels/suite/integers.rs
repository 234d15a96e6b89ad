//! `integers.cl`.

use super::*;

const N: usize = 96;

/// Pseudo-random numbers of one type.
macro_rules! numbers_of {
    ($t:ident, $seed:expr) => {
        numbers($seed, N)
            .into_iter()
            .map(|v| v as $t)
            .collect::<Vec<$t>>()
    };
}

macro_rules! per_type {
    ($(($name:literal, $builtins:literal, $t:ident, $wide:ident))*) => {
        &[$(
            Case {
                kernel: $name,
                grid: &[N as u32],
                local: &[N as u32],
                args: |_| {
                    let (a, mut b) = (numbers_of!($t, 1), numbers_of!($t, 2));
                    for (a, b) in a.iter().zip(&mut b) {
                        // What OpenCL leaves undefined.
                        if *b == 0 || a.checked_div(*b).is_none() {
                            *b = 1;
                        }
                    }
                    let expected = (a.iter().zip(&b)).flat_map(|(&a, &b)| {
                        let third = (0 as $t).wrapping_sub(3);
                        [
                            a / b,
                            a % b,
                            a / 7,
                            a % 7,
                            a / 10,
                            a % 10,
                            a / 64,
                            a % 64,
                            a / 100,
                            a / third,
                            a % third,
                        ]
                    });
                    vec![input(&a), input(&b), output(expected.collect())]
                },
            },
            Case {
                kernel: $builtins,
                grid: &[N as u32],
                local: &[N as u32],
                args: |_| {
                    let (a, b, c) = (numbers_of!($t, 3), numbers_of!($t, 4), numbers_of!($t, 5));
                    let expected = (0..N).flat_map(|i| {
                        let (a, b, c) = (a[i], b[i], c[i]);
                        let (wa, wb, wc) = (a as $wide, b as $wide, c as $wide);
                        let high = ((wa * wb) >> <$t>::BITS) as $t;
                        let shift = b as u32 % <$t>::BITS;
                        let saturate = |v: $wide| v.clamp(<$t>::MIN as $wide, <$t>::MAX as $wide) as $t;
                        [
                            a.wrapping_mul(b),
                            high,
                            high.wrapping_add(c),
                            a.rotate_left(shift),
                            a.leading_zeros() as $t,
                            a.count_ones() as $t,
                            if a < (0 as $t) { (0 as $t).wrapping_sub(a) } else { a },
                            (a >> 1).abs_diff(b >> 1) as $t,
                            a.saturating_add(b),
                            a.saturating_sub(b),
                            ((wa + wb) >> 1) as $t,
                            ((wa + wb + 1) >> 1) as $t,
                            a.min(b),
                            a.max(b),
                            a.clamp(b.min(c), b.max(c)),
                            if c != 0 { b } else { a },
                            (a & !c) | (b & c),
                            saturate(wa * wb + wc),
                            a << shift,
                            a >> shift,
                            a.wrapping_sub(b).wrapping_sub(c),
                            if a < b {
                                a
                            } else if c > b {
                                c
                            } else {
                                !b
                            },
                        ]
                    });
                    vec![input(&a), input(&b), input(&c), output(expected.collect())]
                },
            },
        )*
            Case {
                kernel: "fixed24",
                grid: &[N as u32],
                local: &[N as u32],
                args: fixed24,
            },
            Case {
                kernel: "bit_tricks",
                grid: &[N as u32],
                local: &[N as u32],
                args: bit_tricks,
            },
            Case {
                kernel: "carries",
                grid: &[N as u32],
                local: &[N as u32],
                args: carries,
            },
        ]
    };
}

pub const CASES: &[Case] = per_type! {
    ("divide_char", "builtins_char", i8, i32)
    ("divide_uchar", "builtins_uchar", u8, u32)
    ("divide_short", "builtins_short", i16, i64)
    ("divide_ushort", "builtins_ushort", u16, u64)
    ("divide_int", "builtins_int", i32, i128)
    ("divide_uint", "builtins_uint", u32, u128)
    ("divide_long", "builtins_long", i64, i128)
    ("divide_ulong", "builtins_ulong", u64, u128)
};

fn fixed24(_: &Variant) -> Vec<Arg> {
    let (a, b, c) = (
        numbers_of!(i32, 6),
        numbers_of!(i32, 7),
        numbers_of!(i32, 8),
    );
    let expected = (0..N).flat_map(|i| {
        let signed = ((a[i] >> 8) as i64 * (b[i] >> 8) as i64) as i32;
        let unsigned = ((a[i] as u32 >> 8) as u64 * (b[i] as u32 >> 8) as u64) as i32;
        [
            signed,
            signed.wrapping_add(c[i]),
            unsigned,
            unsigned.wrapping_add(c[i]),
        ]
    });
    vec![input(&a), input(&b), input(&c), output(expected.collect())]
}

fn bit_tricks(_: &Variant) -> Vec<Arg> {
    let (a, b) = (numbers_of!(u32, 9), numbers_of!(u32, 10));
    let bits = |v: u32| (0..32).map(move |k| v >> k & 1);
    let expected = (a.iter().zip(&b)).flat_map(|(&a, &b)| {
        let (offset, width) = (b % 32, b / 32 % 32);
        let field = |v: u32, width: u32| v % (1 << width);
        let sign = |v: u32, width: u32| match width {
            0 => 0,
            _ if v >> (width - 1) & 1 == 1 => field(v, width) | u32::MAX << width,
            _ => field(v, width),
        };
        let inserted = (0..32).fold(0, |word, k| {
            let inside = k >= offset && k - offset < width;
            word | (if inside { b << offset } else { a }) & 1 << k
        });
        let both = u64::from(a) << 32 | u64::from(b);
        let interleaved = (0..16).fold(0, |word, k| {
            word | (a >> k & 1) << (2 * k) | (b >> k & 1) << (2 * k + 1)
        });
        [
            field(a >> offset, width),
            sign(a, width),
            inserted,
            a >> 8 & 0xffff,
            sign(a >> 8, 12),
            a.reverse_bits(),
            a.swap_bytes(),
            (both >> 11) as u32,
            (both >> offset) as u32,
            if a == 0 { 0 } else { 1 << a.trailing_zeros() },
            if a == 0 {
                0
            } else {
                a - (1 << a.trailing_zeros())
            },
            if a == 0 { 99 } else { a.trailing_zeros() },
            bits(a).sum::<u32>() % 2,
            a ^ (a / 2),
            // Of 0 it is 0: 2^32 does not fit.
            if a == 0 {
                0
            } else {
                a.checked_next_power_of_two().unwrap_or(0)
            },
            interleaved,
        ]
    });
    vec![input(&a), input(&b), output(expected.collect())]
}

fn carries(_: &Variant) -> Vec<Arg> {
    let (a, b) = (numbers_of!(u64, 11), numbers_of!(u64, 12));
    let wide = |v: &[u64], i: usize| u128::from(v[(i + 1) % N]) << 64 | u128::from(v[i]);
    let expected = (0..N).flat_map(|i| {
        let sum = wide(&a, i).wrapping_add(wide(&b, i));
        let difference = wide(&a, i).wrapping_sub(wide(&b, i));
        [sum, sum >> 64, difference, difference >> 64].map(|v| v as u64)
    });
    vec![input(&a), input(&b), output(expected.collect())]
}
