// rocPRIM: what is selected, partitioned, unique, counted in runs and histograms.
#include "cases.h"

#include <rocprim/rocprim.hpp>

constexpr size_t SIZES[] = {1, 257, 4099, 50021};

template <class T> struct Below {
    T limit;
    __host__ __device__ bool operator()(const T &x) const { return x < limit; }
};

template <class T> static void selects(size_t n) {
    auto data = numbers<T>(n, 1, 100);
    auto flags = numbers<unsigned char>(n, 2, 2);
    Device<T> in(data), out(n), rest(n), last(n);
    Device<unsigned char> flagged(flags);
    Device<unsigned> count(2);
    T *from = in, *to = out, *other = rest, *third = last;
    unsigned char *flag = flagged;
    unsigned *many = count;
    auto low = Below<T>{T(30)}, high = Below<T>{T(60)};
    std::vector<T> by_flag, not_flag, lows, not_lows, middles, highs;
    for (size_t i = 0; i < n; i++) {
        (flags[i] ? by_flag : not_flag).push_back(data[i]);
        (low(data[i]) ? lows : not_lows).push_back(data[i]);
        if (!low(data[i])) (high(data[i]) ? middles : highs).push_back(data[i]);
    }
    auto joined = [](std::vector<T> a, const std::vector<T> &b) {
        a.insert(a.end(), b.rbegin(), b.rend());    // what is not selected is behind, from the end
        return a;
    };
    {
        Case<T> c("select_flags", n);
        stored([&](void *s, size_t &b) { return rocprim::select(s, b, from, flag, to, many, n); });
        c.first(count, unsigned(by_flag.size()));
        c.begins(out, by_flag);
    }
    {
        Case<T> c("select_if", n);
        stored([&](void *s, size_t &b) { return rocprim::select(s, b, from, to, many, n, low); });
        c.first(count, unsigned(lows.size()));
        c.begins(out, lows);
    }
    {
        Case<T> c("partition_flags", n);
        stored([&](void *s, size_t &b) { return rocprim::partition(s, b, from, flag, to, many, n); });
        c.first(count, unsigned(by_flag.size()));
        c.same(out.read(), joined(by_flag, not_flag));
    }
    {
        Case<T> c("partition_if", n);
        stored([&](void *s, size_t &b) { return rocprim::partition(s, b, from, to, many, n, low); });
        c.first(count, unsigned(lows.size()));
        c.same(out.read(), joined(lows, not_lows));
    }
    {
        Case<T> c("partition_two_way", n);
        stored([&](void *s, size_t &b) { return rocprim::partition_two_way(s, b, from, to, other, many, n, low); });
        c.first(count, unsigned(lows.size()));
        c.begins(out, lows);
        c.begins(rest, not_lows);
    }
    {
        Case<T> c("partition_three_way", n);
        stored([&](void *s, size_t &b) {
            return rocprim::partition_three_way(s, b, from, to, other, third, many, n, low, high);
        });
        c.same(count.read(), {unsigned(lows.size()), unsigned(middles.size())});
        c.begins(out, lows);
        c.begins(rest, middles);
        c.begins(last, highs);
    }
}

