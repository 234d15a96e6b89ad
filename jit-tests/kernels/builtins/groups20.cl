// OpenCL C 2.0 work-group and sub-group functions. The arguments of all kernels: one value per
// work-item, one result per work-item.

// options: -cl-std=CL2.0
// levels: O0 O2
// O0 only: gfx700
// without: gfx600 (no flat addresses)

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

#define EACH(name, T, expression)                                                           \
    kernel void name##_##T(global const T *in, global T *out) {                             \
        const T v = in[get_global_id(0)];                                                   \
        out[get_global_id(0)] = expression;                                                 \
    }

#define KIND(kind, T)                                                                       \
    EACH(kind##_reduce_add, T, kind##_reduce_add(v))                                        \
    EACH(kind##_reduce_min, T, kind##_reduce_min(v))                                        \
    EACH(kind##_reduce_max, T, kind##_reduce_max(v))                                        \
    EACH(kind##_scan_exclusive_add, T, kind##_scan_exclusive_add(v))                        \
    EACH(kind##_scan_exclusive_min, T, kind##_scan_exclusive_min(v))                        \
    EACH(kind##_scan_exclusive_max, T, kind##_scan_exclusive_max(v))                        \
    EACH(kind##_scan_inclusive_add, T, kind##_scan_inclusive_add(v))                        \
    EACH(kind##_scan_inclusive_min, T, kind##_scan_inclusive_min(v))                        \
    EACH(kind##_scan_inclusive_max, T, kind##_scan_inclusive_max(v))                        \
    EACH(kind##_broadcast, T, kind##_broadcast(v, 5))

#define TYPE(T) KIND(work_group, T) KIND(sub_group, T)
TYPE(int)
TYPE(uint)
TYPE(long)
TYPE(ulong)
TYPE(float)
TYPE(double)

EACH(work_group_any, int, work_group_any(v & 1))
EACH(work_group_all, int, work_group_all(v & 2))
EACH(sub_group_any, int, sub_group_any(v & 1))
EACH(sub_group_all, int, sub_group_all(v & 2))
EACH(sub_group_ids, int,
     (get_sub_group_id() * 1000 + get_sub_group_local_id()) * 100 + get_num_sub_groups())
EACH(sub_group_size, int, get_sub_group_size() * 1000 + get_max_sub_group_size())
