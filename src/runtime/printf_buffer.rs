//! The buffer that OpenCL's `printf` writes to, and the text of what is in it after a launch.
//!
//! The buffer begins with two dwords: how many bytes of records there are, and how many there may be. A kernel takes
//! room for a record by adding to the first, and prints nothing where that would exceed the second. A record is the
//! number of a call ([`PrintfFormat::id`]) and the call's arguments one behind the other, each in whole dwords.
//!
//! Sources: LLVM's AMDGPUPrintfRuntimeBinding, `__printf_alloc` of ROCm's device libraries (`opencl`), and ROCclr's
//! rocprintf.cpp.

use std::collections::HashMap;

use super::launch::Print;
use super::printf::{self, Arguments, Spec, Value};
use crate::loader::PrintfFormat;
use crate::machine::memory::{BadAccess, Memory};
use crate::numerics::{F16, F32, to_f64};

/// Bytes of a buffer. ROCclr has one for all work-items of a launch, of 4,096 bytes for each that a work-group can
/// have (`PrintfDbg::WorkitemDebugSize`, `printfBufferSize_`).
const SIZE: u64 = 4096 * 1024;

/// Bytes of its first two dwords.
const HEADER: u64 = 8;

/// What is in every dword that no kernel has written: nothing that one is likely to write.
const BLANK: u32 = 0x8f5a_c3e7;

/// What is printed behind the text of a buffer that had no room for more.
pub(super) const LOST: &str =
    "gcn-jit: the buffer for printf is full: what did not fit (4 MiB do) is lost\n";

/// Bytes of the buffer for a program with these calls. Without any there is no room: a program whose metadata was lost
/// prints nothing.
pub(super) fn size(formats: &[PrintfFormat]) -> u64 {
    match formats {
        [] => HEADER,
        _ => SIZE,
    }
}

/// A launch's buffer, in guest memory.
pub(super) struct PrintfBuffer<'a> {
    memory: &'a Memory,
    base: u64,
    formats: &'a [PrintfFormat],
}

impl<'a> PrintfBuffer<'a> {
    /// Makes one of the memory at `base`, of [`size`]`(formats)` bytes.
    pub(super) fn new(
        memory: &'a Memory,
        base: u64,
        formats: &'a [PrintfFormat],
    ) -> Result<PrintfBuffer<'a>, BadAccess> {
        const PART: u64 = 64 << 10;
        let (size, blank) = (size(formats), BLANK.to_le_bytes());
        let blank = blank.repeat(size.min(PART) as usize / 4);
        for at in (0..size).step_by(PART as usize) {
            memory.write(base + at, &blank)?;
        }
        let header = [0, (size - HEADER) as u32].map(u32::to_le_bytes);
        memory.write(base, header.as_flattened())?;
        Ok(PrintfBuffer {
            memory,
            base,
            formats,
        })
    }

    /// Its guest address.
    pub(super) fn base(&self) -> u64 {
        self.base
    }

    /// Prints the records in their order. When the launch did not end by itself (`whole` is false), waves may have
    /// left records unfinished: those are left out.
    pub(super) fn print(&self, whole: bool, print: Print<'_>) {
        if self.formats.is_empty() {
            return;
        }
        let mut used = [0; 4];
        // All of the buffer is there for as long as the launch.
        self.memory.read(self.base, &mut used).unwrap_or_default();
        // A kernel may have written anything there.
        let used = u64::from(u32::from_le_bytes(used)).min(SIZE - HEADER);
        let mut bytes = vec![0; used as usize];
        let records = self.base + HEADER;
        self.memory.read(records, &mut bytes).unwrap_or_default();
        print_records(self.formats, &bytes, whole, print);
        // It is not written down anywhere that a record found no room. Then there is less than the longest needs.
        let longest = self.formats.iter().map(|f| 4 + len(f)).max().unwrap_or(0);
        if used + HEADER + longest as u64 > SIZE - HEADER {
            print(LOST);
        }
    }
}

/// Bytes that an argument takes.
fn padded(size: u32) -> usize {
    size.next_multiple_of(4) as usize
}

/// Bytes that the arguments of a call take.
fn len(format: &PrintfFormat) -> usize {
    format.sizes.iter().map(|size| padded(*size)).sum()
}

