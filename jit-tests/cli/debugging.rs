//! `debug`, driven by lines on standard input: every command, on kernels whose values are known by hand.
//!
//! `jit-tests/kernels/debug/work.cl`, with `in` = 0, 1, 2, ... and n = 3: work-item `l` of a work-group reads x = 127 - l of
//! its neighbours, scale gives 2x + 3, and square makes y * y of that and then (y + 1) * (y + 1); odd ones are negated.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use super::*;

/// One work-group of two waves, optimised.
const O2: &str = "jit-tests/kernels/debug/work-O2.hsaco --global 128 --local 128 --arg out=zeros:f32[128] --arg in=iota:f32[128] --arg n=3";
/// Two work-groups of two waves, not optimised.
const O0: &str = "jit-tests/kernels/debug/work-O0.hsaco --global 256 --local 128 --arg out=zeros:f32[256] --arg in=iota:f32[256] --arg n=3";

/// What a session answers to each line of `commands`; before them what it says when the kernel starts.
#[track_caller]
fn session(options: &str, commands: &str) -> Vec<String> {
    let ran = gcn_jit_reading(&format!("debug {options}"), commands.as_bytes());
    let out = ran.ok();
    let mut answers = vec![String::new()];
    for line in out.lines() {
        if line.starts_with("(gcn) ") {
            answers.push(String::new())
        } else {
            let last = answers.last_mut().unwrap();
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(line);
        }
    }
    let lines = commands.lines().filter(|l| !l.starts_with('#'));
    assert_eq!(answers.len(), lines.count() + 1, "{out}");
    answers
}

/// That the session gives just these answers.
#[track_caller]
fn gives(options: &str, dialogue: &[(&str, &str)]) {
    let commands: Vec<&str> = dialogue.iter().map(|(c, _)| *c).collect();
    let answers = session(options, &commands.join("\n"));
    for ((command, want), got) in dialogue.iter().zip(&answers[1..]) {
        assert_eq!(got, want, "{command}");
    }
}

/// A raw program for gfx803, and what to run it with.
fn raw(f: &Folder, source: &str) -> String {
    let source = f.file("program.s", source.as_bytes());
    let path = f.path("program.bin").display().to_string();
    gcn_jit(&format!("asm {source} --isa gfx803 -o {path}")).ok();
    format!("{path} --isa gfx803 --global 64 --local 64")
}

#[test]
fn breakpoints() {
    gives(
        O2,
        &[
            // Line 17 has no code; the next with some is 18.
            (
                "break work.cl:17",
                "Breakpoint 1 at work+0x8, /src/work.cl:18 in work",
            ),
            // The inlined function; of one that is called the second line.
            (
                "tb scale",
                "Breakpoint 2 at work+0x8c, /src/work.cl:6 in scale",
            ),
            (
                "b square",
                "Breakpoint 3 at square+0x4, /src/work.cl:11 in square",
            ),
            (
                "b square+4 wave 1",
                "Breakpoint 4 at square+0x4, /src/work.cl:11 in square, wave 1",
            ),
            ("delete 3", ""),
            (
                "b 0xd0 if group 0,0,0 wave 0",
                "Breakpoint 5 at work+0xd0, /src/work.cl:31 in work, work-group 0,0,0, wave 0",
            ),
            (
                "c",
                "Breakpoint 1\n0,0,0 wave 0 => work+0x8: s_load_dwordx4 s[12:15], s[4:5], 0x0\nat /src/work.cl:18 in work\n18\t    int l = __builtin_amdgcn_workitem_id_x();",
            ),
            (
                "c",
                "Breakpoint 1\n0,0,0 wave 1 => work+0x8: s_load_dwordx4 s[12:15], s[4:5], 0x0\nat /src/work.cl:18 in work\n18\t    int l = __builtin_amdgcn_workitem_id_x();",
            ),
            (
                "continue",
                "Breakpoint 2\n0,0,0 wave 0 => work+0x8c: v_cvt_f32_i32_e32 v1, s6\nat /src/work.cl:6 in scale\n6\t    return r + k;",
            ),
            (
                "info breakpoints",
                "1: break work+0x8, /src/work.cl:18 in work, hits: 2\n\
                4: break square+0x4, /src/work.cl:11 in square, wave 1, hits: 0\n\
                5: break work+0xd0, /src/work.cl:31 in work, work-group 0,0,0, wave 0, hits: 0",
            ),
            (
                "c",
                "Breakpoint 5\n0,0,0 wave 0 => work+0xd0: s_endpgm\nat /src/work.cl:31 in work\n31\t}",
            ),
            (
                "c",
                "Breakpoint 4\n0,0,0 wave 1 => square+0x4: v_cvt_f32_u32_e32 v1, v1\nat /src/work.cl:11 in square\n11\t    float b = a + i;",
            ),
            ("d", ""),
            ("info b", "error: there are no breakpoints"),
            // 25 instructions to the barrier, with it, 42 in all, and two calls of 5.
            (
                "c",
                "The kernel has ended (104 instructions, 2 waves have ended)",
            ),
        ],
    );
}

