//! `lanes.cl`: each kernel against what the manuals say of the instruction behind it, or OpenCL C of the
//! function. Sources: LLVM AMDGPUUsage and AMDGPUOperandSyntax (swizzle patterns, DPP controls), the
//! Vega ISA manual (V_SAD, V_MSAD, V_QSAD, V_LERP, V_PERM, V_DOT), OpenCL C 6.15.3 (integer functions).

use self::Overflow::{Clamps, Wraps};
use self::Sign::{Signed, Unsigned};
use super::{Job, Random, Variant};
use half::f16;

const GROUPS: usize = 2;
const WAVE: usize = 64;
const N: usize = GROUPS * WAVE;

/// What one wave computes: its three words of input per lane.
struct Wave<'a> {
    x: &'a [u32],
    y: &'a [u32],
    z: &'a [u32],
    /// The first word of all, wherever the wave is.
    first: u32,
}

type OfWave = Box<dyn Fn(&Wave) -> Vec<u64>>;

/// A kernel and what it gives for a wave.
struct Row {
    name: &'static str,
    /// 64-bit results.
    wide: bool,
    wave: OfWave,
    /// For operations on floats.
    floats: Floats,
}

/// What the words of input are.
#[derive(Clone, Copy, PartialEq)]
enum Floats {
    /// Any bits.
    No,
    /// Floats, neither huge nor tiny.
    Single,
    /// Pairs of halfs, neither huge nor tiny.
    Half,
}

/// Each lane on its own.
fn lane(name: &'static str, f: impl Fn(u32, u32, u32) -> u32 + 'static) -> Row {
    wide_row(name, false, move |x, y, z| f(x, y, z).into())
}

fn wide(name: &'static str, f: impl Fn(u32, u32, u32) -> u64 + 'static) -> Row {
    wide_row(name, true, f)
}

fn wide_row(name: &'static str, wide: bool, f: impl Fn(u32, u32, u32) -> u64 + 'static) -> Row {
    Row {
        name,
        wide,
        wave: Box::new(move |w| (0..WAVE).map(|i| f(w.x[i], w.y[i], w.z[i])).collect()),
        floats: Floats::No,
    }
}

/// The lanes together.
fn wave(name: &'static str, f: impl Fn(&Wave, usize) -> u32 + 'static) -> Row {
    Row {
        name,
        wide: false,
        wave: Box::new(move |w| (0..WAVE).map(|i| f(w, i).into()).collect()),
        floats: Floats::No,
    }
}

/// One bit per lane, the same for all.
fn ballot(name: &'static str, f: impl Fn(u32, u32) -> bool + 'static) -> Row {
    Row {
        name,
        wide: true,
        wave: Box::new(move |w| {
            let bits = (0..WAVE).map(|i| u64::from(f(w.x[i], w.y[i])) << i);
            vec![bits.sum(); WAVE]
        }),
        floats: Floats::No,
    }
}

fn of_floats(row: Row) -> Row {
    Row {
        floats: Floats::Single,
        ..row
    }
}

fn of_halfs(row: Row) -> Row {
    Row {
        floats: Floats::Half,
        ..row
    }
}

/// Which lane each lane reads under a DPP control; `None` where it is out of bounds.
fn dpp(control: u32, lane: usize) -> Option<usize> {
    let (row, at) = (lane & !15, lane & 15);
    let amount = (control & 15) as usize;
    match control {
        0x000..=0x0ff => Some(lane & !3 | (control >> ((lane & 3) * 2) & 3) as usize),
        0x101..=0x10f => (at + amount < 16).then_some(lane + amount),
        0x111..=0x11f => (at >= amount).then(|| lane - amount),
        0x121..=0x12f => Some(row | (at + 16 - amount) & 15),
        0x130 => (lane < 63).then_some(lane + 1),
        0x134 => Some((lane + 1) & 63),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + 63) & 63),
        0x140 => Some(row | (15 - at)),
        0x141 => Some(lane & !7 | (7 - (lane & 7))),
        // Lane 15 of each row to the next row; lane 31 to rows 2 and 3.
        0x142 => row.checked_sub(1),
        0x143 => (lane >= 32).then_some(31),
        _ => unreachable!("no such control in lanes.cl"),
    }
}

