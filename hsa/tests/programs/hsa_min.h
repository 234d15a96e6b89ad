/* What the tests use of HSA, written from the HSA Runtime 1.2 specification and from what AMD's extension states,
   and helpers. Structures have the specification's layout; names are the tests' own but for functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t handle;

struct queue {
    uint32_t type, features;
    uint8_t *packets;
    handle doorbell;
    uint32_t size, reserved;
    uint64_t id;
};

struct dispatch {
    uint16_t header, dimensions, group[3], reserved;
    uint32_t grid[3], private_bytes, group_bytes;
    uint64_t kernel;
    void *arguments;
    uint64_t reserved2;
    handle completion;
};

struct barrier {
    uint16_t header, reserved[3];
    handle dependency[5];
    uint64_t reserved2;
    handle completion;
};

struct barrier_value {
    uint16_t header;
    uint8_t format, reserved;
    uint32_t reserved2;
    handle signal;
    int64_t value, mask;
    uint32_t condition, reserved3;
    uint64_t reserved4[2];
    handle completion;
};

_Static_assert(sizeof(struct dispatch) == 64, "a packet");
_Static_assert(sizeof(struct barrier) == 64, "a packet");
_Static_assert(sizeof(struct barrier_value) == 64, "a packet");

struct pitched { void *base; size_t pitch, slice; };

struct pointer_info {
    uint32_t size, type;
    void *agent_base, *host_base;
    size_t bytes;
    void *user;
    handle owner;
    uint32_t flags, reserved;
};

union open_file { void *handle; int fd; uint8_t pad[8]; };

struct shareable { uint32_t words[8]; };

struct permission { uint32_t rights; handle agent; };

/* An event of memory. */
struct event { uint32_t type; handle agent; uint64_t address; uint32_t reason; };

enum { EQ, NE, LT, GTE };
enum { VENDOR, INVALID, KERNEL, AND, AGENT, OR };
#define SUCCESS 0u
#define FOREVER UINT64_MAX

uint32_t hsa_init(void);
uint32_t hsa_shut_down(void);
uint32_t hsa_status_string(uint32_t, const char **);
uint32_t hsa_system_get_info(uint32_t, void *);
uint32_t hsa_system_get_major_extension_table(uint16_t, uint16_t, size_t, void *);
uint32_t hsa_iterate_agents(uint32_t (*)(handle, void *), void *);
uint32_t hsa_agent_get_info(handle, uint32_t, void *);
uint32_t hsa_agent_iterate_isas(handle, uint32_t (*)(handle, void *), void *);
uint32_t hsa_agent_iterate_caches(handle, uint32_t (*)(handle, void *), void *);
uint32_t hsa_agent_iterate_regions(handle, uint32_t (*)(handle, void *), void *);
uint32_t hsa_region_get_info(handle, uint32_t, void *);
uint32_t hsa_cache_get_info(handle, uint32_t, void *);
uint32_t hsa_isa_get_info_alt(handle, uint32_t, void *);
uint32_t hsa_isa_from_name(const char *, handle *);
uint32_t hsa_memory_allocate(handle, size_t, void **);
uint32_t hsa_memory_free(void *);
uint32_t hsa_memory_copy(void *, const void *, size_t);
uint32_t hsa_signal_create(int64_t, uint32_t, const handle *, handle *);
uint32_t hsa_signal_destroy(handle);
int64_t hsa_signal_load_scacquire(handle);
void hsa_signal_store_screlease(handle, int64_t);
void hsa_signal_store_relaxed(handle, int64_t);
void hsa_signal_silent_store_relaxed(handle, int64_t);
void hsa_signal_add_relaxed(handle, int64_t);
void hsa_signal_subtract_screlease(handle, int64_t);
void hsa_signal_and_relaxed(handle, int64_t);
void hsa_signal_or_relaxed(handle, int64_t);
void hsa_signal_xor_acq_rel(handle, int64_t);
int64_t hsa_signal_exchange_scacq_screl(handle, int64_t);
int64_t hsa_signal_cas_scacq_screl(handle, int64_t, int64_t);
int64_t hsa_signal_wait_scacquire(handle, uint32_t, int64_t, uint64_t, uint32_t);
uint32_t hsa_queue_create(handle, uint32_t, uint32_t, void (*)(uint32_t, struct queue *, void *), void *, uint32_t,
                          uint32_t, struct queue **);
