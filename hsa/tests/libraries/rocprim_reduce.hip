// rocPRIM: reductions and scans of a whole device, of segments, and by key.
#include "cases.h"

#include <rocprim/rocprim.hpp>

constexpr size_t SIZES[] = {1, 63, 1000, 4097, 70001};

// Rows of two by two with a product that is not commutative: scans and reductions have to keep the order.
struct Affine {
    unsigned a, b;
    friend __host__ __device__ bool operator==(Affine x, Affine y) { return x.a == y.a && x.b == y.b; }
};

struct After {
    __host__ __device__ Affine operator()(Affine x, Affine y) const { return {x.a * y.a, y.a * x.b + y.b}; }
};

template <class T> struct Larger {
    __host__ __device__ T operator()(const T &x, const T &y) const { return x < y ? y : x; }
};

static std::vector<Affine> affines(size_t n) {
    std::vector<Affine> all(n);
    auto random = randoms(2 * n, 9);
    for (size_t i = 0; i < n; i++) all[i] = {random[2 * i] | 1, random[2 * i + 1]};
    return all;
}

template <class T> static void reductions(size_t n) {
    auto data = numbers<T>(n, 1, 7);
    Device<T> in(data), out(1);
    {
        Case<T> c("reduce", n);
        stored([&](void *s, size_t &b) { return rocprim::reduce(s, b, in.operator T *(), out.operator T *(), n); });
        c.first(out, std::accumulate(data.begin(), data.end(), T(0)));
    }
    {
        Case<T> c("reduce_max", n);
        stored([&](void *s, size_t &b) {
            return rocprim::reduce(s, b, in.operator T *(), out.operator T *(), T(3), n, Larger<T>());
        });
        c.first(out, std::max(T(3), *std::max_element(data.begin(), data.end())));
    }
}

template <class T> static void scans(size_t n) {
    auto data = numbers<T>(n, 2, sizeof(T) == 1 ? 2 : 5);
    Device<T> in(data), out(n);
    T *from = in, *to = out;
    std::vector<T> want(n);
    {
        Case<T> c("inclusive_scan", n);
        stored([&](void *s, size_t &b) { return rocprim::inclusive_scan(s, b, from, to, n, rocprim::plus<T>()); });
        std::inclusive_scan(data.begin(), data.end(), want.begin(), std::plus<T>());
        c.same(out.read(), want);
    }
    {
        Case<T> c("exclusive_scan", n);
        stored([&](void *s, size_t &b) { return rocprim::exclusive_scan(s, b, from, to, T(9), n, rocprim::plus<T>()); });
        std::exclusive_scan(data.begin(), data.end(), want.begin(), T(9), std::plus<T>());
        c.same(out.read(), want);
    }
    {
        Case<T> c("inclusive_scan_in_place", n);
        stored([&](void *s, size_t &b) { return rocprim::inclusive_scan(s, b, from, from, n, Larger<T>()); });
        std::inclusive_scan(data.begin(), data.end(), want.begin(), Larger<T>());
        c.same(in.read(), want);
    }
}

static void ordered(size_t n) {
    auto data = affines(n);
    Device<Affine> in(data), out(n);
    Affine *from = in, *to = out;
    std::vector<Affine> want(n);
    std::inclusive_scan(data.begin(), data.end(), want.begin(), After());
    {
        Case<Affine> c("inclusive_scan_ordered", n);
        stored([&](void *s, size_t &b) { return rocprim::inclusive_scan(s, b, from, to, n, After()); });
        c.same(out.read(), want);
    }
    {
        Case<Affine> c("deterministic_inclusive_scan", n);
        stored([&](void *s, size_t &b) { return rocprim::deterministic_inclusive_scan(s, b, from, to, n, After()); });
        c.same(out.read(), want);
    }
}

