//! Loads of all of elements of 8 or 16 bytes, where masks are vectors: see
//! [`Form::ShapedQwords`](super::Form::ShapedQwords) and [`Form::ShapedFours`](super::Form::ShapedFours). How the lanes
//! lie is looked at once. Each lane's four dwords are loaded at once, and eight of them are transposed, wherever they
//! lie.

use super::super::assembler::{Assembler, Cond};
use super::super::encode::{Mask, Mem, Rm, to_gpr, vector};
use super::super::gathers::{FIRST, SECOND, split};
use super::super::gpr::{HOST, SCRATCH};
use super::super::masks::{keep, of_qwords, plain};
use super::super::ops::Op;
use super::super::shapes::{Lanes, Shaped};
use super::super::slot;
use super::{Alloc, Cold, Inst, NEVER, NOWHERE, V, What};
use crate::ir::plant::{Fault, planted, unless_planted};

/// The way of single lanes.
#[derive(Clone, Copy, Debug)]
pub struct Fours {
    shaped: Shaped,
    /// Where the addresses are: a register, or the temporaries.
    at: Option<u8>,
    home: Option<Mem>,
    /// The results, and one that is free.
    results: [u8; 4],
    free: u8,
    /// The active lanes, unless all are.
    k: Option<u8>,
}

/// The registers that have elements of two lanes each before they are transposed: 0 and 4, 1 and 5, and so on. The
/// second result's is none of them.
fn elements([x, _, z, w]: [u8; 4], free: u8) -> [u8; 4] {
    [w, z, free, x]
}

/// The element of lanes 0 to 3.
fn load_lower(out: &mut Assembler, to: u8, from: Rm) {
    let narrow = Op::VMOVDQU32.narrow();
    vector(out, narrow, to, 0, from, Mask::default());
}

/// That of lanes 4 to 7, beside it.
fn load_upper(out: &mut Assembler, to: u8, from: Rm) {
    plain(out, Op::VINSERTI32X4, to, to, from);
    out.byte(1);
}

/// The dwords of all lanes, from [`elements`].
fn transpose(out: &mut Assembler, results: [u8; 4], free: u8) {
    let [x, y, z, w] = results;
    let mut join = |op: Op, to: u8, a: u8, b: u8| plain(out, op, to, a, Rm::Reg(b));
    // Dwords 0 and 1 of two lanes, then 2 and 3.
    let (low, high) = (Op::VPUNPCKLDQ, Op::VPUNPCKHDQ);
    join(low, y, w, z);
    join(high, w, w, z);
    join(low, z, free, x);
    join(high, free, free, x);
    let (low, high) = (Op::VPUNPCKLQDQ, Op::VPUNPCKHQDQ);
    join(low, x, y, z);
    join(high, y, y, z);
    join(low, z, w, free);
    join(high, w, w, free);
}

impl Fours {
    /// Loads the elements of lanes that lie anywhere.
    pub(super) fn emit(&self, out: &mut Assembler) {
        let (results, free) = (self.results, self.free);
        let index = results[1];
        let from = match (self.at, self.home) {
            (Some(at), _) => at,
            (None, Some(home)) => {
                if !planted(Fault::HomeUnread) {
                    plain(out, Op::VMOVDQU32, index, 0, Rm::Mem(home));
                }
                index
            }
            (None, None) => return,
        };
        let base = match self.shaped.host {
            Some(host) => {
                out.mov(SCRATCH.q(), slot(host));
                SCRATCH
            }
            None => HOST,
        };
        let place = Mem::at(base, self.shaped.offset);
        let (none, end) = (out.label(), out.label());
        let mut from = from;
        if let Some(k) = self.k {
            plain(out, Op::VTESTPS, k, 0, Rm::Reg(k));
            out.jcc(Cond::E, none);
            // A lane that does not load is like one at index 0: there is something, as another lane loads.
            plain(out, Op::VPANDD, index, from, Rm::Reg(k));
            from = index;
        }
        let rows = elements(results, free);
        let halves: [fn(&mut Assembler, u8, Rm); 2] = [load_lower, load_upper];
        for (half, load) in halves.into_iter().enumerate() {
            if half == 1 {
                plain(out, Op::VEXTRACTI32X4, from, 0, Rm::Reg(index));
                out.byte(unless_planted!(Fault::QuarterTwice, 1, 0));
                from = index;
            }
            to_gpr(out, true, FIRST, from);
            let second = Rm::Reg(SECOND.number());
            vector(out, Op::VPEXTRQ.narrow(), from, 0, second, Mask::default());
            out.byte(1);
            for (both, rows) in [(FIRST, [rows[0], rows[1]]), (SECOND, [rows[2], rows[3]])] {
                for (row, at) in rows.into_iter().zip(split(out, both, place)) {
                    load(out, row, at);
                }
            }
        }
        transpose(out, results, free);
        if let Some(k) = self.k {
            for r in results {
                plain(out, Op::VPANDD, r, r, Rm::Reg(k));
            }
            out.jmp(end);
            out.bind(none);
            for r in results {
                plain(out, Op::VPXORD, r, r, Rm::Reg(r));
            }
        }
        out.bind(end);
    }
}

