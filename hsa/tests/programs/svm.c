/* Shared virtual memory: what is said of pages of the host's, and that kernels reach them at the host's addresses for as
   long as they are there and may. Values of attributes and what they mean: hsa_ext_amd.h, hsa_amd_svm_attribute_t; what
   holds at first, and what is answered where pages differ and the header does not say: Linux, kfd_svm.c. */
#include "runs.h"
#include <sys/mman.h>

enum { FLAG, READ_ONLY, HIVE_LOCAL, GRANULARITY, PREFERRED, PREFETCHED, READ_MOSTLY };
enum { ACCESSIBLE = 0x200, IN_PLACE, NO_ACCESS, QUERY };
enum { FINE, COARSE, INDETERMINATE };
enum { PAGE = 4096 };

static void *fresh(void *at, size_t bytes)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED_NOREPLACE : 0);
    void *p = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    CHECK(p != MAP_FAILED && (!at || p == at));
    return p;
}

static uint32_t set(void *p, size_t bytes, uint64_t attribute, uint64_t value)
{
    struct svm_attribute pair = {attribute, value};
    return hsa_amd_svm_attributes_set(p, bytes, &pair, 1);
}

static uint64_t get(void *p, size_t bytes, uint64_t attribute)
{
    struct svm_attribute pair = {attribute, 99};
    OK(hsa_amd_svm_attributes_get(p, bytes, &pair, 1));
    CHECK(pair.attribute == attribute);
    return pair.value;
}

static uint64_t access_of(void *p, size_t bytes, handle agent)
{
    struct svm_attribute pair = {QUERY, agent};
    OK(hsa_amd_svm_attributes_get(p, bytes, &pair, 1));
    CHECK(pair.value == agent);
    return pair.attribute;
}

static void attributes(uint8_t *p)
{
    const size_t all = 4 * PAGE;
    CHECK(get(p, all, FLAG) == FINE && get(p, all, READ_ONLY) == 0 && get(p, all, HIVE_LOCAL) == 0);
    CHECK(get(p, all, READ_MOSTLY) == 0 && get(p, all, GRANULARITY) == 9);
    CHECK(get(p, all, PREFERRED) == 0 && get(p, all, PREFETCHED) == 0);
    CHECK(access_of(p, all, gpu) == NO_ACCESS && access_of(p, all, cpu) == ACCESSIBLE);

    /* Errors change nothing. */
    struct svm_attribute twice[] = {{READ_MOSTLY, 1}, {READ_MOSTLY, 0}}, agents_twice[] = {{ACCESSIBLE, gpu}, {NO_ACCESS, gpu}};
    struct svm_attribute late[] = {{READ_MOSTLY, 1}, {77, 0}};
    CHECK(hsa_amd_svm_attributes_set(p, all, twice, 2) == 0x100d);
    CHECK(hsa_amd_svm_attributes_set(p, all, agents_twice, 2) == 0x100d);
    CHECK(hsa_amd_svm_attributes_set(p, all, late, 2) == 0x1001);
    CHECK(hsa_amd_svm_attributes_set(p, all, NULL, 2) == 0x1001);
    CHECK(set(p, all, QUERY, gpu) == 0x1001 && set(p, all, PREFETCHED, gpu) == 0x1001);
    CHECK(set(p, all, FLAG, INDETERMINATE) == 0x1001);
    CHECK(set(p, all, ACCESSIBLE, 99) == 0x1004 && set(p, all, PREFERRED, 99) == 0x1004);
    struct svm_attribute none = {ACCESSIBLE, gpu};
    CHECK(hsa_amd_svm_attributes_get(p, all, &none, 1) == 0x1001);
    CHECK(set(NULL, all, READ_MOSTLY, 1) == 0x1001 && set(p, 0, READ_MOSTLY, 1) == 0x1001);
    OK(hsa_amd_svm_attributes_get(NULL, 0, NULL, 0));
    CHECK(get(p, all, READ_MOSTLY) == 0);

    /* The second page, by a range inside of it. */
    struct svm_attribute some[] = {{FLAG, COARSE}, {READ_ONLY, 1}, {HIVE_LOCAL, 1}, {READ_MOSTLY, 1}, {GRANULARITY, 40},
                                   {PREFERRED, cpu}, {IN_PLACE, gpu}};
    OK(hsa_amd_svm_attributes_set(p + PAGE + 100, 8, some, 7));
    for (int whole = 0; whole < 2; whole++) {
        uint8_t *at = p + PAGE + (whole ? 0 : 2000);
        size_t n = whole ? PAGE : 1;
        CHECK(get(at, n, FLAG) == COARSE && get(at, n, READ_ONLY) == 1 && get(at, n, HIVE_LOCAL) == 1);
        CHECK(get(at, n, READ_MOSTLY) == 1 && get(at, n, PREFERRED) == cpu && access_of(at, n, gpu) == IN_PLACE);
        /* 1 GiB at most, in pages. */
        CHECK(get(at, n, GRANULARITY) == 18);
    }
    CHECK(get(p, PAGE, READ_MOSTLY) == 0 && get(p + 2 * PAGE, PAGE, READ_MOSTLY) == 0);
    /* Pages that differ. */
    CHECK(get(p, all, FLAG) == INDETERMINATE && get(p, all, READ_MOSTLY) == 0 && get(p, all, GRANULARITY) == 9);
    CHECK(get(p + PAGE - 1, 2, PREFERRED) == 0 && access_of(p + PAGE - 1, 2, gpu) == NO_ACCESS);
    struct svm_attribute back[] = {{FLAG, FINE}, {READ_ONLY, 0}, {READ_MOSTLY, 0}, {PREFERRED, 0}, {NO_ACCESS, gpu}};
    OK(hsa_amd_svm_attributes_set(p, all, back, 5));
    CHECK(get(p, all, FLAG) == FINE && get(p, all, READ_ONLY) == 0 && get(p, all, PREFERRED) == 0);
    CHECK(get(p, all, HIVE_LOCAL) == 0 && access_of(p, all, gpu) == NO_ACCESS);
    CHECK(get(p + PAGE, 1, HIVE_LOCAL) == 1);
    OK(set(p, all, NO_ACCESS, cpu));
    CHECK(access_of(p, all, cpu) == NO_ACCESS);
    OK(set(p, all, ACCESSIBLE, cpu));
    CHECK(access_of(p, all, cpu) == ACCESSIBLE);
}