/// The second word of the second line of an answer: where the wave is.
fn place(answer: &str) -> &str {
    let line = answer
        .lines()
        .find(|l| l.contains(" => "))
        .unwrap_or(answer);
    let place = line.split(" => ").nth(1).unwrap_or(line);
    place.split(':').next().unwrap()
}

#[test]
fn steps() {
    let steps = [
        ("si", "work+0x4"),
        ("stepi 2", "work+0x10"),
        ("b 0x9c", "Breakpoint 1 at work+0x9c, /src/work.cl"),
        ("c", "work+0x9c"),
        ("d", ""),
        // At the call: over it, and over the next with its line.
        ("si", "work+0xa0"),
        ("nexti", "work+0xa4"),
        ("next", "work+0xac"),
        ("rs 4", "square+0x4"),
        ("rs 3", "work+0xa4"),
        // Into the call, to its next lines, and out.
        ("step", "square+0x0"),
        ("s", "square+0x4"),
        ("n", "square+0xc"),
        ("finish", "work+0xac"),
        ("stepwave", "work+0x84"),
    ];
    let commands: Vec<&str> = steps.iter().map(|(c, _)| *c).collect();
    let answers = session(O2, &commands.join("\n"));
    let places: Vec<&str> = answers[1..].iter().map(|a| place(a)).collect();
    let want: Vec<&str> = steps.iter().map(|(_, p)| *p).collect();
    assert_eq!(places, want);
    let last = answers.last().unwrap();
    assert!(
        last.starts_with("Stopped\n0,0,0 wave 1 => work+0x84: ds_read_b32"),
        "{last}"
    );
}

#[test]
fn barriers_waves_and_groups() {
    let answers = session(
        O0,
        "barrier\ninfo waves\nsw\ninfo waves\nwave 0\nstepi\nwave 2\nb work.cl:31 group 1 wave 1\nc\ninfo groups\nfinish\ngroup 1\nc",
    );
    let [
        _,
        barrier,
        alone,
        turn,
        both,
        chosen,
        step,
        none,
        _,
        stop,
        groups,
        end,
        gone,
        ended,
    ] = &answers[..]
    else {
        panic!("{answers:?}");
    };
    assert!(
        barrier.starts_with("At a barrier\n0,0,0 wave 0 => work+0x1c4: s_waitcnt"),
        "{barrier}"
    );
    assert!(
        alone.starts_with("* 0,0,0 wave 0: at a barrier, 64 lanes, ") && alone.lines().count() == 1,
        "{alone}"
    );
    assert!(
        turn.starts_with("Stopped\n0,0,0 wave 1 => work+0x0: "),
        "{turn}"
    );
    let lines: Vec<&str> = both.lines().collect();
    assert!(
        lines[0].starts_with("  0,0,0 wave 0: at a barrier, 64 lanes, "),
        "{both}"
    );
    assert!(
        lines[1]
            .starts_with("* 0,0,0 wave 1: stopped, 64 lanes, 0 instructions done, next work+0x0: "),
        "{both}"
    );
    assert!(
        chosen.starts_with("0,0,0 wave 0 => work+0x1c4: s_waitcnt"),
        "{chosen}"
    );
    // That wave goes on when the other has come to the barrier.
    assert!(
        step.starts_with("Stopped\n0,0,0 wave 0 => work+0x1c8: "),
        "{step}"
    );
    assert!(
        none.starts_with("error: wave 2 of work-group 0,0,0 is not under way"),
        "{none}"
    );
    assert!(
        stop.starts_with("Breakpoint 1\n1,0,0 wave 1 => work+0x6d4: s_endpgm"),
        "{stop}"
    );
    assert_eq!(
        groups,
        "* 1,0,0: waves under way: 1, at a barrier: 0\nwaves that have ended: 3"
    );
    assert_eq!(end, "The wave has ended: 1,0,0 wave 1");
    assert_eq!(gone, "error: no wave of work-group 1 is under way");
    assert!(
        ended.starts_with("The kernel has ended (")
            && ended.ends_with(" instructions, 4 waves have ended)"),
        "{ended}"
    );
}

