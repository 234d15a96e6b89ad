//! Fuzz cases as text: the `agree` cases of the `.gcn` format. All that the text does not name is zero.

use std::fmt::Write;

use crate::asm::assemble;
use crate::decode::decode;
use crate::disasm::disasm;
use crate::fuzz::case::{Buffer, CODE, Case, First, Tier, WaveState};
use crate::fuzz::checks::Checks;
use crate::fuzz::code::Item;
use crate::fuzz::oracle::scalar_name;
use crate::isa::{Decoded, EXEC_LO, Gen, M0, VCC_LO};
use crate::machine::memory::Access;
use crate::machine::wave::{LANES, Vgpr};

use super::parse::{self, Assign, Place, Value, Word};

/// Vector registers of a wave where a case does not say.
pub(super) const VGPRS: u32 = 32;
/// Bytes of LDS where a case does not say.
pub(super) const LDS: u32 = 256;

/// The one number of an assignment.
pub(super) fn number(a: &Assign) -> Result<u64, String> {
    match a.value {
        Value::One(Word::Bits(n)) => Ok(n),
        _ => Err(format!("{:?} takes one number", a.place)),
    }
}

/// The effort of this number.
pub(super) fn tier(n: u64) -> Result<Tier, String> {
    let tier = usize::try_from(n).ok().and_then(|n| Tier::ALL.get(n));
    tier.copied().ok_or_else(|| format!("tier={n}: 0, 1 or 2"))
}

/// Says which it is, when it is none that goes without saying.
pub(super) fn set_tier(tier: Tier, set: &mut dyn FnMut(&str, String)) {
    if tier != Tier::default() {
        set("tier", (tier as u8).to_string());
    }
}

/// A case of a section whose code has been assembled. What is about launches does not count.
pub(super) fn case(generation: Gen, items: Vec<Item>, c: &parse::Case) -> Result<Case, String> {
    let find = |wanted: Place, default: u64| {
        let a = c.input.iter().find(|a| a.place == wanted);
        a.map_or(Ok(default), number)
    };
    let mut case = Case::new(
        generation,
        find(Place::Vgprs, u64::from(VGPRS))?.clamp(1, 256) as u32,
    );
    case.items = items;
    case.lds = vec![0; find(Place::LdsSize, u64::from(LDS))?.min(1 << 16) as usize];
    case.private = find(Place::ScratchSize, 0)?.min(1 << 20) as u32 & !3;
    case.slice = find(Place::Slice, i64::MAX as u64)? as i64;
    case.limit = find(Place::Limit, case.limit)?;
    case.observed = find(Place::Observed, 1)? != 0;
    case.first = match find(Place::First, 0)? {
        0 => First::Itself,
        1 => First::Masked,
        2 => First::Other,
        n => return Err(format!("first={n}: 0, 1 or 2")),
    };
    case.tier = tier(find(Place::Tier, 0)?)?;
    case.checks = Checks(find(Place::Checks, 0)?.min(255) as u8);
    case.waves[0].sgpr[EXEC_LO as usize] = 0;
    case.waves[0].sgpr[EXEC_LO as usize + 1] = 0;
    // Memory first: registers may name its addresses.
    for a in &c.input {
        let (buffer, bytes) = match (a.place, &a.value) {
            (Place::MemSize(b), _) => (b, number(a)?.min(1 << 24) as usize),
            (
                Place::Mem {
                    buffer,
                    offset: None,
                },
                Value::List { words, .. },
            ) => (buffer, 4 * words.len()),
            _ => continue,
        };
        if buffer as usize != case.buffers.len() {
            return Err(format!("mem{buffer} comes after {}", case.buffers.len()));
        }
        case.buffers.push(Buffer {
            bytes: vec![0; bytes],
            access: match find(Place::MemReadOnly(buffer), 0)? {
                0 => Access::ReadWrite,
                _ => Access::ReadOnly,
            },
        });
    }
    let last = c.input.iter().filter(|a| a.place == Place::Wave);
    let waves = last.map(number).try_fold(0, |n, k| k.map(|k| n.max(k)))?;
    if waves >= 16 {
        return Err("a work-group has at most 16 waves".to_owned());
    }
    let lanes = LANES * case.private as usize;
    case.scratch = vec![0; lanes * (waves as usize + 1)];
    let at = case.addresses();
    let mut wave = 0;
    for a in &c.input {
        if a.place == Place::Wave {
            wave = number(a)? as usize;
            while case.waves.len() <= wave {
                case.waves.push(case.waves[0].clone());
            }
        }
        assign(&mut case, wave, a, &at)?;
    }
    Ok(case)
}

