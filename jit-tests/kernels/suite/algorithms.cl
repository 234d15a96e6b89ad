// Small programs of the kind that people run, most of them with a work-group
// that shares local memory.

// Sorts a work-group's keys.
__kernel void bitonic_sort(__global int *keys)
{
    __local int shared[128];
    uint l = get_local_id(0);
    shared[l] = keys[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint size = 2; size <= 128; size *= 2)
        for (uint distance = size / 2; distance; distance /= 2) {
            uint other = l ^ distance;
            int a = shared[l], b = shared[other];
            barrier(CLK_LOCAL_MEM_FENCE);
            bool ascending = (l & size) == 0, lower = l < other;
            shared[l] = (a < b) == (ascending == lower) ? a : b;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    keys[get_global_id(0)] = shared[l];
}

// The sums of all elements up to each one, by doubling distances.
__kernel void prefix_sum(__global const uint *in, __global uint *out)
{
    __local uint shared[2][96];
    uint l = get_local_id(0), from = 0;
    shared[0][l] = in[get_global_id(0)];
    for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint sum = shared[from][l];
        if (l >= distance)
            sum += shared[from][l - distance];
        from ^= 1;
        shared[from][l] = sum;
    }
    out[get_global_id(0)] = shared[from][l];
}

// One stable pass of a radix sort on four bits, in one work-group: a counter
// for each digit and work-item, their running sum, then the move.
__kernel void radix_pass(__global const uint *in, uint shift, __global uint *out)
{
    __local ushort counts[16 * 32];
    uint l = get_local_id(0);
    for (uint d = 0; d < 16; d++)
        counts[d * 32 + l] = 0;
    for (uint k = 0; k < 8; k++)
        counts[(in[8 * l + k] >> shift & 15) * 32 + l]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    // Each work-item adds up 16 counters, the first then those sums.
    __local ushort sums[32];
    ushort sum = 0;
    for (uint k = 0; k < 16; k++) {
        ushort count = counts[16 * l + k];
        counts[16 * l + k] = sum;
        sum += count;
    }
    sums[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        ushort total = 0;
        for (uint k = 0; k < 32; k++) {
            ushort s = sums[k];
            sums[k] = total;
            total += s;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 8; k++) {
        uint v = in[8 * l + k];
        uint at = (v >> shift & 15) * 32 + l;
        out[counts[at]++ + sums[at / 16]] = v;
    }
}

// A generation of Conway's life on a torus, through a tile with its border.
__kernel void life(__global const uchar *in, __global uchar *out)
{
    __local uchar tile[10][10];
    int w = get_global_size(0), h = get_global_size(1);
    int x = get_global_id(0), y = get_global_id(1);
    int lx = get_local_id(0), ly = get_local_id(1);
    for (int k = ly * 8 + lx; k < 100; k += 64) {
        int tx = (x - lx + k % 10 - 1 + w) % w, ty = (y - ly + k / 10 - 1 + h) % h;
        tile[k / 10][k % 10] = in[ty * w + tx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int around = 0;
    for (int dy = 0; dy < 3; dy++)
        for (int dx = 0; dx < 3; dx++)
            around += tile[ly + dy][lx + dx];
    around -= tile[ly + 1][lx + 1];
    out[y * w + x] = around == 3 || (around == 2 && tile[ly + 1][lx + 1]);
}

// Edit distance of two words each, with one row of the table in private memory.
__kernel void levenshtein(__global const char *words, __global uint *out)
{
    size_t i = get_global_id(0);
    __global const char *a = words + 10 * i, *b = words + 10 * ((i * 7 + 3) % get_global_size(0));
    uchar row[11];
    uint n = 0;
    while (n < 10 && b[n])
        n++;
    for (uint k = 0; k <= n; k++)
        row[k] = k;
    for (uint k = 0; k < 10 && a[k]; k++) {
        uint diagonal = row[0];
        row[0] = k + 1;
        for (uint j = 1; j <= n; j++) {
            uint above = row[j];
            uint changed = diagonal + (a[k] != b[j - 1]);
            row[j] = min(min((uint)row[j - 1] + 1, above + 1), changed);
            diagonal = above;
        }
    }
    out[i] = row[n];
}

// Products of numbers of 256 bits, in words of 32.
__kernel void big_multiply(__global const uint *as, __global const uint *bs, __global uint *out)
{
    size_t i = get_global_id(0);
    uint sum[16];
    for (uint k = 0; k < 16; k++)
        sum[k] = 0;
    for (uint j = 0; j < 8; j++) {
        uint carry = 0;
        for (uint k = 0; k < 8; k++) {
            ulong t = (ulong)as[8 * i + j] * bs[8 * i + k] + sum[j + k] + carry;
            sum[j + k] = t;
            carry = t >> 32;
        }
        sum[j + 8] = carry;
    }
    for (uint k = 0; k < 16; k++)
        out[16 * i + k] = sum[k];
}

// The character at each byte of UTF-8 text: its code point, or why it is none.
__kernel void utf8(__global const uchar *text, uint size, __global int *out)
{
    uint i = get_global_id(0);
    uchar lead = text[i];
    if (lead < 0x80) {
        out[i] = lead;
        return;
    }
    uint more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4) {
        out[i] = lead < 0xc0 ? -1 : -2;
        return;
    }
    uint point = lead & 0x3f >> more;
    for (uint k = 1; k <= more; k++) {
        if (i + k >= size || (text[i + k] & 0xc0) != 0x80) {
            out[i] = -3;
            return;
        }
        point = point << 6 | (text[i + k] & 0x3f);
    }
    bool overlong = point < (more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80);
    out[i] = overlong || point > 0x10ffff || point >> 11 == 27 ? -4 : (int)point;
}

__constant char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Base64, three bytes to four letters, with the padding at the end.
__kernel void base64(__global const uchar *in, uint size, __global char *out)
{
    uint i = get_global_id(0);
    if (3 * i >= size)
        return;
    uint have = min(size - 3 * i, 3u);
    uint bits = in[3 * i] << 16;
    if (have > 1)
        bits |= in[3 * i + 1] << 8;
    if (have > 2)
        bits |= in[3 * i + 2];
    for (uint k = 0; k < 4; k++)
        out[4 * i + k] = k > have ? '=' : digits[bits >> (18 - 6 * k) & 63];
}

// A matrix transposed by tiles, in rows padded against bank conflicts.
__kernel void transpose(__global const ushort *in, uint width, uint height, __global ushort *out)
{
    __local ushort tile[8][9];
    uint lx = get_local_id(0), ly = get_local_id(1);
    uint bx = get_group_id(0) * 8, by = get_group_id(1) * 8;
    if (bx + lx < width && by + ly < height)
        tile[ly][lx] = in[(by + ly) * width + bx + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (by + lx < height && bx + ly < width)
        out[(bx + ly) * height + by + lx] = tile[lx][ly];
}
