/* A load of 16 bits into half of a register: with SRAM ECC it clears the other half, else (KEEPS in the environment) that
   stays. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { N = 64 };
    CHECK(argc == 2);
    start();
    handle executable = load(argv[1], gpu);
    struct kernel k = kernel_of(executable, gpu, "halves.kd");
    uint32_t *words = allocate(gpu_pool, N * 4);
    uint16_t *loaded = allocate(gpu_pool, N * 2);
    for (uint32_t i = 0; i < N; i++)
        words[i] = 0xdead0000 | i, loaded[i] = (uint16_t)(0x8000 + i);
    struct { uint32_t *words; uint16_t *loaded; } args = {words, loaded};
    void *kernarg = arguments(k, &args, sizeof args, N, 64);
    struct queue *q = new_queue(gpu);
    handle done = new_signal(1);
    dispatch(q, k, kernarg, N, 64, done);
    wait_for(done);
    uint32_t upper = getenv("KEEPS") ? 0xdead0000 : 0;
    for (uint32_t i = 0; i < N; i++)
        CHECK(words[i] == (upper | (0x8000 + i)));
    OK(hsa_queue_destroy(q));
    OK(hsa_executable_destroy(executable));
    OK(hsa_signal_destroy(done));
    OK(hsa_shut_down());
    puts("right");
    return 0;
}
