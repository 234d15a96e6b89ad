//! Tests of the fuzz targets' allocator. They belong to the main package, as its test `guard`: built with
//! the fuzz targets, they would wait for libFuzzer and for a second build of everything.
#![allow(unsafe_code, unexpected_cfgs)]

mod guard;

use std::process::Command;

#[global_allocator]
static ALLOCATOR: guard::Guarded = guard::Guarded;

/// Set in the process that writes where it must not: where, and how this is to be noticed.
const WRITE: &str = "GUARD_TEST_WRITE";

/// As vector registers are allocated.
#[derive(Clone)]
#[repr(align(64))]
struct Register([u32; 64]);

/// Runs this test binary's `writes` with `what`; whether it was noticed, and what was printed.
fn write(what: &str) -> (bool, String) {
    let exe = std::env::current_exe().expect("a path");
    let out = Command::new(exe)
        .args(["writes", "--exact", "--nocapture"])
        .env(WRITE, what)
        .output()
        .expect("runs");
    let text = String::from_utf8_lossy(&out.stderr).into_owned();
    (!out.status.success(), text)
}

/// What [`write`] runs; nothing without its variable.
#[test]
fn writes() {
    let Ok(what) = std::env::var(WRITE) else {
        return;
    };
    let mut registers = vec![Register([0; 64]); 4];
    let mut bytes = vec![0u8; 1000];
    let mut few = vec![0u8; guard::SMALLEST];
    // SAFETY: of each write: the allocator has margins of at least 256 bytes there, which belong to
    // nobody else.
    unsafe {
        match what.as_str() {
            "inside" => {
                registers.as_mut_ptr().cast::<u32>().write(1);
                bytes.as_mut_ptr().add(999).write(1);
            }
            "behind registers" => registers.as_mut_ptr().add(4).cast::<u32>().write(1),
            "before registers" => registers.as_mut_ptr().cast::<u32>().sub(1).write(1),
            "far behind registers" => registers.as_mut_ptr().add(4).cast::<u8>().add(255).write(1),
            "behind bytes" => bytes.as_mut_ptr().add(1000).write(1),
            "before bytes" => bytes.as_mut_ptr().sub(256).write(1),
            "behind few" => few.as_mut_ptr().add(guard::SMALLEST).write(1),
            _ => panic!("no such place: {what}"),
        }
    }
    // Registers live on here; the others are looked at when they are freed.
    guard::check();
    drop((bytes, few));
    println!("{}", registers[0].0[0]);
}

#[test]
fn writes_outside_are_noticed() {
    for (what, noticed) in [
        ("behind registers", "at offset 1024 of 1024 bytes"),
        ("before registers", "at offset -4 of 1024 bytes"),
        ("far behind registers", "at offset 1279 of 1024 bytes"),
        ("behind bytes", "at offset 1000 of 1000 bytes"),
        ("before bytes", "at offset -256 of 1000 bytes"),
        ("behind few", "at offset 128 of 128 bytes"),
    ] {
        let (failed, text) = write(what);
        assert!(failed && text.contains(noticed), "{what}: {text}");
    }
    let (failed, text) = write("inside");
    assert!(!failed, "{text}");
}

/// Reallocation and alignment go through the margins too.
#[test]
fn contents_stay() {
    let mut v: Vec<u64> = vec![];
    for i in 0..10_000 {
        v.push(i);
    }
    v.shrink_to_fit();
    assert!(v.iter().copied().eq(0..10_000));
    for n in [1, 3, 64] {
        let registers = vec![Register([7; 64]); n];
        assert_eq!(registers.as_ptr() as usize % 64, 0);
        assert!(registers.iter().all(|r| r.0 == [7; 64]));
    }
}

/// The load target's bound on memory rests on this.
#[test]
fn the_peak_is_what_was_allocated_at_one_time() {
    let before = guard::reset_peak();
    drop(vec![1u8; 4 << 20]);
    drop(vec![1u8; 5 << 20]);
    // Other tests allocate and free beside this one, but less.
    let used = guard::peak() - before;
    assert!((9 << 19..11 << 19).contains(&used), "{used}");
}
