//! An HSA runtime whose GPUs are gcn-jit: AMD's HIP and OpenCL libraries, and plain HSA programs, run their kernels on
//! the host's CPU with it. It is built as a shared library that takes the place of `libhsa-runtime64.so.1`.
//!
//! Sources: the HSA Runtime Programmer's Reference Manual 1.2 and the HSA Platform System Architecture 1.2 (functions,
//! packets, memory model), the headers `hsa.h`, `hsa_ext_amd.h`, `hsa_ven_amd_loader.h` and `amd_hsa_queue.h` of
//! ROCR-Runtime 5 for numbers and layouts.
//!
//! # The map
//!
//! Modules import those before them only.
//!
//! | modules | what they are |
//! |---|---|
//! | `status` | status codes and their texts |
//! | `trace`, `border` | the trace of calls; how functions are exported, traced, and kept from unwinding |
//! | `clock`, `pace`, `bell` | the time, also as estimated, and of packets; sleep, and who wakes from it |
//! | `cards`, `fidelity`, `estimate`, `config`, `checks`, `stats` | what GPUs there can be; what the environment asks for |
//! | `bulk` | copies and fills past the caches |
//! | `value` | what queries and iterations give |
//! | `agent`, `pool`, `physical`, `blocks` | agents, their memory pools; memory without addresses; what is allocated |
//! | `spans`, `store` | free ranges; where files of code are kept |
//! | `executables`, `queue` | loaded code and its symbols; queues |
//! | `reserved` | addresses that memory is mapped at |
//! | `mirror`, `attributes`, `shared` | shared virtual memory: its pages, what is said of them, where kernels reach them |
//! | `runtime` | what all share: the device, the agents, and what the host program has made |
//! | `signal`, `watch`, `deferred` | signals; what waits for them without a thread of its own; work that does |
//! | `agents`, `pools`, `isas`, `caches` | what agents say of themselves |
//! | `vmem` | the functions on reserved addresses and on memory for them |
//! | `memory`, `processes`, `lock`, `copy`, `files`, `svm` | allocations, also of other processes, memory of the host, copies, shared virtual memory |
//! | `code`, `symbols`, `loader` | code objects, executables, their symbols, the loader's queries |
//! | `extensions`, `system` | tables of the loader's functions; queries of the system |
//! | `signal_api` | the functions on signals |
//! | `events` | who is told of faults beside queues |
//! | `blit` | ROCm's own kernels that copy and fill |
//! | `packets`, `queues`, `queue_api` | the processor of packets; how queues begin and end; their indices |
//! | `init` | init and shut down |
//! | `sampling`, `debugger` | sessions that sample the program counter, of which there are none; what debuggers look for |
//! | `unsupported` | functions that there are, and that only return an error |
//!
//! # Conventions
//!
//! Guest addresses are host addresses: all agents share one gcn-jit device. Handles of agents, regions, pools, ISAs,
//! executables and symbols are numbers that are looked up; signals and queues are addresses in guest memory, as
//! kernels use them. A handle or pointer that is none gives an error status, or nothing at all, except for plain host
//! memory, which the caller vouches for. No panic crosses the border: it becomes `HSA_STATUS_ERROR`.
#![allow(unsafe_code)]

mod agent;
mod agents;
mod attributes;
mod bell;
mod blit;
mod blocks;
mod border;
mod bulk;
mod caches;
mod cards;
mod checks;
mod clock;
mod code;
mod config;
mod copy;
mod debugger;
mod deferred;
mod estimate;
mod events;
mod executables;
mod extensions;
mod fidelity;
mod files;
mod init;
mod isas;
mod loader;
mod lock;
mod memory;
mod mirror;
mod pace;
mod packets;
mod physical;
mod pool;
mod pools;
mod processes;
mod queue;
mod queue_api;
mod queues;
mod reserved;
mod runtime;
mod sampling;
mod shared;
mod signal;
mod signal_api;
mod spans;
mod stats;
mod status;
mod store;
mod svm;
mod symbols;
mod system;
mod trace;
mod unsupported;
mod value;
mod vmem;
mod watch;
