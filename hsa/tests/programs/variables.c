/* Variables of a code object: the host finds them by name; symbols are listed; unknown names are errors. */
#include "hsa_min.h"

static uint32_t count(handle executable, handle symbol, void *data)
{
    CHECK(executable != 0);
    uint32_t type = 9, length = 0;
    char name[64] = {0};
    OK(hsa_executable_symbol_get_info(symbol, 0, &type));
    OK(hsa_executable_symbol_get_info(symbol, 1, &length));
    CHECK(length < 64);
    OK(hsa_executable_symbol_get_info(symbol, 2, name));
    CHECK(strlen(name) == length);
    ((int *)data)[type]++;
    return SUCCESS;
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    start();
    handle executable = load(argv[1], gpu), symbol;
    int counts[2] = {0};
    OK(hsa_executable_iterate_symbols(executable, count, counts));
    CHECK(counts[0] == 2 && counts[1] == 4);
    OK(hsa_executable_get_symbol_by_name(executable, "counter", &gpu, &symbol));
    uint32_t *counter = NULL;
    uint32_t size[2] = {0, 7};
    bool is_const = true;
    OK(hsa_executable_symbol_get_info(symbol, 21, &counter));
    OK(hsa_executable_symbol_get_info(symbol, 9, size));
    OK(hsa_executable_symbol_get_info(symbol, 10, &is_const));
    CHECK(*counter == 40 && size[0] == 4 && size[1] == 7 && !is_const);
    uint64_t object;
    CHECK(hsa_executable_symbol_get_info(symbol, 22, &object) == 0x1001);
    OK(hsa_executable_get_symbol_by_name(executable, "table", &gpu, &symbol));
    OK(hsa_executable_symbol_get_info(symbol, 10, &is_const));
    CHECK(is_const);
    CHECK(hsa_executable_get_symbol_by_name(executable, "nothing", &gpu, &symbol) == 0x1013);
    CHECK(hsa_executable_get_symbol_by_name(executable, "count", &gpu, &symbol) == 0x1013);

    struct kernel k = kernel_of(executable, gpu, "count.kd");
    float *out = allocate(gpu_pool, 16);
    struct { uint32_t by, pad; float *out; } args = {3, 0, out};
    struct queue *q = new_queue(gpu);
    handle done = new_signal(1);
    dispatch(q, k, arguments(k, &args, 16, 128, 64), 128, 64, done);
    wait_for(done);
    CHECK(*counter == 168 && out[0] == 3 && out[3] == 24);

    /* Kernels follow pointers that the host has written. */
    struct kernel follow = kernel_of(executable, gpu, "follow.kd");
    uint64_t *where = allocate(gpu_pool, 8);
    *where = (uint64_t)counter;
    hsa_signal_store_relaxed(done, 1);
    dispatch(q, follow, arguments(follow, &where, 8, 64, 64), 64, 64, done);
    wait_for(done);
    CHECK(*counter == 170);

    /* A kernel writes a signal, and who waits notices it. */
    handle written = new_signal(5);
    int64_t *value = NULL;
    OK(hsa_amd_signal_value_pointer(written, &value));
    *where = (uint64_t)value;
    dispatch(q, follow, arguments(follow, &where, 8, 64, 64), 64, 64, 0);
    CHECK(hsa_signal_wait_scacquire(written, EQ, 7, FOREVER, 0) == 7);

    /* What is malformed, of another target, or already frozen, is refused. */
    handle reader, other;
    OK(hsa_executable_create_alt(1, 0, NULL, &other));
    OK(hsa_code_object_reader_create_from_memory("no code object", 14, &reader));
    CHECK(hsa_executable_load_agent_code_object(other, gpu, reader, NULL, NULL) == 0x1010);
    OK(hsa_executable_freeze(other, NULL));
    CHECK(hsa_executable_load_agent_code_object(other, gpu, reader, NULL, NULL) == 0x1012);
    CHECK(hsa_executable_load_agent_code_object(77, gpu, reader, NULL, NULL) == 0x1011);
    FILE *f = fopen(argv[1], "rb");
    CHECK(f != NULL);
    OK(hsa_code_object_reader_create_from_file(fileno(f), &reader));
    OK(hsa_executable_create_alt(1, 0, NULL, &other));
    OK(hsa_executable_load_agent_code_object(other, gpu, reader, NULL, NULL));
    fclose(f);
    CHECK(hsa_code_object_reader_create_from_file(-1, &reader) == 0x1020);
    OK(hsa_executable_destroy(executable));
    OK(hsa_queue_destroy(q));
    puts("right");
    return 0;
}