uint32_t hsa_queue_destroy(struct queue *);
uint64_t hsa_queue_add_write_index_relaxed(struct queue *, uint64_t);
uint64_t hsa_queue_load_read_index_scacquire(struct queue *);
uint64_t hsa_queue_load_write_index_relaxed(struct queue *);
uint32_t hsa_code_object_reader_create_from_memory(const void *, size_t, handle *);
uint32_t hsa_code_object_reader_create_from_file(int, handle *);
uint32_t hsa_code_object_reader_destroy(handle);
uint32_t hsa_executable_create_alt(uint32_t, uint32_t, const char *, handle *);
uint32_t hsa_executable_load_agent_code_object(handle, handle, handle, const char *, handle *);
uint32_t hsa_executable_freeze(handle, const char *);
uint32_t hsa_executable_destroy(handle);
uint32_t hsa_executable_get_symbol_by_name(handle, const char *, const handle *, handle *);
uint32_t hsa_executable_symbol_get_info(handle, uint32_t, void *);
uint32_t hsa_executable_iterate_symbols(handle, uint32_t (*)(handle, handle, void *), void *);
uint32_t hsa_ext_image_create(void);
uint32_t hsa_amd_agent_iterate_memory_pools(handle, uint32_t (*)(handle, void *), void *);
uint32_t hsa_amd_memory_pool_get_info(handle, uint32_t, void *);
uint32_t hsa_amd_agent_memory_pool_get_info(handle, handle, uint32_t, void *);
uint32_t hsa_amd_memory_pool_allocate(handle, size_t, uint32_t, void **);
uint32_t hsa_amd_memory_pool_free(void *);
uint32_t hsa_amd_agents_allow_access(uint32_t, const handle *, const uint32_t *, const void *);
uint32_t hsa_amd_memory_fill(void *, uint32_t, size_t);
uint32_t hsa_amd_memory_lock(void *, size_t, handle *, int, void **);
uint32_t hsa_amd_memory_unlock(void *);
uint32_t hsa_amd_pointer_info(const void *, struct pointer_info *, void *(*)(size_t), uint32_t *, handle **);
uint32_t hsa_amd_memory_async_copy(void *, handle, const void *, handle, size_t, uint32_t, const handle *, handle);
uint32_t hsa_amd_memory_async_copy_rect(const struct pitched *, const uint32_t *, const struct pitched *,
                                        const uint32_t *, const uint32_t *, handle, uint32_t, uint32_t, const handle *,
                                        handle);
struct svm_attribute { uint64_t attribute, value; };
uint32_t hsa_amd_svm_attributes_set(void *, size_t, struct svm_attribute *, size_t);
uint32_t hsa_amd_svm_attributes_get(void *, size_t, struct svm_attribute *, size_t);
uint32_t hsa_amd_svm_prefetch_async(void *, size_t, handle, uint32_t, const handle *, handle);
uint32_t hsa_amd_signal_async_handler(handle, uint32_t, int64_t, bool (*)(int64_t, void *), void *);
uint32_t hsa_amd_signal_value_pointer(handle, int64_t **);
uint32_t hsa_amd_signal_wait_any(uint32_t, handle *, uint32_t *, int64_t *, uint64_t, uint32_t, int64_t *);
uint32_t hsa_amd_signal_wait_all(uint32_t, handle *, uint32_t *, int64_t *, uint64_t, uint32_t, int64_t *);
uint32_t hsa_amd_queue_get_info(struct queue *, uint32_t, void *);
uint32_t hsa_amd_memory_copy_engine_status(handle, handle, uint32_t *);
uint32_t hsa_amd_memory_get_preferred_copy_engine(handle, handle, uint32_t *);
uint32_t hsa_amd_memory_async_copy_on_engine(void *, handle, const void *, handle, size_t, uint32_t, const handle *, handle,
                                             uint32_t, bool);
