//! HSA programs in C (`programs/`) are compiled, linked to the library, and run. What each of them must have executed
//! is counted by the library itself: a program that passes without execution fails.

use std::collections::BTreeMap;
use std::process::Command;

mod common;
use common::{counts, install_library, library, output, root};

const SAXPY: &str = "../examples/gfx900/saxpy.hsaco";
const TIMES: &str = "tests/kernels/times.hsaco";
const GRID: &str = "tests/kernels/grid.hsaco";
const COUNTER: &str = "../capi/tests/kernels/counter.hsaco";

/// What a program has printed, and what the library has counted.
struct Ran {
    stdout: String,
    stderr: String,
    counts: BTreeMap<String, u64>,
    trace: String,
    success: bool,
}

/// Compiles and runs a program with files as arguments.
fn run(name: &str, files: &[&str], targets: &str) -> Ran {
    run_with(name, files, &[("GCN_JIT_TARGETS", targets)])
}

/// As [`run`], with an environment.
fn run_with(name: &str, files: &[&str], environment: &[(&str, &str)]) -> Ran {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    install_library(folder.path());
    let mut compile = Command::new("cc");
    compile.args(["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror"]);
    compile
        .arg("-Wno-unused-variable")
        .arg("-O1")
        .arg("-o")
        .arg(at("program"));
    compile.arg(root().join("tests/programs").join(name).with_extension("c"));
    compile
        .arg("-L")
        .arg(folder.path())
        .args(["-lhsa-runtime64", "-lpthread"]);
    let compiled = output(&mut compile);
    let error = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success() && error.is_empty(), "{error}");

    let mut command = Command::new("timeout");
    command.arg("120").arg(at("program"));
    command.args(files.iter().map(|f| root().join(f)));
    command.env("LD_LIBRARY_PATH", folder.path());
    command
        .env_remove("GCN_JIT_TARGETS")
        .envs(environment.iter().copied());
    command.env("GCN_JIT_THREADS", "2");
    command.env("GCN_JIT_HSA_STATS", "1");
    command.env("GCN_JIT_HSA_TRACE", at("trace"));
    let ran = output(&mut command);
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    Ran {
        stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
        counts: counts(&stderr),
        trace: std::fs::read_to_string(at("trace")).unwrap_or_default(),
        success: ran.status.success(),
        stderr,
    }
}

