// c = a * b for square row-major matrices, one 16x16 tile per work-group.
// n must be a multiple of TILE.
#define TILE 16

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul(__global const float *a, __global const float *b,
            __global float *c, uint n)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];

    uint tx = get_local_id(0), ty = get_local_id(1);
    uint column = get_group_id(0) * TILE + tx;
    uint row = get_group_id(1) * TILE + ty;

    float sum = 0.0f;
    for (uint t = 0; t < n; t += TILE) {
        tile_a[ty][tx] = a[row * n + t + tx];
        tile_b[ty][tx] = b[(t + ty) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
