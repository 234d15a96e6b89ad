/* Memory and signals that two processes have, and who is told that memory ends. What is allowed and which status says what is
   not: hsa_ext_amd.h of ROCm 7.2, and AMD's runtime (`Runtime::IPC*`, `DmaBufExport`, `RegisterReleaseNotifier`). */
#include "hsa_min.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1024, BYTES = N * 4 + 4 };

struct shared { struct shareable memory, signal; };

/* The other process: y += 2x, and says so by the signal. */
static int other(const char *code, const char *given)
{
    struct shared s;
    FILE *f = fopen(given, "rb");
    CHECK(f && fread(&s, sizeof s, 1, f) == 1);
    fclose(f);
    void *p = NULL;
    handle signal = 0;
    CHECK(hsa_amd_ipc_memory_attach(&s.memory, BYTES + 4, 0, NULL, &p) == 0x1001);
    CHECK(hsa_amd_ipc_memory_attach(&s.signal, BYTES, 0, NULL, &p) == 0x1001);
    struct shareable odd = s.memory;
    odd.words[1] ^= 1;
    CHECK(hsa_amd_ipc_memory_attach(&odd, BYTES, 0, NULL, &p) == 0x1001);
    OK(hsa_amd_ipc_memory_attach(&s.memory, BYTES, 1, &gpu, &p));
    OK(hsa_amd_ipc_signal_attach(&s.signal, &signal));
    struct pointer_info info = {.size = sizeof info};
    OK(hsa_amd_pointer_info((char *)p + 8, &info, NULL, NULL, NULL));
    CHECK(info.type == 4 && info.agent_base == p && info.bytes == BYTES && info.owner == gpu);
    CHECK(hsa_amd_memory_pool_free(p) == 0x1001);
    CHECK(hsa_signal_load_scacquire(signal) == 5);
    struct kernel k = kernel_of(load(code, gpu), gpu, "saxpy.kd");
    float *x = allocate(gpu_pool, N * 4), *y = (float *)p + 1;
    for (int i = 0; i < N; i++)
        x[i] = i;
    struct saxpy args = {2, 0, x, y, N};
    handle done = new_signal(1);
    dispatch(new_queue(gpu), k, arguments(k, &args, 28, N, 64), N, 64, done);
    wait_for(done);
    OK(hsa_amd_ipc_memory_detach(p));
    CHECK(hsa_amd_ipc_memory_detach(p) == 0x1001);
    hsa_signal_store_screlease(signal, 0);
    OK(hsa_signal_destroy(signal));
    CHECK(hsa_signal_destroy(signal) == 0x1006);
    puts("right in another process");
    return 0;
}

