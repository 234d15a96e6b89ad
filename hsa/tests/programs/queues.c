/* A kernel on one queue waits for memory that a kernel on another one writes: both must run at the same time. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    start();
    handle executable = load(argv[1], gpu);
    struct kernel forever = kernel_of(executable, gpu, "forever.kd"), follow = kernel_of(executable, gpu, "follow.kd");
    uint32_t *flag = allocate(gpu_pool, 4);
    uint64_t *where = allocate(gpu_pool, 8);
    *where = (uint64_t)flag;
    struct queue *a = new_queue(gpu), *b = new_queue(gpu);
    handle waiting = new_signal(1), writing = new_signal(1), held = new_signal(1);
    dispatch(a, forever, arguments(forever, &flag, 8, 64, 64), 64, 64, waiting);
    CHECK(hsa_signal_wait_scacquire(waiting, LT, 1, 20000000, 0) == 1);
    /* A blocked barrier of one queue holds no other. */
    struct queue *c = new_queue(gpu);
    struct barrier barrier = {.header = AND | 1 << 8, .dependency = {waiting}, .completion = held};
    submit(c, &barrier);
    dispatch(b, follow, arguments(follow, &where, 8, 64, 64), 64, 64, writing);
    wait_for(writing);
    wait_for(waiting);
    wait_for(held);
    CHECK(*flag == 2);

    /* The host can write, too. */
    *flag = 0;
    hsa_signal_store_relaxed(waiting, 1);
    dispatch(a, forever, arguments(forever, &flag, 8, 64, 64), 64, 64, waiting);
    CHECK(hsa_signal_wait_scacquire(waiting, LT, 1, 20000000, 0) == 1);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    wait_for(waiting);

    /* Ending a queue ends its kernel. */
    *flag = 0;
    dispatch(a, forever, arguments(forever, &flag, 8, 64, 64), 64, 64, 0);
    CHECK(hsa_signal_wait_scacquire(waiting, LT, 0, 20000000, 0) == 0);
    OK(hsa_queue_destroy(a));
    OK(hsa_queue_destroy(b));
    OK(hsa_queue_destroy(c));
    puts("right");
    return 0;
}
