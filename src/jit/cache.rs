//! Compiled code on disk, so that a second process compiles nothing.
//!
//! A file holds one [`Object`]. Its name, its identity, is the SHA-256 of everything that translation
//! reads: the program's code and address, where in it the function starts, what it takes for granted
//! there ([`crate::lower::Start`]), MODE, the number of vector registers, whether final registers are
//! observed; and this build: the crate's version and sources, Cranelift's version and settings with the
//! host's instruction set extensions, the layout of the state and the list of helpers. So a file of
//! another build, host or program is never found under the name that is looked for.
//!
//! # Trust
//!
//! Files are executed, so whoever can write them can run code as the user of the cache. The checksum
//! in each keeps out accidents (a torn write, a bad disk, a file renamed by hand), not enemies: who
//! can write a file can write its checksum too. [`Cache::open`] refuses a directory that belongs to
//! somebody else than the user or root, or whose mode lets others write to it, and one below such a
//! directory, where others could put another in its place: unless that is sticky, like `/tmp`, so that
//! only an entry's owner can replace it. A file is ignored on the same grounds, checked on the open
//! file. That keeps users from sharing a directory by mistake. Access control lists and what else a
//! file system may grant are not looked at, and everything is checked once, when the cache is opened.
//! A file is read into private memory first and checked there; what is executed is that copy, with the
//! addresses of helpers put in. (Executing the mapped file itself would need no copy, but it could
//! change after the check, and the addresses would have to be written into private pages anyway. Files
//! have some tens of kilobytes: reading one takes less time than the page faults of a mapping, and a
//! tenth of what its checksum takes.)
//!
//! # Failures
//!
//! Only a directory that cannot be used at all is an error, when it is opened. A directory that can
//! only be read is used for reading. Later failures cost time, never correctness: what cannot be read
//! or is not as it should be is compiled and written anew, and after a failure to write nothing more
//! is written.
//!
//! # Which functions a run needs
//!
//! Where a function starts it is compiled for what the first wave there is like. In a launch in which
//! some waves are full and others are not, several threads may let another one be the first than in
//! the run before. Each variant has a file of its own, so that costs one compilation, once; keeping a
//! single one for all would make a chance of the first run decide how fast all later ones are.
//!
//! # Processes side by side
//!
//! A file appears under its name whole, by renaming. Two processes that compile the same write the
//! same; the later one wins. Before the first write a process removes the files that have not been
//! used for longest while all together are larger than [`MAX_BYTES`].

use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, SystemTime};

use sha2::{Digest as _, Sha256};

use super::compile::{Object, Request};
use super::helpers::Ctx;
use super::imports;
use crate::ir::plant::{Fault, planted, unless_planted};
use crate::machine::memory::Window;
use crate::machine::wave::{Wave, offset};

/// A SHA-256 digest.
pub type Digest = [u8; 32];

/// First bytes of a file: what it is, and the version of its form.
const MAGIC: [u8; 8] = *b"gcn-jit\x02";

/// Ending of a file's name.
const ENDING: &str = "code";

/// How the names of unfinished files begin.
const UNFINISHED: &str = ".gcn-jit-";

/// Bytes that all files together may have before some are removed.
pub const MAX_BYTES: u64 = 1 << 30;

/// Largest file that is read: no function comes near it.
const MAX_FILE: u64 = 64 << 20;

