//! What generated code calls where the lanes of a register or of addresses follow each other steadily.
#![allow(unsafe_code)]

use std::arch::naked_asm;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_cmpneq_epi32_mask, _mm512_loadu_si512, _mm512_mullo_epi32,
    _mm512_set1_epi32, _mm512_setr_epi32,
};

use super::helpers::{At, Ctx, get, load_lanes, put, site, store_lanes};
use super::saves::{load_each, store_each};
use crate::ir::plant::{Fault, planted};
use crate::ir::{MemOp, Order, Run};
use crate::machine::wave::LANES;

/// Whether the 64 lanes at `register` rise by `stride` from each to the next, in `order`.
///
/// # Safety
/// Called by generated code only: `register` is one of the wave's.
pub unsafe fn has_fact(register: *const u32, stride: u64, order: u64) -> u64 {
    // SAFETY: the caller's.
    lanes_rise(unsafe { &*register.cast() }, stride, order)
}

/// As [`has_fact`], eight lanes at a time.
///
/// # Safety
/// As for [`has_fact`]; the host has AVX2.
#[target_feature(enable = "avx2")]
pub unsafe fn has_fact_eights(register: *const u32, stride: u64, order: u64) -> u64 {
    // SAFETY: the caller's.
    lanes_rise(unsafe { &*register.cast() }, stride, order)
}

#[inline(always)]
fn lanes_rise(v: &[u32; LANES], stride: u64, order: u64) -> u64 {
    let stride = stride as u32;
    let mut differ = 0;
    for (n, x) in v.iter().enumerate() {
        differ |= x ^ v[0].wrapping_add(stride.wrapping_mul(n as u32));
    }
    let rises = order < Order::Rising as u64 || v[LANES - 1] >= v[0];
    let same_sign = order < Order::SameSign as u64 || (v[LANES - 1] ^ v[0]) >> 31 == 0;
    (differ == 0 && rises && same_sign) as u64
}

/// As [`has_fact`].
///
/// # Safety
/// As for [`has_fact`]; the host has AVX-512.
#[target_feature(enable = "avx512f")]
pub unsafe fn has_fact_wide(register: *const u32, stride: u64, order: u64) -> u64 {
    // SAFETY: the caller's.
    let (first, last) = unsafe { (*register, *register.add(LANES - 1)) };
    let rises = order < Order::Rising as u64 || last >= first;
    let same_sign = order < Order::SameSign as u64 || (last ^ first) >> 31 == 0;
    let (mut wanted, by) = sixteen_lanes(first, stride as u32);
    let mut differ = 0;
    for n in (0..LANES).step_by(16) {
        // SAFETY: the caller's.
        let v = unsafe { _mm512_loadu_si512(register.add(n).cast()) };
        differ |= _mm512_cmpneq_epi32_mask(v, wanted);
        wanted = _mm512_add_epi32(wanted, by);
    }
    (differ == 0 && rises && same_sign) as u64
}

/// `base`, `base` + `stride`, ... in 16 lanes, and what the next 16 are more.
#[target_feature(enable = "avx512f")]
#[inline]
fn sixteen_lanes(base: u32, stride: u32) -> (__m512i, __m512i) {
    let numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    let ramp = _mm512_mullo_epi32(numbers, _mm512_set1_epi32(stride as i32));
    let first = _mm512_add_epi32(_mm512_set1_epi32(base as i32), ramp);
    let by = _mm512_set1_epi32(stride.wrapping_mul(16) as i32);
    (first, by)
}

/// Writes `base`, `base` + `stride`, ... to the 64 lanes at `register`.
///
/// # Safety
/// As for [`has_fact`].
pub unsafe fn spread(register: *mut u32, base: u64, stride: u64) {
    // SAFETY: the caller's.
    let v = unsafe { &mut *register.cast::<[u32; LANES]>() };
    for (n, x) in v.iter_mut().enumerate() {
        *x = (base as u32).wrapping_add((stride as u32).wrapping_mul(n as u32));
    }
}

