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
    gcn_jit("asm examples/raw/kernel.s").fails(2, &["--isa", ".amdgcn_target"]);
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

/// The text that docs/assembling.md has.
fn twice() -> String {
    let page = std::fs::read_to_string("docs/assembling.md").unwrap();
    let block = page.split("```asm\n").nth(1).expect("a text");
    block.split("```").next().expect("its end").to_owned()
}

/// The commands of the page, and what it says they print.
#[test]
fn from_text_to_result() {
    let f = Folder::new();
    let text = f.file("twice.s", twice().as_bytes());
    let object = f.path("twice.hsaco").display().to_string();
    let buffers = "--global 128 --local 64 --arg x=iota:f32[128] --arg y=zeros:f32[128]";
    let want: Vec<String> = (0..128).map(|n| format!("{}.0", 2 * n)).collect();
    let want = format!("y: {}\n", want.join(" "));
    let run = |file: &str| gcn_jit(&format!("run {file} {buffers} --print y")).ok();
    assert_eq!(run(&text), want);
    assert_eq!(gcn_jit(&format!("check {text} {buffers}")).ok(), "");
    assert_eq!(gcn_jit(&format!("asm {text} -o {object}")).ok(), "");
    assert_eq!(run(&object), want);
    for command in ["info", "disasm"] {
        let [of_text, of_object] =
            [&text, &object].map(|file| gcn_jit(&format!("{command} {file}")).ok());
        assert_eq!(of_text, of_object, "{command}");
        assert!(of_text.contains("twice"), "{of_text}");
    }
    // Whatever it is called, and from standard input.
    let other = f.file("twice.txt", twice().as_bytes());
    assert_eq!(run(&other), want);
    let read = gcn_jit_reading(&format!("run - {buffers} --print y"), twice().as_bytes());
    assert_eq!(read.ok(), want);
    // Its code alone.
    let words = gcn_jit(&format!("asm {text} --raw")).ok();
    assert!(words.ends_with("bf810000\n"), "{words}");
    gcn_jit(&format!("asm {text}")).fails(2, &["-o FILE", "--raw"]);
    // What is wrong is told as asm tells it.
    let wrong = f.file(
        "wrong.s",
        twice().replace("v_add_f32 v1", "v_add_f32 s1").as_bytes(),
    );
    for command in ["info", "run", "asm"] {
        let options = if command == "run" { buffers } else { "" };
        gcn_jit(&format!("{command} {wrong} {options}")).fails(2, &["wrong.s:12:13:"]);
    }
}

/// The page's text in CLRX's language is what llvm-mc makes of the same instructions in LLVM's.
#[test]
fn the_language_of_clrx() {
    let page = std::fs::read_to_string("docs/assembling.md").unwrap();
    let mut blocks = page.split("```asm\n").skip(1);
    let block = blocks.find(|b| b.starts_with(".gpu")).expect("a text");
    let block = block.split("```").next().expect("its end");
    let f = Folder::new();
    let text = f.file("kernel.s", block.as_bytes());
    let want = "d1050104 08020304 d1010004 40020104 d1050105 08020305 d1010005 40020105\n\
                7e0402f9 00020501 bf8c0070 ebdaa000 01020403 b8801801 bf810000\n";
    assert_eq!(gcn_jit(&format!("asm --clrx {text}")).ok(), want);
    assert_eq!(
        gcn_jit(&format!("asm --clrx {text} --isa gfx803")).ok(),
        want
    );
    let other = gcn_jit(&format!("asm --clrx {text} --isa gfx900"));
    other.fails(2, &["kernel.s:1:6: the text is for Fiji, not for gfx900"]);
    gcn_jit(&format!("asm --clrx {text} --isa gfx90a")).fails(2, &["gfx6 to gfx906"]);
    let lines = b"s_nop 0; s_nop 1\nv_mov_b32 v0, v\n";
    let read = gcn_jit_reading("asm --clrx --lines --isa gfx803 -", lines).ok();
    assert_eq!(
        read,
        "bf800000 bf800001\nerror: expected a vector register, as many scalar ones or a constant; 'v' is neither that nor defined\n"
    );
    gcn_jit_reading("asm --clrx -", b"s_nop 0\n").fails(2, &["--isa", ".gpu"]);
}