/// BOUND_CTRL: what a lane's result is when no active lane is its source.
#[derive(Clone, Copy)]
enum Outside {
    /// What it was.
    Kept,
    Zero,
}

/// What `update_dpp(old, source, control, row_mask, bank_mask, bound_ctrl)` gives each lane of which
/// `active` says that they take part.
fn update_dpp(
    old: &[u32],
    source: &[u32],
    active: &dyn Fn(usize) -> bool,
    control: u32,
    [rows, banks]: [u32; 2],
    outside: Outside,
) -> Vec<u32> {
    let one = |lane: usize| {
        let enabled = rows >> (lane / 16) & 1 == 1 && banks >> (lane / 4 % 4) & 1 == 1;
        if !enabled {
            return old[lane];
        }
        match (dpp(control, lane).filter(|&from| active(from)), outside) {
            (Some(from), _) => source[from],
            (None, Outside::Zero) => 0,
            (None, Outside::Kept) => old[lane],
        }
    };
    (0..WAVE).map(one).collect()
}

fn dpp_row(name: &'static str, control: u32, masks: [u32; 2], outside: Outside) -> Row {
    Row {
        name,
        wide: false,
        wave: Box::new(move |w| {
            let result = update_dpp(w.y, w.x, &|_| true, control, masks, outside);
            result.into_iter().map(u64::from).collect()
        }),
        floats: Floats::No,
    }
}

/// ds_swizzle's bit mode within 32 lanes: and, or, xor of the lane's number.
fn swizzle(name: &'static str, and: usize, or: usize, xor: usize) -> Row {
    wave(name, move |w, i| w.x[i & 32 | ((i & and | or) ^ xor) & 31])
}

fn bytes(v: u32) -> [u8; 4] {
    v.to_le_bytes()
}

fn words(v: u32) -> [u16; 2] {
    [v as u16, (v >> 16) as u16]
}

fn by_bytes(f: impl Fn(u8, u8, u8) -> u8 + 'static) -> impl Fn(u32, u32, u32) -> u32 {
    move |x, y, z| {
        let [x, y, z] = [x, y, z].map(bytes);
        u32::from_le_bytes(std::array::from_fn(|i| f(x[i], y[i], z[i])))
    }
}

fn by_words(f: impl Fn(u16, u16, u16) -> u16 + 'static) -> impl Fn(u32, u32, u32) -> u32 {
    move |x, y, z| {
        let [x, y, z] = [x, y, z].map(words);
        let [low, high] = std::array::from_fn(|i| u32::from(f(x[i], y[i], z[i])));
        low | high << 16
    }
}

/// Arithmetic of which f64 holds the exact result, or of which rounding to f64 first does no harm.
fn by_halfs(f: impl Fn(f64, f64, f64) -> f64 + 'static) -> impl Fn(u32, u32, u32) -> u32 {
    by_words(move |x, y, z| {
        let [x, y, z] = [x, y, z].map(|v| f16::from_bits(v).to_f64());
        round_to_half(f(x, y, z))
    })
}

/// Nearest, ties to even: by way of the neighbours of what may be off in the last place.
fn round_to_half(v: f64) -> u16 {
    let near = f16::from_f64(v).to_bits();
    let candidates = [near.wrapping_sub(1), near, near.wrapping_add(1)];
    let error = |bits: &u16| (f16::from_bits(*bits).to_f64() - v).abs();
    let better = |a: &u16, b: &u16| {
        let order = error(a)
            .partial_cmp(&error(b))
            .unwrap_or(std::cmp::Ordering::Greater);
        order.then((a & 1).cmp(&(b & 1)))
    };
    let finite = |bits: &u16| f16::from_bits(*bits).is_finite() && (bits ^ near) >> 15 == 0;
    candidates
        .into_iter()
        .filter(finite)
        .min_by(better)
        .unwrap_or(near)
}

fn sum_of_differences(x: u32, y: u32) -> u32 {
    let pairs = bytes(x).into_iter().zip(bytes(y));
    pairs.map(|(x, y)| u32::from(x.abs_diff(y))).sum()
}

/// Without the bytes where the reference is zero.
fn masked_differences(x: u32, reference: u32) -> u32 {
    let pairs = bytes(x).into_iter().zip(bytes(reference));
    pairs
        .filter(|p| p.1 != 0)
        .map(|(x, y)| u32::from(x.abs_diff(y)))
        .sum()
}

