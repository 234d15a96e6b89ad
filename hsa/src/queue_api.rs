//! The functions on queues; those on indices are families that differ in how memory is ordered.

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use crate::agents::{QUEUE_SIZES, agent, gpu};
use crate::border::{api, give, values};
use crate::queue::{COOPERATIVE, Callback, Layout};
use crate::queues;
use crate::runtime::runtime;
use crate::status::Status;
use crate::value::Value;

/// The queue at an address, if there can be one: indices are read often, so no table is asked.
fn layout(address: u64) -> Option<&'static Layout> {
    let window = runtime().ok()?.memory().window(address)?;
    // A queue is an allocation of its own.
    let is_queue = window.base == address
        && window.len == size_of::<Layout>() as u64
        && window.host as u64 == address;
    // SAFETY: it lies in the arena, which stays mapped, on a page of its own, and all bits are a value.
    is_queue.then(|| unsafe { &*(address as *const Layout) })
}

macro_rules! loads {
    ($($name:ident $field:ident $order:ident)*) => { values! {$(
        /// An index of a queue.
        fn $name(queue: u64) -> u64 {
            layout(queue).map_or(0, |q| q.$field.load(Ordering::$order))
        }
    )*} };
}

loads! {
    hsa_queue_load_read_index_relaxed read Relaxed
    hsa_queue_load_read_index_scacquire read SeqCst
    hsa_queue_load_read_index_acquire read SeqCst
    hsa_queue_load_write_index_relaxed write Relaxed
    hsa_queue_load_write_index_scacquire write SeqCst
    hsa_queue_load_write_index_acquire write SeqCst
}

macro_rules! stores {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the number of packets that were given.
        fn $name(queue: u64, value: u64) -> () {
            if let Some(q) = layout(queue) {
                q.write.store(value, Ordering::$order);
            }
        }
    )*} };
}

stores! {
    hsa_queue_store_write_index_relaxed Relaxed
    hsa_queue_store_write_index_screlease SeqCst
    hsa_queue_store_write_index_release SeqCst
}

macro_rules! read_stores {
    ($($name:ident)*) => { values! {$(
        /// The read index is the packet processor's: only queues of the host program's own would take it.
        fn $name(queue: u64, value: u64) -> () {
            let _ = (queue, value);
        }
    )*} };
}

read_stores! {
    hsa_queue_store_read_index_relaxed
    hsa_queue_store_read_index_screlease
    hsa_queue_store_read_index_release
}

macro_rules! adds {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Adds to the number of packets that were given; gives what it was.
        fn $name(queue: u64, value: u64) -> u64 {
            layout(queue).map_or(0, |q| q.write.fetch_add(value, Ordering::$order))
        }
    )*} };
}

adds! {
    hsa_queue_add_write_index_relaxed Relaxed
    hsa_queue_add_write_index_scacquire SeqCst
    hsa_queue_add_write_index_screlease SeqCst
    hsa_queue_add_write_index_scacq_screl SeqCst
    hsa_queue_add_write_index_acquire SeqCst
    hsa_queue_add_write_index_release SeqCst
    hsa_queue_add_write_index_acq_rel SeqCst
}

macro_rules! swaps {
    ($($name:ident $order:ident)*) => { values! {$(
        /// Sets the number of packets that were given if it is what is expected; gives what it was. Who has lost gives
        /// way: on few cores another thread that it waits for cannot go on before.
        fn $name(queue: u64, expected: u64, value: u64) -> u64 {
            layout(queue).map_or(0, |q| {
                let swapped = q.write.compare_exchange(expected, value, Ordering::$order, Ordering::Relaxed);
                swapped.unwrap_or_else(|old| {
                    std::thread::yield_now();
                    old
                })
            })
        }
    )*} };
}

swaps! {
    hsa_queue_cas_write_index_relaxed Relaxed
    hsa_queue_cas_write_index_scacquire SeqCst
    hsa_queue_cas_write_index_screlease SeqCst
    hsa_queue_cas_write_index_scacq_screl SeqCst
    hsa_queue_cas_write_index_acquire SeqCst
    hsa_queue_cas_write_index_release SeqCst
    hsa_queue_cas_write_index_acq_rel SeqCst
}