impl Ran {
    /// The program says that all was right, and nobody complained.
    fn is_right(&self) {
        assert!(self.success, "{}{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "right\n");
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
    }

    fn counts(&self, wanted: &[(&str, u64)]) {
        for (name, n) in wanted {
            assert_eq!(self.counts.get(*name), Some(n), "{name}: {}", self.stderr);
        }
    }
}

#[test]
fn a_packet_runs() {
    let ran = run("saxpy", &[SAXPY], "gfx900");
    ran.is_right();
    // 201 dispatches of 16 waves.
    ran.counts(&[
        ("dispatches", 201),
        ("waves", 3216),
        ("faults", 0),
        ("barriers", 1),
    ]);
    // The trace has every call with its arguments and its result.
    let line = |what: &str| ran.trace.lines().any(|l| l.contains(what));
    assert!(line("hsa_init() = SUCCESS"), "{}", ran.trace);
    assert!(
        line("hsa_executable_get_symbol_by_name(executable="),
        "{}",
        ran.trace
    );
    assert!(line("name=\"saxpy.kd\""), "{}", ran.trace);
}

/// Kernels like those by which ROCm copies and fills: whether they are recognized or executed, memory is the same.
#[test]
fn blits() {
    // As ROCm's, 100 of each kind and two large ones; others, of which some are the same by chance; such as overlap, and one
    // that is a fault.
    for (file, known, others, last) in [
        ("blits", 402, 120, (20, 1)),
        ("blits_numbered", 402, 110, (20, 1)),
        ("blits_five", 300, 90, (0, 0)),
    ] {
        let path = format!("tests/kernels/{file}.hsaco");
        let runs = ["0", "1"].map(|quick| {
            let environment = [
                ("GCN_JIT_TARGETS", "gfx900"),
                ("GCN_JIT_HSA_QUICK_COPIES", quick),
            ];
            let ran = run_with("blits", &[&path], &environment);
            assert!(ran.success, "{file}, {quick}: {}{}", ran.stdout, ran.stderr);
            assert!(ran.stdout.ends_with("right\n"), "{}", ran.stdout);
            ran.counts(&[("dispatches", known + others + last.0), ("faults", last.1)]);
            ran
        });
        let copies = runs.each_ref().map(|r| r.counts["copies"]);
        assert_eq!(copies[0], 0, "{file}");
        assert!(
            (known..known + others / 2).contains(&copies[1]),
            "{copies:?}"
        );
        assert_eq!(runs[0].stdout, runs[1].stdout, "{file}");
        assert_eq!(runs[0].counts["waves"], runs[1].counts["waves"], "{file}");
    }
}

/// A kernel has the private memory that it needs, even if its packet says less.
/// gfx906 is a card with SRAM ECC (MI50), on which loads of 16 bits clear the other half (LLVM,
/// GCNSubtarget::d16PreservesUnusedBits); gfx900 has none.
#[test]
fn loads_of_16_bits_with_and_without_ecc() {
    run("halves", &["tests/kernels/halves_906.hsaco"], "gfx906").is_right();
    let environment = [("GCN_JIT_TARGETS", "gfx900"), ("KEEPS", "1")];
    run_with("halves", &["tests/kernels/halves.hsaco"], &environment).is_right();
}

#[test]
fn private_memory() {
    let file = "../jit-tests/kernels/examples-O0/gfx900/saxpy.hsaco";
    let environment = [("GCN_JIT_TARGETS", "gfx900"), ("NO_PRIVATE", "1")];
    let ran = run_with("saxpy", &[file], &environment);
    ran.is_right();
    ran.counts(&[("dispatches", 201), ("waves", 3216), ("faults", 0)]);
}

#[test]
fn queries() {
    let ran = run("queries", &[], "gfx900");
    ran.is_right();
    ran.counts(&[("dispatches", 0)]);
    assert!(ran.trace.contains("hsa_ext_image_create() = ERROR"));
}

/// What programs of ROCm 6 and 7 ask for beside.
#[test]
fn newer_functions() {
    let ran = run("newer", &[SAXPY], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right\n");
    ran.counts(&[
        ("dispatches", 2),
        ("waves", 32),
        ("faults", 5),
        ("copies", 4),
    ]);
}

#[test]
fn barriers_hold_a_queue() {
    let ran = run("barriers", &[SAXPY], "gfx900");
    ran.is_right();
    ran.counts(&[
        ("dispatches", 4),
        ("waves", 4),
        ("barriers", 4),
        ("faults", 0),
    ]);
}

#[test]
fn packets_are_executed_when_they_are_written() {
    let ran = run("unfinished", &[], "gfx906");
    ran.is_right();
    ran.counts(&[("barriers", 2)]);
}

#[test]
fn signals_between_threads() {
    run("signals", &[], "gfx900").is_right();
}

#[test]
fn copies_and_locked_memory() {
    let ran = run("copies", &[SAXPY], "gfx900");
    ran.is_right();
    // One fill, four copies that wait for signals or not, one at once.
    ran.counts(&[("dispatches", 1), ("waves", 16), ("copies", 6)]);
}

#[test]
fn shared_virtual_memory() {
    let ran = run("svm", &[SAXPY], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right\n");
    ran.counts(&[("dispatches", 7), ("waves", 112), ("faults", 7)]);
}

#[test]
fn reserved_addresses() {
    let ran = run("vmem", &[SAXPY], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right in another process\nright\n");
    ran.counts(&[("dispatches", 4), ("waves", 64), ("faults", 4)]);
}

#[test]
fn what_processes_share() {
    let ran = run("processes", &[SAXPY], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right in another process\nright\n");
    ran.counts(&[("dispatches", 1), ("waves", 16), ("faults", 0)]);
}

#[test]
fn variables_and_symbols() {
    let ran = run("variables", &[COUNTER], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right\n");
    ran.counts(&[("dispatches", 3), ("waves", 4), ("faults", 0)]);
}

#[test]
fn a_fault_is_reported() {
    let ran = run("fault", &[SAXPY], "gfx900");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    let mut lines = ran.stdout.lines();
    let text = lines.next().unwrap_or_default();
    // The lowest lane behind 2,048 bytes is the first of wave 8.
    assert!(
        text.contains("saxpy") && text.contains("'device memory' (2048 bytes)"),
        "{text}"
    );
    assert!(ran.stderr.contains(text), "{}", ran.stderr);
    assert_eq!(lines.next(), Some("right"));
    ran.counts(&[("dispatches", 0), ("faults", 3)]);
}

/// A program that could not hear of a fault must not go on as if there was none.
#[test]
fn a_fault_without_a_callback_ends_the_program() {
    let environment = [("GCN_JIT_TARGETS", "gfx900"), ("NO_CALLBACK", "1")];
    let ran = run_with("fault", &[SAXPY], &environment);
    assert!(!ran.success && ran.stdout.is_empty(), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("'device memory' (2048 bytes)"),
        "{}",
        ran.stderr
    );
}

/// What lies behind an allocation in its last page belongs to it where that is asked for.
#[test]
fn whole_pages() {
    let pages = ("GCN_JIT_HSA_WHOLE_PAGES", "1");
    let environment = [("GCN_JIT_TARGETS", "gfx900"), ("NO_CALLBACK", "1"), pages];
    let ran = run_with("fault", &[SAXPY], &environment);
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    ran.counts(&[("dispatches", 1), ("waves", 16), ("faults", 0)]);
}

/// Compiled code is kept in a folder, and one that cannot be used is no reason to stop.
#[test]
fn code_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("cache");
    let environment = [
        ("GCN_JIT_TARGETS", "gfx900"),
        ("GCN_JIT_CACHE", at.to_str().expect("text")),
    ];
    let kept = || std::fs::read_dir(&at).expect("a folder").count();
    run_with("saxpy", &[SAXPY], &environment).is_right();
    let first = kept();
    assert!(first > 0);
    run_with("saxpy", &[SAXPY], &environment).is_right();
    assert_eq!(kept(), first, "nothing is compiled anew");

    let environment = [
        ("GCN_JIT_TARGETS", "gfx900"),
        ("GCN_JIT_CACHE", "/proc/none"),
    ];
    let ran = run_with("saxpy", &[SAXPY], &environment);
    assert!(ran.success, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("gcn-jit-hsa: ") && ran.stderr.contains("/proc/none"),
        "{}",
        ran.stderr
    );
}

/// AMD's own variable chooses the target where ours does not.
#[test]
fn target_by_its_version() {
    run_with("queries", &[], &[("HSA_OVERRIDE_GFX_VERSION", "9.0.0")]).is_right();
}

#[test]
fn several_agents() {
    let files = [SAXPY, "../examples/gfx803/saxpy.hsaco"];
    let ran = run("agents", &files, "gfx900,gfx803");
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(ran.stdout, "right\n");
    ran.counts(&[("dispatches", 2), ("waves", 8), ("faults", 0)]);
}

#[test]
fn optional_features() {
    let file = "../jit-tests/kernels/abi/gfx90a-v5.hsaco";
    run("features", &[file], "gfx90a").is_right();
}

#[test]
fn queues_run_at_the_same_time() {
    let ran = run("queues", &[COUNTER], "gfx900");
    ran.is_right();
    // The fourth was ended with its queue.
    ran.counts(&[
        ("dispatches", 3),
        ("waves", 3),
        ("faults", 0),
        ("barriers", 1),
    ]);
}

#[test]
fn cooperative_queues() {
    let ran = run("cooperative", &[GRID], "gfx900");
    ran.is_right();
    ran.counts(&[("dispatches", 1), ("waves", 3000), ("faults", 0)]);
}

/// Libraries load thousands of kernels, of which a program uses a few.
#[test]
fn code_that_is_not_used_takes_no_memory() {
    let ran = run("many", &[], "gfx900");
    ran.is_right();
    // Of 9 code objects 4 kernels, 4 of 5 pointers, and 8 of those that were loaded again.
    let dispatches = 9 * 4 + 5 * 4 + 8;
    ran.counts(&[
        ("dispatches", dispatches),
        ("waves", dispatches),
        ("faults", 0),
    ]);
}

/// What a kernel executed in all dispatches is told at the end, once, by how far it can be trusted.
#[test]
fn how_far_results_can_be_trusted() {
    let said = "fidelity of saxpy, gfx900: all ";
    let environment = |how| [("GCN_JIT_TARGETS", "gfx900"), ("GCN_JIT_HSA_FIDELITY", how)];
    let ran = run_with("saxpy", &[SAXPY], &environment("1"));
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    let told: Vec<&str> = ran.stderr.lines().collect();
    assert!(told[0].starts_with(said), "{}", ran.stderr);
    assert!(told[0].ends_with(" executed instructions are exact by the manual"));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trust");
    let file = file.to_str().expect("text");
    run_with("saxpy", &[SAXPY], &environment(file));
    let lines = std::fs::read_to_string(file).expect("a file");
    let line: serde_json::Value = serde_json::from_str(lines.trim()).expect("one line of JSON");
    let n = line["executed"].as_u64().expect("a number");
    assert!(
        told[0].starts_with(&format!("{said}{n} ")),
        "{n}: {}",
        told[0]
    );
    assert_eq!(line["classes"]["exact"]["executed"], n);
    // Checks take their place.
    let both = [
        environment("1").as_slice(),
        &[("GCN_JIT_HSA_CHECK", "waits")],
    ]
    .concat();
    assert!(
        !run_with("saxpy", &[SAXPY], &both)
            .stderr
            .contains("fidelity")
    );
}

/// Each dispatch is told when it has ended, with the card that runs the code; of a card that does not, nothing is.
#[test]
fn how_long_a_card_would_take() {
    let environment = |how, card| {
        [
            ("GCN_JIT_TARGETS", "gfx900"),
            ("GCN_JIT_HSA_ESTIMATE", how),
            ("GCN_JIT_HSA_ESTIMATE_CARD", card),
        ]
    };
    let ran = run_with("saxpy", &[SAXPY], &environment("1", ""));
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    let told = |line: &&str| {
        line.contains("saxpy: ") && line.contains(" us on AMD Radeon RX Vega 64, bound by ")
    };
    assert!(ran.stderr.lines().any(|line| told(&line)), "{}", ran.stderr);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("estimates");
    let file = file.to_str().expect("text");
    let mut variables = environment(file, "mi50,vega64,fiji").to_vec();
    variables.push(("GCN_JIT_HSA_ESTIMATE_TIMELINE", "1"));
    run_with("saxpy", &[SAXPY], &variables);
    let lines = std::fs::read_to_string(file).expect("a file");
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["kernel"], "saxpy");
        assert_eq!(line["card"], "AMD Radeon RX Vega 64");
        let seconds = line["kernel_seconds"].as_f64();
        assert!(seconds > Some(0.0));
        // One unit has every 64th work-group, and this is a launch of few.
        let groups = line["groups"].as_array().expect("a list");
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0]["group"], 0);
        assert_eq!(groups[0]["time"][0], 0.0);
        assert!(groups[0]["time"][1].as_f64() > Some(0.0));
    }
    assert!(!lines.is_empty());
    let ran = run_with("saxpy", &[SAXPY], &environment("1", "mi300a"));
    assert!(
        ran.success && !ran.stderr.contains("bound by"),
        "{}",
        ran.stderr
    );
}

/// What a program prints on a GPU whose clocks follow estimates as `how` says, and the lines of these.
fn estimated(name: &str, file: &str, how: &str) -> (String, Vec<serde_json::Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    let estimates = folder.path().join("estimates");
    let environment = [
        ("GCN_JIT_TARGETS", "gfx900"),
        ("GCN_JIT_HSA_ESTIMATE", estimates.to_str().expect("text")),
        ("GCN_JIT_HSA_ESTIMATE_CLOCKS", how),
    ];
    let ran = run_with(name, &[file], &environment);
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    let lines = std::fs::read_to_string(&estimates).expect("a file");
    let lines = lines.lines().map(serde_json::from_str);
    (
        ran.stdout,
        lines.collect::<Result<_, _>>().expect("lines of JSON"),
    )
}

/// What `clocks` prints, by name, and the lines of the estimates.
fn clocks(how: &str) -> (BTreeMap<String, [u64; 2]>, Vec<serde_json::Value>) {
    let (said, lines) = estimated("clocks", SAXPY, how);
    let said = said.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse().expect("a number");
        (words[0].to_owned(), [number(1), number(2)])
    });
    (said.collect(), lines)
}

