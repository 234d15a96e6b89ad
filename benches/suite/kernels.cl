// Streams, loops and look-ups in which neighbours do much the same.

// a = b + s * c in f64: three streams, no reuse.
__kernel void triad(__global double *a, __global const double *b, __global const double *c, double s, uint n)
{
    uint i = get_global_id(0);
    if (i < n)
        a[i] = b[i] + s * c[i];
}

// A chain of integer mixing steps per work-item: multiplies, shifts and rotates, no memory.
__kernel void hash(__global uint *out, uint seed, uint rounds)
{
    uint i = get_global_id(0);
    uint h = i ^ seed;
    for (uint r = 0; r < rounds; r++) {
        h ^= h >> 16;
        h *= 0x85ebca6bu;
        h ^= h >> 13;
        h *= 0xc2b2ae35u;
        h = rotate(h, 15u) + r;
    }
    out[i] = h;
}

// c = a * b for square row-major matrices, one element per work-item.
__kernel void matmul_naive(__global const float *a, __global const float *b, __global float *c, uint n)
{
    uint x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (uint k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

// Sorts each run of 256 keys in LDS.
#define SORT 256
__kernel __attribute__((reqd_work_group_size(SORT / 2, 1, 1)))
void bitonic(__global uint *keys)
{
    __local uint run[SORT];
    uint lid = get_local_id(0);
    __global uint *mine = keys + get_group_id(0) * SORT;
    run[lid] = mine[lid];
    run[lid + SORT / 2] = mine[lid + SORT / 2];
    for (uint size = 2; size <= SORT; size *= 2) {
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint at = 2 * lid - (lid & (stride - 1));
            uint x = run[at], y = run[at + stride];
            bool descending = (at & size) != 0;
            if ((x > y) != descending) {
                run[at] = y;
                run[at + stride] = x;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    mine[lid] = run[lid];
    mine[lid + SORT / 2] = run[lid + SORT / 2];
}

// y = m * x for a sparse matrix of 16 entries per row, whose columns lie anywhere.
__kernel void spmv(__global const uint *columns, __global const float *values, __global const float *x,
                   __global float *y, uint mask, uint rows)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < 16; k++) {
        uint at = k * rows + row;
        sum += values[at] * x[columns[at] & mask];
    }
    y[row] = sum;
}

static float normal_cdf(float x)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
    float poly = k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * native_exp(-0.5f * x * x) * poly;
    return x < 0.0f ? tail : 1.0f - tail;
}

// Prices of European options (Black and Scholes): transcendentals and divisions.
__kernel void black_scholes(__global const float *random, __global float *call, __global float *put, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float r = random[i];
    float spot = 10.0f + 90.0f * r;
    float strike = 100.0f - 90.0f * r * r;
    float years = 1.0f + 9.0f * r;
    const float rate = 0.02f, volatility = 0.3f;
    float root = volatility * native_sqrt(years);
    float d1 = (native_log(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / root;
    float d2 = d1 - root;
    float discount = strike * native_exp(-rate * years);
    float n1 = normal_cdf(d1), n2 = normal_cdf(d2);
    call[i] = spot * n1 - discount * n2;
    put[i] = discount * (1.0f - n2) - spot * (1.0f - n1);
}

// One step of the heat equation on a grid: five points, the border kept.
__kernel void stencil(__global const float *from, __global float *to, uint width, uint height)
{
    uint x = get_global_id(0), y = get_global_id(1);
    uint at = y * width + x;
    float centre = from[at];
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
        centre += 0.2f * (from[at - 1] + from[at + 1] + from[at - width] + from[at + width] - 4.0f * centre);
    to[at] = centre;
}
