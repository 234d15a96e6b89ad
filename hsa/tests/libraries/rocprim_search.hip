// rocPRIM: searches, transforms, differences, copies of many parts.
#include "cases.h"

#include <rocprim/rocprim.hpp>

constexpr size_t SIZES[] = {1, 255, 5003, 40009};

template <class T> static void searches(size_t n) {
    size_t m = n / 2 + 7;
    auto hay = numbers<T>(n, 1, 90), needles = numbers<T>(m, 2, 100);
    std::sort(hay.begin(), hay.end());
    Device<T> sorted(hay), wanted(needles);
    Device<unsigned> out(m);
    T *in = sorted, *needle = wanted;
    unsigned *to = out;
    std::vector<unsigned> want(m);
    auto fill = [&](auto f) {
        for (size_t i = 0; i < m; i++) want[i] = f(needles[i]);
        return want;
    };
    {
        Case<T> c("lower_bound", n);
        stored([&](void *s, size_t &b) { return rocprim::lower_bound(s, b, in, needle, to, n, m, rocprim::less<T>()); });
        c.same(out.read(), fill([&](T x) { return std::lower_bound(hay.begin(), hay.end(), x) - hay.begin(); }));
    }
    {
        Case<T> c("upper_bound", n);
        stored([&](void *s, size_t &b) { return rocprim::upper_bound(s, b, in, needle, to, n, m, rocprim::less<T>()); });
        c.same(out.read(), fill([&](T x) { return std::upper_bound(hay.begin(), hay.end(), x) - hay.begin(); }));
    }
    {
        Case<T> c("binary_search", n);
        stored([&](void *s, size_t &b) { return rocprim::binary_search(s, b, in, needle, to, n, m, rocprim::less<T>()); });
        c.same(out.read(), fill([&](T x) { return std::binary_search(hay.begin(), hay.end(), x); }));
    }
}

// Where a part is found; the size where it is not.
template <class T> static void parts(size_t n) {
    auto data = numbers<T>(n, 3, 3);
    size_t k = std::min<size_t>(n, 6), at = n - k - (n > 20 ? n / 5 : 0);
    std::vector<T> part(data.begin() + at, data.begin() + at + k), rare = {T(50), T(51)};
    if (n > 300) data[n / 2] = T(51);
    Device<T> in(data), sought(part), others(rare);
    Device<unsigned> out(1);
    T *from = in, *key = sought, *other = others;
    unsigned *to = out;
    auto place = [&](auto i) { return unsigned(i - data.begin()); };
    {
        Case<T> c("search", n);
        stored([&](void *s, size_t &b) { return rocprim::search(s, b, from, key, to, n, k); });
        c.first(out, place(std::search(data.begin(), data.end(), part.begin(), part.end())));
    }
    {
        Case<T> c("find_end", n);
        stored([&](void *s, size_t &b) { return rocprim::find_end(s, b, from, key, to, n, k); });
        c.first(out, place(std::find_end(data.begin(), data.end(), part.begin(), part.end())));
    }
    {
        Case<T> c("find_first_of", n);
        stored([&](void *s, size_t &b) { return rocprim::find_first_of(s, b, from, other, to, n, size_t(2)); });
        c.first(out, place(std::find_first_of(data.begin(), data.end(), rare.begin(), rare.end())));
    }
    {
        Case<T> c("search_n", n);
        Device<T> one(std::vector<T>{T(2)});
        T *value = one;
        size_t times = std::min<size_t>(n, 5);    // more than there are numbers is an error
        stored([&](void *s, size_t &b) { return rocprim::search_n(s, b, from, to, n, times, value); });
        c.first(out, place(std::search_n(data.begin(), data.end(), times, T(2))));
    }
    {
        Case<T> c("adjacent_find", n);
        // Blocks of one wave: in larger ones rocPRIM's kernel overwrites the tile's number before all waves have read it.
        using Wave = rocprim::adjacent_find_config<64, 4>;
        stored([&](void *s, size_t &b) { return rocprim::adjacent_find<Wave>(s, b, from, to, n, rocprim::equal_to<T>()); });
        c.first(out, place(std::adjacent_find(data.begin(), data.end())));
    }
}

