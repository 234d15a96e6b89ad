#!/usr/bin/env python3
"""Writes what LLVM's assembler makes of each program in language.txt into the line above it.

    python3 jit-tests/asm/language.py

A program stands between lines that start with ====, behind which is its code in hexadecimal dwords, or `refused`.
Where a `!` follows, the assembler here does otherwise for the reason behind it, and the line is kept.
"""

import pathlib
import subprocess
import tempfile

FILE = pathlib.Path(__file__).with_name("language.txt")
TARGET = ["-triple", "amdgcn-amd-amdhsa", "-mcpu=gfx900"]


def assembled(text, folder):
    """The code in `text` as dwords, or None where llvm-mc refuses it."""
    source, result, code = folder / "a.s", folder / "a.o", folder / "a.bin"
    source.write_text(text)
    command = ["llvm-mc-19", *TARGET, "-filetype=obj", source, "-o", result]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    command = ["llvm-objcopy-19", "-O", "binary", "-j", ".text", result, code]
    subprocess.run(command, check=True)
    words = code.read_bytes().hex(" ", 4).split() if code.exists() else []
    return [bytes.fromhex(w)[::-1].hex() for w in words]


def main():
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for case in FILE.read_text().split("==== ")[1:]:
            head, text = case.split("\n", 1)
            if "!" not in head:
                words = assembled(text, pathlib.Path(folder))
                head = "refused" if words is None else " ".join(words)
            out.append(f"==== {head}\n{text}")
    FILE.write_text("".join(out))


main()