static void prefetches(uint8_t *p)
{
    const size_t all = 4 * PAGE;
    handle go = new_signal(1), done[2] = {new_signal(1), new_signal(5)};
    CHECK(hsa_amd_svm_prefetch_async(p, all, 99, 0, NULL, 0) == 0x1004);
    CHECK(hsa_amd_svm_prefetch_async(p, all, gpu, 1, NULL, 0) == 0x1001);
    /* The place that it goes to is told at once; of several the one that was asked for last. */
    OK(hsa_amd_svm_prefetch_async(p, all, gpu, 1, &go, done[0]));
    CHECK(get(p, all, PREFETCHED) == gpu && hsa_signal_load_scacquire(done[0]) == 1);
    OK(hsa_amd_svm_prefetch_async(p, all, cpu, 0, NULL, done[1]));
    CHECK(hsa_signal_wait_scacquire(done[1], LT, 5, FOREVER, 0) == 4);
    CHECK(get(p, all, PREFETCHED) == cpu);
    hsa_signal_store_screlease(go, 0);
    wait_for(done[0]);
    /* None is under way: the one that was complete last. */
    CHECK(get(p, all, PREFETCHED) == gpu);
    OK(hsa_amd_svm_prefetch_async(p + PAGE, 1, cpu, 0, NULL, 0));
    CHECK(get(p + PAGE, PAGE, PREFETCHED) == cpu && get(p, PAGE, PREFETCHED) == gpu);
    CHECK(get(p, all, PREFETCHED) == 0);
    /* It is a hint: memory that is not shared is none to complain about. */
    hsa_signal_store_relaxed(done[0], 1);
    OK(hsa_amd_svm_prefetch_async(allocate(gpu_pool, 64), 64, gpu, 0, NULL, done[0]));
    wait_for(done[0]);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    bool supported = false, by_default = true;
    start();
    OK(hsa_system_get_info(0x201, &supported));
    OK(hsa_system_get_info(0x202, &by_default));
    CHECK(supported && !by_default);
    told = new_signal(1);
    k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");

    uint8_t *p = fresh(NULL, 4 * PAGE);
    attributes(p);
    prefetches(p);

    /* What cannot be shared: pages that are not there, that are the device's, or that have something in them, where the range
       does not begin with one of them. Where it does they keep what they have. */
    uint8_t *full = fresh(NULL, 2 * PAGE), *device = allocate(gpu_pool, PAGE);
    full[PAGE] = 1;
    CHECK(set(full + 8, 2 * PAGE - 8, ACCESSIBLE, gpu) == 0x1000 && full[PAGE] == 1);
    CHECK(access_of(full, 2 * PAGE, gpu) == NO_ACCESS);
    OK(set(full, 2 * PAGE, ACCESSIBLE, gpu));
    CHECK(access_of(full, 2 * PAGE, gpu) == ACCESSIBLE);
    for (int i = 0; i < 2 * PAGE; i++)
        CHECK(full[i] == (i == PAGE));
    CHECK(set(device, PAGE, ACCESSIBLE, gpu) == 0x1000);
    CHECK(munmap(full, 2 * PAGE) == 0);
    struct svm_attribute pair = {FLAG, 0};
    CHECK(set(full, PAGE, READ_MOSTLY, 1) == 0x1000 && hsa_amd_svm_attributes_get(full, PAGE, &pair, 1) == 0x1000);
    CHECK(hsa_amd_svm_attributes_get(device, PAGE, &pair, 1) == 0x1000);

    /* A kernel and the host at the same addresses, over the border of what is said differently. */
    float *x = fresh(NULL, 4 * PAGE), *y = fresh(NULL, N * 4);
    OK(set(x, PAGE, ACCESSIBLE, gpu));
    OK(set((uint8_t *)x + PAGE, N * 2, IN_PLACE, gpu));
    OK(set(y, N * 4, ACCESSIBLE, gpu));
    x += N / 2;
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 0);
    for (int round = 1; round < 3; round++) {
        for (int i = 0; i < N; i++)
            x[i] = (float)(i * round), y[i] = 1;
        CHECK(saxpy(x, y, N) == (round == 1 ? 0 : 43));
        for (int i = round == 1 ? 0 : N / 2; i < N; i++)
            CHECK(y[i] == (round == 1 ? 2.0f * (float)i + 1 : 1));
        /* Then without access to the second half of what is read. */
        OK(set((uint8_t *)x + N * 2, 1, NO_ACCESS, gpu));
    }
    OK(set(x, N * 4, ACCESSIBLE, gpu));
    y[5] = 1;
    OK(set(y, N * 4, READ_ONLY, 1));
    CHECK(saxpy(x, y, N) == 43 && y[5] == 1);
    OK(set(y, N * 4, READ_ONLY, 0));
    CHECK(saxpy(x, y, N) == 0 && y[5] == 21);
    /* Copies. */
    float copy[3];
    OK(hsa_memory_copy(copy, y + 4, sizeof copy));
    CHECK(copy[1] == 21);
    OK(hsa_memory_copy(y, copy, sizeof copy));
    CHECK(y[1] == 21);
    /* Accesses end where the range that was shared ends. */
    float *z = fresh(NULL, PAGE);
    OK(set(z, N * 4 - 4, ACCESSIBLE, gpu));
    CHECK(saxpy(x, z, N) == 43);
    OK(set(z, PAGE, ACCESSIBLE, gpu));
    CHECK(saxpy(x, z, N) == 0 && z[N - 1] == 2 * x[N - 1]);

    /* What the host unmaps is gone for kernels, also when something else is there, until that is shared. */
    CHECK(munmap(y, N * 4) == 0);
    CHECK(saxpy(x, y, N) == 43);
    y = fresh(y, N * 4);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 0);
    CHECK(saxpy(x, y, N) == 43 && y[N - 1] == 0);
    CHECK(access_of(y, N * 4, gpu) == NO_ACCESS);
    CHECK(munmap(y, N * 4) == 0);
    y = fresh(y, N * 4);
    OK(set(y, N * 4, ACCESSIBLE, gpu));
    CHECK(saxpy(x, y, N) == 0 && y[N - 1] == 2 * x[N - 1]);
    /* The same, put over it without a word: no kernel writes what is there then. */
    float *over = mmap(y, N * 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    CHECK(over == y);
    y[3] = 7;
    saxpy(x, y, N);
    CHECK(y[3] == 7 && y[4] == 0);
    float seven = 0;
    OK(hsa_memory_copy(&seven, y + 3, 4));
    CHECK(seven == 7);
    CHECK(access_of(y, N * 4, gpu) == NO_ACCESS);

    /* A kernel reads what was in pages before they were shared. */
    float *had = fresh(NULL, N * 4);
    for (int i = 0; i < N; i++)
        had[i] = (float)i;
    OK(set(had, N * 4, ACCESSIBLE, gpu));
    CHECK(saxpy(x, had, N) == 0 && had[5] == 2 * x[5] + 5 && had[N - 1] == 2 * x[N - 1] + N - 1);

    /* Addresses that are reserved without telling the driver (flag 1, HSA_AMD_VMEM_ADDRESS_NO_REGISTER) are memory of the
       host program's that can be shared, as HIP 7 does for its managed memory. */
    void *reserved;
    OK(hsa_amd_vmem_address_reserve_align(&reserved, N * 4, 0, 2 * PAGE, 1));
    CHECK((uintptr_t)reserved % (2 * PAGE) == 0);
    CHECK(saxpy(x, reserved, N) == 43);
    OK(set(reserved, N * 4, ACCESSIBLE, gpu));
    y = reserved;
    y[5] = 1;
    CHECK(saxpy(x, y, N) == 0 && y[5] == 2 * x[5] + 1 && y[N - 1] == 2 * x[N - 1]);
    OK(hsa_amd_vmem_address_free(reserved, N * 4));
    CHECK(saxpy(x, reserved, N) == 43);

    /* Memory that is gone is used again, as zeros: 128 GiB in all. */
    for (int i = 0; i < 128; i++) {
        const size_t bytes = (size_t)1 << 30;
        uint8_t *large = fresh(NULL, bytes);
        OK(set(large, bytes, ACCESSIBLE, gpu));
        CHECK(large[0] == 0 && large[bytes - 1] == 0);
        large[0] = large[bytes - 1] = 1;
        CHECK(munmap(large, bytes) == 0);
    }
    puts("right");
    return 0;
}
