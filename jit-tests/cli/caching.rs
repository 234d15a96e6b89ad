//! `--cache-dir`: the second run compiles nothing, and no state of the directory changes results.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::*;

/// `x` times 2.5 is added to `y`; `{}` takes what comes next.
const SAXPY: &str = "examples/gfx900/saxpy.hsaco --global 1024 --local 64 --threads 1 --arg 2.5 \
                     --arg @examples/data/x.npy --arg @examples/data/y.npy --arg 1024";

/// A run with a cache: what it printed, and its statistics.
fn run(dir: &Path, rest: &str) -> (String, Value) {
    let line = format!("run {SAXPY} --print y --stats=json {rest}");
    let text = gcn_jit(&format!("{line} --cache-dir {}", dir.display())).ok();
    split(&text)
}

fn split(text: &str) -> (String, Value) {
    let (printed, json) = text.trim_end().rsplit_once('\n').unwrap();
    (printed.to_owned(), serde_json::from_str(json).unwrap())
}

fn number(stats: &Value, key: &str) -> u64 {
    stats[key].as_u64().unwrap()
}

/// Checks that a run compiled everything, or nothing.
#[track_caller]
fn check(stats: &Value, compiled: bool) {
    assert_eq!(number(stats, "blocks_compiled") > 0, compiled, "{stats}");
    assert_eq!(number(stats, "code_bytes") > 0, compiled, "{stats}");
    assert_eq!(number(stats, "cache_hits") == 0, compiled, "{stats}");
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut all: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    all.sort();
    all
}

fn without_cache() -> String {
    gcn_jit(&format!("run {SAXPY} --print y --backend interp")).ok()
}

#[test]
fn the_second_run_compiles_nothing() {
    let f = Folder::new();
    let dir = f.path("not/yet/there");
    let want = without_cache();
    let (cold, stats) = run(&dir, "");
    assert_eq!(cold + "\n", want);
    check(&stats, true);
    let files = entries(&dir);
    assert!(!files.is_empty());
    assert_eq!(
        fs::metadata(&dir).unwrap().permissions().mode() & 0o777,
        0o700
    );
    let (warm, again) = run(&dir, "");
    assert_eq!(warm + "\n", want);
    check(&again, false);
    for key in ["instructions", "lanes", "waves"] {
        assert_eq!(stats[key], again[key]);
    }
    assert_eq!(entries(&dir), files);
    // The interpreter has no use for it.
    let (_, stats) = run(&dir, "--backend interp");
    assert_eq!(number(&stats, "cache_hits"), 0);
    // Another program.
    let text = gcn_jit(&format!(
        "run examples/gfx803/saxpy.hsaco {} --stats=json --cache-dir {}",
        SAXPY.split_once(' ').unwrap().1,
        dir.display()
    ));
    check(&serde_json::from_str(&text.ok()).unwrap(), true);
}

#[test]
fn every_example_comes_back_right() {
    let f = Folder::new();
    let dir = f.path("cache");
    let line = |backend: &str| {
        format!(
            "run examples/gfx900/histogram.hsaco --global 1024 --local 256 --backend {backend} \
             --arg @examples/data/bytes.npy --arg zeros:u32[256] --arg 16384 --print bins"
        )
    };
    let want = gcn_jit(&line("interp")).ok();
    for _ in 0..2 {
        let got = gcn_jit(&format!("{} --cache-dir {}", line("jit"), dir.display())).ok();
        assert_eq!(got, want);
    }
    // Whoever looks at final registers needs other code.
    let diff = line("jit").replacen("run", "diff", 1);
    for _ in 0..2 {
        gcn_jit(&format!("{diff} --cache-dir {}", dir.display())).ok();
    }
}

#[test]
fn the_environment_names_it_too() {
    let f = Folder::new();
    let (by_variable, by_option) = (f.path("variable"), f.path("option"));
    let line = format!("run {SAXPY} --print y --stats=json");
    let with = |value: &Path, line: &str| {
        let output = command(line).env("GCN_JIT_CACHE", value).output().unwrap();
        Ran::new(output)
    };
    check(&split(&with(&by_variable, &line).ok()).1, true);
    check(&split(&with(&by_variable, &line).ok()).1, false);
    let both = format!("{line} --cache-dir {}", by_option.display());
    check(&split(&with(&by_variable, &both).ok()).1, true);
    assert_eq!(entries(&by_variable).len(), entries(&by_option).len());
    // Empty: none.
    check(&split(&with(Path::new(""), &line).ok()).1, true);
    with(Path::new("/dev/null/x"), &line).fails(2, &["/dev/null/x", "code cache"]);
}

