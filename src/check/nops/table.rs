//! The rules that are pairs of instructions, and what they speak of.

use crate::check::finding::Severity;
use crate::check::operands::Role;
use crate::isa::{EXEC_LO, GENS, hwreg};
use crate::machine::wave::FILE;

/// Kinds of instructions, as bits of a set.
pub(super) mod kind {
    pub const VALU: u32 = 1 << 0;
    pub const SALU: u32 = 1 << 1;
    pub const SMEM: u32 = 1 << 2;
    pub const BUFFER_LOAD: u32 = 1 << 3;
    /// MUBUF, MTBUF, MIMG and FLAT.
    pub const VMEM: u32 = 1 << 4;
    pub const DS: u32 = 1 << 5;
    pub const EXP: u32 = 1 << 6;
    pub const DPP: u32 = 1 << 7;
    pub const DIV_FMAS: u32 = 1 << 8;
    /// V_READLANE, V_READFIRSTLANE.
    pub const READLANE: u32 = 1 << 9;
    pub const GETREG: u32 = 1 << 10;
    pub const GETREG_MODE: u32 = 1 << 11;
    pub const SETREG: u32 = 1 << 12;
    pub const RFE: u32 = 1 << 13;
    pub const INTERP: u32 = 1 << 14;
    pub const SETVSKIP: u32 = 1 << 15;
    pub const MESSAGE: u32 = 1 << 16;
    /// Products of matrices.
    pub const PRODUCT: u32 = 1 << 17;
    /// V_ACCVGPR_READ, V_ACCVGPR_WRITE.
    pub const ACC_READ: u32 = 1 << 18;
    pub const ACC_WRITE: u32 = 1 << 19;
    /// Dot products.
    pub const DOT: u32 = 1 << 20;
    /// Multiply-adds of f64.
    pub const FMA_F64: u32 = 1 << 21;
    /// The vector ALU, except reciprocals, roots, logarithms and their like.
    pub const ORDINARY: u32 = 1 << 22;
    /// V_WRITELANE.
    pub const WRITELANE: u32 = 1 << 23;
    /// Results in a part of a register, by SDWA or OP_SEL.
    pub const SHIFTED: u32 = 1 << 24;
    /// V_PERMLANE16_SWAP, V_PERMLANE32_SWAP.
    pub const PERMLANE: u32 = 1 << 25;

    /// What accesses memory by lanes.
    pub const MEMORY: u32 = VMEM | DS;

    /// What acts on lanes.
    pub const VECTOR: u32 = VALU | VMEM | DS | EXP;
    pub const ANY: u32 = u32::MAX;
}

/// What the first instruction of a pair has done: a table of when it did, by register or for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The vector ALU wrote a scalar register.
    ValuScalar,
    /// It wrote VCC, and no field named it.
    ValuVcc,
    /// The scalar ALU wrote a scalar register.
    SaluScalar,
    /// The vector ALU wrote a vector register.
    ValuVector,
    /// The vector ALU wrote one, by another instruction than a product of matrices or, on gfx90a and later, a dot
    /// product.
    PlainVector,
    /// V_ACCVGPR_WRITE wrote one.
    AccWritten,
    /// V_ACCVGPR_READ wrote one.
    AccRead,
    /// A reciprocal, root, logarithm or their like was written to one.
    Transcendental,
    /// A part of one was written by SDWA or OP_SEL.
    Shifted,
    /// Another unit wrote one.
    OtherVector,
    /// An interpolation wrote one.
    InterpVector,
    /// A vector register held data of a wide store.
    StoreData,
    /// A hardware register was written by `s_setreg`.
    SetReg,
    /// VSKIP changed.
    VskipChanged,
    /// VSKIP was written with the value that it had.
    VskipKept,
    /// `s_setvskip`.
    SetVskip,
    /// A product of matrices of f64.
    Double,
    /// V_ACCVGPR_READ or V_ACCVGPR_WRITE.
    AccMove,
}

impl First {
    /// Whether its entries are lanes' registers, by their numbers in the wave's file.
    pub const fn is_vector(self) -> bool {
        self.slots().1 == FILE
    }

