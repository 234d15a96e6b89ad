/* A kernel runs three times, whose waits are looked at meanwhile. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { N = 64 };
    CHECK(argc == 2);
    start();
    handle executable = load(argv[1], gpu);
    struct kernel k = kernel_of(executable, gpu, "scale.kd");
    uint32_t *values = allocate(gpu_pool, N * 4);
    for (uint32_t i = 0; i < N; i++)
        values[i] = i;
    void *args = allocate(kernarg_pool, k.kernarg);
    memcpy(args, &values, sizeof values);
    struct queue *q = new_queue(gpu);
    handle done = new_signal(3);
    for (int i = 0; i < 3; i++)
        dispatch(q, k, args, N, 64, done);
    wait_for(done);
    for (uint32_t i = 0; i < N; i++)
        CHECK(values[i] == i * 8);
    if (getenv("NO_END"))
        _Exit(0);
    OK(hsa_queue_destroy(q));
    OK(hsa_executable_destroy(executable));
    OK(hsa_signal_destroy(done));
    OK(hsa_shut_down());
    puts("right");
    return 0;
}