/// As [`spread`], eight lanes at a time. It preserves all registers but the upper halves of vector registers, in which
/// generated code has nothing.
///
/// # Safety
/// As for [`has_fact_eights`].
#[unsafe(naked)]
pub unsafe extern "C" fn spread_eights(register: *mut u32, base: u64, stride: u64) {
    naked_asm!(
        store_each!("movups", "xmm", -48 + 16 * (0 1 2)),
        "vmovd xmm0, esi",
        "vmovd xmm1, edx",
        "vpbroadcastd ymm0, xmm0",
        "vpbroadcastd ymm1, xmm1",
        "vpmulld ymm2, ymm1, [rip + {ramps}]",
        "vpslld ymm1, ymm1, 3",
        "vpaddd ymm0, ymm0, ymm2",
        "vmovdqu [rdi], ymm0",
        ".irp i, 1,2,3,4,5,6,7",
        "vpaddd ymm0, ymm0, ymm1",
        "vmovdqu [rdi + 32 * \\i], ymm0",
        ".endr",
        "vzeroupper",
        load_each!("movups", "xmm", -48 + 16 * (0 1 2)),
        "ret",
        ramps = sym RAMPS,
    )
}

/// Multiples of 1 in 16 lanes of 32 bits, and in 8 of 64.
#[repr(C, align(64))]
struct Ramps([u32; 16], [u64; 8]);

static RAMPS: Ramps = Ramps(
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [0, 1, 2, 3, 4, 5, 6, 7],
);

/// As [`spread`]. It changes vector registers from ZMM16 on alone: generated code has nothing in them.
///
/// # Safety
/// As for [`has_fact_wide`].
#[unsafe(naked)]
pub unsafe extern "C" fn spread_wide(register: *mut u32, base: u64, stride: u64) {
    naked_asm!(
        "vpbroadcastd zmm16, esi",
        "vpbroadcastd zmm17, edx",
        "vpmulld zmm18, zmm17, [rip + {ramps}]",
        "vpslld zmm17, zmm17, 4",
        "vpaddd zmm16, zmm16, zmm18",
        "vmovdqu32 [rdi], zmm16",
        "vpaddd zmm16, zmm16, zmm17",
        "vmovdqu32 [rdi + 64], zmm16",
        "vpaddd zmm16, zmm16, zmm17",
        "vmovdqu32 [rdi + 128], zmm16",
        "vpaddd zmm16, zmm16, zmm17",
        "vmovdqu32 [rdi + 192], zmm16",
        "ret",
        ramps = sym RAMPS,
    )
}

/// Writes the high halves of `base`, `base` + `stride`, ... to the 64 lanes at `register`.
///
/// # Safety
/// As for [`has_fact`].
pub unsafe fn spread_high(register: *mut u32, base: u64, stride: u64) {
    // SAFETY: the caller's.
    let v = unsafe { &mut *register.cast::<[u32; LANES]>() };
    for (n, x) in v.iter_mut().enumerate() {
        *x = (base.wrapping_add(stride.wrapping_mul(n as u64)) >> 32) as u32;
    }
}

/// Which of four qwords are those of lanes 1 and 5, and which those of lanes 4 and 5, of lanes 0, 1, 4, 5.
#[repr(C, align(32))]
struct Quads([u64; 4], [u64; 4]);

static QUADS: Quads = Quads([0, u64::MAX, 0, u64::MAX], [0, 0, u64::MAX, u64::MAX]);

/// As [`spread_high`], and as [`spread_eights`]. Lanes 0, 1, 4, 5 of each eight are in one register, and 2, 3, 6, 7 in
/// another: in this order the high halves of both come together.
///
/// # Safety
/// As for [`has_fact_eights`].
#[unsafe(naked)]
pub unsafe extern "C" fn spread_high_eights(register: *mut u32, base: u64, stride: u64) {
    naked_asm!(
        store_each!("movups", "xmm", -64 + 16 * (0 1 2 3)),
        "vmovq xmm0, rsi",
        "vmovq xmm1, rdx",
        "vpbroadcastq ymm0, xmm0",
        "vpbroadcastq ymm1, xmm1",
        "vpsllq ymm2, ymm1, 2",
        "vpand ymm3, ymm1, [rip + {quads}]",
        "vpand ymm2, ymm2, [rip + {quads} + 32]",
        "vpaddq ymm0, ymm0, ymm3",
        "vpaddq ymm0, ymm0, ymm2",
        "vpsllq ymm2, ymm1, 1",
        "vpsllq ymm1, ymm1, 3",
        ".irp i, 0,1,2,3,4,5,6,7",
        "vpaddq ymm3, ymm0, ymm2",
        "vshufps ymm3, ymm0, ymm3, 0xdd",
        "vmovdqu [rdi + 32 * \\i], ymm3",
        "vpaddq ymm0, ymm0, ymm1",
        ".endr",
        "vzeroupper",
        load_each!("movups", "xmm", -64 + 16 * (0 1 2 3)),
        "ret",
        quads = sym QUADS,
    )
}

