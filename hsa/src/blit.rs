//! The kernels by which AMD's HIP and OpenCL copy and fill the memory of a GPU. A card's engines are slower at it than its
//! compute units; here it is the other way round. So those of which it is known what they do are recognized, by their
//! names and arguments, and done at once: the same bytes, by the host's own copies. Where anything is in doubt they are
//! executed as all others are, so that faults are those of their instructions.
//!
//! What they are, in short (ROCclr's `device/blitcl.cpp`, ROCm 6.0 and later; `amdblit.cl` of the device libraries). In
//! the first two each work-item goes through memory in steps of the whole grid:
//!
//! - `copyBuffer`: elements of `aligned_size` bytes, 16 or else 4, as long as one begins before `end_ptr` in the
//!   destination; the first work-item then copies the last `remainder` of all `size` bytes, one after the other.
//! - `fillBufferAligned`: groups of `pattern_size` elements of `alignment` bytes, as long as one begins before `end_ptr`.
//! - `copyBuffer` of ROCm 5: a byte for each work-item before `size`, where `remain` is 8; else a dword, but for the last one,
//!   which copies as many bytes as `remain` says. `copyBufferAligned`: an element of 16 or 4 bytes for each work-item before
//!   `size`, `alignment` says which, and both origins count elements.
//! - `copyBufferRect` and `copyBufferRectAligned`: an element for each work-item inside of `size`, of a byte, or of 16 bytes
//!   where `size` says so fourth, or else 4. Of `srcRect` and `dstRect` the first two are from a row and from a slice to
//!   the next, and the third is where all begin, in elements.

use std::ops::Range;

use gcn_jit::loader::{ArgKind, Kernel};
use gcn_jit::machine::memory::Memory;

use crate::bulk;

/// Work-items of a wave.
const LANES: u64 = 64;

/// Bytes for which it is worth to have another thread.
const SHARE: usize = 8 << 20;

/// The arguments of a kernel: names and sizes, in order. Pointers have 8 bytes, and are the only buffers.
type Arguments = [(&'static str, u64, ArgKind)];

const POINTER: ArgKind = ArgKind::GlobalBuffer;
const VALUE: ArgKind = ArgKind::ByValue;

const COPY: &Arguments = &[
    ("src", 8, POINTER),
    ("dst", 8, POINTER),
    ("size", 8, VALUE),
    ("remainder", 4, VALUE),
    ("aligned_size", 4, VALUE),
    ("end_ptr", 8, VALUE),
    ("next_chunk", 4, VALUE),
];

const FILL: &Arguments = &[
    ("buf", 8, POINTER),
    ("pattern", 8, POINTER),
    ("pattern_size", 4, VALUE),
    ("alignment", 4, VALUE),
    ("end_ptr", 8, VALUE),
    ("next_chunk", 4, VALUE),
];

const COPY_5: &Arguments = &[
    ("srcI", 8, POINTER),
    ("dstI", 8, POINTER),
    ("srcOrigin", 8, VALUE),
    ("dstOrigin", 8, VALUE),
    ("size", 8, VALUE),
    ("remain", 4, VALUE),
];

const ALIGNED: &Arguments = &[
    ("src", 8, POINTER),
    ("dst", 8, POINTER),
    ("srcOrigin", 8, VALUE),
    ("dstOrigin", 8, VALUE),
    ("size", 8, VALUE),
    ("alignment", 4, VALUE),
];

const RECT: &Arguments = &[
    ("src", 8, POINTER),
    ("dst", 8, POINTER),
    ("srcRect", 32, VALUE),
    ("dstRect", 32, VALUE),
    ("size", 32, VALUE),
];

/// ROCm 7 gives the first two their work-group's size, too.
const GROUP: (&str, u64, ArgKind) = ("workgroup_size", 4, VALUE);

/// How many work-items there are, in each dimension.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// All of them.
    pub items: [u32; 3],
    /// Those of a work-group.
    pub group: [u32; 3],
}

impl Grid {
    /// The waves of all work-groups, of which those at the upper ends of the grid may be smaller.
    fn waves(self) -> u64 {
        // In each dimension: whole work-groups with their work-items, and the rest.
        let parts = [0, 1, 2].map(|d| {
            let (items, group) = (u64::from(self.items[d]), u64::from(self.group[d]));
            [
                (items / group, group),
                (u64::from(items % group != 0), items % group),
            ]
        });
        let corners = (0..8).map(|i| [parts[0][i & 1], parts[1][i >> 1 & 1], parts[2][i >> 2]]);
        let waves = corners.map(|[x, y, z]| {
            let groups = x.0.saturating_mul(y.0).saturating_mul(z.0);
            groups.saturating_mul((x.1 * y.1 * z.1).div_ceil(LANES))
        });
        waves.fold(0, u64::saturating_add)
    }

    fn is_empty(self) -> bool {
        self.items.contains(&0) || self.group.contains(&0)
    }

    /// The work-items of a grid of one dimension.
    fn line(self) -> Option<u64> {
        let is_line = self.items[1..] == [1, 1] && self.group[1..] == [1, 1];
        is_line.then_some(u64::from(self.items[0]))
    }
}

/// What a launch does to memory, at addresses of kernels.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Work {
    /// Copies ranges of bytes, counted from both addresses.
    Copy {
        from: u64,
        to: u64,
        ranges: [Range<u64>; 2],
    },
    /// Writes the first `unit` bytes of a pattern `count` times.
    Fill {
        pattern: u64,
        to: u64,
        unit: u64,
        count: u64,
    },
    /// Copies rows of bytes.
    Rows { from: Rows, to: Rows },
}

