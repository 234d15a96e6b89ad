/* What the OpenCL programs share: one device, checks, and short names for the calls that each needs. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) check(!!(x), #x, __FILE__, __LINE__)
#define OK(call) is(call, CL_SUCCESS, #call, __FILE__, __LINE__)
/* The call fails with that error, which is by name. */
#define FAILS(error, call) is(call, error, #call, __FILE__, __LINE__)
#define SET(kernel, index, value) OK(clSetKernelArg(kernel, index, sizeof(value), &(value)))
#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static inline void check(int right, const char *text, const char *file, int line)
{
    if (right)
        return;
    printf("%s:%d: not %s\n", file, line, text);
    exit(1);
}

static inline void is(cl_int status, cl_int wanted, const char *text, const char *file, int line)
{
    if (status == wanted)
        return;
    printf("%s:%d: %s is %d, not %d\n", file, line, text, status, wanted);
    exit(1);
}

/* Ends a program that the device need not run. */
static inline void skip(const char *why)
{
    printf("skipped: %s\n", why);
    exit(77);
}

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

/* The first GPU, a context, and a queue in order. */
static inline void start(void)
{
    cl_int error;
    OK(clGetPlatformIDs(1, &platform, NULL));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    OK(error);
}

static inline int offers(const char *extension)
{
    static char all[8192];
    OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof all, all, NULL));
    return strstr(all, extension) != NULL;
}

/* OpenCL's version times ten: 12, 20. */
static inline int version(void)
{
    char text[128];
    int major, minor;
    OK(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof text, text, NULL));
    CHECK(sscanf(text, "OpenCL %d.%d", &major, &minor) == 2);
    return major * 10 + minor;
}

static inline cl_program build(const char *source, const char *options)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    OK(error);
    if (clBuildProgram(program, 0, NULL, options, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        printf("%s\n", log);
        exit(1);
    }
    return program;
}

static inline cl_kernel kernel_of(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    OK(error);
    return kernel;
}

static inline cl_mem buffer(cl_mem_flags flags, size_t bytes, void *host)
{
    cl_int error;
    cl_mem made = clCreateBuffer(context, flags, bytes, host, &error);
    OK(error);
    return made;
}

/* Everything of `host` to the buffer, or back. */
static inline void give(cl_mem to, const void *host, size_t bytes)
{
    OK(clEnqueueWriteBuffer(queue, to, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
}

static inline void take(cl_mem from, void *host, size_t bytes)
{
    OK(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
}

/* Launches in one dimension; a group of 0 leaves it to the runtime. */
static inline void launch(cl_kernel kernel, size_t n, size_t group)
{
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, group ? &group : NULL, 0, NULL, NULL));
}

/* Numbers that look random and are always the same. */
static inline uint32_t next_number(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

static inline int right(void)
{
    puts("right");
    return 0;
}
