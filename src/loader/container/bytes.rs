//! Bytes of a file, or of what was unpacked of it, of which any number of parts can be held without a copy.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// Bytes that somebody else has, or that all who hold a part of them share.
#[derive(Clone, Debug)]
pub(in crate::loader) enum Bytes<'a> {
    Lent(&'a [u8]),
    Shared(Arc<Vec<u8>>, Range<usize>),
}

impl Bytes<'_> {
    /// All of `bytes`.
    pub fn new(bytes: Vec<u8>) -> Bytes<'static> {
        let all = 0..bytes.len();
        Bytes::Shared(Arc::new(bytes), all)
    }
}

impl<'a> Bytes<'a> {
    /// The part `at` of them, which has to lie inside.
    pub fn part(&self, at: Range<usize>) -> Bytes<'a> {
        match self {
            Bytes::Lent(bytes) => Bytes::Lent(&bytes[at]),
            Bytes::Shared(bytes, own) => {
                let at = own.start + at.start..own.start + at.end;
                Bytes::Shared(Arc::clone(bytes), at)
            }
        }
    }
}

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Lent(bytes) => bytes,
            Bytes::Shared(bytes, at) => &bytes[at.clone()],
        }
    }
}
