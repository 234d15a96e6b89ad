// The parts of a graph, by atomics alone: each node is hooked to the least of its neighbours until nothing changes.
#include "values.h"

__global__ void hook(const unsigned *from, const unsigned *to, unsigned edges, unsigned *label, unsigned *changed) {
    unsigned i = item();
    if (i >= edges) return;
    auto of = [&](unsigned n) { return __hip_atomic_load(&label[n], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); };
    unsigned a = of(from[i]), b = of(to[i]);
    if (a == b) return;
    if (atomicMin(&label[a > b ? from[i] : to[i]], a < b ? a : b) > (a < b ? a : b)) atomicOr(changed, 1);
}

int main() {
    constexpr unsigned N = 200, E = 190;
    // Rings of ten, each of which lacks nothing but its last edge.
    Array<unsigned> from(E, [](size_t i) { return i / 19 * 20 + i % 19; });
    Array<unsigned> to(E, [](size_t i) { return i / 19 * 20 + i % 19 + 1; }), label(N, [](size_t i) { return i; });
    for (unsigned again = 1; again;) {
        Array<unsigned> changed(1);
        hook<<<3, 64>>>(from.get(), to.get(), E, label.get(), changed.get());
        LAUNCHED();
        again = changed.read()[0];
    }
    ALL_SAME(label.read(), [](size_t i) { return unsigned(i / 20 * 20); });
    right();
}
