//! What one execution of a memory instruction costs the memory of a card: bytes, cache lines, cycles of the LDS.

use smallvec::SmallVec;

use crate::interp::seen::{Seen, Space};
use crate::machine::wave::LANES;

/// Bytes of a cache line (CLRX GcnTimings; AMD's GCN3 ISA manual: the vector L1 cache).
pub const LINE: u64 = 64;

/// Lanes that the LDS serves at a time.
const HALF: usize = LANES / 2;

/// Banks that the LDS of a target has, each a dword wide (LLVM, `LDSBankCount`: `FeatureLDSBankCount16`).
pub fn banks(target: &str) -> u32 {
    match target {
        "gfx702" | "gfx810" => 16,
        _ => 32,
    }
}

/// Bytes that lanes asked for; an atomic reads and writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Bytes {
    /// Read.
    pub read: u64,
    /// Written.
    pub written: u64,
}

impl Bytes {
    fn add(&mut self, other: &Bytes) {
        self.read += other.read;
        self.written += other.written;
    }

    /// Both.
    pub fn total(&self) -> u64 {
        self.read + self.written
    }
}

/// What executions of an instruction accessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Traffic {
    /// Executions that accessed at least one byte.
    pub accesses: u64,
    /// How many of them were looked at. If that is not all, everything here is an estimate from those, in the proportion
    /// of active lanes; bytes are exact all the same where each active lane accesses as many, of one memory.
    pub measured: u64,
    /// Those that accessed global or private memory.
    pub line_accesses: u64,
    /// Of global memory.
    pub global: Bytes,
    /// Of the LDS, or of the GDS.
    pub lds: Bytes,
    /// Of private memory.
    pub private: Bytes,
    /// Lines of 64 bytes of global and private memory: each once in an execution.
    pub lines: u64,
    /// The fewest lines that what was accessed in them has room in.
    pub least_lines: u64,
    /// Bytes in those lines that were accessed: each once in an execution, however many lanes wanted it.
    pub used_bytes: u64,
    /// What the LDS had to do.
    #[serde(flatten)]
    pub banks: Banks,
}

/// Cycles of the LDS: it serves 32 lanes at a time, and each of its banks one dword in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Banks {
    /// Cycles that the accesses take: for each half of a wave as many as the bank has different dwords that has most.
    pub lds_cycles: u64,
    /// Cycles that as many dwords would take, spread evenly over the banks.
    pub lds_least_cycles: u64,
    /// Most different dwords in one bank.
    pub lds_worst: u32,
    /// Whether some lanes accessed more than one dword: how the hardware groups lanes then is not documented, and the
    /// cycles are an estimate.
    pub lds_estimated: bool,
}

impl Banks {
    /// Cycles that were lost to lanes that want different dwords of one bank.
    pub fn conflict_cycles(&self) -> u64 {
        self.lds_cycles - self.lds_least_cycles
    }

    fn of(seen: &[Seen], banks: u32) -> Banks {
        let mut all = Banks::default();
        if seen.iter().all(|s| s.space != Space::Lds) {
            return all;
        }
        let mut dwords: SmallVec<[u64; 2 * HALF]> = SmallVec::new();
        for half in 0..LANES / HALF {
            dwords.clear();
            let mut lanes = 0u32;
            for s in seen {
                let lane = usize::from(s.lane.unwrap_or(0));
                if s.space != Space::Lds || s.bytes == 0 || lane / HALF != half {
                    continue;
                }
                let mine = s.address / 4..=(s.address + u64::from(s.bytes) - 1) / 4;
                let bit = 1 << (lane % HALF);
                all.lds_estimated |= lanes & bit != 0 || mine.end() > mine.start();
                lanes |= bit;
                dwords.extend(mine);
            }
            dwords.sort_unstable();
            dwords.dedup();
            let mut each = [0u32; 32];
            for dword in &dwords {
                each[(dword % u64::from(banks)) as usize] += 1;
            }
            let most = each.into_iter().max().unwrap_or(0);
            all.lds_cycles += u64::from(most);
            all.lds_least_cycles += (dwords.len() as u64).div_ceil(u64::from(banks));
            all.lds_worst = all.lds_worst.max(most);
        }
        all
    }
}

