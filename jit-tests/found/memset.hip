// Two bytes at an odd address. HIP 5.2.3 fills from 3,221,225,216 work-items.
//   clang++-19 -x hip --offload-arch=gfx906 --rocm-path=/usr --rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode -O2 memset.hip -o memset -lamdhip64
//   gcn-jit exec -- ./memset
#include <hip/hip_runtime.h>

int main() {
    char *p;
    if (hipMalloc(&p, 64) != hipSuccess) return 1;
    if (hipMemset(p + 1, 7, 2) != hipSuccess) return 1;
    return hipDeviceSynchronize() != hipSuccess;
}
