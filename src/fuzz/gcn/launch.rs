//! Launches as text: the `agree` cases that have a `grid`.

use std::fmt::Write;

use crate::fuzz::code::Item;
use crate::fuzz::launch::LaunchCase;
use crate::isa::Gen;

use super::agree::{self, LDS, VGPRS, number};
use super::parse::{self, Assign, Place, Value, Word};

/// Threads of a launch at most.
const THREADS: u64 = 16;

/// A launch of a section whose code has been assembled.
///
/// # Errors
/// What a launch does not have, or values that fit nothing.
pub(super) fn case(
    generation: Gen,
    items: Vec<Item>,
    c: &parse::Case,
) -> Result<LaunchCase, String> {
    for a in &c.input {
        match a.place {
            Place::Grid
            | Place::Local
            | Place::Ids
            | Place::Threads
            | Place::Tier
            | Place::Checks
            | Place::Vgprs
            | Place::LdsSize
            | Place::ScratchSize
            | Place::Mode
            | Place::MemSize(_)
            | Place::Mem { .. }
            | Place::Observed
            | Place::Limit => {}
            Place::Sgpr { .. }
            | Place::Scc
            | Place::Vgpr { .. }
            | Place::Lds(_)
            | Place::Scratch { .. }
            | Place::Fault
            | Place::MemReadOnly(_)
            | Place::Gds(_)
            | Place::Wave
            | Place::Slice
            | Place::First => return Err(format!("{:?} cannot be set for a launch", a.place)),
        }
    }
    let find = |wanted: Place| c.input.iter().find(|a| a.place == wanted);
    let most = |wanted: Place, default: u64, most: u64| {
        let n = find(wanted).map_or(Ok(default), number)?;
        if n <= most {
            Ok(n)
        } else {
            Err(format!("{wanted:?} is at most {most}"))
        }
    };
    let grid = find(Place::Grid).ok_or("a launch has a grid")?;
    let (grid, dimensions) = sizes(grid)?;
    let (local, _) = find(Place::Local).map_or(Ok(([64, 1, 1], 1)), sizes)?;
    let state = agree::case(generation, items, c)?;
    if state.buffers.iter().any(|b| b.bytes.is_empty()) {
        return Err("a buffer of a launch is not empty".to_owned());
    }
    Ok(LaunchCase {
        vgprs: state.vgprs(),
        mode: state.waves[0].mode,
        lds: state.lds.len() as u32,
        private: state.private,
        ids: most(Place::Ids, 0, 2)? as u8,
        grid,
        local,
        dimensions,
        buffers: state.buffers.into_iter().map(|b| b.bytes).collect(),
        observed: state.observed,
        threads: most(Place::Threads, 1, THREADS)? as u32,
        tier: state.tier,
        limit: state.limit,
        generation,
        items: state.items,
    })
}

/// Numbers by dimension, 1 in those that there are not, and how many there are.
fn sizes(a: &Assign) -> Result<([u32; 3], u32), String> {
    let words = match &a.value {
        Value::One(word) => std::slice::from_ref(word),
        Value::List { words, .. } => words,
        Value::Name(_) => &[],
    };
    let bad = || format!("{:?} takes one to three numbers, not 0", a.place);
    if !(1..=3).contains(&words.len()) {
        return Err(bad());
    }
    let mut out = [1; 3];
    for (to, word) in out.iter_mut().zip(words) {
        *to = match word {
            Word::Bits(n @ 1..=0xffff_ffff) => *n as u32,
            _ => return Err(bad()),
        };
    }
    Ok((out, words.len() as u32))
}

/// The launch as a `.gcn` file, without comments.
pub fn text(case: &LaunchCase, title: &str) -> String {
    let mut out = agree::heading(case.generation, &case.words(), title);
    let mut set = |place: &str, value: String| {
        let _ = writeln!(out, "  in {place}={value}");
    };
    let list = |sizes: &[u32; 3]| {
        let [x, y, z] = sizes;
        match case.dimensions {
            1 => format!("[{x}]"),
            2 => format!("[{x} {y}]"),
            _ => format!("[{x} {y} {z}]"),
        }
    };
    set("grid", list(&case.grid));
    set("local", list(&case.local));
    if case.threads > 1 {
        set("threads", case.threads.to_string());
    }
    agree::set_tier(case.tier, &mut set);
    if case.ids != 0 {
        set("ids", case.ids.to_string());
    }
    if case.vgprs != VGPRS {
        set("vgprs", case.vgprs.to_string());
    }
    if case.lds != LDS {
        set("lds", case.lds.to_string());
    }
    if case.private != 0 {
        set("scratch", case.private.to_string());
    }
    if case.mode != 0x3f0 {
        set("mode", format!("{:#x}", case.mode));
    }
    if !case.observed {
        set("observed", "0".to_owned());
    }
    set("limit", case.limit.to_string());
    for (i, bytes) in case.buffers.iter().enumerate() {
        set(&format!("mem{i}.size"), bytes.len().to_string());
        agree::dwords(&format!("mem{i}"), bytes, &mut set);
    }
    out
}
