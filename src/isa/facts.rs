//! What rows of many alike instructions do, as facts that the interpreter and the lowering read: which
//! operation, on how much. What an operation means is theirs.

/// What an atomic makes of the old value in memory and one or two data operands (CLRX GcnInstrsDs,
/// GcnInstrsFlat).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomic {
    /// The data.
    Swap,
    /// The first data operand where the second is equal.
    CmpSwap,
    /// The second data operand where the first is equal (the order of DS).
    CmpSt,
    /// Old + data.
    Add,
    /// Old - data.
    Sub,
    /// Data - old.
    RSub,
    /// The less, signed.
    SMin,
    /// The less, unsigned.
    UMin,
    /// The greater, signed.
    SMax,
    /// The greater, unsigned.
    UMax,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// 0 where old >= data, else old + 1.
    Inc,
    /// The data where old is 0 or old > data, else old - 1.
    Dec,
    /// Replaces the bits that the first data operand has by the second.
    MskOr,
    /// Old - data where old >= data, else old + second data.
    Wrap,
    /// As `CmpSwap`, comparing floats: -0 equals +0, a NaN nothing. The float comparisons do not look at MODE.
    FCmpSwap,
    /// As `CmpSt`, comparing floats.
    FCmpSt,
    /// The less, as floats.
    FMin,
    /// The greater, as floats.
    FMax,
    /// The sum of two f32 or f64, to nearest whatever MODE says.
    FAdd,
    /// The sums of two f16, to nearest; denormals are kept.
    PkAddF16,
    /// The sums of two bf16, likewise.
    PkAddBf16,
}

/// What a load reads and how it fills its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// A byte, zero-extended.
    U8,
    /// A byte, sign-extended.
    I8,
    /// 16 bits, zero-extended.
    U16,
    /// 16 bits, sign-extended.
    I16,
    /// As `U8`, into bits 15:0; the others keep their value, as in all that follow (gfx9's D16 forms).
    U8Lo,
    /// As `U8`, into bits 31:16.
    U8Hi,
    /// As `I8`, into bits 15:0.
    I8Lo,
    /// As `I8`, into bits 31:16.
    I8Hi,
    /// 16 bits, into bits 15:0.
    B16Lo,
    /// 16 bits, into bits 31:16.
    B16Hi,
    /// Whole registers, 1 to 4.
    Dwords(u8),
}

/// What a store takes from its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Bits 7:0.
    B8,
    /// Bits 23:16.
    B8Hi,
    /// Bits 15:0.
    B16,
    /// Bits 31:16.
    B16Hi,
    /// Whole registers, 1 to 4.
    Dwords(u8),
}

/// What a wave does to a barrier or semaphore of global wave sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gws {
    /// Sets its number.
    Init,
    /// Waits until as many waves have come as it is set to, and one.
    Barrier,
    /// Adds 1 to a semaphore.
    Give,
    /// Adds a number to a semaphore.
    GiveMany,
    /// Waits until a semaphore is not 0, and subtracts 1.
    Take,
    /// Lets all go that wait at a semaphore.
    ReleaseAll,
}

/// What SBASE and the offset of scalar memory address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Memory at an address.
    Memory,
    /// The same; a register offset counts 64 bytes.
    Scratch,
    /// A buffer, by its V#.
    Buffer,
}

/// What a scalar memory instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmemAct {
    /// Loads so many dwords.
    Loads(At, u8),
    /// Stores so many dwords.
    Stores(At, u8),
    /// An atomic on a dword.
    Atomic32(At, Atomic),
    /// An atomic on 8 bytes.
    Atomic64(At, Atomic),
    /// The clock of the shader.
    Clock,
    /// The real-time clock.
    RealTime,
    /// Something about caches.
    Cache,
}

/// What a DS instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DsAct {
    /// A load.
    Loads(Load),
    /// A store.
    Stores(Store),
    /// Two loads of so many dwords, at offsets in units of so many bytes.
    Loads2(u8, u32),
    /// Two such stores.
    Stores2(u8, u32),
    /// Two such exchanges.
    Exchanges2(u8, u32),
    /// An atomic on a dword; a row with a destination returns the old value.
    Atomic32(Atomic),
    /// An atomic on 8 bytes.
    Atomic64(Atomic),
    /// An atomic on a dword whose data is in the memory too.
    Src2On32(Atomic),
    /// An atomic on 8 bytes whose data is in the memory too.
    Src2On64(Atomic),
    /// Two dwords, each exchanged where bit 31 of its data says so.
    ConditionalExchange,
    /// A load at M0 and the lane's number.
    LoadsByLane,
    /// A store there.
    StoresByLane,
    /// Adds the number of active lanes to a counter.
    Append,
    /// Subtracts it.
    Consume,
    /// A load of items of so many bits by groups of 16 lanes, each of which gets a column of what they read.
    LoadsTransposed(u8),
    /// Lanes exchange values in a pattern.
    Swizzle,
    /// Lanes take values from others.
    BPermute,
    /// Lanes give values to others.
    Permute,
    /// Nothing.
    Nothing,
    /// Global wave sync.
    Syncs(Gws),
    /// A counter of the GDS that waves come to in order.
    Orders,
    /// What no manual defines.
    Undefined,
}

