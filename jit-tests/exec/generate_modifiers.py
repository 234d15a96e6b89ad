#!/usr/bin/env python3
"""Words that LLVM's tools refuse and the hardware executes: modifiers and fields without effect, and the
signs of integer sources. Expected values are from the documentation that src/decode/rules.rs cites."""

from testfile import Test
from vector import M32

LEGACY = ("gfx6", "gfx7")
LATER = ("gfx8", "gfx9", "gfx906")
SIGN = 1 << 31

# The MODE in which OMOD acts on floats: denormals are flushed, IEEE is off.
OMOD_ACTS = 0x100

# Patterns that are floats of every kind, and integers with and without a sign.
VALUES = [0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x40400000, 0x7FC00001, 0x7F800001, 0xFF800000,
          0x00000001, 0x807FFFFF, 0x12345678, 0xDEADBEEF, 0x00FFFFFF, 0xFF800001, 0x7FFFFFFF, 0xFFFFFFFF]
OTHERS = VALUES[5:] + VALUES[:5]


def v(n):
    """Operand code of a VGPR."""
    return 256 + n


class File(Test):
    def __init__(self, name, text):
        super().__init__(name, text, "modifiers")

    def words(self, text, *lines):
        """An instruction by its words; lines: generations, words."""
        self.lines.append("code " + text)
        for gens, words in lines:
            hexes = " ".join(f"{w:08x}" for w in words)
            self.lines.append(f"  {' '.join(gens)}: {hexes} | {text} !")

    def vop3(self, text, legacy, later, src, neg=0, abs=0, clamp=0, omod=0, dst=2, sdst=None, gens=LATER):
        """VOP3 by its opcode numbers, of which one may be missing; with sdst VOP3b."""
        src = src + [0] * (3 - len(src))
        second = neg << 29 | omod << 27 | src[2] << 18 | src[1] << 9 | src[0]
        low = dst | (abs << 8 if sdst is None else sdst << 8)
        lines = []
        if legacy is not None:
            bit = 11 if sdst is None else 15
            lines.append((LEGACY, (0xD0000000 | legacy << 17 | clamp << bit | low, second)))
        if later is not None:
            lines.append((gens, (0xD0000000 | later << 16 | clamp << 15 | low, second)))
        self.words(text, *lines)


def outputs():
    """(fields, text) of the output modifiers."""
    yield {"omod": 1}, " mul:2"
    yield {"omod": 2}, " mul:4"
    yield {"omod": 3}, " div:2"
    yield {"clamp": 1}, " clamp"
    yield {"clamp": 1, "omod": 1}, " clamp mul:2"


def signed(x, neg, abs):
    """The source with its modifiers."""
    return (x & ~SIGN if abs else x) ^ (SIGN if neg else 0)


def modified(name, neg, abs):
    return ("-" if neg else "") + (f"|{name}|" if abs else name)


