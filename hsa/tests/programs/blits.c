/* Kernels like those by which ROCm copies and fills memory: each does what its work-items do one after the other. Launches
   that are as ROCm's, and such as are not: the library may do only the first at once. Prints a number for all of memory
   after some whose result depends on the order of instructions. */
#include "hsa_min.h"

enum { N = 1 << 16, BIG = 20 << 20, PATTERN = 256 };

static struct kernel copy, aligned, fill, bytes_rect, dwords_rect;
static bool is_numbered, is_five;
static struct queue *q;
static handle done;
static uint8_t *memory, *pattern, want[2 * N];
static uint32_t seed = 5, seen;
static handle told;

static uint32_t below(uint32_t n)
{
    seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
    return seed % n;
}

/* Arguments; behind them those that the compiler adds: work-groups, their size, and where work-items' numbers begin. */
static void *packed(struct kernel k, const void *given, size_t bytes, const uint32_t grid[3], const uint16_t group[3],
                    uint64_t first)
{
    uint8_t *p = allocate(kernarg_pool, k.kernarg < 256 ? 256 : k.kernarg);
    memset(p, 0, k.kernarg);
    memcpy(p, given, bytes);
    uint8_t *hidden = p + (bytes + 7) / 8 * 8;
    if (hidden + 66 > p + k.kernarg)
        return p;
    for (int d = 0; d < 3; d++) {
        uint32_t count = grid[d] / group[d];
        uint16_t rest = grid[d] % group[d];
        memcpy(hidden + 4 * d, &count, 4);
        memcpy(hidden + 12 + 2 * d, &group[d], 2);
        memcpy(hidden + 18 + 2 * d, &rest, 2);
    }
    memcpy(hidden + 40, &first, 8);
    hidden[64] = 3;
    return p;
}

static void launch(struct kernel k, void *args, const uint32_t grid[3], const uint16_t group[3])
{
    struct dispatch p = {
        .header = KERNEL | 1 << 8 | 2 << 9 | 2 << 11,
        .dimensions = 3,
        .group = {group[0], group[1], group[2]},
        .grid = {grid[0], grid[1], grid[2]},
        .private_bytes = k.private_bytes,
        .group_bytes = k.lds,
        .kernel = k.object,
        .arguments = args,
        .completion = done,
    };
    hsa_signal_store_relaxed(done, 1);
    submit(q, &p);
}

static void finish(void *args)
{
    wait_for(done);
    OK(hsa_amd_memory_pool_free(args));
}

static void check(void)
{
    CHECK(memcmp(memory, want, 2 * N) == 0);
}

struct copy { uint8_t *src, *dst; uint64_t size; uint32_t remainder, aligned; uint64_t end; uint32_t next, group; };
struct elements { uint8_t *src, *dst; uint64_t from, to, size; uint32_t last, pad; };
struct fill { uint8_t *buf, *pattern; uint32_t count, alignment; uint64_t end; uint32_t next, group; };
struct rect { uint8_t *src, *dst; uint64_t pad[2], from[4], to[4], size[4]; };

/* Other ways for a launch than ROCm's. */
enum { AS_ROCM, STEP_LARGER, STEP_SMALLER, FIRST, KINDS };

static void do_copy(struct copy a, uint32_t items, uint16_t group, uint64_t first)
{
    uint32_t grid[3] = {items, 1, 1};
    uint16_t groups[3] = {group, 1, 1};
    a.group = group;
    void *args = packed(copy, &a, is_numbered ? 48 : 44, grid, groups, first);
    launch(copy, args, grid, groups);
    finish(args);
}

static void random_copy(int kind)
{
    uint16_t group = 1 + below(300);
    uint32_t items = 1 + below(2000), element = below(2) ? 16 : 4, size = below(4) ? below(N) : below(40);
    uint32_t from = below(N - size), to = N + below(N - size), first = kind == FIRST ? 1 + below(5) : 0;
    if (below(2)) {
        uint32_t t = from;
        from = to, to = t;
    }
    uint32_t rest = below(3) ? size % element : below(size + 1);
    struct copy a = {memory + from, memory + to, size, rest, element == 16 ? 16 : below(3) ? 4 : 8,
                     (uint64_t)(memory + to) + size - rest, items, 0};
    /* An element that begins before the end may go beyond what is copied. */
    if (size + 16 > N - to % N || size + 16 > N - from % N)
        a.size = a.remainder = 0, a.end = (uint64_t)a.dst;
    a.next = kind == STEP_LARGER ? items + 3 : kind == STEP_SMALLER ? (items + 1) / 2 : items;
    for (uint64_t id = first; id < items + (uint64_t)first; id++) {
        for (uint64_t i = id; (uint64_t)(a.dst + i * element) < a.end; i += a.next)
            memcpy(want + to + i * element, want + from + i * element, element);
        if (id == 0 && a.remainder)
            memcpy(want + to + a.size - a.remainder, want + from + a.size - a.remainder, a.remainder);
    }
    do_copy(a, items, group, first);
    check();
}

