//! Stores to the LDS where there is no scatter: see [`super::super::puts`]. Lanes store one after the other, which is the
//! machine's order whatever their addresses are.

use super::super::assembler::{Assembler, Cond, Label};
use super::super::encode::{Mask, Mem, Rm, to_gpr, vector};
use super::super::gathers::{FIRST, LOW, SECOND};
use super::super::gpr::{CONSTANTS, RUN, SCRATCH, SLOTS};
use super::super::masks::{jump_if_any, jump_unless_full, mask_to_gpr, plain, spread, upper_half};
use super::super::ops::Op;
use super::super::puts::{Data, Put};
use super::shaped::first_lane;
use super::{Alloc, Cold, Inst, NEVER, NONE, V, What};
use crate::ir::plant::{Fault, planted};

/// Lanes of half a vector.
const HALF: u8 = 4;

/// Registers of a [`Put`].
#[derive(Clone, Copy, Debug)]
pub(in crate::jit::vector) struct Regs {
    /// Addresses, data, and three that are free.
    at: u8,
    data: [u8; 2],
    free: [u8; 3],
    /// The active lanes, unless all are.
    k: Option<u8>,
    /// There are two operands.
    second: bool,
}

/// What a lane stores: an element of a register.
#[derive(Clone, Copy)]
struct Element {
    /// Which of the put's elements.
    element: usize,
    /// Which of its operands has it.
    operand: usize,
}

/// What lane `lane` stores, in its order.
fn elements(data: Data, lane: u8, second: bool) -> Vec<Element> {
    let both = [0, 1].map(|k| Element {
        element: k,
        operand: k,
    });
    let is_last = lane >= HALF;
    match data {
        Data::Dwords => both[..1 + usize::from(second)].to_vec(),
        Data::Qwords => vec![Element {
            element: 0,
            operand: usize::from(is_last),
        }],
        Data::LowQwords | Data::HighQwords if is_last != (data == Data::HighQwords) => vec![],
        Data::LowQwords | Data::HighQwords => both.to_vec(),
    }
}

/// Whether a lane's elements are in the upper halves of registers, and their place there.
fn place(data: Data, lane: u8) -> (bool, u8) {
    match data {
        Data::Dwords => (lane >= HALF, lane % HALF),
        Data::Qwords | Data::LowQwords | Data::HighQwords => (lane % HALF >= 2, lane % 2),
    }
}

/// Stores an element of half a vector to `to`.
fn store(out: &mut Assembler, data: Data, from: u8, place: u8, to: Mem) {
    let op = match (data, place) {
        (Data::Dwords, 0) => Op::VMOVD_MR,
        (Data::Dwords, _) => Op::VPEXTRD,
        (_, 0) => Op::VMOVQ_MR,
        _ => Op::VPEXTRQ,
    };
    vector(out, op.narrow(), from, 0, Rm::Mem(to), Mask::default());
    if place != 0 {
        out.byte(place);
    }
}

/// Goes to `to` unless lane `lane` is active: their bits are in [`SCRATCH`].
fn jump_if_off(out: &mut Assembler, k: Option<u8>, lane: u8, to: Label) {
    if k.is_some() {
        out.test(SCRATCH.d(), 1 << lane);
        out.jcc(Cond::E, to);
    }
}

impl Regs {
    /// Has in `data` what has the elements of lane `lane` and those that lie in the same halves: the operands, or
    /// their upper halves in free registers.
    fn follow(&self, out: &mut Assembler, kind: Data, lane: u8, data: &mut [u8; 2]) {
        let is_upper = place(kind, lane).0;
        if !is_upper || planted(Fault::PutLowHalf) {
            *data = self.data;
        } else if lane == 0 || !place(kind, lane - 1).0 {
            *data = self.upper_data(out);
        }
    }

    fn upper_data(&self, out: &mut Assembler) -> [u8; 2] {
        let [_, x, y] = self.free;
        for (to, from) in [x, y].into_iter().zip(self.data) {
            upper_half(out, to, from);
        }
        [x, y]
    }

    /// Each lane stores to its address, which is inside.
    fn scatter(&self, out: &mut Assembler, put: &Put) {
        if let Some(k) = self.k {
            mask_to_gpr(out, SCRATCH, k);
        }
        let [free, ..] = self.free;
        let mut data = self.data;
        for half in 0..2 {
            let mut at = self.at;
            if half != 0 {
                upper_half(out, free, at);
                at = free;
            }
            to_gpr(out, true, FIRST, at);
            let second = Rm::Reg(SECOND.number());
            vector(out, Op::VPEXTRQ.narrow(), at, 0, second, Mask::default());
            out.byte(1);
            for lane in HALF * half..HALF * (half + 1) {
                let both = if lane % HALF < 2 { FIRST } else { SECOND };
                let index = if lane % 2 == 0 { LOW } else { both };
                match lane % 2 {
                    0 => out.mov(LOW.d(), both.d()),
                    _ => out.shr(both.q(), 32),
                }
                self.follow(out, put.data, lane, &mut data);
                let elements = elements(put.data, lane, self.second);
                if elements.is_empty() {
                    continue;
                }
                let off = out.label();
                jump_if_off(out, self.k, lane, off);
                for e in elements {
                    let to = Mem::at(RUN, put.offsets[e.element] as i32).indexed(index, 0);
                    let (_, place) = place(put.data, lane);
                    store(out, put.data, data[e.operand], place, to);
                }
                out.bind(off);
            }
        }
    }

