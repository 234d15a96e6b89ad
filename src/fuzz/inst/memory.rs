//! Random instructions of the memory encodings, from their rows. The registers that they name are those
//! that [`super::state`] fills with addresses.

use crate::fuzz::Source;
use crate::isa::{
    Ds, DsFields, Flags, Flat, FlatFields, Gen, Gens, Inst, M0, Mimg, MimgFields, Mtbuf,
    MtbufFields, Mubuf, MubufFields, Operand, Segment, Smem, SmemFields,
};

use super::state::typed;

/// An instruction of SMEM.
pub fn smem(r: &mut Source<'_>, op: Smem) -> Inst {
    let buffer = op.row().name.contains("BUFFER");
    let soffset = r.pick(&[None, None, Some(4), Some(M0)]);
    let imm = match r.below(4) {
        0 => 0,
        1 => r.below(256) as i64 * 4,
        2 => r.below(1 << 12) as i64,
        _ => -(r.below(16) as i64),
    };
    if r.one_in(8) {
        // Without operands, or with a destination only.
        let f = SmemFields {
            sdata: r.pick(&[0, 16]),
            has_imm: r.one_in(2),
            ..SmemFields::ZERO
        };
        return Inst::Smem { op, f };
    }
    Inst::Smem {
        op,
        f: SmemFields {
            sdata: r.pick(&[0, 16, 32, 64, 106]),
            sbase: if buffer { 8 } else { r.pick(&[0, 2]) },
            imm: if soffset.is_some() { 0 } else { imm },
            soffset,
            has_imm: soffset.is_none(),
            glc: r.one_in(2),
            nv: false,
        },
    }
}

/// A register for data or results; seldom one of the addresses'.
fn data(r: &mut Source<'_>) -> u8 {
    match r.below(8) {
        0 => 2 + r.below(12) as u8,
        _ => 14 + r.below(12) as u8,
    }
}

/// As `data`, or 0: encodings have no other register in fields that the instruction does not use.
fn data_or_none(r: &mut Source<'_>) -> u8 {
    match r.below(2) {
        0 => 0,
        _ => data(r),
    }
}

/// An instruction of DS.
pub fn ds(r: &mut Source<'_>, op: Ds) -> Inst {
    if r.one_in(8) {
        // Without operands.
        let f = DsFields {
            offset0: r.pick(&[0, 1]),
            gds: r.one_in(2),
            ..DsFields::ZERO
        };
        return Inst::Ds { op, f };
    }
    Inst::Ds {
        op,
        f: DsFields {
            vdst: data_or_none(r),
            addr: match r.below(4) {
                0 => 0,
                _ => 10 + r.below(4) as u8,
            },
            data0: data_or_none(r),
            data1: data_or_none(r),
            offset0: r.pick(&[0, 0, 4, 1, 7, 0xff]),
            offset1: r.pick(&[0, 0, 0, 1, 2, 0x80, 0xc0, 0xe0]),
            gds: r.one_in(6),
            ..DsFields::ZERO
        },
    }
}

/// An instruction of FLAT.
pub fn flat(r: &mut Source<'_>, generation: Gen, op: Flat) -> Inst {
    let seg = r.pick(&[Segment::Flat, Segment::Global, Segment::Scratch]);
    let pairs = 2 + 2 * r.below(4) as u8;
    let offsets = 10 + r.below(4) as u8;
    let (vaddr, saddr) = match (seg, r.below(2)) {
        (Segment::Flat, _) | (Segment::Global, 0) => (pairs, None),
        (Segment::Global, _) => (offsets, Some(r.pick(&[0, 2]))),
        (Segment::Scratch, 0) => (offsets, None),
        (Segment::Scratch, _) if generation.has(Gens::SVE) => (offsets, Some(4)),
        (Segment::Scratch, _) => (0, Some(4)),
    };
    Inst::Flat {
        op,
        f: FlatFields {
            seg,
            vdst: data_or_none(r),
            vaddr,
            vdata: data_or_none(r),
            saddr,
            offset: r.pick(&[0, 0, 4, 3, -4, 64, 4095]),
            glc: r.one_in(2),
            slc: false,
            nv: false,
            lds: r.one_in(8),
            tfe: r.one_in(8),
            sve: generation.has(Gens::SVE) && seg == Segment::Scratch && r.one_in(2),
            ..FlatFields::ZERO
        },
    }
}

/// An instruction of MUBUF.
pub fn mubuf(r: &mut Source<'_>, op: Mubuf) -> Inst {
    let addr64 = r.one_in(2);
    if r.one_in(8) {
        // Without operands.
        let f = MubufFields {
            soffset: r.pick(&[Operand::Int(0), Operand::Sgpr(0)]),
            ..MubufFields::ZERO
        };
        return Inst::Mubuf { op, f };
    }
    let offen = !addr64 && r.one_in(2);
    let idxen = !addr64 && r.one_in(3);
    Inst::Mubuf {
        op,
        f: MubufFields {
            vdata: data_or_none(r),
            vaddr: if offen || idxen || addr64 { 30 } else { 0 },
            srsrc: 8,
            soffset: r.pick(&[Operand::Int(0), Operand::Sgpr(4), Operand::Sgpr(4)]),
            offset: r.pick(&[0, 0, 4, 3, 100]),
            offen,
            idxen,
            addr64,
            glc: r.one_in(2),
            slc: false,
            lds: op == Mubuf::BUFFER_STORE_LDS_DWORD || r.one_in(16),
            tfe: r.one_in(16),
            ..MubufFields::ZERO
        },
    }
}

/// An instruction of MTBUF.
pub fn mtbuf(r: &mut Source<'_>, op: Mtbuf) -> Inst {
    let addr64 = r.one_in(4);
    let (dfmt, nfmt) = typed(r);
    let offen = !addr64 && r.one_in(2);
    let idxen = !addr64 && r.one_in(3);
    Inst::Mtbuf {
        op,
        f: MtbufFields {
            buffer: MubufFields {
                vdata: data(r),
                vaddr: if offen || idxen || addr64 { 30 } else { 0 },
                srsrc: 8,
                soffset: r.pick(&[Operand::Int(0), Operand::Int(4), Operand::Sgpr(4)]),
                offset: r.pick(&[0, 0, 4, 3, 100]),
                offen,
                idxen,
                addr64,
                glc: r.one_in(2),
                slc: false,
                lds: false,
                tfe: r.one_in(8),
                ..MubufFields::ZERO
            },
            dfmt: dfmt as u8,
            nfmt: nfmt as u8,
        },
    }
}

/// An instruction of MIMG.
pub fn mimg(r: &mut Source<'_>, op: Mimg) -> Inst {
    let atomic = op.row().flags.has(Flags::ATOMIC);
    let dmask = match (atomic, r.below(6)) {
        (true, 1..) => r.pick(&[1, 3, 3, 15]),
        _ => r.below(16) as u8,
    };
    Inst::Mimg {
        op,
        f: MimgFields {
            vdata: data(r),
            vaddr: r.pick(&[26, 26, 26, 26, 26, 27, 28, 31]),
            srsrc: 80,
            ssamp: 0,
            dmask,
            unorm: r.one_in(2),
            glc: r.one_in(2),
            slc: false,
            da: r.one_in(2),
            r128: r.one_in(6),
            a16: r.one_in(4),
            tfe: r.one_in(6),
            lwe: r.one_in(8),
            d16: r.one_in(4),
            ..MimgFields::ZERO
        },
    }
}
