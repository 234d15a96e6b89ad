// Work-groups that exchange data in LDS.

// Sorts each run of SIZE keys. Each of SIZE / PER work-items compares PER / 2 pairs at a time.
#define BITONIC(NAME, TYPE, SIZE, PER) \
__kernel __attribute__((reqd_work_group_size(SIZE / PER, 1, 1))) \
void NAME(__global const TYPE *keys, __global TYPE *sorted) \
{ \
    __local TYPE run[SIZE]; \
    uint lid = get_local_id(0), start = get_group_id(0) * SIZE; \
    for (uint i = lid; i < SIZE; i += SIZE / PER) \
        run[i] = keys[start + i]; \
    for (uint size = 2; size <= SIZE; size *= 2) { \
        for (uint stride = size / 2; stride > 0; stride /= 2) { \
            barrier(CLK_LOCAL_MEM_FENCE); \
            for (uint i = lid; i < SIZE / 2; i += SIZE / PER) { \
                uint at = 2 * i - (i & (stride - 1)); \
                TYPE x = run[at], y = run[at + stride]; \
                bool descending = (at & size) != 0; \
                if ((x > y) != descending) { \
                    run[at] = y; \
                    run[at + stride] = x; \
                } \
            } \
        } \
    } \
    barrier(CLK_LOCAL_MEM_FENCE); \
    for (uint i = lid; i < SIZE; i += SIZE / PER) \
        sorted[start + i] = run[i]; \
}
BITONIC(bitonic_u16, ushort, 1024, 4)
BITONIC(bitonic_u64, ulong, 256, 2)

// Sums of all elements before each one, within each run of 1024.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void scan(__global const uint *values, __global uint *sums)
{
    __local uint partial[256];
    uint lid = get_local_id(0), at = 4 * get_global_id(0);
    uint a = values[at], b = values[at + 1], c = values[at + 2], d = values[at + 3];
    partial[lid] = a + b + c + d;
    for (uint step = 1; step < 256; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint before = lid >= step ? partial[lid - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        partial[lid] += before;
    }
    uint sum = partial[lid] - (a + b + c + d);
    sums[at] = sum;
    sums[at + 1] = sum += a;
    sums[at + 2] = sum += b;
    sums[at + 3] = sum += c;
}

// Aligns two sequences of 128 letters per work-group (Needleman and Wunsch). Work-item x makes column x
// of the table of scores, so that the cells of a diagonal are made together. Leaves the last row.
#define TILE 128
#define GAP 2
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void align(__global const uchar *first, __global const uchar *second, __global int *scores)
{
    __local int diagonals[3][TILE];
    __local uchar letters[TILE];
    int x = get_local_id(0);
    uint start = get_group_id(0) * TILE;
    uchar letter = first[start + x];
    letters[x] = second[start + x];
    for (int d = 0; d < 2 * TILE - 1; d++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int y = d - x;
        if (y < 0 || y >= TILE)
            continue;
        __local int *before = diagonals[(d + 2) % 3], *corner = diagonals[(d + 1) % 3];
        int up = y > 0 ? before[x] : -GAP * (x + 1);
        int left = x > 0 ? before[x - 1] : -GAP * (y + 1);
        int both = x > 0 && y > 0 ? corner[x - 1] : -GAP * (x + y);
        int score = max(both + (letter == letters[y] ? 3 : -1), max(up, left) - GAP);
        diagonals[d % 3][x] = score;
        if (y == TILE - 1)
            scores[start + x] = score;
    }
}