/// The rules are those of `hsa/README.md`; what a kernel and a launch take is in the same run's estimates.
#[test]
fn how_the_clocks_follow() {
    let (said, lines) = clocks("1");
    let [one, two, three] = ["one", "two", "three"].map(|name| said[name]);
    let is_near = |a: u64, b: f64| (a as f64 - b).abs() <= 1.0;
    assert_eq!(lines.len(), 3);
    for (line, [begin, end]) in lines.iter().zip([one, two, three]) {
        assert_eq!(line["begin_ns"], begin);
        assert_eq!(line["queue"], 1);
        assert_eq!(line["process"], said["process"][0]);
        let seconds = line["kernel_seconds"].as_f64().expect("a number");
        assert!(
            is_near(end - begin, 1e9 * seconds),
            "{begin} {end}: {seconds}"
        );
    }
    let cost = |i: usize, name: &str| 1e9 * lines[i][name].as_f64().expect("a number");
    assert!(
        is_near(two[0] - one[1], cost(1, "queued_seconds")),
        "{said:?}"
    );
    // Idle queues: the program has given the packet before.
    let launch = |i: usize| cost(i, "launch_seconds").round() as u64;
    assert!(one[0] >= said["ready"][0] + launch(0), "{said:?}");
    assert!(three[0] >= said["idle"][0] + launch(2), "{said:?}");
    // What is seen is over, also for another queue, and in the time of a copy.
    assert!(said["seen"][0] >= two[1], "{said:?}");
    assert!(said["held"][0] >= three[1], "{said:?}");
    assert!(said["all"][0] >= said["held"][1], "{said:?}");
    assert!(said["copy"][0] >= said["held"][1], "{said:?}");
    assert!(said["copy"][0] < said["copy"][1], "{said:?}");
    // Emulation takes longer than a card would, and is not in the program's time.
    let [told, counter] = said["told"];
    assert!(
        told <= counter && counter < said["real"][0] && said["copy"][1] <= told,
        "{said:?}"
    );
    // Of a tick of the GPU are ten nanoseconds.
    assert_eq!(said["system"], [counter, counter / 10]);
}

