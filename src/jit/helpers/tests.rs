//! The functions for hosts with AVX-512 against those for all hosts.

use super::*;
use crate::exec::lds::Lds;
use crate::exec::memory::{Access, GUEST_BASE, Memory};
use crate::exec::program::Program;
use crate::exec::{Env, Scratch};

/// Pseudo-random numbers (xorshift64).
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }

    fn exec(&mut self) -> u64 {
        let any = self.next(1 << 40) | self.next(1 << 40) << 24;
        match self.next(4) {
            0 => any,
            1 => (any & 0xffff) << self.next(48),
            2 => u64::MAX >> self.next(63),
            _ => u64::MAX,
        }
    }

    /// Offsets near `size` bytes that are consecutive, the same, or anything.
    fn offsets(&mut self, element: u64, size: u64) -> [u64; LANES] {
        let start = self.next(size);
        let (start, step) = match self.next(6) {
            0 => (start, element),
            1 => (start / 8 * 8, element),
            2 => (start / 2, 0),
            3 => (start / 4, 2 * element),
            _ => (0, 0),
        };
        let mut a = std::array::from_fn(|n| start + n as u64 * step);
        if step == 0 && start == 0 {
            // Seldom outside.
            let most = size + 1 - self.next(2) * (element + self.next(20));
            a = std::array::from_fn(|_| self.next(most));
        } else if self.next(4) == 0 {
            a[self.next(64) as usize] = self.next(size);
        }
        a
    }
}

fn op(size: u8, dwords: u8, signed: bool) -> MemOp {
    MemOp {
        size,
        dwords,
        signed,
        ..MemOp::unpack(0)
    }
}

/// The result, the fault, and the bytes that `f` leaves in the data (in a context with or without
/// AVX-512).
fn outcome(
    env: &Env<'_>,
    wide: bool,
    mut data: Vec<u32>,
    f: impl Fn(&mut Ctx<'_>, *mut u32) -> u64,
) -> (u64, String, Vec<u32>) {
    let mut sites = Sites::EMPTY;
    let level = match wide {
        true => HostLevel::detected().unwrap(),
        false => HostLevel::Base,
    };
    let mut ctx = Ctx::new(env, std::ptr::null_mut(), &mut sites, level);
    let status = f(&mut ctx, data.as_mut_ptr());
    let fault = format!("{:?}", ctx.take_fault());
    if status != 0 {
        // What is loaded before a fault is not specified.
        data.clear();
    }
    (status, fault, data)
}

#[test]
fn wide_accesses_do_what_narrow_ones_do() {
    const SIZE: u64 = 1200;
    let memory = Memory::new(1 << 20).expect("memory");
    let buffer = |name| {
        memory
            .alloc(SIZE, 1, Access::ReadWrite, name)
            .expect("room")
    };
    let (a, b) = (buffer("a"), buffer("b"));
    assert_eq!(a, GUEST_BASE);
    let program = Program::new(Gen::Gfx9, b, vec![0]);
    let lds = Lds::new(SIZE as u32 - 2);
    let env = Env {
        program: &program,
        memory: &memory,
        lds: &lds,
        scratch: Scratch::default(),
        observed: false,
    };
    let mut r = Random(0x1234_5678_9abc_def1);
    let bytes: Vec<u8> = (0..SIZE).map(|_| r.next(256) as u8).collect();
    let data: Vec<u32> = (0..256).map(|_| r.next(1 << 32) as u32).collect();
    let reset = || {
        memory.write(a, &bytes).expect("inside");
        memory.write(b, &bytes).expect("inside");
        for (n, d) in bytes.chunks_exact(4).enumerate() {
            lds.write(4 * n as u32, [d[0], d[1], d[2], d[3]]);
        }
    };
    let contents = || {
        let mut all = vec![0; 2 * SIZE as usize];
        let (x, y) = all.split_at_mut(SIZE as usize);
        memory.read(a, x).expect("inside");
        memory.read(b, y).expect("inside");
        let lds: Vec<_> = (0..SIZE as u32).map(|n| lds.read::<1>(n)).collect();
        (all, lds)
    };
    let shapes = [(1, 1), (2, 1), (4, 1), (4, 2), (4, 3), (4, 4)];
    for round in 0..1200 {
        let (size, dwords) = shapes[round % 6];
        let (m, exec) = (op(size, dwords, r.next(2) == 1), r.exec());
        let element = m.bytes() as u64;
        let other = r.next(8) == 0;
        let addr: [u64; LANES] = r.offsets(element, SIZE).map(|off| {
            let base = if other && off % 3 == 0 { b } else { a };
            base + off
        });
        let check = |what: &str, f: &dyn Fn(&mut Ctx<'_>, *mut u32) -> u64| {
            let [wide, narrow] = [true, false].map(|wide| {
                reset();
                (outcome(&env, wide, data.clone(), f), contents())
            });
            assert_eq!(wide.0, narrow.0, "{what} {m:?} {exec:#x} {addr:x?}");
            if wide.0.0 == 0 {
                assert!(wide.1 == narrow.1, "{what} {m:?} {exec:#x} {addr:x?}");
            }
        };
        let p = addr.as_ptr();
        check("load", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { load(ctx, 8, m.pack(), p, exec, 0, data) }
        });
        check("store", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { store(ctx, 8, m.pack(), p, exec, 0, data) }
        });
        let mut m = m;
        m.no_wrap = r.next(2) == 1;
        m.offset = [0, 4, 0x102, 0xff00][r.next(4) as usize];
        if size == 4 && dwords % 2 == 0 {
            m.pair = [0, 2, 3][r.next(3) as usize];
        }
        m.align_mask = [0, m.bytes().next_power_of_two() as u8 - 1][r.next(2) as usize];
        let addr: [u32; LANES] = r.offsets(m.bytes() as u64, SIZE).map(|a| {
            // Some wrap around with the offset.
            (a as u32).wrapping_sub(if other { m.offset as u32 } else { 0 })
        });
        let limit = [SIZE, 600, 2][r.next(3) as usize];
        let p = addr.as_ptr();
        let check = |what: &str, f: &dyn Fn(&mut Ctx<'_>, *mut u32) -> u64| {
            let [wide, narrow] = [true, false].map(|wide| {
                reset();
                (outcome(&env, wide, data.clone(), f), contents())
            });
            assert!(wide == narrow, "{what} {m:?} {exec:#x} {limit} {addr:x?}");
        };
        check("lds_load", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { lds_load(ctx, 8, m.pack(), p, exec, limit, data) }
        });
        check("lds_load to its address", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe {
                data.copy_from(p, LANES);
                lds_load(ctx, 8, m.pack(), data, exec, limit, data)
            }
        });
        check("lds_store", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { lds_store(ctx, 8, m.pack(), p, exec, limit, data) }
        });
        check("bpermute", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { bpermute(ctx, 8, m.pack(), p, exec, data, data.add(64)) }
        });
    }
}
