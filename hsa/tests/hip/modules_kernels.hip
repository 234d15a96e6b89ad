// The module of modules.hip.
#include <hip/hip_runtime.h>

__device__ unsigned counter = 1000;

extern "C" __global__ void axpy(float a, const float *x, float *y, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void bump() { atomicAdd(&counter, 1u); }

// By one work-group, through LDS as large as the launch says.
extern "C" __global__ void reverse(float *v, unsigned n) {
    extern __shared__ float all[];
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) all[i] = v[i];
    __syncthreads();
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) v[i] = all[n - 1 - i];
}
