//! The library as its users see it: buffers, launches, and what is refused.

use std::time::Duration;

use gcn_jit::error::{FaultKind, FreeError};
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{
    ArgValue, Backend, CancelToken, Clocks, Device, Launch, LaunchError, LoadedProgram,
};

fn example(device: &Device) -> LoadedProgram {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/gfx900/saxpy.hsaco");
    let file = std::fs::read(path).expect("the example");
    let object = CodeObject::parse(&file, None).expect("a code object");
    device.load(&object).expect("loads")
}

/// `s_branch` to itself, in the work-groups whose number is not 0.
fn endless_but_for_the_first(device: &Device) -> LoadedProgram {
    let text = "s_cmp_eq_u32 s2, 0\n s_cbranch_scc1 end\n again: s_branch again\n end: s_endpgm";
    let code = gcn_jit::asm::assemble(gcn_jit::isa::Gen::Gfx9, text).expect("text");
    let object = CodeObject::parse(&code.bytes, Some("gfx900"));
    device.load(&object.expect("raw")).expect("loads")
}

/// `s_branch` to itself.
fn endless(device: &Device) -> LoadedProgram {
    let object = CodeObject::parse(&0xbf82_ffffu32.to_le_bytes(), Some("gfx900"));
    device.load(&object.expect("raw")).expect("loads")
}

/// A raw program of gfx900.
fn raw(device: &Device, text: &str) -> LoadedProgram {
    let code = gcn_jit::asm::assemble(gcn_jit::isa::Gen::Gfx9, text).expect("text");
    let object = CodeObject::parse(&code.bytes, Some("gfx900"));
    device.load(&object.expect("raw")).expect("loads")
}

/// A kernel calls by a pointer to a function of another program, which is where the pointer says as long as it is
/// loaded.
#[test]
fn a_function_of_another_program() {
    let device = Device::new().expect("a device");
    let function = raw(&device, "v_mul_lo_u32 v1, v0, 5\n s_setpc_b64 s[30:31]");
    // v0 is the work-item; the call is made three times.
    let kernel = raw(
        &device,
        "s_load_dwordx4 s[4:7], s[0:1], 0x0\n s_waitcnt lgkmcnt(0)\n s_movk_i32 s8, 3\n v_mov_b32 v2, 0\n\
         again: s_swappc_b64 s[30:31], s[6:7]\n v_add_u32 v2, v2, v1\n s_sub_u32 s8, s8, 1\n\
         s_cmp_lg_u32 s8, 0\n s_cbranch_scc1 again\n v_lshlrev_b32 v3, 2, v0\n\
         global_store_dword v3, v2, s[4:5]\n s_endpgm",
    );
    for backend in [Backend::Interp, Backend::Jit] {
        for threads in [1, 2] {
            let out = device.buffer("out", &[0u32; 128]).expect("room");
            let launch = Launch::new(0, 128, 64)
                .arg(&out)
                .arg(function.program.base());
            let launch = launch.backend(backend).threads(threads);
            device.launch(&kernel, &launch).expect("runs");
            // The two work-groups number their work-items alike.
            let wanted: Vec<u32> = (0..128).map(|i| if i < 64 { 15 * i } else { 0 }).collect();
            assert_eq!(out.read::<u32>(), wanted);
        }
    }
    let at = function.program.base();
    drop(function);
    let out = device.buffer("out", &[0u32; 128]).expect("room");
    let launch = Launch::new(0, 128, 64).arg(&out).arg(at);
    let e = device.launch(&kernel, &launch).expect_err("unloaded");
    assert!(
        matches!(&e, LaunchError::Fault(f) if f.kind == FaultKind::PcOutOfCode && f.pc == at),
        "{e}"
    );
}

#[test]
fn buffers_are_typed_and_checked() {
    let device = Device::new().expect("a device");
    let b = device.buffer("b", &[1u32, 2, 3]).expect("room");
    assert_eq!((b.len(), b.name(), b.is_empty()), (12, "b", false));
    assert_eq!(b.read::<u32>(), [1, 2, 3]);
    // Bytes lie little-endian, and an incomplete value at the end is left out.
    assert_eq!(b.read::<u8>()[..5], [1, 0, 0, 0, 2]);
    assert_eq!(b.read::<u64>(), [0x2_0000_0001]);
    b.write_at(4, &[7u16]).expect("inside");
    let mut out = [0u32; 2];
    b.read_at(4, &mut out).expect("inside");
    assert_eq!(out, [7, 3]);
    let e = b.write_at(8, &[0u64]).expect_err("4 bytes too long");
    assert_eq!(
        e.to_string(),
        "8 bytes at offset 8 are not all inside buffer 'b' of 12 bytes"
    );
    assert!(b.write_at(u64::MAX, &[0u8]).is_err());
    assert!(b.read_at(12, &mut out).is_err());
    assert_eq!(
        b.read::<u32>(),
        [1, 7, 3],
        "a refused write changes nothing"
    );
    let empty = device.buffer::<u64>("empty", &[]).expect("room");
    assert_eq!((empty.is_empty(), empty.read::<u64>()), (true, vec![]));
}

