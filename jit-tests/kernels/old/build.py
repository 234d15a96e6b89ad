#!/usr/bin/env python3
"""Rebuilds *.hipfb from old.cl; they are committed, so this is only needed
after a change to it. Each is a compressed offload bundle with the code objects
of one version, at one level of optimisation, for every target.

LLVM 14 is the last that writes version 2 by request and 3 by name; on Debian
12: apt-get install clang-14 lld-14 clang-tools-19
"""

import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"]

for version in (2, 3, 4):
    for level in ("O0", "O2"):
        with tempfile.TemporaryDirectory() as folder:
            bundled = ["--targets=host-x86_64-unknown-linux--", "--input=/dev/null"]
            for target in TARGETS:
                object_ = f"{folder}/{target}"
                subprocess.run(
                    ["clang-14", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
                     f"-mcpu={target}", f"-{level}", "-nogpulib", "-fno-ident", "-Wl,--strip-all",
                     f"-mcode-object-version={version}", "old.cl", "-o", object_],
                    cwd=HERE, check=True)
                bundled[0] += f",hip-amdgcn-amd-amdhsa--{target}"
                bundled.append(f"--input={object_}")
            out = HERE / f"v{version}-{level}.hipfb"
            subprocess.run(
                ["clang-offload-bundler-19", "--type=o", "--bundle-align=16", "--compress",
                 "--compression-level=19", *bundled, f"--output={out}"], check=True)
            out.chmod(0o644)
