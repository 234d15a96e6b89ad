//! Programs that bring their own host code. What stands for the library here is a file with its name, and what stands
//! for the program is the shell: which GPUs the library has is tested with it.

use super::*;

/// `exec OPTIONS -- sh -c SCRIPT`, with the library at a place of its own.
fn shell(options: &str, script: &str) -> Ran {
    let folder = Folder::new();
    let library = folder.file("library.so", b"a library");
    let mut command = command(&format!("exec {options} -- sh -c"));
    command
        .arg(script)
        .env("GCN_JIT_HSA_LIBRARY", library)
        .env("LD_LIBRARY_PATH", "/elsewhere")
        .env_remove("GCN_JIT_TARGETS");
    Ran::new(command.stdin(Stdio::null()).output().unwrap())
}

/// A script that says what the library would: of each process, its last line counts.
const COUNTS: &str = "echo 5 dispatches=3 faults=0 >> $GCN_JIT_HSA_STATS
    echo 6 dispatches=1 faults=0 >> $GCN_JIT_HSA_STATS
    echo 6 dispatches=4 faults=0 >> $GCN_JIT_HSA_STATS\n";

#[test]
fn a_program_finds_the_library_and_the_targets() {
    let script = "first=${LD_LIBRARY_PATH%%:*}; rest=${LD_LIBRARY_PATH#*:}
        ls $first; cat $first/libhsa-runtime64.so.1; echo; echo $rest $GCN_JIT_TARGETS\n";
    let ran = shell("--target gfx900,gfx906", &format!("{COUNTS}{script}"));
    let want =
        "libhsa-runtime64.so\nlibhsa-runtime64.so.1\nstats\na library\n/elsewhere gfx900,gfx906\n";
    assert_eq!(ran.ok(), want);
}

/// Cards are other names of targets (LLVM AMDGPUUsage, "AMDGPU Processors").
#[test]
fn targets_by_cards() {
    let cards = "mi300x,MI250,mi100,mi50,vega-64,gfx803";
    let ran = shell(
        &format!("--target {cards}"),
        &format!("{COUNTS}echo $GCN_JIT_TARGETS\n"),
    );
    assert_eq!(ran.ok(), "gfx942,gfx90a,gfx908,gfx906,gfx900,gfx803\n");
    shell("--target mi400", COUNTS).fails(2, &["'mi400'", "gfx942", "exec --list"]);
    // There is no card of it, and the library has none.
    shell("--target gfx940", COUNTS).fails(2, &["'gfx940'"]);
    let list = gcn_jit("exec --list").ok();
    for (target, card) in [
        ("gfx942", "MI300X"),
        ("gfx906", "MI50"),
        ("gfx900", "Vega 64"),
    ] {
        let line = list.lines().find(|l| l.starts_with(target));
        assert!(line.unwrap().contains(card), "{list}");
    }
    gcn_jit("exec --list -- true").fails(2, &["--list"]);
}

/// `hipcc` compiles for the GPUs that the program would see, unless the user says otherwise.
#[test]
fn hipcc_is_told_the_targets() {
    let script = format!("{COUNTS}echo $HCC_AMDGPU_TARGET\n");
    assert_eq!(shell("", &script).ok(), "gfx906\n");
    assert_eq!(
        shell("--target mi100,gfx900", &script).ok(),
        "gfx908,gfx900\n"
    );
    let folder = Folder::new();
    let mut command = command("exec --target mi100 -- sh -c");
    command
        .arg(&script)
        .env("GCN_JIT_HSA_LIBRARY", folder.file("library.so", b""))
        .env("HCC_AMDGPU_TARGET", "gfx803");
    assert_eq!(Ran::new(command.output().unwrap()).ok(), "gfx803\n");
}

/// What stands in for AMD's management libraries is found by all their names, where it is beside the HSA library.
#[test]
fn management_libraries() {
    let folder = Folder::new();
    folder.file("libgcn_jit_smi.so", b"cards");
    let mut command = command("exec -- sh -c");
    command
        .arg(format!(
            "{COUNTS}cd ${{LD_LIBRARY_PATH%%:*}}; ls | grep smi; cat libamd_smi.so\n"
        ))
        .env("GCN_JIT_HSA_LIBRARY", folder.file("library.so", b""));
    let names = [
        "libamd_smi.so",
        "libamd_smi.so.25",
        "libamd_smi.so.26",
        "libamd_smi.so.27",
        "librocm_smi64.so",
        "librocm_smi64.so.1",
        "librocm_smi64.so.7",
    ];
    let want = format!("{}\ncards", names.join("\n"));
    assert_eq!(Ran::new(command.output().unwrap()).ok(), want);
}

