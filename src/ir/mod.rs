//! The region IR: typed micro-operations on scalars and on 64 lanes, to which every GCN instruction is
//! lowered exactly once, and which is all that a host backend has to implement.
//!
//! A [`Func`] is a list of [`Block`]s, one per basic block of the guest program; a block is a list of
//! [`Node`]s in execution order, each an SSA value ([`Val`]) visible in its block only. Between blocks
//! state lives in guest registers: scalar ones are read by `ReadS`-like nodes and written by the
//! block's [`Block::outs`]; vector registers are read by `ReadV` and written by `WriteV`, under EXEC.
//!
//! A value is scalar or lane-wise (`vec`): the same micro-operation serves both. Lane-wise values of
//! lanes that EXEC disables are unspecified; `WriteV` keeps those lanes of the register unchanged. So
//! a lane-wise value is used under the EXEC that it was computed under, and under no other; only what
//! `ReadV` gives is there in all lanes.
//! No type of the code generator appears here.
//!
//! A [`Func`] prints as text, and `str::parse` reads that text (`ir/print.rs` describes it).

mod build;
pub mod dpp;
mod halves;
pub mod lane_fn;
pub mod liveness;
pub mod loops;
mod matrix;
mod parse;
mod print;
mod share;
mod texel;
mod verify;

use crate::isa::facts::{Atomic, relation};
use crate::listed::listed;
pub use crate::machine::plant;
use crate::numerics::Mode;
use crate::numerics::matrix::Product;
pub use build::Builder;
pub use parse::ParseError;
pub use print::{Annotate, AnnotateLoop};
pub use share::Share;
pub use texel::{Packing, TexelAct, TexelOp, TexelPlace};
pub use verify::verify;

/// Maps by small keys, which compiling looks at all the time; the function's length bounds what keys
/// chosen to collide can cost.
pub(crate) type HashMap<K, V> = std::collections::HashMap<K, V, rustc_hash::FxBuildHasher>;
/// As [`HashMap`].
pub(crate) type HashSet<K> = std::collections::HashSet<K, rustc_hash::FxBuildHasher>;

/// Type of a value, or of each lane of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ty {
    /// No value: an effect.
    None,
    /// A truth value.
    B1,
    B32,
    B64,
    /// Several `B32` results, taken apart by `Proj`.
    Tuple,
}

/// What is shown where a block begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// How many instructions follow.
    pub instructions: u16,
    /// Registers of the wave's file that who watches may look at: first ones, below 512, and counts, below 128.
    pub vectors: [(u16, u8); 3],
}

impl Watched {
    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        let vectors = self.vectors.iter().enumerate();
        let packed =
            vectors.map(|(i, (r, n))| (u64::from(*r) | u64::from(*n) << 9) << (16 + 16 * i));
        packed.fold(u64::from(self.instructions), |all, v| all | v)
    }

    /// From a node's `imm`.
    pub fn unpack(imm: u64) -> Watched {
        let range = |i: u32| {
            let bits = (imm >> (16 + 16 * i)) as u16;
            (bits & 0x1ff, (bits >> 9) as u8)
        };
        Watched {
            instructions: imm as u16,
            vectors: [0, 1, 2].map(range),
        }
    }
}

/// A value: the index of the node that computes it, within its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Val(pub u32);

/// Integer comparison; the discriminant is the node's `imm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum ICmp {
    Eq,
    Ne,
    LtS,
    LeS,
    GtS,
    GeS,
    LtU,
    LeU,
    GtU,
    GeU,
}

/// Floating-point comparison: which of the four relations make it true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FCmp(pub u8);

impl FCmp {
    /// Less than.
    pub const LT: u8 = relation::LT;
    /// Equal.
    pub const EQ: u8 = relation::EQ;
    /// Greater than.
    pub const GT: u8 = relation::GT;
    /// Unordered.
    pub const UN: u8 = relation::UN;
}

/// Which MXCSR-like control an operation runs under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FpClass {
    /// MODE's controls for f32.
    F32,
    /// MODE's controls for f64.
    F64,
    /// f32 with MODE's rounding, and denormals flushed whatever MODE says (V_MAD_F32, V_MAC_F32).
    F32Flush,
}

/// What kind of thing a micro-operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Same inputs, same result; may be removed, merged, moved. Works scalar and lane-wise.
    Pure,
    /// Pure, under the floating-point controls of a class.
    Float,
    /// Pure, but exists in scalar form only or makes a scalar of lanes or lanes of a scalar.
    Bridge,
    /// Reads guest state; kept in order with writes of the same state.
    Read,
    /// Changes guest state, or may fault.
    Effect,
}

/// Makes [`Uop`] of its table, and a pattern of each of the table's parts: a match that names the micro-operations of
/// one part and has patterns for the others needs no wildcard, and does not compile until it has decided about a new
/// one.
macro_rules! uops {
    ($(
        $part:ident {
            $($(#[doc = $doc:literal])+ $name:ident $text:literal ($($arg:ident)*) $res:ident $kind:ident;)+
        }
    )+) => {
        /// A micro-operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Uop { $($($(#[doc = $doc])+ $name,)+)+ }

        impl Uop {
            /// Every micro-operation.
            pub const ALL: &'static [Uop] = &[$($(Uop::$name),+),+];

            /// Name in printed IR.
            pub fn text(self) -> &'static str {
                match self { $($(Uop::$name => $text,)+)+ }
            }

            /// Argument types (`T`: the node's own type).
            pub fn args(self) -> &'static [Sig] {
                match self { $($(Uop::$name => &[$(Sig::$arg),*],)+)+ }
            }

            /// Result type.
            pub fn result(self) -> Sig {
                match self { $($(Uop::$name => Sig::$res,)+)+ }
            }

            /// What kind of operation it is.
            pub fn kind(self) -> Kind {
                match self { $($(Uop::$name => Kind::$kind,)+)+ }
            }
        }

        $(
            macro_rules! $part {
                () => { $($crate::ir::Uop::$name)|+ };
            }
            pub(crate) use $part;
        )+
    };
}

