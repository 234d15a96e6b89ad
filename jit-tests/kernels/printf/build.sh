#!/usr/bin/env bash
# Rebuilds *.hsaco from printf.cl; they are committed, so this is only needed
# after a change to it.
#
# clang links ROCm's device libraries before it lowers printf, and they have a
# printf of their own, which prints nothing. So calls are lowered first, without
# the libraries; that is what ROCm's runtime compiler does, too.
set -euo pipefail
cd "$(dirname "$0")"
llvm=${LLVM:-19}
libraries=${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

build() { # target, version, level
    local target=(-target amdgcn-amd-amdhsa "-mcpu=$1" "-mcode-object-version=$2" "-$3") linked=()
    for library in opencl ocml ockl oclc_daz_opt_off oclc_unsafe_math_off oclc_finite_only_off \
        oclc_correctly_rounded_sqrt_on oclc_wavefrontsize64_on "oclc_isa_version_${1#gfx}" "oclc_abi_version_${2}00"; do
        linked+=(-Xclang -mlink-builtin-bitcode -Xclang "$libraries/$library.bc")
    done
    "clang-$llvm" -x cl -cl-std=CL2.0 -Wno-format -fno-ident "${target[@]}" -nogpulib -emit-llvm -c printf.cl \
        -o "$folder/lowered.bc"
    "clang-$llvm" -x ir -fno-ident "${target[@]}" -nogpulib "${linked[@]}" -Wl,--strip-all "$folder/lowered.bc" \
        -o "$1-v$2-$3.hsaco"
    chmod 644 "$1-v$2-$3.hsaco"
}

build gfx803 4 O2
build gfx900 4 O1
build gfx900 5 O2
