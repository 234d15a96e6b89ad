//! `GCN_JIT_HOST_LEVEL`.

use gcn_jit::jit::host::HostLevel;

use super::*;

const NBODY: &str = "examples/gfx900/nbody.hsaco";

/// Arguments that make it compute something.
const ARGS: &str = "--global 256 --local 64 --arg @examples/data/positions.npy \
                    --arg @examples/data/velocities.npy --arg zeros:f32[1024] \
                    --arg zeros:f32[1024] --arg 256 --arg 0.01 --arg 0.0625";

fn at(level: &str, line: &str) -> Ran {
    let mut command = command(line);
    Ran::new(command.env("GCN_JIT_HOST_LEVEL", level).output().unwrap())
}

#[test]
fn results_are_the_same_and_code_is_not() {
    let f = Folder::new();
    let line = format!("run {NBODY} {ARGS} --print 2 --print 3 --stats=json");
    let cached = format!("{line} --cache-dir {}", f.path("cache").display());
    let mut printed = vec![gcn_jit(&format!("{line} --backend interp")).ok()];
    for level in HostLevel::available().unwrap() {
        let text = at(level.name(), &cached).ok();
        // Another level's code in the cache is not this one's.
        assert!(text.contains("\"cache_hits\":0"), "{text}");
        assert!(!text.contains("\"blocks_compiled\":0"), "{text}");
        printed.push(text);
        let asm = at(level.name(), &format!("ir {NBODY} --stage asm")).ok();
        let host = asm
            .lines()
            .filter(|l| ["xmm", "ymm", "zmm"].iter().any(|r| l.contains(r)));
        let is_avx = |l: &str| {
            l.split_whitespace()
                .any(|w| w.starts_with('v') && !w.contains('_'))
        };
        let avx = host.filter(|l| is_avx(l)).count();
        assert_eq!(avx == 0, level == HostLevel::Base, "{avx} lines at {level}");
    }
    let values = printed
        .iter()
        .map(|t| t.trim_end().rsplit_once('\n').unwrap().0);
    let values: Vec<_> = values.collect();
    assert!(values.windows(2).all(|w| w[0] == w[1]));
}

#[test]
fn a_wrong_level_is_told() {
    let line = format!("run {NBODY} {ARGS}");
    for wrong in ["sse9", "AVX2", "avx2 "] {
        at(wrong, &line).fails(2, &["GCN_JIT_HOST_LEVEL", wrong, "base, avx2, avx512"]);
    }
    // The interpreter has no use for it.
    at("sse9", &format!("{line} --backend interp")).ok();
    at("", &line).ok();
    let detected = HostLevel::detected().unwrap();
    if detected < HostLevel::Avx512 {
        at("avx512", &line).fails(2, &["GCN_JIT_HOST_LEVEL", "avx512", detected.name()]);
    }
}
