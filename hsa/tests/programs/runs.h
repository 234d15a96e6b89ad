/* A kernel that may fault: for programs about where kernels may read and write. */
#include "hsa_min.h"

enum { N = 1024 };

static uint32_t seen;
static handle told;
/* `saxpy`, once the program has loaded it. */
static struct kernel k;

static void error(uint32_t status, struct queue *q, void *data)
{
    (void)q, (void)data;
    seen = status;
    hsa_signal_store_screlease(told, 0);
}

/* y += 2x with `n` items: gives what the queue was told. */
static uint32_t saxpy(const float *x, float *y, uint32_t n)
{
    struct saxpy args = {2, 0, x, y, n};
    struct queue *q = NULL;
    OK(hsa_queue_create(gpu, 64, 0, error, NULL, UINT32_MAX, UINT32_MAX, &q));
    handle done = new_signal(1);
    seen = 0;
    hsa_signal_store_relaxed(told, 1);
    dispatch(q, k, arguments(k, &args, 28, N, 64), N, 64, done);
    if (hsa_signal_wait_scacquire(done, LT, 1, FOREVER, 0) < 0)
        wait_for(told);
    OK(hsa_queue_destroy(q));
    OK(hsa_signal_destroy(done));
    return seen;
}
