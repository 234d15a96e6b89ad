//! The target `gemm`: programs as people write them by hand for products of matrices. What they must leave behind is known from
//! a model that shares nothing with the backends (`gemm/model.rs`), so that what both have wrong is found, too.
//!
//! Lanes beyond an edge are switched off by an offset that no buffer has, with descriptors that have no other end: nothing of
//! what such a lane stores may arrive, and what it loads must be zero.

mod make;
mod model;
mod ops;

use super::block::not_compiled;
use super::case::{Buffer, Case, Tier};
use super::{End, Found, Round, Source, Target, Trace, gcn};
use crate::isa::{Gen, Gens, M0};
use crate::machine::memory::Access;
use crate::machine::wave::Vgpr;
use make::{
    A, AGAIN, B, BELOW, C, LDS, MASKS, Plan, READS_AT, RECORDS, REST, SOFFSET, STRIDE, WRITES_AT,
};
use model::{Machine, Wave};
use ops::VGPRS;

/// States that each program runs on, and how many of them count for the rows that are reached.
const STATES: u64 = 8;
const TRACED: u64 = 2;
/// Bytes of a wave's part of a buffer, what of it lies before the first byte that a descriptor leads to, and what of the rest
/// accesses come to.
const BYTES: u32 = 8192;
const BEFORE: u32 = 1024;
const ROOM: u32 = 5120;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gemm;

impl Target for Gemm {
    fn name(&self) -> &'static str {
        "gemm"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let generation = round.generation();
        let plan = make::program(round.source, generation);
        let mut case = blank(generation, &plan);
        case.observed = round.source.one_in(2);
        case.tier = Tier::random(round.source);
        case.checks = round.checks;
        let mut trace = Trace::default();
        for state in 0..STATES {
            let expected = fill(round.source, &mut case, &plan);
            case.slice = round.source.pick(&[i64::MAX, i64::MAX, 1, 7, 50]);
            let traced = (state < TRACED).then_some(&mut trace);
            let ran = match round.session.compare_traced(&case, traced) {
                Ok(ran) => ran,
                Err(difference) => return Err(Box::new(Found::Case(case, difference))),
            };
            round.counts.cases += 1;
            not_compiled(round.counts, &case, &ran)?;
            let left = round.session.left(&case);
            if let Some(what) = wrong(ran.end, &left, &expected) {
                return Err(Box::new(Found::Input {
                    what: format!("both backends are wrong: {what}"),
                    bytes: gcn::text(&case, &format!("both backends are wrong: {what}"))
                        .into_bytes(),
                    extension: "gcn",
                }));
            }
            round.counts.note("instructions executed", ran.instructions);
        }
        round.counts.note("programs", 1);
        for (row, n) in trace.rows() {
            round.counts.compared(row, generation, n);
        }
        Ok(())
    }
}

/// What is not as the model says.
fn wrong(end: End, left: &[Vec<u8>], expected: &Machine) -> Option<String> {
    match end {
        End::Ended => {}
        End::Faulted => return Some("a fault, where there is none".to_owned()),
        End::Unfinished => return Some("no end".to_owned()),
    }
    for (i, (found, (_, expected))) in left.iter().zip(&expected.buffers).enumerate() {
        if let Some(at) = (0..expected.len()).find(|at| found[*at] != expected[*at]) {
            let (is, should) = (found[at], expected[at]);
            return Some(format!("mem{i} byte {at} is {is:#04x}, not {should:#04x}"));
        }
    }
    None
}

/// A case for the program, with nothing in its memory: two factors that all waves read, then the result and what is left of the
/// registers, of which each wave has a part.
fn blank(generation: Gen, plan: &Plan) -> Case {
    let mut case = Case::new(generation, VGPRS);
    case.items = plan.items.clone();
    case.waves = vec![case.waves[0].clone(); plan.waves as usize];
    let buffer = |parts: u32| Buffer {
        bytes: vec![0; (parts * BYTES) as usize],
        access: Access::ReadWrite,
    };
    case.buffers = [1, 1, plan.waves, plan.waves].map(buffer).to_vec();
    case.lds = vec![0; LDS as usize];
    case.limit = 6000;
    case
}

/// NUM_RECORDS of a buffer of bytes: such that lanes with the offset `off` are switched off.
fn records(r: &mut Source<'_>, off: u32) -> u32 {
    let tight = 1 + r.below(1400) as u32;
    let most: &[u32] = match off {
        u32::MAX => &[u32::MAX, u32::MAX - 1, 0xffff_f000, 1 << 31],
        0x8000_0000 => &[1 << 31, (1 << 31) - 1],
        _ => &[0xffff_f000, 1 << 31],
    };
    match r.below(4) {
        0 => ROOM,
        1 => tight,
        _ => r.pick(most),
    }
}