/// Whoever waits at a barrier that is open only waits for its turn.
#[test]
fn open_barriers() {
    let answers = session(O0, "barrier\nstepi\ninfo waves");
    let lines: Vec<&str> = answers[3].lines().collect();
    assert!(
        lines[0].starts_with("* 0,0,0 wave 0: stopped, "),
        "{}",
        answers[3]
    );
    assert!(
        lines[1].starts_with("  0,0,0 wave 1: waiting for its turn, "),
        "{}",
        answers[3]
    );
}

/// Registers of all kinds in all types: the bits by hand (IEEE 754).
#[test]
fn registers() {
    let f = Folder::new();
    let options = raw(
        &f,
        "s_mov_b32 s4, 0xbf800000\n\
         s_mov_b32 s6, 0\n\
         s_mov_b32 s7, 0x3ff80000\n\
         v_mov_b32 v1, 0xc0003c00\n\
         v_mov_b32 v3, 0x80000000\n\
         s_mov_b64 exec, 5\n\
         v_mov_b32 v2, v0\n\
         v_cmp_eq_u32 vcc, 2, v0\n\
         s_mov_b32 m0, 7\n\
         s_cmp_eq_u32 s6, 0\n\
         s_endpgm\n",
    );
    let picture = format!("#.#{} 2 lanes, 0x0000000000000005", ".".repeat(61));
    let rows = |first: &str| {
        let none = " -".repeat(8);
        let others: Vec<String> = (1..8).map(|r| format!("\n  {:2}:{none}", 8 * r)).collect();
        format!("v2:u32\n   0: {first} - - - - -{}", others.concat())
    };
    gives(
        &options,
        &[
            ("p vcc", "vcc:x64 = 0x0000000000000000"),
            ("p v2", "v2:x32 = all 0x00000000"),
            ("si 10", "Stopped\n0,0,0 wave 0 => program+0x34: s_endpgm"),
            ("p s4", "s4:x32 = 0xbf800000"),
            ("print s4:f32", "s4:f32 = -1.0"),
            ("p s[6:7]:f64", "s[6:7]:f64 = 1.5"),
            ("p s6:f64", "s[6:7]:f64 = 1.5"),
            ("p s[6:7]", "s[6:7]:x64 = 0x3ff8000000000000"),
            ("p s[4:7]:u32", "s[4:7]:u32 = 3212836864 0 0 1073217536"),
            ("p v1:f16", "v1:f16 = all (1.0,-2.0)"),
            ("p v1[63]:i8", "v1[63]:i8 = (0,60,0,-64)"),
            (
                "p v1[0..1]:u16",
                "v1[0..1]:u16 = (15360,49152) (15360,49152)",
            ),
            ("p v3[7]:i32", "v3[7]:i32 = -2147483648"),
            ("p v2[0..3]:u32", "v2[0..3]:u32 = 0 0 2 0"),
            ("p v2:u32", &rows("0 - 2")),
            ("p vcc", "vcc:x64 = 0x0000000000000004"),
            ("p vcc_lo:u32", "vcc_lo:u32 = 4"),
            ("p exec", "exec:x64 = 0x0000000000000005"),
            ("info exec", &picture),
            ("p m0", "m0:x32 = 0x00000007"),
            ("p scc", "scc:x32 = 0x00000001"),
            ("p mode", "mode:x32 = 0x000000f0"),
            (
                "i mode",
                "mode 0x000000f0: round f32 nearest even, f64 and f16 nearest even; denormals f32 kept, f64 and f16 kept; dx10_clamp off, ieee off",
            ),
        ],
    );
    let answers = session(&options, "si 10\ninfo registers");
    let registers = &answers[2];
    assert!(
        registers.starts_with("s0 ") && registers.contains("\ns4   0xbf800000 "),
        "{registers}"
    );
    assert!(registers.contains("\nvcc 0x0000000000000004 exec 0x0000000000000005 m0 0x00000007 scc 1 mode 0x000000f0 pc 0x"), "{registers}");
}

