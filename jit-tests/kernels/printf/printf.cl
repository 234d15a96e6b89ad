// OpenCL's printf: every conversion, and what a buffer of records can hold. See build.sh.

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

int printf(__constant const char *, ...);

// One line of each work-item.
kernel void lines(global const int *x)
{
    uint i = get_global_id(0);
    printf("item %u: %d\n", i, x[i]);
}

kernel void integers(int i, long l)
{
    printf("%d %i|%5d|%-5d|%05d|%+d|% d|%.3d\n", i, i, i, i, i, i, i, i);
    printf("%u %o %x %X %#x %#o\n", i, i, i, i, i, i);
    printf("%ld %lu %lx\n", l, l, l);
    printf("%hhd %hhu %hd %hu\n", (char)i, (uchar)i, (short)i, (ushort)i);
    printf("%c%c 100%%\n", 'a' + (i & 7), 'Z');
}

kernel void floats(float f, double d, global const half *h)
{
    printf("%f %.2f %8.3f %-8.1f|\n", f, f, f, f);
    printf("%e %E %.1e\n", f, f, f);
    printf("%g %G %a\n", f, f, f);
    printf("%f %e %g %a\n", d, d, d, d);
    // Constants, of which some have the size of a float.
    printf("%f %e %.3f\n", 2.5f, 2.5, 0.1f);
    printf("%f %g\n", h[0], (float)h[1]);
    printf("%f %f %f\n", f / 0, -f / 0, as_float(as_uint(f) | 0x7fc00000));
}

kernel void vectors(int4 i, float4 f, global const char *c, global const short *s, global const half *h, double2 d)
{
    printf("%v4d|%v4hld|%4v4d|%v4x\n", i, i, i, as_uint4(i));
    printf("%v4hlf|%.1v4hlf|%v2hlg\n", f, f, f.xy);
    printf("%v3hld|%v3hlf\n", i.xyz, f.xyz);
    printf("%v2hhd|%v3hhd|%v4hhd|%v8hhd|%v16hhd\n", vload2(0, c), vload3(0, c), vload4(0, c), vload8(0, c), vload16(0, c));
    printf("%v4hhu|%#v4hhx\n", as_uchar4(vload4(0, c)), as_uchar4(vload4(0, c)));
    printf("%v2hd|%v3hd|%v4hu|%v8hd\n", vload2(0, s), vload3(0, s), as_ushort4(vload4(0, s)), vload8(0, s));
    printf("%v2hf|%v4hf\n", vload2(0, h), vload4(0, h));
    printf("%v2lf|%v2ld\n", d, as_long2(d));
    printf("%v3hlf\n", f.xyz);
}

// The metadata counts a zero byte behind a string, which LLVM 19 does not store.
kernel void strings(int i)
{
    printf("<%s> <%s> <%s> <%s> <%s> <%s> %d\n", "", "a", "ab", "abc", "abcd", "abcde", i);
    printf("%s is %s\n", "four", "long");
    printf("%d %s\n", i, "end of eighteen...");
    printf("%s %v3hlf\n", "text", (float3)(1, 2, i));
    printf("%s%d%s\n", "abcd", 65, "abcde");
    printf("%10s|%-10s|%.2s|\n", "right", "left", "cut off");
    printf("%s\n", i ? "odd" : "even");
}

kernel void texts(global const int *x)
{
    printf("no arguments, a colon: \a\b\f\r\v\t\\ \"quoted\"\n");
    printf("%% %d%%\n", x[0]);
    printf("without a newline ");
    printf("äöü %d €\n", x[0]);
    // More arguments than conversions, fewer, and a width that is an argument, which OpenCL C does not have: LLVM
    // stores the width alone.
    printf("one of two: %d\n", 1, 2);
    printf("two of one: %d %d\n", 1);
    printf("%*d\n", 5, x[0]);
    printf("\n");
}

kernel void pointers(global int *x, local int *y)
{
    printf("%p %p\n", x, (global int *)0);
}

// As much as anybody wants, and the result of the last call.
kernel void much(global int *results, uint n)
{
    int result = 0;
    for (uint k = 0; k < n; k++) {
        result = printf("line %u of %u, padded: %s\n", k, n, "................................................");
    }
    results[get_global_id(0)] = result;
}

// Prints, then faults in all work-items but the first 64.
kernel void faults(global int *x, uint stride)
{
    uint i = get_global_id(0);
    printf("item %u before\n", i);
    x[(size_t)i / 64 * stride] = 1;
    printf("item %u after\n", i);
}

// Writes over the beginning of the buffer, where it is in code objects of version 5.
kernel void overwrites(uint used, uint first)
{
    global uint *buffer = ((global uint *constant *)__builtin_amdgcn_implicitarg_ptr())[9];
    buffer[2] = first;
    buffer[0] = used;
    if (first == 77777) {
        printf("never %d\n", first);
    }
}