fn print_records(formats: &[PrintfFormat], bytes: &[u8], whole: bool, print: Print<'_>) {
    let mut calls = HashMap::new();
    for format in formats {
        calls.entry(format.id).or_insert_with(|| Call::new(format));
    }
    let mut at = 0;
    while let Some(id) = word(bytes, at) {
        let begin = at + 4;
        if id == BLANK {
            // The wave has taken the room, and was stopped before it wrote anything.
            at = begin;
            continue;
        }
        let record = calls.get(&id).and_then(|call| {
            let arguments = bytes.get(begin..begin + call.len)?;
            Some((call, arguments))
        });
        let Some((call, arguments)) = record else {
            print(&format!(
                "gcn-jit: {} bytes of printf's buffer are not records: byte {at} has the number {id} of no call\n",
                bytes.len() - at
            ));
            return;
        };
        at = begin + call.len;
        if let Some(text) = call.text(arguments, whole) {
            print(&text);
        }
    }
}

/// The dword at `at`.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// A call, and what its format says about its arguments.
struct Call<'a> {
    text: &'a str,
    fields: Vec<Field>,
    /// Bytes of all arguments.
    len: usize,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
struct Field {
    /// Bytes of it.
    size: usize,
    /// Bytes that it takes, by the metadata.
    room: usize,
    /// Whether it is a string.
    string: bool,
    /// Bytes at its end that need not be written: vectors of three elements have the room of four.
    unused: usize,
}

impl Field {
    fn new(size: u32, spec: Option<(char, usize)>) -> Field {
        let unused = match spec {
            Some((_, 3)) => size as usize / 4,
            _ => 0,
        };
        Field {
            size: size as usize,
            room: padded(size),
            string: matches!(spec, Some(('s', _))),
            unused,
        }
    }

    /// Whether it is a string that fills `bytes`, all that it may take: the last dword has some of its characters, or
    /// it is empty.
    fn fits(&self, bytes: &[u8]) -> bool {
        let end = bytes.iter().position(|b| *b == 0);
        let (Some(end), Some(last)) = (end, bytes.len().checked_sub(4)) else {
            return false;
        };
        end > last && bytes[end..].iter().all(|b| *b == 0) || end == 0 && last == 0
    }
}

impl<'a> Call<'a> {
    fn new(format: &'a PrintfFormat) -> Call<'a> {
        let mut kinds = Kinds {
            left: format.sizes.len(),
            found: Vec::new(),
        };
        printf::expand(&format.text, &mut kinds);
        let specs = kinds.found.into_iter().map(Some);
        let specs = specs.chain(std::iter::repeat(None));
        let fields = format.sizes.iter().zip(specs);
        Call {
            text: &format.text,
            fields: fields.map(|(size, spec)| Field::new(*size, spec)).collect(),
            len: len(format),
        }
    }

    /// What a record with these arguments says; `None` when it is unfinished, which one of a `whole` launch is not.
    fn text(&self, bytes: &[u8], whole: bool) -> Option<String> {
        let short = self.short(bytes);
        let mut at = 0;
        let mut places = Vec::with_capacity(self.fields.len());
        for (i, field) in self.fields.iter().enumerate() {
            let short = short.get(i).is_some_and(|short| *short);
            let room = field.room - if short { 4 } else { 0 };
            places.push(&bytes[at..at + field.size.min(room)]);
            at += room;
        }
        let blank = |place: &[u8], unused: usize| {
            let written = place.len() - unused.min(place.len());
            let mut words = (0..written).step_by(4).filter_map(|at| word(place, at));
            words.any(|w| w == BLANK)
        };
        let mut written = places.iter().zip(&self.fields);
        if !whole && written.any(|(place, field)| blank(place, field.unused)) {
            return None;
        }
        let mut arguments = Fields { places, next: 0 };
        Some(printf::expand(self.text, &mut arguments))
    }

    /// Which arguments are strings that take a dword less than the metadata says, so that all behind them lies by a
    /// dword lower.
    ///
    /// Strings are constants, and lie in the record themselves. Older compilers store a zero byte behind them. LLVM 19
    /// does not, but the metadata counts it: a string of four characters has eight bytes there, and four in the record.
    /// (Later ones count what is there.) The dwords at the record's end that nobody has written tell how many such
    /// strings there are; which, the characters.
    fn short(&self, bytes: &[u8]) -> Vec<bool> {
        /// More are not looked for.
        const MOST: usize = 63;
        let blank = |at: &usize| word(bytes, *at) == Some(BLANK);
        let blanks = (0..bytes.len()).step_by(4).rev().take_while(blank).count();
        let unused = self.fields.last().map_or(0, |f| f.unused / 4);
        let candidates = self.fields.iter().filter(|f| f.string && f.room > 4);
        let wanted = blanks.saturating_sub(unused);
        if wanted == 0 || wanted > candidates.count().min(MOST) {
            return Vec::new();
        }
        let starts = self.fields.iter().scan(0, |sum, field| {
            let start = *sum;
            *sum += field.room;
            Some((field, start))
        });
        let fields: Vec<(&Field, usize)> = starts.collect();
        // Whether an argument can be as it is, behind `before` that are short.
        let can = |(field, start): &(&Field, usize), before: usize, short: bool| {
            let Some(start) = start.checked_sub(4 * before) else {
                return false;
            };
            let there = &bytes[start..start + field.room];
            match (field.string, short) {
                (false, _) => !short,
                (true, false) => field.fits(there),
                (true, true) => field.room > 4 && !there[..field.room - 4].contains(&0),
            }
        };
        // Bit n of a mask: the arguments from there on can be as they are behind n that are short.
        let mut masks = vec![1u64 << wanted];
        for field in fields.iter().rev() {
            let next = masks[masks.len() - 1];
            let possible = |n: &usize| {
                next >> n & 1 != 0 && can(field, *n, false)
                    || *n < wanted && next >> (n + 1) & 1 != 0 && can(field, *n, true)
            };
            masks.push((0..=wanted).filter(possible).map(|n| 1 << n).sum());
        }
        if masks.pop().is_none_or(|first| first & 1 == 0) {
            return Vec::new();
        }
        let mut before = 0;
        let short = fields.iter().map(|field| {
            let next = masks.pop().unwrap_or_default();
            let short = next >> before & 1 == 0 || !can(field, before, false);
            before += usize::from(short);
            short
        });
        short.collect()
    }
}

/// Notes what a format converts, and nothing else.
struct Kinds {
    /// How many arguments there are.
    left: usize,
    /// Of each argument, the conversion and how many elements it is for.
    found: Vec<(char, usize)>,
}

impl Kinds {
    fn take(&mut self, kind: char, elements: usize) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.found.push((kind, elements));
        Some(())
    }
}

