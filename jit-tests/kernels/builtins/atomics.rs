//! `atomics.cl` and `atomics20.cl`. Work-items fight over a few cells in an order that nothing
//! promises, so what is checked holds in every order: what the cells end up with, and that the values
//! returned tell of some order.

use super::{Check, Job, Random, Variant};
use std::collections::BTreeMap;

const GROUPS: usize = 3;
const GROUP: usize = 96;
const N: usize = GROUPS * GROUP;
/// As in the sources.
const CELLS: usize = 3;

/// An integer type of OpenCL C.
#[derive(Clone, Copy)]
struct Type {
    name: &'static str,
    size: usize,
    signed: bool,
}

const INT: Type = ty("int", 4, true);
const UINT: Type = ty("uint", 4, false);
const LONG: Type = ty("long", 8, true);
const ULONG: Type = ty("ulong", 8, false);

const fn ty(name: &'static str, size: usize, signed: bool) -> Type {
    Type { name, size, signed }
}

impl Type {
    /// `v` modulo the type's range.
    fn wrap(self, v: i128) -> i128 {
        match (self.size, self.signed) {
            (4, true) => i128::from(v as i32),
            (4, false) => i128::from(v as u32),
            (_, true) => i128::from(v as i64),
            (_, false) => i128::from(v as u64),
        }
    }

    fn bytes(self, values: &[i128]) -> Vec<u8> {
        let one = |v: &i128| v.to_le_bytes()[..self.size].to_vec();
        values.iter().flat_map(one).collect()
    }

    fn values(self, bytes: &[u8]) -> Vec<i128> {
        let one = |b: &[u8]| {
            let mut all = [0; 16];
            all[..self.size].copy_from_slice(b);
            self.wrap(i128::from_le_bytes(all))
        };
        bytes.chunks_exact(self.size).map(one).collect()
    }
}

/// What an operation does to a cell.
#[derive(Clone, Copy)]
struct Operation {
    name: &'static str,
    /// The cell's new value, from the old one and the operand, before it wraps.
    apply: fn(i128, i128) -> i128,
}

const ADD: Operation = op("add", |old, v| old + v);
const SUB: Operation = op("sub", |old, v| old - v);
const XCHG: Operation = op("xchg", |_, v| v);
const MIN: Operation = op("min", |old, v| old.min(v));
const MAX: Operation = op("max", |old, v| old.max(v));
const AND: Operation = op("and", |old, v| old & v);
const OR: Operation = op("or", |old, v| old | v);
const XOR: Operation = op("xor", |old, v| old ^ v);
const INC: Operation = op("inc", |old, _| old + 1);
const DEC: Operation = op("dec", |old, _| old - 1);
/// Manuals, BUFFER_ATOMIC_INC: `mem = tmp >= data ? 0 : tmp + 1`, unsigned.
const WRAP_INC: Operation = op("wrap_inc", |old, v| if old >= v { 0 } else { old + 1 });
/// BUFFER_ATOMIC_DEC: `mem = tmp == 0 || tmp > data ? data : tmp - 1`, unsigned.
const WRAP_DEC: Operation = op(
    "wrap_dec",
    |old, v| {
        if old == 0 || old > v { v } else { old - 1 }
    },
);

const fn op(name: &'static str, apply: fn(i128, i128) -> i128) -> Operation {
    Operation { name, apply }
}

/// Where cells lie.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Global,
    /// A copy per group.
    Local,
    /// Both, and nothing is returned.
    Quiet,
    /// Even work-items use the global ones, odd ones those of their group.
    Generic,
}

/// Whether the operations on one cell, given as operand and value returned, can have happened one after
/// the other, from `first` to `last`: whether there is a walk that uses each step old -> new once.
/// That is so if in each value as many steps end as begin, but for the two ends (and if the steps hang
/// together, which the few ways of a wrong result to fake this make not worth testing).
fn serializable(t: Type, o: Operation, first: i128, last: i128, steps: &[(i128, i128)]) -> bool {
    let mut balance = BTreeMap::from([(first, -1)]);
    *balance.entry(last).or_insert(0) += 1;
    for &(operand, old) in steps {
        *balance.entry(old).or_insert(0) += 1;
        *balance.entry(t.wrap((o.apply)(old, operand))).or_insert(0) -= 1;
    }
    balance.values().all(|&b| b == 0)
}

