// OpenCL C 2.0 atomics: orders, scopes and generic pointers. The arguments are those of atomics.cl;
// even work-items use the cells in global memory, odd ones those of their group's local memory.

// options: -cl-std=CL2.0
// levels: O0 O2
// O0 only: gfx700
// without: gfx600 (no flat addresses)

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define CELLS 3

#define GENERIC(name, T, ATOM, expression)                                                  \
    kernel void generic_##name(global T *cells, global const T *values, global T *old) {    \
        local T mine[CELLS];                                                                \
        const uint id = get_global_id(0), lid = get_local_id(0);                            \
        if (lid < CELLS)                                                                    \
            mine[lid] = cells[CELLS + lid];                                                 \
        work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                     \
        volatile ATOM *p = id & 1 ? (volatile ATOM *)(mine + id % CELLS)                    \
                                  : (volatile ATOM *)(cells + id % CELLS);                  \
        T v = values[id];                                                                   \
        old[id] = expression;                                                               \
        work_group_barrier(CLK_LOCAL_MEM_FENCE);                                            \
        if (lid < CELLS)                                                                    \
            cells[CELLS * (2 + get_group_id(0)) + lid] = mine[lid];                         \
    }

#define FETCH(operation, T, ATOM, order, scope)                                             \
    GENERIC(operation##_##T, T, ATOM,                                                       \
            atomic_fetch_##operation##_explicit(p, v, memory_order_##order, memory_scope_##scope))

FETCH(add, int, atomic_int, relaxed, device)
FETCH(sub, int, atomic_int, acquire, device)
FETCH(min, int, atomic_int, release, device)
FETCH(max, int, atomic_int, acq_rel, device)
FETCH(and, int, atomic_int, seq_cst, device)
FETCH(or, int, atomic_int, seq_cst, all_svm_devices)
FETCH(xor, int, atomic_int, acq_rel, all_svm_devices)
FETCH(min, uint, atomic_uint, relaxed, device)
FETCH(max, uint, atomic_uint, relaxed, device)
FETCH(add, long, atomic_long, seq_cst, device)
FETCH(sub, long, atomic_long, relaxed, device)
FETCH(min, long, atomic_long, relaxed, device)
FETCH(max, long, atomic_long, relaxed, device)
FETCH(and, long, atomic_long, relaxed, device)
FETCH(or, long, atomic_long, relaxed, device)
FETCH(xor, long, atomic_long, relaxed, device)
FETCH(min, ulong, atomic_ulong, relaxed, device)
FETCH(max, ulong, atomic_ulong, relaxed, device)
GENERIC(xchg_int, int, atomic_int, atomic_exchange(p, v))
GENERIC(xchg_long, long, atomic_long,
        atomic_exchange_explicit(p, v, memory_order_acq_rel, memory_scope_device))

#define STRONG(T, ATOM)                                                                     \
    T swap_add_##T(volatile ATOM *p, T v) {                                                 \
        T seen = atomic_load_explicit(p, memory_order_acquire, memory_scope_device);        \
        while (!atomic_compare_exchange_strong_explicit(p, &seen, seen + v,                 \
                                                        memory_order_acq_rel,               \
                                                        memory_order_relaxed,               \
                                                        memory_scope_device))               \
            ;                                                                               \
        return seen;                                                                        \
    }                                                                                       \
    GENERIC(swap_##T, T, ATOM, swap_add_##T(p, v))

STRONG(int, atomic_int)
STRONG(long, atomic_long)

// A relay through all groups: a group goes on when the one before it has passed the baton. The last
// group begins, so that groups which were started first wait for ones that were not.
kernel void relay(global int *cells, global const int *values, global int *old) {
    volatile global atomic_int *baton = (volatile global atomic_int *)cells;
    const int place = get_num_groups(0) - 1 - get_group_id(0);
    if (get_local_id(0) == 0) {
        while (atomic_load_explicit(baton, memory_order_acquire, memory_scope_device) != place)
            ;
        cells[1] = cells[1] * 3 + place;
        old[get_group_id(0)] = cells[1];
        atomic_store_explicit(baton, place + 1, memory_order_release, memory_scope_device);
    }
}

// A spin lock, for which one work-item of each wave fights: two of one wave would wait for each other,
// as the compiler lets lanes that have left the loop wait for those that have not.
kernel void lock(global int *cells, global const int *values, global int *old) {
    volatile global atomic_flag *flag = (volatile global atomic_flag *)cells;
    bool waiting = get_local_id(0) % 64 == 0;
    while (waiting) {
        if (!atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_device)) {
            volatile global int *shared = cells + 1;
            old[get_global_id(0)] = *shared;
            *shared = *shared + values[get_global_id(0)];
            waiting = false;
            atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_device);
        }
    }
}

// Release and acquire between two waves of a group through local memory.
kernel void handover(global int *cells, global const int *values, global int *old) {
    local int data[64];
    local atomic_int ready;
    const uint lid = get_local_id(0);
    if (lid == 0)
        atomic_init(&ready, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 64) {
        data[lid] = values[get_global_id(0)] * 2;
        atomic_fetch_add_explicit(&ready, 1, memory_order_release, memory_scope_work_group);
        old[get_global_id(0)] = 0;
    } else {
        while (atomic_load_explicit(&ready, memory_order_acquire, memory_scope_work_group) != 64)
            ;
        old[get_global_id(0)] = data[127 - lid];
    }
}
