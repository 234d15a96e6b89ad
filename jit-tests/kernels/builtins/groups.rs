//! `groups.cl` and `groups20.cl`: one value in, one result out per work-item, in groups of 128.

use super::{Job, Random, Variant};
use std::fmt::Debug;

const GROUPS: usize = 2;
const GROUP: usize = 128;
const N: usize = GROUPS * GROUP;
const WAVE: usize = 64;

/// A type that the kernels add and compare.
trait Number: Copy + PartialEq + PartialOrd + Debug + 'static {
    const NAME: &'static str;
    /// What `min` and `max` of nothing are.
    const RANGE: [Self; 2];
    const ZERO: Self;
    fn make(v: u64) -> Self;
    fn add(self, other: Self) -> Self;
    fn put(self, to: &mut Vec<u8>);
    fn get(from: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($type:ident $name:literal $make:expr, $add:expr, [$low:expr, $high:expr];)*) => {
        $(impl Number for $type {
            const NAME: &'static str = $name;
            const RANGE: [Self; 2] = [$low, $high];
            const ZERO: Self = 0 as $type;
            fn make(v: u64) -> Self {
                ($make)(v)
            }
            fn add(self, other: Self) -> Self {
                ($add)(self, other)
            }
            fn put(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }
            fn get(from: &[u8]) -> Self {
                $type::from_le_bytes(from.try_into().expect("one element"))
            }
        })*
    };
}

numbers! {
    i8 "char" |v| v as i8, i8::wrapping_add, [i8::MIN, i8::MAX];
    u16 "ushort" |v| v as u16, u16::wrapping_add, [u16::MIN, u16::MAX];
    i32 "int" |v| v as i32, i32::wrapping_add, [i32::MIN, i32::MAX];
    u32 "uint" |v| v as u32, u32::wrapping_add, [u32::MIN, u32::MAX];
    i64 "long" |v| v as i64, i64::wrapping_add, [i64::MIN, i64::MAX];
    u64 "ulong" |v| v, u64::wrapping_add, [u64::MIN, u64::MAX];
    // Small whole numbers: their sums are exact in any order.
    f32 "float" |v| (v % 4096) as f32 - 2048.0, |a, b| a + b, [f32::NEG_INFINITY, f32::INFINITY];
    f64 "double" |v| (v % (1 << 40)) as f64 - 1e9, |a, b| a + b, [f64::NEG_INFINITY, f64::INFINITY];
}

fn min<T: Number>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

fn max<T: Number>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// A kernel of which `expected` gives the results of the values of `part` work-items each.
fn job<T: Number>(
    kernel: &str,
    part: usize,
    random: &mut Random,
    expected: impl Fn(&[T]) -> Vec<T>,
) -> Job {
    let values: Vec<T> = (0..N).map(|_| T::make(random.next())).collect();
    let expected: Vec<T> = values.chunks_exact(part).flat_map(expected).collect();
    let bytes = |values: &[T]| {
        let mut bytes = Vec::new();
        for v in values {
            v.put(&mut bytes);
        }
        bytes
    };
    let input = bytes(&values);
    let size = input.len() / N;
    let check = move |found: &[Vec<u8>]| {
        let found: Vec<T> = found[1].chunks_exact(size).map(T::get).collect();
        match (0..N).find(|&i| found[i] != expected[i]) {
            None => Ok(()),
            Some(i) => Err(format!(
                "work-item {i}: {:?}, expected {:?}",
                found[i], expected[i]
            )),
        }
    };
    Job {
        kernel: format!("{kernel}_{}", T::NAME),
        groups: GROUPS as u32,
        group_size: GROUP as u32,
        threads: 1,
        buffers: vec![input, vec![0xaa; N * size]],
        same: true,
        check: Box::new(check),
    }
}

fn reduce<T: Number>(op: fn(T, T) -> T) -> impl Fn(&[T]) -> Vec<T> {
    move |v| {
        let all = v.iter().copied().reduce(op).expect("a group");
        vec![all; v.len()]
    }
}

fn inclusive<T: Number>(op: fn(T, T) -> T) -> impl Fn(&[T]) -> Vec<T> {
    move |v| {
        let mut so_far = v[0];
        let mut scan = vec![so_far];
        for &next in &v[1..] {
            so_far = op(so_far, next);
            scan.push(so_far);
        }
        scan
    }
}

fn exclusive<T: Number>(op: fn(T, T) -> T, identity: T) -> impl Fn(&[T]) -> Vec<T> {
    move |v| {
        let mut scan = vec![identity];
        scan.extend(inclusive(op)(&v[..v.len() - 1]));
        scan
    }
}

