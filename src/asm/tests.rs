//! Forms that the disassembler never writes, and mistakes. Words are LLVM's (`llvm-mc`).

use super::*;

/// The words of one instruction.
fn words(generation: Gen, text: &str) -> Vec<u32> {
    match parse_inst(generation, text, 0) {
        Ok((_, words)) => words.to_vec(),
        Err(e) => panic!("{text}: {e}"),
    }
}

/// Why gfx900 refuses an instruction, with the column.
fn refused(text: &str) -> String {
    match parse_inst(Gen::Gfx9, text, 0) {
        Ok((_, words)) => panic!("{text}: {:08x?}", &*words),
        Err(e) => format!("{}: {}", e.column, e.message),
    }
}

#[test]
fn the_smallest_form_that_fits() {
    for (text, want) in [
        ("v_add_f32 v0, v1, v2", &[0x0200_0501][..]),
        ("v_add_f32 v0, 0x1234, v2", &[0x0200_04ff, 0x1234]),
        ("v_add_f32 v0, v1, s2", &[0xd101_0000, 0x0000_0501]),
        ("v_add_f32 v0, -v1, v2", &[0xd101_0000, 0x2002_0501]),
        ("v_add_f32 v0, v1, v2 mul:2", &[0xd101_0000, 0x0802_0501]),
        ("v_cndmask_b32 v0, v1, v2, vcc", &[0x0000_0501]),
        (
            "v_cndmask_b32 v0, v1, v2, s[2:3]",
            &[0xd100_0000, 0x000a_0501],
        ),
        ("v_cmp_eq_f32 vcc, v0, v1", &[0x7c84_0300]),
        ("v_cmp_eq_f32 s[0:1], s5, s5", &[0xd042_0000, 0x0000_0a05]),
        (
            "v_mov_b32 v0, v1 row_bcast:15 bound_ctrl:0",
            &[0x7e00_02fa, 0xff09_4201],
        ),
        (
            "v_mov_b32 v0, v1 quad_perm:[0,1,2,3]",
            &[0x7e00_02fa, 0xff00_e401],
        ),
        (
            "v_add_f32 v0, v1, v2 src0_sel:BYTE_0",
            &[0x0200_04f9, 0x0600_1601],
        ),
        ("v_mov_b32 v0, sext(v1)", &[0x7e00_02f9, 0x000e_1601]),
    ] {
        assert_eq!(words(Gen::Gfx9, text), want, "{text}");
    }
}

#[test]
fn constants() {
    for (text, want) in [
        ("v_add_f32 v0, 1.0, v1", &[0x0200_02f2][..]),
        ("v_add_f32 v0, 0x3f800000, v1", &[0x0200_02f2]),
        ("v_add_f32 v0, 0.15915494, v1", &[0x0200_02f8]),
        ("v_add_f32 v0, 0.1, v1", &[0x0200_02ff, 0x3dcc_cccd]),
        ("v_add_f32 v0, -|1.0|, v1", &[0x0200_02f3]),
        ("v_add_f32 v0, neg(0x1234), v1", &[0x0200_02ff, 0x8000_1234]),
        ("v_add_f16 v0, 0x3c00, v1", &[0x3e00_02f2]),
        ("v_add_f16 v0, 0xfffb, v1", &[0x3e00_02c5]),
        ("v_add_f16 v0, 1.5, v1", &[0x3e00_02ff, 0x3e00]),
        // 16-bit integers are not halves.
        ("v_add_u16 v0, 0x3c00, v1", &[0x4c00_02ff, 0x3c00]),
        ("v_add_u16 v0, 0xffff, v1", &[0x4c00_02ff, 0xffff]),
        ("v_ceil_f64 v[0:1], 1.5", &[0x7e00_30ff, 0x3ff8_0000]),
        ("v_ceil_f64 v[0:1], 0x3ff00000", &[0x7e00_30f2]),
        ("s_mov_b64 s[0:1], -17", &[0xbe80_01ff, 0xffff_ffef]),
        ("s_mov_b64 s[0:1], 0xffffffff", &[0xbe80_01ff, 0xffff_ffff]),
        ("s_mov_b32 s0, 0xffffffff", &[0xbe80_00c1]),
        ("s_mov_b32 s0, 0b101 + 017 * 2", &[0xbe80_00a3]),
        // LLVM's precedence: shifts and products, bits, sums.
        ("s_movk_i32 s0, 1+2<<3", &[0xb000_0011]),
        ("v_madmk_f32 v0, v1, 1.0, v2", &[0x2e00_0501, 0x3f80_0000]),
        ("s_add_u32 s0, 0x11111, 0x11111", &[0x8000_ffff, 0x11111]),
        // A literal is asked for by name.
        ("s_mov_b32 s0, lit(5)", &[0xbe80_00ff, 5]),
    ] {
        assert_eq!(words(Gen::Gfx9, text), want, "{text}");
    }
    // Of a pair of f32 (LLVM's words).
    let text = "v_pk_fma_f32 v[0:1], 0.15915494, v[2:3], v[4:5]";
    assert_eq!(words(Gen::Gfx90a, text), [0xd3b0_4000, 0x1c12_04f8]);
    // No inline 1/(2*pi) before gfx8.
    let text = "v_add_f32 v0, 0.15915494, v1";
    assert_eq!(words(Gen::Gfx7, text), [0x0600_02ff, 0x3e22_f983]);
}

