//! From a launch to a plan: checks, and the structures that the ABI demands (LLVM AMDGPUUsage, "Kernel
//! Dispatch").

use std::io::Write as _;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::abi::{self, Addresses, Kernarg, Shape};
use super::hostcall::{self, HostCalls};
use super::launch::{ArgValue, FinalWave, Launch, LaunchError, Outcome, Print, Stats};
use super::load::LoadedProgram;
use super::opencl1;
use super::plan::Plan;
use super::poison::Poison;
use super::printf_buffer::{self, PrintfBuffer};
use super::schedule::{self, Pool};
use crate::isa::Gen;
use crate::loader::{ArgKind, Kernel};
use crate::machine::Engine;
use crate::machine::memory::Memory;
use crate::machine::start::{Defined, SystemSgprs};
use crate::machine::wave::LANES;

/// Work-items that a work-group can have.
const MAX_WORKGROUP: u64 = 1024;

/// Guest memory that lives as long as the launch.
struct Allocations<'a> {
    memory: &'a Memory,
    bases: Vec<u64>,
}

impl Allocations<'_> {
    fn alloc(&mut self, name: &str, bytes: u64, align: u64) -> Result<u64, LaunchError> {
        let base = self.memory.alloc_internal(bytes, align, name)?;
        self.bases.push(base);
        Ok(base)
    }

    fn fill(&self, base: u64, bytes: &[u8]) -> Result<(), LaunchError> {
        self.memory
            .write(base, bytes)
            .map_err(|e| LaunchError::Usage(crate::error::FaultKind::from(e).to_string()))
    }
}

impl Drop for Allocations<'_> {
    fn drop(&mut self) {
        for base in self.bases.drain(..) {
            // What nobody else knows of nobody else has freed.
            let _ = self.memory.free(base);
        }
    }
}

/// Checks the sizes of a launch against the kernel and the machine; gives the number of work-groups.
fn check_shape(kernel: &Kernel, shape: &Shape) -> Result<u64, String> {
    let show = |v: [u32; 3]| format!("{}x{}x{}", v[0], v[1], v[2]);
    let local = show(shape.local);
    if shape.grid.contains(&0) {
        return Err(format!("the global size {} is empty", show(shape.grid)));
    }
    if shape.local.contains(&0) {
        return Err(format!("the work-group size {local} is empty"));
    }
    if !(1..=3).contains(&shape.dimensions) {
        return Err(format!("a grid has no {} dimensions", shape.dimensions));
    }
    let size: u128 = shape.local.iter().map(|&v| u128::from(v)).product();
    if size > u128::from(MAX_WORKGROUP) {
        return Err(format!(
            "the work-group size {local} is over the limit of {MAX_WORKGROUP} work-items"
        ));
    }
    if let Some(required) = kernel.reqd_workgroup_size.filter(|r| *r != shape.local) {
        return Err(format!(
            "kernel '{}' requires the work-group size {}, not {local}",
            kernel.name,
            show(required)
        ));
    }
    let count: u128 = shape.groups().iter().map(|&v| u128::from(v)).product();
    u64::try_from(count)
        .ok()
        .filter(|&c| c < u64::MAX / 2)
        .ok_or_else(|| format!("the global size {} is too large", show(shape.grid)))
}

/// Checks the size of a work-group against what the kernel is compiled for, as its metadata tells. Of a packet nobody
/// does: the machine does not know, and AMD's HIP launches kernels of its own with more.
fn check_most(kernel: &Kernel, shape: &Shape) -> Result<(), String> {
    let size: u128 = shape.local.iter().map(|&v| u128::from(v)).product();
    match kernel.max_flat_workgroup_size {
        Some(max @ 1..) if size > u128::from(max) => {
            let [x, y, z] = shape.local;
            Err(format!(
                "kernel '{}' takes at most {max} work-items per work-group; {x}x{y}x{z} are {size}",
                kernel.name
            ))
        }
        _ => Ok(()),
    }
}

