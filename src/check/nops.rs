//! Wait states that software must insert: the second instruction of a pair may begin only so many wait states
//! after the first.
//!
//! Every instruction is one wait state, `s_nop k` is k + 1 of them. They are counted along the path that a wave
//! takes: what is between the two counts, whichever way it came.
//!
//! Sources of the rules: LLVM 19, GCNHazardRecognizer (HR); Mesa's ACO, `aco_insert_NOPs.cpp` (ACO); AMD's
//! manuals, "Manually Inserted Wait States" (MAN). Where they disagree a rule is a warning. Clauses with XNACK
//! (HR `checkSoftClauseHazards`) are no rule here: the emulator runs no code with XNACK on.

mod late;
pub(super) mod paths;

use smallvec::SmallVec;

use super::finding::{Class, Found, Other, Severity};
use super::operands::{Bank, Operands, Registers, Role, register_name, vector_name};
use crate::isa::{
    EXEC_LO, Flags, Gen, Inst, Mai, MubufFields, Operand, Sopc, Sopk, Sopp, VCC_LO, Vop, VopForm,
    hwreg,
};
use crate::machine::MODE_VSKIP;
use crate::machine::wave::{FILE, Wave};
use late::Late;

/// Kinds of instructions, as bits of a set.
mod kind {
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
    /// The vector ALU, but for reciprocals, roots, logarithms and their like.
    pub const ORDINARY: u32 = 1 << 22;
    /// V_WRITELANE.
    pub const WRITELANE: u32 = 1 << 23;
    /// Results in a part of a register, by SDWA or OP_SEL.
    pub const SHIFTED: u32 = 1 << 24;

    /// What accesses memory by lanes.
    pub const MEMORY: u32 = VMEM | DS;

    /// What acts on lanes.
    pub const VECTOR: u32 = VALU | VMEM | DS | EXP;
    pub const ANY: u32 = u32::MAX;
}

