/* Prints what clocks have shown to a kernel, for `clocks_of_kernels_follow`: of each launch the name, when it ran as it is
   told, and what the cycles and the real time of the first and the last work-group were before and after its loads. */
#include "hsa_min.h"
#include <inttypes.h>

int main(int argc, char **argv)
{
    enum { GROUPS = 4096, CHAIN = 64, ROUNDS = 300 };
    CHECK(argc == 2);
    start();
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "times.kd");
    uint64_t *out = allocate(gpu_pool, GROUPS * 32);
    uint32_t *chain = allocate(gpu_pool, CHAIN * 4);
    for (uint32_t i = 0; i < CHAIN; i++)
        chain[i] = i * 5 % CHAIN;
    struct { uint64_t *out; const uint32_t *chain; uint32_t rounds, pad; } args = {out, chain, ROUNDS, 0};
    struct queue *q = new_queue(gpu);
    uint32_t groups[] = {1, 1, GROUPS, GROUPS};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t grid = groups[i] * 64;
        handle done = new_signal(1);
        dispatch(q, k, arguments(k, &args, 20, grid, 64), grid, 64, done);
        wait_for(done);
        uint64_t time[2], *last = out + 4 * (groups[i] - 1);
        OK(hsa_amd_profiling_get_dispatch_time(gpu, done, time));
        printf("%" PRIu32 " %" PRIu64 " %" PRIu64, i, time[0], time[1]);
        for (int k = 0; k < 4; k++)
            printf(" %" PRIu64, out[k]);
        for (int k = 0; k < 4; k++)
            printf(" %" PRIu64, last[k]);
        printf("\n");
    }
    return 0;
}