    /// Where its entries are among those of all tables; and how many.
    pub const fn slots(self) -> (usize, usize) {
        // Behind the tables of scalar registers those of lanes' registers.
        const fn vector(n: usize) -> (usize, usize) {
            (3 * 128 + n * FILE, FILE)
        }
        const REST: usize = 3 * 128 + 9 * FILE;
        match self {
            First::ValuScalar => (0, 128),
            First::ValuVcc => (128, 128),
            First::SaluScalar => (256, 128),
            First::ValuVector => vector(0),
            First::OtherVector => vector(1),
            First::InterpVector => vector(2),
            First::StoreData => vector(3),
            First::PlainVector => vector(4),
            First::AccWritten => vector(5),
            First::AccRead => vector(6),
            First::Transcendental => vector(7),
            First::Shifted => vector(8),
            First::SetReg => (REST, 64),
            First::VskipChanged => (REST + 64, 1),
            First::VskipKept => (REST + 65, 1),
            First::SetVskip => (REST + 66, 1),
            First::Double => (REST + 67, 1),
            First::AccMove => (REST + 68, 1),
        }
    }

    /// All entries.
    pub const SLOTS: usize = First::AccMove.slots().0 + 1;

    /// What the first instruction did to register `name`.
    pub fn text(self, name: &str) -> String {
        match self {
            First::ValuScalar | First::ValuVcc | First::ValuVector | First::PlainVector => {
                format!("a vector instruction has written {name}")
            }
            First::AccWritten => format!("v_accvgpr_write has written {name}"),
            First::AccRead => format!("v_accvgpr_read has written {name}"),
            First::Transcendental => {
                format!("an instruction like v_rcp has written {name}")
            }
            First::Shifted => format!("a part of {name} has been written"),
            First::SaluScalar => format!("a scalar instruction has written {name}"),
            First::OtherVector => format!("a memory instruction has written {name}"),
            First::InterpVector => format!("an interpolation has written {name}"),
            First::StoreData => format!("a store of more than 64 bits has taken {name}"),
            First::SetReg => format!("s_setreg has written hardware register {name}"),
            First::VskipChanged => "VSKIP has changed".to_owned(),
            First::VskipKept => "VSKIP has been written".to_owned(),
            First::SetVskip => "s_setvskip has written MODE".to_owned(),
            First::Double => "a product of matrices of f64 came before".to_owned(),
            First::AccMove => "v_accvgpr_read or v_accvgpr_write came before".to_owned(),
        }
    }
}

