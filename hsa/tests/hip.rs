//! HIP programs (`hip/`) are compiled with Debian's clang for five targets, linked to AMD's own HIP library, and run
//! on this HSA library. They check themselves; what each of them must have executed is counted here.
//!
//! Where clang or HIP is missing, programs are skipped by name; with `GCN_JIT_REQUIRE_HIP=1` that is a failure.

mod common;
mod compiler;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{counts, install_library, output, root};
use compiler::{is_required, missing, note, succeed};

/// How many programs are compiled and run at the same time.
const WORKERS: usize = 2;
const TARGETS: &[&str] = &["gfx803", "gfx900", "gfx906", "gfx908", "gfx90a"];
const SIGABRT: i32 = 6;

/// A program, and what it must have done.
struct Program {
    name: &'static str,
    /// Kernels that it launches, together with those that HIP itself launches for it: one for each part of a fill
    /// (up to a multiple of 8 bytes, from there, and the rest), one for each copy on the device, and one for each
    /// write to or wait for a value by a stream.
    dispatches: u64,
    /// The compiler's version. Clang 19's code for printf, assertions, and calls by pointers lists the argument
    /// hidden_default_queue: HIP 5.2.3 gives such a kernel to its queue and then follows a null pointer of its own.
    clang: u32,
    /// The agents for each of its runs.
    agents: &'static [&'static str],
    /// It loads a module, which is compiled for each target apart.
    module: bool,
    /// What it prints on standard error before it ends by SIGABRT, for the fault of one more kernel; empty for
    /// programs that end well.
    dies: &'static [&'static str],
}

const fn program(name: &'static str, dispatches: u64) -> Program {
    Program {
        name,
        dispatches,
        clang: 19,
        agents: TARGETS,
        module: false,
        dies: &[],
    }
}

const PROGRAMS: &[Program] = &[
    // 6 streams of 20 kernels, and 6 more.
    program("streams", 126),
    program("events", 23),
    // A pipeline of 12, one more, and 306 copies on the device.
    program("async_copies", 12 + 1 + 306),
    program("host_memory", 9),
    program("managed", 5),
    // 3 before all else, 2 between prefetches, and twice one for each of 64 allocations: HIP fills and copies managed memory
    // without kernels.
    program("managed_attributes", 3 + 2 + 2 * 64),
    // Each of two modules: 7.
    Program {
        module: true,
        ..program("modules", 14)
    },
    Program {
        clang: 15,
        ..program("printf", 3)
    },
    Program {
        clang: 15,
        dies: &[
            "assert.hip:6: void checked(const int *, int): Device-side assertion `v[threadIdx.x] < limit' failed.",
            "in kernel '_Z7checkedPKii'",
            "wave 1",
        ],
        ..program("assert", 1)
    },
    Program {
        clang: 15,
        ..program("calls", 3)
    },
    program("atomics", 7),
    // Two fills.
    program("shared_memory", 5 + 2),
    program("cooperative_groups", 5),
    // Before each of its four kernels HIP sets the barrier by one of its own. Cards before gfx9 have none.
    Program {
        agents: &["gfx900", "gfx906", "gfx908", "gfx90a"],
        ..program("grid_sync", 4 + 4)
    },
    // A fill, a write by a stream, and a copy on the device are kernels, too.
    program("spin", 11 + 3),
    // A write and a wait by streams.
    program("callbacks", 11 + 2),
    // Those that are wrong do not run.
    program("errors", 1),
    Program {
        dies: &[
            "write of 4 bytes",
            "(0 bytes past the end of 'device memory' (4000 bytes))",
            "in kernel '_Z10wild_storePjj'",
            "work-group (3,0,0), wave 3, lane 40",
        ],
        ..program("fault", 1)
    },
    program("globals", 1 + 1),
    program("rtc", 3),
    program("templates", 21),
    Program {
        agents: &["gfx900,gfx906"],
        ..program("agents", 6)
    },
    // 217 parts of fills of bytes in a row, and 6 of rows: one where they lie in a row, else one for each plane.
    program("memset", 217 + 6),
    // Five copies of rows on the device.
    program("copies_2d", 1 + 5),
    program("pitched", 2),
    // Two graphs: 10 launches of 4 kernels, 3 of 1.
    program("graphs", 43),
    // 6 threads, 15 rounds, 3 kernels.
    program("threads", 270),
    program("shapes", 10),
    program("matmul", 4),
    // 8 passes of 5 kernels.
    program("radix_sort", 40),
    program("mandelbrot", 1),
    program("nbody", 20),
    program("histogram", 2),
];

