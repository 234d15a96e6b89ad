#!/usr/bin/env bash
# Rebuilds *.hsaco from abi.cl; they are committed, so this is only needed after
# a change to it. Code-object version 4 reads sizes and apertures from the
# dispatch packet and the queue, version 5 from hidden arguments.
set -euo pipefail
cd "$(dirname "$0")"

# Debian's device library does not know gfx942: it is given gfx940's file.
libs="$(mktemp -d)"
trap 'rm -r "$libs"' EXIT
ln -s "${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}"/*.bc "$libs"
ln -sfn "$(readlink -f "$libs"/oclc_isa_version_940.bc)" "$libs"/oclc_isa_version_942.bc

build() { # target, code-object version, options
    "clang-${LLVM:-19}" -x cl -target amdgcn-amd-amdhsa -mcpu="$1" -mcode-object-version="$2" \
        -O0 --rocm-device-lib-path="$libs" \
        "${@:3}" abi.cl -o "$1-v$2.hsaco"
    chmod 644 "$1-v$2.hsaco"
}

build gfx600 5 -cl-std=CL1.2
build gfx700 4 -cl-std=CL2.0 -DGENERIC
build gfx803 4 -cl-std=CL2.0 -DGENERIC
build gfx803 5 -cl-std=CL2.0 -DGENERIC
build gfx900 5 -cl-std=CL2.0 -DGENERIC
build gfx906 4 -cl-std=CL2.0 -DGENERIC
build gfx908 5 -cl-std=CL2.0 -DGENERIC
build gfx90a 5 -cl-std=CL2.0 -DGENERIC -O2 -mllvm -amdgpu-kernarg-preload-count=8
build gfx942 4 -cl-std=CL2.0 -DGENERIC
build gfx942 5 -cl-std=CL2.0 -DGENERIC -O2 -mllvm -amdgpu-kernarg-preload-count=8
