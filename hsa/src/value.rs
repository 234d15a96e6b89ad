//! What queries and iterations give.

use std::ffi::c_void;

use crate::status::Status;

/// The value of an attribute, of the size that it has in C.
#[derive(Clone, Debug)]
pub enum Value {
    /// `bool`, `uint8_t`
    U8(u8),
    /// `uint16_t`
    U16(u16),
    /// `uint32_t` and enumerations
    U32(u32),
    /// `uint64_t`, `size_t`, handles and pointers
    U64(u64),
    /// Several of `uint16_t`
    U16s([u16; 3]),
    /// Several of `uint32_t`
    U32s(Vec<u32>),
    /// Several of `uint64_t`
    U64s(Vec<u64>),
    /// Text in an array of that many bytes, with zeros behind it
    Text(String, usize),
    /// Text as long as it is, with a zero behind it
    String(String),
    /// So many zero bytes
    Zeros(usize),
}

impl Value {
    /// A `bool`.
    pub fn bool(value: bool) -> Value {
        Value::U8(value as u8)
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Value::U8(v) => vec![*v],
            Value::U16(v) => v.to_le_bytes().to_vec(),
            Value::U32(v) => v.to_le_bytes().to_vec(),
            Value::U64(v) => v.to_le_bytes().to_vec(),
            Value::U16s(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Value::U32s(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Value::U64s(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
            Value::Text(text, size) => {
                let mut bytes = text.as_bytes().to_vec();
                bytes.resize(*size, 0);
                bytes
            }
            Value::String(text) => [text.as_bytes(), &[0]].concat(),
            Value::Zeros(n) => vec![0; *n],
        }
    }

    /// Writes it where a query wants it, and not a byte more: callers pass small variables.
    ///
    /// # Safety
    /// `to` is null or has room for the attribute.
    pub unsafe fn give(&self, to: *mut c_void) -> Result<(), Status> {
        if to.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let bytes = self.bytes();
        // SAFETY: the caller's.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast(), bytes.len()) };
        Ok(())
    }
}

/// A callback with a handle and the caller's data: gives a status, and any but success ends the iteration.
pub type EachHandle = Option<unsafe extern "C" fn(u64, *mut c_void) -> u32>;

/// Calls `callback` with each handle, until one call does not give success.
///
/// # Safety
/// The callback takes `data`.
pub unsafe fn each(
    handles: impl IntoIterator<Item = u64>,
    callback: EachHandle,
    data: *mut c_void,
) -> Result<(), Status> {
    let callback = callback.ok_or(Status::INVALID_ARGUMENT)?;
    for handle in handles {
        // SAFETY: the caller's.
        match unsafe { callback(handle, data) } {
            0 => {}
            status => return Err(Status(status)),
        }
    }
    Ok(())
}
