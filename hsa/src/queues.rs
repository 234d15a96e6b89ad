//! How queues begin, each with a thread of its own, and end.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use gcn_jit::machine::memory::Access;
use gcn_jit::runtime::CancelToken;

use crate::agent::Agent;
use crate::packets;
use crate::queue::{COOPERATIVE, Callback, Layout, PACKET, Queue};
use crate::runtime::Runtime;
use crate::signal::{self, DOORBELL, signal};
use crate::status::Status;

/// How many queues have been made.
static MADE: AtomicU64 = AtomicU64::new(0);

/// Ends the processor. The kernel that runs is cancelled.
fn end(runtime: &Runtime, queue: &Queue) {
    queue.active.store(false, Ordering::SeqCst);
    queue.stop.store(true, Ordering::SeqCst);
    queue.cancel.cancel();
    if let Ok(doorbell) = signal(queue.doorbell) {
        doorbell.notify();
    }
    let thread = queue
        .thread
        .lock()
        .unwrap_or_else(|e| e.into_inner())
        .take();
    if let Some(thread) = thread {
        // An error callback may end its own queue.
        if thread.thread().id() == std::thread::current().id() {
            // Its memory stays: the thread still uses it.
            return;
        }
        // Its panics are its own.
        let _ = thread.join();
    }
    for at in [queue.address, queue.ring] {
        // Nobody else has freed them.
        let _ = runtime.memory().free(at);
    }
    let _ = signal::destroy(queue.doorbell);
}

/// Makes a queue and its thread.
pub fn create(
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
        number: MADE.fetch_add(1, Ordering::Relaxed),
        ring,
        size,
        doorbell,
        agent,
        callback,
        data: data as usize,
        is_cooperative: kind == COOPERATIVE,
        units: Mutex::default(),
        stop: AtomicBool::new(false),
        cancel: CancelToken::new(),
        active: AtomicBool::new(true),
        thread: Mutex::new(None),
    });
    *queue.units.lock().unwrap_or_else(|e| e.into_inner()) = queue.all_units();
    queue.write(kind);
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
    runtime.queues.add(queue);
    Ok(address)
}

/// Ends a queue.
pub fn destroy(runtime: &Runtime, address: u64) -> Result<(), Status> {
    end(runtime, &*runtime.queues.remove(address)?);
    Ok(())
}

/// Ends all queues.
pub fn destroy_all(runtime: &Runtime) {
    let all = runtime.queues.take();
    all.values().for_each(|q| end(runtime, q));
}