/// What `times` prints: of each launch the beginning and the end, and what the cycles and the real time were before and
/// after the loads of the first and of the last work-group.
fn times(how: &str) -> (Vec<[u64; 10]>, Vec<serde_json::Value>) {
    let (said, lines) = estimated("times", TIMES, how);
    let launches = said.lines().map(|line| {
        let numbers = line.split(' ').skip(1).map(str::parse);
        let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().expect("numbers");
        numbers.try_into().expect("ten numbers")
    });
    (launches.collect(), lines)
}

/// Kernels find the clocks where the launch is: a Vega 64 has 1,546 cycles in a microsecond, and 100 ticks.
#[test]
fn clocks_of_kernels_follow() {
    let (launches, lines) = times("1");
    assert_eq!(launches.len(), 4);
    for ([begin, end, waves @ ..], line) in launches.iter().zip(&lines) {
        assert_eq!(line["begin_ns"], *begin);
        let [first, last] = [&waves[..4], &waves[4..]];
        // Three instructions come before; what the clocks show is rounded down, and the launch's end is, too.
        let cycles = begin * 1546 / 1000;
        assert!((cycles..cycles + 3 * 40).contains(&first[0]), "{waves:?}");
        assert!(
            (begin / 10..=begin / 10 + 8).contains(&first[2]),
            "{waves:?}"
        );
        for wave in [first, last] {
            let [took, ticks] = [wave[1] - wave[0], wave[3] - wave[2]];
            // A read of one clock is two instructions before that of the other.
            let apart = took as f64 - ticks as f64 * 15.46;
            assert!(apart.abs() < 100.0, "{waves:?}");
            assert!(wave[3] * 10 <= *end, "{waves:?}: {end}");
        }
    }
    let took = |i: usize, wave: usize| launches[i][4 * wave + 3] - launches[i][4 * wave + 2];
    let per_instruction = |i: usize| {
        lines[i]["cycles_per_instruction"]
            .as_f64()
            .expect("a number")
    };
    // A round is eight instructions. The first launch issues one in four cycles; the second knows how long the first has
    // waited for its loads, which the L1 answers after 130 cycles at the earliest.
    let of_rounds = 8.0 * 300.0;
    for (i, pace) in [
        (0, 4.0),
        (1, per_instruction(0)),
        (2, per_instruction(1)),
        (3, per_instruction(2)),
    ] {
        for wave in 0..2 {
            let off = took(i, wave) as f64 - pace * of_rounds;
            assert!(
                (0.0..20.0 * pace).contains(&off),
                "{i}: {launches:?} {pace}"
            );
        }
    }
    let round = took(1, 0) as f64 / 300.0;
    assert!((150.0..250.0).contains(&round), "{round}");
    // More waves than the card has room for: the last ends with the launch, where it is known how long that takes.
    let [begin, end, ..] = launches[3];
    let last = launches[3][9] * 10;
    assert!(end - last < (end - begin) / 20, "{launches:?}");
    assert!(
        launches[3][6] > launches[3][2] + took(3, 0) / 2,
        "{launches:?}"
    );
}

