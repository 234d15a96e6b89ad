//! The processor of packets: one thread for each queue, which executes them strictly one after the other. Packets of
//! different queues run at the same time, and nothing that a queue holds makes another wait.
//!
//! Layouts: HSA Platform System Architecture, "Architected Queuing Language"; the vendor packet of `hsa_ext_amd.h`.

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use gcn_jit::error::{Fault, FaultKind};
use gcn_jit::loader::Kernel;
use gcn_jit::runtime::{Launch, LaunchError, Outcome, Stats, estimate as estimates, profile};

use crate::blit::{self, Grid};
use crate::clock::now;
use crate::events;
use crate::pace::Pace;
use crate::queue::{INVALID, PACKET, Queue};
use crate::runtime::Runtime;
use crate::signal::{self, Condition, Signal, signal};
use crate::stats;
use crate::status::{Status, names, report};

/// How long an idle processor sleeps before it looks again: kernels may have given packets.
const IDLE: Duration = Duration::from_millis(2);

/// Types of packets.
const VENDOR: u16 = 0;
const KERNEL: u16 = 2;
const AND: u16 = 3;
const OR: u16 = 5;

/// What went wrong with a packet.
#[derive(Debug)]
struct Failure {
    status: Status,
    text: String,
    /// What a kernel has done.
    fault: Option<Box<Fault>>,
}

impl Failure {
    fn new(status: Status, text: impl Into<String>) -> Failure {
        Failure {
            status,
            text: text.into(),
            fault: None,
        }
    }

    /// Whether who waits for the packet is told by its completion signal. AMD's signals never change: who waits is told
    /// by the queue's callback, or waits for good. So it is here where the packet itself is wrong, and after a trap,
    /// which a program may have planned; of other faults, after which programs with AMD's runtime mostly end, waiters
    /// hear.
    fn ends_waits(&self) -> bool {
        let fault = self.fault.as_ref().map(|f| &f.kind);
        fault.is_some_and(|kind| !matches!(kind, FaultKind::Trap(_)))
    }
}

impl From<LaunchError> for Failure {
    fn from(e: LaunchError) -> Failure {
        let status = match &e {
            LaunchError::Fault(fault) => match fault.kind {
                FaultKind::Read { .. } | FaultKind::Write { .. } | FaultKind::Misaligned { .. } => {
                    Status::MEMORY_FAULT
                }
                FaultKind::Illegal(_) | FaultKind::Unsupported { .. } => {
                    Status::ILLEGAL_INSTRUCTION
                }
                FaultKind::Internal(_) => Status::ERROR,
                _ => Status::EXCEPTION,
            },
            LaunchError::Alloc(_) => Status::OUT_OF_RESOURCES,
            LaunchError::Usage(_) => Status::INVALID_PACKET_FORMAT,
            _ => Status::ERROR,
        };
        match e {
            LaunchError::Fault(fault) => Failure {
                status,
                text: fault.to_string(),
                fault: Some(fault),
            },
            _ => Failure::new(status, e.to_string()),
        }
    }
}

/// A packet, as it was when it was taken.
#[derive(Clone, Copy)]
struct Packet([u8; PACKET as usize]);

impl Packet {
    fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes(self.0[at..at + 2].try_into().unwrap_or_default())
    }

    fn u32(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.0[at..at + 4].try_into().unwrap_or_default())
    }

    fn u64(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.0[at..at + 8].try_into().unwrap_or_default())
    }
}

/// Takes packets until the queue ends, or one fails.
pub fn process(runtime: &'static Runtime, queue: &Arc<Queue>) {
    let mut index = 0;
    let mut pace = Pace::default();
    while let Some(header) = next(queue, index, &pace) {
        let slot = queue.slot(index);
        // SAFETY: the slot is in the ring; who gave the packet wrote it before the header.
        let packet = Packet(unsafe { (slot as *const [u8; PACKET as usize]).read_volatile() });
        pace.take(header & 0xff == KERNEL);
        let start = now();
        let done = execute(runtime, queue, slot, header, &packet, &mut pace);
        let is_ended = queue.stop.load(Ordering::SeqCst) || !queue.active.load(Ordering::SeqCst);
        let done = match done {
            // Who has ended the queue has cut it short, and wants to hear no more of it.
            Ok(false) => return,
            Err(_) if is_ended => return,
            Ok(true) => Ok(()),
            Err(failure) => Err(failure),
        };
        queue.header(slot).store(INVALID, Ordering::Release);
        index += 1;
        queue.layout().read.store(index, Ordering::Release);
        // Every type of packet has it in the same place.
        let completion = signal(packet.u64(56)).ok();
        match done {
            Ok(()) => {
                if header & 0xff != KERNEL {
                    stats::BARRIERS.add(1);
                }
                let times = pace.end([start, now()]);
                pace.expect(|| given(queue, index).is_some());
                completion.iter().for_each(|s| s.complete(&times));
            }
            Err(failure) => {
                stats::fault();
                pace.wait();
                queue.active.store(false, Ordering::SeqCst);
                tell(runtime, queue, &failure, || {
                    let told = completion.filter(|_| failure.ends_waits());
                    told.iter().for_each(|s| s.fail(failure.status));
                });
                return;
            }
        }
    }
}

