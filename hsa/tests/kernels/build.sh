#!/bin/sh
# Rebuilds the code objects, which are committed: needed after a change to their sources only.
set -eu
cd "$(dirname "$0")"

# object source option...
build() {
    object=$1 source=$2
    shift 2
    "clang-${LLVM:-19}" -x cl -cl-std=CL2.0 -fno-ident -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 \
        -O2 --rocm-device-lib-path="${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}" "$@" "$source" -o "$object"
    chmod 644 "$object"
}

build grid.hsaco grid.cl
build blits.hsaco blits.cl -cl-kernel-arg-info
build blits_numbered.hsaco blits.cl -cl-kernel-arg-info -DNUMBERED
build blits_five.hsaco blits.cl -cl-kernel-arg-info -DFIVE
build times.hsaco times.cl
build halves.hsaco halves.cl
build halves_906.hsaco halves.cl -mcpu=gfx906
