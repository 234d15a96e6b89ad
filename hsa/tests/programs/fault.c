/* A kernel that writes where nothing is: the queue's callback is told, waiters end, and the text says where. */
#include "hsa_min.h"

static handle told;
static uint32_t seen;

static void error(uint32_t status, struct queue *q, void *data)
{
    CHECK(q != NULL && data == &seen);
    seen = status;
    hsa_signal_store_screlease(told, 0);
}

int main(int argc, char **argv)
{
    enum { N = 1024 };
    CHECK(argc == 2);
    start();
    told = new_signal(1);
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "saxpy.kd");
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 2);
    struct saxpy args = {2, 0, x, y, N};
    struct queue *q = NULL;
    if (getenv("NO_CALLBACK")) {
        dispatch(new_queue(gpu), k, arguments(k, &args, 28, N, 64), N, 64, told);
        hsa_signal_wait_scacquire(told, LT, 1, FOREVER, 0);
        return 0;
    }
    OK(hsa_queue_create(gpu, 64, 0, error, &seen, UINT32_MAX, UINT32_MAX, &q));
    handle done = new_signal(1);
    dispatch(q, k, arguments(k, &args, 28, N, 64), N, 64, done);
    CHECK(hsa_signal_wait_scacquire(done, LT, 1, FOREVER, 0) < 0);
    wait_for(told);
    CHECK(seen == 43);
    const char *text = "";
    OK(hsa_status_string(seen, &text));
    puts(text);
    OK(hsa_queue_destroy(q));

    /* A packet of no kernel, and one that is none. */
    for (int i = 0; i < 2; i++) {
        OK(hsa_queue_create(gpu, 64, 0, error, &seen, UINT32_MAX, UINT32_MAX, &q));
        hsa_signal_store_relaxed(told, 1);
        if (i == 0) {
            k.object = 0x1234;
            dispatch(q, k, NULL, 64, 64, 0);
        } else {
            struct barrier odd = {.header = 9 | 1 << 8};
            submit(q, &odd);
        }
        wait_for(told);
        CHECK(seen == (i == 0 ? 0x1010 : 0x1009));
        OK(hsa_queue_destroy(q));
    }
    puts("right");
    return 0;
}