#[test]
fn memory() {
    let answers = session(
        O0,
        "tb work.cl:28\nc\nx/4f32 in\nx/2f32 in+8\nx/3u32 in+4\nx/2f32 lds:496\nx/2f32 tile\nx/f32 private:28\nlane 5\nx/f32 private:28\np x\nx/f32 x\nx/2i square\ninfo buffers\nx/9u8 lds:512\nx private:100000\nx/u64 0x10",
    );
    let values = |answer: &str| answer.split(": ").nth(1).unwrap_or(answer).to_owned();
    let got: Vec<String> = answers[3..11].iter().map(|a| values(a)).collect();
    // Private memory has x at 28 (DW_OP_fbreg +28), which is 127 - lane.
    let want = [
        "0.0 1.0 2.0 3.0",
        "2.0 3.0",
        "1065353216 1073741824 1077936128",
        "124.0 125.0",
        "0.0 1.0",
        "127.0",
        "lane 5",
        "122.0",
    ];
    assert_eq!(got, want);
    let x = &answers[11];
    assert!(
        x.starts_with("float x:f32\n   0: 127.0 126.0 125.0 124.0 123.0 122.0 121.0 120.0\n"),
        "{x}"
    );
    assert_eq!(answers[12], "0x1c: 122.0");
    assert_eq!(
        answers[13],
        "   square+0x0: s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0) @ /src/work.cl:10\n   square+0x4: s_mov_b32 s4, s33 @ /src/work.cl:10"
    );
    let buffers = &answers[14];
    assert!(
        buffers.contains(": 1024 bytes, out\n") && buffers.contains(": 1024 bytes, in"),
        "{buffers}"
    );
    assert_eq!(
        answers[15],
        "error: 9 bytes at offset 0x200 are not in LDS, which has 512 bytes"
    );
    assert!(
        answers[16]
            .starts_with("error: 4 bytes at offset 0x186a0 are not in private memory, which has "),
        "{}",
        answers[16]
    );
    assert!(
        answers[17].starts_with("error: cannot read 8 bytes at 0x10: "),
        "{}",
        answers[17]
    );
}

