//! Copies and fills. Asynchronous ones wait for signals (`deferred`).

use std::ffi::c_void;

use crate::agents::{SDMA_ENGINES, agent};
use crate::border::{api, give};
use crate::bulk;
use crate::deferred;
use crate::memory::host;
use crate::runtime::{Runtime, runtime};
use crate::stats;
use crate::status::Status;

/// Rows of bytes, all of one length, `count[0]` in a slice and `count[1]` slices; a plain copy is one row.
#[derive(Clone, Copy, Debug)]
struct Rows {
    to: *mut u8,
    from: *const u8,
    bytes: usize,
    count: [usize; 2],
    /// Bytes from a row to the next, and from a slice to the next.
    to_pitch: [usize; 2],
    from_pitch: [usize; 2],
}

// SAFETY: what it leads to is there until the copy is complete: the callers' promise.
unsafe impl Send for Rows {}

impl Rows {
    /// Bytes of all rows.
    fn len(&self) -> usize {
        let all = self
            .count
            .iter()
            .try_fold(self.bytes, |n, &c| n.checked_mul(c));
        all.unwrap_or(usize::MAX)
    }

    /// Copies them. Ranges may overlap if it is one row.
    ///
    /// # Safety
    /// All rows can be read and written. Kernels may access them meanwhile: a race is the host program's own.
    unsafe fn copy(self) {
        let all = self.len();
        for slice in 0..self.count[1] {
            for row in 0..self.count[0] {
                let at = |pitch: [usize; 2]| row * pitch[0] + slice * pitch[1];
                // SAFETY: the caller's.
                unsafe {
                    let from = self.from.add(at(self.from_pitch));
                    let to = self.to.add(at(self.to_pitch));
                    if (from as usize).abs_diff(to as usize) >= self.bytes {
                        bulk::copy(to, from, self.bytes, all);
                    } else {
                        std::ptr::copy(from, to, self.bytes);
                    }
                }
            }
        }
        stats::COPIES.add(1);
    }
}

/// Bytes that take less time to copy than to hand to another thread.
const SHORT: usize = 64 << 10;

/// Has rows copied when all signals of a list are 0.
///
/// # Safety
/// The rows can be copied until the copy is complete; the signals are as many as `count` says.
unsafe fn start(rows: Rows, count: u32, after: *const u64, completion: u64) -> Result<(), Status> {
    let is_short = rows.len() <= SHORT;
    // SAFETY: the caller's.
    let copy = move || unsafe { rows.copy() };
    // SAFETY: the caller's.
    unsafe { deferred::start(copy, is_short, count, after, completion) }
}

/// A plain copy.
fn plain(runtime: &Runtime, to: u64, from: u64, bytes: usize) -> Result<Rows, Status> {
    let place = |at| match bytes {
        0 => Ok(at as *mut u8),
        _ => host(runtime, at, bytes as u64),
    };
    Ok(Rows {
        to: place(to)?,
        from: place(from)?,
        bytes,
        count: [usize::from(bytes != 0), 1],
        to_pitch: [0; 2],
        from_pitch: [0; 2],
    })
}

/// Memory in rows and slices (`hsa_pitched_ptr_t`).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Pitched {
    base: u64,
    pitch: usize,
    slice: usize,
}

impl Pitched {
    /// The first byte of a box, and how far rows and slices are apart; the box lies in memory as a whole.
    fn place(
        self,
        runtime: &Runtime,
        offset: [u32; 3],
        range: [u32; 3],
    ) -> Option<(*mut u8, [usize; 2])> {
        let at = |p: [u64; 3]| {
            let rows = p[1].checked_mul(self.pitch as u64)?;
            let slices = p[2].checked_mul(self.slice as u64)?;
            p[0].checked_add(rows)?.checked_add(slices)
        };
        let first = self.base.checked_add(at(offset.map(u64::from))?)?;
        let last = [
            u64::from(range[0]),
            u64::from(range[1]) - 1,
            u64::from(range[2]) - 1,
        ];
        let place = host(runtime, first, at(last)?).ok()?;
        Some((place, [self.pitch, self.slice]))
    }
}

/// Whether an agent is one, or is left for the library to find out.
fn known(handle: u64) -> Result<(), Status> {
    match handle {
        0 => Ok(()),
        _ => agent(handle).map(|_| ()),
    }
}

/// Checks the agents of a question about engines: two, of which one at least is a GPU.
fn between(to: u64, from: u64) -> Result<(), Status> {
    let (to, from) = (agent(to)?, agent(from)?);
    let any_gpu = to.card.or(from.card).is_some();
    if any_gpu && to.handle != from.handle {
        Ok(())
    } else {
        Err(Status::INVALID_AGENT)
    }
}

