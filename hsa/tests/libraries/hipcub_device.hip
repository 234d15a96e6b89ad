// hipCUB: what rocPRIM's programs have not called, and the same in hipCUB's form: reductions, scans, selections, runs,
// histograms, differences, copies.
#include "cases.h"

#include <hipcub/hipcub.hpp>

constexpr size_t SIZES[] = {1, 130, 5003, 50021};

template <class T> struct Below {
    T limit;
    __host__ __device__ bool operator()(const T &x) const { return x < limit; }
};

template <class T> static void reductions(size_t n) {
    auto data = numbers<T>(n, 1, sizeof(T) == 1 ? 2 : 90);
    Device<T> in(data), out(1);
    Device<hipcub::KeyValuePair<int, T>> best(1);
    T *from = in, *to = out;
    int k = int(n);
    auto smallest = std::min_element(data.begin(), data.end()), largest = std::max_element(data.begin(), data.end());
    auto found = [&](Case<T> &c, auto i) {
        hipcub::KeyValuePair<int, T> got;
        OK(hipMemcpy(&got, best, sizeof got, hipMemcpyDeviceToHost));
        c.same(std::vector<int>{got.key}, std::vector<int>{int(i - data.begin())});
        c.same(std::vector<T>{got.value}, std::vector<T>{*i});
    };
    {
        Case<T> c("Sum", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceReduce::Sum(s, b, from, to, k); });
        c.first(out, std::accumulate(data.begin(), data.end(), T(0)));
    }
    {
        Case<T> c("Min", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceReduce::Min(s, b, from, to, k); });
        c.first(out, *smallest);
    }
    {
        Case<T> c("Max", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceReduce::Max(s, b, from, to, k); });
        c.first(out, *largest);
    }
    {
        Case<T> c("ArgMin", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceReduce::ArgMin(s, b, from, best.operator hipcub::KeyValuePair<int, T> *(), k); });
        found(c, smallest);
    }
    {
        Case<T> c("ArgMax", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceReduce::ArgMax(s, b, from, best.operator hipcub::KeyValuePair<int, T> *(), k); });
        found(c, largest);
    }
    {
        Case<T> c("TransformReduce", n);
        // Sums of aboves would be above what f32 adds in any order.
        auto above = [] __host__ __device__(T x) { return x > T(7) ? T(x - T(7)) : T(0); };
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceReduce::TransformReduce(s, b, from, to, k, hipcub::Sum(), above, T(0));
        });
        c.first(out, std::transform_reduce(data.begin(), data.end(), T(0), std::plus<T>(), above));
    }
}

template <class T> static void scans(size_t n) {
    auto data = numbers<T>(n, 2, sizeof(T) == 1 ? 2 : 5);
    auto keys = numbers<int>(n, 3, 2);
    Device<T> in(data), out(n);
    Device<int> of(keys);
    T *from = in, *to = out;
    int *key = of, k = int(n);
    std::vector<T> want(n);
    {
        Case<T> c("InclusiveSum", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceScan::InclusiveSum(s, b, from, to, k); });
        std::inclusive_scan(data.begin(), data.end(), want.begin());
        c.same(out.read(), want);
    }
    {
        Case<T> c("ExclusiveSum", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceScan::ExclusiveSum(s, b, from, to, k); });
        std::exclusive_scan(data.begin(), data.end(), want.begin(), T(0));
        c.same(out.read(), want);
    }
    {
        Case<T> c("InclusiveScan_max", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceScan::InclusiveScan(s, b, from, to, hipcub::Max(), k); });
        std::inclusive_scan(data.begin(), data.end(), want.begin(), [](T x, T y) { return std::max(x, y); });
        c.same(out.read(), want);
    }
    {
        Case<T> c("ExclusiveSumByKey", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceScan::ExclusiveSumByKey(s, b, key, from, to, k); });
        for (size_t i = 0; i < n; i++) want[i] = i == 0 || keys[i] != keys[i - 1] ? T(0) : T(want[i - 1] + data[i - 1]);
        c.same(out.read(), want);
    }
    {
        Case<T> c("InclusiveSumByKey", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceScan::InclusiveSumByKey(s, b, key, from, to, k); });
        for (size_t i = 0; i < n; i++) want[i] = i == 0 || keys[i] != keys[i - 1] ? data[i] : T(want[i - 1] + data[i]);
        c.same(out.read(), want);
    }
    {
        Case<T> c("SubtractLeftCopy", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceAdjacentDifference::SubtractLeftCopy(s, b, from, to, k); });
        std::adjacent_difference(data.begin(), data.end(), want.begin());
        c.same(out.read(), want);
    }
}

