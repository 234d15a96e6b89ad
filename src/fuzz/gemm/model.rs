//! What a program must leave behind, from the manuals' text alone: CLRX GcnMemHandling, "Buffer addressing"; for what
//! NUM_RECORDS counts, Mesa's `si_make_buffer_descriptor`; that dwords are in range or not each by itself, AMD's Vega ISA, "Range
//! checking"; that an access which begins out of range does not come back in behind 2^32, LLVM's
//! `SITargetLowering::allowsMisalignedMemoryAccessesImpl`; how matrices lie in registers, AMD's matrix instruction calculator.
//!
//! It uses nothing that a backend uses.

use super::ops::{Access, LANE, Mask, Math, Op, Place, Product, VGPRS};
use crate::isa::{Gen, Gens};

/// A wave.
#[derive(Clone)]
pub(super) struct Wave {
    pub scalars: Vec<u32>,
    pub vectors: Vec<[u32; 64]>,
    sums: Vec<[u32; 64]>,
    exec: u64,
}

impl Wave {
    pub fn new(scalars: &[u32], vectors: Vec<[u32; 64]>) -> Wave {
        Wave {
            scalars: scalars.to_vec(),
            vectors,
            sums: vec![[0; 64]; VGPRS as usize],
            exec: u64::MAX,
        }
    }

    fn s(&self, s: u8) -> u32 {
        self.scalars[usize::from(s)]
    }

    fn pair(&self, s: u8) -> u64 {
        u64::from(self.s(s)) | u64::from(self.s(s + 1)) << 32
    }

    fn v(&mut self, v: u8) -> &mut [u32; 64] {
        &mut self.vectors[usize::from(v)]
    }

    fn get(&self, v: u8, lane: usize) -> u32 {
        self.vectors[usize::from(v)][lane]
    }

    fn lanes(&self) -> impl Iterator<Item = usize> + use<> {
        let exec = self.exec;
        (0..64).filter(move |lane| exec >> lane & 1 != 0)
    }
}

/// All that a program runs on.
#[derive(Clone)]
pub(super) struct Machine {
    pub generation: Gen,
    /// Loads of 16 bits write whole registers (LLVM AMDGPUUsage, `sramecc`).
    pub ecc: bool,
    pub waves: Vec<Wave>,
    pub lds: Vec<u8>,
    /// Each with its guest address.
    pub buffers: Vec<(u64, Vec<u8>)>,
}

/// The access leaves every allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outside;

impl Machine {
    /// Runs `program` by all waves, each up to the next barrier.
    pub fn run(&mut self, program: &[Op]) -> Result<(), Outside> {
        let mut flat = vec![];
        flatten(program, &mut flat);
        for part in flat.split(|op| **op == Op::Barrier) {
            for wave in 0..self.waves.len() {
                part.iter().try_for_each(|op| self.op(wave, op))?;
            }
        }
        Ok(())
    }

