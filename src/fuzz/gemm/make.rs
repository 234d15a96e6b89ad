//! Programs like products of matrices that are written by hand: loads of the next tile between what is done with this one, two
//! halves of the LDS, lanes switched off by their offsets, descriptors whose bases go on.

use super::ops::{
    Access, Kind, LOADS, Mask, Math, Op, PRODUCTS, Product, SMALL_LOADS, SMALL_STORES, Writer,
};
use crate::fuzz::Source;
use crate::fuzz::code::Item;
use crate::isa::Gen;

/// Descriptors: of two factors, of the result twice, at two places, of its records, and of what is left of the registers.
pub(super) const A: u8 = 16;
pub(super) const B: u8 = 20;
pub(super) const C: u8 = 24;
pub(super) const AGAIN: u8 = 28;
pub(super) const RECORDS: u8 = 32;
pub(super) const REST: u8 = 36;
/// Bytes of a record.
pub(super) const STRIDE: u32 = 16;
/// Numbers of lanes, masks, and an SOFFSET.
pub(super) const BELOW: [u8; 2] = [40, 41];
pub(super) const MASKS: [u8; 3] = [42, 44, 46];
pub(super) const SOFFSET: u8 = 48;
const COUNTER: u8 = 50;

/// Where in the LDS a lane writes, and reads.
pub(super) const WRITES_AT: u8 = 1;
pub(super) const READS_AT: u8 = 2;
/// Bytes of LDS, of each half of it, and of the part of A in one.
pub(super) const LDS: u32 = 2 * HALF;
const HALF: u32 = 4096;
const PART: u32 = 2048;
/// Offsets of all lanes, and what has become of them where lanes are switched off, by descriptor; the index of a record has
/// an offset behind it.
const OFFSET: [u8; 4] = [3, 4, 5, 6];
const SWITCHED: [u8; 4] = [8, 9, 12, 10];
const FLAT: u8 = 7;
/// Data: of both factors, what comes from the LDS, sums, halves.
const DATA: [u8; 2] = [16, 20];
const READ: [u8; 2] = [24, 28];
const SUMS: [u8; 2] = [32, 36];
const HALVES: u8 = 40;

/// What an offset is that switches a lane off.
const OFFS: [u32; 4] = [u32::MAX, u32::MAX - 3, u32::MAX - 7, 1 << 31];

/// How often a base goes on at most, by 64 bytes at most.
const ADVANCES: u32 = 8;

/// What leaves everything as it is.
const IDLE: [&str; 7] = [
    "s_setprio 1",
    "s_setprio 0",
    "s_sleep 1",
    "s_nop 2",
    "s_waitcnt vmcnt(0)",
    "s_waitcnt lgkmcnt(0)",
    "s_waitcnt vmcnt(1)",
];

/// A program.
pub(super) struct Plan {
    pub ops: Vec<Op>,
    pub items: Vec<Item>,
    pub waves: u32,
    /// What switches a lane off, for A, B and C.
    pub offs: [u32; 3],
}

struct Maker<'a, 'b> {
    r: &'a mut Source<'b>,
    generation: Gen,
    ops: Vec<Op>,
    waves: u32,
    offs: [u32; 3],
    product: Option<Product>,
    /// How often bases may still go on, and how often what is being made is done.
    advances: u32,
    times: u32,
}

/// A program for one generation.
pub(super) fn program(r: &mut Source<'_>, generation: Gen) -> Plan {
    let fits = |p: &Product| {
        let op = Op::Product {
            product: *p,
            a: DATA[0],
            b: DATA[1],
            first: true,
        };
        Writer::new(generation).push(&op)
    };
    let products: Vec<Product> = PRODUCTS.into_iter().filter(fits).collect();
    let product = (!products.is_empty() && !r.one_in(4)).then(|| r.pick(&products));
    let waves = if r.one_in(3) { 2 } else { 1 };
    let offs = [(); 3].map(|()| if r.one_in(2) { u32::MAX } else { r.pick(&OFFS) });
    let mut m = Maker {
        r,
        generation,
        ops: vec![],
        waves,
        offs,
        product,
        advances: ADVANCES,
        times: 1,
    };
    m.whole();
    let ops = m.ops;
    let mut writer = Writer::new(generation);
    for op in &ops {
        let done = writer.push(op);
        debug_assert!(done, "{op:?} is not in {generation}");
    }
    let end = writer.push(&Op::Idle("s_endpgm"));
    debug_assert!(end);
    Plan {
        ops,
        items: writer.items,
        waves,
        offs,
    }
}

impl Maker<'_, '_> {
    /// Adds what the generation has.
    fn push(&mut self, op: Op) -> bool {
        let done = Writer::new(self.generation).push(&op);
        if done {
            self.ops.push(op);
        }
        done
    }

    fn idle(&mut self) {
        let text = self.r.pick(&IDLE);
        self.push(Op::Idle(text));
    }

    fn barrier(&mut self) {
        if self.waves > 1 || self.r.one_in(3) {
            self.push(Op::Barrier);
        }
    }

