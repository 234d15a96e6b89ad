//! Launching kernels: what they find when they start, which waves run when, and the [`Device`] on top,
//! which alone knows compiled code.

pub(crate) mod abi;
mod buffer;
pub mod check;
pub mod compare;
pub(crate) mod contents;
mod device;
mod dispatch;
pub mod estimate;
mod explain;
pub mod fidelity;
mod hostcall;
mod launch;
#[doc(hidden)]
pub mod lazy;
mod load;
mod opencl1;
mod plan;
mod poison;
mod poll;
mod printf;
mod printf_buffer;
pub mod profile;
mod schedule;
mod trace;

pub use buffer::{Buffer, OutsideBuffer};
pub use device::Device;
pub use launch::{
    ArgValue, Backend, BufferHandle, CancelToken, Dims, FinalWave, Launch, LaunchError, Outcome,
    Poll, Progress, Stats,
};
pub use load::LoadedProgram;

pub use crate::jit::cache::Cache;
#[cfg(feature = "listing")]
pub use crate::jit::listing::Stage;
pub use crate::machine::clocks::{Clock, Clocks};