/// Rows of bytes in slices.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rows {
    /// The first byte.
    at: u64,
    /// Bytes of a row.
    bytes: u64,
    /// Rows of a slice, and slices.
    count: [u64; 2],
    /// Bytes from a row to the next, and from a slice to the next.
    pitch: [u64; 2],
}

impl Rows {
    /// Those of an argument, in elements: `rect` and the sizes.
    fn new(at: u64, element: u64, rect: [u64; 4], size: [u64; 4]) -> Option<Rows> {
        let start = rect[2].checked_mul(element)?;
        Some(Rows {
            at: at.checked_add(start)?,
            bytes: size[0].checked_mul(element)?,
            count: [size[1], size[2]],
            pitch: [rect[0].checked_mul(element)?, rect[1].checked_mul(element)?],
        })
    }

    /// Bytes from the first to the last, if there are any.
    fn reach(&self) -> Option<u64> {
        let last = [0, 1].map(|d| self.count[d].checked_sub(1)?.checked_mul(self.pitch[d]));
        last[0]?.checked_add(last[1]?)?.checked_add(self.bytes)
    }

    /// Whether no two rows have a byte in common.
    fn are_apart(&self) -> bool {
        let slice = Rows {
            count: [self.count[0], 1],
            ..self.clone()
        };
        (self.count[0] < 2 || self.pitch[0] >= self.bytes)
            && (self.count[1] < 2 || slice.reach().is_some_and(|n| self.pitch[1] >= n))
    }

    /// Where a row begins, from the first byte on.
    fn start(&self, row: u64) -> usize {
        let (y, z) = (row % self.count[0], row / self.count[0]);
        (y * self.pitch[0] + z * self.pitch[1]) as usize
    }
}

/// Whether a kernel has these arguments, and no others but such as the compiler adds, and ROCm 7's.
fn has(kernel: &Kernel, wanted: &Arguments) -> bool {
    let explicit: Vec<_> = kernel.args.iter().filter(|a| !a.kind.is_hidden()).collect();
    let wanted: Vec<_> = match explicit.len().checked_sub(wanted.len()) {
        Some(0) => wanted.to_vec(),
        Some(1) => wanted.iter().copied().chain([GROUP]).collect(),
        _ => return false,
    };
    let mut end: u64 = 0;
    explicit
        .iter()
        .zip(wanted)
        .all(|(arg, (name, size, kind))| {
            let at = end.next_multiple_of(size);
            end = at + size;
            arg.name.as_deref() == Some(name)
                && (arg.offset, arg.size, arg.kind) == (at, size, kind)
        })
}

