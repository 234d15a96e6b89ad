#!/usr/bin/env python3
"""Writes the decode tests: per target a file of lines `<dwords in hex> ; <text>`.

The patterns are patterns.py's: every opcode slot of every encoding, a few patterns each, then operand
codes one by one. What they mean is LLVM's answer alone:

* gfx803 and later: `llvm-mc -disassemble` gives the text. Of what it refuses a part is kept as `<invalid>`.
* gfx600, gfx700 have no disassembler in LLVM. There gcn-jit's own text is assembled, and kept when the
  bytes come back; what is no instruction has no reference there and is left out, but for the instructions
  that gcn-jit prints with --clrx alone.

A line ends in `// one-way` when assembling the text gives other bytes or nothing.

    gfx950 is new to LLVM 19: its lines are those of llvm-mc-22, without the comments that LLVM has on operands.

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
# RARE more of the slots without a result.
TRIES, RARE, KEEP = 48, 600, {"gfx600": 4, "gfx700": 4, "gfx803": 3, "gfx900": 3, "gfx906": 3, "gfx908": 3, "gfx90a": 3, "gfx942": 3, "gfx950": 3}


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


class Slot:
    """What the patterns of one opcode slot gave: the lines of each kind."""

    def __init__(self, encoding=None, op=0):
        self.encoding, self.op = encoding, op
        self.exact, self.other, self.invalid, self.hidden = [], [], [], []


def judge(tools, target, tries):
    """Sorts the answers on (slot, pair) tuples into the slots; returns how many LLVM refuses to assemble."""
    legacy, refused = patterns.legacy(target), 0
    tries = [t for t in tries if not unprintable(target, *t[1])]
    pairs = [pair for _, pair in tries]
    answers = list((own_answers if legacy else llvm_answers)(tools, target, pairs))
    if target in patterns.LLVM_22:
        # What LLVM has by mistake is no line, nor what it lacks: tuples of narrow floats at the end of the file, which it
        # takes for eight registers, and returning atomics on floats of accumulation registers.
        known = decodes(tools, target, pairs)
        lacks = lambda i, text: text == INVALID and known[i]
        told = [i for i, (_, text) in enumerate(answers) if not (compare.foreign([], [text]) or lacks(i, text))]
        tries, pairs, answers = ([some[i] for i in told] for some in (tries, pairs, answers))
    texts = [(words, text) for words, text in answers if text != INVALID]
    back = dict(zip([words for words, _ in texts], tools.assemble(target, [text for _, text in texts])))
    seen = decodes(tools, target, pairs)
    for (slot, _), (words, text), known in zip(tries, answers, seen):
        if text == INVALID:
            (slot.hidden if known else slot.invalid).append(f"{hexes(words)} ; {INVALID}")
        elif back[words] == words:
            slot.exact.append(f"{hexes(words)} ; {text}")
        elif not legacy or isinstance(back[words], tuple) and (
            len(back[words]) == len(words) or compare.reworded(words, text, back[words])
        ):
            slot.other.append(f"{hexes(words)} ; {text} // one-way")
        else:
            refused += 1
    return refused


def decodes(tools, target, pairs):
    """Whether gcn-jit decodes each pair, with the instructions of --clrx."""
    ours = compare.Tools(tools.args, ["--clrx"]).ours
    short, long = ours(target, [pair[:1] for pair in pairs]), ours(target, pairs)
    return [a != INVALID or b != INVALID for a, b in zip(short, long)]


def scaled(tools, target, r):
    """Lines of products of matrices with scales, which have four dwords."""
    for _ in range(120):
        words = patterns.scaled(r)
        answer = tools.llvm(target, [line(*words)])
        if answer and len(answer[0]) == 1 and not answer[1] and not compare.foreign([], answer[0]):
            (back,) = tools.assemble(target, answer[0])
            yield f"{hexes(words)} ; {answer[0][0]}" + ("" if back == words else " // one-way")


def generate(tools, target):
    r = patterns.generator("generate", target)
    legacy, keep = patterns.legacy(target), KEEP[target]
    slots = [Slot(e, op) for e in patterns.encodings(target) for op in e.slots]
    tries = [(s, s.encoding.variant(r, s.op, i)) for s in slots for i in range(TRIES)]
    refused = judge(tools, target, tries)
    # Slots of which no pattern is a plain instruction: many more, but only those that decode.
    tries = [(s, s.encoding.variant(r, s.op, i)) for s in slots if not (s.exact or s.hidden) for i in range(RARE)]
    tries = [t for t, known in zip(tries, decodes(tools, target, [t[1] for t in tries])) if known]
    refused += judge(tools, target, tries)
    lines = {}
    for number, s in enumerate(slots):
        # The plainest patterns come first: some from both ends.
        chosen = s.exact[:1] + s.exact[1:][: -keep : -1] or s.other[:1]
        if s.exact and number % 8 == 0:
            chosen += s.other[:1]
        if not legacy and number % 4 == 0:
            chosen += s.invalid[-1:]
        lines.update(dict.fromkeys(chosen + s.hidden[:1]))
    codes = [Slot() for _ in special(target)]
    judge(tools, target, [(s, (w, patterns.literal(r))) for s, w in zip(codes, special(target))])
    for s in codes:
        lines.update(dict.fromkeys(s.exact or s.other or ([] if legacy else s.invalid)))
    if target in patterns.LLVM_22:
        lines.update(dict.fromkeys(scaled(tools, target, r)))
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
