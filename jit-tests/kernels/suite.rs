//! Kernels that a compiler made of the OpenCL sources in `suite/`, at several levels of optimisation,
//! on every target and backend, against plain Rust.
//!
//! `suite/NAME.cl` has kernels of one theme, `suite/NAME.rs` their table: arguments, launch, and what
//! they must compute. `suite/build.py` makes the code objects, which are committed. A new theme is those
//! two files and its name in the two lists below.

use gcn_jit::loader::CodeObject;
use gcn_jit::runtime::{ArgValue, Backend, Device, FinalWave, Launch, LoadedProgram};
use std::collections::BTreeSet;
use std::fmt::Debug;

mod algorithms;
mod control;
mod conversions;
mod hashes;
mod integers;
mod memory;
mod numeric;
mod opencl2;
mod unaligned;
mod vectors;

/// The test of each theme, and the table of all themes.
macro_rules! themes {
    ($($name:ident)*) => {
        /// Every theme with its table.
        pub const THEMES: &[(&str, &[Case])] = &[$((stringify!($name), $name::CASES)),*];

        $(#[test]
        fn $name() {
            run(stringify!($name), $name::CASES);
        })*
    };
}

themes! {
    algorithms
    control
    conversions
    hashes
    integers
    memory
    numeric
    opencl2
    unaligned
    vectors
}

/// The targets that everything is compiled for.
pub const TARGETS: [&str; 9] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950",
];

/// Those of them that LLVM 22 compiles: their objects lie in files of their own.
pub const NEWER: [&str; 1] = ["gfx950"];

/// Those without accumulation registers, for which there are checks and older compilers.
pub const CHECKED: &[&str] = TARGETS.first_chunk::<5>().expect("five of nine");

/// Kernels that a compiler gets wrong, with target and levels. LLVM 22 moves the copy of `&out[i]` in
/// `generic_pointers` in front of the `s_or_b64 exec` that its lanes come back by when it optimises: those of
/// `l % 3 == 2` load from where their registers happen to lead.
const WRONG: [(&str, &str, &[&str]); 1] = [("generic_pointers", "gfx950", &["O2", "O3"])];

const LEVELS: [&str; 3] = ["O0", "O2", "O3"];

/// One launch of one kernel.
pub struct Case {
    /// Name of the kernel.
    pub kernel: &'static str,
    /// Work-items per dimension, one to three dimensions. Only OpenCL 2.0 knows partial work-groups; for
    /// older sources the compiler relies on there being none.
    pub grid: &'static [u32],
    /// Work-group size per dimension.
    pub local: &'static [u32],
    /// Its arguments with what must become of them.
    pub args: fn(&Variant) -> Vec<Arg>,
}

/// What the kernels were compiled for. Expected results seldom depend on it.
pub struct Variant {
    /// LLVM target name.
    pub target: &'static str,
}

/// Says what is wrong with a buffer's contents.
pub type Check = Box<dyn Fn(&[u8]) -> Result<(), String>>;

/// One kernel argument.
pub enum Arg {
    /// By value.
    Value(Vec<u8>),
    /// Dynamic LDS of so many bytes.
    Local(u32),
    /// A buffer.
    Buffer {
        /// Its contents before the launch.
        initial: Vec<u8>,
        /// Says what is wrong with its contents after the launch.
        check: Check,
    },
}

/// What buffers and values consist of.
pub trait Element: Copy + Debug {
    /// Little-endian.
    fn bytes(self) -> Vec<u8>;
    /// Of as many bytes as `bytes` gives.
    fn from_bytes(bytes: &[u8]) -> Self;
    /// Whether a kernel may compute `found` where `self` is expected: the same bits, or any NaN for a
    /// NaN.
    fn admits(self, found: Self) -> bool;
    /// For messages: with the bits where `Debug` does not show them.
    fn show(self) -> String;
}

macro_rules! elements {
    ($($int:ty)*; $($float:ty)*) => {
        $(impl Element for $int {
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                <$int>::from_le_bytes(bytes.try_into().expect("one element"))
            }
            fn admits(self, found: Self) -> bool {
                self == found
            }
            fn show(self) -> String {
                format!("{self} ({self:#x})")
            }
        })*
        $(impl Element for $float {
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn from_bytes(bytes: &[u8]) -> Self {
                <$float>::from_le_bytes(bytes.try_into().expect("one element"))
            }
            fn admits(self, found: Self) -> bool {
                self.to_bits() == found.to_bits() || self.is_nan() && found.is_nan()
            }
            fn show(self) -> String {
                format!("{self:?} ({:#x})", self.to_bits())
            }
        })*
    };
}

