// Sparse matrices and graphs. Row r of a compressed matrix has the entries offsets[r] to offsets[r + 1];
// rows differ much in length, so that the lanes of a wave are done at different times.

// y = m * x, one row per work-item.
__kernel void csr_spmv(__global const uint *offsets, __global const uint *columns, __global const float *values,
                       __global const float *x, __global float *y, uint rows)
{
    uint row = get_global_id(0);
    if (row >= rows)
        return;
    float sum = 0.0f;
    uint end = offsets[row + 1];
    for (uint at = offsets[row]; at < end; at++)
        sum += values[at] * x[columns[at]];
    y[row] = sum;
}

// A step of a breadth-first search: a node deeper than depth looks for a neighbour at that depth.
__kernel void bfs_step(__global const uint *offsets, __global const uint *neighbours, __global const uint *depths,
                       __global uint *next, uint depth, uint nodes)
{
    uint node = get_global_id(0);
    if (node >= nodes)
        return;
    uint mine = depths[node];
    if (mine > depth) {
        uint end = offsets[node + 1];
        for (uint at = offsets[node]; at < end; at++) {
            if (depths[neighbours[at]] == depth) {
                mine = depth + 1;
                break;
            }
        }
    }
    next[node] = mine;
}

// Follows links from each node, and adds up what is on the way.
__kernel void chase(__global const uint *links, __global uint *sums, uint steps)
{
    uint node = get_global_id(0);
    uint at = node, sum = 0;
    for (uint i = 0; i < steps; i++) {
        at = links[at];
        sum = sum * 31 + at;
    }
    sums[node] = sum;
}
