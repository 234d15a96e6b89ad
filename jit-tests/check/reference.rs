//! A second opinion on what must be found, that shares nothing with the checks: it reads the registers from the
//! disassembly's text, and walks the path that a wave took.

use std::collections::{BTreeMap, BTreeSet};

use gcn_jit::disasm::disasm;
use gcn_jit::isa::Gen;
use gcn_jit::machine::program::Program;

/// A register: its kind, `v` or `s`, and its number; VCC, EXEC and M0 are scalar.
pub type Register = (char, u32);

/// An instruction as its text says it.
#[derive(Clone, Debug)]
pub struct Text {
    pub mnemonic: String,
    /// The registers of each operand.
    pub operands: Vec<Vec<Register>>,
    pub line: String,
}

/// One instruction that a wave executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    pub pc: u64,
    pub exec: u64,
    /// Of a FLAT: whether lanes are in LDS, and elsewhere.
    pub lds: bool,
    pub elsewhere: bool,
}

/// Bytes of LDS that a step accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes {
    pub range: std::ops::Range<u64>,
    pub reads: bool,
    pub writes: bool,
}

/// What a wave executed, and the bytes of LDS of its steps by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Path {
    pub steps: Vec<Step>,
    pub lds: BTreeMap<usize, Vec<Bytes>>,
}

/// The registers that a word of an operand names.
fn registers(word: &str) -> Vec<Register> {
    let word = word.trim_matches(['-', '|']);
    let word = word.trim_start_matches("abs(").trim_start_matches("sext(");
    let word = word.trim_start_matches("neg(").trim_end_matches(')');
    let pair = |n| vec![('s', n), ('s', n + 1)];
    match word {
        "vcc" => return pair(106),
        "exec" => return pair(126),
        "flat_scratch" => return pair(102),
        "vcc_lo" => return vec![('s', 106)],
        "vcc_hi" => return vec![('s', 107)],
        "exec_lo" => return vec![('s', 126)],
        "exec_hi" => return vec![('s', 127)],
        "m0" => return vec![('s', 124)],
        _ => {}
    }
    let Some(kind @ ('v' | 's')) = word.chars().next() else {
        return vec![];
    };
    let rest = &word[1..];
    let range = rest.strip_prefix('[').and_then(|r| r.strip_suffix(']'));
    let numbers = match range.and_then(|r| r.split_once(':')) {
        Some((a, b)) => (a.parse::<u32>(), b.parse::<u32>()),
        None => (rest.parse::<u32>(), rest.parse::<u32>()),
    };
    match numbers {
        (Ok(a), Ok(b)) => (a..=b).map(|n| (kind, n)).collect(),
        _ => vec![],
    }
}

impl Text {
    pub fn at(program: &Program, pc: u64) -> Text {
        let decoded = program.at(pc).expect("it was executed");
        let line = disasm(program.generation(), decoded, None);
        let (mnemonic, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (mut operands, mut depth, mut start) = (vec![], 0, 0);
        for (i, c) in rest.char_indices().chain([(rest.len(), ',')]) {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                ',' if depth == 0 => {
                    // What follows the first word are modifiers.
                    let word = rest[start..i].split_whitespace().next();
                    operands.push(word.map_or(vec![], registers));
                    start = i + 1;
                }
                _ => {}
            }
        }
        Text {
            mnemonic: mnemonic.to_owned(),
            operands,
            line: line.clone(),
        }
    }

    pub fn is(&self, prefixes: &[&str]) -> bool {
        prefixes.iter().any(|p| self.mnemonic.starts_with(p))
    }

    fn has(&self, part: &str) -> bool {
        self.mnemonic.contains(part)
    }

    fn modifier(&self, word: &str) -> bool {
        self.line.split_whitespace().any(|w| w == word)
    }

    pub fn is_vector_memory(&self) -> bool {
        self.is(&[
            "buffer_", "tbuffer_", "image_", "flat_", "global_", "scratch_",
        ])
    }

    pub fn is_memory(&self) -> bool {
        self.is_vector_memory() || self.is(&["ds_"]) || self.is_scalar_memory()
    }

    pub fn is_scalar_memory(&self) -> bool {
        self.is(&[
            "s_load",
            "s_buffer_",
            "s_store",
            "s_mem",
            "s_dcache",
            "s_scratch",
            "s_atomic",
        ])
    }

    pub fn is_valu(&self) -> bool {
        self.is(&["v_"])
    }

    /// Whether memory gives nothing back.
    fn gives_nothing(&self) -> bool {
        let atomic = self.is_vector_memory() && self.has("atomic") && !self.modifier("glc");
        let ds = self.is(&["ds_"])
            && !self.is(&["ds_read", "ds_swizzle", "ds_permute", "ds_bpermute"])
            && !self.is(&["ds_append", "ds_consume", "ds_ordered"])
            && !self.has("_rtn");
        atomic || ds || self.has("_store") || self.is(&["s_dcache", "buffer_wb"])
    }

