//! Launches.

use std::ffi::{c_char, c_void};
use std::sync::Arc;
use std::time::Duration;

use gcn_jit::runtime::{ArgValue, Backend, Launch, Outcome, Stats};

use crate::device::open;
use crate::status::{Error, Sized32, call, give, take};
use crate::{gj_device, gj_kernel, gj_status};

/// What an argument is.
pub const GJ_ARG_VALUE: u32 = 0;
/// See `gj_argument`.
pub const GJ_ARG_POINTER: u32 = 1;
/// See `gj_argument`.
pub const GJ_ARG_LOCAL: u32 = 2;

/// An argument of a kernel.
#[repr(C)]
pub struct gj_argument {
    /// `GJ_ARG_VALUE`: the `bytes` bytes at `value`, as many as the kernel declares. `GJ_ARG_POINTER`: the guest
    /// address `address`, or 0. `GJ_ARG_LOCAL`: `bytes` bytes of LDS for each work-group.
    pub kind: u32,
    /// Zero.
    pub reserved: u32,
    /// See `kind`.
    pub bytes: u64,
    /// See `kind`.
    pub value: *const c_void,
    /// See `kind`.
    pub address: u64,
}

/// The reference interpreter executes the launch, in place of compiled code. Both give the same bytes.
pub const GJ_INTERPRET: u32 = 1;

/// A function that is given what a kernel prints: text, its length in bytes, and `user` of the launch. It may be
/// called from another thread, but not from several at once.
pub type gj_print =
    Option<unsafe extern "C" fn(text: *const c_char, bytes: usize, user: *mut c_void)>;

/// A launch. What is not needed is zero.
#[repr(C)]
pub struct gj_launch_info {
    /// `sizeof(gj_launch_info)`.
    pub size: u32,
    /// Dimensions of the grid, 1 to 3; 0 for as many as have sizes above 1.
    pub dimensions: u32,
    /// Work-items in each dimension; 0 counts as 1 but in the first.
    pub global: [u32; 3],
    /// Work-items of a work-group in each dimension; 0 counts as 1.
    pub local: [u32; 3],
    /// The arguments that the kernel declares, in order.
    pub arguments: *const gj_argument,
    /// How many there are.
    pub argument_count: u32,
    /// `GJ_INTERPRET`, or 0.
    pub flags: u32,
    /// Bytes of LDS of each work-group, static and dynamic; 0 for what the file and `GJ_ARG_LOCAL` say.
    pub lds: u32,
    /// Bytes of private memory of each work-item at least.
    pub private_bytes: u32,
    /// Host threads; 0 for the device's.
    pub threads: u32,
    /// Zero.
    pub reserved: u32,
    /// Instructions that all waves may execute together; 0 for any number.
    pub max_instructions: u64,
    /// Milliseconds that the launch may take; 0 for any number.
    pub timeout_ms: u64,
    /// What is given the text that the kernel prints; null for standard error.
    pub print: gj_print,
    /// For `print`.
    pub user: *mut c_void,
}

// SAFETY: numbers and pointers that may be null.
unsafe impl Sized32 for gj_launch_info {}

/// What a launch has done, and how long it took. After a fault, what it had done by then.
#[repr(C)]
pub struct gj_stats {
    /// `sizeof(gj_stats)`, set by the caller.
    pub size: u32,
    /// Host threads.
    pub threads: u32,
    /// Wave instructions executed.
    pub instructions: u64,
    /// Sum of active lanes over them; scalar instructions count as one lane.
    pub lanes: u64,
    /// Waves that have ended.
    pub waves: u64,
    /// Work-groups.
    pub workgroups: u64,
    /// Seconds of execution, compilation included.
    pub kernel_seconds: f64,
    /// Seconds of compilation.
    pub compile_seconds: f64,
    /// Guest instructions compiled.
    pub instructions_compiled: u64,
    /// Bytes of host code made.
    pub code_bytes: u64,
    /// Calls of the host that were answered.
    pub host_calls: u64,
}

// SAFETY: numbers.
unsafe impl Sized32 for gj_stats {}

