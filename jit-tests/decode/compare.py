#!/usr/bin/env python3
"""Compares `gcn-jit disasm --hex` with LLVM 19 (gfx950: LLVM 22), and says where they differ.

On gfx803 and later `llvm-mc --disassemble` is the reference, for the text, for the size, and
for what is no instruction (`<invalid>`). On gfx600 and gfx700, for which LLVM has no disassembler,
its assembler must take every text that gcn-jit gives and return the instruction's bytes.

Patterns are (a) every opcode slot of every encoding, assigned or not, with `--variants` operand
patterns each, (b) `--random` pairs of dwords, half of them uniformly random, half with the bits that
select the encoding picked per encoding (see patterns.py).

The instruction's bytes are those that `gcn-jit disasm --encode` gives for the pattern: the bits that
the decoder drops are zero, and what decodes to the same instruction has one encoding. Literals with
the value of an inline constant come back as the constant. Texts that LLVM refuses because the
hardware does not allow or define the combination (NOT_ALLOWED) say nothing.

llvm-mc's printer has no text for the reserved SDWA selects (DST_SEL, SRC_SEL = 7) and crashes; there
`<invalid>` is expected without asking it.

    jit-tests/decode/compare.py [--targets gfx803,gfx900] [--variants 200] [--random 5000000]
        [--seed 1] [--gcn-jit target/release/gcn-jit] [--llvm-mc llvm-mc-19] [--encodings sop1,ds]

Exit status 1 when anything differs or nothing was compared.
"""

import argparse
import collections
import multiprocessing
import pathlib
import re
import subprocess
import sys

import patterns

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHUNK = 20_000
INVALID = "<invalid>"
SENTINEL = "s_nop 0x12ab"
SENTINEL_LINE = "[0xab,0x12,0x80,0xbf]"
# Where the second dword stands in a line that `line` makes.
SECOND = 22
HALVES = [f"0x{i & 255:02x},0x{i >> 8:02x}" for i in range(1 << 16)]
WARNING = re.compile(r"^<stdin>:(\d+):(\d+): warning: invalid instruction encoding", re.M)
ERROR = re.compile(r"^<stdin>:(\d+):\d+: error: (.*)", re.M)


def line(*words):
    """An atomic block of llvm-mc's input."""
    return "[" + ",".join(HALVES[w & 0xFFFF] + "," + HALVES[w >> 16] for w in words) + "]"


def unprintable(target, w0, w1):
    """Whether llvm-mc crashes on the pair: a reserved select of an SDWA instruction."""
    if w0 >> 31 or w0 & 511 != 249 or patterns.legacy(target):
        return False
    sels = [w1 >> 16 & 7]
    if w0 >> 25 != 0x3F:
        sels.append(w1 >> 24 & 7)
    if w0 >> 25 != 0x3E:
        sels.append(w1 >> 8 & 7)
    return 7 in sels


COMMENT = re.compile(r"/\*Invalid (register, operand has '\w+' register class|immediate)\*/")


def plain(text):
    """A text without LLVM's comments on operands of another class, of which LLVM 22 has other ones than LLVM 19: on
    tuples that begin at odd registers, too."""
    return LIT.sub(inline, COMMENT.sub("", text))


LIT = re.compile(r"\blit\(0x([0-9a-f]+)\)")


def inline(found):
    """What LLVM 22 writes as `lit(0x9)`, a literal with the value of an inline constant, as the constant."""
    value = int(found[1], 16)
    signed = value - (value >> 31 << 32)
    return str(signed) if -16 <= signed <= 64 else FLOATS.get(value, hex(value))


