//! `control.cl`.

use super::*;

pub const CASES: &[Case] = &[
    Case {
        kernel: "state_machine",
        grid: &[70],
        local: &[70],
        args: |_| {
            let program: Vec<u8> = numbers(20, 40)
                .into_iter()
                .map(|v| (v >> 3) as u8)
                .collect();
            let expected = (0..70).flat_map(|i| state_machine(i, &program));
            let expected = expected.collect();
            vec![input(&program), value(&[40u32]), output(expected)]
        },
    },
    Case {
        kernel: "nested_loops",
        grid: &[100],
        local: &[100],
        args: |_| vec![output((0..100).flat_map(nested_loops).collect())],
    },
    Case {
        kernel: "collatz",
        grid: &[64],
        local: &[64],
        args: |_| {
            let steps = |n: u32| {
                let next = |n: &u32| (*n != 1).then(|| [n / 2, 3 * n + 1][(n % 2) as usize]);
                std::iter::successors(Some(n), next).count() as u32 - 1
            };
            vec![output((1..65).map(steps).collect())]
        },
    },
    Case {
        kernel: "two_entries",
        grid: &[130],
        local: &[65],
        args: |_| {
            let values: Vec<u32> = numbers(21, 130).into_iter().map(|v| v as u32).collect();
            let expected = values.iter().map(|&v| two_entries(v)).collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "private_arrays",
        grid: &[80],
        local: &[80],
        args: |_| {
            let bytes: Vec<u8> = numbers(22, 1600).into_iter().map(|v| v as u8).collect();
            let expected = (0..).zip(bytes.chunks_exact(20)).flat_map(|(i, v)| {
                let sum = private_arrays(i, v);
                [sum as u32, (sum >> 32) as u32]
            });
            let expected = expected.collect();
            vec![input(&bytes), output(expected)]
        },
    },
    Case {
        kernel: "call_chain",
        grid: &[96],
        local: &[48],
        args: |_| {
            let totient = |n: u32| (1..=n).filter(|&k| gcd(n, k) == 1).count() as u32;
            let expected = (0..96).map(|i| match (i % 3, i % 16) {
                (1, 0 | 1) => 1,
                (1, n) => totient(n) + totient(n - 1),
                _ => gcd(84, i * 6),
            });
            vec![output(expected.collect())]
        },
    },
    Case {
        kernel: "many_arguments",
        grid: &[64],
        local: &[64],
        args: |_| {
            let values: Vec<u32> = numbers(23, 94).into_iter().map(|v| v as u32).collect();
            let expected = values.windows(31).map(many).collect();
            vec![input(&values), output(expected)]
        },
    },
    Case {
        kernel: "structures",
        grid: &[64],
        local: &[64],
        args: |_| {
            let start = Record {
                id: 77,
                tag: 250,
                parts: [0xffff, 0x1234, 0],
                total: 0x0123_4567_89ab_cdef,
            };
            let records = (0..64).map(|i| (0..i % 9).fold(start, |r, k| r.changed(k + i)));
            let expected: Vec<Option<u8>> = records.flat_map(Record::bytes).collect();
            let start = start.bytes().map(|b| b.unwrap_or(0xee));
            vec![value(&start), output(expected)]
        },
    },
    Case {
        kernel: "early_return",
        grid: &[100],
        local: &[100],
        args: |_| {
            let values: Vec<u32> = numbers(24, 100).into_iter().map(|v| v as u32).collect();
            let expected = values.iter().map(|v| match v.trailing_zeros() {
                _ if v % 3 == 0 => 0xdead,
                zeros @ 0..10 => 1 + zeros * (zeros + 1) / 2,
                _ => 1000,
            });
            let expected = expected.collect();
            vec![input(&values), in_out(&[0xdead; 100], expected)]
        },
    },
];

fn state_machine(i: u32, program: &[u8]) -> [u32; 2] {
    let n = program.len();
    let (mut acc, mut other) = (i, 1u32);
    let mut pc = 0;
    while pc < n {
        let op = u32::from(program[(i as usize * 3 + pc) % n]);
        let mut add = true;
        match op % 16 {
            0 => acc = acc.wrapping_add(3),
            1 => acc ^= other,
            2 => other = other.wrapping_add(acc),
            3 => acc = acc.rotate_left(5),
            code @ (4 | 5) => {
                if code == 4 {
                    other = !other;
                }
                acc = acc.wrapping_sub(other);
            }
            6 => pc += (acc % 2) as usize,
            7 => acc = acc.wrapping_mul(5),
            8 => (acc, other) = (other, acc),
            11 => acc >>= other % 8,
            12 if acc.is_multiple_of(3) => add = false,
            12 => other = other.wrapping_add(1),
            code => {
                if code == 13 {
                    acc = acc.wrapping_add(op);
                }
                other ^= op << 8;
            }
        }
        if add {
            acc = acc.wrapping_add(pc as u32);
        }
        pc += 1;
    }
    [acc, other]
}

fn nested_loops(i: u32) -> [u32; 2] {
    let (mut sum, mut rounds) = (0u32, 0);
    'a: for a in 0..6 {
        if (a ^ i).is_multiple_of(5) {
            continue;
        }
        'b: {
            for b in a..a + i % 7 {
                if b * a > i {
                    break;
                }
                let mut c = i as i32;
                loop {
                    sum = sum.wrapping_add((c as u32).wrapping_mul(b));
                    if sum % 11 == 10 {
                        break 'b;
                    }
                    c -= 3 + a as i32;
                    rounds += 1;
                    if c <= 0 || rounds >= 60 {
                        break;
                    }
                }
                if rounds >= 60 {
                    break 'a;
                }
            }
            sum ^= a << 9;
        }
        sum = sum.wrapping_add(1);
    }
    [sum, rounds]
}

