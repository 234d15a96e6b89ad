//! `numeric.cl`: the same programs on the host, in the same order of operations where every result is
//! expected to the bit. The inputs keep clear of denormals, which some targets flush.

use super::*;

macro_rules! cases {
    ($($name:literal [$($grid:literal)*] [$($local:literal)*] $args:ident;)*) => {
        pub const CASES: &[Case] = &[$(
            Case {
                kernel: concat!($name, "_float"),
                grid: &[$($grid),*],
                local: &[$($local),*],
                args: |_| $args::<f32>(),
            },
            Case {
                kernel: concat!($name, "_double"),
                grid: &[$($grid),*],
                local: &[$($local),*],
                args: |_| $args::<f64>(),
            },
        )*];
    };
}

cases! {
    "mandelbrot" [20 12] [10 4] mandelbrot;
    "jacobi" [10 10] [10 10] jacobi;
    "spmv" [70] [64] spmv;
    "nbody" [20] [20] nbody;
    "black_scholes" [48] [48] black_scholes;
    "fft" [64] [32] fft;
    "lu" [24 12] [12 12] lu;
    "pi" [100] [50] pi;
}

/// `f32` or `f64`.
trait Real:
    Element
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + 'static
{
    /// Rounds.
    fn of(v: f64) -> Self;
    /// Exact.
    fn wide(self) -> f64;
    /// Distance from 1 to the next larger number.
    const EPSILON: f64;
}

impl Real for f32 {
    fn of(v: f64) -> Self {
        v as f32
    }
    fn wide(self) -> f64 {
        self.into()
    }
    const EPSILON: f64 = f32::EPSILON as f64;
}

impl Real for f64 {
    fn of(v: f64) -> Self {
        v
    }
    fn wide(self) -> f64 {
        self
    }
    const EPSILON: f64 = f64::EPSILON;
}

/// Reproducible numbers between `low` and `high`.
fn reals<T: Real>(seed: u64, n: usize, low: f64, high: f64) -> Vec<T> {
    // Not `numbers`: an even spread is wanted.
    let mut state = seed;
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..n).map(|_| T::of(low + (high - low) * next())).collect()
}

/// A buffer in which each number must be within `slack` of the expected one.
fn near<T: Real>(initial: Vec<u8>, expected: Vec<f64>, slack: f64) -> Arg {
    let expected: Vec<T> = expected.into_iter().map(T::of).collect();
    checked(initial, expected, move |right, found| {
        (right.wide() - found.wide()).abs() <= slack * (1.0 + right.wide().abs())
    })
}

fn mandelbrot<T: Real>() -> Vec<Arg> {
    let (left, top, step) = (T::of(-2.0), T::of(-1.2), T::of(0.137));
    let escape = |cx: T, cy: T| {
        let (mut x, mut y) = (T::of(0.0), T::of(0.0));
        let mut k = 0;
        while k < 40 && x * x + y * y <= T::of(4.0) {
            (x, y) = (x * x - y * y + cx, T::of(2.0) * x * y + cy);
            k += 1;
        }
        k
    };
    let mut expected = Vec::new();
    for row in 0..12 {
        for column in 0..20 {
            let at = |i: i32| step * T::of(i.into());
            expected.push(escape(left + at(column), top + at(row)));
        }
    }
    vec![
        output::<u32>(expected),
        value(&[left]),
        value(&[top]),
        value(&[step]),
        value(&[40u32]),
    ]
}

fn jacobi<T: Real>() -> Vec<Arg> {
    let start: Vec<T> = reals(1, 100, 1.0, 2.0);
    let mut cells = start.clone();
    for _ in 0..5 {
        let old = cells.clone();
        for j in 1..9 {
            for i in 1..9 {
                let at = 10 * j + i;
                let sum = old[at - 10] + old[at + 10] + old[at - 1] + old[at + 1];
                cells[at] = sum * T::of(0.25);
            }
        }
    }
    vec![input(&start), output(cells), value(&[5u32])]
}

fn spmv<T: Real>() -> Vec<Arg> {
    const ROWS: usize = 67;
    let x: Vec<T> = reals(2, ROWS, -3.0, 3.0);
    let random = numbers(3, 16 * ROWS);
    let (mut starts, mut columns) = (vec![0u32], Vec::new());
    for row in random.chunks_exact(16) {
        columns.extend(
            row[..(row[15] % 13) as usize]
                .iter()
                .map(|c| (c % ROWS as u64) as u32),
        );
        starts.push(columns.len() as u32);
    }
    let values: Vec<T> = reals(4, columns.len(), 0.5, 2.0);
    let product = |ends: &[u32]| {
        let entries = ends[0] as usize..ends[1] as usize;
        entries.fold(T::of(0.0), |sum, k| {
            sum + values[k] * x[columns[k] as usize]
        })
    };
    let y = starts.windows(2).map(product).collect();
    vec![
        input(&starts),
        input(&columns),
        input(&values),
        input(&x),
        output(y),
        value(&[ROWS as u32]),
    ]
}

