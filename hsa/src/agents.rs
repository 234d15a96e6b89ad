//! What agents say of themselves (`hsa_agent_info_t`, `hsa_amd_agent_info_t`).

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use gcn_jit::runtime::Clocks;

use crate::agent::{Agent, CPU};
use crate::border::{api, give};
use crate::cards::Card;
use crate::clock::{NANOSECONDS_OF_TICK, told};
use crate::pool::GPU_POOL_SIZE;
use crate::runtime::runtime;
use crate::status::Status;
use crate::value::{EachHandle, Value, each};

/// SIMD units of a compute unit.
const SIMDS: u32 = 4;

/// Engines that copy between a GPU and the host, as cards have them.
pub const SDMA_ENGINES: u32 = 2;

/// `HSA_EXTENSION_IMAGES`
const EXTENSION_IMAGES: u32 = 1;

/// Whether who asks takes the limits of images for those of pitched memory: HIP does (`hipMallocPitch` and
/// `hipMalloc3D` fail where they are 0), and finds out by the calls that make them that there are no images. OpenCL
/// would tell programs that there are some.
fn wants_limits_of_images() -> bool {
    let libraries = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    libraries.contains("/libamdhip64.so") && !libraries.contains("/libamdocl64.so")
}

/// Whether queues of a card are taken to have global wave sync, by which HIP's kernels wait for all others of a launch:
/// from gfx9 on.
fn has_wave_sync(target: &str) -> bool {
    target.starts_with("gfx9")
}

/// Packets of the smallest and the largest queue.
pub const QUEUE_SIZES: std::ops::RangeInclusive<u32> = 64..=131_072;

/// The agent behind a handle.
pub fn agent(handle: u64) -> Result<&'static Agent, Status> {
    let index = handle.checked_sub(1).ok_or(Status::INVALID_AGENT)?;
    let found = usize::try_from(index).ok();
    let found = found.and_then(|i| runtime().ok()?.agents.get(i));
    match found {
        Some(agent) => Ok(agent),
        None => Err(runtime().map_or_else(|e| e, |_| Status::INVALID_AGENT)),
    }
}

/// The GPU behind a handle, and what it is.
pub fn gpu(handle: u64) -> Result<(&'static Agent, &'static Card), Status> {
    let agent = agent(handle)?;
    Ok((agent, agent.card.ok_or(Status::INVALID_AGENT)?))
}

