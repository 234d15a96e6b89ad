//! The state before a case, the state expected after it, and their comparison.

use gcn_jit::error::FaultKind;
use gcn_jit::isa::{EXEC_LO, M0, VCC_LO};
use gcn_jit::machine::lds::Lds;
use gcn_jit::machine::memory::{Access, Memory};
use gcn_jit::machine::wave::{ACC, FileSize, LANES, Name, Vgpr, Wave};
use gcn_jit::machine::{Env, Scratch};

use gcn_jit::fuzz::gcn::parse::{Assign, Case, Place, Value, Word};

/// Vector registers of a test wave.
const VGPRS: usize = 32;

/// FP_ROUND nearest even, all denormals kept, DX10_CLAMP and IEEE on: what compilers ask for
/// (LLVM AMDGPUUsage, compute_pgm_rsrc1).
const MODE: u32 = 0x3f0;

/// LDS size where a case does not set one, in bytes.
const LDS_SIZE: u32 = 256;

/// What one dword must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Bits(u32),
    /// At most so far from these bits.
    Near(u32, u32),
    /// Any quiet f16 NaN, upper half zero.
    Nan16,
    /// Any quiet f32 NaN.
    Nan32,
    /// The upper half of any quiet f64 NaN.
    Nan64Hi,
    /// The lower half of any f64 NaN, and what the manual leaves open.
    Any,
}

impl Cell {
    fn accepts(self, got: u32) -> bool {
        match self {
            Cell::Bits(b) => b == got,
            Cell::Near(b, n) => b.abs_diff(got) <= n,
            Cell::Nan16 => got & 0xffff_7e00 == 0x7e00,
            Cell::Nan32 => got & 0x7fc0_0000 == 0x7fc0_0000,
            Cell::Nan64Hi => got & 0x7ff8_0000 == 0x7ff8_0000,
            Cell::Any => true,
        }
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Cell::Bits(b) => write!(f, "{b:#010x}"),
            Cell::Near(b, n) => write!(f, "{b:#010x} give or take {n}"),
            Cell::Nan16 => f.write_str("a quiet f16 NaN"),
            Cell::Nan32 => f.write_str("a quiet f32 NaN"),
            Cell::Nan64Hi => f.write_str("upper half of a quiet f64 NaN"),
            Cell::Any => f.write_str("anything"),
        }
    }
}

/// A buffer in global memory.
#[derive(Clone)]
struct Buffer {
    number: u8,
    address: u64,
    dwords: Vec<Cell>,
}

/// A whole wave state, with its LDS and buffers.
#[derive(Clone)]
pub struct State {
    sgpr: [Cell; 128],
    scc: Cell,
    mode: Cell,
    /// VGPRs, then as many accumulation registers.
    vgpr: Vec<[Cell; LANES]>,
    lds: Vec<Cell>,
    buffers: Vec<Buffer>,
    /// The lanes' private dwords by offset.
    scratch: Vec<[Cell; LANES]>,
}

impl State {
    /// The distinctive pattern that every register has at first, overlaid with the case's `in`; the
    /// case's buffers are allocated.
    ///
    /// # Errors
    /// What is wrong with an assignment.
    pub fn initial(case: &Case, scc: u32, memory: &Memory) -> Result<State, String> {
        let (mut lds_size, mut scratch) = (LDS_SIZE, 0);
        for a in &case.input {
            match (a.place, &a.value) {
                (Place::LdsSize, Value::One(Word::Bits(n))) => lds_size = *n as u32,
                (Place::ScratchSize, Value::One(Word::Bits(n))) => scratch = *n as u32 / 4,
                _ => {}
            }
        }
        let mut s = State {
            sgpr: std::array::from_fn(|i| Cell::Bits(0x5a00_00a5 | (i as u32) << 8)),
            scc: Cell::Bits(scc),
            mode: Cell::Bits(MODE),
            vgpr: (0..2 * VGPRS as u32)
                .map(|r| std::array::from_fn(|l| Cell::Bits(0x3c00_0000 | r << 16 | l as u32)))
                .collect(),
            lds: (0..lds_size.div_ceil(4))
                .map(|i| Cell::Bits(0x1d50_0000 | i))
                .collect(),
            buffers: Vec::new(),
            scratch: Vec::new(),
        };
        let dword = |d: u32| std::array::from_fn(|l| Cell::Bits(0x5c00_0000 | d << 8 | l as u32));
        s.scratch = (0..scratch).map(dword).collect();
        s.sgpr[EXEC_LO as usize] = Cell::Bits(u32::MAX);
        s.sgpr[EXEC_LO as usize + 1] = Cell::Bits(u32::MAX);
        // Buffers first: registers may name their addresses.
        for a in &case.input {
            if let Place::Mem {
                buffer: number,
                offset: None,
            } = a.place
            {
                let Value::List { words, .. } = &a.value else {
                    return Err(format!("mem{number} needs a list"));
                };
                let name = format!("mem{number}");
                let address = memory
                    .alloc(words.len() as u64 * 4, 256, Access::ReadWrite, &name)
                    .map_err(|e| e.to_string())?;
                let dwords = vec![Cell::Any; words.len()];
                s.buffers.push(Buffer {
                    number,
                    address,
                    dwords,
                });
            }
        }
        // In `in`, a vector register without lane means all lanes.
        for a in &case.input {
            let words = match &a.value {
                Value::One(w) => std::slice::from_ref(w),
                Value::List { words, .. } => words,
                Value::Name(_) => &[],
            };
            if words
                .iter()
                .any(|w| matches!(w, Word::Nan(_) | Word::Near(..) | Word::Any))
            {
                return Err("'in' needs a definite value".into());
            }
            s.assign(a, u64::MAX, super::CODE)?;
        }
        Ok(s)
    }