/// Random registers and memory, and what the model makes of them.
fn fill(r: &mut Source<'_>, case: &mut Case, plan: &Plan) -> Machine {
    let generation = case.generation;
    let addresses = case.addresses();
    for b in &mut case.buffers {
        b.bytes
            .chunks_mut(8)
            .for_each(|to| to.copy_from_slice(&r.bits().to_le_bytes()[..to.len()]));
    }
    case.lds
        .chunks_mut(8)
        .for_each(|to| to.copy_from_slice(&r.bits().to_le_bytes()[..to.len()]));
    let waves = plan.waves;
    // What is the same in all waves.
    let limits = plan.offs.map(|off| records(r, off));
    let again = records(r, plan.offs[2]);
    let of_records = match generation {
        // In bytes there.
        Gen::Gfx8 => 64 * STRIDE,
        _ => r.pick(&[u32::MAX, u32::MAX - 1, 1 << 31, 64, 40]),
    };
    let aside = 4 * r.below(64);
    let soffset = 4 * r.below(17) as u32;
    for i in 0..waves {
        let w = &mut case.waves[i as usize];
        for s in 0..100 {
            w.sgpr[s] = r.bits() as u32;
        }
        let part = u64::from(i * BYTES + BEFORE);
        let result = addresses[2] + part;
        let descriptors = [
            (A, addresses[0] + u64::from(BEFORE), 0, limits[0]),
            (B, addresses[1] + u64::from(BEFORE), 0, limits[1]),
            (C, result, 0, limits[2]),
            (AGAIN, result + aside, 0, again),
            (RECORDS, result + 2048, STRIDE, of_records),
            (REST, addresses[3] + part, 0, BYTES - BEFORE),
        ];
        for (s, base, stride, records) in descriptors {
            w.set_s64(s, base | u64::from(stride) << 48);
            // 32-bit unsigned integers.
            w.set_s64(s + 2, u64::from(records) | 0x24fac << 32);
        }
        for s in BELOW {
            w.sgpr[usize::from(s)] = match r.below(4) {
                0 => r.pick(&[0, 1, 63, 64, 100]),
                _ => r.below(65) as u32,
            };
        }
        for s in MASKS {
            let mask = match r.below(3) {
                0 => r.pick(&[0, u64::MAX, 1 << 63, 0xffff_ffff, 0x5555_5555_5555_5555]),
                _ => r.bits(),
            };
            w.set_s64(s, mask);
        }
        w.sgpr[usize::from(SOFFSET)] = soffset;
        w.sgpr[usize::from(M0)] = u32::MAX;
        for v in &mut w.vgprs {
            *v = Vgpr(std::array::from_fn(|_| r.bits() as u32));
        }
        w.vgprs[0] = Vgpr(std::array::from_fn(|lane| lane as u32));
        // Each lane writes to a place of its own, and reads from any.
        let turn = r.below(64) as u32;
        let own = |lane: usize| 16 * (lane as u32 ^ turn) + 1024 * i;
        w.vgprs[usize::from(WRITES_AT)] = Vgpr(std::array::from_fn(own));
        let mixed = r.one_in(2);
        let any = |lane: usize| {
            if mixed {
                16 * r.below(64) as u32 + 1024 * r.below(waves.into()) as u32
            } else {
                own(lane)
            }
        };
        w.vgprs[usize::from(READS_AT)] = Vgpr(std::array::from_fn(any));
    }
    expected(case, plan, &addresses)
}

/// What the model makes of the case.
fn expected(case: &Case, plan: &Plan, addresses: &[u64]) -> Machine {
    let wave = |w: &super::WaveState| {
        let vectors = w.vgprs.iter().map(|v| v.0).collect();
        Wave::new(&w.sgpr, vectors)
    };
    let mut machine = Machine {
        generation: case.generation,
        ecc: case.generation.has(Gens::MAI),
        waves: case.waves.iter().map(wave).collect(),
        lds: case.lds.clone(),
        buffers: addresses
            .iter()
            .zip(&case.buffers)
            .map(|(at, b)| (*at, b.bytes.clone()))
            .collect(),
    };
    let done = machine.run(&plan.ops);
    debug_assert_eq!(done, Ok(()), "an access leaves its buffer");
    machine
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes that are switched off leave memory as it is: the bytes before what a descriptor leads to, and those behind what
    /// accesses come to, are what they were, in the model.
    #[test]
    fn what_is_around_stays() {
        for g in Gen::ALL {
            for seed in 0..40 {
                let r = &mut Source::seeded(seed);
                let plan = make::program(r, g);
                let mut case = blank(g, &plan);
                let machine = fill(r, &mut case, &plan);
                for (b, (_, after)) in case.buffers.iter().zip(&machine.buffers) {
                    assert_eq!(b.bytes[..512], after[..512]);
                }
                assert_eq!(case.buffers[0].bytes, machine.buffers[0].1);
            }
        }
    }

    /// Programs have what they are for.
    #[test]
    fn programs_have_all_operations() {
        let has = |g: Gen, text: &str| {
            (0..60).any(|seed| {
                let plan = make::program(&mut Source::seeded(seed), g);
                format!("{:?}", plan.ops).contains(text)
            })
        };
        for g in Gen::ALL {
            for text in [
                "Select",
                "Advance",
                "Loop",
                "Barrier",
                "dwordx4",
                "Add(",
                "Exec",
                "s_setprio",
                "s_sleep",
                "idxen: true",
                "Both",
            ] {
                assert!(has(g, text), "{g}: {text}");
            }
            assert_eq!(has(g, "d16_hi"), g.is_gfx9(), "{g}");
            assert_eq!(has(g, "Product {"), g.has(Gens::MAI), "{g}");
        }
    }
}
