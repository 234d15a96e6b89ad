#!/bin/sh
# Makes work-O0.hsaco and work-O2.hsaco, with clang 19 and lld 19.
cd "$(dirname "$0")" || exit 1
for level in O0 O2; do
    clang-19 -x cl -cl-std=CL1.2 -cl-kernel-arg-info -nogpulib -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 \
        -fdebug-compilation-dir=/src -fuse-ld=lld -g -$level -o work-$level.hsaco work.cl
done