/// A library is preloaded where the program's file has the loader find another one first (ld.so(8): DT_RPATH, unless
/// there is DT_RUNPATH, is searched before LD_LIBRARY_PATH), and where the user says so.
#[test]
fn a_library_of_the_programs_own() {
    let folder = Folder::new();
    let at = |name: &str| folder.path(name);
    let cc = |args: &[&str]| {
        let mut cc = Command::new("cc");
        let ran = cc
            .args(args)
            .current_dir(at(""))
            .output()
            .expect("a C compiler");
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
    };
    let source = |which: u32| format!("int hsa_which(void) {{ return {which}; }}\n");
    folder.file("own.c", source(3).as_bytes());
    folder.file("ours.c", source(4).as_bytes());
    folder.file(
        "hip.c",
        b"int hsa_which(void); int hip(void) { return hsa_which(); }\n",
    );
    folder.file(
        "main.c",
        b"int hip(void); int main(void) { return hip(); }\n",
    );
    let soname = "-Wl,-soname,libhsa-runtime64.so.1";
    std::fs::create_dir(at("own")).unwrap();
    cc(&[
        "-shared",
        "-fPIC",
        soname,
        "own.c",
        "-o",
        "own/libhsa-runtime64.so.1",
    ]);
    cc(&["-shared", "-fPIC", soname, "ours.c", "-o", "ours.so"]);
    let rpath = ["-Wl,--disable-new-dtags", "-Wl,-rpath,$ORIGIN"];
    let hsa = ["-Lown", "-l:libhsa-runtime64.so.1"];
    cc(&[
        &["-shared", "-fPIC", "hip.c", "-o", "own/libhip.so"][..],
        &rpath,
        &hsa,
    ]
    .concat());
    let own = ["-Lown", "-l:libhip.so", "-Wl,-rpath-link,own"];
    let rpath = ["-Wl,--disable-new-dtags", "-Wl,-rpath,$ORIGIN/own"];
    cc(&[&["main.c", "-o", "early"][..], &own, &rpath].concat());
    let runpath = ["-Wl,--enable-new-dtags", "-Wl,-rpath,$ORIGIN/own"];
    cc(&[&["main.c", "-o", "late"][..], &own, &runpath].concat());
    let run = |options: &str, program: &str| {
        let mut command = command(&format!("exec {options} -- {}", at(program).display()));
        command
            .env("GCN_JIT_HSA_LIBRARY", at("ours.so"))
            .env_remove("LD_PRELOAD");
        command.output().unwrap().status.code()
    };
    // The first has its library found by RPATH, and would find its own.
    assert_eq!(run("", "early"), Some(4));
    // That of the second has RPATH itself, which is found only by RUNPATH: nothing is known of it beforehand.
    assert_eq!(run("", "late"), Some(3));
    assert_eq!(run("--preload", "late"), Some(4));
}

/// Programs that look for the driver themselves find none, and never ask the library.
#[test]
fn a_program_that_looks_for_the_driver() {
    let folder = Folder::new();
    let library = folder.file("library.so", b"");
    let said = |script: &str| {
        let program = folder.file("program", format!("#!/bin/sh\n{script}").as_bytes());
        let mode: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let mut command = command(&format!("exec -- {program}"));
        command.env("GCN_JIT_HSA_LIBRARY", &library);
        Ran::new(command.output().unwrap()).stderr
    };
    let hint = "gcn-jit: the program has executed no kernel: it has failed without asking the HSA runtime for a GPU, \
                and its file names /dev/kfd, which only AMD's driver has\n";
    assert_eq!(said("test -e /dev/kfd/none\n"), hint);
    let plain = "gcn-jit: the program has executed no kernel\n";
    // It has not failed; it has asked; it names no file of the driver.
    assert_eq!(said("test -e /dev/kfd/none; true\n"), plain);
    let asked = "echo 5 began=1 >> $GCN_JIT_HSA_STATS; echo 5 dispatches=0 >> $GCN_JIT_HSA_STATS\n";
    assert_eq!(said(&format!("{asked}test -e /dev/kfd/none\n")), plain);
    assert_eq!(said("false\n"), plain);
}

