//! Accesses to memory that a card would drop, move to another place, or refuse, and that the emulator executes as the
//! card does or as the program means.
//!
//! What no emulator can go on from, a page that is not there, is a fault, and not found here.

use super::accesses::{Accesses, Part};
use super::finding::{Class, Found, Severity};
use crate::interp::seen::Space;
use crate::machine::Env;
use crate::machine::wave::Wave;

/// What is wrong with where an instruction goes.
#[inline]
pub(super) fn check(
    accesses: &Accesses,
    wave: &Wave,
    env: &Env<'_>,
    pedantic: bool,
    found: &mut Vec<Found>,
) {
    for p in accesses.parts() {
        if p.outside | p.beyond | p.misaligned != 0 {
            part(accesses, p, wave, env, pedantic, found);
        }
    }
}

#[cold]
fn part(
    all: &Accesses,
    p: &Part,
    wave: &Wave,
    env: &Env<'_>,
    pedantic: bool,
    found: &mut Vec<Found>,
) {
    let mut add = |rule: &'static str, severity: Severity, lanes: u64, message: String| {
        if severity == Severity::Error || pedantic {
            found.push(Found {
                class: Class::Memory,
                rule,
                severity,
                other: None,
                lane: (!all.scalar).then_some(lanes.trailing_zeros() as u8),
                message,
            });
        }
    };
    let what = if p.writes { "written" } else { "read" };
    let (size, asked) = (env.lds.size(), env.lds.asked());
    let bytes = p.bytes;
    if p.beyond != 0 {
        let at = p.at[p.beyond.trailing_zeros() as usize];
        let text = format!(
            "{bytes} bytes at LDS address {at:#x} are {what}, and the work-group has {asked:#x}: it works only because the card allocates {size:#x}"
        );
        add("M01", Severity::Error, p.beyond, text);
    } else if p.outside != 0 {
        let at = p.at[p.outside.trailing_zeros() as usize];
        let dropped = match (p.reads, p.writes) {
            (_, false) => "the card gives zero",
            (false, true) => "the card drops it",
            (true, true) => "the card drops it and gives zero",
        };
        match p.space {
            // Where it would have been is not told.
            Space::Lds if bytes == 0 => {
                let limit = if env.program.generation().is_gfx9() {
                    ""
                } else {
                    ", if the limit in M0 is not less"
                };
                let text = format!(
                    "LDS beyond what the work-group has is {what}, {asked:#x} bytes{limit}: {dropped}"
                );
                add("M01", Severity::Error, p.outside, text);
            }
            Space::Lds if at + u64::from(bytes) <= u64::from(size) => {
                let m0 = wave.m0();
                let text = format!(
                    "{bytes} bytes at LDS address {at:#x} are {what}, beyond the limit in M0, {m0:#x}: {dropped}"
                );
                add("M02", Severity::Error, p.outside, text);
            }
            Space::Lds => {
                let text = format!(
                    "{bytes} bytes at LDS address {at:#x} are {what}, and the work-group has {asked:#x}: {dropped}"
                );
                add("M01", Severity::Error, p.outside, text);
            }
            Space::Global => {
                let text = format!(
                    "{} bytes outside the buffer of the V# are {what}: {dropped}",
                    bytes.max(1)
                );
                add("M07", Severity::Warning, p.outside, text);
            }
            Space::Private => {
                let text = format!(
                    "{bytes} bytes of private memory at a negative offset in a VGPR are {what}, which fails the range \
                     check before gfx9: {dropped}"
                );
                add("M07", Severity::Error, p.outside, text);
            }
        }
    }
    if p.misaligned != 0 {
        let (asked, align) = (p.asked, p.align);
        let (rule, severity, memory) = match p.space {
            _ if all.scalar => ("M06", Severity::Warning, "scalar memory"),
            Space::Lds if all.atomic => ("M04", Severity::Error, "LDS"),
            Space::Lds => ("M03", Severity::Error, "LDS"),
            Space::Global if all.atomic => ("M04", Severity::Error, "memory"),
            Space::Private if all.atomic => ("M04", Severity::Error, "private memory"),
            Space::Private => ("M05", Severity::Error, "private memory"),
            Space::Global => ("M03", Severity::Error, "memory"),
        };
        let text = format!(
            "{} bytes at address {asked:#x} of {memory} are accessed, which takes a multiple of {align}: {}",
            p.bytes,
            match rule {
                "M04" => "the card accesses another place, or stops",
                "M05" => "the card accesses what belongs to another lane",
                _ => "the card drops the address's low bits",
            }
        );
        add(rule, severity, p.misaligned, text);
    }
}