    /// How many of the first operands are written.
    fn written(&self) -> usize {
        let none = [
            "s_cmp",
            "s_bitcmp",
            "s_cbranch",
            "s_branch",
            "s_waitcnt",
            "s_nop",
            "s_barrier",
            "s_endpgm",
            "s_setpc",
            "s_setreg",
            "s_sendmsg",
            "s_sleep",
            "s_setprio",
            "s_trap",
            "v_nop",
            "s_set_gpr_idx",
            "exp",
        ];
        if self.is(&none) || self.gives_nothing() {
            return 0;
        }
        let carries = self.has("_co_")
            || self.is(&["v_addc", "v_subb", "v_div_scale", "v_mad_u64", "v_mad_i64"]);
        // Of v_add_i32 and v_add_u32 it is the number of operands that tells.
        let masks = self.is(&["v_add", "v_sub"]) && self.operands.len() == 4;
        if self.is(&["v_swap"]) || carries || masks && !self.is(&["v_add3", "v_add_lshl"]) {
            return 2;
        }
        1
    }

    pub fn writes(&self) -> BTreeSet<Register> {
        let n = self.written();
        let mut out: BTreeSet<_> = self.operands.iter().take(n).flatten().copied().collect();
        if self.has("saveexec") || self.is(&["v_cmpx"]) {
            out.extend([('s', 126), ('s', 127)]);
        }
        out
    }

    pub fn reads(&self) -> BTreeSet<Register> {
        let too = self.is(&[
            "v_mac", "v_fmac", "v_swap", "s_addk", "s_mulk", "s_cmovk", "s_cmov", "s_bitset",
        ]) || self.is(&["buffer_atomic", "s_buffer_atomic"]);
        let from = if too { 0 } else { self.written() };
        let mut out: BTreeSet<_> = self.operands.iter().skip(from).flatten().copied().collect();
        if self.is(&["v_div_fmas", "s_cbranch_vcc"]) {
            out.extend([('s', 106), ('s', 107)]);
        }
        if self.has("saveexec") {
            out.extend([('s', 126), ('s', 127)]);
        }
        out
    }
}

/// The value of a counter in `s_waitcnt`'s text, if it waits for it.
fn waited(text: &Text, counter: &str) -> Option<usize> {
    let (_, rest) = text.line.split_once(&format!("{counter}("))?;
    rest.split(')').next()?.parse().ok()
}

/// The counters, as the text names them.
pub const COUNTERS: [&str; 3] = ["vmcnt", "expcnt", "lgkmcnt"];

/// To what unit an operation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Vector,
    Lds,
    Gds,
    Scalar,
    Mixed,
    /// The data of a store, on gfx6.
    Held,
}

/// An operation under way on some counter.
#[derive(Clone, Debug)]
struct Operation {
    number: usize,
    unit: Unit,
    registers: BTreeSet<Register>,
    exec: u64,
}

/// Whether some instruction of the path uses what it has not waited for, when the waits at `removed` leave out one
/// counter. Says which.
pub fn needs_wait(
    generation: Gen,
    path: &[Step],
    text: &dyn Fn(u64) -> Text,
    removed: Option<(u64, &str)>,
) -> Option<String> {
    walk(generation, path, text, removed).0
}

/// Whether a wave of a group accesses LDS behind a barrier at which another wave had something under way there.
pub fn needs_wait_at_barrier(
    generation: Gen,
    group: &[Path],
    text: &dyn Fn(u64) -> Text,
    removed: Option<(u64, &str)>,
) -> Option<String> {
    let atomic = |step: &Step| {
        let t = text(step.pc);
        t.has("atomic") || t.is(&["ds_"]) && !t.is(&["ds_read", "ds_write"])
    };
    let left = group
        .iter()
        .map(|p| walk(generation, &p.steps, text, removed).1);
    let left: Vec<_> = left.collect();
    // Accesses of each wave by the number of barriers before them.
    let mut behind: Vec<Vec<Vec<usize>>> = vec![];
    for p in group {
        let mut all = vec![vec![]];
        for (number, step) in p.steps.iter().enumerate() {
            if text(step.pc).mnemonic == "s_barrier" {
                all.push(vec![]);
            } else if p.lds.contains_key(&number) {
                all.last_mut().expect("one").push(number);
            }
        }
        behind.push(all);
    }
    for (a, barriers) in left.iter().enumerate() {
        for (n, under_way) in barriers.iter().enumerate() {
            for (b, accesses) in behind.iter().enumerate().filter(|(b, _)| *b != a) {
                for &second in accesses.get(n + 1).into_iter().flatten() {
                    for &first in under_way {
                        let (one, other) = (&group[a], &group[b]);
                        let (Some(x), Some(y)) = (one.lds.get(&first), other.lds.get(&second))
                        else {
                            continue;
                        };
                        let meet = x.iter().any(|x| {
                            y.iter().any(|y| {
                                x.range.start < y.range.end
                                    && y.range.start < x.range.end
                                    && (x.writes || y.writes)
                            })
                        });
                        let steps = (&one.steps[first], &other.steps[second]);
                        if meet && !(atomic(steps.0) && atomic(steps.1)) {
                            return Some(format!(
                                "wave {b} at {:#x} meets wave {a} at {:#x}, under way at barrier {n}",
                                steps.1.pc, steps.0.pc
                            ));
                        }
                    }
                }
            }
        }
    }
    None
}

