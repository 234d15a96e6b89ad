/* XNACK and SRAM ECC of a code object of version 5, as ELF's flags have them, beside those of an MI200: off and on. */
#include "hsa_min.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    start();
    static unsigned char file[1 << 20];
    FILE *f = fopen(argv[1], "rb");
    CHECK(f != NULL);
    size_t size = fread(file, 1, sizeof file, f);
    fclose(f);
    CHECK(size > 64 && file[8] == 3);
    /* 0 unsupported, 1 any, 2 off, 3 on. */
    for (uint32_t xnack = 0; xnack < 4; xnack++) {
        for (uint32_t sramecc = 0; sramecc < 4; sramecc++) {
            uint32_t flags = 0x3f | xnack << 8 | sramecc << 10;
            memcpy(file + 48, &flags, 4);
            handle reader, executable;
            OK(hsa_code_object_reader_create_from_memory(file, size, &reader));
            OK(hsa_executable_create_alt(1, 0, NULL, &executable));
            int loaded = hsa_executable_load_agent_code_object(executable, agents.all[1], reader, NULL, NULL);
            CHECK(loaded == (xnack == 3 || sramecc == 2 ? 0x100d : 0));
        }
    }
    uint32_t waves;
    OK(hsa_agent_get_info(agents.all[1], 0xa00a, &waves));
    CHECK(waves == 32);
    puts("right");
    return 0;
}