/// Type of an argument or result in a micro-operation's signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Sig {
    /// The node's type.
    T,
    B1,
    B32,
    B64,
    None,
    Tuple,
    /// `B32` or `B64`.
    Any,
    /// Scalar whatever the node is.
    S1,
    S32,
    S64,
    /// Lane-wise whatever the node is.
    V1,
    V32,
    V64,
    /// One or more lane-wise `B32` values (the last argument only).
    Vs,
}

uops! {
    // Of scalars, or of the lanes of lane-wise values: what follows from the arguments alone.
    arithmetic {
        // Constants and lanes.
        /// The constant `imm`.
        Const "const" () T Pure;

        // Integers.
        /// Wrapping sum.
        Add "add" (T T) T Pure;
        /// Wrapping difference.
        Sub "sub" (T T) T Pure;
        /// Low half of the product.
        Mul "mul" (T T) T Pure;
        /// High half of the unsigned 32 x 32 product.
        MulHiU "mulhi.u" (B32 B32) B32 Pure;
        /// High half of the signed 32 x 32 product.
        MulHiS "mulhi.s" (B32 B32) B32 Pure;
        /// Bitwise and.
        And "and" (T T) T Pure;
        /// Bitwise or.
        Or "or" (T T) T Pure;
        /// Bitwise exclusive or.
        Xor "xor" (T T) T Pure;
        /// Bitwise complement.
        Not "not" (T) T Pure;
        /// Shift left; the amount is taken modulo the width.
        Shl "shl" (T B32) T Pure;
        /// Logical shift right.
        ShrU "shr.u" (T B32) T Pure;
        /// Arithmetic shift right.
        ShrS "shr.s" (T B32) T Pure;
        /// Smaller of two signed integers.
        MinS "min.s" (T T) T Pure;
        /// Smaller of two unsigned integers.
        MinU "min.u" (T T) T Pure;
        /// Larger of two signed integers.
        MaxS "max.s" (T T) T Pure;
        /// Larger of two unsigned integers.
        MaxU "max.u" (T T) T Pure;
        /// Leading zero bits; the width for 0.
        Clz "clz" (T) T Pure;
        /// Trailing zero bits; the width for 0.
        Ctz "ctz" (T) T Pure;
        /// Bits that are set.
        Popcnt "popcnt" (T) T Pure;
        /// Bits in reverse order.
        BitRev "bitrev" (T) T Pure;
        /// Comparison `imm` ([`ICmp`]) of 32-bit integers.
        Cmp32 "cmp.32" (B32 B32) B1 Pure;
        /// Comparison `imm` ([`ICmp`]) of 64-bit integers.
        Cmp64 "cmp.64" (B64 B64) B1 Pure;
        /// The second argument where the first is true, else the third.
        Select "select" (B1 T T) T Pure;

        // Widths.
        /// Low half.
        Lo "lo" (B64) B32 Pure;
        /// High half.
        Hi "hi" (B64) B32 Pure;
        /// Low and high half together.
        Concat "concat" (B32 B32) B64 Pure;
        /// Zero-extension.
        ZExt "zext" (B32) B64 Pure;
        /// Sign-extension.
        SExt "sext" (B32) B64 Pure;
        /// 1 for true, 0 for false.
        BoolInt "boolint" (B1) B32 Pure;

        // Floating point; `imm` is the [`FpClass`].
        /// Sum.
        FAdd32 "fadd.32" (B32 B32) B32 Float;
        /// Difference.
        FSub32 "fsub.32" (B32 B32) B32 Float;
        /// Product.
        FMul32 "fmul.32" (B32 B32) B32 Float;
        /// Quotient.
        FDiv32 "fdiv.32" (B32 B32) B32 Float;
        /// a x b + c, rounded once.
        FFma32 "ffma.32" (B32 B32 B32) B32 Float;
        /// Square root.
        FSqrt32 "fsqrt.32" (B32) B32 Float;
        /// Largest integer not above.
        FFloor32 "ffloor.32" (B32) B32 Float;
        /// Smallest integer not below.
        FCeil32 "fceil.32" (B32) B32 Float;
        /// Integer part.
        FTrunc32 "ftrunc.32" (B32) B32 Float;
        /// Nearest integer, ties to even.
        FNearest32 "fnearest.32" (B32) B32 Float;
        /// Sum.
        FAdd64 "fadd.64" (B64 B64) B64 Float;
        /// Difference.
        FSub64 "fsub.64" (B64 B64) B64 Float;
        /// Product.
        FMul64 "fmul.64" (B64 B64) B64 Float;
        /// Quotient.
        FDiv64 "fdiv.64" (B64 B64) B64 Float;
        /// a x b + c, rounded once.
        FFma64 "ffma.64" (B64 B64 B64) B64 Float;
        /// Square root.
        FSqrt64 "fsqrt.64" (B64) B64 Float;
        /// Largest integer not above.
        FFloor64 "ffloor.64" (B64) B64 Float;
        /// Smallest integer not below.
        FCeil64 "fceil.64" (B64) B64 Float;
        /// Integer part.
        FTrunc64 "ftrunc.64" (B64) B64 Float;
        /// Nearest integer, ties to even.
        FNearest64 "fnearest.64" (B64) B64 Float;
        /// Comparison: true when the relation is in the low byte of `imm` ([`FCmp`]); class above it.
        FCmp32 "fcmp.32" (B32 B32) B1 Float;
        /// Comparison: true when the relation is in the low byte of `imm` ([`FCmp`]); class above it.
        FCmp64 "fcmp.64" (B64 B64) B1 Float;
        /// Signed integer to f32.
        S32ToF32 "cvt.f32.s32" (B32) B32 Float;
        /// Unsigned integer to f32.
        U32ToF32 "cvt.f32.u32" (B32) B32 Float;
        /// The f16 in the low half to f32, exactly; a NaN is quieted. What is in the upper half does not matter.
        F16ToF32 "cvt.f32.f16" (B32) B32 Pure;
        /// f32 to signed integer: toward zero, saturating, NaN to 0.
        F32ToS32 "cvt.s32.f32" (B32) B32 Float;
        /// f32 to unsigned integer: toward zero, saturating, NaN to 0.
        F32ToU32 "cvt.u32.f32" (B32) B32 Float;
        /// f32 to f64.
        F32ToF64 "cvt.f64.f32" (B32) B64 Float;
        /// f64 to f32.
        F64ToF32 "cvt.f32.f64" (B64) B32 Float;
        /// Signed integer to f64.
        S32ToF64 "cvt.f64.s32" (B32) B64 Float;
        /// Unsigned integer to f64.
        U32ToF64 "cvt.f64.u32" (B32) B64 Float;
        /// f64 to signed integer: toward zero, saturating, NaN to 0.
        F64ToS32 "cvt.s32.f64" (B64) B32 Float;
        /// f64 to unsigned integer: toward zero, saturating, NaN to 0.
        F64ToU32 "cvt.u32.f64" (B64) B32 Float;

        // Memory; `imm` holds a [`MemOp`].
        /// Each lane's value from the lane of its group of four that `imm` names, two bits per lane.
        Quad "quad" (B32) T Pure;
    }

    // The same, by a function: of all lanes at once where it is lane-wise.
    calls {
        // Floating point; `imm` is the [`FpClass`].
        /// Lane function `imm` (of [`lane_fn`], results as in [`crate::numerics`]) of one
        /// value; operands and result may differ in width.
        Call1 "call1" (Any) T Pure;
        /// Lane function `imm` of two values.
        Call2 "call2" (Any Any) T Pure;
        /// Lane function `imm` of three values.
        Call3 "call3" (Any Any Any) T Pure;
    }

    // Of all lanes at once: what accesses memory for them, or moves values from lane to lane.
    all_lanes {
        // Memory; `imm` holds a [`MemOp`].
        /// Load from global memory: address, lanes, limit of the LDS (which FLAT reaches).
        Load "load" (V64 S64 S32) Tuple Effect;
        /// Store of all lanes to a run of addresses: address of lane 0, stride in bytes, limit of the LDS,
        /// data dwords.
        StoreRun "store.run" (S64 S64 S32 Vs) None Effect;
        /// Store to global memory: address, lanes, limit of the LDS, data dwords.
        Store "store" (V64 S64 S32 Vs) None Effect;
        /// Atomic on global memory, giving the old value: address, lanes, limit of the LDS, data dwords.
        Atomic "atomic" (V64 S64 S32 Vs) Tuple Effect;
        /// Load from a buffer: index, lanes, offset, low and high half of the V#, SOFFSET.
        BufLoad "buf.load" (V32 S64 V32 S64 S64 S32) Tuple Effect;
        /// Store to a buffer: as `BufLoad`, then data dwords.
        BufStore "buf.store" (V32 S64 V32 S64 S64 S32 Vs) None Effect;
        /// Store to a buffer at one offset in all lanes: as `BufRow`, then data dwords.
        StoreRows "buf.row.store" (S64 S64 S64 S32 S32 Vs) None Effect;
        /// Stores each lane's dword at byte `imm` in a frame: frame, lanes, data.
        RowStore "row.store" (S64 S64 V32) None Effect;
        /// Atomic through a V#, giving the old value: as `BufStore`.
        BufAtomic "buf.atomic" (V32 S64 V32 S64 S64 S32 Vs) Tuple Effect;
        /// Elements of a buffer or image, converted; `imm` is a [`TexelOp`]: low half of the V# or first
        /// quarter of the T#, lanes, the other half or quarters (of a buffer also SOFFSET, zero), then
        /// address and data registers.
        Texels "texels" (S64 S64 S64 S64 S64 Vs) Tuple Effect;
        /// Load from LDS: byte address, lanes, size limit in bytes.
        LdsLoad "lds.load" (V32 S64 S32) Tuple Effect;
        /// Store to LDS: byte address, lanes, limit, data dwords.
        LdsStore "lds.store" (V32 S64 S32 Vs) None Effect;
        /// Atomic on LDS, giving the old value: byte address, lanes, limit, data dwords.
        LdsAtomic "lds.atomic" (V32 S64 S32 Vs) Tuple Effect;
        /// LDS access that is not a plain load, store or atomic, or one of the GDS ([`Share`]): byte address,
        /// lanes, limit (M0 for the GDS), data dwords or, without any, the address again.
        LdsShare "lds.share" (V32 S64 S32 Vs) Tuple Effect;
        /// Each lane's third argument in the lane that its first names in units of 4 bytes, modulo 64; 0
        /// from a lane that is not among the second's.
        BPermute "bpermute" (V32 S64 V32) Tuple Effect;
        /// The reverse: each lane sends its third argument to the lane that its first names; the highest
        /// sender wins, and a lane to which nobody sends gets 0.
        Permute "permute" (V32 S64 V32) Tuple Effect;
        /// D of a product of matrices; `imm` is the [`Product`]: lanes (all), registers of A, of B and of C.
        Multiply "multiply" (S64 Vs) Tuple Effect;
        /// Each lane's value from another lane, by the DPP control in `imm` ([`dpp`]); a lane that gets none
        /// has any value.
        Dpp "dpp" (V32) V32 Bridge;

        // Vector registers by number, which lowering has checked.
        /// The vector register with this number.
        ReadVAt "read.v.at" (S32) V32 Read;
        /// Writes the vector register with this number: number, lanes, value.
        WriteVAt "write.v.at" (S32 S64 V32) None Effect;
    }

    // What makes lanes of scalars and scalars of lanes, has to do with registers and what else a wave has, or accesses
    // memory for the wave.
    others {
        // Constants and lanes.
        /// The scalar in every lane.
        Splat "splat" (T) T Bridge;
        /// The scalar in lane 0, and `imm` more in each lane than in the one before.
        Affine "affine" (T) T Bridge;
        /// Bit n of the scalar, in lane n.
        LaneBits "lanebits" (S64) V1 Bridge;
        /// Lane n, in bit n of a scalar.
        MaskBits "maskbits" (V1) S64 Bridge;

        // Guest registers.
        /// Scalar register `imm` (operand code).
        ReadS "read.s" () S32 Read;
        /// VCC (`imm` 106) or EXEC (126).
        ReadQ "read.q" () S64 Read;
        /// SCC.
        ReadScc "read.scc" () S1 Read;
        /// What the clock with number `imm` modulo 2 ([`Which`](crate::machine::clocks::Which)) shows before the instruction
        /// with number `imm` / 2 of the block.
        Clock "clock" () S64 Read;
        /// Lane 0 of vector register `imm`, of which the block knows the stride ([`Fact`]).
        ReadBase "read.base" () S32 Read;
        /// Vector register `imm`.
        ReadV "read.v" () V32 Read;
        /// Writes vector register `imm` with the value in the lanes of the mask.
        WriteV "write.v" (V32 S64) None Effect;
        /// One lane of vector register `imm`, whatever EXEC says; the lane is taken modulo 64.
        ReadLane "readlane.v" (S32) S32 Read;
        /// As `ReadLane`, where the register's lane is known not to be written by pending `WriteV`s.
        ReadLaneOld "readlane.old" (S32) S32 Bridge;
        /// Writes one lane of vector register `imm`, whatever EXEC says: lane, value.
        WriteLane "writelane.v" (S32 S32) None Effect;
        /// Interrupts the host.
        Interrupt "interrupt" () None Effect;
        /// Shows the wave, as the block finds it, to who watches; `imm` is the [`Watched`]. Gives 1 where the
        /// interpreter is to execute the instructions, else 0.
        Watch "watch" () S32 Effect;
        /// EXEC changes here: what registers hold was written in other lanes than those to come.
        ExecChange "exec.change" () None Effect;

        // Memory; `imm` holds a [`MemOp`].
        /// Scalar load: address; `imm` dwords. Faults name the wave.
        SLoad "sload" (S64) Tuple Effect;
        /// Scalar load through a V#: its low and high half, byte offset; `imm` dwords.
        SBufLoad "sbuf.load" (S64 S64 S64) Tuple Effect;
        /// Scalar store: address, zero twice, data in two pairs; through a V#: its halves, byte offset.
        SStore "sstore" (S64 S64 S64 S64 S64) None Effect;
        /// Scalar atomic, giving the old value: as `SStore`, the data operand and a second one.
        SAtomic "satomic" (S64 S64 S64 S64 S64) Tuple Effect;
        /// Load of all lanes from one address: address, limit of the LDS.
        LoadSame "load.same" (S64 S32) Tuple Effect;
        /// Load of all lanes from a run of addresses: address of lane 0, stride in bytes, limit of the LDS.
        /// Gives the host address for `RunLane`.
        LoadRun "load.run" (S64 S64 S32) S64 Effect;
        /// A dword or two of each lane from the host address that `LoadRun` gave; `imm` is the [`Run`].
        RunLane "run.lane" (S64) T Bridge;
        /// Load from a buffer at one offset in all lanes: lanes, V# (low, high), SOFFSET, the offset but for the
        /// instruction's own (if [`MemOp::offen`]). Gives a host address for [`Uop::RunLane`]: 64 dwords per
        /// component, where they lie if it is private memory.
        BufRow "buf.row" (S64 S64 S64 S32 S32) S64 Effect;
        /// Host address of a frame of private memory, where the V# (low, high) and SOFFSET, as they are at the
        /// block's start, lead; the block leaves for other code there unless the `imm` bytes of each lane from
        /// the address on are private memory.
        RowBase "row.base" (S64 S64 S32) S64 Read;
        /// Each lane's dword at byte `imm` in a frame.
        RowLane "row.lane" (S64) V32 Read;
        /// The dword at `imm` bytes from a frame's address.
        ReadRow "row.read" (S64) S32 Read;
        /// Writes the dword at `imm` bytes from a frame's address.
        WriteRow "row.write" (S64 S32) None Effect;
        /// Component `imm` of a tuple.
        Proj "proj" (Tuple) T Pure;

        // Vector registers by number, which lowering has checked.
        /// One lane of the vector register with this number, whatever EXEC says: number, lane.
        ReadLaneAt "readlane.v.at" (S32 S32) S32 Read;

        // What else a wave has.
        /// The field `imm` ([`WaveField`]) of the wave.
        ReadWave "read.wave" () S32 Read;
        /// Writes the field `imm` ([`WaveField`]) of the wave.
        WriteWave "write.wave" (S32) None Effect;
        /// Size of the LDS in bytes; where `imm` is 1 what of it the work-group has asked for.
        LdsSize "lds.size" () S32 Read;
        /// LDS_DIRECT, as the argument (M0) says.
        LdsDirect "lds.direct" (S32) S32 Read;
        /// Function `imm` ([`WaveFn`]) of the whole scalar state, which it may change: the first node of its
        /// block that has to do with scalar registers except for reading them.
        CallWave "call.wave" (S64 S64 S64) S64 Effect;
    }
}

