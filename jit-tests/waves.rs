//! Waves whose registers are given by their first lane, and accesses of lanes that follow each other:
//! at the ends of buffers, backwards, where stores and loads of one wave overlap, and in loops that are
//! stopped after any number of instructions. All expected values are worked out by hand.

use gcn_jit::asm::assemble;
use gcn_jit::error::FaultKind;
use gcn_jit::interp;
use gcn_jit::isa::Gen;
use gcn_jit::jit::Jit;
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::{Access, Memory};
use gcn_jit::machine::program::Program;
use gcn_jit::machine::wave::{StartClass, Vgpr, Wave};
use gcn_jit::machine::{Env, Exit, Scratch};

/// Guest address of the code.
const CODE: u64 = 0x1000;
/// Vector registers of a wave.
const VGPRS: u32 = 10;
/// What another wave left in them.
const LEFT: u32 = 0x5555_5555;

/// v[2:3] = s[0:1] + 4 * v0.
const ADDRESS: &str = "
    v_mov_b32 v1, 0
    v_lshlrev_b64 v[2:3], 2, v[0:1]
    v_mov_b32 v4, s1
    v_add_co_u32 v2, vcc, s0, v2
    v_addc_co_u32 v3, vcc, v4, v3, vcc
";

/// How a run ended: the fault's kind and lane, the buffer, the vector registers.
type Ended = (Option<(FaultKind, Option<u8>)>, Vec<u32>, Vec<Vgpr>);

struct Case<'a> {
    code: String,
    /// The buffer's dwords, of which as many bytes are accessible.
    buffer: &'a [u32],
    bytes: usize,
    /// Added to the buffer's address, which is in s[0:1].
    offset: i64,
    ids: [Vgpr; 3],
    exec: u64,
}

fn lanes(f: impl Fn(u32) -> u32) -> Vgpr {
    Vgpr(std::array::from_fn(|lane| f(lane as u32)))
}

