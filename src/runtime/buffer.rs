//! Buffers in guest memory as owning handles.

use std::fmt;
use std::sync::Arc;

use bytemuck::{AnyBitPattern, NoUninit};

use crate::error::AllocError;
use crate::machine::memory::{Access, Memory, Owned};

/// A buffer in a device's memory. Dropping it, and every [`Launch`](super::Launch) that has it as an
/// argument, frees the memory; the guest then faults where it still reaches there.
///
/// A buffer keeps the memory of its device alive, whatever becomes of the [`Device`](super::Device).
pub struct Buffer {
    memory: Arc<Owned>,
    len: u64,
    name: String,
}

/// Bytes that a buffer does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes at offset {offset} are not all inside buffer '{name}' of {len} bytes")]
#[non_exhaustive]
pub struct OutsideBuffer {
    /// The buffer's name.
    pub name: String,
    /// Its length in bytes.
    pub len: u64,
    /// Offset of the access in bytes.
    pub offset: u64,
    /// Length of the access in bytes.
    pub bytes: u64,
}

impl Buffer {
    /// `len` zeroed bytes.
    pub(super) fn new(memory: &Arc<Memory>, name: &str, len: u64) -> Result<Buffer, AllocError> {
        let address = memory.alloc(len, 256, Access::ReadWrite, name)?;
        Ok(Buffer {
            memory: Arc::new(memory.own(address)),
            len,
            name: name.to_owned(),
        })
    }

    /// Its guest address, which a pointer in guest memory may hold. It is valid for as long as the buffer
    /// lives.
    pub fn address(&self) -> u64 {
        self.memory.base()
    }

    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Its name in fault reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its memory, to keep.
    pub(super) fn share(&self) -> Arc<Owned> {
        Arc::clone(&self.memory)
    }

    /// Where `bytes` bytes at `offset` lie, when they are inside.
    fn place(&self, offset: u64, bytes: usize) -> Result<u64, OutsideBuffer> {
        let end = offset.checked_add(bytes as u64);
        match end.filter(|&end| end <= self.len) {
            Some(_) => Ok(self.address() + offset),
            None => Err(self.outside(offset, bytes)),
        }
    }

    /// Writes `data` to the buffer's beginning.
    ///
    /// # Errors
    /// When the buffer is shorter; then nothing is written.
    pub fn write<T: NoUninit>(&self, data: &[T]) -> Result<(), OutsideBuffer> {
        self.write_at(0, data)
    }

    /// Writes `data` at `offset`, in bytes.
    ///
    /// # Errors
    /// As [`Buffer::write`].
    pub fn write_at<T: NoUninit>(&self, offset: u64, data: &[T]) -> Result<(), OutsideBuffer> {
        let bytes = bytemuck::cast_slice(data);
        let at = self.place(offset, bytes.len())?;
        let done = self.memory.memory().write(at, bytes);
        done.map_err(|_| self.outside(offset, bytes.len()))
    }

    /// The whole buffer as values of type `T`; bytes behind the last whole one are left out.
    pub fn read<T: AnyBitPattern + NoUninit>(&self) -> Vec<T> {
        let mut out = vec![T::zeroed(); (self.len / size_of::<T>().max(1) as u64) as usize];
        // It is as long as the buffer at most, so this cannot fail.
        self.read_at(0, &mut out).unwrap_or_default();
        out
    }

    /// Fills `out` with what lies at `offset`, in bytes.
    ///
    /// # Errors
    /// When the buffer ends before; then `out` is as it was.
    pub fn read_at<T: AnyBitPattern + NoUninit>(
        &self,
        offset: u64,
        out: &mut [T],
    ) -> Result<(), OutsideBuffer> {
        let out = bytemuck::cast_slice_mut(out);
        let at = self.place(offset, out.len())?;
        let done = self.memory.memory().read(at, out);
        done.map_err(|_| self.outside(offset, out.len()))
    }

    fn outside(&self, offset: u64, bytes: usize) -> OutsideBuffer {
        OutsideBuffer {
            name: self.name.clone(),
            len: self.len,
            offset,
            bytes: bytes as u64,
        }
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("name", &self.name)
            .field("address", &format_args!("{:#x}", self.address()))
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}
