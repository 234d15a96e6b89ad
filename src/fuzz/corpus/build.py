#!/usr/bin/env python3
"""Rebuilds kernels.bin, the kernels from which the fuzz target `splice` makes programs.

It is committed, so this is only needed after a change to a source or to what
is chosen here. The same compiler gives the same bytes. On Debian it needs
clang-19, llvm-19, lld-19 and rocm-device-libs; it takes some minutes.

The sources are the OpenCL kernels of this repository: ../../../examples, and
suite, private and parts of builtins in ../../../jit-tests/kernels. Each kernel
becomes a code object of its own, with the functions and constants that it
reaches and no other, so that those of the same kernel can stand beside each
other in the archive, which compresses well.

Of equal code for one target, which levels often give, only one kernel is kept.
What a source says in comment lines about its build (see suite/build.py) holds here
too: unaligned access and generic pointers do not exist on gfx600. Everything
else is compiled without errors for every target at every level, at -O0 for
gfx600 and gfx700 too.

With targets behind the archive's name only their kernels are made, and those of the others are kept; new ones come
last. gfx950 is new to LLVM 19: its kernels are made by LLVM 22 (clang-22, llvm-22, lld-22, rocm-device-libs-22).

    build.py [ARCHIVE [TARGET...]]

kernels.bin is one zlib stream: lines of "target level kernel size" up to an
empty one, then the code objects in the same order.
"""

