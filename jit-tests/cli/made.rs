//! Buffers that are made up, and what of a SPEC contradicts the kernel.

use super::*;

const SIZES: &str = "--global 1 --local 1";

/// What a raw program that does nothing leaves in the buffer `spec`.
fn printed(spec: &str) -> String {
    let f = Folder::new();
    let p = f.program(&END);
    let line = format!("run {p} --isa gfx803 --backend interp {SIZES} --arg {spec} --print 0");
    gcn_jit(&line).ok()
}

#[test]
fn contents() {
    assert_eq!(printed("fill:f32[3]=-1.5"), "0: -1.5 -1.5 -1.5\n");
    assert_eq!(printed("0=fill:i16[2,2]=-3"), "0[0]: -3 -3\n0[1]: -3 -3\n");
    assert_eq!(printed("iota:u8[2,3]"), "0[0]: 0 1 2\n0[1]: 3 4 5\n");
    assert_eq!(printed("iota:f64[4]"), "0: 0.0 1.0 2.0 3.0\n");
    assert_eq!(printed("uninit:u16[2]"), "0: 0 0\n");
    assert_eq!(printed("iota:u32[0]"), "0:\n");
}

/// Longer than the pieces in which buffers are filled.
#[test]
fn long_arrays() {
    let text = printed("iota:u32[600000]");
    let values: Vec<u32> = text[3..]
        .split_whitespace()
        .map(|v| v.parse().unwrap())
        .collect();
    assert!(values.iter().copied().eq(0..600_000));
}

#[test]
fn random_numbers() {
    let once = printed("rand:u32[1000]");
    assert_eq!(printed("rand:u32[1000]"), once);
    assert_eq!(printed("rand:u32[1000]:0"), once);
    let other = printed("rand:u32[1000]:1");
    assert_ne!(other, once);
    // Xoshiro256++ and SplitMix64 as published (prng.di.unimi.it), by an implementation in Python.
    assert_eq!(printed("rand:u64[2]:1"), RANDOM);
    for t in ["f16", "f32", "f64"] {
        let text = printed(&format!("rand:{t}[4000]:7"));
        let values: Vec<f64> = text[3..]
            .split_whitespace()
            .map(|v| v.parse().unwrap())
            .collect();
        assert!(values.iter().all(|v| (0.0..1.0).contains(v)));
        let mean = values.iter().sum::<f64>() / 4000.0;
        // The standard deviation of the mean is sqrt(1/12/4000) = 0.0046.
        assert!((mean - 0.5).abs() < 0.03, "{t}: {mean}");
    }
    let bytes = printed("rand:i8[4000]:7");
    let bytes: Vec<i8> = bytes[3..]
        .split_whitespace()
        .map(|v| v.parse().unwrap())
        .collect();
    assert!(bytes.contains(&i8::MIN) && bytes.contains(&i8::MAX));
}

/// The first two outputs for seed 1.
const RANDOM: &str = "0: 14971601782005023387 13781649495232077965\n";

/// `saxpy(float a, const float *x, float *y, uint n)`.
fn saxpy(a: &str, x: &str, n: &str) -> Ran {
    gcn_jit(&format!(
        "run examples/gfx900/saxpy.hsaco --global 64 --local 64 --backend interp --arg {a} --arg {x} \
         --arg zeros:f32[64] --arg {n}"
    ))
}

#[test]
fn types_that_contradict_the_kernel() {
    let float = "is a buffer of type float*";
    for x in [
        "iota:u32[64]",
        "fill:i32[64]=1",
        "rand:f64[64]",
        "rand:f16[64]",
    ] {
        let other = &x[5..8];
        saxpy("1.5", x, "64").fails(2, &["'x'", float, &format!("not of {other}")]);
    }
    for x in [
        "fill:f32[64]=1",
        "fill:u8[256]=0",
        "zeros:u32[64]",
        "uninit:u32[64]",
    ] {
        saxpy("1.5", x, "64").ok();
    }
    saxpy("fill:f32[1]=1", "zeros:f32[64]", "64").fails(2, &["'a'", "by-value f32"]);
    saxpy("1.5", "f32:1", "64").fails(2, &["'x'", "global buffer (float*)"]);
    saxpy("1.5", "zeros:f32[64]", "f32:64").fails(2, &["'n'", "u32", "not f32"]);
    saxpy("1.5", "zeros:f32[64]", "i32:64").ok();
    let f = Folder::new();
    let data = [0; 8 * 64];
    for (descr, dtype) in [
        ("'<c8'", "<c8"),
        (
            "[('re', '<f4'), ('im', '<f4')]",
            "[('re', '<f4'), ('im', '<f4')]",
        ),
        ("'|V8'", "|V8"),
    ] {
        let x = f.npy("x.npy", descr, "(64,)", &data);
        saxpy("1.5", &format!("@{x}"), "64").fails(2, &["'x'", float, dtype]);
    }
    // Any numbers may be the bits of what the kernel takes.
    let x = f.npy("x.npy", "'<u4'", "(128,)", &data);
    saxpy("1.5", &format!("@{x}"), "64").ok();
    // Vectors of two are what complex numbers are: positions and velocities are float4.
    let nbody = |x: &str| {
        gcn_jit(&format!(
            "run examples/gfx900/nbody.hsaco --global 64 --local 64 --backend interp --arg {x} \
             --arg zeros:f32[256] --arg zeros:f32[256] --arg zeros:f32[256] --arg 0 --arg 0.01 --arg 0.5"
        ))
    };
    let x = f.npy("x.npy", "'<c8'", "(128,)", &[0; 1024]);
    nbody(&format!("@{x}")).ok();
    nbody("fill:f32[256]=1").ok();
    nbody("fill:i32[256]=1").fails(2, &["float4*", "not of i32"]);
}

/// What never ends is an error soon.
#[test]
fn endless_inputs() {
    let f = Folder::new();
    let p = f.program(&END);
    let run = |rest: &str| gcn_jit(&format!("run {p} --isa gfx803 {SIZES} {rest}"));
    run("--arg @/dev/zero").fails(2, &["'0'", "/dev/zero", "more than 1073741824 bytes"]);
    gcn_jit("run /dev/zero --isa gfx803 --global 1 --local 1")
        .fails(2, &["/dev/zero", "more than 1073741824 bytes"]);
    saxpy("@/dev/zero", "zeros:f32[64]", "64").fails(2, &["'a'", "/dev/zero has more"]);
    let e = run("--arg @/dev/zero.npy");
    e.fails(2, &["/dev/zero.npy"]);
}

/// A regular file is not in memory twice; one that is larger than guest memory is refused.
#[test]
fn files_larger_than_guest_memory() {
    let f = Folder::new();
    let p = f.program(&END);
    let huge = f.path("huge");
    std::fs::File::create(&huge)
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    let line = format!("run {p} --isa gfx803 {SIZES} --arg @{}", huge.display());
    gcn_jit(&line).fails(2, &["cannot allocate 1099511627776 bytes", "'0'"]);
}