    fn op(&mut self, wave: usize, op: &Op) -> Result<(), Outside> {
        let w = &mut self.waves[wave];
        match *op {
            Op::Idle(_) | Op::Barrier | Op::Loop { .. } => {}
            Op::Lanes { dst, times, plus } => {
                for lane in w.lanes() {
                    w.v(dst)[lane] = lane as u32 * u32::from(times) + plus;
                }
            }
            Op::Select {
                dst,
                src,
                mask,
                off,
            } => {
                let on = match mask {
                    Mask::Of(pair) => w.pair(pair),
                    Mask::Below(s) => below(w, s),
                    Mask::Both(s, pair) => below(w, s) & w.pair(pair),
                };
                for lane in w.lanes() {
                    w.v(dst)[lane] = match on >> lane & 1 {
                        0 => off,
                        _ => w.get(src, lane),
                    };
                }
            }
            Op::Load(a) => return self.load(wave, &a),
            Op::Store(a) => return self.store(wave, &a),
            Op::Add(a) => return self.add(wave, &a),
            Op::Write {
                at,
                data,
                dwords,
                offset,
            } => {
                for lane in w.lanes() {
                    let at = (w.get(at, lane) + u32::from(offset)) as usize;
                    for k in 0..dwords {
                        let to = at + 4 * usize::from(k);
                        self.lds[to..to + 4].copy_from_slice(&w.get(data + k, lane).to_le_bytes());
                    }
                }
            }
            Op::Read {
                at,
                data,
                dwords,
                offset,
            } => {
                for lane in w.lanes() {
                    let at = (w.get(at, lane) + u32::from(offset)) as usize;
                    for k in 0..dwords {
                        w.v(data + k)[lane] = dword(&self.lds[at + 4 * usize::from(k)..]);
                    }
                }
            }
            Op::Flip { reg, by } => {
                for lane in w.lanes() {
                    w.v(reg)[lane] ^= by;
                }
            }
            Op::Math { math, dst, a, b } => {
                for lane in w.lanes() {
                    let (a, b, c) = (w.get(a, lane), w.get(b, lane), w.get(dst, lane));
                    w.v(dst)[lane] = match math {
                        Math::Xor => a ^ b,
                        Math::Mad24 => {
                            let low = |v: u32| v & 0xff_ffff;
                            low(a).wrapping_mul(low(b)).wrapping_add(c)
                        }
                        Math::Dot4 => dot(a.to_le_bytes(), b.to_le_bytes()).wrapping_add(c),
                    };
                }
            }
            Op::Product {
                product,
                a,
                b,
                first,
            } => multiply(w, product, a, b, first),
            Op::Sum { dst, from } => {
                for lane in w.lanes() {
                    w.v(dst)[lane] = w.sums[usize::from(from)][lane];
                }
            }
            Op::Advance { buffer, by, back } => {
                let sum = if back {
                    w.pair(buffer).wrapping_sub(by.into())
                } else {
                    w.pair(buffer).wrapping_add(by.into())
                };
                w.scalars[usize::from(buffer)] = sum as u32;
                w.scalars[usize::from(buffer) + 1] = (sum >> 32) as u32;
            }
            Op::Exec(mask) => w.exec = mask.map_or(u64::MAX, |s| w.pair(s)),
        }
        Ok(())
    }

    /// The guest addresses of a lane's parts; none of those out of range.
    fn places(&self, wave: usize, a: &Access, lane: usize) -> Vec<Option<u64>> {
        let w = &self.waves[wave];
        let word = |n: u8| u64::from(w.s(a.buffer + n));
        let base = word(0) | (word(1) & 0xffff) << 32;
        let stride = word(1) >> 16 & 0x3fff;
        let records = word(2);
        let [first, second] = [0, 1].map(|n| u64::from(w.get(a.vaddr + n, lane)));
        let (index, offset) = match (a.idxen, a.offen) {
            (false, false) => (0, 0),
            (true, false) => (first, 0),
            (false, true) => (0, first),
            (true, true) => (first, second),
        };
        let soffset = a.soffset.map_or(0, |s| u64::from(w.s(s)));
        let counts_records = stride != 0
            && !self.generation.has(Gens::COUNTS_BYTES)
            && (!self.generation.is_gfx9() || a.idxen);
        let part = |k: u8| {
            let offset = offset + u64::from(a.offset) + u64::from(k) * u64::from(a.kind.unit);
            let place = index * stride + offset;
            let outside = if counts_records {
                index >= records || (a.idxen && offset >= stride)
            } else {
                place + soffset >= records
            };
            (!outside).then_some(base + soffset + place)
        };
        (0..a.kind.parts).map(part).collect()
    }

    /// The bytes at a guest address.
    fn at(&mut self, address: u64, bytes: u32) -> Result<&mut [u8], Outside> {
        let inside = |(base, b): &&mut (u64, Vec<u8>)| {
            address >= *base && address + u64::from(bytes) <= *base + b.len() as u64
        };
        let (base, b) = self.buffers.iter_mut().find(inside).ok_or(Outside)?;
        let at = (address - *base) as usize;
        Ok(&mut b[at..at + bytes as usize])
    }

