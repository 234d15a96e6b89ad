// rocThrust: reductions, scans, transforms, searches from the beginning, what is moved by index, and what is generated.
#include "cases.h"

#include <thrust/adjacent_difference.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>

#include <random>

constexpr size_t SIZES[] = {1, 300, 30011};

template <class T> using Vector = thrust::device_vector<T>;

template <class T> static std::vector<T> host(const Vector<T> &v) {
    std::vector<T> all(v.size());
    thrust::copy(v.begin(), v.end(), all.begin());
    return all;
}

template <class T> struct Square {
    __host__ __device__ T operator()(T x) const { return T(x * x); }
};

template <class T> struct Equals {
    T value;
    __host__ __device__ bool operator()(T x) const { return x == value; }
};

// A case with one value.
template <class T, class U> static void one(const char *name, size_t n, U got, U wanted) {
    Case<T> c(name, n);
    c.same(std::vector<U>{got}, std::vector<U>{wanted});
}

template <class T> static void reductions(size_t n) {
    auto data = numbers<T>(n, 1, 9), second = numbers<T>(n, 2, 9);
    Vector<T> v(data), w(second);
    auto place = [&](auto i) { return int(i - v.begin()); };
    auto want_place = [&](auto i) { return int(i - data.begin()); };
    one<T>("reduce", n, thrust::reduce(v.begin(), v.end(), T(1)), std::accumulate(data.begin(), data.end(), T(1)));
    one<T>("reduce_max", n, thrust::reduce(v.begin(), v.end(), T(0), thrust::maximum<T>()),
           *std::max_element(data.begin(), data.end()));
    one<T>("transform_reduce", n, thrust::transform_reduce(v.begin(), v.end(), Square<T>(), T(0), thrust::plus<T>()),
           std::transform_reduce(data.begin(), data.end(), T(0), std::plus<T>(), Square<T>()));
    one<T>("inner_product", n, thrust::inner_product(v.begin(), v.end(), w.begin(), T(0)),
           std::inner_product(data.begin(), data.end(), second.begin(), T(0)));
    one<T>("count", n, int(thrust::count(v.begin(), v.end(), T(3))), int(std::count(data.begin(), data.end(), T(3))));
    one<T>("count_if", n, int(thrust::count_if(v.begin(), v.end(), Equals<T>{T(4)})),
           int(std::count(data.begin(), data.end(), T(4))));
    one<T>("min_element", n, place(thrust::min_element(v.begin(), v.end())),
           want_place(std::min_element(data.begin(), data.end())));
    one<T>("max_element", n, place(thrust::max_element(v.begin(), v.end())),
           want_place(std::max_element(data.begin(), data.end())));
    {
        auto ends = thrust::minmax_element(v.begin(), v.end());
        one<T>("minmax_element", n, T(*ends.first) * T(16) + T(*ends.second),
               *std::min_element(data.begin(), data.end()) * T(16) + *std::max_element(data.begin(), data.end()));
    }
    one<T>("find", n, place(thrust::find(v.begin(), v.end(), T(8))), want_place(std::find(data.begin(), data.end(), T(8))));
    one<T>("find_if", n, place(thrust::find_if(v.begin(), v.end(), Equals<T>{T(99)})),
           want_place(std::find(data.begin(), data.end(), T(99))));
    one<T>("all_any_none_of", n,
           thrust::all_of(v.begin(), v.end(), Equals<T>{T(1)}) + 2 * thrust::any_of(v.begin(), v.end(), Equals<T>{T(1)}) +
               4 * thrust::none_of(v.begin(), v.end(), Equals<T>{T(1)}),
           std::all_of(data.begin(), data.end(), Equals<T>{T(1)}) + 2 * std::any_of(data.begin(), data.end(), Equals<T>{T(1)}) +
               4 * std::none_of(data.begin(), data.end(), Equals<T>{T(1)}));
    one<T>("mismatch", n, place(thrust::mismatch(v.begin(), v.end(), w.begin()).first),
           want_place(std::mismatch(data.begin(), data.end(), second.begin()).first));
    one<T>("equal", n, int(thrust::equal(v.begin(), v.end(), v.begin())) + 2 * int(thrust::equal(v.begin(), v.end(), w.begin())),
           1 + 2 * int(data == second));
    {
        Case<T> c("reduce_by_key", n);
        auto keys = numbers<int>(n, 3, 2);
        std::vector<int> want_keys;
        std::vector<T> want;
        for (size_t i = 0; i < n; i++) {
            if (i == 0 || keys[i] != keys[i - 1]) want_keys.push_back(keys[i]), want.push_back(T(0));
            want.back() = T(want.back() + data[i]);
        }
        Vector<int> k(keys), out_keys(n);
        Vector<T> out(n);
        auto ends = thrust::reduce_by_key(k.begin(), k.end(), v.begin(), out_keys.begin(), out.begin());
        out_keys.resize(ends.first - out_keys.begin());
        out.resize(ends.second - out.begin());
        c.same(host(out_keys), want_keys);
        c.same(host(out), want);
    }
}