impl Uop {
    /// Whether lane-wise values of this kind are computed wherever they are needed rather than carried.
    pub fn is_leaf(self) -> bool {
        matches!(self, Uop::Const | Uop::Splat | Uop::Affine | Uop::LaneBits)
    }

    /// Whether global memory may be another afterwards.
    pub fn writes_memory(self) -> bool {
        use Uop::*;
        match self {
            SStore | SAtomic | StoreRun | Store | Atomic | BufStore | StoreRows | BufAtomic => true,
            RowStore | WriteRow => true,
            // Image stores, and whatever is left to the interpreter.
            Texels | CallWave => true,
            _ => false,
        }
    }

    /// Whether `imm` is a vector register.
    pub fn names_vgpr(self) -> bool {
        liveness::reads_vgpr(self) || matches!(self, Uop::WriteV | Uop::WriteLane)
    }
}

/// A field of the wave beside its registers; the discriminant is the node's `imm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WaveField {
    /// MODE.
    Mode,
    /// TRAPSTS.
    TrapSts,
    /// Waves in the work-group.
    GroupWaves,
}

listed! {
    /// A function of the whole scalar state; the discriminant is the node's `imm`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum WaveFn {
        /// S_MOVRELS: the scalar register with the number in the first argument.
        MovRelS32,
        /// As `MovRelS32`, a pair.
        MovRelS64,
        /// S_MOVRELD: writes the second argument to the scalar register with the number in the first.
        MovRelD32,
        /// As `MovRelD32`, a pair.
        MovRelD64,
        /// S_CBRANCH_G_FORK and S_CBRANCH_I_FORK: lane mask, target, address of the next instruction; gives
        /// the PC.
        Fork,
        /// S_CBRANCH_JOIN: saved control stack pointer, 0, address of the next instruction; gives the PC.
        Join,
    }
}

