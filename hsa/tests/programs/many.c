/* Hundreds of code objects with many kernels, as libraries load them, of which few are used: all of them are as they are
   to be for who runs, reads, copies or calls them, and memory is taken for what is used. The code objects are made here
   (ELF; LLVM AMDGPUUsage, "ELF Code Object", "Kernel Descriptor", for gfx900; LLVM's assembler wrote the words). */
#include "hsa_min.h"

#include <sys/mman.h>
#include <unistd.h>

enum { OBJECTS = 300, KERNELS = 100, CODE = 8192, PAGE = 4096 };
/* Segments: descriptors, symbols and names; code; a variable and pointers to code. Each begins a page of the file. */
enum { NAME = 24, SYMBOLS = KERNELS + 3, RELOCATIONS = 2 };
enum {
    DESCRIPTORS = 64 + 3 * 56,
    SYMBOL = (DESCRIPTORS + 63) / 64 * 64 + KERNELS * 64,
    NAMES = SYMBOL + SYMBOLS * 24,
    RELOCATION = (NAMES + 1 + SYMBOLS * NAME + 7) / 8 * 8,
    FIRST = RELOCATION + RELOCATIONS * 24,
    TEXT = (FIRST + PAGE - 1) / PAGE * PAGE,
    DATA = TEXT + KERNELS * CODE,
    SECTIONS = DATA + PAGE,
    FILE_BYTES = SECTIONS + 6 * 64
};
/* In memory code and data lie a page further apart than in the file. */
enum { TEXT_AT = TEXT + PAGE, DATA_AT = DATA + 2 * PAGE, DATA_BYTES = 64, ZEROS = 40000 };

static uint8_t object[FILE_BYTES];

static void put(size_t at, uint64_t value, int bytes)
{
    memcpy(object + at, &value, bytes);
}

static const uint32_t PEEK[] = {0xc00a0100, 0, 0x7e000280, 0xbf8cc07f, 0xc0020203, 0, 0xbf8cc07f, 0x7e020208,
                                0xdc708000, 0x00040100, 0xbf810000};
static const uint32_t CALL[] = {0xc00a0100, 0, 0x7e000280, 0xbf8cc07f, 0xbe881e06, 0xdc708000, 0x00040100, 0xbf810000};
static const uint32_t NUMBER[] = {0xc00a0100, 0, 0x7e000280, 0x7e0202ff, 0, 0xbf8cc07f, 0xdc708000, 0x00040100, 0xbf810000};
static const uint32_t GIVE[] = {0x7e0202ff, 0, 0xbe801d08};

static uint64_t descriptor_at(int k)
{
    return (DESCRIPTORS + 63) / 64 * 64 + k * 64;
}

static void symbol(int i, const char *name, int kind, int section, uint64_t at, uint64_t size)
{
    size_t s = SYMBOL + i * 24, n = 1 + i * NAME;
    strcpy((char *)object + NAMES + n, name);
    put(s, n, 4);
    object[s + 4] = 1 << 4 | kind;
    put(s + 6, section, 2);
    put(s + 8, at, 8);
    put(s + 16, size, 8);
}

static void program_header(int i, uint32_t flags, uint64_t offset, uint64_t at, uint64_t bytes, uint64_t memory)
{
    size_t p = 64 + i * 56;
    put(p, 1, 4);
    put(p + 4, flags, 4);
    put(p + 8, offset, 8);
    put(p + 16, at, 8);
    put(p + 24, at, 8);
    put(p + 32, bytes, 8);
    put(p + 40, memory, 8);
    put(p + 48, PAGE, 8);
}

static void section(int i, uint32_t kind, uint64_t flags, uint64_t offset, uint64_t bytes, uint32_t link, uint64_t entry)
{
    size_t s = SECTIONS + i * 64;
    put(s + 4, kind, 4);
    put(s + 8, flags, 8);
    put(s + 16, offset, 8);
    put(s + 24, offset, 8);
    put(s + 32, bytes, 8);
    put(s + 40, link, 4);
    put(s + 44, kind == 11, 4);
    put(s + 48, 8, 8);
    put(s + 56, entry, 8);
}

/* Kernel 0 reads a dword by a pointer, kernel 1 calls a function by a pointer, the others store their number and that of
   the object. The function of the object gives 7000 + n. */