#[test]
fn names() {
    for (text, want) in [
        ("s_waitcnt vmcnt(0) & lgkmcnt(0)", &[0xbf8c_0070][..]),
        ("s_waitcnt vmcnt(0), lgkmcnt(0)", &[0xbf8c_0070]),
        ("s_waitcnt vmcnt_sat(70)", &[0xbf8c_cf7f]),
        ("s_waitcnt 0x70", &[0xbf8c_0070]),
        ("s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT)", &[0xbf90_0022]),
        ("s_sendmsg sendmsg(2, 3, 1)", &[0xbf90_0132]),
        ("s_getreg_b32 s0, hwreg(HW_REG_MODE, 0, 4)", &[0xb880_1801]),
        ("s_set_gpr_idx_on s0, gpr_idx(SRC0, DST)", &[0xbf11_0900]),
        ("s_mov_b64 [s2,s3], exec", &[0xbe82_017e]),
        ("s_mov_b64 vcc, [exec_lo,exec_hi]", &[0xbeea_017e]),
        ("s_mov_b32 s0, scc", &[0xbe80_00fd]),
        ("s_mov_b32 s[2*2], ttmp15", &[0xbe84_007b]),
        ("s_load_dword s0, s[2:3], -5", &[0xc002_0001, 0x001f_fffb]),
        (
            "s_load_dword s0, s[2:3], s4 offset:5",
            &[0xc002_4001, 0x0800_0005],
        ),
        (
            "ds_swizzle_b32 v0, v1 offset:swizzle(SWAP,16)",
            &[0xd87a_401f, 0x0000_0001],
        ),
        (
            "global_load_dword v0, v1, s[2:3]",
            &[0xdc50_8000, 0x0002_0001],
        ),
        (
            "scratch_load_dword v0, off, s2",
            &[0xdc50_4000, 0x0002_0000],
        ),
    ] {
        assert_eq!(words(Gen::Gfx9, text), want, "{text}");
    }
}

/// What gfx8 and gfx9 do not have, but LLVM's disassembler prints: names, and other operands with a comment of its
/// own, with which they are taken. The words are its input (`llvm-mc -disassemble`).
#[test]
fn operands_that_do_not_exist() {
    for (text, want) in [
        (
            "s_load_dwordx4 vcc/*Invalid register, operand has 'SReg_128' register class*/, s[0:1], 0x0",
            &[0xc00a_1a80, 0][..],
        ),
        (
            "s_load_dword m0/*Invalid register, operand has 'SReg_32_XM0_XEXEC' register class*/, s[0:1], 0x0",
            &[0xc002_1f00, 0],
        ),
        (
            "s_add_u32 s0, src_lds_direct/*Invalid register, operand has 'SReg_32' register class*/, s1",
            &[0x8000_01fe],
        ),
        ("s_setpc_b64 -14/*Invalid immediate*/", &[0xbe80_1dce]),
        (
            "v_readlane_b32 s0, s1/*Invalid register, operand has 'VRegOrLds_32' register class*/, s1",
            &[0xd289_0000, 0x0000_0201],
        ),
        ("v_readfirstlane_b32 src_scc, v1", &[0x7ffa_0501]),
        (
            "v_readfirstlane_b32 0x1234/*Invalid immediate*/, v1",
            &[0x7ffe_0501, 0x1234],
        ),
        (
            "v_cmp_eq_f32_e64 -2.0/*Invalid immediate*/, v0, v1",
            &[0xd042_00f5, 0x0002_0300],
        ),
    ] {
        assert_eq!(words(Gen::Gfx9, text), want, "{text}");
        assert_eq!(words(Gen::Gfx8, text), want, "{text}");
    }
    // `null` is a target and a name, too.
    assert_eq!(
        words(Gen::Gfx9, "exp null off, off, off, off")[0],
        0xc400_0090
    );
    let e = mistakes("null = 3\n s_mov_b32 s0, null");
    assert_eq!(e, ["2:16: gfx900 has no register null"]);
    // Another comment is none, and the comment stands right behind the operand.
    for text in [
        "s_setpc_b64 -14/*Invalid register, operand has 'SReg_64' register class*/",
        "s_setpc_b64 -14 /*Invalid immediate*/",
        "s_load_dwordx8 vcc/*Invalid register, operand has 'SReg_128' register class*/, s[0:1], 0",
    ] {
        assert!(refused(text).contains("expected"), "{text}");
    }
    let e = parse_inst(Gen::Gfx7, "s_mov_b32 s0, null", 0).unwrap_err();
    assert!(e.message.contains("'null' is neither"), "{e}");
}

