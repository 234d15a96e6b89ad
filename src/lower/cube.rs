//! Cube map coordinates, see [`crate::numerics::cube`]; comparisons flush denormals as MODE says.

use super::Lower;
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{FpClass, Ty as IrTy, Uop, Val};
use crate::isa::Ty;
use crate::isa::facts::relation::{EQ, GT, LT};

impl Lower<'_> {
    /// Whether z is the axis of the largest magnitude, and whether y is, if z is not.
    fn major(&mut self, v: [Val; 3]) -> [Val; 2] {
        let [x, y, z] = v.map(|v| self.and(v, 0x7fff_ffff));
        // In ties of y and z, z wins.
        let over_y = unless_planted!(Fault::CubeTie, GT | EQ, GT);
        let z_over_y = self.compare(Ty::F32, over_y, z, y);
        let z_over_x = self.compare(Ty::F32, GT | EQ, z, x);
        let is_y = self.compare(Ty::F32, GT | EQ, y, x);
        let is_z = self.b.op(Uop::And, IrTy::B1, 0, &[z_over_y, z_over_x]);
        [is_z, is_y]
    }

    fn by_axis(&mut self, [is_z, is_y]: [Val; 2], [x, y, z]: [Val; 3]) -> Val {
        let v = self.b.select(is_y, y, x);
        self.b.select(is_z, z, v)
    }

    fn is_negative(&mut self, v: Val) -> Val {
        let zero = self.b.k32(0);
        self.compare(Ty::F32, LT, v, zero)
    }

    pub(super) fn negated(&mut self, v: Val) -> Val {
        let sign = self.b.k32(1 << 31);
        self.b.op32(Uop::Xor, &[v, sign])
    }

    /// `v` with its sign flipped where `sign` is below zero.
    fn with_sign_of(&mut self, v: Val, sign: Val) -> Val {
        let (negative, flipped) = (self.is_negative(sign), self.negated(v));
        self.b.select(negative, flipped, v)
    }

    /// A coordinate, which is one of the operands except for its sign.
    fn coordinate(&mut self, v: Val) -> Val {
        let m = self.mode32();
        if m.denorm_in && m.denorm_out {
            v
        } else {
            self.flush32(v)
        }
    }

    /// V_CUBEID_F32.
    pub(super) fn cube_id(&mut self, v: [Val; 3]) -> Val {
        let axis = self.major(v);
        let major = self.by_axis(axis, v);
        let negative = self.is_negative(major);
        let [even, odd] = [[0.0f32, 2.0, 4.0], [1.0, 3.0, 5.0]].map(|faces| {
            let faces = faces.map(|face| self.b.k32(face.to_bits()));
            self.by_axis(axis, faces)
        });
        self.b.select(negative, odd, even)
    }

    /// V_CUBESC_F32.
    pub(super) fn cube_sc(&mut self, v: [Val; 3]) -> Val {
        let [x, _, z] = v;
        let axis = self.major(v);
        let on_x = self.with_sign_of(z, x);
        let (on_x, on_z) = (self.negated(on_x), self.with_sign_of(x, z));
        let r = self.by_axis(axis, [on_x, x, on_z]);
        self.coordinate(r)
    }

    /// V_CUBETC_F32.
    pub(super) fn cube_tc(&mut self, v: [Val; 3]) -> Val {
        let [_, y, z] = v;
        let axis = self.major(v);
        let (on_y, else_on) = (self.with_sign_of(z, y), self.negated(y));
        let r = self.by_axis(axis, [else_on, on_y, else_on]);
        self.coordinate(r)
    }

    /// V_CUBEMA_F32.
    pub(super) fn cube_ma(&mut self, v: [Val; 3]) -> Val {
        let axis = self.major(v);
        let major = self.by_axis(axis, v);
        self.fp(Uop::FAdd32, FpClass::F32, &[major, major])
    }
}
