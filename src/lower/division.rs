//! Division: its steps, and whole f32 quotients, see [`crate::numerics::division`].

use super::{Lower, Lowered};
use crate::ir::lane_fn::{Fmt, LaneCall, LaneFn};
use crate::ir::plant::{Fault, planted};
use crate::ir::{Ty as IrTy, Uop, Val};
use crate::isa::{VCC_LO, Vop, Vop3};

impl Lower<'_> {
    /// V_DIV_SCALE: the scaled value, and the flag for V_DIV_FMAS to SDST.
    pub(super) fn div_scale(&mut self, f: &Vop, op: Vop3, fmt: Fmt) -> Lowered {
        let row = op.row();
        let [t0, t1, t2] = row.shape.src;
        let (a, b) = (self.src(f, 0, t0)?, self.src(f, 1, t1)?);
        let c = self.src(f, 2, t2)?;
        let r = self.call_fmt(LaneFn::DivScale, fmt, 0, &[a, b, c]);
        let flag = self.call(LaneFn::DivScaleFlag, fmt, 0, IrTy::B32, &[a, b, c]);
        let flag = self.nonzero(flag);
        let m = self.b.mask(flag);
        self.set_dst(f, row, r)?;
        self.b.set_s64(f.sdst, m);
        Ok(())
    }

    /// V_DIV_FMAS: `plain`, or the scaled multiply-add in the lanes of VCC.
    pub(super) fn div_fmas(&mut self, fmt: Fmt, plain: Val, args: [Val; 3]) -> Val {
        let scaled = self.call_fmt(LaneFn::DivFmas, fmt, 0, &args);
        let vcc = self.b.s64(VCC_LO);
        let flags = self.b.lanes(vcc);
        self.b.select(flags, scaled, plain)
    }

    /// V_DIV_FIXUP_F32: where `q` is the last of all steps of the quotient, they become one operation. Those that
    /// nothing else needs are left out then.
    pub(super) fn div_fixup32(&mut self, q: Val, d: Val, n: Val) -> Val {
        if Self::is_nearest(self.mode32()) && self.ends_steps(q, d, n).is_some() {
            return self.call_fmt(LaneFn::Quotient, Fmt::F32, 0, &[d, n]);
        }
        self.call_fmt(LaneFn::DivFixup, Fmt::F32, 0, &[q, d, n])
    }

    /// `Some` if `q` has been computed of `d` and `n` as [`crate::numerics::quotient`] does.
    fn ends_steps(&mut self, q: Val, d: Val, n: Val) -> Option<()> {
        let [flags, scaled, plain] = self.args(q, Uop::Select)?;
        let last = self.args(scaled, Uop::Call3)?;
        let call = LaneCall::unpack(self.b.node(scaled).imm);
        let is_fmas = (call.f, call.fmt) == (LaneFn::DivFmas, Fmt::F32);
        if !is_fmas || self.args(plain, Uop::FFma32)? != last {
            return None;
        }
        // What is there already is not made again.
        let scaled_d = self.call_fmt(LaneFn::DivScale, Fmt::F32, 0, &[d, d, n]);
        let scaled_n = self.call_fmt(LaneFn::DivScale, Fmt::F32, 0, &[n, d, n]);
        let flag = self.call(LaneFn::DivScaleFlag, Fmt::F32, 0, IrTy::B32, &[n, d, n]);
        let (is_set, minus_d) = (self.nonzero(flag), self.negated(scaled_d));
        let (first, one) = (self.rcp32(scaled_d), self.b.k32(1f32.to_bits()));
        let one = self.b.splat(one);
        let [rest, r, q] = last;
        let error = self.beside(r, first)?;
        let rest_before = self.beside(q, r)?;
        let [.., before] = self.args::<3>(q, Uop::FFma32)?;
        let [.., x, y] = self.args::<2>(before, Uop::FMul32)?;
        let steps = [
            (error, [minus_d, first, one]),
            (r, [error, first, first]),
            (rest_before, [minus_d, before, scaled_n]),
            (q, [rest_before, r, before]),
            (rest, [minus_d, q, scaled_n]),
        ];
        let are_there = steps.iter().all(|(v, of)| self.is_fma(*v, *of));
        let is_product = [x, y] == [scaled_n, r] || [y, x] == [scaled_n, r];
        (flags == is_set && are_there && is_product).then_some(())
    }

    /// The factor beside `x` of a product with a sum.
    fn beside(&self, v: Val, x: Val) -> Option<Val> {
        let [a, b, _] = self.args(v, Uop::FFma32)?;
        match (a == x, b == x) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        }
    }

    /// Whether `v` is x y + z.
    fn is_fma(&self, v: Val, [x, y, z]: [Val; 3]) -> bool {
        let of = self.args(v, Uop::FFma32);
        let ends_in = if planted(Fault::OtherSteps) {
            of.map_or(z, |of| of[2])
        } else {
            z
        };
        of == Some([x, y, ends_in]) || of == Some([y, x, ends_in])
    }

    /// The operands of `v`, if it is computed by `op` of so many.
    fn args<const N: usize>(&self, v: Val, op: Uop) -> Option<[Val; N]> {
        let n = self.b.node(v);
        let args = (n.op == op).then(|| n.args.as_slice().try_into());
        args?.ok()
    }
}
