//! What the functions do at their edges, as C would call them.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};

use gcn_jit_capi::*;

const OBJECT: &[u8] = include_bytes!("kernels/counter.hsaco");

/// A device with the program of `kernels/counter.cl`.
struct Loaded {
    device: *mut gj_device,
    program: *mut gj_program,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: they were opened, and nobody uses them any more. The program outlives its device's handle.
        unsafe {
            gj_device_close(self.device);
            gj_program_unload(self.program);
        }
    }
}

// SAFETY: the interface allows it.
unsafe impl Sync for Loaded {}

fn zeroed<T>() -> T {
    // SAFETY: numbers and pointers, all of which may be zero.
    unsafe { std::mem::zeroed() }
}

fn options(flags: u32) -> gj_device_options {
    gj_device_options {
        size: size_of::<gj_device_options>() as u32,
        flags,
        ..zeroed()
    }
}

/// A symbol to be filled in. (Zero is no kind of one.)
fn no_symbol() -> gj_symbol {
    gj_symbol {
        size: size_of::<gj_symbol>() as u32,
        kind: gj_symbol_kind::GJ_SYMBOL_KERNEL,
        name: null(),
        address: 0,
        bytes: 0,
        kernarg: 0,
        lds: 0,
        private_bytes: 0,
        arguments: 0,
        max_workgroup: 0,
    }
}

fn open(options: &gj_device_options) -> Result<*mut gj_device, gj_status> {
    let mut device = null_mut();
    // SAFETY: both are there.
    match unsafe { gj_device_open(options, &mut device) } {
        gj_status::GJ_OK => Ok(device),
        e => {
            assert!(device.is_null());
            Err(e)
        }
    }
}

fn load(device: *mut gj_device, bytes: &[u8]) -> Result<*mut gj_program, gj_status> {
    let mut program = null_mut();
    // SAFETY: all are there.
    match unsafe { gj_program_load(device, bytes.as_ptr().cast(), bytes.len(), &mut program) } {
        gj_status::GJ_OK => Ok(program),
        e => Err(e),
    }
}

fn loaded(flags: u32) -> Loaded {
    let device = open(&options(flags)).expect("a device");
    let program = load(device, OBJECT).expect("a program");
    Loaded { device, program }
}

/// What went wrong last.
fn error(device: *const gj_device) -> String {
    // SAFETY: the buffer has as many bytes as is said.
    unsafe {
        let size = gj_last_error(device, null_mut(), 0) + 1;
        let mut text = vec![1u8; size];
        assert_eq!(
            gj_last_error(device, text.as_mut_ptr().cast(), size),
            size - 1
        );
        let text = CStr::from_bytes_with_nul(&text).expect("a zero at the end");
        text.to_str().expect("UTF-8").to_owned()
    }
}

impl Loaded {
    fn kernel(&self, name: &str) -> Result<*mut gj_kernel, gj_status> {
        let name = CString::new(name).expect("no zero");
        let mut kernel = null_mut();
        // SAFETY: all are there.
        match unsafe { gj_kernel_find(self.program, name.as_ptr(), &mut kernel) } {
            gj_status::GJ_OK => Ok(kernel),
            e => Err(e),
        }
    }

    fn alloc(&self, bytes: u64) -> u64 {
        let mut address = 0;
        // SAFETY: all are there.
        let status = unsafe { gj_alloc(self.device, bytes, 0, c"memory".as_ptr(), &mut address) };
        assert_eq!(status, gj_status::GJ_OK);
        address
    }

    fn write(&self, address: u64, values: &[u32]) {
        // SAFETY: there are as many bytes.
        let status = unsafe {
            gj_write(
                self.device,
                address,
                values.as_ptr().cast(),
                size_of_val(values) as u64,
            )
        };
        assert_eq!(status, gj_status::GJ_OK);
    }

