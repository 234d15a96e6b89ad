//! V_CVT_SCALEF32_*: see [`crate::isa::scaled`]. A lane function converts one value or two; what has 32 calls it for
//! each pair.

use super::index::DST;
use super::{Interp, Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneFn, ScaledPair};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{Ty as IrTy, Uop, Val, dpp};
use crate::isa::scaled::{Scaled, Way};
use crate::isa::{EXEC_LO, Operand, Ty, Vop, Vop3};
use crate::machine::wave::LANES;

impl Lower<'_> {
    /// Lowers a conversion by a scale.
    pub(super) fn scaled(&mut self, op: Vop3, s: Scaled, f: &Vop) -> Lowered {
        // The sign of the scale does not count.
        let scale = self.raw(f, s.scale_source(), Ty::F32)?;
        match (s.way, s.count) {
            (Way::Up, 32) => self.scaled_up_all(op, s, f, scale),
            (Way::Up, _) => self.scaled_up(s, f, scale),
            (Way::Down | Way::DownRandomly, 32) => self.scaled_down_all(op, s, f, scale),
            (Way::Down | Way::DownRandomly, _) => self.scaled_down(op, s, f, scale),
        }
    }

    fn convert_up(&mut self, s: Scaled, v: Val, scale: Val) -> Val {
        let pair = ScaledPair::of(s);
        let is_wide = pair.is_pair && s.float_bits() == 32;
        let ty = if is_wide { IrTy::B64 } else { IrTy::B32 };
        self.call(LaneFn::ScaledUp, Fmt::F32, pair.pack(), ty, &[v, scale])
    }

    fn convert_down(&mut self, s: Scaled, v: Val, random: Val, scale: Val) -> Val {
        let extra = ScaledPair::of(s).pack();
        self.call_fmt(LaneFn::ScaledDown, Fmt::F32, extra, &[v, random, scale])
    }

    fn scaled_up(&mut self, s: Scaled, f: &Vop, scale: Val) -> Lowered {
        let v = self.src(f, 0, Ty::B32)?;
        let v = self.shr(v, s.source_at(f.op_sel) as u32);
        let r = self.convert_up(s, v, scale);
        if self.b.node(r).ty == IrTy::B64 {
            let halves = [Uop::Lo, Uop::Hi].map(|half| self.b.op32(half, &[r]));
            return self.set_active(f, &halves);
        }
        self.set_part(f, r, s.destination_at(f.op_sel), s.count * s.float_bits())
    }

    fn scaled_down(&mut self, op: Vop3, s: Scaled, f: &Vop, scale: Val) -> Lowered {
        let [t0, t1, _] = op.row().shape.src;
        let v = match (s.float, t0.dwords()) {
            (Ty::F32, 2) => {
                let v = self.raw(f, 0, t0)?;
                let halves = [Uop::Lo, Uop::Hi].map(|half| {
                    let half = self.b.op32(half, &[v]);
                    self.signs(half, Ty::F32, f.abs & 1 != 0, f.neg & 1 != 0)
                });
                self.b.op64(Uop::Concat, &halves)
            }
            (Ty::F32, _) if s.count == 2 => {
                let pair = [self.src(f, 0, t0)?, self.src(f, 1, t1)?];
                self.b.op64(Uop::Concat, &pair)
            }
            (Ty::F32, _) => self.src(f, 0, t0)?,
            // Signs are those of both halves.
            _ => {
                let mut v = self.raw(f, 0, t0)?;
                if f.abs & 1 != 0 {
                    v = self.and(v, 0x7fff_7fff);
                }
                if f.neg & 1 != 0 {
                    let signs = self.b.k32(0x8000_8000);
                    v = self.b.op32(Uop::Xor, &[v, signs]);
                }
                v
            }
        };
        let random = self.random(s, f)?;
        let r = self.convert_down(s, v, random, scale);
        self.set_part(f, r, s.destination_at(f.op_sel), s.count * s.narrow.bits())
    }

    /// The random number; 0 where there is none.
    fn random(&mut self, s: Scaled, f: &Vop) -> Result<Val, Interp> {
        match s.way {
            Way::DownRandomly => self.src(f, 1, Ty::B32),
            Way::Down | Way::Up => Ok(self.b.k32(0)),
        }
    }

    /// Writes `bits` bits from bit `at` on.
    fn set_part(&mut self, f: &Vop, v: Val, at: usize, bits: usize) -> Lowered {
        if bits == 32 {
            return self.set_active(f, &[v]);
        }
        let mask = ((1u32 << bits) - 1) << at;
        let (old, v) = (self.old(f)?, self.shl(v, at as u32));
        let old = self.and(old, !mask);
        let v = self.b.op32(Uop::Or, &[old, v]);
        self.set_active(f, &[v])
    }

    fn scaled_up_all(&mut self, op: Vop3, s: Scaled, f: &Vop, scale: Val) -> Lowered {
        let from = self.wide(op, f, 0)?;
        let mut out = Vec::new();
        for i in 0..s.count / 2 {
            let at = 2 * i * s.narrow.bits();
            let (word, by) = (at / 32, at as u32 % 32);
            let mut v = self.shr(from[word], by);
            if by as usize + 2 * s.narrow.bits() > 32 {
                let rest = self.shl(from[word + 1], 32 - by);
                v = self.b.op32(Uop::Or, &[v, rest]);
            }
            let r = self.convert_up(s, v, scale);
            if self.b.node(r).ty == IrTy::B64 {
                out.extend([Uop::Lo, Uop::Hi].map(|half| self.b.op32(half, &[r])));
            } else {
                out.push(r);
            }
        }
        self.set_active(f, &out)
    }

    fn scaled_down_all(&mut self, op: Vop3, s: Scaled, f: &Vop, scale: Val) -> Lowered {
        let first = self.wide(op, f, 0)?;
        let second = if s.in_turn {
            self.wide(op, f, 1)?
        } else {
            Vec::new()
        };
        let mut random = self.random(s, f)?;
        let zero = self.b.k32(0);
        let mut out = vec![zero; op.row().shape.dst.dwords().into()];
        for i in 0..s.count / 2 {
            let v = if s.in_turn {
                self.b.op64(Uop::Concat, &[first[i], second[i]])
            } else if s.float_bits() == 32 {
                self.b.op64(Uop::Concat, &first[2 * i..2 * i + 2])
            } else {
                first[i]
            };
            let r = self.convert_down(s, v, random, scale);
            let at = 2 * i * s.narrow.bits();
            let (word, by) = (at / 32, at as u32 % 32);
            let low = self.shl(r, by);
            out[word] = self.b.op32(Uop::Or, &[out[word], low]);
            if by as usize + 2 * s.narrow.bits() > 32 {
                out[word + 1] = self.shr(r, 32 - by);
            }
            if s.way == Way::DownRandomly {
                random = self.prng(random);
                random = self.prng(random);
            }
        }
        self.set_active(f, &out)
    }

    /// The registers of source `i`.
    fn wide(&mut self, op: Vop3, f: &Vop, i: usize) -> Result<Vec<Val>, Interp> {
        let dwords = op.row().shape.src[i].dwords();
        let Operand::Vgpr(v) = f.src[i] else {
            return Err(Interp);
        };
        let place = self.place(v, i, dwords)?;
        Ok((0..dwords).map(|k| self.get(place, k)).collect())
    }

    /// V_PRNG_B32.
    pub(super) fn prng(&mut self, v: Val) -> Val {
        let (up, sign) = (self.shl(v, 1), self.sar(v, 31));
        let k = self.and(sign, 0xc5);
        self.b.op32(Uop::Xor, &[up, k])
    }

    /// V_PERMLANE16_SWAP_B32 and V_PERMLANE32_SWAP_B32: of two rows of `row` lanes each, the second one of the
    /// destination and the first one of the source exchange their values, whatever EXEC says.
    pub(super) fn swap_rows(&mut self, f: &Vop, row: u16) -> Lowered {
        let Operand::Vgpr(src) = f.src[0] else {
            return Err(Interp);
        };
        let (source, dst) = (self.place(src, 0, 1)?, self.place(f.vdst, DST, 1)?);
        let exec = self.b.exec();
        let of_rows = |odd: bool| {
            let is_of = |lane: &usize| (lane & usize::from(row) != 0) == odd;
            (0..LANES).filter(is_of).fold(0u64, |m, lane| m | 1 << lane)
        };
        let all = unless_planted!(Fault::SwapExec, self.b.k64(u64::MAX), exec);
        self.b.set_s64(EXEC_LO, all);
        let (a, b) = (self.get(dst, 0), self.get(source, 0));
        let [moved_a, moved_b] = [a, b].map(|v| self.b.dpp(dpp::EXCHANGE | row, v));
        // Both may be one register.
        for (odd, place, v) in [(true, dst, moved_b), (false, source, moved_a)] {
            let rows = self.b.k64(of_rows(odd));
            let rows = unless_planted!(Fault::SwapExec, rows, self.b.op64(Uop::And, &[rows, exec]));
            self.b.set_s64(EXEC_LO, rows);
            self.set(place, 0, v);
        }
        self.b.set_s64(EXEC_LO, exec);
        Ok(())
    }
}
