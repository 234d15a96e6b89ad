//! The reference interpreter: defines what is right. One instruction, one short arm, in the manual's
//! terms; slow and obvious.

use crate::error::Fault;
use crate::exec::{Env, Exit};
use crate::state::Wave;

/// Runs `wave` until it ends, reaches a barrier, or has used up [`Wave::budget`].
///
/// # Errors
/// The fault of the instruction at `wave.pc`, which has then had no effect beyond lanes or dwords
/// already processed.
pub fn run(wave: &mut Wave, env: &Env<'_>) -> Result<Exit, Fault> {
    let _ = (wave, env);
    Ok(Exit::End)
}
