// Calls that the compiler cannot see through: by pointers, of virtual functions, and recursive ones, whose stack is
// as deep as it happens to be.
#include "check.h"

constexpr unsigned N = 300;

using Function = unsigned (*)(unsigned);

__device__ __attribute__((noinline)) unsigned twice(unsigned x) { return x * 2; }
__device__ __attribute__((noinline)) unsigned square(unsigned x) { return x * x; }
__device__ __attribute__((noinline)) unsigned less(unsigned x) { return x - 7; }

__device__ Function table[3] = {twice, square, less};

// Neighbours call different functions.
__global__ void pointers(const unsigned *which, unsigned *out) {
    if (item() >= N) return;
    unsigned x = item();
    for (unsigned k = 0; k < 4; k++) x = table[which[item() * 4 + k]](x);
    out[item()] = x;
}

struct Shape {
    __device__ virtual unsigned area() const = 0;
};

struct Rectangle : Shape {
    unsigned a, b;
    __device__ Rectangle(unsigned a, unsigned b) : a(a), b(b) {}
    __device__ unsigned area() const override { return a * b; }
};

struct Frame : Rectangle {
    __device__ Frame(unsigned a, unsigned b) : Rectangle(a, b) {}
    __device__ unsigned area() const override { return Rectangle::area() - (a - 2) * (b - 2); }
};

__global__ void objects(unsigned *out) {
    unsigned i = item();
    if (i >= N) return;
    Rectangle rectangle(i + 3, 5);
    Frame frame(i + 3, 6);
    const Shape *shape = i % 3 ? static_cast<const Shape *>(&rectangle) : &frame;
    out[i] = shape->area();
}

__device__ __attribute__((noinline)) unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__global__ void recursion(unsigned *out) { out[item()] = ackermann(2, threadIdx.x % 20); }

int main() {
    std::vector<unsigned> which = randoms(N * 4, 6);
    for (auto &w : which) w %= 3;
    Device<unsigned> choice(which), out(N);
    pointers<<<3, 128>>>(choice, out);
    LAUNCHED();
    ALL_SAME(out.read(), [&](size_t i) {
        unsigned x = i;
        for (unsigned k = 0; k < 4; k++) {
            unsigned w = which[i * 4 + k];
            x = w == 0 ? x * 2 : w == 1 ? x * x : x - 7;
        }
        return x;
    });
    objects<<<3, 128>>>(out);
    LAUNCHED();
    ALL_SAME(out.read(), [](size_t i) { return unsigned(i % 3 ? (i + 3) * 5 : (i + 3) * 6 - (i + 1) * 4); });
    recursion<<<3, 100>>>(out);
    LAUNCHED();
    // ackermann(2, n) = 2 n + 3.
    ALL_SAME(out.read(), [](size_t i) { return unsigned(2 * (i % 100 % 20) + 3); });
    return right();
}
