// Atomic operations of all types, in memory and in LDS, from many work-groups.
#include "check.h"

#include <limits>

constexpr unsigned GROUPS = 60, GROUP = 128, N = GROUPS * GROUP;

template <class T> struct Cells {
    T add, sub, low, high, swapped, and_, or_, xor_;
};

// What the cells begin with.
template <class T> static Cells<T> begin() {
    return {T(5), T(9), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest(), T(0), T(~T(0)), T(0), T(3)};
}

template <class T> __device__ T number(unsigned i) { return T(i * 2654435761u >> 8) - T(1000); }

template <class T> __global__ void integers(Cells<T> *c, T *seen) {
    unsigned i = item();
    // The values before: all different, as each adds 1.
    seen[i] = atomicAdd(&c->add, T(1));
    atomicSub(&c->sub, T(i));
    atomicMin(&c->low, number<T>(i));
    atomicMax(&c->high, number<T>(i));
    atomicExch(&c->swapped, T(i));
    atomicAnd(&c->and_, T(~(T(1) << i % 7)));
    atomicOr(&c->or_, T(T(1) << i % (sizeof(T) * 8 - 1)));
    atomicXor(&c->xor_, T(i) * T(77));
}

template <class T> static void check_integers() {
    Device<Cells<T>> cells({begin<T>()});
    Device<T> seen(N);
    integers<T><<<GROUPS, GROUP>>>(cells, seen);
    LAUNCHED();
    Cells<T> want = begin<T>(), got = cells.read()[0];
    std::vector<bool> values(N);
    for (T v : seen.read()) {
        CHECK(v >= T(5) && v < T(5 + N) && !values[v - 5]);
        values[v - 5] = true;
    }
    for (unsigned i = 0; i < N; i++) {
        T n = T(i * 2654435761u >> 8) - T(1000);
        want.add += 1;
        want.sub -= T(i);
        want.low = n < want.low ? n : want.low;
        want.high = n > want.high ? n : want.high;
        want.and_ &= T(~(T(1) << i % 7));
        want.or_ |= T(T(1) << i % (sizeof(T) * 8 - 1));
        want.xor_ ^= T(i) * T(77);
    }
    SAME(got.add, want.add);
    SAME(got.sub, want.sub);
    SAME(got.low, want.low);
    SAME(got.high, want.high);
    CHECK(got.swapped < T(N));
    SAME(got.and_, want.and_);
    SAME(got.or_, want.or_);
    SAME(got.xor_, want.xor_);
}

// Sums of small integers are exact in any order.
template <class T> __global__ void floats(T *memory, T *unsafe, T *groups) {
    __shared__ T local;
    if (threadIdx.x == 0) local = 0;
    __syncthreads();
    T value = T(int(item() % 101)) - T(50);
    atomicAdd(memory, value);
    unsafeAtomicAdd(unsafe, value);
    atomicAdd(&local, value);
    __syncthreads();
    if (threadIdx.x == 0) groups[blockIdx.x] = local;
}

template <class T> static void check_floats() {
    Device<T> memory(std::vector<T>(2, T(0.5))), groups(GROUPS);
    floats<T><<<GROUPS, GROUP>>>(memory, memory + 1, groups);
    LAUNCHED();
    T all = T(0.5);
    std::vector<T> got = groups.read();
    for (unsigned g = 0; g < GROUPS; g++) {
        T want = 0;
        for (unsigned i = 0; i < GROUP; i++) want += T(int((g * GROUP + i) % 101)) - T(50);
        SAME(got[g], want);
        all += want;
    }
    SAME(memory.read()[0], all);
    SAME(memory.read()[1], all);
}

// Wrapping counters, a maximum of floats by compare-and-swap, and a lock of a whole work-group.
struct Rest {
    unsigned up, down, locked, lock;
    float highest;
    unsigned long long wide;
};

