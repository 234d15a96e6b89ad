//! What waves did, instruction by instruction: what an estimate is made from.

use rustc_hash::FxHashMap;

use crate::interp::seen::Seen;
use crate::isa::Decoded;
use crate::profile::access::{LINE, Traffic};

/// No access.
const NONE: u32 = u32::MAX;

/// An instruction that a wave executed.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Its number in [`Code`].
    op: u32,
    /// Number of what it accessed, or [`NONE`].
    access: u32,
    /// Whether another instruction than the one behind it came next.
    jumped: bool,
}

/// What an instruction accessed in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// Cycles of the LDS.
    pub lds: u32,
    /// Bytes of global and private memory, each once.
    pub bytes: u32,
    /// Lines of private memory.
    pub private: u32,
    /// Its lines of global memory in [`Wave::lines`].
    first: u32,
    count: u32,
    /// Lanes that access memory.
    pub lanes: u32,
    pub writes: bool,
}

/// The instructions that were executed, each once.
#[derive(Clone, Debug, Default)]
pub struct Code {
    numbers: FxHashMap<u64, u32>,
    pub(super) all: Vec<Decoded>,
}

impl Code {
    fn number(&mut self, pc: u64, decoded: impl FnOnce() -> Option<Decoded>) -> Option<u32> {
        if let Some(n) = self.numbers.get(&pc) {
            return Some(*n);
        }
        let n = self.all.len() as u32;
        self.all.push(decoded()?);
        self.numbers.insert(pc, n);
        Some(n)
    }
}

/// What a wave did: all, or its beginning.
#[derive(Clone, Debug, Default)]
pub struct Wave {
    steps: Vec<Step>,
    accesses: Vec<Access>,
    /// Lines of 64 bytes of global memory, by their addresses divided by 64.
    lines: Vec<u64>,
    /// Instructions that the wave executed in all.
    pub(super) executed: u64,
}

/// A step, told with what belongs to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub op: u32,
    pub jumped: bool,
    pub access: Option<Access>,
    pub lines: &'a [u64],
    /// Number of its first line among those of the wave.
    pub first: usize,
}

impl Wave {
    /// Notes that the instruction at `pc`, which `decoded` tells where it is new to `code`, was executed and accessed
    /// `seen`, and that the wave went on at `next`. `banks` is how many the LDS has.
    pub fn note(
        &mut self,
        code: &mut Code,
        (pc, next): (u64, u64),
        decoded: impl FnOnce() -> Option<Decoded>,
        (seen, banks): (&[Seen], u32),
    ) {
        let Some(op) = code.number(pc, decoded) else {
            return;
        };
        let mut access = NONE;
        if seen.iter().any(|s| s.bytes != 0) {
            access = self.accesses.len() as u32;
            let first = self.lines.len() as u32;
            let traffic = Traffic::of(seen, banks, |line| self.lines.push(line));
            let count = self.lines.len() as u32 - first;
            self.accesses.push(Access {
                lds: traffic.banks.lds_cycles as u32,
                bytes: traffic.used_bytes as u32,
                private: (traffic.lines - u64::from(count)) as u32,
                first,
                count,
                lanes: seen.iter().filter(|s| s.bytes != 0).count() as u32,
                writes: seen.iter().any(|s| s.writes),
            });
        }
        let size = u64::from(code.all[op as usize].size);
        self.steps.push(Step {
            op,
            access,
            jumped: next != pc.wrapping_add(size),
        });
    }

    /// Says how many instructions the wave has executed in all.
    pub fn ended(&mut self, executed: u64) {
        self.executed = executed;
    }

    /// Steps that were noted.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Lines of global memory that were accessed.
    pub(super) fn lines(&self) -> &[u64] {
        &self.lines
    }

    pub(super) fn step(&self, index: usize) -> Option<Told<'_>> {
        let step = self.steps.get(index)?;
        let access = self.accesses.get(step.access as usize).copied();
        let range = access.map_or(0..0, |a| {
            a.first as usize..a.first as usize + a.count as usize
        });
        Some(Told {
            op: step.op,
            jumped: step.jumped,
            access,
            first: range.start,
            lines: &self.lines[range],
        })
    }
}

/// Bytes of the lines here.
pub(super) const BYTES: u64 = LINE;

/// The waves of a work-group.
pub type Group = Vec<Wave>;

/// What was recorded of a launch.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    /// The code.
    pub code: Code,
    /// Work-groups that one unit has, in turn.
    pub unit: Vec<Group>,
    /// Their numbers.
    pub numbers: Vec<u64>,
    /// Others of the same die, of which only what they access counts.
    pub die: Vec<Group>,
}
