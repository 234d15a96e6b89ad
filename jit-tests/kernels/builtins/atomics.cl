// Atomic operations. Every kernel has the same arguments: `cells` of the memory that is fought over,
// with room for a group's copies of local ones; a value per work-item; where to leave what the
// operation returned.

// options: -cl-std=CL1.2
// levels: O0 O2
// O0 only: gfx600

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CELLS 3

// `p`: the cell, `v`: the work-item's value. The local form starts from the same cells and leaves
// group g's copies at cells[CELLS * (1 + g)].
#define ATOMIC(name, T, CELL, expression)                                                   \
    kernel void global_##name(global T *cells, global const T *values, global T *old) {     \
        const uint id = get_global_id(0);                                                   \
        volatile global CELL *const p = (volatile global CELL *)(cells + id % CELLS);       \
        const T v = values[id];                                                             \
        old[id] = expression;                                                               \
    }                                                                                       \
    kernel void local_##name(global T *cells, global const T *values, global T *old) {      \
        local T mine[CELLS];                                                                \
        const uint id = get_global_id(0), lid = get_local_id(0);                            \
        if (lid < CELLS)                                                                    \
            mine[lid] = cells[lid];                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        volatile local CELL *const p = (volatile local CELL *)(mine + id % CELLS);          \
        const T v = values[id];                                                             \
        old[id] = expression;                                                               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        if (lid < CELLS)                                                                    \
            cells[CELLS * (1 + get_group_id(0)) + lid] = mine[lid];                         \
    }

// The value is used, but what was there before is not: another form of the instruction.
#define QUIET(name, T, call)                                                                \
    kernel void quiet_##name(global T *cells, global const T *values, global T *old) {      \
        local T mine[CELLS];                                                                \
        const uint id = get_global_id(0), lid = get_local_id(0);                            \
        if (lid < CELLS)                                                                    \
            mine[lid] = cells[CELLS * (1 + get_group_id(0)) + lid];                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        call((volatile local T *)(mine + id % CELLS), values[id]);                          \
        call((volatile global T *)(cells + id % CELLS), values[id]);                        \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        if (lid < CELLS)                                                                    \
            cells[CELLS * (1 + get_group_id(0)) + lid] = mine[lid];                         \
    }

#define BOTH(name, T, prefix)                                                               \
    ATOMIC(name##_##T, T, T, prefix##_##name(p, v))                                         \
    QUIET(name##_##T, T, prefix##_##name)

#define ALL(T, prefix)                                                                      \
    BOTH(add, T, prefix)                                                                    \
    BOTH(sub, T, prefix)                                                                    \
    BOTH(xchg, T, prefix)                                                                   \
    BOTH(min, T, prefix)                                                                    \
    BOTH(max, T, prefix)                                                                    \
    BOTH(and, T, prefix)                                                                    \
    BOTH(or, T, prefix)                                                                     \
    BOTH(xor, T, prefix)                                                                    \
    ATOMIC(inc_##T, T, T, prefix##_inc(p))                                                  \
    ATOMIC(dec_##T, T, T, prefix##_dec(p))

ALL(int, atomic)
ALL(uint, atomic)
ALL(long, atom)
ALL(ulong, atom)

// Addition by compare-and-swap.
#define SWAP_LOOP(name, T, BITS, cmpxchg, as_bits, as_value)                                \
    T global_loop_##name(volatile global BITS *p, T v) {                                    \
        BITS seen, old = *p;                                                                \
        do                                                                                  \
            seen = old;                                                                     \
        while ((old = cmpxchg(p, seen, as_bits(as_value(seen) + v))) != seen);              \
        return as_value(seen);                                                              \
    }                                                                                       \
    T local_loop_##name(volatile local BITS *p, T v) {                                      \
        BITS seen, old = *p;                                                                \
        do                                                                                  \
            seen = old;                                                                     \
        while ((old = cmpxchg(p, seen, as_bits(as_value(seen) + v))) != seen);              \
        return as_value(seen);                                                              \
    }                                                                                       \
    kernel void global_swap_##name(global T *cells, global const T *values, global T *old) { \
        const uint id = get_global_id(0);                                                   \
        old[id] = global_loop_##name((volatile global BITS *)(cells + id % CELLS), values[id]); \
    }                                                                                       \
    kernel void local_swap_##name(global T *cells, global const T *values, global T *old) { \
        local T mine[CELLS];                                                                \
        const uint id = get_global_id(0), lid = get_local_id(0);                            \
        if (lid < CELLS)                                                                    \
            mine[lid] = cells[lid];                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        old[id] = local_loop_##name((volatile local BITS *)(mine + id % CELLS), values[id]); \
        barrier(CLK_LOCAL_MEM_FENCE);                                                       \
        if (lid < CELLS)                                                                    \
            cells[CELLS * (1 + get_group_id(0)) + lid] = mine[lid];                         \
    }

#define SAME(x) (x)
SWAP_LOOP(int, int, int, atomic_cmpxchg, SAME, SAME)
SWAP_LOOP(float, float, uint, atomic_cmpxchg, as_uint, as_float)
SWAP_LOOP(long, long, long, atom_cmpxchg, SAME, SAME)
SWAP_LOOP(double, double, ulong, atom_cmpxchg, as_ulong, as_double)

ATOMIC(xchg_float, float, float, atomic_xchg(p, v))

// The machine's wrapping increment and decrement: `v` is the limit.
ATOMIC(wrap_inc_uint, uint, uint,
       __builtin_amdgcn_atomic_inc32(p, v, __ATOMIC_RELAXED, "agent"))
ATOMIC(wrap_dec_uint, uint, uint,
       __builtin_amdgcn_atomic_dec32(p, v, __ATOMIC_RELAXED, "agent"))
ATOMIC(wrap_inc_ulong, ulong, ulong,
       __builtin_amdgcn_atomic_inc64(p, v, __ATOMIC_RELAXED, "agent"))
ATOMIC(wrap_dec_ulong, ulong, ulong,
       __builtin_amdgcn_atomic_dec64(p, v, __ATOMIC_RELAXED, "agent"))

// A list with a head in global memory: every work-item takes a place and links itself in.
kernel void linked_list(global uint *cells, global const uint *values, global uint *old) {
    const uint id = get_global_id(0);
    old[id] = atomic_xchg(cells + values[id] % CELLS, id);
}

// The last group to finish adds up what the others left.
kernel void last_group(global uint *cells, global const uint *values, global uint *old) {
    local uint sum, ticket;
    const uint lid = get_local_id(0);
    if (lid == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, values[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        ((volatile global uint *)old)[get_group_id(0)] = sum;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        ticket = atomic_inc(cells);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ticket == get_num_groups(0) - 1 && lid == 0) {
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        uint total = 0;
        for (uint g = 0; g < get_num_groups(0); g++)
            total += ((volatile global uint *)old)[g];
        cells[1] = total;
    }
}