/// How the components of a typed access lie in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Components {
    /// 32 bits, one per register.
    Dwords,
    /// 16 bits, as the generation lays them out.
    D16,
    /// 16 bits, in bits 31:16 of one register.
    High,
}

/// What a MUBUF instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MubufAct {
    /// A load.
    Loads(Load),
    /// A store.
    Stores(Store),
    /// A store of a dword from the LDS.
    StoresLds,
    /// An atomic on a dword.
    Atomic32(Atomic),
    /// An atomic on 8 bytes.
    Atomic64(Atomic),
    /// A load of so many components in the format of the V#.
    LoadsFormat(Components, u8),
    /// A store of so many.
    StoresFormat(Components, u8),
    /// Something about caches.
    Cache,
}

/// What a FLAT, GLOBAL or SCRATCH instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatAct {
    /// A load.
    Loads(Load),
    /// A store.
    Stores(Store),
    /// An atomic on a dword.
    Atomic32(Atomic),
    /// An atomic on 8 bytes.
    Atomic64(Atomic),
}

/// What a MAI instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaiAct {
    /// A product of matrices.
    Multiplies(Matrix),
    /// The same, of an A whose rows have two of every four elements.
    MultipliesSparse(Matrix),
    /// Reads an accumulation register.
    Reads,
    /// Writes one.
    Writes,
}

/// The shape of a matrix instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// Rows of A and D, and columns of B and D: 4, 16 or 32.
    pub size: usize,
    /// Length of the sums.
    pub depth: usize,
    /// Products that are formed at once: a power of two.
    pub blocks: usize,
    /// Elements of A and B.
    pub element: Element,
}

/// As the manual writes it: rows, depth, blocks.
pub(super) const fn matrix(size: usize, depth: usize, blocks: usize, element: Element) -> Matrix {
    assert!(blocks.is_power_of_two());
    Matrix {
        size,
        depth,
        blocks,
        element,
    }
}

/// What the elements of A and B are; those of C and D are i32, f32 or f64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// Signed bytes.
    I8,
    /// f16.
    F16,
    /// bf16, of the older instructions that add two products at once.
    Bf16x2,
    /// bf16.
    Bf16,
    /// f32.
    F32,
    /// f32 of which 10 bits of the fraction count.
    Xf32,
    /// f64.
    F64,
    /// Floats of 8, 6 or 4 bits, of which the instruction says what those of A and of B are.
    Narrow([Narrow; 2]),
    /// Bytes of 4 bits of exponent and 3 of fraction, or where `bf8` is set of A or B, of 5 and 2.
    F8 {
        /// Of A and of B.
        bf8: [bool; 2],
    },
}

/// A float of 8 bits or less, in the numbers of CBSZ and BLGP (OCP MX v1.0, "Concrete MX-compliant formats").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Narrow {
    /// E4M3: no infinities.
    Fp8,
    /// E5M2: as IEEE's.
    Bf8,
    /// E2M3: neither infinities nor NaNs.
    Fp6,
    /// E3M2, likewise.
    Bf6,
    /// E2M1, likewise.
    Fp4,
}

impl Narrow {
    /// In the order of their numbers.
    pub const ALL: [Narrow; 5] = [
        Narrow::Fp8,
        Narrow::Bf8,
        Narrow::Fp6,
        Narrow::Bf6,
        Narrow::Fp4,
    ];

    /// Bits of a value.
    pub const fn bits(self) -> usize {
        match self {
            Narrow::Fp8 | Narrow::Bf8 => 8,
            Narrow::Fp6 | Narrow::Bf6 => 6,
            Narrow::Fp4 => 4,
        }
    }
}

/// The elements of a product whose formats the instruction says.
pub(super) const NARROW: Element = Element::Narrow([Narrow::Fp8; 2]);

/// What a compare tests; the width of its operands is in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Whether one of these [`relation`]s holds between floats.
    Float(u8),
    /// The same between signed integers.
    Signed(u8),
    /// The same between unsigned integers.
    Unsigned(u8),
    /// Whether the class of S0 is in the set S1.
    Class,
}

/// How two values stand to each other: bits of a set.
pub mod relation {
    /// Less than.
    pub const LT: u8 = 1;
    /// Equal.
    pub const EQ: u8 = 2;
    /// Greater than.
    pub const GT: u8 = 4;
    /// Unordered: one is a NaN.
    pub const UN: u8 = 8;
}
