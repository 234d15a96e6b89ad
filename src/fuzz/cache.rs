//! The target `cache`: compiled code on disk, whose files are damaged between two runs.
//!
//! A round runs a few programs with a new directory, does to the files what happens to files (they are
//! cut, torn, renamed, mixed up, written by two at once), and runs the programs again with a compiler that
//! has compiled nothing yet. Both must do what the interpreter does; what does not belong where it is must be ignored
//! or replaced, and what is whole must be used. [`crate::jit::cache`] says what is promised: not to
//! find out who has written a file with all that belongs to it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::case::Tier;
use super::program::state::{Start, blank, fill, mode};
use super::program::{Maker, VGPRS};
use super::{Case, Found, Round, Session, Source, Target, gcn};
use crate::isa::Gen;
use crate::jit::cache::Cache;
use crate::jit::host::HostLevel;
use crate::machine::Engine;

/// Programs of a round, and states that each runs on.
const PROGRAMS: u64 = 3;
const STATES: u64 = 2;
/// Bytes of a file before its checksum, and with it.
const HEADS: [u64; 2] = [40, 72];

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct CacheTarget;

/// The files of a directory, by name.
type Files = BTreeMap<String, Vec<u8>>;

/// What is done to a file.
#[derive(Clone, Debug)]
enum Damage {
    /// Its contents become others.
    Contents(&'static str, Vec<u8>),
    /// Others may write to it.
    Shared,
    /// It is removed.
    Gone,
    /// A directory takes its place.
    Directory,
}

impl Damage {
    /// Something for the file called `name`.
    fn random(r: &mut Source<'_>, files: &Files, name: &str) -> Damage {
        let own = &files[name];
        let len = own.len() as u64;
        let others: Vec<&Vec<u8>> = files.values().filter(|f| *f != own).collect();
        let other = match others.len() {
            0 => own,
            n => others[r.below(n as u64) as usize],
        };
        let mut bytes = own.clone();
        let what = match r.below(12) {
            0 => {
                bytes.truncate(r.below(len) as usize);
                "cut"
            }
            1 => {
                bytes.clear();
                "empty"
            }
            2 | 3 => {
                for _ in 0..1 + r.below(3) {
                    let near = r.pick(&[8, 128, len, len]).min(len);
                    bytes[r.below(near) as usize] ^= 1 << r.below(8);
                }
                "bits flipped"
            }
            4 => {
                bytes.extend(&other[..r.below(other.len() as u64) as usize]);
                "longer"
            }
            5 => {
                bytes[7] = bytes[7].wrapping_add(1);
                "of another version"
            }
            6 | 7 => {
                bytes.clone_from(other);
                "another's"
            }
            8 => {
                let any = r.below(len.min(other.len() as u64));
                let at = r.pick(&[HEADS[0], HEADS[1], any]) as usize;
                bytes.truncate(at);
                bytes.extend(other.get(at..).unwrap_or_default());
                "another's from some byte on"
            }
            9 => return Damage::Gone,
            10 => return Damage::Shared,
            _ if r.one_in(4) => return Damage::Directory,
            _ => {
                let at = r.below(len) as usize;
                let end = bytes.len().min(at + 512);
                bytes[at..end].fill(0);
                "a part never written"
            }
        };
        Damage::Contents(what, bytes)
    }

