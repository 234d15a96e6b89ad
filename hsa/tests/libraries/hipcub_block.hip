// hipCUB inside kernels: blocks and waves reduce, scan, sort, exchange, load and store what is no multiple of a block.
#include "cases.h"

#include <hipcub/hipcub.hpp>

// The largest number of each block. In a kernel of its own: what others than the first work-item get is undefined, and as
// `Reduce` returns it the compiler concludes in all that follows that there is but the first wave.
template <class T, int THREADS> __global__ void of_raking(const T *in, T *largest) {
    using Reduce = hipcub::BlockReduce<T, THREADS, hipcub::BLOCK_REDUCE_RAKING>;
    __shared__ typename Reduce::TempStorage shared;
    T most = Reduce(shared).Reduce(in[blockIdx.x * THREADS + threadIdx.x], hipcub::Max());
    if (threadIdx.x == 0) largest[blockIdx.x] = most;
}

template <class T, int THREADS> static void raking(size_t many) {
    auto data = numbers<T>(many * THREADS, 1, 90);
    Device<T> in(data), largest(many);
    of_raking<T, THREADS><<<many, THREADS>>>(in, largest);
    LAUNCHED();
    Case<T> c("raking_" + std::to_string(THREADS), data.size());
    std::vector<T> want;
    for (size_t b = 0; b < many; b++) want.push_back(*std::max_element(&data[b * THREADS], &data[b * THREADS] + THREADS));
    c.same(largest.read(), want);
}

// Of each block: its sum, scan, in blocked and striped order, and sorted.
template <class T, int THREADS, int ITEMS>
__global__ void of_blocks(const T *in, unsigned n, T *sums, T *scanned, T *sorted, T *striped) {
    using Load = hipcub::BlockLoad<T, THREADS, ITEMS, hipcub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = hipcub::BlockStore<T, THREADS, ITEMS, hipcub::BLOCK_STORE_TRANSPOSE>;
    using Reduce = hipcub::BlockReduce<T, THREADS>;
    using Scan = hipcub::BlockScan<T, THREADS>;
    using Sort = hipcub::BlockRadixSort<T, THREADS, ITEMS>;
    using Exchange = hipcub::BlockExchange<T, THREADS, ITEMS>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Exchange::TempStorage exchange;
    } shared;
    unsigned base = blockIdx.x * THREADS * ITEMS, valid = min(n - base, unsigned(THREADS * ITEMS));
    T items[ITEMS], other[ITEMS];
    Load(shared.load).Load(in + base, items, valid, T(0));
    __syncthreads();
    T sum = Reduce(shared.reduce).Sum(items);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
    Scan(shared.scan).InclusiveSum(items, other);
    __syncthreads();
    Store(shared.store).Store(scanned + base, other, valid);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) other[i] = items[i];
    Sort(shared.sort).SortDescending(other);
    __syncthreads();
    Store(shared.store).Store(sorted + base, other, valid);
    __syncthreads();
    Exchange(shared.exchange).BlockedToStriped(items, other);
    for (int i = 0; i < ITEMS; i++) striped[blockIdx.x * THREADS * ITEMS + threadIdx.x * ITEMS + i] = other[i];
}

template <class T, int THREADS, int ITEMS> static void blocks(size_t n) {
    constexpr size_t BLOCK = THREADS * ITEMS;
    size_t many = (n + BLOCK - 1) / BLOCK;
    auto data = numbers<T>(n, 1, 90);
    Device<T> in(data), sums(many), scanned(n), sorted(n), striped(many * BLOCK);
    of_blocks<T, THREADS, ITEMS><<<many, THREADS>>>(in, n, sums, scanned, sorted, striped);
    LAUNCHED();
    Case<T> c("blocks_" + std::to_string(THREADS) + "x" + std::to_string(ITEMS), n);
    std::vector<T> want_sums(many), want_scanned(n), want_sorted(data), want_striped(many * BLOCK);
    for (size_t b = 0; b < many; b++) {
        auto first = data.begin() + b * BLOCK, last = data.begin() + std::min(n, (b + 1) * BLOCK);
        want_sums[b] = std::accumulate(first, last, T(0));
        std::inclusive_scan(first, last, want_scanned.begin() + b * BLOCK);
        std::sort(want_sorted.begin() + (first - data.begin()), want_sorted.begin() + (last - data.begin()), std::greater<T>());
        for (size_t i = 0; i < BLOCK; i++) {
            size_t from = b * BLOCK + i % ITEMS * THREADS + i / ITEMS;
            want_striped[b * BLOCK + i] = from < n ? data[from] : T(0);
        }
    }
    c.same(sums.read(), want_sums);
    c.same(scanned.read(), want_scanned);
    c.same(sorted.read(), want_sorted);
    c.same(striped.read(), want_striped);
}