/// The first use of what has not been waited for, and the numbers of the steps that are under way at each barrier.
fn walk(
    generation: Gen,
    path: &[Step],
    text: &dyn Fn(u64) -> Text,
    removed: Option<(u64, &str)>,
) -> (Option<String>, Vec<BTreeSet<usize>>) {
    let (mut wrong, mut at_barriers) = (None, vec![]);
    // One list for each counter, oldest first.
    let mut under_way: [Vec<Operation>; 3] = Default::default();
    let max = |counter: usize| match (counter, generation.is_gfx9()) {
        (0, true) => 63,
        (1, _) => 7,
        _ => 15,
    };
    // AMD's manuals of gfx6 and gfx7 give lgkmcnt one bit more than LLVM uses.
    let room = |counter: usize| match (counter, generation) {
        (2, Gen::Gfx6 | Gen::Gfx7) => 31,
        _ => max(counter),
    };
    for (number, step) in path.iter().enumerate() {
        let t = text(step.pc);
        if t.mnemonic == "s_waitcnt" {
            for (c, name) in COUNTERS.iter().enumerate() {
                let Some(n) = waited(&t, name).filter(|n| *n < max(c)) else {
                    continue;
                };
                if removed == Some((step.pc, name)) {
                    continue;
                }
                settle(&mut under_way[c], n);
            }
            continue;
        }
        if t.mnemonic == "s_barrier" {
            at_barriers.push(under_way.iter().flatten().map(|o| o.number).collect());
        }
        let (reads, writes) = (t.reads(), t.writes());
        let unit = unit(&t, step);
        // Lanes by number, whatever lanes are active.
        let by_lane = t.is(&["v_readlane", "v_writelane", "v_readfirstlane"]);
        let last = t.line.rsplit(", ").next().unwrap_or_default();
        let lanes = match last.trim().parse::<u32>() {
            Ok(n) if by_lane => 1 << (n & 63),
            Err(_) if by_lane => u64::MAX,
            _ => step.exec,
        };
        let vector = t.is_valu() || t.is_memory() && !t.is_scalar_memory();
        let clash = |o: &Operation, r: &Register, write: bool| {
            let lanes = r.0 == 's' || !vector || o.exec & lanes != 0;
            let in_order = write && unit == Some(o.unit) && o.unit != Unit::Mixed;
            let held = o.unit == Unit::Held && !write;
            o.registers.contains(r) && lanes && !in_order && !held
        };
        for o in under_way.iter().flatten() {
            let read = reads.iter().find(|r| clash(o, r, false));
            let written = writes.iter().find(|r| clash(o, r, true));
            if let Some(r) = read.or(written) {
                wrong.get_or_insert_with(|| format!("{:#x}: {} with {r:?}", step.pc, t.line));
            }
        }
        let Some(unit) = unit else { continue };
        let mut issue = |counter: usize, unit, registers| {
            let list = &mut under_way[counter];
            // It is issued when the counter has room for it.
            settle(list, room(counter) - 1);
            list.push(Operation {
                number,
                unit,
                registers,
                exec: step.exec,
            });
        };
        match unit {
            Unit::Vector => issue(0, unit, writes.clone()),
            Unit::Mixed => {
                issue(0, unit, writes.clone());
                issue(2, unit, writes.clone());
            }
            _ => issue(2, unit, writes.clone()),
        }
        if generation == Gen::Gfx6 && t.is_vector_memory() && (t.has("_store") || t.has("atomic")) {
            let data = t.operands.first().into_iter().flatten().copied().collect();
            issue(1, Unit::Held, data);
        }
        // A FLAT in two places is under way until both say that it is done.
        if unit == Unit::Mixed {
            debug_assert!(under_way[0].iter().any(|o| o.number == number));
        }
    }
    (wrong, at_barriers)
}