    /// This state overlaid with the case's `out`. A vector assignment without lane means the lanes
    /// that are active at first.
    ///
    /// # Errors
    /// What is wrong with an assignment.
    pub fn expected(&self, case: &Case, code: u64) -> Result<State, String> {
        let bits = |c: Cell| match c {
            Cell::Bits(b) => b as u64,
            _ => 0,
        };
        let at = EXEC_LO as usize;
        let exec = bits(self.sgpr[at]) | bits(self.sgpr[at + 1]) << 32;
        let mut after = self.clone();
        for a in &case.output {
            if a.place != Place::Fault {
                after.assign(a, exec, code)?;
            }
        }
        Ok(after)
    }

    fn assign(&mut self, a: &Assign, lanes: u64, code: u64) -> Result<(), String> {
        let one = || match &a.value {
            Value::One(w) => Ok(*w),
            _ => Err(format!("{:?} takes one value", a.place)),
        };
        match a.place {
            Place::Sgpr { first, count } => {
                if count > 2 {
                    let words = self.dwords(&a.value, count as usize, code)?;
                    let at = first as usize;
                    self.sgpr[at..at + words.len()].copy_from_slice(&words);
                } else {
                    for (i, c) in self.cells(one()?, count, code)?.into_iter().enumerate() {
                        self.sgpr[first as usize + i] = c;
                    }
                }
            }
            Place::Scc => self.scc = self.cells(one()?, 1, code)?[0],
            Place::Mode => self.mode = self.cells(one()?, 1, code)?[0],
            Place::Vgpr { first, count, lane } => {
                let at = usize::from(first % ACC);
                if at + count as usize > VGPRS {
                    return Err(format!("a test wave has {VGPRS} vector registers"));
                }
                let first = at + if first < ACC { 0 } else { VGPRS };
                for (l, word) in in_lanes(&a.value, lane, lanes)? {
                    for (i, c) in self.cells(word, count, code)?.into_iter().enumerate() {
                        self.vgpr[first + i][l] = c;
                    }
                }
            }
            Place::LdsSize | Place::ScratchSize => {}
            Place::Scratch { offset, lane } => {
                for (l, word) in in_lanes(&a.value, lane, lanes)? {
                    let c = self.cells(word, 1, code)?[0];
                    let dword = self.scratch.get_mut(offset as usize / 4);
                    dword.ok_or("outside the private memory")?[l] = c;
                }
            }
            Place::Lds(offset) => {
                let c = self.cells(one()?, 1, code)?[0];
                let slot = self.lds.get_mut(offset as usize / 4);
                *slot.ok_or("outside the LDS")? = c;
            }
            Place::Mem { buffer, offset } => {
                let b = self.buffers.iter().position(|b| b.number == buffer);
                let b = b.ok_or_else(|| format!("no buffer mem{buffer}"))?;
                let len = self.buffers[b].dwords.len();
                let start = offset.unwrap_or(0) as usize / 4;
                let words = self.dwords(&a.value, len.saturating_sub(start), code)?;
                let slot = self.buffers[b].dwords.get_mut(start..start + words.len());
                slot.ok_or("outside the buffer")?.copy_from_slice(&words);
            }
            Place::Fault => return Err("'fault' belongs into 'out'".into()),
            Place::MemSize(_)
            | Place::MemReadOnly(_)
            | Place::Gds(_)
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
            | Place::Threads => return Err(format!("{:?} belongs into an 'agree' case", a.place)),
        }
        Ok(())
    }

