// hiprtc: templates by name, of types and of numbers, with headers of the program's own.
#include "check.h"

#include <hip/hiprtc.h>

#include <string>

static const char *const SOURCE = R"(
#include "step.h"
template <typename T, int K> __global__ void apply(T *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = step<T, K>(v[i]);
}
namespace of_a_space {
template <typename T> struct Twice { __device__ static T of(T x) { return x + x; } };
}
template <template <typename> class F, typename T> __global__ void map(T *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = F<T>::of(v[i]);
}
__constant__ int table[4];
__global__ void look_up(int *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] = table[v[i] % 4] + SHIFT;
}
)";

static const char *const HEADER = "template <typename T, int K> __device__ T step(T x) { return x * K + 1; }\n";

#define RTC(call)                                                                                                      \
    do {                                                                                                               \
        hiprtcResult result_ = (call);                                                                                 \
        if (result_ != HIPRTC_SUCCESS) {                                                                               \
            std::cout << #call " gave " << hiprtcGetErrorString(result_);                                              \
            wrong_at(__FILE__, __LINE__);                                                                              \
        }                                                                                                              \
    } while (0)

constexpr int N = 700;

template <class T> static void run(hipModule_t module, const char *name, T *v) {
    hipFunction_t f;
    OK(hipModuleGetFunction(&f, module, name));
    int n = N;
    void *arguments[] = {&v, &n};
    OK(hipModuleLaunchKernel(f, 3, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
    OK(hipDeviceSynchronize());
}

int main() {
    hiprtcProgram program;
    const char *names[] = {"step.h"}, *headers[] = {HEADER};
    RTC(hiprtcCreateProgram(&program, SOURCE, "program.hip", 1, headers, names));
    const char *wanted[] = {"apply<int, 3>", "apply<double, 5>", "map<of_a_space::Twice, float>", "look_up", "table"};
    for (auto w : wanted) RTC(hiprtcAddNameExpression(program, w));
    hipDeviceProp_t device;
    OK(hipGetDeviceProperties(&device, 0));
    std::string arch = std::string("--offload-arch=") + device.gcnArchName;
    const char *options[] = {arch.c_str(), "-DSHIFT=100", "-O2"};
    hiprtcResult compiled = hiprtcCompileProgram(program, 3, options);
    if (compiled != HIPRTC_SUCCESS) {
        size_t size = 0;
        RTC(hiprtcGetProgramLogSize(program, &size));
        std::string log(size, ' ');
        RTC(hiprtcGetProgramLog(program, &log[0]));
        std::cout << log;
        wrong_at(__FILE__, __LINE__);
    }
    std::vector<std::string> lowered;
    for (auto w : wanted) {
        const char *name = nullptr;
        RTC(hiprtcGetLoweredName(program, w, &name));
        lowered.push_back(name);
    }
    size_t size = 0;
    RTC(hiprtcGetCodeSize(program, &size));
    std::vector<char> code(size);
    RTC(hiprtcGetCode(program, code.data()));
    RTC(hiprtcDestroyProgram(&program));
    hipModule_t module;
    OK(hipModuleLoadData(&module, code.data()));

    std::vector<int> ints(N);
    std::vector<double> doubles(N);
    std::vector<float> floats(N);
    for (int i = 0; i < N; i++) {
        ints[i] = i;
        doubles[i] = i * 0.5;
        floats[i] = i * 0.25f;
    }
    Device<int> a(ints), d(ints);
    Device<double> b(doubles);
    Device<float> c(floats);
    run<int>(module, lowered[0].c_str(), a);
    ALL_SAME(a.read(), [](size_t i) { return int(i) * 3 + 1; });
    run<double>(module, lowered[1].c_str(), b);
    // Whole halves: nothing is rounded.
    ALL_SAME(b.read(), [](size_t i) { return i * 0.5 * 5 + 1; });
    run<float>(module, lowered[2].c_str(), c);
    ALL_SAME(c.read(), [](size_t i) { return i * 0.5f; });
    hipDeviceptr_t table;
    OK(hipModuleGetGlobal(&table, &size, module, lowered[4].c_str()));
    SAME(size, size_t(16));
    const int values[] = {4, 3, 20, 1};
    OK(hipMemcpy(reinterpret_cast<void *>(table), values, sizeof values, hipMemcpyHostToDevice));
    run<int>(module, lowered[3].c_str(), d);
    ALL_SAME(d.read(), [&](size_t i) { return values[i % 4] + 100; });
    OK(hipModuleUnload(module));
    return right();
}
