//! Kinds of instruction: what they cost on the host, and how many operations a lane does.

use crate::isa::facts::{DsAct, MaiAct};
use crate::isa::{Flags, Inst, Row, Ty, VopForm};
use crate::listed::listed;

listed! {
    /// A kind of instruction.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
    #[serde(rename_all = "lowercase")]
    #[non_exhaustive]
    pub enum Kind {
        /// Scalar arithmetic: SOP1, SOP2, SOPC, SOPK.
        Scalar,
        /// Branches, waits, barriers: SOPP.
        Control,
        /// Scalar memory.
        ScalarMemory,
        /// Vector arithmetic.
        Vector,
        /// Vector arithmetic on f64.
        Double,
        /// Reciprocals, roots, exponentials, logarithms, sines.
        Special,
        /// Values go from lane to lane: DPP, readlane, permutations.
        Exchange,
        /// The LDS, or the GDS.
        Lds,
        /// Global and private memory by vector instructions: FLAT, MUBUF, MTBUF.
        Memory,
        /// Atomics on it.
        Atomic,
        /// Images.
        Image,
        /// Products of matrices.
        Matrix,
        /// Interpolation and exports.
        Graphics,
    }
}

impl Kind {
    /// That of an instruction.
    pub fn of(inst: &Inst) -> Kind {
        match inst {
            Inst::Sop1 { .. } | Inst::Sop2 { .. } | Inst::Sopk { .. } | Inst::Sopc { .. } => {
                Kind::Scalar
            }
            Inst::Sopp { .. } => Kind::Control,
            Inst::Smem { .. } => Kind::ScalarMemory,
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => vector(inst.row(), f.form),
            Inst::Ds { op, .. } => match op.act() {
                DsAct::Swizzle | DsAct::BPermute | DsAct::Permute => Kind::Exchange,
                DsAct::Loads(_)
                | DsAct::LoadsTransposed(_)
                | DsAct::Stores(_)
                | DsAct::Loads2(..)
                | DsAct::Stores2(..)
                | DsAct::Exchanges2(..)
                | DsAct::Atomic32(_)
                | DsAct::Atomic64(_)
                | DsAct::Src2On32(_)
                | DsAct::Src2On64(_)
                | DsAct::ConditionalExchange
                | DsAct::LoadsByLane
                | DsAct::StoresByLane
                | DsAct::Append
                | DsAct::Consume
                | DsAct::Nothing
                | DsAct::Syncs(_)
                | DsAct::Orders
                | DsAct::Undefined => Kind::Lds,
            },
            Inst::Flat { .. } | Inst::Mubuf { .. } | Inst::Mtbuf { .. } => {
                if inst.row().flags.has(Flags::ATOMIC) {
                    Kind::Atomic
                } else {
                    Kind::Memory
                }
            }
            Inst::Mimg { .. } => Kind::Image,
            Inst::Mai { op, .. } => match op.act() {
                MaiAct::Reads | MaiAct::Writes => Kind::Vector,
                MaiAct::Multiplies(_) | MaiAct::MultipliesSparse(_) => Kind::Matrix,
            },
            Inst::Vintrp { .. } | Inst::Exp { .. } => Kind::Graphics,
        }
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Scalar => "scalar",
            Kind::Control => "control",
            Kind::ScalarMemory => "scalarmemory",
            Kind::Vector => "vector",
            Kind::Double => "double",
            Kind::Special => "special",
            Kind::Exchange => "exchange",
            Kind::Lds => "lds",
            Kind::Memory => "memory",
            Kind::Atomic => "atomic",
            Kind::Image => "image",
            Kind::Matrix => "matrix",
            Kind::Graphics => "graphics",
        }
    }

    /// What an execution costs as compiled code on the host, roughly, next to a `v_add_f32` on 64 lanes.
    ///
    /// Arithmetic and the LDS are medians of what `cargo bench --bench rows` prints, memory and atomics were measured
    /// in loops of the same kind, on one host with AVX-512. A load whose lanes lie side by side costs half as much as
    /// is said here, a store to 64 lines much more. Images and graphics are a guess.
    pub fn cost(self) -> f64 {
        match self {
            Kind::Scalar | Kind::Control => 0.25,
            Kind::Vector | Kind::ScalarMemory => 1.0,
            Kind::Double => 1.5,
            Kind::Special => 2.0,
            Kind::Exchange => 3.0,
            Kind::Lds => 4.0,
            Kind::Memory => 8.0,
            // From 4 to 32 registers of results.
            Kind::Matrix => 40.0,
            Kind::Atomic | Kind::Image | Kind::Graphics => 100.0,
        }
    }

    /// Whether its instructions act on lanes.
    pub fn is_vector(self) -> bool {
        match self {
            Kind::Scalar | Kind::Control | Kind::ScalarMemory => false,
            Kind::Vector
            | Kind::Double
            | Kind::Special
            | Kind::Exchange
            | Kind::Lds
            | Kind::Memory
            | Kind::Atomic
            | Kind::Image
            | Kind::Matrix
            | Kind::Graphics => true,
        }
    }
}

fn vector(row: &Row, form: VopForm) -> Kind {
    let double = |ty: &Ty| *ty == Ty::F64;
    if form == VopForm::Dpp || row.is_lane_access() {
        Kind::Exchange
    } else if row.flags.has(Flags::TRANS) {
        Kind::Special
    } else if double(&row.shape.dst) || row.shape.src.iter().any(double) {
        Kind::Double
    } else {
        Kind::Vector
    }
}

/// Arithmetic operations that a vector ALU instruction does in each active lane: a multiply-add is two, a move none. Of
/// all other instructions 0.
pub fn operations(inst: &Inst) -> u64 {
    match inst {
        Inst::Vop1 { .. }
        | Inst::Vop2 { .. }
        | Inst::Vopc { .. }
        | Inst::Vop3 { .. }
        | Inst::Vop3p { .. } => {}
        Inst::Mai { op, .. } => {
            return match op.act() {
                MaiAct::Reads | MaiAct::Writes => 0,
                // All elements of D, in 64 lanes.
                MaiAct::Multiplies(m) => (2 * m.size * m.size * m.depth * m.blocks / 64) as u64,
                // Half of them is zero.
                MaiAct::MultipliesSparse(m) => (m.size * m.size * m.depth / 64) as u64,
            };
        }
        Inst::Sop1 { .. }
        | Inst::Sop2 { .. }
        | Inst::Sopk { .. }
        | Inst::Sopc { .. }
        | Inst::Sopp { .. }
        | Inst::Smem { .. }
        | Inst::Ds { .. }
        | Inst::Flat { .. }
        | Inst::Mubuf { .. }
        | Inst::Mtbuf { .. }
        | Inst::Mimg { .. }
        | Inst::Vintrp { .. }
        | Inst::Exp { .. } => return 0,
    }
    let row = inst.row();
    if row.flags.has(Flags::MOVES) {
        return 0;
    }
    let packed = matches!(row.shape.dst, Ty::V2B16 | Ty::V2F16 | Ty::V2F32);
    let of_each = if row.flags.has(Flags::MULTIPLY_ADD) {
        2
    } else {
        // Of a dot product, products and sums, one of the latter with the third operand.
        2 * u64::from(row.products())
    };
    of_each.max(1) * if packed { 2 } else { 1 }
}
