//! Loads and stores of 64 lanes on any host, whatever they access: lane by lane, where no more is known of their addresses.

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use super::*;
use crate::machine::memory::Window;

impl Ctx<'_> {
    /// The window in which the elements of `size` bytes of all active lanes are, if there is one and one may write there,
    /// where they are to be written. `exec` is not zero.
    #[inline]
    fn window_of_all(
        &mut self,
        s: usize,
        addr: &[u64; LANES],
        exec: u64,
        size: u64,
        write: bool,
    ) -> Option<Window> {
        let first = addr[exec.trailing_zeros() as usize];
        self.host(s, first, size, write).ok()?;
        let w = self.sites[s].window;
        // `host` found the first lane's element in it, so it is at least as long.
        let most = w.len - unless_planted!(Fault::WindowEnd, size, 0);
        let is_outside = |a: u64| a.wrapping_sub(w.base) > most;
        let outside = if exec == u64::MAX {
            addr.iter().fold(false, |any, a| any | is_outside(*a))
        } else {
            Lanes(exec).any(|lane| is_outside(addr[lane]))
        };
        (!outside).then_some(w)
    }

    /// Fetches what the wave will read at instruction `s`, whose lane 0 reads elements of `size` bytes at `addr` now, when it
    /// goes on as it has since it was there last. The host foresees what one instruction of its own reads, and within a
    /// page; here one reads for all lanes and waves.
    #[inline]
    fn ask_for_next(&mut self, s: usize, addr: u64, size: u64, at: impl Fn(usize) -> *mut u8) {
        let before = std::mem::replace(&mut self.turns[s][self.turn], addr);
        let step = addr.wrapping_sub(before);
        if !wide::FAR.contains(&step) {
            return;
        }
        for lane in (0..LANES).step_by((64 / size) as usize) {
            let next = at(lane).wrapping_add(step as usize);
            // SAFETY: this accesses no memory, wherever it is; all hosts have SSE.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(next.cast()) };
        }
    }
}

