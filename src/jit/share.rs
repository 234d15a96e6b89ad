//! LDS accesses beyond plain loads, stores and atomics, and all accesses to the GDS (DS).
#![allow(unsafe_code)]

use super::controls::plain_float;
use super::helpers::{Ctx, Lanes, LdsView, atomic_data, atomic_result, extend, lds_in_turn};
use crate::ir::plant::{Fault, unless_planted};
use crate::ir::{MemOp, Share};
use crate::machine::lds::Lds;

/// The LDS, or the bytes of the GDS that are the wave's: M0\[15:0\] from M0\[31:16\] on.
struct Memory<'a> {
    view: LdsView<'a>,
    m: MemOp,
    /// Where the wave's part of the GDS begins.
    first: u32,
    /// Bytes of all.
    size: u32,
    /// Lanes' registers: addresses, data, results.
    addr: *const u32,
    data: *const u32,
    out: *mut u32,
}

/// An element's two dwords as one value, and back.
fn join(d: [u32; 4]) -> u64 {
    d[0] as u64 | (d[1] as u64) << 32
}

impl<'a> Memory<'a> {
    fn new(lds: &'a Lds, m: MemOp, limit: u32) -> Memory<'a> {
        let (first, limit) = if m.gds {
            (limit >> 16, limit & 0xffff)
        } else {
            (0, limit)
        };
        Memory {
            view: LdsView::of(lds, m, limit as u64),
            m,
            first,
            size: lds.size(),
            addr: std::ptr::null(),
            data: std::ptr::null(),
            out: std::ptr::null_mut(),
        }
    }

    /// Where an element lies, unless outside.
    fn place(&self, base: u32, offset: u32) -> Option<u32> {
        let at = self.first + self.view.place(base, offset)?;
        (at + self.view.bytes() <= self.size).then_some(at)
    }

    fn load(&self, at: Option<u32>) -> [u32; 4] {
        // SAFETY: `place` checked the access.
        at.map_or([0; 4], |at| unsafe { self.view.read(at) })
    }

    fn store(&self, at: Option<u32>, data: [u32; 4]) {
        if let Some(at) = at {
            // SAFETY: `place` checked the access.
            unsafe { self.view.write(at, data) }
        }
    }

    /// The atomic, on an address that is aligned: the wave's part of the GDS may not be.
    fn update(&self, at: Option<u32>, d: u64, e: u64) -> u64 {
        let align = !(self.m.size as u32 - 1);
        // SAFETY: `place` checked the access.
        at.map_or(0, |at| unsafe { self.view.update(at & align, d, e) })
    }

    /// # Safety
    /// `addr` has 64 dwords.
    unsafe fn lane_address(&self, lane: usize) -> u32 {
        // SAFETY: the caller's.
        unsafe { *self.addr.add(lane) }
    }

    /// Dwords `k` to `k + n - 1` of a lane's data.
    ///
    /// # Safety
    /// `data` has 64 dwords for each of them.
    unsafe fn take(&self, lane: usize, k: usize, n: usize) -> [u32; 4] {
        let mut v = [0; 4];
        for (i, v) in v[..n].iter_mut().enumerate() {
            // SAFETY: the caller's.
            *v = unsafe { *self.data.add(64 * (k + i) + lane) };
        }
        v
    }

    /// Result dwords `k` to `k + n - 1` of a lane.
    ///
    /// # Safety
    /// `out` has room for 64 dwords for each of them.
    unsafe fn give(&self, lane: usize, k: usize, n: usize, v: [u32; 4]) {
        for (i, v) in v[..n].iter().enumerate() {
            // SAFETY: the caller's.
            unsafe { *self.out.add(64 * (k + i) + lane) = extend(self.m, *v) };
        }
    }

    /// Dwords per element, and the places of the elements (the second is for pairs only).
    ///
    /// # Safety
    /// As for `lane_address`.
    unsafe fn elements(&self, lane: usize) -> (usize, [Option<u32>; 2]) {
        let elements = if self.m.pair == 0 { 1 } else { 2 };
        // SAFETY: the caller's.
        let base = unsafe { self.lane_address(lane) };
        let places = self.view.offsets().map(|o| self.place(base, o));
        (self.m.dwords as usize / elements, places)
    }

    /// One lane of an access.
    ///
    /// # Safety
    /// The registers have 64 dwords per component that the access has.
    unsafe fn lane(&self, lane: usize) {
        let pair = self.m.pair != 0;
        // SAFETY: the caller's.
        unsafe {
            let (n, [first, second]) = self.elements(lane);
            match self.m.share {
                Share::Load => {
                    let (a, b) = (self.load(first), self.load(second));
                    self.give(lane, 0, n, a);
                    if pair {
                        self.give(lane, n, n, b);
                    }
                }
                Share::Store => {
                    self.store(first, self.take(lane, 0, n));
                    if pair {
                        self.store(second, self.take(lane, n, n));
                    }
                }
                Share::Exchange2 => {
                    let (a, b) = (self.take(lane, 0, n), self.take(lane, n, n));
                    let old = self.load(first);
                    self.store(first, a);
                    self.give(lane, 0, n, old);
                    let old = self.load(second);
                    self.store(second, b);
                    self.give(lane, n, n, old);
                }
                Share::Atomic => {
                    let (d, e) = atomic_data(self.m, self.data, lane);
                    let old = self.update(first, d, e);
                    atomic_result(self.out, lane, old, self.m.size == 8);
                }
                Share::Src2 => {
                    let [a, b] = self.sources(self.lane_address(lane));
                    let data = match self.m.size {
                        8 => join(self.load(b)),
                        _ => self.load(b)[0] as u64,
                    };
                    self.update(a, data, 0);
                }
                // Once per wave.
                Share::Count => {}
                // All lanes together.
                Share::Transpose4 | Share::Transpose6 | Share::Transpose8 | Share::Transpose16 => {}
            }
        }
    }

    /// The two places of a SRC2 form. B is A plus a signed dword count: ADDR\[31:17\] when bit 15 of
    /// the offset is set (A is then ADDR\[16:0\]), else the other 15 bits of the offset.
    fn sources(&self, addr: u32) -> [Option<u32>; 2] {
        let offset = self.m.offset as u32;
        let (a, count) = if offset & 0x8000 == 0 {
            (addr, (offset << 17) as i32 >> 17)
        } else {
            (addr & 0x1_ffff, addr as i32 >> 17)
        };
        // The distance is counted from the aligned address.
        let a = a & !(self.m.size as u32 - 1);
        let b = a.wrapping_add_signed(count * 4);
        [a, b].map(|at| self.place(at, 0))
    }

    /// DS_READ_B64_TR_B16 and its like: item `x` of what lane `s` of a group of 16 reads is item 16 / n * s + x / 16 of
    /// lane `x` % 16, where n items fill a lane's registers. So the items of a group, one behind the other, are rows of 16:
    /// each lane has a column of them.
    ///
    /// # Safety
    /// As for `lane`.
    unsafe fn transpose(&self, exec: u64) {
        for group in (0..64).step_by(16) {
            let exec = (exec >> group & 0xffff) as u16;
            // SAFETY: the caller's; of items of whole bytes a lane reads eight.
            let columns = unsafe {
                let bytes = || self.rows(group, exec, |at| self.view.qword(at));
                match self.m.share.transposes() {
                    16 => columns_of_bytes::<2>(&bytes()),
                    8 => columns_of_bytes::<1>(&bytes()),
                    bits => {
                        let rows = self.rows(group, exec, |at| self.view.read(at));
                        columns_of_bits(&rows, bits, self.m.dwords as usize * 32 / bits)
                    }
                }
            };
            for (k, column) in columns.iter().enumerate().take(self.m.dwords.into()) {
                for (s, dword) in column.iter().enumerate() {
                    if exec >> s & 1 != 0 {
                        // SAFETY: the caller's.
                        unsafe { *self.out.add(64 * k + group + s) = *dword };
                    }
                }
            }
        }
    }

    /// What each lane of the 16 from `group` on reads, of which `exec` says which do.
    ///
    /// # Safety
    /// As for `lane`; `read` may be given what `place` gives.
    #[inline(always)]
    unsafe fn rows<T: Copy + Default>(
        &self,
        group: usize,
        exec: u16,
        read: impl Fn(u32) -> T,
    ) -> [T; 16] {
        std::array::from_fn(|s| {
            if exec >> s & 1 == 0 {
                return T::default();
            }
            // SAFETY: the caller's.
            let base = unsafe { self.lane_address(group + s) };
            let at = self.place(base, self.m.offset as u32);
            at.map_or(T::default(), &read)
        })
    }

    /// DS_APPEND and DS_CONSUME.
    ///
    /// # Safety
    /// As for `lane`.
    unsafe fn count(&self, exec: u64) {
        let n = exec.count_ones() as u64;
        // SAFETY: the caller's.
        unsafe {
            let base = self.lane_address(exec.trailing_zeros() as usize);
            let old = self.update(self.place(base, self.m.offset as u32), n, 0);
            for lane in Lanes(exec) {
                atomic_result(self.out, lane, old, false);
            }
        }
    }
}

/// Dwords of 16 lanes, one behind the other.
type Columns = [[u32; 16]; 4];

/// The columns of items of `N` bytes, of which two dwords of a lane are whole ones.
fn columns_of_bytes<const N: usize>(rows: &[u64; 16]) -> Columns {
    let mut bytes = [0; 128];
    for (to, row) in bytes.chunks_exact_mut(8).zip(rows) {
        to.copy_from_slice(&row.to_le_bytes());
    }
    let mut columns = [[0; 16]; 4];
    for (row, items) in bytes.chunks_exact(16 * N).enumerate() {
        let by = unless_planted!(Fault::TransposedRow, 8 * (row * N % 4), 0);
        for (dword, item) in columns[row * N / 4].iter_mut().zip(items.chunks_exact(N)) {
            let item = item
                .iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u32::from(*byte));
            *dword |= item << by;
        }
    }
    columns
}

