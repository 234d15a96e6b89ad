//! What the words of a command name: registers, lanes, addresses, variables.

use super::Shell;
use crate::check::operands::{Bank, register_name};
use crate::debug::code::number;
use crate::debug::points::Watched;
use crate::debug::session::{Stopped, View};
use crate::interp::seen::Space;
use crate::isa::{Gen, Gens};
use crate::loader::variables::{self, Place, Variable};
use crate::machine::memory::Memory;
use crate::machine::scratch::Scratch;

/// A register, or some that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    /// Scalar ones: the first operand code, and how many.
    Scalar(u8, u8),
    /// Lanes' ones: of which kind, the first, and how many.
    Vector(Bank, u8, u8),
    /// `scc`, `mode` or `pc`.
    Other(&'static str),
}

/// Lanes from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(pub u8, pub u8);

/// The register that `text` names, and the lanes behind it; `None` when it names none.
///
/// # Errors
/// When it is one that does not exist, in one line.
pub(super) fn register(
    generation: Gen,
    text: &str,
) -> Result<Option<(Register, Option<Lanes>)>, String> {
    if let Some(name) = ["scc", "mode", "pc"].into_iter().find(|n| *n == text) {
        return Ok(Some((Register::Other(name), None)));
    }
    for s in 0..128u8 {
        let name = register_name(generation, Bank::Scalar, s);
        if name == text {
            return Ok(Some((Register::Scalar(s, 1), None)));
        }
        if name.strip_suffix("_lo") == Some(text) {
            return Ok(Some((Register::Scalar(s, 2), None)));
        }
    }
    let banks = [
        ('v', Bank::Vector),
        ('s', Bank::Scalar),
        ('a', Bank::Accumulation),
    ];
    let named = |(letter, bank): (char, Bank)| Some((bank, text.strip_prefix(letter)?));
    let (bank, rest) = match banks.into_iter().find_map(named) {
        // Elsewhere it is a variable's name.
        Some((Bank::Accumulation, _)) if !generation.has(Gens::MAI) => return Ok(None),
        Some(named) => named,
        None => return Ok(None),
    };
    let vector = bank != Bank::Scalar;
    let (first, last, rest) = match rest.strip_prefix('[') {
        Some(inner) => {
            let (range, rest) = inner.split_once(']').ok_or("a ']' is missing")?;
            if range.contains("..") {
                // Lanes of a variable.
                return Ok(None);
            }
            let (a, b) = range.split_once(':').unwrap_or((range, range));
            (number(a)?, number(b)?, rest)
        }
        None => {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let Ok(n) = rest[..end].parse() else {
                return Ok(None);
            };
            (n, n, &rest[end..])
        }
    };
    // Letters behind the number: a variable's name.
    if !rest.is_empty() && !rest.starts_with('[') {
        return Ok(None);
    }
    if first > last || last >= if vector { 256 } else { 106 } {
        return Err(format!("there is no register '{text}'"));
    }
    let (first, count) = (first as u8, (last - first + 1).min(255) as u8);
    match (vector, rest) {
        (true, rest) => Ok(Some((Register::Vector(bank, first, count), lanes(rest)?))),
        (false, "") => Ok(Some((Register::Scalar(first, count), None))),
        (false, _) => Err(format!("'{text}': a scalar register has no lanes")),
    }
}

/// `[LANE]` or `[FIRST..LAST]`; `None` for nothing.
///
/// # Errors
/// What is wrong, in one line.
pub(super) fn lanes(text: &str) -> Result<Option<Lanes>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let wrong = || format!("'{text}' are not lanes: want [LANE] or [FIRST..LAST], of 0 to 63");
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let inner = inner.ok_or_else(wrong)?;
    let (a, b) = inner.split_once("..").unwrap_or((inner, inner));
    let (a, b) = (
        number(a).map_err(|_| wrong())?,
        number(b).map_err(|_| wrong())?,
    );
    if a > b || b > 63 {
        return Err(wrong());
    }
    Ok(Some(Lanes(a as u8, b as u8)))
}