def foreign(mine, lines):
    """Whether LLVM 22 reads what gfx950 has not: the base of FLAT_SCRATCH came with gfx1250, registers end at 255, and no
    manual has forms of v_pk_fmac_f16 but the one of 32 bits, or OP_SEL and CLAMP of v_alignbit_b32 and v_alignbyte_b32."""
    # And where it crashes, or lacks returning atomics on floats of accumulation registers.
    lacks = re.compile(r"(flat|global)_atomic_(add|pk_add|min|max)_\w?f\d+ a")
    if lines == ["llvm-mc crashes"] or not lines and any(lacks.match(s) for s in mine):
        return True
    forms = re.compile(r".*\bs\[\d+:10[4-7]\]|v_cvt_scalef32_pk32_\w+ v\[\S+ ttmp|v_mfma\S*f8f6f4 .*[ ,]0, |ds_swizzle.*ROTATE|v_pk_fmac_f16_(e64|sdwa|dpp)|v_align(bit|byte)_b32.* (op_sel|clamp)")
    beyond = lambda s: any(int(n) > 255 for n in re.findall(r"\b[va]\[\d+:(\d+)\]", s))
    return any("src_flat_scratch_base" in s or beyond(s) or forms.match(s) for s in lines)


FLOATS = dict(zip(patterns.F32 + patterns.F16, 2 * "0.5 -0.5 1.0 -1.0 2.0 -2.0 4.0 -4.0 0.15915494".split()))
INLINE = {*patterns.F16, *patterns.F32, *patterns.F64}


class Tools:
    """The two programs."""

    def __init__(self, args, options=()):
        self.args, self.gcn_jit, self.llvm_mc, self.options = args, args.gcn_jit, args.llvm_mc, list(options)

    def ours(self, target, items):
        """gcn-jit's text of each tuple of dwords."""
        text = "\n".join([" ".join(["%08x" % w for w in words]) for words in items])
        command = [self.gcn_jit, "disasm", "--hex", "--isa", target] + self.options
        done = subprocess.run(command, input=text + "\n", capture_output=True, text=True)
        out = done.stdout.split("\n")[:-1]
        if done.returncode != 0 or len(out) != len(items):
            raise RuntimeError(f"gcn-jit failed on {target}: {done.stderr[-400:]}")
        return out

    def llvm(self, target, lines):
        """llvm-mc's output lines and the (line, column) of what it refuses; None when it crashes."""
        command = [self.llvm_mc, "-disassemble", "-arch=amdgcn", f"-mcpu={target}"]
        done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
        if done.returncode < 0:
            return None
        # LLVM 19 begins with a line of its own.
        out = [s[1:] for s in done.stdout.split("\n") if s and s != "\t.text"]
        if target in patterns.LLVM_22:
            out = [plain(s) for s in out]
        return out, {(int(n), int(c)) for n, c in WARNING.findall(done.stderr)}

    def llvm_each(self, target, pairs):
        """What llvm-mc makes of each pair, as (its lines, whether each dword was refused)."""
        lines = [s for pair in pairs for s in (line(*pair), SENTINEL_LINE)]
        answer = self.llvm(target, lines)
        if answer is None:
            if len(pairs) == 1:
                return [(["llvm-mc crashes"], False, False)]
            half = len(pairs) // 2
            return self.llvm_each(target, pairs[:half]) + self.llvm_each(target, pairs[half:])
        out, refused = answer
        each, current = [], []
        for s in out:
            if s == SENTINEL:
                n = 2 * len(each) + 1
                each.append((current, (n, 2) in refused, (n, SECOND) in refused))
                current = []
            else:
                current.append(s)
        return each

    def assemble(self, target, texts):
        """The dwords of each text, or the error."""
        command = [self.llvm_mc, "-arch=amdgcn", f"-mcpu={target}", "-show-encoding"]
        done = subprocess.run(command, input="\n".join(texts) + "\n", capture_output=True, text=True)
        bad = {int(n) - 1: why for n, why in ERROR.findall(done.stderr)}
        codes = iter(re.findall(r"encoding: \[([^\]]*)\]", done.stdout))
        out = []
        for i in range(len(texts)):
            if i in bad:
                out.append(bad[i])
                continue
            data = bytes(int(x, 16) for x in next(codes).split(","))
            out.append(tuple(int.from_bytes(data[k : k + 4], "little") for k in range(0, len(data), 4)))
        return out


def hexes(words):
    return " ".join("%08x" % w for w in words)


