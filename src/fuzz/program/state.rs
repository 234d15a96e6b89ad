//! The state that random programs start in.

use super::*;
use crate::fuzz::case::{Buffer, Case};
use crate::fuzz::values::dword;
use crate::isa::Gens;
use crate::machine::memory::Access;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::wave::Vgpr;
use crate::runtime::abi::private_buffer;

/// MODE: what compilers ask for, more often than not, and GPR indexing and skipping off.
pub fn mode(r: &mut Source<'_>) -> u32 {
    let float = match r.below(4) {
        0 | 1 => 0x3f0,
        2 => 0x3c0,
        _ => r.bits() as u32 & 0x3ff,
    };
    float | (STACK as u32) << 29
}

/// How a wave starts, in that on which compiled code depends: the kind of its first registers, and
/// whether EXEC is full.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    kinds: [u64; 3],
    full: bool,
}

impl Start {
    /// A random one.
    pub fn new(r: &mut Source<'_>) -> Start {
        let kind = |r: &mut Source<'_>| match r.below(4) {
            0..=2 => 8 + r.below(5),
            _ => r.below(16),
        };
        Start {
            // See `Maker::begin` and `Maker::rising_compare`.
            kinds: [8, if r.one_in(3) { 12 } else { kind(r) }, kind(r)],
            full: r.below(3) != 0,
        }
    }
}

/// How many vector registers the waves of a program have: few in most of them.
pub fn vgprs(r: &mut Source<'_>) -> u32 {
    if r.one_in(5) {
        r.pick(&[24, 32, 48, 84, 84, 128, 128, 168, 256])
    } else {
        VGPRS
    }
}

/// A case for a program of `g` by so many waves of `vgprs` vector registers, without its items: all memory is there, and nothing in
/// it. With several waves each has its own part of everything, see [`Maker::new`].
pub fn blank(g: Gen, waves: u32, tame: bool, vgprs: u32) -> Case {
    let mut case = Case::new(g, vgprs);
    case.waves = vec![case.waves[0].clone(); waves as usize];
    let buffer = |bytes: u32| Buffer {
        bytes: vec![0; bytes as usize],
        access: Access::ReadWrite,
    };
    if tame {
        case.buffers = vec![buffer(waves * BUFFER_STRIDE), buffer(BUFFER)];
        case.lds = vec![0; (SHARED_LDS + 2048) as usize];
    } else {
        case.buffers = vec![buffer(BUFFER + SLACK)];
        case.lds = vec![0; (LDS + 256 * VGPRS) as usize];
    }
    case.private = PRIVATE;
    case.scratch = vec![0; (waves * 64 * PRIVATE) as usize];
    case
}