/// A buffer for host calls with a packet for each wave that may run at once.
fn host_calls<'a>(
    own: &mut Allocations<'a>,
    shape: &Shape,
    count: u64,
    launch: &Launch<'_>,
) -> Result<HostCalls<'a>, LaunchError> {
    let waves = (shape.local.iter().product::<u32>() as usize).div_ceil(LANES) as u64;
    let most = schedule::MAX_RESIDENTS.saturating_mul(launch.threads) as u64;
    let groups = if launch.cooperative {
        count
    } else {
        count.min(most)
    };
    let packets = (groups * waves).next_power_of_two().max(2);
    let base = own.alloc("host calls", hostcall::size(packets), 64)?;
    let calls = HostCalls::new(own.memory, base, packets);
    calls.map_err(|e| LaunchError::Usage(crate::error::FaultKind::from(e).to_string()))
}

/// A buffer for OpenCL's `printf` with what the kernel prints.
fn printf_buffer<'a>(
    own: &mut Allocations<'a>,
    loaded: &'a LoadedProgram,
) -> Result<PrintfBuffer<'a>, LaunchError> {
    let base = own.alloc("printf buffer", printf_buffer::size(loaded.printf()), 8)?;
    let buffer = PrintfBuffer::new(own.memory, base, loaded.printf());
    buffer.map_err(|e| LaunchError::Usage(crate::error::FaultKind::from(e).to_string()))
}

/// What a kernel prints where [`Launch::print`] is not set.
fn to_stderr(text: &str) {
    // Nobody may be there to read it.
    std::io::stderr()
        .write_all(text.as_bytes())
        .unwrap_or_default();
}

/// Runs `run` while a thread answers its host calls.
fn served<R>(calls: &HostCalls<'_>, print: Print<'_>, run: impl FnOnce() -> R) -> R {
    /// Tells the thread that there will be no more, also when `run` panics.
    struct End<'a>(&'a AtomicBool, std::thread::Thread);
    impl Drop for End<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Release);
            self.1.unpark();
        }
    }
    let ended = AtomicBool::new(false);
    std::thread::scope(|s| {
        let server = s.spawn(|| calls.serve(&ended, print));
        let _end = End(&ended, server.thread().clone());
        run()
    })
}

/// LDS of a work-group in bytes, in whole granules, when `wanted` bytes fit.
fn check_lds(generation: Gen, wanted: u32) -> Result<u32, String> {
    let (granule, limit) = (generation.lds_granule(), generation.lds_size());
    if wanted > limit {
        return Err(format!(
            "a work-group needs {wanted} bytes of LDS; {generation} has {limit}"
        ));
    }
    Ok(wanted.next_multiple_of(granule))
}

/// The arguments with addresses in place of handles, when those and the program are of the device with
/// the memory `memory`.
fn resolve(
    memory: &Memory,
    loaded: &LoadedProgram,
    args: &[ArgValue],
) -> Result<Vec<ArgValue>, LaunchError> {
    if loaded.memory_id() != memory.id() {
        return Err(LaunchError::OtherDevice("the program".to_owned()));
    }
    let resolved = args.iter().enumerate().map(|(i, arg)| match arg {
        ArgValue::Handle(h) if h.0.memory().id() != memory.id() => {
            Err(LaunchError::OtherDevice(format!("argument {i}, a buffer,")))
        }
        ArgValue::Handle(h) => Ok(ArgValue::Buffer(h.address())),
        ArgValue::Bytes(_) | ArgValue::Buffer(_) | ArgValue::Local(_) => Ok(arg.clone()),
    });
    resolved.collect()
}

