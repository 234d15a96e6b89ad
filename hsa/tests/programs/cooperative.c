/* All work-groups of a kernel on a cooperative queue run at the same time, far more than host threads have otherwise. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { GROUPS = 3000, COOPERATIVE = 2 };
    CHECK(argc == 2);
    start();
    bool has = false;
    OK(hsa_agent_get_info(gpu, 0xa010, &has));
    CHECK(has);
    struct kernel k = kernel_of(load(argv[1], gpu), gpu, "meet.kd");
    struct queue *q = NULL;
    CHECK(hsa_queue_create(cpu, 64, COOPERATIVE, NULL, NULL, UINT32_MAX, UINT32_MAX, &q) == 0x1002);
    OK(hsa_queue_create(gpu, 64, COOPERATIVE, NULL, NULL, UINT32_MAX, UINT32_MAX, &q));
    CHECK(q->type == COOPERATIVE);
    uint32_t *count = allocate(gpu_pool, 4), *out = allocate(gpu_pool, 2 * GROUPS * 4);
    struct { uint32_t *count; uint32_t groups, pad; uint32_t *out; } args = {count, GROUPS, 0, out};
    handle done = new_signal(1);
    dispatch(q, k, arguments(k, &args, 24, GROUPS * 64, 64), GROUPS * 64, 64, done);
    wait_for(done);
    CHECK(*count == 2 * GROUPS);
    for (uint32_t i = 0; i < GROUPS; i++)
        CHECK(out[i] == i + 1 && out[GROUPS + i] == (i + 1) % GROUPS + 1);
    OK(hsa_queue_destroy(q));
    puts("right");
    return 0;
}
