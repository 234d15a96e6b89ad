//! The row type, the macro that makes an encoding's enum from its rows, and the compile-time checks.

use super::Gen;

/// Type of an operand: its width, and how inline constants and literals are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ty {
    /// No operand in this place.
    None,
    B16,
    I16,
    U16,
    F16,
    B32,
    I32,
    U32,
    F32,
    B64,
    I64,
    U64,
    F64,
    /// Two 16-bit integers, low half first.
    V2B16,
    /// Two f16, low half first.
    V2F16,
    /// A bf16: the upper half of an f32.
    Bf16,
    /// Two bf16, low half first.
    V2Bf16,
    /// Two dwords, low one first.
    V2B32,
    /// Two f32, low one first.
    V2F32,
    B96,
    B128,
    /// Six dwords, which hold 32 items of 6 bits.
    B192,
    B256,
    B512,
    B1024,
    /// One bit per lane in an SGPR pair.
    Mask,
}

impl Ty {
    /// Width in registers of 32 bits; 0 for [`Ty::None`].
    pub const fn dwords(self) -> u8 {
        match self {
            Ty::None => 0,
            Ty::B16 | Ty::I16 | Ty::U16 | Ty::F16 | Ty::V2B16 | Ty::V2F16 => 1,
            Ty::Bf16 | Ty::V2Bf16 => 1,
            Ty::B32 | Ty::I32 | Ty::U32 | Ty::F32 => 1,
            Ty::B64 | Ty::I64 | Ty::U64 | Ty::F64 | Ty::Mask => 2,
            Ty::V2B32 | Ty::V2F32 => 2,
            Ty::B96 => 3,
            Ty::B128 => 4,
            Ty::B192 => 6,
            Ty::B256 => 8,
            Ty::B512 => 16,
            Ty::B1024 => 32,
        }
    }

    /// Whether values of the type are f16, bf16, f32 or f64 (not packed).
    pub const fn is_float(self) -> bool {
        matches!(self, Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64)
    }

    /// Whether the type is 16 bits wide.
    pub const fn is_16(self) -> bool {
        matches!(self, Ty::B16 | Ty::I16 | Ty::U16 | Ty::F16 | Ty::Bf16)
    }
}

/// Types of the destination and of the sources, in assembly order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Destination (VDST, SDST; the loaded or returned data of memory instructions).
    pub dst: Ty,
    /// Sources SRC0, SRC1, SRC2; of memory instructions the stored data.
    pub src: [Ty; 3],
}

/// A [`Shape`] from a destination and up to three sources.
pub const fn shape(dst: Ty, src: &[Ty]) -> Shape {
    let mut s = Shape {
        dst,
        src: [Ty::None; 3],
    };
    let mut i = 0;
    while i < src.len() {
        s.src[i] = src[i];
        i += 1;
    }
    s
}

/// What an instruction reads, writes and does beside its operands: a set of the constants here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(pub u64);

