//! The ways of a region that are seldom taken, behind all else.

use super::{Cold, Near, Source, What};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::avx512::assembler::Assembler;
use crate::jit::avx512::encode::{self as e, Mask, Mem, Rm, evex, vex};
use crate::jit::avx512::gpr::{CONSTANTS, LANE, SLOTS};
use crate::jit::avx512::puts::Put;
use crate::jit::avx512::shapes::with;
use crate::jit::helpers::{Ctx, Far};

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
        evex(out, e::STORE, r, 0, Rm::Mem(to), Mask::default());
    };
    store(out, low, area);
    match near.based {
        // mov r9, [rcx + slot]; mov [rcx + high], r9
        Some((slot, _)) => {
            with(out, &[0x4c, 0x8b, 0x89], 8 * (slot as i32 + 3));
            with(out, &[0x4c, 0x89, 0x89], area + Far::HIGH);
        }
        None => store(out, high, area + Far::HIGH),
    }
    let exec = area + Far::EXEC;
    match active {
        Active::All => {
            // mov word [rcx + exec], -1
            with(out, &[0x66, 0xc7, 0x81], exec);
            out.bytes(&[0xff, 0xff]);
        }
        Active::One => {
            // mov r9d, 1; shlx r9d, r9d, r10d; mov [rcx + exec], r9w
            out.bytes(&[0x41, 0xb9, 1, 0, 0, 0]);
            out.bytes(&[0xc4, 0x42, 0x29, 0xf7, 0xc9]);
            with(out, &[0x66, 0x44, 0x89, 0x89], exec);
        }
        Active::Mask(k) => vex(out, e::STORE_K, k, 0, Rm::Mem(Mem::at(SLOTS, exec))),
    }
    if let Some(slot) = near.limit {
        // mov r9d, [rcx + slot]; mov [rcx + limit], r9
        with(out, &[0x44, 0x8b, 0x89], 8 * slot as i32);
        with(out, &[0x4c, 0x89, 0x89], area + Far::LIMIT);
    }
}

impl Cold {
    /// Emits it. `area` is where there is room for a [`Far`], in bytes from RCX, and `places` where the
    /// places of a load's results are, from R11.
    pub(in crate::jit::avx512) fn emit(
        &self,
        out: &mut Assembler,
        puts: &[Put],
        area: i32,
        places: i32,
    ) {
        out.bind(self.start);
        let none = Mask::default();
        let store = |out: &mut Assembler, r: u8, at: i32| {
            evex(out, e::STORE, r, 0, Rm::Mem(Mem::at(SLOTS, at)), none);
        };
        // lea r15, [r11 + request]; lea r9, [rcx + area]; call [rbx + far]
        let call = |out: &mut Assembler, request: i32| {
            with(out, &[0x4d, 0x8d, 0xbb], request);
            with(out, &[0x4c, 0x8d, 0x89], area);
            with(out, &[0xff, 0x93], Ctx::FAR);
        };
        match self.what {
            What::Lanes(lanes) => lanes.emit(out),
            What::Put { put, regs, second } => {
                puts[usize::from(put)].lane_by_lane(out, regs, second)
            }
            What::Lane(lane) => {
                // mov r10, [rcx + lane]
                with(out, &[0x4c, 0x8b, 0x91], lane.lane);
                if planted(Fault::TailLane) {
                    // xor r10d, r10d
                    out.bytes(&[0x45, 0x31, 0xd2]);
                }
                far_load(out, lane.near, [lane.low, lane.high], area, Active::One);
                call(out, lane.near.request);
                // lea r15, [rcx + out]; mov r9, [rcx + lane]; shl r9, 4, or with the fault xor r9d, r9d
                with(out, &[0x4c, 0x8d, 0xb9], area + Far::OUT);
                with(out, &[0x4c, 0x8b, 0x89], lane.lane);
                let scaled: &[u8] =
                    unless_planted!(Fault::TailLane, &[0x49, 0xc1, 0xe1, 4], &[0x45, 0x31, 0xc9]);
                out.bytes(scaled);
            }
            What::Load {
                near,
                low,
                high,
                to,
                k,
            } => {
                let active = match k {
                    0 => Active::All,
                    k => Active::Mask(k),
                };
                far_load(out, near, [low, high], area, active);
                call(out, near.request);
                // lea r15, [rcx + out]
                with(out, &[0x4c, 0x8d, 0xb9], area + Far::OUT);
                let places = Rm::Mem(Mem::at(CONSTANTS, places));
                evex(out, e::LOAD, to, 0, places, none);
            }
            What::Call {
                request,
                operands,
                to,
            } => {
                let scratch = to[0].unwrap_or(0);
                for (n, halves) in operands.into_iter().enumerate() {
                    for (h, source) in halves.into_iter().enumerate() {
                        let at = area + Far::OPERAND * n as i32 + 64 * h as i32;
                        match source {
                            None => continue,
                            Some(Source::Reg(r)) => store(out, r, at),
                            Some(Source::Mem(op, mem)) => {
                                evex(out, op, scratch, 0, Rm::Mem(mem), none);
                                store(out, scratch, at);
                            }
                        }
                    }
                }
                call(out, request);
                for (h, to) in to.into_iter().enumerate() {
                    if let Some(to) = to {
                        let from = Mem::at(SLOTS, area + Far::RESULT + 64 * h as i32);
                        evex(out, e::LOAD, to, 0, Rm::Mem(from), none);
                    }
                }
            }
        }
        out.jmp(self.back);
    }
}
