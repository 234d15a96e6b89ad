#!/usr/bin/env python3
"""Writes the decode tests: per target a file of lines `<dwords in hex> ; <text>`.

The patterns are patterns.py's: every opcode slot of every encoding, a few patterns each, then operand
codes one by one. What they mean is LLVM's answer alone:

* gfx803, gfx900, gfx906: `llvm-mc -disassemble` gives the text. Of what it refuses a part is kept as
  `<invalid>`.
* gfx600, gfx700 have no disassembler in LLVM. There gcn-jit's own text is assembled, and kept when the
  bytes come back; what is no instruction has no reference there and is left out, but for the instructions
  that gcn-jit prints with --clrx alone.

A line ends in `// one-way` when assembling the text gives other bytes or nothing.

    jit-tests/decode/generate.py [--llvm-mc llvm-mc-19] [--gcn-jit target/release/gcn-jit] [gfx900 ...]
"""

import argparse
import pathlib
import sys

import compare
import patterns
from compare import INVALID, hexes, line, unprintable

HERE = pathlib.Path(__file__).resolve().parent
# Patterns tried per opcode slot, and how many of them are kept.
TRIES, KEEP = 48, {"gfx600": 4, "gfx700": 4, "gfx803": 2, "gfx900": 2, "gfx906": 2}


def special(target):
    """Operand codes one by one, and the SOPP and SOPK fields that have a text of their own."""
    mov32, mov64 = (0xBE800300, 0xBE800400) if patterns.legacy(target) else (0xBE800000, 0xBE800100)
    for code in range(255):
        yield mov32 | code
        yield mov64 | code
        yield 0x7E000200 | code
    for code in range(128):
        yield mov32 | code << 16
        yield mov64 | code << 16
    for register in range(32):
        yield (0xB9000000 if patterns.legacy(target) else 0xB8800000) | 31 << 11 | register
    for message in list(range(16)) + [0x12, 0x22, 0x33, 0x122, 0x332, 0x1F, 0x2F, 0x3F, 0x4F]:
        yield 0xBF900000 | message
    for counters in (0, 0x7F, 0xF7F, 0xCF7F, 0xF70, 0x3F70, 0xF0F, 0xC07F, 0x4000, 0xF7E):
        yield 0xBF8C0000 | counters


def llvm_answers(tools, target, pairs):
    """(dwords, text) of each pair, by LLVM. `<invalid>` has the dwords that gcn-jit looks at."""
    asked = [p for p in pairs if not unprintable(target, *p)]
    answers = {}
    for i in range(0, len(asked), compare.CHUNK):
        chunk = asked[i : i + compare.CHUNK]
        for pair, (lines, first, second) in zip(chunk, tools.llvm_each(target, chunk)):
            if first:
                answers[pair] = pair, INVALID
            else:
                size = 2 if len(lines) == 1 and not second else 1
                answers[pair] = pair[:size], lines[0]
    for pair in pairs:
        yield answers.get(pair, (pair, INVALID))


def own_answers(tools, target, pairs):
    """(dwords, text) of each pair, by gcn-jit."""
    for pair, (short, long, _) in zip(pairs, compare.own_answers(tools, target, pairs)):
        yield (pair[:1], short) if short != INVALID else (pair, long)


def generate(tools, target):
    r = patterns.generator("generate", target)
    legacy, pairs, groups = patterns.legacy(target), [], []
    for e in patterns.encodings(target):
        for op in e.slots:
            groups.append((KEEP[target], TRIES))
            pairs += [e.variant(r, op, i) for i in range(TRIES)]
    for w in special(target):
        groups.append((1, 1))
        pairs.append((w, patterns.literal(r)))
    answers = list((own_answers if legacy else llvm_answers)(tools, target, pairs))
    known = [words for words, text in answers if text != INVALID]
    back = dict(zip(known, tools.assemble(target, [text for _, text in answers if text != INVALID])))
    with_clrx = compare.Tools(tools.args, ["--clrx"])
    clrx = [a[0] != INVALID or a[1] != INVALID for a in compare.own_answers(with_clrx, target, pairs)]
    lines, refused, at = {}, 0, 0
    for number, (keep, n) in enumerate(groups):
        exact, other, invalid, hidden = [], [], [], []
        for (words, text), pair, seen in zip(answers[at : at + n], pairs[at : at + n], clrx[at : at + n]):
            if text == INVALID:
                (hidden if seen else invalid).append(f"{hexes(words)} ; {INVALID}")
            elif back[words] == words:
                exact.append(f"{hexes(words)} ; {text}")
            elif not legacy or isinstance(back[words], tuple) and len(back[words]) == len(words):
                other.append(f"{hexes(words)} ; {text} // one-way")
            else:
                refused += 1
        at += n
        # Patterns from both ends: the plainest ones come first.
        chosen = (exact[:1] + exact[1:][: 1 - keep : -1] if keep > 1 else exact[:1]) or other[:1]
        if n > 1 and exact:
            chosen += other[:1] if number % 8 == 0 else []
        if not legacy:
            rate = 1 if n == 1 else 4
            chosen += invalid[-1:] if number % rate == 0 else []
        chosen += hidden[:1]
        lines.update(dict.fromkeys(chosen))
    (HERE / f"{target}.txt").write_text("\n".join(lines) + "\n")
    print(f"{target}: {len(lines)} lines, {refused} texts that LLVM refuses", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llvm-mc", default="llvm-mc-19")
    parser.add_argument("--gcn-jit", default=str(compare.ROOT / "target/release/gcn-jit"))
    parser.add_argument("targets", nargs="*", default=patterns.TARGETS)
    args = parser.parse_args()
    for target in args.targets:
        generate(compare.Tools(args), target)


if __name__ == "__main__":
    main()
