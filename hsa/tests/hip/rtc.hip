// Programs that are compiled while the program runs (hiprtc).
#include "check.h"

#include <hip/hiprtc.h>
#include <string>

#define RTC(call, wanted)                                                                                              \
    do {                                                                                                               \
        hiprtcResult status_ = (call);                                                                                 \
        if (status_ != (wanted)) {                                                                                     \
            std::cout << #call " gave " << hiprtcGetErrorString(status_);                                              \
            wrong_at(__FILE__, __LINE__);                                                                              \
        }                                                                                                              \
    } while (0)

static const char *SOURCE = R"(
#include "scale.h"

template <class T> __global__ void power(T *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T x = v[i];
    for (int k = 1; k < n; k++) v[i] *= x;
}

__constant__ int offset = OFFSET;

extern "C" __global__ void polynomial(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = scale(x[i]) * x[i] + offset;
}
)";

static const char *HEADER = "__device__ inline float scale(float x) { return 3.0f * x + 1.0f; }\n";

static std::string log_of(hiprtcProgram program) {
    size_t size;
    RTC(hiprtcGetProgramLogSize(program, &size), HIPRTC_SUCCESS);
    std::string text(size, ' ');
    if (size) RTC(hiprtcGetProgramLog(program, &text[0]), HIPRTC_SUCCESS);
    return text;
}

int main() {
    hipDeviceProp_t properties;
    OK(hipGetDeviceProperties(&properties, 0));
    std::string target = std::string("--gpu-architecture=") + properties.gcnArchName;

    const char *names[] = {"scale.h"};
    hiprtcProgram program;
    RTC(hiprtcCreateProgram(&program, SOURCE, "source.hip", 1, &HEADER, names), HIPRTC_SUCCESS);
    RTC(hiprtcAddNameExpression(program, "power<double>"), HIPRTC_SUCCESS);
    RTC(hiprtcAddNameExpression(program, "power<unsigned int>"), HIPRTC_SUCCESS);
    const char *options[] = {target.c_str(), "-DOFFSET=-4"};
    hiprtcResult compiled = hiprtcCompileProgram(program, 2, options);
    if (compiled != HIPRTC_SUCCESS) std::cout << log_of(program) << std::endl;
    RTC(compiled, HIPRTC_SUCCESS);
    size_t size;
    RTC(hiprtcGetCodeSize(program, &size), HIPRTC_SUCCESS);
    std::vector<char> code(size);
    RTC(hiprtcGetCode(program, code.data()), HIPRTC_SUCCESS);
    hipModule_t module;
    OK(hipModuleLoadData(&module, code.data()));

    constexpr int N = 500;
    std::vector<float> x(N);
    for (int i = 0; i < N; i++) x[i] = i * 0.25f;
    Device<float> a(x), b(std::vector<float>(N, 0));
    float *pa = a, *pb = b;
    int n = N;
    void *arguments[] = {&pa, &pb, &n};
    hipFunction_t polynomial;
    OK(hipModuleGetFunction(&polynomial, module, "polynomial"));
    OK(hipModuleLaunchKernel(polynomial, 4, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
    // Exact in f32, whichever way the compiler contracts it.
    ALL_SAME(b.read(), [&](size_t i) { return (3 * x[i] + 1) * x[i] - 4; });

    auto power = [&](const char *expression, auto *memory, int exponent) {
        const char *name;
        RTC(hiprtcGetLoweredName(program, expression, &name), HIPRTC_SUCCESS);
        hipFunction_t function;
        OK(hipModuleGetFunction(&function, module, name));
        void *arguments[] = {&memory, &exponent};
        OK(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
    };
    std::vector<double> wide(64);
    std::vector<unsigned> whole(64);
    for (unsigned i = 0; i < 64; i++) wide[i] = i * 0.5, whole[i] = i + 1000;
    Device<double> d(wide);
    Device<unsigned> u(whole);
    power("power<double>", static_cast<double *>(d), 4);
    power("power<unsigned int>", static_cast<unsigned *>(u), 5);
    ALL_SAME(d.read(), [](size_t i) { return i * 0.5 * i * 0.5 * i * 0.5 * i * 0.5; });
    ALL_SAME(u.read(), [](size_t k) {
        unsigned i = k + 1000;
        return i * i * i * i * i;
    });
    OK(hipModuleUnload(module));
    RTC(hiprtcDestroyProgram(&program), HIPRTC_SUCCESS);

    // A mistake: the compiler says which.
    RTC(hiprtcCreateProgram(&program, "__global__ void k() { no_such_name = 1; }", "wrong.hip", 0, nullptr, nullptr),
        HIPRTC_SUCCESS);
    RTC(hiprtcCompileProgram(program, 1, options), HIPRTC_ERROR_COMPILATION);
    CHECK(log_of(program).find("no_such_name") != std::string::npos);
    RTC(hiprtcDestroyProgram(&program), HIPRTC_SUCCESS);
    return right();
}