/// The header of packet number `index`, if the packet is there and the queue takes it.
///
/// A packet is there when it is counted and its header says so. ROCm's scheduler of kernels that kernels enqueue
/// writes packets from front to back, and counts them then.
fn given(queue: &Queue, index: u64) -> Option<u16> {
    let counted = queue.layout().write.load(Ordering::Acquire) > index;
    let value = queue.header(queue.slot(index)).load(Ordering::Acquire);
    let is_there = counted && value & 0xff != INVALID && queue.active.load(Ordering::SeqCst);
    is_there.then_some(value)
}

/// Waits for packet number `index`; gives its header, or nothing when the queue ends.
fn next(queue: &Queue, index: u64, pace: &Pace) -> Option<u16> {
    let doorbell = signal(queue.doorbell).ok()?;
    // A program that waits for a packet mostly gives the next one at once.
    let begin = if index == 0 { 0 } else { now() };
    loop {
        let epoch = doorbell.epoch();
        if queue.stop.load(Ordering::SeqCst) {
            return None;
        }
        if let Some(header) = given(queue, index) {
            return Some(header);
        }
        pace.wait();
        let passed = now() - begin;
        if passed < signal::SPIN {
            signal::spin(passed)
        } else {
            doorbell.sleep(epoch, IDLE)
        }
    }
}

/// Executes a packet to its end: `false` when the queue has ended before.
fn execute(
    runtime: &Runtime,
    queue: &Queue,
    slot: u64,
    header: u16,
    packet: &Packet,
    pace: &mut Pace,
) -> Result<bool, Failure> {
    if header & 0xff == KERNEL {
        return dispatch(runtime, queue, slot, packet, pace).map(|()| true);
    }
    // Only who has to wait asks whether to stop.
    let stop = || {
        pace.wait();
        queue.stop.load(Ordering::SeqCst) || !queue.active.load(Ordering::SeqCst)
    };
    let end = barrier(header, packet, stop)?;
    end.iter().for_each(|&end| pace.barrier(end));
    Ok(end.is_some())
}

/// Waits as a barrier packet says. Gives when what it has waited for ended on the clock of the estimates, 0 where that is
/// not known; nothing when `stop` says so before. That is asked when what it waits for is not there, and only then.
fn barrier(header: u16, packet: &Packet, stop: impl Fn() -> bool) -> Result<Option<u64>, Failure> {
    match header & 0xff {
        AND => {
            let mut end = 0;
            for s in dependencies(packet)? {
                if s.wait(Condition::Eq, 0, u64::MAX, &stop) != 0 {
                    return Ok(None);
                }
                end = s.ended().max(end);
            }
            Ok(Some(end))
        }
        OR => Ok(wait_any(&dependencies(packet)?, stop)),
        VENDOR if packet.0[2] == 2 => {
            let condition = Condition::of(packet.u32(32));
            let condition = condition.ok_or_else(|| {
                let what = format!("a barrier-value packet with condition {}", packet.u32(32));
                Failure::new(Status::INVALID_PACKET_FORMAT, what)
            })?;
            let Some(s) = dependency(packet.u64(8))? else {
                return Ok(Some(0));
            };
            let (value, mask) = (packet.u64(16) as i64, packet.u64(24) as i64);
            loop {
                let epoch = s.epoch();
                let seen = s.value.load(Ordering::SeqCst) & mask;
                if condition.holds(seen, value) {
                    return Ok(Some(s.ended()));
                }
                if stop() {
                    return Ok(None);
                }
                s.sleep(epoch, signal::NAP);
            }
        }
        kind => {
            let what = match kind {
                VENDOR => format!("a vendor packet of format {}", packet.0[2]),
                4 => "an agent dispatch packet on a GPU's queue".to_owned(),
                _ => format!("a packet of type {kind}"),
            };
            Err(Failure::new(Status::INVALID_PACKET_FORMAT, what))
        }
    }
}

