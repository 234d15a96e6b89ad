#!/bin/sh
# Makes prints.hsaco, with clang 19, lld 19 and ROCm's device libraries.
cd "$(dirname "$0")" || exit 1
libraries=${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
clang-19 -x hip --offload-device-only --no-gpu-bundle-output --offload-arch=gfx900 -mcode-object-version=5 -O2 \
    -nogpuinc --rocm-device-lib-path="$libraries" -fuse-ld=lld -o prints.hsaco prints.hip && chmod 644 prints.hsaco
