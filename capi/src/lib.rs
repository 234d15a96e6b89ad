//! The C interface of gcn-jit: what `include/gcn_jit.h` declares.
//!
//! # Conventions
//!
//! - Handles ([`gj_device`], [`gj_program`], [`gj_kernel`]) are opaque. What a function opens another one closes;
//!   closing null does nothing. A program keeps what it needs of its device, and kernels belong to their program.
//! - Functions return a [`gj_status`]; what they give comes by pointers behind the other arguments, and is not
//!   touched when they fail, except for statistics. [`gj_last_error`] says in one line what went wrong in the last
//!   failed call of the thread.
//! - Structures that may grow begin with their size in bytes, which the caller sets to what it was compiled with:
//!   fields beyond it are zero on the way in, and left out on the way out.
//! - Text is UTF-8. Guest addresses are `uint64_t`.
//! - No panic crosses the border: it becomes `GJ_ERR_INTERNAL`.
//! - A device may be used by several threads at once; launches run at the same time. A program must not be unloaded,
//!   nor memory be unmapped, while a kernel that uses it runs.
#![allow(non_camel_case_types)]
// C gives and takes pointers.
#![allow(unsafe_code)]

mod device;
mod launch;
mod memory;
mod program;
mod status;
mod text;

pub use device::*;
pub use launch::*;
pub use memory::*;
pub use program::*;
pub use status::*;
pub use text::*;

/// The version that this header belongs to: major, minor and patch level in bits 31:16, 15:8 and 7:0.
pub const GJ_VERSION: u32 = 0x0000_0100;

/// The version of the library, as [`GJ_VERSION`] is that of the header. While the major number is 0, libraries of
/// another minor number may differ.
#[unsafe(no_mangle)]
pub extern "C" fn gj_version() -> u32 {
    GJ_VERSION
}