/// The values of a kernel's arguments.
struct Values<'a> {
    kernel: &'a Kernel,
    bytes: &'a [u8],
}

impl Values<'_> {
    fn at(&self, offset: u64, size: u64) -> Option<u64> {
        let start = usize::try_from(offset).ok()?;
        let bytes = self.bytes.get(start..)?.get(..size as usize)?;
        let mut value = [0; 8];
        value.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(u64::from_le_bytes(value))
    }

    /// That of an argument by its name.
    fn get(&self, name: &str) -> Option<u64> {
        let mut all = self.kernel.args.iter();
        let arg = all.find(|a| a.name.as_deref() == Some(name))?;
        self.at(arg.offset, arg.size)
    }

    /// Four numbers of an argument.
    fn four(&self, name: &str) -> Option<[u64; 4]> {
        let mut all = self.kernel.args.iter();
        let at = all.find(|a| a.name.as_deref() == Some(name))?.offset;
        let all = [0, 8, 16, 24].map(|i| self.at(at + i, 8));
        Some([all[0]?, all[1]?, all[2]?, all[3]?])
    }

    /// Whether an argument that the compiler adds has a value, or is not there.
    fn is_hidden(&self, kind: ArgKind, value: u64) -> bool {
        let mut all = self.kernel.args.iter();
        let arg = all.find(|a| a.kind == kind);
        arg.is_none_or(|a| self.at(a.offset, a.size) == Some(value))
    }

    /// Whether work-items number themselves from 0 on without a gap.
    fn are_numbered(&self, grid: Grid) -> bool {
        use ArgKind::*;
        let group = grid.group.map(u64::from);
        let offsets = [
            HiddenGlobalOffsetX,
            HiddenGlobalOffsetY,
            HiddenGlobalOffsetZ,
        ];
        let groups = [HiddenGroupSizeX, HiddenGroupSizeY, HiddenGroupSizeZ];
        self.get(GROUP.0).is_none_or(|g| g == group[0])
            && offsets.iter().all(|&kind| self.is_hidden(kind, 0))
            && groups
                .iter()
                .zip(group)
                .all(|(&kind, n)| self.is_hidden(kind, n))
    }
}

