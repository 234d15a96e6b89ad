//! Which decision holds for an instruction on a generation: by its row, or by the fact of its row.

#![deny(clippy::wildcard_enum_match_arm)] // A new fact does not compile until it is said how far its results can be trusted.

use super::facts::{
    At, Atomic, Components, DsAct, Element, FlatAct, Load, MaiAct, Matrix, MubufAct, SmemAct,
};
use super::hwreg;
use super::{Fidelity, Flags, Gen, Gens, Inst, Sopk, Ty};

impl Inst {
    /// How far the result can be trusted, on this generation, in a program that runs as on a card with SRAM ECC (`ecc`)
    /// or without.
    pub fn fidelity(&self, generation: Gen, ecc: bool) -> Fidelity {
        let place = Place { generation, ecc };
        match self {
            Inst::Sop1 { op, .. } => op.fidelity(),
            Inst::Sop2 { op, .. } => op.fidelity(),
            Inst::Sopk { op, simm16, .. } => register(*op, *simm16),
            Inst::Sopc { op, .. } => op.fidelity(),
            Inst::Sopp { op, .. } => op.fidelity(),
            Inst::Smem { op, f } => scalar_memory(op.act(), f.glc),
            Inst::Vop1 { op, .. } => place.dot(op.fidelity()),
            Inst::Vop2 { op, .. } => place.dot(op.fidelity()),
            // A mask of lanes is no float.
            Inst::Vopc { .. } => Fidelity::Exact,
            Inst::Vop3 { op, .. } => place.dot(op.fidelity()),
            Inst::Vop3p { op, .. } => place.dot(op.fidelity()),
            Inst::Mai { op, .. } => place.matrix(op.act()),
            Inst::Ds { op, .. } => place.lds(op.act(), op.row().shape.dst != Ty::None),
            Inst::Flat { op, f } => match op.act() {
                FlatAct::Loads(load) => place.load(load),
                FlatAct::Stores(_) => Fidelity::Exact,
                FlatAct::Atomic32(a) | FlatAct::Atomic64(a) => atomic(a, f.glc),
            },
            Inst::Mubuf { op, f } => place.buffer(op.act(), f.glc),
            Inst::Mtbuf { op, f } => place.buffer(op.act(), f.buffer.glc),
            Inst::Mimg { op, f } => {
                let (by_row, flags) = (op.fidelity(), op.row().flags);
                let odd = f.d16 && f.dmask.count_ones() % 2 != 0;
                if flags.has(Flags::ATOMIC) && f.glc {
                    Fidelity::Turns
                } else if by_row == Fidelity::Formats && flags.has(Flags::LOADS) && odd {
                    place.halves(by_row)
                } else {
                    by_row
                }
            }
            Inst::Vintrp { op, .. } => op.fidelity(),
            Inst::Exp { op, .. } => op.fidelity(),
        }
    }

    /// Decisions beside that one, each of which holds for some of the results only.
    pub fn caveats(&self, generation: Gen) -> impl Iterator<Item = Fidelity> + use<> {
        let dpp = match self {
            Inst::Vop1 { f, .. }
            | Inst::Vop2 { f, .. }
            | Inst::Vopc { f, .. }
            | Inst::Vop3 { f, .. }
            | Inst::Vop3p { f, .. } => f.dpp.is_some(),
            Inst::Sop1 { .. }
            | Inst::Sop2 { .. }
            | Inst::Sopk { .. }
            | Inst::Sopc { .. }
            | Inst::Sopp { .. }
            | Inst::Smem { .. }
            | Inst::Mai { .. }
            | Inst::Ds { .. }
            | Inst::Flat { .. }
            | Inst::Mubuf { .. }
            | Inst::Mtbuf { .. }
            | Inst::Mimg { .. }
            | Inst::Vintrp { .. }
            | Inst::Exp { .. } => false,
        };
        let nan = self.fidelity(generation, false).gives_nans();
        let all = [(dpp, Fidelity::Dpp), (nan, Fidelity::Nan)];
        all.into_iter()
            .filter_map(|(yes, what)| yes.then_some(what))
    }
}

/// What an instruction is executed on, as far as that matters.
#[derive(Clone, Copy)]
struct Place {
    generation: Gen,
    ecc: bool,
}

impl Place {
    /// Whether nobody says what becomes of the half of a register that is not loaded.
    fn loses_halves(self) -> bool {
        self.ecc || self.generation.has(Gens::MAI)
    }

    /// The decision of a load that leaves halves over, where these are as `kept` elsewhere.
    fn halves(self, kept: Fidelity) -> Fidelity {
        if self.loses_halves() {
            Fidelity::D16
        } else {
            kept
        }
    }

    fn load(self, load: Load) -> Fidelity {
        match load {
            Load::U8 | Load::I8 | Load::U16 | Load::I16 | Load::Dwords(_) => Fidelity::Exact,
            Load::U8Lo | Load::U8Hi | Load::I8Lo | Load::I8Hi | Load::B16Lo | Load::B16Hi => {
                self.halves(Fidelity::Exact)
            }
        }
    }

    /// Dot products of halves.
    fn dot(self, by_row: Fidelity) -> Fidelity {
        if by_row == Fidelity::Dot2 && self.generation.has(Gens::DOT_FLUSHES_HALVES) {
            Fidelity::Dot2Flushed
        } else {
            by_row
        }
    }