/// Those of items of so many `bits`, `n` of each lane.
fn columns_of_bits(rows: &[[u32; 4]; 16], bits: usize, n: usize) -> Columns {
    let mut columns = [0u128; 16];
    for (s, row) in rows.iter().enumerate() {
        let read = u128::from(join(*row)) | u128::from(row[2]) << 64;
        for x in 0..n {
            let item = read >> (x * bits) & ((1 << bits) - 1);
            let place = s * n + x;
            columns[place % 16] |= item << (place / 16 * bits);
        }
    }
    std::array::from_fn(|k| columns.map(|column| (column >> (32 * k)) as u32))
}

/// [`crate::ir::Uop::LdsShare`]: 0 from outside, where nothing is written. An access to the GDS has it
/// for itself.
///
/// # Safety
/// Called by generated code only: `addr` has 64 dwords, `data` and `out` 64 per component.
#[allow(clippy::too_many_arguments)]
pub unsafe fn lds_share(
    ctx: *mut Ctx<'_>,
    _pc: u64,
    imm: u64,
    addr: *const u32,
    exec: u64,
    limit: u64,
    data: *const u32,
    out: *mut u32,
) -> u64 {
    if exec == 0 {
        return 0;
    }
    let m = MemOp::unpack(imm);
    // SAFETY: generated code passes the only reference to the context.
    let ctx = unsafe { &*ctx };
    if !m.gds {
        let (what, registers) = ((imm, m.share), [data.cast_mut(), out]);
        // SAFETY: generated code's promises.
        if unsafe { lds_in_turn(ctx, what, addr, exec, limit & 0xffff_ffff, registers) } {
            return 0;
        }
    }
    let run = |lds: &Lds| {
        let memory = Memory {
            addr,
            data,
            out,
            ..Memory::new(lds, m, limit as u32)
        };
        // SAFETY: generated code's promises.
        let lanes = || unsafe {
            if m.share == Share::Count {
                memory.count(exec);
            } else if m.share.transposes() != 0 {
                memory.transpose(exec);
            } else {
                // Each lane is read before it is written: `out` may be its operands.
                Lanes(exec).for_each(|lane| memory.lane(lane));
            }
        };
        if m.atomic.is_sum() {
            plain_float(lanes);
        } else {
            lanes();
        }
    };
    if m.gds {
        run(&ctx.gds().lock());
    } else {
        run(ctx.lds());
    }
    0
}
