/* What agents, pools, regions, caches and instruction sets say; errors. */
#include "hsa_min.h"

int main(void)
{
    uint32_t v = 7;
    CHECK(hsa_agent_get_info(1, 17, &v) == 0x100b);
    CHECK(hsa_shut_down() == 0x100b);
    start();
    OK(hsa_init());
    OK(hsa_shut_down());
    OK(hsa_agent_get_info(cpu, 17, &v));
    CHECK(v == 0);
    OK(hsa_agent_get_info(gpu, 17, &v));
    CHECK(v == 1);
    char name[64];
    OK(hsa_agent_get_info(gpu, 0, name));
    CHECK(strcmp(name, "gfx900") == 0);
    /* Exactly the size of the attribute is written. */
    uint8_t guarded[8];
    memset(guarded, 0xee, 8);
    OK(hsa_agent_get_info(gpu, 21, guarded));
    CHECK(guarded[0] == 1 && guarded[1] == 0 && guarded[2] == 0xee);
    memset(guarded, 0xee, 8);
    OK(hsa_agent_get_info(gpu, 0xa010, guarded));
    CHECK(guarded[0] == 1 && guarded[1] == 0xee);
    CHECK(hsa_agent_get_info(gpu, 0xbeef, &v) == 0x1001);
    CHECK(hsa_agent_get_info(99, 17, &v) == 0x1004);
    CHECK(hsa_agent_get_info(gpu, 17, NULL) == 0x1001);

    struct list isas = {0}, pools = {0}, regions = {0}, caches = {0};
    OK(hsa_agent_iterate_isas(gpu, add_to_list, &isas));
    CHECK(isas.count == 1);
    uint32_t length = 0;
    OK(hsa_isa_get_info_alt(isas.all[0], 0, &length));
    char isa[100];
    OK(hsa_isa_get_info_alt(isas.all[0], 1, isa));
    CHECK(strcmp(isa, "amdgcn-amd-amdhsa--gfx900:xnack-") == 0 && length == strlen(isa) + 1);
    handle found;
    OK(hsa_isa_from_name(isa, &found));
    CHECK(found == isas.all[0]);
    CHECK(hsa_isa_from_name("amdgcn-amd-amdhsa--gfx1030", &found) == 0x1017);

    OK(hsa_agent_iterate_caches(gpu, add_to_list, &caches));
    OK(hsa_cache_get_info(caches.all[1], 3, &v));
    CHECK(caches.count == 2 && v == 4 << 20);

    OK(hsa_amd_agent_iterate_memory_pools(gpu, add_to_list, &pools));
    CHECK(pools.count == 2);
    size_t size = 0;
    OK(hsa_amd_memory_pool_get_info(pools.all[1], 2, &size));
    CHECK(size == 65536);
    void *p;
    CHECK(hsa_amd_memory_pool_allocate(pools.all[1], 64, 0, &p) == 0x1003);
    CHECK(hsa_amd_memory_pool_allocate(1234567, 64, 0, &p) == 40);
    OK(hsa_amd_memory_pool_get_info(pools.all[0], 2, &size));
    /* The limit of a pool is enforced, and freed memory is there again. */
    CHECK(hsa_amd_memory_pool_allocate(pools.all[0], size + 1, 0, &p) == 0x1003);
    OK(hsa_amd_memory_pool_allocate(pools.all[0], size - 4096, 0, &p));
    void *q;
    CHECK(hsa_amd_memory_pool_allocate(pools.all[0], 8192, 0, &q) == 0x1008);
    CHECK(hsa_amd_memory_pool_free((char *)p + 64) == 0x1003);
    OK(hsa_amd_memory_pool_free(p));
    OK(hsa_amd_memory_pool_allocate(pools.all[0], 8192, 0, &q));
    CHECK(hsa_amd_memory_pool_free(NULL) == SUCCESS);
    struct pointer_info info = {.size = sizeof info};
    OK(hsa_amd_pointer_info((char *)q + 100, &info, NULL, NULL, NULL));
    CHECK(info.type == 1 && info.agent_base == q && info.bytes == 8192 && info.owner == gpu);
    OK(hsa_amd_pointer_info(&info, &info, NULL, NULL, NULL));
    CHECK(info.type == 0);
    OK(hsa_amd_memory_pool_free(q));
    OK(hsa_amd_agent_memory_pool_get_info(cpu, pools.all[0], 0, &v));
    CHECK(v == 2);
    OK(hsa_amd_agent_memory_pool_get_info(gpu, pools.all[0], 0, &v));
    CHECK(v == 1);

    /* The older interface. */
    OK(hsa_agent_iterate_regions(gpu, add_to_list, &regions));
    int kernarg = 0;
    for (uint32_t i = 0; i < regions.count; i++) {
        uint32_t segment, flags = 0;
        OK(hsa_region_get_info(regions.all[i], 0, &segment));
        if (segment == 0)
            OK(hsa_region_get_info(regions.all[i], 1, &flags));
        if (flags & 1) {
            kernarg++;
            OK(hsa_memory_allocate(regions.all[i], 100, &p));
            memset(p, 1, 100);
            OK(hsa_memory_free(p));
        }
    }
    CHECK(kernarg == 1);

    /* The loader's table, and what is not there. */
    void *table[4] = {0};
    OK(hsa_system_get_major_extension_table(0x201, 1, 24, table));
    CHECK(table[0] && table[1] && table[2] && !table[3]);
    CHECK(hsa_system_get_major_extension_table(1, 1, 24, table) == 0x1000);
    CHECK(hsa_ext_image_create() == 0x1000);
    uint64_t ticks[2];
    OK(hsa_system_get_info(2, &ticks[0]));
    OK(hsa_system_get_info(2, &ticks[1]));
    CHECK(ticks[0] <= ticks[1]);
    const char *text;
    OK(hsa_status_string(0x1004, &text));
    CHECK(strstr(text, "agent"));
    CHECK(hsa_status_string(77777, &text) == 0x1001);

    /* No queue of the CPU, none of any number of packets, no signal 0. */
    struct queue *queue;
    CHECK(hsa_queue_create(cpu, 64, 0, NULL, NULL, 0, 0, &queue) == 0x1002);
    CHECK(hsa_queue_create(gpu, 100, 0, NULL, NULL, 0, 0, &queue) == 0x1001);
    CHECK(hsa_queue_destroy((struct queue *)&queue) == 0x1007);
    CHECK(hsa_signal_destroy(0) == 0x1006);
    hsa_signal_store_relaxed(0, 1);
    CHECK(hsa_signal_load_scacquire(12345) == 0);
    CHECK(hsa_executable_destroy(5) == 0x1011);
    OK(hsa_shut_down());
    CHECK(hsa_agent_get_info(gpu, 17, &v) == 0x100b);
    OK(hsa_init());
    OK(hsa_agent_get_info(gpu, 17, &v));
    puts("right");
    return 0;
}
