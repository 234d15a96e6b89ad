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
    let want = "libhsa-runtime64.so.1\nstats\na library\n/elsewhere gfx900,gfx906\n";
    assert_eq!(ran.ok(), want);
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
