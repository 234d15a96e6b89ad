// A kernel whose fault is in a function that is inlined. See build.sh.

static void put(__global uint *to, uint at, uint value)
{
    to[at] = value;
}

static void twice(__global uint *to, uint at)
{
    put(to, at, 2 * at);
}

__kernel void overrun(__global uint *to)
{
    twice(to, __builtin_amdgcn_workitem_id_x() + 1);
}