/// How a memory micro-operation accesses memory, packed into a node's `imm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemOp {
    /// Bytes per element: 1, 2, 4 or 8.
    pub size: u8,
    /// Dwords of data per lane: of the result, or of what is stored.
    pub dwords: u8,
    /// Sign-extend elements smaller than a dword.
    pub signed: bool,
    /// Low bits of an LDS address that are ignored (0 for none, 3 for dword alignment, ...).
    pub align_mask: u8,
    /// Which read-modify-write an atomic does ([`AtomicOp`]).
    pub atomic: AtomicOp,
    /// FLAT: the address may lie in the LDS or private aperture.
    pub flat: bool,
    /// Each dword is an access of its own, and its fault names it alone (buffers).
    pub split: bool,
    /// LDS: the sum of address and offset does not wrap around (gfx6).
    pub no_wrap: bool,
    /// Buffers: the index comes from the first argument.
    pub idxen: bool,
    /// Buffers: the offset comes from the third argument.
    pub offen: bool,
    /// LDS and buffers: byte offset that is added to the address. With [`MemOp::pair`], offsets of the
    /// two elements: in bits 7:0 and 15:8. FLAT: how much of the address is the displacement, which does not choose the
    /// memory.
    pub offset: u16,
    /// LDS: 0, or the logarithm of the unit of the two offsets of an access to two elements; each has
    /// half of the dwords.
    pub pair: u8,
    /// LDS: it is the GDS.
    pub gds: bool,
    /// Scalar stores and atomics: through a V#.
    pub buffer: bool,
    /// What [`Uop::LdsShare`] does.
    pub share: Share,
}

