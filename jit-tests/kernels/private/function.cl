// without: gfx950 (clang 22 refuses the cast in OpenCL C 1.2)
// A function that makes a generic pointer out of one to the LDS.

__attribute__((noinline)) void put(__local int *l, int n) {
    int *p = (int *)l;
    *p = n;
}

__kernel void through_a_function(__global int *out, int n) {
    __local int l[64];
    put(l, n);
    out[0] = l[0];
}