/// The four windows of V_QSAD and V_MQSAD, one byte apart.
fn windows(v: u64) -> [u32; 4] {
    std::array::from_fn(|i| (v >> (8 * i)) as u32)
}

fn packed_sad(v: u64, reference: u32, sums: u64, sad: fn(u32, u32) -> u32) -> u64 {
    let one = |(i, window): (usize, u32)| {
        let sum = (sums >> (16 * i)) as u16;
        u64::from(sum.wrapping_add(sad(window, reference) as u16)) << (16 * i)
    };
    windows(v).into_iter().enumerate().map(one).sum()
}

fn pair(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn bit_field(x: u32, offset: u32, width: u32, signed: bool) -> u32 {
    let (offset, width) = (offset & 31, width & 31);
    if width == 0 {
        return 0;
    }
    let shifted = if signed {
        ((x as i32) >> offset) as u32
    } else {
        x >> offset
    };
    let unused = 32 - width;
    if signed {
        ((shifted << unused) as i32 >> unused) as u32
    } else {
        shifted << unused >> unused
    }
}

/// V_PERM_B32: a selector per byte of the result.
fn perm(high: u32, low: u32, selectors: u32) -> u32 {
    let all = pair(high, low).to_le_bytes();
    let one = |selector: u8| match selector {
        0..=7 => all[usize::from(selector)],
        8..=11 => {
            let byte = all[usize::from(selector - 8) * 2 + 1];
            if byte & 0x80 != 0 { 0xff } else { 0 }
        }
        12 => 0,
        _ => 0xff,
    };
    u32::from_le_bytes(bytes(selectors).map(one))
}

/// V_CVT_PK_U8_F32: rounds to nearest even, saturates, into one byte of `into`.
fn convert_into_byte(x: u32, position: u32, into: u32) -> u32 {
    let shift = (position & 3) * 8;
    let value = f32::from_bits(x).round_ties_even() as u8;
    into & !(0xff << shift) | u32::from(value) << shift
}

/// Whether the fields of a dot product have a sign.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Signed,
    Unsigned,
}

/// What becomes of a dot product that a dword has no room for.
#[derive(Clone, Copy)]
enum Overflow {
    Wraps,
    Clamps,
}

fn dot4(x: u32, y: u32, z: u32, sign: Sign, overflow: Overflow) -> u32 {
    let fields = |v: u32| {
        bytes(v).map(|b| match sign {
            Signed => i64::from(b as i8),
            Unsigned => b.into(),
        })
    };
    dot(&fields(x), &fields(y), z, sign, overflow)
}

fn dot8(x: u32, y: u32, z: u32, sign: Sign, overflow: Overflow) -> u32 {
    let field = |v: u32, i: usize| {
        let nibble = i64::from(v >> (4 * i) & 15);
        if sign == Signed && nibble > 7 {
            nibble - 16
        } else {
            nibble
        }
    };
    let fields = |v: u32| -> [i64; 8] { std::array::from_fn(|i| field(v, i)) };
    dot(&fields(x), &fields(y), z, sign, overflow)
}

fn dot2(x: u32, y: u32, z: u32, sign: Sign, overflow: Overflow) -> u32 {
    let fields = |v: u32| {
        words(v).map(|w| match sign {
            Signed => i64::from(w as i16),
            Unsigned => w.into(),
        })
    };
    dot(&fields(x), &fields(y), z, sign, overflow)
}

fn dot(x: &[i64], y: &[i64], z: u32, sign: Sign, overflow: Overflow) -> u32 {
    let start = match sign {
        Signed => i64::from(z as i32),
        Unsigned => z.into(),
    };
    let sum = start + x.iter().zip(y).map(|(x, y)| x * y).sum::<i64>();
    match (overflow, sign) {
        (Wraps, _) => sum as u32,
        (Clamps, Signed) => sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        (Clamps, Unsigned) => sum.clamp(0, u32::MAX.into()) as u32,
    }
}

fn float(v: u32) -> f32 {
    f32::from_bits(v)
}

