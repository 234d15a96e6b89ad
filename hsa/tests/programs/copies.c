/* Copies wait for signals, in any order; locked memory has an address of its own for kernels; boxes of bytes. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { N = 1000 };
    CHECK(argc == 2);
    start();
    uint32_t *a = allocate(gpu_pool, N * 4), *b = allocate(gpu_pool, N * 4), plain[N];
    OK(hsa_amd_memory_fill(a, 0x12345678, N));
    CHECK(a[0] == 0x12345678 && a[N - 1] == 0x12345678);
    handle later = new_signal(1), first = new_signal(1), second = new_signal(1), third = new_signal(1);

    /* The second copy, asked for first, needs the first one; that needs a signal of this thread. */
    OK(hsa_amd_memory_async_copy(plain, cpu, b, gpu, N * 4, 1, &first, second));
    OK(hsa_amd_memory_async_copy(b, gpu, a, gpu, N * 4, 1, &later, first));
    /* One that waits for nothing is not held up. */
    uint64_t word = 42, other = 0;
    OK(hsa_amd_memory_async_copy(&other, cpu, &word, cpu, 8, 0, NULL, third));
    wait_for(third);
    CHECK(other == 42);
    CHECK(hsa_signal_wait_scacquire(second, LT, 1, 10000000, 0) == 1);
    hsa_signal_store_screlease(later, 0);
    wait_for(second);
    CHECK(plain[0] == 0x12345678 && plain[N - 1] == 0x12345678);
    uint64_t time[2];
    OK(hsa_amd_profiling_get_async_copy_time(second, time));
    CHECK(time[0] != 0 && time[0] < time[1]);
    /* Beyond an allocation nothing is copied. */
    CHECK(hsa_memory_copy(plain, a, N * 4 + 400) == 0x1001);
    CHECK(hsa_amd_memory_fill(a, 0, N + 100) == 0x1001);

    /* A box of 3 bytes, 2 rows and 2 slices. */
    uint8_t from[4 * 4 * 4], to[8 * 8 * 4] = {0};
    for (int i = 0; i < 64; i++)
        from[i] = (uint8_t)i;
    struct pitched f = {from, 4, 16}, t = {to, 8, 64};
    uint32_t f_at[3] = {1, 2, 1}, t_at[3] = {5, 0, 2}, range[3] = {3, 2, 2};
    hsa_signal_store_relaxed(third, 1);
    OK(hsa_amd_memory_async_copy_rect(&t, t_at, &f, f_at, range, gpu, 1, 0, NULL, third));
    wait_for(third);
    int wrong = 0;
    for (uint32_t z = 0; z < 4; z++)
        for (uint32_t y = 0; y < 8; y++)
            for (uint32_t x = 0; x < 8; x++) {
                bool in = x >= 5 && y < 2 && z >= 2;
                uint32_t wanted = in ? (x - 5 + 1) + (y + 2) * 4 + (z - 2 + 1) * 16 : 0;
                wrong += to[x + 8 * y + 64 * z] != wanted;
            }
    CHECK(wrong == 0);

    /* A kernel reads and writes memory of the host, of any alignment, twice locked. */
    float *host = malloc((2 * N + 3) * 4), *x = host + 3, *y = host + 3 + N;
    for (int i = 0; i < N; i++)
        x[i] = (float)i, y[i] = 1;
    void *x_gpu, *y_gpu, *again;
    OK(hsa_amd_memory_lock(x, N * 4, &gpu, 1, &x_gpu));
    OK(hsa_amd_memory_lock(y, N * 4, NULL, 0, &y_gpu));
    OK(hsa_amd_memory_lock(y, N * 4, NULL, 0, &again));
    CHECK(x_gpu != x && y_gpu != y && again != y_gpu);
    struct pointer_info info = {.size = sizeof info};
    OK(hsa_amd_pointer_info(x_gpu, &info, NULL, NULL, NULL));
    CHECK(info.type == 2 && info.agent_base == x_gpu && info.host_base == x && info.bytes == N * 4);
    OK(hsa_amd_pointer_info(x + 5, &info, NULL, NULL, NULL));
    CHECK(info.type == 2 && info.agent_base == x_gpu);
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    struct saxpy args = {2, 0, x_gpu, y_gpu, N};
    struct queue *q = new_queue(gpu);
    hsa_signal_store_relaxed(first, 1);
    dispatch(q, k, arguments(k, &args, 28, 1024, 64), 1024, 64, first);
    wait_for(first);
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 2.0f * (float)i + 1);
    /* Copies know the addresses that kernels have. */
    float seen = 0;
    OK(hsa_memory_copy(&seen, (float *)again + 7, 4));
    CHECK(seen == 15);
    OK(hsa_amd_memory_unlock(y));
    OK(hsa_amd_memory_unlock(y));
    CHECK(hsa_amd_memory_unlock(y) == 0x1001);
    OK(hsa_amd_memory_unlock(x));
    free(host);
    OK(hsa_queue_destroy(q));
    puts("right");
    return 0;
}
