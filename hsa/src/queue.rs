//! Queues: `amd_queue_t` and the ring of packets, in guest memory, and a thread that processes them (`packets`).

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use gcn_jit::machine::memory::Access;
use gcn_jit::runtime::CancelToken;

use crate::agents::Agent;
use crate::packets;
use crate::runtime::Runtime;
use crate::signal::{self, DOORBELL, signal};
use crate::status::Status;

/// Bytes of a packet.
pub const PACKET: u64 = 64;
/// A header of a packet that is none yet.
pub const INVALID: u16 = 1;

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
    bell: AtomicU64,
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
    /// Whether the processor is to end, and what ends its kernel.
    pub stop: AtomicBool,
    pub cancel: CancelToken,
    /// Whether it takes packets.
    pub active: AtomicBool,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Queue {
    /// Its part in guest memory.
    pub fn layout(&self) -> &Layout {
        // SAFETY: it was allocated with that size and alignment, lies in the arena, which stays mapped, and is only
        // accessed by atomics.
        unsafe { &*(self.address as *const Layout) }
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

    /// Ends the processor. The kernel that runs is cancelled.
    fn end(&self, runtime: &Runtime) {
        self.active.store(false, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
        self.cancel.cancel();
        if let Ok(doorbell) = signal(self.doorbell) {
            doorbell.notify();
        }
        let thread = self.thread.lock().unwrap_or_else(|e| e.into_inner()).take();
        if let Some(thread) = thread {
            // An error callback may end its own queue.
            if thread.thread().id() == std::thread::current().id() {
                // Its memory stays: the thread still uses it.
                return;
            }
            // Its panics are its own.
            let _ = thread.join();
        }
        for at in [self.address, self.ring] {
            // Nobody else has freed them.
            let _ = runtime.memory().free(at);
        }
        let _ = signal::destroy(self.doorbell);
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

    /// Makes a queue and its thread.
    pub fn create(
        &self,
        runtime: &'static Runtime,
        agent: &'static Agent,
        size: u32,
        kind: u32,
        callback: Callback,
        data: *mut c_void,
    ) -> Result<u64, Status> {
        let memory = runtime.memory();
        let alloc = |bytes, name| {
            let at = memory.alloc(bytes, 4096, Access::ReadWrite, name);
            at.map_err(|_| Status::OUT_OF_RESOURCES)
        };
        let address = alloc(size_of::<Layout>() as u64, "queue")?;
        let undo = |places: &[u64]| {
            for &at in places {
                // Nobody else has freed them.
                let _ = memory.free(at);
            }
        };
        let ring = alloc(u64::from(size) * PACKET, "packets");
        let ring = ring.inspect_err(|_| undo(&[address]))?;
        // Kernels ring by a store where the value leads; the processor looks for packets, not for that.
        let bell = address + std::mem::offset_of!(Layout, bell) as u64;
        let doorbell = signal::create(runtime, DOORBELL, bell as i64, address);
        let doorbell = doorbell.inspect_err(|_| undo(&[address, ring]))?;
        let queue = Arc::new(Queue {
            address,
            ring,
            size,
            doorbell,
            agent,
            callback,
            data: data as usize,
            stop: AtomicBool::new(false),
            cancel: CancelToken::new(),
            active: AtomicBool::new(true),
            thread: Mutex::new(None),
        });
        let q = queue.layout();
        let order = Ordering::Relaxed;
        q.kind.store(kind, order);
        q.features.store(1, order);
        q.base_address.store(ring, order);
        q.doorbell.store(doorbell, order);
        q.size.store(size, order);
        q.id.store(address >> 12, order);
        for (to, value) in q.apertures.iter().zip(APERTURES) {
            to.store(value, order);
        }
        let units = agent.card.map_or(1, |c| c.units);
        q.max_unit.store(units - 1, order);
        q.max_wave.store(39, order);
        q.read_offset
            .store(std::mem::offset_of!(Layout, read) as u32, order);
        // 64-bit pointers.
        q.properties.store(2, order);
        for i in 0..u64::from(size) {
            queue
                .header(queue.slot(i))
                .store(INVALID, Ordering::Relaxed);
        }
        let thread = std::thread::Builder::new().name("hsa queue".to_owned());
        let thread = thread.spawn({
            let queue = Arc::clone(&queue);
            move || packets::process(runtime, &queue)
        });
        let thread = thread.map_err(|_| {
            undo(&[address, ring]);
            let _ = signal::destroy(doorbell);
            Status::OUT_OF_RESOURCES
        })?;
        *queue.thread.lock().unwrap_or_else(|e| e.into_inner()) = Some(thread);
        self.all().insert(address, queue);
        Ok(address)
    }

    /// Ends a queue.
    pub fn destroy(&self, runtime: &Runtime, address: u64) -> Result<(), Status> {
        let queue = self.all().remove(&address).ok_or(Status::INVALID_QUEUE)?;
        queue.end(runtime);
        Ok(())
    }

    /// Ends all queues.
    pub fn destroy_all(&self, runtime: &Runtime) {
        let all = std::mem::take(&mut *self.all());
        all.values().for_each(|q| q.end(runtime));
    }
}