impl gj_stats {
    fn of(s: &Stats) -> gj_stats {
        gj_stats {
            size: 0,
            threads: s.threads as u32,
            instructions: s.instructions,
            lanes: s.lanes,
            waves: s.waves,
            workgroups: s.workgroups,
            kernel_seconds: s.kernel_seconds,
            compile_seconds: s.compile_seconds,
            instructions_compiled: s.instructions_compiled,
            code_bytes: s.code_bytes,
            host_calls: s.host_calls,
        }
    }
}

/// The arguments of a launch.
///
/// # Safety
/// There are as many as `info` says, with the values that they say.
unsafe fn arguments(info: &gj_launch_info) -> Result<Vec<ArgValue>, Error> {
    if info.argument_count == 0 {
        return Ok(vec![]);
    }
    if info.arguments.is_null() {
        return Err(Error::argument("a null pointer for arguments"));
    }
    // SAFETY: the caller's.
    let given = unsafe { std::slice::from_raw_parts(info.arguments, info.argument_count as usize) };
    let one = |(i, a): (usize, &gj_argument)| match a.kind {
        GJ_ARG_VALUE if a.value.is_null() => Err(Error::argument(format!(
            "argument {i}: a null pointer for a value"
        ))),
        GJ_ARG_VALUE => {
            // SAFETY: the caller's.
            let bytes =
                unsafe { std::slice::from_raw_parts(a.value.cast::<u8>(), a.bytes as usize) };
            Ok(ArgValue::Bytes(bytes.to_vec()))
        }
        GJ_ARG_POINTER => Ok(ArgValue::Buffer(a.address)),
        GJ_ARG_LOCAL => {
            let bytes = u32::try_from(a.bytes);
            let bytes =
                bytes.map_err(|_| Error::argument(format!("argument {i}: too much LDS")))?;
            Ok(ArgValue::Local(bytes))
        }
        kind => Err(Error::argument(format!(
            "argument {i}: there is no kind {kind}"
        ))),
    };
    given.iter().enumerate().map(one).collect()
}

/// Where a launch's text goes: a function of the host program and what it wants to be told with it.
#[derive(Clone, Copy)]
struct To(
    unsafe extern "C" fn(*const c_char, usize, *mut c_void),
    *mut c_void,
);

// SAFETY: `gj_print` says from where it may be called.
unsafe impl Send for To {}
// SAFETY: as above.
unsafe impl Sync for To {}

impl To {
    fn print(&self, text: &str) {
        // SAFETY: the host program's promise; the text is there.
        unsafe { self.0(text.as_ptr().cast(), text.len(), self.1) }
    }
}

/// Writes statistics, and gives the fault if there was one.
///
/// # Safety
/// `stats` is null or a `gj_stats` of the size that it says.
unsafe fn ended(outcome: Outcome, stats: *mut gj_stats) -> Result<(), Error> {
    if !stats.is_null() {
        // SAFETY: the caller's.
        unsafe { give(gj_stats::of(&outcome.stats), stats) }?;
    }
    outcome.into_result()?;
    Ok(())
}