/// Of `groups.cl`, for one type.
fn by_hand<T: Number>(random: &mut Random) -> Vec<Job> {
    vec![
        job("scan_steps_add", GROUP, random, inclusive(T::add)),
        job("scan_steps_max", GROUP, random, inclusive(max::<T>)),
        job("scan_tree", GROUP, random, exclusive(T::add, T::ZERO)),
        job("reduce_add", GROUP, random, reduce(T::add)),
        job("reduce_min", GROUP, random, reduce(min::<T>)),
        job("reduce_max", GROUP, random, reduce(max::<T>)),
    ]
}

fn votes(v: &[i32]) -> i32 {
    i32::from(v.iter().any(|v| v & 1 != 0)) + 2 * i32::from(v.iter().all(|v| v & 2 != 0))
}

pub fn jobs(variant: Variant) -> Vec<Job> {
    let random = &mut Random(variant.seed());
    let mut jobs = Vec::new();
    jobs.extend(by_hand::<i8>(random));
    jobs.extend(by_hand::<u16>(random));
    jobs.extend(by_hand::<i32>(random));
    jobs.extend(by_hand::<u32>(random));
    jobs.extend(by_hand::<i64>(random));
    jobs.extend(by_hand::<u64>(random));
    jobs.extend(by_hand::<f32>(random));
    jobs.extend(by_hand::<f64>(random));
    jobs.push(job("votes", GROUP, random, |v| vec![votes(v); v.len()]));
    jobs.push(job("histogram", GROUP, random, |v: &[u32]| {
        let mut bins = vec![0; v.len()];
        for byte in v.iter().flat_map(|v| v.to_le_bytes()) {
            bins[usize::from(byte) % v.len()] += 1;
        }
        bins
    }));
    jobs.push(transpose(random));
    jobs.push(job("sort", GROUP, random, |v: &[i32]| {
        let mut sorted = v.to_vec();
        sorted.sort_unstable();
        sorted
    }));
    jobs
}

/// The square is of 16 by 16: one group.
fn transpose(random: &mut Random) -> Job {
    let mut job = job("transpose", N, random, |v: &[u32]| {
        (0..N).map(|i| v[i % 16 * 16 + i / 16]).collect()
    });
    (job.groups, job.group_size) = (1, N as u32);
    job
}

/// Of `groups20.cl`, for one type: the functions of a work-group and those of a wave.
fn builtin<T: Number>(random: &mut Random) -> Vec<Job> {
    let [low, high] = T::RANGE;
    let mut jobs = Vec::new();
    for (kind, part) in [("work_group", GROUP), ("sub_group", WAVE)] {
        let mut add = |name: &str, expected: &dyn Fn(&[T]) -> Vec<T>| {
            jobs.push(job(&format!("{kind}_{name}"), part, random, expected));
        };
        add("reduce_add", &reduce(T::add));
        add("reduce_min", &reduce(min::<T>));
        add("reduce_max", &reduce(max::<T>));
        add("scan_exclusive_add", &exclusive(T::add, T::ZERO));
        add("scan_exclusive_min", &exclusive(min::<T>, high));
        add("scan_exclusive_max", &exclusive(max::<T>, low));
        add("scan_inclusive_add", &inclusive(T::add));
        add("scan_inclusive_min", &inclusive(min::<T>));
        add("scan_inclusive_max", &inclusive(max::<T>));
        add("broadcast", &|v| vec![v[5]; v.len()]);
    }
    jobs
}

pub fn builtin_jobs(variant: Variant) -> Vec<Job> {
    let random = &mut Random(variant.seed());
    let mut jobs = Vec::new();
    jobs.extend(builtin::<i32>(random));
    jobs.extend(builtin::<u32>(random));
    jobs.extend(builtin::<i64>(random));
    jobs.extend(builtin::<u64>(random));
    jobs.extend(builtin::<f32>(random));
    jobs.extend(builtin::<f64>(random));
    for (kind, part) in [("work_group", GROUP), ("sub_group", WAVE)] {
        // Truth is any value but 0.
        let truth = |v: i32| i32::from(v != 0);
        let any = move |v: &[i32]| vec![truth(votes(v) & 1); v.len()];
        let all = move |v: &[i32]| vec![truth(votes(v) & 2); v.len()];
        jobs.push(job(&format!("{kind}_any"), part, random, any));
        jobs.push(job(&format!("{kind}_all"), part, random, all));
    }
    jobs.push(job("sub_group_ids", GROUP, random, |v: &[i32]| {
        let waves = (GROUP / WAVE) as i32;
        let id = |i| (i / WAVE as i32 * 1000 + i % WAVE as i32) * 100 + waves;
        (0..v.len() as i32).map(id).collect()
    }));
    jobs.push(job("sub_group_size", GROUP, random, |v: &[i32]| {
        vec![(WAVE * 1000 + WAVE) as i32; v.len()]
    }));
    jobs
}
