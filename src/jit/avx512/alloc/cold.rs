//! The ways of a region that are seldom taken, behind all else.

use super::{Cold, Near, Source, What};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::avx512::encode::{self as e, Mask, Mem, Rm, evex, gpr, vex};
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
fn far_load(out: &mut Vec<u8>, near: Near, [low, high]: [u8; 2], area: i32, active: Active) {
    let index = match active {
        // To its place; what is stored behind that belongs to what comes later.
        Active::One => Some((gpr::R10, 2)),
        Active::All | Active::Mask(_) => None,
    };
    let store = |out: &mut Vec<u8>, r: u8, at: i32| {
        let to = Mem {
            index,
            ..Mem::at(gpr::RCX, at)
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
            out.extend_from_slice(&[0xff, 0xff]);
        }
        Active::One => {
            // mov r9d, 1; shlx r9d, r9d, r10d; mov [rcx + exec], r9w
            out.extend_from_slice(&[0x41, 0xb9, 1, 0, 0, 0]);
            out.extend_from_slice(&[0xc4, 0x42, 0x29, 0xf7, 0xc9]);
            with(out, &[0x66, 0x44, 0x89, 0x89], exec);
        }
        Active::Mask(k) => vex(out, e::STORE_K, k, 0, Rm::Mem(Mem::at(gpr::RCX, exec))),
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
        out: &mut Vec<u8>,
        puts: &[Put],
        area: i32,
        places: i32,
    ) {
        let also = match self.what {
            What::Put { also, .. } => also,
            What::Lane(lane) => [lane.also, None, None],
            _ => [None; 3],
        };
        for at in also.into_iter().flatten().chain([self.at]) {
            let to = (out.len() - at) as i32;
            out[at - 4..at].copy_from_slice(&to.to_le_bytes());
        }
        let none = Mask::default();
        let store = |out: &mut Vec<u8>, r: u8, at: i32| {
            evex(out, e::STORE, r, 0, Rm::Mem(Mem::at(gpr::RCX, at)), none);
        };
        // lea r15, [r11 + request]; lea r9, [rcx + area]; call [rbx + far]
        let call = |out: &mut Vec<u8>, request: i32| {
            with(out, &[0x4d, 0x8d, 0xbb], request);
            with(out, &[0x4c, 0x8d, 0x89], area);
            with(out, &[0xff, 0x93], Ctx::FAR);
        };
        match self.what {
            What::Lanes(lanes) => lanes.emit(out),
            What::Put {
                put, regs, second, ..
            } => puts[usize::from(put)].lane_by_lane(out, regs, second),
            What::Lane(lane) => {
                // mov r10, [rcx + lane]
                with(out, &[0x4c, 0x8b, 0x91], lane.lane);
                if planted(Fault::TailLane) {
                    // xor r10d, r10d
                    out.extend_from_slice(&[0x45, 0x31, 0xd2]);
                }
                far_load(out, lane.near, [lane.low, lane.high], area, Active::One);
                call(out, lane.near.request);
                // lea r15, [rcx + out]; mov r9, [rcx + lane]; shl r9, 4, or with the fault xor r9d, r9d
                with(out, &[0x4c, 0x8d, 0xb9], area + Far::OUT);
                with(out, &[0x4c, 0x8b, 0x89], lane.lane);
                let scaled: &[u8] =
                    unless_planted!(Fault::TailLane, &[0x49, 0xc1, 0xe1, 4], &[0x45, 0x31, 0xc9]);
                out.extend_from_slice(scaled);
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
                let places = Rm::Mem(Mem::at(gpr::R11, places));
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
                        let from = Mem::at(gpr::RCX, area + Far::RESULT + 64 * h as i32);
                        evex(out, e::LOAD, to, 0, Rm::Mem(from), none);
                    }
                }
            }
        }
        // jmp
        out.push(0xe9);
        let back = self.back as i32 - (out.len() as i32 + 4);
        out.extend_from_slice(&back.to_le_bytes());
    }
}
