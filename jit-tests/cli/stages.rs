//! `ir`: the stages of compilation.

use super::*;

fn ir(rest: &str) -> String {
    gcn_jit(&format!("ir {rest}")).ok()
}

/// Lines in this order, with others between them.
#[track_caller]
fn in_order(text: &str, wanted: &[&str]) {
    let mut lines = text.lines();
    for w in wanted {
        assert!(
            lines.any(|l| l.contains(w)),
            "no '{w}' in its place in:\n{text}"
        );
    }
}

#[test]
fn region() {
    let text = ir("examples/gfx900/saxpy.hsaco --stage region");
    in_order(
        &text,
        &[
            "block0 @0x",
            ": s_load_dword s2, s[4:5], 0x2c",
            "sload",
            ": s_mul_i32 s6, s6, s2",
            "s32 = mul %",
            ": v_add_u32_e32 v0, s6, v0",
            "v32 = add %",
            "write.v",
            "branch %",
        ],
    );
    // It is the text that the parser takes.
    let func: gcn_jit::ir::Func = text.parse().unwrap();
    assert_eq!(gcn_jit::ir::verify(&func), Ok(()));
}

#[test]
fn cranelift() {
    let text = ir("examples/gfx900/saxpy.hsaco --stage clif");
    in_order(
        &text,
        &[
            "function",
            "; gcn_load",
            "block0(v0: i64, v1: i64, v2: i32):",
            ": s_load_dword s2, s[4:5], 0x2c",
            "call fn0(",
            ": s_mul_i32 s6, s6, s2",
            "imul",
            "return",
        ],
    );
    assert!(!text.contains(" -> v"), "{text}");
}

#[test]
fn host_code() {
    let text = ir("examples/gfx900/saxpy.hsaco --stage asm");
    in_order(
        &text,
        &[
            "     0: push rbp",
            ": s_load_dword s2, s[4:5], 0x2c",
            ": s_mul_i32 s6, s6, s2",
            "imul ",
            // What is hardly ever called stands behind everything else.
            "; address of gcn_sload",
            "call ",
            ".byte",
        ],
    );
    assert!(!text.contains("(bad)"), "{text}");
}

#[test]
fn all_stages_and_raw_programs() {
    let f = Folder::new();
    let p = f.program(&STORE);
    let text = ir(&format!("{p} --isa gfx803"));
    in_order(
        &text,
        &[
            "; region IR",
            "sstore ",
            "; Cranelift IR",
            "function",
            "; host code",
            "ret",
        ],
    );
    in_order(&text, &[": s_store_dword s6, s[4:5], 0x4", "sstore "]);
    // s_sethalt 1 (encoding by llvm-mc) is the interpreter's.
    let p = f.program(&[0xbf8d_0001, 0xbf81_0000]);
    let text = ir(&format!("{p} --isa gfx803 --stage region"));
    in_order(&text, &[": s_sethalt 1", "step 0x"]);
}

/// v_add_f32 rounds as MODE says, s_endpgm: the code differs, the region IR's text need not.
#[test]
fn mode() {
    let f = Folder::new();
    // v_exp_f32_e32 v0, v0 (encoding by llvm-mc): its lane function carries MODE.
    let p = f.program(&[0x7e00_4100, 0xbf81_0000]);
    let line = |rest: &str| ir(&format!("{p} --isa gfx803 --stage region {rest}"));
    let default = line("");
    assert_eq!(line("--mode 0xc0"), line("--mode 192"));
    assert_ne!(line("--mode 0xf0"), line("--mode 0"));
    assert!(default.contains("call1"), "{default}");
}

#[test]
fn mistakes() {
    let fails = |line: &str, words: &[&str]| {
        gcn_jit(&format!("ir {line}")).fails(2, words);
    };
    fails(
        "examples/gfx900/reduction.hsaco",
        &["--kernel", "reduce_wave"],
    );
    fails("examples/gfx900/saxpy.hsaco --kernel x", &["no kernel 'x'"]);
    fails("examples/gfx900/saxpy.hsaco --stage x", &["'x'", "--stage"]);
    fails("examples/gfx900/saxpy.hsaco --mode x", &["'x'", "--mode"]);
    fails("none.hsaco", &["none.hsaco"]);
}