/// Declares [`AtomicOp`]: none, the operations of [`Atomic`] by their names, and `more` that compiled code tells apart.
macro_rules! atomic_ops {
    (
        $(#[$about:meta])*
        pub enum AtomicOp of Atomic { $($same:ident)+ }
        more { $($(#[$of:meta])* $more:ident,)+ }
    ) => {
        listed! {
            $(#[$about])*
            pub enum AtomicOp {
                /// No atomic.
                None,
                $(#[doc = concat!("[`Atomic::", stringify!($same), "`].")] $same,)+
                $($(#[$of])* $more),+
            }
        }

        impl AtomicOp {
            /// An operation of the table; a sum of floats keeps denormals, see [`AtomicOp::under`].
            const fn same(op: Atomic) -> AtomicOp {
                match op {
                    $(Atomic::$same => AtomicOp::$same),+
                }
            }
        }
    };
}

atomic_ops! {
    /// The read-modify-write operations on an old value and one or two data operands. It is an enum apart from
    /// [`Atomic`] since helpers are compiled for each value: how a sum treats denormals is a part of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum AtomicOp of Atomic {
        Swap CmpSwap CmpSt Add Sub RSub SMin UMin SMax UMax And Or Xor Inc Dec MskOr Wrap
        FCmpSwap FCmpSt FMin FMax FAdd PkAddF16 PkAddBf16
    }
    more {
        /// As `FAdd`, denormal operands count as zeros.
        FAddFlushIn,
        /// As `FAdd`, denormal sums become zeros.
        FAddFlushOut,
        /// As `FAdd`, both.
        FAddFlush,
        /// Each dword of 8 bytes becomes bits 30:0 of its data where bit 31 of that is set.
        CondXchg,
    }
}

impl AtomicOp {
    fn from_bits(n: u8) -> AtomicOp {
        *AtomicOp::ALL.get(n as usize).unwrap_or(&AtomicOp::None)
    }

    /// An operation under a mode, of which the treatment of denormals by sums of two floats counts.
    pub fn under(op: Atomic, m: Mode) -> AtomicOp {
        match (AtomicOp::same(op), m.denorm_in, m.denorm_out) {
            (AtomicOp::FAdd, false, true) => AtomicOp::FAddFlushIn,
            (AtomicOp::FAdd, true, false) => AtomicOp::FAddFlushOut,
            (AtomicOp::FAdd, false, false) => AtomicOp::FAddFlush,
            (op, _, _) => op,
        }
    }

    /// Whether its values are floats.
    pub const fn is_float(self) -> bool {
        use AtomicOp::*;
        matches!(
            self,
            FCmpSwap
                | FCmpSt
                | FMin
                | FMax
                | FAdd
                | FAddFlushIn
                | FAddFlushOut
                | FAddFlush
                | PkAddF16
                | PkAddBf16
        )
    }

    /// Whether it takes few instructions on an old dword and one operand, without floats.
    pub const fn is_short(self) -> bool {
        use AtomicOp::*;
        matches!(
            self,
            Swap | Add | Sub | RSub | SMin | UMin | SMax | UMax | And | Or | Xor | Inc | Dec
        )
    }

    /// Whether it adds floats, under the host's controls.
    pub const fn is_sum(self) -> bool {
        use AtomicOp::*;
        matches!(
            self,
            FAdd | FAddFlushIn | FAddFlushOut | FAddFlush | PkAddF16 | PkAddBf16
        )
    }

    /// The mode of a sum of two f32, see [`AtomicOp::under`]; `None` for other operations.
    pub fn fadd_mode(self) -> Option<Mode> {
        let (denorm_in, denorm_out) = if self == AtomicOp::FAdd {
            (true, true)
        } else if self == AtomicOp::FAddFlushIn {
            (false, true)
        } else if self == AtomicOp::FAddFlushOut {
            (true, false)
        } else if self == AtomicOp::FAddFlush {
            (false, false)
        } else {
            return None;
        };
        Some(Mode {
            denorm_in,
            denorm_out,
            ..Mode::DEFAULT
        })
    }

    /// Whether it has a second data operand.
    pub fn two(self) -> bool {
        use AtomicOp::*;
        matches!(self, CmpSwap | CmpSt | MskOr | Wrap | FCmpSwap | FCmpSt)
    }
}

impl MemOp {
    /// Buffers: whether all lanes have one offset if they have none of their own, that of a dword as far as the
    /// instruction says.
    pub fn is_row(self) -> bool {
        self.size == 4 && !self.idxen && self.offset.is_multiple_of(4)
    }

    /// A load or store of `dwords` whole dwords.
    pub const fn dwords(dwords: u8) -> MemOp {
        MemOp {
            size: 4,
            dwords,
            signed: false,
            align_mask: 0,
            atomic: AtomicOp::None,
            flat: false,
            split: false,
            no_wrap: false,
            idxen: false,
            offen: false,
            offset: 0,
            pair: 0,
            gds: false,
            buffer: false,
            share: Share::Load,
        }
    }

    /// A store of `size` bytes, 1 or 2, from the low part of a dword, or a load that zero-extends them.
    pub const fn small(size: u8) -> MemOp {
        MemOp {
            size,
            ..MemOp::dwords(1)
        }
    }

    /// A load of `size` bytes, 1 or 2, that sign-extends them.
    pub const fn small_signed(size: u8) -> MemOp {
        MemOp {
            signed: true,
            ..MemOp::small(size)
        }
    }

    /// An atomic on `size` bytes, 4 or 8.
    pub const fn atomic(atomic: AtomicOp, size: u8) -> MemOp {
        MemOp {
            size,
            atomic,
            align_mask: size - 1,
            ..MemOp::dwords(size / 4)
        }
    }

    /// Bytes of memory per lane and element.
    pub fn bytes(self) -> u32 {
        match self.size {
            4 => self.dwords as u32 * if self.pair == 0 { 4 } else { 2 },
            size => size as u32,
        }
    }

    /// The offsets of the elements in the LDS; the second is for pairs only.
    pub fn lds_offsets(self) -> [u32; 2] {
        lds_offsets(self.offset, self.pair)
    }

    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        self.size as u64
            | (self.dwords as u64) << 4
            | (self.align_mask as u64) << 8
            | (self.atomic as u64) << 16
            | (self.signed as u64) << 24
            | (self.flat as u64) << 25
            | (self.split as u64) << 26
            | (self.no_wrap as u64) << 27
            | (self.pair as u64) << 28
            | (self.offset as u64) << 32
            | (self.idxen as u64) << 48
            | (self.offen as u64) << 49
            | (self.gds as u64) << 56
            | (self.buffer as u64) << 57
            | (self.share as u64) << 60
    }

    /// From a node's `imm`.
    pub fn unpack(imm: u64) -> MemOp {
        let bit = |n: u32| imm >> n & 1 != 0;
        MemOp {
            size: imm as u8 & 15,
            dwords: (imm >> 4) as u8 & 15,
            align_mask: (imm >> 8) as u8,
            atomic: AtomicOp::from_bits((imm >> 16) as u8),
            signed: bit(24),
            flat: bit(25),
            split: bit(26),
            no_wrap: bit(27),
            idxen: bit(48),
            offen: bit(49),
            pair: (imm >> 28) as u8 & 15,
            offset: (imm >> 32) as u16,
            gds: bit(56),
            buffer: bit(57),
            share: *Share::ALL.get((imm >> 60) as usize).unwrap_or(&Share::Load),
        }
    }
}

/// The offsets of the elements in the LDS that [`MemOp::offset`] and [`MemOp::pair`] say.
pub fn lds_offsets(offset: u16, pair: u8) -> [u32; 2] {
    let offset = u32::from(offset);
    match pair {
        0 => [offset, 0],
        unit => [(offset & 0xff) << unit, (offset >> 8) << unit],
    }
}

/// Where the lanes of a loaded run lie, packed into a `RunLane`'s `imm`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Bytes from lane to lane, a multiple of 4.
    pub stride: u32,
    /// Byte offset of the value in the data of lane 0.
    pub offset: u32,
}

impl Run {
    /// Largest stride of data that generated code reads where it lies.
    const MAX_STRIDE: u64 = 64;

    /// Whether `stride` bytes between lanes that load or store `m` are so few that generated code reads or writes the
    /// lanes' data where it lies, and no two lanes have a byte in common.
    pub fn is_apart(m: MemOp, stride: u64) -> bool {
        stride >= Self::data(m) && Self::is_near(m, stride)
    }

    /// Whether lanes that load `m` with `stride` bytes between them are read in place; otherwise the
    /// components come one after the other, 64 dwords each. Lanes may have bytes in common (as where code has merged
    /// loads of neighbours into one), but not where they may be private: then each has memory of its own there.
    pub fn in_place(m: MemOp, stride: u64) -> bool {
        Self::is_near(m, stride) && (stride >= Self::data(m) || !m.flat)
    }

    fn is_near(m: MemOp, stride: u64) -> bool {
        m.size == 4 && stride.is_multiple_of(4) && (4..=Self::MAX_STRIDE).contains(&stride)
    }

    /// Bytes of a lane's dwords.
    fn data(m: MemOp) -> u64 {
        4 * u64::from(m.dwords)
    }

    /// Component `k` of what a `LoadRun` loads.
    pub fn component(m: MemOp, stride: u64, k: u64) -> Run {
        if Self::in_place(m, stride) {
            let (stride, offset) = (stride as u32, 4 * k as u32);
            Run { stride, offset }
        } else {
            let offset = 256 * k as u32;
            Run { stride: 4, offset }
        }
    }

    /// Bytes of the temporary for what cannot be read in place, a multiple of 64.
    pub fn temp_size(m: MemOp, stride: u64) -> u32 {
        if Self::in_place(m, stride) {
            let behind = Self::data(m).saturating_sub(stride);
            (64 * stride + behind).next_multiple_of(64) as u32
        } else {
            256 * m.dwords as u32
        }
    }

    /// As a node's `imm`.
    pub fn pack(self) -> u64 {
        self.stride as u64 | (self.offset as u64) << 32
    }

    /// From a node's `imm`.
    pub fn unpack(imm: u64) -> Run {
        Run {
            stride: imm as u32,
            offset: (imm >> 32) as u32,
        }
    }
}

/// Operands of a [`Node`].
pub type Args = smallvec::SmallVec<[Val; 4]>;

/// What an operation has a result for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// The wave: its result, if any, is one.
    Wave,
    /// Each lane.
    Lane,
}

/// One micro-operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// What it does.
    pub op: Uop,
    /// Type of the result (of each lane).
    pub ty: Ty,
    /// Whether the result is lane-wise.
    pub vec: bool,
    /// Operands: most nodes have few.
    pub args: Args,
    /// Constant operand; its meaning depends on `op`.
    pub imm: u64,
    /// Guest address of the instruction that it belongs to; of the first one, when several share it.
    pub pc: u64,
}

impl Node {
    /// Dwords per lane of a lane-wise tuple.
    pub fn tuple_dwords(&self) -> u8 {
        match self.op {
            Uop::Texels => TexelOp::unpack(self.imm).results,
            Uop::Multiply => Product::unpack(self.imm).shape.results() as u8,
            _ => MemOp::unpack(self.imm).dwords,
        }
    }

    /// The floating-point controls that it runs under, if it is a floating-point operation.
    pub fn fp_class(&self) -> Option<FpClass> {
        let class = match self.op {
            // The low byte is the relation.
            Uop::FCmp32 | Uop::FCmp64 => self.imm >> 8,
            _ => self.imm,
        };
        (self.op.kind() == Kind::Float).then_some(match class {
            0 => FpClass::F32,
            1 => FpClass::F64,
            _ => FpClass::F32Flush,
        })
    }
}

/// A scalar guest register that blocks pass to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reg {
    /// 32-bit scalar register by operand code.
    S(u8),
    /// VCC (106) or EXEC (126).
    Q(u8),
    /// SCC.
    Scc,
    /// Lane 0 of a vector register with a [`Fact`].
    Base(u16),
}

/// What a block knows of a vector register: in all 64 lanes it is lane 0 plus the lane's number times
/// the stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The stride, modulo 2^32; 0 for the same in all lanes.
    pub stride: u32,
    /// How the lanes follow each other.
    pub order: Order,
    /// Lane 0 is in [`Reg::Base`] only: the register itself has to be written before it is read.
    pub stale: bool,
}

/// How the lanes of a register with a [`Fact`] follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Order {
    /// They may wrap around.
    Any,
    /// They rise as unsigned numbers.
    Rising,
    /// They rise, and have the same sign.
    SameSign,
}