#[test]
fn variables_and_functions() {
    gives(
        O2,
        &[
            (
                "tb scale",
                "Breakpoint 1 at work+0x8c, /src/work.cl:6 in scale",
            ),
            (
                "c",
                "Breakpoint 1\n0,0,0 wave 0 => work+0x8c: v_cvt_f32_i32_e32 v1, s6\nat /src/work.cl:6 in scale\n6\t    return r + k;",
            ),
            (
                "bt",
                "* #0 work+0x8c, /src/work.cl:6 in scale, inlined\n  #1 work+0x8c, /src/work.cl:25 in work",
            ),
            ("p v[0..1]", "float v[0..1]:f32 = 127.0 126.0"),
            ("p r", "error: r: optimised out"),
            ("up", "* #1 work+0x8c, /src/work.cl:25 in work"),
            ("p x[63]", "float x[63]:f32 = 64.0"),
            ("p l[9]", "int l[9]:i32 = 9"),
            ("p n", "error: n: optimised out"),
            ("p r", "error: there is no register or variable 'r' here"),
            (
                "list",
                "   20\t    tile[l] = in[i];\n   21\t    __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"workgroup\");\n   22\t    __builtin_amdgcn_s_barrier();\n   23\t    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"workgroup\");\n   24\t    float x = tile[127 - l];\n=> 25\t    float y = scale(x, n);\n   26\t    for (int k = 0; k < 2; k++)\n   27\t        y = square(y, k);\n   28\t    if (l & 1)\n   29\t        y = -y;",
            ),
            ("list", "   30\t    out[i] = y;\n   31\t}"),
            ("list", "error: /src/work.cl has 31 lines"),
            ("down", "* #0 work+0x8c, /src/work.cl:6 in scale, inlined"),
            (
                "finish",
                "Stopped\n0,0,0 wave 0 => work+0x9c: v_mov_b32_e32 v1, 0\nat /src/work.cl:27 in work\n27\t        y = square(y, k);",
            ),
            // The loop is unrolled: its counter is constant, of all lanes.
            ("p k", "int k = 0"),
            ("p y[0..2]", "float y[0..2]:f32 = 257.0 255.0 253.0"),
            (
                "b square",
                "Breakpoint 2 at square+0x4, /src/work.cl:11 in square",
            ),
            (
                "c",
                "Breakpoint 2\n0,0,0 wave 0 => square+0x4: v_cvt_f32_u32_e32 v1, v1\nat /src/work.cl:11 in square\n11\t    float b = a + i;",
            ),
            (
                "where",
                "* #0 square+0x4, /src/work.cl:11 in square\n  #1 work+0xa0, /src/work.cl:27 in work",
            ),
            ("p i", "int i:i32 = all 0"),
            ("frame 1", "* #1 work+0xa0, /src/work.cl:27 in work"),
            (
                "p y",
                "error: the registers of a function that has called another are not known",
            ),
            ("frame 0", "* #0 square+0x4, /src/work.cl:11 in square"),
            (
                "info locals",
                "float b = <optimised out>\nint i = 0\nfloat a = 257.0\n(lane 0)",
            ),
            ("lane 1", "lane 1"),
            (
                "info locals",
                "float b = <optimised out>\nint i = 0\nfloat a = 255.0\n(lane 1)",
            ),
            (
                "disassemble",
                "   square+0x0: s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0) @ /src/work.cl:10\n=> square+0x4: v_cvt_f32_u32_e32 v1, v1 @ /src/work.cl:11\n   square+0x8: v_add_f32_e32 v0, v1, v0 @ /src/work.cl:11\n   square+0xc: v_mul_f32_e32 v0, v0, v0 @ /src/work.cl:12\n   square+0x10: s_setpc_b64 s[30:31] @ /src/work.cl:12",
            ),
        ],
    );
}

/// Behind the instruction that writes, and no other; lanes that EXEC leaves out are not written.
#[test]
fn watchpoints() {
    let f = Folder::new();
    let options = raw(
        &f,
        "v_mov_b32 v1, 1\n\
         s_mov_b64 exec, 1\n\
         v_mov_b32 v1, 2\n\
         s_mov_b32 s4, 3\n\
         s_mov_b32 s4, s4\n\
         s_cmp_eq_u32 s4, 3\n\
         v_mov_b32 v2, 8\n\
         s_mov_b32 m0, -1\n\
         ds_write_b32 v2, v1\n\
         ds_read_b32 v3, v2\n\
         s_endpgm\n",
    ) + " --lds 64";
    let answers = session(
        &options,
        "watch v1[5]\nwatch s4\nwatch scc\nrwatch lds:8\nawatch lds:10,1\nc\nc\nc\nc\nc\nc\ninfo breakpoints\nc",
    );
    let firsts: Vec<&str> = answers[6..12]
        .iter()
        .map(|a| a.lines().next().unwrap())
        .collect();
    let want = [
        "Watchpoint 1 (v1[5]): 0x0 becomes 0x1 in lane 5, by program+0x0: v_mov_b32_e32 v1, 1",
        "Watchpoint 2 (s4): 0x0 becomes 0x3, by program+0xc: s_mov_b32 s4, 3",
        "Watchpoint 2 (s4): the same value is written, by program+0x10: s_mov_b32 s4, s4",
        "Watchpoint 3 (scc): 0x0 becomes 0x1, by program+0x14: s_cmp_eq_u32 s4, 3",
        "Watchpoint 5 (lds:10,1): lds write of 4 bytes at 0x8 by lane 0, by program+0x20: ds_write_b32 v2, v1",
        "Watchpoint 4 (lds:8): lds read of 4 bytes at 0x8 by lane 0, by program+0x28: ds_read_b32 v3, v2",
    ];
    assert_eq!(firsts, want);
    assert_eq!(
        answers[12],
        "1: watch v1[5], hits: 1\n2: watch s4, hits: 2\n3: watch scc, hits: 1\n4: watch for reads lds:8, hits: 1\n5: watch for reads and writes lds:10,1, hits: 1"
    );
    assert!(
        answers[13].starts_with("The kernel has ended"),
        "{}",
        answers[13]
    );
    // What a vector register's first lane gets is written to it as a whole, too.
    let whole = session(&options, "watch v1\nc\nc");
    assert!(
        whole[3].starts_with("Watchpoint 1 (v1): 0x1 becomes 0x2 in lane 0, by program+0x8"),
        "{}",
        whole[3]
    );

    // A buffer: the store of the lanes of wave 1 reaches element 64 first.
    let out = session(O2, "watch out+256\nc\nwatch nothing");
    assert!(
        out[2].starts_with("Watchpoint 1 (out+256): global write of 4 bytes at 0x"),
        "{}",
        out[2]
    );
    assert!(out[2].contains(" by lane 0, by work+0xc8: global_store_dword v[0:1], v2, off\n0,0,0 wave 1 => work+0xd0: s_endpgm"), "{}", out[2]);
    assert!(
        out[3].starts_with("error: 'nothing' is not a number, buffer, register or variable"),
        "{}",
        out[3]
    );

    // A variable in private memory, of one lane: line 29 negates y of odd lanes.
    let y = session(
        O0,
        "tb work.cl:28\nc\nlane 4\nwatch y\nlane 5\nwatch y\nc\np y[4..5]",
    );
    assert!(y[7].starts_with("Watchpoint 3 (y): private write of 4 bytes at 0x20 by lane 5, by work+0x634: buffer_store_dword"), "{}", y[7]);
    // ((2 * 123 + 3)^2 + 1)^2 and -((2 * 122 + 3)^2 + 1)^2, rounded to f32 as they are made.
    let square = |y: f32| (y * y + 1.0) * (y * y + 1.0);
    assert_eq!(
        y[8],
        format!(
            "float y[4..5]:f32 = {:?} {:?}",
            square(249.0),
            -square(247.0)
        )
    );
}

