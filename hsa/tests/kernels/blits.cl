// Kernels with the names and arguments of those by which ROCm copies and fills memory, and that do the same: the library
// recognizes them. With NUMBERED they are told the size of a work-group, as ROCm 7's are; with FIVE they are ROCm 5's.
#ifdef NUMBERED
#define GROUP , uint workgroup_size
#define ID (__builtin_amdgcn_workgroup_id_x() * workgroup_size + __builtin_amdgcn_workitem_id_x())
#else
#define GROUP
#define ID get_global_id(0)
#endif

static void copy(__global uchar *to, __global const uchar *from, ulong bytes)
{
    for (ulong i = 0; i < bytes; i++)
        to[i] = from[i];
}

#ifdef FIVE
__kernel void __amd_rocclr_copyBuffer(__global uchar *srcI, __global uchar *dstI, ulong srcOrigin, ulong dstOrigin,
                                      ulong size, uint remain)
{
    ulong id = get_global_id(0), element = remain == 8 ? 1 : 4;
    if (id < size)
        copy(dstI + dstOrigin + id * element, srcI + srcOrigin + id * element,
             remain != 8 && id == size - 1 ? remain : element);
}
#else
__kernel void __amd_rocclr_copyBuffer(__global uchar *src, __global uchar *dst, ulong size, uint remainder,
                                      uint aligned_size, ulong end_ptr, uint next_chunk GROUP)
{
    ulong element = aligned_size == 16 ? 16 : 4, id = ID;
    for (ulong i = id; (ulong)(dst + i * element) < end_ptr; i += next_chunk)
        copy(dst + i * element, src + i * element, element);
    if (id == 0)
        copy(dst + (size - remainder), src + (size - remainder), remainder);
}

#endif

__kernel void __amd_rocclr_copyBufferAligned(__global uint *src, __global uint *dst, ulong srcOrigin, ulong dstOrigin,
                                             ulong size, uint alignment)
{
    ulong id = get_global_id(0), element = alignment == 16 ? 16 : 4;
    if (id < size)
        copy((__global uchar *)dst + (dstOrigin + id) * element, (__global uchar *)src + (srcOrigin + id) * element, element);
}

__kernel void __amd_rocclr_fillBufferAligned(__global void *buf, __constant uchar *pattern, uint pattern_size,
                                             uint alignment, ulong end_ptr, uint next_chunk GROUP)
{
    bool is_wide = alignment == 16 || alignment == 8 || alignment == 4 || alignment == 2;
    ulong element = is_wide ? alignment : 1, id = ID;
    __global uchar *to = (__global uchar *)buf;
    for (ulong i = id * pattern_size; (ulong)(to + i * element) < end_ptr; i += next_chunk)
        for (ulong b = 0; b < pattern_size * element; b++)
            to[i * element + b] = pattern[b];
}

static void rect(__global uchar *src, __global uchar *dst, ulong4 s, ulong4 d, ulong4 size, ulong element)
{
    ulong x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x >= size.x || y >= size.y || z >= size.z)
        return;
    ulong from = s.z + x + y * s.x + z * s.y, to = d.z + x + y * d.x + z * d.y;
    copy(dst + to * element, src + from * element, element);
}

__kernel void __amd_rocclr_copyBufferRect(__global uchar *src, __global uchar *dst, ulong4 srcRect, ulong4 dstRect,
                                          ulong4 size)
{
    rect(src, dst, srcRect, dstRect, size, 1);
}

__kernel void __amd_rocclr_copyBufferRectAligned(__global uint *src, __global uint *dst, ulong4 srcRect, ulong4 dstRect,
                                                 ulong4 size)
{
    rect((__global uchar *)src, (__global uchar *)dst, srcRect, dstRect, size, size.w == 16 ? 16 : 4);
}
