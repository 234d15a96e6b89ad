// hipCUB: sorts of a whole device and of segments.
#include "cases.h"

#include <hipcub/hipcub.hpp>

constexpr size_t SIZES[] = {1, 130, 5003, 40009};

template <class T> static void keys(size_t n) {
    auto data = any_bits<T>(n, 1), sorted = data;
    Device<T> in(data), out(n);
    T *from = in, *to = out;
    std::sort(sorted.begin(), sorted.end());
    {
        Case<T> c("RadixSort_SortKeys", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceRadixSort::SortKeys(s, b, from, to, int(n)); });
        c.same(out.read(), sorted);
    }
    {
        Case<T> c("RadixSort_SortKeysDescending", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceRadixSort::SortKeysDescending(s, b, from, to, int(n)); });
        std::reverse(sorted.begin(), sorted.end());
        c.same(out.read(), sorted);
    }
    {
        Case<T> c("MergeSort_SortKeys", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceMergeSort::SortKeys(s, b, from, int(n), [] __host__ __device__(T x, T y) { return x > y; });
        });
        c.same(in.read(), sorted);
    }
}

template <class T> static void pairs(size_t n) {
    auto data = numbers<T>(n, 2, 40);
    std::vector<int> values(n), order;
    std::iota(values.begin(), values.end(), 0);
    order = values;
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return data[i] > data[j]; });
    Device<T> in(data), out(n);
    Device<int> at(values), where(n);
    {
        // Buffers that change places: the result is in the current one.
        Case<T> c("RadixSort_SortPairsDescending", n);
        hipcub::DoubleBuffer<T> k(in, out);
        hipcub::DoubleBuffer<int> v(at, where);
        stored([&](void *s, size_t &b) { return hipcub::DeviceRadixSort::SortPairsDescending(s, b, k, v, int(n)); });
        std::vector<int> got(n);
        OK(hipMemcpy(got.data(), v.Current(), n * sizeof(int), hipMemcpyDeviceToHost));
        c.same(got, order);
    }
    {
        Case<T> c("MergeSort_StableSortPairs", n);
        in.write(data);
        at.write(values);
        T *key = in;
        int *value = at;
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceMergeSort::StableSortPairs(s, b, key, value, int(n),
                                                            [] __host__ __device__(T x, T y) { return x > y; });
        });
        c.same(at.read(), order);
    }
}

template <class T> static void in_segments(size_t n) {
    auto data = any_bits<T>(n, 3), sorted = data;
    int parts = int(n / 150 + 2);
    auto cuts = segments(n, parts, 4);
    std::vector<int> offsets(cuts.begin(), cuts.end());
    Device<T> in(data), out(n);
    Device<int> edges(offsets);
    T *from = in, *to = out;
    int *edge = edges;
    for (int i = 0; i < parts; i++) std::sort(sorted.begin() + offsets[i], sorted.begin() + offsets[i + 1]);
    {
        Case<T> c("SegmentedRadixSort_SortKeys", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceSegmentedRadixSort::SortKeys(s, b, from, to, int(n), parts, edge, edge + 1);
        });
        c.same(out.read(), sorted);
    }
    {
        Case<T> c("SegmentedSort_SortKeys", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceSegmentedSort::SortKeys(s, b, from, to, int(n), parts, edge, edge + 1);
        });
        c.same(out.read(), sorted);
    }
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, unsigned long long, float, double>([&](auto t) { keys<typename decltype(t)::type>(n); });
        each<unsigned short, int, double>([&](auto t) { pairs<typename decltype(t)::type>(n); });
        each<int, float>([&](auto t) { in_segments<typename decltype(t)::type>(n); });
    }
    return ended();
}
