#!/usr/bin/env python3
"""Writes clrx.txt: instructions in the language of CLRX's assembler, and the words that they are.

    python3 jit-tests/asm/clrx.py SOP2.md SOPC.md VOP2.md ...

Each line is a target, the instruction, and its words. There are two kinds. Those of the pages of CLRX's documentation
that are given: each instruction with its syntax, and the words that the page's tables of fields and its opcodes make of
that. Those of PAIRS below: the words are what llvm-mc makes of LLVM's spelling of the same instruction.
"""

import pathlib
import re
import subprocess
import sys

FILE = pathlib.Path(__file__).with_name("clrx.txt")
VERSIONS = {"1.0": "gfx600", "1.1": "gfx700", "1.2": "gfx803", "1.4": "gfx900"}
ALL = list(VERSIONS.values())

# Targets, CLRX's spelling, LLVM's.
PAIRS = [
    (ALL, "s_and_b32 s0, s1, s2", "s_and_b32 s0, s1, s2"),
    (ALL, "s_cmp_eq_i32 s0, s1", "s_cmp_eq_i32 s0, s1"),
    # Registers: any case, numbers in brackets, parts of pairs.
    (ALL, "S_ADD_U32 S0, S[1], s[3-1]", "s_add_u32 s0, s1, s2"),
    (ALL, "s_mov_b64 VCC[0:1], Exec", "s_mov_b64 vcc, exec"),
    (ALL, "s_mov_b32 vcc[1], exec[0]", "s_mov_b32 vcc_hi, exec_lo"),
    (ALL[:3], "s_mov_b32 tba[1], ttmp[3]", "s_mov_b32 tba_hi, ttmp3"),
    (ALL[1:], "s_mov_b32 flat_scratch[1], m0", "s_mov_b32 flat_scratch_hi, m0"),
    (ALL[3:], "s_mov_b64 xnack_mask, s[2:3]", "s_mov_b64 xnack_mask, s[2:3]"),
    (ALL, "v_mov_b32 v[2], v[1:1]", "v_mov_b32 v2, v1"),
    # Constants and literals.
    (ALL, "s_add_u32 s0, s1, lit(4)", "s_add_u32 s0, s1, 0x12345678"),
    (ALL, "s_mov_b32_e64 s0, 1", "s_mov_b32 s0, 0x12345678"),
    (ALL, "s_mov_b32 s0, 1.0", "s_mov_b32 s0, 1.0"),
    (ALL, "s_mov_b32 s0, 0x3f800000", "s_mov_b32 s0, 0x12345678"),
    (ALL, "s_mov_b32 s0, -4.5s", "s_mov_b32 s0, 0xc0900000"),
    (ALL, "s_mov_b32 s0, 1.5h", "s_mov_b32 s0, 0x3e00"),
    (ALL, "s_mov_b32 s0, 1.5l", "s_mov_b32 s0, 0x3ff80000"),
    (ALL, "v_cvt_f32_f64 v0, 1.5l", "v_cvt_f32_f64 v0, 1.5"),
    (ALL, "v_cvt_f32_f16 v0, 0.5h", "v_cvt_f32_f16 v0, 0.5"),
    (ALL, "s_mov_b32 s0, 0x1.8p1", "s_mov_b32 s0, 3.0"),
    (ALL, "s_mov_b32 s0, 'a'", "s_mov_b32 s0, 0x61"),
    # Source and output modifiers.
    (ALL, "v_add_f32 v0, abs(v1), -v2 mul:2 clamp", "v_add_f32 v0, |v1|, -v2 clamp mul:2"),
    (ALL, "v_add_f32 v0, -abs(v1), |v2| div:2", "v_add_f32 v0, -|v1|, |v2| div:2"),
    (ALL, "v_add_f32 v0, v1, v2 omod:2", "v_add_f32 v0, v1, v2 mul:4"),
    (ALL, "v_add_f32 v0, v1, v2 neg:2 abs:[1,0]", "v_add_f32 v0, |v1|, -v2"),
    (ALL, "v_add_f32 v0, v1, v2 clamp:1 vop3:0", "v_add_f32 v0, v1, v2 clamp"),
    (ALL, "v_add_f32 v0, v1, v2 clamp:0", "v_add_f32 v0, v1, v2"),
    (ALL, "v_add_f32 v0, v1, v2 vop3", "v_add_f32_e64 v0, v1, v2"),
    (ALL, "v_mov_b32_e64 v0, s1", "v_mov_b32_e64 v0, s1"),
    (ALL, "v_cmp_lt_f32 s[2:3], -v0, abs(v1)", "v_cmp_lt_f32 s[2:3], -v0, |v1|"),
    (ALL, "v_cmp_t_f32 vcc, v0, v1", "v_cmp_tru_f32 vcc, v0, v1"),
    (ALL, "v_cmp_lg_u32 vcc, v0, v1", "v_cmp_ne_u32 vcc, v0, v1"),
    (ALL, "v_cmp_tru_i64 vcc, v[0:1], v[2:3]", "v_cmp_t_i64 vcc, v[0:1], v[2:3]"),
    (ALL, "v_cmp_class_f64 vcc, v[0:1], v[4:5]", "v_cmp_class_f64 vcc, v[0:1], v4"),
    (ALL, "v_mad_f32 v0, v1, v2, v3 neg:[0,0,1]", "v_mad_f32 v0, v1, v2, -v3"),
    # Names that are others in LLVM.
    (ALL[:2], "v_add_u32 v0, vcc, v1, v2", "v_add_i32 v0, vcc, v1, v2"),
    (ALL[2:3], "v_add_i32 v0, vcc, v1, v2", "v_add_u32 v0, vcc, v1, v2"),
    (ALL[2:3], "v_add_u32 v0, s[2:3], v1, v2", "v_add_u32_e64 v0, s[2:3], v1, v2"),
    (ALL[3:], "v_add_co_u32 v0, vcc, v1, v2", "v_add_co_u32 v0, vcc, v1, v2"),
    (ALL[3:], "v_add_u32 v0, v1, v2", "v_add_u32 v0, v1, v2"),
    (ALL[2:], "s_cmp_ne_u64 s[0:1], s[2:3]", "s_cmp_lg_u64 s[0:1], s[2:3]"),
    # SDWA and DPP.
    (ALL[2:], "v_xor_b32 v1,v2,v3 dst_sel:byte_1 src0_sel:byte1 src1_sel:word1",
     "v_xor_b32 v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1"),
    (ALL[2:], "v_xor_b32 v1,v2,v3 dst_sel:b1 src0_sel:@2 dst_unused:preserve",
     "v_xor_b32 v1, v2, v3 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2"),
    (ALL[2:], "v_xor_b32 v1,sext(v2),v3 dst_un:sext",
     "v_xor_b32 v1, sext(v2), v3 dst_unused:UNUSED_SEXT"),
    (ALL[2:], "v_xor_b32 v1,v2,v3 sdwa", "v_xor_b32_sdwa v1, v2, v3 dst_unused:UNUSED_PAD"),
    (ALL[2:], "v_xor_b32 v1,v2,v3 sext:2",
     "v_xor_b32 v1, v2, sext(v3) dst_unused:UNUSED_PAD"),
    (ALL[2:], "v_add_f32 v0, v1, v2 quad_perm:[3,2,1,0] bank_mask:3",
     "v_add_f32 v0, v1, v2 quad_perm:[3,2,1,0] bank_mask:3"),
    (ALL[2:], "v_add_f32 v0, v1, v2 dpp", "v_add_f32 v0, v1, v2 quad_perm:[0,1,2,3]"),
    (ALL[2:], "v_add_f32 v0, v1, v2 wave_shl", "v_add_f32 v0, v1, v2 wave_shl:1"),
    (ALL[2:], "v_add_f32 v0, v1, v2 row_hmirror bound_ctrl",
     "v_add_f32 v0, v1, v2 row_half_mirror bound_ctrl:0"),
    (ALL[2:], "v_add_f32 v0, -v1, v2 row_bcast15 bound_ctrl:0:1",
     "v_add_f32 v0, -v1, v2 row_bcast:15 bound_ctrl:0"),
    # Halves.
    (ALL[3:], "v_pk_add_f16 v0, v1, -v2 op_sel:2 op_sel_hi:[1,0]",
     "v_pk_add_f16 v0, v1, v2 op_sel:[0,1] op_sel_hi:[1,0] neg_lo:[0,1]"),
    (ALL[3:], "v_mad_mix_f32 v0, v1, v2, v3",
     "v_mad_mix_f32 v0, v1, v2, v3 op_sel_hi:[1,1,1]"),
    (ALL[3:], "v_mad_f16 v0, v1, v2, v3 op_sel:9", "v_mad_f16 v0, v1, v2, v3 op_sel:[1,0,0,1]"),
    # What SIMM16 stands for.
    (ALL, "s_waitcnt VMCNT(1) & expcnt(2) lgkmcnt(3)", "s_waitcnt vmcnt(1) & expcnt(2) & lgkmcnt(3)"),
    (ALL, "s_getreg_b32 s0, hwreg(mode, 4, 8)", "s_getreg_b32 s0, hwreg(HW_REG_MODE, 4, 8)"),
    (ALL, "s_setreg_b32 hwreg(HWREG_LDS_ALLOC, 0, 32), s1", "s_setreg_b32 hwreg(HW_REG_LDS_ALLOC), s1"),
    (ALL, "s_getreg_b32 s0, hwreg(@2, 0, 32)", "s_getreg_b32 s0, hwreg(2)"),
    (ALL, "s_getreg_b32 s0, hwreg(inst_dw0, 0, 32)", "s_getreg_b32 s0, hwreg(10)"),
    (ALL, "s_sendmsg sendmsg(gs, emit-cut, 1)", "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT_CUT, 1)"),
    (ALL, "s_sendmsg sendmsg(interrupt)", "s_sendmsg sendmsg(MSG_INTERRUPT)"),
    (ALL, "s_sendmsg sendmsg(@3, nop)", "s_sendmsg sendmsg(3, 0, 0)"),
    (ALL, "s_nop 2+3", "s_nop 5"),
    # Memory.
    (ALL[:2], "s_load_dword s4, s[2:3], 0x5b", "s_load_dword s4, s[2:3], 0x5b"),
    (ALL[1:2], "s_load_dword s4, s[2:3], lit(5)", "s_load_dword s4, s[2:3], 0x12345678"),
    (ALL[2:], "s_load_dwordx2 s[4:5], s[2:3], 0x5b glc:1", "s_load_dwordx2 s[4:5], s[2:3], 0x5b glc"),
    (ALL[3:], "s_load_dword s4, s[2:3], s6 offset:0x40", "s_load_dword s4, s[2:3], s6 offset:0x40"),
    (ALL, "ds_add_u32 v1, v2 offset:52583 gds:0", "ds_add_u32 v1, v2 offset:52583"),
    (ALL, "ds_read2_b32 v[4:5], v1 offset1:5 offset0:3 gds", "ds_read2_b32 v[4:5], v1 offset0:3 offset1:5 gds"),
    (ALL, "buffer_load_format_xy v[4:5], s[8:11], s1 offset:16 glc",
     "buffer_load_format_xy v[4:5], off, s[8:11], s1 offset:16 glc"),
    (ALL, "buffer_store_dword v4, v[2:3], s[8:11], s1 offen idxen slc",
     "buffer_store_dword v4, v[2:3], s[8:11], s1 idxen offen slc"),
    (ALL[:2], "buffer_load_dword v4, v[2:3], s[8:11], s1 addr64", "buffer_load_dword v4, v[2:3], s[8:11], s1 addr64"),
    (ALL, "buffer_load_dword v9, v2, s[8:11], s1 offen lds", "buffer_load_dword v2, s[8:11], s1 offen lds"),
    (ALL, "tbuffer_load_format_xy v[4:5], v2, s[8:11], s1 idxen format:[32_32,float]",
     "tbuffer_load_format_xy v[4:5], v2, s[8:11], dfmt:11, nfmt:7, s1 idxen"),
    (ALL, "tbuffer_store_format_x v4, s[8:11], s1 format:[@2,@5]",
     "tbuffer_store_format_x v4, off, s[8:11], dfmt:2, nfmt:5, s1"),
    (ALL, "image_load v[4:7], v[0:3], s[8:15] dmask:15 unorm glc",
     "image_load v[4:7], v[0:3], s[8:15] dmask:0xf unorm glc"),
    (ALL, "image_load v4, v[0:3], s[8:15] unorm:1 da:0", "image_load v4, v[0:3], s[8:15] dmask:1 unorm"),
    (ALL, "image_sample v[4:5], v[0:1], s[8:15], s[20:23] dmask:3",
     "image_sample v[4:5], v[0:1], s[8:15], s[20:23] dmask:0x3"),
    (ALL[1:], "flat_load_dword v4, v[2:3] slc glc", "flat_load_dword v4, v[2:3] glc slc"),
    (ALL[1:], "flat_atomic_add v4, v[2:3], v5 glc", "flat_atomic_add v4, v[2:3], v5 glc"),
    (ALL[3:], "flat_load_dword v4, v[2:3] inst_offset:16", "flat_load_dword v4, v[2:3] offset:16"),
    (ALL[3:], "global_store_dword v2, v4, s[6:7] inst_offset:-16", "global_store_dword v2, v4, s[6:7] offset:-16"),
    (ALL[3:], "global_load_dword v4, v[2:3], off", "global_load_dword v4, v[2:3], off"),
    (ALL[3:], "scratch_load_dword v4, off, s3", "scratch_load_dword v4, off, s3"),
    # Graphics.
    (ALL, "v_interp_p1_f32 v4, v5, ATTR26 . W", "v_interp_p1_f32 v4, v5, attr26.w"),
    (ALL, "v_interp_mov_f32 v4, P10, attr3.x", "v_interp_mov_f32 v4, p10, attr3.x"),
    (ALL, "exp mrt0, v0, v1, v2, v3 done vm", "exp mrt0 v0, v1, v2, v3 done vm"),
    (ALL, "exp Param5, v0, off, off, v1 done:1 vm:0", "exp param5 v0, off, off, v1 done"),
]
# LLVM's assembler takes a literal only where the number asks for one: there it has this one.
LITERAL = 0x12345678
LITERALS = {
    "s_load_dword s4, s[2:3], lit(5)": 5,
    "s_add_u32 s0, s1, lit(4)": 4,
    "s_mov_b32_e64 s0, 1": 1,
    "s_mov_b32 s0, 0x3f800000": 0x3F800000,
}