fn all_targets() -> Vec<Row> {
    vec![
        wave("readlane", |w, i| w.x[17].wrapping_add(i as u32)),
        wave("readlane_variable", |w, i| {
            w.x[w.first as usize & 63].wrapping_add(i as u32)
        }),
        wave("readfirstlane", |w, _| w.x[0]),
        wave("mbcnt", |_, i| 101 * i as u32),
        wave("mbcnt_mask", |w, i| {
            let below = pair(w.y[i], w.x[i]) & ((1 << i) - 1);
            w.z[i].wrapping_add(below.count_ones())
        }),
        ballot("ballot_equal", |x, _| x & 1 == 1),
        ballot("ballot_signed", |x, y| (x as i32) < y as i32),
        of_floats(ballot("ballot_float", |x, y| float(x) < float(y))),
        ballot("exec_mask", |_, _| true),
        wave("divergent_first", |w, i| {
            let same = |&j: &usize| w.x[j] & 1 == w.x[i] & 1;
            let first = w.x[(0..WAVE).find(same).expect("itself")];
            if first & 1 == 1 {
                first | 1
            } else {
                first.wrapping_add(5)
            }
        }),
        wave("waterfall", |w, i| {
            let mut order: Vec<u32> = Vec::new();
            for x in w.x {
                if !order.contains(&(x & 7)) {
                    order.push(x & 7);
                }
            }
            let key = w.x[i] & 7;
            let turn = order.iter().position(|&k| k == key).expect("a turn") as u32 + 1;
            turn * 100 + w.x.iter().filter(|&&x| x & 7 == key).count() as u32
        }),
        // Quad permutation 3, 2, 1, 0.
        wave("swizzle_quad", |w, i| w.x[i & !3 | (3 - (i & 3))]),
        swizzle("swizzle_xor", 31, 0, 1),
        swizzle("swizzle_broadcast", 0, 3, 0),
        swizzle("swizzle_reverse", 31, 0, 31),
        lane("ubfe", |x, y, z| bit_field(x, y, z, false)),
        lane("sbfe", |x, y, z| bit_field(x, y, z, true)),
        lane("alignbit", |x, y, z| (pair(x, y) >> (z & 31)) as u32),
        lane("alignbyte", |x, y, z| (pair(x, y) >> (8 * (z & 3))) as u32),
        lane(
            "lerp",
            by_bytes(|x, y, z| ((u16::from(x) + u16::from(y) + u16::from(z & 1)) >> 1) as u8),
        ),
        lane("sad_u8", |x, y, z| z.wrapping_add(sum_of_differences(x, y))),
        lane("sad_hi_u8", |x, y, z| {
            z.wrapping_add(sum_of_differences(x, y) << 16)
        }),
        lane("sad_u16", |x, y, z| {
            let pairs = words(x).into_iter().zip(words(y));
            pairs.fold(z, |sum, (x, y)| sum.wrapping_add(x.abs_diff(y).into()))
        }),
        lane("msad_u8", |x, y, z| {
            z.wrapping_add(masked_differences(x, y))
        }),
        of_floats(lane("cvt_pk_u8", convert_into_byte)),
        of_floats(lane("fmed3", |x, y, z| {
            let mut all = [x, y, z].map(float);
            all.sort_by(f32::total_cmp);
            all[1].to_bits()
        })),
        lane("mul24_signed", |x, y, _| {
            let field = |v: u32| (v << 8) as i32 >> 8;
            field(x).wrapping_mul(field(y)) as u32
        }),
        lane("mad24_unsigned", |x, y, z| {
            (x & 0xff_ffff).wrapping_mul(y & 0xff_ffff).wrapping_add(z)
        }),
        lane("mulhi_signed", |x, y, _| {
            ((i64::from(x as i32) * i64::from(y as i32)) >> 32) as u32
        }),
        lane("mulhi_unsigned", |x, y, _| {
            ((u64::from(x) * u64::from(y)) >> 32) as u32
        }),
        lane("popcounts", |x, y, z| {
            x.count_ones() + 100 * y.leading_zeros() + 10000 * z.trailing_zeros()
        }),
        lane("rotate", |x, y, _| x.rotate_left(y & 31)),
        lane("abs_diff", |x, y, _| {
            (x as i32 >> 1).abs_diff(y as i32 >> 1)
        }),
        lane("add_sat", |x, y, _| {
            (x as i32).saturating_add(y as i32) as u32
        }),
        lane("sub_sat", |x, y, _| x.saturating_sub(y)),
        lane("hadd", |x, y, _| {
            ((i64::from(x as i32) + i64::from(y as i32)) >> 1) as u32
        }),
        lane("rhadd", |x, y, _| {
            ((u64::from(x) + u64::from(y) + 1) >> 1) as u32
        }),
        lane("mad_sat", |x, y, z| {
            let [x, y, z] = [x, y, z].map(|v| i128::from(v as i32));
            (x * y + z).clamp(i32::MIN.into(), i32::MAX.into()) as u32
        }),
        lane("upsampled", |x, y, z| (pair(x, y) >> (z & 31)) as u32),
        lane("char_dot", |x, y, z| {
            let field = |v: u32, i: usize| i32::from(bytes(v)[i] as i8);
            let sum = field(x, 0) * field(y, 0) + field(x, 1) * field(y, 1);
            (z as i32).wrapping_add(sum) as u32
        }),
        lane(
            "packed_char4",
            by_bytes(|x, y, z| x.wrapping_add(y.wrapping_mul(z))),
        ),
        lane(
            "packed_min",
            by_bytes(|x, y, _| (x as i8).min(y as i8) as u8),
        ),
        lane("packed_sat", by_bytes(|x, y, _| x.saturating_add(y))),
        lane(
            "packed_short",
            by_words(|x, y, z| x.wrapping_mul(y).wrapping_sub(z)),
        ),
        lane(
            "packed_short_sat",
            by_words(|x, y, _| (x as i16).saturating_sub(y as i16) as u16),
        ),
        lane("packed_short_max", by_words(|x, y, z| x.max(y.min(z)))),
        lane(
            "packed_short_shift",
            by_words(|x, y, z| ((x as i16) >> (y & 15)) as u16 ^ z << 3),
        ),
        lane("shuffled", |x, y, _| {
            u32::from_le_bytes(bytes(y).map(|i| bytes(x)[usize::from(i & 3)]))
        }),
        lane("dynamic_private", |x, y, z| {
            x.wrapping_mul(z & 7).wrapping_add(y)
        }),
        lane("division", |x, y, z| {
            (x / (y | 1)).wrapping_add(x % (z | 1))
        }),
        lane("signed_division", |x, y, z| {
            let [x, y, z] = [x, y | 1, z | 1].map(|v| v as i32);
            x.wrapping_div(y).wrapping_sub(x.wrapping_rem(z)) as u32
        }),
        wide("long_division", |x, y, z| {
            pair(x, y) / pair(z & 0xff, y | 1)
        }),
        wide("long_remainder", |x, y, z| {
            let divisor = u64::from(z & 0xffff) << 16 | 1;
            (pair(x, y) as i64).wrapping_rem(divisor as i64) as u64
        }),
        wide("long_product", |x, y, z| {
            pair(x, y).wrapping_mul(pair(y, z))
        }),
        wide("long_shifts", |x, y, z| {
            pair(x, y) >> (z & 63) ^ (pair(y, x) as i64 >> (z & 63)) as u64
        }),
        wide("wide_multiply_add", |x, y, z| {
            (u64::from(x) * u64::from(y)).wrapping_add(pair(y, z))
        }),
    ]
}

