//! gcn-jit executes AMD GCN machine code (gfx6 to gfx906) on the host CPU.
//!
//! # The map
//!
//! A kernel passes through these modules, in this order.
//!
//! | module | from, to |
//! |---|---|
//! | [`loader`] | a file to code bytes, target, kernels and argument layout; knows no opcodes |
//! | [`isa`] | THE TABLE: every instruction once, a file per encoding, rows only |
//! | [`mod@decode`], [`mod@encode`], [`mod@disasm`] | words to [`isa::Inst`], back to words, to LLVM's text |
//! | [`mod@asm`] | LLVM's text to words |
//! | [`state`] | one wavefront's registers, and the only place with field offsets |
//! | [`numerics`] | the floating-point rule, as pure functions on raw bits |
//! | [`interp`] | the reference interpreter: one short arm per instruction, a file per encoding |
//! | [`cfg`](mod@cfg) | basic blocks from an entry point |
//! | [`lower`] | instructions to micro-operations, a file per encoding |
//! | [`ir`] | the region IR: micro-operations on scalars and on 64 lanes; printer, verifier |
//! | [`jit`] | micro-operations to host code: scalars by Cranelift, lanes by [`jit::avx512`] or, on other hosts ([`jit::host`]), by Cranelift; its cache, what it calls |
//! | [`exec`] | guest memory, LDS, GDS, descriptors, dispatch: grid, work-groups, waves, threads |
//! | [`cli`] | the command: options, arguments, reports |
//! | [`error`] | what can go wrong at each stage |
#![cfg_attr(
    feature = "fuzz",
    doc = "| [`fuzz`] | generators and oracles for fuzzing |"
)]
//!
//! The same encoding names stand at every stage. A new instruction is a row in `isa/<encoding>.rs`;
//! the compiler then names the interpreter and lowering matches that lack its arm.
//!
//! # Running a kernel
//!
//! ```
//! use gcn_jit::exec::{ArgValue, Backend, Device, Launch};
//! use gcn_jit::loader::CodeObject;
//!
//! let file = std::fs::read("examples/gfx900/saxpy.hsaco")?;
//! let object = CodeObject::parse(&file, None)?;
//! let device = Device::new()?;
//! let program = device.load(&object)?;
//!
//! let x = device.alloc_buffer("x", 4 * 64)?;
//! let y = device.alloc_buffer("y", 4 * 64)?;
//! let ones: Vec<u8> = [1.0f32; 64].iter().flat_map(|v| v.to_le_bytes()).collect();
//! device.memory().write(x, &ones).expect("inside the buffer");
//!
//! let mut launch = Launch::new(program.kernel("saxpy").expect("the kernel"), 64, 64);
//! launch.backend = Backend::Jit;
//! launch.args = vec![
//!     ArgValue::Bytes(2.5f32.to_le_bytes().to_vec()),
//!     ArgValue::Buffer(x),
//!     ArgValue::Buffer(y),
//!     ArgValue::Bytes(64u32.to_le_bytes().to_vec()),
//! ];
//! device.launch(&program, &launch)?;
//!
//! let mut first = [0; 4];
//! device.memory().read(y, &mut first).expect("inside the buffer");
//! assert_eq!(f32::from_le_bytes(first), 2.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is right
//!
//! The interpreter defines it, after AMD's ISA manuals and the CLRX documentation; compiled code must
//! give the same bits. The two share decoding, the state's layout, memory and [`numerics`]; what
//! [`lower`] refuses (`Interp`) compiled code leaves to the interpreter: of scalar and vector ALU
//! instructions only faults, see [`lower::left`]. No guest program can reach host memory: every access
//! is checked against the live allocations of [`exec::memory`].

#[cfg(not(all(target_arch = "x86_64", target_endian = "little")))]
compile_error!("gcn-jit runs on x86-64 hosts only: generated code relies on MXCSR");

pub mod asm;
pub mod cfg;
pub mod cli;
pub mod decode;
pub mod disasm;
pub mod encode;
pub mod error;
pub mod exec;
#[cfg(feature = "fuzz")]
pub mod fuzz;
pub mod interp;
pub mod ir;
pub mod isa;
pub mod jit;
pub mod loader;
pub mod lower;
pub mod numerics;
pub mod state;
mod syntax;
