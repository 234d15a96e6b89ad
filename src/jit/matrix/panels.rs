//! Elements of A and B, taken out of their registers: a [`Vgpr`] for each element of a lane, with a dword per lane.

use crate::machine::wave::{LANES, Vgpr};

/// The lanes of A, 16 by 16.
pub(super) const STRAIGHT: [usize; 4] = [0, 1, 2, 3];

/// Puts the elements of the registers from `from` on into `panel`, `per` of a register; 16 lanes each are those of
/// `lanes`.
///
/// # Safety
/// There are `N / per` registers.
#[inline(always)]
pub(super) unsafe fn take<const N: usize>(
    panel: &mut [Vgpr; N],
    from: *const Vgpr,
    lanes: [usize; 4],
    per: usize,
    element: impl Fn(u32, usize) -> u32,
) {
    for (n, panel) in panel.chunks_exact_mut(per).enumerate() {
        // SAFETY: the caller's.
        let mut register = unsafe { &*from.add(n) };
        let mut chosen = Vgpr::ZERO;
        if lanes != STRAIGHT {
            for (to, chunk) in chosen.0.chunks_exact_mut(16).zip(lanes) {
                to.copy_from_slice(&register.0[16 * (chunk % 4)..][..16]);
            }
            register = &chosen;
        }
        for (e, to) in panel.iter_mut().enumerate() {
            for lane in 0..LANES {
                to.0[lane] = element(register.0[lane], e);
            }
        }
    }
}

/// The dword.
#[inline(always)]
pub(super) fn whole(x: u32, _: usize) -> u32 {
    x
}

/// An f16 as f32, a denormal one as a zero where MXCSR says so of f32.
#[inline(always)]
pub(super) fn half(x: u32, e: usize) -> u32 {
    /// Between the biases of f16 and f32.
    const SCALE: f32 = f32::from_bits((127 + 127 - 15) << 23);
    let x = if e == 0 { x << 16 } else { x };
    let magnitude = x >> 3 & 0x0fff_e000;
    // A denormal f16 is denormal here, too, and normal behind the multiplication.
    let value = (f32::from_bits(magnitude) * SCALE).to_bits();
    let special = if magnitude >= 0x0f80_0000 {
        0x7f80_0000
    } else {
        0
    };
    value | special | x & 0x8000_0000
}

/// A bf16 as f32.
#[inline(always)]
pub(super) fn brain(x: u32, e: usize) -> u32 {
    if e == 0 { x << 16 } else { x & 0xffff_0000 }
}

/// Bytes 0 and 2, or 1 and 3, as two words with their signs.
#[inline(always)]
pub(super) fn bytes(x: u32, e: usize) -> u32 {
    let byte = |n: usize| (x >> (8 * (e + n))) as u8 as i8 as i16 as u16;
    u32::from(byte(0)) | u32::from(byte(2)) << 16
}

/// A byte with its sign.
#[inline(always)]
pub(super) fn byte(x: u32, e: usize) -> u32 {
    (x >> (8 * e)) as u8 as i8 as u32
}

/// `panel` with the A of each 4 lanes from other 4 lanes.
#[inline(always)]
pub(super) fn quads<const N: usize>(panel: &[Vgpr; N], of: impl Fn(usize) -> usize) -> [Vgpr; N] {
    let mut r = [Vgpr::ZERO; N];
    for (to, from) in r.iter_mut().zip(panel) {
        for (block, to) in to.0.chunks_exact_mut(4).enumerate() {
            to.copy_from_slice(&from.0[4 * of(block)..][..4]);
        }
    }
    r
}
