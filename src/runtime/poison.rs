//! Noise in place of what is undefined: registers that the dispatcher does not set, the LDS, private memory, and buffers
//! that are undefined. What a kernel makes of it differs from run to run on a card; here it depends on the seed alone.

use super::launch::LaunchError;
use super::plan::Plan;
use crate::isa::{EXEC_LO, M0};
use crate::machine::Scratch;
use crate::machine::lds::Lds;
use crate::machine::memory::Memory;
use crate::machine::wave::{LANES, Wave};

/// What a number is for: no two places have the same noise.
#[derive(Clone, Copy)]
enum Place {
    Scalars,
    Vectors,
    Lds,
    Private,
    Buffer,
}

/// Noise of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Poison(pub u64);

/// A permutation of 64 bits that leaves no bit where it was (the last step of SplitMix64).
fn mix(v: u64) -> u64 {
    let v = (v ^ v >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let v = (v ^ v >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ v >> 31
}

impl Poison {
    /// The noise of a place: that of its dword `i` is `next(i)`.
    fn of(self, place: Place, which: [u32; 4]) -> impl Fn(u64) -> u32 + use<> {
        let odd = 0x9e37_79b9_7f4a_7c15u64;
        let start = mix(self.0.wrapping_add(odd.wrapping_mul(place as u64 + 1)));
        let seed = which
            .into_iter()
            .fold(start, |s, n| mix(s.wrapping_add(odd) ^ u64::from(n)));
        move |i| (mix(seed.wrapping_add(odd.wrapping_mul(i + 1))) >> 32) as u32
    }

    fn of_wave(self, place: Place, wave: &Wave) -> impl Fn(u64) -> u32 + use<> {
        let [x, y, z] = wave.workgroup;
        self.of(place, [x, y, z, wave.index])
    }

    /// Into the registers of a wave that is about to begin. M0 keeps what it has: FLAT instructions of gfx7 and gfx8
    /// have it as the limit of the LDS, though no compiler sets it for them.
    pub fn wave(self, plan: &Plan<'_>, wave: &mut Wave) {
        let (scalars, ids) = plan.defined();
        let noise = self.of_wave(Place::Scalars, wave);
        for (n, s) in wave.sgpr.iter_mut().enumerate().take(EXEC_LO.into()) {
            if scalars >> n & 1 == 0 && n != usize::from(M0) {
                *s = noise(n as u64);
            }
        }
        wave.scc = noise(128) & 1;
        let (noise, exec) = (self.of_wave(Place::Vectors, wave), wave.exec());
        for (n, v) in wave.vgprs_mut().iter_mut().enumerate() {
            let kept = if n < usize::from(ids) { exec } else { 0 };
            for (lane, v) in v.0.iter_mut().enumerate() {
                if kept >> lane & 1 == 0 {
                    *v = noise((n * LANES + lane) as u64);
                }
            }
        }
    }

    /// Into the LDS of a work-group.
    pub fn lds(self, workgroup: [u32; 3], lds: &Lds) {
        let [x, y, z] = workgroup;
        let noise = self.of(Place::Lds, [x, y, z, 0]);
        for (i, dword) in lds.dwords().iter().enumerate() {
            dword.set(noise(i as u64));
        }
    }

    /// Into the private memory of a wave.
    pub fn private(self, wave: &Wave, scratch: &Scratch, memory: &Memory) {
        let noise = self.of_wave(Place::Private, wave);
        let dwords = u64::from(scratch.per_lane()) * LANES as u64 / 4;
        let bytes: Vec<u8> = (0..dwords).flat_map(|i| noise(i).to_le_bytes()).collect();
        scratch.fill(memory, &bytes);
    }

    /// Into buffer number `number` of those that are undefined.
    pub fn buffer(
        self,
        memory: &Memory,
        number: usize,
        range: &std::ops::Range<u64>,
    ) -> Result<(), LaunchError> {
        const PIECE: u64 = 1 << 16;
        let noise = self.of(Place::Buffer, [number as u32, 0, 0, 0]);
        let len = range.end.saturating_sub(range.start);
        for first in (0..len).step_by(PIECE as usize) {
            let n = PIECE.min(len - first);
            let dwords = first / 4..(first + n).div_ceil(4);
            let mut bytes: Vec<u8> = dwords.flat_map(|i| noise(i).to_le_bytes()).collect();
            bytes.truncate(n as usize);
            memory.write(range.start + first, &bytes).map_err(|e| {
                let what = crate::error::FaultKind::from(e);
                LaunchError::Usage(format!("memory that is said to be undefined: {what}"))
            })?;
        }
        Ok(())
    }
}
