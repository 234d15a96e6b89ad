// Modules: a code object that was compiled apart (modules_kernels.hip), from a file and from memory.
#include "check.h"

#include <fstream>
#include <iterator>

int main(int argc, char **argv) {
    CHECK(argc == 2);
    const char *path = argv[1];
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    CHECK(bytes.size() > 1000);
    OK(hipInit(0));

    hipModule_t by_file, by_memory;
    OK(hipModuleLoad(&by_file, path));
    OK(hipModuleLoadData(&by_memory, bytes.data()));
    // The modules have their own variables, and do not read the bytes again.
    bytes.assign(bytes.size(), 0);

    constexpr unsigned N = 777;
    std::vector<float> x(N), y(N);
    for (unsigned i = 0; i < N; i++) x[i] = i * 0.5f, y[i] = 100.0f - i;
    int round = 0;
    for (hipModule_t module : {by_file, by_memory}) {
        hipFunction_t axpy, bump;
        OK(hipModuleGetFunction(&axpy, module, "axpy"));
        OK(hipModuleGetFunction(&bump, module, "bump"));
        GIVES(hipModuleGetFunction(&bump, module, "no_such_kernel"), hipErrorNotFound);
        OK(hipModuleGetFunction(&bump, module, "bump"));

        // Arguments as an array of pointers.
        Device<float> a(x), b(y);
        float factor = 2.0f + round;
        unsigned n = N;
        float *pa = a, *pb = b;
        void *arguments[] = {&factor, &pa, &pb, &n};
        OK(hipModuleLaunchKernel(axpy, (N + 127) / 128, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
        ALL_SAME(b.read(), [&](size_t i) { return factor * x[i] + y[i]; });

        // Arguments as one block, and dynamic LDS.
        struct {
            float *to;
            unsigned n;
        } block = {a, N};
        size_t size = sizeof block;
        void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &block, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                         HIP_LAUNCH_PARAM_END};
        hipFunction_t reverse;
        OK(hipModuleGetFunction(&reverse, module, "reverse"));
        OK(hipModuleLaunchKernel(reverse, 1, 1, 1, 64, 1, 1, N * sizeof(float), nullptr, nullptr, extra));
        ALL_SAME(a.read(), [&](size_t i) { return x[N - 1 - i]; });

        // A variable, whose address the module tells.
        hipDeviceptr_t variable;
        size_t bytes_of_variable;
        OK(hipModuleGetGlobal(&variable, &bytes_of_variable, module, "counter"));
        SAME(bytes_of_variable, sizeof(unsigned));
        GIVES(hipModuleGetGlobal(&variable, &bytes_of_variable, module, "no_such_variable"), hipErrorNotFound);
        OK(hipModuleGetGlobal(&variable, &bytes_of_variable, module, "counter"));
        unsigned counter = 0;
        OK(hipMemcpyDtoH(&counter, variable, 4));
        SAME(counter, 1000u);
        for (int k = 0; k < 5; k++)
            OK(hipModuleLaunchKernel(bump, 2, 1, 1, 64, 1, 1, 0, nullptr, nullptr, nullptr));
        OK(hipMemcpyDtoH(&counter, variable, 4));
        SAME(counter, 1000u + 5 * 2 * 64);

        int lds;
        OK(hipFuncGetAttribute(&lds, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, axpy));
        SAME(lds, 0);
        round++;
    }
    OK(hipModuleUnload(by_file));
    OK(hipModuleUnload(by_memory));

    // What is no code object, and a file that is not there.
    hipModule_t none;
    GIVES(hipModuleLoad(&none, "/no/such/file"), hipErrorFileNotFound);
    std::vector<char> junk(4096, 'x');
    CHECK(hipModuleLoadData(&none, junk.data()) != hipSuccess);
    (void)hipGetLastError();
    return right();
}
