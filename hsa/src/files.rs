//! Copies between files and memory of agents (`hsa_amd_ais_file_*` of `hsa_ext_amd.h`).

use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd as _;
use std::os::unix::fs::FileExt as _;

use crate::border::{api, give};
use crate::memory;
use crate::runtime::runtime;
use crate::stats;
use crate::status::Status;

/// One copy: the file by the lower half of its handle, and what the host program wants to know.
#[derive(Clone, Copy)]
struct Copy {
    file: u64,
    pointer: u64,
    bytes: u64,
    offset: i64,
    copied: *mut u64,
    status: *mut i32,
}

/// Bytes that are copied at once.
const PART: usize = 1 << 20;

/// Copies part by part through a buffer of the library's own, as kernels may access the memory meanwhile.
///
/// # Safety
/// The pointers of the copy are null or can be written.
unsafe fn copy(copy: Copy, writes: bool) -> Result<(), Status> {
    let runtime = runtime()?;
    let number = copy.file as u32 as i32;
    let offset = u64::try_from(copy.offset).map_err(|_| Status::INVALID_ARGUMENT)?;
    if number < 0 || copy.pointer == 0 || copy.bytes == 0 {
        return Err(Status::INVALID_ARGUMENT);
    }
    if !memory::is_known(runtime, copy.pointer, copy.bytes) {
        return Err(Status::INVALID_ALLOCATION);
    }
    let place = memory::host(runtime, copy.pointer, copy.bytes)?;
    // SAFETY: it is not closed here, and the caller has it open: if not, copies fail.
    let file = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(number) });
    let len = copy.bytes as usize;
    let mut buffer = vec![0; len.min(PART)];
    let mut done = 0;
    let failed = loop {
        let part = &mut buffer[..(len - done).min(PART)];
        if part.is_empty() {
            break None;
        }
        let at = offset + done as u64;
        let moved = if writes {
            // SAFETY: the allocation has these bytes, and the host may read them.
            unsafe { std::ptr::copy(place.add(done), part.as_mut_ptr(), part.len()) };
            file.write_at(part, at)
        } else {
            file.read_at(part, at)
        };
        match moved {
            Ok(0) => break None,
            Ok(n) => {
                if !writes {
                    // SAFETY: as above; it may write them, too.
                    unsafe { std::ptr::copy(part.as_ptr(), place.add(done), n) };
                }
                done += n;
            }
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
            Err(e) => break Some(e),
        }
    };
    stats::COPIES.add(1);
    if !copy.copied.is_null() {
        // SAFETY: the caller's.
        unsafe { give(copy.copied, done as u64)? };
    }
    if !copy.status.is_null() {
        let number = failed.as_ref().and_then(|e| e.raw_os_error()).unwrap_or(0);
        // SAFETY: the caller's.
        unsafe { give(copy.status, number)? };
    }
    failed.map_or(Ok(()), |_| Err(Status::ERROR))
}

api! {
    /// Writes memory to a file; says how many bytes it has written, and the system's number of an error.
    fn hsa_amd_ais_file_write(
        file: u64, pointer: u64, bytes: u64, offset: i64, copied: *mut u64, status: *mut i32,
    ) {
        let all = Copy { file, pointer, bytes, offset, copied, status };
        // SAFETY: the caller's.
        unsafe { copy(all, true) }
    }

    /// Reads a file into memory, to its end at most; says how many bytes it has read, and the system's number of an
    /// error.
    fn hsa_amd_ais_file_read(
        file: u64, pointer: u64, bytes: u64, offset: i64, copied: *mut u64, status: *mut i32,
    ) {
        let all = Copy { file, pointer, bytes, offset, copied, status };
        // SAFETY: the caller's.
        unsafe { copy(all, false) }
    }
}