/// What a block knows of vector registers.
pub type Facts = std::collections::BTreeMap<u16, Fact>;

/// What holds on the edges from a block to others only if a condition is met there; else the wave leaves
/// for code that knows less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// Scalar truth value.
    pub cond: Val,
    /// The register that holds the high halves of values that rise from a 64-bit scalar by a stride:
    /// the condition says that they are all the same, which is the register's [`Fact`].
    pub high: Option<(u16, Val, u64)>,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goto {
    /// Guest address of the target.
    pub pc: u64,
    /// The block for full EXEC.
    pub full: usize,
    /// The block for any EXEC.
    pub masked: usize,
    /// EXEC, where it decides between the two; else they are one.
    pub exec: Option<Val>,
}

impl Goto {
    /// The blocks that it may lead to.
    pub fn targets(&self) -> impl Iterator<Item = usize> {
        [self.full, self.masked].into_iter()
    }
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// To another block.
    Jump(Goto),
    /// To one of two blocks.
    Branch {
        /// Scalar truth value.
        cond: Val,
        /// Where to when true.
        then: Goto,
        /// Where to when false.
        otherwise: Goto,
    },
    /// To the guest address in a scalar value, which probably is one of those of these edges.
    Indirect(Val, Vec<Goto>),
    /// The wave ends, with this PC.
    End(u64),
    /// Barrier; the wave goes on at this PC.
    Barrier(u64),
    /// The instruction at this PC is the interpreter's; the wave goes on wherever that leads.
    Step(u64),
}