def output_modifiers():
    t = File("v_cndmask_b32", "CLAMP and OMOD do not affect the result")
    for fields, text in outputs():
        t.vop3("v_cndmask_b32_e64 v2, v0, v1, s[6:7]" + text, 256, 256, [v(0), v(1), 6], **fields)
        mask = 0x0FF0
        expected = [b if mask >> i & 1 else a for i, (a, b) in enumerate(zip(VALUES, OTHERS))]
        for mode in (0x3F0, OMOD_ACTS):
            t.case(f"MODE {mode:#x}", {"v0": VALUES, "v1": OTHERS, "s[6:7]": mask, "exec": 0xFFFF, "mode": mode},
                   {"v2": expected})
    t.words("v_cndmask_b32_e64 v8, v4, v5, s[2:3] mul:2", (("gfx8",), (0xD1000008, 0x080A0B04 & ~(0x1FF << 18) | 2 << 18)))
    t.case("other registers", {"v4": [5, 6], "v5": [7, 8], "s[2:3]": 2, "exec": 3}, {"v8": [5, 8]})
    t.words("v_cndmask_b32_e64 v8, v4, v5, vcc mul:2", (("gfx8",), (0xD1000008, 0x09AA0B04)))
    t.case("VCC", {"v4": [5, 6], "v5": [7, 8], "vcc": 2, "exec": 3}, {"v8": [5, 8]})
    t.write()

    t = File("bitwise", "CLAMP and OMOD do not affect AND, OR, XOR")
    ops = {"v_and_b32": (283, 275, lambda a, b: a & b), "v_or_b32": (284, 276, lambda a, b: a | b),
           "v_xor_b32": (285, 277, lambda a, b: a ^ b)}
    for name, (legacy, later, op) in ops.items():
        for fields, text in outputs():
            t.vop3(f"{name}_e64 v2, v0, v1" + text, legacy, later, [v(0), v(1)], **fields)
            t.case("as without", {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF, "mode": OMOD_ACTS},
                   {"v2": [op(a, b) for a, b in zip(VALUES, OTHERS)]})
    t.write()

    t = File("integers", "CLAMP saturates no integer before gfx8, OMOD affects none")
    for fields, text in outputs():
        t.vop3("v_mad_u32_u24 v2, v0, v1, v3" + text, 323, None, [v(0), v(1), v(3)], **fields)
        sums = [(a & 0xFFFFFF) * (b & 0xFFFFFF) + a & M32 for a, b in zip(VALUES, OTHERS)]
        t.case("wraps", {"v0": VALUES, "v1": OTHERS, "v3": VALUES, "exec": 0xFFFF, "mode": OMOD_ACTS}, {"v2": sums})
        t.vop3("v_add_i32_e64 v2, s[6:7], v0, v1" + text, 293, None, [v(0), v(1)], sdst=6, **fields)
        carries = sum((a + b > M32) << i for i, (a, b) in enumerate(zip(VALUES, OTHERS)))
        t.case("wraps", {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF, "mode": OMOD_ACTS},
               {"v2": [a + b & M32 for a, b in zip(VALUES, OTHERS)], "s[6:7]": carries})
    t.vop3("v_add_u32_e64 v2, s[6:7], v0, v1 mul:2", None, 281, [v(0), v(1)], sdst=6, omod=1)
    t.case("without OMOD", {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF, "mode": OMOD_ACTS},
           {"v2": [a + b & M32 for a, b in zip(VALUES, OTHERS)], "s[6:7]": carries})
    for fields, text in outputs():
        t.vop3("v_cmp_lt_u32_e64 s[6:7], v0, v1" + text, 193, 201, [v(0), v(1)], dst=6, **fields)
        t.case("as without", {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF, "mode": OMOD_ACTS},
               {"s[6:7]": sum((a < b) << i for i, (a, b) in enumerate(zip(VALUES, OTHERS)))})
        t.vop3("v_mov_b32_e64 v2, v0" + text, 385, 321, [v(0)], **fields)
        t.case("as without", {"v0": VALUES, "exec": 0xFFFF, "mode": OMOD_ACTS}, {"v2": VALUES})
    t.write()

    t = File("v_div_scale_f32", "CLRX has CLAMP of VOP3b in bit 15 on gfx6 and gfx7")
    t.vop3("v_div_scale_f32 v2, s[6:7], v0, v0, v1 clamp", 365, None, [v(0), v(0), v(1)], sdst=6, clamp=1)
    t.case("the quotient needs no scaling", {"v0": [0x40000000, 0x3F000000, 0xBF800000], "v1": [0x3F800000], "exec": 7},
           {"v2": [0x3F800000, 0x3F000000, 0x00000000], "s[6:7]": 0})
    t.write()


