//! Functions on shared virtual memory (`hsa_amd_svm_*` of `hsa_ext_amd.h`): memory that the host program has got from
//! the system itself, and that kernels use at the same addresses.
//!
//! No memory moves: hints have no effect except that they can be asked for. All agents share one device, so GPUs can
//! access what one of them may.

use std::ops::Range;

use crate::agents::agent;
use crate::attributes::{Change, Pair};
use crate::border::api;
use crate::deferred::start;
use crate::runtime::runtime;
use crate::status::Status;

/// Whether an agent is a GPU.
fn is_gpu(handle: u64) -> Result<bool, Status> {
    Ok(agent(handle)?.card.is_some())
}

/// The range of a call.
fn range(pointer: u64, bytes: usize) -> Result<Range<u64>, Status> {
    let end = pointer.checked_add(bytes as u64);
    let end = end.filter(|_| pointer != 0 && bytes != 0);
    Ok(pointer..end.ok_or(Status::INVALID_ARGUMENT)?)
}

/// The list of a call.
///
/// # Safety
/// It is null, or has so many pairs, which nobody else uses meanwhile.
unsafe fn list<'a>(pairs: *mut Pair, count: usize) -> Result<&'a mut [Pair], Status> {
    if count == 0 {
        return Ok(&mut []);
    }
    if pairs.is_null() || !pairs.is_aligned() {
        return Err(Status::INVALID_ARGUMENT);
    }
    // SAFETY: the caller's.
    Ok(unsafe { std::slice::from_raw_parts_mut(pairs, count) })
}

api! {
    /// Says something of the pages around a range: all that a list has, or nothing if some of it is wrong.
    fn hsa_amd_svm_attributes_set(pointer: u64, bytes: usize, pairs: *mut Pair, count: usize) {
        let runtime = runtime()?;
        // SAFETY: the caller's.
        let pairs = unsafe { list(pairs, count)? };
        let change = Change::of(pairs, is_gpu)?;
        let range = range(pointer, bytes)?;
        runtime.shared.set(runtime.memory(), &range, &change, runtime.config.whole_pages)
    }

    /// Writes into a list what is said of the pages around a range.
    fn hsa_amd_svm_attributes_get(pointer: u64, bytes: usize, pairs: *mut Pair, count: usize) {
        let runtime = runtime()?;
        // SAFETY: the caller's.
        let pairs = unsafe { list(pairs, count)? };
        // HIP asks so for what it knows by itself.
        if pairs.is_empty() {
            return Ok(());
        }
        let range = range(pointer, bytes)?;
        runtime.shared.get(runtime.memory(), &range, |all| {
            pairs.iter_mut().try_for_each(|pair| pair.answer(all, is_gpu))
        })
    }

    /// Notes where the pages around a range are wanted, when all signals of a list are 0; then decrements another.
    fn hsa_amd_svm_prefetch_async(
        pointer: u64, bytes: usize, agent: u64, count: u32, after: *const u64, completion: u64,
    ) {
        let runtime = runtime()?;
        self::agent(agent)?;
        let range = range(pointer, bytes)?;
        let number = runtime.shared.begin_prefetch(runtime.memory(), &range, agent)?;
        let pages = range.clone();
        let end = move || runtime.shared.end_prefetch(&pages, number, Some(agent));
        // SAFETY: the caller's.
        let started = unsafe { start(end, true, count, after, completion) };
        started.inspect_err(|_| runtime.shared.end_prefetch(&range, number, None))
    }
}
