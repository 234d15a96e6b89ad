#!/bin/sh
# Makes columns.hsaco with clang 19 and lld 19. Its line numbers name the source by its path in the repository.
cd "$(dirname "$0")/../../.." || exit 1
folder=jit-tests/kernels/profile
clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 -nogpulib -cl-std=CL1.2 -O2 \
    -gline-tables-only -fdebug-compilation-dir=. \
    -o $folder/columns.hsaco $folder/columns.cl
