//! What OpenCL C has built in, compiled for every target and run on both backends: the math library in
//! three precisions, atomics, functions of work-groups and sub-groups, and the instructions that only
//! compiler builtins reach.
//!
//! `builtins/NAME.cl` has the kernels of a theme; the Rust file of the theme says what they must
//! compute. `suite/build.py` makes the code objects, which are committed. The kernels of a source
//! differ by target, and what they must compute is judged, not only compared: so the table of a theme
//! is a function here, unlike in `suite.rs`.

use super::suite;
use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{ArgValue, Backend, Device, Launch, LoadedProgram};
use std::collections::BTreeSet;

mod atomics;
mod cdna4;
mod format;
mod groups;
mod lanes;
mod math;
mod math_reference;
mod matrix;

const TARGETS: [&str; 9] = suite::TARGETS;
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/jit-tests/kernels/builtins");

/// What the kernels of a theme were compiled for.
#[derive(Clone, Copy, Debug)]
struct Variant {
    /// LLVM target name.
    target: &'static str,
    /// `O0` or `O2`.
    level: &'static str,
}

impl Variant {
    /// 6, 7, 8, 9 or 906.
    fn generation(self) -> u32 {
        match self.target {
            "gfx600" => 6,
            "gfx700" => 7,
            "gfx803" => 8,
            "gfx900" => 9,
            _ => 906,
        }
    }

    /// Different for each variant, for numbers that shall differ.
    fn seed(self) -> u64 {
        u64::from(self.generation()) * 2 + u64::from(self.level == "O0")
    }
}

/// One launch of one kernel, whose arguments are all buffers.
struct Job {
    kernel: String,
    groups: u32,
    group_size: u32,
    /// Host threads.
    threads: usize,
    /// What the buffers contain before the launch.
    buffers: Vec<Vec<u8>>,
    /// Whether the backends must leave the same bytes. Not so where work-groups race.
    same: bool,
    /// Says what is wrong with the buffers after the launch.
    check: Check,
}

type Check = Box<dyn Fn(&[Vec<u8>]) -> Result<(), String>>;

/// A source and its kernels.
struct Theme {
    name: &'static str,
    levels: &'static [&'static str],
    jobs: fn(Variant) -> Vec<Job>,
}

/// The test of each theme, and the table of all themes.
macro_rules! themes {
    ($($name:ident [$($level:ident)*] $jobs:expr;)*) => {
        const THEMES: &[Theme] = &[$(Theme {
            name: stringify!($name),
            levels: &[$(stringify!($level)),*],
            jobs: $jobs,
        }),*];

        $(#[test]
        fn $name() {
            let theme = THEMES.iter().find(|t| t.name == stringify!($name));
            run(theme.expect("listed"));
        })*
    };
}

themes! {
    math_f32 [O0 O2] |v| math::jobs(v, &math::FLOAT);
    math_f64 [O0 O2] |v| math::jobs(v, &math::DOUBLE);
    math_f16 [O0 O2] |v| math::jobs(v, &math::HALF);
    relaxed_f32 [O2] |v| math::jobs(v, &math::RELAXED);
    flushed_f32 [O2] |v| math::jobs(v, &math::FLUSHED);
    rounded_f32 [O2] |v| math::jobs(v, &math::ROUNDED);
    atomics [O0 O2] atomics::jobs;
    atomics20 [O0 O2] atomics::generic_jobs;
    groups [O0 O2] groups::jobs;
    groups20 [O0 O2] groups::builtin_jobs;
    lanes [O0 O2] lanes::jobs;
    matrix [O0 O2 O3] matrix::jobs;
    cdna4 [O0 O2] cdna4::jobs;
}

