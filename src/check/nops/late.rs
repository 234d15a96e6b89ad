//! Results that come late: those of products of matrices, and on gfx90a and later of dot products.
//!
//! How many wait states they take depends on both instructions, and on whether the second takes the very registers of
//! the first, or only some of them (LLVM 19, GCNHazardRecognizer: checkMAIHazards908, checkMAIHazards90A,
//! checkMAIVALUHazards; of gfx950 LLVM 22). As there, of several that wrote a register the last one counts.

use std::ops::Range;

use smallvec::SmallVec;

use crate::check::operands::{Operands, Registers, Role};
use crate::isa::facts::{Element, MaiAct};
use crate::isa::{Gen, Gens, Inst, Mai, MaiFields};
use crate::machine::wave::FILE;

/// So many wait states are enough for every result.
pub(super) const ENOUGH: u8 = 20;

/// What computes a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unit {
    /// A dot product of vector ALU instructions with this name.
    Dot(&'static str),
    /// A product of matrices of f64.
    Double,
    /// One of f32 on gfx942.
    Single,
    /// Any other, and one of f32 elsewhere: LLVM's XDL.
    Matrix,
}

/// Registers from the first on, to the end, by their numbers in the wave's file.
type Span = (u16, u16);

fn span(r: &Registers) -> Span {
    let Range { start, end } = r.in_file();
    (start, end)
}

fn meet(a: Span, b: Span) -> bool {
    a.0 < b.1 && b.0 < a.1
}

/// A result that comes late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Late {
    unit: Unit,
    /// How often the unit passes over the operands, four cycles each.
    passes: u8,
    result: Span,
    /// The matrix C.
    addend: Span,
}

/// What uses registers, where that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// V_ACCVGPR_READ.
    AccRead,
    /// V_ACCVGPR_WRITE.
    AccWrite,
    /// Anything else.
    Other,
}

impl By {
    fn of(inst: &Inst) -> By {
        match inst {
            Inst::Mai { op, .. } if op.act() == MaiAct::Reads => By::AccRead,
            Inst::Mai { op, .. } if op.act() == MaiAct::Writes => By::AccWrite,
            _ => By::Other,
        }
    }
}

/// How an instruction uses registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// A matrix A or B, or the indices of a sparse one.
    Factor(Unit),
    /// The matrix C of a product of so many passes.
    Addend(Unit, u8),
    /// Read by the vector ALU; as what C is to a dot product, with its name.
    Read {
        addend_of: Option<&'static str>,
        by: By,
    },
    /// Read by a memory instruction.
    ReadByMemory,
    /// Written by an instruction with this name that is not a product.
    Written(&'static str, By),
}

/// What there is to look at, and to note, at an instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    uses: SmallVec<[(Use, Span); 3]>,
    begins: Option<Late>,
}

/// The registers that late results of a program have.
#[derive(Clone, Debug)]
pub(super) struct Reach([u64; FILE / 64]);

impl Default for Reach {
    fn default() -> Reach {
        Reach([0; FILE / 64])
    }
}

impl Reach {
    /// Adds an instruction of the program.
    pub fn add(&mut self, plan: &Plan) {
        let late = plan.begins.iter();
        for n in late.flat_map(|l| (l.result.0..l.result.1).chain(l.addend.0..l.addend.1)) {
            self.0[usize::from(n) / 64] |= 1 << (n % 64);
        }
    }

    /// Leaves of the plan what meets another instruction of the program.
    pub fn keep(&self, plan: &mut Plan) {
        let has = |n: u16| self.0[usize::from(n) / 64] >> (n % 64) & 1 != 0;
        plan.uses.retain(|(_, s)| (s.0..s.1).any(has));
    }
}

/// What comes too soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Soon {
    pub rule: &'static str,
    /// What the first instruction does with the register.
    pub what: &'static str,
    /// What the second does.
    pub outcome: &'static str,
    /// Its number in the wave's file.
    pub register: u16,
    /// Wait states that are needed.
    pub states: u8,
}

