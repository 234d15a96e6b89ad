// A plain load decides whether the atomic is executed at all: an old value costs time, or, in the other direction, the
// result; the language calls it a race.
#include "values.h"

__global__ void most(unsigned *at) {
    if (threadIdx.x != 0) return;
    unsigned v = blockIdx.x * 37 % 101;
    if (*at < v) atomicMax(at, v);
}

int main() {
    Array<unsigned> at(1);
    most<<<101, 64>>>(at.get());
    LAUNCHED();
    SAME(at.read()[0], 100u);
    right();
}