static void make(uint32_t n)
{
    memset(object, 0, sizeof object);
    memcpy(object, "\x7f" "ELF\2\1\1\x40\3", 9);
    put(16, 3, 2);
    put(18, 224, 2);
    put(20, 1, 4);
    put(32, 64, 8);
    put(40, SECTIONS, 8);
    put(48, 0x12c, 4);
    put(52, 64 | (uint64_t)56 << 16 | (uint64_t)3 << 32 | (uint64_t)64 << 48, 8);
    put(60, 6, 2);
    program_header(0, 4, 0, 0, FIRST, FIRST);
    program_header(1, 5, TEXT, TEXT_AT, KERNELS * CODE, KERNELS * CODE);
    program_header(2, 6, DATA, DATA_AT, DATA_BYTES, DATA_BYTES + ZEROS);
    for (int k = 0; k < KERNELS; k++) {
        char name[NAME];
        sprintf(name, "kernel_%d.kd", k);
        uint64_t d = descriptor_at(k), code = k * CODE;
        symbol(1 + k, name, 1, 1, d, 64);
        put(d + 8, 16, 4);
        put(d + 16, TEXT_AT + code - d, 8);
        put(d + 48, 1 << 21 | 1 << 23 | 0xc0 << 12 | 1 << 6, 4);    /* dx10_clamp, ieee, denormals, 16 SGPRs */
        put(d + 52, 2 << 1, 4);                                     /* two user SGPRs: the arguments' address */
        put(d + 56, 1 << 3, 2);
        if (k == 0)
            memcpy(object + TEXT + code, PEEK, sizeof PEEK);
        else if (k == 1)
            memcpy(object + TEXT + code, CALL, sizeof CALL);
        else {
            memcpy(object + TEXT + code, NUMBER, sizeof NUMBER);
            put(TEXT + code + 16, n << 16 | k, 4);
        }
    }
    memcpy(object + TEXT + CODE / 2, GIVE, sizeof GIVE);
    put(TEXT + CODE / 2 + 4, 7000 + n, 4);
    put(DATA, 100 + n, 4);
    symbol(1 + KERNELS, "variable", 1, 3, DATA_AT, 4);
    symbol(2 + KERNELS, "zeros", 1, 3, DATA_AT + DATA_BYTES, ZEROS);
    /* Behind the variable the addresses of the function and of itself: R_AMDGPU_RELATIVE64, R_AMDGPU_ABS64. */
    uint64_t targets[] = {TEXT_AT + CODE / 2, 0}, kinds[] = {13, (uint64_t)(1 + KERNELS) << 32 | 3};
    for (int i = 0; i < RELOCATIONS; i++) {
        put(RELOCATION + i * 24, DATA_AT + 8 + 8 * i, 8);
        put(RELOCATION + i * 24 + 8, kinds[i], 8);
        put(RELOCATION + i * 24 + 16, targets[i], 8);
    }
    section(1, 1, 2, DESCRIPTORS, SYMBOL - DESCRIPTORS, 0, 0);
    section(2, 11, 2, SYMBOL, SYMBOLS * 24, 4, 24);
    section(3, 1, 3, DATA, DATA_BYTES, 0, 0);
    section(4, 3, 2, NAMES, 1 + SYMBOLS * NAME, 0, 0);
    section(5, 4, 2, RELOCATION, RELOCATIONS * 24, 2, 24);
}

/* Kilobytes of memory that the process has, of its own and of files without a name. */
static long resident(void)
{
    FILE *f = fopen("/proc/self/status", "r");
    CHECK(f != NULL);
    long sum = 0, n;
    char line[200];
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "RssAnon: %ld", &n) == 1 || sscanf(line, "RssShmem: %ld", &n) == 1)
            sum += n;
    fclose(f);
    return sum;
}

static handle executables[OBJECTS];
static uint64_t kernels[OBJECTS][KERNELS];

static uint32_t count(handle executable, handle symbol, void *data)
{
    uint32_t type = 9;
    CHECK(executable == executables[5]);
    OK(hsa_executable_symbol_get_info(symbol, 0, &type));
    CHECK(type == 0 || type == 1);
    ++*(int *)data;
    return SUCCESS;
}

static void load_all(void)
{
    for (uint32_t n = 0; n < OBJECTS; n++) {
        make(n);
        handle reader;
        OK(hsa_executable_create_alt(1, 0, NULL, &executables[n]));
        int file = -1;
        if (n % 3 == 0) {
            file = memfd_create("object", 0);
            CHECK(write(file, object, sizeof object) == (ssize_t)sizeof object);
            OK(hsa_code_object_reader_create_from_file(file, &reader));
        } else
            OK(hsa_code_object_reader_create_from_memory(object, sizeof object, &reader));
        OK(hsa_executable_load_agent_code_object(executables[n], gpu, reader, NULL, NULL));
        OK(hsa_code_object_reader_destroy(reader));
        /* Nothing of it is the program's to keep. */
        memset(object, 0xff, sizeof object);
        if (file >= 0) {
            CHECK(pwrite(file, object, sizeof object, 0) == (ssize_t)sizeof object && ftruncate(file, 0) == 0);
            close(file);
        }
        OK(hsa_executable_freeze(executables[n], NULL));
        /* As HIP does, of each kernel the address. */
        for (int k = 0; k < KERNELS; k++) {
            char name[NAME];
            sprintf(name, "kernel_%d.kd", k);
            handle s;
            OK(hsa_executable_get_symbol_by_name(executables[n], name, &gpu, &s));
            OK(hsa_executable_symbol_get_info(s, 22, &kernels[n][k]));
        }
    }
}

