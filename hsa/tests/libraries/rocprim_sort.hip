// rocPRIM: sorts by bits and by comparison, of a whole device and of segments, with values and without; merges, the
// smallest ones.
#include "cases.h"

#include <rocprim/rocprim.hpp>

constexpr size_t SIZES[] = {1, 255, 5003, 60013};

template <class T> static std::vector<unsigned> places(size_t n) {
    std::vector<unsigned> all(n);
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

template <class T> static void radix(size_t n) {
    auto keys = any_bits<T>(n, 1), sorted = keys;
    Device<T> in(keys), out(n);
    T *from = in, *to = out;
    {
        Case<T> c("radix_sort_keys", n);
        stored([&](void *s, size_t &b) { return rocprim::radix_sort_keys(s, b, from, to, n); });
        std::sort(sorted.begin(), sorted.end());
        c.same(out.read(), sorted);
    }
    {
        Case<T> c("radix_sort_keys_desc", n);
        stored([&](void *s, size_t &b) { return rocprim::radix_sort_keys_desc(s, b, from, to, n); });
        std::reverse(sorted.begin(), sorted.end());
        c.same(out.read(), sorted);
    }
}

// Few different keys: equal ones keep their order.
template <class T> static void pairs(size_t n) {
    auto keys = numbers<T>(n, 2, 50);
    auto values = places<T>(n);
    auto order = values;
    std::stable_sort(order.begin(), order.end(), [&](unsigned i, unsigned j) { return keys[i] < keys[j]; });
    std::vector<T> sorted(n);
    for (size_t i = 0; i < n; i++) sorted[i] = keys[order[i]];
    Device<T> in(keys), out(n);
    Device<unsigned> at(values), where(n);
    T *from = in, *to = out;
    unsigned *v = at, *w = where;
    {
        Case<T> c("radix_sort_pairs", n);
        stored([&](void *s, size_t &b) { return rocprim::radix_sort_pairs(s, b, from, to, v, w, n); });
        c.same(out.read(), sorted);
        c.same(where.read(), order);
    }
    {
        Case<T> c("merge_sort_pairs", n);
        stored([&](void *s, size_t &b) { return rocprim::merge_sort(s, b, from, to, v, w, n, rocprim::less<T>()); });
        c.same(out.read(), sorted);
        c.same(where.read(), order);
    }
}

// Only some of the bits.
static void bits(size_t n) {
    Case<unsigned> c("radix_sort_pairs_bits", n);
    auto keys = randoms(n, 3), values = places<unsigned>(n), order = values;
    auto part = [&](unsigned i) { return keys[i] >> 5 & 0x7ff; };
    std::stable_sort(order.begin(), order.end(), [&](unsigned i, unsigned j) { return part(i) < part(j); });
    Device<unsigned> in(keys), out(n), at(values), where(n);
    unsigned *from = in, *to = out, *v = at, *w = where;
    stored([&](void *s, size_t &b) { return rocprim::radix_sort_pairs(s, b, from, to, v, w, n, 5, 16); });
    c.same(where.read(), order);
}

template <class T> static void by_comparison(size_t n) {
    Case<T> c("merge_sort_keys", n);
    auto keys = any_bits<T>(n, 4);
    Device<T> in(keys), out(n);
    T *from = in, *to = out;
    stored([&](void *s, size_t &b) { return rocprim::merge_sort(s, b, from, to, n, rocprim::greater<T>()); });
    std::sort(keys.begin(), keys.end(), std::greater<T>());
    c.same(out.read(), keys);
}

template <class T> static void in_segments(size_t n) {
    auto keys = any_bits<T>(n, 5);
    unsigned parts = n / 200 + 3;
    auto offsets = segments(n, parts, 6);
    Device<T> in(keys), out(n);
    Device<unsigned> edges(offsets);
    T *from = in, *to = out;
    unsigned *edge = edges;
    {
        Case<T> c("segmented_radix_sort_keys", n);
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_radix_sort_keys(s, b, from, to, n, parts, edge, edge + 1);
        });
        auto sorted = keys;
        for (unsigned i = 0; i < parts; i++) std::sort(sorted.begin() + offsets[i], sorted.begin() + offsets[i + 1]);
        c.same(out.read(), sorted);
    }
    {
        Case<T> c("segmented_radix_sort_pairs_desc", n);
        auto few = numbers<T>(n, 7, 20);
        auto values = places<T>(n), order = values;
        in.write(few);
        Device<unsigned> at(values), where(n);
        unsigned *v = at, *w = where;
        stored([&](void *s, size_t &b) {
            return rocprim::segmented_radix_sort_pairs_desc(s, b, from, to, v, w, n, parts, edge, edge + 1);
        });
        for (unsigned i = 0; i < parts; i++)
            std::stable_sort(order.begin() + offsets[i], order.begin() + offsets[i + 1],
                             [&](unsigned i, unsigned j) { return few[i] > few[j]; });
        c.same(where.read(), order);
    }
}

template <class T> static void merges(size_t n) {
    size_t m = n / 3 + 1;
    auto a = numbers<T>(n, 8, 100), b = numbers<T>(m, 9, 100);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    Device<T> left(a), right(b), out(n + m);
    Case<T> c("merge", n);
    stored([&](void *s, size_t &bytes) {
        return rocprim::merge(s, bytes, left.operator T *(), right.operator T *(), out.operator T *(), n, m,
                              rocprim::less<T>());
    });
    std::vector<T> want(n + m);
    std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
    c.same(out.read(), want);
}

template <class T> static void smallest(size_t n) {
    auto keys = any_bits<T>(n, 10), sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    size_t k = n / 3;
    {
        Case<T> c("nth_element", n);
        Device<T> in(keys);
        T *from = in;
        stored([&](void *s, size_t &b) {
            return rocprim::nth_element(s, b, from, k, n, rocprim::less<T>());
        });
        auto got = in.read();
        c.same(std::vector<T>{got[k]}, std::vector<T>{sorted[k]});
        std::sort(got.begin(), got.begin() + k);
        std::sort(got.begin() + k, got.end());
        c.same(got, sorted);
    }
    {
        Case<T> c("partial_sort", n);
        Device<T> in(keys);
        T *from = in;
        stored([&](void *s, size_t &b) {
            return rocprim::partial_sort(s, b, from, k, n, rocprim::less<T>());
        });
        c.begins(in, std::vector<T>(sorted.begin(), sorted.begin() + k));
    }
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, short, int, unsigned long long, float, double>([&](auto t) {
            radix<typename decltype(t)::type>(n);
        });
        each<unsigned short, int, double>([&](auto t) { pairs<typename decltype(t)::type>(n); });
        bits(n);
        each<int, float, long long>([&](auto t) {
            using T = typename decltype(t)::type;
            by_comparison<T>(n);
            merges<T>(n);
        });
    }
    for (size_t n : {size_t(300), size_t(20011)}) {
        each<int, double>([&](auto t) { in_segments<typename decltype(t)::type>(n); });
        each<int, float>([&](auto t) { smallest<typename decltype(t)::type>(n); });
    }
    return ended();
}