import os
import re
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
KERNELS = ROOT / "jit-tests" / "kernels"
LLVM = os.environ.get("LLVM", "19")
DEVICE_LIBS = os.environ.get("DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
# Code-object version by level: 4 takes sizes from the dispatch packet, 5 from
# hidden arguments.
VERSIONS = {"O0": 4, "O1": 4, "O2": 5, "O3": 5}
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"]
# What compilers write for these differs from that for gfx906 in accumulation registers, packed f32 and how a kernel is
# entered; two levels show it.
CDNA = ["gfx908", "gfx90a", "gfx942", "gfx950"]
# What LLVM 19 does not know, and where the newer device library is.
NEWER = {"gfx950": "22"}
NEWER_LIBS = os.environ.get("NEWER_DEVICE_LIBS", "/usr/lib/llvm-22/lib/clang/22/amdgcn/bitcode")
CDNA_LEVELS = ["O2", "O0"]
LEVELS = ["O2", "O3", "O1", "O0"]
# Kernels that a compiler gets wrong. At -O2 LLVM 22 moves the copy of `&out[i]` in `generic_pointers` in front of the
# `s_or_b64 exec` that its lanes come back by: those of `l % 3 == 2` load from where their registers happen to lead.
WRONG = {("generic_pointers", "gfx950", "O2")}
# Bytes of code of a kernel at most: longer ones take more time to compile than
# they are worth.
MAX_CODE = {"O0": 6 * 1024, "O1": 8 * 1024, "O2": 8 * 1024, "O3": 8 * 1024}
# Of builtins, which are many: those about lanes and packed values, for which
# only some targets have instructions. Without -O0, at which they are much alike.
BUILTINS = {"lanes": "readlane|readfirst|mbcnt|ballot|first|waterfall|swizzle|permute|dpp|"
                     "packed_half|word_select|byte_select|mad_mix|dot|qsad"}


def device_libs(folder):
    """The device library with a file for gfx942, of which Debian's does not know: gfx940's."""
    for name in os.listdir(DEVICE_LIBS):
        os.symlink(f"{DEVICE_LIBS}/{name}", f"{folder}/{name}")
    if not os.path.exists(f"{folder}/oclc_isa_version_942.bc"):
        os.symlink(f"{DEVICE_LIBS}/oclc_isa_version_940.bc", f"{folder}/oclc_isa_version_942.bc")
    return folder


def run(*command, **more):
    return subprocess.run([str(c) for c in command], check=True, capture_output=True, **more).stdout


def sources():
    for folder in [ROOT / "examples", KERNELS / "private", KERNELS / "suite", KERNELS / "builtins"]:
        for source in sorted(folder.glob("*.cl")):
            if folder.name != "builtins" or source.stem in BUILTINS:
                yield source


def directive(text, name):
    return re.findall(rf"^// {name}: (.*)$", text, re.MULTILINE)


def code_of(object_, llvm):
    """What the kernel does: its code and constants, without names."""
    out = []
    for section in (".text", ".data", ".data.rel.ro", ".rodata"):
        with tempfile.NamedTemporaryFile() as f:
            subprocess.run([f"llvm-objcopy-{llvm}", "-O", "binary", f"--only-section={section}",
                            object_, f.name], check=True, capture_output=True)
            data = Path(f.name).read_bytes()
            # Kernel descriptors, which lie in .rodata, say where the code is.
            out.append(data if section != ".rodata" else data[:-64])
    return out


def build(source, target, level):
    """The kernels of a source, with their code objects."""
    builtins = source.parent.name == "builtins"
    if builtins and level == "O0":
        return []
    llvm = NEWER.get(target, LLVM)
    text = source.read_text()
    options = " ".join(directive(text, "options")).split() or ["-cl-std=CL1.2"]
    without = [line.split()[0] for line in directive(text, "without")]
    if target in without:
        return []
    common = ["-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", f"-{level}",
              f"-mcode-object-version={VERSIONS[level]}", "-fno-ident"]
    found = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as libs:
        whole = f"{folder}/whole.bc"
        bitcode = NEWER_LIBS if target in NEWER else device_libs(libs)
        run(f"clang-{llvm}", "-x", "cl", *common, *options, "-c", "-emit-llvm",
            f"--rocm-device-lib-path={bitcode}", source.name, "-o", whole, cwd=source.parent)
        ir = run(f"llvm-dis-{llvm}", whole, "-o", "-").decode()
        for name in re.findall(r"^define .*amdgpu_kernel void @(\w+)", ir, re.MULTILINE):
            if builtins and not re.search(BUILTINS[source.stem], name):
                continue
            one, object_ = f"{folder}/{name}.bc", f"{folder}/{name}"
            run(f"opt-{llvm}", f"-passes=internalize<preserve-gv={name}>,globaldce", whole, "-o", one)
            run(f"clang-{llvm}", "-x", "ir", *common, "-nogpulib", "-Xclang", "-disable-llvm-passes",
                "-Wl,--strip-all", one, "-o", object_)
            found.append((name, code_of(object_, llvm), Path(object_).read_bytes()))
    return found


def kept(archive, targets):
    """The kernels of other targets that the archive has."""
    whole = zlib.decompress(archive.read_bytes())
    index, _, rest = whole.partition(b"\n\n")
    for line in index.decode().splitlines():
        target, level, name, size = line.split()
        if target not in targets:
            yield -1, name, level, target, rest[: int(size)]
        rest = rest[int(size) :]


def main():
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "kernels.bin"
    targets = sys.argv[2:] or TARGETS + CDNA
    jobs = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, source in enumerate(sources()):
            for target in targets:
                for level in LEVELS if target in TARGETS else CDNA_LEVELS:
                    job = pool.submit(build, source, target, level)
                    jobs.append((number, level, target, job))
        kernels, seen = [], set()
        for number, level, target, job in jobs:
            for name, code, object_ in job.result():
                key = (target, tuple(code))
                if (name, target, level) in WRONG:
                    continue
                if len(code[0]) <= MAX_CODE[level] and key not in seen:
                    seen.add(key)
                    kernels.append((number, name, level, target, object_))
    kernels.sort()
    if len(targets) < len(TARGETS + CDNA):
        kernels = [*kept(out, targets), *kernels]
    index = "".join(f"{t} {l} {n} {len(o)}\n" for _, n, l, t, o in kernels) + "\n"
    whole = index.encode() + b"".join(k[-1] for k in kernels)
    packed = zlib.compress(whole, 9)
    out.write_bytes(packed)
    print(f"{len(kernels)} kernels, {len(whole)} bytes, {len(packed)} packed")


main()
