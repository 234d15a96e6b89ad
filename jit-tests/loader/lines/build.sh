#!/bin/sh
# Makes lines.hsaco, with clang 19 and lld 19.
cd "$(dirname "$0")" || exit 1
clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 -nogpulib -cl-std=CL1.2 \
    -O2 -g -fdebug-compilation-dir=/src -fuse-ld=lld -o lines.hsaco lines.cl