/// A signal of a barrier packet; none, for a handle of 0, is not an error.
fn dependency(handle: u64) -> Result<Option<&'static Signal>, Failure> {
    if handle == 0 {
        return Ok(None);
    }
    signal(handle).map(Some).map_err(|_| {
        let what = format!("a barrier packet waits for {handle:#x}, which is not a signal");
        Failure::new(Status::INVALID_PACKET_FORMAT, what)
    })
}

/// Those of a barrier-and or barrier-or packet.
fn dependencies(packet: &Packet) -> Result<Vec<&'static Signal>, Failure> {
    let all = (0..5).map(|i| dependency(packet.u64(8 + 8 * i)));
    Ok(all
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .flatten()
        .collect())
}

/// Waits until one of several signals is 0, without any not at all; gives what [`barrier`] does.
fn wait_any(any: &[&'static Signal], stop: impl Fn() -> bool) -> Option<u64> {
    let Some(first) = any.first() else {
        return Some(0);
    };
    loop {
        let epoch = first.epoch();
        let complete = any.iter().filter(|s| s.value.load(Ordering::SeqCst) == 0);
        if let Some(end) = complete.map(|s| s.ended()).min() {
            return Some(end);
        }
        if stop() {
            return None;
        }
        // Of the others it learns by looking.
        first.sleep(epoch, signal::NAP / 4);
    }
}

/// Checks the sizes of a dispatch packet, of which AMD's runtime tells each by a status of its own.
fn check_sizes(packet: &Packet, all_lds: u32) -> Result<(), (Status, String)> {
    /// Work-items of the largest work-group.
    const MOST: u32 = 1024;
    if packet.u16(2) & 3 == 0 {
        let what = "the grid has no dimensions".to_owned();
        return Err((Status::INCOMPATIBLE_ARGUMENTS, what));
    }
    let lds = packet.u32(28);
    if lds > all_lds {
        let what = format!("a work-group has no {lds} bytes of LDS");
        return Err((Status::INVALID_ALLOCATION, what));
    }
    let [x, y, z] = [4, 6, 8].map(|at| u32::from(packet.u16(at)));
    let items = x.checked_mul(y).and_then(|n| n.checked_mul(z));
    if !items.is_some_and(|n| (1..=MOST).contains(&n)) {
        let what = format!("a work-group has no {x}x{y}x{z} work-items");
        return Err((Status::INVALID_ARGUMENT, what));
    }
    Ok(())
}

fn dispatch(
    runtime: &Runtime,
    queue: &Queue,
    slot: u64,
    packet: &Packet,
    pace: &mut Pace,
) -> Result<(), Failure> {
    let object = packet.u64(32);
    let missing = || {
        let what = format!("no kernel that is loaded is at {object:#x}");
        Failure::new(Status::INVALID_CODE_OBJECT, what)
    };
    let code = runtime.code.kernel(object).ok_or_else(missing)?;
    let read = code.program.kernel_at(object);
    let (program, kernel) = read.map_err(|e| {
        let what = format!("the code of the kernel at {object:#x}: {e}");
        Failure::new(Status::INVALID_CODE_OBJECT, what)
    })?;
    let kernel = kernel.ok_or_else(missing)?;
    let name = || program.kernels[kernel].name.clone();
    if code.agent.handle != queue.agent.handle {
        let what = format!("kernel '{}' is loaded for another agent", name());
        return Err(Failure::new(Status::INCOMPATIBLE_ARGUMENTS, what));
    }
    check_sizes(packet, crate::pool::lds_size(queue.agent))
        .map_err(|(status, what)| Failure::new(status, format!("kernel '{}': {what}", name())))?;
    let mut options = Launch::new(kernel, 1, 1).cancel(&queue.cancel);
    options.threads = runtime.config.threads;
    options.cooperative = queue.is_cooperative;
    runtime.shared.before_dispatch(runtime.memory());
    if let Some(waves) = copied(runtime, &program.kernels[kernel], packet) {
        stats::COPIES.add(1);
        stats::DISPATCHES.add(1);
        stats::WAVES.add(waves);
        return Ok(());
    }
    let stats = run(runtime, program, (slot, object, queue), options, pace)?;
    stats::DISPATCHES.add(1);
    stats::WAVES.add(stats.waves);
    Ok(())
}

/// Does what the packet says without executing its kernel, where that is one of AMD's own that copy and fill: gives the
/// number of its waves.
fn copied(runtime: &Runtime, kernel: &Kernel, packet: &Packet) -> Option<u64> {
    let config = &runtime.config;
    // Checks and counts are of instructions.
    if !config.quick_copies || config.checks.is_some() || config.fidelity || config.estimate {
        return None;
    }
    let grid = Grid {
        items: [12, 16, 20].map(|at| packet.u32(at)),
        group: [4, 6, 8].map(|at| u32::from(packet.u16(at))),
    };
    blit::run(
        runtime.memory(),
        kernel,
        packet.u64(40),
        grid,
        config.threads,
    )
}

fn run(
    runtime: &Runtime,
    program: &gcn_jit::runtime::LoadedProgram,
    (slot, object, queue): (u64, u64, &Queue),
    mut options: Launch<'_>,
    pace: &mut Pace,
) -> Result<Stats, Failure> {
    let run = || match &runtime.config.checks {
        None if runtime.config.fidelity => {
            let (device, how) = (&runtime.device, profile::Options::executions());
            let profiled = device.profile_packet(program, slot, queue.address, &options, &how)?;
            crate::fidelity::add(&profiled.profile.trust());
            Ok(profiled.outcome)
        }
        None if runtime.config.estimate => {
            estimate(runtime, program, (slot, object, queue), &mut options, pace)
        }
        None => runtime
            .device
            .run_packet(program, slot, queue.address, &options),
        Some(checks) => {
            let device = &runtime.device;
            let checked = device.check_packet(program, slot, queue.address, &options, checks)?;
            crate::checks::add(checked.reports);
            Ok(checked.outcome)
        }
    };
    // A defect must not end the program without a word, nor let it wait for good.
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    let outcome = outcome.map_err(|_| Failure::new(Status::ERROR, "a defect of gcn-jit"))?;
    Ok(outcome?.into_result()?)
}

/// Runs a kernel, and tells how long a card would take for it; without where none is known that runs its code.
fn estimate(
    runtime: &Runtime,
    program: &gcn_jit::runtime::LoadedProgram,
    (slot, object, queue): (u64, u64, &Queue),
    options: &mut Launch<'_>,
    pace: &mut Pace,
) -> Result<Outcome, LaunchError> {
    let device = &runtime.device;
    let Some(card) = crate::estimate::card(program.generation()) else {
        return device.run_packet(program, slot, queue.address, options);
    };
    let mut how = estimates::Options::default();
    how.timeline = runtime.config.estimate_timeline;
    if runtime.config.estimate_clocks {
        options.clocks = pace.clocks(object, &card);
    }
    let estimated =
        device.estimate_packet(program, (slot, queue.address), options, &[card], &how)?;
    let kernel = program.kernels.get(options.kernel);
    for e in estimated.estimates {
        let begin = pace.dispatch(&e);
        crate::estimate::write(kernel.map_or("", |k| &k.name), queue.number, begin, &e);
        pace.keep(object, e);
    }
    Ok(estimated.outcome)
}

/// Reports a failure: on standard error, to who asks for the status' text, and to the queue's callback. Without one
/// the program ends: it would wait for good, or go on with wrong results. `complete` ends who waits for the packet.
fn tell(runtime: &Runtime, queue: &Queue, failure: &Failure, complete: impl FnOnce()) {
    let Failure {
        status,
        text,
        fault,
    } = failure;
    eprintln!("gcn-jit-hsa: {text}");
    report(*status, text);
    if let Some(trace) = crate::trace::get() {
        trace.line(&format!(
            "queue {:#x}: {}: {text}",
            queue.address,
            names(*status)
        ));
    }
    if let Some(fault) = fault {
        let is_there = |at| runtime.memory().window(at).is_some();
        events::tell(queue.agent.handle, fault, is_there);
    }
    match queue.callback {
        Some(callback) => {
            // SAFETY: the host program's promise when it made the queue.
            unsafe {
                callback(
                    status.0,
                    queue.address as *mut c_void,
                    queue.data as *mut c_void,
                )
            };
            complete();
        }
        None => {
            eprintln!("gcn-jit-hsa: the queue has no error callback");
            std::process::abort();
        }
    }
}
