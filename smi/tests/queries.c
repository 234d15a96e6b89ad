// Asks librocm_smi64, libamd_smi and the HSA runtime for their cards, and compares.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *from(const char *name)
{
    void *library = dlopen(name, RTLD_NOW);
    if (!library) {
        printf("%s\n", dlerror());
        exit(1);
    }
    return library;
}

static void *rocm, *amd, *hsa;
static int wrong;

#define FN(library, name) ((uint32_t (*)()) dlsym(library, #name))
#define CHECK(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); wrong++; } } while (0)

static uint64_t gpus[16];
static uint32_t agents;

static uint32_t agent(uint64_t handle, void *data)
{
    (void) data;
    uint32_t type;
    // HSA_AGENT_INFO_DEVICE; HSA_DEVICE_TYPE_GPU
    if (FN(hsa, hsa_agent_get_info)(handle, 17, &type) == 0 && type == 1)
        gpus[agents++] = handle;
    return 0;
}

static uint64_t pool_size;

static uint32_t pool(uint64_t handle, void *data)
{
    (void) data;
    size_t size;
    // HSA_AMD_MEMORY_POOL_INFO_SIZE
    if (FN(hsa, hsa_amd_memory_pool_get_info)(handle, 2, &size) == 0 && size > pool_size)
        pool_size = size;
    return 0;
}

int main(int argc, char **argv)
{
    uint32_t wanted = argc > 1 ? (uint32_t) atoi(argv[1]) : 0;
    rocm = from("librocm_smi64.so.1");
    amd = from("libamd_smi.so");
    hsa = from("libhsa-runtime64.so.1");

    CHECK(FN(hsa, hsa_init)() == 0);
    CHECK(FN(hsa, hsa_iterate_agents)(agent, NULL) == 0);
    CHECK(agents == wanted);

    uint32_t n = 99;
    CHECK(FN(rocm, rsmi_init)((uint64_t) 0) == 0);
    CHECK(FN(rocm, rsmi_num_monitor_devices)(&n) == 0 && n == wanted);
    CHECK(FN(rocm, rsmi_num_monitor_devices)(NULL) == 1);
    CHECK(FN(amd, amdsmi_init)((uint64_t) 2) == 0);
    uint32_t sockets = 0;
    CHECK(FN(amd, amdsmi_get_socket_handles)(&sockets, NULL) == 0 && sockets == wanted);
    void *socket[16] = { 0 };
    sockets = 16;
    CHECK(FN(amd, amdsmi_get_socket_handles)(&sockets, socket) == 0 && sockets == wanted);

    for (uint32_t i = 0; i < n && i < agents; i++) {
        uint32_t chip, bdf, domain, node;
        char product[64], uuid[32], name[64], small[4];
        // CHIP_ID, BDFID, DOMAIN, DRIVER_NODE_ID, PRODUCT_NAME, UUID of AMD's agents
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa000, &chip) == 0);
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa006, &bdf) == 0);
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa00f, &domain) == 0);
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa004, &node) == 0);
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa009, product) == 0);
        CHECK(FN(hsa, hsa_agent_get_info)(gpus[i], 0xa011, uuid) == 0);
        pool_size = 0;
        CHECK(FN(hsa, hsa_amd_agent_iterate_memory_pools)(gpus[i], pool, NULL) == 0);

        uint16_t id, vendor;
        uint64_t pci, unique, bytes = 1;
        uint32_t number = 99;
        CHECK(FN(rocm, rsmi_dev_id_get)(i, &id) == 0 && id == chip);
        CHECK(FN(rocm, rsmi_dev_vendor_id_get)(i, &vendor) == 0 && vendor == 0x1002);
        CHECK(FN(rocm, rsmi_dev_pci_id_get)(i, &pci) == 0 && pci == ((uint64_t) domain << 32 | bdf));
        CHECK(FN(rocm, rsmi_dev_node_id_get)(i, &number) == 0 && number == node);
        CHECK(FN(rocm, rsmi_dev_name_get)(i, name, sizeof name) == 0 && !strcmp(name, product));
        // RSMI_STATUS_INSUFFICIENT_SIZE; what there is room for is there
        CHECK(FN(rocm, rsmi_dev_name_get)(i, small, sizeof small) == 11 && !strncmp(small, product, 3) && !small[3]);
        CHECK(FN(rocm, rsmi_dev_unique_id_get)(i, &unique) == 0);
        snprintf(name, sizeof name, "GPU-%016llx", (unsigned long long) unique);
        CHECK(!strcmp(name, uuid));
        CHECK(FN(rocm, rsmi_dev_memory_total_get)(i, 0, &bytes) == 0 && bytes == pool_size);
        CHECK(FN(rocm, rsmi_dev_memory_usage_get)(i, 0, &bytes) == 0 && bytes == 0);
        // GTT: RSMI_STATUS_NOT_SUPPORTED
        CHECK(FN(rocm, rsmi_dev_memory_total_get)(i, 2, &bytes) == 2);
        CHECK(FN(rocm, rsmi_dev_busy_percent_get)(i, &number) == 0 && number == 0);

        void *processor = NULL, *same = NULL;
        uint32_t one = 1;
        CHECK(FN(amd, amdsmi_get_processor_handles)(socket[i], &one, &processor) == 0 && one == 1);
        CHECK(FN(amd, amdsmi_get_processor_type)(processor, &number) == 0 && number == 1);
        // 3 bits of function, 5 of device, 8 of bus, the domain
        CHECK(FN(amd, amdsmi_get_gpu_device_bdf)(processor, &pci) == 0 && pci == ((uint64_t) domain << 16 | bdf));
        CHECK(FN(amd, amdsmi_get_processor_handle_from_bdf)(pci, &same) == 0 && same == processor);
        CHECK(FN(amd, amdsmi_get_gpu_id)(processor, &id) == 0 && id == chip);
        CHECK(FN(amd, amdsmi_get_gpu_memory_total)(processor, 0, &bytes) == 0 && bytes == pool_size);
        uint32_t usage[7] = { 9, 9, 9, 9, 9, 9, 9 };
        CHECK(FN(amd, amdsmi_get_gpu_vram_usage)(processor, usage) == 0);
        CHECK(usage[0] == pool_size >> 20 && usage[1] == 0 && usage[2] == 9);
        // A temperature: AMDSMI_STATUS_NOT_SUPPORTED
        CHECK(FN(amd, amdsmi_get_temp_metric)(processor, 0, 0, &bytes) == 2);
    }
    uint16_t id;
    CHECK(FN(rocm, rsmi_dev_id_get)(n, &id) == 1);
    CHECK(FN(amd, amdsmi_get_gpu_id)(NULL, &id) == 1);
    void *none;
    // AMDSMI_STATUS_NOT_FOUND
    CHECK(FN(amd, amdsmi_get_processor_handle_from_bdf)((uint64_t) 0xff00, &none) == 31);
    const char *text = NULL;
    CHECK(FN(rocm, rsmi_status_string)(2, &text) == 0 && text && *text);
    CHECK(FN(rocm, rsmi_dev_temp_metric_get)(0, 0, 0, NULL) == 2);
    CHECK(FN(rocm, rsmi_shut_down)() == 0 && FN(amd, amdsmi_shut_down)() == 0);
    if (!wrong)
        printf("right\n");
    return wrong != 0;
}