/// Without estimated clocks kernels count from 0.
#[test]
fn clocks_of_kernels_count_instructions() {
    for how in ["", "0"] {
        for [_, _, waves @ ..] in times(how).0 {
            assert_eq!([waves[0], waves[2], waves[4], waves[6]], [8, 0, 8, 0]);
            assert!(
                (9600..9700).contains(&waves[1]) && waves[3] == waves[1] / 64,
                "{waves:?}"
            );
            assert_eq!(waves[..4], waves[4..]);
        }
    }
}

/// Without them the program's times are real ones, and only the estimates tell of the clock.
#[test]
fn clocks_are_real_unless_asked_for() {
    for how in ["", "0"] {
        let (said, lines) = clocks(how);
        let [before, after] = said["real"];
        let [told, counter] = said["told"];
        assert!(before <= told && told <= counter && counter <= after);
        let begins = lines.iter().map(|line| line["begin_ns"].as_u64());
        let begins: Vec<u64> = begins.collect::<Option<_>>().expect("numbers");
        assert!(begins.is_sorted() && begins.len() == 3, "{begins:?}");
        let kernel = 1e9 * lines[0]["kernel_seconds"].as_f64().expect("a number");
        let queued = 1e9 * lines[1]["queued_seconds"].as_f64().expect("a number");
        let apart = (begins[1] - begins[0]) as f64;
        assert!((apart - kernel - queued).abs() <= 1.0, "{begins:?}");
        // The processor has really executed it at another time.
        assert_ne!(said["one"][0], begins[0]);
    }
}

