//! The functions for hosts with AVX-512, and those with AVX2, against those for all hosts.

use super::*;
use crate::machine::lds::Lds;
use crate::machine::memory::{Access, GUEST_BASE, Memory};
use crate::machine::program::Program;
use crate::machine::{Env, Scratch};

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

    /// Offsets as those of tiles and of exchanges of neighbours: by row of 16 lanes, in groups, in
    /// reverse.
    fn rows(&mut self, element: u32) -> [u32; LANES] {
        let (step, start) = (4 << self.next(3), 4 * self.next(100) as u32);
        let group = 1 << self.next(5);
        let shape = self.next(5);
        let place = |n: u32| match shape {
            0 => n / 16 * step,
            1 => n % 16 * step,
            2 => (2 * n - n % group) * 4,
            3 => (63 - n) * element,
            _ => n / group * element,
        };
        let mut a = std::array::from_fn(|n| start + place(n as u32));
        if self.next(8) == 0 {
            a[self.next(64) as usize] += 1;
        }
        a
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

/// The levels of the host above the least.
fn levels() -> impl Iterator<Item = HostLevel> {
    let detected = HostLevel::detected().unwrap();
    let levels = [HostLevel::Avx2, HostLevel::Avx512].into_iter();
    levels.filter(move |l| *l <= detected)
}

/// The result, the fault, and the bytes that `f` leaves in the data, in a context of this level.
fn outcome(
    env: &Env<'_>,
    level: HostLevel,
    mut data: Vec<u32>,
    f: impl Fn(&mut Ctx<'_>, *mut u32) -> u64,
) -> (u64, String, Vec<u32>) {
    let mut sites = Sites::EMPTY;
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
        scratch: &Scratch::default(),
        observed: false,
        clocks: crate::machine::clocks::Clocks::default(),
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
            let at = |level| {
                reset();
                (outcome(&env, level, data.clone(), f), contents())
            };
            let narrow = at(HostLevel::Base);
            for wide in levels().map(at) {
                assert_eq!(wide.0, narrow.0, "{what} {m:?} {exec:#x} {addr:x?}");
                if wide.0.0 == 0 {
                    assert!(wide.1 == narrow.1, "{what} {m:?} {exec:#x} {addr:x?}");
                }
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
        let addr = match r.next(3) {
            0 => r.rows(m.bytes()),
            _ => addr,
        };
        let p = addr.as_ptr();
        let check = |what: &str, f: &dyn Fn(&mut Ctx<'_>, *mut u32) -> u64| {
            let at = |level| {
                reset();
                (outcome(&env, level, data.clone(), f), contents())
            };
            let narrow = at(HostLevel::Base);
            for wide in levels().map(at) {
                assert!(wide == narrow, "{what} {m:?} {exec:#x} {limit} {addr:x?}");
            }
        };
        check("lds_store", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { lds_store(ctx, 8, m.pack(), p, exec, limit, data) }
        });
        check("lds_atomic", &|ctx, data| {
            let of = MemOp::atomic(AtomicOp::ALL[round % AtomicOp::ALL.len()], 4);
            let m = MemOp {
                offset: m.offset,
                no_wrap: m.no_wrap,
                ..of
            };
            // SAFETY: 64 addresses, and 64 dwords of data for two operands and the result.
            unsafe { lds_atomic(ctx, 8, m.pack(), p, exec, limit, data, data.add(64)) }
        });
        check("bpermute", &|ctx, data| {
            // SAFETY: 64 addresses, and 64 dwords of data for each of four components.
            unsafe { bpermute(ctx, 8, m.pack(), p, exec, data, data.add(64)) }
        });
    }
}

/// The LDS after `f`, which is given what the functions that generated code calls take, at each level: 64 dwords of
/// which each has its number, and 2 bytes more.
fn lds_after(f: impl Fn(&mut Ctx<'_>) -> u64) -> Vec<Vec<u32>> {
    let all = levels().chain([HostLevel::Base]);
    let after = |level| {
        let memory = Memory::new(1 << 20).expect("memory");
        let program = Program::new(Gen::Gfx9, GUEST_BASE, vec![0]);
        let lds = Lds::new(258);
        for n in 0..64 {
            lds.write(4 * n, n.to_le_bytes());
        }
        let env = Env {
            program: &program,
            memory: &memory,
            lds: &lds,
            scratch: &Scratch::default(),
            observed: false,
            clocks: crate::machine::clocks::Clocks::default(),
        };
        outcome(&env, level, vec![], |ctx, _| f(ctx));
        let dword = |n: u32| u32::from_le_bytes(lds.read(4 * n).expect("inside"));
        (0..64).map(dword).collect()
    };
    all.map(after).collect()
}

/// The result of a load from the same LDS, for which there is one function: with AVX-512 regions do it.
fn lds_loaded(m: MemOp, addr: &[u32; LANES], exec: u64) -> Vec<u32> {
    let out = std::cell::RefCell::new(vec![]);
    lds_after(|ctx| {
        let mut v = vec![0xdead; 64 * m.dwords as usize];
        // SAFETY: 64 addresses, and 64 dwords per component.
        let status = unsafe {
            lds_load(
                ctx,
                8,
                m.pack(),
                addr.as_ptr(),
                exec,
                1 << 16,
                v.as_mut_ptr(),
            )
        };
        out.replace(v);
        status
    });
    out.into_inner()
}

/// The last lane's dword ends one byte, or two, past the 258 bytes: it alone reads 0 and is not stored.
#[test]
fn the_lane_that_is_out_of_range_alone_is_dropped() {
    for step in [4, 8] {
        let last = 255;
        let addr: [u32; LANES] = std::array::from_fn(|n| match n {
            63 => last,
            n => n as u32 * step % 252,
        });
        let out = lds_loaded(MemOp::dwords(1), &addr, u64::MAX);
        // Bytes 255 to 257 and one more.
        assert_eq!(out[63], 0);
        assert_eq!(out[62], 62 * step % 252 / 4);
        assert_eq!(out[1], step / 4);
    }
    let m = MemOp::dwords(1);
    let addr: [u32; LANES] = std::array::from_fn(|n| 4 * n as u32 + 3);
    let out = lds_loaded(m, &addr, u64::MAX);
    // The highest byte of dword n, which is 0, and three of dword n + 1.
    assert_eq!(out[..3], [1 << 8, 2 << 8, 3 << 8]);
    assert_eq!(out[62..], [63 << 8, 0]);
    let data = [7; 64];
    let (p, d) = (addr.as_ptr(), data.as_ptr());
    // SAFETY: 64 addresses and 64 dwords.
    for lds in lds_after(|ctx| unsafe { lds_store(ctx, 8, m.pack(), p, u64::MAX, 1 << 16, d) }) {
        // Bytes 252 to 254 are of lane 62; lane 63 would have written 255.
        assert_eq!(lds[63], 0, "{lds:?}");
        assert_eq!(lds[1], 7 << 24, "{lds:?}");
    }
}

/// A limit of 257 bytes is one short of the last lane's second byte.
#[test]
fn a_run_that_ends_at_the_limit_is_inside() {
    let m = MemOp::dwords(2);
    let addr: [u32; LANES] = std::array::from_fn(|n| 4 * n as u32);
    let out = lds_loaded(m, &addr, u64::MAX);
    // Lane 62 has the last two whole dwords; lane 63's second is cut, so it has none.
    assert_eq!([out[62], out[64 + 62]], [62, 63]);
    assert_eq!([out[63], out[64 + 63]], [0, 0]);
}

/// Of lanes that store to the same place the highest active one wins, byte by byte.
#[test]
fn the_highest_lane_that_stores_wins() {
    let store = |m: MemOp, addr: [u32; LANES], exec: u64| {
        let data: Vec<u32> = (0..64 * m.dwords as u32).map(|n| 0x100 + n).collect();
        // SAFETY: 64 addresses, and 64 dwords per component.
        lds_after(|ctx| unsafe {
            let (p, d) = (addr.as_ptr(), data.as_ptr());
            lds_store(ctx, 8, m.pack(), p, exec, 1 << 16, d)
        })
    };
    let one = MemOp::dwords(1);
    for (exec, lane) in [(u64::MAX, 63), (0x0000_0f00_0000_0001, 43), (1, 0)] {
        for lds in store(one, [8; LANES], exec) {
            assert_eq!(lds[..4], [0, 1, 0x100 + lane, 3]);
        }
        for lds in store(MemOp::dwords(4), [16; LANES], exec) {
            let v = [0, 64, 128, 192].map(|c| 0x100 + c + lane);
            assert_eq!([lds[3], lds[8]], [3, 8]);
            assert_eq!(lds[4..8], v);
        }
    }
    // Lane n's two dwords are n and n + 1: of the second that the next lane leaves the last alone stays.
    for lds in store(
        MemOp::dwords(2),
        std::array::from_fn(|n| 4 * n.min(50) as u32),
        u64::MAX,
    ) {
        assert_eq!(lds[..2], [0x100, 0x101]);
        assert_eq!(lds[49..53], [0x131, 0x13f, 0x17f, 52]);
    }
    // Elements 20 bytes apart, lanes 4: lane n's second is lane n + 5's first, which comes later.
    let pair = MemOp {
        pair: 2,
        offset: 5 << 8,
        ..MemOp::dwords(2)
    };
    for lds in store(
        pair,
        std::array::from_fn(|n| 4 * n.min(40) as u32),
        u64::MAX,
    ) {
        assert_eq!(lds[39..41], [0x127, 0x13f]);
        // Second elements of lanes 36 to 39, and of the last.
        assert_eq!(lds[41..47], [0x164, 0x165, 0x166, 0x167, 0x17f, 46]);
    }
}

/// Words at odd addresses, of which a later lane's first byte is an earlier one's second; the bytes around stay.
#[test]
fn words_need_not_be_aligned() {
    let m = op(2, 1, false);
    let addr: [u32; LANES] = std::array::from_fn(|n| 3 + n as u32);
    let data: [u32; LANES] = std::array::from_fn(|n| 0xabcd_2010 + n as u32);
    let (p, d) = (addr.as_ptr(), data.as_ptr());
    // SAFETY: 64 addresses and 64 dwords.
    for lds in lds_after(|ctx| unsafe { lds_store(ctx, 8, m.pack(), p, 0b1011, 1 << 16, d) }) {
        // Byte 3 of lane 0, 4 and 5 of lane 1, 6 and 7 of lane 3.
        assert_eq!(lds[..3], [0x1000_0000, 0x2013_2011, 2], "{lds:x?}");
    }
}

/// Bytes of a lane's private memory below which something is known to be written, after dwords are stored at
/// `offset` of one lane and at 0 of the others.
#[test]
fn private_memory_is_written_up_to_the_farthest_lane() {
    let all = levels().chain([HostLevel::Base]);
    // 128 bytes count together.
    let cases = [(40, 128), (124, 128), (128, 256), (252, 256)];
    for (level, (farthest, end)) in all.flat_map(|l| cases.map(|c| (l, c))) {
        let memory = Memory::new(1 << 20).expect("memory");
        let scratch = Scratch::new(&memory, 256).expect("room");
        let program = Program::new(Gen::Gfx9, GUEST_BASE, vec![0]);
        let env = Env {
            program: &program,
            memory: &memory,
            lds: &Lds::new(0),
            scratch: &scratch,
            observed: false,
            clocks: crate::machine::clocks::Clocks::default(),
        };
        let mut sites = Sites::EMPTY;
        let ctx = Ctx::new(&env, std::ptr::null_mut(), &mut sites, level);
        let offsets: [u32; LANES] = std::array::from_fn(|n| match n {
            7 => farthest,
            // Of a lane that is not active it does not matter.
            9 => 255,
            _ => 0,
        });
        let exec = !(1 << 9);
        let data: [u32; LANES] = std::array::from_fn(|n| 100 + n as u32);
        let mut back = [0; LANES];
        // SAFETY: 64 dwords each.
        unsafe {
            assert!(
                ctx.private()
                    .store_apart::<1>(0, &offsets, exec, data.as_ptr())
            );
            assert!(
                ctx.private()
                    .load_apart::<1>(0, &offsets, exec, back.as_mut_ptr())
            );
            // The last dword ends where the memory does.
            assert!(
                !ctx.private()
                    .load_apart::<1>(4, &[252; LANES], exec, back.as_mut_ptr())
            );
        }
        assert_eq!(
            back[..11],
            [100, 101, 102, 103, 104, 105, 106, 107, 108, 0, 110]
        );
        assert_eq!(back[11..], data[11..]);
        // SAFETY: it is part of `scratch`.
        let written = unsafe { &*scratch.written_at() };
        assert_eq!(written.load(std::sync::atomic::Ordering::Relaxed), end);
    }
}