fn file(name: &str) -> Vec<u8> {
    let path = format!("{FOLDER}/{name}");
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The object of a theme; `None` where its source says that there is none for the variant.
fn object(theme: &str, variant: Variant) -> Option<CodeObject> {
    let source = String::from_utf8(file(&format!("{theme}.cl"))).expect("UTF-8");
    let without = format!("// without: {} ", variant.target);
    let only = format!("// {} only: ", variant.level);
    const ALONE: &str = "// targets: ";
    let not_for = |l: &str| {
        l.starts_with(&without)
            || (l.strip_prefix(&only).or(l.strip_prefix(ALONE)))
                .is_some_and(|targets| !targets.contains(variant.target))
    };
    // What a newer compiler makes is made of sources that name its targets.
    let is_newer = suite::NEWER.contains(&variant.target);
    let names = source.lines().any(|l| l.starts_with(ALONE));
    if is_newer && !names || source.lines().any(not_for) {
        return None;
    }
    let bundle = file(&suite::bundle(theme, variant.level, variant.target));
    let object = CodeObject::parse(&bundle, Some(variant.target));
    Some(object.unwrap_or_else(|e| panic!("{theme} for {variant:?}: {e}")))
}

fn variants(theme: &Theme) -> impl Iterator<Item = (Variant, CodeObject)> {
    let of_level = |&level| TARGETS.map(|target| Variant { target, level });
    (theme.levels.iter().flat_map(of_level)).filter_map(|v| Some((v, object(theme.name, v)?)))
}

/// Runs all kernels of `theme` in every variant on both backends. Reports all that fail.
fn run(theme: &Theme) {
    let mut failures = Vec::new();
    for (variant, object) in variants(theme) {
        let backends = [Backend::Interp, Backend::Jit].map(|backend| {
            let device = Device::new().expect("a device");
            let program = device.load(&object).expect("loads");
            (backend, device, program)
        });
        for job in (theme.jobs)(variant) {
            let mut fail = |problem: String| {
                let (kernel, Variant { target, level }) = (&job.kernel, variant);
                failures.push(format!("{kernel}, {target} -{level}, {problem}"));
            };
            let mut before = None;
            for (backend, device, program) in &backends {
                let found = match launch(device, program, *backend, &job) {
                    Ok(found) => found,
                    Err(e) => {
                        fail(format!("{backend}: {e}"));
                        continue;
                    }
                };
                if let Err(e) = (job.check)(&found) {
                    fail(format!("{backend}: {e}"));
                }
                if job.same && before.as_ref().is_some_and(|b| *b != found) {
                    fail("the backends differ".to_owned());
                }
                before = Some(found);
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} failures in {}.cl:\n{}",
        failures.len(),
        theme.name,
        failures.join("\n")
    );
}

/// Runs `job` and gives its buffers' contents.
fn launch(
    device: &Device,
    program: &LoadedProgram,
    backend: Backend,
    job: &Job,
) -> Result<Vec<Vec<u8>>, String> {
    let run = |launch: &Launch<'_>| {
        let launch = launch.clone().backend(backend);
        let ran = device.launch(program, &launch);
        ran.map_err(|e| e.to_string())
    };
    with_launch(device, program, job, run).map(|(_, contents)| contents)
}

/// Calls `visit` with each launch of the kernels with matrices for a target.
pub fn each_matrix(
    target: &'static str,
    level: &'static str,
    mut visit: impl FnMut(&str, &Device, &LoadedProgram, &Launch<'_>),
) {
    let variant = Variant { target, level };
    for theme in THEMES
        .iter()
        .filter(|t| ["matrix", "cdna4"].contains(&t.name))
    {
        let Some(object) = object(theme.name, variant) else {
            continue;
        };
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        for job in (theme.jobs)(variant) {
            let visited = with_launch(&device, &program, &job, |launch| {
                visit(&job.kernel, &device, &program, launch);
                Ok(())
            });
            visited.unwrap_or_else(|e| panic!("{} for {variant:?}: {e}", job.kernel));
        }
    }
}

/// Has `run` launch `job`, and gives its buffers' contents.
fn with_launch<T>(
    device: &Device,
    program: &LoadedProgram,
    job: &Job,
    run: impl FnOnce(&Launch<'_>) -> Result<T, String>,
) -> Result<(T, Vec<Vec<u8>>), String> {
    let kernel = program.kernel(&job.kernel).ok_or("not in the object")?;
    let mut launch = Launch::new(kernel, job.groups * job.group_size, job.group_size);
    launch.threads = job.threads;
    // Far more than any of them needs, so that an endless loop is a failure.
    // Waves that wait for another one spin while its code is compiled.
    launch.max_instructions = Some(2_000_000_000);
    let mut addresses = Vec::new();
    for (i, contents) in job.buffers.iter().enumerate() {
        let buffer = device.alloc_raw(&format!("argument {i}"), contents.len() as u64);
        let address = buffer.expect("room");
        device.memory().write(address, contents).expect("inside");
        addresses.push(address);
        launch.args.push(ArgValue::Buffer(address));
    }
    let result = run(&launch);
    let contents = job.buffers.iter().zip(&addresses).map(|(b, &address)| {
        let mut found = vec![0; b.len()];
        device.memory().read(address, &mut found).expect("inside");
        device.memory().free(address).expect("its address");
        found
    });
    let contents = contents.collect();
    result.map(|r| (r, contents))
}

/// Every source has a theme, and every kernel of it a job.
#[test]
fn no_builtin_is_left_out() {
    let sources = std::fs::read_dir(FOLDER).expect("the folder");
    let sources: BTreeSet<String> = sources
        .map(|entry| entry.expect("an entry").file_name().into_string())
        .filter_map(|name| Some(name.ok()?.strip_suffix(".cl")?.to_owned()))
        .collect();
    let themes: BTreeSet<String> = THEMES.iter().map(|t| t.name.to_owned()).collect();
    assert_eq!(sources, themes);
    for theme in THEMES {
        for (variant, object) in variants(theme) {
            let jobs: BTreeSet<String> = (theme.jobs)(variant)
                .into_iter()
                .map(|j| j.kernel)
                .collect();
            let built: BTreeSet<String> = object.kernels.iter().map(|k| k.name.clone()).collect();
            assert_eq!(built, jobs, "{} for {variant:?}", theme.name);
        }
    }
}

/// Reproducible pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// From `low` up to `high`.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}
