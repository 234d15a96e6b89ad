//! Which lanes and which parts of registers an instruction reads and writes: DPP and SDWA (CLRX
//! GcnSdwaDpp), swizzles and permutations (CLRX GcnInstrsDs). Instructions are built from the tables of
//! fields there.
//!
//! Where the sources contradict each other: BOUND_CTRL fills with zeros when it is set, as CLRX's prose has
//! it and gem5, not as its code; broadcasts have no source for the lanes before the first that they go to, as
//! in gem5; permutations take bytes and add the offset to the address, as AMD's pseudocode for CDNA has it.

use super::*;

/// Instructions of a program, with destinations of their own.
const MANY: usize = 8;
/// The first of the destinations.
const FIRST: usize = 4;

/// A program of dwords.
fn program(words: &[u32]) -> String {
    let lines: Vec<String> = words.iter().map(|w| format!(".long {w:#x}")).collect();
    lines.join("\n")
}

/// The instructions that the modifiers are on: `v_mov_b32`, `v_xor_b32` and `v_lshlrev_b32` with v2 as the
/// second source, and source `marker`.
fn vop(op: usize, vdst: usize, marker: u32) -> u32 {
    let second = 2 << 9;
    let vdst = (vdst as u32) << 17;
    match op {
        0 => 0x7e00_0000 | vdst | 1 << 9 | marker,
        1 => 21 << 25 | vdst | second | marker,
        _ => 18 << 25 | vdst | second | marker,
    }
}

/// What they compute.
fn result(op: usize, first: u32, second: u32) -> u32 {
    match op {
        0 => first,
        1 => first ^ second,
        _ => second << (first & 31),
    }
}

/// The lane that a lane reads.
fn dpp_source(ctrl: u32, lane: usize) -> Option<usize> {
    let (row, l) = (lane & !15, lane & 15);
    let n = (ctrl & 15) as usize;
    match ctrl {
        0..=0xff => Some((lane & !3) + (ctrl as usize >> (2 * (lane & 3)) & 3)),
        0x101..=0x10f => (l + n < 16).then(|| row + l + n),
        0x111..=0x11f => l.checked_sub(n).map(|l| row + l),
        0x121..=0x12f => Some(row + (16 + l - n) % 16),
        0x130 => (lane < 63).then(|| lane + 1),
        0x134 => Some((lane + 1) % 64),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + 63) % 64),
        0x140 => Some(row + 15 - l),
        0x141 => Some((lane & !7) + 7 - (lane & 7)),
        0x142 => row.checked_sub(1),
        0x143 => (lane >= 32).then_some(31),
        _ => unreachable!("{ctrl:#x} is not a DPP_CTRL"),
    }
}

fn dpp_controls() -> Vec<u32> {
    let rows = (1..16).flat_map(|n| [0x100 + n, 0x110 + n, 0x120 + n]);
    let waves = [0x130, 0x134, 0x138, 0x13c];
    (0..0x100)
        .chain(rows)
        .chain(waves)
        .chain(0x140..=0x143)
        .collect()
}

#[derive(Clone, Copy, Debug)]
struct Dpp {
    op: usize,
    ctrl: u32,
    bound: bool,
    banks: u32,
    rows: u32,
}

impl Dpp {
    fn words(self, vdst: usize) -> [u32; 2] {
        let word =
            1 | self.ctrl << 8 | u32::from(self.bound) << 19 | self.banks << 24 | self.rows << 28;
        [vop(self.op, vdst, 0xfa), word]
    }

    fn model(self, s: &mut State, vdst: usize) {
        let v = |r: usize, lane: usize| s.wave.vgprs[r].0[lane];
        let lane_of = |lane: usize| {
            let written =
                self.rows >> (lane / 16) & 1 != 0 && self.banks >> (lane / 4 % 4) & 1 != 0;
            let from = dpp_source(self.ctrl, lane).filter(|from| s.active(*from));
            let first = match from {
                Some(from) => v(1, from),
                None if self.bound => 0,
                None => return v(vdst, lane),
            };
            if written && s.active(lane) {
                result(self.op, first, v(2, lane))
            } else {
                v(vdst, lane)
            }
        };
        let all = each(lane_of);
        s.wave.vgprs[vdst] = all;
    }
}