// In parts of a wave: a reduction of the lanes that count, a scan, a sort.
template <class T, int LANES> __global__ void of_waves(const T *in, T *sums, T *scanned, T *sorted, int valid) {
    using Reduce = hipcub::WarpReduce<T, LANES>;
    using Scan = hipcub::WarpScan<T, LANES>;
    using Sort = hipcub::WarpMergeSort<T, 2, LANES>;
    constexpr int PARTS = 256 / LANES;
    __shared__ typename Reduce::TempStorage reduce[PARTS];
    __shared__ typename Scan::TempStorage scan[PARTS];
    __shared__ typename Sort::TempStorage sort[PARTS];
    unsigned i = blockIdx.x * 256 + threadIdx.x, part = threadIdx.x / LANES;
    T x = in[i];
    T sum = Reduce(reduce[part]).Sum(x, valid);
    if (threadIdx.x % LANES == 0) sums[i / LANES] = sum;
    Scan(scan[part]).InclusiveScan(x, x, hipcub::Max());
    scanned[i] = x;
    T two[2] = {in[2 * i], in[2 * i + 1]};
    Sort(sort[part]).Sort(two, [](T a, T b) { return a < b; });
    sorted[2 * i] = two[0];
    sorted[2 * i + 1] = two[1];
}

template <class T, int LANES> static void waves(size_t blocks) {
    size_t n = blocks * 256;
    int valid = LANES * 3 / 4 + 1 > LANES ? LANES : LANES * 3 / 4 + 1;
    auto data = numbers<T>(2 * n, 2, 90);
    Device<T> in(data), sums(n / LANES), scanned(n), sorted(2 * n);
    of_waves<T, LANES><<<blocks, 256>>>(in, sums, scanned, sorted, valid);
    LAUNCHED();
    Case<T> c("waves_" + std::to_string(LANES), n);
    std::vector<T> want_sums(n / LANES), want_scanned(n), want_sorted(data);
    for (size_t i = 0; i < n; i += LANES) {
        want_sums[i / LANES] = std::accumulate(&data[i], &data[i] + valid, T(0));
        std::inclusive_scan(&data[i], &data[i] + LANES, &want_scanned[i], [](T x, T y) { return std::max(x, y); });
        std::sort(&want_sorted[2 * i], &want_sorted[2 * i] + 2 * LANES);
    }
    c.same(sums.read(), want_sums);
    c.same(scanned.read(), want_scanned);
    c.same(sorted.read(), want_sorted);
}

int main() {
    each<int, float, double>([&](auto t) {
        using T = typename decltype(t)::type;
        raking<T, 64>(3);
        raking<T, 192>(3);
        raking<T, 256>(5);
    });
    for (size_t n : {size_t(1), size_t(1000), size_t(10007)}) {
        each<unsigned char, int, float, double>([&](auto t) {
            using T = typename decltype(t)::type;
            blocks<T, 64, 3>(n);
            blocks<T, 256, 4>(n);
        });
        each<int, long long>([&](auto t) { blocks<typename decltype(t)::type, 192, 5>(n); });
    }
    each<short, int, float, double>([&](auto t) {
        using T = typename decltype(t)::type;
        waves<T, 8>(3);
        waves<T, 32>(3);
        waves<T, 64>(3);
    });
    return ended();
}