/// How exact the times of last use are; and how long an unfinished file is left alone.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Why a directory cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {} as code cache: {problem}", path.display())]
pub struct CacheError {
    /// The directory.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

/// A directory of compiled code. Clones share it.
#[derive(Clone, Debug)]
pub struct Cache {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    /// Whether to try to write.
    writable: AtomicBool,
    pruned: Once,
}

/// Identifies this build of the crate with a code generator of these settings.
pub fn build(settings: &str) -> Digest {
    let names = imports::table().map(|(name, _)| name).join(" ");
    let layout = [
        offset::SGPR,
        offset::SCC,
        offset::PC,
        offset::VGPR_BASE,
        offset::BUDGET,
        offset::LANES,
        offset::START_BASE,
        std::mem::offset_of!(Ctx<'_>, temps) as i32,
        std::mem::offset_of!(Ctx<'_>, sites) as i32,
        Ctx::ADDRESS,
        size_of::<Window>() as i32,
        size_of::<Wave>() as i32,
        size_of::<Ctx<'_>>() as i32,
    ];
    let version = concat!(env!("CARGO_PKG_VERSION"), " ", env!("GCN_JIT_SOURCE"));
    let text = format!("{version}\n{settings}\n{names}\n{layout:?}");
    Sha256::digest(text).into()
}

/// Identifies the code for `r` of the build `build`.
pub fn identity(build: &Digest, r: &Request<'_>) -> Digest {
    let Request {
        program,
        pc,
        mode,
        vgprs,
        observed,
        start,
        shown,
    } = *r;
    let mut h = Sha256::new();
    h.update(build);
    h.update(program.digest());
    for n in [
        pc.wrapping_sub(program.base()),
        unless_planted!(Fault::CacheMode, mode.into(), 0),
        u64::from(vgprs.vgprs) | u64::from(vgprs.acc) << 32,
        observed as u64 & u64::from(!planted(Fault::CacheObserved)),
        shown as u64,
    ] {
        h.update(n.to_le_bytes());
    }
    h.update(start.to_bytes());
    h.finalize().into()
}

/// Whether what `m` describes belongs to the user or root, and its mode lets nobody else write to it.
fn is_private(m: &Metadata) -> Result<(), &'static str> {
    let user = rustix::process::geteuid().as_raw();
    if m.uid() != user && m.uid() != 0 {
        return Err("it belongs to another user, who could change the code");
    }
    if m.mode() & 0o022 != 0 {
        return Err("others than its owner may write to it and could change the code");
    }
    Ok(())
}

/// Mode bit of a directory in which only an entry's owner may remove or rename it (S_ISVTX, inode(7)).
const STICKY: u32 = 0o1000;

/// Whether nobody but the user or root can put something else in the place of what is in the directory that
/// `m` describes.
fn keeps_entries(m: &Metadata) -> Result<(), &'static str> {
    let user = rustix::process::geteuid().as_raw();
    if m.uid() != user && m.uid() != 0 {
        return Err("belongs to another user, who could replace it");
    }
    if m.mode() & 0o022 != 0 && m.mode() & STICKY == 0 {
        return Err("can be written to by others than its owner, who could replace it");
    }
    Ok(())
}

impl Cache {
    /// The cache in the directory `path`, which is created if need be, for the user alone.
    ///
    /// # Errors
    /// When it cannot be created or read, or when others may write to it or replace it (see the module's
    /// "Trust").
    pub fn open(path: &Path) -> Result<Cache, CacheError> {
        let fail = |problem: String| CacheError {
            path: path.to_owned(),
            problem,
        };
        let text = |e: io::Error| fail(e.to_string());
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(path)
            .map_err(text)?;
        // Whatever becomes the working directory later.
        let path = fs::canonicalize(path).map_err(text)?;
        is_private(&fs::metadata(&path).map_err(text)?).map_err(|e| fail(e.to_owned()))?;
        for above in path.ancestors().skip(1) {
            let m = fs::metadata(above).map_err(text)?;
            let refuse = |e| fail(format!("{}, above it, {e}", above.display()));
            keeps_entries(&m).map_err(refuse)?;
        }
        fs::read_dir(&path).map_err(text)?;
        tracing::info!("compiled code is kept in {}", path.display());
        Ok(Cache {
            shared: Arc::new(Shared {
                path,
                writable: AtomicBool::new(true),
                pruned: Once::new(),
            }),
        })
    }

    fn file(&self, id: &Digest) -> PathBuf {
        let digits: String = id.iter().map(|b| format!("{b:02x}")).collect();
        self.shared.path.join(format!("{digits}.{ENDING}"))
    }