/// A kernel without its wait for a load, and with it (`jit-tests/kernels/checks/build.sh`).
const MISSING: &str = "../jit-tests/kernels/checks/missing.hsaco";
const WHOLE: &str = "../jit-tests/kernels/checks/whole.hsaco";

/// The environment that asks for checks of `classes`.
fn checks(classes: &str) -> [(&str, &str); 2] {
    [
        ("GCN_JIT_TARGETS", "gfx900"),
        ("GCN_JIT_HSA_CHECK", classes),
    ]
}

/// What is missing is told at the end, once, with the count of all three dispatches; the instruction is the doubling that
/// uses what the load has not brought.
#[test]
fn a_missing_wait_is_found() {
    for classes in ["waits,nops,races,memory", "all"] {
        let ran = run_with("checked", &[MISSING], &checks(classes));
        assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.stdout, "right\n");
        ran.counts(&[("dispatches", 3), ("waves", 3), ("faults", 0)]);
        let told: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!(told.len(), 5, "{}", ran.stderr);
        let line = told[0];
        assert!(
            line.starts_with("check: waits V01: v1 is read before"),
            "{line}"
        );
        let place = " at scale+0x18 (v_lshlrev_b32_e32 v1, 1, v1) /src/missing.cl:5 in twice, work-group 0,0,0 wave 0 \
                     lane 0, 3 times";
        assert!(line.ends_with(place), "{line}");
        assert_eq!(told[1], "    inlined at /src/missing.cl:10 in put");
        assert!(
            told[3].starts_with("  other: scale+0x10 (global_load_dword v1, v0, s[0:1])"),
            "{}",
            told[3]
        );
    }
    // What is not looked for is not found.
    run_with("checked", &[MISSING], &checks("nops")).is_right();
}

#[test]
fn what_is_right_is_clean() {
    for classes in ["waits,nops,uninit,races,memory", "all"] {
        run_with("checked", &[WHOLE], &checks(classes)).is_right();
    }
    run_with("saxpy", &[SAXPY], &checks("waits,nops,uninit,races,memory")).is_right();
    let ran = run_with("checked", &[WHOLE], &checks("wait,waits"));
    assert!(
        ran.stderr
            .starts_with("gcn-jit-hsa: there is no check 'wait'\n"),
        "{}",
        ran.stderr
    );
}

