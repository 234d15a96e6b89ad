#!/usr/bin/env bash
# Rebuilds the code objects of the examples: gfx803/*.hsaco, gfx900/*.hsaco and
# raw/kernel.bin, and what tests have of them without optimisation. They are
# committed, so this is only needed after a change to a source. The same
# compiler gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")"

LLVM=19
DEVICE_LIBS=${DEVICE_LIBS:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}

need() {
    echo "build.sh: $1 not found; on Debian: apt-get install clang-$LLVM llvm-$LLVM lld-$LLVM rocm-device-libs" >&2
    exit 1
}
for tool in clang-$LLVM llvm-mc-$LLVM llvm-objcopy-$LLVM ld.lld-$LLVM; do
    command -v "$tool" >/dev/null || need "$tool"
done
[ -f "$DEVICE_LIBS/ocml.bc" ] || need "$DEVICE_LIBS/ocml.bc (set DEVICE_LIBS to the folder that has it)"

# Not every file has the compiler's default code-object version (5), so that
# the loader meets 4 and 6 too.
code_object_version() {
    case $1 in
        reduction) echo 4 ;;
        mandelbrot) echo 6 ;;
        *) echo 5 ;;
    esac
}

# -cl-kernel-arg-info puts the parameter names into the metadata.
build() { # level, folder
    for target in gfx803 gfx900; do
        mkdir -p "$2/$target"
        for source in *.cl; do
            name=${source%.cl}
            version=$(code_object_version "$name")
            flags=(-mcode-object-version="$version" --rocm-device-lib-path="$DEVICE_LIBS")
            if [ "$version" = 6 ]; then
                # The device libraries have no control file for version 6, so the
                # driver will not link them. Version 6 passes hidden arguments as
                # version 5 does; link what the driver would for that.
                daz=off
                if [ "$target" = gfx803 ]; then daz=on; fi
                flags=(-mcode-object-version=6 -nogpulib -Wno-unused-command-line-argument)
                for library in opencl ocml ockl "oclc_daz_opt_$daz" oclc_unsafe_math_off \
                    oclc_finite_only_off oclc_correctly_rounded_sqrt_off oclc_wavefrontsize64_on \
                    "oclc_isa_version_${target#gfx}" oclc_abi_version_500; do
                    flags+=(-Xclang -mlink-builtin-bitcode -Xclang "$DEVICE_LIBS/$library.bc")
                done
            fi
            clang-$LLVM -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa -mcpu="$target" "-$1" -cl-kernel-arg-info \
                "${flags[@]}" "$source" -o "$2/$target/$name.hsaco"
            chmod 644 "$2/$target/$name.hsaco"
        done
    done
}
build O2 .
build O0 ../jit-tests/kernels/examples-O0

object=$(mktemp)
trap 'rm -f "$object"' EXIT
llvm-mc-$LLVM -arch=amdgcn -mcpu=gfx803 -filetype=obj raw/kernel.s -o "$object"
llvm-objcopy-$LLVM -O binary -j .text "$object" raw/kernel.bin
chmod 644 raw/kernel.bin
