/* All GPUs in one context: each runs the program compiled for itself, buffers wander between them, events of one
 * hold another. */
#include "opencl.h"
#include <pthread.h>

enum { N = 2048, MOST = 8, ROUNDS = 3 };

static const char *SOURCE =
    "kernel void step(global uint *x, uint mul) { size_t i = get_global_id(0); x[i] = x[i] * mul + (uint)i; }\n"
    "kernel void sums(global const uint *x, global uint *y)\n"
    "{\n"
    "    local uint s;\n"
    "    if (get_local_id(0) == 0) s = 0;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    atomic_add(&s, x[get_global_id(0)]);\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (get_local_id(0) == 0) y[get_group_id(0)] = s;\n"
    "}\n";

static cl_device_id devices[MOST];
static cl_command_queue queues[MOST];
static cl_uint count;
static cl_program program;

/* Each device by a thread of its own, with its own kernel and buffers. */
static void *alone(void *which)
{
    cl_uint d = (cl_uint)(uintptr_t)which;
    static uint32_t results[MOST][N / 64];
    uint32_t host[N], s = 0;
    for (int i = 0; i < N; i++)
        host[i] = i * (d + 1);
    cl_int error;
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof host, NULL, &error);
    OK(error);
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, N / 64 * 4, NULL, &error);
    OK(error);
    cl_kernel sums = kernel_of(program, "sums");
    size_t n = N, group = 64;
    SET(sums, 0, x);
    SET(sums, 1, y);
    for (int round = 0; round < 20; round++) {
        OK(clEnqueueWriteBuffer(queues[d], x, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL));
        OK(clEnqueueNDRangeKernel(queues[d], sums, 1, NULL, &n, &group, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(queues[d], y, CL_TRUE, 0, sizeof results[d], results[d], 0, NULL, NULL));
        for (int i = 0; i < N; i++) {
            s = host[i] + (i % 64 ? s : 0);
            if (i % 64 == 63)
                CHECK(results[d][i / 64] == s);
            host[i] += round;
        }
    }
    return NULL;
}

int main(void)
{
    cl_int error;
    OK(clGetPlatformIDs(1, &platform, NULL));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, MOST, devices, &count));
    if (count < 2)
        skip("one device");
    char wanted[256], name[64], *save;
    snprintf(wanted, sizeof wanted, "%s", getenv("GCN_JIT_TARGETS"));
    cl_uint named = 0;
    for (char *t = strtok_r(wanted, ",", &save); t; t = strtok_r(NULL, ",", &save), named++) {
        OK(clGetDeviceInfo(devices[named], CL_DEVICE_NAME, sizeof name, name, NULL));
        CHECK(strncmp(name, t, strlen(t)) == 0);
    }
    CHECK(named == count);
    context = clCreateContext(NULL, count, devices, NULL, NULL, &error);
    OK(error);
    program = build(SOURCE, "");
    for (cl_uint d = 0; d < count; d++) {
        queues[d] = clCreateCommandQueue(context, devices[d], 0, &error);
        OK(error);
    }

    /* From device to device, some rounds: nothing but events orders them. */
    uint32_t wants[N], host[N];
    for (int i = 0; i < N; i++)
        wants[i] = host[i] = next_number();
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof host, host, &error);
    OK(error);
    cl_kernel step = kernel_of(program, "step");
    cl_event last = NULL;
    size_t n = N;
    for (cl_uint k = 0; k < ROUNDS * count; k++) {
        cl_uint mul = 3 + 2 * k;
        cl_event done;
        SET(step, 0, x);
        SET(step, 1, mul);
        if (k % 2)
            OK(clEnqueueMigrateMemObjects(queues[k % count], 1, &x, 0, 1, &last, NULL));
        cl_event *after = last ? &last : NULL;
        OK(clEnqueueNDRangeKernel(queues[k % count], step, 1, NULL, &n, NULL, last != NULL, after, &done));
        OK(clFlush(queues[k % count]));
        last = done;
        for (int i = 0; i < N; i++)
            wants[i] = wants[i] * mul + i;
    }
    OK(clEnqueueReadBuffer(queues[0], x, CL_TRUE, 0, sizeof host, host, 1, &last, NULL));
    CHECK(memcmp(host, wants, sizeof host) == 0);

    pthread_t threads[MOST];
    for (cl_uint d = 0; d < count; d++)
        CHECK(pthread_create(&threads[d], NULL, alone, (void *)(uintptr_t)d) == 0);
    for (cl_uint d = 0; d < count; d++)
        CHECK(pthread_join(threads[d], NULL) == 0);
    return right();
}