# Where a page contradicts its own table or description: by heading, the mnemonic and the operands.
ERRATA = {
    # The table, as other instructions of 64 bits.
    "S_BFE_I64": (None, "SDST(2), SSRC0(2), SSRC1"),
    # The description tells of a second source; there is no destination.
    "S_RFE_RESTORE_B64": (None, "SSRC0(2), SSRC1"),
    # The table.
    "V_MUL_HI_I32_24": ("v_mul_hi_i32_i24", None),
}


def llvm(target, text):
    """The words of an instruction in LLVM's language."""
    command = ["llvm-mc-19", "-triple", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-show-encoding"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    found = re.search(r"encoding: \[(.*?)\]", done.stdout)
    if not found:
        sys.exit(f"{target}: {text}: {done.stderr}")
    data = bytes(int(byte, 16) for byte in found[1].split(","))
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def opcodes(text):
    """Opcodes by target: `3 (0x3) for GCN 1.0/1.1; 1 (0x1) for GCN 1.2`. The hexadecimal number counts."""
    found = {}
    for part in text.split(";"):
        number = re.search(r"\(0x([0-9a-f]+)\)", part)
        versions = re.findall(r"1\.\d", part.split("GCN")[1]) if "GCN" in part else VERSIONS
        for version in versions:
            found[VERSIONS[version]] = int(number[1], 16)
    return found


def registers(bank, first, operand):
    """An operand of the syntax, `SSRC0(2)`, as registers from `first` on."""
    count = re.search(r"\((\d)", operand)
    count = int(count[1]) if count else 1
    return f"{bank}{first}" if count <= 1 else f"{bank}[{first}:{first + count - 1}]"


def scalar(base, operands, page):
    """A word of SOP2 or SOPC, and its operands: registers from s2 on."""
    text, word = [], base
    places = {"SDST": (16, 2), "SSRC0": (0, 4), "SRC0": (0, 4), "SSRC1": (8, 8), "SRC1": (8, 8)}
    for operand in operands:
        name = operand.split("(")[0]
        if name == "IMM8":
            text.append("0x5")
            word |= 5 << 8
            continue
        place, first = places[name]
        text.append(registers("s", first, operand))
        word |= first << place
    return text, [word]


def page(path):
    """The lines of a page: each instruction of it for each target that has an opcode."""
    text = pathlib.Path(path).read_text()
    kind = re.search(r"\b(SOP2|SOPC|VOP2)\b", text)[1]
    parts = re.split(r"^(?:#### )?([SV]_\w+(?:, [SV]_\w+)*)\s*$", text, flags=re.M)[1:]
    for heading, block in zip(parts[::2], parts[1::2]):
        syntax = re.findall(r"Syntax(?: VOP2)?:\s*(\S+)\s+(.*?)\s*$", block, re.M)
        codes = re.findall(r"^Opcode( VOP2| VOP3a)?: (.*?)(?: Syntax.*)?$", block, re.M)
        if not syntax or not codes:
            continue
        # The heading is the name; some syntaxes have another instruction's.
        cases = [(name, *code) for name in heading.split(", ") for code in codes]
        for name, form, numbers in cases:
            for target, opcode in opcodes(numbers).items():
                right = ERRATA.get(name, (None, None))
                mnemonic = right[0] or name.lower()
                operands = [o.strip() for o in (right[1] or syntax[0][1]).split(",")]
                if kind == "SOP2":
                    out, words = scalar(2 << 30 | opcode << 23, operands, kind)
                elif kind == "SOPC":
                    out, words = scalar(0b101111110 << 23 | opcode << 16, operands, kind)
                else:
                    out, words = vector(target, opcode, operands, form.strip() == "VOP3a")
                suffix = " vop3" if form.strip() == "VOP3a" else ""
                yield target, f"{mnemonic} {', '.join(out)}{suffix}", words


def vector(target, opcode, operands, vop3):
    """A word of VOP2 or the words of VOP3A, and the operands."""
    destination, second = operands[0], operands[2]
    dst = f"s{3}" if destination == "SDST" else "v3"
    # The lane is a scalar, and so is what is written to it.
    scalar = second == "SSRC1"
    src0 = ("s4", 4) if scalar and dst == "v3" else ("v4", 0x104)
    src1 = ("s4" if src0[0] == "s4" else "s5", 4 if src0[0] == "s4" else 5) if scalar else ("v5", 0x105)
    text, mask = [dst, src0[0], src1[0]], 0
    if len(operands) > 3:
        text.append("vcc")
        mask = 106
    if not vop3:
        return text, [opcode << 25 | 3 << 17 | (src1[1] & 0xFF) << 9 | src0[1]]
    first = 0b110100 << 26 | opcode << (17 if target < "gfx8" else 16) | 3
    return text, [first, mask << 18 | src1[1] << 9 | src0[1]]


def main():
    lines = []
    for path in sys.argv[1:]:
        lines += page(path)
    for targets, text, other in PAIRS:
        for target in targets:
            words = llvm(target, other)
            literal = LITERALS.get(text, LITERAL)
            lines.append((target, text, [literal if w == LITERAL else w for w in words]))
    seen = []
    for target, text, words in lines:
        line = f"{target} | {text} | {' '.join(f'{w:08x}' for w in words)}\n"
        if line not in seen:
            seen.append(line)
    FILE.write_text("".join(seen))


main()
