//! Where instructions go in memory as the checks tell it before, against what the interpreter then does.

use std::collections::{BTreeMap, BTreeSet};

use gcn_jit::check::accesses::{Accesses, is_told};
use gcn_jit::fuzz::case::CODE;
use gcn_jit::fuzz::inst::{memory_case, memory_entries};
use gcn_jit::fuzz::source::Source;
use gcn_jit::interp::{self, seen::Log};
use gcn_jit::isa::{EXEC_LO, Gen};
use gcn_jit::machine::program::Program;

use super::operands::{Rig, VGPRS};

/// Instructions of each row that are executed on each generation.
const SAMPLES: u64 = 60;

/// Space, lane, byte, whether it is read, and written.
type Byte = (String, usize, u64, bool, bool);

fn bytes(a: &Accesses) -> BTreeSet<Byte> {
    let mut out = BTreeSet::new();
    for p in a.parts() {
        for lane in (0..64).filter(|l| p.lanes >> l & 1 != 0) {
            for i in 0..u64::from(p.bytes) {
                let space = format!("{:?}", p.space);
                out.insert((space, lane, p.at[lane] + i, p.reads, p.writes));
            }
        }
    }
    out
}

#[test]
fn where_instructions_go_is_told_before() {
    let mut r = Source::seeded(0x5eed);
    let mut rig = Rig::new(&memory_case(Gen::Gfx9, 0));
    let mut failures = BTreeMap::new();
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for (k, entry) in memory_entries().iter().enumerate() {
        for generation in Gen::GCN {
            if !entry.row().exists(generation) {
                continue;
            }
            for sample in 0..SAMPLES {
                let (dst, sdst) = (16 + 2 * r.below(8) as u8, 30 + 4 * r.below(8) as u8);
                let made = entry.instruction(&mut r, generation, dst, sdst);
                let Some((inst, gcn_jit::fuzz::code::Item::Inst(words))) = made else {
                    continue;
                };
                if !is_told(&inst) {
                    continue;
                }
                let seed = (k as u64 * 5 + generation as u64) * SAMPLES + sample;
                let mut case = memory_case(generation, seed);
                let mut state = case.waves.remove(0);
                state.vgprs.truncate(VGPRS);
                if r.one_in(3) {
                    let exec = r.bits();
                    state.set_s64(EXEC_LO, exec);
                }
                let program = Program::new(generation, CODE, words.to_vec());
                let both = rig.with(&program, &case, &state, |wave, env| {
                    let (mut before, mut after) = (Accesses::default(), Accesses::default());
                    before.tell(&inst, wave, env);
                    let mut log = Log::default();
                    wave.budget = 1;
                    interp::run_logged(wave, env, Some(&log)).ok()?;
                    after.take(&inst, log.list(), env.lds);
                    Some((before, after))
                });
                let Some((before, after)) = both else {
                    continue;
                };
                let (b, a) = (bytes(&before), bytes(&after));
                *told.entry(inst.encoding()).or_default() += usize::from(!a.is_empty());
                // An exchange is told as one access that reads and writes, and done as two.
                let apart = |set: &BTreeSet<Byte>| -> BTreeSet<_> {
                    let each = |(s, l, b, r, w): &Byte| {
                        [(*r, 'r'), (*w, 'w')].map(|(is, c)| is.then(|| (s.clone(), *l, *b, c)))
                    };
                    set.iter().flat_map(each).flatten().collect()
                };
                if apart(&b) != apart(&a) {
                    let difference: Vec<_> = b.symmetric_difference(&a).take(4).collect();
                    let what = format!("{generation} {words:08x?} {inst:?}: {difference:?}");
                    failures
                        .entry((inst.row().name, generation))
                        .or_insert(what);
                }
                if before.atomic != after.atomic || before.scalar != after.scalar && !a.is_empty() {
                    failures
                        .entry((inst.row().name, generation))
                        .or_insert(format!("{inst:?}"));
                }
            }
        }
    }
    let all: Vec<_> = failures.values().map(String::as_str).collect();
    assert!(all.is_empty(), "{} rows: {}", all.len(), all.join("\n"));
    println!("{told:?}");
    for encoding in ["Ds", "Flat", "Mubuf", "Smem"] {
        let n = told.get(encoding).copied().unwrap_or(0);
        assert!(n > 500, "{encoding}: {n}");
    }
}
