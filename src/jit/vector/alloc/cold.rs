//! The ways of a region that are seldom taken, behind all else.

use super::{Cold, Near, Source, What};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::helpers::{Ctx, Far};
use crate::jit::vector::assembler::Assembler;
use crate::jit::vector::encode::{Mask, Mem, Rm, vector, vex};
use crate::jit::vector::gpr::{CONSTANTS, CTX, HOST, LANE, REQUEST, SCRATCH, SLOTS};
use crate::jit::vector::masks::mask_to_gpr;
use crate::jit::vector::ops::Op;
use crate::jit::vector::puts::Put;
use crate::jit::vector::slot;

/// Which lanes load.
#[derive(Clone, Copy)]
enum Active {
    All,
    /// That with the number in R10, whose address is in the first elements.
    One,
    Mask(u8),
}

/// Says what a load elsewhere is about.
fn far_load(out: &mut Assembler, near: Near, [low, high]: [u8; 2], area: i32, active: Active) {
    let store = |out: &mut Assembler, r: u8, at: i32| {
        let first = Mem::at(SLOTS, at);
        let to = match active {
            // To its place; what is stored behind that belongs to what comes later.
            Active::One => first.indexed(LANE, 2),
            Active::All | Active::Mask(_) => first,
        };
        vector(out, Op::VMOVDQU32_MR, r, 0, Rm::Mem(to), Mask::default());
    };
    store(out, low, area);
    match near.based {
        Some((first, _)) => {
            out.mov(SCRATCH.q(), slot(first + 3));
            out.mov(SLOTS.at(area + Far::HIGH), SCRATCH.q());
        }
        None => store(out, high, area + Far::HIGH),
    }
    let exec = area + Far::EXEC;
    match active {
        Active::All => {
            let all = (1u32 << out.isa.lanes).wrapping_sub(1);
            out.mov(SLOTS.at(exec).word(), all as i16);
        }
        Active::One => {
            out.mov(SCRATCH.d(), 1);
            out.shlx(SCRATCH.d(), SCRATCH.d(), LANE.d());
            out.mov(SLOTS.at(exec), SCRATCH.w());
        }
        Active::Mask(k) if out.isa.has_masks => {
            vex(out, Op::KMOVW_MR, k, 0, Rm::Mem(Mem::at(SLOTS, exec)));
        }
        Active::Mask(k) => {
            mask_to_gpr(out, SCRATCH, k);
            out.mov(SLOTS.at(exec), SCRATCH.w());
        }
    }
    if let Some(limit) = near.limit {
        out.mov(SCRATCH.d(), slot(limit));
        out.mov(SLOTS.at(area + Far::LIMIT), SCRATCH.q());
    }
}

impl Cold {
    /// Emits it. `area` is where there is room for a [`Far`], in bytes from RCX, and `places` where the
    /// places of a load's results are, from R11.
    pub(in crate::jit::vector) fn emit(
        &self,
        out: &mut Assembler,
        puts: &[Put],
        area: i32,
        places: i32,
    ) {
        out.bind(self.start);
        let none = Mask::default();
        let store = |out: &mut Assembler, r: u8, at: i32| {
            vector(
                out,
                Op::VMOVDQU32_MR,
                r,
                0,
                Rm::Mem(Mem::at(SLOTS, at)),
                none,
            );
        };
        let call = |out: &mut Assembler, request: i32| {
            out.lea(REQUEST.q(), CONSTANTS.at(request));
            out.lea(SCRATCH.q(), SLOTS.at(area));
            out.call(CTX.at(Ctx::FAR).qword());
        };
        match self.what {
            What::Lanes(lanes) => lanes.emit(out),
            What::Fours(fours) => fours.emit(out),
            What::Qwords(lanes, last) => {
                lanes.emit(out);
                lanes.last_qwords(last).emit(out);
            }
            What::Put { put, regs, second } => {
                puts[usize::from(put)].lane_by_lane(out, regs, second)
            }
            What::Update { update, places, k } => update.turns(out, &places, k, true),
            What::PutLanes { put, regs } => regs.lane_by_lane(out, &puts[usize::from(put)]),
            What::Lane(lane) => {
                out.mov(LANE.q(), SLOTS.at(lane.lane));
                if planted(Fault::TailLane) {
                    out.xor(LANE.d(), LANE.d());
                }
                far_load(out, lane.near, [lane.low, lane.high], area, Active::One);
                call(out, lane.near.request);
                out.lea(HOST.q(), SLOTS.at(area + Far::OUT));
                out.mov(SCRATCH.q(), SLOTS.at(lane.lane));
                unless_planted!(
                    Fault::TailLane,
                    out.shl(SCRATCH.q(), 4),
                    out.xor(SCRATCH.d(), SCRATCH.d())
                );
            }
            What::Load {
                near,
                low,
                high,
                to,
                k,
            } => {
                let active = k.map_or(Active::All, Active::Mask);
                far_load(out, near, [low, high], area, active);
                call(out, near.request);
                out.lea(HOST.q(), SLOTS.at(area + Far::OUT));
                let places = Rm::Mem(Mem::at(CONSTANTS, places));
                vector(out, Op::VMOVDQU32, to, 0, places, none);
            }
            What::Call {
                request,
                operands,
                to,
            } => {
                let scratch = to[0].unwrap_or(0);
                // Where masks are vectors, those of qwords have the halves of their lanes 32 bytes apart.
                let is_turned = |other: bool| !out.isa.has_masks && other;
                let [turned, result] = [
                    operands.map(|o| is_turned(o[1].is_some())),
                    [is_turned(to[1].is_some()); 3],
                ];
                for (n, halves) in operands.into_iter().enumerate() {
                    for (h, source) in halves.into_iter().enumerate() {
                        let at = area + Far::OPERAND * n as i32;
                        let r = match source {
                            None => continue,
                            Some(Source::Reg(r)) => r,
                            Some(Source::Mem(op, mem)) => {
                                vector(out, op, scratch, 0, Rm::Mem(mem), none);
                                scratch
                            }
                        };
                        if !turned[n] {
                            store(out, r, at + 64 * h as i32);
                            continue;
                        }
                        let place = |more: i32| Rm::Mem(Mem::at(SLOTS, at + 16 * h as i32 + more));
                        let narrow = Op::VMOVDQU32_MR.narrow();
                        vector(out, narrow, r, 0, place(0), none);
                        vector(out, Op::VEXTRACTI32X4, r, 0, place(32), none);
                        out.byte(1);
                    }
                }
                call(out, request);
                for (h, to) in to.into_iter().enumerate() {
                    let Some(to) = to else {
                        continue;
                    };
                    let place = |more: i32| Rm::Mem(Mem::at(SLOTS, area + Far::RESULT + more));
                    if !result[0] {
                        vector(out, Op::VMOVDQU32, to, 0, place(64 * h as i32), none);
                        continue;
                    }
                    let at = 16 * h as i32;
                    vector(out, Op::VMOVDQU32.narrow(), to, 0, place(at), none);
                    vector(out, Op::VINSERTI32X4, to, to, place(at + 32), none);
                    out.byte(1);
                }
            }
        }
        out.jmp(self.back);
    }
}
