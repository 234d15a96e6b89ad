//! Launching kernels: what they find when they start, which waves run when, and the [`Device`] on top,
//! which alone knows compiled code.

pub(crate) mod abi;
mod buffer;
mod device;
mod dispatch;
mod explain;
mod launch;
mod load;
mod plan;
mod schedule;

pub use buffer::{Buffer, OutsideBuffer};
pub use device::Device;
pub use launch::{
    ArgValue, Backend, BufferHandle, CancelToken, Dims, FinalWave, Launch, LaunchError, Outcome,
    Progress, Stats,
};
pub use load::LoadedProgram;

pub use crate::jit::cache::Cache;
