//! What a buffer holds before the run. A file's bytes go to the guest piece by piece: arrays are large,
//! and a second copy of all of them beside the buffers would double the memory that a run takes.

use std::fs::File;
use std::io::{Error, Read, Result};
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::made::Made;

/// Bytes that may come from a pipe, a device or standard input: they are in memory before the buffer is.
/// Regular files are read piece by piece, and may be as large as guest memory.
pub const MAX_STREAM: u64 = 1 << 30;

/// The first bytes of a buffer; zeros follow.
#[derive(Debug)]
pub enum Contents {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The bytes of a regular file from an offset on.
    File(File, u64),
    /// Elements that are made up.
    Made(Made),
}

/// Bytes that are copied at a time.
const PIECE: usize = 1 << 20;

impl Contents {
    /// What `path` holds: an open file if it is a regular one, otherwise (a pipe, or standard input
    /// for `-`) everything that comes from it.
    pub fn open(path: &Path) -> Result<Contents> {
        if path != Path::new("-") {
            let file = File::open(path)?;
            let m = file.metadata()?;
            // Some that are made up while they are read say that they are empty.
            if m.is_file() && m.len() > 0 {
                return Ok(Contents::File(file, 0));
            }
        }
        Ok(Contents::Bytes(limited(path, MAX_STREAM)?))
    }

    /// Number of bytes that are not zero because nothing is said about them.
    pub fn len(&self) -> Result<u64> {
        match self {
            Contents::Bytes(bytes) => Ok(bytes.len() as u64),
            Contents::File(file, at) => Ok(file.metadata()?.len().saturating_sub(*at)),
            // As many as are wanted.
            Contents::Made(_) => Ok(u64::MAX),
        }
    }

    /// The bytes from the first one on.
    pub fn reader(&self) -> Box<dyn Read + '_> {
        match self {
            Contents::Bytes(bytes) => Box::new(bytes.as_slice()),
            Contents::File(file, at) => Box::new(At(file, *at)),
            Contents::Made(_) => Box::new(std::io::empty()),
        }
    }

    /// Without the first `n` bytes.
    pub fn skip(self, n: u64) -> Contents {
        match self {
            Contents::Bytes(mut bytes) => {
                bytes.drain(..bytes.len().min(n as usize));
                Contents::Bytes(bytes)
            }
            Contents::File(file, at) => Contents::File(file, at + n),
            made @ Contents::Made(_) => made,
        }
    }

    /// Gives `put` all `size` bytes, in order and in pieces with their offsets.
    ///
    /// # Errors
    /// When the file cannot be read or has become shorter, and those of `put`.
    pub fn copy<E>(
        &self,
        size: u64,
        read_error: impl Fn(Error) -> E,
        mut put: impl FnMut(u64, &[u8]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self {
            Contents::Bytes(bytes) if bytes.is_empty() => Ok(()),
            Contents::Bytes(bytes) => put(0, bytes),
            Contents::File(file, at) => {
                let mut piece = vec![0; PIECE.min(size as usize)];
                let mut done = 0;
                while done < size {
                    let n = piece.len().min((size - done) as usize);
                    file.read_exact_at(&mut piece[..n], at + done)
                        .map_err(&read_error)?;
                    put(done, &piece[..n])?;
                    done += n as u64;
                }
                Ok(())
            }
            Contents::Made(made) => {
                let (mut made, mut done) = (made.clone(), 0);
                let mut piece = vec![0; PIECE.min(size as usize)];
                while done < size {
                    let n = piece.len().min((size - done) as usize);
                    made.fill(&mut piece[..n]);
                    put(done, &piece[..n])?;
                    done += n as u64;
                }
                Ok(())
            }
        }
    }
}

/// The first `limit` bytes of `path`, or of standard input for `-`.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// All bytes of `path`, or of standard input for `-`.
///
/// # Errors
/// When they are more than `limit`, and those of reading.
pub fn limited(path: &Path, limit: u64) -> Result<Vec<u8>> {
    let bytes = read(path, limit + 1)?;
    if bytes.len() as u64 > limit {
        Err(Error::other(format!("it has more than {limit} bytes")))
    } else {
        Ok(bytes)
    }
}

/// A file, and where to read on.
struct At<'a>(&'a File, u64);

impl Read for At<'_> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let n = self.0.read_at(out, self.1)?;
        self.1 += n as u64;
        Ok(n)
    }
}
