//! Registers that belong together.

use crate::isa::facts::DsAct;
use crate::isa::{Flags, Inst, MubufFields, Operand, Row, Segment, Ty, Vop};
use smallvec::{SmallVec, smallvec};

/// First registers, and how many follow each other from there on.
type Tuples = SmallVec<[(u8, u8); 4]>;

/// Whether the tuples of vector registers begin at even ones, as they do from gfx90a on (LLVM, "aligned VGPRs").
pub(super) fn are_even(inst: &Inst) -> bool {
    let tuples = tuples(inst);
    tuples.iter().all(|(first, n)| *n < 2 || first % 2 == 0)
}

fn tuples(inst: &Inst) -> Tuples {
    let shape = &inst.row().shape;
    let [data, second, _] = shape.src.map(Ty::dwords);
    let result = shape.dst.dwords();
    match inst {
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => vector(inst.row(), f),
        Inst::Mai { f, .. } => sources(inst.row(), &f.src)
            .chain([(f.vdst, result)])
            .collect(),
        // LLVM has no such class of three registers for DS_READ_B96_TR_B6.
        Inst::Ds { op, .. } if op.act() == DsAct::LoadsTransposed(6) => smallvec![],
        Inst::Ds { f, .. } => smallvec![(f.data0, data), (f.data1, second), (f.vdst, result)],
        Inst::Flat { f, .. } => {
            let address = match (f.seg, f.saddr) {
                (Segment::Flat, _) | (Segment::Global, None) => 2,
                (Segment::Global, Some(_)) | (Segment::Scratch, _) => 1,
            };
            smallvec![(f.vaddr, address), (f.vdata, data), (f.vdst, result)]
        }
        Inst::Mubuf { f, .. } => buffer(f, data.max(result)),
        Inst::Mtbuf { f, .. } => buffer(&f.buffer, data.max(result)),
        Inst::Mimg { f, .. } => smallvec![(f.vdata, f.dmask.count_ones() as u8)],
        Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => smallvec![],
    }
}

fn sources<'a>(row: &'a Row, src: &'a [Operand; 3]) -> impl Iterator<Item = (u8, u8)> + 'a {
    let typed = src.iter().zip(row.shape.src);
    typed.filter_map(|(op, ty)| match op {
        Operand::Vgpr(v) if ty != Ty::Mask => Some((*v, ty.dwords())),
        _ => None,
    })
}

fn vector(row: &Row, f: &Vop) -> Tuples {
    let dst = row.shape.dst;
    let result = if dst == Ty::Mask || row.flags.has(Flags::SGPR_DST) {
        0
    } else {
        dst.dwords()
    };
    sources(row, &f.src).chain([(f.vdst, result)]).collect()
}

fn buffer(f: &MubufFields, data: u8) -> Tuples {
    let address = u8::from(f.idxen) + u8::from(f.offen);
    smallvec![(f.vaddr, address), (f.vdata, data)]
}
