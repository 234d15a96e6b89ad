/* Addresses that are reserved and memory that is mapped there. What is allowed and which status says what is not:
   hsa_ext_amd.h of ROCm 7.2, AMD's runtime (`Runtime::VMemory*`), and its tests (`virtual_memory.cc`). */
#include "runs.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NONE, RO, WO, RW };
enum { HUGE = 2 << 20, PAGE = 4096 };

static uint8_t *reserve(size_t bytes)
{
    void *p = NULL;
    OK(hsa_amd_vmem_address_reserve(&p, bytes, 0, 0));
    CHECK(p != NULL);
    return p;
}

static handle memory(size_t bytes)
{
    handle h = 0;
    OK(hsa_amd_vmem_handle_create(gpu_pool, bytes, 0, 0, &h));
    CHECK(h != 0);
    return h;
}

static void allow(void *p, size_t bytes, handle agent, uint32_t rights)
{
    struct permission one = {rights, agent};
    OK(hsa_amd_vmem_set_access(p, bytes, &one, 1));
}

/* Whether the host can read a byte: the system tells. */
static bool is_readable(const void *p)
{
    static int ends[2];
    if (!ends[0])
        CHECK(pipe(ends) == 0);
    char byte;
    if (write(ends[1], p, 1) != 1) {
        CHECK(errno == EFAULT);
        return false;
    }
    CHECK(read(ends[0], &byte, 1) == 1);
    return true;
}

static void addresses(void)
{
    void *p = NULL;
    CHECK(hsa_amd_vmem_address_reserve(&p, 0, 0, 0) == 0x1001);
    /* Whole pages are reserved. */
    OK(hsa_amd_vmem_address_reserve(&p, PAGE + 1, 0, 0));
    CHECK(hsa_amd_vmem_address_free(p, PAGE) == 0x1001);
    OK(hsa_amd_vmem_address_free(p, PAGE + 1));
    CHECK(hsa_amd_vmem_address_reserve_align(&p, PAGE, 0, 3 * PAGE, 0) == 0x1001);
    OK(hsa_amd_vmem_address_reserve_align(&p, PAGE, 0, 1 << 30, 0));
    CHECK((uintptr_t)p % (1 << 30) == 0);
    /* Wanted addresses are given where nothing is. */
    void *q = NULL, *wanted = (char *)p + (16 << 20);
    OK(hsa_amd_vmem_address_reserve(&q, PAGE, (uint64_t)wanted, 0));
    CHECK(q == wanted);
    void *r = NULL;
    OK(hsa_amd_vmem_address_reserve(&r, PAGE, (uint64_t)wanted, 0));
    CHECK(r && r != wanted);
    CHECK(!is_readable(p));
    struct pointer_info info = {.size = sizeof info};
    OK(hsa_amd_pointer_info((char *)p + 100, &info, NULL, NULL, NULL));
    CHECK(info.type == 5 && info.agent_base == p && info.bytes == PAGE);
    char byte = 1;
    CHECK(hsa_memory_copy(p, &byte, 1) == 0x1001);
    CHECK(hsa_amd_vmem_address_free((char *)p + PAGE, PAGE) == 0x1003);
    CHECK(hsa_amd_vmem_address_free(p, 2 * PAGE) == 0x1001);
    OK(hsa_amd_vmem_address_free(p, PAGE));
    CHECK(hsa_amd_vmem_address_free(p, PAGE) == 0x1003);
    OK(hsa_amd_vmem_address_free(q, PAGE));
    OK(hsa_amd_vmem_address_free(r, PAGE));
    OK(hsa_amd_pointer_info(p, &info, NULL, NULL, NULL));
    CHECK(info.type == 0);
    /* More than there is memory. */
    p = reserve((size_t)1 << 40);
    OK(hsa_amd_vmem_address_free(p, (size_t)1 << 40));
}