/// Attributes that all agents have, and the difference between them.
fn info(agent: &Agent, attribute: u32) -> Option<Value> {
    let is_gpu = agent.card.is_some();
    // Of the CPU most limits are 0: it runs no packets.
    let gpu = |value: u32| Value::U32(if is_gpu { value } else { 0 });
    let card = agent.card;
    let of_card = |f: fn(&Card) -> u32| Value::U32(card.map_or(0, f));
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get()) as u32;
    let cpu_name = || "gcn-jit host CPU".to_owned();
    Some(match attribute {
        // NAME, VENDOR_NAME
        0 => Value::Text(card.map_or_else(cpu_name, |c| c.target.to_owned()), 64),
        1 => Value::Text(if is_gpu { "AMD" } else { "CPU" }.to_owned(), 64),
        // FEATURE: kernel dispatch; MACHINE_MODEL: large; PROFILE: base, full for the CPU
        2 => gpu(1),
        3 => Value::U32(1),
        4 => Value::U32(!is_gpu as u32),
        // DEFAULT_FLOAT_ROUNDING_MODE and the base profile's: near; FAST_F16_OPERATION
        5 | 23 => Value::U32(2),
        24 => Value::bool(is_gpu),
        // WAVEFRONT_SIZE; WORKGROUP_MAX_DIM, _MAX_SIZE; GRID_MAX_DIM, _MAX_SIZE; FBARRIER_MAX_SIZE
        6 => gpu(64),
        7 => Value::U16s([if is_gpu { 1024 } else { 0 }; 3]),
        8 => gpu(1024),
        9 => Value::U32s(vec![if is_gpu { u32::MAX } else { 0 }; 3]),
        10 => gpu(u32::MAX),
        11 => gpu(32),
        // QUEUES_MAX, QUEUE_MIN_SIZE, QUEUE_MAX_SIZE, QUEUE_TYPE: multiple producers
        12 => gpu(128),
        13 => gpu(*QUEUE_SIZES.start()),
        14 => gpu(*QUEUE_SIZES.end()),
        15 => Value::U32(0),
        // NODE, DEVICE
        16 => Value::U32(agent.handle as u32 - 1),
        17 => Value::U32(is_gpu as u32),
        // CACHE_SIZE of levels 1 to 4
        18 => Value::U32s(match card {
            Some(card) => vec![16 << 10, card.cache << 10, 0, 0],
            None => vec![32 << 10, 1 << 20, 0, 0],
        }),
        // ISA; EXTENSIONS: none, but images in what HIP is told; VERSION_MAJOR, _MINOR
        19 => Value::U64(if is_gpu { agent.handle } else { 0 }),
        20 if is_gpu && wants_limits_of_images() => {
            let mut bits = vec![0; 32];
            bits[0] = 1 << EXTENSION_IMAGES;
            Value::U32s(bits)
        }
        20 => Value::Zeros(128),
        21 | 22 => Value::U16(1),
        // IMAGE_1D_MAX_ELEMENTS, 1DA, 1DB; 2D, 2DA, and both of depth; 3D; IMAGE_ARRAY_MAX_LAYERS
        0x3000 | 0x3001 => gpu(16384),
        0x3002 => gpu(1 << 27),
        0x3003..=0x3006 if is_gpu => Value::U32s(vec![16384; 2]),
        0x3007 if is_gpu => Value::U32s(vec![2048; 3]),
        0x3008 => gpu(2048),
        // MAX_IMAGE_RD_HANDLES, MAX_IMAGE_RORW_HANDLES, MAX_SAMPLER_HANDLERS, IMAGE_LINEAR_ROW_PITCH_ALIGNMENT
        0x3009 => gpu(128),
        0x300a => gpu(64),
        0x300b => gpu(16),
        0x300c => gpu(256),
        // CHIP_ID, CACHELINE_SIZE, COMPUTE_UNIT_COUNT, COOPERATIVE_COMPUTE_UNIT_COUNT
        0xa000 => of_card(|c| c.chip),
        0xa001 => Value::U32(64),
        0xa002 => Value::U32(card.map_or_else(cores, |c| c.units)),
        0xa014 => of_card(|c| c.units),
        // MAX_CLOCK_FREQUENCY, MEMORY_MAX_FREQUENCY, MEMORY_WIDTH
        0xa003 => of_card(|c| c.clock),
        0xa008 => of_card(|c| c.memory_clock),
        0xa007 => of_card(|c| c.bus),
        // DRIVER_NODE_ID, MAX_ADDRESS_WATCH_POINTS, BDFID, DOMAIN
        0xa004 => Value::U32(agent.handle as u32 - 1),
        0xa005 => gpu(4),
        0xa006 => gpu((agent.handle as u32) << 8),
        0xa00f => Value::U32(0),
        // PRODUCT_NAME
        0xa009 => {
            let name = card.map(|c| format!("gcn-jit ({})", c.name));
            Value::Text(name.unwrap_or_else(cpu_name), 64)
        }
        // MAX_WAVES_PER_CU, NUM_SIMDS_PER_CU, NUM_SHADER_ENGINES, NUM_SHADER_ARRAYS_PER_SE
        0xa00a => of_card(|c| c.waves_per_simd() * SIMDS),
        0xa00b => gpu(SIMDS),
        0xa00c => gpu(4),
        0xa00d => gpu(1),
        // HDP_FLUSH: two pointers, null where nothing is to be flushed
        0xa00e => Value::Zeros(16),
        // COOPERATIVE_QUEUES
        0xa010 => Value::bool(card.is_some_and(|c| has_wave_sync(c.target))),
        // UUID
        0xa011 => match card {
            Some(card) => {
                let number = u64::from(card.chip) << 32 | agent.handle;
                Value::String(format!("GPU-{number:016x}"))
            }
            None => Value::String("CPU-XX".to_owned()),
        },
        // ASIC_REVISION, SVM_DIRECT_HOST_ACCESS
        0xa012 => gpu(1),
        0xa013 => Value::bool(false),
        // MEMORY_AVAIL, TIMESTAMP_FREQUENCY
        0xa015 if is_gpu => {
            Value::U64(GPU_POOL_SIZE.saturating_sub(agent.used.load(Ordering::Relaxed)))
        }
        0xa016 if is_gpu => Value::U64(Clocks::TICKS_PER_SECOND),
        0xa016 => Value::U64(1_000_000_000),
        // ASIC_FAMILY_ID; UCODE_VERSION, SDMA_UCODE_VERSION: there is no microcode; NUM_SDMA_ENG; NUM_SDMA_XGMI_ENG:
        // agents have no links of their own
        0xa107 => of_card(|c| c.family),
        0xa108 | 0xa109 => Value::U32(0),
        0xa10a => gpu(SDMA_ENGINES),
        0xa10b => Value::U32(0),
        // IOMMU_SUPPORT, NUM_XCC, DRIVER_UID
        0xa110 => Value::U32(0),
        0xa111 => gpu(1),
        0xa112 => Value::U32(agent.handle as u32),
        // NEAREST_CPU
        0xa113 => Value::U64(CPU),
        // MEMORY_PROPERTIES: none is an APU here, all have memory of their own; AQL_EXTENSIONS: none
        0xa114 | 0xa115 => Value::Zeros(8),
        // SCRATCH_LIMIT_MAX, SCRATCH_LIMIT_CURRENT: dispatches have their private memory from the host, and no queue
        // keeps any
        0xa116 | 0xa117 if is_gpu => Value::U64(0),
        // CLOCK_COUNTERS of the agent, the CPU and the system, and the last one's frequency: all are one clock, of which
        // the agent has its own ticks
        0xa118 if is_gpu => {
            let now = told();
            Value::U64s(vec![now / NANOSECONDS_OF_TICK, now, now, 1_000_000_000])
        }
        _ => return None,
    })
}

api! {
    /// Calls a function with each agent: the CPU, then the GPUs.
    fn hsa_iterate_agents(callback: EachHandle, data: *mut c_void) {
        let handles = runtime()?.agents.iter().map(|a| a.handle);
        // SAFETY: the caller's.
        unsafe { each(handles, callback, data) }
    }

    /// What an agent says of itself.
    fn hsa_agent_get_info(agent: u64, attribute: u32, value: *mut c_void) {
        let found = info(self::agent(agent)?, attribute);
        // SAFETY: the caller's.
        unsafe { found.ok_or(Status::INVALID_ARGUMENT)?.give(value) }
    }

    /// No queue keeps private memory that could be given back.
    fn hsa_amd_agent_set_async_scratch_limit(agent: u64, threshold: usize) {
        let _ = threshold;
        gpu(agent)?;
        Err(Status::INVALID_ARGUMENT)
    }

    /// Exceptions of instructions are not reported: neither policy is supported.
    fn hsa_agent_get_exception_policies(agent: u64, profile: u32, mask: *mut u16) {
        self::agent(agent)?;
        if profile > 1 {
            return Err(Status::INVALID_ARGUMENT);
        }
        // SAFETY: the caller's.
        unsafe { give(mask, 0) }
    }
}
