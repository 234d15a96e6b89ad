// Regular grids in two and three dimensions.

// Blurs an image of bytes with a 5 x 5 kernel; beyond the border the border's pixels go on.
__constant uint BLUR[5] = { 1, 4, 6, 4, 1 };
__kernel void blur(__global const uchar *from, __global uchar *to, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    uint sum = 128;
    for (int j = -2; j <= 2; j++) {
        int row = clamp(y + j, 0, height - 1) * width;
        for (int i = -2; i <= 2; i++)
            sum += BLUR[i + 2] * BLUR[j + 2] * from[row + clamp(x + i, 0, width - 1)];
    }
    to[y * width + x] = sum >> 8;
}

// Nine points of a grid whose edges wrap around; the tile and its halo lie in LDS.
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void stencil_tile(__global const float *from, __global float *to, uint width, uint height)
{
    __local float tile[10][34];
    uint x = get_local_id(0), y = get_local_id(1);
    uint left = get_group_id(0) * 32, top = get_group_id(1) * 8;
    for (uint i = y * 32 + x; i < 340; i += 256) {
        uint column = left + i % 34 + width - 1, row = top + i / 34 + height - 1;
        tile[i / 34][i % 34] = from[row % height * width + column % width];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float edges = tile[y][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2] + tile[y + 2][x + 1];
    float corners = tile[y][x] + tile[y][x + 2] + tile[y + 2][x] + tile[y + 2][x + 2];
    to[(top + y) * width + left + x] = 0.25f * tile[y + 1][x + 1] + 0.125f * edges + 0.0625f * corners;
}

// Seven points in three dimensions; outside the grid is zero.
__kernel void stencil_3d(__global const float *from, __global float *to, uint width, uint height, uint depth)
{
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint at = (z * height + y) * width + x;
    float sum = -6.0f * from[at];
    if (x > 0)
        sum += from[at - 1];
    if (x + 1 < width)
        sum += from[at + 1];
    if (y > 0)
        sum += from[at - width];
    if (y + 1 < height)
        sum += from[at + width];
    if (z > 0)
        sum += from[at - width * height];
    if (z + 1 < depth)
        sum += from[at + width * height];
    to[at] = from[at] + 0.1f * sum;
}

// The transposed matrix, by tiles in LDS with padded rows: reads and writes are both along rows.
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose(__global const uint *from, __global uint *to, uint width, uint height)
{
    __local uint tile[32][33];
    uint x = get_local_id(0), y = get_local_id(1);
    uint left = get_group_id(0) * 32, top = get_group_id(1) * 32;
    for (uint i = 0; i < 32; i += 8)
        tile[y + i][x] = from[(top + y + i) * width + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < 32; i += 8)
        to[(left + y + i) * height + top + x] = tile[x][y + i];
}