fn two_entries(v: u32) -> u32 {
    enum At {
        Top,
        Middle,
        Bottom,
    }
    let (mut n, mut sum) = (v % 13, 0u32);
    let mut at = if v & 16 != 0 { At::Middle } else { At::Top };
    loop {
        at = match at {
            At::Top => {
                sum = sum.wrapping_mul(3).wrapping_add(n);
                if sum % 7 == 3 { At::Bottom } else { At::Middle }
            }
            At::Middle => {
                sum = sum.wrapping_add(5);
                if n == 0 {
                    return sum;
                }
                n -= 1;
                if v >> n & 1 == 1 {
                    At::Top
                } else {
                    sum ^= 0x55;
                    At::Bottom
                }
            }
            At::Bottom if n > 2 => {
                n -= 2;
                At::Middle
            }
            At::Bottom => return sum,
        }
    }
}

fn private_arrays(i: u64, bytes: &[u8]) -> u64 {
    let mut stack = Vec::new();
    let mut counts = [0u16; 8];
    let mut wide = [0, 1, 2, 3, 4].map(|k| i << 20 | k);
    for &v in bytes {
        counts[usize::from(v % 8)] += 1;
        let w = &mut wide[usize::from(v % 5)];
        *w = w.wrapping_mul(33).wrapping_add(v.into());
        if v >= 0x80 && stack.len() < 16 {
            stack.push(v);
        } else if let Some(top) = stack.pop() {
            counts[usize::from(top % 8)] += 16;
        }
    }
    let add = |factor: u64| move |sum: u64, v: u64| sum.wrapping_mul(factor).wrapping_add(v);
    let sum = counts
        .map(u64::from)
        .into_iter()
        .fold(stack.len() as u64, add(7));
    let sum = wide
        .into_iter()
        .fold(sum, |sum, v| sum.wrapping_mul(11) ^ v);
    stack.into_iter().rev().map(u64::from).fold(sum, add(13))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `many` for 31 words, each converted to the type of its parameter.
fn many(v: &[u32]) -> u64 {
    // `r * 3 + x + 5 * y + 7 * z + 9 * w` adds from the left, and the products are of the type of the
    // elements: T is u32, i32 (for short) or u64.
    macro_rules! weighted {
        ($t:ty, $values:expr) => {{
            let [x, y, z, w]: [$t; 4] = $values;
            let products = [x, y.wrapping_mul(5), z.wrapping_mul(7), w.wrapping_mul(9)];
            products
                .into_iter()
                .fold(0u64, |sum, p| sum.wrapping_add(p as u64))
        }};
    }
    let wide = |k: usize| u64::from(v[k]);
    let int = |k: usize| v[k] as i32 as u64;
    let short = |k: usize| i32::from(v[k] as i16);
    let terms = [
        wide(0),
        u64::from(v[1] as u16),
        wide(2).wrapping_mul(0x1_0000_0001),
        u64::from(v[3] as u8),
        int(4),
        int(5),
        weighted!(u32, [v[6], v[7], v[8], v[9]]),
        v[10] as i16 as u64,
        weighted!(u64, [wide(11), wide(12), wide(13), wide(14)]),
        v[15] as i8 as u64,
        weighted!(u32, [v[16], v[19], v[21], v[23]]),
        wide(24),
        int(25),
        wide(26),
        weighted!(i32, [short(27), short(28), short(29), short(30)]),
    ];
    let add = |r: u64, term: u64| r.wrapping_mul(3).wrapping_add(term);
    terms.into_iter().fold(0, add)
}

/// `record_t`: padding after the tag's byte and after the parts.
#[derive(Clone, Copy)]
struct Record {
    id: u32,
    tag: u8,
    parts: [u16; 3],
    total: u64,
}

impl Record {
    fn changed(mut self, by: u32) -> Record {
        self.id = self.id.wrapping_add(by);
        self.parts[(by % 3) as usize] ^= u16::from(self.tag);
        let part = self.parts[(self.id % 3) as usize];
        self.total = self
            .total
            .wrapping_mul(self.id.into())
            .wrapping_add(part.into());
        self.tag = self.tag.wrapping_add(1);
        self
    }

    /// In memory; padding may have any value.
    fn bytes(self) -> [Option<u8>; 24] {
        let mut out = [None; 24];
        let mut put = |at: usize, bytes: &[u8]| {
            for (out, &b) in out[at..].iter_mut().zip(bytes) {
                *out = Some(b);
            }
        };
        put(0, &self.id.to_le_bytes());
        put(4, &[self.tag]);
        for (k, part) in self.parts.into_iter().enumerate() {
            put(6 + 2 * k, &part.to_le_bytes());
        }
        put(16, &self.total.to_le_bytes());
        out
    }
}