fn job(kernel: String, buffers: Vec<Vec<u8>>, check: Check) -> Job {
    Job {
        kernel,
        groups: GROUPS as u32,
        group_size: GROUP as u32,
        threads: 2,
        buffers,
        same: false,
        check,
    }
}

fn operation(kernel: String, t: Type, o: Operation, place: Place, random: &mut Random) -> Job {
    // The generic kernels have the groups' initial values in the buffer too.
    let before = if place == Place::Generic { 2 } else { 1 };
    let edges = [
        0,
        -1,
        1,
        i32::MAX.into(),
        i32::MIN.into(),
        i64::MAX.into(),
        i64::MIN.into(),
    ];
    let mut number = || {
        t.wrap(match random.below(3) {
            0 => random.pick(&edges),
            1 => i128::from(random.below(100)) - 20,
            _ => i128::from(random.next()),
        })
    };
    let wraps = o.name.starts_with("wrap");
    let mut cells: Vec<i128> = (0..before * CELLS).map(|_| number()).collect();
    let mut values: Vec<i128> = (0..N).map(|_| number()).collect();
    if wraps {
        // One limit for all, so that most of them wrap.
        cells = (0..CELLS as i128).collect();
        values = vec![7; N];
    }
    cells.resize((before + GROUPS) * CELLS, 0x55);
    let buffers = vec![t.bytes(&cells), t.bytes(&values), vec![0; N * t.size]];
    let check = move |found: &[Vec<u8>]| {
        let after = t.values(&found[0]);
        let old = t.values(&found[2]);
        // Per cell: where it began, where it ended, what was done to it.
        let mut fights = BTreeMap::new();
        for id in 0..N {
            let (group, cell) = (id / GROUP, id % CELLS);
            let copy = (before + group) * CELLS + cell;
            let places = match place {
                Place::Global => vec![(cell, cell)],
                Place::Local => vec![(cell, copy)],
                Place::Quiet => vec![(cell, cell), (copy, copy)],
                Place::Generic if id % 2 == 0 => vec![(cell, cell)],
                Place::Generic => vec![(CELLS + cell, copy)],
            };
            for (from, to) in places {
                let steps: &mut Vec<_> = fights.entry((from, to)).or_default();
                steps.push((values[id], old[id]));
            }
        }
        for ((from, to), steps) in fights {
            let (first, last) = (cells[from], after[to]);
            let fine = if place == Place::Quiet {
                let operands = || steps.iter().map(|s| s.0);
                match o.name {
                    "xchg" => operands().any(|v| v == last),
                    _ => last == operands().fold(first, |c, v| t.wrap((o.apply)(c, v))),
                }
            } else {
                serializable(t, o, first, last, &steps)
            };
            if !fine {
                return Err(format!(
                    "cell {from} went from {first} to {last} (at {to}) by {steps:?}"
                ));
            }
        }
        Ok(())
    };
    job(kernel, buffers, Box::new(check))
}

