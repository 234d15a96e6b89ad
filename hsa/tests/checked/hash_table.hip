// Keys by compare-and-swap, values by atomics at the place that was found.
#include "values.h"

constexpr unsigned SLOTS = 1024;

__global__ void insert(unsigned *keys, unsigned *counts, unsigned n) {
    unsigned i = item();
    if (i >= n) return;
    unsigned key = i % 300 + 1, slot = key * 2654435761u >> 22;
    for (;;) {
        unsigned was = atomicCAS(&keys[slot], 0, key);
        if (was == 0 || was == key) break;
        slot = (slot + 1) % SLOTS;
    }
    atomicAdd(&counts[slot], 1);
}

int main() {
    constexpr unsigned N = 1500;
    Array<unsigned> keys(SLOTS), counts(SLOTS);
    insert<<<(N + 127) / 128, 128>>>(keys.get(), counts.get(), N);
    LAUNCHED();
    std::vector<unsigned> k = keys.read(), c = counts.read(), found(301);
    for (unsigned i = 0; i < SLOTS; i++) found[k[i]] += c[i];
    SAME(found[0], 0u);
    for (unsigned key = 1; key <= 300; key++) SAME(found[key], 5u);
    right();
}