elements! { i8 u8 i16 u16 i32 u32 i64 u64; half::f16 f32 f64 }

/// An element of which it does not matter what it becomes, or one.
impl<T: Element> Element for Option<T> {
    fn bytes(self) -> Vec<u8> {
        self.map_or(vec![0; size_of::<T>()], T::bytes)
    }
    fn from_bytes(bytes: &[u8]) -> Self {
        Some(T::from_bytes(bytes))
    }
    fn admits(self, found: Self) -> bool {
        self.zip(found).is_none_or(|(own, found)| own.admits(found))
    }
    fn show(self) -> String {
        self.map_or("anything".to_owned(), T::show)
    }
}

fn bytes<T: Element>(values: &[T]) -> Vec<u8> {
    values.iter().flat_map(|v| v.bytes()).collect()
}

/// A by-value argument: a scalar, a vector, or a structure of like fields.
pub fn value<T: Element>(values: &[T]) -> Arg {
    Arg::Value(bytes(values))
}

/// A buffer that the kernel must leave as it is.
pub fn input<T: Element + 'static>(values: &[T]) -> Arg {
    in_out(values, values.to_vec())
}

/// A buffer that the kernel must fill with `expected`; it starts with other bytes.
pub fn output<T: Element + 'static>(expected: Vec<T>) -> Arg {
    let initial = bytes(&expected).iter().map(|b| !b).collect();
    checked(initial, expected, T::admits)
}

/// A buffer with `initial` in it that the kernel must make `expected`.
pub fn in_out<T: Element + 'static>(initial: &[T], expected: Vec<T>) -> Arg {
    checked(bytes(initial), expected, T::admits)
}

/// A buffer that starts with `initial`, in which every element found must be admitted by the expected
/// one.
pub fn checked<T: Element + 'static>(
    initial: Vec<u8>,
    expected: Vec<T>,
    admits: impl Fn(T, T) -> bool + 'static,
) -> Arg {
    assert_eq!(initial.len(), bytes(&expected).len());
    let check = move |found: &[u8]| {
        let size = found.len() / expected.len();
        let mut wrong = (found.chunks_exact(size).map(T::from_bytes).zip(&expected))
            .enumerate()
            .filter(|(_, (found, expected))| !admits(**expected, *found));
        let Some((i, (found, expected))) = wrong.next() else {
            return Ok(());
        };
        let (found, expected) = (found.show(), expected.show());
        let more = wrong.count();
        Err(format!(
            "element {i} is {found}, expected {expected}; {more} more are wrong"
        ))
    };
    Arg::Buffer {
        initial,
        check: Box::new(check),
    }
}

/// `N` reproducible pseudo-random numbers of which some are the values at which arithmetic changes.
pub fn numbers(seed: u64, n: usize) -> Vec<u64> {
    const EDGES: [u64; 16] = [
        0,
        1,
        u64::MAX,
        0x7f,
        0x80,
        0x7fff,
        0x8000,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_ffff,
        0x1_0000_0000,
        i64::MAX as u64,
        i64::MIN as u64,
        0x8080_8080_8080_8080,
        0x7f7f_7f7f_7f7f_7f7f,
        0x8000_8000_8000_8000,
    ];
    // SplitMix64.
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let one = |_| match next() % 8 {
        0 | 1 => EDGES[(next() % 16) as usize],
        2 => next() >> (next() % 64),
        3 => (next() as i64 >> (next() % 64)) as u64,
        _ => next(),
    };
    (0..n).map(one).collect()
}

