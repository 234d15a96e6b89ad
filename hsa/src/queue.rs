//! Queues: `amd_queue_t` and the ring of packets, in guest memory, which `packets` processes.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use gcn_jit::runtime::CancelToken;

use crate::agent::Agent;
use crate::status::Status;

/// Bytes of a packet.
pub const PACKET: u64 = 64;
/// A header of a packet that is none yet.
pub const INVALID: u16 = 1;

/// `HSA_QUEUE_TYPE_COOPERATIVE`
pub const COOPERATIVE: u32 = 2;

/// The upper halves of the addresses by which kernels reach LDS and private memory.
const APERTURES: [u32; 2] = [
    gcn_jit::machine::SHARED_APERTURE_HI,
    gcn_jit::machine::PRIVATE_APERTURE_HI,
];

/// `amd_queue_t`, as kernels and host programs read it.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct Layout {
    kind: AtomicU32,
    features: AtomicU32,
    base_address: AtomicU64,
    doorbell: AtomicU64,
    size: AtomicU32,
    reserved: AtomicU32,
    id: AtomicU64,
    caps: AtomicU32,
    reserved2: [AtomicU32; 3],
    /// The number of packets that were given.
    pub write: AtomicU64,
    apertures: [AtomicU32; 2],
    max_unit: AtomicU32,
    max_wave: AtomicU32,
    reserved3: [AtomicU64; 6],
    /// The number of packets that were taken.
    pub read: AtomicU64,
    read_offset: AtomicU32,
    tmpring: AtomicU32,
    scratch: [AtomicU64; 4],
    lane_bytes: AtomicU32,
    /// Whether addresses have 64 bits, and packets are timed.
    pub properties: AtomicU32,
    reserved4: AtomicU64,
    inactive: AtomicU64,
    reserved5: [AtomicU64; 7],
    /// Where kernels write the number of a packet that they give. `amd_queue_t` ends before it.
    pub bell: AtomicU64,
}

const _: () = assert!(std::mem::offset_of!(Layout, bell) == 256);
const _: () = assert!(std::mem::offset_of!(Layout, write) == 0x38);
const _: () = assert!(std::mem::offset_of!(Layout, read) == 0x80);
const _: () = assert!(std::mem::offset_of!(Layout, properties) == 0xb4);
const _: () = assert!(std::mem::offset_of!(Layout, inactive) == 0xc0);

/// What a queue reports an error to: the status, the queue, and the host program's data.
pub type Callback = Option<unsafe extern "C" fn(u32, *mut c_void, *mut c_void)>;

/// A queue, as its processor and the functions on it share it.
#[derive(Debug)]
pub struct Queue {
    /// Where it is in guest memory.
    pub address: u64,
    /// How many the process has made before it.
    pub number: u64,
    /// Where its packets are, and how many.
    pub ring: u64,
    pub size: u32,
    /// The signal that says that there are packets.
    pub doorbell: u64,
    /// Whose it is.
    pub agent: &'static Agent,
    /// Who is told of errors.
    pub callback: Callback,
    pub data: usize,
    /// Whether all work-groups of its kernels run at the same time.
    pub is_cooperative: bool,
    /// Which compute units it may use, as the host program has it.
    pub units: Mutex<Vec<u32>>,
    /// Whether the processor is to end, and what ends its kernel.
    pub stop: AtomicBool,
    pub cancel: CancelToken,
    /// Whether it takes packets.
    pub active: AtomicBool,
    /// The processor's thread.
    pub thread: Mutex<Option<JoinHandle<()>>>,
}

impl Queue {
    /// Its part in guest memory.
    pub fn layout(&self) -> &Layout {
        // SAFETY: it was allocated with that size and alignment, lies in the arena, which stays mapped, and is only
        // accessed by atomics.
        unsafe { &*(self.address as *const Layout) }
    }

    /// Writes what is in guest memory of it: `kind` is `hsa_queue_type_t`.
    pub fn write(&self, kind: u32) {
        let q = self.layout();
        let order = Ordering::Relaxed;
        q.kind.store(kind, order);
        q.features.store(1, order);
        q.base_address.store(self.ring, order);
        q.doorbell.store(self.doorbell, order);
        q.size.store(self.size, order);
        q.id.store(self.address >> 12, order);
        for (to, value) in q.apertures.iter().zip(APERTURES) {
            to.store(value, order);
        }
        let units = self.agent.card.map_or(1, |c| c.units);
        q.max_unit.store(units - 1, order);
        q.max_wave.store(39, order);
        q.read_offset
            .store(std::mem::offset_of!(Layout, read) as u32, order);
        // 64-bit pointers.
        q.properties.store(2, order);
        for i in 0..u64::from(self.size) {
            self.header(self.slot(i)).store(INVALID, Ordering::Relaxed);
        }
    }

    /// A mask of all compute units that the card has.
    pub fn all_units(&self) -> Vec<u32> {
        let units = self.agent.card.map_or(0, |c| c.units);
        let word = |i| match units - 32 * i {
            bits @ 0..32 => (1 << bits) - 1,
            _ => u32::MAX,
        };
        (0..units.div_ceil(32)).map(word).collect()
    }

    /// The place of packet number `index`.
    pub fn slot(&self, index: u64) -> u64 {
        self.ring + (index & u64::from(self.size - 1)) * PACKET
    }

    /// The header of the packet at `slot`.
    pub fn header(&self, slot: u64) -> &AtomicU16 {
        // SAFETY: as for `layout`: the slot is in the ring.
        unsafe { &*(slot as *const AtomicU16) }
    }
}

/// The queues, by address.
#[derive(Debug, Default)]
pub struct Queues {
    all: Mutex<BTreeMap<u64, Arc<Queue>>>,
}

impl Queues {
    fn all(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<Queue>>> {
        self.all.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The queue at an address.
    pub fn get(&self, address: u64) -> Result<Arc<Queue>, Status> {
        self.all()
            .get(&address)
            .cloned()
            .ok_or(Status::INVALID_QUEUE)
    }

    /// Adds a queue.
    pub fn add(&self, queue: Arc<Queue>) {
        self.all().insert(queue.address, queue);
    }

    /// Takes out the queue at an address.
    pub fn remove(&self, address: u64) -> Result<Arc<Queue>, Status> {
        self.all().remove(&address).ok_or(Status::INVALID_QUEUE)
    }

    /// Takes out all.
    pub fn take(&self) -> BTreeMap<u64, Arc<Queue>> {
        std::mem::take(&mut *self.all())
    }
}
