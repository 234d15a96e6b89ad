/* Programs from source with options, from their own binaries, compiled apart and linked, and what does not build. */
#include "opencl.h"

enum { N = 300 };

static const char *SOURCE =
    "#ifndef FACTOR\n#define FACTOR 1\n#endif\n"
    "constant int table[4] = {3, 1, 4, 1};\n"
    "kernel void first(global int *x) { size_t i = get_global_id(0); x[i] = (int)i * FACTOR + table[i & 3]; }\n"
    "kernel __attribute__((reqd_work_group_size(32, 1, 1))) void second(global int *x, local int *y, const float z)\n"
    "{ y[get_local_id(0)] = z; barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = y[31 - get_local_id(0)]; }\n";

static void first_is_right(cl_program program, int factor)
{
    static int host[N];
    const int table[4] = {3, 1, 4, 1};
    cl_mem x = buffer(CL_MEM_WRITE_ONLY, sizeof host, NULL);
    cl_kernel first = kernel_of(program, "first");
    SET(first, 0, x);
    launch(first, N, 0);
    take(x, host, sizeof host);
    for (int i = 0; i < N; i++)
        CHECK(host[i] == i * factor + table[i & 3]);
    OK(clReleaseKernel(first));
    OK(clReleaseMemObject(x));
}

static void binaries(cl_program program)
{
    size_t size;
    cl_int error, status;
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    CHECK(size > 0);
    unsigned char *binary = malloc(size);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    cl_program again =
        clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary, &status, &error);
    OK(error);
    OK(status);
    OK(clBuildProgram(again, 1, &device, NULL, NULL, NULL));
    first_is_right(again, 7);
    OK(clReleaseProgram(again));
    /* Not a binary at all: AMD's runtime sees that when it looks for a kernel. */
    memset(binary, 0x55, size);
    again = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary, &status, &error);
    CHECK(!again || clBuildProgram(again, 1, &device, NULL, NULL, NULL) || !clCreateKernel(again, "first", &error));
    free(binary);
}

static void linked(void)
{
    const char *library = "int twice(int x) { return 2 * x; }\n";
    const char *header = "int twice(int x);\n";
    const char *user =
        "#include \"twice.h\"\nconstant int table[4] = {3, 1, 4, 1};\n"
        "kernel void first(global int *x) { size_t i = get_global_id(0); x[i] = twice(i) + table[i & 3]; }\n";
    cl_int error;
    cl_program parts[2] = {
        clCreateProgramWithSource(context, 1, &library, NULL, &error),
        clCreateProgramWithSource(context, 1, &user, NULL, &error),
    };
    cl_program text = clCreateProgramWithSource(context, 1, &header, NULL, &error);
    const char *name = "twice.h";
    OK(clCompileProgram(parts[0], 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    OK(clCompileProgram(parts[1], 0, NULL, "", 1, &text, &name, NULL, NULL));
    cl_program whole = clLinkProgram(context, 0, NULL, "", 2, parts, NULL, NULL, &error);
    OK(error);
    first_is_right(whole, 2);
}

static void what_does_not_build(void)
{
    cl_int error;
    char log[4096];
    const char *source = "kernel void broken(global int *x) { x[0] = no_such_name; }\n";
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    OK(error);
    FAILS(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, NULL, "", NULL, NULL));
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    CHECK(strstr(log, "no_such_name"));
    cl_build_status status;
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    CHECK(status == CL_BUILD_ERROR);
    CHECK(!clCreateKernel(program, "broken", &error) && error != CL_SUCCESS);
}

static void queries(cl_program program)
{
    cl_kernel second = kernel_of(program, "second");
    cl_uint arguments;
    size_t size[3], count;
    cl_ulong bytes;
    OK(clGetKernelInfo(second, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, NULL));
    CHECK(arguments == 3);
    OK(clGetKernelWorkGroupInfo(second, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size, NULL));
    CHECK(size[0] == 32 && size[1] == 1 && size[2] == 1);
    OK(clGetKernelWorkGroupInfo(second, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof count, &count, NULL));
    CHECK(count == 32);
    OK(clGetKernelWorkGroupInfo(
        second, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof count, &count, NULL));
    CHECK(count == 64);
    float z = 41;
    int host[64];
    cl_mem x = buffer(CL_MEM_READ_WRITE, sizeof host, NULL);
    SET(second, 0, x);
    OK(clSetKernelArg(second, 1, 32 * 4, NULL));
    SET(second, 2, z);
    OK(clGetKernelWorkGroupInfo(second, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    CHECK(bytes >= 32 * 4);
    size_t all = 64, wrong = 64, group = 32;
    FAILS(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, second, 1, NULL, &all, &wrong, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(queue, second, 1, NULL, &all, &group, 0, NULL, NULL));
    take(x, host, sizeof host);
    for (int i = 0; i < 64; i++)
        CHECK(host[i] == 41);
}

int main(void)
{
    start();
    first_is_right(build(SOURCE, ""), 1);
    cl_program program = build(SOURCE, "-DFACTOR=7 -cl-fast-relaxed-math");
    first_is_right(program, 7);
    binaries(program);
    linked();
    what_does_not_build();
    queries(program);
    return right();
}
