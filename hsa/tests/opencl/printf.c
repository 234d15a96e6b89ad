/* What kernels print, caught in a file: every conversion, vectors, strings, and lines of many work-items. LLVM 17
 * stores a string of four, eight, ... characters without the zero behind it: there is none here. */
#include "opencl.h"
#include <unistd.h>

static const char *SOURCE =
    "kernel void formats(int i, float f, long l)\n"
    "{\n"
    "    printf(\"%d %5d|%-5d|%05d %u %x %X %o %c\\n\", i, i, i, i, (uint)i, i, i, i, 'a' + i % 26);\n"
    "    printf(\"%f %.3f %e %g %s %% %ld %lx\\n\", f, f, f, f, \"texts\", l, l);\n"
    "    uchar8 v = (uchar8)(1, 2, 3, 4, 5, 6, 255, 8);\n"
    "    printf(\"%v4d %v2f %v8hhx\\n\", (int4)(1, -2, 3, -4), (float2)(f, 0.5f), v);\n"
    "}\n"
    "kernel void lines(int factor) { int i = get_global_id(0); printf(\"line %d %d\\n\", i, i * factor); }\n"
    "kernel void some(void) { if (get_global_id(0) % 64 == 5) printf(\"some %d\\n\", (int)get_global_id(0)); }\n";

enum { N = 512 };

int main(void)
{
    start();
    cl_program program = build(SOURCE, "");
    cl_kernel formats = kernel_of(program, "formats"), lines = kernel_of(program, "lines");
    cl_kernel some = kernel_of(program, "some");
    char name[] = "/tmp/printed-XXXXXX";
    fflush(stdout);
    int file = mkstemp(name), out = dup(1);
    CHECK(file >= 0 && out >= 0 && dup2(file, 1) == 1);

    int i = 1234, factor = 3;
    float f = 2.75f;
    cl_long l = 0x123456789a;
    SET(formats, 0, i);
    SET(formats, 1, f);
    SET(formats, 2, l);
    launch(formats, 1, 1);
    OK(clFinish(queue));
    SET(lines, 0, factor);
    launch(lines, N, 64);
    OK(clFinish(queue));
    launch(some, N, 64);
    OK(clFinish(queue));
    fflush(stdout);
    CHECK(dup2(out, 1) == 1);

    FILE *printed = fopen(name, "r");
    CHECK(printed);
    unlink(name);
    char line[512], wanted[3][512];
    snprintf(wanted[0], 512, "%d %5d|%-5d|%05d %u %x %X %o %c\n", i, i, i, i, i, i, i, i, 'a' + i % 26);
    snprintf(wanted[1], 512, "%f %.3f %e %g %s %% %ld %lx\n", f, f, f, f, "texts", (long)l, (long)l);
    snprintf(wanted[2], 512, "1,-2,3,-4 2.750000,0.500000 1,2,3,4,5,6,ff,8\n");
    for (int n = 0; n < 3; n++) {
        CHECK(fgets(line, sizeof line, printed));
        if (strcmp(line, wanted[n]) != 0)
            printf("printed: %swanted:  %s", line, wanted[n]);
        CHECK(strcmp(line, wanted[n]) == 0);
    }
    /* In any order, each once. */
    int seen[N] = {0}, at, value, count = 0, few = 0;
    while (fgets(line, sizeof line, printed)) {
        if (sscanf(line, "line %d %d", &at, &value) == 2) {
            CHECK(at >= 0 && at < N && value == at * factor && !seen[at]++);
            count++;
        } else {
            CHECK(sscanf(line, "some %d", &at) == 1 && at % 64 == 5);
            few++;
        }
    }
    CHECK(count == N && few == N / 64);
    return right();
}