static void handles(void)
{
    handle h = 0, same = 0, pool = 0;
    uint32_t kind = 7;
    CHECK(hsa_amd_vmem_handle_create(gpu_pool, PAGE + 1, 0, 0, &h) == 0x1001);
    CHECK(hsa_amd_vmem_handle_create(gpu_pool, PAGE, 2, 0, &h) == 0x1001);
    CHECK(hsa_amd_vmem_handle_create(77, PAGE, 0, 0, &h) == 0x1001);
    size_t size = 0;
    OK(hsa_amd_memory_pool_get_info(gpu_pool, 2, &size));
    CHECK(hsa_amd_vmem_handle_create(gpu_pool, size + PAGE, 0, 0, &h) == 0x1003);
    OK(hsa_amd_vmem_handle_create(gpu_pool, 10 * PAGE, 1, 0, &h));
    OK(hsa_amd_vmem_get_alloc_properties_from_handle(h, &pool, &kind));
    CHECK(pool == gpu_pool && kind == 1);
    CHECK(hsa_amd_vmem_get_alloc_properties_from_handle(h + 1, &pool, &kind) == 0x1003);

    /* Memory stays while it is mapped, and its handle can be had again. */
    uint8_t *p = reserve(15 * PAGE);
    OK(hsa_amd_vmem_map(p, 10 * PAGE, 0, h, 0));
    OK(hsa_amd_vmem_retain_alloc_handle(&same, p));
    CHECK(same == h);
    CHECK(hsa_amd_vmem_retain_alloc_handle(&same, p + PAGE) == 0x1003);
    CHECK(hsa_amd_vmem_unmap(p, 5 * PAGE) == 0x1001 && hsa_amd_vmem_unmap(p + PAGE, PAGE) == 0x1003);
    OK(hsa_amd_vmem_handle_release(h));
    OK(hsa_amd_vmem_handle_release(h));
    CHECK(hsa_amd_vmem_handle_release(h) == 0x1003);
    CHECK(hsa_amd_vmem_address_free(p, 15 * PAGE) == 0x100a);
    OK(hsa_amd_vmem_unmap(p, 10 * PAGE));
    CHECK(hsa_amd_vmem_retain_alloc_handle(&same, p) == 0x1003);
    CHECK(hsa_amd_vmem_map(p, 10 * PAGE, 0, h, 0) == 0x1001);

    /* Parts of it, at several places, but at none twice. */
    handle a = memory(8 * PAGE), b = memory(8 * PAGE);
    OK(hsa_amd_vmem_map(p + 2 * PAGE, 6 * PAGE, 0, a, 0));
    OK(hsa_amd_vmem_map(p + 11 * PAGE, 3 * PAGE, 0, b, 0));
    CHECK(hsa_amd_vmem_map(p + 14 * PAGE, 2 * PAGE, 0, b, 0) == 0x1001);
    OK(hsa_amd_vmem_map(p + 14 * PAGE, PAGE, 0, b, 0));
    CHECK(hsa_amd_vmem_map(p + 8 * PAGE, 4 * PAGE, 0, b, 0) == 0x1001);
    CHECK(hsa_amd_vmem_map(p + PAGE, 2 * PAGE, 0, b, 0) == 0x1001);
    OK(hsa_amd_vmem_map(p + 8 * PAGE, 3 * PAGE, 0, b, 0));
    allow(p + 2 * PAGE, 13 * PAGE, cpu, RW);
    p[8 * PAGE + 7] = 42;
    CHECK(p[11 * PAGE + 7] == 42 && p[14 * PAGE + 7] == 42 && p[2 * PAGE + 7] == 0);
    for (int i = 0; i < 4; i++) {
        static const int parts[][2] = {{2, 6}, {8, 3}, {11, 3}, {14, 1}};
        OK(hsa_amd_vmem_unmap(p + parts[i][0] * PAGE, parts[i][1] * PAGE));
    }
    CHECK(!is_readable(p + 2 * PAGE));
    OK(hsa_amd_vmem_address_free(p, 15 * PAGE));
    OK(hsa_amd_vmem_handle_release(a));
    OK(hsa_amd_vmem_handle_release(b));
    /* All that was made of the pool is there again. */
    size_t free_bytes = 0;
    OK(hsa_agent_get_info(gpu, 0xa015, &free_bytes));
    CHECK(free_bytes == size);
}

static void rights(void)
{
    uint8_t *p = reserve(4 * PAGE);
    handle h = memory(4 * PAGE);
    uint32_t r = 9;
    CHECK(hsa_amd_vmem_get_access(p, &r, gpu) == 0x1003);
    OK(hsa_amd_vmem_map(p, 4 * PAGE, 0, h, 0));
    OK(hsa_amd_vmem_get_access(p + PAGE, &r, gpu));
    CHECK(r == NONE);
    CHECK(hsa_amd_vmem_get_access(p, &r, cpu) == 0x1004);
    struct permission odd[] = {{RW, 99}, {4, gpu}};
    CHECK(hsa_amd_vmem_set_access(p, 4 * PAGE, &odd[0], 1) == 0x1004);
    CHECK(hsa_amd_vmem_set_access(p, 4 * PAGE, &odd[1], 1) == 0x1001);
    struct permission right = {RO, gpu};
    CHECK(hsa_amd_vmem_set_access(p + PAGE, PAGE, &right, 1) == 0x1003);
    CHECK(hsa_amd_vmem_set_access(p, 5 * PAGE, &right, 1) == 0x1001);
    CHECK(!is_readable(p));
    allow(p, 4 * PAGE, cpu, RW);
    CHECK(is_readable(p));
    float *x = (float *)p, *y = (float *)(p + 2 * PAGE);
    for (int i = 0; i < N; i++)
        x[i] = i, y[i] = 1;
    /* Without access for the GPU; with the right to read; with both. */
    CHECK(saxpy(x, y, N) == 43);
    allow(p, 4 * PAGE, gpu, RO);
    OK(hsa_amd_vmem_get_access(p, &r, gpu));
    CHECK(r == RO);
    CHECK(saxpy(x, y, N) == 43 && y[1] == 1);
    allow(p, 4 * PAGE, gpu, RW);
    CHECK(saxpy(x, y, N) == 0);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 1 + 2.0f * i);
    /* The CPU's rights go, the GPU's stay. */
    allow(p, 4 * PAGE, cpu, NONE);
    CHECK(!is_readable(p));
    CHECK(saxpy(x, y, N) == 0);
    struct pointer_info info = {.size = sizeof info};
    OK(hsa_amd_pointer_info(y, &info, NULL, NULL, NULL));
    CHECK(info.type == 6 && info.agent_base == p && info.bytes == 4 * PAGE && info.owner == gpu);
    /* Copies find it, too. */
    float copy[N];
    OK(hsa_memory_copy(copy, y, sizeof copy));
    CHECK(copy[3] == 13);
    OK(hsa_amd_vmem_unmap(p, 4 * PAGE));
    CHECK(saxpy(x, y, N) == 43);
    OK(hsa_amd_vmem_handle_release(h));
    OK(hsa_amd_vmem_address_free(p, 4 * PAGE));
}

