#!/usr/bin/env python3
"""Makes texts/ from sources/: the assembly text of compilers, and the code object that LLVM makes of the same text.

    make.py [--root ROOT] [NAME...]

Needs clang-19 with ld.lld. With ROOT, a folder with clang-21, llc-22, llvm-mc-22 and ld.lld-21 in it for `chroot`, texts of
LLVM 22 are made, too. NAMEs are those of files in texts/, without ending.
"""

import argparse
import os
import random
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
    ("scale.cl", "gfx803", [*CL, "-g", "-fdebug-compilation-dir=/debug"], 19),
    ("recursion.cl", "gfx90a", [*CL, "-gline-tables-only", "-fdebug-compilation-dir=/lines"], 19),
    ("scale.cl", "gfx942", [*CL, "-gdwarf-4", "-fdebug-compilation-dir=/four"], 19),
    ("sections.s", "gfx900:xnack-", [], 19),
    ("descriptors.s", "gfx90a:sramecc+:xnack+", [], 19),
]


# Targets of which texts with descriptors of all kinds are made, and LLVM's version.
DESCRIPTORS = [
    *[(t, 19) for t in
      ["gfx600", "gfx701", "gfx801", "gfx802", "gfx803", "gfx900:xnack+", "gfx906", "gfx908:xnack-", "gfx90a:xnack-",
       "gfx942"]],
    ("gfx950:sramecc+", 22),
]

# Fields of descriptors with their largest values.
FIELDS = [
    ("group_segment_fixed_size", 65536), ("private_segment_fixed_size", 70000), ("user_sgpr_dispatch_ptr", 1),
    ("user_sgpr_queue_ptr", 1), ("user_sgpr_kernarg_segment_ptr", 1), ("user_sgpr_dispatch_id", 1),
    ("user_sgpr_private_segment_size", 1), ("uses_dynamic_stack", 1), ("system_sgpr_workgroup_id_x", 1),
    ("system_sgpr_workgroup_id_y", 1), ("system_sgpr_workgroup_id_z", 1), ("system_sgpr_workgroup_info", 1),
    ("system_vgpr_workitem_id", 3), ("reserve_vcc", 1), ("float_round_mode_32", 3), ("float_round_mode_16_64", 3),
    ("float_denorm_mode_32", 3), ("float_denorm_mode_16_64", 3), ("dx10_clamp", 1), ("ieee_mode", 1),
    ("exception_fp_ieee_invalid_op", 1), ("exception_fp_denorm_src", 1), ("exception_fp_ieee_div_zero", 1),
    ("exception_fp_ieee_overflow", 1), ("exception_fp_ieee_underflow", 1), ("exception_fp_ieee_inexact", 1),
    ("exception_int_div_zero", 1),
]


def descriptors(target):
    """A text with 24 kernels for `target`, each with some of the directives."""
    draw = random.Random(target)
    number = target.split(":")[0][3:]
    major, one_file = int(number[:-2]), number in ("90a", "942", "950")
    architected = number in ("942", "950")
    fields = list(FIELDS)
    if not architected:
        fields += [("user_sgpr_private_segment_buffer", 1), ("user_sgpr_flat_scratch_init", 1),
                   ("system_sgpr_private_segment_wavefront_offset", 1)]
        if major >= 7:
            fields.append(("reserve_flat_scratch", 1))
    else:
        fields.append(("enable_private_segment", 1))
    if major >= 9:
        fields.append(("fp16_overflow", 1))
    if one_file:
        fields.append(("tg_split", 1))
    lines = [f'.amdgcn_target "{TRIPLE}--{target}"', ".amdhsa_code_object_version 5", ".text"]
    lines += [f".globl k{i}\nk{i}:\n  s_endpgm" for i in range(24)]
    lines += [".rodata", ".p2align 6"]
    for i in range(24):
        lines.append(f".amdhsa_kernel k{i}")
        vgprs = draw.randint(0, 512 if one_file else 256)
        # LLVM 19 does not count the registers of what is preloaded, LLVM 22 does.
        preloads = one_file and draw.random() < 0.3
        named = draw.randint(32 if preloads and target != "gfx950:sramecc+" else 0, 90)
        lines.append(f"  .amdhsa_next_free_vgpr {vgprs}")
        lines.append(f"  .amdhsa_next_free_sgpr {named}")
        if one_file:
            most = min(max(1, vgprs) + 3, 256) // 4
            lines.append(f"  .amdhsa_accum_offset {4 * draw.randint(1, most)}")
            if preloads:
                lines.append(f"  .amdhsa_user_sgpr_kernarg_preload_length {draw.randint(0, 9)}")
                lines.append(f"  .amdhsa_user_sgpr_kernarg_preload_offset {draw.randint(0, 500)}")
        elif draw.random() < 0.5:
            lines.append(f"  .amdhsa_kernarg_size {draw.randint(0, 4096)}")
        if draw.random() < 0.3:
            lines.append(f"  .amdhsa_user_sgpr_count {draw.randint(24, 31)}")
        share = draw.random()
        for field, most in fields:
            if draw.random() < share:
                lines.append(f"  .amdhsa_{field} {draw.randint(0, most)}")
        lines.append(".end_amdhsa_kernel")
    return "\n".join(lines) + "\n"


def name_of(source, target, options, version):
    stem = source.split(".")[0]
    if source.endswith(".s"):
        return stem
    more = "".join("-" + o.split("=")[-1].strip("/") for o in options if "=" in o and "cl-std" not in o)
    return f"{stem}-{target.replace(':', '')}{more}-{version}"


def run(*command, cwd=None):
    subprocess.run(command, check=True, cwd=cwd)


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
                # By its name alone, which is what debug information then says.
                run("clang-19", *flags, *arch, *common, "-S", source, "-o", text, cwd=os.path.dirname(path))
            assembler = ["-x", "assembler", "-fdebug-compilation-dir=."]
            run("clang-19", *assembler, "-target", TRIPLE, f"-mcpu={target}", text, "-o", code)
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
    for target, version in DESCRIPTORS:
        processor, _, feature = target.partition(":")
        name = f"descriptors-{processor}"
        if options.names and name not in options.names:
            continue
        text, code = (os.path.join(HERE, "texts", name + e) for e in (".s", ".hsaco"))
        with open(text, "w") as file:
            file.write(descriptors(target))
        if version == 19:
            run("clang-19", "-x", "assembler", "-target", TRIPLE, f"-mcpu={target}", text, "-o", code)
        elif options.root:
            with tempfile.TemporaryDirectory(dir=os.path.join(options.root, "tmp")) as folder:
                inside = "/tmp/" + os.path.basename(folder)
                shutil.copy(text, os.path.join(folder, "a.s"))
                run("chroot", options.root, "llvm-mc-22", f"-triple={TRIPLE}", f"-mcpu={processor}",
                    f"-mattr={feature[-1:] + feature[:-1]}", "-filetype=obj", f"{inside}/a.s", "-o", f"{inside}/a.o")
                run("chroot", options.root, "ld.lld-21", "--no-undefined", "-shared", f"{inside}/a.o", "-o",
                    f"{inside}/a.hsaco")
                shutil.copy(os.path.join(folder, "a.hsaco"), code)


if __name__ == "__main__":
    main()
