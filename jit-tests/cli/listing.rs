//! `info` and `disasm`.

use super::*;

#[test]
fn info_as_text() {
    let text = gcn_jit("info examples/gfx900/reduction.hsaco").ok();
    for line in [
        "target   gfx900",
        "xnack    any",
        "sramecc  unsupported",
        "format   code object, version 4",
        "kernel reduce_tree",
        "kernel reduce_wave",
        "  registers          8 VGPRs, 16 SGPRs",
        "  LDS                256 bytes",
        "  argument segment   80 bytes, aligned to 16",
        "  work-group size    must be 64,1,1",
        "    2  partial  offset 16  size 4  dynamic_shared_pointer  int*",
        "    3  n        offset 20  size 4  by_value u32            uint",
    ] {
        assert!(text.lines().any(|l| l == line), "no '{line}' in:\n{text}");
    }
    let text = gcn_jit("info examples/raw/kernel.bin --isa gfx803").ok();
    assert!(
        text.contains("raw program") && text.contains("not described"),
        "{text}"
    );
}

#[test]
fn info_as_json() {
    let text = gcn_jit("info examples/gfx803/mandelbrot.hsaco --json").ok();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["target"], "gfx803");
    assert_eq!(json["version"], 6);
    let kernel = &json["kernels"][0];
    assert_eq!(kernel["name"], "mandelbrot");
    assert_eq!(
        (&kernel["vgprs"], &kernel["sgprs"]),
        (&12.into(), &16.into())
    );
    assert_eq!(
        (&kernel["lds_size"], &kernel["private_size"]),
        (&0.into(), &0.into())
    );
    let arg = &kernel["args"][3];
    assert_eq!(arg["name"], "left");
    assert_eq!(arg["kind"], "by_value");
    assert_eq!(arg["value_type"], "f32");
    assert_eq!(arg["type_name"], "float");
    assert_eq!((&arg["offset"], &arg["size"]), (&16.into(), &4.into()));
}

#[test]
fn listing_of_a_file() {
    let text = gcn_jit("disasm examples/gfx900/reduction.hsaco").ok();
    // Addresses of the two kernels as llvm-readelf prints them.
    let first = text.find("0000000000001c00 <reduce_tree>:\n").unwrap();
    let second = text.find("\n0000000000001e00 <reduce_wave>:\n").unwrap();
    assert!(first < second);
    // 452 bytes of reduce_wave (its symbol's size), and nothing of the other.
    let one = gcn_jit("disasm examples/gfx900/reduction.hsaco --kernel reduce_wave").ok();
    assert!(
        one.starts_with("0000000000001e00 <reduce_wave>:\n"),
        "{one}"
    );
    assert!(!one.contains("reduce_tree"));
    let last = one.lines().last().unwrap();
    assert!(last.trim_start().starts_with("s_endpgm "), "{last}");
    assert!(last.ends_with("// 000000001FC0: BF810000"), "{last}");
    // The dwords are all there, once.
    let code = &example("raw/kernel.bin");
    let text = gcn_jit("disasm examples/raw/kernel.bin --isa gfx803").ok();
    assert!(text.starts_with("0000000000000000 <kernel>:\n"), "{text}");
    let words: Vec<u32> = text
        .lines()
        .skip(1)
        .flat_map(|l| l.rsplit_once(": ").unwrap().1.split(' '))
        .filter(|w| !w.starts_with('<'))
        .map(|w| u32::from_str_radix(w, 16).unwrap())
        .collect();
    let want: Vec<u32> = code
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect();
    assert_eq!(words, want);
    // As llvm-objdump writes it: the second branch of the program, over 22 words.
    let branch = format!(
        "\t{:<58} // 000000000068: BF850016 <kernel+0xc4>",
        "s_cbranch_scc1 22"
    );
    assert!(
        text.lines().any(|l| l == branch),
        "no '{branch}' in:\n{text}"
    );
}

#[test]
fn hex_lines() {
    let input = b"bf810000\nC0060100 00000000\n\nbf81\nc0060100\nbf810000 bf810000\nxyzxyzxy\nffffffff\n  7e040301\t\n";
    let text = gcn_jit_reading("disasm --isa gfx803 --hex", input).ok();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "s_endpgm",
            "s_load_dwordx2 s[4:5], s[0:1], 0x0",
            "<invalid>",
            "<invalid>",
            "<invalid>",
            "<invalid>",
            "<invalid>",
            "<invalid>",
            "v_mov_b32_e32 v2, v1",
        ]
    );
    gcn_jit_reading("disasm --isa gfx1030 --hex", b"").fails(2, &["gfx1030"]);
    assert_eq!(gcn_jit_reading("disasm --isa gfx803 --hex", b"").ok(), "");
}