static struct queue *queue;
static uint32_t *out;

/* What a kernel stores that gets a pointer. */
static uint32_t run(uint64_t kernel, const void *given)
{
    void **args = allocate(kernarg_pool, 16);
    args[0] = out;
    args[1] = (void *)given;
    *out = 0xdead;
    handle done = new_signal(1);
    struct kernel k = {.object = kernel};
    dispatch(queue, k, args, 1, 1, done);
    wait_for(done);
    OK(hsa_signal_destroy(done));
    OK(hsa_amd_memory_pool_free(args));
    return *out;
}

int main(void)
{
    start();
    queue = new_queue(gpu);
    out = allocate(gpu_pool, 4);
    long before = resident();
    load_all();
    long took = resident() - before, whole = (long)OBJECTS * FILE_BYTES / 1024;
    if (getenv("SHOW"))
        fprintf(stderr, "%ld KiB of code objects take %ld KiB\n", whole, took);
    CHECK(took < whole / 4);
    int symbols = 0;
    OK(hsa_executable_iterate_symbols(executables[5], count, &symbols));
    CHECK(symbols == KERNELS + 2);
    for (int n = 0; n < OBJECTS; n += 37)
        for (int k = 2; k < KERNELS; k += 31)
            CHECK(run(kernels[n][k], NULL) == (uint32_t)(n << 16 | k));
    for (uint32_t n = 1; n < OBJECTS; n += 61) {
        /* One of which no kernel has run: by the host, a copy, a kernel of another code object, and a call from there. */
        uint64_t base = kernels[n][0] - descriptor_at(0);
        make(n);
        CHECK(memcmp((void *)kernels[n][9], object + descriptor_at(9), 64) == 0);
        CHECK(memcmp((void *)(base + TEXT_AT), object + TEXT, KERNELS * CODE) == 0);
        static uint8_t copy[KERNELS * CODE];
        OK(hsa_memory_copy(copy, (void *)(base + TEXT_AT), sizeof copy));
        CHECK(memcmp(copy, object + TEXT, sizeof copy) == 0);
        uint64_t *data = (uint64_t *)(base + DATA_AT);
        CHECK(*data == 100 + n && data[1] == base + TEXT_AT + CODE / 2 && data[2] == (uint64_t)data);
        for (int i = 0; i < ZEROS; i++)
            CHECK(((uint8_t *)data)[DATA_BYTES + i] == 0);
        uint64_t peek = kernels[(n + 1) % OBJECTS][0], call = kernels[(n + 1) % OBJECTS][1];
        CHECK(run(peek, (void *)(base + TEXT_AT + 4 * CODE + 16)) == (n << 16 | 4));
        CHECK(run(peek, data) == 100 + n);
        CHECK(run(call, (void *)data[1]) == 7000 + n);
        *(uint32_t *)data = 55;
        CHECK(run(peek, data) == 55);
    }
    /* A variable is each object's own; where one was, the next one is as it is to be. */
    handle s;
    uint32_t *variable;
    OK(hsa_executable_get_symbol_by_name(executables[3], "variable", &gpu, &s));
    OK(hsa_executable_symbol_get_info(s, 21, &variable));
    CHECK(*variable == 103);
    for (int n = 0; n < OBJECTS; n++)
        OK(hsa_executable_destroy(executables[n]));
    uint8_t *memory = allocate(gpu_pool, 64 << 20);
    for (int i = 0; i < 64 << 20; i++)
        CHECK(memory[i] == 0);
    OK(hsa_amd_memory_pool_free(memory));
    load_all();
    for (int n = 0; n < OBJECTS; n += 41)
        CHECK(run(kernels[n][KERNELS - 1], NULL) == (uint32_t)(n << 16 | (KERNELS - 1)));
    OK(hsa_executable_get_symbol_by_name(executables[1], "variable", &gpu, &s));
    OK(hsa_executable_symbol_get_info(s, 21, &variable));
    CHECK(*variable == 101);
    puts("right");
    return 0;
}