def own_answers(tools, target, pairs):
    """gcn-jit's text of the first dword alone, of both, and of the second alone."""
    flat = [w for pair in pairs for w in (pair[:1], pair, pair[1:])]
    texts = tools.ours(target, flat)
    return list(zip(texts[0::3], texts[1::3], texts[2::3]))


def as_llvm_would(answer):
    """(lines, first dword refused, second dword refused). What follows a refused dword is skipped."""
    short, long, second = answer
    if long != INVALID:
        return [long], False, False
    if short == INVALID:
        return [], True, False
    return ([short], False, True) if second == INVALID else ([short, second], False, False)


def describe(answer):
    """One of the tuples of `as_llvm_would` in words."""
    lines, first, second = answer
    if len(lines) == 1 and not second:
        return f"{lines[0]} (8 bytes)"
    return " | ".join(lines + [INVALID] * (first or second))


def compare(tools, target, pairs):
    """Compares a chunk with llvm-mc; (compared, valid, differences)."""
    answers = own_answers(tools, target, pairs)
    wrong, asked, own = [], [], []
    for pair, answer in zip(pairs, answers):
        if answer[0] == INVALID and unprintable(target, *pair):
            if answer[1] != INVALID:
                wrong.append((pair, describe(as_llvm_would(answer)), f"{INVALID} (reserved select)"))
        else:
            asked.append(pair)
            own.append(as_llvm_would(answer))
    valid = sum(1 for _, first, _ in own if not first)
    theirs = tools.llvm(target, [line(*pair) for pair in asked])
    if target in patterns.LLVM_22:
        own = [([plain(s) for s in o[0]], *o[1:]) for o in own]
    lines = [s for o in own for s in o[0]]
    refused = {(i + 1, 2) for i, o in enumerate(own) if o[1]} | {(i + 1, SECOND) for i, o in enumerate(own) if o[2]}
    if theirs != (lines, refused):
        for pair, mine, llvm in zip(asked, own, tools.llvm_each(target, asked)):
            if mine != llvm and not (target in patterns.LLVM_22 and foreign(mine[0], llvm[0])):
                wrong.append((pair, describe(mine), describe(llvm)))
    return len(pairs), valid, wrong


# What is well-formed, but not allowed on the hardware or not defined: the assembler checks that where
# the disassembler does not.
NOT_ALLOWED = re.compile(
    "violates constant bus restrictions|lds_direct cannot be used|lds_direct may be used as src0 only|TFE modifier has no meaning for store"
    "|invalid atomic image dmask|invalid image_gather dmask|out of bounds interpolation attribute"
    "|invalid interpolation slot|invalid exp target|literal operands are not supported"
)


def comparable(text, why):
    """Whether the assembler could return the bytes; `why` is its error."""
    if text.startswith("exp ") and " compr" in text:
        # With EN other than 0, 3, 12 and 15 one register stands for two, of which one is sent.
        return False
    # LLVM has image atomics for the DMASKs alone that make sense.
    return not (why and (NOT_ALLOWED.search(why) or text.startswith("image_atomic")))


def reworded(words, text, back):
    """Whether the assembler could not but give other bytes."""
    if text in ("v_nop", "v_clrexcp"):
        # LLVM writes both forms alike.
        return len(back) < len(words)
    if len(back) < len(words):
        # A literal with the value of an inline constant.
        return -16 <= (words[1] ^ 1 << 31) - (1 << 31) <= 64 or words[1] in INLINE
    # LLVM has no TFE on FLAT.
    return text.startswith("flat_") and (words[1] ^ back[1]) >> 23 & 1 == 1


def reassemble(tools, target, pairs):
    """Assembles the texts of a chunk; (compared, valid, differences)."""
    items, texts = [], []
    for pair, (short, long, _) in zip(pairs, own_answers(tools, target, pairs)):
        if short != INVALID or long != INVALID:
            items.append(pair[:1] if short != INVALID else pair)
            texts.append(short if short != INVALID else long)
    if not items:
        return len(pairs), 0, []
    canonical = Tools(tools.args, ["--encode"]).ours(target, items)
    backs = tools.assemble(target, texts)
    wrong = []
    for words, text, code, back in zip(items, texts, canonical, backs):
        if isinstance(back, str):
            if comparable(text, back):
                wrong.append((words, text, back))
        elif hexes(back) != code and comparable(text, None) and not reworded(words, text, back):
            wrong.append((words, text, f"{hexes(back)}, where gcn-jit encodes {code}"))
    return len(pairs), len(items), wrong