/// What a session shows of all that it can, at the same instruction on the way forwards and backwards.
#[test]
fn backwards_is_as_it_was() {
    let look =
        "info registers\np v0\np v1\np v2\np v5\nx/128f32 lds:0\nx/128f32 out\ninfo waves\nbt";
    let n = look.lines().count();
    // 30 instructions on: wave 0 has passed the barrier, and wave 1 waits there.
    for (there, on, back) in [
        ("si 30", "si 12", "rs 12"),
        ("si 30", "c", "rs 22"),
        (
            "b 0x94\nc\nd",
            "si\nb work.cl:28 wave 1\nc\nwave 1\nd\nb 0x94 wave 0",
            "rc",
        ),
    ] {
        let script = format!("{there}\n{look}\n{on}\n{back}\n{look}");
        let answers = session(O2, &script);
        let begin = there.lines().count() + 1;
        let end = answers.len() - n;
        let forwards = &answers[begin..begin + n];
        assert!(answers[end - 1].starts_with("Back"), "{}", answers[end - 1]);
        assert_eq!(&answers[end..], forwards, "{back}");
    }
    // To the start, and behind the end.
    let answers = session(O2, "rs 5\nc\nrc\nrs\nc\nx/2f32 out\nrun");
    assert!(
        answers[1].starts_with("The kernel starts\n"),
        "{}",
        answers[1]
    );
    assert!(
        answers[3].starts_with("The kernel starts\n"),
        "{}",
        answers[3]
    );
    assert!(
        answers[2].starts_with("The kernel has ended (104 "),
        "{}",
        answers[2]
    );
    assert_eq!(answers[5], answers[2]);
    let square = |y: f32| (y * y + 1.0) * (y * y + 1.0);
    let want = format!(": {:?} {:?}", square(257.0), -square(255.0));
    assert!(answers[6].ends_with(&want), "{}", answers[6]);
    assert_eq!(answers[7], answers[2]);

    // Watchpoints count backwards, too: behind the instruction that wrote.
    let answers = session(O2, "b work.cl:28\nc\nwatch v0[0]\nrc\nrc\np v0[0]:f32");
    assert!(
        answers[4].contains("=> square+0x10: s_setpc_b64"),
        "{}",
        answers[4]
    );
    assert!(
        answers[5].contains("=> square+0xc: v_mul_f32"),
        "{}",
        answers[5]
    );
    // 257 * 257 + 1, before it is squared.
    assert_eq!(answers[6], "v0[0]:f32 = 66050.0");
}

