//! Loads by a region's code.

use super::*;
use crate::ir::{MemOp, Run};
use crate::jit::avx512::alloc::EXEC;
use crate::jit::helpers::{Ctx, Request};

impl Select<'_, '_> {
    /// What `RunLane` loads.
    pub(super) fn run_lanes(&mut self, n: &Node) -> [V; 2] {
        let Run { stride, offset } = Run::unpack(n.imm);
        let slot = self.slot(n.args[0], How::Plain);
        // Private memory is not the next wave's.
        let form = match self.node(n.args[0]).op {
            Uop::BufRow => Form::Place,
            _ => Form::Run,
        };
        self.address(form, slot, stride);
        let offset = offset as i32;
        let plain = |s: &mut Self, at: i32| {
            s.vector(Inst {
                mem: Some(Mem::at(gpr::R10, at)),
                ..Inst::new(e::LOAD)
            })
        };
        let pick = |s: &mut Self, index: V, at: i32| {
            let c = plain(s, at);
            s.vector(Inst {
                c,
                a: index,
                mem: Some(Mem::at(gpr::R10, at + 64)),
                ..Inst::new(e::PERM2_D)
            })
        };
        let component = offset as u32 / 4;
        match (n.ty, stride) {
            (Ty::B64, 8) => [plain(self, offset), plain(self, offset + 64)],
            (Ty::B64, _) => {
                let index = self.table(Table::Dwords(0, stride));
                [0, 8 * stride as i32].map(|at| self.gather(e::GATHER_Q, index, offset + at))
            }
            (_, 4) => [plain(self, offset), NONE],
            // Whole vectors of whole lanes. Of the last one up to 12 bytes behind its data are read,
            // which the gap behind every allocation allows.
            (_, 8) if component < 2 => {
                let index = self.table(Table::Dwords(component, 2));
                [pick(self, index, 0), NONE]
            }
            (_, 16) if component < 4 => {
                let index = self.table(Table::Dwords(component, 4));
                let (x, y) = (pick(self, index, 0), pick(self, index, 128));
                [self.join(x, y), NONE]
            }
            _ => {
                let index = self.table(Table::Dwords(0, stride));
                [self.gather(e::GATHER_D, index, offset), NONE]
            }
        }
    }

    /// Puts the address of lane 0 of the strip into R10, from that of the wave's in a slot.
    fn address(&mut self, form: Form, slot: u32, stride: u32) {
        if self.run.replace((slot, stride)) != Some((slot, stride)) {
            self.r.insts.push(Inst {
                form,
                imm: Some(LANES as i32 * stride as i32),
                mem: Some(Mem::at(gpr::RCX, 8 * slot as i32)),
                ..Inst::new(e::LOAD)
            });
        }
    }