    fn read<const N: usize>(&self, address: u64) -> [u32; N] {
        let mut values = [0; N];
        // SAFETY: there is as much room.
        let status = unsafe {
            gj_read(
                self.device,
                address,
                values.as_mut_ptr().cast(),
                4 * N as u64,
            )
        };
        assert_eq!(status, gj_status::GJ_OK);
        values
    }

    fn launch(
        &self,
        kernel: &str,
        info: &gj_launch_info,
        stats: Option<&mut gj_stats>,
    ) -> gj_status {
        let kernel = self.kernel(kernel).expect("a kernel");
        let stats = stats.map_or(null_mut(), |s| s);
        // SAFETY: all are there.
        unsafe { gj_launch(self.device, kernel, info, stats) }
    }
}

fn info(global: u32, local: u32, arguments: &[gj_argument]) -> gj_launch_info {
    gj_launch_info {
        size: size_of::<gj_launch_info>() as u32,
        global: [global, 0, 0],
        local: [local, 0, 0],
        arguments: arguments.as_ptr(),
        argument_count: arguments.len() as u32,
        ..zeroed()
    }
}

fn pointer(address: u64) -> gj_argument {
    gj_argument {
        kind: GJ_ARG_POINTER,
        address,
        ..zeroed()
    }
}

#[test]
fn devices_are_opened_as_wanted_or_not() {
    let wrong = |change: fn(&mut gj_device_options)| {
        let mut options = options(0);
        change(&mut options);
        let status = open(&options).expect_err("it cannot be");
        (status, error(null()))
    };
    let (status, text) = wrong(|o| o.target = c"gfx1030".as_ptr());
    assert_eq!(status, gj_status::GJ_ERR_WRONG_TARGET);
    assert_eq!(text, "gcn-jit runs no target 'gfx1030'");
    let (status, text) = wrong(|o| o.flags = 6);
    assert_eq!(status, gj_status::GJ_ERR_UNSUPPORTED);
    assert_eq!(text, "the device flags 0x6 are not known");
    assert_eq!(wrong(|o| o.size = 0).0, gj_status::GJ_ERR_INVALID_ARGUMENT);
    assert_eq!(wrong(|o| o.base = 1 << 40).0, gj_status::GJ_ERR_UNSUPPORTED);
    // SAFETY: nothing is there.
    let status = unsafe { gj_device_open(null(), null_mut()) };
    assert_eq!(status, gj_status::GJ_ERR_INVALID_ARGUMENT);

    // As of a version that had only the target.
    let old = gj_device_options {
        size: 16,
        target: c"gfx803".as_ptr(),
        flags: 6,
        ..zeroed()
    };
    let device = open(&old).expect("what it does not have counts as zero");
    assert_eq!(load(device, OBJECT), Err(gj_status::GJ_ERR_WRONG_TARGET));
    assert!(error(device).contains("gfx900"), "{}", error(device));
    // SAFETY: it is open.
    unsafe { gj_device_close(device) };

    // Of a version to come.
    let mut new = [options(0), options(0)];
    new[0].size = 2 * size_of::<gj_device_options>() as u32;
    assert_eq!(open(&new[0]), Err(gj_status::GJ_ERR_UNSUPPORTED));

    let small = gj_device_options {
        arena: 1 << 20,
        ..options(GJ_HOST_ADDRESSES)
    };
    let device = open(&small).expect("a device");
    let mut address = 0;
    // SAFETY: all are there.
    unsafe {
        let status = gj_alloc(device, 2 << 20, 0, null(), &mut address);
        assert_eq!(status, gj_status::GJ_ERR_OUT_OF_MEMORY);
        assert_eq!(
            gj_alloc(device, 16, 3, null(), &mut address),
            gj_status::GJ_ERR_INVALID_ARGUMENT
        );
        assert_eq!(
            gj_alloc(device, 16, 4096, null(), &mut address),
            gj_status::GJ_OK
        );
        assert_eq!(address % 4096, 0);
        assert_eq!(gj_host_pointer(device, address, 16) as u64, address);
        assert_eq!(gj_free(device, address), gj_status::GJ_OK);
        assert_eq!(gj_free(device, address), gj_status::GJ_ERR_NOT_FOUND);
        gj_device_close(device);
        gj_device_close(null_mut());
    }
}