uint32_t hsa_amd_ais_file_write(union open_file, void *, uint64_t, int64_t, uint64_t *, int32_t *);
uint32_t hsa_amd_ais_file_read(union open_file, void *, uint64_t, int64_t, uint64_t *, int32_t *);
uint32_t hsa_amd_register_system_event_handler(uint32_t (*)(const struct event *, void *), void *);
uint32_t hsa_amd_agent_set_async_scratch_limit(handle, size_t);
uint32_t hsa_amd_enable_logging(uint8_t *, void *);
uint32_t hsa_extension_get_name(uint16_t, const char **);
uint32_t hsa_ven_amd_pcs_iterate_configuration(handle, uint32_t (*)(const void *, void *), void *);
uint32_t hsa_ven_amd_pcs_start(handle);
uint32_t hsa_amd_vmem_address_reserve(void **, size_t, uint64_t, uint64_t);
uint32_t hsa_amd_vmem_address_reserve_align(void **, size_t, uint64_t, uint64_t, uint64_t);
uint32_t hsa_amd_vmem_address_free(void *, size_t);
uint32_t hsa_amd_vmem_handle_create(handle, size_t, uint32_t, uint64_t, handle *);
uint32_t hsa_amd_vmem_handle_release(handle);
uint32_t hsa_amd_vmem_map(void *, size_t, size_t, handle, uint64_t);
uint32_t hsa_amd_vmem_unmap(void *, size_t);
uint32_t hsa_amd_vmem_set_access(void *, size_t, const struct permission *, size_t);
uint32_t hsa_amd_vmem_get_access(void *, uint32_t *, handle);
uint32_t hsa_amd_vmem_export_shareable_handle(int *, handle, uint64_t);
uint32_t hsa_amd_vmem_import_shareable_handle(int, handle *);
uint32_t hsa_amd_vmem_retain_alloc_handle(handle *, void *);
uint32_t hsa_amd_vmem_get_alloc_properties_from_handle(handle, handle *, uint32_t *);
uint32_t hsa_amd_signal_create(int64_t, uint32_t, const handle *, uint64_t, handle *);
uint32_t hsa_amd_ipc_memory_create(void *, size_t, struct shareable *);
uint32_t hsa_amd_ipc_memory_attach(const struct shareable *, size_t, uint32_t, const handle *, void **);
uint32_t hsa_amd_ipc_memory_detach(void *);
uint32_t hsa_amd_ipc_signal_create(handle, struct shareable *);
uint32_t hsa_amd_ipc_signal_attach(const struct shareable *, handle *);
uint32_t hsa_amd_portable_export_dmabuf(const void *, size_t, int *, uint64_t *);
uint32_t hsa_amd_portable_export_dmabuf_v2(const void *, size_t, int *, uint64_t *, uint64_t);
uint32_t hsa_amd_portable_close_dmabuf(int);
uint32_t hsa_amd_interop_map_buffer(uint32_t, handle *, int, uint32_t, size_t *, void **, size_t *, const void **);
uint32_t hsa_amd_interop_unmap_buffer(void *);
uint32_t hsa_amd_register_deallocation_callback(void *, void (*)(void *, void *), void *);
uint32_t hsa_amd_deregister_deallocation_callback(void *, void (*)(void *, void *));
uint32_t hsa_amd_queue_cu_set_mask(const struct queue *, uint32_t, const uint32_t *);
uint32_t hsa_amd_queue_cu_get_mask(const struct queue *, uint32_t, uint32_t *);
uint32_t hsa_amd_profiling_get_dispatch_time(handle, handle, uint64_t *);
uint32_t hsa_amd_profiling_get_async_copy_time(handle, uint64_t *);

