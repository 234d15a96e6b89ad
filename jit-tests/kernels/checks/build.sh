#!/bin/sh
# Makes missing.hsaco and whole.hsaco, with clang 19 and lld 19: the same kernel without its only wait for a load from
# memory, and as it is compiled.
cd "$(dirname "$0")" || exit 1
clang="clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx900 -mcode-object-version=5 -fdebug-compilation-dir=/src"
$clang -nogpulib -cl-std=CL1.2 -O2 -g -S -o whole.s missing.cl
sed '/s_waitcnt vmcnt/d' whole.s > missing.s
for name in whole missing; do
    $clang -fuse-ld=lld -o $name.hsaco $name.s
    rm $name.s
done

# memory.gfx803.hsaco and memory.gfx900.hsaco: races and accesses out of place.
for target in gfx803 gfx900; do
    clang-19 -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=$target -mcode-object-version=5 -nogpulib \
        -fdebug-compilation-dir=/src -O2 -g -Xclang -finclude-default-header -o memory.$target.hsaco memory.cl
done
