//! A device: guest memory, the programs loaded into it, and launches.

use std::sync::{Arc, Mutex, OnceLock};

use bytemuck::NoUninit;

use super::buffer::Buffer;
use super::dispatch;
use super::launch::{Backend, Launch, LaunchError, Outcome, Stats};
use super::lazy::{LazyProgram, Source};
use super::load::LoadedProgram;
use super::schedule::Pool;
use crate::check::Checker;
use crate::error::{AllocError, CompileError, LoadError};
use crate::interp::Interpreter;
use crate::jit::Jit;
use crate::jit::cache::Cache;
use crate::jit::perf_map::PerfMap;
use crate::loader::CodeObject;
use crate::loader::outline::Outline;
use crate::machine::Engine;
use crate::machine::memory::{Access, Memory};

/// Guest address space that a device asks the host for, largest first; host memory is committed only
/// as the guest touches it.
const ARENA_SIZES: [usize; 4] = [64 << 30, 16 << 30, 4 << 30, 1 << 30];

/// An emulated GPU.
#[derive(Debug)]
pub struct Device {
    memory: Arc<Memory>,
    /// Made when first used: a device that only interprets needs no code generator.
    jit: OnceLock<Result<Jit, CompileError>>,
    /// That of the last checked launch.
    pub(super) checker: Mutex<Option<Checker>>,
    /// For launches on several host threads.
    pool: Pool,
    cache: Option<Cache>,
    /// Whether to tell `perf` what generated code comes from.
    perf_map: bool,
}

impl Device {
    /// A device with empty memory.
    ///
    /// # Errors
    /// When the host cannot reserve even the smallest address range.
    pub fn new() -> std::io::Result<Device> {
        Device::of(Memory::new)
    }

    /// A device with empty memory whose guest addresses are host addresses: what
    /// [`Buffer::address`] gives is where the host, too, finds the bytes, so pointers that the host puts into
    /// guest memory are right there.
    ///
    /// # Errors
    /// As [`Device::new`].
    pub fn with_host_addresses() -> std::io::Result<Device> {
        Device::of(Memory::at_host_addresses)
    }