/// What a launch does; nothing where that is not known for sure, or depends on the order of its work-items.
fn work(kernel: &Kernel, bytes: &[u8], grid: Grid) -> Option<Work> {
    let values = Values { kernel, bytes };
    let get = |name| values.get(name);
    if !values.are_numbered(grid) {
        return None;
    }
    match kernel.name.as_str() {
        "__amd_rocclr_copyBuffer" if has(kernel, COPY) => {
            let (from, to, size) = (get("src")?, get("dst")?, get("size")?);
            let element = if get("aligned_size")? == 16 { 16 } else { 4 };
            // Each element once.
            if get("next_chunk")? != grid.line()? {
                return None;
            }
            let bytes = get("end_ptr")?.saturating_sub(to);
            let whole = bytes.checked_next_multiple_of(element)?;
            let rest = size.checked_sub(get("remainder")?)?..size;
            let ranges = [0..whole, rest];
            Some(Work::Copy { from, to, ranges })
        }
        "__amd_rocclr_copyBuffer" if has(kernel, COPY_5) => {
            let (size, remain) = (get("size")?, get("remain")?);
            let bytes = match size.checked_sub(1) {
                Some(dwords) if remain != 8 => dwords.checked_mul(4)?.checked_add(remain)?,
                _ => size,
            };
            let from = get("srcI")?.checked_add(get("srcOrigin")?)?;
            let to = get("dstI")?.checked_add(get("dstOrigin")?)?;
            (size <= grid.line()?).then_some(Work::Copy {
                from,
                to,
                ranges: [0..bytes, 0..0],
            })
        }
        "__amd_rocclr_copyBufferAligned" if has(kernel, ALIGNED) => {
            let element = if get("alignment")? == 16 { 16 } else { 4 };
            let place = |at, origin| get(at)?.checked_add(get(origin)?.checked_mul(element)?);
            let size = get("size")?;
            (size <= grid.line()?).then_some(Work::Copy {
                from: place("src", "srcOrigin")?,
                to: place("dst", "dstOrigin")?,
                ranges: [0..size.checked_mul(element)?, 0..0],
            })
        }
        "__amd_rocclr_fillBufferAligned" if has(kernel, FILL) => {
            let (to, pattern, elements) = (get("buf")?, get("pattern")?, get("pattern_size")?);
            let element = match get("alignment")? {
                n @ (16 | 8 | 4 | 2) => n,
                _ => 1,
            };
            // Each group once; ROCm 6 numbers them with 32 bits. Scalar loads would not see a pattern's lowest bits.
            let step = elements
                .checked_mul(grid.line()?)
                .filter(|&s| s <= i32::MAX as u64)?;
            if elements == 0 || get("next_chunk")? != step || !pattern.is_multiple_of(16) {
                return None;
            }
            let unit = elements * element;
            let count = get("end_ptr")?.saturating_sub(to).div_ceil(unit);
            Some(Work::Fill {
                pattern,
                to,
                unit,
                count,
            })
        }
        name @ ("__amd_rocclr_copyBufferRect" | "__amd_rocclr_copyBufferRectAligned")
            if has(kernel, RECT) =>
        {
            let size = values.four("size")?;
            let element = match (name.ends_with("Aligned"), size[3]) {
                (false, _) => 1,
                (true, 16) => 16,
                (true, _) => 4,
            };
            // There is a work-item for each element.
            if grid
                .items
                .iter()
                .zip(size)
                .any(|(&items, n)| n > u64::from(items))
            {
                return None;
            }
            let rows = |at, rect| Rows::new(get(at)?, element, values.four(rect)?, size);
            let (from, to) = (rows("src", "srcRect")?, rows("dst", "dstRect")?);
            to.are_apart().then_some(Work::Rows { from, to })
        }
        _ => None,
    }
}

/// Where the host finds bytes, if kernels can read and, where it says so, write all of them.
fn place(memory: &Memory, at: u64, bytes: u64, writes: bool) -> Option<*mut u8> {
    let window = memory.window(at)?;
    let offset = window.offset(at, bytes)?;
    let may = !writes || window.writable >= window.len;
    may.then(|| window.host.wrapping_add(offset as usize))
}

/// Whether two stretches have no byte in common.
fn are_apart(a: *const u8, a_bytes: u64, b: *const u8, b_bytes: u64) -> bool {
    let (a, b) = (a as u64, b as u64);
    a.saturating_add(a_bytes) <= b || b.saturating_add(b_bytes) <= a
}

/// A pointer that threads share.
#[derive(Clone, Copy)]
struct Shared(*mut u8);

// SAFETY: `on_threads` has each thread write a range of its own.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

impl Shared {
    fn add(self, bytes: usize) -> *mut u8 {
        self.0.wrapping_add(bytes)
    }
}

/// Does something with all of a range, in parts that are multiples of `unit`, each on a thread.
fn on_threads(parts: usize, range: Range<usize>, unit: usize, part: impl Fn(Range<usize>) + Sync) {
    let step = range.len().div_ceil(parts).next_multiple_of(unit);
    let range_of = |i: usize| {
        let at = |i: usize| range.start + (i * step).min(range.len());
        at(i)..at(i + 1)
    };
    std::thread::scope(|scope| {
        for i in 1..parts {
            let (part, range) = (&part, range_of(i));
            let thread = std::thread::Builder::new().name("hsa copies".to_owned());
            let spawned = thread.spawn_scoped(scope, {
                let range = range.clone();
                move || part(range)
            });
            if spawned.is_err() {
                part(range);
            }
        }
        part(range_of(0));
    });
}

