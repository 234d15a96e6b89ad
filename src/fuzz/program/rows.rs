//! Which instructions random programs are made of: rows of the table, by generation and kind. A new row
//! takes part unless a rule here leaves it out, with its reason.

use std::sync::LazyLock;

use crate::isa::{
    Ds, Flags, Flat, Gen, Gens, Inst, Mimg, Mtbuf, Mubuf, Row, Smem, Sop1, Sop2, Sopc, Sopk, Ty,
    Vop, Vop1, Vop2, Vop3, Vop3p, Vopc,
};

/// A vector ALU instruction without its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alu {
    /// VOP1.
    One(Vop1),
    /// VOP2.
    Two(Vop2),
    /// VOPC.
    Compare(Vopc),
    /// VOP3 only.
    Three(Vop3),
    /// VOP3P.
    Packed(Vop3p),
}

impl Alu {
    /// Its row.
    pub fn row(self) -> &'static Row {
        match self {
            Alu::One(op) => op.row(),
            Alu::Two(op) => op.row(),
            Alu::Compare(op) => op.row(),
            Alu::Three(op) => op.row(),
            Alu::Packed(op) => op.row(),
        }
    }

    /// The instruction with these fields.
    pub fn inst(self, f: Vop) -> Inst {
        match self {
            Alu::One(op) => Inst::Vop1 { op, f },
            Alu::Two(op) => Inst::Vop2 { op, f },
            Alu::Compare(op) => Inst::Vopc { op, f },
            Alu::Three(op) => Inst::Vop3 { op, f },
            Alu::Packed(op) => Inst::Vop3p { op, f },
        }
    }
}

/// The rows of one generation.
#[derive(Debug)]
pub struct Rows {
    /// Vector ALU instructions with a vector register as their destination.
    pub alu: Vec<Alu>,
    /// Those that programs are full of.
    pub common: Vec<Alu>,
    /// Those that write a carry for each lane.
    pub carries: Vec<Alu>,
    /// Those that write a lane mask and no register.
    pub compares: Vec<Alu>,
    /// Of `alu` and `compares`, those on floats.
    pub floats: [Vec<Alu>; 2],
    /// SOP1.
    pub sop1: Vec<Sop1>,
    /// SOP2.
    pub sop2: Vec<Sop2>,
    /// SOPC.
    pub sopc: Vec<Sopc>,
    /// SOPK.
    pub sopk: Vec<Sopk>,
    /// SMEM and SMRD.
    pub smem: Vec<Smem>,
    /// DS.
    pub ds: Vec<Ds>,
    /// FLAT, GLOBAL and SCRATCH: which of them exist, the encoder knows.
    pub flat: Vec<Flat>,
    /// MUBUF.
    pub mubuf: Vec<Mubuf>,
    /// MTBUF.
    pub mtbuf: Vec<Mtbuf>,
    /// MIMG.
    pub mimg: Vec<Mimg>,
}

/// Why random programs have no instruction of the row, beside those that always fault; rows of other
/// encodings than the ones that [`Rows`] has need graphics state, which the target for single
/// instructions sets up.
pub fn excluded(row: &Row) -> Option<&'static str> {
    let has = |s: &[&str]| s.iter().any(|s| row.name.contains(s));
    Some(match () {
        () if row.flags.has(Flags::SYSTEM) => "graphics or system software only",
        () if has(&["INTERP"]) => "needs the parameters of a pixel shader",
        () if has(&["GWS", "ORDERED"]) => "needs a global wave sync resource",
        () if has(&["ATC_PROBE"]) => "address translation: nothing to see",
        () => return crate::fuzz::excluded::excluded(row),
    })
}

/// Of scalar ALU rows: which the structured parts of programs make, with what they need around them.
fn structured(row: &Row) -> bool {
    let has = |s: &[&str]| s.iter().any(|s| row.name.contains(s));
    row.flags.has(Flags::BRANCH)
        // In pairs, with few registers' distance.
        || has(&["GPR_IDX_ON", "MOVREL", "FORK", "JOIN", "PC_", "CALL"])
}

