//! The states that single instructions run on. Most registers are copied from a pool that is filled once:
//! choosing 64 lanes anew for each would take longer than executing the instruction.

use std::sync::OnceLock;

use crate::cfg::MODE_BITS;
use crate::fuzz::Source;
use crate::fuzz::case::{Buffer, CODE, Case, WaveState};
use crate::fuzz::values::{dword, near_one};
use crate::isa::facts::Element;
use crate::isa::{EXEC_LO, Gen, M0, Mai, MaiFields, Operand, VCC_LO};
use crate::machine::MODE_GPR_IDX_EN;
use crate::machine::memory::Access;
use crate::machine::scratch::PRIVATE_BASE;
use crate::machine::wave::{LANES, Vgpr};
use crate::machine::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};
use crate::runtime::abi::private_buffer;

use super::VGPRS;

/// First of eight scalar registers with addresses in the code.
pub const TARGETS: u8 = 84;
/// A scalar register pair with another EXEC.
pub const OTHER_EXEC: u8 = 24;
/// Registers in the pool.
const POOL: usize = 1024;
/// Bytes of the buffer, of LDS, and of private memory per lane.
const BUFFER: u64 = 4096;
const LDS: u32 = 1026;
const PRIVATE: u32 = 64;
/// Bytes of the GDS that are filled, and compared.
const GDS: u32 = 1060;

/// Vector registers full of edge values: of one kind, of all kinds, or regular.
fn pool() -> &'static [Vgpr] {
    static REGISTERS: OnceLock<Vec<Vgpr>> = OnceLock::new();
    REGISTERS.get_or_init(|| {
        let mut r = Source::seeded(0x706f_6f6c);
        let make = |i: usize| {
            let (kind, first) = (r.below(16), r.bits() as u32);
            let stride: u32 = r.pick(&[0, 0, 1, 4, 8, 0xffff_ffff]);
            Vgpr(std::array::from_fn(|lane| match kind {
                0..8 => dword(&mut r, kind, i & 1 != 0),
                8 => first.wrapping_add(stride.wrapping_mul(lane as u32)),
                9 => (first & 0xfff).wrapping_add(stride.wrapping_mul(lane as u32)),
                _ => {
                    let kind = r.below(8);
                    dword(&mut r, kind, i & 1 != 0)
                }
            }))
        };
        (0..POOL).map(make).collect()
    })
}