    fn mask(&mut self) -> Mask {
        let below = self.r.pick(&BELOW);
        let mask = self.r.pick(&MASKS);
        match self.r.below(3) {
            0 => Mask::Below(below),
            1 => Mask::Of(mask),
            _ => Mask::Both(below, mask),
        }
    }

    /// Switches lanes off: of A, B, C or the records.
    fn select(&mut self, which: usize) {
        let mask = self.mask();
        let (dst, src) = (SWITCHED[which], OFFSET[which]);
        let off = self.offs.get(which).copied().unwrap_or(u32::MAX);
        self.push(Op::Select {
            dst,
            src,
            mask,
            off,
        });
        if which == 3 && self.r.one_in(2) {
            let off = self.r.pick(&OFFS);
            let (dst, src) = (dst + 1, dst + 1);
            self.push(Op::Select {
                dst,
                src,
                mask,
                off,
            });
        }
    }

    /// An access by offsets: to A, B or C, at one of its places.
    fn by_offset(&mut self, which: usize, kind: Kind, data: u8) -> Access {
        let buffer = match which {
            0 => A,
            1 => B,
            _ => self.r.pick(&[C, AGAIN]),
        };
        Access {
            kind,
            data,
            vaddr: SWITCHED[which],
            buffer,
            idxen: false,
            offen: true,
            // The sum with what a lane is switched off by may have more than 32 bits.
            offset: 4 * self.r.below(32) as u16,
            soffset: self.r.one_in(4).then_some(SOFFSET),
        }
    }

    /// An access to records.
    fn by_index(&mut self, kind: Kind, data: u8) -> Access {
        Access {
            kind,
            data,
            vaddr: SWITCHED[3],
            buffer: RECORDS,
            idxen: true,
            offen: self.r.one_in(2),
            offset: 4 * self.r.below(4) as u16,
            soffset: self.r.one_in(4).then_some(SOFFSET),
        }
    }

    fn load(&mut self, which: usize) {
        let kind = self.r.pick(&LOADS);
        let data = DATA.get(which).copied().unwrap_or(READ[1]);
        let access = self.by_offset(which, kind, data);
        self.push(Op::Load(access));
    }

    /// Both halves of a register, or an element by itself.
    fn halves(&mut self) {
        let data = HALVES + self.r.below(4) as u8;
        let kinds = if self.r.one_in(2) {
            vec![SMALL_LOADS[4], SMALL_LOADS[5]]
        } else {
            vec![self.r.pick(&SMALL_LOADS)]
        };
        for kind in kinds {
            let which = self.r.below(3) as usize;
            let access = self.by_offset(which, kind, data);
            self.push(Op::Load(access));
        }
    }

    /// Dwords that an access to the LDS has, and its offset in one of the parts.
    fn in_lds(&mut self, part: usize) -> (u8, u16) {
        let dwords = self.r.pick(&[1, 2, 4, 4]);
        let within = self.r.below(4 / u64::from(dwords)) as u32 * u32::from(dwords) * 4;
        (dwords, (part as u32 * PART + within) as u16)
    }

    fn read(&mut self) {
        for (part, data) in READ.into_iter().enumerate() {
            let (dwords, offset) = self.in_lds(part);
            let at = READS_AT;
            self.push(Op::Read {
                at,
                data,
                dwords,
                offset,
            });
        }
    }

    fn write(&mut self) {
        for (part, data) in DATA.into_iter().enumerate() {
            let (dwords, offset) = self.in_lds(part);
            let at = WRITES_AT;
            self.push(Op::Write {
                at,
                data,
                dwords,
                offset,
            });
        }
    }

    fn flip(&mut self, reg: u8) {
        self.push(Op::Flip { reg, by: HALF });
    }

    /// One of the registers that have data.
    fn data(&mut self) -> u8 {
        let first = self.r.pick(&[DATA[0], DATA[1], READ[0], READ[1], HALVES]);
        first + self.r.below(4) as u8
    }

    fn math(&mut self) {
        for _ in 0..1 + self.r.below(4) {
            let math = self
                .r
                .pick(&[Math::Xor, Math::Mad24, Math::Mad24, Math::Dot4]);
            let (a, b) = (self.data(), self.data());
            let dst = SUMS[0] + self.r.below(4) as u8;
            self.push(Op::Math { math, dst, a, b });
        }
    }

    fn product(&mut self, first: bool) {
        let Some(product) = self.product else {
            return self.math();
        };
        let [from, to] = if first || self.r.one_in(3) {
            DATA
        } else {
            READ
        };
        let (a, b) = (from, to);
        self.push(Op::Product {
            product,
            a,
            b,
            first,
        });
    }

    fn advance(&mut self) {
        let Some(left) = self.advances.checked_sub(self.times) else {
            return;
        };
        self.advances = left;
        for buffer in [A, B, C] {
            if self.r.one_in(2) {
                let by = 4 * (1 + self.r.below(16) as u32);
                let back = self.r.one_in(3);
                self.push(Op::Advance { buffer, by, back });
            }
        }
    }