template <class T> static void runs(size_t n) {
    auto data = numbers<T>(n, 3, 2);
    for (size_t i = 0; i < n; i++)
        if (i / 500 % 3 == 1) data[i] = T(7);    // long runs among the short ones
    std::vector<T> unique;
    std::vector<unsigned> counts, long_counts, offsets, places(n), first;
    std::iota(places.begin(), places.end(), 0u);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || data[i] != data[i - 1]) unique.push_back(data[i]), counts.push_back(0), first.push_back(i);
        counts.back()++;
    }
    for (size_t k = 0; k < counts.size(); k++)
        if (counts[k] > 1) offsets.push_back(first[k]), long_counts.push_back(counts[k]);
    Device<T> in(data), out(n);
    Device<unsigned> lengths(n), starts(n), count(1), at(places);
    T *from = in, *to = out;
    unsigned *length = lengths, *start = starts, *many = count, *place = at;
    {
        Case<T> c("unique", n);
        stored([&](void *s, size_t &b) { return rocprim::unique(s, b, from, to, many, n); });
        c.first(count, unsigned(unique.size()));
        c.begins(out, unique);
    }
    {
        Case<T> c("unique_by_key", n);
        stored([&](void *s, size_t &b) { return rocprim::unique_by_key(s, b, from, place, to, start, many, n); });
        c.first(count, unsigned(unique.size()));
        c.begins(out, unique);
        c.begins(starts, first);
    }
    {
        Case<T> c("run_length_encode", n);
        stored([&](void *s, size_t &b) { return rocprim::run_length_encode(s, b, from, n, to, length, many); });
        c.first(count, unsigned(unique.size()));
        c.begins(out, unique);
        c.begins(lengths, counts);
    }
    {
        Case<T> c("run_length_encode_non_trivial_runs", n);
        stored([&](void *s, size_t &b) {
            return rocprim::run_length_encode_non_trivial_runs(s, b, from, n, start, length, many);
        });
        c.first(count, unsigned(offsets.size()));
        c.begins(starts, offsets);
        c.begins(lengths, long_counts);
    }
}

template <class T> static void histograms(size_t n) {
    auto data = numbers<T>(n, 4, 120);
    Device<T> in(data);
    T *from = in;
    // With 10 to 100 in bins of 6, and with a search among limits.
    constexpr unsigned BINS = 15;
    Device<unsigned> bins(std::vector<unsigned>(BINS, 77));
    unsigned *bin = bins;
    {
        Case<T> c("histogram_even", n);
        stored([&](void *s, size_t &b) {
            return rocprim::histogram_even(s, b, from, unsigned(n), bin, BINS + 1, T(10), T(100));
        });
        std::vector<unsigned> want(BINS);
        for (T x : data)
            if (x >= T(10) && x < T(100)) want[(int(x) - 10) / 6]++;
        c.same(bins.read(), want);
    }
    {
        Case<T> c("histogram_range", n);
        std::vector<T> limits;
        for (unsigned i = 0; i <= BINS; i++) limits.push_back(T(i * i / 2));
        Device<T> levels(limits);
        T *level = levels;
        stored([&](void *s, size_t &b) { return rocprim::histogram_range(s, b, from, unsigned(n), bin, BINS + 1, level); });
        std::vector<unsigned> want(BINS);
        for (T x : data)
            for (unsigned i = 0; i < BINS; i++) want[i] += x >= limits[i] && x < limits[i + 1];
        c.same(bins.read(), want);
    }
    {
        // Of four channels the first three.
        Case<T> c("multi_histogram_even", n);
        size_t pixels = n / 4;
        unsigned levels[3] = {13, 61, 121};
        T lower[3] = {T(0), T(0), T(0)}, upper[3] = {T(120), T(120), T(120)};
        Device<unsigned> first(12), second(60), third(120);
        unsigned *all[3] = {first, second, third};
        stored([&](void *s, size_t &b) {
            return rocprim::multi_histogram_even<4, 3>(s, b, from, unsigned(pixels), all, levels, lower, upper);
        });
        for (unsigned k = 0; k < 3; k++) {
            std::vector<unsigned> want(levels[k] - 1);
            for (size_t i = 0; i < pixels; i++) want[unsigned(data[4 * i + k]) * want.size() / 120]++;
            c.same((k == 0 ? first : k == 1 ? second : third).read(), want);
        }
    }
}

int main() {
    for (size_t n : SIZES) {
        each<unsigned char, int, float, unsigned long long>([&](auto t) {
            using T = typename decltype(t)::type;
            selects<T>(n);
            runs<T>(n);
        });
        each<unsigned char, int, float, double>([&](auto t) { histograms<typename decltype(t)::type>(n); });
    }
    return ended();
}
