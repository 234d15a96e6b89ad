//! Lane masks: scalars with a bit for each lane, and the truth values that a lane has.

use smallvec::smallvec;

use super::Builder;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{ICmp, Node, Ty, Uop, Val};

impl Builder {
    /// The mask in scalar `v`, lane-wise.
    pub fn lanes(&mut self, v: Val) -> Val {
        let exec = self.exec();
        if let Some((lanes, e)) = self.lanes_of.get(&v)
            && (*e == exec || planted(Fault::OldLanes))
        {
            return *lanes;
        }
        if let Some(k) = self.constant(v)
            && (k == 0 || k == u64::MAX)
        {
            let b = self.konst(Ty::B1, k & 1);
            return self.splat(b);
        }
        self.add(Node {
            op: Uop::LaneBits,
            ty: Ty::B1,
            vec: true,
            args: smallvec![v],
            imm: 0,
            pc: 0,
        })
    }

    /// A lane-wise truth value as a scalar mask: 0 for the lanes that EXEC disables.
    pub fn mask(&mut self, lanes: Val) -> Val {
        let exec = self.exec();
        let bits = match self.uniform(lanes) {
            Some(b) => {
                let (ones, zero) = (self.k64(u64::MAX), self.k64(0));
                self.select(b, ones, zero)
            }
            None if let Some(bits) = self.mask_of_rising(lanes) => bits,
            None => self.add(Node {
                op: Uop::MaskBits,
                ty: Ty::B64,
                vec: false,
                args: smallvec![lanes],
                imm: 0,
                pc: 0,
            }),
        };
        let m = self.op64(Uop::And, &[bits, exec]);
        let lanes = self.splat(lanes);
        self.lanes_of.insert(m, (lanes, exec));
        m
    }

    /// The mask of an unsigned or signed comparison of consecutive numbers with one number: the lanes
    /// below a bound, or those from it on.
    fn mask_of_rising(&mut self, lanes: Val) -> Option<Val> {
        let n = self.node(lanes).clone();
        if n.op != Uop::Cmp32 {
            return None;
        }
        let (a, b) = (self.affine(n.args[0])?, self.affine(n.args[1])?);
        use ICmp::*;
        let of = |c: ICmp| c as u64 == n.imm;
        // As x < k or not x < k, where x is the one that rises.
        let (rising, (x, k)) = match (a.1, b.1) {
            (1, 0) => (true, (a.0, b.0)),
            (0, 1) => (false, (b.0, a.0)),
            _ => return None,
        };
        if of(Eq) || of(Ne) {
            return Some(self.mask_of_one(x, k, of(Ne)));
        }
        let signed = [LtS, LeS, GtS, GeS].into_iter().any(of);
        let less = [LtS, LtU].into_iter().any(of);
        let less_same = [LeS, LeU].into_iter().any(of);
        let more = [GtS, GtU].into_iter().any(of);
        let more_same = [GeS, GeU].into_iter().any(of);
        // x < k, x <= k, and their opposites; with k first: k > x, k >= x, ...
        let (same, not) = match rising {
            true if less => (false, false),
            true if less_same => (true, false),
            true if more => (true, true),
            true if more_same => (false, true),
            false if more => (false, false),
            false if more_same => (true, false),
            false if less => (true, true),
            false if less_same => (false, true),
            _ => return None,
        };
        let flip = self.k32(if signed { 0x8000_0000 } else { 0 });
        let (x, k) = (
            self.op32(Uop::Xor, &[x, flip]),
            self.op32(Uop::Xor, &[k, flip]),
        );
        // In 64 bits: lane n is below when x + n < k, and after it has wrapped around when
        // x + n - 2^32 < k.
        let (x, mut k) = (self.op64(Uop::ZExt, &[x]), self.op64(Uop::ZExt, &[k]));
        if same {
            let one = self.k64(1);
            k = self.op64(Uop::Add, &[k, one]);
        }
        let range = self.k64(1 << 32);
        let before_wrap = self.op64(Uop::Sub, &[range, x]);
        let below = self.op64(Uop::Sub, &[k, x]);
        let first = self.low_bits(below);
        let unwrapped = self.low_bits(before_wrap);
        let first = self.op64(Uop::And, &[first, unwrapped]);
        let again = self.op64(Uop::Add, &[below, range]);
        let again = self.low_bits(again);
        let wrapped = self.op(Uop::Not, Ty::B64, 0, &[unwrapped]);
        let again = self.op64(Uop::And, &[again, wrapped]);
        let bits = unless_planted!(Fault::MaskWraps, self.op64(Uop::Or, &[first, again]), first);
        Some(if not {
            self.op(Uop::Not, Ty::B64, 0, &[bits])
        } else {
            bits
        })
    }

    /// The mask of the lane in which what rises from `x` is `k`, or with `not` of all others.
    fn mask_of_one(&mut self, x: Val, k: Val, not: bool) -> Val {
        let (one, zero, lanes) = (self.k64(1), self.k64(0), self.k32(64));
        let lane = self.op32(Uop::Sub, &[k, x]);
        let bit = self.op64(Uop::Shl, &[one, lane]);
        let there = self.icmp32(ICmp::LtU, lane, lanes);
        let bits = self.select(there, bit, zero);
        if not {
            self.op(Uop::Not, Ty::B64, 0, &[bits])
        } else {
            bits
        }
    }

    /// A mask of the lanes below the scalar `n`, a signed number.
    fn low_bits(&mut self, n: Val) -> Val {
        let (zero, all, one) = (self.k64(0), self.k64(64), self.k64(1));
        let n = self.op64(Uop::MaxS, &[n, zero]);
        let (ones, shift) = (self.k64(u64::MAX), self.op32(Uop::Lo, &[n]));
        let bit = self.op64(Uop::Shl, &[one, shift]);
        let below = self.op64(Uop::Sub, &[bit, one]);
        let some = self.icmp64(ICmp::LtS, n, all);
        self.select(some, below, ones)
    }
}