    /// The code with this identity, if it is there and sound.
    pub fn load(&self, id: &Digest) -> Option<Object> {
        let path = self.file(id);
        // Opening a pipe would wait for its writer.
        let usable = |m: Metadata| m.is_file() && m.len() <= MAX_FILE && is_private(&m).is_ok();
        fs::metadata(&path).is_ok_and(usable).then_some(())?;
        let mut file = File::open(&path).ok()?;
        let m = file.metadata().ok()?;
        let (modified, len) = (m.modified().ok()?, m.len());
        usable(m).then_some(())?;
        // With room for the end of the file to be seen, so that it is not moved while it grows.
        let mut bytes = Vec::with_capacity(len as usize + 32);
        (&mut file).take(MAX_FILE).read_to_end(&mut bytes).ok()?;
        let object = decode(id, &bytes);
        if object.is_none() {
            tracing::warn!("{} is damaged and not used", path.display());
        } else {
            tracing::debug!("{} is used", path.display());
        }
        if object.is_some() && modified.elapsed().is_ok_and(|age| age > DAY) {
            // Used lately: is not removed first. Where that is not allowed, let it be.
            let _ = file.set_modified(SystemTime::now());
        }
        object
    }

    /// Writes the code with this identity.
    pub fn store(&self, id: &Digest, object: &Object) {
        if !self.shared.writable.load(Ordering::Relaxed) {
            return;
        }
        self.shared
            .pruned
            .call_once(|| prune(&self.shared.path, MAX_BYTES));
        if let Err(e) = self.try_store(id, object) {
            tracing::warn!(
                "no more code is kept in {}: {e}",
                self.shared.path.display()
            );
            self.shared.writable.store(false, Ordering::Relaxed);
        }
    }

    fn try_store(&self, id: &Digest, object: &Object) -> io::Result<()> {
        let bytes = encode(id, object).map_err(io::Error::other)?;
        let mut file = tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempfile_in(&self.shared.path)?;
        file.write_all(&bytes)?;
        let path = self.file(id);
        tracing::debug!("{} is written", path.display());
        file.persist(path)?;
        Ok(())
    }
}

/// The checksum in a file: of its identity too, so that the beginning of one file and the end of another
/// are none.
fn checksum(id: &Digest, rest: &[u8]) -> Digest {
    Sha256::new()
        .chain_update(id)
        .chain_update(rest)
        .finalize()
        .into()
}

/// The contents of a file: magic, identity, checksum; length of the description, the description
/// (MessagePack), the code.
fn encode(id: &Digest, object: &Object) -> Result<Vec<u8>, rmp_serde::encode::Error> {
    let description = rmp_serde::to_vec(object)?;
    let mut rest = (description.len() as u64).to_le_bytes().to_vec();
    rest.extend(description);
    rest.extend(&object.code);
    Ok([&MAGIC[..], id, &checksum(id, &rest), &rest].concat())
}

/// The reverse of [`encode`]; `None` for anything else than what that made for this identity.
fn decode(id: &Digest, bytes: &[u8]) -> Option<Object> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    let (own, rest) = rest.split_first_chunk::<32>()?;
    let (found, rest) = rest.split_first_chunk::<32>()?;
    let is_named = own == id || planted(Fault::CacheName);
    if !is_named || checksum(own, rest) != *found {
        return None;
    }
    let (len, rest) = rest.split_first_chunk()?;
    let (description, code) = rest.split_at_checked(u64::from_le_bytes(*len) as usize)?;
    let mut object: Object = rmp_serde::from_slice(description).ok()?;
    object.code = code.to_vec();
    Some(object)
}

