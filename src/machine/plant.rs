//! Faults planted in compiled code and in what runs it, so that tests can show that fuzzing finds them.
//!
//! It is for tests: nothing in this crate calls [`plant`], no option of the command does, and code with a
//! planted fault stays out of the cache on disk. Without debug assertions, or without the feature `fuzz`,
//! there is nothing to call, and no question whether a fault is there is left in the code.
//!
//! Each fault is of a kind that this compiler had, or that a change to it might bring. Whoever adds an
//! optimisation adds the mistake that it invites.

/// A fault of the kind that a compiler may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    // Lowering.
    /// The carry-in of `v_addc_co_u32` does not count for its carry-out.
    Carry,
    /// Compares leave bits of inactive lanes set.
    InactiveLanes,
    /// A quad permutation takes another lane for the first of each four.
    SwappedLane,
    /// All lanes take the first active lane's index in private memory (SCRATCH).
    OneIndex,
    /// The carry-out and the mask of a DPP instruction have lanes that its masks leave out.
    DppCarry,
    /// SDWA zeroes the part of its destination that it has to preserve.
    SdwaPreserve,
    /// SCC of S_AND_SAVEEXEC and its like tells whether the old EXEC was zero.
    SaveexecScc,
    /// In GPR index mode the last register of the wave counts as one that it does not have.
    IndexRange,
    /// In GPR index mode source 1 is indexed when source 0 is.
    IndexOperand,
    /// DS instructions with two 8-bit offsets count them in dwords, whatever their elements are.
    PairUnit,
    /// The sign of an f64 that has been computed is its low half's.
    SignLow,
    /// The sign of an f64, changed in its high half alone, is bit 31 of both halves joined.
    JoinedSign,
    /// Denormals count in compares of f16, whatever MODE says.
    HalfDenormals,
    /// Denormals are not zeros as factors of legacy multiply-adds.
    LegacyDenormal,
    /// In a tie of y and z the face of a cube map is that of y.
    CubeTie,
    /// V_LERP_U8 takes a bit from the next byte.
    LerpCarry,
    /// Of two bf16 that are as near the one further from zero is the nearer one.
    Bf16Tie,
    /// Of an exchange of lanes those that are not active take no part.
    SwapExec,
    /// Of what is transposed on its way from the LDS all rows come to the same place.
    TransposedRow,

    // What the region IR's builder and passes take for granted.
    /// A store is done after a load that follows it.
    LateStore,
    /// An access to a buffer has the base that the descriptor had when the block began.
    OldBase,
    /// A barrier's successors read what the version for full EXEC reads.
    BarrierLiveness,
    /// Nothing is read after an instruction that the interpreter executes.
    StepLiveness,
    /// No scalar register is read after a jump to a computed address.
    DeadAtJump,
    /// What is known of a register's lanes holds behind a barrier, though it is not written for it.
    BarrierFacts,
    /// Where two edges meet, the better of the orders of lanes holds.
    LoopFact,
    /// What is computed per lane is merged with what was computed under another EXEC.
    MergedAcrossExec,
    /// Halves of what was loaded are loaded again as one, behind a store.
    JoinedPastStore,
    /// A write under EXEC to a register that is known, but not there, leaves its other lanes as they are.
    UnsettledWrite,
    /// What goes from lane to lane by a stride never wraps around.
    RisesForEver,
    /// Of a compare with what wraps around, the lanes behind that are lost.
    MaskWraps,
    /// A mask stands for the lanes that it had under an earlier EXEC.
    OldLanes,
    /// With EXEC zero the first lane is what would have been written.
    EmptyFirstLane,

    /// Lanes of a register that a loop's round has not written count as written.
    PartlyWritten,
    /// Blocks of a loop that are skipped without a lane are executed whatever that changes.
    SkipNotNeutral,
    /// Lanes that have left a loop go on changing registers that are read behind it.
    LeftLanes,
    /// Masks go on changing in lanes that have left a loop.
    MaskOfOthers,
    /// Registers that change places from one round of a loop to the next get each other's new values.
    PhiOrder,
    /// Of a steady load's lanes only the lowest address is looked at.
    SteadyEnd,
    /// Sums of 32 bits in addresses of steady loads may wrap around.
    NarrowWraps,
    /// A value takes the register of what it becomes in a loop's next round while that is needed.
    InheritedEarly,
    /// A value goes to memory, to where what it replaces in the next round still is.
    PlacedEarly,
    /// The slow path of a load does not read where the lanes are from the temporaries.
    HomeUnread,
    /// That is in its place before the same instruction has read what it replaces.
    PlacedOverRead,
    /// Lanes' parts of addresses that rise count as if they did not.
    CounterStays,
    /// Of how lanes lie, strips are told what is another's.
    OtherStrip,
    /// Every second round of a uniform loop is passed over, with its slots.
    RoundSlots,
    /// Lanes that are not active get what a uniform loop makes of them.
    RoundOthers,
    /// A uniform loop counts one round more.
    RoundsCounted,
    /// A register that has a scalar in all lanes as it was in a loop's round before has it as it is.
    NumberFirst,
    /// A mask of a loop is made simpler than what is known of its other part allows.
    CareLost,
    /// Of a register pair that a loop has as one value, lanes 8 to 15 of a strip are those from 0 on.
    PairLanes,
    /// A lane by itself has the mask of the strip's first one.
    TailMask,
    /// A lane by itself has the first lane's bit of masks that a loop does not change.
    TailPart,
    /// A lane by itself, if its address is far, loads as the first lane of its strip.
    TailLane,
    /// What a loop has written to a register in some lanes is lost when it is written in others.
    OverwrittenPart,
    /// A comparison that is only for some lanes is one of all.
    CompareAll,
    /// Registers are written though one of the loop's loads has failed.
    WrittenAnyway,
    /// What a loop's rounds have skipped counts as executed.
    SkippedCount,
    /// Blocks of a loop whose rounds are made at once count one round.
    CountedOnce,
    /// Numbers that a loop leaves are those of the last strip, however many rounds others have made.
    LastStrip,

    // The plan of regions.
    /// Where a region is cut for its length, what it has written so far is lost.
    CutWrites,
    /// A value is taken from the register that it was in, though a region has overwritten that.
    OldHome,
    /// A value is taken from a register that it was copied to when fewer lanes were active.
    CopiedHome,
    /// As [`Fault::OldHome`], when a load has.
    LoadedHome,
    /// One lane of a register is written before the region that stands before that.
    LaneBeforeRegion,
    /// A write of a vector register that only its own block reads is left out.
    DeadWrite,
    /// Operations with other floating-point controls are in one region.
    MixedControls,

    // Code around regions.
    /// A scalar load is done together with one that stands before a store.
    NearOverStore,
    /// Of an access to the memory that the last one went to, the first dword alone is checked.
    NearEnd,
    /// A guard is not checked.
    GuardHolds,
    /// A register that is known, but not there, is not written for the code that a guard leads to.
    DepartureUnset,
    /// Nor for the wave's next time slice.
    YieldUnset,
    /// Nor where a block is not told of it, because nothing names it any more.
    UntoldUnset,
    /// The entries for waves that come back from barriers are numbered as if there were no others.
    BackTogether,
    /// A scalar float operation does not set its controls.
    ScalarControls,
    /// Of two scalar registers that are stored as one, the upper half is lost.
    HalfPair,

    // Code of regions.
    /// Registers are written in all lanes.
    Unblended,
    /// A spill slot is free before the instruction has read it.
    SlotFreed,
    /// The third spill slot and all further ones are one.
    SlotClash,
    /// A value is read from its register's place in memory, which has been overwritten.
    OverwrittenHome,
    /// The table of a bitwise function stays when its operands change places.
    LogicOrder,
    /// A mask is collected in the register that has the address of a run.
    MaskOverAddress,
    /// The amount of a shift by a scalar counts as it is.
    ShiftModulo,
    /// An element of the LDS may end one byte beyond it.
    LdsRoom,
    /// All dwords of an element are the first.
    OtherComponent,
    /// A strip's lanes load the first one's element of the LDS when theirs follow each other.
    StripSame,
    /// A product of matrices waits for a later write of a register that it writes.
    ProductPassed,
    /// Of dwords with one between each two, the last lanes' are taken one too far.
    SpacedEnd,
    /// They are in another order.
    SpacedOrder,
    /// It is enough that they are inside of the LDS if they follow each other.
    SpacedRoom,
    /// They are loaded together, too, where some lanes do not load.
    SpacedWhole,
    /// Of lanes that lie anywhere the last four load what those before them do.
    QuarterTwice,
    /// The instruction that loads lanes that lie anywhere keeps what was there in those that do not load.
    GatherKeeps,
    /// Its indices of qwords are those of the first lanes of a half, whichever these are.
    GatherOrder,
    /// The second element of a SRC2 form is as many bytes apart as it should be dwords.
    SourceApart,
    /// A value that gives up its register for a gather is stored on the way with the gather only.
    LateSpare,
    /// Lanes that do not load have something else than zero.
    LanesKept,
    /// The high halves of V_PERM_B32's selectors count as nothing.
    SelectorLow,
    /// A blend by the inverse of a mask takes the same operands as one by the mask.
    BlendInverse,
    /// Unsigned numbers are compared as signed ones where there is no comparison of them.
    SignedCompare,
    /// A number is rounded to the next power of two before its leading zeros are counted.
    ClzRounds,
    /// Numbers with the sign bit have less than no leading zeros.
    ClzOfSign,
    /// Qwords that lie in memory are taken in the order in which vectors have them.
    QwordOrder,
    /// A mask and the inverse of another one are that other one and it.
    InverseForgotten,
    /// Where dwords' masks are made of those of qwords, the halves change places.
    MaskHalvesTurned,
    /// The second half of a strip's qwords has the mask of the first.
    UpperMaskLow,
    /// A choice by bits takes the operand that is for bits that are clear where they are set.
    TernaryOrder,
    /// Of a value and another one's complement the first one is complemented.
    WrongComplement,
    /// A rotation to the right by whole bytes is one to the left.
    RotatedLeft,
    /// Bits that a rotation moves around the end get as far as the others.
    RotatedBack,
    /// An arithmetic shift of qwords looks for the sign where it was before.
    SignStays,
    /// A product of qwords has only one of the products of a low and a high half.
    CrossedProducts,
    /// Unsigned numbers become f32 as signed ones do.
    UnsignedAsSigned,
    /// The lesser of two qwords has the lesser of their halves.
    LeastOfDwords,
    /// The leading zeros of a qword are those of both halves.
    ClzOfHalves,
    /// f32 of 2^32 and more are not all ones as unsigned numbers.
    UnsignedBeyond,
    /// f64 become unsigned numbers by rounding up what is below 2^31.
    UnsignedRest,
    /// Of words in front of each half of a vector the second half's are lost.
    WordsApart,
    /// Where the class of a value is asked for, NaN have none.
    NanOfNoClass,
    /// Denormals and zeros count as numbers of which a root is taken by steps.
    DenormalRoot,
    /// A power of two counts as normal whatever its exponent is.
    LdexpRange,
    /// The exponent of a denormal is that of the normal number that it was made.
    DenormalExponent,
    /// A significand has lost its sign.
    SignificandSign,
    /// Lanes that an instruction leaves out are zero where they should be as before.
    MergedZero,
    /// NaN are converted to what the host makes of them.
    NanConverted,
    /// A value is less than itself.
    LessThanItself,
    /// Of unsigned numbers at most and at least mean each other.
    LeastForGreatest,
    /// An unsigned comparison with a constant turns the other operand's sign alone.
    ConstantUnflipped,
    /// Numbers become qwords without their signs.
    SignsLost,
    /// An f64 of an unsigned zero is -0 where rounding is down.
    ZeroWithSign,
    /// Dwords become f64 in the order in which they lie.
    WidenedOrder,
    /// What has become of qwords stays in their order.
    NarrowedOrder,
    /// Of products of dwords the even ones' high halves go to the odd lanes.
    OddTurned,
    /// Qwords that are loaded one by one are those of the lanes that lie there.
    QwordLanes,
    /// Dwords of elements of 16 bytes are in the order in which they were put together.
    LanesOfFours,
    /// Of lanes that are loaded one by one the second half are the first.
    LaneOfHalf,
    /// Of lanes that are loaded one by one the second half are left out if none of the first half load.
    IdleHalf,
    /// The index of a lane that loads alone is looked for in the first two of each four lanes.
    LoneIndex,
    /// Logarithms of significands from 3/2 on have the exponent of those below.
    QuartersWhole,
    /// Whether addresses are in the memory that the last ones were in is asked of their low halves.
    HighDword,
    /// What all lanes load from one address goes to those that do not load, too.
    SameKept,
    /// Lanes that store one after the other take what the lower half of a vector has.
    PutLowHalf,
    /// A dot product leaves the last elements out.
    DotShort,
    /// Sums of masked absolute differences have all bytes.
    SadMask,
    /// A multiply-add of f16 is rounded twice.
    HalfTwice,
    /// The product in an unfused multiply-add of f16 is not rounded.
    HalfProduct,
    /// Of f16 in both halves, those of the upper lanes are the lower ones'.
    LowerTwice,
    /// A signalling NaN among the operands of an f16 minimum does not make the result a quiet one.
    SignalsPass,
    /// A denormal f32 that is added to a dot product of f16 counts.
    DotDenormal,
    /// What rounds to the smallest normal f16 counts as tiny.
    HalfTiny,
    /// An access may end one byte beyond an allocation where a region looks for it.
    CountPlusOne,
    /// Of several faults in a region the last one counts.
    CandidateOrder,
    /// A scalar load faults before a load of lanes that comes before it.
    ScalarFirst,
    /// In a region without a loop all strips have the first one's lanes of vector registers.
    StripsOfFirst,
    /// A strip without active lanes leaves a mask's bits of the strip before it in place.
    SkippedMask,
    /// What a region stores to rows of private memory it stores after what follows.
    RowsStay,
    /// A vector register counts as a copy of a row though lanes of it have been written.
    DirtyCopy,
    /// What a row holds counts in all lanes, whichever were stored.
    RowOfOthers,
    /// A vector register counts as a copy of a row that has been stored to since.
    CopyStays,
    /// A store to a part of a row clears the rest of it.
    PartAlone,
    /// A lane of a row is accessed before what a region does with that row.
    RowTooEarly,
    /// A return leads to behind the first call that it may be from.
    OtherReturn,
    /// Of a frame of private memory only the first row is looked for.
    FrameEnd,
    /// A frame of private memory stays where it is when the registers that lead to it change.
    FrameStays,
    /// A wave that comes from other code has the frames of private memory that the function found last.
    FrameUnlooked,
    /// A write of some lanes of a vector register ends the life of what was in the others.
    KilledByAny,
    /// A region stores to what it loads from runs, for other lanes.
    RunsMeet,
    /// A region stores to the LDS where later strips of it load.
    LdsMeets,
    /// Of two elements that a lane stores to the LDS the second one stays where a later lane stores its first.
    PutOrder,
    /// Elements of pairs that lanes store to the LDS are never the same for two lanes.
    PutApart,
    /// Whether the second element that a lane stores to the LDS is inside does not matter.
    PutRoom,
    /// Atomics on the LDS give what they have stored.
    UpdateNew,
    /// Lanes of a strip have the first one's data for atomics on the LDS.
    UpdateFirst,
    /// What an atomic gives a lane that is outside of the LDS is not zero.
    UpdateOutside,
    /// Lanes that are not active take part in atomics on the LDS.
    UpdateOthers,
    /// Strips with some of their lanes active are done as those with all.
    AllFull,
    /// All lanes have the first one's offset in private memory, where it is looked at by vectors.
    SameOffset,
    /// An offset that all lanes have in private memory does not count, where rows are found at once.
    RowOffset,
    /// The same where they are not.
    FarRowOffset,
    /// Lane functions of whose result there is doubt are left as they are.
    NoDoubt,
    /// A reciprocal root's residual is that of a rounded product.
    RootRest,
    /// The minimum of zeros is positive if one of them is.
    ZeroSigns,
    /// Powers of two are taken for the f32 next to them.
    PowerRest,
    /// Constants that are compared as unsigned numbers are compared as signed ones.
    FoldedOrder,
    /// Of elements that overlap, dwords behind the second are taken for the first two.
    FirstPair,
    /// Where a mask is set the other bits are kept.
    OtherBits,
    /// f32 that are too large are -1 as integers.
    Saturated,
    /// Zeros where a mask is set are zeros where it is not.
    BlendZero,
    /// Whether two values have bits in common is asked as whether they have none.
    TestNone,
    /// An f64 has the class of its high half.
    ClassLow,
    /// Numbers that go from round to round in turns are moved one after the other.
    NumberOrder,
    /// A write of a vector register that is overwritten in some lanes is left out.
    OverwrittenByAny,
    /// Steps of a quotient whose sums have other ends are taken for those of a quotient.
    OtherSteps,
    /// V_DIV_FIXUP after V_DIV_SCALE leaves NaNs as they are.
    QuotientNan,
    /// What has been a bitwise function of others still is under a mask.
    MaskedLogic,
    /// V_DIV_SCALE leaves operands alone whatever the numerator is.
    ScaleRange,

    // Code that shows what it executes, and what is shown to nobody.
    /// The last byte of an access to the LDS may be outside where code asks whether it is inside.
    DoubtRoom,
    /// Instructions behind a change of EXEC are shown with those before it.
    UncutExec,
    /// Where paths meet, waits know the older one of two operations.
    MeetOlder,
    /// What a wave had under way at a barrier is forgotten when it comes to the next one.
    NextBarrier,
    /// On paths, LDS that is being read at a barrier is not known to be.
    AcrossReads,
    /// Where paths meet, a register holds what leads to private memory when it does on one of them.
    EitherPrivate,
    /// A function returns to one of its callers alone.
    FirstReturn,
    /// Where paths meet, wait states are the most that have passed on one of them.
    MeetLongest,
    /// Single lanes that are read are taken for defined.
    CalmLanes,
    /// A product of matrices is taken for one of the active lanes where nothing is looked at bit by bit.
    CalmProduct,
    /// What is undefined stays so behind a run that was left to compiled code.
    StaysUndefined,
    /// A dword that all lanes load from their private memory at one place counts as defined.
    RowDefined,
    /// What is undefined before a run that is followed bit by bit stays so beside a defined 0.
    Unhidden,
    /// SCC that is undefined before compiled code has shown the lanes that decide it stays so.
    OpenScc,

    // What generated code calls.
    /// A store with gaps leaves out the first lane.
    FirstLane,
    /// Dwords that follow each other are stored together beyond the last active lane.
    PiecesMeet,
    /// High halves of 64-bit values that rise are the first lane's in all lanes.
    SameHigh,
    /// The lanes of an atomic come in reverse order.
    AtomicOrder,
    /// Of lanes that send to the same one, the first counts.
    PermuteFirst,
    /// Sixteen addresses are one when the first and the last of them are.
    RowBounds,
    /// What follows each other begins at the first active lane.
    RowFirst,
    /// Of lanes that write to the same bytes, the first wins.
    LowByteLane,

    // Products of matrices.
    /// One is made in the lanes of EXEC only.
    ProductLanes,
    /// Its sums are formed under the controls of MODE.
    ProductControls,
    /// A sparse one takes the first set of indices.
    FirstIndices,
    /// Or those of its first row for all.
    FirstRow,
    /// Lanes of B that stand for those one row further are taken from the other side.
    LanesTurned,
    /// Sums of products that are rounded once lose what is below the last bit beside a large C.
    NoStickyBit,
    /// And bits of a tiny C where all products are zero.
    TinyBesideZeros,
    /// Exponents of products that are zero are moved as those of others are.
    MovedZero,
    /// With AVX2, a C below zero that is nothing beside them is a zero.
    FlooredToZero,
    /// Halves are taken for words that are not whole numbers.
    WholeAnyway,
    /// And what is cut off of C beside them is not looked at.
    WholeAddend,
    /// Rows are made of such as others then find to be out of their range.
    WholeOutside,
    /// Bytes of floats are taken for words however far their exponents are apart.
    WordsTooFar,
    /// And their sums for those of which nothing is cut off.
    WordsCutOff,
    /// Sums of narrow floats are taken for exact in f64 however far their exponents are apart.
    WideNarrow,
    /// And are rounded to f64 before they are to f32.
    NarrowTwice,
    /// As words they are taken for whole however far their exponents are apart.
    NarrowTooFar,
    /// Of values of two words the products of A's lower ones and B's higher ones are left out.
    NarrowCross,
    /// Sums of words are taken for such as f32 has exactly.
    NarrowTooLong,
    /// And their scales.
    NarrowScales,
    /// NaN are looked for in three of four rows of products.
    RowOfNaN,

    // What runs compiled code: for waves, between them, and in another process.
    /// Registers above v100 are what an earlier wave has left in them.
    StaleAbove,
    /// A load through a scalar and a dword may reach one element further than its allocation.
    BasedLimit,
    /// Of elements of 8 bytes that follow each other the upper half of the lanes gets those of the lower one.
    LowHalfTwice,
    /// How addresses lie that were looked at first is taken for how those of other accesses do.
    ShapeOfFirst,
    /// What is loaded from one address for all lanes may lie behind the end of the LDS.
    ShapeRoom,
    /// Of elements of 16 bytes that lie anywhere, lanes 4 to 7 get those of lanes 0 to 3, and 12 to 15 those of 8 to 11.
    FourthTwice,
    /// Of four lanes that are stored together the second has the element of the first, and the fourth that of the third.
    ElementTwice,
    /// A product of matrices is taken for the same as the last one.
    ProductStays,
    /// Elements that all lanes store to the LDS may end behind its limit.
    LdsEnd,
    /// Where all lanes access one allocation, elements may end behind it.
    WindowEnd,
    /// Only the first part of a lane's in a buffer is compared with the buffer's size.
    BufferEnd,
    /// Code trusts what other code knew of vector registers at a barrier.
    OthersFacts,
    /// A barrier opens before all waves of the work-group have started.
    EarlyBarrier,
    /// Waves that wait at a barrier go on when another one yields.
    StepForgotten,
    /// Which wave is the current one is not told when waves in step pass their turn on.
    StepUnnoted,
    /// The last work-group of a row, which may be smaller, follows as if it were like the others.
    LastOfRow,
    /// Waves of which it is estimated what they take on a card may begin without a question, and are not recorded then.
    Unrecorded,
    /// A wave begins with the scalar registers as the one before it has left them.
    DirtyWave,
    /// Of what is compiled with full effort, a function of many blocks counts as one that keeps scalar registers to itself.
    LongClean,
    /// Code for one denormal mode is run for all.
    ModeKey,
    /// Nor is it told apart on disk.
    CacheMode,
    /// On disk, code that leaves no registers behind is that for waves whose registers are looked at.
    CacheObserved,
    /// A file on disk may have another's name.
    CacheName,
    /// What generated code calls panics.
    Panics,
    /// Offsets in a buffer wrap around at 32 bits, on both backends.
    BufferWrap,
    /// Lanes that a buffer's range check drops do not get zeros where others get what is there.
    DroppedKept,
    /// A load of 16 bits clears the other half of its register, whatever the card.
    HalfCleared,
    /// Nothing in private memory is range-checked.
    PrivateUnchecked,
    /// FLAT chooses the memory by the sum of address and displacement.
    FlatSum,
    /// Offsets of SCRATCH wrap around at 32 bits.
    ScratchWrap,
}

