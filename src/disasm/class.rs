//! The operands that LLVM's disassembler decodes though its register class does not have them: it
//! prints them with a comment (LLVM AMDGPUInstPrinter), with which the assembler reads them back.

use crate::isa::{Mai, Operand, Row, SourceKind, Ty};
use crate::syntax::NULL;

const EXEC: Operand = Operand::Sgpr(crate::isa::EXEC_LO);

/// What an operand may be.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    /// Anything that decodes.
    Any,
    /// Scalars and constants.
    Scalar,
    /// Scalar registers of 32 bits.
    Scalar32,
    /// Scalar registers of 64 bits.
    Scalar64,
    /// A lane mask other than EXEC.
    Mask,
    /// A VGPR.
    Vector,
    /// A VGPR or LDS_DIRECT.
    VectorOrLds,
    /// Four VGPRs.
    Vector128,
    /// So many registers of either vector file.
    Either(u8),
    /// So many accumulation registers; constants too where there are more than one.
    Acc(u8),
    /// So many VGPRs, or a constant.
    Vectors(u8),
}

impl Class {
    /// The class of source `i` of a vector instruction.
    pub(crate) fn of_vector_source(row: &Row, i: usize) -> Class {
        match row.kind_of_source(i) {
            SourceKind::Accumulation => Class::Acc(1),
            SourceKind::VectorOrLds => Class::VectorOrLds,
            SourceKind::Vector => Class::Vector,
            SourceKind::Scalar => Class::Scalar,
            SourceKind::Any => match row.shape.src[i] {
                Ty::Mask => Class::Mask,
                Ty::B128 => Class::Vector128,
                _ => Class::Any,
            },
        }
    }

    /// The class of source `i` of a matrix instruction, whose C and D are accumulation registers or not.
    pub(crate) fn of_matrix_source(op: Mai, i: usize, acc: bool) -> Class {
        let dwords = op.row().shape.src[i].dwords();
        match (op, i) {
            (Mai::V_ACCVGPR_WRITE_B32, _) => Class::Any,
            (Mai::V_ACCVGPR_READ_B32, _) => Class::Acc(dwords),
            (_, 2) if crate::decode::is_sparse(op) => Class::Vector,
            (_, 2) if acc => Class::Acc(dwords),
            (_, 2) => Class::Vectors(dwords),
            _ => Class::Either(dwords),
        }
    }

    /// LLVM's comment on `op`.
    pub(crate) fn comment(self, op: Operand) -> Option<String> {
        let vector = matches!(op, Operand::Vgpr(_));
        let named;
        let (name, constants, fits) = match self {
            Class::Any => return None,
            Class::Either(n) => {
                named = format!("AV_{}", 32 * u32::from(n));
                (named.as_str(), false, vector)
            }
            Class::Acc(1) => ("AGPR_32", false, vector),
            Class::Acc(n) => {
                named = format!("AReg_{}", 32 * u32::from(n));
                (named.as_str(), true, vector)
            }
            Class::Vectors(n) => {
                named = format!("VReg_{}", 32 * u32::from(n));
                (named.as_str(), true, vector)
            }
            Class::Scalar => ("SReg_32", true, scalar(op)),
            Class::Scalar32 => ("SReg_32", false, scalar(op)),
            Class::Scalar64 => ("SReg_64", false, scalar(op)),
            Class::Mask => ("SReg_1_XEXEC", false, scalar(op) && op != EXEC),
            Class::Vector => ("VGPR_32", false, vector),
            Class::VectorOrLds => {
                let fits = matches!(op, Operand::Vgpr(_) | Operand::LdsDirect);
                ("VRegOrLds_32", false, fits)
            }
            Class::Vector128 => ("VReg_128", false, vector),
        };
        match op {
            Operand::Int(_) | Operand::Float(_) | Operand::Literal(_) => {
                (!constants).then(|| IMMEDIATE.to_owned())
            }
            // These are in no class, and LLVM lets them pass everywhere.
            Operand::Aperture(_) | Operand::Vccz | Operand::Execz | Operand::Scc => None,
            Operand::Sgpr(NULL) => None,
            Operand::Sgpr(_) | Operand::Vgpr(_) | Operand::LdsDirect => {
                (!fits).then(|| register(name))
            }
        }
    }
}

/// LLVM's comment on a constant where none belongs.
pub(crate) const IMMEDIATE: &str = "/*Invalid immediate*/";

/// LLVM's comment on a scalar tuple at a register that has no tuples of so many dwords.
pub(crate) fn wide(dwords: u8) -> String {
    register(&format!("SReg_{}", 32 * u32::from(dwords)))
}

/// LLVM's comment on M0 or EXEC as data of SMEM; `None` where there is none.
pub(crate) fn smem_data(code: u8, dwords: u8) -> Option<String> {
    (dwords < 4 && !crate::decode::can_hold_data(code)).then(|| {
        register(match dwords {
            1 => "SReg_32_XM0_XEXEC",
            _ => "SReg_64_XEXEC",
        })
    })
}

/// LLVM's comment on a register that is not in the class `name`.
pub(crate) fn register(name: &str) -> String {
    format!("/*Invalid register, operand has '{name}' register class*/")
}

fn scalar(op: Operand) -> bool {
    matches!(op, Operand::Sgpr(_))
}