#[test]
fn what_ran_is_told() {
    let ran = shell("--stats", COUNTS);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "gcn-jit: 7 dispatches, 0 faults\n")
    );
    // Nothing that ran is always worth a word: such programs look as if all was well.
    let ran = shell("", "true");
    let said = "gcn-jit: the program has executed no kernel\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, said));
    let ran = shell("--stats", "true");
    let said = "gcn-jit: the program has not used the HSA runtime\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, said));
}

/// A process that uses the library says so first, and what it has done when it ends, unless it is killed.
#[test]
fn a_program_that_is_killed() {
    let began = "echo 5 began=1 >> $GCN_JIT_HSA_STATS\n";
    for options in ["", "--stats"] {
        let ran = shell(options, &format!("{began}kill -KILL $$"));
        let said = "gcn-jit: signal 9 has ended the program before the HSA runtime, which it has used, could tell \
                    what was executed\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (128 + 9, said));
    }
    let ran = shell("--stats", &format!("{began}{COUNTS}"));
    let said = "gcn-jit: 7 dispatches, 0 faults\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, said));
    let ran = shell("--stats", "kill -KILL $$");
    let said = "gcn-jit: the program has not used the HSA runtime\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (128 + 9, said));
}

/// A bundle of empty files that begin as code objects do (Clang documentation, "Clang Offload Bundler"; LLVM
/// AMDGPUUsage, "ELF Header": the version's number less 2 is byte 8).
fn bundle(entries: &[(&str, u8)]) -> Vec<u8> {
    let mut table = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    table.extend((entries.len() as u64).to_le_bytes());
    let ids = entries
        .iter()
        .map(|(id, _)| format!("hipv4-amdgcn-amd-amdhsa--{id}"));
    let ids: Vec<String> = ids.collect();
    let mut at = 32 + ids.iter().map(|id| 24 + id.len()).sum::<usize>();
    let mut files = vec![];
    for (id, (_, version)) in ids.iter().zip(entries) {
        for n in [at, 16, id.len()] {
            table.extend((n as u64).to_le_bytes());
        }
        table.extend(id.as_bytes());
        files.extend(b"\x7fELF\x02\x01\x01\x40");
        files.extend([version - 2, 0, 0, 0, 0, 0, 0, 0]);
        at += 16;
    }
    table.extend(files);
    table
}

/// HIP programs have their code in them: what of it HIP does not load is why nothing was executed.
#[test]
fn why_no_kernel_was_executed() {
    let folder = Folder::new();
    let library = folder.file("library.so", b"a library");
    let said = |options: &str, entries: &[(&str, u8)]| {
        // The shell reads no further than this.
        let program = [b"#!/bin/sh\nexit 0\n".to_vec(), bundle(entries)].concat();
        let program = folder.file("program", &program);
        let mode: std::fs::Permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let mut command = command(&format!("exec {options} -- {program}"));
        command
            .env("GCN_JIT_HSA_LIBRARY", &library)
            .env_remove("GCN_JIT_TARGETS");
        let ran = Ran::new(command.stdin(Stdio::null()).output().unwrap());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let said = ran
            .stderr
            .strip_prefix("gcn-jit: the program has executed no kernel")
            .unwrap();
        said.trim_end().to_owned()
    };
    assert_eq!(said("", &[]), "");
    assert_eq!(said("", &[("gfx906", 4), ("gfx900", 5)]), "");
    assert_eq!(
        said("", &[("gfx906", 5), ("gfx900", 4)]),
        ": its code objects are of version 5, and HIP 5.2 loads those up to 4, as -mcode-object-version=4 makes them"
    );
    assert_eq!(
        said(
            "--target gfx803,gfx906",
            &[("gfx942", 4), ("gfx90a:xnack-", 4)]
        ),
        ": it has no code for gfx803, gfx906, but for gfx90a, gfx942"
    );
}

#[test]
fn exit_codes() {
    let fault = "echo 5 dispatches=3 faults=1 >> $GCN_JIT_HSA_STATS\n";
    let code = |script: &str| shell("", &format!("{COUNTS}{script}")).code;
    assert_eq!(code("exit 7"), 7);
    assert_eq!(code("kill -ABRT $$"), 128 + 6);
    assert_eq!(code(fault), 1);
    assert_eq!(code(&format!("{fault}exit 7")), 7);
    shell("", fault).fails(1, &["a kernel failed"]);
}

