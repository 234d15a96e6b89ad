// Device variables, constants, functions that other files may define, tables of addresses, strings.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))

__device__ int counter = 7;
__device__ float zeros[32];
__constant__ float weights[4] = {0.5f, 0.25f, 0.125f, 1.0f};
extern "C" __device__ __attribute__((noinline, visibility("default"))) float twice(float x) { return x * 2 + counter; }
extern "C" __device__ __attribute__((noinline, weak, visibility("default"))) float half_(float x) { return x / 2; }
typedef float (*Function)(float);
__device__ Function functions[2] = {twice, half_};
__device__ const char *message = "a text";
__device__ float *inside = &zeros[3];

template <class T> struct Twin { T a, b; };

extern "C" __global__ void apply(float *x, int n, Twin<float> t) {
    __shared__ float tile[128];
    unsigned i = __builtin_amdgcn_workitem_id_x();
    tile[i] = x[i] * weights[i & 3] + message[n & 3];
    __builtin_amdgcn_s_barrier();
    x[i] = functions[n & 1](tile[i ^ 1]) + twice(t.b) + zeros[i & 31];
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
}

__global__ void big(double *x, float *f) {
    unsigned i = __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workgroup_id_z();
    double s = 0;
    float v[40];
    for (int k = 0; k < 40; k++) v[k] = f[i + 64 * k];
    for (int k = 0; k < 40; k++) s += v[k] * x[k];
    for (int k = 0; k < 40; k++) f[i + 64 * k] = v[39 - k] + *inside;
    x[i] = s;
}