/// Runs a kernel of `loaded`, which lies in `memory`, to its end or a fault on `engine`.
pub(super) fn launch(
    memory: &Memory,
    pool: &Pool,
    loaded: &LoadedProgram,
    launch: &Launch<'_>,
    engine: &dyn Engine,
) -> Result<Outcome, LaunchError> {
    let kernel = loaded.kernels.get(launch.kernel).ok_or_else(|| {
        LaunchError::Usage(format!(
            "kernel index {} of {}",
            launch.kernel,
            loaded.kernels.len()
        ))
    })?;
    if let Some(what) = &kernel.unsupported {
        return Err(LaunchError::Usage(format!(
            "kernel '{}' needs {what}: that is not supported",
            kernel.name
        )));
    }
    let args = resolve(memory, loaded, &launch.args)?;
    let shape = Shape {
        grid: launch.grid,
        local: launch.local,
        dimensions: launch.dimensions,
    };
    let count = check_shape(kernel, &shape).map_err(LaunchError::Usage)?;
    check_most(kernel, &shape).map_err(LaunchError::Usage)?;
    let mut own = Allocations {
        memory,
        bases: Vec::new(),
    };
    let queue = own.alloc("queue object", abi::QUEUE_SIZE as u64, 64)?;
    let packet = own.alloc("dispatch packet", abi::PACKET_SIZE as u64, 64)?;
    let has = |kind| kernel.args.iter().any(|a| a.kind == kind);
    let printf = if has(ArgKind::HiddenPrintfBuffer) {
        Some(printf_buffer(&mut own, loaded)?)
    } else {
        None
    };
    let calls = if has(ArgKind::HiddenHostcallBuffer) {
        Some(host_calls(&mut own, &shape, count, launch)?)
    } else {
        None
    };
    let hidden = abi::Hidden {
        queue,
        printf: printf.as_ref().map_or(0, PrintfBuffer::base),
        hostcall: calls.as_ref().map_or(0, HostCalls::base),
    };
    let wanted = launch.private.unwrap_or(0);
    let private = abi::private_size(kernel, wanted);
    let sizes = private.and_then(|size| Some((size, abi::private_units(size)?)));
    let (private, units) = sizes.ok_or_else(|| {
        LaunchError::Usage(format!(
            "{} bytes of private memory per work-item are too many",
            kernel.private_size.max(wanted)
        ))
    })?;
    let packed = match &kernel.amd_cl1 {
        None => abi::pack(kernel, &args, &shape, hidden).map(|packed| (packed, Vec::new())),
        Some(k) => {
            let place = opencl1::Place {
                memory,
                base: loaded.base,
                generation: loaded.generation(),
                has_private: private != 0,
            };
            opencl1::pack(kernel, k, &args, &shape, &place)
        }
    };
    let (mut packed, relative) = packed.map_err(LaunchError::Usage)?;
    let lds_asked = packed.lds.max(launch.lds_limit.unwrap_or(0));
    let lds = check_lds(loaded.generation(), lds_asked).map_err(LaunchError::Usage)?;
    // Loads of whole 16 or 32 bytes may reach past the last argument.
    let kernarg_len = packed.bytes.len().next_multiple_of(64) as u64;
    let kernarg = own.alloc("kernel arguments", kernarg_len, packed.align)?;
    for at in relative {
        packed.add(at, kernarg);
    }
    own.fill(kernarg, &packed.bytes)?;
    let object = loaded.base.wrapping_add(kernel.descriptor);
    own.fill(packet, &abi::packet(&shape, units, lds, object, kernarg))?;
    own.fill(queue, &abi::queue(packet))?;

    let ready = Ready {
        kernel,
        shape,
        count,
        lds,
        lds_asked,
        private,
        at: Addresses {
            packet,
            queue,
            kernarg,
            private: units,
            preload: abi::preloaded(memory, kernel, kernarg),
        },
        null_given: launch.args.contains(&ArgValue::Buffer(0)),
        padding: (packed.set, kernarg_len as usize),
        calls,
        sync_of: 0,
    };
    let outcome = execute(memory, pool, loaded, launch, engine, ready)?;
    if let Some(printf) = &printf {
        let print = launch.print.unwrap_or(&to_stderr);
        printf.print(outcome.fault.is_none(), print);
    }
    Ok(outcome)
}