#[test]
fn what_cannot_be_run() {
    let exec = |args: &str, library: &str| {
        let mut command = command(args);
        command.env("GCN_JIT_HSA_LIBRARY", library);
        Ran::new(command.stdin(Stdio::null()).output().unwrap())
    };
    exec("exec -- sh", "/nowhere.so").fails(2, &["GCN_JIT_HSA_LIBRARY=/nowhere.so"]);
    exec("exec -- ./no-such-program", "/").fails(2, &["./no-such-program"]);
    exec("exec --target gfx1 -- sh", "/").fails(2, &["'gfx1'", "gfx906"]);
    exec("exec", "/").fails(2, &["PROGRAM"]);
}

/// A finding as the library writes it.
fn finding(pc: u32, count: u32) -> String {
    serde_json::json!({"process": 5, "finding": {
        "class": "waits", "rule": "V01", "severity": "error", "kernel": "scale", "pc": pc,
        "instruction": "v_mov_b32_e32 v1, v2", "mnemonic": "v_mov_b32", "count": count, "workgroup": [0, 0, 1],
        "wave": 2, "lane": 3, "message": "v2 is read", "source": [{"file": "k.cl", "line": 7, "function": "scale"}],
        "other": null,
    }})
    .to_string()
}

/// What the library finds is told when the program has ended, and fails it.
#[test]
fn checks() {
    let env = "echo $GCN_JIT_HSA_CHECK $GCN_JIT_HSA_CHECK_PEDANTIC\n";
    let ran = shell("--check nops,waits --pedantic", &format!("{COUNTS}{env}"));
    assert_eq!(ran.ok(), "waits,nops 1\n");
    let ran = shell("--check waits", &format!("{COUNTS}{env}"));
    assert_eq!(ran.ok(), "waits 0\n");
    // Without, nothing is looked for, whatever the user's own environment says.
    let ran = shell("", &format!("{COUNTS}echo ${{GCN_JIT_HSA_CHECK-none}}\n"));
    assert_eq!(ran.ok(), "none\n");

    let write = |f: &str| format!("echo '{f}' >> $GCN_JIT_HSA_CHECK_REPORT\n");
    let found = [finding(16, 1), finding(20, 1), finding(16, 4)];
    let found: String = found.iter().map(|f| write(f)).collect();
    let script = format!("{COUNTS}{found}");
    let line = |pc: &str, times: &str| {
        format!(
            "check: waits V01: v2 is read at scale+{pc} (v_mov_b32_e32 v1, v2) k.cl:7 in scale, work-group 0,0,1 \
             wave 2 lane 3, {times}\n"
        )
    };
    let ran = shell("--check waits", &script);
    let said = format!(
        "{}{}error: 2 findings: waits 2\n",
        line("0x10", "4 times"),
        line("0x14", "1 time")
    );
    assert_eq!((ran.code, ran.stderr), (1, said));
    // The program's own exit code comes first, and findings are told all the same.
    let ran = shell(
        "--check waits --max-findings 1",
        &format!("{script}exit 7\n"),
    );
    let said = format!("{}check: and 1 more\n", line("0x10", "4 times"));
    assert_eq!((ran.code, ran.stderr), (7, said));

    let ran = shell("--check waits --report json", &script);
    let report: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(report["findings"][0]["count"], 4);
    let ran = shell("--check waits --report sarif", &script);
    let log: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(log["runs"][0]["results"][1]["ruleId"], "V01");
    assert_eq!(log["runs"][0]["results"][1]["analysisTarget"]["uri"], "sh");

    let folder = Folder::new();
    let known = folder.file("known", b"waits kernel=scale # the card is slow\n");
    let ran = shell(&format!("--check waits --suppress {known}"), &script);
    assert_eq!(ran.ok(), "");
}

