//! Words to [`Decoded`]: pure, total, never panics. All differences in opcode numbers end here.

use crate::error::DecodeError;
use crate::isa::{Decoded, Gen};

/// Decodes the instruction that starts at `words[0]`.
///
/// # Errors
/// [`DecodeError::Invalid`] for reserved encodings, [`DecodeError::Truncated`] when `words` ends
/// inside the instruction.
pub fn decode(generation: Gen, words: &[u32]) -> Result<Decoded, DecodeError> {
    let _ = (generation, words);
    Err(DecodeError::Invalid)
}