/// Float addition by compare-and-swap, of numbers whose sums are exact.
fn float_add<const SIZE: usize>(
    kernel: String,
    local: bool,
    encode: fn(i128) -> [u8; SIZE],
    decode: fn([u8; SIZE]) -> i128,
    random: &mut Random,
) -> Job {
    let values: Vec<i128> = (0..N)
        .map(|_| i128::from(random.below(1000)) - 500)
        .collect();
    let mut cells: Vec<i128> = vec![1, 2, 3];
    cells.resize((1 + GROUPS) * CELLS, 0);
    let bytes = |v: &[i128]| v.iter().flat_map(|&v| encode(v)).collect::<Vec<u8>>();
    let buffers = vec![bytes(&cells), bytes(&values), bytes(&[0; N])];
    let check = move |found: &[Vec<u8>]| {
        let numbers = |bytes: &[u8]| -> Vec<i128> {
            bytes
                .chunks_exact(SIZE)
                .map(|b| decode(b.try_into().expect("one element")))
                .collect()
        };
        let (after, old) = (numbers(&found[0]), numbers(&found[2]));
        let copies = if local { GROUPS } else { 1 };
        for copy in 0..copies {
            for (cell, &first) in cells.iter().enumerate().take(CELLS) {
                let mine = |&id: &usize| id % CELLS == cell && (!local || id / GROUP == copy);
                let steps: Vec<_> = (0..N)
                    .filter(mine)
                    .map(|id| (values[id], old[id]))
                    .collect();
                let to = if local {
                    (1 + copy) * CELLS + cell
                } else {
                    cell
                };
                let last = after[to];
                if !serializable(LONG, ADD, first, last, &steps) {
                    return Err(format!(
                        "cell {cell} went from {first} to {last} by {steps:?}"
                    ));
                }
            }
        }
        Ok(())
    };
    job(kernel, buffers, Box::new(check))
}

pub fn jobs(variant: Variant) -> Vec<Job> {
    let random = &mut Random(variant.seed());
    let mut jobs = Vec::new();
    let both = |name: &str, t: Type, o, random: &mut Random| {
        [("global", Place::Global), ("local", Place::Local)].map(|(prefix, place)| {
            operation(format!("{prefix}_{name}_{}", t.name), t, o, place, random)
        })
    };
    for t in [INT, UINT, LONG, ULONG] {
        for o in [ADD, SUB, XCHG, MIN, MAX, AND, OR, XOR, INC, DEC] {
            jobs.extend(both(o.name, t, o, random));
            if o.name != "inc" && o.name != "dec" {
                let name = format!("quiet_{}_{}", o.name, t.name);
                jobs.push(operation(name, t, o, Place::Quiet, random));
            }
        }
    }
    for t in [UINT, ULONG] {
        for o in [WRAP_INC, WRAP_DEC] {
            jobs.extend(both(o.name, t, o, random));
        }
    }
    for t in [INT, LONG] {
        jobs.extend(both("swap", t, ADD, random));
    }
    // An exchange moves bits, whatever they are.
    jobs.extend(both("xchg", ty("float", 4, false), XCHG, random));
    for (prefix, local) in [("global", false), ("local", true)] {
        jobs.push(float_add(
            format!("{prefix}_swap_float"),
            local,
            |v| (v as f32).to_le_bytes(),
            |b| f32::from_le_bytes(b) as i128,
            random,
        ));
        jobs.push(float_add(
            format!("{prefix}_swap_double"),
            local,
            |v| (v as f64).to_le_bytes(),
            |b| f64::from_le_bytes(b) as i128,
            random,
        ));
    }
    jobs.push(linked_list(random));
    jobs.push(last_group(random));
    jobs
}

/// Following the links from each head visits all that were put there, once.
fn linked_list(random: &mut Random) -> Job {
    const END: i128 = 0xffff_ffff;
    let values: Vec<i128> = (0..N).map(|_| i128::from(random.below(1000))).collect();
    let buffers = vec![
        UINT.bytes(&[END; CELLS]),
        UINT.bytes(&values),
        vec![0; 4 * N],
    ];
    let check = move |found: &[Vec<u8>]| {
        let (heads, next) = (UINT.values(&found[0]), UINT.values(&found[2]));
        for (list, &head) in heads.iter().enumerate() {
            let mut visited = Vec::new();
            let mut at = head;
            while at != END {
                if visited.len() == N || at as usize >= N {
                    return Err(format!("list {list} does not end: {visited:?}, {at}"));
                }
                visited.push(at as usize);
                at = next[at as usize];
            }
            visited.sort_unstable();
            let members = (0..N).filter(|&id| values[id] as usize % CELLS == list);
            if !members.eq(visited.iter().copied()) {
                return Err(format!("list {list} has {visited:?}"));
            }
        }
        Ok(())
    };
    job("linked_list".to_owned(), buffers, Box::new(check))
}