/// A register of the pool for register `i`: the halves of f64 values stay where they belong.
fn pooled(r: &mut Source<'_>, i: usize) -> &'static Vgpr {
    &pool()[(r.below(POOL as u64) as usize & !1) | i & 1]
}

/// Fills `bytes` from the pool.
fn fill(r: &mut Source<'_>, bytes: &mut [u8]) {
    for (i, part) in bytes.chunks_mut(4 * LANES).enumerate() {
        for (b, v) in part.chunks_mut(4).zip(pooled(r, i).0) {
            b.copy_from_slice(&v.to_le_bytes()[..b.len()]);
        }
    }
}

/// A case for instructions of the scalar and vector ALU, to be filled by [`alu`].
pub fn alu_case() -> Case {
    let mut case = Case::new(Gen::Gfx9, VGPRS);
    // For LDS_DIRECT.
    case.lds = vec![0; 254];
    fill(&mut Source::seeded(1), &mut case.lds);
    case.limit = 200;
    case
}

/// Registers from the pool; every other one pairs with its neighbour as f64 values do.
fn registers(r: &mut Source<'_>, w: &mut WaveState) {
    for (i, v) in w.vgprs.iter_mut().enumerate() {
        *v = *pooled(r, i);
    }
    let halves = [pooled(r, 0), pooled(r, 1)];
    for (i, s) in w.sgpr.iter_mut().enumerate() {
        *s = halves[i & 1].0[i / 2];
    }
    w.scc = r.below(2) as u32;
}

/// Registers for the scalar and vector ALU. Of `mode`, what compiled code depends on is kept. `stack`
/// fills the low scalar registers as a control stack; `ids` makes the wave one at a kernel's start.
pub fn alu(r: &mut Source<'_>, case: &mut Case, mode: u32, stack: bool, ids: bool) {
    let w = &mut case.waves[0];
    registers(r, w);
    let exec = match r.below(6) {
        _ if ids => u64::MAX,
        0 | 1 => u64::MAX,
        2 => r.bits(),
        3 => r.bits() & r.bits() & r.bits(),
        4 => 1 << r.below(64),
        _ => r.pick(&[0, 0xffff_ffff, 0xffff_ffff_0000_0000, 0x5555_5555_5555_5555]),
    };
    if r.one_in(2) {
        w.set_s64(VCC_LO, r.bits());
    }
    // As an index of a few registers, of any of the operands, or as an LDS address.
    if r.one_in(2) {
        w.sgpr[M0 as usize] = r.below(40) as u32 | (r.below(128) as u32) << 12;
    }
    if mode & MODE_GPR_IDX_EN != 0 {
        // So that most operands exist.
        w.sgpr[M0 as usize] = r.below(4) as u32 | (r.below(16) as u32) << 12;
    }
    let mut code = || CODE + 4 * r.below(24);
    for k in 0..4 {
        w.set_s64(TARGETS + 2 * k, code());
    }
    if stack {
        for k in 0..8 {
            w.set_s64(4 * k + 2, code());
        }
    }
    w.set_s64(EXEC_LO, exec);
    w.mode = mode & MODE_BITS | r.bits() as u32 & !MODE_BITS;
    if ids {
        for (v, stride) in [(0, 1), (1, 0), (2, 0)] {
            let first = r.below(4) as u32;
            w.vgprs[v] = Vgpr(std::array::from_fn(|lane| first + stride * lane as u32));
        }
    }
}

/// The registers of a product of matrices, now and then: elements of A and B and a C that are near each other, so that
/// sums have bits of all of them; or an A or B of zeros alone, and a C that is tiny or not.
pub fn matrices(r: &mut Source<'_>, case: &mut Case, element: Element, f: &MaiFields, op: Mai) {
    let zeros = match r.below(4) {
        0 => None,
        1 => Some(r.below(2) as usize),
        _ => return,
    };
    let is_tiny = zeros.is_some() && r.one_in(2);
    let pattern = r.below(4);
    // C comes first: where A or B is in its registers, too, they have the values that are for them.
    for i in [2, 0, 1] {
        let Operand::Vgpr(first) = f.src[i] else {
            continue;
        };
        let registers = &mut case.waves[0].vgprs[usize::from(first)..];
        let count = f.source_dwords(op, i);
        for (k, v) in registers[..count.into()].iter_mut().enumerate() {
            *v = Vgpr(std::array::from_fn(|lane| match (i, element) {
                _ if zeros == Some(i) => 0,
                (2, Element::Narrow(_)) if pattern == 2 => r.bits() as u32,
                // So that the tiny ones, of which there is the sum, are not lost in it.
                (2, Element::Narrow(_)) if pattern == 1 && r.one_in(2) => 0,
                (2, _) if is_tiny => r.bits() as u32 & 0xbfff_ffff,
                (2, _) => dword(r, 6, false),
                (_, Element::Narrow(_)) if count == 8 => {
                    let bf8 = [f.cbsz, f.blgp][i] == 1;
                    let is_first = k == 0 && lane < 16;
                    narrow_bytes(r, pattern, i == 0, bf8, is_first)
                }
                // Of so few values any are near each other.
                (_, Element::Narrow(_)) => r.bits() as u32,
                _ => near_one(r, element.bits(i)),
            }));
        }
    }
    for scale in f.scale.iter().flatten() {
        if let Operand::Vgpr(v) = scale.operand {
            // Beside the third pattern so that the largest product is near half of a C's last bit.
            let middle = if pattern == 2 && r.one_in(2) {
                103
            } else {
                123
            };
            let near = |r: &mut Source<'_>| middle + r.below(8) as u8;
            case.waves[0].vgprs[usize::from(v)] = Vgpr(std::array::from_fn(|_| {
                u32::from_le_bytes([0; 4].map(|_| near(r)))
            }));
        }
    }
}

/// Four floats of 8 bits of A or B, of which few are NaN or infinite: any; or two that cancel with the other matrix's
/// at the same places, and beside them tiny ones; or, of the first of a row, a large one and a tiny one alone; or such as
/// are within 2^10 of each other.
fn narrow_bytes(r: &mut Source<'_>, pattern: u64, of_a: bool, bf8: bool, is_first: bool) -> u32 {
    let special = if bf8 { 0x7c } else { 0x7f };
    let mut any = || {
        let x = r.bits() as u8;
        let is_special = x & special == special;
        if is_special && !r.one_in(256) {
            x & !0x40
        } else {
            x
        }
    };
    let bytes = match pattern {
        0 => [any(), any(), any(), any()],
        1 => {
            let (large, tiny) = (any() | 0x70, [any() & 0x83, any() & 0x83]);
            let large = if large & special == special {
                large & !4 & !1
            } else {
                large
            };
            [large, tiny[0], large ^ if of_a { 0x80 } else { 0 }, tiny[1]]
        }
        3 => {
            let (first, fraction) = if bf8 { (11, 2) } else { (5, 3) };
            let mut near = || {
                let field = first + r.below(10) as u8;
                field << fraction | r.bits() as u8 & (0x80 | ((1 << fraction) - 1))
            };
            [near(), near(), near(), near()]
        }
        _ if is_first => [0x78, any() & 0x83, 0, 0],
        _ => [0; 4],
    };
    u32::from_le_bytes(bytes)
}

/// A case for memory instructions, to be filled by [`memory`]: a buffer, one that cannot be written,
/// LDS and private memory.
pub fn memory_case() -> Case {
    let mut case = Case::new(Gen::Gfx9, VGPRS);
    let buffer = |len: u64, access| Buffer {
        bytes: vec![0; len as usize],
        access,
    };
    case.buffers = vec![
        buffer(BUFFER, Access::ReadWrite),
        buffer(BUFFER - 4, Access::ReadOnly),
    ];
    case.lds = vec![0; LDS as usize];
    case.gds = vec![0; GDS as usize];
    case.private = PRIVATE;
    case.scratch = vec![0; LANES * PRIVATE as usize];
    case.limit = 200;
    case
}

/// EXEC: any, most often full.
fn exec(r: &mut Source<'_>) -> u64 {
    match r.below(6) {
        0..=2 => u64::MAX,
        3 => r.bits(),
        4 => r.bits() & r.bits() & r.bits(),
        _ => r.pick(&[0, 1, 1 << 63, 0xffff_ffff, 0xffff_ffff_0000_0000, 0xff0]),
    }
}

/// Offsets of the lanes in a space of `size` bytes, mostly inside.
fn offsets(r: &mut Source<'_>, size: u64) -> [u64; 64] {
    let unit = r.pick(&[4, 4, 4, 8, 12, 16, 1, 2]);
    let room = size.saturating_sub(64 * unit).max(1);
    let first = match r.below(4) {
        0 => 0,
        1 => r.below(room),
        2 => room.saturating_sub(r.below(40)),
        _ => r.below(room) & !3,
    };
    let mut out: [u64; 64] = match r.below(8) {
        0..=2 => std::array::from_fn(|n| first + n as u64 * unit),
        3 | 4 => [first; 64],
        5 => std::array::from_fn(|n| first + (n as u64 / 2) * unit),
        6 => std::array::from_fn(|_| r.below(size)),
        _ => std::array::from_fn(|_| r.below(size / 4) * 4),
    };
    if r.one_in(5) {
        // One lane leaves the pattern, perhaps the memory.
        let lane = r.below(64) as usize;
        out[lane] = match r.below(3) {
            0 => r.below(size),
            1 => size - r.below(20),
            _ => r.bits() >> r.below(40),
        };
    }
    out
}

/// The fourth word of a V#: any, or with a format that exists, perhaps for the texels of an image.
fn format(r: &mut Source<'_>) -> u32 {
    let (data, number) = typed(r);
    let any = r.bits() as u32 & 0xfff;
    let sel = r.pick(&[0xfac, 0xfac, 0x5b1, any]);
    let index_stride = r.below(4) as u32;
    sel | number << 12 | data << 15 | r.below(4) as u32 >> 1 << 19 | index_stride << 21
}

/// Data and number format of elements, that most often exist.
pub fn typed(r: &mut Source<'_>) -> (u32, u32) {
    match r.below(8) {
        0..=2 => (r.pick(&[4, 11, 13, 14]), r.pick(&[4, 5, 7])),
        3 | 4 => (r.pick(&[2, 5, 12]), r.pick(&[0, 1, 2, 3, 4, 5, 7])),
        5 | 6 => (r.pick(&[1, 3, 8, 9, 10]), r.pick(&[0, 1, 2, 3, 4, 5])),
        _ => (r.below(16) as u32, r.below(8) as u32),
    }
}

/// A T# of a small image in the buffer.
fn image(r: &mut Source<'_>, generation: Gen, base: u64) -> [u32; 8] {
    let gfx9 = generation.is_gfx9();
    let (data, number) = match r.below(2) {
        0 => typed(r),
        _ => (r.pick(&[4, 4, 11, 14]), r.pick(&[4, 5])),
    };
    let mut small = |n: u64| r.below(n) as u32;
    let (width, height, levels) = (small(4), small(4), small(8) / 7);
    let depth = small(3);
    let tiling = if gfx9 { 0 } else { 8 };
    let kind = 8 + small(6);
    let pad = if gfx9 { 0 } else { small(2) };
    [
        (base >> 8) as u32,
        (base >> 40) as u32 | data << 20 | number << 26,
        width | height << 14,
        0xfac | levels << 16 | tiling << 20 | pad << 25 | kind << 28,
        depth | 3 << 13,
        small(2) | if gfx9 { 0 } else { depth << 13 },
        0,
        0,
    ]
}

/// Registers and memory for memory instructions: v[2:9] addresses, v[10:13] offsets in LDS, v[26:29]
/// coordinates, v[30:31] offsets in the buffer; s[0:3] addresses, s4 an offset, s[8:11] a V#, s[80:87]
/// a T#.
pub fn memory(r: &mut Source<'_>, case: &mut Case, mode: u32) {
    let at = case.addresses();
    let (buffer, constants) = (at[0], at[1]);
    for b in &mut case.buffers {
        fill(r, &mut b.bytes);
    }
    fill(r, &mut case.lds);
    fill(r, &mut case.gds);
    fill(r, &mut case.scratch);
    let w = &mut case.waves[0];
    registers(r, w);
    let flat = |r: &mut Source<'_>| {
        let (base, size) = match r.below(8) {
            0 => (constants, BUFFER - 4),
            1 => ((SHARED_APERTURE_HI as u64) << 32, LDS as u64),
            2 | 3 => ((PRIVATE_APERTURE_HI as u64) << 32, PRIVATE as u64),
            _ => (buffer, BUFFER),
        };
        offsets(r, size).map(|o| base.wrapping_add(o))
    };
    for v in [2, 4, 6, 8] {
        let mut at = flat(r);
        if r.one_in(4) {
            let other = flat(r);
            let mask = r.bits();
            for n in 0..64 {
                if mask >> n & 1 != 0 {
                    at[n] = other[n];
                }
            }
        }
        w.vgprs[v] = Vgpr(at.map(|a| a as u32));
        w.vgprs[v + 1] = Vgpr(at.map(|a| (a >> 32) as u32));
    }
    for v in 10..14 {
        let size = r.pick(&[LDS, LDS, PRIVATE]);
        w.vgprs[v] = Vgpr(offsets(r, size as u64).map(|o| o as u32));
    }
    let o = offsets(r, BUFFER);
    w.vgprs[30] = Vgpr(o.map(|o| o as u32));
    w.vgprs[31] = Vgpr([0; 64]);
    let mut pair = |s: usize, v: u64| {
        w.sgpr[s] = v as u32;
        w.sgpr[s + 1] = (v >> 32) as u32;
    };
    pair(0, buffer + r.below(64));
    pair(2, r.pick(&[constants, buffer + BUFFER - 16, buffer]));
    // Stride, and whether addresses are swizzled.
    let swizzle = r.below(2) << 63;
    pair(8, buffer | r.pick(&[0, 0, 4, 16, 60]) << 48 | swizzle);
    w.sgpr[4] = r.below(200) as u32;
    w.sgpr[10] = r.below(BUFFER) as u32;
    if r.one_in(2) {
        w.sgpr[11] = format(r);
    }
    if r.one_in(5) {
        let base = PRIVATE_BASE + 64 * r.pick(&[0, 0, 0, 4, 32, 1]);
        w.sgpr[8..12].copy_from_slice(&private_buffer(case.generation, base));
        // With a limit what is beyond it is dropped.
        w.sgpr[10] = r.pick(&[u32::MAX, u32::MAX, 64 * PRIVATE, 16 * PRIVATE]);
        w.sgpr[4] = r.pick(&[0, 0, 256, 64 * PRIVATE, 3]);
        let o = offsets(r, u64::from(PRIVATE) + 8);
        w.vgprs[30] = Vgpr(o.map(|o| o as u32));
    }
    if r.one_in(12) {
        w.set_s64(0, PRIVATE_BASE + r.below(u64::from(80 * PRIVATE)));
    }
    w.sgpr[80..88].copy_from_slice(&image(r, case.generation, buffer));
    for v in 26..30 {
        w.vgprs[v] = Vgpr(std::array::from_fn(|_| match r.below(40) {
            0 => r.bits() as u32,
            1..=4 => r.below(4) as u32 | (r.below(4) as u32) << 16,
            _ => r.below(3) as u32,
        }));
    }
    w.sgpr[M0 as usize] = match r.below(5) {
        0 => r.below(LDS as u64 + 8) as u32,
        // A part of the GDS.
        1 | 2 => r.pick(&[0, 8, 4, 6, 0xfff0]) << 16 | r.below(GDS as u64 + 8) as u32,
        _ => u32::MAX,
    };
    w.set_s64(EXEC_LO, exec(r));
    w.mode = mode & MODE_BITS | r.bits() as u32 & !MODE_BITS;
}