api! {
    /// Which engines can copy from one agent to another now, a bit for each: all of them, as none is ever busy.
    fn hsa_amd_memory_copy_engine_status(to_agent: u64, from_agent: u64, mask: *mut u32) {
        runtime()?;
        between(to_agent, from_agent)?;
        // SAFETY: the caller's.
        unsafe { give(mask, (1 << SDMA_ENGINES) - 1) }
    }

    /// Which engines copy fastest from one agent to another: there is no difference.
    fn hsa_amd_memory_get_preferred_copy_engine(to_agent: u64, from_agent: u64, mask: *mut u32) {
        runtime()?;
        between(to_agent, from_agent)?;
        // SAFETY: the caller's.
        unsafe { give(mask, 0) }
    }

    /// Copies bytes between any two places, at once.
    fn hsa_memory_copy(to: u64, from: u64, bytes: usize) {
        let rows = plain(runtime()?, to, from, bytes)?;
        // SAFETY: the caller's.
        unsafe { rows.copy() };
        Ok(())
    }

    /// Sets dwords, at once.
    fn hsa_amd_memory_fill(pointer: u64, value: u32, count: usize) {
        let bytes = (count as u64).checked_mul(4).ok_or(Status::INVALID_ARGUMENT)?;
        if !pointer.is_multiple_of(4) {
            return Err(Status::INVALID_ARGUMENT);
        }
        let to = host(runtime()?, pointer, bytes)?.cast::<u32>();
        for i in 0..count {
            // SAFETY: `host` has checked it, or the caller promises it.
            unsafe { to.add(i).write(value) };
        }
        stats::COPIES.add(1);
        Ok(())
    }

    /// Copies bytes between any two places when all signals of a list are 0; then decrements another.
    fn hsa_amd_memory_async_copy(
        to: u64, to_agent: u64, from: u64, from_agent: u64, bytes: usize, count: u32, after: *const u64,
        completion: u64,
    ) {
        let runtime = runtime()?;
        known(to_agent)?;
        known(from_agent)?;
        // SAFETY: the caller's.
        unsafe { start(plain(runtime, to, from, bytes)?, count, after, completion) }
    }

    /// As `hsa_amd_memory_async_copy`: no engine is faster than another.
    fn hsa_amd_memory_async_copy_on_engine(
        to: u64, to_agent: u64, from: u64, from_agent: u64, bytes: usize, count: u32, after: *const u64,
        completion: u64, engine: u32, force: u8,
    ) {
        let _ = (engine, force);
        let runtime = runtime()?;
        known(to_agent)?;
        known(from_agent)?;
        // SAFETY: the caller's.
        unsafe { start(plain(runtime, to, from, bytes)?, count, after, completion) }
    }

    /// As `hsa_amd_memory_async_copy`, for a box of bytes, rows and slices.
    fn hsa_amd_memory_async_copy_rect(
        to: *const Pitched, to_offset: *const [u32; 3], from: *const Pitched, from_offset: *const [u32; 3],
        range: *const [u32; 3], agent: u64, direction: u32, count: u32, after: *const u64, completion: u64,
    ) {
        let _ = direction;
        let runtime = runtime()?;
        self::agent(agent)?;
        if to.is_null() || from.is_null() || to_offset.is_null() || from_offset.is_null() || range.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        let (to, to_offset, from, from_offset, range) =
            unsafe { (*to, *to_offset, *from, *from_offset, *range) };
        let none = Rows {
            to: std::ptr::null_mut(),
            from: std::ptr::null(),
            bytes: 0,
            count: [0; 2],
            to_pitch: [0; 2],
            from_pitch: [0; 2],
        };
        let rows = if range.contains(&0) {
            none
        } else {
            let places = to.place(runtime, to_offset, range).zip(from.place(runtime, from_offset, range));
            let ((to, to_pitch), (from, from_pitch)) = places.ok_or(Status::INVALID_ARGUMENT)?;
            let [bytes, rows, slices] = range.map(|n| n as usize);
            Rows { to, from, bytes, count: [rows, slices], to_pitch, from_pitch }
        };
        // SAFETY: the caller's.
        unsafe { start(rows, count, after, completion) }
    }

    /// Runs a function when all copies before it may have begun: at once, on the caller's thread.
    fn hsa_amd_async_function(function: Option<unsafe extern "C" fn(*mut c_void)>, data: *mut c_void) {
        runtime()?;
        let function = function.ok_or(Status::INVALID_ARGUMENT)?;
        // SAFETY: the caller's.
        unsafe { function(data) };
        Ok(())
    }
}