/// As [`spread_high`], and as [`spread_wide`].
///
/// # Safety
/// As for [`has_fact_wide`].
#[unsafe(naked)]
pub unsafe extern "C" fn spread_high_wide(register: *mut u32, base: u64, stride: u64) {
    naked_asm!(
        "vpbroadcastq zmm16, rsi",
        "vpbroadcastq zmm17, rdx",
        "vpmullq zmm18, zmm17, [rip + {ramps} + 64]",
        "vpsllq zmm17, zmm17, 3",
        "vpaddq zmm16, zmm16, zmm18",
        ".irp i, 0,1,2,3,4,5,6,7",
        "vpsrlq zmm18, zmm16, 32",
        "vpmovqd [rdi + 32 * \\i], zmm18",
        "vpaddq zmm16, zmm16, zmm17",
        ".endr",
        "ret",
        ramps = sym RAMPS,
    )
}

fn addresses(base: u64, stride: u64) -> [u64; LANES] {
    std::array::from_fn(|n| base.wrapping_add(stride.wrapping_mul(n as u64)))
}

/// Loads as [`super::helpers::load`] does, with all lanes active.
fn load_apart(ctx: &mut Ctx<'_>, at: At, base: u64, stride: u64) -> Option<[[u32; LANES]; 4]> {
    let (addr, mut out) = (addresses(base, stride), [[0; LANES]; 4]);
    let p = out.as_mut_ptr().cast::<u32>();
    // SAFETY: `out` has room for four components, and no access has more.
    let status = unsafe {
        match (at.m.size, at.m.dwords) {
            (1, _) => load_lanes::<1, 1>(ctx, at, &addr, p),
            (2, _) => load_lanes::<2, 1>(ctx, at, &addr, p),
            (_, 1) => load_lanes::<4, 1>(ctx, at, &addr, p),
            (_, 2) => load_lanes::<4, 2>(ctx, at, &addr, p),
            (_, 3) => load_lanes::<4, 3>(ctx, at, &addr, p),
            _ => load_lanes::<4, 4>(ctx, at, &addr, p),
        }
    };
    (status == 0).then_some(out)
}

/// Bytes from the first of all lanes' data to behind the last.
pub(super) fn span(m: MemOp, stride: u64) -> u64 {
    stride * (LANES as u64 - 1) + m.bytes() as u64
}

/// Load of all lanes from one address: where the dwords lie, `temp` or in guest memory; 0 after a fault.
///
/// # Safety
/// Called by generated code only: `temp` has room for four dwords.
pub unsafe fn load_same(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    base: u64,
    limit: u64,
    temp: *mut u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    if m.size == 4
        && let Ok(p) = ctx.host(site(pc), base, m.bytes() as u64, false)
    {
        return p as u64;
    }
    let exec = u64::MAX;
    let Some(v) = load_apart(ctx, At { pc, m, exec, limit }, base, 0) else {
        return 0;
    };
    for (k, v) in v.iter().enumerate().take(m.dwords as usize) {
        // SAFETY: there are at most four.
        unsafe { *temp.add(k) = v[0] };
    }
    temp as u64
}

/// Load of all lanes from `base`, `base` + `stride`, ...: where the dwords lie, in guest memory or in
/// `temp`, in the order that [`Run::component`] says; 0 after a fault.
///
/// # Safety
/// Called by generated code only: `temp` has room for [`Run::temp_size`] bytes.
pub unsafe fn load_run(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    base: u64,
    stride: u64,
    limit: u64,
    temp: *mut u8,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    let in_place = Run::in_place(m, stride);
    if in_place && let Ok(p) = ctx.host(site(pc), base, span(m, stride), false) {
        return p as u64;
    }
    if is_small_run(m, stride)
        && let Ok(p) = ctx.host(site(pc), base, span(m, stride), false)
    {
        let temp = temp.cast();
        // SAFETY: `host` checked all lanes' bytes; `temp` has room for a dword for each.
        unsafe {
            match m.size {
                1 => load_small::<1>(m, p, temp),
                _ => load_small::<2>(m, p, temp),
            }
        }
        return temp as u64;
    }
    let exec = u64::MAX;
    let Some(v) = load_apart(ctx, At { pc, m, exec, limit }, base, stride) else {
        return 0;
    };
    for (k, component) in v.iter().enumerate().take(m.dwords as usize) {
        let run = Run::component(m, stride, k as u64);
        for (n, x) in component.iter().enumerate() {
            let at = n * run.stride as usize + run.offset as usize;
            // SAFETY: what `component` says lies within what `temp_size` says.
            unsafe { temp.add(at).cast::<u32>().write_unaligned(*x) };
        }
    }
    temp as u64
}