    /// A device with `bytes` of guest address space in place of as many as the host allows, at most 64 GiB, and guest
    /// addresses that are host addresses if so wanted ([`Device::with_host_addresses`]).
    ///
    /// # Errors
    /// When the host cannot reserve the address range.
    pub fn with_arena(bytes: u64, at_host_addresses: bool) -> std::io::Result<Device> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let memory = if at_host_addresses {
            Memory::at_host_addresses(bytes)
        } else {
            Memory::new(bytes)
        };
        memory.map(Device::in_memory)
    }

    fn in_memory(memory: Memory) -> Device {
        Device {
            memory: Arc::new(memory),
            jit: OnceLock::new(),
            checker: Mutex::default(),
            pool: Pool::default(),
            cache: None,
            perf_map: false,
        }
    }

    fn of(memory: impl Fn(usize) -> std::io::Result<Memory>) -> std::io::Result<Device> {
        let mut last = std::io::Error::from(std::io::ErrorKind::OutOfMemory);
        for size in ARENA_SIZES {
            match memory(size) {
                Ok(memory) => return Ok(Device::in_memory(memory)),
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// Keeps compiled code on disk from now on, and takes it from there; `None`: no longer. The
    /// library itself looks at no environment variable.
    pub fn set_cache(&mut self, cache: Option<Cache>) {
        self.cache = cache;
        self.jit = OnceLock::new();
    }

    /// Writes `/tmp/perf-PID.map` from now on, so that `perf` names the guest instruction that a sample in
    /// generated code belongs to: its address and text. A process has one such file: the last device that
    /// is told so writes it. Code that comes from a cache on disk is not in it.
    pub fn set_perf_map(&mut self, wanted: bool) {
        self.perf_map = wanted;
        self.jit = OnceLock::new();
    }

    /// Has `f` called, on the thread of the wave, whenever a wave interrupts the host (`s_sendmsg` with
    /// MSG_INTERRUPT): it has written what the host waits for. Once for a device: `false` the second time.
    pub fn on_interrupt(&self, f: impl Fn() + Send + Sync + 'static) -> bool {
        self.memory.interrupt().set(f)
    }

    /// The device's memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// A buffer of `bytes` zeroed bytes, which the guest may read and write. `name` names it in fault
    /// reports.
    ///
    /// # Errors
    /// When the address space is full.
    pub fn alloc(&self, name: &str, bytes: u64) -> Result<Buffer, AllocError> {
        Buffer::new(&self.memory, name, bytes)
    }

    /// A buffer with the contents `data`.
    ///
    /// # Errors
    /// As [`Device::alloc`].
    pub fn buffer<T: NoUninit>(&self, name: &str, data: &[T]) -> Result<Buffer, AllocError> {
        let buffer = self.alloc(name, size_of_val(data) as u64)?;
        // It is as long as the data, so this cannot fail.
        buffer.write(data).unwrap_or_default();
        Ok(buffer)
    }

    /// As [`Device::alloc`], but gives the guest address alone: for a runtime that keeps its own account
    /// of what it allocates. [`Memory::write`] and [`Memory::read`] fill and read the bytes,
    /// [`Memory::free`] gives them back.
    ///
    /// # Errors
    /// As [`Device::alloc`].
    pub fn alloc_raw(&self, name: &str, bytes: u64) -> Result<u64, AllocError> {
        self.memory.alloc(bytes, 256, Access::ReadWrite, name)
    }

    /// Places the segments of `object` in guest memory, with the permissions of the file, and applies
    /// its relocations.
    ///
    /// # Errors
    /// When a segment, relocation or kernel lies outside the object, or memory is full.
    pub fn load(&self, object: &CodeObject) -> Result<LoadedProgram, LoadError> {
        LoadedProgram::place(&self.memory, object)
    }

    /// As [`Device::load`] for an ELF file of which `outline` was made, perhaps with other rights of its segments; most of
    /// it is read when a kernel of it runs.
    ///
    /// # Errors
    /// As [`Device::load`], for what is wrong with the outline.
    #[doc(hidden)]
    pub fn load_lazily(
        &self,
        source: Arc<dyn Source>,
        outline: Outline,
    ) -> Result<Arc<LazyProgram>, LoadError> {
        LazyProgram::place(&self.memory, source, outline)
    }

    /// Runs a kernel to its end. The explicit arguments' buffers hold the results; everything else
    /// that the launch allocates is freed.
    ///
    /// # Errors
    /// [`LaunchError::Usage`] when the launch does not fit the kernel, before anything runs;
    /// [`LaunchError::OtherDevice`] when the program or a buffer is of another device;
    /// [`LaunchError::Fault`] for the lowest-numbered work-group that is known to have faulted.
    pub fn launch(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
    ) -> Result<Stats, LaunchError> {
        self.attempt(program, launch, None)?.into_result()
    }

    /// Like [`Device::launch`], on an engine of the caller's; [`Launch::backend`] is only a name then.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch_on(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        engine: &dyn Engine,
    ) -> Result<Stats, LaunchError> {
        self.attempt(program, launch, Some(engine))?.into_result()
    }

    /// Like [`Device::launch_on`], or [`Device::launch`] without an engine, but a fault comes with the
    /// statistics until then.
    ///
    /// # Errors
    /// As [`Device::launch`], except for faults.
    pub fn attempt(
        &self,
        program: &LoadedProgram,
        launch: &Launch<'_>,
        engine: Option<&dyn Engine>,
    ) -> Result<Outcome, LaunchError> {
        let engine = match engine {
            Some(engine) => engine,
            None => self.engine(launch.backend)?,
        };
        dispatch::launch(&self.memory, &self.pool, program, launch, engine)
    }

    /// Runs the kernel of the `hsa_kernel_dispatch_packet_t` at guest address `packet`, which a caller has made with
    /// all that it leads to (kernel arguments, hidden ones among them): its grid, its sizes and its arguments are the
    /// packet's, but private memory is at least what the kernel needs. `queue` is the `amd_queue_t` that kernels are
    /// told. Of `options` the backend, threads, limits and watches count. The packet's header and completion signal
    /// are the caller's business, and so are calls of the host that the kernel makes.
    ///
    /// # Errors
    /// As [`Device::attempt`]; [`LaunchError::Usage`] also when there is no packet, or its kernel is not `program`'s.
    pub fn run_packet(
        &self,
        program: &LoadedProgram,
        packet: u64,
        queue: u64,
        options: &Launch<'_>,
    ) -> Result<Outcome, LaunchError> {
        self.attempt_packet(program, (packet, queue), options, None)
    }

    /// As [`Device::run_packet`], on an engine of the caller's if it gives one.
    pub(super) fn attempt_packet(
        &self,
        program: &LoadedProgram,
        at: (u64, u64),
        options: &Launch<'_>,
        engine: Option<&dyn Engine>,
    ) -> Result<Outcome, LaunchError> {
        let engine = match engine {
            Some(engine) => engine,
            None => self.engine(options.backend)?,
        };
        dispatch::run_packet(&self.memory, &self.pool, program, at, options, engine)
    }

    /// The engine of a backend.
    pub(super) fn engine(&self, backend: Backend) -> Result<&dyn Engine, LaunchError> {
        Ok(match backend {
            Backend::Interp => &Interpreter,
            Backend::Jit => self.jit()?,
        })
    }

    /// The compiler.
    pub(super) fn jit(&self) -> Result<&Jit, LaunchError> {
        let jit = self.jit.get_or_init(|| self.new_jit());
        Ok(jit.as_ref().map_err(|e| e.clone())?)
    }

    fn new_jit(&self) -> Result<Jit, CompileError> {
        let mut jit = Jit::with_cache(self.cache.clone())?;
        if self.perf_map {
            match PerfMap::create() {
                Ok(map) => jit.set_perf_map(map),
                Err(e) => tracing::warn!("no map for perf: {e}"),
            }
        }
        Ok(jit)
    }
}