fn from_gfx7() -> Vec<Row> {
    vec![
        wide("qsad", |x, y, z| {
            packed_sad(pair(x, y), z, pair(z, x), sum_of_differences)
        }),
        wide("mqsad", |x, y, z| {
            packed_sad(pair(x, y), z, pair(z, x), masked_differences)
        }),
        lane("mqsad_wide", |x, y, z| {
            let sums = [x, y, z, x ^ y];
            let one =
                |i: usize| sums[i].wrapping_add(masked_differences(windows(pair(x, y))[i], z));
            let factors = [3, 5, 7, 11u32];
            (0..4).fold(0, |sum: u32, i| {
                sum.wrapping_add(one(i).wrapping_mul(factors[i]))
            })
        }),
    ]
}

const ALL: [u32; 2] = [15, 15];

fn from_gfx8() -> Vec<Row> {
    vec![
        // Every lane pushes to lane 5 * its number, which reaches all.
        wave("permute", |w, i| {
            w.x[(0..WAVE).find(|j| j * 5 % 64 == i).expect("one")]
        }),
        wave("bpermute", |w, i| w.x[w.y[i] as usize & 63]),
        lane("perm", perm),
        of_halfs(lane("packed_half_add", by_halfs(|x, y, _| x + y))),
        of_halfs(lane("packed_half_mul", by_halfs(|x, y, _| x * y))),
        of_halfs(lane("packed_half_fma", by_halfs(f64::mul_add))),
        of_halfs(lane("packed_half_max", by_halfs(|x, y, z| x.max(y.min(z))))),
        dpp_row("dpp_quad", 0x1b, ALL, Outside::Kept),
        dpp_row("dpp_row_shl", 0x103, ALL, Outside::Kept),
        dpp_row("dpp_row_shr", 0x112, ALL, Outside::Kept),
        dpp_row("dpp_row_shr_zero", 0x114, ALL, Outside::Zero),
        dpp_row("dpp_row_ror", 0x125, ALL, Outside::Kept),
        dpp_row("dpp_wave_shl", 0x130, ALL, Outside::Kept),
        dpp_row("dpp_wave_rol", 0x134, ALL, Outside::Kept),
        dpp_row("dpp_wave_shr", 0x138, ALL, Outside::Kept),
        dpp_row("dpp_wave_ror", 0x13c, ALL, Outside::Kept),
        dpp_row("dpp_mirror", 0x140, ALL, Outside::Kept),
        dpp_row("dpp_half_mirror", 0x141, ALL, Outside::Kept),
        dpp_row("dpp_row_bcast15", 0x142, [0xa, 15], Outside::Kept),
        dpp_row("dpp_row_bcast31", 0x143, [0xc, 15], Outside::Kept),
        dpp_row("dpp_bank_mask", 0x111, [5, 6], Outside::Zero),
        wave("dpp_scan", |w, i| {
            w.x[..=i].iter().fold(0, |sum: u32, &x| sum.wrapping_add(x))
        }),
        wave("dpp_divergent", |w, i| {
            let active = |lane: usize| w.x[lane] & 4 != 0;
            let result = update_dpp(w.y, w.x, &active, 0x111, ALL, Outside::Kept);
            if active(i) { result[i] } else { 7 }
        }),
        lane("byte_select", |x, y, z| {
            let product = (y >> 8 & 0xff) * (z >> 16 & 0xff);
            ((x >> 24) as f32).to_bits().wrapping_add(product)
        }),
        lane("word_select", |x, y, z| {
            let low = (x >> 16).wrapping_add(y & 0xffff) & 0xffff;
            low | x.wrapping_add(z) << 16
        }),
    ]
}

