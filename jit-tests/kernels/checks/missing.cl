// A kernel that misses a wait once build.sh has taken it away, in a function that is inlined.

static uint twice(uint x)
{
    return x * 2;
}

static void put(__global uint *to, uint at, uint value)
{
    to[at] = twice(value);
}

__kernel void scale(__global uint *to)
{
    uint at = __builtin_amdgcn_workitem_id_x();
    put(to, at, to[at]);
}
