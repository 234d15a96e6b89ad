//! gcn-jit executes AMD GCN and CDNA machine code (gfx6 to gfx950) on the host CPU.
//!
//! # The map
//!
//! The layers, lowest first: a module imports only from those that stand before it, from top to bottom
//! and from left to right. `jit-tests/layers.rs` reads this table and holds the order.
//!
//! | modules | what they are |
//! |---|---|
//! | `listed` | enums that know their variants |
//! | [`isa`] | THE TABLE: every instruction once, a file per encoding, rows only |
//! | [`error`] | what can go wrong at each stage |
//! | [`numerics`] | the floating-point rule, as pure functions on raw bits |
//! | `syntax` | the names that LLVM's text has for numbers |
//! | [`mod@decode`], [`mod@encode`] | words to [`isa::Inst`], and back to words |
//! | [`mod@disasm`], [`mod@asm`] | instructions to LLVM's text, and back |
//! | [`loader`] | a file to code bytes, target, kernels and argument layout; knows no opcodes |
//! | [`objdump`] | a code object's code as text |
//! | [`machine`] | what instructions execute in: one wavefront's registers ([`machine::wave`], the only place with field offsets), guest memory, LDS, GDS, global wave sync, descriptors, decoded programs |
//! | [`interp`] | the reference interpreter: one short arm per instruction or fact of the table, a file per encoding |
//! | [`ir`] | the region IR: micro-operations on scalars and on 64 lanes; printer, verifier |
//! | `cfg` | basic blocks from an entry point |
//! | [`check`] | what a card would have done wrong: checks that watch the interpreter or compiled code, and what they find |
//! | `profile` | what a kernel did, counted instruction by instruction; what cards can do at most; lints |
//! | [`estimate`] | how long a card would take, by a model of its units and caches that recorded work-groups go through |
//! | [`lower`] | instructions to micro-operations, a file per encoding |
//! | [`jit`] | micro-operations to host code: scalars by Cranelift, lanes by [`jit::vector`], for AVX-512 and AVX2, or, on other hosts ([`jit::host`]), by Cranelift; its cache, what it calls |
//! | [`runtime`] | launching kernels: `runtime::buffer`, `runtime::launch`, `runtime::load`, `runtime::lazy`, `runtime::abi`, `runtime::opencl1`, `runtime::plan`, `runtime::poison`, `runtime::poll`, `runtime::explain`, `runtime::schedule`, `runtime::printf`, `runtime::printf_buffer`, `runtime::hostcall`, `runtime::dispatch`, `runtime::device`, `runtime::trace`, `runtime::contents`, `runtime::compare`, `runtime::check`, `runtime::profile`, `runtime::fidelity`, `runtime::estimate` |
//! | [`mod@debug`] | looking at a launch from inside: traces, the debugger |
//! | [`report`] | what a launch that was profiled did, as text, JSON and pages; estimates as text and timelines |
#![cfg_attr(
    feature = "fuzz",
    doc = "| [`fuzz`] | generators and oracles for fuzzing |"
)]
#![cfg_attr(
    feature = "cli",
    doc = "| [`cli`] | the command: options, arguments, reports |"
)]
//!
//! The same encoding names stand at every stage. A new instruction is a row in `isa/<encoding>.rs`.
//! Rows of memory and of compares say what they do ([`isa::facts`]); of others, the compiler then names
//! the interpreter and lowering matches that lack the arm.
//!
//! # Running a kernel
//!
//! ```
//! use gcn_jit::loader::CodeObject;
//! use gcn_jit::runtime::Device;
//!
//! let file = std::fs::read("examples/gfx900/saxpy.hsaco")?;
//! let object = CodeObject::parse(&file, None)?;
//! let device = Device::new()?;
//! let program = device.load(&object)?;
//!
//! let x = device.buffer("x", &[1.0f32; 64])?;
//! let y = device.alloc("y", x.len())?;
//! let launch = program.launch("saxpy")?.grid(64).local(64);
//! let launch = launch.arg(2.5f32).arg(&x).arg(&y).arg(64u32);
//! device.launch(&program, &launch)?;
//! assert_eq!(y.read::<f32>(), [2.5; 64]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is stable
//!
//! `docs/public-api.txt` lists what users build on, and a test holds the list: `asm`, `decode`,
//! `disasm`, `encode`, `error`, `isa`, `loader`, `machine::memory`, `objdump`, `report` and `runtime`. The other
//! modules are public for this project's own tests, benchmarks, fuzz targets and members (`capi`, `hsa`, `python`)
//! alone. They change without notice, and so these pages leave them out.
//!
//! # What is right
//!
//! The interpreter defines it, after AMD's ISA manuals and the CLRX documentation; compiled code must
//! give the same bits. The two share decoding, the state's layout, memory and [`numerics`]; what
//! [`lower`] refuses (`Interp`) compiled code leaves to the interpreter: of scalar and vector ALU
//! instructions only faults, see [`lower::left`]. No guest program can reach host memory: every access
//! is checked against the live allocations of [`machine::memory`].

#[cfg(not(all(target_arch = "x86_64", target_endian = "little")))]
compile_error!("gcn-jit runs on x86-64 hosts only: generated code relies on MXCSR");

// What users may build on is shown; see "What is stable".
pub mod asm;
pub(crate) mod cfg;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod debug;
pub mod decode;
pub mod disasm;
pub mod encode;
pub mod error;

#[doc(hidden)]
pub mod estimate;
#[cfg(feature = "fuzz")]
#[doc(hidden)]
pub mod fuzz;
#[doc(hidden)]
pub mod interp;
#[doc(hidden)]
pub mod ir;
pub mod isa;
#[doc(hidden)]
pub mod jit;
pub mod loader;
#[doc(hidden)]
pub mod lower;
pub mod machine;
#[doc(hidden)]
pub mod numerics;
pub mod objdump;
pub(crate) mod profile;
pub mod report;
pub mod runtime;

mod listed;
mod syntax;