#[test]
fn objects_and_names() {
    let l = loaded(0);
    assert_eq!(
        load(l.device, b"nothing"),
        Err(gj_status::GJ_ERR_BAD_CODE_OBJECT)
    );
    assert_eq!(l.kernel("nothing"), Err(gj_status::GJ_ERR_NOT_FOUND));
    let text = "there is no kernel 'nothing'; the program has: count, follow, local_sum, forever";
    assert_eq!(error(l.device), text);
    // Of another device nothing was said.
    let other = open(&options(0)).expect("a device");
    assert_eq!(error(other), "");
    // SAFETY: it is open.
    unsafe { gj_device_close(other) };

    let mut names = vec![];
    // SAFETY: it is loaded.
    let count = unsafe { gj_program_symbols(l.program) };
    for i in 0..count {
        let mut s = no_symbol();
        // SAFETY: all are there, and the name is text.
        let name = unsafe {
            assert_eq!(gj_program_symbol(l.program, i, &mut s), gj_status::GJ_OK);
            CStr::from_ptr(s.name).to_str().expect("UTF-8")
        };
        names.push((name, s.kind as i32, s.bytes, s.arguments));
    }
    let kernels = [
        ("count", 1, 0, 2),
        ("follow", 1, 0, 1),
        ("local_sum", 1, 0, 3),
        ("forever", 1, 0, 1),
    ];
    assert_eq!(names[..4], kernels);
    assert_eq!(names[4..], [("table", 2, 16, 0), ("counter", 2, 4, 0)]);
}

#[test]
fn launches_and_what_they_need() {
    let l = loaded(0);
    let (input, output) = (l.alloc(256), l.alloc(4));
    let values: Vec<u32> = (0..64).collect();
    l.write(input, &values);
    let local = gj_argument {
        kind: GJ_ARG_LOCAL,
        bytes: 256,
        ..zeroed()
    };
    let arguments = [pointer(input), local, pointer(output)];
    for flags in [0, GJ_INTERPRET] {
        l.write(output, &[0]);
        let info = gj_launch_info {
            flags,
            ..info(64, 64, &arguments)
        };
        let mut stats = gj_stats {
            size: size_of::<gj_stats>() as u32,
            ..zeroed()
        };
        assert_eq!(
            l.launch("local_sum", &info, Some(&mut stats)),
            gj_status::GJ_OK
        );
        assert_eq!(l.read(output), [64 * 63 / 2]);
        assert_eq!((stats.waves, stats.workgroups, stats.threads), (1, 1, 1));
        // Of a version with two fields.
        let mut old = gj_stats {
            size: 8,
            threads: 9,
            instructions: 7,
            ..zeroed()
        };
        assert_eq!(
            l.launch("local_sum", &info, Some(&mut old)),
            gj_status::GJ_OK
        );
        assert_eq!((old.size, old.threads, old.instructions), (8, 1, 7));
    }
    let status = l.launch("local_sum", &info(64, 64, &arguments[..2]), None);
    assert_eq!(status, gj_status::GJ_ERR_BAD_LAUNCH);
    assert_eq!(
        error(l.device),
        "kernel 'local_sum' takes 3 arguments, 2 given"
    );
    let status = l.launch("local_sum", &info(0, 64, &arguments), None);
    assert_eq!(status, gj_status::GJ_ERR_BAD_LAUNCH);
    let bad = gj_argument {
        kind: 3,
        ..zeroed()
    };
    let status = l.launch("local_sum", &info(64, 64, &[bad]), None);
    assert_eq!(status, gj_status::GJ_ERR_INVALID_ARGUMENT);
    assert_eq!(error(l.device), "argument 0: there is no kind 3");
    // SAFETY: null is looked for.
    let status = unsafe { gj_launch(l.device, null_mut(), &info(1, 1, &[]), null_mut()) };
    assert_eq!(status, gj_status::GJ_ERR_INVALID_ARGUMENT);
}