impl Traffic {
    /// What one execution by one wave accessed. `touch` is told each line of global memory, as its address in lines.
    pub(crate) fn of(seen: &[Seen], banks: u32, mut touch: impl FnMut(u64)) -> Traffic {
        let mut all = Traffic::default();
        // Each line with its bytes that are accessed. Private memory is apart: it has addresses of its own.
        let mut lines = Lines::new();
        for s in seen.iter().filter(|s| s.bytes != 0) {
            let bytes = u64::from(s.bytes);
            let (sum, private) = match s.space {
                Space::Global => (&mut all.global, false),
                Space::Lds => (&mut all.lds, false),
                Space::Private => (&mut all.private, true),
            };
            sum.read += if s.reads { bytes } else { 0 };
            sum.written += if s.writes { bytes } else { 0 };
            match s.space {
                Space::Global => pieces(s.address, bytes, LINE, |line, mask| {
                    note(&mut lines, (private, line, mask));
                }),
                Space::Private => {
                    let lane = u64::from(s.lane.unwrap_or(0));
                    pieces(s.address, bytes, 4, |dword, mask| {
                        // The dwords of all lanes lie side by side.
                        let at = (dword * LANES as u64 + lane) * 4;
                        note(&mut lines, (private, at / LINE, mask << (at % LINE)));
                    });
                }
                Space::Lds => {}
            }
        }
        all.accesses = u64::from(seen.iter().any(|s| s.bytes != 0));
        all.measured = all.accesses;
        lines.sort_unstable();
        for line in lines.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let mask = line.iter().fold(0, |mask, l| mask | l.2);
            if let (false, at, _) = line[0] {
                touch(at);
            }
            all.lines += 1;
            all.used_bytes += u64::from(mask.count_ones());
        }
        all.line_accesses = u64::from(!lines.is_empty());
        all.least_lines = all.used_bytes.div_ceil(LINE);
        all.banks = Banks::of(seen, banks);
        all
    }

    /// Whether it is an estimate from a sample.
    pub fn is_sampled(&self) -> bool {
        self.measured < self.accesses
    }

    /// That of `executions` executions of an instruction, of which no access was looked at.
    pub(super) fn unknown(&self, executions: u64) -> Traffic {
        Traffic {
            accesses: executions,
            ..*self
        }
    }

    /// What was seen in `from` executions and lanes is what happens in that proportion in `to`.
    pub(super) fn grown(&self, from: [u64; 2], to: [u64; 2]) -> Traffic {
        let grown = |n: u64, k: usize| {
            let (n, from, to) = (u128::from(n), u128::from(from[k].max(1)), u128::from(to[k]));
            ((n * to + from / 2) / from) as u64
        };
        let times = |n| grown(n, 0);
        let lanes = |n| grown(n, 1);
        // Their sum is rounded, and so each of them to what makes it up: the sum may be exact where they are not.
        let split = |parts: [u64; 3]| {
            let (mut sum, mut before) = (0, 0);
            parts.map(|part| {
                sum += part;
                let now = lanes(sum);
                std::mem::replace(&mut before, now).abs_diff(now)
            })
        };
        let spaces = [self.global, self.lds, self.private];
        let read = split(spaces.map(|b| b.read));
        let written = split(spaces.map(|b| b.written));
        let bytes = |k: usize| Bytes {
            read: read[k],
            written: written[k],
        };
        Traffic {
            accesses: times(self.accesses),
            measured: self.measured,
            line_accesses: times(self.line_accesses),
            global: bytes(0),
            lds: bytes(1),
            private: bytes(2),
            lines: lanes(self.lines),
            least_lines: lanes(self.least_lines),
            used_bytes: lanes(self.used_bytes),
            banks: Banks {
                lds_cycles: lanes(self.banks.lds_cycles),
                lds_least_cycles: lanes(self.banks.lds_least_cycles),
                ..self.banks
            },
        }
    }

    /// Adds another's.
    pub fn add(&mut self, other: &Traffic) {
        self.accesses += other.accesses;
        self.measured += other.measured;
        self.line_accesses += other.line_accesses;
        self.global.add(&other.global);
        self.lds.add(&other.lds);
        self.private.add(&other.private);
        self.lines += other.lines;
        self.least_lines += other.least_lines;
        self.used_bytes += other.used_bytes;
        self.banks.lds_cycles += other.banks.lds_cycles;
        self.banks.lds_least_cycles += other.banks.lds_least_cycles;
        self.banks.lds_worst = self.banks.lds_worst.max(other.banks.lds_worst);
        self.banks.lds_estimated |= other.banks.lds_estimated;
    }
}

/// Lines, and the bytes in them that are accessed.
type Lines = SmallVec<[(bool, u64, u64); LANES]>;

/// Adds a line; most lanes access the same one as the lane before.
fn note(lines: &mut Lines, line: (bool, u64, u64)) {
    match lines.last_mut() {
        Some(last) if (last.0, last.1) == (line.0, line.1) => last.2 |= line.2,
        _ => lines.push(line),
    }
}

/// Gives `take` the units of `unit` bytes, at most 64, that `bytes` bytes from `address` on lie in, each with a bit for
/// each of its bytes that is one of them.
fn pieces(address: u64, bytes: u64, unit: u64, mut take: impl FnMut(u64, u64)) {
    let (mut at, mut left) = (address, bytes);
    while left > 0 {
        let n = left.min(unit - at % unit);
        let mask = match n {
            64 => u64::MAX,
            n => (1 << n) - 1,
        };
        take(at / unit, mask << (at % unit));
        at = at.wrapping_add(n);
        left -= n;
    }
}
