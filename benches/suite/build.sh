#!/usr/bin/env bash
# Rebuilds kernels.hsaco from kernels.cl. It is committed, so this is only needed after a change.
set -euo pipefail
cd "$(dirname "$0")"
DEVICE_LIBS=${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
clang-19 -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu=gfx900 -O2 -cl-kernel-arg-info \
    --rocm-device-lib-path="$DEVICE_LIBS" kernels.cl -o kernels.hsaco
chmod 644 kernels.hsaco
