//! MAI: products of matrices, and the moves to and from accumulation registers. `interp::mai` says what they are.

use super::{Interp, Lower, Lowered};
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::ir::{Per, Ty as IrTy, Uop, Val};
use crate::isa::facts::MaiAct;
use crate::isa::{EXEC_LO, Mai, MaiFields, Operand, Scale, Ty, Vop, in_file};
use crate::numerics::matrix::Product;

impl Lower<'_> {
    /// Lowers a MAI instruction.
    pub(super) fn mai(&mut self, op: Mai, f: &MaiFields) -> Lowered {
        let vdst = in_file(f.vdst, f.acc >> 3 & 1 != 0);
        self.has_vgprs(vdst, op.row().shape.dst.dwords())?;
        match op.act() {
            MaiAct::Reads | MaiAct::Writes => {
                let from = self.matrix(f, 0, Ty::B32, 1)?;
                self.b.set_v32(vdst, from[0]);
                Ok(())
            }
            MaiAct::Multiplies(_) | MaiAct::MultipliesSparse(_) => self.multiply(op, f, vdst),
        }
    }

    /// V_ACCVGPR_MOV_B32.
    pub(super) fn acc_mov(&mut self, f: &Vop) -> Lowered {
        let Operand::Vgpr(from) = f.src[0] else {
            return Err(Interp);
        };
        let (from, to) = (in_file(from, true), in_file(f.vdst, true));
        self.has_vgprs(from, 1)?;
        self.has_vgprs(to, 1)?;
        let v = self.b.v32(from);
        self.b.set_v32(to, v);
        Ok(())
    }

    fn multiply(&mut self, op: Mai, f: &MaiFields, vdst: u16) -> Lowered {
        let product = Product::of(self.t.generation, op, f);
        let mut product = product.ok_or(Interp)?;
        if product.modifiers.indices.is_some() && planted(Fault::FirstIndices) {
            product.modifiers.indices = Some(0);
        }
        // EXEC does not count: all lanes are read and written.
        let exec = self.b.exec();
        let all = unless_planted!(Fault::ProductLanes, self.b.k64(u64::MAX), exec);
        self.b.set_s64(EXEC_LO, all);
        let mut args = vec![all];
        let is_sparse = product.modifiers.indices.is_some();
        let scales = product.modifiers.scales.and(f.scale);
        let of_c = product.shape.results();
        args.extend(self.matrix(f, 0, Ty::B32, product.of_a().registers(0))?);
        if is_sparse {
            args.extend(self.matrix(f, 2, Ty::B32, 1)?);
        }
        if let Some([of_a, _]) = scales {
            args.push(self.scales(of_a)?);
        }
        args.extend(self.matrix(f, 1, Ty::B32, product.shape.registers(1))?);
        if let Some([_, of_b]) = scales {
            args.push(self.scales(of_b)?);
        }
        args.extend(if is_sparse {
            self.registers(vdst, of_c)
        } else {
            self.matrix(f, 2, product.addend(), of_c)?
        });
        let t = self
            .b
            .effect(Uop::Multiply, IrTy::Tuple, Per::Lane, product.pack(), &args);
        let values: Vec<Val> = (0..product.shape.results() as u64)
            .map(|k| self.b.proj(t, k))
            .collect();
        for (r, v) in (vdst..).zip(values) {
            self.b.set_v32(r, v);
        }
        self.b.set_s64(EXEC_LO, exec);
        Ok(())
    }

    /// A register of scales, or what stands for one.
    fn scales(&mut self, scale: Scale) -> Result<Val, Interp> {
        if let Operand::Vgpr(n) = scale.operand {
            let n = in_file(n, false);
            self.has_vgprs(n, 1)?;
            return Ok(self.b.v32(n));
        }
        let k = self.b.k32(scale.constant().ok_or(Interp)?);
        Ok(self.b.splat(k))
    }

    /// The `count` registers from `first` on.
    fn registers(&mut self, first: u16, count: usize) -> Vec<Val> {
        (first..).take(count).map(|r| self.b.v32(r)).collect()
    }

    /// The `count` registers of source `i`; a constant of type `ty` stands in every element.
    fn matrix(
        &mut self,
        f: &MaiFields,
        i: usize,
        ty: Ty,
        count: usize,
    ) -> Result<Vec<Val>, Interp> {
        if let Operand::Vgpr(n) = f.src[i] {
            let first = in_file(n, f.acc >> i & 1 != 0);
            self.has_vgprs(first, count as u8)?;
            return Ok(self.registers(first, count));
        }
        let k = f.src[i].constant(ty).ok_or(Interp)?;
        let halves = match ty.dwords() {
            2 => [k as u32, (k >> 32) as u32],
            _ => [k as u32; 2],
        };
        let values = halves.map(|k| {
            let k = self.b.k32(k);
            self.b.splat(k)
        });
        Ok((0..count).map(|k| values[k % 2]).collect())
    }
}
