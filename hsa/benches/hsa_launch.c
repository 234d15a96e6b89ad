/* What a launch costs through HSA's own functions. Prints a line for each measure. */
#include "../tests/programs/hsa_min.h"

#include <time.h>

static double micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + (double)t.tv_nsec / 1e3;
}

int main(int argc, char **argv)
{
    enum { ROUNDS = 50, TIMES = 300 };
    CHECK(argc == 2);
    start();
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "empty.kd");
    /* It has no arguments; a packet has a place for them. */
    void *kernarg = allocate(gpu_pool, 64);
    struct queue *q = new_queue(gpu);
    handle done = new_signal(0);
    double one = 1e300, row = 1e300;
    for (int r = 0; r < ROUNDS; r++) {
        double begin = micros();
        for (int i = 0; i < TIMES; i++) {
            hsa_signal_store_relaxed(done, 1);
            dispatch(q, k, kernarg, 64, 64, done);
            wait_for(done);
        }
        double each = (micros() - begin) / TIMES;
        one = each < one ? each : one;
        begin = micros();
        hsa_signal_store_relaxed(done, 1);
        for (int i = 0; i < TIMES; i++)
            dispatch(q, k, kernarg, 64, 64, i + 1 == TIMES ? done : 0);
        wait_for(done);
        each = (micros() - begin) / TIMES;
        row = each < row ? each : row;
    }
    printf("%-58s %9.1f us\n", "HSA: empty kernel, dispatched and waited for", one);
    printf("%-58s %9.1f us\n", "HSA: empty kernels in a row, each", row);
    return 0;
}