fn file(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/jit-tests/kernels/suite/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The name in `objects` of what was made of a source.
pub fn bundle(theme: &str, level: &str, target: &str) -> String {
    let suffix = if NEWER.contains(&target) {
        format!("-{target}")
    } else {
        String::new()
    };
    format!("objects/{theme}-{level}{suffix}.hipfb")
}

/// Whether a compiler made of a kernel what its source says.
fn is_right(case: &&Case, target: &str, level: &str) -> bool {
    let mut wrong = WRONG.iter();
    !wrong.any(|(kernel, t, levels)| {
        (*kernel, *t) == (case.kernel, target) && levels.contains(&level)
    })
}

/// The object of `theme`, or, where its source says that there is none for the target, why.
pub fn object(theme: &str, level: &str, target: &str) -> Result<CodeObject, String> {
    let source = String::from_utf8(file(&format!("{theme}.cl"))).expect("UTF-8");
    let without = format!("// without: {target} ");
    if let Some(reason) = source.lines().find_map(|l| l.strip_prefix(&without)) {
        return Err(reason.to_owned());
    }
    let bundle = file(&bundle(theme, level, target));
    Ok(CodeObject::parse(&bundle, Some(target)).unwrap_or_else(|e| panic!("{theme}: {e}")))
}

/// Runs `cases` in every variant on both backends. Reports all that fail.
fn run(theme: &str, cases: &[Case]) {
    let mut failures = Vec::new();
    for level in LEVELS {
        for target in TARGETS {
            let bundle = |level| file(&bundle(theme, level, target));
            if level == "O3" && bundle("O3") == bundle("O2") {
                println!("{theme}.cl gives the same code for {target} at -O3 as at -O2");
                continue;
            }
            let object = match object(theme, level, target) {
                Ok(object) => object,
                Err(reason) => {
                    println!("{theme}.cl is not for {target} {reason}");
                    continue;
                }
            };
            let what = format!("{theme}.cl for {target} -{level}");
            let variant = Variant { target };
            let cases = cases.iter().filter(|c| is_right(c, target, level));
            failures.extend(run_object(&what, &object, &variant, cases.clone()));
        }
    }
    report(&failures);
}

/// Runs `cases`, kernels of `object`, on both backends; gives what fails. Registers are compared too, with
/// which waves end: addresses of private memory among them, which must not depend on who runs what when.
pub fn run_object<'a>(
    what: &str,
    object: &CodeObject,
    variant: &Variant,
    cases: impl IntoIterator<Item = &'a Case> + Clone,
) -> Vec<String> {
    let mut failures = Vec::new();
    let mut registers: Vec<Vec<FinalWave>> = Vec::new();
    // Waves whose registers nobody looks at run differently as compiled code.
    for (backend, capture) in [
        (Backend::Interp, true),
        (Backend::Jit, true),
        (Backend::Jit, false),
    ] {
        let device = Device::new().expect("a device");
        let program = device.load(object).expect("loads");
        for (i, case) in cases.clone().into_iter().enumerate() {
            let mut fail = |problem: String| {
                failures.push(format!("{} of {what}, {backend}: {problem}", case.kernel));
            };
            let how = (backend, capture);
            let captured = run_case(&device, &program, how, case, variant, &mut fail);
            match (backend, capture) {
                (Backend::Interp, _) => registers.push(captured),
                (_, true) => {
                    if let Some(problem) = difference(&registers[i], &captured) {
                        fail(problem);
                    }
                }
                (_, false) => {}
            }
        }
    }
    failures
}

/// The first register in which the final waves of the backends differ.
fn difference(interp: &[FinalWave], jit: &[FinalWave]) -> Option<String> {
    if interp.len() != jit.len() {
        return Some(format!("{} waves, not {}", jit.len(), interp.len()));
    }
    let (a, b) = interp.iter().zip(jit).find(|(a, b)| a != b)?;
    let scalar = (0..128).find(|&s| a.sgpr[s] != b.sgpr[s]);
    let vector = (0..a.vgprs.len()).find(|&v| a.vgprs[v] != b.vgprs[v]);
    let register = match (scalar, vector) {
        (Some(s), _) => format!("s{s}: interp {:#x}, jit {:#x}", a.sgpr[s], b.sgpr[s]),
        (None, Some(v)) => format!("v{v}"),
        (None, None) => "SCC, MODE or PC".to_owned(),
    };
    Some(format!(
        "work-group {:?}, wave {}, {register}",
        a.workgroup, a.wave
    ))
}