/* A work-item for each element: ROCm 5's copies, and those of aligned elements. */
static void random_elements(int kind)
{
    uint16_t group = 1 + below(300);
    bool is_aligned = !is_five || below(2);
    uint32_t size = 1 + below(2000), items = size + below(100), last = is_aligned ? below(2) * 16 : 1 + below(8);
    uint32_t element = is_aligned ? (last == 16 ? 16 : 4) : last == 8 ? 1 : 4;
    struct elements a = {memory, memory + N + below(9), below(20), below(20), size, last, 0};
    uint64_t first = kind == FIRST ? 1 : 0;
    if (kind == STEP_SMALLER || kind == STEP_LARGER)
        items = (size + 1) / 2;
    uint64_t unit = is_aligned ? element : 1;
    for (uint64_t id = first; id < items + first && id < size; id++)
        memcpy(want + (a.dst - memory) + a.to * unit + id * element, want + a.from * unit + id * element,
               !is_aligned && last != 8 && id == size - 1 ? last : element);
    uint32_t grid[3] = {items, 1, 1};
    uint16_t groups[3] = {group, 1, 1};
    struct kernel k = is_aligned ? aligned : copy;
    void *args = packed(k, &a, 44, grid, groups, first);
    launch(k, args, grid, groups);
    finish(args);
    check();
}

static void random_fill(int kind)
{
    static const uint32_t sizes[] = {1, 2, 4, 8, 16, 5};
    uint16_t group = 1 + below(300);
    uint32_t items = 1 + below(2000), alignment = sizes[below(6)], element = alignment == 5 ? 1 : alignment;
    uint32_t count = 1 + below(9), to = below(2 * N - 200), size = below(2 * N - 200 - to);
    uint32_t at = kind == FIRST ? 4 : 0;
    for (int i = 0; i < PATTERN; i++)
        pattern[i] = below(4) ? below(256) : 7;
    struct fill a = {memory + to, pattern + at, count, alignment, (uint64_t)(memory + to) + size, 0, group};
    uint32_t step = items * count;
    /* Where groups lie on each other they are the same. */
    a.next = kind == STEP_LARGER ? step + 1 : kind == STEP_SMALLER ? (items + 1) / 2 * count : step;
    for (uint64_t id = 0; id < items; id++)
        for (uint64_t i = id * count; (uint64_t)(a.buf + i * element) < a.end; i += a.next)
            memcpy(want + to + i * element, pattern + at, count * element);
    uint32_t grid[3] = {items, 1, 1};
    uint16_t groups[3] = {group, 1, 1};
    void *args = packed(fill, &a, is_numbered ? 40 : 36, grid, groups, 0);
    launch(fill, args, grid, groups);
    finish(args);
    check();
}

static void random_rect(int kind)
{
    bool is_aligned = below(2);
    uint64_t fourth = below(2) ? 16 : 4, element = is_aligned ? fourth : 1;
    uint64_t size[3] = {1 + below(40), 1 + below(7), 1 + below(5)};
    uint64_t row = size[0] + below(9), slice = row * size[1] + below(50);
    struct rect a = {memory, memory + N, {0},
                     {size[0] * below(2), row * below(2), below(50), 1},
                     {row, slice, below(50), 2},
                     {size[0], size[1], size[2], fourth}};
    uint32_t grid[3];
    uint16_t groups[3];
    for (int d = 0; d < 3; d++)
        grid[d] = size[d] + below(4), groups[d] = 1 + below(8);
    /* Fewer work-items, or rows that lie on each other, and are the same. */
    if (kind == STEP_SMALLER && grid[0] > 1)
        grid[0] = (size[0] + 1) / 2;
    else if (kind != AS_ROCM)
        a.to[0] = 0, a.from[0] = 0;
    for (uint64_t z = 0; z < size[2] && z < grid[2]; z++)
        for (uint64_t y = 0; y < size[1] && y < grid[1]; y++)
            for (uint64_t x = 0; x < size[0] && x < grid[0]; x++)
                memcpy(want + N + (a.to[2] + x + y * a.to[0] + z * a.to[1]) * element,
                       want + (a.from[2] + x + y * a.from[0] + z * a.from[1]) * element, element);
    struct kernel k = is_aligned ? dwords_rect : bytes_rect;
    void *args = packed(k, &a, sizeof a, grid, groups, 0);
    launch(k, args, grid, groups);
    finish(args);
    check();
}