/// The compiler in the folder of the programs.
fn clang(version: u32, targets: &[&str]) -> Command {
    compiler::clang(version, targets, &root().join("tests/hip"))
}

/// The folder of a compiler's precompiled headers.
fn headers(version: u32, folder: &Path) -> PathBuf {
    folder.join(format!("headers-{version}"))
}

/// Compiles the header of all programs, which takes most of the time, once for the host and each target. Of the
/// folder's files the compiler takes the one that fits.
fn compile_headers(version: u32, folder: &Path) -> Result<(), String> {
    let headers = headers(version, folder);
    std::fs::create_dir(&headers).map_err(|e| e.to_string())?;
    let host = ("host", "--cuda-host-only");
    let devices = TARGETS.iter().map(|t| (*t, "--cuda-device-only"));
    for (name, side) in devices.chain([host]) {
        let target = if name == "host" { TARGETS[0] } else { name };
        let mut command = clang(version, &[target]);
        command.args([side, "-fsyntax-only", "-Wno-pragma-once-outside-header"]);
        for option in ["-emit-pch", "-o"] {
            command.args(["-Xclang", option]);
        }
        command
            .arg("-Xclang")
            .arg(headers.join(name))
            .arg("check.h");
        succeed(&mut command)?;
    }
    Ok(())
}

impl Program {
    /// What is missing to compile and run it.
    fn missing(&self) -> Option<String> {
        missing(self.clang)
    }

    /// Compiles one of its sources, `options` after it, in a folder.
    fn compile(
        &self,
        folder: &Path,
        source: &str,
        targets: &[&str],
        options: &[&str],
        to: &Path,
    ) -> Result<(), String> {
        let mut command = clang(self.clang, targets);
        command
            .args(["-Xclang", "-include-pch", "-Xclang"])
            .arg(headers(self.clang, folder));
        command
            .arg(format!("{source}.hip"))
            .arg("-o")
            .arg(to)
            .args(options);
        succeed(&mut command)
    }

