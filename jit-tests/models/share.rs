//! Addresses in the LDS (CLRX GcnInstrsDs): what the offsets of one and two addresses count, where the LDS ends.
//!
//! M0 is a limit up to gfx8 (LLVM `ldsRequiresM0Init`), gfx6 does not wrap the sum around (LLVM
//! SIISelLowering), low bits are dropped up to gfx8 and from gfx9 on honoured (unaligned mode; LLVM
//! `allowsMisalignedMemoryAccessesImpl`).

use super::*;

#[derive(Clone, Copy, Debug)]
struct Access {
    name: &'static str,
    /// Bytes of an element.
    size: usize,
    /// Two elements, whose offsets count so many bytes.
    pair: Option<u32>,
    stores: bool,
    signed: bool,
}

const fn read(name: &'static str, size: usize) -> Access {
    Access {
        name,
        size,
        pair: None,
        stores: false,
        signed: false,
    }
}

const fn write(name: &'static str, size: usize) -> Access {
    Access {
        stores: true,
        ..read(name, size)
    }
}

const ACCESSES: &[Access] = &[
    read("ds_read_u8", 1),
    read("ds_read_u16", 2),
    read("ds_read_i8", 1).signed(),
    read("ds_read_i16", 2).signed(),
    read("ds_read_b32", 4),
    read("ds_read_b64", 8),
    write("ds_write_b8", 1),
    write("ds_write_b16", 2),
    write("ds_write_b32", 4),
    write("ds_write_b64", 8),
    read("ds_read2_b32", 4).pair(4),
    read("ds_read2_b64", 8).pair(8),
    read("ds_read2st64_b32", 4).pair(256),
    read("ds_read2st64_b64", 8).pair(512),
    write("ds_write2_b32", 4).pair(4),
    write("ds_write2_b64", 8).pair(8),
    write("ds_write2st64_b32", 4).pair(256),
    write("ds_write2st64_b64", 8).pair(512),
];

impl Access {
    const fn signed(self) -> Access {
        Access {
            signed: true,
            ..self
        }
    }

    /// Of two elements, whose offsets count `bytes`.
    const fn pair(self, bytes: u32) -> Access {
        Access {
            pair: Some(bytes),
            ..self
        }
    }

    /// An address in v1, data from v2 and v6, results from v10 on.
    fn text(self, offsets: [u32; 2]) -> String {
        let registers = |first: usize| match self.size {
            8 => format!("v[{first}:{}]", first + 1),
            _ => format!("v{first}"),
        };
        let offset = match self.pair {
            Some(_) => format!("offset0:{} offset1:{}", offsets[0], offsets[1]),
            None => format!("offset:{}", offsets[0]),
        };
        let operands = match (self.stores, self.pair) {
            (false, None) => format!("{}, v1", registers(10)),
            (false, Some(_)) => format!("v[10:{}], v1", 9 + self.size / 2),
            (true, None) => format!("v1, {}", registers(2)),
            (true, Some(_)) => format!("v1, {}, {}", registers(2), registers(6)),
        };
        format!("{} {operands} {offset}\ns_waitcnt lgkmcnt(0)", self.name)
    }

    /// Where an element lies.
    fn place(self, generation: Gen, address: u32, offset: u32, m0: u32) -> Option<usize> {
        let sum = u64::from(address) + u64::from(offset);
        if generation == Gen::Gfx6 && sum >> 32 != 0 {
            return None;
        }
        let gfx9 = matches!(generation, Gen::Gfx9 | Gen::Gfx906);
        let (limit, low) = if gfx9 {
            (LDS, 0)
        } else {
            (LDS.min(m0), self.size as u64 - 1)
        };
        let at = (sum & 0xffff_ffff & !low) as usize;
        (at + self.size <= limit as usize).then_some(at)
    }

    fn model(self, generation: Gen, offsets: [u32; 2], state: &State) -> State {
        let mut s = state.clone();
        let m0 = state.wave.sgpr[usize::from(gcn_jit::isa::M0)];
        let registers = self.size.div_ceil(4);
        let offsets = match self.pair {
            Some(unit) => vec![offsets[0] * unit, offsets[1] * unit],
            None => vec![offsets[0]],
        };
        for lane in 0..64 {
            if !state.active(lane) {
                continue;
            }
            for (i, offset) in offsets.iter().enumerate() {
                let place = self.place(generation, *s.v(1, lane), *offset, m0);
                for r in 0..registers {
                    let bytes = self.size.min(4);
                    let part = place.map(|at| at + 4 * r);
                    match (self.stores, part) {
                        (true, Some(at)) => {
                            let data = s.v([2, 6][i] + r, lane).to_le_bytes();
                            s.lds[at..at + bytes].copy_from_slice(&data[..bytes]);
                        }
                        (true, None) => {}
                        (false, part) => {
                            let mut data = [0; 4];
                            if let Some(at) = part {
                                data[..bytes].copy_from_slice(&s.lds[at..at + bytes]);
                            }
                            let (data, empty) = (u32::from_le_bytes(data), 32 - 8 * bytes as u32);
                            *s.v(10 + registers * i + r, lane) = if self.signed {
                                ((data << empty) as i32 >> empty) as u32
                            } else {
                                data
                            };
                        }
                    }
                }
            }
        }
        s
    }
}

fn check(generation: Gen) {
    let jits = compilers();
    let r = &mut source(7, generation);
    for (i, access) in ACCESSES.iter().enumerate() {
        for k in 0..times(4) {
            let mut offset = || {
                let most = if access.pair.is_some() { 256 } else { 1 << 16 };
                let near = match access.pair {
                    Some(unit) => u64::from(LDS / unit),
                    None => u64::from(LDS),
                };
                let most = r.pick(&[1, near.min(most), near.min(most), most]);
                r.below(most) as u32
            };
            let offsets = [offset(), offset()];
            let text = access.text(offsets);
            let jit = &jits[(i + k as usize) % jits.len()];
            let machine = Machine::new(generation, &text, 64, jit);
            for _ in 0..8 {
                let mut state = State::random(r, 64);
                state.set_exec(exec(r));
                let (step, start) = (r.pick(&[1, 2, 4, 8, 16, 32u32]), r.below(64) as u32);
                let back = offsets[0].wrapping_mul(access.pair.unwrap_or(1));
                state.wave.vgprs[1] = match r.below(4) {
                    0 => each(|lane| start + step * lane as u32),
                    1 => each(|lane| (start + step * lane as u32).wrapping_sub(back)),
                    2 => each(|_| r.below(u64::from(LDS) + 32) as u32),
                    _ => each(|_| match r.below(8) {
                        0 => r.bits() as u32,
                        1 => (r.below(64) as u32).wrapping_sub(32),
                        _ => r.below(u64::from(LDS)) as u32,
                    }),
                };
                state.wave.sgpr[usize::from(gcn_jit::isa::M0)] = match r.below(4) {
                    0 => r.below(u64::from(LDS) + 32) as u32,
                    _ => u32::MAX,
                };
                let expected = access.model(generation, offsets, &state);
                machine.check(&state, &Ok(expected), || access.name.to_owned());
            }
        }
    }
}

#[test]
fn one_and_two_addresses() {
    Gen::GCN.into_iter().for_each(check);
}
