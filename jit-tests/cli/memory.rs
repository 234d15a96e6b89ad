//! How much memory a run takes: the guest's buffers, 64 MiB, and 100 KiB for each wave in flight.

use std::io::Read;

use super::*;

/// Bytes of a run beyond buffers and waves.
const FIXED: u64 = 64 << 20;
/// Bytes of a wave in flight.
const WAVE: u64 = 100 << 10;

/// Runs the command, which prints more than a pipe takes when the kernel has ended; gives the largest
/// resident size so far, in bytes.
fn peak(line: &str) -> u64 {
    let mut child = command(line).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    // Then it is printing, and has to wait for us.
    out.read_exact(&mut [0; 16]).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    assert!(child.wait().unwrap().success());
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kib = line.unwrap().trim().trim_end_matches(" kB");
    kib.parse::<u64>().unwrap() << 10
}

/// Checks the bar for two threads with waves of 256 work-groups each.
#[track_caller]
fn check(line: &str, buffers: u64, waves_per_group: u64) {
    let waves = 2 * 256 * waves_per_group;
    for backend in BACKENDS {
        let got = peak(&format!("run --threads 2 --backend {backend} {line}"));
        let most = buffers + FIXED + waves * WAVE;
        println!(
            "{backend}: {} KiB over buffers of {buffers}",
            got.saturating_sub(buffers) >> 10
        );
        assert!(
            got <= most,
            "{backend}: {got} bytes resident, {most} allowed: {line}"
        );
    }
}

/// Buffers that come from files, too, are in memory once. 32768 work-items are enough to touch a good
/// part of them, and the interpreter is slow.
#[test]
fn buffers_from_files() {
    let f = Folder::new();
    let len = 192 << 20;
    let large = f.path("large.bin");
    std::fs::write(&large, vec![0x3f; len]).unwrap();
    let x = large.display();
    let n = 32768;
    check(
        &format!(
            "examples/gfx900/saxpy.hsaco --global {n} --local 64 --arg 2.5 --arg @{x} \
             --arg zeros:f32[{n}] --arg {n} --print y --out x={}",
            f.path("copy.bin").display()
        ),
        len as u64 + 4 * n,
        1,
    );
}

/// Large work-groups with LDS, as many as are in flight at a time.
#[test]
fn many_waves() {
    let n = 1 << 17;
    check(
        &format!(
            "examples/gfx900/reduction.hsaco --kernel reduce_tree --global {n} --local 256 \
             --arg zeros:i32[{n}] --arg zeros:i32[1] --arg local:1024 --arg {n} --print values"
        ),
        4 * n,
        4,
    );
}