fn from_gfx9() -> Vec<Row> {
    vec![
        lane("sad_add", |x, y, z| {
            let sum = x.wrapping_add(y).wrapping_add(z);
            sum ^ (x << (y & 31)).wrapping_add(z)
        }),
        // The sum of a float and the exact product of two halfs: one rounding or, if the compiler does
        // not contract, the same.
        of_halfs(lane("mad_mix", |x, y, z| {
            let half = |v: u16| f16::from_bits(v).to_f32();
            half(words(x)[0])
                .mul_add(half(words(y)[1]), float(z))
                .to_bits()
        })),
    ]
}

fn from_gfx906() -> Vec<Row> {
    vec![
        lane("sdot4", |x, y, z| dot4(x, y, z, Signed, Wraps)),
        lane("sdot4_clamp", |x, y, z| dot4(x, y, z, Signed, Clamps)),
        lane("udot4", |x, y, z| dot4(x, y, z, Unsigned, Wraps)),
        lane("udot4_clamp", |x, y, z| dot4(x, y, z, Unsigned, Clamps)),
        lane("sdot8", |x, y, z| dot8(x, y, z, Signed, Wraps)),
        lane("sdot8_clamp", |x, y, z| dot8(x, y, z, Signed, Clamps)),
        lane("udot8", |x, y, z| dot8(x, y, z, Unsigned, Wraps)),
        lane("udot8_clamp", |x, y, z| dot8(x, y, z, Unsigned, Clamps)),
        lane("sdot2", |x, y, z| dot2(x, y, z, Signed, Wraps)),
        lane("sdot2_clamp", |x, y, z| dot2(x, y, z, Signed, Clamps)),
        lane("udot2", |x, y, z| dot2(x, y, z, Unsigned, Wraps)),
        lane("udot2_clamp", |x, y, z| dot2(x, y, z, Unsigned, Clamps)),
    ]
}

