/* Prints what it is told of times, each a line with a name, for `how_the_clocks_follow`. */
#include "hsa_min.h"
#include <time.h>
#include <unistd.h>

static uint64_t stamp(void)
{
    uint64_t time;
    OK(hsa_system_get_info(2, &time));
    return time;
}

static uint64_t real(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void say(const char *name, uint64_t a, uint64_t b)
{
    printf("%s %llu %llu\n", name, (unsigned long long)a, (unsigned long long)b);
}

static void say_times(const char *name, handle done)
{
    uint64_t time[2];
    OK(hsa_amd_profiling_get_dispatch_time(gpu, done, time));
    say(name, time[0], time[1]);
}

int main(int argc, char **argv)
{
    enum { N = 4096 };
    CHECK(argc == 2);
    start();
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 4);
    struct saxpy args = {1, 0, x, y, N};
    void *kernarg = arguments(k, &args, 28, N, 64);
    struct queue *first = new_queue(gpu), *q = new_queue(gpu);
    handle gate = new_signal(1), one = new_signal(1), two = new_signal(1), three = new_signal(1);

    /* Two that are there before either of them may run. */
    struct barrier wait = {.header = AND | 1 << 8, .dependency = {gate}};
    submit(q, &wait);
    dispatch(q, k, kernarg, N, 64, one);
    dispatch(q, k, kernarg, N, 64, two);
    say("ready", stamp(), 0);
    hsa_signal_store_screlease(gate, 0);
    wait_for(one);
    wait_for(two);
    say("seen", stamp(), 0);
    say_times("one", one);
    say_times("two", two);

    /* One on an idle queue, and a barrier of another queue that waits for it. */
    handle held = new_signal(1);
    struct barrier after = {.header = AND | 1 << 8, .dependency = {three}, .completion = held};
    submit(first, &after);
    say("idle", stamp(), 0);
    dispatch(q, k, kernarg, N, 64, three);
    wait_for(held);
    say("all", stamp(), 0);
    say_times("three", three);
    say_times("held", held);

    handle copied = new_signal(1);
    OK(hsa_amd_memory_async_copy(y, gpu, x, gpu, N * 4, 1, &held, copied));
    wait_for(copied);
    uint64_t time[2];
    OK(hsa_amd_profiling_get_async_copy_time(copied, time));
    say("copy", time[0], time[1]);

    uint64_t before = real(), told = stamp(), counters[4];
    OK(hsa_agent_get_info(gpu, 0xa118, counters));
    say("real", before, real());
    say("told", told, counters[1]);
    say("system", counters[2], counters[0]);
    printf("process %d 0\n", (int)getpid());
    return 0;
}