template <class T> static void in_segments(size_t n) {
    auto data = numbers<T>(n, 4, sizeof(T) == 1 ? 2 : 90);
    int parts = int(n / 70 + 2);
    auto cuts = segments(n, parts, 5);
    std::vector<int> offsets(cuts.begin(), cuts.end());
    Device<T> in(data), out(parts);
    Device<int> edges(offsets);
    T *from = in, *to = out;
    int *edge = edges;
    std::vector<T> want(parts);
    {
        Case<T> c("SegmentedReduce_Sum", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceSegmentedReduce::Sum(s, b, from, to, parts, edge, edge + 1);
        });
        for (int i = 0; i < parts; i++)
            want[i] = std::accumulate(data.begin() + offsets[i], data.begin() + offsets[i + 1], T(0));
        c.same(out.read(), want);
    }
    {
        Case<T> c("SegmentedReduce_Max", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceSegmentedReduce::Max(s, b, from, to, parts, edge, edge + 1);
        });
        for (int i = 0; i < parts; i++) {
            want[i] = std::numeric_limits<T>::lowest();    // what an empty segment gives
            for (int j = offsets[i]; j < offsets[i + 1]; j++) want[i] = std::max(want[i], data[j]);
        }
        auto got = out.read();
        if (std::is_floating_point_v<T>)
            for (int i = 0; i < parts; i++)
                if (offsets[i] == offsets[i + 1]) got[i] = want[i];    // or minus infinity
        c.same(got, want);
    }
}

template <class T> static void selects(size_t n) {
    auto data = numbers<T>(n, 6, 4);
    auto flags = numbers<char>(n, 7, 2);
    Device<T> in(data), out(n), rest(n);
    Device<char> flagged(flags);
    Device<int> count(1), lengths(n), starts(n);
    T *from = in, *to = out;
    char *flag = flagged;
    int *many = count, *length = lengths, *start = starts, k = int(n);
    auto low = Below<T>{T(2)};
    std::vector<T> by_flag, not_flag, lows, unique;
    std::vector<int> counts, offsets, long_counts;
    for (size_t i = 0, run = 0; i < n; i++) {
        (flags[i] ? by_flag : not_flag).push_back(data[i]);
        if (low(data[i])) lows.push_back(data[i]);
        if (i == 0 || data[i] != data[i - 1]) unique.push_back(data[i]), counts.push_back(0), run = i;
        if (++counts.back() == 2) offsets.push_back(int(run)), long_counts.push_back(0);
        if (counts.back() >= 2) long_counts.back() = counts.back();
    }
    {
        Case<T> c("Select_Flagged", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceSelect::Flagged(s, b, from, flag, to, many, k); });
        c.first(count, int(by_flag.size()));
        c.begins(out, by_flag);
    }
    {
        Case<T> c("Select_If", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceSelect::If(s, b, from, to, many, k, low); });
        c.first(count, int(lows.size()));
        c.begins(out, lows);
    }
    {
        Case<T> c("Select_Unique", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceSelect::Unique(s, b, from, to, many, k); });
        c.first(count, int(unique.size()));
        c.begins(out, unique);
    }
    {
        Case<T> c("Partition_Flagged", n);
        stored([&](void *s, size_t &b) { return hipcub::DevicePartition::Flagged(s, b, from, flag, to, many, k); });
        auto want = by_flag;
        want.insert(want.end(), not_flag.rbegin(), not_flag.rend());
        c.first(count, int(by_flag.size()));
        c.same(out.read(), want);
    }
    {
        Case<T> c("RunLengthEncode_Encode", n);
        stored([&](void *s, size_t &b) { return hipcub::DeviceRunLengthEncode::Encode(s, b, from, to, length, many, k); });
        c.first(count, int(unique.size()));
        c.begins(out, unique);
        c.begins(lengths, counts);
    }
    {
        Case<T> c("RunLengthEncode_NonTrivialRuns", n);
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceRunLengthEncode::NonTrivialRuns(s, b, from, start, length, many, k);
        });
        c.first(count, int(offsets.size()));
        c.begins(starts, offsets);
        c.begins(lengths, long_counts);
    }
    {
        Case<T> c("ReduceByKey", n);
        auto ones = numbers<int>(n, 8, 9);
        Device<int> values(ones);
        int *value = values;
        stored([&](void *s, size_t &b) {
            return hipcub::DeviceReduce::ReduceByKey(s, b, from, to, value, length, many, hipcub::Sum(), k);
        });
        std::vector<int> want;
        for (size_t i = 0, at = 0; i < counts.size(); at += counts[i++])
            want.push_back(std::accumulate(&ones[at], &ones[at] + counts[i], 0));
        c.first(count, int(unique.size()));
        c.begins(out, unique);
        c.begins(lengths, want);
    }
}

template <class T> static void histograms(size_t n) {
    auto data = numbers<T>(n, 9, 120);
    Device<T> in(data);
    T *from = in;
    Device<int> bins(20);
    int *bin = bins;
    Case<T> c("HistogramEven", n);
    stored([&](void *s, size_t &b) {
        return hipcub::DeviceHistogram::HistogramEven(s, b, from, bin, 21, T(0), T(100), int(n));
    });
    std::vector<int> want(20);
    for (T x : data)
        if (x < T(100)) want[int(x) / 5]++;
    c.same(bins.read(), want);
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, long long, float, double>([&](auto t) {
            using T = typename decltype(t)::type;
            reductions<T>(n);
            scans<T>(n);
        });
        each<unsigned char, int, double>([&](auto t) {
            using T = typename decltype(t)::type;
            in_segments<T>(n);
            selects<T>(n);
            histograms<T>(n);
        });
    }
    return ended();
}