const GENERATIONS: [Gen; 3] = [Gen::Gfx8, Gen::Gfx9, Gen::Gfx906];

/// Runs `model` and the program on some states.
fn compare(
    r: &mut Source<'_>,
    machine: &Machine<'_>,
    model: impl Fn(&mut State),
    what: impl Fn() -> String,
) {
    for _ in 0..4 {
        let mut state = State::random(r, 64);
        state.set_exec(exec(r));
        let mut expected = state.clone();
        model(&mut expected);
        machine.check(&state, &Ok(expected), &what);
    }
}

#[test]
fn dpp() {
    let jits = compilers();
    for generation in GENERATIONS {
        let r = &mut source(3, generation);
        for _ in 0..times(1) {
            for (i, ctrls) in dpp_controls().chunks(MANY).enumerate() {
                let mut mask = || if r.one_in(2) { 15 } else { r.below(16) as u32 };
                let masks: Vec<[u32; 2]> = ctrls.iter().map(|_| [mask(), mask()]).collect();
                let make = |(ctrl, [banks, rows]): (&u32, [u32; 2])| Dpp {
                    op: r.below(3) as usize,
                    ctrl: *ctrl,
                    bound: r.one_in(2),
                    banks,
                    rows,
                };
                let insts: Vec<Dpp> = ctrls.iter().zip(masks).map(make).collect();
                let words = insts.iter().zip(FIRST..).flat_map(|(d, v)| d.words(v));
                let text = program(&words.collect::<Vec<u32>>());
                let machine = Machine::new(generation, &text, 64, &jits[i % jits.len()]);
                let model = |s: &mut State| {
                    for (inst, vdst) in insts.iter().zip(FIRST..) {
                        inst.model(s, vdst);
                    }
                };
                compare(r, &machine, model, || format!("{insts:x?}"));
            }
        }
    }
}

/// One source of SDWA: the selected part, 0 to 3 bytes, 4 and 5 words, 6 all.
fn select(x: u32, part: u32, sext: bool) -> u32 {
    let (low, bits) = match part {
        6 => return x,
        0..4 => (8 * part, 8),
        _ => (16 * (part - 4), 16),
    };
    let top = x << (32 - bits - low);
    if sext {
        (top as i32 >> (32 - bits)) as u32
    } else {
        top >> (32 - bits)
    }
}

/// What is written of a result: the part has its low bits, and the others are zero, the part's sign
/// above it, or what was there.
fn place(x: u32, old: u32, part: u32, unused: u32) -> u32 {
    let (low, mask) = match part {
        6 => return x,
        0..4 => (8 * part, 0xff),
        _ => (16 * (part - 4), 0xffff),
    };
    let x = x & mask;
    match unused {
        0 => x << low,
        1 if x > mask / 2 => (x | !mask) << low,
        1 => x << low,
        _ => x << low | old & !(mask << low),
    }
}

#[derive(Clone, Copy, Debug)]
struct Sdwa {
    op: usize,
    dst: u32,
    unused: u32,
    first: (u32, bool),
    second: (u32, bool),
}

impl Sdwa {
    fn random(r: &mut Source<'_>) -> Sdwa {
        let op = r.below(3) as usize;
        let mut source = || (r.below(7) as u32, r.one_in(2));
        let (first, second) = (source(), source());
        Sdwa {
            op,
            dst: r.below(7) as u32,
            unused: r.below(3) as u32,
            first,
            // V_MOV has none: all of the register is the default.
            second: if op == 0 { (6, false) } else { second },
        }
    }

    fn words(self, vdst: usize) -> [u32; 2] {
        let source = |(part, sext): (u32, bool)| part | u32::from(sext) << 3;
        let word = 1
            | self.dst << 8
            | self.unused << 11
            | source(self.first) << 16
            | source(self.second) << 24;
        [vop(self.op, vdst, 0xf9), word]
    }