fn assign(case: &mut Case, wave: usize, a: &Assign, at: &[u64]) -> Result<(), String> {
    let value = |w: &Word| {
        let buffer = |b: u8| {
            let address = at.get(b as usize).copied();
            address.ok_or_else(|| format!("no buffer mem{b}"))
        };
        Ok(match *w {
            Word::Bits(b) => b,
            Word::Code(offset) => CODE.wrapping_add(offset),
            Word::Buffer(b, offset) => buffer(b)?.wrapping_add(offset),
            Word::Page(b, offset) => (buffer(b)? / 256).wrapping_add(offset),
            Word::Near(..) | Word::Nan(_) | Word::Any => {
                return Err("'in' needs a definite value".to_owned());
            }
        })
    };
    // The values, one for each of `n` places.
    let values = |n: usize| -> Result<Vec<u64>, String> {
        let (words, cycle) = match &a.value {
            Value::One(w) => (std::slice::from_ref(w), false),
            Value::List { words, cycle } => (&words[..], *cycle),
            Value::Name(name) => return Err(format!("unexpected name '{name}'")),
        };
        let given: Vec<u64> = words.iter().map(value).collect::<Result<_, _>>()?;
        if given.len() > n {
            return Err(format!("{:?}: too many values", a.place));
        }
        Ok(if cycle {
            given.into_iter().cycle().take(n).collect()
        } else {
            given
        })
    };
    let one = || match &a.value {
        Value::One(w) => value(w),
        _ => Err(format!("{:?} takes one value", a.place)),
    };
    // Dwords into bytes from `offset` on.
    let bytes = |to: &mut [u8], offset: usize| {
        let Some(to) = to.get_mut(offset..) else {
            return Err(format!("{:?} is outside", a.place));
        };
        let given = values(to.len().div_ceil(4))?;
        for (to, v) in to.chunks_mut(4).zip(given) {
            let n = to.len();
            to.copy_from_slice(&v.to_le_bytes()[..n]);
        }
        Ok(())
    };
    let lanes = LANES * case.private as usize;
    let w = &mut case.waves[wave];
    match a.place {
        Place::Sgpr { first, count } if count > 2 => {
            for (s, v) in w.sgpr[first as usize..]
                .iter_mut()
                .zip(values(count as usize)?)
            {
                *s = v as u32;
            }
        }
        Place::Sgpr { first, count: 2 } => w.set_s64(first, one()?),
        Place::Sgpr { first, .. } => w.sgpr[first as usize] = one()? as u32,
        Place::Scc => w.scc = one()? as u32 & 1,
        Place::Mode => w.mode = one()? as u32,
        Place::Vgpr { first, count, lane } => {
            let values = match (&a.value, lane) {
                (Value::One(_), None) => vec![one()?; LANES],
                (Value::One(_), Some(_)) => vec![one()?],
                _ => values(LANES)?,
            };
            for i in 0..count as usize {
                let v = w.vgprs.get_mut(first as usize + i);
                let v = v.ok_or("a register that the wave lacks")?;
                for (to, from) in v.0[lane.unwrap_or(0) as usize..].iter_mut().zip(&values) {
                    *to = (from >> (32 * i)) as u32;
                }
            }
        }
        Place::Lds(offset) => bytes(&mut case.lds, offset as usize)?,
        Place::Gds(offset) => {
            let n = match &a.value {
                Value::List { words, .. } => words.len(),
                Value::One(_) | Value::Name(_) => 1,
            };
            let end = offset as usize + 4 * n;
            if end > crate::machine::gds::SIZE as usize {
                return Err(format!("{:?} is outside", a.place));
            }
            if case.gds.len() < end {
                case.gds.resize(end, 0);
            }
            bytes(&mut case.gds, offset as usize)?;
        }
        Place::Scratch { offset, lane } => {
            let values = match (&a.value, lane) {
                (Value::One(_), None) => vec![one()?; LANES],
                (Value::One(_), Some(_)) => vec![one()?],
                _ => values(LANES)?,
            };
            let start = wave * lanes + offset as usize / 4 * 256 + 4 * lane.unwrap_or(0) as usize;
            for (i, v) in values.iter().enumerate() {
                let to = case.scratch.get_mut(start + 4 * i..start + 4 * i + 4);
                let to = to.ok_or_else(|| format!("{:?} is outside", a.place))?;
                to.copy_from_slice(&(*v as u32).to_le_bytes());
            }
        }
        Place::Mem { buffer, offset } => {
            let b = case.buffers.get_mut(buffer as usize);
            let b = b.ok_or_else(|| format!("mem{buffer} has no size"))?;
            bytes(&mut b.bytes, offset.unwrap_or(0) as usize)?;
        }
        Place::Fault => return Err("'agree' expects no fault".to_owned()),
        Place::LdsSize
        | Place::ScratchSize
        | Place::MemSize(_)
        | Place::MemReadOnly(_)
        | Place::Vgprs
        | Place::Wave
        | Place::Slice
        | Place::Observed
        | Place::First
        | Place::Tier
        | Place::Checks
        | Place::Limit
        | Place::Grid
        | Place::Local
        | Place::Ids
        | Place::Threads => {}
    }
    Ok(())
}