impl Term {
    /// The edges to other blocks.
    pub fn edges(&self) -> impl Iterator<Item = &Goto> {
        let (a, b, more) = match self {
            Term::Jump(g) => (Some(g), None, &[][..]),
            Term::Branch {
                then, otherwise, ..
            } => (Some(then), Some(otherwise), &[][..]),
            Term::Indirect(_, to) => (None, None, &to[..]),
            Term::End(_) | Term::Barrier(_) | Term::Step(_) => (None, None, &[][..]),
        };
        a.into_iter().chain(b).chain(more)
    }
}

/// A guest basic block, or a piece of one, in one of two versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Guest address of its first instruction.
    pub pc: u64,
    /// Whether it is for full EXEC only.
    pub full: bool,
    /// Whether execution can enter here from outside, and be stopped here.
    pub entry: bool,
    /// What it relies on.
    pub facts: Facts,
    /// What holds at its end, given the guards.
    pub facts_out: Facts,
    /// What the facts of the edges depend on.
    pub guards: Vec<Guard>,
    /// Vector registers that it reads as they were before it, in whatever way.
    pub reads: liveness::VgprSet,
    /// Micro-operations in order; [`Val`]s index this list.
    pub nodes: Vec<Node>,
    /// Scalar registers and their values at the block's end.
    pub outs: Vec<(Reg, Val)>,
    /// How it ends.
    pub term: Term,
    /// Guest instructions in the block.
    pub instructions: u32,
    /// Lane counts for the statistics: EXEC values and how many vector instructions ran under each.
    pub lane_counts: Vec<(Val, u32)>,
    /// Scalar instructions in the block.
    pub scalar_instructions: u32,
    /// Whether one of its instructions accesses memory; of functions that are [`Func::counted`].
    pub accesses: bool,
}

