/* What goes wrong has the errors that OpenCL names, and the queue goes on after them. */
#include "opencl.h"

static const char *SOURCE =
    "kernel void set(global int *x, int a) { x[get_global_id(0)] = a; }\n";

int main(void)
{
    start();
    cl_int error;
    cl_program program = build(SOURCE, "");
    cl_kernel set = kernel_of(program, "set");
    cl_mem x = buffer(CL_MEM_READ_WRITE, 256, NULL);
    int a = 5, host[64];
    size_t n = 64, zero = 0, most, wide[3] = {1, 1, 1};

    /* Memory: none, and more than there is. */
    CHECK(!clCreateBuffer(context, 0, 0, NULL, &error));
    FAILS(CL_INVALID_BUFFER_SIZE, error);
    cl_ulong limit, all;
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof limit, &limit, NULL));
    OK(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL));
    CHECK(limit >= 128 << 20 && limit <= all);
    CHECK(!clCreateBuffer(context, 0, all + (1 << 20), NULL, &error));
    FAILS(CL_INVALID_BUFFER_SIZE, error);
    CHECK(!clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4, NULL, &error));
    FAILS(CL_INVALID_HOST_PTR, error);
    FAILS(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, x, CL_TRUE, 200, 100, host, 0, NULL, NULL));
    FAILS(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, NULL, CL_TRUE, 0, 4, host, 0, NULL, NULL));

    /* Arguments. */
    FAILS(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue, set, 1, NULL, &n, NULL, 0, NULL, NULL));
    FAILS(CL_INVALID_ARG_INDEX, clSetKernelArg(set, 2, 4, &a));
    FAILS(CL_INVALID_ARG_SIZE, clSetKernelArg(set, 1, 3, &a));
    SET(set, 0, x);
    SET(set, 1, a);

    /* Shapes. */
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    size_t more = most * 2;
    FAILS(CL_INVALID_WORK_DIMENSION, clEnqueueNDRangeKernel(queue, set, 4, NULL, wide, NULL, 0, NULL, NULL));
    FAILS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, set, 1, NULL, &more, &more, 0, NULL, NULL));
    error = clEnqueueNDRangeKernel(queue, set, 1, NULL, &n, &zero, 0, NULL, NULL);
    CHECK(error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE);

    /* Names. */
    CHECK(!clCreateKernel(program, "no_such_kernel", &error));
    FAILS(CL_INVALID_KERNEL_NAME, error);
    cl_device_id none;
    error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &none, NULL);
    FAILS(CL_DEVICE_NOT_FOUND, error);

    /* Memory until there is no more, the host's too, where AMD's runtime goes then: it ends with an error, and freeing
     * it makes room again. */
    static cl_mem taken[4096];
    size_t count = 0, block = limit < (1u << 30) ? limit : 1u << 30;
    for (; count < COUNT(taken); count++) {
        taken[count] = clCreateBuffer(context, 0, block, NULL, &error);
        if (!taken[count])
            break;
        /* AMD's runtime allocates when it is used. */
        int p = 1;
        error = clEnqueueFillBuffer(queue, taken[count], &p, 4, 0, 64, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            break;
    }
    CHECK(error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES);
    CHECK(count * block >= all - all / 4 && count < COUNT(taken));
    for (size_t i = 0; i <= count; i++)
        if (taken[i])
            OK(clReleaseMemObject(taken[i]));
    OK(clFinish(queue));

    /* After all that it works. */
    launch(set, 64, 64);
    take(x, host, sizeof host);
    for (int i = 0; i < 64; i++)
        CHECK(host[i] == 5);
    return right();
}
