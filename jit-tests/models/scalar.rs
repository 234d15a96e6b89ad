//! Scalar loads (CLRX GcnInstrsSmrd, GcnInstrsSmem): what an offset counts, and where a buffer ends.
//! Instructions are built from the tables of fields there.
//!
//! Where the sources leave it open: the low two bits are dropped of the sum of a base address and its offset,
//! as in gem5, and dwords behind the end of a buffer are zero, one by one.

use super::*;

/// Bytes of memory.
const BYTES: usize = 1 << 13;
/// Registers of the address or V#, of the offset, and of the data.
const BASE: u32 = 4;
const OFFSET: u32 = 10;
const DATA: u32 = 16;

#[derive(Clone, Copy, Debug)]
struct Load {
    buffer: bool,
    /// Of dwords: 1, 2, 4, 8 or 16.
    log: u32,
    /// The immediate as it stands in the instruction.
    immediate: Option<u32>,
    /// An offset in a register.
    register: bool,
    /// gfx7: the immediate is in a dword behind the instruction.
    literal: bool,
}

impl Load {
    fn random(r: &mut Source<'_>, generation: Gen) -> Load {
        let buffer = r.one_in(2);
        let immediate = match generation {
            Gen::Gfx6 | Gen::Gfx7 => r.below(256),
            Gen::Gfx8 => r.below(1024),
            // Signed, in a field of 21 bits, but for buffers.
            _ if !buffer && r.one_in(3) => (1 << 21) - 1 - r.below(600),
            _ => r.below(1024),
        };
        let literal = generation == Gen::Gfx7 && r.one_in(4);
        let both = matches!(generation, Gen::Gfx9 | Gen::Gfx906) && r.one_in(3);
        let register = !literal && r.one_in(2);
        Load {
            buffer,
            log: r.below(5) as u32,
            immediate: (both || !register).then_some(immediate as u32),
            register: register || both,
            literal,
        }
    }

    fn words(self, generation: Gen) -> Vec<u32> {
        let op = self.log + 8 * u32::from(self.buffer);
        let (pair, immediate) = (BASE / 2, self.immediate.unwrap_or_default());
        let has = u32::from(self.immediate.is_some());
        match generation {
            Gen::Gfx6 | Gen::Gfx7 => {
                let word = 0b11000 << 27 | op << 22 | DATA << 15 | pair << 9;
                if self.literal {
                    vec![word | 0xff, immediate]
                } else if self.register {
                    vec![word | OFFSET]
                } else {
                    vec![word | 1 << 8 | immediate]
                }
            }
            _ => {
                let both = u32::from(self.register && self.immediate.is_some());
                let word = 0b110000 << 26 | op << 18 | has << 17 | both << 14 | DATA << 6 | pair;
                let second = match (has, both) {
                    (0, _) => OFFSET,
                    (_, 0) => immediate,
                    _ => immediate | OFFSET << 25,
                };
                vec![word, second]
            }
        }
    }

    /// Bytes that are added to the base.
    fn offset(self, generation: Gen, register: u32) -> i64 {
        let immediate = i64::from(self.immediate.unwrap_or_default());
        let immediate = match generation {
            Gen::Gfx6 | Gen::Gfx7 => 4 * immediate,
            Gen::Gfx9 | Gen::Gfx906 if !self.buffer && immediate >= 1 << 20 => {
                immediate - (1 << 21)
            }
            _ => immediate,
        };
        immediate + i64::from(self.register) * i64::from(register)
    }

    fn model(self, generation: Gen, base: u64, state: &State) -> Ended {
        let mut s = state.clone();
        let sgpr = state.wave.sgpr;
        let offset = self.offset(generation, sgpr[OFFSET as usize]);
        let from = state.wave.s64(BASE as u8);
        let stride = (from >> 48 & 0x3fff).max(1);
        let size = (u64::from(sgpr[BASE as usize + 2]) * stride) as i64;
        for i in 0..1 << self.log {
            let at = if self.buffer {
                let offset = (offset & !3) + 4 * i;
                let start = (from & 0xffff_ffff_ffff & !3) as i64;
                (offset + 4 <= size).then_some(start + offset)
            } else {
                Some(((from as i64 + offset) & !3) + 4 * i)
            };
            let place = DATA as usize + i as usize;
            s.wave.sgpr[place] = 0;
            if let Some(at) = at {
                let at = at - base as i64;
                if !(0..BYTES as i64 - 3).contains(&at) {
                    return Err(None);
                }
                let bytes = &s.memory[at as usize..][..4];
                s.wave.sgpr[place] = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
            }
        }
        Ok(s)
    }
}

fn check(generation: Gen) {
    let jits = compilers();
    let r = &mut source(6, generation);
    let (mut loaded, mut all) = (0, 0);
    for i in 0..times(60) {
        let load = Load::random(r, generation);
        let words = load.words(generation);
        let words: Vec<String> = words.iter().map(|w| format!(".long {w:#x}")).collect();
        let text = format!("{}\ns_waitcnt lgkmcnt(0)", words.join("\n"));
        let machine = Machine::new(generation, &text, BYTES, &jits[i as usize % jits.len()]);
        let filled = State::random(r, BYTES);
        for _ in 0..20 {
            let mut state = filled.clone();
            state.wave.sgpr.fill_with(|| r.bits() as u32);
            state.set_exec(u64::MAX);
            let at = machine.base + 2048 + 4 * r.below(512) + r.pick(&[0, 0, 0, 1, 2, 3]);
            state.wave.set_s64(BASE as u8, at);
            state.wave.sgpr[OFFSET as usize] = match r.below(8) {
                0 if load.buffer => 0u32.wrapping_sub(r.pick(&[1, 4, 8, 16, 64, 1 << 31])),
                0 => r.bits() as u32,
                1 => r.below(1 << 14) as u32,
                _ => r.below(1 << 11) as u32,
            };
            if load.buffer {
                let stride = r.pick(&[0, 0, 1, 4, 16, 100]);
                state.wave.sgpr[BASE as usize + 1] |= stride << 16;
                state.wave.sgpr[BASE as usize + 2] = match r.below(4) {
                    0 => r.pick(&[u32::MAX, u32::MAX - 0xfff, 1 << 31]),
                    1 => r.below(100) as u32,
                    _ => r.below(1 << 12) as u32,
                };
                state.wave.sgpr[BASE as usize + 3] = 0x27fac;
            }
            let expected = load.model(generation, machine.base, &state);
            machine.check(&state, &expected, || format!("{load:?}"));
            all += 1;
            loaded += u64::from(expected.is_ok());
        }
    }
    assert!(loaded > all / 2, "{loaded} of {all}");
}

#[test]
fn loads() {
    Gen::GCN.into_iter().for_each(check);
}