#[test]
fn a_buffer_is_freed_once_by_its_handle() {
    let device = Device::new().expect("a device");
    let memory = device.memory();
    let b = device.alloc("b", 100).expect("room");
    let at = b.address();
    assert_eq!(memory.free(at), Err(FreeError::Owned(at, "b".to_owned())));
    assert_eq!(b.read::<u8>(), [0; 100]);
    drop(b);
    assert_eq!(memory.free(at), Err(FreeError::NoAllocation(at)));
    // The address is used again, by what the old handle cannot touch.
    let raw = device.alloc_raw("raw", 100).expect("room");
    assert_eq!(raw, at);
    assert_eq!(memory.free(raw), Ok(()));
    let program = example(&device);
    let base = program.base;
    assert!(matches!(memory.free(base), Err(FreeError::Owned(..))));
    drop(program);
    assert_eq!(memory.free(base), Err(FreeError::NoAllocation(base)));
    // A launch keeps its arguments.
    let b = device.alloc("b", 100).expect("room");
    let at = b.address();
    let launch = Launch::new(0, 1, 1).arg(&b);
    drop(b);
    assert!(memory.window(at).is_some());
    drop(launch);
    assert!(memory.window(at).is_none());
    // A buffer keeps its memory when the device has gone.
    let b = device.buffer("b", &[5u8]).expect("room");
    drop(device);
    assert_eq!(b.read::<u8>(), [5]);
}

#[test]
fn what_belongs_to_another_device_is_refused() {
    let (one, other) = (
        Device::new().expect("a device"),
        Device::new().expect("a device"),
    );
    let program = example(&one);
    let x = other.alloc("x", 256).expect("room");
    let launch = program.launch("saxpy").expect("the kernel");
    let launch = launch.grid(64).local(64).arg(1.0f32);
    let launch = launch.arg(&x).arg(&x).arg(64u32);
    let fails = |e: Result<_, LaunchError>| match e {
        Err(e @ LaunchError::OtherDevice(_)) => e.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        fails(other.launch(&program, &launch)),
        "the program belongs to another device"
    );
    assert_eq!(
        fails(one.launch(&program, &launch)),
        "argument 1, a buffer, belongs to another device"
    );
    let e = program.launch("no").err().expect("there is none");
    assert_eq!(
        e.to_string(),
        "there is no kernel 'no'; the program has: saxpy"
    );
}

