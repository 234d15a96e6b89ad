// Graphs: captured from streams that wait for each other, and made node by node; launched many times.
#include "check.h"

constexpr unsigned N = 1000;

__global__ void step(unsigned *v, unsigned k) {
    if (item() < N) v[item()] = v[item()] * 3 + k;
}

__global__ void sum(const unsigned *a, const unsigned *b, unsigned *out) {
    if (item() < N) out[item()] = a[item()] + b[item()];
}

int main() {
    hipStream_t a, b;
    OK(hipStreamCreateWithFlags(&a, hipStreamNonBlocking));
    OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
    hipEvent_t fork, join;
    OK(hipEventCreateWithFlags(&fork, hipEventDisableTiming));
    OK(hipEventCreateWithFlags(&join, hipEventDisableTiming));
    Device<unsigned> x(std::vector<unsigned>(N, 1)), y(std::vector<unsigned>(N, 2)), z(std::vector<unsigned>(N, 0));

    // Two ways that meet again.
    hipGraph_t graph;
    OK(hipStreamBeginCapture(a, hipStreamCaptureModeGlobal));
    step<<<4, 256, 0, a>>>(x, 5);
    OK(hipEventRecord(fork, a));
    OK(hipStreamWaitEvent(b, fork, 0));
    step<<<4, 256, 0, b>>>(y, 6);
    step<<<4, 256, 0, a>>>(x, 7);
    OK(hipEventRecord(join, b));
    OK(hipStreamWaitEvent(a, join, 0));
    sum<<<4, 256, 0, a>>>(x, y, z);
    OK(hipStreamEndCapture(a, &graph));
    size_t nodes = 0;
    OK(hipGraphGetNodes(graph, nullptr, &nodes));
    SAME(nodes, 4u);
    // Nothing has run yet.
    ALL_SAME(x.read(), [](size_t) { return 1u; });
    hipGraphExec_t exec;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    unsigned vx = 1, vy = 2;
    for (int k = 0; k < 10; k++) {
        OK(hipGraphLaunch(exec, a));
        vx = (vx * 3 + 5) * 3 + 7;
        vy = vy * 3 + 6;
    }
    OK(hipStreamSynchronize(a));
    ALL_SAME(x.read(), [&](size_t) { return vx; });
    ALL_SAME(y.read(), [&](size_t) { return vy; });
    ALL_SAME(z.read(), [&](size_t) { return vx + vy; });
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));

    // A copy in, a kernel, a copy out.
    OK(hipGraphCreate(&graph, 0));
    std::vector<unsigned> in(N), out(N);
    for (unsigned i = 0; i < N; i++) in[i] = i * i;
    hipGraphNode_t write, run, read;
    unsigned *memory = x, k = 9;
    OK(hipGraphAddMemcpyNode1D(&write, graph, nullptr, 0, memory, in.data(), N * 4, hipMemcpyHostToDevice));
    void *arguments[] = {&memory, &k};
    hipKernelNodeParams parameters = {};
    parameters.func = reinterpret_cast<void *>(step);
    parameters.gridDim = dim3(4);
    parameters.blockDim = dim3(256);
    parameters.kernelParams = arguments;
    OK(hipGraphAddKernelNode(&run, graph, &write, 1, &parameters));
    OK(hipGraphAddMemcpyNode1D(&read, graph, &run, 1, out.data(), memory, N * 4, hipMemcpyDeviceToHost));
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (unsigned round = 0; round < 3; round++) {
        for (auto &i : in) i += round;
        OK(hipGraphLaunch(exec, a));
        OK(hipStreamSynchronize(a));
        ALL_SAME(out, [&](size_t i) { return in[i] * 3 + 9; });
    }
    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    for (auto e : {fork, join}) OK(hipEventDestroy(e));
    for (auto s : {a, b}) OK(hipStreamDestroy(s));
    return right();
}
