//! An HSA runtime whose GPUs are gcn-jit: AMD's HIP and OpenCL libraries, and plain HSA programs, run their kernels on
//! the host's CPU with it. It is built as a shared library that takes the place of `libhsa-runtime64.so.1`.
//!
//! Sources: the HSA Runtime Programmer's Reference Manual 1.2 and the HSA Platform System Architecture 1.2 (functions,
//! packets, memory model), the headers `hsa.h`, `hsa_ext_amd.h`, `hsa_ven_amd_loader.h` and `amd_hsa_queue.h` of
//! ROCR-Runtime 5 for numbers and layouts.
//!
//! # The map
//!
//! | modules | what they are |
//! |---|---|
//! | `border` | how functions are exported, traced, and kept from unwinding |
//! | `status` | status codes and their texts |
//! | `config`, `trace`, `stats`, `checks` | what the environment asks for |
//! | `runtime` | what all share: the device, the agents; init and shut down |
//! | `system`, `extensions` | queries of the system; tables of the loader's functions |
//! | `cards`, `agents`, `isas`, `caches`, `pools` | the agents and what they say of themselves |
//! | `memory`, `lock`, `copy` | allocations, memory of the host, copies |
//! | `svm`, `shared`, `attributes`, `mirror` | shared virtual memory: its functions, where it is, what is said of it, its pages |
//! | `deferred` | work that waits for signals |
//! | `signal`, `signal_api`, `watch` | signals; the functions on them; what waits for signals without a thread of its own |
//! | `queue`, `queue_api`, `packets` | queues, their indices, and the processor of packets |
//! | `code`, `symbols`, `loader` | code objects, executables, their symbols, the loader's queries |
//! | `unsupported` | functions that there are, and that only return an error |
//!
//! # Conventions
//!
//! Guest addresses are host addresses: all agents share one gcn-jit device. Handles of agents, regions, pools, ISAs,
//! executables and symbols are numbers that are looked up; signals and queues are addresses in guest memory, as
//! kernels use them. A handle or pointer that is none gives an error status, or nothing at all, but for plain host
//! memory, which the caller vouches for. No panic crosses the border: it becomes `HSA_STATUS_ERROR`.
#![allow(unsafe_code)]

mod agents;
mod attributes;
mod border;
mod caches;
mod cards;
mod checks;
mod code;
mod config;
mod copy;
mod deferred;
mod extensions;
mod isas;
mod loader;
mod lock;
mod memory;
mod mirror;
mod packets;
mod pools;
mod queue;
mod queue_api;
mod runtime;
mod shared;
mod signal;
mod signal_api;
mod stats;
mod status;
mod svm;
mod symbols;
mod system;
mod trace;
mod unsupported;
mod watch;