#[test]
fn faults() {
    let options = "jit-tests/kernels/checks/whole.hsaco --global 64 --local 64 --arg iota:u32[16]";
    let answers = session(
        options,
        "c\np v0[15..16]:u32\ninfo waves\nrs\nc\nc\nsi\nrs 2",
    );
    let fault = &answers[1];
    assert!(
        fault.starts_with("Fault: out-of-bounds read of 4 bytes at 0x")
            && fault.contains("past the end of"),
        "{fault}"
    );
    assert!(fault.contains(", lane 16\n0,0,0 wave 0 => scale+0x10: global_load_dword v1, v0, s[0:1]\nat /src/missing.cl:16 in scale"), "{fault}");
    assert_eq!(answers[2], "v0[15..16]:u32 = 60 64");
    assert!(
        answers[4].contains("=> scale+0xc: s_waitcnt"),
        "{}",
        answers[4]
    );
    assert_eq!(&answers[5], fault);
    assert!(
        answers[6]
            .starts_with("The kernel has ended with a fault: out-of-bounds read of 4 bytes at 0x"),
        "{}",
        answers[6]
    );
    assert_eq!(
        answers[7],
        "error: the kernel has ended; run starts it again, rstep goes back"
    );
    assert!(
        answers[8].contains("=> scale+0x8: v_lshlrev_b32_e32"),
        "{}",
        answers[8]
    );
}

#[test]
fn mistakes_are_one_line_and_the_session_goes_on() {
    let mistakes = [
        ("foo", "there is no command 'foo'"),
        ("/8", "there is no command"),
        ("f", ""),
        ("r1", "there is no command 'r1'"),
        ("st", "'st' may be"),
        ("break nowhere", "there is no function 'nowhere'"),
        (
            "break other.cl:3",
            "no code comes from a file 'other.cl'; some comes from /src/work.cl",
        ),
        ("break work.cl:99", "no code behind that line"),
        ("break work.cl:x", "'x' is not a line"),
        ("break square+x", "'x' is not a number"),
        ("break 0x10000", "no instruction at '0x10000'"),
        ("break square wave x", "'x' is not a number"),
        (
            "break square group 1,2,3,4",
            "'1,2,3,4' is not a work-group",
        ),
        ("watch", "want registers"),
        ("watch pc", "pc cannot be watched"),
        ("watch v1[0..3]", "one lane, or all"),
        ("delete 7", "there is no breakpoint 7"),
        ("p", "want a register"),
        ("p s200", "there is no register 's200'"),
        ("p v8", "v0 to v7"),
        ("p s4[1]", "a scalar register has no lanes"),
        ("p v0[64]", "not lanes"),
        ("p v0[1", "not lanes"),
        ("p s[4", "a ']' is missing"),
        ("p v0:f8", "there is no type 'f8'"),
        ("p unknown", "no register or variable 'unknown'"),
        ("x", "which address"),
        ("x/0 in", "want 1 to"),
        ("x/99999999 in", "want 1 to"),
        ("x/4 in+nothing", "'nothing' is not a number"),
        ("si 0", "at least 1"),
        ("si x", "'x' is not a number"),
        ("lane 64", "no lane 64"),
        ("wave 1", "wave 1 of work-group 0,0,0 is not under way"),
        ("group 7", "no wave of work-group 7"),
        ("frame 3", "no function 3"),
        ("down", "the innermost"),
        ("info", "info about what"),
        ("info nothing", "info about what"),
        ("help foo", "there is no command 'foo'"),
        ("list 999", "has 31 lines"),
        ("list other.c:1", "cannot find other.c"),
        ("disas nowhere", "no function"),
    ];
    let commands: Vec<&str> = mistakes.iter().map(|(c, _)| *c).collect();
    let answers = session(O2, &format!("{}\nsi", commands.join("\n")));
    for ((command, words), answer) in mistakes.iter().zip(&answers[1..]) {
        if !words.is_empty() {
            assert!(
                answer.starts_with("error: ") && answer.contains(words),
                "{command}: {answer}"
            );
            assert_eq!(answer.lines().count(), 1, "{command}: {answer}");
        }
    }
    assert!(
        answers
            .last()
            .unwrap()
            .starts_with("Stopped\n0,0,0 wave 0 => work+0x4")
    );

    // No lines, no variables.
    let f = Folder::new();
    let options = raw(&f, "s_nop 0\ns_endpgm\n");
    let answers = session(
        &options,
        "b x.c:1\nlist\ninfo locals\nstep\nnext\nnext\ninfo exec",
    );
    for (i, words) in [
        (1, "no line numbers"),
        (2, "no line here"),
        (3, "no variables here"),
        (7, "the wave has ended; continue goes on"),
    ] {
        assert!(
            answers[i].starts_with("error: ") && answers[i].contains(words),
            "{}",
            answers[i]
        );
    }
    // Where no line is known an instruction is one.
    assert_eq!(place(&answers[4]), "program+0x4");
    assert_eq!(answers[5], "The wave has ended: 0,0,0 wave 0");
    assert_eq!(answers[6], answers[7]);
}

