#!/usr/bin/env bash
# Rebuilds *.hsaco from private.cl and function.cl; they are committed, so this is only needed
# after a change to it.
set -euo pipefail
cd "$(dirname "$0")"

build() { # target, level, options
    "clang-${LLVM:-19}" -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu="$1" "-$2" \
        --rocm-device-lib-path="${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}" \
        "${@:3}" "${source:-private}.cl" -o "$1${version:+-v$version}-$2.hsaco"
    chmod 644 "$1${version:+-v$version}-$2.hsaco"
}

build gfx600 O0
build gfx803 O0
build gfx803 O2
build gfx900 O0
build gfx900 O2 -DIMPLICIT
source=function version=5 build gfx803 O0 -cl-std=CL2.0 -mcode-object-version=5
