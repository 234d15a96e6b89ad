//! MAI: matrix instructions, and the moves to and from accumulation registers (LLVM AMDGPUUsage; AMD's matrix
//! instruction calculator). What sums of products are, [`matrix`](crate::numerics::matrix) says.
//!
//! EXEC does not count for products of matrices (the CDNA4 manual says so, and nothing that the others differ): their
//! operands are spread over all lanes, and a lane that is missing would be part of many elements. The moves obey it.

use super::{Cx, Step, Stop, check_vgprs, lanes, s32, s64};
use crate::error::FaultKind;
use crate::isa::facts::MaiAct;
use crate::isa::{Mai, MaiFields, Operand, Scale, Ty, Vop, in_file};
use crate::machine::wave::{LANES, Wave};
use crate::numerics::matrix::Product;

/// Several registers.
type Registers = Vec<[u32; LANES]>;

pub(super) fn execute(op: Mai, f: &MaiFields, w: &mut Wave, cx: &Cx) -> Step {
    let shape = op.row().shape;
    let vdst = in_file(f.vdst, f.acc >> 3 & 1 != 0);
    check_vgprs(w, vdst, shape.dst.dwords())?;
    let source = |i: usize, ty: Ty| operand(f, i, ty, f.source_dwords(op, i), w, cx);
    match op.act() {
        MaiAct::Reads | MaiAct::Writes => {
            let from = source(0, Ty::B32)?;
            write(w, vdst, &from, w.exec());
            return Ok(());
        }
        MaiAct::Multiplies(_) | MaiAct::MultipliesSparse(_) => {}
    }
    // Refused before it is executed.
    let reserved = || FaultKind::Illegal("a reserved format of elements".to_owned());
    let product = Product::of(cx.generation, op, f).ok_or_else(reserved)?;
    let (mut a, mut b) = (source(0, Ty::B32)?, source(1, Ty::B32)?);
    if product.modifiers.scales.is_some()
        && let Some([of_a, of_b]) = f.scale
    {
        a.push(scales(of_a, w)?);
        b.push(scales(of_b, w)?);
    }
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

/// A register of scales, or what stands for one.
fn scales(scale: Scale, w: &Wave) -> Result<[u32; LANES], Stop> {
    if let Operand::Vgpr(n) = scale.operand {
        check_vgprs(w, n, 1)?;
        return Ok(w.v(u16::from(n)).0);
    }
    let constant = scale.constant();
    let wrong = || FaultKind::Illegal("scales that are no vector register".to_owned());
    Ok([constant.ok_or_else(wrong)?; LANES])
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