/* Ranges that overlap: a single wave, whose instructions have an order. */
static void overlapping(void)
{
    for (int i = 0; i < 20; i++) {
        uint32_t size = 16 * (1 + below(300)), from = below(1000), to = from + below(600);
        struct copy a = {memory + from, memory + to, size, 0, below(2) ? 16 : 4, (uint64_t)(memory + to) + size, 64, 0};
        do_copy(a, 64, 64, 0);
    }
    uint64_t sum = 14695981039346656037u;
    for (int i = 0; i < 2 * N; i++)
        sum = (sum ^ memory[i]) * 1099511628211u;
    printf("%llx\n", (unsigned long long)sum);
}

/* What several threads share; not of ROCm 5, whose copy has a work-item for each dword. */
static void large(void)
{
    uint8_t *from = allocate(gpu_pool, BIG), *to = allocate(gpu_pool, BIG);
    for (int i = 0; i < BIG; i++)
        from[i] = i * 7u >> 3;
    memset(to, 0xee, BIG);
    struct copy a = {from + 2, to + 5, BIG - 25, 0, 16, 0, 4096, 0};
    a.remainder = a.size % 16, a.end = (uint64_t)a.dst + a.size - a.remainder;
    do_copy(a, 4096, 256, 0);
    CHECK(memcmp(to + 5, from + 2, a.size) == 0);
    for (int i = 0; i < 5; i++)
        CHECK(to[i] == 0xee);
    for (uint64_t i = 5 + a.size; i < BIG; i++)
        CHECK(to[i] == 0xee);
    struct fill b = {to + 1, pattern, 3, 4, (uint64_t)to + BIG - 50, 3 * 4096, 256};
    uint32_t grid[3] = {4096, 1, 1};
    uint16_t groups[3] = {256, 1, 1};
    void *args = packed(fill, &b, is_numbered ? 40 : 36, grid, groups, 0);
    launch(fill, args, grid, groups);
    finish(args);
    uint64_t filled = (BIG - 51 + 11) / 12 * 12;
    CHECK(to[0] == 0xee && to[1 + filled] == from[1 + filled - 3]);
    for (uint64_t i = 0; i < filled; i++)
        CHECK(to[1 + i] == pattern[i % 12]);
}

static void error(uint32_t status, struct queue *ended, void *data)
{
    (void)ended, (void)data;
    seen = status;
    hsa_signal_store_screlease(told, 0);
}

/* A copy that goes 4 bytes too far has done what is before, or a part of it, and is a fault. */
static void too_far(void)
{
    uint8_t *end = allocate(gpu_pool, 4096);
    OK(hsa_queue_create(gpu, 64, 0, error, NULL, UINT32_MAX, UINT32_MAX, &q));
    struct copy a = {memory, end, 4100, 0, 4, (uint64_t)end + 4100, 2048, 64};
    uint32_t grid[3] = {2048, 1, 1};
    uint16_t groups[3] = {64, 1, 1};
    told = new_signal(1);
    launch(copy, packed(copy, &a, is_numbered ? 48 : 44, grid, groups, 0), grid, groups);
    wait_for(told);
    /* HSA_STATUS_ERROR_MEMORY_FAULT */
    CHECK(seen == 43);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    is_numbered = strstr(argv[1], "numbered") != NULL;
    is_five = strstr(argv[1], "five") != NULL;
    start();
    handle executable = load(argv[1], gpu);
    copy = kernel_of(executable, gpu, "__amd_rocclr_copyBuffer.kd");
    aligned = kernel_of(executable, gpu, "__amd_rocclr_copyBufferAligned.kd");
    fill = kernel_of(executable, gpu, "__amd_rocclr_fillBufferAligned.kd");
    bytes_rect = kernel_of(executable, gpu, "__amd_rocclr_copyBufferRect.kd");
    dwords_rect = kernel_of(executable, gpu, "__amd_rocclr_copyBufferRectAligned.kd");
    q = new_queue(gpu);
    done = new_signal(0);
    memory = allocate(gpu_pool, 2 * N);
    pattern = allocate(kernarg_pool, PATTERN);
    for (int i = 0; i < 2 * N; i++)
        memory[i] = want[i] = below(256);
    for (int i = 0; i < 100; i++) {
        if (!is_five)
            random_copy(AS_ROCM);
        random_elements(AS_ROCM), random_fill(AS_ROCM), random_rect(AS_ROCM);
    }
    if (!is_five)
        large();
    for (int i = 0; i < 10; i++)
        for (int kind = 1; kind < KINDS; kind++) {
            if (!is_five && (kind != FIRST || !is_numbered))
                random_copy(kind);
            random_elements(kind);
            random_fill(kind);
            random_rect(kind);
        }
    if (!is_five) {
        overlapping();
        too_far();
    }
    puts("right");
    return 0;
}