/// What each process writes of its kernels is told together when the program has ended, and nothing else changes.
#[test]
fn trust() {
    let line = |executed: u32, kernel: &str| {
        let trust = serde_json::json!({
            "kernel": kernel, "target": "gfx906", "executed": executed,
            "decisions": [
                {"decision": "exact", "executed": executed - 2, "instructions": 5,
                 "first": {"pc": 0, "instruction": "s_nop 0", "source": null}},
                {"decision": "recip", "executed": 2, "instructions": 1,
                 "first": {"pc": 16, "instruction": "v_rcp_f32_e32 v1, v2",
                           "source": [{"file": "k.cl", "line": 7, "function": "scale"}]}},
            ],
            "caveats": [],
        });
        format!("echo '{trust}' >> $GCN_JIT_HSA_FIDELITY\n")
    };
    let written = [line(12, "scale"), line(2, "add"), line(28, "scale")].concat();
    let ran = shell("--fidelity", &format!("{COUNTS}{written}echo yes\n"));
    let told = "\
fidelity of add, gfx906: of 2 executed instructions 0 (0.0%) are exact by the manual, 2 (100.0%) exact here where the manual allows an error
executed   share        class  first
       2  100.0%  approximate  +0x10 v_rcp_f32_e32 v1, v2  k.cl:7 in scale
    hardware may differ by 1 ulp: docs/fidelity.md#recip
fidelity of scale, gfx906: of 40 executed instructions 36 (90.0%) are exact by the manual, 4 (10.0%) exact here where the manual allows an error
executed  share        class  first
       4  10.0%  approximate  +0x10 v_rcp_f32_e32 v1, v2  k.cl:7 in scale
    hardware may differ by 1 ulp: docs/fidelity.md#recip
";
    assert_eq!((ran.code, &ran.stderr[..]), (0, told));
    assert_eq!(ran.stdout, b"yes\n");
    let ran = shell("--fidelity=json", &format!("{COUNTS}{written}"));
    let lines = ran.ok();
    let of: Vec<serde_json::Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!((of.len(), &of[1]["executed"]), (2, &40.into()));
    assert_eq!(of[1]["decisions"][1]["instructions"], 1);
    // Without, nothing is counted, whatever the user's own environment says.
    let ran = shell(
        "",
        &format!("{COUNTS}echo ${{GCN_JIT_HSA_FIDELITY-none}}\n"),
    );
    assert_eq!(ran.ok(), "none\n");
}

/// What is written of each dispatch is summed by kernel: the first launch costs more than those queued behind it.
#[test]
fn estimates() {
    let line = |kernel: &str, microseconds: f64, bound: &str| {
        let estimate = serde_json::json!({
            "kernel": kernel, "card": "Test", "seconds": 1e-6 * microseconds + 4e-6, "launch_seconds": 4e-6,
            "queued_seconds": 2e-6, "kernel_seconds": 1e-6 * microseconds, "bound": bound,
            "accuracy": {"mean": 0.2, "median": 0.1, "launches": 7},
        });
        format!("echo '{estimate}' >> $GCN_JIT_HSA_ESTIMATE\n")
    };
    let written = [
        line("add", 10.0, "memory"),
        line("scale", 1000.0, "L2"),
        line("add", 30.0, "memory"),
    ]
    .concat();
    let script = format!("{COUNTS}echo ${{GCN_JIT_HSA_ESTIMATE_CARD-none}}\n{written}");
    let ran = shell("--estimate", &script);
    // 1040 us of kernels, 4 + 2 + 2 us of launches.
    let told = "\
estimate: 1.048 ms for 3 dispatches: kernels 1.040 ms, launches 8.00 us
dispatches        time       least        most  bound by     kernel
         1    1.000 ms    1.000 ms    1.000 ms  L2           scale, Test
         2    40.00 us    10.00 us    30.00 us  memory       add, Test
(error: 20 % on average, weighted by time, 10 % in the median of 7 launches; docs/estimating.md)
";
    assert_eq!((ran.code, &ran.stderr[..]), (0, told));
    assert_eq!(ran.stdout, b"none\n");
    let ran = shell("--estimate=json --card mi50", &script).ok();
    let (card, object) = ran.split_once('\n').unwrap();
    assert_eq!(card, "mi50");
    let object: serde_json::Value = serde_json::from_str(object).unwrap();
    assert_eq!(object["dispatches"].as_array().unwrap().len(), 3);
    assert_eq!(object["kernels"][1]["dispatches"], 2);
    assert_eq!(object["launch_seconds"], 8e-6);
    // Without, nothing is estimated, whatever the user's own environment says.
    let script = format!("{COUNTS}echo ${{GCN_JIT_HSA_ESTIMATE-none}}\n");
    assert_eq!(shell("", &script).ok(), "none\n");
}

