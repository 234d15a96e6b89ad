#!/bin/sh
# Rebuilds grid.hsaco, which is committed: needed after a change to its source only.
set -eu
cd "$(dirname "$0")"
"clang-${LLVM:-19}" -x cl -cl-std=CL2.0 -fno-ident -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 \
    -O2 --rocm-device-lib-path="${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}" grid.cl -o grid.hsaco
chmod 644 grid.hsaco
