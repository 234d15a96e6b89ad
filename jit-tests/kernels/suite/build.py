#!/usr/bin/env python3
"""Rebuilds objects/*.hipfb from the *.cl beside this file and in ../builtins.

They are committed, so this is only needed after a change to a source; then
name the changed sources as arguments, or none for all of them. Each file is a
compressed offload bundle with the code objects of one source at one level of
optimisation for every target that LLVM 19 knows. The same compiler gives the
same bytes. gfx950 and generic targets are new to it: their code objects are made by LLVM 22 (clang-22,
llvm-22, lld-22, rocm-device-libs-22), and lie in files of their own, so that
neither needs the other. Targets among the arguments are the only ones made, if
there are any; LLVM 19 makes all of its or none.

Comment lines of a source steer its build:
  // options: -cl-std=CL2.0      in place of -cl-std=CL1.2
  // without: gfx600 (reason)    is not built, and not run, for that target
  // levels: O0 O2               in place of all levels
  // O0 only: gfx700 gfx906      in place of all targets, at this level
  // targets: gfx950             is built for these alone
Of ../builtins only sources that name a target of LLVM 22 are made by it.
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDERS = [HERE, HERE.parent / "builtins"]
LLVM = os.environ.get("LLVM", "19")
DEVICE_LIBS = os.environ.get("DEVICE_LIBS", "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942"]
# What LLVM 19 does not know, and where the newer device library is.
NEWER = {"gfx950": "22", "gfx9-generic": "22", "gfx9-4-generic": "22"}
# Code for generic targets is made of one source each, at one level.
GENERIC = {"gfx9-generic": ("hashes", "O2"), "gfx9-4-generic": ("algorithms", "O2")}
NEWER_LIBS = os.environ.get("NEWER_DEVICE_LIBS", "/usr/lib/llvm-22/lib/clang/22/amdgcn/bitcode")
# Level of optimisation, and the code-object version used for it: 4 takes sizes
# from the dispatch packet, 5 from hidden arguments.
LEVELS = {"O0": 4, "O2": 5, "O3": 5}


def directive(text, name):
    return re.findall(rf"^// {name}: (.*)$", text, re.MULTILINE)


def levels(source):
    return " ".join(directive(source.read_text(), "levels")).split() or LEVELS


def device_libs(folder):
    """The device library with a file for gfx942, of which Debian's does not know: gfx940's."""
    for file in Path(DEVICE_LIBS).glob("*.bc"):
        os.symlink(file, f"{folder}/{file.name}")
    if not os.path.exists(f"{folder}/oclc_isa_version_942.bc"):
        os.symlink(f"{DEVICE_LIBS}/oclc_isa_version_940.bc", f"{folder}/oclc_isa_version_942.bc")
    return folder


def build(source, level, llvm, libs, all_targets, suffix):
    """The bundle of one source at one level, of code objects by one compiler, if there are any."""
    text = source.read_text()
    options = " ".join(directive(text, "options")).split() or ["-cl-std=CL1.2"]
    without = [line.split()[0] for line in directive(text, "without")]
    only = " ".join(directive(text, "targets")).split()
    if suffix and source.parent != HERE and not only:
        return
    version = LEVELS[level]
    if target := next((t for t in all_targets if t in GENERIC), None):
        if (source.stem, level) != GENERIC[target]:
            return
        # The first one that has generic targets.
        version = 6
    here = " ".join(directive(text, f"{level} only")).split() or all_targets
    targets = [t for t in all_targets if t in here and t in (only or all_targets) and t not in without]
    if not targets:
        return
    with tempfile.TemporaryDirectory() as folder:
        bundled = ["--targets=host-x86_64-unknown-linux--", "--input=/dev/null"]
        for target in targets:
            object_ = f"{folder}/{target}"
            subprocess.run(
                [f"clang-{llvm}", "-x", "cl", "-target", "amdgcn-amd-amdhsa",
                 f"-mcpu={target}", f"-{level}", *options,
                 f"-mcode-object-version={version}", "-fno-ident", "-Wl,--strip-all",
                 f"--rocm-device-lib-path={libs}", source.name, "-o", object_],
                cwd=source.parent, check=True)
            bundled[0] += f",hip-amdgcn-amd-amdhsa--{target}"
            bundled.append(f"--input={object_}")
        out = source.parent / "objects" / f"{source.stem}-{level}{suffix}.hipfb"
        subprocess.run(
            [f"clang-offload-bundler-{llvm}", "--type=o", "--bundle-align=16", "--compress",
             "--compression-level=19", *bundled, f"--output={out}"], check=True)
        out.chmod(0o644)


def main():
    chosen = {n for n in sys.argv[1:] if n.startswith("gfx")}
    names = {Path(n).stem for n in sys.argv[1:] if n not in chosen}
    sources = [s for folder in FOLDERS for s in sorted(folder.glob("*.cl"))]
    for folder in FOLDERS:
        (folder / "objects").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        compilers = []
        if not chosen or chosen & set(TARGETS):
            compilers.append((LLVM, device_libs(folder), TARGETS, ""))
        for target, llvm in NEWER.items():
            if not chosen or target in chosen:
                compilers.append((llvm, NEWER_LIBS, [target], f"-{target}"))
        jobs = [pool.submit(build, source, level, *compiler)
                for source in sources if not names or source.stem in names
                for level in levels(source) for compiler in compilers]
        for job in jobs:
            job.result()


main()