    fn buffer(self, act: MubufAct, returns: bool) -> Fidelity {
        match act {
            MubufAct::Loads(load) => self.load(load),
            MubufAct::Stores(_) | MubufAct::StoresLds | MubufAct::Cache => Fidelity::Exact,
            MubufAct::Atomic32(a) | MubufAct::Atomic64(a) => atomic(a, returns),
            MubufAct::LoadsFormat(Components::High, _) => self.halves(Fidelity::Formats),
            // An odd number of halves.
            MubufAct::LoadsFormat(Components::D16, 1 | 3) => self.halves(Fidelity::Formats),
            MubufAct::LoadsFormat(Components::D16 | Components::Dwords, _)
            | MubufAct::StoresFormat(Components::D16 | Components::Dwords | Components::High, _) => {
                Fidelity::Formats
            }
        }
    }

    fn lds(self, act: DsAct, returns: bool) -> Fidelity {
        match act {
            DsAct::Loads(load) => self.load(load),
            DsAct::Stores(_)
            | DsAct::Loads2(..)
            | DsAct::Stores2(..)
            | DsAct::LoadsByLane
            | DsAct::StoresByLane
            | DsAct::Swizzle
            | DsAct::BPermute
            | DsAct::Permute
            | DsAct::Nothing
            | DsAct::Syncs(_) => Fidelity::Exact,
            DsAct::Atomic32(a) | DsAct::Atomic64(a) => atomic(a, returns),
            DsAct::Src2On32(a) | DsAct::Src2On64(a) => atomic(a, returns),
            DsAct::Exchanges2(..) | DsAct::ConditionalExchange | DsAct::Append | DsAct::Consume => {
                Fidelity::Turns
            }
            DsAct::LoadsTransposed(_) => Fidelity::Transposed,
            DsAct::Orders | DsAct::Undefined => Fidelity::Refused,
        }
    }

    fn matrix(self, act: MaiAct) -> Fidelity {
        let (Matrix { element, .. }, sparse) = match act {
            MaiAct::Multiplies(shape) => (shape, false),
            MaiAct::MultipliesSparse(shape) => (shape, true),
            MaiAct::Reads | MaiAct::Writes => return Fidelity::Exact,
        };
        match element {
            Element::I8 => Fidelity::Exact,
            Element::F16 | Element::Bf16x2 | Element::Bf16 | Element::Xf32 | Element::F8 { .. }
                if sparse =>
            {
                Fidelity::MatrixSparse
            }
            Element::F32 | Element::F64 => Fidelity::MatrixChain,
            Element::Narrow(_) => Fidelity::MatrixScaled,
            Element::F16 | Element::Bf16x2 | Element::Bf16 | Element::Xf32 | Element::F8 { .. } => {
                match self.generation {
                    // Those before have none.
                    Gen::Gfx6 | Gen::Gfx7 | Gen::Gfx8 | Gen::Gfx9 | Gen::Gfx906 | Gen::Gfx908 => {
                        Fidelity::MatrixPairs
                    }
                    Gen::Gfx90a => Fidelity::MatrixFlushed,
                    Gen::Gfx942 => Fidelity::MatrixGroups,
                    Gen::Gfx950 => Fidelity::MatrixCdna4,
                }
            }
        }
    }
}

/// `s_getreg` goes by the register.
fn register(op: Sopk, simm16: u16) -> Fidelity {
    let by_row = op.fidelity();
    if by_row != Fidelity::Hardware {
        return by_row;
    }
    match hwreg::field(simm16).0 {
        hwreg::HW_ID | hwreg::IB_STS | hwreg::XCC_ID..=hwreg::SQ_PERF_SNAPSHOT_PC_HI => {
            Fidelity::Hardware
        }
        _ => Fidelity::Exact,
    }
}

fn scalar_memory(act: SmemAct, returns: bool) -> Fidelity {
    match act {
        SmemAct::Loads(At::Memory | At::Scratch | At::Buffer, _)
        | SmemAct::Stores(At::Memory | At::Scratch | At::Buffer, _)
        | SmemAct::Cache => Fidelity::Exact,
        SmemAct::Atomic32(_, a) | SmemAct::Atomic64(_, a) => atomic(a, returns),
        SmemAct::Clock | SmemAct::RealTime => Fidelity::Clock,
    }
}

/// An atomic, by whether it returns the old value, and whether the order of several decides what memory has in the end.
fn atomic(a: Atomic, returns: bool) -> Fidelity {
    let in_any_order = match a {
        Atomic::FAdd | Atomic::PkAddF16 | Atomic::PkAddBf16 => return Fidelity::Sums,
        Atomic::Add
        | Atomic::Sub
        | Atomic::SMin
        | Atomic::UMin
        | Atomic::SMax
        | Atomic::UMax
        | Atomic::And
        | Atomic::Or
        | Atomic::Xor
        | Atomic::FMin
        | Atomic::FMax => true,
        Atomic::Swap
        | Atomic::CmpSwap
        | Atomic::CmpSt
        | Atomic::RSub
        // These wrap around by their own data.
        | Atomic::Inc
        | Atomic::Dec
        | Atomic::MskOr
        | Atomic::Wrap
        | Atomic::FCmpSwap
        | Atomic::FCmpSt => false,
    };
    if in_any_order && !returns {
        Fidelity::Exact
    } else {
        Fidelity::Turns
    }
}