/// Which entries of the table the second instruction is concerned with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Uses {
    /// Registers that it reads in one of these roles.
    Reads(&'static [Role]),
    /// VCC, read in one of these roles.
    ReadsVcc(&'static [Role]),
    /// Vector registers that it writes.
    Writes,
    /// The hardware register that it names.
    HwReg,
    /// One entry of the table.
    Entry(u16),
}

/// A pair of instructions that must be apart.
pub(super) struct Rule {
    pub id: &'static str,
    pub severity: Severity,
    pub first: First,
    /// Kinds of the second instruction.
    pub second: u32,
    pub uses: Uses,
    /// Wait states between them on each generation.
    pub states: [u8; GENS],
    /// What the second instruction does when there are fewer.
    pub outcome: &'static str,
    /// It is one only where this came between the two.
    pub between: Option<First>,
}

const SOURCES: &[Role] = &[Role::Source(0), Role::Source(1), Role::Source(2)];
const ADDRESSES: &[Role] = &[Role::Descriptor, Role::Sampler, Role::Offset, Role::Base];
/// What is read by the vector ALU; behind the three sources there are the scales of matrices.
const READ: &[Role] = &[
    Role::Source(0),
    Role::Source(1),
    Role::Source(2),
    Role::Source(3),
    Role::Source(4),
    Role::Old,
];
/// The entry of EXEC.
pub(super) const EXEC: u16 = EXEC_LO as u16;
const OLD: &str = "reads its old value";

/// Makes the rules of lines such as
///
/// ```text
/// H02 Error: ValuScalar => VALU, Reads(&[LaneSelect]), [4 4 4 4 4], OLD;
/// ```
///
/// After the vector ALU has written a scalar register, another of its instructions that reads it as the number of a lane
/// waits 4 states, or else reads the old value. Behind `..` is what has to come between the two for the rule to hold.
/// Wait states are by generation, as opcodes are in the rows of [`isa`](crate::isa): `_` is none, and the last one also
/// stands for the generations behind it. Of rules with one number the stricter stands first.
macro_rules! hazards {
    ($($id:ident $severity:ident: $first:ident $(.. $between:ident)? => $second:expr, $uses:expr, [$($states:tt)+], $outcome:expr;)+) => {
        /// The rules that are pairs.
        pub(super) const RULES: &[Rule] = {
            use First::*;
            use Role::*;
            use Severity::{Error, Warning};
            use Uses::*;
            use kind::*;
            &[$(Rule {
                id: stringify!($id),
                severity: $severity,
                first: $first,
                second: $second,
                uses: $uses,
                states: crate::isa::columns(&[$(hazards!(@ $states)),+]),
                outcome: $outcome,
                between: {
                    let _between: Option<First> = None;
                    $(let _between = Some($between);)?
                    _between
                },
            }),+]
        };
    };
    (@ _) => {
        0
    };
    (@ $states:literal) => {
        $states
    };
}

hazards! {
    // HR checkVMEMHazards; MAN. ACO has it on gfx6 and gfx7 too.
    H01 Error: ValuScalar => VMEM, Reads(ADDRESSES), [_ _ 5 5 5], OLD;
    H01 Warning: ValuScalar => VMEM, Reads(ADDRESSES), [5 5 _ _ _], OLD;
    // HR counts what no field names; ACO and MAN do not.
    H01x Warning: ValuScalar => VMEM, Reads(&[Lanes]), [_ _ 5 5 5], OLD;
    // HR checkRWLaneHazards; MAN; ACO.
    H02 Error: ValuScalar => VALU, Reads(&[LaneSelect]), [4 4 4 4 4], OLD;
    // HR checkDivFMasHazards; MAN; ACO.
    H03 Error: ValuScalar => DIV_FMAS, Reads(&[Implicit]), [4 4 4 4 4], OLD;
    // HR checkDPPHazards has any writer and any operand, MAN the vector ALU, ACO source 0.
    H04 Error: ValuVector => DPP, Reads(&[Source(0)]), [_ _ 2 2 2], OLD;
    H04 Warning: OtherVector => DPP, Reads(&[Source(0)]), [_ _ 2 2 2], OLD;
    H04 Warning: ValuVector => DPP, Reads(&[Source(1), Source(2), Old]), [_ _ 2 2 2], OLD;
    H04 Warning: OtherVector => DPP, Reads(&[Source(1), Source(2), Old]), [_ _ 2 2 2], OLD;
    H04 Warning: ValuVector => DPP, Writes, [_ _ 2 2 2], "keeps its old value in lanes that it does not write";
    H04 Warning: OtherVector => DPP, Writes, [_ _ 2 2 2], "keeps its old value in lanes that it does not write";
    // HR checkDPPHazards; MAN.
    H05 Error: ValuScalar => DPP, Reads(&[Lanes]), [_ _ 5 5 5], OLD;
    // HR checkGetRegHazards; MAN.
    H06 Error: SetReg => GETREG, HwReg, [2 2 2 2 2], OLD;
    // HR getSetRegWaitStates; ACO and the later MAN say 2 everywhere.
    H07 Error: SetReg => SETREG, HwReg, [1 1 2 2 2], "may be undone";
    H07 Warning: SetReg => SETREG, HwReg, [2 2 _ _ _], "may be undone";
    // MAN; ACO.
    H08 Error: VskipChanged => VECTOR, Entry(0), [2 2 2 2 2], "is executed, or skipped, by its old value";
    H08 Warning: VskipKept => VECTOR, Entry(0), [2 2 2 2 2], "is executed, or skipped, by its old value";
    // MAN.
    H09 Error: SetVskip => GETREG_MODE, Entry(0), [2 2 2 2 2], OLD;
    // HR checkRFEHazards; MAN.
    H10 Error: SetReg => RFE, Entry(hwreg::TRAPSTS), [_ _ 1 1 1], OLD;
    // HR hasReadM0SendMsgHazard. ACO has it on gfx6 and gfx7 too.
    H11 Error: SaluScalar => ANY, Reads(&[GdsBase, Message]), [_ _ 1 1 1], OLD;
    H11 Warning: SaluScalar => ANY, Reads(&[GdsBase, Message]), [1 1 _ _ _], OLD;
    // HR hasReadM0MovRelInterpHazard, hasReadM0LdsDmaHazard, hasReadM0LdsDirectHazard; MAN.
    H12 Error: SaluScalar => ANY, Reads(&[LdsBase]), [_ _ _ 1 1], OLD;
    // HR isSMovRel; MAN.
    H13 Error: SaluScalar => SALU, Reads(&[Index]), [_ _ _ 1 1], OLD;
    // HR createsVALUHazard; MAN; ACO. MAN has "write VGPRs": loads too.
    H14 Error: StoreData => VALU, Writes, [_ 1 1 1 1], "may change what is stored";
    H14 Warning: StoreData => VMEM | DS, Writes, [_ 1 1 1 1], "may change what is stored";
    // HR checkSMRDHazards; ACO.
    H15 Error: ValuScalar => SMEM, Reads(ADDRESSES), [4 _ _ _ _], OLD;
    // HR: found by experiment; CLRX GcnInstrsSmrd.
    H16 Error: SaluScalar => BUFFER_LOAD, Reads(&[Descriptor]), [4 _ _ _ _], OLD;
    // ACO, "confirmed by AMD".
    H17 Error: InterpVector => READLANE, Reads(&[Source(0)]), [1 _ _ _ _], "may hang";
    // MAN.
    H18 Error: ValuScalar => VALU, Reads(&[Zero]), [5 5 5 5 5], OLD;
    // HR checkVALUHazardsHelper: one more than before.
    H14 Error: StoreData => VALU, Writes, [_ _ _ _ _ _ _ 2], "may change what is stored";
    // HR checkMAIHazards908, checkMAIHazards90A.
    H22 Error: ValuScalar => PRODUCT, Entry(EXEC), [_ _ _ _ _ 4 4 4], OLD;
    H22 Error: ValuScalar => ACC_WRITE, Entry(EXEC), [_ _ _ _ _ 4 _ _], OLD;
    H23 Error: PlainVector => PRODUCT, Reads(READ), [_ _ _ _ _ 2 2 2], OLD;
    H23 Error: PlainVector => ACC_WRITE, Reads(READ), [_ _ _ _ _ 2 _ _], OLD;
    H24 Error: AccWritten => PRODUCT, Reads(&[Source(2)]), [_ _ _ _ _ 1 _ _], OLD;
    H24 Error: AccWritten => PRODUCT | ACC_READ, Reads(&[Source(0), Source(1)]), [_ _ _ _ _ 3 _ _], OLD;
    // HR checkMAILdStHazards.
    H25 Error: AccRead => MEMORY, Reads(&[Address, Data]), [_ _ _ _ _ 2 _ _], OLD;
    H25 Error: PlainVector .. AccMove => MEMORY, Reads(&[Address, Data]), [_ _ _ _ _ 2 _ _], OLD;
    // HR checkMAIVALUHazards; for H26, H27 and H30 see `late`.
    H28 Error: Double => FMA_F64, Entry(0), [_ _ _ _ _ _ 2 2], "comes too early for the unit";
    H29 Error: ValuVector .. Double => MEMORY, Reads(&[Address, Data]), [_ _ _ _ _ _ 2 _], OLD;
    // HR checkVALUHazards: hasTransForwardingHazard, hasDstSelForwardingHazard, hasVDecCoExecHazard.
    H31 Error: Transcendental => ORDINARY, Reads(READ), [_ _ _ _ _ _ _ 1], OLD;
    H32 Error: Shifted => VALU, Reads(READ), [_ _ _ _ _ _ _ 1], OLD;
    // LLVM 22: the parity of a whole register is formed from its old value.
    H32 Error: Shifted => VALU, Writes, [_ _ _ _ _ _ _ _ 1], "may write it before";
    H33 Error: ValuScalar => VALU, Reads(&[Source(0), Source(1), Source(2), CarryIn, LaneSelect, Implicit]), [_ _ _ _ _ _ _ 2], OLD;
    H34 Error: ValuScalar => READLANE | WRITELANE, Entry(EXEC), [_ _ _ _ _ _ _ 4], OLD;
    H34 Error: ValuVector => READLANE, Reads(&[Source(0)]), [_ _ _ _ _ _ _ 1], OLD;
    // HR checkPermlaneHazards, of LLVM 22.
    H37 Error: ValuScalar => PERMLANE, Entry(EXEC), [_ _ _ _ _ _ _ _ 4], OLD;
    H37 Error: ValuVector => PERMLANE, Reads(READ), [_ _ _ _ _ _ _ _ 2], OLD;
    // MAN, of a later generation.
    H19 Warning: ValuVcc => VALU, ReadsVcc(SOURCES), [_ _ _ 1 1], OLD;
}
