//! Machine code as text.

use std::ffi::{c_char, c_void};

use gcn_jit::isa::Gen;

use crate::device::text;
use crate::gj_status;
use crate::status::{Error, call, put_text};

/// Writes the instruction that begins at `bytes`, of which there are `size`, in LLVM's syntax to the `room` bytes at
/// `buffer`, cut off there, with a zero behind it; gives in `used`, which may be null, how many bytes the instruction
/// has. `pc` is its address, for the targets of branches.
///
/// # Safety
/// `target` is text; `bytes` and `buffer` have as many bytes as is said; `used` is null or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_disassemble(
    target: *const c_char,
    bytes: *const c_void,
    size: usize,
    pc: u64,
    buffer: *mut c_char,
    room: usize,
    used: *mut usize,
) -> gj_status {
    call(std::ptr::null(), || {
        // SAFETY: the caller's.
        let target = unsafe { text(target) }?;
        let target = target.ok_or_else(|| Error::argument("a null pointer for a target"))?;
        let generation = Gen::from_target(target).ok_or_else(|| {
            let what = format!("gcn-jit runs no target '{target}'");
            Error::new(gj_status::GJ_ERR_WRONG_TARGET, what)
        })?;
        if bytes.is_null() || room != 0 && buffer.is_null() {
            return Err(Error::argument("a null pointer for bytes"));
        }
        /// The longest instruction.
        const MOST: usize = 8;
        // SAFETY: the caller's.
        let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), size.min(MOST)) };
        let (dwords, _) = bytes.as_chunks::<4>();
        let words: Vec<u32> = dwords.iter().map(|b| u32::from_le_bytes(*b)).collect();
        let decoded = gcn_jit::decode::decode(generation, &words);
        let decoded = decoded.map_err(|e| Error::new(gj_status::GJ_ERR_UNSUPPORTED, e))?;
        let text = gcn_jit::disasm::disasm(generation, &decoded, Some(pc));
        // SAFETY: the caller's.
        unsafe {
            put_text(&text, buffer, room);
            if let Some(used) = used.as_mut() {
                *used = decoded.size as usize;
            }
        }
        Ok(())
    })
}
