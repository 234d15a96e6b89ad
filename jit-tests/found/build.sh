#!/bin/sh
# Makes the code objects of this folder, which docs/found.md is about, with clang 19 and lld 19, ROCm's device libraries and HIP's headers
# (libamdhip64-dev), and where it is installed with Triton 3.9.0.
cd "$(dirname "$0")" || exit 1
set -e
libs=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode
common="-target amdgcn-amd-amdhsa -mcode-object-version=5 -fno-ident -O2"

clang-19 -x cl -cl-std=CL2.0 $common -mcpu=gfx900 -nogpulib -Wl,--strip-all -o quadmask.hsaco quadmask.cl

# Of the kernels of matrix.cl two.
clang-19 -x cl -cl-std=CL2.0 $common -mcpu=gfx908 -DWAVES=8 --rocm-device-lib-path=$libs -c -emit-llvm -o all.bc ../kernels/builtins/matrix.cl
opt-19 '-passes=internalize<preserve-gv=k_tiles;preserve-gv=k_spilled>,globaldce' all.bc -o two.bc
clang-19 -x ir $common -mcpu=gfx908 -nogpulib -Xclang -disable-llvm-passes -Wl,--strip-all -o spilled.hsaco two.bc
rm all.bc two.bc

clang++-19 -x hip --rocm-path=/usr --rocm-device-lib-path=$libs -D__HIP_PLATFORM_AMD__ --offload-arch=gfx906 \
    --cuda-device-only --no-gpu-bundle-output -mcode-object-version=5 -fno-ident -O2 -o lds_lock.hsaco ../../hsa/tests/checked/lds_lock.hip

if python3 -c 'import triton; assert triton.__version__ == "3.9.0"' 2>/dev/null; then
    TRITON_DISABLE_LINE_INFO=1 TRITON_DEFAULT_FP_FUSION=1 python3 atomic_max.py
fi