fn nbody<T: Real>() -> Vec<Arg> {
    let positions: Vec<T> = reals(5, 60, -2.0, 2.0);
    let (one, two, half) = (T::of(1.0), T::of(2.0), T::of(0.5));
    let mut forces = Vec::new();
    for p in positions.chunks_exact(3) {
        let mut force = [T::of(0.0); 3];
        for q in positions.chunks_exact(3) {
            let d: [T; 3] = std::array::from_fn(|k| q[k] - p[k]);
            let r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + half;
            let mut inverse = one;
            while inverse * r2 > one {
                inverse = inverse * half;
            }
            for _ in 0..3 {
                inverse = inverse * (two - r2 * inverse);
            }
            let s = inverse * inverse;
            for k in 0..3 {
                force[k] = force[k] + d[k] * s;
            }
        }
        forces.extend(force);
    }
    vec![input(&positions), output(forces), value(&[20u32])]
}

fn black_scholes<T: Real>() -> Vec<Arg> {
    let price: Vec<T> = reals(6, 48, 10.0, 100.0);
    let strike: Vec<T> = reals(7, 48, 10.0, 100.0);
    let years: Vec<T> = reals(8, 48, 0.25, 5.0);
    let (rate, volatility) = (T::of(0.02), T::of(0.3));
    let normal = |d: f64| 0.5 * libm::erfc(-d * std::f64::consts::FRAC_1_SQRT_2);
    let (mut call, mut put) = (Vec::new(), Vec::new());
    for i in 0..48 {
        let [s, k, t, r, v] = [price[i], strike[i], years[i], rate, volatility].map(T::wide);
        let spread = v * t.sqrt();
        let d1 = (libm::log(s / k) + (r + 0.5 * v * v) * t) / spread;
        let d2 = d1 - spread;
        let discounted = k * libm::exp(-r * t);
        call.push(s * normal(d1) - discounted * normal(d2));
        put.push(discounted * normal(-d2) - s * normal(-d1));
    }
    // The difference of two prices of up to 100 with a few ulps each.
    let slack = 3000.0 * T::EPSILON;
    let zeros = bytes(&[T::of(0.0); 48]);
    vec![
        input(&price),
        input(&strike),
        input(&years),
        value(&[rate]),
        value(&[volatility]),
        near::<T>(zeros.clone(), call, slack),
        near::<T>(zeros, put, slack),
    ]
}

fn fft<T: Real>() -> Vec<Arg> {
    let signal: Vec<T> = reals(9, 256, -1.0, 1.0);
    let mut spectrum = Vec::new();
    // The definition: sum over k of x(k) e^(-2 pi i k n / 64).
    for group in signal.chunks_exact(128) {
        for n in 0..64 {
            let (mut re, mut im) = (0.0, 0.0);
            for (k, x) in group.chunks_exact(2).enumerate() {
                let angle = f64::from((k * n % 64) as u32) * -std::f64::consts::TAU / 64.0;
                let (s, c) = (libm::sin(angle), libm::cos(angle));
                let [x, y] = [x[0].wide(), x[1].wide()];
                re += x * c - y * s;
                im += x * s + y * c;
            }
            spectrum.extend([re, im]);
        }
    }
    let zeros = bytes(&[T::of(0.0); 256]);
    vec![
        input(&signal),
        near::<T>(zeros, spectrum, 200.0 * T::EPSILON),
    ]
}

fn lu<T: Real>() -> Vec<Arg> {
    // Dominant diagonals, so that no pivot is needed.
    let mut matrices: Vec<T> = reals(10, 288, -1.0, 1.0);
    for k in 0..24 {
        matrices[k / 12 * 144 + k % 12 * 13] = T::of(14.0 + k as f64);
    }
    let initial = bytes(&matrices);
    let mut a: Vec<f64> = matrices.into_iter().map(T::wide).collect();
    for a in a.chunks_exact_mut(144) {
        for k in 0..12 {
            for i in k + 1..12 {
                a[12 * i + k] /= a[12 * k + k];
                for j in k + 1..12 {
                    a[12 * i + j] -= a[12 * i + k] * a[12 * k + j];
                }
            }
        }
    }
    vec![near::<T>(initial, a, 50.0 * T::EPSILON)]
}

fn pi<T: Real>() -> Vec<Arg> {
    const ROUNDS: u32 = 20;
    let mut hits = 0u32;
    for id in 0..100u32 {
        let mut state = id.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            T::of(f64::from(state >> 8)) * T::of(5.960_464_477_539_063e-8)
        };
        for _ in 0..ROUNDS {
            let (x, y) = (next(), next());
            hits += u32::from(x * x + y * y < T::of(1.0));
        }
    }
    vec![in_out(&[0u32], vec![hits]), value(&[ROUNDS])]
}
