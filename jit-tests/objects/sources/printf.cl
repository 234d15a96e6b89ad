// What a format string of printf becomes in the metadata. The compiler calls __printf_alloc, which a library has.
int printf(__constant const char *, ...);
__global char *__printf_alloc(uint bytes) { return (__global char *)(ulong)bytes; }
__kernel void tell(__global int *x) {
    printf("x: %d, \"%s\" %% - 5\n", x[0], "text");
    printf("%f:%v4d\t#2\\\n", (float)x[1], (int4)(x[2]));
}