/// What the first instruction of a pair has done: a table of when it did, by register or for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
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
    const fn is_vector(self) -> bool {
        self.slots().1 == FILE
    }

    /// Where its entries are among those of all tables; and how many.
    const fn slots(self) -> (usize, usize) {
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
    const SLOTS: usize = First::AccMove.slots().0 + 1;

    /// What the first instruction did to register `name`.
    fn text(self, name: &str) -> String {
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
enum Uses {
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
struct Rule {
    id: &'static str,
    severity: Severity,
    first: First,
    /// Kinds of the second instruction.
    second: u32,
    uses: Uses,
    /// Wait states between them on each generation.
    states: [u8; Gen::DECODED.len()],
    /// What the second instruction does when there are fewer.
    outcome: &'static str,
    /// It is one only where this came between the two.
    between: Option<First>,
}

const SOURCES: &[Role] = &[Role::Source(0), Role::Source(1), Role::Source(2)];
const ADDRESSES: &[Role] = &[Role::Descriptor, Role::Sampler, Role::Offset, Role::Base];
/// What is read by the vector ALU.
const READ: &[Role] = &[Role::Source(0), Role::Source(1), Role::Source(2), Role::Old];
/// The entry of EXEC.
const EXEC: u16 = EXEC_LO as u16;
const OLD: &str = "reads its old value";

/// A rule, in one line. What holds on gfx906 holds on the targets with accumulation registers.
#[allow(clippy::too_many_arguments)]
const fn rule(
    id: &'static str,
    severity: Severity,
    first: First,
    second: u32,
    uses: Uses,
    states: [u8; 5],
    outcome: &'static str,
) -> Rule {
    let [a, b, c, d, e] = states;
    Rule {
        id,
        severity,
        first,
        second,
        uses,
        states: [a, b, c, d, e, e, e, e],
        outcome,
        between: None,
    }
}

/// One of gfx908, gfx90a and gfx942.
const fn cdna(
    id: &'static str,
    first: First,
    second: u32,
    uses: Uses,
    states: [u8; 3],
    outcome: &'static str,
) -> Rule {
    let mut r = rule(id, Severity::Error, first, second, uses, [0; 5], outcome);
    [r.states[5], r.states[6], r.states[7]] = states;
    r
}

/// The rule where something else came between the two instructions.
const fn between(first: First, mut r: Rule) -> Rule {
    r.between = Some(first);
    r
}

/// The rules that are pairs; of rules with one number the stricter stands first.
const RULES: &[Rule] = {
    use First::*;
    use Role::*;
    use Severity::{Error, Warning};
    use Uses::*;
    use kind::*;
    &[
        // HR checkVMEMHazards; MAN. ACO has it on gfx6 and gfx7 too.
        rule(
            "H01",
            Error,
            ValuScalar,
            VMEM,
            Reads(ADDRESSES),
            [0, 0, 5, 5, 5],
            OLD,
        ),
        rule(
            "H01",
            Warning,
            ValuScalar,
            VMEM,
            Reads(ADDRESSES),
            [5, 5, 0, 0, 0],
            OLD,
        ),
        // HR counts what no field names; ACO and MAN do not.
        rule(
            "H01x",
            Warning,
            ValuScalar,
            VMEM,
            Reads(&[Lanes]),
            [0, 0, 5, 5, 5],
            OLD,
        ),
        // HR checkRWLaneHazards; MAN; ACO.
        rule(
            "H02",
            Error,
            ValuScalar,
            VALU,
            Reads(&[LaneSelect]),
            [4; 5],
            OLD,
        ),
        // HR checkDivFMasHazards; MAN; ACO.
        rule(
            "H03",
            Error,
            ValuScalar,
            DIV_FMAS,
            Reads(&[Implicit]),
            [4; 5],
            OLD,
        ),
        // HR checkDPPHazards has any writer and any operand, MAN the vector ALU, ACO source 0.
        rule(
            "H04",
            Error,
            ValuVector,
            DPP,
            Reads(&[Source(0)]),
            [0, 0, 2, 2, 2],
            OLD,
        ),
        rule(
            "H04",
            Warning,
            OtherVector,
            DPP,
            Reads(&[Source(0)]),
            [0, 0, 2, 2, 2],
            OLD,
        ),
        rule(
            "H04",
            Warning,
            ValuVector,
            DPP,
            Reads(&[Source(1), Source(2), Old]),
            [0, 0, 2, 2, 2],
            OLD,
        ),
        rule(
            "H04",
            Warning,
            OtherVector,
            DPP,
            Reads(&[Source(1), Source(2), Old]),
            [0, 0, 2, 2, 2],
            OLD,
        ),
        rule(
            "H04",
            Warning,
            ValuVector,
            DPP,
            Writes,
            [0, 0, 2, 2, 2],
            "keeps its old value in lanes that it does not write",
        ),
        rule(
            "H04",
            Warning,
            OtherVector,
            DPP,
            Writes,
            [0, 0, 2, 2, 2],
            "keeps its old value in lanes that it does not write",
        ),
        // HR checkDPPHazards; MAN.
        rule(
            "H05",
            Error,
            ValuScalar,
            DPP,
            Reads(&[Lanes]),
            [0, 0, 5, 5, 5],
            OLD,
        ),
        // HR checkGetRegHazards; MAN.
        rule("H06", Error, SetReg, GETREG, HwReg, [2; 5], OLD),
        // HR getSetRegWaitStates; ACO and the later MAN say 2 everywhere.
        rule(
            "H07",
            Error,
            SetReg,
            SETREG,
            HwReg,
            [1, 1, 2, 2, 2],
            "may be undone",
        ),
        rule(
            "H07",
            Warning,
            SetReg,
            SETREG,
            HwReg,
            [2, 2, 0, 0, 0],
            "may be undone",
        ),
        // MAN; ACO.
        rule(
            "H08",
            Error,
            VskipChanged,
            VECTOR,
            Entry(0),
            [2; 5],
            "is executed, or skipped, by its old value",
        ),
        rule(
            "H08",
            Warning,
            VskipKept,
            VECTOR,
            Entry(0),
            [2; 5],
            "is executed, or skipped, by its old value",
        ),
        // MAN.
        rule("H09", Error, SetVskip, GETREG_MODE, Entry(0), [2; 5], OLD),
        // HR checkRFEHazards; MAN.
        rule(
            "H10",
            Error,
            SetReg,
            RFE,
            Entry(hwreg::TRAPSTS),
            [0, 0, 1, 1, 1],
            OLD,
        ),
        // HR hasReadM0SendMsgHazard. ACO has it on gfx6 and gfx7 too.
        rule(
            "H11",
            Error,
            SaluScalar,
            ANY,
            Reads(&[GdsBase, Message]),
            [0, 0, 1, 1, 1],
            OLD,
        ),
        rule(
            "H11",
            Warning,
            SaluScalar,
            ANY,
            Reads(&[GdsBase, Message]),
            [1, 1, 0, 0, 0],
            OLD,
        ),
        // HR hasReadM0MovRelInterpHazard, hasReadM0LdsDmaHazard, hasReadM0LdsDirectHazard; MAN.
        rule(
            "H12",
            Error,
            SaluScalar,
            ANY,
            Reads(&[LdsBase]),
            [0, 0, 0, 1, 1],
            OLD,
        ),
        // HR isSMovRel; MAN.
        rule(
            "H13",
            Error,
            SaluScalar,
            SALU,
            Reads(&[Index]),
            [0, 0, 0, 1, 1],
            OLD,
        ),
        // HR createsVALUHazard; MAN; ACO. MAN has "write VGPRs": loads too.
        rule(
            "H14",
            Error,
            StoreData,
            VALU,
            Writes,
            [0, 1, 1, 1, 1],
            "may change what is stored",
        ),
        rule(
            "H14",
            Warning,
            StoreData,
            VMEM | DS,
            Writes,
            [0, 1, 1, 1, 1],
            "may change what is stored",
        ),
        // HR checkSMRDHazards; ACO.
        rule(
            "H15",
            Error,
            ValuScalar,
            SMEM,
            Reads(ADDRESSES),
            [4, 0, 0, 0, 0],
            OLD,
        ),
        // HR: found by experiment; CLRX GcnInstrsSmrd.
        rule(
            "H16",
            Error,
            SaluScalar,
            BUFFER_LOAD,
            Reads(&[Descriptor]),
            [4, 0, 0, 0, 0],
            OLD,
        ),
        // ACO, "confirmed by AMD".
        rule(
            "H17",
            Error,
            InterpVector,
            READLANE,
            Reads(&[Source(0)]),
            [1, 0, 0, 0, 0],
            "may hang",
        ),
        // MAN.
        rule("H18", Error, ValuScalar, VALU, Reads(&[Zero]), [5; 5], OLD),
        // HR checkVALUHazardsHelper: one more than before.
        cdna(
            "H14",
            StoreData,
            VALU,
            Writes,
            [0, 0, 2],
            "may change what is stored",
        ),
        // HR checkMAIHazards908, checkMAIHazards90A.
        cdna("H22", ValuScalar, PRODUCT, Entry(EXEC), [4; 3], OLD),
        cdna("H22", ValuScalar, ACC_WRITE, Entry(EXEC), [4, 0, 0], OLD),
        cdna("H23", PlainVector, PRODUCT, Reads(READ), [2; 3], OLD),
        cdna("H23", PlainVector, ACC_WRITE, Reads(READ), [2, 0, 0], OLD),
        cdna(
            "H24",
            AccWritten,
            PRODUCT,
            Reads(&[Source(2)]),
            [1, 0, 0],
            OLD,
        ),
        cdna(
            "H24",
            AccWritten,
            PRODUCT | ACC_READ,
            Reads(&[Source(0), Source(1)]),
            [3, 0, 0],
            OLD,
        ),
        // HR checkMAILdStHazards.
        cdna(
            "H25",
            AccRead,
            MEMORY,
            Reads(&[Address, Data]),
            [2, 0, 0],
            OLD,
        ),
        between(
            AccMove,
            cdna(
                "H25",
                PlainVector,
                MEMORY,
                Reads(&[Address, Data]),
                [2, 0, 0],
                OLD,
            ),
        ),
        // HR checkMAIVALUHazards; for H26, H27 and H30 see `late`.
        cdna(
            "H28",
            Double,
            FMA_F64,
            Entry(0),
            [0, 2, 2],
            "comes too early for the unit",
        ),
        between(
            Double,
            cdna(
                "H29",
                ValuVector,
                MEMORY,
                Reads(&[Address, Data]),
                [0, 2, 0],
                OLD,
            ),
        ),
        // HR checkVALUHazards: hasTransForwardingHazard, hasDstSelForwardingHazard, hasVDecCoExecHazard.
        cdna("H31", Transcendental, ORDINARY, Reads(READ), [0, 0, 1], OLD),
        cdna("H32", Shifted, VALU, Reads(READ), [0, 0, 1], OLD),
        cdna(
            "H33",
            ValuScalar,
            VALU,
            Reads(&[
                Source(0),
                Source(1),
                Source(2),
                CarryIn,
                LaneSelect,
                Implicit,
            ]),
            [0, 0, 2],
            OLD,
        ),
        cdna(
            "H34",
            ValuScalar,
            READLANE | WRITELANE,
            Entry(EXEC),
            [0, 0, 4],
            OLD,
        ),
        cdna(
            "H34",
            ValuVector,
            READLANE,
            Reads(&[Source(0)]),
            [0, 0, 1],
            OLD,
        ),
        // MAN, of a later generation.
        rule(
            "H19",
            Warning,
            ValuVcc,
            VALU,
            ReadsVcc(SOURCES),
            [0, 0, 0, 1, 1],
            OLD,
        ),
    ]
};

/// Entries that the second instruction of a rule looks at.
#[derive(Clone, Copy, Debug)]
struct Look {
    rule: u8,
    states: u8,
    first: u16,
    count: u16,
}

/// What an instruction does to VCCZ (H20, H21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Vccz {
    #[default]
    Nothing,
    /// Writes one half of VCC.
    WritesHalf,
    /// Writes all of VCC.
    Writes,
    /// Branches on it.
    Reads,
    /// Scalar memory, which may corrupt it (gfx6, gfx7).
    Loads,
    /// `s_waitcnt lgkmcnt(0)`.
    Waits,
}

/// What there is to check and to note at an instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    looks: SmallVec<[Look; 2]>,
    /// Entries that it makes: first and count.
    marks: SmallVec<[(u16, u16); 2]>,
    /// Wait states that it is.
    states: u64,
    /// It acts on lanes.
    vector: bool,
    /// It may write VSKIP.
    vskip: bool,
    vccz: Vccz,
    late: late::Plan,
}

/// Entries of the tables that the instructions of a program make, and those that they look at: what is only made, or
/// only looked at, need not be.
#[derive(Clone, Debug)]
pub(super) struct Used {
    made: [u64; First::SLOTS.div_ceil(64)],
    looked: [u64; First::SLOTS.div_ceil(64)],
    late: late::Reach,
}

impl Default for Used {
    fn default() -> Used {
        Used {
            late: late::Reach::default(),
            made: [0; First::SLOTS.div_ceil(64)],
            looked: [0; First::SLOTS.div_ceil(64)],
        }
    }
}

impl Used {
    /// Adds an instruction of the program.
    pub fn add(&mut self, plan: &Plan) {
        self.late.add(&plan.late);
        let mut set = |to: fn(&mut Used) -> &mut [u64], (first, count): (u16, u16)| {
            for n in usize::from(first)..usize::from(first + count) {
                to(self)[n / 64] |= 1 << (n % 64);
            }
        };
        plan.marks.iter().for_each(|m| set(|u| &mut u.made, *m));
        let looks = plan.looks.iter().map(|l| (l.first, l.count));
        looks.for_each(|l| set(|u| &mut u.looked, l));
        let between = (plan.looks.iter()).filter_map(|l| RULES[l.rule as usize].between);
        between.for_each(|first| set(|u| &mut u.looked, entry(first, 0)));
        if plan.vskip {
            for table in [First::VskipChanged, First::VskipKept] {
                set(|u| &mut u.made, entry(table, 0));
            }
        }
    }

    /// Leaves of the plan what meets another instruction of the program.
    pub fn keep(&self, plan: &mut Plan) {
        let any = |set: &[u64], first: u16, count: u16| {
            (usize::from(first)..usize::from(first + count))
                .any(|n| set[n / 64] >> (n % 64) & 1 != 0)
        };
        plan.marks.retain(|m| any(&self.looked, m.0, m.1));
        plan.looks.retain(|l| any(&self.made, l.first, l.count));
        self.late.keep(&mut plan.late);
    }
}

impl Plan {
    /// Whether it is nothing but wait states.
    pub fn is_quiet(&self) -> bool {
        let no_pairs = self.looks.is_empty() && self.marks.is_empty() && self.late.is_empty();
        no_pairs && !self.vskip && self.vccz == Vccz::Nothing
    }

    /// Wait states that it is.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The plan of an instruction with these operands; `pedantic` with the warnings.
    pub fn new(generation: Gen, inst: &Inst, operands: &Operands, pedantic: bool) -> Plan {
        let kinds = kinds(inst);
        let mut plan = Plan {
            states: wait_states(generation, inst),
            vector: kinds & kind::VECTOR != 0,
            vskip: writes_vskip(inst),
            vccz: vccz(generation, inst, operands),
            late: late::Plan::new(generation, inst, operands),
            ..Plan::default()
        };
        for (i, rule) in RULES.iter().enumerate() {
            let states = rule.states[generation as usize];
            let wanted = pedantic || rule.severity == Severity::Error;
            if states == 0 || !wanted || kinds & rule.second == 0 {
                continue;
            }
            let mut look = |(first, count): (u16, u16)| {
                plan.looks.push(Look {
                    rule: i as u8,
                    states,
                    first,
                    count,
                });
            };
            match rule.uses {
                Uses::Reads(roles) => {
                    let reads = operands.reads.iter().filter(|r| roles.contains(&r.role));
                    reads.filter_map(|r| entries(rule.first, r)).for_each(look);
                }
                Uses::ReadsVcc(roles) => {
                    let vcc = |r: &&Registers| {
                        r.bank == Bank::Scalar && r.first & !1 == VCC_LO && roles.contains(&r.role)
                    };
                    let reads = operands.reads.iter().filter(vcc);
                    reads.filter_map(|r| entries(rule.first, r)).for_each(look);
                }
                Uses::Writes => {
                    let writes = operands.writes.iter();
                    writes.filter_map(|r| entries(rule.first, r)).for_each(look);
                }
                Uses::HwReg => look(entry(rule.first, hwreg_of(inst))),
                Uses::Entry(n) => look(entry(rule.first, n)),
            }
        }
        plan.mark(generation, inst, kinds, operands);
        plan
    }

    /// Notes which entries the instruction makes.
    fn mark(&mut self, generation: Gen, inst: &Inst, kinds: u32, operands: &Operands) {
        let mut mark = |first: First, r: &Registers| self.marks.extend(entries(first, r));
        for r in &operands.writes {
            match r.bank {
                Bank::Scalar if kinds & kind::VALU != 0 => {
                    mark(First::ValuScalar, r);
                    if names_vcc_by_itself(inst) && r.first == VCC_LO {
                        mark(First::ValuVcc, r);
                    }
                }
                Bank::Scalar if kinds & kind::SALU != 0 => mark(First::SaluScalar, r),
                Bank::Scalar => {}
                Bank::Vector | Bank::Accumulation => {
                    mark(
                        match kinds & kind::VALU {
                            0 => First::OtherVector,
                            _ => First::ValuVector,
                        },
                        r,
                    );
                    let also = [
                        (First::InterpVector, kinds & kind::INTERP != 0),
                        (First::PlainVector, is_plain(generation, kinds, r.bank)),
                        (First::AccWritten, kinds & kind::ACC_WRITE != 0),
                        (First::AccRead, kinds & kind::ACC_READ != 0),
                        (
                            First::Transcendental,
                            kinds & (kind::VALU | kind::ORDINARY) == kind::VALU,
                        ),
                        (First::Shifted, kinds & kind::SHIFTED != 0),
                    ];
                    for (table, _) in also.into_iter().filter(|(_, is)| *is) {
                        mark(table, r);
                    }
                }
            }
        }
        if is_wide_store(generation, inst) {
            let data = operands.reads.iter().filter(|r| r.role == Role::Data);
            data.for_each(|r| mark(First::StoreData, r));
        }
        let double = matches!(inst, Inst::Mai { op, .. } if op.row().name.contains("_F64_"));
        if double {
            self.marks.push(entry(First::Double, 0));
        }
        if kinds & (kind::ACC_READ | kind::ACC_WRITE) != 0 {
            self.marks.push(entry(First::AccMove, 0));
        }
        if kinds & kind::SETREG != 0 {
            self.marks.push(entry(First::SetReg, hwreg_of(inst)));
        }
        if kinds & kind::SETVSKIP != 0 {
            self.marks.push(entry(First::SetVskip, 0));
        }
    }
}

/// Entry `n` of a table, as first and count.
fn entry(table: First, n: u16) -> (u16, u16) {
    (table.slots().0 as u16 + n, 1)
}

/// Whether an instruction of these kinds that writes such registers is what [`First::PlainVector`] is about.
fn is_plain(generation: Gen, kinds: u32, bank: Bank) -> bool {
    let apart = kind::PRODUCT
        | if generation.has_one_file() {
            kind::DOT
        } else {
            0
        };
    let reaches = generation.has_one_file() || bank == Bank::Vector;
    generation.has_mai() && reaches && kinds & kind::VALU != 0 && kinds & apart == 0
}

/// The entries of registers, if they are of the kind that the table is of.
fn entries(table: First, r: &Registers) -> Option<(u16, u16)> {
    let (first, count) = table.slots();
    let numbers = match r.is_vector() {
        true => r.in_file(),
        false => r.first.into()..u16::from(r.first) + u16::from(r.count),
    };
    let fits = r.is_vector() == table.is_vector() && usize::from(numbers.end) <= count;
    fits.then_some((first as u16 + numbers.start, numbers.len() as u16))
}

/// The hardware register that S_GETREG or S_SETREG names.
fn hwreg_of(inst: &Inst) -> u16 {
    match inst {
        Inst::Sopk { simm16, .. } => hwreg::field(*simm16).0,
        _ => 0,
    }
}

/// The kinds of an instruction.
fn kinds(inst: &Inst) -> u32 {
    let name = inst.row().name;
    let vector = |f: &Vop| {
        let dpp = if f.dpp.is_some() { kind::DPP } else { 0 };
        // OP_SEL of the destination; of VOP3P it is another field.
        let op_sel = f.form == VopForm::E64 && f.op_sel & 8 != 0;
        let shifted = match f.sdwa.is_some_and(|s| s.dst_sel != 6) || op_sel {
            true => kind::SHIFTED,
            false => 0,
        };
        let ordinary = if is_transcendental(name) {
            0
        } else {
            kind::ORDINARY
        };
        kind::VALU | dpp | shifted | ordinary
    };
    match inst {
        Inst::Sop1 { .. } | Inst::Sop2 { .. } => match name.starts_with("S_RFE") {
            true => kind::SALU | kind::RFE,
            false => kind::SALU,
        },
        Inst::Sopc { op, .. } => match op {
            Sopc::S_SETVSKIP => kind::SALU | kind::SETVSKIP,
            _ => kind::SALU,
        },
        Inst::Sopk { op, simm16, .. } => match op {
            Sopk::S_GETREG_B32 if hwreg::field(*simm16).0 == hwreg::MODE => {
                kind::SALU | kind::GETREG | kind::GETREG_MODE
            }
            Sopk::S_GETREG_B32 => kind::SALU | kind::GETREG,
            Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32 => kind::SALU | kind::SETREG,
            _ => kind::SALU,
        },
        Inst::Sopp { op, .. } => match op {
            Sopp::S_SET_GPR_IDX_MODE => kind::SALU,
            _ => kind::MESSAGE,
        },
        Inst::Smem { .. } => match name.starts_with("S_BUFFER_LOAD") {
            true => kind::SMEM | kind::BUFFER_LOAD,
            false => kind::SMEM,
        },
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => {
            let also = match name {
                "V_READLANE_B32" | "V_READFIRSTLANE_B32" => kind::READLANE,
                "V_DIV_FMAS_F32" | "V_DIV_FMAS_F64" => kind::DIV_FMAS,
                "V_FMA_F64" | "V_FMAC_F64" => kind::FMA_F64,
                "V_WRITELANE_B32" => kind::WRITELANE,
                _ if name.starts_with("V_DOT") => kind::DOT,
                _ if name.starts_with("V_INTERP") => kind::INTERP,
                _ => 0,
            };
            vector(f) | also
        }
        Inst::Mai { op, .. } => {
            kind::VALU
                | kind::ORDINARY
                | match op {
                    Mai::V_ACCVGPR_READ_B32 => kind::ACC_READ,
                    Mai::V_ACCVGPR_WRITE_B32 => kind::ACC_WRITE,
                    _ => kind::PRODUCT,
                }
        }
        Inst::Vintrp { .. } => kind::VALU | kind::ORDINARY | kind::INTERP,
        Inst::Ds { .. } => kind::DS,
        Inst::Flat { .. } | Inst::Mubuf { .. } | Inst::Mtbuf { .. } | Inst::Mimg { .. } => {
            kind::VMEM
        }
        Inst::Exp { .. } => kind::EXP,
    }
}

/// Whether the instruction goes to the slow unit of the vector ALU (LLVM: isTRANS).
fn is_transcendental(name: &str) -> bool {
    const STEMS: &[&str] = &[
        "V_EXP_", "V_LOG_", "V_RCP_", "V_RSQ_", "V_SQRT_", "V_SIN_", "V_COS_",
    ];
    STEMS.iter().any(|stem| name.starts_with(stem))
}

/// Wait states that an instruction is. Of `s_nop` CLRX has three bits, AMD's text for Vega four.
fn wait_states(generation: Gen, inst: &Inst) -> u64 {
    let mask = if generation.is_gfx9() { 15 } else { 7 };
    match inst {
        Inst::Sopp {
            op: Sopp::S_NOP,
            simm16,
        } => u64::from(simm16 & mask) + 1,
        _ => 1,
    }
}

/// Whether the instruction may write MODE.VSKIP.
fn writes_vskip(inst: &Inst) -> bool {
    match inst {
        Inst::Sopc { op, .. } => *op == Sopc::S_SETVSKIP,
        Inst::Sopk { op, simm16, .. } => {
            let (id, first, mask) = hwreg::field(*simm16);
            matches!(op, Sopk::S_SETREG_B32 | Sopk::S_SETREG_IMM32_B32)
                && id == hwreg::MODE
                && (u64::from(mask) << first) & u64::from(MODE_VSKIP) != 0
        }
        _ => false,
    }
}

/// Whether it is a form that has no field for its lane mask, which is VCC then.
fn names_vcc_by_itself(inst: &Inst) -> bool {
    match inst {
        Inst::Vop2 { f, .. } | Inst::Vopc { f, .. } => f.form != VopForm::E64,
        _ => false,
    }
}

/// Whether the instruction stores more than 64 bits from VGPRs in the way that holds them longer. With SOFFSET
/// in an SGPR, and with a T# of 256 bits, it does not; packed 16-bit data is never so long.
fn is_wide_store(generation: Gen, inst: &Inst) -> bool {
    let row = inst.row();
    let stores = row.flags.has(Flags::STORES) || row.flags.has(Flags::ATOMIC);
    let wide = stores && row.shape.src[0].dwords() > 2;
    let constant = |f: &MubufFields| !matches!(f.soffset, Operand::Sgpr(_));
    match inst {
        Inst::Flat { .. } => wide,
        Inst::Mubuf { f, .. } => wide && constant(f) && !f.lds,
        Inst::Mtbuf { f, .. } => wide && constant(&f.buffer),
        Inst::Mimg { op, f } => stores && f.r128 && f.data_dwords(*op, generation) > 2,
        _ => false,
    }
}

/// What the instruction does to VCCZ.
fn vccz(generation: Gen, inst: &Inst, operands: &Operands) -> Vccz {
    if let Inst::Sopp { op, simm16 } = inst {
        return match op {
            Sopp::S_CBRANCH_VCCZ | Sopp::S_CBRANCH_VCCNZ => Vccz::Reads,
            Sopp::S_WAITCNT if super::waits::lgkmcnt(generation, *simm16) == 0 => Vccz::Waits,
            _ => Vccz::Nothing,
        };
    }
    let bits = operands.writes.iter().filter(|r| r.bank == Bank::Scalar);
    let written = bits.flat_map(Registers::numbers).fold(0, |all, n| match n {
        VCC_LO => all | 1,
        n if n == VCC_LO + 1 => all | 2,
        _ => all,
    });
    match (inst, written) {
        (_, 1 | 2) => Vccz::WritesHalf,
        (Inst::Smem { .. }, _) if generation.is_legacy() => Vccz::Loads,
        (_, 3) => Vccz::Writes,
        _ => Vccz::Nothing,
    }
}

/// That two instructions are too near.
fn apart(first: &str, outcome: &str, between: u64, needed: u8) -> String {
    format!(
        "{first}, and this {outcome}: there {}, and {} needed",
        match between {
            0 => "is no wait state between".to_owned(),
            1 => "is 1 wait state between".to_owned(),
            n => format!("are {n} wait states between"),
        },
        match needed {
            1 => "1 is".to_owned(),
            n => format!("{n} are"),
        }
    )
}

/// When something happened: the count of wait states after it, and where it was.
#[derive(Clone, Copy, Debug, Default)]
struct Stamp {
    after: u64,
    pc: u64,
}

/// Why VCCZ may be wrong.
#[derive(Clone, Copy, Debug)]
enum Stale {
    /// A half of VCC was written at this address.
    Half(u64),
    /// Scalar memory was read there.
    Corrupted(u64),
}

/// What a wave has done lately.
#[derive(Debug)]
pub(super) struct History {
    generation: Gen,
    now: u64,
    stamps: Box<[Stamp]>,
    stale: Option<Stale>,
    /// Where scalar memory was read that is not waited for.
    loading: Option<u64>,
    /// What may have changed VSKIP, and MODE before.
    unsettled: Option<(Stamp, u32)>,
    /// Results that come late, the latest last.
    late: Vec<(Late, Stamp)>,
}

impl History {
    /// That of a new wave.
    pub fn new(generation: Gen) -> History {
        History {
            generation,
            // Long after everything.
            now: 1 << 8,
            stamps: vec![Stamp::default(); First::SLOTS].into(),
            stale: None,
            loading: None,
            unsettled: None,
            late: Vec::new(),
        }
    }

    /// Makes it that of a new wave.
    pub fn restart(&mut self) {
        self.now += 1 << 8;
        self.stale = None;
        self.loading = None;
        self.unsettled = None;
        self.late.clear();
    }

    /// Wait states pass.
    #[inline]
    pub fn advance(&mut self, states: u64) {
        self.now += states;
    }

    /// What MODE is now, for what may have changed it last.
    #[inline]
    pub fn settle(&mut self, mode: u32) {
        if let Some((stamp, before)) = self.unsettled.take() {
            self.changes(stamp, before, mode);
        }
    }

    fn changes(&mut self, stamp: Stamp, before: u32, mode: u32) {
        let table = match (before ^ mode) & MODE_VSKIP {
            0 => First::VskipKept,
            _ => First::VskipChanged,
        };
        self.stamps[table.slots().0] = stamp;
    }

    /// Before an instruction: what comes too soon.
    #[inline]
    pub fn before(&self, plan: &Plan, wave: &Wave, found: &mut Vec<Found>) {
        let skipped = plan.vector && wave.mode & MODE_VSKIP != 0;
        for look in &plan.looks {
            let stamps = &self.stamps[look.first as usize..][..look.count as usize];
            for (i, stamp) in stamps.iter().enumerate() {
                if self.now - stamp.after < u64::from(look.states) {
                    let rule = &RULES[look.rule as usize];
                    let vskip = rule.id == "H08";
                    let came = |first: First| self.stamps[first.slots().0].after > stamp.after;
                    if (!skipped || vskip) && rule.between.is_none_or(came) {
                        self.too_soon(look, i as u16, *stamp, found);
                    }
                }
            }
        }
        if plan.vccz == Vccz::Reads
            && let Some(stale) = self.stale
        {
            found.push(branch_on(stale));
        }
        if !self.late.is_empty() && !skipped {
            self.late_used(&plan.late, found);
        }
    }

    /// Uses of results that come late.
    fn late_used(&self, plan: &late::Plan, found: &mut Vec<Found>) {
        let since = |(late, stamp): &(Late, Stamp)| (*late, self.now - stamp.after);
        let recent: SmallVec<[(Late, u64); 4]> = self.late.iter().rev().map(since).collect();
        plan.too_soon(self.generation, &recent, true, |i, soon| {
            let (_, stamp) = self.late[self.late.len() - 1 - i];
            let same = |f: &Found| f.rule == soon.rule && f.other.is_some_and(|o| o.pc == stamp.pc);
            if !found.iter().any(same) {
                let name = vector_name(soon.register);
                let first = format!("{} {name}", soon.what);
                let between = self.now - stamp.after;
                let message = apart(&first, soon.outcome, between, soon.states);
                found.push(Found {
                    class: Class::Nops,
                    rule: soon.rule,
                    severity: Severity::Error,
                    other: Some(Other::earlier(stamp.pc)),
                    lane: None,
                    message,
                });
            }
        });
    }

    #[cold]
    fn too_soon(&self, look: &Look, i: u16, stamp: Stamp, found: &mut Vec<Found>) {
        let rule = &RULES[look.rule as usize];
        let same = |f: &Found| f.rule == rule.id && f.other.is_some_and(|o| o.pc == stamp.pc);
        if found.iter().any(same) {
            return;
        }
        let (first, count) = rule.first.slots();
        let n = (look.first + i) as usize - first;
        let name = match (rule.first, count) {
            (First::SetReg, _) => n.to_string(),
            (table, _) if table.is_vector() => vector_name(n as u16),
            (_, 1) => String::new(),
            _ => register_name(self.generation, Bank::Scalar, n as u8),
        };
        let between = self.now - stamp.after;
        found.push(Found {
            class: Class::Nops,
            rule: rule.id,
            severity: rule.severity,
            other: Some(Other::earlier(stamp.pc)),
            lane: None,
            message: apart(&rule.first.text(&name), rule.outcome, between, look.states),
        });
    }

    /// After an instruction at `pc`, which found MODE as `mode` and left it as `left`; that may become known later
    /// ([`History::settle`]).
    #[inline]
    pub fn after(&mut self, plan: &Plan, pc: u64, mode: u32, left: Option<u32>) {
        self.now += plan.states;
        if plan.vector && mode & MODE_VSKIP != 0 {
            return;
        }
        let stamp = Stamp {
            after: self.now,
            pc,
        };
        for &(first, count) in &plan.marks {
            self.stamps[first as usize..][..count as usize].fill(stamp);
        }
        if let Some(late) = plan.late.begins() {
            let now = self.now;
            let under_way = |l: &(Late, Stamp)| now - l.1.after < u64::from(late::ENOUGH);
            self.late.retain(under_way);
            self.late.push((late, stamp));
        }
        if plan.vskip {
            match left {
                Some(left) => self.changes(stamp, mode, left),
                None => self.unsettled = Some((stamp, mode)),
            }
        }
        match plan.vccz {
            Vccz::Nothing | Vccz::Reads => {}
            Vccz::WritesHalf => self.stale = Some(Stale::Half(pc)),
            // What returns after the write may still corrupt it.
            Vccz::Writes => self.stale = self.loading.map(Stale::Corrupted),
            Vccz::Loads => {
                self.loading = Some(pc);
                self.stale = Some(Stale::Corrupted(pc));
            }
            Vccz::Waits => self.loading = None,
        }
    }
}

/// H20 (LLVM 19, SIInsertWaitcnts, hasReadVCCZBug) and H21 (partialVCCWritesUpdateVCCZ).
#[cold]
fn branch_on(stale: Stale) -> Found {
    let (rule, first, message) = match stale {
        Stale::Half(pc) => (
            "H21",
            pc,
            "branches on the old VCCZ: a write of one half of VCC does not change it, one of all of VCC does",
        ),
        Stale::Corrupted(pc) => (
            "H20",
            pc,
            "branches on a VCCZ that scalar memory, as it returns, may have changed: \
             it takes s_waitcnt lgkmcnt(0), and then a write of all of VCC",
        ),
    };
    Found {
        class: Class::Nops,
        rule,
        severity: Severity::Error,
        other: Some(Other::earlier(first)),
        lane: None,
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Vintrp, VintrpFields, Vop1};

    /// H17, whose first instruction no kernel executes: an interpolation, then V_READFIRSTLANE.
    #[test]
    fn an_interpolation_and_readlane_are_apart_on_gfx6() {
        let interp = Inst::Vintrp {
            op: Vintrp::V_INTERP_P1_F32,
            f: VintrpFields {
                vdst: 5,
                vsrc: 1,
                attr: 0,
                chan: 0,
            },
        };
        let nothing = Operand::Int(0);
        let read = Inst::Vop1 {
            op: Vop1::V_READFIRSTLANE_B32,
            f: Vop::plain(3, [Operand::Vgpr(5), nothing, nothing]),
        };
        let wave = Wave::new(8);
        for generation in Gen::ALL {
            let plan = |inst| {
                Plan::new(
                    generation,
                    inst,
                    &Operands::encoded(generation, inst),
                    false,
                )
            };
            let mut history = History::new(generation);
            history.after(&plan(&interp), 0x1000, 0, Some(0));
            let mut found = vec![];
            history.before(&plan(&read), &wave, &mut found);
            let rules: Vec<_> = found
                .iter()
                .map(|f| (f.rule, f.other.map(|o| o.pc)))
                .collect();
            match generation {
                Gen::Gfx6 => assert_eq!(rules, [("H17", Some(0x1000))]),
                _ => assert!(rules.is_empty(), "{rules:?}"),
            }
            let nop = Inst::Sopp {
                op: Sopp::S_NOP,
                simm16: 0,
            };
            history.after(&plan(&nop), 0x1004, 0, Some(0));
            found.clear();
            history.before(&plan(&read), &wave, &mut found);
            assert!(found.is_empty());
        }
    }
}