def multiplications():
    t = File("mul_24", "no modifier affects the 24-bit multiplications, but CLAMP the low halves from gfx8 on")
    signed24 = lambda x: (x & 0xFFFFFF ^ 0x800000) - 0x800000
    unsigned24 = lambda x: x & 0xFFFFFF
    ops = {"v_mul_i32_i24": (265, 262, signed24, 0), "v_mul_hi_i32_i24": (266, 263, signed24, 32),
           "v_mul_u32_u24": (267, 264, unsigned24, 0), "v_mul_hi_u32_u24": (268, 265, unsigned24, 32)}
    changes = [f for f, _ in outputs()]
    changes += [{"neg": 1}, {"neg": 2}, {"neg": 3}, {"abs": 1}, {"abs": 2}, {"abs": 3},
                {"neg": 3, "abs": 3, "omod": 3, "clamp": 1}]
    for name, (legacy, later, part, shift) in ops.items():
        for fields in changes:
            neg, absolute = fields.get("neg", 0), fields.get("abs", 0)
            text = f"{name}_e64 v2, " + ", ".join(modified(f"v{i}", neg >> i & 1, absolute >> i & 1) for i in (0, 1))
            text += " clamp" if "clamp" in fields else ""
            text += ["", " mul:2", " mul:4", " div:2"][fields.get("omod", 0)]
            saturates = "clamp" in fields and shift == 0
            t.vop3(text, legacy, None if saturates else later, [v(0), v(1)], **fields)
            t.case("as without", {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF, "mode": OMOD_ACTS},
                   {"v2": [(part(a) * part(b) >> shift) & M32 for a, b in zip(VALUES, OTHERS)]})
    t.vop3("v_mul_i32_i24_e64 v8, v4, v5 mul:2", None, 262, [v(4), v(5)], dst=8, omod=1)
    t.case("other registers", {"v4": [3, M32], "v5": [5, 7], "exec": 3}, {"v8": [15, M32 - 6]})
    t.write()


def signs():
    t = File("signs", "NEG and ABS apply to the sources of every instruction: to the sign bit")
    for neg, absolute in ((1, 0), (2, 0), (0, 1), (0, 2), (3, 3), (1, 2)):
        source = lambda x, i: signed(x, neg >> i & 1, absolute >> i & 1)
        names = [modified(f"v{i}", neg >> i & 1, absolute >> i & 1) for i in (0, 1)]
        pairs = [(source(a, 0), source(b, 1)) for a, b in zip(VALUES, OTHERS)]
        before = {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF}
        flags = {"neg": neg, "abs": absolute}
        text = ", ".join(names)
        t.vop3(f"v_xor_b32_e64 v2, {text}", 285, 277, [v(0), v(1)], **flags)
        t.case("VOP2", before, {"v2": [a ^ b for a, b in pairs]})
        t.vop3(f"v_cmp_lt_u32_e64 s[6:7], {text}", 193, 201, [v(0), v(1)], dst=6, **flags)
        t.case("VOPC", before, {"s[6:7]": sum((a < b) << i for i, (a, b) in enumerate(pairs))})
        t.vop3(f"v_mul_lo_u32 v2, {text}", 361, 645, [v(0), v(1)], **flags)
        t.case("VOP3", before, {"v2": [a * b & M32 for a, b in pairs]})
        if not absolute:
            t.vop3(f"v_add_co_u32_e64 v2, s[8:9], {text}", 293, 281, [v(0), v(1)], sdst=8, neg=neg)
            carries = sum((a + b > M32) << i for i, (a, b) in enumerate(pairs))
            t.case("VOP3b, which has no ABS", before, {"v2": [a + b & M32 for a, b in pairs], "s[8:9]": carries})
        if not neg & 2 and not absolute & 2:
            t.vop3(f"v_mov_b32_e64 v2, {names[0]}", 385, 321, [v(0)], **flags)
            t.case("VOP1", before, {"v2": [a for a, _ in pairs]})
    t.vop3("v_mad_u32_u24 v2, v0, v1, -v3", 323, 451, [v(0), v(1), v(3)], neg=4)
    t.case("the third source", {"v0": [3], "v1": [5], "v3": [1], "exec": 1}, {"v2": [0x80000010]})
    t.vop3("v_and_b32_e64 v2, -s4, -|1.0|", 283, 275, [4, 242], neg=3, abs=2)
    t.case("scalars and constants", {"s4": 0x3F800001, "exec": 1}, {"v2": [0xBF800000]})
    t.vop3("v_min_u16_e64 v2, -v0, |v1|", None, 305, [v(0), v(1)], neg=1, abs=2)
    t.case("16 bits: bit 15", {"v0": [0x8001, 2, 0], "v1": [0x8005, 0xFFFF, 0x9000], "exec": 7}, {"v2": [1, 0x7FFF, 0x1000]})
    t.vop3("v_mad_u16 v2, -v0, v1, |v3|", None, 516, [v(0), v(1), v(3)], neg=1, abs=4, gens=("gfx9", "gfx906"))
    t.case("16 bits in an instruction with OP_SEL", {"v0": [0x8003], "v1": [5], "v3": [0x8001], "v2": [0x55550000], "exec": 1}, {"v2": [0x55550010]})
    t.vop3("v_lshl_b64 v[2:3], -v[0:1], v4", 353, None, [v(0), v(4)], neg=1)
    t.case("64 bits: bit 63", {"v[0:1]": [1], "v4": [0], "exec": 1}, {"v[2:3]": [0x8000000000000001]})
    t.vop3("v_lshlrev_b64 v[2:3], v4, -v[0:1]", None, 655, [v(4), v(0)], neg=2)
    t.case("64 bits: bit 63", {"v[0:1]": [1], "v4": [0], "exec": 1}, {"v[2:3]": [0x8000000000000001]})
    t.vop3("v_ldexp_f32 v2, v0, -v1", 299, 648, [v(0), v(1)], neg=2)
    t.case("the exponent of a float: LLVM has sign extension there", {"v0": [0x3F800000], "v1": [0x80000003], "exec": 1}, {"v2": [0x41000000]})
    t.vop3("v_ldexp_f32 v2, v0, |v1|", 299, 648, [v(0), v(1)], abs=2)
    t.case("the exponent of a float", {"v0": [0x3F800000], "v1": [0x80000002], "exec": 1}, {"v2": [0x40800000]})
    t.words("v_and_b32_dpp v2, -v0, |v1| quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf", (LATER, (0x260402FA, 0xFF90E400)))
    before = {"v0": VALUES, "v1": OTHERS, "exec": 0xFFFF}
    both = [signed(a, 1, 0) & signed(b, 0, 1) for a, b in zip(VALUES, OTHERS)]
    t.case("DPP", before, {"v2": both})
    t.words("v_and_b32_sdwa v2, -v0, |v1| dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD", (LATER, (0x260402F9, 0x26160600)))
    t.case("SDWA", before, {"v2": both})
    t.words("v_and_b32_sdwa v2, v0, v1 mul:2 dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD", (LATER, (0x260402F9, 0x06064600)))
    t.case("OMOD in SDWA has no effect", before, {"v2": [a & b for a, b in zip(VALUES, OTHERS)]})
    t.words("v_cndmask_b32_sdwa v2, sext(v0), v1, vcc dst_sel:DWORD src0_sel:WORD_0 src1_sel:DWORD", (LATER, (0x000402F9, 0x060C0600)))
    t.case("SEXT of a float source in SDWA", {"v0": [0xFF80, 0x7F80], "v1": [1], "vcc": 0, "exec": 3}, {"v2": [0xFFFFFF80, 0x7F80]})
    t.write()