impl Alloc<'_> {
    /// Loads qwords for the addresses `a` of the lanes in `k`; changes R9.
    pub(super) fn shaped_qwords(&mut self, inst: &Inst, shaped: Shaped) {
        let (at, home) = self.register_or_home(inst.a);
        let k = self.maybe(inst.k);
        let scratch = inst.imm.unwrap_or_default() as V;
        // Lanes of the LDS alone are compared.
        let mask = shaped.lds.map_or(NOWHERE, |_| self.take(inst.b));
        let results = [inst.dst, inst.c].map(|v| self.take(v));
        let (free, spare) = (self.take(scratch), self.take(self.spares[0]));
        let ([same, start, follow], _) = self.look(shaped);
        let place = |more: i32| Rm::Mem(Mem::at(SCRATCH, shaped.offset + more));
        // Lanes 0, 1, 4 and 5, then the others.
        for (half, r) in (0..).zip(results) {
            let first = unless_planted!(Fault::LowHalfTwice, 16 * half, 0);
            load_lower(self.out, r, place(first));
            load_upper(self.out, r, place(first + 32));
        }
        self.out.jmp(follow);
        self.out.bind(same);
        for (last, r) in [false, true].into_iter().zip(results) {
            plain(self.out, Op::VPBROADCASTQ, r, 0, place(0));
            if let Some(k) = k {
                plain(self.out, of_qwords(last), free, k, Rm::Reg(k));
                keep(self.out, r, Some(free));
            }
        }
        self.out.bind(follow);
        let back = self.out.here();
        let lanes = Lanes {
            shaped,
            at: at.unwrap_or(free),
            home,
            free,
            spare,
            to: results[0],
            k,
            mask,
        };
        self.cold.push(Cold {
            start,
            back,
            what: What::Qwords(lanes, results[1]),
        });
        self.release(scratch, NEVER);
        self.release(self.spares[0], NEVER);
        self.release_all(inst);
    }

    /// Loads for the addresses `a` of the lanes in `k`; changes R9.
    pub(super) fn shaped_fours(&mut self, inst: &Inst, shaped: Shaped) {
        let others = inst.others();
        let (at, home) = self.register_or_home(inst.a);
        let k = self.maybe(inst.k);
        let results = [inst.dst, others[0], others[1], others[2]].map(|v| self.take(v));
        let free = self.take(self.spares[0]);
        let ([same, start, follow], _) = self.look(shaped);
        let place = |more: i32| Rm::Mem(Mem::at(SCRATCH, shaped.offset + more));
        for (lane, row) in (0..).zip(elements(results, free)) {
            let other = if planted(Fault::LanesOfFours) {
                lane
            } else {
                lane + 4
            };
            load_lower(self.out, row, place(16 * lane));
            load_upper(self.out, row, place(16 * other));
        }
        transpose(self.out, results, free);
        self.out.jmp(follow);
        self.out.bind(same);
        for (dword, r) in (0..).zip(results) {
            plain(self.out, Op::VPBROADCASTD, r, 0, place(4 * dword));
            keep(self.out, r, k);
        }
        self.out.bind(follow);
        let back = self.out.here();
        self.cold.push(Cold {
            start,
            back,
            what: What::Fours(Fours {
                shaped,
                at,
                home,
                results,
                free,
                k,
            }),
        });
        self.release(self.spares[0], NEVER);
        self.release_all(inst);
        self.release(others[2], inst.next[5]);
    }
}