/* Ends the test where something is not as it should be. */
#define CHECK(what) \
    do { \
        if (!(what)) { \
            printf("%s:%d: not %s\n", __FILE__, __LINE__, #what); \
            fflush(stdout); \
            _Exit(1); \
        } \
    } while (0)
#define OK(call) \
    do { \
        uint32_t status_ = (call); \
        if (status_ != SUCCESS) { \
            printf("%s:%d: %s gives %#x\n", __FILE__, __LINE__, #call, status_); \
            fflush(stdout); \
            _Exit(1); \
        } \
    } while (0)

struct list { handle all[16]; uint32_t count; };

static uint32_t add_to_list(handle h, void *data)
{
    struct list *l = data;
    CHECK(l->count < 16);
    l->all[l->count++] = h;
    return SUCCESS;
}

/* What each test has. */
static handle cpu, gpu, kernarg_pool, gpu_pool;
static struct list agents;

static void start(void)
{
    OK(hsa_init());
    OK(hsa_iterate_agents(add_to_list, &agents));
    CHECK(agents.count >= 2);
    cpu = agents.all[0];
    gpu = agents.all[1];
    struct list pools = {0};
    OK(hsa_amd_agent_iterate_memory_pools(cpu, add_to_list, &pools));
    for (uint32_t i = 0; i < pools.count; i++) {
        uint32_t flags = 0;
        OK(hsa_amd_memory_pool_get_info(pools.all[i], 1, &flags));
        if (flags & 1)
            kernarg_pool = pools.all[i];
    }
    pools.count = 0;
    OK(hsa_amd_agent_iterate_memory_pools(gpu, add_to_list, &pools));
    gpu_pool = pools.all[0];
    CHECK(kernarg_pool && gpu_pool);
}

static inline void *allocate(handle pool, size_t bytes)
{
    void *p = NULL;
    OK(hsa_amd_memory_pool_allocate(pool, bytes, 0, &p));
    return p;
}

static inline handle new_signal(int64_t value)
{
    handle s = 0;
    OK(hsa_signal_create(value, 0, NULL, &s));
    return s;
}

static inline handle load(const char *path, handle agent)
{
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL);
    static char bytes[1 << 20];
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    handle reader = 0, executable = 0;
    OK(hsa_executable_create_alt(1, 0, NULL, &executable));
    OK(hsa_code_object_reader_create_from_memory(bytes, n, &reader));
    OK(hsa_executable_load_agent_code_object(executable, agent, reader, NULL, NULL));
    OK(hsa_code_object_reader_destroy(reader));
    memset(bytes, 0, sizeof bytes);
    OK(hsa_executable_freeze(executable, NULL));
    return executable;
}

struct kernel { uint64_t object; uint32_t kernarg, lds, private_bytes; };

static inline struct kernel kernel_of(handle executable, handle agent, const char *name)
{
    handle s = 0;
    struct kernel k = {0};
    uint32_t type = 9;
    OK(hsa_executable_get_symbol_by_name(executable, name, &agent, &s));
    OK(hsa_executable_symbol_get_info(s, 0, &type));
    CHECK(type == 1);
    OK(hsa_executable_symbol_get_info(s, 22, &k.object));
    OK(hsa_executable_symbol_get_info(s, 11, &k.kernarg));
    OK(hsa_executable_symbol_get_info(s, 13, &k.lds));
    OK(hsa_executable_symbol_get_info(s, 14, &k.private_bytes));
    return k;
}

/* Kernel arguments with the hidden ones of code object version 5 behind `explicit_bytes` bytes, for a grid in one
   dimension of whole work-groups. */
static inline void *arguments(struct kernel k, const void *given, size_t explicit_bytes, uint32_t grid, uint16_t group)
{
    uint8_t *p = allocate(kernarg_pool, k.kernarg);
    memcpy(p, given, explicit_bytes);
    uint8_t *hidden = p + (explicit_bytes + 7) / 8 * 8;
    uint32_t counts[3] = {grid / group, 1, 1};
    uint16_t sizes[3] = {group, 1, 1}, dimensions = 1;
    memcpy(hidden, counts, sizeof counts);
    memcpy(hidden + 12, sizes, sizeof sizes);
    memcpy(hidden + 64, &dimensions, sizeof dimensions);
    return p;
}

/* Writes a packet, its header last, and rings the doorbell. */
static inline uint64_t submit(struct queue *q, const void *packet)
{
    uint64_t index = hsa_queue_add_write_index_relaxed(q, 1);
    while (index - hsa_queue_load_read_index_scacquire(q) >= q->size)
        ;
    uint8_t *slot = q->packets + index % q->size * 64;
    memcpy(slot + 2, (const uint8_t *)packet + 2, 62);
    uint16_t header;
    memcpy(&header, packet, 2);
    __atomic_store_n((uint16_t *)slot, header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(q->doorbell, (int64_t)index);
    return index;
}

static inline void dispatch(struct queue *q, struct kernel k, void *args, uint32_t grid, uint16_t group,
                            handle completion)
{
    struct dispatch p = {
        .header = KERNEL | 1 << 8 | 2 << 9 | 2 << 11,
        .dimensions = 1,
        .group = {group, 1, 1},
        .grid = {grid, 1, 1},
        .private_bytes = k.private_bytes,
        .group_bytes = k.lds,
        .kernel = k.object,
        .arguments = args,
        .completion = completion,
    };
    submit(q, &p);
}

/* Arguments of `saxpy`. */
struct saxpy { float a; uint32_t pad; const float *x; float *y; uint32_t n; };

static inline struct queue *new_queue(handle agent)
{
    struct queue *q = NULL;
    OK(hsa_queue_create(agent, 64, 0, NULL, NULL, UINT32_MAX, UINT32_MAX, &q));
    return q;
}

static inline void wait_for(handle s)
{
    CHECK(hsa_signal_wait_scacquire(s, LT, 1, FOREVER, 0) == 0);
}