/// A launch whose structures are in memory.
struct Ready<'a> {
    kernel: &'a Kernel,
    shape: Shape,
    /// Number of work-groups.
    count: u64,
    lds: u32,
    lds_asked: u32,
    private: u32,
    at: Addresses,
    /// Whether an explicit argument is a null pointer.
    null_given: bool,
    /// Which bytes of the kernel's arguments are set, of how many.
    padding: (Vec<Range<usize>>, usize),
    calls: Option<HostCalls<'a>>,
    /// The queue whose global wave sync it has; 0 for launches without one of the caller's.
    sync_of: u64,
}

/// What is defined when the launch begins.
fn defined(
    plan: &Plan<'_>,
    launch: &Launch<'_>,
    (set, len): &(Vec<Range<usize>>, usize),
) -> Defined {
    let (scalars, ids) = plan.defined();
    let at = |r: Range<usize>| plan.at.kernarg + r.start as u64..plan.at.kernarg + r.end as u64;
    let padding = Kernarg::padding(set, *len).into_iter().map(at);
    let padding = padding.map(|r| (r, "padding between the kernel's arguments".to_owned()));
    let buffers = launch.undefined.iter().cloned();
    let named = buffers.map(|(r, name)| (r, format!("buffer '{name}'")));
    Defined {
        scalars,
        ids,
        undefined: named.chain(padding).collect(),
    }
}

/// Runs it to its end or a fault.
fn execute(
    memory: &Memory,
    pool: &Pool,
    loaded: &LoadedProgram,
    launch: &Launch<'_>,
    engine: &dyn Engine,
    ready: Ready<'_>,
) -> Result<Outcome, LaunchError> {
    let Ready {
        kernel,
        shape,
        count,
        calls,
        ..
    } = ready;
    let plan = Plan {
        memory,
        program: &loaded.program,
        kernel,
        lds: ready.lds,
        lds_asked: ready.lds_asked,
        count,
        shape,
        groups: shape.groups(),
        full: std::array::from_fn(|d| shape.grid[d] / shape.local[d]),
        system: SystemSgprs::of(kernel),
        at: ready.at,
        private: ready.private,
        pc: loaded.base.wrapping_add(kernel.entry),
        null_given: ready.null_given,
        poison: launch.poison,
        sync: memory.sync(ready.sync_of),
        ids: Default::default(),
    };
    if let Some(poison) = plan.poison.map(Poison) {
        for (i, (range, _)) in launch.undefined.iter().enumerate() {
            poison.buffer(memory, i, range)?;
        }
    }
    engine.launch_begins(&|| defined(&plan, launch, &ready.padding));
    let before = engine.counters();
    let start = Instant::now();
    let run = || schedule::run(&plan, engine, launch, start, pool);
    let (ran, fault) = match &calls {
        None => run(),
        Some(calls) => served(calls, launch.print.unwrap_or(&to_stderr), run),
    }?;
    let kernel_seconds = start.elapsed().as_secs_f64();
    let after = engine.counters();
    let mut captured: Vec<FinalWave> = ran.captured.into_iter().map(|(_, w)| w).collect();
    captured.shrink_to_fit();
    let stats = Stats {
        kernel_seconds,
        compile_seconds: after.compile_seconds - before.compile_seconds,
        instructions: ran.tally.instructions,
        lanes: ran.tally.lanes,
        waves: ran.tally.waves,
        workgroups: count,
        blocks_compiled: after.blocks_compiled - before.blocks_compiled,
        instructions_compiled: after.instructions_compiled - before.instructions_compiled,
        code_bytes: after.code_bytes - before.code_bytes,
        cache_hits: after.cache_hits - before.cache_hits,
        host_calls: calls.as_ref().map_or(0, HostCalls::answered),
        backend: launch.backend.to_string(),
        isa: loaded.target.clone(),
        threads: ran.threads,
        captured,
    };
    Ok(Outcome { stats, fault })
}