fn last_group(random: &mut Random) -> Job {
    let values: Vec<i128> = (0..N).map(|_| i128::from(random.below(1 << 20))).collect();
    let total: i128 = values.iter().sum();
    let buffers = vec![UINT.bytes(&[0, 0, 0]), UINT.bytes(&values), vec![0; 4 * N]];
    let check = move |found: &[Vec<u8>]| {
        let cells = UINT.values(&found[0]);
        if cells == [GROUPS as i128, total, 0] {
            Ok(())
        } else {
            Err(format!("{cells:?}, expected the total {total}"))
        }
    };
    job("last_group".to_owned(), buffers, Box::new(check))
}

pub fn generic_jobs(variant: Variant) -> Vec<Job> {
    let random = &mut Random(variant.seed());
    let mut jobs = Vec::new();
    for (t, operations) in [
        (INT, &[ADD, SUB, MIN, MAX, AND, OR, XOR, XCHG][..]),
        (UINT, &[MIN, MAX]),
        (LONG, &[ADD, SUB, MIN, MAX, AND, OR, XOR, XCHG]),
        (ULONG, &[MIN, MAX]),
    ] {
        for &o in operations {
            let name = format!("generic_{}_{}", o.name, t.name);
            jobs.push(operation(name, t, o, Place::Generic, random));
        }
    }
    for t in [INT, LONG] {
        let name = format!("generic_swap_{}", t.name);
        jobs.push(operation(name, t, ADD, Place::Generic, random));
    }
    jobs.push(relay());
    jobs.push(lock(random));
    jobs.push(handover(random));
    jobs
}

/// The groups take their turns from the last to the first, each with what the one before left.
fn relay() -> Job {
    let buffers = vec![INT.bytes(&[0, 5, 0]), vec![0; 4 * N], vec![0; 4 * N]];
    let check = |found: &[Vec<u8>]| {
        let mut value = 5;
        let mut expected = vec![0; GROUPS];
        for place in 0..GROUPS {
            value = value * 3 + place as i128;
            expected[GROUPS - 1 - place] = value;
        }
        let old = INT.values(&found[2]);
        if old[..GROUPS] == expected {
            Ok(())
        } else {
            Err(format!("{:?}, expected {expected:?}", &old[..GROUPS]))
        }
    };
    job("relay".to_owned(), buffers, Box::new(check))
}

/// What the lock protects is an addition in two steps, by the first work-item of each wave.
fn lock(random: &mut Random) -> Job {
    let values: Vec<i128> = (0..N).map(|_| i128::from(random.below(1000)) + 1).collect();
    let takes = |&id: &usize| (id % GROUP).is_multiple_of(64);
    let total = 10 + (0..N).filter(takes).map(|id| values[id]).sum::<i128>();
    let buffers = vec![INT.bytes(&[0, 10, 0]), INT.bytes(&values), vec![0; 4 * N]];
    let check = move |found: &[Vec<u8>]| {
        let (cells, old) = (INT.values(&found[0]), INT.values(&found[2]));
        let steps: Vec<_> = (0..N)
            .filter(takes)
            .map(|id| (values[id], old[id]))
            .collect();
        if cells == [0, total, 0] && serializable(INT, ADD, 10, total, &steps) {
            Ok(())
        } else {
            Err(format!("{cells:?}, expected the total {total}"))
        }
    };
    job("lock".to_owned(), buffers, Box::new(check))
}

/// The second wave of a group gets, in reverse, what the first has doubled.
fn handover(random: &mut Random) -> Job {
    let values: Vec<i128> = (0..N).map(|_| i128::from(random.below(1000))).collect();
    let buffers = vec![vec![0; 12], INT.bytes(&values), vec![0; 4 * N]];
    let check = move |found: &[Vec<u8>]| {
        let old = INT.values(&found[2]);
        let right = (0..N).all(|id| {
            let (group, lid) = (id / GROUP, id % GROUP);
            old[id]
                == if lid < 64 {
                    0
                } else {
                    2 * values[group * GROUP + 127 - lid]
                }
        });
        if right {
            Ok(())
        } else {
            Err(format!("{old:?}"))
        }
    };
    job("handover".to_owned(), buffers, Box::new(check))
}
