//! The code of a loaded program, decoded as execution reaches it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use crate::decode::decode;
use crate::error::{DecodeError, FaultKind};
use crate::isa::{Decoded, Gen};

/// Executable words at a fixed guest address.
#[derive(Debug)]
pub struct Program {
    generation: Gen,
    base: u64,
    words: Vec<u32>,
    decoded: Vec<OnceLock<Result<Decoded, DecodeError>>>,
    content_hash: u64,
}

impl Program {
    /// `words` loaded at guest address `base`, a multiple of 4.
    pub fn new(generation: Gen, base: u64, words: Vec<u32>) -> Program {
        let mut decoded = Vec::new();
        decoded.resize_with(words.len(), OnceLock::new);
        let mut h = DefaultHasher::new();
        (generation, base, &words).hash(&mut h);
        Program {
            generation,
            base,
            words,
            decoded,
            content_hash: h.finish(),
        }
    }

    /// The generation whose instructions the words are.
    pub fn generation(&self) -> Gen {
        self.generation
    }

    /// Identifies the program by what it is: code, address and generation.
    pub fn content_hash(&self) -> u64 {
        self.content_hash
    }

    /// Guest address of the first word.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The code.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Index of the word at `pc`, when it lies in the code and is aligned.
    pub fn index(&self, pc: u64) -> Option<usize> {
        let off = pc.checked_sub(self.base)?;
        (off % 4 == 0 && off / 4 < self.words.len() as u64).then_some((off / 4) as usize)
    }

    /// The instruction at `pc`.
    ///
    /// # Errors
    /// [`FaultKind::PcOutOfCode`] or [`FaultKind::Illegal`].
    #[inline]
    pub fn at(&self, pc: u64) -> Result<&Decoded, FaultKind> {
        let i = self.index(pc).ok_or(FaultKind::PcOutOfCode)?;
        self.decoded[i]
            .get_or_init(|| decode(self.generation, &self.words[i..]))
            .as_ref()
            .map_err(|e| {
                let words = &self.words[i..self.words.len().min(i + 2)];
                let hex: Vec<_> = words.iter().map(|w| format!("{w:08x}")).collect();
                FaultKind::Illegal(format!("{} on {} ({e})", hex.join(" "), self.generation))
            })
    }
}