#[test]
fn launches_take_sizes_and_numbers_as_they_come() {
    let device = Device::new().expect("a device");
    let program = example(&device);
    let launch = || program.launch("saxpy").expect("the kernel");
    let l = launch().grid([64, 4]).local([8, 2]);
    assert_eq!((l.grid, l.local, l.dimensions), ([64, 4, 1], [8, 2, 1], 2));
    assert_eq!(launch().grid(5).dimensions, 1);
    assert_eq!(launch().grid([1, 2, 3]).grid, [1, 2, 3]);
    let l = launch().arg(-2i16).arg(1.0f64).arg(ArgValue::Local(8));
    assert_eq!(
        l.args,
        [
            ArgValue::Bytes(vec![0xfe, 0xff]),
            ArgValue::Bytes(vec![0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
            ArgValue::Local(8),
        ]
    );
    // A launch whose argument has another size than the kernel's names it.
    let l = launch().grid(64).local(64).arg(1.0f64);
    let l = l.arg(0u64).arg(0u64).arg(64u32);
    let e = device.launch(&program, &l).expect_err("8 bytes for 4");
    let text = e.to_string();
    assert!(text.contains("'a'") && text.contains("4 bytes"), "{text}");
}

/// Cancelled from another thread, every launch of an endless kernel ends soon, on both backends, with
/// one thread and with two, and so does one that starts when its token is cancelled already.
#[test]
fn a_token_ends_launches_from_another_thread() {
    let device = Device::new().expect("a device");
    let program = endless(&device);
    for (backend, threads) in [
        (Backend::Jit, 1),
        (Backend::Jit, 2),
        (Backend::Interp, 1),
        (Backend::Interp, 2),
    ] {
        let token = CancelToken::new();
        let launch = program
            .launch(&program.kernels[0].name)
            .expect("the kernel")
            .grid(256)
            .local(64)
            .backend(backend)
            .threads(threads)
            .cancel(&token);
        let cancelled = |result| match result {
            Err(LaunchError::Fault(f)) => assert_eq!(f.kind, FaultKind::Cancelled),
            other => panic!("{other:?}"),
        };
        std::thread::scope(|s| {
            let ran = s.spawn(|| device.launch(&program, &launch));
            std::thread::sleep(Duration::from_millis(20));
            assert!(!ran.is_finished());
            token.cancel();
            cancelled(ran.join().expect("no panic"));
        });
        cancelled(device.launch(&program, &launch));
    }
}

/// The thread that launches is asked now and then, on one thread while it runs waves, on two also while it
/// waits for the other one; and it alone.
#[test]
fn the_launching_thread_is_polled() {
    let device = Device::new().expect("a device");
    let program = endless_but_for_the_first(&device);
    let caller = std::thread::current().id();
    for backend in [Backend::Jit, Backend::Interp] {
        for threads in [1, 2] {
            let (token, asked) = (CancelToken::new(), std::sync::atomic::AtomicU32::new(0));
            let poll = || {
                assert_eq!(std::thread::current().id(), caller);
                if asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 2 {
                    token.cancel();
                }
            };
            let launch = program.launch("kernel").expect("a kernel");
            let launch = launch.grid(128).local(64).threads(threads).backend(backend);
            let launch = launch.cancel(&token).poll(&poll);
            match device.launch(&program, &launch) {
                Err(LaunchError::Fault(f)) => assert_eq!(f.kind, FaultKind::Cancelled),
                other => panic!("{other:?}"),
            }
            assert!(asked.into_inner() >= 3);
        }
    }
}

/// What y = 2 x + y makes of the memory that both lie in: a wave has loaded in all lanes before it stores in
/// any, and on one thread the waves come one after the other.
fn overlapping(backend: Backend, by: i64) -> (Vec<f32>, Vec<f32>) {
    const WAVES: usize = 8;
    let before: Vec<f32> = (0..1024).map(|i| (i % 7) as f32).collect();
    let mut want = before.clone();
    let y = 256;
    let x = (y as i64 + by) as usize;
    for wave in 0..WAVES {
        let old = want.clone();
        for i in 64 * wave..64 * (wave + 1) {
            want[y + i] = 2.0 * old[x + i] + old[y + i];
        }
    }
    let device = Device::new().expect("a device");
    let program = example(&device);
    let all = device.buffer("both", &before).expect("room");
    let at = |element: usize| ArgValue::Buffer(all.address() + 4 * element as u64);
    let launch = program.launch("saxpy").expect("the kernel");
    let launch = launch.grid(64 * WAVES as u32).local(64).backend(backend);
    let launch = launch.arg(2f32).arg(at(x)).arg(at(y));
    let launch = launch.arg(64 * WAVES as u32).threads(1);
    device.launch(&program, &launch).expect("runs");
    (all.read::<f32>(), want)
}

#[test]
fn lanes_have_loaded_before_any_stores() {
    for by in [
        -70, -64, -63, -17, -16, -15, -1, 0, 1, 15, 16, 17, 63, 64, 70,
    ] {
        for backend in [Backend::Interp, Backend::Jit] {
            let (got, want) = overlapping(backend, by);
            assert_eq!(got, want, "{backend:?}, {by} elements apart");
        }
    }
}

/// Scalar registers that a wave writes by number are those of the next wave no more: what the dispatcher does not set is
/// zero there (s20), and the work-group's id is its own (s2).
#[test]
fn registers_written_by_number_are_not_left_to_the_next_wave() {
    let text = "
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_lshlrev_b32 v1, 2, v0
        s_lshl_b32 s6, s2, 9
        v_add_u32 v1, s6, v1
        v_mov_b32 v2, s20
        v_add_u32 v2, s2, v2
        s_waitcnt lgkmcnt(0)
        global_store_dword v1, v2, s[4:5]
        s_mov_b32 m0, 1
        s_movreld_b32 s19, 50
        s_movreld_b32 s1, 40
        s_endpgm
    ";
    let code = gcn_jit::asm::assemble(gcn_jit::isa::Gen::Gfx9, text).expect("text");
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw");
    const GROUPS: u32 = 600;
    for backend in [Backend::Interp, Backend::Jit] {
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        let out = device
            .buffer("out", &vec![7u32; 128 * GROUPS as usize])
            .expect("room");
        let launch = Launch::new(0, 128 * GROUPS, 128)
            .arg(&out)
            .threads(1)
            .backend(backend);
        device.launch(&program, &launch).expect("runs");
        let want: Vec<u32> = (0..128 * GROUPS).map(|i| i / 128).collect();
        assert!(out.read::<u32>() == want, "{backend:?}");
    }
}

/// What a wave has written before it interrupts the host is there when the host is told, once for each interrupt.
#[test]
fn the_host_is_interrupted() {
    use std::sync::{Arc, Mutex};
    let text = "
        s_load_dwordx2 s[4:5], s[0:1], 0x0
        v_mov_b32 v0, 0
        v_mov_b32 v1, 5
        s_waitcnt lgkmcnt(0)
        global_store_dword v0, v1, s[4:5]
        s_waitcnt vmcnt(0)
        s_sendmsg sendmsg(MSG_INTERRUPT)
        v_mov_b32 v1, 6
        global_store_dword v0, v1, s[4:5]
        s_waitcnt vmcnt(0)
        s_sendmsg sendmsg(MSG_INTERRUPT)
        v_mov_b32 v1, 7
        global_store_dword v0, v1, s[4:5]
        s_endpgm
    ";
    let code = gcn_jit::asm::assemble(gcn_jit::isa::Gen::Gfx9, text).expect("text");
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw");
    for backend in [Backend::Interp, Backend::Jit] {
        let device = Arc::new(Device::new().expect("a device"));
        let program = device.load(&object).expect("loads");
        let out = device.buffer("out", &[0u32]).expect("room");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let told = {
            let (device, seen, at) = (Arc::downgrade(&device), Arc::clone(&seen), out.address());
            move || {
                let device = device.upgrade().expect("it runs");
                let mut word = [0; 4];
                device.memory().read(at, &mut word).expect("there");
                seen.lock()
                    .expect("no panic")
                    .push(u32::from_le_bytes(word));
            }
        };
        assert!(device.on_interrupt(told));
        assert!(!device.on_interrupt(|| {}), "one is told");
        let launch = Launch::new(0, 1, 1).arg(&out).backend(backend);
        device.launch(&program, &launch).expect("runs");
        assert_eq!(*seen.lock().expect("no panic"), [5, 6], "{backend:?}");
        assert_eq!(out.read::<u32>(), [7]);
    }
}

/// The planted fault is found by what lanes of another strip have stored already.
#[test]
#[cfg(debug_assertions)]
fn lanes_that_store_too_soon_are_seen() {
    use gcn_jit::fuzz::plant::{Fault, plant};
    use gcn_jit::jit::host::HostLevel;
    // No other level has such code.
    let level = HostLevel::chosen().expect("a host");
    if crate::needs::is_left_out("library::lanes_that_store_too_soon_are_seen", level) {
        return;
    }
    let planted = plant(Fault::RunsMeet);
    let (got, want) = overlapping(Backend::Jit, -16);
    drop(planted);
    assert_ne!(got, want);
}

/// What the clocks show follows from where the launch says that they begin and how they go, by hand: the one of cycles is read
/// after one instruction, that of real time after two.
#[test]
fn kernels_find_the_clocks_of_their_launch() {
    let device = Device::new().expect("a device");
    let program = raw(
        &device,
        "s_load_dwordx2 s[4:5], s[0:1], 0x0\n s_memtime s[6:7]\n s_memrealtime s[8:9]\n s_mul_i32 s10, s3, 3\n\
         s_add_u32 s10, s10, s2\n s_lshl_b32 s10, s10, 4\n v_mov_b32 v0, s10\n s_waitcnt lgkmcnt(0)\n\
         v_mov_b32 v1, s6\n v_mov_b32 v2, s7\n v_mov_b32 v3, s8\n v_mov_b32 v4, s9\n\
         global_store_dwordx4 v0, v[1:4], s[4:5]\n s_endpgm",
    );
    let mut clocks = Clocks::default();
    (clocks.cycles.begin, clocks.real_time.begin) = (1 << 40 | 1000, 600);
    (clocks.cycles.instruction, clocks.real_time.instruction) = (15 << 31, 1 << 31);
    (clocks.cycles.group, clocks.real_time.group) = (20 << 32, 3 << 31);
    clocks.at_once = 4;
    let counted = [[4, 0]; 6];
    let high = 1 << 40;
    let timed = [0, 0, 0, 0, 1, 2].map(|later: u64| {
        let ticks = (later as f64 * 1.5 + 1.0) as u64;
        [high + 1007 + 20 * later, 600 + ticks]
    });
    for backend in [Backend::Jit, Backend::Interp] {
        for (clocks, expected) in [(Clocks::default(), counted), (clocks, timed)] {
            let out = device.buffer("out", &[0u64; 12]).expect("room");
            let mut launch = Launch::new(0, 64, 64).arg(&out).clocks(clocks);
            (launch.grid, launch.dimensions) = ([3 * 64, 2, 1], 2);
            (launch.backend, launch.threads) = (backend, 2);
            device.launch(&program, &launch).expect("runs");
            assert_eq!(out.read::<u64>(), expected.as_flattened(), "{backend}");
        }
    }
}