impl Arguments for Kinds {
    fn number(&mut self) -> Option<i32> {
        self.take('d', 1).map(|()| 0)
    }

    fn values(&mut self, spec: &Spec) -> Option<Vec<Value>> {
        self.take(spec.kind, spec.elements).map(|()| Vec::new())
    }
}

/// The arguments of a record.
struct Fields<'a> {
    places: Vec<&'a [u8]>,
    next: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        let place = self.places.get(self.next)?;
        self.next += 1;
        Some(place)
    }
}

/// Up to eight bytes as a number.
fn bits(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().take(8).rev();
    bytes.fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

impl Arguments for Fields<'_> {
    fn number(&mut self) -> Option<i32> {
        self.next().map(|place| bits(place) as i32)
    }

    /// Sizes are those of the metadata, not of the length modifiers: LLVM stores a constant of `%f` as a float, and
    /// small integers as 32 bits.
    fn values(&mut self, spec: &Spec) -> Option<Vec<Value>> {
        let place = self.next()?;
        if spec.kind == 's' {
            let end = place.iter().position(|b| *b == 0).unwrap_or(place.len());
            let text = String::from_utf8_lossy(&place[..end]);
            return Some(vec![Value::Text(text.into_owned())]);
        }
        let size = match spec.elements {
            // Vectors of three elements have the size of four.
            3 => place.len() / 4,
            n => place.len() / n,
        };
        let value = |element: &[u8]| {
            let (bits, size) = (bits(element), 8 * element.len().min(8) as u32);
            match (spec.is_float(), size) {
                (true, 16) => Value::Float(to_f64(F16, bits)),
                (true, 32) => Value::Float(to_f64(F32, bits)),
                (true, _) => Value::Float(f64::from_bits(bits)),
                (false, _) => match spec.length {
                    ..=-2 => spec.integer(bits, size.min(8)),
                    -1 => spec.integer(bits, size.min(16)),
                    _ => spec.integer(bits, size),
                },
            }
        };
        let elements = place.chunks(size.max(1)).take(spec.elements);
        Some(elements.map(value).collect())
    }
}

#[cfg(test)]
mod tests;
