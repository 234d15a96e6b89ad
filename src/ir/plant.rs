//! Faults planted in compiled code, so that tests can show that fuzzing finds them.
//!
//! It is for tests: nothing in this crate calls [`plant`], no option of the command does, code with a
//! planted fault stays out of the cache on disk, and without the feature `fuzz` there is nothing to call.

/// A fault of the kind that a compiler may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The carry-in of `v_addc_co_u32` does not count for its carry-out.
    Carry,
    /// Compares leave bits of inactive lanes set.
    InactiveLanes,
    /// A quad permutation takes another lane for the first of each four.
    SwappedLane,
    /// A store is done after a load that follows it.
    LateStore,
    /// All lanes take the first active lane's index in private memory (SCRATCH).
    OneIndex,
}

#[cfg(feature = "fuzz")]
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

    /// Plants `fault` in all code that this thread compiles from now on.
    pub fn plant(fault: Fault) -> Planted {
        Planted(PLANTED.replace(Some(fault)))
    }

    /// Whether any fault is planted in what this thread compiles.
    pub(crate) fn any_planted() -> bool {
        PLANTED.get().is_some()
    }

    pub(crate) fn planted(fault: Fault) -> bool {
        PLANTED.get() == Some(fault)
    }
}

#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub use planted::{Planted, plant};
#[cfg(feature = "fuzz")]
pub(crate) use planted::{any_planted, planted};

/// Whether any fault is planted.
#[cfg(not(feature = "fuzz"))]
#[inline(always)]
pub(crate) const fn any_planted() -> bool {
    false
}

/// Whether the fault is planted.
#[cfg(not(feature = "fuzz"))]
#[inline(always)]
pub(crate) const fn planted(_: Fault) -> bool {
    false
}