#[test]
fn help_names_every_command() {
    let help = &session(O2, "help\nhelp br")[1..];
    let lines: Vec<&str> = help[0].lines().collect();
    for name in ["break", "watch", "rstep", "print", "x/", "info", "quit"] {
        assert!(lines.iter().any(|l| l.starts_with(name)), "{name}");
    }
    assert_eq!(help[1], lines[0]);
    assert!(lines.iter().all(|l| l.contains(": ")));
}

#[test]
fn sources_elsewhere() {
    let f = Folder::new();
    let kernel = std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("jit-tests/kernels/debug/work-O2.hsaco"),
    )
    .unwrap();
    let kernel = f.file("work.hsaco", &kernel);
    let arguments = O2.split_once(' ').unwrap().1;
    let folder = "jit-tests/kernels/debug";
    let answers = session(
        &format!("{kernel} {arguments}"),
        &format!("list 5\ndirectory {folder}\nlist 5"),
    );
    assert!(
        answers[1].starts_with("error: cannot find /src/work.cl; directory FOLDER"),
        "{}",
        answers[1]
    );
    assert!(
        answers[3].contains("\n   5\t    float r = v * 2.0f;\n"),
        "{}",
        answers[3]
    );
    let answers = session(&format!("{kernel} {arguments} --source {folder}"), "list 5");
    assert!(
        answers[1].contains("\n   5\t    float r = v * 2.0f;\n"),
        "{}",
        answers[1]
    );
}

#[test]
fn sessions_end() {
    // At the end of input, and at quit, whatever comes then.
    assert_eq!(session(O2, "").len(), 1);
    let ran = gcn_jit_reading(&format!("debug {O2}"), b"# a note\nsi\nq\nsi\n");
    let out = ran.ok();
    assert!(out.ends_with("(gcn) q\n") && !out.contains("note"), "{out}");
    gcn_jit_reading("debug - --isa gfx803 --global 64 --local 64", b"")
        .fails(2, &["standard input is for"]);
    gcn_jit(&format!("debug {O2} --arg x=@-")).fails(2, &["standard input is for"]);
    gcn_jit(&format!("debug {}", O2.replace(" --arg n=3", ""))).fails(2, &["argument"]);
}

/// Ctrl-C stops a kernel that does not end, and the session goes on.
#[test]
fn interrupts() {
    let f = Folder::new();
    let options = raw(&f, "s_mov_b32 s4, 7\nloop:\ns_branch loop\n");
    let mut child = command(&format!("debug {options}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |end: &str| {
        let found = lines.by_ref().map(Result::unwrap).find(|l| l.contains(end));
        found.unwrap_or_else(|| panic!("no '{end}'"))
    };
    input.write_all(b"c\n").unwrap();
    until("(gcn) c");
    let pid = child.id().to_string();
    // The line is repeated before the run goes on.
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    until("Interrupted");
    until("=> program+0x4: s_branch");
    input.write_all(b"p s4\nq\n").unwrap();
    until("s4:x32 = 0x00000007");
    assert!(child.wait().unwrap().success());
}