/// A program that does not come to its end has said what was found when it was found.
#[test]
fn findings_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("findings");
    let file = file.to_str().expect("text");
    let [target, classes] = checks("waits");
    let report = ("GCN_JIT_HSA_CHECK_REPORT", file);
    let counts = |more: &[(&str, &str)]| -> Vec<u64> {
        let environment = [&[target, classes, report], more].concat();
        let ran = run_with("checked", &[MISSING], &environment);
        assert!(
            ran.success && !ran.stderr.contains("check:"),
            "{}",
            ran.stderr
        );
        let lines = std::fs::read_to_string(file).expect("a file");
        std::fs::remove_file(file).expect("it goes");
        let finding = |line: &str| {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(value["process"].as_u64().is_some_and(|p| p != 0), "{line}");
            let finding = &value["finding"];
            assert_eq!(
                (&finding["rule"], &finding["pc"]),
                (&"V01".into(), &0x18.into())
            );
            finding["count"].as_u64().expect("a number")
        };
        lines.lines().map(finding).collect()
    };
    assert_eq!(counts(&[]), [1, 3]);
    assert_eq!(counts(&[("NO_END", "1")]), [1]);
}

/// A fault is told with what was found before.
#[test]
fn faults_among_findings() {
    let ran = run_with("fault", &[SAXPY], &checks("waits"));
    assert!(ran.success, "{}{}", ran.stdout, ran.stderr);
    ran.counts(&[("dispatches", 0), ("faults", 3)]);
    let told: Vec<&str> = ran
        .stderr
        .lines()
        .filter(|l| l.starts_with("check: "))
        .collect();
    assert_eq!(told.len(), 1, "{}", ran.stderr);
    assert!(
        told[0].starts_with("check: memory write: ") || told[0].starts_with("check: memory read: "),
        "{}",
        told[0]
    );
    assert!(
        told[0].contains("'device memory' (2048 bytes)"),
        "{}",
        told[0]
    );
}

/// What each of AMD's packaged libraries exports, and the release that has it first (`exports.txt`).
fn exports() -> BTreeMap<&'static str, &'static str> {
    let mut release = "";
    let mut all = BTreeMap::new();
    let lines = include_str!("exports.txt").lines();
    for line in lines.filter(|l| !l.is_empty() && !l.starts_with('#')) {
        match line.strip_prefix("    ") {
            Some(name) => assert!(all.insert(name, release).is_none(), "{name} twice"),
            None => release = line,
        }
    }
    all
}

/// As many symbols as `nm` lists for each of AMD's libraries.
#[test]
fn lists_of_exports_are_whole() {
    let all = exports();
    let counts = ["5.2.3", "6.1.2", "6.4.3", "7.2.4"].map(|release| {
        let until = all.values().filter(|r| **r <= release);
        (release, until.count())
    });
    let wanted = [
        ("5.2.3", 225),
        ("6.1.2", 245),
        ("6.4.3", 257),
        ("7.2.4", 261),
    ];
    assert_eq!(counts, wanted);
}

/// The name that consumers look for, and the version of each symbol that they ask for; nothing else is visible.
#[test]
fn name_and_symbols() {
    let names = output(
        Command::new("nm")
            .arg("-D")
            .arg("--defined-only")
            .arg(library()),
    );
    let names = String::from_utf8_lossy(&names.stdout).into_owned();
    let names: Vec<&str> = names.lines().filter_map(|l| l.rsplit(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|n| *n != "ROCR_1").collect();
    let wanted = exports();
    let is_wanted = |n: &str| n.starts_with("hsa_") || wanted.contains_key(n);
    let is_odd = |n: &&&str| !n.strip_suffix("@@ROCR_1").is_some_and(is_wanted);
    let odd: Vec<_> = names.iter().filter(is_odd).collect();
    assert!(odd.is_empty(), "{odd:?}");
    let has = |name: &str| names.contains(&format!("{name}@@ROCR_1").as_str());
    let missing: Vec<_> = wanted.keys().filter(|n| !has(n)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let dynamic = output(Command::new("readelf").arg("-d").arg(library()));
    let dynamic = String::from_utf8_lossy(&dynamic.stdout).into_owned();
    assert!(dynamic.contains("[libhsa-runtime64.so.1]"), "{dynamic}");
}