def unused():
    t = File("unused", "fields that the instruction has no use for")
    t.vop3("v_xor_b32_e64 v2, v0, v1", 285, 277, [v(0), v(1), v(9)], neg=4, abs=4)
    t.case("a third source, and its NEG and ABS", {"v0": [3], "v1": [5], "exec": 1}, {"v2": [6]})
    t.vop3("v_mov_b32_e64 v2, v0", 385, 321, [v(0), 210, v(9)], neg=6, abs=6)
    t.case("a second source that would be reserved", {"v0": [3], "exec": 1}, {"v2": [3]})
    t.words("v_pk_add_u16 v2, v0, v1", (("gfx9", "gfx906"), (0xD38A4402, 0x9C260300 | 3 << 27)))
    t.case("VOP3P", {"v0": [0x00030004], "v1": [0x00010001], "exec": 1}, {"v2": [0x00040005]})
    t.words("v_not_b32_sdwa v2, v0 dst_sel:DWORD src0_sel:DWORD", (LATER, (0x7E0456F9, 0x3A060600)))
    t.case("the second source of SDWA", {"v0": [3], "exec": 1}, {"v2": [0xFFFFFFFC]})
    t.words("v_not_b32_dpp v2, v0 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf", (LATER, (0x7E0456FA, 0xFFC0E400)))
    t.case("the second source of DPP", {"v0": [3], "exec": 1}, {"v2": [0xFFFFFFFC]})
    t.words("v_nop_e32", (LEGACY + LATER, (0x7E040000,)))
    t.case("the destination of what has none", {"v2": [3], "exec": 1}, {"v2": [3]})
    t.words("ds_read_b32 v2, v1", (LEGACY, (0xD8D80000, 0x02050601)), (LATER, (0xD86C0000, 0x02050601)))
    t.case("data of a load", {"m0": -1 & M32, "v1": [8], "lds[8]": 77, "exec": 1}, {"v2": [77]})
    t.words("s_icache_inv", (LEGACY + LATER, (0xBF930005,)))
    t.case("SIMM16 of what has none", {"s0": 1}, {"s0": 1})
    t.words("s_dcache_inv", (LATER, (0xC0820000, 0)))
    t.case("IMM of what has no address", {"s0": 1}, {"s0": 1})
    t.words("buffer_wbinvl1", (LEGACY, (0xE1C44000, 0)), (LATER, (0xE0F84000, 0)))
    t.case("GLC of a cache instruction", {"s0": 1}, {"s0": 1})
    t.words("flat_load_dword v8, v[1:2]", (("gfx7",), (0xDC30FFFF, 0x087F0001)), (("gfx8",), (0xDC50FFFF, 0x087F0001)),
            (("gfx9", "gfx906"), (0xDC500000, 0x087F0001)))
    t.lines += ["case bits that no field covers: OFFSET, LDS, SEG, SADDR before gfx9, SADDR of FLAT",
                "  in  m0=-1 mem0=[1 2 3 4] exec=3 v[1:2]=[mem0+4 mem0+12]", "  out v8=[2 4]"]
    t.words("tbuffer_load_format_x v8, v1, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT] idxen tfe",
            (LEGACY + LATER, (0xEBA02000, 0x80810801)))
    t.lines += ["case TFE of MTBUF: the register after the data says that nothing failed",
                "  in  mem0=[10 20 30 40] exec=0xf s[4:5]=mem0+0x4000000000000 s6=16 s7=0x7be41 v1=[0 1 2 3] v9=[7 7 7 7]",
                "  out v8=[10 20 30 40] v9=[0 0 0 0]"]
    t.words("buffer_atomic_add v8, v1, s[4:7], s3 offen offset:8 glc tfe", (LEGACY, (0xE0C85008, 0x03810801)),
            (LATER, (0xE1085008, 0x03810801)))
    t.lines += ["case TFE of an atomic",
                "  in  mem0=[10 20 30 40 50 60 70 80] exec=3 s[4:5]=mem0 s6=0x20 s7=0xfac s3=8 v1=[0 8] v8=[1 2] v9=[7 7]",
                "  out mem0[16]=[51] mem0[24]=[72] v8=[50 70] v9=[0 0]"]
    t.write()


