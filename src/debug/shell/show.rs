//! Registers, variables and memory as text.

use super::find::{self, Lanes, Register, is_uniform, register};
use super::{Shell, Step};
use crate::check::operands::Bank;
use crate::debug::record::scalars_name;
use crate::debug::session::{Stopped, View};
use crate::debug::types::Type;
use crate::interp::seen::Space;
use crate::loader::variables::Variable;
use crate::machine::wave::LANES;

/// Lanes on a line.
const ROW: usize = 8;

/// Most numbers that are printed at once.
const MOST: u64 = 1 << 16;

impl Shell<'_> {
    pub(super) fn print(&mut self, at: &Stopped<'_>, args: &str) -> Result<Step, String> {
        if args.is_empty() {
            return Err("what: want a register or a variable".to_owned());
        }
        // A colon in brackets is a range of registers.
        let colon = args.rfind(':').filter(|c| !args[*c..].contains(']'));
        let (what, ty) = match colon {
            Some(c) => (args[..c].trim(), Some(Type::named(args[c + 1..].trim())?)),
            None => (args, None),
        };
        let view = self.view(at)?;
        let generation = at.code.program().generation();
        let text = match register(generation, what)? {
            Some((Register::Other(name), _)) => other(name, &view, ty),
            Some((Register::Scalar(first, count), _)) => {
                let ty = ty.unwrap_or(if count == 2 { Type::HEX64 } else { Type::HEX });
                let count = count.max(ty.dwords() as u8);
                let from = usize::from(first);
                let dwords = view.sgpr.get(from..from + usize::from(count));
                let dwords = dwords.ok_or_else(|| format!("there is no register '{what}'"))?;
                let bytes: Vec<u8> = dwords.iter().flat_map(|d| d.to_le_bytes()).collect();
                let name = scalars_name(generation, first, count);
                format!("{name}:{ty} = {}", row(ty, &bytes))
            }
            Some((Register::Vector(bank, first, count), lanes)) => {
                let ty = ty.unwrap_or(Type::HEX);
                let count = count.max(ty.dwords() as u8);
                let (from, n) = (usize::from(first), usize::from(count));
                let (of, letter) = (view.of(bank), if bank == Bank::Vector { 'v' } else { 'a' });
                let vectors = of.get(from..from + n).ok_or_else(|| match of.len() {
                    0 => format!("'{what}': the kernel has no accumulation registers"),
                    have => format!(
                        "'{what}': the kernel has the vector registers {letter}0 to {letter}{}",
                        have - 1
                    ),
                })?;
                let bytes = |lane: u8| -> Result<Vec<u8>, String> {
                    let dwords = vectors.iter().map(|v| v.0[usize::from(lane) & 63]);
                    Ok(dwords.flat_map(u32::to_le_bytes).collect())
                };
                let name = match count {
                    1 => format!("{letter}{first}"),
                    n => format!("{letter}[{first}:{}]", from + usize::from(n) - 1),
                };
                by_lane(&name, ty, lanes, view.exec(), bytes)?
            }
            None => {
                let (name, lanes) = match what.find('[') {
                    Some(b) => (&what[..b], find::lanes(&what[b..])?),
                    None => (what, None),
                };
                let v = self.variable(at, name)?;
                let ty = ty.unwrap_or(Type::of(&v.shape));
                let bytes = |lane| find::value(&v, &view, at.memory(), lane);
                let one = |lane: u8| -> Result<String, String> { Ok(row(ty, &bytes(lane)?)) };
                if is_uniform(&v.place) {
                    format!("{} = {}", typed(&v), one(0)?)
                } else {
                    by_lane(&typed(&v), ty, lanes, view.exec(), bytes)
                        .map_err(|e| format!("{name}: {e}"))?
                }
            }
        };
        self.say(&text);
        Ok(Step::Stay)
    }

    /// `/[N][TYPE] ADDRESS`.
    pub(super) fn examine(&mut self, at: &Stopped<'_>, args: &str) -> Result<Step, String> {
        let (format, address) = match args.strip_prefix('/') {
            Some(rest) => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            None => ("", args),
        };
        if address.trim().is_empty() {
            return Err("which address: want x/[N][TYPE] ADDRESS".to_owned());
        }
        let digits = format
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(format.len());
        let (n, ty) = format.split_at(digits);
        let n = match n {
            "" => 1,
            n => n
                .parse()
                .ok()
                .filter(|n| (1..=MOST).contains(n))
                .ok_or_else(|| format!("want 1 to {MOST} numbers"))?,
        };
        if ty == "i" {
            let found = at.code.resolve(address, None);
            let pc = match found {
                Ok(pcs) => pcs[0],
                Err(_) => self.address(at, address)?.1,
            };
            self.instructions(at, pc, n);
            return Ok(Step::Stay);
        }
        let ty = match ty {
            "" => Type::HEX,
            name => Type::named(name)?,
        };
        let (space, start) = match self.address(at, address) {
            Ok(found) => found,
            Err(e) => match self.variable_memory(at, address.trim())? {
                Some((crate::debug::points::Watched::Memory { space, start, .. }, _)) => {
                    (space, start)
                }
                _ => return Err(e),
            },
        };
        let len = n * ty.size() as u64;
        let bytes = match space {
            Space::Global => {
                let mut bytes = vec![0; len as usize];
                let memory = at.memory();
                memory.read(start, &mut bytes).map_err(|_| {
                    format!(
                        "cannot read {len} bytes at {start:#x}: {}",
                        memory.describe(start)
                    )
                })?;
                bytes
            }
            Space::Lds => find::lds(&self.view(at)?, start, len)?,
            Space::Private => find::private(&self.view(at)?, at.memory(), self.lane, start, len)?,
        };
        let per_row = 32 / ty.size().max(4);
        for (i, chunk) in bytes.chunks(per_row * ty.size()).enumerate() {
            let address = start + (i * per_row * ty.size()) as u64;
            self.say(&format!("{address:#x}: {}", row(ty, chunk)));
        }
        Ok(Step::Stay)
    }
}