impl Plan {
    /// The plan of an instruction with these operands.
    pub fn new(generation: Gen, inst: &Inst, operands: &Operands) -> Plan {
        let mut plan = Plan::default();
        if !generation.has(Gens::MAI) {
            return plan;
        }
        let (name, by) = (inst.row().name, By::of(inst));
        let product = match inst {
            Inst::Mai { op, f } => unit_of(generation, *op, f),
            _ => None,
        };
        let vectors = |list: &[Registers]| -> Vec<Registers> {
            list.iter().filter(|r| r.is_vector()).copied().collect()
        };
        let sparse = matches!(inst, Inst::Mai { op, .. }
            if matches!(op.act(), MaiAct::MultipliesSparse(_)));
        let is_addend = |r: &Registers| {
            if sparse {
                r.role == Role::Old
            } else {
                r.role == Role::Source(2)
            }
        };
        let memory = matches!(
            inst,
            Inst::Ds { .. }
                | Inst::Flat { .. }
                | Inst::Mubuf { .. }
                | Inst::Mtbuf { .. }
                | Inst::Mimg { .. }
        );
        let mut addend = (0, 0);
        for r in vectors(&operands.reads) {
            let how = match product {
                Some((unit, passes)) if is_addend(&r) => {
                    addend = span(&r);
                    Use::Addend(unit, passes)
                }
                Some((unit, _)) => Use::Factor(unit),
                None if memory => Use::ReadByMemory,
                None => Use::Read {
                    addend_of: (r.role == Role::Source(2) || r.role == Role::Old).then_some(name),
                    by,
                },
            };
            plan.uses.push((how, span(&r)));
        }
        let written = vectors(&operands.writes);
        let Some(result) = written.first().map(span) else {
            return plan;
        };
        if let Some((unit, passes)) = product {
            plan.begins = Some(Late {
                unit,
                passes,
                result,
                addend,
            });
            return plan;
        }
        plan.uses
            .extend(written.iter().map(|r| (Use::Written(name, by), span(r))));
        // V_DOT2_F32_F16 and its like, V_DOT2C_F32_F16 and its like.
        if generation.has(Gens::ONE_FILE) && inst.row().products() != 0 {
            plan.begins = Some(Late {
                unit: Unit::Dot(name),
                passes: 0,
                result,
                addend,
            });
        }
        plan
    }

    /// Whether it has nothing to look at or to note.
    pub fn is_empty(&self) -> bool {
        self.uses.is_empty() && self.begins.is_none()
    }

    /// The result that it begins.
    pub fn begins(&self) -> Option<Late> {
        self.begins
    }

    /// What comes too soon, where `recent` has what was begun, the latest first, and the wait states since: with the
    /// number of the first of the two. `last`: of several that wrote a register only the last one counts.
    pub fn too_soon(
        &self,
        generation: Gen,
        recent: &[(Late, u64)],
        last: bool,
        mut found: impl FnMut(usize, Soon),
    ) {
        for &(how, s) in &self.uses {
            let mut seen = (false, false, false);
            for (i, (late, since)) in recent.iter().enumerate() {
                let seen_result = match late.unit {
                    Unit::Dot(_) => &mut seen.0,
                    Unit::Double | Unit::Single | Unit::Matrix => &mut seen.1,
                };
                // gfx908 passes the very same registers on.
                let same = generation.has(Gens::TWO_FILES) && late.result == s;
                if meet(late.result, s) && !same && !(last && *seen_result) {
                    *seen_result = true;
                    let states = result_used(generation, late, how, late.result == s);
                    if *since < u64::from(states) {
                        found(i, soon_result(late, how, s, states));
                    }
                }
                if late.unit == Unit::Matrix && meet(late.addend, s) && !(last && seen.2) {
                    seen.2 = true;
                    let states = addend_written(generation, late.passes, how);
                    if *since < u64::from(states) {
                        found(
                            i,
                            Soon {
                                rule: "H27",
                                what: "a product of matrices still reads",
                                outcome: "writes it",
                                register: late.addend.0.max(s.0),
                                states,
                            },
                        );
                    }
                }
            }
        }
    }
}

fn soon_result(late: &Late, how: Use, s: Span, states: u8) -> Soon {
    let (rule, what) = match late.unit {
        Unit::Dot(_) => ("H30", "a dot product has still to write"),
        Unit::Double | Unit::Single | Unit::Matrix => {
            ("H26", "a product of matrices has still to write")
        }
    };
    Soon {
        rule,
        what,
        outcome: match how {
            Use::Written(..) => "may write it before",
            Use::Factor(_) | Use::Addend(..) | Use::Read { .. } | Use::ReadByMemory => {
                "reads its old value"
            }
        },
        register: late.result.0.max(s.0),
        states,
    }
}

/// How often the matrix unit passes over the operands of a product, four cycles each; `None` for other instructions.
pub fn passes(generation: Gen, inst: &Inst) -> Option<u8> {
    match inst {
        Inst::Mai { op, f } => Some(unit_of(generation, *op, f)?.1),
        _ => None,
    }
}