    fn apply(&self, path: &Path) -> std::io::Result<()> {
        match self {
            Damage::Contents(_, bytes) => fs::write(path, bytes),
            Damage::Shared => fs::set_permissions(path, fs::Permissions::from_mode(0o666)),
            Damage::Gone => fs::remove_file(path),
            Damage::Directory => fs::remove_file(path).and_then(|()| fs::create_dir(path)),
        }
    }
}

/// The files in a directory that can be read.
fn files(dir: &Path) -> Files {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let read = |e: fs::DirEntry| {
        let bytes = fs::read(e.path()).ok()?;
        Some((e.file_name().to_string_lossy().into_owned(), bytes))
    };
    entries.filter_map(read).collect()
}

/// Runs all cases; what differs first, as text, or how many functions came from the disk and how many blocks
/// were compiled.
fn run(session: &mut Session, cases: &[Case]) -> Result<[u64; 2], (usize, String)> {
    for (i, case) in cases.iter().enumerate() {
        let done = catch_unwind(AssertUnwindSafe(|| session.compare(case)));
        match done {
            Ok(Ok(_)) => {}
            Ok(Err(difference)) => return Err((i, difference.to_string())),
            Err(_) => return Err((i, "panic".to_owned())),
        }
    }
    let counters = session.jit().counters();
    Ok([counters.cache_hits, counters.blocks_compiled])
}

fn programs(r: &mut Source<'_>, g: Gen) -> Vec<Case> {
    let tier = r.pick(&Tier::ALL);
    let mut cases: Vec<Case> = vec![];
    for _ in 0..PROGRAMS {
        let mut case = blank(g, 1, false, VGPRS);
        (case.limit, case.observed, case.tier) = (4000, r.one_in(2), tier);
        let mode = mode(r);
        // One program under several modes, or looked at in several ways, is several functions.
        if let Some(last) = cases.last().filter(|_| r.one_in(3)) {
            case.items = last.items.clone();
        } else {
            let mut m = Maker::new(r, g, false, VGPRS);
            m.begin();
            let n = 1 + m.r.below(6);
            m.any(n);
            m.end();
            case.items = std::mem::take(&mut m.items);
        }
        for _ in 0..STATES {
            let start = Start::new(r);
            fill(r, &mut case, mode, start);
            cases.push(case.clone());
        }
    }
    cases
}

/// One round: an error says what does not hold, and of which case.
fn check(
    r: &mut Source<'_>,
    (level, cases): (HostLevel, &[Case]),
    path: &Path,
    log: &mut Vec<String>,
) -> Result<u64, (usize, String)> {
    let open = || {
        let cache = Cache::open(path).map_err(|e| (0, e.to_string()))?;
        Session::with_cache(level, cache).map_err(|e| (0, e.to_string()))
    };
    let fails = |what: &str| Err((0, what.to_owned()));
    let [hits, _] = run(&mut open()?, cases)?;
    if hits != 0 {
        return fails("an empty directory has code");
    }
    let whole = files(path);
    // What is whole is used. Code that is compiled twice asks in another order.
    let [hits, blocks] = run(&mut open()?, cases)?;
    let twice = cases.iter().any(|c| c.tier == Tier::Both);
    if !twice && (hits, blocks) != (whole.len() as u64, 0) {
        return Err((
            0,
            format!(
                "{hits} of {} files used, {blocks} blocks compiled",
                whole.len()
            ),
        ));
    }
    let mut sound = 0;
    let mut blocked = false;
    let mut left = whole.clone();
    for name in whole.keys() {
        if r.one_in(3) {
            sound += 1;
            continue;
        }
        let damage = Damage::random(r, &whole, name);
        let done = damage.apply(&path.join(name));
        done.map_err(|e| (0, format!("{name}: {e}")))?;
        match &damage {
            Damage::Contents(what, bytes) => {
                log.push(format!("{name}: {what}"));
                sound += u64::from(bytes == &whole[name]);
                left.insert(name.clone(), bytes.clone());
            }
            other => {
                log.push(format!("{name}: {other:?}"));
                blocked |= matches!(other, Damage::Directory);
                if !matches!(other, Damage::Shared) {
                    left.remove(name);
                }
            }
        }
    }
    if r.one_in(4) {
        for stranger in ["notes", "0123.code", ".gcn-jit-unfinished"] {
            let done = fs::write(path.join(stranger), b"gcn-jit\x02");
            done.map_err(|e| (0, e.to_string()))?;
        }
    }
    let [hits, _] = run(&mut open()?, cases)?;
    if hits > sound {
        return Err((0, format!("{hits} files used of which {sound} are sound")));
    }
    // Each is as it was, or as nobody has asked for it.
    for (name, bytes) in &files(path) {
        if let Some(was) = whole.get(name)
            && bytes != was
            && (Some(bytes) != left.get(name) || (!twice && !blocked))
        {
            return Err((0, format!("{name} is not what it was")));
        }
    }
    if blocked {
        return Ok(cases.len() as u64 * 3);
    }
    together(r, cases, path, &open)?;
    Ok(cases.len() as u64 * 5)
}

/// Two compilers that share the directory, some of whose files are gone.
fn together(
    r: &mut Source<'_>,
    cases: &[Case],
    path: &Path,
    open: &(dyn Fn() -> Result<Session, (usize, String)> + Sync),
) -> Result<(), (usize, String)> {
    for name in files(path).keys() {
        if !r.one_in(3) {
            fs::remove_file(path.join(name)).map_err(|e| (0, format!("{name}: {e}")))?;
        }
    }
    std::thread::scope(|s| {
        let other = s.spawn(|| run(&mut open()?, cases));
        let here = open().and_then(|mut session| run(&mut session, cases));
        let other = other.join();
        let other = other.unwrap_or_else(|_| Err((0, "panic".to_owned())));
        here.and(other).map(|_| ())
    })
}

impl Target for CacheTarget {
    fn name(&self) -> &'static str {
        "cache"
    }

    fn round(&mut self, round: &mut Round<'_, '_>) -> Result<(), Box<Found>> {
        let generation = round.generation();
        let cases = programs(round.source, generation);
        let Ok(dir) = tempfile::tempdir() else {
            round.counts.rejected("no directory for compiled code");
            return Ok(());
        };
        let path = dir.path().join("code");
        let mut log = vec![];
        match check(
            round.source,
            (round.session.level(), &cases),
            &path,
            &mut log,
        ) {
            Ok(n) => {
                round.counts.cases += n;
                round.counts.note("files damaged", log.len() as u64);
                Ok(())
            }
            Err((case, what)) => {
                let what = format!("{what}\n{}", log.join("\n"));
                let text = gcn::text(&cases[case], "after damage to the files");
                Err(Box::new(Found::Input {
                    bytes: format!("{what}\n{text}").into_bytes(),
                    what,
                    extension: "txt",
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::Counts;

    #[test]
    fn damaged_files_do_no_harm() {
        let mut session = Session::new().expect("a compiler for this host");
        let mut counts = Counts::default();
        for seed in 0..15 {
            let mut round = Round {
                source: &mut Source::seeded(seed),
                session: &mut session,
                counts: &mut counts,
                generations: &Gen::ALL,
                wanted: &[],
                checks: Default::default(),
            };
            if let Err(found) = CacheTarget.round(&mut round) {
                let Found::Input { what, .. } = *found else {
                    panic!("{found:?}");
                };
                panic!("seed {seed}: {what}");
            }
        }
        let damaged = counts.notes().find(|n| n.0 == "files damaged");
        assert!(damaged.is_some_and(|n| n.1 > 40), "{counts}");
    }
}
