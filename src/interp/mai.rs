//! MAI: matrix instructions, and the moves to and from accumulation registers (LLVM AMDGPUUsage; AMD's matrix
//! instruction calculator). What sums of products are, [`matrix`](crate::numerics::matrix) says.
//!
//! No source that can be read says whether EXEC counts for products of matrices. Here it does not: their operands
//! are spread over all lanes, and a lane that is missing would be part of many elements. The moves obey it.

use super::{Cx, Step, Stop, check_vgprs, lanes, s32, s64};
use crate::error::FaultKind;
use crate::isa::{Mai, MaiFields, Operand, Ty, Vop, in_file};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::matrix::Product;

/// Several registers.
type Registers = Vec<[u32; LANES]>;

pub(super) fn execute(op: Mai, f: &MaiFields, w: &mut Wave, cx: &Cx) -> Step {
    let shape = op.row().shape;
    let vdst = in_file(f.vdst, f.acc >> 3 & 1 != 0);
    check_vgprs(w, vdst, shape.dst.dwords())?;
    let source = |i: usize, ty: Ty| operand(f, i, ty, shape.src[i].dwords(), w, cx);
    let Some(product) = Product::of(cx.generation, op, f.cbsz, f.abid, f.blgp) else {
        // A move from or to an accumulation register.
        let from = source(0, Ty::B32)?;
        write(w, vdst, &from, w.exec());
        return Ok(());
    };
    let (mut a, b) = (source(0, Ty::B32)?, source(1, Ty::B32)?);
    let c = match product.modifiers.indices {
        Some(_) => {
            a.extend(source(2, Ty::B32)?);
            registers(w, vdst, shape.dst.dwords())
        }
        None => source(2, product.addend())?,
    };
    write(w, vdst, &product.apply(&a, &b, &c), u64::MAX);
    Ok(())
}

/// V_ACCVGPR_MOV_B32, a VOP1 instruction of which both registers are accumulation registers.
pub(super) fn acc_mov(f: &Vop, w: &mut Wave) -> Step {
    let Operand::Vgpr(from) = f.src[0] else {
        return Err(
            FaultKind::Illegal("operand of another kind than a register".to_owned()).into(),
        );
    };
    let (from, to) = (in_file(from, true), in_file(f.vdst, true));
    check_vgprs(w, from, 1)?;
    check_vgprs(w, to, 1)?;
    let values = vec![w.v(from).0];
    write(w, to, &values, w.exec());
    Ok(())
}

/// The `count` registers of source `i`; a constant of type `ty` stands in every element.
fn operand(
    f: &MaiFields,
    i: usize,
    ty: Ty,
    count: u8,
    w: &Wave,
    cx: &Cx,
) -> Result<Registers, Stop> {
    if let Operand::Vgpr(n) = f.src[i] {
        let first = in_file(n, f.acc >> i & 1 != 0);
        check_vgprs(w, first, count)?;
        return Ok(registers(w, first, count));
    }
    let dwords = match ty.dwords() {
        2 => {
            let v = s64(w, cx, f.src[i], ty);
            [v as u32, (v >> 32) as u32]
        }
        _ => [s32(w, cx, f.src[i], ty); 2],
    };
    Ok((0..count.into()).map(|k| [dwords[k % 2]; LANES]).collect())
}

/// The `count` registers from `first` on.
fn registers(w: &Wave, first: u16, count: u8) -> Registers {
    (first..).take(count.into()).map(|r| w.v(r).0).collect()
}

/// Writes registers from `first` on in the lanes of a mask.
fn write(w: &mut Wave, first: u16, values: &Registers, mask: u64) {
    for (r, values) in (first..).zip(values) {
        for lane in lanes(mask) {
            w.v_mut(r).0[lane] = values[lane];
        }
    }
}