impl<'a> Case<'a> {
    fn new(code: &str, buffer: &'a [u32]) -> Case<'a> {
        Case {
            code: format!("{ADDRESS}{code}\ns_endpgm\n"),
            buffer,
            bytes: 4 * buffer.len(),
            offset: 0,
            ids: [lanes(|lane| lane), Vgpr::ZERO, Vgpr::ZERO],
            exec: u64::MAX,
        }
    }

    /// Runs it in slices of `slice` instructions. `fresh`: no register is written yet.
    fn run(&self, jit: Option<&Jit>, slice: i64, fresh: bool, observed: bool) -> (Ended, u64) {
        let words = assemble(Gen::Gfx9, &self.code).expect("code").words();
        let program = Program::new(Gen::Gfx9, CODE, words);
        let memory = Memory::new(1 << 20).expect("an arena");
        let at = memory.alloc(self.bytes as u64, 4, Access::ReadWrite, "buffer");
        let at = at.expect("room");
        let mut bytes: Vec<u8> = self.buffer.iter().flat_map(|d| d.to_le_bytes()).collect();
        bytes.truncate(self.bytes);
        memory.write(at, &bytes).expect("inside");
        let lds = Lds::new(0);
        let env = Env {
            program: &program,
            memory: &memory,
            lds: &lds,
            scratch: &Scratch::default(),
            observed,
            clocks: gcn_jit::machine::clocks::Clocks::default(),
        };
        let mut w = Wave::new(VGPRS);
        w.vgprs_mut().fill(Vgpr([LEFT; 64]));
        (w.pc, w.mode) = (CODE, 0x3f0);
        w.set_exec(self.exec);
        w.set_s64(0, at.wrapping_add_signed(self.offset));
        let (class, base) = StartClass::of(self.exec, &self.ids);
        for (r, id) in self.ids.iter().enumerate() {
            if !fresh || class.stride(r).is_none() {
                *w.v_mut(r as u8) = *id;
            }
        }
        if fresh {
            w.set_fresh(class, base);
        } else {
            w.vgprs_mut()[3..].fill(Vgpr::ZERO);
        }
        let mut fault = None;
        for _ in 0..10_000 {
            w.budget = slice;
            let exit = match jit {
                Some(jit) => jit.run(&mut w, &env),
                None => {
                    w.clear_stale();
                    interp::run(&mut w, &env)
                }
            };
            match exit {
                Ok(Exit::Yield) => {}
                Ok(exit) => {
                    assert_eq!(exit, Exit::End);
                    break;
                }
                Err(f) => {
                    fault = Some((f.kind, f.lane));
                    break;
                }
            }
        }
        memory.read(at, &mut bytes).expect("inside");
        let dwords = bytes.chunks_exact(4);
        let dwords = dwords.map(|d| u32::from_le_bytes(d.try_into().expect("four bytes")));
        ((fault, dwords.collect(), w.vgprs().to_vec()), at)
    }

    /// Runs it in all ways, and gives each end, with the buffer's address, to `check`; the registers only
    /// where they count.
    fn check(&self, check: impl Fn(Option<(FaultKind, Option<u8>)>, &[u32], Option<&[Vgpr]>, u64)) {
        let jit = Jit::new().expect("a compiler for this host");
        for engine in [None, Some(&jit)] {
            for slice in [1, 3, 7, 1000] {
                for (fresh, observed) in [(true, true), (true, false), (false, true)] {
                    let ((fault, buffer, v), at) = self.run(engine, slice, fresh, observed);
                    check(fault, &buffer, observed.then_some(&v[..]), at);
                }
            }
        }
    }
}

const ADD_ONE: &str = "
    global_load_dword v5, v[2:3], off
    s_waitcnt vmcnt(0)
    v_add_u32 v5, 1, v5
    global_store_dword v[2:3], v5, off
";

#[test]
fn a_wave_may_fill_a_buffer_to_its_last_byte() {
    let buffer: Vec<u32> = (0..64).map(|i| 100 * i).collect();
    Case::new(ADD_ONE, &buffer).check(|fault, after, v, _| {
        assert_eq!(fault, None);
        assert!(after.iter().zip(&buffer).all(|(a, b)| *a == b + 1));
        if let Some(v) = v {
            assert_eq!(v[0], lanes(|lane| lane));
            assert_eq!(v[5], lanes(|lane| 100 * lane + 1));
            assert_eq!(v[9], Vgpr::ZERO);
        }
    });
}

#[test]
fn the_lane_outside_a_buffer_faults() {
    let buffer = [7; 64];
    let read = |addr| FaultKind::Read { addr, size: 4 };
    let write = |addr| FaultKind::Write { addr, size: 4 };
    // A dword less than the last lane needs.
    let mut case = Case::new(ADD_ONE, &buffer);
    case.bytes = 252;
    case.check(|fault, _, _, at| assert_eq!(fault, Some((read(at + 252), Some(63)))));
    let mut case = Case::new("global_store_dword v[2:3], v0, off", &buffer);
    case.bytes = 249;
    case.check(|fault, _, _, at| assert_eq!(fault, Some((write(at + 252), Some(63)))));
    let mut case = Case::new("global_store_dword v[2:3], v0, off", &buffer);
    case.bytes = 252;
    case.check(|fault, _, _, at| assert_eq!(fault, Some((write(at + 252), Some(63)))));
    // One byte before the buffer.
    let mut case = Case::new(ADD_ONE, &buffer);
    case.offset = -1;
    case.check(|fault, _, _, at| assert_eq!(fault, Some((read(at - 1), Some(0)))));
    // Behind it altogether.
    let mut case = Case::new("global_store_dword v[2:3], v0, off", &buffer);
    case.offset = 256;
    case.check(|fault, _, _, at| assert_eq!(fault, Some((write(at + 256), Some(0)))));
}

/// A buffer of 16-bit elements may end in the middle of a dword, on which compilers do their atomics.
#[test]
fn the_last_dword_of_a_buffer_is_there_as_a_whole() {
    let code = "
        global_load_dword v5, v[2:3], off
        s_waitcnt vmcnt(0)
        v_mov_b32 v7, v5
        v_add_u32 v6, 1, v5
        global_atomic_cmpswap v8, v[2:3], v[6:7], off glc
    ";
    for bytes in [253, 254, 255] {
        let mut case = Case::new(code, &[7; 64]);
        case.bytes = bytes;
        case.check(|fault, after, v, _| {
            assert_eq!(fault, None, "{bytes} bytes");
            assert_eq!(after, [8; 63]);
            if let Some(v) = v {
                // What lies behind the end is zero.
                assert_eq!(v[8].0[63], 7);
            }
        });
    }
}

#[test]
fn addresses_that_wrap_around_are_outside() {
    // s[0:1] = -128: the lanes from 32 on come out at 0.
    let code = format!("s_mov_b32 s0, 0xffffff80\ns_mov_b32 s1, -1\n{ADDRESS}{ADD_ONE}");
    let read = |addr| FaultKind::Read { addr, size: 4 };
    let case = Case::new(&code.replace("v_mov_b32 v1, 0", ""), &[7; 64]);
    let first = u64::MAX - 127;
    case.check(|fault, after, _, _| {
        assert_eq!(fault, Some((read(first), Some(0))));
        assert!(after.iter().all(|d| *d == 7));
    });
}

#[test]
fn lanes_may_run_backwards() {
    // Lane l loads dword 63 - l and stores it as dword 64 + l.
    let code = "
        v_sub_u32 v6, 63, v0
        v_lshlrev_b32 v6, 2, v6
        v_mov_b32 v7, s1
        v_add_co_u32 v6, vcc, s0, v6
        v_addc_co_u32 v7, vcc, 0, v7, vcc
        global_load_dword v5, v[6:7], off
        s_waitcnt vmcnt(0)
        global_store_dword v[2:3], v5, off offset:256
    ";
    let buffer: Vec<u32> = (0..128).map(|i| 1000 + i).collect();
    Case::new(code, &buffer).check(|fault, after, _, _| {
        assert_eq!(fault, None);
        assert_eq!(after[..64], buffer[..64]);
        assert!(after[64..].iter().rev().eq(&buffer[..64]));
    });
}

#[test]
fn all_lanes_load_before_any_stores() {
    // Each lane's dword goes to the next lane's place.
    let code = "
        global_load_dword v5, v[2:3], off
        s_waitcnt vmcnt(0)
        v_add_u32 v5, 1, v5
        global_store_dword v[2:3], v5, off offset:4
        global_load_dword v6, v[2:3], off
        s_waitcnt vmcnt(0)
        global_store_dword v[2:3], v6, off offset:512
    ";
    let buffer: Vec<u32> = (0..192).map(|i| 10 * i).collect();
    Case::new(code, &buffer).check(|fault, after, v, _| {
        assert_eq!(fault, None);
        let moved = |i: u32| if i == 0 { 0 } else { 10 * (i - 1) + 1 };
        for i in 0..64 {
            assert_eq!(after[i as usize], moved(i));
            assert_eq!(after[128 + i as usize], moved(i));
        }
        assert_eq!(after[64], 631);
        assert_eq!(after[65], 650);
        if let Some(v) = v {
            assert_eq!(v[5], lanes(|lane| 10 * lane + 1));
            assert_eq!(v[6], lanes(moved));
        }
    });
}

#[test]
fn loops_keep_their_addresses_when_they_are_stopped() {
    let code = format!(
        "s_mov_b32 s2, 5
        more:
        {ADD_ONE}
        v_add_co_u32 v2, vcc, 0x100, v2
        v_addc_co_u32 v3, vcc, 0, v3, vcc
        s_sub_u32 s2, s2, 1
        s_cmp_lg_u32 s2, 0
        s_cbranch_scc1 more"
    );
    let buffer: Vec<u32> = (0..320).collect();
    Case::new(&code, &buffer).check(|fault, after, v, at| {
        assert_eq!(fault, None);
        assert!(after.iter().zip(&buffer).all(|(a, b)| *a == b + 1));
        if let Some(v) = v {
            assert_eq!(v[2], lanes(|lane| (at as u32) + 5 * 256 + 4 * lane));
            assert_eq!(v[3], lanes(|_| (at >> 32) as u32));
        }
    });
}

#[test]
fn ids_are_there_in_every_wave() {
    // v6 is read though nobody wrote it; v0 of the last wave of a small work-group does not rise.
    let code = "
        v_add_u32 v7, v8, v6
        v_readlane_b32 s4, v0, 5
        v_mov_b32 v5, s4
        global_store_dword v[2:3], v7, off
    ";
    let buffer = [9; 256];
    let mut case = Case::new(&format!("v_add_u32 v8, v0, v9\n{code}"), &buffer);
    case.ids[0] = lanes(|lane| 64 + lane);
    case.check(|fault, after, v, _| {
        assert_eq!(fault, None);
        for (i, d) in after.iter().enumerate() {
            let stored = (64..128).contains(&i);
            assert_eq!(*d, if stored { i as u32 } else { 9 });
        }
        if let Some(v) = v {
            assert_eq!(v[5], lanes(|_| 69));
        }
    });
    case.ids[0] = lanes(|lane| if lane < 10 { lane } else { 0 });
    case.exec = (1 << 10) - 1;
    case.check(|fault, after, v, _| {
        assert_eq!(fault, None);
        for (i, d) in after.iter().enumerate() {
            assert_eq!(*d, if i < 10 { i as u32 } else { 9 });
        }
        if let Some(v) = v {
            assert_eq!(v[0], case.ids[0]);
            assert_eq!(v[5], lanes(|lane| if lane < 10 { 5 } else { 0 }));
        }
    });
}
