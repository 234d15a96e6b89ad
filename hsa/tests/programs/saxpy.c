/* The kernel of a packet runs: once, and then more often than the ring has places. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { N = 1024, TIMES = 200 };
    CHECK(argc == 2);
    start();
    handle executable = load(argv[1], gpu);
    struct kernel k = kernel_of(executable, gpu, "saxpy.kd");
    if (getenv("NO_PRIVATE")) {
        CHECK(k.private_bytes != 0);
        k.private_bytes = 0;
    }
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 4);
    for (int i = 0; i < N; i++)
        x[i] = (float)i, y[i] = 1;
    struct saxpy args = {2, 0, x, y, N};
    void *kernarg = arguments(k, &args, 28, N, 64);
    struct queue *q = new_queue(gpu);
    handle done = new_signal(1);
    dispatch(q, k, kernarg, N, 64, done);
    wait_for(done);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2.0f * (float)i + 1);
    uint64_t time[2];
    OK(hsa_amd_profiling_get_dispatch_time(gpu, done, time));
    CHECK(time[0] != 0 && time[0] < time[1]);

    for (int i = 0; i < TIMES; i++)
        dispatch(q, k, kernarg, N, 64, 0);
    struct barrier end = {.header = AND | 1 << 8, .completion = done};
    hsa_signal_store_relaxed(done, 1);
    submit(q, &end);
    wait_for(done);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2.0f * (float)i * (TIMES + 1) + 1);
    CHECK(hsa_queue_load_read_index_scacquire(q) == TIMES + 2);
    CHECK(hsa_queue_load_write_index_relaxed(q) == TIMES + 2);
    OK(hsa_queue_destroy(q));
    OK(hsa_executable_destroy(executable));
    OK(hsa_signal_destroy(done));
    OK(hsa_shut_down());
    puts("right");
    return 0;
}
