//! Launching kernels: what they find when they start, which waves run when, and the [`Device`] on top,
//! which alone knows compiled code.

pub mod abi;
mod device;
mod dispatch;
mod explain;
mod launch;
mod load;
mod plan;
mod schedule;

pub use device::Device;
pub use launch::{ArgValue, Backend, FinalWave, Launch, LaunchError, Progress, Stats};
pub use load::LoadedProgram;