/// The case as a `.gcn` file, without comments.
pub fn text(case: &Case, title: &str) -> String {
    let mut out = heading(case.generation, &case.words(), title);
    let mut set = |place: &str, value: String| {
        let _ = writeln!(out, "  in {place}={value}");
    };
    if case.vgprs() != VGPRS {
        set("vgprs", case.vgprs().to_string());
    }
    if case.lds.len() != LDS as usize {
        set("lds", case.lds.len().to_string());
    }
    if case.private != 0 {
        set("scratch", case.private.to_string());
    }
    if case.slice != i64::MAX {
        set("slice", case.slice.to_string());
    }
    if !case.observed {
        set("observed", "0".to_owned());
    }
    match case.first {
        First::Itself => {}
        First::Masked => set("first", "1".to_owned()),
        First::Other => set("first", "2".to_owned()),
    }
    set_tier(case.tier, &mut set);
    if case.checks != Checks::default() {
        set("checks", case.checks.0.to_string());
    }
    set("limit", case.limit.to_string());
    for (i, b) in case.buffers.iter().enumerate() {
        set(&format!("mem{i}.size"), b.bytes.len().to_string());
        if b.access == Access::ReadOnly {
            set(&format!("mem{i}.readonly"), "1".to_owned());
        }
        dwords(&format!("mem{i}"), &b.bytes, &mut set);
    }
    dwords("lds", &case.lds, &mut set);
    dwords("gds", &case.gds, &mut set);
    if !case.gds.is_empty() {
        // The end of what is compared.
        let last = (case.gds.len() - 1) & !3;
        let dword = case.gds[last..]
            .iter()
            .rev()
            .fold(0u32, |v, b| v << 8 | u32::from(*b));
        set(&format!("gds[{last}]"), format!("{dword:#x}"));
    }
    let at = case.addresses();
    for (i, w) in case.waves.iter().enumerate() {
        let like = match i {
            0 => None,
            _ => Some(&case.waves[0]),
        };
        if i != 0 {
            set("wave", i.to_string());
        }
        wave(w, like, case, &at, &mut set);
        let lanes = LANES * case.private as usize;
        for (k, row) in case.scratch[i * lanes..(i + 1) * lanes]
            .chunks(256)
            .enumerate()
        {
            let row = Vgpr(std::array::from_fn(|l| {
                let b = &row[4 * l..4 * l + 4];
                u32::from_le_bytes([b[0], b[1], b[2], b[3]])
            }));
            if row != Vgpr::ZERO {
                set(
                    &format!("scratch[{}]", 4 * k),
                    lanes_text(&row, &Vgpr::ZERO),
                );
            }
        }
    }
    out
}