    fn store(&mut self) {
        let data = self.r.pick(&[SUMS[0], SUMS[0], DATA[0], READ[0], HALVES]);
        let kind = if self.r.one_in(4) {
            self.r.pick(&SMALL_STORES)
        } else {
            self.r.pick(&LOADS)
        };
        match self.r.below(6) {
            0 => {
                let access = self.by_offset(2, LOADS[0], data);
                self.push(Op::Add(access));
            }
            1 => {
                let access = self.by_index(kind, data);
                self.push(Op::Store(access));
            }
            _ => {
                let access = self.by_offset(2, kind, data);
                self.push(Op::Store(access));
            }
        }
    }

    fn load_records(&mut self) {
        let kind = self.r.pick(&LOADS);
        let access = self.by_index(kind, HALVES);
        self.push(Op::Load(access));
    }

    /// Some accesses by the lanes of a mask.
    fn under_exec(&mut self) {
        let mask = self.r.pick(&MASKS);
        self.push(Op::Exec(Some(mask)));
        for _ in 0..1 + self.r.below(3) {
            match self.r.below(4) {
                0 => self.store(),
                1 => self.math(),
                _ => self.load(2),
            }
        }
        self.push(Op::Exec(None));
    }

    fn any(&mut self) {
        match self.r.below(14) {
            0 | 1 => self.idle(),
            2 => self.halves(),
            3 => self.load_records(),
            4 => self.store(),
            5 => self.load(2),
            6 => self.under_exec(),
            7 => self.advance(),
            8 => {
                let which = self.r.below(4) as usize;
                self.select(which);
            }
            9 | 10 => self.math(),
            11 => self.product(false),
            12 => {
                let which = self.r.below(2) as usize;
                self.load(which);
            }
            _ => self.read(),
        }
    }

    fn some(&mut self, n: u64) {
        for _ in 0..self.r.below(n) {
            self.any();
        }
    }

    /// What is done with a tile while the next one is loaded.
    fn round(&mut self) {
        if self.r.one_in(2) {
            let which = self.r.below(2) as usize;
            self.select(which);
        }
        self.load(0);
        self.read();
        self.some(3);
        self.product(false);
        self.load(1);
        self.some(3);
        self.math();
        if self.r.one_in(2) {
            self.push(Op::Idle("s_waitcnt vmcnt(0)"));
        }
        self.write();
        self.flip(WRITES_AT);
        self.flip(READS_AT);
        if self.waves == 1 && self.r.one_in(3) {
            // Of the next tile, as soon as it is there.
            self.read();
        }
        self.barrier();
        if !self.r.one_in(4) {
            self.advance();
        }
    }

    fn whole(&mut self) {
        for (i, dst) in OFFSET.into_iter().enumerate() {
            let records = i == 3;
            let times = if records {
                1
            } else {
                self.r.pick(&[4, 8, 12, 16, 16, 32])
            };
            let plus = if records {
                0
            } else {
                4 * self.r.below(8) as u32
            };
            self.push(Op::Lanes { dst, times, plus });
        }
        self.push(Op::Lanes {
            dst: SWITCHED[3] + 1,
            times: 4,
            plus: 0,
        });
        self.push(Op::Lanes {
            dst: FLAT,
            times: 16,
            plus: 0,
        });
        if self.waves == 1 && self.r.one_in(2) {
            for dst in [WRITES_AT, READS_AT] {
                self.push(Op::Lanes {
                    dst,
                    times: 16,
                    plus: 0,
                });
            }
        }
        (0..4).for_each(|which| self.select(which));
        self.load(0);
        self.load(1);
        self.write();
        self.flip(WRITES_AT);
        self.barrier();
        self.product(true);
        self.rounds();
        self.epilogue();
    }

    /// A loop of rounds, or rounds that follow each other.
    fn rounds(&mut self) {
        let n = 1 + self.r.below(3);
        if self.r.one_in(2) {
            return (0..n).for_each(|_| self.round());
        }
        let before = self.ops.len();
        self.times = n as u32;
        self.round();
        self.times = 1;
        let body = self.ops.split_off(before);
        self.push(Op::Loop {
            counter: COUNTER,
            rounds: n as u8,
            body,
        });
    }

    fn epilogue(&mut self) {
        self.some(3);
        if let Some(product) = self.product {
            for k in 0..4 {
                let from = self.r.below(product.sums().into()) as u8;
                self.push(Op::Sum {
                    dst: SUMS[1] + k,
                    from,
                });
            }
        }
        self.select(2);
        self.load(2);
        self.math();
        for _ in 0..1 + self.r.below(4) {
            self.store();
        }
        self.some(2);
        // What is in the registers: sums always, the rest mostly.
        for (k, data) in [SUMS[0], SUMS[1], READ[0], DATA[0], DATA[1], HALVES]
            .into_iter()
            .enumerate()
        {
            if k > 1 && self.r.one_in(2) {
                continue;
            }
            let access = Access {
                kind: LOADS[3],
                data,
                vaddr: FLAT,
                buffer: REST,
                idxen: false,
                offen: true,
                // A field of 12 bits: half of what the fourth register's lanes need lies behind it.
                offset: 512 * k as u16,
                soffset: None,
            };
            self.push(Op::Store(access));
        }
    }
}