/// The frames of private memory that `block` checks where it begins.
pub fn frames(block: &Block) -> impl Iterator<Item = Val> {
    let frames = block.nodes.iter().enumerate();
    let frames = frames.filter(|(_, n)| n.op == Uop::RowBase);
    frames.map(|(i, _)| Val(i as u32))
}

/// A guest address where execution can enter from outside, with the blocks for full and for any EXEC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The guest address.
    pub pc: u64,
    /// The block for full EXEC.
    pub full: Option<usize>,
    /// The block for any EXEC.
    pub masked: Option<usize>,
}

/// A compiled unit: blocks joined by static edges. A wave that no block of an entry is for, or that does
/// not meet the block's facts, is for other code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Func {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Where execution can enter from outside; first of all where the function begins.
    pub entries: Vec<EntryPoint>,
    /// Whether its code counts how often each block is executed, and with how many lanes. The vector instructions of a
    /// block all have EXEC as the block finds it then.
    pub counted: bool,
}

impl Func {
    /// The vector registers that it names, some of them several times.
    pub fn registers(&self) -> impl Iterator<Item = u16> {
        let nodes = self.blocks.iter().flat_map(|b| &b.nodes);
        let named = nodes.filter(|n| n.op.names_vgpr()).map(|n| n.imm as u16);
        let facts = self.blocks.iter().flat_map(|b| [&b.facts, &b.facts_out]);
        let known = facts.flat_map(|f| f.keys().copied());
        named.chain(known)
    }
}