/// Regions of their own, where AVX-512 is used, which the host need not have.
#[test]
fn regions() {
    let text = ir("examples/gfx900/saxpy.hsaco --stage clif --host-level avx512");
    in_order(&text, &["colocated u1:0", "call fn"]);
    assert!(text.contains("; region0"), "{text}");
    let text = ir("examples/gfx900/saxpy.hsaco --stage asm --host-level avx512");
    in_order(&text, &["ret", "region0:", ": v_", "zmm", "ret", ".byte"]);
}

/// What a round of a loop does stands behind the blocks, where regions are AVX-512 code.
#[test]
fn loops_stand_behind_the_blocks() {
    let command = "ir examples/gfx900/mandelbrot.hsaco --kernel mandelbrot --stage region";
    let text = gcn_jit(command).ok();
    let level = gcn_jit::jit::host::HostLevel::chosen().unwrap();
    let rounds = text.split_once("rounds of block").map(|t| t.1);
    assert_eq!(
        rounds.is_some(),
        level >= gcn_jit::jit::host::HostLevel::Avx2
    );
    let Some(rounds) = rounds else {
        return;
    };
    // The source has three variables in its loop, and lanes leave: x, y and the count.
    let registers = rounds.lines().filter(|l| l.contains(" becomes "));
    let vectors = registers.clone().filter(|l| l.trim().starts_with('v'));
    assert_eq!(vectors.count(), 3, "{rounds}");
    assert!(registers.clone().any(|l| l.trim().starts_with("exec: ")));
    assert!(rounds.contains("; ") && rounds.contains("v_fma_f32"));
}

/// Of the code for a level there are listings on any host, whatever it may use: the same ones.
#[test]
fn levels_that_the_host_lacks() {
    use gcn_jit::jit::host::HostLevel;
    let line = "ir examples/gfx900/nbody.hsaco --stage asm";
    let at = |chosen: &str, level: HostLevel| {
        let mut command = command(&format!("{line} --host-level {level}"));
        Ran::new(command.env("GCN_JIT_HOST_LEVEL", chosen).output().unwrap()).ok()
    };
    let available = HostLevel::available().unwrap();
    for level in HostLevel::ALL {
        let text = at("", level);
        let instructions = text.lines().filter(|l| !l.trim().starts_with(';'));
        let has = |register: &str| instructions.clone().any(|l| l.contains(register));
        let is_avx = |l: &str| {
            let text = l.split_once(": ").map_or("", |(_, text)| text);
            text.starts_with('v')
        };
        // The kernel's sums are of f32 in 64 lanes.
        assert!(has("xmm"));
        assert_eq!(has("zmm"), level == HostLevel::Avx512, "{level}");
        let avx = instructions.clone().any(is_avx);
        assert_eq!(avx, level >= HostLevel::Avx2, "{level}");
        // What the process may use makes no difference, nor what is wrong about it.
        for chosen in ["base", "avx512", "sse9"] {
            assert_eq!(at(chosen, level), text, "{level} with {chosen}");
        }
        // Hosts of the highest level may lack an extension that listings take for granted.
        let is_whole = level < HostLevel::Avx512 || is_x86_feature_detected!("avx512vpopcntdq");
        if available.contains(&level) && is_whole {
            let mut command = command(line);
            let own = command.env("GCN_JIT_HOST_LEVEL", level.name()).output();
            assert_eq!(Ran::new(own.unwrap()).ok(), text, "{level}");
        }
    }
    let loops = gcn_jit(
        "ir examples/gfx900/mandelbrot.hsaco --kernel mandelbrot --stage region --host-level avx512",
    );
    assert!(loops.ok().contains("rounds of block"));
    let wrong = format!("{line} --host-level sse9");
    gcn_jit(&wrong).fails(2, &["'sse9'", "--host-level", "base"]);
    // It is for looking at code: nothing that executes takes it.
    gcn_jit("run examples/gfx900/saxpy.hsaco --host-level base").fails(2, &["--host-level"]);
}
