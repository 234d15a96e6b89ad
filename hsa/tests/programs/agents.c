/* Two GPUs: each runs code of its own target, and refuses the other's. */
#include "hsa_min.h"

int main(int argc, char **argv)
{
    enum { N = 256 };
    CHECK(argc == 3);
    start();
    CHECK(agents.count == 3);
    float *x = allocate(gpu_pool, N * 4), *y = allocate(gpu_pool, N * 4);
    OK(hsa_amd_agents_allow_access(2, agents.all + 1, NULL, y));
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    handle done = new_signal(2), executables[2];
    for (int i = 0; i < 2; i++) {
        handle agent = agents.all[i + 1];
        uint32_t bdf[2];
        OK(hsa_agent_get_info(agent, 0xa006, &bdf[i]));
        CHECK(i == 0 || bdf[1] != 0);
        executables[i] = load(argv[i + 1], agent);
        struct kernel k = kernel_of(executables[i], agent, "saxpy.kd");
        struct saxpy args = {(float)(i + 1), 0, x, y, N};
        struct queue *q = new_queue(agent);
        hsa_signal_store_relaxed(done, 1);
        /* The code objects are of versions 3 to 5; hidden arguments have room in either. */
        dispatch(q, k, arguments(k, &args, 28, N, 64), N, 64, done);
        wait_for(done);
        OK(hsa_queue_destroy(q));
    }
    for (int i = 0; i < N; i++)
        CHECK(y[i] == 3.0f * (float)i);
    handle symbol, reader, other;
    CHECK(hsa_executable_get_symbol_by_name(executables[0], "saxpy.kd", &agents.all[2], &symbol) == 0x1013);
    FILE *f = fopen(argv[1], "rb");
    CHECK(f != NULL);
    OK(hsa_code_object_reader_create_from_file(fileno(f), &reader));
    OK(hsa_executable_create_alt(1, 0, NULL, &other));
    CHECK(hsa_executable_load_agent_code_object(other, agents.all[2], reader, NULL, NULL) == 0x100d);
    OK(hsa_executable_load_agent_code_object(other, agents.all[1], reader, NULL, NULL));
    fclose(f);
    puts("right");
    return 0;
}
