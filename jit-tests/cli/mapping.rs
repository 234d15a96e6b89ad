//! `--perf-map`: a file in which `perf` finds the guest instructions of generated code.

use std::process::Stdio;

use super::command;

/// The lines of the map that a run leaves, each with a start and a length.
fn map(options: &str, variable: Option<&str>) -> Option<Vec<(u64, u64, String)>> {
    let line = format!(
        "run examples/gfx900/saxpy.hsaco --global 256 --local 64 --arg 2.5 --arg iota:f32[256] \
         --arg fill:f32[256]=1 --arg 256 {options}"
    );
    let mut run = command(&line);
    if let Some(value) = variable {
        run.env("GCN_JIT_PERF_MAP", value);
    }
    let mut child = run.stdin(Stdio::null()).spawn().expect("the command");
    let path = format!("/tmp/perf-{}.map", child.id());
    assert!(child.wait().expect("a child").success(), "{line}");
    let text = std::fs::read_to_string(&path).ok()?;
    std::fs::remove_file(path).expect("our own file");
    let line = |l: &str| {
        let mut words = l.splitn(3, ' ');
        let mut number = || u64::from_str_radix(words.next()?, 16).ok();
        Some((number()?, number()?, words.next()?.to_owned()))
    };
    Some(text.lines().map(|l| line(l).expect(l)).collect())
}

#[test]
fn instructions_are_named() {
    for (options, variable) in [("--perf-map", None), ("", Some("1"))] {
        let lines = map(options, variable).expect("a map");
        for name in ["s_load_dword", "global_load_dword ", "global_store_dword "] {
            let is = |l: &(u64, u64, String)| l.2.starts_with("gcn 0x") && l.2.contains(name);
            assert!(lines.iter().any(is), "{name} in {lines:?}");
        }
        // No two have a byte in common.
        let mut ranges: Vec<_> = lines.iter().map(|l| (l.0, l.0 + l.1)).collect();
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|r| r[0].1 <= r[1].0), "{lines:?}");
    }
}

#[test]
fn there_is_none_unless_it_is_wanted() {
    assert!(map("", None).is_none());
    assert!(map("", Some("0")).is_none());
    assert!(map("--backend interp --perf-map", None).is_none());
}