/// `TYPE NAME`.
fn typed(v: &Variable) -> String {
    match &v.shape.name {
        Some(ty) => format!("{ty} {}", v.name),
        None => v.name.clone(),
    }
}

/// Numbers with blanks between.
fn row(ty: Type, bytes: &[u8]) -> String {
    let texts: Vec<String> = bytes.chunks(ty.size()).map(|b| ty.text(b)).collect();
    texts.join(" ")
}

fn other(name: &str, view: &View<'_>, ty: Option<Type>) -> String {
    let value = match name {
        "scc" => view.scc.into(),
        "mode" => view.mode.into(),
        _ => view.pc,
    };
    let ty = ty.unwrap_or(if name == "pc" { Type::HEX64 } else { Type::HEX });
    format!("{name}:{ty} = {}", ty.text(&value.to_le_bytes()))
}

/// What `bytes` gives for each of some lanes; for all when none are named, and then `-` for inactive ones.
fn by_lane(
    name: &str,
    ty: Type,
    lanes: Option<Lanes>,
    exec: u64,
    bytes: impl Fn(u8) -> Result<Vec<u8>, String>,
) -> Result<String, String> {
    let text = |lane: u8| -> Result<String, String> { Ok(ty.texts(&bytes(lane)?)) };
    if let Some(Lanes(a, b)) = lanes {
        let texts: Result<Vec<String>, String> = (a..=b).map(text).collect();
        let range = if a == b {
            format!("{a}")
        } else {
            format!("{a}..{b}")
        };
        return Ok(format!("{name}[{range}]:{ty} = {}", texts?.join(" ")));
    }
    let active = |lane: usize| exec >> lane & 1 != 0;
    let mut texts = Vec::new();
    for lane in 0..LANES {
        texts.push(if active(lane) {
            text(lane as u8)?
        } else {
            "-".to_owned()
        });
    }
    let mut shown = (0..LANES).filter(|l| active(*l)).map(|l| &texts[l]);
    let Some(first) = shown.next() else {
        return Ok(format!("{name}:{ty}: no lane is active"));
    };
    if shown.all(|t| t == first) {
        return Ok(format!("{name}:{ty} = all {first}"));
    }
    let mut out = format!("{name}:{ty}");
    for (i, texts) in texts.chunks(ROW).enumerate() {
        out += &format!("\n  {:2}: {}", i * ROW, texts.join(" "));
    }
    Ok(out)
}