    /// Runs it once; says what was wrong.
    fn run(&self, folder: &Path, agents: &str, environment: &[(&str, &str)]) -> Result<(), String> {
        let mut command = Command::new("timeout");
        command.arg("60").arg(folder.join(self.name));
        if self.module {
            command.arg(self.module_file(folder, agents));
        }
        command.env("LD_LIBRARY_PATH", folder);
        command.env("GCN_JIT_TARGETS", agents);
        command.env("GCN_JIT_THREADS", "2");
        command.env("GCN_JIT_HSA_STATS", "1");
        command.envs(environment.iter().copied());
        let ran = output(&mut command);
        let stdout = String::from_utf8_lossy(&ran.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        let said = || format!("{}\n{stdout}{stderr}", ran.status);
        let dies = !self.dies.is_empty();
        let missing = self.dies.iter().find(|text| !stderr.contains(**text));
        if let Some(text) = missing {
            return Err(format!("'{text}' was not reported: {}", said()));
        }
        let ended = if dies {
            ran.status.signal() == Some(SIGABRT)
        } else {
            // Nobody complained: the only line on standard error is that of the statistics.
            ran.status.success() && stdout == "right\n" && stderr.lines().count() == 1
        };
        if !ended {
            return Err(said());
        }
        let counts = counts(&stderr);
        let count = |name: &str| counts.get(name).copied();
        match (count("dispatches"), count("faults")) {
            (Some(n), Some(faults)) if n == self.dispatches && faults == u64::from(dies) => Ok(()),
            _ => {
                let wanted = self.dispatches;
                Err(format!("{wanted} dispatches were expected: {}", said()))
            }
        }
    }

    fn module_file(&self, folder: &Path, target: &str) -> PathBuf {
        folder.join(format!("{}.{target}.co", self.name))
    }

    /// Compiles it once, and runs it with all its agents; says what was wrong.
    fn check(&self, folder: &Path) -> Result<(), String> {
        self.compile(
            folder,
            self.name,
            TARGETS,
            &["-lamdhip64"],
            &folder.join(self.name),
        )?;
        if self.module {
            for target in TARGETS {
                let options = ["--cuda-device-only", "--no-gpu-bundle-output"];
                let file = self.module_file(folder, target);
                self.compile(
                    folder,
                    &format!("{}_kernels", self.name),
                    &[target],
                    &options,
                    &file,
                )?;
            }
        }
        for agents in self.agents {
            let ran = self.run(folder, agents, &[]);
            ran.map_err(|e| format!("on {agents}: {e}"))?;
        }
        // HIP takes other ways where the host cannot access the memory of a GPU.
        let last = self.agents[self.agents.len() - 1];
        let ran = self.run(folder, last, &[("GCN_JIT_HSA_LARGE_BAR", "0")]);
        ran.map_err(|e| format!("on {last}, whose memory the host does not access: {e}"))
    }
}

#[test]
fn hip_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    install_library(folder.path());
    let required = is_required();
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(String::new());
    let skipped = AtomicUsize::new(0);
    // Where a compiler is not there its programs say so.
    let versions: BTreeSet<u32> = PROGRAMS
        .iter()
        .filter(|p| p.missing().is_none())
        .map(|p| p.clang)
        .collect();
    std::thread::scope(|scope| {
        for version in versions {
            let folder = folder.path();
            scope.spawn(move || {
                compile_headers(version, folder).unwrap_or_else(|e| panic!("check.h: {e}"))
            });
        }
    });
    let work = || {
        while let Some(program) = PROGRAMS.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = program.name;
            let outcome = match program.missing() {
                Some(what) if !required => {
                    skipped.fetch_add(1, Ordering::Relaxed);
                    note(&format!("skipped: {name}: {what}"));
                    continue;
                }
                Some(what) => Err(what),
                None => program.check(folder.path()),
            };
            match outcome {
                Ok(()) => println!("{name}: {} dispatches each", program.dispatches),
                Err(e) => {
                    let mut all = failures.lock().unwrap_or_else(|e| e.into_inner());
                    // Writing to a string does not fail.
                    let _ = writeln!(all, "{name}: {e}");
                }
            }
        }
    };
    std::thread::scope(|scope| {
        (0..WORKERS).for_each(|_| drop(scope.spawn(work)));
    });
    let skipped = skipped.into_inner();
    if skipped > 0 {
        note(&format!(
            "skipped: {skipped} of {} HIP programs",
            PROGRAMS.len()
        ));
    }
    let failures = failures.into_inner().expect("no worker has panicked");
    assert!(failures.is_empty(), "{failures}");
}

/// Each program of the folder is run.
#[test]
fn all_are_listed() {
    let files = std::fs::read_dir(root().join("tests/hip")).expect("a folder");
    let names = files.map(|f| {
        f.expect("an entry")
            .file_name()
            .into_string()
            .expect("a name")
    });
    let mut names: Vec<String> = names
        .filter_map(|n| Some(n.strip_suffix(".hip")?.to_owned()))
        .filter(|n| !n.ends_with("_kernels"))
        .collect();
    let mut listed: Vec<&str> = PROGRAMS.iter().map(|p| p.name).collect();
    names.sort();
    listed.sort();
    assert_eq!(names, listed);
}
