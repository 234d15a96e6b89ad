// The kernel of the benchmark, which does nothing.
#include <hip/hip_runtime.h>

extern "C" __global__ void empty() {}
