/* What the interface of ROCm 6 and 7 has more than that of 5. Numbers and meanings: hsa.h and hsa_ext_amd.h of 7.2; statuses
   of packets that are wrong: AMD's runtime (`AqlQueue::ExceptionHandler`) and its tests (`queue_validation.cc`), which also
   want the completion signal unchanged. */
#include "hsa_min.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { N = 1024 };

static handle told;
static uint32_t seen, events;
static void *bad;

static void error(uint32_t status, struct queue *q, void *data)
{
    (void)q, (void)data;
    seen = status;
    hsa_signal_store_screlease(told, 0);
}

static uint32_t on_event(const struct event *e, void *data)
{
    /* The queue's callback comes after it. */
    CHECK(data == &events && e->type == 0 && e->agent == gpu && seen == 0);
    CHECK(e->address >= (uint64_t)bad && e->reason == 1);
    events++;
    return SUCCESS;
}

static uint32_t on_configuration(const void *configuration, void *data)
{
    (void)configuration, (void)data;
    CHECK(!"a configuration");
    return 1;
}

/* Attributes of agents, pools and the system. */
static void attributes(void)
{
    handle nearest = 0;
    uint64_t word = 7, clocks[4];
    uint32_t engines = 0;
    uint16_t version = 0;
    bool yes = true;
    OK(hsa_agent_get_info(gpu, 0xa113, &nearest));
    CHECK(nearest == cpu);
    OK(hsa_agent_get_info(cpu, 0xa113, &nearest));
    CHECK(nearest == cpu);
    OK(hsa_agent_get_info(gpu, 0xa114, &word));
    CHECK(word == 0);
    for (uint32_t a = 0xa115; a <= 0xa117; a++)
        OK(hsa_agent_get_info(gpu, a, &word));
    OK(hsa_agent_get_info(gpu, 0xa118, clocks));
    OK(hsa_system_get_info(2, &word));
    CHECK(clocks[0] && clocks[1] && clocks[2] && clocks[2] <= word && clocks[3] == 1000000000);
    OK(hsa_agent_get_info(gpu, 0xa10a, &engines));
    CHECK(engines == 2);
    OK(hsa_system_get_info(0x207, &version));
    CHECK(version == 1);
    OK(hsa_system_get_info(0x208, &version));
    CHECK(version == 15);
    OK(hsa_system_get_info(0x206, &yes));
    CHECK(!yes);
    size_t granule = 0;
    OK(hsa_amd_memory_pool_get_info(gpu_pool, 18, &granule));
    CHECK(granule == 2 << 20);
    OK(hsa_amd_memory_pool_get_info(kernarg_pool, 18, &granule));
    CHECK(granule == 4096);
    const char *name;
    OK(hsa_extension_get_name(0x201, &name));
    CHECK(strcmp(name, "HSA_EXTENSION_AMD_LOADER") == 0);
    CHECK(hsa_extension_get_name(77, &name) == 0x1001);
    uint8_t flags[8] = {7};
    OK(hsa_amd_enable_logging(flags, NULL));
    CHECK(hsa_amd_agent_set_async_scratch_limit(cpu, 0) == 0x1004);
    CHECK(hsa_amd_agent_set_async_scratch_limit(gpu, 0) == 0x1001);
    OK(hsa_ven_amd_pcs_iterate_configuration(gpu, on_configuration, NULL));
    CHECK(hsa_ven_amd_pcs_start(1) == 0x1001);
}

static void engines(void)
{
    uint32_t mask = 0;
    OK(hsa_amd_memory_copy_engine_status(gpu, cpu, &mask));
    CHECK(mask == 3);
    OK(hsa_amd_memory_copy_engine_status(cpu, gpu, &mask));
    CHECK(mask == 3);
    CHECK(hsa_amd_memory_copy_engine_status(gpu, gpu, &mask) == 0x1004);
    OK(hsa_amd_memory_get_preferred_copy_engine(gpu, cpu, &mask));
    CHECK(mask == 0);
    char *p = allocate(gpu_pool, 64), text[] = "copied by an engine";
    handle done = new_signal(1);
    OK(hsa_amd_memory_async_copy_on_engine(p, gpu, text, cpu, sizeof text, 0, NULL, done, 2, false));
    wait_for(done);
    CHECK(strcmp(p, text) == 0);
}

static void signals(void)
{
    handle all[] = {new_signal(1), 0, new_signal(5)};
    uint32_t conditions[] = {EQ, EQ, GTE};
    int64_t values[] = {1, 9, 7}, found[3] = {-1, -1, -1};
    CHECK(hsa_amd_signal_wait_all(3, all, conditions, values, 1000000, 0, found) == UINT32_MAX);
    CHECK(found[0] == -1);
    hsa_signal_store_relaxed(all[2], 8);
    CHECK(hsa_amd_signal_wait_all(3, all, conditions, values, FOREVER, 0, found) == 0);
    CHECK(found[0] == 1 && found[2] == 8);
}