    /// What `LdsLoad` gives: zero in the lanes whose element is not inside.
    pub(super) fn lds_load(&mut self, n: &Node) -> [V; 4] {
        let m = MemOp::unpack(n.imm);
        let (addr, lanes, limit) = (n.args[0], n.args[1], n.args[2]);
        let elements = if m.pair == 0 { 1 } else { 2 };
        let each = m.dwords as usize / elements;
        let lane = self.node(addr);
        let exec = self.active(lanes);
        let room = self.slot(limit, How::LdsRoom(m.bytes() as u8));
        let room = self.spread(room, 2, true);
        let x = self.get(addr)[0];
        let mut out = [NONE; 4];
        for (i, offset) in m.lds_offsets().into_iter().enumerate().take(elements) {
            let mut at = x;
            if offset != 0 {
                let by = self.dword(offset);
                at = self.vector(inst(e::ADD_D, at, by));
            }
            let mut k = exec;
            if m.no_wrap && offset != 0 {
                let least = self.dword(offset);
                k = self.mask(Inst {
                    k,
                    ..with_imm(e::CMPU_D, at, least, 5)
                });
            }
            if m.align_mask != 0 {
                let bits = self.dword(!u32::from(m.align_mask));
                at = self.vector(inst(e::AND_D, at, bits));
            }
            k = self.mask(Inst {
                k,
                ..with_imm(e::CMPU_D, at, room, 1)
            });
            let how = How::LdsPlace {
                offset: offset as u16,
                align: m.align_mask,
            };
            let out = &mut out[each * i..each * (i + 1)];
            // One element for all, or one after the other.
            let shape = match lane.op {
                Uop::Splat if m.size == 4 => Some((e::SPREAD_D, 0)),
                Uop::Affine if m.size == 4 && each == 1 && lane.imm == 4 => Some((e::LOAD, 4)),
                _ => None,
            };
            match shape {
                Some((op, stride)) => {
                    let slot = self.slot(lane.args[0], how);
                    self.address(Form::Place, slot, stride);
                    for (c, v) in out.iter_mut().enumerate() {
                        *v = self.vector(Inst {
                            k,
                            zero: true,
                            mem: Some(Mem::at(gpr::R10, 4 * c as i32)),
                            ..Inst::new(op)
                        });
                    }
                }
                None => {
                    let slot = self.slot(limit, How::Lds);
                    self.address(Form::Place, slot, 0);
                    for (c, v) in out.iter_mut().enumerate() {
                        // Each gather destroys its mask.
                        let k = match c + 1 < each {
                            true => self.masks(e::AND_K, k, k),
                            false => k,
                        };
                        *v = self.row(m, at, k, Mem::at(gpr::R10, 4 * c as i32));
                    }
                }
            }
            if m.size < 4 {
                out[0] = self.extended(m, out[0]);
            }
        }
        out
    }

    /// The byte or word in the low end of each dword.
    fn extended(&mut self, m: MemOp, x: V) -> V {
        let bits = 8 * i32::from(m.size);
        if m.signed {
            let x = self.shift_by(e::SHIFT_D, SLL, x, 32 - bits);
            return self.shift_by(e::SHIFT_D, SRA, x, 32 - bits);
        }
        let low = self.dword((1 << bits) - 1);
        self.vector(inst(e::AND_D, x, low))
    }

    fn gather(&mut self, op: Op, index: V, at: i32) -> V {
        // All lanes: a mask compared with itself.
        let zero = self.dword(0);
        let k = self.mask(with_imm(e::CMPS_D, zero, zero, 0));
        self.vector(Inst {
            form: Form::Gather,
            k,
            mem: Some(Mem::at(gpr::R10, at)),
            ..inst(op, index, NONE)
        })
    }

    /// Sixteen lanes' bytes, words or dwords at the addresses `at` from `mem` on, for which there is an
    /// instruction where they follow each other. The mask `k` is destroyed.
    fn row(&mut self, m: MemOp, at: V, k: V, mem: Mem) -> V {
        let ramp = self.table(Table::Dwords(0, u32::from(m.size)));
        let run = match (m.size, m.signed) {
            (1, false) => e::ZX_BD,
            (1, true) => e::SX_BD,
            (2, false) => e::ZX_WD,
            (2, true) => e::SX_WD,
            _ => e::LOAD,
        };
        let c = self.value(VReg::MASK);
        self.vector(Inst {
            form: Form::Row(run),
            c,
            k,
            mem: Some(mem),
            ..inst(e::GATHER_D, at, ramp)
        })
    }

    /// The strip's part of the mask `lanes`; none if all are set.
    pub(super) fn active(&mut self, lanes: Val) -> V {
        if self.known(lanes) == Some(u64::MAX) {
            return NONE;
        }
        if self.input.exec == Some(lanes) {
            if self.exec == NONE {
                self.exec = self.value(VReg::fixed(EXEC));
            }
            return self.exec;
        }
        let slot = self.slot(lanes, How::Plain);
        self.bits(slot)
    }