/// Store of all lanes to `base`, `base` + `stride`, ...; non-zero after a fault.
///
/// # Safety
/// Called by generated code only: `data` has 64 dwords per component.
pub unsafe fn store_run(
    ctx: *mut Ctx<'_>,
    pc: u64,
    imm: u64,
    base: u64,
    stride: u64,
    limit: u64,
    data: *const u32,
) -> u64 {
    let m = MemOp::unpack(imm);
    // SAFETY: the context outlives the call, and nothing else uses it meanwhile.
    let ctx = unsafe { &mut *ctx };
    if Run::is_apart(m, stride)
        && let Ok(p) = ctx.host(site(pc), base, span(m, stride), true)
    {
        // SAFETY: `host` checked all lanes' bytes; `data` has as many dwords.
        unsafe {
            match (m.dwords, stride) {
                (1, 4) => std::ptr::copy_nonoverlapping(data.cast(), p, 4 * LANES),
                (1, _) => put_lanes::<1>(p, stride, data),
                (2, 8) => put_pairs(p, data),
                (2, _) => put_lanes::<2>(p, stride, data),
                (3, _) => put_lanes::<3>(p, stride, data),
                _ => put_lanes::<4>(p, stride, data),
            }
        }
        return 0;
    }
    if is_small_run(m, stride)
        && let Ok(p) = ctx.host(site(pc), base, span(m, stride), true)
    {
        // SAFETY: `host` checked all lanes' bytes; `data` has a dword for each.
        unsafe {
            match m.size {
                1 => store_small::<1>(data, p),
                _ => store_small::<2>(data, p),
            }
        }
        return 0;
    }
    let exec = u64::MAX;
    let (at, addr) = (At { pc, m, exec, limit }, addresses(base, stride));
    // SAFETY: `data` has 64 dwords per component.
    unsafe {
        match (m.size, m.dwords) {
            (1, _) => store_lanes::<1, 1>(ctx, at, &addr, data),
            (2, _) => store_lanes::<2, 1>(ctx, at, &addr, data),
            (_, 1) => store_lanes::<4, 1>(ctx, at, &addr, data),
            (_, 2) => store_lanes::<4, 2>(ctx, at, &addr, data),
            (_, 3) => store_lanes::<4, 3>(ctx, at, &addr, data),
            _ => store_lanes::<4, 4>(ctx, at, &addr, data),
        }
    }
}

/// Whether lanes load or store bytes or words that follow each other.
fn is_small_run(m: MemOp, stride: u64) -> bool {
    m.size < 4 && stride == u64::from(m.size)
}

/// Loads an element of `S` bytes per lane, without gaps.
///
/// # Safety
/// All lanes' bytes at `p` lie in the arena; `to` has room for 64 dwords.
unsafe fn load_small<const S: usize>(m: MemOp, p: *const u8, to: *mut u32) {
    // SAFETY: the caller's.
    unsafe {
        match (m.signed, S) {
            (false, _) => extend_small::<S>(p, to, |v| v),
            (true, 1) => extend_small::<S>(p, to, |v| v as i8 as u32),
            (true, _) => extend_small::<S>(p, to, |v| v as i16 as u32),
        }
    }
}

/// As [`load_small`], with what makes dwords.
///
/// # Safety
/// As for [`load_small`].
#[inline(always)]
unsafe fn extend_small<const S: usize>(p: *const u8, to: *mut u32, extend: impl Fn(u32) -> u32) {
    for n in 0..LANES {
        // SAFETY: the caller's.
        unsafe {
            let [v] = get::<S, 1>(p.add(n * S));
            *to.add(n) = extend(v);
        }
    }
}

/// The reverse.
///
/// # Safety
/// As for [`load_small`]; `data` has 64 dwords.
unsafe fn store_small<const S: usize>(data: *const u32, p: *mut u8) {
    let first = usize::from(planted(Fault::FirstLane));
    for n in first..LANES {
        // SAFETY: the caller's.
        unsafe { put::<S, 1>(p.add(n * S), [*data.add(n)]) };
    }
}