def faults():
    t = File("undefined", "what no page says the meaning of is refused")
    t.vop3("v_cndmask_b32_e64 v2, v0, v1, -s[6:7]", 256, 256, [v(0), v(1), 6], neg=4)
    t.case("NEG of a lane mask", {"exec": 1}, {"fault": "illegal"})
    t.vop3("v_readlane_b32_e64 s2, -v0, s1", 257, 649, [v(0), 1], neg=1)
    t.case("NEG of a lane that is moved", {"exec": 1}, {"fault": "illegal"})
    t.vop3("v_movreld_b32_e64 v2, -v0", 450, 374, [v(0)], neg=1, gens=("gfx8",))
    t.case("NEG of a register that is moved", {"exec": 1}, {"fault": "illegal"})
    t.words("v_and_b32_sdwa v2, v0, v1 dst_sel:DWORD src0_sel:? src1_sel:DWORD", (LATER, (0x260402F9, 0x06070600)))
    t.case("a reserved select", {"exec": 1}, {"fault": "illegal"})
    t.words("ds_permute_b32 v2, v0, v1 gds", (LATER, (0xD87D0000, 0x02000100)))
    t.case("a lane permutation in the GDS", {"exec": 1}, {"fault": "illegal"})
    t.words("buffer_load_dword v8, v1, s[4:7], 0x0 offen", (LEGACY, (0xE0301000, 0xFF010801)), (LATER, (0xE0501000, 0xFF010801)))
    t.case("a literal offset", {"exec": 1}, {"fault": "illegal"})
    t.write()


if __name__ == "__main__":
    output_modifiers()
    multiplications()
    signs()
    unused()
    faults()
