// Work that makes work: nodes of a tree, which waves take from a queue as soon as they are in it.
#include "values.h"

constexpr unsigned NODES = 255;

__global__ void walk(unsigned *items, unsigned *ready, unsigned *head, unsigned *tail, unsigned *depths) {
    if (threadIdx.x != 0) return;
    for (;;) {
        unsigned n = atomicAdd(head, 1);
        if (n >= NODES) return;
        while (atomicAdd(&ready[n], 0) == 0) __builtin_amdgcn_s_sleep(1);
        __threadfence();
        unsigned node = items[n];
        unsigned depth = node == 0 ? 0 : depths[(node - 1) / 2] + 1;
        depths[node] = depth;
        for (unsigned child = 2 * node + 1; child <= 2 * node + 2 && child < NODES; child++) {
            unsigned at = atomicAdd(tail, 1);
            items[at] = child;
            __threadfence();
            atomicExch(&ready[at], 1);
        }
    }
}

int main() {
    Array<unsigned> items(NODES), ready(NODES, [](size_t i) { return i == 0; }), head(1);
    Array<unsigned> tail(1, [](size_t) { return 1; }), depths(NODES);
    walk<<<6, 64>>>(items.get(), ready.get(), head.get(), tail.get(), depths.get());
    LAUNCHED();
    ALL_SAME(depths.read(), [](size_t i) {
        unsigned depth = 0;
        while ((2u << depth) - 1 <= i) depth++;
        return depth;
    });
    right();
}