/// Runs the kernel of a dispatch packet, which the caller has made with all that it leads to.
///
/// The grid, the sizes of LDS and private memory, and the arguments are the packet's; nothing is allocated.
pub(super) fn run_packet(
    memory: &Memory,
    pool: &Pool,
    loaded: &LoadedProgram,
    (packet, queue): (u64, u64),
    options: &Launch<'_>,
    engine: &dyn Engine,
) -> Result<Outcome, LaunchError> {
    if loaded.memory_id() != memory.id() {
        return Err(LaunchError::OtherDevice("the program".to_owned()));
    }
    let mut bytes = [0; abi::PACKET_SIZE];
    memory.read(packet, &mut bytes).map_err(|_| {
        let place = memory.describe(packet);
        LaunchError::Usage(format!("there is no packet at {packet:#x} ({place})"))
    })?;
    let p = abi::Packet::of(&bytes).map_err(LaunchError::Usage)?;
    let is_meant = |k: &&Kernel| loaded.base.wrapping_add(k.descriptor) == p.kernel_object;
    // Who launches mostly knows which it is.
    let known = loaded.kernels.get(options.kernel).filter(is_meant);
    let kernel = known.or_else(|| loaded.kernels.iter().find(is_meant));
    let kernel = kernel.ok_or_else(|| {
        let at = p.kernel_object;
        LaunchError::Usage(format!("no kernel of the program is at {at:#x}"))
    })?;
    let count = check_shape(kernel, &p.shape).map_err(LaunchError::Usage)?;
    let lds = check_lds(loaded.generation(), p.lds).map_err(LaunchError::Usage)?;
    // Who made the packet may not know how deep a stack grows.
    let size = abi::private_size(kernel, p.private);
    let sizes = size.and_then(|size| Some((size, abi::private_units(size)?)));
    let (private, units) = sizes.ok_or_else(|| {
        let bytes = kernel.private_size.max(p.private);
        let what = format!("{bytes} bytes of private memory per work-item are too many");
        LaunchError::Usage(what)
    })?;
    let ready = Ready {
        kernel,
        shape: p.shape,
        count,
        lds,
        lds_asked: p.lds,
        private,
        at: Addresses {
            packet,
            queue,
            kernarg: p.kernarg,
            private: units,
            preload: abi::preloaded(memory, kernel, p.kernarg),
        },
        null_given: false,
        // All of it is the caller's.
        padding: (Vec::new(), 0),
        calls: None,
        sync_of: queue,
    };
    execute(memory, pool, loaded, options, engine, ready)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lds_is_given_in_granules_of_256_bytes_on_gfx6_and_512_later() {
        assert_eq!(check_lds(Gen::Gfx6, 257), Ok(512));
        assert_eq!(check_lds(Gen::Gfx6, 32 * 1024), Ok(32 * 1024));
        assert!(check_lds(Gen::Gfx6, 32 * 1024 + 1).is_err());
        for generation in [Gen::Gfx7, Gen::Gfx8, Gen::Gfx9, Gen::Gfx906] {
            assert_eq!(check_lds(generation, 0), Ok(0));
            assert_eq!(check_lds(generation, 513), Ok(1024));
            assert_eq!(check_lds(generation, 64 * 1024), Ok(64 * 1024));
            assert!(check_lds(generation, 64 * 1024 + 1).is_err());
        }
        // LLVM AMDGPUUsage, "Kernel Descriptor": blocks of 320 dwords, and 160 KiB.
        assert_eq!(check_lds(Gen::Gfx950, 513), Ok(1280));
        assert_eq!(check_lds(Gen::Gfx950, 160 * 1024), Ok(160 * 1024));
        assert!(check_lds(Gen::Gfx950, 160 * 1024 + 1).is_err());
    }
}
