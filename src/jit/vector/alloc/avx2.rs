//! Memory of lanes where masks are vectors: the same ways as in `loads` and `shaped`, with comparisons that give vectors
//! and VTESTPS in place of mask registers and KORTEST, and with loads that leave out lanes only where those of dwords
//! follow each other.

use super::super::assembler::{Assembler, Cond, Label, Scale};
use super::super::encode::{Mask, Mem, Rm, computation};
use super::super::gpr::{CONSTANTS, HOST, SCRATCH, SITES, SLOTS};
use super::super::masks::{jump_if_any, jump_unless_full, keep, plain, spread, test_all};
use super::super::ops::Op;
use super::super::select::legalize::FOURS;
use super::super::shapes::{self, Lanes, LdsShape, Lie, Part, Shape, Shaped};
use super::shaped::first_lane;
use super::{AHEAD_WAVES, Alloc, Cold, Inst, NEVER, NONE, NOWHERE, Near, V, What};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::jit::helpers::Site;
use crate::jit::vector::slot;
use crate::machine::memory::Window;

impl Alloc<'_> {
    /// The register of a mask, if there is one.
    pub(super) fn maybe(&mut self, k: V) -> Option<u8> {
        (k != NONE).then(|| self.register(k))
    }

    /// Releases the operands, and the result.
    pub(super) fn release_all(&mut self, inst: &Inst) {
        for (v, n) in [(inst.c, 0), (inst.a, 1), (inst.b, 2), (inst.k, 3)] {
            self.release(v, inst.next[n]);
        }
        self.release(inst.dst, inst.next[4]);
    }

    /// See [`Alloc::near`].
    pub(super) fn near_by_vectors(&mut self, inst: &Inst, near: Near) {
        let low = self.register(inst.a);
        let high = match near.based {
            Some(_) => low,
            None => self.register(inst.b),
        };
        let k = self.maybe(inst.k);
        let (other, r) = (self.take(inst.c), self.take(inst.dst));
        let equal = self.take(self.spares[0]);
        let start = self.out.label();
        // Whether a distance is at most the last one.
        let outside = |out: &mut Assembler| {
            plain(out, Op::VPMAXUD, other, other, Rm::Reg(r));
            plain(out, Op::VPCMPEQD, other, other, Rm::Reg(r));
        };
        if let Some((first, shift)) = near.based {
            let slot = |k: u32| 8 * (first + k) as i32;
            spread(self.out, other, SLOTS, slot(0));
            plain(self.out, Op::VPADDD, r, low, Rm::Reg(other));
            spread(self.out, other, SLOTS, slot(1));
            outside(self.out);
            if shift != 0 {
                computation(self.out, Op::VPSLLD, r, 0, Rm::Reg(r), Mask::default());
                self.out.byte(shift);
            }
            jump_if_any(self.out, k, other, start);
        } else {
            let base = near.site + std::mem::offset_of!(Window, base) as i32;
            spread(self.out, other, SITES, base);
            plain(self.out, Op::VPSUBD, r, low, Rm::Reg(other));
            spread(self.out, other, SITES, base + 4);
            let high = unless_planted!(Fault::HighDword, high, other);
            plain(self.out, Op::VPCMPEQD, equal, high, Rm::Reg(other));
            spread(
                self.out,
                other,
                SITES,
                near.site + Site::count_at(near.size),
            );
            outside(self.out);
            plain(self.out, Op::VPANDND, other, other, Rm::Reg(equal));
            let [_, not_all] = test_all(self.out, k, other);
            self.out.jcc(not_all, start);
        }
        let host = match near.based {
            Some((first, _)) => slot(first + 2),
            None => SITES.at(near.site + std::mem::offset_of!(Window, host) as i32),
        };
        self.out.mov(HOST.q(), host);
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Load {
                near,
                low,
                high,
                to: r,
                k,
            },
        });
        self.release(self.spares[0], NEVER);
        self.release_all(inst);
    }

    /// See [`Alloc::row`]. Without a mask all lanes load.
    pub(super) fn row_by_vectors(&mut self, inst: &Inst, run: Op) {
        let index = self.register(inst.a);
        let k = self.maybe(inst.k);
        let other = self.take(inst.c);
        let ramp = self.operand(Op::VPADDD, inst.b, inst.next[2]);
        let r = self.take(inst.dst);
        let Some(mem) = inst.mem else {
            return;
        };
        let free = self.spares.map(|v| self.take(v));
        let [same, follows, spaced, others, none, end] = [(); 6].map(|()| self.out.label());
        let compare = |s: &mut Self, to: Label| {
            plain(s.out, Op::VPCMPEQD, other, index, Rm::Reg(r));
            let [all, _] = test_all(s.out, k, other);
            s.out.jcc(all, to);
        };
        plain(self.out, Op::VPBROADCASTD, r, 0, Rm::Reg(index));
        compare(self, same);
        plain(self.out, Op::VPADDD, r, r, ramp);
        compare(self, follows);
        if inst.imm.is_some() {
            plain(self.out, Op::VPADDD, r, r, ramp);
            compare(self, spaced);
        }
        self.out.bind(others);
        self.gather_into(inst.op, mem, [index, r], k, free);
        self.out.jmp(end);
        // Of several lanes without an access the first one's address may be any.
        self.out.bind(same);
        if let Some(k) = k {
            plain(self.out, Op::VTESTPS, k, 0, Rm::Reg(k));
            self.out.jcc(Cond::E, none);
        }
        let first = |s: &mut Self| {
            first_lane(s.out, index);
            s.out.movsxd(SCRATCH.q(), SCRATCH.d());
        };
        first(self);
        let at = Rm::Mem(mem.indexed(SCRATCH, 0));
        plain(self.out, Op::VPBROADCASTD, r, 0, at);
        keep(self.out, r, k);
        self.out.jmp(end);
        if let Some(table) = inst.imm {
            self.out.bind(spaced);
            if !planted(Fault::SpacedWhole) {
                jump_unless_full(self.out, k, others);
            }
            first(self);
            shapes::spaced(self.out, mem.indexed(SCRATCH, 0), [r, free[0]], None, table);
            self.out.jmp(end);
        }
        self.out.bind(follows);
        let run = unless_planted!(Fault::StripSame, run, Op::VPBROADCASTD);
        match (run, k) {
            (Op::VMOVDQU32, Some(k)) => {
                first(self);
                plain(self.out, Op::VPMASKMOVD, r, k, at);
            }
            _ => {
                jump_unless_full(self.out, k, others);
                first(self);
                plain(self.out, run, r, 0, at);
            }
        }
        if mem.base == HOST {
            let ahead = HOST.at(AHEAD_WAVES * 256);
            self.out.prefetcht0(ahead.plus(SCRATCH, Scale::X1));
        }
        if k.is_some() {
            self.out.jmp(end);
            self.out.bind(none);
            plain(self.out, Op::VPXORD, r, r, Rm::Reg(r));
        }
        self.out.bind(end);
        for v in self.spares {
            self.release(v, NEVER);
        }
        self.release_all(inst);
    }

    /// See [`Alloc::shape`].
    pub(super) fn shape_by_vectors(&mut self, inst: &Inst, shape: Shape) {
        let at = self.register(inst.a);
        let k = self.maybe(inst.k);
        let (other, free) = (self.take(inst.c), self.take(inst.b));
        let [same, found, others, end] = [(); 4].map(|()| self.out.label());
        let compare = |s: &mut Self| {
            plain(s.out, Op::VPCMPEQD, other, at, Rm::Reg(free));
            test_all(s.out, k, other)
        };
        let inside = |s: &mut Self, room: fn(LdsShape) -> i32| {
            first_lane(s.out, at);
            match shape.lds {
                Some(lds) => {
                    if lds.align != 0 {
                        s.out.test(SCRATCH.d(), i32::from(lds.align));
                        s.out.jcc(Cond::Ne, others);
                    }
                    s.out.cmp(SCRATCH.q(), SLOTS.at(room(lds)));
                    s.out.jcc(Cond::Ae, others);
                }
                // Lanes without an access may have any address.
                None => s.out.movsxd(SCRATCH.q(), SCRATCH.d()),
            }
        };
        let mark = |s: &mut Self, lie: Lie| {
            let place = SLOTS.at(shape.found.lie());
            s.out.mov(place.byte(), lie as i8);
        };
        plain(self.out, Op::VPBROADCASTD, free, 0, Rm::Reg(at));
        let [all, _] = compare(self);
        self.out.jcc(all, same);
        let ramp = Rm::Mem(Mem::at(CONSTANTS, shape.ramp));
        plain(self.out, Op::VPADDD, free, free, ramp);
        let [all, not_all] = compare(self);
        if let (4, Some(_)) = (shape.element, shape.lds) {
            let follow = self.out.label();
            self.out.jcc(all, follow);
            plain(self.out, Op::VPADDD, free, free, ramp);
            let [_, not_all] = compare(self);
            self.out.jcc(not_all, others);
            inside(self, |lds| lds.room_spaced);
            mark(self, Lie::Spaced);
            self.out.jmp(found);
            self.out.bind(follow);
        } else {
            self.out.jcc(not_all, others);
        }
        if shape.element > 4 {
            // Whole vectors are loaded.
            jump_unless_full(self.out, k, others);
        }
        inside(self, |lds| lds.room_follow);
        mark(self, Lie::Follow);
        self.out.jmp(found);
        self.out.bind(same);
        if let (Some(k), None) = (k, shape.lds) {
            plain(self.out, Op::VTESTPS, k, 0, Rm::Reg(k));
            self.out.jcc(Cond::E, others);
        }
        inside(self, |lds| lds.room_same);
        mark(self, Lie::Same);
        self.out.bind(found);
        match shape.lds {
            Some(lds) => self.out.add(SCRATCH.q(), SLOTS.at(lds.base)),
            None => self.out.add(SCRATCH.q(), HOST.q()),
        }
        self.out.mov(SLOTS.at(shape.found.0), SCRATCH.q());
        self.out.jmp(end);
        self.out.bind(others);
        mark(self, Lie::Other);
        self.out.bind(end);
        self.release_all(inst);
    }

    /// See [`Alloc::shaped`].
    pub(super) fn shaped_by_vectors(&mut self, inst: &Inst, shaped: Shaped) {
        let (at, home) = self.register_or_home(inst.a);
        let k = self.maybe(inst.k);
        let index = match inst.b {
            NONE => 0,
            table => self.register(table),
        };
        let scratch = inst.imm.unwrap_or_default() as V;
        // Lanes of the LDS alone are compared.
        let mask = shaped.lds.map_or(NOWHERE, |_| self.take(inst.c));
        let (free, to) = (self.take(scratch), self.take(inst.dst));
        let spare = self.take(self.spares[0]);
        let ([same, start, follow], spaced) = self.look(shaped);
        let place = |more: i32| Rm::Mem(Mem::at(SCRATCH, shaped.offset + more));
        match (shaped.part, k) {
            (Part::Dword, Some(k)) => plain(self.out, Op::VPMASKMOVD, to, k, place(0)),
            (Part::Dword, None) => plain(self.out, Op::VMOVDQU32, to, 0, place(0)),
            (Part::LowQwords | Part::HighQwords, _) => {
                debug_assert!(false, "all qwords are loaded together");
            }
            (Part::DwordOfFour(c), _) => {
                plain(self.out, Op::VMOVDQU32, to, 0, place(4 * i32::from(c)));
                for (at, lanes) in FOURS {
                    plain(self.out, Op::VPBLENDD, to, to, place(4 * i32::from(c) + at));
                    self.out.byte(lanes);
                }
                if !planted(Fault::LanesOfFours) {
                    plain(self.out, Op::VPERMD, to, index, Rm::Reg(to));
                }
            }
        }
        self.out.jmp(follow);
        self.out.bind(same);
        let at_first = match shaped.part {
            Part::DwordOfFour(c) => 4 * i32::from(c),
            Part::Dword | Part::LowQwords | Part::HighQwords => 0,
        };
        plain(self.out, Op::VPBROADCASTD, to, 0, place(at_first));
        keep(self.out, to, k);
        self.way_of_spaced(spaced, shaped, [to, free], k, follow);
        self.out.bind(follow);
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Lanes(Lanes {
                shaped,
                at: at.unwrap_or(free),
                home,
                free,
                spare,
                to,
                k,
                mask,
            }),
        });
        self.release(scratch, NEVER);
        self.release(self.spares[0], NEVER);
        self.release_all(inst);
    }
}
