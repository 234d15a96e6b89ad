/* Shared virtual memory as far as it is offered: lists that the host has linked, copies and fills, and in fine-
 * grained memory what a kernel writes. */
#include "opencl.h"

struct node {
    struct node *next;
    int64_t value;
};

static const char *SOURCE =
    "struct node { global struct node *next; long value; };\n"
    "kernel void sum(global struct node *first, global long *out)\n"
    "{\n"
    "    long s = 0;\n"
    "    for (global struct node *n = first; n; n = n->next) { s += n->value; n->value = -n->value; }\n"
    "    out[get_global_id(0)] = s;\n"
    "}\n"
    "kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\n"
    /* Pointers that are in memory, not in arguments. */
    "struct box { global int *p; };\n"
    "kernel void through(global struct box *x) { *x[get_global_id(0)].p += 1; }\n";

enum { N = 1000 };

static void lists(cl_program program)
{
    struct node *nodes = clSVMAlloc(context, CL_MEM_READ_WRITE, N * sizeof *nodes, 0);
    int64_t *out = clSVMAlloc(context, CL_MEM_READ_WRITE, 8, 0), wanted = 0;
    CHECK(nodes && out);
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, nodes, N * sizeof *nodes, 0, NULL, NULL));
    /* In an order that is none in memory: 7 and 1000 have no divisor in common. */
    for (int i = 0; i < N; i++) {
        struct node *n = &nodes[i * 7 % N];
        n->next = i + 1 < N ? &nodes[(i + 1) * 7 % N] : NULL;
        n->value = (int64_t)next_number() << 20;
        wanted += n->value;
    }
    OK(clEnqueueSVMUnmap(queue, nodes, 0, NULL, NULL));
    cl_kernel sum = kernel_of(program, "sum");
    OK(clSetKernelArgSVMPointer(sum, 0, nodes));
    OK(clSetKernelArgSVMPointer(sum, 1, out));
    launch(sum, 1, 1);
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, out, 8, 0, NULL, NULL));
    CHECK(*out == wanted);
    OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, nodes, N * sizeof *nodes, 0, NULL, NULL));
    for (int i = 0; i < N; i++)
        wanted += nodes[i].value;
    CHECK(wanted == 0);
    OK(clEnqueueSVMUnmap(queue, nodes, 0, NULL, NULL));
    OK(clEnqueueSVMUnmap(queue, out, 0, NULL, NULL));
    OK(clFinish(queue));
    clSVMFree(context, nodes);
    clSVMFree(context, out);
}

static void copies(cl_program program)
{
    static int host[N];
    int *x = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof host, 0), pattern = 0x01020304;
    CHECK(x);
    OK(clEnqueueSVMMemFill(queue, x, &pattern, 4, sizeof host, 0, NULL, NULL));
    cl_kernel twice = kernel_of(program, "twice");
    OK(clSetKernelArgSVMPointer(twice, 0, x));
    launch(twice, N, 0);
    OK(clEnqueueSVMMemcpy(queue, CL_TRUE, host, x, sizeof host, 0, NULL, NULL));
    for (int i = 0; i < N; i++)
        CHECK(host[i] == 0x02040608);
    for (int i = 0; i < N; i++)
        host[i] = i;
    OK(clEnqueueSVMMemcpy(queue, CL_TRUE, x + 1, host, sizeof host - 4, 0, NULL, NULL));
    launch(twice, N, 0);
    OK(clEnqueueSVMMemcpy(queue, CL_TRUE, host, x, sizeof host, 0, NULL, NULL));
    CHECK(host[0] == 0x04080c10);
    for (int i = 1; i < N; i++)
        CHECK(host[i] == 2 * (i - 1));
    OK(clEnqueueSVMFree(queue, 1, (void **)&x, NULL, NULL, 0, NULL, NULL));
    OK(clFinish(queue));
}

/* No map, no copy: host and kernel take turns. */
static void fine(cl_program program)
{
    cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER;
    int *values = clSVMAlloc(context, flags, N * 4, 0);
    int **pointers = clSVMAlloc(context, flags, N * sizeof *pointers, 0);
    CHECK(values && pointers);
    for (int i = 0; i < N; i++) {
        values[i] = i;
        pointers[i] = &values[N - 1 - i];
    }
    cl_kernel through = kernel_of(program, "through");
    OK(clSetKernelArgSVMPointer(through, 0, pointers));
    OK(clSetKernelExecInfo(through, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof values, &values));
    for (int turn = 0; turn < 3; turn++) {
        launch(through, N, 0);
        OK(clFinish(queue));
        for (int i = 0; i < N; i++)
            CHECK(values[i]++ == i + 1 + 2 * turn);
    }
    clSVMFree(context, values);
    clSVMFree(context, pointers);
}

int main(void)
{
    start();
    cl_device_svm_capabilities offered = 0;
    if (clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof offered, &offered, NULL) || !offered)
        skip("no shared virtual memory");
    CHECK(offered & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
    cl_program program = build(SOURCE, version() >= 20 ? "-cl-std=CL2.0" : "");
    lists(program);
    copies(program);
    if (offered & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
        fine(program);
    return right();
}
