// Graphs that are changed after they have been instantiated: arguments, grids, fills, nodes that are switched off.
#include "check.h"

constexpr unsigned N = 3000;

__global__ void add(unsigned *v, unsigned k) {
    if (item() < N) v[item()] += k;
}

__global__ void times(unsigned *v, unsigned k) {
    if (item() < N) v[item()] *= k;
}

int main() {
    hipStream_t stream;
    OK(hipStreamCreate(&stream));
    Device<unsigned> v(N);
    unsigned *memory = v, k = 5, m = 3;
    void *of_add[] = {&memory, &k}, *of_times[] = {&memory, &m};

    hipGraph_t graph;
    OK(hipGraphCreate(&graph, 0));
    hipMemsetParams fill = {};
    fill.dst = memory;
    fill.elementSize = 4;
    fill.width = N;
    fill.height = 1;
    fill.value = 2;
    hipGraphNode_t clear, first, second;
    OK(hipGraphAddMemsetNode(&clear, graph, nullptr, 0, &fill));
    hipKernelNodeParams adds = {}, multiplies = {};
    adds.func = reinterpret_cast<void *>(add);
    adds.gridDim = dim3(12);
    adds.blockDim = dim3(256);
    adds.kernelParams = of_add;
    multiplies = adds;
    multiplies.func = reinterpret_cast<void *>(times);
    multiplies.kernelParams = of_times;
    OK(hipGraphAddKernelNode(&first, graph, &clear, 1, &adds));
    OK(hipGraphAddKernelNode(&second, graph, &first, 1, &multiplies));
    hipGraphExec_t exec;
    OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    auto is = [&](unsigned below, unsigned value, unsigned rest) {
        OK(hipGraphLaunch(exec, stream));
        OK(hipStreamSynchronize(stream));
        ALL_SAME(v.read(), [&](size_t i) { return i < below ? value : rest; });
    };
    is(N, (2 + 5) * 3, 0);

    // Other arguments; those of the first instantiation were copied.
    k = 11;
    is(N, (2 + 5) * 3, 0);
    OK(hipGraphExecKernelNodeSetParams(exec, first, &adds));
    is(N, (2 + 11) * 3, 0);
    // A smaller grid: the rest is only filled and multiplied.
    adds.gridDim = dim3(2);
    OK(hipGraphExecKernelNodeSetParams(exec, first, &adds));
    is(512, (2 + 11) * 3, 2 * 3);
    fill.value = 7;
    OK(hipGraphExecMemsetNodeSetParams(exec, clear, &fill));
    is(512, (7 + 11) * 3, 7 * 3);
    OK(hipGraphNodeSetEnabled(exec, second, 0));
    unsigned enabled = 9;
    OK(hipGraphNodeGetEnabled(exec, second, &enabled));
    SAME(enabled, 0u);
    is(512, 7 + 11, 7);
    OK(hipGraphNodeSetEnabled(exec, second, 1));
    is(512, (7 + 11) * 3, 7 * 3);

    // A whole graph in place of another of the same form.
    m = 4;
    OK(hipGraphKernelNodeSetParams(second, &multiplies));
    adds.gridDim = dim3(12);
    k = 1;
    OK(hipGraphKernelNodeSetParams(first, &adds));
    hipGraphNode_t failed;
    hipGraphExecUpdateResult result;
    OK(hipGraphExecUpdate(exec, graph, &failed, &result));
    SAME(int(result), int(hipGraphExecUpdateSuccess));
    is(N, (2 + 1) * 4, 0);

    OK(hipGraphExecDestroy(exec));
    OK(hipGraphDestroy(graph));
    OK(hipStreamDestroy(stream));
    return right();
}