/// [`load_lanes`] on any host, and whatever the lanes access.
///
/// # Safety
/// As for [`load_lanes`].
#[inline(never)]
pub(super) unsafe fn load<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    out: *mut u32,
) -> u64 {
    let At { pc, m, exec, limit } = at;
    let s = site(pc);
    let first = exec.trailing_zeros() as usize;
    let last = 63 - exec.leading_zeros() as usize;
    // SAFETY (of the writes below): `out` has 64 dwords per component.
    let set = |lane: usize, v: [u32; N]| {
        for (k, v) in v.into_iter().enumerate() {
            // SAFETY: as said above.
            unsafe { *out.add(64 * k + lane) = if S == 4 { v } else { extend(m, v) } };
        }
    };
    match shape64(addr, exec, (S * N) as u64) {
        Shape::Run => {
            let span = (last + 1 - first) * S * N;
            let dense = exec.count_ones() as usize == last + 1 - first;
            if let Ok(p) = ctx.host(s, addr[first], span as u64, false) {
                if dense && S == 4 && N == 1 {
                    // SAFETY: `host` checked `span` bytes, from the first lane on; see `get`.
                    unsafe { std::ptr::copy_nonoverlapping(p, out.add(first).cast(), span) };
                } else if S == 4 && exec == u64::MAX {
                    // SAFETY: `host` checked all lanes' bytes.
                    unsafe { elements::load::<N>(|lane| p.add(lane * S * N), out) };
                } else if exec == u64::MAX {
                    for lane in 0..LANES {
                        // SAFETY: `host` checked all lanes' bytes.
                        set(lane, unsafe { get::<S, N>(p.add(lane * S * N)) });
                    }
                } else {
                    for lane in Lanes(exec) {
                        // SAFETY: `host` checked the bytes from the first active lane to the last.
                        set(lane, unsafe { get::<S, N>(p.add((lane - first) * S * N)) });
                    }
                }
                return 0;
            }
        }
        Shape::Same => {
            if let Ok(p) = ctx.host(s, addr[first], (S * N) as u64, false) {
                // SAFETY: `host` checked the access.
                let v = unsafe { get::<S, N>(p) };
                if exec == u64::MAX {
                    (0..LANES).for_each(|lane| set(lane, v));
                } else {
                    Lanes(exec).for_each(|lane| set(lane, v));
                }
                return 0;
            }
        }
        Shape::Other => {
            if let Some(w) = ctx.window_of_all(s, addr, exec, (S * N) as u64, false) {
                // SAFETY (of what is read there): all active lanes' elements are in the window.
                let at = |lane: usize| w.host.wrapping_add((addr[lane] - w.base) as usize);
                if S == 4 && exec == u64::MAX {
                    ctx.ask_for_next(s, addr[0], (S * N) as u64, at);
                    // SAFETY: as said above.
                    unsafe { elements::load::<N>(|lane| at(lane).cast_const(), out) };
                } else {
                    // SAFETY: as said above.
                    Lanes(exec).for_each(|lane| set(lane, unsafe { get::<S, N>(at(lane)) }));
                }
                return 0;
            }
        }
    }
    for lane in Lanes(exec) {
        let a = addr[lane];
        let v = if let Some(place) = aperture(m, a) {
            let v = ctx.load_aperture(m, place, lane, limit);
            v.map(|v| std::array::from_fn(|k| v[k]))
        } else {
            match ctx.host(s, a, (S * N) as u64, false) {
                // SAFETY: `host` checked the access.
                Ok(p) => Ok(unsafe { get::<S, N>(p) }),
                Err(bad) if m.split => split_load(ctx, s, a, bad),
                Err(bad) => Err(bad),
            }
        };
        match v {
            Ok(v) => set(lane, v),
            Err(bad) => return ctx.fail(bad, Some(lane), pc),
        }
    }
    0
}

/// Load of `N` dwords, each an access of its own, of which one fails unless they lie in allocations
/// that touch.
#[cold]
fn split_load<const N: usize>(
    ctx: &mut Ctx<'_>,
    s: usize,
    addr: u64,
    bad: BadAccess,
) -> Result<[u32; N], BadAccess> {
    if bad.size <= 4 {
        return Err(bad);
    }
    let mut out = [0; N];
    for (k, o) in out.iter_mut().enumerate() {
        let p = ctx.host(s, addr.wrapping_add(4 * k as u64), 4, false)?;
        // SAFETY: `host` checked the access.
        *o = unsafe { get::<4, 1>(p) }[0];
    }
    Ok(out)
}