#[test]
fn damaged_entries_are_made_anew() {
    let f = Folder::new();
    let dir = f.path("cache");
    let want = without_cache();
    run(&dir, "");
    let files = entries(&dir);
    let sound: Vec<_> = files.iter().map(|p| fs::read(p).unwrap()).collect();
    type Damage<'a> = &'a dyn Fn(&mut Vec<u8>);
    let damage: [Damage<'_>; 7] = [
        &|b| b[0] ^= 1,
        // The version of the file's form.
        &|b| b[7] += 1,
        &|b| b[20] ^= 0x80,
        &|b| b[60] ^= 4,
        // Code.
        &|b| *b.last_mut().unwrap() ^= 0xff,
        &|b| b.truncate(b.len() / 2),
        &|b| b.clear(),
    ];
    for (i, damage) in damage.iter().enumerate() {
        for (file, sound) in files.iter().zip(&sound) {
            let mut bytes = sound.clone();
            damage(&mut bytes);
            fs::write(file, bytes).unwrap();
        }
        let (got, stats) = run(&dir, "");
        assert_eq!(got + "\n", want, "damage {i}");
        check(&stats, true);
        let repaired: Vec<_> = files.iter().map(|p| fs::read(p).unwrap()).collect();
        assert!(repaired == sound, "damage {i}");
    }
    // Entries of other functions, or of another build, under the names that are looked for.
    let (_, stats) = run(&dir, "--backend jit");
    check(&stats, false);
    for file in &files {
        let mut bytes = fs::read(file).unwrap();
        bytes[8..40].rotate_left(1);
        fs::write(file, bytes).unwrap();
    }
    check(&run(&dir, "").1, true);
}

#[test]
fn processes_side_by_side() {
    let f = Folder::new();
    let dir = f.path("cache");
    let want = without_cache();
    let line = format!("run {SAXPY} --print y --cache-dir {}", dir.display());
    let start = || {
        let mut command = command(&line);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let children: Vec<_> = (0..6).map(|_| start()).collect();
    for child in children {
        assert_eq!(Ran::new(child.wait_with_output().unwrap()).ok(), want);
    }
    check(&run(&dir, "").1, false);
    let strangers = entries(&dir)
        .into_iter()
        .filter(|p| p.extension().is_none_or(|e| e != "code"));
    assert_eq!(strangers.count(), 0);
}

#[test]
fn directories_that_cannot_be_used() {
    let f = Folder::new();
    let file = f.file("file", b"");
    let line = |dir: &str| format!("run {SAXPY} --print y --cache-dir {dir}");
    gcn_jit(&line(&file)).fails(2, &["code cache", &file]);
    gcn_jit(&line("/proc/none/x")).fails(2, &["code cache", "/proc/none/x"]);
    // Others could put code there.
    let open = f.path("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let open = open.display().to_string();
    gcn_jit(&line(&open)).fails(2, &[&open, "others", "write"]);
    assert!(entries(Path::new(&open)).is_empty());
    gcn_jit(&format!("{} --out y=y.npy", line(&open))).fails(2, &["others"]);
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("y.npy").exists());
}

/// A directory that can only be read: what is there is used, and what is not is compiled each time.
#[test]
fn a_directory_that_cannot_be_written() {
    // Writable for nobody, root included.
    let unwritable = "/proc/self/fd";
    let line = format!("run {SAXPY} --print y --stats=json --cache-dir {unwritable}");
    let (got, stats) = split(&gcn_jit(&line).ok());
    assert_eq!(got + "\n", without_cache());
    check(&stats, true);
    let f = Folder::new();
    let dir = f.path("cache");
    run(&dir, "");
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o500)).unwrap();
    let (got, stats) = run(&dir, "");
    assert_eq!(got + "\n", without_cache());
    check(&stats, false);
}

/// Launches of several shapes: work-groups of one wave and of more, in one and two dimensions, with
/// barriers, loops and atomics.
const LAUNCHES: [&str; 4] = [
    "nbody.hsaco --global 256 --local 64 --arg @examples/data/positions.npy \
     --arg @examples/data/velocities.npy --arg zeros:f32[1024] --arg zeros:f32[1024] --arg 256 \
     --arg 0.01 --arg 0.0625",
    "matmul.hsaco --global 64,64 --local 16,16 --arg @examples/data/a.npy \
     --arg @examples/data/b.npy --arg zeros:f32[4096] --arg 64",
    "reduction.hsaco --kernel reduce_tree --global 1024 --local 256 --arg @examples/data/values.npy \
     --arg zeros:i32[1] --arg local:1024 --arg 4096",
    "mandelbrot.hsaco --global 128,96 --local 16,16 --arg zeros:u32[12288] --arg 128 --arg 96 \
     --arg f32:-2.1 --arg f32:-1.2 --arg f32:0.025 --arg 256",
];

#[test]
fn nothing_is_compiled_again_by_any_number_of_threads() {
    for launch in LAUNCHES {
        let f = Folder::new();
        let dir = f.path("cache").display().to_string();
        let line = |threads: u32| {
            format!(
                "run examples/gfx900/{launch} --threads {threads} --stats=json --cache-dir {dir}"
            )
        };
        // Two processes that start with an empty directory; both may compile.
        let two = [1, 2].map(|n| command(&line(n)).stdout(Stdio::piped()).spawn().unwrap());
        for child in two {
            Ran::new(child.wait_with_output().unwrap()).ok();
        }
        for threads in [1, 2, 2, 7] {
            let text = gcn_jit(&line(threads)).ok();
            check(&serde_json::from_str(&text).unwrap(), false);
        }
    }
}