macro_rules! flags {
    ($($(#[doc = $doc:literal])+ $name:ident = $bit:literal;)+) => {
        impl Flags {
            /// Nothing beside the operands.
            pub const NONE: Flags = Flags(0);
            $($(#[doc = $doc])+ pub const $name: Flags = Flags(1 << $bit);)+
        }
    };
}

flags! {
    /// Writes SCC.
    WRITES_SCC = 0;
    /// Reads SCC.
    READS_SCC = 1;
    /// Writes VCC though no operand field names it (in the 32-bit form of a vector instruction).
    WRITES_VCC = 2;
    /// Reads VCC though no operand field names it.
    READS_VCC = 3;
    /// Writes EXEC.
    WRITES_EXEC = 4;
    /// Reads M0.
    READS_M0 = 5;
    /// Writes M0 as a side effect.
    WRITES_M0 = 6;
    /// The old value of the destination takes part in the result.
    READS_DST = 7;
    /// Reads memory (global, scratch, LDS or GDS).
    LOADS = 8;
    /// Writes memory.
    STORES = 9;
    /// Reads and writes memory in one step.
    ATOMIC = 10;
    /// May change PC other than to the next instruction.
    BRANCH = 11;
    /// Ends, suspends or synchronises the wave.
    ENDS_BLOCK = 12;
    /// Acts on all lanes whatever EXEC says.
    IGNORES_EXEC = 13;
    /// Writes a lane mask: VCC in the 32-bit form, SDST in the VOP3 form.
    CARRY_OUT = 14;
    /// Reads a lane mask: VCC in the 32-bit form, SRC2 in the VOP3 form.
    CARRY_IN = 15;
    /// Has an SDWA form on gfx8.
    SDWA8 = 16;
    /// Has an SDWA form on gfx9.
    SDWA9 = 17;
    /// Has a DPP form on gfx8.
    DPP8 = 18;
    /// Has a DPP form on gfx9.
    DPP9 = 19;
    /// The destination of a vector instruction is an SGPR.
    SGPR_DST = 20;
    /// Result or effect depends on the MODE register.
    READS_MODE = 21;
    /// Reads FLAT_SCRATCH.
    READS_FLAT_SCRATCH = 22;
    /// Not for compute kernels (graphics stages) or system software only: decoded, not executed.
    SYSTEM = 23;
    /// Has CLAMP in its VOP3 form though the destination is not a float: integers saturate, conversions
    /// from float clamp to what the manual says (gfx8 and later).
    CLAMP = 24;
    /// Has OMOD (and CLAMP) in its VOP3 form though the destination is not a float.
    OMOD = 25;
    /// Has OP_SEL in its VOP3 form (gfx9).
    OP_SEL = 26;
    /// M0 is added to the number of the register of source 0.
    MOVREL_SRC = 27;
    /// M0 is added to the number of the destination register.
    MOVREL_DST = 28;
    /// Has a DPP form from gfx90a on.
    DPP90A = 29;
    /// Its f16 sources are two in a dword; in text they are like one.
    PAIRS = 30;
    /// Multiplies and adds, with one rounding or two.
    MULTIPLY_ADD = 31;
    /// Moves a value and computes nothing.
    MOVES = 32;
    /// Is done by the slow unit of the vector ALU: a reciprocal, a root, a logarithm or their like (LLVM: isTRANS).
    TRANS = 33;
    /// The result depends on the lane's number, though no operand says so.
    BY_LANE = 34;
    /// The scalar ALU has an instruction that computes the same.
    TWIN = 35;
    /// It has one on gfx9.
    TWIN9 = 36;
    /// Sums two products.
    DOT2 = 37;
    /// Sums four products.
    DOT4 = 38;
    /// Sums eight products.
    DOT8 = 39;
    /// Interpolates an attribute between vertices.
    INTERP = 40;
    /// The attribute has halves, one of which a bit of source 0 selects.
    F16_ATTRIBUTE = 41;
    /// Converts from 8-bit floats.
    FROM_F8 = 42;
    /// LLVM has a third source of which the encoding has no register, but OP_SEL and NEG: of the
    /// stochastic rounding to 8-bit floats, where OP_SEL of it and of VDST select a byte.
    HIDDEN_SOURCE = 43;
    /// Has NEG and ABS in its encodings but ignores them.
    NO_SIGNS = 44;
    /// Is another instruction with its sources exchanged.
    REVERSED = 45;
    /// The old value of the destination is an operand whatever its width. (Of other rows of 16 bits READS_DST
    /// says that gfx9 keeps the other half.)
    ACCUMULATES = 46;
    /// Source 1 is a lane's number, the same for all lanes.
    LANE_SELECT = 47;
    /// Source 0 is written too.
    SWAPS = 48;
    /// Source and destination are accumulation registers.
    ACC = 49;
    /// Each source is an f32, or a half of a register.
    MIX = 50;
    /// Writes bits 15:0 of the destination alone.
    LOW_HALF = 51;
    /// Writes bits 31:16 of the destination alone.
    HIGH_HALF = 52;
    /// The destination gets the old EXEC.
    SAVES_EXEC = 53;
    /// Compares what its destination field names, and does not write it.
    COMPARES = 54;
    /// SIMM16 is zero-extended, not sign-extended.
    ZERO_EXTENDS = 55;
    /// The last coordinate of an image is the level.
    NAMES_LEVEL = 56;
    /// OMOD, ABS and NEG are a table of truth.
    TRUTH_TABLE = 57;
    /// Converts from or to floats of 8, 6 or 4 bits by a scale: see `scaled`.
    SCALED = 58;
    /// Two bytes, in the half of the destination that OP_SEL selects.
    HALF_PAIR = 59;
    /// The VOP3 form has FI and BOUND_CTRL where others have OP_SEL (bits 11 and 12).
    LANE_CONTROLS = 60;
    /// Has neither CLAMP nor OMOD, though the destination is a float.
    NO_OUTPUT_MODIFIERS = 61;
    /// Multiplies integers of 32 bits, at a quarter of the vector ALU's rate (LLVM, SISchedule.td: WriteIntMul).
    QUARTER_RATE = 62;
}

impl Flags {
    /// Whether every flag of `other` is set.
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether one flag of `other` is set.
    pub const fn any(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of two sets.
    pub const fn or(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    /// The union of many sets.
    pub const fn all(sets: &[Flags]) -> Flags {
        let (mut f, mut i) = (Flags::NONE, 0);
        while i < sets.len() {
            f = f.or(sets[i]);
            i += 1;
        }
        f
    }
}

/// How many generations there are: the columns of a row.
pub const GENS: usize = Gen::ALL.len();

/// Opcode number in each generation, in the order of [`Gen::ALL`]; `None` where it is absent.
pub type Opcodes = [Option<u16>; GENS];

/// One cell per generation from fewer: the last one also stands for the generations behind it.
pub const fn columns<T: Copy>(cells: &[T]) -> [T; GENS] {
    assert!(cells.len() > Gen::Gfx906 as usize, "a column is too short");
    let mut all = [cells[cells.len() - 1]; GENS];
    let mut g = 0;
    while g < cells.len() {
        all[g] = cells[g];
        g += 1;
    }
    all
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The enum variant's name.
    pub name: &'static str,
    /// LLVM's mnemonic without encoding suffix, per generation (a few change their name).
    /// FLAT rows leave out the `flat_`, `global_`, `scratch_` prefix.
    pub mnemonics: [&'static str; GENS],
    /// Opcode numbers: first in the row's own encoding. The further columns are, for VOP1, VOP2 and
    /// VOPC, the numbers in VOP3; for FLAT, the numbers in GLOBAL and in SCRATCH.
    pub opcodes: [Opcodes; 3],
    /// Operand types.
    pub shape: Shape,
    /// Reads, writes and effects.
    pub flags: Flags,
    /// The row's documentation: the semantics in one line.
    pub doc: &'static str,
}

/// Which registers a source of a vector instruction can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// Whatever its type allows.
    Any,
    /// A VGPR.
    Vector,
    /// A VGPR or LDS_DIRECT.
    VectorOrLds,
    /// An accumulation register.
    Accumulation,
    /// An SGPR or a constant.
    Scalar,
}

impl Row {
    /// Which registers source `i` of a vector instruction can be.
    pub const fn kind_of_source(&self, i: usize) -> SourceKind {
        match i {
            0 if self.flags.has(Flags::ACC) => SourceKind::Accumulation,
            0 if self.flags.has(Flags::SGPR_DST) => SourceKind::VectorOrLds,
            0 if self.flags.any(Flags::MOVREL_SRC.or(Flags::SWAPS)) => SourceKind::Vector,
            0 if self.writes_lane() => SourceKind::Scalar,
            1 if self.flags.has(Flags::LANE_SELECT) => SourceKind::Scalar,
            _ => SourceKind::Any,
        }
    }

    /// Opcode number in the row's own encoding.
    pub const fn opcode(&self, generation: Gen) -> Option<u16> {
        self.opcodes[0][generation as usize]
    }

    /// Whether none of the generations before `first` has the instruction.
    #[cfg_attr(not(feature = "fuzz"), allow(dead_code))] // Fuzzing alone asks.
    pub(crate) fn exists_from(&self, first: Gen) -> bool {
        let before = &Gen::ALL[..first as usize];
        !before.iter().any(|g| self.exists(*g))
    }

    /// How many products it sums; 0 of what is no dot product.
    pub const fn products(&self) -> u8 {
        let (mut n, mut i) = (0, 0);
        let kinds = [(Flags::DOT2, 2), (Flags::DOT4, 4), (Flags::DOT8, 8)];
        while i < kinds.len() {
            if self.flags.has(kinds[i].0) {
                n = kinds[i].1;
            }
            i += 1;
        }
        n
    }

    /// Whether M0 is added to the number of a register.
    pub const fn moves_relatively(&self) -> bool {
        self.flags.any(Flags::MOVREL_SRC.or(Flags::MOVREL_DST))
    }

    /// Whether it writes a value to one lane's register, or reads one from there, for all lanes.
    pub const fn is_lane_access(&self) -> bool {
        self.flags.any(Flags::LANE_SELECT.or(Flags::SGPR_DST))
    }

    /// Whether it writes a value to one lane's register.
    pub const fn writes_lane(&self) -> bool {
        self.flags.has(Flags::LANE_SELECT) && !self.flags.has(Flags::SGPR_DST)
    }

    /// Whether the generation has the instruction in any encoding.
    pub const fn exists(&self, generation: Gen) -> bool {
        let g = generation as usize;
        self.opcodes[0][g].is_some() || self.opcodes[1][g].is_some() || self.opcodes[2][g].is_some()
    }
}

/// For each generation, the row index of each opcode number; `u16::MAX` where there is none.
pub type DecodeTable<const N: usize> = [[u16; N]; GENS];

/// Builds the decode table of opcode column `column`.
///
/// Fails at compile time when two rows claim one number or a number does not fit the opcode field.
pub const fn decode_table<const N: usize>(rows: &[Row], column: usize) -> DecodeTable<N> {
    let mut table = [[u16::MAX; N]; GENS];
    let mut r = 0;
    while r < rows.len() {
        let mut g = 0;
        while g < GENS {
            if let Some(n) = rows[r].opcodes[column][g] {
                assert!((n as usize) < N, "opcode does not fit its field");
                assert!(
                    table[g][n as usize] == u16::MAX,
                    "two rows claim the same opcode number"
                );
                table[g][n as usize] = r as u16;
            }
            g += 1;
        }
        r += 1;
    }
    table
}

/// Fails at compile time when a row exists in no generation.
pub const fn check_rows(rows: &[Row]) {
    let mut r = 0;
    while r < rows.len() {
        let mut g = 0;
        let mut any = false;
        while g < GENS {
            any |= rows[r].exists(Gen::ALL[g]);
            g += 1;
        }
        assert!(any, "a row exists in no generation");
        r += 1;
    }
}

/// An opcode cell of a row: a number, or `_` where the generation lacks the instruction.
macro_rules! opcode_cell {
    (_) => {
        None
    };
    ($n:literal) => {
        Some($n)
    };
}

/// A mnemonic cell: one name, or several in parentheses where it changes between generations, or the
/// name from gfx942 on behind that of those before.
macro_rules! mnemonics {
    (($name:literal gfx942 $new:literal)) => {{
        let mut names = [$name; $crate::isa::GENS];
        let mut g = $crate::isa::Gen::Gfx942 as usize;
        while g < names.len() {
            names[g] = $new;
            g += 1;
        }
        names
    }};
    (($($name:literal)+)) => {
        $crate::isa::columns(&[$($name),+])
    };
    ($name:literal) => {
        [$name; $crate::isa::GENS]
    };
}

/// Makes an encoding's opcode enum and its table from rows of the form
///
/// ```text
/// /// D = S0 & S1; SCC = (D != 0).
/// S_AND_B32 "s_and_b32" [14 14 12 12 12] : B32 (B32 B32) [WRITES_SCC];
/// ```
///
/// With `fact: Facts` behind the field sizes, each row ends in `=> what it does`, of that type in
/// [`facts`](crate::isa::facts), and `fact()` gives it: how far its results can be trusted follows from that.
/// Otherwise `fidelity` stands there, and each row ends in the name of a [`Fidelity`](crate::isa::Fidelity), as
/// `[WRITES_SCC] Exact;`.
///
/// After the first opcode column (in the order of `Gen::ALL`, `_` where absent, the last cell
/// standing for all generations behind it; see [`columns`]) further columns may follow; see
/// [`Row::opcodes`]. `field` is the opcode field's size in slots, per column.
macro_rules! encoding {
    (
        $(#[$meta:meta])*
        $enum:ident [$($slots:literal)+] $fact:ident: $facts:ident {
            $(
                $(#[doc = $doc:literal])+
                $name:ident $mnemonic:tt $([$($cell:tt)+])+ : $dst:ident ($($src:ident)*) [$($flag:ident)*] => $does:expr;
            )+
        }
    ) => {
        $crate::isa::table::encoding! {
            rows
            $(#[$meta])*
            $enum [$($slots)+] {
                $(
                    $(#[doc = $doc])+
                    $name $mnemonic $([$($cell)+])+ : $dst ($($src)*) [$($flag)*];
                )+
            }
        }

        impl $enum {
            /// What the instruction does, by its row.
            #[allow(unused_imports)] // Not every encoding has every kind of fact.
            pub const fn $fact(self) -> $crate::isa::facts::$facts {
                use $crate::isa::facts::{At::*, Atomic::*, Components::*, Element::*, Gws, Load, NARROW, Store, matrix};
                use $crate::isa::facts::{$facts::*, relation::*};
                match self {
                    $($enum::$name => $does,)+
                }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $enum:ident [$($slots:literal)+] fidelity {
            $(
                $(#[doc = $doc:literal])+
                $name:ident $mnemonic:tt $([$($cell:tt)+])+ : $dst:ident ($($src:ident)*) [$($flag:ident)*] $fidelity:ident;
            )+
        }
    ) => {
        $crate::isa::table::encoding! {
            rows
            $(#[$meta])*
            $enum [$($slots)+] {
                $(
                    $(#[doc = $doc])+
                    $name $mnemonic $([$($cell)+])+ : $dst ($($src)*) [$($flag)*];
                )+
            }
        }

        impl $enum {
            /// How far results can be trusted, by the row; see [`Inst::fidelity`](crate::isa::Inst::fidelity).
            pub const fn fidelity(self) -> $crate::isa::Fidelity {
                match self {
                    $($enum::$name => $crate::isa::Fidelity::$fidelity,)+
                }
            }
        }
    };
    (
        rows
        $(#[$meta:meta])*
        $enum:ident [$($slots:literal)+] {
            $(
                $(#[doc = $doc:literal])+
                $name:ident $mnemonic:tt $([$($cell:tt)+])+ : $dst:ident ($($src:ident)*) [$($flag:ident)*];
            )+
        }
    ) => {
        $(#[$meta])*
        // Rows write bit ranges as the manual does: M0[15:0] is not a link.
        #[allow(non_camel_case_types, missing_docs, rustdoc::broken_intra_doc_links)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum $enum {
            $($(#[doc = $doc])+ $name,)+
        }

        impl $enum {
            /// Every row, in the table's order.
            pub const ALL: &'static [$enum] = &[$($enum::$name),+];

            /// The rows, indexed by the enum's discriminant.
            pub const ROWS: &'static [$crate::isa::Row] = {
                use $crate::isa::{Flags, Ty};
                &[$($crate::isa::Row {
                    name: stringify!($name),
                    mnemonics: $crate::isa::table::mnemonics!($mnemonic),
                    opcodes: {
                        let mut all = [[None; $crate::isa::GENS]; 3];
                        let mut _i = 0;
                        $(
                            all[_i] = $crate::isa::columns(&[$($crate::isa::table::opcode_cell!($cell)),+]);
                            _i += 1;
                        )+
                        all
                    },
                    shape: $crate::isa::shape(Ty::$dst, &[$(Ty::$src),*]),
                    flags: Flags::all(&[$(Flags::$flag),*]),
                    doc: concat!($($doc),+),
                }),+]
            };

            /// The instruction's row.
            #[inline]
            pub fn row(self) -> &'static $crate::isa::Row {
                &Self::ROWS[self as usize]
            }

            /// The instruction with opcode number `opcode` in opcode column `column`.
            #[inline]
            pub fn decode(generation: $crate::isa::Gen, column: usize, opcode: u16) -> Option<Self> {
                let row = Self::lookup(column)[generation as usize].get(opcode as usize)?;
                Self::ALL.get(*row as usize).copied()
            }

            fn lookup(column: usize) -> &'static [&'static [u16]; $crate::isa::GENS] {
                $crate::isa::table::lookup!($enum, column, 0 1 2, $($slots)+)
            }
        }

        // A free constant, because `cargo check` skips associated ones.
        const _: () = $crate::isa::check_rows($enum::ROWS);
    };
}

/// The decode tables of an encoding as slices, checked in free constants (see [`decode_table`]).
macro_rules! lookup {
    ($enum:ident, $column:ident, $c0:literal $c1:literal $c2:literal, $s0:literal) => {{
        static T0: $crate::isa::DecodeTable<$s0> = $crate::isa::decode_table($enum::ROWS, $c0);
        static S0: [&[u16]; $crate::isa::GENS] = $crate::isa::table::slices!(T0);
        debug_assert_eq!($column, 0);
        &S0
    }};
    ($enum:ident, $column:ident, $c0:literal $c1:literal $c2:literal, $s0:literal $s1:literal) => {{
        static T0: $crate::isa::DecodeTable<$s0> = $crate::isa::decode_table($enum::ROWS, $c0);
        static T1: $crate::isa::DecodeTable<$s1> = $crate::isa::decode_table($enum::ROWS, $c1);
        static S: [[&[u16]; $crate::isa::GENS]; 2] = [
            $crate::isa::table::slices!(T0),
            $crate::isa::table::slices!(T1),
        ];
        &S[$column]
    }};
    ($enum:ident, $column:ident, $c0:literal $c1:literal $c2:literal, $s0:literal $s1:literal $s2:literal) => {{
        static T0: $crate::isa::DecodeTable<$s0> = $crate::isa::decode_table($enum::ROWS, $c0);
        static T1: $crate::isa::DecodeTable<$s1> = $crate::isa::decode_table($enum::ROWS, $c1);
        static T2: $crate::isa::DecodeTable<$s2> = $crate::isa::decode_table($enum::ROWS, $c2);
        static S: [[&[u16]; $crate::isa::GENS]; 3] = [
            $crate::isa::table::slices!(T0),
            $crate::isa::table::slices!(T1),
            $crate::isa::table::slices!(T2),
        ];
        &S[$column]
    }};
}

macro_rules! slices {
    ($t:ident) => {{
        let mut all: [&[u16]; $crate::isa::GENS] = [&[]; $crate::isa::GENS];
        let mut g = 0;
        while g < all.len() {
            all[g] = &$t[g];
            g += 1;
        }
        all
    }};
}

pub(crate) use {encoding, lookup, mnemonics, opcode_cell, slices};