static void processes(const char *self, const char *code)
{
    float *y = allocate(gpu_pool, BYTES);
    for (int i = 0; i <= N; i++)
        y[i] = 7;
    handle plain = new_signal(5), signal = 0;
    OK(hsa_amd_signal_create(5, 0, NULL, 2, &signal));
    struct shared s;
    CHECK(hsa_amd_ipc_memory_create(y + 1, BYTES, &s.memory) == 0x1001);
    CHECK(hsa_amd_ipc_memory_create(y, BYTES - 4, &s.memory) == 0x1001);
    CHECK(hsa_amd_ipc_signal_create(plain, &s.signal) == 0x1001);
    OK(hsa_amd_ipc_memory_create(y, BYTES, &s.memory));
    OK(hsa_amd_ipc_signal_create(signal, &s.signal));
    /* It has what it had. */
    for (int i = 0; i <= N; i++)
        CHECK(y[i] == 7);
    char name[] = "/tmp/hsa-processes-XXXXXX";
    int fd = mkstemp(name);
    CHECK(fd >= 0 && write(fd, &s, sizeof s) == sizeof s);
    close(fd);
    pid_t child = fork();
    if (child == 0) {
        unsetenv("GCN_JIT_HSA_TRACE");
        unsetenv("GCN_JIT_HSA_STATS");
        execl(self, self, code, name, NULL);
        _exit(2);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    unlink(name);
    CHECK(hsa_signal_wait_scacquire(signal, EQ, 0, FOREVER, 0) == 0);
    CHECK(y[0] == 7);
    for (int i = 0; i < N; i++)
        CHECK(y[i + 1] == 7 + 2.0f * i);
    /* What comes in its place is empty. */
    OK(hsa_amd_memory_pool_free(y));
    float *again = allocate(gpu_pool, BYTES);
    CHECK(again == y && again[0] == 0 && again[N] == 0);
    OK(hsa_amd_memory_pool_free(again));
    OK(hsa_signal_destroy(signal));
}

/* Memory as a file. */
static void files(void)
{
    char *p = allocate(gpu_pool, 8192), *host = allocate(kernarg_pool, 8192);
    strcpy(p + 100, "as a file");
    int fd = -1;
    uint64_t offset = 0;
    CHECK(hsa_amd_portable_export_dmabuf(&fd, 4, &fd, &offset) == 0x1003);
    CHECK(hsa_amd_portable_export_dmabuf(p + 100, 8192, &fd, &offset) == 0x1003);
    CHECK(hsa_amd_portable_export_dmabuf(host, 4, &fd, &offset) == 0x1004);
    OK(hsa_amd_portable_export_dmabuf_v2(p + 100, 4, &fd, &offset, 0));
    CHECK(offset == 100);
    char *m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    CHECK(m != MAP_FAILED && strcmp(m + offset, "as a file") == 0);
    size_t bytes = 0;
    void *q = NULL;
    OK(hsa_amd_interop_map_buffer(1, &gpu, fd, 0, &bytes, &q, NULL, NULL));
    strcpy((char *)q + 100, "as two");
    CHECK(bytes == 8192 && strcmp(p + 100, "as two") == 0 && strcmp(m + 100, "as two") == 0);
    OK(hsa_amd_interop_unmap_buffer(q));
    CHECK(hsa_amd_interop_unmap_buffer(p) == 0x1001);
    OK(hsa_amd_portable_close_dmabuf(fd));
    CHECK(hsa_amd_portable_close_dmabuf(fd) == 0x100a);
    OK(hsa_amd_memory_pool_free(p));
    munmap(m, 8192);
}

static void *ended[4];
static int ends;

static void on_end(void *p, void *data)
{
    CHECK(data == &ends && ends < 4);
    ended[ends++] = p;
}

static void notifiers(void)
{
    char *p = allocate(gpu_pool, 8192);
    int local;
    CHECK(hsa_amd_register_deallocation_callback(p, NULL, NULL) == 0x1001);
    CHECK(hsa_amd_register_deallocation_callback(&local, on_end, NULL) == 0x1003);
    OK(hsa_amd_register_deallocation_callback(p, on_end, &ends));
    OK(hsa_amd_register_deallocation_callback(p + 100, on_end, &ends));
    OK(hsa_amd_register_deallocation_callback(p + 200, on_end, &ends));
    OK(hsa_amd_deregister_deallocation_callback(p, on_end));
    CHECK(hsa_amd_deregister_deallocation_callback(p, on_end) == 0x1001);
    OK(hsa_amd_memory_pool_free(p));
    CHECK(ends == 2 && ended[0] == p + 100 && ended[1] == p + 200);
    p = allocate(gpu_pool, 8192);
    OK(hsa_amd_memory_pool_free(p));
    CHECK(ends == 2);
}

/* Compute units of a Vega 10: 64. */
static void masks(void)
{
    struct queue *q = new_queue(gpu);
    uint32_t mask[3] = {1, 1, 1}, half[] = {0xf0f0f0f0}, more[] = {3, 5, 9};
    OK(hsa_amd_queue_cu_get_mask(q, 96, mask));
    CHECK(mask[0] == UINT32_MAX && mask[1] == UINT32_MAX && mask[2] == 0);
    CHECK(hsa_amd_queue_cu_set_mask(q, 31, half) == 0x1001 && hsa_amd_queue_cu_set_mask(q, 32, NULL) == 0x1001);
    CHECK(hsa_amd_queue_cu_get_mask(q, 0, mask) == 0x1001);
    OK(hsa_amd_queue_cu_set_mask(q, 32, half));
    OK(hsa_amd_queue_cu_get_mask(q, 64, mask));
    CHECK(mask[0] == half[0] && mask[1] == 0);
    OK(hsa_amd_queue_cu_set_mask(q, 96, more));
    OK(hsa_amd_queue_cu_get_mask(q, 96, mask));
    CHECK(mask[0] == 3 && mask[1] == 5 && mask[2] == 0);
    OK(hsa_amd_queue_cu_set_mask(q, 0, NULL));
    OK(hsa_amd_queue_cu_get_mask(q, 64, mask));
    CHECK(mask[0] == UINT32_MAX && mask[1] == UINT32_MAX);
    OK(hsa_queue_destroy(q));
}

int main(int argc, char **argv)
{
    CHECK(argc >= 2);
    start();
    if (argc == 3)
        return other(argv[1], argv[2]);
    bool has = false;
    OK(hsa_system_get_info(0x204, &has));
    CHECK(has);
    processes(argv[0], argv[1]);
    files();
    notifiers();
    masks();
    /* Arguments of kernels reach to the end of their page: a kernel that reads a little too far is not wrong. */
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    float *x = allocate(kernarg_pool, N * 2), *y = allocate(gpu_pool, N * 4);
    struct saxpy args = {2, 0, x, y, N};
    handle done = new_signal(1);
    dispatch(new_queue(gpu), k, arguments(k, &args, 28, N, 64), N, 64, done);
    wait_for(done);
    puts("right");
    return 0;
}