/// `len` bytes of the private memory of a lane, from `offset` on.
pub(super) fn private(
    view: &View<'_>,
    memory: &Memory,
    lane: u8,
    offset: u64,
    len: u64,
) -> Result<Vec<u8>, String> {
    let scratch = view
        .scratch
        .ok_or("the private memory of a wave can be seen only where it has stopped itself")?;
    let per_lane = u64::from(scratch.per_lane());
    if offset.checked_add(len).is_none_or(|end| end > per_lane) {
        return Err(format!(
            "{len} bytes at offset {offset:#x} are not in private memory, which has {per_lane} bytes per lane"
        ));
    }
    let contents = scratch.contents(memory);
    let at = |b: u64| Scratch::place_of((offset + b) as u32, lane.into()) as usize;
    Ok((0..len)
        .filter_map(|b| contents.get(at(b)).copied())
        .collect())
}

/// `len` bytes of LDS from `offset` on.
pub(super) fn lds(view: &View<'_>, offset: u64, len: u64) -> Result<Vec<u8>, String> {
    let lds = view
        .lds
        .ok_or("the LDS of a work-group can be seen only where one of its waves has stopped")?;
    let size = lds.size();
    let outside =
        || format!("{len} bytes at offset {offset:#x} are not in LDS, which has {size} bytes");
    if offset.checked_add(len).is_none_or(|end| end > size.into()) {
        return Err(outside());
    }
    let bytes = (offset..offset + len).map(|a| lds.read::<1>(a as u32).map(|[b]| b));
    bytes.collect::<Option<_>>().ok_or_else(outside)
}

/// Whether a variable has one value for all lanes.
pub(super) fn is_uniform(place: &Place) -> bool {
    match place {
        Place::Registers(parts) => parts
            .iter()
            .all(|(r, _)| matches!(r, variables::Register::Scalar(_))),
        Place::Lds(_) | Place::Constant(_) => true,
        Place::Private { .. } | Place::OptimisedOut | Place::Unsupported(_) => false,
    }
}

/// The bytes of a variable in a lane.
///
/// # Errors
/// Why it cannot be seen.
pub(super) fn value(
    v: &Variable,
    view: &View<'_>,
    memory: &Memory,
    lane: u8,
) -> Result<Vec<u8>, String> {
    match &v.place {
        Place::Registers(parts) => {
            let mut bytes = Vec::new();
            for (r, n) in parts {
                let dword = match *r {
                    variables::Register::Scalar(s) => view.sgpr.get(usize::from(s)).copied(),
                    variables::Register::Vector(r) => view
                        .vgprs
                        .get(usize::from(r))
                        .map(|v| v.0[usize::from(lane) & 63]),
                };
                let dword = dword.ok_or("in a register that the kernel does not have")?;
                bytes.extend(dword.to_le_bytes().iter().take(*n as usize));
            }
            Ok(bytes)
        }
        Place::Private { .. } => {
            let offset = private_offset(&v.place, view).unwrap_or_default();
            private(view, memory, lane, offset, v.shape.size)
        }
        Place::Lds(at) => lds(view, *at, v.shape.size),
        Place::Constant(c) => Ok(c.to_le_bytes()[..v.shape.size.clamp(1, 8) as usize].to_vec()),
        Place::OptimisedOut => Err("optimised out".to_owned()),
        Place::Unsupported(why) => Err(format!("not shown: it is {why}")),
    }
}

/// Where a variable is in a lane's private memory.
fn private_offset(place: &Place, view: &View<'_>) -> Option<u64> {
    let Place::Private { base, offset } = place else {
        return None;
    };
    let base = base.and_then(|s| view.sgpr.get(usize::from(s))).copied();
    // The register counts bytes of all lanes.
    Some(u64::from(base.unwrap_or(0) / 64).wrapping_add_signed(*offset))
}