template <class T> static void transforms(size_t n) {
    auto a = numbers<T>(n, 4, 11), b = numbers<T>(n, 5, 11);
    Device<T> left(a), right(b), out(n);
    T *x = left, *y = right, *to = out;
    std::vector<T> want(n);
    {
        Case<T> c("transform_unary", n);
        auto f = [] __host__ __device__(T v) { return T(v * v + T(1)); };
        OK(rocprim::transform(x, to, n, f));
        std::transform(a.begin(), a.end(), want.begin(), f);
        c.same(out.read(), want);
    }
    {
        Case<T> c("transform_binary", n);
        auto f = [] __host__ __device__(T v, T w) { return T(v * w + v); };
        OK(rocprim::transform(x, y, to, n, f));
        std::transform(a.begin(), a.end(), b.begin(), want.begin(), f);
        c.same(out.read(), want);
    }
    {
        Case<T> c("transform_zip", n);
        // A kernel that writes two arrays at once.
        auto in = rocprim::make_zip_iterator(rocprim::make_tuple(x, y));
        Device<T> second(n);
        auto both = rocprim::make_zip_iterator(rocprim::make_tuple(to, second.operator T *()));
        auto swap = [] __host__ __device__(const rocprim::tuple<T, T> &v) {
            return rocprim::make_tuple(rocprim::get<1>(v), rocprim::get<0>(v));
        };
        OK(rocprim::transform(in, both, n, swap));
        c.same(out.read(), b);
        c.same(second.read(), a);
    }
    {
        Case<T> c("adjacent_difference", n);
        stored([&](void *s, size_t &bytes) { return rocprim::adjacent_difference(s, bytes, x, to, n, rocprim::minus<T>()); });
        std::adjacent_difference(a.begin(), a.end(), want.begin(), std::minus<T>());
        c.same(out.read(), want);
    }
    {
        Case<T> c("adjacent_difference_right", n);
        stored([&](void *s, size_t &bytes) {
            return rocprim::adjacent_difference_right(s, bytes, x, to, n, rocprim::minus<T>());
        });
        for (size_t i = 0; i < n; i++) want[i] = i + 1 < n ? T(a[i] - a[i + 1]) : a[i];
        c.same(out.read(), want);
    }
    {
        Case<T> c("adjacent_difference_in_place", n);
        stored([&](void *s, size_t &bytes) {
            return rocprim::adjacent_difference_inplace(s, bytes, x, n, rocprim::minus<T>());
        });
        std::adjacent_difference(a.begin(), a.end(), want.begin(), std::minus<T>());
        c.same(left.read(), want);
    }
}

// Parts of all sizes, from bytes to more than a block, which change their places.
template <class T> static void copies(size_t n) {
    unsigned parts = n / 30 + 2;
    auto data = any_bits<T>(n, 6);
    auto offsets = segments(n, parts, 7);
    Device<T> in(data), out(std::vector<T>(n, T(0)));
    std::vector<T *> from(parts), to(parts);
    std::vector<unsigned> counts(parts), sizes(parts);
    std::vector<T> want;
    unsigned at = 0;
    for (unsigned i = 0; i < parts; i++) {
        unsigned k = parts - 1 - i;    // the last part comes first
        counts[i] = offsets[k + 1] - offsets[k];
        sizes[i] = counts[i] * sizeof(T);
        from[i] = in + offsets[k];
        to[i] = out + at;
        at += counts[i];
        want.insert(want.end(), data.begin() + offsets[k], data.begin() + offsets[k + 1]);
    }
    Device<T *> sources(from), targets(to);
    Device<unsigned> lengths(counts), bytes(sizes);
    T **source = sources, **target = targets;
    unsigned *length = lengths, *size = bytes;
    {
        Case<T> c("batch_copy", n);
        stored([&](void *s, size_t &b) { return rocprim::batch_copy(s, b, source, target, length, parts); });
        c.same(out.read(), want);
    }
    {
        Case<T> c("batch_memcpy", n);
        out.write(std::vector<T>(n, T(0)));
        stored([&](void *s, size_t &b) { return rocprim::batch_memcpy(s, b, source, target, size, parts); });
        c.same(out.read(), want);
    }
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, double>([&](auto t) {
            using T = typename decltype(t)::type;
            searches<T>(n);
            parts<T>(n);
        });
        each<unsigned char, short, int, unsigned long long, float, double>([&](auto t) {
            transforms<typename decltype(t)::type>(n);
        });
        each<unsigned char, int, double>([&](auto t) { copies<typename decltype(t)::type>(n); });
    }
    return ended();
}