impl Rows {
    fn new(g: Gen) -> Rows {
        fn of<T: Copy>(
            all: &[T],
            row: fn(&T) -> &'static Row,
            keep: impl Fn(&Row) -> bool,
        ) -> Vec<T> {
            let keep = |op: &&T| keep(row(op)) && excluded(row(op)).is_none();
            all.iter().filter(keep).copied().collect()
        }
        let here = |row: &Row| row.exists(g);
        let scalar = |row: &Row| row.exists(g) && !structured(row);
        // What writes a scalar register has a place of its own.
        let vector = |row: &Row| row.exists(g) && !row.flags.has(Flags::SGPR_DST);
        let mut alu = vec![];
        alu.extend(
            of(Vop1::ALL, |op| op.row(), vector)
                .into_iter()
                .map(Alu::One),
        );
        alu.extend(
            of(Vop2::ALL, |op| op.row(), vector)
                .into_iter()
                .map(Alu::Two),
        );
        alu.extend(
            of(Vop3::ALL, |op| op.row(), vector)
                .into_iter()
                .map(Alu::Three),
        );
        alu.extend(
            of(Vop3p::ALL, |op| op.row(), vector)
                .into_iter()
                .map(Alu::Packed),
        );
        let compares = of(Vopc::ALL, |op| op.row(), vector);
        let mut common = vec![];
        {
            use Vop1::*;
            let ops = [
                V_MOV_B32,
                V_MOV_B32,
                V_NOT_B32,
                V_CVT_F32_U32,
                V_CVT_U32_F32,
            ];
            common.extend(ops.map(Alu::One));
            use Vop2::*;
            let ops = [
                V_CNDMASK_B32,
                V_CNDMASK_B32,
                V_ADD_F32,
                V_MUL_F32,
                V_AND_B32,
                V_OR_B32,
                V_XOR_B32,
                V_LSHLREV_B32,
                V_LSHRREV_B32,
                V_ADD_CO_U32,
                V_ADDC_CO_U32,
                V_SUB_CO_U32,
                V_MAC_F32,
                V_MIN_U32,
            ];
            common.extend(ops.map(Alu::Two));
            use Vop3::*;
            let ops = [
                V_FMA_F32,
                V_FMA_F64,
                V_ADD_F64,
                V_BFE_U32,
                V_MUL_LO_U32,
                V_LSHL_B64,
            ];
            common.extend(ops.map(Alu::Three));
        }
        common.retain(|op| op.row().exists(g));
        let carries = alu.iter().filter(|op| op.row().flags.has(Flags::CARRY_OUT));
        let carries = carries.copied().collect();
        let compares: Vec<_> = compares.into_iter().map(Alu::Compare).collect();
        let floats = [&alu, &compares].map(|all| {
            let named = |op: &&Alu| {
                ["F16", "F32", "F64"]
                    .iter()
                    .any(|t| op.row().name.contains(t))
            };
            all.iter().filter(named).copied().collect()
        });
        Rows {
            floats,
            alu,
            common,
            carries,
            compares,
            sop1: of(Sop1::ALL, |op| op.row(), scalar),
            sop2: of(Sop2::ALL, |op| op.row(), scalar),
            sopc: of(Sopc::ALL, |op| op.row(), scalar),
            sopk: of(Sopk::ALL, |op| op.row(), scalar),
            smem: of(Smem::ALL, |op| op.row(), here),
            ds: of(Ds::ALL, |op| op.row(), here),
            // Some exist in one segment only. Those of gfx908 are drawn in vain, as the seeds of tests expect.
            flat: of(
                Flat::ALL,
                |op| op.row(),
                |row| {
                    g.has(Gens::FLAT)
                        && if g.has(Gens::CDNA3) {
                            row.exists(g)
                        } else {
                            !row.exists_from(Gen::Gfx90a)
                        }
                },
            ),
            mubuf: of(Mubuf::ALL, |op| op.row(), here),
            mtbuf: of(Mtbuf::ALL, |op| op.row(), here),
            mimg: of(Mimg::ALL, |op| op.row(), here),
        }
    }

    /// Those of `g`.
    pub fn of(g: Gen) -> &'static Rows {
        static ROWS: LazyLock<[Rows; Gen::ALL.len()]> = LazyLock::new(|| Gen::ALL.map(Rows::new));
        &ROWS[g as usize]
    }
}

/// Whether the row's result depends on lanes other than its own, or on registers that no field names.
pub fn relative(row: &Row) -> bool {
    row.name.contains("MOVREL")
}

/// Registers of a memory instruction's data: the most of its operands.
pub fn data_dwords(row: &Row) -> u8 {
    let tys = row.shape.src.iter().chain([&row.shape.dst]);
    tys.map(|t: &Ty| t.dwords()).max().unwrap_or(0)
}