    fn load(&mut self, wave: usize, a: &Access) -> Result<(), Outside> {
        for lane in self.waves[wave].lanes() {
            for (k, place) in (0..).zip(self.places(wave, a, lane)) {
                let mut bytes = [0; 4];
                if let Some(place) = place {
                    let found = self.at(place, a.kind.unit)?;
                    bytes[..found.len()].copy_from_slice(found);
                }
                let v = u32::from_le_bytes(bytes);
                let ecc = self.ecc;
                let to = &mut self.waves[wave].v(a.data + k)[lane];
                *to = match a.kind.place {
                    Place::Whole { signed: false } => v,
                    Place::Whole { signed: true } => {
                        let empty = 32 - 8 * a.kind.unit;
                        ((v << empty) as i32 >> empty) as u32
                    }
                    Place::Low if ecc => v,
                    Place::High if ecc => v << 16,
                    Place::Low => *to & 0xffff_0000 | v,
                    Place::High => *to & 0xffff | v << 16,
                };
            }
        }
        Ok(())
    }

    fn store(&mut self, wave: usize, a: &Access) -> Result<(), Outside> {
        for lane in self.waves[wave].lanes() {
            for (k, place) in (0..).zip(self.places(wave, a, lane)) {
                let Some(place) = place else { continue };
                let v = self.waves[wave].get(a.data + k, lane);
                let v = match a.kind.place {
                    Place::Whole { .. } | Place::Low => v,
                    Place::High => v >> 16,
                };
                let to = self.at(place, a.kind.unit)?;
                to.copy_from_slice(&v.to_le_bytes()[..to.len()]);
            }
        }
        Ok(())
    }

    fn add(&mut self, wave: usize, a: &Access) -> Result<(), Outside> {
        for lane in self.waves[wave].lanes() {
            if let Some(place) = self.places(wave, a, lane)[0] {
                let v = self.waves[wave].get(a.data, lane);
                let to = self.at(place, 4)?;
                let sum = dword(to).wrapping_add(v);
                to.copy_from_slice(&sum.to_le_bytes());
            }
        }
        Ok(())
    }
}

/// The operations in the order in which they are done.
fn flatten<'a>(program: &'a [Op], out: &mut Vec<&'a Op>) {
    for op in program {
        match op {
            Op::Loop { rounds, body, .. } => (0..*rounds).for_each(|_| flatten(body, out)),
            op => out.push(op),
        }
    }
}

fn dword(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// The active lanes whose numbers are below a scalar register.
fn below(w: &Wave, s: u8) -> u64 {
    let below = |lane: &usize| w.get(LANE, *lane) < w.s(s);
    w.lanes()
        .filter(below)
        .fold(0, |mask, lane| mask | 1 << lane)
}

/// The sum of four products of signed bytes.
fn dot(a: [u8; 4], b: [u8; 4]) -> u32 {
    let products = a
        .iter()
        .zip(b)
        .map(|(a, b)| i32::from(*a as i8) * i32::from(b as i8));
    products.sum::<i32>() as u32
}

/// A product of matrices. In a lane are some k of a row of A, and of a column of B; its sums are four rows, one after the
/// other, of a column, then the next four that are as many fours further as there are lanes to a column.
fn multiply(w: &mut Wave, p: Product, a: u8, b: u8, first: bool) {
    let (size, bytes) = (usize::from(p.size), usize::from(p.bytes));
    // Lanes of a block, and in it of a row.
    let block = 64 / usize::from(p.blocks);
    let parts = block / size;
    let byte = |w: &Wave, v: u8, line: usize, k: usize, n: usize| {
        let lane = n * block + k / bytes * size + line;
        let register = v + (k % bytes / 4) as u8;
        w.get(register, lane).to_le_bytes()[k % 4] as i8
    };
    for n in 0..usize::from(p.blocks) {
        for i in 0..size {
            for j in 0..size {
                let product = |k| i32::from(byte(w, a, i, k, n)) * i32::from(byte(w, b, j, k, n));
                let sum = (0..bytes * parts).map(product).sum::<i32>() as u32;
                let lane = n * block + i / 4 % parts * size + j;
                let to = &mut w.sums[i % 4 + i / 4 / parts * 4][lane];
                *to = if first { sum } else { to.wrapping_add(sum) };
            }
        }
    }
}
