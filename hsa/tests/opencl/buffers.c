/* Buffers: writes, reads, fills, copies, rectangles, sub-buffers, maps, memory of the host. */
#include "opencl.h"

enum { N = 4096 };

static const char *SOURCE =
    "kernel void add(global int *x, int a) { x[get_global_id(0)] += a; }\n"
    "kernel void copy(global const int *x, global int *y) { size_t i = get_global_id(0); y[i] = x[i]; }\n";

static cl_kernel add;
static int host[N], back[N];

static void add_to(cl_mem memory, int a, size_t n)
{
    SET(add, 0, memory);
    SET(add, 1, a);
    launch(add, n, 0);
}

static void sub_buffers(void)
{
    cl_int error;
    cl_uint bits;
    OK(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
    size_t step = bits / 8;
    CHECK(step && step % 4 == 0 && step * 2 <= sizeof host);
    cl_mem whole = buffer(CL_MEM_READ_WRITE, sizeof host, NULL);
    give(whole, host, sizeof host);
    cl_buffer_region region = {step, step};
    cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    OK(error);
    add_to(part, 1000, step / 4);
    take(whole, back, sizeof back);
    for (size_t i = 0; i < N; i++)
        CHECK(back[i] == host[i] + (i * 4 >= step && i * 4 < 2 * step ? 1000 : 0));
    take(part, back, step);
    for (size_t i = 0; i < step / 4; i++)
        CHECK(back[i] == host[step / 4 + i] + 1000);
    if (step % 3 != 0) {
        region.origin = step / 2;
        CHECK(!clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
        FAILS(CL_MISALIGNED_SUB_BUFFER_OFFSET, error);
    }
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(whole));
}

static void maps(void)
{
    cl_int error;
    const cl_mem_flags kinds[] = {0, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR};
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        static int own[N] __attribute__((aligned(4096)));
        memcpy(own, host, sizeof own);
        int uses = kinds[kind] & CL_MEM_USE_HOST_PTR ? 1 : 0;
        cl_mem memory = buffer(CL_MEM_READ_WRITE | kinds[kind], sizeof host, uses ? own : NULL);
        if (!uses) {
            int *p = clEnqueueMapBuffer(
                queue, memory, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, sizeof host, 0, NULL, NULL, &error);
            OK(error);
            memcpy(p, host, sizeof host);
            OK(clEnqueueUnmapMemObject(queue, memory, p, 0, NULL, NULL));
        }
        add_to(memory, 5, N);
        int *p = clEnqueueMapBuffer(
            queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 400, 800, 0, NULL, NULL, &error);
        OK(error);
        CHECK(!uses || p == own + 100);
        for (int i = 0; i < 200; i++) {
            CHECK(p[i] == host[100 + i] + 5);
            p[i] = -i;
        }
        OK(clEnqueueUnmapMemObject(queue, memory, p, 0, NULL, NULL));
        take(memory, back, sizeof back);
        for (int i = 0; i < N; i++)
            CHECK(back[i] == (i >= 100 && i < 300 ? 100 - i : host[i] + 5));
        OK(clReleaseMemObject(memory));
    }
}

/* A box of 5 x 6 x 3 bytes within 16 x 16 x 8, against loops. */
static void rectangles(void)
{
    enum { PITCH = 16, SLICE = 256, ALL = 2048 };
    static unsigned char from[ALL], to[ALL], wanted[ALL];
    size_t a[3] = {3, 2, 1}, b[3] = {7, 5, 4}, region[3] = {5, 6, 3};
    for (int i = 0; i < ALL; i++)
        from[i] = i * 7 + i / 256, to[i] = 255 - i;
    memcpy(wanted, to, ALL);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            memcpy(wanted + (b[2] + z) * SLICE + (b[1] + y) * PITCH + b[0],
                from + (a[2] + z) * SLICE + (a[1] + y) * PITCH + a[0], region[0]);
    cl_mem x = buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, ALL, from);
    cl_mem y = buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, ALL, to);
    static unsigned char got[ALL];
    OK(clEnqueueCopyBufferRect(queue, x, y, a, b, region, PITCH, SLICE, PITCH, SLICE, 0, NULL, NULL));
    take(y, got, ALL);
    CHECK(memcmp(got, wanted, ALL) == 0);
    give(y, to, ALL);
    OK(clEnqueueWriteBufferRect(queue, y, CL_TRUE, b, a, region, PITCH, SLICE, PITCH, SLICE, from, 0, NULL, NULL));
    take(y, got, ALL);
    CHECK(memcmp(got, wanted, ALL) == 0);
    memcpy(got, to, ALL);
    OK(clEnqueueReadBufferRect(queue, x, CL_TRUE, a, b, region, PITCH, SLICE, PITCH, SLICE, got, 0, NULL, NULL));
    CHECK(memcmp(got, wanted, ALL) == 0);
}

/* Patterns of every size that OpenCL has, at offsets that are multiples of it. */
static void fills(void)
{
    static unsigned char pattern[128], wanted[N], got[N];
    for (int i = 0; i < 128; i++)
        pattern[i] = next_number();
    cl_mem memory = buffer(CL_MEM_READ_WRITE, N, NULL);
    for (size_t size = 1; size <= 128; size *= 2) {
        size_t offset = 3 * size, length = 19 * size;
        memset(wanted, 0xa5, N);
        give(memory, wanted, N);
        for (size_t i = 0; i < length; i++)
            wanted[offset + i] = pattern[i % size];
        OK(clEnqueueFillBuffer(queue, memory, pattern, size, offset, length, 0, NULL, NULL));
        take(memory, got, N);
        CHECK(memcmp(got, wanted, N) == 0);
    }
    /* Copies of odd lengths at odd places, also within one buffer. */
    for (int i = 0; i < N; i++)
        wanted[i] = next_number();
    give(memory, wanted, N);
    OK(clEnqueueCopyBuffer(queue, memory, memory, 13, 2001, 777, 0, NULL, NULL));
    memcpy(wanted + 2001, wanted + 13, 777);
    take(memory, got, N);
    CHECK(memcmp(got, wanted, N) == 0);
    OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 1, 3, got, 0, NULL, NULL));
    CHECK(memcmp(got, wanted + 1, 3) == 0);
}

int main(void)
{
    start();
    cl_program program = build(SOURCE, "");
    add = kernel_of(program, "add");
    for (int i = 0; i < N; i++)
        host[i] = (int)(next_number() >> 2);
    sub_buffers();
    maps();
    rectangles();
    fills();

    /* What one kernel writes the next one reads, over several buffers. */
    cl_mem x = buffer(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof host, host);
    cl_mem y = buffer(CL_MEM_READ_WRITE, sizeof host, NULL);
    cl_kernel copy = kernel_of(program, "copy");
    SET(copy, 0, x);
    SET(copy, 1, y);
    add_to(x, 1, N);
    launch(copy, N, 64);
    add_to(y, 2, N);
    take(y, back, sizeof back);
    for (int i = 0; i < N; i++)
        CHECK(back[i] == host[i] + 3);
    return right();
}
