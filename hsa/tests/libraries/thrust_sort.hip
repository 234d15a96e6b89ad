// rocThrust: sorts, merges, sets of sorted numbers, searches, selections.
#include "cases.h"

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

constexpr size_t SIZES[] = {0, 1, 300, 20011};

template <class T> using Vector = thrust::device_vector<T>;

// The first numbers of a vector, those before an iterator.
template <class T> static std::vector<T> host(const Vector<T> &v, typename Vector<T>::const_iterator end) {
    std::vector<T> all(end - v.begin());
    thrust::copy(v.begin(), end, all.begin());
    return all;
}

template <class T> static std::vector<T> host(const Vector<T> &v) { return host(v, v.end()); }

template <class T> struct Below {
    T limit;
    __host__ __device__ bool operator()(const T &x) const { return x < limit; }
};

template <class T> static void sorts(size_t n) {
    auto data = any_bits<T>(n, 1), sorted = data;
    std::sort(sorted.begin(), sorted.end());
    {
        Case<T> c("sort", n);
        Vector<T> v(data);
        thrust::sort(v.begin(), v.end());
        c.same(host(v), sorted);
        c.same(std::vector<int>{thrust::is_sorted(v.begin(), v.end())}, {1});
    }
    {
        Case<T> c("sort_own_order", n);
        Vector<T> v(data);
        thrust::sort(v.begin(), v.end(), [] __host__ __device__(T x, T y) { return y < x; });
        std::reverse(sorted.begin(), sorted.end());
        c.same(host(v), sorted);
    }
    {
        Case<T> c("stable_sort_by_key", n);
        auto few = numbers<T>(n, 2, 30);
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        Vector<T> k(few);
        Vector<int> v(order);
        thrust::stable_sort_by_key(k.begin(), k.end(), v.begin());
        std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return few[i] < few[j]; });
        c.same(host(v), order);
    }
}

template <class T> static void sets(size_t n) {
    size_t m = n / 2 + 3;
    auto a = numbers<T>(n, 3, 120), b = numbers<T>(m, 4, 120);
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    Vector<T> x(a), y(b), out(n + m);
    auto check = [&](const char *name, auto ours, auto theirs) {
        Case<T> c(name, n);
        std::vector<T> want;
        theirs(std::back_inserter(want));
        c.same(host(out, ours(out.begin())), want);
    };
#define SET(name)                                                                                                      \
    check(#name, [&](auto to) { return thrust::name(x.begin(), x.end(), y.begin(), y.end(), to); },                    \
          [&](auto to) { std::name(a.begin(), a.end(), b.begin(), b.end(), to); })
    SET(merge);
    SET(set_union);
    SET(set_intersection);
    SET(set_difference);
    SET(set_symmetric_difference);
#undef SET
    {
        Case<T> c("lower_bound", n);
        Vector<unsigned> at(m);
        thrust::lower_bound(x.begin(), x.end(), y.begin(), y.end(), at.begin());
        std::vector<unsigned> want;
        for (T key : b) want.push_back(std::lower_bound(a.begin(), a.end(), key) - a.begin());
        c.same(host(at), want);
    }
    {
        Case<T> c("binary_search", n);
        Vector<unsigned> at(m);
        thrust::binary_search(x.begin(), x.end(), y.begin(), y.end(), at.begin());
        std::vector<unsigned> want;
        for (T key : b) want.push_back(std::binary_search(a.begin(), a.end(), key));
        c.same(host(at), want);
    }
}

template <class T> static void selects(size_t n) {
    auto data = numbers<T>(n, 5, 4);
    auto low = Below<T>{T(2)};
    std::vector<T> lows, others;
    for (T x : data) (low(x) ? lows : others).push_back(x);
    {
        Case<T> c("copy_if", n);
        Vector<T> v(data), out(n);
        c.same(host(out, thrust::copy_if(v.begin(), v.end(), out.begin(), low)), lows);
    }
    {
        Case<T> c("remove_if", n);
        Vector<T> v(data);
        c.same(host(v, thrust::remove_if(v.begin(), v.end(), low)), others);
    }
    {
        Case<T> c("stable_partition", n);
        Vector<T> v(data);
        auto middle = thrust::stable_partition(v.begin(), v.end(), low);
        c.same(host(v, middle), lows);
        auto want = lows;
        want.insert(want.end(), others.begin(), others.end());
        c.same(host(v), want);
        c.same(std::vector<int>{thrust::is_partitioned(v.begin(), v.end(), low)}, {1});
    }
    {
        Case<T> c("partition_copy", n);
        Vector<T> v(data), first(n), second(n);
        auto ends = thrust::stable_partition_copy(v.begin(), v.end(), first.begin(), second.begin(), low);
        c.same(host(first, ends.first), lows);
        c.same(host(second, ends.second), others);
    }
    {
        Case<T> c("unique", n);
        Vector<T> v(data);
        auto want = data;
        want.erase(std::unique(want.begin(), want.end()), want.end());
        c.same(host(v, thrust::unique(v.begin(), v.end())), want);
    }
    {
        Case<T> c("unique_by_key_copy", n);
        std::vector<int> places(n), first;
        std::iota(places.begin(), places.end(), 0);
        for (size_t i = 0; i < n; i++)
            if (i == 0 || data[i] != data[i - 1]) first.push_back(int(i));
        Vector<T> k(data), keys(n);
        Vector<int> v(places), values(n);
        auto ends = thrust::unique_by_key_copy(k.begin(), k.end(), v.begin(), keys.begin(), values.begin());
        c.same(host(values, ends.second), first);
    }
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, double>([&](auto t) { sorts<typename decltype(t)::type>(n); });
        each<short, float>([&](auto t) { sets<typename decltype(t)::type>(n); });
        each<unsigned char, int, double>([&](auto t) { selects<typename decltype(t)::type>(n); });
    }
    return ended();
}