/// What describes kernels in the old way is not made to something that cannot find its arguments.
#[test]
fn kernels_of_version_2() {
    let text =
        b".hsa_code_object_isa\n.text\nk:\n.amd_kernel_code_t\n.end_amd_kernel_code_t\n s_endpgm\n";
    gcn_jit_reading("asm - --isa gfx803", text).fails(2, &["version 2", "--raw"]);
    assert_eq!(
        gcn_jit_reading("asm - --isa gfx803 --raw", text).ok(),
        "bf810000\n"
    );
}

/// A kernel of a compiler, as somebody tries it first.
#[test]
fn compilers_text_is_run() {
    let run = |file: &str, more: &str| {
        gcn_jit(&format!(
            "run jit-tests/objects/texts/{file}.s {more} --global 128 --local 64 --arg iota:f32[128] \
             --arg zeros:f32[128] --arg f32:2.5 --print 1"
        ))
    };
    let want: Vec<String> = (0..128)
        .map(|n| format!("{:?}", 2.5 * f64::from(n)))
        .collect();
    let want = format!("1: {}\n", want.join(" "));
    for (file, more) in [
        ("scale-gfx600-19", ""),
        ("scale-gfx803-19", "--isa gfx803"),
        ("scale-gfx801xnack+-19", "--isa gfx801:xnack+"),
        ("scale-gfx900xnack--19", ""),
        ("scale-gfx90a-19", "--isa gfx90a:sramecc+:xnack-"),
        ("scale-gfx9-generic-6-19", ""),
        ("scale-gfx9-generic-6-19", "--isa gfx9-generic"),
        ("scale-gfx9-generic-6-19", "--isa gfx906:xnack-"),
        ("scale-gfx9-4-generic-22", "--isa gfx950"),
        ("scale-gfx942-4-19", ""),
        ("scale-gfx950-22", ""),
    ] {
        assert_eq!(run(file, more).ok(), want, "{file} {more}");
    }
    run("scale-gfx900xnack--19", "--isa gfx900:xnack+").fails(
        2,
        &["gfx900:xnack+ for this file, which is for gfx900:xnack-"],
    );
    run("scale-gfx900xnack--19", "--isa gfx803").fails(2, &["gfx803 for this file"]);
    run("scale-gfx900xnack--19", "--isa gfx901").fails(2, &["gfx901"]);
    run("scale-gfx9-generic-6-19", "--isa gfx803").fails(2, &["which is for gfx9-generic"]);
}

/// Target ids and generic targets of raw programs.
#[test]
fn targets_of_raw_programs() {
    let asm =
        |isa: &str, text: &str| gcn_jit_reading(&format!("asm - --isa {isa}"), text.as_bytes());
    assert_eq!(asm("gfx900:xnack+", "s_endpgm").ok(), "bf810000\n");
    assert_eq!(asm("gfx9-generic", "s_endpgm").ok(), "bf810000\n");
    asm("gfx803:xnack+", "s_endpgm").fails(2, &["unsupported target gfx803:xnack+"]);
    asm("gfx900:frob", "s_endpgm").fails(2, &["unsupported target gfx900:frob"]);
    let hex = |isa: &str| gcn_jit_reading(&format!("disasm --hex --isa {isa}"), b"bf810000\n").ok();
    assert_eq!(hex("gfx906:sramecc+:xnack-"), "s_endpgm\n");
    assert_eq!(hex("gfx9-4-generic"), "s_endpgm\n");
    let info = gcn_jit("info examples/raw/kernel.bin --isa gfx801:xnack-").ok();
    assert!(info.contains("target   gfx801\nxnack    off\n"), "{info}");
    // A raw program as text: its name is its kernel's.
    let info = gcn_jit("info examples/raw/kernel.s --isa gfx803").ok();
    assert!(
        info.contains("format   raw program") && info.contains("kernel kernel"),
        "{info}"
    );
    gcn_jit("info examples/raw/kernel.s").fails(2, &["which target is this text for?"]);
    // What the text says, and what the card is.
    let info = |isa: &str| {
        let text = b".amdgcn_target \"amdgcn-amd-amdhsa--gfx9-generic\"\n s_endpgm\n";
        gcn_jit_reading(&format!("info - {isa}"), text)
    };
    assert!(info("").ok().contains("target   gfx9-generic\n"));
    assert!(info("--isa gfx906").ok().contains("target   gfx906\n"));
    info("--isa gfx803").fails(2, &["the text is for gfx9-generic, not for gfx803"]);
}
