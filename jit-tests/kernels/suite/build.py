#!/usr/bin/env python3
"""Rebuilds objects/*.hipfb from the *.cl beside this file and in ../builtins.

They are committed, so this is only needed after a change to a source; then
name the changed sources as arguments, or none for all of them. Each file is a
compressed offload bundle with the code objects of one source at one level of
optimisation for every target. The same compiler gives the same bytes.

Comment lines of a source steer its build:
  // options: -cl-std=CL2.0      in place of -cl-std=CL1.2
  // without: gfx600 (reason)    is not built, and not run, for that target
  // levels: O0 O2               in place of all levels
  // O0 only: gfx700 gfx906      in place of all targets, at this level
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


def build(source, level, libs):
    text = source.read_text()
    options = " ".join(directive(text, "options")).split() or ["-cl-std=CL1.2"]
    without = [line.split()[0] for line in directive(text, "without")]
    only = " ".join(directive(text, f"{level} only")).split() or TARGETS
    targets = [t for t in only if t not in without]
    with tempfile.TemporaryDirectory() as folder:
        bundled = ["--targets=host-x86_64-unknown-linux--", "--input=/dev/null"]
        for target in targets:
            object_ = f"{folder}/{target}"
            subprocess.run(
                [f"clang-{LLVM}", "-x", "cl", "-target", "amdgcn-amd-amdhsa",
                 f"-mcpu={target}", f"-{level}", *options,
                 f"-mcode-object-version={LEVELS[level]}", "-fno-ident", "-Wl,--strip-all",
                 f"--rocm-device-lib-path={libs}", source.name, "-o", object_],
                cwd=source.parent, check=True)
            bundled[0] += f",hip-amdgcn-amd-amdhsa--{target}"
            bundled.append(f"--input={object_}")
        out = source.parent / "objects" / f"{source.stem}-{level}.hipfb"
        subprocess.run(
            [f"clang-offload-bundler-{LLVM}", "--type=o", "--bundle-align=16", "--compress",
             "--compression-level=19", *bundled, f"--output={out}"], check=True)
        out.chmod(0o644)


def main():
    names = {Path(n).stem for n in sys.argv[1:]}
    sources = [s for folder in FOLDERS for s in sorted(folder.glob("*.cl"))]
    for folder in FOLDERS:
        (folder / "objects").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        libs = device_libs(folder)
        jobs = [pool.submit(build, source, level, libs)
                for source in sources if not names or source.stem in names
                for level in levels(source)]
        for job in jobs:
            job.result()


main()
