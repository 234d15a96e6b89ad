//! A lane by itself: see [`crate::jit::avx512::tail`].

use super::{Alloc, Cold, Inst, NONE, Near, What};
use crate::jit::avx512::assembler::Cond;
use crate::jit::avx512::encode::{self as e, Mask, Mem, Rm, evex, to_gpr};
use crate::jit::avx512::gpr::{HOST, SCRATCH, SCRATCH_2};
use crate::jit::avx512::shapes::with;
use crate::jit::helpers::Site;
use crate::machine::memory::Window;

/// Bytes that a lane loads, and whether they are a signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Four bytes.
    Dword,
    /// As many, zero-extended or sign-extended.
    Part(u8, bool),
}

/// What [`Form::LaneNear`] has seldom to do.
#[derive(Clone, Copy, Debug)]
pub(in crate::jit::avx512) struct LaneCold {
    /// The load.
    pub near: Near,
    /// Vector registers with the halves of the address.
    pub low: u8,
    /// See `low`.
    pub high: u8,
    /// Where the lane's number in its strip is, in bytes from RCX.
    pub lane: i32,
}

impl Alloc<'_> {
    pub(super) fn lane_tally(&mut self, k: u8, count: Option<u32>, seen: Option<u32>) {
        // kmovw r9d, k; and r9d, 1
        self.out.bytes(&[0xc5, 0x78, 0x93, 0xc8 | k]);
        self.out.bytes(&[0x41, 0x83, 0xe1, 1]);
        if let Some(count) = count {
            // add [rcx + count], r9
            with(self.out, &[0x4c, 0x01, 0x89], 8 * count as i32);
        }
        if let Some(seen) = seen {
            // neg r9; and r9, r8; or [rcx + seen], r9
            self.out.bytes(&[0x49, 0xf7, 0xd9, 0x4d, 0x21, 0xc1]);
            with(self.out, &[0x4c, 0x09, 0x89], 8 * seen as i32);
        }
    }

    pub(super) fn lane_near(&mut self, inst: &Inst, near: Near) {
        let low = self.register(inst.a);
        let high = match near.based {
            Some(_) => low,
            None => self.register(inst.b),
        };
        let k = if inst.k == self.always {
            0
        } else {
            self.register_or_none(inst.k)
        };
        self.over = None;
        if k != 0 {
            // kmovw r10d, k; test r10b, 1; jz
            self.out.bytes(&[0xc5, 0x78, 0x93, 0xd0 | k]);
            self.out.bytes(&[0x41, 0xf6, 0xc2, 1]);
            let over = self.out.label();
            self.out.jcc(Cond::E, over);
            self.over = Some(over);
        }
        to_gpr(self.out, false, SCRATCH, low);
        let start = self.out.label();
        match near.based {
            Some((slot, shift)) => {
                let slot = |k: i32| 8 * (slot as i32 + k);
                // add r9d, [rcx + slot]; cmp r9d, [rcx + slot]; jae
                with(self.out, &[0x44, 0x03, 0x89], slot(0));
                with(self.out, &[0x44, 0x3b, 0x89], slot(1));
                self.out.jcc(Cond::Ae, start);
                if shift != 0 {
                    // shl r9, shift
                    self.out.bytes(&[0x49, 0xc1, 0xe1, shift]);
                }
                // mov r15, [rcx + slot]
                with(self.out, &[0x4c, 0x8b, 0xb9], slot(2));
            }
            None => {
                to_gpr(self.out, false, SCRATCH_2, high);
                let base = near.site + std::mem::offset_of!(Window, base) as i32;
                let count = near.site + Site::count_at(near.size);
                let host = near.site + std::mem::offset_of!(Window, host) as i32;
                // sub r9d, [r14 + base]; cmp r10d, [r14 + base + 4]; jne
                with(self.out, &[0x45, 0x2b, 0x8e], base);
                with(self.out, &[0x45, 0x3b, 0x96], base + 4);
                self.out.jcc(Cond::Ne, start);
                // cmp r9d, [r14 + count]; jae; mov r15, [r14 + host]
                with(self.out, &[0x45, 0x3b, 0x8e], count);
                self.out.jcc(Cond::Ae, start);
                with(self.out, &[0x4d, 0x8b, 0xbe], host);
            }
        }
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Lane(LaneCold {
                near,
                low,
                high,
                lane: self.lane,
            }),
        });
        for (v, k) in [(inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            if v != NONE {
                self.release(v, inst.next[k]);
            }
        }
    }

    pub(super) fn lane_load(&mut self, inst: &Inst, width: Width) {
        let r = self.take(inst.dst);
        let op = e::MOVE_IN_D.narrow();
        let from = match width {
            Width::Dword => Rm::Mem(Mem::at(HOST, 0).indexed(SCRATCH, 0)),
            Width::Part(bytes, signed) => {
                // movzx or movsx r9d, byte or word [r15 + r9]
                let code = match (bytes, signed) {
                    (1, false) => 0xb6,
                    (1, true) => 0xbe,
                    (_, false) => 0xb7,
                    (_, true) => 0xbf,
                };
                self.out.bytes(&[0x47, 0x0f, code, 0x0c, 0x0f]);
                Rm::Reg(SCRATCH.number())
            }
        };
        evex(self.out, op, r, 0, from, Mask::default());
        if let Some(over) = self.over.take() {
            self.out.bind(over);
        }
        self.release(inst.dst, inst.next[4]);
    }
}