/// The unit that multiplies, and its passes (LLVM 19, and of gfx950 22, SISchedule.td: the MFMA classes).
fn unit_of(generation: Gen, op: Mai, f: &MaiFields) -> Option<(Unit, u8)> {
    let m = match op.act() {
        MaiAct::Multiplies(m) | MaiAct::MultipliesSparse(m) => m,
        MaiAct::Reads | MaiAct::Writes => return None,
    };
    let newest = generation.has(Gens::FAST_MATRICES);
    let unit = match m.element {
        Element::F64 => Unit::Double,
        Element::F32 if newest => Unit::Single,
        _ => Unit::Matrix,
    };
    // gfx942 is twice as fast where there is one block, but not with f32.
    let fast = newest && unit == Unit::Matrix && m.blocks == 1;
    // Narrow floats are half as fast if some have 8 bits, and gfx950's f64 is, too.
    let is_narrow = matches!(m.element, Element::Narrow(_));
    let has_bytes = f
        .formats()
        .is_none_or(|of| of.iter().any(|n| n.bits() == 8));
    let fast = fast && !(is_narrow && has_bytes);
    let passes = match (m.size, unit) {
        (4, Unit::Double) => 4,
        (_, Unit::Double) if generation.has(Gens::LATER_MATRICES) => 16,
        (4, _) => 2,
        (16, _) if fast => 4,
        (16, _) => 8,
        (_, _) if fast => 8,
        (_, _) => 16,
    };
    Some((unit, passes))
}

/// One of three numbers for products of 4 by 4, 16 by 16 and 32 by 32.
fn by_size(passes: u8, each: [u8; 3]) -> u8 {
    match passes {
        ..=4 => each[0],
        5..=8 => each[1],
        _ => each[2],
    }
}

/// Wait states between a late result and a use of it; `whole`: the use takes the very registers.
fn result_used(generation: Gen, first: &Late, how: Use, whole: bool) -> u8 {
    use Unit::*;
    let passes = first.passes;
    if let Dot(name) = first.unit {
        return match how {
            // Products of matrices have no such rule.
            Use::Factor(_) | Use::Addend(..) => 0,
            Use::Read { addend_of, .. } if addend_of == Some(name) => 0,
            Use::Written(by, _) if by == name => 0,
            Use::Read { .. } | Use::ReadByMemory | Use::Written(..) => 3,
        };
    }
    if generation.has(Gens::TWO_FILES) {
        return match how {
            Use::Factor(_) => 4,
            Use::Addend(..) => 2,
            Use::Read {
                by: By::AccRead, ..
            } => by_size(passes, [4, 10, 18]),
            Use::Written(_, By::AccWrite) => by_size(passes, [1, 7, 15]),
            // Nothing else reaches accumulation registers.
            Use::Read { .. } | Use::ReadByMemory | Use::Written(..) => 0,
        };
    }
    let newest = generation.has(Gens::FAST_MATRICES);
    // One more on gfx950, but of two passes only where C is that of another product of this kind.
    let later =
        |always: bool| u8::from(generation.has(Gens::LATER_MATRICES) && (always || passes != 2));
    let late = |more: u8| match (newest, first.unit) {
        (false, _) => by_size(passes, [5, 11, 19]),
        (true, Matrix) => passes + more + 1 + later(matches!(how, Use::Addend(Matrix, _))),
        (true, _) => passes + more,
    };
    match (first.unit, how) {
        (Double, Use::Factor(_) | Use::Read { .. }) => by_size(passes, [6, 11, 19]),
        (Double, Use::Written(..)) => by_size(passes, [6, 11, 11]),
        (Double, Use::ReadByMemory) => by_size(passes, [9, 18, 18]),
        (_, Use::Factor(_) | Use::Read { .. } | Use::ReadByMemory | Use::Written(..)) => late(2),
        (Double, Use::Addend(second, _)) if second != Double && !newest => 0,
        (Double, Use::Addend(Double, 4)) if whole && passes == 4 => 4,
        (_, Use::Addend(..)) if whole => {
            if newest && passes == 2 {
                2
            } else {
                0
            }
        }
        (Double, Use::Addend(Matrix, _)) => 0,
        (Double, Use::Addend(..)) => by_size(passes, [4, 9, 17]),
        (Single, Use::Addend(Matrix, _)) => 0,
        (_, Use::Addend(..)) if newest => late(0),
        (_, Use::Addend(Double, _)) => by_size(passes, [3, 9, 17]),
        (_, Use::Addend(..)) => by_size(passes, [2, 8, 16]),
    }
}

/// Wait states between a product of so many passes that reads C and a write of C.
fn addend_written(generation: Gen, passes: u8, how: Use) -> u8 {
    let Use::Written(_, by) = how else { return 0 };
    match generation {
        Gen::Gfx908 if by == By::AccWrite => by_size(passes, [0, 5, 13]),
        Gen::Gfx908 => 0,
        _ if passes == 4 => 3,
        _ => by_size(passes, [1, 7, 15]),
    }
}