    /// Each lane looks whether its elements are inside, and stores those that are.
    pub(in crate::jit::vector) fn lane_by_lane(&self, out: &mut Assembler, put: &Put) {
        if let Some(k) = self.k {
            mask_to_gpr(out, SCRATCH, k);
        }
        let [free, ..] = self.free;
        let mut data = self.data;
        for lane in 0..2 * HALF {
            self.follow(out, put.data, lane, &mut data);
            let elements = elements(put.data, lane, self.second);
            if elements.is_empty() {
                continue;
            }
            let off = out.label();
            jump_if_off(out, self.k, lane, off);
            let mut at = self.at;
            if lane >= HALF {
                upper_half(out, free, at);
                at = free;
            }
            let to = Rm::Reg(FIRST.number());
            vector(out, Op::VPEXTRD.narrow(), at, 0, to, Mask::default());
            out.byte(lane % HALF);
            for e in elements {
                let outside = out.label();
                out.mov(LOW.d(), FIRST.d());
                if let Some(offset) = put.added[e.element] {
                    out.add(LOW.d(), CONSTANTS.at(offset));
                    if put.no_wrap {
                        out.jcc(Cond::B, outside);
                    }
                }
                if let Some([_, bits]) = put.bits {
                    out.and(LOW.d(), CONSTANTS.at(bits));
                }
                out.cmp(LOW.q(), SLOTS.at(put.rooms[1]));
                out.jcc(Cond::Ae, outside);
                let to = Mem::at(RUN, 0).indexed(LOW, 0);
                let (_, place) = place(put.data, lane);
                store(out, put.data, data[e.operand], place, to);
                out.bind(outside);
            }
            out.bind(off);
        }
    }
}

impl Alloc<'_> {
    /// See [`Alloc::put`].
    pub(super) fn put_by_lanes(&mut self, inst: &Inst, number: u16) {
        let put = self.puts[usize::from(number)];
        let second = inst.c != NONE;
        let at = self.register(inst.a);
        let first = self.register(inst.b);
        let other = if second { self.register(inst.c) } else { first };
        let k = self.maybe(inst.k);
        let scratch = inst.imm.unwrap_or_default() as u32;
        let scratch = [scratch as V, (scratch >> 16) as V];
        let spare = self.spares[0];
        let free = [scratch[0], scratch[1], spare].map(|v| self.take(v));
        let r = Regs {
            at,
            data: [first, other],
            free,
            k,
            second,
        };
        let [x, lanes, _] = free;
        let [others, scattered, done] = [(); 3].map(|()| self.out.label());
        if let Some(k) = k {
            plain(self.out, Op::VTESTPS, k, 0, Rm::Reg(k));
            self.out.jcc(Cond::E, done);
        }
        spread(self.out, lanes, SLOTS, put.rooms[0]);
        plain(self.out, Op::VPMAXUD, lanes, lanes, Rm::Reg(at));
        plain(self.out, Op::VPCMPEQD, lanes, lanes, Rm::Reg(at));
        jump_if_any(self.out, k, lanes, others);
        if let Some([low, _]) = put.bits {
            let low = Rm::Mem(Mem::at(CONSTANTS, low));
            plain(self.out, Op::VPANDD, x, at, low);
            plain(self.out, Op::VPXORD, lanes, lanes, Rm::Reg(lanes));
            plain(self.out, Op::VPCMPGTD, lanes, x, Rm::Reg(lanes));
            jump_if_any(self.out, k, lanes, others);
        }
        jump_unless_full(self.out, k, scattered);
        plain(self.out, Op::VPBROADCASTD, x, 0, Rm::Reg(at));
        let ramp = Rm::Mem(Mem::at(CONSTANTS, put.ramp));
        plain(self.out, Op::VPADDD, x, x, ramp);
        plain(self.out, Op::VPCMPEQD, x, x, Rm::Reg(at));
        jump_unless_full(self.out, Some(x), scattered);
        first_lane(self.out, at);
        // Where a later lane's first element is an earlier one's second it is what stays.
        let rising = put.offsets[1] > put.offsets[0] && !planted(Fault::PutOrder);
        let mut pieces = put.pieces(r.data, second);
        if rising {
            pieces.reverse();
        }
        for piece in &pieces {
            let more = 32 * i32::from(piece.high);
            let at = put.offsets[piece.element] as i32 + more;
            let to = Rm::Mem(Mem::at(RUN, at).indexed(SCRATCH, 0));
            plain(self.out, Op::VMOVDQU32_MR, piece.from, 0, to);
        }
        self.out.jmp(done);
        self.out.bind(scattered);
        r.scatter(self.out, &put);
        self.out.bind(done);
        let back = self.out.here();
        self.cold.push(Cold {
            start: others,
            back,
            what: What::PutLanes {
                put: number,
                regs: r,
            },
        });
        for v in scratch.into_iter().chain([spare]) {
            self.release(v, NEVER);
        }
        self.release_all(inst);
    }
}
