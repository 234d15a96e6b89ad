/* Runs a kernel: saxpy.hsaco is given as the argument. */
#include <stdio.h>
#include <stdlib.h>

#include "gcn_jit.h"

enum { N = 1000 };

static gj_device *device;

/* Ends the program when a call has failed. */
static void check(gj_status status)
{
    if (status != GJ_OK) {
        char text[512];
        gj_last_error(device, text, sizeof text);
        fprintf(stderr, "%s: %s\n", gj_status_name(status), text);
        exit(1);
    }
}

/* The bytes of a file. */
static void *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    void *bytes = NULL;
    long end;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (end = ftell(file)) < 0)
        return NULL;
    rewind(file);
    bytes = malloc((size_t)end);
    *size = bytes == NULL ? 0 : fread(bytes, 1, (size_t)end, file);
    fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    gj_program *program;
    gj_kernel *kernel;
    uint64_t x, y;
    float values[N], a = 2.5f;
    uint32_t i, n = N, wrong = 0;
    size_t size = 0;
    void *bytes = argc == 2 ? read_file(argv[1], &size) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: saxpy FILE.hsaco\n");
        return 2;
    }

    check(gj_device_open(NULL, &device));
    check(gj_program_load(device, bytes, size, &program));
    check(gj_kernel_find(program, "saxpy", &kernel));

    check(gj_alloc(device, sizeof values, 0, "x", &x));
    check(gj_alloc(device, sizeof values, 0, "y", &y));
    for (i = 0; i < N; i++)
        values[i] = (float)i;
    check(gj_write(device, x, values, sizeof values));

    gj_argument arguments[] = {
        {.kind = GJ_ARG_VALUE, .value = &a, .bytes = sizeof a},
        {.kind = GJ_ARG_POINTER, .address = x},
        {.kind = GJ_ARG_POINTER, .address = y},
        {.kind = GJ_ARG_VALUE, .value = &n, .bytes = sizeof n},
    };
    gj_launch_info info = {.size = sizeof info, .global = {1024}, .local = {256}, .arguments = arguments,
                           .argument_count = 4};
    gj_stats stats = {.size = sizeof stats};
    check(gj_launch(device, kernel, &info, &stats));

    check(gj_read(device, y, values, sizeof values));
    for (i = 0; i < N; i++)
        wrong += values[i] != 2.5f * (float)i;
    printf("%u waves, %u wrong\n", (unsigned)stats.waves, (unsigned)wrong);

    /* A kernel that is given too large a number faults, and says where. */
    n = 1 << 20;
    info.global[0] = n;
    if (gj_launch(device, kernel, &info, NULL) == GJ_ERR_FAULT) {
        gj_fault fault = {.size = sizeof fault};
        check(gj_last_fault(device, &fault));
        printf("fault %d in %s, lane %d\n", (int)fault.kind, fault.kernel, (int)fault.lane);
    }

    gj_program_unload(program);
    gj_device_close(device);
    free(bytes);
    return wrong != 0;
}
