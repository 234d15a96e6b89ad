// Dense matrices, row-major.

// c = a * b, a block of 4 x 4 elements per work-item in registers.
__kernel void matmul_4x4(__global const float *a, __global const float *b, __global float *c, uint n)
{
    uint x = 4 * get_global_id(0), y = 4 * get_global_id(1);
    float4 sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    for (uint k = 0; k < n; k++) {
        float4 row = vload4(0, b + k * n + x);
        for (uint i = 0; i < 4; i++)
            sum[i] += a[(y + i) * n + k] * row;
    }
    for (uint i = 0; i < 4; i++)
        vstore4(sum[i], 0, c + (y + i) * n + x);
}

// c = a * b in f64: a tile of 16 x 16 in LDS, whose rows are padded, and one element per work-item.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul_16x16(__global const double *a, __global const double *b, __global double *c, uint n)
{
    __local double left[16][17], right[16][17];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = get_global_id(1);
    double sum = 0.0;
    for (uint t = 0; t < n; t += 16) {
        left[y][x] = a[row * n + t + x];
        right[x][y] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 16; k++)
            sum += left[y][k] * right[x][k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

// c = a * b: 32 x 8 work-items make a tile of 32 x 32, four rows each.
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void matmul_32x8(__global const float *a, __global const float *b, __global float *c, uint n)
{
    __local float left[32][32], right[32][32];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_global_id(0), row = 32 * get_group_id(1) + y;
    float sum[4] = { 0.0f, 0.0f, 0.0f, 0.0f };
    for (uint t = 0; t < n; t += 32) {
        for (uint i = 0; i < 32; i += 8) {
            left[y + i][x] = a[(row + i) * n + t + x];
            right[y + i][x] = b[(t + y + i) * n + column];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < 32; k++)
            for (uint i = 0; i < 4; i++)
                sum[i] += left[y + 8 * i][k] * right[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint i = 0; i < 4; i++)
        c[(row + 8 * i) * n + column] = sum[i];
}

// Decomposes matrices of 16 x 16 into triangular factors, one per work-group, without pivots.
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void lu(__global const float *from, __global float *to)
{
    __local float m[16][17];
    uint x = get_local_id(0), y = get_local_id(1);
    uint at = get_group_id(0) * 256 + y * 16 + x;
    // What is large on the diagonal needs no pivots.
    m[y][x] = from[at] + (x == y ? 16.0f : 0.0f);
    for (uint k = 0; k < 15; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x == k && y > k)
            m[y][k] /= m[k][k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > k && y > k)
            m[y][x] -= m[y][k] * m[k][x];
    }
    to[at] = m[y][x];
}

// Which of 32 centres is nearest to each point, in 8 dimensions (coordinate d of point i at d * n + i).
__kernel void nearest_centre(__global const float *points, __global const float *centres, __global uint *nearest, uint n)
{
    uint i = get_global_id(0);
    float p[8];
    for (uint d = 0; d < 8; d++)
        p[d] = points[d * n + i];
    float best = INFINITY;
    uint which = 0;
    for (uint c = 0; c < 32; c++) {
        float distance = 0.0f;
        for (uint d = 0; d < 8; d++) {
            float along = p[d] - centres[c * 8 + d];
            distance += along * along;
        }
        if (distance < best) {
            best = distance;
            which = c;
        }
    }
    nearest[i] = which;
}
