//! `asm`.

use super::*;

const LOOP: &[u8] = b"top:\n s_sub_u32 s0, s0, 1\n s_cbranch_scc0 top\n s_endpgm\n";

/// The words of `LOOP`, by llvm-mc.
const WORDS: [u32; 3] = [0x8080_8100, 0xbf84_fffe, 0xbf81_0000];

#[test]
fn standard_input_and_output() {
    let text = gcn_jit_reading("asm - --isa gfx900", LOOP).ok();
    assert_eq!(text, "80808100 bf84fffe bf810000\n");
    let bytes = gcn_jit_reading("asm - --isa gfx900 -o -", LOOP).stdout;
    let want: Vec<u8> = WORDS.iter().flat_map(|w| w.to_le_bytes()).collect();
    assert_eq!(bytes, want);
    // Eight dwords to a line, and what is no dword.
    let text = gcn_jit_reading(
        "asm - --isa gfx900",
        b".fill 9, 4, 0x12345678\n.byte 1, 2\n",
    );
    let line = ["12345678"; 8].join(" ");
    assert_eq!(text.ok(), format!("{line}\n12345678 0201\n"));
    assert_eq!(gcn_jit_reading("asm - --isa gfx900", b"").ok(), "");
}

#[test]
fn output_file() {
    let f = Folder::new();
    let source = f.file("loop.s", LOOP);
    let out = f.file("loop.bin", b"old");
    let command = |isa: &str| format!("asm {source} --isa {isa} -o {out}");
    assert_eq!(gcn_jit(&command("gfx803")).ok(), "");
    let want: Vec<u8> = WORDS.iter().flat_map(|w| w.to_le_bytes()).collect();
    assert_eq!(std::fs::read(&out).unwrap(), want);
    // It runs.
    let run = format!("run {out} --isa gfx803 --global 1 --local 1 --backend interp");
    assert_eq!(gcn_jit(&run).ok(), "");
    // A mistake leaves the old file.
    std::fs::write(&source, "s_nop 0\n s_mov_b32 s0, v1\n").unwrap();
    gcn_jit(&command("gfx803")).fails(2, &["loop.s:2:16: expected a scalar register"]);
    assert_eq!(std::fs::read(&out).unwrap(), want);
    assert_eq!(f.names(), ["loop.bin", "loop.s"]);
    std::fs::write(&source, LOOP).unwrap();
    gcn_jit(&format!("asm {source} --isa gfx803 -o /nonexistent/x"))
        .fails(2, &["cannot write /nonexistent/x"]);
}

#[test]
fn mistakes() {
    let asm = |isa: &str, text: &[u8]| gcn_jit_reading(&format!("asm - --isa {isa}"), text);
    asm("gfx900", b"s_nop 0\n\n s_nopp 0").fails(
        2,
        &["error: <stdin>:3:2: there is no instruction 's_nopp'; did you mean 's_nop'?"],
    );
    asm("gfx803", b"v_add3_u32 v0, v1, v2, v3").fails(
        2,
        &["gfx803 has no instruction 'v_add3_u32', only gfx900, gfx906, gfx908, gfx90a, gfx942, gfx950 have"],
    );
    asm("gfx803", b"s_nop x\ns_nop y").fails(2, &["<stdin>:1:7:", "(and 1 more mistake)"]);
    asm("gfx803", b"s_branch x\n".repeat(3).as_slice()).fails(2, &["'x'", "(and 2 more mistakes)"]);
    asm("gfx803", b"s_nop 0\n s_\xff").fails(2, &["<stdin>:2:4: this is not UTF-8 text"]);
    asm("gfx1030", b"").fails(2, &["unsupported target gfx1030"]);
    gcn_jit("asm /nonexistent --isa gfx803").fails(2, &["/nonexistent", "No such file"]);
    gcn_jit("asm examples/raw/kernel.s").fails(2, &["--isa"]);
    gcn_jit("asm --isa gfx803").fails(2, &["FILE"]);
    gcn_jit("asm examples/raw/kernel.s --isa gfx600")
        .fails(2, &["examples/raw/kernel.s:", "gfx600"]);
}

/// What `disasm` prints, `asm` reads: the addresses and words are comments.
#[test]
fn a_listing_can_be_assembled() {
    let listing = gcn_jit("disasm examples/raw/kernel.bin --isa gfx803").ok();
    // Its first line is a label in objdump's manner.
    let (_, code) = listing.split_once('\n').unwrap();
    let bytes = gcn_jit_reading("asm - --isa gfx803 -o -", code.as_bytes()).stdout;
    assert_eq!(bytes, example("raw/kernel.bin"));
}
