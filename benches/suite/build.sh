#!/usr/bin/env bash
# Rebuilds the code objects from their sources. They are committed, so this is only needed after a change.
set -euo pipefail
cd "$(dirname "$0")"
DEVICE_LIBS=${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
build() { # level, source, object
    clang-19 -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx900 "-$1" -cl-kernel-arg-info \
        --rocm-device-lib-path="$DEVICE_LIBS" "$2" -o "$3"
    chmod 644 "$3"
}
for source in *.cl; do
    build O2 "$source" "${source%.cl}.hsaco"
done
# Code as debuggers want it: everything goes through private memory.
build O0 kernels.cl kernels-O0.hsaco