#[cfg(all(feature = "fuzz", debug_assertions))]
mod planted {
    use std::cell::Cell;

    use super::Fault;

    thread_local! {
        static PLANTED: Cell<Option<Fault>> = const { Cell::new(None) };
    }

    /// A planted fault; dropping it takes the fault out again.
    #[derive(Debug)]
    #[must_use]
    pub struct Planted(Option<Fault>);

    impl Drop for Planted {
        fn drop(&mut self) {
            PLANTED.set(self.0);
        }
    }

    /// Plants `fault` in all code that this thread compiles from now on, and in what runs it on this thread.
    pub fn plant(fault: Fault) -> Planted {
        Planted(PLANTED.replace(Some(fault)))
    }

    /// Whether what this thread compiles has a planted fault in it.
    pub(crate) fn changes_code() -> bool {
        use Fault::{CacheMode, CacheName, CacheObserved};
        let of_cache = [CacheMode, CacheName, CacheObserved];
        PLANTED.get().is_some_and(|f| !of_cache.contains(&f))
    }

    pub(crate) fn planted(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }
}

#[cfg(all(feature = "fuzz", debug_assertions))]
#[doc(hidden)]
pub use planted::{Planted, plant};
#[cfg(all(feature = "fuzz", debug_assertions))]
pub(crate) use planted::{changes_code, planted};

/// `unless_planted!(Fault::Carry, right, wrong)`: what is right, or where the fault is planted, what is wrong.
///
/// Only one of the two is evaluated. Where no fault can be planted the right one alone is left in the code.
macro_rules! unless_planted {
    ($fault:expr, $right:expr, $wrong:expr $(,)?) => {
        if $crate::machine::plant::planted($fault) {
            $wrong
        } else {
            $right
        }
    };
}
pub(crate) use unless_planted;

/// Whether any fault is planted in code.
#[cfg(not(all(feature = "fuzz", debug_assertions)))]
#[inline(always)]
pub(crate) const fn changes_code() -> bool {
    false
}

/// Whether the fault is planted.
#[cfg(not(all(feature = "fuzz", debug_assertions)))]
#[inline(always)]
pub(crate) const fn planted(_: Fault) -> bool {
    false
}