/// Dispatches of a queue are beside each other, from the first one on, with the work-groups of a unit below.
#[test]
fn estimated_timelines() {
    let line = |queue: u64, begin: u64, kernel: &str| {
        let estimate = serde_json::json!({
            "kernel": kernel, "card": "Test", "seconds": 5e-6, "launch_seconds": 4e-6, "queued_seconds": 2e-6,
            "kernel_seconds": 1e-6, "bound": "L2", "process": 7, "queue": queue, "begin_ns": begin,
            "groups": [{"group": 0, "time": [0.0, 4e-7]}, {"group": 4, "time": [2e-7, 1e-6]},
                       {"group": 8, "time": [4e-7, 9e-7]}],
        });
        format!("echo '{estimate}' >> $GCN_JIT_HSA_ESTIMATE\n")
    };
    let written = [line(0, 5000, "a"), line(1, 5500, "b"), line(0, 9000, "c")].concat();
    let f = Folder::new();
    let path = f.path("timeline.json").display().to_string();
    let told = "echo ${GCN_JIT_HSA_ESTIMATE_TIMELINE-no} ${GCN_JIT_HSA_ESTIMATE_CLOCKS-no}\n";
    let script = format!("{COUNTS}{told}{written}");
    let ran = shell(
        &format!("--estimate=clocks,json --timeline {path}"),
        &script,
    )
    .ok();
    assert!(ran.starts_with("1 1\n{"), "{ran}");
    let without = shell("--estimate", &format!("{COUNTS}{told}"));
    assert_eq!(without.stdout, b"no no\n");
    let timeline: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let events = timeline["traceEvents"].as_array().unwrap();
    let mut names = std::collections::HashMap::new();
    for e in events.iter().filter(|e| e["name"] == "thread_name") {
        names.insert(
            e["tid"].as_u64().unwrap(),
            e["args"]["name"].as_str().unwrap(),
        );
    }
    let told: Vec<String> = (events.iter())
        .filter(|e| e["ph"] == "X")
        .map(|e| {
            let thread = names[&e["tid"].as_u64().unwrap()];
            format!(
                "{thread}: {} {} {}",
                e["name"].as_str().unwrap(),
                e["ts"],
                e["dur"]
            )
        })
        .collect();
    let of_queue = |queue: u64, kernel: &str, at: [&str; 4]| {
        let unit = |row: u64| format!("queue {queue}, one unit, work-group {row}");
        [
            format!("queue {queue}, Test: {kernel} {} 1.0", at[0]),
            format!("{}: work-group 0 {} 0.4", unit(0), at[1]),
            format!("{}: work-group 4 {} 0.8", unit(1), at[2]),
            format!("{}: work-group 8 {} 0.5", unit(0), at[3]),
        ]
    };
    let want = [
        of_queue(0, "a", ["0.0", "0.0", "0.2", "0.4"]),
        of_queue(0, "c", ["4.0", "4.0", "4.2", "4.4"]),
        of_queue(1, "b", ["0.5", "0.5", "0.7", "0.9"]),
    ];
    assert_eq!(told, want.concat());
}

/// A card that is a target's name is the one of the estimates, and any other for what it does not run.
#[test]
fn estimates_are_for_the_card_that_is_asked_for() {
    let script = format!("{COUNTS}echo ${{GCN_JIT_HSA_ESTIMATE_CARD-none}}\n");
    let card = |args: &str| {
        let ran = shell(&format!("--estimate {args}"), &script);
        let nothing = "estimate: 0.00 us for 0 dispatches: kernels 0.00 us, launches 0.00 us\n";
        assert_eq!((ran.code, &ran.stderr[..]), (0, nothing));
        String::from_utf8(ran.stdout).unwrap()
    };
    assert!(card("--target mi300x,gfx906").starts_with("mi300x,mi300a,"));
    assert_eq!(card("--target gfx942"), "none\n");
    assert_eq!(card("--target mi300x --card mi300a"), "mi300a\n");
}

#[test]
fn estimates_that_cannot_be() {
    let exec = |args: &str| gcn_jit(&format!("exec {args} -- true"));
    exec("--estimate --check waits").fails(2, &["one of them at a time"]);
    exec("--estimate --fidelity").fails(2, &["one of them at a time"]);
    exec("--timeline x.json").fails(2, &["--estimate"]);
    exec("--estimate=clock").fails(2, &["clock", "clocks"]);
    exec("--estimate --timeline /nowhere/x.json").fails(2, &["/nowhere/x.json"]);
    exec("--estimate --card rtx").fails(2, &["--card rtx", "cards are mi300a"]);
    exec("--estimate --card mi300a").fails(2, &["--card mi300a", "GPUs of --target"]);
}

#[test]
fn checks_that_cannot_be() {
    let exec = |args: &str| gcn_jit(&format!("exec {args} -- true"));
    exec("--check wait").fails(2, &["there is no check 'wait'"]);
    exec("--report json").fails(2, &["--report needs --check"]);
    exec("--pedantic").fails(2, &["--pedantic needs --check"]);
}