    fn model(self, s: &mut State, vdst: usize) {
        for lane in 0..64 {
            if !s.active(lane) {
                continue;
            }
            let first = select(*s.v(1, lane), self.first.0, self.first.1);
            let second = select(*s.v(2, lane), self.second.0, self.second.1);
            let old = *s.v(vdst, lane);
            *s.v(vdst, lane) = place(result(self.op, first, second), old, self.dst, self.unused);
        }
    }
}

#[test]
fn sdwa() {
    let jits = compilers();
    for generation in GENERATIONS {
        let r = &mut source(4, generation);
        for i in 0..times(40) {
            let insts: [Sdwa; MANY] = std::array::from_fn(|_| Sdwa::random(r));
            let words = insts.iter().zip(FIRST..).flat_map(|(d, v)| d.words(v));
            let text = program(&words.collect::<Vec<u32>>());
            let machine = Machine::new(generation, &text, 64, &jits[i as usize % jits.len()]);
            let model = |s: &mut State| {
                for (inst, vdst) in insts.iter().zip(FIRST..) {
                    inst.model(s, vdst);
                }
            };
            compare(r, &machine, model, || format!("{insts:?}"));
        }
    }
}

/// DS_SWIZZLE_B32 with a quad permutation, or masks within 32 lanes.
fn swizzle_source(offset: u32, lane: usize) -> usize {
    match offset >> 15 {
        1 => (lane & 0x3c) + (offset as usize >> (2 * (lane & 3)) & 3),
        _ => {
            let (and, or, xor) = (offset & 31, offset >> 5 & 31, offset >> 10);
            let l = lane as u32 & 31;
            (lane & 32) + (((l & and) | or) ^ xor) as usize
        }
    }
}

/// `v4 = op(v1, v2)` with an offset: addresses in v1, data in v2. A swizzle has its data in v1.
fn exchange(s: &mut State, op: &str, offset: u32) {
    let read = |s: &mut State, register: usize, from: usize| {
        if s.active(from) {
            *s.v(register, from)
        } else {
            0
        }
    };
    let target = |s: &mut State, lane: usize| (s.v(1, lane).wrapping_add(offset) / 4 % 64) as usize;
    let mut out = [0; 64];
    for lane in 0..64 {
        match op {
            "ds_swizzle_b32" => out[lane] = read(s, 1, swizzle_source(offset, lane)),
            "ds_bpermute_b32" => {
                let from = target(s, lane);
                out[lane] = read(s, 2, from);
            }
            // The highest lane comes last.
            _ if s.active(lane) => out[target(s, lane)] = *s.v(2, lane),
            _ => {}
        }
    }
    for (lane, out) in out.into_iter().enumerate() {
        if s.active(lane) {
            *s.v(4, lane) = out;
        }
    }
}

#[test]
fn swizzles_and_permutations() {
    let jits = compilers();
    for generation in Gen::GCN {
        let r = &mut source(5, generation);
        let ops: &[&str] = match generation {
            Gen::Gfx6 | Gen::Gfx7 => &["ds_swizzle_b32"],
            _ => &["ds_swizzle_b32", "ds_permute_b32", "ds_bpermute_b32"],
        };
        for i in 0..times(60) {
            let op = r.pick(ops);
            let swizzles = op == "ds_swizzle_b32";
            let offset = match (swizzles, r.one_in(3)) {
                (true, true) => 0x8000 + r.below(0x100) as u32,
                (true, false) => r.below(0x8000) as u32,
                (false, true) => r.below(0x1_0000) as u32,
                (false, false) => 0,
            };
            let text = if swizzles {
                format!("{op} v4, v1 offset:{offset:#x}")
            } else {
                format!("{op} v4, v1, v2 offset:{offset:#x}")
            };
            let text = format!("{text}\ns_waitcnt lgkmcnt(0)");
            let machine = Machine::new(generation, &text, 64, &jits[i as usize % jits.len()]);
            compare(r, &machine, |s| exchange(s, op, offset), String::new);
        }
    }
}
