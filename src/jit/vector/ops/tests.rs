//! The rows are what iced-x86 decodes: the mnemonic, and the size of what is in memory.

use iced_x86::{Decoder, DecoderOptions, Instruction};

use super::*;
use crate::jit::vector::assembler::Assembler;
use crate::jit::vector::encode::{Mask, Mem, Rm, computation};
use crate::jit::vector::gpr::Gpr;
use crate::jit::vector::isa::{AVX2, AVX512, Isa};

/// There are no encodings of whole vectors.
const NARROW: &[Op] = &[
    Op::VMOVD,
    Op::VMOVQ,
    Op::VMOVD_MR,
    Op::VMOVQ_MR,
    Op::VPEXTRD,
    Op::VPEXTRQ,
    Op::VPINSRD,
    Op::VMOVHPS,
];

/// There is no encoding with registers alone.
const IN_MEMORY: &[Op] = &[
    Op::VPMASKMOVD,
    Op::KMOVW_MR,
    Op::VMOVHPS,
    Op::VPGATHERDD,
    Op::VPGATHERDQ,
    Op::VPSCATTERDD,
    Op::VPSCATTERDQ,
];

const fn has_vector_index(op: Op) -> bool {
    matches!(
        op,
        Op::VPGATHERDD | Op::VPGATHERDQ | Op::VPSCATTERDD | Op::VPSCATTERDQ
    )
}

/// `op` with `b` as its last operand, decoded.
fn decoded(isa: &'static Isa, op: Op, b: Rm) -> Instruction {
    let on = if NARROW.contains(&op) {
        Vectors::Narrow
    } else {
        Vectors::Whole
    };
    let mut out = Assembler::new(isa);
    // Gathers and scatters need a mask, and have no further operand.
    let k = has_vector_index(op) as u8;
    computation(
        &mut out,
        Variant { op, on },
        2,
        0,
        b,
        if isa.has_masks {
            Mask { k, zero: false }
        } else {
            Mask::default()
        },
    );
    // Some have an immediate.
    out.byte(1);
    let code = out.linked();
    let instruction = Decoder::new(64, &code, DecoderOptions::NONE).decode();
    assert!(!instruction.is_invalid(), "{op:?} {b:?}: {code:02x?}");
    instruction
}

/// Those of AVX-512.
fn of_avx512() -> impl Iterator<Item = Op> {
    ALL.iter().copied().filter(|op| op.row().avx512)
}

fn mnemonic(name: &str) -> String {
    let name = name.strip_suffix("_MR").unwrap_or(name);
    let name = name.strip_suffix("_GPR").unwrap_or(name);
    name.to_lowercase()
}

#[test]
fn rows_have_their_names() {
    for op in of_avx512().filter(|op| !IN_MEMORY.contains(op)) {
        let found = decoded(&AVX512, op, Rm::Reg(1)).mnemonic();
        let name = mnemonic(op.row().name);
        assert_eq!(format!("{found:?}").to_lowercase(), name);
    }
}

#[test]
fn rows_of_avx2_have_their_names_and_sizes() {
    for op in ALL.iter().copied() {
        let Some(avx2) = op.row().avx2 else {
            continue;
        };
        let b = if has_vector_index(op) {
            let at = Mem::at(Gpr::Rcx, 0x123);
            let index = Some((3, 0));
            Rm::Mem(Mem { index, ..at })
        } else if IN_MEMORY.contains(&op) {
            Rm::Mem(Mem::at(Gpr::Rcx, 0x123))
        } else {
            Rm::Reg(1)
        };
        let found = decoded(&AVX2, op, b);
        let name = mnemonic(avx2.name.unwrap_or(op.row().name));
        assert_eq!(format!("{:?}", found.mnemonic()).to_lowercase(), name);
        let mut registers = (0..found.op_count()).map(|k| format!("{:?}", found.op_register(k)));
        let kind = if NARROW.contains(&op) { "XMM" } else { "YMM" };
        assert!(registers.any(|r| r.starts_with(kind)), "{op:?}");
    }
    let both = ALL
        .iter()
        .filter(|op| op.row().avx512 && op.row().avx2.is_some());
    assert!(both.count() > 100);
}

#[test]
fn operands_in_memory_have_their_sizes() {
    for op in of_avx512().filter(|op| op.row().memory > 0) {
        let row = op.row();
        // The displacement is scaled by the size, so that it is another one if that is wrong.
        let disp = 5 << row.memory;
        let mut mem = Mem::at(Gpr::Rcx, disp);
        if has_vector_index(op) {
            mem.index = Some((3, 0));
        }
        let found = decoded(&AVX512, op, Rm::Mem(mem));
        assert_eq!(
            format!("{:?}", found.mnemonic()).to_lowercase(),
            mnemonic(op.row().name)
        );
        assert_eq!(found.memory_displacement64(), disp as u64, "{op:?}");
        assert!(!found.is_broadcast(), "{op:?}");
    }
}

#[test]
fn one_element_can_stand_for_all_where_the_row_says_so() {
    let rows = of_avx512().filter_map(|op| Some((op, op.row().element?)));
    for (op, element) in rows {
        let disp = 5 << element;
        let spread = true;
        let found = decoded(
            &AVX512,
            op,
            Rm::Mem(Mem {
                spread,
                ..Mem::at(Gpr::Rcx, disp)
            }),
        );
        assert_eq!(found.memory_displacement64(), disp as u64, "{op:?}");
        assert!(found.is_broadcast(), "{op:?}");
    }
}

#[test]
fn multiply_adds_are_found_from_each_other() {
    for (op, name) in [
        (Op::VFMADD132PS.multiplying(1), "VFMADD213PS"),
        (Op::VFNMADD231PD.multiplying(0), "VFNMADD132PD"),
        (Op::VFMSUB213PS.multiplying(2), "VFMSUB231PS"),
    ] {
        assert_eq!(op.row().name, name);
    }
    for all in MULTIPLY_ADDS {
        let order = all.map(|op| op.row().name.trim_matches(char::is_alphabetic).to_owned());
        assert_eq!(order, ["132", "213", "231"]);
    }
}
