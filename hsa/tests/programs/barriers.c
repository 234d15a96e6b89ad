/* Barrier packets hold a queue until their signals are as wanted: and, or, value. */
#include "hsa_min.h"

static struct queue *q;

/* Gives the queue some time, in which it must not go on. */
static void is_held(handle done)
{
    CHECK(hsa_signal_wait_scacquire(done, LT, 1, 20000000, 0) == 1);
}

int main(int argc, char **argv)
{
    enum { N = 64 };
    CHECK(argc == 2);
    start();
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 4);
    for (int i = 0; i < N; i++)
        x[i] = 1;
    struct saxpy args = {1, 0, x, y, N};
    void *kernarg = arguments(k, &args, 28, N, 64);
    q = new_queue(gpu);
    handle a = new_signal(1), b = new_signal(2), done = new_signal(1);

    struct barrier and = {.header = AND | 1 << 8, .dependency = {a, 0, b}};
    submit(q, &and);
    dispatch(q, k, kernarg, N, 64, done);
    is_held(done);
    hsa_signal_store_screlease(b, 0);
    is_held(done);
    CHECK(y[0] == 0);
    hsa_signal_store_screlease(a, 0);
    wait_for(done);
    CHECK(y[0] == 1 && y[N - 1] == 1);

    hsa_signal_store_relaxed(a, 1);
    hsa_signal_store_relaxed(b, 1);
    hsa_signal_store_relaxed(done, 1);
    struct barrier or = {.header = OR | 1 << 8, .dependency = {a, b}};
    submit(q, &or);
    dispatch(q, k, kernarg, N, 64, done);
    is_held(done);
    hsa_signal_subtract_screlease(b, 1);
    wait_for(done);
    CHECK(y[0] == 2);

    /* (value & 0xff) >= 5 */
    hsa_signal_store_relaxed(a, 0x300);
    hsa_signal_store_relaxed(done, 1);
    struct barrier_value value = {
        .header = VENDOR | 1 << 8, .format = 2, .signal = a, .value = 5, .mask = 0xff, .condition = GTE};
    submit(q, &value);
    dispatch(q, k, kernarg, N, 64, done);
    is_held(done);
    hsa_signal_store_screlease(a, 0x104);
    is_held(done);
    hsa_signal_store_screlease(a, 0x205);
    wait_for(done);
    CHECK(y[0] == 3);

    /* A barrier without signals is complete when all before it is, and has times. */
    hsa_signal_store_relaxed(done, 1);
    struct barrier end = {.header = AND | 1 << 8, .completion = done};
    dispatch(q, k, kernarg, N, 64, 0);
    submit(q, &end);
    wait_for(done);
    CHECK(y[0] == 4);
    uint64_t time[2];
    OK(hsa_amd_profiling_get_dispatch_time(gpu, done, time));
    CHECK(time[0] != 0 && time[0] < time[1]);

    /* A queue that waits for good can be ended. */
    hsa_signal_store_relaxed(a, 1);
    submit(q, &and);
    OK(hsa_queue_destroy(q));
    puts("right");
    return 0;
}