#[test]
fn faults_limits_and_cancelling() {
    let l = loaded(0);
    let arguments = [pointer(0x40)];
    assert_eq!(
        l.launch("follow", &info(1, 1, &arguments), None),
        gj_status::GJ_ERR_FAULT
    );
    let mut fault = gj_fault {
        size: size_of::<gj_fault>() as u32,
        kind: gj_fault_kind::GJ_FAULT_OTHER,
        pc: 0,
        address: 0,
        access: 0,
        lane: 0,
        workgroup: [9; 3],
        wave: 9,
        kernel: null(),
    };
    // SAFETY: all are there.
    unsafe {
        assert_eq!(gj_last_fault(l.device, &mut fault), gj_status::GJ_OK);
        assert_eq!(CStr::from_ptr(fault.kernel), c"follow");
    }
    assert_eq!(
        (fault.kind as i32, fault.address, fault.lane),
        (1, 0x40, -1)
    );
    assert_eq!((fault.workgroup, fault.wave), ([0; 3], 0));
    assert!(
        error(l.device).starts_with("out-of-bounds read of "),
        "{}",
        error(l.device)
    );

    let flag = l.alloc(4);
    let arguments = [pointer(flag)];
    let limited = gj_launch_info {
        max_instructions: 1000,
        ..info(1, 1, &arguments)
    };
    assert_eq!(l.launch("forever", &limited, None), gj_status::GJ_ERR_LIMIT);
    let limited = gj_launch_info {
        timeout_ms: 20,
        ..info(1, 1, &arguments)
    };
    assert_eq!(l.launch("forever", &limited, None), gj_status::GJ_ERR_LIMIT);

    std::thread::scope(|s| {
        let l = &l;
        let running = s.spawn(move || {
            let arguments = [pointer(flag)];
            let status = l.launch("forever", &info(1, 1, &arguments), None);
            (status, error(l.device))
        });
        while !running.is_finished() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            // SAFETY: it is open.
            assert_eq!(unsafe { gj_cancel(l.device) }, gj_status::GJ_OK);
        }
        let (status, text) = running.join().expect("it ended");
        assert_eq!(status, gj_status::GJ_ERR_CANCELLED);
        assert!(text.starts_with("cancelled"), "{text}");
    });
    // Later ones run; and another thread's failure is not this one's.
    l.write(flag, &[1]);
    assert_eq!(
        l.launch("forever", &info(1, 1, &arguments), None),
        gj_status::GJ_OK
    );
    assert!(
        error(l.device).starts_with("time limit"),
        "{}",
        error(l.device)
    );
}