/// Removes the files of the cache in `path` that have not been used for longest, until the others
/// have at most `limit` bytes together, and unfinished ones that nobody works on any more.
fn prune(path: &Path, limit: u64) {
    let mut files = Vec::new();
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let (file, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let Ok(m) = entry.metadata() else { continue };
        let Ok(used) = m.modified() else { continue };
        let is_code = file.extension().is_some_and(|e| e == ENDING)
            && file.file_stem().is_some_and(|s| {
                s.len() == 64 && s.as_encoded_bytes().iter().all(u8::is_ascii_hexdigit)
            });
        if is_code && m.is_file() {
            files.push((used, m.len(), file));
        } else if name.starts_with(UNFINISHED) && used.elapsed().is_ok_and(|age| age > DAY) {
            let _ = fs::remove_file(file);
        }
    }
    files.sort();
    let mut total: u64 = files.iter().map(|(_, len, _)| len).sum();
    for (_, len, file) in files {
        if total <= limit {
            break;
        }
        if fs::remove_file(&file).is_ok() {
            tracing::debug!("{} is removed to make room", file.display());
            total -= len;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::liveness::VgprSet;

    const ID: Digest = [7; 32];

    fn object() -> Object {
        Object {
            entries: vec![0x1000, 0x1010],
            reads: VgprSet::ALL,
            dirties: true,
            temp_size: 256,
            blocks: 2,
            instructions: 9,
            calls: vec![(2, 3)],
            counted: vec![
                crate::jit::counted::Block {
                    pc: 0x1000,
                    instructions: 4,
                    lanes: None,
                    accesses: true,
                },
                crate::jit::counted::Block {
                    pc: 0x1010,
                    instructions: 5,
                    lanes: Some(64),
                    accesses: false,
                },
            ],
            code: vec![0xc3; 40],
            locations: vec![],
        }
    }

    fn cache() -> (tempfile::TempDir, Cache) {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::open(&dir.path().join("a/b")).unwrap();
        (dir, cache)
    }

    #[test]
    fn comes_back() {
        let (_dir, cache) = cache();
        assert_eq!(cache.load(&ID), None);
        cache.store(&ID, &object());
        assert_eq!(cache.load(&ID), Some(object()));
        assert_eq!(cache.load(&[8; 32]), None);
    }

    #[test]
    fn damaged_files_are_ignored_and_replaced() {
        let (_dir, cache) = cache();
        cache.store(&ID, &object());
        let path = cache.file(&ID);
        let sound = fs::read(&path).unwrap();
        for i in 0..sound.len() {
            let mut bad = sound.clone();
            bad[i] ^= 0x10;
            fs::write(&path, bad).unwrap();
            assert_eq!(cache.load(&ID), None, "byte {i}");
        }
        for len in 0..sound.len() {
            fs::write(&path, &sound[..len]).unwrap();
            assert_eq!(cache.load(&ID), None, "{len} bytes");
        }
        fs::write(&path, [&sound[..], &[0]].concat()).unwrap();
        assert_eq!(cache.load(&ID), None);
        cache.store(&ID, &object());
        assert_eq!(fs::read(&path).unwrap(), sound);
        // Another function's file under this name.
        let other = [8; 32];
        fs::copy(&path, cache.file(&other)).unwrap();
        assert_eq!(cache.load(&other), None);
        // The beginning of one and the rest of another.
        let changed = Object {
            blocks: 3,
            ..object()
        };
        cache.store(&other, &changed);
        let second = fs::read(cache.file(&other)).unwrap();
        for at in 0..sound.len() {
            let mixed = [&second[..at], &sound[at..]].concat();
            fs::write(cache.file(&other), &mixed).unwrap();
            let loaded = cache.load(&other);
            assert_eq!(loaded.is_some(), mixed == second, "from byte {at} on");
        }
    }

    #[test]
    fn what_others_can_write_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let (_dir, cache) = cache();
        cache.store(&ID, &object());
        let allow = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        let path = cache.file(&ID);
        for mode in [0o620, 0o602] {
            allow(&path, mode);
            assert_eq!(cache.load(&ID), None);
        }
        allow(&path, 0o644);
        assert!(cache.load(&ID).is_some());
        let dir = &cache.shared.path;
        for (mode, ok) in [(0o770, false), (0o707, false), (0o755, true)] {
            allow(dir, mode);
            assert_eq!(Cache::open(dir).is_ok(), ok, "{mode:o}");
        }
    }

    #[test]
    fn what_others_can_replace_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let above = dir.path().join("above");
        let path = above.join("below/cache");
        fs::create_dir_all(&path).unwrap();
        let allow = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        allow(&path, 0o700);
        for (mode, ok) in [
            (0o777, false),
            (0o775, false),
            (0o757, false),
            (0o1777, true),
            (0o1770, true),
            (0o755, true),
        ] {
            allow(&above, mode);
            let opened = Cache::open(&path);
            assert_eq!(opened.is_ok(), ok, "{mode:o}");
            if let Err(e) = opened {
                let name = fs::canonicalize(&above).unwrap().display().to_string();
                assert!(
                    e.to_string().contains(&format!("{name}, above it, ")),
                    "{e}"
                );
            }
        }
    }

    #[test]
    fn what_is_used_least_goes_first() {
        let (_dir, cache) = cache();
        let now = SystemTime::now();
        let name = |i: u8| cache.file(&[i; 32]);
        for i in 0..4 {
            cache.store(&[i; 32], &object());
            // 2 was used last, then 3, 0, 1.
            let days = [3, 4, 1, 2][usize::from(i)];
            let file = File::options().append(true).open(name(i)).unwrap();
            file.set_modified(now - days * DAY).unwrap();
        }
        let dir = &cache.shared.path;
        let (stranger, unfinished) = (dir.join("notes.code"), dir.join(".gcn-jit-x"));
        for path in [&stranger, &unfinished] {
            let file = File::create(path).unwrap();
            file.set_modified(now - 9 * DAY).unwrap();
        }
        // Loading counts as use.
        assert!(cache.load(&[1; 32]).is_some());
        let len = fs::metadata(name(0)).unwrap().len();
        prune(dir, 2 * len + 1);
        let left: Vec<u8> = (0..4).filter(|i| name(*i).exists()).collect();
        assert_eq!(left, [1, 2]);
        assert!(stranger.exists());
        assert!(!unfinished.exists());
    }

    /// A pipe or a folder in a file's place.
    #[test]
    fn special_files() {
        let (_dir, cache) = cache();
        fs::create_dir(cache.file(&ID)).unwrap();
        assert_eq!(cache.load(&ID), None);
        cache.store(&ID, &object());
        assert_eq!(cache.load(&ID), None);
    }

    #[test]
    fn each_part_of_the_key_counts() {
        use crate::ir::{Fact, Facts, Order};
        use crate::isa::Gen;
        use crate::lower::Start;
        use crate::machine::program::Program;
        let full = |stride, order| {
            let stale = false;
            let fact = Fact {
                stride,
                order,
                stale,
            };
            Start::Full(Facts::from([(1, fact)]))
        };
        let starts = [
            Start::Masked,
            Start::Full(Facts::new()),
            full(1, Order::Any),
            full(2, Order::Any),
            full(1, Order::Rising),
        ];
        let program = |base, word| Program::new(Gen::Gfx9, base, vec![word, 0xbf81_0000]);
        let p = program(0x1000, 0xbf80_0000);
        let r = Request {
            program: &p,
            pc: 0x1000,
            mode: 0xf0,
            vgprs: 4.into(),
            observed: false,
            start: &Start::Any,
            shown: Default::default(),
        };
        let b = build("settings");
        let moved = program(0x2000, 0xbf80_0000);
        let changed = program(0x1000, 0xbf80_0001);
        let older = Program::new(Gen::Gfx8, 0x1000, p.words().to_vec());
        let range = 1..2;
        let hole = program(0x1000, 0xbf80_0000).with_holes(Vec::from([range]));
        let mut ids = vec![
            identity(&b, &r),
            identity(&build("others"), &r),
            identity(
                &b,
                &Request {
                    program: &moved,
                    pc: 0x2000,
                    ..r
                },
            ),
            identity(
                &b,
                &Request {
                    program: &changed,
                    ..r
                },
            ),
            identity(
                &b,
                &Request {
                    program: &older,
                    ..r
                },
            ),
            identity(
                &b,
                &Request {
                    program: &hole,
                    ..r
                },
            ),
            identity(&b, &Request { pc: 0x1004, ..r }),
            identity(&b, &Request { mode: 0xf1, ..r }),
            identity(
                &b,
                &Request {
                    vgprs: 5.into(),
                    ..r
                },
            ),
            identity(
                &b,
                &Request {
                    observed: true,
                    ..r
                },
            ),
        ];
        assert_eq!(
            identity(
                &b,
                &Request {
                    program: &program(0x1000, 0xbf80_0000),
                    ..r
                }
            ),
            ids[0]
        );
        ids.extend(
            starts
                .iter()
                .map(|start| identity(&b, &Request { start, ..r })),
        );
        let n = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), n);
    }
}