api! {
    /// Makes a queue of a GPU, with a power of two of packets. The sizes of segments are given with each packet.
    fn hsa_queue_create(
        agent: u64, size: u32, kind: u32, callback: Callback, data: *mut c_void, private: u32, group: u32,
        queue: *mut u64,
    ) {
        let _ = (private, group);
        let runtime = runtime()?;
        let found = self::agent(agent)?;
        if gpu(agent).is_err() {
            return Err(Status::INVALID_QUEUE_CREATION);
        }
        if queue.is_null() || !size.is_power_of_two() || kind > COOPERATIVE || size > *QUEUE_SIZES.end() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let made = queues::create(runtime, found, size, kind, callback, data)?;
        // SAFETY: the caller's.
        unsafe { give(queue, made) }
    }

    /// Ends a queue. What it has not executed it does not execute any more.
    fn hsa_queue_destroy(queue: u64) {
        let runtime = runtime()?;
        queues::destroy(runtime, queue)
    }

    /// Has a queue take no more packets. The kernel that runs is cancelled.
    fn hsa_queue_inactivate(queue: u64) {
        let queue = runtime()?.queues.get(queue)?;
        queue.active.store(false, Ordering::SeqCst);
        queue.cancel.cancel();
        Ok(())
    }

    /// What a queue says of itself.
    fn hsa_amd_queue_get_info(queue: u64, attribute: u32, value: *mut c_void) {
        let queue = runtime()?.queues.get(queue)?;
        let found = match attribute {
            // AGENT; DOORBELL_ID: where kernels ring
            0 => queue.agent.handle,
            1 => (&raw const queue.layout().bell) as u64,
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        // SAFETY: the caller's.
        unsafe { Value::U64(found).give(value) }
    }

    /// Packets always have times.
    fn hsa_amd_profiling_set_profiler_enabled(queue: u64, enable: i32) {
        const PROFILING: u32 = 8;
        let queue = runtime()?.queues.get(queue)?;
        let properties = &queue.layout().properties;
        match enable {
            0 => properties.fetch_and(!PROFILING, Ordering::Relaxed),
            _ => properties.fetch_or(PROFILING, Ordering::Relaxed),
        };
        Ok(())
    }

    /// All queues have the same priority.
    fn hsa_amd_queue_set_priority(queue: u64, priority: u32) {
        runtime()?.queues.get(queue)?;
        match priority {
            0..=2 => Ok(()),
            _ => Err(Status::INVALID_ARGUMENT),
        }
    }

    /// Notes which compute units a queue may use, those that the card has; without a mask all. They are host threads,
    /// which no mask chooses.
    fn hsa_amd_queue_cu_set_mask(queue: u64, count: u32, mask: *const u32) {
        let queue = runtime()?.queues.get(queue)?;
        if !count.is_multiple_of(32) || count != 0 && mask.is_null() {
            return Err(Status::INVALID_ARGUMENT);
        }
        let mut units = queue.all_units();
        if count != 0 {
            for (i, word) in units.iter_mut().enumerate() {
                let is_given = i < (count / 32) as usize;
                // SAFETY: the caller's: there is a bit for each of `count`.
                *word &= if is_given { unsafe { mask.add(i).read_unaligned() } } else { 0 };
            }
        }
        *queue.units.lock().unwrap_or_else(|e| e.into_inner()) = units;
        Ok(())
    }

    /// Which compute units a queue may use.
    fn hsa_amd_queue_cu_get_mask(queue: u64, count: u32, mask: *mut u32) {
        let queue = runtime()?.queues.get(queue)?;
        if mask.is_null() || count == 0 || !count.is_multiple_of(32) {
            return Err(Status::INVALID_ARGUMENT);
        }
        let units = queue.units.lock().unwrap_or_else(|e| e.into_inner()).clone();
        for i in 0..(count / 32) as usize {
            // SAFETY: the caller's: there is a bit for each of `count`.
            unsafe { give(mask.add(i), units.get(i).copied().unwrap_or(0))? };
        }
        Ok(())
    }
}
