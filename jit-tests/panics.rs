//! A panic of what generated code calls, at each level of the host: the launch ends with an error, its like afterwards
//! is as ever, and the process goes on.

use gcn_jit::asm::assemble;
use gcn_jit::error::FaultKind;
use gcn_jit::fuzz::plant::{Fault, plant};
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::jit::host::HostLevel;
use gcn_jit::loader::CodeObject;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::{Access, Memory};
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{Vgpr, Wave};
use gcn_jit::machine::{Env, Exit, Scratch};
use gcn_jit::runtime::{Backend, Device, Launch, LaunchError};

/// Instructions that generated code has done by functions, by the result of these: a status, an address, nothing, a
/// value. s[4:5] and v[0:1] are addresses of memory, s[8:11] is a V# of it.
const CALLS: [&str; 14] = [
    "s_load_dwordx2 s[12:13], s[4:5], 0x0",
    "s_buffer_load_dword s12, s[8:11], 0x0",
    "s_store_dword s12, s[4:5], 0x0",
    "s_atomic_add s12, s[4:5], 0x0",
    "global_load_dword v4, v[0:1], off",
    "global_store_dword v[0:1], v4, off",
    "global_atomic_add v[0:1], v4, off",
    "buffer_load_dword v4, v3, s[8:11], 0 offen",
    "buffer_store_dwordx3 v[4:6], v3, s[8:11], 0 offen",
    "buffer_atomic_add v4, v3, s[8:11], 0 offen",
    "ds_add_u32 v3, v4",
    "ds_append v4",
    "v_sin_f32 v4, v4",
    "v_div_scale_f64 v[4:5], vcc, v[0:1], v[0:1], v[2:3]",
];

/// Runs the instruction, and another one behind it.
fn run(jit: &Jit, text: &str) -> Result<Exit, FaultKind> {
    let text = format!("s_nop 0\n{text}\ns_waitcnt 0\ns_mov_b32 s20, 5\ns_endpgm");
    let code = assemble(Gen::Gfx9, &text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let memory = Memory::new(1 << 21).expect("an arena");
    let base = memory.alloc(4096, 256, Access::ReadWrite, "memory");
    let base = base.expect("room");
    let mut w = Wave::new(16);
    (w.sgpr[4], w.sgpr[5]) = (base as u32, (base >> 32) as u32);
    w.sgpr[8..12].copy_from_slice(&[base as u32, (base >> 32) as u32, 4096, 0x27000]);
    // Scattered: no run of addresses is near.
    let offset = |lane: usize| (lane * 52 % 64 * 16) as u32;
    w.vgprs_mut()[0] = Vgpr(std::array::from_fn(|lane| base as u32 + offset(lane)));
    w.vgprs_mut()[1] = Vgpr([(base >> 32) as u32; 64]);
    w.vgprs_mut()[3] = Vgpr(std::array::from_fn(offset));
    w.pc = 0x1000;
    w.budget = 1000;
    let env = Env {
        program: &Program::new(Gen::Gfx9, 0x1000, code.words()),
        memory: &memory,
        lds: &Lds::new(4096),
        scratch: &Scratch::default(),
        observed: true,
        clocks: gcn_jit::machine::clocks::Clocks::default(),
    };
    jit.run(&mut w, &env).map_err(|f| f.kind)
}

#[test]
fn of_functions_below_generated_code() {
    let most = HostLevel::chosen().expect("a usable host");
    for level in HostLevel::ALL.into_iter().filter(|l| *l <= most) {
        let jit = Jit::with_level(level, None).expect("a level that the host has");
        for text in CALLS {
            let planted = plant(Fault::Panics);
            let found = run(&jit, text);
            drop(planted);
            let expected = FaultKind::Internal("planted".to_owned());
            // What the level has instructions for calls nothing.
            if level == HostLevel::Avx512 && text.starts_with("v_") && found == Ok(Exit::End) {
                continue;
            }
            assert_eq!(found, Err(expected), "{level}: {text}");
            assert_eq!(run(&jit, text), Ok(Exit::End), "{level}: {text}");
        }
    }
}

/// Of a launch, the error has what faults have; on the device others follow.
#[test]
fn of_a_launch() {
    let device = Device::new().expect("a device");
    let text = "v_lshlrev_b32 v1, 2, v0\n s_load_dwordx2 s[4:5], s[0:1], 0x0\n s_waitcnt lgkmcnt(0)\n\
                global_atomic_add v1, v0, s[4:5]\n s_endpgm";
    let code = assemble(Gen::Gfx9, text).expect("text");
    let object = CodeObject::parse(&code.bytes, Some("gfx900")).expect("raw");
    let program = device.load(&object).expect("loads");
    let out = device.buffer("out", &[1u32; 64]).expect("room");
    let launch = || {
        let launch = Launch::new(0, 64, 64).arg(&out);
        device.launch(&program, &launch.backend(Backend::Jit).threads(1))
    };
    let planted = plant(Fault::Panics);
    let failed = launch().expect_err("planted");
    drop(planted);
    let LaunchError::Fault(fault) = failed else {
        panic!("{failed}");
    };
    assert_eq!(fault.kind, FaultKind::Internal("planted".to_owned()));
    let text = fault.to_string();
    assert!(text.contains("a defect of gcn-jit: planted"), "{text}");
    assert!(!text.contains('\n'), "{text}");
    launch().expect("runs");
    let wanted: Vec<u32> = (0..64).map(|i| 1 + i).collect();
    assert_eq!(out.read::<u32>(), wanted);
}