#[test]
fn graphics() {
    for (text, want) in [
        (
            "exp mrt0 v0, v1, off, v3 done vm",
            &[0xc400_180b, 0x0300_0100][..],
        ),
        (
            "tbuffer_load_format_x v0, off, s[0:3], dfmt:4, nfmt:7, s4 offset:16",
            &[0xeba0_0010, 0x0400_0000],
        ),
        (
            "tbuffer_load_format_x v0, off, s[0:3], s4 format:[BUF_NUM_FORMAT_UINT,BUF_DATA_FORMAT_32]",
            &[0xea20_0000, 0x0400_0000],
        ),
        (
            "image_load v[0:3], v[4:7], s[8:15] dmask:0xf unorm",
            &[0xf000_1f00, 0x0002_0004],
        ),
        ("v_interp_p1_f32 v0, v1, attr3.y", &[0xd400_0d01]),
        (
            "v_interp_mov_f32_e64 v0, p20, attr1.y",
            &[0xd272_0000, 0x0000_0241],
        ),
    ] {
        assert_eq!(words(Gen::Gfx9, text), want, "{text}");
    }
    // Names of modifiers are labels where an operand must stand.
    assert_eq!(
        program("s_branch done\n vm: s_nop 0\n done: s_branch vm")[0],
        0xbf82_0001
    );
}

#[test]
fn refusals() {
    for (text, want) in [
        (
            "v_add_f31 v0, v1, v2",
            "1: there is no instruction 'v_add_f31'; did you mean 'v_add_f",
        ),
        (
            "v_lshl_b32 v0, v1, v2",
            "1: gfx900 has no instruction 'v_lshl_b32', only gfx600, gfx700 have",
        ),
        ("s_nop_e64 0", "1: 's_nop' has no form '_e64'"),
        (
            "v_add_f32 v0, v1",
            "17: an operand is missing: a vector register",
        ),
        ("v_add_f32 v0, v1, v2, v3", "23: 'v_add_f32' has 3 operands"),
        ("v_add_f32, v0 v1, v2", "10: expected a value, not ','"),
        ("v_add_f32 v0, v1,", "18: an operand is missing"),
        (
            "v_add_f32 s0, v1, v2",
            "11: expected a vector register, not a scalar register",
        ),
        (
            "v_add_f32 v[0:1], v1, v2",
            "11: expected a vector register, not 2 vector registers",
        ),
        (
            "v_add_f32 v256, v1, v2",
            "11: v256 is out of range: gfx900 has v0 to v255",
        ),
        (
            "s_mov_b32 s102, s0",
            "11: s102 is out of range: gfx900 has s0 to s101",
        ),
        (
            "s_mov_b64 s[1:2], 0",
            "11: a tuple of 2 scalar registers must start at a multiple of 2",
        ),
        (
            "s_load_dwordx4 s[2:5], s[0:1], 0",
            "16: a tuple of 4 scalar registers",
        ),
        ("s_mov_b32 tba_lo, s0", "11: gfx900 has no register tba"),
        ("s_add_u32 s0, 0x111, 0x112", "22: a second literal"),
        ("v_add_f32 v0, s0, s1", "19: the constant bus carries one"),
        (
            "v_add_f32 v0, 0x1234, s1",
            "15: 0x1234 is not an inline constant, and this form has no",
        ),
        ("v_addc_co_u32 v0, vcc, s0, v1, vcc", "32: the constant bus"),
        ("v_div_fmas_f32 v0, s0, v1, v2", "20: the constant bus"),
        (
            "v_add_f32_e32 v0, v1, v2 clamp",
            "26: 'v_add_f32_e32' has no modifier 'clamp'",
        ),
        ("v_add_f32_e32 v0, v1, s2", "23: expected a vector register"),
        (
            "v_add3_u32 v0, v1, v2, v3 clamp",
            "1: this instruction has no clamp",
        ),
        (
            "v_and_b32 v0, -v1, v2",
            "15: an integer operand has no negation",
        ),
        (
            "v_mac_f32_sdwa v0, v1, v2",
            "1: 'v_mac_f32_sdwa' has no SDWA form on gfx900",
        ),
        (
            "v_mov_b32_dpp v0, v1 row_mask:0xf",
            "34: a DPP control is missing",
        ),
        ("v_mov_b32 v0, v1 row_shl:16", "18: row_shl takes 1 to 15"),
        (
            "v_mov_b32 v0, v1 row_bcast:16",
            "18: row_bcast takes 15 or 31",
        ),
        ("s_movk_i32 s0, 65536", "16: 65536 is out of range"),
        ("s_cmpk_eq_u32 s0, -1", "19: -1 is out of range: 0 to 65535"),
        ("s_branch 65536", "10: a branch over 65536 dwords"),
        ("s_branch nowhere", "10: 'nowhere' is not defined"),
        (
            "s_mov_b32 s0, nowhere",
            "15: expected a scalar register or a constant; 'nowhere' is",
        ),
        (
            "s_mov_b32 s0, .",
            "15: the address of a label is known only when",
        ),
        (
            "s_mov_b32 s0, x@rel32@lo",
            "15: 'x' by the relocation rel32@lo",
        ),
        (
            "flat_load_dword v0, v[0:1] offset:4096",
            "28: offset:4096 is out of range: 0 to 4095",
        ),
        (
            "ds_add_u32 v0, v1 offset:4 offset:5",
            "28: 'offset' is given twice",
        ),
        (
            "ds_add_u32 v0, v1 glc",
            "19: 'ds_add_u32' has no modifier 'glc'",
        ),
        ("s_waitcnt vmcnt(64)", "17: 64 is out of range: 0 to 63"),
        (
            "s_sendmsg sendmsg(MSG_HALT)",
            "19: 'MSG_HALT' is not defined",
        ),
        (
            "s_setpc_b64 1",
            "13: expected 2 scalar registers, not a number",
        ),
        (
            "s_load_dword m0, s[0:1], 0",
            "14: m0 and exec cannot hold the data",
        ),
        (
            "s_load_dword s0, s[0:1], 0x100000",
            "26: offset 1048576 is out of range",
        ),
        (
            "s_load_dwordx4 vcc, s[0:1], 0",
            "16: expected 4 scalar registers, not 2 scalar registers",
        ),
        (
            "s_load_dwordx4 s[104:107], s[0:1], 0",
            "16: s107 is out of range: gfx900 has s0 to s101",
        ),
        (
            "s_mov_b64 s[102:103], 0",
            "11: s103 is out of range: gfx900 has s0 to s101",
        ),
        (
            "s_add_u32 s0, src_lds_direct, s1",
            "15: expected a scalar register or a constant, not a special source",
        ),
        (
            "v_readlane_b32 s0, s1, s2",
            "20: expected a vector register, not a scalar register",
        ),
        (
            "v_readlane_b32 s0, v1, v2",
            "24: expected a scalar register or a small number, not a vector register",
        ),
        (
            "v_cmp_eq_f32_e64 1, v0, v1",
            "18: expected 2 scalar registers, not a number",
        ),
        (
            "v_ceil_f64 v[0:1], 0.1",
            "20: a literal has only the upper half",
        ),
        ("v_add_f32 v0, 1e39, v1", "15: 1e39 is out of range"),
        ("s_mov_b32 s0, 1/0", "16: division by zero"),
        (
            "s_mov_b32 s0, 0x1ffffffff",
            "15: 8589934591 does not fit into 32 bits",
        ),
        ("s_mov_b32 s0, 'a'", "15: unexpected character"),
        (
            "image_load v[0:2], v4, s[8:15] dmask:0xf",
            "12: dmask, d16 and tfe make 4 data registers",
        ),
        ("exp mrt8 v0, v0, v0, v0", "5: expected a target"),
        ("exp mrt0 v0, v0, v0", "20: an operand is missing"),
        ("5", "1: expected an instruction, not 5"),
    ] {
        let got = refused(text);
        assert!(got.starts_with(want), "{text}\n  {got}\n  {want}");
    }
    let deep = format!("s_mov_b32 s0, {}", "(".repeat(100_000));
    assert!(refused(&deep).contains("nested too deeply"));
}