/* A buffer over the border of two memories, one of which comes and goes. */
static void neighbours(void)
{
    uint8_t *p = reserve(4 * HUGE);
    handle a = memory(HUGE), b = memory(HUGE);
    OK(hsa_amd_vmem_map(p, HUGE, 0, a, 0));
    OK(hsa_amd_vmem_map(p + HUGE, HUGE, 0, b, 0));
    OK(hsa_amd_agents_allow_access(1, &gpu, NULL, p));
    allow(p, 2 * HUGE, cpu, RW);
    float *x = (float *)p, *y = (float *)(p + HUGE - N * 2 + 1);
    for (int i = 0; i < N; i++) {
        float zero = 0;
        x[i] = i;
        memcpy((char *)y + i * 4, &zero, 4);
    }
    CHECK(saxpy(x, y, N) == 0);
    float copy[N];
    OK(hsa_memory_copy(copy, y, sizeof copy));
    for (int i = 0; i < N; i++)
        CHECK(copy[i] == 2.0f * i);
    CHECK(hsa_memory_copy(p + 2 * HUGE - 4, copy, 8) == 0x1001);
    OK(hsa_amd_vmem_unmap(p + HUGE, HUGE));
    CHECK(saxpy(x, y, N) == 43 && saxpy(x, x, N) == 0 && x[3] == 9);
    OK(hsa_amd_vmem_unmap(p, HUGE));
    OK(hsa_amd_vmem_handle_release(a));
    OK(hsa_amd_vmem_handle_release(b));
    OK(hsa_amd_vmem_address_free(p, 4 * HUGE));
}

/* What another process does with memory that it is given as a file. */
static int other(int file)
{
    handle h = 0, pool = 0;
    uint32_t kind = 0;
    OK(hsa_amd_vmem_import_shareable_handle(file, &h));
    OK(hsa_amd_vmem_get_alloc_properties_from_handle(h, &pool, &kind));
    CHECK(pool == gpu_pool && kind == 0);
    uint8_t *p = reserve(2 * PAGE);
    OK(hsa_amd_vmem_map(p, 2 * PAGE, 0, h, 0));
    allow(p, 2 * PAGE, gpu, RW);
    CHECK(saxpy((float *)p, (float *)(p + PAGE), N) == 0);
    CHECK(hsa_amd_vmem_import_shareable_handle(0, &h) == 0x100d);
    puts("right in another process");
    return 0;
}

static void processes(const char *self, const char *code)
{
    handle h = memory(2 * PAGE), again = 0;
    int file = -1;
    CHECK(hsa_amd_vmem_export_shareable_handle(&file, h + 1, 0) == 0x1003 && file == -1);
    OK(hsa_amd_vmem_export_shareable_handle(&file, h, 0));
    OK(hsa_amd_vmem_import_shareable_handle(file, &again));
    CHECK(again == h);
    uint8_t *p = reserve(2 * PAGE);
    OK(hsa_amd_vmem_map(p, 2 * PAGE, 0, again, 0));
    allow(p, 2 * PAGE, cpu, RW);
    float *x = (float *)p, *y = (float *)(p + PAGE);
    for (int i = 0; i < N; i++)
        x[i] = i;
    CHECK(fcntl(file, F_SETFD, 0) == 0);
    pid_t child = fork();
    if (child == 0) {
        char number[16];
        snprintf(number, sizeof number, "%d", file);
        unsetenv("GCN_JIT_HSA_TRACE");
        unsetenv("GCN_JIT_HSA_STATS");
        execl(self, self, code, number, NULL);
        _exit(2);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2.0f * i);
    close(file);
    OK(hsa_amd_vmem_handle_release(h));
    OK(hsa_amd_vmem_handle_release(h));
    OK(hsa_amd_vmem_unmap(p, 2 * PAGE));
    OK(hsa_amd_vmem_address_free(p, 2 * PAGE));
}

int main(int argc, char **argv)
{
    CHECK(argc >= 2);
    start();
    told = new_signal(1);
    k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    if (argc == 3)
        return other(atoi(argv[2]));
    bool has = false;
    OK(hsa_system_get_info(0x205, &has));
    CHECK(has);
    addresses();
    handles();
    rights();
    neighbours();
    processes(argv[0], argv[1]);
    puts("right");
    return 0;
}