/// The arguments as a runtime packs them: LLVM AMDGPUUsage, "Kernel Dispatch Packet".
#[test]
fn packets() {
    for flags in [0, GJ_HOST_ADDRESSES] {
        let l = loaded(flags);
        let symbol = |name: &CStr| {
            // SAFETY: it is loaded, and names are text.
            let count = unsafe { gj_program_symbols(l.program) };
            let found = (0..count).find_map(|i| {
                let mut s = no_symbol();
                // SAFETY: as above.
                unsafe {
                    gj_program_symbol(l.program, i, &mut s);
                    (CStr::from_ptr(s.name) == name).then_some(s)
                }
            });
            found.expect("there is such a symbol")
        };
        let (kernel, counter) = (symbol(c"count"), symbol(c"counter"));
        let out = l.alloc(16);
        let arguments = l.alloc(kernel.kernarg.max(256));
        l.write(arguments, &[5, 0, out as u32, (out >> 32) as u32]);
        // Version 5: sizes of groups in 16 bits each, 12 bytes behind the explicit arguments, which have 16.
        l.write(arguments + 16, &[2, 1, 1, 64 | 1 << 16, 1]);
        let mut packet = [0u32; 16];
        packet[0] = 2 | 1 << 16;
        packet[1] = 64 | 1 << 16;
        packet[2] = 1;
        packet[3..6].copy_from_slice(&[128, 1, 1]);
        packet[8] = kernel.address as u32;
        packet[9] = (kernel.address >> 32) as u32;
        packet[10] = arguments as u32;
        packet[11] = (arguments >> 32) as u32;
        let mut stats = gj_stats {
            size: size_of::<gj_stats>() as u32,
            ..zeroed()
        };
        let run = |packet: *const c_void, stats: *mut gj_stats| {
            // SAFETY: all are there.
            unsafe { gj_run_packet(l.device, packet, 0, stats) }
        };
        let status = run(packet.as_ptr().cast(), &mut stats);
        assert_eq!(status, gj_status::GJ_OK, "{}", error(l.device));
        assert_eq!(l.read(out).map(f32::from_bits), [5.0, 10.0, 20.0, 40.0]);
        assert_eq!(l.read(counter.address), [40 + 128]);
        assert_eq!((stats.waves, stats.workgroups), (2, 2));
        if flags == GJ_HOST_ADDRESSES {
            // One of which the guest's address is the host's.
            let there = l.alloc(64);
            l.write(there, &packet);
            assert_eq!(run(there as *const c_void, null_mut()), gj_status::GJ_OK);
            assert_eq!(l.read(counter.address), [40 + 256]);
        }
        packet[8] += 64;
        packet[9] += 1;
        assert_eq!(
            run(packet.as_ptr().cast(), null_mut()),
            gj_status::GJ_ERR_NOT_FOUND
        );
        packet[8] -= 64;
        packet[9] -= 1;
        packet[0] = 2;
        assert_eq!(
            run(packet.as_ptr().cast(), null_mut()),
            gj_status::GJ_ERR_BAD_LAUNCH
        );
        assert_eq!(error(l.device), "the packet's grid has no dimensions");
    }
}

#[test]
fn words_as_text() {
    // s_endpgm, and V_ADD_F32 with a literal: CLRX GcnISA.
    let words: [u32; 3] = [0xbf81_0000, 0x0200_08ff, 0x4049_0fdb];
    let text = |words: &[u32], room: usize| {
        let (mut buffer, mut used) = ([1 as c_char; 65], 0);
        buffer[64] = 0;
        // SAFETY: there are as many bytes as is said.
        let status = unsafe {
            let bytes = words.as_ptr().cast();
            let size = 4 * words.len();
            gj_disassemble(
                c"gfx900".as_ptr(),
                bytes,
                size,
                0,
                buffer.as_mut_ptr(),
                room,
                &mut used,
            )
        };
        // SAFETY: there is a zero.
        let text = unsafe { CStr::from_ptr(buffer.as_ptr()) };
        (status, text.to_str().expect("UTF-8").to_owned(), used)
    };
    assert_eq!(
        text(&words, 64),
        (gj_status::GJ_OK, "s_endpgm".to_owned(), 4)
    );
    assert_eq!(text(&words, 5), (gj_status::GJ_OK, "s_en".to_owned(), 4));
    let add = "v_add_f32_e32 v0, 0x40490fdb, v4".to_owned();
    assert_eq!(text(&words[1..], 64), (gj_status::GJ_OK, add, 8));
    assert_eq!(text(&words[1..2], 64).0, gj_status::GJ_ERR_UNSUPPORTED);
    let name = |status| {
        // SAFETY: a name is text.
        unsafe { CStr::from_ptr(gj_status_name(status)) }
    };
    assert_eq!(name(0), c"ok");
    assert_eq!(name(-7), c"fault");
    assert_eq!(name(1), c"unknown status");
    assert_eq!(gj_version() >> 16, 0);
}