pub fn jobs(variant: Variant) -> Vec<Job> {
    let generation = variant.generation();
    let mut rows = all_targets();
    for (first, more) in [
        (7, from_gfx7 as fn() -> Vec<Row>),
        (8, from_gfx8),
        (9, from_gfx9),
        (906, from_gfx906),
    ] {
        if generation >= first {
            rows.extend(more());
        }
    }
    let random = &mut Random(variant.seed());
    let mut jobs: Vec<Job> = rows.into_iter().map(|row| job(row, random)).collect();
    if generation >= 906 {
        jobs.push(half_dot(random));
    }
    jobs
}

fn inputs(floats: Floats, random: &mut Random) -> Vec<u32> {
    let half = |random: &mut Random| u32::from(f16::from_f64(random.between(-8.0, 8.0)).to_bits());
    let edges = [
        0,
        1,
        2,
        u32::MAX,
        0x7fff_ffff,
        0x8000_0000,
        0x0c08_0d00,
        0x8000_7fff,
        31,
        32,
    ];
    let one = |_| match floats {
        Floats::Single => (random.between(-300.0, 300.0) as f32).to_bits(),
        Floats::Half => half(random) | half(random) << 16,
        Floats::No => match random.below(4) {
            0 => random.pick(&edges),
            1 => random.below(64) as u32,
            _ => random.next() as u32,
        },
    };
    (0..3 * N).map(one).collect()
}

fn job(row: Row, random: &mut Random) -> Job {
    let input = inputs(row.floats, random);
    let mut expected = Vec::new();
    for start in (0..N).step_by(WAVE) {
        let part = |which: usize| &input[which * N + start..][..WAVE];
        expected.extend((row.wave)(&Wave {
            x: part(0),
            y: part(1),
            z: part(2),
            first: input[0],
        }));
    }
    let size = if row.wide { 8 } else { 4 };
    let arguments = input.clone();
    let check = move |found: &[Vec<u8>]| {
        let value = |b: &[u8]| b.iter().rev().fold(0, |v: u64, &b| v << 8 | u64::from(b));
        let found: Vec<u64> = found[1].chunks_exact(size).map(value).collect();
        let wrong: Vec<usize> = (0..N).filter(|&i| found[i] != expected[i]).collect();
        let Some(&i) = wrong.first() else {
            return Ok(());
        };
        let [x, y, z] = [0, 1, 2].map(|part| arguments[part * N + i]);
        Err(format!(
            "{} wrong, first {i}: of {x:#x}, {y:#x}, {z:#x}: {:#x}, expected {:#x}",
            wrong.len(),
            found[i],
            expected[i]
        ))
    };
    let input = input.iter().flat_map(|v| v.to_le_bytes()).collect();
    Job {
        kernel: format!("k_{}", row.name),
        groups: GROUPS as u32,
        group_size: WAVE as u32,
        threads: 1,
        buffers: vec![input, vec![0xaa; N * size]],
        same: true,
        check: Box::new(check),
    }
}

/// V_DOT2_F32_F16, whose intermediate precision the manual leaves open: within an ulp of the larger
/// parts.
fn half_dot(random: &mut Random) -> Job {
    let exact = of_halfs(lane("fdot2", |_, _, _| 0));
    let mut job = job(exact, random);
    let half = |v: u64| f16::from_bits(v as u16).to_f64();
    let input: Vec<u64> = job.buffers[0]
        .chunks_exact(4)
        .map(|b| u32::from_le_bytes(b.try_into().expect("4 bytes")).into())
        .collect();
    job.check = Box::new(move |found: &[Vec<u8>]| {
        for (i, b) in found[1].chunks_exact(4).enumerate() {
            let found = f32::from_le_bytes(b.try_into().expect("4 bytes"));
            let [x, y, z] = [0, 1, 2].map(|part| input[part * N + i]);
            let parts = [
                half(x) * half(y),
                half(x >> 16) * half(y >> 16),
                f64::from(f32::from_bits(z as u32)),
            ];
            let size = parts.iter().fold(0f64, |a, p| a.max(p.abs()));
            let right: f64 = parts.iter().sum();
            if (f64::from(found) - right).abs() > size * f64::from(f32::EPSILON) * 2.0 {
                return Err(format!("work-item {i}: {found}, expected {right}"));
            }
        }
        Ok(())
    });
    job
}