/// The `code` lines of a program, and the line at which its case begins.
pub(super) fn heading(generation: Gen, words: &[u32], title: &str) -> String {
    let mut out = String::new();
    let g = generation.name();
    let mut rest = words;
    while !rest.is_empty() {
        let (text, n) = match decode(generation, rest) {
            Ok(d) => (instruction(generation, &d, rest), d.size as usize / 4),
            Err(_) => (None, 1),
        };
        let (own, after) = rest.split_at(n);
        rest = after;
        let hex = own.iter().map(|w| format!("{w:08x}")).collect::<Vec<_>>();
        let _ = match text {
            Some(text) => writeln!(out, "code {text}\n  {g}: {}", hex.join(" ")),
            None => writeln!(out, "code .long 0x{}\n  {g}", hex.join(", 0x")),
        };
    }
    let _ = writeln!(out, "agree {title}");
    out
}

/// The instruction's text, when the assembler makes the same words of it.
fn instruction(generation: Gen, d: &Decoded, words: &[u32]) -> Option<String> {
    let text = disasm(generation, d, None);
    let again = assemble(generation, &text).ok()?.words();
    (again == words[..d.size as usize / 4]).then_some(text)
}

/// The registers of a wave that differ from those of `like`, or from zero.
fn wave(
    w: &WaveState,
    like: Option<&WaveState>,
    case: &Case,
    at: &[u64],
    set: &mut dyn FnMut(&str, String),
) {
    let mut s = 0u8;
    while s < 128 {
        let old = |s: u8| like.map_or(0, |l| l.sgpr[s as usize]);
        let changed = |s: u8| w.sgpr[s as usize] != old(s);
        let pair = w.s64(s);
        let buffer = at
            .iter()
            .zip(&case.buffers)
            .position(|(base, b)| (*base..base + b.bytes.len() as u64 + 256).contains(&pair));
        if s.is_multiple_of(2) && (changed(s) || changed(s + 1)) {
            let name = match s {
                VCC_LO => "vcc".to_owned(),
                EXEC_LO => "exec".to_owned(),
                _ => format!("s[{s}:{}]", s + 1),
            };
            if let Some(b) = buffer {
                set(&name, format!("mem{b}+{}", pair - at[b]));
                s += 2;
                continue;
            }
            if s == VCC_LO || s == EXEC_LO {
                set(&name, format!("{pair:#x}"));
                s += 2;
                continue;
            }
        }
        if changed(s) {
            let name = if s == M0 {
                "m0".to_owned()
            } else {
                scalar_name(s)
            };
            set(&name, format!("{:#x}", w.sgpr[s as usize]));
        }
        s += 1;
    }
    if w.scc != like.map_or(0, |l| l.scc) {
        set("scc", w.scc.to_string());
    }
    if w.mode != like.map_or(0x3f0, |l| l.mode) {
        set("mode", format!("{:#x}", w.mode));
    }
    for (v, r) in w.vgprs.iter().enumerate() {
        let old = like.map_or(Vgpr::ZERO, |l| l.vgprs[v]);
        if *r != old {
            set(&format!("v{v}"), lanes_text(r, &old));
        }
    }
}

/// The lanes of a register: one value for all, or those up to the last that is not as in `old`, which is
/// what it has where nothing is said.
fn lanes_text(v: &Vgpr, old: &Vgpr) -> String {
    if v.0.iter().all(|x| *x == v.0[0]) {
        return format!("{:#x}", v.0[0]);
    }
    let mut lanes = v.0.iter().zip(&old.0);
    let len = lanes.rposition(|(x, old)| x != old).map_or(1, |i| i + 1);
    let list: Vec<_> = v.0[..len].iter().map(|x| format!("{x:#x}")).collect();
    format!("[{}]", list.join(" "))
}

/// The runs of dwords that are not zero.
pub(super) fn dwords(name: &str, bytes: &[u8], set: &mut dyn FnMut(&str, String)) {
    let dword = |b: &[u8]| b.iter().rev().fold(0u32, |v, b| v << 8 | u32::from(*b));
    let all: Vec<u32> = bytes.chunks(4).map(dword).collect();
    let mut i = 0;
    while i < all.len() {
        if all[i] == 0 {
            i += 1;
            continue;
        }
        // Up to the first two zeros.
        let end = (i..all.len()).find(|k| all[*k..].iter().take(2).all(|v| *v == 0));
        let end = end.unwrap_or(all.len());
        let mut list = String::new();
        for v in &all[i..end] {
            let _ = write!(list, "{}{v:#x}", if list.is_empty() { "" } else { " " });
        }
        set(&format!("{name}[{}]", 4 * i), format!("[{list}]"));
        i = end;
    }
}