/// Random registers and memory for a case that [`blank`] made.
pub fn fill(r: &mut Source<'_>, case: &mut Case, mode: u32, start: Start) {
    let buffers = case.addresses();
    let tame = buffers.len() > 1;
    for (i, w) in case.waves.iter_mut().enumerate() {
        for s in 0..128 {
            w.sgpr[s] = match r.below(10) {
                // A few lanes further, a sum wraps around or changes its sign.
                8 => r.pick(&[0xffff_ff00, 0xffff_fff0, 0x7fff_ff00u32]) | r.below(256) as u32,
                9 => r.below(256) as u32,
                kind => dword(r, kind, s & 1 != 0),
            };
        }
        for v in 0..w.vgprs.len() {
            let kind = start.kinds.get(v).copied();
            let kind = kind.unwrap_or_else(|| r.below(16));
            w.vgprs[v] = register(r, kind, v & 1 != 0);
        }
        w.vgprs[LANE4 as usize] = Vgpr(std::array::from_fn(|lane| 4 * lane as u32));
        let mut buffer = buffers[0];
        let mut bytes = BUFFER;
        if tame {
            buffer += u64::from(BUFFER_STRIDE) * i as u64;
            bytes = BUFFER_STRIDE;
            w.set_s64(SHARED, buffers[1]);
        }
        w.set_s64(BASE, buffer);
        w.set_s64(VSHARP, buffer);
        w.sgpr[VSHARP as usize + 2] = bytes;
        // 32-bit unsigned integers.
        w.sgpr[VSHARP as usize + 3] = 4 << 15 | 4 << 12 | 0xfac;
        if !tame && r.one_in(6) {
            // Records of so many bytes.
            let stride = r.pick(&[4, 8, 16, 12]);
            w.sgpr[VSHARP as usize + 1] |= stride << 16;
            let legacy = !case.generation.has(Gens::COUNTS_BYTES);
            w.sgpr[VSHARP as usize + 2] = if legacy { bytes / stride } else { bytes };
        }
        let private = PRIVATE_BASE + i as u64 * u64::from(64 * PRIVATE);
        let vsharp = private_buffer(case.generation, private);
        w.sgpr[PRIVATE_VSHARP as usize..][..4].copy_from_slice(&vsharp);
        let records = descriptors::draw(r, case.generation, buffer, bytes);
        w.sgpr[descriptors::RECORDS as usize..][..4].copy_from_slice(&records);
        let image = images::draw(r, case.generation, buffer, bytes, tame);
        w.sgpr[images::IMAGE as usize..][..8].copy_from_slice(&image);
        w.sgpr[LDS_BASE as usize] = if tame { LDS_STRIDE * i as u32 } else { 0 };
        w.sgpr[M0 as usize] = if !tame && r.one_in(8) { 300 } else { u32::MAX };
        let exec = match r.below(4) {
            _ if start.full => u64::MAX,
            0 => r.bits(),
            1 => r.bits() & r.bits() & r.bits(),
            _ => r.pick(&[0, 1, 1 << 63, 0xffff_ffff, 0x5555_5555_5555_5555]),
        };
        w.set_s64(crate::isa::EXEC_LO, exec);
        w.scc = r.below(2) as u32;
        w.mode = mode;
    }
    // Where its contents come from is cheap, but they are not a pattern: a pool of edge values, from which
    // each dword takes one.
    let edges: [u32; 64] = std::array::from_fn(|i| {
        let kind = r.below(8);
        dword(r, kind, i & 1 != 0)
    });
    let mut fill = |bytes: &mut [u8], n: usize| {
        let mut bits = 0;
        for (i, d) in bytes.chunks_mut(4).take(n).enumerate() {
            if i % 10 == 0 {
                bits = r.bits();
            }
            d.copy_from_slice(&edges[(bits & 63) as usize].to_le_bytes()[..d.len()]);
            bits >>= 6;
        }
    };
    for b in &mut case.buffers {
        fill(&mut b.bytes, usize::MAX);
    }
    fill(&mut case.scratch, usize::MAX);
    fill(
        &mut case.lds,
        if tame { usize::MAX } else { LDS as usize / 4 },
    );
}

/// A vector register of some kind; an upper half of a pair for odd numbers.
fn register(r: &mut Source<'_>, kind: u64, high: bool) -> Vgpr {
    let uniform = r.bits() as u32 & 0xfff;
    let near = r
        .pick(&[0, 0x7fff_ffff, 0xffff_ffff, 0x3fff_ffff, 64u32])
        .wrapping_sub(uniform & 0x7f);
    if !(8..13).contains(&kind) {
        // Few draws: a lane's value is one of sixteen.
        let few: [u32; 16] = std::array::from_fn(|_| match kind {
            13.. => r.below(4096) as u32,
            kind => dword(r, kind, high),
        });
        let bits = [r.bits(), r.bits(), r.bits(), r.bits()];
        return Vgpr(std::array::from_fn(|lane| {
            few[(bits[lane / 16] >> (4 * (lane % 16)) & 15) as usize]
        }));
    }
    Vgpr(std::array::from_fn(|lane| match kind {
        8 => 4 * lane as u32,
        9 => 8 * lane as u32 + 64,
        10 => uniform,
        11 => 252 - 4 * lane as u32,
        _ => near.wrapping_add(lane as u32),
    }))
}
