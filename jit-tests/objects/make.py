#!/usr/bin/env python3
"""Makes texts/ from sources/: the assembly text of compilers, and the code object that LLVM makes of the same text.

    make.py [--root ROOT] [NAME...]

Needs clang-19 with ld.lld. With ROOT, a folder with clang-21, llc-22, llvm-mc-22 and ld.lld-21 in it for `chroot`, texts of
LLVM 22 are made, too. NAMEs are those of files in texts/, without ending.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TRIPLE = "amdgcn-amd-amdhsa"
CL = ["-x", "cl", "-cl-std=CL2.0"]
HIP = ["-x", "hip", "--offload-device-only", "-nogpuinc"]

# Source, target, options of the compiler, LLVM's version.
TEXTS = [
    *[("scale.cl", t, CL, 19) for t in
      ["gfx600", "gfx700", "gfx801:xnack+", "gfx802", "gfx803", "gfx900:xnack-", "gfx902", "gfx906:sramecc+:xnack-",
       "gfx908:xnack+", "gfx90a", "gfx942:sramecc-"]],
    ("scale.cl", "gfx9-generic", [*CL, "-mcode-object-version=6"], 19),
    ("scale.cl", "gfx9-4-generic", CL, 22),
    ("scale.cl", "gfx90c", [*CL, "-mcode-object-version=4"], 19),
    ("scale.cl", "gfx950", CL, 22),
    *[("memory.cl", t, CL, 19) for t in ["gfx601", "gfx704", "gfx803", "gfx900", "gfx90a", "gfx942"]],
    *[("memory.cl", t, CL, 22) for t in ["gfx803", "gfx908", "gfx90a:xnack+", "gfx950"]],
    ("names.cl", "gfx900", [*CL, "-cl-kernel-arg-info"], 19),
    ("names.cl", "gfx90a", [*CL, "-cl-kernel-arg-info"], 22),
    ("printf.cl", "gfx803", CL, 19),
    ("printf.cl", "gfx942", CL, 22),
    ("recursion.cl", "gfx900", [*CL, "-mcode-object-version=4"], 19),
    ("recursion.cl", "gfx906", CL, 22),
    *[("hip.hip", t, HIP, 19) for t in ["gfx803", "gfx906", "gfx908", "gfx90a", "gfx942"]],
    *[("hip.hip", t, HIP, 22) for t in ["gfx900", "gfx950"]],
    ("scale.cl", "gfx942", [*CL, "-mllvm", "-amdgpu-kernarg-preload-count=4"], 19),
    ("sections.s", "gfx900:xnack-", [], 19),
    ("descriptors.s", "gfx90a:sramecc+:xnack+", [], 19),
]


def name_of(source, target, options, version):
    stem = source.split(".")[0]
    if source.endswith(".s"):
        return stem
    more = "".join("-" + o.split("=")[-1] for o in options if "=" in o and "cl-std" not in o)
    return f"{stem}-{target.replace(':', '')}{more}-{version}"


def run(*command):
    subprocess.run(command, check=True)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--root")
    options.add_argument("names", nargs="*")
    options = options.parse_args()
    os.makedirs(os.path.join(HERE, "texts"), exist_ok=True)
    for source, target, flags, version in TEXTS:
        name = name_of(source, target, flags, version)
        if options.names and name not in options.names:
            continue
        path = os.path.join(HERE, "sources", source)
        text, code = (os.path.join(HERE, "texts", name + e) for e in (".s", ".hsaco"))
        processor = target.split(":")[0]
        features = [f for f in target.split(":")[1:]]
        # LLVM's tools want features in front: +xnack.
        attributes = ",".join(f[-1] + ("sramecc" if "sramecc" in f else "xnack") for f in features)
        common = ["-O2", "-nogpulib", "-fno-ident", "-w"]
        if "hip" in flags:
            arch = [f"--offload-arch={target}"]
        else:
            arch = ["-target", TRIPLE, f"-mcpu={target}"]
        if version == 19:
            if source.endswith(".s"):
                shutil.copy(path, text)
            else:
                run("clang-19", *flags, *arch, *common, "-S", path, "-o", text)
            run("clang-19", "-x", "assembler", "-target", TRIPLE, f"-mcpu={target}", text, "-o", code)
            continue
        if not options.root:
            print(f"{name}: needs --root", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory(dir=os.path.join(options.root, "tmp")) as folder:
            inside = "/tmp/" + os.path.basename(folder)
            chroot = lambda *command: run("chroot", options.root, *command)
            shutil.copy(path, folder)
            chroot("clang-21", *flags, *arch, *common, "-S", "-emit-llvm", f"{inside}/{source}", "-o", f"{inside}/a.ll")
            llvm = [f"-mtriple={TRIPLE}", f"-mcpu={processor}", f"-mattr={attributes}"]
            chroot("llc-22", "-O2", *llvm, f"{inside}/a.ll", "-o", f"{inside}/a.s")
            chroot("llvm-mc-22", f"-triple={TRIPLE}", *llvm[1:], "-filetype=obj", f"{inside}/a.s", "-o", f"{inside}/a.o")
            chroot("ld.lld-21", "--no-undefined", "-shared", f"{inside}/a.o", "-o", f"{inside}/a.hsaco")
            shutil.copy(os.path.join(folder, "a.s"), text)
            shutil.copy(os.path.join(folder, "a.hsaco"), code)


if __name__ == "__main__":
    main()