def work(job):
    """One chunk of patterns, made and compared."""
    args, target, name, kind, slots, number = job
    r = patterns.generator(args.seed, target, name, kind, number)
    encodings = {e.name: e for e in patterns.encodings(target)}
    if kind == "slots":
        e = encodings[name]
        pairs = [e.variant(r, op, i) for op in slots for i in range(args.variants)]
    elif name == "uniform":
        pairs = [(w >> 32, w & 0xFFFFFFFF) for w in (r.getrandbits(64) for _ in range(slots))]
    else:
        pairs = [encodings[name].random(r) for _ in range(slots)]
    check = reassemble if patterns.legacy(target) else compare
    done, valid, wrong = check(Tools(args), target, pairs)
    return target, kind, name, done, valid, len(wrong), wrong[: args.show]


def jobs(args):
    """The work in chunks."""
    for target in args.targets:
        encodings = [e for e in patterns.encodings(target) if not args.encodings or e.name in args.encodings]
        for e in encodings:
            step = max(1, CHUNK // max(1, args.variants))
            slots = list(e.slots)
            for i in range(0, len(slots) if args.variants else 0, step):
                yield args, target, e.name, "slots", slots[i : i + step], i
        parts = [(e.name, args.random // 2 // max(1, len(encodings))) for e in encodings]
        if not args.encodings:
            parts.append(("uniform", args.random - sum(n for _, n in parts)))
        for name, n in parts:
            for i in range(0, n, CHUNK):
                yield args, target, name, "random", min(CHUNK, n - i), i


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default=",".join(patterns.TARGETS), help="comma-separated (default: all)")
    parser.add_argument("--encodings", default="", help="comma-separated names of patterns.py (default: all)")
    parser.add_argument("--variants", type=int, default=200, help="operand patterns per opcode slot")
    parser.add_argument("--random", type=int, default=100_000, help="random pairs of dwords per target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gcn-jit", default=str(ROOT / "target/release/gcn-jit"))
    parser.add_argument("--llvm-mc", default="llvm-mc-19")
    parser.add_argument("--show", type=int, default=5, help="differences to print per encoding")
    args = parser.parse_args()
    args.targets = args.targets.split(",")
    args.encodings = [name for name in args.encodings.split(",") if name]
    for target in args.targets:
        if target not in patterns.TARGETS:
            parser.error(f"there is no target {target}; there are {', '.join(patterns.TARGETS)}")
    known = {e.name: None for target in args.targets for e in patterns.encodings(target)}
    for name in args.encodings:
        if name not in known:
            parser.error(f"there is no encoding {name}; there are {', '.join(known)}")
    counts = collections.defaultdict(lambda: [0, 0, 0])
    shown = collections.Counter()
    with multiprocessing.Pool() as pool:
        for target, kind, name, done, valid, n, wrong in pool.imap(work, jobs(args), chunksize=1):
            for i, value in enumerate((done, valid, n)):
                counts[target, kind, name][i] += value
            for words, mine, theirs in wrong:
                shown[target, name] += 1
                if shown[target, name] <= args.show:
                    print(f"{target} {name} {hexes(words)}\n    gcn-jit: {mine}\n    LLVM:    {theirs}", flush=True)
    print(f"{'target':8} {'patterns':8} {'encoding':12} {'compared':>10} {'valid':>10} {'different':>10}")
    total = [0, 0, 0]
    for (target, kind, name), row in counts.items():
        print(f"{target:8} {kind:8} {name:12} {row[0]:10} {row[1]:10} {row[2]:10}")
        total = [a + b for a, b in zip(total, row)]
    print(f"{'total':30} {total[0]:10} {total[1]:10} {total[2]:10}")
    if total[0] == 0:
        print("nothing was compared", file=sys.stderr)
    return 1 if total[2] or total[0] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