template <class T> static void in_segments(size_t n) {
    auto data = numbers<T>(n, 3, sizeof(T) == 1 ? 2 : 9);
    unsigned parts = n / 60 + 3;
    auto offsets = segments(n, parts, 4);
    Device<T> in(data), out(parts), scanned(n);
    Device<unsigned> edges(offsets);
    T *from = in;
    unsigned *edge = edges;
    {
        Case<T> c("segmented_reduce", n);
        T *to = out;
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_reduce(s, b, from, to, parts, edge, edge + 1, rocprim::plus<T>(), T(2));
        });
        std::vector<T> want(parts);
        for (unsigned i = 0; i < parts; i++)
            want[i] = std::accumulate(data.begin() + offsets[i], data.begin() + offsets[i + 1], T(2));
        c.same(out.read(), want);
    }
    T *to = scanned;
    std::vector<T> want(n);
    {
        Case<T> c("segmented_inclusive_scan", n);
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_inclusive_scan(s, b, from, to, parts, edge, edge + 1, rocprim::plus<T>());
        });
        for (unsigned i = 0; i < parts; i++)
            std::inclusive_scan(data.begin() + offsets[i], data.begin() + offsets[i + 1], want.begin() + offsets[i],
                                std::plus<T>());
        c.same(scanned.read(), want);
    }
    {
        Case<T> c("segmented_exclusive_scan", n);
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_exclusive_scan(s, b, from, to, parts, edge, edge + 1, T(5), rocprim::plus<T>());
        });
        for (unsigned i = 0; i < parts; i++)
            std::exclusive_scan(data.begin() + offsets[i], data.begin() + offsets[i + 1], want.begin() + offsets[i],
                                T(5), std::plus<T>());
        c.same(scanned.read(), want);
    }
    {
        Case<T> c("segmented_inclusive_scan_flags", n);
        std::vector<unsigned> heads(n);
        for (unsigned i = 0; i < parts; i++)
            if (offsets[i] < n) heads[offsets[i]] = 1;
        Device<unsigned> flags(heads);
        unsigned *flag = flags;
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_inclusive_scan(s, b, from, to, flag, n, rocprim::plus<T>());
        });
        T sum = 0;
        for (size_t i = 0; i < n; i++) want[i] = sum = T((heads[i] ? T(0) : sum) + data[i]);
        c.same(scanned.read(), want);
    }
}

template <class T> static void by_key(size_t n) {
    auto data = numbers<T>(n, 5, 3);
    auto keys = numbers<int>(n, 6, 3);    // runs of one to some
    Device<T> in(data), out(n), sums(n);
    Device<int> of(keys), unique(n);
    Device<unsigned> count(1);
    T *from = in, *to = out, *sum = sums;
    int *key = of, *first = unique;
    std::vector<T> inclusive(n), exclusive(n), want_sums;
    std::vector<int> want_keys;
    for (size_t i = 0; i < n; i++) {
        bool head = i == 0 || keys[i] != keys[i - 1];
        exclusive[i] = head ? T(4) : T(exclusive[i - 1] + data[i - 1]);
        inclusive[i] = head ? data[i] : T(inclusive[i - 1] + data[i]);
        if (head) want_keys.push_back(keys[i]), want_sums.push_back(T(0));
        want_sums.back() = T(want_sums.back() + data[i]);
    }
    {
        Case<T> c("inclusive_scan_by_key", n);
        stored([&](void *s, size_t &b) { return rocprim::inclusive_scan_by_key(s, b, key, from, to, n); });
        c.same(out.read(), inclusive);
    }
    {
        Case<T> c("exclusive_scan_by_key", n);
        stored([&](void *s, size_t &b) { return rocprim::exclusive_scan_by_key(s, b, key, from, to, T(4), n); });
        c.same(out.read(), exclusive);
    }
    {
        Case<T> c("reduce_by_key", n);
        stored([&](void *s, size_t &b) {
            return rocprim::reduce_by_key(s, b, key, from, n, first, sum, count.operator unsigned *());
        });
        c.first(count, unsigned(want_keys.size()));
        c.begins(unique, want_keys);
        c.begins(sums, want_sums);
    }
}

// Iterators that compute what they give.
static void iterators(size_t n) {
    Case<unsigned long long> c("reduce_iterators", n);
    Device<unsigned long long> out(1);
    auto squares = rocprim::make_transform_iterator(rocprim::make_counting_iterator<unsigned long long>(1),
                                                    [] __host__ __device__(unsigned long long i) { return i * i; });
    unsigned long long *to = out;
    stored([&](void *s, size_t &b) {
        return rocprim::reduce(s, b, squares, to, 0ull, n, rocprim::plus<unsigned long long>());
    });
    unsigned long long k = n;
    c.first(out, k * (k + 1) * (2 * k + 1) / 6);
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, unsigned long long, float, double>([&](auto t) {
            using T = typename decltype(t)::type;
            reductions<T>(n);
            scans<T>(n);
        });
        ordered(n);
        iterators(n);
    }
    for (size_t n : {size_t(100), size_t(20011)})
        each<unsigned char, int, float, double>([&](auto t) {
            using T = typename decltype(t)::type;
            in_segments<T>(n);
            by_key<T>(n);
        });
    return ended();
}
