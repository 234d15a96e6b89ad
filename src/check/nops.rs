//! Wait states that software must insert: the second instruction of a pair may begin only so many wait states
//! after the first.
//!
//! Every instruction is one wait state, `s_nop k` is k + 1 of them. They are counted along the path that a wave
//! takes: what is between the two counts, whichever way it came.
//!
//! Sources of the rules: LLVM 19, GCNHazardRecognizer (HR); Mesa's ACO, `aco_insert_NOPs.cpp` (ACO); AMD's
//! manuals, "Manually Inserted Wait States" (MAN). Where they disagree a rule is a warning.

mod clause;
mod late;
pub(super) mod paths;
mod table;

use smallvec::SmallVec;

use super::finding::{Class, Found, Other, Severity};
use super::operands::{Bank, Operands, Registers, Role, register_name, vector_name};
use crate::isa::facts::{At, Element, MaiAct, SmemAct};
use crate::isa::{
    Feature, Flags, Gen, Gens, Inst, Mai, MubufFields, Operand, Sopc, Sopk, Sopp, Ty, VCC_LO, Vop,
    VopForm, hwreg,
};
use crate::machine::MODE_VSKIP;
use crate::machine::wave::Wave;
use late::Late;
pub(crate) use late::passes;
use table::{First, RULES, Uses, kind};

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
    clause: clause::Plan,
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
        no_pairs && self.clause.is_empty() && !self.vskip && self.vccz == Vccz::Nothing
    }

    /// Whether it looks at what was done to VCC, however long ago.
    pub fn looks_at_vccz(&self) -> bool {
        self.vccz == Vccz::Reads
    }

    /// Wait states that it is.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The plan of an instruction with these operands, of code for cards with XNACK or without; `pedantic` with the
    /// warnings.
    pub fn new(
        (generation, xnack): (Gen, Feature),
        inst: &Inst,
        operands: &Operands,
        pedantic: bool,
    ) -> Plan {
        let kinds = kinds(generation, inst);
        let mut plan = Plan {
            states: wait_states(generation, inst),
            vector: kinds & kind::VECTOR != 0,
            vskip: writes_vskip(inst),
            vccz: vccz(generation, inst, operands),
            late: late::Plan::new(generation, inst, operands),
            clause: clause::Plan::new(xnack, inst, operands, pedantic),
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
        let double = matches!(inst, Inst::Mai { op, .. } if matches!(op.act(), MaiAct::Multiplies(m) if m.element == Element::F64));
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
        | if generation.has(Gens::ONE_FILE) {
            kind::DOT
        } else {
            0
        };
    let reaches = generation.has(Gens::ONE_FILE) || bank == Bank::Vector;
    generation.has(Gens::MAI) && reaches && kinds & kind::VALU != 0 && kinds & apart == 0
}

/// The entries of registers, if they are of the kind that the table is of.
fn entries(table: First, r: &Registers) -> Option<(u16, u16)> {
    let (first, count) = table.slots();
    let numbers = if r.is_vector() {
        r.in_file()
    } else {
        r.first.into()..u16::from(r.first) + u16::from(r.count)
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
fn kinds(generation: Gen, inst: &Inst) -> u32 {
    let row = inst.row();
    let vector = |f: &Vop| {
        let dpp = if f.dpp.is_some() { kind::DPP } else { 0 };
        let op_sel = f.form == VopForm::E64 && is_shifted(generation, inst, f.op_sel);
        let shifted = if f.sdwa.is_some_and(|s| s.dst_sel != 6) || op_sel {
            kind::SHIFTED
        } else {
            0
        };
        let ordinary = if row.flags.has(Flags::TRANS) {
            0
        } else {
            kind::ORDINARY
        };
        kind::VALU | dpp | shifted | ordinary
    };
    match inst {
        Inst::Sop1 { .. } | Inst::Sop2 { .. } => {
            // System software returns from its handlers.
            if row.flags.has(Flags::BRANCH.or(Flags::SYSTEM)) {
                kind::SALU | kind::RFE
            } else {
                kind::SALU
            }
        }
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
        Inst::Smem { op, .. } => match op.act() {
            SmemAct::Loads(At::Buffer, _) => kind::SMEM | kind::BUFFER_LOAD,
            SmemAct::Loads(..)
            | SmemAct::Stores(..)
            | SmemAct::Atomic32(..)
            | SmemAct::Atomic64(..)
            | SmemAct::Clock
            | SmemAct::RealTime
            | SmemAct::Cache => kind::SMEM,
        },
        Inst::Vop1 { f, .. }
        | Inst::Vop2 { f, .. }
        | Inst::Vopc { f, .. }
        | Inst::Vop3 { f, .. }
        | Inst::Vop3p { f, .. } => {
            let multiply_add = row.flags.has(Flags::MULTIPLY_ADD);
            let div_fmas = multiply_add && row.flags.has(Flags::READS_VCC);
            let also = [
                (kind::READLANE, row.flags.has(Flags::SGPR_DST)),
                (kind::WRITELANE, row.writes_lane()),
                (kind::DIV_FMAS, div_fmas),
                (
                    kind::FMA_F64,
                    multiply_add && !div_fmas && row.shape.dst == Ty::F64,
                ),
                (kind::DOT, row.products() != 0),
                (kind::INTERP, row.flags.has(Flags::INTERP)),
                (kind::PERMLANE, row.flags.has(Flags::LANE_CONTROLS)),
            ];
            let also = also.into_iter().filter(|(_, is)| *is);
            also.fold(vector(f), |all, (kind, _)| all | kind)
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

/// Whether a result goes to a part of a register that does not begin with its first bit, by OP_SEL of an instruction of
/// VOP3; of VOP3P it is another field. Bytes LLVM knows since 22.
fn is_shifted(generation: Gen, inst: &Inst, op_sel: u8) -> bool {
    match inst {
        Inst::Vop3 { op, .. } if op.scaled().is_some() => {
            op.scaled().is_some_and(|s| s.destination_at(op_sel) != 0)
        }
        Inst::Vop3 { op, .. } if op.row().flags.has(Flags::HIDDEN_SOURCE) => {
            op_sel
                & if generation.has(Gens::NEW_TO_LLVM) {
                    12
                } else {
                    8
                }
                != 0
        }
        // OP_SEL has what lanes are read there.
        Inst::Vop1 { op, .. } if op.row().flags.has(Flags::LANE_CONTROLS) => false,
        _ => op_sel & 8 != 0,
    }
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
    /// Memory instructions directly behind each other, and the count of wait states after the last.
    clause: (Vec<(clause::Member, u64)>, u64),
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
            clause: (Vec::new(), 0),
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
        if let Some(member) = plan.clause.member().filter(|_| !skipped) {
            let clause = self.clause_before(member);
            if let Some(clash) = member.clashes(clause.iter().map(|(m, _)| m)) {
                let pc = clash.member.map(|i| clause[i].1);
                found.push(clash.found(self.generation, pc));
            }
        }
    }

    /// The clause that the instruction goes on with.
    fn clause_before(&self, member: &clause::Member) -> &[(clause::Member, u64)] {
        let (all, end) = &self.clause;
        match all.last() {
            // Each instruction is a wait state at least.
            Some((last, _)) if *end == self.now && member.follows(last) => all,
            _ => &[],
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
        let skipped = plan.vector && mode & MODE_VSKIP != 0;
        if let Some(member) = plan.clause.member().filter(|_| !skipped) {
            let clause = self.clause_before(member);
            // Where something is wrong it is once, as though the clause had ended.
            let goes_on =
                !clause.is_empty() && member.clashes(clause.iter().map(|(m, _)| m)).is_none();
            let (all, end) = &mut self.clause;
            if !goes_on {
                all.clear();
            }
            all.push((member.clone(), pc));
            *end = self.now + plan.states;
        }
        self.now += plan.states;
        if skipped {
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
        for generation in Gen::GCN {
            let plan = |inst| {
                Plan::new(
                    (generation, Feature::Unsupported),
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