    /// A copy of a mask, or one with all bits set.
    pub(super) fn copy_of_mask(&mut self, k: V) -> V {
        if k != NONE {
            return self.masks(e::AND_K, k, k);
        }
        let zero = self.dword(0);
        self.mask(with_imm(e::CMPS_D, zero, zero, 0))
    }

    /// Whether the value of `v` can be had here.
    pub(super) fn is_here(&self, v: Val) -> bool {
        self.r.map[v.0 as usize][0] != NONE || self.node(v).op.is_leaf()
    }

    /// The halves of 64-bit lanes.
    fn halves(&mut self, v: Val) -> [V; 2] {
        let n = self.node(v);
        if n.op == Uop::Concat && n.args.iter().all(|a| self.is_here(*a)) {
            return [0, 1].map(|k| self.get(n.args[k])[0]);
        }
        let [x, y] = self.get(v);
        [0, 1].map(|first| self.select(Table::Dwords(first, 2), x, y))
    }

    /// Stores to rows of private memory, or where else they go.
    pub(super) fn store_rows(&mut self, v: Val, n: &Node) {
        let slot = self.slot(v, How::Row);
        self.address(Form::Place, slot, 4);
        let k = self.active(n.args[0]);
        for (c, data) in n.args[4..].iter().enumerate() {
            let x = self.get(*data)[0];
            self.r.insts.push(Inst {
                form: Form::Store,
                k,
                mem: Some(Mem::at(gpr::R10, 256 * c as i32)),
                ..inst(e::STORE, NONE, x)
            });
        }
    }

    /// What `Load` gives: zero in the lanes that are not active.
    pub(super) fn load(&mut self, v: Val, n: &Node) -> [V; 4] {
        let m = MemOp::unpack(n.imm);
        let [low, high] = self.halves(n.args[0]);
        let k = self.active(n.args[1]);
        let limit = match m.flat {
            true => Some(self.slot(n.args[2], How::Plain)),
            false => None,
        };
        let request = Request {
            pc: n.pc,
            imm: n.imm,
            node: u64::from(v.0),
            kind: 0,
        };
        let near = Near {
            site: Ctx::site_offset(n.pc),
            size: m.bytes(),
            request: self.r.pool.place(Constant::Request(request)),
            limit,
        };
        let c = self.value(VReg::MASK);
        let at = self.vector(Inst {
            form: Form::Near(near),
            c,
            k,
            ..inst(e::SUB_D, low, high)
        });
        self.out.loads = true;
        let mut out = [NONE; 4];
        let dwords = m.dwords as usize;
        if dwords == 1 {
            let other = self.copy_of_mask(k);
            let x = self.row(m, at, other, Mem::at(gpr::R15, 0));
            out[0] = match m.size {
                4 => x,
                _ => self.extended(m, x),
            };
            return out;
        }
        // Two dwords at a time.
        let upper = self.upper(at);
        for c in (0..dwords - 1).step_by(2) {
            let mem = Mem::at(gpr::R15, 4 * c as i32);
            let first = self.copy_of_mask(k);
            let second = match k {
                NONE => self.copy_of_mask(k),
                _ => self.mask(Inst {
                    form: Form::Masks,
                    ..with_imm(e::SHR_K, NONE, k, 8)
                }),
            };
            let [x, y] = [(at, first), (upper, second)].map(|(at, k)| {
                self.vector(Inst {
                    form: Form::Gather,
                    k,
                    mem: Some(mem),
                    ..inst(e::GATHER_Q, at, NONE)
                })
            });
            for k in [0, 1] {
                out[c + k] = self.select(Table::Dwords(k as u32, 2), x, y);
            }
        }
        if dwords == 3 {
            let k = self.copy_of_mask(k);
            out[2] = self.vector(Inst {
                form: Form::Gather,
                k,
                mem: Some(Mem::at(gpr::R15, 8)),
                ..inst(e::GATHER_D, at, NONE)
            });
        }
        out
    }
}