/// Does it on several threads where that pays; `None`, and nothing is done, where a kernel would do something else. `used` is memory that it reads besides.
fn carry_out(memory: &Memory, work: &Work, used: (*const u8, u64), threads: usize) -> Option<()> {
    let parts = |bytes: u64| threads.min(bytes as usize / SHARE).max(1);
    match work {
        &Work::Copy {
            from,
            to,
            ref ranges,
        } => {
            let all = ranges.iter().filter(|r| !r.is_empty());
            let Some(bytes) = all.map(|r| r.end).max() else {
                return Some(());
            };
            let from = place(memory, from, bytes, false)?;
            let to = place(memory, to, bytes, true)?;
            if !are_apart(from, bytes, to, bytes) || !are_apart(used.0, used.1, to, bytes) {
                return None;
            }
            let (from, to) = (Shared(from), Shared(to));
            for range in ranges.iter().filter(|r| !r.is_empty()) {
                let range = range.start as usize..range.end as usize;
                on_threads(parts(bytes), range, 4096, |r| {
                    // SAFETY: both are where kernels can access them, and apart. What they do there meanwhile is a race of
                    // the host program's own.
                    unsafe {
                        bulk::copy(to.add(r.start), from.add(r.start), r.len(), bytes as usize)
                    };
                });
            }
        }
        &Work::Fill {
            pattern,
            to,
            unit,
            count,
        } => {
            /// More than any call of the two libraries fills with.
            const LONGEST: u64 = 4096;
            let bytes = unit.checked_mul(count)?;
            if bytes == 0 {
                return Some(());
            }
            let from = place(memory, pattern, unit, false)?;
            let to = place(memory, to, bytes, true)?;
            let is_apart = are_apart(from, unit, to, bytes);
            if unit > LONGEST || !is_apart || !are_apart(used.0, used.1, to, bytes) {
                return None;
            }
            let mut pattern_bytes = vec![0; unit as usize];
            memory.read(pattern, &mut pattern_bytes).ok()?;
            let to = Shared(to);
            on_threads(parts(bytes), 0..bytes as usize, unit as usize, |r| {
                // SAFETY: it is where kernels can write. What they do there meanwhile is a race of the host program's own.
                unsafe { bulk::fill(to.add(r.start), r.len(), &pattern_bytes) };
            });
        }
        Work::Rows { from, to } => {
            let rows = to.count[0].checked_mul(to.count[1])?;
            let bytes = to.bytes.checked_mul(rows)?;
            if bytes == 0 {
                return Some(());
            }
            let (reach, to_reach) = (from.reach()?, to.reach()?);
            let source = place(memory, from.at, reach, false)?;
            let target = place(memory, to.at, to_reach, true)?;
            let is_apart = are_apart(source, reach, target, to_reach);
            if !is_apart || !are_apart(used.0, used.1, target, to_reach) {
                return None;
            }
            let (source, target) = (Shared(source), Shared(target));
            on_threads(parts(bytes), 0..usize::try_from(rows).ok()?, 1, |all| {
                for row in all {
                    let (a, b) = (
                        source.add(from.start(row as u64)),
                        target.add(to.start(row as u64)),
                    );
                    // SAFETY: both rows are where kernels can access them, and apart, as are those of other threads. What
                    // kernels do there meanwhile is a race of the host program's own.
                    unsafe { bulk::copy(b, a, to.bytes as usize, bytes as usize) };
                }
            });
        }
    }
    Some(())
}

/// Does what a launch of one of these kernels does, and gives the number of its waves; nothing for all others, and where
/// the kernel has to be executed. `arguments` is where its arguments are.
pub fn run(
    memory: &Memory,
    kernel: &Kernel,
    arguments: u64,
    grid: Grid,
    threads: usize,
) -> Option<u64> {
    if !kernel.name.starts_with("__amd_rocclr_") || grid.is_empty() {
        return None;
    }
    let used = place(memory, arguments, kernel.kernarg_size, false)?;
    let mut bytes = vec![0; usize::try_from(kernel.kernarg_size).ok()?];
    memory.read(arguments, &mut bytes).ok()?;
    let work = work(kernel, &bytes, grid)?;
    carry_out(memory, &work, (used, kernel.kernarg_size), threads)?;
    Some(grid.waves())
}