    /// The dwords of a list, at most `max`.
    fn dwords(&self, value: &Value, max: usize, code: u64) -> Result<Vec<Cell>, String> {
        let words: Vec<Word> = match value {
            Value::One(w) => vec![*w],
            Value::List { words, cycle: true } => words.iter().copied().cycle().take(max).collect(),
            Value::List { words, .. } => words.clone(),
            Value::Name(n) => return Err(format!("unexpected name '{n}'")),
        };
        if words.len() > max {
            return Err("too many values".into());
        }
        words
            .into_iter()
            .map(|w| Ok(self.cells(w, 1, code)?[0]))
            .collect()
    }

    /// A word as `count` (1 or 2) dwords.
    fn cells(&self, word: Word, count: u8, code: u64) -> Result<Vec<Cell>, String> {
        let address = |number| {
            let b = self.buffers.iter().find(|b| b.number == number);
            let b = b.ok_or_else(|| format!("no buffer mem{number}"))?;
            Ok::<u64, String>(b.address)
        };
        let bits = match word {
            Word::Bits(b) => b,
            Word::Code(offset) => code.wrapping_add(offset),
            Word::Buffer(number, offset) => address(number)?.wrapping_add(offset),
            Word::Page(number, offset) => (address(number)? / 256).wrapping_add(offset),
            Word::Any => return Ok(vec![Cell::Any; count as usize]),
            Word::Near(bits, n) => {
                let low = bits as u32;
                if low.checked_sub(n).is_none() || low.checked_add(n).is_none() {
                    return Err("a tolerance that carries into another dword".into());
                }
                let high = Cell::Bits((bits >> 32) as u32);
                return Ok([Cell::Near(low, n), high][..count as usize].to_vec());
            }
            Word::Nan(16) if count == 1 => return Ok(vec![Cell::Nan16]),
            Word::Nan(32) if count == 1 => return Ok(vec![Cell::Nan32]),
            Word::Nan(64) if count == 2 => return Ok(vec![Cell::Any, Cell::Nan64Hi]),
            Word::Nan(_) => return Err("a NaN of another width than its place".into()),
        };
        // -1 is written for 0xffffffff too; addresses are given for both halves or the low one.
        let fits = bits <= u32::MAX as u64 || bits as i64 >= i32::MIN as i64 && (bits as i64) < 0;
        match count {
            1 if !fits => Err(format!("{bits:#x} does not fit 32 bits")),
            1 => Ok(vec![Cell::Bits(bits as u32)]),
            _ => Ok(vec![
                Cell::Bits(bits as u32),
                Cell::Bits((bits >> 32) as u32),
            ]),
        }
    }

    /// The private memory, filled.
    pub fn scratch(&self, memory: &Memory) -> Scratch {
        let scratch = Scratch::new(memory, self.scratch.len() as u32 * 4);
        let scratch = scratch.expect("room in a small arena");
        let dwords = self.scratch.iter().flatten().map(|c| match c {
            Cell::Bits(b) => *b,
            _ => 0,
        });
        let bytes: Vec<u8> = dwords.flat_map(u32::to_le_bytes).collect();
        scratch.fill(memory, &bytes);
        scratch
    }

    /// The LDS size in bytes.
    pub fn lds_size(&self) -> u32 {
        self.lds.len() as u32 * 4
    }

    /// A wave in this state, with `lds` and the buffers filled.
    pub fn wave(&self, pc: u64, lds: &Lds, memory: &Memory) -> Wave {
        let bits = |c: &Cell| match c {
            Cell::Bits(b) => *b,
            _ => 0,
        };
        let count = VGPRS as u32;
        let mut w = Wave::new(FileSize {
            vgprs: count,
            acc: count,
        });
        for (to, from) in w.sgpr.iter_mut().zip(&self.sgpr) {
            *to = bits(from);
        }
        w.scc = bits(&self.scc);
        w.mode = bits(&self.mode);
        w.pc = pc;
        let (vgprs, acc) = self.vgpr.split_at(VGPRS);
        let values = |from: &[Cell; LANES]| Vgpr(std::array::from_fn(|l| bits(&from[l])));
        for (to, from) in w.vgprs_mut().iter_mut().zip(vgprs) {
            *to = values(from);
        }
        for (to, from) in w.acc_mut().iter_mut().zip(acc) {
            *to = values(from);
        }
        for (i, c) in self.lds.iter().enumerate() {
            lds.write(i as u32 * 4, bits(c).to_le_bytes());
        }
        for b in &self.buffers {
            for (i, c) in b.dwords.iter().enumerate() {
                memory
                    .write(b.address + i as u64 * 4, &bits(c).to_le_bytes())
                    .expect("the buffer is allocated");
            }
        }
        w
    }