/// Runs a kernel to its end, or to a fault (`GJ_ERR_FAULT`); `stats` may be null.
///
/// # Safety
/// The device is open, the kernel's program loaded; `info` and `stats` have the sizes that they say, and what they
/// point to is there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_launch(
    device: *mut gj_device,
    kernel: *mut gj_kernel,
    info: *const gj_launch_info,
    stats: *mut gj_stats,
) -> gj_status {
    call(device, || {
        // SAFETY: the caller's.
        let (device, info) = unsafe { (open(device)?, take(info)?) };
        // SAFETY: the caller's.
        let kernel = unsafe { kernel.as_ref() };
        let kernel = kernel.ok_or_else(|| Error::argument("a null pointer for a kernel"))?;
        if info.flags & !GJ_INTERPRET != 0 {
            let what = format!("the launch flags {:#x} are not known", info.flags);
            return Err(Error::new(gj_status::GJ_ERR_UNSUPPORTED, what));
        }
        let [x, y, z] = info.global;
        let mut launch = Launch::new(kernel.index, x, info.local[0].max(1));
        launch.grid = [x, y.max(1), z.max(1)];
        launch.local = info.local.map(|n| n.max(1));
        launch.dimensions = match info.dimensions {
            0 if z > 1 => 3,
            0 if y > 1 => 2,
            0 => 1,
            n => n,
        };
        // SAFETY: the caller's.
        launch.args = unsafe { arguments(&info) }?;
        if info.flags & GJ_INTERPRET != 0 {
            launch.backend = Backend::Interp;
        }
        launch.lds_limit = (info.lds != 0).then_some(info.lds);
        launch.private = (info.private_bytes != 0).then_some(info.private_bytes);
        launch.threads = match info.threads {
            0 => device.threads,
            n => n as usize,
        };
        launch.max_instructions = (info.max_instructions != 0).then_some(info.max_instructions);
        let timeout = Duration::from_millis(info.timeout_ms);
        launch.timeout = (!timeout.is_zero()).then_some(timeout);
        launch.cancel = Some(device.token());
        let to = info.print.map(|f| To(f, info.user));
        let print = move |text: &str| {
            if let Some(to) = &to {
                to.print(text);
            }
        };
        if to.is_some() {
            launch.print = Some(&print);
        }
        let outcome = device.device.attempt(&kernel.program, &launch, None)?;
        // SAFETY: the caller's.
        unsafe { ended(outcome, stats) }
    })
}

/// Runs the kernel of an AQL packet (`hsa_kernel_dispatch_packet_t`, 64 bytes), whose arguments are in guest memory
/// already, hidden ones among them, to its end or to a fault. `queue_address` is the guest address of the
/// `amd_queue_t` that the kernel is told, or 0. With `GJ_HOST_ADDRESSES` a packet in memory that is the guest's is
/// what the kernel finds; otherwise it finds a copy. Header and completion signal are the caller's business.
///
/// # Safety
/// The device is open, the packet is there, and `stats` null or of the size that it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gj_run_packet(
    device: *mut gj_device,
    packet: *const c_void,
    queue_address: u64,
    stats: *mut gj_stats,
) -> gj_status {
    /// Bytes of a packet, and where it names its kernel.
    const PACKET: usize = 64;
    const KERNEL: usize = 32;
    call(device, || {
        // SAFETY: the caller's.
        let device = unsafe { open(device) }?;
        if packet.is_null() {
            return Err(Error::argument("a null pointer for a packet"));
        }
        // SAFETY: the caller's.
        let bytes = unsafe { packet.cast::<[u8; PACKET]>().read() };
        let mut object = [0; 8];
        object.copy_from_slice(&bytes[KERNEL..KERNEL + 8]);
        let object = u64::from_le_bytes(object);
        let programs = device.programs();
        let has = |p: &&Arc<gcn_jit::runtime::LoadedProgram>| {
            let mut kernels = p.kernels.iter();
            kernels.any(|k| p.base.wrapping_add(k.descriptor) == object)
        };
        let program = programs.iter().find(has).cloned();
        drop(programs);
        let program = program.ok_or_else(|| {
            let what = format!("no kernel that is loaded is at {object:#x}");
            Error::new(gj_status::GJ_ERR_NOT_FOUND, what)
        })?;
        let memory = device.device.memory();
        let at = packet as u64;
        let is_there = device.at_host
            && memory
                .window(at)
                .is_some_and(|w| w.offset(at, PACKET as u64).is_some());
        let copy = if is_there {
            None
        } else {
            Some(device.device.buffer("dispatch packet", &bytes)?)
        };
        let at = copy.as_ref().map_or(at, |c| c.address());
        let mut options = Launch::new(0, 1, 1).cancel(&device.token());
        options.threads = device.threads;
        let outcome = device
            .device
            .run_packet(&program, at, queue_address, &options)?;
        // SAFETY: the caller's.
        unsafe { ended(outcome, stats) }
    })
}