/// The words of a program for gfx900.
fn program(text: &str) -> Vec<u32> {
    match assemble(Gen::Gfx9, text) {
        Ok(code) => code.words(),
        Err(e) => panic!("{text}: {e:?}"),
    }
}

fn mistakes(text: &str) -> Vec<String> {
    let errors = assemble(Gen::Gfx9, text).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn labels() {
    let code =
        "a: s_branch end\n1: s_nop 0\n s_branch 1b\n s_branch 1f\n s_branch .\nend: 1: s_nop 0";
    assert_eq!(
        program(code),
        [
            0xbf82_0004,
            0xbf80_0000,
            0xbf82_fffe,
            0xbf82_0001,
            0xbf82_ffff,
            0xbf80_0000
        ]
    );
    let labels = assemble(Gen::Gfx9, code).unwrap().labels;
    assert_eq!(labels, [("a".to_owned(), 0), ("end".to_owned(), 20)]);
    // Differences are numbers, but literals: what is between may be unknown.
    let code = "a: s_nop 0\nb: s_mov_b32 s0, b-a\n s_mov_b32 s1, later\n.set later, 5\n s_mov_b32 s2, later";
    assert_eq!(
        program(code),
        [0xbf80_0000, 0xbe80_00ff, 4, 0xbe81_00ff, 5, 0xbe82_0085]
    );
    // A symbol counts from its definition on.
    let code = "x = 1\n s_nop x\n x = 2\n s_nop x";
    assert_eq!(program(code), [0xbf80_0001, 0xbf80_0002]);
    // A register's name stays the register's.
    assert_eq!(program("s1 = 3\n s_mov_b32 s0, s1"), [0xbe80_0001]);
}

#[test]
fn branch_range() {
    let ahead = |n: u32| format!("s_branch end\n .fill {n}, 4, 0\nend:\n");
    assert_eq!(program(&ahead(32767))[0], 0xbf82_7fff);
    let e = mistakes(&ahead(32768));
    assert_eq!(
        e,
        ["1:10: the target is 32768 dwords away, and a branch reaches 32768"]
    );
    let back = |n: u32| format!("top: .fill {n}, 4, 0\n s_branch top");
    assert_eq!(program(&back(32767))[32767], 0xbf82_8000);
    assert_eq!(mistakes(&back(32768)).len(), 1);
    assert!(mistakes("s_branch .+6")[0].contains("not a multiple of 4"));
}

#[test]
fn directives() {
    let code = ".text\n.amdgcn_target \"amdgcn-amd-amdhsa--gfx900:xnack-\"\n.globl f\n.type f,@function\n\
                .p2align 8\nf: s_nop 1\n.p2align 4\n.byte 1, 0x80\n.short -2\n.quad 1\n.long 1.5\n.space 2\n\
                .balign 4, 0xcc\n.size f, .-f\n.amdhsa_kernel f\n it's skipped\n.end_amdhsa_kernel\n\
                .section .rodata\n.long 5\n.text\n# comment\n s_endpgm // end";
    let nop = 0xbf80_0000;
    assert_eq!(
        program(code),
        [
            0xbf80_0001,
            nop,
            nop,
            nop,
            0xfffe_8001,
            1,
            0,
            0x3fc0_0000,
            0xcccc_0000,
            0xbf81_0000
        ]
    );
    assert_eq!(program(".long a-b\nb: .org 12\na:"), [8, 0, 0]);
    for (text, want) in [
        (
            "s_nop 0\n.byte 1\n s_nop 0",
            "3:2: an instruction at an address",
        ),
        ("a:\na:", "2:1: 'a' is defined twice"),
        (
            ".amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"",
            "1:16: the text is for gfx803",
        ),
        (".byte 256", "1:7: 256 does not fit into 1 bytes"),
        (".long a\na:", "1:7: the address of a label"),
        (".fill n\nn = 5", "1:7: 'n' is not defined before this"),
        (".space 1<<40", "1:8: the code would be larger"),
        ("s_nop 0\n.org 0", "2:6: -4 bytes backwards"),
        (".p2align 40", "1:10: 40 is not an alignment"),
        (".macro x", "1:1: this .macro has no .endm"),
        (".altmacro 1", "1:11: expected the end of the line, not 1"),
        (".frob", "1:1: there is no directive '.frob'"),
        (
            ".amdhsa_kernel f",
            "1:1: this block has no .end_amdhsa_kernel",
        ),
        ("/* a", "1:1: a comment without its */"),
        (
            ".section .init\n s_nop 0",
            "2:2: an instruction in section .init",
        ),
        (". = 0x100", "1:1: '.' cannot be set"),
        (".set ., 4", "1:6: '.' cannot be set"),
        (".data\n.equ ., 4", "2:6: '.' cannot be set"),
        (".previous", "1:1: '.previous' without a section before"),
        (
            ".data\n.popsection",
            "2:1: '.popsection' without a section before",
        ),
        (
            "s_branch 1f\n.data\n1: .long 0\n.text",
            "1:10: there is no label 1 below",
        ),
        ("s_branch 1f\n1 s_nop 0", "1:10: there is no label 1 below"),
    ] {
        let got = mistakes(text);
        assert!(got[0].starts_with(want), "{text}\n  {got:?}\n  {want}");
    }
    assert_eq!(mistakes("s_nop x\n s_nop 0\n s_nop y").len(), 2);
}

/// What `llvm-mc` makes of these, the code's section alone.
#[test]
fn back_to_the_section_before() {
    for (text, want) in [
        (
            ".pushsection .rodata\n.long 1\n.pushsection .text\n.long 2\n.popsection\n.long 3\n\
             .popsection\n.long 4",
            &[2, 4][..],
        ),
        (
            ".data\n.long 1\n.text\n.long 2\n.previous\n.long 3\n.previous\n.long 4",
            &[2, 4],
        ),
        // A section that was pushed has its own one before.
        (
            ".data\n.text\n.pushsection .bss\n.section .rodata\n.previous\n.long 1\n.popsection\n\
             .long 2\n.previous\n.long 3",
            &[2],
        ),
        ("1: .long 1\n.data\n1: .long 2\n.text\n.long .-1b", &[1, 4]),
    ] {
        assert_eq!(program(text), want, "{text}");
    }
}

/// `llvm-mc` gives these the same bytes.
#[test]
fn aliases() {
    for (generations, alias, name) in [
        (
            &[Gen::Gfx8, Gen::Gfx9, Gen::Gfx906][..],
            "v_mul_lo_i32 v0, s1, v2",
            "v_mul_lo_u32 v0, s1, v2",
        ),
        (
            &[Gen::Gfx8, Gen::Gfx9, Gen::Gfx906],
            "v_mul_lo_i32_e64 v0, v1, v2",
            "v_mul_lo_u32 v0, v1, v2",
        ),
        (
            &[Gen::Gfx6, Gen::Gfx7],
            "v_add_co_u32 v0, vcc, v1, v2",
            "v_add_i32_e64 v0, vcc, v1, v2",
        ),
        (
            &[Gen::Gfx6, Gen::Gfx7],
            "v_sub_co_u32 v0, s[4:5], v1, v2",
            "v_sub_i32 v0, s[4:5], v1, v2",
        ),
        (
            &[Gen::Gfx6, Gen::Gfx7],
            "v_subrev_co_u32_e64 v0, vcc, v1, v2",
            "v_subrev_i32_e64 v0, vcc, v1, v2",
        ),
    ] {
        for &g in generations {
            assert_eq!(words(g, alias), words(g, name), "{g}: {alias}");
        }
    }
    // On gfx6 it has its own number.
    let both = ["v_mul_lo_i32 v0, v1, v2", "v_mul_lo_u32 v0, v1, v2"];
    assert_ne!(words(Gen::Gfx6, both[0]), words(Gen::Gfx6, both[1]));
    let got = words(Gen::Gfx9, both[0]);
    assert_eq!(got, [0xd285_0000, 0x0002_0501]);
    let got = words(Gen::Gfx6, "v_add_co_u32 v0, vcc, v1, v2");
    assert_eq!(got, [0xd24a_6a00, 0x0002_0501]);
    assert!(refused("v_mul_lo_i32_e32 v0, v1, v2").contains("v_mul_lo_i32_e32"));
    let e32 = "v_add_co_u32_e32 v0, vcc, v1, v2";
    assert!(parse_inst(Gen::Gfx6, e32, 0).is_err());
}

/// What gfx942 has under another name than the targets before it, and what only it has.
#[test]
fn gfx942() {
    for (text, want) in [
        (
            "v_mfma_f32_32x32x1f32 a[0:31], v2, v4, a[0:31]",
            [0xd3c0_8000, 0x0402_0902],
        ),
        (
            "v_mfma_f32_32x32x1_2b_f32 a[0:31], v2, v4, a[0:31]",
            [0xd3c0_8000, 0x0402_0902],
        ),
        (
            "v_mfma_f32_32x32x4bf16_1k a[0:31], v[2:3], v[4:5], a[0:31]",
            [0xd3dd_8000, 0x0402_0902],
        ),
        (
            "v_mfma_f64_4x4x4f64 v[0:1], v[2:3], v[4:5], v[6:7] neg:[1,0,1]",
            [0xd3ef_0000, 0xa41a_0902],
        ),
        (
            "v_smfmac_f32_16x16x32f16 a[10:13], a[2:3], v[4:7], v0 cbsz:3 abid:1",
            [0xd3e2_8b0a, 0x0c02_0902],
        ),
        (
            "v_cvt_sr_fp8_f32 v1, -v2, v3 op_sel:[0,0,1,1]",
            [0xd2a4_6001, 0x2002_0702],
        ),
        (
            "v_smfmac_f32_16x16x64bf8bf8 v[0:3], a[2:3], v[4:7], v1 cbsz:3 abid:1",
            [0xd3f8_0b00, 0x0c06_0902],
        ),
        (
            "v_mfma_f32_32x32x1f32 acc[0:31], acc0, acc1, acc[32:63]",
            [0xd3c0_8000, 0x1c82_0300],
        ),
        ("buffer_inv sc0 sc1", [0xe0a4_c000, 0]),
        ("buffer_wbl2 nt", [0xe0a0_0000, 0]),
        ("scratch_load_dword v0, v1, s2", [0xdc50_6000, 0x0002_0001]),
        (
            "scratch_load_lds_dword off, off",
            [0xdca8_4000, 0x007f_0000],
        ),
        (
            "flat_atomic_add v1, v[2:3], v4 sc0",
            [0xdd09_0000, 0x0100_0402],
        ),
    ] {
        assert_eq!(words(Gen::Gfx942, text), want, "{text}");
    }
    assert!(
        parse_inst(
            Gen::Gfx942,
            "v_mfma_i32_32x32x8i8 a[0:15], v2, v3, a[0:15]",
            0
        )
        .is_err()
    );
}

/// No text panics: instructions with characters taken away, doubled and changed.
#[test]
fn garbled_text() {
    let texts = [
        "v_add_f32_e64 v0, -|s1|, v2 mul:2 clamp",
        "s_waitcnt vmcnt(0) & lgkmcnt(1)",
        "v_mov_b32 v0, v1 quad_perm:[0,1,2,3] row_mask:0xf",
        "ds_swizzle_b32 v0, v1 offset:swizzle(BITMASK_PERM,\"00p11\")",
        "s_load_dwordx4 s[4:7], [s2,s3], (1+2)*4",
        "v_pk_fma_f16 v0, v1, v2, v3 op_sel:[1,0,1] neg_lo:[1,0,0]",
        "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)",
        "x: .fill 2, 4, 0x1p3 - 1.5e-3 ; comment",
    ];
    let marks = b"-|()[]:,.0x9v &\"'\\";
    for text in texts {
        for at in 0..text.len() {
            // Looking for the nearest mnemonic takes its time.
            let generation = Gen::GCN[at % Gen::GCN.len()];
            let cut = [&text[..at], &text[at + 1..]].concat();
            let _ = assemble(generation, &cut);
            let _ = assemble(generation, &text[..at]);
            for mark in marks {
                let mut changed = text.as_bytes().to_vec();
                changed.insert(at, *mark);
                let _ = assemble(generation, std::str::from_utf8(&changed).unwrap());
            }
        }
    }
}

/// What `llvm-mc` 19 refuses though the encoding has it (`validateInstruction` of LLVM's AMDGPUAsmParser, and its
/// registers), beside what it takes, with its words.
#[test]
fn what_the_hardware_has_not() {
    use Gen::{Gfx8, Gfx9, Gfx90a, Gfx908, Gfx942, Gfx950};
    const OVERLAP: &str = "overlaps the destination in part";
    const EVEN: &str = "must start at a multiple of 2";
    const LDS: &str = "lds_direct ";
    const DATA: &str = "dmask, d16 and tfe make 2 data registers, not 1";
    type Case<'a> = (Gen, &'a str, Result<&'a [u32], &'a str>);
    let cases: &[Case] = &[
        (
            Gfx90a,
            "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[4:19]",
            Err(OVERLAP),
        ),
        (
            Gfx90a,
            "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[0:15]",
            Ok(&[0xd3cc_0000, 0x0402_2510]),
        ),
        (
            Gfx90a,
            "v_mfma_f32_32x32x8f16 v[0:15], v[16:17], v[18:19], v[16:31]",
            Ok(&[0xd3cc_0000, 0x0442_2510]),
        ),
        (
            Gfx90a,
            "v_mfma_f32_32x32x8f16 v[0:15], v[0:1], v[18:19], v[16:31]",
            Ok(&[0xd3cc_0000, 0x0442_2500]),
        ),
        (
            Gfx90a,
            "v_mfma_f64_16x16x4f64 a[0:7], v[8:9], v[10:11], a[2:9]",
            Err(OVERLAP),
        ),
        (
            Gfx90a,
            "v_mfma_f32_4x4x1f32 v[0:3], v16, v18, v[2:5]",
            Ok(&[0xd3c2_0000, 0x040a_2510]),
        ),
        (
            Gfx908,
            "v_mfma_f32_32x32x1f32 a[0:31], v2, v4, a[1:32]",
            Err(OVERLAP),
        ),
        (
            Gfx908,
            "v_mfma_f32_32x32x1f32 a[0:31], v2, v4, a[33:64]",
            Ok(&[0xd3c0_0000, 0x0486_0902]),
        ),
        (
            Gfx908,
            "v_accvgpr_write_b32 a0, s0",
            Err("a vector register or an inline constant"),
        ),
        (
            Gfx90a,
            "v_accvgpr_write_b32 a0, s0",
            Ok(&[0xd3d9_4000, 0x1800_0000]),
        ),
        (
            Gfx908,
            "v_accvgpr_write_b32 a0, 1",
            Ok(&[0xd3d9_4000, 0x1800_0081]),
        ),
        (Gfx90a, "v_add_f64 v[1:2], v[2:3], v[4:5]", Err(EVEN)),
        (Gfx90a, "v_add_f64 v[2:3], v[2:3], v[5:6]", Err(EVEN)),
        (
            Gfx908,
            "v_add_f64 v[1:2], v[2:3], v[4:5]",
            Ok(&[0xd280_0001, 0x0002_0902]),
        ),
        (
            Gfx90a,
            "image_load v[1:2], v1, s[8:15] dmask:0x7 d16",
            Err(EVEN),
        ),
        (
            Gfx90a,
            "image_load v[2:3], v[1:2], s[8:15] dmask:0x3",
            Err(EVEN),
        ),
        (
            Gfx90a,
            "image_load v[2:3], v1, s[8:15] dmask:0x7 d16",
            Ok(&[0xf000_0700, 0x8002_0201]),
        ),
        (Gfx942, "ds_read_b64 v[3:4], v1", Err(EVEN)),
        (Gfx942, "ds_read_b64 a[3:4], v1", Err(EVEN)),
        (
            Gfx942,
            "ds_read_b64 a[4:5], v1",
            Ok(&[0xdaec_0000, 0x0400_0001]),
        ),
        // LLVM 22 takes it (ds_read_b96 it does not).
        (
            Gfx950,
            "ds_read_b96_tr_b6 v[1:3], v4",
            Ok(&[0xd9c2_0000, 0x0100_0004]),
        ),
        (
            Gfx950,
            "ds_read_b96_tr_b6 a[1:3], v4",
            Ok(&[0xdbc2_0000, 0x0100_0004]),
        ),
        (Gfx950, "ds_read_b96 v[1:3], v4", Err(EVEN)),
        (Gfx950, "ds_read_b64_tr_b8 v[1:2], v4", Err(EVEN)),
        (Gfx90a, "ds_gws_barrier v1 gds", Err("must be an even one")),
        (
            Gfx90a,
            "ds_gws_barrier v2 gds",
            Ok(&[0xd93b_0000, 0x0000_0002]),
        ),
        (
            Gfx908,
            "ds_gws_barrier v1 gds",
            Ok(&[0xd93b_0000, 0x0000_0001]),
        ),
        (
            Gfx9,
            "image_load v255, v1, s[8:15] dmask:0x7 d16",
            Err(DATA),
        ),
        (
            Gfx8,
            "image_load v255, v1, s[8:15] dmask:0x7 d16",
            Err("make 3 data registers, not 1"),
        ),
        (
            Gfx90a,
            "image_load v255, v1, s[8:15] dmask:0x7 d16",
            Err(DATA),
        ),
        (
            Gfx9,
            "image_load v[254:255], v1, s[8:15] dmask:0x7 d16",
            Ok(&[0xf000_0700, 0x8002_fe01]),
        ),
        (
            Gfx9,
            "image_gather4 v[0:3], v[0:1], s[0:7], s[0:3] dmask:0x3",
            Err("takes a dmask of one bit"),
        ),
        (
            Gfx9,
            "image_gather4 v[0:3], v[0:1], s[0:7], s[0:3] dmask:0x4",
            Ok(&[0xf100_0400, 0]),
        ),
        (
            Gfx9,
            "image_atomic_add v[0:1], v2, s[0:7] dmask:0x5",
            Err("takes a dmask of 1, or"),
        ),
        (
            Gfx9,
            "image_atomic_add v0, v2, s[0:7] dmask:0x2",
            Err("takes a dmask of 1, or"),
        ),
        (
            Gfx9,
            "image_atomic_add v[0:1], v2, s[0:7] dmask:0x3",
            Ok(&[0xf048_0300, 0x0000_0002]),
        ),
        (
            Gfx9,
            "image_atomic_cmpswap v[0:1], v2, s[0:7] dmask:0x3",
            Ok(&[0xf044_0300, 0x0000_0002]),
        ),
        (Gfx90a, "v_mov_b32 v0, src_lds_direct", Err(LDS)),
        (Gfx9, "v_mov_b32 v0, src_lds_direct", Ok(&[0x7e00_02fe])),
        (Gfx9, "v_add_f32 v0, v1, src_lds_direct", Err(LDS)),
        (Gfx9, "v_subrev_f32 v0, src_lds_direct, v1", Err(LDS)),
        (Gfx9, "v_lshlrev_b32 v0, src_lds_direct, v1", Err(LDS)),
        (
            Gfx9,
            "v_add_f32_sdwa v0, src_lds_direct, v1 src0_sel:BYTE_0",
            Err(LDS),
        ),
        (Gfx9, "v_bfrev_b32 v0, src_lds_direct", Ok(&[0x7e00_58fe])),
        (
            Gfx9,
            "v_add_f32_e64 v0, src_lds_direct, v1",
            Ok(&[0xd101_0000, 0x0002_02fe]),
        ),
        (
            Gfx9,
            "s_mov_b32 s0, null",
            Err("gfx900 has no register null"),
        ),
        (
            Gfx9,
            "s_mov_b64 null, s[2:3]",
            Err("gfx900 has no register null"),
        ),
        (Gfx9, "exp null off, off, off, off", Ok(&[0xc400_0090, 0])),
        (
            Gfx9,
            "exp invalid_target_10 v0, off, off, off",
            Err("expected a target"),
        ),
        (
            Gfx9,
            "s_load_dwordx4 s[100:103], s[0:1], 0x0",
            Err("s103 is out of range"),
        ),
        (
            Gfx9,
            "s_load_dwordx4 s[96:99], s[0:1], 0x0",
            Ok(&[0xc00a_1800, 0]),
        ),
        (Gfx9, "s_mov_b64 s[1:2], s[4:5]", Err(EVEN)),
        (
            Gfx9,
            "s_load_dwordx4 s[2:5], s[0:1], 0x0",
            Err("must start at a multiple of 4"),
        ),
        (
            Gfx9,
            "s_load_dwordx8 s[4:11], s[0:1], 0x0",
            Ok(&[0xc00e_0100, 0]),
        ),
        (
            Gfx9,
            "buffer_store_dword v[0:1], off, s[0:3], s4 tfe",
            Err("'tfe' has no meaning"),
        ),
        (
            Gfx9,
            "buffer_load_dword v[0:1], off, s[0:3], s4 tfe",
            Ok(&[0xe050_0000, 0x0480_0000]),
        ),
        (
            Gfx9,
            "v_interp_p1_f32 v0, v1, attr33.y",
            Err("expected an attribute"),
        ),
        (Gfx9, "v_interp_p1_f32 v0, v1, attr32.y", Ok(&[0xd400_8101])),
        (
            Gfx9,
            "v_interp_mov_f32 v0, invalid_param_3, attr1.y",
            Err("expected p10, p20 or p0"),
        ),
        (
            Gfx942,
            "v_dot4_u32_u8 v0, s0, s0, s0 op_sel_hi:[0,0,0]",
            Err("have no op_sel"),
        ),
        (
            Gfx9,
            "v_madak_f16 v0, v1, v2, 0x12345",
            Err("0x12345 is not a constant of 16 bits"),
        ),
        (
            Gfx9,
            "s_set_gpr_idx_on s2, 0x10",
            Err("16 is out of range: 0 to 15"),
        ),
        (
            Gfx9,
            "s_set_gpr_idx_mode 16",
            Err("16 is out of range: 0 to 15"),
        ),
        (
            Gfx8,
            "s_mov_b32 s0, src_shared_base",
            Err("'src_shared_base'"),
        ),
        (Gfx9, "v_ldexp_f64 v[0:1], s[0:1], s0", Err("constant bus")),
        (
            Gfx9,
            "v_div_fmas_f32 v0, vcc_lo, v1, v2",
            Err("constant bus"),
        ),
        (
            Gfx942,
            "v_dot4_u32_u8 v0, v1, v2, v3",
            Ok(&[0xd3a9_4000, 0x1c0e_0501]),
        ),
        (
            Gfx90a,
            "v_dot4_u32_u8 v0, s0, s0, s0 op_sel_hi:[0,0,0]",
            Ok(&[0xd3a9_0000, 0]),
        ),
        (
            Gfx942,
            "v_pk_add_f16 v0, v1, v2 op_sel_hi:[0,0]",
            Ok(&[0xd38f_4000, 0x0002_0501]),
        ),
    ];
    for (generation, text, want) in cases {
        match (parse_inst(*generation, text, 0), want) {
            (Ok((_, words)), Ok(want)) => assert_eq!(*words, **want, "{generation} {text}"),
            (Err(e), Err(want)) => assert!(e.message.contains(want), "{generation} {text}: {e}"),
            (got, _) => panic!("{generation} {text}: {got:?}"),
        }
    }
}