/// [`store_lanes`] on any host, and whatever the lanes access.
///
/// # Safety
/// As for [`store_lanes`].
#[inline(never)]
pub(super) unsafe fn store<const S: usize, const N: usize>(
    ctx: &mut Ctx<'_>,
    at: At,
    addr: &[u64; LANES],
    data: *const u32,
) -> u64 {
    let At { pc, m, exec, limit } = at;
    let s = site(pc);
    let first = exec.trailing_zeros() as usize;
    let last = 63 - exec.leading_zeros() as usize;
    let take = |lane: usize| -> [u32; N] {
        std::array::from_fn(|k| {
            // SAFETY: `data` has 64 dwords per component.
            unsafe { *data.add(64 * k + lane) }
        })
    };
    match shape64(addr, exec, (S * N) as u64) {
        Shape::Run => {
            let span = (last + 1 - first) * S * N;
            let dense = exec.count_ones() as usize == last + 1 - first;
            if let Ok(p) = ctx.host(s, addr[first], span as u64, true) {
                if dense && S == 4 && N == 1 {
                    // SAFETY: `host` checked `span` bytes, from the first lane on; see `get`.
                    unsafe { std::ptr::copy_nonoverlapping(data.add(first).cast(), p, span) };
                } else if S == 4 && exec == u64::MAX {
                    // SAFETY: `host` checked all lanes' bytes; `data` has 64 dwords per component.
                    unsafe { store_whole::<N>(|lane| p.add(lane * S * N), data) };
                } else if exec == u64::MAX {
                    for lane in 0..LANES {
                        // SAFETY: `host` checked all lanes' bytes.
                        unsafe { put::<S, N>(p.add(lane * S * N), take(lane)) };
                    }
                } else {
                    for lane in Lanes(exec) {
                        // SAFETY: `host` checked the bytes from the first active lane to the last.
                        unsafe { put::<S, N>(p.add((lane - first) * S * N), take(lane)) };
                    }
                }
                return 0;
            }
        }
        Shape::Same | Shape::Other if S == 4 && N > 1 && exec == u64::MAX => {
            if let Some(w) = ctx.window_of_all(s, addr, exec, (S * N) as u64, true) {
                let at = |lane: usize| w.host.wrapping_add((addr[lane] - w.base) as usize);
                // SAFETY: all lanes' elements are in the window; `data` has 64 dwords per component.
                unsafe { store_whole::<N>(at, data) };
                return 0;
            }
        }
        Shape::Same | Shape::Other => {}
    }
    let mut left = Lanes(exec);
    while let Some(lane) = left.next() {
        let dwords = match (S, N) {
            (4, 1) => dwords_in_a_row(addr, exec, lane),
            _ => 1,
        };
        // Neither aperture is in the arena.
        if dwords > 1
            && let Ok(p) = ctx.host(s, addr[lane], 4 * dwords as u64, true)
        {
            // SAFETY: `host` checked the bytes of all these lanes; see `get`.
            unsafe { std::ptr::copy_nonoverlapping(data.add(lane).cast(), p, 4 * dwords) };
            left.leave_out_below(lane + dwords);
            continue;
        }
        let (a, v) = (addr[lane], take(lane));
        let done = if let Some(place) = aperture(m, a) {
            let v = std::array::from_fn(|k| v.get(k).copied().unwrap_or(0));
            ctx.store_aperture(m, place, lane, limit, v)
        } else {
            match ctx.host(s, a, (S * N) as u64, true) {
                Ok(p) => {
                    // SAFETY: `host` checked the access.
                    unsafe { put::<S, N>(p, v) };
                    Ok(())
                }
                Err(bad) if m.split => split_store(ctx, s, a, v, bad),
                Err(bad) => Err(bad),
            }
        };
        if let Err(bad) = done {
            return ctx.fail(bad, Some(lane), pc);
        }
    }
    0
}

/// Stores the elements of all lanes in their order, that of each to where `at` says.
///
/// # Safety
/// They may be written; `data` has 64 dwords per component.
#[inline(always)]
unsafe fn store_whole<const N: usize>(at: impl Fn(usize) -> *mut u8, data: *const u32) {
    // SAFETY: the caller's.
    let elements = unsafe { elements::of_lanes::<N>(data) };
    for (lane, element) in elements.iter().enumerate() {
        // SAFETY: the caller's; an element has four dwords.
        unsafe { std::ptr::copy_nonoverlapping(element.as_ptr().cast(), at(lane), 4 * N) };
    }
}

/// As [`split_load`], for a store.
#[cold]
fn split_store<const N: usize>(
    ctx: &mut Ctx<'_>,
    s: usize,
    addr: u64,
    data: [u32; N],
    bad: BadAccess,
) -> Result<(), BadAccess> {
    if bad.size <= 4 {
        return Err(bad);
    }
    for (k, v) in data.into_iter().enumerate() {
        let p = ctx.host(s, addr.wrapping_add(4 * k as u64), 4, true)?;
        // SAFETY: `host` checked the access.
        unsafe { put::<4, 1>(p, [v]) };
    }
    Ok(())
}