/// Fails when there are failures, with all of them.
pub fn report(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// A case ready to be launched, with what checks each buffer: argument, address and size.
pub type Prepared = (Launch<'static>, Vec<(usize, u64, usize, Check)>);

/// Makes the buffers of a case.
pub fn prepare(
    device: &Device,
    program: &LoadedProgram,
    case: &Case,
    variant: &Variant,
) -> Result<Prepared, String> {
    let kernel = program.kernel(case.kernel);
    let mut launch = Launch::new(kernel.ok_or("it is not in the object")?, 1, 1);
    launch.dimensions = case.grid.len() as u32;
    launch.grid[..case.grid.len()].copy_from_slice(case.grid);
    launch.local[..case.local.len()].copy_from_slice(case.local);
    // Far more than any of them needs, so that an endless loop is a failure.
    // Waves that wait for another one spin while its code is compiled.
    launch.max_instructions = Some(2_000_000_000);
    let mut checks = Vec::new();
    for (i, arg) in (case.args)(variant).into_iter().enumerate() {
        launch.args.push(match arg {
            Arg::Value(bytes) => ArgValue::Bytes(bytes),
            Arg::Local(size) => ArgValue::Local(size),
            Arg::Buffer { initial, check } => {
                let name = format!("{} {i}", case.kernel);
                let buffer = device.alloc_raw(&name, initial.len() as u64);
                let address = buffer.expect("room");
                device.memory().write(address, &initial).expect("inside");
                checks.push((i, address, initial.len(), check));
                ArgValue::Buffer(address)
            }
        });
    }
    Ok((launch, checks))
}

/// Calls `run` with every kernel of the themes, compiled at `level` for `target`, ready to be launched. A theme
/// that is not for the target is left out.
pub fn each(
    level: &str,
    target: &'static str,
    mut run: impl FnMut(&str, &Device, &LoadedProgram, &Launch<'static>),
) {
    for (theme, cases) in THEMES {
        let Ok(object) = object(theme, level, target) else {
            continue;
        };
        let device = Device::new().expect("a device");
        let program = device.load(&object).expect("loads");
        for case in cases.iter().filter(|c| is_right(c, target, level)) {
            let prepared = prepare(&device, &program, case, &Variant { target });
            let (launch, _) = prepared.unwrap_or_else(|e| panic!("{}: {e}", case.kernel));
            run(case.kernel, &device, &program, &launch);
        }
    }
}

fn run_case(
    device: &Device,
    program: &LoadedProgram,
    (backend, capture): (Backend, bool),
    case: &Case,
    variant: &Variant,
    fail: &mut dyn FnMut(String),
) -> Vec<FinalWave> {
    let (mut launch, checks) = match prepare(device, program, case, variant) {
        Ok(prepared) => prepared,
        Err(e) => {
            fail(e);
            return Vec::new();
        }
    };
    (launch.backend, launch.capture) = (backend, capture);
    let captured = match device.launch(program, &launch) {
        Ok(stats) => stats.captured,
        Err(e) => {
            fail(e.to_string());
            return Vec::new();
        }
    };
    for (i, address, size, check) in checks {
        let mut found = vec![0; size];
        device.memory().read(address, &mut found).expect("inside");
        if let Err(problem) = check(&found) {
            fail(format!("argument {i}: {problem}"));
        }
    }
    captured
}

/// Code for a generic target does the same on each of its members (LLVM AMDGPUUsage, "Generic Processors").
#[test]
fn generic_code_runs_on_its_members() {
    let mut failures = Vec::new();
    for (theme, cases, generic, members) in [
        (
            "hashes",
            hashes::CASES,
            "gfx9-generic",
            ["gfx900", "gfx90c", "gfx906"],
        ),
        (
            "algorithms",
            algorithms::CASES,
            "gfx9-4-generic",
            ["gfx940", "gfx942", "gfx950"],
        ),
    ] {
        let bundle = file(&format!("objects/{theme}-O2-{generic}.hipfb"));
        for target in members.into_iter().chain([generic]) {
            let object = CodeObject::parse(&bundle, Some(target)).expect("for its members");
            assert_eq!(object.target, generic);
            let what = format!("{theme}.cl for {generic} on {target}");
            failures.extend(run_object(&what, &object, &Variant { target }, cases));
        }
        for other in ["gfx803", "gfx908", "gfx90a"] {
            assert!(CodeObject::parse(&bundle, Some(other)).is_err(), "{other}");
        }
    }
    report(&failures);
}

/// Every source has objects and a table, and every kernel of it a row there.
#[test]
fn no_kernel_is_left_out() {
    let folder = format!("{}/jit-tests/kernels/suite", env!("CARGO_MANIFEST_DIR"));
    let sources = std::fs::read_dir(folder).expect("the folder of the suite");
    let sources: BTreeSet<String> = sources
        .map(|entry| entry.expect("an entry").file_name().into_string())
        .filter_map(|name| Some(name.ok()?.strip_suffix(".cl")?.to_owned()))
        .collect();
    let themes: BTreeSet<String> = THEMES.iter().map(|t| t.0.to_owned()).collect();
    assert_eq!(sources, themes);
    for (theme, cases) in THEMES {
        let listed: BTreeSet<&str> = cases.iter().map(|c| c.kernel).collect();
        for level in LEVELS {
            for target in TARGETS {
                let Ok(object) = object(theme, level, target) else {
                    continue;
                };
                let built: BTreeSet<&str> = object.kernels.iter().map(|k| &*k.name).collect();
                assert_eq!(built, listed, "{theme}.cl for {target} -{level}");
            }
        }
    }
}