/// Stores two dwords per lane, without gaps.
///
/// # Safety
/// 512 bytes at `p` lie in the arena; `data` has 64 dwords for each of the two.
unsafe fn put_pairs(p: *mut u8, data: *const u32) {
    use std::arch::x86_64::{
        __m128i, _mm_loadu_si128, _mm_storeu_si128, _mm_unpackhi_epi32, _mm_unpacklo_epi32,
    };
    let (p, data) = (p.cast::<__m128i>(), data.cast::<__m128i>());
    for n in 0..LANES / 4 {
        // SAFETY: the caller's; SSE2 is always there.
        unsafe {
            let low = _mm_loadu_si128(data.add(n));
            let high = _mm_loadu_si128(data.add(LANES / 4 + n));
            _mm_storeu_si128(p.add(2 * n), _mm_unpacklo_epi32(low, high));
            _mm_storeu_si128(p.add(2 * n + 1), _mm_unpackhi_epi32(low, high));
        }
    }
}

/// Stores `N` dwords per lane.
///
/// # Safety
/// All lanes' bytes at `p` lie in the arena; `data` has 64 dwords per component.
unsafe fn put_lanes<const N: usize>(p: *mut u8, stride: u64, data: *const u32) {
    for n in usize::from(planted(Fault::FirstLane))..LANES {
        // SAFETY: the caller's.
        unsafe {
            let v: [[u32; 1]; N] =
                std::array::from_fn(|k| get::<4, 1>(data.add(LANES * k + n).cast()));
            put::<4, N>(p.add(n * stride as usize), v.map(|v| v[0]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jit::host::{HostLevel, needs};

    /// How wide a host's vectors are that a function needs, and the function.
    type Variants<F> = [(HostLevel, F); 3];

    /// Those of `variants` that the host can run: the first one at least.
    fn runnable<F: Copy>(test: &str, variants: Variants<F>) -> Vec<F> {
        let host = HostLevel::detected().expect("a host");
        needs::is_left_out(test, host);
        let here = variants.iter().filter(|(level, _)| *level <= host);
        here.map(|(_, f)| *f).collect()
    }

    #[test]
    fn lanes_overlap_in_place_where_none_is_private() {
        let global = MemOp {
            flat: false,
            ..MemOp::unpack(4 | 3 << 4)
        };
        let flat = MemOp {
            flat: true,
            ..global
        };
        assert_eq!((global.size, global.dwords), (4, 3));
        for (stride, overlapping, apart) in [(4, true, false), (8, true, false), (12, true, true)] {
            assert_eq!(Run::in_place(global, stride), overlapping);
            assert_eq!(Run::in_place(flat, stride), apart);
            // Which of two lanes stores last matters.
            assert_eq!(Run::is_apart(global, stride), apart);
        }
        for stride in [0, 2, 6, 68, 4u64.wrapping_neg()] {
            assert!(!Run::in_place(global, stride), "{stride}");
        }
        // Where it is not in place the last lane's dwords need room, too.
        assert!(Run::temp_size(global, 4) >= 63 * 4 + 12);
    }

    #[test]
    fn bytes_and_words_of_all_lanes() {
        let of = |size: u8, signed: bool| MemOp {
            signed,
            ..MemOp::unpack(u64::from(size) | 1 << 4)
        };
        // Each byte once, from an odd address on.
        for start in [1usize, 65, 129, 193] {
            let memory: Vec<u8> = (0..=u8::MAX).cycle().take(512).collect();
            let p = memory[start..].as_ptr();
            let byte = |n: usize| memory[start + n];
            let word = |n: usize| u16::from_le_bytes([byte(2 * n), byte(2 * n + 1)]);
            let mut to = [[0; LANES]; 4];
            // SAFETY: 128 bytes and more are there, and each array has 64 dwords.
            unsafe {
                load_small::<1>(of(1, false), p, to[0].as_mut_ptr());
                load_small::<1>(of(1, true), p, to[1].as_mut_ptr());
                load_small::<2>(of(2, false), p, to[2].as_mut_ptr());
                load_small::<2>(of(2, true), p, to[3].as_mut_ptr());
            }
            for n in 0..LANES {
                let signed = [i32::from(byte(n) as i8), i32::from(word(n) as i16)];
                let [sbyte, sword] = signed.map(|v| v as u32);
                let wanted = [byte(n).into(), sbyte, word(n).into(), sword];
                assert_eq!(to.map(|v| v[n]), wanted, "lane {n}");
            }
            // What is above the byte or word of a register is not stored, and nothing beside the lanes.
            let mut back = vec![0xa5; 512];
            let data = to[3].map(|v| v ^ 0xffff_0000);
            // SAFETY: as before.
            unsafe {
                store_small::<1>(to[1].as_ptr(), back[start..].as_mut_ptr());
                store_small::<2>(data.as_ptr(), back[start + 128..].as_mut_ptr());
            }
            let mut wanted = vec![0xa5; 512];
            wanted[start..start + LANES].copy_from_slice(&memory[start..start + LANES]);
            let words = &memory[start..start + 2 * LANES];
            wanted[start + 128..start + 256].copy_from_slice(words);
            assert!(back == wanted);
        }
    }

    #[test]
    fn high_halves_of_all_widths() {
        // SAFETY: that of its caller, in all three.
        let plain: fn(*mut u32, u64, u64) = |v, b, s| unsafe { spread_high(v, b, s) };
        // SAFETY: as above.
        let eights: fn(*mut u32, u64, u64) = |v, b, s| unsafe { spread_high_eights(v, b, s) };
        // SAFETY: as above.
        let wide: fn(*mut u32, u64, u64) = |v, b, s| unsafe { spread_high_wide(v, b, s) };
        let all = [
            (HostLevel::Base, plain),
            (HostLevel::Avx2, eights),
            (HostLevel::Avx512, wide),
        ];
        for spread in runnable("jit::runs::high_halves", all) {
            for (base, stride) in [
                (0xffff_fff0u64, 4u64),
                (u64::MAX - 9, 1 << 31),
                (7, u64::MAX - 3),
                (1 << 40, 0),
                (0x1234_5678_9abc_def0, 0x0fed_cba9_8765_4321),
            ] {
                let mut v = [0; LANES];
                // 64 lanes; the host has what the function needs.
                spread(v.as_mut_ptr(), base, stride);
                for (n, x) in (0..).zip(v) {
                    let lane = base.wrapping_add(stride.wrapping_mul(n));
                    assert_eq!(x, (lane >> 32) as u32, "lane {n} of {base:#x}, {stride:#x}");
                }
            }
        }
    }

    /// All widths, by what a fact says: lane n is lane 0 plus n times the stride.
    #[test]
    fn facts_and_spreads_of_all_widths() {
        // SAFETY: that of its caller, in all three.
        let plain: fn(*mut u32, u64, u64) = |v, base, stride| unsafe { spread(v, base, stride) };
        // SAFETY: as above.
        let eights: fn(*mut u32, u64, u64) = |v, b, s| unsafe { spread_eights(v, b, s) };
        // SAFETY: as above.
        let wide: fn(*mut u32, u64, u64) = |v, base, s| unsafe { spread_wide(v, base, s) };
        type HasFact = unsafe fn(*const u32, u64, u64) -> u64;
        let all = [
            (HostLevel::Base, (plain, has_fact as HasFact)),
            (HostLevel::Avx2, (eights, has_fact_eights as HasFact)),
            (HostLevel::Avx512, (wide, has_fact_wide as HasFact)),
        ];
        // The first wraps around, the second changes its sign only.
        let cases = [
            (0xffff_fff0u32, 4u32, [1, 0, 0]),
            (0x7fff_fff0, 1, [1, 1, 0]),
            (5, 3, [1, 1, 1]),
            (7, 0, [1, 1, 1]),
        ];
        for (spread, fact) in runnable("jit::runs::facts", all) {
            for (base, stride, expected) in cases {
                let mut v = [0; LANES];
                // 64 lanes; the host has what the function needs.
                spread(v.as_mut_ptr(), base.into(), stride.into());
                for (n, x) in v.iter().enumerate() {
                    assert_eq!(*x, base.wrapping_add(stride * n as u32));
                }
                let orders = [Order::Any, Order::Rising, Order::SameSign];
                // SAFETY: as above.
                let holds = |v: &[u32; LANES], o| unsafe { fact(v.as_ptr(), stride.into(), o) };
                assert_eq!(orders.map(|o| holds(&v, o as u64)), expected);
                for n in 1..LANES {
                    v[n] ^= 1;
                    assert_eq!(holds(&v, 0), 0, "lane {n}");
                    v[n] ^= 1;
                }
            }
        }
    }
}
