#!/usr/bin/env python3
"""Writes the decode tests: per target two files of lines `<dwords in hex> ; <text>`, `<target>.txt` and,
for the encodings that graphics uses most, `<target>-graphics.txt`.

The bit patterns are enumerated from the instruction table (src/isa): each opcode slot with a few
operand patterns from a fixed pseudo-random sequence, each SDWA and DPP form, and operand codes one by
one. What they mean is LLVM's answer alone:

* gfx803, gfx900, gfx906: `llvm-mc -disassemble` gives the text; patterns that it refuses are kept in
  part as `<invalid>`. A line ends in `// one-way` when assembling the text gives other bytes.
* gfx600, gfx700 have no disassembler in LLVM. There the crate's own text is assembled, and kept when
  the bytes come back.

    jit-tests/decode/generate.py [--llvm-mc llvm-mc-19] [--disasm 'cargo run -q -- disasm --hex --isa']
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"]
# Patterns kept per opcode slot.
KEEP = {"gfx600": 2, "gfx700": 2, "gfx803": 3, "gfx900": 3, "gfx906": 1}
# The encodings with a file of their own. They have few slots and many fields: patterns kept per slot.
GRAPHICS = {"mtbuf": 24, "mimg": 4, "vintrp": 100, "exp": 300}
SENTINEL = 0xBF8012AB  # s_nop 0x12ab
# Rows that only the CLRX documentation knows: LLVM refuses them.
NOT_IN_LLVM = re.compile(
    r"s_mov_regrd|s_mov_fed|s_getreg_regrd|v_mov_fed|v_mov_prsv|v_writelane_regwr|v_readlane_regrd"
    r"|ds_condxchg32_rtn_b128|buffer_atomic_rsub|v_qsad_u8|image_gather[48]h_pck"
)

READ_ONLY_DST = re.compile(r"v_(cmp\w+|readfirstlane_b32) src_")


def rows():
    """(encoding, mnemonics, opcode columns) of every row of the table."""
    pattern = re.compile(r'^        \w+ (\([^)]*\)|"[^"]*") ((?:\[[^\]]*\] )+):', re.M)
    for file in sorted((ROOT / "src/isa").glob("*.rs")):
        for m in pattern.finditer(file.read_text()):
            names = re.findall(r'"([^"]*)"', m[1])
            columns = [c.split() for c in re.findall(r"\[([^\]]*)\]", m[2])]
            yield file.stem, names if len(names) == 5 else names * 5, columns


class Patterns:
    """Bit patterns of instructions, from one pseudo-random sequence per target."""

    def __init__(self, target):
        self.g = TARGETS.index(target)
        self.legacy = self.g < 2
        self.rng = random.Random(target)

    def bits(self, n):
        return self.rng.getrandbits(n)

    def rare(self, n):
        """Mostly zero."""
        return self.bits(n) if self.rng.random() < 0.3 else 0

    def sources(self, n):
        """Fields of `n` VOP3 sources: before gfx10 only one of them can be scalar."""
        codes = [self.src() for _ in range(n)]
        scalar = [i for i in range(n) if codes[i] < 128]
        for i in scalar[1:] if self.rng.random() < 0.9 else []:
            codes[i] = codes[scalar[0]] if self.rng.random() < 0.5 else 256 + self.bits(8)
        return sum(code << 9 * i for i, code in enumerate(codes))

    def bare(self, enc, op):
        """The opcode with as little else as possible, for what has few operands."""
        legacy = self.legacy
        pair = self.sgpr(4)
        if enc == "sop1":
            return [[0xBE800000 | op << 8], [0xBE800000 | op << 8 | pair], [0xBE800000 | op << 8 | pair << 16]]
        if enc == "sop2":
            return [[1 << 31 | op << 23 | self.sgpr(4) << 8 | pair]]
        if enc == "smem":
            low = 0xC0000000 | (op << 22 if legacy else op << 18)
            return [[low, 0], [low | (pair << 15 if legacy else pair << 6), 0]]
        if enc == "vop1":
            low, high = 0x7E000000 | op << 9, 0xD0000000
            high |= (384 + op) << 17 if legacy else (320 + op) << 16
            return [[low], [high, 0], [high, self.src()]]
        if enc == "ds":
            low = 0xD8000000 | (op << 18 | 1 << 17 if legacy else op << 17 | 1 << 16)
            return [[low, 0], [low, self.bits(8)], [low, self.bits(8) | self.bits(8) << 24]]
        if enc == "mubuf":
            low = 0xE0000000 | op << 18
            return [[low, 0], [low | 1 << 16, self.bits(3) << 18]]
        return []

    def src(self):
        """A 9-bit source code."""
        kind = self.rng.random()
        if kind < 0.5:
            return 256 + self.bits(8)
        if kind < 0.75:
            return self.rng.randrange(102)
        if kind < 0.82:
            return self.bits(7)
        if kind < 0.92:
            return self.rng.randrange(128, 209)
        return self.rng.randrange(240, 248 if self.legacy else 249)

    def ssrc(self):
        """An 8-bit scalar source code, now and then a literal."""
        if self.rng.random() < 0.1:
            return 255
        code = self.src()
        return code if code < 256 else self.sgpr(self.rng.choice([1, 4]))

    def literal(self):
        return self.rng.choice([self.bits(32), self.bits(32), self.bits(6), self.bits(16), 0x3F800000])

    def sgpr(self, align):
        return self.rng.randrange(0, 96, align)

    def slot(self, enc, column, op):
        """One pattern of opcode `op` in column `column` of encoding `enc`."""
        b, legacy = self.bits, self.legacy
        even = self.sgpr(4) if self.rng.random() < 0.8 else b(7)
        if enc == "sop1":
            return [0xBE800000 | op << 8 | even << 16 | self.ssrc(), self.literal()]
        if enc == "sop2":
            return [op << 23 | 1 << 31 | even << 16 | self.ssrc() << 8 | self.ssrc(), self.literal()]
        if enc == "sopc":
            return [0xBF000000 | op << 16 | self.ssrc() << 8 | self.ssrc(), self.literal()]
        if enc == "sopk":
            return [0xB0000000 | op << 23 | even << 16 | b(16), self.literal()]
        if enc == "sopp":
            return [0xBF800000 | op << 16 | self.rng.choice([0, b(4), b(8), b(16)])]
        if enc == "smem" and legacy:
            data, base = self.sgpr(16), self.sgpr(4) // 2
            imm = self.rng.randrange(2)
            offset = b(8) if imm else self.rng.randrange(102)
            return [0xC0000000 | op << 22 | data << 15 | base << 9 | imm << 8 | offset, b(16) + 256]
        if enc == "smem":
            data, base = self.sgpr(16), self.sgpr(4) // 2
            mode = self.rng.randrange(3)
            second = [self.rng.randrange(102), b(20), b(20) | self.rng.randrange(102) << 25][mode]
            flags = [0, 1 << 17, 1 << 17 | 1 << 14][mode] | self.rare(1) << 16
            return [0xC0000000 | op << 18 | flags | data << 6 | base, second]
        if enc in ("vop1", "vop2", "vopc") and column == 0:
            base = {
                "vop1": 0x7E000000 | op << 9 | b(8) << 17,
                "vop2": op << 25 | b(16) << 9,
                "vopc": 0x7C000000 | op << 17 | b(8) << 9,
            }[enc]
            code = 255 if self.rng.random() < 0.2 else self.src()
            return [base | code, self.literal()]
        if enc == "vop3" or column == 1 and enc != "flat":
            number, clamp = (op << 17, 11) if legacy else (op << 16, 15)
            first = 0xD0000000 | number | b(8) | self.rare(3) << 8 | self.rare(1) << clamp
            if self.g > 2:
                first |= self.rare(4) << 11
            if self.rng.random() < 0.7:
                # Compares and carries have a pair of SGPRs for a destination.
                first = first & ~0x7FFF | self.sgpr(2) | self.sgpr(2) << 8 * self.rng.randrange(2)
            n = self.rng.randrange(1, 4)
            second = self.rare(2) << 27 | self.rare(3) << 29 | self.sources(n)
            if n == 2 and self.rng.random() < 0.3:
                second |= self.sgpr(2) << 18
            return [first, second]
        if enc == "vop3p":
            first = 0xD3800000 | op << 16 | b(8) | self.rare(3) << 8 | self.rare(3) << 11
            first |= 1 << 14 | self.rare(1) << 15
            second = self.rng.choice([3, b(2)]) << 27 | self.rare(3) << 29
            return [first, second | self.sources(2 + b(1))]
        if enc == "ds":
            number, gds = (op << 18, 17) if legacy else (op << 17, 16)
            first = 0xD8000000 | number | self.rare(1) << gds | self.rare(16)
            used = [self.rng.randrange(2) for _ in range(4)]
            return [first, sum(b(8) << 8 * i for i in range(4) if used[i])]
        if enc == "flat":
            first = 0xDC000000 | op << 18 | self.rare(2) << 16
            second = b(8) | b(8) << 8 | b(8) << 24
            if self.g > 2:
                first |= [0, 2, 1][column] << 14 | (self.rare(12) if column == 0 else self.rare(13))
                if column:
                    second |= self.rng.choice([0x7F, 0x7F, self.sgpr(2)]) << 16
            # What is not stored or loaded is zero in the bytes that assembly gives.
            second &= ~self.rng.choice([0, 0xFF << 8, 0xFF << 24])
            return [first, second]
        if enc == "mubuf":
            first = 0xE0000000 | op << 18 | self.rare(1) << 14 | b(2) << 12 | self.rare(12)
            second = b(8) << 8 | b(3) << 18 | self.rare(1) << 23 | self.ssrc() << 24
            if first >> 12 & 3:
                second |= b(8)
            first |= self.rare(1) << 16
            if legacy:
                first |= (self.rare(1) if not first >> 12 & 3 else 0) << 15
                second |= self.rare(1) << 22 | (b(8) if first >> 15 & 1 else 0)
            else:
                first |= self.rare(1) << 17
            return [first, second]
        if enc == "mtbuf":
            number = op << 16 if legacy else op << 15
            first = 0xE8000000 | number | b(7) << 19 | self.rare(1) << 14 | b(2) << 12 | self.rare(12)
            second = b(8) << 8 | b(3) << 18 | self.rare(1) << 22 | self.ssrc() << 24
            if legacy and not first >> 12 & 3:
                first |= self.rare(1) << 15
            if first >> 12 & (0xB if legacy else 3):
                second |= b(8)
            return [first, second]
        if enc == "mimg":
            sampler = op >= 32
            dmask = 1 << b(2) if 64 <= op < 96 and b(2) else b(4)
            if 15 <= op < 32 and b(2):
                dmask = self.rng.choice([1, 3, 15])
            first = 0xF0000000 | op << 18 | dmask << 8 | self.rare(6) << 12 | self.rare(1) << 25
            second = b(8) | b(8) << 8 | self.sgpr(4) // 4 << 16
            second |= self.sgpr(4) // 4 << 21 if sampler else 0
            return [first, second | (0 if legacy else self.rare(1) << 31)]
        if enc == "vintrp":
            first = 0xC8000000 if legacy else 0xD4000000
            source = self.rng.choice([0, 1, 2, b(8)]) if op == 2 else b(8)
            attribute = b(5) if b(2) else b(6)
            return [first | op << 16 | b(8) << 18 | attribute << 10 | b(2) << 8 | source]
        if enc == "exp":
            first = 0xF8000000 if legacy else 0xC4000000
            target = b(6)
            compr, en = self.rare(1), b(4)
            if compr:
                en = self.rng.choice([0, 3, 12, 15])
            # Registers that are not sent are zero in the bytes that assembly gives.
            used = [(0, 3), (2, 12)] if compr else [(i, 1 << i) for i in range(4)]
            second = sum(b(8) << 8 * i for i, (_, bits) in enumerate(used) if en & bits)
            return [first | self.rare(2) << 11 | compr << 10 | target << 4 | en, second]
        return None

    def extended(self, enc, op):
        """An SDWA and a DPP pattern of a 32-bit vector instruction."""
        base = {
            "vop1": 0x7E000000 | op << 9 | self.bits(8) << 17,
            "vop2": op << 25 | self.bits(16) << 9,
            "vopc": 0x7C000000 | op << 17 | self.bits(8) << 9,
        }[enc]
        sel = lambda: self.rng.choice([6, self.rng.randrange(7)])
        sdwa = self.bits(8) | sel() << 16 | self.rare(3) << 19
        if enc != "vop1":
            sdwa |= sel() << 24 | self.rare(3) << 27
        if enc != "vopc":
            sdwa |= sel() << 8 | self.rng.choice([0, 1, 2]) << 11
        elif self.g > 2:
            sdwa |= self.rng.choice([0, 1 << 15 | self.sgpr(2) << 8])
        sdwa |= self.rare(1) << 13 if enc != "vopc" or self.g == 2 else 0
        if self.g > 2:
            sdwa |= (self.rare(2) << 14 if enc != "vopc" else 0) | self.rare(1) << 23
        ctrl = self.rng.choice(
            [self.bits(8), 0x101 + self.bits(3), 0x111 + self.bits(3), 0x121 + self.bits(3)]
            + [0x130, 0x134, 0x138, 0x13C, 0x140, 0x141, 0x142, 0x143]
        )
        dpp = self.bits(8) | ctrl << 8 | self.bits(1) << 19 | self.bits(8) << 24
        dpp |= self.rare(2) << 20 | (self.rare(2) << 22 if enc != "vop1" else 0)
        return [base | 249, sdwa], [base | 250, dpp]


def special(target):
    """Operand codes one by one, and the SOPP and SOPK fields that have a text of their own."""
    mov32, mov64 = (0xBE800300, 0xBE800400) if target < "gfx8" else (0xBE800000, 0xBE800100)
    for code in range(255):
        yield [mov32 | code]
        yield [mov64 | code]
        yield [0x7E000200 | code]
    for code in range(128):
        yield [mov32 | code << 16]
        yield [mov64 | code << 16]
    for register in range(32):
        yield [(0xB9000000 if target < "gfx8" else 0xB8800000) | 31 << 11 | register]
    for message in list(range(16)) + [0x12, 0x22, 0x33, 0x122, 0x332, 0x1F, 0x2F, 0x3F, 0x4F]:
        yield [0xBF900000 | message]
    for counters in (0, 0x7F, 0xF7F, 0xCF7F, 0xF70, 0x3F70, 0xF0F, 0xC07F, 0x4000, 0xF7E):
        yield [0xBF8C0000 | counters]


def special_graphics(target):
    """Each format and export target, fields with names for some values only, and what is reserved."""
    legacy = target < "gfx8"
    vintrp, exp = (0xC8000000, 0xF8000000) if legacy else (0xD4000000, 0xC4000000)
    for form in range(128):
        yield [0xE8000000 | form << 19, 0x80020300]
    for number in range(64):
        yield [exp | number << 4 | 15, 0x04030201]
        yield [vintrp | number << 10, 0]
    for en in range(16):
        yield [exp | en, 0x04030201]
        yield [exp | 1 << 10 | en, 0x04030201]
    for param in (0, 1, 2, 3, 4, 255):
        yield [vintrp | 2 << 16 | param, 0]
    yield [vintrp | 3 << 16, 0]
    load, swap, sample, lod = 0, 15 if legacy else 16, 32, 96
    for op in (load, 2, 8, 10, 14, swap, swap + 1, sample, 64, lod):
        low = 0xF0000000 | op << 18
        sampler = 0x00400000 if op >= sample else 0
        for dmask in range(16):
            for flags in (0, 1 << 16):
                yield [low | flags | dmask << 8, sampler | 0x00020304]
        # Bit 0, a sampler that is none, D16, tuples past v255.
        for first, second in ((1, 0), (0x80, 0), (0, 1 << 21), (0, 1 << 31), (0, 0xFD00), (0, 0xFF)):
            yield [low | 0xF00 | first, sampler | second]
    # TFE, the literal, and bit 21.
    for second in (0x80820304, 0xFF020304, 0x80220304):
        yield [0xE8080000, second]
    for op in range(4):
        yield [0xE8080000 | op << (16 if legacy else 15), 0x8002FD04]


def as_bytes(words):
    return "[" + ",".join(f"0x{b:02x}" for w in words for b in w.to_bytes(4, "little")) + "]"


def disassemble(llvm_mc, target, patterns):
    """(words, text) for each pattern, without words that do not belong to it; text None if invalid."""

    def run(items):
        lines = []
        for words in items:
            lines += [as_bytes(words), as_bytes([SENTINEL])]
        command = [llvm_mc, "-disassemble", "-arch=amdgcn", f"-mcpu={target}"]
        done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{llvm_mc} failed: {done.stderr[-400:]}")
        bad = {int(m[1]) - 1 for m in re.finditer(r"<stdin>:(\d+):", done.stderr)}
        out, current = [], []
        for line in done.stdout.splitlines()[1:]:
            line = line.strip()
            if line == "s_nop 0x12ab":
                out.append(current)
                current = []
            elif line:
                current.append(line)
        return [None if 2 * i in bad or len(o) != 1 else o[0] for i, o in enumerate(out)]

    short = run([words[:1] for words in patterns])
    long = run(patterns)
    for words, a, b in zip(patterns, short, long):
        text = a or b
        # LLVM decodes some destinations to registers that cannot be written, and its assembler then
        # refuses the text.
        if text and ("/*" in text or "null" in text or READ_ONLY_DST.match(text)):
            continue
        yield (words[:1] if a else words), text


def assemble(llvm_mc, target, texts):
    """The words of each text; None where it is refused."""
    command = [llvm_mc, "-arch=amdgcn", f"-mcpu={target}", "-show-encoding"]
    done = subprocess.run(command, input="\n".join(texts) + "\n", capture_output=True, text=True)
    bad = {int(m[1]) - 1 for m in re.finditer(r"<stdin>:(\d+):\d+: error", done.stderr)}
    codes = iter(re.findall(r"encoding: \[([^\]]*)\]", done.stdout))
    for i in range(len(texts)):
        if i in bad:
            yield None
            continue
        data = bytes(int(x, 16) for x in next(codes).split(","))
        yield [int.from_bytes(data[k : k + 4], "little") for k in range(0, len(data), 4)]


def hexes(words):
    return " ".join(f"{w:08x}" for w in words)


def own_text(command, target, patterns):
    """The crate's own (words, text) of each pattern, trying one dword before two."""
    lines = [hexes(words[:1]) for words in patterns] + [hexes(words) for words in patterns]
    done = subprocess.run(
        command.split() + [target],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    texts = done.stdout.splitlines()
    for i, words in enumerate(patterns):
        short, long = texts[i], texts[i + len(patterns)]
        if short != "<invalid>":
            yield words[:1], short
        elif long != "<invalid>":
            yield words, long
        else:
            yield words, None


def generate(args, target, graphics):
    p = Patterns(target)
    words = special_graphics(target) if graphics else special(target)
    groups = [(1, [w]) for w in words]
    for enc, names, columns in rows():
        if NOT_IN_LLVM.match(names[p.g]) or (enc in GRAPHICS) != graphics:
            continue
        keep = KEEP[target]
        if graphics:
            # gfx906 has the same encodings as gfx900.
            keep = GRAPHICS[enc] // (4 if target == "gfx906" else 1)
        for column, numbers in enumerate(columns):
            if numbers[p.g] == "_":
                continue
            op = int(numbers[p.g])
            tries = [p.slot(enc, column, op) for _ in range(max(96, 2 * keep))]
            tries += p.bare(enc, op) if column == 0 else []
            groups.append((keep, [t for t in tries if t]))
            if enc in ("vop1", "vop2", "vopc") and column == 0 and not p.legacy:
                pairs = [p.extended(enc, op) for _ in range(16)]
                groups += [(1, [pair[i] for pair in pairs]) for i in range(2)]
    flat = [words for _, group in groups for words in group]
    if p.legacy:
        answers = list(own_text(args.disasm, target, flat))
    else:
        answers = list(disassemble_all(args.llvm_mc, target, flat))
    texts = [text or "s_nop 0" for _, text in answers]
    back = list(assemble(args.llvm_mc, target, texts))
    lines, at, refused = {}, 0, []
    for keep, group in groups:
        both, one, invalid = [], [], []
        for (words, text), again in zip(answers[at : at + len(group)], back[at : at + len(group)]):
            if text is None:
                invalid.append(f"{hexes(words)} ; <invalid>")
            elif text == "skip":
                continue
            elif again == words:
                both.append(f"{hexes(words)} ; {text}")
            elif p.legacy:
                refused.append(f"{target}: {hexes(words)} {text} -> {again and hexes(again)}")
            elif again:
                one.append(f"{hexes(words)} ; {text} // one-way")
        at += len(group)
        keep_lines = both[:keep] or one[:1]
        if not p.legacy and (len(group) == 1 or p.rng.random() < 0.1):
            keep_lines = keep_lines + invalid[:1] + one[:1]
        if not keep_lines and len(group) > 24:
            print(f"{target}: no pattern of {hexes(group[0])} works", file=sys.stderr)
        lines.update(dict.fromkeys(keep_lines))
    name = f"{target}-graphics.txt" if graphics else f"{target}.txt"
    (HERE / name).write_text("\n".join(lines) + "\n")
    for line in refused if args.verbose else []:
        print(line, file=sys.stderr)
    print(f"{name}: {len(lines)} lines, {len(refused)} refused", file=sys.stderr)


def disassemble_all(llvm_mc, target, patterns):
    """As `disassemble`, keeping one answer per pattern: `skip` marks those without a use."""
    answers = {}
    for words, text in disassemble(llvm_mc, target, patterns):
        answers.setdefault(tuple(words), (words, text))
    for words in patterns:
        yield answers.get(tuple(words)) or answers.get(tuple(words[:1])) or (words, "skip")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llvm-mc", default="llvm-mc-19")
    parser.add_argument("--disasm", default="cargo run -q -- disasm --hex --isa")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("targets", nargs="*", default=TARGETS)
    args = parser.parse_args()
    for target in args.targets:
        generate(args, target, False)
        generate(args, target, True)


if __name__ == "__main__":
    main()
