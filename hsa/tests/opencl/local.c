/* Work-groups: local memory and barriers in loops, sizes and offsets in three dimensions, groups of every size. */
#include "opencl.h"

enum { N = 1 << 15, MAX = 1024 };

static const char *SOURCE =
    "kernel void scan(global const uint *x, global uint *y, local uint *a, local uint *b)\n"
    "{\n"
    "    size_t l = get_local_id(0), n = get_local_size(0);\n"
    "    a[l] = x[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    for (size_t step = 1; step < n; step *= 2) {\n"
    "        b[l] = l >= step ? a[l] + a[l - step] : a[l];\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        local uint *c = a; a = b; b = c;\n"
    "    }\n"
    "    y[get_global_id(0)] = a[l];\n"
    "}\n"
    "kernel void ids(global uint *x)\n"
    "{\n"
    "    size_t at = 0, group = 0;\n"
    "    for (int d = 2; d >= 0; d--) {\n"
    "        at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);\n"
    "        group = group * get_num_groups(d) + get_group_id(d);\n"
    "    }\n"
    "    uint l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);\n"
    "    x[4 * at] = group; x[4 * at + 1] = l; x[4 * at + 2] = get_global_id(0) + 1000 * get_global_id(1);\n"
    "    x[4 * at + 3] = get_work_dim() + 10 * get_local_size(0);\n"
    "}\n"
    "kernel __attribute__((reqd_work_group_size(16, 16, 1)))\n"
    "void transpose(global const float *x, global float *y, uint w, uint h)\n"
    "{\n"
    "    local float tile[16][17];\n"
    "    uint c = get_group_id(0) * 16, r = get_group_id(1) * 16, i = get_local_id(0), j = get_local_id(1);\n"
    "    tile[j][i] = x[(r + j) * w + c + i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[(c + j) * h + r + i] = tile[i][j];\n"
    "}\n"
    /* All of the local memory that a group can have. */
    "kernel void all(global uint *x, local uint *l, uint words)\n"
    "{\n"
    "    uint n = get_local_size(0), me = get_local_id(0);\n"
    "    for (uint i = me; i < words; i += n) l[i] = i * 2654435761u + get_group_id(0);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    uint s = 0;\n"
    "    for (uint i = me; i < words; i += n) s ^= l[words - 1 - i];\n"
    "    x[get_global_id(0)] = s;\n"
    "}\n";

static uint32_t host[N], back[N];

static void scans(cl_program program)
{
    cl_kernel scan = kernel_of(program, "scan");
    cl_mem x = buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof host, host);
    cl_mem y = buffer(CL_MEM_WRITE_ONLY, sizeof host, NULL);
    size_t most;
    OK(clGetKernelWorkGroupInfo(scan, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    SET(scan, 0, x);
    SET(scan, 1, y);
    for (size_t group = 1; group <= most && group <= MAX; group *= 2) {
        OK(clSetKernelArg(scan, 2, group * 4, NULL));
        OK(clSetKernelArg(scan, 3, group * 4, NULL));
        launch(scan, N, group);
        take(y, back, sizeof back);
        uint32_t sum = 0;
        for (size_t i = 0; i < N; i++) {
            sum = host[i] + (i % group ? sum : 0);
            CHECK(back[i] == sum);
        }
    }
}

static void ids(cl_program program)
{
    enum { X = 12, Y = 10, Z = 6, A = 4, B = 5, C = 3 };
    cl_kernel kernel = kernel_of(program, "ids");
    cl_mem memory = buffer(CL_MEM_WRITE_ONLY, X * Y * Z * 16, NULL);
    SET(kernel, 0, memory);
    size_t all[3] = {X, Y, Z}, group[3] = {A, B, C}, offset[3] = {100, 20, 3};
    OK(clEnqueueNDRangeKernel(queue, kernel, 3, offset, all, group, 0, NULL, NULL));
    take(memory, back, X * Y * Z * 16);
    uint32_t *at = back;
    for (uint32_t z = 0; z < Z; z++)
        for (uint32_t y = 0; y < Y; y++)
            for (uint32_t x = 0; x < X; x++, at += 4) {
                CHECK(at[0] == (z / C * (Y / B) + y / B) * (X / A) + x / A);
                CHECK(at[1] == (z % C * B + y % B) * A + x % A);
                CHECK(at[2] == x + 100 + 1000 * (y + 20) && at[3] == 3 + 10 * A);
            }
}

static void transposes(cl_program program)
{
    enum { W = 128, H = 64 };
    static float x[H][W], y[W][H];
    cl_kernel kernel = kernel_of(program, "transpose");
    cl_uint w = W, h = H;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            x[i][j] = i * 1000 + j;
    cl_mem from = buffer(CL_MEM_COPY_HOST_PTR, sizeof x, x), to = buffer(0, sizeof y, NULL);
    SET(kernel, 0, from);
    SET(kernel, 1, to);
    SET(kernel, 2, w);
    SET(kernel, 3, h);
    size_t all[2] = {W, H}, group[2] = {16, 16};
    OK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, all, group, 0, NULL, NULL));
    take(to, y, sizeof y);
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
            CHECK(y[j][i] == x[i][j]);
}

static void all_of_it(cl_program program)
{
    cl_ulong bytes;
    OK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    CHECK(bytes >= 32768);
    cl_kernel kernel = kernel_of(program, "all");
    cl_mem memory = buffer(0, 1024 * 4, NULL);
    cl_uint words = bytes / 4;
    SET(kernel, 0, memory);
    OK(clSetKernelArg(kernel, 1, bytes, NULL));
    SET(kernel, 2, words);
    launch(kernel, 1024, 256);
    take(memory, back, 1024 * 4);
    for (uint32_t i = 0; i < 1024; i++) {
        uint32_t sum = 0;
        for (uint32_t k = i % 256; k < words; k += 256)
            sum ^= (words - 1 - k) * 2654435761u + i / 256;
        CHECK(back[i] == sum);
    }
    /* More than there is. */
    OK(clSetKernelArg(kernel, 1, bytes + 4, NULL));
    size_t n = 1024, group = 256;
    cl_int error = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &group, 0, NULL, NULL);
    CHECK(error == CL_OUT_OF_RESOURCES || error == CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

int main(void)
{
    start();
    cl_program program = build(SOURCE, "");
    for (int i = 0; i < N; i++)
        host[i] = next_number();
    scans(program);
    ids(program);
    transposes(program);
    all_of_it(program);
    /* Odd sizes, where the runtime chooses the groups. */
    cl_kernel kernel = kernel_of(program, "ids");
    static const size_t sizes[] = {1, 63, 64, 65, 257, 1021, 8191};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        cl_mem memory = buffer(0, sizes[s] * 16, NULL);
        SET(kernel, 0, memory);
        launch(kernel, sizes[s], 0);
        take(memory, back, sizes[s] * 16);
        for (size_t i = 0; i < sizes[s]; i++)
            CHECK(back[4 * i + 2] == i && back[4 * i + 3] % 10 == 1);
    }
    return right();
}