__global__ void rest(Rest *r) {
    // As atomicInc and atomicDec of this HIP are, whose names for them newer compilers do not know.
    __builtin_amdgcn_atomic_inc32(&r->up, 99u, __ATOMIC_RELAXED, "");
    __builtin_amdgcn_atomic_dec32(&r->down, 99u, __ATOMIC_RELAXED, "");
    float mine = float(number<int>(item()));
    unsigned *cell = reinterpret_cast<unsigned *>(&r->highest);
    for (unsigned old = *cell; __uint_as_float(old) < mine;) {
        unsigned seen = atomicCAS(cell, old, __float_as_uint(mine));
        if (seen == old) break;
        old = seen;
    }
    for (unsigned long long old = r->wide, seen;; old = seen) {
        seen = atomicCAS(&r->wide, old, old * 5 + 1);
        if (seen == old) break;
    }
    if (threadIdx.x == 0) {
        while (atomicCAS(&r->lock, 0u, 1u) != 0) {
        }
        __threadfence();
        r->locked = *const_cast<volatile unsigned *>(&r->locked) + 1;
        __threadfence();
        atomicExch(&r->lock, 0u);
    }
}

static void check_rest() {
    Device<Rest> cell({{0, 7, 0, 0, -1e9f, 1}});
    rest<<<GROUPS, GROUP>>>(cell);
    LAUNCHED();
    Rest got = cell.read()[0], want = {0, 7, 0, 0, -1e9f, 1};
    for (unsigned i = 0; i < N; i++) {
        want.up = want.up >= 99 ? 0 : want.up + 1;
        want.down = want.down == 0 || want.down > 99 ? 99 : want.down - 1;
        float n = float(int(i * 2654435761u >> 8) - 1000);
        want.highest = n > want.highest ? n : want.highest;
        want.wide = want.wide * 5 + 1;
    }
    SAME(got.up, want.up);
    SAME(got.down, want.down);
    SAME(got.highest, want.highest);
    SAME(got.wide, want.wide);
    SAME(got.locked, GROUPS);
    SAME(got.lock, 0u);
}

// The same in LDS: each work-group counts its own numbers.
__global__ void histogram(const unsigned *v, unsigned *bins, unsigned long long *extremes) {
    __shared__ unsigned local[32];
    __shared__ unsigned long long low, high;
    __shared__ int ors;
    if (threadIdx.x < 32) local[threadIdx.x] = 0;
    if (threadIdx.x == 0) low = ~0ull, high = 0, ors = 0;
    __syncthreads();
    atomicAdd(&local[v[item()] % 32], 1u);
    unsigned long long wide = v[item()] * 0x100000001ull;
    atomicMin(&low, wide);
    atomicMax(&high, wide);
    atomicOr(&ors, int(1u << threadIdx.x % 32));
    __syncthreads();
    if (threadIdx.x < 32) bins[blockIdx.x * 32 + threadIdx.x] = local[threadIdx.x];
    if (threadIdx.x == 0) extremes[blockIdx.x * 2] = low, extremes[blockIdx.x * 2 + 1] = ors == -1 ? high : 0;
}

static void check_lds() {
    std::vector<unsigned> v = randoms(N, 8), bins(GROUPS * 32);
    std::vector<unsigned long long> extremes(GROUPS * 2);
    for (unsigned g = 0; g < GROUPS; g++) {
        extremes[2 * g] = ~0ull;
        for (unsigned i = g * GROUP; i < (g + 1) * GROUP; i++) {
            unsigned long long wide = v[i] * 0x100000001ull;
            bins[g * 32 + v[i] % 32]++;
            if (wide < extremes[2 * g]) extremes[2 * g] = wide;
            if (wide > extremes[2 * g + 1]) extremes[2 * g + 1] = wide;
        }
    }
    Device<unsigned> from(v), to(GROUPS * 32);
    Device<unsigned long long> ends(GROUPS * 2);
    histogram<<<GROUPS, GROUP>>>(from, to, ends);
    LAUNCHED();
    ALL_SAME(to.read(), [&](size_t i) { return bins[i]; });
    ALL_SAME(ends.read(), [&](size_t i) { return extremes[i]; });
}

int main() {
    check_integers<int>();
    check_integers<unsigned>();
    check_integers<unsigned long long>();
    check_floats<float>();
    check_floats<double>();
    check_rest();
    check_lds();
    return right();
}
