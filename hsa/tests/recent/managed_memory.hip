// Managed memory: host and kernels take turns at lists, with advice and prefetches; variables.
#include "check.h"

struct Node {
    Node *next;
    unsigned value;
};

__managed__ unsigned total = 5;

__global__ void walk(Node *first) {
    for (Node *n = first; n; n = n->next) {
        total += n->value;
        n->value *= 2;
    }
}

__global__ void fill(unsigned *v, unsigned n) {
    if (item() < n) v[item()] = item() ^ 0x5555;
}

int main() {
    constexpr unsigned COUNT = 100, N = 100000;
    Node *nodes = nullptr;
    OK(hipMallocManaged(reinterpret_cast<void **>(&nodes), COUNT * sizeof(Node)));
    for (unsigned i = 0; i < COUNT; i++) nodes[i] = {i + 1 < COUNT ? nodes + i + 1 : nullptr, i};
    for (unsigned round = 1; round <= 3; round++) {
        walk<<<1, 1>>>(nodes);
        LAUNCHED();
        OK(hipDeviceSynchronize());
        for (unsigned i = 0; i < COUNT; i++) SAME(nodes[i].value, i << round);
    }
    // 0 + 1 + ... + 99 = 4950, then twice and four times as much.
    SAME(total, 5 + 4950u * 7);
    OK(hipFree(nodes));

    unsigned *v = nullptr;
    OK(hipMallocManaged(reinterpret_cast<void **>(&v), N * 4));
    OK(hipMemset(v, 0xff, N * 4));
    OK(hipDeviceSynchronize());
    SAME(v[N - 1], 0xffffffffu);
    fill<<<(N + 255) / 256, 256>>>(v, N);
    OK(hipDeviceSynchronize());
    for (unsigned i = 0; i < N; i++) SAME(v[i], i ^ 0x5555);
    OK(hipFree(v));
    return right();
}
