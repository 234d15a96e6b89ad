//! Looking at a launch from inside: instruction by instruction as it happens ([`trace`]), and stopped ([`session`]).
//!
//! Both are engines on top of the interpreter, so that a launch runs as it always does: see
//! [`Device::attempt`](crate::runtime::Device::attempt).

pub mod code;
pub mod points;
pub mod record;
pub mod session;
pub mod shell;
pub mod trace;
pub mod types;

/// A wave: the id of its work-group, and its number there.
pub type Key = ([u32; 3], u32);