/// Waits until `n` operations are left, where that says which.
fn settle(list: &mut Vec<Operation>, n: usize) {
    let one_kind = list.windows(2).all(|w| w[0].unit == w[1].unit);
    let in_order = one_kind
        && list
            .iter()
            .all(|o| !matches!(o.unit, Unit::Scalar | Unit::Mixed));
    if n == 0 {
        list.clear();
    } else if in_order && list.len() > n {
        list.drain(..list.len() - n);
    }
}

fn unit(t: &Text, step: &Step) -> Option<Unit> {
    match () {
        () if t.is(&["buffer_wb"]) => None,
        () if t.is(&["flat_"]) => Some(match (step.lds, step.elsewhere) {
            (true, true) => Unit::Mixed,
            (true, false) => Unit::Lds,
            _ => Unit::Vector,
        }),
        () if t.is_vector_memory() => Some(Unit::Vector),
        () if t.is(&["ds_nop"]) => None,
        () if t.is(&["ds_"]) && t.modifier("gds") => Some(Unit::Gds),
        () if t.is(&["ds_"]) => Some(Unit::Lds),
        () if t.is_scalar_memory() => Some(Unit::Scalar),
        () => None,
    }
}

/// Whether some pair of the path that needs wait states, of those that compilers make, has too few when the
/// `s_nop` at `removed` is not there.
pub fn needs_nop(
    generation: Gen,
    path: &[Step],
    text: &dyn Fn(u64) -> Text,
    removed: Option<u64>,
) -> Option<String> {
    let from8 = !generation.is_legacy();
    // What was executed lately, with the wait states since.
    let mut late: Vec<(Text, usize)> = vec![];
    for step in path {
        let t = text(step.pc);
        for (first, between) in &late {
            let (writes, reads) = (first.writes(), t.reads());
            let scalar = |r: &&Register| r.0 == 's' && writes.contains(r);
            let vector = |r: &&Register| r.0 == 'v' && writes.contains(r);
            let vcc = writes.contains(&('s', 106)) || writes.contains(&('s', 107));
            let exec = writes.contains(&('s', 126));
            let dpp = t.line.contains("row_mask") || t.line.contains("_dpp");
            let mut needed = 0;
            let mut need = |n: usize, when: bool| {
                if when {
                    needed = needed.max(n);
                }
            };
            if first.is_valu() {
                need(
                    5,
                    from8 && t.is_vector_memory() && reads.iter().any(|r| scalar(&r)),
                );
                need(4, t.is(&["v_div_fmas"]) && vcc);
                let select = t.operands.get(2).into_iter().flatten();
                let select = select.filter(|_| t.is(&["v_readlane", "v_writelane"]));
                need(4, select.copied().any(|r| scalar(&&r)));
                let source = t.operands.get(1).into_iter().flatten();
                need(2, from8 && dpp && source.copied().any(|r| vector(&&r)));
                need(5, from8 && dpp && exec);
                need(
                    4,
                    generation == Gen::Gfx6
                        && t.is_scalar_memory()
                        && reads.iter().any(|r| scalar(&r)),
                );
            }
            if first.is(&["s_setreg"]) && t.is(&["s_setreg", "s_getreg"]) {
                let same = |t: &Text| {
                    t.line
                        .split(',')
                        .find_map(|w| w.split("hwreg(").nth(1).map(str::to_owned))
                };
                let two = t.is(&["s_getreg"]) || from8;
                need(if two { 2 } else { 1 }, same(first) == same(&t));
            }
            let wide = first.is_vector_memory()
                && (first.has("_store") || first.has("cmpswap_x2"))
                && generation != Gen::Gfx6;
            if wide && t.is_valu() {
                let at = if first.is(&["flat_", "global_"]) {
                    1
                } else {
                    0
                };
                let data = first.operands.get(at).into_iter().flatten();
                let data: BTreeSet<_> = data.copied().collect();
                // Buffers with SOFFSET in an SGPR do not hold their data.
                let buffer = first.is(&["buffer_", "tbuffer_"]);
                let soffset = first.operands.get(3).is_some_and(|o| !o.is_empty());
                let hits = t.writes().iter().any(|r| data.contains(r));
                need(1, hits && data.len() > 2 && !(buffer && soffset));
            }
            if *between < needed {
                return Some(format!("{:#x}: {} after {}", step.pc, t.line, first.line));
            }
        }
        let states = match (t.mnemonic.as_str(), t.line.split_whitespace().nth(1)) {
            ("s_nop", _) if removed == Some(step.pc) => 0,
            ("s_nop", Some(n)) => {
                let n = n
                    .strip_prefix("0x")
                    .map_or(n.parse(), |h| usize::from_str_radix(h, 16));
                n.expect("a number") + 1
            }
            _ => 1,
        };
        late.iter_mut().for_each(|l| l.1 += states);
        late.push((t, 0));
        late.retain(|l| l.1 < 8);
    }
    None
}