    /// Has any vector registers be right.
    pub fn forget_vgprs(&mut self) {
        self.vgpr.iter_mut().for_each(|v| v.fill(Cell::Any));
    }

    /// Reports every difference between this expected state and what was left behind.
    pub fn compare(&self, w: &Wave, env: &Env<'_>, fail: &mut dyn FnMut(String)) {
        let (lds, memory) = (env.lds, env.memory);
        let mut check = |what: &dyn Fn() -> String, expected: Cell, got: u32| {
            if !expected.accepts(got) {
                fail(format!("{}: expected {expected}, got {got:#010x}", what()));
            }
        };
        for (i, (e, got)) in self.sgpr.iter().zip(&w.sgpr).enumerate() {
            check(&|| scalar_name(i), *e, *got);
        }
        check(&|| "scc".into(), self.scc, w.scc);
        check(&|| "mode".into(), self.mode, w.mode);
        let numbers = (0..VGPRS as u16).chain(ACC..ACC + VGPRS as u16);
        let registers = w.vgprs().iter().chain(w.acc());
        for (r, (e, got)) in numbers.zip(self.vgpr.iter().zip(registers)) {
            for (l, (e, got)) in e.iter().zip(&got.0).enumerate() {
                check(&|| format!("{} lane {l}", Name(r)), *e, *got);
            }
        }
        for (i, e) in self.lds.iter().enumerate() {
            let got = lds.read(i as u32 * 4).map_or(0, u32::from_le_bytes);
            check(&|| format!("lds[{}]", i * 4), *e, got);
        }
        let private = env.scratch.contents(memory);
        let dwords = private.as_chunks().0.iter();
        for (i, (e, got)) in self.scratch.iter().flatten().zip(dwords).enumerate() {
            let (dword, lane) = (i / LANES, i % LANES);
            let name = || format!("scratch[{}] lane {lane}", dword * 4);
            check(&name, *e, u32::from_le_bytes(*got));
        }
        for b in &self.buffers {
            for (i, e) in b.dwords.iter().enumerate() {
                let mut got = [0; 4];
                let read = memory.read(b.address + i as u64 * 4, &mut got);
                read.expect("the buffer is allocated");
                let name = || format!("mem{}[{}]", b.number, i * 4);
                check(&name, *e, u32::from_le_bytes(got));
            }
        }
    }
}

/// Lane and value of each lane that an assignment to `lane`, or else to `lanes`, gives one.
fn in_lanes(value: &Value, lane: Option<u8>, lanes: u64) -> Result<Vec<(usize, Word)>, String> {
    let active = (0..LANES).filter(|l| lanes >> l & 1 != 0);
    Ok(match (value, lane) {
        (Value::One(w), Some(lane)) => vec![(lane as usize, *w)],
        (Value::One(w), None) => active.map(|l| (l, *w)).collect(),
        (Value::List { words, .. }, None) if words.len() > LANES => {
            return Err(format!("more than {LANES} values"));
        }
        (Value::List { words, cycle }, None) => active
            .filter(|l| *cycle || *l < words.len())
            .map(|l| (l, words[l % words.len()]))
            .collect(),
        _ => return Err("a lane takes one value".into()),
    })
}

/// A scalar register's name by operand code.
fn scalar_name(code: usize) -> String {
    let (vcc, m0, exec) = (VCC_LO as usize, M0 as usize, EXEC_LO as usize);
    match code {
        _ if code == vcc => "vcc_lo".into(),
        _ if code == vcc + 1 => "vcc_hi".into(),
        _ if code == m0 => "m0".into(),
        _ if code == exec => "exec_lo".into(),
        _ if code == exec + 1 => "exec_hi".into(),
        0..=103 => format!("s{code}"),
        _ => format!("scalar register {code}"),
    }
}

/// The name of a fault kind in `out fault=`.
pub fn fault_name(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::Read { .. } => "read",
        FaultKind::Write { .. } => "write",
        FaultKind::Misaligned { .. } => "misaligned",
        FaultKind::Illegal(_) => "illegal",
        FaultKind::Unsupported { .. } => "unsupported",
        FaultKind::PcOutOfCode => "pc",
        FaultKind::Trap(_) => "trap",
        FaultKind::InstructionLimit(_) => "instructions",
        FaultKind::Timeout => "timeout",
        FaultKind::Deadlock(_) => "deadlock",
        FaultKind::Internal(_) => "internal",
        _ => "another",
    }
}