template <class T> static void scans(size_t n) {
    auto data = numbers<T>(n, 4, sizeof(T) == 1 ? 2 : 6);
    auto keys = numbers<int>(n, 5, 2);
    Vector<T> v(data), out(n);
    Vector<int> k(keys);
    std::vector<T> want(n);
    {
        Case<T> c("inclusive_scan", n);
        thrust::inclusive_scan(v.begin(), v.end(), out.begin());
        std::inclusive_scan(data.begin(), data.end(), want.begin());
        c.same(host(out), want);
    }
    {
        Case<T> c("exclusive_scan", n);
        thrust::exclusive_scan(v.begin(), v.end(), out.begin(), T(7));
        std::exclusive_scan(data.begin(), data.end(), want.begin(), T(7));
        c.same(host(out), want);
    }
    {
        Case<T> c("transform_inclusive_scan", n);
        thrust::transform_inclusive_scan(v.begin(), v.end(), out.begin(), Square<T>(), thrust::maximum<T>());
        std::transform_inclusive_scan(data.begin(), data.end(), want.begin(), [](T x, T y) { return std::max(x, y); }, Square<T>());
        c.same(host(out), want);
    }
    {
        Case<T> c("inclusive_scan_by_key", n);
        thrust::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin());
        for (size_t i = 0; i < n; i++) want[i] = i == 0 || keys[i] != keys[i - 1] ? data[i] : T(want[i - 1] + data[i]);
        c.same(host(out), want);
    }
    {
        Case<T> c("adjacent_difference", n);
        thrust::adjacent_difference(v.begin(), v.end(), out.begin());
        std::adjacent_difference(data.begin(), data.end(), want.begin());
        c.same(host(out), want);
    }
}

template <class T> static void moves(size_t n) {
    auto data = numbers<T>(n, 6, 100);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    unsigned seed = 99;
    for (size_t i = n - 1; i > 0; i--) std::swap(order[i], order[next_random(seed) % (i + 1)]);
    Vector<T> v(data), out(n);
    Vector<int> at(order);
    std::vector<T> gathered(n), scattered(n), want(n);
    for (size_t i = 0; i < n; i++) gathered[i] = data[order[i]], scattered[order[i]] = data[i];
    {
        Case<T> c("gather", n);
        thrust::gather(at.begin(), at.end(), v.begin(), out.begin());
        c.same(host(out), gathered);
    }
    {
        Case<T> c("scatter", n);
        thrust::scatter(v.begin(), v.end(), at.begin(), out.begin());
        c.same(host(out), scattered);
    }
    {
        Case<T> c("permutation_iterator", n);
        auto from = thrust::make_permutation_iterator(v.begin(), at.begin());
        thrust::copy(from, from + n, out.begin());
        c.same(host(out), gathered);
    }
    {
        Case<T> c("reverse", n);
        Vector<T> w(data);
        thrust::reverse(w.begin(), w.end());
        std::reverse_copy(data.begin(), data.end(), want.begin());
        c.same(host(w), want);
    }
    {
        Case<T> c("replace_if", n);
        Vector<T> w(data);
        thrust::replace_if(w.begin(), w.end(), Equals<T>{T(5)}, T(101));
        want = data;
        std::replace(want.begin(), want.end(), T(5), T(101));
        c.same(host(w), want);
    }
    {
        Case<T> c("transform_binary", n);
        thrust::transform(v.begin(), v.end(), thrust::make_constant_iterator(T(2)), out.begin(), thrust::multiplies<T>());
        for (size_t i = 0; i < n; i++) want[i] = T(data[i] * T(2));
        c.same(host(out), want);
    }
    {
        Case<T> c("for_each_zip", n);
        Vector<T> w(n);
        auto both = thrust::make_zip_iterator(thrust::make_tuple(v.begin(), at.begin(), w.begin()));
        thrust::for_each(both, both + n, [] __host__ __device__(auto t) {
            thrust::get<2>(t) = T(thrust::get<0>(t) + T(thrust::get<1>(t) % 8));
        });
        for (size_t i = 0; i < n; i++) want[i] = T(data[i] + T(order[i] % 8));
        c.same(host(w), want);
    }
    {
        Case<T> c("fill_sequence_tabulate", n);
        thrust::fill(out.begin(), out.end(), T(33));
        c.same(host(out), std::vector<T>(n, T(33)));
        thrust::sequence(out.begin(), out.end(), T(1), T(3));
        for (size_t i = 0; i < n; i++) want[i] = T(T(1) + T(3) * T(i));
        c.same(host(out), want);
        thrust::tabulate(out.begin(), out.end(), [] __host__ __device__(size_t i) { return T(i % 100); });
        for (size_t i = 0; i < n; i++) want[i] = T(i % 100);
        c.same(host(out), want);
    }
}

// Thrust's engines are those of the C++ library: kernels give its numbers.
template <class Ours, class Theirs> struct Draw {
    __host__ __device__ unsigned operator()(unsigned i) const {
        Ours engine(i + 1);
        engine.discard(i % 50);
        return unsigned(engine());
    }
};

template <class Ours, class Theirs> static void engine(const char *name, size_t n) {
    Case<unsigned> c(name, n);
    Vector<unsigned> out(n);
    thrust::tabulate(out.begin(), out.end(), Draw<Ours, Theirs>());
    std::vector<unsigned> want(n);
    for (size_t i = 0; i < n; i++) {
        Theirs engine(i + 1);
        engine.discard(i % 50);
        want[i] = unsigned(engine());
    }
    c.same(host(out), want);
}

int main() {
    for (size_t n : SIZES) {
        each<int, unsigned long long, float, double>([&](auto t) { reductions<typename decltype(t)::type>(n); });
        each<unsigned char, int, float>([&](auto t) { scans<typename decltype(t)::type>(n); });
        each<unsigned char, int, double>([&](auto t) { moves<typename decltype(t)::type>(n); });
    }
    engine<thrust::minstd_rand, std::minstd_rand>("minstd_rand", 1000);
    engine<thrust::minstd_rand0, std::minstd_rand0>("minstd_rand0", 1000);
    engine<thrust::ranlux24, std::ranlux24>("ranlux24", 1000);
    return ended();
}