static void files(void)
{
    int fd = memfd_create("file", 0);
    CHECK(fd >= 0);
    uint8_t *p = allocate(gpu_pool, 3 << 20);
    for (size_t i = 0; i < 3 << 20; i++)
        p[i] = i * 7 >> 3;
    union open_file f = {.pad = {0}};
    f.fd = fd;
    uint64_t n = 0;
    int32_t status = 9;
    OK(hsa_amd_ais_file_write(f, p, (3 << 20) - 1, 5, &n, &status));
    CHECK(n == (3 << 20) - 1 && status == 0);
    uint8_t *q = allocate(gpu_pool, 3 << 20);
    OK(hsa_amd_ais_file_read(f, q, 3 << 20, 5, &n, &status));
    CHECK(n == (3 << 20) - 1 && memcmp(p, q, n) == 0 && q[n] == 0);
    CHECK(hsa_amd_ais_file_read(f, q + 1, 3 << 20, 0, &n, &status) == 0x1003);
    CHECK(hsa_amd_ais_file_read(f, q, 0, 0, &n, &status) == 0x1001);
    close(fd);
    CHECK(hsa_amd_ais_file_read(f, q, 1, 0, &n, &status) == 0x1000 && n == 0 && status != 0);
}

/* Packets whose sizes are wrong. */
static void packets(struct kernel k, void *args)
{
    static const struct { uint16_t dimensions, group; uint32_t lds, status; } wrong[] = {
        {4, 64, 0, 0x100d},
        {1, 64, UINT32_MAX, 0x1003},
        {1, 1025, 0, 0x1001},
        {1, 0, 0, 0x1001},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct queue *q = NULL;
        OK(hsa_queue_create(gpu, 64, 0, error, NULL, UINT32_MAX, UINT32_MAX, &q));
        handle done = new_signal(1);
        hsa_signal_store_relaxed(told, 1);
        struct dispatch p = {.header = KERNEL, .dimensions = wrong[i].dimensions, .group = {wrong[i].group, 1, 1},
                             .grid = {N, 1, 1}, .group_bytes = wrong[i].lds, .kernel = k.object, .arguments = args,
                             .completion = done};
        submit(q, &p);
        wait_for(told);
        CHECK(seen == wrong[i].status);
        OK(hsa_queue_destroy(q));
        CHECK(hsa_signal_load_scacquire(done) == 1);
    }
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    start();
    attributes();
    engines();
    signals();
    files();
    told = new_signal(1);
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 4);
    struct saxpy right = {2, 0, x, y, N};
    for (int i = 0; i < N; i++)
        x[i] = i;
    packets(k, arguments(k, &right, 28, N, 64));

    /* The kernel is compiled for work-groups of 256 at most; the machine does not know. */
    struct queue *q = NULL;
    OK(hsa_queue_create(gpu, 64, 0, error, NULL, UINT32_MAX, UINT32_MAX, &q));
    handle agent = 0, done = new_signal(1);
    uint64_t doorbell = 0;
    OK(hsa_amd_queue_get_info(q, 0, &agent));
    OK(hsa_amd_queue_get_info(q, 1, &doorbell));
    CHECK(agent == gpu && doorbell != 0);
    CHECK(hsa_amd_queue_get_info(q, 2, &doorbell) == 0x1001);
    dispatch(q, k, arguments(k, &right, 28, N, 512), N, 512, done);
    wait_for(done);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2.0f * i);

    /* Kernels may write to constants, as HIP's own does for hipMemcpyToSymbol: here to a kernel's descriptor. */
    struct kernel other = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    struct saxpy constants = {2, 0, x, (float *)other.object, 8};
    seen = 0;
    hsa_signal_store_relaxed(done, 1);
    dispatch(q, k, arguments(k, &constants, 28, N, 64), N, 64, done);
    wait_for(done);
    CHECK(seen == 0);

    /* Who asks for it is told of faults. */
    OK(hsa_amd_register_system_event_handler(on_event, &events));
    bad = allocate(gpu_pool, 4096);
    struct saxpy wrong = {2, 0, x, bad, N};
    void *args = arguments(k, &wrong, 28, N, 64);
    OK(hsa_amd_memory_pool_free(bad));
    seen = 0;
    hsa_signal_store_relaxed(told, 1);
    hsa_signal_store_relaxed(done, 1);
    dispatch(q, k, args, N, 64, done);
    wait_for(told);
    CHECK(hsa_signal_wait_scacquire(done, LT, 1, FOREVER, 0) < 0);
    CHECK(seen == 43 && events == 1);
    puts("right");
    return 0;
}