impl Shell<'_> {
    /// The variables of the chosen function.
    pub(super) fn variables(&self, at: &Stopped<'_>) -> Result<Vec<Variable>, String> {
        let view = self.view(at)?;
        let depth = at.code.source(view.pc).len().max(1);
        if self.frame >= depth {
            return Err(
                "the registers of a function that has called another are not known".to_owned(),
            );
        }
        let all = at.code.program().visible(view.pc);
        Ok(all.into_iter().filter(|v| v.depth == self.frame).collect())
    }

    /// The variable called `name` that is visible in the chosen function.
    pub(super) fn variable(&self, at: &Stopped<'_>, name: &str) -> Result<Variable, String> {
        let found = self.variables(at)?.into_iter().find(|v| v.name == name);
        found.ok_or_else(|| format!("there is no register or variable '{name}' here"))
    }

    /// The memory that a variable is in, or its register, as something to watch, and its size in bytes.
    pub(super) fn variable_memory(
        &self,
        at: &Stopped<'_>,
        name: &str,
    ) -> Result<Option<(Watched, u64)>, String> {
        let key = self.alive(at)?;
        let Ok(v) = self.variable(at, name) else {
            return Ok(None);
        };
        let view = self.view(at)?;
        let size = v.shape.size.max(1);
        let memory = |space, start, lane| Watched::Memory {
            space,
            start,
            len: size,
            lane,
            wave: Some(key),
        };
        let watched = match &v.place {
            Place::Private { .. } => {
                let start = private_offset(&v.place, &view).unwrap_or_default();
                memory(Space::Private, start, Some(self.lane))
            }
            Place::Lds(start) => memory(Space::Lds, *start, None),
            Place::OptimisedOut => return Err(format!("'{name}' is optimised out here")),
            Place::Registers(_) | Place::Constant(_) | Place::Unsupported(_) => {
                return Err(format!(
                    "'{name}' is not in memory: where it is changes from instruction to instruction"
                ));
            }
        };
        Ok(Some((watched, size)))
    }

    /// The kind of memory and the address that `text` names.
    pub(super) fn address(&self, at: &Stopped<'_>, text: &str) -> Result<(Space, u64), String> {
        let text = text.trim();
        for (prefix, space) in [("lds:", Space::Lds), ("private:", Space::Private)] {
            if let Some(rest) = text.strip_prefix(prefix) {
                return Ok((space, self.sum(at, rest)?));
            }
        }
        Ok((Space::Global, self.sum(at, text)?))
    }

    fn sum(&self, at: &Stopped<'_>, text: &str) -> Result<u64, String> {
        let mut sum = 0u64;
        for term in text.split('+').map(str::trim) {
            sum = sum.wrapping_add(self.term(at, term)?);
        }
        Ok(sum)
    }

    fn term(&self, at: &Stopped<'_>, text: &str) -> Result<u64, String> {
        if let Ok(n) = number(text) {
            return Ok(n);
        }
        let known = self.buffers.iter().find(|(name, ..)| name == text);
        if let Some((_, address, _)) = known {
            return Ok(*address);
        }
        let generation = at.code.program().generation();
        if let Some((register, lanes)) = register(generation, text)? {
            let view = self.view(at)?;
            let dword = |i: u8| match register {
                Register::Scalar(first, _) => view.sgpr.get(usize::from(first + i)).copied(),
                Register::Vector(bank, first, _) => {
                    let lane = lanes.map_or(self.lane, |l| l.0);
                    let v = view.of(bank).get(usize::from(first) + usize::from(i));
                    v.map(|v| v.0[usize::from(lane) & 63])
                }
                Register::Other(_) => None,
            };
            return match register {
                Register::Other("pc") => Ok(view.pc),
                Register::Other(name) => Err(format!("{name} is not an address")),
                Register::Scalar(_, count) | Register::Vector(_, _, count) => {
                    let low = dword(0).ok_or_else(|| format!("there is no register '{text}'"))?;
                    let high = if count > 1 { dword(1).unwrap_or(0) } else { 0 };
                    Ok(u64::from(high) << 32 | u64::from(low))
                }
            };
        }
        let others = at.memory().writable();
        let other = others.iter().find(|(_, _, name)| name == text);
        match other {
            Some((address, ..)) => Ok(*address),
            None => Err(format!(
                "'{text}' is not a number, buffer, register or variable; info buffers lists the buffers"
            )),
        }
    }
}
